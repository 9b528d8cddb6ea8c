//! Selects the variable from which rules read a built-in.
//!
//! An entry point must not list two input variables with the same built-in (VUID-StandaloneSpirv-OpEntryPoint-09658). So if
//! an entry point that reaches the reader lists a variable for the built-in, that one is read, whatever the signedness of its
//! type. Otherwise an existing variable that may be listed there too is used, otherwise a new one. Entry points are
//! distinguished by execution model only, since a variable is added to all entry points of a model. Entry points that have
//! a variable each get one for all ([`merged`]). Refused are:
//! - different variables for the built-in in entry points of the reader's models that cannot be merged;
//! - a built-in that is a member of a block;
//! - a variable of an unexpected type.
//!
//! `FragCoord` is a vector of floats; all others are integers. Integer inputs must be `Flat` in fragment shaders
//! (VUID-StandaloneSpirv-Flat-04744) and must not be in vertex shaders (VUID-StandaloneSpirv-Flat-06202). So the two stages
//! use different variables, and a function that runs in both is refused.

mod merged;

use super::{stage_bit, Scene};
use crate::facts::{interface, Scalar, TypeView};
use crate::inst::Inst;
use crate::order::Order;
use crate::tables::{built_in, decoration, execution_model, op, storage_class};
use crate::views;
use alloc::vec::Vec;
use merged::Merged;

/// A built-in variable that rules read.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// The built-in.
    pub value: u32,
    /// The variable.
    pub variable: u32,
    /// Bits of the execution models that read it.
    pub stages: u32,
}

/// A built-in variable of the input.
#[derive(Clone, Copy, Debug, Default)]
struct Own {
    value: u32,
    /// The id of the variable, or 0 for a member of a block.
    variable: u32,
    /// A bit for each execution model of the entry points that list it.
    listed: u32,
    /// The type of the variable.
    pointer: u32,
    /// Whether the variable itself is decorated `Flat`.
    is_flat: bool,
    /// The number of other decorations, counted if there are several variables.
    decorations: u32,
}

/// The input's built-in variables, and those that rules read.
#[derive(Clone, Debug, Default)]
pub struct BuiltIns {
    own: Vec<Own>,
    /// Whether the input's variables are entered.
    entered: bool,
    read: Vec<BuiltIn>,
    merged: Merged,
}

/// Where to read a built-in from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// From this variable.
    Variable(u32),
    /// From a new variable, to be recorded with [`BuiltIns::note`].
    New,
}

impl BuiltIns {
    /// Removes all.
    pub fn reset(&mut self) {
        self.own.clear();
        self.entered = false;
        self.read.clear();
        self.merged.reset();
    }

    /// Returns the variables that rules read.
    pub fn read(&self) -> &[BuiltIn] {
        &self.read
    }

    /// Returns the number of variables that rules read.
    pub fn count(&self) -> usize {
        self.read.len()
    }

    /// Removes the last variables that rules read. Stages added to earlier ones stay: an unused variable in an interface is
    /// harmless.
    pub fn truncate(&mut self, len: usize) {
        self.read.truncate(len);
    }

    /// Selects the variable for a built-in in these stages, if there can be one.
    pub fn choose(&mut self, scene: &Scene<'_>, value: u32, stages: u32) -> Option<Choice> {
        let settled = |read: &&BuiltIn| read.value == value && stages & !read.stages == 0;
        if let Some(read) = self.read.iter().find(settled) {
            return Some(Choice::Variable(read.variable));
        }
        self.enter_input(scene);
        let fragment = stage_bit(execution_model::Fragment);
        let vertex = stage_bit(execution_model::Vertex);
        if stages & fragment != 0 && stages & vertex != 0 {
            return None;
        }
        let first = self.own.partition_point(|own| own.value < value);
        let own = || {
            let all = self.own.iter().skip(first);
            all.take_while(|own| own.value == value)
        };
        if own().any(|own| own.variable == 0) {
            return None;
        }
        let read = || self.read.iter().filter(|read| read.value == value);
        let listed = own().filter(|own| own.listed & stages != 0);
        let mut bound = listed.map(|own| own.variable).chain(
            read()
                .filter(|read| read.stages & stages != 0)
                .map(|read| read.variable),
        );
        if let Some(first) = bound.next() {
            if bound.any(|other| other != first) {
                return None;
            }
            self.note(value, first, stages);
            return Some(Choice::Variable(first));
        }
        // `Flat` applies to every entry point that lists a variable.
        let apart = match stages & (fragment | vertex) {
            0 => 0,
            bit => (fragment | vertex) & !bit,
        };
        let listed_of = |variable: u32| {
            let own = own()
                .filter(|own| own.variable == variable)
                .map(|own| own.listed);
            let read = read()
                .filter(|read| read.variable == variable)
                .map(|read| read.stages);
            own.chain(read).fold(0, |all, one| all | one)
        };
        let free = read()
            .map(|read| read.variable)
            .chain(own().map(|own| own.variable));
        let mut free = free.filter(|&variable| listed_of(variable) & apart == 0);
        match free.next() {
            Some(variable) => {
                self.note(value, variable, stages);
                Some(Choice::Variable(variable))
            }
            None => Some(Choice::New),
        }
    }

