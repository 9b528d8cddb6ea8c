/* The log of a context: logs UNSUPPORTED.spv DEVICE MODULE.spv, a module that the device does not take, then one that it takes when
 * it is rewritten. What a call says about wrong arguments, wrong modules and what a device lacks, and when.
 */
#include "need.h"

#include <sos.h>

#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct scene {
    const char *device;
    const uint32_t *words;
    size_t word_count;
    const uint32_t *unsupported;
    size_t unsupported_count;
} scene;

typedef struct message {
    uint32_t level;
    sos_status code;
    uint32_t word_offset;
    char text[1024];
} message;

static message told[64];
static size_t told_count;

static void take_note(void *user, uint32_t level, sos_status code, uint32_t word_offset, const char *text)
{
    sos_target *target = (sos_target *)(void *)told;
    NEED(user == (void *)told);
    NEED(told_count < sizeof told / sizeof told[0]);
    NEED(text != NULL && text[0] != '\0' && strlen(text) < 1024 && strchr(text, '\n') == NULL);
    told[told_count].level = level;
    told[told_count].code = code;
    told[told_count].word_offset = word_offset;
    strcpy(told[told_count].text, text);
    told_count += 1;
    /* A log may call the library; what fails there is nothing to this call. */
    NEED(sos_target_from_name(NULL, "no such device", &target) == SOS_ERROR_UNKNOWN_NAME && target == NULL);
}

/* The last message, which must be an error with this status and text. */
static void need_told(sos_status status, const char *text, int line)
{
    int good = told_count == 1 && told[0].level == SOS_LOG_ERROR && told[0].code == status && strcmp(told[0].text, text) == 0;
    if (!good)
        fprintf(stderr, "told: %s\n", told_count == 0 ? "nothing" : told[0].text);
    need(good, text, __FILE__, line);
    told_count = 0;
}

#define NEED_TOLD(call, status, text)      \
    do {                                   \
        told_count = 0;                    \
        NEED((call) == (status));          \
        need_told(status, text, __LINE__); \
    } while (0)

