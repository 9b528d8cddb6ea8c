//! Whole-module passes, which represent types that a target lacks, in values and in memory, by types that it supports.
//!
//! A rule of the rule table rewrites a single instruction. Replacing a narrow or wide *type* also changes constants,
//! variables, phis, function signatures and decorations. This is the work of a *pass*, which rewrites the whole module and
//! scans its output anew.
//!
//! ```text
//! words ──plan for the pretended target──▶ words ──pass──▶ words ──pass──▶ words ──plan for the real target──▶ words
//! ```
//!
//! The steps, driven by [`mod@crate::filter`] after the plan for the real target has failed:
//! 1. Plan and emit for the *pretended* target, which supports everything that passes replace ([`pretend`]). This folds
//!    constants, removes dead code and lowers vendor instructions. A module that the pretended target accepts unmodified is
//!    passed on as it is.
//! 2. Run the passes in the order of [`Passes::run`], each only if the module declares something that the pass replaces
//!    and the target lacks.
//! 3. Plan and emit for the real target. This lowers what the passes emitted and the target lacks, trims declarations, and
//!    proves that no unmet need remains. If nothing has to be lowered, which is nearly always the case, the short path is
//!    enough.
//!
//! A pass that meets something unknown returns a [`LowerError`], and the module is unsupported. A pass never copies an
//! instruction that involves rewritten types or pointers unless it knows that instruction.

mod access;
mod atomic;
mod builder;
mod computed;
mod demote;
mod double_round_trips;
mod encodings;
mod error_location;
mod fast_math;
mod format;
mod half_images;
mod interface;
mod narrow;
mod pointers;
mod rounding;
mod storage;
#[cfg(test)]
mod testing;
mod ungroup;
mod untyped;
mod wide;
mod zeroes;

pub use crate::plan::LowerError;
pub use builder::ModuleBuilder;
pub use error_location::ErrorLocation;
pub use format::images_without_format;
pub use untyped::without_untyped;

use crate::facts::{interface, Facts, Function, Scalar, TypeView};
use crate::inst::{Inst, Insts};
use crate::options::{Limits, Options};
use crate::plan::{is_non_uniform, used_capabilities};
use crate::specialize;
use crate::tables::{capability, capability_index, decoration, execution_model, op, storage_class};
use crate::target::{feature, Description, Feature, Target, VulkanExtension};

/// What passes replace. Each kind is a row of the rule table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// 8- and 16-bit data and unsupported block layouts in memory.
    Storage,
    /// Lengths of arrays whose last element may end within a word.
    ArrayLength,
    /// 16-bit stage inputs and outputs.
    Interface,
    /// 64-bit integers.
    Int64,
    /// 64-bit floats, computed in 32 bits because the caller allowed it.
    Float64,
    /// 16-bit floats.
    Float16,
    /// 16-bit floats, not rounded to 16 bits because the caller allowed it.
    Float16Relaxed,
    /// 16-bit integers.
    Int16,
    /// 8-bit integers.
    Int8,
    /// Demotion to helper invocations.
    Demote,
    /// Atomic operations on floats.
    FloatAtomic,
    /// Fast-math modes of individual instructions.
    FastMath,
    /// Fast-math modes that the replacement guarantees only in part, because the caller allowed it.
    FastMathRelaxed,
    /// Untyped pointers.
    Untyped,
    /// Pointers selected at run time.
    Pointers,
    /// Storage images without a format.
    ImageFormat,
    /// Images of 16-bit floats.
    HalfImage,
    /// bfloat16: 16-bit floats that are the upper half of 32-bit floats.
    BFloat16,
    /// 8-bit floats.
    Float8,
    /// Conversions from 32-bit floats to integers through 64-bit floats.
    DoubleRoundTrip,
    /// Zero-initialized workgroup memory.
    Zeroes,
}

/// The deepest nesting of composites that passes take apart. The specification allows structures to nest 255 deep (section
/// 2.17, "Universal Limits"), but no known module does. Passes recurse into composites, at a few hundred bytes of stack per
/// level, and filtering threads may have a small stack (docs/c-api.md).
pub const MOST_DEPTH: u32 = 96;

/// The number of parts of composites that a pass may take apart, in addition to one per word of the module.
const FREE_PARTS: usize = 4096;

/// The number of kinds.
pub const KINDS: usize = Kind::Zeroes as usize + 1;

/// The number of replacements of each kind, indexed by the kind's discriminant.
pub type Counts = [u32; KINDS];

