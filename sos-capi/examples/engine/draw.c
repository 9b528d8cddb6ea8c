/* Drawing off-screen: demo/tint.vert and demo/tint.frag, whose cube faces and middle values AMD has instructions for.
 *
 * One triangle covers the image. Both stages are filtered for one target, as always: what the one hands on is what the other
 * takes.
 */
#include "engine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 16, FACES = 6, CHANNELS = 4, PALETTE_FLOATS = 2 * FACES * CHANNELS };

/* The push constants of tint.frag. */
typedef struct push {
    float centre[2];
    float depth;
} push;

static const push PUSH = {{7.0f, 9.25f}, 2.0f};

/* ---- On the processor -------------------------------------------------------------------------------------------- */

/* Colours that 32-bit floats hold as they are. */
static void fill_palette(float *palette)
{
    int at;
    for (at = 0; at < PALETTE_FLOATS; at += 1)
        palette[at] = (float)(at * 37 % 64) / 64.0f;
}

static int cube_face(float x, float y, float z)
{
    if (fabsf(z) >= fabsf(x) && fabsf(z) >= fabsf(y))
        return z < 0.0f ? 5 : 4;
    if (fabsf(y) >= fabsf(x))
        return y < 0.0f ? 3 : 2;
    return x < 0.0f ? 1 : 0;
}

static float middle(float a, float b, float c)
{
    float low = a < b ? a : b;
    float high = a < b ? b : a;
    float rest = high < c ? high : c;
    return low > rest ? low : rest;
}

static void expect_image(const float *palette, float *image)
{
    static const float tint[3] = {0.75f, 0.5f, 0.25f};
    int at, channel;
    for (at = 0; at < SIDE * SIDE; at += 1) {
        float x = (float)(at % SIDE) + 0.5f - PUSH.centre[0];
        float y = (float)(at / SIDE) + 0.5f - PUSH.centre[1];
        const float *first = palette + cube_face(x, y, PUSH.depth) * 2 * CHANNELS;
        for (channel = 0; channel < 3; channel += 1)
            image[at * CHANNELS + channel] = middle(first[channel], first[CHANNELS + channel], tint[channel]);
        image[at * CHANNELS + 3] = first[3];
    }
}

/* ---- On the device ----------------------------------------------------------------------------------------------- */

typedef struct painting {
    const engine *it;
    VkImage image;
    VkDeviceMemory memory;
    VkImageView view;
    VkRenderPass pass;
    VkFramebuffer frame;
    VkDescriptorSetLayout set_layout;
    VkDescriptorPool pool;
    VkDescriptorSet set;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    buffer palette;
    buffer pixels;
} painting;

static const VkFormat FORMAT = VK_FORMAT_R32G32B32A32_SFLOAT;

static void create_image(painting *it)
{
    VkImageCreateInfo image;
    VkImageViewCreateInfo view;
    VkMemoryRequirements needs;
    memset(&image, 0, sizeof image);
    image.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
    image.imageType = VK_IMAGE_TYPE_2D;
    image.format = FORMAT;
    image.extent.width = SIDE;
    image.extent.height = SIDE;
    image.extent.depth = 1;
    image.mipLevels = 1;
    image.arrayLayers = 1;
    image.samples = VK_SAMPLE_COUNT_1_BIT;
    image.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    vk(vkCreateImage(it->it->device, &image, NULL, &it->image), "vkCreateImage");
    vkGetImageMemoryRequirements(it->it->device, it->image, &needs);
    it->memory = allocate(it->it, &needs, 0);
    vk(vkBindImageMemory(it->it->device, it->image, it->memory, 0), "vkBindImageMemory");
    memset(&view, 0, sizeof view);
    view.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO;
    view.image = it->image;
    view.viewType = VK_IMAGE_VIEW_TYPE_2D;
    view.format = FORMAT;
    view.subresourceRange.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT;
    view.subresourceRange.levelCount = 1;
    view.subresourceRange.layerCount = 1;
    vk(vkCreateImageView(it->it->device, &view, NULL, &it->view), "vkCreateImageView");
}

