//! Tests of capabilities that the grammar does not require: found where they are used, and not where they are only declared.

use super::is_opaque;
use crate::assemble::{compute, stage};
use crate::filtered::filtered;
use crate::header::LEN;
use crate::inst::Insts;
use crate::tables::{capabilities, capability_by_name, op};
use crate::target::{feature, provided_by, Target};
use crate::{Module, Options, Strip};

/// Returns the capabilities that an inspection finds in use.
fn used(words: &[u32]) -> Vec<String> {
    let module = Module::scan(words, &Options::default().limits).unwrap();
    crate::inspect(&module)
        .into_iter()
        .flat_map(|entry| entry.capabilities)
        .collect()
}

#[test]
fn no_capability_of_vulkan_is_opaque() {
    for row in capabilities() {
        let index = capability_by_name(&row.name).unwrap();
        assert!(
            !is_opaque(index) || provided_by(row.value).is_empty(),
            "{}",
            row.name
        );
    }
    assert!(is_opaque(capability_by_name("Vector16").unwrap()));
}

/// A variable of a storage class, loaded or stored as its type allows.
fn variable(ty: &str, class: &str) -> (String, &'static str) {
    let globals = format!(
        "{ty}
        %s = OpTypeStruct %t
        %to_s = OpTypePointer {class} %s
        %to_t = OpTypePointer {class} %t
        %v = OpVariable %to_s {class}"
    );
    (
        globals,
        "%p = OpAccessChain %to_t %v %zero\n%x = OpLoad %t %p\nOpStore %p %x",
    )
}

/// SPIR-V accepts 16-bit floats in a buffer with the capability for arithmetic; Vulkan also requires the feature for the
/// buffer.
#[test]
fn memory_of_narrow_data_counts_undeclared() {
    let (globals, body) = variable("%t = OpTypeFloat 16", "StorageBuffer");
    let block = "OpDecorate %s Block\nOpMemberDecorate %s 0 Offset 0";
    let globals = format!("{block}\n{globals}");
    let words = compute(3, "OpCapability Float16", &globals, body);
    let has_all = Target::built_in("lavapipe").unwrap();
    let (out, report) = filtered(&words, &has_all, &Options::default());
    assert_eq!((out == words, report.unsupported.len()), (true, 0));

    let mut description = has_all.describe();
    description.set_feature(feature::storageBuffer16BitAccess, false);
    description.set_feature(feature::uniformAndStorageBuffer16BitAccess, false);
    let (out, report) = filtered(&words, &description.build(), &Options::default());
    assert_eq!(
        (out == words, report.unsupported.len()),
        (false, 0),
        "{:?}",
        report.unsupported
    );
    assert!(used(&out).iter().all(|name| !name.contains("16Bit")));
}

#[test]
fn values_that_are_only_kept_lose_their_names() {
    let (globals, _) = variable("%t = OpTypeInt 16 0", "StorageBuffer");
    let modes = "OpExecutionMode %main LocalSize 8 1 1\nOpName %x \"x\"\nOpName %wide \"wide\"";
    let names = "OpCapability Int16\nOpCapability StorageBuffer16BitAccess";
    let kept = "%p = OpAccessChain %to_t %v %zero
        %x = OpLoad %t %p
        %wide = OpUConvert %u32 %x
        %y = OpUConvert %t %wide
        OpStore %p %y";
    let computed = format!("{kept}\n%z = OpIAdd %t %x %x");
    let has_all = Target::built_in("lavapipe").unwrap();
    let mut description = has_all.describe();
    description.set_feature(feature::shaderInt16, false);
    let stores = description.build();
    for (body, target, strip, left) in [
        (kept, &has_all, Strip::Nothing, 2),
        (kept, &has_all, Strip::Debug, 1),
        (kept, &stores, Strip::Nothing, 1),
        (&computed, &has_all, Strip::Debug, 2),
    ] {
        let words = stage(5, "GLCompute", modes, names, &globals, body);
        let options = Options {
            strip,
            ..Options::default()
        };
        let (out, _) = filtered(&words, target, &options);
        let insts = Insts::new(&out, LEN as u32, out.len() as u32);
        let found = insts.filter(|inst| inst.opcode() == op::OpName).count();
        assert_eq!(found, left, "{body} {strip:?}");
    }
}

