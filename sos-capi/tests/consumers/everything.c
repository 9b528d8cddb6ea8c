/* Calls every function of sos.h, in the right way and in every wrong way that has a status. Compiled as C99 and as C++.
 *
 * everything PROFILE.json MODULE.spv: the module is one that the profile's device takes only when it is rewritten.
 */
#include <sos.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "targets.h"

static void statuses(void)
{
    sos_status status;
    for (status = 0; status < 512; status += 1) {
        const char *text = sos_status_text(status);
        CHECK(text != NULL && text[0] != '\0');
    }
    CHECK(strcmp(sos_status_text(SOS_OK), sos_status_text(SOS_ERROR_NULL)) != 0);
    CHECK(strcmp(sos_status_text(SOS_ERROR_NOT_SPIRV), "not a SPIR-V module") == 0);
    CHECK(strcmp(sos_status_text(0xFFFFFFFFu), "unknown status") == 0);
}

/* A struct of options that a later version might have. */
struct later_options {
    sos_options options;
    uint32_t later[4];
};

static void option_checks(const sos_target *target, const uint32_t *words, size_t word_count)
{
    sos_result *result = (sos_result *)(void *)&garbage;
    sos_constant constants[2];
    sos_source source;
    sos_image_format format;
    sos_options options;
    struct later_options later;

    memset(&options, 0, sizeof options);
    CHECK(sos_filter(target, words, word_count, &options, &result) == SOS_ERROR_STRUCT_SIZE);
    CHECK(result == NULL);
    options.struct_size = (uint32_t)sizeof options - 1;
    CHECK(sos_filter(target, words, word_count, &options, &result) == SOS_ERROR_STRUCT_SIZE);

    /* An earlier program's struct ends before `specialization`: what is in memory there is none of its fields. */
    memset(&options, 0xFF, sizeof options);
    memset(&options, 0, offsetof(sos_options, specialization));
    options.struct_size = (uint32_t)offsetof(sos_options, specialization);
    CHECK(sos_filter(target, words, word_count, &options, &result) == SOS_OK);
    sos_result_free(result);
    options.struct_size = (uint32_t)offsetof(sos_options, sources);
    CHECK(sos_filter(target, words, word_count, &options, &result) == SOS_ERROR_STRUCT_SIZE);

    memset(&later, 0, sizeof later);
    later.options.struct_size = (uint32_t)sizeof later;
    CHECK(sos_filter(target, words, word_count, &later.options, &result) == SOS_OK);
    sos_result_free(result);
    later.later[3] = 1;
    CHECK(sos_filter(target, words, word_count, &later.options, &result) == SOS_ERROR_STRUCT_SIZE);

#define WITH(field, value, expected)                                                                \
    do {                                                                                            \
        memset(&options, 0, sizeof options);                                                        \
        options.struct_size = (uint32_t)sizeof options;                                             \
        options.field = (value);                                                                    \
        CHECK(sos_filter(target, words, word_count, &options, &result) == (expected));              \
        CHECK((result != NULL) == ((expected) == SOS_OK));                                          \
        sos_result_free(result);                                                                    \
    } while (0)
    WITH(flags, 0, SOS_OK);
    WITH(flags, SOS_KEEP_SPEC | SOS_NO_SPEC_BASE | SOS_NO_SPEC_NAMES, SOS_OK);
    WITH(flags, SOS_FREEZE_SPEC, SOS_OK);
    WITH(flags, SOS_FREEZE_SPEC | SOS_KEEP_SPEC, SOS_ERROR_ARGUMENT);
    WITH(flags, SOS_SPEC_BASE, SOS_OK);
    WITH(flags, SOS_SPEC_BASE | SOS_NO_SPEC_BASE, SOS_ERROR_ARGUMENT);
    WITH(spec_base, 100, SOS_ERROR_ARGUMENT);
    WITH(flags, 0x80000000u, SOS_ERROR_ARGUMENT);
    WITH(allow, SOS_ALLOW_UNDEF | SOS_ALLOW_LIMITS, SOS_OK);
    WITH(allow, 0x80000000u, SOS_ERROR_ARGUMENT);
    WITH(assume, SOS_ASSUME_SINGLE_VIEW | SOS_ASSUME_SHADING_RATE_OPTIONAL, SOS_OK);
    WITH(assume, 0x80000000u, SOS_ERROR_ARGUMENT);
    WITH(strip, SOS_STRIP_DEBUG, SOS_OK);
    WITH(strip, SOS_STRIP_NAMES, SOS_OK);
    WITH(strip, SOS_STRIP_ALL, SOS_OK);
    WITH(strip, 4, SOS_ERROR_ARGUMENT);
    WITH(max_bound, 1, SOS_ERROR_BOUND_TOO_LARGE);
    WITH(max_words, 5, SOS_ERROR_MODULE_TOO_LARGE);
    WITH(constant_count, 1, SOS_ERROR_NULL);
    WITH(source_count, 1, SOS_ERROR_NULL);
    WITH(image_format_count, 1, SOS_ERROR_NULL);
    WITH(subgroup_size, 12, SOS_ERROR_ARGUMENT);
#undef WITH

    memset(&options, 0, sizeof options);
    options.struct_size = (uint32_t)sizeof options;
    memset(&format, 0, sizeof format);
    options.image_formats = &format;
    options.image_format_count = 1;
    /* Rgba8; `Unknown` is none; and more than there are. */
    format.format = 4;
    CHECK(sos_filter(target, words, word_count, &options, &result) == SOS_OK);
    sos_result_free(result);
    format.reserved = 1;
    CHECK(sos_filter(target, words, word_count, &options, &result) == SOS_ERROR_ARGUMENT);
    format.reserved = 0;
    format.format = 0;
    CHECK(sos_filter(target, words, word_count, &options, &result) == SOS_ERROR_ARGUMENT);
    format.format = 0x7fffffffu;
    CHECK(sos_filter(target, words, word_count, &options, &result) == SOS_ERROR_ARGUMENT);

    memset(&options, 0, sizeof options);
    options.struct_size = (uint32_t)sizeof options;
    memset(constants, 0, sizeof constants);
    constants[0].spec_id = 2000000;
    constants[1].spec_id = 2000001;
    options.constants = constants;
    options.constant_count = 2;
    CHECK(sos_filter(target, words, word_count, &options, &result) == SOS_OK);
    sos_result_free(result);
    constants[0].reserved = 1;
    CHECK(sos_filter(target, words, word_count, &options, &result) == SOS_ERROR_ARGUMENT);

    memset(&options, 0, sizeof options);
    options.struct_size = (uint32_t)sizeof options;
    memset(&source, 0, sizeof source);
    source.name = "no such fact";
    options.sources = &source;
    options.source_count = 1;
    CHECK(sos_filter(target, words, word_count, &options, &result) == SOS_ERROR_UNKNOWN_NAME);
    source.name = NULL;
    CHECK(sos_filter(target, words, word_count, &options, &result) == SOS_ERROR_NULL);
    CHECK(result == NULL);
}

