//! Names that people type for built-in devices, and what counts as the same name.
//!
//! Letters are of either case, and spaces, `-` and `_` as well as `(TM)` and `(R)` make no difference: `Steam Deck` is `steam-deck`. An
//! alias is a product whose chip is of the generation of the device that it stands for, so that what the driver says of one is
//! true of the other but for sizes.

use alloc::string::String;

/// Other names, sorted, each with the one that it stands for.
pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    ALIASES.lines().filter_map(|line| line.split_once(' '))
}

/// Whether two names are the same but for what makes no difference.
pub fn is_same(one: &str, other: &str) -> bool {
    one == other || fold(one) == fold(other)
}

/// The name without what makes no difference.
fn fold(name: &str) -> String {
    let mut name = name.to_ascii_lowercase();
    for mark in ["(tm)", "(r)"] {
        name = name.replace(mark, "");
    }
    name.retain(|letter| !matches!(letter, ' ' | '-' | '_' | '\u{2122}' | '\u{ae}'));
    name
}

const ALIASES: &str = "\
adreno-540 adreno-a540
adreno-618 turnip-a618
adreno-650 turnip-a650
adreno-660 turnip-a660
adreno-725 turnip-a725
adreno-740 turnip-a740
adreno-750 turnip-a750
adreno-830 turnip-a830
arc-a380 intel-arc-a770-windows
arc-a770 intel-arc-a770-windows
arc-b570 intel-arc-b580-windows
arc-b580 intel-arc-b580-windows
asahi honeykrisp-m1
galaxy-a54 mali-g78
gtx-1060 nvidia-gtx-1060-windows
gtx-1070 nvidia-gtx-1060-windows
gtx-1080 nvidia-gtx-1060-windows
gtx-1650 nvidia-gtx-1650-windows
gtx-1660 nvidia-gtx-1650-windows
gtx-660 nvidia-gtx-660-linux
hd-530 anv-skl
iris-xe intel-iris-xe-windows
lavapipe lavapipe-25.0.7
m1 moltenvk-m1
m5 kosmickrisp-m5
mali-g52 panvk-g52
mali-g610 panvk-g610
mali-g720 panvk-g720
pixel-6 mali-g78
pixel-6-pro mali-g78
pixel-7 mali-g615
pixel-7-pro mali-g615
pixel-8 mali-g615
pixel-8-pro mali-g615
pixel-9 mali-g615
pixel-9-pro mali-g615
quest adreno-a540
quest-2 adreno-a6xx
quest-pro adreno-a6xx
raspberry-pi-4 v3dv-42
raspberry-pi-5 v3dv-71
rk3588 panvk-g610
rpi-4 v3dv-42
rpi-5 v3dv-71
rtx-2060 nvidia-rtx-2070-linux
rtx-2070 nvidia-rtx-2070-linux
rtx-2080 nvidia-rtx-2070-linux
rtx-3050 nvidia-rtx-3060-ti-windows
rtx-3060 nvidia-rtx-3060-ti-windows
rtx-3070 nvidia-rtx-3060-ti-windows
rtx-3080 nvidia-rtx-3060-ti-windows
rtx-3090 nvidia-rtx-3060-ti-windows
rtx-4060 nvidia-rtx-4070-windows
rtx-4070 nvidia-rtx-4070-windows
rtx-4080 nvidia-rtx-4070-windows
rtx-4090 nvidia-rtx-4070-windows
rtx-5060 nvidia-rtx-5080-windows
rtx-5070 nvidia-rtx-5080-windows
rtx-5080 nvidia-rtx-5080-windows
rtx-5090 nvidia-rtx-5080-windows
rx-5700 amd-rx-5700-windows
rx-5700-xt radv-navi10
rx-580 radv-polaris10
rx-6600-xt amd-rx-6650-xt-windows
rx-6650-xt amd-rx-6650-xt-windows
rx-6800 radv-navi21
rx-6800-xt radv-navi21
rx-6900-xt radv-navi21
rx-7800-xt amd-rx-7800-xt-windows
rx-7900-xt radv-navi31
rx-7900-xtx radv-navi31
rx-9070 radv-gfx1201
rx-9070-xt radv-gfx1201
rx-vega-64 radv-vega10
steam-deck radv-vangogh
uhd-620 intel-uhd-620-windows
";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::built_in_names;
    use std::collections::BTreeSet;

    #[test]
    fn aliases_are_sorted_and_each_name_stands_for_one_device() {
        assert_eq!(all().count(), ALIASES.lines().count());
        assert!(all().map(|(alias, _)| alias).is_sorted());
        let names = built_in_names().chain(all().map(|(alias, _)| alias));
        let names: Vec<String> = names.map(fold).collect();
        let folded: BTreeSet<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(folded.len(), names.len());
        assert!(!folded.contains(""));
    }

    #[test]
    fn what_makes_no_difference_makes_none() {
        assert!(is_same("Steam Deck", "steam-deck"));
        assert!(is_same("Adreno (TM) 740", "adreno-740"));
        assert!(is_same("RTX3060", "rtx-3060"));
        assert!(!is_same("vulkan-1.1", "vulkan-11"));
        assert!(!is_same("", "-a"));
    }
}
