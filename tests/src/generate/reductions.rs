//! Reductions and scans over the subgroup, over clusters and over the subsets of a partition.
//!
//! Floats are small integral values, so that sums and products are exact in any order.

use sos_core::tables::{capability, group_operation, op};

use super::lane_reads::AMD;
use super::module::Writer;
use super::scalars::{ScalarType, Value};

/// An operation: the core opcode, the opcodes of `SPV_AMD_shader_ballot` and of the collective instructions (or 0), and the
/// instruction on two values.
#[derive(Clone, Copy)]
struct Operation {
    core: u16,
    amd: u16,
    collective: u16,
    /// Combines two values. If `compares`, it is a comparison, and the value for which it is true is kept.
    binary: u16,
    compares: bool,
}

const fn operation(core: u16, amd: u16, collective: u16, binary: u16) -> Operation {
    Operation {
        core,
        amd,
        collective,
        binary,
        compares: false,
    }
}

const fn extreme(core: u16, amd: u16, collective: u16, binary: u16) -> Operation {
    Operation {
        compares: true,
        ..operation(core, amd, collective, binary)
    }
}

const FLOATS: &[Operation] = &[
    operation(
        op::OpGroupNonUniformFAdd,
        op::OpGroupFAddNonUniformAMD,
        op::OpGroupFAdd,
        op::OpFAdd,
    ),
    operation(op::OpGroupNonUniformFMul, 0, 0, op::OpFMul),
    extreme(
        op::OpGroupNonUniformFMin,
        op::OpGroupFMinNonUniformAMD,
        op::OpGroupFMin,
        op::OpFOrdLessThan,
    ),
    extreme(
        op::OpGroupNonUniformFMax,
        op::OpGroupFMaxNonUniformAMD,
        op::OpGroupFMax,
        op::OpFOrdGreaterThan,
    ),
];

const INTEGERS: &[Operation] = &[
    operation(
        op::OpGroupNonUniformIAdd,
        op::OpGroupIAddNonUniformAMD,
        op::OpGroupIAdd,
        op::OpIAdd,
    ),
    operation(op::OpGroupNonUniformIMul, 0, op::OpGroupIMulKHR, op::OpIMul),
    operation(
        op::OpGroupNonUniformBitwiseAnd,
        0,
        op::OpGroupBitwiseAndKHR,
        op::OpBitwiseAnd,
    ),
    operation(
        op::OpGroupNonUniformBitwiseOr,
        0,
        op::OpGroupBitwiseOrKHR,
        op::OpBitwiseOr,
    ),
    operation(
        op::OpGroupNonUniformBitwiseXor,
        0,
        op::OpGroupBitwiseXorKHR,
        op::OpBitwiseXor,
    ),
];

const SIGNED: &[Operation] = &[
    extreme(
        op::OpGroupNonUniformSMin,
        op::OpGroupSMinNonUniformAMD,
        op::OpGroupSMin,
        op::OpSLessThan,
    ),
    extreme(
        op::OpGroupNonUniformSMax,
        op::OpGroupSMaxNonUniformAMD,
        op::OpGroupSMax,
        op::OpSGreaterThan,
    ),
];

const UNSIGNED: &[Operation] = &[
    extreme(
        op::OpGroupNonUniformUMin,
        op::OpGroupUMinNonUniformAMD,
        op::OpGroupUMin,
        op::OpULessThan,
    ),
    extreme(
        op::OpGroupNonUniformUMax,
        op::OpGroupUMaxNonUniformAMD,
        op::OpGroupUMax,
        op::OpUGreaterThan,
    ),
];

const PARTITIONED: &str = "SPV_NV_shader_subgroup_partitioned";

impl Writer {
    /// A value of integers of any size, or of integral floats from 1 to `bound`, which is a power of two.
    pub fn small_value(&mut self, scalar: ScalarType, count: u32, uint: u32, bound: u32) -> Value {
        if !scalar.float {
            return self.construct_from_uints(scalar, count, uint, 1);
        }
        let mask = self.constant(bound - 1);
        let parts: Vec<u32> = (0..count)
            .map(|at| {
                let part = if at == 0 { uint } else { self.uint(1) };
                let low = self.op(op::OpBitwiseAnd, self.types.uint, &[part, mask]);
                let one = self.constant(1);
                let low = self.op(op::OpIAdd, self.types.uint, &[low, one]);
                self.integral_float(scalar, low)
            })
            .collect();
        self.composite(scalar, &parts)
    }

    /// An integer computed by a reduction or scan.
    pub fn reduction(&mut self, uint: u32, depth: u32) -> u32 {
        let scalar = self.random.choose(&self.cross_lane.scalars.clone());
        let count = self.random.choose(&[1, 1, 1, 2, 3, 4]);
        let operations = match (scalar.float, scalar.signed) {
            (true, _) => FLOATS.to_vec(),
            (false, true) => [INTEGERS, SIGNED].concat(),
            (false, false) => [INTEGERS, UNSIGNED].concat(),
        };
        let operation = self.random.choose(&operations);
        // Eight factors below 3, or summands up to 64: exact in 16 bits.
        let bound = if operation.binary == op::OpFMul {
            2
        } else {
            64
        };
        let value = self.small_value(scalar, count, uint, bound);
        let id = match self.random.below_u32(8) {
            0 => self.clustered_reduction(operation, value),
            1 => self.partitioned_reduction(operation, value, depth),
            _ => self.subgroup_reduction(operation, value),
        };
        self.digest(Value { id, ..value })
    }

