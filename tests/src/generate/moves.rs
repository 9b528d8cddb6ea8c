//! Moves: what a module does with its memory.
//!
//! A place is a way from a variable to a part of its form. What is there is read, written, changed and copied, whole or in
//! part, by chains of one step or several and by indices that are known and that are not.

use sos_core::tables::{capability, memory_access, op, scope, storage_class};

use super::choose::Choose as _;
use super::forms::{Form, Kind};
use super::memory::{Root, Step};
use super::module::Writer;
use super::widths::{Value, Width};

/// A part of some variable.
#[derive(Clone, Debug)]
pub struct Place {
    pub variable: u32,
    pub class: u32,
    /// Indices from the variable, and the types behind them.
    pub path: Vec<u32>,
    pub types: Vec<u32>,
    /// Of each index that is not fixed, how many there are.
    pub bounds: Vec<Option<u32>>,
    pub form: Form,
    pub aliased: bool,
}

impl Writer {
    /// Reads or writes some memory; a number of it.
    pub fn by_place(&mut self) -> u32 {
        let values = self.shape.memory.is_some_and(|memory| memory.values);
        if values && self.random.percent(60) {
            return self.by_value();
        }
        match self.random.up_to(16) {
            0..=2 => self.read_part(),
            3 | 4 => self.write_part(),
            5 => self.read_whole(),
            6 | 7 => self.change_whole(),
            8 | 9 => self.move_part(),
            10 => self.copy_part(),
            11 => self.length_of_list(),
            12 => self.count_in_place(),
            13 | 14 => self.choose_place(),
            _ => self.pass_place(),
        }
    }

    /// The ways into memory that there are here.
    fn roots(&self, fit: impl Fn(&Root) -> bool) -> Vec<usize> {
        let roots = self.memory.roots.iter().enumerate();
        let fit = roots.filter(|(_, root)| root.variable != 0 && fit(root));
        fit.map(|(at, _)| at).collect()
    }

    pub fn some_root(&mut self, writable: bool) -> Root {
        let roots = self.roots(|root| root.writable || !writable);
        let at = self.random.of(&roots);
        self.memory.roots[at].clone()
    }

    /// The place where a way into memory ends.
    pub fn enter(&mut self, root: &Root) -> Place {
        let mut place = Place {
            variable: root.variable,
            class: root.class,
            path: Vec::new(),
            types: Vec::new(),
            bounds: Vec::new(),
            form: root.form.clone(),
            aliased: root.aliased,
        };
        for &(step, ty) in &root.begin {
            let (index, bound) = match step {
                Step::Member(at) => (self.constant(at), None),
                Step::Own => (self.invocation_number(), None),
                Step::Any(count) => (self.below(count), Some(count)),
                Step::Same(count) => {
                    let (number, count) = (self.fixed(), self.constant(count));
                    let index = self.op(op::OpUMod, self.types.number, &[number, count]);
                    (index, None)
                }
            };
            place.path.push(index);
            place.types.push(ty);
            place.bounds.push(bound);
        }
        place
    }

    /// One step into a form.
    pub fn step(&mut self, place: &mut Place) {
        let bound = place.form.bound();
        let (at, index, bound) = match place.form.kind {
            Kind::Struct(_) => {
                let at = self.random.up_to(bound);
                (at, self.constant(at), None)
            }
            _ => (0, self.below(bound), Some(bound)),
        };
        place.form = place.form.part(at);
        place.path.push(index);
        place.types.push(place.form.ty);
        place.bounds.push(bound);
    }

    /// Steps into a form, until chance ends them or what is there fits.
    pub fn descend(&mut self, place: &mut Place, until: impl Fn(&Form) -> bool) {
        while place.form.parted() && !(until(&place.form) && self.random.percent(60)) {
            self.step(place);
        }
    }

    /// A pointer to a place, by one chain or several.
    pub fn pointer_to(&mut self, place: &Place) -> u32 {
        let (mut pointer, mut from) = (place.variable, 0);
        while from < place.path.len() {
            let mut to = place.path.len();
            if to - from > 1 && self.random.percent(30) {
                to = from + 1 + self.random.up_to((to - from) as u32 - 1) as usize;
            }
            let mut operands = vec![pointer];
            for at in from..to {
                let index = self.any_width(place.path[at], place.bounds[at]);
                operands.push(index);
            }
            let ty = self.pointer(place.class, place.types[to - 1]);
            let opcode = match self.random.percent(30) {
                true => op::OpInBoundsAccessChain,
                false => op::OpAccessChain,
            };
            pointer = self.op(opcode, ty, &operands);
            if self.random.percent(5) {
                pointer = self.op(op::OpCopyObject, ty, &[pointer]);
            }
            from = to;
        }
        pointer
    }

