//! `vkGetPhysicalDeviceToolProperties`: programs can see that the layer is there.

use crate::instance::Instance;
use crate::loader::write_text;
use crate::settings::{DESCRIPTION, LAYER};
use ash::vk;

fn this() -> vk::PhysicalDeviceToolProperties<'static> {
    let mut made = vk::PhysicalDeviceToolProperties::default()
        .purposes(vk::ToolPurposeFlags::MODIFYING_FEATURES);
    write_text(&mut made.name, "SOS");
    write_text(&mut made.version, env!("CARGO_PKG_VERSION"));
    write_text(&mut made.description, DESCRIPTION);
    write_text(&mut made.layer, LAYER);
    made
}

/// `vkGetPhysicalDeviceToolProperties`
pub unsafe extern "system" fn get_tools(
    device: vk::PhysicalDevice,
    count: *mut u32,
    out: *mut vk::PhysicalDeviceToolProperties<'_>,
) -> vk::Result {
    let next = Instance::of(device).and_then(|it| it.next.get_tools);
    let Some(next) = next else {
        return vk::Result::ERROR_INITIALIZATION_FAILED;
    };
    if out.is_null() {
        let result = next(device, count, out);
        *count += 1;
        return result;
    }
    // This layer is the first; the others follow where there is room.
    let Some(room) = (*count).checked_sub(1) else {
        return vk::Result::INCOMPLETE;
    };
    let next_structure = (*out).p_next;
    *out = this();
    (*out).p_next = next_structure;
    *count = room;
    let result = next(device, count, out.add(1));
    *count += 1;
    result
}
