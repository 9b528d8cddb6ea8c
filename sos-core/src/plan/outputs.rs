//! Replaces outputs without effect: built-ins that the target lacks, and that the caller has promised to have no effect,
//! become private variables.
//!
//! ```text
//! OpDecorate %layer BuiltIn Layer
//! %layer = OpVariable %to_output Output              %own = OpVariable %to_private Private
//! OpStore %layer %value                              OpStore %own %value
//!
//! OpMemberDecorate %block 1 BuiltIn Layer            (nothing)
//! %c = OpAccessChain %p %vertex %int_1               %c = OpCopyObject %q %own
//!
//! OpMemberDecorate %block 2 BuiltIn ClipDistance     OpMemberDecorate %block 2 BuiltIn ClipDistance
//! %c = OpAccessChain %p %vertex %int_2 %int_0        %c = OpAccessChain %q %own %int_0
//! ```
//!
//! What is stored can still be loaded, and the promise ensures that nothing else reads it. Which built-ins qualify is defined
//! by the table of rules ([`super::Lowering::output`]).
//!
//! Clip and cull distances stay members of their block, which then no instruction accesses: front ends declare them in every
//! vertex shader, and they need no capability then ([`super::Place::declares`]). Of other members, only the last one of a block
//! is removed, so that no other changes its index.
//! Not replaced, so that their need stays unmet: a variable that is used by anything but loads, stores and access chains with
//! one index, or with two through a block; a block that is loaded or stored as a whole, is not an output variable's own type,
//! or has an initializer.

use super::{Plan, Scene};
use crate::facts::TypeView;
use crate::hash::Map;
use crate::inst::Inst;
use crate::operands::each_use;
use crate::tables::{built_in, decoration, op, storage_class};
use crate::views;
use alloc::vec::Vec;

/// The limit on outputs that are considered: each costs a walk over the declarations.
const MOST_OUTPUTS: usize = 16;

/// The largest word count of an instruction that uses such a variable.
const MOST_WORDS: usize = 8;

/// A private variable that replaces an output.
#[derive(Clone, Copy, Debug)]
pub struct Own {
    /// The output, or the variable that it was a member of: an entry point that lists this one uses `variable`.
    pub listed: u32,
    /// The private variable.
    pub variable: u32,
}

/// A pointer to something that is replaced.
#[derive(Clone, Copy, Debug)]
struct Output {
    /// The index in [`Outputs::found`]; for a block, that of any of its members.
    number: u32,
    is: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The output variable.
    Variable,
    /// A variable whose block has outputs as members.
    Block,
    /// A pointer into the output.
    Chain,
}

/// An output with an unmet need.
#[derive(Clone, Copy, Debug)]
struct Found {
    variable: u32,
    /// Its type.
    ty: u32,
    /// Its element type if it is an array, else its type.
    element: u32,
    /// The structure type and the member index if it is a member of a block, else zeros.
    block: (u32, u32),
    /// Whether the member stays in its block.
    stays: bool,
    /// Word offset of its `BuiltIn` decoration.
    offset: u32,
    rule: usize,
    barred: bool,
    /// The private variable that replaces it, or 0.
    own: u32,
}

/// The outputs of one plan, and working memory to find their uses.
#[derive(Clone, Debug, Default)]
pub struct Outputs {
    known: Map<u32, Output>,
    found: Vec<Found>,
    /// Offsets of the instructions that use an output.
    uses: Vec<u32>,
    /// The replaced outputs.
    pub own: Vec<Own>,
}

impl Outputs {
    /// Removes all.
    pub fn reset(&mut self) {
        self.known.clear();
        self.found.clear();
        self.uses.clear();
        self.own.clear();
    }
}

impl Plan {
    /// Replaces outputs by private variables. The unmet needs of declarations are those after the first `bodies`, in the
    /// module's order.
    pub(super) fn outputs(&mut self, scene: &Scene<'_>, bodies: usize) {
        let mut outputs = core::mem::take(&mut self.outputs);
        self.find_outputs(scene, bodies, &mut outputs);
        if !outputs.found.is_empty() {
            find_uses(scene, &mut outputs);
            self.replace_outputs(scene, &mut outputs);
        }
        self.outputs = outputs;
    }

