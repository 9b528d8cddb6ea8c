//! The needs of each entry point, independent of a device.
//!
//! The needs of an entry point are those of everything that it reaches: functions that it calls, and every type, constant,
//! variable and decoration that these use. For tools: this allocates and is not on the filter's path.
//!
//! Dependent features and extensions are listed explicitly:
//!
//! - A capability implicitly declares others ("Capability" in the SPIR-V specification, column "Implicitly Declares"),
//!   and Vulkan requires the features of every declared capability (VUID-VkShaderModuleCreateInfo-pCode-08740). So
//!   `VariablePointers` needs `variablePointersStorageBuffer`, too. That is also the only dependency between members of
//!   feature structures that concerns shaders (VUID-VkPhysicalDeviceVariablePointersFeatures-variablePointers-01431): the
//!   others are about features that no module can need. Capabilities of [stages](is_of_stage) are left out: an entry point of
//!   the stage needs them itself.
//! - A feature structure that is not part of any version of Vulkan comes from an extension, which must be enabled with it
//!   (VUID-VkDeviceCreateInfo-pNext-pNext and "Features").

use crate::facts::{closure, Facts, Gates};
use crate::inst::{Inst, Insts};
use crate::module::Module;
use crate::plan::{
    choose_capabilities, conditions, implicit, is_excusable, needs, stage_bit, Accessed, Dialects,
    Need, Place, Stages, Used,
};
use crate::report::EntryPointReport;
use crate::specialize::{uses, Values};
use crate::tables::{
    availability, capability as spv, capability_row, enumerant, extension_name, op, op_hot,
    CapabilitySet, OpFlags, OperandKind,
};
use crate::target::{extension_provided_by, provided_by, ApiVersion, Condition, Feature};
use crate::views;
use alloc::borrow::ToOwned as _;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// Returns the needs of each entry point of a module.
///
/// ```
/// use sos_core::{inspect, Limits, Module};
///
/// # fn main() -> Result<(), sos_core::Error> {
/// # let bytes = include_bytes!("../../corpus/shaders/storage/byte_buffer.comp.spv");
/// let words = sos_core::words::from_bytes(bytes)?;
/// let module = Module::scan(&words, &Limits::default())?;
/// let needs = inspect(&module);
/// assert_eq!(needs[0].name, "main");
/// assert!(needs[0].capabilities.iter().any(|name| name == "StorageBuffer8BitAccess"));
/// # Ok(())
/// # }
/// ```
pub fn inspect(module: &Module<'_>) -> Vec<EntryPointReport> {
    entry_points(module.words(), &module.facts)
}

/// Returns the needs of each entry point of scanned words.
pub(crate) fn entry_points(words: &[u32], facts: &Facts) -> Vec<EntryPointReport> {
    let context = Context::new(words, facts, None);
    let entries = facts.entries(words);
    // The first `MAX_SEPARATE` entry points are examined one by one, the others together per stage: examining all of them one by
    // one would take quadratic time.
    let together: Vec<Inst<'_>> = entries.clone().skip(MAX_SEPARATE).collect();
    let mut models: BTreeMap<u32, Used> = BTreeMap::new();
    for entry in &together {
        let stage = stage_bit(views::EntryPoint(*entry).execution_model());
        models.entry(stage).or_insert_with(|| {
            let same: Vec<Inst<'_>> = together
                .iter()
                .copied()
                .filter(|other| stage_bit(views::EntryPoint(*other).execution_model()) == stage)
                .collect();
            Walk::new(&context).needs(stage, &same)
        });
    }
    let separate = entries.take(MAX_SEPARATE).map(|entry| {
        let walk = Walk::new(&context);
        let used = walk.needs(
            stage_bit(views::EntryPoint(entry).execution_model()),
            &[entry],
        );
        report(facts, &used, entry)
    });
    let others = together.iter().filter_map(|&entry| {
        let used = models.get(&stage_bit(views::EntryPoint(entry).execution_model()))?;
        Some(report(facts, used, entry))
    });
    separate.chain(others).collect()
}

