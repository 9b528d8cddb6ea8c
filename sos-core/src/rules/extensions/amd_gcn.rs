//! `SPV_AMD_gcn_shader` by comparisons and selections, and its clock by `SPV_KHR_shader_clock`.
//!
//! # Cube maps
//!
//! With `x y z` the components of the direction, the major axis is that of the greatest magnitude; if magnitudes are equal, Z
//! precedes Y and Y precedes X (Vulkan specification, "Cube Map Face Selection"):
//!
//! ```text
//! CubeFaceIndexAMD     axis Z: z < 0 ? 5 : 4      axis Y: y < 0 ? 3 : 2      axis X: x < 0 ? 1 : 0
//!
//! CubeFaceCoordAMD     axis Z: s = z < 0 ? -x : x   t = -y                     s / (2 |z|) + 0.5, t / (2 |z|) + 0.5
//!                      axis Y: s = x                t = y < 0 ? -z : z         likewise by |y|
//!                      axis X: s = x < 0 ? z : -z   t = -y                     likewise by |x|
//! ```
//!
//! Exact for the index. For the coordinates the formula is exact ("Cube Map Coordinate Transformation") and its division has
//! the target's precision: the extension guarantees no precision, and AMD's instructions multiply by a reciprocal. 18
//! instructions for the index, 31 for the coordinates.
//!
//! # Time
//!
//! ```text
//! %t = OpExtInst %ulong %amd TimeAMD          %t = OpReadClockKHR %ulong %scope
//! ```
//!
//! with the scope `Subgroup` if the target has that clock, otherwise `Device`. Exact: both count in an unspecified unit, do not
//! decrease within an invocation, and wrap at 64 bits. Refused on a target that has neither clock.
//!
//! `amd-cube-face` is shown by `corpus/shaders/vendor/amd_cube_face.comp`.
//! `amd-time` is shown by `corpus/shaders/vendor/amd_time.comp`.

use crate::build::Build;
use crate::emit::Builder;
use crate::facts::{Facts, Scalar};
use crate::inst::Inst;
use crate::plan::import_set;
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::{amd_gcn_shader as amd, glsl_std_450 as glsl, op, scope, ExtInstSet};
use crate::target::feature;
use crate::views;

/// Faces of cube maps and coordinates on them.
pub const CUBE_FACE: Rule = Rule {
    name: "amd-cube-face",
    family: Family::Vendor,
    exactness: Exactness::Exact,
    summary: "face and coordinates of a cube map's direction by comparisons and a division",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpExtInst]).when(|facts, inst| {
            is_of(facts, inst) && views::ExtInst(inst).instruction() != amd::TimeAMD
        }),
        lower: lower_cube_face,
    },
};

/// The clock.
pub const TIME: Rule = Rule {
    name: "amd-time",
    family: Family::Vendor,
    exactness: Exactness::Exact,
    summary: "the shader's clock by that of VK_KHR_shader_clock",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpExtInst]).when(|facts, inst| {
            is_of(facts, inst) && views::ExtInst(inst).instruction() == amd::TimeAMD
        }),
        lower: lower_time,
    },
};

fn is_of(facts: &Facts, inst: Inst<'_>) -> bool {
    import_set(facts, views::ExtInst(inst).set()) == ExtInstSet::AmdGcnShader
}

fn lower_time(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let scope = match build.scene.target.has_feature(feature::shaderSubgroupClock) {
        true => scope::Subgroup,
        false => scope::Device,
    };
    let scope = build.constant(scope);
    build.op_as(
        inst.result(),
        op::OpReadClockKHR,
        inst.result_type(),
        &[scope],
    );
    Ok(())
}

/// A direction and its major axis.
struct Direction {
    float: u32,
    /// x, y, z.
    parts: [u32; 3],
    /// Their magnitudes.
    sizes: [u32; 3],
    /// Whether the major axis is Z, and whether it is Y if it is not Z.
    is_z: u32,
    is_y: u32,
    /// Whether the component on the major axis is negative.
    is_negative: u32,
}

