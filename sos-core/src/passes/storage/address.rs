//! Physical pointers to data that the device cannot access as declared, represented as addresses.
//!
//! A physical pointer (storage class `PhysicalStorageBuffer`) does not originate from a variable, so only its type
//! determines what it points to. If that contains data of an unsupported width or layout, the pointer becomes a 64-bit
//! integer, as which it is represented in memory anyway. Accesses use pointers to words, converted from the address.
//!
//! ```text
//! %p = OpLoad %to_item %member                        %p = OpLoad %ulong %member
//! %q = OpAccessChain %to_half %p %one %i              %l = OpSConvert %ulong %i
//!                                                     %o = OpShiftLeftLogical %ulong %l %uint_1
//!                                                     %s = OpIAdd %ulong %p %o
//!                                                     %q = OpIAdd %ulong %s %ulong_4
//! %x = OpLoad %half %q Aligned 2                  ⇒   %b = OpUConvert %uint %q
//!                                                     %eights = OpShiftLeftLogical %uint %b %uint_3
//!                                                     %shift = OpBitwiseAnd %uint %eights %uint_24
//!                                                     %a = OpBitwiseAnd %ulong %q %ulong_not_3
//!                                                     %word = OpConvertUToPtr %to_uint %a
//!                                                     %w = OpLoad %uint %word Aligned 4           and as in `load`
//!
//! %r = OpAccessChain %to_float %p %zero               %r = OpConvertUToPtr %to_float %p
//! %y = OpLoad %float %r Aligned 4                     %y = OpLoad %float %r Aligned 4
//! ```
//!
//! Pointers to data that the device supports stay pointers, including those that a chain derives from an address, unless
//! they count as data that the device cannot compute with ([`super::held`]). Scalars that the device can access natively
//! are loaded and stored as they are. Members of structures, variables, parameters, phis and selections only change their
//! type, since an address has the size and the alignment of a pointer in memory. Conversions between pointers and integers
//! become copies. If the device has no 64-bit integers, the pass `wide` represents addresses as pairs of words, and
//! conversions as bitcasts of these.
//!
//! # Exactness
//!
//! Exact. Addresses are computed in 64 bits, and indices are signed (specification, `OpAccessChain`). The alignment of an
//! address is only known from the `Aligned` operand of the access. If it is below 4, the position in the word is computed
//! at run time. The word that contains the accessed data lies in the same four bytes of memory, even if an allocation ends
//! within them.
//!
//! # Pitfalls
//!
//! - `Coherent` and `Volatile` are decorations of members, and pointers converted from addresses do not point to members.
//!   If a module decorates anything that is accessed by address, all its physical pointers become addresses, and words are
//!   accessed as the member of a structure that has all of these decorations.
//! - `Restrict`, `Aliased`, `RestrictPointer` and `AliasedPointer` only apply to pointers and are dropped: the device may
//!   then assume less.
//! - The matrix stride is a decoration of the member that contains the matrix; the place of a chain's result retains it. So
//!   pointers to matrices become addresses too, whatever they contain, and if any matrix is row-major, so do pointers to
//!   vectors. A pointer to a matrix from any other source is refused, and so is a pointer to a column of a row-major matrix
//!   that is passed on.

use super::blocks::Blocks;
use super::layout::{Layouts, Part, Shape};
use super::place::{Place, Shift};
use super::Code;
use crate::build::Build;
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::passes::access::Access;
use crate::passes::{Input, LowerError, ModuleBuilder};
use crate::plan::is_non_semantic;
use crate::tables::{capability, decoration, op, storage_class};
use crate::views;

/// A use of an address that this pass does not support.
const NO_ADDRESS: LowerError = LowerError::Because(
    "a physical pointer to data that the device cannot access is used for something other than an access",
);

/// A column pointer whose component stride would be lost.
pub const ROW_MAJOR_COLUMN: LowerError =
    LowerError::Because("a physical pointer to a column of a row-major matrix is passed on");

/// The types that represent physical pointers, once any of them become addresses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Addresses {
    /// `OpTypeInt 64 0`.
    long: u32,
    /// The type of pointers to words: to the word itself, or to a structure that contains it.
    to_word: u32,
    /// The type of pointers to the word in that structure, or 0.
    inside: u32,
}

/// Whether pointers of a class can be represented as addresses.
pub fn is_address(class: u32) -> bool {
    class == storage_class::PhysicalStorageBuffer
}

