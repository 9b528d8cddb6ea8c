//! Plain variables in workgroup memory, which are packed where widened data would exceed the limit.

use super::super::STEP;
use crate::assemble::compute;
use crate::facts::{Facts, Scalar, TypeView};
use crate::filtered::words_for;
use crate::options::{Limits, Options};
use crate::passes::testing::{corrupt_every_word_of, without};
use crate::passes::Passes;
use crate::target::{feature, Target};

const NAMES: &str = "
    OpCapability Int16
    OpCapability Float16
";

/// Types of arrays of 1024 halves and rows of them, and a variable of 2048 bytes.
const HALVES: &str = "
    %half = OpTypeFloat 16
    %h1 = OpConstant %half 15360
    %n1024 = OpConstant %u32 1024
    %halves = OpTypeArray %half %n1024
    %to_halves = OpTypePointer Workgroup %halves
    %to_half = OpTypePointer Workgroup %half
    %tile = OpVariable %to_halves Workgroup
";

const STORE: &str = "
    %chain = OpAccessChain %to_half %tile %two
    OpStore %chain %h1
";

fn shader(globals: &str, body: &str) -> Vec<u32> {
    compute(3, NAMES, &format!("{HALVES}\n{globals}"), body)
}

/// A device without 16-bit values, with so many bytes of workgroup memory.
fn with_memory(bytes: u32) -> Target {
    let narrow = [feature::shaderFloat16, feature::shaderInt16];
    let mut description = without(&[STEP.features, &narrow].concat()).describe();
    description.properties.max_compute_shared_memory_size = Some(bytes);
    description.build()
}

/// The arrays in workgroup memory: their lengths, and whether their elements are floats.
fn arrays(words: &[u32]) -> Vec<(u32, bool)> {
    let mut facts = Facts::default();
    facts.scan(words, &Options::default().limits).unwrap();
    let arrays = facts.shared_variables(words).filter_map(|variable| {
        let pointee = facts.pointee(words, variable.word(1));
        let TypeView::Array { element, length } = facts.type_view(words, pointee) else {
            return None;
        };
        let number = facts.scalar_of(words, element)?;
        let is_float = matches!(number, Scalar::Float { width: 32 });
        Some((facts.index(words, length)?, is_float))
    });
    arrays.collect()
}

#[test]
fn only_memory_that_would_exceed_the_limit_is_packed() {
    let words = shader("", STORE);
    let fits = words_for(&words, &with_memory(4096)).unwrap();
    assert_eq!(arrays(&fits), [(1024, true)]);
    for bytes in [4095, 2048] {
        let packed = words_for(&words, &with_memory(bytes)).unwrap();
        assert_eq!(arrays(&packed), [(512, false)], "{bytes}");
    }
    let why = words_for(&words, &with_memory(2047)).unwrap_err();
    assert!(why.contains("maxComputeSharedMemorySize"), "{why}");
}

/// A Boolean has no representation in memory, so its structure stays, and with it a variable of the type of one of its parts.
/// Other variables are packed all the same.
#[test]
fn variables_without_a_layout_stay() {
    let globals = "
        %Flagged = OpTypeStruct %bool %half
        %to_flagged = OpTypePointer Workgroup %Flagged
        %flagged = OpVariable %to_flagged Workgroup
        %single = OpVariable %to_half Workgroup";
    let body = format!(
        "{STORE}\n%f = OpAccessChain %to_half %flagged %one\nOpStore %f %h1\nOpStore %single %h1"
    );
    let words = shader(globals, &body);
    assert_eq!(
        arrays(&words_for(&words, &with_memory(2060)).unwrap()),
        [(512, false)]
    );
    words_for(&words, &with_memory(2059)).unwrap_err();
}

#[test]
fn what_is_not_narrow_stays_beside_it() {
    let globals = "
        %floats = OpTypeArray %f32 %three
        %to_floats = OpTypePointer Workgroup %floats
        %to_float = OpTypePointer Workgroup %f32
        %plain = OpVariable %to_floats Workgroup";
    let body = format!(
        "{STORE}\n%f = OpAccessChain %to_float %plain %one\n%x = OpLoad %f32 %f\nOpStore %f %x"
    );
    let out = words_for(&shader(globals, &body), &with_memory(3000)).unwrap();
    assert_eq!(arrays(&out), [(512, false), (3, true)]);
}

/// A pointer to a part that is passed on, and the only variable having the type of a part of one that stays: the limit is the
/// reason.
#[test]
fn what_cannot_be_packed_is_refused() {
    let function = "
        %takes = OpTypeFunction %void %to_half";
    let call = "%r0 = OpFunctionCall %void %callee %chain
        OpReturn
        OpFunctionEnd
        %callee = OpFunction %void None %takes
        %parameter = OpFunctionParameter %to_half
        %start = OpLabel
        OpStore %parameter %h1";
    let mixed = "
        %Mixed = OpTypeStruct %bool %halves
        %to_mixed = OpTypePointer Workgroup %Mixed
        %mixed = OpVariable %to_mixed Workgroup";
    let into_mixed = "%part = OpAccessChain %to_halves %mixed %one
        %deeper = OpAccessChain %to_half %part %one
        OpStore %deeper %h1";
    // Each limit is between the sizes of packed and of widened memory.
    for (globals, body, bytes) in [(function, call, 4095), (mixed, into_mixed, 2048 + 4100)] {
        let words = shader(globals, &format!("{STORE}\n{body}"));
        words_for(&words, &with_memory(32768)).unwrap();
        let why = words_for(&words, &with_memory(bytes)).unwrap_err();
        assert!(why.contains("maxComputeSharedMemorySize"), "{body}\n{why}");
    }
}

#[test]
fn damaged_modules_do_not_panic() {
    let globals = "
        %v2 = OpTypeVector %half 2
        %m3 = OpTypeMatrix %v2 3
        %S = OpTypeStruct %half %m3 %u32 %v2
        %list = OpTypeArray %S %three
        %to_list = OpTypePointer Workgroup %list
        %to_column = OpTypePointer Workgroup %v2
        %other = OpVariable %to_list Workgroup";
    let body = format!(
        "{STORE}\n%column = OpAccessChain %to_column %other %two %one %zero
         %x = OpLoad %v2 %column\nOpStore %column %x"
    );
    let words = shader(globals, &body);
    let mut facts = Facts::default();
    facts.scan(&words, &Limits::NONE).unwrap();
    let mut lowering = Passes::default();
    lowering.pack(true);
    let small = facts.header.bound + 2;
    corrupt_every_word_of(
        &mut lowering,
        &words,
        small,
        &with_memory(2048),
        &Options::default(),
    );
}
