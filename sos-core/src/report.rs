//! What was done to a module and why, for people and programs.
//!
//! The JSON form is versioned by [`Report::schema`]; field names are a contract, described in `docs/json.md`. Structures that may
//! get more fields cannot be constructed outside this crate, except by reading a report back with `serde`.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
#[cfg(feature = "json")]
use serde::{Deserialize, Serialize};

pub(crate) mod text;

/// The value of [`Report::schema`] that this version writes.
pub const SCHEMA: u32 = 1;

macro_rules! report_types {
    ($($item:item)*) => { $(
        #[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
        #[derive(Clone, Debug, PartialEq, Eq)]
        $item
    )* };
}

impl Report {
    /// Adds what the pipeline that the module is for needs besides the module, and the target lacks: then there is no output.
    pub fn refuse(&mut self, need: String) {
        self.outcome = OutcomeKind::Unsupported;
        let entry_points = self.entry_points.iter();
        self.unsupported.push(Unsupported {
            opcode: "OpEntryPoint".to_owned(),
            offset: 0,
            function: None,
            entry_points: entry_points.map(|entry| entry.name.clone()).collect(),
            need,
            kind: NeedKind::Condition,
            capabilities: Vec::new(),
            provided_by: Vec::new(),
            blocking: true,
            tried: Vec::new(),
            reason: None,
            limit: None,
            source: None,
            first_use: None,
        });
    }
}

impl Unsupported {
    /// The line of source code that it is about, if the module states lines: the instruction's, or that of the first use of what the
    /// declaration or decoration is about.
    pub fn line(&self) -> Option<&SourceLine> {
        let first_use = || self.first_use.as_ref()?.source.as_ref();
        // Modules may state anything.
        let is_place = |source: &&SourceLine| !source.file.is_empty() && source.line > 0;
        let own = self.source.as_ref().filter(is_place);
        own.or_else(|| first_use().filter(is_place))
    }
}

/// How a run ended, as [`crate::Outcome`] says it: there will be no fourth way.
#[cfg_attr(
    feature = "json",
    derive(Serialize, Deserialize),
    serde(rename_all = "lowercase")
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OutcomeKind {
    /// The target accepts the module as it is.
    Unchanged,
    /// The module was rewritten for the target.
    Rewritten,
    /// The target cannot run the module; there is no output.
    Unsupported,
}

/// How close a rule's result is to the native instruction's.
#[cfg_attr(
    feature = "json",
    derive(Serialize, Deserialize),
    serde(rename_all = "kebab-case")
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Exactness {
    /// The same bits on every input for which SPIR-V defines the result.
    Exact,
    /// The removed part does not affect the result.
    NoMeaning,
    /// The part provably never runs under the target's constants.
    Unreachable,
    /// A loss that the caller permitted by name.
    Allowed,
    /// The same bits as long as the caller's promise holds.
    Promised,
}

impl Exactness {
    /// In words for a table.
    pub fn text(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::NoMeaning => "no meaning lost",
            Self::Unreachable => "never runs",
            Self::Allowed => "allowed loss",
            Self::Promised => "promised",
        }
    }
}

/// What kind of thing a module needs and a target lacks.
#[cfg_attr(
    feature = "json",
    derive(Serialize, Deserialize),
    serde(rename_all = "kebab-case")
)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NeedKind {
    /// One of some capabilities: [`Unsupported::capabilities`].
    Capability,
    /// A version of SPIR-V, or an extension of it.
    Version,
    /// A feature or property that Vulkan demands without a capability.
    Condition,
    /// A number within a limit: [`Unsupported::limit`].
    Limit,
    /// A capability, extension or instruction that this version of SOS does not know.
    #[default]
    Unknown,
}

/// How assumptions begin that are about constants which stay open.
pub(crate) const OPEN: &str = "constants stay open";

