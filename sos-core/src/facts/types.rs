//! Types, read from their instructions.

use super::Facts;
use crate::inst::Inst;
use crate::tables::{dim, image_format, op, op_hot, OpFlags};
use crate::views;
use arrayvec::ArrayVec;

/// A numerical or Boolean scalar type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// `OpTypeBool`.
    Bool,
    /// `OpTypeInt`.
    Int {
        /// In bits.
        width: u32,
        /// Whether the type is declared signed. Most instructions ignore it.
        signed: bool,
    },
    /// `OpTypeFloat` with an IEEE 754 encoding.
    Float {
        /// In bits.
        width: u32,
    },
}

impl Scalar {
    /// Returns the width in bits: 1 for a Boolean.
    pub fn width(self) -> u32 {
        match self {
            Self::Bool => 1,
            Self::Int { width, .. } | Self::Float { width } => width,
        }
    }

    /// Returns how a constant with these bits is declared: the opcode, and the words behind the result id. Types narrower than 64 bits
    /// use the low bits.
    pub fn constant(self, bits: u64) -> (u16, ArrayVec<u32, 2>) {
        let low = bits as u32;
        // Narrow signed integers are sign-extended to a word (specification, section 2.2.1, "Literal").
        let shift = 32 - self.width().clamp(1, 32);
        let word = match self {
            Self::Bool if bits == 0 => return (op::OpConstantFalse, ArrayVec::new()),
            Self::Bool => return (op::OpConstantTrue, ArrayVec::new()),
            _ if self.width() > 32 => {
                return (op::OpConstant, ArrayVec::from([low, (bits >> 32) as u32]));
            }
            Self::Int { signed: true, .. } => ((low << shift) as i32 >> shift) as u32,
            _ => low << shift >> shift,
        };
        (op::OpConstant, core::iter::once(word).collect())
    }
}

/// A decoded type instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeView<'w> {
    /// A numerical or Boolean scalar.
    Scalar(Scalar),
    /// `OpTypeVector`, or `OpTypeMatrix` with columns as components.
    Vector {
        /// Type of a component.
        component: u32,
        /// The number of components.
        count: u32,
    },
    /// `OpTypeArray`.
    Array {
        /// Type of an element.
        element: u32,
        /// Id of the length.
        length: u32,
    },
    /// `OpTypeRuntimeArray`.
    RuntimeArray {
        /// Type of an element.
        element: u32,
    },
    /// `OpTypeStruct`.
    Struct(&'w [u32]),
    /// `OpTypePointer`.
    Pointer {
        /// The storage class.
        class: u32,
        /// What it points to.
        pointee: u32,
    },
    /// Everything else: void, images, functions, …
    Other,
}

/// Whether a type is that of storage images without a format. Input attachments have none.
pub fn is_formatless(ty: Inst<'_>) -> bool {
    ty.opcode() == op::OpTypeImage
        && views::TypeImage(ty).dim() != dim::SubpassData
        && views::TypeImage(ty).sampled() == 2
        && views::TypeImage(ty).image_format() == image_format::Unknown
}

/// Whether a number has a width, and none that Vulkan does not have: a module may state any.
#[inline]
fn is_width(bits: u32) -> bool {
    bits.wrapping_sub(1) < 64
}

/// The maximum number of copies between a value and what it is a copy of.
const MOST_COPIES: usize = 16;

impl<'w> TypeView<'w> {
    /// Returns the types of which it is composed: one for all components or elements, or one for each member. A pointer has
    /// none.
    pub fn parts(&self) -> &[u32] {
        match self {
            Self::Vector {
                component: part, ..
            }
            | Self::Array { element: part, .. }
            | Self::RuntimeArray { element: part } => core::slice::from_ref(part),
            Self::Struct(members) => members,
            Self::Scalar(_) | Self::Pointer { .. } | Self::Other => &[],
        }
    }

    /// Returns the scalar type and the number of components of a scalar or vector, given the view of the component type; `None`
    /// for other types, including matrices. A module may state any count.
    pub fn shape(self, view: impl FnOnce(u32) -> Self) -> Option<(Scalar, u32)> {
        let (scalar, count) = match self {
            TypeView::Vector { component, count } => (view(component), count),
            _ => (self, 1),
        };
        match scalar {
            TypeView::Scalar(scalar) => Some((scalar, count)),
            _ => None,
        }
    }

