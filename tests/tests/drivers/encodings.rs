//! Conversions to and from bfloat16 and the 8-bit floats E4M3 and E5M2, which no driver at hand supports: each conversion, of
//! scalars and vectors, is lowered, run, and compared with a reference derived from the encodings. Inputs of at most 16 bits
//! take all values. For 32-bit floats, every upper half is combined with six lower halves, including midpoints and their
//! neighbours.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use sos_core::{Options, Target};
use sos_tests::compare::{mixed, words, Wrong};
use sos_tests::driver::EXECUTING;
use sos_tests::filtered::{check, filter};
use sos_tests::reduced::{without, NARROW, STORAGE};
use sos_tests::{driver, tools, Buffer, Job, Session, Tools};

const WIDTH: usize = 64;

/// An integer as a float: of more than 53 bits, the last one that is kept is set if any below is.
fn odd(value: u64) -> f64 {
    let lost = (1 << 11) - 1;
    match value >> 53 {
        0 => value as f64,
        _ => (value & !lost | u64::from(value & lost != 0) << 11) as f64,
    }
}

/// A scalar type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ScalarType {
    BFloat16,
    E4M3,
    E5M2,
    Float(u32),
    Signed(u32),
    Unsigned(u32),
}

use ScalarType::{BFloat16, Float, Signed, Unsigned, E4M3, E5M2};

/// The bits of a float encoding, and the smallest magnitude that is not a number.
struct Format {
    fraction: u32,
    bias: i32,
    special: u32,
}

impl Format {
    /// The value of a magnitude, even of one that does not encode a number.
    fn magnitude(&self, bits: u32) -> f64 {
        let exponent = (bits >> self.fraction) as i32;
        let unit = 2_f64.powi(1 - self.bias - self.fraction as i32);
        let fraction = f64::from(bits & ((1 << self.fraction) - 1));
        match exponent {
            0 => fraction * unit,
            _ => (fraction + f64::from(1 << self.fraction)) * unit * 2_f64.powi(exponent - 1),
        }
    }

    /// The values of all magnitudes that are numbers, and the next one.
    fn magnitudes(&self) -> Vec<f64> {
        (0..=self.special)
            .map(|bits| self.magnitude(bits))
            .collect()
    }
}

impl ScalarType {
    fn width(self) -> u32 {
        match self {
            BFloat16 => 16,
            E4M3 | E5M2 => 8,
            Float(width) | Signed(width) | Unsigned(width) => width,
        }
    }

    fn format(self) -> Option<Format> {
        let (fraction, bias, special) = match self {
            BFloat16 => (7, 127, 0x7F80),
            E4M3 => (3, 7, 0x7F),
            E5M2 => (2, 15, 0x7C),
            Float(16) => (10, 15, 0x7C00),
            _ => return None,
        };
        Some(Format {
            fraction,
            bias,
            special,
        })
    }

    /// The value that bits encode, of an integer with more than 53 bits rounded to odd: so another rounding gives what one would.
    fn value(self, bits: u64) -> f64 {
        let Some(format) = self.format() else {
            let shift = 64 - self.width();
            return match self {
                Signed(_) => {
                    let value = ((bits << shift) as i64) >> shift;
                    odd(value.unsigned_abs()).copysign(value as f64)
                }
                Unsigned(_) => odd(bits),
                Float(64) => f64::from_bits(bits),
                _ => f64::from(f32::from_bits(bits as u32)),
            };
        };
        let sign = 1 << (self.width() - 1);
        let magnitude = bits as u32 & (sign - 1);
        let value = match magnitude {
            _ if magnitude < format.special => format.magnitude(magnitude),
            _ if magnitude == format.special && self != E4M3 => f64::INFINITY,
            _ => f64::NAN,
        };
        if bits as u32 & sign != 0 {
            -value
        } else {
            value
        }
    }

    fn is_float(self) -> bool {
        !matches!(self, Signed(_) | Unsigned(_))
    }

