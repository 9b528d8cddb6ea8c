//! Random modules with specialization constants of all widths, baked or kept specializable, for devices with and without these
//! types.

use sos_tests::generate::{Memory, Shape};
use sos_tests::random::Random;

/// The shape of the module of a seed.
pub fn shape(seed: u64) -> Shape {
    let mut random = Random::new(seed ^ 0xC0257);
    let memory = Memory {
        descriptor_arrays: random.percent(35),
        spirv_1_5: random.percent(70),
        ..Memory::default()
    };
    Shape {
        constructs: 6,
        other_widths: true,
        typed_constants: true,
        memory: random.percent(50).then_some(memory),
        ..Shape::default()
    }
}
