//! Subgroups of the device are split into smaller ones, which the module sees.
//!
//! The module has been planned for a device with subgroups of `size`, whose operations are ballots, shuffles, clusters and quads: scans, votes
//! and partitions have become these. This step makes what is left work on parts of the device's subgroups, without barriers, in any
//! control flow and in every stage.
//!
//! # Before and after
//!
//! With `raw` the device's `SubgroupLocalInvocationId`, `lane = raw & (size - 1)`, `base = raw - lane`, and `part(s)` the `size` bits of a set `s` of
//! the device's from `base` on: `(s[base / 32] >> (base & 31)) & (1 << size) - 1`
//!
//! ```text
//! SubgroupSize                    size
//! SubgroupLocalInvocationId       lane
//! SubgroupEqMask, Ge, Gt, Le, Lt  part(the device's)
//! Ballot %p                       part(Ballot %p)
//! Elect                           lane == first, where first = FindILsb part(Ballot true)
//! BroadcastFirst %x               Shuffle %x, base + first
//! Broadcast, Shuffle %x %i        Shuffle %x, base + i
//! InverseBallot %s                BallotBitExtract %s, lane
//! BallotBitCount Reduce %s        BitCount(s[0] & (1 << size) - 1)
//!    … InclusiveScan              BitCount(s[0] & (2 << lane) - 1)
//!    … ExclusiveScan              BitCount(s[0] & (1 << lane) - 1)
//! BallotFindLSB, FindMSB %s       FindILsb, FindUMsb of s[0] & (1 << size) - 1
//! ShuffleXor, Up, Down, BallotBitExtract, ClusteredReduce, QuadBroadcast, QuadSwap     as they are
//! ```
//!
//! # Exactness
//! Exact. An invocation of the device's subgroup is in the part that its index divided by `size` says, and `size` divides the device's size:
//! both are powers of two. Those of a part that are together at an operation are so in the device's subgroup, and no result depends
//! on others: a shuffle that leaves the part is undefined in the module (specification, `OpGroupNonUniformShuffleUp`: "the
//! resulting value is undefined").
//! Vulkan leaves open which invocations of a workgroup form a subgroup, and so do parts of these.
//!
//! # Pitfalls
//! - `SubgroupId` and `NumSubgroups` would count parts that have no invocations, so modules that read them are refused here; in compute
//!   stages they get emulated subgroups.
//! - A value that was the same for a subgroup is the same for a part only, but devices ask for descriptors that are the same for their whole
//!   subgroup, unless they are `NonUniform`: those that depend on an operation of the subgroup become that ([`super::selected`]).
//! - A component of a mask is read through an access chain: the mask is read as a whole where the component is loaded.
//! - A barrier of the subgroup is one of a larger one, which orders more.
//! - In ray tracing stages invocations may be in another subgroup behind a call: refused.
//!
//! # Cost
//! Two instructions for an index, five for a ballot, four for a broadcast of the first.
//!
//! # Prior art
//! Emulators of consoles do this for 32 invocations on hardware with 64, for the instructions that their guests have.
//!
//! `subgroup-split` is shown by `corpus/shaders/subgroup/split.comp`.

use super::builder::mark;
use super::rewrite::Rewrite;
use super::selected::Selected;
use super::{Graph, Input, Kind, LowerError, ModuleBuilder};
use crate::build::Build;
use crate::facts::Scalar;
use crate::inst::Inst;
use crate::order::Order;
use crate::specialize::Code;
use crate::tables::{
    built_in, capability, decoration, execution_model, glsl_std_450 as glsl,
    group_operation as group, is_exchange, op, scope,
};
use crate::target::LARGEST_PART;
use crate::views;
use alloc::vec::Vec;

const COUNTED: LowerError = LowerError::Because(
    "SubgroupId and NumSubgroups are read, and parts of the device's subgroups may be empty",
);
const STAGES: LowerError = LowerError::Because(
    "a module with vertex and fragment shaders, of which the latter alone may read a flat built-in",
);
const RAYS: LowerError = LowerError::Because(
    "in a ray tracing stage the index in the subgroup may change, so that parts of it may",
);
const POINTER: LowerError =
    LowerError::Because("a built-in of the subgroup is read through a pointer that is passed on");
