//! Whole-module passes: types that a target lacks, in values and in memory, represented by types that it has.
//!
//! A rule of the table takes one instruction. A narrow or wide *type* cannot go that way: it changes constants, variables,
//! phis, functions and decorations. So it is taken by a *pass*: words in, words out, with a scan of its own.
//!
//! ```text
//! words ──plan for a target that has the types──▶ words ──pass──▶ words ──pass──▶ words ──plan for the target──▶ words
//! ```
//!
//! The way through (driven by [`mod@crate::filter`], where the plan for the target has failed):
//! 1. Plan and write for a *pretended* target, which has all that passes take ([`pretend`]). Constants are baked, dead code
//!    is gone, vendors' instructions are lowered. A module that this target takes as it is goes on as it is.
//! 2. The passes, in the order of [`Reshaper::run`], each only where the module declares what the target lacks.
//! 3. Plan and write for the target itself: lowers what passes wrote and the target lacks, trims what is declared, and
//!    is the proof that nothing is left. Where nothing is to be lowered, which is nearly always, a short plan does.
//!
//! A pass that meets what it does not know says so ([`Refusal`]), and the module is unsupported. It never copies an
//! instruction that touches what it changes unless it knows that instruction.

mod access;
mod atomic;
mod computed;
mod demote;
mod detours;
mod encodings;
mod fast_math;
mod format;
mod frame;
mod half_images;
mod interface;
mod narrow;
mod pointers;
mod storage;
#[cfg(test)]
mod testing;
mod untyped;
mod wide;
mod zeroes;

pub use crate::plan::Refusal;
pub use frame::Frame;

use crate::facts::{interface, Facts, Function, TypeView};
use crate::inst::{Inst, Insts};
use crate::options::{Limits, Options};
use crate::plan::closure;
use crate::specialize;
use crate::tables::{capability, decoration, execution_model, op, storage_class};
use crate::target::{feature, Description, Feature, Target, VulkanExtension};

/// What passes take away; each is a row of the table of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// 8- and 16-bit data in buffers and push constants.
    Storage,
    /// Lengths of arrays that may end inside a word.
    ArrayLength,
    /// 16-bit stage inputs and outputs.
    Interface,
    /// 64-bit integers.
    Int64,
    /// 64-bit floats, in 32 bits because the caller allowed it.
    Float64,
    /// 16-bit floats.
    Float16,
    /// The same, not rounded.
    Float16Relaxed,
    /// 16-bit integers.
    Int16,
    /// 8-bit integers.
    Int8,
    /// Fragments that become helpers.
    Demote,
    /// Atomic operations on floats.
    FloatAtomic,
    /// Fast-math modes of single instructions.
    FastMath,
    /// The same, with less promised than is asked because the caller allowed it.
    FastMathRelaxed,
    /// Untyped pointers.
    Untyped,
    /// Pointers that are chosen while a shader runs.
    Pointers,
    /// Storage images without a format.
    ImageFormat,
    /// Images of 16-bit floats.
    HalfImage,
    /// 16-bit floats that are the upper half of 32-bit floats.
    BFloat16,
    /// 8-bit floats.
    Float8,
    /// Floats that become integers by way of 64-bit ones.
    Detour,
    /// Workgroup memory that is zero from the start.
    Zeroes,
}

/// How deep the composites may be nested that passes take apart. Structures may nest 255 deep (specification, section 2.17,
/// "Universal Limits"), which none is known to do; passes follow them by calls, a few hundred bytes of stack each, and the
/// threads that filter may have little of it (docs/c-api.md).
pub const MOST_DEPTH: u32 = 96;

/// Parts of composites that a pass may take apart, beside one for each word of the module.
const FREE_PARTS: usize = 4096;

/// How many kinds there are.
pub const KINDS: usize = Kind::Zeroes as usize + 1;

/// How often each kind was taken, by its number.
pub type Counts = [u32; KINDS];

/// A module between two passes.
#[derive(Clone, Copy)]
pub struct Input<'w> {
    /// Its words.
    pub words: &'w [u32],
    /// What the scan found in them.
    pub facts: &'w Facts,
}

impl<'w> Input<'w> {
    /// Where the instructions of a function begin: behind the variables of its first block.
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

    /// Calls `visit` with every id that an instruction names and does not define.
    #[inline]
    pub fn uses(self, inst: Inst<'_>, mut visit: impl FnMut(u32)) {
        specialize::uses(self.facts, self.words, inst, |_, id| visit(id));
    }

    /// The value of a constant that is an index.
    pub fn index(self, id: u32) -> Option<u32> {
        self.facts.index(self.words, id)
    }

