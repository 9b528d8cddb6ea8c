//! Dynamic indices into arrays of descriptors, for devices that only support constant indices, or only indices that are the same
//! for all invocations.
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
//! Exact: the same index selects one descriptor. An index outside the array is undefined; here it selects the last descriptor.
//! An index that is not `NonUniform` is the same for all invocations of the group (Vulkan specification, "Dynamically uniform"),
//! so the switch does not diverge: derivatives, and the implicit level that depends on them, are those of the original
//! instruction. With a `NonUniform` one it diverges, and each case accesses its descriptor for the invocations that chose it.
//! Derivatives within the switch are defined where the index is the same for the four fragments of a quad. Where it is not,
//! so are those of the original instruction only if the device has `quadDivergentImplicitLod` (Vulkan specification,
//! "Derivative Image Operations").
//!
//! The four features `shaderUniformBufferArrayDynamicIndexing`, `…StorageBuffer…`, `…SampledImage…` and `…StorageImage…` restrict
//! what shaders do, not what they declare, and front ends omit the capability: it is needed whether or not it is declared. Which
//! chains have a `NonUniform` index is determined ahead ([`crate::plan::visit_selectors`]).
//!
//! An image or sampler that is passed to a function is used by the call: each case calls the function with its own pointer.
//!
//! The selection is in a function per instruction, so that no block of the caller is split: an `OpSampledImage` must be in the
//! block that uses it. Each use has as many cases as there are descriptors, at most [`MAX_DESCRIPTORS`]. Where a texture and its
//! sampler have indices of their own, there is a case for each pair: the switch is over `%i * N + %j`, with `N` samplers.
//!
//! Refused: calls in modules with `NonUniform`, since whatever else the function does would diverge too; arrays of unknown length
//! or with more descriptors; more pairs than that; arrays that are passed to functions; buffers in modules with variable
//! pointers; implicit levels in modules with `NonUniform` on devices with `quadDivergentImplicitLod`, and all other uses of a
//! pointer or an image.
//!
//! `descriptor-index` is shown by `corpus/shaders/images/input_attachment_array.frag`.

mod copies;

use super::same::are_same;
use crate::build::flow::Flow;
use crate::build::Build;
use crate::emit::Builder;
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::operands::each_use;
use crate::plan::{DeferredAccess, Index, Key};
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::{capability, op, storage_class};
use crate::views;
use arrayvec::ArrayVec;
use copies::can_repeat;
pub use copies::copy_by_value;

/// Maximum number of descriptors to select from.
pub const MAX_DESCRIPTORS: u32 = 32;

/// Maximum number of other values that one use of a descriptor needs: the parameters of the function.
const MAX_VALUES: usize = 7;

/// Maximum number of operands of an instruction that uses a descriptor.
pub const MAX_OPERANDS: usize = 24;

/// Maximum number of instructions between the array and the instruction that uses a descriptor.
const MAX_STEPS: u32 = 8;

/// Descriptors that a dynamic index selects.
pub const INDEXING: Rule = Rule {
    name: "descriptor-index",
    family: Family::Ops,
    exactness: Exactness::Exact,
    summary: "a descriptor selected by a switch over the index",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpAccessChain, OpInBoundsAccessChain]),
        lower: take_root,
    },
};

/// The array has more descriptors than [`MAX_DESCRIPTORS`].
pub const TOO_LONG: &str = "a switch selects among at most 32 descriptors";

