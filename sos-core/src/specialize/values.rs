//! Which ids have a known value, and which.
//!
//! A node is a scalar, a composite of nodes, or the null of any type. Plain constants are looked up on demand and cached;
//! values from specialization are entered by it. The number of nodes is limited by [`Values::budget`], so that a module which
//! inserts into large composites repeatedly costs no more than its length: beyond the limit an id counts as unknown.

use super::eval::{self, Arg};
use crate::facts::{Facts, Gates, Scalar, TypeView};
use crate::inst::Inst;
use crate::tables::{execution_mode, op, op_hot, OpFlags};
use crate::views;
use alloc::vec::Vec;

/// The nesting depth of composite constants beyond which they count as unknown.
const MAX_DEPTH: u32 = 16;

/// The largest composite whose components are tracked.
const MAX_PARTS: usize = 64;

/// A known value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Bits, zero beyond the type's width.
    Scalar(u64),
    /// The components, a range of [`Values::parts`].
    Composite { first: u32, len: u32 },
    /// The zero of any type.
    Null,
}

/// The index of a node plus 1; 0 is "unknown".
pub type Node = u32;

/// The known values of one run.
#[derive(Clone, Debug, Default)]
pub struct Values {
    of: Vec<Node>,
    nodes: Vec<Value>,
    parts: Vec<Node>,
    budget: usize,
    /// Whether the module requests a rounding mode or denormal handling for floats other than the one implemented here.
    other_floats: bool,
}

impl Values {
    /// Removes all values and prepares the tables for the ids of a module.
    pub fn reset(&mut self, facts: &Facts, words: &[u32]) {
        self.of.clear();
        self.of.resize(facts.header.bound as usize, 0);
        self.nodes.clear();
        self.parts.clear();
        self.budget = words.len().saturating_mul(2);
        self.other_floats = facts.gates.meets(Gates::FLOAT_MODE)
            && facts.modes(words).any(|inst| {
                inst.opcode() == op::OpExecutionMode
                    && matches!(
                        views::ExecutionMode(inst).mode(),
                        execution_mode::RoundingModeRTZ | execution_mode::DenormFlushToZero
                    )
            });
    }

    /// Returns the node entered for an id by specialization; a plain constant's may be cached too.
    pub fn entered(&self, id: u32) -> Node {
        self.of.get(id as usize).copied().unwrap_or(0)
    }

    /// Enters a value.
    pub fn set(&mut self, id: u32, node: Node) {
        if let Some(slot) = self.of.get_mut(id as usize) {
            *slot = node;
        }
    }

    /// Returns a node's value.
    pub fn value(&self, node: Node) -> Option<Value> {
        self.nodes.get((node as usize).checked_sub(1)?).copied()
    }

    /// Returns a node's bits, if it is a scalar.
    pub fn bits(&self, node: Node) -> Option<u64> {
        match self.value(node)? {
            Value::Scalar(bits) => Some(bits),
            Value::Null => Some(0),
            Value::Composite { .. } => None,
        }
    }

    /// Returns component `index` of a node.
    pub fn part(&self, node: Node, index: u32) -> Option<Node> {
        match self.value(node)? {
            Value::Composite { first, len } if index < len => {
                self.parts.get((first + index) as usize).copied()
            }
            Value::Null => Some(node),
            _ => None,
        }
    }

    /// Whether two nodes certainly have the same value.
    pub fn same(&self, a: Node, b: Node) -> bool {
        a == b || self.bits(a).is_some() && self.bits(a) == self.bits(b)
    }

    /// Whether enough operands may be known: a cheap test before [`Values::operate`]. That is the first operand, or either
    /// one of an operation that a single value can determine.
    pub fn may_be_known(
        &self,
        facts: &Facts,
        words: &[u32],
        opcode: u16,
        operands: &[u32],
    ) -> bool {
        // Nearly all operands are defined in functions, where no constants are.
        let is_constant = |&at: &u32| {
            let is_global = at != 0 && at < facts.first_function;
            is_global
                && Inst::at(words, at)
                    .is_some_and(|def| op_hot(def.opcode()).flags.contains(OpFlags::CONSTANT))
        };
        let may_be =
            |id: u32| self.entered(id) != 0 || facts.def.get(id as usize).is_some_and(is_constant);
        match *operands {
            [] => false,
            [first, ..] if may_be(first) => true,
            [_, second] => eval::is_absorbing(opcode) && may_be(second),
            _ => false,
        }
    }

    /// Adds a node. Returns 0 if the budget is spent.
    pub fn push(&mut self, value: Value) -> Node {
        if self.nodes.len() + self.parts.len() >= self.budget {
            return 0;
        }
        self.nodes.push(value);
        self.nodes.len() as Node
    }

