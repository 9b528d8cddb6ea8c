//! Tables of the SPIR-V grammar: SPIR-V 1.6 revision 7 (SPIRV-Headers 0d25db9).
//!
//! Written by `cargo xtask gen --registry DIR`; edits by hand are lost.

use crate::packed::Name;
use crate::rows::{
    Availability, CapabilityRow, Category, EnumerantRow, ExtInstRow, KindRow, OpEntry, OpFlags,
    OpHot, OpRow, Operands, Quantifier,
};
use OperandKind as K;
use Quantifier::{Many, One, Optional};

/// The operand kinds of the grammar, under its names.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum OperandKind {
    ImageOperands,
    FPFastMathMode,
    SelectionControl,
    LoopControl,
    FunctionControl,
    MemorySemantics,
    MemoryAccess,
    KernelProfilingInfo,
    RayFlags,
    FragmentShadingRate,
    RawAccessChainOperands,
    SourceLanguage,
    ExecutionModel,
    AddressingModel,
    MemoryModel,
    ExecutionMode,
    StorageClass,
    Dim,
    SamplerAddressingMode,
    SamplerFilterMode,
    ImageFormat,
    ImageChannelOrder,
    ImageChannelDataType,
    FPRoundingMode,
    FPDenormMode,
    QuantizationModes,
    FPOperationMode,
    OverflowModes,
    LinkageType,
    AccessQualifier,
    HostAccessQualifier,
    FunctionParameterAttribute,
    Decoration,
    BuiltIn,
    Scope,
    GroupOperation,
    KernelEnqueueFlags,
    Capability,
    RayQueryIntersection,
    RayQueryCommittedIntersectionType,
    RayQueryCandidateIntersectionType,
    PackedVectorFormat,
    CooperativeMatrixOperands,
    CooperativeMatrixLayout,
    CooperativeMatrixUse,
    CooperativeMatrixReduce,
    TensorClampMode,
    TensorAddressingOperands,
    InitializationModeQualifier,
    LoadCacheControl,
    StoreCacheControl,
    NamedMaximumNumberOfRegisters,
    MatrixMultiplyAccumulateOperands,
    FPEncoding,
    CooperativeVectorMatrixLayout,
    ComponentType,
    GatherModes,
    IdResultType,
    IdResult,
    IdMemorySemantics,
    IdScope,
    IdRef,
    LiteralInteger,
    LiteralString,
    LiteralFloat,
    LiteralContextDependentNumber,
    LiteralExtInstInteger,
    LiteralSpecConstantOpInteger,
    PairLiteralIntegerIdRef,
    PairIdRefLiteralInteger,
    PairIdRefIdRef,
    TensorOperands,
    DebugInfoFlags,
    DebugBaseTypeAttributeEncoding,
    DebugCompositeType,
    DebugTypeQualifier,
    DebugOperation,
}

const fn kind(category: Category, name: &'static str, pair: Option<(K, K)>) -> KindRow {
    KindRow {
        category,
        name: Name::of(name),
        pair,
    }
}

/// Every kind, in the order of the variants.
#[rustfmt::skip]
pub(crate) static KINDS: [KindRow; 77] = [
    kind(Category::BitEnum, "ImageOperands", None),
    kind(Category::BitEnum, "FPFastMathMode", None),
    kind(Category::BitEnum, "SelectionControl", None),
    kind(Category::BitEnum, "LoopControl", None),
    kind(Category::BitEnum, "FunctionControl", None),
    kind(Category::BitEnum, "MemorySemantics", None),
    kind(Category::BitEnum, "MemoryAccess", None),
    kind(Category::BitEnum, "KernelProfilingInfo", None),
    kind(Category::BitEnum, "RayFlags", None),
    kind(Category::BitEnum, "FragmentShadingRate", None),
    kind(Category::BitEnum, "RawAccessChainOperands", None),
    kind(Category::ValueEnum, "SourceLanguage", None),
    kind(Category::ValueEnum, "ExecutionModel", None),
    kind(Category::ValueEnum, "AddressingModel", None),
    kind(Category::ValueEnum, "MemoryModel", None),
    kind(Category::ValueEnum, "ExecutionMode", None),
    kind(Category::ValueEnum, "StorageClass", None),
    kind(Category::ValueEnum, "Dim", None),
    kind(Category::ValueEnum, "SamplerAddressingMode", None),
    kind(Category::ValueEnum, "SamplerFilterMode", None),
    kind(Category::ValueEnum, "ImageFormat", None),
    kind(Category::ValueEnum, "ImageChannelOrder", None),
    kind(Category::ValueEnum, "ImageChannelDataType", None),
    kind(Category::ValueEnum, "FPRoundingMode", None),
    kind(Category::ValueEnum, "FPDenormMode", None),
    kind(Category::ValueEnum, "QuantizationModes", None),
    kind(Category::ValueEnum, "FPOperationMode", None),
    kind(Category::ValueEnum, "OverflowModes", None),
    kind(Category::ValueEnum, "LinkageType", None),
    kind(Category::ValueEnum, "AccessQualifier", None),
    kind(Category::ValueEnum, "HostAccessQualifier", None),
    kind(Category::ValueEnum, "FunctionParameterAttribute", None),
    kind(Category::ValueEnum, "Decoration", None),
    kind(Category::ValueEnum, "BuiltIn", None),
    kind(Category::ValueEnum, "Scope", None),
    kind(Category::ValueEnum, "GroupOperation", None),
    kind(Category::ValueEnum, "KernelEnqueueFlags", None),
    kind(Category::ValueEnum, "Capability", None),
    kind(Category::ValueEnum, "RayQueryIntersection", None),
    kind(Category::ValueEnum, "RayQueryCommittedIntersectionType", None),
    kind(Category::ValueEnum, "RayQueryCandidateIntersectionType", None),
    kind(Category::ValueEnum, "PackedVectorFormat", None),
    kind(Category::BitEnum, "CooperativeMatrixOperands", None),
    kind(Category::ValueEnum, "CooperativeMatrixLayout", None),
    kind(Category::ValueEnum, "CooperativeMatrixUse", None),
    kind(Category::BitEnum, "CooperativeMatrixReduce", None),
    kind(Category::ValueEnum, "TensorClampMode", None),
    kind(Category::BitEnum, "TensorAddressingOperands", None),
    kind(Category::ValueEnum, "InitializationModeQualifier", None),
    kind(Category::ValueEnum, "LoadCacheControl", None),
    kind(Category::ValueEnum, "StoreCacheControl", None),
    kind(Category::ValueEnum, "NamedMaximumNumberOfRegisters", None),
    kind(Category::BitEnum, "MatrixMultiplyAccumulateOperands", None),
    kind(Category::ValueEnum, "FPEncoding", None),
    kind(Category::ValueEnum, "CooperativeVectorMatrixLayout", None),
    kind(Category::ValueEnum, "ComponentType", None),
    kind(Category::ValueEnum, "GatherModes", None),
    kind(Category::Id, "IdResultType", None),
    kind(Category::Id, "IdResult", None),
    kind(Category::Id, "IdMemorySemantics", None),
    kind(Category::Id, "IdScope", None),
    kind(Category::Id, "IdRef", None),
    kind(Category::Literal, "LiteralInteger", None),
    kind(Category::Literal, "LiteralString", None),
    kind(Category::Literal, "LiteralFloat", None),
    kind(Category::Literal, "LiteralContextDependentNumber", None),
    kind(Category::Literal, "LiteralExtInstInteger", None),
    kind(Category::Literal, "LiteralSpecConstantOpInteger", None),
    kind(Category::Pair, "PairLiteralIntegerIdRef", Some((K::LiteralInteger, K::IdRef))),
    kind(Category::Pair, "PairIdRefLiteralInteger", Some((K::IdRef, K::LiteralInteger))),
    kind(Category::Pair, "PairIdRefIdRef", Some((K::IdRef, K::IdRef))),
    kind(Category::BitEnum, "TensorOperands", None),
    kind(Category::BitEnum, "DebugInfoFlags", None),
    kind(Category::ValueEnum, "DebugBaseTypeAttributeEncoding", None),
    kind(Category::ValueEnum, "DebugCompositeType", None),
    kind(Category::ValueEnum, "DebugTypeQualifier", None),
    kind(Category::ValueEnum, "DebugOperation", None),
];

/// Every SPIR-V extension that the grammar or the Vulkan registry names, sorted.
pub static EXTENSIONS: [Name; 202] = [
    Name::of("SPV_ALTERA_arbitrary_precision_fixed_point"),
    Name::of("SPV_ALTERA_arbitrary_precision_floating_point"),
    Name::of("SPV_ALTERA_arbitrary_precision_integers"),
    Name::of("SPV_ALTERA_blocking_pipes"),
    Name::of("SPV_ALTERA_fpga_argument_interfaces"),
    Name::of("SPV_ALTERA_fpga_buffer_location"),
    Name::of("SPV_ALTERA_fpga_cluster_attributes"),
    Name::of("SPV_ALTERA_fpga_dsp_control"),
    Name::of("SPV_ALTERA_fpga_invocation_pipelining_attributes"),
    Name::of("SPV_ALTERA_fpga_latency_control"),
    Name::of("SPV_ALTERA_fpga_loop_controls"),
    Name::of("SPV_ALTERA_fpga_memory_accesses"),
    Name::of("SPV_ALTERA_fpga_memory_attributes"),
    Name::of("SPV_ALTERA_fpga_reg"),
    Name::of("SPV_ALTERA_global_variable_fpga_decorations"),
    Name::of("SPV_ALTERA_io_pipes"),
    Name::of("SPV_ALTERA_loop_fuse"),
    Name::of("SPV_ALTERA_runtime_aligned"),
    Name::of("SPV_ALTERA_task_sequence"),
    Name::of("SPV_ALTERA_usm_storage_classes"),
    Name::of("SPV_AMDX_shader_enqueue"),
    Name::of("SPV_AMD_gcn_shader"),
    Name::of("SPV_AMD_gpu_shader_half_float"),
    Name::of("SPV_AMD_gpu_shader_half_float_fetch"),
    Name::of("SPV_AMD_gpu_shader_int16"),
    Name::of("SPV_AMD_shader_ballot"),
    Name::of("SPV_AMD_shader_early_and_late_fragment_tests"),
    Name::of("SPV_AMD_shader_explicit_vertex_parameter"),
    Name::of("SPV_AMD_shader_fragment_mask"),
    Name::of("SPV_AMD_shader_image_load_store_lod"),
    Name::of("SPV_AMD_shader_trinary_minmax"),
    Name::of("SPV_AMD_texture_gather_bias_lod"),
    Name::of("SPV_AMD_weak_linkage"),
    Name::of("SPV_ARM_cooperative_matrix_layouts"),
    Name::of("SPV_ARM_core_builtins"),
    Name::of("SPV_ARM_graph"),
    Name::of("SPV_ARM_tensors"),
    Name::of("SPV_EXT_arithmetic_fence"),
    Name::of("SPV_EXT_cooperative_matrix_maintenance1"),
    Name::of("SPV_EXT_demote_to_helper_invocation"),
    Name::of("SPV_EXT_descriptor_heap"),
    Name::of("SPV_EXT_descriptor_indexing"),
    Name::of("SPV_EXT_float8"),
    Name::of("SPV_EXT_fragment_fully_covered"),
    Name::of("SPV_EXT_fragment_invocation_density"),
    Name::of("SPV_EXT_fragment_shader_interlock"),
    Name::of("SPV_EXT_long_vector"),
    Name::of("SPV_EXT_mesh_shader"),
    Name::of("SPV_EXT_ocp_microscaling_types"),
    Name::of("SPV_EXT_opacity_micromap"),
    Name::of("SPV_EXT_optnone"),
    Name::of("SPV_EXT_physical_storage_buffer"),
    Name::of("SPV_EXT_replicated_composites"),
    Name::of("SPV_EXT_shader_64bit_indexing"),
    Name::of("SPV_EXT_shader_atomic_float16_add"),
    Name::of("SPV_EXT_shader_atomic_float_add"),
    Name::of("SPV_EXT_shader_atomic_float_min_max"),
    Name::of("SPV_EXT_shader_image_int64"),
    Name::of("SPV_EXT_shader_invocation_reorder"),
    Name::of("SPV_EXT_shader_stencil_export"),
    Name::of("SPV_EXT_shader_subgroup_partitioned"),
    Name::of("SPV_EXT_shader_tile_image"),
    Name::of("SPV_EXT_shader_viewport_index_layer"),
    Name::of("SPV_EXT_split_barrier"),
    Name::of("SPV_GOOGLE_decorate_string"),
    Name::of("SPV_GOOGLE_hlsl_functionality1"),
    Name::of("SPV_GOOGLE_user_type"),
    Name::of("SPV_HUAWEI_cluster_culling_shader"),
    Name::of("SPV_HUAWEI_subpass_shading"),
    Name::of("SPV_INTEL_2d_block_io"),
    Name::of("SPV_INTEL_arbitrary_precision_fixed_point"),
    Name::of("SPV_INTEL_arbitrary_precision_floating_point"),
    Name::of("SPV_INTEL_arbitrary_precision_integers"),
    Name::of("SPV_INTEL_bfloat16_conversion"),
    Name::of("SPV_INTEL_bindless_images"),
    Name::of("SPV_INTEL_blocking_pipes"),
    Name::of("SPV_INTEL_cache_controls"),
    Name::of("SPV_INTEL_debug_module"),
    Name::of("SPV_INTEL_device_side_avc_motion_estimation"),
    Name::of("SPV_INTEL_float_controls2"),
    Name::of("SPV_INTEL_fp_fast_math_mode"),
    Name::of("SPV_INTEL_fp_max_error"),
    Name::of("SPV_INTEL_fpga_argument_interfaces"),
    Name::of("SPV_INTEL_fpga_buffer_location"),
    Name::of("SPV_INTEL_fpga_cluster_attributes"),
    Name::of("SPV_INTEL_fpga_dsp_control"),
    Name::of("SPV_INTEL_fpga_invocation_pipelining_attributes"),
    Name::of("SPV_INTEL_fpga_latency_control"),
    Name::of("SPV_INTEL_fpga_loop_controls"),
    Name::of("SPV_INTEL_fpga_memory_accesses"),
    Name::of("SPV_INTEL_fpga_memory_attributes"),
    Name::of("SPV_INTEL_fpga_reg"),
    Name::of("SPV_INTEL_function_pointers"),
    Name::of("SPV_INTEL_function_variants"),
    Name::of("SPV_INTEL_global_variable_fpga_decorations"),
    Name::of("SPV_INTEL_global_variable_host_access"),
    Name::of("SPV_INTEL_inline_assembly"),
    Name::of("SPV_INTEL_int4"),
    Name::of("SPV_INTEL_io_pipes"),
    Name::of("SPV_INTEL_kernel_attributes"),
    Name::of("SPV_INTEL_long_composites"),
    Name::of("SPV_INTEL_loop_fuse"),
    Name::of("SPV_INTEL_masked_gather_scatter"),
    Name::of("SPV_INTEL_maximum_registers"),
    Name::of("SPV_INTEL_media_block_io"),
    Name::of("SPV_INTEL_memory_access_aliasing"),
    Name::of("SPV_INTEL_optnone"),
    Name::of("SPV_INTEL_predicated_io"),
    Name::of("SPV_INTEL_rounded_divide_sqrt"),
    Name::of("SPV_INTEL_runtime_aligned"),
    Name::of("SPV_INTEL_shader_integer_functions2"),
    Name::of("SPV_INTEL_split_barrier"),
    Name::of("SPV_INTEL_subgroup_buffer_prefetch"),
    Name::of("SPV_INTEL_subgroup_matrix_multiply_accumulate"),
    Name::of("SPV_INTEL_subgroups"),
    Name::of("SPV_INTEL_task_sequence"),
    Name::of("SPV_INTEL_tensor_float32_conversion"),
    Name::of("SPV_INTEL_ternary_bitwise_function"),
    Name::of("SPV_INTEL_unstructured_loop_controls"),
    Name::of("SPV_INTEL_usm_storage_classes"),
    Name::of("SPV_INTEL_variable_length_array"),
    Name::of("SPV_INTEL_vector_compute"),
    Name::of("SPV_KHR_16bit_storage"),
    Name::of("SPV_KHR_8bit_storage"),
    Name::of("SPV_KHR_abort"),
    Name::of("SPV_KHR_bfloat16"),
    Name::of("SPV_KHR_bit_instructions"),
    Name::of("SPV_KHR_compute_shader_derivatives"),
    Name::of("SPV_KHR_constant_data"),
    Name::of("SPV_KHR_cooperative_matrix"),
    Name::of("SPV_KHR_device_group"),
    Name::of("SPV_KHR_expect_assume"),
    Name::of("SPV_KHR_float_controls"),
    Name::of("SPV_KHR_float_controls2"),
    Name::of("SPV_KHR_fma"),
    Name::of("SPV_KHR_fragment_shader_barycentric"),
    Name::of("SPV_KHR_fragment_shading_rate"),
    Name::of("SPV_KHR_integer_dot_product"),
    Name::of("SPV_KHR_linkonce_odr"),
    Name::of("SPV_KHR_maximal_reconvergence"),
    Name::of("SPV_KHR_multiview"),
    Name::of("SPV_KHR_no_integer_wrap_decoration"),
    Name::of("SPV_KHR_non_semantic_info"),
    Name::of("SPV_KHR_opacity_micromap"),
    Name::of("SPV_KHR_physical_storage_buffer"),
    Name::of("SPV_KHR_poison_freeze"),
    Name::of("SPV_KHR_post_depth_coverage"),
    Name::of("SPV_KHR_quad_control"),
    Name::of("SPV_KHR_ray_cull_mask"),
    Name::of("SPV_KHR_ray_query"),
    Name::of("SPV_KHR_ray_tracing"),
    Name::of("SPV_KHR_ray_tracing_position_fetch"),
    Name::of("SPV_KHR_relaxed_extended_instruction"),
    Name::of("SPV_KHR_shader_atomic_counter_ops"),
    Name::of("SPV_KHR_shader_ballot"),
    Name::of("SPV_KHR_shader_clock"),
    Name::of("SPV_KHR_shader_draw_parameters"),
    Name::of("SPV_KHR_storage_buffer_storage_class"),
    Name::of("SPV_KHR_subgroup_rotate"),
    Name::of("SPV_KHR_subgroup_uniform_control_flow"),
    Name::of("SPV_KHR_subgroup_vote"),
    Name::of("SPV_KHR_terminate_invocation"),
    Name::of("SPV_KHR_uniform_group_instructions"),
    Name::of("SPV_KHR_untyped_pointers"),
    Name::of("SPV_KHR_variable_pointers"),
    Name::of("SPV_KHR_vulkan_memory_model"),
    Name::of("SPV_KHR_workgroup_memory_explicit_layout"),
    Name::of("SPV_NVX_multiview_per_view_attributes"),
    Name::of("SPV_NV_bindless_texture"),
    Name::of("SPV_NV_cluster_acceleration_structure"),
    Name::of("SPV_NV_compute_shader_derivatives"),
    Name::of("SPV_NV_cooperative_matrix"),
    Name::of("SPV_NV_cooperative_matrix2"),
    Name::of("SPV_NV_cooperative_matrix_decode_vector"),
    Name::of("SPV_NV_cooperative_vector"),
    Name::of("SPV_NV_displacement_micromap"),
    Name::of("SPV_NV_fragment_shader_barycentric"),
    Name::of("SPV_NV_geometry_shader_passthrough"),
    Name::of("SPV_NV_linear_swept_spheres"),
    Name::of("SPV_NV_mesh_shader"),
    Name::of("SPV_NV_push_constant_bank"),
    Name::of("SPV_NV_raw_access_chains"),
    Name::of("SPV_NV_ray_tracing"),
    Name::of("SPV_NV_ray_tracing_motion_blur"),
    Name::of("SPV_NV_sample_mask_override_coverage"),
    Name::of("SPV_NV_shader_atomic_fp16_vector"),
    Name::of("SPV_NV_shader_image_footprint"),
    Name::of("SPV_NV_shader_invocation_reorder"),
    Name::of("SPV_NV_shader_sm_builtins"),
    Name::of("SPV_NV_shader_subgroup_partitioned"),
    Name::of("SPV_NV_shading_rate"),
    Name::of("SPV_NV_stereo_view_rendering"),
    Name::of("SPV_NV_tensor_addressing"),
    Name::of("SPV_NV_viewport_array2"),
    Name::of("SPV_QCOM_cooperative_matrix_conversion"),
    Name::of("SPV_QCOM_image_processing"),
    Name::of("SPV_QCOM_image_processing2"),
    Name::of("SPV_QCOM_image_processing3"),
    Name::of("SPV_QCOM_multiple_wait_queues"),
    Name::of("SPV_QCOM_tile_shading"),
    Name::of("SPV_SAMSUNG_intrinsic"),
    Name::of("SPV_VALVE_mixed_float_dot_product"),
];

/// Any-of sets of capabilities, as indices.
#[rustfmt::skip]
pub(crate) const ALTERNATIVES: [&[u16]; 250] = [
    &[],
    &[0],
    &[1],
    &[1, 6],
    &[1, 69],
    &[1, 223],
    &[1, 259],
    &[2],
    &[2, 3],
    &[2, 3, 115, 151, 153, 171],
    &[2, 3, 151, 153],
    &[2, 67, 146, 151, 153],
    &[2, 151, 153],
    &[3],
    &[4],
    &[4, 99, 100],
    &[4, 99, 100, 175],
    &[4, 113],
    &[4, 175],
    &[5],
    &[6],
    &[6, 48],
    &[6, 59],
    &[6, 59, 87],
    &[6, 61, 62],
    &[6, 261],
    &[10],
    &[16],
    &[17],
    &[18],
    &[19],
    &[20],
    &[24],
    &[30],
    &[31],
    &[33],
    &[35],
    &[36],
    &[38],
    &[39],
    &[40],
    &[41],
    &[44],
    &[47],
    &[48],
    &[49],
    &[50],
    &[51],
    &[52],
    &[55, 68, 146, 151, 153],
    &[56],
    &[57],
    &[58],
    &[59],
    &[60],
    &[61, 65, 157],
    &[62],
    &[62, 87],
    &[63],
    &[64],
    &[65],
    &[66],
    &[70],
    &[71],
    &[72],
    &[73],
    &[74],
    &[77],
    &[78],
    &[79],
    &[81],
    &[82],
    &[83],
    &[84],
    &[85],
    &[86],
    &[87],
    &[88],
    &[88, 151, 153],
    &[92],
    &[97],
    &[98],
    &[102],
    &[106],
    &[107],
    &[108],
    &[109],
    &[110],
    &[112],
    &[112, 115],
    &[112, 115, 171, 184],
    &[113],
    &[114],
    &[115],
    &[115, 171],
    &[116],
    &[117],
    &[118],
    &[119],
    &[120],
    &[121],
    &[123, 124],
    &[127],
    &[128],
    &[130],
    &[131],
    &[132],
    &[133],
    &[136],
    &[139],
    &[140],
    &[141],
    &[142],
    &[143],
    &[144],
    &[145],
    &[147],
    &[147, 151],
    &[148],
    &[149, 151],
    &[150],
    &[151],
    &[151, 153],
    &[152],
    &[153],
    &[154],
    &[155],
    &[156],
    &[157],
    &[158],
    &[170],
    &[171],
    &[172],
    &[172, 186],
    &[172, 187],
    &[173],
    &[175],
    &[176],
    &[178],
    &[179],
    &[179, 180, 182],
    &[180],
    &[181],
    &[182],
    &[183],
    &[184],
    &[185],
    &[186],
    &[187],
    &[188],
    &[189],
    &[190],
    &[190, 197],
    &[191, 220, 221, 222],
    &[191, 264, 265, 268],
    &[192],
    &[193],
    &[194],
    &[195],
    &[196],
    &[198],
    &[199],
    &[199, 201],
    &[200],
    &[201],
    &[202],
    &[203],
    &[204],
    &[205],
    &[206],
    &[207],
    &[208],
    &[209],
    &[210],
    &[211],
    &[212],
    &[213],
    &[214],
    &[216],
    &[217],
    &[218],
    &[219],
    &[223],
    &[225],
    &[226],
    &[226, 227],
    &[226, 228],
    &[229],
    &[230],
    &[231],
    &[232, 261],
    &[234],
    &[235],
    &[236],
    &[237],
    &[238],
    &[239],
    &[240],
    &[241],
    &[242],
    &[243],
    &[244],
    &[245],
    &[246],
    &[247],
    &[248],
    &[249],
    &[250],
    &[251],
    &[255],
    &[256],
    &[257],
    &[258],
    &[260],
    &[261],
    &[262],
    &[263],
    &[266],
    &[267],
    &[270],
    &[271],
    &[272],
    &[273],
    &[274],
    &[275],
    &[276],
    &[277],
    &[278],
    &[279],
    &[280],
    &[281],
    &[282],
    &[283],
    &[284],
    &[285],
    &[286],
    &[287],
    &[288],
    &[289],
    &[290],
    &[292],
    &[293],
    &[294],
    &[295],
    &[296],
    &[297],
    &[298, 300],
    &[299, 300],
    &[301],
    &[302],
];

const fn avail(min_minor: u8, last_minor: u8, extensions: &'static [u16]) -> Availability {
    Availability {
        min_minor,
        last_minor,
        extensions,
    }
}

/// Core versions and extensions.
#[rustfmt::skip]
pub(crate) const AVAILABILITY: [Availability; 194] = [
    avail(0, 255, &[]),
    avail(0, 3, &[]),
    avail(0, 5, &[]),
    avail(0, 255, &[25]),
    avail(1, 255, &[]),
    avail(2, 255, &[]),
    avail(2, 255, &[65]),
    avail(3, 255, &[]),
    avail(3, 255, &[47, 156, 179]),
    avail(3, 255, &[122]),
    avail(3, 255, &[130]),
    avail(3, 255, &[140]),
    avail(3, 255, &[154]),
    avail(3, 255, &[156]),
    avail(3, 255, &[157, 164]),
    avail(3, 255, &[164]),
    avail(4, 255, &[]),
    avail(4, 255, &[47]),
    avail(4, 255, &[64, 65]),
    avail(4, 255, &[65]),
    avail(4, 255, &[132]),
    avail(4, 255, &[141]),
    avail(5, 255, &[]),
    avail(5, 255, &[41]),
    avail(5, 255, &[51, 144]),
    avail(5, 255, &[123]),
    avail(5, 255, &[165]),
    avail(6, 255, &[]),
    avail(6, 255, &[39]),
    avail(6, 255, &[137]),
    avail(6, 255, &[161]),
    avail(255, 255, &[]),
    avail(255, 255, &[0, 70]),
    avail(255, 255, &[1, 71]),
    avail(255, 255, &[2, 72]),
    avail(255, 255, &[3, 75]),
    avail(255, 255, &[4, 82]),
    avail(255, 255, &[5, 83]),
    avail(255, 255, &[6, 84]),
    avail(255, 255, &[7, 85]),
    avail(255, 255, &[8, 86]),
    avail(255, 255, &[9, 87]),
    avail(255, 255, &[10, 88]),
    avail(255, 255, &[11, 89]),
    avail(255, 255, &[12, 90]),
    avail(255, 255, &[13, 91]),
    avail(255, 255, &[14, 94]),
    avail(255, 255, &[15, 98]),
    avail(255, 255, &[16, 101]),
    avail(255, 255, &[17, 109]),
    avail(255, 255, &[18, 115]),
    avail(255, 255, &[19, 119]),
    avail(255, 255, &[20]),
    avail(255, 255, &[21]),
    avail(255, 255, &[23]),
    avail(255, 255, &[25]),
    avail(255, 255, &[26]),
    avail(255, 255, &[26, 59]),
    avail(255, 255, &[27]),
    avail(255, 255, &[28]),
    avail(255, 255, &[29]),
    avail(255, 255, &[30]),
    avail(255, 255, &[31]),
    avail(255, 255, &[32]),
    avail(255, 255, &[33]),
    avail(255, 255, &[34]),
    avail(255, 255, &[35]),
    avail(255, 255, &[36]),
    avail(255, 255, &[37]),
    avail(255, 255, &[38]),
    avail(255, 255, &[38, 172]),
    avail(255, 255, &[39]),
    avail(255, 255, &[40]),
    avail(255, 255, &[42]),
    avail(255, 255, &[43]),
    avail(255, 255, &[44, 190]),
    avail(255, 255, &[45]),
    avail(255, 255, &[46]),
    avail(255, 255, &[47]),
    avail(255, 255, &[47, 179]),
    avail(255, 255, &[48]),
    avail(255, 255, &[49, 143]),
    avail(255, 255, &[50, 106]),
    avail(255, 255, &[52]),
    avail(255, 255, &[53]),
    avail(255, 255, &[54]),
    avail(255, 255, &[55]),
    avail(255, 255, &[56]),
    avail(255, 255, &[57]),
    avail(255, 255, &[58]),
    avail(255, 255, &[59]),
    avail(255, 255, &[60, 189]),
    avail(255, 255, &[61]),
    avail(255, 255, &[62, 193]),
    avail(255, 255, &[63, 111]),
    avail(255, 255, &[66]),
    avail(255, 255, &[69]),
    avail(255, 255, &[73]),
    avail(255, 255, &[74]),
    avail(255, 255, &[76]),
    avail(255, 255, &[77]),
    avail(255, 255, &[78]),
    avail(255, 255, &[79]),
    avail(255, 255, &[80]),
    avail(255, 255, &[81]),
    avail(255, 255, &[92]),
    avail(255, 255, &[93]),
    avail(255, 255, &[95]),
    avail(255, 255, &[96]),
    avail(255, 255, &[97]),
    avail(255, 255, &[99]),
    avail(255, 255, &[100]),
    avail(255, 255, &[102]),
    avail(255, 255, &[103]),
    avail(255, 255, &[104]),
    avail(255, 255, &[105]),
    avail(255, 255, &[107]),
    avail(255, 255, &[108]),
    avail(255, 255, &[110]),
    avail(255, 255, &[112]),
    avail(255, 255, &[113]),
    avail(255, 255, &[114]),
    avail(255, 255, &[116]),
    avail(255, 255, &[117]),
    avail(255, 255, &[118]),
    avail(255, 255, &[120]),
    avail(255, 255, &[121]),
    avail(255, 255, &[124]),
    avail(255, 255, &[125]),
    avail(255, 255, &[126]),
    avail(255, 255, &[127, 170]),
    avail(255, 255, &[128]),
    avail(255, 255, &[129]),
    avail(255, 255, &[131]),
    avail(255, 255, &[133]),
    avail(255, 255, &[134]),
    avail(255, 255, &[135, 176]),
    avail(255, 255, &[136]),
    avail(255, 255, &[138]),
    avail(255, 255, &[139]),
    avail(255, 255, &[143]),
    avail(255, 255, &[145]),
    avail(255, 255, &[146]),
    avail(255, 255, &[147]),
    avail(255, 255, &[148]),
    avail(255, 255, &[149]),
    avail(255, 255, &[149, 150]),
    avail(255, 255, &[149, 150, 175, 182]),
    avail(255, 255, &[150]),
    avail(255, 255, &[150, 182]),
    avail(255, 255, &[151]),
    avail(255, 255, &[152]),
    avail(255, 255, &[153]),
    avail(255, 255, &[154]),
    avail(255, 255, &[155]),
    avail(255, 255, &[158]),
    avail(255, 255, &[159]),
    avail(255, 255, &[160]),
    avail(255, 255, &[162]),
    avail(255, 255, &[163]),
    avail(255, 255, &[166]),
    avail(255, 255, &[167]),
    avail(255, 255, &[167, 179]),
    avail(255, 255, &[168]),
    avail(255, 255, &[169]),
    avail(255, 255, &[171]),
    avail(255, 255, &[172]),
    avail(255, 255, &[173]),
    avail(255, 255, &[174]),
    avail(255, 255, &[175]),
    avail(255, 255, &[177]),
    avail(255, 255, &[178]),
    avail(255, 255, &[179]),
    avail(255, 255, &[179, 193]),
    avail(255, 255, &[180]),
    avail(255, 255, &[181]),
    avail(255, 255, &[182]),
    avail(255, 255, &[183]),
    avail(255, 255, &[184]),
    avail(255, 255, &[185]),
    avail(255, 255, &[186]),
    avail(255, 255, &[187]),
    avail(255, 255, &[188]),
    avail(255, 255, &[191]),
    avail(255, 255, &[192]),
    avail(255, 255, &[193]),
    avail(255, 255, &[194]),
    avail(255, 255, &[195]),
    avail(255, 255, &[196]),
    avail(255, 255, &[197]),
    avail(255, 255, &[198]),
    avail(255, 255, &[199]),
    avail(255, 255, &[200]),
    avail(255, 255, &[201]),
];

const fn capability(
    value: u32,
    name: &'static str,
    availability: u16,
    implies: &'static [u16],
) -> CapabilityRow {
    CapabilityRow {
        name: Name::of(name),
        value,
        implies,
        availability,
    }
}

/// Every capability, by value.
#[rustfmt::skip]
pub(crate) const CAPABILITIES: [CapabilityRow; 303] = [
    capability(0, "Matrix", 0, &[]),
    capability(1, "Shader", 0, &[0]),
    capability(2, "Geometry", 0, &[0, 1]),
    capability(3, "Tessellation", 0, &[0, 1]),
    capability(4, "Addresses", 0, &[]),
    capability(5, "Linkage", 0, &[]),
    capability(6, "Kernel", 0, &[]),
    capability(7, "Vector16", 0, &[6]),
    capability(8, "Float16Buffer", 0, &[6]),
    capability(9, "Float16", 0, &[]),
    capability(10, "Float64", 0, &[]),
    capability(11, "Int64", 0, &[]),
    capability(12, "Int64Atomics", 0, &[11]),
    capability(13, "ImageBasic", 0, &[6]),
    capability(14, "ImageReadWrite", 0, &[6, 13]),
    capability(15, "ImageMipmap", 0, &[6, 13]),
    capability(17, "Pipes", 0, &[6]),
    capability(18, "Groups", 3, &[]),
    capability(19, "DeviceEnqueue", 0, &[6]),
    capability(20, "LiteralSampler", 0, &[6]),
    capability(21, "AtomicStorage", 0, &[0, 1]),
    capability(22, "Int16", 0, &[]),
    capability(23, "TessellationPointSize", 0, &[0, 1, 3]),
    capability(24, "GeometryPointSize", 0, &[0, 1, 2]),
    capability(25, "ImageGatherExtended", 0, &[0, 1]),
    capability(27, "StorageImageMultisample", 0, &[0, 1]),
    capability(28, "UniformBufferArrayDynamicIndexing", 0, &[0, 1]),
    capability(29, "SampledImageArrayDynamicIndexing", 0, &[0, 1]),
    capability(30, "StorageBufferArrayDynamicIndexing", 0, &[0, 1]),
    capability(31, "StorageImageArrayDynamicIndexing", 0, &[0, 1]),
    capability(32, "ClipDistance", 0, &[0, 1]),
    capability(33, "CullDistance", 0, &[0, 1]),
    capability(34, "ImageCubeArray", 0, &[0, 1, 43]),
    capability(35, "SampleRateShading", 0, &[0, 1]),
    capability(36, "ImageRect", 0, &[0, 1, 35]),
    capability(37, "SampledRect", 0, &[0, 1]),
    capability(38, "GenericPointer", 0, &[4]),
    capability(39, "Int8", 0, &[]),
    capability(40, "InputAttachment", 0, &[0, 1]),
    capability(41, "SparseResidency", 0, &[0, 1]),
    capability(42, "MinLod", 0, &[0, 1]),
    capability(43, "Sampled1D", 0, &[]),
    capability(44, "Image1D", 0, &[41]),
    capability(45, "SampledCubeArray", 0, &[0, 1]),
    capability(46, "SampledBuffer", 0, &[]),
    capability(47, "ImageBuffer", 0, &[44]),
    capability(48, "ImageMSArray", 0, &[0, 1]),
    capability(49, "StorageImageExtendedFormats", 0, &[0, 1]),
    capability(50, "ImageQuery", 0, &[0, 1]),
    capability(51, "DerivativeControl", 0, &[0, 1]),
    capability(52, "InterpolationFunction", 0, &[0, 1]),
    capability(53, "TransformFeedback", 0, &[0, 1]),
    capability(54, "GeometryStreams", 0, &[0, 1, 2]),
    capability(55, "StorageImageReadWithoutFormat", 0, &[0, 1]),
    capability(56, "StorageImageWriteWithoutFormat", 0, &[0, 1]),
    capability(57, "MultiViewport", 0, &[0, 1, 2]),
    capability(58, "SubgroupDispatch", 4, &[6, 18]),
    capability(59, "NamedBarrier", 4, &[6]),
    capability(60, "PipeStorage", 4, &[6, 16]),
    capability(61, "GroupNonUniform", 7, &[]),
    capability(62, "GroupNonUniformVote", 7, &[59]),
    capability(63, "GroupNonUniformArithmetic", 7, &[59]),
    capability(64, "GroupNonUniformBallot", 7, &[59]),
    capability(65, "GroupNonUniformShuffle", 7, &[59]),
    capability(66, "GroupNonUniformShuffleRelative", 7, &[59]),
    capability(67, "GroupNonUniformClustered", 7, &[59]),
    capability(68, "GroupNonUniformQuad", 7, &[59]),
    capability(69, "ShaderLayer", 22, &[]),
    capability(70, "ShaderViewportIndex", 22, &[]),
    capability(71, "UniformDecoration", 27, &[]),
    capability(4165, "CoreBuiltinsARM", 65, &[]),
    capability(4166, "TileImageColorReadAccessEXT", 92, &[]),
    capability(4167, "TileImageDepthReadAccessEXT", 92, &[]),
    capability(4168, "TileImageStencilReadAccessEXT", 92, &[]),
    capability(4174, "TensorsARM", 67, &[]),
    capability(4175, "StorageTensorArrayDynamicIndexingARM", 67, &[]),
    capability(4176, "StorageTensorArrayNonUniformIndexingARM", 67, &[]),
    capability(4191, "GraphARM", 66, &[]),
    capability(4201, "CooperativeMatrixLayoutsARM", 64, &[]),
    capability(4212, "Float8EXT", 73, &[]),
    capability(4213, "Float8CooperativeMatrixEXT", 73, &[79, 257]),
    capability(4228, "Float6EXT", 80, &[]),
    capability(4229, "Float4EXT", 80, &[]),
    capability(4230, "Float8UnsignedE8M0EXT", 80, &[]),
    capability(4231, "MXInt8EXT", 80, &[]),
    capability(4232, "BitcastExtractEXT", 80, &[]),
    capability(4422, "FragmentShadingRateKHR", 137, &[0, 1]),
    capability(4423, "SubgroupBallotKHR", 153, &[]),
    capability(4427, "DrawParameters", 13, &[0, 1]),
    capability(4428, "WorkgroupMemoryExplicitLayoutKHR", 160, &[0, 1]),
    capability(4429, "WorkgroupMemoryExplicitLayout8BitAccessKHR", 160, &[0, 1, 89]),
    capability(4430, "WorkgroupMemoryExplicitLayout16BitAccessKHR", 160, &[0, 1, 89]),
    capability(4431, "SubgroupVoteKHR", 157, &[]),
    capability(4433, "StorageBuffer16BitAccess", 9, &[]),
    capability(4434, "UniformAndStorageBuffer16BitAccess", 9, &[93]),
    capability(4435, "StoragePushConstant16", 9, &[]),
    capability(4436, "StorageInputOutput16", 9, &[]),
    capability(4437, "DeviceGroup", 10, &[]),
    capability(4439, "MultiView", 11, &[0, 1]),
    capability(4441, "VariablePointersStorageBuffer", 15, &[0, 1]),
    capability(4442, "VariablePointers", 15, &[0, 1, 99]),
    capability(4445, "AtomicStorageOps", 152, &[0, 1, 20]),
    capability(4447, "SampleMaskPostDepthCoverage", 142, &[]),
    capability(4448, "StorageBuffer8BitAccess", 25, &[]),
    capability(4449, "UniformAndStorageBuffer8BitAccess", 25, &[103]),
    capability(4450, "StoragePushConstant8", 25, &[]),
    capability(4464, "DenormPreserve", 20, &[]),
    capability(4465, "DenormFlushToZero", 20, &[]),
    capability(4466, "SignedZeroInfNanPreserve", 20, &[]),
    capability(4467, "RoundingModeRTE", 20, &[]),
    capability(4468, "RoundingModeRTZ", 20, &[]),
    capability(4471, "RayQueryProvisionalKHR", 145, &[0, 1]),
    capability(4472, "RayQueryKHR", 145, &[0, 1]),
    capability(4473, "UntypedPointersKHR", 159, &[]),
    capability(4478, "RayTraversalPrimitiveCullingKHR", 146, &[0, 1, 112, 115]),
    capability(4479, "RayTracingKHR", 148, &[0, 1]),
    capability(4484, "TextureSampleWeightedQCOM", 187, &[]),
    capability(4485, "TextureBoxFilterQCOM", 187, &[]),
    capability(4486, "TextureBlockMatchQCOM", 187, &[]),
    capability(4495, "TileShadingQCOM", 191, &[0, 1]),
    capability(4496, "CooperativeMatrixConversionQCOM", 186, &[257]),
    capability(4498, "TextureBlockMatch2QCOM", 188, &[]),
    capability(4539, "MultipleWaitQueuesQCOM", 190, &[]),
    capability(4543, "ImageGatherLinearQCOM", 189, &[]),
    capability(4544, "ImageGatherExtendedModesQCOM", 189, &[]),
    capability(5008, "Float16ImageAMD", 54, &[0, 1]),
    capability(5009, "ImageGatherBiasLodAMD", 62, &[0, 1]),
    capability(5010, "FragmentMaskAMD", 59, &[0, 1]),
    capability(5013, "StencilExportEXT", 90, &[0, 1]),
    capability(5015, "ImageReadWriteLodAMD", 60, &[0, 1]),
    capability(5016, "Int64ImageEXT", 88, &[11]),
    capability(5055, "ShaderClockKHR", 154, &[]),
    capability(5067, "ShaderEnqueueAMDX", 52, &[0, 1]),
    capability(5087, "QuadControlKHR", 143, &[]),
    capability(5112, "Int4TypeINTEL", 109, &[]),
    capability(5114, "Int4CooperativeMatrixINTEL", 109, &[134, 257]),
    capability(5116, "BFloat16TypeKHR", 128, &[]),
    capability(5117, "BFloat16DotProductKHR", 128, &[136]),
    capability(5118, "BFloat16CooperativeMatrixKHR", 128, &[136, 257]),
    capability(5120, "AbortKHR", 127, &[]),
    capability(5128, "DescriptorHeapEXT", 72, &[113]),
    capability(5146, "ConstantDataKHR", 131, &[]),
    capability(5156, "PoisonFreezeKHR", 141, &[]),
    capability(5181, "WeakLinkageAMD", 63, &[5]),
    capability(5249, "SampleMaskOverrideCoverageNV", 178, &[0, 1, 33]),
    capability(5251, "GeometryShaderPassthroughNV", 170, &[0, 1, 2]),
    capability(5254, "ShaderViewportIndexLayerEXT", 93, &[0, 1, 2, 55]),
    capability(5255, "ShaderViewportMaskNV", 185, &[0, 1, 2, 55, 146]),
    capability(5259, "ShaderStereoViewNV", 183, &[0, 1, 2, 55, 146, 147]),
    capability(5260, "PerViewAttributesNV", 161, &[0, 1, 98]),
    capability(5265, "FragmentFullyCoveredEXT", 74, &[0, 1]),
    capability(5266, "MeshShadingNV", 172, &[0, 1]),
    capability(5282, "ImageFootprintNV", 180, &[]),
    capability(5283, "MeshShadingEXT", 78, &[0, 1]),
    capability(5284, "FragmentBarycentricKHR", 136, &[]),
    capability(5288, "ComputeDerivativeGroupQuadsKHR", 130, &[0, 1]),
    capability(5291, "FragmentDensityEXT", 75, &[0, 1]),
    capability(5297, "GroupNonUniformPartitionedEXT", 91, &[]),
    capability(5301, "ShaderNonUniform", 23, &[0, 1]),
    capability(5302, "RuntimeDescriptorArray", 23, &[0, 1]),
    capability(5303, "InputAttachmentArrayDynamicIndexing", 23, &[0, 1, 38]),
    capability(5304, "UniformTexelBufferArrayDynamicIndexing", 23, &[44]),
    capability(5305, "StorageTexelBufferArrayDynamicIndexing", 23, &[44, 45]),
    capability(5306, "UniformBufferArrayNonUniformIndexing", 23, &[0, 1, 158]),
    capability(5307, "SampledImageArrayNonUniformIndexing", 23, &[0, 1, 158]),
    capability(5308, "StorageBufferArrayNonUniformIndexing", 23, &[0, 1, 158]),
    capability(5309, "StorageImageArrayNonUniformIndexing", 23, &[0, 1, 158]),
    capability(5310, "InputAttachmentArrayNonUniformIndexing", 23, &[0, 1, 38, 158]),
    capability(5311, "UniformTexelBufferArrayNonUniformIndexing", 23, &[0, 1, 44, 158]),
    capability(5312, "StorageTexelBufferArrayNonUniformIndexing", 23, &[0, 1, 44, 45, 158]),
    capability(5336, "RayTracingPositionFetchKHR", 150, &[0, 1]),
    capability(5340, "RayTracingNV", 176, &[0, 1]),
    capability(5341, "RayTracingMotionBlurNV", 177, &[0, 1]),
    capability(5345, "VulkanMemoryModel", 26, &[]),
    capability(5346, "VulkanMemoryModelDeviceScope", 26, &[]),
    capability(5347, "PhysicalStorageBufferAddresses", 24, &[0, 1]),
    capability(5350, "ComputeDerivativeGroupLinearKHR", 130, &[0, 1]),
    capability(5353, "RayTracingProvisionalKHR", 148, &[0, 1]),
    capability(5357, "CooperativeMatrixNV", 165, &[0, 1]),
    capability(5363, "FragmentShaderSampleInterlockEXT", 76, &[0, 1]),
    capability(5372, "FragmentShaderShadingRateInterlockEXT", 76, &[0, 1]),
    capability(5373, "ShaderSMBuiltinsNV", 182, &[0, 1]),
    capability(5378, "FragmentShaderPixelInterlockEXT", 76, &[0, 1]),
    capability(5379, "DemoteToHelperInvocation", 28, &[0, 1]),
    capability(5380, "DisplacementMicromapNV", 169, &[0, 1]),
    capability(5381, "RayTracingOpacityMicromapKHR", 81, &[0, 1]),
    capability(5383, "ShaderInvocationReorderNV", 181, &[0, 1, 115]),
    capability(5388, "ShaderInvocationReorderEXT", 89, &[0, 1, 115]),
    capability(5390, "BindlessTextureNV", 163, &[]),
    capability(5391, "RayQueryPositionFetchKHR", 150, &[0, 1]),
    capability(5394, "CooperativeVectorNV", 168, &[]),
    capability(5404, "AtomicFloat16VectorNV", 179, &[]),
    capability(5409, "RayTracingDisplacementMicromapNV", 169, &[0, 1, 115]),
    capability(5414, "RawAccessChainsNV", 175, &[]),
    capability(5418, "RayTracingSpheresGeometryNV", 171, &[]),
    capability(5419, "RayTracingLinearSweptSpheresGeometryNV", 171, &[]),
    capability(5423, "PushConstantBanksNV", 174, &[0, 1]),
    capability(5425, "LongVectorEXT", 77, &[]),
    capability(5426, "Shader64BitIndexingEXT", 84, &[]),
    capability(5429, "CooperativeMatrixConversionsEXT", 69, &[]),
    capability(5430, "CooperativeMatrixReductionsEXT", 70, &[]),
    capability(5431, "CooperativeMatrixConversionsNV", 166, &[]),
    capability(5432, "CooperativeMatrixPerElementOperationsEXT", 70, &[]),
    capability(5433, "CooperativeMatrixTensorAddressingNV", 166, &[]),
    capability(5434, "CooperativeMatrixBlockLoadsNV", 166, &[]),
    capability(5435, "CooperativeVectorTrainingNV", 168, &[]),
    capability(5437, "RayTracingClusterAccelerationStructureNV", 164, &[0, 1, 115]),
    capability(5438, "CooperativeMatrixGetCoordinateEXT", 69, &[]),
    capability(5439, "TensorAddressingNV", 184, &[]),
    capability(5447, "CooperativeMatrixDecodeVectorNV", 167, &[204]),
    capability(5568, "SubgroupShuffleINTEL", 121, &[]),
    capability(5569, "SubgroupBufferBlockIOINTEL", 121, &[]),
    capability(5570, "SubgroupImageBlockIOINTEL", 121, &[]),
    capability(5579, "SubgroupImageMediaBlockIOINTEL", 114, &[]),
    capability(5582, "RoundToInfinityINTEL", 102, &[]),
    capability(5583, "FloatingPointModeINTEL", 102, &[]),
    capability(5584, "IntegerFunctions2INTEL", 118, &[]),
    capability(5603, "FunctionPointersINTEL", 105, &[]),
    capability(5604, "IndirectReferencesINTEL", 105, &[]),
    capability(5606, "AsmINTEL", 108, &[]),
    capability(5612, "AtomicFloat32MinMaxEXT", 87, &[]),
    capability(5613, "AtomicFloat64MinMaxEXT", 87, &[]),
    capability(5616, "AtomicFloat16MinMaxEXT", 87, &[]),
    capability(5617, "VectorComputeINTEL", 126, &[224]),
    capability(5619, "VectorAnyINTEL", 126, &[]),
    capability(5629, "ExpectAssumeKHR", 133, &[]),
    capability(5696, "SubgroupAvcMotionEstimationINTEL", 101, &[]),
    capability(5697, "SubgroupAvcMotionEstimationIntraINTEL", 101, &[]),
    capability(5698, "SubgroupAvcMotionEstimationChromaINTEL", 101, &[]),
    capability(5817, "VariableLengthArrayINTEL", 125, &[]),
    capability(5821, "FunctionFloatControlINTEL", 102, &[]),
    capability(5824, "FPGAMemoryAttributesALTERA", 44, &[]),
    capability(5837, "FPFastMathModeINTEL", 103, &[6]),
    capability(5844, "ArbitraryPrecisionIntegersALTERA", 34, &[]),
    capability(5845, "ArbitraryPrecisionFloatingPointALTERA", 33, &[]),
    capability(5886, "UnstructuredLoopControlsINTEL", 124, &[]),
    capability(5888, "FPGALoopControlsALTERA", 42, &[]),
    capability(5892, "KernelAttributesINTEL", 110, &[]),
    capability(5897, "FPGAKernelAttributesINTEL", 110, &[]),
    capability(5898, "FPGAMemoryAccessesALTERA", 43, &[]),
    capability(5904, "FPGAClusterAttributesALTERA", 38, &[]),
    capability(5906, "LoopFuseALTERA", 48, &[]),
    capability(5908, "FPGADSPControlALTERA", 39, &[]),
    capability(5910, "MemoryAccessAliasingINTEL", 115, &[]),
    capability(5916, "FPGAInvocationPipeliningAttributesALTERA", 40, &[]),
    capability(5920, "FPGABufferLocationALTERA", 37, &[]),
    capability(5922, "ArbitraryPrecisionFixedPointALTERA", 32, &[]),
    capability(5935, "USMStorageClassesALTERA", 51, &[]),
    capability(5939, "RuntimeAlignedAttributeALTERA", 49, &[]),
    capability(5943, "IOPipesALTERA", 47, &[]),
    capability(5945, "BlockingPipesALTERA", 35, &[]),
    capability(5948, "FPGARegALTERA", 45, &[]),
    capability(6016, "DotProductInputAll", 29, &[]),
    capability(6017, "DotProductInput4x8Bit", 29, &[37]),
    capability(6018, "DotProductInput4x8BitPacked", 29, &[]),
    capability(6019, "DotProduct", 29, &[]),
    capability(6020, "RayCullMaskKHR", 144, &[]),
    capability(6022, "CooperativeMatrixKHR", 132, &[]),
    capability(6024, "ReplicatedCompositesEXT", 83, &[]),
    capability(6025, "BitInstructions", 129, &[]),
    capability(6026, "GroupNonUniformRotateKHR", 155, &[59]),
    capability(6029, "FloatControls2", 134, &[]),
    capability(6030, "FMAKHR", 135, &[]),
    capability(6032, "RayTracingOpacityMicromapExecutionModeKHR", 140, &[0, 1]),
    capability(6033, "AtomicFloat32AddEXT", 86, &[]),
    capability(6034, "AtomicFloat64AddEXT", 86, &[]),
    capability(6089, "LongCompositesINTEL", 111, &[]),
    capability(6094, "OptNoneEXT", 82, &[]),
    capability(6095, "AtomicFloat16AddEXT", 85, &[]),
    capability(6114, "DebugInfoModuleINTEL", 100, &[]),
    capability(6115, "BFloat16ConversionINTEL", 97, &[]),
    capability(6141, "SplitBarrierEXT", 94, &[]),
    capability(6144, "ArithmeticFenceEXT", 68, &[]),
    capability(6150, "FPGAClusterAttributesV2ALTERA", 38, &[240]),
    capability(6161, "FPGAKernelAttributesv2INTEL", 110, &[238]),
    capability(6162, "TaskSequenceALTERA", 50, &[]),
    capability(6169, "FPMaxErrorINTEL", 104, &[]),
    capability(6171, "FPGALatencyControlALTERA", 41, &[]),
    capability(6174, "FPGAArgumentInterfacesALTERA", 36, &[]),
    capability(6187, "GlobalVariableHostAccessINTEL", 107, &[]),
    capability(6189, "GlobalVariableFPGADecorationsALTERA", 46, &[]),
    capability(6220, "SubgroupBufferPrefetchINTEL", 119, &[]),
    capability(6228, "Subgroup2DBlockIOINTEL", 96, &[]),
    capability(6229, "Subgroup2DBlockTransformINTEL", 96, &[282]),
    capability(6230, "Subgroup2DBlockTransposeINTEL", 96, &[282]),
    capability(6236, "SubgroupMatrixMultiplyAccumulateINTEL", 120, &[]),
    capability(6241, "TernaryBitwiseFunctionINTEL", 123, &[]),
    capability(6243, "UntypedVariableLengthArrayINTEL", 125, &[113, 229]),
    capability(6245, "SpecConditionalINTEL", 106, &[]),
    capability(6246, "FunctionVariantsINTEL", 106, &[288]),
    capability(6257, "PredicatedIOINTEL", 116, &[]),
    capability(6265, "RoundedDivideSqrtINTEL", 117, &[]),
    capability(6400, "GroupUniformArithmeticKHR", 158, &[]),
    capability(6425, "TensorFloat32RoundingINTEL", 122, &[]),
    capability(6427, "MaskedGatherScatterINTEL", 112, &[]),
    capability(6441, "CacheControlsINTEL", 99, &[]),
    capability(6460, "RegisterLimitsINTEL", 113, &[]),
    capability(6528, "BindlessImagesINTEL", 98, &[]),
    capability(6912, "DotProductFloat16AccFloat32VALVE", 193, &[9]),
    capability(6913, "DotProductFloat16AccFloat16VALVE", 193, &[9]),
    capability(6914, "DotProductBFloat16AccVALVE", 193, &[136]),
    capability(6915, "DotProductFloat8AccFloat32VALVE", 193, &[79]),
    capability(7041, "IntrinsicSAMSUNG", 192, &[]),
];

const RESULT_TYPE: u16 = OpFlags::RESULT_TYPE.bits();
const RESULT: u16 = OpFlags::RESULT.bits();
const IDS_ONLY: u16 = OpFlags::IDS_ONLY.bits();
const NO_IDS: u16 = OpFlags::NO_IDS.bits();
const ENUMERANTS: u16 = OpFlags::ENUMERANTS.bits();
const TERMINATOR: u16 = OpFlags::TERMINATOR.bits();
const PURE: u16 = OpFlags::PURE.bits();
const TYPE: u16 = OpFlags::TYPE.bits();
const CONSTANT: u16 = OpFlags::CONSTANT.bits();
const DEBUG: u16 = OpFlags::DEBUG.bits();
const ANNOTATION: u16 = OpFlags::ANNOTATION.bits();

const fn op(
    opcode: u16,
    name: &'static str,
    flags: u16,
    alternatives: u16,
    availability: u16,
    (min_words, id_words): (u8, u8),
    operands: &'static [(K, Quantifier)],
) -> OpEntry {
    let flags = OpFlags::from_bits(flags);
    OpEntry {
        opcode,
        row: OpRow {
            name: Name::of(name),
            operands: Operands::of(operands),
        },
        hot: OpHot {
            flags,
            alternatives,
            availability,
            min_words,
            id_words,
        },
    }
}

/// Every opcode, ascending.
#[rustfmt::skip]
pub(crate) const OPS: [OpEntry; 876] = [
    op(0, "OpNop", IDS_ONLY | NO_IDS, 0, 0, (1, 255), &[]),
    op(1, "OpUndef", RESULT_TYPE | RESULT | IDS_ONLY | NO_IDS | PURE, 0, 0, (3, 255), &[(K::IdResultType, One), (K::IdResult, One)]),
    op(2, "OpSourceContinued", NO_IDS | DEBUG, 0, 0, (2, 1), &[(K::LiteralString, One)]),
    op(3, "OpSource", DEBUG, 0, 0, (3, 1), &[(K::SourceLanguage, One), (K::LiteralInteger, One), (K::IdRef, Optional), (K::LiteralString, Optional)]),
    op(4, "OpSourceExtension", NO_IDS | DEBUG, 0, 0, (2, 1), &[(K::LiteralString, One)]),
    op(5, "OpName", DEBUG, 0, 0, (3, 2), &[(K::IdRef, One), (K::LiteralString, One)]),
    op(6, "OpMemberName", DEBUG, 0, 0, (4, 2), &[(K::IdRef, One), (K::LiteralInteger, One), (K::LiteralString, One)]),
    op(7, "OpString", RESULT | NO_IDS | DEBUG, 0, 0, (3, 2), &[(K::IdResult, One), (K::LiteralString, One)]),
    op(8, "OpLine", DEBUG, 0, 0, (4, 2), &[(K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(10, "OpExtension", NO_IDS, 0, 0, (2, 1), &[(K::LiteralString, One)]),
    op(11, "OpExtInstImport", RESULT | NO_IDS, 0, 0, (3, 2), &[(K::IdResult, One), (K::LiteralString, One)]),
    op(12, "OpExtInst", RESULT_TYPE | RESULT | ENUMERANTS, 0, 0, (5, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralExtInstInteger, One), (K::IdRef, Many)]),
    op(14, "OpMemoryModel", NO_IDS | ENUMERANTS, 0, 0, (3, 1), &[(K::AddressingModel, One), (K::MemoryModel, One)]),
    op(15, "OpEntryPoint", ENUMERANTS, 0, 0, (4, 1), &[(K::ExecutionModel, One), (K::IdRef, One), (K::LiteralString, One), (K::IdRef, Many)]),
    op(16, "OpExecutionMode", ENUMERANTS, 0, 0, (3, 2), &[(K::IdRef, One), (K::ExecutionMode, One)]),
    op(17, "OpCapability", NO_IDS | ENUMERANTS, 0, 0, (2, 1), &[(K::Capability, One)]),
    op(19, "OpTypeVoid", RESULT | IDS_ONLY | NO_IDS | PURE | TYPE, 0, 0, (2, 255), &[(K::IdResult, One)]),
    op(20, "OpTypeBool", RESULT | IDS_ONLY | NO_IDS | PURE | TYPE, 0, 0, (2, 255), &[(K::IdResult, One)]),
    op(21, "OpTypeInt", RESULT | NO_IDS | PURE | TYPE, 0, 0, (4, 2), &[(K::IdResult, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(22, "OpTypeFloat", RESULT | NO_IDS | ENUMERANTS | PURE | TYPE, 0, 0, (3, 2), &[(K::IdResult, One), (K::LiteralInteger, One), (K::FPEncoding, Optional)]),
    op(23, "OpTypeVector", RESULT | PURE | TYPE, 0, 0, (4, 3), &[(K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One)]),
    op(24, "OpTypeMatrix", RESULT | PURE | TYPE, 1, 0, (4, 3), &[(K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One)]),
    op(25, "OpTypeImage", RESULT | ENUMERANTS | PURE | TYPE, 0, 0, (9, 3), &[(K::IdResult, One), (K::IdRef, One), (K::Dim, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::ImageFormat, One), (K::AccessQualifier, Optional)]),
    op(26, "OpTypeSampler", RESULT | IDS_ONLY | NO_IDS | PURE | TYPE, 0, 0, (2, 255), &[(K::IdResult, One)]),
    op(27, "OpTypeSampledImage", RESULT | IDS_ONLY | PURE | TYPE, 0, 0, (3, 255), &[(K::IdResult, One), (K::IdRef, One)]),
    op(28, "OpTypeArray", RESULT | IDS_ONLY | PURE | TYPE, 0, 0, (4, 255), &[(K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(29, "OpTypeRuntimeArray", RESULT | IDS_ONLY | PURE | TYPE, 2, 0, (3, 255), &[(K::IdResult, One), (K::IdRef, One)]),
    op(30, "OpTypeStruct", RESULT | IDS_ONLY | PURE | TYPE, 0, 0, (2, 255), &[(K::IdResult, One), (K::IdRef, Many)]),
    op(31, "OpTypeOpaque", RESULT | NO_IDS | PURE | TYPE, 20, 0, (3, 2), &[(K::IdResult, One), (K::LiteralString, One)]),
    op(32, "OpTypePointer", RESULT | ENUMERANTS | PURE | TYPE, 0, 0, (4, 2), &[(K::IdResult, One), (K::StorageClass, One), (K::IdRef, One)]),
    op(33, "OpTypeFunction", RESULT | IDS_ONLY | PURE | TYPE, 0, 0, (3, 255), &[(K::IdResult, One), (K::IdRef, One), (K::IdRef, Many)]),
    op(34, "OpTypeEvent", RESULT | IDS_ONLY | NO_IDS | PURE | TYPE, 20, 0, (2, 255), &[(K::IdResult, One)]),
    op(35, "OpTypeDeviceEvent", RESULT | IDS_ONLY | NO_IDS | PURE | TYPE, 29, 0, (2, 255), &[(K::IdResult, One)]),
    op(36, "OpTypeReserveId", RESULT | IDS_ONLY | NO_IDS | PURE | TYPE, 27, 0, (2, 255), &[(K::IdResult, One)]),
    op(37, "OpTypeQueue", RESULT | IDS_ONLY | NO_IDS | PURE | TYPE, 29, 0, (2, 255), &[(K::IdResult, One)]),
    op(38, "OpTypePipe", RESULT | NO_IDS | ENUMERANTS | PURE | TYPE, 27, 0, (3, 2), &[(K::IdResult, One), (K::AccessQualifier, One)]),
    op(39, "OpTypeForwardPointer", ENUMERANTS | TYPE, 18, 0, (3, 2), &[(K::IdRef, One), (K::StorageClass, One)]),
    op(41, "OpConstantTrue", RESULT_TYPE | RESULT | IDS_ONLY | NO_IDS | PURE | CONSTANT, 0, 0, (3, 255), &[(K::IdResultType, One), (K::IdResult, One)]),
    op(42, "OpConstantFalse", RESULT_TYPE | RESULT | IDS_ONLY | NO_IDS | PURE | CONSTANT, 0, 0, (3, 255), &[(K::IdResultType, One), (K::IdResult, One)]),
    op(43, "OpConstant", RESULT_TYPE | RESULT | NO_IDS | PURE | CONSTANT, 0, 0, (4, 3), &[(K::IdResultType, One), (K::IdResult, One), (K::LiteralContextDependentNumber, One)]),
    op(44, "OpConstantComposite", RESULT_TYPE | RESULT | IDS_ONLY | PURE | CONSTANT, 0, 0, (3, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, Many)]),
    op(45, "OpConstantSampler", RESULT_TYPE | RESULT | NO_IDS | PURE | CONSTANT, 30, 0, (6, 3), &[(K::IdResultType, One), (K::IdResult, One), (K::SamplerAddressingMode, One), (K::LiteralInteger, One), (K::SamplerFilterMode, One)]),
    op(46, "OpConstantNull", RESULT_TYPE | RESULT | IDS_ONLY | NO_IDS | PURE | CONSTANT, 0, 0, (3, 255), &[(K::IdResultType, One), (K::IdResult, One)]),
    op(48, "OpSpecConstantTrue", RESULT_TYPE | RESULT | IDS_ONLY | NO_IDS | PURE | CONSTANT, 0, 0, (3, 255), &[(K::IdResultType, One), (K::IdResult, One)]),
    op(49, "OpSpecConstantFalse", RESULT_TYPE | RESULT | IDS_ONLY | NO_IDS | PURE | CONSTANT, 0, 0, (3, 255), &[(K::IdResultType, One), (K::IdResult, One)]),
    op(50, "OpSpecConstant", RESULT_TYPE | RESULT | NO_IDS | PURE | CONSTANT, 0, 0, (4, 3), &[(K::IdResultType, One), (K::IdResult, One), (K::LiteralContextDependentNumber, One)]),
    op(51, "OpSpecConstantComposite", RESULT_TYPE | RESULT | IDS_ONLY | PURE | CONSTANT, 0, 0, (3, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, Many)]),
    op(52, "OpSpecConstantOp", RESULT_TYPE | RESULT | ENUMERANTS | PURE | CONSTANT, 0, 0, (4, 3), &[(K::IdResultType, One), (K::IdResult, One), (K::LiteralSpecConstantOpInteger, One)]),
    op(54, "OpFunction", RESULT_TYPE | RESULT | ENUMERANTS, 0, 0, (5, 3), &[(K::IdResultType, One), (K::IdResult, One), (K::FunctionControl, One), (K::IdRef, One)]),
    op(55, "OpFunctionParameter", RESULT_TYPE | RESULT | IDS_ONLY | NO_IDS, 0, 0, (3, 255), &[(K::IdResultType, One), (K::IdResult, One)]),
    op(56, "OpFunctionEnd", IDS_ONLY | NO_IDS, 0, 0, (1, 255), &[]),
    op(57, "OpFunctionCall", RESULT_TYPE | RESULT | IDS_ONLY, 0, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, Many)]),
    op(59, "OpVariable", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 0, 0, (4, 3), &[(K::IdResultType, One), (K::IdResult, One), (K::StorageClass, One), (K::IdRef, Optional)]),
    op(60, "OpImageTexelPointer", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(61, "OpLoad", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 0, 0, (4, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::MemoryAccess, Optional)]),
    op(62, "OpStore", ENUMERANTS, 0, 0, (3, 3), &[(K::IdRef, One), (K::IdRef, One), (K::MemoryAccess, Optional)]),
    op(63, "OpCopyMemory", ENUMERANTS, 0, 0, (3, 3), &[(K::IdRef, One), (K::IdRef, One), (K::MemoryAccess, Optional), (K::MemoryAccess, Optional)]),
    op(64, "OpCopyMemorySized", ENUMERANTS, 17, 0, (4, 4), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::MemoryAccess, Optional), (K::MemoryAccess, Optional)]),
    op(65, "OpAccessChain", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, Many)]),
    op(66, "OpInBoundsAccessChain", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, Many)]),
    op(67, "OpPtrAccessChain", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 16, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Many)]),
    op(68, "OpArrayLength", RESULT_TYPE | RESULT | PURE, 2, 0, (5, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One)]),
    op(69, "OpGenericPtrMemSemantics", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 20, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(70, "OpInBoundsPtrAccessChain", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 14, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Many)]),
    op(71, "OpDecorate", ENUMERANTS | ANNOTATION, 0, 0, (3, 2), &[(K::IdRef, One), (K::Decoration, One)]),
    op(72, "OpMemberDecorate", ENUMERANTS | ANNOTATION, 0, 0, (4, 2), &[(K::IdRef, One), (K::LiteralInteger, One), (K::Decoration, One)]),
    op(73, "OpDecorationGroup", RESULT | IDS_ONLY | NO_IDS | ANNOTATION, 0, 0, (2, 255), &[(K::IdResult, One)]),
    op(74, "OpGroupDecorate", IDS_ONLY | ANNOTATION, 0, 0, (2, 255), &[(K::IdRef, One), (K::IdRef, Many)]),
    op(75, "OpGroupMemberDecorate", ANNOTATION, 0, 0, (2, 2), &[(K::IdRef, One), (K::PairIdRefLiteralInteger, Many)]),
    op(77, "OpVectorExtractDynamic", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(78, "OpVectorInsertDynamic", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(79, "OpVectorShuffle", RESULT_TYPE | RESULT | PURE, 0, 0, (5, 5), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::LiteralInteger, Many)]),
    op(80, "OpCompositeConstruct", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (3, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, Many)]),
    op(81, "OpCompositeExtract", RESULT_TYPE | RESULT | PURE, 0, 0, (4, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, Many)]),
    op(82, "OpCompositeInsert", RESULT_TYPE | RESULT | PURE, 0, 0, (5, 5), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::LiteralInteger, Many)]),
    op(83, "OpCopyObject", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(84, "OpTranspose", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 1, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(86, "OpSampledImage", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(87, "OpImageSampleImplicitLod", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 2, 0, (5, 5), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, Optional)]),
    op(88, "OpImageSampleExplicitLod", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 0, 0, (6, 5), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, One)]),
    op(89, "OpImageSampleDrefImplicitLod", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 2, 0, (6, 6), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, Optional)]),
    op(90, "OpImageSampleDrefExplicitLod", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 2, 0, (7, 6), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, One)]),
    op(91, "OpImageSampleProjImplicitLod", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 2, 0, (5, 5), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, Optional)]),
    op(92, "OpImageSampleProjExplicitLod", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 2, 0, (6, 5), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, One)]),
    op(93, "OpImageSampleProjDrefImplicitLod", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 2, 0, (6, 6), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, Optional)]),
    op(94, "OpImageSampleProjDrefExplicitLod", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 2, 0, (7, 6), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, One)]),
    op(95, "OpImageFetch", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 0, 0, (5, 5), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, Optional)]),
    op(96, "OpImageGather", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 2, 0, (6, 6), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, Optional)]),
    op(97, "OpImageDrefGather", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 2, 0, (6, 6), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, Optional)]),
    op(98, "OpImageRead", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 0, 0, (5, 5), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, Optional)]),
    op(99, "OpImageWrite", ENUMERANTS, 0, 0, (4, 4), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, Optional)]),
    op(100, "OpImage", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(101, "OpImageQueryFormat", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 20, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(102, "OpImageQueryOrder", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 20, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(103, "OpImageQuerySizeLod", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 21, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(104, "OpImageQuerySize", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 21, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(105, "OpImageQueryLod", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 44, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(106, "OpImageQueryLevels", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 21, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(107, "OpImageQuerySamples", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 21, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(109, "OpConvertFToU", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(110, "OpConvertFToS", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(111, "OpConvertSToF", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(112, "OpConvertUToF", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(113, "OpUConvert", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(114, "OpSConvert", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(115, "OpFConvert", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(116, "OpQuantizeToF16", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 2, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(117, "OpConvertPtrToU", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 18, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(118, "OpSatConvertSToU", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 20, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(119, "OpSatConvertUToS", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 20, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(120, "OpConvertUToPtr", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 18, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(121, "OpPtrCastToGeneric", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 20, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(122, "OpGenericCastToPtr", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 20, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(123, "OpGenericCastToPtrExplicit", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 20, 0, (5, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::StorageClass, One)]),
    op(124, "OpBitcast", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(126, "OpSNegate", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(127, "OpFNegate", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(128, "OpIAdd", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(129, "OpFAdd", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(130, "OpISub", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(131, "OpFSub", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(132, "OpIMul", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(133, "OpFMul", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(134, "OpUDiv", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(135, "OpSDiv", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(136, "OpFDiv", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(137, "OpUMod", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(138, "OpSRem", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(139, "OpSMod", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(140, "OpFRem", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(141, "OpFMod", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(142, "OpVectorTimesScalar", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(143, "OpMatrixTimesScalar", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 1, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(144, "OpVectorTimesMatrix", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 1, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(145, "OpMatrixTimesVector", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 1, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(146, "OpMatrixTimesMatrix", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 1, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(147, "OpOuterProduct", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 1, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(148, "OpDot", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(149, "OpIAddCarry", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(150, "OpISubBorrow", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(151, "OpUMulExtended", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(152, "OpSMulExtended", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(154, "OpAny", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(155, "OpAll", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(156, "OpIsNan", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(157, "OpIsInf", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(158, "OpIsFinite", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 20, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(159, "OpIsNormal", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 20, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(160, "OpSignBitSet", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 20, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(161, "OpLessOrGreater", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 20, 2, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(162, "OpOrdered", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 20, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(163, "OpUnordered", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 20, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(164, "OpLogicalEqual", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(165, "OpLogicalNotEqual", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(166, "OpLogicalOr", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(167, "OpLogicalAnd", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(168, "OpLogicalNot", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(169, "OpSelect", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(170, "OpIEqual", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(171, "OpINotEqual", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(172, "OpUGreaterThan", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(173, "OpSGreaterThan", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(174, "OpUGreaterThanEqual", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(175, "OpSGreaterThanEqual", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(176, "OpULessThan", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(177, "OpSLessThan", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(178, "OpULessThanEqual", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(179, "OpSLessThanEqual", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(180, "OpFOrdEqual", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(181, "OpFUnordEqual", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(182, "OpFOrdNotEqual", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(183, "OpFUnordNotEqual", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(184, "OpFOrdLessThan", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(185, "OpFUnordLessThan", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(186, "OpFOrdGreaterThan", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(187, "OpFUnordGreaterThan", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(188, "OpFOrdLessThanEqual", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(189, "OpFUnordLessThanEqual", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(190, "OpFOrdGreaterThanEqual", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(191, "OpFUnordGreaterThanEqual", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(194, "OpShiftRightLogical", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(195, "OpShiftRightArithmetic", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(196, "OpShiftLeftLogical", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(197, "OpBitwiseOr", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(198, "OpBitwiseXor", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(199, "OpBitwiseAnd", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(200, "OpNot", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(201, "OpBitFieldInsert", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 6, 0, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(202, "OpBitFieldSExtract", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 6, 0, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(203, "OpBitFieldUExtract", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 6, 0, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(204, "OpBitReverse", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 6, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(205, "OpBitCount", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(207, "OpDPdx", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 2, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(208, "OpDPdy", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 2, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(209, "OpFwidth", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 2, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(210, "OpDPdxFine", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 45, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(211, "OpDPdyFine", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 45, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(212, "OpFwidthFine", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 45, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(213, "OpDPdxCoarse", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 45, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(214, "OpDPdyCoarse", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 45, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(215, "OpFwidthCoarse", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 45, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(218, "OpEmitVertex", IDS_ONLY | NO_IDS, 7, 0, (1, 255), &[]),
    op(219, "OpEndPrimitive", IDS_ONLY | NO_IDS, 7, 0, (1, 255), &[]),
    op(220, "OpEmitStreamVertex", IDS_ONLY, 48, 0, (2, 255), &[(K::IdRef, One)]),
    op(221, "OpEndStreamPrimitive", IDS_ONLY, 48, 0, (2, 255), &[(K::IdRef, One)]),
    op(224, "OpControlBarrier", IDS_ONLY, 0, 0, (4, 255), &[(K::IdScope, One), (K::IdScope, One), (K::IdMemorySemantics, One)]),
    op(225, "OpMemoryBarrier", IDS_ONLY, 0, 0, (3, 255), &[(K::IdScope, One), (K::IdMemorySemantics, One)]),
    op(227, "OpAtomicLoad", RESULT_TYPE | RESULT | IDS_ONLY, 0, 0, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdScope, One), (K::IdMemorySemantics, One)]),
    op(228, "OpAtomicStore", IDS_ONLY, 0, 0, (5, 255), &[(K::IdRef, One), (K::IdScope, One), (K::IdMemorySemantics, One), (K::IdRef, One)]),
    op(229, "OpAtomicExchange", RESULT_TYPE | RESULT | IDS_ONLY, 0, 0, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdScope, One), (K::IdMemorySemantics, One), (K::IdRef, One)]),
    op(230, "OpAtomicCompareExchange", RESULT_TYPE | RESULT | IDS_ONLY, 0, 0, (9, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdScope, One), (K::IdMemorySemantics, One), (K::IdMemorySemantics, One), (K::IdRef, One), (K::IdRef, One)]),
    op(231, "OpAtomicCompareExchangeWeak", RESULT_TYPE | RESULT | IDS_ONLY, 20, 1, (9, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdScope, One), (K::IdMemorySemantics, One), (K::IdMemorySemantics, One), (K::IdRef, One), (K::IdRef, One)]),
    op(232, "OpAtomicIIncrement", RESULT_TYPE | RESULT | IDS_ONLY, 0, 0, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdScope, One), (K::IdMemorySemantics, One)]),
    op(233, "OpAtomicIDecrement", RESULT_TYPE | RESULT | IDS_ONLY, 0, 0, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdScope, One), (K::IdMemorySemantics, One)]),
    op(234, "OpAtomicIAdd", RESULT_TYPE | RESULT | IDS_ONLY, 0, 0, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdScope, One), (K::IdMemorySemantics, One), (K::IdRef, One)]),
    op(235, "OpAtomicISub", RESULT_TYPE | RESULT | IDS_ONLY, 0, 0, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdScope, One), (K::IdMemorySemantics, One), (K::IdRef, One)]),
    op(236, "OpAtomicSMin", RESULT_TYPE | RESULT | IDS_ONLY, 0, 0, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdScope, One), (K::IdMemorySemantics, One), (K::IdRef, One)]),
    op(237, "OpAtomicUMin", RESULT_TYPE | RESULT | IDS_ONLY, 0, 0, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdScope, One), (K::IdMemorySemantics, One), (K::IdRef, One)]),
    op(238, "OpAtomicSMax", RESULT_TYPE | RESULT | IDS_ONLY, 0, 0, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdScope, One), (K::IdMemorySemantics, One), (K::IdRef, One)]),
    op(239, "OpAtomicUMax", RESULT_TYPE | RESULT | IDS_ONLY, 0, 0, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdScope, One), (K::IdMemorySemantics, One), (K::IdRef, One)]),
    op(240, "OpAtomicAnd", RESULT_TYPE | RESULT | IDS_ONLY, 0, 0, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdScope, One), (K::IdMemorySemantics, One), (K::IdRef, One)]),
    op(241, "OpAtomicOr", RESULT_TYPE | RESULT | IDS_ONLY, 0, 0, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdScope, One), (K::IdMemorySemantics, One), (K::IdRef, One)]),
    op(242, "OpAtomicXor", RESULT_TYPE | RESULT | IDS_ONLY, 0, 0, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdScope, One), (K::IdMemorySemantics, One), (K::IdRef, One)]),
    op(245, "OpPhi", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 0, (3, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::PairIdRefIdRef, Many)]),
    op(246, "OpLoopMerge", ENUMERANTS, 0, 0, (4, 3), &[(K::IdRef, One), (K::IdRef, One), (K::LoopControl, One)]),
    op(247, "OpSelectionMerge", 0, 0, 0, (3, 2), &[(K::IdRef, One), (K::SelectionControl, One)]),
    op(248, "OpLabel", RESULT | IDS_ONLY | NO_IDS, 0, 0, (2, 255), &[(K::IdResult, One)]),
    op(249, "OpBranch", IDS_ONLY | TERMINATOR, 0, 0, (2, 255), &[(K::IdRef, One)]),
    op(250, "OpBranchConditional", TERMINATOR, 0, 0, (4, 4), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::LiteralInteger, Many)]),
    op(251, "OpSwitch", TERMINATOR, 0, 0, (3, 3), &[(K::IdRef, One), (K::IdRef, One), (K::PairLiteralIntegerIdRef, Many)]),
    op(252, "OpKill", IDS_ONLY | NO_IDS | TERMINATOR, 2, 0, (1, 255), &[]),
    op(253, "OpReturn", IDS_ONLY | NO_IDS | TERMINATOR, 0, 0, (1, 255), &[]),
    op(254, "OpReturnValue", IDS_ONLY | TERMINATOR, 0, 0, (2, 255), &[(K::IdRef, One)]),
    op(255, "OpUnreachable", IDS_ONLY | NO_IDS | TERMINATOR, 0, 0, (1, 255), &[]),
    op(256, "OpLifetimeStart", 0, 20, 0, (3, 2), &[(K::IdRef, One), (K::LiteralInteger, One)]),
    op(257, "OpLifetimeStop", 0, 20, 0, (3, 2), &[(K::IdRef, One), (K::LiteralInteger, One)]),
    op(259, "OpGroupAsyncCopy", RESULT_TYPE | RESULT | IDS_ONLY, 20, 0, (9, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(260, "OpGroupWaitEvents", IDS_ONLY, 20, 0, (4, 255), &[(K::IdScope, One), (K::IdRef, One), (K::IdRef, One)]),
    op(261, "OpGroupAll", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 28, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::IdRef, One)]),
    op(262, "OpGroupAny", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 28, 0, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::IdRef, One)]),
    op(263, "OpGroupBroadcast", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 28, 0, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::IdRef, One), (K::IdRef, One)]),
    op(264, "OpGroupIAdd", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 28, 0, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One)]),
    op(265, "OpGroupFAdd", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 28, 0, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One)]),
    op(266, "OpGroupFMin", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 28, 0, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One)]),
    op(267, "OpGroupUMin", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 28, 0, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One)]),
    op(268, "OpGroupSMin", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 28, 0, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One)]),
    op(269, "OpGroupFMax", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 28, 0, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One)]),
    op(270, "OpGroupUMax", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 28, 0, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One)]),
    op(271, "OpGroupSMax", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 28, 0, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One)]),
    op(274, "OpReadPipe", RESULT_TYPE | RESULT | IDS_ONLY, 27, 0, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(275, "OpWritePipe", RESULT_TYPE | RESULT | IDS_ONLY, 27, 0, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(276, "OpReservedReadPipe", RESULT_TYPE | RESULT | IDS_ONLY, 27, 0, (9, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(277, "OpReservedWritePipe", RESULT_TYPE | RESULT | IDS_ONLY, 27, 0, (9, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(278, "OpReserveReadPipePackets", RESULT_TYPE | RESULT | IDS_ONLY, 27, 0, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(279, "OpReserveWritePipePackets", RESULT_TYPE | RESULT | IDS_ONLY, 27, 0, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(280, "OpCommitReadPipe", IDS_ONLY, 27, 0, (5, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(281, "OpCommitWritePipe", IDS_ONLY, 27, 0, (5, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(282, "OpIsValidReserveId", RESULT_TYPE | RESULT | IDS_ONLY, 27, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(283, "OpGetNumPipePackets", RESULT_TYPE | RESULT | IDS_ONLY, 27, 0, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(284, "OpGetMaxPipePackets", RESULT_TYPE | RESULT | IDS_ONLY, 27, 0, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(285, "OpGroupReserveReadPipePackets", RESULT_TYPE | RESULT | IDS_ONLY, 27, 0, (8, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(286, "OpGroupReserveWritePipePackets", RESULT_TYPE | RESULT | IDS_ONLY, 27, 0, (8, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(287, "OpGroupCommitReadPipe", IDS_ONLY, 27, 0, (6, 255), &[(K::IdScope, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(288, "OpGroupCommitWritePipe", IDS_ONLY, 27, 0, (6, 255), &[(K::IdScope, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(291, "OpEnqueueMarker", RESULT_TYPE | RESULT | IDS_ONLY, 29, 0, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(292, "OpEnqueueKernel", RESULT_TYPE | RESULT | IDS_ONLY, 29, 0, (13, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Many)]),
    op(293, "OpGetKernelNDrangeSubGroupCount", RESULT_TYPE | RESULT | IDS_ONLY, 29, 0, (8, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(294, "OpGetKernelNDrangeMaxSubGroupSize", RESULT_TYPE | RESULT | IDS_ONLY, 29, 0, (8, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(295, "OpGetKernelWorkGroupSize", RESULT_TYPE | RESULT | IDS_ONLY, 29, 0, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(296, "OpGetKernelPreferredWorkGroupSizeMultiple", RESULT_TYPE | RESULT | IDS_ONLY, 29, 0, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(297, "OpRetainEvent", IDS_ONLY, 29, 0, (2, 255), &[(K::IdRef, One)]),
    op(298, "OpReleaseEvent", IDS_ONLY, 29, 0, (2, 255), &[(K::IdRef, One)]),
    op(299, "OpCreateUserEvent", RESULT_TYPE | RESULT | IDS_ONLY | NO_IDS, 29, 0, (3, 255), &[(K::IdResultType, One), (K::IdResult, One)]),
    op(300, "OpIsValidEvent", RESULT_TYPE | RESULT | IDS_ONLY, 29, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(301, "OpSetUserEventStatus", IDS_ONLY, 29, 0, (3, 255), &[(K::IdRef, One), (K::IdRef, One)]),
    op(302, "OpCaptureEventProfilingInfo", IDS_ONLY, 29, 0, (4, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(303, "OpGetDefaultQueue", RESULT_TYPE | RESULT | IDS_ONLY | NO_IDS, 29, 0, (3, 255), &[(K::IdResultType, One), (K::IdResult, One)]),
    op(304, "OpBuildNDRange", RESULT_TYPE | RESULT | IDS_ONLY, 29, 0, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(305, "OpImageSparseSampleImplicitLod", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 39, 0, (5, 5), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, Optional)]),
    op(306, "OpImageSparseSampleExplicitLod", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 39, 0, (6, 5), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, One)]),
    op(307, "OpImageSparseSampleDrefImplicitLod", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 39, 0, (6, 6), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, Optional)]),
    op(308, "OpImageSparseSampleDrefExplicitLod", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 39, 0, (7, 6), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, One)]),
    op(309, "OpImageSparseSampleProjImplicitLod", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 39, 31, (5, 5), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, Optional)]),
    op(310, "OpImageSparseSampleProjExplicitLod", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 39, 31, (6, 5), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, One)]),
    op(311, "OpImageSparseSampleProjDrefImplicitLod", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 39, 31, (6, 6), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, Optional)]),
    op(312, "OpImageSparseSampleProjDrefExplicitLod", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 39, 31, (7, 6), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, One)]),
    op(313, "OpImageSparseFetch", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 39, 0, (5, 5), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, Optional)]),
    op(314, "OpImageSparseGather", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 39, 0, (6, 6), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, Optional)]),
    op(315, "OpImageSparseDrefGather", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 39, 0, (6, 6), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, Optional)]),
    op(316, "OpImageSparseTexelsResident", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 39, 0, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(317, "OpNoLine", IDS_ONLY | NO_IDS | DEBUG, 0, 0, (1, 255), &[]),
    op(318, "OpAtomicFlagTestAndSet", RESULT_TYPE | RESULT | IDS_ONLY, 20, 0, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdScope, One), (K::IdMemorySemantics, One)]),
    op(319, "OpAtomicFlagClear", IDS_ONLY, 20, 0, (4, 255), &[(K::IdRef, One), (K::IdScope, One), (K::IdMemorySemantics, One)]),
    op(320, "OpImageSparseRead", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 39, 0, (5, 5), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, Optional)]),
    op(321, "OpSizeOf", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 14, 4, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(322, "OpTypePipeStorage", RESULT | IDS_ONLY | NO_IDS | PURE | TYPE, 52, 4, (2, 255), &[(K::IdResult, One)]),
    op(323, "OpConstantPipeStorage", RESULT_TYPE | RESULT | NO_IDS | CONSTANT, 52, 4, (6, 3), &[(K::IdResultType, One), (K::IdResult, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(324, "OpCreatePipeFromPipeStorage", RESULT_TYPE | RESULT | IDS_ONLY, 52, 4, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(325, "OpGetKernelLocalSizeForSubgroupCount", RESULT_TYPE | RESULT | IDS_ONLY, 50, 4, (8, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(326, "OpGetKernelMaxNumSubgroups", RESULT_TYPE | RESULT | IDS_ONLY, 50, 4, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(327, "OpTypeNamedBarrier", RESULT | IDS_ONLY | NO_IDS | PURE | TYPE, 51, 4, (2, 255), &[(K::IdResult, One)]),
    op(328, "OpNamedBarrierInitialize", RESULT_TYPE | RESULT | IDS_ONLY, 51, 4, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(329, "OpMemoryNamedBarrier", IDS_ONLY, 51, 4, (4, 255), &[(K::IdRef, One), (K::IdScope, One), (K::IdMemorySemantics, One)]),
    op(330, "OpModuleProcessed", NO_IDS | DEBUG, 0, 4, (2, 1), &[(K::LiteralString, One)]),
    op(331, "OpExecutionModeId", ENUMERANTS, 0, 5, (3, 2), &[(K::IdRef, One), (K::ExecutionMode, One)]),
    op(332, "OpDecorateId", ENUMERANTS | ANNOTATION, 0, 6, (3, 2), &[(K::IdRef, One), (K::Decoration, One)]),
    op(333, "OpGroupNonUniformElect", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 53, 7, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One)]),
    op(334, "OpGroupNonUniformAll", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 54, 7, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::IdRef, One)]),
    op(335, "OpGroupNonUniformAny", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 54, 7, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::IdRef, One)]),
    op(336, "OpGroupNonUniformAllEqual", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 54, 7, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::IdRef, One)]),
    op(337, "OpGroupNonUniformBroadcast", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 56, 7, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::IdRef, One), (K::IdRef, One)]),
    op(338, "OpGroupNonUniformBroadcastFirst", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 56, 7, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::IdRef, One)]),
    op(339, "OpGroupNonUniformBallot", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 56, 7, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::IdRef, One)]),
    op(340, "OpGroupNonUniformInverseBallot", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 56, 7, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::IdRef, One)]),
    op(341, "OpGroupNonUniformBallotBitExtract", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 56, 7, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::IdRef, One), (K::IdRef, One)]),
    op(342, "OpGroupNonUniformBallotBitCount", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 56, 7, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One)]),
    op(343, "OpGroupNonUniformBallotFindLSB", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 56, 7, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::IdRef, One)]),
    op(344, "OpGroupNonUniformBallotFindMSB", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 56, 7, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::IdRef, One)]),
    op(345, "OpGroupNonUniformShuffle", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 58, 7, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::IdRef, One), (K::IdRef, One)]),
    op(346, "OpGroupNonUniformShuffleXor", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 58, 7, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::IdRef, One), (K::IdRef, One)]),
    op(347, "OpGroupNonUniformShuffleUp", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 59, 7, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::IdRef, One), (K::IdRef, One)]),
    op(348, "OpGroupNonUniformShuffleDown", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 59, 7, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::IdRef, One), (K::IdRef, One)]),
    op(349, "OpGroupNonUniformIAdd", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 55, 7, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One), (K::IdRef, Optional)]),
    op(350, "OpGroupNonUniformFAdd", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 55, 7, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One), (K::IdRef, Optional)]),
    op(351, "OpGroupNonUniformIMul", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 55, 7, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One), (K::IdRef, Optional)]),
    op(352, "OpGroupNonUniformFMul", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 55, 7, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One), (K::IdRef, Optional)]),
    op(353, "OpGroupNonUniformSMin", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 55, 7, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One), (K::IdRef, Optional)]),
    op(354, "OpGroupNonUniformUMin", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 55, 7, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One), (K::IdRef, Optional)]),
    op(355, "OpGroupNonUniformFMin", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 55, 7, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One), (K::IdRef, Optional)]),
    op(356, "OpGroupNonUniformSMax", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 55, 7, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One), (K::IdRef, Optional)]),
    op(357, "OpGroupNonUniformUMax", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 55, 7, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One), (K::IdRef, Optional)]),
    op(358, "OpGroupNonUniformFMax", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 55, 7, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One), (K::IdRef, Optional)]),
    op(359, "OpGroupNonUniformBitwiseAnd", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 55, 7, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One), (K::IdRef, Optional)]),
    op(360, "OpGroupNonUniformBitwiseOr", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 55, 7, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One), (K::IdRef, Optional)]),
    op(361, "OpGroupNonUniformBitwiseXor", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 55, 7, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One), (K::IdRef, Optional)]),
    op(362, "OpGroupNonUniformLogicalAnd", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 55, 7, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One), (K::IdRef, Optional)]),
    op(363, "OpGroupNonUniformLogicalOr", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 55, 7, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One), (K::IdRef, Optional)]),
    op(364, "OpGroupNonUniformLogicalXor", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 55, 7, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One), (K::IdRef, Optional)]),
    op(365, "OpGroupNonUniformQuadBroadcast", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 61, 7, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::IdRef, One), (K::IdRef, One)]),
    op(366, "OpGroupNonUniformQuadSwap", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 61, 7, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::IdRef, One), (K::IdRef, One)]),
    op(400, "OpCopyLogical", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 16, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(401, "OpPtrEqual", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 16, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(402, "OpPtrNotEqual", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 0, 16, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(403, "OpPtrDiff", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 15, 16, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(4160, "OpColorAttachmentReadEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 63, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, Optional)]),
    op(4161, "OpDepthAttachmentReadEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 64, 31, (3, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, Optional)]),
    op(4162, "OpStencilAttachmentReadEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 65, 31, (3, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, Optional)]),
    op(4163, "OpTypeTensorARM", RESULT | IDS_ONLY | PURE | TYPE, 66, 31, (3, 255), &[(K::IdResult, One), (K::IdRef, One), (K::IdRef, Optional), (K::IdRef, Optional)]),
    op(4164, "OpTensorReadARM", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 66, 31, (5, 5), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::TensorOperands, Optional)]),
    op(4165, "OpTensorWriteARM", ENUMERANTS, 66, 31, (4, 4), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::TensorOperands, Optional)]),
    op(4166, "OpTensorQuerySizeARM", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 66, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(4181, "OpGraphConstantARM", RESULT_TYPE | RESULT | NO_IDS, 67, 31, (4, 3), &[(K::IdResultType, One), (K::IdResult, One), (K::LiteralInteger, One)]),
    op(4182, "OpGraphEntryPointARM", 0, 67, 31, (3, 2), &[(K::IdRef, One), (K::LiteralString, One), (K::IdRef, Many)]),
    op(4183, "OpGraphARM", RESULT_TYPE | RESULT | IDS_ONLY | NO_IDS, 67, 31, (3, 255), &[(K::IdResultType, One), (K::IdResult, One)]),
    op(4184, "OpGraphInputARM", RESULT_TYPE | RESULT | IDS_ONLY, 67, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, Many)]),
    op(4185, "OpGraphSetOutputARM", IDS_ONLY, 67, 31, (3, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, Many)]),
    op(4186, "OpGraphEndARM", IDS_ONLY | NO_IDS, 67, 31, (1, 255), &[]),
    op(4190, "OpTypeGraphARM", RESULT | PURE | TYPE, 67, 31, (3, 2), &[(K::IdResult, One), (K::LiteralInteger, One), (K::IdRef, Many)]),
    op(4195, "OpBitcastExtractEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 74, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(4416, "OpTerminateInvocation", IDS_ONLY | NO_IDS | TERMINATOR, 2, 30, (1, 255), &[]),
    op(4417, "OpTypeUntypedPointerKHR", RESULT | NO_IDS | ENUMERANTS | PURE | TYPE, 91, 31, (3, 2), &[(K::IdResult, One), (K::StorageClass, One)]),
    op(4418, "OpUntypedVariableKHR", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 91, 31, (4, 3), &[(K::IdResultType, One), (K::IdResult, One), (K::StorageClass, One), (K::IdRef, Optional), (K::IdRef, Optional)]),
    op(4419, "OpUntypedAccessChainKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 91, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Many)]),
    op(4420, "OpUntypedInBoundsAccessChainKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 91, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Many)]),
    op(4421, "OpSubgroupBallotKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 76, 153, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(4422, "OpSubgroupFirstInvocationKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 76, 153, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(4423, "OpUntypedPtrAccessChainKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 91, 31, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Many)]),
    op(4424, "OpUntypedInBoundsPtrAccessChainKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 91, 31, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Many)]),
    op(4425, "OpUntypedArrayLengthKHR", RESULT_TYPE | RESULT | PURE, 91, 31, (6, 5), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::LiteralInteger, One)]),
    op(4426, "OpUntypedPrefetchKHR", IDS_ONLY, 91, 31, (3, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, Optional), (K::IdRef, Optional), (K::IdRef, Optional)]),
    op(4427, "OpFmaKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 215, 31, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(4428, "OpSubgroupAllKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 79, 157, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(4429, "OpSubgroupAnyKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 79, 157, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(4430, "OpSubgroupAllEqualKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 79, 157, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(4431, "OpGroupNonUniformRotateKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 213, 31, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Optional)]),
    op(4432, "OpSubgroupReadInvocationKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 76, 153, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(4433, "OpExtInstWithForwardRefsKHR", RESULT_TYPE | RESULT | ENUMERANTS, 0, 151, (5, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralExtInstInteger, One), (K::IdRef, Many)]),
    op(4434, "OpUntypedGroupAsyncCopyKHR", RESULT_TYPE | RESULT | ENUMERANTS, 91, 31, (10, 10), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::MemoryAccess, Optional), (K::MemoryAccess, Optional)]),
    op(4445, "OpTraceRayKHR", IDS_ONLY, 93, 148, (12, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(4446, "OpExecuteCallableKHR", IDS_ONLY, 93, 148, (3, 255), &[(K::IdRef, One), (K::IdRef, One)]),
    op(4447, "OpConvertUToAccelerationStructureKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 89, 146, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(4448, "OpIgnoreIntersectionKHR", IDS_ONLY | NO_IDS | TERMINATOR, 93, 148, (1, 255), &[]),
    op(4449, "OpTerminateRayKHR", IDS_ONLY | NO_IDS | TERMINATOR, 93, 148, (1, 255), &[]),
    op(4450, "OpSDot", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 209, 29, (5, 5), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::PackedVectorFormat, Optional)]),
    op(4451, "OpUDot", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 209, 29, (5, 5), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::PackedVectorFormat, Optional)]),
    op(4452, "OpSUDot", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 209, 29, (5, 5), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::PackedVectorFormat, Optional)]),
    op(4453, "OpSDotAccSat", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 209, 29, (6, 6), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::PackedVectorFormat, Optional)]),
    op(4454, "OpUDotAccSat", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 209, 29, (6, 6), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::PackedVectorFormat, Optional)]),
    op(4455, "OpSUDotAccSat", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 209, 29, (6, 6), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::PackedVectorFormat, Optional)]),
    op(4456, "OpTypeCooperativeMatrixKHR", RESULT | IDS_ONLY | PURE | TYPE, 211, 31, (7, 255), &[(K::IdResult, One), (K::IdRef, One), (K::IdScope, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(4457, "OpCooperativeMatrixLoadKHR", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 211, 31, (5, 6), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Optional), (K::MemoryAccess, Optional)]),
    op(4458, "OpCooperativeMatrixStoreKHR", ENUMERANTS, 211, 31, (4, 5), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Optional), (K::MemoryAccess, Optional)]),
    op(4459, "OpCooperativeMatrixMulAddKHR", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 211, 31, (6, 6), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::CooperativeMatrixOperands, Optional)]),
    op(4460, "OpCooperativeMatrixLengthKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 211, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(4461, "OpConstantCompositeReplicateEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE | CONSTANT, 212, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(4462, "OpSpecConstantCompositeReplicateEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE | CONSTANT, 212, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(4463, "OpCompositeConstructReplicateEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 212, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(4472, "OpTypeRayQueryKHR", RESULT | IDS_ONLY | NO_IDS | PURE | TYPE, 88, 145, (2, 255), &[(K::IdResult, One)]),
    op(4473, "OpRayQueryInitializeKHR", IDS_ONLY, 88, 145, (9, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(4474, "OpRayQueryTerminateKHR", IDS_ONLY, 88, 145, (2, 255), &[(K::IdRef, One)]),
    op(4475, "OpRayQueryGenerateIntersectionKHR", IDS_ONLY, 88, 145, (3, 255), &[(K::IdRef, One), (K::IdRef, One)]),
    op(4476, "OpRayQueryConfirmIntersectionKHR", IDS_ONLY, 88, 145, (2, 255), &[(K::IdRef, One)]),
    op(4477, "OpRayQueryProceedKHR", RESULT_TYPE | RESULT | IDS_ONLY, 88, 145, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(4479, "OpRayQueryGetIntersectionTypeKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 88, 145, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(4480, "OpImageSampleWeightedQCOM", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 95, 31, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(4481, "OpImageBoxFilterQCOM", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 96, 31, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(4482, "OpImageBlockMatchSSDQCOM", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 97, 31, (8, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(4483, "OpImageBlockMatchSADQCOM", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 97, 31, (8, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(4497, "OpBitCastArrayQCOM", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 99, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(4500, "OpImageBlockMatchWindowSSDQCOM", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 100, 31, (8, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(4501, "OpImageBlockMatchWindowSADQCOM", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 100, 31, (8, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(4502, "OpImageBlockMatchGatherSSDQCOM", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 100, 31, (8, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(4503, "OpImageBlockMatchGatherSADQCOM", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 100, 31, (8, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(4540, "OpCompositeConstructCoopMatQCOM", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 99, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(4541, "OpCompositeExtractCoopMatQCOM", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 99, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(4542, "OpExtractSubArrayQCOM", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 99, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(4545, "OpImageGatherQCOM", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 101, 31, (7, 7), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, Optional)]),
    op(5000, "OpGroupIAddNonUniformAMD", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 28, 55, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One)]),
    op(5001, "OpGroupFAddNonUniformAMD", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 28, 55, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One)]),
    op(5002, "OpGroupFMinNonUniformAMD", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 28, 55, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One)]),
    op(5003, "OpGroupUMinNonUniformAMD", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 28, 55, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One)]),
    op(5004, "OpGroupSMinNonUniformAMD", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 28, 55, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One)]),
    op(5005, "OpGroupFMaxNonUniformAMD", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 28, 55, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One)]),
    op(5006, "OpGroupUMaxNonUniformAMD", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 28, 55, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One)]),
    op(5007, "OpGroupSMaxNonUniformAMD", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 28, 55, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One)]),
    op(5011, "OpFragmentMaskFetchAMD", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 102, 59, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5012, "OpFragmentFetchAMD", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 102, 59, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5056, "OpReadClockKHR", RESULT_TYPE | RESULT | IDS_ONLY, 105, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One)]),
    op(5074, "OpAllocateNodePayloadsAMDX", RESULT_TYPE | RESULT | IDS_ONLY, 106, 31, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5075, "OpEnqueueNodePayloadsAMDX", IDS_ONLY, 106, 31, (2, 255), &[(K::IdRef, One)]),
    op(5076, "OpTypeNodePayloadArrayAMDX", RESULT | IDS_ONLY | PURE | TYPE, 106, 31, (3, 255), &[(K::IdResult, One), (K::IdRef, One)]),
    op(5078, "OpFinishWritingNodePayloadAMDX", RESULT_TYPE | RESULT | IDS_ONLY, 106, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5090, "OpNodePayloadArrayLengthAMDX", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 106, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5101, "OpIsNodePayloadValidAMDX", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 106, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5103, "OpConstantStringAMDX", RESULT | NO_IDS | PURE | CONSTANT, 106, 31, (3, 2), &[(K::IdResult, One), (K::LiteralString, One)]),
    op(5104, "OpSpecConstantStringAMDX", RESULT | NO_IDS | PURE | CONSTANT, 106, 31, (3, 2), &[(K::IdResult, One), (K::LiteralString, One)]),
    op(5110, "OpGroupNonUniformQuadAllKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 107, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5111, "OpGroupNonUniformQuadAnyKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 107, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5115, "OpTypeBufferEXT", RESULT | NO_IDS | ENUMERANTS | PURE | TYPE, 110, 31, (3, 2), &[(K::IdResult, One), (K::StorageClass, One)]),
    op(5119, "OpBufferPointerEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 110, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5121, "OpAbortKHR", IDS_ONLY | TERMINATOR, 109, 31, (3, 255), &[(K::IdRef, One), (K::IdRef, One)]),
    op(5126, "OpUntypedImageTexelPointerEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 110, 31, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5127, "OpMemberDecorateIdEXT", ENUMERANTS | ANNOTATION, 110, 31, (4, 2), &[(K::IdRef, One), (K::LiteralInteger, One), (K::Decoration, One)]),
    op(5129, "OpConstantSizeOfEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE | CONSTANT, 110, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5147, "OpConstantDataKHR", RESULT_TYPE | RESULT | NO_IDS | PURE | CONSTANT, 111, 31, (3, 3), &[(K::IdResultType, One), (K::IdResult, One), (K::LiteralInteger, Many)]),
    op(5148, "OpSpecConstantDataKHR", RESULT_TYPE | RESULT | NO_IDS | PURE | CONSTANT, 111, 31, (3, 3), &[(K::IdResultType, One), (K::IdResult, One), (K::LiteralInteger, Many)]),
    op(5158, "OpPoisonKHR", RESULT_TYPE | RESULT | IDS_ONLY | NO_IDS | PURE, 112, 31, (3, 255), &[(K::IdResultType, One), (K::IdResult, One)]),
    op(5159, "OpFreezeKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 112, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5249, "OpHitObjectRecordHitMotionNV", IDS_ONLY, 133, 31, (15, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5250, "OpHitObjectRecordHitWithIndexMotionNV", IDS_ONLY, 133, 31, (14, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5251, "OpHitObjectRecordMissMotionNV", IDS_ONLY, 133, 31, (8, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5252, "OpHitObjectGetWorldToObjectNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 147, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5253, "OpHitObjectGetObjectToWorldNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 147, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5254, "OpHitObjectGetObjectRayDirectionNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 147, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5255, "OpHitObjectGetObjectRayOriginNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 147, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5256, "OpHitObjectTraceRayMotionNV", IDS_ONLY, 133, 31, (14, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5257, "OpHitObjectGetShaderRecordBufferHandleNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 147, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5258, "OpHitObjectGetShaderBindingTableRecordIndexNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 147, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5259, "OpHitObjectRecordEmptyNV", IDS_ONLY, 147, 31, (2, 255), &[(K::IdRef, One)]),
    op(5260, "OpHitObjectTraceRayNV", IDS_ONLY, 147, 31, (13, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5261, "OpHitObjectRecordHitNV", IDS_ONLY, 147, 31, (14, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5262, "OpHitObjectRecordHitWithIndexNV", IDS_ONLY, 147, 31, (13, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5263, "OpHitObjectRecordMissNV", IDS_ONLY, 147, 31, (7, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5264, "OpHitObjectExecuteShaderNV", IDS_ONLY, 147, 31, (3, 255), &[(K::IdRef, One), (K::IdRef, One)]),
    op(5265, "OpHitObjectGetCurrentTimeNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 147, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5266, "OpHitObjectGetAttributesNV", IDS_ONLY, 147, 31, (3, 255), &[(K::IdRef, One), (K::IdRef, One)]),
    op(5267, "OpHitObjectGetHitKindNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 147, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5268, "OpHitObjectGetPrimitiveIndexNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 147, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5269, "OpHitObjectGetGeometryIndexNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 147, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5270, "OpHitObjectGetInstanceIdNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 147, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5271, "OpHitObjectGetInstanceCustomIndexNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 147, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5272, "OpHitObjectGetWorldRayDirectionNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 147, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5273, "OpHitObjectGetWorldRayOriginNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 147, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5274, "OpHitObjectGetRayTMaxNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 147, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5275, "OpHitObjectGetRayTMinNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 147, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5276, "OpHitObjectIsEmptyNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 147, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5277, "OpHitObjectIsHitNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 147, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5278, "OpHitObjectIsMissNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 147, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5279, "OpReorderThreadWithHitObjectNV", IDS_ONLY, 147, 31, (2, 255), &[(K::IdRef, One), (K::IdRef, Optional), (K::IdRef, Optional)]),
    op(5280, "OpReorderThreadWithHintNV", IDS_ONLY, 147, 31, (3, 255), &[(K::IdRef, One), (K::IdRef, One)]),
    op(5281, "OpTypeHitObjectNV", RESULT | IDS_ONLY | NO_IDS | PURE | TYPE, 147, 31, (2, 255), &[(K::IdResult, One)]),
    op(5283, "OpImageSampleFootprintNV", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 123, 180, (7, 7), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, Optional)]),
    op(5288, "OpTypeVectorIdEXT", RESULT | IDS_ONLY | PURE | TYPE, 152, 31, (4, 255), &[(K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5289, "OpCooperativeVectorMatrixMulNV", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 151, 31, (12, 13), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Optional), (K::CooperativeMatrixOperands, Optional)]),
    op(5290, "OpCooperativeVectorOuterProductAccumulateNV", IDS_ONLY, 168, 31, (7, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Optional)]),
    op(5291, "OpCooperativeVectorReduceSumAccumulateNV", IDS_ONLY, 168, 31, (4, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5292, "OpCooperativeVectorMatrixMulAddNV", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 151, 31, (15, 16), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Optional), (K::CooperativeMatrixOperands, Optional)]),
    op(5293, "OpCooperativeMatrixConvertUseEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 162, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5294, "OpEmitMeshTasksEXT", IDS_ONLY | TERMINATOR, 124, 31, (4, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Optional)]),
    op(5295, "OpSetMeshOutputsEXT", IDS_ONLY, 124, 31, (3, 255), &[(K::IdRef, One), (K::IdRef, One)]),
    op(5296, "OpGroupNonUniformPartitionEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 128, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5299, "OpWritePackedPrimitiveIndices4x8NV", IDS_ONLY, 121, 172, (3, 255), &[(K::IdRef, One), (K::IdRef, One)]),
    op(5300, "OpFetchMicroTriangleVertexPositionNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 145, 31, (8, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5301, "OpFetchMicroTriangleVertexBarycentricNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 145, 31, (8, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5302, "OpCooperativeVectorLoadNV", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 151, 31, (5, 5), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::MemoryAccess, Optional)]),
    op(5303, "OpCooperativeVectorStoreNV", ENUMERANTS, 151, 31, (4, 4), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::MemoryAccess, Optional)]),
    op(5304, "OpHitObjectRecordFromQueryEXT", IDS_ONLY, 148, 31, (5, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Optional)]),
    op(5305, "OpHitObjectRecordMissEXT", IDS_ONLY, 148, 31, (8, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5306, "OpHitObjectRecordMissMotionEXT", IDS_ONLY, 134, 31, (9, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5307, "OpHitObjectGetIntersectionTriangleVertexPositionsEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 148, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5308, "OpHitObjectGetRayFlagsEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 148, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5309, "OpHitObjectSetShaderBindingTableRecordIndexEXT", IDS_ONLY, 148, 31, (3, 255), &[(K::IdRef, One), (K::IdRef, One)]),
    op(5310, "OpHitObjectReorderExecuteShaderEXT", IDS_ONLY, 148, 31, (3, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, Optional), (K::IdRef, Optional)]),
    op(5311, "OpHitObjectTraceReorderExecuteEXT", IDS_ONLY, 148, 31, (13, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Optional), (K::IdRef, Optional)]),
    op(5312, "OpHitObjectTraceMotionReorderExecuteEXT", IDS_ONLY, 134, 31, (14, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Optional), (K::IdRef, Optional)]),
    op(5313, "OpTypeHitObjectEXT", RESULT | IDS_ONLY | NO_IDS | PURE | TYPE, 148, 31, (2, 255), &[(K::IdResult, One)]),
    op(5314, "OpReorderThreadWithHintEXT", IDS_ONLY, 148, 31, (3, 255), &[(K::IdRef, One), (K::IdRef, One)]),
    op(5315, "OpReorderThreadWithHitObjectEXT", IDS_ONLY, 148, 31, (2, 255), &[(K::IdRef, One), (K::IdRef, Optional), (K::IdRef, Optional)]),
    op(5316, "OpHitObjectTraceRayEXT", IDS_ONLY, 148, 31, (13, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5317, "OpHitObjectTraceRayMotionEXT", IDS_ONLY, 134, 31, (14, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5318, "OpHitObjectRecordEmptyEXT", IDS_ONLY, 148, 31, (2, 255), &[(K::IdRef, One)]),
    op(5319, "OpHitObjectExecuteShaderEXT", IDS_ONLY, 148, 31, (3, 255), &[(K::IdRef, One), (K::IdRef, One)]),
    op(5320, "OpHitObjectGetCurrentTimeEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 134, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5321, "OpHitObjectGetAttributesEXT", IDS_ONLY, 148, 31, (3, 255), &[(K::IdRef, One), (K::IdRef, One)]),
    op(5322, "OpHitObjectGetHitKindEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 148, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5323, "OpHitObjectGetPrimitiveIndexEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 148, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5324, "OpHitObjectGetGeometryIndexEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 148, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5325, "OpHitObjectGetInstanceIdEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 148, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5326, "OpHitObjectGetInstanceCustomIndexEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 148, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5327, "OpHitObjectGetObjectRayOriginEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 148, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5328, "OpHitObjectGetObjectRayDirectionEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 148, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5329, "OpHitObjectGetWorldRayDirectionEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 148, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5330, "OpHitObjectGetWorldRayOriginEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 148, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5331, "OpHitObjectGetObjectToWorldEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 148, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5332, "OpHitObjectGetWorldToObjectEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 148, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5333, "OpHitObjectGetRayTMaxEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 148, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5334, "OpReportIntersectionKHR", RESULT_TYPE | RESULT | IDS_ONLY, 94, 149, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5335, "OpIgnoreIntersectionNV", IDS_ONLY | NO_IDS, 131, 176, (1, 255), &[]),
    op(5336, "OpTerminateRayNV", IDS_ONLY | NO_IDS, 131, 176, (1, 255), &[]),
    op(5337, "OpTraceNV", IDS_ONLY, 131, 176, (12, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5338, "OpTraceMotionNV", IDS_ONLY, 132, 177, (13, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5339, "OpTraceRayMotionNV", IDS_ONLY, 132, 177, (13, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5340, "OpRayQueryGetIntersectionTriangleVertexPositionsKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 150, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5341, "OpTypeAccelerationStructureKHR", RESULT | IDS_ONLY | NO_IDS | PURE | TYPE, 90, 147, (2, 255), &[(K::IdResult, One)]),
    op(5344, "OpExecuteCallableNV", IDS_ONLY, 131, 176, (3, 255), &[(K::IdRef, One), (K::IdRef, One)]),
    op(5345, "OpRayQueryGetIntersectionClusterIdNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 169, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5346, "OpHitObjectGetClusterIdNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 169, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5347, "OpHitObjectGetRayTMinEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 148, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5348, "OpHitObjectGetShaderBindingTableRecordIndexEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 148, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5349, "OpHitObjectGetShaderRecordBufferHandleEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 148, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5350, "OpHitObjectIsEmptyEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 148, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5351, "OpHitObjectIsHitEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 148, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5352, "OpHitObjectIsMissEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 148, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5358, "OpTypeCooperativeMatrixNV", RESULT | IDS_ONLY | PURE | TYPE, 138, 165, (6, 255), &[(K::IdResult, One), (K::IdRef, One), (K::IdScope, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5359, "OpCooperativeMatrixLoadNV", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 138, 165, (6, 6), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::MemoryAccess, Optional)]),
    op(5360, "OpCooperativeMatrixStoreNV", ENUMERANTS, 138, 165, (5, 5), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::MemoryAccess, Optional)]),
    op(5361, "OpCooperativeMatrixMulAddNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 138, 165, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5362, "OpCooperativeMatrixLengthNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 138, 165, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5363, "OpCooperativeMatrixGetCoordinateEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 170, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5364, "OpBeginInvocationInterlockEXT", IDS_ONLY | NO_IDS, 140, 76, (1, 255), &[]),
    op(5365, "OpEndInvocationInterlockEXT", IDS_ONLY | NO_IDS, 140, 76, (1, 255), &[]),
    op(5366, "OpCooperativeMatrixReduceEXT", RESULT_TYPE | RESULT | ENUMERANTS, 163, 31, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::CooperativeMatrixReduce, One), (K::IdRef, One)]),
    op(5367, "OpCooperativeMatrixLoadTensorNV", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 166, 31, (8, 6), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::MemoryAccess, One), (K::TensorAddressingOperands, One)]),
    op(5368, "OpCooperativeMatrixStoreTensorNV", ENUMERANTS, 166, 31, (6, 4), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::MemoryAccess, One), (K::TensorAddressingOperands, One)]),
    op(5369, "OpCooperativeMatrixPerElementOpEXT", RESULT_TYPE | RESULT | IDS_ONLY, 165, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Many)]),
    op(5370, "OpTypeTensorLayoutNV", RESULT | IDS_ONLY | PURE | TYPE, 171, 31, (4, 255), &[(K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5371, "OpTypeTensorViewNV", RESULT | IDS_ONLY | PURE | TYPE, 171, 31, (4, 255), &[(K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Many)]),
    op(5372, "OpCreateTensorLayoutNV", RESULT_TYPE | RESULT | IDS_ONLY | NO_IDS | PURE, 171, 31, (3, 255), &[(K::IdResultType, One), (K::IdResult, One)]),
    op(5373, "OpTensorLayoutSetDimensionNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 171, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, Many)]),
    op(5374, "OpTensorLayoutSetStrideNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 171, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, Many)]),
    op(5375, "OpTensorLayoutSliceNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 171, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, Many)]),
    op(5376, "OpTensorLayoutSetClampValueNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 171, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5377, "OpCreateTensorViewNV", RESULT_TYPE | RESULT | IDS_ONLY | NO_IDS | PURE, 171, 31, (3, 255), &[(K::IdResultType, One), (K::IdResult, One)]),
    op(5378, "OpTensorViewSetDimensionNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 171, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, Many)]),
    op(5379, "OpTensorViewSetStrideNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 171, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, Many)]),
    op(5380, "OpDemoteToHelperInvocation", IDS_ONLY | NO_IDS, 144, 28, (1, 255), &[]),
    op(5381, "OpIsHelperInvocationEXT", RESULT_TYPE | RESULT | IDS_ONLY | NO_IDS | PURE, 144, 71, (3, 255), &[(K::IdResultType, One), (K::IdResult, One)]),
    op(5382, "OpTensorViewSetClipNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 171, 31, (8, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5384, "OpTensorLayoutSetBlockSizeNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 171, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, Many)]),
    op(5390, "OpCooperativeMatrixTransposeNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 164, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5391, "OpConvertUToImageNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 149, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5392, "OpConvertUToSamplerNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 149, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5393, "OpConvertImageToUNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 149, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5394, "OpConvertSamplerToUNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 149, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5395, "OpConvertUToSampledImageNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 149, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5396, "OpConvertSampledImageToUNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 149, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5397, "OpSamplerImageAddressingModeNV", NO_IDS, 149, 31, (2, 1), &[(K::LiteralInteger, One)]),
    op(5398, "OpRawAccessChainNV", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 156, 31, (7, 7), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::RawAccessChainOperands, Optional)]),
    op(5427, "OpRayQueryGetIntersectionSpherePositionNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 157, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5428, "OpRayQueryGetIntersectionSphereRadiusNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 157, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5429, "OpRayQueryGetIntersectionLSSPositionsNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 158, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5430, "OpRayQueryGetIntersectionLSSRadiiNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 158, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5431, "OpRayQueryGetIntersectionLSSHitValueNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 158, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5432, "OpHitObjectGetSpherePositionNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 157, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5433, "OpHitObjectGetSphereRadiusNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 157, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5434, "OpHitObjectGetLSSPositionsNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 158, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5435, "OpHitObjectGetLSSRadiiNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 158, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5436, "OpHitObjectIsSphereHitNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 157, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5437, "OpHitObjectIsLSSHitNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 158, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5438, "OpRayQueryIsSphereHitNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 157, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5439, "OpRayQueryIsLSSHitNV", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 158, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5571, "OpSubgroupShuffleINTEL", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 173, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5572, "OpSubgroupShuffleDownINTEL", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 173, 31, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5573, "OpSubgroupShuffleUpINTEL", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 173, 31, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5574, "OpSubgroupShuffleXorINTEL", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 173, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5575, "OpSubgroupBlockReadINTEL", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 174, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5576, "OpSubgroupBlockWriteINTEL", IDS_ONLY, 174, 31, (3, 255), &[(K::IdRef, One), (K::IdRef, One)]),
    op(5577, "OpSubgroupImageBlockReadINTEL", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 175, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5578, "OpSubgroupImageBlockWriteINTEL", IDS_ONLY, 175, 31, (4, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5580, "OpSubgroupImageMediaBlockReadINTEL", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 176, 31, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5581, "OpSubgroupImageMediaBlockWriteINTEL", IDS_ONLY, 176, 31, (6, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5585, "OpUCountLeadingZerosINTEL", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 178, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5586, "OpUCountTrailingZerosINTEL", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 178, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5587, "OpAbsISubINTEL", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 178, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5588, "OpAbsUSubINTEL", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 178, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5589, "OpIAddSatINTEL", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 178, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5590, "OpUAddSatINTEL", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 178, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5591, "OpIAverageINTEL", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 178, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5592, "OpUAverageINTEL", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 178, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5593, "OpIAverageRoundedINTEL", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 178, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5594, "OpUAverageRoundedINTEL", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 178, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5595, "OpISubSatINTEL", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 178, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5596, "OpUSubSatINTEL", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 178, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5597, "OpIMul32x16INTEL", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 178, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5598, "OpUMul32x16INTEL", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 178, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5600, "OpConstantFunctionPointerINTEL", RESULT_TYPE | RESULT | IDS_ONLY | PURE | CONSTANT, 179, 105, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5601, "OpFunctionPointerCallINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 179, 105, (3, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, Many)]),
    op(5609, "OpAsmTargetINTEL", RESULT | NO_IDS, 181, 31, (3, 2), &[(K::IdResult, One), (K::LiteralString, One)]),
    op(5610, "OpAsmINTEL", RESULT_TYPE | RESULT, 181, 31, (7, 5), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::LiteralString, One), (K::LiteralString, One)]),
    op(5611, "OpAsmCallINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 181, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, Many)]),
    op(5614, "OpAtomicFMinEXT", RESULT_TYPE | RESULT | IDS_ONLY, 153, 31, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdScope, One), (K::IdMemorySemantics, One), (K::IdRef, One)]),
    op(5615, "OpAtomicFMaxEXT", RESULT_TYPE | RESULT | IDS_ONLY, 153, 31, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdScope, One), (K::IdMemorySemantics, One), (K::IdRef, One)]),
    op(5630, "OpAssumeTrueKHR", IDS_ONLY, 183, 133, (2, 255), &[(K::IdRef, One)]),
    op(5631, "OpExpectKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 183, 133, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5632, "OpDecorateString", ENUMERANTS | ANNOTATION, 0, 18, (3, 2), &[(K::IdRef, One), (K::Decoration, One)]),
    op(5633, "OpMemberDecorateString", ENUMERANTS | ANNOTATION, 0, 18, (4, 2), &[(K::IdRef, One), (K::LiteralInteger, One), (K::Decoration, One)]),
    op(5699, "OpVmeImageINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5700, "OpTypeVmeImageINTEL", RESULT | IDS_ONLY | PURE | TYPE, 184, 31, (3, 255), &[(K::IdResult, One), (K::IdRef, One)]),
    op(5701, "OpTypeAvcImePayloadINTEL", RESULT | IDS_ONLY | NO_IDS | PURE | TYPE, 184, 31, (2, 255), &[(K::IdResult, One)]),
    op(5702, "OpTypeAvcRefPayloadINTEL", RESULT | IDS_ONLY | NO_IDS | PURE | TYPE, 184, 31, (2, 255), &[(K::IdResult, One)]),
    op(5703, "OpTypeAvcSicPayloadINTEL", RESULT | IDS_ONLY | NO_IDS | PURE | TYPE, 184, 31, (2, 255), &[(K::IdResult, One)]),
    op(5704, "OpTypeAvcMcePayloadINTEL", RESULT | IDS_ONLY | NO_IDS | PURE | TYPE, 184, 31, (2, 255), &[(K::IdResult, One)]),
    op(5705, "OpTypeAvcMceResultINTEL", RESULT | IDS_ONLY | NO_IDS | PURE | TYPE, 184, 31, (2, 255), &[(K::IdResult, One)]),
    op(5706, "OpTypeAvcImeResultINTEL", RESULT | IDS_ONLY | NO_IDS | PURE | TYPE, 184, 31, (2, 255), &[(K::IdResult, One)]),
    op(5707, "OpTypeAvcImeResultSingleReferenceStreamoutINTEL", RESULT | IDS_ONLY | NO_IDS | PURE | TYPE, 184, 31, (2, 255), &[(K::IdResult, One)]),
    op(5708, "OpTypeAvcImeResultDualReferenceStreamoutINTEL", RESULT | IDS_ONLY | NO_IDS | PURE | TYPE, 184, 31, (2, 255), &[(K::IdResult, One)]),
    op(5709, "OpTypeAvcImeSingleReferenceStreaminINTEL", RESULT | IDS_ONLY | NO_IDS | PURE | TYPE, 184, 31, (2, 255), &[(K::IdResult, One)]),
    op(5710, "OpTypeAvcImeDualReferenceStreaminINTEL", RESULT | IDS_ONLY | NO_IDS | PURE | TYPE, 184, 31, (2, 255), &[(K::IdResult, One)]),
    op(5711, "OpTypeAvcRefResultINTEL", RESULT | IDS_ONLY | NO_IDS | PURE | TYPE, 184, 31, (2, 255), &[(K::IdResult, One)]),
    op(5712, "OpTypeAvcSicResultINTEL", RESULT | IDS_ONLY | NO_IDS | PURE | TYPE, 184, 31, (2, 255), &[(K::IdResult, One)]),
    op(5713, "OpSubgroupAvcMceGetDefaultInterBaseMultiReferencePenaltyINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5714, "OpSubgroupAvcMceSetInterBaseMultiReferencePenaltyINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5715, "OpSubgroupAvcMceGetDefaultInterShapePenaltyINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5716, "OpSubgroupAvcMceSetInterShapePenaltyINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5717, "OpSubgroupAvcMceGetDefaultInterDirectionPenaltyINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5718, "OpSubgroupAvcMceSetInterDirectionPenaltyINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5719, "OpSubgroupAvcMceGetDefaultIntraLumaShapePenaltyINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 185, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5720, "OpSubgroupAvcMceGetDefaultInterMotionVectorCostTableINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5721, "OpSubgroupAvcMceGetDefaultHighPenaltyCostTableINTEL", RESULT_TYPE | RESULT | IDS_ONLY | NO_IDS, 184, 31, (3, 255), &[(K::IdResultType, One), (K::IdResult, One)]),
    op(5722, "OpSubgroupAvcMceGetDefaultMediumPenaltyCostTableINTEL", RESULT_TYPE | RESULT | IDS_ONLY | NO_IDS, 184, 31, (3, 255), &[(K::IdResultType, One), (K::IdResult, One)]),
    op(5723, "OpSubgroupAvcMceGetDefaultLowPenaltyCostTableINTEL", RESULT_TYPE | RESULT | IDS_ONLY | NO_IDS, 184, 31, (3, 255), &[(K::IdResultType, One), (K::IdResult, One)]),
    op(5724, "OpSubgroupAvcMceSetMotionVectorCostFunctionINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5725, "OpSubgroupAvcMceGetDefaultIntraLumaModePenaltyINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 185, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5726, "OpSubgroupAvcMceGetDefaultNonDcLumaIntraPenaltyINTEL", RESULT_TYPE | RESULT | IDS_ONLY | NO_IDS, 185, 31, (3, 255), &[(K::IdResultType, One), (K::IdResult, One)]),
    op(5727, "OpSubgroupAvcMceGetDefaultIntraChromaModeBasePenaltyINTEL", RESULT_TYPE | RESULT | IDS_ONLY | NO_IDS, 186, 31, (3, 255), &[(K::IdResultType, One), (K::IdResult, One)]),
    op(5728, "OpSubgroupAvcMceSetAcOnlyHaarINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5729, "OpSubgroupAvcMceSetSourceInterlacedFieldPolarityINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5730, "OpSubgroupAvcMceSetSingleReferenceInterlacedFieldPolarityINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5731, "OpSubgroupAvcMceSetDualReferenceInterlacedFieldPolaritiesINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5732, "OpSubgroupAvcMceConvertToImePayloadINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5733, "OpSubgroupAvcMceConvertToImeResultINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5734, "OpSubgroupAvcMceConvertToRefPayloadINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5735, "OpSubgroupAvcMceConvertToRefResultINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5736, "OpSubgroupAvcMceConvertToSicPayloadINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5737, "OpSubgroupAvcMceConvertToSicResultINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5738, "OpSubgroupAvcMceGetMotionVectorsINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5739, "OpSubgroupAvcMceGetInterDistortionsINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5740, "OpSubgroupAvcMceGetBestInterDistortionsINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5741, "OpSubgroupAvcMceGetInterMajorShapeINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5742, "OpSubgroupAvcMceGetInterMinorShapeINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5743, "OpSubgroupAvcMceGetInterDirectionsINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5744, "OpSubgroupAvcMceGetInterMotionVectorCountINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5745, "OpSubgroupAvcMceGetInterReferenceIdsINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5746, "OpSubgroupAvcMceGetInterReferenceInterlacedFieldPolaritiesINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5747, "OpSubgroupAvcImeInitializeINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5748, "OpSubgroupAvcImeSetSingleReferenceINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5749, "OpSubgroupAvcImeSetDualReferenceINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5750, "OpSubgroupAvcImeRefWindowSizeINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5751, "OpSubgroupAvcImeAdjustRefOffsetINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5752, "OpSubgroupAvcImeConvertToMcePayloadINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5753, "OpSubgroupAvcImeSetMaxMotionVectorCountINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5754, "OpSubgroupAvcImeSetUnidirectionalMixDisableINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5755, "OpSubgroupAvcImeSetEarlySearchTerminationThresholdINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5756, "OpSubgroupAvcImeSetWeightedSadINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5757, "OpSubgroupAvcImeEvaluateWithSingleReferenceINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5758, "OpSubgroupAvcImeEvaluateWithDualReferenceINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5759, "OpSubgroupAvcImeEvaluateWithSingleReferenceStreaminINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5760, "OpSubgroupAvcImeEvaluateWithDualReferenceStreaminINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (8, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5761, "OpSubgroupAvcImeEvaluateWithSingleReferenceStreamoutINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5762, "OpSubgroupAvcImeEvaluateWithDualReferenceStreamoutINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5763, "OpSubgroupAvcImeEvaluateWithSingleReferenceStreaminoutINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5764, "OpSubgroupAvcImeEvaluateWithDualReferenceStreaminoutINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (8, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5765, "OpSubgroupAvcImeConvertToMceResultINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5766, "OpSubgroupAvcImeGetSingleReferenceStreaminINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5767, "OpSubgroupAvcImeGetDualReferenceStreaminINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5768, "OpSubgroupAvcImeStripSingleReferenceStreamoutINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5769, "OpSubgroupAvcImeStripDualReferenceStreamoutINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5770, "OpSubgroupAvcImeGetStreamoutSingleReferenceMajorShapeMotionVectorsINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5771, "OpSubgroupAvcImeGetStreamoutSingleReferenceMajorShapeDistortionsINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5772, "OpSubgroupAvcImeGetStreamoutSingleReferenceMajorShapeReferenceIdsINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5773, "OpSubgroupAvcImeGetStreamoutDualReferenceMajorShapeMotionVectorsINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5774, "OpSubgroupAvcImeGetStreamoutDualReferenceMajorShapeDistortionsINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5775, "OpSubgroupAvcImeGetStreamoutDualReferenceMajorShapeReferenceIdsINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5776, "OpSubgroupAvcImeGetBorderReachedINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5777, "OpSubgroupAvcImeGetTruncatedSearchIndicationINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5778, "OpSubgroupAvcImeGetUnidirectionalEarlySearchTerminationINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5779, "OpSubgroupAvcImeGetWeightingPatternMinimumMotionVectorINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5780, "OpSubgroupAvcImeGetWeightingPatternMinimumDistortionINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5781, "OpSubgroupAvcFmeInitializeINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (10, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5782, "OpSubgroupAvcBmeInitializeINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (11, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5783, "OpSubgroupAvcRefConvertToMcePayloadINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5784, "OpSubgroupAvcRefSetBidirectionalMixDisableINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5785, "OpSubgroupAvcRefSetBilinearFilterEnableINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5786, "OpSubgroupAvcRefEvaluateWithSingleReferenceINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5787, "OpSubgroupAvcRefEvaluateWithDualReferenceINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5788, "OpSubgroupAvcRefEvaluateWithMultiReferenceINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5789, "OpSubgroupAvcRefEvaluateWithMultiReferenceInterlacedINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5790, "OpSubgroupAvcRefConvertToMceResultINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5791, "OpSubgroupAvcSicInitializeINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5792, "OpSubgroupAvcSicConfigureSkcINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (9, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5793, "OpSubgroupAvcSicConfigureIpeLumaINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 185, 31, (11, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5794, "OpSubgroupAvcSicConfigureIpeLumaChromaINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 186, 31, (14, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5795, "OpSubgroupAvcSicGetMotionVectorMaskINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5796, "OpSubgroupAvcSicConvertToMcePayloadINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5797, "OpSubgroupAvcSicSetIntraLumaShapePenaltyINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5798, "OpSubgroupAvcSicSetIntraLumaModeCostFunctionINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 185, 31, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5799, "OpSubgroupAvcSicSetIntraChromaModeCostFunctionINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 186, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5800, "OpSubgroupAvcSicSetBilinearFilterEnableINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5801, "OpSubgroupAvcSicSetSkcForwardTransformEnableINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5802, "OpSubgroupAvcSicSetBlockBasedRawSkipSadINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5803, "OpSubgroupAvcSicEvaluateIpeINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 185, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5804, "OpSubgroupAvcSicEvaluateWithSingleReferenceINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5805, "OpSubgroupAvcSicEvaluateWithDualReferenceINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5806, "OpSubgroupAvcSicEvaluateWithMultiReferenceINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5807, "OpSubgroupAvcSicEvaluateWithMultiReferenceInterlacedINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5808, "OpSubgroupAvcSicConvertToMceResultINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5809, "OpSubgroupAvcSicGetIpeLumaShapeINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 185, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5810, "OpSubgroupAvcSicGetBestIpeLumaDistortionINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 185, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5811, "OpSubgroupAvcSicGetBestIpeChromaDistortionINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5812, "OpSubgroupAvcSicGetPackedIpeLumaModesINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 185, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5813, "OpSubgroupAvcSicGetIpeChromaModeINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 186, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5814, "OpSubgroupAvcSicGetPackedSkcLumaCountThresholdINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 185, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5815, "OpSubgroupAvcSicGetPackedSkcLumaSumThresholdINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 185, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5816, "OpSubgroupAvcSicGetInterRawSadsINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 184, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5818, "OpVariableLengthArrayINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 187, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5819, "OpSaveMemoryINTEL", RESULT_TYPE | RESULT | IDS_ONLY | NO_IDS, 187, 31, (3, 255), &[(K::IdResultType, One), (K::IdResult, One)]),
    op(5820, "OpRestoreMemoryINTEL", IDS_ONLY, 187, 31, (2, 255), &[(K::IdRef, One)]),
    op(5840, "OpArbitraryFloatSinCosPiALTERA", RESULT_TYPE | RESULT, 191, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5841, "OpArbitraryFloatCastALTERA", RESULT_TYPE | RESULT, 191, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5842, "OpArbitraryFloatCastFromIntALTERA", RESULT_TYPE | RESULT, 191, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5843, "OpArbitraryFloatCastToIntALTERA", RESULT_TYPE | RESULT, 191, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5846, "OpArbitraryFloatAddALTERA", RESULT_TYPE | RESULT, 191, 31, (11, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5847, "OpArbitraryFloatSubALTERA", RESULT_TYPE | RESULT, 191, 31, (11, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5848, "OpArbitraryFloatMulALTERA", RESULT_TYPE | RESULT, 191, 31, (11, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5849, "OpArbitraryFloatDivALTERA", RESULT_TYPE | RESULT, 191, 31, (11, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5850, "OpArbitraryFloatGTALTERA", RESULT_TYPE | RESULT, 191, 31, (7, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::IdRef, One), (K::LiteralInteger, One)]),
    op(5851, "OpArbitraryFloatGEALTERA", RESULT_TYPE | RESULT, 191, 31, (7, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::IdRef, One), (K::LiteralInteger, One)]),
    op(5852, "OpArbitraryFloatLTALTERA", RESULT_TYPE | RESULT, 191, 31, (7, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::IdRef, One), (K::LiteralInteger, One)]),
    op(5853, "OpArbitraryFloatLEALTERA", RESULT_TYPE | RESULT, 191, 31, (7, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::IdRef, One), (K::LiteralInteger, One)]),
    op(5854, "OpArbitraryFloatEQALTERA", RESULT_TYPE | RESULT, 191, 31, (7, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::IdRef, One), (K::LiteralInteger, One)]),
    op(5855, "OpArbitraryFloatRecipALTERA", RESULT_TYPE | RESULT, 191, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5856, "OpArbitraryFloatRSqrtALTERA", RESULT_TYPE | RESULT, 191, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5857, "OpArbitraryFloatCbrtALTERA", RESULT_TYPE | RESULT, 191, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5858, "OpArbitraryFloatHypotALTERA", RESULT_TYPE | RESULT, 191, 31, (11, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5859, "OpArbitraryFloatSqrtALTERA", RESULT_TYPE | RESULT, 191, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5860, "OpArbitraryFloatLogINTEL", RESULT_TYPE | RESULT, 191, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5861, "OpArbitraryFloatLog2INTEL", RESULT_TYPE | RESULT, 191, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5862, "OpArbitraryFloatLog10INTEL", RESULT_TYPE | RESULT, 191, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5863, "OpArbitraryFloatLog1pINTEL", RESULT_TYPE | RESULT, 191, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5864, "OpArbitraryFloatExpINTEL", RESULT_TYPE | RESULT, 191, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5865, "OpArbitraryFloatExp2INTEL", RESULT_TYPE | RESULT, 191, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5866, "OpArbitraryFloatExp10INTEL", RESULT_TYPE | RESULT, 191, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5867, "OpArbitraryFloatExpm1INTEL", RESULT_TYPE | RESULT, 191, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5868, "OpArbitraryFloatSinINTEL", RESULT_TYPE | RESULT, 191, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5869, "OpArbitraryFloatCosINTEL", RESULT_TYPE | RESULT, 191, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5870, "OpArbitraryFloatSinCosINTEL", RESULT_TYPE | RESULT, 191, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5871, "OpArbitraryFloatSinPiINTEL", RESULT_TYPE | RESULT, 191, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5872, "OpArbitraryFloatCosPiINTEL", RESULT_TYPE | RESULT, 191, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5873, "OpArbitraryFloatASinINTEL", RESULT_TYPE | RESULT, 191, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5874, "OpArbitraryFloatASinPiINTEL", RESULT_TYPE | RESULT, 191, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5875, "OpArbitraryFloatACosINTEL", RESULT_TYPE | RESULT, 191, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5876, "OpArbitraryFloatACosPiINTEL", RESULT_TYPE | RESULT, 191, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5877, "OpArbitraryFloatATanINTEL", RESULT_TYPE | RESULT, 191, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5878, "OpArbitraryFloatATanPiINTEL", RESULT_TYPE | RESULT, 191, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5879, "OpArbitraryFloatATan2INTEL", RESULT_TYPE | RESULT, 191, 31, (11, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5880, "OpArbitraryFloatPowINTEL", RESULT_TYPE | RESULT, 191, 31, (11, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5881, "OpArbitraryFloatPowRINTEL", RESULT_TYPE | RESULT, 191, 31, (11, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5882, "OpArbitraryFloatPowNINTEL", RESULT_TYPE | RESULT, 191, 31, (11, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5887, "OpLoopControlINTEL", NO_IDS, 192, 124, (1, 1), &[(K::LiteralInteger, Many)]),
    op(5911, "OpAliasDomainDeclINTEL", RESULT | IDS_ONLY, 200, 115, (2, 255), &[(K::IdResult, One), (K::IdRef, Optional)]),
    op(5912, "OpAliasScopeDeclINTEL", RESULT | IDS_ONLY, 200, 115, (3, 255), &[(K::IdResult, One), (K::IdRef, One), (K::IdRef, Optional)]),
    op(5913, "OpAliasScopeListDeclINTEL", RESULT | IDS_ONLY, 200, 115, (2, 255), &[(K::IdResult, One), (K::IdRef, Many)]),
    op(5923, "OpFixedSqrtALTERA", RESULT_TYPE | RESULT, 203, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5924, "OpFixedRecipALTERA", RESULT_TYPE | RESULT, 203, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5925, "OpFixedRsqrtALTERA", RESULT_TYPE | RESULT, 203, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5926, "OpFixedSinALTERA", RESULT_TYPE | RESULT, 203, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5927, "OpFixedCosALTERA", RESULT_TYPE | RESULT, 203, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5928, "OpFixedSinCosALTERA", RESULT_TYPE | RESULT, 203, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5929, "OpFixedSinPiALTERA", RESULT_TYPE | RESULT, 203, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5930, "OpFixedCosPiALTERA", RESULT_TYPE | RESULT, 203, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5931, "OpFixedSinCosPiALTERA", RESULT_TYPE | RESULT, 203, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5932, "OpFixedLogALTERA", RESULT_TYPE | RESULT, 203, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5933, "OpFixedExpALTERA", RESULT_TYPE | RESULT, 203, 31, (9, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(5934, "OpPtrCastToCrossWorkgroupALTERA", RESULT_TYPE | RESULT | IDS_ONLY, 204, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5938, "OpCrossWorkgroupCastToPtrALTERA", RESULT_TYPE | RESULT | IDS_ONLY, 204, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(5946, "OpReadPipeBlockingALTERA", IDS_ONLY, 207, 31, (5, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5947, "OpWritePipeBlockingALTERA", IDS_ONLY, 207, 31, (5, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(5949, "OpFPGARegALTERA", RESULT_TYPE | RESULT | IDS_ONLY, 208, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(6016, "OpRayQueryGetRayTMinKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 88, 145, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(6017, "OpRayQueryGetRayFlagsKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 88, 145, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(6018, "OpRayQueryGetIntersectionTKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 88, 145, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(6019, "OpRayQueryGetIntersectionInstanceCustomIndexKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 88, 145, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(6020, "OpRayQueryGetIntersectionInstanceIdKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 88, 145, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(6021, "OpRayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 88, 145, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(6022, "OpRayQueryGetIntersectionGeometryIndexKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 88, 145, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(6023, "OpRayQueryGetIntersectionPrimitiveIndexKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 88, 145, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(6024, "OpRayQueryGetIntersectionBarycentricsKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 88, 145, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(6025, "OpRayQueryGetIntersectionFrontFaceKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 88, 145, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(6026, "OpRayQueryGetIntersectionCandidateAABBOpaqueKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 88, 145, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(6027, "OpRayQueryGetIntersectionObjectRayDirectionKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 88, 145, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(6028, "OpRayQueryGetIntersectionObjectRayOriginKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 88, 145, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(6029, "OpRayQueryGetWorldRayDirectionKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 88, 145, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(6030, "OpRayQueryGetWorldRayOriginKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 88, 145, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(6031, "OpRayQueryGetIntersectionObjectToWorldKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 88, 145, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(6032, "OpRayQueryGetIntersectionWorldToObjectKHR", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 88, 145, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(6035, "OpAtomicFAddEXT", RESULT_TYPE | RESULT | IDS_ONLY, 154, 86, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdScope, One), (K::IdMemorySemantics, One), (K::IdRef, One)]),
    op(6086, "OpTypeBufferSurfaceINTEL", RESULT | NO_IDS | ENUMERANTS | PURE | TYPE, 182, 31, (3, 2), &[(K::IdResult, One), (K::AccessQualifier, One)]),
    op(6090, "OpTypeStructContinuedINTEL", IDS_ONLY | TYPE, 217, 31, (1, 255), &[(K::IdRef, Many)]),
    op(6091, "OpConstantCompositeContinuedINTEL", IDS_ONLY | CONSTANT, 217, 31, (1, 255), &[(K::IdRef, Many)]),
    op(6092, "OpSpecConstantCompositeContinuedINTEL", IDS_ONLY | CONSTANT, 217, 31, (1, 255), &[(K::IdRef, Many)]),
    op(6096, "OpCompositeConstructContinuedINTEL", IDS_ONLY, 217, 31, (1, 255), &[(K::IdRef, Many)]),
    op(6116, "OpConvertFToBF16INTEL", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 219, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(6117, "OpConvertBF16ToFINTEL", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 219, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(6142, "OpControlBarrierArriveEXT", IDS_ONLY, 220, 31, (4, 255), &[(K::IdScope, One), (K::IdScope, One), (K::IdMemorySemantics, One)]),
    op(6143, "OpControlBarrierWaitEXT", IDS_ONLY, 220, 31, (4, 255), &[(K::IdScope, One), (K::IdScope, One), (K::IdMemorySemantics, One)]),
    op(6145, "OpArithmeticFenceEXT", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 221, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(6163, "OpTaskSequenceCreateALTERA", RESULT_TYPE | RESULT, 224, 31, (8, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(6164, "OpTaskSequenceAsyncALTERA", IDS_ONLY, 224, 31, (2, 255), &[(K::IdRef, One), (K::IdRef, Many)]),
    op(6165, "OpTaskSequenceGetALTERA", RESULT_TYPE | RESULT | IDS_ONLY, 224, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(6166, "OpTaskSequenceReleaseALTERA", IDS_ONLY, 224, 31, (2, 255), &[(K::IdRef, One)]),
    op(6199, "OpTypeTaskSequenceALTERA", RESULT | IDS_ONLY | NO_IDS | PURE | TYPE, 224, 31, (2, 255), &[(K::IdResult, One)]),
    op(6221, "OpSubgroupBlockPrefetchINTEL", ENUMERANTS, 230, 31, (3, 3), &[(K::IdRef, One), (K::IdRef, One), (K::MemoryAccess, Optional)]),
    op(6231, "OpSubgroup2DBlockLoadINTEL", IDS_ONLY, 231, 31, (11, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(6232, "OpSubgroup2DBlockLoadTransformINTEL", IDS_ONLY, 232, 31, (11, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(6233, "OpSubgroup2DBlockLoadTransposeINTEL", IDS_ONLY, 233, 31, (11, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(6234, "OpSubgroup2DBlockPrefetchINTEL", IDS_ONLY, 231, 31, (10, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(6235, "OpSubgroup2DBlockStoreINTEL", IDS_ONLY, 231, 31, (11, 255), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(6237, "OpSubgroupMatrixMultiplyAccumulateINTEL", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 234, 31, (7, 7), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::MatrixMultiplyAccumulateOperands, Optional)]),
    op(6242, "OpBitwiseFunctionINTEL", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 235, 31, (7, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(6244, "OpUntypedVariableLengthArrayINTEL", RESULT_TYPE | RESULT | IDS_ONLY, 236, 31, (5, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)]),
    op(6248, "OpConditionalExtensionINTEL", 0, 237, 31, (3, 2), &[(K::IdRef, One), (K::LiteralString, One)]),
    op(6249, "OpConditionalEntryPointINTEL", ENUMERANTS, 237, 31, (5, 2), &[(K::IdRef, One), (K::ExecutionModel, One), (K::IdRef, One), (K::LiteralString, One), (K::IdRef, Many)]),
    op(6250, "OpConditionalCapabilityINTEL", ENUMERANTS, 237, 31, (3, 2), &[(K::IdRef, One), (K::Capability, One)]),
    op(6251, "OpSpecConstantTargetINTEL", RESULT_TYPE | RESULT | NO_IDS | PURE | CONSTANT, 238, 31, (4, 3), &[(K::IdResultType, One), (K::IdResult, One), (K::LiteralInteger, One), (K::LiteralInteger, Many)]),
    op(6252, "OpSpecConstantArchitectureINTEL", RESULT_TYPE | RESULT | NO_IDS | PURE | CONSTANT, 238, 31, (7, 3), &[(K::IdResultType, One), (K::IdResult, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    op(6253, "OpSpecConstantCapabilitiesINTEL", RESULT_TYPE | RESULT | NO_IDS | ENUMERANTS | PURE | CONSTANT, 238, 31, (3, 3), &[(K::IdResultType, One), (K::IdResult, One), (K::Capability, Many)]),
    op(6254, "OpConditionalCopyObjectINTEL", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 237, 31, (3, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, Many)]),
    op(6258, "OpPredicatedLoadINTEL", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 239, 31, (6, 6), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::MemoryAccess, Optional)]),
    op(6259, "OpPredicatedStoreINTEL", ENUMERANTS, 239, 31, (4, 4), &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::MemoryAccess, Optional)]),
    op(6401, "OpGroupIMulKHR", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 240, 31, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One)]),
    op(6402, "OpGroupFMulKHR", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 240, 31, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One)]),
    op(6403, "OpGroupBitwiseAndKHR", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 240, 31, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One)]),
    op(6404, "OpGroupBitwiseOrKHR", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 240, 31, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One)]),
    op(6405, "OpGroupBitwiseXorKHR", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 240, 31, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One)]),
    op(6406, "OpGroupLogicalAndKHR", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 240, 31, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One)]),
    op(6407, "OpGroupLogicalOrKHR", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 240, 31, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One)]),
    op(6408, "OpGroupLogicalXorKHR", RESULT_TYPE | RESULT | ENUMERANTS | PURE, 240, 31, (6, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One)]),
    op(6426, "OpRoundFToTF32INTEL", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 241, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(6428, "OpMaskedGatherINTEL", RESULT_TYPE | RESULT | PURE, 242, 31, (7, 4), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::IdRef, One), (K::IdRef, One)]),
    op(6429, "OpMaskedScatterINTEL", 0, 242, 31, (5, 3), &[(K::IdRef, One), (K::IdRef, One), (K::LiteralInteger, One), (K::IdRef, One)]),
    op(6529, "OpConvertHandleToImageINTEL", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 245, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(6530, "OpConvertHandleToSamplerINTEL", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 245, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(6531, "OpConvertHandleToSampledImageINTEL", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 245, 31, (4, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)]),
    op(6916, "OpFDot2MixAcc32VALVE", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 246, 31, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(6917, "OpFDot2MixAcc16VALVE", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 247, 31, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    op(6918, "OpFDot4MixAcc32VALVE", RESULT_TYPE | RESULT | IDS_ONLY | PURE, 248, 31, (6, 255), &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
];

const fn en(
    value: u32,
    name: &'static str,
    alternatives: u16,
    availability: u16,
    parameters: &'static [(K, Quantifier)],
) -> EnumerantRow {
    EnumerantRow {
        name: Name::of(name),
        value,
        alternatives,
        availability,
        parameters: Operands::of(parameters),
    }
}

/// The enumerants of every kind, by kind, then by value.
#[rustfmt::skip]
pub(crate) static ENUMERANT_ROWS: [&[EnumerantRow]; 77] = [
    // ImageOperands
    &[
        en(0, "None", 0, 0, &[]),
        en(1, "Bias", 2, 0, &[(K::IdRef, One)]),
        en(2, "Lod", 0, 0, &[(K::IdRef, One)]),
        en(4, "Grad", 0, 0, &[(K::IdRef, One), (K::IdRef, One)]),
        en(8, "ConstOffset", 0, 0, &[(K::IdRef, One)]),
        en(16, "Offset", 32, 0, &[(K::IdRef, One)]),
        en(32, "ConstOffsets", 32, 0, &[(K::IdRef, One)]),
        en(64, "Sample", 0, 0, &[(K::IdRef, One)]),
        en(128, "MinLod", 40, 0, &[(K::IdRef, One)]),
        en(256, "MakeTexelAvailable", 135, 26, &[(K::IdScope, One)]),
        en(512, "MakeTexelVisible", 135, 26, &[(K::IdScope, One)]),
        en(1024, "NonPrivateTexel", 135, 26, &[]),
        en(2048, "VolatileTexel", 135, 26, &[]),
        en(4096, "SignExtend", 0, 16, &[]),
        en(8192, "ZeroExtend", 0, 16, &[]),
        en(16384, "Nontemporal", 0, 27, &[]),
        en(65536, "Offsets", 0, 0, &[(K::IdRef, One)]),
    ],
    // FPFastMathMode
    &[
        en(0, "None", 0, 0, &[]),
        en(1, "NotNaN", 0, 0, &[]),
        en(2, "NotInf", 0, 0, &[]),
        en(4, "NSZ", 0, 0, &[]),
        en(8, "AllowRecip", 0, 0, &[]),
        en(16, "Fast", 0, 0, &[]),
        en(65536, "AllowContract", 190, 31, &[]),
        en(131072, "AllowReassoc", 190, 31, &[]),
        en(262144, "AllowTransform", 214, 31, &[]),
    ],
    // SelectionControl
    &[
        en(0, "None", 0, 0, &[]),
        en(1, "Flatten", 0, 0, &[]),
        en(2, "DontFlatten", 0, 0, &[]),
    ],
    // LoopControl
    &[
        en(0, "None", 0, 0, &[]),
        en(1, "Unroll", 0, 0, &[]),
        en(2, "DontUnroll", 0, 0, &[]),
        en(4, "DependencyInfinite", 0, 4, &[]),
        en(8, "DependencyLength", 0, 4, &[(K::LiteralInteger, One)]),
        en(16, "MinIterations", 0, 16, &[(K::LiteralInteger, One)]),
        en(32, "MaxIterations", 0, 16, &[(K::LiteralInteger, One)]),
        en(64, "IterationMultiple", 0, 16, &[(K::LiteralInteger, One)]),
        en(128, "PeelCount", 0, 16, &[(K::LiteralInteger, One)]),
        en(256, "PartialCount", 0, 16, &[(K::LiteralInteger, One)]),
        en(65536, "InitiationIntervalALTERA", 193, 31, &[(K::LiteralInteger, One)]),
        en(131072, "MaxConcurrencyALTERA", 193, 31, &[(K::LiteralInteger, One)]),
        en(262144, "DependencyArrayALTERA", 193, 31, &[(K::LiteralInteger, One)]),
        en(524288, "PipelineEnableALTERA", 193, 31, &[(K::LiteralInteger, One)]),
        en(1048576, "LoopCoalesceALTERA", 193, 31, &[(K::LiteralInteger, One)]),
        en(2097152, "MaxInterleavingALTERA", 193, 31, &[(K::LiteralInteger, One)]),
        en(4194304, "SpeculatedIterationsALTERA", 193, 31, &[(K::LiteralInteger, One)]),
        en(8388608, "NoFusionALTERA", 193, 31, &[]),
        en(16777216, "LoopCountALTERA", 193, 31, &[(K::LiteralInteger, One)]),
        en(33554432, "MaxReinvocationDelayALTERA", 193, 31, &[(K::LiteralInteger, One)]),
        en(268435456, "MultipleWaitQueuesQCOM", 0, 0, &[(K::LiteralInteger, One)]),
    ],
    // FunctionControl
    &[
        en(0, "None", 0, 0, &[]),
        en(1, "Inline", 0, 0, &[]),
        en(2, "DontInline", 0, 0, &[]),
        en(4, "Pure", 0, 0, &[]),
        en(8, "Const", 0, 0, &[]),
        en(65536, "OptNoneEXT", 218, 31, &[]),
    ],
    // MemorySemantics
    &[
        en(0, "Relaxed", 0, 0, &[]),
        en(2, "Acquire", 0, 0, &[]),
        en(4, "Release", 0, 0, &[]),
        en(8, "AcquireRelease", 0, 0, &[]),
        en(16, "SequentiallyConsistent", 0, 0, &[]),
        en(64, "UniformMemory", 2, 0, &[]),
        en(128, "SubgroupMemory", 0, 0, &[]),
        en(256, "WorkgroupMemory", 0, 0, &[]),
        en(512, "CrossWorkgroupMemory", 0, 0, &[]),
        en(1024, "AtomicCounterMemory", 31, 0, &[]),
        en(2048, "ImageMemory", 0, 0, &[]),
        en(4096, "OutputMemory", 135, 26, &[]),
        en(8192, "MakeAvailable", 135, 26, &[]),
        en(16384, "MakeVisible", 135, 26, &[]),
        en(32768, "Volatile", 135, 26, &[]),
    ],
    // MemoryAccess
    &[
        en(0, "None", 0, 0, &[]),
        en(1, "Volatile", 0, 0, &[]),
        en(2, "Aligned", 0, 0, &[(K::LiteralInteger, One)]),
        en(4, "Nontemporal", 0, 0, &[]),
        en(8, "MakePointerAvailable", 135, 26, &[(K::IdScope, One)]),
        en(16, "MakePointerVisible", 135, 26, &[(K::IdScope, One)]),
        en(32, "NonPrivatePointer", 135, 26, &[]),
        en(65536, "AliasScopeINTELMask", 200, 115, &[(K::IdRef, One)]),
        en(131072, "NoAliasINTELMask", 200, 115, &[(K::IdRef, One)]),
    ],
    // KernelProfilingInfo
    &[
        en(0, "None", 0, 0, &[]),
        en(1, "CmdExecTime", 20, 0, &[]),
    ],
    // RayFlags
    &[
        en(0, "NoneKHR", 89, 31, &[]),
        en(1, "OpaqueKHR", 89, 31, &[]),
        en(2, "NoOpaqueKHR", 89, 31, &[]),
        en(4, "TerminateOnFirstHitKHR", 89, 31, &[]),
        en(8, "SkipClosestHitShaderKHR", 89, 31, &[]),
        en(16, "CullBackFacingTrianglesKHR", 89, 31, &[]),
        en(32, "CullFrontFacingTrianglesKHR", 89, 31, &[]),
        en(64, "CullOpaqueKHR", 89, 31, &[]),
        en(128, "CullNoOpaqueKHR", 89, 31, &[]),
        en(256, "SkipTrianglesKHR", 92, 31, &[]),
        en(512, "SkipAABBsKHR", 92, 31, &[]),
        en(1024, "ForceOpacityMicromap2StateKHR", 146, 31, &[]),
    ],
    // FragmentShadingRate
    &[
        en(1, "Vertical2Pixels", 75, 31, &[]),
        en(2, "Vertical4Pixels", 75, 31, &[]),
        en(4, "Horizontal2Pixels", 75, 31, &[]),
        en(8, "Horizontal4Pixels", 75, 31, &[]),
    ],
    // RawAccessChainOperands
    &[
        en(0, "None", 0, 0, &[]),
        en(1, "RobustnessPerComponentNV", 156, 31, &[]),
        en(2, "RobustnessPerElementNV", 156, 31, &[]),
    ],
    // SourceLanguage
    &[
        en(0, "Unknown", 0, 0, &[]),
        en(1, "ESSL", 0, 0, &[]),
        en(2, "GLSL", 0, 0, &[]),
        en(3, "OpenCL_C", 0, 0, &[]),
        en(4, "OpenCL_CPP", 0, 0, &[]),
        en(5, "HLSL", 0, 0, &[]),
        en(6, "CPP_for_OpenCL", 0, 0, &[]),
        en(7, "SYCL", 0, 0, &[]),
        en(8, "HERO_C", 0, 0, &[]),
        en(9, "NZSL", 0, 0, &[]),
        en(10, "WGSL", 0, 0, &[]),
        en(11, "Slang", 0, 0, &[]),
        en(12, "Zig", 0, 0, &[]),
        en(13, "Rust", 0, 0, &[]),
        en(14, "Pred", 0, 0, &[]),
        en(15, "ApilaJai", 0, 0, &[]),
    ],
    // ExecutionModel
    &[
        en(0, "Vertex", 2, 0, &[]),
        en(1, "TessellationControl", 13, 0, &[]),
        en(2, "TessellationEvaluation", 13, 0, &[]),
        en(3, "Geometry", 7, 0, &[]),
        en(4, "Fragment", 2, 0, &[]),
        en(5, "GLCompute", 2, 0, &[]),
        en(6, "Kernel", 20, 0, &[]),
        en(5267, "TaskNV", 121, 31, &[]),
        en(5268, "MeshNV", 121, 31, &[]),
        en(5313, "RayGenerationKHR", 94, 31, &[]),
        en(5314, "IntersectionKHR", 94, 31, &[]),
        en(5315, "AnyHitKHR", 94, 31, &[]),
        en(5316, "ClosestHitKHR", 94, 31, &[]),
        en(5317, "MissKHR", 94, 31, &[]),
        en(5318, "CallableKHR", 94, 31, &[]),
        en(5364, "TaskEXT", 124, 31, &[]),
        en(5365, "MeshEXT", 124, 31, &[]),
    ],
    // AddressingModel
    &[
        en(0, "Logical", 0, 0, &[]),
        en(1, "Physical32", 14, 0, &[]),
        en(2, "Physical64", 14, 0, &[]),
        en(5348, "PhysicalStorageBuffer64", 136, 24, &[]),
    ],
    // MemoryModel
    &[
        en(0, "Simple", 2, 0, &[]),
        en(1, "GLSL450", 2, 0, &[]),
        en(2, "OpenCL", 20, 0, &[]),
        en(3, "Vulkan", 135, 26, &[]),
    ],
    // ExecutionMode
    &[
        en(0, "Invocations", 7, 0, &[(K::LiteralInteger, One)]),
        en(1, "SpacingEqual", 13, 0, &[]),
        en(2, "SpacingFractionalEven", 13, 0, &[]),
        en(3, "SpacingFractionalOdd", 13, 0, &[]),
        en(4, "VertexOrderCw", 13, 0, &[]),
        en(5, "VertexOrderCcw", 13, 0, &[]),
        en(6, "PixelCenterInteger", 2, 0, &[]),
        en(7, "OriginUpperLeft", 2, 0, &[]),
        en(8, "OriginLowerLeft", 2, 0, &[]),
        en(9, "EarlyFragmentTests", 2, 0, &[]),
        en(10, "PointMode", 13, 0, &[]),
        en(11, "Xfb", 47, 0, &[]),
        en(12, "DepthReplacing", 2, 0, &[]),
        en(14, "DepthGreater", 2, 0, &[]),
        en(15, "DepthLess", 2, 0, &[]),
        en(16, "DepthUnchanged", 2, 0, &[]),
        en(17, "LocalSize", 0, 0, &[(K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
        en(18, "LocalSizeHint", 20, 0, &[(K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
        en(19, "InputPoints", 7, 0, &[]),
        en(20, "InputLines", 7, 0, &[]),
        en(21, "InputLinesAdjacency", 7, 0, &[]),
        en(22, "Triangles", 8, 0, &[]),
        en(23, "InputTrianglesAdjacency", 7, 0, &[]),
        en(24, "Quads", 13, 0, &[]),
        en(25, "Isolines", 13, 0, &[]),
        en(26, "OutputVertices", 10, 0, &[(K::LiteralInteger, One)]),
        en(27, "OutputPoints", 12, 0, &[]),
        en(28, "OutputLineStrip", 7, 0, &[]),
        en(29, "OutputTriangleStrip", 7, 0, &[]),
        en(30, "VecTypeHint", 20, 0, &[(K::LiteralInteger, One)]),
        en(31, "ContractionOff", 20, 0, &[]),
        en(33, "Initializer", 20, 4, &[]),
        en(34, "Finalizer", 20, 4, &[]),
        en(35, "SubgroupSize", 50, 4, &[(K::LiteralInteger, One)]),
        en(36, "SubgroupsPerWorkgroup", 50, 4, &[(K::LiteralInteger, One)]),
        en(37, "SubgroupsPerWorkgroupId", 50, 5, &[(K::IdRef, One)]),
        en(38, "LocalSizeId", 0, 5, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
        en(39, "LocalSizeHintId", 20, 5, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
        en(4169, "NonCoherentColorAttachmentReadEXT", 63, 31, &[]),
        en(4170, "NonCoherentDepthAttachmentReadEXT", 64, 31, &[]),
        en(4171, "NonCoherentStencilAttachmentReadEXT", 65, 31, &[]),
        en(4421, "SubgroupUniformControlFlowKHR", 2, 156, &[]),
        en(4446, "PostDepthCoverage", 82, 142, &[]),
        en(4459, "DenormPreserve", 83, 20, &[(K::LiteralInteger, One)]),
        en(4460, "DenormFlushToZero", 84, 20, &[(K::LiteralInteger, One)]),
        en(4461, "SignedZeroInfNanPreserve", 85, 20, &[(K::LiteralInteger, One)]),
        en(4462, "RoundingModeRTE", 86, 20, &[(K::LiteralInteger, One)]),
        en(4463, "RoundingModeRTZ", 87, 20, &[(K::LiteralInteger, One)]),
        en(4489, "NonCoherentTileAttachmentReadQCOM", 98, 31, &[]),
        en(4490, "TileShadingRateQCOM", 98, 31, &[(K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
        en(5017, "EarlyAndLateFragmentTestsAMD", 2, 56, &[]),
        en(5027, "StencilRefReplacingEXT", 103, 90, &[]),
        en(5069, "CoalescingAMDX", 106, 31, &[]),
        en(5070, "IsApiEntryAMDX", 106, 31, &[(K::IdRef, One)]),
        en(5071, "MaxNodeRecursionAMDX", 106, 31, &[(K::IdRef, One)]),
        en(5072, "StaticNumWorkgroupsAMDX", 106, 31, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
        en(5073, "ShaderIndexAMDX", 106, 31, &[(K::IdRef, One)]),
        en(5077, "MaxNumWorkgroupsAMDX", 106, 31, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
        en(5079, "StencilRefUnchangedFrontAMD", 103, 57, &[]),
        en(5080, "StencilRefGreaterFrontAMD", 103, 57, &[]),
        en(5081, "StencilRefLessFrontAMD", 103, 57, &[]),
        en(5082, "StencilRefUnchangedBackAMD", 103, 57, &[]),
        en(5083, "StencilRefGreaterBackAMD", 103, 57, &[]),
        en(5084, "StencilRefLessBackAMD", 103, 57, &[]),
        en(5088, "QuadDerivativesKHR", 107, 31, &[]),
        en(5089, "RequireFullQuadsKHR", 107, 31, &[]),
        en(5102, "SharesInputWithAMDX", 106, 31, &[(K::IdRef, One), (K::IdRef, One)]),
        en(5157, "ArithmeticPoisonKHR", 112, 31, &[]),
        en(5269, "OutputLinesEXT", 122, 79, &[]),
        en(5270, "OutputPrimitivesEXT", 122, 79, &[(K::LiteralInteger, One)]),
        en(5289, "DerivativeGroupQuadsKHR", 126, 130, &[]),
        en(5290, "DerivativeGroupLinearKHR", 137, 130, &[]),
        en(5298, "OutputTrianglesEXT", 122, 79, &[]),
        en(5366, "PixelInterlockOrderedEXT", 143, 76, &[]),
        en(5367, "PixelInterlockUnorderedEXT", 143, 76, &[]),
        en(5368, "SampleInterlockOrderedEXT", 139, 76, &[]),
        en(5369, "SampleInterlockUnorderedEXT", 139, 76, &[]),
        en(5370, "ShadingRateInterlockOrderedEXT", 141, 76, &[]),
        en(5371, "ShadingRateInterlockUnorderedEXT", 141, 76, &[]),
        en(5427, "Shader64BitIndexingEXT", 160, 31, &[]),
        en(5618, "SharedLocalMemorySizeINTEL", 182, 31, &[(K::LiteralInteger, One)]),
        en(5620, "RoundingModeRTPINTEL", 177, 31, &[(K::LiteralInteger, One)]),
        en(5621, "RoundingModeRTNINTEL", 177, 31, &[(K::LiteralInteger, One)]),
        en(5622, "FloatingPointModeALTINTEL", 177, 31, &[(K::LiteralInteger, One)]),
        en(5623, "FloatingPointModeIEEEINTEL", 177, 31, &[(K::LiteralInteger, One)]),
        en(5893, "MaxWorkgroupSizeINTEL", 194, 110, &[(K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
        en(5894, "MaxWorkDimINTEL", 194, 110, &[(K::LiteralInteger, One)]),
        en(5895, "NoGlobalOffsetINTEL", 194, 110, &[]),
        en(5896, "NumSIMDWorkitemsINTEL", 195, 110, &[(K::LiteralInteger, One)]),
        en(5903, "SchedulerTargetFmaxMhzINTEL", 195, 31, &[(K::LiteralInteger, One)]),
        en(6023, "MaximallyReconvergesKHR", 2, 139, &[]),
        en(6028, "FPFastMathDefault", 214, 31, &[(K::IdRef, One), (K::IdRef, One)]),
        en(6031, "OpacityMicromapIdKHR", 216, 31, &[(K::IdRef, One)]),
        en(6154, "StreamingInterfaceINTEL", 195, 31, &[(K::LiteralInteger, One)]),
        en(6160, "RegisterMapInterfaceINTEL", 223, 31, &[(K::LiteralInteger, One)]),
        en(6417, "NamedBarrierCountINTEL", 182, 31, &[(K::LiteralInteger, One)]),
        en(6461, "MaximumRegistersINTEL", 244, 31, &[(K::LiteralInteger, One)]),
        en(6462, "MaximumRegistersIdINTEL", 244, 31, &[(K::IdRef, One)]),
        en(6463, "NamedMaximumRegistersINTEL", 244, 31, &[(K::NamedMaximumNumberOfRegisters, One)]),
    ],
    // StorageClass
    &[
        en(0, "UniformConstant", 0, 0, &[]),
        en(1, "Input", 0, 0, &[]),
        en(2, "Uniform", 2, 0, &[]),
        en(3, "Output", 2, 0, &[]),
        en(4, "Workgroup", 0, 0, &[]),
        en(5, "CrossWorkgroup", 0, 0, &[]),
        en(6, "Private", 5, 0, &[]),
        en(7, "Function", 0, 0, &[]),
        en(8, "Generic", 37, 0, &[]),
        en(9, "PushConstant", 2, 0, &[]),
        en(10, "AtomicCounter", 31, 0, &[]),
        en(11, "Image", 0, 0, &[]),
        en(12, "StorageBuffer", 2, 14, &[]),
        en(4172, "TileImageEXT", 63, 31, &[]),
        en(4491, "TileAttachmentQCOM", 98, 31, &[]),
        en(5068, "NodePayloadAMDX", 106, 31, &[]),
        en(5328, "CallableDataKHR", 94, 149, &[]),
        en(5329, "IncomingCallableDataKHR", 94, 149, &[]),
        en(5338, "RayPayloadKHR", 94, 149, &[]),
        en(5339, "HitAttributeKHR", 94, 149, &[]),
        en(5342, "IncomingRayPayloadKHR", 94, 149, &[]),
        en(5343, "ShaderRecordBufferKHR", 94, 149, &[]),
        en(5349, "PhysicalStorageBuffer", 136, 24, &[]),
        en(5385, "HitObjectAttributeNV", 147, 31, &[]),
        en(5402, "TaskPayloadWorkgroupEXT", 124, 17, &[]),
        en(5411, "HitObjectAttributeEXT", 148, 31, &[]),
        en(5605, "CodeSectionINTEL", 179, 105, &[]),
        en(5936, "DeviceOnlyALTERA", 204, 31, &[]),
        en(5937, "HostOnlyALTERA", 204, 31, &[]),
    ],
    // Dim
    &[
        en(0, "1D", 41, 0, &[]),
        en(1, "2D", 0, 0, &[]),
        en(2, "3D", 0, 0, &[]),
        en(3, "Cube", 2, 0, &[]),
        en(4, "Rect", 36, 0, &[]),
        en(5, "Buffer", 42, 0, &[]),
        en(6, "SubpassData", 38, 0, &[]),
        en(4173, "TileImageDataEXT", 63, 31, &[]),
    ],
    // SamplerAddressingMode
    &[
        en(0, "None", 0, 0, &[]),
        en(1, "ClampToEdge", 0, 0, &[]),
        en(2, "Clamp", 0, 0, &[]),
        en(3, "Repeat", 0, 0, &[]),
        en(4, "RepeatMirrored", 0, 0, &[]),
    ],
    // SamplerFilterMode
    &[
        en(0, "Nearest", 0, 0, &[]),
        en(1, "Linear", 0, 0, &[]),
    ],
    // ImageFormat
    &[
        en(0, "Unknown", 0, 0, &[]),
        en(1, "Rgba32f", 2, 0, &[]),
        en(2, "Rgba16f", 2, 0, &[]),
        en(3, "R32f", 2, 0, &[]),
        en(4, "Rgba8", 2, 0, &[]),
        en(5, "Rgba8Snorm", 2, 0, &[]),
        en(6, "Rg32f", 43, 0, &[]),
        en(7, "Rg16f", 43, 0, &[]),
        en(8, "R11fG11fB10f", 43, 0, &[]),
        en(9, "R16f", 43, 0, &[]),
        en(10, "Rgba16", 43, 0, &[]),
        en(11, "Rgb10A2", 43, 0, &[]),
        en(12, "Rg16", 43, 0, &[]),
        en(13, "Rg8", 43, 0, &[]),
        en(14, "R16", 43, 0, &[]),
        en(15, "R8", 43, 0, &[]),
        en(16, "Rgba16Snorm", 43, 0, &[]),
        en(17, "Rg16Snorm", 43, 0, &[]),
        en(18, "Rg8Snorm", 43, 0, &[]),
        en(19, "R16Snorm", 43, 0, &[]),
        en(20, "R8Snorm", 43, 0, &[]),
        en(21, "Rgba32i", 2, 0, &[]),
        en(22, "Rgba16i", 2, 0, &[]),
        en(23, "Rgba8i", 2, 0, &[]),
        en(24, "R32i", 2, 0, &[]),
        en(25, "Rg32i", 43, 0, &[]),
        en(26, "Rg16i", 43, 0, &[]),
        en(27, "Rg8i", 43, 0, &[]),
        en(28, "R16i", 43, 0, &[]),
        en(29, "R8i", 43, 0, &[]),
        en(30, "Rgba32ui", 2, 0, &[]),
        en(31, "Rgba16ui", 2, 0, &[]),
        en(32, "Rgba8ui", 2, 0, &[]),
        en(33, "R32ui", 2, 0, &[]),
        en(34, "Rgb10a2ui", 43, 0, &[]),
        en(35, "Rg32ui", 43, 0, &[]),
        en(36, "Rg16ui", 43, 0, &[]),
        en(37, "Rg8ui", 43, 0, &[]),
        en(38, "R16ui", 43, 0, &[]),
        en(39, "R8ui", 43, 0, &[]),
        en(40, "R64ui", 104, 0, &[]),
        en(41, "R64i", 104, 0, &[]),
    ],
    // ImageChannelOrder
    &[
        en(0, "R", 0, 0, &[]),
        en(1, "A", 0, 0, &[]),
        en(2, "RG", 0, 0, &[]),
        en(3, "RA", 0, 0, &[]),
        en(4, "RGB", 0, 0, &[]),
        en(5, "RGBA", 0, 0, &[]),
        en(6, "BGRA", 0, 0, &[]),
        en(7, "ARGB", 0, 0, &[]),
        en(8, "Intensity", 0, 0, &[]),
        en(9, "Luminance", 0, 0, &[]),
        en(10, "Rx", 0, 0, &[]),
        en(11, "RGx", 0, 0, &[]),
        en(12, "RGBx", 0, 0, &[]),
        en(13, "Depth", 0, 0, &[]),
        en(14, "DepthStencil", 0, 0, &[]),
        en(15, "sRGB", 0, 0, &[]),
        en(16, "sRGBx", 0, 0, &[]),
        en(17, "sRGBA", 0, 0, &[]),
        en(18, "sBGRA", 0, 0, &[]),
        en(19, "ABGR", 0, 0, &[]),
    ],
    // ImageChannelDataType
    &[
        en(0, "SnormInt8", 0, 0, &[]),
        en(1, "SnormInt16", 0, 0, &[]),
        en(2, "UnormInt8", 0, 0, &[]),
        en(3, "UnormInt16", 0, 0, &[]),
        en(4, "UnormShort565", 0, 0, &[]),
        en(5, "UnormShort555", 0, 0, &[]),
        en(6, "UnormInt101010", 0, 0, &[]),
        en(7, "SignedInt8", 0, 0, &[]),
        en(8, "SignedInt16", 0, 0, &[]),
        en(9, "SignedInt32", 0, 0, &[]),
        en(10, "UnsignedInt8", 0, 0, &[]),
        en(11, "UnsignedInt16", 0, 0, &[]),
        en(12, "UnsignedInt32", 0, 0, &[]),
        en(13, "HalfFloat", 0, 0, &[]),
        en(14, "Float", 0, 0, &[]),
        en(15, "UnormInt24", 0, 0, &[]),
        en(16, "UnormInt101010_2", 0, 0, &[]),
        en(17, "UnormInt10X6EXT", 0, 0, &[]),
        en(19, "UnsignedIntRaw10EXT", 0, 0, &[]),
        en(20, "UnsignedIntRaw12EXT", 0, 0, &[]),
        en(21, "UnormInt2_101010EXT", 0, 0, &[]),
        en(22, "UnsignedInt10X6EXT", 0, 0, &[]),
        en(23, "UnsignedInt12X4EXT", 0, 0, &[]),
        en(24, "UnsignedInt14X2EXT", 0, 0, &[]),
        en(25, "UnormInt12X4EXT", 0, 0, &[]),
        en(26, "UnormInt14X2EXT", 0, 0, &[]),
    ],
    // FPRoundingMode
    &[
        en(0, "RTE", 0, 0, &[]),
        en(1, "RTZ", 0, 0, &[]),
        en(2, "RTP", 0, 0, &[]),
        en(3, "RTN", 0, 0, &[]),
    ],
    // FPDenormMode
    &[
        en(0, "Preserve", 188, 31, &[]),
        en(1, "FlushToZero", 188, 31, &[]),
    ],
    // QuantizationModes
    &[
        en(0, "TRN", 203, 31, &[]),
        en(1, "TRN_ZERO", 203, 31, &[]),
        en(2, "RND", 203, 31, &[]),
        en(3, "RND_ZERO", 203, 31, &[]),
        en(4, "RND_INF", 203, 31, &[]),
        en(5, "RND_MIN_INF", 203, 31, &[]),
        en(6, "RND_CONV", 203, 31, &[]),
        en(7, "RND_CONV_ODD", 203, 31, &[]),
    ],
    // FPOperationMode
    &[
        en(0, "IEEE", 188, 31, &[]),
        en(1, "ALT", 188, 31, &[]),
    ],
    // OverflowModes
    &[
        en(0, "WRAP", 203, 31, &[]),
        en(1, "SAT", 203, 31, &[]),
        en(2, "SAT_ZERO", 203, 31, &[]),
        en(3, "SAT_SYM", 203, 31, &[]),
    ],
    // LinkageType
    &[
        en(0, "Export", 19, 0, &[]),
        en(1, "Import", 19, 0, &[]),
        en(2, "LinkOnceODR", 19, 138, &[]),
        en(3, "WeakAMD", 113, 31, &[]),
    ],
    // AccessQualifier
    &[
        en(0, "ReadOnly", 20, 0, &[]),
        en(1, "WriteOnly", 20, 0, &[]),
        en(2, "ReadWrite", 20, 0, &[]),
    ],
    // HostAccessQualifier
    &[
        en(0, "NoneINTEL", 228, 31, &[]),
        en(1, "ReadINTEL", 228, 31, &[]),
        en(2, "WriteINTEL", 228, 31, &[]),
        en(3, "ReadWriteINTEL", 228, 31, &[]),
    ],
    // FunctionParameterAttribute
    &[
        en(0, "Zext", 20, 0, &[]),
        en(1, "Sext", 20, 0, &[]),
        en(2, "ByVal", 20, 0, &[]),
        en(3, "Sret", 20, 0, &[]),
        en(4, "NoAlias", 20, 0, &[]),
        en(5, "NoCapture", 20, 0, &[]),
        en(6, "NoWrite", 20, 0, &[]),
        en(7, "NoReadWrite", 20, 0, &[]),
        en(5940, "RuntimeAlignedALTERA", 205, 0, &[]),
    ],
    // Decoration
    &[
        en(0, "RelaxedPrecision", 2, 0, &[]),
        en(1, "SpecId", 3, 0, &[(K::LiteralInteger, One)]),
        en(2, "Block", 2, 0, &[]),
        en(3, "BufferBlock", 2, 1, &[]),
        en(4, "RowMajor", 1, 0, &[]),
        en(5, "ColMajor", 1, 0, &[]),
        en(6, "ArrayStride", 2, 0, &[(K::LiteralInteger, One)]),
        en(7, "MatrixStride", 1, 0, &[(K::LiteralInteger, One)]),
        en(8, "GLSLShared", 2, 0, &[]),
        en(9, "GLSLPacked", 2, 0, &[]),
        en(10, "CPacked", 20, 0, &[]),
        en(11, "BuiltIn", 0, 0, &[(K::BuiltIn, One)]),
        en(13, "NoPerspective", 2, 0, &[]),
        en(14, "Flat", 2, 0, &[]),
        en(15, "Patch", 13, 0, &[]),
        en(16, "Centroid", 2, 0, &[]),
        en(17, "Sample", 35, 0, &[]),
        en(18, "Invariant", 2, 0, &[]),
        en(19, "Restrict", 0, 0, &[]),
        en(20, "Aliased", 0, 0, &[]),
        en(21, "Volatile", 0, 0, &[]),
        en(22, "Constant", 20, 0, &[]),
        en(23, "Coherent", 0, 0, &[]),
        en(24, "NonWritable", 0, 0, &[]),
        en(25, "NonReadable", 0, 0, &[]),
        en(26, "Uniform", 4, 0, &[]),
        en(27, "UniformId", 4, 16, &[(K::IdScope, One)]),
        en(28, "SaturatedConversion", 20, 0, &[]),
        en(29, "Stream", 48, 0, &[(K::LiteralInteger, One)]),
        en(30, "Location", 2, 0, &[(K::LiteralInteger, One)]),
        en(31, "Component", 2, 0, &[(K::LiteralInteger, One)]),
        en(32, "Index", 2, 0, &[(K::LiteralInteger, One)]),
        en(33, "Binding", 2, 0, &[(K::LiteralInteger, One)]),
        en(34, "DescriptorSet", 2, 0, &[(K::LiteralInteger, One)]),
        en(35, "Offset", 2, 0, &[(K::LiteralInteger, One)]),
        en(36, "XfbBuffer", 47, 0, &[(K::LiteralInteger, One)]),
        en(37, "XfbStride", 47, 0, &[(K::LiteralInteger, One)]),
        en(38, "FuncParamAttr", 20, 0, &[(K::FunctionParameterAttribute, One)]),
        en(39, "FPRoundingMode", 0, 0, &[(K::FPRoundingMode, One)]),
        en(40, "FPFastMathMode", 25, 0, &[(K::FPFastMathMode, One)]),
        en(41, "LinkageAttributes", 19, 0, &[(K::LiteralString, One), (K::LinkageType, One)]),
        en(42, "NoContraction", 2, 0, &[]),
        en(43, "InputAttachmentIndex", 38, 0, &[(K::LiteralInteger, One)]),
        en(44, "Alignment", 20, 0, &[(K::LiteralInteger, One)]),
        en(45, "MaxByteOffset", 14, 4, &[(K::LiteralInteger, One)]),
        en(46, "AlignmentId", 20, 5, &[(K::IdRef, One)]),
        en(47, "MaxByteOffsetId", 14, 5, &[(K::IdRef, One)]),
        en(4216, "SaturatedToLargestFloat8NormalConversionEXT", 69, 31, &[]),
        en(4469, "NoSignedWrap", 0, 21, &[]),
        en(4470, "NoUnsignedWrap", 0, 21, &[]),
        en(4487, "WeightTextureQCOM", 0, 187, &[]),
        en(4488, "BlockMatchTextureQCOM", 0, 187, &[]),
        en(4499, "BlockMatchSamplerQCOM", 0, 188, &[]),
        en(4999, "ExplicitInterpAMD", 0, 58, &[]),
        en(5019, "NodeSharesPayloadLimitsWithAMDX", 106, 31, &[(K::IdRef, One)]),
        en(5020, "NodeMaxPayloadsAMDX", 106, 31, &[(K::IdRef, One)]),
        en(5078, "TrackFinishWritingAMDX", 106, 31, &[]),
        en(5091, "PayloadNodeNameAMDX", 106, 31, &[(K::IdRef, One)]),
        en(5098, "PayloadNodeBaseIndexAMDX", 106, 31, &[(K::IdRef, One)]),
        en(5099, "PayloadNodeSparseArrayAMDX", 106, 31, &[]),
        en(5100, "PayloadNodeArraySizeAMDX", 106, 31, &[(K::IdRef, One)]),
        en(5105, "PayloadDispatchIndirectAMDX", 106, 31, &[]),
        en(5124, "ArrayStrideIdEXT", 110, 31, &[(K::IdRef, One)]),
        en(5125, "OffsetIdEXT", 110, 31, &[(K::IdRef, One)]),
        en(5145, "UTFEncodedKHR", 111, 31, &[]),
        en(5248, "OverrideCoverageNV", 114, 178, &[]),
        en(5250, "PassthroughNV", 115, 170, &[]),
        en(5252, "ViewportRelativeNV", 116, 31, &[]),
        en(5256, "SecondaryViewportRelativeNV", 118, 183, &[(K::LiteralInteger, One)]),
        en(5271, "PerPrimitiveEXT", 122, 79, &[]),
        en(5272, "PerViewNV", 121, 172, &[]),
        en(5273, "PerTaskNV", 121, 172, &[]),
        en(5285, "PerVertexKHR", 125, 136, &[]),
        en(5300, "NonUniform", 129, 23, &[]),
        en(5355, "RestrictPointer", 136, 24, &[]),
        en(5356, "AliasedPointer", 136, 24, &[]),
        en(5358, "MemberOffsetNV", 159, 31, &[(K::LiteralInteger, One)]),
        en(5386, "HitObjectShaderRecordBufferNV", 147, 31, &[]),
        en(5389, "HitObjectShaderRecordBufferEXT", 148, 31, &[]),
        en(5397, "BankNV", 159, 31, &[(K::LiteralInteger, One)]),
        en(5398, "BindlessSamplerNV", 149, 31, &[]),
        en(5399, "BindlessImageNV", 149, 31, &[]),
        en(5400, "BoundSamplerNV", 149, 31, &[]),
        en(5401, "BoundImageNV", 149, 31, &[]),
        en(5440, "CooperativeMatrixTransposeEXT", 161, 31, &[]),
        en(5599, "SIMTCallINTEL", 182, 31, &[(K::LiteralInteger, One)]),
        en(5602, "ReferencedIndirectlyINTEL", 180, 105, &[]),
        en(5607, "ClobberINTEL", 181, 31, &[(K::LiteralString, One)]),
        en(5608, "SideEffectsINTEL", 181, 31, &[]),
        en(5624, "VectorComputeVariableINTEL", 182, 31, &[]),
        en(5625, "FuncParamIOKindINTEL", 182, 31, &[(K::LiteralInteger, One)]),
        en(5626, "VectorComputeFunctionINTEL", 182, 31, &[]),
        en(5627, "StackCallINTEL", 182, 31, &[]),
        en(5628, "GlobalVariableOffsetINTEL", 182, 31, &[(K::LiteralInteger, One)]),
        en(5634, "CounterBuffer", 0, 19, &[(K::IdRef, One)]),
        en(5635, "UserSemantic", 0, 19, &[(K::LiteralString, One)]),
        en(5636, "UserTypeGOOGLE", 0, 95, &[(K::LiteralString, One)]),
        en(5822, "FunctionRoundingModeINTEL", 188, 31, &[(K::LiteralInteger, One), (K::FPRoundingMode, One)]),
        en(5823, "FunctionDenormModeINTEL", 188, 31, &[(K::LiteralInteger, One), (K::FPDenormMode, One)]),
        en(5825, "RegisterALTERA", 189, 31, &[]),
        en(5826, "MemoryALTERA", 189, 31, &[(K::LiteralString, One)]),
        en(5827, "NumbanksALTERA", 189, 31, &[(K::LiteralInteger, One)]),
        en(5828, "BankwidthALTERA", 189, 31, &[(K::LiteralInteger, One)]),
        en(5829, "MaxPrivateCopiesALTERA", 189, 31, &[(K::LiteralInteger, One)]),
        en(5830, "SinglepumpALTERA", 189, 31, &[]),
        en(5831, "DoublepumpALTERA", 189, 31, &[]),
        en(5832, "MaxReplicatesALTERA", 189, 31, &[(K::LiteralInteger, One)]),
        en(5833, "SimpleDualPortALTERA", 189, 31, &[]),
        en(5834, "MergeALTERA", 189, 31, &[(K::LiteralString, One), (K::LiteralString, One)]),
        en(5835, "BankBitsALTERA", 189, 31, &[(K::LiteralInteger, Many)]),
        en(5836, "ForcePow2DepthALTERA", 189, 31, &[(K::LiteralInteger, One)]),
        en(5883, "StridesizeALTERA", 189, 31, &[(K::LiteralInteger, One)]),
        en(5884, "WordsizeALTERA", 189, 31, &[(K::LiteralInteger, One)]),
        en(5885, "TrueDualPortALTERA", 189, 31, &[]),
        en(5899, "BurstCoalesceALTERA", 196, 31, &[]),
        en(5900, "CacheSizeALTERA", 196, 31, &[(K::LiteralInteger, One)]),
        en(5901, "DontStaticallyCoalesceALTERA", 196, 31, &[]),
        en(5902, "PrefetchALTERA", 196, 31, &[(K::LiteralInteger, One)]),
        en(5905, "StallEnableALTERA", 197, 31, &[]),
        en(5907, "FuseLoopsInFunctionALTERA", 198, 31, &[]),
        en(5909, "MathOpDSPModeALTERA", 199, 31, &[(K::LiteralInteger, One), (K::LiteralInteger, One)]),
        en(5914, "AliasScopeINTEL", 200, 31, &[(K::IdRef, One)]),
        en(5915, "NoAliasINTEL", 200, 31, &[(K::IdRef, One)]),
        en(5917, "InitiationIntervalALTERA", 201, 31, &[(K::LiteralInteger, One)]),
        en(5918, "MaxConcurrencyALTERA", 201, 31, &[(K::LiteralInteger, One)]),
        en(5919, "PipelineEnableALTERA", 201, 31, &[(K::LiteralInteger, One)]),
        en(5921, "BufferLocationALTERA", 202, 31, &[(K::LiteralInteger, One)]),
        en(5944, "IOPipeStorageALTERA", 206, 31, &[(K::LiteralInteger, One)]),
        en(6080, "FunctionFloatingPointModeINTEL", 188, 31, &[(K::LiteralInteger, One), (K::FPOperationMode, One)]),
        en(6085, "SingleElementVectorINTEL", 182, 31, &[]),
        en(6087, "VectorComputeCallableFunctionINTEL", 182, 31, &[]),
        en(6140, "MediaBlockIOINTEL", 182, 31, &[]),
        en(6151, "StallFreeALTERA", 222, 31, &[]),
        en(6170, "FPMaxErrorDecorationINTEL", 225, 31, &[(K::LiteralFloat, One)]),
        en(6172, "LatencyControlLabelALTERA", 226, 31, &[(K::LiteralInteger, One)]),
        en(6173, "LatencyControlConstraintALTERA", 226, 31, &[(K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
        en(6175, "ConduitKernelArgumentALTERA", 227, 31, &[]),
        en(6176, "RegisterMapKernelArgumentALTERA", 227, 31, &[]),
        en(6177, "MMHostInterfaceAddressWidthALTERA", 227, 31, &[(K::LiteralInteger, One)]),
        en(6178, "MMHostInterfaceDataWidthALTERA", 227, 31, &[(K::LiteralInteger, One)]),
        en(6179, "MMHostInterfaceLatencyALTERA", 227, 31, &[(K::LiteralInteger, One)]),
        en(6180, "MMHostInterfaceReadWriteModeALTERA", 227, 31, &[(K::AccessQualifier, One)]),
        en(6181, "MMHostInterfaceMaxBurstALTERA", 227, 31, &[(K::LiteralInteger, One)]),
        en(6182, "MMHostInterfaceWaitRequestALTERA", 227, 31, &[(K::LiteralInteger, One)]),
        en(6183, "StableKernelArgumentALTERA", 227, 31, &[]),
        en(6188, "HostAccessINTEL", 228, 31, &[(K::HostAccessQualifier, One), (K::LiteralString, One)]),
        en(6190, "InitModeALTERA", 229, 31, &[(K::InitializationModeQualifier, One)]),
        en(6191, "ImplementInRegisterMapALTERA", 229, 31, &[(K::LiteralInteger, One)]),
        en(6247, "ConditionalINTEL", 237, 31, &[(K::IdRef, One)]),
        en(6442, "CacheControlLoadINTEL", 243, 31, &[(K::LiteralInteger, One), (K::LoadCacheControl, One)]),
        en(6443, "CacheControlStoreINTEL", 243, 31, &[(K::LiteralInteger, One), (K::StoreCacheControl, One)]),
        en(7040, "IntrinsicSAMSUNG", 249, 31, &[(K::LiteralInteger, One)]),
    ],
    // BuiltIn
    &[
        en(0, "Position", 2, 0, &[]),
        en(1, "PointSize", 2, 0, &[]),
        en(3, "ClipDistance", 33, 0, &[]),
        en(4, "CullDistance", 34, 0, &[]),
        en(5, "VertexId", 2, 0, &[]),
        en(6, "InstanceId", 2, 0, &[]),
        en(7, "PrimitiveId", 9, 0, &[]),
        en(8, "InvocationId", 8, 0, &[]),
        en(9, "Layer", 11, 0, &[]),
        en(10, "ViewportIndex", 49, 0, &[]),
        en(11, "TessLevelOuter", 13, 0, &[]),
        en(12, "TessLevelInner", 13, 0, &[]),
        en(13, "TessCoord", 13, 0, &[]),
        en(14, "PatchVertices", 13, 0, &[]),
        en(15, "FragCoord", 2, 0, &[]),
        en(16, "PointCoord", 2, 0, &[]),
        en(17, "FrontFacing", 2, 0, &[]),
        en(18, "SampleId", 35, 0, &[]),
        en(19, "SamplePosition", 35, 0, &[]),
        en(20, "SampleMask", 2, 0, &[]),
        en(22, "FragDepth", 2, 0, &[]),
        en(23, "HelperInvocation", 2, 0, &[]),
        en(24, "NumWorkgroups", 0, 0, &[]),
        en(25, "WorkgroupSize", 0, 0, &[]),
        en(26, "WorkgroupId", 0, 0, &[]),
        en(27, "LocalInvocationId", 0, 0, &[]),
        en(28, "GlobalInvocationId", 0, 0, &[]),
        en(29, "LocalInvocationIndex", 0, 0, &[]),
        en(30, "WorkDim", 20, 0, &[]),
        en(31, "GlobalSize", 20, 0, &[]),
        en(32, "EnqueuedWorkgroupSize", 20, 0, &[]),
        en(33, "GlobalOffset", 20, 0, &[]),
        en(34, "GlobalLinearId", 20, 0, &[]),
        en(36, "SubgroupSize", 23, 0, &[]),
        en(37, "SubgroupMaxSize", 20, 0, &[]),
        en(38, "NumSubgroups", 22, 0, &[]),
        en(39, "NumEnqueuedSubgroups", 20, 0, &[]),
        en(40, "SubgroupId", 22, 0, &[]),
        en(41, "SubgroupLocalInvocationId", 23, 0, &[]),
        en(42, "VertexIndex", 2, 0, &[]),
        en(43, "InstanceIndex", 2, 0, &[]),
        en(4160, "CoreIDARM", 62, 0, &[]),
        en(4161, "CoreCountARM", 62, 0, &[]),
        en(4162, "CoreMaxIDARM", 62, 0, &[]),
        en(4163, "WarpIDARM", 62, 0, &[]),
        en(4164, "WarpMaxIDARM", 62, 0, &[]),
        en(4416, "SubgroupEqMask", 57, 12, &[]),
        en(4417, "SubgroupGeMask", 57, 12, &[]),
        en(4418, "SubgroupGtMask", 57, 12, &[]),
        en(4419, "SubgroupLeMask", 57, 12, &[]),
        en(4420, "SubgroupLtMask", 57, 12, &[]),
        en(4424, "BaseVertex", 77, 13, &[]),
        en(4425, "BaseInstance", 77, 13, &[]),
        en(4426, "DrawIndex", 78, 8, &[]),
        en(4432, "PrimitiveShadingRateKHR", 75, 137, &[]),
        en(4438, "DeviceIndex", 80, 10, &[]),
        en(4440, "ViewIndex", 81, 11, &[]),
        en(4444, "ShadingRateKHR", 75, 137, &[]),
        en(4492, "TileOffsetQCOM", 98, 31, &[]),
        en(4493, "TileDimensionQCOM", 98, 31, &[]),
        en(4494, "TileApronSizeQCOM", 98, 31, &[]),
        en(4992, "BaryCoordNoPerspAMD", 0, 58, &[]),
        en(4993, "BaryCoordNoPerspCentroidAMD", 0, 58, &[]),
        en(4994, "BaryCoordNoPerspSampleAMD", 0, 58, &[]),
        en(4995, "BaryCoordSmoothAMD", 0, 58, &[]),
        en(4996, "BaryCoordSmoothCentroidAMD", 0, 58, &[]),
        en(4997, "BaryCoordSmoothSampleAMD", 0, 58, &[]),
        en(4998, "BaryCoordPullModelAMD", 0, 58, &[]),
        en(5014, "FragStencilRefEXT", 103, 90, &[]),
        en(5021, "RemainingRecursionLevelsAMDX", 106, 31, &[]),
        en(5073, "ShaderIndexAMDX", 106, 31, &[]),
        en(5122, "SamplerHeapEXT", 110, 31, &[]),
        en(5123, "ResourceHeapEXT", 110, 31, &[]),
        en(5253, "ViewportMaskNV", 117, 173, &[]),
        en(5257, "SecondaryPositionNV", 118, 183, &[]),
        en(5258, "SecondaryViewportMaskNV", 118, 183, &[]),
        en(5261, "PositionPerViewNV", 119, 162, &[]),
        en(5262, "ViewportMaskPerViewNV", 119, 162, &[]),
        en(5264, "FullyCoveredEXT", 120, 74, &[]),
        en(5274, "TaskCountNV", 121, 172, &[]),
        en(5275, "PrimitiveCountNV", 121, 172, &[]),
        en(5276, "PrimitiveIndicesNV", 121, 172, &[]),
        en(5277, "ClipDistancePerViewNV", 121, 172, &[]),
        en(5278, "CullDistancePerViewNV", 121, 172, &[]),
        en(5279, "LayerPerViewNV", 121, 172, &[]),
        en(5280, "MeshViewCountNV", 121, 172, &[]),
        en(5281, "MeshViewIndicesNV", 121, 172, &[]),
        en(5286, "BaryCoordKHR", 125, 136, &[]),
        en(5287, "BaryCoordNoPerspKHR", 125, 136, &[]),
        en(5292, "FragSizeEXT", 127, 75, &[]),
        en(5293, "FragInvocationCountEXT", 127, 75, &[]),
        en(5294, "PrimitivePointIndicesEXT", 124, 78, &[]),
        en(5295, "PrimitiveLineIndicesEXT", 124, 78, &[]),
        en(5296, "PrimitiveTriangleIndicesEXT", 124, 78, &[]),
        en(5299, "CullPrimitiveEXT", 124, 78, &[]),
        en(5319, "LaunchIdKHR", 94, 149, &[]),
        en(5320, "LaunchSizeKHR", 94, 149, &[]),
        en(5321, "WorldRayOriginKHR", 94, 149, &[]),
        en(5322, "WorldRayDirectionKHR", 94, 149, &[]),
        en(5323, "ObjectRayOriginKHR", 94, 149, &[]),
        en(5324, "ObjectRayDirectionKHR", 94, 149, &[]),
        en(5325, "RayTminKHR", 94, 149, &[]),
        en(5326, "RayTmaxKHR", 94, 149, &[]),
        en(5327, "InstanceCustomIndexKHR", 94, 149, &[]),
        en(5330, "ObjectToWorldKHR", 94, 149, &[]),
        en(5331, "WorldToObjectKHR", 94, 149, &[]),
        en(5332, "HitTNV", 131, 176, &[]),
        en(5333, "HitKindKHR", 94, 149, &[]),
        en(5334, "CurrentRayTimeNV", 132, 177, &[]),
        en(5335, "HitTriangleVertexPositionsKHR", 130, 31, &[]),
        en(5337, "HitMicroTriangleVertexPositionsNV", 155, 31, &[]),
        en(5344, "HitMicroTriangleVertexBarycentricsNV", 155, 31, &[]),
        en(5351, "IncomingRayFlagsKHR", 94, 149, &[]),
        en(5352, "RayGeometryIndexKHR", 93, 148, &[]),
        en(5359, "HitIsSphereNV", 157, 171, &[]),
        en(5360, "HitIsLSSNV", 158, 171, &[]),
        en(5361, "HitSpherePositionNV", 157, 171, &[]),
        en(5374, "WarpsPerSMNV", 142, 182, &[]),
        en(5375, "SMCountNV", 142, 182, &[]),
        en(5376, "WarpIDNV", 142, 182, &[]),
        en(5377, "SMIDNV", 142, 182, &[]),
        en(5396, "HitLSSPositionsNV", 158, 171, &[]),
        en(5405, "HitKindFrontFacingMicroTriangleNV", 155, 31, &[]),
        en(5406, "HitKindBackFacingMicroTriangleNV", 155, 31, &[]),
        en(5420, "HitSphereRadiusNV", 157, 171, &[]),
        en(5421, "HitLSSRadiiNV", 158, 171, &[]),
        en(5436, "ClusterIDNV", 169, 164, &[]),
        en(6021, "CullMaskKHR", 210, 144, &[]),
    ],
    // Scope
    &[
        en(0, "CrossDevice", 0, 0, &[]),
        en(1, "Device", 0, 0, &[]),
        en(2, "Workgroup", 0, 0, &[]),
        en(3, "Subgroup", 0, 0, &[]),
        en(4, "Invocation", 0, 0, &[]),
        en(5, "QueueFamily", 135, 26, &[]),
        en(6, "ShaderCallKHR", 93, 31, &[]),
    ],
    // GroupOperation
    &[
        en(0, "Reduce", 24, 0, &[]),
        en(1, "InclusiveScan", 24, 0, &[]),
        en(2, "ExclusiveScan", 24, 0, &[]),
        en(3, "ClusteredReduce", 60, 7, &[]),
        en(6, "PartitionedReduceEXT", 128, 31, &[]),
        en(7, "PartitionedInclusiveScanEXT", 128, 31, &[]),
        en(8, "PartitionedExclusiveScanEXT", 128, 31, &[]),
    ],
    // KernelEnqueueFlags
    &[
        en(0, "NoWait", 20, 0, &[]),
        en(1, "WaitKernel", 20, 0, &[]),
        en(2, "WaitWorkGroup", 20, 0, &[]),
    ],
    // Capability
    &[
        en(0, "Matrix", 0, 0, &[]),
        en(1, "Shader", 0, 0, &[]),
        en(2, "Geometry", 0, 0, &[]),
        en(3, "Tessellation", 0, 0, &[]),
        en(4, "Addresses", 0, 0, &[]),
        en(5, "Linkage", 0, 0, &[]),
        en(6, "Kernel", 0, 0, &[]),
        en(7, "Vector16", 0, 0, &[]),
        en(8, "Float16Buffer", 0, 0, &[]),
        en(9, "Float16", 0, 0, &[]),
        en(10, "Float64", 0, 0, &[]),
        en(11, "Int64", 0, 0, &[]),
        en(12, "Int64Atomics", 0, 0, &[]),
        en(13, "ImageBasic", 0, 0, &[]),
        en(14, "ImageReadWrite", 0, 0, &[]),
        en(15, "ImageMipmap", 0, 0, &[]),
        en(17, "Pipes", 0, 0, &[]),
        en(18, "Groups", 0, 3, &[]),
        en(19, "DeviceEnqueue", 0, 0, &[]),
        en(20, "LiteralSampler", 0, 0, &[]),
        en(21, "AtomicStorage", 0, 0, &[]),
        en(22, "Int16", 0, 0, &[]),
        en(23, "TessellationPointSize", 0, 0, &[]),
        en(24, "GeometryPointSize", 0, 0, &[]),
        en(25, "ImageGatherExtended", 0, 0, &[]),
        en(27, "StorageImageMultisample", 0, 0, &[]),
        en(28, "UniformBufferArrayDynamicIndexing", 0, 0, &[]),
        en(29, "SampledImageArrayDynamicIndexing", 0, 0, &[]),
        en(30, "StorageBufferArrayDynamicIndexing", 0, 0, &[]),
        en(31, "StorageImageArrayDynamicIndexing", 0, 0, &[]),
        en(32, "ClipDistance", 0, 0, &[]),
        en(33, "CullDistance", 0, 0, &[]),
        en(34, "ImageCubeArray", 0, 0, &[]),
        en(35, "SampleRateShading", 0, 0, &[]),
        en(36, "ImageRect", 0, 0, &[]),
        en(37, "SampledRect", 0, 0, &[]),
        en(38, "GenericPointer", 0, 0, &[]),
        en(39, "Int8", 0, 0, &[]),
        en(40, "InputAttachment", 0, 0, &[]),
        en(41, "SparseResidency", 0, 0, &[]),
        en(42, "MinLod", 0, 0, &[]),
        en(43, "Sampled1D", 0, 0, &[]),
        en(44, "Image1D", 0, 0, &[]),
        en(45, "SampledCubeArray", 0, 0, &[]),
        en(46, "SampledBuffer", 0, 0, &[]),
        en(47, "ImageBuffer", 0, 0, &[]),
        en(48, "ImageMSArray", 0, 0, &[]),
        en(49, "StorageImageExtendedFormats", 0, 0, &[]),
        en(50, "ImageQuery", 0, 0, &[]),
        en(51, "DerivativeControl", 0, 0, &[]),
        en(52, "InterpolationFunction", 0, 0, &[]),
        en(53, "TransformFeedback", 0, 0, &[]),
        en(54, "GeometryStreams", 0, 0, &[]),
        en(55, "StorageImageReadWithoutFormat", 0, 0, &[]),
        en(56, "StorageImageWriteWithoutFormat", 0, 0, &[]),
        en(57, "MultiViewport", 0, 0, &[]),
        en(58, "SubgroupDispatch", 0, 4, &[]),
        en(59, "NamedBarrier", 0, 4, &[]),
        en(60, "PipeStorage", 0, 4, &[]),
        en(61, "GroupNonUniform", 0, 7, &[]),
        en(62, "GroupNonUniformVote", 0, 7, &[]),
        en(63, "GroupNonUniformArithmetic", 0, 7, &[]),
        en(64, "GroupNonUniformBallot", 0, 7, &[]),
        en(65, "GroupNonUniformShuffle", 0, 7, &[]),
        en(66, "GroupNonUniformShuffleRelative", 0, 7, &[]),
        en(67, "GroupNonUniformClustered", 0, 7, &[]),
        en(68, "GroupNonUniformQuad", 0, 7, &[]),
        en(69, "ShaderLayer", 0, 22, &[]),
        en(70, "ShaderViewportIndex", 0, 22, &[]),
        en(71, "UniformDecoration", 0, 27, &[]),
        en(4165, "CoreBuiltinsARM", 0, 65, &[]),
        en(4166, "TileImageColorReadAccessEXT", 0, 92, &[]),
        en(4167, "TileImageDepthReadAccessEXT", 0, 92, &[]),
        en(4168, "TileImageStencilReadAccessEXT", 0, 92, &[]),
        en(4174, "TensorsARM", 0, 67, &[]),
        en(4175, "StorageTensorArrayDynamicIndexingARM", 0, 67, &[]),
        en(4176, "StorageTensorArrayNonUniformIndexingARM", 0, 67, &[]),
        en(4191, "GraphARM", 0, 66, &[]),
        en(4201, "CooperativeMatrixLayoutsARM", 0, 64, &[]),
        en(4212, "Float8EXT", 0, 73, &[]),
        en(4213, "Float8CooperativeMatrixEXT", 0, 73, &[]),
        en(4228, "Float6EXT", 0, 80, &[]),
        en(4229, "Float4EXT", 0, 80, &[]),
        en(4230, "Float8UnsignedE8M0EXT", 0, 80, &[]),
        en(4231, "MXInt8EXT", 0, 80, &[]),
        en(4232, "BitcastExtractEXT", 0, 80, &[]),
        en(4422, "FragmentShadingRateKHR", 0, 137, &[]),
        en(4423, "SubgroupBallotKHR", 0, 153, &[]),
        en(4427, "DrawParameters", 0, 13, &[]),
        en(4428, "WorkgroupMemoryExplicitLayoutKHR", 0, 160, &[]),
        en(4429, "WorkgroupMemoryExplicitLayout8BitAccessKHR", 0, 160, &[]),
        en(4430, "WorkgroupMemoryExplicitLayout16BitAccessKHR", 0, 160, &[]),
        en(4431, "SubgroupVoteKHR", 0, 157, &[]),
        en(4433, "StorageBuffer16BitAccess", 0, 9, &[]),
        en(4434, "UniformAndStorageBuffer16BitAccess", 0, 9, &[]),
        en(4435, "StoragePushConstant16", 0, 9, &[]),
        en(4436, "StorageInputOutput16", 0, 9, &[]),
        en(4437, "DeviceGroup", 0, 10, &[]),
        en(4439, "MultiView", 0, 11, &[]),
        en(4441, "VariablePointersStorageBuffer", 0, 15, &[]),
        en(4442, "VariablePointers", 0, 15, &[]),
        en(4445, "AtomicStorageOps", 0, 152, &[]),
        en(4447, "SampleMaskPostDepthCoverage", 0, 142, &[]),
        en(4448, "StorageBuffer8BitAccess", 0, 25, &[]),
        en(4449, "UniformAndStorageBuffer8BitAccess", 0, 25, &[]),
        en(4450, "StoragePushConstant8", 0, 25, &[]),
        en(4464, "DenormPreserve", 0, 20, &[]),
        en(4465, "DenormFlushToZero", 0, 20, &[]),
        en(4466, "SignedZeroInfNanPreserve", 0, 20, &[]),
        en(4467, "RoundingModeRTE", 0, 20, &[]),
        en(4468, "RoundingModeRTZ", 0, 20, &[]),
        en(4471, "RayQueryProvisionalKHR", 0, 145, &[]),
        en(4472, "RayQueryKHR", 0, 145, &[]),
        en(4473, "UntypedPointersKHR", 0, 159, &[]),
        en(4478, "RayTraversalPrimitiveCullingKHR", 0, 146, &[]),
        en(4479, "RayTracingKHR", 0, 148, &[]),
        en(4484, "TextureSampleWeightedQCOM", 0, 187, &[]),
        en(4485, "TextureBoxFilterQCOM", 0, 187, &[]),
        en(4486, "TextureBlockMatchQCOM", 0, 187, &[]),
        en(4495, "TileShadingQCOM", 0, 191, &[]),
        en(4496, "CooperativeMatrixConversionQCOM", 0, 186, &[]),
        en(4498, "TextureBlockMatch2QCOM", 0, 188, &[]),
        en(4539, "MultipleWaitQueuesQCOM", 0, 190, &[]),
        en(4543, "ImageGatherLinearQCOM", 0, 189, &[]),
        en(4544, "ImageGatherExtendedModesQCOM", 0, 189, &[]),
        en(5008, "Float16ImageAMD", 0, 54, &[]),
        en(5009, "ImageGatherBiasLodAMD", 0, 62, &[]),
        en(5010, "FragmentMaskAMD", 0, 59, &[]),
        en(5013, "StencilExportEXT", 0, 90, &[]),
        en(5015, "ImageReadWriteLodAMD", 0, 60, &[]),
        en(5016, "Int64ImageEXT", 0, 88, &[]),
        en(5055, "ShaderClockKHR", 0, 154, &[]),
        en(5067, "ShaderEnqueueAMDX", 0, 52, &[]),
        en(5087, "QuadControlKHR", 0, 143, &[]),
        en(5112, "Int4TypeINTEL", 0, 109, &[]),
        en(5114, "Int4CooperativeMatrixINTEL", 0, 109, &[]),
        en(5116, "BFloat16TypeKHR", 0, 128, &[]),
        en(5117, "BFloat16DotProductKHR", 0, 128, &[]),
        en(5118, "BFloat16CooperativeMatrixKHR", 0, 128, &[]),
        en(5120, "AbortKHR", 0, 127, &[]),
        en(5128, "DescriptorHeapEXT", 0, 72, &[]),
        en(5146, "ConstantDataKHR", 0, 131, &[]),
        en(5156, "PoisonFreezeKHR", 0, 141, &[]),
        en(5181, "WeakLinkageAMD", 0, 63, &[]),
        en(5249, "SampleMaskOverrideCoverageNV", 0, 178, &[]),
        en(5251, "GeometryShaderPassthroughNV", 0, 170, &[]),
        en(5254, "ShaderViewportIndexLayerEXT", 0, 93, &[]),
        en(5255, "ShaderViewportMaskNV", 0, 185, &[]),
        en(5259, "ShaderStereoViewNV", 0, 183, &[]),
        en(5260, "PerViewAttributesNV", 0, 161, &[]),
        en(5265, "FragmentFullyCoveredEXT", 0, 74, &[]),
        en(5266, "MeshShadingNV", 0, 172, &[]),
        en(5282, "ImageFootprintNV", 0, 180, &[]),
        en(5283, "MeshShadingEXT", 0, 78, &[]),
        en(5284, "FragmentBarycentricKHR", 0, 136, &[]),
        en(5288, "ComputeDerivativeGroupQuadsKHR", 0, 130, &[]),
        en(5291, "FragmentDensityEXT", 0, 75, &[]),
        en(5297, "GroupNonUniformPartitionedEXT", 0, 91, &[]),
        en(5301, "ShaderNonUniform", 0, 23, &[]),
        en(5302, "RuntimeDescriptorArray", 0, 23, &[]),
        en(5303, "InputAttachmentArrayDynamicIndexing", 0, 23, &[]),
        en(5304, "UniformTexelBufferArrayDynamicIndexing", 0, 23, &[]),
        en(5305, "StorageTexelBufferArrayDynamicIndexing", 0, 23, &[]),
        en(5306, "UniformBufferArrayNonUniformIndexing", 0, 23, &[]),
        en(5307, "SampledImageArrayNonUniformIndexing", 0, 23, &[]),
        en(5308, "StorageBufferArrayNonUniformIndexing", 0, 23, &[]),
        en(5309, "StorageImageArrayNonUniformIndexing", 0, 23, &[]),
        en(5310, "InputAttachmentArrayNonUniformIndexing", 0, 23, &[]),
        en(5311, "UniformTexelBufferArrayNonUniformIndexing", 0, 23, &[]),
        en(5312, "StorageTexelBufferArrayNonUniformIndexing", 0, 23, &[]),
        en(5336, "RayTracingPositionFetchKHR", 0, 150, &[]),
        en(5340, "RayTracingNV", 0, 176, &[]),
        en(5341, "RayTracingMotionBlurNV", 0, 177, &[]),
        en(5345, "VulkanMemoryModel", 0, 26, &[]),
        en(5346, "VulkanMemoryModelDeviceScope", 0, 26, &[]),
        en(5347, "PhysicalStorageBufferAddresses", 0, 24, &[]),
        en(5350, "ComputeDerivativeGroupLinearKHR", 0, 130, &[]),
        en(5353, "RayTracingProvisionalKHR", 0, 148, &[]),
        en(5357, "CooperativeMatrixNV", 0, 165, &[]),
        en(5363, "FragmentShaderSampleInterlockEXT", 0, 76, &[]),
        en(5372, "FragmentShaderShadingRateInterlockEXT", 0, 76, &[]),
        en(5373, "ShaderSMBuiltinsNV", 0, 182, &[]),
        en(5378, "FragmentShaderPixelInterlockEXT", 0, 76, &[]),
        en(5379, "DemoteToHelperInvocation", 0, 28, &[]),
        en(5380, "DisplacementMicromapNV", 0, 169, &[]),
        en(5381, "RayTracingOpacityMicromapKHR", 0, 81, &[]),
        en(5383, "ShaderInvocationReorderNV", 0, 181, &[]),
        en(5388, "ShaderInvocationReorderEXT", 0, 89, &[]),
        en(5390, "BindlessTextureNV", 0, 163, &[]),
        en(5391, "RayQueryPositionFetchKHR", 0, 150, &[]),
        en(5394, "CooperativeVectorNV", 0, 168, &[]),
        en(5404, "AtomicFloat16VectorNV", 0, 179, &[]),
        en(5409, "RayTracingDisplacementMicromapNV", 0, 169, &[]),
        en(5414, "RawAccessChainsNV", 0, 175, &[]),
        en(5418, "RayTracingSpheresGeometryNV", 0, 171, &[]),
        en(5419, "RayTracingLinearSweptSpheresGeometryNV", 0, 171, &[]),
        en(5423, "PushConstantBanksNV", 0, 174, &[]),
        en(5425, "LongVectorEXT", 0, 77, &[]),
        en(5426, "Shader64BitIndexingEXT", 0, 84, &[]),
        en(5429, "CooperativeMatrixConversionsEXT", 0, 69, &[]),
        en(5430, "CooperativeMatrixReductionsEXT", 0, 70, &[]),
        en(5431, "CooperativeMatrixConversionsNV", 0, 166, &[]),
        en(5432, "CooperativeMatrixPerElementOperationsEXT", 0, 70, &[]),
        en(5433, "CooperativeMatrixTensorAddressingNV", 0, 166, &[]),
        en(5434, "CooperativeMatrixBlockLoadsNV", 0, 166, &[]),
        en(5435, "CooperativeVectorTrainingNV", 0, 168, &[]),
        en(5437, "RayTracingClusterAccelerationStructureNV", 0, 164, &[]),
        en(5438, "CooperativeMatrixGetCoordinateEXT", 0, 69, &[]),
        en(5439, "TensorAddressingNV", 0, 184, &[]),
        en(5447, "CooperativeMatrixDecodeVectorNV", 0, 167, &[]),
        en(5568, "SubgroupShuffleINTEL", 0, 121, &[]),
        en(5569, "SubgroupBufferBlockIOINTEL", 0, 121, &[]),
        en(5570, "SubgroupImageBlockIOINTEL", 0, 121, &[]),
        en(5579, "SubgroupImageMediaBlockIOINTEL", 0, 114, &[]),
        en(5582, "RoundToInfinityINTEL", 0, 102, &[]),
        en(5583, "FloatingPointModeINTEL", 0, 102, &[]),
        en(5584, "IntegerFunctions2INTEL", 0, 118, &[]),
        en(5603, "FunctionPointersINTEL", 0, 105, &[]),
        en(5604, "IndirectReferencesINTEL", 0, 105, &[]),
        en(5606, "AsmINTEL", 0, 108, &[]),
        en(5612, "AtomicFloat32MinMaxEXT", 0, 87, &[]),
        en(5613, "AtomicFloat64MinMaxEXT", 0, 87, &[]),
        en(5616, "AtomicFloat16MinMaxEXT", 0, 87, &[]),
        en(5617, "VectorComputeINTEL", 0, 126, &[]),
        en(5619, "VectorAnyINTEL", 0, 126, &[]),
        en(5629, "ExpectAssumeKHR", 0, 133, &[]),
        en(5696, "SubgroupAvcMotionEstimationINTEL", 0, 101, &[]),
        en(5697, "SubgroupAvcMotionEstimationIntraINTEL", 0, 101, &[]),
        en(5698, "SubgroupAvcMotionEstimationChromaINTEL", 0, 101, &[]),
        en(5817, "VariableLengthArrayINTEL", 0, 125, &[]),
        en(5821, "FunctionFloatControlINTEL", 0, 102, &[]),
        en(5824, "FPGAMemoryAttributesALTERA", 0, 44, &[]),
        en(5837, "FPFastMathModeINTEL", 0, 103, &[]),
        en(5844, "ArbitraryPrecisionIntegersALTERA", 0, 34, &[]),
        en(5845, "ArbitraryPrecisionFloatingPointALTERA", 0, 33, &[]),
        en(5886, "UnstructuredLoopControlsINTEL", 0, 124, &[]),
        en(5888, "FPGALoopControlsALTERA", 0, 42, &[]),
        en(5892, "KernelAttributesINTEL", 0, 110, &[]),
        en(5897, "FPGAKernelAttributesINTEL", 0, 110, &[]),
        en(5898, "FPGAMemoryAccessesALTERA", 0, 43, &[]),
        en(5904, "FPGAClusterAttributesALTERA", 0, 38, &[]),
        en(5906, "LoopFuseALTERA", 0, 48, &[]),
        en(5908, "FPGADSPControlALTERA", 0, 39, &[]),
        en(5910, "MemoryAccessAliasingINTEL", 0, 115, &[]),
        en(5916, "FPGAInvocationPipeliningAttributesALTERA", 0, 40, &[]),
        en(5920, "FPGABufferLocationALTERA", 0, 37, &[]),
        en(5922, "ArbitraryPrecisionFixedPointALTERA", 0, 32, &[]),
        en(5935, "USMStorageClassesALTERA", 0, 51, &[]),
        en(5939, "RuntimeAlignedAttributeALTERA", 0, 49, &[]),
        en(5943, "IOPipesALTERA", 0, 47, &[]),
        en(5945, "BlockingPipesALTERA", 0, 35, &[]),
        en(5948, "FPGARegALTERA", 0, 45, &[]),
        en(6016, "DotProductInputAll", 0, 29, &[]),
        en(6017, "DotProductInput4x8Bit", 0, 29, &[]),
        en(6018, "DotProductInput4x8BitPacked", 0, 29, &[]),
        en(6019, "DotProduct", 0, 29, &[]),
        en(6020, "RayCullMaskKHR", 0, 144, &[]),
        en(6022, "CooperativeMatrixKHR", 0, 132, &[]),
        en(6024, "ReplicatedCompositesEXT", 0, 83, &[]),
        en(6025, "BitInstructions", 0, 129, &[]),
        en(6026, "GroupNonUniformRotateKHR", 0, 155, &[]),
        en(6029, "FloatControls2", 0, 134, &[]),
        en(6030, "FMAKHR", 0, 135, &[]),
        en(6032, "RayTracingOpacityMicromapExecutionModeKHR", 0, 140, &[]),
        en(6033, "AtomicFloat32AddEXT", 0, 86, &[]),
        en(6034, "AtomicFloat64AddEXT", 0, 86, &[]),
        en(6089, "LongCompositesINTEL", 0, 111, &[]),
        en(6094, "OptNoneEXT", 0, 82, &[]),
        en(6095, "AtomicFloat16AddEXT", 0, 85, &[]),
        en(6114, "DebugInfoModuleINTEL", 0, 100, &[]),
        en(6115, "BFloat16ConversionINTEL", 0, 97, &[]),
        en(6141, "SplitBarrierEXT", 0, 94, &[]),
        en(6144, "ArithmeticFenceEXT", 0, 68, &[]),
        en(6150, "FPGAClusterAttributesV2ALTERA", 0, 38, &[]),
        en(6161, "FPGAKernelAttributesv2INTEL", 0, 110, &[]),
        en(6162, "TaskSequenceALTERA", 0, 50, &[]),
        en(6169, "FPMaxErrorINTEL", 0, 104, &[]),
        en(6171, "FPGALatencyControlALTERA", 0, 41, &[]),
        en(6174, "FPGAArgumentInterfacesALTERA", 0, 36, &[]),
        en(6187, "GlobalVariableHostAccessINTEL", 0, 107, &[]),
        en(6189, "GlobalVariableFPGADecorationsALTERA", 0, 46, &[]),
        en(6220, "SubgroupBufferPrefetchINTEL", 0, 119, &[]),
        en(6228, "Subgroup2DBlockIOINTEL", 0, 96, &[]),
        en(6229, "Subgroup2DBlockTransformINTEL", 0, 96, &[]),
        en(6230, "Subgroup2DBlockTransposeINTEL", 0, 96, &[]),
        en(6236, "SubgroupMatrixMultiplyAccumulateINTEL", 0, 120, &[]),
        en(6241, "TernaryBitwiseFunctionINTEL", 0, 123, &[]),
        en(6243, "UntypedVariableLengthArrayINTEL", 0, 125, &[]),
        en(6245, "SpecConditionalINTEL", 0, 106, &[]),
        en(6246, "FunctionVariantsINTEL", 0, 106, &[]),
        en(6257, "PredicatedIOINTEL", 0, 116, &[]),
        en(6265, "RoundedDivideSqrtINTEL", 0, 117, &[]),
        en(6400, "GroupUniformArithmeticKHR", 0, 158, &[]),
        en(6425, "TensorFloat32RoundingINTEL", 0, 122, &[]),
        en(6427, "MaskedGatherScatterINTEL", 0, 112, &[]),
        en(6441, "CacheControlsINTEL", 0, 99, &[]),
        en(6460, "RegisterLimitsINTEL", 0, 113, &[]),
        en(6528, "BindlessImagesINTEL", 0, 98, &[]),
        en(6912, "DotProductFloat16AccFloat32VALVE", 0, 193, &[]),
        en(6913, "DotProductFloat16AccFloat16VALVE", 0, 193, &[]),
        en(6914, "DotProductBFloat16AccVALVE", 0, 193, &[]),
        en(6915, "DotProductFloat8AccFloat32VALVE", 0, 193, &[]),
        en(7041, "IntrinsicSAMSUNG", 0, 192, &[]),
    ],
    // RayQueryIntersection
    &[
        en(0, "RayQueryCandidateIntersectionKHR", 88, 31, &[]),
        en(1, "RayQueryCommittedIntersectionKHR", 88, 31, &[]),
    ],
    // RayQueryCommittedIntersectionType
    &[
        en(0, "RayQueryCommittedIntersectionNoneKHR", 88, 31, &[]),
        en(1, "RayQueryCommittedIntersectionTriangleKHR", 88, 31, &[]),
        en(2, "RayQueryCommittedIntersectionGeneratedKHR", 88, 31, &[]),
    ],
    // RayQueryCandidateIntersectionType
    &[
        en(0, "RayQueryCandidateIntersectionTriangleKHR", 88, 31, &[]),
        en(1, "RayQueryCandidateIntersectionAABBKHR", 88, 31, &[]),
    ],
    // PackedVectorFormat
    &[
        en(0, "PackedVectorFormat4x8Bit", 0, 29, &[]),
    ],
    // CooperativeMatrixOperands
    &[
        en(0, "NoneKHR", 0, 31, &[]),
        en(1, "MatrixASignedComponentsKHR", 0, 31, &[]),
        en(2, "MatrixBSignedComponentsKHR", 0, 31, &[]),
        en(4, "MatrixCSignedComponentsKHR", 0, 31, &[]),
        en(8, "MatrixResultSignedComponentsKHR", 0, 31, &[]),
        en(16, "SaturatingAccumulationKHR", 0, 31, &[]),
    ],
    // CooperativeMatrixLayout
    &[
        en(0, "RowMajorKHR", 0, 31, &[]),
        en(1, "ColumnMajorKHR", 0, 31, &[]),
        en(4202, "RowBlockedInterleavedARM", 68, 31, &[]),
        en(4203, "ColumnBlockedInterleavedARM", 68, 31, &[]),
    ],
    // CooperativeMatrixUse
    &[
        en(0, "MatrixAKHR", 0, 31, &[]),
        en(1, "MatrixBKHR", 0, 31, &[]),
        en(2, "MatrixAccumulatorKHR", 0, 31, &[]),
    ],
    // CooperativeMatrixReduce
    &[
        en(1, "Row", 0, 31, &[]),
        en(2, "Column", 0, 31, &[]),
        en(4, "2x2", 0, 31, &[]),
    ],
    // TensorClampMode
    &[
        en(0, "Undefined", 0, 31, &[]),
        en(1, "Constant", 0, 31, &[]),
        en(2, "ClampToEdge", 0, 31, &[]),
        en(3, "Repeat", 0, 31, &[]),
        en(4, "RepeatMirrored", 0, 31, &[]),
    ],
    // TensorAddressingOperands
    &[
        en(0, "None", 0, 31, &[]),
        en(1, "TensorView", 166, 31, &[(K::IdRef, One)]),
        en(2, "DecodeFunc", 167, 31, &[(K::IdRef, One)]),
        en(4, "DecodeVectorFunc", 172, 31, &[(K::IdRef, One)]),
    ],
    // InitializationModeQualifier
    &[
        en(0, "InitOnDeviceReprogramALTERA", 229, 31, &[]),
        en(1, "InitOnDeviceResetALTERA", 229, 31, &[]),
    ],
    // LoadCacheControl
    &[
        en(0, "UncachedINTEL", 243, 31, &[]),
        en(1, "CachedINTEL", 243, 31, &[]),
        en(2, "StreamingINTEL", 243, 31, &[]),
        en(3, "InvalidateAfterReadINTEL", 243, 31, &[]),
        en(4, "ConstCachedINTEL", 243, 31, &[]),
    ],
    // StoreCacheControl
    &[
        en(0, "UncachedINTEL", 243, 31, &[]),
        en(1, "WriteThroughINTEL", 243, 31, &[]),
        en(2, "WriteBackINTEL", 243, 31, &[]),
        en(3, "StreamingINTEL", 243, 31, &[]),
    ],
    // NamedMaximumNumberOfRegisters
    &[
        en(0, "AutoINTEL", 244, 31, &[]),
    ],
    // MatrixMultiplyAccumulateOperands
    &[
        en(0, "None", 0, 31, &[]),
        en(1, "MatrixASignedComponentsINTEL", 0, 31, &[]),
        en(2, "MatrixBSignedComponentsINTEL", 0, 31, &[]),
        en(4, "MatrixCBFloat16INTEL", 0, 31, &[]),
        en(8, "MatrixResultBFloat16INTEL", 0, 31, &[]),
        en(16, "MatrixAPackedInt8INTEL", 0, 31, &[]),
        en(32, "MatrixBPackedInt8INTEL", 0, 31, &[]),
        en(64, "MatrixAPackedInt4INTEL", 0, 31, &[]),
        en(128, "MatrixBPackedInt4INTEL", 0, 31, &[]),
        en(256, "MatrixATF32INTEL", 0, 31, &[]),
        en(512, "MatrixBTF32INTEL", 0, 31, &[]),
        en(1024, "MatrixAPackedFloat16INTEL", 0, 31, &[]),
        en(2048, "MatrixBPackedFloat16INTEL", 0, 31, &[]),
        en(4096, "MatrixAPackedBFloat16INTEL", 0, 31, &[]),
        en(8192, "MatrixBPackedBFloat16INTEL", 0, 31, &[]),
    ],
    // FPEncoding
    &[
        en(0, "BFloat16KHR", 108, 31, &[]),
        en(4214, "Float8E4M3EXT", 69, 31, &[]),
        en(4215, "Float8E5M2EXT", 69, 31, &[]),
        en(4223, "Float6E2M3EXT", 70, 31, &[]),
        en(4224, "Float6E3M2EXT", 70, 31, &[]),
        en(4225, "Float4E2M1EXT", 71, 31, &[]),
        en(4226, "Float8UnsignedE8M0EXT", 72, 31, &[]),
        en(4227, "MXInt8EXT", 73, 31, &[]),
    ],
    // CooperativeVectorMatrixLayout
    &[
        en(0, "RowMajorNV", 0, 31, &[]),
        en(1, "ColumnMajorNV", 0, 31, &[]),
        en(2, "InferencingOptimalNV", 0, 31, &[]),
        en(3, "TrainingOptimalNV", 0, 31, &[]),
    ],
    // ComponentType
    &[
        en(0, "Float16NV", 0, 31, &[]),
        en(1, "Float32NV", 0, 31, &[]),
        en(2, "Float64NV", 0, 31, &[]),
        en(3, "SignedInt8NV", 0, 31, &[]),
        en(4, "SignedInt16NV", 0, 31, &[]),
        en(5, "SignedInt32NV", 0, 31, &[]),
        en(6, "SignedInt64NV", 0, 31, &[]),
        en(7, "UnsignedInt8NV", 0, 31, &[]),
        en(8, "UnsignedInt16NV", 0, 31, &[]),
        en(9, "UnsignedInt32NV", 0, 31, &[]),
        en(10, "UnsignedInt64NV", 0, 31, &[]),
        en(1000491000, "SignedInt8PackedNV", 0, 31, &[]),
        en(1000491001, "UnsignedInt8PackedNV", 0, 31, &[]),
        en(1000491002, "FloatE4M3NV", 0, 31, &[]),
        en(1000491003, "FloatE5M2NV", 0, 31, &[]),
    ],
    // GatherModes
    &[
        en(0, "Gather4x1QCOM", 0, 31, &[]),
        en(1, "GatherDQCOM", 0, 31, &[]),
        en(2, "GatherH2QCOM", 0, 31, &[]),
        en(3, "GatherV2QCOM", 0, 31, &[]),
    ],
    // IdResultType
    &[
    ],
    // IdResult
    &[
    ],
    // IdMemorySemantics
    &[
    ],
    // IdScope
    &[
    ],
    // IdRef
    &[
    ],
    // LiteralInteger
    &[
    ],
    // LiteralString
    &[
    ],
    // LiteralFloat
    &[
    ],
    // LiteralContextDependentNumber
    &[
    ],
    // LiteralExtInstInteger
    &[
    ],
    // LiteralSpecConstantOpInteger
    &[
    ],
    // PairLiteralIntegerIdRef
    &[
    ],
    // PairIdRefLiteralInteger
    &[
    ],
    // PairIdRefIdRef
    &[
    ],
    // TensorOperands
    &[
        en(0, "NoneARM", 66, 31, &[]),
        en(1, "NontemporalARM", 66, 31, &[]),
        en(2, "OutOfBoundsValueARM", 66, 31, &[(K::IdRef, One)]),
        en(4, "MakeElementAvailableARM", 66, 31, &[(K::IdRef, One)]),
        en(8, "MakeElementVisibleARM", 66, 31, &[(K::IdRef, One)]),
        en(16, "NonPrivateElementARM", 66, 31, &[]),
    ],
    // DebugInfoFlags
    &[
        en(0, "None", 0, 0, &[]),
        en(1, "FlagIsProtected", 0, 0, &[]),
        en(2, "FlagIsPrivate", 0, 0, &[]),
        en(3, "FlagIsPublic", 0, 0, &[]),
        en(4, "FlagIsLocal", 0, 0, &[]),
        en(8, "FlagIsDefinition", 0, 0, &[]),
        en(16, "FlagFwdDecl", 0, 0, &[]),
        en(32, "FlagArtificial", 0, 0, &[]),
        en(64, "FlagExplicit", 0, 0, &[]),
        en(128, "FlagPrototyped", 0, 0, &[]),
        en(256, "FlagObjectPointer", 0, 0, &[]),
        en(512, "FlagStaticMember", 0, 0, &[]),
        en(1024, "FlagIndirectVariable", 0, 0, &[]),
        en(2048, "FlagLValueReference", 0, 0, &[]),
        en(4096, "FlagRValueReference", 0, 0, &[]),
        en(8192, "FlagIsOptimized", 0, 0, &[]),
    ],
    // DebugBaseTypeAttributeEncoding
    &[
        en(0, "Unspecified", 0, 0, &[]),
        en(1, "Address", 0, 0, &[]),
        en(2, "Boolean", 0, 0, &[]),
        en(4, "Float", 0, 0, &[]),
        en(5, "Signed", 0, 0, &[]),
        en(6, "SignedChar", 0, 0, &[]),
        en(7, "Unsigned", 0, 0, &[]),
        en(8, "UnsignedChar", 0, 0, &[]),
    ],
    // DebugCompositeType
    &[
        en(0, "Class", 0, 0, &[]),
        en(1, "Structure", 0, 0, &[]),
        en(2, "Union", 0, 0, &[]),
    ],
    // DebugTypeQualifier
    &[
        en(0, "ConstType", 0, 0, &[]),
        en(1, "VolatileType", 0, 0, &[]),
        en(2, "RestrictType", 0, 0, &[]),
    ],
    // DebugOperation
    &[
        en(0, "Deref", 0, 0, &[]),
        en(1, "Plus", 0, 0, &[]),
        en(2, "Minus", 0, 0, &[]),
        en(3, "PlusUconst", 0, 0, &[(K::LiteralInteger, One)]),
        en(4, "BitPiece", 0, 0, &[(K::LiteralInteger, One), (K::LiteralInteger, One)]),
        en(5, "Swap", 0, 0, &[]),
        en(6, "Xderef", 0, 0, &[]),
        en(7, "StackValue", 0, 0, &[]),
        en(8, "Constu", 0, 0, &[(K::LiteralInteger, One)]),
    ],
];

/// Further names of enumerants, by kind.
#[rustfmt::skip]
pub(crate) static ALIASES: [&[(Name, u32)]; 77] = [
    &[(Name::of("MakeTexelAvailableKHR"), 256), (Name::of("MakeTexelVisibleKHR"), 512), (Name::of("NonPrivateTexelKHR"), 1024), (Name::of("VolatileTexelKHR"), 2048)],
    &[(Name::of("AllowContractFastINTEL"), 65536), (Name::of("AllowReassocINTEL"), 131072)],
    &[],
    &[(Name::of("InitiationIntervalINTEL"), 65536), (Name::of("MaxConcurrencyINTEL"), 131072), (Name::of("DependencyArrayINTEL"), 262144), (Name::of("PipelineEnableINTEL"), 524288), (Name::of("LoopCoalesceINTEL"), 1048576), (Name::of("MaxInterleavingINTEL"), 2097152), (Name::of("SpeculatedIterationsINTEL"), 4194304), (Name::of("NoFusionINTEL"), 8388608), (Name::of("LoopCountINTEL"), 16777216), (Name::of("MaxReinvocationDelayINTEL"), 33554432)],
    &[(Name::of("OptNoneINTEL"), 65536)],
    &[(Name::of("None"), 0), (Name::of("OutputMemoryKHR"), 4096), (Name::of("MakeAvailableKHR"), 8192), (Name::of("MakeVisibleKHR"), 16384)],
    &[(Name::of("MakePointerAvailableKHR"), 8), (Name::of("MakePointerVisibleKHR"), 16), (Name::of("NonPrivatePointerKHR"), 32)],
    &[],
    &[(Name::of("SkipBuiltinPrimitivesNV"), 256), (Name::of("ForceOpacityMicromap2StateEXT"), 1024)],
    &[],
    &[],
    &[],
    &[(Name::of("RayGenerationNV"), 5313), (Name::of("IntersectionNV"), 5314), (Name::of("AnyHitNV"), 5315), (Name::of("ClosestHitNV"), 5316), (Name::of("MissNV"), 5317), (Name::of("CallableNV"), 5318)],
    &[(Name::of("PhysicalStorageBuffer64EXT"), 5348)],
    &[(Name::of("VulkanKHR"), 3)],
    &[(Name::of("OutputLinesNV"), 5269), (Name::of("OutputPrimitivesNV"), 5270), (Name::of("DerivativeGroupQuadsNV"), 5289), (Name::of("DerivativeGroupLinearNV"), 5290), (Name::of("OutputTrianglesNV"), 5298)],
    &[(Name::of("CallableDataNV"), 5328), (Name::of("IncomingCallableDataNV"), 5329), (Name::of("RayPayloadNV"), 5338), (Name::of("HitAttributeNV"), 5339), (Name::of("IncomingRayPayloadNV"), 5342), (Name::of("ShaderRecordBufferNV"), 5343), (Name::of("PhysicalStorageBufferEXT"), 5349), (Name::of("DeviceOnlyINTEL"), 5936), (Name::of("HostOnlyINTEL"), 5937)],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[(Name::of("RuntimeAlignedINTEL"), 5940)],
    &[(Name::of("PerPrimitiveNV"), 5271), (Name::of("PerVertexNV"), 5285), (Name::of("NonUniformEXT"), 5300), (Name::of("RestrictPointerEXT"), 5355), (Name::of("AliasedPointerEXT"), 5356), (Name::of("HlslCounterBufferGOOGLE"), 5634), (Name::of("HlslSemanticGOOGLE"), 5635), (Name::of("RegisterINTEL"), 5825), (Name::of("MemoryINTEL"), 5826), (Name::of("NumbanksINTEL"), 5827), (Name::of("BankwidthINTEL"), 5828), (Name::of("MaxPrivateCopiesINTEL"), 5829), (Name::of("SinglepumpINTEL"), 5830), (Name::of("DoublepumpINTEL"), 5831), (Name::of("MaxReplicatesINTEL"), 5832), (Name::of("SimpleDualPortINTEL"), 5833), (Name::of("MergeINTEL"), 5834), (Name::of("BankBitsINTEL"), 5835), (Name::of("ForcePow2DepthINTEL"), 5836), (Name::of("StridesizeINTEL"), 5883), (Name::of("WordsizeINTEL"), 5884), (Name::of("TrueDualPortINTEL"), 5885), (Name::of("BurstCoalesceINTEL"), 5899), (Name::of("CacheSizeINTEL"), 5900), (Name::of("DontStaticallyCoalesceINTEL"), 5901), (Name::of("PrefetchINTEL"), 5902), (Name::of("StallEnableINTEL"), 5905), (Name::of("FuseLoopsInFunctionINTEL"), 5907), (Name::of("MathOpDSPModeINTEL"), 5909), (Name::of("InitiationIntervalINTEL"), 5917), (Name::of("MaxConcurrencyINTEL"), 5918), (Name::of("PipelineEnableINTEL"), 5919), (Name::of("BufferLocationINTEL"), 5921), (Name::of("IOPipeStorageINTEL"), 5944), (Name::of("StallFreeINTEL"), 6151), (Name::of("LatencyControlLabelINTEL"), 6172), (Name::of("LatencyControlConstraintINTEL"), 6173), (Name::of("ConduitKernelArgumentINTEL"), 6175), (Name::of("RegisterMapKernelArgumentINTEL"), 6176), (Name::of("MMHostInterfaceAddressWidthINTEL"), 6177), (Name::of("MMHostInterfaceDataWidthINTEL"), 6178), (Name::of("MMHostInterfaceLatencyINTEL"), 6179), (Name::of("MMHostInterfaceReadWriteModeINTEL"), 6180), (Name::of("MMHostInterfaceMaxBurstINTEL"), 6181), (Name::of("MMHostInterfaceWaitRequestINTEL"), 6182), (Name::of("StableKernelArgumentINTEL"), 6183), (Name::of("InitModeINTEL"), 6190), (Name::of("ImplementInRegisterMapINTEL"), 6191)],
    &[(Name::of("SubgroupEqMaskKHR"), 4416), (Name::of("SubgroupGeMaskKHR"), 4417), (Name::of("SubgroupGtMaskKHR"), 4418), (Name::of("SubgroupLeMaskKHR"), 4419), (Name::of("SubgroupLtMaskKHR"), 4420), (Name::of("BaryCoordNV"), 5286), (Name::of("BaryCoordNoPerspNV"), 5287), (Name::of("FragmentSizeNV"), 5292), (Name::of("InvocationsPerPixelNV"), 5293), (Name::of("LaunchIdNV"), 5319), (Name::of("LaunchSizeNV"), 5320), (Name::of("WorldRayOriginNV"), 5321), (Name::of("WorldRayDirectionNV"), 5322), (Name::of("ObjectRayOriginNV"), 5323), (Name::of("ObjectRayDirectionNV"), 5324), (Name::of("RayTminNV"), 5325), (Name::of("RayTmaxNV"), 5326), (Name::of("InstanceCustomIndexNV"), 5327), (Name::of("ObjectToWorldNV"), 5330), (Name::of("WorldToObjectNV"), 5331), (Name::of("HitKindNV"), 5333), (Name::of("IncomingRayFlagsNV"), 5351)],
    &[(Name::of("QueueFamilyKHR"), 5)],
    &[(Name::of("PartitionedReduceNV"), 6), (Name::of("PartitionedInclusiveScanNV"), 7), (Name::of("PartitionedExclusiveScanNV"), 8)],
    &[],
    &[(Name::of("StorageUniformBufferBlock16"), 4433), (Name::of("StorageUniform16"), 4434), (Name::of("ShaderViewportIndexLayerNV"), 5254), (Name::of("FragmentBarycentricNV"), 5284), (Name::of("ComputeDerivativeGroupQuadsNV"), 5288), (Name::of("ShadingRateNV"), 5291), (Name::of("GroupNonUniformPartitionedNV"), 5297), (Name::of("ShaderNonUniformEXT"), 5301), (Name::of("RuntimeDescriptorArrayEXT"), 5302), (Name::of("InputAttachmentArrayDynamicIndexingEXT"), 5303), (Name::of("UniformTexelBufferArrayDynamicIndexingEXT"), 5304), (Name::of("StorageTexelBufferArrayDynamicIndexingEXT"), 5305), (Name::of("UniformBufferArrayNonUniformIndexingEXT"), 5306), (Name::of("SampledImageArrayNonUniformIndexingEXT"), 5307), (Name::of("StorageBufferArrayNonUniformIndexingEXT"), 5308), (Name::of("StorageImageArrayNonUniformIndexingEXT"), 5309), (Name::of("InputAttachmentArrayNonUniformIndexingEXT"), 5310), (Name::of("UniformTexelBufferArrayNonUniformIndexingEXT"), 5311), (Name::of("StorageTexelBufferArrayNonUniformIndexingEXT"), 5312), (Name::of("VulkanMemoryModelKHR"), 5345), (Name::of("VulkanMemoryModelDeviceScopeKHR"), 5346), (Name::of("PhysicalStorageBufferAddressesEXT"), 5347), (Name::of("ComputeDerivativeGroupLinearNV"), 5350), (Name::of("DemoteToHelperInvocationEXT"), 5379), (Name::of("RayTracingOpacityMicromapEXT"), 5381), (Name::of("CooperativeMatrixReductionsNV"), 5430), (Name::of("CooperativeMatrixPerElementOperationsNV"), 5432), (Name::of("FPGAMemoryAttributesINTEL"), 5824), (Name::of("ArbitraryPrecisionIntegersINTEL"), 5844), (Name::of("ArbitraryPrecisionFloatingPointINTEL"), 5845), (Name::of("FPGALoopControlsINTEL"), 5888), (Name::of("FPGAMemoryAccessesINTEL"), 5898), (Name::of("FPGAClusterAttributesINTEL"), 5904), (Name::of("LoopFuseINTEL"), 5906), (Name::of("FPGADSPControlINTEL"), 5908), (Name::of("FPGAInvocationPipeliningAttributesINTEL"), 5916), (Name::of("FPGABufferLocationINTEL"), 5920), (Name::of("ArbitraryPrecisionFixedPointINTEL"), 5922), (Name::of("USMStorageClassesINTEL"), 5935), (Name::of("RuntimeAlignedAttributeINTEL"), 5939), (Name::of("IOPipesINTEL"), 5943), (Name::of("BlockingPipesINTEL"), 5945), (Name::of("FPGARegINTEL"), 5948), (Name::of("DotProductInputAllKHR"), 6016), (Name::of("DotProductInput4x8BitKHR"), 6017), (Name::of("DotProductInput4x8BitPackedKHR"), 6018), (Name::of("DotProductKHR"), 6019), (Name::of("OptNoneINTEL"), 6094), (Name::of("SplitBarrierINTEL"), 6141), (Name::of("FPGAClusterAttributesV2INTEL"), 6150), (Name::of("TaskSequenceINTEL"), 6162), (Name::of("FPGALatencyControlINTEL"), 6171), (Name::of("FPGAArgumentInterfacesINTEL"), 6174), (Name::of("GlobalVariableFPGADecorationsINTEL"), 6189)],
    &[],
    &[],
    &[],
    &[(Name::of("PackedVectorFormat4x8BitKHR"), 0)],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[(Name::of("InitOnDeviceReprogramINTEL"), 0), (Name::of("InitOnDeviceResetINTEL"), 1)],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
    &[],
];

const fn ext(
    number: u32,
    name: &'static str,
    alternatives: u16,
    availability: u16,
    operands: &'static [(K, Quantifier)],
) -> ExtInstRow {
    ExtInstRow {
        name: Name::of(name),
        number,
        alternatives,
        availability,
        operands: Operands::of(operands),
    }
}

/// Instructions of the set `GlslStd450`, by number.
#[rustfmt::skip]
pub(crate) static GLSL_STD450: [ExtInstRow; 81] = [
    ext(1, "Round", 0, 0, &[(K::IdRef, One)]),
    ext(2, "RoundEven", 0, 0, &[(K::IdRef, One)]),
    ext(3, "Trunc", 0, 0, &[(K::IdRef, One)]),
    ext(4, "FAbs", 0, 0, &[(K::IdRef, One)]),
    ext(5, "SAbs", 0, 0, &[(K::IdRef, One)]),
    ext(6, "FSign", 0, 0, &[(K::IdRef, One)]),
    ext(7, "SSign", 0, 0, &[(K::IdRef, One)]),
    ext(8, "Floor", 0, 0, &[(K::IdRef, One)]),
    ext(9, "Ceil", 0, 0, &[(K::IdRef, One)]),
    ext(10, "Fract", 0, 0, &[(K::IdRef, One)]),
    ext(11, "Radians", 0, 0, &[(K::IdRef, One)]),
    ext(12, "Degrees", 0, 0, &[(K::IdRef, One)]),
    ext(13, "Sin", 0, 0, &[(K::IdRef, One)]),
    ext(14, "Cos", 0, 0, &[(K::IdRef, One)]),
    ext(15, "Tan", 0, 0, &[(K::IdRef, One)]),
    ext(16, "Asin", 0, 0, &[(K::IdRef, One)]),
    ext(17, "Acos", 0, 0, &[(K::IdRef, One)]),
    ext(18, "Atan", 0, 0, &[(K::IdRef, One)]),
    ext(19, "Sinh", 0, 0, &[(K::IdRef, One)]),
    ext(20, "Cosh", 0, 0, &[(K::IdRef, One)]),
    ext(21, "Tanh", 0, 0, &[(K::IdRef, One)]),
    ext(22, "Asinh", 0, 0, &[(K::IdRef, One)]),
    ext(23, "Acosh", 0, 0, &[(K::IdRef, One)]),
    ext(24, "Atanh", 0, 0, &[(K::IdRef, One)]),
    ext(25, "Atan2", 0, 0, &[(K::IdRef, One), (K::IdRef, One)]),
    ext(26, "Pow", 0, 0, &[(K::IdRef, One), (K::IdRef, One)]),
    ext(27, "Exp", 0, 0, &[(K::IdRef, One)]),
    ext(28, "Log", 0, 0, &[(K::IdRef, One)]),
    ext(29, "Exp2", 0, 0, &[(K::IdRef, One)]),
    ext(30, "Log2", 0, 0, &[(K::IdRef, One)]),
    ext(31, "Sqrt", 0, 0, &[(K::IdRef, One)]),
    ext(32, "InverseSqrt", 0, 0, &[(K::IdRef, One)]),
    ext(33, "Determinant", 0, 0, &[(K::IdRef, One)]),
    ext(34, "MatrixInverse", 0, 0, &[(K::IdRef, One)]),
    ext(35, "Modf", 0, 0, &[(K::IdRef, One), (K::IdRef, One)]),
    ext(36, "ModfStruct", 0, 0, &[(K::IdRef, One)]),
    ext(37, "FMin", 0, 0, &[(K::IdRef, One), (K::IdRef, One)]),
    ext(38, "UMin", 0, 0, &[(K::IdRef, One), (K::IdRef, One)]),
    ext(39, "SMin", 0, 0, &[(K::IdRef, One), (K::IdRef, One)]),
    ext(40, "FMax", 0, 0, &[(K::IdRef, One), (K::IdRef, One)]),
    ext(41, "UMax", 0, 0, &[(K::IdRef, One), (K::IdRef, One)]),
    ext(42, "SMax", 0, 0, &[(K::IdRef, One), (K::IdRef, One)]),
    ext(43, "FClamp", 0, 0, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    ext(44, "UClamp", 0, 0, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    ext(45, "SClamp", 0, 0, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    ext(46, "FMix", 0, 0, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    ext(47, "IMix", 0, 0, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    ext(48, "Step", 0, 0, &[(K::IdRef, One), (K::IdRef, One)]),
    ext(49, "SmoothStep", 0, 0, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    ext(50, "Fma", 0, 0, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    ext(51, "Frexp", 0, 0, &[(K::IdRef, One), (K::IdRef, One)]),
    ext(52, "FrexpStruct", 0, 0, &[(K::IdRef, One)]),
    ext(53, "Ldexp", 0, 0, &[(K::IdRef, One), (K::IdRef, One)]),
    ext(54, "PackSnorm4x8", 0, 0, &[(K::IdRef, One)]),
    ext(55, "PackUnorm4x8", 0, 0, &[(K::IdRef, One)]),
    ext(56, "PackSnorm2x16", 0, 0, &[(K::IdRef, One)]),
    ext(57, "PackUnorm2x16", 0, 0, &[(K::IdRef, One)]),
    ext(58, "PackHalf2x16", 0, 0, &[(K::IdRef, One)]),
    ext(59, "PackDouble2x32", 26, 0, &[(K::IdRef, One)]),
    ext(60, "UnpackSnorm2x16", 0, 0, &[(K::IdRef, One)]),
    ext(61, "UnpackUnorm2x16", 0, 0, &[(K::IdRef, One)]),
    ext(62, "UnpackHalf2x16", 0, 0, &[(K::IdRef, One)]),
    ext(63, "UnpackSnorm4x8", 0, 0, &[(K::IdRef, One)]),
    ext(64, "UnpackUnorm4x8", 0, 0, &[(K::IdRef, One)]),
    ext(65, "UnpackDouble2x32", 26, 0, &[(K::IdRef, One)]),
    ext(66, "Length", 0, 0, &[(K::IdRef, One)]),
    ext(67, "Distance", 0, 0, &[(K::IdRef, One), (K::IdRef, One)]),
    ext(68, "Cross", 0, 0, &[(K::IdRef, One), (K::IdRef, One)]),
    ext(69, "Normalize", 0, 0, &[(K::IdRef, One)]),
    ext(70, "FaceForward", 0, 0, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    ext(71, "Reflect", 0, 0, &[(K::IdRef, One), (K::IdRef, One)]),
    ext(72, "Refract", 0, 0, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    ext(73, "FindILsb", 0, 0, &[(K::IdRef, One)]),
    ext(74, "FindSMsb", 0, 0, &[(K::IdRef, One)]),
    ext(75, "FindUMsb", 0, 0, &[(K::IdRef, One)]),
    ext(76, "InterpolateAtCentroid", 46, 0, &[(K::IdRef, One)]),
    ext(77, "InterpolateAtSample", 46, 0, &[(K::IdRef, One), (K::IdRef, One)]),
    ext(78, "InterpolateAtOffset", 46, 0, &[(K::IdRef, One), (K::IdRef, One)]),
    ext(79, "NMin", 0, 0, &[(K::IdRef, One), (K::IdRef, One)]),
    ext(80, "NMax", 0, 0, &[(K::IdRef, One), (K::IdRef, One)]),
    ext(81, "NClamp", 0, 0, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
];

/// Instructions of the set `AmdGcnShader`, by number.
#[rustfmt::skip]
pub(crate) static AMD_GCN_SHADER: [ExtInstRow; 3] = [
    ext(1, "CubeFaceIndexAMD", 0, 53, &[(K::IdRef, One)]),
    ext(2, "CubeFaceCoordAMD", 0, 53, &[(K::IdRef, One)]),
    ext(3, "TimeAMD", 0, 53, &[]),
];

/// Instructions of the set `AmdShaderBallot`, by number.
#[rustfmt::skip]
pub(crate) static AMD_SHADER_BALLOT: [ExtInstRow; 4] = [
    ext(1, "SwizzleInvocationsAMD", 0, 55, &[(K::IdRef, One), (K::IdRef, One)]),
    ext(2, "SwizzleInvocationsMaskedAMD", 0, 55, &[(K::IdRef, One), (K::IdRef, One)]),
    ext(3, "WriteInvocationAMD", 0, 55, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    ext(4, "MbcntAMD", 0, 55, &[(K::IdRef, One)]),
];

/// Instructions of the set `AmdShaderTrinaryMinmax`, by number.
#[rustfmt::skip]
pub(crate) static AMD_SHADER_TRINARY_MINMAX: [ExtInstRow; 9] = [
    ext(1, "FMin3AMD", 0, 61, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    ext(2, "UMin3AMD", 0, 61, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    ext(3, "SMin3AMD", 0, 61, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    ext(4, "FMax3AMD", 0, 61, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    ext(5, "UMax3AMD", 0, 61, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    ext(6, "SMax3AMD", 0, 61, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    ext(7, "FMid3AMD", 0, 61, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    ext(8, "UMid3AMD", 0, 61, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    ext(9, "SMid3AMD", 0, 61, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
];

/// Instructions of the set `AmdShaderExplicitVertexParameter`, by number.
#[rustfmt::skip]
pub(crate) static AMD_SHADER_EXPLICIT_VERTEX_PARAMETER: [ExtInstRow; 1] = [
    ext(1, "InterpolateAtVertexAMD", 0, 58, &[(K::IdRef, One), (K::IdRef, One)]),
];

/// Instructions of the set `DebugInfo`, by number.
#[rustfmt::skip]
pub(crate) static DEBUG_INFO: [ExtInstRow; 34] = [
    ext(0, "DebugInfoNone", 0, 0, &[]),
    ext(1, "DebugCompilationUnit", 0, 0, &[(K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    ext(2, "DebugTypeBasic", 0, 0, &[(K::IdRef, One), (K::IdRef, One), (K::DebugBaseTypeAttributeEncoding, One)]),
    ext(3, "DebugTypePointer", 0, 0, &[(K::IdRef, One), (K::StorageClass, One), (K::DebugInfoFlags, One)]),
    ext(4, "DebugTypeQualifier", 0, 0, &[(K::IdRef, One), (K::DebugTypeQualifier, One)]),
    ext(5, "DebugTypeArray", 0, 0, &[(K::IdRef, One), (K::IdRef, Many)]),
    ext(6, "DebugTypeVector", 0, 0, &[(K::IdRef, One), (K::LiteralInteger, One)]),
    ext(7, "DebugTypedef", 0, 0, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::IdRef, One)]),
    ext(8, "DebugTypeFunction", 0, 0, &[(K::IdRef, One), (K::IdRef, Many)]),
    ext(9, "DebugTypeEnum", 0, 0, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::IdRef, One), (K::IdRef, One), (K::DebugInfoFlags, One), (K::PairIdRefIdRef, Many)]),
    ext(10, "DebugTypeComposite", 0, 0, &[(K::IdRef, One), (K::DebugCompositeType, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::IdRef, One), (K::IdRef, One), (K::DebugInfoFlags, One), (K::IdRef, Many)]),
    ext(11, "DebugTypeMember", 0, 0, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::DebugInfoFlags, One), (K::IdRef, Optional)]),
    ext(12, "DebugTypeInheritance", 0, 0, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::DebugInfoFlags, One)]),
    ext(13, "DebugTypePtrToMember", 0, 0, &[(K::IdRef, One), (K::IdRef, One)]),
    ext(14, "DebugTypeTemplate", 0, 0, &[(K::IdRef, One), (K::IdRef, Many)]),
    ext(15, "DebugTypeTemplateParameter", 0, 0, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    ext(16, "DebugTypeTemplateTemplateParameter", 0, 0, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One)]),
    ext(17, "DebugTypeTemplateParameterPack", 0, 0, &[(K::IdRef, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::IdRef, Many)]),
    ext(18, "DebugGlobalVariable", 0, 0, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::DebugInfoFlags, One), (K::IdRef, Optional)]),
    ext(19, "DebugFunctionDeclaration", 0, 0, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::IdRef, One), (K::IdRef, One), (K::DebugInfoFlags, One)]),
    ext(20, "DebugFunction", 0, 0, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::IdRef, One), (K::IdRef, One), (K::DebugInfoFlags, One), (K::LiteralInteger, One), (K::IdRef, One), (K::IdRef, Optional)]),
    ext(21, "DebugLexicalBlock", 0, 0, &[(K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::IdRef, One), (K::IdRef, Optional)]),
    ext(22, "DebugLexicalBlockDiscriminator", 0, 0, &[(K::IdRef, One), (K::LiteralInteger, One), (K::IdRef, One)]),
    ext(23, "DebugScope", 0, 0, &[(K::IdRef, One), (K::IdRef, Optional)]),
    ext(24, "DebugNoScope", 0, 0, &[]),
    ext(25, "DebugInlinedAt", 0, 0, &[(K::LiteralInteger, One), (K::IdRef, One), (K::IdRef, Optional)]),
    ext(26, "DebugLocalVariable", 0, 0, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::IdRef, One), (K::LiteralInteger, Optional)]),
    ext(27, "DebugInlinedVariable", 0, 0, &[(K::IdRef, One), (K::IdRef, One)]),
    ext(28, "DebugDeclare", 0, 0, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One)]),
    ext(29, "DebugValue", 0, 0, &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, Many)]),
    ext(30, "DebugOperation", 0, 0, &[(K::DebugOperation, One), (K::LiteralInteger, Many)]),
    ext(31, "DebugExpression", 0, 0, &[(K::IdRef, Many)]),
    ext(32, "DebugMacroDef", 0, 0, &[(K::IdRef, One), (K::LiteralInteger, One), (K::IdRef, One), (K::IdRef, Optional)]),
    ext(33, "DebugMacroUndef", 0, 0, &[(K::IdRef, One), (K::LiteralInteger, One), (K::IdRef, One)]),
];

/// Every list of operands in the tables.
#[rustfmt::skip]
pub(crate) const OPERAND_LISTS: [&[(K, Quantifier)]; 197] = [
    &[],
    &[(K::AccessQualifier, One)],
    &[(K::AddressingModel, One), (K::MemoryModel, One)],
    &[(K::BuiltIn, One)],
    &[(K::Capability, One)],
    &[(K::DebugOperation, One), (K::LiteralInteger, Many)],
    &[(K::ExecutionModel, One), (K::IdRef, One), (K::LiteralString, One), (K::IdRef, Many)],
    &[(K::FPFastMathMode, One)],
    &[(K::FPRoundingMode, One)],
    &[(K::FunctionParameterAttribute, One)],
    &[(K::HostAccessQualifier, One), (K::LiteralString, One)],
    &[(K::IdRef, Many)],
    &[(K::IdRef, One), (K::Capability, One)],
    &[(K::IdRef, One), (K::DebugCompositeType, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::IdRef, One), (K::IdRef, One), (K::DebugInfoFlags, One), (K::IdRef, Many)],
    &[(K::IdRef, One), (K::DebugTypeQualifier, One)],
    &[(K::IdRef, One), (K::Decoration, One)],
    &[(K::IdRef, One), (K::ExecutionMode, One)],
    &[(K::IdRef, One), (K::ExecutionModel, One), (K::IdRef, One), (K::LiteralString, One), (K::IdRef, Many)],
    &[(K::IdRef, One), (K::IdRef, Many)],
    &[(K::IdRef, One), (K::IdRef, One), (K::DebugBaseTypeAttributeEncoding, One)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, Many)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::DebugInfoFlags, One)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Optional), (K::IdRef, Optional)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Optional), (K::IdRef, Optional)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Optional)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Optional)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::MemoryAccess, Optional)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Optional), (K::MemoryAccess, Optional)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Optional)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, Optional)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::LiteralInteger, Many)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::IdRef, One), (K::IdRef, One), (K::DebugInfoFlags, One), (K::LiteralInteger, One), (K::IdRef, One), (K::IdRef, Optional)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::IdRef, One), (K::IdRef, One), (K::DebugInfoFlags, One), (K::PairIdRefIdRef, Many)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::IdRef, One), (K::IdRef, One), (K::DebugInfoFlags, One)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::DebugInfoFlags, One), (K::IdRef, Optional)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::IdRef, One), (K::LiteralInteger, Optional)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::IdRef, One)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::MemoryAccess, One), (K::TensorAddressingOperands, One)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::MemoryAccess, Optional), (K::MemoryAccess, Optional)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::MemoryAccess, Optional)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::TensorOperands, Optional)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, One)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, Optional), (K::IdRef, Optional), (K::IdRef, Optional)],
    &[(K::IdRef, One), (K::IdRef, One), (K::IdRef, Optional), (K::IdRef, Optional)],
    &[(K::IdRef, One), (K::IdRef, One), (K::LiteralInteger, One), (K::IdRef, One)],
    &[(K::IdRef, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::IdRef, Many)],
    &[(K::IdRef, One), (K::IdRef, One), (K::LoopControl, One)],
    &[(K::IdRef, One), (K::IdRef, One), (K::MemoryAccess, Optional), (K::MemoryAccess, Optional)],
    &[(K::IdRef, One), (K::IdRef, One), (K::MemoryAccess, Optional)],
    &[(K::IdRef, One), (K::IdRef, One), (K::PairLiteralIntegerIdRef, Many)],
    &[(K::IdRef, One), (K::IdRef, One)],
    &[(K::IdRef, One), (K::IdRef, Optional), (K::IdRef, Optional)],
    &[(K::IdRef, One), (K::IdRef, Optional)],
    &[(K::IdRef, One), (K::IdScope, One), (K::IdMemorySemantics, One), (K::IdRef, One)],
    &[(K::IdRef, One), (K::IdScope, One), (K::IdMemorySemantics, One)],
    &[(K::IdRef, One), (K::LiteralInteger, One), (K::Decoration, One)],
    &[(K::IdRef, One), (K::LiteralInteger, One), (K::IdRef, One), (K::IdRef, Optional)],
    &[(K::IdRef, One), (K::LiteralInteger, One), (K::IdRef, One)],
    &[(K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::IdRef, One), (K::IdRef, Optional)],
    &[(K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One)],
    &[(K::IdRef, One), (K::LiteralInteger, One), (K::LiteralString, One)],
    &[(K::IdRef, One), (K::LiteralInteger, One)],
    &[(K::IdRef, One), (K::LiteralString, One), (K::IdRef, Many)],
    &[(K::IdRef, One), (K::LiteralString, One)],
    &[(K::IdRef, One), (K::PairIdRefLiteralInteger, Many)],
    &[(K::IdRef, One), (K::SelectionControl, One)],
    &[(K::IdRef, One), (K::StorageClass, One), (K::DebugInfoFlags, One)],
    &[(K::IdRef, One), (K::StorageClass, One)],
    &[(K::IdRef, One)],
    &[(K::IdResult, One), (K::AccessQualifier, One)],
    &[(K::IdResult, One), (K::IdRef, Many)],
    &[(K::IdResult, One), (K::IdRef, One), (K::Dim, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::ImageFormat, One), (K::AccessQualifier, Optional)],
    &[(K::IdResult, One), (K::IdRef, One), (K::IdRef, Many)],
    &[(K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Many)],
    &[(K::IdResult, One), (K::IdRef, One), (K::IdRef, One)],
    &[(K::IdResult, One), (K::IdRef, One), (K::IdRef, Optional), (K::IdRef, Optional)],
    &[(K::IdResult, One), (K::IdRef, One), (K::IdRef, Optional)],
    &[(K::IdResult, One), (K::IdRef, One), (K::IdScope, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)],
    &[(K::IdResult, One), (K::IdRef, One), (K::IdScope, One), (K::IdRef, One), (K::IdRef, One)],
    &[(K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One)],
    &[(K::IdResult, One), (K::IdRef, One)],
    &[(K::IdResult, One), (K::IdRef, Optional)],
    &[(K::IdResult, One), (K::LiteralInteger, One), (K::FPEncoding, Optional)],
    &[(K::IdResult, One), (K::LiteralInteger, One), (K::IdRef, Many)],
    &[(K::IdResult, One), (K::LiteralInteger, One), (K::LiteralInteger, One)],
    &[(K::IdResult, One), (K::LiteralString, One)],
    &[(K::IdResult, One), (K::StorageClass, One), (K::IdRef, One)],
    &[(K::IdResult, One), (K::StorageClass, One)],
    &[(K::IdResult, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::Capability, Many)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::FunctionControl, One), (K::IdRef, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, Many)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::CooperativeMatrixReduce, One), (K::IdRef, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, Many)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Many)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::CooperativeMatrixOperands, Optional)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Many)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Many)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Optional), (K::CooperativeMatrixOperands, Optional)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Optional), (K::CooperativeMatrixOperands, Optional)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::MemoryAccess, Optional), (K::MemoryAccess, Optional)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, Optional)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::MatrixMultiplyAccumulateOperands, Optional)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::RawAccessChainOperands, Optional)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, Optional)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::MemoryAccess, One), (K::TensorAddressingOperands, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::MemoryAccess, Optional)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::PackedVectorFormat, Optional)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Optional), (K::MemoryAccess, Optional)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::ImageOperands, Optional)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::LiteralInteger, Many)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::LiteralInteger, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::LiteralString, One), (K::LiteralString, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::MemoryAccess, Optional)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::PackedVectorFormat, Optional)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One), (K::TensorOperands, Optional)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdRef, Optional)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdScope, One), (K::IdMemorySemantics, One), (K::IdMemorySemantics, One), (K::IdRef, One), (K::IdRef, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdScope, One), (K::IdMemorySemantics, One), (K::IdRef, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::IdScope, One), (K::IdMemorySemantics, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralExtInstInteger, One), (K::IdRef, Many)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, Many)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::IdRef, One), (K::IdRef, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::IdRef, One), (K::LiteralInteger, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::LiteralInteger, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::MemoryAccess, Optional)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One), (K::StorageClass, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdRef, Optional)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One), (K::IdRef, Optional)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::GroupOperation, One), (K::IdRef, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, Optional)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::IdRef, One), (K::IdRef, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One), (K::IdRef, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::IdScope, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::LiteralContextDependentNumber, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::LiteralInteger, Many)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::LiteralInteger, One), (K::LiteralInteger, Many)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::LiteralInteger, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::LiteralSpecConstantOpInteger, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::PairIdRefIdRef, Many)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::SamplerAddressingMode, One), (K::LiteralInteger, One), (K::SamplerFilterMode, One)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::StorageClass, One), (K::IdRef, Optional), (K::IdRef, Optional)],
    &[(K::IdResultType, One), (K::IdResult, One), (K::StorageClass, One), (K::IdRef, Optional)],
    &[(K::IdResultType, One), (K::IdResult, One)],
    &[(K::IdScope, One), (K::IdMemorySemantics, One)],
    &[(K::IdScope, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One), (K::IdRef, One)],
    &[(K::IdScope, One), (K::IdRef, One), (K::IdRef, One)],
    &[(K::IdScope, One), (K::IdScope, One), (K::IdMemorySemantics, One)],
    &[(K::IdScope, One)],
    &[(K::InitializationModeQualifier, One)],
    &[(K::LiteralFloat, One)],
    &[(K::LiteralInteger, Many)],
    &[(K::LiteralInteger, One), (K::FPDenormMode, One)],
    &[(K::LiteralInteger, One), (K::FPOperationMode, One)],
    &[(K::LiteralInteger, One), (K::FPRoundingMode, One)],
    &[(K::LiteralInteger, One), (K::IdRef, One), (K::IdRef, Optional)],
    &[(K::LiteralInteger, One), (K::LiteralInteger, One), (K::LiteralInteger, One)],
    &[(K::LiteralInteger, One), (K::LiteralInteger, One)],
    &[(K::LiteralInteger, One), (K::LoadCacheControl, One)],
    &[(K::LiteralInteger, One), (K::StoreCacheControl, One)],
    &[(K::LiteralInteger, One)],
    &[(K::LiteralString, One), (K::LinkageType, One)],
    &[(K::LiteralString, One), (K::LiteralString, One)],
    &[(K::LiteralString, One)],
    &[(K::NamedMaximumNumberOfRegisters, One)],
    &[(K::SourceLanguage, One), (K::LiteralInteger, One), (K::IdRef, Optional), (K::LiteralString, Optional)],
];

/// Constants under Khronos's names.
#[allow(missing_docs, non_upper_case_globals)]
#[rustfmt::skip]
pub mod names {
    /// Opcodes.
    pub mod op {
        pub const OpNop: u16 = 0;
        pub const OpUndef: u16 = 1;
        pub const OpSourceContinued: u16 = 2;
        pub const OpSource: u16 = 3;
        pub const OpSourceExtension: u16 = 4;
        pub const OpName: u16 = 5;
        pub const OpMemberName: u16 = 6;
        pub const OpString: u16 = 7;
        pub const OpLine: u16 = 8;
        pub const OpExtension: u16 = 10;
        pub const OpExtInstImport: u16 = 11;
        pub const OpExtInst: u16 = 12;
        pub const OpMemoryModel: u16 = 14;
        pub const OpEntryPoint: u16 = 15;
        pub const OpExecutionMode: u16 = 16;
        pub const OpCapability: u16 = 17;
        pub const OpTypeVoid: u16 = 19;
        pub const OpTypeBool: u16 = 20;
        pub const OpTypeInt: u16 = 21;
        pub const OpTypeFloat: u16 = 22;
        pub const OpTypeVector: u16 = 23;
        pub const OpTypeMatrix: u16 = 24;
        pub const OpTypeImage: u16 = 25;
        pub const OpTypeSampler: u16 = 26;
        pub const OpTypeSampledImage: u16 = 27;
        pub const OpTypeArray: u16 = 28;
        pub const OpTypeRuntimeArray: u16 = 29;
        pub const OpTypeStruct: u16 = 30;
        pub const OpTypeOpaque: u16 = 31;
        pub const OpTypePointer: u16 = 32;
        pub const OpTypeFunction: u16 = 33;
        pub const OpTypeEvent: u16 = 34;
        pub const OpTypeDeviceEvent: u16 = 35;
        pub const OpTypeReserveId: u16 = 36;
        pub const OpTypeQueue: u16 = 37;
        pub const OpTypePipe: u16 = 38;
        pub const OpTypeForwardPointer: u16 = 39;
        pub const OpConstantTrue: u16 = 41;
        pub const OpConstantFalse: u16 = 42;
        pub const OpConstant: u16 = 43;
        pub const OpConstantComposite: u16 = 44;
        pub const OpConstantSampler: u16 = 45;
        pub const OpConstantNull: u16 = 46;
        pub const OpSpecConstantTrue: u16 = 48;
        pub const OpSpecConstantFalse: u16 = 49;
        pub const OpSpecConstant: u16 = 50;
        pub const OpSpecConstantComposite: u16 = 51;
        pub const OpSpecConstantOp: u16 = 52;
        pub const OpFunction: u16 = 54;
        pub const OpFunctionParameter: u16 = 55;
        pub const OpFunctionEnd: u16 = 56;
        pub const OpFunctionCall: u16 = 57;
        pub const OpVariable: u16 = 59;
        pub const OpImageTexelPointer: u16 = 60;
        pub const OpLoad: u16 = 61;
        pub const OpStore: u16 = 62;
        pub const OpCopyMemory: u16 = 63;
        pub const OpCopyMemorySized: u16 = 64;
        pub const OpAccessChain: u16 = 65;
        pub const OpInBoundsAccessChain: u16 = 66;
        pub const OpPtrAccessChain: u16 = 67;
        pub const OpArrayLength: u16 = 68;
        pub const OpGenericPtrMemSemantics: u16 = 69;
        pub const OpInBoundsPtrAccessChain: u16 = 70;
        pub const OpDecorate: u16 = 71;
        pub const OpMemberDecorate: u16 = 72;
        pub const OpDecorationGroup: u16 = 73;
        pub const OpGroupDecorate: u16 = 74;
        pub const OpGroupMemberDecorate: u16 = 75;
        pub const OpVectorExtractDynamic: u16 = 77;
        pub const OpVectorInsertDynamic: u16 = 78;
        pub const OpVectorShuffle: u16 = 79;
        pub const OpCompositeConstruct: u16 = 80;
        pub const OpCompositeExtract: u16 = 81;
        pub const OpCompositeInsert: u16 = 82;
        pub const OpCopyObject: u16 = 83;
        pub const OpTranspose: u16 = 84;
        pub const OpSampledImage: u16 = 86;
        pub const OpImageSampleImplicitLod: u16 = 87;
        pub const OpImageSampleExplicitLod: u16 = 88;
        pub const OpImageSampleDrefImplicitLod: u16 = 89;
        pub const OpImageSampleDrefExplicitLod: u16 = 90;
        pub const OpImageSampleProjImplicitLod: u16 = 91;
        pub const OpImageSampleProjExplicitLod: u16 = 92;
        pub const OpImageSampleProjDrefImplicitLod: u16 = 93;
        pub const OpImageSampleProjDrefExplicitLod: u16 = 94;
        pub const OpImageFetch: u16 = 95;
        pub const OpImageGather: u16 = 96;
        pub const OpImageDrefGather: u16 = 97;
        pub const OpImageRead: u16 = 98;
        pub const OpImageWrite: u16 = 99;
        pub const OpImage: u16 = 100;
        pub const OpImageQueryFormat: u16 = 101;
        pub const OpImageQueryOrder: u16 = 102;
        pub const OpImageQuerySizeLod: u16 = 103;
        pub const OpImageQuerySize: u16 = 104;
        pub const OpImageQueryLod: u16 = 105;
        pub const OpImageQueryLevels: u16 = 106;
        pub const OpImageQuerySamples: u16 = 107;
        pub const OpConvertFToU: u16 = 109;
        pub const OpConvertFToS: u16 = 110;
        pub const OpConvertSToF: u16 = 111;
        pub const OpConvertUToF: u16 = 112;
        pub const OpUConvert: u16 = 113;
        pub const OpSConvert: u16 = 114;
        pub const OpFConvert: u16 = 115;
        pub const OpQuantizeToF16: u16 = 116;
        pub const OpConvertPtrToU: u16 = 117;
        pub const OpSatConvertSToU: u16 = 118;
        pub const OpSatConvertUToS: u16 = 119;
        pub const OpConvertUToPtr: u16 = 120;
        pub const OpPtrCastToGeneric: u16 = 121;
        pub const OpGenericCastToPtr: u16 = 122;
        pub const OpGenericCastToPtrExplicit: u16 = 123;
        pub const OpBitcast: u16 = 124;
        pub const OpSNegate: u16 = 126;
        pub const OpFNegate: u16 = 127;
        pub const OpIAdd: u16 = 128;
        pub const OpFAdd: u16 = 129;
        pub const OpISub: u16 = 130;
        pub const OpFSub: u16 = 131;
        pub const OpIMul: u16 = 132;
        pub const OpFMul: u16 = 133;
        pub const OpUDiv: u16 = 134;
        pub const OpSDiv: u16 = 135;
        pub const OpFDiv: u16 = 136;
        pub const OpUMod: u16 = 137;
        pub const OpSRem: u16 = 138;
        pub const OpSMod: u16 = 139;
        pub const OpFRem: u16 = 140;
        pub const OpFMod: u16 = 141;
        pub const OpVectorTimesScalar: u16 = 142;
        pub const OpMatrixTimesScalar: u16 = 143;
        pub const OpVectorTimesMatrix: u16 = 144;
        pub const OpMatrixTimesVector: u16 = 145;
        pub const OpMatrixTimesMatrix: u16 = 146;
        pub const OpOuterProduct: u16 = 147;
        pub const OpDot: u16 = 148;
        pub const OpIAddCarry: u16 = 149;
        pub const OpISubBorrow: u16 = 150;
        pub const OpUMulExtended: u16 = 151;
        pub const OpSMulExtended: u16 = 152;
        pub const OpAny: u16 = 154;
        pub const OpAll: u16 = 155;
        pub const OpIsNan: u16 = 156;
        pub const OpIsInf: u16 = 157;
        pub const OpIsFinite: u16 = 158;
        pub const OpIsNormal: u16 = 159;
        pub const OpSignBitSet: u16 = 160;
        pub const OpLessOrGreater: u16 = 161;
        pub const OpOrdered: u16 = 162;
        pub const OpUnordered: u16 = 163;
        pub const OpLogicalEqual: u16 = 164;
        pub const OpLogicalNotEqual: u16 = 165;
        pub const OpLogicalOr: u16 = 166;
        pub const OpLogicalAnd: u16 = 167;
        pub const OpLogicalNot: u16 = 168;
        pub const OpSelect: u16 = 169;
        pub const OpIEqual: u16 = 170;
        pub const OpINotEqual: u16 = 171;
        pub const OpUGreaterThan: u16 = 172;
        pub const OpSGreaterThan: u16 = 173;
        pub const OpUGreaterThanEqual: u16 = 174;
        pub const OpSGreaterThanEqual: u16 = 175;
        pub const OpULessThan: u16 = 176;
        pub const OpSLessThan: u16 = 177;
        pub const OpULessThanEqual: u16 = 178;
        pub const OpSLessThanEqual: u16 = 179;
        pub const OpFOrdEqual: u16 = 180;
        pub const OpFUnordEqual: u16 = 181;
        pub const OpFOrdNotEqual: u16 = 182;
        pub const OpFUnordNotEqual: u16 = 183;
        pub const OpFOrdLessThan: u16 = 184;
        pub const OpFUnordLessThan: u16 = 185;
        pub const OpFOrdGreaterThan: u16 = 186;
        pub const OpFUnordGreaterThan: u16 = 187;
        pub const OpFOrdLessThanEqual: u16 = 188;
        pub const OpFUnordLessThanEqual: u16 = 189;
        pub const OpFOrdGreaterThanEqual: u16 = 190;
        pub const OpFUnordGreaterThanEqual: u16 = 191;
        pub const OpShiftRightLogical: u16 = 194;
        pub const OpShiftRightArithmetic: u16 = 195;
        pub const OpShiftLeftLogical: u16 = 196;
        pub const OpBitwiseOr: u16 = 197;
        pub const OpBitwiseXor: u16 = 198;
        pub const OpBitwiseAnd: u16 = 199;
        pub const OpNot: u16 = 200;
        pub const OpBitFieldInsert: u16 = 201;
        pub const OpBitFieldSExtract: u16 = 202;
        pub const OpBitFieldUExtract: u16 = 203;
        pub const OpBitReverse: u16 = 204;
        pub const OpBitCount: u16 = 205;
        pub const OpDPdx: u16 = 207;
        pub const OpDPdy: u16 = 208;
        pub const OpFwidth: u16 = 209;
        pub const OpDPdxFine: u16 = 210;
        pub const OpDPdyFine: u16 = 211;
        pub const OpFwidthFine: u16 = 212;
        pub const OpDPdxCoarse: u16 = 213;
        pub const OpDPdyCoarse: u16 = 214;
        pub const OpFwidthCoarse: u16 = 215;
        pub const OpEmitVertex: u16 = 218;
        pub const OpEndPrimitive: u16 = 219;
        pub const OpEmitStreamVertex: u16 = 220;
        pub const OpEndStreamPrimitive: u16 = 221;
        pub const OpControlBarrier: u16 = 224;
        pub const OpMemoryBarrier: u16 = 225;
        pub const OpAtomicLoad: u16 = 227;
        pub const OpAtomicStore: u16 = 228;
        pub const OpAtomicExchange: u16 = 229;
        pub const OpAtomicCompareExchange: u16 = 230;
        pub const OpAtomicCompareExchangeWeak: u16 = 231;
        pub const OpAtomicIIncrement: u16 = 232;
        pub const OpAtomicIDecrement: u16 = 233;
        pub const OpAtomicIAdd: u16 = 234;
        pub const OpAtomicISub: u16 = 235;
        pub const OpAtomicSMin: u16 = 236;
        pub const OpAtomicUMin: u16 = 237;
        pub const OpAtomicSMax: u16 = 238;
        pub const OpAtomicUMax: u16 = 239;
        pub const OpAtomicAnd: u16 = 240;
        pub const OpAtomicOr: u16 = 241;
        pub const OpAtomicXor: u16 = 242;
        pub const OpPhi: u16 = 245;
        pub const OpLoopMerge: u16 = 246;
        pub const OpSelectionMerge: u16 = 247;
        pub const OpLabel: u16 = 248;
        pub const OpBranch: u16 = 249;
        pub const OpBranchConditional: u16 = 250;
        pub const OpSwitch: u16 = 251;
        pub const OpKill: u16 = 252;
        pub const OpReturn: u16 = 253;
        pub const OpReturnValue: u16 = 254;
        pub const OpUnreachable: u16 = 255;
        pub const OpLifetimeStart: u16 = 256;
        pub const OpLifetimeStop: u16 = 257;
        pub const OpGroupAsyncCopy: u16 = 259;
        pub const OpGroupWaitEvents: u16 = 260;
        pub const OpGroupAll: u16 = 261;
        pub const OpGroupAny: u16 = 262;
        pub const OpGroupBroadcast: u16 = 263;
        pub const OpGroupIAdd: u16 = 264;
        pub const OpGroupFAdd: u16 = 265;
        pub const OpGroupFMin: u16 = 266;
        pub const OpGroupUMin: u16 = 267;
        pub const OpGroupSMin: u16 = 268;
        pub const OpGroupFMax: u16 = 269;
        pub const OpGroupUMax: u16 = 270;
        pub const OpGroupSMax: u16 = 271;
        pub const OpReadPipe: u16 = 274;
        pub const OpWritePipe: u16 = 275;
        pub const OpReservedReadPipe: u16 = 276;
        pub const OpReservedWritePipe: u16 = 277;
        pub const OpReserveReadPipePackets: u16 = 278;
        pub const OpReserveWritePipePackets: u16 = 279;
        pub const OpCommitReadPipe: u16 = 280;
        pub const OpCommitWritePipe: u16 = 281;
        pub const OpIsValidReserveId: u16 = 282;
        pub const OpGetNumPipePackets: u16 = 283;
        pub const OpGetMaxPipePackets: u16 = 284;
        pub const OpGroupReserveReadPipePackets: u16 = 285;
        pub const OpGroupReserveWritePipePackets: u16 = 286;
        pub const OpGroupCommitReadPipe: u16 = 287;
        pub const OpGroupCommitWritePipe: u16 = 288;
        pub const OpEnqueueMarker: u16 = 291;
        pub const OpEnqueueKernel: u16 = 292;
        pub const OpGetKernelNDrangeSubGroupCount: u16 = 293;
        pub const OpGetKernelNDrangeMaxSubGroupSize: u16 = 294;
        pub const OpGetKernelWorkGroupSize: u16 = 295;
        pub const OpGetKernelPreferredWorkGroupSizeMultiple: u16 = 296;
        pub const OpRetainEvent: u16 = 297;
        pub const OpReleaseEvent: u16 = 298;
        pub const OpCreateUserEvent: u16 = 299;
        pub const OpIsValidEvent: u16 = 300;
        pub const OpSetUserEventStatus: u16 = 301;
        pub const OpCaptureEventProfilingInfo: u16 = 302;
        pub const OpGetDefaultQueue: u16 = 303;
        pub const OpBuildNDRange: u16 = 304;
        pub const OpImageSparseSampleImplicitLod: u16 = 305;
        pub const OpImageSparseSampleExplicitLod: u16 = 306;
        pub const OpImageSparseSampleDrefImplicitLod: u16 = 307;
        pub const OpImageSparseSampleDrefExplicitLod: u16 = 308;
        pub const OpImageSparseSampleProjImplicitLod: u16 = 309;
        pub const OpImageSparseSampleProjExplicitLod: u16 = 310;
        pub const OpImageSparseSampleProjDrefImplicitLod: u16 = 311;
        pub const OpImageSparseSampleProjDrefExplicitLod: u16 = 312;
        pub const OpImageSparseFetch: u16 = 313;
        pub const OpImageSparseGather: u16 = 314;
        pub const OpImageSparseDrefGather: u16 = 315;
        pub const OpImageSparseTexelsResident: u16 = 316;
        pub const OpNoLine: u16 = 317;
        pub const OpAtomicFlagTestAndSet: u16 = 318;
        pub const OpAtomicFlagClear: u16 = 319;
        pub const OpImageSparseRead: u16 = 320;
        pub const OpSizeOf: u16 = 321;
        pub const OpTypePipeStorage: u16 = 322;
        pub const OpConstantPipeStorage: u16 = 323;
        pub const OpCreatePipeFromPipeStorage: u16 = 324;
        pub const OpGetKernelLocalSizeForSubgroupCount: u16 = 325;
        pub const OpGetKernelMaxNumSubgroups: u16 = 326;
        pub const OpTypeNamedBarrier: u16 = 327;
        pub const OpNamedBarrierInitialize: u16 = 328;
        pub const OpMemoryNamedBarrier: u16 = 329;
        pub const OpModuleProcessed: u16 = 330;
        pub const OpExecutionModeId: u16 = 331;
        pub const OpDecorateId: u16 = 332;
        pub const OpGroupNonUniformElect: u16 = 333;
        pub const OpGroupNonUniformAll: u16 = 334;
        pub const OpGroupNonUniformAny: u16 = 335;
        pub const OpGroupNonUniformAllEqual: u16 = 336;
        pub const OpGroupNonUniformBroadcast: u16 = 337;
        pub const OpGroupNonUniformBroadcastFirst: u16 = 338;
        pub const OpGroupNonUniformBallot: u16 = 339;
        pub const OpGroupNonUniformInverseBallot: u16 = 340;
        pub const OpGroupNonUniformBallotBitExtract: u16 = 341;
        pub const OpGroupNonUniformBallotBitCount: u16 = 342;
        pub const OpGroupNonUniformBallotFindLSB: u16 = 343;
        pub const OpGroupNonUniformBallotFindMSB: u16 = 344;
        pub const OpGroupNonUniformShuffle: u16 = 345;
        pub const OpGroupNonUniformShuffleXor: u16 = 346;
        pub const OpGroupNonUniformShuffleUp: u16 = 347;
        pub const OpGroupNonUniformShuffleDown: u16 = 348;
        pub const OpGroupNonUniformIAdd: u16 = 349;
        pub const OpGroupNonUniformFAdd: u16 = 350;
        pub const OpGroupNonUniformIMul: u16 = 351;
        pub const OpGroupNonUniformFMul: u16 = 352;
        pub const OpGroupNonUniformSMin: u16 = 353;
        pub const OpGroupNonUniformUMin: u16 = 354;
        pub const OpGroupNonUniformFMin: u16 = 355;
        pub const OpGroupNonUniformSMax: u16 = 356;
        pub const OpGroupNonUniformUMax: u16 = 357;
        pub const OpGroupNonUniformFMax: u16 = 358;
        pub const OpGroupNonUniformBitwiseAnd: u16 = 359;
        pub const OpGroupNonUniformBitwiseOr: u16 = 360;
        pub const OpGroupNonUniformBitwiseXor: u16 = 361;
        pub const OpGroupNonUniformLogicalAnd: u16 = 362;
        pub const OpGroupNonUniformLogicalOr: u16 = 363;
        pub const OpGroupNonUniformLogicalXor: u16 = 364;
        pub const OpGroupNonUniformQuadBroadcast: u16 = 365;
        pub const OpGroupNonUniformQuadSwap: u16 = 366;
        pub const OpCopyLogical: u16 = 400;
        pub const OpPtrEqual: u16 = 401;
        pub const OpPtrNotEqual: u16 = 402;
        pub const OpPtrDiff: u16 = 403;
        pub const OpColorAttachmentReadEXT: u16 = 4160;
        pub const OpDepthAttachmentReadEXT: u16 = 4161;
        pub const OpStencilAttachmentReadEXT: u16 = 4162;
        pub const OpTypeTensorARM: u16 = 4163;
        pub const OpTensorReadARM: u16 = 4164;
        pub const OpTensorWriteARM: u16 = 4165;
        pub const OpTensorQuerySizeARM: u16 = 4166;
        pub const OpGraphConstantARM: u16 = 4181;
        pub const OpGraphEntryPointARM: u16 = 4182;
        pub const OpGraphARM: u16 = 4183;
        pub const OpGraphInputARM: u16 = 4184;
        pub const OpGraphSetOutputARM: u16 = 4185;
        pub const OpGraphEndARM: u16 = 4186;
        pub const OpTypeGraphARM: u16 = 4190;
        pub const OpBitcastExtractEXT: u16 = 4195;
        pub const OpTerminateInvocation: u16 = 4416;
        pub const OpTypeUntypedPointerKHR: u16 = 4417;
        pub const OpUntypedVariableKHR: u16 = 4418;
        pub const OpUntypedAccessChainKHR: u16 = 4419;
        pub const OpUntypedInBoundsAccessChainKHR: u16 = 4420;
        pub const OpSubgroupBallotKHR: u16 = 4421;
        pub const OpSubgroupFirstInvocationKHR: u16 = 4422;
        pub const OpUntypedPtrAccessChainKHR: u16 = 4423;
        pub const OpUntypedInBoundsPtrAccessChainKHR: u16 = 4424;
        pub const OpUntypedArrayLengthKHR: u16 = 4425;
        pub const OpUntypedPrefetchKHR: u16 = 4426;
        pub const OpFmaKHR: u16 = 4427;
        pub const OpSubgroupAllKHR: u16 = 4428;
        pub const OpSubgroupAnyKHR: u16 = 4429;
        pub const OpSubgroupAllEqualKHR: u16 = 4430;
        pub const OpGroupNonUniformRotateKHR: u16 = 4431;
        pub const OpSubgroupReadInvocationKHR: u16 = 4432;
        pub const OpExtInstWithForwardRefsKHR: u16 = 4433;
        pub const OpUntypedGroupAsyncCopyKHR: u16 = 4434;
        pub const OpTraceRayKHR: u16 = 4445;
        pub const OpExecuteCallableKHR: u16 = 4446;
        pub const OpConvertUToAccelerationStructureKHR: u16 = 4447;
        pub const OpIgnoreIntersectionKHR: u16 = 4448;
        pub const OpTerminateRayKHR: u16 = 4449;
        pub const OpSDot: u16 = 4450;
        pub const OpSDotKHR: u16 = 4450;
        pub const OpUDot: u16 = 4451;
        pub const OpUDotKHR: u16 = 4451;
        pub const OpSUDot: u16 = 4452;
        pub const OpSUDotKHR: u16 = 4452;
        pub const OpSDotAccSat: u16 = 4453;
        pub const OpSDotAccSatKHR: u16 = 4453;
        pub const OpUDotAccSat: u16 = 4454;
        pub const OpUDotAccSatKHR: u16 = 4454;
        pub const OpSUDotAccSat: u16 = 4455;
        pub const OpSUDotAccSatKHR: u16 = 4455;
        pub const OpTypeCooperativeMatrixKHR: u16 = 4456;
        pub const OpCooperativeMatrixLoadKHR: u16 = 4457;
        pub const OpCooperativeMatrixStoreKHR: u16 = 4458;
        pub const OpCooperativeMatrixMulAddKHR: u16 = 4459;
        pub const OpCooperativeMatrixLengthKHR: u16 = 4460;
        pub const OpConstantCompositeReplicateEXT: u16 = 4461;
        pub const OpSpecConstantCompositeReplicateEXT: u16 = 4462;
        pub const OpCompositeConstructReplicateEXT: u16 = 4463;
        pub const OpTypeRayQueryKHR: u16 = 4472;
        pub const OpRayQueryInitializeKHR: u16 = 4473;
        pub const OpRayQueryTerminateKHR: u16 = 4474;
        pub const OpRayQueryGenerateIntersectionKHR: u16 = 4475;
        pub const OpRayQueryConfirmIntersectionKHR: u16 = 4476;
        pub const OpRayQueryProceedKHR: u16 = 4477;
        pub const OpRayQueryGetIntersectionTypeKHR: u16 = 4479;
        pub const OpImageSampleWeightedQCOM: u16 = 4480;
        pub const OpImageBoxFilterQCOM: u16 = 4481;
        pub const OpImageBlockMatchSSDQCOM: u16 = 4482;
        pub const OpImageBlockMatchSADQCOM: u16 = 4483;
        pub const OpBitCastArrayQCOM: u16 = 4497;
        pub const OpImageBlockMatchWindowSSDQCOM: u16 = 4500;
        pub const OpImageBlockMatchWindowSADQCOM: u16 = 4501;
        pub const OpImageBlockMatchGatherSSDQCOM: u16 = 4502;
        pub const OpImageBlockMatchGatherSADQCOM: u16 = 4503;
        pub const OpCompositeConstructCoopMatQCOM: u16 = 4540;
        pub const OpCompositeExtractCoopMatQCOM: u16 = 4541;
        pub const OpExtractSubArrayQCOM: u16 = 4542;
        pub const OpImageGatherQCOM: u16 = 4545;
        pub const OpGroupIAddNonUniformAMD: u16 = 5000;
        pub const OpGroupFAddNonUniformAMD: u16 = 5001;
        pub const OpGroupFMinNonUniformAMD: u16 = 5002;
        pub const OpGroupUMinNonUniformAMD: u16 = 5003;
        pub const OpGroupSMinNonUniformAMD: u16 = 5004;
        pub const OpGroupFMaxNonUniformAMD: u16 = 5005;
        pub const OpGroupUMaxNonUniformAMD: u16 = 5006;
        pub const OpGroupSMaxNonUniformAMD: u16 = 5007;
        pub const OpFragmentMaskFetchAMD: u16 = 5011;
        pub const OpFragmentFetchAMD: u16 = 5012;
        pub const OpReadClockKHR: u16 = 5056;
        pub const OpAllocateNodePayloadsAMDX: u16 = 5074;
        pub const OpEnqueueNodePayloadsAMDX: u16 = 5075;
        pub const OpTypeNodePayloadArrayAMDX: u16 = 5076;
        pub const OpFinishWritingNodePayloadAMDX: u16 = 5078;
        pub const OpNodePayloadArrayLengthAMDX: u16 = 5090;
        pub const OpIsNodePayloadValidAMDX: u16 = 5101;
        pub const OpConstantStringAMDX: u16 = 5103;
        pub const OpSpecConstantStringAMDX: u16 = 5104;
        pub const OpGroupNonUniformQuadAllKHR: u16 = 5110;
        pub const OpGroupNonUniformQuadAnyKHR: u16 = 5111;
        pub const OpTypeBufferEXT: u16 = 5115;
        pub const OpBufferPointerEXT: u16 = 5119;
        pub const OpAbortKHR: u16 = 5121;
        pub const OpUntypedImageTexelPointerEXT: u16 = 5126;
        pub const OpMemberDecorateIdEXT: u16 = 5127;
        pub const OpConstantSizeOfEXT: u16 = 5129;
        pub const OpConstantDataKHR: u16 = 5147;
        pub const OpSpecConstantDataKHR: u16 = 5148;
        pub const OpPoisonKHR: u16 = 5158;
        pub const OpFreezeKHR: u16 = 5159;
        pub const OpHitObjectRecordHitMotionNV: u16 = 5249;
        pub const OpHitObjectRecordHitWithIndexMotionNV: u16 = 5250;
        pub const OpHitObjectRecordMissMotionNV: u16 = 5251;
        pub const OpHitObjectGetWorldToObjectNV: u16 = 5252;
        pub const OpHitObjectGetObjectToWorldNV: u16 = 5253;
        pub const OpHitObjectGetObjectRayDirectionNV: u16 = 5254;
        pub const OpHitObjectGetObjectRayOriginNV: u16 = 5255;
        pub const OpHitObjectTraceRayMotionNV: u16 = 5256;
        pub const OpHitObjectGetShaderRecordBufferHandleNV: u16 = 5257;
        pub const OpHitObjectGetShaderBindingTableRecordIndexNV: u16 = 5258;
        pub const OpHitObjectRecordEmptyNV: u16 = 5259;
        pub const OpHitObjectTraceRayNV: u16 = 5260;
        pub const OpHitObjectRecordHitNV: u16 = 5261;
        pub const OpHitObjectRecordHitWithIndexNV: u16 = 5262;
        pub const OpHitObjectRecordMissNV: u16 = 5263;
        pub const OpHitObjectExecuteShaderNV: u16 = 5264;
        pub const OpHitObjectGetCurrentTimeNV: u16 = 5265;
        pub const OpHitObjectGetAttributesNV: u16 = 5266;
        pub const OpHitObjectGetHitKindNV: u16 = 5267;
        pub const OpHitObjectGetPrimitiveIndexNV: u16 = 5268;
        pub const OpHitObjectGetGeometryIndexNV: u16 = 5269;
        pub const OpHitObjectGetInstanceIdNV: u16 = 5270;
        pub const OpHitObjectGetInstanceCustomIndexNV: u16 = 5271;
        pub const OpHitObjectGetWorldRayDirectionNV: u16 = 5272;
        pub const OpHitObjectGetWorldRayOriginNV: u16 = 5273;
        pub const OpHitObjectGetRayTMaxNV: u16 = 5274;
        pub const OpHitObjectGetRayTMinNV: u16 = 5275;
        pub const OpHitObjectIsEmptyNV: u16 = 5276;
        pub const OpHitObjectIsHitNV: u16 = 5277;
        pub const OpHitObjectIsMissNV: u16 = 5278;
        pub const OpReorderThreadWithHitObjectNV: u16 = 5279;
        pub const OpReorderThreadWithHintNV: u16 = 5280;
        pub const OpTypeHitObjectNV: u16 = 5281;
        pub const OpImageSampleFootprintNV: u16 = 5283;
        pub const OpTypeVectorIdEXT: u16 = 5288;
        pub const OpTypeCooperativeVectorNV: u16 = 5288;
        pub const OpCooperativeVectorMatrixMulNV: u16 = 5289;
        pub const OpCooperativeVectorOuterProductAccumulateNV: u16 = 5290;
        pub const OpCooperativeVectorReduceSumAccumulateNV: u16 = 5291;
        pub const OpCooperativeVectorMatrixMulAddNV: u16 = 5292;
        pub const OpCooperativeMatrixConvertUseEXT: u16 = 5293;
        pub const OpCooperativeMatrixConvertNV: u16 = 5293;
        pub const OpEmitMeshTasksEXT: u16 = 5294;
        pub const OpSetMeshOutputsEXT: u16 = 5295;
        pub const OpGroupNonUniformPartitionEXT: u16 = 5296;
        pub const OpGroupNonUniformPartitionNV: u16 = 5296;
        pub const OpWritePackedPrimitiveIndices4x8NV: u16 = 5299;
        pub const OpFetchMicroTriangleVertexPositionNV: u16 = 5300;
        pub const OpFetchMicroTriangleVertexBarycentricNV: u16 = 5301;
        pub const OpCooperativeVectorLoadNV: u16 = 5302;
        pub const OpCooperativeVectorStoreNV: u16 = 5303;
        pub const OpHitObjectRecordFromQueryEXT: u16 = 5304;
        pub const OpHitObjectRecordMissEXT: u16 = 5305;
        pub const OpHitObjectRecordMissMotionEXT: u16 = 5306;
        pub const OpHitObjectGetIntersectionTriangleVertexPositionsEXT: u16 = 5307;
        pub const OpHitObjectGetRayFlagsEXT: u16 = 5308;
        pub const OpHitObjectSetShaderBindingTableRecordIndexEXT: u16 = 5309;
        pub const OpHitObjectReorderExecuteShaderEXT: u16 = 5310;
        pub const OpHitObjectTraceReorderExecuteEXT: u16 = 5311;
        pub const OpHitObjectTraceMotionReorderExecuteEXT: u16 = 5312;
        pub const OpTypeHitObjectEXT: u16 = 5313;
        pub const OpReorderThreadWithHintEXT: u16 = 5314;
        pub const OpReorderThreadWithHitObjectEXT: u16 = 5315;
        pub const OpHitObjectTraceRayEXT: u16 = 5316;
        pub const OpHitObjectTraceRayMotionEXT: u16 = 5317;
        pub const OpHitObjectRecordEmptyEXT: u16 = 5318;
        pub const OpHitObjectExecuteShaderEXT: u16 = 5319;
        pub const OpHitObjectGetCurrentTimeEXT: u16 = 5320;
        pub const OpHitObjectGetAttributesEXT: u16 = 5321;
        pub const OpHitObjectGetHitKindEXT: u16 = 5322;
        pub const OpHitObjectGetPrimitiveIndexEXT: u16 = 5323;
        pub const OpHitObjectGetGeometryIndexEXT: u16 = 5324;
        pub const OpHitObjectGetInstanceIdEXT: u16 = 5325;
        pub const OpHitObjectGetInstanceCustomIndexEXT: u16 = 5326;
        pub const OpHitObjectGetObjectRayOriginEXT: u16 = 5327;
        pub const OpHitObjectGetObjectRayDirectionEXT: u16 = 5328;
        pub const OpHitObjectGetWorldRayDirectionEXT: u16 = 5329;
        pub const OpHitObjectGetWorldRayOriginEXT: u16 = 5330;
        pub const OpHitObjectGetObjectToWorldEXT: u16 = 5331;
        pub const OpHitObjectGetWorldToObjectEXT: u16 = 5332;
        pub const OpHitObjectGetRayTMaxEXT: u16 = 5333;
        pub const OpReportIntersectionKHR: u16 = 5334;
        pub const OpReportIntersectionNV: u16 = 5334;
        pub const OpIgnoreIntersectionNV: u16 = 5335;
        pub const OpTerminateRayNV: u16 = 5336;
        pub const OpTraceNV: u16 = 5337;
        pub const OpTraceMotionNV: u16 = 5338;
        pub const OpTraceRayMotionNV: u16 = 5339;
        pub const OpRayQueryGetIntersectionTriangleVertexPositionsKHR: u16 = 5340;
        pub const OpTypeAccelerationStructureKHR: u16 = 5341;
        pub const OpTypeAccelerationStructureNV: u16 = 5341;
        pub const OpExecuteCallableNV: u16 = 5344;
        pub const OpRayQueryGetIntersectionClusterIdNV: u16 = 5345;
        pub const OpRayQueryGetClusterIdNV: u16 = 5345;
        pub const OpHitObjectGetClusterIdNV: u16 = 5346;
        pub const OpHitObjectGetRayTMinEXT: u16 = 5347;
        pub const OpHitObjectGetShaderBindingTableRecordIndexEXT: u16 = 5348;
        pub const OpHitObjectGetShaderRecordBufferHandleEXT: u16 = 5349;
        pub const OpHitObjectIsEmptyEXT: u16 = 5350;
        pub const OpHitObjectIsHitEXT: u16 = 5351;
        pub const OpHitObjectIsMissEXT: u16 = 5352;
        pub const OpTypeCooperativeMatrixNV: u16 = 5358;
        pub const OpCooperativeMatrixLoadNV: u16 = 5359;
        pub const OpCooperativeMatrixStoreNV: u16 = 5360;
        pub const OpCooperativeMatrixMulAddNV: u16 = 5361;
        pub const OpCooperativeMatrixLengthNV: u16 = 5362;
        pub const OpCooperativeMatrixGetCoordinateEXT: u16 = 5363;
        pub const OpBeginInvocationInterlockEXT: u16 = 5364;
        pub const OpEndInvocationInterlockEXT: u16 = 5365;
        pub const OpCooperativeMatrixReduceEXT: u16 = 5366;
        pub const OpCooperativeMatrixReduceNV: u16 = 5366;
        pub const OpCooperativeMatrixLoadTensorNV: u16 = 5367;
        pub const OpCooperativeMatrixStoreTensorNV: u16 = 5368;
        pub const OpCooperativeMatrixPerElementOpEXT: u16 = 5369;
        pub const OpCooperativeMatrixPerElementOpNV: u16 = 5369;
        pub const OpTypeTensorLayoutNV: u16 = 5370;
        pub const OpTypeTensorViewNV: u16 = 5371;
        pub const OpCreateTensorLayoutNV: u16 = 5372;
        pub const OpTensorLayoutSetDimensionNV: u16 = 5373;
        pub const OpTensorLayoutSetStrideNV: u16 = 5374;
        pub const OpTensorLayoutSliceNV: u16 = 5375;
        pub const OpTensorLayoutSetClampValueNV: u16 = 5376;
        pub const OpCreateTensorViewNV: u16 = 5377;
        pub const OpTensorViewSetDimensionNV: u16 = 5378;
        pub const OpTensorViewSetStrideNV: u16 = 5379;
        pub const OpDemoteToHelperInvocation: u16 = 5380;
        pub const OpDemoteToHelperInvocationEXT: u16 = 5380;
        pub const OpIsHelperInvocationEXT: u16 = 5381;
        pub const OpTensorViewSetClipNV: u16 = 5382;
        pub const OpTensorLayoutSetBlockSizeNV: u16 = 5384;
        pub const OpCooperativeMatrixTransposeNV: u16 = 5390;
        pub const OpConvertUToImageNV: u16 = 5391;
        pub const OpConvertUToSamplerNV: u16 = 5392;
        pub const OpConvertImageToUNV: u16 = 5393;
        pub const OpConvertSamplerToUNV: u16 = 5394;
        pub const OpConvertUToSampledImageNV: u16 = 5395;
        pub const OpConvertSampledImageToUNV: u16 = 5396;
        pub const OpSamplerImageAddressingModeNV: u16 = 5397;
        pub const OpRawAccessChainNV: u16 = 5398;
        pub const OpRayQueryGetIntersectionSpherePositionNV: u16 = 5427;
        pub const OpRayQueryGetIntersectionSphereRadiusNV: u16 = 5428;
        pub const OpRayQueryGetIntersectionLSSPositionsNV: u16 = 5429;
        pub const OpRayQueryGetIntersectionLSSRadiiNV: u16 = 5430;
        pub const OpRayQueryGetIntersectionLSSHitValueNV: u16 = 5431;
        pub const OpHitObjectGetSpherePositionNV: u16 = 5432;
        pub const OpHitObjectGetSphereRadiusNV: u16 = 5433;
        pub const OpHitObjectGetLSSPositionsNV: u16 = 5434;
        pub const OpHitObjectGetLSSRadiiNV: u16 = 5435;
        pub const OpHitObjectIsSphereHitNV: u16 = 5436;
        pub const OpHitObjectIsLSSHitNV: u16 = 5437;
        pub const OpRayQueryIsSphereHitNV: u16 = 5438;
        pub const OpRayQueryIsLSSHitNV: u16 = 5439;
        pub const OpSubgroupShuffleINTEL: u16 = 5571;
        pub const OpSubgroupShuffleDownINTEL: u16 = 5572;
        pub const OpSubgroupShuffleUpINTEL: u16 = 5573;
        pub const OpSubgroupShuffleXorINTEL: u16 = 5574;
        pub const OpSubgroupBlockReadINTEL: u16 = 5575;
        pub const OpSubgroupBlockWriteINTEL: u16 = 5576;
        pub const OpSubgroupImageBlockReadINTEL: u16 = 5577;
        pub const OpSubgroupImageBlockWriteINTEL: u16 = 5578;
        pub const OpSubgroupImageMediaBlockReadINTEL: u16 = 5580;
        pub const OpSubgroupImageMediaBlockWriteINTEL: u16 = 5581;
        pub const OpUCountLeadingZerosINTEL: u16 = 5585;
        pub const OpUCountTrailingZerosINTEL: u16 = 5586;
        pub const OpAbsISubINTEL: u16 = 5587;
        pub const OpAbsUSubINTEL: u16 = 5588;
        pub const OpIAddSatINTEL: u16 = 5589;
        pub const OpUAddSatINTEL: u16 = 5590;
        pub const OpIAverageINTEL: u16 = 5591;
        pub const OpUAverageINTEL: u16 = 5592;
        pub const OpIAverageRoundedINTEL: u16 = 5593;
        pub const OpUAverageRoundedINTEL: u16 = 5594;
        pub const OpISubSatINTEL: u16 = 5595;
        pub const OpUSubSatINTEL: u16 = 5596;
        pub const OpIMul32x16INTEL: u16 = 5597;
        pub const OpUMul32x16INTEL: u16 = 5598;
        pub const OpConstantFunctionPointerINTEL: u16 = 5600;
        pub const OpFunctionPointerCallINTEL: u16 = 5601;
        pub const OpAsmTargetINTEL: u16 = 5609;
        pub const OpAsmINTEL: u16 = 5610;
        pub const OpAsmCallINTEL: u16 = 5611;
        pub const OpAtomicFMinEXT: u16 = 5614;
        pub const OpAtomicFMaxEXT: u16 = 5615;
        pub const OpAssumeTrueKHR: u16 = 5630;
        pub const OpExpectKHR: u16 = 5631;
        pub const OpDecorateString: u16 = 5632;
        pub const OpDecorateStringGOOGLE: u16 = 5632;
        pub const OpMemberDecorateString: u16 = 5633;
        pub const OpMemberDecorateStringGOOGLE: u16 = 5633;
        pub const OpVmeImageINTEL: u16 = 5699;
        pub const OpTypeVmeImageINTEL: u16 = 5700;
        pub const OpTypeAvcImePayloadINTEL: u16 = 5701;
        pub const OpTypeAvcRefPayloadINTEL: u16 = 5702;
        pub const OpTypeAvcSicPayloadINTEL: u16 = 5703;
        pub const OpTypeAvcMcePayloadINTEL: u16 = 5704;
        pub const OpTypeAvcMceResultINTEL: u16 = 5705;
        pub const OpTypeAvcImeResultINTEL: u16 = 5706;
        pub const OpTypeAvcImeResultSingleReferenceStreamoutINTEL: u16 = 5707;
        pub const OpTypeAvcImeResultDualReferenceStreamoutINTEL: u16 = 5708;
        pub const OpTypeAvcImeSingleReferenceStreaminINTEL: u16 = 5709;
        pub const OpTypeAvcImeDualReferenceStreaminINTEL: u16 = 5710;
        pub const OpTypeAvcRefResultINTEL: u16 = 5711;
        pub const OpTypeAvcSicResultINTEL: u16 = 5712;
        pub const OpSubgroupAvcMceGetDefaultInterBaseMultiReferencePenaltyINTEL: u16 = 5713;
        pub const OpSubgroupAvcMceSetInterBaseMultiReferencePenaltyINTEL: u16 = 5714;
        pub const OpSubgroupAvcMceGetDefaultInterShapePenaltyINTEL: u16 = 5715;
        pub const OpSubgroupAvcMceSetInterShapePenaltyINTEL: u16 = 5716;
        pub const OpSubgroupAvcMceGetDefaultInterDirectionPenaltyINTEL: u16 = 5717;
        pub const OpSubgroupAvcMceSetInterDirectionPenaltyINTEL: u16 = 5718;
        pub const OpSubgroupAvcMceGetDefaultIntraLumaShapePenaltyINTEL: u16 = 5719;
        pub const OpSubgroupAvcMceGetDefaultInterMotionVectorCostTableINTEL: u16 = 5720;
        pub const OpSubgroupAvcMceGetDefaultHighPenaltyCostTableINTEL: u16 = 5721;
        pub const OpSubgroupAvcMceGetDefaultMediumPenaltyCostTableINTEL: u16 = 5722;
        pub const OpSubgroupAvcMceGetDefaultLowPenaltyCostTableINTEL: u16 = 5723;
        pub const OpSubgroupAvcMceSetMotionVectorCostFunctionINTEL: u16 = 5724;
        pub const OpSubgroupAvcMceGetDefaultIntraLumaModePenaltyINTEL: u16 = 5725;
        pub const OpSubgroupAvcMceGetDefaultNonDcLumaIntraPenaltyINTEL: u16 = 5726;
        pub const OpSubgroupAvcMceGetDefaultIntraChromaModeBasePenaltyINTEL: u16 = 5727;
        pub const OpSubgroupAvcMceSetAcOnlyHaarINTEL: u16 = 5728;
        pub const OpSubgroupAvcMceSetSourceInterlacedFieldPolarityINTEL: u16 = 5729;
        pub const OpSubgroupAvcMceSetSingleReferenceInterlacedFieldPolarityINTEL: u16 = 5730;
        pub const OpSubgroupAvcMceSetDualReferenceInterlacedFieldPolaritiesINTEL: u16 = 5731;
        pub const OpSubgroupAvcMceConvertToImePayloadINTEL: u16 = 5732;
        pub const OpSubgroupAvcMceConvertToImeResultINTEL: u16 = 5733;
        pub const OpSubgroupAvcMceConvertToRefPayloadINTEL: u16 = 5734;
        pub const OpSubgroupAvcMceConvertToRefResultINTEL: u16 = 5735;
        pub const OpSubgroupAvcMceConvertToSicPayloadINTEL: u16 = 5736;
        pub const OpSubgroupAvcMceConvertToSicResultINTEL: u16 = 5737;
        pub const OpSubgroupAvcMceGetMotionVectorsINTEL: u16 = 5738;
        pub const OpSubgroupAvcMceGetInterDistortionsINTEL: u16 = 5739;
        pub const OpSubgroupAvcMceGetBestInterDistortionsINTEL: u16 = 5740;
        pub const OpSubgroupAvcMceGetInterMajorShapeINTEL: u16 = 5741;
        pub const OpSubgroupAvcMceGetInterMinorShapeINTEL: u16 = 5742;
        pub const OpSubgroupAvcMceGetInterDirectionsINTEL: u16 = 5743;
        pub const OpSubgroupAvcMceGetInterMotionVectorCountINTEL: u16 = 5744;
        pub const OpSubgroupAvcMceGetInterReferenceIdsINTEL: u16 = 5745;
        pub const OpSubgroupAvcMceGetInterReferenceInterlacedFieldPolaritiesINTEL: u16 = 5746;
        pub const OpSubgroupAvcImeInitializeINTEL: u16 = 5747;
        pub const OpSubgroupAvcImeSetSingleReferenceINTEL: u16 = 5748;
        pub const OpSubgroupAvcImeSetDualReferenceINTEL: u16 = 5749;
        pub const OpSubgroupAvcImeRefWindowSizeINTEL: u16 = 5750;
        pub const OpSubgroupAvcImeAdjustRefOffsetINTEL: u16 = 5751;
        pub const OpSubgroupAvcImeConvertToMcePayloadINTEL: u16 = 5752;
        pub const OpSubgroupAvcImeSetMaxMotionVectorCountINTEL: u16 = 5753;
        pub const OpSubgroupAvcImeSetUnidirectionalMixDisableINTEL: u16 = 5754;
        pub const OpSubgroupAvcImeSetEarlySearchTerminationThresholdINTEL: u16 = 5755;
        pub const OpSubgroupAvcImeSetWeightedSadINTEL: u16 = 5756;
        pub const OpSubgroupAvcImeEvaluateWithSingleReferenceINTEL: u16 = 5757;
        pub const OpSubgroupAvcImeEvaluateWithDualReferenceINTEL: u16 = 5758;
        pub const OpSubgroupAvcImeEvaluateWithSingleReferenceStreaminINTEL: u16 = 5759;
        pub const OpSubgroupAvcImeEvaluateWithDualReferenceStreaminINTEL: u16 = 5760;
        pub const OpSubgroupAvcImeEvaluateWithSingleReferenceStreamoutINTEL: u16 = 5761;
        pub const OpSubgroupAvcImeEvaluateWithDualReferenceStreamoutINTEL: u16 = 5762;
        pub const OpSubgroupAvcImeEvaluateWithSingleReferenceStreaminoutINTEL: u16 = 5763;
        pub const OpSubgroupAvcImeEvaluateWithDualReferenceStreaminoutINTEL: u16 = 5764;
        pub const OpSubgroupAvcImeConvertToMceResultINTEL: u16 = 5765;
        pub const OpSubgroupAvcImeGetSingleReferenceStreaminINTEL: u16 = 5766;
        pub const OpSubgroupAvcImeGetDualReferenceStreaminINTEL: u16 = 5767;
        pub const OpSubgroupAvcImeStripSingleReferenceStreamoutINTEL: u16 = 5768;
        pub const OpSubgroupAvcImeStripDualReferenceStreamoutINTEL: u16 = 5769;
        pub const OpSubgroupAvcImeGetStreamoutSingleReferenceMajorShapeMotionVectorsINTEL: u16 = 5770;
        pub const OpSubgroupAvcImeGetStreamoutSingleReferenceMajorShapeDistortionsINTEL: u16 = 5771;
        pub const OpSubgroupAvcImeGetStreamoutSingleReferenceMajorShapeReferenceIdsINTEL: u16 = 5772;
        pub const OpSubgroupAvcImeGetStreamoutDualReferenceMajorShapeMotionVectorsINTEL: u16 = 5773;
        pub const OpSubgroupAvcImeGetStreamoutDualReferenceMajorShapeDistortionsINTEL: u16 = 5774;
        pub const OpSubgroupAvcImeGetStreamoutDualReferenceMajorShapeReferenceIdsINTEL: u16 = 5775;
        pub const OpSubgroupAvcImeGetBorderReachedINTEL: u16 = 5776;
        pub const OpSubgroupAvcImeGetTruncatedSearchIndicationINTEL: u16 = 5777;
        pub const OpSubgroupAvcImeGetUnidirectionalEarlySearchTerminationINTEL: u16 = 5778;
        pub const OpSubgroupAvcImeGetWeightingPatternMinimumMotionVectorINTEL: u16 = 5779;
        pub const OpSubgroupAvcImeGetWeightingPatternMinimumDistortionINTEL: u16 = 5780;
        pub const OpSubgroupAvcFmeInitializeINTEL: u16 = 5781;
        pub const OpSubgroupAvcBmeInitializeINTEL: u16 = 5782;
        pub const OpSubgroupAvcRefConvertToMcePayloadINTEL: u16 = 5783;
        pub const OpSubgroupAvcRefSetBidirectionalMixDisableINTEL: u16 = 5784;
        pub const OpSubgroupAvcRefSetBilinearFilterEnableINTEL: u16 = 5785;
        pub const OpSubgroupAvcRefEvaluateWithSingleReferenceINTEL: u16 = 5786;
        pub const OpSubgroupAvcRefEvaluateWithDualReferenceINTEL: u16 = 5787;
        pub const OpSubgroupAvcRefEvaluateWithMultiReferenceINTEL: u16 = 5788;
        pub const OpSubgroupAvcRefEvaluateWithMultiReferenceInterlacedINTEL: u16 = 5789;
        pub const OpSubgroupAvcRefConvertToMceResultINTEL: u16 = 5790;
        pub const OpSubgroupAvcSicInitializeINTEL: u16 = 5791;
        pub const OpSubgroupAvcSicConfigureSkcINTEL: u16 = 5792;
        pub const OpSubgroupAvcSicConfigureIpeLumaINTEL: u16 = 5793;
        pub const OpSubgroupAvcSicConfigureIpeLumaChromaINTEL: u16 = 5794;
        pub const OpSubgroupAvcSicGetMotionVectorMaskINTEL: u16 = 5795;
        pub const OpSubgroupAvcSicConvertToMcePayloadINTEL: u16 = 5796;
        pub const OpSubgroupAvcSicSetIntraLumaShapePenaltyINTEL: u16 = 5797;
        pub const OpSubgroupAvcSicSetIntraLumaModeCostFunctionINTEL: u16 = 5798;
        pub const OpSubgroupAvcSicSetIntraChromaModeCostFunctionINTEL: u16 = 5799;
        pub const OpSubgroupAvcSicSetBilinearFilterEnableINTEL: u16 = 5800;
        pub const OpSubgroupAvcSicSetSkcForwardTransformEnableINTEL: u16 = 5801;
        pub const OpSubgroupAvcSicSetBlockBasedRawSkipSadINTEL: u16 = 5802;
        pub const OpSubgroupAvcSicEvaluateIpeINTEL: u16 = 5803;
        pub const OpSubgroupAvcSicEvaluateWithSingleReferenceINTEL: u16 = 5804;
        pub const OpSubgroupAvcSicEvaluateWithDualReferenceINTEL: u16 = 5805;
        pub const OpSubgroupAvcSicEvaluateWithMultiReferenceINTEL: u16 = 5806;
        pub const OpSubgroupAvcSicEvaluateWithMultiReferenceInterlacedINTEL: u16 = 5807;
        pub const OpSubgroupAvcSicConvertToMceResultINTEL: u16 = 5808;
        pub const OpSubgroupAvcSicGetIpeLumaShapeINTEL: u16 = 5809;
        pub const OpSubgroupAvcSicGetBestIpeLumaDistortionINTEL: u16 = 5810;
        pub const OpSubgroupAvcSicGetBestIpeChromaDistortionINTEL: u16 = 5811;
        pub const OpSubgroupAvcSicGetPackedIpeLumaModesINTEL: u16 = 5812;
        pub const OpSubgroupAvcSicGetIpeChromaModeINTEL: u16 = 5813;
        pub const OpSubgroupAvcSicGetPackedSkcLumaCountThresholdINTEL: u16 = 5814;
        pub const OpSubgroupAvcSicGetPackedSkcLumaSumThresholdINTEL: u16 = 5815;
        pub const OpSubgroupAvcSicGetInterRawSadsINTEL: u16 = 5816;
        pub const OpVariableLengthArrayINTEL: u16 = 5818;
        pub const OpSaveMemoryINTEL: u16 = 5819;
        pub const OpRestoreMemoryINTEL: u16 = 5820;
        pub const OpArbitraryFloatSinCosPiALTERA: u16 = 5840;
        pub const OpArbitraryFloatSinCosPiINTEL: u16 = 5840;
        pub const OpArbitraryFloatCastALTERA: u16 = 5841;
        pub const OpArbitraryFloatCastINTEL: u16 = 5841;
        pub const OpArbitraryFloatCastFromIntALTERA: u16 = 5842;
        pub const OpArbitraryFloatCastFromIntINTEL: u16 = 5842;
        pub const OpArbitraryFloatCastToIntALTERA: u16 = 5843;
        pub const OpArbitraryFloatCastToIntINTEL: u16 = 5843;
        pub const OpArbitraryFloatAddALTERA: u16 = 5846;
        pub const OpArbitraryFloatAddINTEL: u16 = 5846;
        pub const OpArbitraryFloatSubALTERA: u16 = 5847;
        pub const OpArbitraryFloatSubINTEL: u16 = 5847;
        pub const OpArbitraryFloatMulALTERA: u16 = 5848;
        pub const OpArbitraryFloatMulINTEL: u16 = 5848;
        pub const OpArbitraryFloatDivALTERA: u16 = 5849;
        pub const OpArbitraryFloatDivINTEL: u16 = 5849;
        pub const OpArbitraryFloatGTALTERA: u16 = 5850;
        pub const OpArbitraryFloatGTINTEL: u16 = 5850;
        pub const OpArbitraryFloatGEALTERA: u16 = 5851;
        pub const OpArbitraryFloatGEINTEL: u16 = 5851;
        pub const OpArbitraryFloatLTALTERA: u16 = 5852;
        pub const OpArbitraryFloatLTINTEL: u16 = 5852;
        pub const OpArbitraryFloatLEALTERA: u16 = 5853;
        pub const OpArbitraryFloatLEINTEL: u16 = 5853;
        pub const OpArbitraryFloatEQALTERA: u16 = 5854;
        pub const OpArbitraryFloatEQINTEL: u16 = 5854;
        pub const OpArbitraryFloatRecipALTERA: u16 = 5855;
        pub const OpArbitraryFloatRecipINTEL: u16 = 5855;
        pub const OpArbitraryFloatRSqrtALTERA: u16 = 5856;
        pub const OpArbitraryFloatRSqrtINTEL: u16 = 5856;
        pub const OpArbitraryFloatCbrtALTERA: u16 = 5857;
        pub const OpArbitraryFloatCbrtINTEL: u16 = 5857;
        pub const OpArbitraryFloatHypotALTERA: u16 = 5858;
        pub const OpArbitraryFloatHypotINTEL: u16 = 5858;
        pub const OpArbitraryFloatSqrtALTERA: u16 = 5859;
        pub const OpArbitraryFloatSqrtINTEL: u16 = 5859;
        pub const OpArbitraryFloatLogINTEL: u16 = 5860;
        pub const OpArbitraryFloatLog2INTEL: u16 = 5861;
        pub const OpArbitraryFloatLog10INTEL: u16 = 5862;
        pub const OpArbitraryFloatLog1pINTEL: u16 = 5863;
        pub const OpArbitraryFloatExpINTEL: u16 = 5864;
        pub const OpArbitraryFloatExp2INTEL: u16 = 5865;
        pub const OpArbitraryFloatExp10INTEL: u16 = 5866;
        pub const OpArbitraryFloatExpm1INTEL: u16 = 5867;
        pub const OpArbitraryFloatSinINTEL: u16 = 5868;
        pub const OpArbitraryFloatCosINTEL: u16 = 5869;
        pub const OpArbitraryFloatSinCosINTEL: u16 = 5870;
        pub const OpArbitraryFloatSinPiINTEL: u16 = 5871;
        pub const OpArbitraryFloatCosPiINTEL: u16 = 5872;
        pub const OpArbitraryFloatASinINTEL: u16 = 5873;
        pub const OpArbitraryFloatASinPiINTEL: u16 = 5874;
        pub const OpArbitraryFloatACosINTEL: u16 = 5875;
        pub const OpArbitraryFloatACosPiINTEL: u16 = 5876;
        pub const OpArbitraryFloatATanINTEL: u16 = 5877;
        pub const OpArbitraryFloatATanPiINTEL: u16 = 5878;
        pub const OpArbitraryFloatATan2INTEL: u16 = 5879;
        pub const OpArbitraryFloatPowINTEL: u16 = 5880;
        pub const OpArbitraryFloatPowRINTEL: u16 = 5881;
        pub const OpArbitraryFloatPowNINTEL: u16 = 5882;
        pub const OpLoopControlINTEL: u16 = 5887;
        pub const OpAliasDomainDeclINTEL: u16 = 5911;
        pub const OpAliasScopeDeclINTEL: u16 = 5912;
        pub const OpAliasScopeListDeclINTEL: u16 = 5913;
        pub const OpFixedSqrtALTERA: u16 = 5923;
        pub const OpFixedSqrtINTEL: u16 = 5923;
        pub const OpFixedRecipALTERA: u16 = 5924;
        pub const OpFixedRecipINTEL: u16 = 5924;
        pub const OpFixedRsqrtALTERA: u16 = 5925;
        pub const OpFixedRsqrtINTEL: u16 = 5925;
        pub const OpFixedSinALTERA: u16 = 5926;
        pub const OpFixedSinINTEL: u16 = 5926;
        pub const OpFixedCosALTERA: u16 = 5927;
        pub const OpFixedCosINTEL: u16 = 5927;
        pub const OpFixedSinCosALTERA: u16 = 5928;
        pub const OpFixedSinCosINTEL: u16 = 5928;
        pub const OpFixedSinPiALTERA: u16 = 5929;
        pub const OpFixedSinPiINTEL: u16 = 5929;
        pub const OpFixedCosPiALTERA: u16 = 5930;
        pub const OpFixedCosPiINTEL: u16 = 5930;
        pub const OpFixedSinCosPiALTERA: u16 = 5931;
        pub const OpFixedSinCosPiINTEL: u16 = 5931;
        pub const OpFixedLogALTERA: u16 = 5932;
        pub const OpFixedLogINTEL: u16 = 5932;
        pub const OpFixedExpALTERA: u16 = 5933;
        pub const OpFixedExpINTEL: u16 = 5933;
        pub const OpPtrCastToCrossWorkgroupALTERA: u16 = 5934;
        pub const OpPtrCastToCrossWorkgroupINTEL: u16 = 5934;
        pub const OpCrossWorkgroupCastToPtrALTERA: u16 = 5938;
        pub const OpCrossWorkgroupCastToPtrINTEL: u16 = 5938;
        pub const OpReadPipeBlockingALTERA: u16 = 5946;
        pub const OpReadPipeBlockingINTEL: u16 = 5946;
        pub const OpWritePipeBlockingALTERA: u16 = 5947;
        pub const OpWritePipeBlockingINTEL: u16 = 5947;
        pub const OpFPGARegALTERA: u16 = 5949;
        pub const OpFPGARegINTEL: u16 = 5949;
        pub const OpRayQueryGetRayTMinKHR: u16 = 6016;
        pub const OpRayQueryGetRayFlagsKHR: u16 = 6017;
        pub const OpRayQueryGetIntersectionTKHR: u16 = 6018;
        pub const OpRayQueryGetIntersectionInstanceCustomIndexKHR: u16 = 6019;
        pub const OpRayQueryGetIntersectionInstanceIdKHR: u16 = 6020;
        pub const OpRayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR: u16 = 6021;
        pub const OpRayQueryGetIntersectionGeometryIndexKHR: u16 = 6022;
        pub const OpRayQueryGetIntersectionPrimitiveIndexKHR: u16 = 6023;
        pub const OpRayQueryGetIntersectionBarycentricsKHR: u16 = 6024;
        pub const OpRayQueryGetIntersectionFrontFaceKHR: u16 = 6025;
        pub const OpRayQueryGetIntersectionCandidateAABBOpaqueKHR: u16 = 6026;
        pub const OpRayQueryGetIntersectionObjectRayDirectionKHR: u16 = 6027;
        pub const OpRayQueryGetIntersectionObjectRayOriginKHR: u16 = 6028;
        pub const OpRayQueryGetWorldRayDirectionKHR: u16 = 6029;
        pub const OpRayQueryGetWorldRayOriginKHR: u16 = 6030;
        pub const OpRayQueryGetIntersectionObjectToWorldKHR: u16 = 6031;
        pub const OpRayQueryGetIntersectionWorldToObjectKHR: u16 = 6032;
        pub const OpAtomicFAddEXT: u16 = 6035;
        pub const OpTypeBufferSurfaceINTEL: u16 = 6086;
        pub const OpTypeStructContinuedINTEL: u16 = 6090;
        pub const OpConstantCompositeContinuedINTEL: u16 = 6091;
        pub const OpSpecConstantCompositeContinuedINTEL: u16 = 6092;
        pub const OpCompositeConstructContinuedINTEL: u16 = 6096;
        pub const OpConvertFToBF16INTEL: u16 = 6116;
        pub const OpConvertBF16ToFINTEL: u16 = 6117;
        pub const OpControlBarrierArriveEXT: u16 = 6142;
        pub const OpControlBarrierArriveINTEL: u16 = 6142;
        pub const OpControlBarrierWaitEXT: u16 = 6143;
        pub const OpControlBarrierWaitINTEL: u16 = 6143;
        pub const OpArithmeticFenceEXT: u16 = 6145;
        pub const OpTaskSequenceCreateALTERA: u16 = 6163;
        pub const OpTaskSequenceCreateINTEL: u16 = 6163;
        pub const OpTaskSequenceAsyncALTERA: u16 = 6164;
        pub const OpTaskSequenceAsyncINTEL: u16 = 6164;
        pub const OpTaskSequenceGetALTERA: u16 = 6165;
        pub const OpTaskSequenceGetINTEL: u16 = 6165;
        pub const OpTaskSequenceReleaseALTERA: u16 = 6166;
        pub const OpTaskSequenceReleaseINTEL: u16 = 6166;
        pub const OpTypeTaskSequenceALTERA: u16 = 6199;
        pub const OpTypeTaskSequenceINTEL: u16 = 6199;
        pub const OpSubgroupBlockPrefetchINTEL: u16 = 6221;
        pub const OpSubgroup2DBlockLoadINTEL: u16 = 6231;
        pub const OpSubgroup2DBlockLoadTransformINTEL: u16 = 6232;
        pub const OpSubgroup2DBlockLoadTransposeINTEL: u16 = 6233;
        pub const OpSubgroup2DBlockPrefetchINTEL: u16 = 6234;
        pub const OpSubgroup2DBlockStoreINTEL: u16 = 6235;
        pub const OpSubgroupMatrixMultiplyAccumulateINTEL: u16 = 6237;
        pub const OpBitwiseFunctionINTEL: u16 = 6242;
        pub const OpUntypedVariableLengthArrayINTEL: u16 = 6244;
        pub const OpConditionalExtensionINTEL: u16 = 6248;
        pub const OpConditionalEntryPointINTEL: u16 = 6249;
        pub const OpConditionalCapabilityINTEL: u16 = 6250;
        pub const OpSpecConstantTargetINTEL: u16 = 6251;
        pub const OpSpecConstantArchitectureINTEL: u16 = 6252;
        pub const OpSpecConstantCapabilitiesINTEL: u16 = 6253;
        pub const OpConditionalCopyObjectINTEL: u16 = 6254;
        pub const OpPredicatedLoadINTEL: u16 = 6258;
        pub const OpPredicatedStoreINTEL: u16 = 6259;
        pub const OpGroupIMulKHR: u16 = 6401;
        pub const OpGroupFMulKHR: u16 = 6402;
        pub const OpGroupBitwiseAndKHR: u16 = 6403;
        pub const OpGroupBitwiseOrKHR: u16 = 6404;
        pub const OpGroupBitwiseXorKHR: u16 = 6405;
        pub const OpGroupLogicalAndKHR: u16 = 6406;
        pub const OpGroupLogicalOrKHR: u16 = 6407;
        pub const OpGroupLogicalXorKHR: u16 = 6408;
        pub const OpRoundFToTF32INTEL: u16 = 6426;
        pub const OpMaskedGatherINTEL: u16 = 6428;
        pub const OpMaskedScatterINTEL: u16 = 6429;
        pub const OpConvertHandleToImageINTEL: u16 = 6529;
        pub const OpConvertHandleToSamplerINTEL: u16 = 6530;
        pub const OpConvertHandleToSampledImageINTEL: u16 = 6531;
        pub const OpFDot2MixAcc32VALVE: u16 = 6916;
        pub const OpFDot2MixAcc16VALVE: u16 = 6917;
        pub const OpFDot4MixAcc32VALVE: u16 = 6918;
    }
    /// `ImageOperands`.
    pub mod image_operands {
        pub const None: u32 = 0;
        pub const Bias: u32 = 1;
        pub const Lod: u32 = 2;
        pub const Grad: u32 = 4;
        pub const ConstOffset: u32 = 8;
        pub const Offset: u32 = 16;
        pub const ConstOffsets: u32 = 32;
        pub const Sample: u32 = 64;
        pub const MinLod: u32 = 128;
        pub const MakeTexelAvailable: u32 = 256;
        pub const MakeTexelAvailableKHR: u32 = 256;
        pub const MakeTexelVisible: u32 = 512;
        pub const MakeTexelVisibleKHR: u32 = 512;
        pub const NonPrivateTexel: u32 = 1024;
        pub const NonPrivateTexelKHR: u32 = 1024;
        pub const VolatileTexel: u32 = 2048;
        pub const VolatileTexelKHR: u32 = 2048;
        pub const SignExtend: u32 = 4096;
        pub const ZeroExtend: u32 = 8192;
        pub const Nontemporal: u32 = 16384;
        pub const Offsets: u32 = 65536;
    }
    /// `FPFastMathMode`.
    pub mod fp_fast_math_mode {
        pub const None: u32 = 0;
        pub const NotNaN: u32 = 1;
        pub const NotInf: u32 = 2;
        pub const NSZ: u32 = 4;
        pub const AllowRecip: u32 = 8;
        pub const Fast: u32 = 16;
        pub const AllowContract: u32 = 65536;
        pub const AllowContractFastINTEL: u32 = 65536;
        pub const AllowReassoc: u32 = 131072;
        pub const AllowReassocINTEL: u32 = 131072;
        pub const AllowTransform: u32 = 262144;
    }
    /// `SelectionControl`.
    pub mod selection_control {
        pub const None: u32 = 0;
        pub const Flatten: u32 = 1;
        pub const DontFlatten: u32 = 2;
    }
    /// `LoopControl`.
    pub mod loop_control {
        pub const None: u32 = 0;
        pub const Unroll: u32 = 1;
        pub const DontUnroll: u32 = 2;
        pub const DependencyInfinite: u32 = 4;
        pub const DependencyLength: u32 = 8;
        pub const MinIterations: u32 = 16;
        pub const MaxIterations: u32 = 32;
        pub const IterationMultiple: u32 = 64;
        pub const PeelCount: u32 = 128;
        pub const PartialCount: u32 = 256;
        pub const InitiationIntervalALTERA: u32 = 65536;
        pub const InitiationIntervalINTEL: u32 = 65536;
        pub const MaxConcurrencyALTERA: u32 = 131072;
        pub const MaxConcurrencyINTEL: u32 = 131072;
        pub const DependencyArrayALTERA: u32 = 262144;
        pub const DependencyArrayINTEL: u32 = 262144;
        pub const PipelineEnableALTERA: u32 = 524288;
        pub const PipelineEnableINTEL: u32 = 524288;
        pub const LoopCoalesceALTERA: u32 = 1048576;
        pub const LoopCoalesceINTEL: u32 = 1048576;
        pub const MaxInterleavingALTERA: u32 = 2097152;
        pub const MaxInterleavingINTEL: u32 = 2097152;
        pub const SpeculatedIterationsALTERA: u32 = 4194304;
        pub const SpeculatedIterationsINTEL: u32 = 4194304;
        pub const NoFusionALTERA: u32 = 8388608;
        pub const NoFusionINTEL: u32 = 8388608;
        pub const LoopCountALTERA: u32 = 16777216;
        pub const LoopCountINTEL: u32 = 16777216;
        pub const MaxReinvocationDelayALTERA: u32 = 33554432;
        pub const MaxReinvocationDelayINTEL: u32 = 33554432;
        pub const MultipleWaitQueuesQCOM: u32 = 268435456;
    }
    /// `FunctionControl`.
    pub mod function_control {
        pub const None: u32 = 0;
        pub const Inline: u32 = 1;
        pub const DontInline: u32 = 2;
        pub const Pure: u32 = 4;
        pub const Const: u32 = 8;
        pub const OptNoneEXT: u32 = 65536;
        pub const OptNoneINTEL: u32 = 65536;
    }
    /// `MemorySemantics`.
    pub mod memory_semantics {
        pub const Relaxed: u32 = 0;
        pub const None: u32 = 0;
        pub const Acquire: u32 = 2;
        pub const Release: u32 = 4;
        pub const AcquireRelease: u32 = 8;
        pub const SequentiallyConsistent: u32 = 16;
        pub const UniformMemory: u32 = 64;
        pub const SubgroupMemory: u32 = 128;
        pub const WorkgroupMemory: u32 = 256;
        pub const CrossWorkgroupMemory: u32 = 512;
        pub const AtomicCounterMemory: u32 = 1024;
        pub const ImageMemory: u32 = 2048;
        pub const OutputMemory: u32 = 4096;
        pub const OutputMemoryKHR: u32 = 4096;
        pub const MakeAvailable: u32 = 8192;
        pub const MakeAvailableKHR: u32 = 8192;
        pub const MakeVisible: u32 = 16384;
        pub const MakeVisibleKHR: u32 = 16384;
        pub const Volatile: u32 = 32768;
    }
    /// `MemoryAccess`.
    pub mod memory_access {
        pub const None: u32 = 0;
        pub const Volatile: u32 = 1;
        pub const Aligned: u32 = 2;
        pub const Nontemporal: u32 = 4;
        pub const MakePointerAvailable: u32 = 8;
        pub const MakePointerAvailableKHR: u32 = 8;
        pub const MakePointerVisible: u32 = 16;
        pub const MakePointerVisibleKHR: u32 = 16;
        pub const NonPrivatePointer: u32 = 32;
        pub const NonPrivatePointerKHR: u32 = 32;
        pub const AliasScopeINTELMask: u32 = 65536;
        pub const NoAliasINTELMask: u32 = 131072;
    }
    /// `KernelProfilingInfo`.
    pub mod kernel_profiling_info {
        pub const None: u32 = 0;
        pub const CmdExecTime: u32 = 1;
    }
    /// `RayFlags`.
    pub mod ray_flags {
        pub const NoneKHR: u32 = 0;
        pub const OpaqueKHR: u32 = 1;
        pub const NoOpaqueKHR: u32 = 2;
        pub const TerminateOnFirstHitKHR: u32 = 4;
        pub const SkipClosestHitShaderKHR: u32 = 8;
        pub const CullBackFacingTrianglesKHR: u32 = 16;
        pub const CullFrontFacingTrianglesKHR: u32 = 32;
        pub const CullOpaqueKHR: u32 = 64;
        pub const CullNoOpaqueKHR: u32 = 128;
        pub const SkipTrianglesKHR: u32 = 256;
        pub const SkipBuiltinPrimitivesNV: u32 = 256;
        pub const SkipAABBsKHR: u32 = 512;
        pub const ForceOpacityMicromap2StateKHR: u32 = 1024;
        pub const ForceOpacityMicromap2StateEXT: u32 = 1024;
    }
    /// `FragmentShadingRate`.
    pub mod fragment_shading_rate {
        pub const Vertical2Pixels: u32 = 1;
        pub const Vertical4Pixels: u32 = 2;
        pub const Horizontal2Pixels: u32 = 4;
        pub const Horizontal4Pixels: u32 = 8;
    }
    /// `RawAccessChainOperands`.
    pub mod raw_access_chain_operands {
        pub const None: u32 = 0;
        pub const RobustnessPerComponentNV: u32 = 1;
        pub const RobustnessPerElementNV: u32 = 2;
    }
    /// `SourceLanguage`.
    pub mod source_language {
        pub const Unknown: u32 = 0;
        pub const ESSL: u32 = 1;
        pub const GLSL: u32 = 2;
        pub const OpenCL_C: u32 = 3;
        pub const OpenCL_CPP: u32 = 4;
        pub const HLSL: u32 = 5;
        pub const CPP_for_OpenCL: u32 = 6;
        pub const SYCL: u32 = 7;
        pub const HERO_C: u32 = 8;
        pub const NZSL: u32 = 9;
        pub const WGSL: u32 = 10;
        pub const Slang: u32 = 11;
        pub const Zig: u32 = 12;
        pub const Rust: u32 = 13;
        pub const Pred: u32 = 14;
        pub const ApilaJai: u32 = 15;
    }
    /// `ExecutionModel`.
    pub mod execution_model {
        pub const Vertex: u32 = 0;
        pub const TessellationControl: u32 = 1;
        pub const TessellationEvaluation: u32 = 2;
        pub const Geometry: u32 = 3;
        pub const Fragment: u32 = 4;
        pub const GLCompute: u32 = 5;
        pub const Kernel: u32 = 6;
        pub const TaskNV: u32 = 5267;
        pub const MeshNV: u32 = 5268;
        pub const RayGenerationKHR: u32 = 5313;
        pub const RayGenerationNV: u32 = 5313;
        pub const IntersectionKHR: u32 = 5314;
        pub const IntersectionNV: u32 = 5314;
        pub const AnyHitKHR: u32 = 5315;
        pub const AnyHitNV: u32 = 5315;
        pub const ClosestHitKHR: u32 = 5316;
        pub const ClosestHitNV: u32 = 5316;
        pub const MissKHR: u32 = 5317;
        pub const MissNV: u32 = 5317;
        pub const CallableKHR: u32 = 5318;
        pub const CallableNV: u32 = 5318;
        pub const TaskEXT: u32 = 5364;
        pub const MeshEXT: u32 = 5365;
    }
    /// `AddressingModel`.
    pub mod addressing_model {
        pub const Logical: u32 = 0;
        pub const Physical32: u32 = 1;
        pub const Physical64: u32 = 2;
        pub const PhysicalStorageBuffer64: u32 = 5348;
        pub const PhysicalStorageBuffer64EXT: u32 = 5348;
    }
    /// `MemoryModel`.
    pub mod memory_model {
        pub const Simple: u32 = 0;
        pub const GLSL450: u32 = 1;
        pub const OpenCL: u32 = 2;
        pub const Vulkan: u32 = 3;
        pub const VulkanKHR: u32 = 3;
    }
    /// `ExecutionMode`.
    pub mod execution_mode {
        pub const Invocations: u32 = 0;
        pub const SpacingEqual: u32 = 1;
        pub const SpacingFractionalEven: u32 = 2;
        pub const SpacingFractionalOdd: u32 = 3;
        pub const VertexOrderCw: u32 = 4;
        pub const VertexOrderCcw: u32 = 5;
        pub const PixelCenterInteger: u32 = 6;
        pub const OriginUpperLeft: u32 = 7;
        pub const OriginLowerLeft: u32 = 8;
        pub const EarlyFragmentTests: u32 = 9;
        pub const PointMode: u32 = 10;
        pub const Xfb: u32 = 11;
        pub const DepthReplacing: u32 = 12;
        pub const DepthGreater: u32 = 14;
        pub const DepthLess: u32 = 15;
        pub const DepthUnchanged: u32 = 16;
        pub const LocalSize: u32 = 17;
        pub const LocalSizeHint: u32 = 18;
        pub const InputPoints: u32 = 19;
        pub const InputLines: u32 = 20;
        pub const InputLinesAdjacency: u32 = 21;
        pub const Triangles: u32 = 22;
        pub const InputTrianglesAdjacency: u32 = 23;
        pub const Quads: u32 = 24;
        pub const Isolines: u32 = 25;
        pub const OutputVertices: u32 = 26;
        pub const OutputPoints: u32 = 27;
        pub const OutputLineStrip: u32 = 28;
        pub const OutputTriangleStrip: u32 = 29;
        pub const VecTypeHint: u32 = 30;
        pub const ContractionOff: u32 = 31;
        pub const Initializer: u32 = 33;
        pub const Finalizer: u32 = 34;
        pub const SubgroupSize: u32 = 35;
        pub const SubgroupsPerWorkgroup: u32 = 36;
        pub const SubgroupsPerWorkgroupId: u32 = 37;
        pub const LocalSizeId: u32 = 38;
        pub const LocalSizeHintId: u32 = 39;
        pub const NonCoherentColorAttachmentReadEXT: u32 = 4169;
        pub const NonCoherentDepthAttachmentReadEXT: u32 = 4170;
        pub const NonCoherentStencilAttachmentReadEXT: u32 = 4171;
        pub const SubgroupUniformControlFlowKHR: u32 = 4421;
        pub const PostDepthCoverage: u32 = 4446;
        pub const DenormPreserve: u32 = 4459;
        pub const DenormFlushToZero: u32 = 4460;
        pub const SignedZeroInfNanPreserve: u32 = 4461;
        pub const RoundingModeRTE: u32 = 4462;
        pub const RoundingModeRTZ: u32 = 4463;
        pub const NonCoherentTileAttachmentReadQCOM: u32 = 4489;
        pub const TileShadingRateQCOM: u32 = 4490;
        pub const EarlyAndLateFragmentTestsAMD: u32 = 5017;
        pub const StencilRefReplacingEXT: u32 = 5027;
        pub const CoalescingAMDX: u32 = 5069;
        pub const IsApiEntryAMDX: u32 = 5070;
        pub const MaxNodeRecursionAMDX: u32 = 5071;
        pub const StaticNumWorkgroupsAMDX: u32 = 5072;
        pub const ShaderIndexAMDX: u32 = 5073;
        pub const MaxNumWorkgroupsAMDX: u32 = 5077;
        pub const StencilRefUnchangedFrontAMD: u32 = 5079;
        pub const StencilRefGreaterFrontAMD: u32 = 5080;
        pub const StencilRefLessFrontAMD: u32 = 5081;
        pub const StencilRefUnchangedBackAMD: u32 = 5082;
        pub const StencilRefGreaterBackAMD: u32 = 5083;
        pub const StencilRefLessBackAMD: u32 = 5084;
        pub const QuadDerivativesKHR: u32 = 5088;
        pub const RequireFullQuadsKHR: u32 = 5089;
        pub const SharesInputWithAMDX: u32 = 5102;
        pub const ArithmeticPoisonKHR: u32 = 5157;
        pub const OutputLinesEXT: u32 = 5269;
        pub const OutputLinesNV: u32 = 5269;
        pub const OutputPrimitivesEXT: u32 = 5270;
        pub const OutputPrimitivesNV: u32 = 5270;
        pub const DerivativeGroupQuadsKHR: u32 = 5289;
        pub const DerivativeGroupQuadsNV: u32 = 5289;
        pub const DerivativeGroupLinearKHR: u32 = 5290;
        pub const DerivativeGroupLinearNV: u32 = 5290;
        pub const OutputTrianglesEXT: u32 = 5298;
        pub const OutputTrianglesNV: u32 = 5298;
        pub const PixelInterlockOrderedEXT: u32 = 5366;
        pub const PixelInterlockUnorderedEXT: u32 = 5367;
        pub const SampleInterlockOrderedEXT: u32 = 5368;
        pub const SampleInterlockUnorderedEXT: u32 = 5369;
        pub const ShadingRateInterlockOrderedEXT: u32 = 5370;
        pub const ShadingRateInterlockUnorderedEXT: u32 = 5371;
        pub const Shader64BitIndexingEXT: u32 = 5427;
        pub const SharedLocalMemorySizeINTEL: u32 = 5618;
        pub const RoundingModeRTPINTEL: u32 = 5620;
        pub const RoundingModeRTNINTEL: u32 = 5621;
        pub const FloatingPointModeALTINTEL: u32 = 5622;
        pub const FloatingPointModeIEEEINTEL: u32 = 5623;
        pub const MaxWorkgroupSizeINTEL: u32 = 5893;
        pub const MaxWorkDimINTEL: u32 = 5894;
        pub const NoGlobalOffsetINTEL: u32 = 5895;
        pub const NumSIMDWorkitemsINTEL: u32 = 5896;
        pub const SchedulerTargetFmaxMhzINTEL: u32 = 5903;
        pub const MaximallyReconvergesKHR: u32 = 6023;
        pub const FPFastMathDefault: u32 = 6028;
        pub const OpacityMicromapIdKHR: u32 = 6031;
        pub const StreamingInterfaceINTEL: u32 = 6154;
        pub const RegisterMapInterfaceINTEL: u32 = 6160;
        pub const NamedBarrierCountINTEL: u32 = 6417;
        pub const MaximumRegistersINTEL: u32 = 6461;
        pub const MaximumRegistersIdINTEL: u32 = 6462;
        pub const NamedMaximumRegistersINTEL: u32 = 6463;
    }
    /// `StorageClass`.
    pub mod storage_class {
        pub const UniformConstant: u32 = 0;
        pub const Input: u32 = 1;
        pub const Uniform: u32 = 2;
        pub const Output: u32 = 3;
        pub const Workgroup: u32 = 4;
        pub const CrossWorkgroup: u32 = 5;
        pub const Private: u32 = 6;
        pub const Function: u32 = 7;
        pub const Generic: u32 = 8;
        pub const PushConstant: u32 = 9;
        pub const AtomicCounter: u32 = 10;
        pub const Image: u32 = 11;
        pub const StorageBuffer: u32 = 12;
        pub const TileImageEXT: u32 = 4172;
        pub const TileAttachmentQCOM: u32 = 4491;
        pub const NodePayloadAMDX: u32 = 5068;
        pub const CallableDataKHR: u32 = 5328;
        pub const CallableDataNV: u32 = 5328;
        pub const IncomingCallableDataKHR: u32 = 5329;
        pub const IncomingCallableDataNV: u32 = 5329;
        pub const RayPayloadKHR: u32 = 5338;
        pub const RayPayloadNV: u32 = 5338;
        pub const HitAttributeKHR: u32 = 5339;
        pub const HitAttributeNV: u32 = 5339;
        pub const IncomingRayPayloadKHR: u32 = 5342;
        pub const IncomingRayPayloadNV: u32 = 5342;
        pub const ShaderRecordBufferKHR: u32 = 5343;
        pub const ShaderRecordBufferNV: u32 = 5343;
        pub const PhysicalStorageBuffer: u32 = 5349;
        pub const PhysicalStorageBufferEXT: u32 = 5349;
        pub const HitObjectAttributeNV: u32 = 5385;
        pub const TaskPayloadWorkgroupEXT: u32 = 5402;
        pub const HitObjectAttributeEXT: u32 = 5411;
        pub const CodeSectionINTEL: u32 = 5605;
        pub const DeviceOnlyALTERA: u32 = 5936;
        pub const DeviceOnlyINTEL: u32 = 5936;
        pub const HostOnlyALTERA: u32 = 5937;
        pub const HostOnlyINTEL: u32 = 5937;
    }
    /// `Dim`.
    pub mod dim {
        pub const Dim1D: u32 = 0;
        pub const Dim2D: u32 = 1;
        pub const Dim3D: u32 = 2;
        pub const Cube: u32 = 3;
        pub const Rect: u32 = 4;
        pub const Buffer: u32 = 5;
        pub const SubpassData: u32 = 6;
        pub const TileImageDataEXT: u32 = 4173;
    }
    /// `SamplerAddressingMode`.
    pub mod sampler_addressing_mode {
        pub const None: u32 = 0;
        pub const ClampToEdge: u32 = 1;
        pub const Clamp: u32 = 2;
        pub const Repeat: u32 = 3;
        pub const RepeatMirrored: u32 = 4;
    }
    /// `SamplerFilterMode`.
    pub mod sampler_filter_mode {
        pub const Nearest: u32 = 0;
        pub const Linear: u32 = 1;
    }
    /// `ImageFormat`.
    pub mod image_format {
        pub const Unknown: u32 = 0;
        pub const Rgba32f: u32 = 1;
        pub const Rgba16f: u32 = 2;
        pub const R32f: u32 = 3;
        pub const Rgba8: u32 = 4;
        pub const Rgba8Snorm: u32 = 5;
        pub const Rg32f: u32 = 6;
        pub const Rg16f: u32 = 7;
        pub const R11fG11fB10f: u32 = 8;
        pub const R16f: u32 = 9;
        pub const Rgba16: u32 = 10;
        pub const Rgb10A2: u32 = 11;
        pub const Rg16: u32 = 12;
        pub const Rg8: u32 = 13;
        pub const R16: u32 = 14;
        pub const R8: u32 = 15;
        pub const Rgba16Snorm: u32 = 16;
        pub const Rg16Snorm: u32 = 17;
        pub const Rg8Snorm: u32 = 18;
        pub const R16Snorm: u32 = 19;
        pub const R8Snorm: u32 = 20;
        pub const Rgba32i: u32 = 21;
        pub const Rgba16i: u32 = 22;
        pub const Rgba8i: u32 = 23;
        pub const R32i: u32 = 24;
        pub const Rg32i: u32 = 25;
        pub const Rg16i: u32 = 26;
        pub const Rg8i: u32 = 27;
        pub const R16i: u32 = 28;
        pub const R8i: u32 = 29;
        pub const Rgba32ui: u32 = 30;
        pub const Rgba16ui: u32 = 31;
        pub const Rgba8ui: u32 = 32;
        pub const R32ui: u32 = 33;
        pub const Rgb10a2ui: u32 = 34;
        pub const Rg32ui: u32 = 35;
        pub const Rg16ui: u32 = 36;
        pub const Rg8ui: u32 = 37;
        pub const R16ui: u32 = 38;
        pub const R8ui: u32 = 39;
        pub const R64ui: u32 = 40;
        pub const R64i: u32 = 41;
    }
    /// `ImageChannelOrder`.
    pub mod image_channel_order {
        pub const R: u32 = 0;
        pub const A: u32 = 1;
        pub const RG: u32 = 2;
        pub const RA: u32 = 3;
        pub const RGB: u32 = 4;
        pub const RGBA: u32 = 5;
        pub const BGRA: u32 = 6;
        pub const ARGB: u32 = 7;
        pub const Intensity: u32 = 8;
        pub const Luminance: u32 = 9;
        pub const Rx: u32 = 10;
        pub const RGx: u32 = 11;
        pub const RGBx: u32 = 12;
        pub const Depth: u32 = 13;
        pub const DepthStencil: u32 = 14;
        pub const sRGB: u32 = 15;
        pub const sRGBx: u32 = 16;
        pub const sRGBA: u32 = 17;
        pub const sBGRA: u32 = 18;
        pub const ABGR: u32 = 19;
    }
    /// `ImageChannelDataType`.
    pub mod image_channel_data_type {
        pub const SnormInt8: u32 = 0;
        pub const SnormInt16: u32 = 1;
        pub const UnormInt8: u32 = 2;
        pub const UnormInt16: u32 = 3;
        pub const UnormShort565: u32 = 4;
        pub const UnormShort555: u32 = 5;
        pub const UnormInt101010: u32 = 6;
        pub const SignedInt8: u32 = 7;
        pub const SignedInt16: u32 = 8;
        pub const SignedInt32: u32 = 9;
        pub const UnsignedInt8: u32 = 10;
        pub const UnsignedInt16: u32 = 11;
        pub const UnsignedInt32: u32 = 12;
        pub const HalfFloat: u32 = 13;
        pub const Float: u32 = 14;
        pub const UnormInt24: u32 = 15;
        pub const UnormInt101010_2: u32 = 16;
        pub const UnormInt10X6EXT: u32 = 17;
        pub const UnsignedIntRaw10EXT: u32 = 19;
        pub const UnsignedIntRaw12EXT: u32 = 20;
        pub const UnormInt2_101010EXT: u32 = 21;
        pub const UnsignedInt10X6EXT: u32 = 22;
        pub const UnsignedInt12X4EXT: u32 = 23;
        pub const UnsignedInt14X2EXT: u32 = 24;
        pub const UnormInt12X4EXT: u32 = 25;
        pub const UnormInt14X2EXT: u32 = 26;
    }
    /// `FPRoundingMode`.
    pub mod fp_rounding_mode {
        pub const RTE: u32 = 0;
        pub const RTZ: u32 = 1;
        pub const RTP: u32 = 2;
        pub const RTN: u32 = 3;
    }
    /// `FPDenormMode`.
    pub mod fp_denorm_mode {
        pub const Preserve: u32 = 0;
        pub const FlushToZero: u32 = 1;
    }
    /// `QuantizationModes`.
    pub mod quantization_modes {
        pub const TRN: u32 = 0;
        pub const TRN_ZERO: u32 = 1;
        pub const RND: u32 = 2;
        pub const RND_ZERO: u32 = 3;
        pub const RND_INF: u32 = 4;
        pub const RND_MIN_INF: u32 = 5;
        pub const RND_CONV: u32 = 6;
        pub const RND_CONV_ODD: u32 = 7;
    }
    /// `FPOperationMode`.
    pub mod fp_operation_mode {
        pub const IEEE: u32 = 0;
        pub const ALT: u32 = 1;
    }
    /// `OverflowModes`.
    pub mod overflow_modes {
        pub const WRAP: u32 = 0;
        pub const SAT: u32 = 1;
        pub const SAT_ZERO: u32 = 2;
        pub const SAT_SYM: u32 = 3;
    }
    /// `LinkageType`.
    pub mod linkage_type {
        pub const Export: u32 = 0;
        pub const Import: u32 = 1;
        pub const LinkOnceODR: u32 = 2;
        pub const WeakAMD: u32 = 3;
    }
    /// `AccessQualifier`.
    pub mod access_qualifier {
        pub const ReadOnly: u32 = 0;
        pub const WriteOnly: u32 = 1;
        pub const ReadWrite: u32 = 2;
    }
    /// `HostAccessQualifier`.
    pub mod host_access_qualifier {
        pub const NoneINTEL: u32 = 0;
        pub const ReadINTEL: u32 = 1;
        pub const WriteINTEL: u32 = 2;
        pub const ReadWriteINTEL: u32 = 3;
    }
    /// `FunctionParameterAttribute`.
    pub mod function_parameter_attribute {
        pub const Zext: u32 = 0;
        pub const Sext: u32 = 1;
        pub const ByVal: u32 = 2;
        pub const Sret: u32 = 3;
        pub const NoAlias: u32 = 4;
        pub const NoCapture: u32 = 5;
        pub const NoWrite: u32 = 6;
        pub const NoReadWrite: u32 = 7;
        pub const RuntimeAlignedALTERA: u32 = 5940;
        pub const RuntimeAlignedINTEL: u32 = 5940;
    }
    /// `Decoration`.
    pub mod decoration {
        pub const RelaxedPrecision: u32 = 0;
        pub const SpecId: u32 = 1;
        pub const Block: u32 = 2;
        pub const BufferBlock: u32 = 3;
        pub const RowMajor: u32 = 4;
        pub const ColMajor: u32 = 5;
        pub const ArrayStride: u32 = 6;
        pub const MatrixStride: u32 = 7;
        pub const GLSLShared: u32 = 8;
        pub const GLSLPacked: u32 = 9;
        pub const CPacked: u32 = 10;
        pub const BuiltIn: u32 = 11;
        pub const NoPerspective: u32 = 13;
        pub const Flat: u32 = 14;
        pub const Patch: u32 = 15;
        pub const Centroid: u32 = 16;
        pub const Sample: u32 = 17;
        pub const Invariant: u32 = 18;
        pub const Restrict: u32 = 19;
        pub const Aliased: u32 = 20;
        pub const Volatile: u32 = 21;
        pub const Constant: u32 = 22;
        pub const Coherent: u32 = 23;
        pub const NonWritable: u32 = 24;
        pub const NonReadable: u32 = 25;
        pub const Uniform: u32 = 26;
        pub const UniformId: u32 = 27;
        pub const SaturatedConversion: u32 = 28;
        pub const Stream: u32 = 29;
        pub const Location: u32 = 30;
        pub const Component: u32 = 31;
        pub const Index: u32 = 32;
        pub const Binding: u32 = 33;
        pub const DescriptorSet: u32 = 34;
        pub const Offset: u32 = 35;
        pub const XfbBuffer: u32 = 36;
        pub const XfbStride: u32 = 37;
        pub const FuncParamAttr: u32 = 38;
        pub const FPRoundingMode: u32 = 39;
        pub const FPFastMathMode: u32 = 40;
        pub const LinkageAttributes: u32 = 41;
        pub const NoContraction: u32 = 42;
        pub const InputAttachmentIndex: u32 = 43;
        pub const Alignment: u32 = 44;
        pub const MaxByteOffset: u32 = 45;
        pub const AlignmentId: u32 = 46;
        pub const MaxByteOffsetId: u32 = 47;
        pub const SaturatedToLargestFloat8NormalConversionEXT: u32 = 4216;
        pub const NoSignedWrap: u32 = 4469;
        pub const NoUnsignedWrap: u32 = 4470;
        pub const WeightTextureQCOM: u32 = 4487;
        pub const BlockMatchTextureQCOM: u32 = 4488;
        pub const BlockMatchSamplerQCOM: u32 = 4499;
        pub const ExplicitInterpAMD: u32 = 4999;
        pub const NodeSharesPayloadLimitsWithAMDX: u32 = 5019;
        pub const NodeMaxPayloadsAMDX: u32 = 5020;
        pub const TrackFinishWritingAMDX: u32 = 5078;
        pub const PayloadNodeNameAMDX: u32 = 5091;
        pub const PayloadNodeBaseIndexAMDX: u32 = 5098;
        pub const PayloadNodeSparseArrayAMDX: u32 = 5099;
        pub const PayloadNodeArraySizeAMDX: u32 = 5100;
        pub const PayloadDispatchIndirectAMDX: u32 = 5105;
        pub const ArrayStrideIdEXT: u32 = 5124;
        pub const OffsetIdEXT: u32 = 5125;
        pub const UTFEncodedKHR: u32 = 5145;
        pub const OverrideCoverageNV: u32 = 5248;
        pub const PassthroughNV: u32 = 5250;
        pub const ViewportRelativeNV: u32 = 5252;
        pub const SecondaryViewportRelativeNV: u32 = 5256;
        pub const PerPrimitiveEXT: u32 = 5271;
        pub const PerPrimitiveNV: u32 = 5271;
        pub const PerViewNV: u32 = 5272;
        pub const PerTaskNV: u32 = 5273;
        pub const PerVertexKHR: u32 = 5285;
        pub const PerVertexNV: u32 = 5285;
        pub const NonUniform: u32 = 5300;
        pub const NonUniformEXT: u32 = 5300;
        pub const RestrictPointer: u32 = 5355;
        pub const RestrictPointerEXT: u32 = 5355;
        pub const AliasedPointer: u32 = 5356;
        pub const AliasedPointerEXT: u32 = 5356;
        pub const MemberOffsetNV: u32 = 5358;
        pub const HitObjectShaderRecordBufferNV: u32 = 5386;
        pub const HitObjectShaderRecordBufferEXT: u32 = 5389;
        pub const BankNV: u32 = 5397;
        pub const BindlessSamplerNV: u32 = 5398;
        pub const BindlessImageNV: u32 = 5399;
        pub const BoundSamplerNV: u32 = 5400;
        pub const BoundImageNV: u32 = 5401;
        pub const CooperativeMatrixTransposeEXT: u32 = 5440;
        pub const SIMTCallINTEL: u32 = 5599;
        pub const ReferencedIndirectlyINTEL: u32 = 5602;
        pub const ClobberINTEL: u32 = 5607;
        pub const SideEffectsINTEL: u32 = 5608;
        pub const VectorComputeVariableINTEL: u32 = 5624;
        pub const FuncParamIOKindINTEL: u32 = 5625;
        pub const VectorComputeFunctionINTEL: u32 = 5626;
        pub const StackCallINTEL: u32 = 5627;
        pub const GlobalVariableOffsetINTEL: u32 = 5628;
        pub const CounterBuffer: u32 = 5634;
        pub const HlslCounterBufferGOOGLE: u32 = 5634;
        pub const UserSemantic: u32 = 5635;
        pub const HlslSemanticGOOGLE: u32 = 5635;
        pub const UserTypeGOOGLE: u32 = 5636;
        pub const FunctionRoundingModeINTEL: u32 = 5822;
        pub const FunctionDenormModeINTEL: u32 = 5823;
        pub const RegisterALTERA: u32 = 5825;
        pub const RegisterINTEL: u32 = 5825;
        pub const MemoryALTERA: u32 = 5826;
        pub const MemoryINTEL: u32 = 5826;
        pub const NumbanksALTERA: u32 = 5827;
        pub const NumbanksINTEL: u32 = 5827;
        pub const BankwidthALTERA: u32 = 5828;
        pub const BankwidthINTEL: u32 = 5828;
        pub const MaxPrivateCopiesALTERA: u32 = 5829;
        pub const MaxPrivateCopiesINTEL: u32 = 5829;
        pub const SinglepumpALTERA: u32 = 5830;
        pub const SinglepumpINTEL: u32 = 5830;
        pub const DoublepumpALTERA: u32 = 5831;
        pub const DoublepumpINTEL: u32 = 5831;
        pub const MaxReplicatesALTERA: u32 = 5832;
        pub const MaxReplicatesINTEL: u32 = 5832;
        pub const SimpleDualPortALTERA: u32 = 5833;
        pub const SimpleDualPortINTEL: u32 = 5833;
        pub const MergeALTERA: u32 = 5834;
        pub const MergeINTEL: u32 = 5834;
        pub const BankBitsALTERA: u32 = 5835;
        pub const BankBitsINTEL: u32 = 5835;
        pub const ForcePow2DepthALTERA: u32 = 5836;
        pub const ForcePow2DepthINTEL: u32 = 5836;
        pub const StridesizeALTERA: u32 = 5883;
        pub const StridesizeINTEL: u32 = 5883;
        pub const WordsizeALTERA: u32 = 5884;
        pub const WordsizeINTEL: u32 = 5884;
        pub const TrueDualPortALTERA: u32 = 5885;
        pub const TrueDualPortINTEL: u32 = 5885;
        pub const BurstCoalesceALTERA: u32 = 5899;
        pub const BurstCoalesceINTEL: u32 = 5899;
        pub const CacheSizeALTERA: u32 = 5900;
        pub const CacheSizeINTEL: u32 = 5900;
        pub const DontStaticallyCoalesceALTERA: u32 = 5901;
        pub const DontStaticallyCoalesceINTEL: u32 = 5901;
        pub const PrefetchALTERA: u32 = 5902;
        pub const PrefetchINTEL: u32 = 5902;
        pub const StallEnableALTERA: u32 = 5905;
        pub const StallEnableINTEL: u32 = 5905;
        pub const FuseLoopsInFunctionALTERA: u32 = 5907;
        pub const FuseLoopsInFunctionINTEL: u32 = 5907;
        pub const MathOpDSPModeALTERA: u32 = 5909;
        pub const MathOpDSPModeINTEL: u32 = 5909;
        pub const AliasScopeINTEL: u32 = 5914;
        pub const NoAliasINTEL: u32 = 5915;
        pub const InitiationIntervalALTERA: u32 = 5917;
        pub const InitiationIntervalINTEL: u32 = 5917;
        pub const MaxConcurrencyALTERA: u32 = 5918;
        pub const MaxConcurrencyINTEL: u32 = 5918;
        pub const PipelineEnableALTERA: u32 = 5919;
        pub const PipelineEnableINTEL: u32 = 5919;
        pub const BufferLocationALTERA: u32 = 5921;
        pub const BufferLocationINTEL: u32 = 5921;
        pub const IOPipeStorageALTERA: u32 = 5944;
        pub const IOPipeStorageINTEL: u32 = 5944;
        pub const FunctionFloatingPointModeINTEL: u32 = 6080;
        pub const SingleElementVectorINTEL: u32 = 6085;
        pub const VectorComputeCallableFunctionINTEL: u32 = 6087;
        pub const MediaBlockIOINTEL: u32 = 6140;
        pub const StallFreeALTERA: u32 = 6151;
        pub const StallFreeINTEL: u32 = 6151;
        pub const FPMaxErrorDecorationINTEL: u32 = 6170;
        pub const LatencyControlLabelALTERA: u32 = 6172;
        pub const LatencyControlLabelINTEL: u32 = 6172;
        pub const LatencyControlConstraintALTERA: u32 = 6173;
        pub const LatencyControlConstraintINTEL: u32 = 6173;
        pub const ConduitKernelArgumentALTERA: u32 = 6175;
        pub const ConduitKernelArgumentINTEL: u32 = 6175;
        pub const RegisterMapKernelArgumentALTERA: u32 = 6176;
        pub const RegisterMapKernelArgumentINTEL: u32 = 6176;
        pub const MMHostInterfaceAddressWidthALTERA: u32 = 6177;
        pub const MMHostInterfaceAddressWidthINTEL: u32 = 6177;
        pub const MMHostInterfaceDataWidthALTERA: u32 = 6178;
        pub const MMHostInterfaceDataWidthINTEL: u32 = 6178;
        pub const MMHostInterfaceLatencyALTERA: u32 = 6179;
        pub const MMHostInterfaceLatencyINTEL: u32 = 6179;
        pub const MMHostInterfaceReadWriteModeALTERA: u32 = 6180;
        pub const MMHostInterfaceReadWriteModeINTEL: u32 = 6180;
        pub const MMHostInterfaceMaxBurstALTERA: u32 = 6181;
        pub const MMHostInterfaceMaxBurstINTEL: u32 = 6181;
        pub const MMHostInterfaceWaitRequestALTERA: u32 = 6182;
        pub const MMHostInterfaceWaitRequestINTEL: u32 = 6182;
        pub const StableKernelArgumentALTERA: u32 = 6183;
        pub const StableKernelArgumentINTEL: u32 = 6183;
        pub const HostAccessINTEL: u32 = 6188;
        pub const InitModeALTERA: u32 = 6190;
        pub const InitModeINTEL: u32 = 6190;
        pub const ImplementInRegisterMapALTERA: u32 = 6191;
        pub const ImplementInRegisterMapINTEL: u32 = 6191;
        pub const ConditionalINTEL: u32 = 6247;
        pub const CacheControlLoadINTEL: u32 = 6442;
        pub const CacheControlStoreINTEL: u32 = 6443;
        pub const IntrinsicSAMSUNG: u32 = 7040;
    }
    /// `BuiltIn`.
    pub mod built_in {
        pub const Position: u32 = 0;
        pub const PointSize: u32 = 1;
        pub const ClipDistance: u32 = 3;
        pub const CullDistance: u32 = 4;
        pub const VertexId: u32 = 5;
        pub const InstanceId: u32 = 6;
        pub const PrimitiveId: u32 = 7;
        pub const InvocationId: u32 = 8;
        pub const Layer: u32 = 9;
        pub const ViewportIndex: u32 = 10;
        pub const TessLevelOuter: u32 = 11;
        pub const TessLevelInner: u32 = 12;
        pub const TessCoord: u32 = 13;
        pub const PatchVertices: u32 = 14;
        pub const FragCoord: u32 = 15;
        pub const PointCoord: u32 = 16;
        pub const FrontFacing: u32 = 17;
        pub const SampleId: u32 = 18;
        pub const SamplePosition: u32 = 19;
        pub const SampleMask: u32 = 20;
        pub const FragDepth: u32 = 22;
        pub const HelperInvocation: u32 = 23;
        pub const NumWorkgroups: u32 = 24;
        pub const WorkgroupSize: u32 = 25;
        pub const WorkgroupId: u32 = 26;
        pub const LocalInvocationId: u32 = 27;
        pub const GlobalInvocationId: u32 = 28;
        pub const LocalInvocationIndex: u32 = 29;
        pub const WorkDim: u32 = 30;
        pub const GlobalSize: u32 = 31;
        pub const EnqueuedWorkgroupSize: u32 = 32;
        pub const GlobalOffset: u32 = 33;
        pub const GlobalLinearId: u32 = 34;
        pub const SubgroupSize: u32 = 36;
        pub const SubgroupMaxSize: u32 = 37;
        pub const NumSubgroups: u32 = 38;
        pub const NumEnqueuedSubgroups: u32 = 39;
        pub const SubgroupId: u32 = 40;
        pub const SubgroupLocalInvocationId: u32 = 41;
        pub const VertexIndex: u32 = 42;
        pub const InstanceIndex: u32 = 43;
        pub const CoreIDARM: u32 = 4160;
        pub const CoreCountARM: u32 = 4161;
        pub const CoreMaxIDARM: u32 = 4162;
        pub const WarpIDARM: u32 = 4163;
        pub const WarpMaxIDARM: u32 = 4164;
        pub const SubgroupEqMask: u32 = 4416;
        pub const SubgroupEqMaskKHR: u32 = 4416;
        pub const SubgroupGeMask: u32 = 4417;
        pub const SubgroupGeMaskKHR: u32 = 4417;
        pub const SubgroupGtMask: u32 = 4418;
        pub const SubgroupGtMaskKHR: u32 = 4418;
        pub const SubgroupLeMask: u32 = 4419;
        pub const SubgroupLeMaskKHR: u32 = 4419;
        pub const SubgroupLtMask: u32 = 4420;
        pub const SubgroupLtMaskKHR: u32 = 4420;
        pub const BaseVertex: u32 = 4424;
        pub const BaseInstance: u32 = 4425;
        pub const DrawIndex: u32 = 4426;
        pub const PrimitiveShadingRateKHR: u32 = 4432;
        pub const DeviceIndex: u32 = 4438;
        pub const ViewIndex: u32 = 4440;
        pub const ShadingRateKHR: u32 = 4444;
        pub const TileOffsetQCOM: u32 = 4492;
        pub const TileDimensionQCOM: u32 = 4493;
        pub const TileApronSizeQCOM: u32 = 4494;
        pub const BaryCoordNoPerspAMD: u32 = 4992;
        pub const BaryCoordNoPerspCentroidAMD: u32 = 4993;
        pub const BaryCoordNoPerspSampleAMD: u32 = 4994;
        pub const BaryCoordSmoothAMD: u32 = 4995;
        pub const BaryCoordSmoothCentroidAMD: u32 = 4996;
        pub const BaryCoordSmoothSampleAMD: u32 = 4997;
        pub const BaryCoordPullModelAMD: u32 = 4998;
        pub const FragStencilRefEXT: u32 = 5014;
        pub const RemainingRecursionLevelsAMDX: u32 = 5021;
        pub const ShaderIndexAMDX: u32 = 5073;
        pub const SamplerHeapEXT: u32 = 5122;
        pub const ResourceHeapEXT: u32 = 5123;
        pub const ViewportMaskNV: u32 = 5253;
        pub const SecondaryPositionNV: u32 = 5257;
        pub const SecondaryViewportMaskNV: u32 = 5258;
        pub const PositionPerViewNV: u32 = 5261;
        pub const ViewportMaskPerViewNV: u32 = 5262;
        pub const FullyCoveredEXT: u32 = 5264;
        pub const TaskCountNV: u32 = 5274;
        pub const PrimitiveCountNV: u32 = 5275;
        pub const PrimitiveIndicesNV: u32 = 5276;
        pub const ClipDistancePerViewNV: u32 = 5277;
        pub const CullDistancePerViewNV: u32 = 5278;
        pub const LayerPerViewNV: u32 = 5279;
        pub const MeshViewCountNV: u32 = 5280;
        pub const MeshViewIndicesNV: u32 = 5281;
        pub const BaryCoordKHR: u32 = 5286;
        pub const BaryCoordNV: u32 = 5286;
        pub const BaryCoordNoPerspKHR: u32 = 5287;
        pub const BaryCoordNoPerspNV: u32 = 5287;
        pub const FragSizeEXT: u32 = 5292;
        pub const FragmentSizeNV: u32 = 5292;
        pub const FragInvocationCountEXT: u32 = 5293;
        pub const InvocationsPerPixelNV: u32 = 5293;
        pub const PrimitivePointIndicesEXT: u32 = 5294;
        pub const PrimitiveLineIndicesEXT: u32 = 5295;
        pub const PrimitiveTriangleIndicesEXT: u32 = 5296;
        pub const CullPrimitiveEXT: u32 = 5299;
        pub const LaunchIdKHR: u32 = 5319;
        pub const LaunchIdNV: u32 = 5319;
        pub const LaunchSizeKHR: u32 = 5320;
        pub const LaunchSizeNV: u32 = 5320;
        pub const WorldRayOriginKHR: u32 = 5321;
        pub const WorldRayOriginNV: u32 = 5321;
        pub const WorldRayDirectionKHR: u32 = 5322;
        pub const WorldRayDirectionNV: u32 = 5322;
        pub const ObjectRayOriginKHR: u32 = 5323;
        pub const ObjectRayOriginNV: u32 = 5323;
        pub const ObjectRayDirectionKHR: u32 = 5324;
        pub const ObjectRayDirectionNV: u32 = 5324;
        pub const RayTminKHR: u32 = 5325;
        pub const RayTminNV: u32 = 5325;
        pub const RayTmaxKHR: u32 = 5326;
        pub const RayTmaxNV: u32 = 5326;
        pub const InstanceCustomIndexKHR: u32 = 5327;
        pub const InstanceCustomIndexNV: u32 = 5327;
        pub const ObjectToWorldKHR: u32 = 5330;
        pub const ObjectToWorldNV: u32 = 5330;
        pub const WorldToObjectKHR: u32 = 5331;
        pub const WorldToObjectNV: u32 = 5331;
        pub const HitTNV: u32 = 5332;
        pub const HitKindKHR: u32 = 5333;
        pub const HitKindNV: u32 = 5333;
        pub const CurrentRayTimeNV: u32 = 5334;
        pub const HitTriangleVertexPositionsKHR: u32 = 5335;
        pub const HitMicroTriangleVertexPositionsNV: u32 = 5337;
        pub const HitMicroTriangleVertexBarycentricsNV: u32 = 5344;
        pub const IncomingRayFlagsKHR: u32 = 5351;
        pub const IncomingRayFlagsNV: u32 = 5351;
        pub const RayGeometryIndexKHR: u32 = 5352;
        pub const HitIsSphereNV: u32 = 5359;
        pub const HitIsLSSNV: u32 = 5360;
        pub const HitSpherePositionNV: u32 = 5361;
        pub const WarpsPerSMNV: u32 = 5374;
        pub const SMCountNV: u32 = 5375;
        pub const WarpIDNV: u32 = 5376;
        pub const SMIDNV: u32 = 5377;
        pub const HitLSSPositionsNV: u32 = 5396;
        pub const HitKindFrontFacingMicroTriangleNV: u32 = 5405;
        pub const HitKindBackFacingMicroTriangleNV: u32 = 5406;
        pub const HitSphereRadiusNV: u32 = 5420;
        pub const HitLSSRadiiNV: u32 = 5421;
        pub const ClusterIDNV: u32 = 5436;
        pub const CullMaskKHR: u32 = 6021;
    }
    /// `Scope`.
    pub mod scope {
        pub const CrossDevice: u32 = 0;
        pub const Device: u32 = 1;
        pub const Workgroup: u32 = 2;
        pub const Subgroup: u32 = 3;
        pub const Invocation: u32 = 4;
        pub const QueueFamily: u32 = 5;
        pub const QueueFamilyKHR: u32 = 5;
        pub const ShaderCallKHR: u32 = 6;
    }
    /// `GroupOperation`.
    pub mod group_operation {
        pub const Reduce: u32 = 0;
        pub const InclusiveScan: u32 = 1;
        pub const ExclusiveScan: u32 = 2;
        pub const ClusteredReduce: u32 = 3;
        pub const PartitionedReduceEXT: u32 = 6;
        pub const PartitionedReduceNV: u32 = 6;
        pub const PartitionedInclusiveScanEXT: u32 = 7;
        pub const PartitionedInclusiveScanNV: u32 = 7;
        pub const PartitionedExclusiveScanEXT: u32 = 8;
        pub const PartitionedExclusiveScanNV: u32 = 8;
    }
    /// `KernelEnqueueFlags`.
    pub mod kernel_enqueue_flags {
        pub const NoWait: u32 = 0;
        pub const WaitKernel: u32 = 1;
        pub const WaitWorkGroup: u32 = 2;
    }
    /// `Capability`.
    pub mod capability {
        pub const Matrix: u32 = 0;
        pub const Shader: u32 = 1;
        pub const Geometry: u32 = 2;
        pub const Tessellation: u32 = 3;
        pub const Addresses: u32 = 4;
        pub const Linkage: u32 = 5;
        pub const Kernel: u32 = 6;
        pub const Vector16: u32 = 7;
        pub const Float16Buffer: u32 = 8;
        pub const Float16: u32 = 9;
        pub const Float64: u32 = 10;
        pub const Int64: u32 = 11;
        pub const Int64Atomics: u32 = 12;
        pub const ImageBasic: u32 = 13;
        pub const ImageReadWrite: u32 = 14;
        pub const ImageMipmap: u32 = 15;
        pub const Pipes: u32 = 17;
        pub const Groups: u32 = 18;
        pub const DeviceEnqueue: u32 = 19;
        pub const LiteralSampler: u32 = 20;
        pub const AtomicStorage: u32 = 21;
        pub const Int16: u32 = 22;
        pub const TessellationPointSize: u32 = 23;
        pub const GeometryPointSize: u32 = 24;
        pub const ImageGatherExtended: u32 = 25;
        pub const StorageImageMultisample: u32 = 27;
        pub const UniformBufferArrayDynamicIndexing: u32 = 28;
        pub const SampledImageArrayDynamicIndexing: u32 = 29;
        pub const StorageBufferArrayDynamicIndexing: u32 = 30;
        pub const StorageImageArrayDynamicIndexing: u32 = 31;
        pub const ClipDistance: u32 = 32;
        pub const CullDistance: u32 = 33;
        pub const ImageCubeArray: u32 = 34;
        pub const SampleRateShading: u32 = 35;
        pub const ImageRect: u32 = 36;
        pub const SampledRect: u32 = 37;
        pub const GenericPointer: u32 = 38;
        pub const Int8: u32 = 39;
        pub const InputAttachment: u32 = 40;
        pub const SparseResidency: u32 = 41;
        pub const MinLod: u32 = 42;
        pub const Sampled1D: u32 = 43;
        pub const Image1D: u32 = 44;
        pub const SampledCubeArray: u32 = 45;
        pub const SampledBuffer: u32 = 46;
        pub const ImageBuffer: u32 = 47;
        pub const ImageMSArray: u32 = 48;
        pub const StorageImageExtendedFormats: u32 = 49;
        pub const ImageQuery: u32 = 50;
        pub const DerivativeControl: u32 = 51;
        pub const InterpolationFunction: u32 = 52;
        pub const TransformFeedback: u32 = 53;
        pub const GeometryStreams: u32 = 54;
        pub const StorageImageReadWithoutFormat: u32 = 55;
        pub const StorageImageWriteWithoutFormat: u32 = 56;
        pub const MultiViewport: u32 = 57;
        pub const SubgroupDispatch: u32 = 58;
        pub const NamedBarrier: u32 = 59;
        pub const PipeStorage: u32 = 60;
        pub const GroupNonUniform: u32 = 61;
        pub const GroupNonUniformVote: u32 = 62;
        pub const GroupNonUniformArithmetic: u32 = 63;
        pub const GroupNonUniformBallot: u32 = 64;
        pub const GroupNonUniformShuffle: u32 = 65;
        pub const GroupNonUniformShuffleRelative: u32 = 66;
        pub const GroupNonUniformClustered: u32 = 67;
        pub const GroupNonUniformQuad: u32 = 68;
        pub const ShaderLayer: u32 = 69;
        pub const ShaderViewportIndex: u32 = 70;
        pub const UniformDecoration: u32 = 71;
        pub const CoreBuiltinsARM: u32 = 4165;
        pub const TileImageColorReadAccessEXT: u32 = 4166;
        pub const TileImageDepthReadAccessEXT: u32 = 4167;
        pub const TileImageStencilReadAccessEXT: u32 = 4168;
        pub const TensorsARM: u32 = 4174;
        pub const StorageTensorArrayDynamicIndexingARM: u32 = 4175;
        pub const StorageTensorArrayNonUniformIndexingARM: u32 = 4176;
        pub const GraphARM: u32 = 4191;
        pub const CooperativeMatrixLayoutsARM: u32 = 4201;
        pub const Float8EXT: u32 = 4212;
        pub const Float8CooperativeMatrixEXT: u32 = 4213;
        pub const Float6EXT: u32 = 4228;
        pub const Float4EXT: u32 = 4229;
        pub const Float8UnsignedE8M0EXT: u32 = 4230;
        pub const MXInt8EXT: u32 = 4231;
        pub const BitcastExtractEXT: u32 = 4232;
        pub const FragmentShadingRateKHR: u32 = 4422;
        pub const SubgroupBallotKHR: u32 = 4423;
        pub const DrawParameters: u32 = 4427;
        pub const WorkgroupMemoryExplicitLayoutKHR: u32 = 4428;
        pub const WorkgroupMemoryExplicitLayout8BitAccessKHR: u32 = 4429;
        pub const WorkgroupMemoryExplicitLayout16BitAccessKHR: u32 = 4430;
        pub const SubgroupVoteKHR: u32 = 4431;
        pub const StorageBuffer16BitAccess: u32 = 4433;
        pub const StorageUniformBufferBlock16: u32 = 4433;
        pub const UniformAndStorageBuffer16BitAccess: u32 = 4434;
        pub const StorageUniform16: u32 = 4434;
        pub const StoragePushConstant16: u32 = 4435;
        pub const StorageInputOutput16: u32 = 4436;
        pub const DeviceGroup: u32 = 4437;
        pub const MultiView: u32 = 4439;
        pub const VariablePointersStorageBuffer: u32 = 4441;
        pub const VariablePointers: u32 = 4442;
        pub const AtomicStorageOps: u32 = 4445;
        pub const SampleMaskPostDepthCoverage: u32 = 4447;
        pub const StorageBuffer8BitAccess: u32 = 4448;
        pub const UniformAndStorageBuffer8BitAccess: u32 = 4449;
        pub const StoragePushConstant8: u32 = 4450;
        pub const DenormPreserve: u32 = 4464;
        pub const DenormFlushToZero: u32 = 4465;
        pub const SignedZeroInfNanPreserve: u32 = 4466;
        pub const RoundingModeRTE: u32 = 4467;
        pub const RoundingModeRTZ: u32 = 4468;
        pub const RayQueryProvisionalKHR: u32 = 4471;
        pub const RayQueryKHR: u32 = 4472;
        pub const UntypedPointersKHR: u32 = 4473;
        pub const RayTraversalPrimitiveCullingKHR: u32 = 4478;
        pub const RayTracingKHR: u32 = 4479;
        pub const TextureSampleWeightedQCOM: u32 = 4484;
        pub const TextureBoxFilterQCOM: u32 = 4485;
        pub const TextureBlockMatchQCOM: u32 = 4486;
        pub const TileShadingQCOM: u32 = 4495;
        pub const CooperativeMatrixConversionQCOM: u32 = 4496;
        pub const TextureBlockMatch2QCOM: u32 = 4498;
        pub const MultipleWaitQueuesQCOM: u32 = 4539;
        pub const ImageGatherLinearQCOM: u32 = 4543;
        pub const ImageGatherExtendedModesQCOM: u32 = 4544;
        pub const Float16ImageAMD: u32 = 5008;
        pub const ImageGatherBiasLodAMD: u32 = 5009;
        pub const FragmentMaskAMD: u32 = 5010;
        pub const StencilExportEXT: u32 = 5013;
        pub const ImageReadWriteLodAMD: u32 = 5015;
        pub const Int64ImageEXT: u32 = 5016;
        pub const ShaderClockKHR: u32 = 5055;
        pub const ShaderEnqueueAMDX: u32 = 5067;
        pub const QuadControlKHR: u32 = 5087;
        pub const Int4TypeINTEL: u32 = 5112;
        pub const Int4CooperativeMatrixINTEL: u32 = 5114;
        pub const BFloat16TypeKHR: u32 = 5116;
        pub const BFloat16DotProductKHR: u32 = 5117;
        pub const BFloat16CooperativeMatrixKHR: u32 = 5118;
        pub const AbortKHR: u32 = 5120;
        pub const DescriptorHeapEXT: u32 = 5128;
        pub const ConstantDataKHR: u32 = 5146;
        pub const PoisonFreezeKHR: u32 = 5156;
        pub const WeakLinkageAMD: u32 = 5181;
        pub const SampleMaskOverrideCoverageNV: u32 = 5249;
        pub const GeometryShaderPassthroughNV: u32 = 5251;
        pub const ShaderViewportIndexLayerEXT: u32 = 5254;
        pub const ShaderViewportIndexLayerNV: u32 = 5254;
        pub const ShaderViewportMaskNV: u32 = 5255;
        pub const ShaderStereoViewNV: u32 = 5259;
        pub const PerViewAttributesNV: u32 = 5260;
        pub const FragmentFullyCoveredEXT: u32 = 5265;
        pub const MeshShadingNV: u32 = 5266;
        pub const ImageFootprintNV: u32 = 5282;
        pub const MeshShadingEXT: u32 = 5283;
        pub const FragmentBarycentricKHR: u32 = 5284;
        pub const FragmentBarycentricNV: u32 = 5284;
        pub const ComputeDerivativeGroupQuadsKHR: u32 = 5288;
        pub const ComputeDerivativeGroupQuadsNV: u32 = 5288;
        pub const FragmentDensityEXT: u32 = 5291;
        pub const ShadingRateNV: u32 = 5291;
        pub const GroupNonUniformPartitionedEXT: u32 = 5297;
        pub const GroupNonUniformPartitionedNV: u32 = 5297;
        pub const ShaderNonUniform: u32 = 5301;
        pub const ShaderNonUniformEXT: u32 = 5301;
        pub const RuntimeDescriptorArray: u32 = 5302;
        pub const RuntimeDescriptorArrayEXT: u32 = 5302;
        pub const InputAttachmentArrayDynamicIndexing: u32 = 5303;
        pub const InputAttachmentArrayDynamicIndexingEXT: u32 = 5303;
        pub const UniformTexelBufferArrayDynamicIndexing: u32 = 5304;
        pub const UniformTexelBufferArrayDynamicIndexingEXT: u32 = 5304;
        pub const StorageTexelBufferArrayDynamicIndexing: u32 = 5305;
        pub const StorageTexelBufferArrayDynamicIndexingEXT: u32 = 5305;
        pub const UniformBufferArrayNonUniformIndexing: u32 = 5306;
        pub const UniformBufferArrayNonUniformIndexingEXT: u32 = 5306;
        pub const SampledImageArrayNonUniformIndexing: u32 = 5307;
        pub const SampledImageArrayNonUniformIndexingEXT: u32 = 5307;
        pub const StorageBufferArrayNonUniformIndexing: u32 = 5308;
        pub const StorageBufferArrayNonUniformIndexingEXT: u32 = 5308;
        pub const StorageImageArrayNonUniformIndexing: u32 = 5309;
        pub const StorageImageArrayNonUniformIndexingEXT: u32 = 5309;
        pub const InputAttachmentArrayNonUniformIndexing: u32 = 5310;
        pub const InputAttachmentArrayNonUniformIndexingEXT: u32 = 5310;
        pub const UniformTexelBufferArrayNonUniformIndexing: u32 = 5311;
        pub const UniformTexelBufferArrayNonUniformIndexingEXT: u32 = 5311;
        pub const StorageTexelBufferArrayNonUniformIndexing: u32 = 5312;
        pub const StorageTexelBufferArrayNonUniformIndexingEXT: u32 = 5312;
        pub const RayTracingPositionFetchKHR: u32 = 5336;
        pub const RayTracingNV: u32 = 5340;
        pub const RayTracingMotionBlurNV: u32 = 5341;
        pub const VulkanMemoryModel: u32 = 5345;
        pub const VulkanMemoryModelKHR: u32 = 5345;
        pub const VulkanMemoryModelDeviceScope: u32 = 5346;
        pub const VulkanMemoryModelDeviceScopeKHR: u32 = 5346;
        pub const PhysicalStorageBufferAddresses: u32 = 5347;
        pub const PhysicalStorageBufferAddressesEXT: u32 = 5347;
        pub const ComputeDerivativeGroupLinearKHR: u32 = 5350;
        pub const ComputeDerivativeGroupLinearNV: u32 = 5350;
        pub const RayTracingProvisionalKHR: u32 = 5353;
        pub const CooperativeMatrixNV: u32 = 5357;
        pub const FragmentShaderSampleInterlockEXT: u32 = 5363;
        pub const FragmentShaderShadingRateInterlockEXT: u32 = 5372;
        pub const ShaderSMBuiltinsNV: u32 = 5373;
        pub const FragmentShaderPixelInterlockEXT: u32 = 5378;
        pub const DemoteToHelperInvocation: u32 = 5379;
        pub const DemoteToHelperInvocationEXT: u32 = 5379;
        pub const DisplacementMicromapNV: u32 = 5380;
        pub const RayTracingOpacityMicromapKHR: u32 = 5381;
        pub const RayTracingOpacityMicromapEXT: u32 = 5381;
        pub const ShaderInvocationReorderNV: u32 = 5383;
        pub const ShaderInvocationReorderEXT: u32 = 5388;
        pub const BindlessTextureNV: u32 = 5390;
        pub const RayQueryPositionFetchKHR: u32 = 5391;
        pub const CooperativeVectorNV: u32 = 5394;
        pub const AtomicFloat16VectorNV: u32 = 5404;
        pub const RayTracingDisplacementMicromapNV: u32 = 5409;
        pub const RawAccessChainsNV: u32 = 5414;
        pub const RayTracingSpheresGeometryNV: u32 = 5418;
        pub const RayTracingLinearSweptSpheresGeometryNV: u32 = 5419;
        pub const PushConstantBanksNV: u32 = 5423;
        pub const LongVectorEXT: u32 = 5425;
        pub const Shader64BitIndexingEXT: u32 = 5426;
        pub const CooperativeMatrixConversionsEXT: u32 = 5429;
        pub const CooperativeMatrixReductionsEXT: u32 = 5430;
        pub const CooperativeMatrixReductionsNV: u32 = 5430;
        pub const CooperativeMatrixConversionsNV: u32 = 5431;
        pub const CooperativeMatrixPerElementOperationsEXT: u32 = 5432;
        pub const CooperativeMatrixPerElementOperationsNV: u32 = 5432;
        pub const CooperativeMatrixTensorAddressingNV: u32 = 5433;
        pub const CooperativeMatrixBlockLoadsNV: u32 = 5434;
        pub const CooperativeVectorTrainingNV: u32 = 5435;
        pub const RayTracingClusterAccelerationStructureNV: u32 = 5437;
        pub const CooperativeMatrixGetCoordinateEXT: u32 = 5438;
        pub const TensorAddressingNV: u32 = 5439;
        pub const CooperativeMatrixDecodeVectorNV: u32 = 5447;
        pub const SubgroupShuffleINTEL: u32 = 5568;
        pub const SubgroupBufferBlockIOINTEL: u32 = 5569;
        pub const SubgroupImageBlockIOINTEL: u32 = 5570;
        pub const SubgroupImageMediaBlockIOINTEL: u32 = 5579;
        pub const RoundToInfinityINTEL: u32 = 5582;
        pub const FloatingPointModeINTEL: u32 = 5583;
        pub const IntegerFunctions2INTEL: u32 = 5584;
        pub const FunctionPointersINTEL: u32 = 5603;
        pub const IndirectReferencesINTEL: u32 = 5604;
        pub const AsmINTEL: u32 = 5606;
        pub const AtomicFloat32MinMaxEXT: u32 = 5612;
        pub const AtomicFloat64MinMaxEXT: u32 = 5613;
        pub const AtomicFloat16MinMaxEXT: u32 = 5616;
        pub const VectorComputeINTEL: u32 = 5617;
        pub const VectorAnyINTEL: u32 = 5619;
        pub const ExpectAssumeKHR: u32 = 5629;
        pub const SubgroupAvcMotionEstimationINTEL: u32 = 5696;
        pub const SubgroupAvcMotionEstimationIntraINTEL: u32 = 5697;
        pub const SubgroupAvcMotionEstimationChromaINTEL: u32 = 5698;
        pub const VariableLengthArrayINTEL: u32 = 5817;
        pub const FunctionFloatControlINTEL: u32 = 5821;
        pub const FPGAMemoryAttributesALTERA: u32 = 5824;
        pub const FPGAMemoryAttributesINTEL: u32 = 5824;
        pub const FPFastMathModeINTEL: u32 = 5837;
        pub const ArbitraryPrecisionIntegersALTERA: u32 = 5844;
        pub const ArbitraryPrecisionIntegersINTEL: u32 = 5844;
        pub const ArbitraryPrecisionFloatingPointALTERA: u32 = 5845;
        pub const ArbitraryPrecisionFloatingPointINTEL: u32 = 5845;
        pub const UnstructuredLoopControlsINTEL: u32 = 5886;
        pub const FPGALoopControlsALTERA: u32 = 5888;
        pub const FPGALoopControlsINTEL: u32 = 5888;
        pub const KernelAttributesINTEL: u32 = 5892;
        pub const FPGAKernelAttributesINTEL: u32 = 5897;
        pub const FPGAMemoryAccessesALTERA: u32 = 5898;
        pub const FPGAMemoryAccessesINTEL: u32 = 5898;
        pub const FPGAClusterAttributesALTERA: u32 = 5904;
        pub const FPGAClusterAttributesINTEL: u32 = 5904;
        pub const LoopFuseALTERA: u32 = 5906;
        pub const LoopFuseINTEL: u32 = 5906;
        pub const FPGADSPControlALTERA: u32 = 5908;
        pub const FPGADSPControlINTEL: u32 = 5908;
        pub const MemoryAccessAliasingINTEL: u32 = 5910;
        pub const FPGAInvocationPipeliningAttributesALTERA: u32 = 5916;
        pub const FPGAInvocationPipeliningAttributesINTEL: u32 = 5916;
        pub const FPGABufferLocationALTERA: u32 = 5920;
        pub const FPGABufferLocationINTEL: u32 = 5920;
        pub const ArbitraryPrecisionFixedPointALTERA: u32 = 5922;
        pub const ArbitraryPrecisionFixedPointINTEL: u32 = 5922;
        pub const USMStorageClassesALTERA: u32 = 5935;
        pub const USMStorageClassesINTEL: u32 = 5935;
        pub const RuntimeAlignedAttributeALTERA: u32 = 5939;
        pub const RuntimeAlignedAttributeINTEL: u32 = 5939;
        pub const IOPipesALTERA: u32 = 5943;
        pub const IOPipesINTEL: u32 = 5943;
        pub const BlockingPipesALTERA: u32 = 5945;
        pub const BlockingPipesINTEL: u32 = 5945;
        pub const FPGARegALTERA: u32 = 5948;
        pub const FPGARegINTEL: u32 = 5948;
        pub const DotProductInputAll: u32 = 6016;
        pub const DotProductInputAllKHR: u32 = 6016;
        pub const DotProductInput4x8Bit: u32 = 6017;
        pub const DotProductInput4x8BitKHR: u32 = 6017;
        pub const DotProductInput4x8BitPacked: u32 = 6018;
        pub const DotProductInput4x8BitPackedKHR: u32 = 6018;
        pub const DotProduct: u32 = 6019;
        pub const DotProductKHR: u32 = 6019;
        pub const RayCullMaskKHR: u32 = 6020;
        pub const CooperativeMatrixKHR: u32 = 6022;
        pub const ReplicatedCompositesEXT: u32 = 6024;
        pub const BitInstructions: u32 = 6025;
        pub const GroupNonUniformRotateKHR: u32 = 6026;
        pub const FloatControls2: u32 = 6029;
        pub const FMAKHR: u32 = 6030;
        pub const RayTracingOpacityMicromapExecutionModeKHR: u32 = 6032;
        pub const AtomicFloat32AddEXT: u32 = 6033;
        pub const AtomicFloat64AddEXT: u32 = 6034;
        pub const LongCompositesINTEL: u32 = 6089;
        pub const OptNoneEXT: u32 = 6094;
        pub const OptNoneINTEL: u32 = 6094;
        pub const AtomicFloat16AddEXT: u32 = 6095;
        pub const DebugInfoModuleINTEL: u32 = 6114;
        pub const BFloat16ConversionINTEL: u32 = 6115;
        pub const SplitBarrierEXT: u32 = 6141;
        pub const SplitBarrierINTEL: u32 = 6141;
        pub const ArithmeticFenceEXT: u32 = 6144;
        pub const FPGAClusterAttributesV2ALTERA: u32 = 6150;
        pub const FPGAClusterAttributesV2INTEL: u32 = 6150;
        pub const FPGAKernelAttributesv2INTEL: u32 = 6161;
        pub const TaskSequenceALTERA: u32 = 6162;
        pub const TaskSequenceINTEL: u32 = 6162;
        pub const FPMaxErrorINTEL: u32 = 6169;
        pub const FPGALatencyControlALTERA: u32 = 6171;
        pub const FPGALatencyControlINTEL: u32 = 6171;
        pub const FPGAArgumentInterfacesALTERA: u32 = 6174;
        pub const FPGAArgumentInterfacesINTEL: u32 = 6174;
        pub const GlobalVariableHostAccessINTEL: u32 = 6187;
        pub const GlobalVariableFPGADecorationsALTERA: u32 = 6189;
        pub const GlobalVariableFPGADecorationsINTEL: u32 = 6189;
        pub const SubgroupBufferPrefetchINTEL: u32 = 6220;
        pub const Subgroup2DBlockIOINTEL: u32 = 6228;
        pub const Subgroup2DBlockTransformINTEL: u32 = 6229;
        pub const Subgroup2DBlockTransposeINTEL: u32 = 6230;
        pub const SubgroupMatrixMultiplyAccumulateINTEL: u32 = 6236;
        pub const TernaryBitwiseFunctionINTEL: u32 = 6241;
        pub const UntypedVariableLengthArrayINTEL: u32 = 6243;
        pub const SpecConditionalINTEL: u32 = 6245;
        pub const FunctionVariantsINTEL: u32 = 6246;
        pub const PredicatedIOINTEL: u32 = 6257;
        pub const RoundedDivideSqrtINTEL: u32 = 6265;
        pub const GroupUniformArithmeticKHR: u32 = 6400;
        pub const TensorFloat32RoundingINTEL: u32 = 6425;
        pub const MaskedGatherScatterINTEL: u32 = 6427;
        pub const CacheControlsINTEL: u32 = 6441;
        pub const RegisterLimitsINTEL: u32 = 6460;
        pub const BindlessImagesINTEL: u32 = 6528;
        pub const DotProductFloat16AccFloat32VALVE: u32 = 6912;
        pub const DotProductFloat16AccFloat16VALVE: u32 = 6913;
        pub const DotProductBFloat16AccVALVE: u32 = 6914;
        pub const DotProductFloat8AccFloat32VALVE: u32 = 6915;
        pub const IntrinsicSAMSUNG: u32 = 7041;
    }
    /// `RayQueryIntersection`.
    pub mod ray_query_intersection {
        pub const RayQueryCandidateIntersectionKHR: u32 = 0;
        pub const RayQueryCommittedIntersectionKHR: u32 = 1;
    }
    /// `RayQueryCommittedIntersectionType`.
    pub mod ray_query_committed_intersection_type {
        pub const RayQueryCommittedIntersectionNoneKHR: u32 = 0;
        pub const RayQueryCommittedIntersectionTriangleKHR: u32 = 1;
        pub const RayQueryCommittedIntersectionGeneratedKHR: u32 = 2;
    }
    /// `RayQueryCandidateIntersectionType`.
    pub mod ray_query_candidate_intersection_type {
        pub const RayQueryCandidateIntersectionTriangleKHR: u32 = 0;
        pub const RayQueryCandidateIntersectionAABBKHR: u32 = 1;
    }
    /// `PackedVectorFormat`.
    pub mod packed_vector_format {
        pub const PackedVectorFormat4x8Bit: u32 = 0;
        pub const PackedVectorFormat4x8BitKHR: u32 = 0;
    }
    /// `CooperativeMatrixOperands`.
    pub mod cooperative_matrix_operands {
        pub const NoneKHR: u32 = 0;
        pub const MatrixASignedComponentsKHR: u32 = 1;
        pub const MatrixBSignedComponentsKHR: u32 = 2;
        pub const MatrixCSignedComponentsKHR: u32 = 4;
        pub const MatrixResultSignedComponentsKHR: u32 = 8;
        pub const SaturatingAccumulationKHR: u32 = 16;
    }
    /// `CooperativeMatrixLayout`.
    pub mod cooperative_matrix_layout {
        pub const RowMajorKHR: u32 = 0;
        pub const ColumnMajorKHR: u32 = 1;
        pub const RowBlockedInterleavedARM: u32 = 4202;
        pub const ColumnBlockedInterleavedARM: u32 = 4203;
    }
    /// `CooperativeMatrixUse`.
    pub mod cooperative_matrix_use {
        pub const MatrixAKHR: u32 = 0;
        pub const MatrixBKHR: u32 = 1;
        pub const MatrixAccumulatorKHR: u32 = 2;
    }
    /// `CooperativeMatrixReduce`.
    pub mod cooperative_matrix_reduce {
        pub const Row: u32 = 1;
        pub const Column: u32 = 2;
        pub const CooperativeMatrixReduce2x2: u32 = 4;
    }
    /// `TensorClampMode`.
    pub mod tensor_clamp_mode {
        pub const Undefined: u32 = 0;
        pub const Constant: u32 = 1;
        pub const ClampToEdge: u32 = 2;
        pub const Repeat: u32 = 3;
        pub const RepeatMirrored: u32 = 4;
    }
    /// `TensorAddressingOperands`.
    pub mod tensor_addressing_operands {
        pub const None: u32 = 0;
        pub const TensorView: u32 = 1;
        pub const DecodeFunc: u32 = 2;
        pub const DecodeVectorFunc: u32 = 4;
    }
    /// `InitializationModeQualifier`.
    pub mod initialization_mode_qualifier {
        pub const InitOnDeviceReprogramALTERA: u32 = 0;
        pub const InitOnDeviceReprogramINTEL: u32 = 0;
        pub const InitOnDeviceResetALTERA: u32 = 1;
        pub const InitOnDeviceResetINTEL: u32 = 1;
    }
    /// `LoadCacheControl`.
    pub mod load_cache_control {
        pub const UncachedINTEL: u32 = 0;
        pub const CachedINTEL: u32 = 1;
        pub const StreamingINTEL: u32 = 2;
        pub const InvalidateAfterReadINTEL: u32 = 3;
        pub const ConstCachedINTEL: u32 = 4;
    }
    /// `StoreCacheControl`.
    pub mod store_cache_control {
        pub const UncachedINTEL: u32 = 0;
        pub const WriteThroughINTEL: u32 = 1;
        pub const WriteBackINTEL: u32 = 2;
        pub const StreamingINTEL: u32 = 3;
    }
    /// `NamedMaximumNumberOfRegisters`.
    pub mod named_maximum_number_of_registers {
        pub const AutoINTEL: u32 = 0;
    }
    /// `MatrixMultiplyAccumulateOperands`.
    pub mod matrix_multiply_accumulate_operands {
        pub const None: u32 = 0;
        pub const MatrixASignedComponentsINTEL: u32 = 1;
        pub const MatrixBSignedComponentsINTEL: u32 = 2;
        pub const MatrixCBFloat16INTEL: u32 = 4;
        pub const MatrixResultBFloat16INTEL: u32 = 8;
        pub const MatrixAPackedInt8INTEL: u32 = 16;
        pub const MatrixBPackedInt8INTEL: u32 = 32;
        pub const MatrixAPackedInt4INTEL: u32 = 64;
        pub const MatrixBPackedInt4INTEL: u32 = 128;
        pub const MatrixATF32INTEL: u32 = 256;
        pub const MatrixBTF32INTEL: u32 = 512;
        pub const MatrixAPackedFloat16INTEL: u32 = 1024;
        pub const MatrixBPackedFloat16INTEL: u32 = 2048;
        pub const MatrixAPackedBFloat16INTEL: u32 = 4096;
        pub const MatrixBPackedBFloat16INTEL: u32 = 8192;
    }
    /// `FPEncoding`.
    pub mod fp_encoding {
        pub const BFloat16KHR: u32 = 0;
        pub const Float8E4M3EXT: u32 = 4214;
        pub const Float8E5M2EXT: u32 = 4215;
        pub const Float6E2M3EXT: u32 = 4223;
        pub const Float6E3M2EXT: u32 = 4224;
        pub const Float4E2M1EXT: u32 = 4225;
        pub const Float8UnsignedE8M0EXT: u32 = 4226;
        pub const MXInt8EXT: u32 = 4227;
    }
    /// `CooperativeVectorMatrixLayout`.
    pub mod cooperative_vector_matrix_layout {
        pub const RowMajorNV: u32 = 0;
        pub const ColumnMajorNV: u32 = 1;
        pub const InferencingOptimalNV: u32 = 2;
        pub const TrainingOptimalNV: u32 = 3;
    }
    /// `ComponentType`.
    pub mod component_type {
        pub const Float16NV: u32 = 0;
        pub const Float32NV: u32 = 1;
        pub const Float64NV: u32 = 2;
        pub const SignedInt8NV: u32 = 3;
        pub const SignedInt16NV: u32 = 4;
        pub const SignedInt32NV: u32 = 5;
        pub const SignedInt64NV: u32 = 6;
        pub const UnsignedInt8NV: u32 = 7;
        pub const UnsignedInt16NV: u32 = 8;
        pub const UnsignedInt32NV: u32 = 9;
        pub const UnsignedInt64NV: u32 = 10;
        pub const SignedInt8PackedNV: u32 = 1000491000;
        pub const UnsignedInt8PackedNV: u32 = 1000491001;
        pub const FloatE4M3NV: u32 = 1000491002;
        pub const FloatE5M2NV: u32 = 1000491003;
    }
    /// `GatherModes`.
    pub mod gather_modes {
        pub const Gather4x1QCOM: u32 = 0;
        pub const GatherDQCOM: u32 = 1;
        pub const GatherH2QCOM: u32 = 2;
        pub const GatherV2QCOM: u32 = 3;
    }
    /// `TensorOperands`.
    pub mod tensor_operands {
        pub const NoneARM: u32 = 0;
        pub const NontemporalARM: u32 = 1;
        pub const OutOfBoundsValueARM: u32 = 2;
        pub const MakeElementAvailableARM: u32 = 4;
        pub const MakeElementVisibleARM: u32 = 8;
        pub const NonPrivateElementARM: u32 = 16;
    }
    /// `DebugInfoFlags`.
    pub mod debug_info_flags {
        pub const None: u32 = 0;
        pub const FlagIsProtected: u32 = 1;
        pub const FlagIsPrivate: u32 = 2;
        pub const FlagIsPublic: u32 = 3;
        pub const FlagIsLocal: u32 = 4;
        pub const FlagIsDefinition: u32 = 8;
        pub const FlagFwdDecl: u32 = 16;
        pub const FlagArtificial: u32 = 32;
        pub const FlagExplicit: u32 = 64;
        pub const FlagPrototyped: u32 = 128;
        pub const FlagObjectPointer: u32 = 256;
        pub const FlagStaticMember: u32 = 512;
        pub const FlagIndirectVariable: u32 = 1024;
        pub const FlagLValueReference: u32 = 2048;
        pub const FlagRValueReference: u32 = 4096;
        pub const FlagIsOptimized: u32 = 8192;
    }
    /// `DebugBaseTypeAttributeEncoding`.
    pub mod debug_base_type_attribute_encoding {
        pub const Unspecified: u32 = 0;
        pub const Address: u32 = 1;
        pub const Boolean: u32 = 2;
        pub const Float: u32 = 4;
        pub const Signed: u32 = 5;
        pub const SignedChar: u32 = 6;
        pub const Unsigned: u32 = 7;
        pub const UnsignedChar: u32 = 8;
    }
    /// `DebugCompositeType`.
    pub mod debug_composite_type {
        pub const Class: u32 = 0;
        pub const Structure: u32 = 1;
        pub const Union: u32 = 2;
    }
    /// `DebugTypeQualifier`.
    pub mod debug_type_qualifier {
        pub const ConstType: u32 = 0;
        pub const VolatileType: u32 = 1;
        pub const RestrictType: u32 = 2;
    }
    /// `DebugOperation`.
    pub mod debug_operation {
        pub const Deref: u32 = 0;
        pub const Plus: u32 = 1;
        pub const Minus: u32 = 2;
        pub const PlusUconst: u32 = 3;
        pub const BitPiece: u32 = 4;
        pub const Swap: u32 = 5;
        pub const Xderef: u32 = 6;
        pub const StackValue: u32 = 7;
        pub const Constu: u32 = 8;
    }
    /// Instructions of the set `GlslStd450`.
    pub mod glsl_std_450 {
        pub const Round: u32 = 1;
        pub const RoundEven: u32 = 2;
        pub const Trunc: u32 = 3;
        pub const FAbs: u32 = 4;
        pub const SAbs: u32 = 5;
        pub const FSign: u32 = 6;
        pub const SSign: u32 = 7;
        pub const Floor: u32 = 8;
        pub const Ceil: u32 = 9;
        pub const Fract: u32 = 10;
        pub const Radians: u32 = 11;
        pub const Degrees: u32 = 12;
        pub const Sin: u32 = 13;
        pub const Cos: u32 = 14;
        pub const Tan: u32 = 15;
        pub const Asin: u32 = 16;
        pub const Acos: u32 = 17;
        pub const Atan: u32 = 18;
        pub const Sinh: u32 = 19;
        pub const Cosh: u32 = 20;
        pub const Tanh: u32 = 21;
        pub const Asinh: u32 = 22;
        pub const Acosh: u32 = 23;
        pub const Atanh: u32 = 24;
        pub const Atan2: u32 = 25;
        pub const Pow: u32 = 26;
        pub const Exp: u32 = 27;
        pub const Log: u32 = 28;
        pub const Exp2: u32 = 29;
        pub const Log2: u32 = 30;
        pub const Sqrt: u32 = 31;
        pub const InverseSqrt: u32 = 32;
        pub const Determinant: u32 = 33;
        pub const MatrixInverse: u32 = 34;
        pub const Modf: u32 = 35;
        pub const ModfStruct: u32 = 36;
        pub const FMin: u32 = 37;
        pub const UMin: u32 = 38;
        pub const SMin: u32 = 39;
        pub const FMax: u32 = 40;
        pub const UMax: u32 = 41;
        pub const SMax: u32 = 42;
        pub const FClamp: u32 = 43;
        pub const UClamp: u32 = 44;
        pub const SClamp: u32 = 45;
        pub const FMix: u32 = 46;
        pub const IMix: u32 = 47;
        pub const Step: u32 = 48;
        pub const SmoothStep: u32 = 49;
        pub const Fma: u32 = 50;
        pub const Frexp: u32 = 51;
        pub const FrexpStruct: u32 = 52;
        pub const Ldexp: u32 = 53;
        pub const PackSnorm4x8: u32 = 54;
        pub const PackUnorm4x8: u32 = 55;
        pub const PackSnorm2x16: u32 = 56;
        pub const PackUnorm2x16: u32 = 57;
        pub const PackHalf2x16: u32 = 58;
        pub const PackDouble2x32: u32 = 59;
        pub const UnpackSnorm2x16: u32 = 60;
        pub const UnpackUnorm2x16: u32 = 61;
        pub const UnpackHalf2x16: u32 = 62;
        pub const UnpackSnorm4x8: u32 = 63;
        pub const UnpackUnorm4x8: u32 = 64;
        pub const UnpackDouble2x32: u32 = 65;
        pub const Length: u32 = 66;
        pub const Distance: u32 = 67;
        pub const Cross: u32 = 68;
        pub const Normalize: u32 = 69;
        pub const FaceForward: u32 = 70;
        pub const Reflect: u32 = 71;
        pub const Refract: u32 = 72;
        pub const FindILsb: u32 = 73;
        pub const FindSMsb: u32 = 74;
        pub const FindUMsb: u32 = 75;
        pub const InterpolateAtCentroid: u32 = 76;
        pub const InterpolateAtSample: u32 = 77;
        pub const InterpolateAtOffset: u32 = 78;
        pub const NMin: u32 = 79;
        pub const NMax: u32 = 80;
        pub const NClamp: u32 = 81;
    }
    /// Instructions of the set `AmdGcnShader`.
    pub mod amd_gcn_shader {
        pub const CubeFaceIndexAMD: u32 = 1;
        pub const CubeFaceCoordAMD: u32 = 2;
        pub const TimeAMD: u32 = 3;
    }
    /// Instructions of the set `AmdShaderBallot`.
    pub mod amd_shader_ballot {
        pub const SwizzleInvocationsAMD: u32 = 1;
        pub const SwizzleInvocationsMaskedAMD: u32 = 2;
        pub const WriteInvocationAMD: u32 = 3;
        pub const MbcntAMD: u32 = 4;
    }
    /// Instructions of the set `AmdShaderTrinaryMinmax`.
    pub mod amd_shader_trinary_minmax {
        pub const FMin3AMD: u32 = 1;
        pub const UMin3AMD: u32 = 2;
        pub const SMin3AMD: u32 = 3;
        pub const FMax3AMD: u32 = 4;
        pub const UMax3AMD: u32 = 5;
        pub const SMax3AMD: u32 = 6;
        pub const FMid3AMD: u32 = 7;
        pub const UMid3AMD: u32 = 8;
        pub const SMid3AMD: u32 = 9;
    }
    /// Instructions of the set `AmdShaderExplicitVertexParameter`.
    pub mod amd_shader_explicit_vertex_parameter {
        pub const InterpolateAtVertexAMD: u32 = 1;
    }
    /// Instructions of the set `DebugInfo`.
    pub mod debug_info {
        pub const DebugInfoNone: u32 = 0;
        pub const DebugCompilationUnit: u32 = 1;
        pub const DebugTypeBasic: u32 = 2;
        pub const DebugTypePointer: u32 = 3;
        pub const DebugTypeQualifier: u32 = 4;
        pub const DebugTypeArray: u32 = 5;
        pub const DebugTypeVector: u32 = 6;
        pub const DebugTypedef: u32 = 7;
        pub const DebugTypeFunction: u32 = 8;
        pub const DebugTypeEnum: u32 = 9;
        pub const DebugTypeComposite: u32 = 10;
        pub const DebugTypeMember: u32 = 11;
        pub const DebugTypeInheritance: u32 = 12;
        pub const DebugTypePtrToMember: u32 = 13;
        pub const DebugTypeTemplate: u32 = 14;
        pub const DebugTypeTemplateParameter: u32 = 15;
        pub const DebugTypeTemplateTemplateParameter: u32 = 16;
        pub const DebugTypeTemplateParameterPack: u32 = 17;
        pub const DebugGlobalVariable: u32 = 18;
        pub const DebugFunctionDeclaration: u32 = 19;
        pub const DebugFunction: u32 = 20;
        pub const DebugLexicalBlock: u32 = 21;
        pub const DebugLexicalBlockDiscriminator: u32 = 22;
        pub const DebugScope: u32 = 23;
        pub const DebugNoScope: u32 = 24;
        pub const DebugInlinedAt: u32 = 25;
        pub const DebugLocalVariable: u32 = 26;
        pub const DebugInlinedVariable: u32 = 27;
        pub const DebugDeclare: u32 = 28;
        pub const DebugValue: u32 = 29;
        pub const DebugOperation: u32 = 30;
        pub const DebugExpression: u32 = 31;
        pub const DebugMacroDef: u32 = 32;
        pub const DebugMacroUndef: u32 = 33;
    }
}