    fn find_outputs(&self, scene: &Scene<'_>, bodies: usize, outputs: &mut Outputs) {
        let facts = scene.facts;
        let mut left = MOST_OUTPUTS;
        for unmet in self.unmet.get(bodies..).unwrap_or(&[]) {
            let Some(inst) = Inst::at(scene.words, unmet.offset) else {
                continue;
            };
            let (is, built_in) = match inst.opcode() {
                op::OpDecorate if views::Decorate(inst).decoration() == decoration::BuiltIn => {
                    (Kind::Variable, views::Decorate(inst).operand())
                }
                op::OpMemberDecorate
                    if views::MemberDecorate(inst).decoration() == decoration::BuiltIn =>
                {
                    (Kind::Block, views::MemberDecorate(inst).operand())
                }
                _ => continue,
            };
            let Some(rule) = scene.rules.output(scene, built_in) else {
                continue;
            };
            left = match left.checked_sub(1) {
                Some(left) => left,
                None => return,
            };
            let stays = matches!(built_in, built_in::ClipDistance | built_in::CullDistance);
            let mut add = |variable: u32, ty: u32, block: (u32, u32)| {
                let element = match facts.type_view(scene.words, ty) {
                    TypeView::Array { element, .. } => element,
                    _ => ty,
                };
                let is_scalar =
                    matches!(facts.type_view(scene.words, element), TypeView::Scalar(_));
                let number = outputs.found.len() as u32;
                outputs.known.insert(variable, Output { number, is });
                outputs.found.push(Found {
                    variable,
                    ty,
                    element,
                    block,
                    stays,
                    offset: unmet.offset,
                    rule,
                    barred: !is_scalar,
                    own: 0,
                });
            };
            if is == Kind::Variable {
                let variable = facts.def(scene.words, inst.target()).filter(is_output);
                if let Some(variable) = variable {
                    let ty = facts.pointee(scene.words, variable.result_type());
                    add(inst.target(), ty, (0, 0));
                }
                continue;
            }
            let (block, member) = (inst.target(), views::MemberDecorate(inst).member());
            let TypeView::Struct(members) = facts.type_view(scene.words, block) else {
                continue;
            };
            let is_last = members.len() > 1 && members.len() == member as usize + 1;
            let Some(&ty) = members.get(member as usize).filter(|_| stays || is_last) else {
                continue;
            };
            let Some(variable) = only_output(scene, block) else {
                continue;
            };
            add(variable, ty, (block, member));
        }
    }

    fn replace_outputs(&mut self, scene: &Scene<'_>, outputs: &mut Outputs) {
        for found in outputs.found.iter_mut().filter(|found| !found.barred) {
            let def = scene.facts.def(scene.words, found.variable);
            let Some(def) = def else { continue };
            let class = storage_class::Private;
            let pointer = self
                .new
                .declare(scene, op::OpTypePointer, None, &[class, found.ty]);
            let initial = def.from(4);
            let variable = self.new.variable(pointer, class, initial);
            found.own = variable;
            outputs.own.push(Own {
                listed: found.variable,
                variable,
            });
            if found.block.0 == 0 {
                self.remove(scene, def.offset(), def.end());
            } else if !found.stays {
                self.remove_last_member(scene, found.block);
            }
            self.count(found.rule);
            // An initial value that is removed with the variable depends on the promise even if nothing else uses the
            // variable.
            if !initial.is_empty() {
                self.record_promise(found.rule, def.offset());
            }
        }
        let removed = |offset: u32| {
            let mut found = outputs.found.iter();
            found.any(|found| found.offset == offset && !found.barred)
        };
        self.unmet.retain(|unmet| !removed(unmet.offset));
        for inst in outputs
            .uses
            .iter()
            .filter_map(|&at| Inst::at(scene.words, at))
        {
            self.replace_use(scene, inst, outputs);
        }
    }

    /// Removes the last member of a block.
    fn remove_last_member(&mut self, scene: &Scene<'_>, (block, member): (u32, u32)) {
        let facts = scene.facts;
        if let Some(ty) = facts.def(scene.words, block) {
            let mark = self.edits.mark();
            let words = ty.words();
            self.edits.push(&[0]);
            self.edits
                .push(words.get(1..words.len() - 1).unwrap_or(&[]));
            self.edits.seal(mark, op::OpTypeStruct);
            self.edits.close(ty.offset(), ty.end(), mark);
        }
        let is_last = |of: views::Member<'_>| of.structure_type() == block && of.member() == member;
        for inst in facts.names_and_annotations(scene.words) {
            let names = matches!(
                inst.opcode(),
                op::OpMemberDecorate | op::OpMemberName | op::OpMemberDecorateString
            );
            if names && is_last(views::Member(inst)) {
                self.edits.remove(inst.offset(), inst.end());
            }
        }
    }

