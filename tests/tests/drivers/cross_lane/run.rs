//! Generates a shader for test cases, filters it for a target that lacks the instructions, runs it, and compares the results.

use std::fmt;

use sos_core::target::ApiVersion;
use sos_core::{Options, SubgroupSize, Target};
use sos_tests::compare::mixed;
use sos_tests::filtered::{check, filter};
use sos_tests::subgroup::{Group, LaneResult};
use sos_tests::{Buffer, Driver, Job, Session, Tools};

use super::cases::{declarations, Case, Operands, StoredAs};
use super::flow::{Flow, ITERATIONS};
use super::types::{Type, SLOT};

/// The number of workgroups, and the initial contents of the result buffer.
const GROUPS: usize = 4 * ITERATIONS;
const UNWRITTEN: u32 = 0xDEAD_BEEF;
/// The number of input words of an invocation: control, `n`, `u`, padding, then `x` and `s` for each iteration.
const STRIDE: usize = 4 + 2 * ITERATIONS * SLOT;

/// The number of invocations compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    /// Invocations with a defined result. All of them are equal.
    equal: usize,
    /// Invocations with an undefined result.
    undefined: usize,
}

impl Count {
    /// Adds another count.
    pub fn add(&mut self, other: Self) {
        self.equal += other.equal;
        self.undefined += other.undefined;
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self {
                equal: 0,
                undefined: 0,
            } => f.write_str("–"),
            Self {
                equal,
                undefined: 0,
            } => write!(f, "{equal}"),
            Self { equal, undefined } => write!(f, "{equal} (+{undefined})"),
        }
    }
}

/// The subgroup support of the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubgroupSupport {
    /// The driver's own: it runs the module unmodified.
    Native,
    /// The driver's own without some extensions.
    WithoutExtensions(&'static [&'static str]),
    /// Only these core operations.
    Operations(u32),
    /// That of Vulkan 1.0: SPV_KHR_shader_ballot and SPV_KHR_subgroup_vote.
    KhrBallotAndVote,
    /// None: subgroups are emulated by workgroups with so many invocations.
    EmulatedByWorkgroup(usize),
    /// None: subgroups of a size that is asked for are emulated by workgroups with so many invocations.
    EmulatedOfSize(usize, u32),
    /// That of a Vulkan 1.0 minimum device: the same in workgroups with so many invocations.
    MinimumOfSize(usize, u32),
    /// The driver's own, in parts of this size.
    Split(u32),
}

impl SubgroupSupport {
    /// The name in tables.
    pub fn name(self) -> String {
        match self {
            Self::Native => " native".to_owned(),
            Self::WithoutExtensions(_) => String::new(),
            Self::Operations(bits) => {
                let names = [(2, "vote"), (8, "ballot"), (16, "shuffle")];
                let has = names.iter().filter(|(bit, _)| bits & bit != 0);
                let list: Vec<_> = has.map(|(_, name)| *name).collect();
                format!(", {}", list.join(" and "))
            }
            Self::KhrBallotAndVote => ", KHR".to_owned(),
            Self::EmulatedByWorkgroup(width) => format!(", workgroups of {width}"),
            Self::EmulatedOfSize(width, size) => format!(", {size} in workgroups of {width}"),
            Self::MinimumOfSize(width, size) => {
                format!(", minimum device, {size} in workgroups of {width}")
            }
            Self::Split(size) => format!(", parts of {size}"),
        }
    }

    /// Whether subgroups are emulated in workgroup memory.
    pub fn is_emulated(self) -> bool {
        matches!(
            self,
            Self::EmulatedByWorkgroup(_) | Self::EmulatedOfSize(..) | Self::MinimumOfSize(..)
        )
    }

    /// Whether the size of subgroups is asked for.
    pub fn has_size(self) -> bool {
        self.options().subgroup_size.is_some()
    }

    fn options(self) -> Options {
        let size = match self {
            Self::EmulatedOfSize(_, size) | Self::MinimumOfSize(_, size) | Self::Split(size) => {
                SubgroupSize::new(size)
            }
            _ => None,
        };
        Options {
            subgroup_size: size,
            ..Options::default()
        }
    }

