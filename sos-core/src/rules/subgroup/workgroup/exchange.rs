//! Exchange arrays in workgroup memory: one array per word of a value, with one element per invocation.

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
    /// Its index.
    pub own: u32,
    /// The array index of the subgroup's first invocation; 0, which is no id, if the workgroup is one subgroup.
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
                own: index,
                base: 0,
                count: build.constant(all),
            });
        }
        let (low, high) = (
            build.constant(emulated.size - 1),
            build.constant(!(emulated.size - 1)),
        );
        let own = build.op(op::OpBitwiseAnd, uint, &[index, low]);
        let base = build.op(op::OpBitwiseAnd, uint, &[index, high]);
        let size = build.constant(emulated.size);
        let count = match emulated.fills(emulated.size) {
            true => size,
            false => {
                let all = built_ins::invocations(build)?;
                let rest = build.op(op::OpISub, uint, &[all, base]);
                build.glsl(glsl::UMin, uint, &[rest, size])
            }
        };
        Some(Self { own, base, count })
    }

    /// The invocations of the own cluster of `size`, a power of two. 2 instructions, or 3.
    pub fn cluster(&self, build: &mut Builder<'_, '_>, emulated: Emulated, size: u32) -> Range {
        let uint = build.uint();
        let (rest, size_id) = (build.constant(!(size - 1)), build.constant(size));
        let from = build.op(op::OpBitwiseAnd, uint, &[self.own, rest]);
        let end = build.op(op::OpIAdd, uint, &[from, size_id]);
        let to = match emulated.fills(size) {
            true => end,
            false => build.glsl(glsl::UMin, uint, &[end, self.count]),
        };
        Range { from, to }
    }

    /// The array index of another invocation. At most 1 instruction.
    fn place(&self, build: &mut Builder<'_, '_>, number: u32) -> u32 {
        match self.base {
            0 => number,
            base => {
                let uint = build.uint();
                build.op(op::OpIAdd, uint, &[base, number])
            }
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

fn element(build: &mut Builder<'_, '_>, emulated: Emulated, number: usize, place: u32) -> u32 {
    let scene = build.scene;
    let array = build.plan.new.exchange_array(scene, number, emulated.slots);
    let uint = build.uint();
    let class = storage_class::Workgroup;
    let pointer = build
        .plan
        .new
        .declare(scene, op::OpTypePointer, None, &[class, uint]);
    build.op(op::OpAccessChain, pointer, &[array, place])
}

/// Emits code that stores each invocation's words and makes them visible to the whole workgroup. The first barrier ensures that
/// all invocations have finished reading the previous exchange.
pub fn publish(build: &mut Builder<'_, '_>, emulated: Emulated, words: &Words) {
    barrier(build);
    let own = build.built_in(built_in::LocalInvocationIndex);
    let shared = is_vulkan_model(build);
    for (number, &word) in words.iter().enumerate() {
        let element = element(build, emulated, number, own);
        let store = u32::from(op::OpStore);
        match shared {
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

/// Loads `count` words that another invocation of the subgroup has stored, by its index. 2 instructions per word.
pub fn fetch(
    build: &mut Builder<'_, '_>,
    emulated: Emulated,
    lane: Lane,
    number: u32,
    count: usize,
) -> Words {
    let place = lane.place(build, number);
    let words = 0..count.min(MAX_WORDS);
    words.map(|at| load(build, emulated, at, place)).collect()
}

/// Loads the first word that another invocation of the subgroup has stored, by its index.
pub fn fetch_word(build: &mut Builder<'_, '_>, emulated: Emulated, lane: Lane, number: u32) -> u32 {
    let place = lane.place(build, number);
    load(build, emulated, 0, place)
}

/// Joins a word of all invocations of the workgroup bit by bit, where the first one's has been stored as 0.
pub fn gather(build: &mut Builder<'_, '_>, emulated: Emulated, word: u32) -> u32 {
    let (uint, zero) = (build.uint(), build.constant(0));
    let first = element(build, emulated, 0, zero);
    let (workgroup, relaxed) = (build.constant(scope::Workgroup), zero);
    build.op(op::OpAtomicOr, uint, &[first, workgroup, relaxed, word]);
    barrier(build);
    load(build, emulated, 0, zero)
}

fn load(build: &mut Builder<'_, '_>, emulated: Emulated, at: usize, place: u32) -> u32 {
    let element = element(build, emulated, at, place);
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