/// Defers an access chain with a dynamic index.
fn take_root(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let (facts, words) = (build.scene.facts, build.scene.words);
    let id = inst.result();
    if facts.def(words, id).map(|def| def.offset()) != Some(inst.offset()) {
        return Err(LowerError::Because("it was written by a rule"));
    }
    let base = facts.original(words, views::AccessChain(inst).base());
    let variable = facts
        .def(words, base)
        .filter(|def| def.opcode() == op::OpVariable)
        .ok_or(LowerError::Because("the array is passed to a function"))?;
    let TypeView::Pointer { class, pointee } = facts.type_view(words, variable.result_type())
    else {
        return Err(LowerError::Because("not an array of descriptors"));
    };
    if class != storage_class::UniformConstant && build.may_choose_pointers() {
        return Err(LowerError::Because("pointers into buffers may be values"));
    }
    let length = match facts.type_view(words, pointee) {
        TypeView::Array { length, .. } => length,
        TypeView::RuntimeArray { .. } => {
            return Err(LowerError::Because(
                "the array has no length: a switch selects the descriptor where the shader declares one of at most 32",
            ))
        }
        _ => return Err(LowerError::Unrelated),
    };
    let count = build.constant_value(length).ok_or(LowerError::Because(
        "the array's length is a specialization constant that stays open: a switch needs a number, of at most 32",
    ))?;
    if !(1..=MAX_DESCRIPTORS).contains(&count) {
        return Err(LowerError::Because(TOO_LONG));
    }
    let index = views::AccessChain(inst).indexes().first().unwrap_or(&0);
    let index = facts.original(words, *index);
    match build.view(build.type_of(index)) {
        TypeView::Scalar(Scalar::Int { .. }) => {}
        _ => return Err(LowerError::Because("the index is not an integer")),
    }
    let access = DeferredAccess {
        offset: inst.offset(),
        indices: [Index { id: index, count }, Index::NONE],
        array: base,
    };
    build.defer(id, access);
    Ok(())
}

/// Handles an instruction that uses a deferred value: defers its result, too, or emits the selection.
pub fn consume(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let mut indices = ArrayVec::<Index, 2>::new();
    let (mut is_other, mut is_unexpected) = (false, false);
    each_use(inst.words(), 1, &mut |at, id| {
        if is_other || is_unexpected {
            return;
        }
        if let Some(access) = build.plan.deferred.get(id) {
            let own = access.indices.iter().filter(|index| index.id != 0);
            own.for_each(|&index| is_other |= !add_index(build, &mut indices, index));
            is_unexpected |= !is_descriptor_operand(inst, at);
        }
    });
    if is_unexpected {
        return Err(LowerError::Because("a descriptor as an unexpected operand"));
    }
    if inst.opcode() == op::OpCopyMemory && (indices.len() > 1 || !can_repeat(build, inst)) {
        return copy_by_value(build, inst);
    }
    let pairs = indices.iter().map(|index| index.count).product::<u32>();
    if is_other || pairs > MAX_DESCRIPTORS {
        return Err(LowerError::Because(
            "two descriptors with indices of their own",
        ));
    }
    let mut all = indices.iter().copied();
    let first = all.next();
    let first = first.ok_or(LowerError::Because("nothing in it could be replaced"))?;
    let indices = [first, all.next().unwrap_or(Index::NONE)];
    match is_step(build, inst) {
        Some(true) => {
            let access = DeferredAccess {
                offset: inst.offset(),
                indices,
                array: 0,
            };
            build.defer(inst.result(), access);
            Ok(())
        }
        Some(false) if inst.opcode() == op::OpFunctionCall && may_diverge(build) => {
            Err(LowerError::Because("a descriptor that may differ between invocations is passed to a function"))
        }
        Some(false) if has_implicit_level(inst.opcode()) && diverges_in_quads(build) => Err(LowerError::Because(
            "an implicit level of detail, which the device defines although images differ within a quad",
        )),
        Some(false) => choose(build, inst, [inst.offset(), 0], indices),
        None => Err(LowerError::Because("an unknown use of a descriptor")),
    }
}

/// Adds an index. Of two arrays under one index, the shorter one limits it. Returns whether there is room for it.
fn add_index(build: &Builder<'_, '_>, indices: &mut ArrayVec<Index, 2>, index: Index) -> bool {
    let mut known = indices.iter_mut();
    match known.find(|known| are_same(build.scene, known.id, index.id)) {
        Some(other) => other.count = other.count.min(index.count),
        None => return indices.try_push(index).is_ok(),
    }
    true
}

