//! Builds the report of a run from the contents of the scratch. For tools: this allocates.

mod blocking;
mod exceeded;
mod helps;
mod lines;
mod misplaced;
mod needs;
mod promises;
mod reach;
mod refusal;
mod tried;
mod unsupported;
mod uses;

pub(crate) use tried::WOULD_NEED;

use crate::facts::Facts;
use crate::filter::{Scratch, SizedBy, LAST_WITH_BUFFER_BLOCKS};
use crate::header::LEN;
use crate::inspect::entry_points;
use crate::inst::{string_lossy, Inst, Insts};
use crate::module::Module;
use crate::naming::Naming;
use crate::options::{Limits, Options, SpecMode};
use crate::passes::Kind;
use crate::report::{Change, ConstantReport, NamedId, OutcomeKind, Report, RuleUse, SCHEMA};
use crate::rules::{strip, Action, Rule, EXCEEDED, LOWERS, RULES};
use crate::source::Source;
use crate::spec_constants::SpecKind;
use crate::specialize::{Constant, Origin};
use crate::tables::{capability, enumerant, op, op_name, OperandKind};
use crate::target::{Feature, Target, TargetKind, COUNTS_AS};
use crate::views;
use alloc::borrow::ToOwned as _;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

/// The words of each `OpName` string, by id.
type Names<'w> = BTreeMap<u32, &'w [u32]>;

fn name(names: &Names<'_>, id: u32) -> Option<String> {
    let name = names.get(&id).and_then(|name| string_lossy(name));
    name.filter(|name| !name.is_empty())
}

/// An id with its name.
fn named(names: &Names<'_>, id: u32) -> NamedId {
    let name = name(names, id);
    NamedId { id, name }
}

/// What a report was asked for.
struct Asked<'a> {
    naming: Naming,
    module: &'a Module<'a>,
    target: &'a Target,
    options: &'a Options,
    names: &'a Names<'a>,
}

/// Limits the bytes of the entry point names in lists that repeat them, relative to the size of the module.
struct NameBudget {
    left: usize,
}

impl NameBudget {
    fn new(words: &[u32]) -> Self {
        let left = words.len().saturating_mul(16).saturating_add(1 << 20);
        Self { left }
    }

    /// Whether another list of names is within the limit. Once one is not, none is.
    fn allows(&mut self, names: &[String]) -> bool {
        let bytes = names.iter().map(|name| name.len() + size_of::<String>());
        let left = self.left.checked_sub(bytes.sum());
        self.left = left.unwrap_or(0);
        left.is_some()
    }
}

impl Scratch {
    /// The report on the last run, which must have been with this module, target and options.
    ///
    /// Before any run, and after one that ended in an error, it says "unsupported" without a reason.
    ///
    /// # Panics
    /// With debug assertions, for another target or a module of another size. Without them, a report that is asked for with
    /// anything else than the last run's is wrong, but harmless.
    pub fn report(&self, module: &Module<'_>, target: &Target, options: &Options) -> Report {
        self.report_for(Naming::Rust, module, target, options)
    }

