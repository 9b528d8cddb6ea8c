//! Indices into arrays of descriptors that are no constants, on a device that takes only constants.
//!
//! ```text
//! %p = OpAccessChain %to_image %pictures %i
//! %s = OpLoad %sampled %p
//! %t = OpImageSampleImplicitLod %vec4 %s %at         %t = OpFunctionCall %vec4 %choose %i %at
//! ```
//!
//! with, for an array of two,
//!
//! ```text
//! %choose = OpFunction %vec4 None …
//!           OpSelectionMerge %rest None
//!           OpSwitch %i %one 0 %zero
//!   %zero = OpLabel
//!     %p0 = OpAccessChain %to_image %pictures %uint_0
//!     %s0 = OpLoad %sampled %p0
//!     %t0 = OpImageSampleImplicitLod %vec4 %s0 %at
//!           OpBranch %rest
//!    %one = …
//!   %rest = OpLabel
//!      %t = OpPhi %vec4 %t0 %zero %t1 %one
//! ```
//!
//! Exact: one descriptor is chosen, by the same index. One that is not `NonUniform` is the same for all invocations of the
//! group (Vulkan specification, "Dynamically uniform"), so the switch leaves none of them behind: derivatives, and the
//! implicit level with them, are those of the instruction. An index outside of the array is undefined; here it is the last.
//! The four features (`shaderUniformBufferArrayDynamicIndexing`, `…StorageBuffer…`, `…SampledImage…`, `…StorageImage…`) speak
//! of what shaders do, not of what they declare, and front ends leave the capability out: it counts as needed all the same.
//!
//! The choice stands in a function for each instruction, so that no block of the caller is split: a sampled image has to be
//! made in the block that uses it. Each use takes as many cases as there are descriptors, [`MOST_DESCRIPTORS`] at most.
//!
//! Refused: modules in which an index may be `NonUniform`; arrays without a known length or with more; arrays that are
//! given to functions; indices of other widths than 32 bits; two different indices in one use (a texture's and a
//! sampler's); buffers in modules with variable pointers, and whatever else a pointer or an image is used for.

use crate::emit::Builder;
use crate::facts::{Facts, Scalar, TypeView};
use crate::inst::Inst;
use crate::operands::for_each_use;
use crate::plan::{Key, Take};
use crate::report::Exactness;
use crate::rules::{Action, Family, Refusal, Rule};
use crate::tables::{capability, op, op_hot, storage_class, OpFlags};
use arrayvec::ArrayVec;

/// The most descriptors that are chosen from.
pub const MOST_DESCRIPTORS: u32 = 32;

/// The most values that one use of a descriptor needs besides: the parameters of a function.
const MOST_VALUES: usize = 7;

/// The most operands of an instruction that uses a descriptor.
const MOST_OPERANDS: usize = 24;

/// How many instructions lie at most between the array and what uses a descriptor.
const MOST_STEPS: u32 = 8;

/// Descriptors under an index that is no constant.
pub const INDEXING: Rule = Rule {
    name: "descriptor-index",
    family: Family::Ops,
    exactness: Exactness::Exact,
    summary: "a descriptor selected by a switch over the index",
    action: Action::Lower {
        claims: |_: &Facts, inst| is_chain(inst.opcode()),
        lower: take_root,
    },
};

fn is_chain(opcode: u16) -> bool {
    matches!(opcode, op::OpAccessChain | op::OpInBoundsAccessChain)
}