/// Whether the result of an instruction must be deferred, too; false if the instruction yields a plain value or has an
/// effect.
fn is_step(build: &Builder<'_, '_>, inst: Inst<'_>) -> Option<bool> {
    match inst.opcode() {
        op::OpAccessChain
        | op::OpInBoundsAccessChain
        | op::OpCopyObject
        | op::OpImage
        | op::OpImageTexelPointer => Some(true),
        // Of the two operands, only the image may come from a sampled image again: the number of paths must not double often.
        op::OpSampledImage => has_type(
            build,
            views::SampledImage(inst).sampler(),
            op::OpTypeSampler,
        )
        .then_some(true),
        op::OpLoad => Some(is_opaque(build, inst.result_type())),
        op::OpStore
        | op::OpCopyMemory
        | op::OpArrayLength
        | op::OpImageSampleImplicitLod..=op::OpImageWrite
        | op::OpImageSparseSampleImplicitLod..=op::OpImageSparseDrefGather
        | op::OpImageSparseRead
        | op::OpImageQueryFormat..=op::OpImageQuerySamples
        | op::OpAtomicLoad..=op::OpAtomicXor
        | op::OpAtomicFAddEXT
        | op::OpAtomicFMinEXT
        | op::OpAtomicFMaxEXT => Some(false),
        op::OpFunctionCall if passes_opaque(build, inst) => Some(false),
        _ => None,
    }
}

/// Whether an instruction computes a level of detail from the derivatives of its coordinates.
fn has_implicit_level(opcode: u16) -> bool {
    matches!(
        opcode,
        op::OpImageSampleImplicitLod
            | op::OpImageSampleDrefImplicitLod
            | op::OpImageSampleProjImplicitLod
            | op::OpImageSampleProjDrefImplicitLod
            | op::OpImageSparseSampleImplicitLod
            | op::OpImageSparseSampleDrefImplicitLod
            | op::OpImageSparseSampleProjImplicitLod
            | op::OpImageSparseSampleProjDrefImplicitLod
            | op::OpImageQueryLod
    )
}

/// Whether an index may differ between invocations.
fn may_diverge(build: &Builder<'_, '_>) -> bool {
    build.scene.facts.uses(capability::ShaderNonUniform)
}

/// Whether an index may differ within a quad of fragments without making implicit levels of detail undefined.
fn diverges_in_quads(build: &Builder<'_, '_>) -> bool {
    let properties = build.scene.target.properties();
    may_diverge(build) && properties.quad_divergent_implicit_lod == Some(true)
}

/// Whether the deferred arguments of a call are pointers to images or samplers. Such a pointer need not be a variable
/// (specification, "Universal Validation Rules").
fn passes_opaque(build: &Builder<'_, '_>, call: Inst<'_>) -> bool {
    let mut arguments = views::FunctionCall(call).arguments().iter();
    arguments.all(|&id| {
        let class = match build.view(build.type_of(id)) {
            TypeView::Pointer { class, .. } => Some(class),
            _ => None,
        };
        build.plan.deferred.get(id).is_none() || class == Some(storage_class::UniformConstant)
    })
}

/// The values that a case of the selection uses.
struct Case<'c> {
    /// Each index with its value, a constant.
    numbers: [(u32, u32); 2],
    /// Values of the caller and the parameters that replace them in the function.
    values: &'c [(u32, u32)],
}

/// Emits the selection: a call of a function with a switch, unique for its instruction and part of that.
fn choose(
    build: &mut Builder<'_, '_>,
    inst: Inst<'_>,
    variant: [u32; 2],
    indices: [Index; 2],
) -> Result<(), LowerError> {
    let mut values = ArrayVec::<u32, MAX_VALUES>::new();
    values.extend(indices.iter().map(|index| index.id).filter(|&id| id != 0));
    collect(build, inst, &mut values, 0)?;
    let (ty, id) = if inst.has_type() {
        (inst.result_type(), inst.result())
    } else {
        let new = &mut build.plan.new;
        let void = new.declare(build.scene, op::OpTypeVoid, None, &[]);
        (void, new.id())
    };
    let key = Key {
        name: "descriptor-index",
        ty,
        variant,
    };
    let mut refusal = None;
    let mut is_split = false;
    build.call_keyed(id, key, &values, |build, parameters| {
        let values: ArrayVec<(u32, u32), MAX_VALUES> = values
            .iter()
            .copied()
            .zip(parameters.iter().copied())
            .collect();
        let written = cases(build, inst, indices, &values, &mut is_split);
        written.unwrap_or_else(|why| {
            refusal = Some(why);
            0
        })
    });
    // A sampled image may now be in another block than its use, which is repaired once all is written.
    build.plan.splits.any |= is_split;
    refusal.map_or(Ok(()), Err)
}

