//! The generation of a chip by the ids that Vulkan reports, `vendorID` and `deviceID`.
//!
//! Sources: the PCI ID Repository (pci.ids), with whose version of 2026-10-24 the table agrees, and the lists in Mesa's `include/pci_ids`.
//! Ranges are those within which all assigned ids of graphics chips are of one generation; an id outside of them tells the vendor only.
//! Adreno's and Mali's ids contain the generation: the first number of the product, and the major number of the architecture.

use super::products::Chip;

/// The vendors by `vendorID`.
const VENDORS: [(u32, &str); 10] = [
    (0x1002, "AMD"),
    (0x1010, "Imagination"),
    (0x106b, "Apple"),
    (0x10de, "NVIDIA"),
    (0x13b5, "Arm"),
    (0x144d, "Samsung"),
    (0x14e4, "Broadcom"),
    (0x5143, "Qualcomm"),
    (0x8086, "Intel"),
    (0x1414, "Microsoft"),
];

/// Vendor, family, year, and ranges of `deviceID`.
type Row = (&'static str, &'static str, u16, &'static [(u32, u32)]);

const RANGES: [Row; 31] = [
    (
        "NVIDIA",
        "Kepler",
        2012,
        &[
            (0xfc0, 0xfff),
            (0x1000, 0x103f),
            (0x1180, 0x11ff),
            (0x1280, 0x12bf),
        ],
    ),
    (
        "NVIDIA",
        "Maxwell",
        2014,
        &[
            (0x1340, 0x143f),
            (0x1613, 0x1676),
            (0x174d, 0x179c),
            (0x17c0, 0x17ff),
        ],
    ),
    (
        "NVIDIA",
        "Pascal",
        2016,
        &[
            (0x15c2, 0x15ff),
            (0x1725, 0x172f),
            (0x1b00, 0x1cff),
            (0x1d01, 0x1d56),
        ],
    ),
    ("NVIDIA", "Volta", 2017, &[(0x1d81, 0x1dff)]),
    (
        "NVIDIA",
        "Turing",
        2018,
        &[(0x1e02, 0x1fff), (0x2182, 0x21ff)],
    ),
    (
        "NVIDIA",
        "Ampere",
        2020,
        &[(0x2080, 0x20ff), (0x2200, 0x22ff), (0x2414, 0x25ff)],
    ),
    ("NVIDIA", "Ada", 2022, &[(0x2681, 0x28ff)]),
    (
        "NVIDIA",
        "Blackwell",
        2025,
        &[(0x2900, 0x2fff), (0x3180, 0x323e)],
    ),
    (
        "AMD",
        "GCN 1",
        2012,
        &[
            (0x6600, 0x663f),
            (0x6660, 0x667f),
            (0x6780, 0x679f),
            (0x6800, 0x683f),
        ],
    ),
    (
        "AMD",
        "GCN 2",
        2013,
        &[
            (0x1304, 0x131d),
            (0x6640, 0x665f),
            (0x67a0, 0x67be),
            (0x9830, 0x985f),
        ],
    ),
    (
        "AMD",
        "GCN 3",
        2014,
        &[
            (0x6900, 0x693b),
            (0x7300, 0x730f),
            (0x9870, 0x9877),
            (0x98e4, 0x98e4),
        ],
    ),
    (
        "AMD",
        "GCN 4",
        2016,
        &[
            (0x67c0, 0x67ff),
            (0x694c, 0x694f),
            (0x6980, 0x699f),
            (0x6fdf, 0x6fdf),
        ],
    ),
    (
        "AMD",
        "GCN 5",
        2017,
        &[
            (0x6860, 0x687f),
            (0x66a0, 0x66af),
            (0x69a0, 0x69af),
            (0x15dd, 0x15dd),
            (0x15d8, 0x15d8),
            (0x1636, 0x1638),
            (0x164c, 0x164c),
            (0x15e7, 0x15e7),
        ],
    ),
    (
        "AMD",
        "RDNA 1",
        2019,
        &[(0x7310, 0x731f), (0x7340, 0x734f), (0x7360, 0x7362)],
    ),
    (
        "AMD",
        "RDNA 2",
        2020,
        &[
            (0x73a0, 0x73ef),
            (0x73f1, 0x73ff),
            (0x7420, 0x743f),
            (0x163f, 0x163f),
            (0x1435, 0x1435),
            (0x164d, 0x164e),
            (0x1681, 0x1681),
            (0x1506, 0x1506),
        ],
    ),
    (
        "AMD",
        "RDNA 3",
        2022,
        &[
            (0x73f0, 0x73f0),
            (0x7440, 0x749f),
            (0x164f, 0x164f),
            (0x15bf, 0x15bf),
            (0x15c8, 0x15c8),
            (0x1900, 0x1902),
            (0x150e, 0x150e),
            (0x1586, 0x1586),
            (0x1114, 0x1114),
        ],
    ),
    ("AMD", "RDNA 4", 2025, &[(0x7550, 0x755f), (0x7590, 0x759f)]),
    ("Intel", "Gen 7", 2012, &[(0x152, 0x176), (0xf30, 0xf33)]),
    (
        "Intel",
        "Gen 7.5",
        2013,
        &[
            (0x402, 0x42e),
            (0xa02, 0xa2e),
            (0xc02, 0xc2e),
            (0xd02, 0xd2e),
        ],
    ),
    (
        "Intel",
        "Gen 8",
        2014,
        &[(0x1602, 0x163e), (0x22b0, 0x22b3)],
    ),
    (
        "Intel",
        "Gen 9",
        2015,
        &[
            (0x1902, 0x193d),
            (0x5902, 0x593b),
            (0x3e90, 0x3ea9),
            (0x9b21, 0x9bf6),
            (0x3184, 0x3185),
            (0xa84, 0xa84),
            (0x1a84, 0x1a85),
            (0x5a84, 0x5a85),
            (0x87c0, 0x87ca),
        ],
    ),
    (
        "Intel",
        "Gen 11",
        2019,
        &[(0x8a50, 0x8a71), (0x4541, 0x4571), (0x4e51, 0x4e71)],
    ),
    (
        "Intel",
        "Xe-LP",
        2020,
        &[
            (0x9a40, 0x9af8),
            (0x4c80, 0x4c9a),
            (0x4626, 0x463a),
            (0x4680, 0x46d4),
            (0xa720, 0xa7ad),
            (0x4905, 0x4909),
        ],
    ),
    (
        "Intel",
        "Xe-HPG",
        2022,
        &[(0x4f80, 0x4f88), (0x5690, 0x56c2)],
    ),
    (
        "Intel",
        "Xe-LPG",
        2023,
        &[(0x7d40, 0x7dd5), (0xb640, 0xb640)],
    ),
    ("Intel", "Xe2", 2024, &[(0x6420, 0x64b0), (0xe202, 0xe223)]),
    ("Intel", "Xe3", 2025, &[(0xb080, 0xb0ff)]),
    (
        "Qualcomm",
        "Adreno 5xx",
        2016,
        &[(0x0500_0000, 0x05ff_ffff)],
    ),
    (
        "Qualcomm",
        "Adreno 6xx",
        2018,
        &[(0x0600_0000, 0x06ff_ffff)],
    ),
    (
        "Qualcomm",
        "Adreno 7xx",
        2021,
        &[(0x0703_0000, 0x07ff_ffff), (0x4303_0000, 0x43ff_ffff)],
    ),
    (
        "Qualcomm",
        "Adreno 8xx",
        2024,
        &[(0x4400_0000, 0x44ff_ffff)],
    ),
];

/// The generations of Mali by the architecture's major number, in the highest four bits.
const MALI: [(u32, u32, &str, u16); 3] = [
    (6, 7, "Bifrost", 2016),
    (9, 11, "Valhall", 2019),
    (12, 14, "5th generation", 2023),
];

/// The ids of a device: the vendor's, and its own if it is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ids {
    /// `vendorID`.
    pub(super) vendor: u32,
    /// `deviceID`.
    pub(super) device: Option<u32>,
}

