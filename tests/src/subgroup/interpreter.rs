//! Interpreter for SPIR-V modules that use subgroups of any size, to run the filter's output for devices whose subgroup size no
//! driver at hand has.
//!
//! Input: a module whose functions have one block each, with the entry point first; a group; and the values of the input
//! variables, by `Location`. Output: the value that each active invocation stored to the output variable.
//!
//! The interpreter supports loads, stores, constants, calls, integer arithmetic, vectors, and the subgroup instructions that
//! rules emit for straight-line code. It panics on any other instruction. An operation on an undefined value is undefined,
//! except for an `OpSelect` that does not select it: lowerings rely on that.

use std::collections::HashMap;

use rspirv::dr::{Function, Instruction, Module, Operand};
use rspirv::spirv::{BuiltIn, Decoration, Op, StorageClass, Word};

use super::{exchange, vote, words, Group, LaneResult, Value};

/// The value of an id in each invocation.
type LaneValues = Vec<LaneResult>;

/// Runs the entry point, which is the module's first function.
///
/// # Panics
/// If the module uses an unsupported instruction.
pub fn run(module: &Module, group: Group, operands: &[Vec<Value>]) -> LaneValues {
    let mut interpreter = Interpreter {
        module,
        group,
        values: HashMap::new(),
        stored: vec![LaneResult::Inactive; group.size()],
    };
    for inst in &module.types_global_values {
        interpreter.evaluate_global(inst, operands);
    }
    let main = module.functions.first().expect("a function");
    interpreter.call_body(main);
    interpreter.stored
}

struct Interpreter<'m> {
    module: &'m Module,
    group: Group,
    values: HashMap<Word, LaneValues>,
    stored: LaneValues,
}

fn id(inst: &Instruction, at: usize) -> Word {
    inst.operands[at].unwrap_id_ref()
}

fn literal(operand: &Operand) -> u64 {
    match *operand {
        Operand::LiteralBit32(word) => word.into(),
        Operand::LiteralBit64(word) => word,
        ref other => panic!("{other:?} is not a literal"),
    }
}

