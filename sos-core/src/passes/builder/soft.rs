//! Linking functions of the soft library: they follow those of the input.

use super::ModuleBuilder;
use crate::soft::{Buffers, Function, SoftBuilder};
use crate::tables::op;

impl SoftBuilder for ModuleBuilder {
    fn soft_buffers(&mut self) -> &mut Buffers {
        &mut self.soft_buffers
    }

    fn find_soft(&self, function: Function) -> Option<(u32, u32)> {
        let mut known = self.known_soft.iter();
        let known = known.find(|known| known.0 == function)?;
        Some((known.1, known.2))
    }

    fn add_soft(&mut self, function: Function, id: u32, ty: u32, words: &[u32]) {
        self.soft.extend_from_slice(words);
        self.known_soft.push((function, id, ty));
    }

    fn new_id(&mut self) -> u32 {
        self.id()
    }

    fn declare(&mut self, opcode: u16, ty: Option<u32>, operands: &[u32]) -> u32 {
        self.declare(opcode, ty, operands)
    }

    fn import_glsl(&mut self) -> u32 {
        self.glsl_set()
    }

    fn decorate(&mut self, id: u32, decoration: u32) {
        self.annotate(op::OpDecorate, &[id, decoration]);
    }

    fn call_soft(&mut self, id: u32, ty: u32, function: u32, arguments: &[u32]) {
        self.call_as(id, ty, function, arguments);
    }
}
