//! Phones, tablets, headsets, handhelds and boards, and the system on a chip inside.
//!
//! One that was sold with several, by country or by year, is with each. The words of `NOISE` in `inside.rs` are left out of the names, and
//! so are `5G` and `4G` where both have the same chip. Sources: the makers' specification pages (samsung.com, store.google.com,
//! oneplus.com, mi.com, po.co, fairphone.com, motorola.com, nothing.tech, consumer.huawei.com, meta.com, picoxr.com, apple.com, valvesoftware.com,
//! rog.asus.com, raspberrypi.com), and Wikipedia's pages on each.

/// The system on a chip, or the graphics if it has no other name, and the products.
pub(super) const PHONES: &str = "\
Snapdragon 8 Elite Gen 5|OnePlus 15, Xiaomi 17, Xiaomi 17 Pro, Xiaomi 17 Pro Max
Snapdragon 8 Elite|S25, S25+, S25 Ultra, S25 Edge, Z Fold 7, OnePlus 13, Xiaomi 15, Xiaomi 15 Pro, Xiaomi 15 Ultra, Poco F7 Ultra, ROG Phone 9
Snapdragon 8s Gen 4|Poco F7, Nothing Phone 3
Snapdragon 8 Gen 3|S24, S24+, S24 Ultra, Z Fold 6, Z Flip 6, OnePlus 12, OnePlus 13R, Xiaomi 14, Xiaomi 14 Pro, Xiaomi 14 Ultra, Poco F7 Pro, ROG Phone 8
Snapdragon 8s Gen 3|Poco F6
Snapdragon 8 Gen 2|S23, S23+, S23 Ultra, Z Fold 5, Z Flip 5, Tab S9, Tab S9+, Tab S9 Ultra, OnePlus 11, OnePlus 12R, OnePlus Open, Xiaomi 13, Xiaomi 13 Pro, Xiaomi 13 Ultra, \
Poco F6 Pro, ROG Phone 7, Oppo Find X6 Pro
Snapdragon XR2 Gen 2|Quest 3, Quest 3S, Pico 4 Ultra
Snapdragon 8 Gen 1|S22, S22+, S22 Ultra, S23 FE, Z Fold 4, Z Flip 4, Tab S8, Tab S8+, Tab S8 Ultra, OnePlus 10 Pro, OnePlus 10T, OnePlus 11R, Xiaomi 12, Xiaomi 12 Pro, \
Xiaomi 12T Pro, Poco F4 GT, Poco F5 Pro, Nothing Phone 2, ROG Phone 6, Oppo Find X5 Pro
Snapdragon 888|S21, S21+, S21 Ultra, S21 FE, Z Fold 3, Z Flip 3, OnePlus 9, OnePlus 9 Pro, Mi 11, Mi 11 Pro, Mi 11 Ultra, Xiaomi 11T Pro, ROG Phone 5
Snapdragon 870|OnePlus 9R, Xiaomi 12X, Xiaomi Pad 6, Poco F3, Poco F4
Snapdragon 865|S20, S20+, S20 Ultra, S20 FE, Note 20, Note 20 Ultra, Z Flip 5G, Z Fold 2, Tab S7, Tab S7+, OnePlus 8, OnePlus 8 Pro, OnePlus 8T, Mi 10, Mi 10 Pro, Mi 10T, \
Mi 10T Pro, Poco F2 Pro
Snapdragon XR2|Quest 2, Quest Pro, Pico 4, Pico 4 Pro, Pico Neo 3, Pico Neo 3 Link, Vive Focus 3, Vive XR Elite
Snapdragon 860|Xiaomi Pad 5, Poco X3 Pro
Snapdragon 855|S10, S10e, S10+, S10 5G, Note 10, Note 10+, Z Flip, Fold, Tab S6, Pixel 4, Pixel 4 XL, OnePlus 7, OnePlus 7 Pro, OnePlus 7T, OnePlus 7T Pro, Mi 9, Mi 9T Pro
Snapdragon 845|S9, S9+, Note 9, Pixel 3, Pixel 3 XL, OnePlus 6, OnePlus 6T, Mi 8, Poco F1, Pico Neo 2
Snapdragon 835|S8, S8+, Note 8, Pixel 2, Pixel 2 XL, OnePlus 5, OnePlus 5T, Mi 6, Quest
Snapdragon 821|Pixel, Pixel XL, OnePlus 3T
Snapdragon 801|Fairphone 2
Snapdragon 7+ Gen 3|OnePlus Nord 4
Snapdragon 7 Gen 3|OnePlus Nord CE 4, Motorola Edge 50 Pro
Snapdragon 7+ Gen 2|Poco F5
Snapdragon 7s Gen 3|Fairphone 6, Fairphone Gen 6, Redmi Note 14 Pro+, Nothing Phone 3a, Nothing Phone 3a Pro
Snapdragon 7s Gen 2|Redmi Note 13 Pro 5G, Poco X6
Snapdragon 7 Gen 1|Xiaomi 13 Lite
Snapdragon 6 Gen 3|A36
Snapdragon 782G|OnePlus Nord CE 3
QCM6490|Fairphone 5
Snapdragon 778G|A52s, A73, Tab S7 FE, Xiaomi 11 Lite 5G NE, Poco X5 Pro, Nothing Phone 1, Motorola Edge 30
Snapdragon 765G|Pixel 4a 5G, Pixel 5, Pixel 5a, OnePlus Nord
Snapdragon 750G|A52 5G, A42, Tab S7 FE, Fairphone 4, Mi 10T Lite
Snapdragon 732G|Redmi Note 10 Pro, Redmi Note 12 Pro 4G, Poco X3, Poco X3 NFC
Snapdragon 730G|Pixel 4a
Snapdragon 730|A71 4G, A80
Snapdragon 720G|A52 4G, A72, Tab S6 Lite, Redmi Note 9S, Redmi Note 9 Pro
Snapdragon 695|A23 5G, Tab A9+, OnePlus Nord CE 3 Lite, Redmi Note 11 Pro 5G, Poco X4 Pro, Poco X5
Snapdragon 690|OnePlus Nord N10
Snapdragon 4 Gen 1|Redmi Note 12 5G
Snapdragon 685|Redmi Note 12 4G, Redmi Note 13 4G
Snapdragon 680|A05s, A23 4G, Redmi 10C, Redmi Note 11
Snapdragon 678|Redmi Note 10 4G
Snapdragon 670|Pixel 3a, Pixel 3a XL
Snapdragon 665|Redmi Note 8
Snapdragon 662|Tab A7, Poco M3
Snapdragon 632|Fairphone 3, Fairphone 3+
Exynos 2500|Z Flip 7
Exynos 2400|S24, S24+
Exynos 2400e|S24 FE
Exynos 2400|S25 FE, Z Flip 7 FE
Exynos 2200|S22, S22+, S22 Ultra, S23 FE
Exynos 2100|S21, S21+, S21 Ultra, S21 FE
Exynos 1580|A56, Tab S10 FE, Tab S10 FE+
Exynos 1480|A55
Exynos 1380|A54, A35, A26, Tab S9 FE, Tab S9 FE+
Exynos 1330|A14 5G, A16 5G
Exynos 1280|A53, A33, A25, A26, Tab S6 Lite
Exynos 990|S20, S20+, S20 Ultra, S20 FE, Note 20, Note 20 Ultra
Exynos 9825|Note 10, Note 10+
Exynos 9820|S10, S10e, S10+, S10 5G
Exynos 9810|S9, S9+, Note 9
Exynos 8895|S8, S8+, Note 8
Exynos 9611|A50s, A51, Tab S6 Lite
Exynos 9610|A50
Exynos 850|A12, A13 4G, A14 4G, A21s
Tensor G5|Pixel 10, Pixel 10 Pro, Pixel 10 Pro XL, Pixel 10 Pro Fold
Tensor G4|Pixel 9, Pixel 9a, Pixel 9 Pro, Pixel 9 Pro XL, Pixel 9 Pro Fold
Tensor G3|Pixel 8, Pixel 8a, Pixel 8 Pro
Tensor G2|Pixel 7, Pixel 7a, Pixel 7 Pro, Pixel Fold, Pixel Tablet
Tensor G1|Pixel 6, Pixel 6a, Pixel 6 Pro
Dimensity 9400|Tab S11, Tab S11 Ultra, Xiaomi 15T Pro, Oppo Find X8, Oppo Find X8 Pro, Vivo X200, Vivo X200 Pro
Dimensity 9300|Tab S10+, Tab S10 Ultra, Xiaomi 14T Pro, Vivo X100, Vivo X100 Pro
Dimensity 9200|Xiaomi 13T Pro
Dimensity 9000|OnePlus Nord 3
Dimensity 8400|Xiaomi 15T, Poco X7 Pro
Dimensity 8300|Xiaomi 14T, Poco X6 Pro
Dimensity 8200|Xiaomi 13T
Dimensity 8100|Xiaomi 12T
Dimensity 8020|Motorola Edge 40
Dimensity 7300|Redmi Note 14 Pro 5G, Poco X7, Nothing CMF Phone 1, CMF Phone 1, Moto G86
Dimensity 7200|Redmi Note 13 Pro+, Nothing Phone 2a
Dimensity 7025|Redmi Note 14 5G
Dimensity 6300|A16 5G
Dimensity 6100|A15 5G
Dimensity 6080|Redmi Note 13 5G
Dimensity 1200|Xiaomi 11T, OnePlus Nord 2
Dimensity 1080|A34, Redmi Note 12 Pro 5G, Redmi Note 12 Pro+
Dimensity 900|OnePlus Nord CE 2
Dimensity 810|Poco M4 Pro 5G
Dimensity 720|A32 5G
Dimensity 700|A13 5G, A14 5G, A22 5G, Redmi Note 10 5G
Helio G100|Redmi Note 14 Pro 4G
Helio G99|A15 4G, A16 4G, A24, Tab A9, Redmi Note 13 Pro 4G, Redmi Note 14 4G, Poco M5, Poco M6 Pro
Helio G96|Redmi Note 11 Pro 4G, Redmi Note 11S
Helio G95|Redmi Note 10S
Helio G90T|Redmi Note 8 Pro
Helio G88|Redmi 10, Redmi 12
Helio G85|Redmi 12C, Redmi 13C, Redmi Note 9, Poco C65
Helio G81|Redmi 14C
Helio G80|A14 4G, A22 4G, A32 4G, Redmi 9
Helio G35|Redmi 9C
Helio G25|Redmi 9A
Helio P35|A12
Helio P22T|Tab A7 Lite
Unisoc T618|Tab A8
Kirin 9000S|Mate 60 Pro
Kirin 9000|Mate 40 Pro
Kirin 990|P40, P40 Pro
Kirin 980|P30, P30 Pro
Apple A11|iPhone 8, iPhone 8 Plus, iPhone X
Apple A12|iPhone XR, iPhone XS, iPhone XS Max
Apple A13|iPhone 11, iPhone 11 Pro, iPhone 11 Pro Max, iPhone SE 2, iPad 9
Apple A14|iPhone 12, iPhone 12 Mini, iPhone 12 Pro, iPhone 12 Pro Max, iPad 10, iPad Air 4
Apple A15|iPhone 13, iPhone 13 Mini, iPhone 13 Pro, iPhone 13 Pro Max, iPhone 14, iPhone 14 Plus, iPhone SE 3, iPad Mini 6
Apple A16|iPhone 14 Pro, iPhone 14 Pro Max, iPhone 15, iPhone 15 Plus
Apple A17 Pro|iPhone 15 Pro, iPhone 15 Pro Max, iPad Mini 7
Apple A18|iPhone 16, iPhone 16 Plus, iPhone 16e
Apple A18 Pro|iPhone 16 Pro, iPhone 16 Pro Max
Apple A19|iPhone 17
Apple A19 Pro|iPhone 17 Pro, iPhone 17 Pro Max, iPhone Air
Apple M1|iPad Air 5
Apple M2|iPad Air 6, Vision Pro
Apple M5|Vision Pro
VANGOGH|Steam Deck, Steam Deck LCD, Steam Deck OLED
Ryzen Z1|ROG Ally
Ryzen Z1 Extreme|ROG Ally X
BCM2711|Raspberry Pi 4, Raspberry Pi 400, RPi 4
BCM2712|Raspberry Pi 5, Raspberry Pi 500, RPi 5
";