impl Interpreter<'_> {
    fn decoration(&self, of: Word, decoration: Decoration) -> Option<&Operand> {
        let found = self.module.annotations.iter().find(|inst| {
            inst.class.opcode == Op::Decorate
                && id(inst, 0) == of
                && inst.operands[1] == Operand::Decoration(decoration)
        });
        found.map(|inst| &inst.operands[2])
    }

    fn ty(&self, id: Word) -> &Instruction {
        let found = self.module.types_global_values.iter();
        found
            .clone()
            .find(|inst| inst.result_id == Some(id))
            .unwrap_or_else(|| panic!("%{id} is not a type"))
    }

    /// The width of a component in bits, and the number of components.
    fn shape(&self, ty: Word) -> (u32, usize) {
        let inst = self.ty(ty);
        match inst.class.opcode {
            Op::TypeBool => (1, 1),
            Op::TypeInt | Op::TypeFloat => (literal(&inst.operands[0]) as u32, 1),
            Op::TypeVector => (
                self.shape(id(inst, 0)).0,
                literal(&inst.operands[1]) as usize,
            ),
            other => panic!("values of {other:?} are not supported"),
        }
    }

    fn evaluate_global(&mut self, inst: &Instruction, operands: &[Vec<Value>]) {
        let group = self.group;
        let everywhere = |value: Value| vec![LaneResult::Defined(value); group.size()];
        let value = match inst.class.opcode {
            Op::ConstantTrue => everywhere(vec![1]),
            Op::ConstantFalse => everywhere(vec![0]),
            Op::Constant => everywhere(vec![literal(&inst.operands[0])]),
            Op::ConstantNull => {
                let (_, len) = self.shape(inst.result_type.unwrap_or(0));
                everywhere(vec![0; len])
            }
            Op::ConstantComposite => self.construct_composite(inst),
            Op::Variable => {
                let of = inst.result_id.unwrap_or(0);
                let class = &inst.operands[0];
                if *class != Operand::StorageClass(StorageClass::Input) {
                    return;
                }
                if let Some(location) = self.decoration(of, Decoration::Location) {
                    operands[literal(location) as usize]
                        .iter()
                        .cloned()
                        .map(LaneResult::Defined)
                        .collect()
                } else {
                    let built_in = self.decoration(of, Decoration::BuiltIn);
                    (0..group.size())
                        .map(|lane| built_in_value(group, lane, built_in))
                        .collect()
                }
            }
            _ => return,
        };
        self.values.insert(inst.result_id.unwrap_or(0), value);
    }

    /// `OpConstantComposite` and `OpCompositeConstruct`.
    fn construct_composite(&self, inst: &Instruction) -> LaneValues {
        let parts: Vec<_> = inst
            .operands
            .iter()
            .map(|part| &self.values[&part.unwrap_id_ref()])
            .collect();
        let lane = |lane: usize| {
            let joined = parts.iter().map(|part| match &part[lane] {
                LaneResult::Defined(value) => Some(value.clone()),
                _ => None,
            });
            joined
                .collect::<Option<Vec<_>>>()
                .map_or(LaneResult::Undefined, |parts| {
                    LaneResult::Defined(parts.concat())
                })
        };
        (0..self.group.size()).map(lane).collect()
    }

    /// The values of an operand that must be defined in active invocations.
    fn defined_values(&self, inst: &Instruction, at: usize) -> Vec<Value> {
        let lane = |(lane, got): (usize, &LaneResult)| match got {
            LaneResult::Defined(value) => value.clone(),
            other if self.group.is_active(lane) => {
                panic!(
                    "{:?} with the operand {other:?} in lane {lane}",
                    inst.class.opcode
                )
            }
            _ => vec![0],
        };
        self.values[&id(inst, at)]
            .iter()
            .enumerate()
            .map(lane)
            .collect()
    }

    fn uint_values(&self, inst: &Instruction, at: usize) -> Vec<u32> {
        self.defined_values(inst, at)
            .iter()
            .map(|value| value[0] as u32)
            .collect()
    }

    fn bool_values(&self, inst: &Instruction, at: usize) -> Vec<bool> {
        self.defined_values(inst, at)
            .iter()
            .map(|value| value[0] != 0)
            .collect()
    }

    /// Runs a function, and returns its return value.
    fn call_body(&mut self, function: &Function) -> Option<LaneValues> {
        let [block] = &function.blocks[..] else {
            panic!("a function of {} blocks", function.blocks.len());
        };
        for inst in &block.instructions {
            if inst.class.opcode == Op::ReturnValue {
                return Some(self.values[&id(inst, 0)].clone());
            }
            self.execute(inst);
        }
        None
    }

    fn call(&mut self, inst: &Instruction) -> LaneValues {
        let module = self.module;
        let called = |function: &&Function| function.def_id() == Some(id(inst, 0));
        let function = module.functions.iter().find(called).expect("a function");
        for (at, parameter) in function.parameters.iter().enumerate() {
            let value = self.values[&id(inst, at + 1)].clone();
            self.values.insert(parameter.result_id.unwrap_or(0), value);
        }
        self.call_body(function)
            .expect("a function with a return value")
    }

    /// `OpGroupNonUniformBroadcast`: undefined if the lane that is read is inactive. Undefined values are copied too.
    fn broadcast(&self, inst: &Instruction) -> LaneValues {
        let from = self.uint_values(inst, 2);
        let values = &self.values[&id(inst, 1)];
        self.group.each(|lane| match from[lane] as usize {
            from if self.group.is_active(from) => values[from].clone(),
            _ => LaneResult::Undefined,
        })
    }

    fn execute(&mut self, inst: &Instruction) {
        let group = self.group;
        let opcode = inst.class.opcode;
        let value = match opcode {
            Op::Return => return,
            Op::FunctionCall => self.call(inst),
            Op::GroupNonUniformBroadcast => self.broadcast(inst),
            Op::Store => {
                self.stored = self.values[&id(inst, 1)].clone();
                for (lane, got) in self.stored.iter_mut().enumerate() {
                    if !group.is_active(lane) {
                        *got = LaneResult::Inactive;
                    }
                }
                return;
            }
            Op::Load => self.values[&id(inst, 0)].clone(),
            Op::CompositeConstruct => self.construct_composite(inst),
            Op::Select => {
                let [choice, yes, no] = [0, 1, 2].map(|at| &self.values[&id(inst, at)]);
                let lane = |lane: usize| match (&choice[lane], &yes[lane], &no[lane]) {
                    (LaneResult::Defined(choice), yes, no)
                        if choice.iter().all(|one| *one == choice[0]) =>
                    {
                        if choice[0] != 0 {
                            yes.clone()
                        } else {
                            no.clone()
                        }
                    }
                    _ => LaneResult::Undefined,
                };
                (0..group.size()).map(lane).collect()
            }
            Op::VectorShuffle => {
                let [first, second] = [0, 1].map(|at| self.defined_values(inst, at));
                group.each(|lane| {
                    let both = [&first[lane][..], &second[lane][..]].concat();
                    let parts = inst.operands.iter().skip(2);
                    LaneResult::Defined(parts.map(|part| both[literal(part) as usize]).collect())
                })
            }
            Op::GroupNonUniformBallot => vote::ballot(group, &self.bool_values(inst, 1)),
            Op::GroupNonUniformShuffle => exchange::shuffle(
                group,
                &self.defined_values(inst, 1),
                &self.uint_values(inst, 2),
            ),
            Op::GroupNonUniformShuffleXor => exchange::shuffle_xor(
                group,
                &self.defined_values(inst, 1),
                &self.uint_values(inst, 2),
            ),
            _ => {
                let shape = self.shape(inst.result_type.unwrap_or(0));
                // The first operand of OpExtInst is the instruction set, not a value.
                let first = usize::from(opcode == Op::ExtInst);
                let operands: Vec<&LaneValues> = inst
                    .operands
                    .iter()
                    .skip(first)
                    .filter_map(Operand::id_ref_any)
                    .map(|id| &self.values[&id])
                    .collect();
                let literal = inst
                    .operands
                    .iter()
                    .rev()
                    .find_map(|operand| match operand {
                        Operand::LiteralBit32(word) | Operand::LiteralExtInstInteger(word) => {
                            Some(*word)
                        }
                        _ => None,
                    });
                group.each(|lane| {
                    let defined_values = operands.iter().map(|operand| match &operand[lane] {
                        LaneResult::Defined(value) => Some(&value[..]),
                        _ => None,
                    });
                    match defined_values.collect::<Option<Vec<_>>>() {
                        Some(defined_values) => evaluate(opcode, &defined_values, literal, shape),
                        None => LaneResult::Undefined,
                    }
                })
            }
        };
        self.values.insert(inst.result_id.unwrap_or(0), value);
    }
}