    /// Decodes a type instruction.
    #[inline]
    pub fn of(inst: Inst<'w>) -> Self {
        match inst.opcode() {
            op::OpTypeBool => TypeView::Scalar(Scalar::Bool),
            op::OpTypeInt if is_width(views::TypeInt(inst).width()) => {
                TypeView::Scalar(Scalar::Int {
                    width: views::TypeInt(inst).width(),
                    signed: views::TypeInt(inst).signedness() != 0,
                })
            }
            op::OpTypeFloat
                if inst.words().len() == 3 && is_width(views::TypeFloat(inst).width()) =>
            {
                TypeView::Scalar(Scalar::Float {
                    width: views::TypeFloat(inst).width(),
                })
            }
            op::OpTypeVector | op::OpTypeMatrix => TypeView::Vector {
                component: views::TypeVectorOrMatrix(inst).component_type(),
                count: views::TypeVectorOrMatrix(inst).component_count(),
            },
            op::OpTypeArray => TypeView::Array {
                element: views::TypeArray(inst).element_type(),
                length: views::TypeArray(inst).length(),
            },
            op::OpTypeRuntimeArray => TypeView::RuntimeArray {
                element: views::TypeRuntimeArray(inst).element_type(),
            },
            op::OpTypeStruct => TypeView::Struct(views::TypeStruct(inst).member_types()),
            op::OpTypePointer => TypeView::Pointer {
                class: views::TypePointer(inst).storage_class(),
                pointee: views::TypePointer(inst).pointee(),
            },
            _ => TypeView::Other,
        }
    }
}

impl Facts {
    /// Returns the type with an id.
    #[inline]
    pub fn type_view<'w>(&self, words: &'w [u32], id: u32) -> TypeView<'w> {
        self.def(words, id).map_or(TypeView::Other, TypeView::of)
    }

    /// Returns the id of the type of a value, 0 if it has none.
    pub fn type_of(&self, words: &[u32], id: u32) -> u32 {
        match self.def(words, id) {
            Some(inst) if inst.has_type() => inst.result_type(),
            _ => 0,
        }
    }

    /// Returns the scalar type by which a constant's value is represented: its own type, or, for a float with an encoding of
    /// its own, the unsigned integer of the same width.
    pub fn constant_scalar(&self, words: &[u32], id: u32) -> Option<Scalar> {
        let def = self.def(words, id)?;
        match TypeView::of(def) {
            TypeView::Scalar(scalar) => Some(scalar),
            _ if def.opcode() == op::OpTypeFloat && is_width(views::TypeFloat(def).width()) => {
                Some(Scalar::Int {
                    width: views::TypeFloat(def).width(),
                    signed: false,
                })
            }
            _ => None,
        }
    }

    /// Returns the value that an id is a copy of. An untyped access chain without indices counts as a copy: it only changes the
    /// type. The number of copies followed is limited, so that time stays linear; no front end writes long chains of copies.
    pub fn original(&self, words: &[u32], mut id: u32) -> u32 {
        for _ in 0..MOST_COPIES {
            let Some(copy) = self.def(words, id) else {
                break;
            };
            id = match copy.opcode() {
                op::OpCopyObject => views::CopyObject(copy).operand(),
                op::OpUntypedAccessChainKHR | op::OpUntypedInBoundsAccessChainKHR
                    if copy.words().len() == 5 =>
                {
                    views::UntypedAccessChain(copy).base()
                }
                _ => break,
            };
        }
        id
    }

    /// Whether an id is a constant, specialization constants included.
    pub fn is_constant(&self, words: &[u32], id: u32) -> bool {
        let def = self.def(words, id);
        def.is_some_and(|def| op_hot(def.opcode()).flags.contains(OpFlags::CONSTANT))
    }

    /// Returns the pointer from which access chains and copies derive a pointer. The number followed is limited, as above.
    pub fn root(&self, words: &[u32], mut pointer: u32) -> u32 {
        for _ in 0..MOST_COPIES {
            match self.def(words, pointer) {
                Some(def)
                    if matches!(
                        def.opcode(),
                        op::OpAccessChain
                            | op::OpInBoundsAccessChain
                            | op::OpPtrAccessChain
                            | op::OpInBoundsPtrAccessChain
                            | op::OpCopyObject
                            | op::OpImageTexelPointer
                    ) =>
                {
                    pointer = def.operand();
                }
                _ => break,
            }
        }
        pointer
    }

    /// Returns the value of a constant index of any integer width, if it fits 32 bits.
    pub fn index(&self, words: &[u32], id: u32) -> Option<u32> {
        let def = self.def(words, id)?;
        match def.opcode() {
            op::OpConstant => {
                let (&low, high) = views::Constant(def).value_words().split_first()?;
                high.iter().all(|&word| word == 0).then_some(low)
            }
            op::OpConstantNull => Some(0),
            _ => None,
        }
    }

    /// Returns the value of a constant integer of any width up to 64 bits, whose type counts as signed.
    pub fn signed(&self, words: &[u32], id: u32) -> Option<i64> {
        let def = self.def(words, id)?;
        let Some(Scalar::Int { width, .. }) = self.scalar_of(words, def.word(1)) else {
            return None;
        };
        let bits = def.literal();
        match (def.opcode(), width) {
            (op::OpConstantNull, _) => Some(0),
            (op::OpConstant, 8) => Some(i64::from(bits as i8)),
            (op::OpConstant, 16) => Some(i64::from(bits as i16)),
            (op::OpConstant, 32) => Some(i64::from(bits as i32)),
            (op::OpConstant, 64) => Some(bits as i64),
            _ => None,
        }
    }

    /// Returns the scalar type of a scalar, vector or matrix type.
    pub fn scalar_of(&self, words: &[u32], id: u32) -> Option<Scalar> {
        scalar_of(id, |id| self.def(words, id))
    }
}

