//! Built-ins whose capability depends on the stage ([`crate::facts`] finds the stages).
//!
//! The grammar has one set of capabilities for all stages. The sets here hold those that suffice where the execution model does
//! not need one of them itself, by the Vulkan specification's section on built-in variables: for example
//! VUID-PrimitiveId-Fragment-04333, and the features `shaderOutputLayer` and `shaderOutputViewportIndex`.

use super::super::Place;
use super::Set;
use crate::tables::{built_in as b, execution_model as m};

/// Adds the needs of a built-in of a variable or of a structure's member in the stages that list it.
pub fn of_stages(place: &Place<'_>, id: u32, value: u32, need: &mut dyn FnMut(Set)) {
    for model in place.facts.models_of(id) {
        match (value, model) {
            (b::PrimitiveId, m::Fragment) => need(Set::PrimitiveOfFragments),
            (b::Layer, m::Vertex | m::TessellationEvaluation) => need(Set::LayerOfVertices),
            (b::ViewportIndex, m::Vertex | m::TessellationEvaluation) => {
                need(Set::ViewportOfVertices);
            }
            (b::ViewportIndex, m::Geometry) => need(Set::ViewportOfGeometry),
            (b::DrawIndex, m::Vertex) => need(Set::DrawOfVertices),
            (b::ViewportMaskNV, _) => need(Set::ViewportMaskOfVertices),
            (b::PositionPerViewNV | b::ViewportMaskPerViewNV, _) => need(Set::PerViewOfVertices),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
