//! Memory accesses: loads, stores, copies and atomic operations of parts of variables, through one or several access chains,
//! with constant and computed indices.
//!
//! Most functions return a 32-bit integer that depends on the value accessed ([`Writer::digest_part`]), so that a wrong access
//! changes the module's result.

use sos_core::tables::{capability, memory_access, op, scope, storage_class};

use super::data_types::{DataType, Kind};
use super::memory::{Index, Region};
use super::module::Writer;
use super::scalars::{ScalarType, Value};

/// An access chain: a part of a variable.
#[derive(Clone, Debug)]
pub struct AccessChain {
    pub variable: u32,
    pub class: u32,
    /// The indices, and the type that each leads to.
    pub path: Vec<u32>,
    pub types: Vec<u32>,
    /// The number of elements for each index that may be any; `None` for indices that are fixed.
    pub bounds: Vec<Option<u32>>,
    pub data_type: DataType,
    pub aliased: bool,
}

impl Writer {
    /// A random access; returns an integer that depends on the value.
    pub fn access_memory(&mut self) -> u32 {
        let values = self
            .shape
            .memory
            .is_some_and(|memory| memory.composite_values);
        if values && self.random.percent(60) {
            return self.carry_value();
        }
        match self.random.below_u32(16) {
            0..=2 => self.load_part(),
            3 | 4 => self.store_part(),
            5 => self.load_composite(),
            6 | 7 => self.update_composite(),
            8 | 9 => self.copy_by_load_and_store(),
            10 => self.copy_by_copy_memory(),
            11 => self.runtime_array_length(),
            12 => self.atomic_access(),
            13 | 14 => self.access_selected_pointer(),
            _ => self.call_pointer_function(),
        }
    }

    /// The indices of the regions that the current function can access and that fit.
    fn regions(&self, fit: impl Fn(&Region) -> bool) -> Vec<usize> {
        let regions = self.memory.regions.iter().enumerate();
        let fit = regions.filter(|(_, region)| region.variable != 0 && fit(region));
        fit.map(|(at, _)| at).collect()
    }

    pub fn random_region(&mut self, writable: bool) -> Region {
        let regions = self.regions(|region| region.writable || !writable);
        let at = self.random.choose(&regions);
        self.memory.regions[at].clone()
    }

    /// The access chain to a region.
    pub fn region_chain(&mut self, region: &Region) -> AccessChain {
        let mut chain = AccessChain {
            variable: region.variable,
            class: region.class,
            path: Vec::new(),
            types: Vec::new(),
            bounds: Vec::new(),
            data_type: region.data_type.clone(),
            aliased: region.aliased,
        };
        for &(step, ty) in &region.prefix {
            let (index, bound) = match step {
                Index::Member(at) => (self.constant(at), None),
                Index::Invocation => (self.load_invocation_id(), None),
                Index::Any(count) => (self.index_below(count), Some(count)),
                Index::Uniform(count) => {
                    let (uint, count) = (self.spec_uint(), self.constant(count));
                    let index = self.op(op::OpUMod, self.types.uint, &[uint, count]);
                    (index, None)
                }
            };
            chain.path.push(index);
            chain.types.push(ty);
            chain.bounds.push(bound);
        }
        chain
    }

    /// Extends an access chain by a random index.
    pub fn descend_once(&mut self, chain: &mut AccessChain) {
        let bound = chain.data_type.part_count();
        let (at, index, bound) = match chain.data_type.kind {
            Kind::Struct(_) => {
                let at = self.random.below_u32(bound);
                (at, self.constant(at), None)
            }
            _ => (0, self.index_below(bound), Some(bound)),
        };
        chain.data_type = chain.data_type.part(at);
        chain.path.push(index);
        chain.types.push(chain.data_type.ty);
        chain.bounds.push(bound);
    }

    /// Extends an access chain at random, at least until the type fits or is a scalar.
    pub fn descend(&mut self, chain: &mut AccessChain, until: impl Fn(&DataType) -> bool) {
        while chain.data_type.is_composite()
            && !(until(&chain.data_type) && self.random.percent(60))
        {
            self.descend_once(chain);
        }
    }

