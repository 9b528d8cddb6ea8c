//! Descriptors, pointers to them, and chains of such pointers.

use super::MOST_NESTING;
use crate::facts::{pointer_class, Facts};
use crate::inst::Inst;
use crate::plan::implicit::holds_descriptors;
use crate::specialize::each_use;
use crate::tables::{capability, op, storage_class};
use crate::views;

/// Whether an index or a pointer in a module can select a descriptor.
pub fn can_select(words: &[u32], facts: &Facts) -> bool {
    let mut variables = facts.declarations(words);
    let pushes = variables.any(|inst| {
        inst.opcode() == op::OpVariable
            && views::Variable(inst).storage_class() == storage_class::PushConstant
    });
    pushes
        || facts.declares(capability::VariablePointers)
        || descriptors(words, facts).any(|held| element(words, facts, held) != held)
}

/// The types of what variables with descriptors hold.
pub fn descriptors<'a>(words: &'a [u32], facts: &'a Facts) -> impl Iterator<Item = u32> + 'a {
    let variables = facts.declarations(words).filter(|inst| {
        let class = facts.def(words, inst.word(1)).and_then(pointer_class);
        matches!(inst.opcode(), op::OpVariable | op::OpUntypedVariableKHR)
            && class.is_some_and(holds_descriptors)
    });
    variables.map(|inst| held(words, facts, inst))
}

/// The type of what a variable holds, or of what another pointer points to.
pub fn held(words: &[u32], facts: &Facts, inst: Inst<'_>) -> u32 {
    match inst.opcode() {
        op::OpUntypedVariableKHR => views::UntypedVariableKHR(inst).data_type(),
        _ if inst.has_type() => facts.pointee(words, inst.result_type()),
        _ => 0,
    }
}

/// What an array holds, and arrays in it; other types are returned as they are.
pub fn element(words: &[u32], facts: &Facts, ty: u32) -> u32 {
    let mut ty = ty;
    for _ in 0..MOST_NESTING {
        ty = facts.element(words, ty);
    }
    ty
}

/// Whether an instruction selects between pointers to other things than one and the same descriptor.
pub fn selects_variables(words: &[u32], facts: &Facts, inst: Inst<'_>) -> bool {
    let (mut first, mut differs) = (None, false);
    each_use(facts, words, inst, &mut |_, id| {
        let ty = facts.def(words, facts.type_of(words, id));
        if ty.and_then(pointer_class).is_none() {
            return;
        }
        let base = base(words, facts, id);
        let is_one = facts.def(words, base).is_some_and(|def| {
            def.opcode() == op::OpVariable && {
                let held = facts.pointee(words, def.result_type());
                facts.element(words, held) == held
            }
        });
        differs |= base != inst.result() && (!is_one || *first.get_or_insert(base) != base);
    });
    differs
}

/// An access chain.
pub struct Chain<'w> {
    /// Where it begins.
    pub base: u32,
    /// The type of what the base points to.
    pub held: u32,
    /// What it selects.
    pub indexes: &'w [u32],
}

impl<'w> Chain<'w> {
    /// The chain that an instruction is.
    pub fn of(words: &'w [u32], facts: &Facts, inst: Inst<'w>) -> Option<Self> {
        let (base, held, indexes) = match inst.opcode() {
            op::OpAccessChain | op::OpInBoundsAccessChain => {
                let chain = views::AccessChain(inst);
                let held = facts.pointee(words, facts.type_of(words, chain.base()));
                (chain.base(), held, chain.indexes())
            }
            op::OpUntypedAccessChainKHR | op::OpUntypedInBoundsAccessChainKHR => {
                let chain = views::UntypedAccessChain(inst);
                (chain.base(), chain.base_type(), chain.indexes())
            }
            _ => return None,
        };
        Some(Self {
            base,
            held,
            indexes,
        })
    }
}

/// What access chains begin with.
pub fn base(words: &[u32], facts: &Facts, id: u32) -> u32 {
    let mut id = id;
    for _ in 0..MOST_NESTING {
        let def = facts.def(words, facts.original(words, id));
        id = match def.map(|def| (def, Chain::of(words, facts, def))) {
            Some((_, Some(chain))) => chain.base,
            Some((def, None)) if def.opcode() == op::OpPtrAccessChain => {
                views::AccessChain(def).base()
            }
            Some((def, None)) if def.opcode() == op::OpLoad && !is_pointer(words, facts, def) => {
                views::Load(def).pointer()
            }
            _ => return facts.original(words, id),
        }
    }
    id
}

/// Whether the result of an instruction is a pointer.
pub fn is_pointer(words: &[u32], facts: &Facts, inst: Inst<'_>) -> bool {
    let ty = facts.def(words, inst.result_type());
    ty.and_then(pointer_class).is_some()
}

/// Whether a value of a type is a descriptor, or a pointer to one or into one.
pub fn is_handle(words: &[u32], facts: &Facts, ty: u32) -> bool {
    match facts.def(words, ty).and_then(pointer_class) {
        Some(class) => {
            holds_descriptors(class)
                || matches!(class, storage_class::Image | storage_class::PushConstant)
        }
        None => is_opaque(words, facts, element(words, facts, ty)),
    }
}

/// Whether a type is that of a descriptor that is a value.
fn is_opaque(words: &[u32], facts: &Facts, ty: u32) -> bool {
    facts.def(words, ty).is_some_and(|ty| {
        matches!(
            ty.opcode(),
            op::OpTypeImage
                | op::OpTypeSampler
                | op::OpTypeSampledImage
                | op::OpTypeAccelerationStructureKHR
        )
    })
}