    /// Over the subgroup.
    fn subgroup_reduction(&mut self, operation: Operation, value: Value) -> u32 {
        let kind = self.random.choose(&[
            group_operation::Reduce,
            group_operation::InclusiveScan,
            group_operation::ExclusiveScan,
        ]);
        let ty = value.ty();
        let plain = |w: &mut Self| w.subgroup_op(operation.core, ty, &[kind, value.id]);
        let uniform_only = self
            .shape
            .cross_lane
            .is_some_and(|cross_lane| cross_lane.uniform_only);
        self.extension_or_core(
            |w| {
                if value.count > 1 || value.scalar.bits == 8 {
                    plain(w)
                } else if uniform_only && operation.collective != 0 && w.random.percent(50) {
                    let khr = operation.collective >= op::OpGroupIMulKHR;
                    w.cross_lane.capabilities.insert(capability::Groups);
                    if khr {
                        let needs = Some(capability::GroupUniformArithmeticKHR);
                        w.require("SPV_KHR_uniform_group_instructions", needs);
                    }
                    w.scoped(operation.collective, ty, &[kind, value.id])
                } else if operation.amd != 0 {
                    let needs = Some(capability::Groups);
                    let operands = [kind, value.id];
                    w.extension_subgroup_op(AMD, needs, operation.amd, ty, &operands)
                } else {
                    plain(w)
                }
            },
            plain,
        )
    }

    /// Over clusters.
    fn clustered_reduction(&mut self, operation: Operation, value: Value) -> u32 {
        let size = self.random.choose(&[1, 2, 4]);
        let ty = value.ty();
        self.extension_or_core(
            |w| {
                let operands = [group_operation::ClusteredReduce, value.id, w.constant(size)];
                w.cross_lane
                    .capabilities
                    .insert(capability::GroupNonUniformClustered);
                w.scoped(operation.core, ty, &operands)
            },
            |w| {
                let own = w.own_lane();
                (1..size).fold(value.id, |sum, mask| {
                    let mask = w.constant(mask);
                    let lane = w.op(op::OpBitwiseXor, w.types.uint, &[own, mask]);
                    w.combine_if_active(operation, value, sum, lane, None)
                })
            },
        )
    }

    /// Over the invocations with the same key.
    fn partitioned_reduction(&mut self, operation: Operation, value: Value, depth: u32) -> u32 {
        let (uint, boolean) = (self.types.uint, self.types.boolean);
        let (key, one) = (self.uint(depth), self.constant(1));
        let key = self.op(op::OpBitwiseAnd, uint, &[key, one]);
        let (ty, ballot) = (value.ty(), self.cross_lane.ballot_type);
        let scan = self.random.percent(50);
        self.extension_or_core(
            |w| {
                let needs = Some(capability::GroupNonUniformPartitionedNV);
                let partition = op::OpGroupNonUniformPartitionNV;
                w.require(PARTITIONED, needs);
                let set = w.op(partition, ballot, &[key]);
                let kind = match scan {
                    true => group_operation::PartitionedInclusiveScanNV,
                    false => group_operation::PartitionedReduceNV,
                };
                w.scoped(operation.core, ty, &[kind, value.id, set])
            },
            |w| {
                let own = w.own_lane();
                let shuffle = op::OpGroupNonUniformShuffle;
                (0..8).fold(value.id, |sum, at| {
                    let at = w.constant(at);
                    let other = w.subgroup_op(shuffle, uint, &[key, at]);
                    let same = w.op(op::OpIEqual, boolean, &[key, other]);
                    let opcode = if scan {
                        op::OpULessThan
                    } else {
                        op::OpINotEqual
                    };
                    let counts = w.op(opcode, boolean, &[at, own]);
                    let counts = w.op(op::OpLogicalAnd, boolean, &[same, counts]);
                    w.combine_if_active(operation, value, sum, at, Some(counts))
                })
            },
        )
    }

    /// Combines a partial result with the value of another invocation, if that is active and the condition `also` holds.
    fn combine_if_active(
        &mut self,
        operation: Operation,
        value: Value,
        sum: u32,
        lane: u32,
        also: Option<u32>,
    ) -> u32 {
        let ty = value.ty();
        let other = self.subgroup_op(op::OpGroupNonUniformShuffle, ty, &[value.id, lane]);
        let mut counts = self.is_active(lane);
        if let Some(also) = also {
            counts = self.op(op::OpLogicalAnd, self.types.boolean, &[counts, also]);
        }
        let more = if operation.compares {
            let bool_type = self.bool_type(value.count);
            let boolean = self.op(operation.binary, bool_type, &[other, sum]);
            self.op(op::OpSelect, ty, &[boolean, other, sum])
        } else {
            self.op(operation.binary, ty, &[sum, other])
        };
        self.select(value, counts, more, sum)
    }
}
