//! Values that one piece defines and another uses.
//!
//! A piece is executed under a mask, so what it defines does not dominate the next one. Such a value is stored to a variable of the
//! function where it is defined, and loaded where a piece begins that uses it. Pointers and images cannot be stored; they
//! are computed again from what can be, as long as they come from access chains, copies, and loads of handles, which are the same
//! every time.

use super::regions::{End, Event, Regions, Site, NONE};
use super::Graph;
use crate::build::Build;
use crate::facts::TypeView;
use crate::inst::{Inst, Insts};
use crate::operands::each_use;
use crate::order::Order;
use crate::passes::{Input, LowerError, ModuleBuilder, MOST_DEPTH};
use crate::specialize::switch_literal_words;
use crate::tables::{decoration, op, storage_class as class};
use crate::views;
use alloc::vec::Vec;

const POINTER: LowerError = LowerError::Because(
    "a pointer or handle that is selected at run time is used on both sides of a subgroup operation in divergent control flow",
);

const TOO_MANY: LowerError =
    LowerError::Because("too many values are used on both sides of subgroup operations");

/// How many values are loaded again at most, for each word of the module.
const MOST: usize = 4;

/// What is known of the values of a function.
#[derive(Clone, Debug, Default)]
pub struct ByValue {
    /// By id: the site of the current region that defines it, or [`NONE`].
    site: Vec<u32>,
    /// The ids for which that is set.
    defined: Vec<u32>,
    /// By id: the variable that holds it between pieces, or 0.
    variable: Vec<u32>,
    /// By id of a phi at the start of a piece: the variable through which its predecessors give the value, or 0.
    incoming: Vec<u32>,
    /// What is loaded at the beginning of a piece: its site, the word offset of the definition, and the id.
    again: Vec<(u32, u32, u32)>,
    /// By id: the site where it was loaded last, and as what.
    loaded: Vec<(u32, u32)>,
    /// The values of the function that are used outside of their regions: the region, the value, and the id that it has there.
    pub outside: Vec<(u32, u32, u32)>,
    pending: Vec<(u32, u32)>,
    /// The words of an instruction.
    words: Vec<u32>,
    /// By id: whether it is decorated with `NonUniform`.
    non_uniform: Vec<bool>,
    /// The declarations of new variables of the function.
    pub variables: Vec<u32>,
}

fn at(list: &[u32], id: u32) -> u32 {
    list.get(id as usize).copied().unwrap_or(0)
}

fn set(list: &mut [u32], id: u32, value: u32) {
    if let Some(slot) = list.get_mut(id as usize) {
        *slot = value;
    }
}

impl ByValue {
    /// Prepares for a module.
    pub fn begin(&mut self, input: Input<'_>) {
        let bound = input.facts.def.len();
        self.defined.clear();
        self.site.clear();
        self.site.resize(bound, NONE);
        for list in [&mut self.variable, &mut self.incoming] {
            list.clear();
            list.resize(bound, 0);
        }
        self.loaded.clear();
        self.loaded.resize(bound, (NONE, 0));
        input.fill_non_uniform(&mut self.non_uniform);
    }

    /// Prepares for a function. Ids are defined in one function only, so that what is known of others may stay.
    pub fn begin_function(&mut self) {
        self.outside.clear();
        self.variables.clear();
    }

    /// Adds a new variable of the function; a Boolean starts as false.
    pub fn new_variable(&mut self, build: &mut ModuleBuilder, ty: u32) -> u32 {
        let pointer = build.pointer(class::Function, ty);
        let variable = build.id();
        let head = |len: u32| len << 16 | u32::from(op::OpVariable);
        let class = class::Function;
        match ty == build.bool() {
            true => {
                let no = build.null(ty);
                self.variables
                    .extend_from_slice(&[head(5), pointer, variable, class, no]);
            }
            false => self
                .variables
                .extend_from_slice(&[head(4), pointer, variable, class]),
        }
        variable
    }

    /// Whether the current region defines an id.
    pub fn is_local(&self, id: u32) -> bool {
        self.site.get(id as usize).is_some_and(|&site| site != NONE)
    }

    /// The variable that holds a value between pieces, or 0.
    pub fn variable_of(&self, id: u32) -> u32 {
        at(&self.variable, id)
    }

    /// The variable through which its predecessors give a phi its value.
    ///
    /// # Errors
    /// If no variable can hold it.
    pub fn incoming(
        &mut self,
        input: Input<'_>,
        build: &mut ModuleBuilder,
        phi: Inst<'_>,
    ) -> Result<u32, LowerError> {
        let known = at(&self.incoming, phi.result());
        if known != 0 {
            return Ok(known);
        }
        let variable = self.variable_for(input, build, phi.result_type())?;
        set(&mut self.incoming, phi.result(), variable);
        Ok(variable)
    }