    fn target(self, of: &Target, profile: &str) -> Target {
        let mut description = of.describe();
        match self {
            Self::Native | Self::Split(_) => {}
            Self::MinimumOfSize(..) => return Target::built_in("vulkan-1.0").unwrap(),
            Self::WithoutExtensions(extensions) => return hide(profile, extensions),
            Self::Operations(bits) => {
                description.properties.subgroup_supported_operations = Some(bits);
            }
            Self::KhrBallotAndVote => {
                description.api_version = ApiVersion::new(0, 0);
                description.properties.subgroup_supported_operations = None;
            }
            Self::EmulatedByWorkgroup(_) | Self::EmulatedOfSize(..) => {
                let target = hide(
                    profile,
                    &[
                        "VK_AMD_shader_ballot",
                        "VK_EXT_shader_subgroup_ballot",
                        "VK_EXT_shader_subgroup_vote",
                        "VK_KHR_shader_subgroup_rotate",
                        "shaderSubgroupRotate",
                    ],
                );
                description = target.describe();
                description.properties.subgroup_supported_operations = Some(0);
            }
        }
        description.build()
    }
}

/// A driver and a target.
pub struct Runner {
    tools: Tools,
    session: Session,
    target: Target,
    support: SubgroupSupport,
    shape: Shape,
}

/// The division into workgroups and subgroups.
#[derive(Clone, Copy)]
struct Shape {
    /// Invocations in a workgroup.
    width: usize,
    /// Invocations in a full subgroup.
    size: usize,
}

impl Shape {
    fn invocations(self) -> usize {
        self.width * GROUPS
    }

    /// The index of an invocation's subgroup.
    fn subgroup_of(self, at: usize) -> usize {
        at / self.width * self.width.div_ceil(self.size) + at % self.width / self.size
    }

    /// The first invocation and the size of each subgroup.
    fn subgroups(self) -> impl Iterator<Item = (usize, usize)> {
        let workgroups = (0..self.invocations()).step_by(self.width);
        workgroups.flat_map(move |first| {
            let from = (0..self.width).step_by(self.size);
            from.map(move |at| (first + at, self.size.min(self.width - at)))
        })
    }
}

impl Runner {
    /// A driver with reduced subgroup support.
    pub fn new(tools: Tools, driver: &Driver, support: SubgroupSupport) -> Self {
        let mut session = Session::new(driver);
        let device = session.device().unwrap();
        let shape = match support {
            // The sizes of emulated subgroups: see sos-core/src/plan/emulated.rs.
            SubgroupSupport::EmulatedByWorkgroup(width) => Shape {
                width,
                size: if width <= 64 {
                    width.next_power_of_two().max(4)
                } else {
                    32
                },
            },
            SubgroupSupport::EmulatedOfSize(width, size)
            | SubgroupSupport::MinimumOfSize(width, size) => Shape {
                width,
                size: size as usize,
            },
            SubgroupSupport::Split(size) => Shape {
                width: 64,
                size: size as usize,
            },
            _ => Shape {
                width: 64,
                size: device.subgroup_size as usize,
            },
        };
        Self {
            tools,
            target: support.target(&device.target(), &device.profile),
            support,
            shape,
            session,
        }
    }

    /// Runs the cases, a limited number in each shader, since drivers compile many barriers and large inlined functions slowly.
    pub fn run(&mut self, ty: Type, flow: Flow, cases: &[Case]) -> Result<Vec<Count>, String> {
        let few = match self.support {
            support if support.is_emulated() => 6,
            SubgroupSupport::Operations(_)
            | SubgroupSupport::KhrBallotAndVote
            | SubgroupSupport::Split(_) => 10,
            _ => 32,
        };
        let mut counts = Vec::new();
        for cases in cases.chunks(few) {
            counts.extend(self.run_in_one_shader(ty, flow, cases)?);
        }
        Ok(counts)
    }

