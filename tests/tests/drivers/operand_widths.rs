//! Driver tests of image instructions whose coordinates, offsets, levels, samples, indices and results are integers of 8, 16
//! or 64 bits, on devices without such integers: each result is the one that the host computes. Some offsets are negative,
//! some unsigned bytes have their highest bit set, and 8- and 16-bit numbers are the lower bits of words with others above.
//!
//! - [`cases`]: the instructions and images.

mod cases;

use cases::{images, moves, sampled_at, Case, ARRAY, GROUPS};
use sos_core::target::feature;
use sos_core::Options;
use sos_tests::compare::{mixed, Wrong};
use sos_tests::driver::EXECUTING;
use sos_tests::filtered::{check, filtered};
use sos_tests::reduced::without;
use sos_tests::{driver, tools, Buffer, Job, Session, Tools};

/// Invocations, the size of a workgroup, and the words that each invocation reads.
const INVOCATIONS: usize = 64;
const WORKGROUP: usize = 8;
const WORDS: usize = 16;

/// An integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Int {
    width: u32,
    signed: bool,
}

impl Int {
    fn name(self) -> String {
        let letter = if self.signed { 'i' } else { 'u' };
        format!("%{letter}{}", self.width)
    }

    /// The instruction that converts from and to unsigned words.
    fn conversion(self) -> &'static str {
        match (self.width, self.signed) {
            (32, true) => "OpBitcast",
            (32, false) => "OpCopyObject",
            (_, true) => "OpSConvert",
            (_, false) => "OpUConvert",
        }
    }

    /// A word that is converted to the number. In a narrow type, the upper bits do not count.
    fn word(self, number: i32, seed: u32) -> u32 {
        let upper = u32::MAX.checked_shl(self.width).unwrap_or(0);
        number as u32 & !upper | mixed(seed) & upper
    }
}

/// What the operands are, by the letters of [`SHADER`]: coordinates, levels, offsets, samples, indices, and results of queries.
type Types = [(char, Int); 6];
const LETTERS: [char; 6] = ['c', 'l', 'o', 's', 'n', 'q'];

fn find(types: &Types, letter: char) -> Int {
    types.iter().find(|ty| ty.0 == letter).unwrap().1
}

/// The numbers of an invocation.
#[derive(Clone, Copy, Debug)]
struct Given {
    at: [i32; 2],
    layer: i32,
    level: i32,
    sample: i32,
    index: i32,
    offset: [i32; 2],
    invocation: u32,
}

impl Given {
    fn new(types: &Types, invocation: u32) -> Self {
        let (number, random) = (invocation as i32, mixed(invocation) as i32);
        let group = number / WORKGROUP as i32;
        // No invocation has the texel of another. All are in each level, whatever the constant offset.
        let Int { width, signed } = find(types, 'c');
        let columns = if signed && width == 8 { 120 } else { 184 };
        let least = if find(types, 'o').signed { -8 } else { 0 };
        let offset = |bits: i32| least + (bits & 0xF) % (8 - least);
        Self {
            at: [8 + number * 37 % columns, random & 3],
            layer: random >> 2 & 1,
            // The same in a workgroup: lavapipe 22 queries the size of one level for several invocations.
            level: group & 1,
            sample: random >> 4 & 3,
            // The same in a workgroup, which is the rule for indices that are not decorated.
            index: group % ARRAY as i32,
            offset: [offset(random >> 6), offset(random >> 10)],
            invocation,
        }
    }

    /// What it stores.
    fn value(&self) -> u32 {
        mixed(!self.invocation)
    }

