//! Generates the vertex stage of a fragment case whose source names none.
//!
//! ```text
//! // sos: draw 16 16
//! ```
//!
//! The stage draws [`VERTICES`] vertices: a triangle that covers the framebuffer, and two oblique ones, one of them thin, so that
//! many quads are partially covered and have helper invocations. Each input of the fragment stage that has a location gets
//! small numbers that differ between vertices and components:
//!
//! ```text
//! n = (vertex * (2 * place + 3) + place * place) mod 16, where the component has index `place`; floats are n / 8
//! ```
//!
//! The stage is filtered for the same device as the fragment stage, so that both interfaces change in the same way. Inputs of
//! types that a vertex stage cannot write are an error.

use anyhow::{bail, Context as _, Result};
use rspirv::binary::Assemble as _;
use rspirv::dr::{Builder, Instruction, Module, Operand};
use rspirv::spirv::{
    AddressingModel, BuiltIn, Capability, Decoration, ExecutionModel, FunctionControl, MemoryModel,
    Op, StorageClass, Word,
};

use crate::execute::interface::{constant, literal, Interface};

/// Corners of the triangles, in normalized device coordinates. No edge passes through a pixel centre of a framebuffer whose
/// sides are powers of two.
const CORNERS: [[f32; 2]; 9] = [
    [-1.0, -1.0],
    [3.0, -1.0],
    [-1.0, 3.0],
    [-0.83, -0.71],
    [0.77, -0.33],
    [-0.12, 0.91],
    [0.11, -0.93],
    [0.94, 0.87],
    [0.67, 0.98],
];

/// The number of vertices to draw.
pub(crate) const VERTICES: u32 = CORNERS.len() as u32;

/// Generates the vertex stage for an entry point of a fragment stage.
///
/// # Errors
/// The module cannot be parsed, or has an input that no vertex stage can write.
pub(crate) fn generate(fragment: &[u32], entry: &str) -> Result<Vec<u32>> {
    let module = crate::reader::load(fragment)
        .map_err(|error| anyhow::anyhow!("the fragment stage cannot be read: {error}"))?;
    let interface = Interface::of(&module, StorageClass::Input, entry);
    let mut stage = Stage::new(&module);
    let mut variables = vec![stage.index, stage.position];
    let mut outputs = Vec::new();
    for input in &interface.variables {
        // A per-vertex input is an array over the vertices of the triangle; the vertex stage's output is its element.
        let per_vertex = input.has(Decoration::PerVertexKHR);
        let ty = match per_vertex {
            true => interface
                .element(input.ty)
                .context("an array of vertices")?,
            false => input.ty,
        };
        let ty = stage.ty(&interface, ty)?;
        let pointer = stage.build.type_pointer(None, StorageClass::Output, ty);
        let variable = stage
            .build
            .variable(pointer, None, StorageClass::Output, None);
        for (decoration, value) in &input.decorations {
            if matches!(decoration, Decoration::Location | Decoration::Component) {
                stage.build.decorate(variable, *decoration, value.clone());
            }
        }
        variables.push(variable);
        outputs.push((variable, ty));
    }
    let main = stage.main(&outputs)?;
    stage
        .build
        .entry_point(ExecutionModel::Vertex, main, "main", variables);
    Ok(stage.build.module().assemble())
}

/// A vertex stage under construction.
struct Stage {
    build: Builder,
    uint: Word,
    float: Word,
    /// `VertexIndex`.
    index: Word,
    /// `Position`.
    position: Word,
    /// The number of components that have a value so far.
    place: u32,
    /// Types of the fragment stage, with the corresponding types of this module.
    types: Vec<(Word, Word)>,
}