impl Ids {
    /// Reads `VENDOR:DEVICE` or `VENDOR`: hexadecimal after `0x` or as `lspci` prints it, or decimal. `None` if it is something else.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (vendor, device) = match text.trim().split_once(':') {
            Some((vendor, device)) => (vendor.trim(), Some(device.trim())),
            None => (text.trim(), None),
        };
        let read = |text: &str, radix| match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
            Some(digits) => u32::from_str_radix(digits, 16).ok(),
            None => u32::from_str_radix(text, radix).ok(),
        };
        // A single number without `0x` would be the number of a product.
        if device.is_none()
            && !vendor.to_lowercase().starts_with("0x")
            && read(vendor, 10).and_then(vendor_name).is_none()
        {
            return None;
        }
        let ids = |radix| {
            let device = match device {
                Some(device) => Some(read(device, radix)?),
                None => None,
            };
            let vendor = read(vendor, radix)?;
            Some(Self { vendor, device })
        };
        let known = |ids: &Self| vendor_name(ids.vendor).is_some();
        ids(16)
            .filter(known)
            .or_else(|| ids(10).filter(known))
            .or_else(|| ids(16))
    }

    /// The generation, otherwise only the vendor; `None` if that is not known either.
    pub(super) fn chip(self) -> Option<Result<Chip, &'static str>> {
        let vendor = vendor_name(self.vendor)?;
        Some(self.generation(vendor).ok_or(vendor))
    }

    fn generation(self, vendor: &'static str) -> Option<Chip> {
        let device = self.device?;
        if vendor == "Arm" {
            let mut rows = MALI.iter();
            let major = device >> 28;
            let (.., family, year) =
                *rows.find(|(first, last, ..)| (*first..=*last).contains(&major))?;
            return Some(Chip {
                vendor,
                family,
                year,
            });
        }
        let is_in = |&(first, last): &(u32, u32)| (first..=last).contains(&device);
        let is = |row: &&Row| row.0 == vendor && row.3.iter().any(is_in);
        let &(vendor, family, year, _) = RANGES.iter().find(is)?;
        Some(Chip {
            vendor,
            family,
            year,
        })
    }
}

