//! GLSL compiled by a process that stays: `tests/glsl/server.c`, which `scripts/test` builds where Debian's `glslang-dev` is.
//!
//! `glslangValidator` takes 60 ms for the smallest shader; what both write is the same. Options that the server does not know are the
//! program's.

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};

use anyhow::{bail, Context as _, Result};

use crate::paths;

/// The stages in the order of `glslang_stage_t`.
const STAGES: [&str; 6] = ["vert", "tesc", "tese", "geom", "frag", "comp"];
const ENVIRONMENTS: [&str; 4] = ["vulkan1.0", "vulkan1.1", "vulkan1.2", "vulkan1.3"];

/// Compiles a source; `None` if that is not for the server, or there is none.
///
/// # Errors
/// The compiler's message.
pub(crate) fn compile(source: &str, stage: &str, options: &[&str]) -> Option<Result<Vec<u32>>> {
    static SERVER: OnceLock<Option<Mutex<Child>>> = OnceLock::new();
    let (environment, folder) = match options {
        ["--target-env", environment] => (environment, None),
        ["--target-env", environment, folder] => (environment, Some(folder.strip_prefix("-I")?)),
        _ => return None,
    };
    let stage = STAGES.iter().position(|name| *name == stage)?;
    let version = ENVIRONMENTS.iter().position(|name| name == environment)?;
    let source = with_included(source, folder.map(Path::new))?;
    let server = SERVER.get_or_init(start).as_ref()?;
    let mut server = server.lock().unwrap_or_else(PoisonError::into_inner);
    Some(ask(&mut server, [stage, version], &source))
}

/// A source with the files of a folder that it includes; `None` if one is not there.
fn with_included(source: &str, folder: Option<&Path>) -> Option<String> {
    let mut whole = String::new();
    for line in source.lines() {
        match line.strip_prefix("#include \"") {
            Some(name) => {
                let path = folder?.join(name.strip_suffix('"')?);
                let included = std::fs::read_to_string(path).ok()?;
                whole.push_str(&with_included(&included, folder)?);
            }
            None => whole.push_str(line),
        }
        whole.push('\n');
    }
    Some(whole)
}

fn start() -> Option<Mutex<Child>> {
    let mut command = Command::new(paths::drivers().join("glsl-server"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command.spawn().ok().map(Mutex::new)
}

fn ask(server: &mut Child, what: [usize; 2], source: &str) -> Result<Vec<u32>> {
    let (Some(questions), Some(answers)) = (&mut server.stdin, &mut server.stdout) else {
        bail!("the server of GLSL has no pipes");
    };
    let died = "the server of GLSL has ended";
    for number in [what[0], what[1], source.len()] {
        let number = u32::try_from(number)?;
        questions.write_all(&number.to_ne_bytes()).context(died)?;
    }
    questions.write_all(source.as_bytes()).context(died)?;
    questions.flush().context(died)?;
    let mut number = || {
        let mut bytes = [0; 4];
        answers.read_exact(&mut bytes).context(died)?;
        anyhow::Ok(u32::from_ne_bytes(bytes))
    };
    let (status, length) = (number()?, number()?);
    let mut bytes = vec![0; length as usize];
    answers.read_exact(&mut bytes).context(died)?;
    if status != 0 {
        bail!("{}", String::from_utf8_lossy(&bytes));
    }
    let words = bytes.chunks_exact(4);
    Ok(words
        .map(|word| u32::from_ne_bytes(word.try_into().expect("the chunk has four bytes")))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{skip, tools};

    #[test]
    fn the_server_writes_what_the_program_writes() {
        let Some(tools) = tools() else { return };
        let server = paths::drivers().join("glsl-server");
        let missing =
            || "tests/glsl/server.c, compiled (scripts/test does, with Debian package glslang-dev)";
        let found = server.is_file().then_some(());
        if skip::unless_missing(found.ok_or_else(|| missing().to_owned())).is_none() {
            return;
        }
        let source = "#version 450
            #extension GL_KHR_shader_subgroup_arithmetic : require
            layout(local_size_x = 8) in;
            layout(binding = 0) buffer B { vec4 x[]; };
            void main() { x[0] = subgroupAdd(sin(x[gl_LocalInvocationIndex])); }";
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), source).unwrap();
        for environment in ["vulkan1.1", "vulkan1.2", "vulkan1.3"] {
            let options = ["--target-env", environment];
            let program = tools.glsl_file(file.path(), "comp", &options).unwrap();
            let server = compile(source, "comp", &options)
                .expect("a server")
                .unwrap();
            assert_eq!(server, program, "{environment}");
        }
        let folder = format!("-I{}", paths::root().join("shaderlib").display());
        let options = ["--target-env", "vulkan1.1", &folder];
        let including = "#version 450
#extension GL_GOOGLE_include_directive : require
#include \"sos_subgroup.glsl\"
layout(local_size_x = 8) in;
layout(binding = 0) buffer B { uint x[]; };
void main() { x[0] = x[1]; }";
        std::fs::write(file.path(), including).unwrap();
        let program = tools.glsl_file(file.path(), "comp", &options).unwrap();
        let server = compile(including, "comp", &options);
        assert_eq!(server.expect("a server").unwrap(), program);
        let options = ["--target-env", "vulkan1.1"];
        assert!(compile(including, "comp", &options).is_none());
        let wrong = compile("#version 450\nvoid main() { x; }", "comp", &options);
        let said = wrong.expect("a server").unwrap_err().to_string();
        assert!(said.contains("undeclared identifier"), "{said}");
        // It goes on after a message.
        assert!(compile(source, "comp", &options).expect("a server").is_ok());
        assert!(
            compile(source, "comp", &["-g"]).is_none()
                && compile(source, "mesh", &options).is_none()
        );
    }
}
