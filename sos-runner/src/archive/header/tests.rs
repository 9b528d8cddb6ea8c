//! Tests of headers.

use super::*;

fn with(text: &str, words: &[u32]) -> String {
    let header = Header::parse(text.as_bytes()).unwrap();
    String::from_utf8(header.with(&[Some(words.to_vec())])).unwrap()
}

#[test]
fn words_keep_their_form_and_sizes_follow() {
    let text = "// 1\n#pragma once\n#define fog_WORDS 5u\nconst uint32_t fog[5] = {\n\t0x07230203,0x00010000,\n\t0x0000000b,0x00000003,\n\t0x00000000\n};\nstatic const size_t fog_size = sizeof(fog), fogBytes = 20, other = 20;\n";
    let header = Header::parse(text.as_bytes()).unwrap();
    assert_eq!(header.names().collect::<Vec<_>>(), ["fog"]);
    assert_eq!(header.words(0).unwrap(), [MAGIC, 0x10000, 11, 3, 0]);
    assert_eq!(header.with(&[None]), text.as_bytes());
    assert_eq!(with(text, header.words(0).unwrap()), text);
    assert_eq!(
        with(text, &[MAGIC, 0xABCD, 1]),
        "// 1\n#pragma once\n#define fog_WORDS 3u\nconst uint32_t fog[3] = {\n\t0x07230203,0x0000abcd,\n\t0x00000001\n};\nstatic const size_t fog_size = sizeof(fog), fogBytes = 12, other = 20;\n"
    );
}

#[test]
fn bytes_and_lists_without_a_name_are_read() {
    let text = "unsigned char a_spv[] = {\n  0x03, 0x02, 0x23, 0x07, 0x00, 0x00,\n  0x01, 0x00\n};\nunsigned int a_spv_len = 8;\n";
    let header = Header::parse(text.as_bytes()).unwrap();
    assert_eq!(header.words(0).unwrap(), [MAGIC, 0x10000]);
    assert_eq!(
        with(text, &[MAGIC, 0x10000, 0xAB]),
        "unsigned char a_spv[] = {\n  0x03, 0x02, 0x23, 0x07, 0x00, 0x00,\n  0x01, 0x00, 0xab, 0x00, 0x00, 0x00\n};\nunsigned int a_spv_len = 12;\n"
    );
    assert_eq!(
        with("{0x07230203,0x00000001}\n", &[MAGIC]),
        "{0x07230203}\n"
    );
    assert_eq!(
        with("\t// 1\n\t119734787,65536", &[7, 5, 3]),
        "\t// 1\n\t7,5,3"
    );
}

#[test]
fn several_arrays_have_names_of_their_own() {
    let text = "#ifdef A\nint a[] = {0x07230203, 1};\n#else\nint a[] = {0x07230203, 2};\n#endif\nint b[] = {1, 2, 3, 4, 5, 6};\nX a2[] {0X07230203U, 0X00000003U}; char c[] = \"{0x07230203}\"; /* {0x07230203} */";
    let header = Header::parse(text.as_bytes()).unwrap();
    assert_eq!(header.names().collect::<Vec<_>>(), ["a", "a-2", "a2"]);
    let made = header.with(&[None, Some(vec![MAGIC, 9]), Some(vec![10])]);
    let made = String::from_utf8(made).unwrap();
    assert!(made.contains("{0x07230203, 0x00000009}") && made.contains("{0X0000000aU}"));
}

#[test]
fn sizes_belong_to_the_array_of_their_branch() {
    let array = |words: usize| {
        let rest = ", 0x00000001".repeat(words - 1);
        format!(
            "const uint32_t fog[{words}] = {{ 0x07230203{rest} }};\nconst size_t fog_size = {};\n",
            words * 4
        )
    };
    let behind = |one, other| format!("#ifdef A\n{}#else\n{}#endif\n", array(one), array(other));
    let before = |one: usize, other: usize| {
        let part = |words: usize| {
            let rest = ",1".repeat(words - 1);
            format!("#define FOG_WORDS {words}\nint fog[FOG_WORDS] = {{119734787{rest}}};\n")
        };
        format!("#if A\n{}#else\n{}#endif\n", part(one), part(other))
    };
    for text in [&behind as &dyn Fn(usize, usize) -> String, &before] {
        for (one, other) in [(5, 9), (9, 5), (7, 7)] {
            let header = Header::parse(text(one, other).as_bytes()).unwrap();
            let module = |words: usize| {
                let mut module = vec![1; words];
                module[0] = MAGIC;
                Some(module)
            };
            let made = header.with(&[module(6), module(8)]);
            assert_eq!(String::from_utf8(made).unwrap(), text(6, 8));
            let made = header.with(&[None, module(8)]);
            assert_eq!(String::from_utf8(made).unwrap(), text(one, 8));
        }
    }
}

