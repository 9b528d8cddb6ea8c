//! Exchange arrays in workgroup memory: one array per word of a value, with one element per invocation, or two that are used in turn.

use crate::build::flow::Range;
use crate::build::Build;
use crate::emit::Builder;
use crate::facts::{Scalar, TypeView};
use crate::plan::Emulated;
use crate::rules::subgroup::{built_ins, extended_types};
use crate::tables::{
    built_in, capability, glsl_std_450 as glsl, memory_access, memory_semantics as semantics, op,
    scope, storage_class,
};
use arrayvec::ArrayVec;

/// Maximum number of words of a value: four components of 64 bits.
const MAX_WORDS: usize = 8;

/// The 32-bit unsigned integers that contain a value.
pub type Words = ArrayVec<u32, MAX_WORDS>;

/// The position of the invocation in its subgroup, as ids.
#[derive(Clone, Copy)]
pub struct Lane {
    emulated: Emulated,
    /// Its index.
    pub own: u32,
    /// The index in the workgroup of the subgroup's first invocation; 0, which is no id, if the workgroup is one subgroup.
    first: u32,
    /// The array index of what that invocation has published; 0 if it is that of the array.
    base: u32,
    /// The number of invocations of the subgroup.
    pub count: u32,
}

impl Lane {
    /// Computes the invocation's own position. 2 instructions and 2 for the count; none where the workgroup is one subgroup.
    pub fn own(build: &mut Builder<'_, '_>, emulated: Emulated) -> Option<Self> {
        let uint = build.uint();
        let index = build.built_in(built_in::LocalInvocationIndex);
        if let Some(all) = emulated.invocations.filter(|_| emulated.is_whole()) {
            return Some(Self {
                emulated,
                own: index,
                first: 0,
                base: 0,
                count: build.constant(all),
            });
        }
        let (low, high) = (
            build.constant(emulated.size - 1),
            build.constant(!(emulated.size - 1)),
        );
        let own = build.op(op::OpBitwiseAnd, uint, &[index, low]);
        let first = build.op(op::OpBitwiseAnd, uint, &[index, high]);
        let size = build.constant(emulated.size);
        let count = match emulated.fills(emulated.size) {
            true => size,
            false => {
                let all = built_ins::invocations(build)?;
                let rest = build.op(op::OpISub, uint, &[all, first]);
                build.glsl(glsl::UMin, uint, &[rest, size])
            }
        };
        Some(Self {
            emulated,
            own,
            first,
            base: first,
            count,
        })
    }

    /// Stores each invocation's words and makes them visible to the whole workgroup. What others have published before must
    /// have been read: that is in the other part of the arrays, or a barrier comes first.
    pub fn publish(&mut self, build: &mut Builder<'_, '_>, words: &[u32]) {
        let uint = build.uint();
        let mut own = build.built_in(built_in::LocalInvocationIndex);
        if self.emulated.in_turn {
            let scene = build.scene;
            let turn = build.plan.new.exchange_turn(scene);
            let last = build.op(op::OpLoad, uint, &[turn]);
            let slots = build.constant(self.emulated.slots);
            let part = build.op(op::OpISub, uint, &[slots, last]);
            build.whole(&[3 << 16 | u32::from(op::OpStore), turn, part]);
            own = build.op(op::OpIAdd, uint, &[part, own]);
            self.base = match self.first {
                0 => part,
                first => build.op(op::OpIAdd, uint, &[part, first]),
            };
        } else {
            barrier(build);
        }
        for (number, &word) in words.iter().enumerate() {
            let element = self.element(build, number, own);
            let store = u32::from(op::OpStore);
            match is_vulkan_model(build) {
                true => build.whole(&[
                    4 << 16 | store,
                    element,
                    word,
                    memory_access::NonPrivatePointer,
                ]),
                false => build.whole(&[3 << 16 | store, element, word]),
            }
        }
        barrier(build);
    }

    /// Loads `count` words that another invocation of the subgroup has published, by its index. 2 instructions per word.
    pub fn fetch(&self, build: &mut Builder<'_, '_>, number: u32, count: usize) -> Words {
        let place = self.place(build, number);
        let words = 0..count.min(MAX_WORDS);
        words.map(|at| self.load(build, at, place)).collect()
    }

    /// Loads the first word that another invocation of the subgroup has published, by its index.
    pub fn fetch_word(&self, build: &mut Builder<'_, '_>, number: u32) -> u32 {
        let place = self.place(build, number);
        self.load(build, 0, place)
    }

    /// Combines words of all invocations by an atomic operation: each adds its own to what one of them, by its index, has published, and
    /// that can be fetched then.
    pub fn gather(&self, build: &mut Builder<'_, '_>, opcode: u16, number: u32, words: &[u32]) {
        let place = self.place(build, number);
        let (uint, relaxed) = (build.uint(), build.constant(0));
        let workgroup = build.constant(scope::Workgroup);
        for (at, &word) in words.iter().enumerate() {
            let element = self.element(build, at, place);
            build.op(opcode, uint, &[element, workgroup, relaxed, word]);
        }
        barrier(build);
    }

    /// The subgroup that is the whole workgroup.
    pub fn of_workgroup(self) -> Self {
        Self {
            first: 0,
            base: 0,
            ..self
        }
    }

