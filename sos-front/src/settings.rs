//! Values of the filter's options as people write them, on the command line and in directives.
//!
//! - [`literal`] is a value of a specialization constant; [`constants`] turns such values into bits of the constants' types.
//! - [`entry_points`] selects entry points by name.
//! - [`set`] and [`image_format`] read one value of `--set` and `--image-format`.

pub mod constants;
pub mod entry_points;
pub mod literal;

use sos_core::tables::OperandKind;
use sos_core::{ImageFormat, SubgroupSize};

use crate::near::near;
use constants::Which;
use literal::Literal;

/// Reads `ID=VALUE` or `NAME=VALUE`: a `SpecId` or the name of a constant, and its value.
///
/// # Errors
/// It is something else; a sentence says what is expected.
pub fn set(text: &str) -> Result<(Which, Literal), String> {
    let (which, value) = text
        .split_once('=')
        .ok_or("expected ID=VALUE or NAME=VALUE")?;
    Ok((Which::parse(which)?, Literal::parse(value.trim())?))
}

/// Splits `ID=REST`, where ID is a `SpecId`. `rest` is what messages call the rest.
///
/// # Errors
/// It is something else; a sentence says what is expected.
pub fn split_id<'a>(text: &'a str, rest: &str) -> Result<(u32, &'a str), String> {
    let (id, value) = text
        .split_once('=')
        .ok_or_else(|| format!("expected ID={rest}"))?;
    let id = id
        .trim()
        .parse()
        .map_err(|_| format!("`{id}` is not a SpecId (0 to 4294967295)"))?;
    Ok((id, value.trim()))
}

/// Reads a number of invocations in a subgroup.
///
/// # Errors
/// It is something else; a sentence says so.
pub fn subgroup_size(text: &str) -> Result<SubgroupSize, String> {
    let size = text.parse().ok().and_then(SubgroupSize::new);
    size.ok_or_else(|| format!("`{text}` is not a power of two from 1 to 128"))
}

/// Reads `SET:BINDING=FORMAT`: the format of a storage image that is declared without one.
///
/// # Errors
/// It is something else, or no format has this name; a sentence says what is expected.
pub fn image_format(text: &str) -> Result<ImageFormat, String> {
    let wanted = || "expected SET:BINDING=FORMAT".to_owned();
    let (place, name) = text.split_once('=').ok_or_else(wanted)?;
    let (set, binding) = place.split_once(':').ok_or_else(wanted)?;
    let number = |text: &str| text.trim().parse().map_err(|_| wanted());
    let name = name.trim();
    let format = ImageFormat::number(name).ok_or_else(|| {
        let near = near(name, format_names());
        format!("no image format is called `{name}`{near}; see `sos list formats`")
    })?;
    Ok(ImageFormat {
        set: number(set)?,
        binding: number(binding)?,
        format,
    })
}

/// Names of image formats.
pub fn format_names() -> impl Iterator<Item = &'static str> {
    let rows = OperandKind::ImageFormat.enumerants().iter();
    rows.map(|row| row.name.text())
        .filter(|name| ImageFormat::number(name).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_values_are_split() {
        assert_eq!(set("3=-16"), Ok((Which::Id(3), Literal::Int(-16))));
        let name = Which::Name("TILE_SIZE".to_owned());
        assert_eq!(set(" TILE_SIZE = 8"), Ok((name, Literal::Int(8))));
        assert!(set("3").unwrap_err().contains("ID=VALUE"));
        assert!(set("-3=1").unwrap_err().contains("neither a SpecId"));
        assert!(set("=1").is_err());
        assert!(set("4294967296=1").is_err());
    }

    #[test]
    fn image_formats_are_spelt_as_spirv_spells_them() {
        let format = image_format("2:7=Rgba8").unwrap();
        assert_eq!((format.set, format.binding, format.name()), (2, 7, "Rgba8"));
        for wrong in [
            "",
            "2=Rgba8",
            "2:7",
            "2:7=rgba8",
            "2:7=Unknown",
            "2:x=R8",
            "-1:0=R8",
        ] {
            assert!(image_format(wrong).is_err(), "{wrong}");
        }
    }
}
