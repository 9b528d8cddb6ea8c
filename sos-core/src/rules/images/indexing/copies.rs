//! Copies between memory, of which one end or both are selected by an index.
//!
//! ```text
//!                                       %v = OpFunctionCall %type %load %i
//! OpCopyMemory %to %from                     OpFunctionCall %void %store %j %v
//! ```
//!
//! A copy stays one instruction in each case of a selection where its other end can be repeated there. Else it becomes a load and
//! a store. So does a copy with memory operands for each end where these need a newer version, without any index
//! (`version/copy_memory.rs`).

use super::{choose, recreated};
use crate::build::Build;
use crate::emit::Builder;
use crate::facts::TypeView;
use crate::inst::Inst;
use crate::operands::second_access;
use crate::plan::visit_selectors;
use crate::rules::copy::InstCopy;
use crate::rules::LowerError;
use crate::tables::{memory_access as access, op};
use crate::views;

/// Whether the pointers of a copy can be emitted again for each descriptor. A pointer to another descriptor, which an index
/// selects that the device supports, cannot: it may be `NonUniform`.
pub(super) fn can_repeat(build: &Builder<'_, '_>, inst: Inst<'_>) -> bool {
    let (facts, words) = (build.scene.facts, build.scene.words);
    let copied = views::CopyMemory(inst);
    [copied.target(), copied.source()].into_iter().all(|end| {
        if build.plan.deferred.get(end).is_some() {
            return true;
        }
        let def = facts.def(words, end);
        let mut any = false;
        visit_selectors(facts, words, end, &mut |_| any = true);
        !any && (def.is_some_and(|def| def.opcode() == op::OpVariable)
            || recreated(build, end).is_some())
    })
}

/// What a load cannot do, or a store: make available, and make visible.
const ONE_SIDED: u32 = access::MakePointerAvailable | access::MakePointerVisible;

/// Emits a copy as a load and a store, with a selection for each end that an index selects.
pub fn copy_by_value(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let copied = views::CopyMemory(inst);
    let (target, source) = (copied.target(), copied.source());
    let TypeView::Pointer { pointee: ty, .. } = build.view(build.type_of(source)) else {
        return Err(LowerError::Because("what it copies is not known"));
    };
    let (of_target, of_source) = match second_access(inst.words()) {
        Some(second) => (
            inst.words().get(3..second).unwrap_or(&[]),
            inst.from(second),
        ),
        // One for both, but a load cannot make anything available, and a store nothing visible.
        None if copied.memory_access() & ONE_SIDED == 0 => {
            (copied.memory_access_words(), copied.memory_access_words())
        }
        None => return Err(LowerError::Because("a copy with one access for both ends")),
    };
    let indices =
        |build: &Builder<'_, '_>, id| build.plan.deferred.get(id).map(|access| access.indices);
    let value = build.id();
    let mut load = InstCopy::default();
    load.extend(&[op::OpLoad.into(), ty, value, source])?;
    load.extend(of_source)?;
    let mut store = InstCopy::default();
    store.extend(&[op::OpStore.into(), target, value])?;
    store.extend(of_target)?;
    for (part, words, end) in [(1, load, source), (2, store, target)] {
        let now = Inst::at(words.get(), 0).ok_or(LowerError::Because("too many operands"))?;
        match indices(build, end) {
            Some(indices) => choose(build, now, [inst.offset(), part], indices)?,
            None if part == 1 => build.op_as(value, op::OpLoad, ty, now.operands()),
            None => build.whole(now.words()),
        }
    }
    Ok(())
}
