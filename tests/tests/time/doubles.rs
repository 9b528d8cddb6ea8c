//! What 64-bit floats by integer arithmetic cost: `cargo test -p sos-tests --test time doubles:: -- --nocapture` prints the tables of
//! `docs/doubles.md`, with `MESA_SHADER_CACHE_DISABLE=true` without what Mesa has kept.

use std::time::{Duration, Instant};

use sos_core::target::feature;
use sos_core::Options;
use sos_tests::filtered::filter;
use sos_tests::paths::corpus;
use sos_tests::reduced::without;
use sos_tests::tools::read_module;
use sos_tests::{driver, tools, Buffer, BufferKind, Job, Session, Work};

/// The least time of three runs of a job, with that of the call, about two milliseconds.
fn time(session: &mut Session, job: &Job) -> Duration {
    let run = |session: &mut Session| {
        let start = Instant::now();
        session.run(job).unwrap();
        start.elapsed()
    };
    (0..3).map(|_| run(session)).min().unwrap()
}

/// How much longer one takes than the other.
fn ratio(one: Duration, other: Duration) -> f64 {
    one.as_secs_f64() / other.as_secs_f64().max(1e-6)
}

/// The words of a module for a session's device without doubles.
fn lowered(session: &mut Session, words: &[u32]) -> Vec<u32> {
    let target = session.device().unwrap().target();
    let target = without(&target, &[feature::shaderFloat64]);
    filter(words, &target, &Options::default()).unwrap().words
}

#[test]
fn pipelines_are_created_in_bounded_time() {
    println!("| program | words | lavapipe, ms | RADV Polaris, ms |\n|---|---:|---:|---:|");
    for name in [
        "mandelbrot",
        "kahan",
        "lu",
        "fft",
        "n_body",
        "geodesic",
        "double_double",
    ] {
        let path = corpus().join(format!("shaders/doubles/{name}.comp.spv"));
        let words = read_module(&path).unwrap();
        let mut row = String::new();
        let mut length = 0;
        for device in ["lavapipe", "radv-polaris10"] {
            let Some(driver) = driver(device) else { return };
            let mut session = Session::new(&driver);
            session.ask_always();
            let without = lowered(&mut session, &words);
            assert!(without.len() > words.len(), "{name}");
            length = without.len();
            let buffers = || {
                (0..3)
                    .map(|at| Buffer::storage(at, vec![0; 4096]))
                    .collect()
            };
            let [with, without] = [&words, &without].map(|words| {
                let job = Job {
                    work: Work::Create,
                    ..Job::compute(words, buffers(), 1)
                };
                time(&mut session, &job)
            });
            row += &format!(" {} → {} |", with.as_millis(), without.as_millis());
            assert!(
                without < Duration::from_secs(20),
                "{name} on {device}: {without:?}"
            );
        }
        println!("| `{name}` | {} → {length} |{row}", words.len());
    }
}

/// Conditions on uniforms, of operations whose lowered form uses most of what it computes several times.
const CONDITIONS: [(&str, &str); 9] = [
    ("a / b", "if (a / b < 1.0lf) r = 2;"),
    ("sqrt(a)", "if (sqrt(a) < 1.0lf) r = 2;"),
    ("sqrt(a / b)", "if (sqrt(a / b) < 1.0lf) r = 2;"),
    ("fma(a, b, a)", "if (fma(a, b, a) < 1.0lf) r = 2;"),
    ("mod(a, b)", "if (mod(a, b) < 1.0lf) r = 2;"),
    (
        "a switch",
        "switch (int(sqrt(a / b))) { case 3: r = 5; break; case 4: r = 6; }",
    ),
    (
        "a loop",
        "for (int i = 0; i < int(sqrt(a / b)); i++) r += 3;",
    ),
    ("a function", "if (of(fma(a, b, of(a))) < 1.0lf) r = 2;"),
    ("c / d % c", "if (c / d % c < 5ul) r = 2;"),
];

