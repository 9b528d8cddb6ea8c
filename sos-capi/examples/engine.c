/* A small engine: one Vulkan device, several shaders of the corpus, filtered where their pipelines are created.
 *
 *     engine CORPUS [--as-written]
 *
 * At start-up it creates a device with all features that there are, and makes a target of what it has enabled. Worker
 * threads then load the shaders: scan, key, filter, shader module, pipeline. What needs a subgroup size gets it. Each
 * pipeline runs once, and its results are compared with those that the processor computes.
 *
 * The same modules run on a driver that takes them as they are, and on one that lacks 8-bit storage, 16-bit floats and
 * most of the rest. With --as-written nothing is filtered: on such a driver that is invalid, and may end the process.
 *
 * Ends with 0 if all results are right. On Linux, out of a checkout:
 *
 *     cargo build --release -p sos-capi
 *     cc -std=c99 -Isos-capi/include sos-capi/examples/engine.c target/release/libsos.a -lvulkan -lpthread -ldl -lm -o engine
 *     ./engine corpus
 */
#include <sos.h>

#include <vulkan/vulkan.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Every shader here reads one storage buffer of words and writes another. */
enum { WORKERS = 2, MAX_WORDS = 1024, BUFFER_BYTES = MAX_WORDS * 4 };

typedef struct shader {
    const char *path;
    uint32_t groups;
    /* What the shader should write for this input; returns how many words. */
    size_t (*expect)(const uint32_t *in, uint32_t *out);
    /* What becomes of it. */
    VkPipeline pipeline;
    sos_outcome outcome;
} shader;

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
    sos_target *target;
    shader *shaders;
    size_t shader_count;
} engine;

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

static void vk(VkResult result, const char *what)
{
    char number[32];
    if (result != VK_SUCCESS) {
        snprintf(number, sizeof number, "VkResult %d", (int)result);
        fail(what, number);
    }
}

static void sos(sos_status status, const char *what)
{
    if (status != SOS_OK)
        fail(what, sos_status_text(status));
}

static void *room(size_t bytes)
{
    void *memory = calloc(1, bytes);
    if (memory == NULL)
        fail("memory", "there is none");
    return memory;
}

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

/* ---- The device -------------------------------------------------------------------------------------------------- */

static void create_instance(engine *it, VkApplicationInfo *application)
{
    VkInstanceCreateInfo info = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, NULL, 0, NULL, 0, NULL, 0, NULL};
    uint32_t count = 1;
    VkResult result;
    application->sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    application->apiVersion = VK_API_VERSION_1_3;
    info.pApplicationInfo = application;
    vk(vkCreateInstance(&info, NULL, &it->instance), "vkCreateInstance");
    result = vkEnumeratePhysicalDevices(it->instance, &count, &it->physical_device);
    vk(result == VK_INCOMPLETE ? VK_SUCCESS : result, "vkEnumeratePhysicalDevices");
    if (count == 0)
        fail("vkEnumeratePhysicalDevices", "no device");
}

static uint32_t compute_family(VkPhysicalDevice device)
{
    VkQueueFamilyProperties families[32];
    uint32_t count = 32;
    uint32_t at;
    vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families);
    for (at = 0; at < count; at += 1)
        if (families[at].queueFlags & VK_QUEUE_COMPUTE_BIT)
            return at;
    fail("queue families", "none computes");
    return 0;
}

/* Enables what there is to enable, and makes the target of what was enabled. */
static void create_device(engine *it, const VkApplicationInfo *application)
{
    float priority = 1.0f;
    VkDeviceQueueCreateInfo queue = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, NULL, 0, 0, 1, NULL};
    VkPhysicalDeviceProperties properties;
    VkPhysicalDeviceFeatures2 features;
    VkPhysicalDeviceVulkan11Features vulkan11;
    VkPhysicalDeviceVulkan12Features vulkan12;
    VkPhysicalDeviceVulkan13Features vulkan13;
    VkDeviceCreateInfo info;
    sos_vulkan asked;

    memset(&features, 0, sizeof features);
    memset(&vulkan11, 0, sizeof vulkan11);
    memset(&vulkan12, 0, sizeof vulkan12);
    memset(&vulkan13, 0, sizeof vulkan13);
    features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    vulkan11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES;
    vulkan12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    vulkan13.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
    vkGetPhysicalDeviceProperties(it->physical_device, &properties);
    if (properties.apiVersion >= VK_API_VERSION_1_2) {
        features.pNext = &vulkan11;
        vulkan11.pNext = &vulkan12;
    }
    if (properties.apiVersion >= VK_API_VERSION_1_3)
        vulkan12.pNext = &vulkan13;
    vkGetPhysicalDeviceFeatures2(it->physical_device, &features);
    /* It costs speed, and not every device has it together with descriptors that are updated after they were bound. */
    features.features.robustBufferAccess = VK_FALSE;

    it->queue_family = compute_family(it->physical_device);
    queue.queueFamilyIndex = it->queue_family;
    queue.pQueuePriorities = &priority;
    memset(&info, 0, sizeof info);
    info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    info.pNext = &features;
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    vk(vkCreateDevice(it->physical_device, &info, NULL, &it->device), "vkCreateDevice");

    memset(&asked, 0, sizeof asked);
    asked.struct_size = sizeof asked;
    asked.instance_version = application->apiVersion;
    asked.instance = it->instance;
    asked.physical_device = it->physical_device;
    asked.get_instance_proc_addr = (sos_function)vkGetInstanceProcAddr;
    sos(sos_target_from_device_create_info(NULL, &asked, &info, &it->target), "the target");
}