#[test]
fn the_size_of_a_template_follows() {
    let text = "constexpr std::array<std::uint32_t, 3> fog = {{0x07230203, 1, 2}};";
    assert_eq!(
        with(text, &[MAGIC]),
        "constexpr std::array<std::uint32_t, 1> fog = {{0x07230203}};"
    );
    let header = Header::parse(text.as_bytes()).unwrap();
    assert_eq!(header.named()[0].name, "fog");
}

#[test]
fn comments_are_not_repeated() {
    let text = "int a[] = {\r\n\t0x07230203, // magic\r\n\t0x00010000, /* 1.0 */ 3,\r\n\t4\r\n};";
    let header = Header::parse(text.as_bytes()).unwrap();
    assert_eq!(header.with(&[None]), text.as_bytes());
    let made = with(text, &[MAGIC, 5, 6]);
    assert_eq!(
        made,
        "int a[] = {\r\n\t0x07230203,\r\n\t0x00000005,\r\n\t0x00000006\r\n};"
    );
}

#[test]
fn text_in_an_older_encoding_keeps_its_bytes() {
    let text = b"// \xE9t\xE9\nint a[] = {0x07230203, 7};\n";
    let header = Header::parse(text).unwrap();
    assert_eq!(header.with(&[None]), text);
    let made = header.with(&[Some(vec![MAGIC])]);
    assert_eq!(made, b"// \xE9t\xE9\nint a[] = {0x07230203};\n");
}

#[test]
fn what_begins_as_a_module_and_is_none_is_named() {
    for (text, why) in [
        ("int a[] = {0x07230203, -1};", "something else in it"),
        (
            "int a[] = {0x07230203, 1,\n#ifdef X\n 2\n#endif\n};",
            "something else in it",
        ),
        ("int a[] = {0x07230203, 1", "cut off"),
        ("int a[] = {0x07230203, 0x100000000};", "more than 32 bits"),
        ("char a[] = {3, 2, 0x23, 7, 0};", "the bytes of whole words"),
        (
            "char a[] = {3, 2, 0x23, 7, 0, 0, 1, 256};",
            "the bytes of whole words",
        ),
    ] {
        let both = format!("{text}\nint b[] = {{0x07230203, 1}};");
        for text in [text, &both] {
            let header = Header::parse(text.as_bytes()).unwrap();
            let damage = header.named()[0].damage.unwrap_or_default();
            assert!(damage.contains(why), "{text}: {damage}");
            assert_eq!(header.with(&[Some(vec![MAGIC])]), text.as_bytes());
        }
    }
}

/// Each number would be compared with each array.
#[test]
fn many_arrays_and_sizes_take_linear_time() {
    let text: String = (0..40_000)
        .map(|n| format!("int a{n}[] = {{0x07230203, 1}};\n#define a{n}_size 8\n"))
        .collect();
    let begin = std::time::Instant::now();
    let header = Header::parse(text.as_bytes()).unwrap();
    assert_eq!(header.arrays.len(), 40_000);
    assert!(header.arrays.iter().all(|array| array.sizes.len() == 1));
    assert!(begin.elapsed().as_secs() < 30, "{:?}", begin.elapsed());
}

/// Whatever a text is, it is read without a panic, and what is read can be written and read again.
#[test]
fn any_text_is_read() {
    let pieces = [
        "{",
        "}",
        "0x07230203",
        ",",
        " ",
        "\n",
        "3",
        "0x02",
        "0x23",
        "7",
        "a",
        "[",
        "]",
        "=",
        "/*",
        "*/",
        "//",
        "\"",
        "'",
        "\\",
        "é",
        "影",
        "#define a_size 4",
        "4294967296",
        "0x",
        "0u",
        ";",
    ];
    let mut state: u64 = 1;
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut found = 0;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..random(24) {
            text += pieces[random(pieces.len())];
        }
        let Some(header) = Header::parse(text.as_bytes()) else {
            continue;
        };
        found += 1;
        let count = header.names().count();
        let modules: Vec<_> = (0..count).map(|_| Some(vec![MAGIC, 0xA0B0, 5])).collect();
        assert_eq!(header.with(&vec![None; count]), text.as_bytes());
        let made = header.with(&modules);
        let again = Header::parse(&made).unwrap();
        assert_eq!(again.named(), header.named(), "{text:?} {made:?}");
        for (at, array) in header.named().iter().enumerate() {
            let is_new = again.words(at) == modules[at].as_deref();
            assert!(is_new || array.damage.is_some(), "{text:?} {made:?}");
        }
    }
    assert!(found > 500, "{found}");
}

#[test]
fn other_text_is_no_header() {
    for text in [
        "",
        "#version 450\nvoid main() {}",
        "int a[] = {1, 2};",
        "{0x07230203",
        "é'\\é",
    ] {
        let found = Header::parse(text.as_bytes()).is_some();
        assert_eq!(found, text == "{0x07230203", "{text}");
    }
    assert!(Header::parse(&[0xFF, b'{']).is_none());
}