/// Maximum number of entry points that are examined one by one. For each one after them, the needs of all the remaining entry
/// points of its execution model are listed.
const MAX_SEPARATE: usize = 64;

/// What determines the needs of a module's instructions on any device.
pub(crate) struct Context<'a> {
    words: &'a [u32],
    facts: &'a Facts,
    values: Option<&'a Values>,
    declared: CapabilitySet,
    contents: Vec<u8>,
    dialects: Dialects,
    checks: implicit::Checks,
}

impl<'a> Context<'a> {
    /// For scanned words, with the values of specialization constants if they are known.
    pub(crate) fn new(words: &'a [u32], facts: &'a Facts, values: Option<&'a Values>) -> Self {
        let declared = closure(&facts.capabilities);
        let mut checks = implicit::Checks::of(facts, &declared);
        checks.pointers |= facts.moves_pointers(words);
        let mut contents = Vec::new();
        if checks.narrow {
            implicit::fill_contents(words, facts, &mut contents);
            implicit::fill_values(words, facts, &mut contents);
        }
        let mut dialects = Dialects::default();
        dialects.fill_all(words, facts, values);
        Self {
            words,
            facts,
            values,
            declared,
            contents,
            dialects,
            checks,
        }
    }

    /// Calls `visit` with each need of an instruction, given the stages of each function and the function that contains it.
    pub(crate) fn needs(
        &self,
        stages: Stages<'_>,
        inst: Inst<'_>,
        function: Option<usize>,
        mut visit: impl FnMut(Need),
    ) {
        let place = Place {
            stages,
            contents: &self.contents,
            dialects: &self.dialects,
            values: self.values,
            checks: self.checks,
            gates: Gates::ALL,
            lacking: Gates::ALL,
            ..Place::new(self.words, self.facts, &self.declared)
        };
        needs(&place, inst, function, &mut visit);
    }
}

struct Walk<'a> {
    words: &'a [u32],
    facts: &'a Facts,
    context: &'a Context<'a>,
    seen: Vec<bool>,
    pending: Vec<u32>,
    accessed: Accessed,
    used: Used,
}

impl<'a> Walk<'a> {
    fn new(context: &'a Context<'a>) -> Self {
        let Context { words, facts, .. } = *context;
        let seen = vec![false; facts.def.len()];
        Self {
            words,
            facts,
            context,
            seen,
            pending: Vec::new(),
            accessed: Accessed::default(),
            used: Used::default(),
        }
    }