static void filter_checks(const sos_target *target, const uint32_t *words, size_t word_count)
{
    sos_result *result = (sos_result *)(void *)&garbage;
    sos_result *again = NULL;
    sos_options options;
    size_t cut;

    CHECK(sos_filter(NULL, words, word_count, NULL, &result) == SOS_ERROR_NULL);
    CHECK(result == NULL);
    CHECK(sos_filter(target, NULL, word_count, NULL, &result) == SOS_ERROR_NULL);
    CHECK(sos_filter(target, words, word_count, NULL, NULL) == SOS_ERROR_NULL);
    CHECK(sos_filter(target, words, (size_t)-1, NULL, &result) == SOS_ERROR_ARGUMENT);
    CHECK(sos_filter(target, (const uint32_t *)(const void *)((const char *)words + 1), 5, NULL, &result) ==
          SOS_ERROR_ARGUMENT);
    CHECK(sos_filter(target, words, 0, NULL, &result) == SOS_ERROR_NOT_SPIRV);

    /* Each length in memory of exactly that size, so that a read past the end is seen. */
    for (cut = 0; cut < word_count; cut += 1) {
        uint32_t *part = (uint32_t *)malloc((cut == 0 ? 1 : cut) * sizeof(uint32_t));
        if (part == NULL)
            exit(2);
        memcpy(part, words, cut * sizeof(uint32_t));
        sos_filter(target, part, cut, NULL, &result);
        sos_result_free(result);
        free(part);
    }

    CHECK(sos_filter(target, words, word_count, NULL, &result) == SOS_OK);
    CHECK(sos_result_outcome(result) == SOS_REWRITTEN);
    CHECK(sos_result_words(result) != NULL && sos_result_words(result) != words);
    CHECK(sos_result_word_count(result) > 5);
    CHECK(strstr(sos_result_report(result), "\"outcome\":\"rewritten\"") != NULL);
    CHECK(strncmp(sos_result_text(result), "rewritten for ", 14) == 0);

    /* What came out is taken as it is, and comes back as the same words. */
    memset(&options, 0, sizeof options);
    options.struct_size = (uint32_t)sizeof options;
    options.flags = SOS_NO_REPORT;
    CHECK(sos_filter(target, sos_result_words(result), sos_result_word_count(result), &options, &again) == SOS_OK);
    CHECK(sos_result_outcome(again) == SOS_UNCHANGED);
    CHECK(sos_result_words(again) == sos_result_words(result));
    CHECK(sos_result_word_count(again) == sos_result_word_count(result));
    CHECK(sos_result_report(again)[0] == '\0' && sos_result_text(again)[0] == '\0');
    sos_result_free(again);
    sos_result_free(result);

    CHECK(sos_result_outcome(NULL) == SOS_NO_OUTCOME);
    CHECK(sos_result_words(NULL) == NULL);
    CHECK(sos_result_word_count(NULL) == 0);
    CHECK(sos_result_report(NULL)[0] == '\0' && sos_result_text(NULL)[0] == '\0');
    sos_result_free(NULL);
}

