/* What filtering costs where pipelines are created: cost COUNT MODULE.spv...
 *
 * Filters COUNT compute shaders, the modules given over and over, from C with one thread and with two: scanned anew each time,
 * as an engine does that loads them from disk, and in one scratch a thread. Once for the device that is there, with all its
 * features enabled, and once for one that has nearly nothing. Then creates the pipelines of what came out for the device that
 * is there. Modules with other bindings than storage buffers in set 0 are left out: all pipelines have one layout.
 *
 * Times are the processor's, in microseconds a shader, so that they hold on a busy machine; wall-clock times stand beside them.
 * Memory is what a context's allocator gave. On Linux, out of a checkout:
 *
 *     cmake -S sos-capi -B build && cmake --build build
 *     cc -std=c99 -O2 -Isos-capi/include sos-capi/examples/cost.c build/cargo/capi/libsos.a -lvulkan -lpthread -ldl -lm -o cost
 *     ./cost 1000 corpus/shaders/[a-z]*[a-z]/[a-z]*.comp.spv
 */
#define _POSIX_C_SOURCE 200809L
#include <sos.h>

#include <vulkan/vulkan.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_MODULES = 2048, MAX_THREADS = 2, MAX_BINDINGS = 16 };

typedef struct module {
    const char *path;
    uint32_t *words;
    size_t word_count;
    /* What comes out for the device that is there; NULL if it cannot run it. */
    uint32_t *filtered;
    size_t filtered_count;
    uint32_t subgroup_size;
} module;

static module modules[MAX_MODULES];
static size_t module_count;

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

static void sos(sos_status status, const char *what)
{
    if (status != SOS_OK)
        fail(what, sos_status_text(status));
}

static void vk(VkResult result, const char *what)
{
    if (result != VK_SUCCESS)
        fail(what, "not VK_SUCCESS");
}

static void *room(size_t bytes)
{
    void *memory = calloc(1, bytes);
    if (memory == NULL)
        fail("memory", "there is none");
    return memory;
}

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ---- Memory that is counted ------------------------------------------------------------------------------------- */

typedef struct counter {
    size_t blocks;
    size_t bytes;
} counter;

static void *count_in(void *user, size_t size, size_t alignment)
{
    counter *it = (counter *)user;
    void *memory = NULL;
    if (posix_memalign(&memory, alignment < sizeof(void *) ? sizeof(void *) : alignment, size) != 0)
        return NULL;
    it->blocks += 1;
    it->bytes += size;
    return memory;
}

static void count_out(void *user, void *memory, size_t size, size_t alignment)
{
    counter *it = (counter *)user;
    (void)alignment;
    it->blocks -= 1;
    it->bytes -= size;
    free(memory);
}

/* ---- Modules ----------------------------------------------------------------------------------------------------- */

/* Whether one layout of storage buffers in set 0 and some push constants does for a module. */
static int has_common_layout(const uint32_t *words, size_t word_count)
{
    enum { TypeImage = 25, TypeSampler = 26, TypeAccelerationStructure = 5341, Decorate = 71, Binding = 33, Set = 34 };
    size_t at = 5;
    while (at < word_count) {
        uint32_t opcode = words[at] & 0xFFFFu;
        uint32_t size = words[at] >> 16;
        if (size == 0 || size > word_count - at)
            return 0;
        if (opcode == TypeImage || opcode == TypeSampler || opcode == TypeAccelerationStructure)
            return 0;
        if (opcode == Decorate && size == 4 && words[at + 2] == Set && words[at + 3] != 0)
            return 0;
        if (opcode == Decorate && size == 4 && words[at + 2] == Binding && words[at + 3] >= MAX_BINDINGS)
            return 0;
        /* OpTypeStruct with Block in Uniform would be a uniform buffer: OpDecorate ... Block together with OpVariable
         * Uniform (2). */
        if (opcode == 59 && size >= 4 && words[at + 3] == 2 && words[1] >= 0x00010300u)
            return 0;
        at += size;
    }
    return 1;
}

