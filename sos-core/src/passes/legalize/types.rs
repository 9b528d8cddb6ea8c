//! The type converter: what represents each type, as a value and in memory.
//!
//! | scalar | value | vector of n | in composites and other single values | in external memory |
//! |---|---|---|---|---|
//! | promoted: half, short, byte | 32 bits | vector of 32-bit components | the same | its own type, converted |
//! | double, in 32 bits | 32-bit float | likewise | the same | 64-bit integer, converted |
//! | expanded: long, double | two words | two vectors of words | `uvec2`; *packed* vector | the same |
//!
//! A type whose values are a single one keeps its id for the 32-bit form, or is merged with an equal type of the module. The same
//! applies to aggregates that are not in external memory. An aggregate that is, and contains promoted scalars, keeps its id, its
//! members' own types and its decorations there, and gets a second form for values, without an explicit layout.
//!
//! A value of an expanded type becomes a pair of ids, and its type is removed. In composites, in memory and as the result of a
//! function, a single packed value is required:
//!
//! ```text
//! ulong, long, double  uvec2                                    same size, alignment and number of locations
//! vectors of n         uvec2[n], with a stride of 8             same size and same indices of components; not in uniform blocks
//! matrices             arrays of packed columns                 not in memory with an explicit layout
//! ```
//!
//! In a uniform block, array elements are at least 16 bytes apart (Vulkan specification, "Standard Buffer Layout"), so blocks with
//! such vectors have become words before ([`storage`](mod@crate::passes::storage)). Everywhere else `OpAccessChain` works on the array
//! unchanged. Byte offsets stay the same: uvec2 is aligned to 8 bytes, and the types that contain it need no more alignment
//! than before.
//!
//! Packed vectors in memory with an explicit layout are decorated; others must not be. If the same structure or array is used in
//! both kinds of memory, as naga does, the module has only decorated ones; otherwise two of each, selected by storage class and by
//! the decorations of the type that contains them.

use super::expand::vector_count;
use super::expand::words::TypeCache;
use super::scalars::{self, Form, Row, ScalarSet};
use super::{Legalize, LowerError, UpperBits, Work};
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::passes::Input;
use crate::plan::result;
use crate::soft::MOST_COMPONENTS;
use crate::tables::{decoration, op, op_hot, storage_class, OpFlags};
use crate::views;
use alloc::vec::Vec;

/// Size of an address in bytes.
const ADDRESS: u8 = 8;

/// Storage classes whose memory has a layout that the application sees.
const LAYOUT_CLASSES: &[u32] = &[
    storage_class::StorageBuffer,
    storage_class::PhysicalStorageBuffer,
    storage_class::Uniform,
    storage_class::PushConstant,
    storage_class::ShaderRecordBufferKHR,
];

/// What is known of a type of the input, and what represents it.
#[derive(Clone, Copy, Debug)]
pub struct TypeInfo {
    /// The scalar type and the number of components, if it is a scalar or a vector.
    pub shape: Option<(Scalar, u32)>,
    /// The row of its scalar, if it is a scalar, a vector or a matrix of a legalized type.
    pub row: Option<&'static Row>,
    /// The promoted scalars that it contains; pointers are not followed.
    pub promoted: ScalarSet,
    /// The size in bytes of its largest scalar.
    pub largest: u8,
    /// The number of components if it is an expanded scalar or a vector of those, else 0.
    pub count: u8,
    /// Whether it contains expanded scalars, also through pointers.
    pub expanded_inside: bool,
    /// Whether it contains expanded vectors inside a type with an explicit layout.
    pub explicit_vectors: bool,
    /// Whether it contains expanded vectors inside a type without one.
    pub plain_vectors: bool,
    /// Whether it contains matrices of expanded vectors.
    pub matrices: bool,
    /// Whether it has an explicit layout: a structure with offsets, an array with a stride.
    pub explicit: bool,
    /// Its `ArrayStride`, or 0.
    pub stride: u32,
    /// Whether external memory contains it.
    pub external: bool,
    /// The form of its values, 0 if it has the type's own id.
    pub value: u32,
    /// Its form in external memory, 0 if it has the type's own id.
    pub memory: u32,
}

impl TypeInfo {
    /// Nothing is known.
    const NONE: Self = Self {
        shape: None,
        row: None,
        promoted: ScalarSet::NONE,
        largest: 0,
        count: 0,
        expanded_inside: false,
        explicit_vectors: false,
        plain_vectors: false,
        matrices: false,
        explicit: false,
        stride: 0,
        external: false,
        value: 0,
        memory: 0,
    };

