//! What one walk over a module finds out: the facts that hold for every target.
//!
//! Input: words. Output: [`Facts`], tables by id and lists by kind, all word offsets into the module. Nothing here
//! depends on a device or on options, so one scan serves many of both.
//!
//! Invariants that every later stage leans on, established here and nowhere else: each instruction has a word count
//! that stays inside the module and covers what its opcode requires; each id is defined once and below the bound;
//! sections come in the order of the specification's logical layout (section 2.4); every block opens with a label and
//! closes with a terminator, inside a function that is closed too.
//!
//! Types need no table of their own: an id's defining instruction is one look-up away, and its words say it all.

mod gates;
mod layout;
mod marks;
pub mod offsets;
mod operand_gates;
mod scan;
mod sections;
mod steps;
mod types;
mod workgroup;

pub use gates::Gates;
pub use sections::interface;
pub use steps::gates_of_opcode;
pub use types::{Scalar, TypeView};
pub use workgroup::{lays_out_workgroup, product, Workgroup};

use crate::header::Header;
use crate::inst::Inst;
use crate::sets::BitSet;
use crate::tables::{
    capability_index, enumerant, op, op_hot, CapabilitySet, ExtInstSet, ExtensionSet, OperandKind,
    ALTERNATIVE_SETS, AVAILABILITY_ROWS,
};
use std::collections::BTreeMap;

/// A basic block.
#[derive(Clone, Copy, Debug, Default)]
pub struct Block {
    /// The id of its label.
    pub id: u32,
    /// Word offset of its label.
    pub label: u32,
    /// Word offset of its merge instruction, or 0.
    pub merge: u32,
    /// Word offset of its terminator.
    pub end: u32,
}

/// A function: where it stands, and its share of the blocks and calls.
#[derive(Clone, Copy, Debug, Default)]
pub struct Function {
    /// Its id.
    pub id: u32,
    /// Word offset of its `OpFunction`.
    pub start: u32,
    /// Word offset behind its `OpFunctionEnd`.
    pub end: u32,
    /// Its first block, an index into [`Facts::blocks`].
    pub first_block: u32,
    /// One behind its last block.
    pub last_block: u32,
    /// Its first call, an index into [`Facts::calls`].
    pub first_call: u32,
    /// One behind its last call.
    pub last_call: u32,
}

/// A call of a function.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// The calling block, an index into [`Facts::blocks`].
    pub block: u32,
    /// The id of the called function.
    pub callee: u32,
}

/// An imported set of extended instructions.
#[derive(Clone, Copy, Debug)]
pub struct Import {
    /// The import's id.
    pub id: u32,
    /// Which set.
    pub set: ExtInstSet,
    /// Word offset of the `OpExtInstImport`.
    pub offset: u32,
}

/// A `SpecId` decoration.
#[derive(Clone, Copy, Debug)]
pub struct SpecId {
    /// The decorated id: a specialization constant, or a decoration group.
    pub id: u32,
    /// The number that the application knows it by.
    pub spec_id: u32,
}

/// What opcodes, or enumerants, need by their rows in the tables; 0 stands for nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct RowNeeds {
    /// Sets of alternatives.
    pub alternatives: BitSet<{ ALTERNATIVE_SETS.div_ceil(64) }>,
    /// Availability rows.
    pub availability: BitSet<{ AVAILABILITY_ROWS.div_ceil(64) }>,
}

impl RowNeeds {
    /// Adds an opcode.
    #[inline]
    pub fn insert(&mut self, opcode: u16) {
        let hot = op_hot(opcode);
        self.alternatives.insert(hot.alternatives);
        self.availability.insert(hot.availability);
    }

    /// Adds all of another.
    pub fn insert_all(&mut self, other: &Self) {
        self.alternatives.absorb(&other.alternatives);
        self.availability.absorb(&other.availability);
    }

    /// Adds an enumerant.
    #[inline(always)]
    pub fn insert_enumerant(&mut self, kind: OperandKind, value: u32) {
        if let Some(row) = enumerant(kind, value) {
            self.alternatives.insert(row.alternatives);
            self.availability.insert(row.availability);
        }
    }
}

