// Shader modules, and the pipelines and shader objects that are made of them.
#include "layer.hpp"

#include <algorithm>
#include <deque>

namespace {

// ---- Modules --------------------------------------------------------------------------------------------------------

// A compute shader that does nothing.
const std::uint32_t nothing[] = {
    0x07230203, 0x00010000, 0, 5, 0,
    0x00020011, 1,                                // OpCapability Shader
    0x0003000e, 0, 1,                             // OpMemoryModel Logical GLSL450
    0x0005000f, 5, 3, 0x6e69616d, 0,              // OpEntryPoint GLCompute %3 "main"
    0x00060010, 3, 17, 1, 1, 1,                   // OpExecutionMode %3 LocalSize 1 1 1
    0x00020013, 1,                                // %1 = OpTypeVoid
    0x00030021, 2, 1,                             // %2 = OpTypeFunction %1
    0x00050036, 1, 3, 0, 2,                       // %3 = OpFunction %1 None %2
    0x000200f8, 4,                                // %4 = OpLabel
    0x000100fd,                                   // OpReturn
    0x00010038,                                   // OpFunctionEnd
};

VKAPI_ATTR VkResult VKAPI_CALL create_shader_module(VkDevice handle, const VkShaderModuleCreateInfo *info,
                                                    const VkAllocationCallbacks *allocator, VkShaderModule *made)
{
    Device &it = device_of(handle);
    VkShaderModuleCreateInfo other = *info;
    other.pNext = nullptr;
    other.codeSize = sizeof nothing;
    other.pCode = nothing;
    const VkResult result = it.call<PFN_vkCreateShaderModule>("vkCreateShaderModule")(handle, &other, allocator, made);
    if (result != VK_SUCCESS)
        return result;
    std::shared_ptr<Written> written = it.filter->scan(info->pCode, info->codeSize / sizeof(std::uint32_t));
    const std::lock_guard<std::mutex> guard(it.lock);
    it.written[*made] = std::move(written);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroy_shader_module(VkDevice handle, VkShaderModule module, const VkAllocationCallbacks *allocator)
{
    Device &it = device_of(handle);
    {
        const std::lock_guard<std::mutex> guard(it.lock);
        it.written.erase(module);
    }
    it.call<PFN_vkDestroyShaderModule>("vkDestroyShaderModule")(handle, module, allocator);
}

#ifdef VK_EXT_shader_module_identifier
void identify(const Written &written, VkShaderModuleIdentifierEXT *identifier)
{
    identifier->identifierSize = static_cast<std::uint32_t>(written.key.size());
    std::copy(written.key.begin(), written.key.end(), identifier->identifier);
}

VKAPI_ATTR void VKAPI_CALL get_identifier(VkDevice handle, VkShaderModule module, VkShaderModuleIdentifierEXT *identifier)
{
    Device &it = device_of(handle);
    const std::lock_guard<std::mutex> guard(it.lock);
    identify(*it.written.at(module), identifier);
}

VKAPI_ATTR void VKAPI_CALL get_create_info_identifier(VkDevice handle, const VkShaderModuleCreateInfo *info,
                                                      VkShaderModuleIdentifierEXT *identifier)
{
    identify(*device_of(handle).filter->scan(info->pCode, info->codeSize / sizeof(std::uint32_t)), identifier);
}
#endif

// ---- Stages ---------------------------------------------------------------------------------------------------------

std::uint32_t execution_model(VkShaderStageFlagBits stage)
{
    switch (stage) {
    case VK_SHADER_STAGE_VERTEX_BIT: return 0;
    case VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT: return 1;
    case VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT: return 2;
    case VK_SHADER_STAGE_GEOMETRY_BIT: return 3;
    case VK_SHADER_STAGE_FRAGMENT_BIT: return 4;
    case VK_SHADER_STAGE_COMPUTE_BIT: return 5;
    case VK_SHADER_STAGE_RAYGEN_BIT_KHR: return 5313;
    case VK_SHADER_STAGE_INTERSECTION_BIT_KHR: return 5314;
    case VK_SHADER_STAGE_ANY_HIT_BIT_KHR: return 5315;
    case VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR: return 5316;
    case VK_SHADER_STAGE_MISS_BIT_KHR: return 5317;
    case VK_SHADER_STAGE_CALLABLE_BIT_KHR: return 5318;
    default: return SOS_ANY_EXECUTION_MODEL; // tasks and meshes: each has two models
    }
}

Stage stage_of(const Written &written, VkShaderStageFlagBits stage, const char *name, const VkSpecializationInfo *constants)
{
    Stage made;
    made.written = &written;
    made.entry.name = name;
    made.entry.execution_model = execution_model(stage);
    made.specialization = sos::sized<sos_specialization>();
    if (constants != nullptr) {
        made.specialization.map_entry_count = constants->mapEntryCount;
        made.specialization.map_entries = reinterpret_cast<const sos_map_entry *>(constants->pMapEntries);
        made.specialization.data_size = constants->dataSize;
        made.specialization.data = constants->pData;
    }
    return made;
}

using Sizes = std::deque<VkPipelineShaderStageRequiredSubgroupSizeCreateInfo>;

// Requires a subgroup size where a filtered stage needs one and the program does not require one itself; then it may not vary.
template <typename Flags> void require(Sizes &sizes, std::uint32_t size, const void *&chain, Flags &flags, Flags varying)
{
    const VkStructureType type = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO;
    if (size == 0 || in_chain<void>(chain, type) != nullptr)
        return;
    sizes.push_back({type, const_cast<void *>(chain), size});
    chain = &sizes.back();
    flags &= ~varying;
}

// What the changed stages of a call point to, until it ends.
class Stages {
public:
    explicit Stages(Device &device) : device_(device) {}

    // Changes copies of the stages of one pipeline. All remain as written if one does: what they pass to each other has to match.
    VkResult change(std::uint32_t count, VkPipelineShaderStageCreateInfo *stages)
    {
        std::vector<std::shared_ptr<Written>> written;
        std::vector<const Filtered *> filtered;
        bool as_written = false;
        for (std::uint32_t at = 0; at < count; at += 1) {
            const VkPipelineShaderStageCreateInfo &stage = stages[at];
            written.push_back(written_of(stage));
            if (written.back() == nullptr) {
                filtered.push_back(nullptr);
                continue; // an identifier of a module that does not exist: the driver does not know it either
            }
            const Stage asked = stage_of(*written.back(), stage.stage, stage.pName, stage.pSpecializationInfo);
            filtered.push_back(&device_.filter->filter(asked));
            as_written |= filtered.back()->as_written;
        }
        for (std::uint32_t at = 0; at < count; at += 1) {
            if (written[at] == nullptr)
                continue;
            VkPipelineShaderStageCreateInfo &stage = stages[at];
            if (!as_written) {
                stage.pSpecializationInfo = nullptr;
                require(sizes_, filtered[at]->required_subgroup_size, stage.pNext, stage.flags,
                        VkPipelineShaderStageCreateFlags(VK_PIPELINE_SHADER_STAGE_CREATE_ALLOW_VARYING_SUBGROUP_SIZE_BIT));
            }
            const VkResult result = make(as_written ? written[at]->words : filtered[at]->words, &stage.module);
            if (result != VK_SUCCESS)
                return result;
        }
        return VK_SUCCESS;
    }

    // The same where the stages have to be copied yet: lets the pointer point to the copies.
    VkResult copy_and_change(std::uint32_t count, const VkPipelineShaderStageCreateInfo *&stages)
    {
        copies_.emplace_back(stages, stages + count);
        stages = copies_.back().data();
        return change(count, copies_.back().data());
    }

private:
    // What a stage names by its module, by an identifier, or contains.
    std::shared_ptr<Written> written_of(const VkPipelineShaderStageCreateInfo &stage)
    {
        const std::lock_guard<std::mutex> guard(device_.lock);
        if (stage.module != VK_NULL_HANDLE)
            return device_.written.at(stage.module);
        const auto *info = in_chain<VkShaderModuleCreateInfo>(stage.pNext, VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
        if (info == nullptr)
            return nullptr;
        inlined_.push_back(device_.filter->scan(info->pCode, info->codeSize / sizeof(std::uint32_t)));
        return inlined_.back();
    }

    VkResult make(const std::vector<std::uint32_t> &words, VkShaderModule *module)
    {
        const std::lock_guard<std::mutex> guard(device_.lock);
        const auto found = device_.made.find(words);
        if (found != device_.made.end()) {
            *module = found->second;
            return VK_SUCCESS;
        }
        VkShaderModuleCreateInfo info{};
        info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
        info.codeSize = words.size() * sizeof(std::uint32_t);
        info.pCode = words.data();
        const auto create = device_.call<PFN_vkCreateShaderModule>("vkCreateShaderModule");
        const VkResult result = create(device_.handle, &info, nullptr, module);
        if (result == VK_SUCCESS)
            device_.made.emplace(words, *module);
        return result;
    }

    Device &device_;
    std::deque<std::vector<VkPipelineShaderStageCreateInfo>> copies_;
    Sizes sizes_;
    std::deque<std::shared_ptr<Written>> inlined_;
};

// ---- Pipelines ------------------------------------------------------------------------------------------------------

// Creates pipelines of changed copies of their infos: none if a change fails.
template <typename Info, typename Change, typename Create>
VkResult create_changed(std::uint32_t count, const Info *infos, VkPipeline *made, Change change, Create create)
{
    std::vector<Info> copies(infos, infos + count);
    for (Info &copy : copies) {
        const VkResult result = change(copy);
        if (result != VK_SUCCESS) {
            std::fill_n(made, count, VkPipeline(VK_NULL_HANDLE));
            return result;
        }
    }
    return create(copies.data());
}

VKAPI_ATTR VkResult VKAPI_CALL create_compute(VkDevice handle, VkPipelineCache cache, std::uint32_t count,
                                              const VkComputePipelineCreateInfo *infos, const VkAllocationCallbacks *allocator,
                                              VkPipeline *made)
{
    Device &it = device_of(handle);
    Stages stages(it);
    const auto next = it.call<PFN_vkCreateComputePipelines>("vkCreateComputePipelines");
    return create_changed(
        count, infos, made, [&](VkComputePipelineCreateInfo &copy) { return stages.change(1, &copy.stage); },
        [&](const VkComputePipelineCreateInfo *copies) { return next(handle, cache, count, copies, allocator, made); });
}

// Whether a pipeline has stages: some parts of one that is created in parts have none, whatever their pointer says.
bool has_stages(const VkGraphicsPipelineCreateInfo &info)
{
#ifdef VK_EXT_graphics_pipeline_library
    const auto *parts = in_chain<VkGraphicsPipelineLibraryCreateInfoEXT>(
        info.pNext, VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_LIBRARY_CREATE_INFO_EXT);
    const VkFlags with_stages
        = VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT | VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT;
    if (parts != nullptr && (parts->flags & with_stages) == 0)
        return false;
#endif
    return info.stageCount != 0;
}

VKAPI_ATTR VkResult VKAPI_CALL create_graphics(VkDevice handle, VkPipelineCache cache, std::uint32_t count,
                                               const VkGraphicsPipelineCreateInfo *infos, const VkAllocationCallbacks *allocator,
                                               VkPipeline *made)
{
    Device &it = device_of(handle);
    Stages stages(it);
    const auto next = it.call<PFN_vkCreateGraphicsPipelines>("vkCreateGraphicsPipelines");
    return create_changed(
        count, infos, made,
        [&](VkGraphicsPipelineCreateInfo &copy) {
            return has_stages(copy) ? stages.copy_and_change(copy.stageCount, copy.pStages) : VK_SUCCESS;
        },
        [&](const VkGraphicsPipelineCreateInfo *copies) { return next(handle, cache, count, copies, allocator, made); });
}

VKAPI_ATTR VkResult VKAPI_CALL create_ray_tracing(VkDevice handle, VkDeferredOperationKHR operation, VkPipelineCache cache,
                                                  std::uint32_t count, const VkRayTracingPipelineCreateInfoKHR *infos,
                                                  const VkAllocationCallbacks *allocator, VkPipeline *made)
{
    Device &it = device_of(handle);
    Stages stages(it);
    const auto next = it.call<PFN_vkCreateRayTracingPipelinesKHR>("vkCreateRayTracingPipelinesKHR");
    return create_changed(
        count, infos, made,
        [&](VkRayTracingPipelineCreateInfoKHR &copy) { return stages.copy_and_change(copy.stageCount, copy.pStages); },
        [&](const VkRayTracingPipelineCreateInfoKHR *copies) {
            return next(handle, operation, cache, count, copies, allocator, made);
        });
}

#ifdef VK_EXT_shader_object
VKAPI_ATTR VkResult VKAPI_CALL create_shader_objects(VkDevice handle, std::uint32_t count, const VkShaderCreateInfoEXT *infos,
                                                     const VkAllocationCallbacks *allocator, VkShaderEXT *made)
{
    Device &it = device_of(handle);
    std::vector<VkShaderCreateInfoEXT> copies(infos, infos + count);
    std::deque<std::shared_ptr<Written>> written;
    Sizes sizes;
    for (VkShaderCreateInfoEXT &copy : copies) {
        if (copy.codeType != VK_SHADER_CODE_TYPE_SPIRV_EXT)
            continue; // what the driver made of filtered words before
        written.push_back(it.filter->scan(static_cast<const std::uint32_t *>(copy.pCode), copy.codeSize / sizeof(std::uint32_t)));
        const Filtered &filtered
            = it.filter->filter(stage_of(*written.back(), copy.stage, copy.pName, copy.pSpecializationInfo));
        if (filtered.as_written)
            continue;
        copy.pCode = filtered.words.data();
        copy.codeSize = filtered.words.size() * sizeof(std::uint32_t);
        copy.pSpecializationInfo = nullptr;
        require(sizes, filtered.required_subgroup_size, copy.pNext, copy.flags,
                VkShaderCreateFlagsEXT(VK_SHADER_CREATE_ALLOW_VARYING_SUBGROUP_SIZE_BIT_EXT));
    }
    return it.call<PFN_vkCreateShadersEXT>("vkCreateShadersEXT")(handle, count, copies.data(), allocator, made);
}
#endif

const Named functions[] = {
    SOS_NAMED("vkCreateShaderModule", create_shader_module),
    SOS_NAMED("vkDestroyShaderModule", destroy_shader_module),
    SOS_NAMED("vkCreateComputePipelines", create_compute),
    SOS_NAMED("vkCreateGraphicsPipelines", create_graphics),
    SOS_NAMED("vkCreateRayTracingPipelinesKHR", create_ray_tracing),
#ifdef VK_EXT_shader_module_identifier
    SOS_NAMED("vkGetShaderModuleIdentifierEXT", get_identifier),
    SOS_NAMED("vkGetShaderModuleCreateInfoIdentifierEXT", get_create_info_identifier),
#endif
#ifdef VK_EXT_shader_object
    SOS_NAMED("vkCreateShadersEXT", create_shader_objects),
#endif
};

} // namespace

PFN_vkVoidFunction of_shaders(const char *name)
{
    return find(functions, name);
}