/// Takes an access chain with an index that is no constant.
fn take_root(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), Refusal> {
    let (facts, words) = (build.scene.facts, build.scene.words);
    let id = inst.word(2);
    if facts.declares(capability::ShaderNonUniform) {
        return Err(Refusal("the index may differ between invocations"));
    }
    if facts.def(words, id).map(|def| def.offset()) != Some(inst.offset()) {
        return Err(Refusal("it was written by a rule"));
    }
    let mut base = inst.word(3);
    for _ in 0..MOST_STEPS {
        match facts.def(words, base) {
            Some(copy) if copy.opcode() == op::OpCopyObject => base = copy.word(3),
            _ => break,
        }
    }
    let variable = facts
        .def(words, base)
        .filter(|def| def.opcode() == op::OpVariable)
        .ok_or(Refusal("the array is passed to a function"))?;
    let TypeView::Pointer { class, pointee } = facts.type_view(words, variable.word(1)) else {
        return Err(Refusal("not an array of descriptors"));
    };
    let pointers = [
        capability::VariablePointers,
        capability::VariablePointersStorageBuffer,
    ];
    if class != storage_class::UniformConstant && pointers.iter().any(|&one| facts.declares(one)) {
        return Err(Refusal("pointers into buffers may be values"));
    }
    let TypeView::Array { length, .. } = facts.type_view(words, pointee) else {
        return Err(Refusal("the array has no length"));
    };
    let count = build
        .constant_value(length)
        .filter(|count| (1..=MOST_DESCRIPTORS).contains(count))
        .ok_or(Refusal(
            "the array is too long, or its length is an open specialization constant",
        ))?;
    let index = inst.word(4);
    match build.view(build.type_of(index)) {
        TypeView::Scalar(Scalar::Int { width: 32, .. }) => {}
        _ => return Err(Refusal("the index is not a 32-bit integer")),
    }
    let take = Take {
        offset: inst.offset(),
        index,
        count,
        array: base,
    };
    build.take(id, take);
    Ok(())
}

/// Writes an instruction that names something taken: takes its result in turn, or writes the choice.
pub fn consume(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), Refusal> {
    let mut root: Option<Take> = None;
    let (mut differs, mut strays) = (false, false);
    for_each_use(inst.words(), 1, |at, id| {
        if let Some(take) = build.plan.taken.get(id) {
            let same = |root: Take| (root.index, root.count) == (take.index, take.count);
            differs |= !root.is_none_or(same);
            strays |= !leads_on(inst, at);
            root = Some(take);
        }
    });
    let root = root.ok_or(Refusal("nothing in it could be replaced"))?;
    if strays {
        return Err(Refusal("a descriptor as an unexpected operand"));
    }
    if differs {
        return Err(Refusal("two descriptors with indices of their own"));
    }
    match is_step(build, inst) {
        Some(true) => {
            let take = Take {
                offset: inst.offset(),
                array: 0,
                ..root
            };
            build.take(inst.word(2), take);
            Ok(())
        }
        Some(false) => choose(build, inst, root),
        None => Err(Refusal("an unknown use of a descriptor")),
    }
}

/// Whether an instruction makes something that has to be taken in turn, or ends in a value or an effect.
fn is_step(build: &Builder<'_, '_>, inst: Inst<'_>) -> Option<bool> {
    match inst.opcode() {
        op::OpAccessChain
        | op::OpInBoundsAccessChain
        | op::OpCopyObject
        | op::OpSampledImage
        | op::OpImage
        | op::OpImageTexelPointer => Some(true),
        op::OpLoad => Some(is_opaque(build, inst.word(1))),
        op::OpStore
        | op::OpCopyMemory
        | op::OpArrayLength
        | op::OpImageSampleImplicitLod..=op::OpImageWrite
        | op::OpImageQueryFormat..=op::OpImageQuerySamples
        | op::OpAtomicLoad..=op::OpAtomicXor => Some(false),
        _ => None,
    }
}

/// What a case of the choice is written with.
struct Case<'c> {
    /// The descriptor's number, as a constant.
    number: u32,
    /// Values of the caller and the parameters that they are in the function.
    values: &'c [(u32, u32)],
}