/// What the scan found out.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The header.
    pub header: Header,
    /// By id: word offset of the defining instruction, 0 where there is none.
    pub def: Vec<u32>,
    /// Capabilities declared.
    pub capabilities: CapabilitySet,
    /// Word offset of the first `OpCapability` with a value that no table has, or 0.
    pub unknown_capability: u32,
    /// SPIR-V extensions declared.
    pub extensions: ExtensionSet,
    /// Word offset of the first `OpExtension` with a name that no table has, or 0.
    pub unknown_extension: u32,
    /// Sets of extended instructions imported.
    pub imports: Vec<Import>,
    /// Word offset behind capabilities, extensions and imports.
    pub preamble_end: u32,
    /// Word offsets of the `OpEntryPoint`s.
    pub entry_points: Vec<u32>,
    /// Word offset of the first string, source or name, or of what comes behind those.
    pub debug: u32,
    /// Word offset of the first annotation, or of what comes behind those.
    pub annotations: u32,
    /// Word offset of the first type, constant or global variable, or of the first function.
    pub globals: u32,
    /// Word offset of the first function, or the end of the module.
    pub first_function: u32,
    /// Functions in order.
    pub functions: Vec<Function>,
    /// Blocks of all functions in order.
    pub blocks: Vec<Block>,
    /// Calls of all functions in order.
    pub calls: Vec<Call>,
    /// `SpecId` decorations, directly on a constant or on a decoration group.
    pub spec_ids: Vec<SpecId>,
    /// Ids decorated `BufferBlock`, directly or by a decoration group, ascending: storage buffers in their old form.
    pub buffer_blocks: Vec<u32>,
    /// Ids decorated `Block`, ascending; decoration groups among them.
    pub block_structures: Vec<u32>,
    /// What pointers of the class `StorageBuffer` point to, ascending; elements for arrays of buffers.
    pub storage_blocks: Vec<u32>,
    /// What pointers of the class `Uniform` point to, likewise.
    pub uniform_blocks: Vec<u32>,
    /// Word offsets of `OpGroupDecorate`, the old way to share decorations.
    pub group_decorates: Vec<u32>,
    /// Word offsets of the `OpName`s of device constants (`SOS_…`).
    pub device_names: Vec<u32>,
    /// Word offsets of specialization constants, `OpSpecConstantOp` and composites included.
    pub spec_constants: Vec<u32>,
    /// What opcodes need by their rows in the tables.
    pub opcode_needs: RowNeeds,
    /// What image operands need that are offsets, likewise.
    pub offset_needs: RowNeeds,
    /// The widths of integer types, added up: each is a power of two.
    pub int_widths: u32,
    /// The types of IEEE 754 floats of 16, 32 and 64 bits, 0 for those that there are not.
    pub float_types: [u32; 3],
    /// What the module has that no capability tells.
    pub gates: Gates,
    /// Decorations that say what is not done with memory, ascending.
    pub marks: Vec<marks::Mark>,
    /// Sizes of workgroups and of the memory that they share.
    pub workgroup: Workgroup,
    /// Variables decorated `Layer` or `ViewportIndex` that an entry point for vertices or tessellation evaluation lists, ascending.
    pub layers: Vec<u32>,
    /// All that are decorated so.
    all_layers: Vec<u32>,
    /// The least and the greatest texel offset that is constant.
    pub offsets: (i32, i32),
    /// Word offset of the first instruction with an opcode that no table has, or 0.
    pub unknown_opcode: u32,
}

impl Facts {
    /// Whether the module declares the capability with this value. Those that others imply do not count.
    pub fn declares(&self, capability: u32) -> bool {
        capability_index(capability).is_some_and(|index| self.capabilities.contains(index))
    }

    /// The instruction that defines an id.
    #[inline]
    pub fn def<'w>(&self, words: &'w [u32], id: u32) -> Option<Inst<'w>> {
        match self.def.get(id as usize) {
            Some(&offset) if offset != 0 && id != 0 => Inst::at(words, offset),
            _ => None,
        }
    }

    /// Whether a type is a block in the old form of a storage buffer, or an array of such blocks.
    pub fn is_buffer_block(&self, words: &[u32], ty: u32) -> bool {
        let ty = match self.type_view(words, ty) {
            TypeView::Array { element, .. } | TypeView::RuntimeArray { element } => element,
            _ => ty,
        };
        self.buffer_blocks.binary_search(&ty).is_ok()
    }

    /// Whether a structure is one of a storage buffer in its newer form.
    pub fn is_storage_block(&self, ty: u32) -> bool {
        self.storage_blocks.binary_search(&ty).is_ok()
    }

    /// Whether an `OpGroupDecorate` makes blocks of structures of which one is a storage buffer in its newer form.
    pub fn groups_storage_block(&self, inst: Inst<'_>) -> bool {
        self.block_structures.binary_search(&inst.word(1)).is_ok()
            && inst.from(2).iter().any(|&id| self.is_storage_block(id))
    }

    /// Whether a structure is one of the class `Uniform`.
    pub fn is_uniform_block(&self, ty: u32) -> bool {
        self.uniform_blocks.binary_search(&ty).is_ok()
    }

    /// The index of the function that holds a word offset.
    pub fn function_at(&self, offset: u32) -> Option<&Function> {
        let index = self
            .functions
            .partition_point(|function| function.start <= offset)
            .checked_sub(1)?;
        self.functions
            .get(index)
            .filter(|function| offset < function.end)
    }

    /// The place of an import in [`Facts::imports`], by its id.
    pub fn import_of(&self, id: u32) -> Option<usize> {
        let offset = *self.def.get(id as usize)?;
        self.imports
            .binary_search_by_key(&offset, |import| import.offset)
            .ok()
    }

    /// Function by id.
    pub fn function_of(&self, id: u32) -> Option<usize> {
        let offset = *self.def.get(id as usize)?;
        let index = self
            .functions
            .partition_point(|function| function.start < offset);
        self.functions
            .get(index)
            .filter(|function| function.id == id)
            .map(|_| index)
    }

    /// The words of the first `OpName` of each id: for reports, not for the hot path.
    pub fn names<'w>(&self, words: &'w [u32]) -> BTreeMap<u32, &'w [u32]> {
        let mut names = BTreeMap::new();
        for inst in self.notes(words) {
            if inst.opcode() == op::OpName {
                names.entry(inst.word(1)).or_insert_with(|| inst.from(2));
            }
        }
        names
    }
}
