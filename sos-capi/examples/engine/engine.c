/* A small engine: one Vulkan device, several shaders of the corpus, filtered where their pipelines are created.
 *
 *     engine CORPUS [--as-written]
 *
 * At start-up it creates a device with all features that there are, and makes a target of what it has enabled. Worker
 * threads then load the shaders: scan, key, cache, filter, shader module, pipeline. What needs a subgroup size gets it. Each
 * compute pipeline runs once, a graphics pipeline draws off-screen (draw.c), and the results are compared with those that the
 * processor computes.
 *
 * The same modules run on a driver that takes them as they are, and on one that lacks 8-bit storage, 16-bit floats and
 * most of the rest. With --as-written nothing is filtered: on such a driver that is invalid, and may end the process.
 *
 * Ends with 0 if all results are right. On Linux, in share/doc/sos of an archive, or in a checkout once CMake has installed the library, where
 * PKG_CONFIG_PATH names its lib/pkgconfig:
 *
 *     cc -std=c99 sos-capi/examples/engine/[a-z]*.c $(pkg-config --cflags --libs sos-static) -lvulkan -o engine
 *     ./engine corpus
 *
 * Out of a checkout without CMake:
 *
 *     cargo build --release -p sos-capi
 *     cc -std=c99 -Isos-capi/include sos-capi/examples/engine/[a-z]*.c target/release/libsos.a -lvulkan -lpthread -ldl -lm -o engine
 *     ./engine corpus
 */
#include "engine.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORKERS = 2 };

