//! Writes what a live Vulkan device supports, as SOS reads it:
//!
//! ```text
//! cargo run -p sos-core --features vulkan-loader --example capture_device -- INDEX > device.json
//! ```

use sos_core::target::vulkan::Loader;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let loader = Loader::open()?;
    for (index, name) in loader.names().iter().enumerate() {
        eprintln!("{index}: {name}");
    }
    let index = std::env::args()
        .nth(1)
        .map_or(Ok(0), |index| index.parse())?;
    print!("{}", loader.capture(index)?.to_profile_json());
    Ok(())
}
