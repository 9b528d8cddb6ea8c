/* Contexts: contexts UNSUPPORTED.spv DEVICE MODULE.spv [DEVICE MODULE.spv]..., a module that no device here takes, then devices
 * each with a module that it takes when it is rewritten.
 *
 * Memory that is refused at the first request, at the second, and so on for each kind of call until it goes well: each time
 * a status, nothing written, nothing left over. Linked with --wrap for what the C library allocates with, so that memory which
 * comes from there instead of from the context is seen.
 */
#include "counted.h"
#include "need.h"

#include <sos.h>

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- An allocator that counts, checks what comes back, and refuses ------------------------------------------------ */

typedef struct heap {
    pthread_mutex_t lock;
    size_t blocks;
    size_t bytes;
    size_t requests;
    size_t refuse_at; /* the request that is refused, from 1; 0: none */
    size_t refused;
    int all_from_there; /* and all that follow */
} heap;

/* What stands before each block, in front of its alignment. */
typedef struct tag {
    void *base;
    size_t size;
    size_t alignment;
} tag;

static void *heap_allocate(void *user, size_t size, size_t alignment)
{
    heap *it = (heap *)user;
    char *base;
    uintptr_t address;
    tag *before;
    int refused;
    NEED(size != 0 && alignment != 0 && (alignment & (alignment - 1)) == 0);
    pthread_mutex_lock(&it->lock);
    it->requests += 1;
    refused = it->requests == it->refuse_at || (it->all_from_there && it->refuse_at != 0 && it->requests > it->refuse_at);
    it->refused += (size_t)refused;
    if (!refused) {
        it->blocks += 1;
        it->bytes += size;
    }
    pthread_mutex_unlock(&it->lock);
    if (refused)
        return NULL;
    base = (char *)__real_malloc(size + alignment + sizeof(tag));
    NEED(base != NULL);
    /* Just as aligned as was asked for, and no more. */
    address = ((uintptr_t)base + sizeof(tag) + alignment - 1) & ~(uintptr_t)(alignment - 1);
    before = (tag *)(void *)(base + (address - (uintptr_t)base) - sizeof(tag));
    before->base = base;
    before->size = size;
    before->alignment = alignment;
    memset(before + 1, 0xA5, size);
    return before + 1;
}

static void heap_release(void *user, void *memory, size_t size, size_t alignment)
{
    heap *it = (heap *)user;
    tag *before = (tag *)memory - 1;
    NEED(before->size == size && before->alignment == alignment);
    memset(memory, 0x5A, size);
    pthread_mutex_lock(&it->lock);
    NEED(it->blocks != 0 && it->bytes >= size);
    it->blocks -= 1;
    it->bytes -= size;
    pthread_mutex_unlock(&it->lock);
    free(before->base);
}

static sos_context *context_of(heap *it)
{
    sos_context_info info;
    sos_context *context = NULL;
    memset(it, 0, sizeof *it);
    NEED(pthread_mutex_init(&it->lock, NULL) == 0);
    memset(&info, 0, sizeof info);
    info.struct_size = (uint32_t)sizeof info;
    info.user = it;
    info.allocate = heap_allocate;
    info.release = heap_release;
    NEED(sos_context_create(&info, &context) == SOS_OK);
    NEED(it->blocks == 1);
    return context;
}

/* ---- What is called -------------------------------------------------------------------------------------------- */

typedef struct scene {
    const char *device;
    const uint32_t *words;
    size_t word_count;
    const uint32_t *unsupported;
    size_t unsupported_count;
    uint32_t *room;
    size_t capacity;
    sos_context *context;
    /* Made before the call under test. */
    sos_target *target;
    sos_module *module;
    sos_scratch *scratch;
} scene;

/* One call, and what it made freed again. `made` is whether it wrote anything. */
typedef sos_status (*act)(const scene *it, int *made);

static sos_status target(const scene *it, int *made)
{
    sos_target *target = NULL;
    sos_status status = sos_target_from_name(it->context, it->device, &target);
    *made = target != NULL;
    sos_target_free(target);
    return status;
}

static sos_status scan(const scene *it, int *made)
{
    sos_module *module = NULL;
    sos_status status = sos_module_scan(it->context, it->words, it->word_count, NULL, &module);
    *made = module != NULL;
    sos_module_free(module);
    return status;
}

static sos_status diagnose(const scene *it, int *made)
{
    sos_defect defect;
    sos_status status;
    memset(&defect, 0, sizeof defect);
    defect.struct_size = (uint32_t)sizeof defect;
    status = sos_module_diagnose(it->context, it->words, it->word_count - 1, NULL, &defect);
    *made = defect.status != SOS_OK;
    NEED(status != SOS_OK || *made);
    return status;
}

