//! What people are told of shaders like those that they reported: causes, what only follows, reasons and helps.

use sos_core::{filter, Limits, Module, Naming, Options, Outcome, Report, Scratch, Target};
use sos_tests::{tools, Tools};

/// A shader, a device that cannot run it, and what is said.
struct Case {
    stage: &'static str,
    device: &'static str,
    source: &'static str,
    /// What the device lacks, all at once and each once.
    causes: &'static [&'static str],
    /// How a reason or an attempt for the first cause begins; empty if there is none.
    why: &'static str,
    /// How each help begins, but for the last where that names instructions.
    helps: &'static [&'static str],
}

const CASES: &[Case] = &[
    // Subgroups could be emulated if the workgroup were not too large.
    Case {
        stage: "comp",
        device: "vulkan-1.1",
        source: "#version 450
            #extension GL_KHR_shader_subgroup_arithmetic : require
            #extension GL_KHR_shader_subgroup_ballot : require
            layout(local_size_x = 256) in;
            layout(binding = 0) buffer A { uint a[]; };
            void main() {
                uint i = gl_GlobalInvocationID.x;
                a[i] = subgroupAdd(a[i]) + subgroupBallotBitCount(subgroupBallot(a[i] > 3u));
            }",
        causes: &[
            "maxComputeWorkGroupSize[0] of 256: the target allows at most 128, exceeded by 128 (VUID-RuntimeSpirv-x-06429)",
            "maxComputeWorkGroupInvocations of 256: the target allows at most 128, exceeded by 128 (VUID-RuntimeSpirv-x-06432)",
        ],
        why: "exceeded-limit: only if limits is allowed",
        helps: &["`--allow limits` would do"],
    },
    // The type is not to blame, and there is no OpAtomicLoad.
    Case {
        stage: "comp",
        device: "swiftshader",
        source: "#version 450
            #extension GL_EXT_shader_atomic_float : require
            layout(local_size_x = 32) in;
            layout(binding = 0) buffer B { float f; double d; float v[]; } b;
            void main() {
                atomicAdd(b.f, b.v[gl_GlobalInvocationID.x]);
                atomicAdd(b.d, double(b.v[gl_GlobalInvocationID.x]));
            }",
        causes: &["capability AtomicFloat64AddEXT"],
        why: "a 64-bit atomic operation: in function",
        helps: &["`--allow undef` would do", "without OpAtomicFAddEXT at "],
    },
    // Of four kinds of atomics, two block.
    Case {
        stage: "comp",
        device: "swiftshader",
        source: "#version 460
            #extension GL_EXT_shader_atomic_float : require
            #extension GL_EXT_shader_atomic_float2 : require
            #extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
            #extension GL_EXT_shader_atomic_int64 : require
            layout(local_size_x = 64) in;
            layout(binding = 0) buffer A { float sum; float most; uint64_t key; };
            layout(binding = 1, r32f) uniform image2D img;
            void main() {
                float v = float(gl_GlobalInvocationID.x);
                atomicAdd(sum, v);
                atomicMax(most, v);
                atomicMax(key, uint64_t(gl_GlobalInvocationID.x) << 32);
                imageAtomicAdd(img, ivec2(0), v);
            }",
        causes: &["capability Int64Atomics", "capability AtomicFloat32AddEXT"],
        why: "two 32-bit atomics do not make a 64-bit one",
        helps: &["`--allow undef` would do", "without OpAtomicUMax at "],
    },
    // Two constants, and one option for both.
    Case {
        stage: "comp",
        device: "swiftshader",
        source: "#version 450
            #extension GL_EXT_shader_explicit_arithmetic_types : require
            layout(constant_id = 0) const double sd = 0.25lf;
            layout(constant_id = 3) const int64_t s64 = 5L;
            layout(binding = 0) buffer B { double d; int64_t c; } o;
            void main() { o.d = sd; o.c = s64; }",
        causes: &["capability Float64", "capability Int64"],
        why: "a 64-bit specialization constant that stays open",
        helps: &["`--freeze` would do"],
    },
    // One need at three places, with one promise for all.
    Case {
        stage: "frag",
        device: "vulkan-1.0",
        source: "#version 450
            layout(location = 0) sample in vec2 d;
            layout(location = 0) out vec4 c;
            void main() { c = vec4(d, gl_SamplePosition) + vec4(float(gl_SampleID)); }",
        causes: &["capability SampleRateShading"],
        why: "sample-",
        helps: &["`--assume single-sample` would do"],
    },
    // The promise is about what is written, so it is not advised where the shader reads.
    Case {
        stage: "frag",
        device: "mali-g615",
        source: "#version 450
            in float gl_ClipDistance[2];
            layout(location = 0) out vec4 c;
            void main() { c = vec4(gl_ClipDistance[0], gl_ClipDistance[1], 0, 1); }",
        causes: &["capability ClipDistance"],
        why: "clip-distance: the shader reads it",
        helps: &["no option would do; the same device with VkPhysicalDeviceFeatures::shaderClipDistance would"],
    },
    // A read needs no other stage.
    Case {
        stage: "frag",
        device: "swiftshader",
        source: "#version 450
            layout(location = 0) out vec4 o;
            void main() { o = vec4(float(gl_PrimitiveID)); }",
        causes: &["one of the capabilities Geometry, Tessellation, MeshShadingEXT, MeshShadingNV"],
        why: "only the rasterizer knows the number of a fragment's primitive",
        helps: &["no option would do; the same device with VkPhysicalDeviceFeatures::geometryShader would"],
    },
    // There is no array of descriptors, and the instruction to do without is the atomic one.
    Case {
        stage: "frag",
        device: "powervr-ge8300",
        source: "#version 450
            layout(binding = 0) buffer B { int bb[4]; };
            layout(location = 0) out vec4 c;
            void main() { atomicMin(bb[0], int(gl_FragCoord.x)); c = vec4(1); }",
        causes: &["fragmentStoresAndAtomics, or NonWritable on the variable (VUID-RuntimeSpirv-NonWritable-06340)"],
        why: "read-only: the storage is written, or may be",
        helps: &["without OpAtomicSMin at "],
    },
    // A set of two, of which one is that the application does not use an extension.
    Case {
        stage: "frag",
        device: "adreno-a6xx",
        source: "#version 460
            #extension GL_KHR_shader_subgroup_quad : require
            #extension GL_KHR_shader_subgroup_ballot : require
            layout(location = 0) in vec2 uv;
            layout(location = 0) out vec4 o;
            layout(binding = 0) uniform sampler2D t;
            void main() {
                vec4 c = texture(t, uv);
                o = subgroupQuadSwapHorizontal(c);
                if (subgroupBallot(c.a > 0.5).x > 1u) o *= 2.0;
            }",
        causes: &[
            "capability GroupNonUniformQuad",
            "subgroupSupportedStages with VK_SHADER_STAGE_FRAGMENT_BIT (VUID-RuntimeSpirv-None-06343)",
        ],
        why: "subgroup-workgroup-memory: not all entry points are compute shaders: in other stages, subgroups are replaced only where no operation names an invocation or a size and ballots are only counted",
        helps: &[
            "`--allow subgroup-of-one` and `--without 'VkPhysicalDeviceFragmentDensityMapFeaturesEXT::fragmentDensityMap'` would do",
            "without OpGroupNonUniformQuadSwap at ",
        ],
    },
    // How many there are, and how many there may be.
    Case {
        stage: "frag",
        device: "vulkan-1.0",
        source: "#version 460
            layout(binding = 0) uniform sampler2D tex[64];
            layout(location = 0) flat in uint mat;
            layout(location = 0) out vec4 o;
            void main() { o = textureLod(tex[mat], vec2(0.5), 0.0); }",
        causes: &["capability SampledImageArrayDynamicIndexing"],
        why: "descriptor-index: the array has 64: a switch selects among at most 32 descriptors",
        helps: &["without OpLoad at "],
    },
];

