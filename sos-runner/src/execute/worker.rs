//! The process that opens a Vulkan driver for a [`session`](super::session) and runs its jobs.
//!
//! It reads one JSON value per line from standard input and writes its answers likewise to standard output; the values are
//! those of [`job`](super::job).

use std::io::{BufRead as _, Write as _};

use super::job::{Hello, Job, Reply, Setup};
use super::vulkan::{Gpu, Missing};

/// Opens the device described by the first line, and answers every further line until the input ends.
///
/// # Errors
/// A line cannot be read or written, or is not a valid value.
pub fn serve() -> anyhow::Result<()> {
    let mut lines = std::io::stdin().lock().lines();
    let Some(setup) = lines.next() else {
        return Ok(());
    };
    let setup: Setup = serde_json::from_str(&setup?)?;
    let gpu = Gpu::open(&setup);
    answer(&match &gpu {
        Ok(gpu) => Hello::Ready(gpu.info()),
        Err(error) if error.is::<Missing>() => Hello::Missing(format!("{error:#}")),
        Err(error) => Hello::Failed(format!("{error:#}")),
    })?;
    let Ok(gpu) = gpu else { return Ok(()) };
    for line in lines {
        let job: Job = serde_json::from_str(&line?)?;
        let output = gpu.run(&job).map_err(|error| format!("{error:#}"));
        answer(&Reply {
            output,
            messages: gpu.take_messages(),
        })?;
    }
    Ok(())
}

fn answer(value: &impl serde::Serialize) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    serde_json::to_writer(&mut out, value)?;
    out.write_all(b"\n")?;
    Ok(out.flush()?)
}