    /// An index, now and then of another width.
    pub fn any_width(&mut self, index: u32, bound: Option<u32>) -> u32 {
        let mut integers = self.types.widths.clone();
        integers.retain(|width| !width.float);
        if bound.is_none() || integers.is_empty() || !self.random.percent(12) {
            return index;
        }
        let width = self.random.of(&integers);
        let convert = match width.signed {
            true => op::OpSConvert,
            false => op::OpUConvert,
        };
        self.op(convert, width.types[0], &[index])
    }

    /// Memory operands of a load or a store. `Aligned` is none of them: Mesa 22.3.6 reads other bytes then.
    fn operands(&mut self, class: u32, store: bool) -> Vec<u32> {
        let mut mask = 0;
        let mut operands = Vec::new();
        if self.random.percent(8) {
            mask |= memory_access::Volatile;
        }
        let model = self.shape.memory.is_some_and(|memory| memory.model);
        let apart = [storage_class::StorageBuffer, storage_class::Workgroup].contains(&class);
        if model && apart && self.random.percent(40) {
            mask |= memory_access::NonPrivatePointer;
            mask |= match store {
                true => memory_access::MakePointerAvailable,
                false => memory_access::MakePointerVisible,
            };
            operands.push(self.constant(scope::Workgroup));
        }
        match mask {
            0 => Vec::new(),
            _ => [&[mask][..], &operands].concat(),
        }
    }

    pub fn load(&mut self, place: &Place, pointer: u32) -> u32 {
        let operands = self.operands(place.class, false);
        self.op(
            op::OpLoad,
            place.form.ty,
            &[&[pointer][..], &operands].concat(),
        )
    }

    pub fn store(&mut self, place: &Place, pointer: u32, value: u32) {
        let operands = self.operands(place.class, true);
        self.no_result(op::OpStore, &[&[pointer, value][..], &operands].concat());
    }

    /// What a place holds, as a number.
    fn read_part(&mut self) -> u32 {
        let root = self.some_root(false);
        self.read_of(&root)
    }

    /// What some part holds, as a number.
    pub fn read_of(&mut self, root: &Root) -> u32 {
        let mut place = self.enter(root);
        self.descend(&mut place, |form| matches!(form.kind, Kind::Numbers(..)));
        let pointer = self.pointer_to(&place);
        let value = self.load(&place, pointer);
        self.told(value, &place.form)
    }

    fn write_part(&mut self) -> u32 {
        let root = self.some_root(true);
        self.write_of(&root)
    }

    /// Stores something to some part.
    pub fn write_of(&mut self, root: &Root) -> u32 {
        let mut place = self.enter(root);
        let small = |form: &Form| !matches!(form.kind, Kind::Struct(_) | Kind::Array(..));
        self.descend(&mut place, small);
        let value = self.made(&place.form, place.aliased);
        let pointer = self.pointer_to(&place);
        self.store(&place, pointer, value);
        self.told(value, &place.form)
    }

    /// Loads something of several parts, and tells one of them.
    fn read_whole(&mut self) -> u32 {
        let root = self.some_root(false);
        let mut place = self.enter(&root);
        self.descend(&mut place, |_| true);
        let pointer = self.pointer_to(&place);
        let value = self.load(&place, pointer);
        self.told(value, &place.form)
    }

    /// Loads something of several parts, sets one of them and stores it.
    fn change_whole(&mut self) -> u32 {
        let root = self.some_root(true);
        let mut place = self.enter(&root);
        self.descend(&mut place, Form::parted);
        let pointer = self.pointer_to(&place);
        if !place.form.parted() {
            let value = self.made(&place.form, place.aliased);
            self.store(&place, pointer, value);
            return self.told(value, &place.form);
        }
        let whole = self.load(&place, pointer);
        let (part, path) = self.some_part(&place.form);
        let value = self.made(&part, place.aliased);
        let ty = place.form.ty;
        let dynamic = matches!(place.form.kind, Kind::Numbers(..)) && self.random.percent(40);
        let changed = match dynamic {
            true => {
                let at = self.below(place.form.bound());
                self.op(op::OpVectorInsertDynamic, ty, &[whole, value, at])
            }
            false => {
                let operands = [&[value, whole][..], &path].concat();
                self.op(op::OpCompositeInsert, ty, &operands)
            }
        };
        self.store(&place, pointer, changed);
        self.told(changed, &place.form)
    }

