//! A device-independent description of a module: what `sos inspect` and `sos_inspect` show.
//!
//! The JSON form is versioned by [`Inspection::schema`]; field names are a contract, and `docs/json.md`
//! describes them. For people and tools: this allocates.

#[cfg(feature = "json")]
use serde::Serialize;

use crate::inspect::inspect;
use crate::module::Module;
use crate::report::EntryPointReport;
use crate::spec_constants::specialization_constants;

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
