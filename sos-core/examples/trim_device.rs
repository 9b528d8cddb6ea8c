//! Trims a report of a device to what SOS reads, as the built-in devices are made:
//!
//! ```text
//! cargo run -p sos-core --example trim_device -- REPORT.json "Where it comes from." "Name" > corpus/devices/NAME.json
//! ```

use sos_core::Target;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("expected the path of a report")?;
    let mut description = Target::from_json(&std::fs::read_to_string(path)?)?.describe();
    if let Some(comment) = arguments.next() {
        description.comment = comment;
    }
    if let Some(name) = arguments.next() {
        description.name = name;
    }
    print!("{}", description.build().to_profile_json());
    Ok(())
}
