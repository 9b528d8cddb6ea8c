//! Texts about a single device, in other forms than the Vulkan Profiles schema.
//!
//! - The schema of the device simulation layer, `devsim_1_0_0` and what followed it: Vulkan's structures side by side at the root.
//!   `vulkaninfo -j` wrote it before profiles existed, and vulkan.gpuinfo.org offers it.
//! - A report of the Vulkan Hardware Capability Viewer, as it is uploaded to vulkan.gpuinfo.org: `properties`, `features`, one member
//!   for each version of Vulkan, and in `extended` what extensions have, each value with its extension's name.
//!
//! Both state a device, however little they have of it.

use super::super::properties::FIELDS;
use super::super::{tables, ApiVersion, Description, Feature, TargetKind, VulkanExtension};
use super::gaps;
use super::stated::{array_at, at, object, object_at, text_at, Object, Stated};
use super::value::version;
use super::DescriptionError as Error;
use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use serde_json::Value;

/// The form of a text about a single device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    DeviceSimulation,
    Report,
}

impl Form {
    /// The form of a text, by its members; `None` if it is that of profiles or none of these.
    pub fn of(root: &Object) -> Option<Self> {
        let is_schema = |schema: &str| schema.contains("/devsim_");
        let has_structures = root.keys().any(|key| {
            key.starts_with("VkPhysicalDevice") || key == "ArrayOfVkExtensionProperties"
        });
        if root.contains_key("capabilities") {
            None
        } else if has_structures
            || root
                .get("$schema")
                .and_then(Value::as_str)
                .is_some_and(is_schema)
        {
            Some(Self::DeviceSimulation)
        } else {
            let is_report = root.get("properties").is_some_and(Value::is_object);
            is_report.then_some(Self::Report)
        }
    }

    /// The member with the structure that every device has.
    const fn properties(self) -> &'static str {
        match self {
            Self::DeviceSimulation => "VkPhysicalDeviceProperties",
            Self::Report => "properties",
        }
    }

    /// The device's name.
    pub fn name(self, root: &Object) -> &str {
        let properties = root.get(self.properties());
        let name = properties.and_then(|properties| properties.get("deviceName")?.as_str());
        name.filter(|name| !name.is_empty()).unwrap_or("device")
    }

    /// Reads the device.
    pub fn read(self, root: &Object) -> Result<Description, Error> {
        let mut stated = Stated::new();
        let origin = match self {
            Self::DeviceSimulation => read_structures(root, &mut stated)?,
            Self::Report => read_report(root, &mut stated)?,
        };
        let name = self.properties();
        let properties = object_at(root, name, "$")?;
        let version_of = |value| {
            let path = format!("$.{name}.apiVersion");
            let wrong = || Error::schema(path, gaps::VERSION_EXPECTED);
            version(value).ok_or_else(wrong)
        };
        let stated_version = properties.and_then(|properties| at(properties, "apiVersion"));
        let api_version = stated_version.map(version_of).transpose()?;

        let api = api_version.unwrap_or(ApiVersion::V1_0);
        let mut description = Description::new(self.name(root), TargetKind::Device, api);
        description.comment = origin;
        description.require(&stated.finish());
        if api_version.is_none() {
            description.gaps.push(gaps::VERSION.to_owned());
        }
        Ok(description)
    }
}

/// Reads Vulkan's structures, and returns the origin of the text.
fn read_structures(root: &Object, stated: &mut Stated) -> Result<String, Error> {
    for (name, members) in root {
        let path = format!("$.{name}");
        if name.starts_with("VkPhysicalDevice") && !members.is_null() {
            let members = object(members, &path)?;
            stated.features(name, members, &path)?;
            stated.properties(name, members, &path)?;
        }
    }
    const EXTENSIONS: &str = "ArrayOfVkExtensionProperties";
    if let Some(extensions) = root.get(EXTENSIONS) {
        stated.extensions(extensions, &format!("$.{EXTENSIONS}"))?;
    }
    read_extended(root, stated)?;
    let comments = object_at(root, "comments", "$")?;
    let origin = comments.map(|comments| text_at(comments, "desc", "$.comments"));
    Ok(origin.transpose()?.flatten().unwrap_or_default().to_owned())
}

/// Reads a report, and returns its origin.
fn read_report(root: &Object, stated: &mut Stated) -> Result<String, Error> {
    if let Some(properties) = object_at(root, "properties", "$")? {
        stated.properties("VkPhysicalDeviceProperties", properties, "$.properties")?;
        if let Some(subgroups) = object_at(properties, "subgroupProperties", "$.properties")? {
            let path = "$.properties.subgroupProperties";
            stated.properties("VkPhysicalDeviceSubgroupProperties", subgroups, path)?;
        }
    }
    if let Some(features) = object_at(root, "features", "$")? {
        stated.features("VkPhysicalDeviceFeatures", features, "$.features")?;
    }
    for (key, members) in root {
        let Some(version) = key.strip_prefix("core").filter(|_| !members.is_null()) else {
            continue;
        };
        let path = format!("$.{key}");
        let members = object(members, &path)?;
        if let Some(features) = object_at(members, "features", &path)? {
            let name = format!("VkPhysicalDeviceVulkan{version}Features");
            stated.features(&name, features, &format!("{path}.features"))?;
        }
        if let Some(properties) = object_at(members, "properties", &path)? {
            let name = format!("VkPhysicalDeviceVulkan{version}Properties");
            stated.properties(&name, properties, &format!("{path}.properties"))?;
        }
    }
    if let Some(extensions) = root.get("extensions") {
        stated.extensions(extensions, "$.extensions")?;
    }
    read_extended(root, stated)?;
    Ok("From a report of the Vulkan Hardware Capability Viewer (vulkan.gpuinfo.org).".to_owned())
}

/// Reads the features and properties of extensions.
fn read_extended(root: &Object, stated: &mut Stated) -> Result<(), Error> {
    let Some(extended) = object_at(root, "extended", "$")? else {
        return Ok(());
    };
    for (key, member) in [
        ("devicefeatures2", "supported"),
        ("deviceproperties2", "value"),
    ] {
        for item in array_at(extended, key, "$.extended")? {
            let row = object(item.value, &item.path)?;
            let extension = text_at(row, "extension", &item.path)?;
            let extension = extension.and_then(VulkanExtension::find);
            let name = text_at(row, "name", &item.path)?;
            let (Some(extension), Some(name), Some(value)) = (extension, name, at(row, member))
            else {
                continue;
            };
            let one = Object::from_iter([(name.to_owned(), value.clone())]);
            let path = format!("{}.{member}", item.path);
            if key == "devicefeatures2" {
                let mut features = Feature::all();
                let feature = features.find(|feature| {
                    feature.member() == name && feature.extensions().contains(&extension)
                });
                if let Some(feature) = feature {
                    stated.features(feature.structure(), &one, &path)?;
                }
            } else {
                let field = FIELDS.iter().find(|field| {
                    field.member == *name && tables::extension_has(&field.structure, extension)
                });
                if let Some(field) = field {
                    stated.properties(&field.structure, &one, &path)?;
                }
            }
        }
    }
    Ok(())
}
