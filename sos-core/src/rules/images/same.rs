//! Whether two ids have the same value: front ends load an index anew for each use.
//!
//! ```text
//! %i = OpLoad %int %chosen        textures[chosen]
//! %j = OpLoad %int %chosen        samplers[chosen]
//! ```
//!
//! Two values are the same if they are computed alike from the same values. Two loads from the same place are, if the memory is
//! read-only, or if it is a variable of the function or the invocation that no instruction between the two can write. These
//! must be in one block, so that one follows the other. False means that it is not known.

use super::indexing::MAX_OPERANDS;
use crate::facts::TypeView;
use crate::inst::{Inst, Insts};
use crate::plan::Scene;
use crate::tables::{op, storage_class};
use crate::views;

/// The maximum number of instructions by which a value is computed.
const MAX_STEPS: u32 = 8;

/// The maximum number of instructions between two loads.
const MAX_BETWEEN: usize = 64;

/// Whether two ids are known to have the same value.
pub fn are_same(scene: &Scene<'_>, first: u32, second: u32) -> bool {
    are_same_within(scene, first, second, &mut { MAX_STEPS })
}

fn are_same_within(scene: &Scene<'_>, first: u32, second: u32, steps: &mut u32) -> bool {
    if first == second {
        return true;
    }
    let def = |id: u32| scene.facts.def(scene.words, id);
    let (Some(one), Some(other)) = (def(first), def(second)) else {
        return false;
    };
    let is_alike = one.words().first() == other.words().first() && one.word(1) == other.word(1);
    if *steps == 0 || !is_alike || one.from(3).len() > MAX_OPERANDS {
        return false;
    }
    *steps -= 1;
    // The first operands are ids, the others literals.
    let ids = match one.opcode() {
        op::OpAccessChain | op::OpInBoundsAccessChain => usize::MAX,
        op::OpIAdd | op::OpISub | op::OpIMul | op::OpUDiv | op::OpUMod => 2,
        op::OpShiftRightLogical..=op::OpBitwiseAnd => 2,
        op::OpCopyObject | op::OpBitcast | op::OpUConvert | op::OpSConvert => 1,
        op::OpCompositeExtract | op::OpConvertFToU | op::OpConvertFToS => 1,
        // Without memory operands.
        op::OpLoad if one.words().len() == 4 && yield_same(scene, one, other) => 1,
        _ => return false,
    };
    let mut operands = one.operands().iter().zip(other.operands()).enumerate();
    operands.all(|(at, (&one, &other))| match at < ids {
        true => are_same_within(scene, one, other, steps),
        false => one == other,
    })
}

/// Whether two loads yield the same value if they load from the same place.
fn yield_same(scene: &Scene<'_>, one: Inst<'_>, other: Inst<'_>) -> bool {
    let (facts, words) = (scene.facts, scene.words);
    let Some(variable) = variable_of(scene, views::Load(one).pointer()) else {
        return false;
    };
    match facts.type_view(words, variable.result_type()) {
        TypeView::Pointer { class, pointee } => match class {
            storage_class::PushConstant | storage_class::Input => true,
            storage_class::Uniform => !facts.is_buffer_block(words, pointee),
            storage_class::Function | storage_class::Private => {
                is_unwritten_between(scene, variable.result(), one, other)
            }
            _ => false,
        },
        _ => false,
    }
}

/// Returns the variable into which a pointer points.
fn variable_of<'s>(scene: &Scene<'s>, pointer: u32) -> Option<Inst<'s>> {
    let root = scene.facts.root(scene.words, pointer);
    let def = scene.facts.def(scene.words, root);
    def.filter(|def| def.opcode() == op::OpVariable)
}

/// Whether two loads are in one block, and nothing between them can write a variable.
fn is_unwritten_between(scene: &Scene<'_>, variable: u32, one: Inst<'_>, other: Inst<'_>) -> bool {
    let from = one.offset().min(other.offset());
    let to = one.offset().max(other.offset());
    let block = scene.facts.block_at(from);
    if block.is_none_or(|block| to >= block.end) {
        return false;
    }
    let mut between = Insts::new(scene.words, from, to);
    let keeps = |inst: Inst<'_>| match inst.opcode() {
        op::OpStore => variable_of(scene, views::Store(inst).pointer())
            .is_some_and(|def| def.result() != variable),
        op::OpLine | op::OpNoLine | op::OpExtInst | op::OpLoad | op::OpCopyObject => true,
        op::OpAccessChain | op::OpInBoundsAccessChain | op::OpSampledImage | op::OpImage => true,
        op::OpVectorShuffle..=op::OpCompositeInsert => true,
        op::OpConvertFToU..=op::OpBitcast | op::OpSNegate..=op::OpFwidthCoarse => true,
        _ => false,
    };
    between.by_ref().take(MAX_BETWEEN).all(keeps) && between.next().is_none()
}
