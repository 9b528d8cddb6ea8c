//! Control flow around the instructions, in GLSL and as a reference.

/// The control flow in which the instructions execute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Uniform control flow.
    Uniform,
    /// Both branches of a divergent condition.
    Branch,
    /// A loop with a divergent number of iterations. The last iteration of each invocation counts.
    Loop,
    /// A function that is called from both branches of a divergent condition, and from which some invocations return early.
    Function,
    /// A loop with a uniform number of iterations, in a function called under a uniform condition.
    UniformLoop,
    /// The cases of a switch with a divergent selector.
    Switch,
    /// A switch in a branch in a loop that some invocations leave, in a branch.
    Nested,
}

/// All kinds of control flow.
pub const FLOWS: [Flow; 7] = [
    Flow::Uniform,
    Flow::UniformLoop,
    Flow::Branch,
    Flow::Loop,
    Flow::Function,
    Flow::Switch,
    Flow::Nested,
];

/// Bits of an invocation's control word. The number of iterations is in the bits from `ITERATIONS_SHIFT` up.
const SIDE: u32 = 1;
const STAYS: u32 = 2;
const ITERATIONS_SHIFT: u32 = 8;
/// The maximum number of iterations of the loop: the number of values of each operand.
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
            Self::Switch => "switch",
            Self::Nested => "nested",
        }
    }

    /// Whether all invocations are always active.
    pub fn is_uniform(self) -> bool {
        matches!(self, Self::Uniform | Self::UniformLoop)
    }

    /// Whether it is what the others are made of, which is compared where the size of subgroups is asked for.
    pub fn is_composed(self) -> bool {
        matches!(self, Self::Switch | Self::Nested)
    }

    /// Returns the declarations before `main`, and the end of `main`, which calls `work(n)` for the operand `n` in the control
    /// flow.
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
            // The number of workgroups in x is four times the number of iterations, and 1 in y.
            Self::UniformLoop => (
                "void rounds(uint count) { for (uint k = 0u; k < count; ++k) { if (k > 8u) return; work(k); } }\n"
                    .to_owned(),
                "if (gl_NumWorkGroups.y == 1u) rounds(gl_NumWorkGroups.x / 4u);",
            ),
            Self::Switch => (
                String::new(),
                "switch (control & 3u) {
                    case 0u: work(0u); break;
                    case 1u: work(1u); break;
                    case 2u: work(2u); break;
                    default: work(3u);
                }",
            ),
            Self::Nested => (
                String::new(),
                "if ((control & 1u) != 0u) {
                    for (uint k = 0u; k < 4u; ++k) {
                        if (k >= control >> 8) break;
                        if ((control & 2u) == 0u) continue;
                        switch (k & 1u) {
                            case 0u: work(k); break;
                            default: work(k);
                        }
                    }
                }",
            ),
        };
        (define + &declared, main.to_owned())
    }

    /// The control word of an invocation, from two random words. `same` is equal for the invocations of a subgroup and often
    /// makes the bits so.
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

    /// The operand that an invocation uses in a phase; `None` if it is inactive.
    pub fn operand(self, phase: usize, control: u32) -> Option<usize> {
        let side = usize::from(control & SIDE == 0);
        let is_active = match self {
            Self::Uniform => phase == 0,
            Self::UniformLoop => true,
            Self::Branch => phase == side,
            Self::Loop => phase < (control >> ITERATIONS_SHIFT) as usize,
            Self::Function => phase == side && control & STAYS != 0,
            Self::Switch => phase == (control & (SIDE | STAYS)) as usize,
            Self::Nested => {
                control & (SIDE | STAYS) == SIDE | STAYS
                    && phase < (control >> ITERATIONS_SHIFT) as usize
            }
        };
        is_active.then_some(phase)
    }
}
