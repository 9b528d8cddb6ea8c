//! Repairs sampled images whose uses have moved to another block.
//!
//! The result of an `OpSampledImage` may only be used in the block that defines it (SPIR-V specification, "OpSampledImage").
//! If a rule has split that block between definition and use, the instruction is repeated in front of the use, with the same
//! image and sampler, which dominate every later part of the block:
//!
//! ```text
//! %s = OpSampledImage %type %image %sampler     %s = OpSampledImage %type %image %sampler
//!      …                                             …the block ends, and another begins…
//!                                               %r = OpSampledImage %type %image %sampler
//! %v = OpImageSampleImplicitLod %vec4 %s %at    %v = OpImageSampleImplicitLod %vec4 %r %at
//! ```
//!
//! `NonUniform` is copied to the new id; the other decorations are only hints.

use crate::header::LEN;
use crate::inst::{Inst, Insts};
use crate::order::Order;
use crate::tables::{decoration, op};
use crate::views;
use alloc::vec::Vec;

/// Working memory.
#[derive(Clone, Debug, Default)]
pub struct Sampled {
    /// By id: the word offset of its `OpSampledImage`, or 0.
    definitions: Vec<u32>,
    /// Repeated instructions: the old id and the new one.
    again: Vec<(u32, u32)>,
    spare: Vec<u32>,
}

impl Sampled {
    /// Repeats `OpSampledImage`s where necessary, in the words of a whole module.
    pub fn mend(&mut self, words: &mut Vec<u32>) {
        let bound = words.get(3).copied().unwrap_or(0);
        self.definitions.clear();
        self.again.clear();
        self.spare.clear();
        let (mut next, mut label, mut copied) = (bound, 0, 0);
        for inst in Insts::new(words, LEN as u32, words.len() as u32) {
            match inst.opcode() {
                op::OpLabel => label = inst.offset(),
                // A longer one is malformed, and would be repeated for each use.
                op::OpSampledImage if inst.words().len() == 5 => {
                    // Resized only here, since most modules that get here have none.
                    self.definitions.resize(bound as usize, 0);
                    if let Some(slot) = self.definitions.get_mut(inst.result() as usize) {
                        *slot = inst.offset();
                    }
                }
                opcode if uses_one(opcode) => {
                    let definitions = self
                        .definitions
                        .get(inst.operand() as usize)
                        .copied()
                        .unwrap_or(0);
                    let Some(old) = Inst::at(words, definitions)
                        .filter(|_| definitions != 0 && definitions < label)
                    else {
                        continue;
                    };
                    let before = words.get(copied as usize..inst.offset() as usize);
                    self.spare.extend_from_slice(before.unwrap_or(&[]));
                    for (at, &word) in old.words().iter().enumerate() {
                        self.spare.push(if at == 2 { next } else { word });
                    }
                    for (at, &word) in inst.words().iter().enumerate() {
                        self.spare.push(if at == 3 { next } else { word });
                    }
                    copied = inst.end();
                    self.again.push((inst.operand(), next));
                    next = next.saturating_add(1);
                }
                _ => {}
            }
        }
        if self.again.is_empty() {
            return;
        }
        let rest = words.get(copied as usize..).unwrap_or(&[]);
        self.spare.extend_from_slice(rest);
        self.put_back(words);
        if let Some(slot) = words.get_mut(3) {
            *slot = next;
        }
        self.decorate(words);
    }

    /// Copies the decoration `NonUniform` from old ids to new ones.
    fn decorate(&mut self, words: &mut Vec<u32>) {
        // Sorted by old id, so that each decoration finds its ids.
        self.again.order();
        self.spare.clear();
        let (mut copied, mut any) = (0, false);
        for inst in Insts::new(words, LEN as u32, words.len() as u32) {
            match inst.opcode() {
                op::OpFunction => break,
                op::OpDecorate if views::Decorate(inst).decoration() == decoration::NonUniform => {}
                _ => continue,
            }
            let old = views::Decorate(inst).target();
            // Once for each id, however often it is decorated.
            let definition = self.definitions.get_mut(old as usize);
            if definition.is_none_or(|at| core::mem::take(at) == 0) {
                continue;
            }
            let first = self.again.partition_point(|pair| pair.0 < old);
            let own = self.again.iter().skip(first);
            let before = words.get(copied as usize..inst.end() as usize);
            self.spare.extend_from_slice(before.unwrap_or(&[]));
            copied = inst.end();
            for &(_, new) in own.take_while(|pair| pair.0 == old) {
                let header = 3 << 16 | u32::from(op::OpDecorate);
                self.spare
                    .extend_from_slice(&[header, new, decoration::NonUniform]);
                any = true;
            }
        }
        if any {
            let rest = words.get(copied as usize..).unwrap_or(&[]);
            self.spare.extend_from_slice(rest);
            self.put_back(words);
        }
    }

