//! The headers that shader authors include: `shaderlib/sos.glsl` and `shaderlib/sos.hlsli`.

use std::fmt::Write;

use anyhow::Result;

use super::{rows, Expression, Fact, Row};
use crate::gen::registry::Registry;

/// Renders `shaderlib/sos.glsl`.
pub fn glsl(registry: &Registry) -> Result<String> {
    let mut out = introduction(
        "GLSL 4.40 or later for Vulkan, with GL_GOOGLE_include_directive",
        "#extension GL_GOOGLE_include_directive : require\n//     ",
    );
    for row in rows(registry)? {
        let kind = if row.bool { "bool" } else { "uint" };
        let suffix = if row.bool { "" } else { "u" };
        let declaration = format!(
            "layout(constant_id = SOS_SPEC_BASE + {}) const {kind} {} = {}{suffix};",
            row.offset, row.name, row.default
        );
        constant(&mut out, &row, &declaration)?;
    }
    Ok(out)
}

/// Renders `shaderlib/sos.hlsli`.
pub fn hlsl(registry: &Registry) -> Result<String> {
    let mut out = introduction("HLSL for Vulkan", "");
    for row in rows(registry)? {
        let kind = if row.bool { "bool" } else { "uint" };
        let declaration = format!(
            "[[vk::constant_id(SOS_SPEC_BASE + {})]] const {kind} {} = {};",
            row.offset, row.name, row.default
        );
        constant(&mut out, &row, &declaration)?;
    }
    Ok(out)
}

fn introduction(language: &str, directive: &str) -> String {
    let file = if directive.is_empty() {
        "sos.hlsli"
    } else {
        "sos.glsl"
    };
    format!(
        "// What the device offers, as specialization constants: {language}.\n\
         // Written by `cargo xtask gen --registry DIR`; edits by hand are lost.\n\
         //\n\
         // Ask for constants by name before the include. Nothing else is declared, and the file can be included again\n\
         // with other names, so that a library can ask for what it needs:\n\
         //\n\
         //     {directive}#define SOS_USE_SUBGROUP_SIZE\n\
         //     #define SOS_USE_HAS_shaderFloat16\n\
         //     #include \"{file}\"\n\
         //     ... if (SOS_HAS_shaderFloat16) ...\n\
         //\n\
         // SOS sets them to what the target has and removes what they switch off. A shader that it never sees runs with the\n\
         // defaults: what every Vulkan device has.\n\
         //\n\
         // SOS_HAS_shaderFloat16 and the like: the feature is on. SOS_HAS_VK_*: what the extension brings to SPIR-V can be\n\
         // used, be it by the extension or by a core version that took it up. SOS_LIMIT_*: a limit, in Vulkan's units.\n\n\
         // The SpecId of the first constant. Define it before the include, and tell SOS, if the range is taken.\n\
         #ifndef SOS_SPEC_BASE\n#define SOS_SPEC_BASE 1024\n#endif\n"
    )
}

/// Writes one constant, which the header declares once if it is requested.
fn constant(out: &mut String, row: &Row, declaration: &str) -> Result<()> {
    let name = row.name.trim_start_matches("SOS_");
    writeln!(
        out,
        "\n// {}\n#if defined(SOS_USE_{name}) && !defined(SOS_DECLARED_{name})\n\
         #define SOS_DECLARED_{name}\n{declaration}\n#endif",
        describe(&row.expression)
    )?;
    Ok(())
}

fn describe(expression: &Expression) -> String {
    match expression {
        Expression::ApiVersion => {
            "The Vulkan version, packed as VK_MAKE_API_VERSION does it".to_owned()
        }
        Expression::SpirvVersion => {
            "The highest SPIR-V version, as in a module's header".to_owned()
        }
        Expression::Property {
            structure,
            member,
            element,
        } => {
            let element = element
                .map(|element| format!("[{element}]"))
                .unwrap_or_default();
            format!("{structure}::{member}{element}")
        }
        Expression::AnyOf(facts) => {
            let facts: Vec<String> = facts.iter().map(describe_fact).collect();
            facts.join(", or ")
        }
    }
}

fn describe_fact(fact: &Fact) -> String {
    match fact {
        Fact::Feature { structure, member } => format!("{structure}::{member}"),
        Fact::Extension(name) => name.clone(),
        Fact::Version(minor) => format!("Vulkan 1.{minor}"),
        Fact::SubgroupOperation { name, .. } => format!("VK_SUBGROUP_FEATURE_{name}_BIT"),
    }
}
