//! What is tried: groups of operations, and the rungs on which they are.

use rspirv::binary::Assemble as _;
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Capability, Op};
use sos_core::target::subgroup::{
    ARITHMETIC, BALLOT, BASIC, QUAD, SHUFFLE, SHUFFLE_RELATIVE, VOTE,
};

use super::kinds::Kind;

/// A group of operations: which must be native for the reference, what is tried, which operations are left on each rung.
pub struct Group {
    pub name: &'static str,
    pub native: u32,
    /// Kinds that it is tried on; none for all.
    pub kinds: &'static [&'static str],
    /// Statements on `x`, a value of the kind, that write what comes out. `T` is the type, `Z` its zero.
    pub body: fn(&Kind) -> String,
    /// The same by other operations, where no driver here has the group.
    pub reference: Option<fn(&Kind) -> String>,
    /// What the compiler cannot write: an instruction to put in the place of another.
    pub patch: Option<Patch>,
    pub rungs: &'static [u32],
}

/// An instruction that stands for another of the same operands, with what it needs.
pub struct Patch {
    from: Op,
    to: Op,
    capability: Capability,
    extension: &'static str,
}

pub const GROUPS: &[Group] = &[
    Group {
        name: "arithmetic",
        native: BASIC | ARITHMETIC | BALLOT,
        kinds: &[],
        body: arithmetic,
        reference: None,
        patch: None,
        rungs: &[BASIC | BALLOT | SHUFFLE, BASIC | BALLOT],
    },
    Group {
        name: "shuffle",
        native: BASIC | SHUFFLE | SHUFFLE_RELATIVE | BALLOT,
        kinds: &[],
        body: |_| {
            reads(&[
                "Shuffle(x, b & 7)|b & 7",
                "ShuffleUp(x, 1)|i - 1",
                "ShuffleDown(x, 3)|i + 3",
                "ShuffleXor(x, 2)|i ^ 2",
                "Broadcast(x, 1)|1",
            ])
        },
        reference: None,
        patch: None,
        rungs: &[
            BASIC | BALLOT | SHUFFLE,
            BASIC | BALLOT,
            BASIC | BALLOT | SHUFFLE_RELATIVE,
            BASIC | VOTE | SHUFFLE,
        ],
    },
    Group {
        name: "quad",
        native: BASIC | QUAD | BALLOT,
        kinds: &[],
        body: |_| {
            reads(&[
                "QuadBroadcast(x, 0)|(i & ~3) | 0",
                "QuadBroadcast(x, 3)|(i & ~3) | 3",
                "QuadSwapHorizontal(x)|i ^ 1",
                "QuadSwapVertical(x)|i ^ 2",
                "QuadSwapDiagonal(x)|i ^ 3",
            ])
        },
        reference: None,
        patch: None,
        rungs: &[BASIC | BALLOT | SHUFFLE, BASIC | BALLOT],
    },
    Group {
        name: "vote",
        native: BASIC | VOTE | BALLOT,
        // Lavapipe's compiler ends on comparisons of vec4 that are voted on.
        kinds: &["uint", "int", "float", "uvec3", "bool"],
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
        rungs: &[
            BASIC | BALLOT,
            BASIC | BALLOT | SHUFFLE,
            BASIC | VOTE | SHUFFLE,
        ],
    },
    // SwiftShader says of vectors that they are equal where they are not, and lavapipe's compiler ends on vec4.
    Group {
        name: "all-equal",
        native: BASIC | VOTE | BALLOT,
        kinds: &["uint", "int", "float", "bool", "uvec3"],
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
        rungs: &[BASIC | BALLOT, BASIC | BALLOT | SHUFFLE],
    },
    Group {
        name: "masks",
        native: BASIC | BALLOT,
        kinds: &["uint"],
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
        rungs: &[BASIC, BASIC | VOTE | SHUFFLE],
    },
    Group {
        name: "ballot",
        native: BASIC | BALLOT,
        kinds: &["uint"],
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
        rungs: &[BASIC | VOTE],
    },
    Group {
        name: "clustered",
        native: BASIC | BALLOT | SHUFFLE,
        kinds: &["uint", "int", "float", "uvec3"],
        body: |kind| {
            folds(kind, |operation, size, _| {
                format!("show(subgroupClustered{operation}(x, {size}));\n")
            })
        },
        reference: Some(|kind| {
            folds(kind, |_, size, combine| {
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
        rungs: &[
            BASIC | BALLOT | SHUFFLE,
            BASIC | BALLOT | ARITHMETIC | SHUFFLE,
            BASIC | BALLOT,
        ],
    },
    Group {
        name: "partitioned",
        native: BASIC | BALLOT | SHUFFLE,
        kinds: &["uint", "float", "uvec3"],
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
        rungs: &[BASIC | BALLOT | SHUFFLE, BASIC | BALLOT],
    },
    Group {
        name: "rotate",
        native: BASIC | BALLOT | SHUFFLE | SHUFFLE_RELATIVE,
        kinds: &["uint", "uvec3"],
        body: |_| reads(&["ShuffleDown(x, 3)|(i + 3) % gl_SubgroupSize"]),
        reference: Some(|_| {
            reads(&["Shuffle(x, (i + 3) % gl_SubgroupSize)|(i + 3) % gl_SubgroupSize"])
        }),
        patch: Some(Patch {
            from: Op::GroupNonUniformShuffleDown,
            to: Op::GroupNonUniformRotateKHR,
            capability: Capability::GroupNonUniformRotateKHR,
            extension: "SPV_KHR_subgroup_rotate",
        }),
        rungs: &[BASIC | BALLOT | SHUFFLE, BASIC | BALLOT],
    },
];

/// Calls, each with the place that it reads from: what an invocation that is not active holds is undefined.
fn reads(calls: &[&str]) -> String {
    let text = calls.iter().map(|call| {
        let (call, place) = call.split_once('|').unwrap();
        format!("{{ T r = subgroup{call}; show(present({place}) ? r : Z); }}\n")
    });
    text.collect()
}

/// Something for each operation of a kind, with GLSL that combines `r` and `o`, and each size of a cluster.
fn folds(kind: &Kind, each: impl Fn(&str, u32, &str) -> String) -> String {
    let mut text = String::new();
    for operation in kind.operations {
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

fn arithmetic(kind: &Kind) -> String {
    let scans = ["", "Inclusive", "Exclusive"];
    let calls = kind
        .operations
        .iter()
        .flat_map(|operation| scans.map(|scan| format!("show(subgroup{scan}{operation}(x));\n")));
    calls.collect()
}

impl Patch {
    /// The module with the instruction, its capability and its extension.
    pub fn apply(&self, words: &[u32]) -> Vec<u32> {
        let mut parsed = rspirv::dr::load_words(words).unwrap();
        for inst in parsed
            .functions
            .iter_mut()
            .flat_map(|f| f.all_inst_iter_mut())
        {
            if inst.class.opcode == self.from {
                *inst = Instruction::new(
                    self.to,
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