    /// Returns the needs of entry points of one execution model, which `stage` identifies by its bit.
    fn needs(mut self, stage: u32, entries: &[Inst<'_>]) -> Used {
        let stages = vec![stage; self.facts.functions.len()];
        let stages = Stages::new(&stages);
        for &entry in entries {
            self.visit(stages, entry, None);
        }
        for mode in self.facts.modes(self.words) {
            // Its operands are constants and types, which nothing else may use.
            if mode.opcode() == op::OpExecutionModeId && self.is_reached(mode.target()) {
                self.visit(stages, mode, None);
            }
        }
        while let Some(id) = self.pending.pop() {
            match self
                .facts
                .function_of(id)
                .and_then(|at| Some((at, self.facts.functions.get(at)?)))
            {
                Some((at, function)) => {
                    for inst in Insts::new(self.words, function.start, function.end) {
                        self.visit(stages, inst, Some(at));
                    }
                }
                None => {
                    // Instructions in functions were visited with their function.
                    let def = self.facts.def(self.words, id);
                    let is_global = |def: &Inst<'_>| def.offset() < self.facts.first_function;
                    if let Some(def) = def.filter(is_global) {
                        self.visit(stages, def, None);
                    }
                }
            }
        }
        // Decoration groups are referenced only by the instructions that apply them.
        let grouped = self.facts.group_decorates.iter();
        for inst in grouped.filter_map(|&offset| Inst::at(self.words, offset)) {
            if views::GroupDecorate(inst)
                .targets()
                .iter()
                .any(|&id| self.is_reached(id))
            {
                if let Some(seen) = self
                    .seen
                    .get_mut(views::GroupDecorate(inst).decoration_group() as usize)
                {
                    *seen = true;
                }
            }
        }
        self.find_accessed(stages);
        for inst in Insts::new(self.words, self.facts.preamble_end, self.facts.globals) {
            let flags = op_hot(inst.opcode()).flags;
            let applies = match inst.opcode() {
                op::OpMemoryModel => true,
                op::OpExecutionMode | op::OpExecutionModeId => self.is_reached(inst.target()),
                _ => flags.contains(OpFlags::ANNOTATION) && self.is_reached(inst.target()),
            };
            if applies {
                self.add_needs(stages, inst, None);
            }
        }
        self.used
    }

    fn is_reached(&self, id: u32) -> bool {
        self.seen.get(id as usize) == Some(&true)
    }

    /// Finds the built-ins that the reached functions access.
    fn find_accessed(&mut self, stages: Stages<'_>) {
        let (words, facts) = (self.words, self.facts);
        let mut accessed = core::mem::take(&mut self.accessed);
        for inst in facts.decorations(words).filter(|&inst| is_excusable(inst)) {
            self.context
                .needs(stages, inst, None, |need| accessed.add(inst, need));
        }
        accessed.find(words, facts, stages.of, |index, visit| {
            let function = facts.functions.get(index);
            if let Some(function) = function.filter(|function| self.is_reached(function.id)) {
                Insts::new(words, function.start, function.end).for_each(visit);
            }
        });
        self.accessed = accessed;
    }

    fn add_needs(&mut self, stages: Stages<'_>, inst: Inst<'_>, function: Option<usize>) {
        let (used, accessed) = (&mut self.used, &self.accessed);
        self.context.needs(stages, inst, function, |need| {
            if !is_excusable(inst) || accessed.contains(inst, need) {
                used.insert(need);
            }
        });
    }

    fn visit(&mut self, stages: Stages<'_>, inst: Inst<'_>, function: Option<usize>) {
        self.add_needs(stages, inst, function);
        uses(self.facts, self.words, inst, |_, id| {
            if let Some(seen @ false) = self.seen.get_mut(id as usize) {
                *seen = true;
                self.pending.push(id);
            }
        });
    }
}

fn report(facts: &Facts, used: &Used, entry: Inst<'_>) -> EntryPointReport {
    let declared = &facts.capabilities;
    let everything = all_capabilities();
    let chosen = choose_capabilities(&used.alternatives, declared, &everything);
    let entry = views::EntryPoint(entry);
    let model = entry.execution_model();
    let mut report = EntryPointReport {
        name: crate::inst::string_lossy(entry.name()).unwrap_or_default(),
        execution_model: enumerant(OperandKind::ExecutionModel, model)
            .map_or_else(|| model.to_string(), |row| row.name.text().to_owned()),
        capabilities: Vec::new(),
        features: Vec::new(),
        vulkan_extensions: Vec::new(),
        properties: Vec::new(),
        api_version: lowest_api(facts.header.minor).to_owned(),
    };
    let version = spirv_provided_by(facts.header.minor);
    if !version.iter().any(|way| report.is_core(way)) {
        add_text(&mut report.vulkan_extensions, version.join(" | "));
    }
    report.add_capabilities(&chosen);
    for row in used.availability.iter().map(availability) {
        let extension = row
            .extensions
            .iter()
            .find(|&&extension| facts.extensions.contains(extension));
        if let Some(name) = extension.and_then(|&extension| extension_name(extension)) {
            if row.min_minor > facts.header.minor {
                report.add(extension_provided_by(name));
            }
        }
    }
    for number in used.conditions.iter() {
        let Some(condition) = conditions::CONDITIONS.get(usize::from(number)) else {
            continue;
        };
        let ways = condition.provided_by();
        if ways.iter().any(|way| report.is_core(way)) {
            continue;
        }
        let list = if !condition.features.is_empty() {
            &mut report.features
        } else if condition.is_property() {
            &mut report.properties
        } else {
            &mut report.vulkan_extensions
        };
        add_text(list, ways.join(" | "));
        if condition.otherwise.is_empty() {
            report.add_extensions_of(condition.features.iter().map(core::slice::from_ref));
        }
    }
    report
}

/// Whether a capability adds stages. The capabilities that imply it are also useful in other stages: `MultiViewport` in a
/// fragment shader, primitive culling in ray queries.
fn is_of_stage(capability: u32) -> bool {
    [spv::Geometry, spv::Tessellation, spv::RayTracingKHR].contains(&capability)
}

impl EntryPointReport {
    /// Whether a way to meet a need is a version of Vulkan that the module needs anyway.
    fn is_core(&self, way: &str) -> bool {
        let version = |text| ApiVersion::parse(text);
        let core = way.strip_prefix("Vulkan ").and_then(version);
        core.is_some_and(|core| version(&self.api_version).is_some_and(|lowest| core <= lowest))
    }