    /// Runs the cases in one shader and compares all results. The filter must lower something unless the support is native.
    /// Returns the reason if the filter rejects the module.
    fn run_in_one_shader(
        &mut self,
        ty: Type,
        flow: Flow,
        cases: &[Case],
    ) -> Result<Vec<Count>, String> {
        let shape = self.shape;
        let source = shader(ty, flow, cases, shape.width);
        let words = self
            .tools
            .glsl(&source, "comp", &["--target-env", "vulkan1.1"])
            .unwrap_or_else(|error| panic!("{error:#}\n{source}"));
        let filtered = filter(&words, &self.target, &self.support.options()).unwrap();
        if filtered.words.is_empty() {
            let first = filtered.report.unsupported.first();
            return Err(first.map_or_else(String::new, |reason| {
                format!("no {} ({})", reason.need, reason.tried.join(", "))
            }));
        }
        let rules = &filtered.report.rules;
        assert_eq!(
            rules.is_empty(),
            self.support == SubgroupSupport::Native,
            "{} {flow:?}: {rules:?}",
            ty.glsl
        );
        check(self.tools, &filtered.words, &self.target)
            .unwrap_or_else(|error| panic!("{} {flow:?}: {error:#}\n{source}", ty.glsl));
        let inputs = inputs(ty, shape);
        let slots = cases.len() + 1;
        let job = Job::compute(
            &filtered.words,
            vec![
                Buffer::storage(0, inputs.clone()),
                Buffer::storage(1, vec![UNWRITTEN; shape.invocations() * slots * SLOT]),
            ],
            GROUPS as u32,
        );
        let output = self
            .session
            .run(&job)
            .unwrap_or_else(|failure| panic!("{} {flow:?}: {failure}\n{source}", ty.glsl));
        let results = Results {
            words: &output.buffers[1],
            slots,
        };
        let mut counts = vec![Count::default(); cases.len()];
        for (first, count) in shape.subgroups() {
            for lane in 0..count {
                // The comparison assumes that these drivers form subgroups of consecutive invocations.
                let found = results.at(first + lane, cases.len(), 1)[0];
                assert_eq!(found as usize, lane, "lane of invocation {}", first + lane);
            }
            for (slot, case) in cases.iter().enumerate() {
                let expected = expect(ty, flow, case, &inputs, first, (count, shape.size));
                for (lane, expected) in expected.iter().enumerate().take(count) {
                    let found = results.at(first + lane, slot, SLOT);
                    let matches = match expected {
                        LaneResult::Inactive => found[0] == UNWRITTEN,
                        LaneResult::Undefined => true,
                        LaneResult::Defined(value) => {
                            let words = match case.stored_as {
                                StoredAs::Same => ty.words(value),
                                _ => value.iter().map(|&bits| bits as u32).collect(),
                            };
                            found[..words.len()] == words
                        }
                    };
                    assert!(
                        matches,
                        "{} {flow:?} {}: invocation {}, lane {lane} of {}, result {found:x?}, expected {expected:x?}\n{source}",
                        case.name,
                        ty.glsl,
                        first + lane,
                        shape.size,
                    );
                    match expected {
                        LaneResult::Defined(_) => counts[slot].equal += 1,
                        LaneResult::Undefined => counts[slot].undefined += 1,
                        LaneResult::Inactive => {}
                    }
                }
            }
        }
        Ok(counts)
    }
}

/// The target without some extensions.
fn hide(profile: &str, hidden: &[&str]) -> Target {
    let mut json: serde_json::Value = serde_json::from_str(profile).unwrap();
    fn walk(json: &mut serde_json::Value, hidden: &[&str]) {
        if let Some(map) = json.as_object_mut() {
            map.retain(|name, _| !hidden.contains(&name.as_str()));
            map.values_mut().for_each(|value| walk(value, hidden));
        }
    }
    walk(&mut json, hidden);
    Target::from_json(&json.to_string()).unwrap()
}

struct Results<'a> {
    words: &'a [u32],
    slots: usize,
}

impl Results<'_> {
    fn at(&self, invocation: usize, slot: usize, len: usize) -> &[u32] {
        &self.words[(invocation * self.slots + slot) * SLOT..][..len]
    }
}