static void diagnosis(const uint32_t *words, size_t word_count)
{
    uint32_t broken[64];
    sos_defect defect;
    memset(&defect, 0, sizeof defect);
    CHECK(sos_module_diagnose(NULL, words, word_count, NULL, NULL) == SOS_ERROR_NULL);
    CHECK(sos_module_diagnose(NULL, words, word_count, NULL, &defect) == SOS_ERROR_STRUCT_SIZE);
    defect.struct_size = (uint32_t)sizeof defect;
    defect.opcode = 77;
    CHECK(sos_module_diagnose(NULL, NULL, word_count, NULL, &defect) == SOS_ERROR_NULL);
    CHECK(defect.opcode == 0 && defect.struct_size == sizeof defect);
    CHECK(sos_module_diagnose(NULL, words, word_count, NULL, &defect) == SOS_OK);
    CHECK(defect.status == SOS_OK && defect.word_offset == 0 && defect.opcode == 0);

    /* The first OpCapability stands at word 5; the OpTypeVoid at word 23 gets an id out of bounds. */
    CHECK(word_count < 64);
    memcpy(broken, words, word_count * sizeof(uint32_t));
    broken[5] = 17;
    CHECK(sos_module_diagnose(NULL, broken, word_count, NULL, &defect) == SOS_OK);
    CHECK(defect.status == SOS_ERROR_BAD_WORD_COUNT && defect.word_offset == 5);
    broken[5] = words[5];
    broken[24] = 0xFFFFFFFFu;
    CHECK(sos_module_diagnose(NULL, broken, word_count, NULL, &defect) == SOS_OK);
    CHECK(defect.status == SOS_ERROR_BAD_ID && defect.word_offset == 23 && defect.opcode == 19);
}

static void inspections(const uint32_t *words, size_t word_count)
{
    sos_inspection *inspection = (sos_inspection *)(void *)&garbage;
    CHECK(sos_inspect(NULL, NULL, word_count, NULL, &inspection) == SOS_ERROR_NULL);
    CHECK(inspection == NULL);
    CHECK(sos_inspect(NULL, words, word_count, NULL, NULL) == SOS_ERROR_NULL);
    CHECK(sos_inspect(NULL, words, 4, NULL, &inspection) == SOS_ERROR_NOT_SPIRV);
    CHECK(inspection == NULL);
    CHECK(strcmp(sos_inspection_json(NULL), "") == 0);
    CHECK(sos_inspect(NULL, words, word_count, NULL, &inspection) == SOS_OK);
    CHECK(strncmp(sos_inspection_json(inspection), "{\"schema\":1,\"words\":37,\"version\":\"1.0\",", 39) == 0);
    CHECK(strstr(sos_inspection_json(inspection), "\"execution_model\":\"GLCompute\"") != NULL);
    sos_inspection_free(inspection);
    sos_inspection_free(NULL);
}