/// The module that a pass reads.
#[derive(Clone, Copy)]
pub struct Input<'w> {
    /// The words of the module.
    pub words: &'w [u32],
    /// The result of scanning them.
    pub facts: &'w Facts,
}

impl<'w> Input<'w> {
    /// Returns the instruction that defines an id.
    #[inline]
    pub fn def(self, id: u32) -> Option<Inst<'w>> {
        self.facts.def(self.words, id)
    }

    /// Returns the id of the type of a value, 0 if it has none.
    #[inline]
    pub fn type_of(self, id: u32) -> u32 {
        self.facts.type_of(self.words, id)
    }

    /// Returns the type with an id.
    #[inline]
    pub fn view(self, ty: u32) -> TypeView<'w> {
        self.facts.type_view(self.words, ty)
    }

    /// Returns the pointee of a pointer type, 0 for other types.
    pub fn pointee(self, ty: u32) -> u32 {
        self.facts.pointee(self.words, ty)
    }

    /// Returns the element type of an array. Other types are returned as they are.
    pub fn element(self, ty: u32) -> u32 {
        self.facts.element(self.words, ty)
    }

    /// Returns the type of component `index` of a composite type.
    pub fn part_type(self, ty: u32, index: u32) -> Option<u32> {
        self.facts.part_type(self.words, ty, index)
    }

    /// Returns the scalar type of a scalar, vector or matrix type.
    pub fn scalar_of(self, ty: u32) -> Option<Scalar> {
        self.facts.scalar_of(self.words, ty)
    }

    /// Returns the word offset behind the variables of a function's first block.
    pub fn body(self, function: &Function) -> u32 {
        let blocks = function.first_block..function.last_block;
        let first = self.facts.blocks.get(blocks.start as usize);
        let Some(first) = first.filter(|_| !blocks.is_empty()) else {
            return function.end;
        };
        let all = Insts::new(self.words, first.label, first.end);
        let before = all.filter(|inst| {
            matches!(
                inst.opcode(),
                op::OpLabel | op::OpVariable | op::OpUntypedVariableKHR
            )
        });
        before.last().map_or(function.end, |inst| inst.end())
    }

    /// Calls `visit` with every id that an instruction uses, its own result id excluded.
    #[inline]
    pub fn uses(self, inst: Inst<'_>, mut visit: impl FnMut(u32)) {
        specialize::uses(self.facts, self.words, inst, |_, id| visit(id));
    }

    /// Returns the value of a constant index.
    pub fn index(self, id: u32) -> Option<u32> {
        self.facts.index(self.words, id)
    }

    /// Returns the value of a constant integer, which counts as signed.
    pub fn signed(self, id: u32) -> Option<i64> {
        self.facts.signed(self.words, id)
    }

    /// Whether a 64-bit value equals its lower word sign-extended: a constant of such a value, or a conversion from fewer
    /// bits.
    pub fn fits_i32(self, id: u32) -> bool {
        let Self { words, facts } = self;
        let Some(def) = facts.def(words, id) else {
            return false;
        };
        let is_from = |most| {
            let from = facts.scalar_of(words, facts.type_of(words, def.word(3)));
            from.is_some_and(|scalar| scalar.width() <= most)
        };
        match def.opcode() {
            op::OpConstant | op::OpConstantNull => self
                .signed(id)
                .is_some_and(|value| i32::try_from(value).is_ok()),
            op::OpSConvert => is_from(32),
            op::OpUConvert => is_from(31),
            _ => false,
        }
    }

    /// Returns the innermost element type of nested arrays. Other types are returned as they are.
    pub fn strip_arrays(self, ty: u32) -> u32 {
        let mut held = ty;
        for _ in 0..MOST_DEPTH {
            match self.facts.type_view(self.words, held) {
                TypeView::Array { element, .. } | TypeView::RuntimeArray { element } => {
                    held = element;
                }
                _ => break,
            }
        }
        held
    }

    /// Whether a pass may take apart so many parts of composites, the last one at this nesting depth. This keeps the output
    /// linear in the module and bounds recursion.
    pub fn allows(self, parts: usize, depth: u32) -> bool {
        parts <= self.words.len() + FREE_PARTS && depth < MOST_DEPTH
    }

    /// Fills a table by id with what is decorated with `NonUniform`. A pointer that a pass derives from such a pointer needs the
    /// decoration too (VUID-RuntimeSpirv-NonUniform-06274). Stays empty if there is none.
    fn fill_non_uniform(self, table: &mut Vec<bool>) {
        table.clear();
        for inst in self.facts.decorations(self.words) {
            if is_non_uniform(inst) {
                table.resize(self.facts.def.len(), false);
                if let Some(slot) = table.get_mut(inst.word(1) as usize) {
                    *slot = true;
                }
            }
        }
    }

    /// Whether the module uses a capability, given by its value, that the target lacks.
    pub fn lacks(self, target: &Target, capability: u32) -> bool {
        let used = || {
            capability_index(capability)
                .is_some_and(|at| used_capabilities(self.facts).contains(at))
        };
        !target.has_capability(capability) && used()
    }
}