static void read_module(const char *path)
{
    module *it = &modules[module_count];
    FILE *file = fopen(path, "rb");
    if (file == NULL || module_count == MAX_MODULES)
        fail(path, "cannot be read");
    it->path = path;
    it->words = (uint32_t *)room((size_t)1 << 20);
    it->word_count = fread(it->words, sizeof(uint32_t), (size_t)1 << 18, file);
    fclose(file);
    if (has_common_layout(it->words, it->word_count))
        module_count += 1;
    else
        free(it->words);
}

/* ---- Filtering --------------------------------------------------------------------------------------------------- */

typedef struct worker {
    pthread_t thread;
    const sos_target *target;
    size_t first, step, count;
    size_t outcomes[4];
    double spent;
} worker;

/* Filters a module as an engine does: scanned, filtered to memory that is there. */
static sos_outcome filter(const sos_target *target, const module *it, sos_scratch *scratch, sos_output *output)
{
    sos_module *scanned = NULL;
    sos(sos_module_scan(NULL, it->words, it->word_count, NULL, &scanned), it->path);
    sos(sos_filter_into(target, scanned, NULL, scratch, output), it->path);
    sos_module_free(scanned);
    return output->outcome;
}

static void begin(sos_output *output)
{
    memset(output, 0, sizeof *output);
    output->struct_size = (uint32_t)sizeof *output;
    output->capacity = (size_t)1 << 20;
    output->words = (uint32_t *)room(output->capacity * sizeof(uint32_t));
}

static void *work(void *argument)
{
    worker *me = (worker *)argument;
    sos_scratch *scratch = NULL;
    sos_output output;
    double start;
    size_t at;
    sos(sos_scratch_create(NULL, &scratch), "a scratch");
    begin(&output);
    start = seconds(CLOCK_THREAD_CPUTIME_ID);
    for (at = me->first; at < me->count; at += me->step)
        me->outcomes[filter(me->target, &modules[at % module_count], scratch, &output)] += 1;
    me->spent = seconds(CLOCK_THREAD_CPUTIME_ID) - start;
    sos_scratch_free(scratch);
    free(output.words);
    return NULL;
}

static void filter_all(const char *name, const sos_target *target, size_t count, size_t threads)
{
    worker workers[MAX_THREADS];
    size_t outcomes[4] = {0, 0, 0, 0};
    double spent = 0.0;
    double start = seconds(CLOCK_MONOTONIC);
    size_t at, outcome;
    memset(workers, 0, sizeof workers);
    for (at = 0; at < threads; at += 1) {
        workers[at].target = target;
        workers[at].first = at;
        workers[at].step = threads;
        workers[at].count = count;
        if (pthread_create(&workers[at].thread, NULL, work, &workers[at]) != 0)
            fail("a thread", "cannot be started");
    }
    for (at = 0; at < threads; at += 1) {
        pthread_join(workers[at].thread, NULL);
        spent += workers[at].spent;
        for (outcome = 0; outcome < 4; outcome += 1)
            outcomes[outcome] += workers[at].outcomes[outcome];
    }
    printf("filtered for %s, %u thread%s: %.1f us of processor a shader, %.1f ms in all by the clock "
           "(%u unchanged, %u rewritten, %u unsupported)\n",
           name, (unsigned)threads, threads == 1 ? "" : "s", spent / (double)count * 1e6,
           (seconds(CLOCK_MONOTONIC) - start) * 1e3, (unsigned)outcomes[SOS_UNCHANGED], (unsigned)outcomes[SOS_REWRITTEN],
           (unsigned)outcomes[SOS_UNSUPPORTED]);
}

/* What a scratch holds once it has seen all modules. */
static void weigh_scratch(const char *name, const sos_target *target)
{
    counter memory = {0, 0};
    sos_context_info info;
    sos_context *context = NULL;
    sos_scratch *scratch = NULL;
    sos_output output;
    size_t largest = 0;
    size_t at;
    memset(&info, 0, sizeof info);
    info.struct_size = (uint32_t)sizeof info;
    info.user = &memory;
    info.allocate = count_in;
    info.release = count_out;
    sos(sos_context_create(&info, &context), "a context");
    sos(sos_scratch_create(context, &scratch), "a scratch");
    begin(&output);
    for (at = 0; at < module_count; at += 1) {
        filter(target, &modules[at], scratch, &output);
        if (modules[at].word_count > largest)
            largest = modules[at].word_count;
    }
    printf("a scratch that has filtered them for %s: %.0f KiB; the largest module has %.1f KiB\n", name,
           (double)memory.bytes / 1024.0, (double)largest * 4.0 / 1024.0);
    free(output.words);
    sos_scratch_free(scratch);
    sos_context_free(context);
}