static void scan_checks(const uint32_t *words, size_t word_count)
{
    sos_module *module = (sos_module *)(void *)&garbage;
    sos_scratch *scratch = (sos_scratch *)(void *)&garbage;
    sos_options options;

    CHECK(sos_module_scan(NULL, NULL, word_count, NULL, &module) == SOS_ERROR_NULL);
    CHECK(module == NULL);
    CHECK(sos_module_scan(NULL, words, word_count, NULL, NULL) == SOS_ERROR_NULL);
    CHECK(sos_module_scan(NULL, words, 0, NULL, &module) == SOS_ERROR_NOT_SPIRV);
    CHECK(sos_module_scan(NULL, words, (size_t)-1, NULL, &module) == SOS_ERROR_ARGUMENT);
    CHECK(sos_module_scan(NULL, words, word_count - 1, NULL, &module) != SOS_OK);
    CHECK(module == NULL);

    memset(&options, 0, sizeof options);
    CHECK(sos_module_scan(NULL, words, word_count, &options, &module) == SOS_ERROR_STRUCT_SIZE);
    options.struct_size = (uint32_t)sizeof options;
    options.max_words = (uint32_t)word_count - 1;
    CHECK(sos_module_scan(NULL, words, word_count, &options, &module) == SOS_ERROR_MODULE_TOO_LARGE);
    options.max_words = 0;
    options.max_bound = 1;
    CHECK(sos_module_scan(NULL, words, word_count, &options, &module) == SOS_ERROR_BOUND_TOO_LARGE);
    CHECK(module == NULL);

    diagnosis(words, word_count);
    inspections(words, word_count);
    CHECK(sos_scratch_create(NULL, NULL) == SOS_ERROR_NULL);
    CHECK(sos_scratch_create(NULL, &scratch) == SOS_OK);
    CHECK(scratch != NULL && scratch != (sos_scratch *)(void *)&garbage);
    sos_scratch_free(scratch);
    sos_scratch_free(NULL);
    sos_module_free(NULL);
}

/* An output struct that a later version might have. */
struct later_output {
    sos_output output;
    uint32_t later[4];
};

