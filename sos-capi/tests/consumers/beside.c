/* Two libraries of Rust in one program: beside. */
#include "need.h"

#include <sos.h>

size_t other_digits(uint32_t n);

int main(void)
{
    sos_target *target = NULL;
    NEED(other_digits(12) == 14);
    NEED(sos_target_from_name(NULL, "no such device", &target) == SOS_ERROR_UNKNOWN_NAME);
    NEED(sos_target_from_name(NULL, "swiftshader", &target) == SOS_OK && sos_target_has_capability(target, 1));
    sos_target_free(target);
    (void)read_words;
    printf("side by side\n");
    return 0;
}
