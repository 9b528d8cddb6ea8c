//! Tests of Fossilize databases that are damaged, cut off, or made to harm.

use std::fs;

use sos_core::Limits;
use sos_runner::archive::foz::Database as Reader;
use sos_runner::archive::Archive;
use sos_tests::random::Random;

use crate::databases::{filter, main};
use crate::fossilize::{constants, Database, Stored, COMPUTE, GRAPHICS, MODULE};
use crate::modules;
use crate::run::Place;

#[test]
fn damage_is_named_and_the_rest_is_read() {
    let mut database = Database::new(6);
    let plain = database.module(&modules::plain(), Stored::Deflate);
    let whole = database.0.clone();
    database.module(&modules::too_much_declared(), Stored::Raw);
    for cut in [1, 55, 100, database.0.len() - whole.len() - 1] {
        let bytes = &database.0[..whole.len() + cut];
        let place = Place::with(&[("in.foz", bytes)]);
        let ran = filter(&place, "swiftshader", &[]);
        ran.expect(0, &["warning", "cut off", "the 1 entries before are read"]);
        let database = Reader::open(&place.path("out.foz")).unwrap();
        assert!(database.cut().is_none() && database.find(MODULE, plain).is_some());
    }
    for version in [4, 7] {
        let place = Place::with(&[("in.foz", &Database::new(version).0)]);
        let says = format!("version {version}; this program reads 5 and 6");
        filter(&place, "swiftshader", &[]).expect(2, &[&says]);
    }
    let bad = |change: &dyn Fn(&mut Database), says: &str| {
        let mut database = Database(whole.clone());
        change(&mut database);
        let place = Place::with(&[("in.foz", &database.0)]);
        filter(&place, "swiftshader", &["-k"]).expect(2, &[says]);
    };
    // A tag, format, checksum and size for four bytes that are no object.
    for (tag, format, sum, size, says) in [
        (MODULE, 1, 5, 4, "its checksum is wrong"),
        (MODULE, 3, 0, 4, "its format, 3, is unknown"),
        (MODULE, 1, 0, 5, "5 bytes that it states"),
        (MODULE, 2, 0, 5, "compressed data is damaged"),
        (MODULE, 1, 0, u32::MAX, "more than the limit"),
        (COMPUTE, 1, 0, 4, "no JSON object"),
    ] {
        bad(&|it| it.entry(tag, 1, format, sum, size, b"{}{}"), says);
    }
    bad(
        &|it| it.add(COMPUTE, 1, b"{\"version\":7}", Stored::Raw),
        "of version 7",
    );
    bad(
        &|it| it.compute(1, &main(0x20, 0xBAD, ""), 0),
        "0000000000000bad is not in the database",
    );
    bad(
        &|it| {
            it.0.extend(*b"x".repeat(60).as_slice().first_chunk::<60>().unwrap())
        },
        "at byte",
    );
}

/// What a file system leaves that has lost the end of a file.
#[test]
fn zeroes_at_the_end_are_said() {
    let mut database = Database::new(6);
    let plain = database.module(&modules::plain(), Stored::Deflate);
    let whole = database.0.clone();
    database.0.extend([0; 5000]);
    let place = Place::with(&[("in.foz", &database.0)]);
    let says = [
        "warning",
        "cut off within zeroes",
        "the 1 entries before are read",
    ];
    filter(&place, "swiftshader", &[]).expect(0, &says);
    let made = Reader::open(&place.path("out.foz")).unwrap();
    assert!(made.find(MODULE, plain).is_some() && made.entries().len() == 1);
    // Anything else is damage.
    database.0 = [&whole[..], &[0; 5000], b"x"].concat();
    let place = Place::with(&[("in.foz", &database.0)]);
    filter(&place, "swiftshader", &[]).expect(2, &["is damaged: its key is not hexadecimal"]);
}

/// Mutated databases are read without a panic, and without memory beyond the limits.
#[test]
fn hostile_databases_cost_little() {
    let limits = Limits {
        words: 4096,
        ..Limits::default()
    };
    let mut database = Database::new(6);
    let plain = database.module(&modules::plain(), Stored::Deflate);
    let other = database.module_in_base64(&modules::too_much_declared());
    let info = constants(&[(3, &7u32.to_le_bytes())]);
    database.compute(0x10, &main(0x20, plain, &info), 0);
    database.stages(
        GRAPHICS,
        0x20,
        &[main(1, plain, ""), main(0x10, other, &info)],
        "",
    );
    let place = Place::with(&[]);
    let path = place.path("in.foz");
    let mut read = 0;
    let mut open = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let Ok(archive) = Archive::open(&path, &limits) else {
            return;
        };
        for unit in archive.units() {
            if let Ok(bytes) = archive.read(unit) {
                assert!(bytes.len() <= limits.words as usize * 4 + 4);
                read += 1;
            }
        }
    };
    for length in (0..300).chain((300..database.0.len()).step_by(7)) {
        open(&database.0[..length]);
    }
    let mut random = Random::new(1);
    for _ in 0..1000 {
        let mut bytes = database.0.clone();
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len());
            bytes[at] = match random.below(4) {
                0 => 0,
                1 => 0xFF,
                2 => bytes[at] ^ (1 << random.below(8)),
                _ => random.below(256) as u8,
            };
        }
        open(&bytes);
    }
    assert!(read > 1000, "{read}");
    // A bomb is decompressed as far as its stated size, which is bounded.
    let bomb = vec![b' '; 64 << 20];
    let mut database = Database::new(6);
    database.add(MODULE, 1, &bomb, Stored::Deflate);
    let limits = Limits {
        words: 1 << 20,
        ..limits
    };
    fs::write(&path, &database.0).unwrap();
    let archive = Archive::open(&path, &limits).unwrap();
    let why = archive.read(&archive.units()[0]).unwrap_err();
    assert!(format!("{why:#}").contains("more than the limit"));
    // The stated size lies at the end of the entry's head.
    database.0[16 + 52..16 + 56].copy_from_slice(&1000u32.to_le_bytes());
    fs::write(&path, &database.0).unwrap();
    let archive = Archive::open(&path, &limits).unwrap();
    let why = archive.read(&archive.units()[0]).unwrap_err();
    assert!(
        format!("{why:#}").contains("1000 bytes that it states"),
        "{why:#}"
    );
}

/// What cannot be read has no bytes by which the cache could tell it from others.
#[test]
fn the_cache_tells_damage_from_damage() {
    let mut database = Database::new(6);
    database.entry(MODULE, 1, 1, 5, 4, b"{}{}");
    database.entry(MODULE, 2, 3, 0, 4, b"{}{}");
    let place = Place::with(&[("in.foz", &database.0)]);
    let run = [
        "corpus",
        "run",
        "in.foz",
        "--no-validate",
        "--cache",
        "cache",
    ];
    for _ in 0..2 {
        let ran = place.run(&[&run[..], &["-d", "swiftshader", "-j", "1"]].concat());
        assert_eq!(ran.status, 1);
        for says in ["its checksum is wrong", "its format, 3, is unknown"] {
            assert!(ran.text().contains(says), "{}", ran.text());
        }
    }
}
