//! The sets of modules to measure.

use sos_core::operands::{for_each_id, result_index};
use sos_core::tables::{op, op_hot};
use sos_core::{Limits, Module};
use sos_tests::corpus::{modules, shaders};
use sos_tests::hostile::module::{fresh_id, opcode, put, range, starts};
use sos_tests::tools::read_module;
use std::collections::HashMap;
use std::path::Path;

/// The minimum size of a set: larger than most second-level caches, and similar to real collections of shaders.
pub const BYTES: usize = 3 << 20;
/// The minimum size of a large module.
const LARGE: usize = 200 << 10;

/// The corpus, repeated until the set is large enough.
pub fn small() -> Vec<Vec<u32>> {
    fill(shaders("").into_iter().map(|shader| shader.words).collect())
}

/// The modules with narrow and wide types, in values and in memory, repeated until the set is large enough.
pub fn types() -> Vec<Vec<u32>> {
    let families = ["types", "storage"];
    let all = families.into_iter().flat_map(shaders);
    fill(all.map(|shader| shader.words).collect())
}

/// Corpus modules with repeated functions, repeated until the set is large enough.
pub fn large() -> Vec<Vec<u32>> {
    fill(
        shaders("")
            .iter()
            .filter_map(|shader| enlarge(&shader.words))
            .collect(),
    )
}

/// The modules below a folder, repeated likewise. Modules that the filter cannot read are counted and omitted.
///
/// # Panics
/// If the folder or a file of it cannot be read, or no file is a module.
pub fn below(folder: &Path) -> Vec<Vec<u32>> {
    let files = modules(folder);
    let read = files.iter().map(|file| {
        read_module(file).unwrap_or_else(|error| panic!("{}: {error:#}", file.display()))
    });
    let read: Vec<Vec<u32>> = read
        .filter(|words| Module::scan(words, &Limits::default()).is_ok())
        .collect();
    let unread = files.len() - read.len();
    if unread > 0 {
        println!("{unread} files of {} are not modules", files.len());
    }
    fill(read)
}

fn fill(modules: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
    assert!(!modules.is_empty(), "no modules to measure");
    let size: usize = modules.iter().map(|words| words.len() * 4).sum();
    let times = BYTES.div_ceil(size);
    (0..times).flat_map(|_| modules.clone()).collect()
}

/// A module with its functions repeated under new ids, and an entry point for each copy. `None` for modules with 64-bit
/// integers, whose switches cannot be parsed from a single instruction.
fn enlarge(words: &[u32]) -> Option<Vec<u32>> {
    let all = starts(words);
    let is_wide = |&at: &usize| opcode(words, at) == op::OpTypeInt && words[at + 2] == 64;
    if all.iter().any(is_wide) {
        return None;
    }
    let find = |wanted: u16| {
        all.iter()
            .copied()
            .filter(move |&at| opcode(words, at) == wanted)
    };
    let functions = find(op::OpFunction).next()?;
    let body = &words[functions..];
    let mut header = words[..3].to_vec();
    header.extend([words[3], 0]);
    let (mut entries, mut modes, mut bodies) = (Vec::new(), Vec::new(), Vec::new());
    for copy in 0..LARGE.div_ceil(body.len() * 4) {
        let mut ids = HashMap::new();
        let inside: Vec<usize> = all.iter().copied().filter(|&at| at >= functions).collect();
        for &at in &inside {
            if let Some(index) = result_index(op_hot(opcode(words, at))) {
                ids.insert(words[at + index], fresh_id(&mut header));
            }
        }
        let renamed = |at: usize| {
            let mut inst = words[range(words, at)].to_vec();
            let mut places = Vec::new();
            for_each_id(&inst, 1, |index, id| places.push((index, id)));
            for (index, id) in places {
                put(&mut inst, index, ids.get(&id).copied().unwrap_or(id));
            }
            inst
        };
        inside.iter().for_each(|&at| bodies.extend(renamed(at)));
        for at in find(op::OpEntryPoint) {
            let mut inst = renamed(at);
            // The first letters make the name unique.
            inst[3] = 0x6161_6161 + copy as u32 % 20 + ((copy as u32 / 20 % 20) << 8);
            inst[3] += (copy as u32 / 400) << 16;
            entries.extend(inst);
        }
        find(op::OpExecutionMode).for_each(|at| modes.extend(renamed(at)));
    }
    let first = |wanted: u16| find(wanted).next().unwrap_or(functions);
    let entry = first(op::OpEntryPoint);
    let mode = first(op::OpExecutionMode);
    let mut out = header;
    out.extend_from_slice(&words[5..entry]);
    out.extend(entries);
    if mode < functions {
        out.extend_from_slice(&words[entry..mode]);
    }
    out.extend(modes);
    out.extend_from_slice(&words[if mode < functions { mode } else { entry }..]);
    out.extend(bodies);
    let is_module = Module::scan(&out, &Limits::default()).is_ok();
    is_module.then_some(out)
}
