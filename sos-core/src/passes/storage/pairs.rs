//! Pointers into blocks that are not only used by access chains and accesses: parameters, phis, selections, element
//! pointers, pointers in variables.
//!
//! With SPV_KHR_variable_pointers, a pointer into a storage buffer is a value. If it may point into a rewritten block, it
//! becomes a pair of values: a pointer to the first word of a block, and a byte offset.
//!
//! ```text
//! %p = OpAccessChain %to_half %a %one %i              %bytes = OpShiftLeftLogical %uint %i %uint_1
//! %q = OpAccessChain %to_half %b %zero                %first = OpAccessChain %to_word %a %uint_0 %uint_0
//!                                                     %second = OpAccessChain %to_word %b %uint_0 %uint_0
//! %r = OpSelect %to_half %truth %p %q             ⇒   %r0 = OpSelect %to_word %truth %first %second
//!                                                     %r1 = OpSelect %uint %truth %bytes %uint_4
//! %s = OpPtrAccessChain %to_half %r %j                %more = OpShiftLeftLogical %uint %j %uint_1
//!                                                     %s1 = OpIAdd %uint %r1 %more
//! %x = OpLoad %half %s                                %w = OpShiftRightLogical %uint %s1 %uint_2
//!                                                     %at = OpPtrAccessChain %to_word %r0 %w       and as in `load`
//! ```
//!
//! The type of such a pointer does not determine the variable that it points into. So if any of them may point into a
//! rewritten block ([`Code::needs_pair`]), all storage buffers of the module are rewritten, and every pointer into one of
//! them becomes a pair, whatever its type. A function parameter of such a type becomes two, and so does a function variable
//! that contains a pointer.
//!
//! Exact. The output is linear in the input: two instructions for one, and at most five more where a chain becomes a pair.
//! Phis may use the pairs of chains that are defined later, so these get their ids in advance.
//!
//! Alignment: Vulkan aligns every scalar to its size ("Offset and Stride Assignment", scalar alignment), so a pointer to
//! anything that contains a 32-bit scalar is a multiple of four bytes. If a chain is not known to be aligned, it is refused
//! where it becomes a pair.
//!
//! Refused: functions that return such pointers, pointers in structures, arrays or global variables, and
//! pointers into matrices, whose stride is a decoration of the member that contains them and cannot be derived from a
//! pointer.

use super::blocks::{is_storage_part, Blocks};
use super::layout::{Part, Shape};
use super::place::{Place, Places, MISALIGNED, POINTER};
use super::Code;
use crate::build::Build;
use crate::facts::{Matrix, TypeView};
use crate::inst::Inst;
use crate::passes::{LowerError, ModuleBuilder};
use crate::tables::{decoration, memory_access, op, storage_class};
use crate::views;
use alloc::vec::Vec;

/// The matrix layout would be lost.
const MATRIX: LowerError = LowerError::Because(
    "a pointer into a matrix of a block of narrow data is passed on or selected",
);
/// A function has only one result.
const RETURNED: LowerError =
    LowerError::Because("a function returns a pointer into a block of narrow data");

/// The two values that represent a pointer.
pub type Pair = [u32; 2];

