//! The types of new indices: of selected and passed ones, and of sums.
//!
//! ```text
//! %p = OpPhi %word %a %entry %b %again       a: the constant 0, an int; b: %j, a uint
//! %q = OpPtrAccessChain %word %p %one
//!
//! %k = OpPhi %uint %zero %entry %j %again    the constant is converted
//! %n = OpIAdd %uint %k %one
//! ```
//!
//! Only constants are converted to be selected or passed. So new indices of which one is selected or passed as another form a class
//! of one type, that of any index of the input in it that is not constant. All paths are known before classes are formed: a phi
//! may use a pointer that is defined later, and a function may be called later. A class without such an index takes its type
//! from a sum, whose type depends on that of the index that is moved, or else from the constant found first.

use super::{Index, Work, DIFFERENT_PATHS, MALFORMED};
use crate::build::Build;
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::order::Order;
use crate::passes::{Input, LowerError};
use crate::tables::op;
use crate::views;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A new index.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Another node of its class, or itself.
    parent: u32,
    /// If it represents its class: the type.
    ty: u32,
    /// Whether the type cannot change any more.
    is_final: bool,
}

/// A new index that is the sum of another new one and an element.
#[derive(Clone, Copy, Debug)]
struct Sum {
    base: u32,
    node: u32,
    element: u32,
}

/// The types of the new indices of a module.
#[derive(Clone, Debug, Default)]
pub struct Types {
    /// The id of the first new index. The others follow it.
    first: u32,
    nodes: Vec<Node>,
    /// When classes are complete: ascending, by the node that represents the class of the base.
    sums: Vec<Sum>,
    /// Nodes that represent a class of which the type has just become final.
    pending: Vec<u32>,
}

impl Types {
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.sums.clear();
        self.pending.clear();
    }

    /// Adds a new index.
    fn add(&mut self, id: u32, ty: u32, is_final: bool) {
        if self.nodes.is_empty() {
            self.first = id;
        }
        let new = id.saturating_sub(self.first);
        while (self.nodes.len() as u32) <= new {
            let parent = self.nodes.len() as u32;
            self.nodes.push(Node {
                parent,
                ty,
                is_final,
            });
        }
    }

    /// Returns the node of an id, if that is a new index.
    fn node(&self, id: u32) -> Option<u32> {
        let node = id.checked_sub(self.first)?;
        ((node as usize) < self.nodes.len()).then_some(node)
    }

    fn get(&self, node: u32) -> Option<Node> {
        self.nodes.get(node as usize).copied()
    }

    /// Returns the type of an id, if that is a new index.
    fn ty(&self, id: u32) -> Option<u32> {
        let parent = self.get(self.node(id)?)?.parent;
        Some(self.get(parent)?.ty)
    }

    /// Returns the node that represents a node's class, and shortens the way to it.
    fn class(&mut self, mut node: u32) -> u32 {
        while let Some(parent) = self.get(node).map(|one| one.parent) {
            if parent == node {
                break;
            }
            let above = self.get(parent).map_or(parent, |one| one.parent);
            if let Some(one) = self.nodes.get_mut(node as usize) {
                one.parent = above;
            }
            node = above;
        }
        node
    }

    /// Makes the type of a class final. Returns false if it already is.
    fn fix(&mut self, node: u32, ty: u32) -> bool {
        let class = self.class(node);
        let class = self.nodes.get_mut(class as usize);
        let Some(class) = class.filter(|class| !class.is_final) else {
            return false;
        };
        (class.ty, class.is_final) = (ty, true);
        true
    }
}

