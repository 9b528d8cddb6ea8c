//! Composite values (structs, arrays, matrices and vectors) in phis, selections, and function parameters and results.

use sos_core::tables::op;

use super::code::{push, Code};
use super::data_types::{DataType, Kind};
use super::module::Writer;

impl Writer {
    /// Declares composite types in addition to those of the variables.
    pub fn declare_composite_types(&mut self, data_types: &[DataType]) {
        self.memory.composite_types = data_types.to_vec();
        for _ in 0..3 {
            let data_type = self.random_data_type(2, 9);
            self.memory.composite_types.push(data_type);
        }
    }

    /// Passes a value through some control flow, and returns an integer that depends on it.
    pub fn carry_value(&mut self) -> u32 {
        if self.random.percent(50) {
            let at = self
                .random
                .below_u32(self.memory.composite_types.len() as u32) as usize;
            let mut data_type = self.memory.composite_types[at].clone();
            let mut value = self.random_value(&data_type, false);
            self.carry_through(&mut data_type, &mut value, false);
            return self.digest_part(value, &data_type);
        }
        let region = self.random_region(false);
        let mut chain = self.region_chain(&region);
        self.descend(&mut chain, DataType::is_composite);
        let pointer = self.pointer_to(&chain);
        let mut value = self.load(&chain, pointer);
        let mut data_type = chain.data_type.clone();
        self.carry_through(&mut data_type, &mut value, chain.aliased);
        if region.writable && data_type.ty == chain.data_type.ty {
            self.store(&chain, pointer, value);
        }
        self.digest_part(value, &data_type)
    }

    /// Passes a value through some instructions. It may have another layout afterwards.
    fn carry_through(&mut self, data_type: &mut DataType, value: &mut u32, normal_only: bool) {
        for _ in 0..1 + self.random.below_u32(3) {
            let before = *value;
            *value = match self.random.below_u32(9) {
                0 | 1 if !self.memory.single_block => {
                    self.phi_after_branches(data_type, before, normal_only)
                }
                2 if !self.memory.single_block => self.phi_in_loop(data_type, before, normal_only),
                3 | 4 if self.spirv_1_5() => self.select_value(data_type, before, normal_only),
                5 => self.op(op::OpCopyObject, data_type.ty, &[before]),
                6 => {
                    let regions = self.memory.regions.iter().map(|region| &region.data_type);
                    let data_types = regions.chain(&self.memory.composite_types);
                    let like: Vec<DataType> = data_types
                        .filter(|other| other.base == data_type.base)
                        .cloned()
                        .collect();
                    match like.is_empty() {
                        true => before,
                        false => {
                            let at = self.random.below_u32(like.len() as u32) as usize;
                            let from = std::mem::replace(data_type, like[at].clone());
                            self.convert_layout(before, &from, data_type)
                        }
                    }
                }
                7 => self.call_value_function(data_type, before),
                _ => self.replace_part(data_type, before, normal_only),
            };
        }
    }

    /// The type of a random part, and the literal indices of it.
    pub fn random_part(&mut self, data_type: &DataType) -> (DataType, Vec<u32>) {
        let (mut part, mut path) = (data_type.clone(), Vec::new());
        while part.is_composite() && (path.is_empty() || self.random.percent(70)) {
            let at = self.random.below_u32(part.part_count());
            path.push(at);
            part = part.part(at);
        }
        (part, path)
    }

    /// Replaces a part of a value.
    fn replace_part(&mut self, data_type: &DataType, value: u32, normal_only: bool) -> u32 {
        if !data_type.is_composite() {
            return self.random_value(data_type, normal_only);
        }
        let (part, path) = self.random_part(data_type);
        let mut other = match self.random.percent(30) {
            true => self.op(
                op::OpCompositeExtract,
                part.ty,
                &[&[value][..], &path].concat(),
            ),
            false => self.random_value(&part, normal_only),
        };
        if let Kind::Numeric(scalar, 2..) = part.kind {
            let to = self.index_below(part.part_count());
            let to = self.index_of_random_width(to, Some(part.part_count()));
            let from = self.index_below(part.part_count());
            let one = self.op(op::OpVectorExtractDynamic, scalar.types[0], &[other, from]);
            other = self.op(op::OpVectorInsertDynamic, part.ty, &[other, one, to]);
        }
        let operands = [&[other, value][..], &path].concat();
        self.op(op::OpCompositeInsert, data_type.ty, &operands)
    }

    /// A phi of the values of two or three branches.
    fn phi_after_branches(&mut self, data_type: &DataType, value: u32, normal_only: bool) -> u32 {
        let merge = self.id();
        let mut sides = vec![self.id(), self.id()];
        let selection = (op::OpSelectionMerge, &[merge, 0][..]);
        if self.random.percent(60) {
            let condition = self.boolean(1);
            let branch = [condition, sides[0], sides[1]];
            let branch = (op::OpBranchConditional, &branch[..]);
            self.code.close(&[selection, branch], &sides);
        } else {
            sides.push(self.id());
            let (mask, uint) = (self.constant(3), self.uint(1));
            let selector = self.op(op::OpBitwiseAnd, self.types.uint, &[uint, mask]);
            let switch = [selector, sides[0], 1, sides[1], 2, sides[2]];
            let switch = (op::OpSwitch, &switch[..]);
            self.code.close(&[selection, switch], &sides);
        }
        self.phi_of_blocks(data_type.ty, &sides, merge, |w, at| match at {
            0 => value,
            1 if w.random.percent(30) => w.random_value(data_type, normal_only),
            _ => w.replace_part(data_type, value, normal_only),
        })
    }