    /// As [`Scratch::report`], for a reader who knows options by other names.
    ///
    /// # Panics
    /// As [`Scratch::report`].
    pub fn report_for(
        &self,
        naming: Naming,
        module: &Module<'_>,
        target: &Target,
        options: &Options,
    ) -> Report {
        #[cfg(debug_assertions)]
        if let Some((ran_for, len, bound)) = &self.ran {
            let same = *len == module.words.len() && *bound == module.facts.header.bound;
            assert!(
                same && ran_for == target,
                "the last run of this scratch was with another module or target"
            );
        }
        let outcome = self.outcome.unwrap_or(OutcomeKind::Unsupported);
        let before = module.words();
        let after = match outcome {
            OutcomeKind::Unchanged => before,
            OutcomeKind::Rewritten => self.out.as_slice(),
            OutcomeKind::Unsupported => &[],
        };
        let mut after_facts = Facts::default();
        let entry_points = match after_facts.scan(after, &Limits::NONE) {
            Ok(()) => entry_points(after, &after_facts),
            Err(_) => Vec::new(),
        };
        let names = module.facts.names(before);
        let planned = outcome != OutcomeKind::Unchanged || self.plan_is_of_this_run();
        let exceeded = match self.exceeds_limits() {
            true => exceeded::exceeded(after, target, options),
            false => Vec::new(),
        };
        let used = RULES.iter().zip(self.plan.counts.iter().copied());
        let used = used.map(|(rule, count)| match rule.name == EXCEEDED.name {
            true => (rule, exceeded.len() as u32),
            false => (rule, if planned { count } else { 0 }),
        });
        let (unsupported, features) = match outcome {
            OutcomeKind::Unsupported => {
                let asked = Asked {
                    naming,
                    module,
                    target,
                    options,
                    names: &names,
                };
                self.unsupported(&asked)
            }
            _ => Default::default(),
        };
        let listed = unsupported.len();
        let mut assumptions = self.assumptions((module, &names), target, listed, &features);
        assumptions.extend(exceeded::by_defaults(after, &after_facts, target, options));
        Report {
            schema: SCHEMA,
            tool: concat!("sos ", env!("CARGO_PKG_VERSION")).to_owned(),
            target: target.name().to_owned(),
            outcome,
            words: Change {
                before: module.removed.original_offset(before.len() as u32),
                after: after.len() as u32,
            },
            version: Change {
                before: version(before),
                after: version(after),
            },
            capabilities: Change {
                before: capabilities(before),
                after: capabilities(after),
            },
            extensions: Change {
                before: extensions(before),
                after: extensions(after),
            },
            rules: used
                .filter(|&(_, count)| count != 0)
                .map(|(rule, count)| RuleUse {
                    rule: rule.name.to_owned(),
                    family: rule.family.name().to_owned(),
                    count,
                    exactness: rule.exactness,
                })
                .collect(),
            unsupported,
            helps: Vec::new(),
            constants: self.constants_report(outcome, options, &names, (after, &after_facts)),
            entry_points,
            required_subgroup_size: self.required_subgroup_size(target),
            made_subgroup_size: self.made_subgroup_size(),
            assumptions,
            promises: if outcome == OutcomeKind::Rewritten {
                self.promise_uses(module, &names)
            } else {
                Vec::new()
            },
            exceeded,
        }
    }

    fn plan_is_of_this_run(&self) -> bool {
        self.folded && self.outcome == Some(OutcomeKind::Rewritten)
    }

    fn constants_report(
        &self,
        outcome: OutcomeKind,
        options: &Options,
        names: &Names<'_>,
        (after, after_facts): (&[u32], &Facts),
    ) -> Vec<ConstantReport> {
        let specs = after_facts.spec_ids.iter();
        let specs: BTreeMap<u32, u32> = specs.map(|spec| (spec.spec_id, spec.id)).collect();
        // A constant that stays a specialization constant may have a type of another width in the output.
        let data = |constant: &Constant| {
            let same = (constant.value, constant.scalar);
            let id = specs.get(&constant.spec_id).copied().unwrap_or(0);
            let def = after_facts.def(after, id);
            match def.filter(|def| def.opcode() == op::OpSpecConstant) {
                Some(def) => match after_facts.scalar_of(after, def.result_type()) {
                    Some(scalar) if scalar.width() != constant.scalar.width() => {
                        (def.literal(), scalar)
                    }
                    _ => same,
                },
                None => same,
            }
        };
        let list = self
            .constants
            .list
            .iter()
            .map(|constant| (constant, data(constant)));
        // A constant can have any number of `SpecId`s; its name, which can be long, is listed with the first.
        let mut named = BTreeSet::new();
        let report = list.map(|(constant, (value, scalar))| {
            let is_first = named.insert(constant.id);
            let (kind, width) = SpecKind::of(scalar);
            ConstantReport {
                spec_id: constant.spec_id,
                name: is_first.then(|| name(names, constant.id)).flatten(),
                source: match constant.origin {
                    Origin::Open | Origin::Frozen | Origin::Unstated(_) => "default".to_owned(),
                    Origin::Caller => "caller".to_owned(),
                    Origin::Device(source) => source.name().to_owned(),
                },
                type_name: kind.type_name(width),
                value,
                size: width.div_ceil(8),
                specializable: outcome != OutcomeKind::Unsupported
                    && (!constant.is_set()
                        || options.spec == SpecMode::Keep
                        || outcome == OutcomeKind::Unchanged),
                fixed: constant.is_set() && outcome == OutcomeKind::Rewritten && self.folded,
            }
        });
        report.collect()
    }

