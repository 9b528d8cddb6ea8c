use super::*;

/// Sizes of structures that stand in the tables are those of the binding crate.
#[test]
fn sizes_are_those_of_the_structures() {
    assert_eq!(LAYER_CREATE_INFO_SIZE, size_of::<usize>() * 4);
    macro_rules! agree {
        ($($structure:ident),*) => { $(
            let s_type = <vk::$structure<'_> as vk::TaggedStructure>::STRUCTURE_TYPE;
            assert_eq!(size_of_structure(s_type), Some(size_of::<vk::$structure<'_>>()), stringify!($structure));
        )* };
    }
    agree!(
        PhysicalDeviceVulkan11Features,
        PhysicalDeviceVulkan12Features,
        PhysicalDeviceVulkan13Features,
        PhysicalDeviceTimelineSemaphoreFeatures,
        PhysicalDevicePresentIdFeaturesKHR,
        PhysicalDeviceFeatures2,
        DevicePrivateDataCreateInfo
    );
    assert_eq!(
        size_of_structure(vk::StructureType::from_raw(1_999_999_000)),
        None
    );
}

/// A structure with two members.
#[repr(C)]
struct Two {
    s_type: vk::StructureType,
    p_next: *const c_void,
    members: [vk::Bool32; 2],
}

const FLOAT16_INT8: i32 = 1_000_082_000;
const UNKNOWN: i32 = 1_999_999_000;

fn chain(types: &[i32]) -> Vec<Two> {
    let mut made: Vec<Two> = types
        .iter()
        .map(|&s_type| Two {
            s_type: vk::StructureType::from_raw(s_type),
            p_next: std::ptr::null(),
            members: [1, 1],
        })
        .collect();
    for at in 1..made.len() {
        let next: *const Two = &made[at];
        made[at - 1].p_next = next.cast();
    }
    made
}

fn types_of(first: *const c_void) -> Vec<i32> {
    // SAFETY: the chains of these tests are valid.
    unsafe {
        structures(first)
            .map(|one| (*one).s_type.as_raw())
            .collect()
    }
}

#[test]
fn what_lies_behind_the_last_change_is_shared() {
    let types = [FLOAT16_INT8, UNKNOWN, FLOAT16_INT8, 1_000_207_000];
    let all = chain(&types);
    let first: *const c_void = all.as_ptr().cast();
    for (dropped, expected) in [
        (None, &types[..]),
        (Some(0), &types[1..]),
        (Some(2), &[types[0], types[1], types[3]]),
        (Some(3), &types[..3]),
    ] {
        let mut at = 0;
        // SAFETY: a valid chain.
        let changed = unsafe {
            Chain::changed(first, |_| {
                at += 1;
                match dropped == Some(at - 1) {
                    true => Change::Drop,
                    false => Change::Keep,
                }
            })
        };
        assert_eq!(types_of(changed.first()), expected, "{dropped:?}");
        drop(changed);
        assert_eq!(types_of(first), types, "{dropped:?}");
    }
}

#[test]
fn members_change_in_the_copy() {
    let all = chain(&[FLOAT16_INT8]);
    let first: *const c_void = all.as_ptr().cast();
    // SAFETY: a valid chain.
    let changed = unsafe { Chain::changed(first, |_| Change::Members(vec![0, 7, 9])) };
    let copy: *const Two = changed.first().cast();
    assert_ne!(copy.cast(), first);
    // SAFETY: a copy of such a structure.
    assert_eq!(unsafe { &*copy }.members, [0, 7], "the third has no room");
    assert_eq!(all[0].members, [1, 1]);
}

#[test]
fn structures_are_left_out_of_a_call() {
    let types = [UNKNOWN, FLOAT16_INT8, UNKNOWN, FLOAT16_INT8];
    let all = chain(&types);
    let mut first: *mut c_void = all.as_ptr().cast_mut().cast();
    let begin: *const *mut c_void = &first;
    let hides = |s_type: vk::StructureType| s_type.as_raw() == UNKNOWN;
    // SAFETY: a valid chain, which nothing else reads; `begin` points to its beginning.
    let seen = unsafe { without(&mut first, hides, || types_of(begin.read())) };
    assert_eq!(seen, [FLOAT16_INT8, FLOAT16_INT8]);
    assert_eq!(types_of(first), types);
}

/// A chain without end is cut off.
#[test]
fn chains_end() {
    let mut all = chain(&[UNKNOWN, FLOAT16_INT8]);
    let first: *const Two = &all[0];
    all[1].p_next = first.cast();
    let first: *const c_void = all.as_ptr().cast();
    assert_eq!(types_of(first).len(), MAX);
}
