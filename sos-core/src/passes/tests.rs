//! Composites nested as deeply as passes support and deeper, on the smallest stack that callers may provide.

use super::MOST_DEPTH;
use crate::assemble::stage;
use crate::filtered::words_for;
use crate::target::Target;

/// The stack size that docs/c-api.md documents as sufficient.
const STACK: usize = 128 << 10;

/// The kind of nesting: structures of one member, or arrays of one element.
#[derive(Clone, Copy)]
enum Nesting {
    Structures,
    Arrays,
}

impl Nesting {
    /// Declares `%t1` to `%tN` around a type, with layout decorations if they are in a buffer.
    fn types(self, inner: &str, levels: u32, in_buffer: bool) -> String {
        let level = |level: u32| {
            let inner = match level {
                1 => inner.to_owned(),
                _ => format!("%t{}", level - 1),
            };
            let (declared, decorated) = match self {
                Self::Structures => (
                    format!("%t{level} = OpTypeStruct {inner}"),
                    format!("OpMemberDecorate %t{level} 0 Offset 0"),
                ),
                Self::Arrays => (
                    format!("%t{level} = OpTypeArray {inner} %one"),
                    format!("OpDecorate %t{level} ArrayStride 8"),
                ),
            };
            match in_buffer {
                true => format!("{declared}\n{decorated}\n"),
                false => format!("{declared}\n"),
            }
        };
        (1..=levels).map(level).collect()
    }

    /// Returns a module for each pass that takes composites apart.
    fn modules(self, levels: u32) -> Vec<Vec<u32>> {
        let mut modules = Vec::new();
        for (number, capabilities) in [
            (
                "OpTypeFloat 16",
                "OpCapability Float16\nOpCapability StorageInputOutput16\n",
            ),
            (
                "OpTypeInt 16 0",
                "OpCapability Int16\nOpCapability StorageInputOutput16\n",
            ),
            ("OpTypeInt 64 0", "OpCapability Int64\n"),
        ] {
            let copied = "%whole = OpLoad %tLAST %p\nOpStore %q %whole";
            let buffers = format!(
                "%number = {number}
                 {}
                 %Block = OpTypeStruct %tLAST
                 OpDecorate %Block Block
                 OpMemberDecorate %Block 0 Offset 0
                 %to_block = OpTypePointer StorageBuffer %Block
                 %to_part = OpTypePointer StorageBuffer %tLAST
                 %a = OpVariable %to_block StorageBuffer
                 %b = OpVariable %to_block StorageBuffer",
                self.types("%number", levels, true)
            );
            let chains = "%p = OpAccessChain %to_part %a %zero
                 %q = OpAccessChain %to_part %b %zero";
            let compute = ("GLCompute", "OpExecutionMode %main LocalSize 1 1 1");
            let stages = format!(
                "%number = {number}
                 {}
                 %to_in = OpTypePointer Input %tLAST
                 %to_out = OpTypePointer Output %tLAST
                 %p = OpVariable %to_in Input
                 %q = OpVariable %to_out Output
                 OpDecorate %p Location 0
                 OpDecorate %p Flat
                 OpDecorate %q Location 0",
                self.types("%number", levels, false)
            );
            let fragment = ("Fragment", "OpExecutionMode %main OriginUpperLeft");
            for ((model, modes), globals, body) in [
                (compute, &buffers, format!("{chains}\n{copied}")),
                (compute, &buffers, format!("{chains}\nOpCopyMemory %q %p")),
                (fragment, &stages, copied.to_owned()),
            ] {
                let named = |text: &str| text.replace("LAST", &levels.to_string());
                modules.push(stage(
                    3,
                    model,
                    modes,
                    capabilities,
                    &named(globals),
                    &named(&body),
                ));
            }
        }
        let atomic = format!(
            "{}
             %to_shared = OpTypePointer Workgroup %t{levels}
             %to_float = OpTypePointer Workgroup %f32
             %shared = OpVariable %to_shared Workgroup
             %fone = OpConstant %f32 1",
            self.types("%f32", levels, false)
        );
        let zeroes = "%zero ".repeat(levels as usize);
        modules.push(stage(
            3,
            "GLCompute",
            "OpExecutionMode %main LocalSize 1 1 1",
            "OpCapability AtomicFloat32AddEXT\nOpExtension \"SPV_EXT_shader_atomic_float_add\"\n",
            &atomic,
            &format!(
                "%p = OpAccessChain %to_float %shared {zeroes}
                 %x = OpAtomicFAddEXT %f32 %p %one %zero %fone"
            ),
        ));
        modules
    }
}

#[test]
fn a_small_stack_is_enough_for_deep_composites() {
    let run = || {
        let target = Target::built_in("vulkan-1.1").unwrap();
        for nesting in [Nesting::Structures, Nesting::Arrays] {
            for (levels, is_taken) in [(MOST_DEPTH - 2, true), (3 * MOST_DEPTH, false)] {
                for (at, words) in nesting.modules(levels).iter().enumerate() {
                    let found = words_for(words, &target);
                    // Deeper nesting is accepted if no pass has to traverse it.
                    let deep = |reason: &String| {
                        ["nested too deeply", "too many members"]
                            .iter()
                            .any(|one| reason.contains(one))
                    };
                    match found {
                        Ok(_) => {}
                        Err(reason) => {
                            assert!(!is_taken && deep(&reason), "{levels} {at}: {reason}")
                        }
                    }
                }
            }
        }
    };
    // A stack overflow would abort the process.
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(run);
    thread.unwrap().join().unwrap();
}
