//! The devices of the setting `devices`, for which the layer reports: built-in ones, groups of those, and files.

use crate::settings::no_such;
use sos_core::target::{
    built_in_aliases, built_in_names, device_groups, devices_of_group, text_of_file,
};
use sos_core::Target;
use std::fs;
use std::path::Path;

/// Opens the devices, each once, with names for messages.
///
/// # Errors
/// A sentence about the first name that is none of a device.
pub fn open(names: &[String]) -> Result<Vec<(String, Target)>, String> {
    let mut opened: Vec<(String, Target)> = Vec::new();
    for name in names {
        let found = devices(name).map_err(|why| format!("devices: `{name}`: {why}"))?;
        for (name, target) in found {
            if !opened.iter().any(|(other, _)| *other == name) {
                opened.push((name, target));
            }
        }
    }
    Ok(opened)
}

/// A built-in device, those of a group, or a file's.
fn devices(name: &str) -> Result<Vec<(String, Target)>, String> {
    if let Some(built_in) = Target::built_in(name) {
        return Ok(vec![(name.to_owned(), built_in)]);
    }
    if let Some(group) = devices_of_group(name).map_err(|why| why.to_string())? {
        let group = group.into_iter();
        let open = |name: &str| Some((name.to_owned(), Target::built_in(name)?));
        return Ok(group.filter_map(open).collect());
    }
    let bytes = fs::read(Path::new(name)).map_err(|why| {
        let groups = device_groups().into_iter().map(|group| group.name);
        let groups: Vec<String> = groups.collect();
        let aliases = built_in_aliases().map(|(alias, _)| alias);
        let mut names: Vec<&str> = built_in_names().chain(aliases).collect();
        names.extend(groups.iter().map(String::as_str));
        let near = no_such(name, names);
        format!("neither a file ({why}) nor a built-in device or group: {near}")
    })?;
    let text = text_of_file(&bytes).ok_or("no text")?;
    let target = Target::from_json(&text).map_err(|why| why.to_string())?;
    Ok(vec![(name.to_owned(), target)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &[&str]) -> Result<Vec<String>, String> {
        let list: Vec<String> = list.iter().map(|name| (*name).to_owned()).collect();
        Ok(open(&list)?.into_iter().map(|(name, _)| name).collect())
    }

    #[test]
    fn groups_are_devices_and_each_is_there_once() {
        assert_eq!(names(&["nvk-pascal"]).unwrap(), ["nvk-pascal"]);
        let both = names(&["turnip-a740", "mobile-2025"]).unwrap();
        let mobile = names(&["mobile-2025"]).unwrap();
        assert!(mobile.len() > 10 && both.len() == mobile.len());
        assert_eq!(both[0], "turnip-a740");
        assert_eq!(names(&["mali-*"]).unwrap(), ["mali-g615", "mali-g78"]);
    }

    #[test]
    fn what_is_no_device_is_refused() {
        for (name, said) in [
            ("mobil", "`mobile` is near"),
            ("android-2021", "takes no year"),
            ("nonsense", "there is no `nonsense`"),
            ("mali-z*", "no built-in device has such a name"),
        ] {
            let why = names(&[name]).unwrap_err();
            let place = format!("devices: `{name}`: ");
            assert!(why.starts_with(&place) && why.ends_with(said), "{why}");
        }
    }
}
