use super::*;

#[test]
fn a_hot_row_is_eight_bytes() {
    assert_eq!(size_of::<OpHot>(), 8);
}

#[test]
fn every_opcode_is_found_and_no_other() {
    let found = (0..=u16::MAX).filter_map(op_row).count();
    assert_eq!(found, data::OPS.len());
    for entry in &data::OPS {
        let found = op_row(entry.opcode).map(|found| found.name);
        assert_eq!(found, Some(entry.row.name));
        assert_eq!(op_hot(entry.opcode), entry.hot);
    }
    assert_eq!(op_name(op::OpTypeInt), Some("OpTypeInt"));
    assert!(op_hot(u16::MAX).flags.contains(OpFlags::UNKNOWN));
    assert!(op_hot(9).flags.contains(OpFlags::UNKNOWN));
}

#[test]
fn flags_of_some_opcodes() {
    let flags = |opcode| op_hot(opcode).flags;
    assert!(flags(op::OpIAdd).contains(OpFlags::IDS_ONLY | OpFlags::PURE | OpFlags::RESULT_TYPE));
    assert!(flags(op::OpTypeInt).contains(OpFlags::NO_IDS | OpFlags::TYPE));
    assert!(flags(op::OpSpecConstant).contains(OpFlags::NO_IDS | OpFlags::CONSTANT));
    assert!(flags(op::OpSwitch).contains(OpFlags::TERMINATOR));
    assert!(flags(op::OpDecorate).contains(OpFlags::ENUMERANTS | OpFlags::ANNOTATION));
    for opcode in [
        op::OpStore,
        op::OpAtomicLoad,
        op::OpAtomicIAdd,
        op::OpControlBarrier,
        op::OpFunctionCall,
        op::OpFunctionParameter,
        op::OpExtInst,
        op::OpRayQueryProceedKHR,
        op::OpReadClockKHR,
        op::OpReportIntersectionKHR,
        op::OpEmitVertex,
        op::OpDemoteToHelperInvocation,
        op::OpLabel,
        op::OpFunction,
    ] {
        assert!(
            !flags(opcode).contains(OpFlags::PURE),
            "{:?}",
            op_name(opcode)
        );
    }
    for opcode in [
        op::OpLoad,
        op::OpPhi,
        op::OpVariable,
        op::OpImageSampleImplicitLod,
        op::OpImageSparseRead,
        op::OpGroupNonUniformBallot,
        op::OpGroupNonUniformRotateKHR,
        op::OpGroupFAddNonUniformAMD,
        op::OpSubgroupReadInvocationKHR,
        op::OpFragmentMaskFetchAMD,
        op::OpDPdx,
        op::OpSDot,
        op::OpUndef,
    ] {
        assert!(
            flags(opcode).contains(OpFlags::PURE),
            "{:?}",
            op_name(opcode)
        );
    }
}

#[test]
fn capabilities_by_value_and_name() {
    for (index, row) in capabilities().enumerate() {
        assert_eq!(
            capability_index(row.value),
            Some(index as u16),
            "{}",
            row.name
        );
        assert_eq!(
            capability_by_name(&row.name),
            Some(index as u16),
            "{}",
            row.name
        );
    }
    assert_eq!(capability_index(16), None);
    assert_eq!(capability_index(u32::MAX), None);
    assert_eq!(
        capability_by_name("StorageUniform16"),
        capability_index(capability::StorageUniform16)
    );
    let shader = capability_index(capability::Shader).unwrap();
    let matrix = capability_index(capability::Matrix).unwrap();
    let geometry = capability_row(capability_by_name("Geometry").unwrap()).unwrap();
    assert_eq!(geometry.implies, [matrix, shader]);
}

#[test]
fn needs_of_an_instruction_and_an_enumerant() {
    let hot = op_hot(op::OpGroupNonUniformBallot);
    let ballot = capability_by_name("GroupNonUniformBallot").unwrap();
    assert_eq!(alternatives(hot.alternatives), [ballot]);
    assert_eq!(availability(hot.availability).min_minor, 3);
    let bias = enumerant(OperandKind::ImageOperands, image_operands::Bias).unwrap();
    assert_eq!(
        alternatives(bias.alternatives),
        [capability_by_name("Shader").unwrap()]
    );
    assert_eq!(*bias.parameters, [(OperandKind::IdRef, Quantifier::One)]);
    let dot = availability(op_hot(op::OpSDot).availability);
    assert_eq!(dot.min_minor, 6);
    assert_eq!(
        dot.extensions,
        [extension_by_name(b"SPV_KHR_integer_dot_product").unwrap()]
    );
}

#[test]
fn no_need_has_index_zero() {
    assert!(alternatives(0).is_empty() && alternatives(u16::MAX).is_empty());
    let always = Availability {
        min_minor: 0,
        last_minor: u8::MAX,
        extensions: &[],
    };
    assert_eq!(availability(0), always);
    assert_eq!(availability(u16::MAX), always);
}

#[test]
fn names_of_extensions_and_sets() {
    for (index, name) in EXTENSIONS.iter().enumerate() {
        assert_eq!(extension_by_name(name.as_bytes()), Some(index as u16));
        assert_eq!(extension_name(index as u16), Some(name.text()));
    }
    assert_eq!(extension_by_name(b"SPV_NONE"), None);
    assert_eq!(
        ext_inst_set(b"NonSemantic.Shader.DebugInfo.100"),
        ExtInstSet::NonSemantic
    );
    assert_eq!(ext_inst_set(b"GLSL.std.451"), ExtInstSet::Unknown);
    let row = ext_inst(ext_inst_set(b"GLSL.std.450"), glsl_std_450::FMin).unwrap();
    assert_eq!((row.name.text(), row.operands.len()), ("FMin", 2));
    let row = ext_inst(ExtInstSet::AmdGcnShader, amd_gcn_shader::TimeAMD).unwrap();
    let when = availability(row.availability);
    assert_eq!((when.min_minor, when.extensions.len()), (u8::MAX, 1));
    assert!(ext_inst(ExtInstSet::NonSemantic, 1).is_none());
}

#[test]
fn enumerants_by_value_and_name() {
    for kind in [
        OperandKind::Decoration,
        OperandKind::ExecutionMode,
        OperandKind::BuiltIn,
    ] {
        for row in kind.enumerants() {
            assert_eq!(enumerant(kind, row.value).unwrap().name, row.name);
            assert_eq!(enumerant_by_name(kind, &row.name).unwrap().value, row.value);
        }
    }
    assert_eq!(
        enumerant_by_name(OperandKind::Dim, "2D").unwrap().value,
        dim::Dim2D
    );
    assert!(enumerant(OperandKind::IdRef, 0).is_none());
    assert_eq!(
        OperandKind::PairIdRefIdRef.pair(),
        Some((OperandKind::IdRef, OperandKind::IdRef))
    );
}