    /// The `requiredSubgroupSize` that a pipeline with the output of the last run must set: the size that the caller asks for,
    /// where the device has several; or where the module reads the subgroup size as a specialization constant. The same as in the
    /// report; this allocates nothing.
    pub fn required_subgroup_size(&self, target: &Target) -> Option<u32> {
        match self.sized {
            Some((size, SizedBy::Requirement)) => return Some(size),
            // The module has them on any device.
            Some(_) => return None,
            None => {}
        }
        let constant = self
            .constants
            .list
            .iter()
            .find(|constant| match constant.origin {
                Origin::Device(source) => source.name() == "SOS_SUBGROUP_SIZE",
                _ => false,
            })?;
        let properties = target.properties();
        let fixed = properties.min_subgroup_size == properties.max_subgroup_size
            && properties.min_subgroup_size.is_some();
        let can_require = properties.required_subgroup_size_stages.unwrap_or(0) != 0;
        (!fixed && can_require && self.emulated.is_none()).then_some(constant.value as u32)
    }

    /// The size of the emulated subgroups that the output of the last run uses in place of the device's own: what its shaders
    /// read as `SubgroupSize`. The same as in the report; this allocates nothing.
    pub fn made_subgroup_size(&self) -> Option<u32> {
        let rewritten = self.outcome == Some(OutcomeKind::Rewritten);
        let made = match self.sized {
            Some((size, SizedBy::Splitting)) => Some(size),
            _ => self.emulated.map(|emulated| emulated.size),
        };
        made.filter(|_| rewritten)
    }

    fn assumptions(
        &self,
        (module, names): (&Module<'_>, &Names<'_>),
        target: &Target,
        listed: usize,
        features: &[Feature],
    ) -> Vec<String> {
        let facts = &module.facts;
        let mut list = Vec::new();
        if target.kind() == TargetKind::Requirements {
            list.push("the target is a requirements profile: what it does not require counts as missing, and no constant is set from its sizes".to_owned());
        }
        if !LOWERS && self.outcome == Some(OutcomeKind::Unsupported) {
            list.push("this build has no rules and passes that replace what a device lacks: it was made without the feature `lowering`".to_owned());
        }
        list.extend(gaps(target));
        match self.emulated {
            Some(emulated) if emulated.any => list.push("each invocation is a subgroup of its own: no operation names an invocation or a size, so any does".to_owned()),
            Some(emulated) if emulated.is_alone() => list.push("each invocation is a subgroup of its own, as the caller allows: the shader must not rely on larger ones".to_owned()),
            Some(emulated) => list.push(format!("subgroups are {} invocations of a workgroup in the order of their indices, emulated in workgroup memory, whatever the device's own are", emulated.size)),
            None => {}
        }
        if let Some((size, SizedBy::Splitting)) = self.sized {
            list.push(format!("subgroups are {size} invocations of the device's own, in the order of their indices in these"));
        }
        let rewritten = self.outcome == Some(OutcomeKind::Rewritten);
        let used = |is: fn(&Rule) -> bool| {
            let mut counted = RULES.iter().zip(&self.plan.counts);
            rewritten && counted.any(|(rule, &count)| count > 0 && is(rule))
        };
        let has_narrow = facts.int_widths & (8 | 16) != 0
            || facts.float_type(16) != 0
            || [capability::BFloat16TypeKHR, capability::Float8EXT]
                .iter()
                .any(|&one| facts.uses(one));
        if has_narrow && used(|rule| matches!(rule.action, Action::Pass(Kind::Storage))) {
            list.push("bound buffer ranges with 8- or 16-bit data end on a 4-byte boundary: such data is accessed as words, and a partial word at the end may be out of range".to_owned());
        }
        if used(|rule| matches!(rule.action, Action::Pass(Kind::ArrayLength))) {
            list.push("buffers that end with an array of 8- or 16-bit data have a size that is a multiple of 4 bytes: elements after the last whole word are not counted".to_owned());
        }
        if used(|rule| matches!(rule.action, Action::Pass(Kind::MisplacedLayout))) {
            list.extend(misplaced::misplaced(module.words, facts, names));
        }
        if used(|rule| rule.name == strip::RECONVERGENCE.name) && self.emulated.is_none() {
            list.push("diverged invocations reconverge as soon as possible: the module requires it (MaximallyReconvergesKHR), and the device has no way to request it".to_owned());
        }
        if used(|rule| rule.name == strip::UNIFORM_FLOW.name) && self.emulated.is_none() {
            list.push("subgroups reconverge behind control flow that is uniform in a subgroup: the module requires it (SubgroupUniformControlFlowKHR), and the device has no way to request it".to_owned());
        }
        if self.outcome == Some(OutcomeKind::Unsupported)
            && facts.header.minor > LAST_WITH_BUFFER_BLOCKS
            && !facts.buffer_blocks.is_empty()
        {
            list.push("the module has BufferBlock, which ends with SPIR-V 1.3: so the needs are those that it has in that version".to_owned());
        }
        for constant in &self.constants.list {
            if let Origin::Unstated(source) = constant.origin {
                list.push(format!(
                    "{}: not stated by the target, or not of the constant's type; left open",
                    Source::name(source)
                ));
            }
        }
        if listed > 0 && self.plan.unmet.len() > listed {
            let more = self.plan.unmet.len() - listed;
            list.push(format!("{more} more unmet needs are not listed"));
        }
        for &feature in features {
            let text = format!("{feature}: not stated by the target, taken as missing");
            if may_have(target, feature) && !list.contains(&text) {
                list.push(text);
            }
        }
        list
    }
}