    /// Changes a value in a loop, by two loop-carried phis.
    ///
    /// The phis never swap their values: lavapipe of Mesa 22.3 computes wrong results for swapped structs, unlike for the same
    /// values in variables, on which it and SwiftShader agree.
    fn phi_in_loop(&mut self, data_type: &DataType, value: u32, normal_only: bool) -> u32 {
        let uint = self.types.uint;
        let (zero, one, three) = (self.constant(0), self.constant(1), self.constant(3));
        let other = self.replace_part(data_type, value, normal_only);
        let limit = self.uint(1);
        let limit = self.op(op::OpBitwiseAnd, uint, &[limit, three]);
        let (header, next, merge) = (self.id(), self.id(), self.id());
        let (changed, stepped) = (self.id(), self.id());
        let before = self.code.current_label();
        self.code.close(&[(op::OpBranch, &[header])], &[header]);
        self.code.open(header);
        let counter = self.phi(vec![uint, 0, zero, before, stepped, next]);
        let first = self.phi(vec![data_type.ty, 0, value, before, changed, next]);
        let second = self.id();
        let words = [data_type.ty, second, other, before, second, next];
        push(&mut self.code.block().body, op::OpPhi, &words);
        let more = self.op(op::OpULessThan, self.types.boolean, &[counter, limit]);
        self.code.close(
            &[
                (op::OpLoopMerge, &[merge, next, 0]),
                (op::OpBranchConditional, &[more, next, merge]),
            ],
            &[next, merge],
        );
        self.code.open(next);
        let inserted = self.replace_part(data_type, first, normal_only);
        let words = [data_type.ty, changed, inserted];
        push(&mut self.code.block().body, op::OpCopyObject, &words);
        let words = [uint, stepped, counter, one];
        push(&mut self.code.block().body, op::OpIAdd, &words);
        self.code.close(&[(op::OpBranch, &[header])], &[header]);
        self.code.open(merge);
        match self.random.percent(30) {
            true => second,
            false => first,
        }
    }

    /// `OpSelect`, which accepts composites since SPIR-V 1.4.
    fn select_value(&mut self, data_type: &DataType, value: u32, normal_only: bool) -> u32 {
        let other = self.replace_part(data_type, value, normal_only);
        let boolean = self.boolean(1);
        self.op(op::OpSelect, data_type.ty, &[boolean, value, other])
    }

    /// Calls a function that takes and returns such a value.
    fn call_value_function(&mut self, data_type: &DataType, value: u32) -> u32 {
        let functions = self.memory.value_functions.iter();
        let Some(&(function, _)) = functions.clone().find(|one| one.1 == data_type.ty) else {
            return value;
        };
        let uint = self.uint(1);
        self.op(op::OpFunctionCall, data_type.ty, &[function, value, uint])
    }

    /// Generates functions that take and return composite values, with several returns.
    pub fn declare_value_functions(&mut self) {
        let regions = self.memory.regions.iter();
        let data_types = regions.map(|region| (region.data_type.clone(), region.aliased));
        let values = self.memory.composite_types.iter();
        let data_types: Vec<(DataType, bool)> = data_types
            .chain(values.map(|data_type| (data_type.clone(), false)))
            .collect();
        for (data_type, normal_only) in data_types {
            let known = self
                .memory
                .value_functions
                .iter()
                .any(|one| one.1 == data_type.ty);
            if known || !data_type.is_composite() || self.random.percent(40) {
                continue;
            }
            let uint = self.types.uint;
            let called = self.global(op::OpTypeFunction, &[data_type.ty, data_type.ty, uint]);
            let id = self.id();
            let parameters = [self.id(), self.id()];
            self.value_function_body(&data_type, parameters, normal_only);
            self.write_function(id, called, data_type.ty, &[data_type.ty, uint], &parameters);
            self.memory.value_functions.push((id, data_type.ty));
        }
    }

    fn value_function_body(
        &mut self,
        data_type: &DataType,
        [value, uint]: [u32; 2],
        normal_only: bool,
    ) {
        let entry = self.id();
        self.code = Code::default();
        self.code.registers = [uint; 4];
        self.code.open(entry);
        self.declare_variables();
        for _ in 0..1 + self.random.below_u32(2) {
            let (early, merge) = (self.id(), self.id());
            let condition = self.boolean(1);
            self.code.close(
                &[
                    (op::OpSelectionMerge, &[merge, 0]),
                    (op::OpBranchConditional, &[condition, early, merge]),
                ],
                &[early, merge],
            );
            self.code.open(early);
            let other = self.replace_part(data_type, value, normal_only);
            self.code.close(&[(op::OpReturnValue, &[other])], &[]);
            self.code.open(merge);
        }
        let other = self.phi_after_branches(data_type, value, normal_only);
        self.code.close(&[(op::OpReturnValue, &[other])], &[]);
    }
}
