//! The facts about a module that one walk finds and that hold for every target.
//!
//! Input: words. Output: [`Facts`], which are tables by id and lists by kind; all positions are word offsets into the module.
//! Nothing here depends on a device or on options, so one scan serves many of both.
//!
//! The invariants that every later stage relies on are established here and nowhere else: each instruction has a word count
//! that stays within the module and covers the operands that its opcode requires; each id is defined once and below the
//! bound; sections are in the order of the specification's logical layout (section 2.4); every block starts with a label and
//! ends with a terminator, within a function that is ended too; there is a memory model, and entry points and calls name
//! functions of the module.
//!
//! Types need no table of their own: the defining instruction of an id is one look-up, and its words are complete.

mod complete;
mod decorations;
mod gates;
mod groups;
mod layout;
mod marks;
mod misplaced;
pub mod offsets;
mod operand_gates;
mod scan;
mod sections;
mod stages;
mod steps;
mod types;
mod uses;
mod workgroup;

pub use decorations::{built_in_of, Decoration, Decorations, Matrix, WHOLE};
pub use gates::Gates;
pub use groups::identity_bits;
pub use misplaced::layout_decoration;
pub use scan::is_new_language;
pub use sections::interface;
pub use steps::gates_of_opcode;
pub use types::{is_formatless, pointer_class, scalar_of, Scalar, TypeView};
pub use uses::{closure, Images, Uses};
pub use workgroup::{local_size, product, Workgroup};

use crate::header::Header;
use crate::inst::Inst;
use crate::sets::BitSet;
use crate::tables::{
    capability_index, enumerant, op, op_hot, CapabilitySet, EnumerantRow, ExtInstSet, ExtensionSet,
    OperandKind, ALTERNATIVE_SETS, AVAILABILITY_ROWS,
};
use crate::views;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

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

/// A function: its position, and its ranges of blocks and calls.
#[derive(Clone, Copy, Debug, Default)]
pub struct Function {
    /// Its id.
    pub id: u32,
    /// Word offset of its `OpFunction`.
    pub start: u32,
    /// Word offset of the end of its `OpFunctionEnd`.
    pub end: u32,
    /// Its first block, an index into [`Facts::blocks`].
    pub first_block: u32,
    /// The end of its range of blocks.
    pub last_block: u32,
    /// Its first call, an index into [`Facts::calls`].
    pub first_call: u32,
    /// The end of its range of calls.
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

/// An imported extended instruction set.
#[derive(Clone, Copy, Debug)]
pub struct Import {
    /// The import's id.
    pub id: u32,
    /// The set.
    pub set: ExtInstSet,
    /// Word offset of the `OpExtInstImport`.
    pub offset: u32,
}

/// A `SpecId` decoration.
#[derive(Clone, Copy, Debug)]
pub struct SpecId {
    /// The decorated id: a specialization constant, or a decoration group.
    pub id: u32,
    /// The number by which the application sets it.
    pub spec_id: u32,
}

/// The needs of opcodes or enumerants by their table rows.
#[derive(Clone, Copy, Debug, Default)]
pub struct RowNeeds {
    /// Sets of alternatives.
    pub alternatives: BitSet<{ ALTERNATIVE_SETS.div_ceil(64) }>,
    /// Availability rows.
    pub availability: BitSet<{ AVAILABILITY_ROWS.div_ceil(64) }>,
}

impl RowNeeds {
    /// Adds the needs of an opcode.
    #[inline]
    pub fn insert(&mut self, opcode: u16) {
        let hot = op_hot(opcode);
        self.alternatives.insert(hot.alternatives);
        self.availability.insert(hot.availability);
    }

    /// Adds the needs of an enumerant.
    #[inline(always)]
    pub fn insert_enumerant(&mut self, kind: OperandKind, value: u32) {
        if let Some(row) = enumerant(kind, value) {
            self.insert_row(row);
        }
    }

