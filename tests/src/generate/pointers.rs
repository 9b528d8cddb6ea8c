//! Pointers selected at run time, pointers passed to functions, and the initialization of variables.

use sos_core::tables::{memory_semantics, op, scope, storage_class};

use super::accesses::AccessChain;
use super::data_types::Kind;
use super::memory::Region;
use super::module::Writer;

impl Writer {
    /// Selects between two pointers into one region, which differ in their indices, and accesses memory through the result.
    pub fn access_selected_pointer(&mut self) -> u32 {
        let may = self
            .shape
            .memory
            .is_some_and(|memory| memory.selected_pointers);
        let mut class = storage_class::StorageBuffer;
        if self
            .shape
            .memory
            .is_some_and(|memory| memory.element_pointers)
            && self.random.percent(50)
        {
            class = storage_class::Workgroup;
        }
        let regions = self.memory.regions.iter();
        let may_be = |region: &&Region| {
            region.class == class && !(region.in_workgroup && self.has_workgroup_blocks())
        };
        let regions: Vec<Region> = regions.filter(may_be).cloned().collect();
        if !may || regions.is_empty() {
            let region = self.memory.regions[0].clone();
            return self.load_from(&region);
        }
        let at = self.random.below_u32(regions.len() as u32) as usize;
        let mut chain = self.region_chain(&regions[at]);
        // Pointers to types that contain matrices are not allowed, and the filter does not support pointers into matrices.
        while chain.data_type.has_matrix()
            || chain.data_type.is_composite() && self.random.percent(75)
        {
            if let Kind::Matrix(..) = chain.data_type.kind {
                return self.load_from(&regions[at]);
            }
            self.descend_once(&mut chain);
        }
        let mut other = chain.clone();
        for (index, bound) in other.path.iter_mut().zip(&chain.bounds) {
            if let Some(bound) = *bound {
                *index = self.index_below(bound);
            }
        }
        let ty = self.pointer(class, chain.data_type.ty);
        let pointer = match self.random.percent(50) || self.memory.single_block {
            true => {
                let pointers = [
                    self.single_chain_pointer(&chain),
                    self.single_chain_pointer(&other),
                ];
                let boolean = self.boolean(1);
                self.op(op::OpSelect, ty, &[boolean, pointers[0], pointers[1]])
            }
            false => self.phi_of_pointers(ty, [&chain, &other]),
        };
        let chosen = AccessChain {
            variable: pointer,
            path: Vec::new(),
            types: Vec::new(),
            bounds: Vec::new(),
            ..chain
        };
        self.access_through_pointer(chosen, regions[at].writable)
    }

    /// A pointer by a single access chain.
    fn single_chain_pointer(&mut self, chain: &AccessChain) -> u32 {
        let ty = self.pointer(chain.class, chain.data_type.ty);
        let operands = [&[chain.variable][..], &chain.path].concat();
        self.op(op::OpAccessChain, ty, &operands)
    }

    /// A phi of two pointers.
    fn phi_of_pointers(&mut self, ty: u32, chains: [&AccessChain; 2]) -> u32 {
        self.phi_of_two(ty, |w, at| w.single_chain_pointer(chains[at]))
    }

    /// Loads from, and sometimes stores to, a part of what a pointer points to.
    fn access_through_pointer(&mut self, chain: AccessChain, writable: bool) -> u32 {
        let mut chain = chain;
        while chain.data_type.is_composite() && self.random.percent(70) {
            self.descend_once(&mut chain);
        }
        let pointer = self.pointer_to(&chain);
        if writable && self.random.percent(50) {
            let value = self.random_value(&chain.data_type, chain.aliased);
            self.store(&chain, pointer, value);
        }
        let value = self.load(&chain, pointer);
        self.digest_part(value, &chain.data_type)
    }

    /// Calls a function with a pointer to a region.
    pub fn call_pointer_function(&mut self) -> u32 {
        let mut functions = self.memory.pointer_functions.clone();
        functions.retain(|&(_, at)| self.memory.regions[at].variable != 0);
        if functions.is_empty() {
            let region = self.memory.regions[0].clone();
            return self.load_from(&region);
        }
        let (function, at) = self.random.choose(&functions);
        let region = self.memory.regions[at].clone();
        let variable = match self.takes_element_pointer(&region) {
            true => {
                let chain = self.region_chain(&region);
                self.pointer_to(&chain)
            }
            false => region.variable,
        };
        let uint = self.uint(1);
        let operands = [function, variable, uint];
        self.op(op::OpFunctionCall, self.types.uint, &operands)
    }

