use super::*;
use crate::assemble::compute;
use crate::options::Limits;

/// A module with these declarations, and its first structure.
struct Case {
    words: Vec<u32>,
    facts: Facts,
    layouts: Layouts,
    block: u32,
}

impl Case {
    fn new(globals: &str) -> Self {
        let words = compute(3, "", globals, "");
        let mut facts = Facts::default();
        facts.scan(&words, &Limits::default()).unwrap();
        let mut layouts = Layouts::default();
        layouts.read(&words, &facts);
        let structs = facts.declarations(&words);
        let last = structs
            .filter(|inst| inst.opcode() == op::OpTypeStruct)
            .last();
        let block = last.unwrap().word(1);
        Self {
            words,
            facts,
            layouts,
            block,
        }
    }

    fn shape(&self, part: Part) -> Result<Shape<'_>, LowerError> {
        self.layouts.shape(&self.words, &self.facts, part)
    }

    fn extent(&self) -> Result<u32, LowerError> {
        self.layouts
            .extent(&self.words, &self.facts, Part::new(self.block))
    }

    /// Follows a path of indices. Returns the byte offset and the part.
    fn at(&self, path: &[u32]) -> Result<(u32, Part), LowerError> {
        let (mut part, mut at) = (Part::new(self.block), 0);
        for &index in path {
            match self.shape(part)? {
                Shape::Struct(members) => {
                    let (next, offset) = self.layouts.member(part.ty, members, index)?;
                    (part, at) = (next, at + offset);
                }
                Shape::Many {
                    stride, part: next, ..
                } => (part, at) = (next, at + index * stride),
                Shape::Scalar { .. } => panic!("no part of a number"),
            }
        }
        Ok((at, part))
    }

    fn byte(&self, path: &[u32]) -> u32 {
        self.at(path).unwrap().0
    }
}

const NUMBERS: &str = "
    %half = OpTypeFloat 16
    %byte = OpTypeInt 8 0
    %h2 = OpTypeVector %half 2
    %h3 = OpTypeVector %half 3
    %m2x3 = OpTypeMatrix %h3 2
    %m3x2 = OpTypeMatrix %h2 3
";

fn block(notes: &str, types: &str) -> Case {
    Case::new(&format!("{notes}\n{NUMBERS}\n{types}"))
}

#[test]
fn members_arrays_and_nested_structures() {
    let case = block(
        "OpMemberDecorate %inner 0 Offset 0
         OpMemberDecorate %inner 1 Offset 2
         OpDecorate %bytes ArrayStride 1
         OpDecorate %inners ArrayStride 12
         OpMemberDecorate %block 0 Offset 0
         OpMemberDecorate %block 1 Offset 4",
        "%nine = OpConstant %u32 9
         %bytes = OpTypeArray %byte %nine
         %inner = OpTypeStruct %half %bytes
         %inners = OpTypeRuntimeArray %inner
         %block = OpTypeStruct %half %inners",
    );
    assert_eq!(case.byte(&[0]), 0);
    assert_eq!(case.byte(&[1, 0]), 4);
    assert_eq!(case.byte(&[1, 3, 1, 8]), 4 + 36 + 2 + 8);
    // A structure ends with its last part, without the padding that an array of it would have.
    let (_, inner) = case.at(&[1, 0]).unwrap();
    let extent = case.layouts.extent(&case.words, &case.facts, inner);
    assert_eq!(extent, Ok(11));
    // A runtime array has no extent.
    assert_eq!(case.extent(), Err(RUNTIME));
}

#[test]
fn column_and_row_major_matrices() {
    let types = "%two_of = OpTypeArray %m2x3 %two
                 %block = OpTypeStruct %m2x3 %two_of %m3x2";
    let notes = "OpDecorate %two_of ArrayStride 12
                 OpMemberDecorate %block 0 Offset 0
                 OpMemberDecorate %block 0 MatrixStride 8
                 OpMemberDecorate %block 0 ColMajor
                 OpMemberDecorate %block 1 Offset 16
                 OpMemberDecorate %block 1 MatrixStride 4
                 OpMemberDecorate %block 1 RowMajor
                 OpMemberDecorate %block 2 Offset 40
                 OpMemberDecorate %block 2 MatrixStride 4";
    let case = block(notes, types);
    // Column 1, component 2.
    assert_eq!(case.byte(&[0, 1, 2]), 8 + 4);
    // The second matrix, column 1, component 2, row-major.
    assert_eq!(case.byte(&[1, 1, 1, 2]), 16 + 12 + 2 + 2 * 4);
    assert_eq!(case.byte(&[2, 2, 1]), 40 + 8 + 2);
    assert_eq!(case.extent(), Ok(40 + 8 + 4));
    // A row-major matrix ends with the last component of its last row: 2 rows of 4 bytes, then 2 columns of 2 bytes.
    let (_, rows) = case.at(&[1, 0]).unwrap();
    let extent = case.layouts.extent(&case.words, &case.facts, rows);
    assert_eq!(extent, Ok(2 + 2 * 4 + 2));
}

