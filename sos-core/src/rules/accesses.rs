//! Storage buffers and images that a shader only reads or only writes, for devices that require it to say so.
//!
//! ```text
//! %data = OpVariable %pointer StorageBuffer
//!                                                    OpDecorate %data NonWritable
//! %p = OpAccessChain %to_word %data %int_0 %i        the same
//! %v = OpLoad %uint %p
//! ```
//!
//! - Without `vertexPipelineStoresAndAtomics` or `fragmentStoresAndAtomics`, storage variables in these stages must be
//!   `NonWritable` (Vulkan specification, VUID-RuntimeSpirv-NonWritable-06340 and -06341), even if they are never written.
//! - Before Vulkan 1.3, storage images without a format must be `NonWritable` without `shaderStorageImageWriteWithoutFormat`
//!   (VUID-RuntimeSpirv-OpTypeImage-06269), and `NonReadable` without `shaderStorageImageReadWithoutFormat` (-06270).
//!
//! Front ends only decorate what the author declares `readonly` or `writeonly`; HLSL and Slang have no such words. Exact: the
//! decorations state that nothing is written or read through the variable (SPIR-V specification, section 3.20), which is true
//! if no instruction of the module does.
//!
//! Refused: variables that are accessed, and variables whose pointer is passed to a function or otherwise escapes the analysis.
//!
//! `image-access` is shown by `corpus/shaders/images/only_written.comp`.
//! `read-only` is shown by `corpus/shaders/stages/unwritten.vert`.

use super::images::INDEXING;
use super::ops::LOCAL_SIZE_ID;
use super::{Action, Claims, Family, LowerError, Rule};
use crate::emit::Builder;
use crate::inst::Inst;
use crate::operands::each_use;
use crate::plan::conditions::Is;
use crate::plan::{is_storage, Direction, Need, Scene};
use crate::report::Exactness;
use crate::tables::storage_class;
use crate::views;
use arrayvec::ArrayVec;

const fn rule(name: &'static str, summary: &'static str, action: Action) -> Rule {
    Rule {
        name,
        family: Family::Ops,
        exactness: Exactness::Exact,
        summary,
        action,
    }
}

/// `NonWritable` for variables that are never written.
pub const READ_ONLY: Rule = rule(
    "read-only",
    "storage that is never written is declared NonWritable",
    Action::Lower {
        claims: Claims::of(opcodes![
            OpLoad,
            OpAccessChain,
            OpInBoundsAccessChain,
            OpCopyObject,
            OpArrayLength
        ]),
        lower: read_only,
    },
);

/// `NonWritable`, `NonReadable` for images without a format that are never written, never read.
pub const IMAGE_ACCESS: Rule = rule(
    "image-access",
    "an image without a format that is never written, or never read, is declared NonWritable, or NonReadable",
    Action::Lower {
        claims: Claims::of(opcodes![OpVariable]).when(|_, inst| views::Variable(inst).storage_class() == storage_class::UniformConstant),
        lower: image_access,
    },
);

/// Whether a rule applies to a need: instructions that these rules claim can have many other needs.
pub fn is_for(rule: &Rule, need: Need) -> bool {
    match rule.name {
        name if name == READ_ONLY.name => STORES.contains(&need),
        name if name == IMAGE_ACCESS.name => FORMATLESS.iter().any(|&(one, _)| one == need),
        name if name == INDEXING.name => !STORES.contains(&need),
        name if name == LOCAL_SIZE_ID.name => !matches!(need, Need::Limit(..)),
        _ => true,
    }
}

const STORES: [Need; 2] = [
    Need::Condition(Is::VertexPipelineStores as u8),
    Need::Condition(Is::FragmentStores as u8),
];

/// The needs of images without a format, and the direction of access whose absence meets them.
const FORMATLESS: [(Need, Direction); 2] = [
    (
        Need::Condition(Is::WriteWithoutFormat as u8),
        Direction::Write,
    ),
    (
        Need::Condition(Is::ReadWithoutFormat as u8),
        Direction::Read,
    ),
];

fn read_only(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let scene = build.scene;
    let mut variables = ArrayVec::<u32, 2>::new();
    each_use(inst.words(), 1, &mut |_, id| {
        let def = scene.facts.def(scene.words, id);
        if def.is_some_and(|def| is_storage(&def)) {
            let _ = variables.try_push(id);
        }
    });
    if variables.is_empty() {
        return Err(LowerError::Unrelated);
    }
    let accesses = &mut build.plan.accesses;
    let mut occurs = |&variable: &u32| accesses.may_be(scene, variable, Direction::Write);
    if variables.iter().any(&mut occurs) {
        return Err(LowerError::Because("the storage is written, or may be"));
    }
    build.keep(inst, |need| STORES.contains(&need));
    if build.failed().is_none() {
        for variable in variables {
            declare(build, variable, Direction::Write);
        }
    }
    Ok(())
}

fn image_access(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let (scene, variable) = (build.scene, inst.result());
    let lacking = FORMATLESS
        .map(|one| (!scene.meets(one.0) && !is_declared(scene, variable, one.1)).then_some(one));
    let lacking = || lacking.into_iter().flatten();
    for (_, direction) in lacking() {
        if build.plan.accesses.may_be(scene, variable, direction) {
            return Err(LowerError::Because(match direction {
                Direction::Read => "the image is read, or may be",
                Direction::Write => "the image is written, or may be",
            }));
        }
    }
    build.keep(inst, |need| lacking().any(|one| one.0 == need));
    if build.failed().is_none() {
        for (_, direction) in lacking() {
            declare(build, variable, direction);
        }
    }
    Ok(())
}

/// Whether the module declares that a variable is not accessed in a direction.
fn is_declared(scene: &Scene<'_>, variable: u32, direction: Direction) -> bool {
    scene.facts.is_marked(variable, direction.decoration())
}

/// Declares that a variable is not accessed in a direction, once.
fn declare(build: &mut Builder<'_, '_>, variable: u32, direction: Direction) {
    if !is_declared(build.scene, variable, direction)
        && build.plan.accesses.is_first(variable, direction)
    {
        let decoration = direction.decoration();
        build.plan.new.decorate(variable, &[decoration]);
    }
}

#[cfg(test)]
mod tests;
