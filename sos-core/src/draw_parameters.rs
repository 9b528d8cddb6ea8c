//! The built-ins of a draw as inputs of the application: for callers that see the draws, such as the layer.
//!
//! ```text
//! OpDecorate %base BuiltIn BaseVertex             OpDecorate %base Location 31
//! %base = OpVariable %to_int Input                the same
//! %b = OpLoad %int %base                          the same
//! ```
//!
//! A device without `shaderDrawParameters` cannot say what `BaseVertex`, `BaseInstance` and `DrawIndex` are, and the module cannot know
//! it. Whoever records the draws can: it binds an attribute with the value to the location. Such a variable is an input like any other,
//! so nothing of the code changes, whatever is done with the variable; and the capability goes when the result is filtered, since
//! nothing needs it any more.
//!
//! This is neither a rule nor an option of [`filter`](fn@crate::filter): what has to happen besides is no promise about the module's use,
//! but a change of the pipeline and of each draw. So it comes before the filter, which then finds nothing to do, and keys
//! follow from the words.
//!
//! # Exactness
//!
//! The three are scalars of 32-bit integers ("Built-In Variables" in the Vulkan specification), and so is an attribute of the format
//! `R32_SINT` or `R32_UINT`, which becomes the variable's value bit by bit ("Vertex Input Extraction"). Which of the two it has to be
//! is the type's signedness ([`DrawInput::is_signed`]).
//!
//! # What it refuses
//!
//! Stages other than that of vertices, which have no attributes: `DrawIndex` of tasks and meshes. A built-in that is a member of a block, or
//! that two variables have, or that is no 32-bit integer. Inputs whose locations are not known, since the new ones must be others.

use crate::facts::{interface, Facts, Scalar, TypeView};
use crate::module::Module;
use crate::specialize::literal;
use crate::tables::{built_in, decoration, execution_model, op, storage_class};
use crate::views;
use alloc::vec::Vec;

/// The built-ins, in the order of [`DrawInputs::inputs`].
const BUILT_INS: [u32; 3] = [
    built_in::BaseVertex,
    built_in::BaseInstance,
    built_in::DrawIndex,
];

/// The number of locations that are distinguished: no device has more.
const LOCATIONS: u32 = u128::BITS;

/// The longest chain of types of one input: arrays of arrays, of matrices, of vectors.
const DEEPEST: u32 = 8;

/// A built-in of a draw that a vertex stage reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DrawInput {
    /// Whether its type is a signed integer.
    pub is_signed: bool,
    /// The offset of the word in the module that says `BuiltIn`.
    offset: usize,
}

/// What a vertex stage reads of its draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DrawInputs {
    /// `BaseVertex`, `BaseInstance`, `DrawIndex`: those that it has.
    pub inputs: [Option<DrawInput>; 3],
    /// The locations of its other inputs, as bits.
    pub locations: u128,
}