    /// A new variable for values of a type of the input.
    ///
    /// # Errors
    /// If no variable can hold these.
    pub fn variable_for(
        &mut self,
        input: Input<'_>,
        build: &mut ModuleBuilder,
        ty: u32,
    ) -> Result<u32, LowerError> {
        let of = build.get(ty).filter(|_| is_storable(input, ty));
        let variable = self.new_variable(build, of.ok_or(POINTER)?);
        if input.pointee(ty) != 0 {
            build.decorate(variable, &[decoration::AliasedPointer]);
        }
        Ok(variable)
    }

    /// The id that stands for a value at a site of the current region; `None` if the output has none.
    pub fn here(&self, build: &ModuleBuilder, id: u32, site: u32) -> Option<u32> {
        match self.loaded.get(id as usize) {
            Some(&(at, now)) if at == site && site != NONE => Some(now),
            _ if self.is_local(id) => Some(id),
            _ => build.get(id),
        }
    }

    /// Finds the values of a function that are used outside of the regions that define them, and gives them ids for that. Returns
    /// false if no variable can hold one of them; then nothing has changed.
    pub fn find_outside(
        &mut self,
        graph: Graph<'_>,
        index: usize,
        regions: &Regions,
        build: &mut ModuleBuilder,
    ) -> bool {
        let (facts, words) = (graph.code.facts, graph.code.words);
        let Some(function) = facts.functions.get(index) else {
            return true;
        };
        let region = |block: u32| {
            let region = regions.region_of.get(block as usize);
            region.copied().unwrap_or(NONE)
        };
        let blocks = || function.first_block..function.last_block;
        let insts = |block: u32| {
            let block = graph.block(block);
            let end = Inst::at(words, block.end).map_or(block.end, |end| end.end());
            Insts::new(words, block.label, end)
        };
        // For now, the regions stand for the sites.
        for block in blocks().filter(|&block| region(block) != NONE) {
            for inst in insts(block).filter(|inst| inst.has_type()) {
                self.define(inst.result(), region(block));
            }
        }
        for block in blocks() {
            for inst in insts(block) {
                let literals = switch_literal_words(facts, words, inst);
                each_use(inst.words(), literals, &mut |_, id| {
                    let of = self.site.get(id as usize).copied().unwrap_or(NONE);
                    if of != NONE && of != region(block) && at(&self.variable, id) == 0 {
                        // Some variable, so that it is listed once.
                        set(&mut self.variable, id, NONE);
                        self.outside.push((of, id, build.id()));
                    }
                });
            }
        }
        self.undefine();
        self.outside.order();
        let input = Input { words, facts };
        let mut outside = self.outside.iter();
        let fits = outside.all(|&(_, id, _)| is_storable(input, input.type_of(id)));
        for &(_, id, other) in &self.outside {
            if fits {
                build.substitute(id, other);
            }
            set(&mut self.variable, id, 0);
        }
        if !fits {
            self.outside.clear();
        }
        fits
    }

    /// Where those of a region are in the list of values that are used outside.
    pub fn outside_of(&self, region: usize) -> (usize, usize) {
        let region = region as u32;
        let first = self.outside.partition_point(|one| one.0 < region);
        (first, self.outside.partition_point(|one| one.0 <= region))
    }

    fn define(&mut self, id: u32, site: u32) {
        set(&mut self.site, id, site);
        self.defined.push(id);
    }

    /// Forgets the current region.
    pub fn undefine(&mut self) {
        while let Some(id) = self.defined.pop() {
            set(&mut self.site, id, NONE);
            if let Some(slot) = self.loaded.get_mut(id as usize) {
                *slot = (NONE, 0);
            }
        }
    }

