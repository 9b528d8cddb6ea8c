/* What belongs to a pipeline besides the words: needs, specialization data, keys and entry points.
 *
 * pipeline CONSTANTS.spv SIZE.spv HALVES.spv BALLOTS.spv HALF.spv: a module with a constant 0 of the application's own whose default
 * is 8, one with a constant that holds the subgroup size, one that computes with 16-bit floats, one with ballots, and one with a
 * constant 8 that is a 16-bit float, which also converts to doubles.
 */
#include <sos.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;

static void check(int good, const char *what, int line)
{
    if (!good) {
        failures += 1;
        fprintf(stderr, "pipeline.c:%d: %s\n", line, what);
    }
}

#define CHECK(condition) check((condition) != 0, #condition, __LINE__)

/* Something that is no object, to see that it is overwritten. */
static char garbage;

static sos_options no_options(void)
{
    sos_options options;
    memset(&options, 0, sizeof options);
    options.struct_size = (uint32_t)sizeof options;
    return options;
}

static sos_specialization no_specialization(void)
{
    sos_specialization specialization;
    memset(&specialization, 0, sizeof specialization);
    specialization.struct_size = (uint32_t)sizeof specialization;
    return specialization;
}

static sos_target *target_of(const char *name)
{
    sos_target *target = NULL;
    CHECK(sos_target_from_name(NULL, name, &target) == SOS_OK);
    return target;
}

static sos_module *module_of(const char *path)
{
    static uint32_t words[1 << 16];
    sos_module *module = NULL;
    FILE *file = fopen(path, "rb");
    size_t count;
    if (file == NULL)
        exit(2);
    count = fread(words, sizeof(uint32_t), sizeof words / sizeof words[0], file);
    fclose(file);
    CHECK(sos_module_scan(NULL, words, count, NULL, &module) == SOS_OK);
    return module;
}

static sos_result *result_of(const char *target_name, const sos_module *module, const sos_options *options)
{
    sos_target *target = target_of(target_name);
    sos_scratch *scratch = NULL;
    sos_result *result = NULL;
    CHECK(sos_scratch_create(NULL, &scratch) == SOS_OK);
    CHECK(sos_filter_module(target, module, options, scratch, &result) == SOS_OK);
    sos_scratch_free(scratch);
    sos_target_free(target);
    return result;
}

static int same_words(const sos_result *a, const sos_result *b)
{
    size_t count = sos_result_word_count(a);
    return count == sos_result_word_count(b) &&
           memcmp(sos_result_words(a), sos_result_words(b), count * sizeof(uint32_t)) == 0;
}

/* The value of constant 0, which must be an unsigned integer of 32 bits and open; 0xFFFFFFFF if it is not there. */
static uint32_t list_length(const sos_result *result)
{
    sos_specialization out = no_specialization();
    uint32_t value = 0xFFFFFFFFu;
    uint32_t at;
    CHECK(sos_result_get_specialization(result, &out) == SOS_OK);
    CHECK(out.struct_size == sizeof out);
    for (at = 0; at < out.map_entry_count; at += 1) {
        const sos_map_entry *entry = &out.map_entries[at];
        CHECK(entry->offset % entry->size == 0 && entry->offset + entry->size <= out.data_size);
        if (entry->constant_id == 0) {
            CHECK(entry->size == 4);
            memcpy(&value, (const char *)out.data + entry->offset, 4);
        }
    }
    return value;
}