    /// Adds a composite of nodes. Returns 0 if one of them is unknown.
    fn composite(&mut self, parts: &[Node]) -> Node {
        if parts.contains(&0) || self.parts.len() + parts.len() > self.budget {
            return 0;
        }
        let first = self.parts.len() as u32;
        self.parts.extend_from_slice(parts);
        self.push(Value::Composite {
            first,
            len: parts.len() as u32,
        })
    }

    /// Returns the node of an id: the entered one, or that of a plain constant.
    pub fn node(&mut self, facts: &Facts, words: &[u32], id: u32) -> Node {
        self.node_at(facts, words, id, 0)
    }

    /// Returns the bits of an id that is a known scalar.
    pub fn scalar(&mut self, facts: &Facts, words: &[u32], id: u32) -> Option<u64> {
        let node = self.node(facts, words, id);
        self.bits(node)
    }

    fn node_at(&mut self, facts: &Facts, words: &[u32], id: u32, depth: u32) -> Node {
        let known = self.entered(id);
        if known != 0 || depth > MAX_DEPTH {
            return known;
        }
        let Some(inst) = facts.def(words, id) else {
            return 0;
        };
        let node = match inst.opcode() {
            op::OpConstant => match literal(facts, words, inst) {
                Some(bits) => self.push(Value::Scalar(bits)),
                None => 0,
            },
            op::OpConstantTrue => self.push(Value::Scalar(1)),
            op::OpConstantFalse => self.push(Value::Scalar(0)),
            op::OpConstantNull => self.push(Value::Null),
            op::OpConstantComposite => self.collect(
                facts,
                words,
                views::ConstantComposite(inst).constituents(),
                depth,
            ),
            _ => return 0,
        };
        self.set(id, node);
        node
    }

    /// Returns the composite of the values of ids.
    pub fn composite_of(&mut self, facts: &Facts, words: &[u32], ids: &[u32]) -> Node {
        self.collect(facts, words, ids, 0)
    }

    fn collect(&mut self, facts: &Facts, words: &[u32], ids: &[u32], depth: u32) -> Node {
        let mut parts = [0; MAX_PARTS];
        let Some(parts) = parts.get_mut(..ids.len()) else {
            return 0;
        };
        for (part, &id) in parts.iter_mut().zip(ids) {
            *part = self.node_at(facts, words, id, depth + 1);
            if *part == 0 {
                return 0;
            }
        }
        self.composite(parts)
    }

    /// Returns the result of `opcode` with result type `ty`, or 0 if it is not known. `operands` are the words behind the
    /// result id, or behind the embedded opcode of an `OpSpecConstantOp`, which are in the same form.
    pub fn operate(
        &mut self,
        facts: &Facts,
        words: &[u32],
        opcode: u16,
        ty: u32,
        operands: &[u32],
    ) -> Node {
        match opcode {
            op::OpCompositeConstruct => {
                // A vector may be constructed from vectors; only construction from scalars is folded.
                match facts.type_view(words, ty) {
                    TypeView::Vector { count, .. } if count as usize != operands.len() => 0,
                    _ => self.composite_of(facts, words, operands),
                }
            }
            op::OpCompositeExtract => {
                let Some((&id, path)) = operands.split_first() else {
                    return 0;
                };
                let mut node = self.node(facts, words, id);
                for &index in path {
                    node = self.part(node, index).unwrap_or(0);
                }
                node
            }
            op::OpCompositeInsert => {
                let [object, composite, path @ ..] = operands else {
                    return 0;
                };
                let object = self.node(facts, words, *object);
                let composite = self.node(facts, words, *composite);
                match path {
                    [index] if object != 0 => {
                        self.insert(facts, words, ty, object, composite, *index)
                    }
                    _ => 0,
                }
            }
            op::OpVectorShuffle => {
                let [a, b, lanes @ ..] = operands else {
                    return 0;
                };
                let (Some(count), true) = (
                    vector_len(facts, words, facts.type_of(words, *a)),
                    lanes.len() <= 16,
                ) else {
                    return 0;
                };
                let (a, b) = (self.node(facts, words, *a), self.node(facts, words, *b));
                let mut parts = [0; 16];
                for (part, &lane) in parts.iter_mut().zip(lanes) {
                    let taken = if lane < count {
                        self.part(a, lane)
                    } else {
                        self.part(b, lane.wrapping_sub(count))
                    };
                    *part = taken.unwrap_or(0);
                }
                self.composite(parts.get(..lanes.len()).unwrap_or(&[0]))
            }
            _ => self.componentwise(facts, words, opcode, ty, operands),
        }
    }

