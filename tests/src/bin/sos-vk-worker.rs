//! The process that opens a Vulkan driver for [`sos_cli::execute::session`] and runs its jobs.

fn main() -> anyhow::Result<()> {
    sos_cli::execute::worker::serve()
}
