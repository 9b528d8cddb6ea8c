/* Counts what is allocated while modules are filtered: warm DEVICE MODULE.spv... */
#include "counted.h"

#include <sos.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void need(int good, const char *what)
{
    if (!good) {
        fprintf(stderr, "warm: %s\n", what);
        exit(1);
    }
}

enum { MODULES = 8, ROOM = 1 << 16 };

int main(int argc, char **argv)
{
    static uint32_t words[ROOM];
    static sos_module *modules[MODULES];
    static const sos_constant constant = {0, 0, 16};
    static const uint32_t value = 16;
    static const sos_map_entry entry = {0, 0, sizeof value};
    static const sos_specialization values = {sizeof values, 1, &entry, sizeof value, &value};
    static sos_specializer *specializers[MODULES];
    sos_target *target = NULL;
    sos_scratch *scratch = NULL;
    sos_options options;
    sos_output output;
    unsigned long first = 0;
    int turn;
    int at;

    need(argc > 2 && argc - 2 <= MODULES, "usage: warm DEVICE MODULE.spv...");
    need(sos_target_from_name(NULL, argv[1], &target) == SOS_OK, argv[1]);
    need(sos_scratch_create(NULL, &scratch) == SOS_OK, "no scratch");
    for (at = 0; at < argc - 2; at += 1) {
        FILE *file = fopen(argv[at + 2], "rb");
        size_t count;
        need(file != NULL, argv[at + 2]);
        count = fread(words, sizeof(uint32_t), ROOM, file);
        fclose(file);
        need(sos_module_scan(NULL, words, count, NULL, &modules[at]) == SOS_OK, argv[at + 2]);
    }
    memset(&options, 0, sizeof options);
    options.struct_size = (uint32_t)sizeof options;
    options.constants = &constant;
    options.constant_count = 1;
    memset(&output, 0, sizeof output);
    output.struct_size = (uint32_t)sizeof output;
    output.words = words;
    output.capacity = ROOM;
    for (turn = 0; turn < 3; turn += 1) {
        allocations = 0;
        for (at = 0; at < argc - 2; at += 1) {
            need(sos_filter_into(target, modules[at], &options, scratch, &output) == SOS_OK, argv[at + 2]);
            need(output.outcome == SOS_REWRITTEN, "not rewritten");
        }
        if (turn == 0)
            first = allocations;
        else
            need(allocations == 0, "a warm scratch allocates");
    }
    need(first > 0, "nothing is counted");
    for (at = 0; at < argc - 2; at += 1)
        need(sos_specializer_create(target, modules[at], NULL, scratch, &specializers[at]) == SOS_OK, argv[at + 2]);
    for (turn = 0; turn < 3; turn += 1) {
        allocations = 0;
        for (at = 0; at < argc - 2; at += 1) {
            need(sos_specialize_into(specializers[at], &values, scratch, &output) == SOS_OK, argv[at + 2]);
            need(output.outcome == SOS_REWRITTEN, "not specialized");
        }
        need(turn == 0 || allocations == 0, "a warm specialization allocates");
    }
    printf("nothing is allocated\n");
    for (at = 0; at < argc - 2; at += 1)
        sos_module_free(modules[at]);
    for (at = 0; at < argc - 2; at += 1)
        sos_specializer_free(specializers[at]);
    sos_scratch_free(scratch);
    sos_target_free(target);
    return 0;
}