    /// The name in assembly, and the declaration.
    fn declaration(self) -> (String, String) {
        let (name, declaration) = match self {
            BFloat16 => ("bfloat".to_owned(), "!0x00040016 %bfloat !16 !0".to_owned()),
            E4M3 => ("e4m3".to_owned(), "!0x00040016 %e4m3 !8 !4214".to_owned()),
            E5M2 => ("e5m2".to_owned(), "!0x00040016 %e5m2 !8 !4215".to_owned()),
            Float(width) => (
                format!("f{width}"),
                format!("%f{width} = OpTypeFloat {width}"),
            ),
            Signed(width) => (
                format!("s{width}"),
                format!("%s{width} = OpTypeInt {width} 1"),
            ),
            Unsigned(width) => (
                format!("u{width}"),
                format!("%u{width} = OpTypeInt {width} 0"),
            ),
        };
        (name, declaration)
    }
}

/// Rounds values to a type.
struct Rounding {
    to: ScalarType,
    /// For small floats: all magnitudes.
    magnitudes: Vec<f64>,
    saturated: bool,
}

impl Rounding {
    fn new(conversion: &Conversion) -> Self {
        let format = conversion.to.format();
        Self {
            to: conversion.to,
            magnitudes: format.map_or_else(Vec::new, |format| format.magnitudes()),
            saturated: conversion.saturated,
        }
    }

    /// The bits of a value, rounded to nearest even; `None` for NaN and undefined results.
    fn bits(&self, value: f64) -> Option<u64> {
        match self.to {
            to if value.is_nan() && to.is_float() => None,
            Float(64) => Some(value.to_bits()),
            Float(32) => Some(u64::from((value as f32).to_bits())),
            Signed(width) => {
                let least = -(2_f64.powi(width as i32 - 1));
                let fits = value.trunc() >= least && value < -least;
                fits.then(|| value as i64 as u64 & u64::MAX >> (64 - width))
            }
            Unsigned(width) => {
                let fits = value > -1.0 && value < 2_f64.powi(width as i32);
                fits.then_some(value as u64)
            }
            _ => self.small_float_bits(value),
        }
    }

    /// As [`bits`](Self::bits), for small floats.
    fn small_float_bits(&self, value: f64) -> Option<u64> {
        let special = self.magnitudes.len() - 1;
        let absolute = value.abs();
        let above = self
            .magnitudes
            .partition_point(|&scalar_type| scalar_type <= absolute);
        let mut bits = above.saturating_sub(1);
        if let [low, high, ..] = self.magnitudes[bits..] {
            let middle = (low + high) / 2.0;
            if absolute > middle || absolute == middle && bits & 1 == 1 {
                bits += 1;
            }
        }
        if bits == special && self.saturated {
            bits -= 1;
        }
        if bits == special && self.to == E4M3 {
            return None;
        }
        let sign = u64::from(value.is_sign_negative()) << (self.to.width() - 1);
        Some(sign | bits as u64)
    }
}

/// A conversion.
#[derive(Clone, Copy, Debug)]
struct Conversion {
    from: ScalarType,
    to: ScalarType,
    saturated: bool,
    /// The number of components.
    count: usize,
}

