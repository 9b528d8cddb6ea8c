//! Driver tests of storage images without a format, for devices that do not support them: the module filtered with formats
//! given by the caller is compared with an equivalent shader that declares the formats.
//!
//! Both drivers claim `shaderStorageImageReadWithoutFormat`, but one supports it for no format and the other crashes, so the
//! shader with formats is the reference.

use sos_core::target::feature;
use sos_core::{ImageFormat, Module, Options, Outcome, Scratch, Target};
use sos_runner::execute::image::{Access, Dim};
use sos_tests::driver::EXECUTING;
use sos_tests::images::{filled, image};
use sos_tests::{driver, tools, Buffer, Driver, Job, Session, Tools};

/// The format's name in SPIR-V and in GLSL, and the prefix of `vec4` and `image2D`.
const FORMATS: &[(&str, &str, &str)] = &[
    ("Rgba32f", "rgba32f", ""),
    ("Rgba16f", "rgba16f", ""),
    ("R32f", "r32f", ""),
    ("Rgba8", "rgba8", ""),
    ("Rgba8Snorm", "rgba8_snorm", ""),
    ("Rg16f", "rg16f", ""),
    ("R8", "r8", ""),
    ("Rgba32i", "rgba32i", "i"),
    ("Rgba16i", "rgba16i", "i"),
    ("Rgba8i", "rgba8i", "i"),
    ("R32i", "r32i", "i"),
    ("Rgba32ui", "rgba32ui", "u"),
    ("Rgba16ui", "rgba16ui", "u"),
    ("Rgba8ui", "rgba8ui", "u"),
    ("R32ui", "r32ui", "u"),
];

/// Reads and writes an image directly, through a function, and as an element of an array.
fn source(layout: &str, kind: &str) -> String {
    // GLSL does not accept images with a format as function arguments.
    let take = match layout {
        "" => format!("{kind}vec4 take(readonly {kind}image2D from, ivec2 at) {{ return imageLoad(from, at.yx); }}"),
        _ => "#define take(from, at) imageLoad(from, at.yx)".to_owned(),
    };
    format!(
        "#version 450
        #extension GL_EXT_shader_image_load_formatted : require
        layout(local_size_x = 8, local_size_y = 8) in;
        layout(set = 1, binding = 3 {layout}) uniform {kind}image2D picture;
        layout(set = 1, binding = 4 {layout}) uniform {kind}image2D pages[2];
        layout(set = 0, binding = 0) buffer Out {{ {kind}vec4 result[]; }};
        {take}
        void main() {{
            ivec2 at = ivec2(gl_GlobalInvocationID.xy);
            uint i = 3 * gl_LocalInvocationIndex;
            result[i] = imageLoad(picture, at);
            result[i + 1] = take(picture, at);
            result[i + 2] = take(pages[1], at) + {kind}vec4(imageSize(pages[0]).xyxy);
            imageStore(pages[0], at, result[i] + result[i + 2]);
        }}"
    )
}

fn job(words: &[u32], format: &str) -> Job {
    let image = image(Access::Storage, Dim::Two, format, [8, 8, 1]);
    // Small values in each format: no float is NaN, whose bits may change.
    let word =
        |i: u32, seed: u32| (i.wrapping_mul(2_654_435_761).wrapping_add(seed) >> 3) & 0x3B3B_3B3B;
    let bound = |binding, seed| Buffer {
        set: 1,
        ..filled(binding, image, |i| word(i, seed))
    };
    Job::compute(
        words,
        vec![
            Buffer::storage(0, vec![0; 64 * 12]),
            bound(3, 1),
            bound(4, 2),
            bound(4, 3),
        ],
        1,
    )
}

/// The driver's target without support for images without a format.
fn target(session: &mut Session) -> Target {
    let own = session.device().unwrap().target();
    let mut left = own.describe();
    left.keep_common(&Target::built_in("vulkan-1.1").unwrap().describe());
    left.set_feature(feature::shaderStorageImageExtendedFormats, true);
    left.build()
}

fn image_format(binding: u32, format: &str) -> ImageFormat {
    ImageFormat {
        set: 1,
        binding,
        format: ImageFormat::number(format).unwrap(),
    }
}

fn filtered(words: &[u32], target: &Target, image_formats: Vec<ImageFormat>) -> Option<Vec<u32>> {
    let options = Options {
        image_formats,
        ..Options::default()
    };
    let module = Module::scan(words, &options.limits).unwrap();
    let mut scratch = Scratch::new();
    match sos_core::filter(&module, target, &options, &mut scratch).unwrap() {
        Outcome::Rewritten(words) => Some(words.to_vec()),
        Outcome::Unchanged(_) => {
            panic!("the module is unchanged, but the target lacks its capabilities")
        }
        _ => None,
    }
}

fn compare_with_declared_formats(driver: &Driver, tools: Tools) {
    let mut session = Session::new(driver);
    let target = target(&mut session);
    for (name, layout, kind) in FORMATS {
        let compiled = |layout: &str| {
            let source = source(layout, kind);
            tools
                .glsl(&source, "comp", &["--target-env", "vulkan1.1"])
                .unwrap()
        };
        let open = compiled("");
        let given = filtered(
            &open,
            &target,
            vec![image_format(3, name), image_format(4, name)],
        );
        let given = given.unwrap_or_else(|| panic!("{name} is rejected"));
        let expected = session.run(&job(&compiled(&format!(", {layout}")), name));
        let found = session.run(&job(&given, name));
        assert_eq!(
            found.unwrap(),
            expected.unwrap(),
            "{name} on {}",
            driver.name()
        );
        // One image without a format, and one with a format of another component type.
        assert_eq!(
            filtered(&open, &target, vec![image_format(3, name)]),
            None,
            "{name}"
        );
        let other = if *kind == "i" { "R32ui" } else { "R32i" };
        let wrong = vec![image_format(3, name), image_format(4, other)];
        assert_eq!(filtered(&open, &target, wrong), None, "{name}");
    }
}

#[test]
fn given_formats_match_declared_formats_on_lavapipe() {
    let (Some(driver), Some(tools)) = (driver(EXECUTING[0]), tools()) else {
        return;
    };
    compare_with_declared_formats(&driver, tools);
}

#[test]
fn given_formats_match_declared_formats_on_swiftshader() {
    let (Some(driver), Some(tools)) = (driver(EXECUTING[1]), tools()) else {
        return;
    };
    compare_with_declared_formats(&driver, tools);
}
