//! Memory that invocations share.

use super::{branch_on, compute, marks, Group, GLOBALS, START};

const MEMORY: &str = "
    OpDecorate %words ArrayStride 4
    OpDecorate %buffer Block
    OpMemberDecorate %buffer 0 Offset 0
    NOTES
    %words = OpTypeArray %u32 %three
    %buffer = OpTypeStruct %words
    %p_buffer = OpTypePointer CLASS %buffer
    %p_word = OpTypePointer CLASS %u32
    %memory = OpVariable %p_buffer CLASS
    %scratch = OpVariable %p_buffer CLASS
    %f_type = OpTypeFunction %void %p_word";

/// Whether a block behind a branch on the word `%at` of a variable is uniform.
fn on(class: &str, at: &str, before: &str, notes: &str) -> bool {
    in_group(class, at, before, notes, Group::Workgroup)
}

fn in_group(class: &str, at: &str, before: &str, notes: &str, group: Group) -> bool {
    let memory = MEMORY.replace("CLASS", class).replace("NOTES", notes);
    let branch = branch_on("%v");
    let body = format!(
        "{START}%p = OpAccessChain %p_word %memory %zero {at}
        {before}
        %v = OpLoad %u32 %p
        {branch}
        OpReturn
        OpFunctionEnd
        %store = OpFunction %void None %f_type
        %to = OpFunctionParameter %p_word
        %start = OpLabel
        OpStore %to %one"
    );
    let globals = format!("{GLOBALS}{memory}");
    marks(&compute(0, "", &globals, &body), group)[0]
}

const STORE: &str = "OpStore %p %one";
const CALL: &str = "%done = OpFunctionCall %void %store %p";

#[test]
fn shared_memory_has_one_value_at_one_place() {
    assert!(on("Workgroup", "%x", "", ""));
    assert!(!on("Workgroup", "%index", "", ""));
    // Whatever is stored, and by whom: all invocations see it once a barrier orders it.
    assert!(on("Workgroup", "%x", STORE, ""));
    assert!(on("Workgroup", "%x", "OpStore %p %index", ""));
    assert!(on("Workgroup", "%x", CALL, ""));
}

#[test]
fn buffers_have_one_value_at_one_place_if_nothing_is_stored() {
    assert!(on("StorageBuffer", "%x", "", ""));
    assert!(!on("StorageBuffer", "%index", "", ""));
    assert!(!on("StorageBuffer", "%x", STORE, ""));
    assert!(!on("StorageBuffer", "%x", CALL, ""));
    let other = "%q = OpAccessChain %p_word %scratch %zero %x\nOpStore %q %one";
    assert!(on("StorageBuffer", "%x", other, ""));
    assert!(!on("StorageBuffer", "%x", "OpCopyMemory %p %p", ""));
}

/// With anything but barriers, some invocations may read before a store and others behind it.
#[test]
fn memory_varies_if_others_than_barriers_order_it() {
    for class in ["Workgroup", "StorageBuffer"] {
        let atomic = "%q = OpAccessChain %p_word %scratch %zero %zero
            %a = OpAtomicIAdd %u32 %q %one %zero %one";
        assert!(!on(class, "%x", atomic, ""), "{class}");
        for notes in [
            "OpDecorate %scratch Volatile",
            "OpMemberDecorate %buffer 0 Coherent",
        ] {
            assert!(!on(class, "%x", "", notes), "{class} {notes}");
        }
        let primitive = in_group(class, "%zero", "", "", Group::Primitive);
        assert!(!primitive, "{class}");
    }
}