static void specialization(const sos_module *module)
{
    /* The value lies behind something else, as it may; id 77 is not in the module. */
    static const uint32_t data[] = {1234, 16};
    static const sos_map_entry entries[] = {{77, 0, 4}, {0, 4, 4}};
    sos_specialization in = no_specialization();
    sos_specialization out = no_specialization();
    sos_options options = no_options();
    sos_constant constant;
    sos_map_entry wrong = {0, 4, 4};
    sos_target *target = target_of("lavapipe");
    sos_scratch *scratch = NULL;
    sos_result *result = result_of("lavapipe", module, NULL);
    sos_result *by_constant;
    sos_result *by_specialization;

    /* Left open, constant 0 has its default; given and baked in, it is open no more. */
    CHECK(list_length(result) == 8);
    memset(&constant, 0, sizeof constant);
    constant.value = 16;
    options.constants = &constant;
    options.constant_count = 1;
    by_constant = result_of("lavapipe", module, &options);
    CHECK(list_length(by_constant) == 0xFFFFFFFFu);
    CHECK(!same_words(by_constant, result));
    sos_result_free(result);

    in.map_entry_count = 2;
    in.map_entries = entries;
    in.data_size = sizeof data;
    in.data = data;
    options = no_options();
    options.specialization = &in;
    by_specialization = result_of("lavapipe", module, &options);
    CHECK(same_words(by_constant, by_specialization));
    sos_result_free(by_constant);
    sos_result_free(by_specialization);

    /* Frozen, it is open no more. */
    options = no_options();
    options.flags = SOS_FREEZE_SPEC;
    result = result_of("lavapipe", module, &options);
    CHECK(list_length(result) == 0xFFFFFFFFu);
    sos_result_free(result);

    /* Kept open, it comes out as it went in, with a report or without. */
    options = no_options();
    options.specialization = &in;
    options.flags = SOS_KEEP_SPEC;
    result = result_of("lavapipe", module, &options);
    CHECK(list_length(result) == 16);
    sos_result_free(result);
    options.flags = SOS_KEEP_SPEC | SOS_NO_REPORT;
    result = result_of("lavapipe", module, &options);
    CHECK(list_length(result) == 16);
    CHECK(sos_result_get_specialization(result, NULL) == SOS_ERROR_NULL);
    out.struct_size = 8;
    CHECK(sos_result_get_specialization(result, &out) == SOS_ERROR_STRUCT_SIZE);
    out.struct_size = (uint32_t)sizeof out;
    out.data = &garbage;
    CHECK(sos_result_get_specialization(NULL, &out) == SOS_ERROR_NULL);
    CHECK(out.data == NULL);
    sos_result_free(result);

    CHECK(sos_scratch_create(NULL, &scratch) == SOS_OK);
#define WRONG(expected)                                                                              \
    do {                                                                                             \
        result = (sos_result *)(void *)&garbage;                                                     \
        CHECK(sos_filter_module(target, module, &options, scratch, &result) == (expected));          \
        CHECK(result == NULL);                                                                       \
    } while (0)
    in.map_entries = &wrong;
    in.map_entry_count = 1;
    wrong.size = 3;
    WRONG(SOS_ERROR_ARGUMENT);
    wrong.size = 0;
    WRONG(SOS_ERROR_ARGUMENT);
    wrong.size = 8; /* past the data's end */
    WRONG(SOS_ERROR_ARGUMENT);
    wrong.size = (size_t)-1;
    WRONG(SOS_ERROR_ARGUMENT);
    wrong.size = 4;
    wrong.offset = 5;
    WRONG(SOS_ERROR_ARGUMENT);
    wrong.offset = 0xFFFFFFFFu;
    WRONG(SOS_ERROR_ARGUMENT);
    wrong.offset = 0;
    wrong.size = 8; /* a value that the constant's 32 bits do not hold */
    WRONG(SOS_ERROR_BAD_CONSTANT_VALUE);
    in.data = NULL;
    WRONG(SOS_ERROR_NULL);
    in.data = data;
    in.map_entries = NULL;
    WRONG(SOS_ERROR_NULL);
    in.struct_size = 0;
    WRONG(SOS_ERROR_STRUCT_SIZE);
    sos_scratch_free(scratch);
    sos_target_free(target);
}

/* The size of a constant in bytes, 0 if it is not there. */
static size_t size_of_constant(const sos_specialization *specialization, uint32_t id)
{
    uint32_t at;
    for (at = 0; at < specialization->map_entry_count; at += 1)
        if (specialization->map_entries[at].constant_id == id)
            return specialization->map_entries[at].size;
    return 0;
}

