//! Instructions that access memory which has become integers.
//!
//! ```text
//! pointers                  pointers to integers
//! OpLoad, OpStore           of integers, and a bit cast
//! OpCompositeExtract,       of structures with such a member: the member as integers, and a bit cast
//!   Insert, Construct
//! atomic operations         on integers ([`super::sums`])
//! ```

use super::places::{atomic_of, chain};
use super::{Work, MALFORMED};
use crate::build::Build;
use crate::facts::TypeView;
use crate::inst::Inst;
use crate::passes::access::Access;
use crate::passes::LowerError;
use crate::tables::op;
use crate::views;

/// Limit of the bit casts for one value.
const MOST_PARTS: u32 = 64;

const UNKNOWN: LowerError = LowerError::Because(
    "an unknown instruction with a pointer to floats that atomic operations access",
);

impl Work<'_> {
    /// Rewrites an instruction of a function.
    pub(super) fn instruction(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        if let Some((pointer, ty)) = atomic_of(self.input, inst) {
            if self.tables.is_rewritten(pointer) {
                self.count();
                return self.atomic_operation(inst, pointer, ty);
            }
        }
        match inst.opcode() {
            op::OpLoad if self.tables.is_rewritten(views::Load(inst).pointer()) => self.load(inst),
            op::OpStore if self.tables.is_rewritten(views::Store(inst).pointer()) => {
                self.store(inst)
            }
            op::OpCopyMemory if self.tables.touches(self.input, inst) => self.copy_memory(inst),
            op::OpCopyObject if self.tables.is_rewritten(views::CopyObject(inst).operand()) => {
                self.pointer(inst)
            }
            op::OpCompositeExtract => self.extract(inst),
            op::OpCompositeInsert => self.insert(inst),
            op::OpCompositeConstruct if self.has_members(inst.result_type()) => {
                self.construct(inst)
            }
            op::OpCopyLogical => {
                let types = [inst.word(1), self.input.type_of(inst.word(3))];
                match types.iter().any(|&ty| self.has_members(ty)) {
                    true => Err(UNKNOWN),
                    false => self.copy(inst),
                }
            }
            _ => match chain(inst) {
                Some((base, _)) if self.tables.is_rewritten(inst.result()) => {
                    // The stride with which such a pointer is indexed is a decoration of its type.
                    match !inst.is_chain() && self.tables.is_rewritten(base) {
                        true => Err(UNKNOWN),
                        false => self.pointer(inst),
                    }
                }
                _ if self.tables.touches(self.input, inst) => Err(UNKNOWN),
                _ => self.copy(inst),
            },
        }
    }

    fn copy(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        self.build.copy_code(self.input, inst)
    }

    /// Rewrites an instruction whose result becomes a pointer to integers.
    fn pointer(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let view = self.input.view(inst.result_type());
        let TypeView::Pointer { class, pointee } = view else {
            return Err(MALFORMED);
        };
        if let Some((base, indices)) = chain(inst) {
            let held = self.input.pointee(self.input.type_of(base));
            let known = |&index: &u32| self.input.index(index).unwrap_or(0);
            self.check_indices(held, indices.iter().map(known))?;
        }
        let form = self.form(pointee)?;
        let pointer = self.build.pointer(class, form);
        self.build.copy_code_as(self.input, inst, pointer)
    }

    fn load(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let form = self.form(inst.result_type())?;
        let mut operands = core::mem::take(&mut self.tables.list);
        operands.clear();
        operands.push(self.id(views::Load(inst).pointer())?);
        operands.extend_from_slice(views::Load(inst).memory_access_words());
        let bits = self.build.op(op::OpLoad, form, &operands);
        self.tables.list = operands;
        self.floats_of(inst.result_type(), bits, Some(inst.result()))?;
        Ok(())
    }

    fn store(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let store = views::Store(inst);
        let value = self.id(store.object())?;
        let bits = self.integers_of(self.input.type_of(store.object()), value)?;
        let mut operands = core::mem::take(&mut self.tables.list);
        operands.clear();
        operands.extend([self.id(store.pointer())?, bits]);
        operands.extend_from_slice(store.memory_access_words());
        self.build.raw(op::OpStore, &operands);
        self.tables.list = operands;
        Ok(())
    }

    /// Rewrites a copy with at least one side in rewritten memory.
    fn copy_memory(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (to, from) = (
            views::CopyMemory(inst).target(),
            views::CopyMemory(inst).source(),
        );
        let rewritten = [to, from].map(|id| self.tables.is_rewritten(id));
        if rewritten == [true, true] {
            return self.copy(inst);
        }
        let (write, read) = Access::of(inst)?;
        let facts = self.input.facts;
        let ty = facts.pointee(self.input.words, self.input.type_of(from));
        let (to, from) = (self.id(to)?, self.id(from)?);
        let value = if rewritten == [false, true] {
            let form = self.form(ty)?;
            let bits = self.build.op(op::OpLoad, form, &read.load_operands(from));
            self.floats_of(ty, bits, None)?
        } else {
            let loaded = self.id(ty)?;
            let value = self.build.op(op::OpLoad, loaded, &read.load_operands(from));
            self.integers_of(ty, value)?
        };
        self.build
            .raw(op::OpStore, &write.store_operands(to, value));
        Ok(())
    }

    /// Refuses indices into a vector of halves, which has become one integer.
    fn check_indices(
        &self,
        mut ty: u32,
        indices: impl Iterator<Item = u32>,
    ) -> Result<(), LowerError> {
        for index in indices {
            if self.is_half_vector(ty) {
                return Err(LowerError::Because(
                    "a component of a pair of halves that atomic operations access",
                ));
            }
            match self.input.part_type(ty, index) {
                Some(part) => ty = part,
                None => break,
            }
        }
        Ok(())
    }

    fn reaches_member(&self, composite: u32, indices: &[u32]) -> bool {
        let indices = indices.iter().map(|&index| Some(index));
        self.tables
            .reaches_member(self.input, self.input.type_of(composite), indices)
    }

    fn extract(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        if !self.reaches_member(inst.operand(), inst.from(4)) {
            return self.copy(inst);
        }
        self.check_indices(
            self.input.type_of(inst.operand()),
            inst.from(4).iter().copied(),
        )?;
        let form = self.form(inst.result_type())?;
        let mut operands = core::mem::take(&mut self.tables.list);
        operands.clear();
        operands.push(self.id(inst.operand())?);
        operands.extend_from_slice(inst.from(4));
        let bits = self.build.op(op::OpCompositeExtract, form, &operands);
        self.tables.list = operands;
        self.floats_of(inst.result_type(), bits, Some(inst.result()))?;
        Ok(())
    }

    fn insert(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        if !self.reaches_member(inst.word(4), inst.from(5)) {
            return self.copy(inst);
        }
        self.check_indices(
            self.input.type_of(inst.word(4)),
            inst.from(5).iter().copied(),
        )?;
        let value = self.id(inst.word(3))?;
        let bits = self.integers_of(self.input.type_of(inst.word(3)), value)?;
        let ty = self.id(inst.word(1))?;
        let mut operands = core::mem::take(&mut self.tables.list);
        operands.clear();
        operands.extend([bits, self.id(inst.word(4))?]);
        operands.extend_from_slice(inst.from(5));
        self.build
            .op_as(inst.word(2), op::OpCompositeInsert, ty, &operands);
        self.tables.list = operands;
        Ok(())
    }

    fn construct(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let mark = self.tables.stack.len();
        for (number, &part) in inst.operands().iter().enumerate() {
            let value = self.id(part)?;
            let now = match self.is_member(inst.result_type(), number) {
                true => self.integers_of(self.input.type_of(part), value)?,
                false => value,
            };
            self.tables.stack.push(now);
        }
        let ty = self.id(inst.result_type())?;
        let operands = self.tables.stack.get(mark..).unwrap_or(&[]);
        self.build
            .op_as(inst.result(), op::OpCompositeConstruct, ty, operands);
        self.tables.stack.truncate(mark);
        Ok(())
    }

    /// Emits the conversion from integers to floats of the same bits, with a given id if there is one.
    pub(super) fn floats_of(
        &mut self,
        ty: u32,
        bits: u32,
        id: Option<u32>,
    ) -> Result<u32, LowerError> {
        let mut left = MOST_PARTS;
        self.cast(ty, bits, id, false, &mut left)
    }

    /// Emits the conversion from floats to integers of the same bits.
    pub(super) fn integers_of(&mut self, ty: u32, value: u32) -> Result<u32, LowerError> {
        let mut left = MOST_PARTS;
        self.cast(ty, value, None, true, &mut left)
    }

    /// Emits either conversion; `ty` is the type of floats.
    fn cast(
        &mut self,
        ty: u32,
        value: u32,
        id: Option<u32>,
        to_form: bool,
        left: &mut u32,
    ) -> Result<u32, LowerError> {
        let id = id.unwrap_or_else(|| self.build.id());
        let (form, own) = (self.form(ty)?, self.id(ty)?);
        let to = if to_form { form } else { own };
        *left = left.checked_sub(1).ok_or(LowerError::Because(
            "an array that atomic operations access and that is copied as a whole",
        ))?;
        match self.input.view(ty) {
            TypeView::Array { element, length } => {
                let open =
                    LowerError::Because("an array whose length is an open specialization constant");
                let length = self.input.index(length).ok_or(open)?;
                let parts = if to_form {
                    self.id(element)?
                } else {
                    self.form(element)?
                };
                let mark = self.tables.stack.len();
                for index in 0..length {
                    let part = self
                        .build
                        .op(op::OpCompositeExtract, parts, &[value, index]);
                    let now = self.cast(element, part, None, to_form, left)?;
                    self.tables.stack.push(now);
                }
                let operands = self.tables.stack.get(mark..).unwrap_or(&[]);
                self.build.op_as(id, op::OpCompositeConstruct, to, operands);
                self.tables.stack.truncate(mark);
            }
            TypeView::Scalar(_) if self.is_half(ty) => self.cast_half(id, own, value, to_form),
            _ => self.build.op_as(id, op::OpBitcast, to, &[value]),
        }
        Ok(id)
    }

    /// Emits the conversion of a single half, which is the lower part of a word of its own.
    fn cast_half(&mut self, id: u32, half: u32, value: u32, to_form: bool) {
        let (uint, pair) = (self.build.uint(), self.build.vector(half, 2));
        if to_form {
            let zero = self.build.null(half);
            let both = self
                .build
                .op(op::OpCompositeConstruct, pair, &[value, zero]);
            self.build.op_as(id, op::OpBitcast, uint, &[both]);
        } else {
            let both = self.build.op(op::OpBitcast, pair, &[value]);
            self.build
                .op_as(id, op::OpCompositeExtract, half, &[both, 0]);
        }
    }
}
