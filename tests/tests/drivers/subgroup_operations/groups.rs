//! The groups of operations to test, and the operations that are hidden from the target.

use rspirv::binary::Assemble as _;
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Capability, Op};
use sos_core::target::subgroup::{
    ARITHMETIC, BALLOT, BASIC, QUAD, SHUFFLE, SHUFFLE_RELATIVE, VOTE,
};

use super::types::OperandType;

/// A group of operations.
pub struct OperationGroup {
    pub name: &'static str,
    pub native: u32,
    /// The operand types. If empty, all of [`TYPES`](super::types::TYPES).
    pub types: &'static [&'static str],
    /// Statements that apply the operations to `x` and store the results. `T` is the operand type and `Z` its zero.
    pub body: fn(&OperandType) -> String,
    /// Equivalent statements with other operations, if no driver at hand supports the group natively.
    pub reference: Option<fn(&OperandType) -> String>,
    /// Replaces an instruction by one for which GLSL has no function.
    pub patch: Option<Patch>,
    pub reduced_operations: &'static [u32],
}

/// Replaces an instruction by another with the same operands, and declares what that requires.
pub struct Patch {
    from: Op,
    replacement: Op,
    capability: Capability,
    extension: &'static str,
}

pub const GROUPS: &[OperationGroup] = &[
    OperationGroup {
        name: "arithmetic",
        native: BASIC | ARITHMETIC | BALLOT,
        types: &[],
        body: arithmetic,
        reference: None,
        patch: None,
        reduced_operations: &[BASIC | BALLOT | SHUFFLE, BASIC | BALLOT],
    },
    OperationGroup {
        name: "shuffle",
        native: BASIC | SHUFFLE | SHUFFLE_RELATIVE | BALLOT,
        types: &[],
        body: |_| {
            guarded_reads(&[
                "Shuffle(x, b & 7)|b & 7",
                "ShuffleUp(x, 1)|i - 1",
                "ShuffleDown(x, 3)|i + 3",
                "ShuffleXor(x, 2)|i ^ 2",
                "Broadcast(x, 1)|1",
            ])
        },
        reference: None,
        patch: None,
        reduced_operations: &[
            BASIC | BALLOT | SHUFFLE,
            BASIC | BALLOT,
            BASIC | BALLOT | SHUFFLE_RELATIVE,
            BASIC | VOTE | SHUFFLE,
        ],
    },
    OperationGroup {
        name: "quad",
        native: BASIC | QUAD | BALLOT,
        types: &[],
        body: |_| {
            guarded_reads(&[
                "QuadBroadcast(x, 0)|(i & ~3) | 0",
                "QuadBroadcast(x, 3)|(i & ~3) | 3",
                "QuadSwapHorizontal(x)|i ^ 1",
                "QuadSwapVertical(x)|i ^ 2",
                "QuadSwapDiagonal(x)|i ^ 3",
            ])
        },
        reference: None,
        patch: None,
        reduced_operations: &[BASIC | BALLOT | SHUFFLE, BASIC | BALLOT],
    },
    OperationGroup {
        name: "vote",
        native: BASIC | VOTE | BALLOT,
        // lavapipe's compiler crashes on votes on comparisons of vec4.
        types: &["uint", "int", "float", "uvec3", "bool"],
        body: |_| {
            "put(uint(subgroupElect()));
             put(uint(subgroupAllEqual(subgroupBroadcastFirst(x))));
             put(uint(subgroupAny((a & 7) == 0)));
             put(uint(subgroupAll((a & 7) != 0)));
             put(uint(subgroupAny(false)));
             put(uint(subgroupAll(true)));
             show(subgroupBroadcastFirst(x));\n"
                .to_owned()
        },
        reference: None,
        patch: None,
        reduced_operations: &[
            BASIC | BALLOT,
            BASIC | BALLOT | SHUFFLE,
            BASIC | VOTE | SHUFFLE,
        ],
    },
    // SwiftShader's votes on vectors give true for some that differ, and lavapipe's compiler crashes on vec4.
    OperationGroup {
        name: "all-equal",
        native: BASIC | VOTE | BALLOT,
        types: &["uint", "int", "float", "bool", "uvec3"],
        body: |_| {
            "put(uint(subgroupAllEqual(x)));
             put(uint(subgroupAllEqual(T(x == subgroupBroadcastFirst(x)))));\n"
                .to_owned()
        },
        reference: Some(|_| {
            "put(uint(subgroupAll(x == subgroupBroadcastFirst(x))));
             T y = T(x == subgroupBroadcastFirst(x));
             put(uint(subgroupAll(y == subgroupBroadcastFirst(y))));\n"
                .to_owned()
        }),
        patch: None,
        reduced_operations: &[BASIC | BALLOT, BASIC | BALLOT | SHUFFLE],
    },
    OperationGroup {
        name: "masks",
        native: BASIC | BALLOT,
        types: &["uint"],
        body: |_| {
            ["Eq", "Ge", "Gt", "Le", "Lt"]
                .map(|name| {
                    let mask = format!("gl_Subgroup{name}Mask");
                    format!(
                        "put({mask}.x); put({mask}.y); put({mask}.z | {mask}.w << 1);
                         put({mask}[b & 3]);\n"
                    )
                })
                .concat()
        },
        reference: None,
        patch: None,
        reduced_operations: &[BASIC, BASIC | VOTE | SHUFFLE],
    },
    OperationGroup {
        name: "ballot",
        native: BASIC | BALLOT,
        types: &["uint"],
        body: |_| {
            "uvec4 odd = subgroupBallot((a & 1) != 0), any = uvec4(a | 1, b, ~a, ~b) ;
             put(odd.x); put(odd.y); put(odd.z); put(odd.w);
             put(uint(subgroupInverseBallot(odd)));
             put(uint(subgroupBallotBitExtract(any, b % gl_SubgroupSize)));
             put(subgroupBallotBitCount(any));
             put(subgroupBallotInclusiveBitCount(any));
             put(subgroupBallotExclusiveBitCount(any));
             put(subgroupBallotFindLSB(any));
             put(subgroupBallotFindMSB(any));\n"
                .to_owned()
        },
        reference: None,
        patch: None,
        reduced_operations: &[BASIC | VOTE],
    },
    OperationGroup {
        name: "clustered",
        native: BASIC | BALLOT | SHUFFLE,
        types: &["uint", "int", "float", "uvec3"],
        body: |ty| {
            for_each_operation(ty, |operation, size, _| {
                format!("show(subgroupClustered{operation}(x, {size}));\n")
            })
        },
        reference: Some(|ty| {
            for_each_operation(ty, |_, size, combine| {
                format!(
                    "{{ bool any = false; T r = Z;
                        for (uint k = 0; k < gl_SubgroupSize; k++) {{
                            T o = subgroupShuffle(x, k);
                            if (present(k) && k / {size} == i / {size}) {{ r = any ? {combine} : o; any = true; }}
                        }}
                        show(r); }}\n"
                )
            })
        }),
        patch: None,
        reduced_operations: &[
            BASIC | BALLOT | SHUFFLE,
            BASIC | BALLOT | ARITHMETIC | SHUFFLE,
            BASIC | BALLOT,
        ],
    },
    OperationGroup {
        name: "partitioned",
        native: BASIC | BALLOT | SHUFFLE,
        types: &["uint", "float", "uvec3"],
        body: |_| {
            "uvec4 set = subgroupPartitionNV(a & 3), own = subgroupPartitionNV(x);
             put(set.x); put(set.y); put(set.z); put(set.w);
             put(own.x);
             show(subgroupPartitionedAddNV(x, set));
             show(subgroupPartitionedInclusiveMaxNV(x, set));
             show(subgroupPartitionedExclusiveAddNV(x, set));\n"
                .to_owned()
        },
        reference: Some(|_| {
            "uvec4 set = uvec4(0); uint own = 0; T sum = Z, most = x, before = Z;
             for (uint k = 0; k < gl_SubgroupSize; k++) {
                 uint oa = subgroupShuffle(a, k); T o = subgroupShuffle(x, k);
                 if (present(k) && o == x) own |= 1u << k;
                 if (!present(k) || (oa & 3) != (a & 3)) continue;
                 set[k >> 5] |= 1u << (k & 31);
                 sum += o;
                 if (k <= i) most = max(most, o);
                 if (k < i) before += o;
             }
             put(set.x); put(set.y); put(set.z); put(set.w);
             put(own);
             show(sum);
             show(most);
             show(before);\n"
                .to_owned()
        }),
        patch: None,
        reduced_operations: &[BASIC | BALLOT | SHUFFLE, BASIC | BALLOT],
    },
    OperationGroup {
        name: "rotate",
        native: BASIC | BALLOT | SHUFFLE | SHUFFLE_RELATIVE,
        types: &["uint", "uvec3"],
        body: |_| guarded_reads(&["ShuffleDown(x, 3)|(i + 3) % gl_SubgroupSize"]),
        reference: Some(|_| {
            guarded_reads(&["Shuffle(x, (i + 3) % gl_SubgroupSize)|(i + 3) % gl_SubgroupSize"])
        }),
        patch: Some(Patch {
            from: Op::GroupNonUniformShuffleDown,
            replacement: Op::GroupNonUniformRotateKHR,
            capability: Capability::GroupNonUniformRotateKHR,
            extension: "SPV_KHR_subgroup_rotate",
        }),
        reduced_operations: &[BASIC | BALLOT | SHUFFLE, BASIC | BALLOT],
    },
];

