/* Targets from a live driver, the first of the loader's devices: live HAS_FLOAT16
 *
 * What it supports, and what was enabled: nothing, 16-bit floats by each of the ways to enable them, and a chain without
 * an end.
 */
#include <sos.h>

#include <vulkan/vulkan.h>

#include <stdio.h>
#include <string.h>

enum { SHADER = 1, FLOAT16 = 9, INT64 = 11 };

static int failures = 0;

static void check(int good, const char *what, int line)
{
    if (!good) {
        failures += 1;
        fprintf(stderr, "live.c:%d: %s\n", line, what);
    }
}

#define CHECK(condition) check((condition) != 0, #condition, __LINE__)

/* The target of what a create info enables; freed at the next call. */
static const sos_target *enabled(const sos_vulkan *vulkan, const VkDeviceCreateInfo *info)
{
    static sos_target *target = NULL;
    sos_target_free(target);
    CHECK(sos_target_from_device_create_info(NULL, vulkan, info, &target) == SOS_OK);
    return target;
}

static void targets(const sos_vulkan *vulkan, uint32_t has_float16, const VkPhysicalDeviceProperties *properties)
{
    static const char *const extensions[] = {"VK_KHR_shader_float16_int8"};
    sos_target *supported = NULL;
    sos_target *none = (sos_target *)(void *)&failures;
    sos_target_info info;
    VkDeviceCreateInfo create;
    VkPhysicalDeviceFeatures features;
    VkPhysicalDeviceShaderFloat16Int8Features float16;
    VkPhysicalDeviceVulkan12Features vulkan12;

    CHECK(sos_target_from_physical_device(NULL, vulkan, &supported) == SOS_OK);
    memset(&info, 0, sizeof info);
    info.struct_size = sizeof info;
    CHECK(sos_target_get_info(supported, &info) == SOS_OK);
    CHECK(info.vendor_id == properties->vendorID && info.device_id == properties->deviceID);
    CHECK(strstr(info.name, properties->deviceName) != NULL);
    CHECK(info.subgroup_size >= 4 && info.api_version >= VK_API_VERSION_1_1);
    CHECK(sos_target_has_capability(supported, SHADER) == 1);
    CHECK(sos_target_has_capability(supported, FLOAT16) == has_float16);

    memset(&create, 0, sizeof create);
    create.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    CHECK(sos_target_has_capability(enabled(vulkan, &create), SHADER) == 1);
    CHECK(sos_target_has_capability(enabled(vulkan, &create), FLOAT16) == 0);
    CHECK(sos_target_has_capability(enabled(vulkan, &create), INT64) == 0);
    CHECK(sos_target_has_extension(enabled(vulkan, &create), extensions[0]) == 0);

    /* It is not asked whether the device has what was enabled: vkCreateDevice was. */
    memset(&float16, 0, sizeof float16);
    float16.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES;
    float16.shaderFloat16 = VK_TRUE;
    create.pNext = &float16;
    create.enabledExtensionCount = 1;
    create.ppEnabledExtensionNames = extensions;
    CHECK(sos_target_has_capability(enabled(vulkan, &create), FLOAT16) == 1);
    CHECK(sos_target_has_capability(enabled(vulkan, &create), INT64) == 0);
    CHECK(sos_target_has_extension(enabled(vulkan, &create), extensions[0]) == 1);
    memset(&vulkan12, 0, sizeof vulkan12);
    vulkan12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    vulkan12.shaderFloat16 = VK_TRUE;
    create.pNext = &vulkan12;
    create.enabledExtensionCount = 0;
    CHECK(sos_target_has_capability(enabled(vulkan, &create), FLOAT16) == 1);
    memset(&features, 0, sizeof features);
    features.shaderInt64 = VK_TRUE;
    create.pNext = NULL;
    create.pEnabledFeatures = &features;
    CHECK(sos_target_has_capability(enabled(vulkan, &create), INT64) == 1);
    sos_target_free(supported);

    float16.pNext = &float16;
    create.pNext = &float16;
    CHECK(sos_target_from_device_create_info(NULL, vulkan, &create, &none) == SOS_ERROR_ARGUMENT);
    CHECK(none == NULL);
}

int main(int argc, char **argv)
{
    VkApplicationInfo application;
    VkInstanceCreateInfo info;
    VkInstance instance;
    VkPhysicalDevice physical_device;
    VkPhysicalDeviceProperties properties;
    VkResult result;
    uint32_t count = 1;
    sos_vulkan vulkan;

    if (argc != 2)
        return 2;
    memset(&application, 0, sizeof application);
    application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    application.apiVersion = VK_API_VERSION_1_3;
    memset(&info, 0, sizeof info);
    info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    info.pApplicationInfo = &application;
    if (vkCreateInstance(&info, NULL, &instance) != VK_SUCCESS)
        return 2;
    result = vkEnumeratePhysicalDevices(instance, &count, &physical_device);
    if ((result != VK_SUCCESS && result != VK_INCOMPLETE) || count != 1)
        return 2;
    vkGetPhysicalDeviceProperties(physical_device, &properties);

    memset(&vulkan, 0, sizeof vulkan);
    vulkan.struct_size = sizeof vulkan;
    vulkan.instance_version = application.apiVersion;
    vulkan.instance = instance;
    vulkan.physical_device = physical_device;
    vulkan.get_instance_proc_addr = (sos_function)vkGetInstanceProcAddr;
    targets(&vulkan, argv[1][0] == '1', &properties);

    vkDestroyInstance(instance, NULL);
    if (failures == 0)
        printf("live targets hold\n");
    return failures == 0 ? 0 : 1;
}
