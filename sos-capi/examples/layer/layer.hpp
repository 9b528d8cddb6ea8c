// What the parts of the layer share: devices, and the functions that stand before those of the driver.
#ifndef SOS_LAYER_LAYER_HPP
#define SOS_LAYER_LAYER_HPP

#include "filter.hpp"

#include <vulkan/vulkan.h>

#include <cstring>
#include <unordered_map>

struct Device {
    VkDevice handle = VK_NULL_HANDLE;
    PFN_vkGetDeviceProcAddr next = nullptr;
    std::unique_ptr<Filter> filter;
    std::mutex lock;
    // By the handles that the program has. Those are of modules without any use: the driver may not take what is written.
    std::unordered_map<VkShaderModule, std::shared_ptr<Written>> written;
    // By what is in them. Kept as long as the device, since the creation of a pipeline may be deferred.
    std::map<std::vector<std::uint32_t>, VkShaderModule> made;
    std::unordered_map<VkDescriptorUpdateTemplate, std::vector<VkDescriptorUpdateTemplateEntry>> templates;

    // The next function of this name, or of the name that it has in an extension.
    template <typename Function> Function call(const char *name, const char *extension = nullptr) const
    {
        const PFN_vkVoidFunction found = next(handle, name);
        return reinterpret_cast<Function>(found == nullptr && extension != nullptr ? next(handle, extension) : found);
    }
};

// What the loader stores in the handle of an instance or a device, and in those of what is made of it.
template <typename Handle> const void *loader_data(Handle handle)
{
    return *reinterpret_cast<void **>(handle);
}

Device &device_by(const void *loader_data);

// The device behind the handle of a device or of a command buffer.
template <typename Handle> Device &device_of(Handle handle)
{
    return device_by(loader_data(handle));
}

template <typename Struct> const Struct *in_chain(const void *chain, VkStructureType type)
{
    for (auto *at = static_cast<const VkBaseInStructure *>(chain); at != nullptr; at = at->pNext)
        if (at->sType == type)
            return reinterpret_cast<const Struct *>(at);
    return nullptr;
}

// A function of the layer, by the name that programs ask for.
struct Named {
    const char *name;
    PFN_vkVoidFunction function;
};

#define SOS_NAMED(name, function) {name, reinterpret_cast<PFN_vkVoidFunction>(function)}

template <std::size_t Count> PFN_vkVoidFunction find(const Named (&list)[Count], const char *name)
{
    for (const Named &entry : list)
        if (std::strcmp(entry.name, name) == 0)
            return entry.function;
    return nullptr;
}

// The functions that each part has; null for other names.
PFN_vkVoidFunction of_shaders(const char *name);
PFN_vkVoidFunction of_buffers(const char *name);

#endif