impl Direction {
    fn of(build: &mut Builder<'_, '_>, direction: u32, float: u32) -> Self {
        let (vector, truth) = (build.vector(float, 3), build.bool());
        let size = build.glsl(glsl::FAbs, vector, &[direction]);
        let [parts, sizes] = [direction, size].map(|whole| {
            [0, 1, 2].map(|part| build.op(op::OpCompositeExtract, float, &[whole, part]))
        });
        let [size_x, size_y, size_z] = sizes;
        let reaches = op::OpFOrdGreaterThanEqual;
        let over_x = build.op(reaches, truth, &[size_z, size_x]);
        let over_y = build.op(reaches, truth, &[size_z, size_y]);
        let is_z = build.op(op::OpLogicalAnd, truth, &[over_x, over_y]);
        let is_y = build.op(reaches, truth, &[size_y, size_x]);
        let mut direction = Self {
            float,
            parts,
            sizes,
            is_z,
            is_y,
            is_negative: 0,
        };
        let major = direction.by_axis(build, parts);
        let zero = build.null(float);
        direction.is_negative = build.op(op::OpFOrdLessThan, truth, &[major, zero]);
        direction
    }

    /// Selects the one of three values that belongs to the major axis.
    fn by_axis(&self, build: &mut Builder<'_, '_>, [x, y, z]: [u32; 3]) -> u32 {
        let other = build.op(op::OpSelect, self.float, &[self.is_y, y, x]);
        build.op(op::OpSelect, self.float, &[self.is_z, z, other])
    }

    /// Selects by the sign of the major component.
    fn by_sign(&self, build: &mut Builder<'_, '_>, negative: u32, positive: u32) -> u32 {
        let operands = [self.is_negative, negative, positive];
        build.op(op::OpSelect, self.float, &operands)
    }
}

fn lower_cube_face(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let (ty, id) = (inst.result_type(), inst.result());
    let &[operand] = views::ExtInst(inst).operands() else {
        return Err(LowerError::Because("it has one operand"));
    };
    let components = match views::ExtInst(inst).instruction() {
        amd::CubeFaceIndexAMD => 1,
        amd::CubeFaceCoordAMD => 2,
        _ => return Err(LowerError::Because("the set has no such instruction")),
    };
    // No validator checks these types.
    let float = Scalar::Float { width: 32 };
    let given = build.shape(build.type_of(operand));
    if given != Some((float, 3)) || build.shape(ty) != Some((float, components)) {
        return Err(LowerError::Because(
            "it is for vectors of three 32-bit floats",
        ));
    }
    let float = build.component(ty);
    let direction = Direction::of(build, operand, float);
    if components == 1 {
        let faces = [0.0, 2.0, 4.0].map(|face| build.splat_float(float, face));
        let face = direction.by_axis(build, faces);
        let [one, zero] = [1.0, 0.0].map(|step| build.splat_float(float, step));
        let step = direction.by_sign(build, one, zero);
        build.op_as(id, op::OpFAdd, ty, &[face, step]);
        return Ok(());
    }
    let [x, _, z] = direction.parts;
    let minus = direction
        .parts
        .map(|part| build.op(op::OpFNegate, float, &[part]));
    let [minus_x, minus_y, minus_z] = minus;
    let s_of_x = direction.by_sign(build, z, minus_z);
    let s_of_z = direction.by_sign(build, minus_x, x);
    let t_of_y = direction.by_sign(build, minus_z, z);
    let s = direction.by_axis(build, [s_of_x, x, s_of_z]);
    let t = direction.by_axis(build, [minus_y, t_of_y, minus_y]);
    let size = direction.by_axis(build, direction.sizes);
    let twice = build.op(op::OpFAdd, float, &[size, size]);
    let [place, by] =
        [[s, t], [twice, twice]].map(|parts| build.op(op::OpCompositeConstruct, ty, &parts));
    let ratio = build.op(op::OpFDiv, ty, &[place, by]);
    let half = build.splat_float(ty, 0.5);
    build.op_as(id, op::OpFAdd, ty, &[ratio, half]);
    Ok(())
}

#[cfg(test)]
mod tests;
