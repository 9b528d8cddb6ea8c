//! Values for the specialization constants of a module, as pipelines may have them.

use sos_core::{specialization_constants, Module, SpecConstant, SpecKind};

/// A value: the `SpecId`, the bits, and the number of words that these take in a module.
pub type Value = (u32, u64, u32);

/// Several sets of values for all constants of a module: the defaults; numbers 1 and Booleans true; numbers 2 and Booleans false; both
/// in turn. None of them is 0, which is no length of an array. Nothing if there are no constants.
pub fn sets(module: &Module<'_>) -> Vec<Vec<Value>> {
    let mut constants = specialization_constants(module);
    constants.sort_by_key(|constant| constant.spec_id);
    constants.dedup_by_key(|constant| constant.spec_id);
    if constants.is_empty() {
        return Vec::new();
    }
    let set = |which: usize| {
        let constants = constants.iter().enumerate();
        let value = |(at, constant)| match which {
            3 => value(constant, at % 2 + 1),
            _ => value(constant, which),
        };
        constants.map(value).collect()
    };
    (0..4).map(set).collect()
}

fn value(constant: &SpecConstant, which: usize) -> Value {
    let bits = match (constant.kind, which) {
        (_, 0) => constant.default,
        (SpecKind::Bool, which) => (which == 1).into(),
        (SpecKind::Float, 1) if constant.width == 32 => 1.0_f32.to_bits().into(),
        (SpecKind::Float, _) => constant.default,
        (_, which) => which as u64,
    };
    let words = if constant.width > 32 { 2 } else { 1 };
    (constant.spec_id, bits, words)
}

/// A set as an option.
pub fn given(set: &[Value]) -> Vec<(u32, u64)> {
    set.iter().map(|&(id, bits, _)| (id, bits)).collect()
}
