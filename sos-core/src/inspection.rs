//! A device-independent description of a module: what `sos inspect` and `sos_inspect` show.
//!
//! The JSON form is versioned by [`Inspection::schema`]; field names are a contract, and `docs/json.md`
//! describes them. For people and tools: this allocates.

#[cfg(feature = "json")]
use serde::Serialize;

use crate::inspect::inspect;
use crate::module::Module;
use core::fmt;

use crate::report::{text::needs, EntryPointReport};
use crate::spec_constants::specialization_constants;
use crate::text::{line, literal};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The value of [`Inspection::schema`] that this version writes.
pub const SCHEMA: u32 = 1;

/// What a module needs, whatever the device.
#[cfg_attr(feature = "json", derive(Serialize))]
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Inspection {
    /// Version of this structure, [`SCHEMA`].
    pub schema: u32,
    /// Size in 32-bit words.
    pub words: usize,
    /// The SPIR-V version, as "1.3".
    pub version: String,
    /// What each entry point needs.
    pub entry_points: Vec<EntryPointReport>,
    /// The specialization constants.
    pub constants: Vec<InspectedConstant>,
}

/// A specialization constant as the module declares it.
#[cfg_attr(feature = "json", derive(Serialize))]
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InspectedConstant {
    /// `constantID`.
    pub spec_id: u32,
    /// Its `OpName`, if the module kept names.
    pub name: Option<String>,
    /// Its type, as "uint32".
    #[cfg_attr(feature = "json", serde(rename = "type"))]
    pub type_name: String,
    /// The default's bits, zero-extended.
    pub default: u64,
}

impl Inspection {
    /// Examines a module.
    pub fn new(module: &Module<'_>) -> Self {
        let words = module.words();
        let constants = specialization_constants(module).into_iter();
        let constants = constants.map(|constant| InspectedConstant {
            spec_id: constant.spec_id,
            type_name: constant.kind.type_name(constant.width),
            name: constant.name,
            default: constant.default,
        });
        let minor = words.get(1).map_or(0, |version| version >> 8 & 0xFF);
        Self {
            schema: SCHEMA,
            words: words.len(),
            version: format!("1.{minor}"),
            entry_points: inspect(module),
            constants: constants.collect(),
        }
    }
}

/// In lines for people, the last without its end.
impl fmt::Display for Inspection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        let (version, words) = (&self.version, self.words);
        line(&mut text, format_args!("SPIR-V {version}, {words} words"));
        for entry_point in &self.entry_points {
            needs(&mut text, entry_point);
        }
        if !self.constants.is_empty() {
            line(&mut text, format_args!("specialization constants"));
        }
        for constant in &self.constants {
            let (id, name) = (constant.spec_id, constant.name.as_deref().unwrap_or("-"));
            let (kind, bits) = (&constant.type_name, constant.default);
            let value = literal(bits, kind);
            line(
                &mut text,
                format_args!("  {id:>4}  {name}  {kind} = {value}"),
            );
        }
        f.write_str(text.trim_end_matches('\n'))
    }
}
