//! The crates that are compiled into what an archive holds, from `cargo metadata` and `Cargo.lock`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use serde::Deserialize;

use super::{cargo, output};

/// What `cargo metadata` says, as far as it matters here.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<DependencyKind>,
}

#[derive(Deserialize)]
struct DependencyKind {
    kind: Option<String>,
}

/// A package.
#[derive(Deserialize)]
pub struct Package {
    id: String,
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its licence, as an SPDX expression.
    pub license: Option<String>,
    /// Where its source lives.
    pub repository: Option<String>,
    /// Where its source came from; `None` for those of this workspace.
    pub source: Option<String>,
    manifest_path: PathBuf,
    /// The SHA-256 of its source's archive, by `Cargo.lock`.
    #[serde(skip)]
    pub checksum: Option<String>,
}

impl Package {
    /// The folder of its source.
    pub fn folder(&self) -> &Path {
        self.manifest_path.parent().unwrap_or(&self.manifest_path)
    }

    /// Its name as package managers write it: <https://github.com/package-url/purl-spec>.
    pub fn url(&self) -> String {
        format!(
            "pkg:cargo/{}@{}",
            self.name,
            self.version.replace('+', "%2B")
        )
    }
}

/// Packages, with what each depends on.
pub struct Crates {
    /// By name and version.
    pub all: Vec<Package>,
    /// The URLs of what a package depends on, by its URL.
    pub depends: BTreeMap<String, BTreeSet<String>>,
}

impl Crates {
    /// All that is compiled into some packages of a workspace for a target. What only builds or tests them is not.
    pub fn shipped(root: &Path, shipped: &[&str], target: &str) -> Result<Self> {
        let mut command = Command::new(cargo());
        command.current_dir(root);
        command.args([
            "metadata",
            "--format-version=1",
            "--locked",
            "--filter-platform",
            target,
        ]);
        let said = output(&mut command)?;
        let metadata: Metadata = serde_json::from_slice(&said).context("cargo metadata")?;
        let path = root.join("Cargo.lock");
        let lock = fs::read_to_string(&path).context(path.display().to_string())?;
        Ok(Self::reached(metadata, shipped, &checksums(&lock)))
    }

    fn reached(
        metadata: Metadata,
        shipped: &[&str],
        checksums: &BTreeMap<(String, String), String>,
    ) -> Self {
        let nodes: BTreeMap<&str, &Node> = metadata
            .resolve
            .nodes
            .iter()
            .map(|node| (node.id.as_str(), node))
            .collect();
        let of = |id: &str| {
            let deps = nodes.get(id).map_or(&[][..], |node| &node.deps);
            let compiled = |dep: &&Dependency| dep.dep_kinds.iter().any(|kind| kind.kind.is_none());
            deps.iter()
                .filter(compiled)
                .map(|dep| dep.pkg.clone())
                .collect::<Vec<_>>()
        };
        let mut open: Vec<String> = metadata
            .packages
            .iter()
            .filter(|package| package.source.is_none() && shipped.contains(&package.name.as_str()))
            .map(|package| package.id.clone())
            .collect();
        let mut edges = BTreeMap::new();
        while let Some(id) = open.pop() {
            edges.entry(id).or_insert_with_key(|id| {
                let needs = of(id);
                open.extend(needs.iter().cloned());
                needs
            });
        }
        let urls: BTreeMap<String, String> = metadata
            .packages
            .iter()
            .map(|package| (package.id.clone(), package.url()))
            .collect();
        let url = |id: &String| urls.get(id).cloned();
        let depends = edges
            .iter()
            .filter_map(|(id, needs)| Some((url(id)?, needs.iter().filter_map(url).collect())))
            .collect();
        let mut all: Vec<Package> = metadata
            .packages
            .into_iter()
            .filter(|package| edges.contains_key(&package.id))
            .map(|package| Package {
                checksum: checksums
                    .get(&(package.name.clone(), package.version.clone()))
                    .cloned(),
                ..package
            })
            .collect();
        all.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
        Self { all, depends }
    }
}

/// The checksums of `Cargo.lock`, by name and version.
fn checksums(lock: &str) -> BTreeMap<(String, String), String> {
    let entries = lock.split("[[package]]").skip(1);
    let found = entries.filter_map(|entry| {
        let field = |name: &str| {
            let start = format!("{name} = \"");
            let line = entry.lines().find_map(|line| line.strip_prefix(&start))?;
            Some(line.trim_end_matches('"').to_owned())
        };
        Some(((field("name")?, field("version")?), field("checksum")?))
    });
    found.collect()
}