    /// Records that a variable is read in these stages.
    pub fn note(&mut self, value: u32, variable: u32, stages: u32) {
        match self.read.iter_mut().find(|read| read.variable == variable) {
            Some(read) => read.stages |= stages,
            None => self.read.push(BuiltIn {
                value,
                variable,
                stages,
            }),
        }
    }

    /// Enters the input's variables.
    fn enter_input(&mut self, scene: &Scene<'_>) {
        if self.entered {
            return;
        }
        self.entered = true;
        let facts = scene.facts;
        for inst in facts.decorations(scene.words) {
            match inst.opcode() {
                // Decoration groups cannot have it: only variables, members and constants can be decorated as built-ins.
                op::OpDecorate if views::Decorate(inst).decoration() == decoration::BuiltIn => {
                    let def = facts.def(scene.words, inst.target());
                    let is_input = |def: &Inst<'_>| {
                        def.opcode() == op::OpVariable
                            && views::Variable(*def).storage_class() == storage_class::Input
                    };
                    self.own.extend(def.filter(is_input).map(|def| Own {
                        value: views::Decorate(inst).operand(),
                        variable: def.result(),
                        pointer: def.result_type(),
                        ..Own::default()
                    }));
                }
                op::OpMemberDecorate
                    if views::MemberDecorate(inst).decoration() == decoration::BuiltIn =>
                {
                    self.own.push(Own {
                        value: views::MemberDecorate(inst).operand(),
                        ..Own::default()
                    });
                }
                _ => {}
            }
        }
        self.own.order_by_key(|own| own.variable);
        for inst in facts.entries(scene.words) {
            for &id in interface(inst) {
                if let Ok(at) = self.own.binary_search_by_key(&id, |own| own.variable) {
                    if let Some(own) = self.own.get_mut(at) {
                        own.listed |= stage_bit(views::EntryPoint(inst).execution_model());
                    }
                }
            }
        }
        self.leave_first_of_same(scene);
        self.leave_what_decides();
    }

    /// Leaves of the variables for each built-in those that can make a difference, in the order of their ids: with two that
    /// a model's entry points list, or that neither fragment shaders or vertex shaders list, more of them change nothing.
    fn leave_what_decides(&mut self) {
        self.own.order_by_key(|own| (own.value, own.variable));
        self.own.dedup_by(|own, before| {
            let is_same = (own.value, own.variable) == (before.value, before.variable);
            if is_same {
                before.listed |= own.listed;
            }
            is_same
        });
        let apart = [execution_model::Fragment, execution_model::Vertex].map(stage_bit);
        let (mut value, mut listed, mut unlisted) = (None, [0; 2], [0; 2]);
        self.own.retain(|own| {
            if value.replace(own.value) != Some(own.value) {
                (listed, unlisted) = ([0; 2], [0; 2]);
            }
            let free = apart.map(|bit| own.listed & bit == 0);
            let is_new = own.listed & !listed[1] != 0;
            let is_free = free
                .iter()
                .zip(unlisted)
                .any(|(&free, seen)| free && seen < 2);
            listed[1] |= listed[0] & own.listed;
            listed[0] |= own.listed;
            for (seen, free) in unlisted.iter_mut().zip(free) {
                *seen += u32::from(free && *seen < 2);
            }
            is_new || is_free
        });
    }
}

/// Whether a type is a 32-bit integer, or a vector of `count` of them, of either signedness.
pub fn is_like(scene: &Scene<'_>, ty: u32, count: u32) -> bool {
    let view = |ty| scene.facts.type_view(scene.words, ty);
    let component = match view(ty) {
        TypeView::Vector {
            component,
            count: n,
        } if n == count && count > 1 => component,
        _ if count > 1 => return false,
        _ => ty,
    };
    matches!(
        view(component),
        TypeView::Scalar(Scalar::Int { width: 32, .. })
    )
}

/// Whether a variable needs the decoration `Flat`: a fragment shader reads it, and it is of integers.
pub fn is_flat(read: &BuiltIn) -> bool {
    read.stages & stage_bit(execution_model::Fragment) != 0 && read.value != built_in::FragCoord
}

#[cfg(test)]
mod tests;
