//! What is the same for all invocations of a dispatch or a draw, whoever is there.

use crate::facts::Facts;
use crate::specialize::{each_use, is_computation};
use crate::tables::{op, storage_class};
use crate::views;
use alloc::vec::Vec;

/// The values of a module that are.
#[derive(Clone, Debug, Default)]
pub struct Same {
    /// By id: whether a value, or what a pointer selects, is.
    values: Vec<bool>,
    /// By id of a variable: how often something is stored in it, 2 for more or what is not known.
    stores: Vec<u8>,
}

impl Same {
    /// Finds what is the same for all invocations, whoever is there: constants, what push constants and uniform buffers hold at such
    /// places, what is computed of these, and what is stored once in a variable of a function.
    pub fn find(&mut self, words: &[u32], facts: &Facts) {
        self.stores.clear();
        self.stores.resize(facts.def.len(), 0);
        for inst in facts.code(words) {
            let stored = match inst.opcode() {
                op::OpLoad => continue,
                op::OpStore => views::Store(inst).pointer(),
                op::OpVariable if views::Variable(inst).initializer() != 0 => inst.result(),
                _ => 0,
            };
            let stores = &mut self.stores;
            let mut add = |id: u32, count: u8| {
                if let Some(slot) = stores.get_mut(id as usize) {
                    *slot = slot.saturating_add(count);
                }
            };
            add(stored, 1);
            each_use(facts, words, inst, &mut |_, id| {
                add(id, if id == stored { 0 } else { 2 })
            });
        }
        self.values.clear();
        self.values.resize(facts.def.len(), false);
        for inst in facts.declarations(words) {
            if inst.opcode() == op::OpVariable {
                let ty = facts.pointee(words, inst.result_type());
                let is = match views::Variable(inst).storage_class() {
                    storage_class::PushConstant => true,
                    storage_class::Uniform => !facts.is_buffer_block(words, ty),
                    _ => false,
                };
                self.set(inst.result(), is);
            }
        }
        for inst in facts.code(words) {
            match inst.opcode() {
                op::OpStore => {
                    let store = views::Store(inst);
                    // Others may write through another pointer, or between a store and a load.
                    let is_own = facts.def(words, store.pointer()).is_some_and(|def| {
                        def.opcode() == op::OpVariable
                            && views::Variable(def).storage_class() == storage_class::Function
                    });
                    let is_once = self.stores.get(store.pointer() as usize) == Some(&1);
                    let is = is_own && is_once && self.is(words, facts, store.object());
                    self.set(store.pointer(), is);
                }
                op::OpLoad | op::OpAccessChain | op::OpInBoundsAccessChain => {
                    let from = if inst.opcode() == op::OpLoad {
                        3..4
                    } else {
                        3..inst.words().len()
                    };
                    let operands = inst.words().get(from).unwrap_or(&[]);
                    let is = operands.iter().all(|&id| self.is(words, facts, id));
                    self.set(inst.result(), is);
                }
                _ if is_computation(facts, inst) => {
                    let mut is = true;
                    each_use(facts, words, inst, &mut |at, id| {
                        is &= at <= 2 || self.is(words, facts, id);
                    });
                    self.set(inst.result(), is);
                }
                _ => {}
            }
        }
    }

    fn set(&mut self, id: u32, is: bool) {
        if let Some(slot) = self.values.get_mut(id as usize).filter(|_| is) {
            *slot = true;
        }
    }

    pub fn is(&self, words: &[u32], facts: &Facts, id: u32) -> bool {
        self.values.get(id as usize) == Some(&true) || facts.is_constant(words, id)
    }
}
