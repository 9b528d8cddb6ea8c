//! The generation of a chip by the name of a product or of the chip, as its maker or its driver's authors use it.
//!
//! From the makers' public lists of products, and the names in Mesa's drivers. Names are compared as letters and numbers: `RTX3060` and
//! `GeForce RTX 3060` have the same, and `#` stands for any digit. The first line that has a pattern somewhere in the name applies. Apple's
//! chips of phones are with those of computers whose graphics are of the same family in Apple's Metal feature set tables.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

/// A generation of chips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chip {
    /// Who designed it.
    pub(super) vendor: &'static str,
    /// Its name, as in the catalogue of captured devices if that has it.
    pub(super) family: &'static str,
    /// When its first chip came out.
    pub(super) year: u16,
}

/// Vendor, family, year, names.
const PRODUCTS: &str = "\
Qualcomm|Adreno 5xx|2016|adreno 5##
Qualcomm|Adreno 6xx|2018|adreno 6##, adreno 7 c
Qualcomm|Adreno 7xx|2021|adreno 7##, adreno x 1
Qualcomm|Adreno 8xx|2024|adreno 8##, adreno x 2
Qualcomm|Adreno 4xx|2014|adreno 4##
Qualcomm|Adreno 3xx|2012|adreno 3##
Arm|Midgard|2012|mali t ###
Arm|Bifrost|2016|mali g 31, mali g 51, mali g 52, mali g 71, mali g 72, mali g 76
Arm|Valhall|2019|mali g 57, mali g 68, mali g 77, mali g 78, mali g #10, mali g #15
Arm|5th generation|2023|mali g #20, mali g #25, mali g 1, immortalis g #20, immortalis g #25
Arm|Valhall|2019|immortalis g 715
HiSilicon|Maleoon|2023|maleoon
Imagination|Rogue|2013|powervr rogue, powervr ge ####, powervr gx ####, powervr gm ####, powervr g 6###
Imagination|A-Series|2019|powervr ax #, powervr axe, powervr axm, powervr axt
Imagination|B-Series|2020|powervr bxe, powervr bxm, powervr bxs, powervr bxt
Imagination|D-Series|2023|powervr dxd, powervr dxs, powervr dxt
Broadcom|VideoCore VI|2019|raspberry pi 4, rpi 4, v 3 d 4, videocore vi
Broadcom|VideoCore VII|2023|raspberry pi 5, rpi 5, v 3 d 7, videocore vii
Samsung|Xclipse|2022|xclipse
Apple|A11|2017|apple a 11
Apple|A12|2018|apple a 12
Apple|A13|2019|apple a 13
Apple|M1|2020|apple m 1, apple a 14
Apple|M2|2021|apple m 2, apple a 15, apple a 16
Apple|M3|2023|apple m 3, apple a 17
Apple|M4|2024|apple m 4, apple a 18
Apple|M5|2025|apple m 5, apple a 19
Intel|Gen 7|2012|ivb, byt, hd 2500, hd 4000, bay trail, ivy bridge
Intel|Gen 7.5|2013|hsw, hd 4200, hd 4400, hd 4600, hd 5000, iris 5100, iris pro 5200, haswell
Intel|Gen 8|2014|bdw, chv, hd 5300, hd 5500, hd 5600, hd 6000, iris 6100, iris pro 6200, broadwell
Intel|Gen 9|2015|skl, kbl, cfl, cml, whl, aml, glk, bxt, apl, hd 5##, hd 6##, uhd 6##, iris 5##, iris 6##, iris plus 6##, iris pro 5##, skylake, kaby lake, coffee lake
Intel|Gen 11|2019|icl, ehl, jsl, iris plus, ice lake
Intel|Xe-LP|2020|tgl, rkl, adl, rpl, dg 1, iris xe, uhd 7##, tiger lake, alder lake, raptor lake, xe graphics
Intel|Xe-HPG|2022|dg 2, acm, arc a ###, arc pro a ##
Intel|Xe-LPG|2023|mtl, arl, meteor lake, arrow lake
Intel|Xe2|2024|lnl, bmg, arc b ###, arc 1##v, lunar lake, battlemage
Intel|Xe3|2025|ptl, panther lake
NVIDIA|Maxwell|2014|gtx 9##, gtx 750, gtx 745, gtx titan x, tegra x 1, gm ###
NVIDIA|Kepler|2012|gtx 6##, gtx 7##, gt 6##, gt 7##, gtx titan, quadro k ####, gk ###
NVIDIA|Pascal|2016|gtx 10##, gt 10##, titan xp, mx 150, quadro p ####, tesla p ###, gp ###
NVIDIA|Volta|2017|titan v, tesla v 100, gv 100
NVIDIA|Turing|2018|rtx 20##, gtx 16##, mx 450, titan rtx, quadro rtx, tesla t 4, tu ###
NVIDIA|Ampere|2020|rtx 30##, rtx a ####, a 100, ga ###
NVIDIA|Ada|2022|rtx 40##, l 40, ad ###
NVIDIA|Blackwell|2025|rtx 50##, gb 2##
AMD|GCN 2|2013|bonaire, hawaii, kaveri, kabini, mullins, r 9 290, r 9 390, r 7 260, hd 7790
AMD|GCN 3|2014|tonga, fiji, carrizo, stoney, topaz, iceland, r 9 285, r 9 380, r 9 fury, r 9 nano
AMD|GCN 1|2012|pitcairn, tahiti, verde, oland, hainan, hd 77##, hd 78##, hd 79##, r 9 270, r 9 280, r 7 250, r 7 370
AMD|GCN 4|2016|polaris, rx 4##, rx 5##, vegam
AMD|GCN 5|2017|vega, raven, renoir, cezanne, lucienne, barcelo, radeon vii, radeon pro vii
AMD|RDNA 1|2019|navi 1#, rx 5###
AMD|RDNA 2|2020|navi 2#, rx 6###, vangogh, van gogh, steam deck, rembrandt, raphael, mendocino, radeon 6##m
AMD|RDNA 3|2022|navi 3#, rx 7###, phoenix, hawk point, strix, gfx 11##, krackan, radeon 7##m, radeon 8##m, radeon 80##s
AMD|RDNA 4|2025|navi 4#, rx 9###, gfx 12##
";

