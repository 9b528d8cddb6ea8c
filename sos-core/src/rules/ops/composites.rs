//! Two instructions on whole composites that SPIR-V 1.4 introduced.
//!
//! ```text
//! %r = OpCopyLogical %B %a          %m = OpCompositeExtract %A.0 %a 0       for each member, and for members that are
//!                                   …                                      composites of other types again
//!                                   %r = OpCompositeConstruct %B %m …
//!
//! %r = OpSelect %S %c %x %y         %s = OpCompositeExtract … of %x and of %y, OpSelect for each member that is a scalar,
//!                                   a vector or a pointer, and OpCompositeConstruct; for a vector, by a vector of %c
//! ```
//!
//! Constants are selected by `OpSpecConstantOp`, vectors of them component by component, so that only declared types are
//! needed.
//!
//! Exact: both instructions are defined member by member (SPIR-V specification, `OpCopyLogical`, `OpSelect`), and neither
//! computes anything. Composites are decomposed into at most [`MAX_PARTS`] scalars and vectors; larger ones are refused, since
//! the output would grow out of proportion.
//!
//! `copy-logical` is shown by `corpus/shaders/version/copy_logical.spvasm`.
//! `select-composite` is shown by `corpus/shaders/version/select_composite.spvasm`.

use crate::build::Build;
use crate::emit::Builder;
use crate::facts::TypeView;
use crate::inst::Inst;
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::op;
use crate::views;
use arrayvec::ArrayVec;

/// The maximum number of scalars and vectors that a composite is decomposed into.
const MAX_PARTS: u32 = 256;

/// The maximum nesting depth.
const MAX_DEPTH: u32 = 8;

/// The maximum number of operands of an instruction that the builder emits.
const MOST_MEMBERS: usize = 32;

/// The members of a composite under construction.
type Members = ArrayVec<u32, MOST_MEMBERS>;

const TOO_MANY: LowerError = LowerError::Because("the composite has too many members");

/// `OpCopyLogical`.
pub const COPY_LOGICAL: Rule = Rule {
    name: "copy-logical",
    family: Family::Ops,
    exactness: Exactness::Exact,
    summary: "a copy between types of the same structure, member by member",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpCopyLogical]),
        lower: lower_copy,
    },
};

/// `OpSelect` on composites, and by one Boolean on vectors.
pub const SELECT: Rule = Rule {
    name: "select-composite",
    family: Family::Ops,
    exactness: Exactness::Exact,
    summary: "a selection between composites, member by member",
    action: Action::Lower {
        // Claims every selection: one that is no composite has no unmet need and never gets here.
        claims: Claims::of(opcodes![OpSelect, OpSpecConstantOp])
            .when(|_, inst| inst.opcode() == op::OpSelect || is_constant_select(inst)),
        lower: lower_select,
    },
};

fn lower_copy(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let (ty, id, source) = (
        inst.result_type(),
        inst.result(),
        views::CopyLogical(inst).operand(),
    );
    let from = build.scene.facts.type_of(build.scene.words, source);
    let mut left = MAX_PARTS;
    copy(build, Some(id), ty, from, source, 0, &mut left)?;
    Ok(())
}

/// Copies a value of type `from` to type `to`, with result id `id` if given. Returns the result id.
fn copy(
    build: &mut Builder<'_, '_>,
    id: Option<u32>,
    to: u32,
    from: u32,
    value: u32,
    depth: u32,
    left: &mut u32,
) -> Result<u32, LowerError> {
    if to == from && id.is_none() {
        return Ok(value);
    }
    let count = parts(build, to, depth, left)?;
    if count == 0 {
        return Err(LowerError::Because(
            "the types do not have the same structure",
        ));
    }
    let mut members = Members::new();
    for index in 0..count {
        let (target, source) = (part(build, to, index)?, part(build, from, index)?);
        let member = build.op(op::OpCompositeExtract, source, &[value, index]);
        let member = copy(build, None, target, source, member, depth + 1, left)?;
        members.try_push(member).map_err(|_| TOO_MANY)?;
    }
    let id = id.unwrap_or_else(|| build.id());
    build.op_as(id, op::OpCompositeConstruct, to, &members);
    Ok(id)
}

