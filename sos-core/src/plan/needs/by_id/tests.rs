//! Tests of the needs of scopes.

use crate::assemble::compute;
use crate::filtered::filtered;
use crate::header::LEN;
use crate::inst::{Inst, Insts};
use crate::tables::op;
use crate::target::Target;
use crate::Options;

/// `spirv-opt` removes the capability of a barrier that is the only use of subgroups, and only for Vulkan 1.0 `spirv-val` misses
/// it: there the barrier gets another memory scope, or the module declares what the target has.
#[test]
fn memory_of_a_subgroup_counts_undeclared() {
    let globals = "%order = OpConstant %u32 264";
    let words = |minor| {
        let body = "OpControlBarrier %three %three %order";
        compute(minor, "", globals, body)
    };
    let kepler = Target::built_in("nvk-kepler").unwrap();
    for minor in [0, 3] {
        let words = words(minor);
        let barrier = |target: &str| {
            let target = Target::built_in(target).unwrap();
            let (out, report) = filtered(&words, &target, &Options::default());
            assert_eq!(report.unsupported.len(), 0, "{:?}", report.unsupported);
            let insts = Insts::new(&out, LEN as u32, out.len() as u32);
            let mut found = insts.filter(|inst| inst.opcode() == op::OpControlBarrier);
            let found = found.next().unwrap();
            let value = |id| {
                let mut insts = Insts::new(&out, LEN as u32, out.len() as u32);
                let is_it = |inst: &Inst<'_>| inst.opcode() == op::OpConstant && inst.word(2) == id;
                insts.find(is_it).unwrap().word(3)
            };
            (value(found.word(2)), report.capabilities.after)
        };
        let shader = vec!["Shader".to_owned()];
        assert_eq!(barrier("vulkan-1.1"), (3, shader.clone()));
        assert_eq!(barrier("vulkan-1.0"), (2, shader));
        let (scope, declared) = barrier("nvk-kepler");
        assert_eq!(scope, 3);
        assert!(
            declared.iter().any(|name| name.starts_with("Subgroup")),
            "{declared:?}"
        );
        let (out, _) = filtered(&words, &kepler, &Options::default());
        let (again, _) = filtered(&out, &kepler, &Options::default());
        assert_eq!(out, again);
    }
}