    /// Adds declared capabilities, and what Vulkan requires for them.
    fn add_capabilities(&mut self, chosen: &CapabilitySet) {
        for row in chosen.iter().filter_map(capability_row) {
            self.capabilities.push(row.name.text().to_owned());
            self.add(provided_by(row.value));
        }
        for row in closure(chosen).iter().filter_map(capability_row) {
            if !is_of_stage(row.value) {
                self.add(provided_by(row.value));
            }
        }
    }

    fn add(&mut self, conditions: &[Condition]) {
        let texts: Vec<String> = conditions.iter().map(ToString::to_string).collect();
        if texts.is_empty() || texts.iter().any(|way| self.is_core(way)) {
            return;
        }
        let list = if conditions
            .iter()
            .any(|condition| !condition.features().is_empty())
        {
            &mut self.features
        } else if conditions
            .iter()
            .any(|condition| condition.property().is_some())
        {
            &mut self.properties
        } else {
            &mut self.vulkan_extensions
        };
        add_text(list, texts.join(" | "));
        self.add_extensions_of(conditions.iter().map(Condition::features));
    }

    /// Adds the extensions that define the feature structures, if every alternative needs an extension.
    fn add_extensions_of<'a>(&mut self, alternatives: impl Iterator<Item = &'a [Feature]>) {
        let mut names = Vec::new();
        for features in alternatives {
            let not_core = |feature: &&Feature| feature.core_version().is_none();
            let mut without_version = features.iter().filter(not_core).peekable();
            if without_version.peek().is_none() {
                return;
            }
            for extension in without_version.flat_map(|feature| feature.extensions()) {
                add_text(&mut names, extension.name().to_owned());
            }
        }
        if !names.is_empty() {
            add_text(&mut self.vulkan_extensions, names.join(" | "));
        }
    }
}

fn add_text(list: &mut Vec<String>, text: String) {
    if !list.contains(&text) {
        list.push(text);
    }
}

fn all_capabilities() -> CapabilitySet {
    let mut all = CapabilitySet::EMPTY;
    for index in 0..crate::tables::CAPABILITY_COUNT as u16 {
        all.insert(index);
    }
    all
}

/// The lowest version of Vulkan that accepts SPIR-V 1.`minor`, with an extension or without.
fn lowest_api(minor: u8) -> &'static str {
    match minor {
        0 => "1.0",
        1..=4 => "1.1",
        5 => "1.2",
        _ => "1.3",
    }
}

/// What provides SPIR-V 1.`minor`: any one of these (Vulkan specification, appendix "Vulkan Environment for SPIR-V", "Versions and
/// Formats").
pub(crate) fn spirv_provided_by(minor: u8) -> &'static [&'static str] {
    match minor {
        0 => &["Vulkan 1.0"],
        1..=3 => &["Vulkan 1.1"],
        4 => &["Vulkan 1.2", "VK_KHR_spirv_1_4"],
        5 => &["Vulkan 1.2"],
        _ => &["Vulkan 1.3"],
    }
}

#[cfg(test)]
mod tests;
