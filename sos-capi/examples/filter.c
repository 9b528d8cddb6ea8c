/* Filters a module for a built-in device: filter DEVICE IN.spv OUT.spv
 *
 * Ends with 0 if OUT.spv was written, 1 if the device cannot run the module (the report is on standard output), 2 if
 * something is wrong. On Linux, out of a checkout:
 *
 *     cargo build --release -p sos-capi
 *     cc -std=c99 -Isos-capi/include sos-capi/examples/filter.c target/release/libsos.a -lpthread -ldl -lm -o filter
 */
#include <sos.h>

#include <stdio.h>
#include <stdlib.h>

/* The words of a file, to be freed; NULL if it cannot be read. */
static uint32_t *read_words(const char *path, size_t *word_count)
{
    FILE *file = fopen(path, "rb");
    uint32_t *words = NULL;
    size_t capacity = 0;
    size_t count = 0;
    if (file == NULL)
        return NULL;
    for (;;) {
        size_t got;
        if (count == capacity) {
            uint32_t *more;
            capacity = capacity == 0 ? 4096 : capacity * 2;
            more = (uint32_t *)realloc(words, capacity * sizeof(uint32_t));
            if (more == NULL)
                break;
            words = more;
        }
        got = fread(words + count, sizeof(uint32_t), capacity - count, file);
        count += got;
        if (got == 0) {
            int whole = !ferror(file);
            fclose(file);
            if (whole) {
                *word_count = count;
                return words;
            }
            free(words);
            return NULL;
        }
    }
    fclose(file);
    free(words);
    return NULL;
}

static int write_words(const char *path, const uint32_t *words, size_t word_count)
{
    FILE *file = fopen(path, "wb");
    int whole;
    if (file == NULL)
        return 0;
    whole = fwrite(words, sizeof(uint32_t), word_count, file) == word_count;
    return fclose(file) == 0 && whole;
}

int main(int argc, char **argv)
{
    sos_target *target = NULL;
    sos_result *result = NULL;
    sos_status status;
    uint32_t *words;
    size_t word_count = 0;
    int end = 2;

    if (argc != 4) {
        fprintf(stderr, "usage: filter DEVICE IN.spv OUT.spv\n");
        return 2;
    }
    if (sos_version() != SOS_VERSION) {
        fprintf(stderr, "sos.h and the library are of different versions\n");
        return 2;
    }
    words = read_words(argv[2], &word_count);
    if (words == NULL) {
        fprintf(stderr, "cannot read %s\n", argv[2]);
        return 2;
    }

    status = sos_target_from_name(NULL, argv[1], &target);
    if (status == SOS_OK)
        status = sos_filter(target, words, word_count, NULL, &result);

    if (status != SOS_OK) {
        fprintf(stderr, "%s\n", sos_status_text(status));
    } else if (sos_result_outcome(result) == SOS_UNSUPPORTED) {
        printf("%s\n", sos_result_report(result));
        end = 1;
    } else if (!write_words(argv[3], sos_result_words(result), sos_result_word_count(result))) {
        fprintf(stderr, "cannot write %s\n", argv[3]);
    } else {
        end = 0;
    }

    sos_result_free(result);
    sos_target_free(target);
    free(words);
    return end;
}
