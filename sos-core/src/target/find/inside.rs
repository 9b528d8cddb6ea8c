//! The graphics inside what people hold: phones, tablets, headsets, handhelds, boards, and the makers' names for whole systems on
//! a chip.
//!
//! Two tables: of products and the system on a chip in each (`phones.rs`), and of these and their graphics (`socs.rs`), which name their
//! sources. A product that was sold with several, by country or by year, has all of them: which one it is, only its owner knows. A
//! name is taken whole, but for the maker's: `Galaxy S23 FE` is no `Galaxy S23`.

mod phones;
mod socs;

use super::products::words;
use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use phones::PHONES;
use socs::SOCS;

/// Words that say who made it, or nothing.
const NOISE: [&str; 19] = [
    "amd",
    "asus",
    "for",
    "galaxy",
    "google",
    "hisilicon",
    "htc",
    "huawei",
    "mediatek",
    "meta",
    "mobile",
    "oculus",
    "platform",
    "qualcomm",
    "rockchip",
    "samsung",
    "soc",
    "sony",
    "valve",
];

/// Makers that are left out before a name that is theirs alone.
const BRANDS: [(&str, &[&str]); 3] = [
    ("apple", &["ipad", "iphone", "vision"]),
    ("motorola", &["moto"]),
    ("xiaomi", &["mi", "poco", "redmi"]),
];

/// What is inside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Inside {
    /// The system on a chip, if a product was named and this has a name of its own.
    pub(super) soc: Option<&'static str>,
    /// The graphics, by a name that a driver or its maker would use.
    pub(super) chip: String,
}

/// What is inside; several if the product was sold with several. Empty if the name is not that of a product here.
pub(super) fn inside(all: &[String]) -> Vec<Inside> {
    if let Some(chip) = apple(all) {
        return vec![Inside { soc: None, chip }];
    }
    let is_said = |word: &&str| !NOISE.contains(word);
    let name: Vec<&str> = all.iter().map(String::as_str).filter(is_said).collect();
    let name = match name.as_slice() {
        [maker, rest @ ..] if is_brand(maker, rest.first()) => rest,
        name => name,
    };
    let mut found = named(name);
    if found.is_empty() {
        let plain: Vec<&str> = { name.iter().copied() }
            .filter(|word| *word != "plus")
            .collect();
        found.extend(graphics(&plain).map(|chip| (None, chip)));
    }
    let found = found.into_iter().map(|(soc, chip)| Inside {
        soc,
        chip: chip.to_owned(),
    });
    found.collect()
}

/// The systems on a chip and graphics of a product, or the graphics of a system on a chip.
fn named(name: &[&str]) -> Vec<(Option<&'static str>, &'static str)> {
    if let Some(chip) = graphics(name) {
        return vec![(None, chip)];
    }
    let exact = products(|product| product == name);
    if !exact.is_empty() {
        return exact;
    }
    // Where both have the same chip, it is not said which of them it is; elsewhere, it may not be said.
    match name {
        [rest @ .., "4" | "5", "g"] => products(|product| product == rest),
        _ => products(
            |product| matches!(product, [rest @ .., radio, last] if last == "g" && matches!(radio.as_str(), "4" | "5") && rest == name),
        ),
    }
}

/// The systems on a chip and graphics of the products with such names.
fn products(is: impl Fn(&[String]) -> bool) -> Vec<(Option<&'static str>, &'static str)> {
    let mut found = Vec::new();
    for (soc, products) in PHONES.lines().filter_map(|line| line.split_once('|')) {
        if products.split(", ").any(|product| is(&words(product))) {
            let own: Vec<String> = words(soc);
            let own: Vec<&str> = own.iter().map(String::as_str).collect();
            found.push(match graphics(&own) {
                Some(chip) => (Some(soc), chip),
                None => (None, soc),
            });
        }
    }
    found
}

/// The graphics of the system on a chip.
fn graphics(name: &[&str]) -> Option<&'static str> {
    let mut lines = SOCS.lines().filter_map(|line| line.split_once('|'));
    let found = lines.find(|(_, socs)| socs.split(", ").any(|soc| words(soc) == name));
    found.map(|(chip, _)| chip)
}

/// Apple's are generations with sizes: `Apple M2 Max` is no `Apple M2`, and of its generation.
fn apple(all: &[String]) -> Option<String> {
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let name = match all.as_slice() {
        ["apple", rest @ ..] => rest,
        all => all,
    };
    let name = name.strip_suffix(&["bionic"]).unwrap_or(name);
    let (letter, generation, size) = match name {
        ["m", generation @ ("1" | "2" | "3" | "4" | "5"), size @ ..] => ("M", generation, size),
        ["a", generation, size @ ..]
            if generation.len() == 2 && ("11"..="19").contains(generation) =>
        {
            ("A", generation, size)
        }
        _ => return None,
    };
    let size = match size {
        [] => "",
        ["pro"] => " Pro",
        ["max"] => " Max",
        ["ultra"] => " Ultra",
        _ => return None,
    };
    Some(format!("Apple {letter}{generation}{size}"))
}

