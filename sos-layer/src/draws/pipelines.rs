//! Pipelines with hidden inputs: which bindings and locations these take, and the vertex input state with them.
//!
//! A pipeline that has both its vertex input and its vertex stage gets the inputs that the stage needs, at the highest numbers that are free.
//! Of one that is linked of libraries, neither part knows the other. So the numbers are fixed: each library with a vertex input gets all inputs
//! that a stage may need, signed and unsigned, and a stage takes the same ones. Where the program itself has such a number, they do not
//! match, and the pipeline is refused when it is linked.

use super::Draws;
use crate::arrays::slice;
use crate::chain;
use ash::vk;
use sos_core::DrawInputs;
use std::sync::Arc;

/// The numbers of bindings and of locations that are distinguished.
pub const NUMBERS: u32 = u128::BITS;

type Parts = vk::GraphicsPipelineLibraryFlagsEXT;

/// An attribute of a hidden input: location, format, binding, offset.
type Attribute = (u32, vk::Format, u32, u32);

/// The hidden inputs of a pipeline.
#[derive(Clone)]
pub struct Hidden {
    /// The attributes of the base vertex, the base instance, and the number of the draw: location and format.
    attributes: [Option<(u32, vk::Format)>; 3],
    /// The binding of the first two, and that of the last. Those of a pipeline whose descriptions are dynamic are chosen with each draw.
    pub bindings: [u32; 2],
    /// Whether the descriptions are dynamic.
    pub is_dynamic: bool,
    /// Whether strides are.
    pub has_strides: bool,
}

/// The index in [`Hidden::bindings`] of each attribute, and its offset there.
const PLACES: [(usize, u32); 3] = [(0, 0), (0, 4), (1, 0)];

impl Hidden {
    /// Which of the bindings are needed.
    pub fn needs(&self) -> [bool; 2] {
        let [vertex, instance, number] = self.attributes.map(|it| it.is_some());
        [vertex || instance, number]
    }

    /// The locations, as bits.
    pub fn locations(&self) -> u128 {
        let all = self.attributes.iter().flatten();
        all.fold(0, |all, one| all | bit(one.0))
    }

    /// The attributes, with these bindings.
    pub fn described(&self, bindings: [u32; 2]) -> impl Iterator<Item = Attribute> + '_ {
        let all = self.attributes.iter().zip(PLACES);
        all.filter_map(move |(one, (place, offset))| {
            let (location, format) = (*one)?;
            Some((location, format, *bindings.get(place)?, offset))
        })
    }

    /// The bindings that are needed.
    pub fn bound(&self, bindings: [u32; 2]) -> impl Iterator<Item = u32> {
        let all = bindings.into_iter().zip(self.needs());
        all.filter_map(|(binding, needed)| needed.then_some(binding))
    }
}

/// The bit of a number; none for those beyond what any device has.
pub fn bit(number: u32) -> u128 {
    1_u128.checked_shl(number).unwrap_or(0)
}

fn bits(numbers: impl Iterator<Item = u32>) -> u128 {
    numbers.fold(0, |all, one| all | bit(one))
}

/// The highest number below a limit that is not taken, which it then is.
fn take(limit: u32, taken: &mut u128) -> Option<u32> {
    let found = (0..limit).rev().find(|&one| *taken & bit(one) == 0)?;
    *taken |= bit(found);
    Some(found)
}

/// The highest bindings that are not taken.
pub fn free_bindings(limit: u32, mut taken: u128, needs: [bool; 2]) -> Option<[u32; 2]> {
    let mut found = [0; 2];
    for (found, _) in found.iter_mut().zip(needs).filter(|it| it.1) {
        *found = take(limit, &mut taken)?;
    }
    Some(found)
}

fn format(is_signed: bool) -> vk::Format {
    match is_signed {
        true => vk::Format::R32_SINT,
        false => vk::Format::R32_UINT,
    }
}

/// The numbers of hidden inputs where stage and vertex input are apart.
struct Fixed {
    limits: [u32; 2],
}

impl Fixed {
    fn bindings(&self) -> [u32; 2] {
        [1, 2].map(|at| self.limits[0].saturating_sub(at))
    }

