//! The specialization constants of a module, as its base has them: where the target lacks a narrow type, they have a 32-bit type there.

use crate::facts::{Facts, Scalar};
use crate::half::half_bits_to_f32;
use crate::module::Module;
use crate::order::Order;
use crate::specialize::{sign_extend, Constant, Origin};
use crate::tables::op;
use alloc::vec::Vec;
use core::ops::Range;

/// A specialization constant.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    pub spec_id: u32,
    pub id: u32,
    /// The type that the caller's bits have.
    pub scalar: Scalar,
    /// The type in the base.
    based: Scalar,
    /// The bits of its default, or of its value if that is set.
    pub default: u64,
    /// Where its value is from.
    pub origin: Origin,
    /// Where it is in the module that the caller has, and its opcode.
    pub place: (u32, u16),
}

impl Spec {
    /// As a constant of a run.
    pub fn constant(&self) -> Constant {
        Constant {
            id: self.id,
            spec_id: self.spec_id,
            scalar: self.based,
            origin: self.origin,
            value: self.in_base(self.default),
        }
    }

    /// The bits in the base of a value.
    pub fn in_base(&self, bits: u64) -> u64 {
        match (self.scalar, self.based) {
            (from, to) if from == to => bits,
            (Scalar::Int { width, signed }, _) if signed => {
                u64::from(sign_extend(bits, width) as u32)
            }
            (Scalar::Float { .. }, _) => half_bits_to_f32(bits as u32).into(),
            _ => bits,
        }
    }
}

/// Whether values of one type become those of another by [`Spec::in_base`].
fn converts(from: Scalar, to: Scalar) -> bool {
    let is_whole = to.width() == 32;
    match (from, to) {
        (Scalar::Int { width, .. }, Scalar::Int { .. }) => from == to || width < 32 && is_whole,
        (Scalar::Float { width }, Scalar::Float { .. }) => from == to || width == 16 && is_whole,
        _ => from == to,
    }
}

/// The constants that can be set, and those that are set for all specializations, each by `SpecId`, ascending. `None` if the base has
/// something else in the place of one.
pub fn read(
    words: &[u32],
    facts: &Facts,
    module: &Module<'_>,
    all: &[Constant],
) -> Option<(Vec<Spec>, Vec<Spec>)> {
    let (mut open, mut fixed) = (Vec::new(), Vec::new());
    for constant in all {
        // The filter keeps the ids of the module.
        let place = module.facts.def(module.words, constant.id);
        let spec = Spec {
            spec_id: constant.spec_id,
            id: constant.id,
            scalar: constant.scalar,
            based: constant.scalar,
            default: constant.value,
            origin: constant.origin,
            place: place.map_or((0, 0), |inst| (inst.offset(), inst.opcode())),
        };
        if constant.is_set() {
            fixed.push(spec);
        } else if let Some(def) = facts.def(words, constant.id) {
            let is_open = matches!(
                def.opcode(),
                op::OpSpecConstant | op::OpSpecConstantTrue | op::OpSpecConstantFalse
            );
            let based = facts.constant_scalar(words, def.result_type());
            let based = based.filter(|&to| is_open && converts(constant.scalar, to))?;
            open.push(Spec { based, ..spec });
        }
    }
    if open.len() != facts.spec_ids.len() {
        return None;
    }
    open.order_by_key(|spec| (spec.spec_id, spec.id));
    fixed.order_by_key(|spec| (spec.spec_id, spec.id));
    Some((open, fixed))
}

/// Where the constants with a `SpecId` are in a list.
pub fn with_number(specs: &[Spec], spec_id: u32) -> Range<usize> {
    let first = specs.partition_point(|spec| spec.spec_id < spec_id);
    let rest = specs.get(first..).unwrap_or(&[]);
    first..first + rest.partition_point(|spec| spec.spec_id == spec_id)
}
