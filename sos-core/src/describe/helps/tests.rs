//! Which ways to meet a need are listed.

use crate::assemble::{compute, stage};
use crate::filtered::filtered;
use crate::report::{OutcomeKind, Unsupported};
use crate::target::{ApiVersion, Description, Feature, VulkanExtension};
use crate::{Options, Target, TargetKind};

/// A device of Vulkan 1.3 with the features that such devices must have, and no others.
fn device() -> Description {
    let mut device = Description::new("device", TargetKind::Device, ApiVersion::new(3, 0));
    device.imply_core_features();
    device
}

/// The unmet needs of an opcode.
fn needs(words: &[u32], target: &Target, opcode: &str) -> Vec<Unsupported> {
    let (_, report) = filtered(words, target, &Options::default());
    let needs = report.unsupported.into_iter();
    needs.filter(|one| one.opcode == opcode).collect()
}

/// An atomic operation on a float of a buffer, of workgroup memory or of an image.
fn float_atomic(memory: &str, width: u32, opcode: &str) -> Vec<u32> {
    let capabilities = format!(
        "{}OpCapability AtomicFloat{width}AddEXT\nOpCapability AtomicFloat{width}MinMaxEXT
        OpExtension \"SPV_EXT_shader_atomic_float_add\"
        OpExtension \"SPV_EXT_shader_atomic_float16_add\"
        OpExtension \"SPV_EXT_shader_atomic_float_min_max\"",
        match width {
            32 => String::new(),
            _ => format!("OpCapability Float{width}\n"),
        }
    );
    let (globals, pointer) = match memory {
        "Image" => (
            "%image = OpTypeImage %t 2D 0 0 0 2 R32f
            %to_image = OpTypePointer UniformConstant %image
            %to_t = OpTypePointer Image %t
            %pair = OpTypeVector %u32 2
            %at = OpConstantNull %pair
            %v = OpVariable %to_image UniformConstant"
                .to_owned(),
            "%p = OpImageTexelPointer %to_t %v %at %zero",
        ),
        _ => {
            let class = if memory == "Shared" {
                "Workgroup"
            } else {
                "StorageBuffer"
            };
            let globals = format!(
                "%s = OpTypeStruct %t
                %to_s = OpTypePointer {class} %s
                %to_t = OpTypePointer {class} %t
                %v = OpVariable %to_s {class}"
            );
            (globals, "%p = OpAccessChain %to_t %v %zero")
        }
    };
    let ty = match width {
        32 => String::new(),
        _ => format!("%t = OpTypeFloat {width}\n"),
    };
    let globals = format!("{ty}{globals}\n%c = OpConstantNull %t");
    // What nothing replaces, so that no pass replaces the atomic operation.
    let body =
        format!("OpSetMeshOutputsEXT %one %one\n{pointer}\n%r = {opcode} %t %p %two %zero %c");
    let named = |text: String| match width {
        32 => text.replace("%t ", "%f32 ").replace("%t\n", "%f32\n"),
        _ => text,
    };
    let [globals, body] = [format!("{globals}\n"), format!("{body}\n")].map(named);
    compute(5, &capabilities, &globals, &body)
}

/// The grammar has one set of four capabilities for these opcodes, which come with eight features.
#[test]
fn an_atomic_operation_lists_the_feature_for_its_memory_width_and_operation() {
    let mut cases = vec![("Image", 32)];
    for memory in ["Buffer", "Shared"] {
        cases.extend([16, 32, 64].map(|width| (memory, width)));
    }
    for (memory, width) in cases {
        for (opcode, operation) in [("OpAtomicFAddEXT", "Add"), ("OpAtomicFMaxEXT", "MinMax")] {
            let words = float_atomic(memory, width, opcode);
            let mut lacking = device();
            for name in ["VK_EXT_shader_atomic_float", "VK_EXT_shader_atomic_float2"] {
                lacking.set_extension(VulkanExtension::find(name).unwrap(), true);
            }
            // What is needed besides: only the atomic operation is of interest.
            for other in Feature::all().filter(|one| one.member().ends_with(&width.to_string())) {
                lacking.set_feature(other, !other.member().contains("Atomic"));
            }
            let found = needs(&words, &lacking.clone().build(), opcode);
            let feature = format!("shader{memory}Float{width}Atomic{operation}");
            let name = format!("AtomicFloat{width}{operation}EXT");
            let [one] = found.as_slice() else {
                panic!("{feature}: {found:#?}");
            };
            assert_eq!(one.need, format!("capability {name}"), "{feature}");
            let [provider] = one.provided_by.as_slice() else {
                panic!("{feature}: {:?}", one.provided_by);
            };
            assert!(provider.ends_with(&format!("::{feature}")), "{provider}");
            // With this one, the instruction needs nothing more.
            let mut helped = lacking;
            let found = Feature::all().find(|one| one.member() == feature).unwrap();
            helped.set_feature(found, true);
            assert!(
                needs(&words, &helped.build(), opcode).is_empty(),
                "{feature}"
            );
        }
    }
}

#[test]
fn a_mode_for_floats_lists_the_property_for_its_width() {
    let words = stage(
        3,
        "GLCompute",
        "OpExecutionMode %main LocalSize 1 1 1\nOpExecutionMode %main DenormFlushToZero 32",
        "OpCapability DenormFlushToZero\nOpExtension \"SPV_KHR_float_controls\"",
        "%half = OpConstant %f32 0.5",
        "%r = OpFAdd %f32 %half %half",
    );
    let found = needs(&words, &device().build(), "OpExecutionMode");
    let [one] = found.as_slice() else {
        panic!("{found:#?}");
    };
    assert_eq!(
        one.need,
        "capability DenormFlushToZero, for the execution mode DenormFlushToZero 32"
    );
    assert_eq!(
        one.provided_by,
        ["VkPhysicalDeviceFloatControlsProperties::shaderDenormFlushToZeroFloat32"]
    );
    assert!(one.blocking);
}