static sos_status scratch(const scene *it, int *made)
{
    sos_scratch *scratch = NULL;
    sos_status status = sos_scratch_create(it->context, &scratch);
    *made = scratch != NULL;
    sos_scratch_free(scratch);
    return status;
}

static sos_status ended(sos_status status, sos_result *result, sos_outcome outcome, int *made)
{
    *made = result != NULL;
    NEED(!*made || sos_result_outcome(result) == outcome);
    sos_result_free(result);
    return status;
}

static sos_status filter(const scene *it, int *made)
{
    sos_result *result = NULL;
    sos_status status = sos_filter(it->target, it->words, it->word_count, NULL, &result);
    return ended(status, result, SOS_REWRITTEN, made);
}

static sos_status filter_unsupported(const scene *it, int *made)
{
    sos_result *result = NULL;
    sos_status status = sos_filter(it->target, it->unsupported, it->unsupported_count, NULL, &result);
    return ended(status, result, SOS_UNSUPPORTED, made);
}

static sos_status filter_module(const scene *it, int *made)
{
    sos_result *result = NULL;
    sos_status status = sos_filter_module(it->target, it->module, NULL, it->scratch, &result);
    return ended(status, result, SOS_REWRITTEN, made);
}

static sos_status filter_into(const scene *it, int *made)
{
    static const sos_constant constants[] = {{7, 0, 1}, {8, 0, 2}, {9, 0, 3}};
    sos_options options;
    sos_output output;
    sos_status status;
    size_t at;
    memset(&options, 0, sizeof options);
    options.struct_size = (uint32_t)sizeof options;
    options.constants = constants;
    options.constant_count = 3;
    memset(&output, 0, sizeof output);
    output.struct_size = (uint32_t)sizeof output;
    output.words = it->room;
    output.capacity = it->capacity;
    memset(it->room, 0xEE, it->capacity * sizeof(uint32_t));
    status = sos_filter_into(it->target, it->module, &options, it->scratch, &output);
    *made = output.word_count != 0 || output.outcome != SOS_NO_OUTCOME;
    for (at = 0; at < it->capacity; at += 1)
        *made |= it->room[at] != 0xEEEEEEEEu;
    return status;
}

static sos_status specialize(const scene *it, int *made)
{
    sos_specializer *specializer = NULL;
    sos_output output;
    sos_status status = sos_specializer_create(it->target, it->module, NULL, it->scratch, &specializer);
    size_t at;
    *made = specializer != NULL;
    if (status != SOS_OK)
        return status;
    memset(&output, 0, sizeof output);
    output.struct_size = (uint32_t)sizeof output;
    output.words = it->room;
    output.capacity = it->capacity;
    memset(it->room, 0xEE, it->capacity * sizeof(uint32_t));
    status = sos_specialize_into(specializer, NULL, it->scratch, &output);
    *made = output.word_count != 0 || output.outcome != SOS_NO_OUTCOME;
    for (at = 0; at < it->capacity; at += 1)
        *made |= it->room[at] != 0xEEEEEEEEu;
    sos_specializer_free(specializer);
    return status;
}

static sos_status inspect(const scene *it, int *made)
{
    sos_inspection *inspection = NULL;
    sos_status status = sos_inspect(it->context, it->words, it->word_count, NULL, &inspection);
    *made = inspection != NULL;
    sos_inspection_free(inspection);
    return status;
}

static sos_status keys(const scene *it, int *made)
{
    static const sos_key zero = {{0}};
    sos_key key;
    sos_status status = sos_filter_get_key(it->target, it->module, NULL, &key);
    *made = memcmp(&key, &zero, sizeof key) != 0;
    return status;
}

static sos_status text(const scene *it, int *made)
{
    const char *json = NULL;
    sos_status status = sos_target_get_json(it->target, &json);
    *made = json != NULL;
    return status;
}

static sos_status without(const scene *it, int *made)
{
    static const char *const names[] = {"shaderInt16", "VK_KHR_16bit_storage"};
    sos_target *lesser = NULL;
    sos_status status = sos_target_without(it->target, names, 2, &lesser);
    *made = lesser != NULL;
    sos_target_free(lesser);
    return status;
}

static sos_status extended(const scene *it, int *made)
{
    sos_target *extended = NULL;
    sos_status status = sos_target_extended(it->target, SOS_GRADE_MOSTLY, &extended);
    *made = extended != NULL;
    sos_target_free(extended);
    return status;
}

static void prepare(scene *it)
{
    NEED(sos_target_from_name(it->context, it->device, &it->target) == SOS_OK);
    NEED(sos_module_scan(it->context, it->words, it->word_count, NULL, &it->module) == SOS_OK);
    NEED(sos_scratch_create(it->context, &it->scratch) == SOS_OK);
}

