//! Instructions by shape: their operands under Khronos's names instead of by word number.
//!
//! ```text
//! views::Load(inst).pointer()            inst.word(3)
//! views::AccessChain(inst).indexes()     inst.from(4)
//! views::Decorate(inst).decoration()     inst.word(2)
//! ```
//!
//! A view is an instruction and nothing else. An accessor is the one on the right, inlined, and reads when it is called: a view
//! costs nothing, checks nothing, and returns 0, or no words, for what is missing. Where debug assertions are on, as in all
//! tests, an accessor panics if the instruction has another opcode. So a view is taken only of an instruction whose opcode has
//! been compared.
//!
//! The rows in [`crate::generated`] say which opcodes a view is for and where its operands are. They have the views that the
//! code names, so that the table can be read; the list is in `xtask/src/gen/views.rs`, where a new one is a word.
//!
//! - Opcodes of one shape share a view, such as `AccessChain`. It has the operands that are at the same place, under the same
//!   name, in all of them: `Merge` has the merge block of loops and selections, `LoopMerge` also the continue target.
//! - A list, a string, or an optional word of which 0 has a meaning is a slice, to the end of the instruction.
//! - A mask whose bits bring operands with them, and a number of any width, is a word and, as `…_words`, a slice that starts with
//!   that word: `memory_access` and `memory_access_words`, `value` and `value_words`.
//! - What follows a decoration, an execution mode, the number of an extended instruction or the opcode of an `OpSpecConstantOp`
//!   is called `operands`, and the first word of it `operand`.
//! - An operand whose place varies has no accessor: [`crate::operands`] finds it.
//!
//! What needs no view, because it is the same for many opcodes, is a method of [`Inst`]: `result_type`, `result` and `operands` of
//! what has a type, and `target` of what annotates.

#[cfg(doc)]
use crate::inst::Inst;

pub use crate::generated::views::*;

/// Declares views: name, opcodes, accessors of words, accessors of slices.
macro_rules! views {
    ($($view:ident: [$($op:ident)+], [$($word:ident $at:literal),*], [$($tail:ident $from:literal),*];)+) => {
        $(
            #[doc = concat!("A view of", $(" `", stringify!($op), "`",)+ ".")]
            #[allow(dead_code)]
            #[derive(Clone, Copy)]
            pub struct $view<'w>(pub Inst<'w>);

            #[allow(dead_code)]
            impl<'w> $view<'w> {
                #[inline(always)]
                fn checked(self) -> Inst<'w> {
                    debug_assert!(
                        matches!(self.0.opcode(), $(op::$op)|+),
                        concat!("opcode {} as ", stringify!($view)),
                        self.0.opcode()
                    );
                    self.0
                }

                $(
                    #[inline(always)]
                    pub fn $word(self) -> u32 {
                        self.checked().word($at)
                    }
                )*

                $(
                    #[inline(always)]
                    pub fn $tail(self) -> &'w [u32] {
                        self.checked().from($from)
                    }
                )*
            }
        )+

        /// The rows, for tests: name, opcodes, words, slices.
        #[cfg(test)]
        pub const ROWS: &[(&str, &[u16], &[(&str, usize)], &[(&str, usize)])] = &[
            $((
                stringify!($view),
                &[$(op::$op),+],
                &[$((stringify!($word), $at)),*],
                &[$((stringify!($tail), $from)),*],
            ),)+
        ];
    };
}
pub(crate) use views;

#[cfg(test)]
mod tests {
    use super::ROWS;
    use crate::inst::{Inst, Insts};
    use crate::tables::{op, op_row, Category, OperandKind, Quantifier};
    use std::path::Path;

    type Operands = [(OperandKind, Quantifier)];

    /// Whether an operand takes one word whatever its value, and nothing follows because of it.
    fn is_one_word((kind, _): (OperandKind, Quantifier)) -> bool {
        let plain = kind
            .enumerants()
            .iter()
            .all(|row| row.parameters.is_empty());
        match kind.category() {
            Category::Id => true,
            Category::BitEnum | Category::ValueEnum => plain,
            Category::Literal => matches!(
                kind,
                OperandKind::LiteralInteger | OperandKind::LiteralExtInstInteger
            ),
            Category::Pair => false,
        }
    }