    /// The legalized types of which its values consist, if they have another form because of them.
    pub fn values(&self) -> ScalarSet {
        self.row.map_or(self.promoted, |row| row.of)
    }
}

/// Properties of the module that determine the packed types of expanded vectors.
#[derive(Clone, Copy, Debug, Default)]
pub struct Packing {
    /// Whether all packed vectors are decorated.
    pub shared: bool,
    /// The packed vector types by component count minus one: without and with layout; 0 if not declared yet.
    pub vectors: [[u32; 2]; 4],
}

/// What is known of the types of a module. Types are few among its ids.
#[derive(Clone, Debug, Default)]
pub struct Types {
    /// By id: the place in `known`, 0 for what is no type.
    places: Vec<u32>,
    /// The first is that of what is no type.
    known: Vec<TypeInfo>,
}

impl Types {
    fn reset(&mut self, bound: usize) {
        self.places.clear();
        self.places.resize(bound, 0);
        self.known.clear();
        self.known.push(TypeInfo::NONE);
    }

    /// What is known of a type.
    fn get(&self, ty: u32) -> &TypeInfo {
        static NO_TYPE: TypeInfo = TypeInfo::NONE;
        let place = self.places.get(ty as usize).copied().unwrap_or(0);
        self.known.get(place as usize).unwrap_or(&NO_TYPE)
    }

    /// The entry of a type; `None` for ids that the module does not have.
    fn get_mut(&mut self, ty: u32) -> Option<&mut TypeInfo> {
        let place = self.places.get_mut(ty as usize)?;
        if *place == 0 {
            *place = self.known.len() as u32;
            self.known.push(TypeInfo::NONE);
        }
        self.known.get_mut(*place as usize)
    }
}

impl Legalize {
    /// What is known of a type of the input.
    pub fn info(&self, ty: u32) -> &TypeInfo {
        self.types.get(ty)
    }

    pub fn set_info(&mut self, ty: u32, set: impl FnOnce(&mut TypeInfo)) {
        if let Some(info) = self.types.get_mut(ty) {
            set(info);
        }
    }

    /// The promoted scalars that a type of the input contains.
    pub fn promoted(&self, ty: u32) -> ScalarSet {
        self.info(ty).promoted
    }

    /// The legalized types of which the values of a type consist, if they have another form because of them.
    pub fn values_of(&self, ty: u32) -> ScalarSet {
        self.info(ty).values()
    }

    /// The number of components of an expanded type, 0 for other types.
    pub fn count(&self, ty: u32) -> u32 {
        self.info(ty).count.into()
    }

    /// Whether a type contains expanded scalars, also through pointers.
    pub fn has_expanded(&self, ty: u32) -> bool {
        self.info(ty).expanded_inside
    }
}

