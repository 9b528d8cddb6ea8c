//! The specialization constants that a module declares, for tools and for people who set them.
//!
//! Input: a scanned module, or the output of a run. Output: a row for each constant with a `SpecId`, in the order of the
//! decorations, followed by those decorated through a decoration group. What a run makes of them is in its report. This
//! allocates.

use crate::facts::Scalar;
use crate::filter::Scratch;
use crate::inst::{string_lossy, Inst};
use crate::module::Module;
use crate::options::{Limits, Options, SpecMode};
use crate::order::Order;
use crate::report::OutcomeKind;
use crate::specialize::{literal, Constant};
use crate::tables::op;
use crate::views;
use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The bits of a value as `VkSpecializationInfo` has it: 1, 2, 4 or 8 bytes in native order, zero-extended. `None` for other sizes.
pub fn specialization_value(bytes: &[u8]) -> Option<u64> {
    Some(match *bytes {
        [a] => a.into(),
        [a, b] => u16::from_ne_bytes([a, b]).into(),
        [a, b, c, d] => u32::from_ne_bytes([a, b, c, d]).into(),
        _ => u64::from_ne_bytes(bytes.try_into().ok()?),
    })
}

/// A specialization constant that the application can set.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SpecConstant {
    /// `constantID`. Two constants may share one.
    pub spec_id: u32,
    /// The id that it has in the module.
    pub id: u32,
    /// Its `OpName`, if the module kept names.
    pub name: Option<String>,
    /// What its bits mean.
    pub kind: SpecKind,
    /// Width in bits; 32 for a Boolean, which is a `VkBool32`.
    pub width: u32,
    /// The default value's bits, zero above the width.
    pub default: u64,
}

/// The type of a specialization constant: all the scalars that SPIR-V has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecKind {
    /// A Boolean.
    Bool,
    /// A signed integer.
    Signed,
    /// An unsigned integer, or a float with an encoding of its own, given by its bits.
    Unsigned,
    /// A float in an encoding of IEEE 754.
    Float,
}

impl SpecKind {
    /// The kind of a type, and its width in bits as applications see it.
    pub(crate) fn of(scalar: Scalar) -> (Self, u32) {
        match scalar {
            Scalar::Bool => (Self::Bool, 32),
            Scalar::Int { width, signed } if signed => (Self::Signed, width),
            Scalar::Int { width, .. } => (Self::Unsigned, width),
            Scalar::Float { width } => (Self::Float, width),
        }
    }

    /// The type's name, as "uint32".
    pub fn type_name(self, width: u32) -> String {
        match self {
            Self::Bool => "bool".to_owned(),
            Self::Signed => format!("int{width}"),
            Self::Unsigned => format!("uint{width}"),
            Self::Float => format!("float{width}"),
        }
    }
}

/// The specialization constants of a module that have a `SpecId`.
pub fn specialization_constants(module: &Module<'_>) -> Vec<SpecConstant> {
    let (words, facts) = (module.words(), &module.facts);
    let mut groups = Vec::new();
    let mut found = Vec::new();
    for spec in &facts.spec_ids {
        match facts.def(words, spec.id) {
            Some(def) if def.opcode() == op::OpDecorationGroup => {
                groups.push((spec.id, spec.spec_id));
            }
            Some(def) => found.extend(read(module, def, spec.spec_id)),
            None => {}
        }
    }
    groups.order();
    let decorates = facts
        .group_decorates
        .iter()
        .filter_map(|&offset| Inst::at(words, offset));
    for inst in decorates {
        let at = groups
            .binary_search_by_key(&views::GroupDecorate(inst).decoration_group(), |group| {
                group.0
            });
        let Some(&(_, spec_id)) = at.ok().and_then(|at| groups.get(at)) else {
            continue;
        };
        let defs = views::GroupDecorate(inst)
            .targets()
            .iter()
            .filter_map(|&id| facts.def(words, id));
        found.extend(defs.filter_map(|def| read(module, def, spec_id)));
    }
    if !found.is_empty() {
        let mut names = facts.names(words);
        for constant in &mut found {
            // With any number of `SpecId`s, a constant has its name, which can be long, at the first.
            let name = names.remove(&constant.id).and_then(string_lossy);
            constant.name = name.filter(|name| !name.is_empty());
        }
    }
    found
}

impl Scratch {
    /// The specialization constants that the output of the last run still has, with their types and values there: those that a
    /// pipeline can set. Empty for a module that is unsupported. Module and options must be those of that run.
    pub fn open_constants(&self, module: &Module<'_>, options: &Options) -> Vec<SpecConstant> {
        let is_open = |constant: &Constant| !constant.is_set() || options.spec == SpecMode::Keep;
        match self.outcome {
            Some(OutcomeKind::Unchanged) => specialization_constants(module),
            Some(OutcomeKind::Rewritten) if self.constants.list.iter().any(is_open) => {
                let output = Module::scan(&self.out, &Limits::NONE);
                output.map_or_else(|_| Vec::new(), |output| specialization_constants(&output))
            }
            _ => Vec::new(),
        }
    }
}

/// Reads a constant, except for its name.
fn read(module: &Module<'_>, def: Inst<'_>, spec_id: u32) -> Option<SpecConstant> {
    let (words, facts) = (module.words(), &module.facts);
    let default = match def.opcode() {
        op::OpSpecConstantTrue => 1,
        op::OpSpecConstantFalse => 0,
        op::OpSpecConstant => literal(facts, words, def)?,
        _ => return None,
    };
    let scalar = facts.constant_scalar(words, def.result_type())?;
    let (kind, width) = SpecKind::of(scalar);
    Some(SpecConstant {
        spec_id,
        id: def.result(),
        name: None,
        kind,
        width,
        default,
    })
}