fn shader(ty: Type, flow: Flow, cases: &[Case], width: usize) -> String {
    let slots = cases.len() + 1;
    let mut work = format!(
        "T x = load(at + 4u + {SLOT}u * n_); T s = load(at + {}u + {SLOT}u * n_);\n",
        4 + ITERATIONS * SLOT
    );
    for (slot, case) in cases.iter().enumerate() {
        let to = format!("to + {}u", slot * SLOT);
        let glsl = &case.glsl;
        work += &match case.stored_as {
            StoredAs::Same => format!("store({to}, {glsl});\n"),
            StoredAs::Boolean => format!("result[{to}] = {glsl} ? 1u : 0u;\n"),
            StoredAs::Ballot => format!(
                "{{ uvec4 b = {glsl}; for (uint i = 0u; i < 4u; ++i) result[{to} + i] = b[i]; }}\n"
            ),
        };
    }
    let (before, main) = flow.glsl(&work);
    format!(
        "#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_quad : require
#extension GL_NV_shader_subgroup_partitioned : require
#extension GL_EXT_shader_subgroup_extended_types_int8 : require
#extension GL_EXT_shader_subgroup_extended_types_int16 : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
#extension GL_EXT_shader_subgroup_extended_types_float16 : require
#extension GL_AMD_shader_ballot : require
#extension GL_ARB_shader_ballot : require
#extension GL_AMD_gpu_shader_int16 : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_spirv_intrinsics : require
#define T {ty}
layout(local_size_x = {width}) in;
layout(std430, binding = 0) readonly buffer Source {{ uint source[]; }};
layout(std430, binding = 1) writeonly buffer Result {{ uint result[]; }};
uint at = gl_GlobalInvocationID.x * {STRIDE}u;
uint to = gl_GlobalInvocationID.x * {words}u;
uint control = source[at];
uint n = source[at + 1u];
uint u = source[at + 2u];
bool p = (n & 4u) != 0u;
{declared}{functions}{before}
void main() {{
    result[to + {lane}u] = gl_SubgroupInvocationID;
    {main}
}}
",
        ty = ty.glsl,
        words = slots * SLOT,
        declared = declarations(ty),
        functions = ty.functions(),
        before = before,
        lane = cases.len() * SLOT,
    )
}

fn inputs(ty: Type, shape: Shape) -> Vec<u32> {
    let invocation = |at: usize| {
        let same = mixed(0x5000_0000 + shape.subgroup_of(at) as u32);
        let own = |what: u32| mixed(at as u32 * 64 + what);
        let mut words = vec![
            Flow::control(own(0), same),
            own(1),
            (same >> 8) % shape.size.min(shape.width) as u32,
            0,
        ];
        for iteration in 0..ITERATIONS as u32 {
            // The low bits are often equal in a subgroup, so that votes are not always false.
            let value = ty.arithmetic_value(own(2 + iteration));
            words.extend(padded(ty.words(&value)));
        }
        for iteration in 0..ITERATIONS as u32 {
            words.extend(padded(ty.words(&ty.exchanged_value(own(16 + iteration)))));
        }
        if same >> 4 & 3 == 0 {
            words[1] |= 4;
        }
        words
    };
    (0..shape.invocations()).flat_map(invocation).collect()
}

fn padded(mut words: Vec<u32>) -> Vec<u32> {
    words.resize(SLOT, 0);
    words
}

/// The expected final results of the subgroup that begins with invocation `first`. It has `count` of `size` invocations: the
/// last subgroup of a workgroup may be partial.
fn expect(
    ty: Type,
    flow: Flow,
    case: &Case,
    inputs: &[u32],
    first: usize,
    (count, size): (usize, usize),
) -> Vec<LaneResult> {
    let word = |lane: usize, at: usize| match lane < count {
        true => inputs[(first + lane) * STRIDE + at],
        false => 0,
    };
    let each = |at: usize| (0..size).map(|lane| word(lane, at)).collect::<Vec<_>>();
    let values = |from: usize| {
        let component = |lane: usize, at: usize| match ty.component.width() {
            64 => {
                u64::from(word(lane, from + 2 * at))
                    | u64::from(word(lane, from + 2 * at + 1)) << 32
            }
            _ => u64::from(word(lane, from + at)),
        };
        let value = |lane| (0..ty.len).map(|at| component(lane, at)).collect();
        (0..size).map(value).collect::<Vec<_>>()
    };
    let mut got = vec![LaneResult::Inactive; size];
    for phase in 0..ITERATIONS {
        let is_active = |lane| lane < count && flow.operand(phase, word(lane, 0)).is_some();
        let group = Group::full(size).branch(is_active);
        let with = Operands {
            ty,
            x: values(4 + phase * SLOT),
            s: values(4 + (ITERATIONS + phase) * SLOT),
            n: each(1),
            u: each(2),
        };
        for (got, new) in got.iter_mut().zip((case.reference)(group, &with)) {
            if new != LaneResult::Inactive {
                *got = new;
            }
        }
    }
    got
}