    fn location(&self, at: usize, is_signed: bool) -> u32 {
        let behind = 2 * at as u32 + u32::from(is_signed) + 1;
        self.limits[1].saturating_sub(behind)
    }

    /// All that a stage may need.
    fn attributes(&self) -> impl Iterator<Item = Attribute> + '_ {
        let all = PLACES.iter().enumerate();
        all.flat_map(move |(at, &(place, offset))| {
            let binding = self.bindings()[place];
            let one = move |is_signed| {
                let location = self.location(at, is_signed);
                (location, format(is_signed), binding, offset)
            };
            [false, true].map(one)
        })
    }
}

/// The vertex input of a library, for stages of others: the fixed numbers that it has as hidden inputs, as bits.
#[derive(Clone, Copy)]
struct Offered {
    numbers: [u128; 2],
    is_dynamic: bool,
    has_strides: bool,
}

/// What is known of the vertex stage and the vertex input of a pipeline or library.
#[derive(Clone, Default)]
pub struct Known {
    /// The hidden inputs of the stage.
    hidden: Option<Arc<Hidden>>,
    /// The vertex input, where it is apart from the stage.
    offered: Option<Offered>,
    /// Whether both have met.
    is_complete: bool,
}

impl Known {
    /// What draws with the pipeline need.
    pub fn hidden(&self) -> Option<Arc<Hidden>> {
        self.hidden.clone().filter(|_| self.is_complete)
    }

    fn is_nothing(&self) -> bool {
        self.hidden.is_none() && self.offered.is_none()
    }

    /// Adds what is known of a part.
    fn add(&mut self, other: Self) {
        self.hidden = self.hidden.take().or(other.hidden);
        self.offered = self.offered.or(other.offered);
        self.is_complete |= other.is_complete;
    }

    /// Lets the stage and the vertex input of different libraries meet.
    fn complete(&mut self) -> Result<(), &'static str> {
        let (Some(hidden), Some(offered)) = (&mut self.hidden, self.offered) else {
            return Ok(());
        };
        if self.is_complete {
            return Ok(());
        }
        let bindings = bits(hidden.bound(hidden.bindings));
        let wanted = [bindings, hidden.locations()];
        let mut pairs = wanted.into_iter().zip(offered.numbers);
        if !offered.is_dynamic && !pairs.all(|(wanted, has)| wanted & !has == 0) {
            return Err("the program has inputs at the numbers of those that libraries share");
        }
        let hidden = Arc::make_mut(hidden);
        (hidden.is_dynamic, hidden.has_strides) = (offered.is_dynamic, offered.has_strides);
        self.is_complete = true;
        Ok(())
    }
}

/// What a pipeline says of its vertex input, and the hidden inputs that it gets.
pub struct Wanted {
    parts: Parts,
    /// The bindings and locations that are described, as bits.
    taken: [u128; 2],
    limits: [u32; 2],
    is_dynamic: bool,
    has_strides: bool,
    /// What the stage gets.
    hidden: Option<Hidden>,
    /// What is known of the libraries that are linked.
    linked: Known,
}

