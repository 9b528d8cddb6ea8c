//! Replaces inputs whose value is known: loads of such a built-in become its value, and the variable is removed.
//!
//! The value is known for one of three reasons:
//!
//! - The target lacks the built-in, and its value is a constant by the Vulkan specification or by a promise of the caller
//!   ([`super::Lowering::input`]).
//! - The output emulates subgroups ([`super::Emulated`]): a rule writes the replacement of each load of a subgroup built-in
//!   ([`super::Lowering::read_emulated`]).
//! - The device has subgroups but not ballots, which the masks of a subgroup's invocations come with: a rule computes them,
//!   in the same way.
//!
//! Uses of the variable other than loads of the whole or of a component leave the built-in's need unmet.

use super::{LowerResult, Place, Plan, Scene, Unmet};
use crate::facts::TypeView;
use crate::hash::Map;
use crate::inst::Inst;
use crate::operands::for_each_use;
use crate::tables::{built_in, decoration, op, storage_class};
use crate::views;
use alloc::vec::Vec;

/// What a rule knows about an input.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// The rule, by its index in the table.
    pub rule: usize,
    /// The bits of the value: one word for each component, or one word for all.
    pub words: &'static [u32],
    /// Whether it is known from a promise: then each place that depends on it is recorded.
    pub promised: bool,
}

/// A load of a subgroup built-in, to be replaced by a rule.
#[derive(Clone, Copy, Debug)]
pub struct Read<'w> {
    /// The instruction.
    pub inst: Inst<'w>,
    /// The built-in.
    pub built_in: u32,
    /// The id of the component index, if a component is loaded.
    pub index: Option<u32>,
}

/// The replacement of a built-in.
#[derive(Clone, Copy, Debug)]
enum Replacement {
    /// A constant of the variable's type.
    Constant(u32),
    /// What a rule writes for this subgroup built-in.
    Emulated(u32),
}

/// A pointer that loads go through: a variable or an access chain.
#[derive(Clone, Copy, Debug)]
struct Source {
    /// The variable's id.
    variable: u32,
    replacement: Replacement,
    /// The id of the component index.
    index: Option<u32>,
    /// The rule to count; rules for loads of subgroup built-ins count themselves.
    rule: usize,
    promised: bool,
}

/// The inputs of one plan, and working memory to find their uses.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    sources: Map<u32, Source>,
    /// Variables with a use that cannot be replaced.
    barred: Map<u32, ()>,
    /// Ids of the variables to replace, in the module's order.
    variables: Vec<u32>,
    /// Offsets of loads and access chains.
    found: Vec<u32>,
}

impl Plan {
    /// Replaces built-ins by their values.
    ///
    /// The unmet needs of declarations are those after the first `bodies`, in the module's order.
    pub(super) fn inputs(&mut self, scene: &Scene<'_>, place: &Place<'_>, bodies: usize) {
        let mut inputs = core::mem::take(&mut self.inputs);
        self.find_inputs(scene, bodies, &mut inputs);
        if !inputs.variables.is_empty() {
            find_uses(scene, &mut inputs);
            for at in 0..inputs.found.len() {
                let offset = inputs.found.get(at).copied().unwrap_or(0);
                let Some(inst) = Inst::at(scene.words, offset) else {
                    continue;
                };
                self.read(scene, place, inst, &mut inputs);
            }
            for &variable in &inputs.variables {
                let Some(source) = inputs.sources.get(&variable) else {
                    continue;
                };
                let def = scene.facts.def(scene.words, variable);
                if let Some(def) = def.filter(|_| !inputs.barred.contains_key(&variable)) {
                    self.remove(scene, def.offset(), def.end());
                    if let Replacement::Constant(_) = source.replacement {
                        self.count(source.rule);
                    }
                }
            }
            let mut unmet = core::mem::take(&mut self.unmet);
            unmet.retain(|unmet: &Unmet| unmet.owner == 0 || !self.is_removed(unmet.owner));
            self.unmet = unmet;
        }
        self.inputs = inputs;
    }

    /// Enters the variables that have a replacement.
    fn find_inputs(&mut self, scene: &Scene<'_>, bodies: usize, inputs: &mut Inputs) {
        inputs.sources.clear();
        inputs.barred.clear();
        inputs.variables.clear();
        inputs.found.clear();
        let facts = scene.facts;
        for inst in facts.decorations(scene.words) {
            if inst.opcode() != op::OpDecorate
                || views::Decorate(inst).decoration() != decoration::BuiltIn
            {
                continue;
            }
            let (variable, value) = (inst.target(), views::Decorate(inst).operand());
            let is_input = facts.def(scene.words, variable).is_some_and(|def| {
                def.opcode() == op::OpVariable
                    && views::Variable(def).storage_class() == storage_class::Input
            });
            if !is_input {
                continue;
            }
            let (replacement, rule, promised) = if let Some(known) = self.known(scene, inst, bodies)
            {
                let replacement = self.constant_replacement(scene, variable, known.words);
                (replacement, known.rule, known.promised)
            } else if scene.emulated.is_some() && is_of_subgroups(value)
                || is_mask(value) && self.is_unmet(inst, bodies)
            {
                (Some(Replacement::Emulated(value)), 0, false)
            } else {
                continue;
            };
            if let Some(replacement) = replacement {
                inputs.variables.push(variable);
                let source = Source {
                    variable,
                    replacement,
                    index: None,
                    rule,
                    promised,
                };
                inputs.sources.insert(variable, source);
            }
        }
    }