fn vendor_name(id: u32) -> Option<&'static str> {
    let found = VENDORS.iter().find(|(vendor, _)| *vendor == id);
    found.map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::known_devices;
    use crate::Target;

    fn family(text: &str) -> Option<&'static str> {
        Ids::parse(text)?.chip()?.ok().map(|chip| chip.family)
    }

    #[test]
    fn ids_tell_the_generation() {
        for (ids, expected) in [
            ("0x10de:0x2504", "Ampere"),
            ("10de:2504", "Ampere"),
            ("4318:9476", "Ampere"),
            ("1002:73bf", "RDNA 2"),
            ("4098:29631", "RDNA 2"),
            ("0x8086:0x9a49", "Xe-LP"),
            ("0x5143:0x43050a01", "Adreno 7xx"),
            ("0x13b5:0xa8670000", "Valhall"),
        ] {
            assert_eq!(family(ids), Some(expected), "{ids}");
        }
        let vendor = |text| Ids::parse(text).and_then(Ids::chip);
        assert_eq!(vendor("0x10de"), Some(Err("NVIDIA")));
        assert_eq!(vendor("4318"), Some(Err("NVIDIA")));
        assert_eq!(vendor("0x10de:0x1"), Some(Err("NVIDIA")));
        assert_eq!(vendor("0x9999:0x1"), None);
        for none in [
            "Mali-G78",
            "3060",
            "",
            ":",
            "1002:",
            "x:y",
            "0x10de:0x123456789",
        ] {
            assert_eq!(Ids::parse(none), None, "{none}");
        }
    }

    #[test]
    fn no_two_ranges_overlap_and_captures_are_in_theirs() {
        let all = RANGES
            .iter()
            .flat_map(|row| row.3.iter().map(move |range| (row.0, *range)));
        let all: Vec<_> = all.collect();
        for (at, (vendor, (first, last))) in all.iter().enumerate() {
            assert!(first <= last);
            let others = all.iter().skip(at + 1).filter(|(other, _)| other == vendor);
            assert!(
                { others }.all(|(_, (from, to))| to < first || from > last),
                "{vendor} {first:#x}"
            );
        }
        let mut compared = 0;
        for known in known_devices() {
            let target = Target::built_in(known.name).unwrap();
            let properties = target.properties();
            let ids = Ids {
                vendor: properties.vendor_id.unwrap(),
                device: properties.device_id,
            };
            // NVK was asked with the id of another chip.
            if let (Some(Ok(chip)), false) = (ids.chip(), known.name.starts_with("nvk-")) {
                assert_eq!(
                    (Some(chip.vendor), chip.family),
                    (known.vendor, known.family),
                    "{}",
                    known.name
                );
                compared += 1;
            }
        }
        assert!(compared > 20, "{compared}");
    }
}
