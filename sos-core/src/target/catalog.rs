//! What people want to know of captured devices and no driver says: the maker and generation of the chip and its age, the system,
//! and how old the driver was.
//!
//! One text, a line for each capture. A test compares the names with those of `corpus/devices`, whose README explains the columns.

/// A captured device, as people group it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Known {
    /// The name, one of [`built_in_names`](super::built_in_names).
    pub name: &'static str,
    /// Who designed the chip; `None` for one in software.
    pub vendor: Option<&'static str>,
    /// The generation of the chip, as its maker or its driver's authors call it.
    pub family: &'static str,
    /// The year in which the first chip of this generation came out; in software, the driver.
    pub year: u16,
    /// The operating system of the driver: `Android`, `Linux`, `macOS` or `Windows`.
    pub system: &'static str,
    /// Where such chips are.
    pub form: Form,
    /// The version of the driver, as its makers count.
    pub driver: &'static str,
    /// The year in which this driver came out.
    pub driver_year: u16,
}

/// Where chips are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// In desktops, laptops, and game machines that are PCs.
    Desktop,
    /// In phones, tablets, headsets, and boards with such chips.
    Mobile,
    /// Nowhere: the driver computes on the processor.
    Software,
}

impl Form {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Desktop, Self::Mobile, Self::Software];

    /// Its name: `desktop`, `mobile` or `software`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Desktop => "desktop",
            Self::Mobile => "mobile",
            Self::Software => "software",
        }
    }
}

/// The captured devices, by name.
pub fn known_devices() -> impl Iterator<Item = Known> {
    TABLE.lines().filter_map(Known::parse)
}

impl Known {
    /// A line of the table. A test reads all, so none is invalid.
    fn parse(line: &'static str) -> Option<Self> {
        let mut cells = line.split('|').map(str::trim);
        let mut next = || cells.next();
        Some(Self {
            name: next()?,
            vendor: next().filter(|vendor| *vendor != "-"),
            family: next()?,
            year: next()?.parse().ok()?,
            system: next()?,
            form: next().and_then(|name| Form::ALL.into_iter().find(|form| form.name() == name))?,
            driver: next()?,
            driver_year: next()?.parse().ok()?,
        })
    }
}

