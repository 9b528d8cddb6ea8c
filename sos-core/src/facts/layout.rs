//! The order of a module's sections (specification, section 2.4, "Logical Layout of a Module").

use crate::tables::{op, op_hot, OpFlags};

/// The sections in order. The scan has a separate loop for functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Section {
    /// Instructions allowed in several sections: lines and extended instructions.
    Any,
    Capabilities,
    Extensions,
    Imports,
    MemoryModel,
    EntryPoints,
    ExecutionModes,
    /// Strings, sources, names and `OpModuleProcessed`: one section here, since nothing depends on their order.
    Debug,
    Annotations,
    Globals,
    Functions,
}

/// The number of sections.
pub const SECTIONS: usize = Section::Functions as usize + 1;

/// Returns the section that an opcode belongs to: debug instructions and annotations by the grammar's class.
pub const fn section(opcode: u16) -> Section {
    match opcode {
        op::OpCapability | op::OpConditionalCapabilityINTEL => Section::Capabilities,
        op::OpExtension | op::OpConditionalExtensionINTEL => Section::Extensions,
        op::OpExtInstImport => Section::Imports,
        op::OpMemoryModel | op::OpSamplerImageAddressingModeNV => Section::MemoryModel,
        op::OpEntryPoint | op::OpConditionalEntryPointINTEL => Section::EntryPoints,
        op::OpExecutionMode | op::OpExecutionModeId => Section::ExecutionModes,
        op::OpFunction => Section::Functions,
        op::OpLine | op::OpNoLine | op::OpExtInst => Section::Any,
        _ => {
            let flags = op_hot(opcode).flags;
            if flags.contains(OpFlags::DEBUG) {
                Section::Debug
            } else if flags.contains(OpFlags::ANNOTATION) {
                Section::Annotations
            } else {
                Section::Globals
            }
        }
    }
}

#[cfg(test)]
mod tests;
