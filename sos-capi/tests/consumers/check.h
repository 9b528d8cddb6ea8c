/* What a test checks: conditions, counted where they do not hold, and the bytes of a file. */
#include <stdio.h>
#include <stdlib.h>

static int failures = 0;

static void check(int good, const char *what, const char *file, int line)
{
    if (!good) {
        failures += 1;
        fprintf(stderr, "%s:%d: %s\n", file, line, what);
    }
}

#define CHECK(condition) check((condition) != 0, #condition, __FILE__, __LINE__)

/* Something that is no object, to see that it is overwritten. */
static char garbage;

/* A whole file in memory fit for words, to be freed. */
static char *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *bytes = (char *)malloc(1u << 22);
    if (file == NULL || bytes == NULL) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(2);
    }
    *length = fread(bytes, 1, 1u << 22, file);
    fclose(file);
    return bytes;
}
