//! What the filter is said to add to devices is what it does for the corpus, and `docs/extended.md` says it.

use sos_core::Grade;
use sos_tests::corpus::shaders;
use sos_tests::extended::{devices, measure, page, pairs, unlisted, Pair, Unlisted};
use sos_tests::paths;

#[test]
fn additions_keep_what_they_promise() {
    let shaders = shaders("");
    let all = measure(&shaders);
    for measured in &all {
        let names = measured.row.names();
        assert!(measured.lowered > 0, "no module shows {names:?}");
        if measured.row.grade == Grade::Always {
            assert!(measured.refused.is_empty(), "{names:?}: {measured:#?}");
        }
    }
    let devices = devices(&shaders);
    assert!(
        devices.iter().any(|device| device.gained > 50),
        "{devices:#?}"
    );
    let text = page(&all, &devices);
    let path = paths::root().join("docs/extended.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
        return;
    }
    assert!(
        std::fs::read_to_string(&path).is_ok_and(|old| old == text),
        "docs/extended.md is not what is measured: BLESS=1 cargo test -p sos-tests --test filter extended::"
    );
}

/// Features that the filter makes up for and programs are not told of, with the reason.
const UNLISTED: [(&str, &str); 17] = [
    ("fragmentStoresAndAtomics", ONLY_READ),
    ("vertexPipelineStoresAndAtomics", ONLY_READ),
    ("geometryShader", NOT_USED),
    ("multiViewport", NOT_USED),
    ("rayTracingPipeline", NOT_USED),
    ("maintenance4", "most of it concerns no shader"),
    ("multiview", "the views are the application's"),
    ("shaderMaximalReconvergence", ASSUMED),
    ("shaderSubgroupUniformControlFlow", ASSUMED),
    (
        "shaderQuadControl",
        "only where it is proven that all fragments of a primitive take part",
    ),
    ("shaderMixedFloatDotProductFloat16AccFloat32", NOBODY_ASKS),
    ("shaderMixedFloatDotProductFloat16AccFloat16", NOBODY_ASKS),
    ("shaderMixedFloatDotProductBFloat16Acc", NOBODY_ASKS),
    ("shaderMixedFloatDotProductFloat8AccFloat32", NOBODY_ASKS),
    ("subgroupBroadcastDynamicId", NOBODY_ASKS),
    ("computeDerivativeGroupLinear", NOBODY_ASKS),
    ("computeDerivativeGroupQuads", NOBODY_ASKS),
];

const ONLY_READ: &str = "only where nothing is stored";
const NOT_USED: &str = "only where a module does not use what it declares";
const ASSUMED: &str = "what it guarantees is assumed and not made";
const NOBODY_ASKS: &str = "no program is known that asks for it; it could be offered";

/// A feature that a new rule replaces is offered to programs, or somebody has said why not.
#[test]
fn what_is_replaced_is_offered_or_there_is_a_reason() {
    let all = unlisted(&shaders(""));
    let is_listed = |one: &&Unlisted| UNLISTED.iter().any(|row| row.0 == one.feature.member());
    let missing: Vec<_> = all.iter().filter(|one| !is_listed(one)).collect();
    assert!(missing.is_empty(), "{missing:#?}");
    for (name, _) in UNLISTED {
        assert!(
            all.iter().any(|one| one.feature.member() == name),
            "{name} is not replaced"
        );
    }
}

/// Pairs of which every module of the corpus is refused for a reason that concerns few: what is added, and what goes with it.
const EXCEPTIONS: [(&str, &str); 9] = [
    // In buffers. In workgroup memory they are lowered.
    ("storageBuffer16BitAccess", "shaderFloat16VectorAtomics"),
    // Interpolation functions.
    ("shaderFloat16", "sampleRateShading"),
    ("shaderFloat16", "shaderSampleRateInterpolationFunctions"),
    // One module has dot products of all encodings.
    ("shaderInt16", "shaderMixedFloatDotProductBFloat16Acc"),
    ("shaderInt16", "shaderMixedFloatDotProductFloat8AccFloat32"),
    (
        "shaderBFloat16Type",
        "shaderMixedFloatDotProductFloat8AccFloat32",
    ),
    ("shaderFloat8", "shaderMixedFloatDotProductBFloat16Acc"),
    // The extension of the instruction goes with the features.
    ("shaderBufferFloat32Atomics", "shaderFloat16VectorAtomics"),
    // Where it is not proven that all fragments of a primitive take part.
    ("VK_SUBGROUP_FEATURE_QUAD_BIT", "shaderQuadControl"),
];

/// What programs are told of together is lowered together, and what is withdrawn would be refused.
#[test]
fn what_is_told_together_is_lowered_together() {
    let all = pairs(&shaders(""));
    let is_exception = |pair: &Pair| {
        let names = pair.row.names();
        let member = pair.feature.member();
        EXCEPTIONS
            .iter()
            .any(|one| names.contains(&one.0) && member == one.1)
    };
    let is_wrong = |pair: &&Pair| (pair.told != (pair.lowered > 0)) != is_exception(pair);
    let wrong = all.iter().filter(is_wrong);
    let name = |pair: &Pair| {
        let (lowered, refused) = (pair.lowered, pair.refused);
        let names = pair.row.names().join(", ");
        format!(
            "{} with {names}: {lowered} lowered, {refused} refused",
            pair.feature
        )
    };
    let wrong: Vec<String> = wrong.map(name).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let withdrawn = all.iter().filter(|pair| !pair.told).count();
    assert!(
        all.len() > 30 && withdrawn > 10,
        "{} {withdrawn}",
        all.len()
    );
}
