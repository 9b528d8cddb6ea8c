/* Loads a Vulkan layer as the loader on Windows does, and asks which version of the interface between them it speaks. */
#include <windows.h>

#include <stdio.h>

/* VkNegotiateLayerInterface of vulkan/vk_layer.h. */
struct negotiation {
    int type;
    void *next;
    unsigned version;
    void *functions[3];
};

int main(int count, char **arguments)
{
    struct negotiation asked = {1, NULL, 2, {NULL, NULL, NULL}};
    HMODULE layer = count == 2 ? LoadLibraryA(arguments[1]) : NULL;
    int(WINAPI * negotiate)(struct negotiation *);
    if (!layer) {
        printf("not loaded: error %lu\n", GetLastError());
        return 1;
    }
    negotiate = (int(WINAPI *)(struct negotiation *))(void *)GetProcAddress(layer, "vkNegotiateLoaderLayerInterfaceVersion");
    if (!negotiate || negotiate(&asked) != 0 || asked.version != 2 || !asked.functions[0]) {
        printf("no layer, or of another interface\n");
        return 1;
    }
    printf("version %u\n", asked.version);
    return 0;
}
