//! Explicit layouts where Vulkan allows none: on the types of variables in workgroup, private and function memory.
//!
//! Front ends that declare each type once give the array in a buffer and the one in workgroup memory the same `ArrayStride`: naga and
//! Slang do (KhronosGroup/SPIRV-Tools#6193, gfx-rs/wgpu#9295). Such modules are invalid (VUID-StandaloneSpirv-None-10684).
//!
//! The scan lists the types of the variables at module scope that may have no layout, and looks at them once all decorations and types
//! are known. Most modules have no such variable, and of the others most only an array or two, whose ids are then looked for among
//! the words of the annotations. Variables of functions are not looked for: that would cost every module a look at each of
//! them. [`crate::passes`] repairs theirs along with the others.

use super::Facts;
use crate::inst::Inst;
use crate::tables::{decoration, op, storage_class as class};
use crate::views;
use alloc::vec::Vec;

/// Up to this number of arrays and structures, their ids are looked for among words.
const FEW: usize = 2;

/// Up to this number, they are a list; with more, there is a table by id.
const MANY: usize = 64;

/// The version from which on variables in private and function memory may have no layout: with 1.4 and earlier they may (Vulkan
/// specification, "Shader Interfaces").
const STRICT_MINOR: u8 = 5;

/// In the table by id: the type is part of memory that may have no layout.
const BARE: u8 = 1;

/// The decoration of an explicit layout that an annotation gives to a type or a member.
pub fn layout_decoration(inst: Inst<'_>) -> Option<u32> {
    let kind = match inst.opcode() {
        op::OpDecorate => views::Decorate(inst).decoration(),
        op::OpMemberDecorate => views::MemberDecorate(inst).decoration(),
        _ => return None,
    };
    matches!(
        kind,
        decoration::Block
            | decoration::BufferBlock
            | decoration::RowMajor
            | decoration::ColMajor
            | decoration::ArrayStride
            | decoration::MatrixStride
            | decoration::Offset
    )
    .then_some(kind)
}

impl Facts {
    /// Whether the types of variables in a storage class may have no explicit layout. For the classes that are meant here; what
    /// others allow depends on more than the class.
    pub fn forbids_layout(&self, storage: u32) -> bool {
        match storage {
            class::Workgroup => !self.has_workgroup_layout(),
            class::Private | class::Function => self.header.minor >= STRICT_MINOR,
            _ => false,
        }
    }

    /// Notes the type of a variable in private memory.
    #[inline(never)]
    pub(super) fn private_variable(&mut self, words: &[u32], inst: Inst<'_>) {
        if self.header.minor >= STRICT_MINOR {
            let ty = self.pointee(words, inst.result_type());
            self.bare_variable(words, ty, class::Private);
        }
    }

    /// Finds out whether variables have a layout that is not allowed there.
    pub(super) fn finish_layouts(&mut self, words: &[u32]) {
        let mut types = core::mem::take(&mut self.bare);
        if self.shares_blocks == Some(true) {
            types.retain(|&(_, storage)| self.forbids_layout(storage));
        }
        let mut at = 0;
        while let Some(&(ty, storage)) = types.get(at) {
            at += 1;
            if at > MANY {
                break;
            }
            let view = self.type_view(words, ty);
            let parts = view.parts().iter();
            let composite = parts.filter(|&&part| self.is_composite(words, part));
            types.extend(composite.map(|&part| (part, storage)));
        }
        let annotations = self.annotations as usize..self.globals as usize;
        let annotations = words.get(annotations).unwrap_or(&[]);
        let is_mentioned = |&(ty, _): &(u32, u32)| annotations.contains(&ty);
        self.misplaced_layouts = match types.len() {
            ..=FEW if !types.iter().any(is_mentioned) => false,
            ..=MANY => {
                let is = |id| types.iter().any(|&(ty, _)| ty == id);
                self.is_laid(words, is)
            }
            _ => self.look_closer(words, &mut types),
        };
        self.bare = types;
    }

    /// Notes the type of a variable that may have no layout.
    #[inline]
    pub(super) fn bare_variable(&mut self, words: &[u32], ty: u32, storage: u32) {
        if self.is_composite(words, ty) {
            self.bare.push((ty, storage));
        }
    }

    fn is_composite(&self, words: &[u32], ty: u32) -> bool {
        let def = self.def(words, ty);
        def.is_some_and(|def| {
            matches!(
                def.opcode(),
                op::OpTypeArray | op::OpTypeRuntimeArray | op::OpTypeStruct
            )
        })
    }

