//! Modules with repetitions that a linear search would process in quadratic time: many keys of one table, and definitions with
//! many uses.

use super::{options, push, Writer};
use sos_core::tables::{capability, decoration, execution_mode, op, storage_class};
use sos_core::target::VulkanExtension;
use sos_core::{filter, Limits, Module, Options, OutcomeKind, Scratch, Strip, Target};
use sos_tests::linear::{self, lines};
use sos_tests::{tools, Tools};

const REWRITTEN: Option<OutcomeKind> = Some(OutcomeKind::Rewritten);
const UNSUPPORTED: Option<OutcomeKind> = Some(OutcomeKind::Unsupported);

/// Options with high limits.
fn unlimited() -> Options {
    Options {
        limits: options().limits,
        ..Options::default()
    }
}

fn assemble(tools: Tools, text: &str) -> Vec<u32> {
    tools
        .assemble(text, "spv1.3")
        .unwrap_or_else(|error| panic!("{error:#}"))
}

/// Encodes a literal string.
fn string(text: &str) -> Vec<u32> {
    let bytes = [text.as_bytes(), &[0; 4]].concat();
    let whole = bytes.chunks_exact(4).take(text.len() / 4 + 1);
    whole
        .map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]]))
        .collect()
}

/// A compute shader with a computed index `%i`. `globals` may use the structure `%Block`.
fn indexing(tools: Tools, decorations: &str, globals: &str, body: &str) -> Vec<u32> {
    let text = format!(
        "OpCapability Shader
        OpExtension \"SPV_KHR_storage_buffer_storage_class\"
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %main \"main\"
        OpExecutionMode %main LocalSize 1 1 1
        OpDecorate %Block Block
        OpMemberDecorate %Block 0 Offset 0
        {decorations}
        %void = OpTypeVoid
        %fn = OpTypeFunction %void
        %uint = OpTypeInt 32 0
        %zero = OpConstant %uint 0
        %two = OpConstant %uint 2
        %Block = OpTypeStruct %uint
        %to_uint = OpTypePointer StorageBuffer %uint
        %to_index = OpTypePointer Private %uint
        %index = OpVariable %to_index Private
        {globals}
        %main = OpFunction %void None %fn
        %entry = OpLabel
        %i = OpLoad %uint %index
        {body}
        OpReturn
        OpFunctionEnd"
    );
    assemble(tools, &text)
}

/// The filter replaces each use of a descriptor with a dynamic index by a call of a new function.
#[test]
fn functions_added_by_rules() {
    let Some(tools) = tools() else { return };
    let target = Target::built_in("vulkan-1.0").unwrap();
    let on = (&target, &unlimited());
    linear::is_linear("functions of rules", on, REWRITTEN, 12_000, |size| {
        let globals = "%Blocks = OpTypeArray %Block %two
            %to_blocks = OpTypePointer StorageBuffer %Blocks
            %buffers = OpVariable %to_blocks StorageBuffer";
        let uses = lines(size, |at| {
            format!(
                "%p{at} = OpAccessChain %to_uint %buffers %i %zero
                OpStore %p{at} %i"
            )
        });
        indexing(tools, "", globals, &uses)
    });
}

/// Subgroup masks in fragment shaders for a device without ballots. `declared` are input variables with the built-in from which
/// the masks are computed.
fn mask_module(
    tools: Tools,
    size: u32,
    decorations: &str,
    listed: [&str; 2],
    declared: &str,
) -> Vec<u32> {
    let masks = lines(size, |at| {
        format!("OpDecorate %mask{at} BuiltIn SubgroupEqMask")
    });
    let variables = lines(size, |at| format!("%mask{at} = OpVariable %to_masks Input"));
    let loads = lines(size, |at| {
        format!(
            "%x{at} = OpLoad %uvec4 %mask{at}
            OpStore %out %x{at}"
        )
    });
    let text = format!(
        "OpCapability Shader
        OpCapability GroupNonUniformBallot
        OpMemoryModel Logical GLSL450
        OpEntryPoint Fragment %main \"main\" %out {}
        OpEntryPoint Fragment %other \"other\" %out {}
        OpExecutionMode %main OriginUpperLeft
        OpExecutionMode %other OriginUpperLeft
        OpDecorate %out Location 0
        {masks}
        {decorations}
        %void = OpTypeVoid
        %fn = OpTypeFunction %void
        %uint = OpTypeInt 32 0
        %uvec4 = OpTypeVector %uint 4
        %to_uint = OpTypePointer Input %uint
        %to_masks = OpTypePointer Input %uvec4
        %to_out = OpTypePointer Output %uvec4
        %out = OpVariable %to_out Output
        {variables}
        {declared}
        %called = OpFunction %void None %fn
        %entry = OpLabel
        {loads}
        OpReturn
        OpFunctionEnd
        %main = OpFunction %void None %fn
        %first = OpLabel
        %a = OpFunctionCall %void %called
        OpReturn
        OpFunctionEnd
        %other = OpFunction %void None %fn
        %second = OpLabel
        %b = OpFunctionCall %void %called
        OpReturn
        OpFunctionEnd",
        listed[0], listed[1]
    );
    assemble(tools, &text)
}

