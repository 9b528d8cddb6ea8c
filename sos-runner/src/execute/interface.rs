//! The inputs and outputs of a stage: variables with locations, read with `rspirv`.

use rspirv::dr::{Instruction, Module, Operand};
use rspirv::spirv::{Decoration, Op, StorageClass, Word};

/// The most color attachments of a draw: Vulkan guarantees four, and both executing drivers support eight.
pub(crate) const MAX_COLORS: u32 = 8;

/// The type of the channels of a color attachment. All have 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Channel {
    /// Floats.
    Float,
    /// Unsigned integers.
    Uint,
    /// Signed integers.
    Sint,
}

/// A variable with a location, or with members that have locations.
pub(crate) struct Variable {
    /// The type that the variable's pointer points to.
    pub(crate) ty: Word,
    /// Its decorations with their operands.
    pub(crate) decorations: Vec<(Decoration, Vec<Operand>)>,
}

/// The inputs or the outputs of a module.
pub(crate) struct Interface<'m> {
    module: &'m Module,
    /// The variables, in order of declaration.
    pub(crate) variables: Vec<Variable>,
}

/// The value of a literal operand, or 0 if the operand is not a literal.
pub(crate) fn literal(inst: &Instruction, at: usize) -> u32 {
    match inst.operands.get(at) {
        Some(Operand::LiteralBit32(value)) => *value,
        _ => 0,
    }
}

fn def(module: &Module, id: Word) -> Option<&Instruction> {
    let mut all = module.types_global_values.iter();
    all.find(|inst| inst.result_id == Some(id))
}

/// The value of a 32-bit constant of a module.
pub(crate) fn constant(module: &Module, id: Word) -> Option<u32> {
    let inst = def(module, id)?;
    let is = matches!(inst.class.opcode, Op::Constant | Op::SpecConstant);
    is.then(|| literal(inst, 0))
}

impl Variable {
    /// Whether it has a decoration.
    pub(crate) fn has(&self, decoration: Decoration) -> bool {
        self.value(decoration).is_some()
    }

    /// The first literal of a decoration, or 0 if the decoration has none.
    pub(crate) fn value(&self, decoration: Decoration) -> Option<u32> {
        let mut all = self.decorations.iter();
        let (_, operands) = all.find(|(its, _)| *its == decoration)?;
        match operands.first() {
            Some(Operand::LiteralBit32(value)) => Some(*value),
            _ => Some(0),
        }
    }
}

impl<'m> Interface<'m> {
    /// The variables of a storage class that entry points of this name list and that have locations, that is, all but built-ins.
    pub(crate) fn of(module: &'m Module, class: StorageClass, entry: &str) -> Self {
        let mut interface = Self {
            module,
            variables: Vec::new(),
        };
        let is_listed = |id| {
            let mut all = module.entry_points.iter();
            all.any(|inst| match inst.operands.as_slice() {
                [_, _, Operand::LiteralString(name), listed @ ..] => {
                    name == entry && listed.contains(&Operand::IdRef(id))
                }
                _ => false,
            })
        };
        for inst in &module.types_global_values {
            let is = inst.class.opcode == Op::Variable
                && inst.operands.first() == Some(&Operand::StorageClass(class));
            let (true, Some(id), Some(pointer)) = (is, inst.result_id, inst.result_type) else {
                continue;
            };
            if !is_listed(id) {
                continue;
            }
            let Some(ty) = interface
                .def(pointer)
                .and_then(|pointer| pointer.operands.get(1)?.id_ref_any())
            else {
                continue;
            };
            let decorations: Vec<_> = interface.decorations(id).collect();
            let variable = Variable { ty, decorations };
            let mut members = interface.member_decorations(ty);
            if variable.has(Decoration::Location)
                || members.any(|(_, decoration, _)| decoration == Decoration::Location)
            {
                interface.variables.push(variable);
            }
        }
        interface
    }

    /// The declaration of a type or constant.
    pub(crate) fn def(&self, id: Word) -> Option<&'m Instruction> {
        def(self.module, id)
    }

    /// The value of a 32-bit constant.
    pub(crate) fn constant(&self, id: Word) -> Option<u32> {
        constant(self.module, id)
    }

    /// The element type of an array or a vector.
    pub(crate) fn element(&self, ty: Word) -> Option<Word> {
        self.def(ty)?.operands.first()?.id_ref_any()
    }

    /// The decorations of an id.
    pub(crate) fn decorations(
        &self,
        id: Word,
    ) -> impl Iterator<Item = (Decoration, Vec<Operand>)> + use<'m> {
        self.module.annotations.iter().filter_map(move |inst| {
            match (inst.class.opcode, inst.operands.as_slice()) {
                (
                    Op::Decorate,
                    [Operand::IdRef(target), Operand::Decoration(decoration), rest @ ..],
                ) if *target == id => Some((*decoration, rest.to_vec())),
                _ => None,
            }
        })
    }

    /// The decorations of a structure's members.
    pub(crate) fn member_decorations(
        &self,
        id: Word,
    ) -> impl Iterator<Item = (u32, Decoration, Vec<Operand>)> + use<'m> {
        self.module.annotations.iter().filter_map(move |inst| {
            match (inst.class.opcode, inst.operands.as_slice()) {
                (
                    Op::MemberDecorate,
                    [Operand::IdRef(target), Operand::LiteralBit32(member), Operand::Decoration(decoration), rest @ ..],
                ) if *target == id => Some((*member, *decoration, rest.to_vec())),
                _ => None,
            }
        })
    }

    /// The channel types of a fragment stage's outputs, by location; `None` for locations without output.
    fn colors(&self) -> Vec<Option<Channel>> {
        let mut colors = Vec::new();
        for variable in &self.variables {
            let (mut ty, mut count, mut channel) = (variable.ty, 1, Channel::Float);
            while let Some(inst) = self.def(ty) {
                match inst.class.opcode {
                    Op::TypeInt if literal(inst, 1) == 0 => channel = Channel::Uint,
                    Op::TypeInt => channel = Channel::Sint,
                    Op::TypeArray => {
                        let length = inst.operands.get(1).and_then(Operand::id_ref_any);
                        count = length.and_then(|id| self.constant(id)).unwrap_or(1);
                    }
                    _ => {}
                }
                match self.element(ty) {
                    Some(part) => ty = part,
                    None => break,
                }
            }
            let first = variable.value(Decoration::Location).unwrap_or(0);
            for location in first..first.saturating_add(count).min(MAX_COLORS) {
                let location = location as usize;
                colors.resize(colors.len().max(location + 1), None);
                if let Some(slot) = colors.get_mut(location) {
                    *slot = Some(channel);
                }
            }
        }
        colors
    }
}

/// The channel types of the outputs of a fragment stage's entry point, by location. A module that cannot be parsed is assumed to
/// write floats to location 0.
pub(crate) fn colors(fragment: &[u32], entry: &str) -> Vec<Option<Channel>> {
    match crate::reader::load(fragment) {
        Ok(module) => Interface::of(&module, StorageClass::Output, entry).colors(),
        Err(_) => vec![Some(Channel::Float)],
    }
}