static void create_layouts(engine *it)
{
    VkDescriptorSetLayoutBinding bindings[2];
    VkDescriptorSetLayoutCreateInfo set = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, NULL, 0, 2, NULL};
    VkPipelineLayoutCreateInfo layout;
    VkPipelineCacheCreateInfo cache = {VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO, NULL, 0, 0, NULL};
    uint32_t at;
    memset(bindings, 0, sizeof bindings);
    for (at = 0; at < 2; at += 1) {
        bindings[at].binding = at;
        bindings[at].descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
        bindings[at].descriptorCount = 1;
        bindings[at].stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
    }
    set.pBindings = bindings;
    vk(vkCreateDescriptorSetLayout(it->device, &set, NULL, &it->set_layout), "vkCreateDescriptorSetLayout");
    memset(&layout, 0, sizeof layout);
    layout.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
    layout.setLayoutCount = 1;
    layout.pSetLayouts = &it->set_layout;
    vk(vkCreatePipelineLayout(it->device, &layout, NULL, &it->pipeline_layout), "vkCreatePipelineLayout");
    vk(vkCreatePipelineCache(it->device, &cache, NULL, &it->pipeline_cache), "vkCreatePipelineCache");
}

/* ---- Loading shaders, on worker threads -------------------------------------------------------------------------- */

/* The words of a file, to be freed. */
static uint32_t *read_words(const char *path, size_t *word_count)
{
    FILE *file = fopen(path, "rb");
    uint32_t *words = (uint32_t *)room((size_t)1 << 20);
    if (file == NULL)
        fail(path, "cannot be read");
    *word_count = fread(words, sizeof(uint32_t), ((size_t)1 << 20) / sizeof(uint32_t), file);
    fclose(file);
    return words;
}

static VkPipeline create_pipeline(const engine *it, const uint32_t *words, size_t word_count, uint32_t subgroup_size)
{
    VkShaderModuleCreateInfo code = {VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, NULL, 0, 0, NULL};
    VkPipelineShaderStageRequiredSubgroupSizeCreateInfo size;
    VkComputePipelineCreateInfo info;
    VkShaderModule module;
    VkPipeline pipeline;
    code.codeSize = word_count * sizeof(uint32_t);
    code.pCode = words;
    vk(vkCreateShaderModule(it->device, &code, NULL, &module), "vkCreateShaderModule");
    memset(&info, 0, sizeof info);
    info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
    info.layout = it->pipeline_layout;
    info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = module;
    info.stage.pName = "main";
    if (subgroup_size != 0) {
        size.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO;
        size.pNext = NULL;
        size.requiredSubgroupSize = subgroup_size;
        info.stage.pNext = &size;
    }
    vk(vkCreateComputePipelines(it->device, it->pipeline_cache, 1, &info, NULL, &pipeline), "vkCreateComputePipelines");
    vkDestroyShaderModule(it->device, module, NULL);
    return pipeline;
}

/* Why a target cannot run a module, to be read by whoever wrote the shader. */
static void fail_unsupported(const engine *it, const sos_module *module, sos_scratch *scratch, const char *path)
{
    sos_result *result = NULL;
    sos(sos_filter_module(it->target, module, NULL, scratch, &result), path);
    fail(path, sos_result_report(result));
}

