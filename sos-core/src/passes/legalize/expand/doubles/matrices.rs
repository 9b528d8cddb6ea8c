//! Matrices of 64-bit floats: arrays of packed columns, as the type converter ([`types`](crate::passes::legalize)) has them. Those in
//! memory with an explicit layout have become words before ([`storage`](mod@crate::passes::storage)).

use super::super::words::Pair;
use crate::build::Build;
use crate::facts::TypeView;
use crate::inst::Inst;
use crate::passes::legalize::{LowerError, Work, MALFORMED};
use crate::tables::op;
use arrayvec::ArrayVec;

/// The columns of a matrix, each a vector.
type Columns = ArrayVec<Pair, 4>;

impl Work<'_> {
    /// The number of columns of a matrix type, and that of its rows.
    fn matrix_shape(&self, ty: u32) -> Result<(u32, u32), LowerError> {
        match self.input.view(ty) {
            TypeView::Vector { component, count } if count <= 4 && self.count(component) > 1 => {
                Ok((count, self.count(component)))
            }
            _ => Err(MALFORMED),
        }
    }

    /// The columns of a matrix, and the number of its rows.
    pub fn columns(&mut self, id: u32) -> Result<(Columns, u32), LowerError> {
        let (count, rows) = self.matrix_shape(self.input.type_of(id))?;
        let matrix = self.id(id)?;
        let mut columns = Columns::new();
        for column in 0..count {
            let mut doubles = self.doubles();
            let mut parts = Columns::new();
            for row in 0..rows.min(4) {
                let [lo, hi] = [0, 1].map(|half| {
                    let path = [matrix, column, row, half];
                    doubles.words.op(op::OpCompositeExtract, 1, &path)
                });
                parts.push(Pair { lo, hi });
            }
            let whole = doubles.join(&parts);
            columns.push(doubles.flushed(rows, whole));
        }
        Ok((columns, rows))
    }

    /// Emits a matrix of these columns.
    pub fn matrix_of(&mut self, inst: Inst<'_>, columns: &[Pair]) -> Result<(), LowerError> {
        let ty = inst.result_type();
        let (count, rows) = self.matrix_shape(ty)?;
        if count as usize != columns.len() {
            return Err(MALFORMED);
        }
        let mut packed = ArrayVec::<u32, 4>::new();
        for &column in columns.iter().take(4) {
            packed.push(self.pack(rows, column, false));
        }
        let ty = self.value_type(ty);
        self.build
            .op_as(inst.result(), op::OpCompositeConstruct, ty, &packed);
        Ok(())
    }

    /// Lowers a product with matrices.
    pub fn double_matrix(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (id, left, right) = (inst.result(), inst.operand(), inst.word(4));
        match inst.opcode() {
            op::OpMatrixTimesScalar => {
                let (mut columns, rows) = self.columns(left)?;
                let [by] = self.doubles_of(&[right], 1)?;
                let mut doubles = self.doubles();
                let by = doubles.splat(rows, by);
                for column in &mut columns {
                    *column = doubles.multiply(rows, *column, by);
                }
                self.matrix_of(inst, &columns)
            }
            op::OpMatrixTimesVector => {
                let (columns, rows) = self.columns(left)?;
                let [by] = self.doubles_of(&[right], columns.len() as u32)?;
                let value = self.combination(rows, &columns, by);
                self.alias(id, rows, value)
            }
            op::OpVectorTimesMatrix => {
                let (columns, rows) = self.columns(right)?;
                let [by] = self.doubles_of(&[left], rows)?;
                let mut doubles = self.doubles();
                let parts: Columns = columns
                    .iter()
                    .map(|&column| doubles.dot(rows, by, column))
                    .collect();
                let value = doubles.join(&parts);
                self.alias(id, parts.len() as u32, value)
            }
            op::OpMatrixTimesMatrix => {
                let (columns, rows) = self.columns(left)?;
                let (mut results, inner) = self.columns(right)?;
                if columns.len() != inner as usize {
                    return Err(MALFORMED);
                }
                for column in &mut results {
                    *column = self.combination(rows, &columns, *column);
                }
                self.matrix_of(inst, &results)
            }
            op::OpOuterProduct => {
                let rows = self.count_of(left);
                let count = self.count_of(right);
                let [column] = self.doubles_of(&[left], rows)?;
                let [by] = self.doubles_of(&[right], count)?;
                let mut doubles = self.doubles();
                let mut columns = Columns::new();
                for part in doubles.parts(count, by) {
                    let part = doubles.splat(rows, part);
                    columns.push(doubles.multiply(rows, column, part));
                }
                self.matrix_of(inst, &columns)
            }
            _ => Err(MALFORMED),
        }
    }

    /// The sum of columns, each times a component of `by`.
    fn combination(&mut self, rows: u32, columns: &[Pair], by: Pair) -> Pair {
        let mut doubles = self.doubles();
        let by = doubles.parts(columns.len() as u32, by);
        let mut products = Columns::new();
        for (&column, part) in columns.iter().zip(by) {
            let part = doubles.splat(rows, part);
            products.push(doubles.multiply(rows, column, part));
        }
        doubles.sum(rows, &products)
    }

    /// Lowers a transposition, which only moves.
    pub fn transpose_doubles(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let matrix = self.id(inst.operand())?;
        let (count, rows) = self.matrix_shape(inst.result_type())?;
        let pair = self.packed_type(1, false);
        let ty = self.packed_type(rows, false);
        let mut columns = ArrayVec::<u32, 4>::new();
        for column in 0..count {
            let parts: ArrayVec<u32, 4> = (0..rows.min(4))
                .map(|row| {
                    let path = [matrix, row, column];
                    self.build.op(op::OpCompositeExtract, pair, &path)
                })
                .collect();
            columns.push(self.build.op(op::OpCompositeConstruct, ty, &parts));
        }
        let ty = self.value_type(inst.result_type());
        self.build
            .op_as(inst.result(), op::OpCompositeConstruct, ty, &columns);
        Ok(())
    }

    /// The determinant of a square matrix.
    pub fn determinant(&mut self, id: u32) -> Result<Pair, LowerError> {
        let cells = self.cells(id)?;
        let all: ArrayVec<usize, 4> = (0..cells.len()).collect();
        Ok(self.minor(&cells, &all, &all))
    }

    /// Lowers the inversion of a square matrix: the transposed matrix of cofactors over the determinant.
    pub fn invert(&mut self, inst: Inst<'_>, id: u32) -> Result<(), LowerError> {
        let cells = self.cells(id)?;
        let size = cells.len();
        let all: ArrayVec<usize, 4> = (0..size).collect();
        let determinant = self.minor(&cells, &all, &all);
        let mut columns = Columns::new();
        for column in 0..size {
            let mut parts = Columns::new();
            for row in 0..size {
                // Transposed: the cofactor of the cell in this row's column and this column's row.
                let without = |one: usize| all.iter().copied().filter(move |&at| at != one);
                let (left, top): (ArrayVec<usize, 4>, ArrayVec<usize, 4>) =
                    (without(row).collect(), without(column).collect());
                let minor = self.minor(&cells, &left, &top);
                parts.push(match (row + column) % 2 {
                    0 => minor,
                    _ => self.doubles().negate(1, minor),
                });
            }
            let mut doubles = self.doubles();
            let cofactors = doubles.join(&parts);
            let by = doubles.splat(size as u32, determinant);
            columns.push(doubles.divide(size as u32, cofactors, by));
        }
        self.matrix_of(inst, &columns)
    }

    /// The cells of a square matrix, column by column.
    fn cells(&mut self, id: u32) -> Result<ArrayVec<Columns, 4>, LowerError> {
        let (columns, rows) = self.columns(id)?;
        if columns.len() != rows as usize {
            return Err(MALFORMED);
        }
        let mut doubles = self.doubles();
        let cells = columns.iter();
        Ok(cells.map(|&column| doubles.parts(rows, column)).collect())
    }

    /// The determinant of these columns and rows of a matrix, by its first column.
    fn minor(&mut self, cells: &[Columns], columns: &[usize], rows: &[usize]) -> Pair {
        let cell = |column: usize, row: usize| {
            let cell = cells.get(column).and_then(|column| column.get(row));
            cell.copied().unwrap_or_default()
        };
        let Some((&first, others)) = columns.split_first() else {
            return self.doubles().constant(1, 1.0);
        };
        if let &[row] = rows {
            return cell(first, row);
        }
        let mut products = Columns::new();
        for (at, &row) in rows.iter().enumerate() {
            let rest: ArrayVec<usize, 4> = rows.iter().copied().filter(|&one| one != row).collect();
            let minor = self.minor(cells, others, &rest);
            let mut doubles = self.doubles();
            let product = doubles.multiply(1, cell(first, row), minor);
            products.push(match at % 2 {
                0 => product,
                _ => doubles.negate(1, product),
            });
        }
        self.doubles().sum(1, &products)
    }
}
