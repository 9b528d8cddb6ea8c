//! The walk that most passes are: everything is copied, except where a pass says otherwise.

use super::{Input, LowerError, ModuleBuilder};
use crate::inst::Inst;

/// The rewrite of one module by a pass with these tables. Passes that know more have types of their own.
pub struct Work<'w, T> {
    pub input: Input<'w>,
    pub build: &'w mut ModuleBuilder,
    pub tables: &'w mut T,
}

/// What a rewrite reads and writes.
pub trait Ends<'w> {
    /// The module that is read.
    fn input(&self) -> Input<'w>;

    /// The module that is written.
    fn build(&mut self) -> &mut ModuleBuilder;
}

impl<'w, T> Ends<'w> for Work<'w, T> {
    fn input(&self) -> Input<'w> {
        self.input
    }

    fn build(&mut self) -> &mut ModuleBuilder {
        self.build
    }
}

/// An identity walk over a module, with hooks. Each method copies what it is given; a pass overrides those for what it changes.
///
/// All of them return the reason if the module contains something that the pass does not support.
pub trait Rewrite<'w>: Ends<'w> {
    /// Emits a type, constant or global variable.
    fn global(&mut self, inst: Inst<'w>) -> Result<(), LowerError> {
        let input = self.input();
        self.build().copy_global(input, inst)
    }

    /// Called between the declarations and the functions.
    fn before_functions(&mut self) {}

    /// Whether [`Rewrite::code`] gets the instructions with an opcode although none of their ids are marked.
    fn stops_at(_opcode: u16) -> bool {
        false
    }

    /// Emits an instruction of a function. Others than labels are passed on only if they use a marked id, or by
    /// [`Rewrite::stops_at`]; `marks` are those of its ids.
    fn code(&mut self, inst: Inst<'w>, _marks: u16) -> Result<(), LowerError> {
        let input = self.input();
        self.build().copy_code(input, inst)
    }

    /// Called between the functions and the annotations, once it is known what the output defines.
    fn before_annotations(&mut self) {}

    /// Emits a decoration.
    fn annotation(&mut self, inst: Inst<'w>) -> Result<(), LowerError> {
        let input = self.input();
        self.build().copy_annotation(input, inst)
    }

    /// Notes the place of an error for the report.
    fn located(&mut self, inst: Inst<'w>, done: Result<(), LowerError>) -> Result<(), LowerError> {
        self.build().locate(inst.offset(), done)
    }

    /// Walks over the module.
    fn walk(&mut self) -> Result<(), LowerError> {
        let input = self.input();
        let Input { words, facts } = input;
        for inst in facts.declarations(words) {
            let done = self.global(inst);
            self.located(inst, done)?;
        }
        self.before_functions();
        let mut code = facts.code(words);
        while let Some((inst, marks)) = self.build().copy_run(input, &mut code, Self::stops_at) {
            let done = self.code(inst, marks);
            self.located(inst, done)?;
        }
        self.before_annotations();
        for inst in facts.decorations(words) {
            let done = self.annotation(inst);
            self.located(inst, done)?;
        }
        Ok(())
    }
}