fn report(tools: Tools, case: &Case) -> Report {
    let options = ["--target-env", "vulkan1.1"];
    let words = tools.glsl(case.source, case.stage, &options).unwrap();
    let module = Module::scan(&words, &Limits::default()).unwrap();
    let target = Target::built_in(case.device).unwrap();
    let (options, mut scratch) = (Options::default(), Scratch::default());
    let outcome = filter(&module, &target, &options, &mut scratch);
    assert_eq!(outcome, Ok(Outcome::Unsupported), "{}", case.causes[0]);
    scratch.explain(Naming::Program, &module, &target, &options)
}

#[test]
fn refusals_name_causes_reasons_and_helps() {
    let Some(tools) = tools() else { return };
    for case in CASES {
        let report = report(tools, case);
        let blocking = || report.unsupported.iter().filter(|one| one.blocking);
        let mut causes: Vec<&str> = Vec::new();
        for one in blocking() {
            if !causes.contains(&one.need.as_str()) {
                causes.push(&one.need);
            }
        }
        assert_eq!(causes, case.causes);
        let first = blocking().next().unwrap();
        let mut said = first.tried.iter().chain(&first.reason);
        assert!(
            said.any(|why| why.starts_with(case.why)),
            "{first:#?} has no {}",
            case.why
        );
        let helps: Vec<&str> = report.helps.iter().map(|help| help.text.as_str()).collect();
        let as_expected = helps.len() == case.helps.len()
            && helps
                .iter()
                .zip(case.helps)
                .all(|(help, start)| help.starts_with(start));
        assert!(as_expected, "{helps:#?} are not {:#?}", case.helps);
        // What is said of a device that was described in full assumes nothing.
        let assumed = report
            .assumptions
            .iter()
            .filter(|text| text.contains("taken as missing"));
        assert_eq!(assumed.count(), 0, "{:?}", report.assumptions);
    }
}
