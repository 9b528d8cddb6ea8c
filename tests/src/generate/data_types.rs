//! Data types in memory: nested scalars, vectors, matrices, arrays and structs, and their layouts.
//!
//! A type is first declared without a layout. [`Writer::lay_out`] then declares types with the same parts and with layout
//! decorations. Types laid out from the same one have the same [`base`](DataType::base) and can hold each other's values.

use sos_core::tables::{decoration, op};

use super::code::push;
use super::module::Writer;
use super::scalars::ScalarType;

/// The rules of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// No layout decorations.
    None,
    /// `scalarBlockLayout`: everything is aligned to its scalars.
    Scalar,
    /// std430: vectors of two are aligned to two scalars, larger vectors to four.
    Std430,
    /// std140: as std430, with arrays, structs and matrix columns aligned to 16 bytes.
    Std140,
}

impl Layout {
    fn vector_align(self, scalar: ScalarType, count: u32) -> u32 {
        match self {
            Self::None | Self::Scalar => scalar.bits / 8,
            Self::Std430 | Self::Std140 => scalar.bits / 8 * count.next_power_of_two(),
        }
    }

    fn array_align(self, align: u32) -> u32 {
        match self {
            Self::Std140 => align.next_multiple_of(16),
            _ => align,
        }
    }
}

/// The structure of a data type.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A scalar, or a vector with so many components.
    Numeric(ScalarType, u32),
    /// The scalar type, the number of columns and the number of rows.
    Matrix(ScalarType, u32, u32),
    Array(u32, Box<DataType>),
    Struct(Vec<DataType>),
}

/// A data type.
#[derive(Clone, Debug)]
pub struct DataType {
    pub kind: Kind,
    /// The id of the type without a layout. Equal ids mean that values can be converted.
    pub base: u32,
    /// The id of the type.
    pub ty: u32,
    /// The size in bytes.
    pub size: u32,
    pub align: u32,
    /// The matrix layout decoration (`RowMajor` or `ColMajor`) and `MatrixStride` for members that are matrices or arrays of
    /// them.
    matrix_layout: Option<(u32, u32)>,
}

impl DataType {
    /// The number of direct parts.
    pub fn part_count(&self) -> u32 {
        match &self.kind {
            Kind::Numeric(_, count) => *count,
            Kind::Matrix(_, columns, _) => *columns,
            Kind::Array(count, _) => *count,
            Kind::Struct(members) => members.len() as u32,
        }
    }

    /// The type of a part.
    pub fn part(&self, at: u32) -> Self {
        match &self.kind {
            Kind::Numeric(scalar, _) => Self::numeric(*scalar, 1),
            Kind::Matrix(scalar, _, rows) => Self::numeric(*scalar, *rows),
            Kind::Array(_, element) => (**element).clone(),
            Kind::Struct(members) => members[at as usize].clone(),
        }
    }

    /// Whether it has parts.
    pub fn is_composite(&self) -> bool {
        !matches!(self.kind, Kind::Numeric(_, 1))
    }

    /// A scalar or a vector.
    pub fn numeric(scalar: ScalarType, count: u32) -> Self {
        let ty = scalar.types[count as usize - 1];
        Self {
            kind: Kind::Numeric(scalar, count),
            base: ty,
            ty,
            size: scalar.bits / 8 * count,
            align: scalar.bits / 8,
            matrix_layout: None,
        }
    }

    /// A tightly packed array.
    pub fn array(count: u32, ty: u32, element: Self) -> Self {
        Self {
            base: ty,
            ty,
            size: count * element.size,
            align: element.align,
            matrix_layout: element.matrix_layout,
            kind: Kind::Array(count, Box::new(element)),
        }
    }

    /// Whether it contains a matrix.
    pub fn has_matrix(&self) -> bool {
        match &self.kind {
            Kind::Numeric(..) => false,
            Kind::Matrix(..) => true,
            Kind::Array(_, element) => element.has_matrix(),
            Kind::Struct(members) => members.iter().any(Self::has_matrix),
        }
    }

    /// Collects the scalar types in it.
    pub fn collect_scalars(&self, all: &mut Vec<ScalarType>) {
        match &self.kind {
            Kind::Numeric(scalar, _) | Kind::Matrix(scalar, ..) => all.push(*scalar),
            Kind::Array(_, element) => element.collect_scalars(all),
            Kind::Struct(members) => members
                .iter()
                .for_each(|member| member.collect_scalars(all)),
        }
    }
}

impl Writer {
    /// A random struct without a layout, with about `most` scalars at most.
    pub fn random_record(&mut self, max: u32) -> DataType {
        let count = 2 + self.random.below_u32(4);
        self.random_struct(2, count, max)
    }

    /// A random type without a layout, with about `most` scalars at most.
    pub fn random_data_type(&mut self, depth: u32, max: u32) -> DataType {
        let kinds = if depth == 0 || max < 4 { 5 } else { 10 };
        match self.random.below_u32(kinds) {
            2 | 3 if max >= 2 => self.random_numeric(4),
            4 if max >= 4 => self.random_matrix(),
            5..=7 => {
                let count = 1 + self.random.below_u32(3);
                let element = self.random_data_type(depth - 1, max / count);
                let length = self.constant(count);
                let ty = self.global(op::OpTypeArray, &[element.ty, length]);
                self.without_layout(ty, Kind::Array(count, Box::new(element)))
            }
            8 | 9 => {
                let count = 1 + self.random.below_u32(3);
                self.random_struct(depth - 1, count, max)
            }
            _ => self.random_numeric(1),
        }
    }