fn is_constant_select(inst: Inst<'_>) -> bool {
    inst.opcode() == op::OpSpecConstantOp
        && views::SpecConstantOp(inst).opcode() == u32::from(op::OpSelect)
}

fn lower_select(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let constant = is_constant_select(inst);
    let operands = inst.from(if constant { 4 } else { 3 });
    let &[condition, yes, no] = operands else {
        return Err(LowerError::Because("it has three operands"));
    };
    let (ty, id, mut left) = (inst.result_type(), inst.result(), MAX_PARTS);
    let choice = [condition, yes, no];
    choose(build, Some(id), ty, choice, constant, (0, &mut left))?;
    Ok(())
}

/// Selects between two values, or between two constants.
fn choose(
    build: &mut Builder<'_, '_>,
    id: Option<u32>,
    ty: u32,
    [condition, yes, no]: [u32; 3],
    constant: bool,
    (depth, left): (u32, &mut u32),
) -> Result<u32, LowerError> {
    let count = match (parts(build, ty, depth, left)?, build.shape(ty)) {
        (0, Some((_, count @ 2..))) if constant => count,
        (count, _) => count,
    };
    if count == 0 {
        if constant {
            let choice = [condition, yes, no];
            return Ok(write(build, constant, id, op::OpSelect, ty, &choice));
        }
        let id = id.unwrap_or_else(|| build.id());
        build.select_as(id, ty, condition, yes, no);
        return Ok(id);
    }
    let mut members = Members::new();
    for index in 0..count {
        let member = part(build, ty, index)?;
        let mut extract = |whole| {
            write(
                build,
                constant,
                None,
                op::OpCompositeExtract,
                member,
                &[whole, index],
            )
        };
        let choice = [condition, extract(yes), extract(no)];
        let deeper = (depth + 1, &mut *left);
        let member = choose(build, None, member, choice, constant, deeper)?;
        members.try_push(member).map_err(|_| TOO_MANY)?;
    }
    Ok(write(
        build,
        constant,
        id,
        op::OpCompositeConstruct,
        ty,
        &members,
    ))
}

/// Emits an instruction, or an equivalent `OpSpecConstantOp`, with result id `id` if given. Returns the result id.
fn write(
    build: &mut Builder<'_, '_>,
    constant: bool,
    id: Option<u32>,
    opcode: u16,
    ty: u32,
    operands: &[u32],
) -> u32 {
    let id = id.unwrap_or_else(|| build.id());
    match constant {
        true => build.constant_op_as(id, opcode, ty, operands),
        false => build.op_as(id, opcode, ty, operands),
    }
    id
}

/// The number of members of a struct, array or matrix; 0 for other types.
fn parts(build: &Builder<'_, '_>, ty: u32, depth: u32, left: &mut u32) -> Result<u32, LowerError> {
    let (words, facts) = (build.scene.words, build.scene.facts);
    let count = match facts.type_view(words, ty) {
        TypeView::Struct(members) => members.len() as u32,
        TypeView::Array { length, .. } => build.constant_value(length).ok_or(
            LowerError::Because("the length of an array is an open specialization constant"),
        )?,
        TypeView::Vector { component, count }
            if matches!(facts.type_view(words, component), TypeView::Vector { .. }) =>
        {
            count
        }
        _ => 0,
    };
    *left = left.checked_sub(count.max(1)).ok_or(TOO_MANY)?;
    if depth > MAX_DEPTH || count as usize > MOST_MEMBERS {
        return Err(TOO_MANY);
    }
    Ok(count)
}

fn part(build: &Builder<'_, '_>, ty: u32, index: u32) -> Result<u32, LowerError> {
    let found = build.scene.facts.part_type(build.scene.words, ty, index);
    found.ok_or(LowerError::Because(
        "the types do not have the same structure",
    ))
}