const UNKNOWN: LowerError =
    LowerError::Because("an operation of the subgroup that cannot be split");

/// The working memory.
#[derive(Clone, Debug, Default)]
pub struct Split {
    /// The variables with a built-in of the subgroup, ascending, and which.
    variables: Vec<(u32, u32)>,
    /// The descriptors that may differ within the device's subgroups.
    selected: Selected,
    /// The device's `SubgroupLocalInvocationId`.
    lane: u32,
    /// Whether entry points list it.
    listed: bool,
    /// The size of the parts, and of the largest subgroup that the device has.
    sizes: (u32, u32),
}

/// The rewrite of one module.
type Work<'a> = super::rewrite::Work<'a, Split>;

/// The position of an invocation, as ids.
#[derive(Clone, Copy)]
struct Place {
    raw: u32,
    lane: u32,
    base: u32,
}

impl Split {
    /// Writes the module for parts of `size` invocations of the device's subgroups, of at most `most`, into the build.
    ///
    /// # Errors
    /// The reason, if the module contains something that is refused.
    pub fn run(
        &mut self,
        graph: Graph<'_>,
        sizes: (u32, u32),
        build: &mut ModuleBuilder,
    ) -> Result<(), LowerError> {
        let Code { facts, words, .. } = graph.code;
        let input = Input { words, facts };
        self.variables.clear();
        self.lane = 0;
        self.listed = false;
        self.sizes = sizes;
        for inst in facts.decorations(words) {
            let value = match (inst.opcode(), inst.from(2)) {
                (op::OpDecorate, &[decoration::BuiltIn, value]) => value,
                (op::OpMemberDecorate, &[_, decoration::BuiltIn, value]) => value,
                _ => continue,
            };
            match value {
                built_in::SubgroupId | built_in::NumSubgroups => return Err(COUNTED),
                built_in::SubgroupSize
                | built_in::SubgroupLocalInvocationId
                | built_in::SubgroupEqMask..=built_in::SubgroupLtMask => {}
                _ => continue,
            }
            let def = input.def(inst.target());
            let is_variable = def.is_some_and(|def| def.opcode() == op::OpVariable);
            if inst.opcode() != op::OpDecorate || !is_variable {
                return Err(POINTER);
            }
            self.variables.push((inst.target(), value));
            build.mark(inst.target(), mark::TOUCHED);
            if value == built_in::SubgroupLocalInvocationId {
                self.lane = inst.target();
            }
        }
        self.variables.order();
        let moves = |entry: Inst<'_>| {
            let model = views::EntryPoint(entry).execution_model();
            (execution_model::RayGenerationKHR..=execution_model::CallableKHR).contains(&model)
        };
        if facts.entries(words).any(moves) {
            return Err(RAYS);
        }
        self.selected.find(graph)?;
        let mut work = Work {
            input,
            build,
            tables: self,
        };
        work.walk()
    }
}

impl<'w> Rewrite<'w> for Work<'w> {
    fn stops_at(opcode: u16) -> bool {
        is_exchange(opcode)
            || matches!(
                opcode,
                op::OpGroupNonUniformInverseBallot..=op::OpGroupNonUniformBallotFindMSB
            )
    }

    fn before_annotations(&mut self) {
        self.tables.selected.decorate(self.input, self.build);
    }

    fn code(&mut self, inst: Inst<'w>, marks: u16) -> Result<(), LowerError> {
        if marks & mark::TOUCHED != 0 {
            return self.built_in(inst);
        }
        match Self::stops_at(inst.opcode()) {
            true => self.operation(inst),
            false => self.build.copy_code(self.input, inst),
        }
    }
}