/// Name, vendor, family and its year, system, form, driver and its year.
const TABLE: &str = "\
adreno-a540                | Qualcomm    | Adreno 5xx     | 2016 | Android | mobile   | 14.339    | 2018
adreno-a6xx                | Qualcomm    | Adreno 6xx     | 2018 | Android | mobile   | 512.502   | 2021
amd-cezanne-windows        | AMD         | GCN 5          | 2017 | Windows | desktop  | 22.20.28  | 2022
amd-r7-370-windows         | AMD         | GCN 1          | 2012 | Windows | desktop  | 2.0.179   | 2021
amd-rx-5700-windows        | AMD         | RDNA 1         | 2019 | Windows | desktop  | 2.0.353   | 2025
amd-rx-6650-xt-windows     | AMD         | RDNA 2         | 2020 | Windows | desktop  | 24.10.1   | 2024
amd-rx-7800-xt-windows     | AMD         | RDNA 3         | 2022 | Windows | desktop  | 2.0.294   | 2024
amd-rx-9070-xt-windows     | AMD         | RDNA 4         | 2025 | Windows | desktop  | 2.0.395   | 2026
anv-arl                    | Intel       | Xe-LPG         | 2023 | Linux   | desktop  | 26.2.6    | 2026
anv-bmg                    | Intel       | Xe2            | 2024 | Linux   | desktop  | 26.2.6    | 2026
anv-dg2                    | Intel       | Xe-HPG         | 2022 | Linux   | desktop  | 26.2.6    | 2026
anv-skl                    | Intel       | Gen 9          | 2015 | Linux   | desktop  | 26.2.6    | 2026
anv-tgl                    | Intel       | Xe-LP          | 2020 | Linux   | desktop  | 26.2.6    | 2026
hasvk-bdw                  | Intel       | Gen 8          | 2014 | Linux   | desktop  | 26.2.6    | 2026
hasvk-hsw                  | Intel       | Gen 7.5        | 2013 | Linux   | desktop  | 26.2.6    | 2026
honeykrisp-m1              | Apple       | M1             | 2020 | Linux   | desktop  | 26.2.6    | 2026
intel-arc-a770-windows     | Intel       | Xe-HPG         | 2022 | Windows | desktop  | 0.406.609 | 2026
intel-arc-b580-windows     | Intel       | Xe2            | 2024 | Windows | desktop  | 0.406.632 | 2026
intel-iris-xe-windows      | Intel       | Xe-LP          | 2020 | Windows | desktop  | 101.4255  | 2023
intel-uhd-620-windows      | Intel       | Gen 9          | 2015 | Windows | desktop  | 101.2125  | 2023
kosmickrisp-m5             | Apple       | M5             | 2025 | macOS   | desktop  | 26.0.99   | 2026
lavapipe-22.3.6            | -           | processor      | 2023 | Linux   | software | 22.3.6    | 2023
lavapipe-25.0.7            | -           | processor      | 2025 | Linux   | software | 25.0.7    | 2025
mali-g615                  | Arm         | Valhall        | 2019 | Android | mobile   | r44p1     | 2023
mali-g78                   | Arm         | Valhall        | 2019 | Android | mobile   | r36p0     | 2022
moltenvk-m1                | Apple       | M1             | 2020 | macOS   | desktop  | 1.4.1     | 2025
nvidia-gtx-1060-windows    | NVIDIA      | Pascal         | 2016 | Windows | desktop  | 537.13    | 2023
nvidia-gtx-1650-windows    | NVIDIA      | Turing         | 2018 | Windows | desktop  | 610.62    | 2026
nvidia-gtx-660-linux       | NVIDIA      | Kepler         | 2012 | Linux   | desktop  | 470.74    | 2021
nvidia-rtx-2070-linux      | NVIDIA      | Turing         | 2018 | Linux   | desktop  | 610.43.2  | 2026
nvidia-rtx-3060-ti-windows | NVIDIA      | Ampere         | 2020 | Windows | desktop  | 561.09    | 2024
nvidia-rtx-4070-windows    | NVIDIA      | Ada            | 2022 | Windows | desktop  | 551.61    | 2024
nvidia-rtx-5080-windows    | NVIDIA      | Blackwell      | 2025 | Windows | desktop  | 610.62    | 2026
nvk-ampere                 | NVIDIA      | Ampere         | 2020 | Linux   | desktop  | 25.0.7    | 2025
nvk-blackwell              | NVIDIA      | Blackwell      | 2025 | Linux   | desktop  | 26.2.6    | 2026
nvk-kepler                 | NVIDIA      | Kepler         | 2012 | Linux   | desktop  | 25.0.7    | 2025
nvk-maxwell                | NVIDIA      | Maxwell        | 2014 | Linux   | desktop  | 25.0.7    | 2025
nvk-pascal                 | NVIDIA      | Pascal         | 2016 | Linux   | desktop  | 25.0.7    | 2025
nvk-turing                 | NVIDIA      | Turing         | 2018 | Linux   | desktop  | 25.0.7    | 2025
panvk-g52                  | Arm         | Bifrost        | 2016 | Linux   | mobile   | 26.2.6    | 2026
panvk-g610                 | Arm         | Valhall        | 2019 | Linux   | mobile   | 26.2.6    | 2026
panvk-g720                 | Arm         | 5th generation | 2023 | Linux   | mobile   | 26.2.6    | 2026
powervr-ge8300             | Imagination | Rogue          | 2013 | Android | mobile   | 1.72      | 2017
pvr-bxe-4-32               | Imagination | B-Series       | 2020 | Linux   | mobile   | 26.2.6    | 2026
radv-bonaire               | AMD         | GCN 2          | 2013 | Linux   | desktop  | 25.0.7    | 2025
radv-gfx1201               | AMD         | RDNA 4         | 2025 | Linux   | desktop  | 26.2.6    | 2026
radv-navi10                | AMD         | RDNA 1         | 2019 | Linux   | desktop  | 25.0.7    | 2025
radv-navi21                | AMD         | RDNA 2         | 2020 | Linux   | desktop  | 25.0.7    | 2025
radv-navi31                | AMD         | RDNA 3         | 2022 | Linux   | desktop  | 25.0.7    | 2025
radv-pitcairn              | AMD         | GCN 1          | 2012 | Linux   | desktop  | 25.0.7    | 2025
radv-polaris10             | AMD         | GCN 4          | 2016 | Linux   | desktop  | 25.0.7    | 2025
radv-stoney                | AMD         | GCN 3          | 2014 | Linux   | desktop  | 25.0.7    | 2025
radv-vangogh               | AMD         | RDNA 2         | 2020 | Linux   | desktop  | 26.2.6    | 2026
radv-vega10                | AMD         | GCN 5          | 2017 | Linux   | desktop  | 25.0.7    | 2025
swiftshader                | -           | processor      | 2022 | Linux   | software | 5.0.0     | 2022
turnip-a618                | Qualcomm    | Adreno 6xx     | 2018 | Linux   | mobile   | 26.2.6    | 2026
turnip-a650                | Qualcomm    | Adreno 6xx     | 2018 | Linux   | mobile   | 26.2.6    | 2026
turnip-a660                | Qualcomm    | Adreno 6xx     | 2018 | Linux   | mobile   | 26.2.6    | 2026
turnip-a725                | Qualcomm    | Adreno 7xx     | 2021 | Linux   | mobile   | 26.2.6    | 2026
turnip-a740                | Qualcomm    | Adreno 7xx     | 2021 | Linux   | mobile   | 26.2.6    | 2026
turnip-a750                | Qualcomm    | Adreno 7xx     | 2021 | Linux   | mobile   | 26.2.6    | 2026
turnip-a830                | Qualcomm    | Adreno 8xx     | 2024 | Linux   | mobile   | 26.2.6    | 2026
v3dv-42                    | Broadcom    | VideoCore VI   | 2019 | Linux   | mobile   | 26.2.6    | 2026
v3dv-71                    | Broadcom    | VideoCore VII  | 2023 | Linux   | mobile   | 26.2.6    | 2026
";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::captured;
    use std::collections::BTreeMap;

    #[test]
    fn every_capture_is_known_and_every_line_is_complete() {
        let known: Vec<Known> = known_devices().collect();
        assert_eq!(known.len(), TABLE.lines().count());
        assert!(known.iter().map(|one| one.name).eq(captured::names()));
        let mut years = BTreeMap::new();
        for one in known {
            let Known { name, year, .. } = one;
            assert!((2010..2100).contains(&year), "{name}");
            assert!(one.driver_year >= year, "{name}: a driver before its chip");
            let systems = ["Android", "Linux", "macOS", "Windows"];
            assert!(systems.contains(&one.system), "{name}");
            assert_eq!(one.vendor.is_none(), one.form == Form::Software, "{name}");
            assert!(!one.driver.is_empty(), "{name}");
            if let Some(vendor) = one.vendor {
                let first = *years.entry((vendor, one.family)).or_insert(year);
                assert_eq!(first, year, "{name}: the family is of one year");
                assert!(
                    !one.family.contains(vendor),
                    "{name}: the vendor is said anyway"
                );
            }
        }
    }

    /// `BLESS=1` writes the end of the README.
    #[test]
    fn captured_devices_are_listed_in_the_readme() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus/devices/README.md");
        let readme = std::fs::read_to_string(path).unwrap();
        let heading = "## The captures\n";
        let (start, _) = readme.split_once(heading).expect("the heading");
        let mut wanted = format!(
            "{start}{heading}\n| device | chip | out since | form | system | driver | Vulkan |\n|---|---|---|---|---|---|---|\n"
        );
        for one in known_devices() {
            let version = captured::read(one.name).unwrap().api_version;
            wanted += &format!(
                "| `{}` | {} {} | {} | {} | {} | {}, {} | {version} |\n",
                one.name,
                one.vendor.unwrap_or("any"),
                one.family,
                one.year,
                one.form.name(),
                one.system,
                one.driver,
                one.driver_year,
            );
        }
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(path, wanted).unwrap();
            return;
        }
        assert!(
            readme == wanted,
            "not as the catalogue has it: BLESS=1 cargo test -p sos-core captured_devices"
        );
    }

    /// The generations that people have, each with a driver's description, on both systems where a maker has two drivers.
    #[test]
    fn the_families_that_people_have_are_there() {
        let families = [
            (
                "Qualcomm",
                "",
                "Adreno 5xx, Adreno 6xx, Adreno 7xx, Adreno 8xx",
            ),
            ("Arm", "", "Bifrost, Valhall, 5th generation"),
            ("Imagination", "", "Rogue, B-Series"),
            ("Broadcom", "", "VideoCore VI, VideoCore VII"),
            ("Apple", "Linux", "M1"),
            ("Apple", "macOS", "M1, M5"),
            (
                "Intel",
                "Linux",
                "Gen 7.5, Gen 8, Gen 9, Xe-LP, Xe-HPG, Xe-LPG, Xe2",
            ),
            ("Intel", "Windows", "Gen 9, Xe-LP, Xe-HPG, Xe2"),
            (
                "NVIDIA",
                "Linux",
                "Kepler, Maxwell, Pascal, Turing, Ampere, Blackwell",
            ),
            (
                "NVIDIA",
                "Windows",
                "Pascal, Turing, Ampere, Ada, Blackwell",
            ),
            (
                "AMD",
                "Linux",
                "GCN 1, GCN 2, GCN 3, GCN 4, GCN 5, RDNA 1, RDNA 2, RDNA 3, RDNA 4",
            ),
            // No report of GCN 2 to 4 on Windows was found.
            (
                "AMD",
                "Windows",
                "GCN 1, GCN 5, RDNA 1, RDNA 2, RDNA 3, RDNA 4",
            ),
        ];
        for (vendor, system, names) in families {
            for family in names.split(", ") {
                let is = |one: Known| {
                    one.vendor == Some(vendor)
                        && one.family == family
                        && (system.is_empty() || one.system == system)
                };
                assert!(known_devices().any(is), "{vendor} {family} {system}");
            }
        }
        // No driver's description of an Xclipse was found.
        assert!(!known_devices().any(|one| one.vendor == Some("Samsung")));
        let real = known_devices().filter(|one| one.form != Form::Software);
        assert!(real.count() >= 45);
    }
}
