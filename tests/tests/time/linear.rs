//! Filtering time is linear in the size of the module, for modules of many shapes, with a value for a
//! specialization constant.

mod diverging;
mod hostile;
mod loops;
mod repeated;

use sos_core::tables::{
    capability, decoration, execution_mode, execution_model, op, storage_class,
};
use sos_core::{Allow, Limits, Options, OutcomeKind, Target};
use sos_tests::linear;

/// A module being written, with declarations that most of them use.
struct Writer {
    last_id: u32,
    preamble: Vec<u32>,
    entries: Vec<u32>,
    modes: Vec<u32>,
    names: Vec<u32>,
    annotations: Vec<u32>,
    globals: Vec<u32>,
    functions: Vec<u32>,
    void: u32,
    function: u32,
    boolean: u32,
    uint: u32,
    zero: u32,
    one: u32,
    /// A Boolean specialization constant that the options set to true, and one that remains unset.
    known: u32,
    open: u32,
}

fn push(words: &mut Vec<u32>, opcode: u16, operands: &[u32]) {
    words.push((operands.len() as u32 + 1) << 16 | u32::from(opcode));
    words.extend_from_slice(operands);
}

impl Writer {
    fn new() -> Self {
        let mut w = Self {
            last_id: 0,
            preamble: Vec::new(),
            entries: Vec::new(),
            modes: Vec::new(),
            names: Vec::new(),
            annotations: Vec::new(),
            globals: Vec::new(),
            functions: Vec::new(),
            void: 0,
            function: 0,
            boolean: 0,
            uint: 0,
            zero: 0,
            one: 0,
            known: 0,
            open: 0,
        };
        push(&mut w.preamble, op::OpCapability, &[capability::Shader]);
        // A capability that no target of the test has, so that the filter searches for dead code.
        push(&mut w.preamble, op::OpCapability, &[capability::Float64]);
        w.void = w.global(op::OpTypeVoid, &[]);
        w.function = w.global(op::OpTypeFunction, &[w.void]);
        w.boolean = w.global(op::OpTypeBool, &[]);
        w.uint = w.global(op::OpTypeInt, &[32, 0]);
        w.global(op::OpTypeFloat, &[64]);
        w.zero = w.typed(op::OpConstant, w.uint, &[0]);
        w.one = w.typed(op::OpConstant, w.uint, &[1]);
        w.known = w.spec_constant(op::OpSpecConstantFalse, w.boolean, &[], 0);
        w.open = w.spec_constant(op::OpSpecConstantFalse, w.boolean, &[], 1);
        w
    }

    fn id(&mut self) -> u32 {
        self.last_id += 1;
        self.last_id
    }

    fn global(&mut self, opcode: u16, operands: &[u32]) -> u32 {
        let id = self.id();
        push(&mut self.globals, opcode, &[&[id], operands].concat());
        id
    }

    fn typed(&mut self, opcode: u16, ty: u32, operands: &[u32]) -> u32 {
        let id = self.id();
        push(&mut self.globals, opcode, &[&[ty, id], operands].concat());
        id
    }

    fn spec_constant(&mut self, opcode: u16, ty: u32, operands: &[u32], spec_id: u32) -> u32 {
        let id = self.typed(opcode, ty, operands);
        let words = [id, decoration::SpecId, spec_id];
        push(&mut self.annotations, op::OpDecorate, &words);
        id
    }

    fn inst(&mut self, opcode: u16, operands: &[u32]) {
        push(&mut self.functions, opcode, operands);
    }

    fn op(&mut self, opcode: u16, ty: u32, operands: &[u32]) -> u32 {
        let id = self.id();
        self.inst(opcode, &[&[ty, id], operands].concat());
        id
    }

    fn label(&mut self, id: u32) {
        self.inst(op::OpLabel, &[id]);
    }

