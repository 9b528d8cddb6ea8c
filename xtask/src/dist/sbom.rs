//! The bill of materials: which crates are compiled in, in the JSON of CycloneDX 1.5 (<https://cyclonedx.org/docs/1.5/json/>).
//!
//! There is no serial number and no time in it, so that it is the same for the same sources.

use anyhow::Result;
use serde_json::{json, Value};

use super::crates::{Crates, Package};

/// Writes it.
pub fn write(crates: &Crates, target: &str) -> Result<String> {
    let version = crates.all.iter().find(|package| package.source.is_none());
    let version = version.map_or("", |package| package.version.as_str());
    let components: Vec<Value> = crates.all.iter().map(component).collect();
    let depends: Vec<Value> = crates
        .depends
        .iter()
        .map(|(of, on)| json!({ "ref": of, "dependsOn": on }))
        .collect();
    let document = json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": "sos",
                "name": "sos",
                "version": version,
                "licenses": [{ "expression": "MIT OR Apache-2.0" }],
                "properties": [{ "name": "target", "value": target }],
            },
        },
        "components": components,
        "dependencies": depends,
    });
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

fn component(package: &Package) -> Value {
    let mut component = json!({
        "type": "library",
        "bom-ref": package.url(),
        "name": package.name,
        "version": package.version,
        "purl": package.url(),
    });
    if let Some(licence) = &package.license {
        // Cargo still takes the slash that older crates have.
        let expression = licence.replace('/', " OR ");
        component["licenses"] = json!([{ "expression": expression }]);
    }
    if let Some(checksum) = &package.checksum {
        component["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
    }
    if let Some(repository) = &package.repository {
        component["externalReferences"] = json!([{ "type": "vcs", "url": repository }]);
    }
    component
}