/// Whether a device may have a feature that its description does not mention. It has none whose extension it lacks; and of requirements
/// it is said for all.
fn may_have(target: &Target, feature: Feature) -> bool {
    let is_core = feature
        .core_version()
        .is_some_and(|version| target.api_version() >= version);
    let mut extensions = feature.extensions().iter();
    target.kind() == TargetKind::Device
        && !target.knows_feature(feature)
        && (is_core || extensions.any(|&one| target.has_vulkan_extension(one)))
}

/// The number of gaps of a target that a report names.
const NAMED_GAPS: usize = 4;

/// What the description of a target leaves out: a sentence for each thing that counts as something, and one for all others.
fn gaps(target: &Target) -> Vec<String> {
    let is_assumed = |gap: &&String| gap.contains(COUNTS_AS);
    let (assumed, missing): (Vec<_>, Vec<_>) = target.gaps().iter().partition(is_assumed);
    let says = |what: &str| format!("the description of the target does not state {what}");
    let mut sentences: Vec<String> = assumed.into_iter().map(|gap| says(gap)).collect();
    let mut named: Vec<String> = missing.iter().copied().take(NAMED_GAPS).cloned().collect();
    if let Some(more) = missing.len().checked_sub(NAMED_GAPS + 1) {
        named.push(format!("{} more", more + 1));
    }
    if let Some((last, others)) = named.split_last() {
        let and = if others.is_empty() { "" } else { ", and " };
        let what = format!("{}{and}{last}: that counts as missing", others.join(", "));
        sentences.push(says(&what));
    }
    sentences
}

fn name_of_opcode(opcode: u16) -> String {
    op_name(opcode).map_or_else(|| format!("opcode {opcode}"), str::to_owned)
}

fn version(words: &[u32]) -> String {
    words.get(1).map_or_else(String::new, |word| {
        format!("{}.{}", word >> 16 & 0xFF, word >> 8 & 0xFF)
    })
}

fn preamble(words: &[u32], opcode: u16) -> impl Iterator<Item = Inst<'_>> {
    let preamble = |inst: &Inst<'_>| {
        matches!(
            inst.opcode(),
            op::OpCapability | op::OpExtension | op::OpExtInstImport
        )
    };
    Insts::new(words, LEN as u32, words.len() as u32)
        .take_while(preamble)
        .filter(move |inst| inst.opcode() == opcode)
}

fn capabilities(words: &[u32]) -> Vec<String> {
    let name = |inst: Inst<'_>| {
        let value = views::Capability(inst).capability();
        match enumerant(OperandKind::Capability, value) {
            Some(row) => row.name.text().to_owned(),
            None => value.to_string(),
        }
    };
    preamble(words, op::OpCapability).map(name).collect()
}

fn extensions(words: &[u32]) -> Vec<String> {
    preamble(words, op::OpExtension)
        .filter_map(|inst| string_lossy(views::Extension(inst).name()))
        .collect()
}
