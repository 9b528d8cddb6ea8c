/* Filters a module for a device: filter DEVICE IN.spv OUT.spv
 *
 * DEVICE is a built-in device, such as swiftshader, or a Vulkan Profiles file that is called *.json. Ends with 0 if OUT.spv was written, 1 if
 * the device cannot run the module (the report is on standard output), 2 if something is wrong. On Linux, with an archive or what CMake
 * installed, where PKG_CONFIG_PATH names its lib/pkgconfig:
 *
 *     cc -std=c99 filter.c $(pkg-config --cflags --libs sos-static) -o filter
 *
 * Out of a checkout:
 *
 *     cargo build --release -p sos-capi
 *     cc -std=c99 -Isos-capi/include sos-capi/examples/filter.c target/release/libsos.a -lpthread -ldl -lm -o filter
 */
#include <sos.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The bytes of a file, to be freed; NULL if it cannot be read. */
static void *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    size_t capacity = 0;
    size_t count = 0;
    if (file == NULL)
        return NULL;
    for (;;) {
        size_t got;
        if (count == capacity) {
            char *more;
            capacity = capacity == 0 ? 16384 : capacity * 2;
            more = (char *)realloc(bytes, capacity);
            if (more == NULL)
                break;
            bytes = more;
        }
        got = fread(bytes + count, 1, capacity - count, file);
        count += got;
        if (got == 0) {
            int whole = !ferror(file);
            fclose(file);
            if (whole) {
                *size = count;
                return bytes;
            }
            free(bytes);
            return NULL;
        }
    }
    fclose(file);
    free(bytes);
    return NULL;
}

/* A built-in device, or the one that a file describes. */
static sos_status find_target(const char *device, sos_target **target)
{
    const char *end = strrchr(device, '.');
    sos_status status;
    char *json;
    size_t length = 0;
    if (end == NULL || strcmp(end, ".json") != 0)
        return sos_target_from_name(NULL, device, target);
    json = (char *)read_file(device, &length);
    if (json == NULL) {
        fprintf(stderr, "cannot read %s\n", device);
        return SOS_ERROR_PROFILE;
    }
    status = sos_target_from_json(NULL, json, length, NULL, target);
    free(json);
    return status;
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
    size_t size = 0;
    int end = 2;

    if (argc != 4) {
        fprintf(stderr, "usage: filter DEVICE IN.spv OUT.spv\n");
        return 2;
    }
    if (sos_version() != SOS_VERSION) {
        fprintf(stderr, "sos.h and the library are of different versions\n");
        return 2;
    }
    words = (uint32_t *)read_file(argv[2], &size);
    if (words == NULL) {
        fprintf(stderr, "cannot read %s\n", argv[2]);
        return 2;
    }

    status = find_target(argv[1], &target);
    if (status == SOS_OK)
        status = sos_filter(target, words, size / sizeof(uint32_t), NULL, &result);

    if (status != SOS_OK) {
        fprintf(stderr, "%s\n", sos_status_text(status));
    } else if (sos_result_outcome(result) == SOS_UNSUPPORTED) {
        printf("%s\n", sos_result_text(result));
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
