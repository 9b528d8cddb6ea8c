//! Images in the runner: initial contents reach the shader, and stores are returned.

use sos_runner::execute::image::{Access, Dim, Format, Image, Sampler, Wrap};
use sos_tests::driver::EXECUTING;
use sos_tests::images::{bound, image};
use sos_tests::{driver, tools, Buffer, BufferKind, Driver, Job, Session, Tools};

/// Runs a check on both drivers.
fn on_both_drivers(check: impl Fn(&Driver, Tools)) {
    for name in EXECUTING {
        if let (Some(driver), Some(tools)) = (driver(name), tools()) {
            check(&driver, tools);
        }
    }
}

fn run(driver: &Driver, tools: Tools, source: &str, buffers: Vec<Buffer>) -> Vec<Vec<u32>> {
    let source = format!("#version 450\n{source}");
    let words = tools
        .glsl(&source, "comp", &["--target-env", "vulkan1.1"])
        .unwrap();
    let job = Job::compute(&words, buffers, 1);
    Session::new(driver).run(&job).unwrap().buffers
}

fn format(name: &str) -> Format {
    Format::from_name(name).unwrap()
}

#[test]
fn stores_to_every_image_type_are_returned() {
    let shapes = [
        ("uimage1D", "int(i)", Dim::One, [24, 1, 1], 1, false),
        (
            "uimage1DArray",
            "ivec2(i % 6u, i / 6u)",
            Dim::One,
            [6, 1, 1],
            4,
            true,
        ),
        (
            "uimage2D",
            "ivec2(i % 6u, i / 6u)",
            Dim::Two,
            [6, 4, 1],
            1,
            false,
        ),
        (
            "uimage2DArray",
            "ivec3(i % 3u, i / 3u % 4u, i / 12u)",
            Dim::Two,
            [3, 4, 1],
            2,
            true,
        ),
        (
            "uimage3D",
            "ivec3(i % 3u, i / 3u % 4u, i / 12u)",
            Dim::Three,
            [3, 4, 2],
            1,
            false,
        ),
        (
            "uimageCube",
            "ivec3(i & 1u, i / 2u & 1u, i / 4u)",
            Dim::Cube,
            [2, 2, 1],
            6,
            false,
        ),
    ];
    on_both_drivers(|driver, tools| {
        for (ty, at, dim, extent, layers, arrayed) in shapes {
            let source = format!(
                "layout(local_size_x = 24) in;
                layout(binding = 3, r32ui) uniform {ty} texels;
                void main() {{
                    uint i = gl_LocalInvocationIndex;
                    imageStore(texels, {at}, imageLoad(texels, {at}) * 3u + 1u);
                }}"
            );
            let image = Image {
                layers,
                arrayed,
                ..image(Access::Storage, dim, "R32ui", extent)
            };
            let output = run(
                driver,
                tools,
                &source,
                vec![bound(3, image, (0..24).collect())],
            );
            let expected: Vec<u32> = (0..24).map(|i| 3 * i + 1).collect();
            assert_eq!(output, [expected], "{ty} on {}", driver.name());
        }
    });
}

#[test]
fn mip_levels_and_layers_have_the_documented_order() {
    on_both_drivers(|driver, tools| {
        let source = "layout(local_size_x = 15) in;
            layout(binding = 0) uniform usampler2DArray texels;
            layout(binding = 1) writeonly buffer Out { uint result[]; };
            void main() {
                int i = int(gl_LocalInvocationIndex);
                ivec4 at = i < 12 ? ivec4(i % 3, i / 3 % 2, i / 6, 0) : ivec4(0, 0, i - 12, 1);
                if (i < 14) result[i] = texelFetch(texels, at.xyz, at.w).x;
                else result[i] = uint(textureSize(texels, 1).z * 100 + textureQueryLevels(texels));
            }";
        let image = Image {
            layers: 2,
            levels: 2,
            arrayed: true,
            ..image(
                Access::Combined(Sampler::default()),
                Dim::Two,
                "R16ui",
                [3, 2, 1],
            )
        };
        assert_eq!((image.start_of(1), image.words()), (8, 12));
        // Two texels per word; level 1 starts at byte 32.
        let mut words: Vec<u32> = (0..6).map(|i| (2 * i) | ((2 * i + 1) << 16)).collect();
        words.extend([0, 0, 12 | (13 << 16), 0, 0, 0]);
        let output = run(
            driver,
            tools,
            source,
            vec![bound(0, image, words), Buffer::storage(1, vec![0; 15])],
        );
        let expected: Vec<u32> = (0..14).chain([202]).collect();
        assert_eq!(output[1], expected, "{}", driver.name());
    });
}

