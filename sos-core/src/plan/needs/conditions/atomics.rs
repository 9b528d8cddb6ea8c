//! Atomic instructions: widths by storage class, and memory scopes.

use super::{Checker, Is, CONDITIONS};
use crate::facts::{Scalar, TypeView};
use crate::tables::{atomic_pointer, op, scope, storage_class};
use crate::target::Target;
use crate::views;

/// The kinds of memory that the features for atomics distinguish.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Memory {
    Buffer,
    Shared,
    Image,
}

impl Checker<'_, '_> {
    pub(super) fn atomic(&mut self) {
        let inst = self.inst;
        let pointer = atomic_pointer(inst.opcode());
        self.scope(inst.word(pointer + 1));
        let Some(memory) = self.memory(inst.word(pointer)) else {
            return;
        };
        let ty = match inst.opcode() {
            op::OpAtomicStore => self.place.type_of(views::AtomicStore(inst).value()),
            op::OpAtomicFlagClear | op::OpAtomicFlagTestAndSet => return,
            _ => inst.result_type(),
        };
        let vector = matches!(self.place.type_view(ty), TypeView::Vector { .. });
        let condition = match self.scalar(ty) {
            Some(Scalar::Int { width: 64, .. }) => match memory {
                Memory::Buffer => Is::BufferInt64Atomics,
                Memory::Shared => Is::SharedInt64Atomics,
                Memory::Image => Is::ImageInt64Atomics,
            },
            Some(Scalar::Float { width: 16 }) if vector => Is::Float16VectorAtomics,
            Some(Scalar::Float { width }) => match float(memory, width, inst.opcode()) {
                Some(condition) => condition,
                None => return,
            },
            _ => return,
        };
        self.need(condition);
    }

    /// Returns the kind of memory that a pointer refers to; `None` if no feature depends on it.
    fn memory(&self, pointer: u32) -> Option<Memory> {
        match self.place.type_view(self.place.type_of(pointer)) {
            TypeView::Pointer { class, .. } => memory_of(class),
            _ => None,
        }
    }

    pub(super) fn barrier(&mut self) {
        let at = if self.inst.opcode() == op::OpControlBarrier {
            2
        } else {
            1
        };
        self.scope(self.inst.word(at));
    }

    /// Checks a memory scope. Where the module declares the Vulkan memory model, capabilities cover the scopes.
    fn scope(&mut self, id: u32) {
        match self.constant(id) {
            Some(scope::Device) => self.need(Is::DeviceScope),
            Some(scope::QueueFamily) => self.need(Is::QueueFamilyScope),
            _ => {}
        }
    }

    pub(super) fn clock(&mut self) {
        match self.constant(views::ReadClockKHR(self.inst).scope()) {
            Some(scope::Subgroup) => self.need(Is::SubgroupClock),
            Some(scope::Device) => self.need(Is::DeviceClock),
            _ => {}
        }
    }
}

/// Whether a target lacks an atomic operation on floats of a width, or on vectors of them, in memory of a storage class. The
/// capability is not sufficient: a target has it if any kind of memory supports the operation.
pub fn lacks_float_atomic(
    target: &Target,
    class: u32,
    width: u32,
    is_vector: bool,
    opcode: u16,
) -> bool {
    let condition = match memory_of(class) {
        None => return false,
        Some(_) if is_vector => Some(Is::Float16VectorAtomics),
        Some(memory) => float(memory, width, opcode),
    };
    let condition = condition.and_then(|condition| CONDITIONS.get(condition as usize));
    condition.is_some_and(|condition| !condition.is_met(target, 0))
}

/// Returns the kind of memory of a storage class; `None` if no feature depends on it.
fn memory_of(class: u32) -> Option<Memory> {
    match class {
        storage_class::StorageBuffer
        | storage_class::Uniform
        | storage_class::PhysicalStorageBuffer => Some(Memory::Buffer),
        storage_class::Workgroup => Some(Memory::Shared),
        storage_class::Image => Some(Memory::Image),
        _ => None,
    }
}

/// Returns the condition for an atomic operation on a single float, by operation, memory and width.
fn float(memory: Memory, width: u32, opcode: u16) -> Option<Is> {
    let kinds = match (memory, width) {
        (Memory::Buffer, 16) => [
            Is::BufferFloat16Atomics,
            Is::BufferFloat16AtomicAdd,
            Is::BufferFloat16AtomicMinMax,
        ],
        (Memory::Buffer, 32) => [
            Is::BufferFloat32Atomics,
            Is::BufferFloat32AtomicAdd,
            Is::BufferFloat32AtomicMinMax,
        ],
        (Memory::Buffer, 64) => [
            Is::BufferFloat64Atomics,
            Is::BufferFloat64AtomicAdd,
            Is::BufferFloat64AtomicMinMax,
        ],
        (Memory::Shared, 16) => [
            Is::SharedFloat16Atomics,
            Is::SharedFloat16AtomicAdd,
            Is::SharedFloat16AtomicMinMax,
        ],
        (Memory::Shared, 32) => [
            Is::SharedFloat32Atomics,
            Is::SharedFloat32AtomicAdd,
            Is::SharedFloat32AtomicMinMax,
        ],
        (Memory::Shared, 64) => [
            Is::SharedFloat64Atomics,
            Is::SharedFloat64AtomicAdd,
            Is::SharedFloat64AtomicMinMax,
        ],
        (Memory::Image, 32) => [
            Is::ImageFloat32Atomics,
            Is::ImageFloat32AtomicAdd,
            Is::ImageFloat32AtomicMinMax,
        ],
        _ => return None,
    };
    let [plain, add, min_max] = kinds;
    match opcode {
        op::OpAtomicLoad | op::OpAtomicStore | op::OpAtomicExchange => Some(plain),
        op::OpAtomicFAddEXT => Some(add),
        op::OpAtomicFMinEXT | op::OpAtomicFMaxEXT => Some(min_max),
        _ => None,
    }
}