    /// From one place to another that holds the same.
    fn move_part(&mut self) -> u32 {
        let root = self.some_root(true);
        let mut to = self.enter(&root);
        self.descend(&mut to, |_| true);
        let Some(from) = self.like(&to) else {
            return self.read_of(&root);
        };
        let source = self.pointer_to(&from);
        let value = self.load(&from, source);
        let value = self.converted(value, &from.form, &to.form);
        let target = self.pointer_to(&to);
        self.store(&to, target, value);
        self.told(value, &to.form)
    }

    /// The same without a value in between.
    fn copy_part(&mut self) -> u32 {
        let root = self.some_root(true);
        let mut to = self.enter(&root);
        self.descend(&mut to, |_| true);
        let from = self.like(&to).filter(|from| from.form.ty == to.form.ty);
        let Some(from) = from else {
            return self.read_of(&root);
        };
        let (source, target) = (self.pointer_to(&from), self.pointer_to(&to));
        let volatile = match self.random.percent(20) {
            true => vec![memory_access::Volatile],
            false => Vec::new(),
        };
        let operands = [&[target, source][..], &volatile].concat();
        self.no_result(op::OpCopyMemory, &operands);
        let value = self.load(&to, target);
        self.told(value, &to.form)
    }

    /// A place that holds the same as another; it is not among those that others see as another type unless both are.
    fn like(&mut self, to: &Place) -> Option<Place> {
        for _ in 0..6 {
            let root = self.some_root(false);
            let mut place = self.enter(&root);
            while place.form.plain != to.form.plain && place.form.parted() {
                self.step(&mut place);
            }
            // What is moved to where others see it must be nothing special there.
            let fits = place.form.plain == to.form.plain && (place.aliased || !to.aliased);
            if fits {
                return Some(place);
            }
        }
        None
    }

    /// A value as it lies at another place.
    pub fn converted(&mut self, value: u32, from: &Form, to: &Form) -> u32 {
        if from.ty == to.ty {
            return value;
        }
        if self.later() && self.random.percent(60) {
            return self.op(op::OpCopyLogical, to.ty, &[value]);
        }
        let parts: Vec<u32> = (0..to.bound())
            .map(|at| {
                let (from, to) = (from.part(at), to.part(at));
                let part = self.op(op::OpCompositeExtract, from.ty, &[value, at]);
                self.converted(part, &from, &to)
            })
            .collect();
        self.op(op::OpCompositeConstruct, to.ty, &parts)
    }

    /// The length of an array as the buffer tells it.
    fn length_of_list(&mut self) -> u32 {
        if self.memory.lists.is_empty() {
            return self.read_part();
        }
        let (variable, member) = self.random.of(&self.memory.lists.clone());
        self.op(op::OpArrayLength, self.types.number, &[variable, member])
    }

    /// An atomic operation on a word.
    fn count_in_place(&mut self) -> u32 {
        let shared = [storage_class::StorageBuffer, storage_class::Workgroup];
        let fit = |root: &Root| root.writable && !root.aliased && shared.contains(&root.class);
        let roots = self.roots(fit);
        if roots.is_empty() {
            return self.read_part();
        }
        let at = self.random.of(&roots);
        let root = self.memory.roots[at].clone();
        for _ in 0..8 {
            let mut place = self.enter(&root);
            let part = |form: &Form| matches!(form.kind, Kind::Numbers(_, 1));
            self.descend(&mut place, part);
            // A component of a matrix is none that atomics may touch; nor are floats.
            let Kind::Numbers(width, 1) = place.form.kind else {
                continue;
            };
            let long = self.shape.memory.is_some_and(|memory| memory.long_atomics);
            if width.float || width.bits != 32 && !(long && width.bits == 64) {
                continue;
            }
            if width.bits == 64 {
                self.cross.capabilities.insert(capability::Int64Atomics);
            }
            return self.count_at(&place, width);
        }
        self.read_of(&root)
    }

