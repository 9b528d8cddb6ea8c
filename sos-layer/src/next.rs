//! The functions of the next layer, or of the driver, each looked up once.
//!
//! They are asked for as soon as an instance or a device exists. Later is too late: once an instance is complete, loaders before
//! 1.3.243 or so answer with the top of the chain, which is this layer.

use ash::vk;
use std::ffi::CStr;

/// Declares a structure of functions that are looked up by names, the first of which that exists counts.
macro_rules! functions {
    ($(#[$doc:meta])* $structure:ident { $( $field:ident: $ty:ident = $($name:literal)|+; )* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        #[allow(missing_docs)]
        pub struct $structure { $( pub $field: Option<vk::$ty>, )* }

        impl $structure {
            /// Looks up every function.
            ///
            /// # Safety
            /// `get` returns null or the function of this name.
            pub unsafe fn load(get: impl Fn(&CStr) -> vk::PFN_vkVoidFunction) -> Self {
                Self { $( $field: [$($name),+].into_iter().find_map(&get).map(|found| {
                    // SAFETY: the type is that of the function with this name, whose aliases have the same.
                    unsafe { std::mem::transmute::<unsafe extern "system" fn(), vk::$ty>(found) }
                }), )* }
            }

            /// A function as the loader would look it up.
            #[allow(dead_code)] // Only instances are asked so.
            pub fn by_name(&self, wanted: &CStr) -> vk::PFN_vkVoidFunction {
                $( if [$($name),+].contains(&wanted) {
                    // SAFETY: functions of any type may be called through the type that they have.
                    return self.$field.map(|found| unsafe {
                        std::mem::transmute::<vk::$ty, unsafe extern "system" fn()>(found)
                    });
                } )*
                None
            }
        }
    };
}

functions! {
    /// Functions of an instance.
    InstanceFunctions {
        destroy_instance: PFN_vkDestroyInstance = c"vkDestroyInstance";
        create_device: PFN_vkCreateDevice = c"vkCreateDevice";
        enumerate_extensions: PFN_vkEnumerateDeviceExtensionProperties = c"vkEnumerateDeviceExtensionProperties";
        get_features: PFN_vkGetPhysicalDeviceFeatures = c"vkGetPhysicalDeviceFeatures";
        get_features2: PFN_vkGetPhysicalDeviceFeatures2 = c"vkGetPhysicalDeviceFeatures2" | c"vkGetPhysicalDeviceFeatures2KHR";
        get_properties: PFN_vkGetPhysicalDeviceProperties = c"vkGetPhysicalDeviceProperties";
        get_properties2: PFN_vkGetPhysicalDeviceProperties2 = c"vkGetPhysicalDeviceProperties2" | c"vkGetPhysicalDeviceProperties2KHR";
        get_queue_families: PFN_vkGetPhysicalDeviceQueueFamilyProperties = c"vkGetPhysicalDeviceQueueFamilyProperties";
        get_memory_properties: PFN_vkGetPhysicalDeviceMemoryProperties = c"vkGetPhysicalDeviceMemoryProperties";
        get_tools: PFN_vkGetPhysicalDeviceToolProperties = c"vkGetPhysicalDeviceToolProperties" | c"vkGetPhysicalDeviceToolPropertiesEXT";
    }
}

functions! {
    /// Functions of a device.
    DeviceFunctions {
        destroy_device: PFN_vkDestroyDevice = c"vkDestroyDevice";
        create_shader_module: PFN_vkCreateShaderModule = c"vkCreateShaderModule";
        destroy_shader_module: PFN_vkDestroyShaderModule = c"vkDestroyShaderModule";
        get_module_identifier: PFN_vkGetShaderModuleIdentifierEXT = c"vkGetShaderModuleIdentifierEXT";
        get_info_identifier: PFN_vkGetShaderModuleCreateInfoIdentifierEXT = c"vkGetShaderModuleCreateInfoIdentifierEXT";
        set_name: PFN_vkSetDebugUtilsObjectNameEXT = c"vkSetDebugUtilsObjectNameEXT";
        create_compute: PFN_vkCreateComputePipelines = c"vkCreateComputePipelines";
        create_graphics: PFN_vkCreateGraphicsPipelines = c"vkCreateGraphicsPipelines";
        create_ray_tracing: PFN_vkCreateRayTracingPipelinesKHR = c"vkCreateRayTracingPipelinesKHR";
        create_ray_tracing_nv: PFN_vkCreateRayTracingPipelinesNV = c"vkCreateRayTracingPipelinesNV";
        destroy_deferred: PFN_vkDestroyDeferredOperationKHR = c"vkDestroyDeferredOperationKHR";
        create_shaders: PFN_vkCreateShadersEXT = c"vkCreateShadersEXT";
        create_buffer: PFN_vkCreateBuffer = c"vkCreateBuffer";
        destroy_buffer: PFN_vkDestroyBuffer = c"vkDestroyBuffer";
        fill_buffer: PFN_vkCmdFillBuffer = c"vkCmdFillBuffer";
        get_buffer_requirements: PFN_vkGetDeviceBufferMemoryRequirements = c"vkGetDeviceBufferMemoryRequirements" | c"vkGetDeviceBufferMemoryRequirementsKHR";
        update_descriptors: PFN_vkUpdateDescriptorSets = c"vkUpdateDescriptorSets";
        push_descriptors: PFN_vkCmdPushDescriptorSetKHR = c"vkCmdPushDescriptorSetKHR" | c"vkCmdPushDescriptorSet";
        push_descriptors2: PFN_vkCmdPushDescriptorSet2KHR = c"vkCmdPushDescriptorSet2KHR" | c"vkCmdPushDescriptorSet2";
        create_template: PFN_vkCreateDescriptorUpdateTemplate = c"vkCreateDescriptorUpdateTemplate" | c"vkCreateDescriptorUpdateTemplateKHR";
        destroy_template: PFN_vkDestroyDescriptorUpdateTemplate = c"vkDestroyDescriptorUpdateTemplate" | c"vkDestroyDescriptorUpdateTemplateKHR";
        update_by_template: PFN_vkUpdateDescriptorSetWithTemplate = c"vkUpdateDescriptorSetWithTemplate" | c"vkUpdateDescriptorSetWithTemplateKHR";
        push_by_template: PFN_vkCmdPushDescriptorSetWithTemplateKHR = c"vkCmdPushDescriptorSetWithTemplateKHR" | c"vkCmdPushDescriptorSetWithTemplate";
        push_by_template2: PFN_vkCmdPushDescriptorSetWithTemplate2KHR = c"vkCmdPushDescriptorSetWithTemplate2KHR" | c"vkCmdPushDescriptorSetWithTemplate2";
        get_descriptor: PFN_vkGetDescriptorEXT = c"vkGetDescriptorEXT";
        destroy_pipeline: PFN_vkDestroyPipeline = c"vkDestroyPipeline";
        get_memory_requirements: PFN_vkGetBufferMemoryRequirements = c"vkGetBufferMemoryRequirements";
        allocate_memory: PFN_vkAllocateMemory = c"vkAllocateMemory";
        free_memory: PFN_vkFreeMemory = c"vkFreeMemory";
        bind_buffer_memory: PFN_vkBindBufferMemory = c"vkBindBufferMemory";
        map_memory: PFN_vkMapMemory = c"vkMapMemory";
        create_pool: PFN_vkCreateCommandPool = c"vkCreateCommandPool";
        reset_pool: PFN_vkResetCommandPool = c"vkResetCommandPool";
        destroy_pool: PFN_vkDestroyCommandPool = c"vkDestroyCommandPool";
        allocate: PFN_vkAllocateCommandBuffers = c"vkAllocateCommandBuffers";
        free: PFN_vkFreeCommandBuffers = c"vkFreeCommandBuffers";
        begin: PFN_vkBeginCommandBuffer = c"vkBeginCommandBuffer";
        end: PFN_vkEndCommandBuffer = c"vkEndCommandBuffer";
        reset: PFN_vkResetCommandBuffer = c"vkResetCommandBuffer";
        execute: PFN_vkCmdExecuteCommands = c"vkCmdExecuteCommands";
        bind_pipeline: PFN_vkCmdBindPipeline = c"vkCmdBindPipeline";
        bind_shaders: PFN_vkCmdBindShadersEXT = c"vkCmdBindShadersEXT";
        bind_vertex_buffers: PFN_vkCmdBindVertexBuffers = c"vkCmdBindVertexBuffers";
        bind_vertex_buffers2: PFN_vkCmdBindVertexBuffers2 = c"vkCmdBindVertexBuffers2" | c"vkCmdBindVertexBuffers2EXT";
        set_vertex_input: PFN_vkCmdSetVertexInputEXT = c"vkCmdSetVertexInputEXT";
        draw: PFN_vkCmdDraw = c"vkCmdDraw";
        draw_indexed: PFN_vkCmdDrawIndexed = c"vkCmdDrawIndexed";
        draw_indirect: PFN_vkCmdDrawIndirect = c"vkCmdDrawIndirect";
        draw_indexed_indirect: PFN_vkCmdDrawIndexedIndirect = c"vkCmdDrawIndexedIndirect";
        draw_multi: PFN_vkCmdDrawMultiEXT = c"vkCmdDrawMultiEXT";
        draw_multi_indexed: PFN_vkCmdDrawMultiIndexedEXT = c"vkCmdDrawMultiIndexedEXT";
        draw_byte_count: PFN_vkCmdDrawIndirectByteCountEXT = c"vkCmdDrawIndirectByteCountEXT";
        barrier: PFN_vkCmdPipelineBarrier = c"vkCmdPipelineBarrier";
        barrier2: PFN_vkCmdPipelineBarrier2 = c"vkCmdPipelineBarrier2" | c"vkCmdPipelineBarrier2KHR";
        set_event: PFN_vkCmdSetEvent = c"vkCmdSetEvent";
        set_event2: PFN_vkCmdSetEvent2 = c"vkCmdSetEvent2" | c"vkCmdSetEvent2KHR";
        wait_events: PFN_vkCmdWaitEvents = c"vkCmdWaitEvents";
        wait_events2: PFN_vkCmdWaitEvents2 = c"vkCmdWaitEvents2" | c"vkCmdWaitEvents2KHR";
        create_render_pass: PFN_vkCreateRenderPass = c"vkCreateRenderPass";
        create_render_pass2: PFN_vkCreateRenderPass2 = c"vkCreateRenderPass2" | c"vkCreateRenderPass2KHR";
    }
}