impl Stage {
    fn new(fragment: &Module) -> Self {
        let mut build = Builder::new();
        let version = fragment.header.as_ref().map_or((1, 0), |it| it.version());
        build.set_version(version.0, version.1);
        build.capability(Capability::Shader);
        for inst in &fragment.capabilities {
            if let Some(Operand::Capability(
                wide @ (Capability::Float64 | Capability::Int64 | Capability::StorageInputOutput16),
            )) = inst.operands.first()
            {
                build.capability(*wide);
            }
        }
        let storage = "SPV_KHR_16bit_storage";
        let is_storage =
            |inst: &Instruction| inst.operands == [Operand::LiteralString(storage.into())];
        if fragment.extensions.iter().any(is_storage) {
            build.extension(storage);
        }
        build.memory_model(AddressingModel::Logical, MemoryModel::GLSL450);
        let uint = build.type_int(32, 0);
        let float = build.type_float(32, None);
        let vector = build.type_vector(float, 4);
        let pointer = build.type_pointer(None, StorageClass::Input, uint);
        let index = build.variable(pointer, None, StorageClass::Input, None);
        let pointer = build.type_pointer(None, StorageClass::Output, vector);
        let position = build.variable(pointer, None, StorageClass::Output, None);
        for (variable, value) in [(index, BuiltIn::VertexIndex), (position, BuiltIn::Position)] {
            build.decorate(variable, Decoration::BuiltIn, [Operand::BuiltIn(value)]);
        }
        Self {
            build,
            uint,
            float,
            index,
            position,
            place: 0,
            types: Vec::new(),
        }
    }

    /// Declares a type of the fragment stage in this module, with its decorations.
    fn ty(&mut self, interface: &Interface<'_>, id: Word) -> Result<Word> {
        if let Some(&(_, here)) = self.types.iter().find(|(there, _)| *there == id) {
            return Ok(here);
        }
        let inst = interface.def(id).context("an input's type")?;
        let part = |at: usize| inst.operands.get(at).and_then(Operand::id_ref_any);
        let here = match inst.class.opcode {
            Op::TypeInt => self.build.type_int(literal(inst, 0), literal(inst, 1)),
            Op::TypeFloat => self.build.type_float(literal(inst, 0), None),
            Op::TypeVector | Op::TypeMatrix => {
                let part = self.ty(interface, part(0).context("a vector's type")?)?;
                match inst.class.opcode {
                    Op::TypeVector => self.build.type_vector(part, literal(inst, 1)),
                    _ => self.build.type_matrix(part, literal(inst, 1)),
                }
            }
            Op::TypeArray => {
                let length = part(1).and_then(|id| interface.constant(id));
                let part = self.ty(interface, part(0).context("an array's type")?)?;
                let length = length.context("an array of open size")?;
                let length = self.build.constant_bit32(self.uint, length);
                self.build.type_array(part, length)
            }
            Op::TypeStruct => {
                let parts = inst.operands.iter().filter_map(Operand::id_ref_any);
                let parts = parts
                    .map(|part| self.ty(interface, part))
                    .collect::<Result<Vec<_>>>()?;
                let here = self.build.type_struct(parts);
                for (member, decoration, value) in interface.member_decorations(id) {
                    if matches!(decoration, Decoration::Location | Decoration::Component) {
                        self.build.member_decorate(here, member, decoration, value);
                    }
                }
                if interface
                    .decorations(id)
                    .any(|it| it.0 == Decoration::Block)
                {
                    self.build.decorate(here, Decoration::Block, []);
                }
                here
            }
            other => bail!("no vertex stage writes an input of {other:?}"),
        };
        self.types.push((id, here));
        Ok(here)
    }

    /// Emits the entry point: the position and all outputs.
    fn main(&mut self, outputs: &[(Word, Word)]) -> Result<Word> {
        let void = self.build.type_void();
        let signature = self.build.type_function(void, []);
        let main = self
            .build
            .begin_function(void, None, FunctionControl::NONE, signature)?;
        self.build.begin_block(None)?;
        let vertex = self.build.load(self.uint, None, self.index, None, [])?;
        let corner = self.corner(vertex)?;
        self.build.store(self.position, corner, None, [])?;
        for &(variable, ty) in outputs {
            let value = self.value(ty, vertex)?;
            self.build.store(variable, value, None, [])?;
        }
        self.build.ret()?;
        self.build.end_function()?;
        Ok(main)
    }

    /// Emits the selection of a vertex's position from the corners.
    fn corner(&mut self, vertex: Word) -> Result<Word> {
        let (uint, float) = (self.uint, self.float);
        let (truth, vector) = (self.build.type_bool(), self.build.type_vector(float, 4));
        let [zero, one] = [0f32, 1.0].map(|it| self.build.constant_bit32(float, it.to_bits()));
        let mut chosen = [zero, zero];
        for (number, corner) in (0..).zip(CORNERS) {
            let number = self.build.constant_bit32(uint, number);
            let is = self.build.i_equal(truth, None, vertex, number)?;
            for (chosen, at) in chosen.iter_mut().zip(corner) {
                let at = self.build.constant_bit32(float, at.to_bits());
                *chosen = self.build.select(float, None, is, at, *chosen)?;
            }
        }
        let parts = [chosen[0], chosen[1], zero, one];
        Ok(self.build.composite_construct(vector, None, parts)?)
    }

