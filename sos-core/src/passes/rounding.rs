//! The pass `rounding`: conversions to halves with a rounding mode of their own, whose result is no longer stored as a half.
//!
//! ```text
//! OpDecorate %x FPRoundingMode RTZ                     %rounded = OpFunctionCall %float %toward_zero %y
//!       %x = OpFConvert %half %y               ⇒              %x = OpFConvert %half %rounded
//!       %u = OpBitcast %ushort %x                             %u = OpBitcast %ushort %x
//! ```
//!
//! `FPRoundingMode` needs the capability of a 16-bit storage class, and Vulkan allows it only on an `OpFConvert` whose result is
//! the object of stores to storage buffers, uniform buffers, physical pointers or outputs
//! (VUID-StandaloneSpirv-FPRoundingMode-04675). Where [`super::storage`] or [`mod@super::interface`] has replaced such a store, the
//! value is rounded in 32 bits instead, and converting it is exact.
//!
//! # Exactness
//!
//! That of [`Mode::function`], to the nearest even or towards zero. On devices without halves, [`legalize`](super::legalize) rounds all conversions,
//! and this pass has nothing to do.
//!
//! # What it refuses
//!
//! Rounding up or down.

use super::legalize::round::Mode;
use super::rewrite::Ends;
use super::{Input, LowerError, ModuleBuilder, Pass, Request, Rewrite, Step};
use crate::build::Build;
use crate::emit::MOST_COMPONENTS;
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::order::Order;
use crate::soft::Soft;
use crate::tables::{capability, decoration, fp_rounding_mode, op, storage_class};
use crate::views;
use alloc::vec::Vec;

const MALFORMED: LowerError = LowerError::Because("an invalid conversion with a rounding mode");

/// The row of the pass.
pub const STEP: Step = Step::new(|memory| &mut memory.rounding);

/// A conversion with a rounding mode of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Conversion {
    pub id: u32,
    /// The value of the enumeration `FPRoundingMode`.
    mode: u32,
    /// How often the result is stored where the decoration is allowed.
    stores: u32,
    /// How often it is used otherwise.
    others: u32,
}

impl Conversion {
    /// Whether the result is rounded towards zero, and not to the nearest.
    ///
    /// # Errors
    /// Other modes.
    pub fn rounds_to_zero(&self) -> Result<bool, LowerError> {
        match self.mode {
            fp_rounding_mode::RTE => Ok(false),
            fp_rounding_mode::RTZ => Ok(true),
            _ => Err(LowerError::Because("a conversion that rounds up or down")),
        }
    }

    /// Whether Vulkan allows the decoration.
    fn is_in_place(&self) -> bool {
        self.stores > 0 && self.others == 0
    }
}

/// The conversions of a module with a rounding mode of their own.
#[derive(Clone, Debug, Default)]
pub struct Conversions {
    /// Ascending.
    list: Vec<Conversion>,
}

impl Conversions {
    /// Lists the conversions to halves.
    pub fn read(&mut self, input: Input<'_>) {
        self.list.clear();
        let half = Some(Scalar::Float { width: 16 });
        let modes = input.facts.decorations(input.words);
        let modes = modes.filter(|&inst| is_mode(inst)).filter(|inst| {
            let def = input.def(inst.target());
            def.is_some_and(|def| {
                def.opcode() == op::OpFConvert && input.scalar_of(def.result_type()) == half
            })
        });
        self.list.extend(modes.map(|inst| Conversion {
            id: inst.target(),
            mode: views::Decorate(inst).operand(),
            stores: 0,
            others: 0,
        }));
        self.list.order();
    }

    /// Keeps those that lose their decoration.
    pub fn retain(&mut self, loses: impl FnMut(&Conversion) -> bool) {
        self.list.retain(loses);
    }

    /// Whether an annotation is the decoration of one of them.
    pub fn drops(&self, inst: Inst<'_>) -> bool {
        is_mode(inst) && self.get(inst.target()).is_some()
    }

    /// Returns the conversion with this result.
    pub fn get(&self, id: u32) -> Option<&Conversion> {
        self.list.get(find(&self.list, id)?)
    }

    /// Returns all.
    pub fn iter(&self) -> impl Iterator<Item = &Conversion> {
        self.list.iter()
    }

