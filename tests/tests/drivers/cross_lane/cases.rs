//! Test cases: instructions with their GLSL, operand types and reference results.

use sos_tests::subgroup::component::{ComponentType, Op};
use sos_tests::subgroup::scan::{scan, GroupOperation};
use sos_tests::subgroup::{exchange, vote, Group, LaneResult, Value};

use super::types::Type;

/// The operands of all invocations of a subgroup.
pub struct Operands {
    /// The type of `x` and `s`.
    pub ty: Type,
    /// `x`: an operand for arithmetic.
    pub x: Vec<Value>,
    /// `s`: an operand to exchange.
    pub s: Vec<Value>,
    /// `n`: an arbitrary index that differs between invocations.
    pub n: Vec<u32>,
    /// `u`: an index below the subgroup's size, uniform in the subgroup.
    pub u: Vec<u32>,
}

impl Operands {
    /// `p`: a Boolean.
    pub fn p(&self) -> Vec<bool> {
        self.n.iter().map(|n| n & 4 != 0).collect()
    }
}

/// The type of the result, which determines how it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredAs {
    /// The type of the operands.
    Same,
    /// A Boolean.
    Boolean,
    /// A ballot of four words.
    Ballot,
}

/// An instruction, for any operand type.
pub struct Case {
    /// The row of the table.
    pub name: &'static str,
    /// The call in GLSL, with the operands `x`, `s`, `n`, `u`, `p` of type `T`.
    pub glsl: String,
    /// The type of the result.
    pub stored_as: StoredAs,
    /// Whether the instruction requires all invocations to be active.
    pub uniform_only: bool,
    /// The reference result.
    #[allow(clippy::type_complexity)]
    pub reference: Box<dyn Fn(Group, &Operands) -> Vec<LaneResult>>,
}

pub fn case(
    name: &'static str,
    glsl: impl Into<String>,
    reference: impl Fn(Group, &Operands) -> Vec<LaneResult> + 'static,
) -> Case {
    Case {
        name,
        glsl: glsl.into(),
        stored_as: StoredAs::Same,
        uniform_only: false,
        reference: Box::new(reference),
    }
}

impl Case {
    /// Requires all invocations to be active.
    pub fn uniform(self) -> Self {
        Self {
            uniform_only: true,
            ..self
        }
    }

    /// Sets the type of the result.
    pub fn stored_as(self, stored_as: StoredAs) -> Self {
        Self { stored_as, ..self }
    }
}

/// Instructions that GLSL does not have: `spirv_instruction` of GL_EXT_spirv_intrinsics. Each macro is followed by the rest of
/// the declaration.
pub const INTRINSICS: &str = r#"
#define AMD spirv_instruction(extensions = ["SPV_AMD_shader_ballot"], set = "SPV_AMD_shader_ballot",
#define BALLOT spirv_instruction(extensions = ["SPV_KHR_shader_ballot"], capabilities = [4423],
#define GROUP spirv_instruction(capabilities = [18],
#define UNIFORM spirv_instruction(extensions = ["SPV_KHR_uniform_group_instructions"], capabilities = [6400],
#define INTEL spirv_instruction(extensions = ["SPV_INTEL_subgroups"], capabilities = [5568],
#define QUAD spirv_instruction(extensions = ["SPV_KHR_quad_control"], capabilities = [5087],
#define ROTATE spirv_instruction(extensions = ["SPV_KHR_subgroup_rotate"], capabilities = [6026],
#define VOTE spirv_instruction(extensions = ["SPV_KHR_subgroup_vote"], capabilities = [4431],
"#;

