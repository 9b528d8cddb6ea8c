//! Calls of the library's functions, and their reference results for each lane of a subgroup.

use sos_tests::subgroup::component::{ComponentType, Op};
use sos_tests::subgroup::scan::{scan, GroupOperation};
use sos_tests::subgroup::{Group, LaneResult, Value};

use super::Language;

/// The operands of a lane.
#[derive(Clone, Copy, Debug)]
pub struct LaneInput {
    /// Whether the lane is active.
    pub active: bool,
    /// The bits of the value.
    pub data: u32,
    /// The index operand.
    pub index: u32,
}

/// The operand types of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Uint,
    Int,
    Float,
}

pub const TYPES: [Type; 3] = [Type::Uint, Type::Int, Type::Float];

impl Type {
    /// The name in both languages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Uint => "uint",
            Self::Int => "int",
            Self::Float => "float",
        }
    }

    /// A value from random bits. Floats are small integers, whose sums are exact in any order.
    pub fn value(self, random: u32) -> u32 {
        match self {
            Self::Uint | Self::Int => random,
            Self::Float => f32::from((random >> 16) as i16 >> 4).to_bits(),
        }
    }

    fn component_type(self) -> ComponentType {
        match self {
            Self::Uint => ComponentType::Uint(32),
            Self::Int => ComponentType::Int(32),
            Self::Float => ComponentType::Float(32),
        }
    }
}

const OPS: [(&str, Op); 6] = [
    ("Add", Op::Add),
    ("Min", Op::Min),
    ("Max", Op::Max),
    ("And", Op::And),
    ("Or", Op::Or),
    ("Xor", Op::Xor),
];

/// The lane of a quad that a lane reads.
type SourceLane = fn(usize) -> usize;

/// A call of a function.
#[derive(Clone, Debug)]
pub enum Call {
    /// `quadSwizzle0` and so on, with the lane that is read.
    Quad(String, SourceLane),
    /// `allQuad` or `anyQuad`, of whether the two low bits are not both 0: those of the value, or of the index if the value is
    /// a float.
    Vote { all: bool },
    /// `butterfly`
    Butterfly(u32),
    /// `allReduce` and the scans.
    Combine(&'static str, GroupOperation, &'static str, Op, u32),
    /// `reduce`
    Reduce(&'static str, Op, u32),
    /// A shuffle by the index operand. The result is the value or the validity; the segments have a width.
    Shuffle { mode: Mode, width: u32, valid: bool },
    /// `bpermute` by the index operand.
    Permute,
}

/// The modes of shuffles.
#[derive(Clone, Copy, Debug)]
pub enum Mode {
    Indexed,
    Up,
    Down,
    Xor,
}

/// All calls for a type and a width. Functions without a width are included with the width of a quad.
pub fn calls(ty: Type, width: u32) -> Vec<Call> {
    let mut calls = vec![Call::Butterfly(width)];
    let ops = if ty == Type::Float { 3 } else { OPS.len() };
    for &(name, op) in &OPS[..ops] {
        calls.push(Call::Reduce(name, op, width));
        for (function, over) in [
            ("allReduce", GroupOperation::Reduce),
            ("inclusiveScan", GroupOperation::InclusiveScan),
            ("exclusiveScan", GroupOperation::ExclusiveScan),
        ] {
            calls.push(Call::Combine(function, over, name, op, width));
        }
    }
    for mode in [Mode::Indexed, Mode::Up, Mode::Down, Mode::Xor] {
        calls.extend([false, true].map(|valid| Call::Shuffle { mode, width, valid }));
    }
    if width == 4 {
        let modes: [(&str, SourceLane); 6] = [
            ("0", |_| 0),
            ("1", |_| 1),
            ("2", |_| 2),
            ("3", |_| 3),
            ("X", |lane| lane ^ 1),
            ("Y", |lane| lane ^ 2),
        ];
        for (mode, of) in modes {
            calls.push(Call::Quad(format!("quadSwizzle{mode}"), of));
            if ty == Type::Float {
                calls.push(Call::Quad(format!("quadSwizzleFloat{mode}"), of));
            }
        }
        calls.extend([true, false].map(|all| Call::Vote { all }));
        calls.push(Call::Permute);
    }
    calls
}

impl Call {
    /// The statement in both languages.
    pub fn statement(&self, ty: Type) -> String {
        match self {
            Self::Quad(name, _) => format!("got = {name}(x);"),
            Self::Vote { all } => {
                let name = if *all { "allQuad" } else { "anyQuad" };
                let zero = if ty == Type::Uint { "x & 3u" } else { "n & 3u" };
                format!("vote = {name}(({zero}) != 0u);")
            }
            Self::Butterfly(width) => format!("got = butterfly{width}(x);"),
            Self::Combine(name, _, op, _, width) => format!("got = {name}{op}{width}(x);"),
            Self::Reduce(op, _, width) => format!("got = reduce{op}{width}(x);"),
            Self::Shuffle {
                mode,
                width,
                valid: false,
            } => format!("got = shuffle{mode:?}(x, n, {width}u);"),
            Self::Shuffle {
                mode,
                width,
                valid: true,
            } => {
                format!("shuffle{mode:?}(x, n, {width}u, valid); vote = valid;")
            }
            Self::Permute => "got = bpermute(x, n);".to_owned(),
        }
    }