/* The same module by every way to filter it, and every way to do that wrong. */
static void module_checks(const sos_target *target, const uint32_t *words, size_t word_count)
{
    uint32_t *copy = (uint32_t *)malloc(word_count * sizeof(uint32_t));
    sos_module *module = NULL;
    sos_scratch *scratch = NULL;
    sos_result *expected = NULL;
    sos_result *result = (sos_result *)(void *)&garbage;
    sos_output output;
    struct later_output later;
    uint32_t buffer[64];
    sos_specializer *specializer = NULL;
    size_t size_of_special;
    size_t size;
    size_t capacity;
    size_t at;

    if (copy == NULL)
        exit(2);
    memcpy(copy, words, word_count * sizeof(uint32_t));
    CHECK(sos_filter(target, words, word_count, NULL, &expected) == SOS_OK);
    size = sos_result_word_count(expected);
    CHECK(size > 5 && size < 64);
    CHECK(sos_module_scan(NULL, copy, word_count, NULL, &module) == SOS_OK);
    CHECK(sos_scratch_create(NULL, &scratch) == SOS_OK);
    /* The module has words of its own. */
    memset(copy, 0xA5, word_count * sizeof(uint32_t));
    free(copy);

    CHECK(sos_filter_module(NULL, module, NULL, scratch, &result) == SOS_ERROR_NULL);
    CHECK(result == NULL);
    CHECK(sos_filter_module(target, NULL, NULL, scratch, &result) == SOS_ERROR_NULL);
    CHECK(sos_filter_module(target, module, NULL, NULL, &result) == SOS_ERROR_NULL);
    CHECK(sos_filter_module(target, module, NULL, scratch, NULL) == SOS_ERROR_NULL);
    for (at = 0; at < 3; at += 1) {
        CHECK(sos_filter_module(target, module, NULL, scratch, &result) == SOS_OK);
        CHECK(sos_result_outcome(result) == SOS_REWRITTEN);
        CHECK(sos_result_word_count(result) == size);
        CHECK(memcmp(sos_result_words(result), sos_result_words(expected), size * sizeof(uint32_t)) == 0);
        CHECK(strcmp(sos_result_report(result), sos_result_report(expected)) == 0);
        sos_result_free(result);
    }

    memset(&output, 0, sizeof output);
    CHECK(sos_filter_into(target, module, NULL, scratch, NULL) == SOS_ERROR_NULL);
    CHECK(sos_filter_into(target, module, NULL, scratch, &output) == SOS_ERROR_STRUCT_SIZE);
    output.struct_size = (uint32_t)sizeof output;
    output.outcome = 77;
    output.word_count = 77;
    output.required_subgroup_size = 77;
    CHECK(sos_filter_into(NULL, module, NULL, scratch, &output) == SOS_ERROR_NULL);
    CHECK(output.outcome == SOS_NO_OUTCOME && output.word_count == 0 && output.required_subgroup_size == 0);
    CHECK(sos_filter_into(target, NULL, NULL, scratch, &output) == SOS_ERROR_NULL);
    CHECK(sos_filter_into(target, module, NULL, NULL, &output) == SOS_ERROR_NULL);
    output.capacity = 64;
    CHECK(sos_filter_into(target, module, NULL, scratch, &output) == SOS_ERROR_NULL);
    output.words = (uint32_t *)(void *)((char *)buffer + 1);
    CHECK(sos_filter_into(target, module, NULL, scratch, &output) == SOS_ERROR_ARGUMENT);

    /* The size alone. */
    output.words = NULL;
    output.capacity = 0;
    CHECK(sos_filter_into(target, module, NULL, scratch, &output) == SOS_OK);
    CHECK(output.outcome == SOS_REWRITTEN && output.word_count == size);
    CHECK(sos_scratch_get_words(NULL, buffer, 64) == SOS_ERROR_NULL);
    CHECK(sos_scratch_get_words(scratch, NULL, 64) == SOS_ERROR_NULL);
    CHECK(sos_scratch_get_words(scratch, buffer, size) == SOS_OK);
    CHECK(memcmp(buffer, sos_result_words(expected), size * sizeof(uint32_t)) == 0);

    /* Every capacity, in memory of exactly that size: too small writes nothing. */
    for (capacity = 1; capacity <= size + 2; capacity += 1) {
        uint32_t *exact = (uint32_t *)malloc(capacity * sizeof(uint32_t));
        if (exact == NULL)
            exit(2);
        memset(exact, 0xA5, capacity * sizeof(uint32_t));
        output.words = exact;
        output.capacity = capacity;
        CHECK(sos_filter_into(target, module, NULL, scratch, &output) ==
              (capacity < size ? SOS_ERROR_BUFFER_TOO_SMALL : SOS_OK));
        CHECK(output.outcome == SOS_REWRITTEN && output.word_count == size);
        if (capacity >= size)
            CHECK(memcmp(exact, sos_result_words(expected), size * sizeof(uint32_t)) == 0);
        memset(buffer, 0, sizeof buffer);
        CHECK(sos_scratch_get_words(scratch, exact, capacity) ==
              (capacity < size ? SOS_ERROR_BUFFER_TOO_SMALL : SOS_ERROR_ARGUMENT));
        CHECK(sos_scratch_get_words(scratch, buffer, 64) == (capacity < size ? SOS_OK : SOS_ERROR_ARGUMENT));
        if (capacity < size)
            CHECK(memcmp(buffer, sos_result_words(expected), size * sizeof(uint32_t)) == 0);
        for (at = capacity < size ? 0 : size; at < capacity; at += 1)
            CHECK(exact[at] == 0xA5A5A5A5u);
        free(exact);
    }

    /* Prepared: every capacity again, with the words for what had no room. */
    CHECK(sos_specializer_create(NULL, module, NULL, scratch, &specializer) == SOS_ERROR_NULL && specializer == NULL);
    CHECK(sos_specializer_create(target, NULL, NULL, scratch, &specializer) == SOS_ERROR_NULL);
    CHECK(sos_specializer_create(target, module, NULL, NULL, &specializer) == SOS_ERROR_NULL);
    CHECK(sos_specializer_create(target, module, NULL, scratch, NULL) == SOS_ERROR_NULL);
    CHECK(sos_specializer_create(target, module, NULL, scratch, &specializer) == SOS_OK);
    CHECK(sos_specialize_into(NULL, NULL, scratch, &output) == SOS_ERROR_NULL);
    CHECK(sos_specialize_into(specializer, NULL, NULL, &output) == SOS_ERROR_NULL);
    CHECK(sos_specialize_into(specializer, NULL, scratch, NULL) == SOS_ERROR_NULL);
    output.words = NULL;
    output.capacity = 0;
    CHECK(sos_specialize_into(specializer, NULL, scratch, &output) == SOS_OK);
    CHECK(output.outcome == SOS_REWRITTEN && output.word_count > 5 && output.word_count <= size);
    size_of_special = output.word_count;
    sos_specializer_free(specializer);
    memset(buffer, 0, sizeof buffer);
    CHECK(sos_scratch_get_words(scratch, buffer, size_of_special) == SOS_OK && buffer[0] == 0x07230203u);
    CHECK(sos_specializer_create(target, module, NULL, scratch, &specializer) == SOS_OK);
    for (capacity = 1; capacity <= size_of_special + 2; capacity += 1) {
        output.words = buffer;
        output.capacity = capacity;
        memset(buffer, 0xA5, sizeof buffer);
        CHECK(sos_specialize_into(specializer, NULL, scratch, &output) ==
              (capacity < size_of_special ? SOS_ERROR_BUFFER_TOO_SMALL : SOS_OK));
        CHECK(output.outcome == SOS_REWRITTEN && output.word_count == size_of_special);
        CHECK((buffer[0] == 0x07230203u) == (capacity >= size_of_special) && buffer[size_of_special] == 0xA5A5A5A5u);
    }
    sos_specializer_free(specializer);
    sos_specializer_free(NULL);

    /* A later program's struct: what this library does not know is zero. */
    memset(&later, 0, sizeof later);
    later.output.struct_size = (uint32_t)sizeof later;
    later.output.words = buffer;
    later.output.capacity = 64;
    CHECK(sos_filter_into(target, module, NULL, scratch, &later.output) == SOS_OK);
    CHECK(later.output.word_count == size && later.later[3] == 0);
    later.later[3] = 1;
    CHECK(sos_filter_into(target, module, NULL, scratch, &later.output) == SOS_ERROR_STRUCT_SIZE);
    CHECK(later.later[3] == 1);
    sos_module_free(module);

    /* What came out, scanned: the outcome is unchanged, and the words outlive the module. */
    CHECK(sos_module_scan(NULL, sos_result_words(expected), size, NULL, &module) == SOS_OK);
    CHECK(sos_filter_module(target, module, NULL, scratch, &result) == SOS_OK);
    output.words = buffer;
    output.capacity = 64;
    CHECK(sos_filter_into(target, module, NULL, scratch, &output) == SOS_OK);
    CHECK(output.outcome == SOS_UNCHANGED && output.word_count == size);
    CHECK(memcmp(buffer, sos_result_words(expected), size * sizeof(uint32_t)) == 0);
    output.capacity = 1;
    CHECK(sos_filter_into(target, module, NULL, scratch, &output) == SOS_ERROR_BUFFER_TOO_SMALL);
    sos_module_free(module);
    memset(buffer, 0, sizeof buffer);
    CHECK(sos_scratch_get_words(scratch, buffer, size) == SOS_OK);
    CHECK(memcmp(buffer, sos_result_words(expected), size * sizeof(uint32_t)) == 0);
    CHECK(sos_filter_module(target, NULL, NULL, scratch, NULL) == SOS_ERROR_NULL);
    sos_scratch_free(scratch);
    CHECK(sos_result_outcome(result) == SOS_UNCHANGED && sos_result_word_count(result) == size);
    CHECK(memcmp(sos_result_words(result), sos_result_words(expected), size * sizeof(uint32_t)) == 0);
    sos_result_free(result);
    sos_result_free(expected);
}

int main(int argc, char **argv)
{
    size_t json_length = 0;
    size_t module_length = 0;
    char *json;
    char *module;
    sos_target *target = NULL;

    if (argc != 3)
        return 2;
    json = read_file(argv[1], &json_length);
    module = read_file(argv[2], &module_length);

    CHECK(sos_version() == SOS_VERSION);
    statuses();
    target_checks(json, json_length);
    CHECK(sos_target_from_json(NULL, json, json_length, NULL, &target) == SOS_OK);
    CHECK(target != NULL);
    option_checks(target, (const uint32_t *)(const void *)module, module_length / sizeof(uint32_t));
    filter_checks(target, (const uint32_t *)(const void *)module, module_length / sizeof(uint32_t));
    scan_checks((const uint32_t *)(const void *)module, module_length / sizeof(uint32_t));
    module_checks(target, (const uint32_t *)(const void *)module, module_length / sizeof(uint32_t));
    sos_target_free(target);

    free(json);
    free(module);
    if (failures == 0)
        printf("everything holds\n");
    return failures == 0 ? 0 : 1;
}