    /// Finds which values of the planned region go through variables.
    ///
    /// # Errors
    /// If one can neither be stored nor computed again.
    pub fn find(
        &mut self,
        graph: Graph<'_>,
        regions: &Regions,
        region: usize,
        build: &mut ModuleBuilder,
    ) -> Result<(), LowerError> {
        let (facts, words) = (graph.code.facts, graph.code.words);
        let input = Input { words, facts };
        self.again.clear();
        for event in &regions.events {
            match *event {
                Event::Copies { from, to, site } => {
                    // Variables are the function's.
                    let defines =
                        |inst: &Inst<'_>| inst.has_type() && inst.opcode() != op::OpVariable;
                    for inst in Insts::new(words, from, to).filter(defines) {
                        self.define(inst.result(), site);
                    }
                }
                Event::Together { offset, site } => {
                    let inst = Inst::at(words, offset).filter(|inst| inst.has_type());
                    inst.into_iter()
                        .for_each(|inst| self.define(inst.result(), site));
                }
                _ => {}
            }
        }
        // Where the phis of the block at hand are given by its predecessors: those of a loop that stays, by what comes before it.
        let (mut opened, mut is_loop) = (None, false);
        for event in &regions.events {
            match *event {
                Event::Opens { at, stays, .. } => (opened, is_loop) = (Some(at), stays),
                Event::Continues(_) | Event::Resumes { .. } => opened = None,
                Event::Copies { from, to, site } => {
                    for inst in Insts::new(words, from, to) {
                        match (inst.opcode(), opened) {
                            (op::OpPhi, Some(at)) => {
                                self.incoming(input, build, inst)?;
                                for (value, from) in pairs(inst).filter(|_| is_loop) {
                                    let from = position(graph, regions, from);
                                    if from != NONE && from >= at {
                                        self.note(input, regions, value, site, build)?;
                                    }
                                }
                            }
                            (op::OpVariable, _) => {}
                            _ => self.note_all(input, regions, inst, site, build)?,
                        }
                    }
                }
                Event::Together { offset, site } => {
                    if let Some(inst) = Inst::at(words, offset) {
                        self.note_all(input, regions, inst, site, build)?;
                    }
                }
                Event::Ends { at, site, how } => {
                    let number = regions.order.get(at as usize).copied().unwrap_or(0);
                    if let Some(end) = Inst::at(words, graph.block(number).end) {
                        self.note_all(input, regions, end, site, build)?;
                    }
                    if how == End::Marks {
                        let mut done = Ok(());
                        given(graph, regions, number, |_, value| {
                            if done.is_ok() {
                                done = self.note(input, regions, value, site, build);
                            }
                        });
                        done?;
                    }
                }
                _ => {}
            }
        }
        let (first, end) = self.outside_of(region);
        for at in first..end {
            if let Some(&(_, id, _)) = self.outside.get(at) {
                self.keep(input, id, build)?;
            }
        }
        self.again.order();
        self.again.dedup();
        Ok(())
    }

    fn note_all(
        &mut self,
        input: Input<'_>,
        regions: &Regions,
        inst: Inst<'_>,
        site: u32,
        build: &mut ModuleBuilder,
    ) -> Result<(), LowerError> {
        let literals = switch_literal_words(input.facts, input.words, inst);
        let mut done = Ok(());
        each_use(inst.words(), literals, &mut |_, id| {
            if done.is_ok() && self.is_local(id) {
                done = self.note(input, regions, id, site, build);
            }
        });
        done
    }

    /// Notes a use of a value at a site.
    fn note(
        &mut self,
        input: Input<'_>,
        regions: &Regions,
        id: u32,
        site: u32,
        build: &mut ModuleBuilder,
    ) -> Result<(), LowerError> {
        self.pending.clear();
        self.pending.push((id, 0));
        while let Some((id, depth)) = self.pending.pop() {
            let defined = self.site.get(id as usize).copied().unwrap_or(NONE);
            if defined == NONE || defined == site {
                continue;
            }
            let site_of = |site: u32| -> Option<Site> { regions.sites.get(site as usize).copied() };
            if let (Some(from), Some(to)) = (site_of(defined), site_of(site)) {
                if !from.guarded && regions.reaches(from, to) {
                    continue;
                }
            }
            let Some(def) = input.def(id) else { continue };
            self.again.push((site, def.offset(), id));
            if self.again.len() > MOST * input.words.len() {
                self.again.order();
                self.again.dedup();
                if self.again.len() > MOST * input.words.len() / 2 {
                    return Err(TOO_MANY);
                }
            }
            if is_storable(input, def.result_type()) {
                self.keep(input, id, build)?;
            } else if is_recomputable(input, def) && depth < MOST_DEPTH {
                let pending = &mut self.pending;
                each_use(def.words(), 1, &mut |at, id| {
                    if at > 1 {
                        pending.push((id, depth + 1));
                    }
                });
            } else {
                return Err(POINTER);
            }
        }
        Ok(())
    }

    /// Gives a value a variable.
    fn keep(
        &mut self,
        input: Input<'_>,
        id: u32,
        build: &mut ModuleBuilder,
    ) -> Result<(), LowerError> {
        if self.variable_of(id) != 0 {
            return Ok(());
        }
        let variable = self.variable_for(input, build, input.type_of(id))?;
        set(&mut self.variable, id, variable);
        Ok(())
    }