    /// Returns what a rule knows of a built-in with an unmet need, given its decoration.
    fn known(&self, scene: &Scene<'_>, inst: Inst<'_>, bodies: usize) -> Option<Known> {
        let known = scene.rules.input(scene, views::Decorate(inst).operand())?;
        self.is_unmet(inst, bodies).then_some(known)
    }

    /// Whether a declaration has an unmet need.
    fn is_unmet(&self, inst: Inst<'_>, bodies: usize) -> bool {
        let unmet = self.unmet.get(bodies..).unwrap_or(&[]);
        let at = unmet.binary_search_by_key(&inst.offset(), |unmet| unmet.offset);
        at.is_ok()
    }

    /// Replaces a load by the value, or removes an access chain.
    fn read(&mut self, scene: &Scene<'_>, place: &Place<'_>, inst: Inst<'_>, inputs: &mut Inputs) {
        let source = inputs.sources.get(&inst.operand());
        let source = source.filter(|source| !inputs.barred.contains_key(&source.variable));
        let Some(&source) = source else { return };
        if inst.opcode() != op::OpLoad {
            return self.remove(scene, inst.offset(), inst.end());
        }
        if source.promised {
            self.record_promise(source.rule, inst.offset());
        }
        let (ty, id) = (inst.result_type(), inst.result());
        let mark = self.edits.mark();
        match (source.replacement, source.index) {
            (Replacement::Constant(value), None) => {
                let copy = [4 << 16 | u32::from(op::OpCopyObject), ty, id, value];
                self.edits.push(&copy);
            }
            (Replacement::Constant(value), Some(index)) => {
                let extract = 5 << 16 | u32::from(op::OpVectorExtractDynamic);
                self.edits.push(&[extract, ty, id, value, index]);
            }
            (Replacement::Emulated(built_in), index) => {
                let read = Read {
                    inst,
                    built_in,
                    index,
                };
                let functions = &scene.facts.functions;
                let behind = functions.partition_point(|function| function.start <= inst.offset());
                let function = behind.saturating_sub(1);
                if scene
                    .rules
                    .read_emulated(self, scene, place, read, function)
                    == LowerResult::UnableToLower
                {
                    inputs.barred.insert(source.variable, ());
                    return;
                }
            }
        }
        self.edits.close(inst.offset(), inst.end(), mark);
    }

    /// Returns a constant of a variable's type, which must be a 32-bit scalar or a vector of these.
    fn constant_replacement(
        &mut self,
        scene: &Scene<'_>,
        variable: u32,
        words: &[u32],
    ) -> Option<Replacement> {
        let facts = scene.facts;
        let def = facts.def(scene.words, variable)?;
        let ty = facts.pointee(scene.words, def.result_type());
        let word = |at: u32| words.get(at as usize).or(words.first()).copied();
        let of_32_bits = |ty: u32| matches!(facts.type_view(scene.words, ty), TypeView::Scalar(scalar) if scalar.width() == 32);
        let constant = |plan: &mut Self, ty: u32, value: u32| {
            plan.new.declare(scene, op::OpConstant, Some(ty), &[value])
        };
        Some(Replacement::Constant(
            match facts.type_view(scene.words, ty) {
                TypeView::Vector { component, count } if of_32_bits(component) => {
                    let mut parts = [0; 4];
                    let parts = parts.get_mut(..count as usize)?;
                    for (at, part) in (0..).zip(parts.iter_mut()) {
                        *part = constant(self, component, word(at)?);
                    }
                    self.new
                        .declare(scene, op::OpConstantComposite, Some(ty), parts)
                }
                TypeView::Scalar(_) if of_32_bits(ty) => constant(self, ty, word(0)?),
                _ => return None,
            },
        ))
    }
}

fn is_of_subgroups(value: u32) -> bool {
    matches!(
        value,
        built_in::SubgroupSize
            | built_in::NumSubgroups
            | built_in::SubgroupId
            | built_in::SubgroupLocalInvocationId
    ) || is_mask(value)
}

/// Whether a built-in is a mask of invocations of the subgroup.
pub fn is_mask(value: u32) -> bool {
    (built_in::SubgroupEqMask..=built_in::SubgroupLtMask).contains(&value)
}

/// Finds the instructions that use a source and can be replaced. A variable with any other use is barred.
fn find_uses(scene: &Scene<'_>, inputs: &mut Inputs) {
    for inst in scene.kept_code() {
        let Inputs {
            sources, barred, ..
        } = inputs;
        let mut named: Option<(usize, Source)> = None;
        for_each_use(inst.words(), 1, |at, id| {
            let source = sources.get(&id).map(|source| (at, *source));
            if let Some((_, other)) = source.and(named) {
                barred.insert(other.variable, ());
            }
            named = source.or(named);
        });
        let Some((at, source)) = named else {
            continue;
        };
        match (inst.opcode(), at, inst.words().len()) {
            (op::OpLoad, 3, _) => inputs.found.push(inst.offset()),
            (op::OpAccessChain | op::OpInBoundsAccessChain, 3, 5) if source.index.is_none() => {
                let index = views::AccessChain(inst).indexes().first().copied();
                inputs
                    .sources
                    .insert(inst.result(), Source { index, ..source });
                inputs.found.push(inst.offset());
            }
            _ => {
                inputs.barred.insert(source.variable, ());
            }
        }
    }
}
