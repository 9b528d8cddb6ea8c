//! Chains of structures that the program owns, passed on with some of them changed or left out.
//!
//! ```text
//! program:  info ─▶ A ─▶ B ─▶ C ─▶ D            passed on:  info ─▶ A' ─▶ C' ─▶ D
//!                        │    └ asks for what the driver lacks            │     └ the program's own
//!                        └ unknown to the driver                          └ a copy, changed
//! ```
//!
//! Nothing of the program's is written to: other threads may use the same structures, which may lie in read-only memory. So everything
//! before the last change is copied, which takes its size. Structures of features have one `VkBool32` per member, as the
//! registry says; [`size_of_structure`] has the few others that stand in the same chains. One that is newer than both cannot be
//! copied: it stays where it is, its `pNext` points to the copies during the call, and is then restored.

use crate::loader::LAYER_CREATE_INFO_SIZE;
use ash::vk;
use sos_core::target::vulkan::member_count;
use std::ffi::c_void;

/// A structure of a chain.
pub type Structure = *const vk::BaseInStructure<'static>;

/// The longest chain. There are fewer structures, so a longer one has no end.
const MAX: usize = 4096;

/// The structures of a chain, in order.
///
/// # Safety
/// The chain is valid, and stays so while the iterator is in use.
pub unsafe fn structures(first: *const c_void) -> impl Iterator<Item = Structure> {
    let mut at: Structure = first.cast();
    std::iter::from_fn(move || {
        let found = at;
        if found.is_null() {
            return None;
        }
        // SAFETY: every structure in a chain begins like this one.
        at = unsafe { (*found).p_next.cast() };
        Some(found)
    })
    .take(MAX)
}

/// The structure of this type in a chain.
///
/// # Safety
/// As for [`structures`].
pub unsafe fn find<T: vk::TaggedStructure>(first: *const c_void) -> Option<*const T> {
    structures(first)
        .find(|&one| (*one).s_type == T::STRUCTURE_TYPE)
        .map(|one| one.cast())
}

/// Size in bytes of the structures that stand in chains of `VkDeviceCreateInfo` and `VkPipelineShaderStageCreateInfo`, and of the one that is
/// changed in chains of `VkBufferCreateInfo`.
fn size_of_structure(s_type: vk::StructureType) -> Option<usize> {
    if let Some(members) = member_count(s_type) {
        let header = size_of::<vk::BaseInStructure<'_>>();
        let size = header + usize::from(members) * size_of::<vk::Bool32>();
        return Some(size.next_multiple_of(align_of::<usize>()));
    }
    /// Members of structures that the binding crate does not have yet.
    #[repr(C)]
    struct With<T>(vk::BaseInStructure<'static>, T);
    #[repr(C)]
    struct Parameters([u32; 3], u64);
    #[repr(C)]
    struct Mappings(u32, *const c_void);
    // VkApplicationParametersEXT, VkDevicePipelineBinaryInternalCacheControlKHR, VkExternalComputeQueueDeviceCreateInfoNV,
    // VkShaderDescriptorSetAndBindingMappingInfoEXT.
    match s_type.as_raw() {
        1_000_435_000 => return Some(size_of::<With<Parameters>>()),
        1_000_483_008 | 1_000_556_000 => return Some(size_of::<With<u32>>()),
        1_000_135_006 => return Some(size_of::<With<Mappings>>()),
        _ => {}
    }
    macro_rules! sizes {
        ($($structure:ident),* $(,)?) => {
            match s_type {
                vk::StructureType::LOADER_DEVICE_CREATE_INFO => Some(LAYER_CREATE_INFO_SIZE),
                $( <vk::$structure<'_> as vk::TaggedStructure>::STRUCTURE_TYPE => Some(size_of::<vk::$structure<'_>>()), )*
                _ => None,
            }
        };
    }
    sizes!(
        PhysicalDeviceFeatures2,
        DeviceGroupDeviceCreateInfo,
        DevicePrivateDataCreateInfo,
        DeviceMemoryOverallocationCreateInfoAMD,
        DeviceDiagnosticsConfigCreateInfoNV,
        DeviceDeviceMemoryReportCreateInfoEXT,
        DeviceQueueShaderCoreControlCreateInfoARM,
        ValidationFeaturesEXT,
        ShaderModuleCreateInfo,
        ShaderModuleValidationCacheCreateInfoEXT,
        DebugUtilsObjectNameInfoEXT,
        PipelineShaderStageModuleIdentifierCreateInfoEXT,
        PipelineShaderStageRequiredSubgroupSizeCreateInfo,
        PipelineRobustnessCreateInfoEXT,
        PipelineShaderStageNodeCreateInfoAMDX,
        BufferUsageFlags2CreateInfoKHR,
    )
}