/// Words that name a maker, for products that no line knows.
const MAKERS: &str = "\
Qualcomm|adreno, qualcomm, snapdragon, turnip
Arm|mali, immortalis, arm
Imagination|powervr, imagination
Broadcom|broadcom, videocore
Samsung|xclipse
HiSilicon|maleoon
Apple|apple, iphone, ipad, macbook, imac, mac
Intel|intel, iris, arc
NVIDIA|nvidia, geforce, quadro, tegra, tesla, nvk
AMD|amd, radeon, ati, radv
";

/// The words and numbers of a name, in small letters; marks, and words that say nothing, are left out.
pub(super) fn words(name: &str) -> Vec<String> {
    let mut name = name.to_lowercase().replace('+', " plus ");
    for mark in ["(tm)", "(r)", "\u{2122}", "\u{ae}"] {
        name = name.replace(mark, " ");
    }
    let kind = |letter: char| match letter {
        '0'..='9' | '#' => 1,
        _ if letter.is_alphanumeric() => 2,
        _ => 0,
    };
    let mut words: Vec<String> = Vec::new();
    let mut last = 0;
    for letter in name.chars() {
        let this = kind(letter);
        match words.last_mut() {
            Some(word) if this == last && this != 0 => word.push(letter),
            _ if this != 0 => words.push(letter.to_string()),
            _ => {}
        }
        last = this;
    }
    words.retain(|word| !matches!(word.as_str(), "graphics" | "gpu" | "series"));
    words
}

/// The generation that a name tells, and whether it is known; otherwise only the vendor.
pub(super) fn chip(words: &[String]) -> Option<Result<Chip, &'static str>> {
    let lines = PRODUCTS.lines().filter_map(|line| {
        let mut cells = line.split('|');
        let (vendor, family, year) = (cells.next()?, cells.next()?, cells.next()?);
        let chip = Chip {
            vendor,
            family,
            year: year.parse().ok()?,
        };
        Some((chip, cells.next()?))
    });
    // What is longest says most: `quest 3` more than `quest`.
    let matched = lines.filter_map(|(chip, names)| Some((longest(names, words)?, chip)));
    if let Some((_, chip)) = matched.reduce(|best, one| if one.0 > best.0 { one } else { best }) {
        return Some(Ok(chip));
    }
    let mut makers = MAKERS.lines().filter_map(|line| line.split_once('|'));
    let maker = makers.find(|(_, names)| longest(names, words).is_some());
    maker.map(|(vendor, _)| Err(vendor))
}

