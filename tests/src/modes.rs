//! Adds float controls, which GLSL does not have, to modules.

use sos_core::tables::op;

/// Adds execution modes for floats of a width to the entry point of a module, each with its capability.
pub fn with_modes(words: &[u32], width: u32, modes: &[(u32, u32)]) -> Vec<u32> {
    let mut out = words[..5].to_vec();
    for &(capability, _) in modes {
        out.extend([2 << 16 | u32::from(op::OpCapability), capability]);
    }
    let (mut at, mut is_named, mut is_added) = (5, false, false);
    let mut entry = 0;
    while at < words.len() {
        let (opcode, len) = (words[at] as u16, (words[at] >> 16) as usize);
        if !is_named && matches!(opcode, op::OpExtInstImport | op::OpMemoryModel) {
            is_named = true;
            out.push(7 << 16 | u32::from(op::OpExtension));
            let name = b"SPV_KHR_float_controls\0\0";
            let name = name
                .chunks(4)
                .map(|four| u32::from_le_bytes(four.try_into().unwrap()));
            out.extend(name);
        }
        if opcode == op::OpEntryPoint {
            entry = words[at + 2];
        } else if entry != 0 && !is_added {
            is_added = true;
            for &(_, mode) in modes {
                out.extend([4 << 16 | u32::from(op::OpExecutionMode), entry, mode, width]);
            }
        }
        out.extend(&words[at..at + len]);
        at += len;
    }
    out
}