    /// Adds the needs of a row.
    #[inline]
    pub fn insert_row(&mut self, row: &EnumerantRow) {
        self.alternatives.insert(row.alternatives);
        self.availability.insert(row.availability);
    }
}

/// The results of the scan.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The header.
    pub header: Header,
    /// By id: word offset of the defining instruction, 0 if there is none.
    pub def: Vec<u32>,
    /// The declared capabilities.
    pub capabilities: CapabilitySet,
    /// Word offset of the first `OpCapability` with an unknown value, or of a declaration that depends on a constant; or 0.
    pub unknown_capability: u32,
    /// The declared SPIR-V extensions.
    pub extensions: ExtensionSet,
    /// Word offset of the first `OpExtension` with an unknown name, or 0.
    pub unknown_extension: u32,
    /// The imported extended instruction sets.
    pub imports: Vec<Import>,
    /// Word offset of the end of capabilities, extensions and imports.
    pub preamble_end: u32,
    /// The execution models of all entry points, those below 32: a bit for each.
    pub models: u32,
    /// Word offsets of the `OpEntryPoint`s.
    pub entry_points: Vec<u32>,
    /// Word offset of the first string, source or name, or of the next section.
    pub debug: u32,
    /// Word offset of the first annotation, or of the next section.
    pub annotations: u32,
    /// Word offset of the first type, constant or global variable, or of the next section.
    pub globals: u32,
    /// Word offset of the first function, or the end of the module.
    pub first_function: u32,
    /// Functions in order.
    pub functions: Vec<Function>,
    /// Blocks of all functions in order.
    pub blocks: Vec<Block>,
    /// Calls of all functions in order.
    pub calls: Vec<Call>,
    /// Word offsets of the parameters of all functions.
    parameters: Vec<u32>,
    /// `SpecId` decorations, directly on a constant or on a decoration group.
    pub spec_ids: Vec<SpecId>,
    /// Ids decorated `BufferBlock`, directly or by a decoration group, ascending: storage buffers in the `Uniform` storage
    /// class.
    pub buffer_blocks: Vec<u32>,
    /// Ids decorated `Block`, ascending; includes decoration groups.
    pub block_structures: Vec<u32>,
    /// Pointees of variables in the storage class `StorageBuffer`, ascending; for arrays of buffers, the element type.
    pub storage_blocks: Vec<u32>,
    /// The same for the storage class `Uniform`.
    pub uniform_blocks: Vec<u32>,
    /// Whether there is any `OpGroupDecorate` or `OpGroupMemberDecorate`.
    pub has_groups: bool,
    /// Word offsets of the `OpGroupDecorate`s.
    pub group_decorates: Vec<u32>,
    /// Word offsets of the `OpName`s of device constants (`SOS_…`).
    pub device_names: Vec<u32>,
    /// Word offsets of specialization constants, including `OpSpecConstantOp` and composites.
    pub spec_constants: Vec<u32>,
    /// The needs of opcodes and enumerants by their table rows, except built-ins. What needs nothing but `Shader` may be missing.
    pub row_needs: RowNeeds,
    /// Those of built-ins.
    pub built_in_needs: RowNeeds,
    /// What its images may need by the specification's text.
    pub images: Images,
    /// The enumerants of frequent kinds.
    pub uses: Uses,
    /// The widths of integer types as a bit mask: each width is a power of two.
    pub int_widths: u32,
    /// The types of IEEE 754 floats of 16, 32 and 64 bits, 0 if there is none.
    pub float_types: [u32; 3],
    /// What the module contains that no capability expresses.
    pub gates: Gates,
    /// What is worked out when it is first asked for.
    later: uses::Later,
    /// Whether a barrier or an atomic instruction has the memory scope `Subgroup`.
    pub subgroup_memory: bool,
    /// The decorations `NonWritable` and `NonReadable`, ascending.
    pub marks: Vec<marks::Mark>,
    /// Structures of which every member has one of these decorations, and the decoration; ascending.
    marked_structures: Vec<(u32, u32)>,
    /// Whether a variable in workgroup memory is a block, which has an explicit layout. `None` if there is no variable.
    shares_blocks: Option<bool>,
    /// Whether a variable at module scope has a type with an explicit layout where that is not allowed; may be set without need where
    /// there are decoration groups.
    pub misplaced_layouts: bool,
    /// During the scan: the types of variables that may have no layout, with the storage class.
    bare: Vec<(u32, u32)>,
    /// Working memory: by id, whether a type has a layout.
    laid: Vec<u8>,
    /// Sizes of workgroups and of their shared memory.
    pub workgroup: Workgroup,
    /// Variables with a built-in whose capability depends on the stage, and structures with such a member, each with an
    /// execution model that lists it; ascending.
    staged: Vec<(u32, u32)>,
    /// All variables and structures with such a built-in.
    with_staged: Vec<u32>,
    /// The minimum and maximum of constant texel offsets.
    pub offsets: (i32, i32),
    /// Word offset of the first instruction with an unknown opcode, or 0.
    pub unknown_opcode: u32,
}

