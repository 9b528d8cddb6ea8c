//! What was done to a module and why, for people and programs.
//!
//! The JSON form is versioned by [`Report::schema`]; field names are a contract, and `docs/json.md` describes them. What may
//! get more fields cannot be made outside this crate: what was written once is read back by `serde`.

#[cfg(feature = "json")]
use serde::{Deserialize, Serialize};

/// The value of [`Report::schema`] that this version writes.
pub const SCHEMA: u32 = 1;

macro_rules! report_types {
    ($($item:item)*) => { $(
        #[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
        #[derive(Clone, Debug, PartialEq, Eq)]
        $item
    )* };
}

/// How a run ended, as [`crate::Outcome`] says it: there will be no fourth way.
#[cfg_attr(
    feature = "json",
    derive(Serialize, Deserialize),
    serde(rename_all = "lowercase")
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OutcomeKind {
    /// The target takes the module as it is.
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
    /// The removed part has no meaning for the result.
    NoMeaning,
    /// The part is proven never to run under the target's constants.
    Unreachable,
    /// A loss that the caller permitted by name.
    Allowed,
    /// The same bits as long as what the caller promised is true.
    Promised,
}

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
    /// How it ended.
    pub outcome: OutcomeKind,
    /// Sizes in 32-bit words; `after` is 0 when unsupported.
    pub words: Change<u32>,
    /// SPIR-V versions, as "1.3".
    pub version: Change<String>,
    /// Capabilities declared, in the module's order.
    pub capabilities: Change<Vec<String>>,
    /// SPIR-V extensions declared, in the module's order.
    pub extensions: Change<Vec<String>>,
    /// The rules that were used.
    pub rules: Vec<RuleUse>,
    /// Why the target cannot run the module: 256 reasons at most, none unless the outcome is `Unsupported`. Those that
    /// would be none without the others come last.
    pub unsupported: Vec<Unsupported>,
    /// Specialization constants of the module and what became of them.
    pub constants: Vec<ConstantReport>,
    /// What the output needs of the device, by entry point.
    pub entry_points: Vec<EntryPointReport>,
    /// What must be asked of Vulkan for a pipeline with the output: `requiredSubgroupSize`, if one.
    pub required_subgroup_size: Option<u32>,
    /// How many invocations the subgroups have that the output makes itself, in place of the device's own.
    #[cfg_attr(feature = "json", serde(default))]
    pub made_subgroup_size: Option<u32>,
    /// What was taken for granted of the target.
    pub assumptions: Vec<String>,
    /// Where the output leans on promises of the caller.
    #[cfg_attr(feature = "json", serde(default))]
    pub promises: Vec<PromiseUse>,
}

/// A value before and after.
pub struct Change<T> {
    /// As the input had it.
    pub before: T,
    /// As the output has it.
    pub after: T,
}

/// A rule and how often it was used.
#[non_exhaustive]
pub struct RuleUse {
    /// The rule's name in the rule table.
    pub rule: String,
    /// Its family.
    pub family: String,
    /// How many instructions or declarations it took.
    pub count: u32,
    /// How close the result is.
    pub exactness: Exactness,
}

/// One place that leans on a promise of the caller.
#[non_exhaustive]
pub struct PromiseUse {
    /// The promise, as `--assume` names it.
    pub promise: String,
    /// What must be true of all uses of the output.
    pub premise: String,
    /// The rule that leans on it.
    pub rule: String,
    /// Name of the opcode.
    pub opcode: String,
    /// Word offset of the instruction in the input.
    pub offset: u32,
    /// Id of the function that it stands in, with its name if it has one.
    pub function: Option<NamedId>,
    /// Names of the entry points that reach it.
    pub entry_points: Vec<String>,
}

/// One thing that the module needs and the target lacks.
#[non_exhaustive]
pub struct Unsupported {
    /// Name of the opcode.
    pub opcode: String,
    /// Word offset of the instruction in the input.
    pub offset: u32,
    /// Id of the function that it stands in, with its name if it has one.
    pub function: Option<NamedId>,
    /// Names of the entry points that reach it.
    pub entry_points: Vec<String>,
    /// What is needed, in SPIR-V's words.
    pub need: String,
    /// What would give it, in Vulkan's words: any one of these.
    pub provided_by: Vec<String>,
    /// The rules that were tried and why each did not apply.
    pub tried: Vec<String>,
    /// Why nothing else can do it, where no rule is for it.
    #[cfg_attr(feature = "json", serde(default))]
    pub reason: Option<String>,
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
    /// The type that the output has for it, as "uint32".
    #[cfg_attr(feature = "json", serde(rename = "type", default))]
    pub type_name: String,
    /// The value's bits, zero-extended, in that type.
    pub value: u64,
    /// Size of the value in bytes (4 for a Boolean: a `VkBool32`). Where a device has no type of the module's width and the
    /// constant stays open, this is the output's width: an application gives a 32-bit float for a 16-bit one.
    pub size: u32,
    /// Whether it is still a specialization constant in the output.
    pub specializable: bool,
    /// Whether the output holds only for this value, because code for others was removed.
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
    /// Vulkan features to enable, as `structure::member`; alternatives are joined by ` | `. Those that others ask for are
    /// among them.
    pub features: Vec<String>,
    /// Vulkan device extensions to enable; alternatives are joined by ` | `. Those that bring structures of features are
    /// among them where no version of Vulkan has the structure; those that other extensions ask for are not.
    pub vulkan_extensions: Vec<String>,
    /// Properties that the device must have.
    pub properties: Vec<String>,
    /// The lowest Vulkan version that takes the output's SPIR-V version.
    pub api_version: String,
}
}