impl Blocks {
    /// Declares the types that represent addresses, and replaces the types of physical pointers.
    pub fn declare_addresses(
        &mut self,
        input: Input<'_>,
        layouts: &Layouts,
        build: &mut ModuleBuilder,
    ) {
        let class = storage_class::PhysicalStorageBuffer;
        let long = build.declare(op::OpTypeInt, None, &[64, 0]);
        let uint = build.uint();
        build.capability(capability::Int64);
        let (to_word, inside) = match self.are_all_addresses {
            true => {
                let holder = build.structure(&[uint]);
                build.decorate(holder, &[decoration::Block]);
                build.annotate(op::OpMemberDecorate, &[holder, 0, decoration::Offset, 0]);
                for kind in [decoration::Coherent, decoration::Volatile] {
                    if layouts.any(kind) {
                        build.annotate(op::OpMemberDecorate, &[holder, 0, kind]);
                    }
                }
                (build.pointer(class, holder), build.pointer(class, uint))
            }
            false => (build.pointer(class, uint), 0),
        };
        self.addresses = Addresses {
            long,
            to_word,
            inside,
        };
        for inst in input.facts.declarations(input.words) {
            if inst.opcode() == op::OpTypePointer
                && self.is_address(views::TypePointer(inst).result())
            {
                build.substitute(views::TypePointer(inst).result(), long);
            }
        }
    }

    /// Handles a declaration before functions that involves the type of an address. Returns true if nothing has to be
    /// emitted for it.
    pub fn address_global(&self, inst: Inst<'_>) -> Result<bool, LowerError> {
        match inst.opcode() {
            op::OpTypePointer | op::OpTypeForwardPointer => Ok(self.is_address(inst.word(1))),
            op::OpConstantNull | op::OpUndef => Ok(false),
            _ if inst.has_type() && self.is_address(inst.result_type()) => Err(NO_ADDRESS),
            _ => Ok(false),
        }
    }

    /// Whether an annotation only applies to pointers, and its target has become an address, or a variable that holds
    /// addresses.
    pub fn is_pointer_only(&self, input: Input<'_>, inst: Inst<'_>) -> bool {
        use decoration as d;
        let kind = match inst.opcode() {
            op::OpDecorate | op::OpDecorateId => views::Decorate(inst).decoration(),
            _ => return false,
        };
        let ty = input.type_of(inst.target());
        match kind {
            d::RestrictPointer | d::AliasedPointer => {
                // The variable may hold an array of pointers.
                let held = input.strip_arrays(input.pointee(ty));
                self.is_address(held) || self.is_address(ty)
            }
            d::Restrict
            | d::Aliased
            | d::Coherent
            | d::Volatile
            | d::NonWritable
            | d::NonReadable
            | d::Alignment
            | d::AlignmentId => self.is_address(ty),
            _ => false,
        }
    }
}

