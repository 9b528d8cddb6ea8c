//! Control flow around the instructions.

/// The control flow in which the instructions stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// All invocations.
    Uniform,
    /// Both branches of a condition.
    Branch,
    /// A loop; the last round of each invocation counts.
    Loop,
    /// A function that is called from both branches of a condition and left early by some.
    Function,
    /// A loop with as many rounds for all, in a function that is called on a condition that is the same for all.
    UniformLoop,
}

/// All of them.
pub const FLOWS: [Flow; 5] = [
    Flow::Uniform,
    Flow::UniformLoop,
    Flow::Branch,
    Flow::Loop,
    Flow::Function,
];

/// Bits of the control word of an invocation; the number of rounds stands above.
const SIDE: u32 = 1;
const STAYS: u32 = 2;
const ITERATIONS_SHIFT: u32 = 8;
/// The most rounds of the loop, and so the number of operands.
pub const ITERATIONS: usize = 4;

impl Flow {
    /// The name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Branch => "branch",
            Self::Loop => "loop",
            Self::Function => "function",
            Self::UniformLoop => "together",
        }
    }

    /// Whether all invocations take part, all the time.
    pub fn is_uniform(self) -> bool {
        matches!(self, Self::Uniform | Self::UniformLoop)
    }

    /// `work(n)` for the operand `n`, inside the control flow, at the end of `main`. `declared` goes before `main`.
    pub fn glsl(self, work: &str) -> (String, String) {
        let define = format!("void work(uint n_) {{ {work} }}\n");
        let (declared, main) = match self {
            Self::Uniform => (String::new(), "work(0u);"),
            Self::Branch => (
                String::new(),
                "if ((control & 1u) != 0u) work(0u); else work(1u);",
            ),
            Self::Loop => (
                String::new(),
                "for (uint k = 0u; k < control >> 8; ++k) work(k);",
            ),
            Self::Function => (
                "void leave(uint n) { if ((control & 2u) == 0u) return; work(n); }\n".to_owned(),
                "if ((control & 1u) != 0u) leave(0u); else leave(1u);",
            ),
            // As many workgroups as four times the rounds, in one row.
            Self::UniformLoop => (
                "void rounds(uint count) { for (uint k = 0u; k < count; ++k) { if (k > 8u) return; work(k); } }\n"
                    .to_owned(),
                "if (gl_NumWorkGroups.y == 1u) rounds(gl_NumWorkGroups.x / 4u);",
            ),
        };
        (define + &declared, main.to_owned())
    }

    /// A control word by a random one. Bits are often the same for the whole of a subgroup, by `same`.
    pub fn control(random: u32, same: u32) -> u32 {
        let bits = match same & 7 {
            0 => 0,
            1 => u32::MAX,
            2 => SIDE,
            3 => (random >> 9 & 15 == 0).into(),
            _ => random >> 13,
        };
        let iterations = match same & 7 {
            0 => 0,
            1 => ITERATIONS as u32,
            _ => (random >> 20) % (ITERATIONS as u32 + 1),
        };
        bits & (SIDE | STAYS) | iterations << ITERATIONS_SHIFT
    }

    /// Which operand the invocation with this control word uses in a phase, if it takes part.
    pub fn operand(self, phase: usize, control: u32) -> Option<usize> {
        let side = usize::from(control & SIDE == 0);
        let takes_part = match self {
            Self::Uniform => phase == 0,
            Self::UniformLoop => true,
            Self::Branch => phase == side,
            Self::Loop => phase < (control >> ITERATIONS_SHIFT) as usize,
            Self::Function => phase == side && control & STAYS != 0,
        };
        takes_part.then_some(phase)
    }
}