/// What becomes of one structure.
pub enum Change {
    /// It is passed on.
    Keep,
    /// It is left out.
    Drop,
    /// A copy of it is passed on whose members, as `VkBool32`s, are these.
    Members(Vec<vk::Bool32>),
}

/// A chain that is passed on, for as long as this value lives.
pub struct Chain {
    first: *const c_void,
    /// Copies; in `u64`s for their alignment. They do not move with this value.
    copies: Vec<Box<[u64]>>,
    /// The `pNext` of the program's structures that could not be copied, as they were.
    patched: Vec<(Structure, *const c_void)>,
}

impl Chain {
    /// A chain as the program wrote it.
    pub fn unchanged(first: *const c_void) -> Self {
        Self {
            first,
            copies: Vec::new(),
            patched: Vec::new(),
        }
    }

    /// A chain with changes.
    ///
    /// # Safety
    /// The chain is valid for as long as the result lives.
    pub unsafe fn changed(
        first: *const c_void,
        mut change: impl FnMut(Structure) -> Change,
    ) -> Self {
        let all: Vec<Structure> = structures(first).collect();
        let changes: Vec<Change> = all.iter().map(|&one| change(one)).collect();
        let last = changes.iter().rposition(|one| !matches!(one, Change::Keep));
        let mut made = Self::unchanged(first);
        let Some(last) = last else { return made };
        // From the end, so that what follows is known.
        let mut following: *const c_void = all
            .get(last)
            .map_or(std::ptr::null(), |&one| (*one).p_next.cast());
        let changed = all.iter().zip(changes).take(last + 1);
        for (&structure, change) in changed.rev() {
            match change {
                Change::Drop => {}
                Change::Keep => following = made.copy(structure, following),
                Change::Members(members) => {
                    following = made.copy(structure, following);
                    made.overwrite(&members);
                }
            }
        }
        made.first = following;
        made
    }

    /// Copies one structure with another successor.
    unsafe fn copy(&mut self, structure: Structure, following: *const c_void) -> *const c_void {
        let Some(size) = size_of_structure((*structure).s_type) else {
            let writable = structure.cast_mut();
            self.patched.push((structure, (*structure).p_next.cast()));
            (*writable).p_next = following.cast();
            return structure.cast();
        };
        let mut copy = vec![0_u64; size.div_ceil(size_of::<u64>())].into_boxed_slice();
        std::ptr::copy_nonoverlapping(structure.cast::<u8>(), copy.as_mut_ptr().cast(), size);
        let head: *mut vk::BaseInStructure<'static> = copy.as_mut_ptr().cast();
        (*head).p_next = following.cast();
        self.copies.push(copy);
        head.cast()
    }

    /// Sets the members of the last copy. Those that it has no room for are dropped.
    fn overwrite(&mut self, members: &[vk::Bool32]) {
        let header = size_of::<vk::BaseInStructure<'_>>();
        let Some(copy) = self.copies.last_mut() else {
            return;
        };
        let room = (size_of_val::<[u64]>(copy) - header) / size_of::<vk::Bool32>();
        // SAFETY: within the copy, by the line above; both are plain numbers.
        let to = unsafe {
            let begin: *mut u8 = copy.as_mut_ptr().cast();
            std::slice::from_raw_parts_mut(begin.add(header).cast::<vk::Bool32>(), room)
        };
        for (to, from) in to.iter_mut().zip(members) {
            *to = *from;
        }
    }

    /// The first structure.
    pub fn first(&self) -> *const c_void {
        self.first
    }
}

impl Drop for Chain {
    fn drop(&mut self) {
        for &(structure, next) in &self.patched {
            // SAFETY: the chain is valid for as long as this lives, by the condition of `changed`.
            unsafe { (*structure.cast_mut()).p_next = next.cast() };
        }
    }
}

/// Leaves structures out of a chain that the driver fills in, for the length of a call.
///
/// # Safety
/// The chain is valid, and its structures may be written to.
pub unsafe fn without<R>(
    first: &mut *mut c_void,
    drop: impl Fn(vk::StructureType) -> bool,
    call: impl FnOnce() -> R,
) -> R {
    let all: Vec<Structure> = structures(*first).collect();
    if !all.iter().any(|&one| drop((*one).s_type)) {
        return call();
    }
    let head = *first;
    let mut place: *mut *mut c_void = first;
    for &one in &all {
        if !drop((*one).s_type) {
            *place = one.cast_mut().cast();
            place = std::ptr::addr_of_mut!((*one.cast_mut()).p_next).cast();
        }
    }
    *place = std::ptr::null_mut();
    let result = call();
    *first = head;
    for (at, &one) in all.iter().enumerate() {
        let next = all.get(at + 1).copied().unwrap_or(std::ptr::null());
        (*one.cast_mut()).p_next = next.cast();
    }
    result
}

#[cfg(test)]
mod tests;
