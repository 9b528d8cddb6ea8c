//! Values, as programs write them.
//!
//! The schema gives every value a type of JSON, and programs differ: a number may be a text in either base, a flag may be 0 or 1, bits
//! may be a number or names, with and without `VK_`. What is not known is `null`, an empty text or a name
//! that the tables do not contain, and that is no error.

use super::super::properties::{Kind, PropertyValue as Property};
use super::super::ApiVersion;
use super::DescriptionError as Error;
use crate::packed::Name;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// The largest number that a 64-bit float holds exactly, with all below it.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Whether the value says that it is not known.
pub fn is_unknown(value: &Value) -> bool {
    value.is_null() || value.as_str().is_some_and(|text| text.trim().is_empty())
}

/// A flag; `None` if it is not known.
pub fn flag(value: &Value, path: impl Fn() -> String) -> Result<Option<bool>, Error> {
    if is_unknown(value) {
        return Ok(None);
    }
    let named = value.as_str().map(str::trim).and_then(|text| match text {
        "true" | "True" | "VK_TRUE" => Some(true),
        "false" | "False" | "VK_FALSE" => Some(false),
        _ => None,
    });
    let flag = value.as_bool().or(named).or(match integer(value) {
        Some(0) => Some(false),
        Some(1) => Some(true),
        _ => None,
    });
    let wrong = || Error::schema(path(), "expected true or false");
    flag.ok_or_else(wrong).map(Some)
}

/// A version of Vulkan, as text or packed; `None` if it is neither.
pub fn version(value: &Value) -> Option<ApiVersion> {
    let text = value.as_str().and_then(ApiVersion::parse);
    text.or_else(|| ApiVersion::from_packed(u32::try_from(integer(value)?).ok()?))
}

/// A property's value; `None` if it is not known.
pub fn property(
    value: &Value,
    kind: Kind,
    path: impl Fn() -> String,
) -> Result<Option<Property>, Error> {
    if is_unknown(value) {
        return Ok(None);
    }
    let number = |value: &Value| {
        let number = integer(value).and_then(|number| u32::try_from(number).ok());
        number.ok_or_else(|| Error::schema(path(), "expected a number from 0 to 4294967295"))
    };
    Ok(Some(match kind {
        Kind::Flag => return Ok(flag(value, path)?.map(Property::Flag)),
        Kind::Unsigned => Property::Unsigned(number(value)?),
        Kind::Signed => {
            let number = integer(value);
            let signed = number.and_then(|number| i32::try_from(number).ok());
            // Some programs write negative numbers as unsigned ones.
            let wrapped = number.and_then(|number| u32::try_from(number).ok());
            let number = signed.or(wrapped.map(|number| number as i32));
            let wrong = || Error::schema(path(), "expected a 32-bit integer");
            Property::Signed(number.ok_or_else(wrong)?)
        }
        Kind::Float => {
            let text = value.as_str().and_then(|text| text.trim().parse().ok());
            let wrong = || Error::schema(path(), "expected a number");
            let number: f64 = value.as_f64().or(text).ok_or_else(wrong)?;
            Property::Float(number as f32)
        }
        Kind::Triple => {
            let numbers = value.as_array().map(Vec::as_slice).unwrap_or_default();
            let [a, b, c] = numbers else {
                return Err(Error::schema(path(), "expected three numbers"));
            };
            if numbers.iter().any(is_unknown) {
                return Ok(None);
            }
            Property::Triple([number(a)?, number(b)?, number(c)?])
        }
        Kind::Bits(table) => match value {
            Value::Array(items) => {
                let mut bits = 0;
                for item in items.iter().filter(|item| !is_unknown(item)) {
                    bits |= bits_of(item, table)
                        .ok_or_else(|| Error::schema(path(), "expected names of bits"))?;
                }
                Property::Unsigned(bits)
            }
            value => match bits_of(value, table) {
                Some(bits) => Property::Unsigned(bits),
                None => Property::Unsigned(number(value)?),
            },
        },
        Kind::Name(table) => match (value, integer(value)) {
            (Value::String(name), None) => match named(name, table) {
                Some(number) => Property::Unsigned(number),
                None => return Ok(None),
            },
            _ => Property::Unsigned(number(value)?),
        },
    }))
}

/// Bits from their number or from their names, with ` | ` between. Names that the table does not have are no bits.
fn bits_of(value: &Value, table: &[(Name, u32)]) -> Option<u32> {
    if let Some(number) = integer(value) {
        return u32::try_from(number).ok();
    }
    let names = value.as_str()?.split('|');
    Some(
        names
            .filter_map(|name| named(name, table))
            .fold(0, |all, bit| all | bit),
    )
}

/// The value of a name, of which some programs leave out the prefix.
fn named(name: &str, table: &[(Name, u32)]) -> Option<u32> {
    let plain = |name| str::strip_prefix(name, "VK_").unwrap_or(name);
    let mut entries = table.iter();
    let entry = entries.find(|entry| plain(entry.0.text()) == plain(name.trim()));
    entry.map(|entry| entry.1)
}

