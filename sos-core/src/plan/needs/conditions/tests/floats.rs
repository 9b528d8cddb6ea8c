//! Float controls and fast math.

use super::{lacking, Case};
use crate::assemble::{compute, stage};
use crate::plan::needs::conditions::Is;
use crate::target::independence;

pub fn float_controls() -> Vec<Case> {
    use Is::*;
    type Flag = fn(&mut crate::target::Properties) -> &mut Option<bool>;
    let flags: [(Is, &str, u32, Flag); 15] = [
        (
            SignedZeroInfNanPreserve16,
            "SignedZeroInfNanPreserve",
            16,
            |p| &mut p.shader_signed_zero_inf_nan_preserve_float16,
        ),
        (
            SignedZeroInfNanPreserve32,
            "SignedZeroInfNanPreserve",
            32,
            |p| &mut p.shader_signed_zero_inf_nan_preserve_float32,
        ),
        (
            SignedZeroInfNanPreserve64,
            "SignedZeroInfNanPreserve",
            64,
            |p| &mut p.shader_signed_zero_inf_nan_preserve_float64,
        ),
        (DenormPreserve16, "DenormPreserve", 16, |p| {
            &mut p.shader_denorm_preserve_float16
        }),
        (DenormPreserve32, "DenormPreserve", 32, |p| {
            &mut p.shader_denorm_preserve_float32
        }),
        (DenormPreserve64, "DenormPreserve", 64, |p| {
            &mut p.shader_denorm_preserve_float64
        }),
        (DenormFlushToZero16, "DenormFlushToZero", 16, |p| {
            &mut p.shader_denorm_flush_to_zero_float16
        }),
        (DenormFlushToZero32, "DenormFlushToZero", 32, |p| {
            &mut p.shader_denorm_flush_to_zero_float32
        }),
        (DenormFlushToZero64, "DenormFlushToZero", 64, |p| {
            &mut p.shader_denorm_flush_to_zero_float64
        }),
        (RoundingModeRTE16, "RoundingModeRTE", 16, |p| {
            &mut p.shader_rounding_mode_rte_float16
        }),
        (RoundingModeRTE32, "RoundingModeRTE", 32, |p| {
            &mut p.shader_rounding_mode_rte_float32
        }),
        (RoundingModeRTE64, "RoundingModeRTE", 64, |p| {
            &mut p.shader_rounding_mode_rte_float64
        }),
        (RoundingModeRTZ16, "RoundingModeRTZ", 16, |p| {
            &mut p.shader_rounding_mode_rtz_float16
        }),
        (RoundingModeRTZ32, "RoundingModeRTZ", 32, |p| {
            &mut p.shader_rounding_mode_rtz_float32
        }),
        (RoundingModeRTZ64, "RoundingModeRTZ", 64, |p| {
            &mut p.shader_rounding_mode_rtz_float64
        }),
    ];
    let controls = |modes: &[(&str, u32)]| {
        let mut capabilities: Vec<&str> = modes.iter().map(|mode| mode.0).collect();
        capabilities.dedup();
        let preamble: String = capabilities
            .iter()
            .map(|name| format!("OpCapability {name}\n"))
            .collect();
        let modes: String = modes
            .iter()
            .map(|(name, width)| format!("OpExecutionMode %main {name} {width}\n"))
            .collect();
        let preamble = format!("{preamble}OpExtension \"SPV_KHR_float_controls\"");
        stage(3, "GLCompute", &modes, &preamble, "", "")
    };
    let mut cases = Vec::new();
    for (is, name, width, flag) in flags {
        cases.push(lacking(is, controls(&[(name, width)]), move |device| {
            *flag(&mut device.properties) = Some(false)
        }));
    }
    let pairs = [
        (
            DenormWidthsApart,
            "DenormPreserve",
            16,
            "DenormFlushToZero",
            64,
            independence::THIRTY_TWO_BIT_ONLY,
        ),
        (
            Denorm32Apart,
            "DenormFlushToZero",
            32,
            "DenormPreserve",
            16,
            independence::NONE,
        ),
        (
            RoundingWidthsApart,
            "RoundingModeRTE",
            64,
            "RoundingModeRTZ",
            16,
            independence::THIRTY_TWO_BIT_ONLY,
        ),
        (
            Rounding32Apart,
            "RoundingModeRTZ",
            64,
            "RoundingModeRTE",
            32,
            independence::NONE,
        ),
    ];
    for (is, one, width, other, other_width, setting) in pairs {
        cases.push(lacking(
            is,
            controls(&[(one, width), (other, other_width)]),
            move |device| {
                device.properties.denorm_behavior_independence = Some(setting);
                device.properties.rounding_mode_independence = Some(setting);
            },
        ));
    }
    for (is, width, flag) in [
        (FastMath16, 16, flags[0].3),
        (FastMath32, 32, flags[1].3),
        (FastMath64, 64, flags[2].3),
    ] {
        let preamble = match width {
            16 => "OpCapability Float16",
            64 => "OpCapability Float64",
            _ => "",
        };
        let preamble = format!(
            "{preamble}\nOpCapability FloatControls2\nOpExtension \"SPV_KHR_float_controls2\""
        );
        let ty = format!("%f = OpTypeFloat {width}\n%c = OpConstantNull %f");
        let ty = if width == 32 {
            "%c = OpConstantNull %f32"
        } else {
            &ty
        };
        let name = if width == 32 { "%f32" } else { "%f" };
        let direct = "OpDecorate %r FPFastMathMode NSZ";
        let grouped = "OpDecorate %group FPFastMathMode NSZ
            %group = OpDecorationGroup
            OpGroupDecorate %group %r";
        for decorated in [direct, grouped] {
            let globals = format!("{decorated}\n{ty}");
            let words = compute(6, &preamble, &globals, &format!("%r = OpFAdd {name} %c %c"));
            cases.push(lacking(is, words, move |device| {
                *flag(&mut device.properties) = Some(false)
            }));
        }
        let mode = format!("OpExecutionModeId %main FPFastMathDefault {name} %two");
        let words = stage(6, "GLCompute", &mode, &preamble, ty, "");
        cases.push(lacking(is, words, move |device| {
            *flag(&mut device.properties) = Some(false)
        }));
    }
    cases
}
