// A Vulkan layer that filters every shader of a program which knows nothing of SOS: to try SOS on an engine before a line of it is
// changed, to see which shaders which devices would refuse, and to hide a feature from all shaders of a program.
//
// Each stage is filtered when its pipeline is created, for what the program has enabled on its device. The environment says more:
//
//     SOS_LAYER_WITHOUT   features, extensions and subgroup operations to hide from shaders, by Vulkan's names, commas between;
//                         the program itself still sees them
//     SOS_LAYER_DEVICES   built-in devices, or Vulkan Profiles files: what would become of each stage on them is logged too
//     SOS_LAYER_LOG       the file to append the log to; otherwise it goes to standard error
//     SOS_LAYER_DUMP      a folder that gets the modules: KEY.spv as written, KEY-KEY.spv as filtered, with the keys of sos.h
//
// A pipeline with a stage that the device cannot run, or that cannot be filtered, is created as it was written; in the log, that stage
// is "unsupported" or "failed", with the reasons. Buffers, and the ranges of their descriptors, are rounded up to whole words, as
// sos_filter asks for.
//
// Out of a checkout:
//
//     cmake -S sos-capi -B build -DSOS_LAYER=ON && cmake --build build
//     export VK_LAYER_PATH=build/examples/layer VK_INSTANCE_LAYERS=VK_LAYER_SOS_filter
//     SOS_LAYER_WITHOUT=shaderFloat16 some_program
#include "layer.hpp"

#include <vulkan/vk_layer.h>

#include <iostream>

