//! The process that opens a Vulkan driver for [`sos_runner::execute::session`] and runs its jobs.

fn main() -> anyhow::Result<()> {
    sos_runner::execute::worker::serve()
}