#[test]
fn missing_decorations_and_oversized_types_are_refused() {
    let missing = block(
        "OpMemberDecorate %block 0 Offset 0
         OpMemberDecorate %block 2 Offset 8",
        "%shorts = OpTypeRuntimeArray %half
         %block = OpTypeStruct %m2x3 %half %shorts",
    );
    assert_eq!(missing.at(&[0, 1]), Err(UNDECORATED));
    assert_eq!(missing.at(&[1]), Err(UNDECORATED));
    assert_eq!(missing.at(&[2, 1]), Err(UNDECORATED));
    assert_eq!(missing.at(&[3]), Err(UNDECORATED));
    let large = block(
        "OpMemberDecorate %block 0 Offset 4294967292
         OpMemberDecorate %block 1 Offset 0
         OpDecorate %shorts ArrayStride 1073741824",
        "%shorts = OpTypeArray %half %three
         %block = OpTypeStruct %h3 %shorts",
    );
    assert_eq!(large.extent(), Err(TOO_LARGE));
    let truth = block(
        "OpMemberDecorate %block 0 Offset 0",
        "%block = OpTypeStruct %bool",
    );
    let (_, part) = truth.at(&[0]).unwrap();
    assert_eq!(truth.shape(part), Err(UNKNOWN_TYPE));
}

#[test]
fn extents_of_nested_arrays() {
    let nested = |element: &str, matrix: &str, levels: u32| {
        let mut types = String::new();
        let mut notes = format!("OpMemberDecorate %block 0 Offset 0\n{matrix}\n");
        let mut inner = element.to_owned();
        for level in 0..levels {
            notes += &format!("OpDecorate %a{level} ArrayStride 32\n");
            types += &format!("%a{level} = OpTypeArray {inner} %two\n");
            inner = format!("%a{level}");
        }
        block(&notes, &format!("{types}\n%block = OpTypeStruct {inner}"))
    };
    let row_major = "OpMemberDecorate %block 0 RowMajor\nOpMemberDecorate %block 0 MatrixStride 4";
    for levels in [1, 90, 300] {
        let extent = levels * 32 + 2;
        assert_eq!(nested("%half", "", levels).extent(), Ok(extent));
        // The extent of a matrix within arrays is computed anew for each member that decorates it.
        let matrix = nested("%m2x3", row_major, levels).extent();
        let expected = if levels < MOST_DEPTH {
            Ok(extent + 10)
        } else {
            Err(TOO_DEEP)
        };
        assert_eq!(matrix, expected, "{levels}");
    }
}

/// Offsets and strides of types without decorations: vectors at words where they fill words, and no more padding than that.
#[test]
fn types_without_decorations_are_laid_out_with_the_sizes_of_their_numbers() {
    let mut case = Case::new(
        "%half = OpTypeFloat 16
         %byte = OpTypeInt 8 0
         %double = OpTypeFloat 64
         %h2 = OpTypeVector %half 2
         %h3 = OpTypeVector %half 3
         %b4 = OpTypeVector %byte 4
         %m3 = OpTypeMatrix %h2 3
         %m2 = OpTypeMatrix %h3 2
         %Inner = OpTypeStruct %byte %h3
         %inners = OpTypeArray %Inner %three
         %bytes = OpTypeArray %byte %three
         %Outer = OpTypeStruct %half %h3 %h2 %byte %b4 %inners %m3 %m2 %bytes %double %byte",
    );
    assert_eq!(case.extent(), Err(UNDECORATED));
    let types = [case.block].into_iter();
    case.layouts.lay_out(&case.words, &case.facts, types);
    let offsets = [0, 2, 8, 12, 16, 20, 44, 56, 68, 72, 80];
    for (member, offset) in offsets.into_iter().enumerate() {
        assert_eq!(case.at(&[member as u32]).unwrap().0, offset, "{member}");
    }
    assert_eq!(case.extent(), Ok(81));
    for (path, offset) in [
        // The element of an array of structures of 8 bytes, its vector, the component.
        (&[5, 2, 1, 1][..], 20 + 2 * 8 + 2 + 2),
        (&[6, 2, 1], 44 + 2 * 4 + 2),
        (&[7, 1, 2], 56 + 6 + 4),
        (&[8, 2], 68 + 2),
    ] {
        assert_eq!(case.at(path).unwrap().0, offset, "{path:?}");
    }
}

/// What has decorations keeps them; what has some of them, or holds a Boolean, gets none.
#[test]
fn decorated_types_keep_their_layout() {
    for (globals, extent) in [
        (
            "OpDecorate %halves ArrayStride 16
             %half = OpTypeFloat 16
             %halves = OpTypeArray %half %three
             %S = OpTypeStruct %half %halves",
            Ok(2 + 34),
        ),
        (
            "OpMemberDecorate %S 0 Offset 4
             OpMemberDecorate %S 1 Offset 10
             %half = OpTypeFloat 16
             %S = OpTypeStruct %half %half",
            Ok(12),
        ),
        (
            "OpMemberDecorate %S 0 Offset 4
             %half = OpTypeFloat 16
             %S = OpTypeStruct %half %half",
            Err(UNDECORATED),
        ),
        (
            "%half = OpTypeFloat 16
             %S = OpTypeStruct %half %bool",
            Err(UNDECORATED),
        ),
    ] {
        let mut case = Case::new(globals);
        let types = [case.block].into_iter();
        case.layouts.lay_out(&case.words, &case.facts, types);
        assert_eq!(case.extent(), extent, "{globals}");
    }
}
