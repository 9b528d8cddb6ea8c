//! Detects plans that must fail, before they are started, where passes could meet the need.
//!
//! A plan that only finds out that passes are needed costs as much as one that succeeds, and most modules that need passes
//! show it at once: an instruction that can run stores a value that the target cannot have. That is
//! - a number of a type that the target lacks,
//! - a narrow number where only arithmetic on it allows memory to hold it, such as in a function's variable, or the result of
//!   such arithmetic, if the target lacks that,
//! - or what was just computed from one of these.
//!
//! A store in a block that can run always stays. No rule removes a numeric type or changes the type of a value, and none
//! lowers plain arithmetic ([`is_arithmetic`]). So the need stays unmet whatever else a plan does. For modules without such a
//! store nothing is decided here.

use super::{implicit, Need, Place, Scene};
use crate::facts::closure;
use crate::inst::{Inst, Insts};
use crate::specialize::Values;
use crate::tables::op;
use crate::views;

/// Whether every plan fails that follows at least the branches of this flow, at this SPIR-V version or an earlier one.
pub fn is_bound_to_fail(scene: &Scene<'_>, values: &Values) -> bool {
    let (words, facts) = (scene.words, scene.facts);
    let declared = closure(&facts.capabilities);
    let place = Place {
        values: Some(values),
        checks: scene.checks(&declared),
        ..Place::new(words, facts, &declared)
    };
    (0..)
        .zip(&facts.blocks)
        .filter(|&(number, _)| scene.flow.is_live(number))
        .flat_map(|(_, block)| Insts::new(words, block.label, block.end))
        .filter(|inst| inst.opcode() == op::OpStore)
        .any(|inst| {
            is_into_missing_memory(scene, &place, inst)
                || depends_on_missing_type(scene, &place, views::Store(inst).object(), MAX_TRACE)
        })
}

/// The number of instructions through which a value or a pointer is traced back. A value has at most two operands of
/// interest.
const MAX_TRACE: u32 = 3;

/// Whether a value has a type that the target lacks, is the result of arithmetic that it lacks, or is computed from such a
/// value.
fn depends_on_missing_type(scene: &Scene<'_>, place: &Place<'_>, value: u32, left: u32) -> bool {
    let Some(def) = scene.facts.def(scene.words, value) else {
        return false;
    };
    if !def.has_type() {
        return false;
    }
    let is_computed = is_arithmetic(def.opcode());
    if let Some(ty) = number(scene, def.result_type()) {
        let arithmetic =
            implicit::arithmetic_on(ty).filter(|_| is_computed && !implicit::is_move(def.opcode()));
        if scene.lacks(place, ty) || lacks_set(scene, arithmetic) {
            return true;
        }
    }
    let mut operands = def.operands().iter().take(2);
    left > 0
        && is_computed
        && operands.any(|&operand| depends_on_missing_type(scene, place, operand, left - 1))
}

/// Whether a store writes into a variable that can only hold such numbers if the target has arithmetic on them, which it
/// lacks.
fn is_into_missing_memory(scene: &Scene<'_>, place: &Place<'_>, store: Inst<'_>) -> bool {
    let Some(ty) = number(scene, place.type_of(views::Store(store).object())) else {
        return false;
    };
    let mut pointer = scene.facts.def(scene.words, views::Store(store).pointer());
    for _ in 0..MAX_TRACE {
        match pointer.filter(Inst::is_chain) {
            Some(chain) => {
                let base = views::AccessChain(chain).base();
                pointer = scene.facts.def(scene.words, base);
            }
            None => break,
        }
    }
    let variable = pointer.filter(|def| def.opcode() == op::OpVariable);
    let arithmetic = variable.and_then(|def| {
        implicit::plain_memory_of(ty, views::Variable(def).storage_class(), &place.checks)
    });
    lacks_set(scene, arithmetic)
}

/// Whether the target does not meet a need, if there is one.
fn lacks_set(scene: &Scene<'_>, set: Option<implicit::Set>) -> bool {
    let need = set.map(|set| Need::Capability(set.number()));
    need.is_some_and(|need| !scene.meets(need))
}

/// Whether an instruction computes numbers from numbers alone and no rule lowers it.
pub fn is_arithmetic(opcode: u16) -> bool {
    matches!(
        opcode,
        op::OpConvertFToU..=op::OpFConvert
            | op::OpBitcast
            | op::OpSNegate..=op::OpFMod
            | op::OpShiftRightLogical..=op::OpNot
            | op::OpCompositeConstruct
    )
}

/// Returns the component type of a scalar, vector or matrix. `None` for 32-bit types, which every target has, and for other
/// types.
fn number<'a>(scene: &Scene<'a>, ty: u32) -> Option<Inst<'a>> {
    let mut ty = scene.facts.def(scene.words, ty)?;
    for _ in 0..2 {
        if matches!(ty.opcode(), op::OpTypeVector | op::OpTypeMatrix) {
            ty = scene
                .facts
                .def(scene.words, views::TypeVectorOrMatrix(ty).component_type())?;
        }
    }
    let is_number = matches!(ty.opcode(), op::OpTypeInt | op::OpTypeFloat);
    (is_number && views::TypeNumber(ty).width() != 32).then_some(ty)
}
