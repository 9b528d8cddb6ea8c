//! Operand types, and their values.

use sos_tests::subgroup::component::ComponentType;
use sos_tests::subgroup::Value;

/// The type of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Type {
    /// The name in GLSL.
    pub glsl: &'static str,
    /// The number of components.
    pub len: usize,
    /// The type of a component.
    pub component: ComponentType,
}

const fn ty(glsl: &'static str, len: usize, component: ComponentType) -> Type {
    Type {
        glsl,
        len,
        component,
    }
}

/// All types that some instruction accepts.
pub const TYPES: [Type; 11] = [
    ty("uint", 1, ComponentType::Uint(32)),
    ty("int", 1, ComponentType::Int(32)),
    ty("float", 1, ComponentType::Float(32)),
    ty("uvec3", 3, ComponentType::Uint(32)),
    ty("ivec4", 4, ComponentType::Int(32)),
    ty("vec2", 2, ComponentType::Float(32)),
    ty("uint16_t", 1, ComponentType::Uint(16)),
    ty("int16_t", 1, ComponentType::Int(16)),
    ty("uint64_t", 1, ComponentType::Uint(64)),
    ty("int64_t", 1, ComponentType::Int(64)),
    ty("double", 1, ComponentType::Float(64)),
];

/// The number of words for a value in the buffers.
pub const SLOT: usize = 4;

impl Type {
    /// Whether it is a 32-bit scalar.
    pub fn is_32_bit_scalar(self) -> bool {
        self.len == 1 && self.is_32_bit()
    }

    /// Whether its components have 32 bits.
    pub fn is_32_bit(self) -> bool {
        self.component.width() == 32
    }

    /// GLSL functions `T load(uint at)` and `void store(uint at, T value)` for the buffers `source` and `result`.
    pub fn functions(self) -> String {
        let Self {
            glsl,
            len,
            component,
        } = self;
        let (read, write) = match component {
            ComponentType::Float(32) => ("uintBitsToFloat(W)", "floatBitsToUint(C)"),
            ComponentType::Int(32) => ("int(W)", "uint(C)"),
            ComponentType::Int(16) => ("int16_t(int(W))", "(uint(int(C)) & 0xffffu)"),
            ComponentType::Uint(16) => ("uint16_t(W)", "uint(C)"),
            _ => ("W", "C"),
        };
        let (load, store) = match component {
            ComponentType::Float(64) => wide("packDouble2x32(P)", "unpackDouble2x32(value)"),
            ComponentType::Uint(64) => wide("packUint2x32(P)", "unpackUint2x32(value)"),
            ComponentType::Int(64) => wide(
                "int64_t(packUint2x32(P))",
                "unpackUint2x32(uint64_t(value))",
            ),
            _ => {
                let part = |at: usize| read.replace('W', &format!("source[at + {at}u]"));
                let parts: Vec<_> = (0..len).map(part).collect();
                let one = |at: usize| {
                    let component = match len {
                        1 => "value".to_owned(),
                        _ => format!("value[{at}]"),
                    };
                    format!("result[at + {at}u] = {};", write.replace('C', &component))
                };
                let stores: String = (0..len).map(one).collect();
                (format!("{glsl}({})", parts.join(", ")), stores)
            }
        };
        format!(
            "{glsl} load(uint at) {{ return {load}; }}\n\
             void store(uint at, {glsl} value) {{ {store} }}\n"
        )
    }

    /// Converts a value to the words of a buffer.
    pub fn words(self, value: &Value) -> Vec<u32> {
        let parts = |&bits: &u64| match self.component.width() {
            64 => vec![bits as u32, (bits >> 32) as u32],
            _ => vec![bits as u32],
        };
        value.iter().flat_map(parts).collect()
    }

    /// An arithmetic operand from a random word: integers of any size, and floats that are small integers, whose sums are
    /// exact.
    pub fn arithmetic_value(self, random: u32) -> Value {
        let component = |at: usize| {
            let random = random.rotate_left(7 * at as u32);
            match self.component {
                ComponentType::Float(width) => {
                    let integer = f64::from(random >> 20) - 2047.5;
                    match width {
                        32 => u64::from((integer as f32).to_bits()),
                        _ => integer.to_bits(),
                    }
                }
                component => integer(component, random),
            }
        };
        (0..self.len).map(component).collect()
    }

    /// An operand to exchange from a random word: any integer, and floats including infinity, NaN, denormals and zero.
    pub fn exchanged_value(self, random: u32) -> Value {
        const FLOATS: [u32; 8] = [
            0x7F80_0000,
            0xFF80_0000,
            0x8000_0000,
            0,
            1,
            0x807F_FFFF,
            0x7F7F_FFFF,
            0x7FC0_0000,
        ];
        let component = |at: usize| {
            let random = random.rotate_left(5 * at as u32);
            match self.component {
                ComponentType::Float(32) if random & 3 == 0 => {
                    u64::from(FLOATS[random as usize >> 2 & 7])
                }
                ComponentType::Float(_) => self.arithmetic_value(random)[0],
                component => integer(component, random),
            }
        };
        (0..self.len).map(component).collect()
    }
}

fn wide(load: &str, store: &str) -> (String, String) {
    let pair = "uvec2(source[at], source[at + 1u])";
    let store = format!("uvec2 pair = {store}; result[at] = pair.x; result[at + 1u] = pair.y;");
    (load.replace('P', pair), store)
}

/// A random integer: a small one, a limit of the type, or any.
fn integer(component: ComponentType, random: u32) -> u64 {
    let wide = u64::from(random) << 32 | u64::from(random.reverse_bits());
    let edges = [
        0,
        1,
        u64::MAX,
        1 << (component.width() - 1),
        (1 << (component.width() - 1)) - 1,
    ];
    let bits = match random >> 3 & 7 {
        0..=2 => edges[random as usize % edges.len()],
        3 | 4 => u64::from(random >> 24),
        _ => wide,
    };
    bits & u64::MAX >> (64 - component.width())
}