    fn entry_point(&mut self, function: u32, interface: &[u32]) {
        // A name of eight bytes, unique to the function.
        let name = format!("{function:07x}");
        let bytes = [name.as_bytes(), &[0]].concat();
        let name = bytes
            .chunks(4)
            .map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]]));
        let words: Vec<u32> = [execution_model::GLCompute, function]
            .into_iter()
            .chain(name)
            .chain(interface.iter().copied())
            .collect();
        push(&mut self.entries, op::OpEntryPoint, &words);
        let size = [function, execution_mode::LocalSize, 1, 1, 1];
        push(&mut self.modes, op::OpExecutionMode, &size);
    }

    /// A function without parameters. `body` starts in its first block and must terminate its last one.
    fn body(&mut self, body: impl FnOnce(&mut Self)) -> u32 {
        let (id, entry) = (self.id(), self.id());
        self.inst(op::OpFunction, &[self.void, id, 0, self.function]);
        self.label(entry);
        body(self);
        self.inst(op::OpFunctionEnd, &[]);
        id
    }

    fn main(mut self, body: impl FnOnce(&mut Self)) -> Vec<u32> {
        let main = self.body(body);
        self.entry_point(main, &[]);
        self.words()
    }

    fn words(&self) -> Vec<u32> {
        let mut words = vec![0x0723_0203, 0x0001_0300, 0, self.last_id + 1, 0];
        words.extend_from_slice(&self.preamble);
        push(&mut words, op::OpMemoryModel, &[0, 1]);
        for section in [
            &self.entries,
            &self.modes,
            &self.names,
            &self.annotations,
            &self.globals,
            &self.functions,
        ] {
            words.extend_from_slice(section);
        }
        words
    }
}

fn options() -> Options {
    Options {
        constants: vec![(0, 1)],
        limits: Limits {
            bound: u32::MAX,
            ..Limits::default()
        },
        ..Options::default()
    }
}

fn is_linear(name: &str, size: u32, shape: impl Fn(u32) -> Vec<u32>) {
    let target = Target::built_in("vulkan-1.1").unwrap();
    linear::is_linear(name, (&target, &options()), None, size, shape);
}

#[test]
fn chains_of_blocks() {
    is_linear("blocks", 100_000, |size| {
        Writer::new().main(|w| {
            for _ in 0..size {
                let next = w.id();
                w.inst(op::OpBranch, &[next]);
                w.label(next);
            }
            w.inst(op::OpReturn, &[]);
        })
    });
}

/// Nested selections with a phi at each merge, with conditions that the filter folds or not.
fn nested_selections_module(size: u32, folded: bool) -> Vec<u32> {
    Writer::new().main(|w| {
        let condition = if folded { w.known } else { w.open };
        let merges: Vec<u32> = (0..size).map(|_| w.id()).collect();
        let mut headers = vec![w.last_id - size];
        for &merge in &merges {
            let inside = w.id();
            w.inst(op::OpSelectionMerge, &[merge, 0]);
            w.inst(op::OpBranchConditional, &[condition, inside, merge]);
            w.label(inside);
            headers.push(inside);
        }
        let mut last = headers[size as usize];
        for (&merge, &header) in merges.iter().zip(&headers).rev() {
            w.inst(op::OpBranch, &[merge]);
            w.label(merge);
            w.op(op::OpPhi, w.uint, &[w.one, last, w.zero, header]);
            last = merge;
        }
        w.inst(op::OpReturn, &[]);
    })
}

#[test]
fn nested_selections() {
    is_linear("nested, open", 50_000, |size| {
        nested_selections_module(size, false)
    });
    is_linear("nested, folded", 50_000, |size| {
        nested_selections_module(size, true)
    });
}

/// A switch with many cases, each with its own block, and phis in the merge block.
fn switch_module(size: u32, folded: bool) -> Vec<u32> {
    Writer::new().main(|w| {
        let (zero, one, merge) = (w.zero, w.one, w.id());
        let condition = if folded { w.known } else { w.open };
        let selector = w.op(op::OpSelect, w.uint, &[condition, one, zero]);
        let cases: Vec<u32> = (0..size).map(|_| w.id()).collect();
        let pairs = (0..).zip(&cases).flat_map(|(value, &case)| [value, case]);
        let operands: Vec<u32> = [selector, merge].into_iter().chain(pairs).collect();
        let header = w.last_id - size - 2;
        w.inst(op::OpSelectionMerge, &[merge, 0]);
        w.inst(op::OpSwitch, &operands);
        for &case in &cases {
            w.label(case);
            w.inst(op::OpBranch, &[merge]);
        }
        w.label(merge);
        for _ in 0..8 {
            let pairs = cases.iter().flat_map(|&case| [one, case]);
            let all: Vec<u32> = [zero, header].into_iter().chain(pairs).collect();
            w.op(op::OpPhi, w.uint, &all);
        }
        w.inst(op::OpReturn, &[]);
    })
}

