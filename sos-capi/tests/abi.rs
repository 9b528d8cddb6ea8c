//! What compiled programs rely on, against the committed description of it: `abi-lp64.txt`.
//!
//! Prototypes are the header's, numbers and layouts are what a C compiler makes of it. A line that changes or goes breaks
//! programs that were compiled before; a line that is new does not. `BLESS=1 cargo test -p sos-capi --test abi` writes the file.
#![cfg(all(target_os = "linux", target_pointer_width = "64"))]

#[allow(dead_code)]
mod compiler;
#[allow(dead_code)]
mod header;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use compiler::{Language, Library};
use tempfile::TempDir;

/// A program that prints each expression with its value.
fn program() -> String {
    let mut text = String::from("#include <sos.h>\n#include <stdio.h>\nint main(void)\n{\n");
    for expression in header::expressions() {
        writeln!(
            text,
            "    printf(\"%s = %lu\\n\", \"{expression}\", (unsigned long)({expression}));"
        )
        .expect("a string takes text");
    }
    text + "    return 0;\n}\n"
}

#[test]
fn the_binary_interface_is_as_described() {
    let Some(compiler) = compiler::find(Language::C) else {
        return;
    };
    let directory = TempDir::new().expect("a temporary directory");
    let source = directory.path().join("abi.c");
    fs::write(&source, program()).expect("a file");
    let printer = directory.path().join("abi");
    compiler.link(&source, Library::Static, &[], &printer);
    let output = Command::new(&printer).output().expect("the program runs");
    assert!(output.status.success());
    let mut found = String::new();
    for signature in header::signatures() {
        writeln!(found, "{signature}").expect("a string takes text");
    }
    found += &String::from_utf8(output.stdout).expect("text");

    assert_eq!(header::signatures().len(), header::declared().len());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("abi-lp64.txt");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &found).expect("the file can be written");
    }
    let described = fs::read_to_string(&path).expect("the committed description");
    for (described, found) in described.lines().zip(found.lines()) {
        assert_eq!(described, found, "see the first lines of this test");
    }
    assert_eq!(described, found, "see the first lines of this test");
}