/// A device with subgroups in fragment shaders, but without ballots.
fn without_ballots() -> Target {
    let mut description = Target::built_in("lavapipe-25.0.7").unwrap().describe();
    // Basic operations and votes.
    description.properties.subgroup_supported_operations = Some(3);
    let ballot = VulkanExtension::find("VK_EXT_shader_subgroup_ballot").unwrap();
    description.set_extension(ballot, false);
    description.build()
}

/// Many variables with a built-in that rules read. Two entry points list one each, and these differ: each read is rejected.
#[test]
fn variables_with_the_same_built_in() {
    own_variables("OpDecorate %own1 RelaxedPrecision", UNSUPPORTED, |_| {
        ["%own0".to_owned(), "%own1".to_owned()]
    });
}

/// Many such variables, each listed by one of two entry points, all alike: one replaces the others.
#[test]
fn variables_that_are_merged() {
    own_variables("", REWRITTEN, |size| {
        [0, 1].map(|first| {
            let numbers = (first..size).step_by(2);
            numbers.map(|at| format!("%own{at} ")).collect()
        })
    });
}

/// Variables with a built-in that rules read, with another decoration. `listed` returns what two entry points list of this many.
fn own_variables(
    decoration: &str,
    expected: Option<OutcomeKind>,
    listed: impl Fn(u32) -> [String; 2],
) {
    let Some(tools) = tools() else { return };
    let target = without_ballots();
    let on = (&target, &unlimited());
    linear::is_linear("built-in variables", on, expected, 20_000, |size| {
        let decorations = lines(size, |at| {
            format!(
                "OpDecorate %own{at} BuiltIn SubgroupLocalInvocationId
                OpDecorate %own{at} Flat"
            )
        });
        let declared = lines(size, |at| format!("%own{at} = OpVariable %to_uint Input"));
        let [main, other] = listed(size);
        let decorations = format!("{decorations}\n{decoration}");
        mask_module(tools, size, &decorations, [&main, &other], &declared)
    });
}

/// Many decoration groups of `Flat` variables: the variable that a rule adds is in none of them.
#[test]
fn decoration_groups_of_flat_variables() {
    let Some(tools) = tools() else { return };
    let target = without_ballots();
    let on = (&target, &unlimited());
    linear::is_linear("flat groups", on, REWRITTEN, 15_000, |size| {
        let flat = lines(size, |at| format!("OpDecorate %group{at} Flat"));
        let groups = lines(size, |at| format!("%group{at} = OpDecorationGroup"));
        let targets = lines(size, |at| format!("OpGroupDecorate %group{at} %mask0"));
        mask_module(
            tools,
            1,
            &format!("{flat}\n{groups}\n{targets}"),
            ["", ""],
            "",
        )
    });
}

/// Many accesses to a block with many members, none of which may be written.
#[test]
fn blocks_of_many_members() {
    let Some(tools) = tools() else { return };
    let target = Target::built_in("vulkan-1.0").unwrap();
    let on = (&target, &unlimited());
    linear::is_linear("members", on, REWRITTEN, 6_000, |size| {
        let decorations = lines(size, |at| {
            format!(
                "OpMemberDecorate %Block {at} Offset {}
                OpMemberDecorate %Block {at} NonWritable",
                4 * at
            )
        });
        let members = "%uint ".repeat(size as usize);
        let chains = lines(size, |at| {
            format!("%p{at} = OpAccessChain %to_uint %buffer %zero")
        });
        let text = format!(
            "OpCapability Shader
            OpExtension \"SPV_KHR_storage_buffer_storage_class\"
            OpMemoryModel Logical GLSL450
            OpEntryPoint Fragment %main \"main\"
            OpExecutionMode %main OriginUpperLeft
            OpDecorate %Block Block
            OpDecorate %buffer DescriptorSet 0
            OpDecorate %buffer Binding 0
            {decorations}
            %void = OpTypeVoid
            %fn = OpTypeFunction %void
            %uint = OpTypeInt 32 0
            %zero = OpConstant %uint 0
            %to_uint = OpTypePointer StorageBuffer %uint
            %Block = OpTypeStruct {members}
            %to_block = OpTypePointer StorageBuffer %Block
            %buffer = OpVariable %to_block StorageBuffer
            %main = OpFunction %void None %fn
            %entry = OpLabel
            {chains}
            OpReturn
            OpFunctionEnd"
        );
        assemble(tools, &text)
    });
}

