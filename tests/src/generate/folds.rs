//! What invocations combine: reductions and scans, over the subgroup, over clusters and over the parts of a partition.
//!
//! Floats are small whole numbers, so that sums and products are exact in any order.

use sos_core::tables::{capability, group_operation, op};

use super::choose::Choose as _;
use super::module::Writer;
use super::reads::AMD;
use super::widths::{Value, Width};

/// An operation: of the core, for all active invocations of AMD's, and for all invocations.
#[derive(Clone, Copy)]
struct Operation {
    core: u16,
    amd: u16,
    collective: u16,
    /// What combines two values, or compares them: the one of which it is true is kept.
    pair: u16,
    compares: bool,
}

const fn operation(core: u16, amd: u16, collective: u16, pair: u16) -> Operation {
    Operation {
        core,
        amd,
        collective,
        pair,
        compares: false,
    }
}

const fn extreme(core: u16, amd: u16, collective: u16, pair: u16) -> Operation {
    Operation {
        compares: true,
        ..operation(core, amd, collective, pair)
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
    /// Integers of any size, and floats that are whole numbers below a bound, which is a power of two.
    pub fn small(&mut self, width: Width, count: u32, number: u32, bound: u32) -> Value {
        if !width.float {
            return self.made_of(width, count, number, 1);
        }
        let mask = self.constant(bound - 1);
        let parts: Vec<u32> = (0..count)
            .map(|at| {
                let part = if at == 0 { number } else { self.number(1) };
                let low = self.op(op::OpBitwiseAnd, self.types.number, &[part, mask]);
                let one = self.constant(1);
                let low = self.op(op::OpIAdd, self.types.number, &[low, one]);
                self.whole(width, low)
            })
            .collect();
        self.value(width, &parts)
    }

    /// A number that several invocations combine.
    pub fn by_folding(&mut self, number: u32, depth: u32) -> u32 {
        let width = self.random.of(&self.cross.widths.clone());
        let count = self.random.of(&[1, 1, 1, 2, 3, 4]);
        let operations = match (width.float, width.signed) {
            (true, _) => FLOATS.to_vec(),
            (false, true) => [INTEGERS, SIGNED].concat(),
            (false, false) => [INTEGERS, UNSIGNED].concat(),
        };
        let operation = self.random.of(&operations);
        // Eight factors below three, or summands up to 64: exact in 16 bits.
        let bound = if operation.pair == op::OpFMul { 2 } else { 64 };
        let value = self.small(width, count, number, bound);
        let id = match self.random.up_to(8) {
            0 => self.clustered(operation, value),
            1 => self.partitioned(operation, value, depth),
            _ => self.folded(operation, value),
        };
        self.back(Value { id, ..value })
    }

    /// Over the subgroup.
    fn folded(&mut self, operation: Operation, value: Value) -> u32 {
        let kind = self.random.of(&[
            group_operation::Reduce,
            group_operation::InclusiveScan,
            group_operation::ExclusiveScan,
        ]);
        let ty = value.ty();
        let plain = |w: &mut Self| w.group(operation.core, ty, &[kind, value.id]);
        let together = self.shape.lanes.is_some_and(|lanes| lanes.together);
        self.either(
            |w| {
                if value.count > 1 || value.width.bits == 8 {
                    plain(w)
                } else if together && operation.collective != 0 && w.random.percent(50) {
                    let khr = operation.collective >= op::OpGroupIMulKHR;
                    w.cross.capabilities.insert(capability::Groups);
                    if khr {
                        let needs = Some(capability::GroupUniformArithmeticKHR);
                        w.needs("SPV_KHR_uniform_group_instructions", needs);
                    }
                    w.scoped(operation.collective, ty, &[kind, value.id])
                } else if operation.amd != 0 {
                    let needs = Some(capability::Groups);
                    let operands = [kind, value.id];
                    w.group_of(AMD, needs, operation.amd, ty, &operands)
                } else {
                    plain(w)
                }
            },
            plain,
        )
    }

    /// Over neighbours.
    fn clustered(&mut self, operation: Operation, value: Value) -> u32 {
        let size = self.random.of(&[1, 2, 4]);
        let ty = value.ty();
        self.either(
            |w| {
                let operands = [group_operation::ClusteredReduce, value.id, w.constant(size)];
                w.cross
                    .capabilities
                    .insert(capability::GroupNonUniformClustered);
                w.scoped(operation.core, ty, &operands)
            },
            |w| {
                let own = w.own();
                (1..size).fold(value.id, |sum, mask| {
                    let mask = w.constant(mask);
                    let place = w.op(op::OpBitwiseXor, w.types.number, &[own, mask]);
                    w.with(operation, value, sum, place, None)
                })
            },
        )
    }

    /// Over the invocations that hold the same key.
    fn partitioned(&mut self, operation: Operation, value: Value, depth: u32) -> u32 {
        let (number, truth) = (self.types.number, self.types.truth);
        let (key, one) = (self.number(depth), self.constant(1));
        let key = self.op(op::OpBitwiseAnd, number, &[key, one]);
        let (ty, ballot) = (value.ty(), self.cross.ballot);
        let scan = self.random.percent(50);
        self.either(
            |w| {
                let needs = Some(capability::GroupNonUniformPartitionedNV);
                let partition = op::OpGroupNonUniformPartitionNV;
                w.needs(PARTITIONED, needs);
                let set = w.op(partition, ballot, &[key]);
                let kind = match scan {
                    true => group_operation::PartitionedInclusiveScanNV,
                    false => group_operation::PartitionedReduceNV,
                };
                w.scoped(operation.core, ty, &[kind, value.id, set])
            },
            |w| {
                let own = w.own();
                let shuffle = op::OpGroupNonUniformShuffle;
                (0..8).fold(value.id, |sum, at| {
                    let at = w.constant(at);
                    let other = w.group(shuffle, number, &[key, at]);
                    let same = w.op(op::OpIEqual, truth, &[key, other]);
                    let opcode = if scan {
                        op::OpULessThan
                    } else {
                        op::OpINotEqual
                    };
                    let counts = w.op(opcode, truth, &[at, own]);
                    let counts = w.op(op::OpLogicalAnd, truth, &[same, counts]);
                    w.with(operation, value, sum, at, Some(counts))
                })
            },
        )
    }

    /// A sum with what another invocation holds, if it is active and the truth holds.
    fn with(
        &mut self,
        operation: Operation,
        value: Value,
        sum: u32,
        place: u32,
        also: Option<u32>,
    ) -> u32 {
        let ty = value.ty();
        let other = self.group(op::OpGroupNonUniformShuffle, ty, &[value.id, place]);
        let mut counts = self.present(place);
        if let Some(also) = also {
            counts = self.op(op::OpLogicalAnd, self.types.truth, &[counts, also]);
        }
        let more = if operation.compares {
            let truths = self.truths(value.count);
            let truth = self.op(operation.pair, truths, &[other, sum]);
            self.op(op::OpSelect, ty, &[truth, other, sum])
        } else {
            self.op(operation.pair, ty, &[sum, other])
        };
        self.chosen(value, counts, more, sum)
    }
}
