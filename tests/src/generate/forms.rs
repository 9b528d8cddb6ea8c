//! Types of memory: numbers, vectors, matrices, arrays and structs in each other, and how they lie.
//!
//! A form is first written without a layout, and then laid by the rules of some block: the same parts at other places. Two
//! forms that were made of one hold the same values.

use sos_core::tables::{decoration, op};

use super::choose::Choose as _;
use super::code::push;
use super::module::Writer;
use super::widths::Width;

/// By which rules a form lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Nobody says where.
    Plain,
    /// Everything is aligned to its scalars.
    Scalar,
    /// Vectors are aligned to two or four of their scalars.
    Std430,
    /// Arrays, structs and columns are aligned to 16 bytes besides.
    Std140,
}

impl Rules {
    fn vector(self, width: Width, count: u32) -> u32 {
        match self {
            Self::Plain | Self::Scalar => width.bits / 8,
            Self::Std430 | Self::Std140 => width.bits / 8 * count.next_power_of_two(),
        }
    }

    fn several(self, align: u32) -> u32 {
        match self {
            Self::Std140 => align.next_multiple_of(16),
            _ => align,
        }
    }
}

/// What a form is.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A scalar or a vector.
    Numbers(Width, u32),
    /// Columns, rows, and the type of a column.
    Matrix(Width, u32, u32),
    Array(u32, Box<Form>),
    Struct(Vec<Form>),
}

/// A type in memory.
#[derive(Clone, Debug)]
pub struct Form {
    pub kind: Kind,
    /// Its id without a layout: equal ones hold the same.
    pub plain: u32,
    /// Its id as it lies.
    pub ty: u32,
    /// Bytes.
    pub size: u32,
    pub align: u32,
    /// Of matrices and arrays of them: how a member's lie, and the stride.
    major: Option<(u32, u32)>,
}

impl Form {
    /// How many numbers there are to a path that ends here.
    pub fn bound(&self) -> u32 {
        match &self.kind {
            Kind::Numbers(_, count) => *count,
            Kind::Matrix(_, columns, _) => *columns,
            Kind::Array(count, _) => *count,
            Kind::Struct(members) => members.len() as u32,
        }
    }

    /// The part at a place.
    pub fn part(&self, at: u32) -> Self {
        match &self.kind {
            Kind::Numbers(width, _) => Self::numbers(*width, 1),
            Kind::Matrix(width, _, rows) => Self::numbers(*width, *rows),
            Kind::Array(_, element) => (**element).clone(),
            Kind::Struct(members) => members[at as usize].clone(),
        }
    }

    /// Whether there are parts.
    pub fn parted(&self) -> bool {
        !matches!(self.kind, Kind::Numbers(_, 1))
    }

    /// A scalar or a vector.
    pub fn numbers(width: Width, count: u32) -> Self {
        let ty = width.types[count as usize - 1];
        Self {
            kind: Kind::Numbers(width, count),
            plain: ty,
            ty,
            size: width.bits / 8 * count,
            align: width.bits / 8,
            major: None,
        }
    }

    /// An array as it lies, without gaps.
    pub fn array(count: u32, ty: u32, element: Self) -> Self {
        Self {
            plain: ty,
            ty,
            size: count * element.size,
            align: element.align,
            major: element.major,
            kind: Kind::Array(count, Box::new(element)),
        }
    }

    /// Whether it is or has a matrix.
    pub fn has_matrix(&self) -> bool {
        match &self.kind {
            Kind::Numbers(..) => false,
            Kind::Matrix(..) => true,
            Kind::Array(_, element) => element.has_matrix(),
            Kind::Struct(members) => members.iter().any(Self::has_matrix),
        }
    }

    /// What the numbers in it are.
    pub fn widths(&self, all: &mut Vec<Width>) {
        match &self.kind {
            Kind::Numbers(width, _) | Kind::Matrix(width, ..) => all.push(*width),
            Kind::Array(_, element) => element.widths(all),
            Kind::Struct(members) => members.iter().for_each(|member| member.widths(all)),
        }
    }
}

impl Writer {
    /// A struct of some of the numbers that there are, without a layout, of about so many parts at most.
    pub fn some_record(&mut self, most: u32) -> Form {
        let count = 2 + self.random.up_to(4);
        self.some_struct(2, count, most)
    }