#[test]
fn switches_with_many_cases() {
    is_linear("switch, open", 16_000, |size| switch_module(size, false));
    is_linear("switch, folded", 16_000, |size| switch_module(size, true));
}

/// Loops of a single iteration, one after the other or nested: the filter removes each back edge.
fn loops_module(size: u32, nested: bool) -> Vec<u32> {
    Writer::new().main(|w| {
        let mut ends = Vec::new();
        let mut before = w.last_id;
        for _ in 0..size {
            let [header, body, next, merge] = [(); 4].map(|()| w.id());
            let (phi, known) = (w.id(), w.known);
            w.inst(op::OpBranch, &[header]);
            w.label(header);
            w.inst(op::OpPhi, &[w.uint, phi, w.zero, before, w.one, next]);
            w.inst(op::OpLoopMerge, &[merge, next, 0]);
            w.inst(op::OpBranch, &[body]);
            w.label(body);
            let end = move |w: &mut Writer| {
                w.inst(op::OpBranch, &[next]);
                w.label(next);
                w.inst(op::OpBranchConditional, &[known, merge, header]);
                w.label(merge);
            };
            if nested {
                before = body;
                ends.push(end);
            } else {
                before = merge;
                end(w);
            }
        }
        for end in ends.into_iter().rev() {
            end(w);
        }
        w.inst(op::OpReturn, &[]);
    })
}

#[test]
fn loops_with_a_single_iteration() {
    is_linear("loops, in a row", 25_000, |size| loops_module(size, false));
    is_linear("loops, nested", 25_000, |size| loops_module(size, true));
}

/// Loops with unreachable continue targets, and switches that must remain: the filter adds a declaration for each.
#[test]
fn declarations_added_by_the_filter() {
    is_linear("new declarations", 15_000, |size| {
        Writer::new().main(|w| {
            let mut before = w.last_id;
            for _ in 0..size {
                let [header, body, next, merge] = [(); 4].map(|()| w.id());
                let [inner, after_switch, out] = [(); 3].map(|()| w.id());
                let (phi, known, open) = (w.id(), w.known, w.open);
                let selector = w.op(op::OpSelect, w.uint, &[known, w.one, w.zero]);
                w.inst(op::OpBranch, &[header]);
                w.label(header);
                w.inst(op::OpPhi, &[w.uint, phi, w.zero, before, w.one, next]);
                w.inst(op::OpLoopMerge, &[merge, next, 0]);
                w.inst(op::OpBranch, &[body]);
                w.label(body);
                w.inst(op::OpSelectionMerge, &[after_switch, 0]);
                w.inst(op::OpSwitch, &[selector, after_switch, 1, inner]);
                w.label(inner);
                w.inst(op::OpBranchConditional, &[open, after_switch, out]);
                w.label(out);
                w.inst(op::OpBranch, &[after_switch]);
                w.label(after_switch);
                w.inst(op::OpBranchConditional, &[known, merge, next]);
                w.label(next);
                w.inst(op::OpBranch, &[header]);
                w.label(merge);
                before = merge;
            }
            w.inst(op::OpReturn, &[]);
        })
    });
}

/// Nested structures, and constants of them, each with the previous one as two of its members.
#[test]
fn deep_composites() {
    is_linear("composites", 50_000, |size| {
        let mut w = Writer::new();
        let (mut ty, mut constant) = (w.boolean, w.known);
        for _ in 0..size {
            ty = w.global(op::OpTypeStruct, &[ty, ty]);
            constant = w.typed(op::OpSpecConstantComposite, ty, &[constant, constant]);
        }
        w.main(|w| {
            for _ in 0..size {
                w.op(op::OpCompositeExtract, w.boolean, &[constant, 0]);
                w.op(op::OpCopyObject, ty, &[constant]);
            }
            w.inst(op::OpReturn, &[]);
        })
    });
}

/// Large composite constants, of which many constants are extracted.
#[test]
fn extracts_from_composite_constants() {
    is_linear("parts", 40_000, |size| {
        let mut w = Writer::new();
        let length = w.typed(op::OpConstant, w.uint, &[64]);
        let row = w.global(op::OpTypeArray, &[w.boolean, length]);
        let table = w.global(op::OpTypeArray, &[row, length]);
        let known = [w.known; 64];
        let one = w.typed(op::OpSpecConstantComposite, row, &known);
        let all = w.typed(op::OpSpecConstantComposite, table, &[one; 64]);
        for _ in 0..size {
            let extract = [u32::from(op::OpCompositeExtract), all, 3];
            w.typed(op::OpSpecConstantOp, row, &extract);
        }
        w.main(|w| w.inst(op::OpReturn, &[]))
    });
}