    fn replace_use(&mut self, scene: &Scene<'_>, inst: Inst<'_>, outputs: &Outputs) {
        let at = place_of_pointer(inst.opcode());
        let Some(output) = outputs.known.get(&inst.word(at)) else {
            return;
        };
        let number = match output.is {
            Kind::Block => member_chained(scene, &outputs.found, inst),
            _ => Some(output.number as usize),
        };
        let found = number.and_then(|number| outputs.found.get(number));
        let Some(found) = found.filter(|found| !found.barred) else {
            return;
        };
        if inst.opcode() == op::OpStore {
            self.record_promise(found.rule, inst.offset());
        }
        if output.is == Kind::Chain {
            return;
        }
        let mut words = [0; MOST_WORDS];
        let len = inst.words().len();
        let Some(copy) = words.get_mut(..len) else {
            return;
        };
        copy.copy_from_slice(inst.words());
        let mark = self.edits.mark();
        if inst.is_chain() {
            let first = if output.is == Kind::Block { 5 } else { 4 };
            let indices = inst.from(first);
            let ty = if indices.is_empty() {
                found.ty
            } else {
                found.element
            };
            let class = storage_class::Private;
            let pointer = self
                .new
                .declare(scene, op::OpTypePointer, None, &[class, ty]);
            let opcode = if indices.is_empty() {
                op::OpCopyObject
            } else {
                inst.opcode()
            };
            self.edits.push(&[0, pointer, inst.result(), found.own]);
            self.edits.push(indices);
            self.edits.seal(mark, opcode);
        } else {
            if let Some(word) = copy.get_mut(at) {
                *word = found.own;
            }
            self.edits.push(copy);
        }
        self.edits.close(inst.offset(), inst.end(), mark);
    }
}

fn is_output(def: &Inst<'_>) -> bool {
    def.opcode() == op::OpVariable && views::Variable(*def).storage_class() == storage_class::Output
}

/// Returns the only variable of a block type, if it is an output without an initializer and the type has no other use.
fn only_output(scene: &Scene<'_>, block: u32) -> Option<u32> {
    let facts = scene.facts;
    let (mut pointer, mut only) = (0, None);
    for inst in facts.declarations(scene.words) {
        let mut names = false;
        each_use(inst.words(), 1, &mut |_, id| names |= id == block);
        match inst.opcode() {
            op::OpTypePointer if names => {
                if pointer != 0 || views::TypePointer(inst).storage_class() != storage_class::Output
                {
                    return None;
                }
                pointer = views::TypePointer(inst).result();
            }
            _ if names => return None,
            op::OpVariable if pointer != 0 && inst.result_type() == pointer => {
                if only.is_some() || inst.words().len() > 4 {
                    return None;
                }
                only = Some(inst.result());
            }
            _ => {}
        }
    }
    only
}

/// Returns the word index of the pointer operand of a load, a store or an access chain.
fn place_of_pointer(opcode: u16) -> usize {
    if opcode == op::OpStore {
        1
    } else {
        3
    }
}

/// Returns the first index of an access chain, if it is constant.
fn chained(scene: &Scene<'_>, inst: Inst<'_>) -> Option<u32> {
    let indexes = inst
        .is_chain()
        .then(|| views::AccessChain(inst).indexes())?;
    scene.facts.index(scene.words, *indexes.first()?)
}

/// Returns the number of the output to which an access chain from a block's variable points.
fn member_chained(scene: &Scene<'_>, found: &[Found], chain: Inst<'_>) -> Option<usize> {
    let index = chained(scene, chain)?;
    let mut found = found.iter();
    found.position(|one| {
        one.variable == views::AccessChain(chain).base() && one.block.0 != 0 && one.block.1 == index
    })
}

/// Finds the instructions that use an output. An output with any other use is barred.
fn find_uses(scene: &Scene<'_>, outputs: &mut Outputs) {
    let Outputs {
        known, found, uses, ..
    } = outputs;
    for inst in scene.kept_code() {
        let mut chain = None;
        each_use(inst.words(), 1, &mut |at, id| {
            let Some(&output) = known.get(&id) else {
                return;
            };
            let number = match output.is {
                Kind::Block if at != place_of_pointer(inst.opcode()) => None,
                Kind::Block => match member_chained(scene, found, inst) {
                    Some(member) => Some(member),
                    None if chained(scene, inst).is_some() => return,
                    None => None,
                },
                _ => Some(output.number as usize),
            };
            let len = inst.words().len();
            let is_known = match (inst.opcode(), output.is) {
                (op::OpLoad | op::OpStore, Kind::Variable | Kind::Chain) => len <= MOST_WORDS,
                (op::OpAccessChain | op::OpInBoundsAccessChain, Kind::Variable) => len == 5,
                (op::OpAccessChain | op::OpInBoundsAccessChain, Kind::Block) => len <= 6,
                _ => false,
            };
            match number {
                Some(number) if is_known && at == place_of_pointer(inst.opcode()) => {
                    uses.push(inst.offset());
                    if !matches!(inst.opcode(), op::OpLoad | op::OpStore) {
                        chain = Some(number as u32);
                    }
                }
                Some(number) => {
                    if let Some(found) = found.get_mut(number) {
                        found.barred = true;
                    }
                }
                // The block as a whole.
                None => {
                    let members = found.iter_mut().filter(|found| found.variable == id);
                    members.for_each(|found| found.barred = true);
                }
            }
        });
        if let Some(number) = chain {
            let is = Kind::Chain;
            known.insert(inst.result(), Output { number, is });
        }
    }
}
