//! The opcodes that are watched: behind which gates they can be, where they stand, and how their conditions are checked.
//!
//! To watch another opcode: a row here, and if nothing sets its gate yet, a gate ([`Gates`]) and where the scan sets it: for
//! every such opcode in `gates_of_opcode`, or by its operands in `facts/operand_gates.rs`.

use super::{subgroups, Checker};
use crate::facts::{gates_of_opcode, Gates};
use crate::tables::{is_atomic, op, op_at, OPCODES, OP_ROWS};

/// Where instructions with an opcode can stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Where {
    /// Among the execution modes.
    Modes,
    /// Elsewhere before the functions.
    Before,
    /// In functions.
    Inside,
    /// Before the functions and in them.
    Both,
}

use Where::{Before, Both, Inside, Modes};

/// Rows: opcodes, where they stand, gates, methods of [`Checker`].
macro_rules! watched {
    ($opcode:ident: $($ops:pat $(if $guard:expr)? => $at:ident, $first:expr $(; $gate:expr)*, $($check:ident)+,)+) => {
        const fn row($opcode: u16) -> (Gates, Where) {
            match $opcode {
                $($ops $(if $guard)? => ($first$(.with($gate))*, $at),)+
                _ => (Gates::NONE, Inside),
            }
        }

        /// Checks an instruction by its opcode.
        #[inline(never)]
        pub fn check(checker: &mut Checker<'_, '_>) {
            let $opcode = checker.inst.opcode();
            match $opcode {
                $($ops $(if $guard)? => {
                    $(checker.$check();)+
                })+
                _ => {}
            }
        }
    };
}

watched! { opcode:
    op::OpExecutionMode | op::OpExecutionModeId
        => Modes, Gates::MODE; Gates::FLOAT_MODE; Gates::FAST_MATH; Gates::XFB, mode,
    op::OpDecorate | op::OpMemberDecorate
        => Before, Gates::FAST_MATH; Gates::XFB, decoration,
    op::OpSource => Before, Gates::LANGUAGE, source,
    op::OpSpecConstantOp => Before, Gates::EXTENSION, constant_operation,
    op::OpVariable
        => Both, Gates::ZERO_INIT; Gates::FORMATLESS; Gates::UNSIZED, variable,
    op::OpUntypedVariableKHR => Inside, Gates::ZERO_INIT, untyped_variable,
    op::OpExtInst
        => Both, Gates::EXTENSION; Gates::NON_SEMANTIC; Gates::INTERPOLATION, extended,
    op::OpExtInstWithForwardRefsKHR
        => Both, Gates::NON_SEMANTIC; Gates::FORWARD_EXT_INST, extended,
    op::OpLoad
    | op::OpStore
    | op::OpAccessChain
    | op::OpInBoundsAccessChain
    | op::OpPtrAccessChain
    | op::OpCopyMemory
    | op::OpCopyMemorySized
    | op::OpImageTexelPointer
    | op::OpFunctionCall
    | op::OpArrayLength
    | op::OpCopyObject
    | op::OpSelect
    | op::OpPhi => Inside, Gates::STORAGE, storage,
    _ if is_atomic(opcode)
        => Inside, Gates::WIDE_ATOMIC; Gates::SCOPE; Gates::STORAGE, atomic storage,
    op::OpEmitStreamVertex | op::OpEndStreamPrimitive => Inside, Gates::XFB, stream,
    op::OpControlBarrier | op::OpMemoryBarrier => Inside, Gates::SCOPE, barrier,
    op::OpReadClockKHR => Inside, Gates::CLOCK, clock,
    op::OpDPdx..=op::OpFwidthCoarse => Inside, Gates::EXTENSION, derivative,
    op::OpBitcast => Inside, Gates::ADDRESSES, cast,
    op::OpBitFieldInsert..=op::OpBitCount => Inside, Gates::BIT, bits,
    op::OpFmaKHR => Inside, Gates::FMA, fma,
    op::OpImageSampleImplicitLod..=op::OpImageDrefGather
    | op::OpImageSparseSampleImplicitLod..=op::OpImageSparseDrefGather
        => Inside, Gates::OFFSET; Gates::SAMPLE_OFFSET, offsets,
    op::OpGroupNonUniformRotateKHR
        => Inside, Gates::SUBGROUP; Gates::ROTATE, group_operation,
    _ if subgroups::is_group_operation(opcode)
        => Inside, gates_of_opcode(opcode), group_operation,
}

/// How many different sets of gates the rows may have.
const MOST_SETS: usize = 32;

/// The different sets of gates, and the number of each opcode's: a set for each opcode would take eight times the space.
static SETS: ([Gates; MOST_SETS], [u8; OP_ROWS]) = {
    let (mut sets, mut numbers) = ([Gates::NONE; MOST_SETS], [0; OP_ROWS]);
    let mut len = 1;
    let mut at = 0;
    while at < OP_ROWS {
        let gates = row(OPCODES[at]).0;
        let mut number = 0;
        while number < len && !(sets[number].contains(gates) && gates.contains(sets[number])) {
            number += 1;
        }
        if number == len {
            sets[number] = gates;
            len += 1;
        }
        numbers[at] = number as u8;
        at += 1;
    }
    (sets, numbers)
};

/// Returns the gates that an opcode can be behind.
#[inline]
pub fn gates(opcode: u16) -> Gates {
    let (sets, numbers) = &SETS;
    let gates = sets.get(usize::from(numbers[op_at(opcode)]));
    gates.copied().unwrap_or(Gates::NONE)
}

/// The gates that execution modes can be behind.
pub const OF_MODES: Gates = gates_where(&[Modes]);

/// The gates that other instructions before the functions can be behind.
pub const BEFORE_FUNCTIONS: Gates = gates_where(&[Before, Both]);

/// The gates that instructions in functions can be behind.
pub const IN_FUNCTIONS: Gates = gates_where(&[Inside, Both]);

const fn gates_where(places: &[Where]) -> Gates {
    let mut gates = Gates::NONE;
    let mut number = 0;
    while number < OP_ROWS {
        let (of, at) = row(OPCODES[number]);
        let mut place = 0;
        while place < places.len() {
            if places[place] as u8 == at as u8 {
                gates = gates.with(of);
            }
            place += 1;
        }
        number += 1;
    }
    gates
}