impl Code<'_> {
    /// Whether an id of the input is a pointer that has become an address.
    pub fn is_address(&self, id: u32) -> bool {
        self.blocks.any_address && self.blocks.is_address(self.input.type_of(id))
    }

    /// Returns the place that an address points to.
    pub fn place_at_address(&self, pointer: u32) -> Option<Place> {
        let pointee = || self.input.pointee(self.input.type_of(pointer));
        self.is_address(pointer)
            .then(|| Place::at_address(pointer, Part::new(pointee())))
    }

    /// Rewrites an instruction that computes an address, or a pointer from one. Returns false if it is not one.
    pub fn address_instruction(&mut self, inst: Inst<'_>) -> Result<bool, LowerError> {
        if !self.blocks.any_address {
            return Ok(false);
        }
        let (to, from) = (
            inst.has_type() && self.blocks.is_address(inst.result_type()),
            self.is_address(inst.word(3)),
        );
        match inst.opcode() {
            op::OpAccessChain | op::OpInBoundsAccessChain if to || from => {
                self.chain_of_address(inst, views::AccessChain(inst).indexes(), None)?;
            }
            op::OpPtrAccessChain | op::OpInBoundsPtrAccessChain if to || from => {
                self.chain_of_address(
                    inst,
                    views::PtrAccessChain(inst).indexes(),
                    Some(views::PtrAccessChain(inst).element()),
                )?;
            }
            op::OpCopyObject if from => {
                let part = self
                    .place(views::CopyObject(inst).operand())
                    .ok_or(NO_ADDRESS)?
                    .part;
                self.build.copy_code(self.input, inst)?;
                let id = inst.result();
                self.places.enter(id, Place::at_address(id, part));
            }
            op::OpConvertUToPtr | op::OpConvertPtrToU | op::OpBitcast if to || from => {
                self.convert_address(inst, to, from)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Follows an access chain, and emits the resulting address, or the pointer converted from it.
    fn chain_of_address(
        &mut self,
        inst: Inst<'_>,
        indices: &[u32],
        element: Option<u32>,
    ) -> Result<(), LowerError> {
        let (ty, id, base) = (inst.result_type(), inst.result(), inst.operand());
        let long = self.blocks.addresses.long;
        let mut address = self.id(base)?;
        let mut part = match self.place(base) {
            Some(place) => place.part,
            // The base is a pointer to a supported structure of which a part is accessed by address.
            None => {
                address = self.pure(op::OpConvertPtrToU, long, &[address]);
                Part::new(self.input.pointee(self.input.type_of(base)))
            }
        };
        let mut known = 0u64;
        if let Some(index) = element {
            let stride = self.layouts.array_stride(self.input.type_of(base));
            let stride = stride.ok_or(super::layout::UNDECORATED)?;
            self.move_address(&mut address, &mut known, index, stride)?;
        }
        for &index in indices {
            part = match self.shape(part)? {
                Shape::Struct(members) => {
                    let number = self.input.index(index).ok_or(NO_ADDRESS)?;
                    let (part, offset) = self.layouts.member(part.ty, members, number)?;
                    known = known.wrapping_add(offset.into());
                    part
                }
                Shape::Many { stride, part, .. } => {
                    self.move_address(&mut address, &mut known, index, stride)?;
                    part
                }
                Shape::Scalar { .. } => return Err(NO_ADDRESS),
            };
        }
        if !self.blocks.is_address(ty) {
            let address = self.plus_long(address, known);
            let ty = self.id(ty)?;
            self.build.op_as(id, op::OpConvertUToPtr, ty, &[address]);
            return Ok(());
        }
        match known {
            0 => self.build.op_as(id, op::OpCopyObject, long, &[address]),
            _ => {
                let known = self.long_constant(known);
                let operands = [address, known];
                self.build.op_as(id, op::OpIAdd, long, &operands);
            }
        }
        self.places.enter(id, Place::at_address(id, part));
        Ok(())
    }

    /// Adds `index` times `stride` bytes to an address, or to its constant part `known`.
    fn move_address(
        &mut self,
        address: &mut u32,
        known: &mut u64,
        index: u32,
        stride: u32,
    ) -> Result<(), LowerError> {
        if let Some(number) = self.input.signed(index) {
            *known = known.wrapping_add((number as u64).wrapping_mul(stride.into()));
            return Ok(());
        }
        let long = self.blocks.addresses.long;
        let (words, facts) = (self.input.words, self.input.facts);
        let scalar = facts.scalar_of(words, self.input.type_of(index));
        let id = self.id(self.places.same(index))?;
        let index = match scalar {
            Some(Scalar::Int {
                width: 64,
                signed: false,
            }) => id,
            Some(Scalar::Int { width: 64, .. }) => self.pure(op::OpBitcast, long, &[id]),
            Some(Scalar::Int { .. }) => self.pure(op::OpSConvert, long, &[id]),
            _ => return Err(NO_ADDRESS),
        };
        let bytes = if stride == 1 {
            index
        } else if stride.is_power_of_two() {
            let by = self.build.constant(stride.trailing_zeros());
            self.pure(op::OpShiftLeftLogical, long, &[index, by])
        } else {
            let stride = self.long_constant(stride.into());
            self.pure(op::OpIMul, long, &[index, stride])
        };
        *address = self.pure(op::OpIAdd, long, &[*address, bytes]);
        Ok(())
    }

    /// Emits a conversion from or to an address.
    fn convert_address(&mut self, inst: Inst<'_>, to: bool, from: bool) -> Result<(), LowerError> {
        let long = self.blocks.addresses.long;
        let (result, value) = (inst.result(), self.id(inst.operand())?);
        let ty = self.id(inst.result_type())?;
        let other = match to {
            true => self.input.type_of(inst.operand()),
            false => inst.result_type(),
        };
        let opcode = match (self.input.view(other), to) {
            _ if to && from => op::OpCopyObject,
            (TypeView::Pointer { .. }, true) => op::OpConvertPtrToU,
            (TypeView::Pointer { .. }, false) => op::OpConvertUToPtr,
            (TypeView::Scalar(Scalar::Int { width: 64, signed }), _) => match signed {
                true => op::OpBitcast,
                false => op::OpCopyObject,
            },
            // Truncates or zero-extends (specification, `OpConvertPtrToU`).
            (TypeView::Scalar(Scalar::Int { signed: false, .. }), _) => op::OpUConvert,
            (TypeView::Vector { .. }, _) => op::OpBitcast,
            _ => return Err(NO_ADDRESS),
        };
        let ty = if to { long } else { ty };
        self.build.unary_as(result, opcode, ty, value);
        Ok(())
    }

    /// Checks an instruction that is to be copied: it must not do anything with addresses but pass them on.
    pub fn check_address(&self, inst: Inst<'_>) -> Result<(), LowerError> {
        if !self.blocks.any_address || is_non_semantic(self.input.facts, inst) {
            return Ok(());
        }
        let hands_on = matches!(
            inst.opcode(),
            op::OpFunction
                | op::OpFunctionParameter
                | op::OpFunctionCall
                | op::OpReturnValue
                | op::OpPhi
                | op::OpSelect
                | op::OpUndef
                | op::OpCopyObject
                | op::OpCompositeConstruct
                | op::OpCompositeExtract
                | op::OpCompositeInsert
                | op::OpLoad
                | op::OpStore
        );
        let mut named = inst.has_type() && self.blocks.is_address(inst.result_type());
        let (mut is_row_major_column, phi) = (false, inst.opcode() == op::OpPhi);
        self.input.uses(inst, |id| {
            named |= self.is_address(id);
            is_row_major_column |= self.blocks.any_row_major
                && (self.is_row_major_column(id) || phi && self.may_be_row_major_column(id));
        });
        match (named && !hands_on, is_row_major_column) {
            (true, _) => Err(NO_ADDRESS),
            (false, true) => Err(ROW_MAJOR_COLUMN),
            (false, false) => Ok(()),
        }
    }

    /// Whether an id points to a column of a row-major matrix.
    pub fn is_row_major_column(&self, id: u32) -> bool {
        let place = self.places.get(id).filter(|place| place.is_address);
        place.is_some_and(|place| place.part.component_stride != 0)
    }

    /// Whether an id may point to such a column, if its definition has not been visited yet.
    fn may_be_row_major_column(&self, id: u32) -> bool {
        let chain = || self.input.def(id).filter(Inst::is_chain);
        self.is_address(id)
            && self.places.get(id).is_none()
            && chain().is_some_and(|chain| self.is_vector(self.input.pointee(chain.result_type())))
    }

    /// Returns the pointer to the word in which the data at an address begins, and the bit position there.
    pub fn word_at_address(&mut self, place: &Place) -> Result<(u32, Shift), LowerError> {
        let long = self.blocks.addresses.long;
        let root = self.id(place.root)?;
        let (address, shift) = match place.known_shift() {
            Some(shift) => {
                let address = self.plus_long(root, (place.offset & !3).into());
                (address, Shift::Known(shift))
            }
            None => {
                let address = self.plus_long(root, place.offset.into());
                let uint = self.build.uint();
                let bytes = self.pure(op::OpUConvert, uint, &[address]);
                let shift = self.shift_of(bytes);
                let mask = self.long_constant(!3);
                let address = self.pure(op::OpBitwiseAnd, long, &[address, mask]);
                (address, shift)
            }
        };
        let Addresses {
            to_word, inside, ..
        } = self.blocks.addresses;
        let pointer = self.pure(op::OpConvertUToPtr, to_word, &[address]);
        if inside == 0 {
            return Ok((pointer, shift));
        }
        let zero = self.build.constant(0);
        let pointer = self.pure(op::OpAccessChain, inside, &[pointer, zero]);
        Ok((pointer, shift))
    }

    /// Returns the pointer to the data at an address.
    pub fn pointer_at_address(&mut self, place: &Place) -> Result<u32, LowerError> {
        let root = self.id(place.root)?;
        let address = self.plus_long(root, place.offset.into());
        let ty = self.id(place.part.ty)?;
        let pointer = self.build.pointer(storage_class::PhysicalStorageBuffer, ty);
        Ok(self.pure(op::OpConvertUToPtr, pointer, &[address]))
    }

    /// Returns the memory operands for accessing a word of the data at a place.
    pub fn in_words(&self, place: &Place, access: &Access) -> Access {
        match place.is_address {
            true => access.aligned_to(4),
            false => access.without_alignment(),
        }
    }

    fn plus_long(&mut self, address: u32, bytes: u64) -> u32 {
        if bytes == 0 {
            return address;
        }
        let bytes = self.long_constant(bytes);
        self.pure(op::OpIAdd, self.blocks.addresses.long, &[address, bytes])
    }

    fn long_constant(&mut self, value: u64) -> u32 {
        let words = [value as u32, (value >> 32) as u32];
        let long = Some(self.blocks.addresses.long);
        self.build.declare(op::OpConstant, long, &words)
    }
}