/// A whole-module pass.
pub trait Pass {
    /// Whether the pass may have something to do in a module, determined without visiting functions. Called before every
    /// [`Pass::run`]; passes keep tables that they fill here.
    fn concerns(&mut self, input: Input<'_>, target: &Target, options: &Options) -> bool;

    /// Writes the rewritten module into the build. Returns `false` if there is nothing to do; the build's content is then
    /// ignored.
    ///
    /// # Errors
    /// The reason, if the module contains something that the pass does not support.
    fn run(
        &mut self,
        input: Input<'_>,
        target: &Target,
        options: &Options,
        build: &mut ModuleBuilder,
    ) -> Result<bool, LowerError>;
}

/// The number of passes.
const PASSES: usize = 18;

/// The features that each pass replaces, in the order of [`Passes::run`].
const REPLACED_FEATURES: [&[Feature]; PASSES] = [
    &[],
    computed::FEATURES,
    encodings::FEATURES,
    untyped::FEATURES,
    pointers::FEATURES,
    demote::FEATURES,
    atomic::FEATURES,
    fast_math::FEATURES,
    &[],
    format::FEATURES,
    storage::FEATURES,
    interface::FEATURES,
    zeroes::FEATURES,
    &[],
    narrow::DOUBLE_FEATURES,
    wide::FEATURES,
    &[],
    narrow::FEATURES,
];

/// The features that passes replace.
#[cfg(test)]
pub fn replaced_features() -> impl Iterator<Item = Feature> {
    REPLACED_FEATURES.into_iter().flatten().copied()
}

/// Extensions by which a device may offer the same functionality.
const REPLACED_EXTENSIONS: &[&str] = &[
    "VK_AMD_gpu_shader_half_float",
    "VK_AMD_gpu_shader_int16",
    "VK_KHR_16bit_storage",
    "VK_KHR_8bit_storage",
    "VK_KHR_shader_float16_int8",
];

/// Adds everything that passes replace to a device.
fn pretend(description: &mut Description) {
    description.pretended = true;
    // Passes cannot split 64-bit subgroup arithmetic into words. Data movement is split by the rules of the family
    // `subgroup`.
    let extended = description.has(feature::shaderInt64);
    description.set_feature(feature::shaderSubgroupExtendedTypes, extended);
    if !description.has(feature::shaderFloat16) {
        // The passes determine which float-control modes they can keep for 16-bit floats.
        description.properties.support_all_float16_controls();
        if let Some(extension) = VulkanExtension::find("VK_KHR_shader_float_controls") {
            description.set_extension(extension, true);
        }
    }
    let numbers = [
        feature::shaderFloat16,
        feature::shaderFloat64,
        feature::shaderInt8,
        feature::shaderInt16,
        feature::shaderInt64,
    ];
    if !numbers.iter().all(|&number| description.has(number)) {
        // Replicated composites and Intel's integer functions on types that passes replace are lowered while these exist.
        description.set_feature(feature::shaderReplicatedComposites, false);
        description.set_feature(feature::shaderIntegerFunctions2, false);
    }
    if !description.has(feature::shaderFloatControls2) {
        fast_math::pretend(&mut description.properties);
    }
    for &feature in REPLACED_FEATURES.into_iter().flatten() {
        description.set_feature(feature, true);
    }
    let extensions = [
        REPLACED_EXTENSIONS,
        encodings::EXTENSIONS,
        demote::EXTENSIONS,
        atomic::EXTENSIONS,
        fast_math::EXTENSIONS,
        storage::EXTENSIONS,
        untyped::EXTENSIONS,
        half_images::EXTENSIONS,
        pointers::EXTENSIONS,
        zeroes::EXTENSIONS,
    ];
    for extension in extensions.into_iter().flatten() {
        if let Some(extension) = VulkanExtension::find(extension) {
            description.set_extension(extension, true);
        }
    }
}

/// Returns the pretended target: the target plus everything that passes replace.
pub fn pretended(target: &Target) -> &Target {
    target.derived(0, pretend)
}

/// Removes integer dot products from a device.
fn without_dot_products(description: &mut Description) {
    description.set_feature(feature::shaderIntegerDotProduct, false);
}

/// Returns the pretended target for a module.
///
/// The rule that lowers non-constant indices into descriptor arrays only handles typed pointers. So for a module with untyped
/// pointers, the target also pretends to support dynamic indexing until the pointers are typed. Integer dot products are
/// lowered while the types of integers that passes replace still exist.
pub fn pretended_for<'t>(facts: &Facts, target: &'t Target) -> &'t Target {
    let mut with = pretended(target);
    let untyped = capability::UntypedPointersKHR;
    if facts.uses(untyped) && !target.has_capability(untyped) {
        with = with.derived(0, untyped::pretend_indexing);
    }
    if facts.uses(capability::DotProduct) && lacks_integers(facts, target) {
        with = with.derived(1, without_dot_products);
    }
    with
}