#[test]
fn branches_on_uniforms_do_not_keep_a_driver_searching() {
    let Some(tools) = tools() else { return };
    println!("| condition | pipeline, ms |\n|---|---:|");
    for name in ["lavapipe", "swiftshader"] {
        let Some(driver) = driver(name) else { return };
        for (what, code) in CONDITIONS {
            let source = format!(
                "#version 460
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(binding = 0) uniform In {{ double a; double b; uint64_t c; uint64_t d; }};
layout(std430, binding = 1) buffer Out {{ uint r; }};
double of(double x) {{ if (sqrt(x / b) < a) return x; return x * 2.0lf; }}
void main() {{ {code} }}"
            );
            let words = tools.glsl(&source, "comp", &["--target-env", "vulkan1.1"]);
            let mut session = Session::new(&driver);
            session.ask_always();
            let target = session.device().unwrap().target();
            let target = without(&target, &[feature::shaderFloat64, feature::shaderInt64]);
            let words = filter(&words.unwrap(), &target, &Options::default());
            let words = words.unwrap().words;
            let uniforms = Buffer {
                kind: BufferKind::Uniform,
                ..Buffer::storage(0, vec![0; 8])
            };
            let buffers = vec![uniforms, Buffer::storage(1, vec![0; 4])];
            let job = Job {
                work: Work::Create,
                ..Job::compute(&words, buffers, 1)
            };
            let start = Instant::now();
            session.run(&job).unwrap();
            let took = start.elapsed();
            println!("| {what}, {name} | {} |", took.as_millis());
            assert!(took < Duration::from_secs(2), "{what} on {name}: {took:?}");
        }
    }
}

/// A chain of operations in each of many invocations.
fn chain(operation: &str, steps: u32) -> String {
    format!(
        "#version 460
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data {{ double data[]; }};
void main() {{
    precise double x = data[gl_GlobalInvocationID.x], y = 1.0lf + x * 1e-3lf, z = 0.75lf;
    for (uint i = 0u; i < {steps}u; i++) {{ {operation} }}
    data[gl_GlobalInvocationID.x] = x;
}}"
    )
}

/// Invocations, and operations of each.
const INVOCATIONS: u32 = 1 << 15;
const STEPS: u32 = 2048;

#[test]
fn chains_take_some_multiple_of_the_devices_own_time() {
    let Some(tools) = tools() else { return };
    let Some(driver) = driver("lavapipe") else {
        return;
    };
    let mut session = Session::new(&driver);
    session.ask_always();
    println!("| operation | times lavapipe's own |\n|---|---:|");
    for (name, operation) in [
        ("`OpFAdd`", "x = x + y;"),
        ("`OpFMul`", "x = x * y;"),
        ("`OpFDiv`", "x = x / y;"),
        ("`Sqrt`", "x = sqrt(x);"),
        ("`Fma`", "x = fma(x, y, z);"),
        ("comparison and selection", "x = x < z ? y : z;"),
        ("to and from 32 bits", "x = double(float(x));"),
    ] {
        let [all, none] = [STEPS, 0].map(|steps| {
            let options = ["--target-env", "vulkan1.1"];
            tools
                .glsl(&chain(operation, steps), "comp", &options)
                .unwrap()
        });
        let source = (0..INVOCATIONS).flat_map(|at| {
            let bits = (1.0 + f64::from(at) / f64::from(INVOCATIONS)).to_bits();
            [bits as u32, (bits >> 32) as u32]
        });
        let source: Vec<u32> = source.collect();
        let spent = |words: &[u32]| {
            let job = Job::compute(
                words,
                vec![Buffer::storage(0, source.clone())],
                INVOCATIONS / 64,
            );
            let mut session = Session::new(&driver);
            session.ask_always();
            session.device().unwrap();
            time(&mut session, &job)
        };
        let [native, native_rest] = [&all, &none].map(|words| spent(words));
        let [words, words_rest] = [&all, &none].map(|words| {
            let words = lowered(&mut session, words);
            spent(&words)
        });
        let [native, words] = [
            native.saturating_sub(native_rest),
            words.saturating_sub(words_rest),
        ];
        println!("| {name} | {:.0} |", ratio(words, native));
        assert!(words < Duration::from_secs(20), "{name}: {words:?}");
    }
}
