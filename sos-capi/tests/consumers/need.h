/* What a test needs: that a condition holds, and the words of a file. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void need(int good, const char *what, const char *file, int line)
{
    if (!good) {
        fprintf(stderr, "%s:%d: %s\n", file, line, what);
        exit(1);
    }
}

#define NEED(condition) need((condition) != 0, #condition, __FILE__, __LINE__)

static size_t read_words(const char *path, uint32_t *words, size_t capacity)
{
    FILE *file = fopen(path, "rb");
    size_t count;
    NEED(file != NULL);
    count = fread(words, sizeof(uint32_t), capacity, file);
    fclose(file);
    return count;
}