static int same_specialization(const sos_specialization *a, const sos_specialization *b)
{
    return a->map_entry_count == b->map_entry_count && a->data_size == b->data_size &&
           memcmp(a->map_entries, b->map_entries, a->map_entry_count * sizeof *a->map_entries) == 0 &&
           memcmp(a->data, b->data, a->data_size) == 0;
}

/* Where the target has no 16-bit floats, the open constant 8 takes four bytes: in results of any kind, and in the module. */
static void widened(const sos_module *half)
{
    sos_specialization of_module = no_specialization();
    sos_specialization of_result = no_specialization();
    sos_options options = no_options();
    sos_module *output = NULL;
    sos_result *result;

    CHECK(sos_module_get_specialization(half, NULL) == SOS_ERROR_NULL);
    of_module.data = &garbage;
    CHECK(sos_module_get_specialization(NULL, &of_module) == SOS_ERROR_NULL && of_module.data == NULL);
    CHECK(sos_module_get_specialization(half, &of_module) == SOS_OK && of_module.struct_size == sizeof of_module);
    CHECK(size_of_constant(&of_module, 8) == 2);
    result = result_of("lavapipe", half, NULL);
    CHECK(sos_result_outcome(result) == SOS_UNCHANGED);
    CHECK(sos_result_get_specialization(result, &of_result) == SOS_OK);
    CHECK(same_specialization(&of_module, &of_result));
    sos_result_free(result);

    options.allow = SOS_ALLOW_F64_TO_F32;
    for (options.flags = 0; options.flags <= SOS_NO_REPORT; options.flags += SOS_NO_REPORT) {
        result = result_of("swiftshader", half, &options);
        CHECK(sos_result_get_specialization(result, &of_result) == SOS_OK);
        CHECK(size_of_constant(&of_result, 8) == 4);
        CHECK(sos_module_scan(NULL, sos_result_words(result), sos_result_word_count(result), NULL, &output) == SOS_OK);
        CHECK(sos_module_get_specialization(output, &of_module) == SOS_OK);
        CHECK(same_specialization(&of_module, &of_result));
        sos_module_free(output);
        sos_result_free(result);
    }
}

static void made(const sos_module *module, const char *target_name, uint32_t size)
{
    sos_options options = no_options();
    sos_target *target = target_of(target_name);
    sos_scratch *scratch = NULL;
    sos_output output;
    sos_needs told;
    for (options.flags = 0; options.flags <= SOS_NO_REPORT; options.flags += SOS_NO_REPORT) {
        sos_result *result = result_of(target_name, module, &options);
        memset(&told, 0, sizeof told);
        told.struct_size = (uint32_t)sizeof told;
        CHECK(sos_result_get_needs(result, &told) == SOS_OK);
        CHECK(told.made_subgroup_size == size);
        sos_result_free(result);
    }
    CHECK(sos_scratch_create(NULL, &scratch) == SOS_OK);
    memset(&output, 0, sizeof output);
    output.struct_size = (uint32_t)sizeof output;
    output.made_subgroup_size = 77;
    CHECK(sos_filter_into(target, module, NULL, scratch, &output) == SOS_OK);
    CHECK(output.made_subgroup_size == size);
    output.made_subgroup_size = 77;
    CHECK(sos_filter_into(target, NULL, NULL, scratch, &output) == SOS_ERROR_NULL);
    CHECK(output.made_subgroup_size == 0);
    sos_scratch_free(scratch);
    sos_target_free(target);
}