fn built_in_value(group: Group, lane: usize, built_in: Option<&Operand>) -> LaneResult {
    let [eq, ge, gt, le, lt] = vote::masks(group, lane).map(words);
    LaneResult::Defined(match built_in {
        Some(Operand::BuiltIn(BuiltIn::SubgroupLocalInvocationId)) => vec![lane as u64],
        Some(Operand::BuiltIn(BuiltIn::SubgroupSize)) => vec![group.size() as u64],
        Some(Operand::BuiltIn(BuiltIn::SubgroupEqMask)) => eq,
        Some(Operand::BuiltIn(BuiltIn::SubgroupGeMask)) => ge,
        Some(Operand::BuiltIn(BuiltIn::SubgroupGtMask)) => gt,
        Some(Operand::BuiltIn(BuiltIn::SubgroupLeMask)) => le,
        Some(Operand::BuiltIn(BuiltIn::SubgroupLtMask)) => lt,
        other => panic!("the built-in {other:?} is not supported"),
    })
}

/// Evaluates an instruction without side effects in one invocation.
fn evaluate(
    opcode: Op,
    operands: &[&[u64]],
    literal: Option<u32>,
    (width, len): (u32, usize),
) -> LaneResult {
    let truncate = |bits: u64| bits & u64::MAX >> (64 - width);
    let each = |of: fn(u64, u64) -> u64| match operands {
        [a, b] => LaneResult::Defined(
            a.iter()
                .zip(*b)
                .map(|(&a, &b)| truncate(of(a, b)))
                .collect(),
        ),
        _ => panic!(
            "{opcode:?} with {} operands is not supported",
            operands.len()
        ),
    };
    match (opcode, operands) {
        (Op::CompositeExtract, [whole]) => {
            LaneResult::Defined(vec![whole[literal.unwrap_or(0) as usize]])
        }
        (Op::VectorExtractDynamic, [whole, at]) => match whole.get(at[0] as usize) {
            Some(&part) => LaneResult::Defined(vec![part]),
            None => LaneResult::Undefined,
        },
        (Op::Bitcast, [pair]) if pair.len() == 1 && len == 2 => {
            LaneResult::Defined(vec![pair[0] & 0xFFFF_FFFF, pair[0] >> 32])
        }
        (Op::Bitcast | Op::UConvert, [whole]) => LaneResult::Defined(whole.to_vec()),
        (Op::CopyObject, [a]) => LaneResult::Defined(a.to_vec()),
        (Op::BitFieldUExtract, [a, offset, count]) => {
            let ones = (1_u64 << count[0]) - 1;
            LaneResult::Defined(vec![a[0] >> offset[0] & ones])
        }
        (Op::ExtInst, _) => evaluate_extended(literal.unwrap_or(0), operands),
        (Op::BitCount, [a]) => LaneResult::Defined(vec![u64::from(a[0].count_ones())]),
        (Op::BitwiseAnd, _) => each(|a, b| a & b),
        (Op::BitwiseOr, _) => each(|a, b| a | b),
        (Op::BitwiseXor, _) => each(|a, b| a ^ b),
        (Op::IAdd, _) => each(u64::wrapping_add),
        (Op::ISub, _) => each(u64::wrapping_sub),
        (Op::ShiftRightLogical, [_, by]) if by[0] < u64::from(width) => each(|a, b| a >> b),
        (Op::ShiftLeftLogical, [_, by]) if by[0] < u64::from(width) => each(|a, b| a << b),
        (Op::ShiftRightLogical | Op::ShiftLeftLogical, _) => LaneResult::Undefined,
        (Op::IEqual, _) => each(|a, b| (a == b).into()),
        (Op::INotEqual, _) => each(|a, b| (a != b).into()),
        (Op::ULessThan, _) => each(|a, b| (a < b).into()),
        (Op::LogicalAnd, _) => each(|a, b| a & b),
        _ => panic!(
            "{opcode:?} with {} operands is not supported",
            operands.len()
        ),
    }
}

