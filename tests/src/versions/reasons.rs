//! Explanations for additions of a SPIR-V version that no rule handles: the part of the table that is written by hand.

/// Names of additions, with one `*` for any characters, and why modules are refused or contain none. Used only for additions
/// without a measured result.
pub static REASONS: &[(&[&str], &str)] = &[
    (
        &[
            "Capability NamedBarrier",
            "Capability PipeStorage",
            "Capability SubgroupDispatch",
            "Capability UniformDecoration",
            "Decoration AlignmentId",
            "Decoration MaxByteOffset*",
            "ExecutionMode Finalizer",
            "ExecutionMode Initializer",
            "ExecutionMode LocalSizeHintId",
            "ExecutionMode SubgroupSize",
            "ExecutionMode SubgroupsPerWorkgroup*",
            "OpConstantPipeStorage",
            "OpCreatePipeFromPipeStorage",
            "OpGetKernel*",
            "OpMemoryNamedBarrier",
            "OpNamedBarrierInitialize",
            "OpSizeOf",
            "OpTypeNamedBarrier",
            "OpTypePipeStorage",
        ],
        "for kernels: no module for Vulkan has it",
    ),
    (
        &[
            "Capability Denorm*",
            "Capability RoundingMode*",
            "Capability SignedZeroInfNanPreserve",
            "ExecutionMode Denorm*",
            "ExecutionMode RoundingMode*",
            "ExecutionMode SignedZeroInfNanPreserve",
        ],
        "refused where something is computed under it, unless `float-controls` is allowed: a device without the mode may do \
         what it forbids",
    ),
    (
        &["BuiltIn Subgroup*Mask"],
        "refused where the device has no ballots: no rule makes the masks of an invocation's number",
    ),
    (
        &["StorageClass TaskPayloadWorkgroupEXT"],
        "refused: no other stage does what mesh shaders do",
    ),
    (
        &["Capability VariablePointers*"],
        "refused where a choice between pointers is none between indices into one variable",
    ),
    (
        &[
            "AddressingModel PhysicalStorageBuffer64",
            "Capability PhysicalStorageBufferAddresses",
            "Decoration AliasedPointer",
            "Decoration RestrictPointer",
            "StorageClass PhysicalStorageBuffer",
        ],
        "refused: nobody can tell which buffer lies at an address",
    ),
    (
        &[
            "Capability *DynamicIndexing",
            "Capability *NonUniformIndexing",
            "Capability ShaderNonUniform",
            "Decoration NonUniform",
        ],
        "refused where no rule takes the index apart",
    ),
    (
        &["Capability RuntimeDescriptorArray"],
        "refused: how many descriptors there are is not in the module",
    ),
];

/// New uses of existing instructions and enumerants: the version, the use, and what becomes of it before that version.
pub static USES: &[(u8, &str, &str)] = &[
    (
        4,
        "an interface lists all variables that an entry point reaches",
        "only inputs and outputs are listed",
    ),
    (
        4,
        "`OpSelect` on structures, arrays and matrices, and on vectors by one Boolean",
        "`select-composite` (exact)",
    ),
    (
        4,
        "`OpCopyMemory` with an access for each end",
        "`copy-memory` (exact)",
    ),
    (
        4,
        "`NonWritable` on variables of the shader's own",
        "`non-writable` (no meaning lost)",
    ),
    (
        4,
        "`OpUConvert` in `OpSpecConstantOp`",
        "folded where the value is known; else `constant-convert` (exact)",
    ),
    (
        4,
        "`BufferBlock` is gone",
        "no module is raised beyond 1.3, so it stays where a module has it",
    ),
    (
        5,
        "the lane of a broadcast is no constant",
        "`subgroup-broadcast` (exact)",
    ),
    (
        6,
        "non-semantic instruction sets without an extension",
        "`non-semantic` (no meaning lost)",
    ),
];

/// Whether a name matches a pattern.
pub fn fits(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        Some((start, end)) => name.starts_with(start) && name.ends_with(end),
        None => pattern == name,
    }
}

/// The explanation for an addition.
pub fn reason(name: &str) -> Option<&'static str> {
    let mut rows = REASONS.iter();
    let row = rows.find(|row| row.0.iter().any(|pattern| fits(pattern, name)));
    row.map(|row| row.1)
}