    /// Counts the uses of each conversion.
    fn count_uses(&mut self, input: Input<'_>) {
        let list = &mut self.list;
        for inst in input.facts.code(input.words) {
            let stored = match inst.opcode() {
                op::OpStore if is_allowed(input, views::Store(inst).pointer()) => {
                    views::Store(inst).object()
                }
                _ => 0,
            };
            input.uses(inst, |used| {
                let at = find(list, used);
                if let Some(conversion) = at.and_then(|at| list.get_mut(at)) {
                    conversion.stores += u32::from(used == stored);
                    conversion.others += u32::from(used != stored);
                }
            });
        }
    }
}

fn is_mode(inst: Inst<'_>) -> bool {
    inst.opcode() == op::OpDecorate
        && views::Decorate(inst).decoration() == decoration::FPRoundingMode
}

fn find(list: &[Conversion], id: u32) -> Option<usize> {
    list.binary_search_by_key(&id, |one| one.id).ok()
}

/// The pass and its scratch memory.
#[derive(Clone, Debug, Default)]
pub struct Rounding {
    conversions: Conversions,
}

/// The rewrite of one module.
struct Work<'a> {
    input: Input<'a>,
    build: &'a mut ModuleBuilder,
    conversions: &'a Conversions,
}

impl<'w> Ends<'w> for Work<'w> {
    fn input(&self) -> Input<'w> {
        self.input
    }

    fn build(&mut self) -> &mut ModuleBuilder {
        self.build
    }
}

impl<'w> Rewrite<'w> for Work<'w> {
    fn stops_at(opcode: u16) -> bool {
        opcode == op::OpFConvert
    }

    fn code(&mut self, inst: Inst<'w>, _marks: u16) -> Result<(), LowerError> {
        let own = match inst.opcode() {
            op::OpFConvert => self.conversions.get(inst.result()),
            _ => None,
        };
        match own {
            Some(conversion) => convert(self.input, self.build, inst, conversion),
            None => self.build.copy_code(self.input, inst),
        }
    }

    fn annotation(&mut self, inst: Inst<'w>) -> Result<(), LowerError> {
        match self.conversions.drops(inst) {
            true => Ok(()),
            false => self.build.copy_annotation(self.input, inst),
        }
    }
}

impl Pass for Rounding {
    fn concerns(&mut self, Request { input, target, .. }: Request<'_>) -> bool {
        if !target.has_capability(capability::Float16) {
            return false;
        }
        self.conversions.read(input);
        !self.conversions.list.is_empty()
    }

    fn run(
        &mut self,
        Request { input, .. }: Request<'_>,
        build: &mut ModuleBuilder,
    ) -> Result<bool, LowerError> {
        let conversions = &mut self.conversions;
        conversions.count_uses(input);
        conversions.retain(|one| !one.is_in_place());
        if conversions.list.is_empty() {
            return Ok(false);
        }
        let mut work = Work {
            input,
            build,
            conversions,
        };
        work.walk()?;
        Ok(true)
    }
}

/// Whether Vulkan allows a rounding mode for what is stored through a pointer.
fn is_allowed(input: Input<'_>, pointer: u32) -> bool {
    use storage_class::{Output, PhysicalStorageBuffer, StorageBuffer, Uniform};
    match input.view(input.type_of(pointer)) {
        TypeView::Pointer { class, .. } => {
            [StorageBuffer, PhysicalStorageBuffer, Uniform, Output].contains(&class)
        }
        _ => false,
    }
}

/// Emits a conversion of a value that has been rounded before.
fn convert(
    input: Input<'_>,
    build: &mut ModuleBuilder,
    inst: Inst<'_>,
    conversion: &Conversion,
) -> Result<(), LowerError> {
    let mode = Mode {
        to_zero: conversion.rounds_to_zero()?,
        flush: false,
    };
    let from = input.view(input.type_of(inst.operand()));
    let from = from.shape(|component| input.view(component));
    let from = from.filter(|&(_, count)| count <= MOST_COMPONENTS);
    let (scalar, count) = from.ok_or(MALFORMED)?;
    let value = build.get(inst.operand()).ok_or(MALFORMED)?;
    let ty = build.get(inst.result_type()).ok_or(MALFORMED)?;
    let rounded = build.id();
    match scalar {
        Scalar::Float { width: 64 } => {
            mode.once_as(build, rounded, Soft::OddFromDouble, count, &[value]);
        }
        Scalar::Float { width: 32 } => build.soft_as(rounded, mode.function(), count, &[value]),
        _ => return build.copy_code(input, inst),
    }
    build.op_as(inst.result(), op::OpFConvert, ty, &[rounded]);
    Ok(())
}

#[cfg(test)]
mod tests;