    /// Appends the instructions for a pointer: `OpAccessChain` and `OpInBoundsAccessChain`, one or several.
    pub fn pointer_to(&mut self, chain: &AccessChain) -> u32 {
        let (mut pointer, mut from) = (chain.variable, 0);
        while from < chain.path.len() {
            let mut to = chain.path.len();
            if to - from > 1 && self.random.percent(30) {
                to = from + 1 + self.random.below_u32((to - from) as u32 - 1) as usize;
            }
            let mut operands = vec![pointer];
            for at in from..to {
                let index = self.index_of_random_width(chain.path[at], chain.bounds[at]);
                operands.push(index);
            }
            let ty = self.pointer(chain.class, chain.types[to - 1]);
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

    /// An index, sometimes converted to another integer type.
    pub fn index_of_random_width(&mut self, index: u32, bound: Option<u32>) -> u32 {
        let mut integers = self.types.scalars.clone();
        integers.retain(|scalar| !scalar.float);
        if bound.is_none() || integers.is_empty() || !self.random.percent(12) {
            return index;
        }
        let scalar = self.random.choose(&integers);
        let convert = match scalar.signed {
            true => op::OpSConvert,
            false => op::OpUConvert,
        };
        self.op(convert, scalar.types[0], &[index])
    }

    /// Memory operands of a load or store. Never `Aligned`, with which Mesa 22.3.6 accesses wrong bytes.
    fn memory_operands(&mut self, class: u32, store: bool) -> Vec<u32> {
        let mut mask = 0;
        let mut operands = Vec::new();
        if self.random.percent(8) {
            mask |= memory_access::Volatile;
        }
        let model = self
            .shape
            .memory
            .is_some_and(|memory| memory.vulkan_memory_model);
        let is_shared = [storage_class::StorageBuffer, storage_class::Workgroup].contains(&class);
        if model && is_shared && self.random.percent(40) {
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

    pub fn load(&mut self, chain: &AccessChain, pointer: u32) -> u32 {
        let operands = self.memory_operands(chain.class, false);
        self.op(
            op::OpLoad,
            chain.data_type.ty,
            &[&[pointer][..], &operands].concat(),
        )
    }

    pub fn store(&mut self, chain: &AccessChain, pointer: u32, value: u32) {
        let operands = self.memory_operands(chain.class, true);
        self.no_result(op::OpStore, &[&[pointer, value][..], &operands].concat());
    }

    /// Loads a scalar or vector.
    fn load_part(&mut self) -> u32 {
        let region = self.random_region(false);
        self.load_from(&region)
    }

    /// Loads a scalar or vector from a region.
    pub fn load_from(&mut self, region: &Region) -> u32 {
        let mut chain = self.region_chain(region);
        self.descend(&mut chain, |data_type| {
            matches!(data_type.kind, Kind::Numeric(..))
        });
        let pointer = self.pointer_to(&chain);
        let value = self.load(&chain, pointer);
        self.digest_part(value, &chain.data_type)
    }

    fn store_part(&mut self) -> u32 {
        let region = self.random_region(true);
        self.store_to(&region)
    }

    /// Stores a small value to a region.
    pub fn store_to(&mut self, region: &Region) -> u32 {
        let mut chain = self.region_chain(region);
        let small =
            |data_type: &DataType| !matches!(data_type.kind, Kind::Struct(_) | Kind::Array(..));
        self.descend(&mut chain, small);
        let value = self.random_value(&chain.data_type, chain.aliased);
        let pointer = self.pointer_to(&chain);
        self.store(&chain, pointer, value);
        self.digest_part(value, &chain.data_type)
    }

    /// Loads a value of any type.
    fn load_composite(&mut self) -> u32 {
        let region = self.random_region(false);
        let mut chain = self.region_chain(&region);
        self.descend(&mut chain, |_| true);
        let pointer = self.pointer_to(&chain);
        let value = self.load(&chain, pointer);
        self.digest_part(value, &chain.data_type)
    }

    /// Loads a composite, replaces a part of it and stores it.
    fn update_composite(&mut self) -> u32 {
        let region = self.random_region(true);
        let mut chain = self.region_chain(&region);
        self.descend(&mut chain, DataType::is_composite);
        let pointer = self.pointer_to(&chain);
        if !chain.data_type.is_composite() {
            let value = self.random_value(&chain.data_type, chain.aliased);
            self.store(&chain, pointer, value);
            return self.digest_part(value, &chain.data_type);
        }
        let whole = self.load(&chain, pointer);
        let (part, path) = self.random_part(&chain.data_type);
        let value = self.random_value(&part, chain.aliased);
        let ty = chain.data_type.ty;
        let dynamic = matches!(chain.data_type.kind, Kind::Numeric(..)) && self.random.percent(40);
        let changed = match dynamic {
            true => {
                let at = self.index_below(chain.data_type.part_count());
                self.op(op::OpVectorInsertDynamic, ty, &[whole, value, at])
            }
            false => {
                let operands = [&[value, whole][..], &path].concat();
                self.op(op::OpCompositeInsert, ty, &operands)
            }
        };
        self.store(&chain, pointer, changed);
        self.digest_part(changed, &chain.data_type)
    }

    /// Copies between parts of the same base type by a load and a store.
    fn copy_by_load_and_store(&mut self) -> u32 {
        let region = self.random_region(true);
        let mut to = self.region_chain(&region);
        self.descend(&mut to, |_| true);
        let Some(from) = self.matching_chain(&to) else {
            return self.load_from(&region);
        };
        let source = self.pointer_to(&from);
        let value = self.load(&from, source);
        let value = self.convert_layout(value, &from.data_type, &to.data_type);
        let target = self.pointer_to(&to);
        self.store(&to, target, value);
        self.digest_part(value, &to.data_type)
    }

    /// Copies between parts of the same type by `OpCopyMemory`.
    fn copy_by_copy_memory(&mut self) -> u32 {
        let region = self.random_region(true);
        let mut to = self.region_chain(&region);
        self.descend(&mut to, |_| true);
        let from = self
            .matching_chain(&to)
            .filter(|from| from.data_type.ty == to.data_type.ty);
        let Some(from) = from else {
            return self.load_from(&region);
        };
        let (source, target) = (self.pointer_to(&from), self.pointer_to(&to));
        let volatile = match self.random.percent(20) {
            true => vec![memory_access::Volatile],
            false => Vec::new(),
        };
        let operands = [&[target, source][..], &volatile].concat();
        self.no_result(op::OpCopyMemory, &operands);
        let value = self.load(&to, target);
        self.digest_part(value, &to.data_type)
    }

    /// An access chain to a part with the same base type. It is to aliased memory if the other one is.
    fn matching_chain(&mut self, to: &AccessChain) -> Option<AccessChain> {
        for _ in 0..6 {
            let region = self.random_region(false);
            let mut chain = self.region_chain(&region);
            while chain.data_type.base != to.data_type.base && chain.data_type.is_composite() {
                self.descend_once(&mut chain);
            }
            // Only values that are normal in all types may be copied to aliased memory.
            let fits = chain.data_type.base == to.data_type.base && (chain.aliased || !to.aliased);
            if fits {
                return Some(chain);
            }
        }
        None
    }

    /// Converts a value to another layout of the same base type.
    pub fn convert_layout(&mut self, value: u32, from: &DataType, to: &DataType) -> u32 {
        if from.ty == to.ty {
            return value;
        }
        if self.spirv_1_5() && self.random.percent(60) {
            return self.op(op::OpCopyLogical, to.ty, &[value]);
        }
        let parts: Vec<u32> = (0..to.part_count())
            .map(|at| {
                let (from, to) = (from.part(at), to.part(at));
                let part = self.op(op::OpCompositeExtract, from.ty, &[value, at]);
                self.convert_layout(part, &from, &to)
            })
            .collect();
        self.op(op::OpCompositeConstruct, to.ty, &parts)
    }

    /// `OpArrayLength` of a runtime array.
    fn runtime_array_length(&mut self) -> u32 {
        if self.memory.runtime_arrays.is_empty() {
            return self.load_part();
        }
        let (variable, member) = self.random.choose(&self.memory.runtime_arrays.clone());
        self.op(op::OpArrayLength, self.types.uint, &[variable, member])
    }

    /// An atomic operation on a 32- or 64-bit integer.
    fn atomic_access(&mut self) -> u32 {
        let shared = [storage_class::StorageBuffer, storage_class::Workgroup];
        let fit =
            |region: &Region| region.writable && !region.aliased && shared.contains(&region.class);
        let regions = self.regions(fit);
        if regions.is_empty() {
            return self.load_part();
        }
        let at = self.random.choose(&regions);
        let region = self.memory.regions[at].clone();
        for _ in 0..8 {
            let mut chain = self.region_chain(&region);
            let part = |data_type: &DataType| matches!(data_type.kind, Kind::Numeric(_, 1));
            self.descend(&mut chain, part);
            // Neither components of matrices nor floats.
            let Kind::Numeric(scalar, 1) = chain.data_type.kind else {
                continue;
            };
            let long = self.shape.memory.is_some_and(|memory| memory.int64_atomics);
            if scalar.float || scalar.bits != 32 && !(long && scalar.bits == 64) {
                continue;
            }
            if scalar.bits == 64 {
                self.cross_lane
                    .capabilities
                    .insert(capability::Int64Atomics);
            }
            return self.atomic_operation(&chain, scalar);
        }
        self.load_from(&region)
    }

    fn atomic_operation(&mut self, chain: &AccessChain, scalar: ScalarType) -> u32 {
        let pointer = self.pointer_to(chain);
        let (scope, relaxed) = (self.constant(scope::Workgroup), self.constant(0));
        let value = self.random_scalar(scalar, false);
        let ty = scalar.types[0];
        let opcode = self.random.choose(&[
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
        self.digest_part(id, &chain.data_type)
    }

    /// A scalar of a type. If `normal_only`, its bytes are neither NaN nor denormal in any floating-point type.
    fn random_scalar(&mut self, scalar: ScalarType, normal_only: bool) -> u32 {
        let mut uint = self.uint(1);
        if normal_only && !scalar.float {
            let (mask, set) = (self.constant(0x3B3B_3B3B), self.constant(0x1010_1010));
            uint = self.op(op::OpBitwiseAnd, self.types.uint, &[uint, mask]);
            uint = self.op(op::OpBitwiseOr, self.types.uint, &[uint, set]);
        }
        let ty = scalar.types[0];
        match (scalar.float, scalar.bits) {
            (true, _) => self.integral_float(scalar, uint),
            (false, 32) if !scalar.signed => uint,
            (false, 32) => self.op(op::OpBitcast, ty, &[uint]),
            (false, 64) => {
                let high = if normal_only { uint } else { self.uint(0) };
                let uint2 = self.op(op::OpCompositeConstruct, self.types.uint2, &[uint, high]);
                self.op(op::OpBitcast, ty, &[uint2])
            }
            (false, _) if scalar.signed => self.op(op::OpSConvert, ty, &[uint]),
            (false, _) => self.op(op::OpUConvert, ty, &[uint]),
        }
    }

    /// A value of a type; `normal_only` as for [`random_scalar`](Self::random_scalar).
    pub fn random_value(&mut self, data_type: &DataType, normal_only: bool) -> u32 {
        if !normal_only && self.random.percent(6) {
            return self.typed_global(op::OpConstantNull, data_type.ty, &[]);
        }
        if let Kind::Numeric(scalar, 1) = data_type.kind {
            return self.random_scalar(scalar, normal_only);
        }
        if let Kind::Numeric(scalar, count) = data_type.kind {
            let parts: Vec<u32> = (0..count)
                .map(|_| self.random_scalar(scalar, normal_only))
                .collect();
            return self.composite(scalar, &parts).id;
        }
        let parts: Vec<u32> = (0..data_type.part_count())
            .map(|at| self.random_value(&data_type.part(at), normal_only))
            .collect();
        self.op(op::OpCompositeConstruct, data_type.ty, &parts)
    }

    /// A 32-bit integer that depends on a random part of a value.
    pub fn digest_part(&mut self, value: u32, data_type: &DataType) -> u32 {
        let (mut value, mut data_type) = (value, data_type.clone());
        while !matches!(data_type.kind, Kind::Numeric(..)) {
            let at = self.random.below_u32(data_type.part_count());
            data_type = data_type.part(at);
            value = self.op(op::OpCompositeExtract, data_type.ty, &[value, at]);
        }
        let Kind::Numeric(scalar, count) = data_type.kind else {
            return value;
        };
        if !scalar.float {
            let id = value;
            let mut value = Value { id, scalar, count };
            if scalar.bits != 32 && self.random.percent(30) {
                value = self.apply_operations(value, 1);
            }
            return self.digest(value);
        }
        let at = self.index_below(count);
        let part = match count {
            1 => value,
            _ => self.op(op::OpVectorExtractDynamic, scalar.types[0], &[value, at]),
        };
        let (uint, uint2) = (self.types.uint, self.types.uint2);
        match scalar.bits {
            32 => self.op(op::OpBitcast, uint, &[part]),
            16 => {
                let two = self.op(op::OpCompositeConstruct, scalar.types[1], &[part, part]);
                self.op(op::OpBitcast, uint, &[two])
            }
            _ => {
                let words = self.op(op::OpBitcast, uint2, &[part]);
                let low = self.op(op::OpCompositeExtract, uint, &[words, 0]);
                let high = self.op(op::OpCompositeExtract, uint, &[words, 1]);
                self.op(op::OpIAdd, uint, &[low, high])
            }
        }
    }
}
