//! The registry's peculiarities, each on a small registry.

use super::registry::{Enable, Registry};
use super::Condition;

const SMALL: &str = r#"<registry>
  <types>
    <type category="define">#define <name>VK_HEADER_VERSION</name> 99</type>
    <type category="struct" name="VkPhysicalDeviceFeatures"><member><type>VkBool32</type> <name>geometryShader</name></member></type>
    <type category="struct" name="VkFirst" structextends="VkPhysicalDeviceFeatures2,VkDeviceCreateInfo">
      <member values="ST_FIRST"><type>VkStructureType</type> <name>sType</name></member>
      <member><type>void</type>* <name>pNext</name></member>
      <member><type>VkBool32</type> <name>one</name></member>
      <member><type>VkBool32</type> <name>shared</name></member>
    </type>
    <type category="struct" name="VkFirstKHR" alias="VkFirst"/>
    <type category="struct" name="VkOther" structextends="VkPhysicalDeviceFeatures2">
      <member values="ST_OTHER"><type>VkStructureType</type> <name>sType</name></member>
      <member><type>void</type>* <name>pNext</name></member>
      <member><type>VkBool32</type> <name>shared</name></member>
    </type>
    <type category="struct" name="VkGathered" structextends="VkPhysicalDeviceFeatures2">
      <member values="ST_GATHERED"><type>VkStructureType</type> <name>sType</name></member>
      <member><type>void</type>* <name>pNext</name></member>
      <member><type>VkBool32</type> <name alias="VkFirst::one">one</name></member>
      <member><type>VkBool32</type> <name alias="VK_KHR_thing">own</name></member>
    </type>
    <type category="struct" name="VkSafetyCritical" structextends="VkPhysicalDeviceFeatures2">
      <member values="ST_SAFETY"><type>VkStructureType</type> <name>sType</name></member>
    </type>
    <type category="struct" name="VkSizes" structextends="VkPhysicalDeviceProperties2">
      <member values="ST_SIZES"><type>VkStructureType</type> <name>sType</name></member>
      <member><type>uint32_t</type> <name>operations</name></member>
    </type>
    <type category="struct" name="VkGatheredSizes" structextends="VkPhysicalDeviceProperties2">
      <member values="ST_GATHERED_SIZES"><type>VkStructureType</type> <name>sType</name></member>
      <member><type>uint32_t</type> <name alias="VkSizes::operations">subgroupSupportedOperations</name></member>
    </type>
  </types>
  <enums type="enum" name="VkStructureType"><enum value="3" name="ST_SIZES"/><enum value="4" name="ST_GATHERED_SIZES"/></enums>
  <enums type="bitmask" name="VkSubgroupFeatureFlagBits">
    <enum bitpos="8" name="PARTITIONED_EXT"/><enum name="PARTITIONED_NV" alias="PARTITIONED_EXT"/>
  </enums>
  <feature api="vulkan" name="VK_COMPUTE_VERSION_1_2" number="1.2">
    <require><type name="VkFirst"/><enum extends="VkStructureType" extnumber="7" offset="1" name="ST_FIRST"/></require>
    <require><type name="VkGathered"/><enum extends="VkStructureType" value="51" name="ST_GATHERED"/></require>
    <require><feature name="one" struct="VkGathered"/></require>
    <require depends="VK_KHR_thing"><feature name="own" struct="VkGathered"/></require>
  </feature>
  <feature api="vulkansc" name="VKSC_VERSION_1_0" number="1.0">
    <require><enum extends="VkStructureType" value="60" name="ST_SAFETY"/><feature name="shared" struct="VkFirst"/></require>
  </feature>
  <extensions>
    <extension name="VK_KHR_first" number="7" type="device" supported="vulkan,vulkansc" promotedto="VK_VERSION_1_2">
      <require><type name="VkFirstKHR"/></require>
    </extension>
    <extension name="VK_EXT_other" number="8" type="device" supported="vulkan" promotedto="VK_KHR_other">
      <require><type name="VkOther"/><enum extends="VkStructureType" offset="0" name="ST_OTHER"/></require>
    </extension>
    <extension name="VK_KHR_gone" number="9" type="device" supported="disabled"/>
    <extension name="VK_KHR_surface" number="1" type="instance" supported="vulkan"/>
  </extensions>
  <spirvextensions><spirvextension name="SPV_KHR_first"><enable version="VK_VERSION_1_2"/><enable extension="VK_KHR_first"/></spirvextension></spirvextensions>
  <spirvcapabilities>
    <spirvcapability name="One">
      <enable struct="VkGathered" feature="one" requires="VK_VERSION_1_2,VK_KHR_first"/>
      <enable struct="VkFirstKHR" feature="one" requires="VK_KHR_first"/>
    </spirvcapability>
    <spirvcapability name="Twice"><enable struct="VkFirst" feature="shared"/></spirvcapability>
    <spirvcapability name="Partitioned"><enable property="VkGatheredSizes" member="subgroupSupportedOperations" value="PARTITIONED_NV"/></spirvcapability>
    <spirvcapability name="Twice"><enable struct="VkOther" feature="shared"/></spirvcapability>
  </spirvcapabilities>
