//! Filtering time is linear in the number of `Layer` outputs, for entry points with long interfaces.

use sos_core::tables::{built_in, decoration, execution_model, op, storage_class};
use sos_core::{Options, Target};
use sos_tests::linear::is_linear;

/// A vertex module with `size` `Layer` outputs, and entry points that list another output `2 * size` times in total.
fn module(size: u32) -> Vec<u32> {
    const LISTED: usize = 20_000;
    let [main, void, signature, label, int, to_int, other, first] = [1, 2, 3, 4, 5, 6, 7, 8];
    let layers = first..first + size;
    let mut words = vec![0x0723_0203, 0x0001_0300, 0, layers.end, 0];
    let mut push = |opcode: u16, operands: &[u32]| {
        words.push((operands.len() as u32 + 1) << 16 | u32::from(opcode));
        words.extend_from_slice(operands);
    };
    push(op::OpCapability, &[1]);
    push(op::OpMemoryModel, &[0, 1]);
    for _ in 0..2 * size as usize / LISTED {
        let head = [execution_model::Vertex, main, 0];
        push(op::OpEntryPoint, &[&head[..], &[other; LISTED]].concat());
    }
    for layer in layers.clone() {
        push(
            op::OpDecorate,
            &[layer, decoration::BuiltIn, built_in::Layer],
        );
    }
    push(op::OpTypeVoid, &[void]);
    push(op::OpTypeFunction, &[signature, void]);
    push(op::OpTypeInt, &[int, 32, 1]);
    push(op::OpTypePointer, &[to_int, storage_class::Output, int]);
    for output in std::iter::once(other).chain(layers) {
        push(op::OpVariable, &[to_int, output, storage_class::Output]);
    }
    push(op::OpFunction, &[void, main, 0, signature]);
    push(op::OpLabel, &[label]);
    push(op::OpReturn, &[]);
    push(op::OpFunctionEnd, &[]);
    words
}

#[test]
fn time_is_linear_in_layer_outputs_with_long_interfaces() {
    let target = Target::built_in("vulkan-1.1").unwrap();
    let options = Options::default();
    is_linear("layers", (&target, &options), None, 40_000, module);
}