/// Finds what a module with one entry point, that of a vertex stage, reads of its draw: `None` if it is nothing.
///
/// # Errors
/// Why it cannot be an input of the application, in words for people.
pub fn draw_inputs(module: &Module<'_>) -> Result<Option<DrawInputs>, &'static str> {
    let (words, facts) = (module.words(), &module.facts);
    let mut entries = facts.entries(words);
    let (Some(entry), None) = (entries.next(), entries.next()) else {
        return Err("the module has several entry points, or none");
    };
    // A selection still has the variables of other entry points.
    let is_own = |variable: u32| interface(entry).contains(&variable);
    let mut found = DrawInputs {
        inputs: [None; 3],
        locations: 0,
    };
    let place = |value: u32| BUILT_INS.iter().position(|&one| one == value);
    for inst in facts.decorations(words) {
        let decorate = views::Decorate(inst);
        match inst.opcode() {
            op::OpMemberDecorate => {
                let member = views::MemberDecorate(inst);
                if member.decoration() == decoration::BuiltIn && place(member.operand()).is_some() {
                    return Err("a built-in of the draw is a member of a block");
                }
            }
            op::OpDecorate
                if decorate.decoration() == decoration::BuiltIn && is_own(inst.target()) =>
            {
                let place = place(decorate.operand());
                let Some(input) = place.and_then(|at| found.inputs.get_mut(at)) else {
                    continue;
                };
                if input.is_some() {
                    return Err("two variables are the same built-in of the draw");
                }
                let is_signed = signedness(facts, words, decorate.target());
                *input = Some(DrawInput {
                    is_signed: is_signed.ok_or("a built-in of the draw is no 32-bit integer")?,
                    offset: inst.offset() as usize + 2,
                });
            }
            _ => {}
        }
    }
    if found.inputs == [None; 3] {
        return Ok(None);
    }
    if views::EntryPoint(entry).execution_model() != execution_model::Vertex {
        return Err("only vertex stages have attributes");
    }
    for inst in facts.decorations(words) {
        let decorate = views::Decorate(inst);
        let is_location = inst.opcode() == op::OpDecorate
            && decorate.decoration() == decoration::Location
            && is_own(inst.target());
        if !is_location {
            continue;
        }
        let Some(ty) = input_type(facts, words, inst.target()) else {
            continue;
        };
        let first = decorate.operand();
        let count = location_count(facts, words, ty, DEEPEST);
        let last = count.and_then(|count| first.checked_add(count));
        let last = last.filter(|&last| last <= LOCATIONS);
        let last = last.ok_or("the locations of another input are not known")?;
        (first..last).for_each(|location| found.locations |= 1 << location);
    }
    Ok(Some(found))
}

/// The type of an input variable.
fn input_type(facts: &Facts, words: &[u32], variable: u32) -> Option<u32> {
    let def = facts.def(words, variable)?;
    let is_input = def.opcode() == op::OpVariable
        && views::Variable(def).storage_class() == storage_class::Input;
    is_input.then(|| facts.pointee(words, def.result_type()))
}

/// Whether an input variable is a signed integer: `None` if it is no 32-bit integer.
fn signedness(facts: &Facts, words: &[u32], variable: u32) -> Option<bool> {
    match facts.type_view(words, input_type(facts, words, variable)?) {
        TypeView::Scalar(Scalar::Int { width: 32, signed }) => Some(signed),
        _ => None,
    }
}

/// How many locations an input takes ("Location and Component Assignment" in the Vulkan specification).
fn location_count(facts: &Facts, words: &[u32], ty: u32, depth: u32) -> Option<u32> {
    let depth = depth.checked_sub(1)?;
    let view = |ty| facts.type_view(words, ty);
    match view(ty) {
        TypeView::Scalar(_) => Some(1),
        TypeView::Vector { component, count } => match view(component) {
            TypeView::Scalar(scalar) => Some(if scalar.width() == 64 && count > 2 {
                2
            } else {
                1
            }),
            _ => location_count(facts, words, component, depth)?.checked_mul(count),
        },
        TypeView::Array { element, length } => {
            let length = facts.def(words, length)?;
            let length = (length.opcode() == op::OpConstant)
                .then(|| literal(facts, words, length))
                .flatten()?;
            let length = u32::try_from(length).ok()?;
            location_count(facts, words, element, depth)?.checked_mul(length)
        }
        _ => None,
    }
}

impl DrawInputs {
    /// The module with inputs at locations instead of the built-ins, in the same order. A built-in without a location stays.
    pub fn replaced(&self, module: &Module<'_>, locations: [Option<u32>; 3]) -> Vec<u32> {
        let mut words = module.words().to_vec();
        for (input, location) in self.inputs.iter().zip(locations) {
            let (Some(input), Some(location)) = (input, location) else {
                continue;
            };
            let place = words.get_mut(input.offset..);
            if let Some([kind, value, ..]) = place {
                (*kind, *value) = (decoration::Location, location);
            }
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assemble::{compute, stage};
    use crate::filter::{filter, Outcome, Scratch};
    use crate::options::{Limits, Options};
    use crate::target::Target;

    /// A vertex stage with the built-ins of a draw and other inputs.
    fn vertex(globals: &str) -> Vec<u32> {
        stage(
            0,
            "Vertex",
            "",
            "OpCapability DrawParameters\nOpExtension \"SPV_KHR_shader_draw_parameters\"",
            &format!(
                "OpDecorate %base BuiltIn BaseVertex
                OpDecorate %draw BuiltIn DrawIndex
                %i32 = OpTypeInt 32 1
                %to_i32 = OpTypePointer Input %i32
                %to_u32 = OpTypePointer Input %u32
                %base = OpVariable %to_i32 Input
                %draw = OpVariable %to_u32 Input
                {globals}"
            ),
            "%b = OpLoad %i32 %base
            %d = OpLoad %u32 %draw
            %c = OpBitcast %u32 %b
            %r = OpIAdd %u32 %c %d",
        )
    }

    fn found(words: &[u32]) -> Result<Option<DrawInputs>, &'static str> {
        draw_inputs(&Module::scan(words, &Limits::default()).unwrap())
    }

    #[test]
    fn built_ins_become_inputs_that_any_device_has() {
        let words = vertex("");
        let module = Module::scan(&words, &Limits::default()).unwrap();
        let found = draw_inputs(&module).unwrap().unwrap();
        let signed = found.inputs.map(|it| it.map(|it| it.is_signed));
        assert_eq!(signed, [Some(true), None, Some(false)]);
        let made = found.replaced(&module, [Some(31), None, Some(30)]);
        assert_eq!(made.len(), words.len());
        let target = Target::built_in("swiftshader").unwrap();
        let runs = |words: &[u32]| {
            let options = Options::default();
            let module = Module::scan(words, &options.limits).unwrap();
            filter(&module, &target, &options, &mut Scratch::new()).unwrap() != Outcome::Unsupported
        };
        assert!(!runs(&words));
        assert!(runs(&made));
        // One that stays is still lacking.
        assert!(!runs(&found.replaced(&module, [Some(31), None, None])));
        assert_eq!(
            draw_inputs(&Module::scan(&made, &Limits::default()).unwrap()),
            Ok(None)
        );
    }

    #[test]
    fn locations_of_other_inputs_are_counted() {
        let words = vertex(
            "OpDecorate %a Location 1
            OpDecorate %m Location 4
            OpDecorate %n Location 20
            %five = OpConstant %u32 5
            %v3 = OpTypeVector %f32 3
            %m3 = OpTypeMatrix %v3 3
            %list = OpTypeArray %m3 %two
            %to_list = OpTypePointer Input %list
            %row = OpTypeArray %u32 %five
            %to_row = OpTypePointer Input %row
            %a = OpVariable %to_u32 Input
            %m = OpVariable %to_list Input
            %n = OpVariable %to_row Input",
        );
        let found = found(&words).unwrap().unwrap();
        assert_eq!(found.locations, 1 << 1 | 0x3F << 4 | 0x1F << 20);
    }

    #[test]
    fn what_cannot_be_an_input_is_refused() {
        let twice =
            vertex("OpDecorate %again BuiltIn BaseVertex\n%again = OpVariable %to_i32 Input");
        assert!(found(&twice).unwrap_err().contains("two variables"));
        let wide = vertex(
            "OpDecorate %f BuiltIn BaseInstance
            %to_f32 = OpTypePointer Input %f32
            %f = OpVariable %to_f32 Input",
        );
        assert!(found(&wide).unwrap_err().contains("32-bit"));
        let member = vertex(
            "OpMemberDecorate %block 0 BuiltIn BaseInstance
            %block = OpTypeStruct %u32",
        );
        assert!(found(&member).unwrap_err().contains("block"));
        let open = vertex(
            "OpDecorate %n Location 20
            OpDecorate %length SpecId 0
            %length = OpSpecConstant %u32 5
            %row = OpTypeArray %u32 %length
            %to_row = OpTypePointer Input %row
            %n = OpVariable %to_row Input",
        );
        assert!(found(&open).unwrap_err().contains("not known"));
        let far = vertex("OpDecorate %n Location 4294967295\n%n = OpVariable %to_u32 Input");
        assert!(found(&far).unwrap_err().contains("not known"));
        assert_eq!(found(&compute(0, "", "", "")), Ok(None));
    }
}
