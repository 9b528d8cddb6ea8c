//! Pointer comparisons, which SPIR-V 1.4 introduced, for pointers into one variable.
//!
//! ```text
//! %p = OpAccessChain %ptr %buffer %zero %i
//! %q = OpAccessChain %ptr %buffer %zero %j
//! %r = OpPtrEqual %bool %p %q                     %e = OpIEqual %bool %i %j
//!                                                 %r = OpCopyObject %bool %e
//! %d = OpPtrDiff %uint %p %q                      %d = OpISub %uint %i %j
//! ```
//!
//! Exact: two pointers derived from one variable by the same number of indices point to the same object if all indices are
//! equal, and to different objects otherwise; `OpPtrDiff` is defined only for elements of one array, and counts elements
//! (SPIR-V specification, `OpPtrEqual`, `OpPtrDiff`). An out-of-range index is invalid anyway.
//!
//! Vulkan accepts comparisons only with variable pointers, so the rule also serves devices without these.
//!
//! Refused: pointers that are loaded, selected, parameters or null; pointers into different variables, or into different
//! elements of an array of descriptors, because both may be bound to one buffer.
//!
//! `pointer-comparison` is shown by `corpus/shaders/version/pointer_equality.spvasm`.

use crate::build::Build;
use crate::emit::Builder;
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::{op, storage_class};
use crate::views;
use arrayvec::ArrayVec;

/// Comparisons of pointers.
pub const POINTERS: Rule = Rule {
    name: "pointer-comparison",
    family: Family::Version,
    exactness: Exactness::Exact,
    summary: "pointers into one variable are compared by their indices",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpPtrEqual, OpPtrNotEqual, OpPtrDiff]),
        lower,
    },
};

/// Maximum number of indices between a variable and a compared pointer.
const MAX_INDICES: usize = 16;

/// A variable and the indices that lead into it, innermost first.
struct Path {
    root: u32,
    indices: ArrayVec<u32, MAX_INDICES>,
}

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let &[ty, id, a, b] = inst.from(1) else {
        return Err(LowerError::Because("it compares two pointers"));
    };
    let (a, b) = (path(build, a)?, path(build, b)?);
    if a.root != b.root || a.indices.len() != b.indices.len() {
        return Err(LowerError::Because(
            "the pointers do not come from one variable by the same members",
        ));
    }
    let outermost = [&a, &b].map(|path| path.indices.last().copied());
    if is_array_of_descriptors(build, a.root) && !outermost_equal(build, outermost) {
        return Err(LowerError::Because(
            "the pointers may lead into different descriptors",
        ));
    }
    match inst.opcode() {
        op::OpPtrDiff => difference(build, ty, id, &a, &b),
        opcode => {
            let equal = equality(build, ty, &a, &b)?;
            let last = match opcode {
                op::OpPtrEqual => op::OpCopyObject,
                _ => op::OpLogicalNot,
            };
            build.op_as(id, last, ty, &[equal]);
            Ok(())
        }
    }
}

fn path(build: &Builder<'_, '_>, pointer: u32) -> Result<Path, LowerError> {
    let mut path = Path {
        root: pointer,
        indices: ArrayVec::new(),
    };
    // Each step consumes an index or is one of a few copies.
    for _ in 0..2 * MAX_INDICES {
        let def = build
            .scene
            .facts
            .def(build.scene.words, path.root)
            .ok_or(LowerError::Because("a pointer is not known"))?;
        match def.opcode() {
            op::OpVariable => return Ok(path),
            op::OpAccessChain | op::OpInBoundsAccessChain => {
                let indices = views::AccessChain(def).indexes().iter().rev();
                for &index in indices {
                    path.indices
                        .try_push(index)
                        .map_err(|_| LowerError::Because("a pointer has too many indices"))?;
                }
            }
            op::OpCopyObject => {}
            _ => break,
        }
        path.root = def.operand();
    }
    Err(LowerError::Because(
        "a pointer does not come from a variable",
    ))
}

fn is_array_of_descriptors(build: &Builder<'_, '_>, variable: u32) -> bool {
    let (facts, words) = (build.scene.facts, build.scene.words);
    match facts.type_view(words, facts.type_of(words, variable)) {
        TypeView::Pointer {
            class: storage_class::StorageBuffer | storage_class::Uniform,
            pointee,
        } => !matches!(facts.type_view(words, pointee), TypeView::Struct(_)),
        _ => false,
    }
}

fn outermost_equal(build: &Builder<'_, '_>, pair: [Option<u32>; 2]) -> bool {
    match pair {
        [Some(a), Some(b)] => is_same(build, a, b) == Some(true),
        _ => false,
    }
}

/// Whether two indices are equal, if known.
fn is_same(build: &Builder<'_, '_>, a: u32, b: u32) -> Option<bool> {
    if a == b {
        return Some(true);
    }
    Some(build.constant_value(a)? == build.constant_value(b)?)
}

/// Emits whether all indices are equal.
fn equality(build: &mut Builder<'_, '_>, ty: u32, a: &Path, b: &Path) -> Result<u32, LowerError> {
    let mut equal = None;
    for (&a, &b) in a.indices.iter().zip(&b.indices) {
        let one = match is_same(build, a, b) {
            Some(true) => continue,
            Some(false) => return Ok(build.splat(ty, 0)),
            None => {
                if width(build, a)? != width(build, b)? {
                    return Err(LowerError::Because("indices are of different widths"));
                }
                build.op(op::OpIEqual, ty, &[a, b])
            }
        };
        equal = Some(build.join(op::OpLogicalAnd, ty, equal, one));
    }
    Ok(equal.unwrap_or_else(|| build.splat(ty, 1)))
}

/// Emits the number of elements between two elements of one array.
fn difference(
    build: &mut Builder<'_, '_>,
    ty: u32,
    id: u32,
    a: &Path,
    b: &Path,
) -> Result<(), LowerError> {
    let (Some((&a, _)), Some((&b, _))) = (a.indices.split_first(), b.indices.split_first()) else {
        return Err(LowerError::Because(
            "the pointers do not point to elements of an array",
        ));
    };
    let result = build.shape(ty).map(|(scalar, _)| scalar.width());
    let (of_a, of_b) = (width(build, a)?, width(build, b)?);
    if result != Some(of_a) || of_a != of_b {
        return Err(LowerError::Because(
            "the result and the indices differ in width",
        ));
    }
    build.op_as(id, op::OpISub, ty, &[a, b]);
    Ok(())
}

fn width(build: &Builder<'_, '_>, id: u32) -> Result<u32, LowerError> {
    match build.shape(build.type_of(id)) {
        Some((Scalar::Int { width, .. }, 1)) => Ok(width),
        _ => Err(LowerError::Because("an index is not an integer")),
    }
}