/// Returns the scalar type of a scalar, vector or matrix type, given what defines an id.
pub fn scalar_of<'w>(id: u32, def_of: impl Fn(u32) -> Option<Inst<'w>>) -> Option<Scalar> {
    let mut def = def_of(id)?;
    // A matrix of vectors of scalars: at most three look-ups in a valid module.
    for _ in 0..2 {
        if matches!(def.opcode(), op::OpTypeVector | op::OpTypeMatrix) {
            def = def_of(views::TypeVectorOrMatrix(def).component_type())?;
        }
    }
    match TypeView::of(def) {
        TypeView::Scalar(scalar) => Some(scalar),
        _ => None,
    }
}

impl Facts {
    /// Returns the type of IEEE 754 floats of a width, 0 if there is none.
    pub fn float_type(&self, width: u32) -> u32 {
        let [half, single, double] = self.float_types;
        match width {
            16 => half,
            32 => single,
            64 => double,
            _ => 0,
        }
    }

    /// Records a float type.
    pub(super) fn note_float(&mut self, inst: Inst<'_>) {
        let [half, single, double] = &mut self.float_types;
        let slot = match views::TypeFloat(inst).width() {
            16 => half,
            32 => single,
            64 => double,
            _ => return,
        };
        if inst.words().len() == 3 {
            *slot = views::TypeFloat(inst).result();
        }
    }

    /// Returns the pointee of a pointer type, 0 for other types.
    pub fn pointee(&self, words: &[u32], id: u32) -> u32 {
        match self.def(words, id) {
            Some(def) if def.opcode() == op::OpTypePointer => views::TypePointer(def).pointee(),
            _ => 0,
        }
    }

    /// Returns the element type of an array. Other types are returned as they are.
    pub fn element(&self, words: &[u32], id: u32) -> u32 {
        match self.type_view(words, id) {
            TypeView::Array { element, .. } | TypeView::RuntimeArray { element } => element,
            _ => id,
        }
    }

    /// Returns the type of component `index` of a composite type.
    pub fn part_type(&self, words: &[u32], id: u32, index: u32) -> Option<u32> {
        match self.type_view(words, id) {
            TypeView::Vector { component, .. } => Some(component),
            TypeView::Array { element, .. } | TypeView::RuntimeArray { element } => Some(element),
            TypeView::Struct(members) => members.get(index as usize).copied(),
            _ => None,
        }
    }
}

/// Returns the storage class of a typed or untyped pointer type.
pub fn pointer_class(ty: Inst<'_>) -> Option<u32> {
    matches!(ty.opcode(), op::OpTypePointer | op::OpTypeUntypedPointerKHR)
        .then(|| views::TypeAnyPointer(ty).storage_class())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_1_to_64_bits() {
        for width in [0, 1, 4, 7, 8, 12, 16, 24, 32, 48, 64, 65, 128, u32::MAX] {
            for (header, len) in [(op::OpTypeInt, 4), (op::OpTypeFloat, 3)] {
                let words = [len << 16 | u32::from(header), 1, width, 0];
                let view = Inst::at(&words[..len as usize], 0).map(TypeView::of);
                let is_number = matches!(view, Some(TypeView::Scalar(one)) if one.width() == width);
                assert_eq!(is_number, (1..=64).contains(&width), "{width}");
                assert!(is_number || view == Some(TypeView::Other), "{width}");
            }
        }
    }
}