#[test]
fn samplers_use_the_given_state() {
    let source = "layout(binding = 0) uniform texture2D picture;
        layout(binding = 1) uniform sampler chosen[4];
        layout(binding = 2) writeonly buffer Out { float result[]; };
        layout(binding = 3) uniform sampler2DShadow depth;
        void main() {
            result[0] = textureLod(sampler2D(picture, chosen[0]), vec2(0.5, 0.25), 0.0).x;
            result[1] = textureLod(sampler2D(picture, chosen[1]), vec2(1.125, 0.25), 0.0).x;
            result[2] = textureLod(sampler2D(picture, chosen[2]), vec2(-1.0, 0.25), 0.0).x;
            result[3] = textureLod(sampler2D(picture, chosen[3]), vec2(2.5, 0.5), 0.0).x;
            result[4] = textureLod(depth, vec3(0.25, 0.5, 0.25), 0.0);
            result[5] = textureLod(depth, vec3(0.75, 0.5, 0.25), 0.0);
        }";
    let base = Sampler::default();
    let samplers = [
        Sampler {
            linear: true,
            ..base
        },
        Sampler {
            wrap: Wrap::Repeat,
            ..base
        },
        Sampler {
            wrap: Wrap::Border,
            ..base
        },
        Sampler {
            unnormalized: true,
            ..base
        },
    ];
    let floats = |values: &[f32]| {
        values
            .iter()
            .map(|value| value.to_bits())
            .collect::<Vec<_>>()
    };
    on_both_drivers(|driver, tools| {
        let picture = image(Access::Sampled, Dim::Two, "R32f", [4, 2, 1]);
        let less = Sampler {
            compare: true,
            ..base
        };
        let depth = image(Access::Combined(less), Dim::Two, "D32", [2, 1, 1]);
        let texels = floats(&[1.0, 2.0, 4.0, 8.0, 1.0, 2.0, 4.0, 8.0]);
        let mut buffers = vec![
            bound(0, picture, texels),
            Buffer::storage(2, vec![0; 6]),
            bound(3, depth, floats(&[0.5, 0.125, 0.0, 0.0])),
        ];
        buffers.extend(samplers.map(|sampler| Buffer {
            kind: BufferKind::Sampler(sampler),
            ..Buffer::storage(1, Vec::new())
        }));
        let output = run(driver, tools, source, buffers);
        assert_eq!(
            output[1],
            floats(&[3.0, 1.0, 1.0, 4.0, 1.0, 0.0]),
            "{}",
            driver.name()
        );
    });
}

#[test]
fn texel_buffers_and_multisampled_images_are_bound() {
    on_both_drivers(|driver, tools| {
        let source = "layout(local_size_x = 4) in;
            layout(binding = 0) uniform samplerBuffer from;
            layout(binding = 1, rgba8) uniform writeonly imageBuffer to;
            layout(binding = 2) uniform sampler2DMS samples;
            void main() {
                int i = int(gl_LocalInvocationIndex);
                imageStore(to, i, texelFetch(from, i) * texelFetch(samples, ivec2(1, 0), 3));
            }";
        let texels = |binding, kind, words| Buffer {
            kind,
            ..Buffer::storage(binding, words)
        };
        let samples = Image {
            multisampled: true,
            ..image(
                Access::Combined(Sampler::default()),
                Dim::Two,
                "Rgba8",
                [2, 2, 1],
            )
        };
        let colour = [1.0_f32, 0.0, 1.0, 0.0].map(f32::to_bits).to_vec();
        let output = run(
            driver,
            tools,
            source,
            vec![
                texels(
                    0,
                    BufferKind::UniformTexels(format("Rgba8")),
                    vec![0x4433_2211, 0, !0, 7],
                ),
                texels(1, BufferKind::StorageTexels(format("Rgba8")), vec![0; 4]),
                bound(2, samples, colour),
            ],
        );
        assert_eq!(
            output[1],
            [0x0033_0011, 0, 0x00FF_00FF, 7],
            "{}",
            driver.name()
        );
    });
}