report_types! {
/// Everything about one run.
#[non_exhaustive]
pub struct Report {
    /// Version of this structure, [`SCHEMA`].
    pub schema: u32,
    /// Name and version of the library.
    pub tool: String,
    /// Name of the target.
    pub target: String,
    /// The outcome.
    pub outcome: OutcomeKind,
    /// Sizes in 32-bit words; `after` is 0 when unsupported.
    pub words: Change<u32>,
    /// SPIR-V versions, such as "1.3".
    pub version: Change<String>,
    /// Capabilities declared, in the module's order.
    pub capabilities: Change<Vec<String>>,
    /// SPIR-V extensions declared, in the module's order.
    pub extensions: Change<Vec<String>>,
    /// The rules that were applied.
    pub rules: Vec<RuleUse>,
    /// Why the target cannot run the module: at most 256 needs, none unless the outcome is `Unsupported`. Those that block come
    /// first.
    pub unsupported: Vec<Unsupported>,
    /// What would help, where the report is of [`Scratch::explain`](crate::Scratch::explain): each was tried.
    #[cfg_attr(feature = "json", serde(default))]
    pub helps: Vec<Help>,
    /// Specialization constants of the module and what became of them.
    pub constants: Vec<ConstantReport>,
    /// What the output needs of the device, by entry point.
    pub entry_points: Vec<EntryPointReport>,
    /// The `requiredSubgroupSize` that a pipeline with the output must set, if any.
    pub required_subgroup_size: Option<u32>,
    /// The size of the emulated subgroups that replace the device's own, if any.
    #[cfg_attr(feature = "json", serde(default))]
    pub made_subgroup_size: Option<u32>,
    /// What was assumed about the target.
    pub assumptions: Vec<String>,
    /// Where the output relies on promises of the caller.
    #[cfg_attr(feature = "json", serde(default))]
    pub promises: Vec<PromiseUse>,
    /// Which limits of the target the output exceeds, because the caller allows it: at most 256.
    #[cfg_attr(feature = "json", serde(default))]
    pub exceeded: Vec<ExceededLimit>,
}

/// A value before and after.
pub struct Change<T> {
    /// In the input.
    pub before: T,
    /// In the output.
    pub after: T,
}

/// A rule and how often it was applied.
#[non_exhaustive]
pub struct RuleUse {
    /// The rule's name in the rule table.
    pub rule: String,
    /// Its family.
    pub family: String,
    /// How many instructions or declarations it replaced, or left although they exceed a limit.
    pub count: u32,
    /// How exact the result is.
    pub exactness: Exactness,
}

/// One place that relies on a promise of the caller.
#[non_exhaustive]
pub struct PromiseUse {
    /// The promise, as `--assume` names it.
    pub promise: String,
    /// What must be true of all uses of the output.
    pub premise: String,
    /// The rule that relies on it.
    pub rule: String,
    /// Name of the opcode.
    pub opcode: String,
    /// Word offset of the instruction in the input.
    pub offset: u32,
    /// The function that contains it, with its name if it has one.
    pub function: Option<NamedId>,
    /// Names of the entry points that reach it.
    pub entry_points: Vec<String>,
    /// The source line of the instruction, if the module states lines.
    #[cfg_attr(feature = "json", serde(default))]
    pub source: Option<SourceLine>,
}

/// One thing that the module needs and the target lacks.
#[non_exhaustive]
pub struct Unsupported {
    /// Name of the opcode.
    pub opcode: String,
    /// Word offset of the instruction in the input.
    pub offset: u32,
    /// The function that contains it, with its name if it has one.
    pub function: Option<NamedId>,
    /// Names of the entry points that reach it.
    pub entry_points: Vec<String>,
    /// What is needed, in words: the first unmet need of the instruction.
    pub need: String,
    /// What kind of need it is.
    #[cfg_attr(feature = "json", serde(default))]
    pub kind: NeedKind,
    /// The capabilities, by name, any one of which is needed, if it is a need of that kind.
    #[cfg_attr(feature = "json", serde(default))]
    pub capabilities: Vec<String>,
    /// What would provide it there, by Vulkan's names: any one of these. What the target has already is not listed.
    pub provided_by: Vec<String>,
    /// Whether nothing replaces it here. If not, SOS replaces such things, but the needs that block kept it from trying.
    #[cfg_attr(feature = "json", serde(default = "blocks"))]
    pub blocking: bool,
    /// Why each rule that handles it declined, and what the caller can do, by the names of [`crate::Naming`].
    pub tried: Vec<String>,
    /// Why nothing can replace it, where no rule handles it, or none without a promise.
    #[cfg_attr(feature = "json", serde(default))]
    pub reason: Option<String>,
    /// The limit that is exceeded, if the need is that.
    #[cfg_attr(feature = "json", serde(default))]
    pub limit: Option<LimitExcess>,
    /// The source line of the instruction, if the module states lines.
    #[cfg_attr(feature = "json", serde(default))]
    pub source: Option<SourceLine>,
    /// For a declaration or decoration: the first instruction in a function that uses what it is about.
    #[cfg_attr(feature = "json", serde(default))]
    pub first_use: Option<UseSite>,
}

/// Something with which the target would run the module.
#[non_exhaustive]
pub struct Help {
    /// In words, by the names of [`crate::Naming`].
    pub text: String,
    /// The options, all of which it takes: `allow NAME`, `assume NAME`, `freeze`, `set-to ID=VALUE`, `without PART`; or
    /// `entry-point NAME`, any one of which. Empty if it takes another shader.
    pub options: Vec<String>,
}

/// A number that exceeds a limit of the target.
#[non_exhaustive]
pub struct LimitExcess {
    /// The limit, by Vulkan's name.
    pub name: String,
    /// The module's number.
    pub value: i64,
    /// The number closest to it that would fit.
    pub allowed: i64,
    /// The difference of both.
    pub excess: i64,
}

/// One limit of the target that the output exceeds.
#[non_exhaustive]
pub struct ExceededLimit {
    /// The limit and the number.
    pub limit: LimitExcess,
    /// The same in words.
    pub need: String,
    /// Name of the opcode.
    pub opcode: String,
    /// Word offset of the instruction in the output.
    pub offset: u32,
    /// The function that contains it, with its name if the output kept it.
    pub function: Option<NamedId>,
    /// Names of the entry points that reach it.
    pub entry_points: Vec<String>,
    /// The source line of the instruction, if the output states lines.
    pub source: Option<SourceLine>,
}

/// A line of source code, as the module states it.
#[non_exhaustive]
pub struct SourceLine {
    /// The name of the file.
    pub file: String,
    /// The number of the line, from 1 on.
    pub line: u32,
}

/// An instruction of the input.
#[non_exhaustive]
pub struct UseSite {
    /// Name of the opcode.
    pub opcode: String,
    /// Word offset in the input.
    pub offset: u32,
    /// The function that contains it.
    pub function: Option<NamedId>,
    /// Its source line, if the module states lines.
    pub source: Option<SourceLine>,
}

/// An id and its `OpName`.
pub struct NamedId {
    /// The id.
    pub id: u32,
    /// Its name, if the module kept names.
    pub name: Option<String>,
}

/// A specialization constant, in the shape of a `VkSpecializationMapEntry` with its value.
#[non_exhaustive]
pub struct ConstantReport {
    /// `constantID`.
    pub spec_id: u32,
    /// Its `OpName`, if the module kept names.
    pub name: Option<String>,
    /// Where the value came from: `default`, `caller`, or the name of a device fact.
    pub source: String,
    /// Its type in the output, such as "uint32".
    #[cfg_attr(feature = "json", serde(rename = "type", default))]
    pub type_name: String,
    /// The value's bits, zero-extended, in that type.
    pub value: u64,
    /// Size of the value in bytes (4 for a Boolean: a `VkBool32`). Where a device has no type of the module's width and the
    /// constant stays open, this is the output's width: an application gives a 32-bit float for a 16-bit one.
    pub size: u32,
    /// Whether it is still a specialization constant in the output.
    pub specializable: bool,
    /// Whether the output is valid for this value only, because code for other values was removed.
    pub fixed: bool,
}

/// What one entry point needs.
#[non_exhaustive]
pub struct EntryPointReport {
    /// Its name.
    pub name: String,
    /// Its execution model.
    pub execution_model: String,
    /// Capabilities that its code and declarations use.
    pub capabilities: Vec<String>,
    /// Vulkan features to enable, as `structure::member`; ` | ` separates alternatives, which can be of other forms
    /// (`docs/json.md`, "Vulkan's names"). Features that these require are included.
    pub features: Vec<String>,
    /// Vulkan device extensions to enable, likewise. Extensions that define a feature's structure are
    /// included where no version of Vulkan has the structure; extensions that others depend on are not.
    pub vulkan_extensions: Vec<String>,
    /// Properties that the device must have, likewise, as `structure::member` or `structure::member (VALUE)`.
    pub properties: Vec<String>,
    /// The lowest Vulkan version that accepts the output's SPIR-V version, such as "1.1".
    pub api_version: String,
}
}

/// As `%4 "main"`, or as `%4` without a name.
impl fmt::Display for NamedId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%{}", self.id)?;
        self.name
            .as_ref()
            .map_or(Ok(()), |name| write!(f, " \"{name}\""))
    }
}

/// As `fog.frag:12`.
impl fmt::Display for SourceLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// Reports of versions without the field do not distinguish.
#[cfg(feature = "json")]
fn blocks() -> bool {
    true
}
