// Buffers and the ranges of their descriptors, rounded up to whole words.
#include "layer.hpp"

#include <algorithm>
#include <deque>

namespace {

VkDeviceSize whole_words(VkDeviceSize size)
{
    return size == VK_WHOLE_SIZE ? size : (size + 3) & ~VkDeviceSize(3);
}

VKAPI_ATTR VkResult VKAPI_CALL create_buffer(VkDevice handle, const VkBufferCreateInfo *info,
                                             const VkAllocationCallbacks *allocator, VkBuffer *made)
{
    VkBufferCreateInfo copy = *info;
    copy.size = whole_words(copy.size);
    return device_of(handle).call<PFN_vkCreateBuffer>("vkCreateBuffer")(handle, &copy, allocator, made);
}

bool is_buffer(VkDescriptorType type)
{
    return type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER || type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
        || type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC || type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
}

// Writes of descriptors with whole words as ranges.
class Writes {
public:
    Writes(std::uint32_t count, const VkWriteDescriptorSet *writes) : writes_(writes, writes + count)
    {
        for (VkWriteDescriptorSet &write : writes_) {
            if (!is_buffer(write.descriptorType))
                continue;
            buffers_.emplace_back(write.pBufferInfo, write.pBufferInfo + write.descriptorCount);
            for (VkDescriptorBufferInfo &buffer : buffers_.back())
                buffer.range = whole_words(buffer.range);
            write.pBufferInfo = buffers_.back().data();
        }
    }