    /// Whether a value of 64 bits is its lower word as a signed number: such a constant, or what was converted from fewer bits.
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
            op::OpConstant => def.word(4) == (def.word(3) as i32 >> 31) as u32,
            op::OpConstantNull => true,
            op::OpSConvert => is_from(32),
            op::OpUConvert => is_from(31),
            _ => false,
        }
    }

    /// What an array holds, in whatever arrays it lies; other types are themselves.
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

    /// Whether so many parts of composites may be taken apart, of which the last is nested so deep: what comes out stays in
    /// proportion to the module, and calls to the stack.
    pub fn allows(self, parts: usize, depth: u32) -> bool {
        parts <= self.words.len() + FREE_PARTS && depth < MOST_DEPTH
    }

    /// Whether it declares a capability, given by its value, that a target lacks.
    pub fn lacks(self, target: &Target, capability: u32) -> bool {
        self.facts.declares(capability) && !target.has_capability(capability)
    }
}

/// One pass.
pub trait Pass {
    /// Whether a module can have something for it to do, told without a look at functions. Asked before every
    /// [`Pass::run`].
    fn concerns(&mut self, input: Input<'_>, target: &Target, options: &Options) -> bool;

    /// Writes the module anew into the frame; `false` if there is nothing for it to do, whatever is in the frame then.
    ///
    /// # Errors
    /// The reason, if it meets something that it does not know.
    fn run(
        &mut self,
        input: Input<'_>,
        target: &Target,
        options: &Options,
        frame: &mut Frame,
    ) -> Result<bool, Refusal>;
}

/// The features that passes take the place of, pass by pass.
const REPLACED_FEATURES: &[&[Feature]] = &[
    encodings::FEATURES,
    storage::FEATURES,
    interface::FEATURES,
    narrow::DOUBLE_FEATURES,
    wide::FEATURES,
    narrow::FEATURES,
    demote::FEATURES,
    atomic::FEATURES,
    fast_math::FEATURES,
    untyped::FEATURES,
    format::FEATURES,
    pointers::FEATURES,
    zeroes::FEATURES,
];

/// Extensions by which a device could have the same.
const REPLACED_EXTENSIONS: &[&str] = &[
    "VK_AMD_gpu_shader_half_float",
    "VK_AMD_gpu_shader_int16",
    "VK_KHR_16bit_storage",
    "VK_KHR_8bit_storage",
    "VK_KHR_shader_float16_int8",
];

/// Makes a device one that has all that passes take.
fn pretend(description: &mut Description) {
    description.pretended = true;
    // Arithmetic over subgroups on 64 bits does not go by words. Moves do, which the family `subgroup` makes of it.
    let extended = description.has(feature::shaderInt64);
    description.set_feature(feature::shaderSubgroupExtendedTypes, extended);
    if !description.has(feature::shaderFloat16) {
        // Which modes of 16-bit floats they can keep, passes say.
        description.properties.control_all_halves();
        if let Some(extension) = VulkanExtension::find("VK_KHR_shader_float_controls") {
            description.set_extension(extension, true);
        }
    }
    if !description.has(feature::shaderInt8) {
        // A dot product of bytes is taken apart as long as there are bytes.
        description.set_feature(feature::shaderIntegerDotProduct, false);
    }
    let numbers = [
        feature::shaderFloat16,
        feature::shaderFloat64,
        feature::shaderInt8,
        feature::shaderInt16,
        feature::shaderInt64,
    ];
    if !numbers.iter().all(|&number| description.has(number)) {
        // So are composites of one value and Intel's functions, as long as they are of such numbers.
        description.set_feature(feature::shaderReplicatedComposites, false);
        description.set_feature(feature::shaderIntegerFunctions2, false);
    }
    if !description.has(feature::shaderFloatControls2) {
        fast_math::pretend(&mut description.properties);
    }
    for &feature in REPLACED_FEATURES.iter().copied().flatten() {
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

/// The target that passes make of this one.
pub fn pretended(target: &Target) -> &Target {
    target.derived(pretend)
}

/// The same for a module. Indices that are no constants, into arrays of descriptors, are for a rule where the device takes none,
/// and that rule knows typed pointers. So untyped ones keep theirs until they are typed.
pub fn pretended_for<'t>(facts: &Facts, target: &'t Target) -> &'t Target {
    let untyped = capability::UntypedPointersKHR;
    match facts.declares(untyped) && !target.has_capability(untyped) {
        true => pretended(target).derived(untyped::pretend_indexing),
        false => pretended(target),
    }
}

/// Makes the targets that passes make of this one.
pub fn prepare(target: &Target) {
    pretended(target).derived(untyped::pretend_indexing);
}

/// Whether a module declares, or implies, what passes can take and the target lacks.
pub fn can_help(facts: &Facts, target: &Target) -> bool {
    let with = pretended(target);
    let of = closure(&facts.capabilities).intersection(with.capabilities());
    let extensions = facts.extensions.intersection(with.extensions());
    !of.is_subset(target.capabilities())
        || !extensions.is_subset(target.extensions())
        || atomic::can_help(facts, target)
        || zeroes::can_help(facts, target)
}

/// Why 64-bit integers there stay.
const VERTEX_INPUT: Refusal =
    Refusal("64-bit integers in the inputs of a vertex shader, whose format is the application's");

/// The types of what vertex shaders have as inputs: the application says their formats.
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

/// Whether a decoration `XfbBuffer` or `Offset` can have transform feedback write what it is said of. That takes both: of a
/// variable that is no block, `Offset` says that it is written (Vulkan, "Transform Feedback"), and some front ends say
/// `XfbBuffer` of all outputs. Members of blocks have offsets for other reasons as well; of these, `XfbBuffer` tells.
fn captures(input: Input<'_>, inst: Inst<'_>) -> bool {
    let Input { words, facts } = input;
    let is_said = |wanted: u32| match inst.opcode() {
        op::OpDecorate => inst.word(2) == wanted,
        _ => inst.word(3) == wanted,
    };
    let variable = facts.def(words, inst.word(1));
    let variable = variable.filter(|def| def.opcode() == op::OpVariable);
    let mut held = variable.map_or(0, |def| facts.pointee(words, def.word(1)));
    // Outputs of one vertex of several, and arrays; one in more arrays than that is taken for a block.
    for _ in 0..8 {
        match facts.type_view(words, held) {
            TypeView::Array { element, .. } => held = element,
            _ => break,
        }
    }
    let is_number = facts.scalar_of(words, held).is_some();
    match variable {
        Some(_) if is_number => is_said(decoration::Offset),
        _ => is_said(decoration::XfbBuffer),
    }
}

/// The limits of what passes write: the filter checks the caller's when all is done.
pub const NO_LIMITS: Limits = Limits {
    bound: u32::MAX,
    words: u32::MAX,
};

/// What a pass wrote cannot be scanned.
pub const UNREADABLE: Refusal = Refusal("a pass wrote a malformed module");

/// The passes, with the space that they work in.
#[derive(Clone, Debug, Default)]
pub struct Reshaper {
    narrow: narrow::Narrow,
    frame: Frame,
    /// The module that the last pass wrote, and the one before it.
    written: [Vec<u32>; 2],
    encodings: encodings::Encodings,
    demote: demote::Demote,
    atomic: atomic::Atomic,
    fast_math: fast_math::FastMath,
    untyped: untyped::Untyped,
    format: format::Format,
    half_images: half_images::HalfImages,
    pointers: pointers::Pointers,
    zeroes: zeroes::Zeroes,
    storage: storage::Storage,
    interface: interface::Interface,
    computed: computed::Computed,
    detours: detours::Detours,
    doubles: narrow::Doubles,
    wide: wide::Wide,
    /// What was taken, by kind.
    pub counts: Counts,
}

impl Reshaper {
    /// The function that the last refusal is about, 0 if it is about no one function.
    pub fn blamed(&self) -> u32 {
        self.frame.blamed
    }