    /// A type of about so many parts at most.
    pub fn some_form(&mut self, depth: u32, most: u32) -> Form {
        let kinds = if depth == 0 || most < 4 { 5 } else { 10 };
        match self.random.up_to(kinds) {
            2 | 3 if most >= 2 => self.some_numbers(4),
            4 if most >= 4 => self.some_matrix(),
            5..=7 => {
                let count = 1 + self.random.up_to(3);
                let element = self.some_form(depth - 1, most / count);
                let length = self.constant(count);
                let ty = self.global(op::OpTypeArray, &[element.ty, length]);
                self.plain(ty, Kind::Array(count, Box::new(element)))
            }
            8 | 9 => {
                let count = 1 + self.random.up_to(3);
                self.some_struct(depth - 1, count, most)
            }
            _ => self.some_numbers(1),
        }
    }

    fn some_numbers(&mut self, most: u32) -> Form {
        let width = self.random.of(&self.memory.widths.clone());
        let count = match most {
            1 => 1,
            _ => 2 + self.random.up_to(most - 1),
        };
        Form::numbers(width, count)
    }

    fn some_matrix(&mut self) -> Form {
        let mut floats = self.memory.widths.clone();
        floats.retain(|width| width.float);
        let width = self.random.of(&floats);
        let (columns, rows) = (2 + self.random.up_to(3), 2 + self.random.up_to(3));
        let column = width.types[rows as usize - 1];
        let ty = match self.memory.matrices.get(&(column, columns)) {
            Some(&ty) => ty,
            None => self.global(op::OpTypeMatrix, &[column, columns]),
        };
        self.memory.matrices.insert((column, columns), ty);
        self.plain(ty, Kind::Matrix(width, columns, rows))
    }

    fn some_struct(&mut self, depth: u32, count: u32, most: u32) -> Form {
        let members: Vec<Form> = (0..count)
            .map(|_| self.some_form(depth, most / count))
            .collect();
        let types: Vec<u32> = members.iter().map(|member| member.ty).collect();
        let ty = self.global(op::OpTypeStruct, &types);
        self.plain(ty, Kind::Struct(members))
    }

    fn plain(&self, ty: u32, kind: Kind) -> Form {
        Form {
            kind,
            plain: ty,
            ty,
            size: 0,
            align: 1,
            major: None,
        }
    }

    /// A form as it lies by some rules, with gaps here and there.
    pub fn lay(&mut self, form: &Form, rules: Rules) -> Form {
        let mut laid = form.clone();
        match &form.kind {
            _ if rules == Rules::Plain => {}
            Kind::Numbers(width, count) => laid.align = rules.vector(*width, *count),
            Kind::Matrix(width, columns, rows) => {
                let by_rows = self.random.percent(40);
                let (inner, outer) = if by_rows {
                    (*columns, *rows)
                } else {
                    (*rows, *columns)
                };
                laid.align = rules.several(rules.vector(*width, inner));
                let stride = self.gap(width.bits / 8 * inner, laid.align);
                laid.size = stride * outer;
                let major = match by_rows {
                    true => decoration::RowMajor,
                    false => decoration::ColMajor,
                };
                laid.major = Some((major, stride));
            }
            Kind::Array(count, element) => {
                let element = self.lay(element, rules);
                laid.align = rules.several(element.align);
                let stride = self.gap(element.size, laid.align);
                let length = self.constant(*count);
                laid.ty = self.global(op::OpTypeArray, &[element.ty, length]);
                self.strided(laid.ty, stride);
                laid.size = stride * count;
                laid.major = element.major;
                laid.kind = Kind::Array(*count, Box::new(element));
            }
            Kind::Struct(members) => {
                let members: Vec<Form> = members.iter().map(|part| self.lay(part, rules)).collect();
                let types: Vec<u32> = members.iter().map(|member| member.ty).collect();
                laid.ty = self.global(op::OpTypeStruct, &types);
                // In memory they may come the other way round.
                let mut order: Vec<usize> = (0..members.len()).collect();
                if self.random.percent(25) {
                    order.reverse();
                }
                let (mut end, mut align) = (0, 1);
                for at in order {
                    let member = &members[at];
                    let offset = self.gap(end, member.align);
                    self.member(laid.ty, at as u32, offset, member);
                    end = offset + member.size;
                    align = align.max(member.align);
                }
                laid.align = rules.several(align);
                laid.size = end.next_multiple_of(laid.align);
                laid.kind = Kind::Struct(members);
            }
        }
        laid
    }

    /// The next aligned place, or the one behind it.
    fn gap(&mut self, end: u32, align: u32) -> u32 {
        end.next_multiple_of(align) + align * (self.random.up_to(5) / 4)
    }

    /// Says where a member lies.
    pub fn member(&mut self, block: u32, at: u32, offset: u32, form: &Form) {
        self.offset(block, at, offset);
        if let Some((major, stride)) = form.major {
            for words in [
                &[block, at, major][..],
                &[block, at, decoration::MatrixStride, stride],
            ] {
                push(&mut self.annotations, op::OpMemberDecorate, words);
            }
        }
    }
}
