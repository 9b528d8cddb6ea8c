//! The rule table: every lowering, ordered by family.
//!
//! A rule handles a need that the target does not meet. It may emit only instructions that the target supports or that a
//! *later* rule in the table handles, so lowering terminates; the builder enforces this. To add a rule: write its module (what
//! it accepts, what it emits, why that is exact, with the sections of the specification), add a row here, cases to the corpus,
//! and their expected outputs.
//!
//! `exceeded-limit` is shown by `corpus/shaders/programs/wide_sum.comp`.
//! `undef` is shown by the test `undef_is_the_last_resort` in `sos-core/src/filter/tests.rs`.
//! `unreachable` is shown by `corpus/shaders/specialize/undefined_where_kept.spvasm`.

// The others use its macro.
#[macro_use]
mod claims;

mod accesses;
mod copy;
mod extensions;
mod float_controls;
mod images;
mod ops;
mod stages;
pub mod strip;
mod subgroup;
mod version;

use crate::assume::Assume;
use crate::emit::Builder;
use crate::facts::Facts;
use crate::inst::Inst;
use crate::passes::Kind;
pub use crate::plan::LowerError;
use crate::plan::{Known, LowerResult, Lowering, Place, Plan, Read, Scene};
use crate::report::Exactness;
use crate::tables::{decoration, op};
use crate::target::Target;
use crate::views;
pub use accesses::is_for;
use claims::Claims;
pub use images::TOO_LONG;

/// A family of rules. The table is ordered by family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Family {
    /// Vendor instructions, replaced by core instructions.
    Vendor,
    /// Cross-lane operations, replaced by simpler ones.
    Subgroup,
    /// Single core instructions, replaced by other core instructions.
    Ops,
    /// Constructs of newer SPIR-V versions and memory models.
    Version,
    /// Narrow and wide data in memory.
    Storage,
    /// Types of narrow and wide values.
    Types,
    /// Declarations and hints without effect on the result, removed.
    Strip,
    /// Unreachable instructions, and losses that the caller allowed.
    Undef,
}

impl Family {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Vendor => "vendor",
            Self::Subgroup => "subgroup",
            Self::Ops => "ops",
            Self::Version => "version",
            Self::Storage => "storage",
            Self::Types => "types",
            Self::Strip => "strip",
            Self::Undef => "undef",
        }
    }
}