static void clear(const scene *it)
{
    sos_result *result = NULL;
    /* What ran out of memory works again. */
    NEED(sos_filter_module(it->target, it->module, NULL, it->scratch, &result) == SOS_OK);
    NEED(sos_result_outcome(result) == SOS_REWRITTEN);
    sos_scratch_free(it->scratch);
    sos_module_free(it->module);
    sos_target_free(it->target);
    sos_result_free(result);
}

/*
 * Refuses memory at each request of a call in turn; how many there are. Beyond the first some hundred, which calls make in loops that
 * have been seen by then, at every eleventh.
 */
static size_t refuse(scene *it, act call, int all_from_there)
{
    enum { EACH = 200, STEP = 11 };
    size_t at;
    for (at = 1;; at += at < EACH ? 1 : STEP) {
        heap memory;
        size_t blocks;
        sos_status status;
        int made = 0;
        it->context = context_of(&memory);
        prepare(it);
        blocks = memory.blocks;
        memory.requests = 0;
        memory.refuse_at = at;
        memory.all_from_there = all_from_there;
        allocations = 0;
        status = call(it, &made);
        memory.refuse_at = 0;
        if (memory.refused == 0) {
            NEED(status == SOS_OK && made);
            NEED(allocations == 0);
        } else {
            NEED(status == SOS_ERROR_OUT_OF_MEMORY && !made);
            NEED(memory.blocks <= blocks);
        }
        clear(it);
        NEED(memory.blocks == 1);
        sos_context_free(it->context);
        NEED(memory.blocks == 0 && memory.bytes == 0);
        if (memory.refused == 0)
            return at - 1;
    }
}

static void refuse_each(scene *it, const act *calls, size_t count)
{
    size_t at;
    int all;
    for (at = 0; at < count; at += 1)
        for (all = 0; all < 2; all += 1)
            NEED(refuse(it, calls[at], all) > 0);
}

/* What depends on the module; and on the device alone, once for each. */
static void refuse_all(scene *it, int is_new_device)
{
    static const act calls[] = {scan, diagnose, scratch, filter, filter_unsupported,
                                keys, filter_module, filter_into, specialize, inspect, text};
    static const act of_devices[] = {target, without, extended};
    refuse_each(it, calls, sizeof calls / sizeof calls[0]);
    if (is_new_device)
        refuse_each(it, of_devices, sizeof of_devices / sizeof of_devices[0]);
}

/* No memory at all, not even for the context. */
static void nothing_to_give(void)
{
    heap memory;
    sos_context_info info;
    sos_context *context = (sos_context *)(void *)&memory;
    memset(&memory, 0, sizeof memory);
    NEED(pthread_mutex_init(&memory.lock, NULL) == 0);
    memory.refuse_at = 1;
    memset(&info, 0, sizeof info);
    NEED(sos_context_create(NULL, &context) == SOS_ERROR_NULL && context == NULL);
    NEED(sos_context_create(&info, &context) == SOS_ERROR_STRUCT_SIZE);
    info.struct_size = (uint32_t)sizeof info;
    info.user = &memory;
    info.allocate = heap_allocate;
    NEED(sos_context_create(&info, NULL) == SOS_ERROR_NULL);
    NEED(sos_context_create(&info, &context) == SOS_ERROR_ARGUMENT && context == NULL);
    info.release = heap_release;
    info.log_level = SOS_LOG_INFO + 1;
    NEED(sos_context_create(&info, &context) == SOS_ERROR_ARGUMENT && context == NULL);
    info.log_level = 0;
    NEED(sos_context_create(&info, &context) == SOS_ERROR_OUT_OF_MEMORY && context == NULL);
    NEED(memory.refused == 1);
    sos_context_free(NULL);
}

/* Memory that is not as aligned as was asked for is given back, and counts as none. */
static char crooked_memory[4096];
static int crooked_given = 0;

static void *crooked(void)
{
    return crooked_memory + 1 + ((uintptr_t)crooked_memory & 1);
}

static void *crooked_allocate(void *user, size_t size, size_t alignment)
{
    (void)user;
    NEED(alignment > 1 && size < sizeof crooked_memory / 2);
    crooked_given += 1;
    return crooked();
}

static void crooked_release(void *user, void *memory, size_t size, size_t alignment)
{
    (void)user;
    (void)size;
    (void)alignment;
    NEED(memory == crooked());
    crooked_given -= 1;
}

static void crooked_memory_is_none(void)
{
    sos_context_info info;
    sos_context *context = NULL;
    memset(&info, 0, sizeof info);
    info.struct_size = (uint32_t)sizeof info;
    info.allocate = crooked_allocate;
    info.release = crooked_release;
    NEED(sos_context_create(&info, &context) == SOS_ERROR_OUT_OF_MEMORY && context == NULL);
    NEED(crooked_given == 0);
}