impl Work<'_> {
    /// Emits a read of a built-in.
    fn built_in(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let pointer = inst.word(3);
        match (inst.opcode(), inst.from(3)) {
            (op::OpAccessChain | op::OpInBoundsAccessChain, &[_, _]) => {
                self.build.mark(inst.result(), mark::TOUCHED);
                return Ok(());
            }
            (op::OpLoad, &[_, ..]) => {}
            _ => return Err(POINTER),
        }
        let chain = self.input.def(pointer).filter(Inst::is_chain);
        let component = chain.map(|chain| chain.word(4));
        let variable = chain.map_or(pointer, |chain| chain.word(3));
        let variables = &self.tables.variables;
        let found = variables.binary_search_by_key(&variable, |one| one.0);
        let found = found.ok().and_then(|at| variables.get(at));
        let value = found.ok_or(POINTER)?.1;
        let held = self.input.pointee(self.input.type_of(variable));
        let whole = match value {
            built_in::SubgroupSize => self.build.constant(self.tables.sizes.0),
            built_in::SubgroupLocalInvocationId => self.place()?.lane,
            _ => {
                let set = self.load(variable, held)?;
                let sets = self.sets();
                let set = self.converted(set, held, sets);
                self.part(set)?
            }
        };
        self.build.count(Kind::SplitSubgroup);
        let (ty, uint) = (inst.result_type(), self.build.uint());
        let now = match component {
            None => whole,
            Some(index) => {
                let index = self.get(index)?;
                let opcode = op::OpVectorExtractDynamic;
                self.build.op(opcode, uint, &[whole, index])
            }
        };
        let ty = self.get(ty)?;
        let is_word = value <= built_in::SubgroupLocalInvocationId || component.is_some();
        let own = if is_word { uint } else { self.sets() };
        let opcode = match ty == own {
            true => op::OpCopyObject,
            false => op::OpBitcast,
        };
        self.build.op_as(inst.result(), opcode, ty, &[now]);
        Ok(())
    }

    fn get(&self, id: u32) -> Result<u32, LowerError> {
        self.build.get(id).ok_or(UNKNOWN)
    }

    /// The type of a set.
    fn sets(&mut self) -> u32 {
        let uint = self.build.uint();
        self.build.vector(uint, 4)
    }

    fn load(&mut self, variable: u32, ty: u32) -> Result<u32, LowerError> {
        let (variable, ty) = (self.get(variable)?, self.get(ty)?);
        Ok(self.build.op(op::OpLoad, ty, &[variable]))
    }

    /// A value of a type of the input as another with the same bits.
    fn converted(&mut self, value: u32, from: u32, to: u32) -> u32 {
        match self.build.get(from) == Some(to) {
            true => value,
            false => self.build.op(op::OpBitcast, to, &[value]),
        }
    }

    /// An index of any integer type as a word.
    fn number(&mut self, id: u32) -> Result<u32, LowerError> {
        let (ty, uint, now) = (self.input.type_of(id), self.build.uint(), self.get(id)?);
        match self.input.scalar_of(ty) {
            Some(Scalar::Int { width: 32, .. }) => Ok(self.converted(now, ty, uint)),
            Some(Scalar::Int { .. }) => Ok(self.build.op(op::OpUConvert, uint, &[now])),
            _ => Err(UNKNOWN),
        }
    }

    /// Lists the device's `SubgroupLocalInvocationId` in all entry points, and declares it if the module does not.
    fn list_lane(&mut self) -> Result<(), LowerError> {
        let Input { words, facts } = self.input;
        self.build.capability(capability::GroupNonUniform);
        if self.tables.lane == 0 {
            let uint = self.build.uint();
            let value = built_in::SubgroupLocalInvocationId;
            self.tables.lane = self.build.built_in(value, uint);
            // An integer that a fragment shader reads is flat, and none that a vertex shader reads.
            let has = |model| {
                let mut entries = facts.entries(words);
                entries.any(|entry| views::EntryPoint(entry).execution_model() == model)
            };
            match has(execution_model::Fragment) {
                true if has(execution_model::Vertex) => return Err(STAGES),
                true => self.build.decorate(self.tables.lane, &[decoration::Flat]),
                false => {}
            }
        }
        self.build.list_everywhere(self.input, self.tables.lane);
        Ok(())
    }

    /// Emits the own position. 3 instructions.
    fn place(&mut self) -> Result<Place, LowerError> {
        let uint = self.build.uint();
        if !core::mem::replace(&mut self.tables.listed, true) {
            self.list_lane()?;
        }
        let variable = self.tables.lane;
        let raw = match self.input.def(variable) {
            Some(def) => {
                let held = self.input.pointee(def.result_type());
                let raw = self.load(variable, held)?;
                self.converted(raw, held, uint)
            }
            None => self.build.op(op::OpLoad, uint, &[variable]),
        };
        let size = self.tables.sizes.0;
        let (low, high) = (
            self.build.constant(size - 1),
            self.build.constant(!(size - 1)),
        );
        Ok(Place {
            raw,
            lane: self.build.op(op::OpBitwiseAnd, uint, &[raw, low]),
            base: self.build.op(op::OpBitwiseAnd, uint, &[raw, high]),
        })
    }

    /// The bits below `size`.
    fn full(&mut self) -> u32 {
        let size = self.tables.sizes.0;
        self.build
            .constant(u32::MAX >> (LARGEST_PART - size).min(31))
    }

    /// The word of the own part of a set of the device's.
    fn part_word(&mut self, set: u32) -> Result<u32, LowerError> {
        let place = self.place()?;
        let uint = self.build.uint();
        let (size, most) = self.tables.sizes;
        let word = match most <= 32 {
            true => self.build.op(op::OpCompositeExtract, uint, &[set, 0]),
            false => {
                let five = self.build.constant(5);
                let at = self
                    .build
                    .op(op::OpShiftRightLogical, uint, &[place.raw, five]);
                let opcode = op::OpVectorExtractDynamic;
                self.build.op(opcode, uint, &[set, at])
            }
        };
        if size == 32 {
            return Ok(word);
        }
        let place = match most <= 32 {
            true => place.base,
            false => {
                let low = self.build.constant(31);
                self.build.op(op::OpBitwiseAnd, uint, &[place.base, low])
            }
        };
        let shifted = self.build.op(op::OpShiftRightLogical, uint, &[word, place]);
        let full = self.full();
        Ok(self.build.op(op::OpBitwiseAnd, uint, &[shifted, full]))
    }

    /// The set of a word.
    fn set(&mut self, word: u32) -> [u32; 4] {
        let zero = self.build.constant(0);
        [word, zero, zero, zero]
    }

    /// The own part of a set of the device's.
    fn part(&mut self, set: u32) -> Result<u32, LowerError> {
        let word = self.part_word(set)?;
        let (sets, parts) = (self.sets(), self.set(word));
        Ok(self.build.op(op::OpCompositeConstruct, sets, &parts))
    }

    /// The first of the part that is there, by its index in it.
    fn first(&mut self) -> Result<u32, LowerError> {
        let (sets, uint, all) = (self.sets(), self.build.uint(), self.build.constant_true());
        let subgroup = self.build.constant(scope::Subgroup);
        self.build.capability(capability::GroupNonUniformBallot);
        let opcode = op::OpGroupNonUniformBallot;
        let active = self.build.op(opcode, sets, &[subgroup, all]);
        let word = self.part_word(active)?;
        Ok(self.build.glsl(glsl::FindILsb, uint, &[word]))
    }

    /// Emits an operation.
    fn operation(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (id, opcode) = (inst.result(), inst.opcode());
        let (uint, subgroup) = (self.build.uint(), self.build.constant(scope::Subgroup));
        let ty = self.get(inst.result_type())?;
        match (opcode, inst.from(3)) {
            (op::OpGroupNonUniformBallot, &[_, predicate]) => {
                let predicate = self.get(predicate)?;
                let set = self.build.op(opcode, ty, &[subgroup, predicate]);
                let word = self.part_word(set)?;
                let parts = self.set(word);
                self.build.op_as(id, op::OpCompositeConstruct, ty, &parts);
            }
            (op::OpGroupNonUniformElect, &[_]) => {
                let (first, place) = (self.first()?, self.place()?);
                self.build.op_as(id, op::OpIEqual, ty, &[place.lane, first]);
            }
            (op::OpGroupNonUniformBroadcastFirst, &[_, value]) => {
                let first = self.first()?;
                self.shuffle(id, ty, value, first)?;
            }
            (op::OpGroupNonUniformBroadcast | op::OpGroupNonUniformShuffle, &[_, value, index]) => {
                let index = self.number(index)?;
                self.shuffle(id, ty, value, index)?;
            }
            (op::OpGroupNonUniformInverseBallot, &[_, set]) => {
                let (set, lane) = (self.get(set)?, self.place()?.lane);
                let opcode = op::OpGroupNonUniformBallotBitExtract;
                self.build.op_as(id, opcode, ty, &[subgroup, set, lane]);
            }
            (op::OpGroupNonUniformBallotBitCount, &[_, kind, set]) => {
                let mask = match kind {
                    group::Reduce => self.full(),
                    _ => {
                        let first = 1 + u32::from(kind == group::InclusiveScan);
                        let (lane, first) = (self.place()?.lane, self.build.constant(first));
                        let opcode = op::OpShiftLeftLogical;
                        let end = self.build.op(opcode, uint, &[first, lane]);
                        let ones = self.build.constant(u32::MAX);
                        self.build.op(op::OpIAdd, uint, &[end, ones])
                    }
                };
                let word = self.masked(set, mask)?;
                self.build.op_as(id, op::OpBitCount, ty, &[word]);
            }
            (
                op::OpGroupNonUniformBallotFindLSB | op::OpGroupNonUniformBallotFindMSB,
                &[_, set],
            ) => {
                let full = self.full();
                let word = self.masked(set, full)?;
                let find = match opcode {
                    op::OpGroupNonUniformBallotFindLSB => glsl::FindILsb,
                    _ => glsl::FindUMsb,
                };
                let found = self.build.glsl(find, uint, &[word]);
                let opcode = match self.input.scalar_of(inst.result_type()) {
                    _ if ty == uint => op::OpCopyObject,
                    Some(Scalar::Int { width: 32, .. }) => op::OpBitcast,
                    Some(Scalar::Int { signed: true, .. }) => op::OpSConvert,
                    _ => op::OpUConvert,
                };
                self.build.op_as(id, opcode, ty, &[found]);
            }
            (
                op::OpGroupNonUniformBallotBitExtract
                | op::OpGroupNonUniformShuffleXor
                | op::OpGroupNonUniformShuffleUp
                | op::OpGroupNonUniformShuffleDown
                | op::OpGroupNonUniformQuadBroadcast
                | op::OpGroupNonUniformQuadSwap,
                _,
            ) => return self.build.copy_code(self.input, inst),
            (_, &[_, group::ClusteredReduce, ..]) => {
                return self.build.copy_code(self.input, inst);
            }
            _ => return Err(UNKNOWN),
        }
        self.build.count(Kind::SplitSubgroup);
        Ok(())
    }

    /// Emits a read of a value of the part.
    fn shuffle(&mut self, id: u32, ty: u32, value: u32, index: u32) -> Result<(), LowerError> {
        let (uint, subgroup) = (self.build.uint(), self.build.constant(scope::Subgroup));
        let (value, base) = (self.get(value)?, self.place()?.base);
        let from = self.build.op(op::OpIAdd, uint, &[base, index]);
        self.build.capability(capability::GroupNonUniformShuffle);
        let opcode = op::OpGroupNonUniformShuffle;
        self.build.op_as(id, opcode, ty, &[subgroup, value, from]);
        Ok(())
    }

    /// The first word of a set of the module's, with a mask.
    fn masked(&mut self, set: u32, mask: u32) -> Result<u32, LowerError> {
        let (set, uint) = (self.get(set)?, self.build.uint());
        let word = self.build.op(op::OpCompositeExtract, uint, &[set, 0]);
        Ok(self.build.op(op::OpBitwiseAnd, uint, &[word, mask]))
    }
}
