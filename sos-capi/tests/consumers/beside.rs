//! Another library of Rust in the same program: it unwinds, allocates, and brings its own parts of the standard library.

use std::collections::BTreeMap;

/// The number of decimal digits of the numbers below `n`, by way of a map and a caught panic.
#[no_mangle]
pub extern "C" fn other_digits(n: u32) -> usize {
    let texts: BTreeMap<u32, String> = (0..n).map(|n| (n, n.to_string())).collect();
    let caught = std::panic::catch_unwind(|| std::panic::resume_unwind(Box::new(texts.len())));
    assert_eq!(caught.unwrap_err().downcast_ref(), Some(&texts.len()));
    texts.values().map(String::len).sum()
}
