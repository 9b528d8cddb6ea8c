//! Where settings are looked up.

use crate::chain;
use ash::vk;
use std::env;
use std::ffi::{c_char, c_void, CStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

/// Before the names of settings in the environment: the layer's name as Vulkan's configurator spells it, and a short one.
const PREFIXES: [&str; 2] = ["VK_SOS_FILTER_", "SOS_LAYER_"];

/// Before the names of settings in the file.
const NAMESPACE: &str = "sos_filter.";

/// The layer's name.
pub const LAYER: &str = "VK_LAYER_SOS_filter";

/// What the layer is, in its manifest.
pub const DESCRIPTION: &str = "Gives programs the shader features that SOS makes up for";

/// A setting as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The value.
    pub value: String,
    /// Where, for messages.
    pub place: String,
}

/// All settings of all places: name, value, place; those that count more first.
#[derive(Clone, Debug, Default)]
pub struct Sources(Vec<(String, Found)>);

impl Sources {
    /// From the environment, the file, and the chain of a `VkInstanceCreateInfo`.
    ///
    /// # Safety
    /// The chain is valid.
    pub unsafe fn new(chain: *const c_void) -> Self {
        let mut made = Self::default();
        made.add_environment(env::vars_os());
        if let Some((path, text)) = file() {
            made.add_file(&path, &text);
        }
        made.add_chain(chain);
        made
    }

    /// The setting of this name.
    pub fn find(&self, name: &str) -> Option<&Found> {
        let found = self.0.iter().find(|(other, _)| other == name);
        found.map(|(_, found)| found)
    }

    /// All names, with their places.
    pub fn names(&self) -> Vec<(String, String)> {
        let name = |(name, found): &(String, Found)| (name.clone(), found.place.clone());
        self.0.iter().map(name).collect()
    }

    /// Adds variables.
    pub fn add_environment(&mut self, variables: impl Iterator<Item = (OsString, OsString)>) {
        let variables: Vec<_> = variables.collect();
        for prefix in PREFIXES {
            for (name, value) in &variables {
                let (name, value) = (name.to_string_lossy(), value.to_string_lossy());
                // An empty variable is as good as none.
                if value.is_empty() {
                    continue;
                }
                if let Some(setting) = name.strip_prefix(prefix) {
                    self.add(setting.to_lowercase(), value.into_owned(), name.to_string());
                }
            }
        }
    }

    /// Adds the lines of a `vk_layer_settings.txt`.
    pub fn add_file(&mut self, path: &Path, text: &str) {
        let text = text.trim_start_matches('\u{feff}');
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default();
            let Some((name, value)) = line.split_once('=') else {
                continue;
            };
            if let Some(setting) = name.trim().strip_prefix(NAMESPACE) {
                let place = format!("{}:{} ({})", path.display(), number + 1, name.trim());
                let value = value.trim().trim_matches('"').to_owned();
                self.add(setting.to_owned(), value, place);
            }
        }
    }

    /// Adds what a program sets.
    unsafe fn add_chain(&mut self, chain: *const c_void) {
        let type_of = <vk::LayerSettingsCreateInfoEXT<'_> as vk::TaggedStructure>::STRUCTURE_TYPE;
        for structure in chain::structures(chain).filter(|&one| (*one).s_type == type_of) {
            let info: *const vk::LayerSettingsCreateInfoEXT<'_> = structure.cast();
            let (first, count) = ((*info).p_settings, (*info).setting_count as usize);
            if first.is_null() {
                continue;
            }
            for setting in std::slice::from_raw_parts(first, count) {
                let (Some(layer), Some(name)) =
                    (text(setting.p_layer_name), text(setting.p_setting_name))
                else {
                    continue;
                };
                if layer == LAYER {
                    let place = format!("VkLayerSettingEXT \"{name}\"");
                    self.add(name, values(setting).join(","), place);
                }
            }
        }
    }

    fn add(&mut self, name: String, value: String, place: String) {
        self.0.push((name, Found { value, place }));
    }
}

unsafe fn text(pointer: *const c_char) -> Option<String> {
    let text = (!pointer.is_null()).then(|| CStr::from_ptr(pointer))?;
    Some(text.to_string_lossy().into_owned())
}

/// The values of a setting as text, whatever their type.
unsafe fn values(setting: &vk::LayerSettingEXT<'_>) -> Vec<String> {
    unsafe fn all<T: Copy + ToString>(pointer: *const c_void, count: usize) -> Vec<String> {
        let list = std::slice::from_raw_parts(pointer.cast::<T>(), count);
        list.iter().map(T::to_string).collect()
    }
    let (pointer, count) = (setting.p_values, setting.value_count as usize);
    if pointer.is_null() || count == 0 {
        return Vec::new();
    }
    match setting.ty {
        vk::LayerSettingTypeEXT::BOOL32 | vk::LayerSettingTypeEXT::UINT32 => {
            all::<u32>(pointer, count)
        }
        vk::LayerSettingTypeEXT::INT32 => all::<i32>(pointer, count),
        vk::LayerSettingTypeEXT::INT64 => all::<i64>(pointer, count),
        vk::LayerSettingTypeEXT::UINT64 => all::<u64>(pointer, count),
        vk::LayerSettingTypeEXT::FLOAT32 => all::<f32>(pointer, count),
        vk::LayerSettingTypeEXT::FLOAT64 => all::<f64>(pointer, count),
        vk::LayerSettingTypeEXT::STRING => {
            let list = std::slice::from_raw_parts(pointer.cast::<*const c_char>(), count);
            list.iter().filter_map(|&one| text(one)).collect()
        }
        _ => Vec::new(),
    }
}

/// The file of settings and its text, if there is one.
fn file() -> Option<(PathBuf, String)> {
    const NAME: &str = "vk_layer_settings.txt";
    let named = env::var_os("VK_LAYER_SETTINGS_PATH").map(PathBuf::from);
    let named = named.map(|path| if path.is_dir() { path.join(NAME) } else { path });
    let data = env::var_os("XDG_DATA_HOME").map(PathBuf::from);
    let home = || Some(PathBuf::from(env::var_os("HOME")?).join(".local/share"));
    let user = data.or_else(home);
    let user = user.map(|data| data.join("vulkan/settings.d").join(NAME));
    let places = [named, user, Some(PathBuf::from(NAME))];
    places.into_iter().flatten().find_map(|path| {
        let bytes = fs::read(&path).ok()?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Some((path, text))
    })
}
