//! Values of several parts: structs, arrays, matrices and vectors that control flow carries and functions give back.

use sos_core::tables::op;

use super::choose::Choose as _;
use super::code::{push, Code};
use super::forms::{Form, Kind};
use super::module::Writer;

impl Writer {
    /// Declares what values there are besides those that lie in memory.
    pub fn declare_values(&mut self, forms: &[Form]) {
        self.memory.values = forms.to_vec();
        for _ in 0..3 {
            let form = self.some_form(2, 9);
            self.memory.values.push(form);
        }
    }

    /// A number of a value that goes through some control flow.
    pub fn by_value(&mut self) -> u32 {
        if self.random.percent(50) {
            let at = self.random.up_to(self.memory.values.len() as u32) as usize;
            let mut form = self.memory.values[at].clone();
            let mut value = self.made(&form, false);
            self.carry(&mut form, &mut value, false);
            return self.told(value, &form);
        }
        let root = self.some_root(false);
        let mut place = self.enter(&root);
        self.descend(&mut place, Form::parted);
        let pointer = self.pointer_to(&place);
        let mut value = self.load(&place, pointer);
        let mut form = place.form.clone();
        self.carry(&mut form, &mut value, place.aliased);
        if root.writable && form.ty == place.form.ty {
            self.store(&place, pointer, value);
        }
        self.told(value, &form)
    }

    /// Takes a value some way; it may be of another layout behind it.
    fn carry(&mut self, form: &mut Form, value: &mut u32, plain: bool) {
        for _ in 0..1 + self.random.up_to(3) {
            let before = *value;
            *value = match self.random.up_to(9) {
                0 | 1 if !self.memory.single => self.by_branches(form, before, plain),
                2 if !self.memory.single => self.by_trips(form, before, plain),
                3 | 4 if self.later() => self.by_selection(form, before, plain),
                5 => self.op(op::OpCopyObject, form.ty, &[before]),
                6 => {
                    let roots = self.memory.roots.iter().map(|root| &root.form);
                    let forms = roots.chain(&self.memory.values);
                    let like: Vec<Form> = forms
                        .filter(|other| other.plain == form.plain)
                        .cloned()
                        .collect();
                    match like.is_empty() {
                        true => before,
                        false => {
                            let at = self.random.up_to(like.len() as u32) as usize;
                            let from = std::mem::replace(form, like[at].clone());
                            self.converted(before, &from, form)
                        }
                    }
                }
                7 => self.by_call(form, before),
                _ => self.with_another_part(form, before, plain),
            };
        }
    }

    /// A part of a form, and the way to it.
    pub fn some_part(&mut self, form: &Form) -> (Form, Vec<u32>) {
        let (mut part, mut path) = (form.clone(), Vec::new());
        while part.parted() && (path.is_empty() || self.random.percent(70)) {
            let at = self.random.up_to(part.bound());
            path.push(at);
            part = part.part(at);
        }
        (part, path)
    }

    /// A value like one but for a part.
    fn with_another_part(&mut self, form: &Form, value: u32, plain: bool) -> u32 {
        if !form.parted() {
            return self.made(form, plain);
        }
        let (part, path) = self.some_part(form);
        let mut other = match self.random.percent(30) {
            true => self.op(
                op::OpCompositeExtract,
                part.ty,
                &[&[value][..], &path].concat(),
            ),
            false => self.made(&part, plain),
        };
        if let Kind::Numbers(width, 2..) = part.kind {
            let to = self.below(part.bound());
            let to = self.any_width(to, Some(part.bound()));
            let from = self.below(part.bound());
            let one = self.op(op::OpVectorExtractDynamic, width.types[0], &[other, from]);
            other = self.op(op::OpVectorInsertDynamic, part.ty, &[other, one, to]);
        }
        let operands = [&[other, value][..], &path].concat();
        self.op(op::OpCompositeInsert, form.ty, &operands)
    }

    /// By a phi of two or of three.
    fn by_branches(&mut self, form: &Form, value: u32, plain: bool) -> u32 {
        let merge = self.id();
        let mut sides = vec![self.id(), self.id()];
        let selection = (op::OpSelectionMerge, &[merge, 0][..]);
        if self.random.percent(60) {
            let condition = self.truth(1);
            let branch = [condition, sides[0], sides[1]];
            let branch = (op::OpBranchConditional, &branch[..]);
            self.code.close(&[selection, branch], &sides);
        } else {
            sides.push(self.id());
            let (mask, number) = (self.constant(3), self.number(1));
            let selector = self.op(op::OpBitwiseAnd, self.types.number, &[number, mask]);
            let switch = [selector, sides[0], 1, sides[1], 2, sides[2]];
            let switch = (op::OpSwitch, &switch[..]);
            self.code.close(&[selection, switch], &sides);
        }
        self.join_values(form.ty, &sides, merge, |w, at| match at {
            0 => value,
            1 if w.random.percent(30) => w.made(form, plain),
            _ => w.with_another_part(form, value, plain),
        })
    }

