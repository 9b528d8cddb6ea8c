//! Where the operands of instructions are: SPIR-V 1.6 revision 7 (SPIRV-Headers 0d25db9).
//!
//! Written by `cargo xtask gen --registry DIR`; edits by hand are lost.

use crate::inst::Inst;
use crate::tables::op;
use crate::views::views;

views! {
    AccessChain: [OpAccessChain OpInBoundsAccessChain], [result_type 1, result 2, base 3],
        [indexes 4];
    AnyCopyMemory: [OpCopyMemory OpCopyMemorySized], [target 1, source 2], [];
    ArrayLength: [OpArrayLength], [result_type 1, result 2, structure 3, array_member 4], [];
    AtomicStore: [OpAtomicStore], [pointer 1, memory 2, semantics 3, value 4], [];
    BitFieldExtract: [OpBitFieldSExtract OpBitFieldUExtract],
        [result_type 1, result 2, base 3, offset 4, count 5], [];
    BitFieldInsert: [OpBitFieldInsert],
        [result_type 1, result 2, base 3, insert 4, offset 5, count 6], [];
    Bitcast: [OpBitcast], [result_type 1, result 2, operand 3], [];
    Bits: [OpBitFieldInsert OpBitFieldSExtract OpBitFieldUExtract OpBitReverse OpBitCount],
        [result_type 1, result 2, base 3], [];
    Branch: [OpBranch], [target_label 1], [];
    BranchConditional: [OpBranchConditional], [condition 1, true_label 2, false_label 3],
        [branch_weights 4];
    Branching: [OpBranchConditional OpSwitch], [condition 1], [];
    Capability: [OpCapability], [capability 1], [];
    Constant: [OpConstant OpSpecConstant], [result_type 1, result 2, value 3], [value_words 3];
    ConstantComposite: [OpConstantComposite OpSpecConstantComposite], [result_type 1, result 2],
        [constituents 3];
    ControlBarrier: [OpControlBarrier], [execution 1, memory 2, semantics 3], [];
    CopyLogical: [OpCopyLogical], [result_type 1, result 2, operand 3], [];
    CopyMemory: [OpCopyMemory], [target 1, source 2, memory_access 3], [memory_access_words 3];
    CopyObject: [OpCopyObject], [result_type 1, result 2, operand 3], [];
    Decorate: [OpDecorate OpDecorateId OpDecorateString], [target 1, decoration 2, operand 3],
        [operands 3];
    DecorationGroup: [OpDecorationGroup], [result 1], [];
    Dot:
        [OpDot OpSDot OpUDot OpSUDot OpSDotAccSat OpUDotAccSat OpSUDotAccSat OpFDot2MixAcc32VALVE
         OpFDot2MixAcc16VALVE OpFDot4MixAcc32VALVE],
        [result_type 1, result 2, vector_1 3, vector_2 4], [];
    DotAccSat: [OpSDotAccSat OpUDotAccSat OpSUDotAccSat],
        [result_type 1, result 2, vector_1 3, vector_2 4, accumulator 5], [packed_vector_format 6];
    EntryPoint: [OpEntryPoint], [execution_model 1, entry_point 2], [name 3];
    ExecutionMode: [OpExecutionMode OpExecutionModeId], [entry_point 1, mode 2, operand 3],
        [operands 3];
    ExpectKHR: [OpExpectKHR], [result_type 1, result 2, value 3, expected_value 4], [];
    ExtInst: [OpExtInst OpExtInstWithForwardRefsKHR],
        [result_type 1, result 2, set 3, instruction 4, operand 5], [operands 5];
    ExtInstImport: [OpExtInstImport], [result 1], [name 2];
    Extension: [OpExtension], [], [name 1];
    FragmentFetch: [OpFragmentMaskFetchAMD OpFragmentFetchAMD],
        [result_type 1, result 2, image 3, coordinate 4], [];
    FragmentFetchAMD: [OpFragmentFetchAMD],
        [result_type 1, result 2, image 3, coordinate 4, fragment_index 5], [];
    Function: [OpFunction], [result_type 1, result 2, function_control 3, function_type 4], [];
    FunctionCall: [OpFunctionCall], [result_type 1, result 2, function 3], [arguments 4];
    GroupDecorate: [OpGroupDecorate], [decoration_group 1], [targets 2];
    GroupMemberDecorate: [OpGroupMemberDecorate], [decoration_group 1], [targets 2];
    GroupNonUniformBroadcast: [OpGroupNonUniformBroadcast],
        [result_type 1, result 2, execution 3, value 4, invocation_id 5], [];
    GroupNonUniformQuadBroadcast: [OpGroupNonUniformQuadBroadcast],
        [result_type 1, result 2, execution 3, value 4, index 5], [];
    GroupNonUniformQuadVote: [OpGroupNonUniformQuadAllKHR OpGroupNonUniformQuadAnyKHR],
        [result_type 1, result 2, predicate 3], [];
    GroupOperation:
        [OpGroupNonUniformBallotBitCount OpGroupNonUniformIAdd OpGroupNonUniformFAdd
         OpGroupNonUniformIMul OpGroupNonUniformFMul OpGroupNonUniformSMin OpGroupNonUniformUMin
         OpGroupNonUniformFMin OpGroupNonUniformSMax OpGroupNonUniformUMax OpGroupNonUniformFMax
         OpGroupNonUniformBitwiseAnd OpGroupNonUniformBitwiseOr OpGroupNonUniformBitwiseXor
         OpGroupNonUniformLogicalAnd OpGroupNonUniformLogicalOr OpGroupNonUniformLogicalXor
         OpGroupIAddNonUniformAMD OpGroupFAddNonUniformAMD OpGroupFMinNonUniformAMD
         OpGroupUMinNonUniformAMD OpGroupSMinNonUniformAMD OpGroupFMaxNonUniformAMD
         OpGroupUMaxNonUniformAMD OpGroupSMaxNonUniformAMD],
        [result_type 1, result 2, execution 3, operation 4], [];
    ImageGather: [OpImageGather OpImageDrefGather OpImageSparseGather OpImageSparseDrefGather],
        [result_type 1, result 2, sampled_image 3, coordinate 4, image_operands 6],
        [image_operands_words 6];
    ImageRead: [OpImageRead OpImageSparseRead],
        [result_type 1, result 2, image 3, coordinate 4, image_operands 5],
        [image_operands_words 5];
    ImageWrite: [OpImageWrite], [image 1, coordinate 2, texel 3, image_operands 4],
        [image_operands_words 4];
    Label: [OpLabel], [result 1], [];
    Line: [OpLine], [file 1, line 2, column 3], [];
    Load: [OpLoad], [result_type 1, result 2, pointer 3, memory_access 4], [memory_access_words 4];
    LoopMerge: [OpLoopMerge], [merge_block 1, continue_target 2, loop_control 3],
        [loop_control_words 3];
    Member: [OpMemberDecorate OpMemberDecorateIdEXT OpMemberDecorateString OpMemberName],
        [structure_type 1, member 2], [];
    MemberDecorate: [OpMemberDecorate OpMemberDecorateIdEXT OpMemberDecorateString],
        [structure_type 1, member 2, decoration 3, operand 4], [operands 4];
    MemoryBarrier: [OpMemoryBarrier], [memory 1, semantics 2], [];
    MemoryModel: [OpMemoryModel], [addressing_model 1, memory_model 2], [];
    Merge: [OpLoopMerge OpSelectionMerge], [merge_block 1], [];
    Name: [OpName], [target 1], [name 2];
    Phi: [OpPhi], [result_type 1, result 2], [pairs 3];
    PtrAccessChain: [OpPtrAccessChain OpInBoundsPtrAccessChain],
        [result_type 1, result 2, base 3, element 4], [indexes 5];
    PtrComparison: [OpPtrEqual OpPtrNotEqual OpPtrDiff],
        [result_type 1, result 2, operand_1 3, operand_2 4], [];
    ReadClockKHR: [OpReadClockKHR], [result_type 1, result 2, scope 3], [];
    ReturnValue: [OpReturnValue], [value 1], [];
    SampledImage: [OpSampledImage], [result_type 1, result 2, image 3, sampler 4], [];
    Select: [OpSelect], [result_type 1, result 2, condition 3, object_1 4, object_2 5], [];
    SelectionMerge: [OpSelectionMerge], [merge_block 1, selection_control 2], [];
    Source: [OpSource], [source_language 1, version 2, file 3], [source 4];
    SpecConstantOp: [OpSpecConstantOp], [result_type 1, result 2, opcode 3, operand 4],
        [operands 4];
    Store: [OpStore], [pointer 1, object 2, memory_access 3], [memory_access_words 3];
    StreamVertex: [OpEmitStreamVertex OpEndStreamPrimitive], [stream 1], [];
    String: [OpString], [result 1], [string 2];
    Switch: [OpSwitch], [selector 1, default 2], [targets 3];
    TypeAnyArray: [OpTypeArray OpTypeRuntimeArray], [result 1, element_type 2], [];
    TypeAnyPointer: [OpTypePointer OpTypeUntypedPointerKHR], [result 1, storage_class 2], [];
    TypeArray: [OpTypeArray], [result 1, element_type 2, length 3], [];
    TypeCooperativeMatrixKHR: [OpTypeCooperativeMatrixKHR],
        [result 1, component_type 2, scope 3, rows 4, columns 5, matrix_use 6], [];
    TypeFloat: [OpTypeFloat], [result 1, width 2], [floating_point_encoding 3];
    TypeForwardPointer: [OpTypeForwardPointer], [pointer_type 1, storage_class 2], [];
    TypeImage: [OpTypeImage],
        [result 1, sampled_type 2, dim 3, depth 4, arrayed 5, ms 6, sampled 7, image_format 8],
        [access_qualifier 9];
    TypeInt: [OpTypeInt], [result 1, width 2, signedness 3], [];
    TypeNumber: [OpTypeInt OpTypeFloat], [result 1, width 2], [];
    TypePointer: [OpTypePointer], [result 1, storage_class 2, pointee 3], [];
    TypeRuntimeArray: [OpTypeRuntimeArray], [result 1, element_type 2], [];
    TypeSampledImage: [OpTypeSampledImage], [result 1, image_type 2], [];
    TypeStruct: [OpTypeStruct], [result 1], [member_types 2];
    TypeUntypedPointerKHR: [OpTypeUntypedPointerKHR], [result 1, storage_class 2], [];
    TypeVector: [OpTypeVector], [result 1, component_type 2, component_count 3], [];
    TypeVectorOrMatrix: [OpTypeVector OpTypeMatrix],
        [result 1, component_type 2, component_count 3], [];
    UntypedAccessChain: [OpUntypedAccessChainKHR OpUntypedInBoundsAccessChainKHR],
        [result_type 1, result 2, base_type 3, base 4], [indexes 5];
    UntypedChain:
        [OpUntypedAccessChainKHR OpUntypedInBoundsAccessChainKHR OpUntypedPtrAccessChainKHR
         OpUntypedInBoundsPtrAccessChainKHR], [result_type 1, result 2, base_type 3, base 4], [];
    UntypedPtrAccessChain: [OpUntypedPtrAccessChainKHR OpUntypedInBoundsPtrAccessChainKHR],
        [result_type 1, result 2, base_type 3, base 4, element 5], [indexes 6];
    UntypedVariableKHR: [OpUntypedVariableKHR],
        [result_type 1, result 2, storage_class 3, data_type 4, initializer 5], [];
    Variable: [OpVariable], [result_type 1, result 2, storage_class 3, initializer 4], [];
}
