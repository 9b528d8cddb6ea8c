//! Records: structs of scalars of all widths, in a storage buffer and in a `Private` variable.
//!
//! Each invocation accesses its own element of the array at binding 1. Members narrower than 32 bits share words with those of
//! neighbouring invocations. Members are scalars, vectors and arrays of these, at any offset that the layout allows.
//!
//! Neither the initial contents nor the values written contain NaN or negative zero, whose results are undefined.

use sos_core::tables::{decoration, op, storage_class};

use super::code::push;
use super::module::{Writer, INVOCATIONS};
use super::scalars::{ScalarType, Value};

/// A member of a record.
#[derive(Clone, Copy, Debug)]
struct Field {
    scalar: ScalarType,
    /// The number of components, 1 to 4.
    count: u32,
    /// The number of array elements, or 0 for a member that is not an array.
    length: u32,
    /// The type of the member in the buffer and in the variable. They differ for arrays only.
    types: [u32; 2],
}

impl Field {
    fn element(self) -> u32 {
        self.scalar.types[self.count as usize - 1]
    }
}

/// The records of a module.
#[derive(Clone, Debug, Default)]
pub struct Records {
    fields: Vec<Field>,
    /// The record's type in the buffer and in the variable.
    types: [u32; 2],
    /// The buffer.
    buffer: u32,
    /// The variable.
    private: u32,
    /// The buffer's size in words.
    words: u32,
}

impl Writer {
    /// Declares records of the available scalar types.
    pub fn declare_records(&mut self) {
        let mut end = 0_u32;
        let mut largest = 1;
        let mut members = Vec::new();
        for _ in 0..1 + self.random.below_u32(5) {
            let scalar = self.random.choose(&self.types.scalars.clone());
            let count: u32 = self.random.choose(&[1, 1, 2, 3, 4]);
            let length = self.random.choose(&[0, 0, 0, 2, 3]);
            let bytes = scalar.bits / 8;
            let align = bytes * count.next_power_of_two();
            let stride = align * (1 + self.random.below_u32(4) / 3);
            let element = scalar.types[count as usize - 1];
            let types = match length {
                0 => [element; 2],
                _ => {
                    let length = self.constant(length);
                    [stride, 0].map(|stride| {
                        let array = self.global(op::OpTypeArray, &[element, length]);
                        self.decorate_array_stride(array, stride);
                        array
                    })
                }
            };
            let offset = end.next_multiple_of(align) + align * (self.random.below_u32(4) / 3);
            members.push(offset);
            end = match length {
                0 => offset + bytes * count,
                _ => offset + stride * length,
            };
            largest = largest.max(align);
            self.records.fields.push(Field {
                scalar,
                count,
                length,
                types,
            });
        }
        let stride = end.next_multiple_of(largest);
        let of = |at: usize| -> Vec<u32> {
            let fields = self.records.fields.iter();
            fields.map(|field| field.types[at]).collect()
        };
        let [buffer_type, private_type] =
            [of(0), of(1)].map(|types| self.global(op::OpTypeStruct, &types));
        for (at, offset) in (0..).zip(members) {
            self.decorate_offset(buffer_type, at, offset);
        }
        let list = self.global(op::OpTypeRuntimeArray, &[buffer_type]);
        self.decorate_array_stride(list, stride);
        let block = self.global(op::OpTypeStruct, &[list]);
        self.decorate_offset(block, 0, 0);
        let buffer = self.variable(storage_class::StorageBuffer, block);
        for words in [
            &[block, decoration::Block][..],
            &[buffer, decoration::DescriptorSet, 0],
            &[buffer, decoration::Binding, 1],
        ] {
            push(&mut self.annotations, op::OpDecorate, words);
        }
        self.records.types = [buffer_type, private_type];
        self.records.buffer = buffer;
        self.records.private = self.variable(storage_class::Private, private_type);
        self.records.words = (stride * INVOCATIONS).div_ceil(4);
    }

    pub fn decorate_array_stride(&mut self, array: u32, stride: u32) {
        if stride != 0 {
            let words = [array, decoration::ArrayStride, stride];
            push(&mut self.annotations, op::OpDecorate, &words);
        }
    }

    pub fn decorate_offset(&mut self, block: u32, member: u32, offset: u32) {
        let words = [block, member, decoration::Offset, offset];
        push(&mut self.annotations, op::OpMemberDecorate, &words);
    }

    /// The initial contents of the buffer: no 16 bits of it are NaN or negative.
    pub fn record_data(&self) -> Vec<u32> {
        let numbers = (1..=self.records.words).map(|at| at.wrapping_mul(0x9E37_79B9));
        numbers.map(|uint| uint & 0x3B3B_3B3B).collect()
    }

