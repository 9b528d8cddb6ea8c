//! Atomics of several widths in one module.

use crate::assemble::compute;
use crate::tables::capability_by_name;
use crate::target::{Feature, VulkanExtension};
use crate::{filter, Module, Options, Outcome, Scratch, Target};

/// 32-bit and 64-bit sums or minima, on a device with both: the capability of one does not cover the other.
#[test]
fn each_width_keeps_its_capability() {
    let mut device = Target::built_in("lavapipe").unwrap().describe();
    Feature::all().for_each(|feature| device.set_feature(feature, true));
    for name in ["VK_EXT_shader_atomic_float", "VK_EXT_shader_atomic_float2"] {
        device.set_extension(VulkanExtension::find(name).unwrap(), true);
    }
    let target = device.build();
    for (opcode, kind) in [("OpAtomicFAddEXT", "Add"), ("OpAtomicFMinEXT", "MinMax")] {
        let names = [32, 64].map(|width| format!("AtomicFloat{width}{kind}EXT"));
        // The unused capability makes the filter choose again.
        let preamble = format!(
            "OpCapability Float64\nOpCapability {}\nOpCapability {}\nOpCapability FragmentMaskAMD\n\
             OpExtension \"SPV_EXT_shader_atomic_float_add\"\n\
             OpExtension \"SPV_EXT_shader_atomic_float_min_max\"\n\
             OpExtension \"SPV_AMD_shader_fragment_mask\"",
            names[0], names[1],
        );
        let globals = "%f64 = OpTypeFloat 64
            %c = OpConstantNull %f32
            %d = OpConstantNull %f64
            %s = OpTypeStruct %f32 %f64
            %to_s = OpTypePointer StorageBuffer %s
            %to_f32 = OpTypePointer StorageBuffer %f32
            %to_f64 = OpTypePointer StorageBuffer %f64
            %v = OpVariable %to_s StorageBuffer";
        let body = format!(
            "%p = OpAccessChain %to_f32 %v %zero
            %q = OpAccessChain %to_f64 %v %one
            %a = {opcode} %f32 %p %one %zero %c
            %r = {opcode} %f64 %q %one %zero %d"
        );
        let words = compute(5, &preamble, globals, &body);
        let options = Options::default();
        let module = Module::scan(&words, &options.limits).unwrap();
        let mut scratch = Scratch::new();
        let outcome = filter(&module, &target, &options, &mut scratch).unwrap();
        assert!(matches!(outcome, Outcome::Rewritten(_)), "{opcode}");
        for name in names {
            let capability = capability_by_name(&name).unwrap();
            assert!(scratch.plan.capabilities.contains(capability), "{name}");
        }
    }
}