    fn count_at(&mut self, place: &Place, width: Width) -> u32 {
        let pointer = self.pointer_to(place);
        let (scope, relaxed) = (self.constant(scope::Workgroup), self.constant(0));
        let value = self.fresh(width, false);
        let ty = width.types[0];
        let opcode = self.random.of(&[
            op::OpAtomicIAdd,
            op::OpAtomicISub,
            op::OpAtomicAnd,
            op::OpAtomicOr,
            op::OpAtomicXor,
            op::OpAtomicExchange,
            op::OpAtomicUMax,
            op::OpAtomicSMin,
            op::OpAtomicLoad,
            op::OpAtomicStore,
            op::OpAtomicIIncrement,
            op::OpAtomicCompareExchange,
        ]);
        let head = [pointer, scope, relaxed];
        let id = match opcode {
            op::OpAtomicStore => {
                self.no_result(opcode, &[pointer, scope, relaxed, value]);
                value
            }
            op::OpAtomicLoad | op::OpAtomicIIncrement => self.op(opcode, ty, &head),
            op::OpAtomicCompareExchange => {
                let old = self.op(op::OpLoad, ty, &[pointer]);
                let guess = match self.random.percent(50) {
                    true => old,
                    false => value,
                };
                let operands = [&head[..], &[relaxed, value, guess]].concat();
                self.op(opcode, ty, &operands)
            }
            _ => self.op(opcode, ty, &[&head[..], &[value]].concat()),
        };
        self.told(id, &place.form)
    }

    /// A number of a type, which is no NaN and nothing denormal of any type if it is plain.
    fn fresh(&mut self, width: Width, plain: bool) -> u32 {
        let mut number = self.number(1);
        if plain && !width.float {
            let (mask, set) = (self.constant(0x3B3B_3B3B), self.constant(0x1010_1010));
            number = self.op(op::OpBitwiseAnd, self.types.number, &[number, mask]);
            number = self.op(op::OpBitwiseOr, self.types.number, &[number, set]);
        }
        let ty = width.types[0];
        match (width.float, width.bits) {
            (true, _) => self.whole(width, number),
            (false, 32) if !width.signed => number,
            (false, 32) => self.op(op::OpBitcast, ty, &[number]),
            (false, 64) => {
                let high = if plain { number } else { self.number(0) };
                let pair = self.op(op::OpCompositeConstruct, self.types.pair, &[number, high]);
                self.op(op::OpBitcast, ty, &[pair])
            }
            (false, _) if width.signed => self.op(op::OpSConvert, ty, &[number]),
            (false, _) => self.op(op::OpUConvert, ty, &[number]),
        }
    }

    /// A value of a form.
    pub fn made(&mut self, form: &Form, plain: bool) -> u32 {
        if !plain && self.random.percent(6) {
            return self.typed(op::OpConstantNull, form.ty, &[]);
        }
        if let Kind::Numbers(width, 1) = form.kind {
            return self.fresh(width, plain);
        }
        if let Kind::Numbers(width, count) = form.kind {
            let parts: Vec<u32> = (0..count).map(|_| self.fresh(width, plain)).collect();
            return self.value(width, &parts).id;
        }
        let parts: Vec<u32> = (0..form.bound())
            .map(|at| self.made(&form.part(at), plain))
            .collect();
        self.op(op::OpCompositeConstruct, form.ty, &parts)
    }

    /// A number that tells what some part of a value is.
    pub fn told(&mut self, value: u32, form: &Form) -> u32 {
        let (mut value, mut form) = (value, form.clone());
        while !matches!(form.kind, Kind::Numbers(..)) {
            let at = self.random.up_to(form.bound());
            form = form.part(at);
            value = self.op(op::OpCompositeExtract, form.ty, &[value, at]);
        }
        let Kind::Numbers(width, count) = form.kind else {
            return value;
        };
        if !width.float {
            let id = value;
            let mut value = Value { id, width, count };
            if width.bits != 32 && self.random.percent(30) {
                value = self.changed(value, 1);
            }
            return self.back(value);
        }
        let at = self.below(count);
        let part = match count {
            1 => value,
            _ => self.op(op::OpVectorExtractDynamic, width.types[0], &[value, at]),
        };
        let (number, pair) = (self.types.number, self.types.pair);
        match width.bits {
            32 => self.op(op::OpBitcast, number, &[part]),
            16 => {
                let two = self.op(op::OpCompositeConstruct, width.types[1], &[part, part]);
                self.op(op::OpBitcast, number, &[two])
            }
            _ => {
                let words = self.op(op::OpBitcast, pair, &[part]);
                let low = self.op(op::OpCompositeExtract, number, &[words, 0]);
                let high = self.op(op::OpCompositeExtract, number, &[words, 1]);
                self.op(op::OpIAdd, number, &[low, high])
            }
        }
    }
}