    /// The expression for the bits of the result.
    pub fn bits(&self, language: Language, ty: Type) -> &'static str {
        match (self, ty, language) {
            (Self::Vote { .. } | Self::Shuffle { valid: true, .. }, ..) => "uint(vote)",
            (_, Type::Float, Language::Glsl) => "floatBitsToUint(got)",
            (_, Type::Float, Language::Hlsl) => "asuint(got)",
            _ => "uint(got)",
        }
    }

    /// The reference result of each lane.
    pub fn expected(&self, ty: Type, lanes: &[LaneInput]) -> Vec<LaneResult> {
        let each = |of: &dyn Fn(usize) -> LaneResult| {
            let got = |lane: usize| {
                if lanes[lane].active {
                    of(lane)
                } else {
                    LaneResult::Inactive
                }
            };
            (0..lanes.len()).map(got).collect()
        };
        // The value of another lane.
        let read = |lane: usize| match lanes.get(lane) {
            Some(LaneInput {
                active: true, data, ..
            }) => is(*data),
            _ => LaneResult::Undefined,
        };
        match *self {
            Self::Quad(_, of) => each(&|lane| match full_segment(lanes, lane, 4) {
                Some((start, quad)) if quad.len() == 4 => is(quad[of(lane - start)].data),
                _ => LaneResult::Undefined,
            }),
            Self::Vote { all } => each(&|lane| {
                let holds = |lane: &LaneInput| match ty {
                    Type::Uint => lane.data & 3 != 0,
                    _ => lane.index & 3 != 0,
                };
                match full_segment(lanes, lane, 4) {
                    Some((_, quad)) if quad.len() == 4 => is(u32::from(if all {
                        quad.iter().all(holds)
                    } else {
                        quad.iter().any(holds)
                    })),
                    _ => LaneResult::Undefined,
                }
            }),
            Self::Butterfly(width) if lanes.len() < width as usize => each(&read),
            Self::Butterfly(width) => each(&|lane| read(lane ^ (width as usize / 2))),
            Self::Combine(_, over, _, op, width) => segment_reduction(ty, lanes, width, over, op),
            Self::Reduce(_, op, width) => {
                let mut all = segment_reduction(ty, lanes, width, GroupOperation::Reduce, op);
                let segment = lanes.len().min(width as usize);
                let below = all
                    .iter_mut()
                    .enumerate()
                    .filter(|(lane, _)| (lane + 1) % segment != 0);
                below
                    .filter(|(_, got)| **got != LaneResult::Inactive)
                    .for_each(|(_, got)| *got = LaneResult::Undefined);
                all
            }
            Self::Shuffle { mode, width, valid } => each(&|lane| {
                let target = mode
                    .target(lane, lanes[lane].index, width)
                    .filter(|&lane| lane < lanes.len());
                match valid {
                    true => is(target.is_some().into()),
                    false => read(target.unwrap_or(lane)),
                }
            }),
            Self::Permute => each(&|lane| read(lanes[lane].index as usize)),
        }
    }
}

impl Mode {
    /// The lane to read, if it is in the segment.
    fn target(self, lane: usize, index: u32, width: u32) -> Option<usize> {
        let (lane, index, width) = (lane as i64, i64::from(index), i64::from(width));
        let start = lane / width * width;
        let target = match self {
            Self::Indexed => start + index,
            Self::Up => lane - index,
            Self::Down => lane + index,
            Self::Xor => lane ^ index,
        };
        (start..start + width)
            .contains(&target)
            .then_some(target as usize)
    }
}

fn is(bits: u32) -> LaneResult {
    LaneResult::Defined(vec![u64::from(bits)])
}

/// The first lane of a lane's segment, and the segment, if all of its lanes are active.
fn full_segment(lanes: &[LaneInput], lane: usize, width: usize) -> Option<(usize, &[LaneInput])> {
    let width = width.min(lanes.len());
    let start = lane / width * width;
    let segment = &lanes[start..start + width];
    segment
        .iter()
        .all(|lane| lane.active)
        .then_some((start, segment))
}

/// A reduction or scan over segments, defined where all lanes of the segment are active.
fn segment_reduction(
    ty: Type,
    lanes: &[LaneInput],
    width: u32,
    over: GroupOperation,
    op: Op,
) -> Vec<LaneResult> {
    let width = (width as usize).min(lanes.len());
    let of = |segment: &[LaneInput]| {
        if !segment.iter().all(|lane| lane.active) {
            let idle = |lane: &LaneInput| {
                if lane.active {
                    LaneResult::Undefined
                } else {
                    LaneResult::Inactive
                }
            };
            return segment.iter().map(idle).collect();
        }
        let values: Vec<Value> = segment
            .iter()
            .map(|lane| vec![u64::from(lane.data)])
            .collect();
        scan(Group::full(width), ty.component_type(), op, over, &values)
    };
    lanes.chunks_exact(width).flat_map(of).collect()
}