impl Work<'_> {
    /// Whether a type contains promoted scalars, so that its values have another form.
    pub fn is_promoted(&self, ty: u32) -> bool {
        self.tables.promoted(ty) != ScalarSet::NONE
    }

    /// Whether a type contains these promoted scalars.
    pub fn holds(&self, ty: u32, scalars: ScalarSet) -> bool {
        self.tables.promoted(ty).meets(scalars)
    }

    /// The number of components of an expanded type, 0 for other types.
    pub fn count(&self, ty: u32) -> u32 {
        self.tables.count(ty)
    }

    /// The scalar type and the number of components of a scalar or vector type; `None` for other types, including matrices.
    pub fn shape(&self, ty: u32) -> Option<(Scalar, u32)> {
        self.tables.info(ty).shape
    }

    /// The same of a value's type.
    pub fn shape_of(&self, id: u32) -> Option<(Scalar, u32)> {
        self.shape(self.input.type_of(id))
    }

    /// The size in bytes of the largest scalar in a type of the input.
    pub fn largest(&self, ty: u32) -> u32 {
        self.tables.info(ty).largest.into()
    }

    /// Whether a type has an explicit layout.
    pub fn is_explicit(&self, ty: u32) -> bool {
        self.tables.info(ty).explicit
    }

    /// The `ArrayStride` of a type, or 0.
    pub fn stride(&self, ty: u32) -> u32 {
        self.tables.info(ty).stride
    }

    /// Whether a type is or contains expanded vectors.
    pub fn has_vectors(&self, ty: u32) -> bool {
        let info = self.tables.info(ty);
        info.count > 1 || info.explicit_vectors || info.plain_vectors
    }

    /// Whether memory of a storage class keeps promoted types, because others see it.
    pub fn is_external_class(&self, class: u32) -> bool {
        match class {
            // Doubles between stages are 32-bit floats in both stages.
            storage_class::Input | storage_class::Output => {
                !self.legalized.meets(ScalarSet::FLOAT64)
            }
            storage_class::Workgroup => self.has_shared_blocks,
            _ => matches!(
                class,
                storage_class::StorageBuffer
                    | storage_class::Uniform
                    | storage_class::PushConstant
                    | storage_class::PhysicalStorageBuffer
            ),
        }
    }

    /// Whether memory of a storage class has an explicit layout.
    pub fn is_explicit_class(&self, class: u32) -> bool {
        LAYOUT_CLASSES.contains(&class)
            || class == storage_class::Workgroup && self.has_workgroup_layout
    }

    /// The form of a type for values.
    pub fn value_type(&self, ty: u32) -> u32 {
        match self.tables.info(ty).value {
            0 => self.get(ty),
            value => value,
        }
    }

    /// The form of a type in external memory.
    pub fn memory_type(&self, ty: u32) -> u32 {
        match self.tables.info(ty).memory {
            0 => self.get(ty),
            memory => memory,
        }
    }

    /// The form of a type where a single value is required: a value of it, or one in external memory; with an explicit layout or
    /// without.
    pub fn single_type(&mut self, ty: u32, external: bool, explicit: bool) -> u32 {
        match self.count(ty) {
            0 if external => self.memory_type(ty),
            0 => self.value_type(ty),
            n => self.packed_type(n, explicit),
        }
    }

    /// The form of what a pointer to memory of a storage class points to.
    pub fn pointee_type(&mut self, class: u32, pointee: u32) -> u32 {
        let (external, explicit) = (self.is_external_class(class), self.is_explicit_class(class));
        self.single_type(pointee, external, explicit)
    }

    /// Clears the tables, and fills those about types.
    ///
    /// # Errors
    /// Types that nothing can represent.
    pub fn find_types(&mut self) -> Result<(), LowerError> {
        let Input { words, facts } = self.input;
        let bound = facts.header.bound as usize;
        let expanded = scalars::expanded();
        let tables = &mut *self.tables;
        tables.types.reset(bound);
        tables.upper_bits.clear();
        tables.upper_bits.resize(bound, UpperBits::NOTHING);
        tables.high.clear();
        tables.packed_values.clear();
        tables.early.clear();
        if self.legalized.meets(expanded) {
            tables.high.resize(bound, 0);
            tables.packed_values.resize(bound, 0);
            tables.early.resize(bound, false);
        }
        tables.known = TypeCache::default();
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
        tables.packing = Packing::default();
        if self.legalized.meets(expanded) {
            self.record_layouts();
        }
        for inst in facts.declarations(words) {
            if !Self::is_type(inst) {
                continue;
            }
            let id = inst.word(1);
            let mut info = *self.tables.info(id);
            self.classify(inst, &mut info)?;
            self.tables.set_info(id, |slot| *slot = info);
        }
        Ok(())
    }

    /// Determines the properties of a type.
    fn classify(&mut self, inst: Inst<'_>, info: &mut TypeInfo) -> Result<(), LowerError> {
        let view = TypeView::of(inst);
        let shape = view.shape(|component| self.input.view(component));
        info.shape = shape.filter(|(_, count)| (1..=MOST_COMPONENTS as u32).contains(count));
        match view {
            TypeView::Scalar(scalar) => {
                info.largest = (scalar.width() / 8) as u8;
                info.row = scalars::row(self.legalized, scalar);
                match info.row {
                    Some(row) if row.form == Form::Promoted => info.promoted = row.of,
                    Some(_) => (info.count, info.expanded_inside) = (1, true),
                    None => {}
                }
            }
            TypeView::Vector { component, count } => {
                let part = self.tables.info(component);
                (info.largest, info.promoted) = (part.largest, part.promoted);
                info.row = part.row;
                if part.count == 1 && inst.opcode() == op::OpTypeVector {
                    info.count = vector_count(count)?;
                    info.expanded_inside = true;
                } else if part.count > 1 {
                    // A matrix is an array of its columns.
                    (info.plain_vectors, info.expanded_inside) = (true, true);
                    info.matrices = true;
                }
            }
            TypeView::Array { element, .. } | TypeView::RuntimeArray { element } => {
                self.add_parts(info, &[element]);
            }
            TypeView::Struct(members) => self.add_parts(info, members),
            TypeView::Pointer { class, pointee } => {
                info.largest = ADDRESS;
                info.expanded_inside = self.tables.has_expanded(pointee);
                if self.tables.info(pointee).matrices && self.is_explicit_class(class) {
                    // Blocks that can become words have.
                    return Err(LowerError::Because(
                        "matrices of 64-bit floats in memory whose layout cannot become words, such as a shader record",
                    ));
                }
                self.tables.pointers.push((class, pointee));
                self.note_packing(class, pointee);
            }
            TypeView::Other if inst.opcode() == op::OpTypeFunction => {
                let mut parts = inst.from(2).iter();
                info.expanded_inside = parts.any(|&part| self.tables.has_expanded(part));
            }
            TypeView::Other => {}
        }
        Ok(())
    }

    /// Adds the properties of an aggregate's parts.
    fn add_parts(&self, info: &mut TypeInfo, parts: &[u32]) {
        for &part in parts {
            let part = self.tables.info(part);
            info.promoted.insert(part.promoted);
            // A type that is declared later is a pointer.
            let largest = if part.largest == 0 {
                ADDRESS
            } else {
                part.largest
            };
            info.largest = info.largest.max(largest);
            info.expanded_inside |= part.expanded_inside;
            info.matrices |= part.matrices;
            info.explicit_vectors |= part.explicit_vectors || info.explicit && part.count > 1;
            info.plain_vectors |= part.plain_vectors || !info.explicit && part.count > 1;
        }
    }

    /// Records which types have an explicit layout.
    fn record_layouts(&mut self) {
        for inst in self.input.facts.decorations(self.input.words) {
            let stride = match inst.opcode() {
                op::OpDecorate if views::Decorate(inst).decoration() == decoration::ArrayStride => {
                    views::Decorate(inst).operand()
                }
                op::OpDecorate if views::Decorate(inst).decoration() == decoration::Offset => 0,
                op::OpMemberDecorate
                    if views::MemberDecorate(inst).decoration() == decoration::Offset =>
                {
                    0
                }
                _ => continue,
            };
            self.tables.set_info(inst.target(), |info| {
                info.explicit = true;
                info.stride = info.stride.max(stride);
            });
        }
    }

    /// Notes how memory of a storage class determines the packed types of vectors.
    fn note_packing(&mut self, class: u32, pointee: u32) {
        let info = self.tables.info(pointee);
        let other = match self.is_explicit_class(class) {
            true => info.plain_vectors,
            false => info.explicit_vectors,
        };
        let packing = &mut self.tables.packing;
        packing.shared |= other;
    }

    /// Whether pointers to memory of some storage classes point to types that contain one of these scalars.
    pub fn has_pointer(&self, is_class: impl Fn(u32) -> bool, scalars: ScalarSet) -> bool {
        let mut pointers = self.tables.pointers.iter();
        pointers.any(|&(class, pointee)| is_class(class) && self.holds(pointee, scalars))
    }

    /// Whether workgroup memory contains blocks: then it has no other variables, and blocks can alias.
    pub fn shares_blocks(&self) -> bool {
        self.tables.pointers.iter().any(|&(class, pointee)| {
            class == storage_class::Workgroup && self.input.facts.is_block(pointee)
        })
    }

    /// Finds the types in external memory, including the parts of composites.
    ///
    /// # Errors
    /// Promoted data in memory whose layout nothing can change.
    pub fn find_external(&mut self) -> Result<(), LowerError> {
        let facts = self.input.facts;
        let mut pending = core::mem::take(&mut self.tables.pending);
        pending.clear();
        for &(class, pointee) in &self.tables.pointers {
            match class {
                _ if !self.is_promoted(pointee) => {}
                class if self.is_external_class(class) => pending.push(pointee),
                storage_class::Function
                | storage_class::Private
                | storage_class::Input
                | storage_class::Output
                | storage_class::Workgroup => {}
                _ => {
                    let row = scalars::first(self.tables.promoted(pointee));
                    let why = row.map_or("", |row| row.no_memory);
                    return Err(LowerError::Because(why));
                }
            }
        }
        while let Some(ty) = pending.pop() {
            match self.tables.types.get_mut(ty) {
                Some(info) if !info.external => info.external = true,
                _ => continue,
            }
            let view = facts.type_view(self.input.words, ty);
            pending.extend(view.parts().iter().filter(|&&id| self.is_promoted(id)));
        }
        self.tables.pending = pending;
        Ok(())
    }

    /// Whether a global instruction declares a type.
    pub fn is_type(inst: Inst<'_>) -> bool {
        op_hot(inst.opcode()).flags.contains(OpFlags::TYPE) && result(inst).is_some()
    }
}