    fn words(&self, types: &Types) -> [u32; WORDS] {
        let numbers = [
            ('c', self.at[0]),
            ('c', self.at[1]),
            ('c', self.layer),
            ('l', self.level),
            ('s', self.sample),
            ('n', self.index),
            ('o', self.offset[0]),
            ('o', self.offset[1]),
        ];
        let mut words = [0; WORDS];
        let seeds = WORDS as u32 * self.invocation..;
        for ((word, (letter, number)), seed) in words.iter_mut().zip(numbers).zip(seeds) {
            *word = find(types, letter).word(number, seed);
        }
        let [[x, y], corner] = sampled_at(self.at);
        let layer = (self.layer as f32).to_bits();
        words[8..].copy_from_slice(&[
            x,
            y,
            corner[0],
            corner[1],
            layer,
            self.at[0] as u32,
            self.at[1] as u32,
            self.value(),
        ]);
        words
    }
}

/// The variables, by their bindings.
const BINDINGS: [&str; 11] = [
    "in", "out", "picture", "depth", "texels", "page", "written", "counts", "small", "samples",
    "many",
];

const SHADER: &str = "OpCapability Shader
{capabilities}OpCapability ImageGatherExtended
OpCapability ImageQuery
OpCapability SampledBuffer
OpCapability StorageImageMultisample
OpCapability SampledImageArrayDynamicIndexing
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main \"main\" %id
OpExecutionMode %main LocalSize 8 1 1
OpDecorate %id BuiltIn GlobalInvocationId
OpDecorate %words ArrayStride 4
OpDecorate %vectors ArrayStride 16
OpDecorate %in_block Block
OpMemberDecorate %in_block 0 Offset 0
OpDecorate %out_block Block
OpMemberDecorate %out_block 0 Offset 0
{decorations}%void = OpTypeVoid
%fn = OpTypeFunction %void
%f32 = OpTypeFloat 32
%f32_2 = OpTypeVector %f32 2
%f32_3 = OpTypeVector %f32 3
%f32_4 = OpTypeVector %f32 4
%u32 = OpTypeInt 32 0
%u32_2 = OpTypeVector %u32 2
%u32_3 = OpTypeVector %u32 3
%u32_4 = OpTypeVector %u32 4
{types}%words = OpTypeRuntimeArray %u32
%vectors = OpTypeRuntimeArray %u32_4
%in_block = OpTypeStruct %words
%out_block = OpTypeStruct %vectors
%to_in = OpTypePointer StorageBuffer %in_block
%to_out = OpTypePointer StorageBuffer %out_block
%to_word = OpTypePointer StorageBuffer %u32
%to_vector = OpTypePointer StorageBuffer %u32_4
%to_id = OpTypePointer Input %u32_3
%in = OpVariable %to_in StorageBuffer
%out = OpVariable %to_out StorageBuffer
%id = OpVariable %to_id Input
{constants}%half = OpConstant %f32 0.5
%f0 = OpConstant %f32 0
%origin = OpConstantComposite %u32_2 %n0 %n0
%no_sample = OpConstant {s} 0
{moves}%four_moves = OpTypeArray {o}_2 %n4
%moves = OpConstantComposite %four_moves %move0 %move1 %move2 %move3
%picture_image = OpTypeImage %u32 2D 0 1 0 1 Unknown
%picture_type = OpTypeSampledImage %picture_image
%depth_image = OpTypeImage %f32 2D 1 0 0 1 Unknown
%depth_type = OpTypeSampledImage %depth_image
%texels_type = OpTypeImage %u32 Buffer 0 0 0 1 Unknown
%page_type = OpTypeImage %u32 2D 0 0 0 2 R32ui
%samples_type = OpTypeImage %u32 2D 0 0 1 2 R32ui
%one_type = OpTypeImage %u32 2D 0 0 0 1 Unknown
%many_type = OpTypeArray %one_type %n4
%to_picture = OpTypePointer UniformConstant %picture_type
%to_depth = OpTypePointer UniformConstant %depth_type
%to_texels = OpTypePointer UniformConstant %texels_type
%to_page = OpTypePointer UniformConstant %page_type
%to_samples = OpTypePointer UniformConstant %samples_type
%to_one = OpTypePointer UniformConstant %one_type
%to_many = OpTypePointer UniformConstant %many_type
%to_texel = OpTypePointer Image %u32
%picture = OpVariable %to_picture UniformConstant
%depth = OpVariable %to_depth UniformConstant
%texels = OpVariable %to_texels UniformConstant
%page = OpVariable %to_page UniformConstant
%written = OpVariable %to_page UniformConstant
%counts = OpVariable %to_page UniformConstant
%small = OpVariable %to_page UniformConstant
%samples = OpVariable %to_samples UniformConstant
%many = OpVariable %to_many UniformConstant
%main = OpFunction %void None %fn
%entry = OpLabel
%ids = OpLoad %u32_3 %id
%i = OpCompositeExtract %u32 %ids 0
%first = OpIMul %u32 %i %n16
{loads}%x = {to c} {c} %word0
%y = {to c} {c} %word1
%layer = {to c} {c} %word2
%level = {to l} {l} %word3
%sample = {to s} {s} %word4
%index = {to n} {n} %word5
%dx = {to o} {o} %word6
%dy = {to o} {o} %word7
%at = OpCompositeConstruct {c}_2 %x %y
%at_layer = OpCompositeConstruct {c}_3 %x %y %layer
%offset = OpCompositeConstruct {o}_2 %dx %dy
%centre_x = OpBitcast %f32 %word8
%centre_y = OpBitcast %f32 %word9
%corner_x = OpBitcast %f32 %word10
%corner_y = OpBitcast %f32 %word11
%layer_float = OpBitcast %f32 %word12
%centre = OpCompositeConstruct %f32_2 %centre_x %centre_y
%centre_layer = OpCompositeConstruct %f32_3 %centre %layer_float
%corner = OpCompositeConstruct %f32_2 %corner_x %corner_y
%corner_layer = OpCompositeConstruct %f32_3 %corner %layer_float
%plain_at = OpCompositeConstruct %u32_2 %word13 %word14
%value = OpCopyObject %u32 %word15
{cases}OpReturn
OpFunctionEnd
";

