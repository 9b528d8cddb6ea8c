//! The check that a scanned module is complete: what every module has (SPIR-V specification, section 2.4, logical layout, and
//! 2.16.1, universal validation rules).
//!
//! A module that is cut off within an instruction is found out by its word count, and one that is cut off within a function by
//! the scan. One that is cut off between other instructions lacks something that is required or that another instruction
//! names, unless all that it lost are functions that no entry point calls.

use super::scan::fault;
use super::Facts;
use crate::error::{Error, ErrorKind};
use crate::inst::Inst;
use crate::tables::{capability, op};
use crate::views;

impl Facts {
    /// Checks that the module has a memory model and entry points, and the functions that entry points and calls name.
    pub(super) fn complete(&self, words: &[u32]) -> Result<(), Error> {
        let missing = |kind, at: u32| Err(fault(kind, words, at as usize));
        let model = Inst::at(words, self.preamble_end);
        if model.is_none_or(|model| model.opcode() != op::OpMemoryModel) {
            return missing(ErrorKind::MissingMemoryModel, self.preamble_end);
        }
        if self.entry_points.is_empty() && !self.is_library() {
            return missing(ErrorKind::MissingEntryPoint, self.debug);
        }
        let is_function = |id: u32| {
            let def = self.def(words, id);
            def.is_some_and(|def| def.opcode() == op::OpFunction)
        };
        let mut entries = self.entries(words);
        if let Some(entry) =
            entries.find(|entry| !is_function(views::EntryPoint(*entry).entry_point()))
        {
            return missing(ErrorKind::MissingFunction, entry.offset());
        }
        if self.calls.iter().all(|call| is_function(call.callee)) {
            return Ok(());
        }
        let mut code = self.code(words);
        let call = code.find(|inst| {
            inst.opcode() == op::OpFunctionCall
                && !is_function(views::FunctionCall(*inst).function())
        });
        missing(
            ErrorKind::MissingFunction,
            call.map_or(0, |call| call.offset()),
        )
    }

    /// Whether a module may be one without entry points: it exports functions, or graphs, or its entry points depend on
    /// constants.
    fn is_library(&self) -> bool {
        self.declares(capability::Linkage)
            || self.declares(capability::SpecConditionalINTEL)
            || self.declares(capability::FunctionVariantsINTEL)
            || self.has_graphs()
    }

    /// Whether a module may hold graphs.
    pub(super) fn has_graphs(&self) -> bool {
        self.declares(capability::GraphARM)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assemble::{assemble, compute};
    use crate::facts::scanned;
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
        scanned(&all[..at])
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
            ("SpecConditionalINTEL", Ok(())),
        ] {
            let words = assemble(
                0,
                &format!("OpCapability {capability}\nOpMemoryModel Logical OpenCL"),
            );
            assert_eq!(scanned(&words), wanted, "{capability}");
        }
    }

    #[test]
    fn a_missing_function_is_reported_where_it_is_named() {
        let words = compute(0, "", "", "%called = OpFunctionCall %void %one");
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
