//! The value of each specialization constant.
//!
//! A constant is set, in order of precedence, by: the caller's value for its `SpecId`; the caller's map from `SpecId` to a
//! device fact; the reserved range of `SpecId`s; its name. Otherwise it stays open, and the application may still specialize
//! it. `SpecId` decorates a constant directly or by a decoration group.

use super::eval::truncate;
use super::values::{literal, Value, Values};
use crate::error::{Error, ErrorKind};
use crate::facts::{Facts, Scalar};
use crate::inst::{short_name, Inst, NAME_LEN};
use crate::options::{Options, SpecMode};
use crate::order::Order;
use crate::source::Source;
use crate::tables::op;
use crate::target::Target;
use crate::views;
use alloc::vec::Vec;

/// The source of a constant's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The module's default, which the application may still override.
    Open,
    /// The module's default, which becomes final ([`SpecMode::Freeze`]).
    Frozen,
    /// The caller's value.
    Caller,
    /// A device fact.
    Device(Source),
    /// A fact that this target does not state, or that does not fit the constant's type: the constant stays open.
    Unstated(Source),
}

/// A specialization constant with a `SpecId`.
#[derive(Clone, Copy, Debug)]
pub struct Constant {
    /// Its id.
    pub id: u32,
    /// The number by which the application sets it.
    pub spec_id: u32,
    /// The scalar type of its bits: its own, or an unsigned integer for floats with an encoding of their own.
    pub scalar: Scalar,
    /// The source of the value.
    pub origin: Origin,
    /// The bits of the value, zero beyond the type's width.
    pub value: u64,
}

impl Constant {
    /// Whether its value is final: SOS or the caller sets it, or all are frozen.
    pub fn is_set(&self) -> bool {
        !matches!(self.origin, Origin::Open | Origin::Unstated(_))
    }
}

/// A decoration group with a `SpecId`.
#[derive(Clone, Copy, Debug)]
struct Group {
    id: u32,
    spec_id: u32,
    /// Whether a constant in it is set.
    any_set: bool,
}

/// The specialization constants of a module, with reusable working memory.
#[derive(Clone, Debug, Default)]
pub struct Constants {
    /// Constants with a `SpecId`, in the order of their decorations.
    pub list: Vec<Constant>,
    /// Whether any of them is set.
    pub any_set: bool,
    /// Whether constants that nothing sets have their defaults.
    frozen: bool,
    /// Decoration groups with a `SpecId`, by id.
    groups: Vec<Group>,
    /// Ids with the name of a device fact.
    named: Vec<(u32, Source)>,
}

impl Constants {
    /// Finds the specialization constants and determines their values.
    ///
    /// # Errors
    /// [`ErrorKind::BadConstantValue`] if the caller's value does not fit the type,
    /// [`ErrorKind::ConflictingConstant`] if the caller gives one `SpecId` two different values.
    pub fn resolve(
        &mut self,
        facts: &Facts,
        words: &[u32],
        target: &Target,
        options: &Options,
    ) -> Result<(), Error> {
        let frozen = options.spec == SpecMode::Freeze;
        self.start(frozen && !facts.spec_constants.is_empty(), frozen);
        if facts.spec_ids.is_empty() {
            return Ok(());
        }
        self.read_names(facts, words, options);
        for &spec in &facts.spec_ids {
            match facts.def(words, spec.id) {
                Some(inst) if inst.opcode() == op::OpDecorationGroup => {
                    self.groups.push(Group {
                        id: spec.id,
                        spec_id: spec.spec_id,
                        any_set: false,
                    });
                }
                Some(inst) => {
                    self.add(facts, words, target, options, inst, spec.id, spec.spec_id)?
                }
                None => {}
            }
        }
        if self.groups.is_empty() {
            return Ok(());
        }
        self.groups.order_by_key(|group| group.id);
        for &offset in &facts.group_decorates {
            let Some(inst) = Inst::at(words, offset) else {
                continue;
            };
            let Some((at, group)) = self.group(views::GroupDecorate(inst).decoration_group())
            else {
                continue;
            };
            let first = self.list.len();
            for &id in views::GroupDecorate(inst).targets() {
                if let Some(def) = facts.def(words, id) {
                    self.add(facts, words, target, options, def, id, group.spec_id)?;
                }
            }
            let any_set = self.list.iter().skip(first).any(Constant::is_set);
            if let Some(group) = self.groups.get_mut(at) {
                group.any_set |= any_set;
            }
        }
        Ok(())
    }

    /// Starts a list that the caller fills, of constants without decoration groups.
    pub fn start(&mut self, any_set: bool, frozen: bool) {
        self.list.clear();
        self.groups.clear();
        self.named.clear();
        self.frozen = frozen;
        self.any_set = any_set;
    }

    fn group(&self, id: u32) -> Option<(usize, Group)> {
        let found = self.groups.binary_search_by_key(&id, |group| group.id);
        found.ok().and_then(|at| Some((at, *self.groups.get(at)?)))
    }

    /// Returns the `SpecId` of a decoration group, if it has one and a constant in it is set.
    pub fn set_group(&self, id: u32) -> Option<u32> {
        self.group(id)
            .filter(|(_, group)| group.any_set)
            .map(|(_, group)| group.spec_id)
    }