/// Whether a module uses integers that passes replace and the target lacks.
fn lacks_integers(facts: &Facts, target: &Target) -> bool {
    let used = used_capabilities(facts);
    [capability::Int8, capability::Int16, capability::Int64]
        .into_iter()
        .filter(|&integers| !target.has_capability(integers))
        .filter_map(capability_index)
        .any(|integers| used.contains(integers))
}

/// Returns the target without 16-bit floats, so that a pass replaces them: their modes then hold without the device's help. None
/// if it has no such floats.
pub fn without_halves(target: &Target) -> Option<&Target> {
    let has = target.has_capability(capability::Float16);
    has.then(|| target.derived(2, remove_halves))
}

fn remove_halves(description: &mut Description) {
    description.set_feature(feature::shaderFloat16, false);
    if let Some(extension) = VulkanExtension::find("VK_AMD_gpu_shader_half_float") {
        description.set_extension(extension, false);
    }
}

/// Creates the pretended targets ahead of their first use.
pub fn prepare(target: &Target) {
    let with = pretended(target);
    with.derived(1, without_dot_products);
    let indexing = with.derived(0, untyped::pretend_indexing);
    indexing.derived(1, without_dot_products);
}

/// Whether a module uses something that passes can replace and the target lacks.
pub fn can_help(input: Input<'_>, target: &Target) -> bool {
    let facts = input.facts;
    let with = pretended(target);
    let of = used_capabilities(facts).intersection(with.capabilities());
    let extensions = facts.extensions.intersection(with.extensions());
    !of.is_subset(target.capabilities())
        || !extensions.is_subset(target.extensions())
        || atomic::can_help(facts, target)
        || zeroes::can_help(facts, target)
        || pointers::can_help(input, target)
}

/// Refuses 64-bit integers in vertex shader inputs.
const VERTEX_INPUT: LowerError = LowerError(
    "64-bit integers in the inputs of a vertex shader, whose format is the application's",
);