    /// Emits the value of an output.
    fn value(&mut self, ty: Word, vertex: Word) -> Result<Word> {
        let inst = self.build.module_ref().types_global_values.iter();
        let mut inst = inst.filter(|inst| inst.result_id == Some(ty));
        let inst = inst.next().context("a type of an output")?.clone();
        let parts: Vec<Word> = match inst.class.opcode {
            Op::TypeInt | Op::TypeFloat => return self.number(&inst, ty, vertex),
            Op::TypeStruct => {
                let parts = inst.operands.iter().filter_map(Operand::id_ref_any);
                parts
                    .map(|part| self.value(part, vertex))
                    .collect::<Result<_>>()?
            }
            opcode => {
                let part = inst.operands.first().and_then(Operand::id_ref_any);
                let part = part.context("a type of parts")?;
                let count = match opcode {
                    Op::TypeArray => {
                        let length = inst.operands.get(1).and_then(Operand::id_ref_any);
                        length.and_then(|id| constant(self.build.module_ref(), id))
                    }
                    _ => Some(literal(&inst, 1)),
                };
                (0..count.context("an array of open size")?)
                    .map(|_| self.value(part, vertex))
                    .collect::<Result<_>>()?
            }
        };
        Ok(self.build.composite_construct(ty, None, parts)?)
    }

    /// Emits the number of a component.
    fn number(&mut self, inst: &Instruction, ty: Word, vertex: Word) -> Result<Word> {
        let (uint, float) = (self.uint, self.float);
        let place = self.place;
        self.place += 1;
        let of = |this: &mut Self, value| this.build.constant_bit32(uint, value);
        let (step, start, mask) = (
            of(self, 2 * place + 3),
            of(self, place * place),
            of(self, 15),
        );
        let sum = self.build.i_mul(uint, None, vertex, step)?;
        let sum = self.build.i_add(uint, None, sum, start)?;
        let number = self.build.bitwise_and(uint, None, sum, mask)?;
        let width = literal(inst, 0);
        if inst.class.opcode == Op::TypeFloat {
            let value = self.build.convert_u_to_f(float, None, number)?;
            let eighth = self.build.constant_bit32(float, 0.125f32.to_bits());
            let value = self.build.f_mul(float, None, value, eighth)?;
            return Ok(match width {
                32 => value,
                _ => self.build.f_convert(ty, None, value)?,
            });
        }
        Ok(match (width, literal(inst, 1)) {
            (32, 0) => number,
            (32, _) => self.build.bitcast(ty, None, number)?,
            (_, 0) => self.build.u_convert(ty, None, number)?,
            (_, _) => {
                let int = self.build.type_int(32, 1);
                let signed = self.build.bitcast(int, None, number)?;
                self.build.s_convert(ty, None, signed)?
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execute::interface::Variable;

    /// The location and component of each output of the vertex stage for an entry point.
    fn places(module: &[u8], entry: &str) -> Vec<(Option<u32>, u32)> {
        let words = sos_core::words::from_bytes(module).unwrap();
        let stage = crate::reader::load(&generate(&words, entry).unwrap()).unwrap();
        let written = Interface::of(&stage, StorageClass::Output, "main");
        let place = |it: &Variable| {
            let component = it.value(Decoration::Component);
            (it.value(Decoration::Location), component.unwrap_or(0))
        };
        written.variables.iter().map(place).collect()
    }

    #[test]
    fn every_input_is_written() {
        let module = include_bytes!("../../corpus/shaders/stages/component_packing.frag.spv");
        assert_eq!(
            places(module, "main"),
            [(Some(0), 0), (Some(0), 2), (Some(1), 0)]
        );
        assert!(generate(&[], "main").is_err());
    }

    #[test]
    fn inputs_of_other_entry_points_are_not_written() {
        let module = include_bytes!("../../corpus/shaders/subgroup/fragment_entry_points.wgsl.spv");
        assert_eq!(places(module, "first"), [(Some(0), 0)]);
        assert_eq!(places(module, "second"), [(Some(1), 0)]);
    }
}
