//! Visits the functions of a module and emits the replacements of instructions that involve rewritten blocks.
//!
//! Access chains become places, accesses become accesses to words, and instructions that do not access a rewritten block
//! are copied. Any other use of a pointer into a rewritten block is refused: an instruction that the pass does not know is
//! never copied.

use super::address::ROW_MAJOR_COLUMN;
use super::atomic::{atomic_operands, ATOMIC};
use super::blocks::{is_physical, Block, Blocks};
use super::layout::{Layouts, Part, Shape};
use super::memo::{key, Memo, Validity};
use super::place::{Place, Places, POINTER};
use super::store::Pending;
use crate::build::Build;
use crate::facts::TypeView;
use crate::inst::Inst;
use crate::passes::access::Access;
use crate::passes::builder::mark;
use crate::passes::{Input, Kind, LowerError, ModuleBuilder};
use crate::plan::is_non_semantic;
use crate::tables::{decoration, is_atomic, op, op_hot, storage_class, OpFlags};
use crate::views;
use alloc::vec::Vec;

/// Narrow data in a storage class whose pointers cannot be converted to addresses.
const RECORD: LowerError = LowerError::Because("narrow data in a shader record");

/// The state for emitting functions.
pub struct Code<'a> {
    pub input: Input<'a>,
    pub build: &'a mut ModuleBuilder,
    pub layouts: &'a Layouts,
    pub blocks: &'a Blocks,
    pub places: &'a mut Places,
    pub memo: &'a mut Memo,
    /// Parts of composites that are being constructed or extracted.
    pub parts: &'a mut Vec<u32>,
    /// The indices of the part of a composite value that is being stored.
    pub path: &'a mut Vec<u32>,
    /// A word whose bits are being collected for a store.
    pub pending: Option<Pending>,
    /// The number of parts that may still be loaded or stored.
    pub budget: u32,
    pub vulkan_memory_model: bool,
}

impl<'a> Code<'a> {
    /// Marks a result that is a pointer to or into a rewritten block.
    pub fn mark(&mut self, inst: Inst<'_>) {
        let (ty, blocks) = (inst.word(1), self.blocks);
        let leads = || blocks.whole(ty).is_some() || blocks.is_inside(ty) || blocks.is_address(ty);
        if inst.has_type() && leads() {
            self.build.mark(inst.result(), mark::TOUCHED);
        }
    }

    /// Records whether an instruction's result points into a rewritten block.
    pub fn record_result(&mut self, inst: Inst<'_>) {
        self.mark(inst);
        let base = inst.word(3);
        let inside = match inst.opcode() {
            op::OpCopyObject => self.places.is_inside(base),
            op::OpAccessChain | op::OpInBoundsAccessChain => {
                self.places.is_inside(base)
                    || match self.blocks.whole(self.input.type_of(base)) {
                        Some(whole) => inst.words().len() > 4 + usize::from(whole.array),
                        None => false,
                    }
            }
            _ => false,
        };
        if inside {
            self.record_inside(inst.result());
        }
        self.record_pair(inst);
    }

    /// Records that an id points into a rewritten block, and is therefore removed.
    pub fn record_inside(&mut self, id: u32) {
        self.places.set_inside(id);
        self.build.mark(id, mark::TOUCHED);
        self.build.remove(id);
    }

    /// Emits an instruction; `touched` is whether it uses marked ids.
    pub fn instruction(&mut self, inst: Inst<'_>, touched: bool) -> Result<(), LowerError> {
        if (touched || self.blocks.any_pairs) && self.access_or_pointer(inst)? {
            self.build.count(Kind::Storage);
            return Ok(());
        }
        if touched {
            self.check(inst)?;
        }
        match inst.opcode() {
            op::OpLabel => self.memo.enter_block(),
            op::OpLoad => self.record_load(inst),
            op::OpStore => self.memo.store(),
            _ => {}
        }
        if changes_shared(self.input, inst) {
            self.memo.store();
            self.memo.change_shared();
        }
        self.build.copy_code(self.input, inst)
    }

    /// Rewrites an instruction that creates or dereferences a pointer into a rewritten block. Returns false if it is not
    /// one.
    fn access_or_pointer(&mut self, inst: Inst<'_>) -> Result<bool, LowerError> {
        let opcode = inst.opcode();
        match opcode {
            op::OpAccessChain | op::OpInBoundsAccessChain | op::OpCopyObject
                if self.places.is_inside(inst.result()) =>
            {
                match opcode {
                    op::OpCopyObject => {
                        let place = self
                            .place(views::CopyObject(inst).operand())
                            .ok_or(POINTER)?;
                        self.places.enter(inst.result(), place);
                        self.define_reserved(inst.result(), &place)?;
                    }
                    _ => self.follow(inst)?,
                }
                Ok(true)
            }
            _ if self.address_instruction(inst)? || self.pair_instruction(inst)? => Ok(true),
            op::OpLoad => self.loads(inst),
            op::OpStore => self.stores(inst),
            op::OpCopyMemory => self.copies(inst),
            op::OpPtrEqual | op::OpPtrNotEqual | op::OpPtrDiff => self.comparison(inst),
            op::OpArrayLength => match self.place(views::ArrayLength(inst).structure()) {
                Some(place) => self.array_length(inst, &place).map(|()| true),
                None => Ok(false),
            },
            _ => match atomic_operands(opcode).and_then(|(at, _)| self.place(inst.word(at))) {
                // Atomic instructions have no alignment operand; the natural alignment of the accessed type applies.
                Some(place) => self
                    .atomic(inst, &Place { align: 2, ..place })
                    .map(|()| true),
                None => Ok(false),
            },
        }
    }

