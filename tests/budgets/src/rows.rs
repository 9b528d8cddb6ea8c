//! What is counted: paths of the filter, and for each the modules and devices that take it.

use std::fmt;
use std::fs;
use std::path::PathBuf;

use sos_core::OutcomeKind;

use crate::measure::root;

/// A path of the filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Path {
    /// The device accepts the module as it is.
    NothingToDo,
    /// Names, debug information and needless declarations are removed.
    StripAndTrim,
    /// Specialization constants decide branches, and the rest is swept.
    Fold,
    /// One more specialization of a module that was prepared: the module is neither scanned nor filtered again.
    Specialize,
    /// Instructions or types are replaced.
    Lower,
    /// The module is refused, with a report.
    Refuse,
}

impl Path {
    /// The name in the table.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::NothingToDo => "nothing to do",
            Self::StripAndTrim => "strip and trim",
            Self::Fold => "fold",
            Self::Specialize => "specialize",
            Self::Lower => "lower",
            Self::Refuse => "refuse",
        }
    }

    /// Whether this outcome is one of the path's.
    pub(crate) fn is_taken(self, outcome: OutcomeKind) -> bool {
        let wanted = match self {
            Self::NothingToDo => OutcomeKind::Unchanged,
            Self::StripAndTrim | Self::Fold | Self::Specialize | Self::Lower => {
                OutcomeKind::Rewritten
            }
            Self::Refuse => OutcomeKind::Unsupported,
        };
        outcome == wanted
    }
}

/// A number of the table.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) path: Path,
    /// The name of a module below `corpus/shaders`, without `.spv`; or of a folder, for all modules in it that take the path.
    pub(crate) module: &'static str,
    /// The name of a built-in device.
    pub(crate) device: &'static str,
    /// Values for specialization constants, by `SpecId`.
    pub(crate) constants: &'static [(u32, u64)],
}

impl Row {
    /// The folder, if that is what the row names.
    pub(crate) fn folder(&self) -> Option<PathBuf> {
        let folder = root().join("corpus/shaders").join(self.module);
        folder.is_dir().then_some(folder)
    }

    /// The files, in order.
    ///
    /// # Panics
    /// If the folder cannot be read.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let Some(folder) = self.folder() else {
            let name = format!("corpus/shaders/{}.spv", self.module);
            return vec![root().join(name)];
        };
        let entries =
            fs::read_dir(&folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
        let files = entries.map(|entry| entry.expect("an entry of the folder").path());
        let mut files: Vec<PathBuf> = files
            .filter(|file| file.extension().is_some_and(|of| of == "spv"))
            .collect();
        files.sort();
        files
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {} for {}",
            self.path.name(),
            self.module,
            self.device
        )
    }
}

const fn row(path: Path, module: &'static str, device: &'static str) -> Row {
    Row {
        path,
        module,
        device,
        constants: &[],
    }
}

/// All numbers. What is counted for a row does not depend on other rows; those of a path stay together, and the table has their sums.
pub(crate) const ROWS: &[Row] = &[
    row(
        Path::NothingToDo,
        "programs/bitonic_sort.comp",
        "radv-navi31",
    ),
    row(Path::NothingToDo, "programs/lit.frag", "vulkan-1.1"),
    row(
        Path::NothingToDo,
        "types/half_arithmetic.comp",
        "radv-navi31",
    ),
    row(
        Path::NothingToDo,
        "storage/packed_structs.comp",
        "radv-navi31",
    ),
    row(
        Path::StripAndTrim,
        "programs/bitonic_sort.comp",
        "swiftshader",
    ),
    row(Path::StripAndTrim, "programs/lit.frag", "vulkan-1.1"),
    row(Path::StripAndTrim, "strip/debug_narrow.comp", "radv-navi31"),
    row(
        Path::StripAndTrim,
        "storage/packed_structs.comp",
        "radv-navi31",
    ),
    row(Path::Fold, "demo/wave_min.comp", "radv-navi31"),
    row(Path::Fold, "demo/tint.frag", "swiftshader"),
    row(Path::Fold, "library/scan_operations.comp", "radv-navi31"),
    Row {
        constants: &[(0, 9), (2, 1)],
        ..row(Path::Fold, "folding/loops.comp", "radv-navi31")
    },
    Row {
        constants: &[(0, 9), (2, 1)],
        ..row(Path::Specialize, "folding/loops.comp", "radv-navi31")
    },
    Row {
        constants: &[(0, 1), (1, 0), (2, 1)],
        ..row(Path::Specialize, "folding/joins.comp", "radv-navi31")
    },
    Row {
        constants: &[(0, 32), (1, 32), (2, 1)],
        ..row(
            Path::Specialize,
            "storage/packed_constants.comp",
            "swiftshader",
        )
    },
    row(Path::Lower, "types/half_arithmetic.comp", "swiftshader"),
    row(Path::Lower, "types/long_beside_narrow.comp", "swiftshader"),
    row(Path::Lower, "storage/packed_structs.comp", "swiftshader"),
    row(Path::Lower, "doubles/geodesic.comp", "swiftshader"),
    row(Path::Lower, "programs/half_matrix.comp", "nvk-kepler"),
    row(Path::Lower, "library/scan_operations.comp", "nvk-kepler"),
    row(Path::Lower, "subgroup/built_ins.comp", "nvk-kepler"),
    row(Path::Lower, "ops/atomic_float_all.comp", "nvk-kepler"),
    row(Path::Lower, "programs/scan_subgroups.comp", "vulkan-1.1"),
    row(Path::Lower, "library/reduce.comp", "vulkan-1.1"),
    row(Path::Lower, "types/half_arithmetic.comp", "vulkan-1.1"),
    row(Path::Lower, "images/non_uniform_short.frag", "vulkan-1.1"),
    row(Path::Lower, "types", "swiftshader"),
    row(Path::Lower, "storage", "swiftshader"),
    row(Path::Lower, "subgroup", "nvk-kepler"),
    row(Path::Refuse, "programs/shadow_rays.comp", "swiftshader"),
    row(Path::Refuse, "programs/meshlets.mesh", "vulkan-1.1"),
    row(Path::Refuse, "storage/mixed_addresses.comp", "adreno-a540"),
];
