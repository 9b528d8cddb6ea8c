//! Built-ins of subgroups where each invocation is a subgroup of its own.
//!
//! ```text
//! SubgroupSize 1              SubgroupLocalInvocationId 0
//! NumSubgroups                invocations of the workgroup
//! SubgroupId                  LocalInvocationIndex
//! SubgroupEqMask, GeMask, LeMask   bit 0       SubgroupGtMask, LtMask   no bit
//! ```
//!
//! What is loaded from such a variable becomes its value, and the variable goes with everything that names it. A use
//! other than a load, of the whole or of a component, leaves the built-in in the way.

use super::{Place, Plan, Scene, Unmet};
use crate::facts::TypeView;
use crate::inst::{Inst, Insts};
use crate::operands::for_each_use;
use crate::tables::{built_in, decoration, execution_mode, op};
use std::collections::HashMap;

/// What stands for a built-in.
#[derive(Clone, Copy, Debug)]
enum Stand {
    /// A constant of the variable's type.
    Constant(u32),
    /// Another variable, and the type of what it holds: the same, or of the other sign.
    Variable(u32, u32),
    /// The product of these, of the type of each.
    Product([u32; 3]),
    /// The product of the components of a constant, and their type.
    Components(u32),
}

/// Something that loads go through.
#[derive(Clone, Copy, Debug)]
struct Source {
    /// The variable's id.
    variable: u32,
    stand: Stand,
    /// The id of a component's index.
    index: Option<u32>,
}

impl Plan {
    /// Puts values in the place of built-ins.
    pub(super) fn lone(&mut self, scene: &Scene<'_>, place: &Place<'_>) {
        let stages = place.stages.iter().fold(0, |all, stages| all | stages);
        let facts = scene.facts;
        let mut sources = HashMap::new();
        for inst in Insts::new(scene.words, facts.preamble_end, facts.globals) {
            if inst.opcode() == op::OpDecorate && inst.word(2) == decoration::BuiltIn {
                let variable = inst.word(1);
                if let Some(stand) = self.stand(scene, stages, variable, inst.word(3)) {
                    let source = Source {
                        variable,
                        stand,
                        index: None,
                    };
                    sources.insert(variable, source);
                }
            }
        }
        if sources.is_empty() {
            return;
        }
        let variables: Vec<u32> = sources.keys().copied().collect();
        let kept: Vec<Inst<'_>> = self.uses(scene, &mut sources);
        for inst in kept {
            self.read(scene, inst, &sources);
        }
        for variable in variables {
            if !sources.contains_key(&variable) {
                continue;
            }
            if let Some(def) = facts.def(scene.words, variable) {
                self.remove(scene, def.offset(), def.end());
                self.count(scene.rules.lone());
            }
        }
        let mut unmet = std::mem::take(&mut self.unmet);
        unmet.retain(|unmet: &Unmet| unmet.owner == 0 || !self.is_gone(unmet.owner));
        self.unmet = unmet;
    }