    /// By a loop that changes a value on each trip and carries another along.
    ///
    /// They do not change places: where structs do, lavapipe of Mesa 22.3 gives other numbers than for the same values in
    /// variables in place of phis, with which it and SwiftShader agree.
    fn by_trips(&mut self, form: &Form, value: u32, plain: bool) -> u32 {
        let number = self.types.number;
        let (zero, one, three) = (self.constant(0), self.constant(1), self.constant(3));
        let other = self.with_another_part(form, value, plain);
        let limit = self.number(1);
        let limit = self.op(op::OpBitwiseAnd, number, &[limit, three]);
        let (header, next, merge) = (self.id(), self.id(), self.id());
        let (changed, stepped) = (self.id(), self.id());
        let before = self.code.here();
        self.code.close(&[(op::OpBranch, &[header])], &[header]);
        self.code.open(header);
        let counter = self.phi(vec![number, 0, zero, before, stepped, next]);
        let first = self.phi(vec![form.ty, 0, value, before, changed, next]);
        let second = self.id();
        let words = [form.ty, second, other, before, second, next];
        push(&mut self.code.block().body, op::OpPhi, &words);
        let more = self.op(op::OpULessThan, self.types.truth, &[counter, limit]);
        self.code.close(
            &[
                (op::OpLoopMerge, &[merge, next, 0]),
                (op::OpBranchConditional, &[more, next, merge]),
            ],
            &[next, merge],
        );
        self.code.open(next);
        let inserted = self.with_another_part(form, first, plain);
        let words = [form.ty, changed, inserted];
        push(&mut self.code.block().body, op::OpCopyObject, &words);
        let words = [number, stepped, counter, one];
        push(&mut self.code.block().body, op::OpIAdd, &words);
        self.code.close(&[(op::OpBranch, &[header])], &[header]);
        self.code.open(merge);
        match self.random.percent(30) {
            true => second,
            false => first,
        }
    }

    /// By a choice without a branch: of composites since SPIR-V 1.4.
    fn by_selection(&mut self, form: &Form, value: u32, plain: bool) -> u32 {
        let other = self.with_another_part(form, value, plain);
        let truth = self.truth(1);
        self.op(op::OpSelect, form.ty, &[truth, value, other])
    }

    /// By a function that takes such a value and gives one back.
    fn by_call(&mut self, form: &Form, value: u32) -> u32 {
        let functions = self.memory.carriers.iter();
        let Some(&(function, _)) = functions.clone().find(|one| one.1 == form.ty) else {
            return value;
        };
        let number = self.number(1);
        self.op(op::OpFunctionCall, form.ty, &[function, value, number])
    }

    /// Functions that take a value of several parts and give one back, from several places.
    pub fn value_functions(&mut self) {
        let roots = self.memory.roots.iter();
        let forms = roots.map(|root| (root.form.clone(), root.aliased));
        let values = self.memory.values.iter();
        let forms: Vec<(Form, bool)> = forms
            .chain(values.map(|form| (form.clone(), false)))
            .collect();
        for (form, plain) in forms {
            let known = self.memory.carriers.iter().any(|one| one.1 == form.ty);
            if known || !form.parted() || self.random.percent(40) {
                continue;
            }
            let number = self.types.number;
            let called = self.global(op::OpTypeFunction, &[form.ty, form.ty, number]);
            let id = self.id();
            let parameters = [self.id(), self.id()];
            self.carrier(&form, parameters, plain);
            self.write_function(id, called, form.ty, &[form.ty, number], &parameters);
            self.memory.carriers.push((id, form.ty));
        }
    }

    fn carrier(&mut self, form: &Form, [value, number]: [u32; 2], plain: bool) {
        let entry = self.id();
        self.code = Code::default();
        self.code.registers = [number; 4];
        self.code.open(entry);
        self.declare_variables();
        for _ in 0..1 + self.random.up_to(2) {
            let (early, merge) = (self.id(), self.id());
            let condition = self.truth(1);
            self.code.close(
                &[
                    (op::OpSelectionMerge, &[merge, 0]),
                    (op::OpBranchConditional, &[condition, early, merge]),
                ],
                &[early, merge],
            );
            self.code.open(early);
            let other = self.with_another_part(form, value, plain);
            self.code.close(&[(op::OpReturnValue, &[other])], &[]);
            self.code.open(merge);
        }
        let other = self.by_branches(form, value, plain);
        self.code.close(&[(op::OpReturnValue, &[other])], &[]);
    }
}