/// Decorations that need inspection, and functions that may be called in several stages.
#[test]
fn decorations_and_stages_of_functions() {
    is_linear("decorations and functions", 60_000, |size| {
        let mut w = Writer::new();
        let stride = [w.open, decoration::XfbStride, 4];
        push(&mut w.annotations, op::OpDecorate, &stride);
        for _ in 0..size {
            let words = [w.known, decoration::RelaxedPrecision];
            push(&mut w.annotations, op::OpDecorate, &words);
            w.body(|w| w.inst(op::OpReturn, &[]));
        }
        w.main(|w| w.inst(op::OpReturn, &[]))
    });
}

/// Constants that each function recomputes: a chain of them, many functions, and both.
#[test]
fn constant_expressions_in_functions() {
    let shape = |constants: u32, functions: u32| {
        let mut w = Writer::new();
        push(&mut w.preamble, op::OpCapability, &[capability::Float16]);
        let [half, float] = [16, 32].map(|width| w.global(op::OpTypeFloat, &[width]));
        let pointer = w.global(op::OpTypePointer, &[storage_class::Private, half]);
        let place = w.typed(op::OpVariable, pointer, &[storage_class::Private]);
        let open = w.spec_constant(op::OpSpecConstant, float, &[0], 2);
        let rounded = [u32::from(op::OpFConvert), open];
        let first = w.typed(op::OpSpecConstantOp, half, &rounded);
        let mut last = first;
        for _ in 1..constants {
            let chosen = [u32::from(op::OpSelect), w.open, last, first];
            last = w.typed(op::OpSpecConstantOp, half, &chosen);
        }
        let mut callees = Vec::new();
        for _ in 0..functions {
            callees.push(w.body(|w| {
                w.inst(op::OpStore, &[place, last]);
                w.inst(op::OpReturn, &[]);
            }));
        }
        w.main(|w| {
            for callee in callees {
                w.op(op::OpFunctionCall, w.void, &[callee]);
            }
            w.inst(op::OpReturn, &[]);
        })
    };
    let target = Target::built_in("vulkan-1.1").unwrap();
    // The 64-bit float type of these modules.
    let options = Options {
        allow: Allow::F64_TO_F32,
        ..options()
    };
    let ends = |name, outcome, size, of: fn(u32) -> (u32, u32)| {
        linear::is_linear(name, (&target, &options), Some(outcome), size, |size| {
            let (constants, functions) = of(size);
            shape(constants, functions)
        });
    };
    let (rewritten, refused) = (OutcomeKind::Rewritten, OutcomeKind::Unsupported);
    ends("chain of constants", rewritten, 40_000, |size| (size, 2));
    ends("functions with constants", rewritten, 20_000, |size| {
        (2, size)
    });
    ends("functions with chains", refused, 10_000, |size| {
        (size, size)
    });
}

/// A decoration group with many decorations and many targets, and many small groups.
#[test]
fn decoration_groups() {
    is_linear("groups", 30_000, |size| {
        let mut w = Writer::new();
        let large = w.id();
        let words = [large, decoration::SpecId, 0];
        push(&mut w.annotations, op::OpDecorate, &words);
        for stride in 0..size {
            for words in [
                &[large, decoration::RelaxedPrecision][..],
                &[large, decoration::ArrayStride, stride],
            ] {
                push(&mut w.annotations, op::OpDecorate, words);
            }
        }
        let mut groups = Vec::new();
        for _ in 0..size {
            let group = w.id();
            let words = [group, decoration::SpecId, 0];
            push(&mut w.annotations, op::OpDecorate, &words);
            groups.push(group);
        }
        for group in groups.iter().chain([&large]) {
            push(&mut w.annotations, op::OpDecorationGroup, &[*group]);
        }
        let mut targets = vec![large];
        for group in groups {
            let target = w.typed(op::OpSpecConstant, w.uint, &[7]);
            push(&mut w.annotations, op::OpGroupDecorate, &[group, target]);
            targets.push(w.typed(op::OpSpecConstant, w.uint, &[7]));
        }
        push(&mut w.annotations, op::OpGroupDecorate, &targets);
        w.main(|w| w.inst(op::OpReturn, &[]))
    });
}