fn is_brand(maker: &str, next: Option<&&str>) -> bool {
    let mut brands = BRANDS.iter();
    let own = brands.find(|(brand, _)| *brand == maker);
    own.is_some_and(|(_, names)| next.is_some_and(|next| names.contains(next)))
}

#[cfg(test)]
mod tests {
    use super::super::products::chip;
    use super::*;
    use std::collections::BTreeSet;

    fn chips(name: &str) -> Vec<String> {
        let found = inside(&words(name)).into_iter();
        found.map(|inside| inside.chip).collect()
    }

    #[test]
    fn each_system_on_a_chip_is_there_once_and_its_graphics_have_a_generation() {
        let mut names = BTreeSet::new();
        for line in SOCS.lines() {
            let (of, socs) = line.split_once('|').unwrap();
            assert!(matches!(chip(&words(of)), Some(Ok(_))), "{of}");
            for soc in socs.split(", ") {
                assert!(names.insert(words(soc)), "{soc}");
                assert_eq!(chips(soc), [of], "{soc}");
            }
        }
    }

    #[test]
    fn each_product_has_what_its_lines_say() {
        for (soc, products) in PHONES.lines().map(|line| line.split_once('|').unwrap()) {
            for product in products.split(", ") {
                // `A12` by itself is Apple's chip.
                let found = inside(&words(&format!("Galaxy {product}")));
                let own = found.iter().find(|inside| {
                    inside.soc == Some(soc)
                        || inside.soc.is_none() && words(&inside.chip) == words(soc)
                });
                let own = own.unwrap_or_else(|| panic!("{product} has no {soc}: {found:?}"));
                assert!(matches!(chip(&words(&own.chip)), Some(Ok(_))), "{product}");
                let distinct: BTreeSet<_> = found.iter().map(|one| (one.soc, &one.chip)).collect();
                assert_eq!(distinct.len(), found.len(), "{product} is twice in {soc}");
            }
        }
    }

    #[test]
    fn names_are_taken_whole() {
        for (name, chips) in [
            ("Snapdragon 8 Gen 2 for Galaxy", &["Adreno 740"] as &[_]),
            ("Qualcomm Snapdragon 8+ Gen 1", &["Adreno 730"]),
            ("Snapdragon 7+ Gen 3", &["Adreno 732"]),
            ("Snapdragon 7 Gen 3", &["Adreno 720"]),
            ("MediaTek Dimensity 9300+", &["Immortalis-G720"]),
            ("Samsung Galaxy S23", &["Adreno 740"]),
            ("Samsung Galaxy S25+", &["Adreno 830"]),
            ("Samsung Galaxy A54 5G", &["Mali-G68"]),
            ("Galaxy S24", &["Adreno 750", "Xclipse 940"]),
            ("Galaxy S24 Ultra", &["Adreno 750"]),
            ("Galaxy S23 FE", &["Adreno 730", "Xclipse 920"]),
            ("Galaxy A52", &["Adreno 619", "Adreno 618"]),
            ("Galaxy A52 4G", &["Adreno 618"]),
            ("Xiaomi Redmi Note 13 Pro+ 5G", &["Mali-G610"]),
            ("Meta Quest 3S", &["Adreno 740"]),
            ("Google Pixel 8", &["Mali-G715"]),
            ("ROG Ally", &["Phoenix"]),
            ("Fairphone (Gen. 6)", &["Adreno 810"]),
            ("Apple Vision Pro", &["Apple M2", "Apple M5"]),
            ("Apple iPhone 15 Pro", &["Apple A17 Pro"]),
            ("A16 Bionic", &["Apple A16"]),
            ("Galaxy A16 4G", &["Mali-G57"]),
            ("M2 Max", &["Apple M2 Max"]),
            ("m1", &["Apple M1"]),
        ] {
            assert_eq!(self::chips(name), chips, "{name}");
        }
        for name in [
            "Galaxy S23 Mini",
            "Snapdragon 9",
            "ROG Xbox Ally",
            "Mali-G52 M2",
            "M9",
            "M2 Mini",
            "Samsung",
            "Quest 9",
            "Plus",
            "5G",
            "",
        ] {
            assert_eq!(inside(&words(name)), [], "{name}");
        }
    }
}
