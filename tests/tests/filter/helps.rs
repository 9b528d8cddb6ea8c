//! What reports of refusals advise was seen to work: every help of every refused module of the corpus, on devices that differ, is
//! followed, and the module runs.

use std::collections::BTreeMap;

use sos_core::{
    filter, Allow, Assume, EntryPoint, ImageFormat, Limits, Module, Naming, Options, Outcome,
    Report, Scratch, SpecMode, Target,
};
use sos_tests::corpus::shaders;

const DEVICES: [&str; 6] = [
    "vulkan-1.0",
    "vulkan-1.1",
    "swiftshader",
    "adreno-a540",
    "mali-g78",
    "nvk-kepler",
];

/// Whether a device runs a module.
fn runs(module: &Module<'_>, target: &Target, options: &Options, scratch: &mut Scratch) -> bool {
    let outcome = filter(module, target, options, scratch);
    !matches!(outcome, Err(_) | Ok(Outcome::Unsupported))
}

/// Every way to give images a format of floats or of integers; not those that are tried before a help is given.
fn formats(images: &[(u32, u32)]) -> Vec<Vec<ImageFormat>> {
    let mut ways = vec![Vec::new()];
    for &(set, binding) in images {
        let more = ways.iter().flat_map(|way| {
            ["Rgba16f", "Rgba8i", "Rgba8ui"].map(|name| {
                let format = ImageFormat::number(name).unwrap();
                let given = ImageFormat {
                    set,
                    binding,
                    format,
                };
                [way.as_slice(), &[given]].concat()
            })
        });
        ways = more.collect();
    }
    ways
}

/// Follows what a help says. Returns whether the device then runs the module.
fn follow(module: &Module<'_>, target: &Target, help: &[String], scratch: &mut Scratch) -> bool {
    let (mut options, mut target) = (Options::default(), target.clone());
    let mut alone = Vec::new();
    let mut images = Vec::new();
    for option in help {
        match option.split_once(' ') {
            Some(("allow", name)) => {
                options.allow = options.allow.with(Allow::from_name(name).unwrap());
            }
            Some(("assume", name)) => {
                options.assume = options.assume.with(Assume::from_name(name).unwrap());
            }
            Some(("set-to", set)) => {
                let (id, value) = set.split_once('=').unwrap();
                let value = value.parse().unwrap();
                options.constants.push((id.parse().unwrap(), value));
            }
            Some(("without", part)) => target = target.without([part]).unwrap(),
            Some(("entry-point", name)) => alone.push(name.to_owned()),
            Some(("image-format", all)) => {
                let places = all.split(',').map(|one| {
                    let (set, binding) = one
                        .strip_suffix("=FORMAT")
                        .unwrap()
                        .split_once(':')
                        .unwrap();
                    (set.parse().unwrap(), binding.parse().unwrap())
                });
                images.extend(places);
            }
            _ => {
                assert_eq!(option, "freeze");
                options.spec = SpecMode::Freeze;
            }
        }
    }
    if alone.is_empty() {
        let mut ways = formats(&images).into_iter();
        return ways.any(|formats| {
            options.image_formats = formats;
            runs(module, &target, &options, scratch)
        });
    }
    alone.iter().all(|name| {
        let execution_model = None;
        let entry = EntryPoint {
            name,
            execution_model,
        };
        let selection = module.select(&[entry]).unwrap();
        let selected = selection.scan(&Limits::default()).unwrap();
        runs(&selected, &target, &options, scratch)
    })
}

#[test]
fn what_is_advised_works() {
    let targets = DEVICES.map(|name| Target::built_in(name).unwrap());
    let (mut scratch, options) = (Scratch::default(), Options::default());
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut count = |what| *counts.entry(what).or_default() += 1;
    for shader in shaders("") {
        let module = Module::scan(&shader.words, &Limits::default()).unwrap();
        for target in &targets {
            if runs(&module, target, &options, &mut scratch) {
                continue;
            }
            let report: Report = scratch.explain(Naming::Program, &module, target, &options);
            count("refused");
            let place = format!("{} on {}", shader.name, target.name());
            let causes = report.unsupported.iter().filter(|one| one.blocking);
            assert!(causes.count() > 0, "no cause: {place}");
            let mut works = false;
            for help in report.helps.iter().filter(|help| !help.options.is_empty()) {
                works = true;
                let done = follow(&module, target, &help.options, &mut scratch);
                assert!(done, "{}: {place}", help.text);
                if help
                    .options
                    .iter()
                    .any(|option| option.starts_with("image-format "))
                {
                    count("with a format");
                }
            }
            if works {
                count("with an option that works");
            } else if report
                .helps
                .iter()
                .any(|help| help.text.starts_with("without "))
            {
                count("with instructions to do without");
            } else if !report.helps.is_empty() {
                count("with what the device lacks");
            } else {
                count("without help");
                println!("without help: {place}");
            }
        }
    }
    println!("{counts:#?}");
    assert!(counts["with a format"] > 5, "{counts:?}");
    assert!(counts["refused"] > 500, "{counts:?}");
    let helped = counts["refused"] - counts.get("without help").unwrap_or(&0);
    assert!(helped * 5 >= counts["refused"] * 4, "{counts:?}");
}