impl Wanted {
    /// Reads what a pipeline says.
    ///
    /// # Safety
    /// The info is valid.
    pub unsafe fn new(draws: &Draws, info: &vk::GraphicsPipelineCreateInfo<'_>) -> Self {
        let dynamic = info.p_dynamic_state.as_ref();
        let states = dynamic.map_or(&[][..], |it| {
            slice(it.p_dynamic_states, it.dynamic_state_count)
        });
        let linked = chain::find::<vk::PipelineLibraryCreateInfoKHR<'_>>(info.p_next);
        let libraries = linked.map_or(&[][..], |it| slice((*it).p_libraries, (*it).library_count));
        let parts = chain::find::<vk::GraphicsPipelineLibraryCreateInfoEXT<'_>>(info.p_next);
        let whole = Parts::VERTEX_INPUT_INTERFACE | Parts::PRE_RASTERIZATION_SHADERS;
        let mut made = Self {
            parts: match parts {
                Some(parts) => (*parts).flags & whole,
                None if libraries.is_empty() => whole,
                None => Parts::empty(),
            },
            taken: [0; 2],
            limits: draws.limits,
            is_dynamic: states.contains(&vk::DynamicState::VERTEX_INPUT_EXT),
            has_strides: states.contains(&vk::DynamicState::VERTEX_INPUT_BINDING_STRIDE),
            hidden: None,
            linked: Known::default(),
        };
        for &library in libraries {
            made.linked.add(draws.known(library).unwrap_or_default());
        }
        let has_input = made.parts.contains(Parts::VERTEX_INPUT_INTERFACE) && !made.is_dynamic;
        if let Some(state) = info.p_vertex_input_state.as_ref().filter(|_| has_input) {
            let (bindings, attributes) = described(state);
            made.taken = [
                bits(bindings.iter().map(|one| one.binding)),
                bits(attributes.iter().map(|one| one.location)),
            ];
        }
        made
    }

    fn fixed(&self) -> Fixed {
        Fixed {
            limits: self.limits,
        }
    }

    /// Chooses the locations for what a stage reads, and so what the pipeline gets.
    ///
    /// # Errors
    /// Why there are none.
    pub fn choose(&mut self, inputs: &DrawInputs) -> Result<[Option<u32>; 3], &'static str> {
        let is_apart = !self.parts.contains(Parts::VERTEX_INPUT_INTERFACE);
        let fixed = self.fixed();
        let mut taken = self.taken[1] | inputs.locations;
        let mut attributes = [None; 3];
        for (at, (attribute, input)) in attributes.iter_mut().zip(inputs.inputs).enumerate() {
            let Some(input) = input else { continue };
            let location = match is_apart {
                true => Some(fixed.location(at, input.is_signed))
                    .filter(|&location| taken & bit(location) == 0),
                false => take(self.limits[1], &mut taken),
            };
            let location = location.ok_or("no location is free")?;
            *attribute = Some((location, format(input.is_signed)));
        }
        let mut hidden = Hidden {
            attributes,
            bindings: fixed.bindings(),
            is_dynamic: self.is_dynamic,
            has_strides: self.has_strides,
        };
        if !is_apart {
            let bindings = free_bindings(self.limits[0], self.taken[0], hidden.needs());
            hidden.bindings = bindings.ok_or("no vertex binding is free")?;
        }
        self.hidden = Some(hidden);
        Ok(attributes.map(|it| it.map(|it| it.0)))
    }

    /// Takes it back: the stage is passed on as written.
    pub fn give_up(&mut self) {
        self.hidden = None;
    }

    /// Gives the pipeline its vertex input state, and returns what is known of it then.
    ///
    /// # Safety
    /// The info is valid for as long as the state is in use.
    ///
    /// # Errors
    /// Why stage and vertex input do not match.
    pub unsafe fn apply(
        self,
        info: &mut vk::GraphicsPipelineCreateInfo<'static>,
    ) -> Result<(Option<Known>, Option<State>), &'static str> {
        let fixed = self.fixed();
        let is_free = |one: &Attribute| {
            let numbers = [bit(one.2), bit(one.0)];
            let mut pairs = numbers.iter().zip(self.taken);
            pairs.all(|(number, taken)| number & taken == 0)
        };
        let has_input = self.parts.contains(Parts::VERTEX_INPUT_INTERFACE);
        let is_whole = has_input && self.parts.contains(Parts::PRE_RASTERIZATION_SHADERS);
        let offered: Vec<Attribute> = match (&self.hidden, has_input) {
            (Some(hidden), true) => hidden.described(hidden.bindings).collect(),
            (None, true) if !is_whole => fixed.attributes().filter(is_free).collect(),
            _ => Vec::new(),
        };
        let numbers = [
            bits(offered.iter().map(|one| one.2)),
            bits(offered.iter().map(|one| one.0)),
        ];
        let state = (!offered.is_empty() && !self.is_dynamic).then(|| {
            let state = State::new(info.p_vertex_input_state.as_ref(), numbers[0], &offered);
            info.p_vertex_input_state = state.as_ptr();
            state
        });
        let own = Offered {
            numbers,
            is_dynamic: self.is_dynamic,
            has_strides: self.has_strides,
        };
        let mut known = Known {
            is_complete: is_whole && self.hidden.is_some(),
            hidden: self.hidden.map(Arc::new),
            offered: (has_input && !is_whole).then_some(own),
        };
        known.add(self.linked);
        known.complete()?;
        Ok(((!known.is_nothing()).then_some(known), state))
    }
}