/// Many imports, each used once, in a module that is changed only by stripping names.
#[test]
fn imports_of_modules_with_stripped_names() {
    let target = Target::built_in("lavapipe-25.0.7").unwrap();
    let options = Options {
        strip: Strip::Names,
        ..unlimited()
    };
    linear::is_linear(
        "used imports",
        (&target, &options),
        REWRITTEN,
        60_000,
        |size| {
            let mut w = Writer::new();
            let name = string("GLSL.std.450");
            let imports: Vec<u32> = (0..size).map(|_| w.id()).collect();
            for &import in &imports {
                let words = [&[import], &name[..]].concat();
                push(&mut w.preamble, op::OpExtInstImport, &words);
            }
            push(
                &mut w.names,
                op::OpName,
                &[&[w.one], &string("one")[..]].concat(),
            );
            w.main(|w| {
                for import in imports {
                    // UMax
                    w.op(op::OpExtInst, w.uint, &[import, 41, w.one, w.zero]);
                }
                w.inst(op::OpReturn, &[]);
            })
        },
    );
}

/// Many arrays whose lengths are specialization constants with values, and a dynamic index into each.
#[test]
fn specialization_constants_read_by_rules() {
    let Some(tools) = tools() else { return };
    let target = Target::built_in("vulkan-1.0").unwrap();
    let options = Options {
        constants: vec![(10, 2)],
        ..unlimited()
    };
    linear::is_linear(
        "read constants",
        (&target, &options),
        REWRITTEN,
        30_000,
        |size| {
            let decorations = lines(size, |at| format!("OpDecorate %n{at} SpecId 10"));
            let arrays = lines(size, |at| {
                format!(
                    "%n{at} = OpSpecConstant %uint 2
                %a{at} = OpTypeArray %Block %n{at}
                %t{at} = OpTypePointer StorageBuffer %a{at}
                %b{at} = OpVariable %t{at} StorageBuffer"
                )
            });
            let uses = lines(size, |at| {
                format!("%p{at} = OpAccessChain %to_uint %b{at} %i %zero")
            });
            indexing(tools, &decorations, &arrays, &uses)
        },
    );
}

/// Entry points with different execution modes, which rules look up for each instruction.
#[test]
fn execution_modes_read_by_rules() {
    let target = Target::built_in("vulkan-1.1").unwrap();
    let on = (&target, &unlimited());
    linear::is_linear("modes", on, UNSUPPORTED, 6_000, |size| {
        let mut w = Writer::new();
        push(&mut w.preamble, op::OpCapability, &[capability::FMAKHR]);
        let float = w.global(op::OpTypeFloat, &[32]);
        let one = w.typed(op::OpConstant, float, &[1.0f32.to_bits()]);
        let pointer = w.global(op::OpTypePointer, &[storage_class::Private, float]);
        let place = w.typed(op::OpVariable, pointer, &[storage_class::Private]);
        let main = w.body(|w| {
            for _ in 0..size {
                let sum = w.op(op::OpFmaKHR, float, &[one, one, one]);
                w.inst(op::OpStore, &[place, sum]);
            }
            w.inst(op::OpReturn, &[]);
        });
        w.entry_point(main, &[]);
        for at in 0..size {
            let other = w.body(|w| w.inst(op::OpReturn, &[]));
            w.entry_point(other, &[]);
            if at % 2 == 0 {
                let words = [other, execution_mode::RoundingModeRTZ, 32];
                push(&mut w.modes, op::OpExecutionMode, &words);
            }
        }
        w.words()
    });
}