/// Emits the switch. Returns the id of its result, or 0. Notes whether a later rule has split one of its blocks.
fn cases(
    build: &mut Builder<'_, '_>,
    inst: Inst<'_>,
    indices: [Index; 2],
    values: &[(u32, u32)],
    is_split: &mut bool,
) -> Result<u32, LowerError> {
    const MAX: usize = MAX_DESCRIPTORS as usize;
    let [first, second] = indices;
    let count = first.count * second.count;
    let parameter = |at: usize| values.get(at).map_or(0, |value| value.1);
    let mut index = selector(build, parameter(0));
    if second.id != 0 {
        let uint = build.uint();
        let row = build.constant(second.count);
        let row = build.op(op::OpIMul, uint, &[index, row]);
        let column = selector(build, parameter(1));
        index = build.op(op::OpIAdd, uint, &[row, column]);
    }
    let rest = build.id();
    let labels: ArrayVec<u32, MAX> = (0..count).map(|_| build.id()).collect();
    build.switch(index, &labels, rest);
    let mut edges = ArrayVec::<(u32, u32), MAX>::new();
    let id = build.id();
    let ty = inst.word(1);
    for (number, &label) in (0u32..).zip(&labels) {
        build.label(label);
        let numbers = [
            (first.id, build.constant(number / second.count)),
            (second.id, build.constant(number % second.count)),
        ];
        let result = copy(build, inst, &Case { numbers, values }, 0)?;
        edges.push((result, build.block()));
        *is_split |= build.block() != label;
        build.branch(rest);
    }
    build.label(rest);
    let is_void = build
        .def(ty)
        .is_some_and(|ty| ty.opcode() == op::OpTypeVoid);
    if !inst.has_type() || is_void {
        return Ok(0);
    }
    build.phi_as(id, ty, &edges);
    Ok(id)
}

/// An index as a 32-bit integer: those of all descriptors fit.
fn selector(build: &mut Builder<'_, '_>, index: u32) -> u32 {
    let uint = build.uint();
    match build.shape(build.type_of(index)) {
        Some((Scalar::Int { width: 32, .. }, _)) => index,
        _ => build.op(op::OpUConvert, uint, &[index]),
    }
}

/// Collects the caller's values that an instruction and the deferred instructions before it use.
fn collect(
    build: &Builder<'_, '_>,
    inst: Inst<'_>,
    values: &mut ArrayVec<u32, MAX_VALUES>,
    steps: u32,
) -> Result<(), LowerError> {
    let too_many = LowerError::Because("a use of a descriptor with too many operands");
    // A longer instruction could be walked again for each use of its result.
    if steps > MAX_STEPS || inst.from(3).len() > MAX_OPERANDS {
        return Err(too_many);
    }
    let facts = build.scene.facts;
    let words = build.scene.words;
    let has_result = inst.has_type();
    let is_root = has_result && root_of(build, inst).is_some();
    let mut result = Ok(());
    each_use(inst.words(), 1, &mut |at, id| {
        // The type, the array and the index, or the function of a call.
        let is_function = at == 3 && inst.opcode() == op::OpFunctionCall;
        let is_used = !(has_result && at == 1 || is_root && (at == 3 || at == 4) || is_function);
        if !is_used || result.is_err() {
            return;
        }
        if let Some(def) = recreated(build, id).filter(|_| is_descriptor_operand(inst, at)) {
            result = collect(build, def, values, steps + 1);
            return;
        }
        let is_local = facts
            .def(words, id)
            .is_none_or(|def| def.offset() >= facts.first_function);
        if !is_local || values.contains(&id) {
            return;
        }
        // Pointer arguments must be variables (specification, section 2.16.1).
        let is_variable = facts
            .def(words, id)
            .is_some_and(|def| def.opcode() == op::OpVariable);
        let passes = match build.view(build.type_of(id)) {
            TypeView::Pointer { .. } => is_variable,
            TypeView::Other => false,
            _ => true,
        };
        if !passes {
            result = Err(LowerError::Because(
                "a use of a descriptor with another pointer or image",
            ));
        } else if values.try_push(id).is_err() {
            result = Err(too_many);
        }
    });
    result
}