    /// The invocations of the own cluster of `size`, a power of two. 2 instructions, or 3.
    pub fn cluster(&self, build: &mut Builder<'_, '_>, size: u32) -> Range {
        let uint = build.uint();
        let (rest, size_id) = (build.constant(!(size - 1)), build.constant(size));
        let from = build.op(op::OpBitwiseAnd, uint, &[self.own, rest]);
        let end = build.op(op::OpIAdd, uint, &[from, size_id]);
        let to = match self.emulated.fills(size) {
            true => end,
            false => build.glsl(glsl::UMin, uint, &[end, self.count]),
        };
        Range { from, to }
    }

    /// The array index of what another invocation has published. At most 1 instruction.
    fn place(&self, build: &mut Builder<'_, '_>, number: u32) -> u32 {
        match self.base {
            0 => number,
            base => {
                let uint = build.uint();
                build.op(op::OpIAdd, uint, &[base, number])
            }
        }
    }

    fn element(&self, build: &mut Builder<'_, '_>, number: usize, place: u32) -> u32 {
        let scene = build.scene;
        let at = number + usize::from(self.emulated.in_turn);
        let new = &mut build.plan.new;
        let array = new.exchange_array(scene, at, self.emulated.elements());
        let uint = build.uint();
        let class = storage_class::Workgroup;
        let new = &mut build.plan.new;
        let pointer = new.declare(scene, op::OpTypePointer, None, &[class, uint]);
        build.op(op::OpAccessChain, pointer, &[array, place])
    }

    fn load(&self, build: &mut Builder<'_, '_>, at: usize, place: u32) -> u32 {
        let element = self.element(build, at, place);
        let uint = build.uint();
        match is_vulkan_model(build) {
            true => build.op(
                op::OpLoad,
                uint,
                &[element, memory_access::NonPrivatePointer],
            ),
            false => build.op(op::OpLoad, uint, &[element]),
        }
    }
}

/// Emits a control barrier that synchronizes the workgroup and its memory.
pub fn barrier(build: &mut Builder<'_, '_>) {
    let mut order = semantics::AcquireRelease | semantics::WorkgroupMemory;
    if is_vulkan_model(build) {
        order |= semantics::MakeAvailable | semantics::MakeVisible;
    }
    let (scope, order) = (build.constant(scope::Workgroup), build.constant(order));
    build.whole(&[
        4 << 16 | u32::from(op::OpControlBarrier),
        scope,
        scope,
        order,
    ]);
}

/// Whether the output uses the Vulkan memory model, in which accesses to shared memory must be marked as non-private.
fn is_vulkan_model(build: &Builder<'_, '_>) -> bool {
    let scene = build.scene;
    scene.offer.has(capability::VulkanMemoryModel)
        && scene.facts.has_vulkan_memory_model(scene.words)
}

/// The words that contain a value; `None` unless it is a Boolean, or a scalar or vector of 8 to 64 bits.
pub fn to_words(build: &mut Builder<'_, '_>, ty: u32, value: u32) -> Option<Words> {
    let (scalar, count) = build.shape(ty)?;
    let uint = build.uint();
    let mut words = Words::new();
    for at in 0..count {
        let part = match count {
            1 => value,
            _ => {
                let part = build.component(ty);
                build.op(op::OpCompositeExtract, part, &[value, at])
            }
        };
        let part_type = build.component(ty);
        match scalar {
            Scalar::Bool => {
                let (one, zero) = (build.constant(1), build.constant(0));
                words.push(build.op(op::OpSelect, uint, &[part, one, zero]));
            }
            _ if part_type == uint => words.push(part),
            _ if scalar.width() == 32 => words.push(build.op(op::OpBitcast, uint, &[part])),
            _ => {
                for (word, ty) in extended_types::to_words(build, part_type, part)? {
                    match build.view(ty) {
                        TypeView::Vector { .. } => words.extend(
                            [0, 1].map(|at| build.op(op::OpCompositeExtract, uint, &[word, at])),
                        ),
                        _ => words.push(word),
                    }
                }
            }
        }
    }
    Some(words)
}

/// The inverse of [`to_words`]: emits the value that the words contain.
pub fn from_words(build: &mut Builder<'_, '_>, id: u32, ty: u32, words: &Words) -> Option<()> {
    let (scalar, count) = build.shape(ty)?;
    let part = build.component(ty);
    let each = words.len() / count.max(1) as usize;
    if count == 1 {
        return scalar_from(build, id, part, scalar, words);
    }
    let mut parts = ArrayVec::<u32, 4>::new();
    for words in words.chunks(each.max(1)) {
        let id = build.id();
        scalar_from(build, id, part, scalar, words)?;
        parts.try_push(id).ok()?;
    }
    build.op_as(id, op::OpCompositeConstruct, ty, &parts);
    Some(())
}

fn scalar_from(
    build: &mut Builder<'_, '_>,
    id: u32,
    ty: u32,
    scalar: Scalar,
    words: &[u32],
) -> Option<()> {
    let uint = build.uint();
    match (scalar, words) {
        (Scalar::Bool, &[word]) => {
            let zero = build.constant(0);
            build.op_as(id, op::OpINotEqual, ty, &[word, zero]);
        }
        (Scalar::Int { width: 32, .. }, &[word]) if ty == uint => {
            build.op_as(id, op::OpCopyObject, ty, &[word]);
        }
        (_, &[word]) if scalar.width() == 32 => build.op_as(id, op::OpBitcast, ty, &[word]),
        (_, &[word]) => extended_types::from_words(build, id, ty, &[word])?,
        (_, &[low, high]) => {
            let pairs = build.vector(uint, 2);
            let pair = build.op(op::OpCompositeConstruct, pairs, &[low, high]);
            extended_types::from_words(build, id, ty, &[pair])?;
        }
        _ => return None,
    }
    Some(())
}