    /// Checks an instruction that is to be copied: it may use pointers to whole rewritten blocks, but must neither access
    /// them nor use pointers into them.
    fn check(&self, inst: Inst<'_>) -> Result<(), LowerError> {
        self.check_address(inst)?;
        if self.blocks.takes_for_packed(self.input, inst) {
            return Err(POINTER);
        }
        let opcode = inst.opcode();
        let (mut inside, mut whole) = (false, false);
        self.input.uses(inst, |id| {
            inside |= self.places.is_inside(id);
            whole |= self.blocks.whole(self.input.type_of(id)).is_some();
        });
        let carries = matches!(
            opcode,
            op::OpAccessChain
                | op::OpInBoundsAccessChain
                | op::OpCopyObject
                | op::OpFunctionCall
                | op::OpPhi
                | op::OpSelect
                | op::OpReturnValue
                | op::OpPtrEqual
                | op::OpPtrNotEqual
        );
        let silent = is_non_semantic(self.input.facts, inst);
        // Storing a pointer to a whole block does not access the block, unless the target of the store is one.
        let kept = opcode == op::OpStore
            && self
                .blocks
                .whole(self.input.type_of(views::Store(inst).pointer()))
                .is_none();
        inside |= inst.has_type() && self.blocks.is_inside(inst.result_type());
        if !silent && (inside || whole && !carries && !kept) {
            return Err(match is_atomic(opcode) {
                true => ATOMIC,
                false => refusal_for(self.input, inst),
            });
        }
        Ok(())
    }

    /// Records a value that was loaded from a variable private to the invocation.
    fn record_load(&mut self, inst: Inst<'_>) {
        let Input { words, facts } = self.input;
        let variable = facts.def(words, views::Load(inst).pointer());
        let own = variable.is_some_and(|def| {
            def.opcode() == op::OpVariable
                && matches!(
                    views::Variable(def).storage_class(),
                    storage_class::Function | storage_class::Private | storage_class::Input
                )
        });
        let key = key(op::OpLoad, inst.result_type(), inst.operands());
        let Some(key) = key.filter(|_| own && inst.words().len() == 4) else {
            return;
        };
        let id = inst.result();
        let first = self.memo.result(&key, Validity::UntilStored, || id);
        if first != id {
            self.places.record_same(id, first);
        }
    }

    fn loads(&mut self, inst: Inst<'_>) -> Result<bool, LowerError> {
        let Some(place) = self.place(views::Load(inst).pointer()) else {
            return Ok(false);
        };
        self.check_type(&place, inst.result_type())?;
        let (_, access) = self.access(inst)?;
        let place = place.accessed(&access);
        self.load(&place, &access, Some(inst.result()), 0)?;
        Ok(true)
    }

    fn stores(&mut self, inst: Inst<'_>) -> Result<bool, LowerError> {
        let store = views::Store(inst);
        let Some(place) = self.place(store.pointer()) else {
            return Ok(false);
        };
        self.check_type(&place, self.input.type_of(store.object()))?;
        if self.is_row_major_column(store.object()) {
            return Err(ROW_MAJOR_COLUMN);
        }
        let (access, _) = self.access(inst)?;
        let value = self.id(store.object())?;
        self.store(&place.accessed(&access), value, &access)?;
        Ok(true)
    }

    /// Replaces a copy by a load and a store. Either side may be ordinary memory.
    fn copies(&mut self, inst: Inst<'_>) -> Result<bool, LowerError> {
        let (target, source) = (
            views::CopyMemory(inst).target(),
            views::CopyMemory(inst).source(),
        );
        let (to, from) = (self.place(target), self.place(source));
        if to.is_none() && from.is_none() {
            return Ok(false);
        }
        let (write, read) = self.access(inst)?;
        let value = match &from {
            Some(place) => {
                self.check_type(place, self.pointee(target, &to))?;
                self.load(&place.accessed(&read), &read, None, 0)?
            }
            None => {
                let ty = self.pointee(source, &from);
                let ty = self.id(ty)?;
                let pointer = self.id(source)?;
                self.build.op(op::OpLoad, ty, &read.load_operands(pointer))
            }
        };
        match &to {
            Some(place) => {
                self.check_type(place, self.pointee(source, &from))?;
                self.store(&place.accessed(&write), value, &write)?;
            }
            None => {
                let pointer = self.id(target)?;
                let operands = write.store_operands(pointer, value);
                self.build.raw(op::OpStore, &operands);
                self.memo.store();
                self.memo.change_shared();
            }
        }
        Ok(true)
    }