/// Writes the choice: a call of a function with a switch.
fn choose(build: &mut Builder<'_, '_>, inst: Inst<'_>, root: Take) -> Result<(), Refusal> {
    let mut values = ArrayVec::<u32, MOST_VALUES>::new();
    values.push(root.index);
    collect(build, inst, &mut values, 0)?;
    let has_result = op_hot(inst.opcode()).flags.contains(OpFlags::RESULT_TYPE);
    let (ty, id) = if has_result {
        (inst.word(1), inst.word(2))
    } else {
        let new = &mut build.plan.new;
        let void = new.declare(build.scene, op::OpTypeVoid, None, &[]);
        (void, new.id())
    };
    let key = Key {
        name: "descriptor-index",
        ty,
        variant: [inst.offset(), root.count],
    };
    let mut refusal = None;
    build.call_as(id, key, &values, |build, parameters| {
        let values: ArrayVec<(u32, u32), MOST_VALUES> = values
            .iter()
            .copied()
            .zip(parameters.iter().copied())
            .collect();
        let index = parameters.first().copied().unwrap_or(0);
        let written = cases(build, inst, (index, root.count), &values, has_result);
        written.unwrap_or_else(|why| {
            refusal = Some(why);
            0
        })
    });
    refusal.map_or(Ok(()), Err)
}

/// Writes the switch; the id of its result, or 0.
fn cases(
    build: &mut Builder<'_, '_>,
    inst: Inst<'_>,
    (index, count): (u32, u32),
    values: &[(u32, u32)],
    has_result: bool,
) -> Result<u32, Refusal> {
    const MOST: usize = MOST_DESCRIPTORS as usize;
    let rest = build.plan.new.id();
    let labels: ArrayVec<u32, MOST> = (0..count).map(|_| build.plan.new.id()).collect();
    let last = labels.last().copied().ok_or(Refusal("no descriptors"))?;
    build.merge(rest);
    let mut switch = ArrayVec::<u32, { 3 + 2 * MOST }>::new();
    let len = 3 + 2 * (count - 1);
    switch.extend([len << 16 | u32::from(op::OpSwitch), index, last]);
    for (number, &label) in (0..count - 1).zip(&labels) {
        switch.extend([number, label]);
    }
    build.raw(&switch);
    let mut phi = ArrayVec::<u32, { 3 + 2 * MOST }>::new();
    let id = build.plan.new.id();
    let ty = inst.word(1);
    let len = 3 + 2 * count;
    phi.extend([len << 16 | u32::from(op::OpPhi), ty, id]);
    for (number, &label) in (0..).zip(&labels) {
        build.label(label);
        let number = build.constant(number);
        let result = copy(build, inst, &Case { number, values }, 0)?;
        phi.extend([result, build.block()]);
        build.branch(rest);
    }
    build.label(rest);
    if !has_result {
        return Ok(0);
    }
    build.plan.new.note_type(id, ty);
    build.raw(&phi);
    Ok(id)
}

/// Gathers the values of the caller that an instruction needs, and those that what was taken needs.
fn collect(
    build: &Builder<'_, '_>,
    inst: Inst<'_>,
    values: &mut ArrayVec<u32, MOST_VALUES>,
    steps: u32,
) -> Result<(), Refusal> {
    let too_many = Refusal("a use of a descriptor with too many operands");
    if steps > MOST_STEPS {
        return Err(too_many);
    }
    let facts = build.scene.facts;
    let words = build.scene.words;
    let has_result = op_hot(inst.opcode()).flags.contains(OpFlags::RESULT_TYPE);
    let is_root = has_result && array_of(build, inst) != 0;
    let mut result = Ok(());
    for_each_use(inst.words(), 1, |at, id| {
        if has_result && at == 1 || is_root && at == 3 {
            return;
        }
        if let Some(def) = remade(build, id).filter(|_| leads_on(inst, at)) {
            result = result.and(collect(build, def, values, steps + 1));
            return;
        }
        let is_local = facts
            .def(words, id)
            .is_none_or(|def| def.offset() >= facts.first_function);
        if !is_local || values.contains(&id) {
            return;
        }
        // Of pointers, a function takes those that are variables (specification, section 2.16.1).
        let is_variable = facts
            .def(words, id)
            .is_some_and(|def| def.opcode() == op::OpVariable);
        let passes = match build.view(build.type_of(id)) {
            TypeView::Pointer { .. } => is_variable,
            TypeView::Other => false,
            _ => true,
        };
        if !passes {
            result = Err(Refusal(
                "a use of a descriptor with another pointer or image",
            ));
        } else if values.try_push(id).is_err() {
            result = Err(too_many);
        }
    });
    result
}