/// `StorageBuffer16BitAccess` would allow the type, but not the sum.
#[test]
fn a_type_lists_what_the_module_does_with_it() {
    let words = |body: &str| {
        compute(
            3,
            "OpCapability Float16\nOpCapability StorageBuffer16BitAccess
            OpExtension \"SPV_KHR_16bit_storage\"",
            "OpDecorate %s Block
            OpMemberDecorate %s 0 Offset 0
            OpDecorate %v DescriptorSet 0
            OpDecorate %v Binding 0
            %t = OpTypeFloat 16
            %s = OpTypeStruct %t
            %to_s = OpTypePointer StorageBuffer %s
            %to_t = OpTypePointer StorageBuffer %t
            %v = OpVariable %to_s StorageBuffer",
            &format!("%p = OpAccessChain %to_t %v %zero\n%x = OpLoad %t %p\n{body}\nOpStore %p %y"),
        )
    };
    // Nothing replaces the mesh's outputs, so that no pass replaces the type.
    let target = device().build();
    let said = |body: &str| {
        let words = words(&format!("OpSetMeshOutputsEXT %one %one\n{body}"));
        needs(&words, &target, "OpTypeFloat")
            .into_iter()
            .map(|one| one.need)
            .collect::<Vec<_>>()
    };
    assert_eq!(said("%y = OpFAdd %t %x %x"), ["capability Float16"]);
    assert_eq!(
        said("%y = OpCopyObject %t %x"),
        ["one of the capabilities StorageBuffer16BitAccess, UniformAndStorageBuffer16BitAccess"]
    );
}

/// A fragment shader has no use for ray tracing, nor a geometry shader for tessellation.
#[test]
fn a_built_in_lists_capabilities_of_its_stages() {
    for (model, modes, capability, helps) in [
        (
            "Fragment",
            "OpExecutionMode %main OriginUpperLeft",
            "Geometry",
            &["Geometry", "Tessellation", "MeshShadingEXT", "MeshShadingNV"][..],
        ),
        (
            "Geometry",
            "OpExecutionMode %main Triangles\nOpExecutionMode %main OutputPoints\nOpExecutionMode %main OutputVertices 1",
            "Geometry",
            &["Geometry"],
        ),
    ] {
        let words = stage(
            4,
            model,
            modes,
            &format!("OpCapability {capability}"),
            "OpDecorate %v BuiltIn PrimitiveId
            OpDecorate %v Flat
            %to_u = OpTypePointer Input %u32
            %v = OpVariable %to_u Input",
            "%r = OpLoad %u32 %v",
        );
        let found = needs(&words, &device().build(), "OpDecorate");
        let [one] = found.as_slice() else {
            panic!("{model}: {found:#?}");
        };
        let names = one.need.rsplit("capabilit").next().unwrap();
        let names = names.trim_start_matches("y ").trim_start_matches("ies ");
        assert_eq!(names.split(", ").collect::<Vec<_>>(), helps, "{model}");
    }
}

/// Vulkan 1.3 has format-less reads on every device, which cannot help where they were taken from one.
#[test]
fn what_the_device_has_is_not_listed() {
    let words = compute(
        3,
        "OpCapability StorageImageReadWithoutFormat",
        "OpDecorate %v DescriptorSet 0
        OpDecorate %v Binding 0
        %image = OpTypeImage %f32 2D 0 0 0 2 Unknown
        %to_image = OpTypePointer UniformConstant %image
        %v4 = OpTypeVector %f32 4
        %pair = OpTypeVector %u32 2
        %at = OpConstantNull %pair
        %v = OpVariable %to_image UniformConstant",
        "%i = OpLoad %image %v\n%r = OpImageRead %v4 %i %at",
    );
    let whole = device().build();
    let (_, report) = filtered(&words, &whole, &Options::default());
    assert_ne!(report.outcome, OutcomeKind::Unsupported);
    let less = whole
        .without(["shaderStorageImageReadWithoutFormat"])
        .unwrap();
    let found = needs(&words, &less, "OpImageRead");
    assert_eq!(
        found[0].provided_by,
        [
            "VkPhysicalDeviceFeatures::shaderStorageImageReadWithoutFormat",
            "VK_KHR_format_feature_flags2"
        ]
    );
    let mut both = less.describe();
    let extension = VulkanExtension::find("VK_KHR_format_feature_flags2").unwrap();
    both.set_extension(extension, true);
    let found = needs(&words, &both.build(), "OpImageRead");
    assert_eq!(found[0].provided_by.len(), 1, "{found:#?}");
}

/// To have no portability subset does not help a device that has none and lacks isolines all the same.
#[test]
fn of_a_condition_what_the_device_has_is_not_listed() {
    let words = stage(
        3,
        "TessellationEvaluation",
        "OpExecutionMode %main Isolines",
        "OpCapability Tessellation",
        "",
        "",
    );
    let mut device = device();
    device.set_feature(crate::target::feature::tessellationShader, true);
    let whole = device.build();
    assert!(needs(&words, &whole, "OpExecutionMode").is_empty());
    let less = whole.without(["tessellationIsolines"]).unwrap();
    let found = needs(&words, &less, "OpExecutionMode");
    assert_eq!(
        found[0].provided_by,
        ["VkPhysicalDevicePortabilitySubsetFeaturesKHR::tessellationIsolines"]
    );
}