/* What is wrong is told by its name, be it an argument, a field or an element. */
static void faults(const sos_context *context, const scene *it)
{
    static const char *const names[] = {"shaderInt64", "no such feature", NULL};
    static const sos_entry_point entry_points[] = {{"main", SOS_ANY_EXECUTION_MODEL}, {"no such entry", SOS_ANY_EXECUTION_MODEL}, {NULL, 5}};
    static const sos_source sources[] = {{1, 0, "SOS_SUBGROUP_SIZE"}, {2, 0, "no such fact"}};
    static const sos_constant constants[] = {{1, 0, 2}, {2, 7, 3}};
    /* A 32-bit unsigned integer with the SpecId 9, and a value that it cannot hold. */
    static const uint32_t constant_words[] = {
        0x07230203, 0x00010000, 0, 3, 0, 2u << 16 | 17, 5, 3u << 16 | 14, 0, 1, 4u << 16 | 71, 2, 1, 9,
        4u << 16 | 21, 1, 32, 0, 4u << 16 | 50, 1, 2, 5,
    };
    static const sos_constant too_large[] = {{9, 0, (uint64_t)1 << 32}};
    static const sos_map_entry entries[] = {{1, 0, 4}, {2, 2, 4}};
    static const sos_image_format formats[] = {{0, 0, 4, 0}, {0, 1, 999, 0}};
    struct {
        sos_options options;
        uint64_t later;
    } later;
    sos_options options;
    sos_specialization specialization;
    sos_vulkan vulkan;
    sos_target *target = NULL;
    sos_target *lesser = NULL;
    sos_module *module = NULL;
    sos_module *selection = NULL;
    sos_result *result = NULL;
    sos_scratch *own = NULL;
    sos_output output;
    uint32_t room[1];

    told_count = 0;
    NEED(sos_target_from_name(context, it->device, &target) == SOS_OK);
    NEED(sos_module_scan(context, it->words, it->word_count, NULL, &module) == SOS_OK);
    NEED(sos_scratch_create(context, &own) == SOS_OK);
    NEED(told_count == 0);
    NEED_TOLD(sos_target_from_name(context, "no such device", &lesser), SOS_ERROR_UNKNOWN_NAME,
              "no built-in target has the name \"no such device\"");
    NEED_TOLD(sos_target_from_name(context, "\xFF", &lesser), SOS_ERROR_ARGUMENT, "name is not UTF-8");
    NEED_TOLD(sos_target_without(target, names, 2, &lesser), SOS_ERROR_UNKNOWN_NAME,
              "`no such feature` is no feature, device extension, property or version of Vulkan that matters to shaders");
    told_count = 0;
    NEED(sos_target_without(target, names, 1, &lesser) == SOS_OK);
    NEED(told_count == 1 && told[0].level == SOS_LOG_INFO && told[0].code == SOS_OK);
    NEED(strcmp(told[0].text, "names[0]: the target has no shaderInt64; nothing is removed") == 0);
    sos_target_free(lesser);
    NEED_TOLD(sos_target_without(target, names, 3, &lesser), SOS_ERROR_NULL, "names[2] is NULL");
    NEED_TOLD(sos_target_without(target, names, (size_t)-1, &lesser), SOS_ERROR_ARGUMENT,
              "names: its count is larger than any array");
    NEED_TOLD(sos_module_select(context, module, entry_points, 2, &selection), SOS_ERROR_NO_SUCH_ENTRY_POINT,
              "entry_points[1]: the module has no entry point of this name and execution model: \"no such entry\"");
    NEED_TOLD(sos_module_select(context, module, entry_points, 3, &selection), SOS_ERROR_NULL, "entry_points[2].name is NULL");
    NEED_TOLD(sos_filter(target, (const uint32_t *)(const void *)((const char *)it->words + 1), 5, NULL, &result),
              SOS_ERROR_ARGUMENT, "words is a misaligned pointer");

    memset(&vulkan, 0, sizeof vulkan);
    vulkan.struct_size = (uint32_t)sizeof vulkan;
    vulkan.instance = &vulkan;
    NEED_TOLD(sos_target_from_physical_device(context, &vulkan, &lesser), SOS_ERROR_NULL, "vulkan->physical_device is NULL");

#define WRONG_OPTION(field, value, status, text)                                        \
    do {                                                                                \
        memset(&options, 0, sizeof options);                                            \
        options.struct_size = (uint32_t)sizeof options;                                 \
        options.field = (value);                                                        \
        NEED_TOLD(sos_filter_module(target, module, &options, own, &result), status, text); \
    } while (0)
    WRONG_OPTION(struct_size, 3, SOS_ERROR_STRUCT_SIZE,
                 "options->struct_size is 3, not the size of any version of the struct: the first has 56 bytes");
    memset(&later, 0, sizeof later);
    later.options.struct_size = (uint32_t)sizeof later;
    later.later = 1;
    NEED_TOLD(sos_filter_module(target, module, &later.options, own, &result), SOS_ERROR_STRUCT_SIZE,
              "options->struct_size is 88, and a field beyond the 80 bytes that this library knows is not 0");
    WRONG_OPTION(flags, 0x80000001u, SOS_ERROR_ARGUMENT, "options->flags is 0x80000001, which has unknown bits");
    WRONG_OPTION(flags, SOS_SPEC_BASE | SOS_NO_SPEC_BASE, SOS_ERROR_ARGUMENT,
                 "options->flags has both SOS_SPEC_BASE and SOS_NO_SPEC_BASE");
    WRONG_OPTION(spec_base, 100, SOS_ERROR_ARGUMENT, "options->spec_base is set, but options->flags has no SOS_SPEC_BASE");
    WRONG_OPTION(allow, 1u << 31, SOS_ERROR_ARGUMENT, "options->allow is 0x80000000, which has unknown bits");
    WRONG_OPTION(assume, 1u << 31, SOS_ERROR_ARGUMENT, "options->assume is 0x80000000, which has unknown bits");
    WRONG_OPTION(strip, 9, SOS_ERROR_ARGUMENT, "options->strip has no value 9");
    WRONG_OPTION(constant_count, 1, SOS_ERROR_NULL, "options->constants is NULL");
    WRONG_OPTION(subgroup_size, 12, SOS_ERROR_ARGUMENT, "options->subgroup_size has no value 12");
    options.subgroup_size = 0;
    options.constants = constants;
    options.constant_count = 2;
    NEED_TOLD(sos_filter_module(target, module, &options, own, &result), SOS_ERROR_ARGUMENT,
              "options->constants[1].reserved is 7, must be 0");
    options.constant_count = 0;
    options.sources = sources;
    options.source_count = 2;
    NEED_TOLD(sos_filter_module(target, module, &options, own, &result), SOS_ERROR_UNKNOWN_NAME,
              "options->sources[1].name: no device fact has the name \"no such fact\"");
    options.source_count = 0;
    options.image_formats = formats;
    options.image_format_count = 2;
    NEED_TOLD(sos_filter_module(target, module, &options, own, &result), SOS_ERROR_ARGUMENT,
              "options->image_formats[1].format has no value 999");
    options.image_format_count = 0;
    memset(&specialization, 0, sizeof specialization);
    specialization.struct_size = (uint32_t)sizeof specialization;
    specialization.map_entries = entries;
    specialization.map_entry_count = 2;
    specialization.data = constants;
    specialization.data_size = 4;
    options.specialization = &specialization;
    NEED_TOLD(sos_filter_module(target, module, &options, own, &result), SOS_ERROR_ARGUMENT,
              "options->specialization->map_entries[1]: 4 bytes at offset 2 are no 1, 2, 4 or 8 bytes within data_size, 4");

    memset(&output, 0, sizeof output);
    output.struct_size = (uint32_t)sizeof output;
    output.capacity = 1;
    NEED_TOLD(sos_filter_into(target, module, NULL, own, &output), SOS_ERROR_NULL, "output->words is NULL");
    output.words = room;
    NEED_TOLD(sos_filter_into(target, NULL, NULL, own, &output), SOS_ERROR_NULL, "module is NULL");

    memset(&options, 0, sizeof options);
    options.struct_size = (uint32_t)sizeof options;
    options.constants = too_large;
    options.constant_count = 1;
    NEED_TOLD(sos_filter(target, constant_words, sizeof constant_words / sizeof constant_words[0], &options, &result),
              SOS_ERROR_BAD_CONSTANT_VALUE,
              "SpecId 9: the value does not fit the specialization constant's type (at word 18, OpSpecConstant)");

    /* That there is too little room is an answer, and no error to tell. */
    told_count = 0;
    NEED(sos_filter_into(target, module, NULL, own, &output) == SOS_ERROR_BUFFER_TOO_SMALL);
    NEED(told_count == 1 && told[0].level == SOS_LOG_INFO && strstr(told[0].text, "rewritten") != NULL);

    sos_scratch_free(own);
    sos_module_free(module);
    sos_target_free(target);
}

