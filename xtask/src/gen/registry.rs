//! The input of every generator: the folder given by `--registry`, which is read once, and the workspace.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::grammar::{Core, ExtInstGrammar};

/// The Khronos registries in one folder.
pub struct Registry {
    folder: PathBuf,
    /// The workspace, for the inputs that are in it.
    pub workspace: PathBuf,
    /// The SPIR-V grammar.
    pub core: Core,
    /// The text of `vk.xml`.
    pub vk_xml: String,
}

impl Registry {
    /// Reads the grammar and vk.xml.
    pub fn open(folder: &Path, workspace: &Path) -> Result<Self> {
        let core = read(&folder.join("grammar/spirv.core.grammar.json"))?;
        let mut core: Core = serde_json::from_str(&core).context("spirv.core.grammar.json")?;
        core.complete_extensions();
        let vk_xml = read(&folder.join("vk.xml"))?;
        Ok(Self {
            folder: folder.to_path_buf(),
            workspace: workspace.to_path_buf(),
            core,
            vk_xml,
        })
    }

    /// The grammar of an extended instruction set, by the middle part of its file name.
    pub fn ext_inst(&self, name: &str) -> Result<ExtInstGrammar> {
        let file = format!("extinst.{name}.grammar.json");
        let text = read(&self.folder.join("grammar").join(&file))?;
        serde_json::from_str(&text).context(file)
    }

    /// The source of the SPIR-V tables, for their first line: the grammar's version, and the commit of SPIRV-Headers if the
    /// folder's README names it.
    pub fn spirv_revision(&self) -> String {
        let core = &self.core;
        let mut text = format!(
            "SPIR-V {}.{} revision {}",
            core.major_version, core.minor_version, core.revision
        );
        let readme = fs::read_to_string(self.folder.join("README.md")).unwrap_or_default();
        let commit = readme.split_once("SPIRV-Headers ").map(|(_, rest)| rest);
        let commit = commit.and_then(|rest| rest.split(|c: char| !c.is_ascii_hexdigit()).next());
        if let Some(commit) = commit.filter(|commit| commit.len() >= 7) {
            text.push_str(&format!(" (SPIRV-Headers {commit})"));
        }
        text
    }
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))
}
