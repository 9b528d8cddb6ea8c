//! Variables and single operations.

use super::{case, lacking, Case};
use crate::assemble::{compute, stage};
use crate::plan::needs::conditions::Is;
use crate::target::{feature, ApiVersion, Description, VulkanExtension};

pub const BUFFER: &str = "%s = OpTypeStruct %u32
    %to_s = OpTypePointer StorageBuffer %s
    %to_u = OpTypePointer StorageBuffer %u32
    %v = OpVariable %to_s StorageBuffer";

pub fn memory() -> Vec<Case> {
    let store = "%p = OpAccessChain %to_u %v %zero\nOpStore %p %one";
    let image = |format: &str| {
        format!(
            "%image = OpTypeImage %f32 2D 0 0 0 2 {format}
            %to_image = OpTypePointer UniformConstant %image
            %v4 = OpTypeVector %f32 4
            %v2 = OpTypeVector %u32 2
            %at = OpConstantNull %v2
            %v = OpVariable %to_image UniformConstant"
        )
    };
    let without_formats = |device: &mut Description| {
        device.api_version = ApiVersion::V1_2;
        let formats = VulkanExtension::find("VK_KHR_format_feature_flags2").unwrap();
        device.set_extension(formats, false);
        device.set_feature(feature::shaderStorageImageReadWithoutFormat, false);
        device.set_feature(feature::shaderStorageImageWriteWithoutFormat, false);
    };
    let query = "%i = OpLoad %image %v\n%r = OpImageQuerySize %v2 %i";
    let one_mark = |mark: &str| format!("OpDecorate %v {mark}\n{}", image("Unknown"));
    vec![
        case(
            Is::VertexPipelineStores,
            stage(5, "Vertex", "", "", BUFFER, store),
        ),
        case(
            Is::FragmentStores,
            stage(
                5,
                "Fragment",
                "OpExecutionMode %main OriginUpperLeft",
                "",
                BUFFER,
                store,
            ),
        ),
        case(
            Is::FragmentStores,
            stage(
                5,
                "Fragment",
                "OpExecutionMode %main OriginUpperLeft",
                "",
                &image("R32f"),
                "%i = OpLoad %image %v\n%r = OpImageRead %v4 %i %at",
            ),
        ),
        case(
            Is::FragmentStores,
            stage(
                0,
                "Fragment",
                "OpExecutionMode %main OriginUpperLeft",
                "",
                "OpDecorate %s BufferBlock
                %s = OpTypeStruct %u32
                %to_s = OpTypePointer Uniform %s
                %to_u = OpTypePointer Uniform %u32
                %v = OpVariable %to_s Uniform",
                store,
            ),
        ),
        lacking(
            Is::WriteWithoutFormat,
            compute(
                5,
                "OpCapability ImageQuery",
                &one_mark("NonReadable"),
                query,
            ),
            without_formats,
        ),
        lacking(
            Is::ReadWithoutFormat,
            compute(
                5,
                "OpCapability ImageQuery",
                &one_mark("NonWritable"),
                query,
            ),
            without_formats,
        ),
        case(
            Is::ZeroInitialize,
            compute(
                5,
                "",
                "%to_u = OpTypePointer Workgroup %u32
                %null = OpConstantNull %u32
                %v = OpVariable %to_u Workgroup %null",
                "%r = OpLoad %u32 %v",
            ),
        ),
        case(
            Is::UnsizedUniformArray,
            compute(
                5,
                "OpExtension \"SPV_KHR_storage_buffer_storage_class\"",
                "OpDecorate %s Block
                %a = OpTypeRuntimeArray %u32
                %s = OpTypeStruct %a
                %to_s = OpTypePointer Uniform %s
                %to_u = OpTypePointer Uniform %u32
                %v = OpVariable %to_s Uniform",
                "%p = OpAccessChain %to_u %v %zero %one\n%r = OpLoad %u32 %p",
            ),
        ),
    ]
}

pub const TEXTURE: &str = "%v2 = OpTypeVector %f32 2
    %v4 = OpTypeVector %f32 4
    %i32 = OpTypeInt 32 1
    %i2 = OpTypeVector %i32 2
    %image = OpTypeImage %f32 2D 0 0 0 1 Unknown
    %sampled = OpTypeSampledImage %image
    %to_sampled = OpTypePointer UniformConstant %sampled
    %v = OpVariable %to_sampled UniformConstant
    %where = OpConstantNull %v2
    %n8 = OpConstant %i32 -8
    %n9 = OpConstant %i32 -9
    %p7 = OpConstant %i32 7
    %p8 = OpConstant %i32 8
    %near = OpConstantComposite %i2 %n8 %p7
    %below = OpConstantComposite %i2 %n9 %p7
    %above = OpConstantComposite %i2 %n8 %p8";

