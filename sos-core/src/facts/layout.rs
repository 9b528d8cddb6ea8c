//! The order of a module's sections (specification, section 2.4, "Logical Layout of a Module").

use crate::tables::op;

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

/// Returns the section that an opcode belongs to.
pub const fn section(opcode: u16) -> Section {
    match opcode {
        op::OpCapability => Section::Capabilities,
        op::OpExtension => Section::Extensions,
        op::OpExtInstImport => Section::Imports,
        op::OpMemoryModel => Section::MemoryModel,
        op::OpEntryPoint => Section::EntryPoints,
        op::OpExecutionMode | op::OpExecutionModeId => Section::ExecutionModes,
        op::OpString
        | op::OpSource
        | op::OpSourceContinued
        | op::OpSourceExtension
        | op::OpName
        | op::OpMemberName
        | op::OpModuleProcessed => Section::Debug,
        op::OpDecorate
        | op::OpMemberDecorate
        | op::OpDecorationGroup
        | op::OpGroupDecorate
        | op::OpGroupMemberDecorate
        | op::OpDecorateId
        | op::OpDecorateString
        | op::OpMemberDecorateString => Section::Annotations,
        op::OpFunction => Section::Functions,
        op::OpLine | op::OpNoLine | op::OpExtInst => Section::Any,
        _ => Section::Globals,
    }
}