    fn insert(
        &mut self,
        facts: &Facts,
        words: &[u32],
        ty: u32,
        object: Node,
        into: Node,
        index: u32,
    ) -> Node {
        let len = match (self.value(into), facts.type_view(words, ty)) {
            (Some(Value::Composite { len, .. }), _) => len,
            (Some(Value::Null), TypeView::Vector { count, .. }) => count,
            (Some(Value::Null), TypeView::Struct(members)) => members.len() as u32,
            _ => return 0,
        };
        let mut parts = [0; MAX_PARTS];
        let Some(parts) = parts.get_mut(..len as usize) else {
            return 0;
        };
        for (at, part) in parts.iter_mut().enumerate() {
            *part = if at as u32 == index {
                object
            } else {
                self.part(into, at as u32).unwrap_or(0)
            };
        }
        self.composite(parts)
    }

    fn componentwise(
        &mut self,
        facts: &Facts,
        words: &[u32],
        opcode: u16,
        ty: u32,
        operands: &[u32],
    ) -> Node {
        let mut nodes = [(0, Scalar::Bool); 3];
        let Some(nodes) = nodes
            .get_mut(..operands.len())
            .filter(|nodes| !nodes.is_empty())
        else {
            return 0;
        };
        let mut known = 0;
        for (slot, &id) in nodes.iter_mut().zip(operands) {
            let node = self.node(facts, words, id);
            let Some(scalar) = facts.scalar_of(words, facts.type_of(words, id)) else {
                return 0;
            };
            known += usize::from(node != 0);
            *slot = (node, scalar);
        }
        let Some(result) = facts.scalar_of(words, ty) else {
            return 0;
        };
        if known < nodes.len() {
            return self.decided(opcode, result, nodes);
        }
        match facts.type_view(words, ty) {
            TypeView::Scalar(_) => self.lane(opcode, result, nodes, None),
            TypeView::Vector { count, .. } if count as usize <= 16 => {
                let mut parts = [0; 16];
                let Some(parts) = parts.get_mut(..count as usize) else {
                    return 0;
                };
                for (lane, part) in parts.iter_mut().enumerate() {
                    *part = self.lane(opcode, result, nodes, Some(lane as u32));
                }
                self.composite(parts)
            }
            _ => 0,
        }
    }

    /// Returns the result of a scalar operation that a known operand determines, whatever the others are.
    fn decided(&self, opcode: u16, result: Scalar, nodes: &[(Node, Scalar)]) -> Node {
        match *nodes {
            [(condition, _), (yes, _), (no, _)] if opcode == op::OpSelect => {
                match self.bits(condition) {
                    Some(0) => no,
                    Some(_) => yes,
                    None => 0,
                }
            }
            [(a, _), (b, _)] => [a, b]
                .into_iter()
                .find(|&node| {
                    self.bits(node)
                        .is_some_and(|bits| eval::absorbs(opcode, result, bits))
                })
                .unwrap_or(0),
            _ => 0,
        }
    }

    fn lane(
        &mut self,
        opcode: u16,
        result: Scalar,
        nodes: &[(Node, Scalar)],
        lane: Option<u32>,
    ) -> Node {
        let mut args = [Arg {
            bits: 0,
            scalar: Scalar::Bool,
        }; 3];
        for (arg, &(node, scalar)) in args.iter_mut().zip(nodes) {
            let part = match lane {
                // OpSelect may have one scalar condition for all components.
                Some(lane) => match self.value(node) {
                    Some(Value::Scalar(_)) => Some(node),
                    _ => self.part(node, lane),
                },
                None => Some(node),
            };
            let Some(bits) = part.and_then(|part| self.bits(part)) else {
                return 0;
            };
            *arg = Arg { bits, scalar };
        }
        let args = args.get(..nodes.len()).unwrap_or(&[]);
        if self.other_floats && eval::computes_floats(opcode, result, args) {
            return 0;
        }
        match eval::scalar(opcode, result, args) {
            Some(bits) => self.push(Value::Scalar(bits)),
            None => 0,
        }
    }
}

fn vector_len(facts: &Facts, words: &[u32], ty: u32) -> Option<u32> {
    match facts.type_view(words, ty) {
        TypeView::Vector { count, .. } => Some(count),
        _ => None,
    }
}

/// Returns the bits of an `OpConstant` or `OpSpecConstant`, zero beyond the width of its type.
pub fn literal(facts: &Facts, words: &[u32], inst: Inst<'_>) -> Option<u64> {
    let scalar = facts.constant_scalar(words, inst.result_type())?;
    Some(eval::truncate(inst.literal(), scalar.width()))
}