    /// Whether the operands in front of a word are one word each, and there at most once.
    fn is_fixed(operands: &Operands, at: usize) -> bool {
        let before = operands.get(..at - 1);
        before.is_some_and(|before| {
            let mut before = before.iter();
            before.all(|&operand| operand.1 != Quantifier::Many && is_one_word(operand))
        })
    }

    #[test]
    fn words_are_those_of_the_grammar() {
        assert!(ROWS.len() > 20);
        for &(view, opcodes, words, tails) in ROWS {
            for &opcode in opcodes {
                let row = op_row(opcode).unwrap();
                let at = |index: usize| row.operands.get(index - 1).copied();
                for &(name, index) in words {
                    if name == "operand" && at(index).is_none_or(|of| of.1 == Quantifier::Many) {
                        // It starts the slice, of which more is checked below.
                        assert!(tails.contains(&("operands", index)), "{view}");
                        continue;
                    }
                    let (kind, quantifier) = at(index).unwrap();
                    let is_named = match name {
                        "result_type" => kind == OperandKind::IdResultType,
                        "result" => kind == OperandKind::IdResult,
                        _ => !matches!(kind, OperandKind::IdResultType | OperandKind::IdResult),
                    };
                    // 0 says that an optional one is missing.
                    let is_distinct = kind.is_id() || kind.is_bit_enum();
                    let once = match quantifier {
                        Quantifier::One => kind.category() != Category::Pair,
                        Quantifier::Optional => is_distinct,
                        Quantifier::Many => false,
                    };
                    let is_fixed = is_fixed(&row.operands, index);
                    assert!(is_named && once && is_fixed, "{view} {} {name}", row.name);
                }
                for &(name, from) in tails {
                    // What starts here, or follows because of the operand in front.
                    let is_more = match at(from) {
                        Some(operand) => operand.1 != Quantifier::One || !is_one_word(operand),
                        None => at(from - 1).is_some_and(|last| !is_one_word(last)),
                    };
                    let start = from - usize::from(at(from).is_none());
                    let is_fixed = is_fixed(&row.operands, start);
                    assert!(is_more && is_fixed, "{view} {} {name}", row.name);
                }
            }
        }
    }

    #[test]
    fn a_missing_operand_is_zero_or_empty() {
        let words = [4 << 16 | u32::from(op::OpLoad), 1, 2, 3];
        let load = super::Load(Inst::at(&words, 0).unwrap());
        assert_eq!(
            (load.result_type(), load.result(), load.pointer()),
            (1, 2, 3)
        );
        assert_eq!(load.memory_access(), 0);
        assert!(load.memory_access_words().is_empty());
    }

    #[test]
    #[cfg_attr(debug_assertions, should_panic(expected = "opcode 62 as Load"))]
    fn another_opcode_is_noticed() {
        let words = [3 << 16 | u32::from(op::OpStore), 1, 2];
        let store = Insts::new(&words, 0, 3).next().unwrap();
        assert_eq!(super::Load(store).result_type(), 1);
    }

    fn sources(folder: &Path, text: &mut String) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                sources(&path, text);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                text.push_str(&std::fs::read_to_string(&path).unwrap());
            }
        }
    }

    #[test]
    fn every_view_is_used() {
        let mut text = String::new();
        sources(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
            &mut text,
        );
        let is_used = |view: &str| {
            let [call, path] = ["(", ")"].map(|behind| format!("views::{view}{behind}"));
            text.contains(&call) || text.contains(&path)
        };
        let unused: Vec<&str> = ROWS
            .iter()
            .map(|row| row.0)
            .filter(|view| !is_used(view))
            .collect();
        assert!(
            unused.is_empty(),
            "{unused:?}: remove them from xtask's list"
        );
    }
}