/// Entry points of other stages with an execution mode that matters for fragment shaders.
#[test]
fn execution_modes_of_fragment_shaders() {
    let target = Target::built_in("vulkan-1.1").unwrap();
    let on = (&target, &unlimited());
    linear::is_linear("quad modes", on, REWRITTEN, 20_000, |size| {
        let mut w = Writer::new();
        push(
            &mut w.preamble,
            op::OpCapability,
            &[capability::QuadControlKHR],
        );
        for _ in 0..size {
            let main = w.body(|w| w.inst(op::OpReturn, &[]));
            w.entry_point(main, &[]);
            let words = [main, execution_mode::QuadDerivativesKHR];
            push(&mut w.modes, op::OpExecutionMode, &words);
        }
        w.words()
    });
}

/// Calls of a function with many debug lines before its parameter.
#[test]
fn debug_lines_between_parameters() {
    let target = Target::built_in("vulkan-1.1").unwrap();
    let on = (&target, &unlimited());
    linear::is_linear("lines", on, REWRITTEN, 12_000, |size| {
        let mut w = Writer::new();
        for number in [61, 63] {
            push(&mut w.preamble, op::OpCapability, &[number]);
        }
        let file = w.id();
        push(
            &mut w.names,
            op::OpString,
            &[&[file], &string("file")[..]].concat(),
        );
        let scope = w.typed(op::OpConstant, w.uint, &[3]);
        let signature = w.global(op::OpTypeFunction, &[w.void, w.uint]);
        let pointer = w.global(op::OpTypePointer, &[storage_class::Private, w.uint]);
        let place = w.typed(op::OpVariable, pointer, &[storage_class::Private]);
        let [called, parameter, entry] = [(); 3].map(|()| w.id());
        w.inst(op::OpFunction, &[w.void, called, 0, signature]);
        for line in 0..size {
            w.inst(op::OpLine, &[file, line, 1]);
        }
        w.inst(op::OpFunctionParameter, &[w.uint, parameter]);
        w.label(entry);
        // IAdd, Reduce
        let sum = w.op(op::OpGroupNonUniformIAdd, w.uint, &[scope, 0, parameter]);
        w.inst(op::OpStore, &[place, sum]);
        w.inst(op::OpReturn, &[]);
        w.inst(op::OpFunctionEnd, &[]);
        w.main(|w| {
            for _ in 0..size {
                w.op(op::OpFunctionCall, w.void, &[called, w.one]);
            }
            w.inst(op::OpReturn, &[]);
        })
    });
}

/// A constant with a long name and many `SpecId`s.
#[test]
fn names_of_repeated_constants() {
    let target = Target::built_in("vulkan-1.1").unwrap();
    let on = (&target, &unlimited());
    linear::is_linear("repeated names", on, None, 8_000, |size| {
        let mut w = Writer::new();
        let name = string(&"a".repeat(4 * size as usize));
        push(&mut w.names, op::OpName, &[&[w.open], &name[..]].concat());
        for number in 0..size {
            let words = [w.open, decoration::SpecId, 5_000 + number];
            push(&mut w.annotations, op::OpDecorate, &words);
        }
        w.main(|w| w.inst(op::OpReturn, &[]))
    });
}

/// An entry point with a long name that many unmet needs refer to: a report repeats the name up to a limit.
#[test]
fn names_of_entry_points_in_reports() {
    let mut w = Writer::new();
    let main = w.body(|w| {
        (0..300).for_each(|_| w.inst(op::OpEmitVertex, &[]));
        w.inst(op::OpReturn, &[]);
    });
    let name = string(&"e".repeat(200_000));
    let words = [&[5, main], &name[..]].concat();
    push(&mut w.entries, op::OpEntryPoint, &words);
    let (words, options) = (w.words(), Options::default());
    let target = Target::built_in("vulkan-1.1").unwrap();
    let module = Module::scan(&words, &Limits::default()).unwrap();
    let mut scratch = Scratch::new();
    let _ = filter(&module, &target, &options, &mut scratch).unwrap();
    let report = scratch.report(&module, &target, &options);
    let listed = report.unsupported.len();
    assert!((1..20).contains(&listed), "{listed}");
    let rest = report.assumptions.iter().find_map(|text| {
        let count = text.strip_suffix(" more unmet needs are not listed")?;
        count.parse::<usize>().ok()
    });
    assert!(rest.is_some_and(|rest| rest + listed >= 300), "{rest:?}");
}