/// Whether an operand is one of those that a descriptor comes by: one, or two where an image meets a sampler or one memory
/// another. So there are no more ways back to the array than steps.
fn leads_on(inst: Inst<'_>, at: usize) -> bool {
    match inst.opcode() {
        op::OpSampledImage => at == 3 || at == 4,
        op::OpCopyMemory => at == 1 || at == 2,
        op::OpStore | op::OpAtomicStore | op::OpImageWrite => at == 1,
        _ => at == 3,
    }
}

/// The definition of something that is made again for each descriptor: what was taken, and an image or a sampler of
/// another variable, which no function can be given.
fn remade<'s>(build: &Builder<'_, 's>, id: u32) -> Option<Inst<'s>> {
    let (facts, words) = (build.scene.facts, build.scene.words);
    if let Some(take) = build.plan.taken.get(id) {
        return Inst::at(words, take.offset);
    }
    let def = facts.def(words, id)?;
    let is_global = |id: u32| {
        facts
            .def(words, id)
            .is_some_and(|def| def.offset() < facts.first_function)
    };
    // An access chain into a variable, and a load by way of it or of the variable alone.
    let is_chain = |def: Inst<'_>| is_chain(def.opcode()) && is_global(def.word(3));
    let is_load = || {
        let from = facts.def(words, def.word(3));
        def.opcode() == op::OpLoad
            && is_opaque(build, def.word(1))
            && (is_global(def.word(3)) || from.is_some_and(is_chain))
    };
    (is_chain(def) || is_load()).then_some(def)
}

/// Whether a type is that of images or samplers.
fn is_opaque(build: &Builder<'_, '_>, ty: u32) -> bool {
    let opaque = [op::OpTypeImage, op::OpTypeSampler, op::OpTypeSampledImage];
    build
        .def(ty)
        .is_some_and(|ty| opaque.contains(&ty.opcode()))
}

/// The array that an instruction with a result chooses a descriptor from, or 0.
fn array_of(build: &Builder<'_, '_>, inst: Inst<'_>) -> u32 {
    let take = build.plan.taken.get(inst.word(2));
    take.map_or(0, |take| take.array)
}

/// Writes an instruction for one descriptor, with what was taken before it; its result.
fn copy(
    build: &mut Builder<'_, '_>,
    inst: Inst<'_>,
    case: &Case<'_>,
    steps: u32,
) -> Result<u32, Refusal> {
    let too_long = Refusal("a use of a descriptor that is too long");
    let has_result = op_hot(inst.opcode()).flags.contains(OpFlags::RESULT_TYPE);
    let first = if has_result { 3 } else { 1 };
    let mut operands = ArrayVec::<u32, MOST_OPERANDS>::new();
    let given = operands.try_extend_from_slice(inst.from(first));
    if given.is_err() || steps > MOST_STEPS {
        return Err(too_long);
    }
    let mut places = ArrayVec::<(usize, u32), MOST_OPERANDS>::new();
    for_each_use(inst.words(), 1, |at, id| {
        if at >= first {
            let _ = places.try_push((at, id));
        }
    });
    let array = if has_result { array_of(build, inst) } else { 0 };
    for (at, id) in places {
        let now = if array != 0 && at == 3 {
            array
        } else if array != 0 && at == 4 {
            case.number
        } else if let Some(def) = remade(build, id).filter(|_| leads_on(inst, at)) {
            copy(build, def, case, steps + 1)?
        } else {
            let value = case.values.iter().find(|value| value.0 == id);
            value.map_or(id, |value| value.1)
        };
        if let Some(slot) = operands.get_mut(at - first) {
            *slot = now;
        }
    }
    if has_result {
        return Ok(build.op(inst.opcode(), inst.word(1), &operands));
    }
    let mut words = ArrayVec::<u32, { MOST_OPERANDS + 1 }>::new();
    words.push((operands.len() as u32 + 1) << 16 | u32::from(inst.opcode()));
    words.extend(operands);
    build.raw(&words);
    Ok(0)
}
