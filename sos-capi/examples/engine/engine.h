/* What the parts of the engine have in common. */
#ifndef ENGINE_H
#define ENGINE_H

#include <sos.h>

#include <vulkan/vulkan.h>

typedef struct engine {
    int as_written;
    const char *corpus;
    VkInstance instance;
    VkPhysicalDevice physical_device;
    VkDevice device;
    uint32_t queue_family;
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout pipeline_layout;
    VkPipelineCache pipeline_cache;
    sos_context *context;
    sos_target *target;
} engine;

/* A compute shader, and what becomes of it. */
typedef struct shader {
    const char *path;
    uint32_t groups;
    /* What the shader should write for this input; returns how many words. */
    size_t (*expect)(const uint32_t *in, uint32_t *out);
    VkPipeline pipeline;
    sos_outcome outcome;
} shader;

enum { SHADER_COUNT = 4 };

extern shader SHADERS[SHADER_COUNT];

/* A module as the device takes it, and the subgroup size that its pipeline must require, or 0. */
typedef struct filtered {
    sos_outcome outcome;
    uint32_t *words;
    size_t word_count;
    uint32_t subgroup_size;
} filtered;

/* A buffer in memory that the processor sees. */
typedef struct buffer {
    VkBuffer handle;
    VkDeviceMemory memory;
    uint32_t *words;
} buffer;

/* Ends the program. */
void fail(const char *what, const char *why);
void vk(VkResult result, const char *what);

/* A shader of the corpus, filtered or as written. Its words are the cache's, and the caller's where it is as written. */
filtered load(const engine *it, const char *name, sos_scratch *scratch);

/* Fills in a stage of a pipeline but for its kind. The shader module lives until the pipeline is made, and so must `size`. */
VkShaderModule create_stage(const engine *it, const filtered *from, VkPipelineShaderStageCreateInfo *stage,
                            VkPipelineShaderStageRequiredSubgroupSizeCreateInfo *size);

const char *outcome_text(sos_outcome outcome);

VkDeviceMemory allocate(const engine *it, const VkMemoryRequirements *needs, VkMemoryPropertyFlags wanted);
buffer create_buffer(const engine *it, VkDeviceSize size, VkBufferUsageFlags usage);
void destroy_buffer(const engine *it, buffer made);

/* Records commands, submits them, and waits until they are done. */
void submit(const engine *it, void (*record)(VkCommandBuffer command, const void *what), const void *what);

/* Runs a compute shader on noise; whether it computed what the processor does. */
int is_right(const engine *it, const shader *one);

/* Draws an image off-screen; whether it is what the processor makes of it. */
int draw(const engine *on, sos_scratch *scratch);

#endif