/// An integer as a number or as text, in decimal or with `0x` in hexadecimal.
fn integer(value: &Value) -> Option<i64> {
    match value {
        Value::String(text) => {
            let text = text.trim();
            match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
                Some(digits) if !digits.starts_with('+') => i64::from_str_radix(digits, 16).ok(),
                Some(_) => None,
                None => text.parse().ok(),
            }
        }
        value => value.as_i64().or_else(|| {
            let number = value.as_f64()?;
            (number as i64 as f64 == number && number.abs() <= EXACT).then_some(number as i64)
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generated::vulkan;
    use serde_json::json;

    fn read(value: &Value, kind: Kind) -> Option<Property> {
        property(value, kind, String::new).unwrap()
    }

    #[test]
    fn what_programs_write_is_understood() {
        for same in [
            json!(64),
            json!(64.0),
            json!("64"),
            json!("0x40"),
            json!(" 64 "),
        ] {
            assert_eq!(
                read(&same, Kind::Unsigned),
                Some(Property::Unsigned(64)),
                "{same}"
            );
        }
        for same in [
            json!(-8),
            json!("-8"),
            json!(-8.0),
            json!(4_294_967_288_u32),
        ] {
            assert_eq!(
                read(&same, Kind::Signed),
                Some(Property::Signed(-8)),
                "{same}"
            );
        }
        for same in [json!(0.5), json!("0.5"), json!("5e-1")] {
            assert_eq!(
                read(&same, Kind::Float),
                Some(Property::Float(0.5)),
                "{same}"
            );
        }
        for same in [
            json!(true),
            json!(1),
            json!("1"),
            json!("true"),
            json!("VK_TRUE"),
        ] {
            assert_eq!(
                read(&same, Kind::Flag),
                Some(Property::Flag(true)),
                "{same}"
            );
        }
        for same in [json!([1, 2, 3]), json!(["1", "0x2", 3.0])] {
            assert_eq!(
                read(&same, Kind::Triple),
                Some(Property::Triple([1, 2, 3])),
                "{same}"
            );
        }
        let bits = Kind::Bits(&vulkan::SUBGROUP_FEATURES);
        for same in [
            json!(3),
            json!("0x3"),
            json!(["VK_SUBGROUP_FEATURE_BASIC_BIT", "SUBGROUP_FEATURE_VOTE_BIT"]),
            json!([
                "VK_SUBGROUP_FEATURE_BASIC_BIT",
                null,
                "VK_OF_TOMORROW_BIT",
                2
            ]),
            json!("VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_VOTE_BIT"),
        ] {
            assert_eq!(read(&same, bits), Some(Property::Unsigned(3)), "{same}");
        }
        let name = Kind::Name(&vulkan::DRIVER_IDS);
        for same in [
            json!(3),
            json!("3"),
            json!("VK_DRIVER_ID_MESA_RADV"),
            json!("VK_DRIVER_ID_MESA_RADV_KHR"),
            json!("DRIVER_ID_MESA_RADV"),
        ] {
            assert_eq!(read(&same, name), Some(Property::Unsigned(3)), "{same}");
        }
        for same in [json!("1.1.106"), json!(4_198_506), json!("4198506")] {
            assert_eq!(version(&same), ApiVersion::parse("1.1.106"), "{same}");
        }
    }

    #[test]
    fn the_unknown_is_no_error() {
        for kind in [
            Kind::Flag,
            Kind::Unsigned,
            Kind::Signed,
            Kind::Float,
            Kind::Triple,
            Kind::Bits(&vulkan::SHADER_STAGES),
            Kind::Name(&vulkan::DRIVER_IDS),
        ] {
            for unknown in [json!(null), json!("")] {
                assert_eq!(read(&unknown, kind), None, "{kind:?} {unknown}");
            }
        }
        assert_eq!(read(&json!("_KHR"), Kind::Name(&vulkan::DRIVER_IDS)), None);
        assert_eq!(read(&json!([1, null, 3]), Kind::Triple), None);
        assert_eq!(version(&json!(null)), None);
    }

    #[test]
    fn nonsense_is_an_error() {
        for (value, kind) in [
            (json!(2), Kind::Flag),
            (json!("yes"), Kind::Flag),
            (json!(1.5), Kind::Unsigned),
            (json!(-1), Kind::Unsigned),
            (json!("0x"), Kind::Unsigned),
            (json!("0x+1"), Kind::Unsigned),
            (json!("0x1ffffffff"), Kind::Unsigned),
            (json!(u64::MAX), Kind::Signed),
            (json!({}), Kind::Float),
            (json!([1, 2]), Kind::Triple),
            (json!([[]]), Kind::Bits(&vulkan::SHADER_STAGES)),
            (json!(true), Kind::Name(&vulkan::DRIVER_IDS)),
        ] {
            assert!(
                property(&value, kind, String::new).is_err(),
                "{kind:?} {value}"
            );
        }
        assert_eq!(version(&json!("2.0")), None);
        assert_eq!(version(&json!(0)), None);
    }
}