/// The brands of which a bare number is that of a chip, if they are of one generation; otherwise one of each generation.
pub(super) fn numbered(number: &str) -> Vec<String> {
    let mut found: Vec<(&str, String)> = Vec::new();
    for line in PRODUCTS.lines() {
        let Some((family, names)) = line.rsplit_once('|') else {
            continue;
        };
        let brand = names.split(", ").find_map(|name| {
            let pattern = words(name);
            // A letter is no brand, and any number is that of a product of some.
            let [brand, like] = pattern.as_slice() else {
                return None;
            };
            let says = like.starts_with(|digit: char| digit.is_ascii_digit());
            (brand.len() > 1 && says && is_like(number, like)).then(|| brand.clone())
        });
        found.extend(brand.map(|brand| (family, brand)));
    }
    found.dedup_by_key(|(family, _)| *family);
    found.into_iter().map(|(_, brand)| brand).collect()
}

/// The length of the longest of the names that are somewhere in the words, in letters.
fn longest(names: &str, all: &[String]) -> Option<usize> {
    let lengths = names.split(", ").filter_map(|name| {
        let pattern = words(name);
        let mut places = all.windows(pattern.len().max(1));
        let is = |place: &[String]| place.iter().zip(&pattern).all(|(a, b)| is_like(a, b));
        places.any(is).then_some(name.len())
    });
    lengths.max()
}

fn is_like(word: &str, pattern: &str) -> bool {
    word.len() == pattern.len()
        && word
            .bytes()
            .zip(pattern.bytes())
            .all(|(letter, like)| letter == like || like == b'#' && letter.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::known_devices;

    fn family(name: &str) -> Option<&'static str> {
        chip(&words(name))
            .and_then(Result::ok)
            .map(|chip| chip.family)
    }

    #[test]
    fn products_tell_their_generation() {
        for (name, expected) in [
            ("NVIDIA GeForce RTX 3060", "Ampere"),
            ("RTX4090", "Ada"),
            ("GeForce GTX 750 Ti", "Maxwell"),
            ("GeForce GTX 780", "Kepler"),
            ("Adreno (TM) 640", "Adreno 6xx"),
            ("Adreno (TM) 540", "Adreno 5xx"),
            ("Mali-G78", "Valhall"),
            ("Mali-G76 MC4", "Bifrost"),
            ("Mali-G720", "5th generation"),
            ("Immortalis-G715", "Valhall"),
            ("Radeon RX 6800", "RDNA 2"),
            ("AMD Radeon RX 580 Series", "GCN 4"),
            ("AMD Radeon RX 5700 XT (RADV NAVI10)", "RDNA 1"),
            ("AMD Radeon 780M", "RDNA 3"),
            ("Intel(R) UHD Graphics 630 (CFL GT2)", "Gen 9"),
            ("Intel(R) HD Graphics 4600", "Gen 7.5"),
            ("Intel(R) Arc(TM) B580 Graphics", "Xe2"),
            ("Apple M2 Max", "M2"),
            ("Samsung Xclipse 920", "Xclipse"),
            ("PowerVR Rogue GE8320", "Rogue"),
        ] {
            assert_eq!(family(name), Some(expected), "{name}");
        }
        assert_eq!(chip(&words("GeForce 256")), Some(Err("NVIDIA")));
        assert_eq!(chip(&words("Voodoo 2")), None);
        assert_eq!(chip(&words("")), None);
    }

    #[test]
    fn families_and_years_are_those_of_the_catalogue() {
        let lines = PRODUCTS.lines().count();
        let chips = PRODUCTS.lines().filter_map(|line| {
            let name = line
                .rsplit('|')
                .next()?
                .split(", ")
                .next()?
                .replace('#', "0");
            chip(&words(&name)).and_then(Result::ok)
        });
        let chips: Vec<Chip> = chips.collect();
        assert_eq!(chips.len(), lines);
        for known in known_devices() {
            let Some(vendor) = known.vendor else { continue };
            let chip = chips
                .iter()
                .find(|chip| (chip.vendor, chip.family) == (vendor, known.family));
            let chip = chip.unwrap_or_else(|| panic!("{} has no products", known.family));
            assert_eq!(chip.year, known.year, "{}", known.family);
        }
    }
}