impl Code<'_> {
    /// Whether an instruction passes on or stores a pointer into a rewritten block, so that its place is no longer known.
    /// Must be called after all access chains have been recorded.
    pub fn needs_pair(&self, inst: Inst<'_>) -> bool {
        let is_part =
            || inst.has_type() && is_storage_part(self.input, self.layouts, inst.result_type());
        match inst.opcode() {
            op::OpAccessChain | op::OpInBoundsAccessChain | op::OpCopyObject => false,
            op::OpStore => self.places.is_inside(views::Store(inst).object()),
            op::OpFunctionCall => views::FunctionCall(inst)
                .arguments()
                .iter()
                .any(|&id| self.places.is_inside(id)),
            op::OpPhi | op::OpSelect | op::OpPtrAccessChain | op::OpInBoundsPtrAccessChain => {
                let mut inside = self.blocks.is_inside(inst.result_type());
                self.input.uses(inst, |id| {
                    inside |= self.places.is_inside(id);
                });
                inside && is_part()
            }
            _ => self.blocks.is_inside(inst.word(1)) && is_part(),
        }
    }

    /// Records an instruction whose result is a pair or a variable of pairs, and allocates the pairs that a phi uses.
    pub fn record_pair(&mut self, inst: Inst<'_>) {
        let involves_pairs = self.blocks.any_pairs
            && inst.has_type()
            && (self.blocks.is_pair(inst.result_type()) || self.holds_pairs(inst.result_type()));
        if !involves_pairs {
            return;
        }
        self.record_inside(inst.result());
        if inst.opcode() == op::OpPhi {
            for edge in views::Phi(inst).pairs().chunks_exact(2) {
                let value = edge.first().copied().unwrap_or(0);
                self.places.pair(value, self.build);
            }
        }
    }

    /// Whether a type is that of function variables that contain such pointers.
    fn holds_pairs(&self, ty: u32) -> bool {
        let view = self.input.view(ty);
        matches!(view, TypeView::Pointer { class: storage_class::Function, pointee }
            if self.blocks.is_pair(pointee))
    }

    /// Rewrites an instruction that creates pairs or passes them on. Returns false if it is not one.
    pub fn pair_instruction(&mut self, inst: Inst<'_>) -> Result<bool, LowerError> {
        if !self.blocks.any_pairs {
            return Ok(false);
        }
        let (opcode, id) = (inst.opcode(), inst.word(2));
        let inside = inst.has_type() && self.blocks.is_pair(inst.result_type());
        match opcode {
            op::OpFunctionCall => return self.call(inst, inside),
            op::OpStore if self.holds_pairs(self.input.type_of(views::Store(inst).pointer())) => {
                let [to, to_bytes] = self.places.pair(views::Store(inst).pointer(), self.build);
                let [first, bytes] = self.value(views::Store(inst).object())?;
                self.plain(inst, 3)?;
                self.build.raw(op::OpStore, &[to, first]);
                self.build.raw(op::OpStore, &[to_bytes, bytes]);
                return Ok(true);
            }
            op::OpCopyMemory
                if self.holds_pairs(self.input.type_of(views::CopyMemory(inst).target())) =>
            {
                self.copy_pair(inst)?;
                return Ok(true);
            }
            op::OpVariable if self.holds_pairs(inst.result_type()) => {
                self.variable(inst);
                return Ok(true);
            }
            _ if !inside => return Ok(false),
            op::OpPtrAccessChain | op::OpInBoundsPtrAccessChain => {
                return self.element(inst).map(|()| true);
            }
            _ => {}
        }
        let (uint, to_word) = (self.build.uint(), self.blocks.to_word);
        let pair = self.places.pair(id, self.build);
        match opcode {
            op::OpPhi => {
                for (at, ty) in [to_word, uint].into_iter().enumerate() {
                    let start = self.parts.len();
                    for edge in views::Phi(inst).pairs().chunks_exact(2) {
                        let &[value, parent] = edge else { continue };
                        let values = self.places.pair(value, self.build);
                        self.parts.extend([part_of(values, at), parent]);
                    }
                    let operands = self.parts.get(start..).unwrap_or(&[]);
                    self.build.op_as(part_of(pair, at), opcode, ty, operands);
                    self.parts.truncate(start);
                }
            }
            op::OpSelect => {
                let condition = self.id(views::Select(inst).condition())?;
                let (a, b) = (
                    self.value(views::Select(inst).object_1())?,
                    self.value(views::Select(inst).object_2())?,
                );
                for (at, ty) in [to_word, uint].into_iter().enumerate() {
                    let operands = [condition, part_of(a, at), part_of(b, at)];
                    self.build.op_as(part_of(pair, at), opcode, ty, &operands);
                }
            }
            op::OpLoad => {
                self.plain(inst, 4)?;
                if !self.holds_pairs(self.input.type_of(views::Load(inst).pointer())) {
                    return Err(POINTER);
                }
                let from = self.places.pair(views::Load(inst).pointer(), self.build);
                for (at, ty) in [to_word, uint].into_iter().enumerate() {
                    let from = part_of(from, at);
                    self.build.op_as(part_of(pair, at), opcode, ty, &[from]);
                }
            }
            op::OpFunctionParameter | op::OpUndef => {
                for (at, ty) in [to_word, uint].into_iter().enumerate() {
                    self.build.op_as(part_of(pair, at), opcode, ty, &[]);
                }
            }
            _ => return Ok(false),
        }
        self.enter_pair(id, pair);
        Ok(true)
    }

    /// Records where a pair points.
    fn enter_pair(&mut self, id: u32, [root, bytes]: Pair) {
        let ty = self.pointee_of(id);
        let place = Place {
            root,
            is_pair: true,
            non_uniform: self.layouts.is(id, decoration::NonUniform),
            bytes,
            align: self.layouts.alignment(ty),
            part: Part::new(ty),
            ..Place::default()
        };
        self.places.enter(id, place);
    }

    fn pointee_of(&self, pointer: u32) -> u32 {
        self.input.pointee(self.input.type_of(pointer))
    }

    /// Returns the pair of a pointer of the input, emitting it if necessary.
    pub fn value(&mut self, id: u32) -> Result<Pair, LowerError> {
        match self.place(id) {
            Some(place) => self.pair(&place),
            // A null or undefined pointer.
            None if self.places.is_inside(id) => Ok(self.places.pair(id, self.build)),
            None => Err(POINTER),
        }
    }

    /// Emits the pair that points to a place.
    fn pair(&mut self, place: &Place) -> Result<Pair, LowerError> {
        // Pointers into workgroup memory have no pairs.
        if place.is_address || self.block(place)?.class != storage_class::StorageBuffer {
            return Err(POINTER);
        }
        let Part {
            ty,
            matrix,
            component_stride,
        } = place.part;
        if component_stride != 0 || matrix != Matrix::default() {
            return Err(MATRIX);
        }
        let known = place.offset.trailing_zeros();
        let computed = if place.bytes == 0 { 2 } else { place.align };
        if known.min(computed) < self.layouts.alignment(ty) {
            return Err(MISALIGNED);
        }
        let bytes = self.bytes_of(place);
        let root = match place.is_pair {
            true => place.root,
            false => self.first_word(place)?,
        };
        Ok([root, bytes])
    }

    /// Emits the pair of a chain under the ids that were allocated for it, if a phi uses it.
    pub fn define_reserved(&mut self, id: u32, place: &Place) -> Result<(), LowerError> {
        if let Some([root, bytes]) = self.places.pair_of(id) {
            let [first, at] = self.pair(place)?;
            let (uint, to_word) = (self.build.uint(), self.blocks.to_word);
            self.build.op_as(root, op::OpCopyObject, to_word, &[first]);
            self.build.op_as(bytes, op::OpCopyObject, uint, &[at]);
        }
        Ok(())
    }

    /// Follows an `OpPtrAccessChain`.
    fn element(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let base = views::PtrAccessChain(inst).base();
        let mut place = match self.place(base) {
            Some(place) => place,
            None => {
                let [root, bytes] = self.value(base)?;
                Place {
                    root,
                    is_pair: true,
                    bytes,
                    align: self.layouts.alignment(self.pointee_of(base)),
                    part: Part::new(self.pointee_of(base)),
                    ..Place::default()
                }
            }
        };
        if self.blocks.whole(self.input.type_of(base)).is_some() {
            return Err(POINTER);
        }
        let stride = self.layouts.array_stride(self.input.type_of(base));
        let array = Shape::Many {
            count: None,
            stride: stride.ok_or(POINTER)?,
            part: place.part,
        };
        place.non_uniform |= self.layouts.is(inst.result(), decoration::NonUniform);
        let (&element, rest) = inst.from(4).split_first().ok_or(POINTER)?;
        match self.negative(element) {
            Some(number) => self.move_back(&mut place, number, stride.ok_or(POINTER)?)?,
            None => self.step_into(&mut place, array, element)?,
        }
        for &index in rest {
            self.step(&mut place, index)?;
        }
        self.places.enter(inst.result(), place);
        self.define_reserved(inst.result(), &place)
    }

    /// Emits the two variables that replace a function variable.
    fn variable(&mut self, inst: Inst<'_>) {
        let types = [self.blocks.to_word, self.build.uint()];
        let pair = self.places.pair(inst.result(), self.build);
        let initial = inst.from(4).first();
        let initial = initial.map(|&id| self.places.pair(id, self.build));
        for (at, ty) in types.into_iter().enumerate() {
            let class = storage_class::Function;
            let ty = self.build.pointer(class, ty);
            let operands = [class, initial.map_or(0, |pair| part_of(pair, at))];
            let operands = match initial {
                Some(_) => &operands[..],
                None => &[class],
            };
            self.build
                .op_as(part_of(pair, at), op::OpVariable, ty, operands);
        }
    }

    /// Emits a call in which each pair among the arguments becomes two arguments.
    fn call(&mut self, inst: Inst<'_>, returns: bool) -> Result<bool, LowerError> {
        if returns {
            return Err(RETURNED);
        }
        if !views::FunctionCall(inst)
            .arguments()
            .iter()
            .any(|&id| self.places.is_inside(id))
        {
            return Ok(false);
        }
        let start = self.parts.len();
        let function = self.id(views::FunctionCall(inst).function())?;
        self.parts.push(function);
        for &id in views::FunctionCall(inst).arguments() {
            match self.places.is_inside(id) {
                true => {
                    let pair = self.value(id)?;
                    self.parts.extend(pair);
                }
                false => {
                    let id = self.id(id)?;
                    self.parts.push(id);
                }
            }
        }
        let ty = self.id(inst.result_type())?;
        let operands = self.parts.get(start..).unwrap_or(&[]);
        self.build
            .op_as(inst.result(), op::OpFunctionCall, ty, operands);
        self.parts.truncate(start);
        self.memo.store();
        self.memo.change_shared();
        Ok(true)
    }

    /// Copies between variables that contain pairs.
    fn copy_pair(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        self.plain(inst, 3)?;
        if !self.holds_pairs(self.input.type_of(views::CopyMemory(inst).source())) {
            return Err(POINTER);
        }
        let to = self
            .places
            .pair(views::CopyMemory(inst).target(), self.build);
        let from = self
            .places
            .pair(views::CopyMemory(inst).source(), self.build);
        for (to, from) in to.into_iter().zip(from) {
            self.build.raw(op::OpCopyMemory, &[to, from]);
        }
        Ok(())
    }

    /// Checks the memory operands of an access to a variable that contains a pointer, which begin at word `at`: only an
    /// alignment is supported, and it is dropped.
    fn plain(&self, inst: Inst<'_>, at: usize) -> Result<(), LowerError> {
        match inst.from(at) {
            [] | [memory_access::Aligned, _] => Ok(()),
            _ => Err(POINTER),
        }
    }
}