unsafe fn described<'a>(
    state: &vk::PipelineVertexInputStateCreateInfo<'a>,
) -> (
    &'a [vk::VertexInputBindingDescription],
    &'a [vk::VertexInputAttributeDescription],
) {
    let bindings = slice(
        state.p_vertex_binding_descriptions,
        state.vertex_binding_description_count,
    );
    let attributes = slice(
        state.p_vertex_attribute_descriptions,
        state.vertex_attribute_description_count,
    );
    (bindings, attributes)
}

/// A vertex input state with hidden inputs, and what it points to.
pub struct State {
    state: Box<vk::PipelineVertexInputStateCreateInfo<'static>>,
    _bindings: Vec<vk::VertexInputBindingDescription>,
    _attributes: Vec<vk::VertexInputAttributeDescription>,
}

impl State {
    /// Adds bindings, given as bits, and attributes to the state of a pipeline.
    unsafe fn new(
        before: Option<&vk::PipelineVertexInputStateCreateInfo<'static>>,
        bound: u128,
        added: &[Attribute],
    ) -> Self {
        let mut state = Box::new(before.copied().unwrap_or_default());
        let (bindings, attributes) = described(&state);
        let (mut bindings, mut attributes) = (bindings.to_vec(), attributes.to_vec());
        let bound = (0..NUMBERS).filter(|&one| bound & bit(one) != 0);
        bindings.extend(bound.map(|binding| vk::VertexInputBindingDescription {
            binding,
            stride: 0,
            input_rate: vk::VertexInputRate::INSTANCE,
        }));
        let added = added.iter();
        attributes.extend(added.map(|&(location, format, binding, offset)| {
            vk::VertexInputAttributeDescription {
                location,
                binding,
                format,
                offset,
            }
        }));
        state.vertex_binding_description_count = bindings.len() as u32;
        state.p_vertex_binding_descriptions = bindings.as_ptr();
        state.vertex_attribute_description_count = attributes.len() as u32;
        state.p_vertex_attribute_descriptions = attributes.as_ptr();
        Self {
            state,
            _bindings: bindings,
            _attributes: attributes,
        }
    }

    fn as_ptr(&self) -> *const vk::PipelineVertexInputStateCreateInfo<'static> {
        &raw const *self.state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_free_numbers_are_taken() {
        let both = [true; 2];
        assert_eq!(free_bindings(32, 0, both), Some([31, 30]));
        assert_eq!(free_bindings(32, bit(31) | bit(29), both), Some([30, 28]));
        assert_eq!(free_bindings(32, bit(31), [false, true]), Some([0, 30]));
        assert_eq!(free_bindings(2, bit(1), both), None);
        assert_eq!(free_bindings(2, bit(1) | 1, [true, false]), None);
        assert_eq!(free_bindings(0, 0, both), None);
        // Devices with more numbers than are distinguished have those.
        assert_eq!(bit(NUMBERS), 0);
        assert_eq!(free_bindings(NUMBERS, 0, both), Some([127, 126]));
    }

    #[test]
    fn libraries_share_numbers_that_differ() {
        let fixed = Fixed { limits: [16, 16] };
        let all: Vec<Attribute> = fixed.attributes().collect();
        let locations = bits(all.iter().map(|one| one.0));
        assert_eq!((all.len(), locations), (6, 0x3F << 10));
        assert!(all.iter().all(|one| [15, 14].contains(&one.2)));
        for (at, one) in all.iter().enumerate() {
            assert_eq!(one.0, fixed.location(at / 2, at % 2 == 1));
        }
    }
}