    /// The instructions that name a source, all of which can be replaced. A source that something else names is taken out.
    fn uses<'w>(&mut self, scene: &Scene<'w>, sources: &mut HashMap<u32, Source>) -> Vec<Inst<'w>> {
        let facts = scene.facts;
        let mut found = Vec::new();
        for (number, block) in (0..).zip(&facts.blocks) {
            if !scene.flow.is_kept(number) {
                continue;
            }
            for inst in Insts::new(scene.words, block.label, block.end) {
                let mut named = None;
                for_each_use(inst.words(), 1, |at, id| {
                    if let Some(source) = sources.get(&id) {
                        named = Some((at, *source));
                    }
                });
                let Some((3, source)) = named else {
                    if let Some((_, source)) = named {
                        sources.retain(|_, other| other.variable != source.variable);
                    }
                    continue;
                };
                match (inst.opcode(), inst.words().len()) {
                    (op::OpLoad, _) => found.push(inst),
                    (op::OpAccessChain | op::OpInBoundsAccessChain, 5)
                        if source.index.is_none() =>
                    {
                        let index = Some(inst.word(4));
                        sources.insert(inst.word(2), Source { index, ..source });
                        found.push(inst);
                    }
                    _ => sources.retain(|_, other| other.variable != source.variable),
                }
            }
        }
        found
    }

    /// Puts the value in the place of a load; an access chain goes.
    fn read(&mut self, scene: &Scene<'_>, inst: Inst<'_>, sources: &HashMap<u32, Source>) {
        let Some(source) = sources.get(&inst.word(3)) else {
            return;
        };
        if inst.opcode() != op::OpLoad {
            return self.remove(scene, inst.offset(), inst.end());
        }
        let (ty, id) = (inst.word(1), inst.word(2));
        let mark = self.edits.mark();
        match (source.stand, source.index) {
            (Stand::Constant(value), None) => {
                let copy = [4 << 16 | u32::from(op::OpCopyObject), ty, id, value];
                self.edits.push(&copy);
            }
            (Stand::Constant(value), Some(index)) => {
                let extract = 5 << 16 | u32::from(op::OpVectorExtractDynamic);
                self.edits.push(&[extract, ty, id, value, index]);
            }
            (Stand::Variable(other, held), _) => {
                let load = 4 << 16 | u32::from(op::OpLoad);
                if held == ty {
                    self.edits.push(&[load, ty, id, other]);
                } else {
                    let cast = 4 << 16 | u32::from(op::OpBitcast);
                    let value = self.new.id();
                    self.edits.push(&[load, held, value, other]);
                    self.edits.push(&[cast, ty, id, value]);
                }
            }
            (Stand::Product(parts), _) => self.product(ty, id, parts),
            (Stand::Components(vector), _) => {
                let parts = [0, 1, 2].map(|at| {
                    let part = self.new.id();
                    let extract = 5 << 16 | u32::from(op::OpCompositeExtract);
                    self.edits.push(&[extract, ty, part, vector, at]);
                    part
                });
                self.product(ty, id, parts);
            }
        }
        self.edits.close(inst.offset(), inst.end(), mark);
    }

    fn product(&mut self, ty: u32, id: u32, [x, y, z]: [u32; 3]) {
        let multiply = 5 << 16 | u32::from(op::OpIMul);
        let part = self.new.id();
        self.edits.push(&[multiply, ty, part, x, y]);
        self.edits.push(&[multiply, ty, id, part, z]);
    }

    /// What stands for a variable with a built-in, if the built-in is one of subgroups.
    fn stand(
        &mut self,
        scene: &Scene<'_>,
        stages: u32,
        variable: u32,
        value: u32,
    ) -> Option<Stand> {
        let facts = scene.facts;
        let def = facts
            .def(scene.words, variable)
            .filter(|def| def.opcode() == op::OpVariable)?;
        let ty = facts.pointee(scene.words, def.word(1));
        let constant = |plan: &mut Self, ty: u32, value: u32| {
            plan.new.declare(scene, op::OpConstant, Some(ty), &[value])
        };
        let number = match value {
            built_in::SubgroupSize => 1,
            built_in::SubgroupLocalInvocationId => 0,
            built_in::SubgroupEqMask | built_in::SubgroupGeMask | built_in::SubgroupLeMask => 1,
            built_in::SubgroupGtMask | built_in::SubgroupLtMask => 0,
            built_in::SubgroupId => {
                let index = built_in::LocalInvocationIndex;
                let (other, held) = self.new.built_in(scene, index, (ty, 1), stages)?;
                return Some(Stand::Variable(other, held));
            }
            built_in::NumSubgroups => return self.workgroup(scene, ty),
            _ => return None,
        };
        Some(Stand::Constant(match facts.type_view(scene.words, ty) {
            TypeView::Vector { component, count } => {
                let (first, rest) = (
                    constant(self, component, number),
                    constant(self, component, 0),
                );
                let parts = [first, rest, rest, rest];
                let parts = parts.get(..count as usize)?;
                self.new
                    .declare(scene, op::OpConstantComposite, Some(ty), parts)
            }
            _ => constant(self, ty, number),
        }))
    }

    /// How many invocations a workgroup has, where that is the same for all entry points.
    fn workgroup(&mut self, scene: &Scene<'_>, ty: u32) -> Option<Stand> {
        let facts = scene.facts;
        if facts.workgroup.object != 0 {
            return Some(Stand::Components(facts.workgroup.object));
        }
        let mut sizes = Insts::new(scene.words, facts.preamble_end, facts.globals).filter(|inst| {
            matches!(
                (inst.opcode(), inst.word(2)),
                (op::OpExecutionMode, execution_mode::LocalSize)
                    | (op::OpExecutionModeId, execution_mode::LocalSizeId)
            )
        });
        let first = sizes.next()?;
        if sizes.any(|other| (other.opcode(), other.from(3)) != (first.opcode(), first.from(3))) {
            return None;
        }
        let parts = <[u32; 3]>::try_from(first.from(3)).ok()?;
        if first.opcode() == op::OpExecutionModeId {
            return Some(Stand::Product(parts));
        }
        let all = parts
            .iter()
            .fold(1, |all: u32, &part| all.wrapping_mul(part));
        let value = self.new.declare(scene, op::OpConstant, Some(ty), &[all]);
        Some(Stand::Constant(value))
    }
}