/* The reasons of a refusal as numbers and names. */
static void refused(const sos_result *result, const scene *it)
{
    sos_refusal refusal;
    const uint32_t count = sos_result_refusal_count(result);
    NEED(sos_result_refusal_count(NULL) == 0);
    NEED(count > 0);
    memset(&refusal, 0, sizeof refusal);
    NEED(sos_result_get_refusal(result, 0, &refusal) == SOS_ERROR_STRUCT_SIZE);
    NEED(sos_result_get_refusal(result, 0, NULL) == SOS_ERROR_NULL);
    refusal.struct_size = (uint32_t)sizeof refusal;
    NEED(sos_result_get_refusal(NULL, 0, &refusal) == SOS_ERROR_NULL);
    NEED(sos_result_get_refusal(result, count, &refusal) == SOS_ERROR_ARGUMENT);
    NEED(refusal.text == NULL && refusal.kind == 0);
    NEED(sos_result_get_refusal(result, 0, &refusal) == SOS_OK);
    /* RayTracingKHR, of the OpCapability right behind the header or of what uses it. */
    NEED(refusal.kind == SOS_NEED_CAPABILITY && refusal.blocking == 1);
    NEED(refusal.capability_count > 0 && refusal.capabilities[0] == 4479);
    NEED(refusal.word_offset < it->unsupported_count && strstr(refusal.text, "RayTracingKHR") != NULL);
    NEED(refusal.provider_count > 0 && strstr(refusal.providers[0], "rayTracingPipeline") != NULL);
    NEED(refusal.limit == NULL && refusal.limit_value == 0);
}