impl Conversion {
    fn opcode(self) -> &'static str {
        match (self.from, self.to) {
            (Signed(_), _) => "OpConvertSToF",
            (Unsigned(_), _) => "OpConvertUToF",
            (_, Signed(_)) => "OpConvertFToS",
            (_, Unsigned(_)) => "OpConvertFToU",
            _ => "OpFConvert",
        }
    }

    /// The input values.
    fn inputs(self) -> Vec<u64> {
        let halves = (0..=0xFFFF_u64).flat_map(|upper| {
            [0, 1, 0x7FFF, 0x8000, 0x8001, 0xFFFF].map(|lower| upper << 16 | lower)
        });
        let random =
            |index: u32| u64::from(mixed(2 * index)) << 32 | u64::from(mixed(2 * index + 1));
        let mut inputs: Vec<u64> = match self.from.width() {
            width @ (8 | 16) => (0..1 << width).collect(),
            32 if self.from.is_float() => halves.collect(),
            64 if self.from.is_float() => {
                // Near midpoints of small floats, and where a midpoint in 24 bits is none in 53.
                let near = halves.step_by(5).flat_map(|bits| {
                    let value = f64::from(f32::from_bits(bits as u32)).to_bits();
                    [value, value.wrapping_add(1), value.wrapping_sub(1)]
                });
                near.collect()
            }
            width => {
                let few = 0..1 << 12;
                let some = (0..1 << 12).map(|index| random(index) >> (index % 64));
                // Next to every midpoint of numbers with 8 bits, and to some with 4 and 3.
                let near = (256..512).flat_map(|x: u64| {
                    let shifts = 0..width.saturating_sub(9);
                    shifts.flat_map(move |by| [x << by, (x << by) + 1, (x << by) - 1])
                });
                let all = few
                    .chain(some)
                    .chain(near)
                    .flat_map(|x| [x, x.wrapping_neg()]);
                all.map(|bits| bits & u64::MAX >> (64 - width)).collect()
            }
        };
        inputs.resize(inputs.len().next_multiple_of(WIDTH * self.count), 0);
        inputs
    }

    /// The expected result; `None` for NaN and undefined results.
    fn expected(self, rounding: &Rounding, input: u64) -> Option<u64> {
        rounding.bits(self.from.value(input))
    }

    fn shader(self) -> String {
        let Self {
            from, to, count, ..
        } = self;
        let mut types = vec![Unsigned(32), Float(32)];
        for scalar_type in [from, to] {
            let bits = Unsigned(scalar_type.width());
            for scalar_type in [bits, scalar_type] {
                if !types.contains(&scalar_type) {
                    types.push(scalar_type);
                }
            }
        }
        let mut text = String::from("OpCapability Shader\n");
        let has =
            |wanted: &[ScalarType]| types.iter().any(|scalar_type| wanted.contains(scalar_type));
        for (numbers, line) in [
            (&[BFloat16][..], "!0x00020011 !5116"),
            (&[E4M3, E5M2], "!0x00020011 !4212"),
            (&[Signed(8), Unsigned(8)], "OpCapability Int8"),
            (&[Signed(16), Unsigned(16)], "OpCapability Int16"),
            (&[Signed(64), Unsigned(64)], "OpCapability Int64"),
            (&[Float(16)], "OpCapability Float16"),
            (&[Float(64)], "OpCapability Float64"),
            (&[BFloat16], "OpExtension \"SPV_KHR_bfloat16\""),
            (&[E4M3, E5M2], "OpExtension \"SPV_EXT_float8\""),
        ] {
            if has(numbers) {
                writeln!(text, "{line}").unwrap();
            }
        }
        text.push_str(
            "OpMemoryModel Logical GLSL450
            OpEntryPoint GLCompute %main \"main\" %id
            OpExecutionMode %main LocalSize 64 1 1
            OpDecorate %id BuiltIn GlobalInvocationId
            OpDecorate %words ArrayStride 4
            OpDecorate %Block BufferBlock
            OpMemberDecorate %Block 0 Offset 0
            OpDecorate %in DescriptorSet 0
            OpDecorate %in Binding 0
            OpDecorate %out DescriptorSet 0
            OpDecorate %out Binding 1\n",
        );
        if self.saturated {
            text.push_str("!0x00030047 %y !4216\n");
        }
        for scalar_type in &types {
            writeln!(text, "{}", scalar_type.declaration().1).unwrap();
        }
        let [from_name, to_name] = [from, to].map(|scalar_type| scalar_type.declaration().0);
        text.push_str(
            "%void = OpTypeVoid
            %fn = OpTypeFunction %void
            %u32x3 = OpTypeVector %u32 3
            %u32x2 = OpTypeVector %u32 2
            %words = OpTypeRuntimeArray %u32
            %Block = OpTypeStruct %words
            %buffer = OpTypePointer Uniform %Block
            %word = OpTypePointer Uniform %u32
            %input = OpTypePointer Input %u32x3
            %in = OpVariable %buffer Uniform
            %out = OpVariable %buffer Uniform
            %id = OpVariable %input Input\n",
        );
        for constant in 0..=8 {
            writeln!(text, "%c{constant} = OpConstant %u32 {constant}").unwrap();
        }
        if count > 1 {
            writeln!(text, "%from = OpTypeVector %{from_name} {count}").unwrap();
            writeln!(text, "%to = OpTypeVector %{to_name} {count}").unwrap();
        }
        text.push_str(
            "%main = OpFunction %void None %fn
            %entry = OpLabel
            %where = OpLoad %u32x3 %id
            %x = OpCompositeExtract %u32 %where 0\n",
        );
        for k in 0..count {
            load(&mut text, from, k, count);
        }
        let operands: Vec<String> = (0..count).map(|k| format!("%a{k}")).collect();
        let opcode = self.opcode();
        if count > 1 {
            writeln!(
                text,
                "%a = OpCompositeConstruct %from {}",
                operands.join(" ")
            )
            .unwrap();
            writeln!(text, "%y = {opcode} %to %a").unwrap();
        } else {
            writeln!(text, "%y = {opcode} %{to_name} %a0").unwrap();
        }
        for k in 0..count {
            if count > 1 {
                writeln!(text, "%y{k} = OpCompositeExtract %{to_name} %y {k}").unwrap();
            } else {
                writeln!(text, "%y0 = OpCopyObject %{to_name} %y").unwrap();
            }
            store(&mut text, to, k, count);
        }
        text.push_str("OpReturn\nOpFunctionEnd\n");
        text
    }
}