/// `OpGroup*NonUniformAMD`.
pub fn amd_arithmetic(ty: Type) -> Vec<Case> {
    let mut cases = Vec::new();
    if ty.len > 2 {
        // The instructions take scalars: a compiler emits one for each component.
        return cases;
    }
    for (name, op) in [("add", Op::Add), ("min", Op::Min), ("max", Op::Max)] {
        for (part, operation) in [
            ("", GroupOperation::Reduce),
            ("InclusiveScan", GroupOperation::InclusiveScan),
            ("ExclusiveScan", GroupOperation::ExclusiveScan),
        ] {
            let call = format!("{name}Invocations{part}NonUniformAMD(x)");
            let row = match (name, operation) {
                ("add", GroupOperation::Reduce) => "Add, Reduce",
                ("add", GroupOperation::InclusiveScan) => "Add, InclusiveScan",
                ("add", GroupOperation::ExclusiveScan) => "Add, ExclusiveScan",
                ("min", GroupOperation::Reduce) => "Min, Reduce",
                ("min", GroupOperation::InclusiveScan) => "Min, InclusiveScan",
                ("min", GroupOperation::ExclusiveScan) => "Min, ExclusiveScan",
                (_, GroupOperation::Reduce) => "Max, Reduce",
                (_, GroupOperation::InclusiveScan) => "Max, InclusiveScan",
                (_, GroupOperation::ExclusiveScan) => "Max, ExclusiveScan",
            };
            cases.push(case(row, call, move |group, with: &Operands| {
                scan(group, with.ty.component, op, operation, &with.x)
            }));
        }
    }
    cases
}

/// Swizzles, `WriteInvocationAMD` and `MbcntAMD` of SPV_AMD_shader_ballot. Masks that must be constant in GLSL are also loaded
/// from a buffer, by intrinsics.
pub fn amd_reads(ty: Type) -> Vec<Case> {
    if ty.component == ComponentType::Uint(64) {
        return vec![case("MbcntAMD", "uint64_t(mbcntAMD(x))", |group, with| {
            let masks: Vec<_> = with.x.iter().map(|value| value[0]).collect();
            vote::mbcnt_amd(group, &masks)
        })];
    }
    if !ty.is_32_bit() {
        return Vec::new();
    }
    let mut cases = Vec::new();
    for offset in [[1, 0, 3, 2], [3, 2, 1, 0], [0, 0, 0, 0], [2, 3, 3, 1]] {
        let [a, b, c, d] = offset;
        let call = format!("swizzleInvocationsAMD(s, uvec4({a}, {b}, {c}, {d}))");
        cases.push(case("SwizzleInvocationsAMD", call, move |group, with| {
            exchange::swizzle_amd(group, &with.s, &vec![offset; group.size()])
        }));
    }
    let call = "amdSwizzle(s, uvec4(n, n >> 2, n >> 4, n >> 6) & 3u)";
    cases.push(case(
        "SwizzleInvocationsAMD, any offsets",
        call,
        |group, with| {
            let offset = |n: &u32| [0, 2, 4, 6].map(|shift| n >> shift & 3);
            let offsets: Vec<_> = with.n.iter().map(offset).collect();
            exchange::swizzle_amd(group, &with.s, &offsets)
        },
    ));
    for masks in [
        [31, 0, 1],
        [31, 0, 16],
        [28, 2, 0],
        [0, 5, 0],
        [24, 3, 7],
        [30, 0, 31],
    ] {
        let [and, or, xor] = masks;
        let call = format!("swizzleInvocationsMaskedAMD(s, uvec3({and}, {or}, {xor}))");
        cases.push(case(
            "SwizzleInvocationsMaskedAMD",
            call,
            move |group, with| {
                exchange::swizzle_masked_amd(group, &with.s, &vec![masks; group.size()])
            },
        ));
    }
    let call = "amdSwizzleMasked(s, uvec3(n, n >> 5, n >> 10) & 31u)";
    cases.push(case(
        "SwizzleInvocationsMaskedAMD, any masks",
        call,
        |group, with| {
            let mask = |n: &u32| [0, 5, 10].map(|shift| n >> shift & 31);
            let masks: Vec<_> = with.n.iter().map(mask).collect();
            exchange::swizzle_masked_amd(group, &with.s, &masks)
        },
    ));
    cases.push(case(
        "WriteInvocationAMD",
        "writeInvocationAMD(s, T(7), u)",
        |group, with| {
            let seven = match with.ty.component {
                ComponentType::Float(_) => u64::from(7_f32.to_bits()),
                _ => 7,
            };
            exchange::write_amd(
                group,
                &with.s,
                &vec![vec![seven; with.ty.len]; group.size()],
                &with.u,
            )
        },
    ));
    cases
}