/* The same of a limit: a workgroup that is larger than the device's. */
static void exceeded(const sos_target *target, const scene *it)
{
    static uint32_t words[64];
    sos_result *result = NULL;
    sos_refusal refusal;
    /* OpExecutionMode %3 LocalSize 1 1 1 */
    enum { LOCAL_SIZE_X = 20 };
    NEED(it->word_count < 64 && it->words[LOCAL_SIZE_X] == 1);
    memcpy(words, it->words, it->word_count * sizeof words[0]);
    words[LOCAL_SIZE_X] = 1u << 20;
    NEED(sos_filter(target, words, it->word_count, NULL, &result) == SOS_OK);
    NEED(sos_result_outcome(result) == SOS_UNSUPPORTED && sos_result_refusal_count(result) > 0);
    memset(&refusal, 0, sizeof refusal);
    refusal.struct_size = (uint32_t)sizeof refusal;
    NEED(sos_result_get_refusal(result, 0, &refusal) == SOS_OK);
    NEED(refusal.kind == SOS_NEED_LIMIT && refusal.capabilities == NULL && refusal.capability_count == 0);
    NEED(strstr(refusal.limit, "maxComputeWorkGroup") != NULL);
    NEED(refusal.limit_value == 1 << 20 && refusal.limit_allowed == 128);
    NEED((words[refusal.word_offset] & 0xFFFFu) == 16);
    sos_result_free(result);
}