/// Evaluates an instruction of `GLSL.std.450` on 32-bit scalars.
fn evaluate_extended(number: u32, operands: &[&[u64]]) -> LaneResult {
    let word = match (number, operands) {
        (38, [a, b]) => a[0].min(b[0]) as u32,
        (41, [a, b]) => a[0].max(b[0]) as u32,
        (73, [a]) if a[0] == 0 => u32::MAX,
        (73, [a]) => a[0].trailing_zeros(),
        (75, [a]) if a[0] == 0 => u32::MAX,
        (75, [a]) => a[0].ilog2(),
        _ => panic!(
            "extended instruction {number} with {} operands is not supported",
            operands.len()
        ),
    };
    LaneResult::Defined(vec![word.into()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools;

    const MODULE: &str = r#"
        OpCapability Shader
        OpCapability GroupNonUniformShuffle
        OpMemoryModel Logical GLSL450
        OpEntryPoint Fragment %main "main" %in %out
        OpExecutionMode %main OriginUpperLeft
        OpDecorate %in Location 0
        OpDecorate %in Flat
        OpDecorate %out Location 0
        %void = OpTypeVoid
        %fn = OpTypeFunction %void
        %bool = OpTypeBool
        %uint = OpTypeInt 32 0
        %one = OpConstant %uint 1
        %subgroup = OpConstant %uint 3
        %p_in = OpTypePointer Input %uint
        %p_out = OpTypePointer Output %uint
        %in = OpVariable %p_in Input
        %out = OpVariable %p_out Output
        %main = OpFunction %void None %fn
        %block = OpLabel
        %x = OpLoad %uint %in
        %other = OpGroupNonUniformShuffle %uint %subgroup %x %x
        %is_one = OpIEqual %bool %x %one
        %got = OpSelect %uint %is_one %one %other
        OpStore %out %got
        OpReturn
        OpFunctionEnd"#;

    #[test]
    fn select_ignores_an_undefined_operand_that_is_not_selected() {
        let Some(tools) = tools() else { return };
        let words = tools.assemble(MODULE, "spv1.3").unwrap();
        let module = rspirv::dr::load_words(words).unwrap();
        let operand = [1, 0, 2, 9].map(|x| vec![x]).to_vec();
        let got = run(&module, Group::new(4, 0b1101), &[operand]);
        let is = |x| LaneResult::Defined(vec![x]);
        assert_eq!(
            got,
            [is(1), LaneResult::Inactive, is(2), LaneResult::Undefined]
        );
    }
}
