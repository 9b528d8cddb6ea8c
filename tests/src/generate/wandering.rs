//! Pointers that wander: chosen between places of one variable, or passed to functions; and what comes before everything,
//! the content of memory that has none at first.

use sos_core::tables::{memory_semantics, op, scope, storage_class};

use super::choose::Choose as _;
use super::forms::Kind;
use super::memory::Root;
use super::module::Writer;
use super::moves::Place;

impl Writer {
    /// Chooses between two places of one variable that differ by their indices, and reads or writes the one.
    pub fn choose_place(&mut self) -> u32 {
        let may = self.shape.memory.is_some_and(|memory| memory.chosen);
        let mut class = storage_class::StorageBuffer;
        if self.shape.memory.is_some_and(|memory| memory.elements) && self.random.percent(50) {
            class = storage_class::Workgroup;
        }
        let roots = self.memory.roots.iter();
        let may_be =
            |root: &&Root| root.class == class && !(root.of_workgroup && self.has_blocks());
        let roots: Vec<Root> = roots.filter(may_be).cloned().collect();
        if !may || roots.is_empty() {
            let root = self.memory.roots[0].clone();
            return self.read_of(&root);
        }
        let at = self.random.up_to(roots.len() as u32) as usize;
        let mut place = self.enter(&roots[at]);
        // Not to what has matrices, which is not allowed, nor into them, which the filter does not follow.
        while place.form.has_matrix() || place.form.parted() && self.random.percent(75) {
            if let Kind::Matrix(..) = place.form.kind {
                return self.read_of(&roots[at]);
            }
            self.step(&mut place);
        }
        let mut other = place.clone();
        for (index, bound) in other.path.iter_mut().zip(&place.bounds) {
            if let Some(bound) = *bound {
                *index = self.below(bound);
            }
        }
        let ty = self.pointer(class, place.form.ty);
        let pointer = match self.random.percent(50) || self.memory.single {
            true => {
                let pointers = [self.chain_to(&place), self.chain_to(&other)];
                let truth = self.truth(1);
                self.op(op::OpSelect, ty, &[truth, pointers[0], pointers[1]])
            }
            false => self.either_place(ty, [&place, &other]),
        };
        let chosen = Place {
            variable: pointer,
            path: Vec::new(),
            types: Vec::new(),
            bounds: Vec::new(),
            ..place
        };
        self.use_place(chosen, roots[at].writable)
    }

    /// A pointer to a place by a single chain.
    fn chain_to(&mut self, place: &Place) -> u32 {
        let ty = self.pointer(place.class, place.form.ty);
        let operands = [&[place.variable][..], &place.path].concat();
        self.op(op::OpAccessChain, ty, &operands)
    }

    /// A pointer to one of two places, by a phi.
    fn either_place(&mut self, ty: u32, places: [&Place; 2]) -> u32 {
        self.value_of_two(ty, |w, at| w.chain_to(places[at]))
    }

    /// Reads or writes some part of a place.
    fn use_place(&mut self, place: Place, writable: bool) -> u32 {
        let mut place = place;
        while place.form.parted() && self.random.percent(70) {
            self.step(&mut place);
        }
        let pointer = self.pointer_to(&place);
        if writable && self.random.percent(50) {
            let value = self.made(&place.form, place.aliased);
            self.store(&place, pointer, value);
        }
        let value = self.load(&place, pointer);
        self.told(value, &place.form)
    }

    /// Passes a variable to a function.
    pub fn pass_place(&mut self) -> u32 {
        let mut functions = self.memory.callable.clone();
        functions.retain(|&(_, at)| self.memory.roots[at].variable != 0);
        if functions.is_empty() {
            let root = self.memory.roots[0].clone();
            return self.read_of(&root);
        }
        let (function, at) = self.random.of(&functions);
        let root = self.memory.roots[at].clone();
        let variable = match self.to_element(&root) {
            true => {
                let place = self.enter(&root);
                self.pointer_to(&place)
            }
            false => root.variable,
        };
        let number = self.number(1);
        let operands = [function, variable, number];
        self.op(op::OpFunctionCall, self.types.number, &operands)
    }