/// Returns the types of the inputs of vertex shaders. Their formats in memory are chosen by the application.
fn vertex_inputs(input: Input<'_>) -> impl Iterator<Item = u32> + '_ {
    let Input { words, facts } = input;
    let vertex = facts
        .entries(words)
        .filter(|entry| entry.word(1) == execution_model::Vertex);
    let variables = vertex.flat_map(interface).filter_map(move |&id| {
        facts
            .def(words, id)
            .filter(|def| def.opcode() == op::OpVariable && def.word(3) == storage_class::Input)
    });
    variables.map(move |variable| facts.pointee(words, variable.word(1)))
}

/// Whether a decoration `XfbBuffer` or `Offset` can cause transform feedback to capture its target. Capture requires both.
/// For a variable that is no block, `Offset` decides (Vulkan, "Transform Feedback"), since some front ends decorate all
/// outputs with `XfbBuffer`. Members of blocks have offsets for other reasons too, so `XfbBuffer` decides there.
fn captures(input: Input<'_>, inst: Inst<'_>) -> bool {
    let is_said = |wanted: u32| match inst.opcode() {
        op::OpDecorate => inst.word(2) == wanted,
        _ => inst.word(3) == wanted,
    };
    let variable = input.def(inst.word(1));
    let variable = variable.filter(|def| def.opcode() == op::OpVariable);
    let mut held = variable.map_or(0, |def| input.pointee(def.word(1)));
    // Strips the array of per-vertex outputs and other arrays. A type in more than eight arrays is treated as a block.
    for _ in 0..8 {
        match input.view(held) {
            TypeView::Array { element, .. } => held = element,
            _ => break,
        }
    }
    let is_number = input.scalar_of(held).is_some();
    match variable {
        Some(_) if is_number => is_said(decoration::Offset),
        _ => is_said(decoration::XfbBuffer),
    }
}

/// The output of a pass cannot be scanned.
pub const UNREADABLE: LowerError = LowerError("a pass wrote a malformed module");

/// The passes, with their reusable working memory.
#[derive(Clone, Debug, Default)]
pub struct Passes {
    narrow: narrow::Narrow,
    build: ModuleBuilder,
    /// The outputs of the last two passes.
    written: [Vec<u32>; 2],
    encodings: encodings::Encodings,
    demote: demote::Demote,
    atomic: atomic::Atomic,
    fast_math: fast_math::FastMath,
    ungroup: ungroup::Ungroup,
    untyped: untyped::Untyped,
    format: format::Format,
    half_images: half_images::HalfImages,
    pointers: pointers::Pointers,
    zeroes: zeroes::Zeroes,
    storage: storage::Storage,
    interface: interface::Interface,
    computed: computed::Computed,
    double_round_trips: double_round_trips::DoubleRoundTrips,
    doubles: narrow::Doubles,
    wide: wide::Wide,
    rounding: rounding::Rounding,
    /// The number of replacements, by kind.
    pub counts: Counts,
    error_location: ErrorLocation,
}

impl Passes {
    /// Returns what the last refusal concerns.
    pub fn error_location(&self) -> ErrorLocation {
        self.error_location
    }

    /// Whether narrow data in plain variables in workgroup memory is packed, not widened ([`storage`]).
    pub fn pack(&mut self, packs: bool) {
        self.storage.packs = packs;
    }

    /// Runs all passes over a module. The passes are given the real target. Returns the output, and leaves the scan of it
    /// in `facts`; returns `None` if no pass had anything to do.
    ///
    /// # Errors
    /// The first refusal.
    pub fn run(
        &mut self,
        module: Input<'_>,
        facts: &mut Facts,
        target: &Target,
        options: &Options,
    ) -> Result<Option<&[u32]>, LowerError> {
        self.counts = Counts::default();
        self.error_location = ErrorLocation::default();
        // In the order of the rule families: single instructions, memory, types. Wide values come before narrow ones.
        let passes: [&mut dyn Pass; PASSES] = [
            // The others know no decoration groups.
            &mut self.ungroup,
            // These come first since the later passes handle what they emit: instructions in functions, and integers.
            &mut self.computed,
            &mut self.encodings,
            &mut self.untyped,
            &mut self.pointers,
            &mut self.demote,
            &mut self.atomic,
            &mut self.fast_math,
            &mut self.half_images,
            &mut self.format,
            &mut self.storage,
            &mut self.interface,
            // Blocks in workgroup memory have been rewritten to words before this pass.
            &mut self.zeroes,
            &mut self.double_round_trips,
            // It represents doubles in memory as 64-bit integers, which `wide` handles.
            &mut self.doubles,
            &mut self.wide,
            // After everything that moves stores of halves.
            &mut self.rounding,
            &mut self.narrow,
        ];
        let [mut words, mut next] = self.written.each_mut();
        let unused = builder::unused_import(module);
        let mut any = false;
        for (pass, features) in passes.into_iter().zip(REPLACED_FEATURES) {
            let input = match any {
                true => Input { words, facts },
                false => module,
            };
            if input.facts.unknown_opcode != 0 {
                return Err(LowerError("an unknown instruction"));
            }
            if !pass.concerns(input, target, options) {
                continue;
            }
            self.build.begin(input, unused);
            let ran = pass.run(input, target, options, &mut self.build);
            if ran.is_err() {
                self.error_location = ErrorLocation::of(input, self.build.at, features);
            }
            if !ran? {
                continue;
            }
            self.build.finish(input, next)?;
            (words, next) = (next, words);
            facts.scan(words, &Limits::NONE).map_err(|_| UNREADABLE)?;
            let counts = self.counts.iter_mut().zip(self.build.counts());
            counts.for_each(|(sum, count)| *sum += count);
            any = true;
        }
        Ok(any.then_some(words))
    }
}

#[cfg(test)]
mod tests;