/// Loads component `k` as `%a<k>`.
fn load(text: &mut String, scalar_type: ScalarType, k: usize, count: usize) {
    let (name, words) = (
        scalar_type.declaration().0,
        scalar_type.width().div_ceil(32),
    );
    writeln!(text, "%i{k} = OpIMul %u32 %x %c{}", count as u32 * words).unwrap();
    for word in 0..words {
        let at = k as u32 * words + word;
        writeln!(text, "%at{k}_{word} = OpIAdd %u32 %i{k} %c{at}").unwrap();
        writeln!(
            text,
            "%p{k}_{word} = OpAccessChain %word %in %c0 %at{k}_{word}"
        )
        .unwrap();
        writeln!(text, "%w{k}_{word} = OpLoad %u32 %p{k}_{word}").unwrap();
    }
    match scalar_type.width() {
        64 => {
            writeln!(text, "%v{k} = OpCompositeConstruct %u32x2 %w{k}_0 %w{k}_1").unwrap();
            writeln!(text, "%a{k} = OpBitcast %{name} %v{k}").unwrap();
        }
        width => {
            let bits = match width {
                32 => format!("%w{k}_0"),
                _ => format!("%n{k}"),
            };
            if width != 32 {
                writeln!(text, "%n{k} = OpUConvert %u{width} %w{k}_0").unwrap();
            }
            let opcode = if scalar_type == Unsigned(width) {
                "OpCopyObject"
            } else {
                "OpBitcast"
            };
            writeln!(text, "%a{k} = {opcode} %{name} {bits}").unwrap();
        }
    }
}

/// Stores `%y<k>`.
fn store(text: &mut String, scalar_type: ScalarType, k: usize, count: usize) {
    let (width, words) = (scalar_type.width(), scalar_type.width().div_ceil(32));
    writeln!(text, "%j{k} = OpIMul %u32 %x %c{}", count as u32 * words).unwrap();
    let opcode = if scalar_type == Unsigned(width) {
        "OpCopyObject"
    } else {
        "OpBitcast"
    };
    match width {
        64 => {
            writeln!(text, "%b{k} = OpBitcast %u32x2 %y{k}").unwrap();
            for word in 0..2 {
                writeln!(text, "%r{k}_{word} = OpCompositeExtract %u32 %b{k} {word}").unwrap();
            }
        }
        32 => writeln!(text, "%r{k}_0 = {opcode} %u32 %y{k}").unwrap(),
        _ => {
            writeln!(text, "%b{k} = {opcode} %u{width} %y{k}").unwrap();
            writeln!(text, "%r{k}_0 = OpUConvert %u32 %b{k}").unwrap();
        }
    }
    for word in 0..words {
        let at = k as u32 * words + word;
        writeln!(text, "%to{k}_{word} = OpIAdd %u32 %j{k} %c{at}").unwrap();
        writeln!(
            text,
            "%q{k}_{word} = OpAccessChain %word %out %c0 %to{k}_{word}"
        )
        .unwrap();
        writeln!(text, "OpStore %q{k}_{word} %r{k}_{word}").unwrap();
    }
}

