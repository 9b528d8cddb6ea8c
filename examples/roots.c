/* Takes the square roots of 0, 1, 4 … 49 on the first device with the shader in a file: a program that knows nothing of SOS, and does
 * not ask whether the device has the 16-bit floats that the shader computes with. */
#include <vulkan/vulkan.h>

#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 8, SIZE = COUNT * 4 };

static void check(VkResult result, const char *what)
{
    if (result != VK_SUCCESS) {
        fprintf(stderr, "%s: VkResult %d\n", what, (int)result);
        exit(1);
    }
}

/* Reads the module; the caller's size is in bytes. */
static uint32_t *module_of(const char *path, size_t *size)
{
    static uint32_t words[4096];
    FILE *file = path ? fopen(path, "rb") : NULL;
    if (!file) {
        fprintf(stderr, "usage: roots MODULE.spv\n");
        exit(1);
    }
    *size = fread(words, 1, sizeof words, file);
    fclose(file);
    return words;
}

int main(int argc, char **argv)
{
    const VkApplicationInfo application = {VK_STRUCTURE_TYPE_APPLICATION_INFO, NULL, "roots", 1, NULL, 0, VK_API_VERSION_1_1};
    const VkInstanceCreateInfo instance_info = {
        VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, NULL, 0, &application, 0, NULL, 0, NULL};
    const float priority = 1.0f;
    const VkDeviceQueueCreateInfo queue_info = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, NULL, 0, 0, 1, &priority};
    const VkDeviceCreateInfo device_info = {
        VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, NULL, 0, 1, &queue_info, 0, NULL, 0, NULL, NULL};
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    uint32_t count = 1;
    check(vkCreateInstance(&instance_info, NULL, &instance), "vkCreateInstance");
    if (vkEnumeratePhysicalDevices(instance, &count, &physical) < 0 || count == 0)
        check(VK_ERROR_INITIALIZATION_FAILED, "vkEnumeratePhysicalDevices");
    check(vkCreateDevice(physical, &device_info, NULL, &device), "vkCreateDevice");
    vkGetDeviceQueue(device, 0, 0, &queue);

    /* A buffer that both sides see. */
    const VkBufferCreateInfo buffer_info = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, NULL, 0, SIZE,
                                            VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, VK_SHARING_MODE_EXCLUSIVE, 0, NULL};
    VkBuffer buffer;
    VkMemoryRequirements needs;
    VkPhysicalDeviceMemoryProperties has;
    VkMemoryAllocateInfo memory_info = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, NULL, 0, 0};
    VkDeviceMemory memory;
    uint32_t *numbers;
    const VkFlags seen = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    check(vkCreateBuffer(device, &buffer_info, NULL, &buffer), "vkCreateBuffer");
    vkGetBufferMemoryRequirements(device, buffer, &needs);
    vkGetPhysicalDeviceMemoryProperties(physical, &has);
    while (!(needs.memoryTypeBits >> memory_info.memoryTypeIndex & 1) ||
           (has.memoryTypes[memory_info.memoryTypeIndex].propertyFlags & seen) != seen)
        memory_info.memoryTypeIndex++;
    memory_info.allocationSize = needs.size;
    check(vkAllocateMemory(device, &memory_info, NULL, &memory), "vkAllocateMemory");
    check(vkBindBufferMemory(device, buffer, memory, 0), "vkBindBufferMemory");
    check(vkMapMemory(device, memory, 0, SIZE, 0, (void **)&numbers), "vkMapMemory");
    for (uint32_t at = 0; at < COUNT; at++)
        numbers[at] = at * at;

    /* The pipeline and its one descriptor. */
    const VkDescriptorSetLayoutBinding binding = {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    const VkDescriptorSetLayoutCreateInfo set_info = {
        VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, NULL, 0, 1, &binding};
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkShaderModule shader;
    VkPipeline pipeline;
    check(vkCreateDescriptorSetLayout(device, &set_info, NULL, &set_layout), "vkCreateDescriptorSetLayout");
    const VkPipelineLayoutCreateInfo layout_info = {
        VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, NULL, 0, 1, &set_layout, 0, NULL};
    check(vkCreatePipelineLayout(device, &layout_info, NULL, &layout), "vkCreatePipelineLayout");
    VkShaderModuleCreateInfo code = {VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, NULL, 0, 0, NULL};
    code.pCode = module_of(argc > 1 ? argv[1] : NULL, &code.codeSize);
    check(vkCreateShaderModule(device, &code, NULL, &shader), "vkCreateShaderModule");
    const VkComputePipelineCreateInfo pipeline_info = {
        VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, NULL, 0,
        {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, NULL, 0, VK_SHADER_STAGE_COMPUTE_BIT, shader, "main", NULL},
        layout, VK_NULL_HANDLE, 0};
    check(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &pipeline_info, NULL, &pipeline), "vkCreateComputePipelines");

    const VkDescriptorPoolSize pool_size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1};
    const VkDescriptorPoolCreateInfo pool_info = {VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, NULL, 0, 1, 1, &pool_size};
    VkDescriptorPool pool;
    VkDescriptorSet set;
    check(vkCreateDescriptorPool(device, &pool_info, NULL, &pool), "vkCreateDescriptorPool");
    const VkDescriptorSetAllocateInfo set_allocation = {
        VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, NULL, pool, 1, &set_layout};
    check(vkAllocateDescriptorSets(device, &set_allocation, &set), "vkAllocateDescriptorSets");
    const VkDescriptorBufferInfo range = {buffer, 0, SIZE};
    const VkWriteDescriptorSet write = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, NULL, set, 0, 0, 1,
                                        VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, NULL, &range, NULL};
    vkUpdateDescriptorSets(device, 1, &write, 0, NULL);

    /* One dispatch. */
    const VkCommandPoolCreateInfo command_info = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, NULL, 0, 0};
    VkCommandPool command_pool;
    VkCommandBuffer commands;
    check(vkCreateCommandPool(device, &command_info, NULL, &command_pool), "vkCreateCommandPool");
    const VkCommandBufferAllocateInfo commands_info = {
        VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, NULL, command_pool, VK_COMMAND_BUFFER_LEVEL_PRIMARY, 1};
    check(vkAllocateCommandBuffers(device, &commands_info, &commands), "vkAllocateCommandBuffers");
    const VkCommandBufferBeginInfo begin = {
        VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, NULL, VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT, NULL};
    check(vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer");
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, NULL);
    vkCmdDispatch(commands, 1, 1, 1);
    check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
    const VkSubmitInfo submit = {VK_STRUCTURE_TYPE_SUBMIT_INFO, NULL, 0, NULL, NULL, 1, &commands, 0, NULL};
    check(vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit");
    check(vkQueueWaitIdle(queue), "vkQueueWaitIdle");
    for (int at = 0; at < COUNT; at++)
        printf("%u%c", numbers[at], at + 1 < COUNT ? ' ' : '\n');
    fflush(stdout);

    vkDestroyCommandPool(device, command_pool, NULL);
    vkDestroyDescriptorPool(device, pool, NULL);
    vkDestroyPipeline(device, pipeline, NULL);
    vkDestroyShaderModule(device, shader, NULL);
    vkDestroyPipelineLayout(device, layout, NULL);
    vkDestroyDescriptorSetLayout(device, set_layout, NULL);
    vkDestroyBuffer(device, buffer, NULL);
    vkFreeMemory(device, memory, NULL);
    vkDestroyDevice(device, NULL);
    vkDestroyInstance(instance, NULL);
    return 0;
}