namespace {

// ---- Instances and devices ------------------------------------------------------------------------------------------

struct Instance {
    VkInstance handle = VK_NULL_HANDLE;
    std::uint32_t version = VK_API_VERSION_1_0;
    PFN_vkGetInstanceProcAddr next = nullptr;
    PFN_vkDestroyInstance destroy = nullptr; // asked for early: once the instance is complete, some loaders answer with their own
};

std::mutex lock;
std::unordered_map<const void *, std::unique_ptr<Instance>> instances;
std::unordered_map<const void *, std::unique_ptr<Device>> devices;

Instance *instance_by(const void *loader_data)
{
    const std::lock_guard<std::mutex> guard(lock);
    const auto found = instances.find(loader_data);
    return found == instances.end() ? nullptr : found->second.get();
}

// The link of the loader's chain that a create info carries for this layer.
template <typename Info> Info *link(const void *chain, VkStructureType type)
{
    for (auto *at = static_cast<const VkBaseInStructure *>(chain); at != nullptr; at = at->pNext) {
        auto *info = reinterpret_cast<Info *>(const_cast<VkBaseInStructure *>(at));
        if (at->sType == type && info->function == VK_LAYER_LINK_INFO)
            return info;
    }
    return nullptr;
}

VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator,
                                               VkInstance *made)
{
    auto *chain = link<VkLayerInstanceCreateInfo>(info->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
    if (chain == nullptr)
        return VK_ERROR_INITIALIZATION_FAILED;
    std::unique_ptr<Instance> it(new Instance);
    it->next = chain->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    chain->u.pLayerInfo = chain->u.pLayerInfo->pNext;
    if (info->pApplicationInfo != nullptr && info->pApplicationInfo->apiVersion != 0)
        it->version = info->pApplicationInfo->apiVersion;
    const auto create = reinterpret_cast<PFN_vkCreateInstance>(it->next(VK_NULL_HANDLE, "vkCreateInstance"));
    const VkResult result = create(info, allocator, made);
    if (result != VK_SUCCESS)
        return result;
    it->handle = *made;
    it->destroy = reinterpret_cast<PFN_vkDestroyInstance>(it->next(*made, "vkDestroyInstance"));
    const std::lock_guard<std::mutex> guard(lock);
    instances[loader_data(*made)] = std::move(it);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroy_instance(VkInstance handle, const VkAllocationCallbacks *allocator)
{
    if (handle == VK_NULL_HANDLE)
        return;
    std::unique_ptr<Instance> it;
    {
        const std::lock_guard<std::mutex> guard(lock);
        const auto found = instances.find(loader_data(handle));
        it = std::move(found->second);
        instances.erase(found);
    }
    it->destroy(handle, allocator);
}

VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical_device, const VkDeviceCreateInfo *info,
                                             const VkAllocationCallbacks *allocator, VkDevice *made)
{
    auto *chain = link<VkLayerDeviceCreateInfo>(info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
    const Instance *instance = instance_by(loader_data(physical_device));
    if (chain == nullptr || instance == nullptr)
        return VK_ERROR_INITIALIZATION_FAILED;
    const PFN_vkGetInstanceProcAddr next = chain->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    std::unique_ptr<Device> it(new Device);
    it->next = chain->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    chain->u.pLayerInfo = chain->u.pLayerInfo->pNext;

    sos_vulkan vulkan = sos::sized<sos_vulkan>();
    vulkan.instance_version = instance->version;
    vulkan.instance = instance->handle;
    vulkan.physical_device = physical_device;
    vulkan.get_instance_proc_addr = reinterpret_cast<sos_function>(next);
    try {
        it->filter.reset(new Filter(Settings::from_environment(), vulkan, info));
    } catch (const std::exception &error) {
        std::cerr << std::string("sos: ") + error.what() + "\n";
        return VK_ERROR_INITIALIZATION_FAILED;
    }

    const auto create = reinterpret_cast<PFN_vkCreateDevice>(next(instance->handle, "vkCreateDevice"));
    const VkResult result = create(physical_device, info, allocator, made);
    if (result != VK_SUCCESS)
        return result;
    it->handle = *made;
    const std::lock_guard<std::mutex> guard(lock);
    devices[loader_data(*made)] = std::move(it);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroy_device(VkDevice handle, const VkAllocationCallbacks *allocator)
{
    if (handle == VK_NULL_HANDLE)
        return;
    std::unique_ptr<Device> it;
    {
        const std::lock_guard<std::mutex> guard(lock);
        const auto found = devices.find(loader_data(handle));
        it = std::move(found->second);
        devices.erase(found);
    }
    for (const auto &made : it->made)
        it->call<PFN_vkDestroyShaderModule>("vkDestroyShaderModule")(handle, made.second, nullptr);
    it->call<PFN_vkDestroyDevice>("vkDestroyDevice")(handle, allocator);
}

// ---- What the loader asks for ---------------------------------------------------------------------------------------

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_instance_proc_addr(VkInstance handle, const char *name);
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device_proc_addr(VkDevice handle, const char *name);

const Named of_instances[] = {
    SOS_NAMED("vkGetInstanceProcAddr", get_instance_proc_addr),
    SOS_NAMED("vkCreateInstance", create_instance),
    SOS_NAMED("vkDestroyInstance", destroy_instance),
    SOS_NAMED("vkCreateDevice", create_device),
};

const Named of_devices[] = {
    SOS_NAMED("vkGetDeviceProcAddr", get_device_proc_addr),
    SOS_NAMED("vkDestroyDevice", destroy_device),
};

// What the layer puts before a function of devices: nothing where the driver has none.
PFN_vkVoidFunction before(const char *name, PFN_vkVoidFunction next)
{
    for (const PFN_vkVoidFunction found : {find(of_devices, name), of_shaders(name), of_buffers(name)})
        if (found != nullptr && next != nullptr)
            return found;
    return next;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_instance_proc_addr(VkInstance handle, const char *name)
{
    if (const PFN_vkVoidFunction found = find(of_instances, name))
        return found;
    const Instance *instance = handle == VK_NULL_HANDLE ? nullptr : instance_by(loader_data(handle));
    return instance == nullptr ? nullptr : before(name, instance->next(handle, name));
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device_proc_addr(VkDevice handle, const char *name)
{
    return before(name, device_of(handle).next(handle, name));
}

} // namespace

Device &device_by(const void *loader_data)
{
    const std::lock_guard<std::mutex> guard(lock);
    return *devices.at(loader_data);
}

#ifdef _WIN32
#define SOS_LAYER_EXPORT __declspec(dllexport)
#else
#define SOS_LAYER_EXPORT __attribute__((visibility("default")))
#endif

extern "C" SOS_LAYER_EXPORT VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *version)
{
    if (version->loaderLayerInterfaceVersion < 2)
        return VK_ERROR_INITIALIZATION_FAILED;
    version->loaderLayerInterfaceVersion = 2;
    version->pfnGetInstanceProcAddr = get_instance_proc_addr;
    version->pfnGetDeviceProcAddr = get_device_proc_addr;
    version->pfnGetPhysicalDeviceProcAddr = nullptr;
    return VK_SUCCESS;
}