void fail(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

void vk(VkResult result, const char *what)
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

static uint32_t queue_family(VkPhysicalDevice device)
{
    const VkQueueFlags wanted = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
    VkQueueFamilyProperties families[32];
    uint32_t count = 32;
    uint32_t at;
    vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families);
    for (at = 0; at < count; at += 1)
        if ((families[at].queueFlags & wanted) == wanted)
            return at;
    fail("queue families", "none draws and computes");
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

    it->queue_family = queue_family(it->physical_device);
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
    sos(sos_target_from_device_create_info(it->context, &asked, &info, &it->target), "the target");
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

/* What was filtered for this device before, under the keys that SOS makes of module, target and options. An engine keeps it on
 * disk, and its pipeline caches under the same keys. */
enum { CACHED = 16 };

static struct {
    pthread_mutex_t lock;
    size_t count;
    size_t found;
    sos_key keys[CACHED];
    filtered of[CACHED];
} cache = {PTHREAD_MUTEX_INITIALIZER, 0, 0, {{{0}}}, {{0, NULL, 0, 0}}};

static int find_filtered(const sos_key *key, filtered *out)
{
    size_t at;
    int found = 0;
    pthread_mutex_lock(&cache.lock);
    for (at = 0; at < cache.count && !found; at += 1)
        if (memcmp(&cache.keys[at], key, sizeof *key) == 0) {
            *out = cache.of[at];
            cache.found += 1;
            found = 1;
        }
    pthread_mutex_unlock(&cache.lock);
    return found;
}

static void keep_filtered(const sos_key *key, const filtered *in)
{
    pthread_mutex_lock(&cache.lock);
    if (cache.count == CACHED)
        fail("the cache", "is full");
    cache.keys[cache.count] = *key;
    cache.of[cache.count] = *in;
    cache.count += 1;
    pthread_mutex_unlock(&cache.lock);
}

/* Why a target cannot run a module, to be read by whoever wrote the shader. */
static void fail_unsupported(const engine *it, const sos_module *module, sos_scratch *scratch, const char *path)
{
    sos_result *result = NULL;
    sos(sos_filter_module(it->target, module, NULL, scratch, &result), path);
    fail(path, sos_result_text(result));
}

filtered load(const engine *it, const char *name, sos_scratch *scratch)
{
    char path[1024];
    sos_module *module = NULL;
    sos_key key;
    sos_output output;
    filtered made = {SOS_NO_OUTCOME, NULL, 0, 0};

    snprintf(path, sizeof path, "%s/shaders/%s.spv", it->corpus, name);
    made.words = read_words(path, &made.word_count);
    if (it->as_written)
        return made;
    sos(sos_module_scan(it->context, made.words, made.word_count, NULL, &module), path);
    free(made.words);
    sos(sos_filter_get_key(it->target, module, NULL, &key), path);
    if (find_filtered(&key, &made)) {
        sos_module_free(module);
        return made;
    }

    /* A guess at the size, and the size itself where the guess was too small. */
    memset(&output, 0, sizeof output);
    output.struct_size = sizeof output;
    output.capacity = made.word_count * 2;
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
    sos_module_free(module);
    made.outcome = output.outcome;
    made.words = output.words;
    made.word_count = output.word_count;
    made.subgroup_size = output.required_subgroup_size;
    keep_filtered(&key, &made);
    return made;
}

static void free_cache(void)
{
    while (cache.count != 0)
        free(cache.of[cache.count -= 1].words);
}

VkShaderModule create_stage(const engine *it, const filtered *from, VkPipelineShaderStageCreateInfo *stage,
                            VkPipelineShaderStageRequiredSubgroupSizeCreateInfo *size)
{
    VkShaderModuleCreateInfo code = {VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, NULL, 0, 0, NULL};
    VkShaderModule module;
    code.codeSize = from->word_count * sizeof(uint32_t);
    code.pCode = from->words;
    vk(vkCreateShaderModule(it->device, &code, NULL, &module), "vkCreateShaderModule");
    stage->sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    stage->module = module;
    stage->pName = "main";
    if (from->subgroup_size != 0) {
        size->sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO;
        size->pNext = NULL;
        size->requiredSubgroupSize = from->subgroup_size;
        stage->pNext = size;
    }
    return module;
}

static void create_pipeline(const engine *it, shader *one, sos_scratch *scratch)
{
    VkPipelineShaderStageRequiredSubgroupSizeCreateInfo size;
    VkComputePipelineCreateInfo info;
    VkShaderModule module;
    filtered from = load(it, one->path, scratch);
    memset(&info, 0, sizeof info);
    info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
    info.layout = it->pipeline_layout;
    module = create_stage(it, &from, &info.stage, &size);
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    vk(vkCreateComputePipelines(it->device, it->pipeline_cache, 1, &info, NULL, &one->pipeline),
       "vkCreateComputePipelines");
    vkDestroyShaderModule(it->device, module, NULL);
    one->outcome = from.outcome;
    if (it->as_written)
        free(from.words);
}

typedef struct worker {
    const engine *it;
    shader *shaders;
    size_t shader_count;
    size_t number;
    pthread_t thread;
} worker;

/* Every WORKERS-th shader, in a scratch of its own. The target is shared. */
static void *work(void *argument)
{
    const worker *me = (const worker *)argument;
    sos_scratch *scratch = NULL;
    size_t at;
    sos(sos_scratch_create(me->it->context, &scratch), "a scratch");
    for (at = me->number; at < me->shader_count; at += WORKERS)
        create_pipeline(me->it, &me->shaders[at], scratch);
    sos_scratch_free(scratch);
    return NULL;
}

static void create_pipelines(const engine *it, shader *shaders, size_t shader_count)
{
    worker workers[WORKERS];
    size_t at;
    for (at = 0; at < WORKERS; at += 1) {
        workers[at].it = it;
        workers[at].shaders = shaders;
        workers[at].shader_count = shader_count;
        workers[at].number = at;
        if (pthread_create(&workers[at].thread, NULL, work, &workers[at]) != 0)
            fail("a worker", "cannot be started");
    }
    for (at = 0; at < WORKERS; at += 1)
        if (pthread_join(workers[at].thread, NULL) != 0)
            fail("a worker", "does not end");
}

/* ---- Running them ------------------------------------------------------------------------------------------------ */

VkDeviceMemory allocate(const engine *it, const VkMemoryRequirements *needs, VkMemoryPropertyFlags wanted)
{
    VkMemoryAllocateInfo info = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, NULL, 0, 0};
    VkPhysicalDeviceMemoryProperties offers;
    VkDeviceMemory memory;
    vkGetPhysicalDeviceMemoryProperties(it->physical_device, &offers);
    info.allocationSize = needs->size;
    while ((needs->memoryTypeBits >> info.memoryTypeIndex & 1) == 0 ||
           (offers.memoryTypes[info.memoryTypeIndex].propertyFlags & wanted) != wanted) {
        info.memoryTypeIndex += 1;
        if (info.memoryTypeIndex == offers.memoryTypeCount)
            fail("memory", "no type is as wanted");
    }
    vk(vkAllocateMemory(it->device, &info, NULL, &memory), "vkAllocateMemory");
    return memory;
}

buffer create_buffer(const engine *it, VkDeviceSize size, VkBufferUsageFlags usage)
{
    const VkMemoryPropertyFlags wanted = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    VkBufferCreateInfo info;
    VkMemoryRequirements needs;
    buffer made;
    void *words;
    memset(&info, 0, sizeof info);
    info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    info.size = size;
    info.usage = usage;
    vk(vkCreateBuffer(it->device, &info, NULL, &made.handle), "vkCreateBuffer");
    vkGetBufferMemoryRequirements(it->device, made.handle, &needs);
    made.memory = allocate(it, &needs, wanted);
    vk(vkBindBufferMemory(it->device, made.handle, made.memory, 0), "vkBindBufferMemory");
    vk(vkMapMemory(it->device, made.memory, 0, VK_WHOLE_SIZE, 0, &words), "vkMapMemory");
    made.words = (uint32_t *)words;
    return made;
}