static void create_pass(painting *it)
{
    VkAttachmentDescription attachment;
    VkAttachmentReference reference = {0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    VkSubpassDescription subpass;
    /* What is drawn is there when it is copied. */
    VkSubpassDependency after = {0,
                                 VK_SUBPASS_EXTERNAL,
                                 VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                                 VK_PIPELINE_STAGE_TRANSFER_BIT,
                                 VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT,
                                 VK_ACCESS_TRANSFER_READ_BIT,
                                 0};
    VkRenderPassCreateInfo pass;
    VkFramebufferCreateInfo frame;
    memset(&attachment, 0, sizeof attachment);
    attachment.format = FORMAT;
    attachment.samples = VK_SAMPLE_COUNT_1_BIT;
    attachment.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR;
    attachment.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
    attachment.finalLayout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    memset(&subpass, 0, sizeof subpass);
    subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
    subpass.colorAttachmentCount = 1;
    subpass.pColorAttachments = &reference;
    memset(&pass, 0, sizeof pass);
    pass.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO;
    pass.attachmentCount = 1;
    pass.pAttachments = &attachment;
    pass.subpassCount = 1;
    pass.pSubpasses = &subpass;
    pass.dependencyCount = 1;
    pass.pDependencies = &after;
    vk(vkCreateRenderPass(it->it->device, &pass, NULL, &it->pass), "vkCreateRenderPass");
    memset(&frame, 0, sizeof frame);
    frame.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO;
    frame.renderPass = it->pass;
    frame.attachmentCount = 1;
    frame.pAttachments = &it->view;
    frame.width = SIDE;
    frame.height = SIDE;
    frame.layers = 1;
    vk(vkCreateFramebuffer(it->it->device, &frame, NULL, &it->frame), "vkCreateFramebuffer");
}

/* The palette in binding 0, and the push constants. */
static void create_inputs(painting *it)
{
    VkDescriptorSetLayoutBinding binding = {0, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1, VK_SHADER_STAGE_FRAGMENT_BIT, NULL};
    VkDescriptorSetLayoutCreateInfo set = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, NULL, 0, 1, NULL};
    VkPushConstantRange range = {VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof(push)};
    VkPipelineLayoutCreateInfo layout;
    VkDescriptorPoolSize pool_size = {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1};
    VkDescriptorPoolCreateInfo pool = {VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, NULL, 0, 1, 1, NULL};
    VkDescriptorSetAllocateInfo info = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, NULL, VK_NULL_HANDLE, 1, NULL};
    VkDescriptorBufferInfo whole;
    VkWriteDescriptorSet write;
    set.pBindings = &binding;
    vk(vkCreateDescriptorSetLayout(it->it->device, &set, NULL, &it->set_layout), "vkCreateDescriptorSetLayout");
    memset(&layout, 0, sizeof layout);
    layout.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
    layout.setLayoutCount = 1;
    layout.pSetLayouts = &it->set_layout;
    layout.pushConstantRangeCount = 1;
    layout.pPushConstantRanges = &range;
    vk(vkCreatePipelineLayout(it->it->device, &layout, NULL, &it->layout), "vkCreatePipelineLayout");
    pool.pPoolSizes = &pool_size;
    vk(vkCreateDescriptorPool(it->it->device, &pool, NULL, &it->pool), "vkCreateDescriptorPool");
    info.descriptorPool = it->pool;
    info.pSetLayouts = &it->set_layout;
    vk(vkAllocateDescriptorSets(it->it->device, &info, &it->set), "vkAllocateDescriptorSets");
    it->palette = create_buffer(it->it, PALETTE_FLOATS * sizeof(float), VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
    it->pixels = create_buffer(it->it, SIDE * SIDE * CHANNELS * sizeof(float), VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    whole.buffer = it->palette.handle;
    whole.offset = 0;
    whole.range = VK_WHOLE_SIZE;
    memset(&write, 0, sizeof write);
    write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write.dstSet = it->set;
    write.descriptorCount = 1;
    write.descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    write.pBufferInfo = &whole;
    vkUpdateDescriptorSets(it->it->device, 1, &write, 0, NULL);
}

static void create_pipeline(painting *it, const filtered *stages)
{
    static const VkShaderStageFlagBits kinds[2] = {VK_SHADER_STAGE_VERTEX_BIT, VK_SHADER_STAGE_FRAGMENT_BIT};
    VkPipelineShaderStageCreateInfo stage[2];
    VkPipelineShaderStageRequiredSubgroupSizeCreateInfo sizes[2];
    VkShaderModule modules[2];
    VkPipelineVertexInputStateCreateInfo vertices;
    VkPipelineInputAssemblyStateCreateInfo assembly;
    VkViewport viewport = {0.0f, 0.0f, (float)SIDE, (float)SIDE, 0.0f, 1.0f};
    VkRect2D scissor = {{0, 0}, {SIDE, SIDE}};
    VkPipelineViewportStateCreateInfo view;
    VkPipelineRasterizationStateCreateInfo raster;
    VkPipelineMultisampleStateCreateInfo samples;
    VkPipelineColorBlendAttachmentState attachment;
    VkPipelineColorBlendStateCreateInfo blend;
    VkGraphicsPipelineCreateInfo info;
    int at;
    memset(stage, 0, sizeof stage);
    for (at = 0; at < 2; at += 1) {
        modules[at] = create_stage(it->it, &stages[at], &stage[at], &sizes[at]);
        stage[at].stage = kinds[at];
    }
    memset(&vertices, 0, sizeof vertices);
    vertices.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO;
    memset(&assembly, 0, sizeof assembly);
    assembly.sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO;
    assembly.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    memset(&view, 0, sizeof view);
    view.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO;
    view.viewportCount = 1;
    view.pViewports = &viewport;
    view.scissorCount = 1;
    view.pScissors = &scissor;
    memset(&raster, 0, sizeof raster);
    raster.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO;
    raster.polygonMode = VK_POLYGON_MODE_FILL;
    raster.cullMode = VK_CULL_MODE_NONE;
    raster.lineWidth = 1.0f;
    memset(&samples, 0, sizeof samples);
    samples.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO;
    samples.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
    memset(&attachment, 0, sizeof attachment);
    attachment.colorWriteMask = VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT | VK_COLOR_COMPONENT_B_BIT |
                                VK_COLOR_COMPONENT_A_BIT;
    memset(&blend, 0, sizeof blend);
    blend.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO;
    blend.attachmentCount = 1;
    blend.pAttachments = &attachment;
    memset(&info, 0, sizeof info);
    info.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO;
    info.stageCount = 2;
    info.pStages = stage;
    info.pVertexInputState = &vertices;
    info.pInputAssemblyState = &assembly;
    info.pViewportState = &view;
    info.pRasterizationState = &raster;
    info.pMultisampleState = &samples;
    info.pColorBlendState = &blend;
    info.layout = it->layout;
    info.renderPass = it->pass;
    vk(vkCreateGraphicsPipelines(it->it->device, it->it->pipeline_cache, 1, &info, NULL, &it->pipeline),
       "vkCreateGraphicsPipelines");
    for (at = 0; at < 2; at += 1)
        vkDestroyShaderModule(it->it->device, modules[at], NULL);
}

static void record_draw(VkCommandBuffer command, const void *what)
{
    const painting *it = (const painting *)what;
    VkClearValue clear;
    VkRenderPassBeginInfo begin;
    VkBufferImageCopy copy;
    VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, NULL, VK_ACCESS_TRANSFER_WRITE_BIT,
                               VK_ACCESS_HOST_READ_BIT};
    memset(&clear, 0, sizeof clear);
    memset(&begin, 0, sizeof begin);
    begin.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO;
    begin.renderPass = it->pass;
    begin.framebuffer = it->frame;
    begin.renderArea.extent.width = SIDE;
    begin.renderArea.extent.height = SIDE;
    begin.clearValueCount = 1;
    begin.pClearValues = &clear;
    vkCmdBeginRenderPass(command, &begin, VK_SUBPASS_CONTENTS_INLINE);
    vkCmdBindPipeline(command, VK_PIPELINE_BIND_POINT_GRAPHICS, it->pipeline);
    vkCmdBindDescriptorSets(command, VK_PIPELINE_BIND_POINT_GRAPHICS, it->layout, 0, 1, &it->set, 0, NULL);
    vkCmdPushConstants(command, it->layout, VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof PUSH, &PUSH);
    vkCmdDraw(command, 3, 1, 0, 0);
    vkCmdEndRenderPass(command);
    memset(&copy, 0, sizeof copy);
    copy.imageSubresource.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT;
    copy.imageSubresource.layerCount = 1;
    copy.imageExtent.width = SIDE;
    copy.imageExtent.height = SIDE;
    copy.imageExtent.depth = 1;
    vkCmdCopyImageToBuffer(command, it->image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, it->pixels.handle, 1, &copy);
    vkCmdPipelineBarrier(command, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0, NULL, 0,
                         NULL);
}