    const VkWriteDescriptorSet *data() const { return writes_.data(); }

private:
    std::vector<VkWriteDescriptorSet> writes_;
    std::deque<std::vector<VkDescriptorBufferInfo>> buffers_;
};

VKAPI_ATTR void VKAPI_CALL update_descriptors(VkDevice handle, std::uint32_t write_count, const VkWriteDescriptorSet *writes,
                                              std::uint32_t copy_count, const VkCopyDescriptorSet *copies)
{
    const auto update = device_of(handle).call<PFN_vkUpdateDescriptorSets>("vkUpdateDescriptorSets");
    update(handle, write_count, Writes(write_count, writes).data(), copy_count, copies);
}

VKAPI_ATTR void VKAPI_CALL push_descriptors(VkCommandBuffer commands, VkPipelineBindPoint point, VkPipelineLayout layout,
                                            std::uint32_t set, std::uint32_t count, const VkWriteDescriptorSet *writes)
{
    const auto push = device_of(commands).call<PFN_vkCmdPushDescriptorSetKHR>("vkCmdPushDescriptorSetKHR");
    push(commands, point, layout, set, count, Writes(count, writes).data());
}

VKAPI_ATTR VkResult VKAPI_CALL create_template(VkDevice handle, const VkDescriptorUpdateTemplateCreateInfo *info,
                                               const VkAllocationCallbacks *allocator, VkDescriptorUpdateTemplate *made)
{
    Device &it = device_of(handle);
    const auto create = it.call<PFN_vkCreateDescriptorUpdateTemplate>(
        "vkCreateDescriptorUpdateTemplate", "vkCreateDescriptorUpdateTemplateKHR");
    const VkResult result = create(handle, info, allocator, made);
    if (result == VK_SUCCESS) {
        const auto *entries = info->pDescriptorUpdateEntries;
        const std::lock_guard<std::mutex> guard(it.lock);
        it.templates[*made].assign(entries, entries + info->descriptorUpdateEntryCount);
    }
    return result;
}

VKAPI_ATTR void VKAPI_CALL destroy_template(VkDevice handle, VkDescriptorUpdateTemplate which,
                                            const VkAllocationCallbacks *allocator)
{
    Device &it = device_of(handle);
    {
        const std::lock_guard<std::mutex> guard(it.lock);
        it.templates.erase(which);
    }
    const auto destroy = it.call<PFN_vkDestroyDescriptorUpdateTemplate>(
        "vkDestroyDescriptorUpdateTemplate", "vkDestroyDescriptorUpdateTemplateKHR");
    destroy(handle, which, allocator);
}

// How many bytes a descriptor takes in the data of a template, or an element of an inline block.
std::size_t size_of(VkDescriptorType type)
{
    if (is_buffer(type))
        return sizeof(VkDescriptorBufferInfo);
    switch (type) {
    case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER:
    case VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER: return sizeof(VkBufferView);
    case VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR: return sizeof(VkAccelerationStructureKHR);
    case VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK: return 1;
    default: return sizeof(VkDescriptorImageInfo);
    }
}

// A copy of the data that a template is used with, with whole words as ranges.
std::vector<unsigned char> words_of(Device &it, VkDescriptorUpdateTemplate which, const void *data)
{
    const std::lock_guard<std::mutex> guard(it.lock);
    const std::vector<VkDescriptorUpdateTemplateEntry> &entries = it.templates.at(which);
    std::size_t end = 0;
    for (const VkDescriptorUpdateTemplateEntry &entry : entries) {
        const bool is_block = entry.descriptorType == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK;
        const std::size_t last = (entry.descriptorCount - 1) * (is_block ? 1 : entry.stride);
        end = std::max(end, entry.offset + last + size_of(entry.descriptorType));
    }
    const auto *bytes = static_cast<const unsigned char *>(data);
    std::vector<unsigned char> made(bytes, bytes + end);
    for (const VkDescriptorUpdateTemplateEntry &entry : entries)
        for (std::uint32_t at = 0; is_buffer(entry.descriptorType) && at < entry.descriptorCount; at += 1) {
            VkDescriptorBufferInfo buffer;
            unsigned char *place = &made[entry.offset + at * entry.stride];
            std::memcpy(&buffer, place, sizeof buffer);
            buffer.range = whole_words(buffer.range);
            std::memcpy(place, &buffer, sizeof buffer);
        }
    return made;
}

VKAPI_ATTR void VKAPI_CALL update_by_template(VkDevice handle, VkDescriptorSet set, VkDescriptorUpdateTemplate which,
                                              const void *data)
{
    Device &it = device_of(handle);
    const auto update = it.call<PFN_vkUpdateDescriptorSetWithTemplate>(
        "vkUpdateDescriptorSetWithTemplate", "vkUpdateDescriptorSetWithTemplateKHR");
    update(handle, set, which, words_of(it, which, data).data());
}

VKAPI_ATTR void VKAPI_CALL push_by_template(VkCommandBuffer commands, VkDescriptorUpdateTemplate which, VkPipelineLayout layout,
                                            std::uint32_t set, const void *data)
{
    Device &it = device_of(commands);
    const auto push = it.call<PFN_vkCmdPushDescriptorSetWithTemplateKHR>("vkCmdPushDescriptorSetWithTemplateKHR");
    push(commands, which, layout, set, words_of(it, which, data).data());
}

const Named functions[] = {
    SOS_NAMED("vkCreateBuffer", create_buffer),
    SOS_NAMED("vkUpdateDescriptorSets", update_descriptors),
    SOS_NAMED("vkCmdPushDescriptorSetKHR", push_descriptors),
    SOS_NAMED("vkCreateDescriptorUpdateTemplate", create_template),
    SOS_NAMED("vkCreateDescriptorUpdateTemplateKHR", create_template),
    SOS_NAMED("vkDestroyDescriptorUpdateTemplate", destroy_template),
    SOS_NAMED("vkDestroyDescriptorUpdateTemplateKHR", destroy_template),
    SOS_NAMED("vkUpdateDescriptorSetWithTemplate", update_by_template),
    SOS_NAMED("vkUpdateDescriptorSetWithTemplateKHR", update_by_template),
    SOS_NAMED("vkCmdPushDescriptorSetWithTemplateKHR", push_by_template),
};

} // namespace

PFN_vkVoidFunction of_buffers(const char *name)
{
    return find(functions, name);
}