    /// Returns the pointee type of a pointer, into a rewritten block or not.
    fn pointee(&self, pointer: u32, place: &Option<Place>) -> u32 {
        match place {
            Some(place) => place.part.ty,
            None => self.input.pointee(self.input.type_of(pointer)),
        }
    }

    /// Checks that a value has the type of the place that it is loaded from or stored to.
    fn check_type(&self, place: &Place, ty: u32) -> Result<(), LowerError> {
        if place.part.ty == ty {
            Ok(())
        } else {
            Err(LowerError::Because(
                "an access to a block by another type than it has there",
            ))
        }
    }

    fn access(&mut self, inst: Inst<'_>) -> Result<(Access, Access), LowerError> {
        let (mut write, mut read) = Access::of(inst)?;
        write.map(|id| self.id(id))?;
        read.map(|id| self.id(id))?;
        Ok((write, read))
    }

    // ---- Helpers shared by loads, stores and atomics ----

    /// Returns the replacement of an id of the input.
    pub fn id(&self, id: u32) -> Result<u32, LowerError> {
        self.build.get(id).ok_or(POINTER)
    }

    pub fn shape(&self, part: Part) -> Result<Shape<'a>, LowerError> {
        self.layouts.shape(self.input.words, self.input.facts, part)
    }

    pub fn block(&self, place: &Place) -> Result<Block, LowerError> {
        self.blocks.of(place).ok_or(POINTER)
    }

    pub fn is_vector(&self, ty: u32) -> bool {
        let def = self.input.def(ty);
        def.is_some_and(|def| def.opcode() == op::OpTypeVector)
    }

    /// Whether accesses to a place must not be removed.
    pub fn is_volatile(&self, place: &Place) -> Result<bool, LowerError> {
        if place.is_address {
            return Ok(self.blocks.are_all_addresses && self.blocks.any_volatile);
        }
        let block = self.block(place)?;
        Ok(block.is_volatile || !place.is_pair && self.is_volatile_root(place.root))
    }

    /// As [`Code::is_volatile`], for what an id points to. A descriptor has the decorations of the array variable. Anything
    /// whose variable is not known counts as volatile.
    fn is_volatile_root(&self, root: u32) -> bool {
        let def = |id| self.input.def(id);
        let mut variable = def(root);
        if let Some(chain) = variable.filter(Inst::is_chain) {
            variable = def(views::AccessChain(chain).base());
        }
        !variable.is_some_and(|def| {
            def.opcode() == op::OpVariable && !self.layouts.is(def.result(), decoration::Volatile)
        })
    }

    /// Emits an instruction whose result depends on its operands alone, unless the block has it already.
    pub fn pure(&mut self, opcode: u16, ty: u32, operands: &[u32]) -> u32 {
        self.memoized(opcode, ty, operands, Validity::Block)
    }

    /// As [`Code::pure`], with a given result id if there is one.
    pub fn pure_as(&mut self, result: Option<u32>, opcode: u16, ty: u32, operands: &[u32]) -> u32 {
        match result {
            Some(id) => {
                self.build.op_as(id, opcode, ty, operands);
                id
            }
            None => self.pure(opcode, ty, operands),
        }
    }

    pub fn memoized(&mut self, opcode: u16, ty: u32, operands: &[u32], validity: Validity) -> u32 {
        let mut write = || self.build.op(opcode, ty, operands);
        match key(opcode, ty, operands) {
            Some(key) => self.memo.result(&key, validity, write),
            None => write(),
        }
    }
}

/// Returns the reason to refuse an instruction that creates or uses a pointer to narrow data.
pub fn refusal_for(input: Input<'_>, inst: Inst<'_>) -> LowerError {
    match input.view(inst.word(1)) {
        TypeView::Pointer { class, .. } if inst.has_type() && is_physical(class) => RECORD,
        _ => POINTER,
    }
}

/// Whether an instruction without pointers into rewritten blocks may access memory, so that memoized results have to be
/// updated.
pub fn may_affect_memory(opcode: u16) -> bool {
    let passes = OpFlags::PURE | OpFlags::DEBUG;
    matches!(opcode, op::OpLoad | op::OpExtInst) || !op_hot(opcode).flags.intersects(passes)
}

/// Whether an instruction may change memory shared with other invocations, or make their changes visible.
fn changes_shared(input: Input<'_>, inst: Inst<'_>) -> bool {
    let Input { words, facts } = input;
    match inst.opcode() {
        op::OpStore => {
            let pointer = facts.type_of(words, views::Store(inst).pointer());
            let own = matches!(
                facts.type_view(words, pointer),
                TypeView::Pointer {
                    class: storage_class::Function | storage_class::Private,
                    ..
                }
            );
            !own
        }
        // A load with memory operands may make other invocations' stores visible.
        op::OpLoad => inst.words().len() > 4,
        // Extended instructions may store through a pointer.
        op::OpExtInst => views::ExtInst(inst).operands().iter().any(|&id| {
            let ty = facts.type_of(words, id);
            matches!(facts.type_view(words, ty), TypeView::Pointer { .. })
        }),
        opcode => !op_hot(opcode)
            .flags
            .intersects(OpFlags::PURE | OpFlags::DEBUG),
    }
}