static void needs(const sos_module *sizes, const sos_module *halves, const sos_module *ballots)
{
    sos_options options = no_options();
    sos_result *result = result_of("lavapipe", halves, NULL);
    sos_needs told;
    uint32_t at;
    int found = 0;

    memset(&told, 0, sizeof told);
    CHECK(sos_result_get_needs(result, NULL) == SOS_ERROR_NULL);
    CHECK(sos_result_get_needs(result, &told) == SOS_ERROR_STRUCT_SIZE);
    told.struct_size = (uint32_t)sizeof told;
    told.made_subgroup_size = 77;
    CHECK(sos_result_get_needs(NULL, &told) == SOS_ERROR_NULL);
    CHECK(told.made_subgroup_size == 0 && told.struct_size == sizeof told);
    CHECK(sos_result_get_needs(result, &told) == SOS_OK);
    for (at = 0; at < told.feature_count; at += 1) {
        CHECK(at == 0 || strcmp(told.features[at - 1], told.features[at]) < 0);
        found += strstr(told.features[at], "VkPhysicalDeviceShaderFloat16Int8Features::shaderFloat16") != NULL;
    }
    CHECK(found == 1);
    for (at = 0, found = 0; at < told.capability_count; at += 1) {
        CHECK(at == 0 || told.capabilities[at - 1] < told.capabilities[at]);
        /* SpvCapabilityFloat16 */
        found += told.capabilities[at] == 9;
    }
    CHECK(found == 1);
    CHECK(told.api_version >> 22 == 1 && told.required_subgroup_size == 0);
    sos_result_free(result);

    /* SwiftShader has none; the module asks for none then. */
    result = result_of("swiftshader", halves, NULL);
    CHECK(sos_result_get_needs(result, &told) == SOS_OK);
    for (at = 0; at < told.feature_count; at += 1)
        CHECK(strstr(told.features[at], "shaderFloat16") == NULL);
    sos_result_free(result);

    /* The module was told 64 of the two sizes that this device has: the pipeline must require it. */
    options.flags = SOS_NO_REPORT;
    result = result_of("radv-navi10", sizes, &options);
    CHECK(sos_result_get_needs(result, &told) == SOS_OK);
    CHECK(told.required_subgroup_size == 64 && told.feature_count == 0 && told.features == NULL);
    CHECK(told.capability_count == 0 && told.capabilities == NULL);
    CHECK(told.made_subgroup_size == 0);
    sos_result_free(result);

    /* Vulkan 1.0 has no subgroups: they are made of workgroups, with or without a report. */
    made(ballots, "vulkan-1.0", 64);
    made(ballots, "lavapipe", 0);
}

static sos_key key_of(const char *target_name, const sos_module *module, const sos_options *options)
{
    sos_target *target = target_of(target_name);
    sos_key key;
    CHECK(sos_filter_get_key(target, module, options, &key) == SOS_OK);
    sos_target_free(target);
    return key;
}

static sos_key key_without(const char *target_name, const char *hidden, const sos_module *module)
{
    sos_target *target = target_of(target_name);
    sos_target *lesser;
    sos_key key;
    CHECK(sos_target_without(target, &hidden, 1, &lesser) == SOS_OK);
    CHECK(sos_filter_get_key(lesser, module, NULL, &key) == SOS_OK);
    sos_target_free(lesser);
    sos_target_free(target);
    return key;
}