/// Whether an operand may be derived from a descriptor: one operand, or two for `OpSampledImage` and `OpCopyMemory`, or all
/// arguments of a call, whose result is not derived from them. This bounds the number of paths back to the array.
fn is_descriptor_operand(inst: Inst<'_>, at: usize) -> bool {
    match inst.opcode() {
        op::OpSampledImage => at == 3 || at == 4,
        op::OpCopyMemory => at == 1 || at == 2,
        op::OpFunctionCall => at >= 4,
        op::OpStore | op::OpAtomicStore | op::OpImageWrite => at == 1,
        _ => at == 3,
    }
}

/// The definition of a value that is emitted again for each descriptor: a deferred one, and an image or sampler of another
/// variable, which cannot be passed to a function.
fn recreated<'s>(build: &Builder<'_, 's>, id: u32) -> Option<Inst<'s>> {
    let (facts, words) = (build.scene.facts, build.scene.words);
    if let Some(access) = build.plan.deferred.get(id) {
        return Inst::at(words, access.offset);
    }
    let def = facts.def(words, id)?;
    let is_global = |id: u32| {
        facts
            .def(words, id)
            .is_some_and(|def| def.offset() < facts.first_function)
    };
    // An access chain into a variable, and a load through one or directly from a variable. A chain that could not be deferred
    // stays in the way: its index would be a parameter of the function.
    let is_chain = |def: Inst<'_>| {
        def.is_chain() && is_global(views::AccessChain(def).base()) && build.supports_index(def)
    };
    let is_load = || {
        if def.opcode() != op::OpLoad || !is_opaque(build, def.result_type()) {
            return false;
        }
        let pointer = views::Load(def).pointer();
        is_global(pointer) || facts.def(words, pointer).is_some_and(is_chain)
    };
    (is_chain(def) || is_load()).then_some(def)
}

/// Whether the type of a value is declared by an opcode.
fn has_type(build: &Builder<'_, '_>, id: u32, opcode: u16) -> bool {
    let ty = build.def(build.type_of(id));
    ty.is_some_and(|ty| ty.opcode() == opcode)
}

/// Whether a type is an image, sampler or sampled image type.
fn is_opaque(build: &Builder<'_, '_>, ty: u32) -> bool {
    let opaque = [op::OpTypeImage, op::OpTypeSampler, op::OpTypeSampledImage];
    build
        .def(ty)
        .is_some_and(|ty| opaque.contains(&ty.opcode()))
}

/// The array from which an instruction with a result selects a descriptor, and the index.
fn root_of(build: &Builder<'_, '_>, inst: Inst<'_>) -> Option<(u32, u32)> {
    let access = build.plan.deferred.get(inst.word(2))?;
    (access.array != 0).then_some((access.array, access.indices.first()?.id))
}

/// Emits an instruction, and the deferred ones before it, for one descriptor. Returns its result.
fn copy(
    build: &mut Builder<'_, '_>,
    inst: Inst<'_>,
    case: &Case<'_>,
    steps: u32,
) -> Result<u32, LowerError> {
    let too_long = LowerError::Because("a use of a descriptor that is too long");
    let has_result = inst.has_type();
    let first = if has_result { 3 } else { 1 };
    let mut operands = ArrayVec::<u32, MAX_OPERANDS>::new();
    let given = operands.try_extend_from_slice(inst.from(first));
    if given.is_err() || steps > MAX_STEPS {
        return Err(too_long);
    }
    let mut places = ArrayVec::<(usize, u32), MAX_OPERANDS>::new();
    each_use(inst.words(), 1, &mut |at, id| {
        if at >= first {
            let _ = places.try_push((at, id));
        }
    });
    let root = root_of(build, inst).filter(|_| has_result);
    for (at, id) in places {
        let now = if let Some((array, _)) = root.filter(|_| at == 3) {
            array
        } else if let Some((_, index)) = root.filter(|_| at == 4) {
            let mut numbers = case.numbers.iter();
            let number = numbers.find(|number| are_same(build.scene, number.0, index));
            number.map_or(0, |number| number.1)
        } else if let Some(def) = recreated(build, id).filter(|_| is_descriptor_operand(inst, at)) {
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
        return Ok(build.op(inst.opcode(), inst.result_type(), &operands));
    }
    let mut words = ArrayVec::<u32, { MAX_OPERANDS + 1 }>::new();
    words.push((operands.len() as u32 + 1) << 16 | u32::from(inst.opcode()));
    words.extend(operands);
    build.whole(&words);
    Ok(0)
}