    fn read_names(&mut self, facts: &Facts, words: &[u32], options: &Options) {
        if !options.spec_names {
            return;
        }
        for &offset in &facts.device_names {
            let Some(inst) = Inst::at(words, offset) else {
                continue;
            };
            let mut buffer = [0; NAME_LEN];
            let inst = views::Name(inst);
            let name = short_name(inst.name(), &mut buffer).flatten();
            let name = name.and_then(|bytes| core::str::from_utf8(bytes).ok());
            if let Some(source) = name.and_then(Source::from_name) {
                self.named.push((inst.target(), source));
            }
        }
        self.named.order_by_key(|named| named.0);
    }

    #[allow(clippy::too_many_arguments)]
    fn add(
        &mut self,
        facts: &Facts,
        words: &[u32],
        target: &Target,
        options: &Options,
        def: Inst<'_>,
        id: u32,
        spec_id: u32,
    ) -> Result<(), Error> {
        let Some(scalar) = facts.constant_scalar(words, def.word(1)) else {
            return Ok(());
        };
        let Some(default) = default(facts, words, def) else {
            return Ok(());
        };
        let mut constant = Constant {
            id,
            spec_id,
            scalar,
            origin: Origin::Open,
            value: default,
        };
        let mut given = None;
        for &(_, value) in options.constants.iter().filter(|given| given.0 == spec_id) {
            if given.is_some_and(|earlier| earlier != value) {
                return Err(Error::new(
                    ErrorKind::ConflictingConstant,
                    def.offset() as usize,
                    def.opcode(),
                ));
            }
            given = Some(value);
        }
        if let Some(value) = given {
            constant.value = fit(value, scalar).ok_or_else(|| {
                Error::new(
                    ErrorKind::BadConstantValue,
                    def.offset() as usize,
                    def.opcode(),
                )
            })?;
            constant.origin = Origin::Caller;
        } else if let Some(source) = self.source(options, id, spec_id) {
            let stated = target.value_of(source).and_then(|value| match scalar {
                Scalar::Float { .. } => None,
                _ => fit(value, scalar),
            });
            constant.origin = match stated {
                Some(value) => {
                    constant.value = value;
                    Origin::Device(source)
                }
                None => Origin::Unstated(source),
            };
        }
        if self.frozen && !constant.is_set() {
            constant.origin = Origin::Frozen;
        }
        self.any_set |= constant.is_set();
        self.list.push(constant);
        Ok(())
    }

    fn source(&self, options: &Options, id: u32, spec_id: u32) -> Option<Source> {
        let mapped = options
            .sources
            .iter()
            .find(|mapped| mapped.0 == spec_id)
            .map(|mapped| mapped.1);
        let reserved = || {
            options
                .spec_base
                .and_then(|base| Source::from_spec_id(base, spec_id))
        };
        let named = || {
            let found = self.named.binary_search_by_key(&id, |named| named.0).ok()?;
            self.named.get(found).map(|named| named.1)
        };
        mapped.or_else(reserved).or_else(named)
    }

    /// Starts the values of a module anew: with those of set constants, and of all constants in the global section that can
    /// be computed from known ones.
    pub fn fold(&self, facts: &Facts, words: &[u32], values: &mut Values) {
        values.reset(facts, words);
        for constant in self.list.iter().filter(|constant| constant.is_set()) {
            let node = values.push(Value::Scalar(constant.value));
            values.set(constant.id, node);
        }
        for &offset in &facts.spec_constants {
            let Some(inst) = Inst::at(words, offset) else {
                continue;
            };
            let node = match inst.opcode() {
                // One that nothing can set: it has no `SpecId`.
                op::OpSpecConstant | op::OpSpecConstantTrue | op::OpSpecConstantFalse
                    if self.frozen && values.entered(inst.result()) == 0 =>
                {
                    match default(facts, words, inst) {
                        Some(bits) => values.push(Value::Scalar(bits)),
                        None => continue,
                    }
                }
                op::OpSpecConstantComposite => {
                    values.composite_of(facts, words, views::ConstantComposite(inst).constituents())
                }
                op::OpSpecConstantOp => values.operate(
                    facts,
                    words,
                    views::SpecConstantOp(inst).opcode() as u16,
                    inst.result_type(),
                    views::SpecConstantOp(inst).operands(),
                ),
                _ => continue,
            };
            values.set(inst.result(), node);
        }
    }
}

/// The bits of the default of a scalar specialization constant.
fn default(facts: &Facts, words: &[u32], def: Inst<'_>) -> Option<u64> {
    match def.opcode() {
        op::OpSpecConstantTrue => Some(1),
        op::OpSpecConstantFalse => Some(0),
        op::OpSpecConstant => literal(facts, words, def),
        _ => None,
    }
}

/// Returns the bits of a value in a type, or `None` if it does not fit. Integers may be zero- or sign-extended.
pub fn fit(value: u64, scalar: Scalar) -> Option<u64> {
    match scalar {
        Scalar::Bool => Some(u64::from(value != 0)),
        Scalar::Int { width, .. } if super::eval::sign_extend(value, width) as u64 == value => {
            Some(truncate(value, width))
        }
        _ => (truncate(value, scalar.width()) == value).then_some(value),
    }
}