/// Filters a conversion for a target and runs it. Returns the rules applied and the number of values converted, or `None` if
/// the target lacks other types of the conversion.
fn run(
    tools: Tools,
    session: &mut Session,
    target: &Target,
    conversion: Conversion,
    name: &str,
) -> Option<(Vec<String>, usize)> {
    let Conversion {
        from, to, count, ..
    } = conversion;
    let what = format!("{name}: {conversion:?}");
    let module = tools.assemble(&conversion.shader(), "spv1.0");
    let module = module.unwrap_or_else(|error| panic!("{what}: {error:#}"));
    let found = filter(&module, target, &Options::default()).unwrap();
    if found.words.is_empty() {
        let double = [from, to].contains(&Float(64));
        assert!(double, "{what}: {:?}", found.report.unsupported);
        return None;
    }
    check(tools, &found.words, target).unwrap_or_else(|error| panic!("{what}: {error:#}"));
    let inputs = conversion.inputs();
    let parts = to.width().div_ceil(32) as usize;
    let job = Job::compute(
        &found.words,
        vec![
            Buffer::storage(0, words(from.width(), inputs.iter().copied())),
            Buffer::storage(1, vec![0; inputs.len() * parts]),
        ],
        (inputs.len() / WIDTH / count) as u32,
    );
    let output = session.run(&job);
    let output = output.unwrap_or_else(|failure| panic!("{what}: {failure}"));
    let (rounding, mut wrong) = (Rounding::new(&conversion), Wrong::default());
    for (&input, words) in inputs.iter().zip(output.buffers[1].chunks(parts)) {
        let high = words.get(1).map_or(0, |&high| u64::from(high) << 32);
        let found = high | u64::from(words[0]);
        let expected = conversion.expected(&rounding, input);
        let right = match expected {
            Some(expected) => found == expected,
            // Conversions of values out of the range of integers are undefined.
            None => !to.is_float() || to.value(found).is_nan(),
        };
        if !right {
            wrong.note(|| format!("{input:#x} gives {found:#x}, not {expected:x?}"));
        }
    }
    wrong.none(&what);
    let rules = found.report.rules.iter().map(|used| used.rule.to_string());
    Some((rules.collect(), inputs.len()))
}

/// Conversions to and from each encoding; those with 16-bit floats are included where they are exact.
fn conversions() -> Vec<Conversion> {
    let others = [
        Float(16),
        Float(32),
        Float(64),
        Signed(8),
        Unsigned(8),
        Signed(16),
        Unsigned(16),
        Signed(32),
        Unsigned(32),
        Signed(64),
        Unsigned(64),
    ];
    let mut all = Vec::new();
    for encoded in [BFloat16, E4M3, E5M2] {
        for other in others.into_iter().chain([BFloat16, E4M3, E5M2]) {
            if other == encoded {
                continue;
            }
            let count = [1, 3, 2, 4][all.len() % 4];
            let saturated = [false, true];
            for saturated in saturated
                .into_iter()
                .take(if encoded == BFloat16 { 1 } else { 2 })
            {
                all.push(Conversion {
                    from: other,
                    to: encoded,
                    saturated,
                    count,
                });
            }
            let rounds = encoded == BFloat16 && other == Float(16);
            if other.format().is_none() || other == Float(16) && !rounds {
                all.push(Conversion {
                    from: encoded,
                    to: other,
                    saturated: false,
                    count,
                });
            }
        }
    }
    all
}

#[test]
fn conversions_match_the_reference() {
    let Some(tools) = tools() else { return };
    for name in EXECUTING {
        let Some(driver) = driver(name) else { return };
        let mut session = Session::new(&driver);
        let whole = session.device().unwrap().target();
        let less = without(&whole, &[STORAGE, NARROW].concat());
        let (mut rules, mut values) = (BTreeSet::new(), 0);
        for conversion in conversions() {
            let narrow = format!("{name}, nothing narrow");
            for (target, name) in [(&whole, name), (&less, &narrow)] {
                let ran = run(tools, &mut session, target, conversion, name);
                let (used, count) = ran.unwrap_or_default();
                rules.extend(used);
                values += count;
            }
        }
        for rule in ["bfloat16", "float8"] {
            assert!(rules.contains(rule), "{name}: {rules:?}");
        }
        println!("{name}: {values} values");
    }
}
