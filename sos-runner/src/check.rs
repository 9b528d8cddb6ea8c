//! Checks the declarations of a module against a target: version, capabilities, extensions.
//!
//! It reads the module with `rspirv`, not with the filter's scan, so that the check is independent of errors in the scan. That
//! the module declares everything it needs is left to the validator.

use rspirv::dr::Operand;
use sos_core::{tables, Target};

/// The declarations that the target does not support, in sentences for people.
pub(crate) fn lacking(words: &[u32], target: &Target) -> Vec<String> {
    let module = match crate::reader::load(words) {
        Ok(module) => module,
        Err(error) => return lacking_capabilities(words, target, &error.to_string()),
    };
    let mut found = Vec::new();
    version(words, target, &mut found);
    for operand in module.capabilities.iter().flat_map(|inst| &inst.operands) {
        if let Operand::Capability(capability) = operand {
            if !target.has_capability(*capability as u32) {
                found.push(format!(
                    "the output declares {capability:?}, which the device lacks"
                ));
            }
        }
    }
    for operand in module.extensions.iter().flat_map(|inst| &inst.operands) {
        if let Operand::LiteralString(name) = operand {
            let index = tables::extension_by_name(name.as_bytes());
            if !index.is_some_and(|index| target.extensions().contains(index)) {
                found.push(format!(
                    "the output declares {name}, which the device lacks"
                ));
            }
        }
    }
    found
}

fn version(words: &[u32], target: &Target, found: &mut Vec<String>) {
    let word = words.get(1).copied().unwrap_or_default();
    let (major, minor) = (word >> 16 & 0xFF, word >> 8 & 0xFF);
    if major != 1 || minor > u32::from(target.spirv_minor()) {
        found.push(format!(
            "the output is SPIR-V {major}.{minor}, and the device takes 1.{}",
            target.spirv_minor()
        ));
    }
}

/// Fallback for instructions that `rspirv` does not know: reads the capabilities, which come first in an unchanging encoding.
fn lacking_capabilities(words: &[u32], target: &Target, error: &str) -> Vec<String> {
    let mut found = Vec::new();
    version(words, target, &mut found);
    let mut rest = words.get(5..).unwrap_or_default();
    while let Some(&first) = rest.first() {
        let length = (first >> 16) as usize;
        let (17, Some(&capability)) = (first & 0xFFFF, rest.get(1)) else {
            break;
        };
        if !target.has_capability(capability) {
            found.push(format!(
                "the output declares capability {capability}, which the device lacks (rspirv: {error})"
            ));
        }
        rest = rest.get(length.max(1)..).unwrap_or_default();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_target_lacks_is_named() {
        let mut builder = rspirv::dr::Builder::new();
        builder.set_version(1, 3);
        builder.capability(rspirv::spirv::Capability::Shader);
        builder.capability(rspirv::spirv::Capability::Float16);
        builder.extension("SPV_KHR_shader_ballot");
        builder.memory_model(
            rspirv::spirv::AddressingModel::Logical,
            rspirv::spirv::MemoryModel::GLSL450,
        );
        let words = rspirv::binary::Assemble::assemble(&builder.module());
        let on = |device| lacking(&words, &Target::built_in(device).unwrap());
        assert_eq!(on("lavapipe"), Vec::<String>::new());
        let lacking = on("vulkan-1.0");
        assert_eq!(lacking.len(), 3, "{lacking:?}");
        assert!(lacking[0].contains("SPIR-V 1.3") && lacking[1].contains("Float16"));
    }

    #[test]
    fn declarations_are_read_where_rspirv_gives_up() {
        let words = [
            0x0723_0203,
            0x0001_0000,
            0,
            1,
            0,
            2 << 16 | 17,
            9,
            1 << 16 | 0xFFF0,
        ];
        let target = Target::built_in("vulkan-1.0").unwrap();
        assert_eq!(lacking(&words, &target).len(), 1);
    }
}
