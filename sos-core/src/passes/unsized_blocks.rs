//! The pass `unsized_blocks`: uniform blocks that end in an array without a length (VK_EXT_shader_uniform_buffer_unsized_array), by
//! an array as long as the device can bind.
//!
//! ```text
//!                                                 %length = OpConstant %uint 4096
//! %array = OpTypeRuntimeArray %vec4               %array = OpTypeArray %vec4 %length
//! %block = OpTypeStruct %array                    the same
//! ```
//!
//! Exact: a uniform buffer binds at most `maxUniformBufferRange` bytes, so no index beyond the new length is in bounds. A range that
//! is bound may be shorter than the block; accesses beyond it are out of bounds as they were. Translators of other languages declare
//! blocks of that size for the same purpose.
//!
//! Refused: a block whose length is asked for (`OpArrayLength`), and an array that a storage buffer ends in, too.
//!
//! `unsized-uniform-array` is shown by `corpus/shaders/storage/unsized_uniform.spvasm`.

use super::{Input, Kind, LowerError, ModuleBuilder, Pass, Request, Step};
use crate::build::Build;
use crate::facts::{Gates, TypeView};
use crate::inst::Inst;
use crate::tables::{decoration, op};
use crate::target::{feature, Target};
use crate::views;
use alloc::vec::Vec;

/// The row of the pass.
pub const STEP: Step = Step {
    features: &[feature::shaderUniformBufferUnsizedArray],
    ..Step::new(|memory| &mut memory.unsized_blocks)
};

/// The least `maxUniformBufferRange` of any device (Vulkan specification, "Required Limits").
const LEAST_RANGE: u32 = 16384;

const UNKNOWN: LowerError =
    LowerError::Because("an array at the end of a uniform block whose layout is not known");
const SHARED: LowerError =
    LowerError::Because("an array that ends a uniform block, and another structure as well");
const LENGTH: LowerError = LowerError::Because(
    "the length of an array in a uniform block, which is that of the range that is bound",
);

/// What is known of an id of the input.
#[derive(Clone, Copy, Debug, Default)]
struct Tail {
    /// For an array that ends a uniform block, its own id; for the block, that of the array; else 0.
    array: u32,
    /// The array's stride, and its least offset in a block.
    stride: u32,
    offset: u32,
}

/// The pass and its scratch memory.
#[derive(Clone, Debug, Default)]
pub struct UnsizedBlocks {
    /// By id.
    tails: Vec<Tail>,
}

impl Pass for UnsizedBlocks {
    fn concerns(&mut self, Request { input, target, .. }: Request<'_>) -> bool {
        input.facts.gates.meets(Gates::UNSIZED)
            && !target.has_feature(feature::shaderUniformBufferUnsizedArray)
    }

    fn run(
        &mut self,
        Request { input, target, .. }: Request<'_>,
        build: &mut ModuleBuilder,
    ) -> Result<bool, LowerError> {
        self.find(input)?;
        for inst in input.facts.declarations(input.words) {
            let is_tail = inst.opcode() == op::OpTypeRuntimeArray
                && self.tail(inst.word(1)).array == inst.word(1);
            if !is_tail {
                build.copy_global(input, inst)?;
                continue;
            }
            let length = self.length(target, inst.word(1)).ok_or(UNKNOWN)?;
            let length = build.constant(length);
            let array = views::TypeRuntimeArray(inst);
            let element = build.get(array.element_type()).ok_or(UNKNOWN)?;
            let operands = [element, length];
            build.declare_as(array.result(), op::OpTypeArray, None, &operands);
            build.count(Kind::UnsizedArray);
        }
        let mut code = input.facts.code(input.words);
        let stops_at = |opcode| opcode == op::OpArrayLength;
        while let Some((inst, _)) = build.copy_run(input, &mut code, stops_at) {
            if inst.opcode() == op::OpArrayLength {
                let pointer = input.type_of(views::ArrayLength(inst).structure());
                if self.tail(input.pointee(pointer)).array != 0 {
                    return Err(LENGTH);
                }
            }
            build.copy_code(input, inst)?;
        }
        build.copy_annotations(input)?;
        Ok(true)
    }
}

impl UnsizedBlocks {
    fn tail(&self, id: u32) -> Tail {
        self.tails.get(id as usize).copied().unwrap_or_default()
    }