static void destroy_painting(const painting *it)
{
    VkDevice device = it->it->device;
    destroy_buffer(it->it, it->pixels);
    destroy_buffer(it->it, it->palette);
    vkDestroyPipeline(device, it->pipeline, NULL);
    vkDestroyPipelineLayout(device, it->layout, NULL);
    vkDestroyDescriptorPool(device, it->pool, NULL);
    vkDestroyDescriptorSetLayout(device, it->set_layout, NULL);
    vkDestroyFramebuffer(device, it->frame, NULL);
    vkDestroyRenderPass(device, it->pass, NULL);
    vkDestroyImageView(device, it->view, NULL);
    vkDestroyImage(device, it->image, NULL);
    vkFreeMemory(device, it->memory, NULL);
}

int draw(const engine *on, sos_scratch *scratch)
{
    static const char *const names[2] = {"demo/tint.vert", "demo/tint.frag"};
    static float expected[SIDE * SIDE * CHANNELS];
    float palette[PALETTE_FLOATS];
    filtered stages[2];
    painting it;
    int right, at;
    memset(&it, 0, sizeof it);
    it.it = on;
    for (at = 0; at < 2; at += 1)
        stages[at] = load(on, names[at], scratch);
    create_image(&it);
    create_pass(&it);
    create_inputs(&it);
    create_pipeline(&it, stages);
    fill_palette(palette);
    memcpy(it.palette.words, palette, sizeof palette);
    expect_image(palette, expected);
    submit(on, record_draw, &it);
    right = memcmp(it.pixels.words, expected, sizeof expected) == 0;
    for (at = 0; at < 2; at += 1)
        printf("%s: %s, %s\n", names[at], outcome_text(stages[at].outcome), right ? "right" : "WRONG");
    destroy_painting(&it);
    for (at = 0; at < 2 && on->as_written; at += 1)
        free(stages[at].words);
    return right;
}