/* Keeps what comes out for the device that is there. */
static void keep_filtered(const sos_target *target)
{
    sos_scratch *scratch = NULL;
    sos_output output;
    size_t at;
    sos(sos_scratch_create(NULL, &scratch), "a scratch");
    begin(&output);
    for (at = 0; at < module_count; at += 1) {
        module *it = &modules[at];
        if (filter(target, it, scratch, &output) == SOS_UNSUPPORTED)
            continue;
        it->filtered_count = output.word_count;
        it->subgroup_size = output.required_subgroup_size;
        it->filtered = (uint32_t *)room(output.word_count * sizeof(uint32_t));
        memcpy(it->filtered, output.words, output.word_count * sizeof(uint32_t));
    }
    sos_scratch_free(scratch);
    free(output.words);
}

/* ---- Vulkan ------------------------------------------------------------------------------------------------------ */

typedef struct gpu {
    VkInstance instance;
    VkDevice device;
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    sos_target *target;
    char name[VK_MAX_PHYSICAL_DEVICE_NAME_SIZE];
} gpu;

static void open_gpu(gpu *it)
{
    static const float priority = 1.0f;
    VkApplicationInfo application;
    VkInstanceCreateInfo instance;
    VkPhysicalDevice physical = VK_NULL_HANDLE;
    VkPhysicalDeviceProperties properties;
    VkPhysicalDeviceFeatures2 features;
    VkPhysicalDeviceVulkan11Features vulkan11;
    VkPhysicalDeviceVulkan12Features vulkan12;
    VkPhysicalDeviceVulkan13Features vulkan13;
    VkDeviceQueueCreateInfo queue;
    VkDeviceCreateInfo info;
    VkDescriptorSetLayoutBinding bindings[MAX_BINDINGS];
    VkDescriptorSetLayoutCreateInfo set;
    VkPipelineLayoutCreateInfo layout;
    VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, 128};
    sos_vulkan asked;
    uint32_t count = 1;
    uint32_t at;

    memset(&application, 0, sizeof application);
    application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    application.apiVersion = VK_API_VERSION_1_3;
    memset(&instance, 0, sizeof instance);
    instance.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    instance.pApplicationInfo = &application;
    vk(vkCreateInstance(&instance, NULL, &it->instance), "vkCreateInstance");
    if (vkEnumeratePhysicalDevices(it->instance, &count, &physical) < VK_SUCCESS || count == 0)
        fail("vkEnumeratePhysicalDevices", "no device");
    vkGetPhysicalDeviceProperties(physical, &properties);
    memcpy(it->name, properties.deviceName, sizeof it->name);

    memset(&features, 0, sizeof features);
    memset(&vulkan11, 0, sizeof vulkan11);
    memset(&vulkan12, 0, sizeof vulkan12);
    memset(&vulkan13, 0, sizeof vulkan13);
    features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    vulkan11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES;
    vulkan12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    vulkan13.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
    features.pNext = &vulkan11;
    vulkan11.pNext = &vulkan12;
    vulkan12.pNext = &vulkan13;
    vkGetPhysicalDeviceFeatures2(physical, &features);
    features.features.robustBufferAccess = VK_FALSE;
    memset(&queue, 0, sizeof queue);
    queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    memset(&info, 0, sizeof info);
    info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    info.pNext = &features;
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    vk(vkCreateDevice(physical, &info, NULL, &it->device), "vkCreateDevice");
    memset(&asked, 0, sizeof asked);
    asked.struct_size = (uint32_t)sizeof asked;
    asked.instance_version = application.apiVersion;
    asked.instance = it->instance;
    asked.physical_device = physical;
    asked.get_instance_proc_addr = (sos_function)vkGetInstanceProcAddr;
    sos(sos_target_from_device_create_info(NULL, &asked, &info, &it->target), "the target");

    memset(bindings, 0, sizeof bindings);
    for (at = 0; at < MAX_BINDINGS; at += 1) {
        bindings[at].binding = at;
        bindings[at].descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
        bindings[at].descriptorCount = 1;
        bindings[at].stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
    }
    memset(&set, 0, sizeof set);
    set.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
    set.bindingCount = MAX_BINDINGS;
    set.pBindings = bindings;
    vk(vkCreateDescriptorSetLayout(it->device, &set, NULL, &it->set_layout), "vkCreateDescriptorSetLayout");
    memset(&layout, 0, sizeof layout);
    layout.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
    layout.setLayoutCount = 1;
    layout.pSetLayouts = &it->set_layout;
    layout.pushConstantRangeCount = 1;
    layout.pPushConstantRanges = &range;
    vk(vkCreatePipelineLayout(it->device, &layout, NULL, &it->layout), "vkCreatePipelineLayout");
}