/// Many constants with many names, every tenth of which is that of a device constant.
#[test]
fn names_of_constants() {
    is_linear("names", 30_000, |size| {
        let mut w = Writer::new();
        for number in 0..size {
            let id = w.spec_constant(op::OpSpecConstant, w.uint, &[7], 5_000 + number);
            let word = |text: &[u8; 4]| u32::from_le_bytes(*text);
            let name = [
                id,
                word(b"SOS_"),
                word(b"SUBG"),
                word(b"ROUP"),
                word(b"_SIZ"),
            ];
            let name = [&name[..], &[word(b"E\0\0\0")]].concat();
            let plain = [id, word(b"abc\0")];
            let name = if number % 10 == 0 { &name[..] } else { &plain };
            push(&mut w.names, op::OpName, name);
        }
        w.main(|w| w.inst(op::OpReturn, &[]))
    });
}

/// Many entry points that call the same chain of functions, all of which need something that the target lacks.
#[test]
fn entry_points_and_functions() {
    for live in [false, true] {
        is_linear("entry points", 4_000, move |size| {
            let mut w = Writer::new();
            let double = w.global(op::OpTypeFloat, &[64]);
            let half = w.typed(op::OpConstant, double, &[0, 0]);
            let pointer = w.global(op::OpTypePointer, &[storage_class::Private, double]);
            let place = w.typed(op::OpVariable, pointer, &[storage_class::Private]);
            let mut callee = w.body(|w| w.inst(op::OpReturn, &[]));
            for _ in 0..size {
                callee = w.body(|w| {
                    w.op(op::OpFunctionCall, w.void, &[callee]);
                    if live {
                        w.inst(op::OpStore, &[place, half]);
                    }
                    w.inst(op::OpReturn, &[]);
                });
            }
            for _ in 0..size {
                let main = w.body(|w| {
                    w.op(op::OpFunctionCall, w.void, &[callee]);
                    w.inst(op::OpReturn, &[]);
                });
                w.entry_point(main, &[]);
            }
            w.words()
        });
    }
}

/// Entry points with many interface variables.
#[test]
fn interfaces_of_entry_points() {
    is_linear("interfaces", 2_000, |size| {
        let mut w = Writer::new();
        let pointer = w.global(op::OpTypePointer, &[storage_class::Input, w.uint]);
        let inputs: Vec<u32> = (0..200)
            .map(|_| w.typed(op::OpVariable, pointer, &[storage_class::Input]))
            .collect();
        for _ in 0..size {
            let main = w.body(|w| w.inst(op::OpReturn, &[]));
            w.entry_point(main, &inputs);
        }
        w.words()
    });
}

/// Many imports, and extended instructions of the last one.
#[test]
fn imports_of_extended_instruction_sets() {
    is_linear("imports", 60_000, |size| {
        let mut w = Writer::new();
        let mut last = 0;
        for _ in 0..size {
            last = w.id();
            let name: Vec<u32> = b"GLSL.std.450\0\0\0\0"
                .chunks(4)
                .map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]]))
                .collect();
            push(
                &mut w.preamble,
                op::OpExtInstImport,
                &[&[last], &name[..]].concat(),
            );
        }
        w.main(|w| {
            for _ in 0..size {
                // UMax
                w.op(op::OpExtInst, w.uint, &[last, 41, w.one, w.zero]);
            }
            w.inst(op::OpReturn, &[]);
        })
    });
}

/// Every tenth function calls all functions: a function is processed once per stage, not once per call.
#[test]
fn calls_between_all_functions() {
    is_linear("calls", 2_000, |size| {
        let mut w = Writer::new();
        let mut functions: Vec<u32> = Vec::new();
        // The number of calls, and so the number of words, grows with the square of the number of functions.
        for _ in 0..(f64::from(size) * 300.0).sqrt() as u32 {
            let callees = functions.clone();
            functions.push(w.body(|w| {
                for callee in callees {
                    w.op(op::OpFunctionCall, w.void, &[callee]);
                }
                w.inst(op::OpReturn, &[]);
            }));
        }
        let last = functions[functions.len() - 1];
        w.entry_point(last, &[]);
        w.words()
    });
}
