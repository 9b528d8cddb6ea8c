/* The lean library has no status for what should not happen, such as a system without memory: it tells the context's log, and ends the
 * process. Linux alone: the limit of the process's memory. */
#define _POSIX_C_SOURCE 200809L
#include <sos.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static void tell(void *user, uint32_t level, sos_status code, uint32_t word_offset, const char *text)
{
    if (user == NULL && level == SOS_LOG_ERROR && code == SOS_ERROR_INTERNAL && word_offset == SOS_NO_OFFSET) {
        printf("told: %s\n", text);
        fflush(stdout);
        _exit(0);
    }
}

int main(void)
{
    static const uint32_t header[] = {0x07230203, 0x00010000, 0, 8, 0};
    const size_t count = (size_t)4 << 20;
    uint32_t *words = malloc(count * sizeof *words);
    struct rlimit limit;
    sos_context_info info;
    sos_context *context = NULL;
    sos_module *module = NULL;
    unsigned long pages = 0;
    FILE *used = fopen("/proc/self/statm", "r");
    size_t at;

    if (words == NULL || used == NULL || fscanf(used, "%lu", &pages) != 1)
        return 2;
    fclose(used);
    memcpy(words, header, sizeof header);
    for (at = sizeof header / sizeof header[0]; at < count; at++)
        words[at] = 1u << 16; /* OpNop */
    memset(&info, 0, sizeof info);
    info.struct_size = (uint32_t)sizeof info;
    info.log = tell;
    if (sos_context_create(&info, &context) != SOS_OK)
        return 3;
    limit.rlim_cur = limit.rlim_max = pages * (unsigned long)sysconf(_SC_PAGESIZE) + (1ul << 20);
    if (setrlimit(RLIMIT_AS, &limit) != 0)
        return 4;
    printf("status %lu\n", (unsigned long)sos_module_scan(context, words, count, NULL, &module));
    return 5;
}