/// A resource of an image type, in an array or alone.
fn image(shape: &str, body: &str) -> (String, String) {
    let globals = format!(
        "%v2 = OpTypeVector %u32 2
        %v4 = OpTypeVector %f32 4
        %image = OpTypeImage {shape}
        %to_image = OpTypePointer UniformConstant %image
        %at = OpConstantNull %v2
        %texel = OpConstantNull %v4
        %v = OpVariable %to_image UniformConstant"
    );
    (globals, format!("%i = OpLoad %image %v\n{body}"))
}

#[test]
fn use_is_detected_and_declaration_alone_is_not() {
    let h = "%t = OpTypeFloat 16";
    let b = "%t = OpTypeInt 8 0";
    let query = "%r = OpImageQuerySize %v2 %i";
    let stored = |ty, class| {
        let (globals, body) = variable(ty, class);
        (globals, body.to_owned())
    };
    let arithmetic = |ty: &str, add: &str| {
        (
            format!("{ty}\n%c = OpConstantNull %t"),
            format!("%r = {add} %t %c %c"),
        )
    };
    let plain = |globals: &str, body: &str| (globals.to_owned(), body.to_owned());
    let cases = [
        ("StorageBuffer16BitAccess", stored(h, "StorageBuffer")),
        ("StoragePushConstant16", stored(h, "PushConstant")),
        ("UniformAndStorageBuffer16BitAccess", stored(h, "Uniform")),
        ("StorageInputOutput16", stored(h, "Input")),
        ("StorageBuffer8BitAccess", stored(b, "StorageBuffer")),
        ("StoragePushConstant8", stored(b, "PushConstant")),
        ("UniformAndStorageBuffer8BitAccess", stored(b, "Uniform")),
        // Memory without capabilities for storage.
        ("Float16", stored(h, "Private")),
        ("Float16", stored(h, "CallableDataKHR")),
        ("Int8", stored(b, "RayPayloadKHR")),
        ("Int8", stored(b, "TaskPayloadWorkgroupEXT")),
        ("Int8", stored(b, "Input")),
        ("Float16", arithmetic(h, "OpFAdd")),
        ("Int8", arithmetic(b, "OpIAdd")),
        ("Int16", arithmetic("%t = OpTypeInt 16 0", "OpIAdd")),
        ("Int64", arithmetic("%t = OpTypeInt 64 0", "OpIAdd")),
        ("Float64", arithmetic("%t = OpTypeFloat 64", "OpFAdd")),
        (
            "Int16",
            plain(
                "%t = OpTypeInt 16 0\n%c = OpConstantNull %t",
                "OpSelectionMerge %after None
                OpSwitch %c %after
                %after = OpLabel",
            ),
        ),
        ("Sampled1D", image("%f32 1D 0 0 0 1 Unknown", query)),
        ("Image1D", image("%f32 1D 0 0 0 2 R32f", query)),
        ("SampledBuffer", image("%f32 Buffer 0 0 0 1 Unknown", query)),
        ("ImageBuffer", image("%f32 Buffer 0 0 0 2 R32f", query)),
        (
            "SampledCubeArray",
            image("%f32 Cube 0 1 0 1 Unknown", query),
        ),
        ("ImageCubeArray", image("%f32 Cube 0 1 0 2 R32f", query)),
        (
            "StorageImageMultisample",
            image("%f32 2D 0 0 1 2 R32f", query),
        ),
        ("ImageMSArray", image("%f32 2D 0 1 1 2 R32f", query)),
        (
            "StorageImageReadWithoutFormat",
            image("%f32 2D 0 0 0 2 Unknown", "%r = OpImageRead %v4 %i %at"),
        ),
        (
            "StorageImageWriteWithoutFormat",
            image("%f32 2D 0 0 0 2 Unknown", "OpImageWrite %i %at %texel"),
        ),
        (
            "ImageReadWriteLodAMD",
            image(
                "%f32 2D 0 0 0 2 R32f",
                "%r = OpImageRead %v4 %i %at Lod %one",
            ),
        ),
        (
            "ImageReadWriteLodAMD",
            image(
                "%f32 2D 0 0 0 2 R32f",
                "OpImageWrite %i %at %texel Lod %one",
            ),
        ),
        (
            "ImageGatherBiasLodAMD",
            image(
                "%f32 2D 0 0 0 1 Unknown",
                "%r = OpImageGather %v4 %i %at %zero Lod %one",
            ),
        ),
        (
            "Float16ImageAMD",
            plain(
                "%h = OpTypeFloat 16
                %image = OpTypeImage %h 2D 0 0 0 2 R16f
                %to_image = OpTypePointer UniformConstant %image
                %v = OpVariable %to_image UniformConstant",
                "%i = OpLoad %image %v",
            ),
        ),
        (
            "Int64ImageEXT",
            plain(
                "%l = OpTypeInt 64 0
                %image = OpTypeImage %l 2D 0 0 0 2 Unknown
                %to_image = OpTypePointer UniformConstant %image
                %v = OpVariable %to_image UniformConstant",
                "%i = OpLoad %image %v",
            ),
        ),
        (
            "Float16",
            plain(
                "%t = OpTypeFloat 16
                %t2 = OpTypeVector %t 2
                %v4 = OpTypeVector %f32 4
                %lod = OpConstantNull %f32
                %shape = OpTypeImage %f32 2D 0 0 0 1 Unknown
                %image = OpTypeSampledImage %shape
                %to_image = OpTypePointer UniformConstant %image
                %to_t2 = OpTypePointer Input %t2
                %v = OpVariable %to_image UniformConstant
                %at = OpVariable %to_t2 Input",
                "%i = OpLoad %image %v
                %x = OpLoad %t2 %at
                %r = OpImageSampleExplicitLod %v4 %i %x Lod %lod",
            ),
        ),
        (
            "MultipleWaitQueuesQCOM",
            plain(
                "",
                "OpBranch %head
                %head = OpLabel
                OpLoopMerge %after %again MultipleWaitQueuesQCOM 2
                OpBranch %again
                %again = OpLabel
                OpBranch %head
                %after = OpLabel",
            ),
        ),
        (
            "BFloat16DotProductKHR",
            plain(
                "%t = OpTypeFloat 16 0\n%v = OpTypeVector %t 2\n%c = OpConstantNull %v",
                "%r = OpDot %t %c %c",
            ),
        ),
        (
            "DotProductFloat16AccFloat32VALVE",
            plain(
                "%t = OpTypeFloat 16\n%v = OpTypeVector %t 2\n%c = OpConstantNull %v\n%s = OpConstantNull %f32",
                "%r = OpFDot2MixAcc32VALVE %f32 %c %c %s",
            ),
        ),
        (
            "DotProductFloat16AccFloat16VALVE",
            plain(
                "%t = OpTypeFloat 16\n%v = OpTypeVector %t 2\n%c = OpConstantNull %v\n%s = OpConstantNull %t",
                "%r = OpFDot2MixAcc16VALVE %t %c %c %s",
            ),
        ),
        (
            "DotProductBFloat16AccVALVE",
            plain(
                "%t = OpTypeFloat 16 0\n%v = OpTypeVector %t 2\n%c = OpConstantNull %v\n%s = OpConstantNull %f32",
                "%r = OpFDot2MixAcc32VALVE %f32 %c %c %s",
            ),
        ),
        (
            "BFloat16CooperativeMatrixKHR",
            plain(
                "%t = OpTypeFloat 16 0
                %m = OpTypeCooperativeMatrixKHR %t %three %two %two %zero
                %c = OpConstantNull %m",
                "%r = OpFAdd %m %c %c",
            ),
        ),
        (
            "Float8CooperativeMatrixEXT",
            plain(
                "%t = OpTypeFloat 8 4214
                %m = OpTypeCooperativeMatrixKHR %t %three %two %two %zero
                %c = OpConstantNull %m",
                "%r = OpFAdd %m %c %c",
            ),
        ),
        (
            "RuntimeDescriptorArray",
            plain(
                "%image = OpTypeImage %f32 2D 0 0 0 2 R32f
                %array = OpTypeRuntimeArray %image
                %to_array = OpTypePointer UniformConstant %array
                %to_image = OpTypePointer UniformConstant %image
                %v = OpVariable %to_array UniformConstant",
                "%p = OpAccessChain %to_image %v %zero\n%i = OpLoad %image %p",
            ),
        ),
        (
            "StorageImageArrayDynamicIndexing",
            plain(
                "%image = OpTypeImage %f32 2D 0 0 0 2 R32f
                %array = OpTypeArray %image %two
                %to_array = OpTypePointer UniformConstant %array
                %to_image = OpTypePointer UniformConstant %image
                %v = OpVariable %to_array UniformConstant",
                "%n = OpIAdd %u32 %zero %one
                %p = OpAccessChain %to_image %v %n
                %i = OpLoad %image %p",
            ),
        ),
        (
            "VariablePointersStorageBuffer",
            plain(
                "%to_u = OpTypePointer StorageBuffer %u32\n%v = OpVariable %to_u StorageBuffer",
                "%yes = OpIEqual %bool %one %two
                %p = OpSelect %to_u %yes %v %v
                OpStore %p %one",
            ),
        ),
        (
            "Int64Atomics",
            plain(
                "%l = OpTypeInt 64 0
                %c = OpConstantNull %l
                %to_l = OpTypePointer Workgroup %l
                %v = OpVariable %to_l Workgroup",
                "%r = OpAtomicIAdd %l %v %two %zero %c",
            ),
        ),
        (
            "VulkanMemoryModelDeviceScope",
            plain("%order = OpConstant %u32 72", "OpMemoryBarrier %one %order"),
        ),
        (
            "LongVectorEXT",
            plain(
                "%v = OpTypeVector %u32 12\n%c = OpConstantNull %v",
                "%r = OpCompositeExtract %u32 %c 11",
            ),
        ),
        (
            "LongVectorEXT",
            plain(
                "%v = OpTypeVector %u32 1\n%c = OpConstantNull %v",
                "%r = OpCompositeExtract %u32 %c 0",
            ),
        ),
        (
            "LongVectorEXT",
            plain(
                "%v = OpTypeVectorIdEXT %u32 %three\n%c = OpConstantNull %v",
                "%r = OpCompositeExtract %u32 %c 2",
            ),
        ),
        (
            "WorkgroupMemoryExplicitLayoutKHR",
            plain(
                "%any = OpTypeUntypedPointerKHR Workgroup
                %own = OpTypePointer Workgroup %u32
                %v = OpVariable %own Workgroup",
                "%p = OpUntypedAccessChainKHR %any %u32 %v\n%r = OpLoad %u32 %p",
            ),
        ),
        (
            "RayTracingMotionBlurNV",
            plain(
                "",
                "OpHitObjectRecordMissMotionNV %one %one %one %one %one %one %one",
            ),
        ),
        (
            "RayTraversalPrimitiveCullingKHR",
            plain(
                "%flags = OpConstant %u32 256",
                "OpHitObjectRecordMissEXT %one %flags %one %one %one %one %one",
            ),
        ),
        (
            "VulkanMemoryModelDeviceScope",
            plain(
                "",
                "OpTensorWriteARM %two %two %two MakeElementAvailableARM|NonPrivateElementARM %one",
            ),
        ),
        (
            "DotProductInput4x8BitPacked",
            plain("", "%r = OpSDot %u32 %one %two PackedVectorFormat4x8Bit"),
        ),
    ];
    for (name, (globals, body)) in &cases {
        let declare = format!("OpCapability {name}\nOpCapability ImageQuery");
        let found = used(&compute(5, &declare, globals, body));
        assert!(found.iter().any(|found| found == name), "{name}: {found:?}");
        let idle = used(&compute(5, &declare, "", ""));
        assert!(
            !idle.iter().any(|found| found == name),
            "{name} without a use"
        );
    }
}