    /// Whether a function takes a pointer to what a way ends at, and not to the variable.
    fn to_element(&self, root: &Root) -> bool {
        let may = [storage_class::Workgroup, storage_class::StorageBuffer].contains(&root.class);
        let elements = self.shape.memory.is_some_and(|memory| memory.elements);
        may && elements && !root.form.has_matrix() && !self.has_blocks()
    }

    /// Functions that take a pointer to a variable, or into one.
    pub fn memory_functions(&mut self) {
        let number = self.types.number;
        let may = [
            storage_class::Function,
            storage_class::Private,
            storage_class::Workgroup,
        ];
        let may = |w: &Self, root: &Root| match root.of_workgroup && w.has_blocks() {
            true => false,
            false => may.contains(&root.class) || w.to_element(root),
        };
        let places = 0..self.memory.roots.len();
        let places = places.filter(|&at| may(self, &self.memory.roots[at]));
        for at in places.collect::<Vec<_>>() {
            let root = self.memory.roots[at].clone();
            let element = self.to_element(&root);
            let pointee = match root.class {
                storage_class::Workgroup if !element => self.memory.shared_type,
                _ => root.form.ty,
            };
            let pointer = self.pointer(root.class, pointee);
            let called = self.global(op::OpTypeFunction, &[number, pointer, number]);
            let parameters = [self.id(), self.id()];
            let variable = parameters[0];
            let types = [pointer, number];
            self.budget = 2;
            let first = self.constant(5);
            let id = self.function(called, number, &types, &parameters, |w| {
                let begin = match element {
                    true => Vec::new(),
                    false => root.begin,
                };
                let root = Root {
                    variable,
                    begin,
                    ..root
                };
                let mut registers = [parameters[1], first, first, parameters[1]];
                w.code.registers = registers;
                for register in registers.iter_mut().take(3) {
                    *register = match w.random.percent(50) {
                        true => w.read_of(&root),
                        false => w.write_of(&root),
                    };
                    w.code.registers[0] = *register;
                }
                registers
            });
            self.memory.callable.push((id, at));
        }
    }

    /// The variable of the entry point's own.
    pub fn declare_local(&mut self) {
        if let Some(at) = self.memory.local {
            let ty = self.memory.roots[at].form.ty;
            let pointer = self.pointer(storage_class::Function, ty);
            let variable = self.id();
            let mut words = vec![pointer, variable, storage_class::Function];
            if self.random.percent(30) {
                words.push(self.typed(op::OpConstantNull, ty, &[]));
            }
            self.no_result(op::OpVariable, &words);
            self.memory.roots[at].variable = variable;
        }
    }

    /// Fills memory that has no content at first.
    pub fn fill_memory(&mut self) {
        let own = [storage_class::Function, storage_class::Private];
        for root in self.memory.roots.clone() {
            if own.contains(&root.class) || root.of_workgroup {
                let place = self.enter(&root);
                let value = self.made(&place.form, root.aliased);
                let pointer = self.pointer_to(&place);
                self.no_result(op::OpStore, &[pointer, value]);
            }
        }
    }

    /// Reads what another invocation left in memory of the workgroup; a number of it.
    pub fn read_of_others(&mut self) -> u32 {
        let Some(root) = self.memory.shared.clone() else {
            return self.constant(9);
        };
        self.wait();
        let number = self.read_of(&root);
        self.wait();
        number
    }

    /// A barrier of the workgroup, for its memory.
    fn wait(&mut self) {
        let workgroup = self.constant(scope::Workgroup);
        let mut semantics = memory_semantics::AcquireRelease | memory_semantics::WorkgroupMemory;
        if self.has_blocks() {
            semantics |= memory_semantics::UniformMemory;
        }
        let semantics = self.constant(semantics);
        self.no_result(op::OpControlBarrier, &[workgroup, workgroup, semantics]);
    }
}