/// What a rule does with an instruction.
#[derive(Clone, Copy, Debug)]
pub enum Action {
    /// Emits other instructions that compute the same result.
    Lower {
        /// The instructions that the rule applies to.
        claims: Claims,
        /// Emits the replacement, or returns why it cannot.
        lower: fn(&mut Builder<'_, '_>, Inst<'_>) -> Result<(), LowerError>,
    },
    /// As [`Action::Lower`], but only if the caller makes a promise.
    Promised {
        /// The promise.
        promise: Assume,
        /// The instructions that the rule applies to.
        claims: Claims,
        /// Emits the replacement, or returns why it cannot.
        lower: fn(&mut Builder<'_, '_>, Inst<'_>) -> Result<(), LowerError>,
    },
    /// Replaces a built-in input by a constant, and removes the variable.
    Input {
        /// The built-in.
        built_in: u32,
        /// The bits of the value: one word per component, or a single word for all components.
        words: &'static [u32],
        /// The promise that the rule requires, if any.
        promise: Assume,
        /// Further conditions on the target.
        applies: fn(&Target) -> bool,
    },
    /// Turns a built-in output into a private variable of the shader.
    Output {
        /// The built-in.
        built_in: u32,
        /// The promise that the rule requires.
        promise: Assume,
    },
    /// Removes a declaration, a decoration or a mode.
    Remove {
        /// The instructions that the rule applies to.
        claims: Claims,
    },
    /// Performed by a pass over the whole module ([`crate::passes`]).
    Pass(Kind),
    /// Performed by the plan itself, or by the driver; listed here so that it is counted and reported like the other rules.
    Planned,
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The name in reports.
    pub name: &'static str,
    /// The family.
    pub family: Family,
    /// How exact the result is.
    pub exactness: Exactness,
    /// One line, for display.
    pub summary: &'static str,
    /// What it does.
    pub action: Action,
}

const fn pass(kind: Kind, family: Family, name: &'static str, summary: &'static str) -> Rule {
    Rule {
        name,
        family,
        exactness: Exactness::Exact,
        summary,
        action: Action::Pass(kind),
    }
}

/// Numbers that exceed a limit: the plan takes them as met, and the report counts what is left of them.
pub const EXCEEDED: Rule = Rule {
    name: "exceeded-limit",
    family: Family::Undef,
    exactness: Exactness::Allowed,
    summary: "a number that exceeds a limit of the device stays, because the caller allowed it",
    action: Action::Planned,
};

/// The rules that replace instructions, and those that passes perform.
const LOWERING: &[Rule] = &[
    extensions::TRINARY_MINMAX,
    extensions::GROUP_ARITHMETIC,
    extensions::INVOCATIONS,
    extensions::BALLOT_VOTE,
    extensions::COLLECTIVE,
    extensions::SHUFFLES,
    extensions::CUBE_FACE,
    extensions::TIME,
    extensions::FRAGMENT_MASK,
    extensions::MIXED_DOT,
    extensions::INTEGERS,
    images::HALF,
    subgroup::ONE,
    subgroup::ANY_SIZE,
    subgroup::MEMORY,
    subgroup::WORKGROUP,
    pass(
        Kind::DivergentFlow,
        Family::Subgroup,
        "subgroup-divergent-flow",
        "divergent control flow around operations of emulated subgroups: all invocations take it, under masks",
    ),
    pass(
        Kind::SplitSubgroup,
        Family::Subgroup,
        SPLIT_RULE,
        "subgroups of the size that is asked for, as parts of the device's larger ones",
    ),
    pass(
        Kind::ComputeDerivative,
        Family::Subgroup,
        DERIVATIVES_RULE,
        "derivatives of compute shaders, by what the invocations of a quad exchange in workgroup memory",
    ),
    subgroup::PARTITION,
    subgroup::PARTITIONED,
    subgroup::CLUSTERED,
    subgroup::ARITHMETIC,
    subgroup::EXTENDED_TYPES,
    subgroup::FRAGMENTS,
    subgroup::QUAD_MODES,
    subgroup::QUAD,
    subgroup::ROTATE,
    subgroup::RELATIVE,
    subgroup::BROADCAST,
    subgroup::FIRST,
    subgroup::SHUFFLE,
    subgroup::MASKS,
    subgroup::BITS,
    subgroup::ALL_EQUAL,
    subgroup::KHR_VOTE,
    subgroup::BALLOT,
    subgroup::VOTE,
    subgroup::KHR_BALLOT,
    stages::BASE_VERTEX,
    stages::BASE_INSTANCE,
    stages::DRAW_INDEX,
    stages::VIEW_INDEX,
    stages::DEVICE_INDEX,
    stages::SHADING_RATE,
    stages::LAYER,
    stages::LAYER_OUTPUT,
    stages::VIEWPORT,
    stages::VIEWPORT_OUTPUT,
    stages::SHADING_RATE_OUTPUT,
    stages::CULL_DISTANCE,
    stages::CLIP_DISTANCE,
    accesses::READ_ONLY,
    accesses::IMAGE_ACCESS,
    stages::SAMPLE_ID,
    stages::SAMPLE_POSITION,
    stages::SAMPLE_INPUT,
    stages::INTERPOLATION,
    images::INDEXING,
    images::SPARSE,
    images::GATHER_OFFSETS,
    images::GATHER_OFFSET,
    images::GATHER_CHOICE,
    ops::COPY_LOGICAL,
    ops::SELECT,
    ops::TERMINATE,
    ops::UNTYPED,
    ops::CHOSEN_POINTERS,
    ops::DEMOTE,
    ops::ZEROES,
    ops::FLOAT_ATOMIC,
    ops::FAST_MATH,
    ops::FAST_MATH_RELAXED,
    ops::DOT,
    ops::BFLOAT16_DOT,
    ops::REPLICATE,
    ops::BITS,
    ops::FMA,
    ops::LOCAL_SIZE_ID,
    version::MEMORY_MODEL,
    version::ADDRESSING,
    version::STORAGE_CLASS,
    version::LOOP_CONTROL,
    version::IMAGE_OPERANDS,
    version::COPY_MEMORY,
    version::CONSTANT_CONVERT,
    version::POINTERS,
    version::NON_WRITABLE,
    version::UNIFORM_ID,
    images::FORMAT,
    pass(
        Kind::MisplacedLayout,
        Family::Storage,
        "misplaced-layout",
        "variables in workgroup, private or function memory lose the layout of their types, which is invalid there: a repair for any device",
    ),
    pass(
        Kind::Storage,
        Family::Storage,
        "narrow-storage",
        "narrow data in buffers, push constants and crowded workgroup memory, and unsupported layouts, read and written as words",
    ),
    pass(
        Kind::ArrayLength,
        Family::Storage,
        "narrow-array-length",
        "the length of an array of 8- or 16-bit data: the elements in whole words of the buffer",
    ),
    pass(
        Kind::Interface,
        Family::Storage,
        "narrow-interface",
        "16-bit stage inputs and outputs as 32-bit ones",
    ),
    pass(
        Kind::UnsizedArray,
        Family::Storage,
        "unsized-uniform-array",
        "an array at the end of a uniform block gets the length of the largest range that the device binds",
    ),
    pass(
        Kind::BFloat16,
        Family::Types,
        "bfloat16",
        "bfloat16 as 16-bit integers, converted by integer arithmetic",
    ),
    pass(
        Kind::Float8,
        Family::Types,
        "float8",
        "8-bit floats as 8-bit integers, converted by integer arithmetic",
    ),
    pass(
        Kind::Int64,
        Family::Types,
        "int64",
        "64-bit integers as two 32-bit words",
    ),
    pass(
        Kind::OpaqueBranch,
        Family::Types,
        "opaque-branch",
        "branches on what becomes long arithmetic also depend on a value that the driver does not know: it takes minutes to search the arithmetic for uniforms",
    ),
    pass(
        Kind::DoubleRoundTrip,
        Family::Types,
        "double-detour",
        "conversions from floats to integers through 64-bit floats, done directly",
    ),
    pass(
        Kind::Float64Words,
        Family::Types,
        "float64-words",
        "64-bit floats as two 32-bit words, computed by integer arithmetic as IEEE 754 defines",
    ),
    Rule {
        exactness: Exactness::Allowed,
        ..pass(
            Kind::Float64,
            Family::Types,
            "float64",
            "64-bit floats as 32-bit floats, because the caller allowed it",
        )
    },
    pass(
        Kind::Float16,
        Family::Types,
        "float16",
        "16-bit floats as 32-bit floats, every result rounded to 16 bits",
    ),
    Rule {
        exactness: Exactness::Allowed,
        ..pass(
            Kind::Float16Relaxed,
            Family::Types,
            "float16-relaxed",
            "16-bit floats as 32-bit floats that are not rounded, because the caller allowed it",
        )
    },
    pass(
        Kind::Int16,
        Family::Types,
        "int16",
        "16-bit integers in 32 bits",
    ),
    pass(
        Kind::Int8,
        Family::Types,
        "int8",
        "8-bit integers in 32 bits",
    ),
];

/// The rules that remove what has no effect, and those of the plan.
const REMOVING: &[Rule] = &[
    strip::EXPECT,
    strip::ASSUME,
    float_controls::IDLE_CONTROLS,
    float_controls::CONTROLS,
    strip::IDLE_MODES,
    strip::RECONVERGENCE,
    strip::UNIFORM_FLOW,
    strip::DECORATIONS,
    strip::NON_UNIFORM,
    strip::NON_SEMANTIC,
    strip::LANGUAGE,
    strip::PROCESSED,
    strip::LOOP_HINT,
    EXCEEDED,
    Rule {
        name: "unreachable",
        family: Family::Undef,
        exactness: Exactness::Unreachable,
        summary: "an instruction that can never run becomes OpUndef",
        action: Action::Planned,
    },
    Rule {
        name: "undef",
        family: Family::Undef,
        exactness: Exactness::Allowed,
        summary:
            "an instruction that the target lacks becomes OpUndef, because the caller allowed it",
        action: Action::Planned,
    },
];

/// How many rules there are.
const COUNT: usize = REMOVING.len() + if LOWERS { LOWERING.len() } else { 0 };

/// All rules, in order.
const ALL: [Rule; COUNT] = {
    let mut all = [EXCEEDED; COUNT];
    let before = COUNT - REMOVING.len();
    let mut at = 0;
    while at < COUNT {
        all[at] = match at < before {
            true => LOWERING[at],
            false => REMOVING[at - before],
        };
        at += 1;
    }
    all
};

/// Opcodes with the rules that claim them, by index in the table.
static BY_OPCODE: [(u16, u8); claims::pairs(&ALL)] = claims::by_opcode(&ALL);

/// All rules that this build has.
pub static RULES: &[Rule] = &ALL;

/// Whether this build has the rules and passes that replace what a target lacks.
pub const LOWERS: bool = cfg!(feature = "lowering");

impl Rule {
    /// The promise that the rule requires; none for most rules.
    pub fn promise(&self) -> Assume {
        match self.action {
            Action::Promised { promise, .. }
            | Action::Input { promise, .. }
            | Action::Output { promise, .. } => promise,
            _ => Assume::NONE,
        }
    }

    /// Whether the rule applies to an instruction. False for rules that passes or the plan perform.
    fn claims(&self, facts: &Facts, inst: Inst<'_>) -> bool {
        match self.action {
            Action::Lower { claims, .. }
            | Action::Promised { claims, .. }
            | Action::Remove { claims } => claims.include(facts, inst),
            Action::Input { built_in, .. } | Action::Output { built_in, .. } => {
                match inst.opcode() {
                    op::OpDecorate => {
                        let inst = views::Decorate(inst);
                        inst.decoration() == decoration::BuiltIn && inst.operand() == built_in
                    }
                    op::OpMemberDecorate => {
                        let inst = views::MemberDecorate(inst);
                        inst.decoration() == decoration::BuiltIn && inst.operand() == built_in
                    }
                    _ => false,
                }
            }
            Action::Pass(_) | Action::Planned => false,
        }
    }
}

/// The name of the rule that emulates subgroups in workgroup memory, for the whole module or not at all.
pub const WORKGROUP_RULE: &str = subgroup::WORKGROUP.name;

/// The name of the rule that splits the device's subgroups, likewise.
pub const SPLIT_RULE: &str = "subgroup-split";

/// The name of the rule that replaces derivatives of compute shaders, likewise.
pub const DERIVATIVES_RULE: &str = "compute-derivatives";

/// The name of the rule that makes each invocation a subgroup, for the whole module or not at all.
pub const SINGLE_INVOCATION_RULE: &str = subgroup::ONE.name;

/// The public part of a row of the table.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct RuleSummary {
    /// The name in reports.
    pub name: &'static str,
    /// The family.
    pub family: Family,
    /// How exact the result is.
    pub exactness: Exactness,
    /// One line.
    pub summary: &'static str,
}

/// The rules, in the order in which they are tried.
pub fn rules() -> impl ExactSizeIterator<Item = RuleSummary> {
    RULES.iter().map(|rule| RuleSummary {
        name: rule.name,
        family: rule.family,
        exactness: rule.exactness,
        summary: rule.summary,
    })
}

/// The rule table, in the form in which it is passed to the plan.
pub struct Table;

impl Lowering for Table {
    fn len(&self) -> usize {
        RULES.len()
    }