    /// Whether a type for which `is` holds has a decoration of a layout, perhaps by a group.
    fn is_laid(&self, words: &[u32], is: impl Fn(u32) -> bool) -> bool {
        let mut last = 0;
        self.decorations(words).any(|inst| match inst.opcode() {
            // Whether their groups have such decorations is left to the pass, which knows no groups.
            op::OpGroupDecorate => inst.from(2).iter().any(|&id| is(id)),
            op::OpGroupMemberDecorate => inst.from(2).iter().step_by(2).any(|&id| is(id)),
            _ => {
                let id = inst.target();
                id != last && layout_decoration(inst).is_some() && {
                    last = id;
                    is(id)
                }
            }
        })
    }

    /// The same for any number of types, with a table.
    #[cold]
    fn look_closer(&mut self, words: &[u32], types: &mut Vec<(u32, u32)>) -> bool {
        let mut table = core::mem::take(&mut self.laid);
        table.clear();
        table.resize(self.def.len(), 0);
        while let Some((ty, storage)) = types.pop() {
            match table.get_mut(ty as usize) {
                Some(known) if *known == 0 => *known = BARE,
                _ => continue,
            }
            let view = self.type_view(words, ty);
            types.extend(view.parts().iter().map(|&part| (part, storage)));
        }
        let found = self.is_laid(words, |id| table.get(id as usize) == Some(&BARE));
        self.laid = table;
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assemble::compute;
    use crate::options::Limits;

    fn is_found(minor: u32, preamble: &str, globals: &str) -> bool {
        let mut facts = Facts::default();
        let words = compute(minor, preamble, globals, "");
        facts.scan(&words, &Limits::NONE).unwrap();
        facts.misplaced_layouts
    }

    fn variable(class: &str, annotations: &str) -> String {
        format!(
            "{annotations}
            %list = OpTypeArray %u32 %two
            %item = OpTypeStruct %u32 %list
            %items = OpTypeArray %item %two
            %to = OpTypePointer {class} %items
            %v = OpVariable %to {class}"
        )
    }

    #[test]
    fn layouts_are_found_at_any_depth() {
        let none = [
            "",
            "OpDecorate %v Aliased",
            "OpMemberDecorate %item 1 RelaxedPrecision",
        ];
        let some = [
            "OpDecorate %items ArrayStride 12",
            "OpMemberDecorate %item 1 Offset 4",
            "OpDecorate %list ArrayStride 4",
            "OpDecorate %group ArrayStride 4
            %group = OpDecorationGroup
            OpGroupDecorate %group %list",
        ];
        for (found, cases) in [(false, &none[..]), (true, &some)] {
            for annotations in cases {
                let globals = variable("Workgroup", annotations);
                assert_eq!(is_found(0, "", &globals), found, "{annotations}");
            }
        }
    }

    #[test]
    fn versions_and_capabilities_allow_layouts() {
        let stride = "OpDecorate %list ArrayStride 4";
        for (minor, found) in [(4, false), (5, true)] {
            assert_eq!(is_found(minor, "", &variable("Private", stride)), found);
        }
        let shared = variable("Workgroup", stride);
        let may = "OpCapability WorkgroupMemoryExplicitLayoutKHR";
        assert!(is_found(6, "", &shared) && !is_found(6, may, &shared));
        for class in ["StorageBuffer", "Input", "Output", "UniformConstant"] {
            assert!(!is_found(6, "", &variable(class, stride)), "{class}");
        }
    }

    #[test]
    fn of_many_types_each_is_looked_at() {
        for (last, found) in [("%a1", true), ("%zero", false)] {
            let mut globals = format!("OpDecorate {last} ArrayStride 4\n");
            let mut previous = "%u32".to_owned();
            for at in 0..40 {
                let (array, to) = (format!("%a{at}"), format!("%to{at}"));
                globals += &format!("{array} = OpTypeArray {previous} %two\n");
                globals += &format!("{to} = OpTypePointer Workgroup {array}\n");
                globals += &format!("%v{at} = OpVariable {to} Workgroup\n");
                previous = if at % 3 == 0 {
                    array
                } else {
                    "%u32".to_owned()
                };
            }
            assert_eq!(is_found(3, "", &globals), found);
        }
    }
}