#[test]
fn a_pointer_parameter_in_workgroup_memory_is_no_variable_pointer() {
    let words = stage(
        3,
        "GLCompute",
        "OpExecutionMode %main LocalSize 8 1 1",
        "OpCapability VariablePointers",
        "%to_u = OpTypePointer Workgroup %u32
        %shared = OpVariable %to_u Workgroup
        %takes = OpTypeFunction %void %to_u",
        "%x = OpFunctionCall %void %callee %shared
        OpReturn
        OpFunctionEnd
        %callee = OpFunction %void None %takes
        %parameter = OpFunctionParameter %to_u
        %first = OpLabel
        OpStore %parameter %one",
    );
    assert!(!used(&words).iter().any(|name| name == "VariablePointers"));
}

#[test]
fn a_pointer_to_an_element_of_workgroup_memory_that_is_passed_is_a_variable_pointer() {
    let words = stage(
        3,
        "GLCompute",
        "OpExecutionMode %main LocalSize 8 1 1",
        "OpCapability VariablePointers",
        "%to_u = OpTypePointer Workgroup %u32
        %length = OpConstant %u32 4
        %all = OpTypeArray %u32 %length
        %to_all = OpTypePointer Workgroup %all
        %shared = OpVariable %to_all Workgroup
        %takes = OpTypeFunction %void %to_u",
        "%element = OpAccessChain %to_u %shared %one
        %x = OpFunctionCall %void %callee %element
        OpReturn
        OpFunctionEnd
        %callee = OpFunction %void None %takes
        %parameter = OpFunctionParameter %to_u
        %first = OpLabel
        OpStore %parameter %one",
    );
    assert!(used(&words).iter().any(|name| name == "VariablePointers"));
}