static int same_keys(sos_key a, sos_key b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static void keys(const char *path, const sos_module *module, const sos_module *other)
{
    static const sos_source source = {3, 0, "SOS_SUBGROUP_SIZE"};
    sos_key plain = key_of("lavapipe", module, NULL);
    sos_key zero;
    sos_key key;
    sos_key module_key;
    sos_options options = no_options();
    sos_constant constant;
    sos_image_format format;
    sos_target *target = target_of("lavapipe");
    sos_module *again = module_of(path);

    memset(&zero, 0, sizeof zero);
    memset(&constant, 0, sizeof constant);
    CHECK(!same_keys(plain, zero));
    /* The same content in other objects; and what changes no words. */
    CHECK(same_keys(plain, key_of("lavapipe", again, &options)));
    options.flags = SOS_NO_REPORT;
    CHECK(same_keys(plain, key_of("lavapipe", module, &options)));

    CHECK(!same_keys(plain, key_of("swiftshader", module, NULL)));
    /* A capability that the device lost, while its features stay what they were; and one that it never had. */
    key = key_without("swiftshader", "shaderStorageImageReadWithoutFormat", module);
    CHECK(!same_keys(key, key_of("swiftshader", module, NULL)));
    key = key_without("swiftshader", "shaderFloat16", module);
    CHECK(same_keys(key, key_of("swiftshader", module, NULL)));
    CHECK(!same_keys(plain, key_of("lavapipe", other, NULL)));
#define OTHER(field, value)                                                                          \
    do {                                                                                             \
        options = no_options();                                                                      \
        options.field = (value);                                                                     \
        key = key_of("lavapipe", module, &options);                                                  \
        CHECK(!same_keys(plain, key));                                                               \
    } while (0)
    OTHER(flags, SOS_KEEP_SPEC);
    OTHER(flags, SOS_NO_SPEC_BASE);
    OTHER(flags, SOS_SPEC_BASE);
    OTHER(flags, SOS_NO_SPEC_NAMES);
    OTHER(allow, SOS_ALLOW_UNDEF);
    OTHER(assume, SOS_ASSUME_SINGLE_VIEW);
    OTHER(strip, SOS_STRIP_NAMES);
    OTHER(max_words, 1000000);
    OTHER(max_bound, 1000000);
    options = no_options();
    options.constants = &constant;
    options.constant_count = 1;
    key = key_of("lavapipe", module, &options);
    CHECK(!same_keys(plain, key));
    constant.value = 1;
    CHECK(!same_keys(key, key_of("lavapipe", module, &options)));
    options = no_options();
    options.sources = &source;
    options.source_count = 1;
    CHECK(!same_keys(plain, key_of("lavapipe", module, &options)));
    memset(&format, 0, sizeof format);
    format.format = 4;
    options = no_options();
    options.image_formats = &format;
    options.image_format_count = 1;
    CHECK(!same_keys(plain, key_of("lavapipe", module, &options)));

    CHECK(sos_module_get_key(again, &key) == SOS_OK && sos_module_get_key(module, &module_key) == SOS_OK);
    CHECK(same_keys(key, module_key) && !same_keys(key, plain) && !same_keys(key, zero));
    CHECK(sos_module_get_key(other, &module_key) == SOS_OK && !same_keys(key, module_key));
    CHECK(sos_target_get_key(target, &key) == SOS_OK && !same_keys(key, zero));
    CHECK(sos_module_get_key(module, NULL) == SOS_ERROR_NULL);
    CHECK(sos_module_get_key(NULL, &key) == SOS_ERROR_NULL && same_keys(key, zero));
    CHECK(sos_target_get_key(target, &key) == SOS_OK && !same_keys(key, zero));
    CHECK(sos_target_get_key(target, NULL) == SOS_ERROR_NULL);
    CHECK(sos_target_get_key(NULL, &key) == SOS_ERROR_NULL && same_keys(key, zero));
    CHECK(sos_filter_get_key(target, module, NULL, NULL) == SOS_ERROR_NULL);
    key = plain;
    CHECK(sos_filter_get_key(target, NULL, NULL, &key) == SOS_ERROR_NULL && same_keys(key, zero));
    CHECK(sos_filter_get_key(NULL, module, NULL, &key) == SOS_ERROR_NULL);
    options.flags = 1u << 31;
    CHECK(sos_filter_get_key(target, module, &options, &key) == SOS_ERROR_ARGUMENT);
    sos_target_free(target);
    sos_module_free(again);
}

#define INST(opcode, word_count) ((uint32_t)(word_count) << 16 | (opcode))

/* A fragment entry point "a", and a compute entry point "b" that alone uses 64-bit floats. */
static const uint32_t two_entry_points[] = {
    0x07230203, 0x00010300, 0, 9, 0,
    INST(17, 2), 1, INST(17, 2), 10, INST(14, 3), 0, 1,
    INST(15, 4), 4, 1, 0x61, INST(15, 4), 5, 2, 0x62,
    INST(16, 3), 1, 7, INST(16, 6), 2, 17, 1, 1, 1,
    INST(19, 2), 3, INST(33, 3), 4, 3, INST(22, 3), 5, 64,
    INST(54, 5), 3, 1, 0, 4, INST(248, 2), 6, INST(253, 1), INST(56, 1),
    INST(54, 5), 3, 2, 0, 4, INST(248, 2), 7, INST(1, 3), 5, 8, INST(253, 1), INST(56, 1),
};

/* Modules with some of their entry points. */
static void selections(void)
{
    sos_target *target = target_of("swiftshader");
    static const sos_entry_point any_a = {"a", SOS_ANY_EXECUTION_MODEL};
    static const sos_entry_point wrong[] = {{"a", 4}, {"b", 4}, {"c", SOS_ANY_EXECUTION_MODEL}, {NULL, 4}};
    sos_module *module = NULL;
    sos_module *selection = (sos_module *)(void *)&garbage;
    sos_scratch *scratch = NULL;
    sos_result *result = NULL;
    sos_key key;
    sos_key selection_key;

    CHECK(sos_scratch_create(NULL, &scratch) == SOS_OK);
    CHECK(sos_module_scan(NULL, two_entry_points, sizeof two_entry_points / sizeof two_entry_points[0], NULL, &module) == SOS_OK);
    CHECK(sos_module_select(NULL, module, &any_a, 1, NULL) == SOS_ERROR_NULL);
    CHECK(sos_module_select(NULL, module, NULL, 1, &selection) == SOS_ERROR_NULL && selection == NULL);
    CHECK(sos_module_select(NULL, NULL, &any_a, 1, &selection) == SOS_ERROR_NULL);
    CHECK(sos_module_select(NULL, module, NULL, 0, &selection) == SOS_ERROR_NO_SUCH_ENTRY_POINT);
    CHECK(sos_module_select(NULL, module, wrong, 2, &selection) == SOS_ERROR_NO_SUCH_ENTRY_POINT);
    CHECK(sos_module_select(NULL, module, wrong + 2, 1, &selection) == SOS_ERROR_NO_SUCH_ENTRY_POINT);
    CHECK(sos_module_select(NULL, module, wrong + 3, 1, &selection) == SOS_ERROR_NULL && selection == NULL);
    CHECK(sos_module_select(NULL, module, wrong, 1, &selection) == SOS_OK);
    sos_module_free(selection);
    CHECK(sos_module_select(NULL, module, &any_a, 1, &selection) == SOS_OK && selection != NULL);
    CHECK(sos_module_get_key(module, &key) == SOS_OK && sos_module_get_key(selection, &selection_key) == SOS_OK);
    CHECK(memcmp(&key, &selection_key, sizeof key) != 0);
    sos_module_free(module);
    CHECK(sos_filter_module(target, selection, NULL, scratch, &result) == SOS_OK);
    CHECK(sos_result_outcome(result) == SOS_REWRITTEN && sos_result_word_count(result) == 31);
    CHECK(strstr(sos_result_report(result), "\"before\":58") != NULL || strstr(sos_result_report(result), "\"before\": 58") != NULL);
    sos_result_free(result);
    sos_module_free(selection);
    sos_scratch_free(scratch);
    sos_target_free(target);
}

int main(int argc, char **argv)
{
    sos_module *constants;
    sos_module *sizes;
    sos_module *halves;
    sos_module *ballots;
    sos_module *half;
    if (argc != 6)
        return 2;
    constants = module_of(argv[1]);
    sizes = module_of(argv[2]);
    halves = module_of(argv[3]);
    ballots = module_of(argv[4]);
    half = module_of(argv[5]);
    specialization(constants);
    widened(half);
    needs(sizes, halves, ballots);
    keys(argv[1], constants, sizes);
    selections();
    sos_module_free(constants);
    sos_module_free(sizes);
    sos_module_free(halves);
    sos_module_free(ballots);
    sos_module_free(half);
    if (failures == 0)
        printf("pipelines get what they need\n");
    return failures == 0 ? 0 : 1;
}