static void load(const engine *it, shader *one, sos_scratch *scratch)
{
    char path[1024];
    size_t word_count = 0;
    uint32_t *words;
    sos_module *module = NULL;
    sos_key key;
    sos_output output;

    snprintf(path, sizeof path, "%s/shaders/%s.spv", it->corpus, one->path);
    words = read_words(path, &word_count);
    if (it->as_written) {
        one->pipeline = create_pipeline(it, words, word_count, 0);
        free(words);
        return;
    }
    sos(sos_module_scan(NULL, words, word_count, NULL, &module), path);
    free(words);

    /* An engine looks here whether its own cache has the words, or the pipeline, under this key. */
    sos(sos_filter_get_key(it->target, module, NULL, &key), path);

    /* A guess at the size, and the size itself where the guess was too small. */
    memset(&output, 0, sizeof output);
    output.struct_size = sizeof output;
    output.capacity = word_count * 2;
    for (;;) {
        sos_status status;
        output.words = (uint32_t *)room(output.capacity * sizeof(uint32_t));
        status = sos_filter_into(it->target, module, NULL, scratch, &output);
        if (status != SOS_ERROR_BUFFER_TOO_SMALL) {
            sos(status, path);
            break;
        }
        free(output.words);
        output.capacity = output.word_count;
    }
    if (output.outcome == SOS_UNSUPPORTED)
        fail_unsupported(it, module, scratch, path);
    one->outcome = output.outcome;
    one->pipeline = create_pipeline(it, output.words, output.word_count, output.required_subgroup_size);
    free(output.words);
    sos_module_free(module);
}

typedef struct worker {
    engine *it;
    size_t number;
    pthread_t thread;
} worker;

/* Every WORKERS-th shader, in a scratch of its own. The target is shared. */
static void *work(void *argument)
{
    const worker *me = (const worker *)argument;
    sos_scratch *scratch = NULL;
    size_t at;
    sos(sos_scratch_create(NULL, &scratch), "a scratch");
    for (at = me->number; at < me->it->shader_count; at += WORKERS)
        load(me->it, &me->it->shaders[at], scratch);
    sos_scratch_free(scratch);
    return NULL;
}

static void load_all(engine *it)
{
    worker workers[WORKERS];
    size_t at;
    for (at = 0; at < WORKERS; at += 1) {
        workers[at].it = it;
        workers[at].number = at;
        if (pthread_create(&workers[at].thread, NULL, work, &workers[at]) != 0)
            fail("a worker", "cannot be started");
    }
    for (at = 0; at < WORKERS; at += 1)
        if (pthread_join(workers[at].thread, NULL) != 0)
            fail("a worker", "does not end");
}

/* ---- Running them ------------------------------------------------------------------------------------------------ */

typedef struct buffer {
    VkBuffer handle;
    VkDeviceMemory memory;
    uint32_t *words;
} buffer;

static buffer create_buffer(const engine *it)
{
    const VkMemoryPropertyFlags wanted = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    VkBufferCreateInfo info;
    VkMemoryAllocateInfo allocate = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, NULL, 0, 0};
    VkMemoryRequirements needs;
    VkPhysicalDeviceMemoryProperties offers;
    buffer made;
    void *words;
    memset(&info, 0, sizeof info);
    info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    info.size = BUFFER_BYTES;
    info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    vk(vkCreateBuffer(it->device, &info, NULL, &made.handle), "vkCreateBuffer");
    vkGetBufferMemoryRequirements(it->device, made.handle, &needs);
    vkGetPhysicalDeviceMemoryProperties(it->physical_device, &offers);
    allocate.allocationSize = needs.size;
    while ((needs.memoryTypeBits >> allocate.memoryTypeIndex & 1) == 0 ||
           (offers.memoryTypes[allocate.memoryTypeIndex].propertyFlags & wanted) != wanted) {
        allocate.memoryTypeIndex += 1;
        if (allocate.memoryTypeIndex == offers.memoryTypeCount)
            fail("memory", "no type is visible to the host");
    }
    vk(vkAllocateMemory(it->device, &allocate, NULL, &made.memory), "vkAllocateMemory");
    vk(vkBindBufferMemory(it->device, made.handle, made.memory, 0), "vkBindBufferMemory");
    vk(vkMapMemory(it->device, made.memory, 0, VK_WHOLE_SIZE, 0, &words), "vkMapMemory");
    made.words = (uint32_t *)words;
    return made;
}

static void destroy_buffer(const engine *it, buffer made)
{
    vkDestroyBuffer(it->device, made.handle, NULL);
    vkFreeMemory(it->device, made.memory, NULL);
}

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