impl Work<'_> {
    /// Returns the type of an index.
    pub(super) fn ty(&self, index: &Index) -> u32 {
        let new = self.tables.types.ty(index.id);
        new.unwrap_or_else(|| self.input.type_of(index.id))
    }

    /// Returns a new index in place of another.
    pub(super) fn new_index(&mut self, index: &Index) -> u32 {
        let ty = self.ty(index);
        let id = self.build.id();
        self.tables.types.add(id, ty, false);
        id
    }

    /// Returns the sum of an index and an element as a new index.
    pub(super) fn new_sum(&mut self, index: &Index, element: u32) -> u32 {
        let ty = self.sum_type(index.id, self.ty(index), element);
        let id = self.build.id();
        let types = &mut self.tables.types;
        let base = types.node(index.id);
        let is_final = base.is_none() && self.input.signed(index.id).is_none();
        types.add(id, ty, is_final);
        if let (Some(base), Some(node)) = (base, types.node(id)) {
            types.sums.push(Sum {
                base,
                node,
                element,
            });
        }
        id
    }

    /// Joins the classes of the indices that an instruction selects or passes.
    pub(super) fn join(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let Input { words, facts } = self.input;
        match inst.opcode() {
            op::OpSelect => {
                self.join_paths(inst.result(), views::Select(inst).object_1());
                self.join_paths(inst.result(), views::Select(inst).object_2());
            }
            op::OpPhi => {
                for &value in views::Phi(inst).pairs().iter().step_by(2) {
                    self.join_paths(inst.result(), value);
                }
            }
            op::OpFunctionCall => {
                let function = self
                    .input
                    .def(views::FunctionCall(inst).function())
                    .ok_or(MALFORMED)?;
                let parameters = facts.parameters(words, function);
                for (&argument, parameter) in
                    views::FunctionCall(inst).arguments().iter().zip(parameters)
                {
                    self.join_paths(parameter.result(), argument);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn join_paths(&mut self, pointer: u32, from: u32) {
        let (Some(path), Some(other)) = (self.path(pointer), self.path(from)) else {
            return;
        };
        let (path, other) = (path.clone(), other.clone());
        for (index, other) in path.indices.iter().zip(&other.indices) {
            let types = &mut self.tables.types;
            match (types.node(index.id), types.node(other.id)) {
                (Some(node), Some(other)) => self.unite(node, other),
                (Some(node), None) if self.input.signed(other.id).is_none() => {
                    types.fix(node, self.input.type_of(other.id));
                }
                _ => {}
            }
        }
    }

    fn unite(&mut self, node: u32, other: u32) {
        let types = &mut self.tables.types;
        let [a, b] = [node, other].map(|node| types.class(node));
        let (class, joined) = (a.min(b), a.max(b));
        let types = &self.tables.types;
        let (Some(mut to), Some(from)) = (types.get(class), types.get(joined)) else {
            return;
        };
        let is_better = match (to.is_final, from.is_final) {
            (false, false) => self.width(from.ty) > self.width(to.ty),
            (is_final, _) => !is_final,
        };
        if is_better {
            (to.ty, to.is_final) = (from.ty, from.is_final);
        }
        let nodes = &mut self.tables.types.nodes;
        for (at, node) in [
            (
                joined,
                Node {
                    parent: class,
                    ..from
                },
            ),
            (class, to),
        ] {
            if let Some(slot) = nodes.get_mut(at as usize) {
                *slot = node;
            }
        }
    }

    /// Decides the types of all classes.
    pub(super) fn settle(&mut self) {
        let types = &mut self.tables.types;
        for at in 0..types.nodes.len() as u32 {
            let class = types.class(at);
            if let Some(node) = types.nodes.get_mut(at as usize) {
                node.parent = class;
                if class == at && node.is_final {
                    types.pending.push(at);
                }
            }
        }
        let mut sums = core::mem::take(&mut types.sums);
        for sum in &mut sums {
            sum.base = types.class(sum.base);
        }
        sums.order_by_key(|sum| (sum.base, sum.node));
        for at in 0..self.tables.types.nodes.len() as u32 {
            self.settle_sums(&sums);
            let types = &mut self.tables.types;
            if let Some(node) = types.get(at).filter(|node| node.parent == at) {
                if types.fix(at, node.ty) {
                    types.pending.push(at);
                }
            }
        }
        self.tables.types.sums = sums;
    }

    /// Decides the types of sums, as far as those of what they move are final.
    fn settle_sums(&mut self, sums: &[Sum]) {
        while let Some(class) = self.tables.types.pending.pop() {
            let first = sums.partition_point(|sum| sum.base < class);
            let those = sums.get(first..).unwrap_or(&[]).iter();
            let Some(base) = self.tables.types.get(class) else {
                continue;
            };
            for sum in those.take_while(|sum| sum.base == class) {
                let ty = self.sum_type(0, base.ty, sum.element);
                let types = &mut self.tables.types;
                if types.fix(sum.node, ty) {
                    let class = types.class(sum.node);
                    types.pending.push(class);
                }
            }
        }
    }

    /// Returns the type of the sum of an index, of this type, and an element.
    fn sum_type(&self, index: u32, old: u32, element: u32) -> u32 {
        let by = self.input.type_of(element);
        let is_by = match (self.fits(element, old), self.fits(index, by)) {
            (false, true) => self.width(by) != self.width(old),
            (true, false) => false,
            (true, true) => self.width(old) < Some(32),
            (false, false) => self.width(by) > self.width(old),
        };
        match is_by {
            true => by,
            false => old,
        }
    }

    /// The width of an integer type.
    pub(super) fn width(&self, ty: u32) -> Option<u32> {
        match self.input.view(ty) {
            TypeView::Scalar(Scalar::Int { width, .. }) => Some(width),
            _ => None,
        }
    }

    /// Whether an id is a constant that another type of integers has as well; indices count as signed.
    pub(super) fn fits(&self, id: u32, ty: u32) -> bool {
        let (Some(value), Some(width)) = (self.input.signed(id), self.width(ty)) else {
            return false;
        };
        let unused = 64 - width.clamp(1, 64);
        value << unused >> unused == value
    }

    /// Returns an index as a value of another index's type. Only constants are converted.
    pub(super) fn index_as(&mut self, index: Index, ty: u32) -> u32 {
        let (Some(value), Some(Scalar::Int { width, signed })) =
            (self.input.signed(index.id), self.input.scalar_of(ty))
        else {
            return index.id;
        };
        if self.ty(&index) == ty {
            return index.id;
        }
        let ty = self.build.get(ty).unwrap_or(ty);
        let (low, high) = (value as u32, (value >> 32) as u32);
        match width {
            64 => self.build.declare(op::OpConstant, Some(ty), &[low, high]),
            // Narrow unsigned numbers are zero-extended to a word (specification, section 2.2.1, "Literal").
            8 | 16 if !signed => {
                let low = low & ((1 << width) - 1);
                self.build.declare(op::OpConstant, Some(ty), &[low])
            }
            _ => self.build.declare(op::OpConstant, Some(ty), &[low]),
        }
    }

    /// Returns a summand of an index of this type: what is not constant is sign-extended.
    pub(super) fn converted(&mut self, index: Index, ty: u32) -> Result<u32, LowerError> {
        let old = self.ty(&index);
        if old == ty || self.fits(index.id, ty) {
            return Ok(self.index_as(index, ty));
        }
        let (from, to) = (self.width(old), self.width(ty));
        let opcode = match from.cmp(&to) {
            Ordering::Less => op::OpSConvert,
            // The sum does not depend on the signedness.
            Ordering::Equal => op::OpBitcast,
            Ordering::Greater => return Err(DIFFERENT_PATHS),
        };
        let ty = self.build.get(ty).ok_or(MALFORMED)?;
        Ok(self.build.op(opcode, ty, &[index.id]))
    }
}