    /// The widths of the members, for the storage capabilities.
    pub fn record_widths(&self) -> impl Iterator<Item = u32> + '_ {
        self.records.fields.iter().map(|field| field.scalar.bits)
    }

    /// Accesses the invocation's record, and returns an integer that depends on the value accessed.
    pub fn access_record(&mut self) -> u32 {
        match self.random.below_u32(6) {
            0 | 1 => self.read_element(),
            2 => self.write_element(),
            3 => self.copy_element(),
            4 => self.change_record(),
            _ => self.construct_record(),
        }
    }

    /// The index of a random member, the member, and the access-chain indices of a random element of it.
    fn random_element(&mut self) -> (u32, Field, Vec<u32>) {
        let at = self.random.below_u32(self.records.fields.len() as u32);
        let field = self.records.fields[at as usize];
        let mut path = vec![self.constant(at)];
        if field.length != 0 {
            path.push(self.index_below(field.length));
        }
        (at, field, path)
    }

    /// A constant or computed index below a bound.
    pub fn index_below(&mut self, bound: u32) -> u32 {
        if self.random.percent(50) {
            let at = self.random.below_u32(bound);
            return self.constant(at);
        }
        let (uint, bound) = (self.uint(1), self.constant(bound));
        self.op(op::OpUMod, self.types.uint, &[uint, bound])
    }

    /// A pointer into the invocation's record in the buffer.
    fn record_pointer(&mut self, ty: u32, path: &[u32]) -> u32 {
        let zero = self.constant(0);
        let at = self.load_invocation_id();
        let mut operands = vec![self.records.buffer, zero, at];
        operands.extend_from_slice(path);
        let pointer_type = self.pointer(storage_class::StorageBuffer, ty);
        self.op(op::OpAccessChain, pointer_type, &operands)
    }

    fn read_element(&mut self) -> u32 {
        let (_, field, mut path) = self.random_element();
        let (mut ty, mut count) = (field.element(), field.count);
        if count > 1 && self.random.percent(40) {
            path.push(self.index_below(count));
            (ty, count) = (field.scalar.types[0], 1);
        }
        let pointer = self.record_pointer(ty, &path);
        let id = self.op(op::OpLoad, ty, &[pointer]);
        let scalar = field.scalar;
        let value = self.apply_operations(Value { id, scalar, count }, 1);
        self.digest(value)
    }

    fn write_element(&mut self) -> u32 {
        let (_, field, mut path) = self.random_element();
        let mut count = field.count;
        if count > 1 && self.random.percent(40) {
            path.push(self.index_below(count));
            count = 1;
        }
        let value = self.storable_value(field.scalar, count);
        let pointer = self.record_pointer(value.ty(), &path);
        self.no_result(op::OpStore, &[pointer, value.id]);
        self.digest(value)
    }

    /// Copies an element to a variable by `OpCopyMemory`, and perhaps back to another element.
    fn copy_element(&mut self) -> u32 {
        let (_, field, path) = self.random_element();
        let pointer = self.record_pointer(field.element(), &path);
        let variable = field.scalar.variables[field.count as usize - 1];
        self.no_result(op::OpCopyMemory, &[variable, pointer]);
        let id = self.op(op::OpLoad, field.element(), &[variable]);
        let (scalar, count) = (field.scalar, field.count);
        let uint = self.digest(Value { id, scalar, count });
        let (_, other, path) = self.random_element();
        if other.element() == field.element() {
            let pointer = self.record_pointer(field.element(), &path);
            self.no_result(op::OpCopyMemory, &[pointer, variable]);
        }
        uint
    }

    /// Loads the whole record, replaces an element and stores the record.
    fn change_record(&mut self) -> u32 {
        let buffer_type = self.records.types[0];
        let pointer = self.record_pointer(buffer_type, &[]);
        let record = self.op(op::OpLoad, buffer_type, &[pointer]);
        let (at, field, _) = self.random_element();
        let mut path = vec![at];
        if field.length != 0 {
            path.push(self.random.below_u32(field.length));
        }
        let value = self.storable_value(field.scalar, field.count);
        let record = self.op(
            op::OpCompositeInsert,
            buffer_type,
            &[&[value.id, record][..], &path].concat(),
        );
        self.no_result(op::OpStore, &[pointer, record]);
        let (scalar, count) = (field.scalar, field.count);
        let id = self.op(
            op::OpCompositeExtract,
            value.ty(),
            &[&[record][..], &path].concat(),
        );
        self.digest(Value { id, scalar, count })
    }

    /// Constructs a record from the loaded members, and reads an element of it, with or without a variable in between.
    fn construct_record(&mut self) -> u32 {
        let (at, field, path) = self.random_element();
        let fields = self.records.fields.clone();
        let mut members = Vec::new();
        for (at, field) in (0..).zip(fields) {
            let at = self.constant(at);
            let pointer = self.record_pointer(field.types[0], &[at]);
            let mut member = self.op(op::OpLoad, field.types[0], &[pointer]);
            if field.length != 0 {
                let elements: Vec<u32> = (0..field.length)
                    .map(|at| self.op(op::OpCompositeExtract, field.element(), &[member, at]))
                    .collect();
                member = self.op(op::OpCompositeConstruct, field.types[1], &elements);
            }
            members.push(member);
        }
        let private_type = self.records.types[1];
        let record = self.op(op::OpCompositeConstruct, private_type, &members);
        let (scalar, count) = (field.scalar, field.count);
        let id = if self.random.percent(50) {
            self.no_result(op::OpStore, &[self.records.private, record]);
            let pointer_type = self.pointer(storage_class::Private, field.element());
            let operands = [&[self.records.private][..], &path].concat();
            let pointer = self.op(op::OpAccessChain, pointer_type, &operands);
            self.op(op::OpLoad, field.element(), &[pointer])
        } else {
            let mut operands = vec![record, at];
            if field.length != 0 {
                operands.push(self.random.below_u32(field.length));
            }
            self.op(op::OpCompositeExtract, field.element(), &operands)
        };
        let value = self.apply_operations(Value { id, scalar, count }, 1);
        self.digest(value)
    }

    /// A value that may be written to a buffer whose contents are compared.
    fn storable_value(&mut self, scalar: ScalarType, count: u32) -> Value {
        if !scalar.float {
            let uint = self.uint(1);
            return self.construct_from_uints(scalar, count, uint, 1);
        }
        let parts: Vec<u32> = (0..count)
            .map(|_| {
                let uint = self.uint(1);
                self.integral_float(scalar, uint)
            })
            .collect();
        self.composite(scalar, &parts)
    }
}
