/* The compute shaders: each reads one storage buffer of words and writes another, and the processor computes the same. */
#include "engine.h"

#include <string.h>

enum { MAX_WORDS = 1024, BUFFER_BYTES = MAX_WORDS * 4 };

/* ---- What the shaders compute, on the processor ---------------------------------------------------------------- */

/* programs/reduction.comp: the sum of each workgroup's 256 numbers. */
static size_t expect_sums(const uint32_t *in, uint32_t *out)
{
    size_t at;
    for (at = 0; at < 1024; at += 1)
        out[at / 256] += in[at];
    return 4;
}

/* programs/scan_subgroups.comp: for each of a workgroup's 128 numbers the sum of those before it. */
static size_t expect_scan(const uint32_t *in, uint32_t *out)
{
    uint32_t sum = 0;
    size_t at;
    for (at = 0; at < 512; at += 1) {
        sum = at % 128 == 0 ? 0 : sum;
        out[at] = sum;
        sum += in[at] & 0xFFFFu;
    }
    return 512;
}

/* A quarter of `quarters`, which is below 2048, as a 16-bit float. */
static uint32_t half_of(uint32_t quarters)
{
    uint32_t exponent = 0;
    if (quarters == 0)
        return 0;
    while (quarters >> (exponent + 1) != 0)
        exponent += 1;
    return (exponent - 2 + 15) << 10 | ((quarters << (10 - exponent)) & 0x3FFu);
}

/* programs/half_blur.comp: two rows of small numbers, one in the lower and one in the upper halves of the words. */
static size_t expect_blur(const uint32_t *in, uint32_t *out)
{
    size_t at;
    for (at = 0; at < 128; at += 1) {
        uint32_t low = (in[at] & 0x7Fu) + 2 * (in[at + 1] & 0x7Fu) + (in[at + 2] & 0x7Fu);
        uint32_t high = (in[at] >> 16 & 0x7Fu) + 2 * (in[at + 1] >> 16 & 0x7Fu) + (in[at + 2] >> 16 & 0x7Fu);
        out[at] = half_of(low) | half_of(high) << 16;
    }
    return 128;
}

/* storage/byte_buffer.comp: bytes, each thrice less its mirror image. */
static size_t expect_bytes(const uint32_t *in, uint32_t *out)
{
    uint32_t at;
    for (at = 0; at < 64; at += 1) {
        uint32_t here = in[at / 4] >> at % 4 * 8 & 0xFFu;
        uint32_t there = in[(63 - at) / 4] >> (63 - at) % 4 * 8 & 0xFFu;
        out[at / 4] |= ((here * 3 - there) & 0xFFu) << at % 4 * 8;
    }
    return 16;
}

shader SHADERS[SHADER_COUNT] = {
    {"programs/reduction.comp", 4, expect_sums, VK_NULL_HANDLE, 0},
    {"programs/scan_subgroups.comp", 4, expect_scan, VK_NULL_HANDLE, 0},
    {"programs/half_blur.comp", 2, expect_blur, VK_NULL_HANDLE, 0},
    {"storage/byte_buffer.comp", 1, expect_bytes, VK_NULL_HANDLE, 0},
};

/* ---- Running them ------------------------------------------------------------------------------------------------ */

static VkDescriptorSet bind(const engine *it, VkDescriptorPool pool, const buffer *buffers)
{
    VkDescriptorSetAllocateInfo allocate = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, NULL, pool, 1, NULL};
    VkDescriptorBufferInfo whole[2];
    VkWriteDescriptorSet write;
    VkDescriptorSet set;
    int at;
    allocate.pSetLayouts = &it->set_layout;
    vk(vkAllocateDescriptorSets(it->device, &allocate, &set), "vkAllocateDescriptorSets");
    for (at = 0; at < 2; at += 1) {
        whole[at].buffer = buffers[at].handle;
        whole[at].offset = 0;
        whole[at].range = VK_WHOLE_SIZE;
    }
    memset(&write, 0, sizeof write);
    write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write.dstSet = set;
    write.descriptorCount = 2;
    write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    write.pBufferInfo = whole;
    vkUpdateDescriptorSets(it->device, 1, &write, 0, NULL);
    return set;
}

typedef struct dispatched {
    const engine *it;
    const shader *one;
    VkDescriptorSet set;
} dispatched;

static void record_dispatch(VkCommandBuffer command, const void *what)
{
    const dispatched *with = (const dispatched *)what;
    VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, NULL, VK_ACCESS_SHADER_WRITE_BIT,
                               VK_ACCESS_HOST_READ_BIT};
    vkCmdBindPipeline(command, VK_PIPELINE_BIND_POINT_COMPUTE, with->one->pipeline);
    vkCmdBindDescriptorSets(command, VK_PIPELINE_BIND_POINT_COMPUTE, with->it->pipeline_layout, 0, 1, &with->set, 0, NULL);
    vkCmdDispatch(command, with->one->groups, 1, 1);
    vkCmdPipelineBarrier(command, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0,
                         NULL, 0, NULL);
}

/* One pipeline, one dispatch, until it is done. */
static void dispatch(const engine *it, const shader *one, const buffer *buffers)
{
    VkDescriptorPoolSize pool_size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2};
    VkDescriptorPoolCreateInfo pool_info = {VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, NULL, 0, 1, 1, NULL};
    VkDescriptorPool pool;
    dispatched with;
    pool_info.pPoolSizes = &pool_size;
    vk(vkCreateDescriptorPool(it->device, &pool_info, NULL, &pool), "vkCreateDescriptorPool");
    with.it = it;
    with.one = one;
    with.set = bind(it, pool, buffers);
    submit(it, record_dispatch, &with);
    vkDestroyDescriptorPool(it->device, pool, NULL);
}

/* Runs a shader on noise; whether it computed what the processor does. */
int is_right(const engine *it, const shader *one)
{
    uint32_t expected[MAX_WORDS] = {0};
    buffer buffers[2];
    uint32_t noise = 1;
    size_t count;
    size_t at;
    int right;
    buffers[0] = create_buffer(it, BUFFER_BYTES, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    buffers[1] = create_buffer(it, BUFFER_BYTES, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    for (at = 0; at < MAX_WORDS; at += 1) {
        noise = noise * 1664525u + 1013904223u;
        buffers[0].words[at] = noise;
        buffers[1].words[at] = 0;
    }
    count = one->expect(buffers[0].words, expected);
    dispatch(it, one, buffers);
    right = memcmp(buffers[1].words, expected, count * sizeof(uint32_t)) == 0;
    destroy_buffer(it, buffers[0]);
    destroy_buffer(it, buffers[1]);
    return right;
}
