//! Whether the module reads and writes its storage buffers and storage images.
//!
//! All values derived from such a variable are tracked: pointers into it, copies of these, images loaded from it. A use that
//! is not known counts as both. Definitions precede uses, and using a pointer in a phi is not known, so one walk in the
//! module's order is sufficient.

use super::Scene;
use crate::hash::Map;
use crate::inst::Inst;
use crate::operands::for_each_use;
use crate::tables::{decoration, op, storage_class};
use crate::views;

/// Whether an instruction is a variable that can be storage.
pub fn is_storage(inst: &Inst<'_>) -> bool {
    let classes = [
        storage_class::StorageBuffer,
        storage_class::Uniform,
        storage_class::UniformConstant,
    ];
    inst.opcode() == op::OpVariable && classes.contains(&views::Variable(*inst).storage_class())
}

/// The direction of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Direction {
    /// It is read: not if it is `NonReadable`.
    Read = 1,
    /// It is written: not if it is `NonWritable`.
    Write = 2,
}

impl Direction {
    /// The decoration that states that there is no such access.
    pub fn decoration(self) -> u32 {
        match self {
            Self::Read => decoration::NonReadable,
            Self::Write => decoration::NonWritable,
        }
    }
}

const BOTH: u8 = Direction::Read as u8 | Direction::Write as u8;

/// What is known of storage variables, computed on first use.
#[derive(Clone, Debug, Default)]
pub struct Accesses {
    is_known: bool,
    /// By id: the variable that it is derived from.
    root: Map<u32, u32>,
    /// By variable: the accesses that occur, and those whose absence was already declared.
    found: Map<u32, (u8, u8)>,
}

impl Accesses {
    /// Removes all.
    pub fn reset(&mut self) {
        self.is_known = false;
        self.root.clear();
        self.found.clear();
    }

    /// Whether an access may occur.
    pub fn may_be(&mut self, scene: &Scene<'_>, variable: u32, direction: Direction) -> bool {
        if !self.is_known {
            self.is_known = true;
            self.find(scene);
        }
        let found = self.found.get(&variable);
        found.is_none_or(|&(found, _)| found & direction as u8 != 0)
    }

    /// Whether the absence of an access is declared for the first time. Records that it is.
    pub fn is_first(&mut self, variable: u32, direction: Direction) -> bool {
        self.found.get_mut(&variable).is_some_and(|(_, declared)| {
            let before = *declared;
            *declared |= direction as u8;
            before != *declared
        })
    }

    fn find(&mut self, scene: &Scene<'_>) {
        let facts = scene.facts;
        for inst in facts.declarations(scene.words).filter(is_storage) {
            self.root.insert(inst.result(), inst.result());
            self.found.insert(inst.result(), (0, 0));
        }
        for inst in scene.kept_code() {
            self.follow(scene, inst);
        }
    }

    fn follow(&mut self, scene: &Scene<'_>, inst: Inst<'_>) {
        // A loaded value is not tracked unless it is an image, which is not read by this.
        let leads_on = || {
            let ty = scene.facts.def(scene.words, inst.word(1));
            ty.is_some_and(|ty| matches!(ty.opcode(), op::OpTypePointer | op::OpTypeImage))
        };
        let Self { root, found, .. } = self;
        let mut derived = None;
        for_each_use(inst.words(), 1, |at, id| {
            let Some(&variable) = root.get(&id) else {
                return;
            };
            let accesses = match (inst.opcode(), at) {
                (
                    op::OpLoad | op::OpAccessChain | op::OpInBoundsAccessChain | op::OpCopyObject,
                    3,
                ) if leads_on() => {
                    derived = Some(variable);
                    0
                }
                (op::OpArrayLength | op::OpImageQuerySizeLod..=op::OpImageQuerySamples, 3) => 0,
                (op::OpLoad | op::OpImageRead | op::OpImageSparseRead | op::OpImageFetch, 3) => {
                    Direction::Read as u8
                }
                (op::OpStore | op::OpImageWrite, 1) => Direction::Write as u8,
                _ => BOTH,
            };
            if let Some((found, _)) = found.get_mut(&variable) {
                *found |= accesses;
            }
        });
        if let Some(variable) = derived {
            root.insert(inst.result(), variable);
        }
    }
}