/// A shader that stores the results of all cases of a group, one after another.
fn module(group: &[Case], types: &Types) -> String {
    let mut text = SHADER.to_owned();
    let mut fill = |place: &str, with: String| text = text.replace(&format!("{{{place}}}"), &with);
    let mut all = types.map(|ty| ty.1).to_vec();
    all.sort_unstable();
    all.dedup();
    all.retain(|ty| ty.name() != "%u32");
    let declared = all.iter().map(|ty| {
        let (name, width, sign) = (ty.name(), ty.width, u32::from(ty.signed));
        let vectors = [2, 3].map(|n| format!("{name}_{n} = OpTypeVector {name} {n}\n"));
        format!("{name} = OpTypeInt {width} {sign}\n{}", vectors.concat())
    });
    fill("types", declared.collect());
    let mut widths: Vec<u32> = all.iter().map(|ty| ty.width).collect();
    widths.dedup();
    widths.retain(|&width| width != 32);
    let capabilities = widths
        .iter()
        .map(|width| format!("OpCapability Int{width}\n"));
    fill("capabilities", capabilities.collect());
    let decorations = BINDINGS.iter().enumerate().map(|(binding, name)| {
        format!("OpDecorate %{name} DescriptorSet 0\nOpDecorate %{name} Binding {binding}\n")
    });
    fill("decorations", decorations.collect());
    let numbers = (0..=WORDS).chain((1..group.len()).map(|at| at * INVOCATIONS));
    let constants = numbers.map(|number| format!("%n{number} = OpConstant %u32 {number}\n"));
    fill("constants", constants.collect());
    let moves = moves(types).into_iter().enumerate().map(|(at, [x, y])| {
        format!(
            "%move{at}_x = OpConstant {{o}} {x}
%move{at}_y = OpConstant {{o}} {y}
%move{at} = OpConstantComposite {{o}}_2 %move{at}_x %move{at}_y\n"
        )
    });
    fill("moves", moves.collect());
    let loads = (0..WORDS).map(|at| {
        format!(
            "%place{at} = OpIAdd %u32 %first %n{at}
%from{at} = OpAccessChain %to_word %in %n0 %place{at}
%word{at} = OpLoad %u32 %from{at}\n"
        )
    });
    fill("loads", loads.collect());
    let cases = group.iter().enumerate().map(|(number, case)| {
        let text = format!(
            "{}
%@at = OpIAdd %u32 %i %n{}
%@to = OpAccessChain %to_vector %out %n0 %@at
OpStore %@to %@r\n",
            case.code,
            number * INVOCATIONS
        );
        text.replace('@', &format!("case{number}_"))
    });
    fill("cases", cases.collect());
    for &(letter, ty) in types {
        fill(&format!("to {letter}"), ty.conversion().to_owned());
        fill(&letter.to_string(), ty.name());
    }
    text
}