impl Facts {
    /// Whether the module declares the capability with this value. Implied capabilities do not count.
    pub fn declares(&self, capability: u32) -> bool {
        capability_index(capability).is_some_and(|index| self.capabilities.contains(index))
    }

    /// Returns the instruction that defines an id.
    #[inline]
    pub fn def<'w>(&self, words: &'w [u32], id: u32) -> Option<Inst<'w>> {
        match self.def.get(id as usize) {
            Some(&offset) if offset != 0 && id != 0 => Inst::at(words, offset),
            _ => None,
        }
    }

    /// Whether a type is a `BufferBlock` structure, or an array of such.
    pub fn is_buffer_block(&self, words: &[u32], ty: u32) -> bool {
        let block = self.element(words, ty);
        self.buffer_blocks.binary_search(&block).is_ok()
    }

    /// Whether a structure is decorated `Block` itself.
    pub fn is_block(&self, ty: u32) -> bool {
        self.block_structures.binary_search(&ty).is_ok()
    }

    /// Whether a variable in the storage class `StorageBuffer` is a block of this structure.
    pub fn is_storage_block(&self, ty: u32) -> bool {
        self.storage_blocks.binary_search(&ty).is_ok()
    }

    /// Whether an `OpGroupDecorate` applies `Block` to the structure of a variable in the storage class `StorageBuffer`.
    pub fn groups_storage_block(&self, inst: Inst<'_>) -> bool {
        let group = views::GroupDecorate(inst);
        let mut targets = group.targets().iter();
        self.is_block(group.decoration_group()) && targets.any(|&id| self.is_storage_block(id))
    }

    /// Whether a variable in the storage class `Uniform` is a block of this structure.
    pub fn is_uniform_block(&self, ty: u32) -> bool {
        self.uniform_blocks.binary_search(&ty).is_ok()
    }

    /// Returns the block that contains a word offset, from its label to its terminator.
    pub fn block_at(&self, offset: u32) -> Option<&Block> {
        let behind = self.blocks.partition_point(|block| block.label <= offset);
        let block = self.blocks.get(behind.checked_sub(1)?)?;
        (offset <= block.end).then_some(block)
    }

    /// Returns the function that contains a word offset.
    pub fn function_at(&self, offset: u32) -> Option<&Function> {
        let index = self
            .functions
            .partition_point(|function| function.start <= offset)
            .checked_sub(1)?;
        self.functions
            .get(index)
            .filter(|function| offset < function.end)
    }

    /// Returns the index of an import in [`Facts::imports`], by its id.
    pub fn import_of(&self, id: u32) -> Option<usize> {
        let offset = *self.def.get(id as usize)?;
        self.imports
            .binary_search_by_key(&offset, |import| import.offset)
            .ok()
    }

    /// Returns the index of a function, by its id.
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

    /// Returns the words of the first `OpName` of each id. For reports, not for the filter's path.
    pub fn names<'w>(&self, words: &'w [u32]) -> BTreeMap<u32, &'w [u32]> {
        let mut names = BTreeMap::new();
        for inst in self.names_and_annotations(words) {
            if inst.opcode() == op::OpName {
                let name = views::Name(inst);
                names.entry(name.target()).or_insert_with(|| name.name());
            }
        }
        names
    }
}

/// Scans words. Returns what is wrong with them.
#[cfg(test)]
fn scanned(words: &[u32]) -> Result<(), crate::error::ErrorKind> {
    let scanned = Facts::default().scan(words, &crate::options::Limits::default());
    scanned.map_err(|error| error.kind())
}