</registry>"#;

fn small() -> Registry {
    Registry::parse(SMALL).unwrap()
}

fn place(structure: &str, member: &str) -> (String, String) {
    (structure.to_owned(), member.to_owned())
}

#[test]
fn a_feature_has_one_place_however_it_is_named() {
    let registry = small();
    for structure in ["VkFirst", "VkFirstKHR", "VkGathered"] {
        assert_eq!(
            registry.feature(structure, "one").unwrap(),
            place("VkFirst", "one")
        );
    }
    // An alias that is an extension is ignored, and a shared name is no alias.
    assert_eq!(
        registry.feature("VkGathered", "own").unwrap(),
        place("VkGathered", "own")
    );
    assert_eq!(
        registry.feature("VkOther", "shared").unwrap(),
        place("VkOther", "shared")
    );
    assert!(
        registry.feature("VkFirst", "own").is_err() && registry.feature("VkNone", "one").is_err()
    );
    assert_eq!(
        registry
            .property("VkGatheredSizes", "subgroupSupportedOperations")
            .unwrap(),
        place("VkSizes", "operations")
    );
}

#[test]
fn structures_have_their_types_and_what_brings_them() {
    let registry = small();
    let first = &registry.features["VkFirst"];
    assert_eq!(first.s_type, Some(("ST_FIRST".to_owned(), 1_000_006_001)));
    assert_eq!(
        (first.version, first.extensions.as_slice()),
        (Some(2), ["VK_KHR_first".to_owned()].as_slice())
    );
    assert_eq!(
        registry.features["VkOther"].s_type.as_ref().unwrap().1,
        1_000_007_000
    );
    assert!(!registry.features.contains_key("VkSafetyCritical"));
    let extensions: Vec<_> = registry
        .extensions
        .iter()
        .map(|(name, core)| (name.as_str(), *core))
        .collect();
    assert_eq!(
        extensions,
        [("VK_EXT_other", None), ("VK_KHR_first", Some(2))]
    );
    assert_eq!(registry.header, "1.2.99");
}

#[test]
fn only_what_every_implementation_has_is_mandated() {
    assert_eq!(
        small().mandated,
        [(2, "VkGathered".to_owned(), "one".to_owned())]
    );
}

#[test]
fn alternatives_are_united() {
    let registry = small();
    let conditions = |name: &str| {
        let found = registry
            .spirv_capabilities
            .iter()
            .find(|entry| entry.0 == name)
            .unwrap();
        registry.conditions(&found.1).unwrap()
    };
    // A repeated feature is one condition; the other capability has two gates from two entries.
    assert!(
        matches!(conditions("One").as_slice(), [Condition::Features(one)] if *one == [place("VkFirst", "one")])
    );
    assert_eq!(conditions("Twice").len(), 2);
    let partitioned = conditions("Partitioned");
    let [Condition::Property {
        structure,
        member,
        bits,
        ..
    }] = partitioned.as_slice()
    else {
        panic!()
    };
    assert_eq!(
        (structure.as_str(), member.as_str(), *bits),
        ("VkSizes", "operations", 1 << 8)
    );
    let [(name, enables)] = registry.spirv_extensions.as_slice() else {
        panic!()
    };
    assert_eq!((name.as_str(), enables.len()), ("SPV_KHR_first", 2));
    assert_eq!(enables[0], Enable::Version(2));
}

#[test]
fn what_is_not_understood_stops_the_generator() {
    for (from, to) in [
        (
            "<type>VkBool32</type> <name>one</name>",
            "<type>float</type> <name>one</name>",
        ),
        (r#"<enable version="VK_VERSION_1_2"/>"#, "<enable/>"),
        (
            r#"<enable version="VK_VERSION_1_2"/>"#,
            r#"<enable version="VK_TOMORROW"/>"#,
        ),
        (r#"<enable struct="VkOther" feature="shared"/>"#, ""),
        (r#"name="VK_COMPUTE_VERSION_1_2""#, r#"name="VK_TOMORROW""#),
    ] {
        assert!(SMALL.contains(from));
        assert!(
            Registry::parse(&SMALL.replacen(from, to, 1)).is_err(),
            "{to}"
        );
    }
}