static void logs(const scene *it)
{
    enum { TRIED = 2 };
    static const char *const parts[] = {" needs ", "; provided by ", "; tried ", "; target ", "; reached from main"};
    const char *place;
    size_t part;
    sos_context_info info;
    sos_context *context = NULL;
    sos_target *target = NULL;
    sos_module *module = NULL;
    sos_result *result = NULL;
    sos_scratch *own = NULL;
    sos_output output;
    sos_key key;
    static const char partial[] = "{\"VkPhysicalDeviceProperties\": {\"vendorID\": 4318}}";
    size_t at, helps = 0;
    memset(&info, 0, sizeof info);
    info.struct_size = (uint32_t)sizeof info;
    info.user = told;
    info.log = take_note;
    NEED(sos_context_create(&info, &context) == SOS_OK);

    NEED(sos_target_from_json(context, "{\n?", 3, NULL, &target) == SOS_ERROR_PROFILE);
    NEED(told_count == 1 && told[0].level == SOS_LOG_ERROR && told[0].code == SOS_ERROR_PROFILE);
    NEED(told[0].word_offset == SOS_NO_OFFSET && strstr(told[0].text, "line 2") != NULL);

    NEED(sos_target_from_name(context, NULL, &target) == SOS_ERROR_NULL);
    NEED(told_count == 2 && told[1].code == SOS_ERROR_NULL);
    NEED(strcmp(told[1].text, "name is NULL") == 0);

    /* Cut off in its label, before the last two instructions, which are of one word each. */
    NEED(sos_module_scan(context, it->words, it->word_count - 3, NULL, &module) == SOS_ERROR_BAD_WORD_COUNT);
    NEED(told_count == 3 && told[2].code == SOS_ERROR_BAD_WORD_COUNT && told[2].word_offset == it->word_count - 4);

    /* What a device's file leaves out is no error. */
    told_count = 0;
    NEED(sos_target_from_json(context, partial, strlen(partial), NULL, &target) == SOS_OK);
    NEED(told_count > 0 && told[0].level == SOS_LOG_WARNING && told[0].code == SOS_OK);
    NEED(strcmp(told[0].text, "device: not stated, and so counted as absent where nothing else is said: the version of Vulkan, which counts as 1.0") == 0);
    sos_target_free(target);

    told_count = 0;
    NEED(sos_target_from_name(context, it->device, &target) == SOS_OK);
    NEED(sos_filter(target, it->words, it->word_count, NULL, &result) == SOS_OK);
    NEED(told_count == 1 && told[0].level == SOS_LOG_INFO && strstr(told[0].text, "rewritten") != NULL);
    sos_result_free(result);

    told_count = 0;
    NEED(sos_filter(target, it->unsupported, it->unsupported_count, NULL, &result) == SOS_OK);
    NEED(sos_result_outcome(result) == SOS_UNSUPPORTED);
    refused(result, it);
    NEED(told_count > 0);
    for (at = 0; at < told_count; at += 1) {
        NEED(told[at].level == SOS_LOG_WARNING && told[at].code == SOS_OK);
        if (strncmp(told[at].text, "help: ", 6) == 0) {
            NEED(told[at].word_offset == SOS_NO_OFFSET);
            helps += 1;
            continue;
        }
        NEED(told[at].word_offset < it->unsupported_count);
        /* The names of the program's options mean nothing here. */
        NEED(strstr(told[at].text, "--") == NULL && strstr(told[at].text, "Options::") == NULL);
        /* What matters most comes first, since a long text is cut. */
        place = told[at].text;
        for (part = 0; part < sizeof parts / sizeof parts[0]; part += 1) {
            const char *found = strstr(place, parts[part]);
            if (found == NULL && part == TRIED)
                found = strstr(place, "; no other way: ");
            NEED(found != NULL);
            place = found + 1;
        }
    }
    NEED(helps > 0 && helps < told_count);
    sos_result_free(result);
    exceeded(target, it);

    told_count = 0;
    NEED(sos_module_scan(context, it->unsupported, it->unsupported_count, NULL, &module) == SOS_OK);
    NEED(sos_scratch_create(context, &own) == SOS_OK);
    memset(&output, 0, sizeof output);
    output.struct_size = (uint32_t)sizeof output;
    NEED(sos_filter_into(target, module, NULL, own, &output) == SOS_OK);
    NEED(told_count > 0 && told[0].level == SOS_LOG_WARNING);

    /* What is missing is told as well, by the object that is there. */
    told_count = 0;
    NEED(sos_filter(target, NULL, 1, NULL, &result) == SOS_ERROR_NULL);
    NEED(sos_filter_get_key(target, NULL, NULL, &key) == SOS_ERROR_NULL);
    NEED(sos_filter_module(NULL, module, NULL, own, &result) == SOS_ERROR_NULL);
    NEED(sos_filter_into(target, NULL, NULL, own, &output) == SOS_ERROR_NULL);
    output.capacity = 1;
    NEED(sos_filter_into(target, module, NULL, own, &output) == SOS_ERROR_NULL);
    NEED(told_count == 5);
    for (at = 0; at < told_count; at += 1)
        NEED(told[at].level == SOS_LOG_ERROR && told[at].code == SOS_ERROR_NULL);
    sos_scratch_free(own);
    sos_module_free(module);
    sos_target_free(target);
    faults(context, it);
    sos_context_free(context);

    /* Only what is asked for is told. */
    told_count = 0;
    info.log_level = SOS_LOG_ERROR;
    NEED(sos_context_create(&info, &context) == SOS_OK);
    NEED(sos_target_from_name(context, it->device, &target) == SOS_OK);
    NEED(sos_filter(target, it->unsupported, it->unsupported_count, NULL, &result) == SOS_OK);
    NEED(told_count == 0);
    sos_result_free(result);
    NEED(sos_filter(target, it->unsupported, 4, NULL, &result) == SOS_ERROR_NOT_SPIRV);
    NEED(told_count == 1);
    sos_target_free(target);
    sos_context_free(context);
}

int main(int argc, char **argv)
{
    enum { ROOM = 1 << 14 };
    static uint32_t words[ROOM], unsupported[ROOM];
    scene it;
    NEED(argc == 4);
    it.unsupported = unsupported;
    it.unsupported_count = read_words(argv[1], unsupported, ROOM);
    it.device = argv[2];
    it.words = words;
    it.word_count = read_words(argv[3], words, ROOM);
    logs(&it);
    printf("logs tell\n");
    return 0;
}
