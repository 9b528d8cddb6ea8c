//! The module that a pass reads, and what passes ask about it.

use crate::facts::{interface, Facts, Function, Scalar, TypeView};
use crate::inst::{Inst, Insts};
use crate::order::Order;
use crate::plan::{is_non_semantic, is_non_uniform, used_capabilities, LowerError};
use crate::specialize;
use crate::tables::{capability_index, decoration, execution_model, op, storage_class};
use crate::target::Target;
use crate::views;
use alloc::vec::Vec;

/// The deepest nesting of composites that passes take apart. The specification allows structures to nest 255 deep (section
/// 2.17, "Universal Limits"), but no known module does. Passes recurse into composites, at a few hundred bytes of stack per
/// level, and filtering threads may have a small stack (docs/c-api.md).
pub const MOST_DEPTH: u32 = 96;

/// The number of parts of composites that a pass may take apart, in addition to one per word of the module.
pub const FREE_PARTS: usize = 4096;

/// The module that a pass reads.
#[derive(Clone, Copy)]
pub struct Input<'w> {
    /// The words of the module.
    pub words: &'w [u32],
    /// The result of scanning them.
    pub facts: &'w Facts,
}

impl<'w> Input<'w> {
    /// Returns the instruction that defines an id.
    #[inline]
    pub fn def(self, id: u32) -> Option<Inst<'w>> {
        self.facts.def(self.words, id)
    }

    /// Returns the id of the type of a value, 0 if it has none.
    #[inline]
    pub fn type_of(self, id: u32) -> u32 {
        self.facts.type_of(self.words, id)
    }

    /// Returns the type with an id.
    #[inline]
    pub fn view(self, ty: u32) -> TypeView<'w> {
        self.facts.type_view(self.words, ty)
    }

    /// Returns the pointee of a pointer type, 0 for other types.
    pub fn pointee(self, ty: u32) -> u32 {
        self.facts.pointee(self.words, ty)
    }

    /// Returns the element type of an array. Other types are returned as they are.
    pub fn element(self, ty: u32) -> u32 {
        self.facts.element(self.words, ty)
    }

    /// Returns the type of component `index` of a composite type.
    pub fn part_type(self, ty: u32, index: u32) -> Option<u32> {
        self.facts.part_type(self.words, ty, index)
    }

    /// Returns the scalar type of a scalar, vector or matrix type.
    pub fn scalar_of(self, ty: u32) -> Option<Scalar> {
        self.facts.scalar_of(self.words, ty)
    }

    /// Returns the word offset behind the variables of a function's first block.
    pub fn body(self, function: &Function) -> u32 {
        let blocks = function.first_block..function.last_block;
        let first = self.facts.blocks.get(blocks.start as usize);
        let Some(first) = first.filter(|_| !blocks.is_empty()) else {
            return function.end;
        };
        let all = Insts::new(self.words, first.label, first.end);
        let before = all.filter(|inst| {
            matches!(
                inst.opcode(),
                op::OpLabel | op::OpVariable | op::OpUntypedVariableKHR
            )
        });
        before.last().map_or(function.end, |inst| inst.end())
    }

    /// Returns the word offset at which code may be inserted in a function: behind everything that must stay in its first block, which
    /// is its variables and debug information about it (NonSemantic.Shader.DebugInfo.100).
    pub fn code_start(self, function: &Function) -> u32 {
        let Self { words, facts } = self;
        let body = self.body(function);
        let stays = |inst: &Inst<'_>| {
            matches!(inst.opcode(), op::OpLine | op::OpNoLine) || is_non_semantic(facts, *inst)
        };
        let mut code = Insts::new(words, body, function.end);
        code.find(|inst| !stays(inst))
            .map_or(body, |inst| inst.offset())
    }

    /// Collects the variables with a built-in, ascending. Returns `None` if something else than a variable has it: a member of a block,
    /// or a decoration group.
    pub fn find_built_in(self, built_in: u32, variables: &mut Vec<u32>) -> Option<()> {
        let Self { words, facts } = self;
        let wanted = (decoration::BuiltIn, built_in);
        variables.clear();
        for inst in facts.decorations(words) {
            match (inst.opcode(), inst.word(2), inst.word(3), inst.word(4)) {
                (op::OpDecorate, kind, value, _) if (kind, value) == wanted => {
                    let def = facts.def(words, inst.target());
                    def.filter(|def| def.opcode() == op::OpVariable)?;
                    variables.push(inst.target());
                }
                (op::OpMemberDecorate, _, kind, value) if (kind, value) == wanted => return None,
                _ => {}
            }
        }
        variables.order();
        Some(())
    }

    /// Calls `visit` with every id that an instruction uses, its own result id excluded.
    #[inline]
    pub fn uses(self, inst: Inst<'_>, mut visit: impl FnMut(u32)) {
        specialize::uses(self.facts, self.words, inst, |_, id| visit(id));
    }

    /// Returns the value of a constant index.
    pub fn index(self, id: u32) -> Option<u32> {
        self.facts.index(self.words, id)
    }

    /// Returns the value of a constant integer, which counts as signed.
    pub fn signed(self, id: u32) -> Option<i64> {
        self.facts.signed(self.words, id)
    }

    /// Whether a 64-bit value equals its lower word sign-extended: a constant of such a value, or a conversion from fewer
    /// bits.
    pub fn fits_i32(self, id: u32) -> bool {
        let Self { words, facts } = self;
        let Some(def) = facts.def(words, id) else {
            return false;
        };
        let is_from = |most| {
            let from = facts.scalar_of(words, facts.type_of(words, def.operand()));
            from.is_some_and(|scalar| scalar.width() <= most)
        };
        match def.opcode() {
            op::OpConstant | op::OpConstantNull => self
                .signed(id)
                .is_some_and(|value| i32::try_from(value).is_ok()),
            op::OpSConvert => is_from(32),
            op::OpUConvert => is_from(31),
            _ => false,
        }
    }

    /// Returns the innermost element type of nested arrays. Other types are returned as they are.
    pub fn strip_arrays(self, ty: u32) -> u32 {
        let mut held = ty;
        for _ in 0..MOST_DEPTH {
            match self.facts.type_view(self.words, held) {
                TypeView::Array { element, .. } | TypeView::RuntimeArray { element } => {
                    held = element;
                }
                _ => break,
            }
        }
        held
    }

    /// Whether a pass may take apart so many parts of composites, the last one at this nesting depth. This keeps the output
    /// linear in the module and bounds recursion.
    pub fn allows(self, parts: usize, depth: u32) -> bool {
        parts <= self.words.len() + FREE_PARTS && depth < MOST_DEPTH
    }

    /// Fills a table by id with what is decorated with `NonUniform`. A pointer that a pass derives from such a pointer needs the
    /// decoration too (VUID-RuntimeSpirv-NonUniform-06274). Stays empty if there is none.
    pub fn fill_non_uniform(self, table: &mut Vec<bool>) {
        table.clear();
        for inst in self.facts.decorations(self.words) {
            if is_non_uniform(inst) {
                table.resize(self.facts.def.len(), false);
                if let Some(slot) = table.get_mut(inst.target() as usize) {
                    *slot = true;
                }
            }
        }
    }

    /// Whether the module uses a capability, given by its value, that the target lacks.
    pub fn lacks(self, target: &Target, capability: u32) -> bool {
        let used = || {
            capability_index(capability)
                .is_some_and(|at| used_capabilities(self.facts).contains(at))
        };
        !target.has_capability(capability) && used()
    }
}

