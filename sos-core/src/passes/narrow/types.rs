//! The forms of types: one for values, one for external memory.
//!
//! A scalar, vector or matrix type with narrow components becomes its 32-bit form under its own id, or is merged with an
//! equal type of the module. The same applies to aggregates that are not in external memory. An aggregate that is keeps its
//! id, its member types and its decorations there, and gets a second form for values, without an explicit layout.

use super::{LowerError, Narrow, Work, NO_CLASS};
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::plan::result;
use crate::tables::{op, op_hot, storage_class, OpFlags};

/// Kinds of narrow scalars, as bits.
pub mod kinds {
    /// 16-bit floats.
    pub const FLOAT16: u8 = 1;
    /// 16-bit integers.
    pub const INT16: u8 = 2;
    /// 8-bit integers.
    pub const INT8: u8 = 4;
    /// 64-bit floats.
    pub const FLOAT64: u8 = 8;
    /// Any of them.
    pub const ANY: u8 = 15;
}

/// Size of an address in bytes.
const ADDRESS: u32 = 8;

impl Narrow {
    /// The kinds of narrow scalars that a type of the input contains.
    pub fn kinds(&self, ty: u32) -> u8 {
        self.kinds.get(ty as usize).copied().unwrap_or(0)
    }
}

impl Work<'_> {
    /// The kinds of narrow scalars that a type of the input contains.
    pub fn kinds(&self, ty: u32) -> u8 {
        self.tables.kinds(ty)
    }

    /// The size in bytes of the largest scalar in a type of the input.
    pub fn largest(&self, ty: u32) -> u32 {
        self.tables
            .largest
            .get(ty as usize)
            .copied()
            .unwrap_or(0)
            .into()
    }

    /// Whether values of a type have another form.
    pub fn is_narrow(&self, ty: u32) -> bool {
        self.kinds(ty) != 0
    }

    /// Whether external memory contains a type.
    fn is_external(&self, ty: u32) -> bool {
        self.tables.external.get(ty as usize) == Some(&true)
    }

    /// Whether memory of a storage class is external and keeps its narrow types.
    pub fn is_external_class(&self, class: u32) -> bool {
        match class {
            // Doubles between stages are 32-bit floats in both stages.
            storage_class::Input | storage_class::Output => !self.lacking.float64,
            storage_class::Workgroup => self.has_workgroup_layout,
            _ => matches!(
                class,
                storage_class::StorageBuffer
                    | storage_class::Uniform
                    | storage_class::PushConstant
                    | storage_class::PhysicalStorageBuffer
            ),
        }
    }

    /// The form of a type for values.
    pub fn value_type(&self, ty: u32) -> u32 {
        match self.tables.value.get(ty as usize) {
            Some(&value) if value != 0 => value,
            _ => self.get(ty),
        }
    }

    /// The form of a type in external memory.
    pub fn memory_type(&self, ty: u32) -> u32 {
        match self.tables.memory.get(ty as usize) {
            Some(&memory) if memory != 0 => memory,
            _ => self.get(ty),
        }
    }

    /// Fills the tables about types.
    pub fn find_types(&mut self) {
        let facts = self.input.facts;
        let bound = facts.header.bound as usize;
        let tables = &mut *self.tables;
        tables.kinds.clear();
        tables.kinds.resize(bound, 0);
        tables.value.clear();
        tables.value.resize(bound, 0);
        tables.memory.clear();
        tables.memory.resize(bound, 0);
        tables.external.clear();
        tables.external.resize(bound, false);
        tables.largest.clear();
        tables.largest.resize(bound, 0);
        tables.shapes.clear();
        tables.shapes.resize(bound, None);
        tables.known.clear();
        tables.known.resize(bound, super::UpperBits::NOTHING);
        // Entries from blocks of earlier modules are recognized by their block numbers.
        let blocks = facts.blocks.len() as u32 + 1;
        match tables.block.checked_add(blocks) {
            Some(_) => tables.block += 1,
            None => (tables.block, tables.forms) = (1, Vec::new()),
        }
        if tables.forms.len() < bound {
            tables.forms.resize(bound, [(0, 0); 2]);
        }
        tables.pointers.clear();
        for inst in facts.declarations(self.input.words) {
            let of = |id: u32| (self.largest(id), self.kinds(id));
            let view = match op_hot(inst.opcode()).flags.contains(OpFlags::TYPE) {
                true => TypeView::of(inst),
                false => continue,
            };
            let shape = self.shape_of_view(view);
            let (bytes, bits) = match view {
                TypeView::Scalar(scalar) => (scalar.width() / 8, self.kind_of(scalar)),
                TypeView::Vector { component, .. } => of(component),
                TypeView::Array { element, .. } | TypeView::RuntimeArray { element } => of(element),
                TypeView::Struct(members) => {
                    members.iter().fold((0, 0), |whole, &id| match of(id) {
                        // A type that is declared later is a pointer.
                        (0, bits) => (whole.0.max(ADDRESS), whole.1 | bits),
                        (bytes, bits) => (whole.0.max(bytes), whole.1 | bits),
                    })
                }
                TypeView::Pointer { class, pointee } => {
                    self.tables.pointers.push((class, pointee));
                    (ADDRESS, 0)
                }
                TypeView::Other => continue,
            };
            let (id, tables) = (inst.word(1) as usize, &mut *self.tables);
            if let Some(slot) = tables.largest.get_mut(id).filter(|_| bytes != 0) {
                *slot = bytes as u8;
            }
            if let Some(slot) = tables.kinds.get_mut(id).filter(|_| bits != 0) {
                *slot = bits;
            }
            if let Some(slot) = tables.shapes.get_mut(id).filter(|_| shape.is_some()) {
                *slot = shape;
            }
        }
    }

    /// The scalar type and the number of components of a scalar or vector type.
    fn shape_of_view(&self, view: TypeView<'_>) -> Option<(Scalar, u32)> {
        match view {
            TypeView::Scalar(scalar) => Some((scalar, 1)),
            // A module may declare any count; no vector has more than 16 components.
            TypeView::Vector { component, count } if count <= 16 => {
                match self.input.view(component) {
                    TypeView::Scalar(scalar) => Some((scalar, count)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The kind of a narrow scalar, 0 for others.
    fn kind_of(&self, scalar: Scalar) -> u8 {
        match scalar {
            _ if !self.lowers(scalar) => 0,
            Scalar::Float { width: 64 } => kinds::FLOAT64,
            Scalar::Float { .. } => kinds::FLOAT16,
            _ if scalar.width() == 16 => kinds::INT16,
            _ => kinds::INT8,
        }
    }

    /// Whether pointers to memory of some storage classes point to types that contain one of these kinds.
    pub fn has_pointer(&self, is_class: impl Fn(u32) -> bool, bits: u8) -> bool {
        let mut pointers = self.tables.pointers.iter();
        pointers.any(|&(class, pointee)| is_class(class) && self.kinds(pointee) & bits != 0)
    }

    /// Whether workgroup memory contains blocks: then it has no other variables, and blocks can alias.
    pub fn has_shared_blocks(&self) -> bool {
        self.tables.pointers.iter().any(|&(class, pointee)| {
            class == storage_class::Workgroup && self.input.facts.is_block(pointee)
        })
    }

    /// Finds the types in external memory, including the parts of composites.
    pub fn find_external(&mut self) -> Result<(), LowerError> {
        let facts = self.input.facts;
        let mut pending = std::mem::take(&mut self.tables.pending);
        pending.clear();
        for &(class, pointee) in &self.tables.pointers {
            match class {
                _ if !self.is_narrow(pointee) => {}
                class if self.is_external_class(class) => pending.push(pointee),
                storage_class::Function
                | storage_class::Private
                | storage_class::Input
                | storage_class::Output
                | storage_class::Workgroup => {}
                _ => return Err(NO_CLASS),
            }
        }
        while let Some(ty) = pending.pop() {
            match self.tables.external.get_mut(ty as usize) {
                Some(seen @ false) => *seen = true,
                _ => continue,
            }
            let view = facts.type_view(self.input.words, ty);
            pending.extend(view.parts().iter().filter(|&&id| self.kinds(id) != 0));
        }
        self.tables.pending = pending;
        Ok(())
    }

    fn set(table: &mut [u32], id: u32, form: u32) {
        if let Some(slot) = table.get_mut(id as usize) {
            *slot = form;
        }
    }

    /// Emits the forms of a type.
    pub fn type_declaration(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (id, opcode, external) = (inst.word(1), inst.opcode(), self.is_external(inst.word(1)));
        let length = match opcode {
            op::OpTypeArray => self.extended_by_type(inst.word(3))?,
            _ => 0,
        };
        match TypeView::of(inst) {
            TypeView::Pointer { class, pointee } => {
                let pointee = if self.is_external_class(class) {
                    self.memory_type(pointee)
                } else {
                    self.value_type(pointee)
                };
                self.build.declare_as(id, opcode, None, &[class, pointee]);
                return Ok(());
            }
            _ if opcode == op::OpTypeFunction => {
                let mut list = std::mem::take(&mut self.tables.words);
                list.clear();
                list.extend(inst.from(2).iter().map(|&ty| self.value_type(ty)));
                self.build.declare_as(id, opcode, None, &list);
                self.tables.words = list;
                return Ok(());
            }
            _ if !self.is_narrow(id) => {
                let mut narrow = self.touches(inst);
                self.input.uses(inst, |used| {
                    narrow |= self.is_narrow(used);
                });
                if narrow && opcode == op::OpTypeArray {
                    let element = self.get(inst.word(2));
                    self.build.declare_as(id, opcode, None, &[element, length]);
                    return Ok(());
                }
                return match narrow {
                    true => Err(super::UNKNOWN),
                    false => self.build.copy_global(self.input, inst),
                };
            }
            TypeView::Scalar(scalar) => {
                let (operands, len) = match scalar {
                    Scalar::Int { signed, .. } => ([32, u32::from(signed)], 2),
                    _ => ([32, 0], 1),
                };
                if external {
                    let memory = match scalar {
                        Scalar::Float { width: 64 } => self.double_bits(1),
                        Scalar::Float { .. } if self.converts_bits() => {
                            self.build.declare(op::OpTypeInt, None, &[16, 0])
                        }
                        _ => self.build.declare(opcode, None, inst.from(2)),
                    };
                    Self::set(&mut self.tables.memory, id, memory);
                }
                let operands = operands.get(..len).unwrap_or(&operands);
                self.build.declare_as(id, opcode, None, operands);
            }
            TypeView::Vector { component, count } => {
                if external {
                    if opcode == op::OpTypeMatrix && self.kinds(id) & kinds::FLOAT64 != 0 {
                        return Err(LowerError(
                            "matrices of 64-bit floats in memory with an explicit layout",
                        ));
                    }
                    if opcode == op::OpTypeMatrix && self.converts_bits() {
                        return Err(LowerError(
                            "matrices of 16-bit floats in memory, on a device that may flush denormals where it converts them",
                        ));
                    }
                    let part = self.memory_type(component);
                    let memory = self.build.declare(opcode, None, &[part, count]);
                    Self::set(&mut self.tables.memory, id, memory);
                }
                let part = self.value_type(component);
                self.build.declare_as(id, opcode, None, &[part, count]);
            }
            _ => self.aggregate(inst, id, length, external),
        }
        Ok(())
    }

    /// Whether a type ends in a runtime array, or is an array of such blocks: it has no values.
    fn is_unsized(&self, ty: u32) -> bool {
        let view = |ty| self.input.view(ty);
        let block = match view(ty) {
            TypeView::Array { element, .. } => element,
            _ => ty,
        };
        match view(block) {
            TypeView::RuntimeArray { .. } => true,
            TypeView::Struct([.., last]) => matches!(view(*last), TypeView::RuntimeArray { .. }),
            _ => false,
        }
    }

    fn aggregate(&mut self, inst: Inst<'_>, id: u32, length: u32, external: bool) {
        let opcode = inst.opcode();
        // The second operand of an array is its length, which has no forms.
        let parts = if opcode == op::OpTypeStruct {
            usize::MAX
        } else {
            1
        };
        let mut list = std::mem::take(&mut self.tables.words);
        let fill = |work: &Self, list: &mut Vec<u32>, memory: bool| {
            list.clear();
            list.extend(inst.from(2).iter().enumerate().map(|(at, &part)| {
                if at >= parts {
                    length
                } else if memory {
                    work.memory_type(part)
                } else {
                    work.value_type(part)
                }
            }));
        };
        fill(self, &mut list, external);
        self.build.declare_as(id, opcode, None, &list);
        if external {
            Self::set(&mut self.tables.memory, id, id);
            if !self.is_unsized(id) {
                fill(self, &mut list, false);
                let value = self.build.new_type(opcode, &list);
                Self::set(&mut self.tables.value, id, value);
            }
        }
        self.tables.words = list;
    }

    /// Whether a global instruction declares a type.
    pub fn is_type(inst: Inst<'_>) -> bool {
        op_hot(inst.opcode()).flags.contains(OpFlags::TYPE) && result(inst).is_some()
    }
}
