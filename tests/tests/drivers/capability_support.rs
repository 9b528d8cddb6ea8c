//! The capabilities and extensions that the filter accepts for a device are those that the validation layer accepts.
//!
//! For each one in the registries, a module that declares it and does nothing is passed to a device with everything enabled.
//! The layer must object exactly if the filter reports the declaration as unsupported.

use std::collections::BTreeMap;

use sos_core::tables::{
    availability, capabilities, capability, capability_row, extension_by_name, extension_name, op,
    CapabilityRow, EXTENSIONS, IMPLIED_NUMBERS,
};
use sos_core::Target;
use sos_tests::{driver, Failure, Job, Session, Stage, StageKind, Work};

/// Encodes an instruction.
fn inst(opcode: u16, operands: &[u32]) -> Vec<u32> {
    let header = (operands.len() as u32 + 1) << 16 | u32::from(opcode);
    [&[header], operands].concat()
}

/// Encodes a literal string.
fn string(text: &str) -> Vec<u32> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize(text.len() / 4 * 4 + 4, 0);
    bytes
        .chunks(4)
        .map(|word| u32::from_le_bytes(word.try_into().unwrap()))
        .collect()
}

/// A compute shader that only declares capabilities and extensions.
fn module(minor: u8, capabilities: &[u32], extensions: &[&str]) -> Vec<u32> {
    const LOGICAL: u32 = 0;
    const GLSL450: u32 = 1;
    const VULKAN: u32 = 3;
    const GL_COMPUTE: u32 = 5;
    const LOCAL_SIZE: u32 = 17;
    let [main, void, signature, label] = [1, 2, 3, 4];
    let memory_model = if capabilities.contains(&capability::VulkanMemoryModel) {
        VULKAN
    } else {
        GLSL450
    };
    let declared = [capability::Shader]
        .into_iter()
        .chain(capabilities.iter().copied());
    let instructions: Vec<Vec<u32>> = declared
        .map(|value| inst(op::OpCapability, &[value]))
        .chain(
            extensions
                .iter()
                .map(|name| inst(op::OpExtension, &string(name))),
        )
        .chain([
            inst(op::OpMemoryModel, &[LOGICAL, memory_model]),
            inst(
                op::OpEntryPoint,
                &[&[GL_COMPUTE, main], &string("main")[..]].concat(),
            ),
            inst(op::OpExecutionMode, &[main, LOCAL_SIZE, 1, 1, 1]),
            inst(op::OpTypeVoid, &[void]),
            inst(op::OpTypeFunction, &[signature, void]),
            inst(op::OpFunction, &[void, main, 0, signature]),
            inst(op::OpLabel, &[label]),
            inst(op::OpReturn, &[]),
            inst(op::OpFunctionEnd, &[]),
        ])
        .collect();
    let header = vec![0x0723_0203, 0x0001_0000 | u32::from(minor) << 8, 0, 5, 0];
    [header, instructions.concat()].concat()
}

/// The objection of the validation layer, if any.
fn objection(session: &mut Session, words: &[u32]) -> Option<String> {
    let job = Job {
        stages: vec![Stage::new(StageKind::Compute, words)],
        buffers: Vec::new(),
        push_constants: Vec::new(),
        addresses: Vec::new(),
        work: Work::Modules,
    };
    match session.run(&job) {
        Ok(_) => None,
        Err(Failure::Validation(messages)) => Some(messages[0].text.clone()),
        Err(failure) => panic!("{failure}"),
    }
}

/// Whether the device supports the extension.
fn supports(device: &Target, extension: &str) -> bool {
    extension_by_name(extension.as_bytes()).is_some_and(|at| device.extensions().contains(at))
}

/// The extension that must be declared with a capability, if the SPIR-V version does not include it: one that the device
/// supports, if any.
fn extension_of(row: &CapabilityRow, device: &Target) -> Option<&'static str> {
    if row.value == capability::Groups {
        // An extension of OpenCL that SPV_AMD_shader_ballot also uses.
        let borrower = "SPV_AMD_shader_ballot";
        return supports(device, borrower).then_some(borrower);
    }
    let available = availability(row.availability);
    if available.min_minor <= device.spirv_minor() {
        return None;
    }
    let names: Vec<_> = available
        .extensions
        .iter()
        .filter_map(|at| extension_name(*at))
        .collect();
    names
        .iter()
        .find(|name| supports(device, name))
        .or(names.first())
        .copied()
}

fn compare_with_validation_layer(name: &str) {
    let Some(driver) = driver(name) else { return };
    let mut session = Session::new(&driver);
    let device = session.device().unwrap().target();
    let mut wrong = BTreeMap::new();
    let mut supported_count = 0;
    let mut compare = |what: &str, believed: bool, words: &[u32]| {
        let objection = objection(&mut session, words);
        supported_count += usize::from(objection.is_none());
        if objection.is_none() != believed {
            wrong.insert(what.to_owned(), objection);
        }
    };
    for row in capabilities() {
        let extension = extension_of(&row, &device);
        // The layer considers declared capabilities only, so implied capabilities for types are declared too.
        let implied = row
            .implies
            .iter()
            .filter_map(|&at| Some(capability_row(at)?.value));
        let mut message = vec![row.value];
        message.extend(implied.filter(|value| IMPLIED_NUMBERS.contains(value)));
        let words = module(device.spirv_minor(), &message, extension.as_slice());
        compare(&row.name, device.has_capability(row.value), &words);
    }
    for extension in &EXTENSIONS {
        let words = module(device.spirv_minor(), &[], &[extension]);
        compare(extension, supports(&device, extension), &words);
    }
    assert!(
        wrong.is_empty(),
        "{name}: the filter and the layer differ on {wrong:#?}"
    );
    assert!(
        supported_count > 40,
        "{name} supports only {supported_count}"
    );
}

#[test]
fn lavapipe_matches_the_validation_layer() {
    compare_with_validation_layer("lavapipe");
}

#[test]
fn swiftshader_matches_the_validation_layer() {
    compare_with_validation_layer("swiftshader");
}

#[test]
fn radv_on_gcn1_matches_the_validation_layer() {
    compare_with_validation_layer("radv-pitcairn");
}

#[test]
fn radv_on_gcn4_matches_the_validation_layer() {
    compare_with_validation_layer("radv-polaris10");
}

#[test]
fn radv_on_gcn5_matches_the_validation_layer() {
    compare_with_validation_layer("radv-vega10");
}