/// Refuses 64-bit integers in vertex shader inputs.
pub const VERTEX_INPUT: LowerError = LowerError::Because(
    "64-bit integers in the inputs of a vertex shader, whose format is the application's",
);

/// Returns the types of the inputs of vertex shaders. Their formats in memory are chosen by the application.
pub fn vertex_inputs(input: Input<'_>) -> impl Iterator<Item = u32> + '_ {
    let Input { words, facts } = input;
    let vertex = facts
        .entries(words)
        .filter(|entry| views::EntryPoint(*entry).execution_model() == execution_model::Vertex);
    let variables = vertex.flat_map(interface).filter_map(move |&id| {
        facts.def(words, id).filter(|def| {
            def.opcode() == op::OpVariable
                && views::Variable(*def).storage_class() == storage_class::Input
        })
    });
    variables.map(move |variable| facts.pointee(words, variable.result_type()))
}

/// Whether a decoration `XfbBuffer` or `Offset` can cause transform feedback to capture its target. Capture requires both.
/// For a variable that is no block, `Offset` decides (Vulkan, "Transform Feedback"), since some front ends decorate all
/// outputs with `XfbBuffer`. Members of blocks have offsets for other reasons too, so `XfbBuffer` decides there.
pub fn captures(input: Input<'_>, inst: Inst<'_>) -> bool {
    let is_said = |wanted: u32| match inst.opcode() {
        op::OpMemberDecorate => views::MemberDecorate(inst).decoration() == wanted,
        _ => views::Decorate(inst).decoration() == wanted,
    };
    let variable = input.def(inst.target());
    let variable = variable.filter(|def| def.opcode() == op::OpVariable);
    let mut held = variable.map_or(0, |def| input.pointee(def.result_type()));
    // Strips the array of per-vertex outputs and other arrays. A type in more than eight arrays is treated as a block.
    for _ in 0..8 {
        match input.view(held) {
            TypeView::Array { element, .. } => held = element,
            _ => break,
        }
    }
    let is_number = input.scalar_of(held).is_some();
    match variable {
        Some(_) if is_number => is_said(decoration::Offset),
        _ => is_said(decoration::XfbBuffer),
    }
}