    /// Finds the arrays and their layout.
    fn find(&mut self, input: Input<'_>) -> Result<(), LowerError> {
        let Input { words, facts } = input;
        self.tails.clear();
        self.tails.resize(facts.def.len(), Tail::default());
        let last = |block| match input.view(block) {
            TypeView::Struct(members) => {
                members.last().map(|&last| (members.len() as u32 - 1, last))
            }
            _ => None,
        };
        for &block in &facts.uniform_blocks {
            let Some((_, array)) = last(block) else {
                continue;
            };
            let is_open = matches!(input.view(array), TypeView::RuntimeArray { .. });
            if is_open && !facts.is_buffer_block(words, block) {
                for id in [block, array] {
                    if let Some(tail) = self.tails.get_mut(id as usize) {
                        (tail.array, tail.offset) = (array, u32::MAX);
                    }
                }
            }
        }
        for inst in facts.decorations(words) {
            let id = inst.target();
            let array = self.tail(id).array;
            if array == 0 {
                continue;
            }
            let Some(tail) = self.tails.get_mut(array as usize) else {
                continue;
            };
            let (one, member) = (views::Decorate(inst), views::MemberDecorate(inst));
            match inst.opcode() {
                op::OpDecorate if one.decoration() == decoration::ArrayStride => {
                    tail.stride = one.operand();
                }
                op::OpMemberDecorate
                    if member.decoration() == decoration::Offset
                        && last(id).is_some_and(|(last, _)| last == member.member()) =>
                {
                    tail.offset = tail.offset.min(member.operand());
                }
                _ => {}
            }
        }
        let is_shared = |inst: Inst<'_>| match TypeView::of(inst) {
            TypeView::Struct(members) => {
                let own = self.tail(inst.word(1)).array;
                members.iter().any(|&member| {
                    let array = self.tail(member).array;
                    array == member && array != own && array != 0
                })
            }
            _ => false,
        };
        match facts.declarations(words).any(is_shared) {
            true => Err(SHARED),
            false => Ok(()),
        }
    }

    /// How many elements of an array fit into the largest range that the device binds: one at least.
    fn length(&self, target: &Target, array: u32) -> Option<u32> {
        let Tail { stride, offset, .. } = self.tail(array);
        let range = target.properties().max_uniform_buffer_range;
        let room = range.unwrap_or(LEAST_RANGE).saturating_sub(offset);
        room.checked_div(stride).map(|length| length.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assemble::compute;
    use crate::options::Options;
    use crate::passes::testing::{all, lowered, without};
    use crate::passes::Passes;

    /// A module with a uniform block that ends in an array without a length, behind 32 bytes.
    fn module(globals: &str, body: &str) -> Vec<u32> {
        compute(
            0,
            "",
            &format!(
                "OpDecorate %array ArrayStride 16
                OpDecorate %block Block
                OpMemberDecorate %block 0 Offset 0
                OpMemberDecorate %block 1 Offset 32
                OpDecorate %b DescriptorSet 0
                OpDecorate %b Binding 0
                %array = OpTypeRuntimeArray %u32
                %block = OpTypeStruct %u32 %array
                %to_block = OpTypePointer Uniform %block
                %b = OpVariable %to_block Uniform
                {globals}"
            ),
            body,
        )
    }

    fn run(words: &[u32]) -> Result<Vec<u32>, LowerError> {
        let target = without(STEP.features);
        lowered(words, &mut Passes::default(), &target, &Options::default())
    }

    #[test]
    fn the_array_gets_the_length_of_the_largest_range() {
        let out = run(&module("", "")).unwrap();
        assert!(all(&out, op::OpTypeRuntimeArray).is_empty());
        let [array] = all(&out, op::OpTypeArray)[..] else {
            panic!("one array");
        };
        let constants = all(&out, op::OpConstant);
        let length = constants.iter().find(|one| one.word(2) == array.word(3));
        let range = without(STEP.features).properties().max_uniform_buffer_range;
        assert_eq!(length.unwrap().word(3), (range.unwrap() - 32) / 16);
    }

    #[test]
    fn what_needs_the_length_or_shares_the_array_is_refused() {
        let length = module("", "%n = OpArrayLength %u32 %b 1");
        assert_eq!(run(&length), Err(LENGTH));
        let shared = module("%other = OpTypeStruct %array", "");
        assert_eq!(run(&shared), Err(SHARED));
    }
}
