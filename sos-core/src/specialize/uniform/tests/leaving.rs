//! Selections that some invocations leave from within nested constructs.

use super::with;

/// Every mark of a body: `LEAVE` branches to a block if a condition may vary.
fn left(body: &str) -> Vec<bool> {
    let mut text = String::new();
    for (number, line) in body.lines().enumerate() {
        match line.trim().split_once(' ') {
            Some(("LEAVE", rest)) => {
                let (condition, to) = rest.split_once(' ').unwrap();
                text += &format!(
                    "OpSelectionMerge %on{number} None
                    OpBranchConditional {condition} %off{number} %on{number}
                    %off{number} = OpLabel
                    {to}
                    %on{number} = OpLabel\n"
                );
            }
            Some(("SWITCH", name)) => {
                text += &format!(
                    "OpSelectionMerge %end_{name} None
                    OpSwitch %zero %in_{name} 1 %end_{name}
                    %in_{name} = OpLabel\n"
                );
            }
            Some(("END", name)) => {
                text += &format!("OpBranch %end_{name}\n%end_{name} = OpLabel\n");
            }
            _ => text += &format!("{line}\n"),
        }
    }
    with(&text, "")
}

#[test]
fn a_selection_is_divergent_behind_where_some_leave_it() {
    let of = |condition: &str| {
        left(&format!(
            "SWITCH a
            MARK
            LEAVE {condition} OpBranch %end_a
            MARK
            END a
            MARK"
        ))
    };
    assert_eq!(of("%other"), [true, false, true]);
    assert_eq!(of("%same"), [true, true, true]);
}

#[test]
fn leaving_an_outer_selection_concerns_the_rest_of_both() {
    let of = |condition: &str| {
        left(&format!(
            "SWITCH a
            MARK
            SWITCH b
            MARK
            LEAVE {condition} OpBranch %end_a
            MARK
            END b
            MARK
            END a
            MARK"
        ))
    };
    assert_eq!(of("%other"), [true, true, false, false, true]);
    assert_eq!(of("%same"), [true; 5]);
}

/// Those that have left the inner selection go on where the others may not come.
#[test]
fn those_that_have_left_before_are_apart_from_those_that_leave_later() {
    let of = |first: &str, condition: &str, second: &str| {
        left(&format!(
            "SWITCH a
            SWITCH b
            LEAVE {condition} {first}
            MARK
            LEAVE %same {second}
            MARK
            END b
            MARK
            END a
            MARK"
        ))
    };
    let (inner, outer) = ("OpBranch %end_b", "OpBranch %end_a");
    assert_eq!(of(inner, "%other", outer), [false, false, false, true]);
    assert_eq!(of(inner, "%other", inner), [false, false, true, true]);
    assert_eq!(of(outer, "%other", inner), [false, false, false, true]);
    assert_eq!(of(inner, "%other", "OpReturn"), [false; 4]);
    assert_eq!(of("OpReturn", "%other", inner), [false; 4]);
    assert_eq!(of(inner, "%same", "OpReturn"), [true; 4]);
}

/// A branch without a merge instruction of its own.
#[test]
fn a_conditional_branch_out_of_a_selection_does_not_concern_its_block() {
    let of = |condition: &str| {
        left(&format!(
            "SWITCH a
            MARK
            OpBranchConditional {condition} %end_a %more
            %more = OpLabel
            MARK
            END a
            MARK"
        ))
    };
    assert_eq!(of("%other"), [true, false, true]);
    assert_eq!(of("%same"), [true; 3]);
}

/// Some leave the selection and go on to the next iteration with those that are still in it.
#[test]
fn a_loop_around_a_selection_that_some_leave() {
    let of = |last: &str| {
        left(&format!(
            "OpBranch %head
            %head = OpLabel
            OpLoopMerge %end %next None
            OpBranchConditional %same %body %end
            %body = OpLabel
            MARK
            SWITCH a
            LEAVE %other OpBranch %end_a
            MARK
            {last}
            END a
            MARK
            OpBranch %next
            %next = OpLabel
            OpBranch %head
            %end = OpLabel
            MARK"
        ))
    };
    assert_eq!(of(""), [true, false, true, true]);
    assert_eq!(of("LEAVE %same OpBranch %end_a"), [true, false, true, true]);
    let apart = [false, false, false, true];
    assert_eq!(of("LEAVE %same OpBranch %next"), apart);
    assert_eq!(of("LEAVE %same OpBranch %end"), apart);
}