    fn unreachable(&self) -> usize {
        RULES.len() - 2
    }

    fn undef(&self) -> usize {
        RULES.len() - 1
    }

    fn read_emulated(
        &self,
        plan: &mut Plan,
        scene: &Scene<'_>,
        place: &Place<'_>,
        read: Read<'_>,
        function: usize,
    ) -> LowerResult {
        if !LOWERS {
            return LowerResult::UnableToLower;
        }
        let rule = match scene.emulated {
            Some(emulated) if emulated.any => subgroup::ANY_SIZE,
            Some(emulated) if emulated.is_alone() => subgroup::ONE,
            Some(_) => subgroup::WORKGROUP,
            None => subgroup::MASKS,
        };
        let number = number_of(&rule);
        let why = attempt(plan, scene, place, Some(function), number, |build| {
            subgroup::lower_built_in(build, read)
        });
        if why.is_some() {
            return LowerResult::UnableToLower;
        }
        plan.count(number);
        LowerResult::Lowered
    }

    fn input(&self, scene: &Scene<'_>, value: u32) -> Option<Known> {
        let known = |(rule, row): (usize, &Rule)| match row.action {
            Action::Input {
                built_in,
                words,
                promise,
                applies,
            } if built_in == value
                && scene.options.assume.contains(promise)
                && applies(scene.target) =>
            {
                Some(Known {
                    rule,
                    words,
                    promised: promise != Assume::NONE,
                })
            }
            _ => None,
        };
        RULES.iter().enumerate().find_map(known)
    }