/// SPV_KHR_shader_ballot and SPV_KHR_subgroup_vote.
pub fn khr(ty: Type) -> Vec<Case> {
    if !ty.is_32_bit_scalar() {
        return Vec::new();
    }
    let mut cases = vec![
        case(
            "OpSubgroupFirstInvocationKHR",
            "khrFirst(s)",
            |group, with| exchange::broadcast_first(group, &with.s),
        ),
        case(
            "OpSubgroupReadInvocationKHR",
            "khrRead(s, u)",
            |group, with| exchange::broadcast(group, &with.s, &with.u),
        ),
        case(
            "OpSubgroupReadInvocationKHR, constant",
            "khrRead(s, 1u)",
            |group, with| exchange::broadcast(group, &with.s, &vec![1; group.size()]),
        ),
    ];
    if ty.glsl == "uint" {
        cases.extend([
            case("OpSubgroupBallotKHR", "khrBallot(p)", |group, with| {
                vote::ballot(group, &with.p())
            })
            .stored_as(StoredAs::Ballot),
            case("OpSubgroupAllKHR", "khrAll(p)", |group, with| {
                vote::all(group, &with.p())
            })
            .stored_as(StoredAs::Boolean),
            case("OpSubgroupAnyKHR", "khrAny(p)", |group, with| {
                vote::any(group, &with.p())
            })
            .stored_as(StoredAs::Boolean),
            case("OpSubgroupAllEqualKHR", "khrAllEqual(p)", |group, with| {
                let booleans: Vec<_> = with.p().iter().map(|&p| vec![u64::from(p)]).collect();
                vote::all_equal(group, ComponentType::Uint(8), &booleans)
            })
            .stored_as(StoredAs::Boolean),
        ]);
    }
    cases
}

/// The opcodes of the collective arithmetic instructions for a component type.
fn collective_opcodes(component: ComponentType) -> Vec<(Op, u32)> {
    let (add, min, max) = match component {
        ComponentType::Uint(_) => (264, 267, 270),
        ComponentType::Int(_) => (264, 268, 271),
        ComponentType::Float(_) => (265, 266, 269),
    };
    let mut opcodes = vec![(Op::Add, add), (Op::Min, min), (Op::Max, max)];
    if !matches!(component, ComponentType::Float(_)) {
        opcodes.extend([
            (Op::Mul, 6401),
            (Op::And, 6403),
            (Op::Or, 6404),
            (Op::Xor, 6405),
        ]);
    }
    opcodes
}

/// The collective instructions of SPIR-V 1.0 and of SPV_KHR_uniform_group_instructions.
pub fn collective(ty: Type) -> Vec<Case> {
    let mut cases = Vec::new();
    for (op, opcode) in collective_opcodes(ty.component) {
        for (number, operation) in [
            GroupOperation::Reduce,
            GroupOperation::InclusiveScan,
            GroupOperation::ExclusiveScan,
        ]
        .into_iter()
        .enumerate()
        {
            let row = match opcode {
                264 | 265 => "OpGroupIAdd, FAdd",
                266..=268 => "OpGroupFMin, UMin, SMin",
                269..=271 => "OpGroupFMax, UMax, SMax",
                6401 => "OpGroupIMulKHR",
                _ => "OpGroupBitwiseAndKHR, OrKHR, XorKHR",
            };
            let call = format!("group{opcode}(3u, {number}, x)");
            let reference = move |group, with: &Operands| {
                scan(group, with.ty.component, op, operation, &with.x)
            };
            cases.push(case(row, call, reference).uniform());
        }
    }
    for (row, call) in [
        ("OpGroupBroadcast", "groupBroadcast(3u, s, u)"),
        (
            "OpGroupBroadcast, signed index",
            "groupBroadcastSigned(3u, s, int(u))",
        ),
    ] {
        let reference = |group, with: &Operands| exchange::broadcast(group, &with.s, &with.u);
        cases.push(case(row, call, reference).uniform());
    }
    if ty.glsl == "uint" {
        cases.extend([
            case("OpGroupAll", "groupAll(3u, p)", |group, with| {
                vote::all(group, &with.p())
            })
            .stored_as(StoredAs::Boolean)
            .uniform(),
            case("OpGroupAny", "groupAny(3u, p)", |group, with| {
                vote::any(group, &with.p())
            })
            .stored_as(StoredAs::Boolean)
            .uniform(),
        ]);
    }
    cases
}

