//! Storage buffers and storage images that the module never writes.
//!
//! All values derived from such a variable are tracked: pointers into it, copies of these, images loaded from it. A use that
//! only reads leaves the variable unwritten; any other use, known or not, counts as a write. Definitions precede uses, and
//! using a pointer in a phi counts as a write, so one walk in the module's order is sufficient.

use super::Scene;
use crate::inst::Inst;
use crate::operands::for_each_use;
use crate::tables::{op, storage_class};
use std::collections::HashMap;
use std::hash::RandomState;

/// Whether an instruction is a variable that can be storage.
pub fn is_storage(inst: &Inst<'_>) -> bool {
    let classes = [
        storage_class::StorageBuffer,
        storage_class::Uniform,
        storage_class::UniformConstant,
    ];
    inst.opcode() == op::OpVariable && classes.contains(&inst.word(3))
}

/// What is known of storage variables, computed on first use.
#[derive(Clone, Debug, Default)]
pub struct ReadOnly {
    is_known: bool,
    /// By id: the variable that it is derived from.
    root: HashMap<u32, u32, RandomState>,
    /// By variable: whether it is written, and whether it was already decorated `NonWritable`.
    written: HashMap<u32, (bool, bool), RandomState>,
}

impl ReadOnly {
    /// Removes all.
    pub fn reset(&mut self) {
        self.is_known = false;
        self.root.clear();
        self.written.clear();
    }

    /// Whether a variable is never written.
    pub fn holds(&mut self, scene: &Scene<'_>, variable: u32) -> bool {
        if !self.is_known {
            self.is_known = true;
            self.find_writes(scene);
        }
        self.written
            .get(&variable)
            .is_some_and(|&(written, _)| !written)
    }

    /// Whether a variable is decorated for the first time. Records that it is.
    pub fn is_first(&mut self, variable: u32) -> bool {
        let decorated = self.written.get_mut(&variable);
        decorated.is_some_and(|(_, decorated)| !std::mem::replace(decorated, true))
    }

    fn find_writes(&mut self, scene: &Scene<'_>) {
        let facts = scene.facts;
        for inst in facts.declarations(scene.words).filter(is_storage) {
            self.root.insert(inst.word(2), inst.word(2));
            self.written.insert(inst.word(2), (false, false));
        }
        for inst in scene.kept_code() {
            self.follow(scene, inst);
        }
    }

    fn follow(&mut self, scene: &Scene<'_>, inst: Inst<'_>) {
        let Self { root, written, .. } = self;
        let mut derived = None;
        for_each_use(inst.words(), 1, |at, id| {
            let Some(&variable) = root.get(&id) else {
                return;
            };
            match (inst.opcode(), at) {
                (
                    op::OpLoad | op::OpAccessChain | op::OpInBoundsAccessChain | op::OpCopyObject,
                    3,
                ) => derived = Some(variable),
                (
                    op::OpArrayLength
                    | op::OpImageRead
                    | op::OpImageSparseRead
                    | op::OpImageFetch
                    | op::OpImageQuerySizeLod..=op::OpImageQuerySamples,
                    3,
                ) => {}
                _ => {
                    if let Some(slot) = written.get_mut(&variable) {
                        slot.0 = true;
                    }
                }
            }
        });
        // A loaded value is not tracked unless it is an image.
        let leads_on = scene
            .facts
            .def(scene.words, inst.word(1))
            .is_some_and(|ty| matches!(ty.opcode(), op::OpTypePointer | op::OpTypeImage));
        if let Some(variable) = derived.filter(|_| leads_on) {
            root.insert(inst.word(2), variable);
        }
    }
}
