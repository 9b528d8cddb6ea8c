//! Stores of 32-bit floats to 16-bit ones that say how they are rounded, on devices with arithmetic on halves or without.

use super::{filter_narrow_storage, job};
use sos_tests::random::random_words;
use sos_tests::reduced::{without, STORAGE};
use sos_tests::{driver, tools, Buffer, Session};

/// One invocation for each number. The decorated conversions are directly and by a group, each to its own buffer.
const SHADER: &str = r#"
OpCapability Shader
OpCapability StorageBuffer16BitAccess
OpExtension "SPV_KHR_16bit_storage"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %id
OpExecutionMode %main LocalSize 64 1 1
OpDecorate %id BuiltIn GlobalInvocationId
OpDecorate %words ArrayStride 4
OpDecorate %halves ArrayStride 2
OpDecorate %in_block Block
OpMemberDecorate %in_block 0 Offset 0
OpDecorate %out_block Block
OpMemberDecorate %out_block 0 Offset 0
OpDecorate %in DescriptorSet 0
OpDecorate %in Binding 0
OpDecorate %near DescriptorSet 0
OpDecorate %near Binding 1
OpDecorate %cut DescriptorSet 0
OpDecorate %cut Binding 2
OpDecorate %nearest FPRoundingMode RTE
OpDecorate %group FPRoundingMode RTZ
%group = OpDecorationGroup
OpGroupDecorate %group %to_zero
%void = OpTypeVoid
%fn = OpTypeFunction %void
%uint = OpTypeInt 32 0
%float = OpTypeFloat 32
%half = OpTypeFloat 16
%v3 = OpTypeVector %uint 3
%words = OpTypeRuntimeArray %float
%halves = OpTypeRuntimeArray %half
%in_block = OpTypeStruct %words
%out_block = OpTypeStruct %halves
%to_in = OpTypePointer StorageBuffer %in_block
%to_out = OpTypePointer StorageBuffer %out_block
%to_float = OpTypePointer StorageBuffer %float
%to_half = OpTypePointer StorageBuffer %half
%to_id = OpTypePointer Input %v3
%to_uint = OpTypePointer Input %uint
%in = OpVariable %to_in StorageBuffer
%near = OpVariable %to_out StorageBuffer
%cut = OpVariable %to_out StorageBuffer
%id = OpVariable %to_id Input
%zero = OpConstant %uint 0
%main = OpFunction %void None %fn
%entry = OpLabel
%at = OpAccessChain %to_uint %id %zero
%i = OpLoad %uint %at
%source = OpAccessChain %to_float %in %zero %i
%x = OpLoad %float %source
%nearest = OpFConvert %half %x
%to_zero = OpFConvert %half %x
%a = OpAccessChain %to_half %near %zero %i
OpStore %a %nearest
%b = OpAccessChain %to_half %cut %zero %i
OpStore %b %to_zero
OpReturn
OpFunctionEnd
"#;

/// The value of a half that is not negative; for infinity, the power of two behind the last half.
fn value(bits: u32) -> f64 {
    match (bits >> 10, f64::from(bits & 0x3FF)) {
        (0, fraction) => fraction / 1024.0 / 16384.0,
        (exponent, fraction) => (1.0 + fraction / 1024.0) * 2f64.powi(exponent as i32 - 15),
    }
}

/// The half that a number is rounded to, by comparing it with all.
fn rounded(bits: u32, to_zero: bool) -> u32 {
    let sign = bits >> 16 & 0x8000;
    let size = f64::from(f32::from_bits(bits & 0x7FFF_FFFF));
    if size.is_infinite() {
        return sign | 0x7C00;
    }
    // The greatest half that is not greater.
    let (mut least, mut beyond) = (0, 0x7C00);
    while beyond - least > 1 {
        let middle = (least + beyond) / 2;
        match value(middle) <= size {
            true => least = middle,
            false => beyond = middle,
        }
    }
    let middle = (value(least) + value(beyond)) / 2.0;
    let is_up = !to_zero && (size > middle || size == middle && least % 2 == 1);
    sign | (least + u32::from(is_up))
}

#[test]
fn stores_are_rounded_as_they_say() {
    let Some(tools) = tools() else { return };
    assert_eq!(
        [0x3F80_0000, 0xB380_0000, 0x477F_EFFF, 0x477F_F000].map(|bits| rounded(bits, false)),
        [0x3C00, 0x8001, 0x7BFF, 0x7C00]
    );
    let words = tools.assemble(SHADER, "vulkan1.1").unwrap();
    // All numbers near a half or near the middle of two, and others.
    let near = (0..0x7C00_u32).flat_map(|bits| {
        let lower = (value(bits) as f32).to_bits();
        let middle = ((value(bits) + value(bits + 1)) / 2.0) as f32;
        [
            lower.wrapping_sub(1),
            lower,
            lower + 1,
            middle.to_bits() - 1,
            middle.to_bits(),
            middle.to_bits() + 1,
        ]
    });
    let signed = near.flat_map(|bits| [bits, bits ^ 0x8000_0000]);
    let mut source: Vec<u32> = signed.chain(random_words(7_u32).take(1 << 16)).collect();
    source.retain(|&bits| !f32::from_bits(bits).is_nan());
    source.truncate(source.len() / 64 * 64);
    let packed = |to_zero| -> Vec<u32> {
        let pairs = source.chunks(2);
        let pair = |pair: &[u32]| rounded(pair[0], to_zero) | rounded(pair[1], to_zero) << 16;
        pairs.map(pair).collect()
    };
    let expected = [packed(false), packed(true)];
    assert!(expected[0] != expected[1]);
    for name in ["lavapipe", "swiftshader"] {
        let Some(driver) = driver(name) else { return };
        let mut session = Session::new(&driver);
        let target = without(&session.device().unwrap().target(), STORAGE);
        let words = filter_narrow_storage(tools, &words, &target);
        let out = |binding| Buffer::storage(binding, vec![0; source.len() / 2]);
        let buffers = vec![Buffer::storage(0, source.clone()), out(1), out(2)];
        let groups = source.len() as u32 / 64;
        let output = session.run(&job(&words, buffers, Vec::new(), groups));
        assert!(output.unwrap().buffers[1..] == expected, "{name}");
    }
}