#[test]
fn untyped_pointers_need_what_typed_ones_do() {
    let globals = |members: &str| {
        format!(
            "OpDecorate %words ArrayStride 4
            OpDecorate %Block Block
            OpMemberDecorate %Block 0 Offset 0
            OpDecorate %many DescriptorSet 0
            OpDecorate %many Binding 0
            %words = OpTypeRuntimeArray %u32
            %Block = OpTypeStruct %words
            %four = OpConstant %u32 4
            %Blocks = {members}
            %any = OpTypeUntypedPointerKHR StorageBuffer
            %own = OpTypePointer Private %u32
            %which = OpVariable %own Private
            %many = OpUntypedVariableKHR %any StorageBuffer %Blocks"
        )
    };
    let preamble = "OpCapability UntypedPointersKHR
        OpCapability RuntimeDescriptorArray
        OpCapability StorageBufferArrayDynamicIndexing
        OpExtension \"SPV_KHR_untyped_pointers\"";
    let (list, few) = ("OpTypeRuntimeArray %Block", "OpTypeArray %Block %four");
    for (members, index, runtime, dynamic) in [
        (list, "%i", true, true),
        (list, "%one", true, false),
        (few, "%i", false, true),
        (few, "%one", false, false),
    ] {
        for chain in [
            format!("%p = OpUntypedAccessChainKHR %any %Blocks %many {index}"),
            format!("%p = OpUntypedInBoundsAccessChainKHR %any %Blocks %many {index} %zero"),
            format!("%p = OpUntypedPtrAccessChainKHR %any %Blocks %many %zero {index}"),
            format!(
                "%q = OpUntypedAccessChainKHR %any %Blocks %many
                %p = OpUntypedAccessChainKHR %any %Blocks %q {index}"
            ),
        ] {
            let body = format!("%i = OpLoad %u32 %which\n{chain}\n%r = OpLoad %u32 %p");
            let used = used(&compute(3, preamble, &globals(members), &body));
            let has = |name: &str| used.iter().any(|used| used == name);
            assert_eq!(has("RuntimeDescriptorArray"), runtime, "{members} {chain}");
            let index = has("StorageBufferArrayDynamicIndexing");
            assert_eq!(index, dynamic, "{members} {chain}");
        }
    }
    // A buffer viewed as an array, or the first of several.
    for members in ["OpTypeStruct %words", list] {
        let body = "%i = OpLoad %u32 %which
            %p = OpUntypedAccessChainKHR %any %words %many %i
            %r = OpLoad %u32 %p";
        let used = used(&compute(3, preamble, &globals(members), body));
        let has = |name: &str| used.iter().any(|used| used == name);
        assert!(!has("StorageBufferArrayDynamicIndexing"), "{members}");
    }
}