    /// Copies instead of swapping: each buffer keeps its role, and a warm one its capacity.
    fn put_back(&self, words: &mut Vec<u32>) {
        words.clear();
        words.extend_from_slice(&self.spare);
    }
}

/// Whether the first operand of an opcode can be a sampled image.
fn uses_one(opcode: u16) -> bool {
    matches!(
        opcode,
        op::OpImageSampleImplicitLod..=op::OpImageDrefGather
            | op::OpImage
            | op::OpImageQueryLod
            | op::OpImageSparseSampleImplicitLod..=op::OpImageSparseDrefGather
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assemble::assemble;

    #[test]
    fn a_sampled_image_used_in_a_later_block_is_repeated() {
        let mut words = assemble(
            3,
            "OpDecorate %s NonUniform
             %f = OpFunction %t None %fn
             %first = OpLabel
             %s = OpSampledImage %type %image %sampler
             %near = OpImageSampleExplicitLod %v4 %s %at Lod %zero
             OpBranch %second
             %second = OpLabel
             %far = OpImageSampleExplicitLod %v4 %s %at Lod %zero
             OpReturn
             OpFunctionEnd",
        );
        let bound = words[3];
        let before = words.clone();
        Sampled::default().mend(&mut words);
        assert_eq!(words[3], bound + 1);
        let all = |words: &[u32], opcode| -> Vec<Vec<u32>> {
            let insts = Insts::new(words, LEN as u32, words.len() as u32);
            let own = insts.filter(|inst| inst.opcode() == opcode);
            own.map(|inst| inst.from(1).to_vec()).collect()
        };
        let [old, new] = [&before, &words].map(|words| all(words, op::OpSampledImage));
        assert_eq!((old.len(), new.len()), (1, 2));
        assert_eq!((&new[0], new[1][1]), (&old[0], bound));
        assert_eq!((new[1][0], &new[1][2..]), (old[0][0], &old[0][2..]));
        let uses = all(&words, op::OpImageSampleExplicitLod);
        assert_eq!((uses[0][2], uses[1][2]), (old[0][1], bound));
        let said: Vec<u32> = all(&words, op::OpDecorate)
            .iter()
            .map(|one| one[0])
            .collect();
        assert_eq!(said, [old[0][1], bound]);
        let once = words.clone();
        Sampled::default().mend(&mut words);
        assert_eq!(words, once);
    }

    /// Otherwise each use would copy thousands of words, or each use for each of thousands of decorations one.
    #[test]
    fn copies_do_not_multiply() {
        let module = |operands: &str, decorations: &str| {
            let text = format!(
                "{decorations}
                 %f = OpFunction %t None %fn
                 %first = OpLabel
                 %s = OpSampledImage %type %image {operands}
                 OpBranch %second
                 %second = OpLabel
                 %far = OpImageSampleExplicitLod %v4 %s %at Lod %zero
                 OpReturn
                 OpFunctionEnd"
            );
            assemble(3, &text)
        };
        let grows = |mut words: Vec<u32>| {
            let before = words.len();
            Sampled::default().mend(&mut words);
            words.len() - before
        };
        assert_eq!(grows(module("%sampler", "")), 5);
        assert_eq!(grows(module("%sampler %sampler", "")), 0);
        let decoration = "OpDecorate %s NonUniform\n";
        assert_eq!(grows(module("%sampler", decoration)), 5 + 3);
        assert_eq!(grows(module("%sampler", &decoration.repeat(9))), 5 + 3);
    }
}
