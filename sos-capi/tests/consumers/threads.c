/* Filters and specializes modules on several threads at once, with one target and modules scanned and prepared once:
 * threads DEVICE MODULE.spv...
 *
 * Every run must give what one thread alone gave.
 */
#include <sos.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, RUNS = 200, MODULES = 8 };

static sos_target *target;
static sos_module *modules[MODULES];
static sos_result *expected[MODULES];
static sos_specializer *specializers[MODULES];
static uint32_t *specialized[MODULES];
static size_t specialized_count[MODULES];
static int module_count;

static const uint32_t value = 8;
static const sos_map_entry entry = {0, 0, sizeof value};
static const sos_specialization values = {sizeof values, 1, &entry, sizeof value, &value};

static void need(int good, const char *what)
{
    if (!good) {
        fprintf(stderr, "threads: %s\n", what);
        exit(1);
    }
}

static void *work(void *argument)
{
    size_t thread = (size_t)(char *)argument;
    sos_scratch *scratch = NULL;
    sos_output output;
    uint32_t *buffer = (uint32_t *)malloc((size_t)1 << 20);
    int run;

    need(buffer != NULL, "no memory");
    need(sos_scratch_create(NULL, &scratch) == SOS_OK, "no scratch");
    memset(&output, 0, sizeof output);
    output.struct_size = (uint32_t)sizeof output;
    output.words = buffer;
    output.capacity = ((size_t)1 << 20) / sizeof(uint32_t);
    for (run = 0; run < RUNS; run += 1) {
        int at = (run + (int)thread) % module_count;
        size_t size = sos_result_word_count(expected[at]);
        need(sos_filter_into(target, modules[at], NULL, scratch, &output) == SOS_OK, "no output");
        need(output.outcome == sos_result_outcome(expected[at]), "another outcome");
        need(output.word_count == size, "another size");
        need(memcmp(buffer, sos_result_words(expected[at]), size * sizeof(uint32_t)) == 0, "other words");
        need(sos_specialize_into(specializers[at], &values, scratch, &output) == SOS_OK, "no specialization");
        need(output.word_count == specialized_count[at], "another size of a specialization");
        need(memcmp(buffer, specialized[at], output.word_count * sizeof(uint32_t)) == 0, "other words of it");
    }
    sos_scratch_free(scratch);
    free(buffer);
    return NULL;
}

/* Prepares the last module and specializes it once. */
static void specialize(void)
{
    sos_scratch *scratch = NULL;
    sos_output output;
    uint32_t *room = (uint32_t *)malloc((size_t)1 << 20);
    need(room != NULL, "no memory");
    need(sos_scratch_create(NULL, &scratch) == SOS_OK, "no scratch");
    need(sos_specializer_create(target, modules[module_count], NULL, scratch, &specializers[module_count]) == SOS_OK,
         "not prepared");
    memset(&output, 0, sizeof output);
    output.struct_size = (uint32_t)sizeof output;
    output.words = room;
    output.capacity = ((size_t)1 << 20) / sizeof(uint32_t);
    need(sos_specialize_into(specializers[module_count], &values, scratch, &output) == SOS_OK, "not specialized");
    need(output.outcome == SOS_REWRITTEN, "not written");
    specialized[module_count] = room;
    specialized_count[module_count] = output.word_count;
    sos_scratch_free(scratch);
}

static void scan(const char *path)
{
    static uint32_t words[1 << 16];
    FILE *file = fopen(path, "rb");
    size_t count;
    need(file != NULL, path);
    count = fread(words, sizeof(uint32_t), sizeof words / sizeof words[0], file);
    fclose(file);
    need(sos_module_scan(NULL, words, count, NULL, &modules[module_count]) == SOS_OK, path);
    need(sos_filter(target, words, count, NULL, &expected[module_count]) == SOS_OK, path);
    need(sos_result_outcome(expected[module_count]) == SOS_REWRITTEN, path);
    specialize();
    module_count += 1;
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS];
    int at;

    need(argc > 2 && argc - 2 <= MODULES, "usage: threads DEVICE MODULE.spv...");
    need(sos_target_from_name(NULL, argv[1], &target) == SOS_OK, argv[1]);
    for (at = 2; at < argc; at += 1)
        scan(argv[at]);
    for (at = 0; at < THREADS; at += 1)
        need(pthread_create(&threads[at], NULL, work, (char *)NULL + at) == 0, "no thread");
    for (at = 0; at < THREADS; at += 1)
        need(pthread_join(threads[at], NULL) == 0, "a thread does not end");
    printf("%d threads, %d runs each\n", THREADS, RUNS);
    for (at = 0; at < module_count; at += 1) {
        free(specialized[at]);
        sos_specializer_free(specializers[at]);
        sos_result_free(expected[at]);
        sos_module_free(modules[at]);
    }
    sos_target_free(target);
    return 0;
}