    /// Runs all passes over a module. What they are told of is the real target. Returns what they have made of it, of which
    /// `facts` tells then; nothing, if there was nothing for any of them to do.
    ///
    /// # Errors
    /// The first refusal.
    pub fn run(
        &mut self,
        module: Input<'_>,
        facts: &mut Facts,
        target: &Target,
        options: &Options,
    ) -> Result<Option<&[u32]>, Refusal> {
        self.counts = Counts::default();
        self.frame.blamed = 0;
        // In the order of the families: single instructions, storage, types; and wide values before narrow ones.
        let passes: &mut [&mut dyn Pass] = &mut [
            // What they make instructions and integers of is for all others.
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
            // Blocks are words by now.
            &mut self.zeroes,
            &mut self.detours,
            // Their bits in memory are 64-bit integers.
            &mut self.doubles,
            &mut self.wide,
            &mut self.narrow,
        ];
        let [mut words, mut next] = self.written.each_mut();
        let unused = frame::unused_import(module);
        let mut any = false;
        for pass in passes {
            let input = match any {
                true => Input { words, facts },
                false => module,
            };
            if input.facts.unknown_opcode != 0 {
                return Err(Refusal("an unknown instruction"));
            }
            if !pass.concerns(input, target, options) {
                continue;
            }
            self.frame.begin(input, unused);
            if !pass.run(input, target, options, &mut self.frame)? {
                continue;
            }
            self.frame.finish(input, next)?;
            (words, next) = (next, words);
            facts.scan(words, &NO_LIMITS).map_err(|_| UNREADABLE)?;
            let counts = self.counts.iter_mut().zip(self.frame.counts());
            counts.for_each(|(sum, count)| *sum += count);
            any = true;
        }
        Ok(any.then_some(words))
    }
}

#[cfg(test)]
mod tests;