/// Emits a declaration that involves pairs: the type of a function with such parameters, or a null or undefined pointer.
/// Returns false if it is not one.
pub fn global(
    (blocks, places): (&Blocks, &mut Places),
    build: &mut ModuleBuilder,
    parts: &mut Vec<u32>,
    inst: Inst<'_>,
) -> Result<bool, LowerError> {
    if !blocks.any_pairs {
        return Ok(false);
    }
    let (uint, to_word) = (build.uint(), blocks.to_word);
    match inst.opcode() {
        op::OpTypeFunction if inst.from(2).iter().any(|&ty| blocks.is_pair(ty)) => {
            parts.clear();
            for (at, &ty) in inst.from(2).iter().enumerate() {
                match blocks.is_pair(ty) {
                    true if at == 0 => return Err(RETURNED),
                    true => parts.extend([to_word, uint]),
                    false => parts.push(build.get(ty).ok_or(POINTER)?),
                }
            }
            build.declare_as(inst.word(1), inst.opcode(), None, parts);
            Ok(true)
        }
        op::OpConstantNull | op::OpUndef if blocks.is_pair(inst.result_type()) => {
            let [root, bytes] = places.pair(inst.result(), build);
            build.declare_as(root, inst.opcode(), Some(to_word), &[]);
            build.declare_as(bytes, inst.opcode(), Some(uint), &[]);
            places.set_inside(inst.result());
            build.remove(inst.result());
            Ok(true)
        }
        _ => Ok(false),
    }
}

fn part_of(pair: Pair, at: usize) -> u32 {
    pair.get(at).copied().unwrap_or(0)
}
