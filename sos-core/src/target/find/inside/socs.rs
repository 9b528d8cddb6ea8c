//! Systems on a chip, by their makers' names, and the graphics inside.
//!
//! Sources: the makers' product pages (qualcomm.com, mediatek.com, semiconductor.samsung.com, store.google.com, unisoc.com), and Wikipedia's
//! lists of Qualcomm Snapdragon, MediaTek, Exynos, Google Tensor, HiSilicon Kirin, UNISOC and Apple systems on a chip. Overclocked
//! editions (`8+ Gen 1`, `for Galaxy`) have the graphics of the plain ones, unless they are listed.

/// The graphics, as their drivers call them, and the systems on a chip that have them.
pub(super) const SOCS: &str = "\
Adreno 330|Snapdragon 800, Snapdragon 801
Adreno 418|Snapdragon 808
Adreno 430|Snapdragon 810
Adreno 505|Snapdragon 430, Snapdragon 435, Snapdragon 439
Adreno 506|Snapdragon 450, Snapdragon 625, Snapdragon 626, Snapdragon 632
Adreno 508|Snapdragon 630
Adreno 509|Snapdragon 636
Adreno 510|Snapdragon 650, Snapdragon 652, Snapdragon 653
Adreno 512|Snapdragon 660
Adreno 530|Snapdragon 820, Snapdragon 821
Adreno 540|Snapdragon 835
Adreno 610|Snapdragon 460, Snapdragon 662, Snapdragon 665, Snapdragon 680, Snapdragon 685
Adreno 611|Snapdragon 4s Gen 2
Adreno 612|Snapdragon 675, Snapdragon 678
Adreno 613|Snapdragon 4 Gen 2
Adreno 615|Snapdragon 670
Adreno 616|Snapdragon 710, Snapdragon 712
Adreno 618|Snapdragon 720G, Snapdragon 730, Snapdragon 730G, Snapdragon 732G
Adreno 619|Snapdragon 480, Snapdragon 4 Gen 1, Snapdragon 690, Snapdragon 695, Snapdragon 750G
Adreno 620|Snapdragon 765, Snapdragon 765G, Snapdragon 768G
Adreno 630|Snapdragon 845, Snapdragon 850
Adreno 640|Snapdragon 855, Snapdragon 860
Adreno 642|Snapdragon 778G, Snapdragon 780G, Snapdragon 782G
Adreno 643|QCM6490
Adreno 644|Snapdragon 7 Gen 1
Adreno 650|Snapdragon 865, Snapdragon 870, Snapdragon XR2, Snapdragon XR2 Gen 1
Adreno 660|Snapdragon 888
Adreno 710|Snapdragon 6 Gen 1, Snapdragon 6 Gen 3, Snapdragon 7s Gen 2
Adreno 720|Snapdragon 7 Gen 3
Adreno 722|Snapdragon 7 Gen 4
Adreno 725|Snapdragon 7+ Gen 2
Adreno 730|Snapdragon 8 Gen 1
Adreno 732|Snapdragon 7+ Gen 3
Adreno 735|Snapdragon 8s Gen 3
Adreno 740|Snapdragon 8 Gen 2, Snapdragon XR2 Gen 2
Adreno 750|Snapdragon 8 Gen 3
Adreno 810|Snapdragon 6 Gen 4, Snapdragon 7s Gen 3, Snapdragon 7s Gen 4
Adreno 825|Snapdragon 8s Gen 4
Adreno 830|Snapdragon 8 Elite
Adreno 840|Snapdragon 8 Elite Gen 5
Adreno X1-85|Snapdragon X Elite
Mali-T760|Exynos 7420
Mali-T830|Exynos 7870
Mali-T880|Exynos 8890, Helio X20
Mali-G51|Kirin 710
Mali-G52|Exynos 850, Helio G70, Helio G80, Helio G81, Helio G85, Helio G88, Helio G91, Helio P65, Kirin 810, Unisoc T610, Unisoc T618
Mali-G57|Dimensity 700, Dimensity 720, Dimensity 800, Dimensity 800U, Dimensity 810, Dimensity 820, Dimensity 6020, Dimensity 6080, Dimensity 6100, Dimensity 6300, \
Helio G96, Helio G99, Helio G100, Kirin 820, Unisoc T606, Unisoc T612, Unisoc T616
Mali-G68|Dimensity 900, Dimensity 920, Dimensity 1080, Dimensity 7050, Exynos 1280, Exynos 1330, Exynos 1380
Mali-G71|Exynos 7885, Exynos 7904, Exynos 8895, Helio P23, Helio P30, Kirin 960
Mali-G72|Exynos 9609, Exynos 9610, Exynos 9611, Exynos 9810, Helio P60, Helio P70, Kirin 970
Mali-G76|Exynos 880, Exynos 980, Exynos 9820, Exynos 9825, Helio G90, Helio G90T, Helio G95, Kirin 980, Kirin 990
Mali-G77|Dimensity 1000, Dimensity 1100, Dimensity 1200, Dimensity 1300, Dimensity 8020, Dimensity 8050, Exynos 990, Kirin 985
Mali-G78|Exynos 1080, Exynos 2100, Kirin 9000, Kirin 9000E, Tensor, Tensor G1
Mali-G610|Dimensity 7200, Dimensity 7350, Dimensity 8000, Dimensity 8100, Dimensity 8200, Dimensity 8250, RK3588
Mali-G615|Dimensity 7300, Dimensity 7400, Dimensity 8300, Dimensity 8350
Mali-G710|Dimensity 9000, Tensor G2
Mali-G715|Tensor G3, Tensor G4
Mali-G720|Dimensity 8400, Dimensity 8450
Immortalis-G715|Dimensity 9200
Immortalis-G720|Dimensity 9300
Immortalis-G925|Dimensity 9400
Mali-G1-Ultra|Dimensity 9500
PowerVR GE8320|Helio A22, Helio G25, Helio G35, Helio G36, Helio G37, Helio P22, Helio P22T, Helio P35
PowerVR GM9446|Helio P90
PowerVR BXM-8-256|Dimensity 930, Dimensity 7020, Dimensity 7025
PowerVR DXT-48-1536|Tensor G5
Xclipse 530|Exynos 1480
Xclipse 540|Exynos 1580
Xclipse 550|Exynos 1680
Xclipse 920|Exynos 2200
Xclipse 940|Exynos 2400, Exynos 2400e
Xclipse 950|Exynos 2500
Xclipse 960|Exynos 2600
Maleoon 910|Kirin 9000S, Kirin 9010
V3D 4.2|BCM2711
V3D 7.1|BCM2712
Phoenix|Ryzen Z1, Ryzen Z1 Extreme, Z1 Extreme
";
