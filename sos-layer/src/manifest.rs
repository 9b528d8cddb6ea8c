//! The file by which the loader finds the layer, and a configurator its settings.

use crate::physical::{all_extensions, MANIFEST_REVISION};
use crate::settings::{Kind, DESCRIPTION, LAYER, ROWS};
use std::fmt::Write;

/// How a manifest is installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Installed {
    /// In `explicit_layer.d`: programs and users name the layer.
    Explicit,
    /// In `implicit_layer.d`: it runs in every program that is started with `ENABLE_SOS_FILTER=1`.
    Implicit,
}

/// The manifest, in JSON, of a library at this path, which may be relative to the manifest.
pub fn manifest(library_path: &str, installed: Installed) -> String {
    let extensions = all_extensions();
    let extensions: Vec<String> = extensions
        .iter()
        .map(|one| {
            let name = text(one.name());
            format!(
                "            {{ \"name\": {name}, \"spec_version\": \"{MANIFEST_REVISION}\", \"entrypoints\": [] }}"
            )
        })
        .collect();
    let settings: Vec<String> = ROWS.iter().map(setting).collect();
    let environment = match installed {
        Installed::Explicit => "",
        Installed::Implicit => {
            "        \"enable_environment\": { \"ENABLE_SOS_FILTER\": \"1\" },\n        \"disable_environment\": { \"DISABLE_SOS_FILTER\": \"1\" },\n"
        }
    };
    format!(
        r#"{{
    "file_format_version": "1.2.0",
    "layer": {{
        "name": {name},
        "type": "GLOBAL",
        "library_path": {path},
        "api_version": "1.4.0",
        "implementation_version": "1",
        "description": {description},
{environment}        "instance_extensions": [
            {{ "name": "VK_EXT_layer_settings", "spec_version": "2" }}
        ],
        "device_extensions": [
{extensions}
        ],
        "features": {{
            "settings": [
{settings}
            ]
        }}
    }}
}}
"#,
        name = text(LAYER),
        path = text(library_path),
        description = text(DESCRIPTION),
        extensions = extensions.join(",\n"),
        settings = settings.join(",\n"),
    )
}

/// One setting, as Vulkan's configurator reads it.
fn setting(row: &crate::Row) -> String {
    let (kind, default) = match row.kind {
        Kind::List => ("LIST", list(row.default)),
        Kind::Enum(_) => ("ENUM", text(row.default)),
        Kind::SaveFile => ("SAVE_FILE", text(row.default)),
        Kind::SaveFolder => ("SAVE_FOLDER", text(row.default)),
        Kind::Int => ("INT", row.default.to_owned()),
        Kind::Bool => ("BOOL", row.default.to_owned()),
    };
    let mut made = String::new();
    let _ = write!(
        made,
        "                {{\n                    \"key\": {},\n                    \"label\": {},\n                    \
         \"description\": {},\n                    \"env\": {},\n                    \"type\": \"{kind}\",\n                    \
         \"default\": {default}",
        text(row.name),
        text(row.label),
        text(row.description),
        text(&format!("VK_SOS_FILTER_{}", row.name.to_uppercase())),
    );
    if let Kind::Enum(names) = row.kind {
        let flags = names.iter().map(|name| {
            let name = text(name);
            format!("                        {{ \"key\": {name}, \"label\": {name}, \"description\": {name} }}")
        });
        let flags: Vec<String> = flags.collect();
        let flags = flags.join(",\n");
        let _ = write!(
            made,
            ",\n                    \"flags\": [\n{flags}\n                    ]"
        );
    }
    made + "\n                }"
}

fn list(value: &str) -> String {
    let items = value.split(',').filter(|item| !item.is_empty());
    let items: Vec<String> = items.map(text).collect();
    format!("[{}]", items.join(", "))
}

/// A string of JSON. Nothing here has control characters.
fn text(value: &str) -> String {
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}