    fn output(&self, scene: &Scene<'_>, value: u32) -> Option<usize> {
        let is = |rule: &Rule| match rule.action {
            Action::Output { built_in, promise } => {
                built_in == value && scene.options.assume.contains(promise)
            }
            _ => false,
        };
        RULES.iter().position(is)
    }

    fn consume(
        &self,
        plan: &mut Plan,
        scene: &Scene<'_>,
        place: &Place<'_>,
        inst: Inst<'_>,
        function: Option<usize>,
    ) -> LowerResult {
        if !LOWERS {
            return LowerResult::UnableToLower;
        }
        let number = number_of(&images::INDEXING);
        let why = attempt(plan, scene, place, function, number, |build| {
            images::consume(build, inst)
        });
        let Some(why) = why else {
            return LowerResult::Lowered;
        };
        plan.refuse(inst.offset(), number, why);
        LowerResult::UnableToLower
    }

    fn lower(
        &self,
        plan: &mut Plan,
        scene: &Scene<'_>,
        place: &Place<'_>,
        inst: Inst<'_>,
        function: Option<usize>,
        first: usize,
    ) -> LowerResult {
        for (number, rule) in with_opcode(inst.opcode()).filter(|rule| rule.0 >= first) {
            match rule.action {
                Action::Lower { claims, lower } | Action::Promised { claims, lower, .. }
                    if LOWERS
                        && claims.hold(scene.facts, inst)
                        && scene.options.assume.contains(rule.promise()) =>
                {
                    let why = attempt(plan, scene, place, function, number, |build| {
                        lower(build, inst)
                    });
                    let Some(why) = why else {
                        plan.count(number);
                        if rule.promise() != Assume::NONE {
                            plan.record_promise(number, inst.offset());
                        }
                        return LowerResult::Lowered;
                    };
                    plan.refuse(plan.tried, number, why);
                }
                Action::Remove { claims } if claims.hold(scene.facts, inst) => {
                    plan.count(number);
                    return LowerResult::Lowered;
                }
                _ => {}
            }
        }
        LowerResult::UnableToLower
    }
}

/// The rules that may apply to instructions with an opcode, with their indices in the table.
fn with_opcode(opcode: u16) -> impl Iterator<Item = (usize, &'static Rule)> {
    let first = BY_OPCODE.partition_point(|pair| pair.0 < opcode);
    let pairs = BY_OPCODE.get(first..).unwrap_or(&[]).iter();
    let pairs = pairs.take_while(move |pair| pair.0 == opcode);
    pairs.filter_map(|&(_, at)| Some((usize::from(at), RULES.get(usize::from(at))?)))
}

/// Lets a rule, given by its index in the table, write. If it declines, undoes what it wrote and returns why.
fn attempt(
    plan: &mut Plan,
    scene: &Scene<'_>,
    place: &Place<'_>,
    function: Option<usize>,
    number: usize,
    write: impl FnOnce(&mut Builder<'_, '_>) -> Result<(), LowerError>,
) -> Option<LowerError> {
    let trial = plan.trial();
    let mut build = Builder::new(plan, scene, place, function, number);
    let why = match write(&mut build) {
        Err(error) => Some(error),
        Ok(()) => build.failed(),
    };
    // What is written for a hostile module must not fill the memory before the output is measured.
    let is_too_large = plan.written() > scene.options.limits.words as usize;
    if is_too_large {
        plan.edits.give_up();
    }
    if is_too_large || why.is_some() {
        plan.take_back(trial);
    }
    why
}

/// The index of a rule in the table.
fn number_of(rule: &Rule) -> usize {
    let is = |other: &Rule| other.name == rule.name;
    RULES.iter().position(is).unwrap_or(0)
}

/// The rules that apply to an instruction, by index in the table.
pub fn claiming<'a>(facts: &'a Facts, inst: Inst<'a>) -> impl Iterator<Item = usize> + 'a {
    let claims = move |&at: &usize| RULES[at].claims(facts, inst);
    (0..RULES.len()).filter(claims)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_come_in_order_and_names_are_unique() {
        for pair in RULES.windows(2) {
            assert!(
                pair[0].family <= pair[1].family,
                "{} before {}",
                pair[0].name,
                pair[1].name
            );
        }
        for (at, rule) in RULES.iter().enumerate() {
            assert!(
                RULES[..at].iter().all(|other| other.name != rule.name),
                "{}",
                rule.name
            );
            assert!(!rule.summary.is_empty());
        }
        assert_eq!(RULES[Table.unreachable()].name, "unreachable");
        assert_eq!(RULES[Table.undef()].name, "undef");
    }
}