/* ---- Threads, and the order of frees ---------------------------------------------------------------------------- */

static void *free_result(void *argument)
{
    sos_result_free((sos_result *)argument);
    return NULL;
}

typedef struct task {
    const scene *it;
    size_t number;
} task;

static void *work(void *argument)
{
    const task *mine = (const task *)argument;
    const scene *it = mine->it;
    sos_scratch *own = NULL;
    int run;
    /* Every second thread works without a context, beside those that work in one. */
    NEED(sos_scratch_create(mine->number % 2 == 0 ? it->context : NULL, &own) == SOS_OK);
    for (run = 0; run < 20; run += 1) {
        pthread_t other;
        sos_result *result = NULL;
        NEED(sos_filter_module(it->target, it->module, NULL, own, &result) == SOS_OK);
        NEED(sos_result_outcome(result) == SOS_REWRITTEN);
        NEED(pthread_create(&other, NULL, free_result, result) == 0);
        NEED(pthread_join(other, NULL) == 0);
    }
    sos_scratch_free(own);
    return NULL;
}

static void threads(scene *it)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    task tasks[THREADS];
    heap memory;
    size_t at;
    it->context = context_of(&memory);
    prepare(it);
    for (at = 0; at < THREADS; at += 1) {
        tasks[at].it = it;
        tasks[at].number = at;
        NEED(pthread_create(&threads[at], NULL, work, &tasks[at]) == 0);
    }
    for (at = 0; at < THREADS; at += 1)
        NEED(pthread_join(threads[at], NULL) == 0);
    /* The context goes first, and the last object takes it along. */
    sos_context_free(it->context);
    NEED(memory.blocks > 1);
    clear(it);
    NEED(memory.blocks == 0 && memory.bytes == 0);
}

/* ---- Limits ------------------------------------------------------------------------------------------------------ */

/* A module in the other byte order has to be copied; one that is too large is refused before. */
static void too_large_is_not_copied(scene *it)
{
    heap memory;
    sos_options options;
    sos_defect defect;
    sos_result *result = NULL;
    sos_module *module = NULL;
    sos_inspection *inspection = NULL;
    uint32_t *turned = (uint32_t *)__real_malloc(it->word_count * sizeof(uint32_t));
    size_t at, limited;
    NEED(turned != NULL);
    for (at = 0; at < it->word_count; at += 1) {
        uint32_t word = it->words[at];
        turned[at] = word << 24 | (word & 0xFF00u) << 8 | (word >> 8 & 0xFF00u) | word >> 24;
    }
    memset(&options, 0, sizeof options);
    options.struct_size = (uint32_t)sizeof options;
    memset(&defect, 0, sizeof defect);
    defect.struct_size = (uint32_t)sizeof defect;
    it->context = context_of(&memory);
    prepare(it);
    for (limited = 0; limited < 2; limited += 1) {
        size_t before = memory.requests;
        sos_status expected = limited ? SOS_ERROR_MODULE_TOO_LARGE : SOS_OK;
        options.max_words = limited ? (uint32_t)it->word_count - 1 : 0;
        NEED(sos_filter(it->target, turned, it->word_count, &options, &result) == expected);
        NEED(sos_module_scan(it->context, turned, it->word_count, &options, &module) == expected);
        NEED(sos_inspect(it->context, turned, it->word_count, &options, &inspection) == expected);
        NEED(sos_module_diagnose(it->context, turned, it->word_count, &options, &defect) == SOS_OK);
        NEED(defect.status == expected);
        NEED((memory.requests == before) == (limited != 0));
        sos_result_free(result);
        sos_module_free(module);
        sos_inspection_free(inspection);
    }
    sos_context_free(it->context);
    clear(it);
    NEED(memory.blocks == 0 && memory.bytes == 0);
    free(turned);
}

int main(int argc, char **argv)
{
    enum { ROOM = 1 << 14 };
    static uint32_t words[ROOM], unsupported[ROOM], room[ROOM];
    scene it;
    int at;
    NEED(argc >= 4 && argc % 2 == 0);
    memset(&it, 0, sizeof it);
    it.unsupported = unsupported;
    it.unsupported_count = read_words(argv[1], unsupported, ROOM);
    it.words = words;
    it.room = room;
    it.capacity = ROOM;
    nothing_to_give();
    crooked_memory_is_none();
    for (at = 2; at < argc; at += 2) {
        const int is_new_device = it.device == NULL || strcmp(it.device, argv[at]) != 0;
        it.device = argv[at];
        it.word_count = read_words(argv[at + 1], words, ROOM);
        refuse_all(&it, is_new_device);
        threads(&it);
        too_large_is_not_copied(&it);
    }
    printf("contexts hold\n");
    return 0;
}
