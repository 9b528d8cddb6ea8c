/* Prints whether the first device has 64-bit integers in shaders: what a program asks before it chooses one. */
#include <vulkan/vulkan.h>

#include <stdio.h>

int main(void)
{
    const VkApplicationInfo application = {VK_STRUCTURE_TYPE_APPLICATION_INFO, NULL, "asks", 1, NULL, 0, VK_API_VERSION_1_1};
    const VkInstanceCreateInfo info = {
        VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, NULL, 0, &application, 0, NULL, 0, NULL};
    VkInstance instance;
    VkPhysicalDevice device;
    VkPhysicalDeviceFeatures features;
    uint32_t count = 1;
    if (vkCreateInstance(&info, NULL, &instance) != VK_SUCCESS)
        return 1;
    if (vkEnumeratePhysicalDevices(instance, &count, &device) < 0 || count != 1)
        return 1;
    vkGetPhysicalDeviceFeatures(device, &features);
    printf("%u\n", (unsigned)features.shaderInt64);
    vkDestroyInstance(instance, NULL);
    return 0;
}