pub fn operations() -> Vec<Case> {
    let glsl = "%glsl = OpExtInstImport \"GLSL.std.450\"";
    let fma = |width: u32| {
        let capability = match width {
            16 => "OpCapability Float16",
            64 => "OpCapability Float64",
            _ => "",
        };
        let preamble = format!("{capability}\nOpCapability FMAKHR\nOpExtension \"SPV_KHR_fma\"");
        let (ty, declare) = match width {
            32 => ("%f32", String::new()),
            _ => ("%f", format!("%f = OpTypeFloat {width}\n")),
        };
        let globals = format!("{declare}%c = OpConstantNull {ty}");
        compute(
            5,
            &preamble,
            &globals,
            &format!("%r = OpFmaKHR {ty} %c %c %c"),
        )
    };
    let forward = "OpExtension \"SPV_KHR_non_semantic_info\"
        OpExtension \"SPV_KHR_relaxed_extended_instruction\"
        %set = OpExtInstImport \"NonSemantic.Nothing\"";
    let mut cases = vec![
        case(Is::Fma16, fma(16)),
        case(Is::Fma32, fma(32)),
        case(Is::Fma64, fma(64)),
        case(
            Is::ForwardReferences,
            compute(
                5,
                forward,
                "",
                "%r = OpExtInstWithForwardRefsKHR %void %set 1 %later\n%later = OpIAdd %u32 %one %one",
            ),
        ),
        case(
            Is::Interpolation,
            stage(
                5,
                "Fragment",
                "OpExecutionMode %main OriginUpperLeft",
                &format!("OpCapability InterpolationFunction\n{glsl}"),
                "%to_f = OpTypePointer Input %f32\n%v = OpVariable %to_f Input",
                "%r = OpExtInst %f32 %glsl InterpolateAtCentroid %v",
            ),
        ),
        case(
            Is::SampleOffset,
            stage(
                5,
                "Fragment",
                "OpExecutionMode %main OriginUpperLeft",
                "OpCapability ImageGatherExtended",
                TEXTURE,
                "%t = OpLoad %sampled %v\n%r = OpImageSampleImplicitLod %v4 %t %where Offset %near",
            ),
        ),
        lacking(
            Is::SourceLanguage,
            stage(
                6,
                "GLCompute",
                "OpExecutionMode %main LocalSize 8 1 1\nOpSource Slang 1",
                "",
                "",
                "",
            ),
            |device| device.api_version = ApiVersion::V1_3,
        ),
        lacking(
            Is::NonSemanticInfo,
            compute(6, "%set = OpExtInstImport \"NonSemantic.Nothing\"", "", "%r = OpExtInst %void %set 1 %one"),
            |device| {
                device.api_version = ApiVersion::V1_2;
                let info = VulkanExtension::find("VK_KHR_shader_non_semantic_info").unwrap();
                device.set_extension(info, false);
            },
        ),
    ];
    cases.push(lacking(
        Is::AddressCasts,
        compute(
            5,
            "OpCapability PhysicalStorageBufferAddresses",
            "%pair = OpTypeVector %u32 2
            %to = OpTypePointer PhysicalStorageBuffer %u32
            %far = OpConstantComposite %pair %one %one",
            "%p = OpBitcast %to %far\nOpStore %p %one Aligned 4",
        ),
        |device| {
            device.api_version = ApiVersion::V1_1;
            for name in ["VK_KHR_buffer_device_address", "VK_KHR_spirv_1_4"] {
                device.set_extension(VulkanExtension::find(name).unwrap(), false);
            }
        },
    ));
    for (capability, width, null) in [("Int8", 8, "1"), ("Int16", 16, "1"), ("Int64", 64, "1 0")] {
        let globals = format!("%t = OpTypeInt {width} 0\n%c = OpConstant %t {null}");
        let preamble = format!("OpCapability {capability}");
        for body in ["%r = OpBitReverse %t %c", "%r = OpBitCount %u32 %c"] {
            cases.push(case(
                Is::OtherBitWidths,
                compute(5, &preamble, &globals, body),
            ));
        }
    }
    let half = "OpCapability Float16\nOpExtension \"SPV_AMD_gpu_shader_half_float\"";
    let without = |name: &'static str| {
        move |device: &mut Description| {
            device.set_extension(VulkanExtension::find(name).unwrap(), false);
        }
    };
    cases.push(lacking(
        Is::HalfFloatFunctions,
        stage(
            5,
            "Fragment",
            "OpExecutionMode %main OriginUpperLeft",
            half,
            "%h = OpTypeFloat 16\n%c = OpConstantNull %h",
            "%r = OpDPdx %h %c",
        ),
        without("VK_AMD_gpu_shader_half_float"),
    ));
    let int16 = "OpCapability Int16\nOpExtension \"SPV_AMD_gpu_shader_int16\"";
    cases.push(lacking(
        Is::Int16Functions,
        compute(
            3,
            &format!("{int16}\n{glsl}"),
            "%i = OpTypeInt 16 1\n%pair = OpTypeStruct %f32 %i\n%c = OpConstantNull %f32",
            "%r = OpExtInst %pair %glsl FrexpStruct %c",
        ),
        without("VK_AMD_gpu_shader_int16"),
    ));
    cases.push(lacking(
        Is::Int16Functions,
        compute(
            3,
            int16,
            "%h = OpTypeInt 16 0\n%k = OpSpecConstant %u32 1\n%c = OpSpecConstantOp %h UConvert %k",
            "%r = OpIAdd %h %c %c",
        ),
        without("VK_AMD_gpu_shader_int16"),
    ));
    cases
}
