//! The chip inside what people hold: telephones, headsets, handhelds, boards, and the makers' names for whole systems on a chip.
//!
//! Only what is sure: each name has one chip in all markets. A Galaxy S24 has an Adreno or an Xclipse, by the country, and is not
//! here. A name is taken whole, but for the maker's: `Galaxy S23 FE` is no `Galaxy S23`. Sources: Qualcomm's product briefs
//! (Snapdragon), Google's and Arm's pages on Tensor and Pixel, Samsung's of the Galaxy S23 and S25, Meta's of the Quest, Valve's of the
//! Steam Deck, AMD's of the Ryzen Z1, Asus's of the ROG Ally, Raspberry Pi's documentation, Rockchip's data sheet of the RK3588.

use super::products::words;

/// The chip, as drivers call it, and the names.
const INSIDE: &str = "\
Adreno 540|quest, snapdragon 835
Adreno 630|snapdragon 845
Adreno 640|snapdragon 855
Adreno 650|quest 2, quest pro, snapdragon 865, snapdragon xr 2, snapdragon xr 2 gen 1
Adreno 660|snapdragon 888
Adreno 730|snapdragon 8 gen 1
Adreno 740|quest 3, quest 3 s, snapdragon 8 gen 2, snapdragon xr 2 gen 2, s 23, s 23 plus, s 23 ultra
Adreno 750|snapdragon 8 gen 3
Adreno 830|snapdragon 8 elite, s 25, s 25 plus, s 25 ultra, s 25 edge
Mali-G78|pixel 6, pixel 6 a, pixel 6 pro, tensor g 1
Mali-G710|pixel 7, pixel 7 a, pixel 7 pro, tensor g 2
Mali-G715|pixel 8, pixel 8 a, pixel 8 pro, tensor g 3, pixel 9, pixel 9 a, pixel 9 pro, pixel 9 pro xl, pixel 9 pro fold, tensor g 4
Mali-G610|rk 3588
V3D 4.2|raspberry pi 4, raspberry pi 400, rpi 4
V3D 7.1|raspberry pi 5, raspberry pi 500, rpi 5
VANGOGH|steam deck, steam deck lcd, steam deck oled
Phoenix|rog ally, rog ally x, ryzen z 1, ryzen z 1 extreme, z 1 extreme
";

/// Words that say who made it, or nothing.
const NOISE: [&str; 14] = [
    "amd", "asus", "for", "galaxy", "google", "meta", "mobile", "oculus", "platform", "qualcomm",
    "rockchip", "samsung", "soc", "valve",
];

/// The chip inside, by a name that a driver or its maker would use. `None` if the name is not that of a product here.
pub(super) fn inside(all: &[String]) -> Option<String> {
    let is_said = |word: &&String| !NOISE.contains(&word.as_str());
    let name: Vec<&str> = all.iter().filter(is_said).map(String::as_str).collect();
    // Apple's are generations with sizes: `Apple M2 Max` is no `Apple M2`, and of its generation.
    if let ["m", generation, size @ ..] = name.as_slice() {
        if let ("1" | "2" | "3" | "4" | "5", [] | ["pro" | "max" | "ultra"]) = (*generation, size) {
            let size: String = size.iter().map(|size| format!(" {size}")).collect();
            return Some(format!("Apple M{generation}{size}"));
        }
    }
    let mut lines = INSIDE.lines().filter_map(|line| line.split_once('|'));
    let found = lines.find(|(_, products)| products.split(", ").any(|one| words(one) == name));
    found.map(|(chip, _)| chip.to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::products::chip;
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_product_is_there_once_and_its_chip_has_a_generation() {
        let mut names = BTreeSet::new();
        for line in INSIDE.lines() {
            let (of, products) = line.split_once('|').unwrap();
            assert!(matches!(chip(&words(of)), Some(Ok(_))), "{of}");
            for product in products.split(", ") {
                assert!(names.insert(words(product)), "{product}");
                assert_eq!(inside(&words(product)).as_deref(), Some(of), "{product}");
            }
        }
    }

    #[test]
    fn names_are_taken_whole() {
        let inside = |name: &str| inside(&words(name));
        for (name, chip) in [
            ("Snapdragon 8 Gen 2 for Galaxy", "Adreno 740"),
            ("Qualcomm Snapdragon 8+ Gen 1", "Adreno 730"),
            ("Samsung Galaxy S23", "Adreno 740"),
            ("Meta Quest 3S", "Adreno 740"),
            ("Google Pixel 8", "Mali-G715"),
            ("ROG Ally", "Phoenix"),
            ("M2 Max", "Apple M2 max"),
            ("m1", "Apple M1"),
        ] {
            assert_eq!(inside(name).as_deref(), Some(chip), "{name}");
        }
        for name in [
            "Galaxy S23 FE",
            "Galaxy S24",
            "Snapdragon 8s Gen 3",
            "ROG Xbox Ally",
            "Mali-G52 M2",
            "M9",
            "M2 Mini",
            "Samsung",
            "",
        ] {
            assert_eq!(inside(name), None, "{name}");
        }
    }
}
