//! Modules for the consumers, word by word.

/// A compute shader that declares Float64 without using it: every small device takes it only when it is rewritten.
#[rustfmt::skip]
pub const REWRITTEN: [u32; 37] = [
    0x0723_0203, 0x0001_0000, 0, 5, 0, // header
    0x0002_0011, 1, // OpCapability Shader
    0x0002_0011, 10, // OpCapability Float64
    0x0003_000E, 0, 1, // OpMemoryModel Logical GLSL450
    0x0005_000F, 5, 3, 0x6E69_616D, 0, // OpEntryPoint GLCompute %3 "main"
    0x0006_0010, 3, 17, 1, 1, 1, // OpExecutionMode %3 LocalSize 1 1 1
    0x0002_0013, 1, // %1 = OpTypeVoid
    0x0003_0021, 2, 1, // %2 = OpTypeFunction %1
    0x0005_0036, 1, 3, 0, 2, // %3 = OpFunction
    0x0002_00F8, 4, // %4 = OpLabel
    0x0001_00FD, // OpReturn
    0x0001_0038, // OpFunctionEnd
];

/// A ray generation shader: a stage that the device does not have and that nothing stands in for.
#[rustfmt::skip]
pub const UNSUPPORTED: [u32; 35] = [
    0x0723_0203, 0x0001_0400, 0, 5, 0, // header
    0x0002_0011, 4479, // OpCapability RayTracingKHR
    0x0006_000A, 0x5F56_5053, 0x5F52_484B, 0x5F79_6172, 0x6361_7274, 0x0067_6E69, // OpExtension "SPV_KHR_ray_tracing"
    0x0003_000E, 0, 1, // OpMemoryModel Logical GLSL450
    0x0005_000F, 5313, 3, 0x6E69_616D, 0, // OpEntryPoint RayGenerationKHR %3 "main"
    0x0002_0013, 1, // %1 = OpTypeVoid
    0x0003_0021, 2, 1, // %2 = OpTypeFunction %1
    0x0005_0036, 1, 3, 0, 2, // %3 = OpFunction
    0x0002_00F8, 4, // %4 = OpLabel
    0x0001_00FD, // OpReturn
    0x0001_0038, // OpFunctionEnd
];