/* One pipeline, one dispatch, until it is done. */
static void dispatch(const engine *it, const shader *one, const buffer *buffers)
{
    VkDescriptorPoolSize pool_size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2};
    VkDescriptorPoolCreateInfo pool_info = {VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, NULL, 0, 1, 1, NULL};
    VkCommandPoolCreateInfo commands_info = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, NULL, 0, 0};
    VkCommandBufferAllocateInfo allocate = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, NULL, VK_NULL_HANDLE,
                                            VK_COMMAND_BUFFER_LEVEL_PRIMARY, 1};
    VkCommandBufferBeginInfo begin = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, NULL, 0, NULL};
    VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, NULL, VK_ACCESS_SHADER_WRITE_BIT,
                               VK_ACCESS_HOST_READ_BIT};
    VkSubmitInfo submit;
    VkDescriptorPool pool;
    VkCommandPool commands;
    VkCommandBuffer command;
    VkDescriptorSet set;
    VkQueue queue;
    pool_info.pPoolSizes = &pool_size;
    vk(vkCreateDescriptorPool(it->device, &pool_info, NULL, &pool), "vkCreateDescriptorPool");
    set = bind(it, pool, buffers);
    commands_info.queueFamilyIndex = it->queue_family;
    vk(vkCreateCommandPool(it->device, &commands_info, NULL, &commands), "vkCreateCommandPool");
    allocate.commandPool = commands;
    vk(vkAllocateCommandBuffers(it->device, &allocate, &command), "vkAllocateCommandBuffers");
    vk(vkBeginCommandBuffer(command, &begin), "vkBeginCommandBuffer");
    vkCmdBindPipeline(command, VK_PIPELINE_BIND_POINT_COMPUTE, one->pipeline);
    vkCmdBindDescriptorSets(command, VK_PIPELINE_BIND_POINT_COMPUTE, it->pipeline_layout, 0, 1, &set, 0, NULL);
    vkCmdDispatch(command, one->groups, 1, 1);
    vkCmdPipelineBarrier(command, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0,
                         NULL, 0, NULL);
    vk(vkEndCommandBuffer(command), "vkEndCommandBuffer");
    memset(&submit, 0, sizeof submit);
    submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &command;
    vkGetDeviceQueue(it->device, it->queue_family, 0, &queue);
    vk(vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit");
    vk(vkQueueWaitIdle(queue), "vkQueueWaitIdle");
    vkDestroyCommandPool(it->device, commands, NULL);
    vkDestroyDescriptorPool(it->device, pool, NULL);
}

/* Runs a shader on noise; whether it computed what the processor does. */
static int is_right(const engine *it, const shader *one)
{
    uint32_t expected[MAX_WORDS] = {0};
    buffer buffers[2];
    uint32_t noise = 1;
    size_t count;
    size_t at;
    int right;
    buffers[0] = create_buffer(it);
    buffers[1] = create_buffer(it);
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

static void destroy(engine *it)
{
    size_t at;
    for (at = 0; at < it->shader_count; at += 1)
        vkDestroyPipeline(it->device, it->shaders[at].pipeline, NULL);
    vkDestroyPipelineCache(it->device, it->pipeline_cache, NULL);
    vkDestroyPipelineLayout(it->device, it->pipeline_layout, NULL);
    vkDestroyDescriptorSetLayout(it->device, it->set_layout, NULL);
    vkDestroyDevice(it->device, NULL);
    vkDestroyInstance(it->instance, NULL);
    sos_target_free(it->target);
}

int main(int argc, char **argv)
{
    static const char *const outcomes[] = {"as written", "unchanged", "rewritten"};
    static shader shaders[] = {
        {"programs/reduction.comp", 4, expect_sums, VK_NULL_HANDLE, 0},
        {"programs/scan_subgroups.comp", 4, expect_scan, VK_NULL_HANDLE, 0},
        {"programs/half_blur.comp", 2, expect_blur, VK_NULL_HANDLE, 0},
        {"storage/byte_buffer.comp", 1, expect_bytes, VK_NULL_HANDLE, 0},
    };
    VkApplicationInfo application;
    engine it;
    size_t at;
    int wrong = 0;

    memset(&it, 0, sizeof it);
    memset(&application, 0, sizeof application);
    it.as_written = argc == 3 && strcmp(argv[2], "--as-written") == 0;
    if (argc != 2 + it.as_written)
        fail("usage", "engine CORPUS [--as-written]");
    it.corpus = argv[1];
    it.shaders = shaders;
    it.shader_count = sizeof shaders / sizeof shaders[0];

    create_instance(&it, &application);
    create_device(&it, &application);
    create_layouts(&it);
    load_all(&it);
    for (at = 0; at < it.shader_count; at += 1) {
        int right = is_right(&it, &shaders[at]);
        printf("%s: %s, %s\n", shaders[at].path, outcomes[shaders[at].outcome], right ? "right" : "WRONG");
        wrong += !right;
    }
    destroy(&it);
    return wrong == 0 ? 0 : 1;
}