    fn random_numeric(&mut self, max: u32) -> DataType {
        let scalar = self.random.choose(&self.memory.scalars.clone());
        let count = match max {
            1 => 1,
            _ => 2 + self.random.below_u32(max - 1),
        };
        DataType::numeric(scalar, count)
    }

    fn random_matrix(&mut self) -> DataType {
        let mut floats = self.memory.scalars.clone();
        floats.retain(|scalar| scalar.float);
        let scalar = self.random.choose(&floats);
        let (columns, rows) = (2 + self.random.below_u32(3), 2 + self.random.below_u32(3));
        let column = scalar.types[rows as usize - 1];
        let ty = match self.memory.matrices.get(&(column, columns)) {
            Some(&ty) => ty,
            None => self.global(op::OpTypeMatrix, &[column, columns]),
        };
        self.memory.matrices.insert((column, columns), ty);
        self.without_layout(ty, Kind::Matrix(scalar, columns, rows))
    }

    fn random_struct(&mut self, depth: u32, count: u32, max: u32) -> DataType {
        let members: Vec<DataType> = (0..count)
            .map(|_| self.random_data_type(depth, max / count))
            .collect();
        let types: Vec<u32> = members.iter().map(|member| member.ty).collect();
        let ty = self.global(op::OpTypeStruct, &types);
        self.without_layout(ty, Kind::Struct(members))
    }

    fn without_layout(&self, ty: u32, kind: Kind) -> DataType {
        DataType {
            kind,
            base: ty,
            ty,
            size: 0,
            align: 1,
            matrix_layout: None,
        }
    }

    /// Declares a type with the same parts in a layout, with occasional gaps.
    pub fn lay_out(&mut self, data_type: &DataType, layout: Layout) -> DataType {
        let mut laid_out = data_type.clone();
        match &data_type.kind {
            _ if layout == Layout::None => {}
            Kind::Numeric(scalar, count) => laid_out.align = layout.vector_align(*scalar, *count),
            Kind::Matrix(scalar, columns, rows) => {
                let by_rows = self.random.percent(40);
                let (inner, outer) = if by_rows {
                    (*columns, *rows)
                } else {
                    (*rows, *columns)
                };
                laid_out.align = layout.array_align(layout.vector_align(*scalar, inner));
                let stride = self.align_with_gap(scalar.bits / 8 * inner, laid_out.align);
                laid_out.size = stride * outer;
                let major = match by_rows {
                    true => decoration::RowMajor,
                    false => decoration::ColMajor,
                };
                laid_out.matrix_layout = Some((major, stride));
            }
            Kind::Array(count, element) => {
                let element = self.lay_out(element, layout);
                laid_out.align = layout.array_align(element.align);
                let stride = self.align_with_gap(element.size, laid_out.align);
                let length = self.constant(*count);
                laid_out.ty = self.global(op::OpTypeArray, &[element.ty, length]);
                self.decorate_array_stride(laid_out.ty, stride);
                laid_out.size = stride * count;
                laid_out.matrix_layout = element.matrix_layout;
                laid_out.kind = Kind::Array(*count, Box::new(element));
            }
            Kind::Struct(members) => {
                let members: Vec<DataType> = members
                    .iter()
                    .map(|part| self.lay_out(part, layout))
                    .collect();
                let types: Vec<u32> = members.iter().map(|member| member.ty).collect();
                laid_out.ty = self.global(op::OpTypeStruct, &types);
                // Offsets may be in another order than members.
                let mut order: Vec<usize> = (0..members.len()).collect();
                if self.random.percent(25) {
                    order.reverse();
                }
                let (mut end, mut align) = (0, 1);
                for at in order {
                    let member = &members[at];
                    let offset = self.align_with_gap(end, member.align);
                    self.decorate_member(laid_out.ty, at as u32, offset, member);
                    end = offset + member.size;
                    align = align.max(member.align);
                }
                laid_out.align = layout.array_align(align);
                laid_out.size = end.next_multiple_of(laid_out.align);
                laid_out.kind = Kind::Struct(members);
            }
        }
        laid_out
    }

    /// The end rounded up to the alignment, sometimes with a gap.
    fn align_with_gap(&mut self, end: u32, align: u32) -> u32 {
        end.next_multiple_of(align) + align * (self.random.below_u32(5) / 4)
    }

    /// Decorates a member with its offset and matrix layout.
    pub fn decorate_member(&mut self, block: u32, at: u32, offset: u32, data_type: &DataType) {
        self.decorate_offset(block, at, offset);
        if let Some((major, stride)) = data_type.matrix_layout {
            for words in [
                &[block, at, major][..],
                &[block, at, decoration::MatrixStride, stride],
            ] {
                push(&mut self.annotations, op::OpMemberDecorate, words);
            }
        }
    }
}
