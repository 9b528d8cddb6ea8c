//! Functions of 16-bit floats whose precision is not exact in the Vulkan environment, on all 65536 values.
//!
//! The lowered function must equal the driver's 32-bit function, rounded once, bit by bit on both drivers. The test also
//! measures the difference from lavapipe's 16-bit functions in units in the last place.

use super::float16::{distance, from_f64, is_nan};
use super::{Runner, INVOCATIONS, WIDTH};

/// The functions, with the maximum difference from lavapipe's 16-bit function. lavapipe's compiler crashes on 16-bit
/// exponentials and logarithms, and intermediate results of the last functions overflow in 16 bits.
const FUNCTIONS: &[(&str, Option<u32>)] = &[
    ("sqrt(x)", Some(0)),
    ("inversesqrt(x)", Some(1)),
    ("exp(x)", None),
    ("exp2(x)", None),
    ("log(x)", None),
    ("log2(x)", None),
    ("radians(x)", Some(1)),
    ("degrees(x)", Some(1)),
    ("fract(x)", Some(0)),
    ("sin(x)", None),
    ("tanh(x)", None),
    ("atan(x)", Some(3)),
    ("length(x)", None),
    ("smoothstep(TYPE(-3), TYPE(5), x)", Some(3)),
    ("mix(TYPE(-7), x, TYPE(0.375))", None),
    ("normalize(TYPE_3(x, TYPE(1), TYPE(2))).x", None),
];

const SHADER: &str = "
layout(local_size_x = WIDTH) in;
layout(std430, binding = 0) readonly buffer In { uint unused[]; };
layout(std430, binding = 1) writeonly buffer Out { uint results[]; };

uint bits(float x) { return floatBitsToUint(x); }
uint bits(float16_t x) { return packFloat2x16(f16vec2(x, 0.0hf)) & 0xffffu; }

void main() {
    uint first = gl_GlobalInvocationID.x * ROUNDSu;
    for (uint n = first; n < first + ROUNDSu; ++n) {
        TYPE x = TYPE(unpackFloat2x16(n).x);
FUNCTIONS    }
}
";

const HALVES: usize = 0x1_0000;

/// A shader that calls the functions on 16 or 32 bits: all of them, or only those that lavapipe compiles natively.
fn shader(ty: &str, all: bool) -> String {
    let mut functions = String::new();
    for (at, (function, native)) in FUNCTIONS.iter().enumerate() {
        if !all && native.is_none() {
            continue;
        }
        let offset = at * HALVES;
        functions += &format!("        results[{offset}u + n] = bits({function});\n");
    }
    let body = SHADER
        .replace("FUNCTIONS", &functions)
        .replace("TYPE_3", if ty == "float" { "vec3" } else { "f16vec3" })
        .replace("TYPE", ty)
        .replace("ROUNDS", &(HALVES / INVOCATIONS).to_string())
        .replace("WIDTH", &WIDTH.to_string());
    format!(
        "#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
{body}"
    )
}

#[test]
fn functions_equal_the_32_bit_function_rounded_once() {
    let Some((tools, mut runners)) = Runner::all() else {
        return;
    };
    let compile = |ty, all| {
        tools
            .glsl(&shader(ty, all), "comp", &["--target-env", "vulkan1.1"])
            .unwrap()
    };
    let (halves, floats) = (compile("float16_t", true), compile("float", true));
    let count = FUNCTIONS.len() * HALVES;
    let [native, lowered @ ..] = &mut runners;
    let native_results = native.run("functions", &compile("float16_t", false), vec![0], count);
    for runner in lowered {
        let found = runner.run("functions", &halves, vec![0], count);
        let widened = runner.run("32-bit functions", &floats, vec![0], count);
        println!(
            "\n{}: function, maximum difference from 16 bits",
            runner.name
        );
        for (at, (function, most)) in FUNCTIONS.iter().enumerate() {
            let offset = at * HALVES;
            let mut greatest = 0;
            for input in 0..HALVES {
                let (found, widened) = (found[offset + input], widened[offset + input]);
                let expected = from_f64(f64::from(f32::from_bits(widened)));
                let what = format!("{}: {function} of {input:#06x}", runner.name);
                assert!(
                    found == expected || is_nan(found) && is_nan(expected),
                    "{what}: {found:#06x} for {expected:#06x}"
                );
                // The functions differ where one of them is infinite, negative or too large.
                if let Some(distance) = distance(found, native_results[offset + input]) {
                    greatest = greatest.max(distance);
                }
            }
            let Some(most) = most else { continue };
            println!("{function} {greatest}");
            let is_lavapipe = runner.name.starts_with("lavapipe");
            assert!(
                greatest <= *most || !is_lavapipe,
                "{}: {function} is {greatest} from lavapipe's",
                runner.name
            );
        }
    }
}