void destroy_buffer(const engine *it, buffer made)
{
    vkDestroyBuffer(it->device, made.handle, NULL);
    vkFreeMemory(it->device, made.memory, NULL);
}

void submit(const engine *it, void (*record)(VkCommandBuffer command, const void *what), const void *what)
{
    VkCommandPoolCreateInfo pool = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, NULL, 0, 0};
    VkCommandBufferAllocateInfo info = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, NULL, VK_NULL_HANDLE,
                                        VK_COMMAND_BUFFER_LEVEL_PRIMARY, 1};
    VkCommandBufferBeginInfo begin = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, NULL, 0, NULL};
    VkSubmitInfo submission;
    VkCommandBuffer command;
    VkQueue queue;
    pool.queueFamilyIndex = it->queue_family;
    vk(vkCreateCommandPool(it->device, &pool, NULL, &info.commandPool), "vkCreateCommandPool");
    vk(vkAllocateCommandBuffers(it->device, &info, &command), "vkAllocateCommandBuffers");
    vk(vkBeginCommandBuffer(command, &begin), "vkBeginCommandBuffer");
    record(command, what);
    vk(vkEndCommandBuffer(command), "vkEndCommandBuffer");
    memset(&submission, 0, sizeof submission);
    submission.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    submission.commandBufferCount = 1;
    submission.pCommandBuffers = &command;
    vkGetDeviceQueue(it->device, it->queue_family, 0, &queue);
    vk(vkQueueSubmit(queue, 1, &submission, VK_NULL_HANDLE), "vkQueueSubmit");
    vk(vkQueueWaitIdle(queue), "vkQueueWaitIdle");
    vkDestroyCommandPool(it->device, info.commandPool, NULL);
}

static void destroy_pipelines(const engine *it, const shader *shaders, size_t shader_count)
{
    size_t at;
    for (at = 0; at < shader_count; at += 1)
        vkDestroyPipeline(it->device, shaders[at].pipeline, NULL);
}

static void destroy(engine *it)
{
    vkDestroyPipelineCache(it->device, it->pipeline_cache, NULL);
    vkDestroyPipelineLayout(it->device, it->pipeline_layout, NULL);
    vkDestroyDescriptorSetLayout(it->device, it->set_layout, NULL);
    vkDestroyDevice(it->device, NULL);
    vkDestroyInstance(it->instance, NULL);
    sos_target_free(it->target);
    sos_context_free(it->context);
    free_cache();
}

/* What SOS has to say goes where the engine's own messages go. */
static void hear(void *user, uint32_t level, sos_status code, uint32_t word_offset, const char *text)
{
    (void)user;
    (void)code;
    if (level > SOS_LOG_WARNING)
        return;
    if (word_offset == SOS_NO_OFFSET)
        fprintf(stderr, "sos: %s\n", text);
    else
        fprintf(stderr, "sos: %s (word %u)\n", text, (unsigned)word_offset);
}

static void create_context(engine *it)
{
    sos_context_info info;
    memset(&info, 0, sizeof info);
    info.struct_size = sizeof info;
    info.log = hear;
    sos(sos_context_create(&info, &it->context), "a context");
}

const char *outcome_text(sos_outcome outcome)
{
    static const char *const texts[] = {"as written", "unchanged", "rewritten"};
    return texts[outcome];
}

int main(int argc, char **argv)
{
    VkApplicationInfo application;
    engine it;
    sos_scratch *scratch = NULL;
    size_t at;
    int wrong = 0;

    memset(&it, 0, sizeof it);
    memset(&application, 0, sizeof application);
    it.as_written = argc == 3 && strcmp(argv[2], "--as-written") == 0;
    if (argc != 2 + it.as_written)
        fail("usage", "engine CORPUS [--as-written]");
    it.corpus = argv[1];
    create_context(&it);
    create_instance(&it, &application);
    create_device(&it, &application);
    create_layouts(&it);
    /* The second time nothing is filtered: an engine that starts again finds what it has kept. */
    create_pipelines(&it, SHADERS, SHADER_COUNT);
    destroy_pipelines(&it, SHADERS, SHADER_COUNT);
    create_pipelines(&it, SHADERS, SHADER_COUNT);
    for (at = 0; at < SHADER_COUNT; at += 1) {
        int right = is_right(&it, &SHADERS[at]);
        printf("%s: %s, %s\n", SHADERS[at].path, outcome_text(SHADERS[at].outcome), right ? "right" : "WRONG");
        wrong += !right;
    }
    destroy_pipelines(&it, SHADERS, SHADER_COUNT);
    sos(sos_scratch_create(it.context, &scratch), "a scratch");
    wrong += !draw(&it, scratch);
    sos_scratch_free(scratch);
    printf("%u found under their keys\n", (unsigned)cache.found);
    destroy(&it);
    return wrong == 0 ? 0 : 1;
}