/// The shuffles of SPV_INTEL_subgroups.
pub fn intel(ty: Type) -> Vec<Case> {
    if !["uint", "vec2", "uint16_t", "int64_t"].contains(&ty.glsl) {
        return Vec::new();
    }
    let near = |with: &Operands| with.n.iter().map(|n| n & 15).collect::<Vec<_>>();
    vec![
        case(
            "OpSubgroupShuffleINTEL",
            "intelShuffle(s, n & 15u)",
            move |group, with| exchange::shuffle(group, &with.s, &near(with)),
        ),
        case(
            "OpSubgroupShuffleXorINTEL",
            "intelXor(s, n & 15u)",
            move |group, with| exchange::shuffle_xor(group, &with.s, &near(with)),
        ),
        case(
            "OpSubgroupShuffleDownINTEL",
            "intelDown(s, x, n & 15u)",
            move |group, with| exchange::shuffle_down_intel(group, &with.s, &with.x, &near(with)),
        ),
        case(
            "OpSubgroupShuffleUpINTEL",
            "intelUp(s, x, n & 15u)",
            move |group, with| exchange::shuffle_up_intel(group, &with.s, &with.x, &near(with)),
        ),
        case(
            "OpSubgroupShuffleUpINTEL, signed distance",
            "intelUpSigned(s, x, -int(n & 3u))",
            |group, with| {
                let up: Vec<_> = with.n.iter().map(|n| n & 3).collect();
                let mut got = exchange::shuffle_down(group, &with.x, &up);
                // A negative distance reads higher lanes, but not beyond the subgroup.
                for (lane, got) in got.iter_mut().enumerate() {
                    if lane + up[lane] as usize >= group.size() && *got != LaneResult::Inactive {
                        *got = LaneResult::Undefined;
                    }
                }
                got
            },
        ),
    ]
}

/// Declarations of the intrinsics for a type. The compiler omits unused ones.
pub fn declarations(ty: Type) -> String {
    let mut text = INTRINSICS.to_owned();
    if ty.is_32_bit() {
        text += "AMD id = 1) T amdSwizzle(T value, uvec4 offset);\n\
                 AMD id = 2) T amdSwizzleMasked(T value, uvec3 mask);\n";
    }
    for (_, opcode) in collective_opcodes(ty.component) {
        let family = if opcode < 6000 { "GROUP" } else { "UNIFORM" };
        text += &format!(
            "{family} id = {opcode}) T group{opcode}(uint scope, spirv_literal int operation, T value);\n"
        );
    }
    text += "GROUP id = 261) bool groupAll(uint scope, bool truth);\n\
             GROUP id = 262) bool groupAny(uint scope, bool truth);\n\
             GROUP id = 263) T groupBroadcast(uint scope, T value, uint index);\n\
             GROUP id = 263) T groupBroadcastSigned(uint scope, T value, int index);\n\
             QUAD id = 5110) bool quadAll(bool truth);\n\
             QUAD id = 5111) bool quadAny(bool truth);\n\
             ROTATE id = 4431) T rotate(uint scope, T value, uint delta);\n\
             ROTATE id = 4431) T rotateClustered(uint scope, T value, uint delta, uint size);\n\
             INTEL id = 5571) T intelShuffle(T value, uint place);\n\
             INTEL id = 5572) T intelDown(T current, T next, uint delta);\n\
             INTEL id = 5573) T intelUp(T previous, T current, uint delta);\n\
             INTEL id = 5573) T intelUpSigned(T previous, T current, int delta);\n\
             INTEL id = 5574) T intelXor(T value, uint mask);\n";
    if ty.is_32_bit_scalar() {
        text += "BALLOT id = 4421) uvec4 khrBallot(bool truth);\n\
                 BALLOT id = 4422) T khrFirst(T value);\n\
                 BALLOT id = 4432) T khrRead(T value, uint index);\n\
                 VOTE id = 4428) bool khrAll(bool truth);\n\
                 VOTE id = 4429) bool khrAny(bool truth);\n\
                 VOTE id = 4430) bool khrAllEqual(bool truth);\n";
    }
    text
}
