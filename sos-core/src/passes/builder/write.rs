//! Writing instructions and declarations: what passes have in common with rules ([`Build`]). Types and constants that are
//! often requested are cached.

use super::{patch_header, push, ModuleBuilder};
use crate::build::{Basic, Build};
use crate::plan::push_string;
use crate::soft::{Buffers, Function, Linked};
use crate::tables::op;

impl Build for ModuleBuilder {
    #[inline]
    fn id(&mut self) -> u32 {
        let id = self.bound;
        self.bound = self.bound.saturating_add(1);
        id
    }

    fn declare(&mut self, opcode: u16, ty: Option<u32>, operands: &[u32]) -> u32 {
        match self.find_or_enter(opcode, ty, operands) {
            Some(known) => known,
            None => {
                let id = self.id();
                self.write_global(id, opcode, ty, operands);
                id
            }
        }
    }

    fn import_glsl(&mut self) -> u32 {
        if self.glsl == 0 {
            self.glsl = self.id();
            let (name, start) = ("GLSL.std.450", self.imports.len());
            self.imports.extend_from_slice(&[0, self.glsl]);
            push_string(&mut self.imports, name);
            let overlong = &mut self.overlong;
            patch_header(&mut self.imports, start, op::OpExtInstImport, overlong);
        }
        self.glsl
    }

    fn decorate(&mut self, id: u32, decoration: &[u32]) {
        let (buffer, overlong) = (&mut self.annotations, &mut self.overlong);
        push(buffer, op::OpDecorate, [0, id], decoration, overlong);
    }

    fn op_as(&mut self, id: u32, opcode: u16, ty: u32, operands: &[u32]) {
        let (buffer, overlong) = (&mut self.code, &mut self.overlong);
        push(buffer, opcode, [0, ty, id], operands, overlong);
    }

    fn raw(&mut self, opcode: u16, words: &[u32]) {
        let (buffer, overlong) = (&mut self.code, &mut self.overlong);
        push(buffer, opcode, [0], words, overlong);
    }

    fn glsl_as(&mut self, id: u32, number: u32, ty: u32, operands: &[u32]) {
        let set = self.import_glsl();
        let (buffer, overlong) = (&mut self.code, &mut self.overlong);
        let first = [0, ty, id, set, number];
        push(buffer, op::OpExtInst, first, operands, overlong);
    }

    fn block(&self) -> u32 {
        self.splits.block
    }

    fn label(&mut self, id: u32) {
        self.splits.any = true;
        self.splits.block = id;
        self.raw(op::OpLabel, &[id]);
    }

    fn call_as(&mut self, id: u32, ty: u32, function: u32, arguments: &[u32]) {
        let (buffer, overlong) = (&mut self.code, &mut self.overlong);
        let first = [0, ty, id, function];
        push(buffer, op::OpFunctionCall, first, arguments, overlong);
    }

    fn soft_buffers(&mut self) -> &mut Buffers {
        &mut self.soft_buffers
    }

    fn find_soft(&self, function: Function) -> Option<Linked> {
        let mut linked = self.linked.iter();
        linked.find(|one| one.function == function).copied()
    }

    fn add_soft(&mut self, linked: Linked, words: &[u32]) {
        self.soft.extend_from_slice(words);
        self.linked.push(linked);
    }

    #[inline]
    fn basic(&mut self, which: Basic) -> u32 {
        match self.cached.types.get(which as usize) {
            Some(&known) if known != 0 => known,
            _ => self.declare_basic(which),
        }
    }

    fn vector(&mut self, component: u32, count: u32) -> u32 {
        if count <= 1 {
            return component;
        }
        let cached = self.cached_vector(component, count);
        if let Some(&mut known) = cached.filter(|id| **id != 0) {
            return known;
        }
        let id = self.declare(op::OpTypeVector, None, &[component, count]);
        if let Some(slot) = self.cached_vector(component, count) {
            *slot = id;
        }
        id
    }

    #[inline]
    fn constant(&mut self, value: u32) -> u32 {
        match self.cached.small.get(value as usize) {
            Some(&known) if known != 0 => known,
            _ => self.declare_constant(value),
        }
    }
}