#[test]
fn a_narrow_operand_is_detected_without_a_narrow_result() {
    let words = compute(
        3,
        "OpCapability Float16\nOpCapability StorageBuffer16BitAccess",
        "OpDecorate %Block Block
        OpMemberDecorate %Block 0 Offset 0
        OpDecorate %block DescriptorSet 0
        OpDecorate %block Binding 0
        %half = OpTypeFloat 16
        %Block = OpTypeStruct %half
        %to_block = OpTypePointer StorageBuffer %Block
        %to_half = OpTypePointer StorageBuffer %half
        %block = OpVariable %to_block StorageBuffer",
        "%p = OpAccessChain %to_half %block %zero
        %x = OpLoad %half %p
        %r = OpIsNan %bool %x",
    );
    assert_eq!(
        used(&words),
        ["Shader", "Float16", "StorageBuffer16BitAccess"]
    );
}

#[test]
fn a_narrow_index_is_a_narrow_value() {
    let words = |index: &str| {
        stage(
            3,
            "GLCompute",
            "OpExecutionMode %main LocalSize 1 1 1",
            "OpCapability Int8\nOpCapability StorageBuffer8BitAccess",
            "OpDecorate %bytes ArrayStride 1
            OpDecorate %Block Block
            OpMemberDecorate %Block 0 Offset 0
            OpDecorate %block DescriptorSet 0
            OpDecorate %block Binding 0
            %u8 = OpTypeInt 8 0
            %bytes = OpTypeRuntimeArray %u8
            %Block = OpTypeStruct %bytes
            %to_block = OpTypePointer StorageBuffer %Block
            %to_byte = OpTypePointer StorageBuffer %u8
            %block = OpVariable %to_block StorageBuffer",
            &format!(
                "%p = OpAccessChain %to_byte %block %zero %one
                %byte = OpLoad %u8 %p
                %wide = OpUConvert %u32 %byte
                %q = OpAccessChain %to_byte %block %zero %{index}
                OpStore %q %byte"
            ),
        )
    };
    let computes = |index| used(&words(index)).iter().any(|name| name == "Int8");
    assert!(computes("byte"));
    assert!(!computes("wide"));
}

/// Pointers are looked for in so many members at each variable that no shader has more; in more, anything may be.
#[test]
fn of_many_members_some_may_be_pointers() {
    for (count, is_assumed) in [(256, false), (257, true)] {
        let globals = format!(
            "%many = OpTypeStruct {}
            %to_many = OpTypePointer Private %many
            %held = OpVariable %to_many Private",
            "%u32 ".repeat(count)
        );
        let words = compute(
            3,
            "OpCapability VariablePointers",
            &globals,
            "%r = OpLoad %many %held",
        );
        let used = used(&words);
        let pointers = used.iter().any(|name| name == "VariablePointers");
        assert_eq!(pointers, is_assumed, "{count}: {used:?}");
    }
}