/// All operands of each width and signedness, where those of 32 bits show that driver and host agree; and one with several.
fn all_types() -> Vec<Types> {
    let int = |width, signed| Int { width, signed };
    let same = |width, signed| LETTERS.map(|letter| (letter, int(width, signed)));
    let widths = [8, 16, 32, 64].into_iter();
    let mut all: Vec<Types> = widths
        .flat_map(|width| [same(width, true), same(width, false)])
        .collect();
    all.push([
        ('c', int(16, true)),
        ('l', int(64, true)),
        ('o', int(8, true)),
        ('s', int(64, false)),
        ('n', int(16, false)),
        ('q', int(8, false)),
    ]);
    all
}

/// Compares all results of a group, as a job has left them behind, with those of the host.
fn compare(found: &[u32], group: &[Case], types: &Types, given: &[Given]) -> Wrong {
    let (mut found, mut wrong) = (found.chunks(4), Wrong::default());
    for case in group {
        for (given, found) in given.iter().zip(&mut found) {
            let expected = (case.result)(types, given);
            if found != expected {
                let name = case.name;
                wrong.note(|| format!("{name}: {given:?}: {found:x?}, not {expected:x?}"));
            }
        }
    }
    wrong
}

fn run(name: &str, tools: Tools) {
    let Some(driver) = driver(name) else { return };
    let mut session = Session::new(&driver);
    let integers = [
        feature::shaderInt8,
        feature::shaderInt16,
        feature::shaderInt64,
    ];
    let target = without(&session.device().unwrap().target(), &integers);
    for (group, hidden) in GROUPS {
        let target = without(&target, hidden);
        for types in all_types() {
            let what = format!("{name} without {hidden:?}, {types:?}");
            let words = tools.assemble(&module(group, &types), "vulkan1.1").unwrap();
            tools.validate(&words, "vulkan1.1").unwrap();
            let words = filtered(&words, &target, &Options::default());
            let words = words.unwrap_or_else(|error| panic!("{what}: {error:#}"));
            check(tools, &words, &target).unwrap_or_else(|error| panic!("{what}: {error:#}"));
            let given = (0..INVOCATIONS as u32).map(|invocation| Given::new(&types, invocation));
            let given: Vec<Given> = given.collect();
            let mut buffers = vec![
                Buffer::storage(0, given.iter().flat_map(|one| one.words(&types)).collect()),
                Buffer::storage(1, vec![0; group.len() * INVOCATIONS * 4]),
            ];
            buffers.extend(images());
            let groups = (INVOCATIONS / WORKGROUP) as u32;
            let output = session.run(&Job::compute(&words, buffers, groups));
            let output = output.unwrap_or_else(|failure| panic!("{what}: {failure}"));
            compare(&output.buffers[1], group, &types, &given).none(&what);
        }
    }
}

#[test]
fn operands_of_all_widths_are_the_same_numbers_on_lavapipe() {
    if let Some(tools) = tools() {
        run(EXECUTING[0], tools);
    }
}

#[test]
fn operands_of_all_widths_are_the_same_numbers_on_swiftshader() {
    if let Some(tools) = tools() {
        run(EXECUTING[1], tools);
    }
}