/* Creates the shader module and the pipeline of one filtered module. */
static void create_pipeline(const gpu *it, const module *from)
{
    VkShaderModuleCreateInfo code;
    VkPipelineShaderStageRequiredSubgroupSizeCreateInfo size;
    VkComputePipelineCreateInfo info;
    VkShaderModule shader;
    VkPipeline pipeline;
    memset(&code, 0, sizeof code);
    code.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
    code.codeSize = from->filtered_count * sizeof(uint32_t);
    code.pCode = from->filtered;
    vk(vkCreateShaderModule(it->device, &code, NULL, &shader), from->path);
    memset(&info, 0, sizeof info);
    info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
    info.layout = it->layout;
    info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = shader;
    info.stage.pName = "main";
    if (from->subgroup_size != 0) {
        memset(&size, 0, sizeof size);
        size.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO;
        size.requiredSubgroupSize = from->subgroup_size;
        info.stage.pNext = &size;
    }
    vk(vkCreateComputePipelines(it->device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline), from->path);
    vkDestroyPipeline(it->device, pipeline, NULL);
    vkDestroyShaderModule(it->device, shader, NULL);
}

static void create_pipelines(const gpu *it, size_t count)
{
    double start = seconds(CLOCK_MONOTONIC);
    double start_spent = seconds(CLOCK_PROCESS_CPUTIME_ID);
    size_t created = 0;
    size_t at;
    for (at = 0; at < count; at += 1) {
        const module *from = &modules[at % module_count];
        if (from->filtered != NULL) {
            create_pipeline(it, from);
            created += 1;
        }
    }
    printf("created by %s: %.1f us of processor a pipeline, %.1f ms in all by the clock (%u pipelines)\n", it->name,
           (seconds(CLOCK_PROCESS_CPUTIME_ID) - start_spent) / (double)created * 1e6,
           (seconds(CLOCK_MONOTONIC) - start) * 1e3, (unsigned)created);
}

int main(int argc, char **argv)
{
    gpu it;
    sos_target *small = NULL;
    size_t count;
    size_t threads;
    int at;
    if (argc < 3 || (count = (size_t)strtoul(argv[1], NULL, 10)) == 0)
        fail("usage", "cost COUNT MODULE.spv...");
    for (at = 2; at < argc; at += 1)
        read_module(argv[at]);
    memset(&it, 0, sizeof it);
    open_gpu(&it);
    sos(sos_target_from_name(NULL, "swiftshader", &small), "swiftshader");
    printf("%u shaders, %u of them different\n", (unsigned)count, (unsigned)(module_count < count ? module_count : count));
    for (threads = 1; threads <= MAX_THREADS; threads += 1) {
        filter_all("the device that is there", it.target, count, threads);
        filter_all("swiftshader", small, count, threads);
    }
    weigh_scratch("the device that is there", it.target);
    weigh_scratch("swiftshader", small);
    keep_filtered(it.target);
    create_pipelines(&it, count);
    for (at = 0; at < (int)module_count; at += 1) {
        free(modules[at].words);
        free(modules[at].filtered);
    }
    sos_target_free(small);
    sos_target_free(it.target);
    vkDestroyPipelineLayout(it.device, it.layout, NULL);
    vkDestroyDescriptorSetLayout(it.device, it.set_layout, NULL);
    vkDestroyDevice(it.device, NULL);
    vkDestroyInstance(it.instance, NULL);
    return 0;
}