/// Calls with the lane that each reads. A value of an inactive lane is undefined and not stored.
fn guarded_reads(calls: &[&str]) -> String {
    let text = calls.iter().map(|call| {
        let (call, place) = call.split_once('|').unwrap();
        format!("{{ T r = subgroup{call}; show(present({place}) ? r : Z); }}\n")
    });
    text.collect()
}

/// Statements for each operation of a type and each cluster size. `each` gets the operation's name, the size, and GLSL that
/// combines `r` and `o`.
fn for_each_operation(ty: &OperandType, each: impl Fn(&str, u32, &str) -> String) -> String {
    let mut text = String::new();
    for operation in ty.operations {
        let combine = match *operation {
            "Add" => "r + o",
            "Mul" => "r * o",
            "Min" => "min(r, o)",
            "Max" => "max(r, o)",
            "And" => "r & o",
            "Or" => "r | o",
            _ => "r ^ o",
        };
        for size in [1, 2, 4] {
            text += &each(operation, size, combine);
        }
    }
    text
}

fn arithmetic(ty: &OperandType) -> String {
    let scans = ["", "Inclusive", "Exclusive"];
    let calls = ty
        .operations
        .iter()
        .flat_map(|operation| scans.map(|scan| format!("show(subgroup{scan}{operation}(x));\n")));
    calls.collect()
}

impl Patch {
    /// Applies the replacement to a module.
    pub fn apply(&self, words: &[u32]) -> Vec<u32> {
        let mut parsed = rspirv::dr::load_words(words).unwrap();
        for inst in parsed
            .functions
            .iter_mut()
            .flat_map(|f| f.all_inst_iter_mut())
        {
            if inst.class.opcode == self.from {
                *inst = Instruction::new(
                    self.replacement,
                    inst.result_type,
                    inst.result_id,
                    inst.operands.clone(),
                );
            }
        }
        let capability = vec![Operand::Capability(self.capability)];
        let extension = vec![Operand::LiteralString(self.extension.to_owned())];
        parsed
            .capabilities
            .push(Instruction::new(Op::Capability, None, None, capability));
        parsed
            .extensions
            .push(Instruction::new(Op::Extension, None, None, extension));
        parsed.assemble()
    }
}