    /// Whether the function for a region takes a pointer to the region's element instead of the variable.
    fn takes_element_pointer(&self, region: &Region) -> bool {
        let may = [storage_class::Workgroup, storage_class::StorageBuffer].contains(&region.class);
        let elements = self
            .shape
            .memory
            .is_some_and(|memory| memory.element_pointers);
        may && elements && !region.data_type.has_matrix() && !self.has_workgroup_blocks()
    }

    /// Generates functions with a pointer parameter.
    pub fn declare_pointer_functions(&mut self) {
        let uint = self.types.uint;
        let may = [
            storage_class::Function,
            storage_class::Private,
            storage_class::Workgroup,
        ];
        let may = |w: &Self, region: &Region| match region.in_workgroup && w.has_workgroup_blocks()
        {
            true => false,
            false => may.contains(&region.class) || w.takes_element_pointer(region),
        };
        let chains = 0..self.memory.regions.len();
        let chains = chains.filter(|&at| may(self, &self.memory.regions[at]));
        for at in chains.collect::<Vec<_>>() {
            let region = self.memory.regions[at].clone();
            let element = self.takes_element_pointer(&region);
            let pointee = match region.class {
                storage_class::Workgroup if !element => self.memory.shared_type,
                _ => region.data_type.ty,
            };
            let pointer = self.pointer(region.class, pointee);
            let called = self.global(op::OpTypeFunction, &[uint, pointer, uint]);
            let parameters = [self.id(), self.id()];
            let variable = parameters[0];
            let types = [pointer, uint];
            self.budget = 2;
            let first = self.constant(5);
            let id = self.function(called, uint, &types, &parameters, |w| {
                let prefix = match element {
                    true => Vec::new(),
                    false => region.prefix,
                };
                let region = Region {
                    variable,
                    prefix,
                    ..region
                };
                let mut registers = [parameters[1], first, first, parameters[1]];
                w.code.registers = registers;
                for register in registers.iter_mut().take(3) {
                    *register = match w.random.percent(50) || !region.writable {
                        true => w.load_from(&region),
                        false => w.store_to(&region),
                    };
                    w.code.registers[0] = *register;
                }
                registers
            });
            self.memory.pointer_functions.push((id, at));
        }
    }

    /// Declares the entry point's `Function` variable.
    pub fn declare_function_variable(&mut self) {
        if let Some(at) = self.memory.function_region {
            let ty = self.memory.regions[at].data_type.ty;
            let pointer = self.pointer(storage_class::Function, ty);
            let variable = self.id();
            let mut words = vec![pointer, variable, storage_class::Function];
            if self.random.percent(30) {
                words.push(self.typed_global(op::OpConstantNull, ty, &[]));
            }
            self.no_result(op::OpVariable, &words);
            self.memory.regions[at].variable = variable;
        }
    }

    /// Initializes the variables that have no initial contents.
    pub fn initialize_memory(&mut self) {
        let own = [storage_class::Function, storage_class::Private];
        for region in self.memory.regions.clone() {
            if own.contains(&region.class) || region.in_workgroup {
                let chain = self.region_chain(&region);
                let value = self.random_value(&chain.data_type, region.aliased);
                let pointer = self.pointer_to(&chain);
                self.no_result(op::OpStore, &[pointer, value]);
            }
        }
    }

    /// Loads from another invocation's element of the workgroup variable, between two barriers.
    pub fn load_from_other_invocation(&mut self) -> u32 {
        let Some(region) = self.memory.workgroup_region.clone() else {
            return self.constant(9);
        };
        self.workgroup_barrier();
        let uint = self.load_from(&region);
        self.workgroup_barrier();
        uint
    }

    /// A workgroup barrier for workgroup memory.
    fn workgroup_barrier(&mut self) {
        let workgroup = self.constant(scope::Workgroup);
        let mut semantics = memory_semantics::AcquireRelease | memory_semantics::WorkgroupMemory;
        if self.has_workgroup_blocks() {
            semantics |= memory_semantics::UniformMemory;
        }
        let semantics = self.constant(semantics);
        self.no_result(op::OpControlBarrier, &[workgroup, workgroup, semantics]);
    }
}