    /// Emits what the piece or instruction at a site uses of other pieces.
    pub fn load_again(&mut self, input: Input<'_>, site: u32, build: &mut ModuleBuilder) {
        let first = self.again.partition_point(|one| one.0 < site);
        let end = self.again.partition_point(|one| one.0 <= site);
        for at in first..end {
            let Some(&(_, _, id)) = self.again.get(at) else {
                break;
            };
            let Some(def) = input.def(id) else { continue };
            let now = build.id();
            let ty = build.get(def.result_type()).unwrap_or(0);
            match self.variable_of(id) {
                0 => {
                    let mut words = core::mem::take(&mut self.words);
                    words.clear();
                    words.extend_from_slice(def.from(1));
                    each_use(def.words(), 1, &mut |at, id| {
                        if let (Some(slot), Some(now)) =
                            (words.get_mut(at - 1), self.here(build, id, site))
                        {
                            *slot = now;
                        }
                    });
                    set(&mut words, 1, now);
                    build.raw(def.opcode(), &words);
                    self.words = words;
                }
                variable => build.op_as(now, op::OpLoad, ty, &[variable]),
            }
            if self.non_uniform.get(id as usize) == Some(&true) {
                build.decorate(now, &[decoration::NonUniform]);
            }
            if let Some(slot) = self.loaded.get_mut(id as usize) {
                *slot = (site, now);
            }
        }
    }
}

/// The phis of a block.
pub fn phis(graph: Graph<'_>, block: u32) -> impl Iterator<Item = Inst<'_>> {
    let words = graph.code.words;
    let block = graph.block(block);
    Insts::new(words, block.label, block.end)
        .filter(|inst| !matches!(inst.opcode(), op::OpLabel | op::OpLine | op::OpNoLine))
        .take_while(|inst| inst.opcode() == op::OpPhi)
}

/// Visits the phis to which a block gives values when it branches to a piece of the region that begins, or behind the region, with these
/// values.
pub fn given<'a>(
    graph: Graph<'a>,
    regions: &Regions,
    block: u32,
    mut visit: impl FnMut(Inst<'a>, u32),
) {
    let cfg = graph.code.cfg;
    let label = graph.block(block).id;
    for &to in cfg.successors(cfg.of(block)) {
        let at = regions.position_of(to);
        if at != NONE && !regions.opens(at) {
            continue;
        }
        for phi in phis(graph, to) {
            let from_here = pairs(phi).find(|&(_, from)| from == label);
            from_here
                .into_iter()
                .for_each(|(value, _)| visit(phi, value));
        }
    }
}

/// The position in the region of the block with a label.
pub fn position(graph: Graph<'_>, regions: &Regions, label: u32) -> u32 {
    let block = graph.code.cfg.block(label);
    block.map_or(NONE, |block| regions.position_of(block))
}

/// The values of a phi, with the labels of the predecessors.
pub fn pairs(phi: Inst<'_>) -> impl Iterator<Item = (u32, u32)> + '_ {
    let pairs = views::Phi(phi).pairs().chunks_exact(2);
    pairs.filter_map(|pair| match *pair {
        [value, from] => Some((value, from)),
        _ => None,
    })
}

/// Whether a variable of a function can hold a value of a type: numbers, Booleans, and physical pointers, which are addresses.
fn is_storable(input: Input<'_>, ty: u32) -> bool {
    fn holds(input: Input<'_>, ty: u32, depth: u32, parts: &mut usize) -> bool {
        *parts += 1;
        if !input.allows(*parts, depth) {
            return false;
        }
        match input.view(ty) {
            TypeView::Pointer { class, .. } => class == class::PhysicalStorageBuffer && depth == 0,
            TypeView::Array { element, .. } => holds(input, element, depth + 1, parts),
            TypeView::Struct(members) => {
                let mut members = members.iter();
                members.all(|&member| holds(input, member, depth + 1, parts))
            }
            _ => input.scalar_of(ty).is_some(),
        }
    }
    holds(input, ty, 0, &mut 0)
}

/// Whether an instruction gives the same pointer or handle each time.
fn is_recomputable(input: Input<'_>, inst: Inst<'_>) -> bool {
    match inst.opcode() {
        op::OpAccessChain
        | op::OpInBoundsAccessChain
        | op::OpPtrAccessChain
        | op::OpInBoundsPtrAccessChain
        | op::OpCopyObject
        | op::OpSampledImage
        | op::OpImage
        | op::OpImageTexelPointer => true,
        op::OpLoad => {
            let pointer = input.type_of(views::Load(inst).pointer());
            matches!(
                input.view(pointer),
                TypeView::Pointer {
                    class: class::UniformConstant,
                    ..
                }
            )
        }
        _ => false,
    }
}
