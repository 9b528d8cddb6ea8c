/* What an engine calls when it creates pipelines, and nothing else: scripts/sizes measures what it gains by that.
 *
 *   small MODULE.spv DEVICE
 *
 * Compiled with VULKAN, the target comes from a VkDeviceCreateInfo, here an empty one; with EVERYTHING there are reports and all ways to
 * get a target, too. */
#include <sos.h>

#include <stdio.h>
#include <string.h>

static sos_status target_of(const char *name, sos_target **target)
{
#ifdef VULKAN
    sos_vulkan vulkan;
    memset(&vulkan, 0, sizeof vulkan);
    vulkan.struct_size = (uint32_t)sizeof vulkan;
    if (name[0] == '-')
        return sos_target_from_physical_device(NULL, &vulkan, target);
    return sos_target_from_device_create_info(NULL, &vulkan, name, target);
#else
    return sos_target_from_name(NULL, name, target);
#endif
}

int main(int argc, char **argv)
{
    static uint32_t words[1 << 16];
    static uint32_t out[1 << 16];
    static const uint32_t value = 1;
    static const sos_map_entry entry = {0, 0, sizeof value};
    static const sos_specialization values = {sizeof values, 1, &entry, sizeof value, &value};
    sos_target *target = NULL;
    sos_module *module = NULL;
    sos_scratch *scratch = NULL;
    sos_specializer *specializer = NULL;
    sos_output output;
    size_t count;
    FILE *file = argc > 2 ? fopen(argv[1], "rb") : NULL;

    if (file == NULL)
        return 2;
    count = fread(words, sizeof(uint32_t), sizeof words / sizeof words[0], file);
    fclose(file);
#ifndef BASE
    memset(&output, 0, sizeof output);
    output.struct_size = (uint32_t)sizeof output;
    output.words = out;
    output.capacity = sizeof out / sizeof out[0];
    if (target_of(argv[2], &target) != SOS_OK || sos_scratch_create(NULL, &scratch) != SOS_OK)
        return 3;
    if (sos_module_scan(NULL, words, count, NULL, &module) != SOS_OK)
        return 4;
    if (sos_filter_into(target, module, NULL, scratch, &output) != SOS_OK)
        return 5;
    if (sos_specializer_create(target, module, NULL, scratch, &specializer) != SOS_OK)
        return 6;
    if (sos_specialize_into(specializer, &values, scratch, &output) != SOS_OK)
        return 7;
#ifdef EVERYTHING
    {
        sos_result *result = NULL;
        sos_inspection *inspection = NULL;
        if (sos_filter_module(target, module, NULL, scratch, &result) != SOS_OK)
            return 8;
        puts(sos_result_text(result));
        puts(sos_result_report(result));
        sos_result_free(result);
        if (sos_inspect(NULL, words, count, NULL, &inspection) != SOS_OK)
            return 9;
        puts(sos_inspection_json(inspection));
        sos_inspection_free(inspection);
    }
#endif
    sos_specializer_free(specializer);
    sos_module_free(module);
    sos_scratch_free(scratch);
    sos_target_free(target);
    count = output.word_count;
#else
    (void)target_of;
    (void)values;
    (void)target;
    (void)module;
    (void)scratch;
    (void)specializer;
    (void)output;
    memcpy(out, words, count * sizeof(uint32_t));
#endif
    printf("%lu words, the last is %lu\n", (unsigned long)count, (unsigned long)out[count - (count > 0)]);
    return 0;
}
