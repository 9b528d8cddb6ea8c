//! The check that a scanned module is complete: what every module has (SPIR-V specification, section 2.4, logical layout, and
//! 2.16.1, universal validation rules).
//!
//! A module that is cut off within an instruction is found out by its word count, and one that is cut off within a function by
//! the scan. One that is cut off between other instructions lacks something that is required or that another instruction
//! names, unless all that it lost are functions that no entry point calls.

use super::Facts;
use crate::error::{Error, ErrorKind};
use crate::tables::{capability, op};

impl Facts {
    /// Checks that the module has a memory model and entry points, and the functions that entry points and calls name.
    pub(super) fn complete(&self, words: &[u32]) -> Result<(), Error> {
        if !is(words, self.preamble_end, op::OpMemoryModel) {
            return Err(missing(
                ErrorKind::MissingMemoryModel,
                words,
                self.preamble_end,
            ));
        }
        if self.entry_points.is_empty() && !self.is_library() {
            return Err(missing(ErrorKind::MissingEntryPoint, words, self.debug));
        }
        let is_function = |id: u32| {
            let def = self.def.get(id as usize);
            def.is_some_and(|&def| is(words, def, op::OpFunction))
        };
        for entry in self.entries(words) {
            if !is_function(entry.word(2)) {
                return Err(missing(ErrorKind::MissingFunction, words, entry.offset()));
            }
        }
        if self.calls.iter().all(|call| is_function(call.callee)) {
            return Ok(());
        }
        let calls = self
            .code(words)
            .filter(|inst| inst.opcode() == op::OpFunctionCall);
        let mut undefined = calls.filter(|call| !is_function(call.word(3)));
        let at = undefined.next().map_or(0, |call| call.offset());
        Err(missing(ErrorKind::MissingFunction, words, at))
    }

    /// Whether a module is one without entry points: it exports functions, or graphs.
    fn is_library(&self) -> bool {
        self.declares(capability::Linkage) || self.has_graphs()
    }

    /// Whether a module may hold graphs.
    pub(super) fn has_graphs(&self) -> bool {
        self.declares(capability::GraphARM)
    }
}

/// Whether the instruction at an offset, if there is one, has this opcode.
fn is(words: &[u32], at: u32, opcode: u16) -> bool {
    words
        .get(at as usize)
        .is_some_and(|&word| word as u16 == opcode)
}

#[cold]
fn missing(kind: ErrorKind, words: &[u32], at: u32) -> Error {
    let opcode = words.get(at as usize).map_or(0, |&word| word as u16);
    Error::new(kind, at as usize, opcode)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assemble::assemble;
    use crate::options::Limits;

    /// Scans the lines of a module up to one that contains a text.
    fn scan_before(end: &str) -> Result<(), ErrorKind> {
        let lines = "OpCapability Shader
            OpMemoryModel Logical GLSL450
            OpEntryPoint GLCompute %main \"main\"
            %void = OpTypeVoid
            %signature = OpTypeFunction %void
            %main = OpFunction %void None %signature
            %entry = OpLabel
            %called = OpFunctionCall %void %helper
            OpReturn
            OpFunctionEnd
            %helper = OpFunction %void None %signature
            %start = OpLabel
            OpReturn
            OpFunctionEnd
            %unused = OpFunction %void None %signature
            %begin = OpLabel
            OpReturn
            OpFunctionEnd";
        let all = assemble(0, lines);
        // The instructions of the lines that are kept, in the ids of the whole module.
        let kept = lines.lines().take_while(|line| !line.contains(end)).count();
        let mut at = crate::header::LEN;
        for _ in 0..kept {
            at += (all[at] >> 16) as usize;
        }
        let scanned = Facts::default().scan(&all[..at], &Limits::default());
        scanned.map_err(|error| error.kind())
    }

    #[test]
    fn modules_that_are_cut_off_are_found_out() {
        use ErrorKind::*;
        for (end, wanted) in [
            ("OpCapability", Err(MissingMemoryModel)),
            ("OpMemoryModel", Err(MissingMemoryModel)),
            ("OpEntryPoint", Err(MissingEntryPoint)),
            ("%void =", Err(MissingFunction)),
            ("%main =", Err(MissingFunction)),
            ("%entry", Err(UnfinishedFunction)),
            ("%called", Err(UnfinishedFunction)),
            ("%helper =", Err(MissingFunction)),
            ("%start", Err(UnfinishedFunction)),
            ("%unused", Ok(())),
            ("nothing", Ok(())),
        ] {
            assert_eq!(scan_before(end), wanted, "before {end}");
        }
    }

    #[test]
    fn libraries_have_no_entry_points() {
        for (capability, wanted) in [
            ("Kernel", Err(ErrorKind::MissingEntryPoint)),
            ("Linkage", Ok(())),
        ] {
            let words = assemble(
                0,
                &format!("OpCapability {capability}\nOpMemoryModel Logical OpenCL"),
            );
            let scanned = Facts::default().scan(&words, &Limits::default());
            assert_eq!(
                scanned.map_err(|error| error.kind()),
                wanted,
                "{capability}"
            );
        }
    }

    #[test]
    fn a_missing_function_is_reported_where_it_is_named() {
        let words = assemble(
            0,
            "OpCapability Shader
            OpMemoryModel Logical GLSL450
            OpEntryPoint GLCompute %main \"main\"
            %void = OpTypeVoid
            %signature = OpTypeFunction %void
            %main = OpFunction %void None %signature
            %entry = OpLabel
            %called = OpFunctionCall %void %signature
            OpReturn
            OpFunctionEnd",
        );
        let error = Facts::default()
            .scan(&words, &Limits::default())
            .unwrap_err();
        assert_eq!(
            (error.kind(), error.opcode()),
            (ErrorKind::MissingFunction, op::OpFunctionCall)
        );
        assert_eq!(words[error.offset() as usize] as u16, op::OpFunctionCall);
    }
}
