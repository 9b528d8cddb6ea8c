//! Atomics, scopes, clocks.

use super::{case, Case};
use crate::assemble::compute;
use crate::plan::needs::conditions::Is;

/// An atomic on a variable of a storage class. `ty` declares `%t`, by default `%f32`; `%c` is a constant of that type.
pub fn atomic(class: &str, ty: &str, preamble: &str, body: &str) -> Vec<u32> {
    let name = if ty.is_empty() { "%f32" } else { "%t" };
    let globals = format!(
        "{ty}
        %c = OpConstantNull {name}
        %s = OpTypeStruct {name}
        %to_s = OpTypePointer {class} %s
        %to_t = OpTypePointer {class} {name}
        %v = OpVariable %to_s {class}"
    );
    let body = format!("%p = OpAccessChain %to_t %v %zero\n{body}");
    let body = body.replace("%t ", &format!("{name} "));
    compute(5, preamble, &globals, &body)
}

/// The same on a texel.
fn texel_atomic(format: &str, ty: &str, preamble: &str, body: &str) -> Vec<u32> {
    let name = if ty.is_empty() { "%f32" } else { "%t" };
    let globals = format!(
        "{ty}
        %c = OpConstantNull {name}
        %image = OpTypeImage {name} 2D 0 0 0 2 {format}
        %to_image = OpTypePointer UniformConstant %image
        %to_t = OpTypePointer Image {name}
        %v2 = OpTypeVector %u32 2
        %at = OpConstantNull %v2
        %v = OpVariable %to_image UniformConstant"
    );
    let body = format!("%p = OpImageTexelPointer %to_t %v %at %zero\n{body}");
    let body = body.replace("%t ", &format!("{name} "));
    compute(5, preamble, &globals, &body)
}

pub fn atomics() -> Vec<Case> {
    use Is::*;
    let int64 = "OpCapability Int64\nOpCapability Int64Atomics";
    let t64 = "%t = OpTypeInt 64 0";
    let add = "%r = OpAtomicIAdd %t %p %two %zero %c";
    let image64 =
        format!("{int64}\nOpCapability Int64ImageEXT\nOpExtension \"SPV_EXT_shader_image_int64\"");
    let mut cases = vec![
        case(BufferInt64Atomics, atomic("StorageBuffer", t64, int64, add)),
        case(
            BufferInt64Atomics,
            atomic(
                "StorageBuffer",
                t64,
                int64,
                "OpAtomicStore %p %two %zero %c",
            ),
        ),
        case(SharedInt64Atomics, atomic("Workgroup", t64, int64, add)),
        case(ImageInt64Atomics, texel_atomic("R64ui", t64, &image64, add)),
    ];
    let float = |width: u32| {
        let preamble = match width {
            16 => "OpCapability Float16\nOpCapability AtomicFloat16AddEXT\nOpCapability AtomicFloat16MinMaxEXT\nOpExtension \"SPV_EXT_shader_atomic_float16_add\"",
            32 => "OpCapability AtomicFloat32AddEXT\nOpCapability AtomicFloat32MinMaxEXT",
            _ => "OpCapability Float64\nOpCapability AtomicFloat64AddEXT\nOpCapability AtomicFloat64MinMaxEXT",
        };
        format!("{preamble}\nOpExtension \"SPV_EXT_shader_atomic_float_add\"\nOpExtension \"SPV_EXT_shader_atomic_float_min_max\"")
    };
    let exchange = "%r = OpAtomicExchange %t %p %two %zero %c";
    let add = "%r = OpAtomicFAddEXT %t %p %two %zero %c";
    let min = "%r = OpAtomicFMinEXT %t %p %two %zero %c";
    for (class, width, kinds) in [
        (
            "StorageBuffer",
            16,
            [
                BufferFloat16Atomics,
                BufferFloat16AtomicAdd,
                BufferFloat16AtomicMinMax,
            ],
        ),
        (
            "StorageBuffer",
            32,
            [
                BufferFloat32Atomics,
                BufferFloat32AtomicAdd,
                BufferFloat32AtomicMinMax,
            ],
        ),
        (
            "StorageBuffer",
            64,
            [
                BufferFloat64Atomics,
                BufferFloat64AtomicAdd,
                BufferFloat64AtomicMinMax,
            ],
        ),
        (
            "Workgroup",
            16,
            [
                SharedFloat16Atomics,
                SharedFloat16AtomicAdd,
                SharedFloat16AtomicMinMax,
            ],
        ),
        (
            "Workgroup",
            32,
            [
                SharedFloat32Atomics,
                SharedFloat32AtomicAdd,
                SharedFloat32AtomicMinMax,
            ],
        ),
        (
            "Workgroup",
            64,
            [
                SharedFloat64Atomics,
                SharedFloat64AtomicAdd,
                SharedFloat64AtomicMinMax,
            ],
        ),
    ] {
        let ty = match width {
            16 => "%t = OpTypeFloat 16",
            64 => "%t = OpTypeFloat 64",
            _ => "",
        };
        for (is, body) in kinds.into_iter().zip([exchange, add, min]) {
            let words = atomic(class, ty, &float(width), body);
            cases.push(case(is, words));
        }
    }
    for (is, body) in [
        (ImageFloat32Atomics, exchange),
        (ImageFloat32AtomicAdd, add),
        (ImageFloat32AtomicMinMax, min),
    ] {
        let words = texel_atomic("R32f", "", &float(32), body);
        cases.push(case(is, words));
    }
    cases.push(case(
        Float16VectorAtomics,
        atomic(
            "StorageBuffer",
            "%h = OpTypeFloat 16\n%t = OpTypeVector %h 2",
            "OpCapability Float16\nOpCapability AtomicFloat16VectorNV\nOpExtension \"SPV_NV_shader_atomic_fp16_vector\"",
            add,
        ),
    ));
    cases
}

pub fn scopes() -> Vec<Case> {
    let clock =
        "OpCapability ShaderClockKHR\nOpCapability Int64\nOpExtension \"SPV_KHR_shader_clock\"";
    let u64_type = "%u64 = OpTypeInt 64 0\n%five = OpConstant %u32 5\n%order = OpConstant %u32 72";
    vec![
        case(
            Is::DeviceScope,
            compute(
                5,
                "",
                "%order = OpConstant %u32 72",
                "OpMemoryBarrier %one %order",
            ),
        ),
        case(
            Is::DeviceScope,
            atomic(
                "Workgroup",
                "%t = OpTypeInt 32 1",
                "",
                "%r = OpAtomicLoad %t %p %one %zero",
            ),
        ),
        case(
            Is::QueueFamilyScope,
            compute(5, "", u64_type, "OpControlBarrier %two %five %order"),
        ),
        case(
            Is::SubgroupClock,
            compute(5, clock, u64_type, "%r = OpReadClockKHR %u64 %three"),
        ),
        case(
            Is::DeviceClock,
            compute(5, clock, u64_type, "%r = OpReadClockKHR %u64 %one"),
        ),
    ]
}
