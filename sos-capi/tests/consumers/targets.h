/* The functions of sos.h that make targets and ask about them, in the right way and in every wrong way that has a status. */
#include <string.h>

static void targets(const char *json, size_t length)
{
    sos_target *target = (sos_target *)(void *)&garbage;
    CHECK(sos_target_from_name(NULL, "no such device", &target) == SOS_ERROR_UNKNOWN_NAME);
    CHECK(target == NULL);
    target = (sos_target *)(void *)&garbage;
    CHECK(sos_target_from_name(NULL, NULL, &target) == SOS_ERROR_NULL);
    CHECK(target == NULL);
    CHECK(sos_target_from_name(NULL, "swiftshader", NULL) == SOS_ERROR_NULL);
    CHECK(sos_target_from_name(NULL, "\xFF", &target) == SOS_ERROR_ARGUMENT);

    target = (sos_target *)(void *)&garbage;
    CHECK(sos_target_from_json(NULL, "{", 1, NULL, &target) == SOS_ERROR_PROFILE);
    CHECK(target == NULL);
    CHECK(sos_target_from_json(NULL, json, length / 2, NULL, &target) == SOS_ERROR_PROFILE);
    CHECK(sos_target_from_json(NULL, json, 0, NULL, &target) == SOS_ERROR_PROFILE);
    CHECK(sos_target_from_json(NULL, json, length, "VP_no_such_profile", &target) == SOS_ERROR_PROFILE);
    CHECK(sos_target_from_json(NULL, json, (size_t)-1, NULL, &target) == SOS_ERROR_ARGUMENT);
    CHECK(sos_target_from_json(NULL, "\xFF", 1, NULL, &target) == SOS_ERROR_ARGUMENT);
    CHECK(sos_target_from_json(NULL, NULL, length, NULL, &target) == SOS_ERROR_NULL);
    CHECK(sos_target_from_json(NULL, json, length, NULL, NULL) == SOS_ERROR_NULL);
    CHECK(target == NULL);
    sos_target_free(NULL);
}

/* A device of no driver: its instance has none of the functions that are asked for. */
static sos_function no_functions(void *instance, const char *name)
{
    CHECK(instance == (void *)&garbage && strncmp(name, "vk", 2) == 0);
    return NULL;
}

static void vulkan_targets(void)
{
    sos_target *target = (sos_target *)(void *)&garbage;
    uint64_t create_info[16];
    sos_vulkan vulkan;

    memset(create_info, 0, sizeof create_info);
    memset(&vulkan, 0, sizeof vulkan);
    CHECK(sos_target_from_physical_device(NULL, NULL, &target) == SOS_ERROR_NULL);
    CHECK(target == NULL);
    CHECK(sos_target_from_physical_device(NULL, &vulkan, &target) == SOS_ERROR_STRUCT_SIZE);
    vulkan.struct_size = (uint32_t)sizeof vulkan;
    CHECK(sos_target_from_physical_device(NULL, &vulkan, &target) == SOS_ERROR_NULL);
    vulkan.instance = &garbage;
    CHECK(sos_target_from_physical_device(NULL, &vulkan, &target) == SOS_ERROR_NULL);
    vulkan.physical_device = &garbage;
    CHECK(sos_target_from_physical_device(NULL, &vulkan, &target) == SOS_ERROR_NULL);
    vulkan.get_instance_proc_addr = (sos_function)no_functions;
    CHECK(sos_target_from_physical_device(NULL, &vulkan, NULL) == SOS_ERROR_NULL);
    target = (sos_target *)(void *)&garbage;
    CHECK(sos_target_from_physical_device(NULL, &vulkan, &target) == SOS_ERROR_VULKAN);
    CHECK(target == NULL);

    CHECK(sos_target_from_device_create_info(NULL, &vulkan, NULL, &target) == SOS_ERROR_NULL);
    CHECK(sos_target_from_device_create_info(NULL, &vulkan, create_info, NULL) == SOS_ERROR_NULL);
    CHECK(sos_target_from_device_create_info(NULL, NULL, create_info, &target) == SOS_ERROR_NULL);
    /* No VkDeviceCreateInfo, by its sType; then one. */
    CHECK(sos_target_from_device_create_info(NULL, &vulkan, create_info, &target) == SOS_ERROR_ARGUMENT);
    *(uint32_t *)(void *)create_info = 3;
    CHECK(sos_target_from_device_create_info(NULL, &vulkan, create_info, &target) == SOS_ERROR_VULKAN);
    CHECK(target == NULL);
}

/* What a target is written as makes the same target again. */
static void texts(void)
{
    sos_target *target = NULL;
    sos_target *again = NULL;
    const char *json = (const char *)(void *)&garbage;
    const char *kept = NULL;
    sos_key keys[2];

    CHECK(sos_target_from_name(NULL, "lavapipe", &target) == SOS_OK);
    CHECK(sos_target_get_json(target, NULL) == SOS_ERROR_NULL);
    CHECK(sos_target_get_json(NULL, &json) == SOS_ERROR_NULL);
    CHECK(json == NULL);
    CHECK(sos_target_get_json(target, &json) == SOS_OK);
    CHECK(sos_target_get_json(target, &kept) == SOS_OK && kept == json);
    CHECK(sos_target_from_json(NULL, json, strlen(json), NULL, &again) == SOS_OK);
    CHECK(sos_target_get_key(target, &keys[0]) == SOS_OK && sos_target_get_key(again, &keys[1]) == SOS_OK);
    CHECK(memcmp(&keys[0], &keys[1], sizeof keys[0]) == 0);
    sos_target_free(again);
    sos_target_free(target);
}

static void lesser_targets(void)
{
    static const char *const named[] = {
        "VkPhysicalDeviceFeatures::shaderInt64", "shaderFloat64", "VK_EXT_shader_atomic_float",
        "VK_SUBGROUP_FEATURE_CLUSTERED_BIT", "VK_AMD_shader_ballot",
    };
    static const char *const unknown[] = {"shaderInt64", "Float64"};
    static const char *const none[] = {"shaderInt64", NULL};
    sos_target *target = NULL;
    sos_target *lesser = (sos_target *)(void *)&garbage;

    CHECK(sos_target_from_name(NULL, "lavapipe", &target) == SOS_OK);
    CHECK(sos_target_without(target, unknown, 2, &lesser) == SOS_ERROR_UNKNOWN_NAME && lesser == NULL);
    CHECK(sos_target_without(target, none, 2, &lesser) == SOS_ERROR_NULL);
    CHECK(sos_target_without(target, NULL, 1, &lesser) == SOS_ERROR_NULL);
    CHECK(sos_target_without(target, named, (size_t)-1, &lesser) == SOS_ERROR_ARGUMENT);
    CHECK(sos_target_without(target, named, 1, NULL) == SOS_ERROR_NULL);
    CHECK(sos_target_without(NULL, named, 1, &lesser) == SOS_ERROR_NULL && lesser == NULL);

    CHECK(sos_target_without(target, NULL, 0, &lesser) == SOS_OK);
    CHECK(sos_target_has_capability(lesser, 11) == 1); /* Int64 */
    sos_target_free(lesser);
    CHECK(sos_target_without(target, named, sizeof named / sizeof named[0], &lesser) == SOS_OK);
    CHECK(sos_target_has_capability(target, 11) == 1 && sos_target_has_capability(lesser, 11) == 0);
    CHECK(sos_target_has_capability(target, 10) == 1 && sos_target_has_capability(lesser, 10) == 0); /* Float64 */
    CHECK(sos_target_has_capability(target, 6033) == 1 && sos_target_has_capability(lesser, 6033) == 0); /* AtomicFloat32AddEXT */
    CHECK(sos_target_has_extension(lesser, "SPV_EXT_shader_atomic_float_add") == 0);
    CHECK(sos_target_has_capability(lesser, 67) == 0); /* GroupNonUniformClustered */
    CHECK(sos_target_has_capability(lesser, 65) == 1); /* GroupNonUniformShuffle */
    sos_target_free(lesser);
    sos_target_free(target);
}

static void extended_targets(void)
{
    sos_target *target = NULL;
    sos_target *extended = (sos_target *)(void *)&garbage;

    CHECK(sos_target_from_name(NULL, "swiftshader", &target) == SOS_OK);
    CHECK(sos_target_extended(target, 0, &extended) == SOS_ERROR_ARGUMENT && extended == NULL);
    CHECK(sos_target_extended(target, SOS_GRADE_ON_REQUEST + 1, &extended) == SOS_ERROR_ARGUMENT);
    CHECK(sos_target_extended(NULL, SOS_GRADE_ALWAYS, &extended) == SOS_ERROR_NULL);
    CHECK(sos_target_extended(target, SOS_GRADE_ALWAYS, NULL) == SOS_ERROR_NULL);

    CHECK(sos_target_extended(target, SOS_GRADE_ALWAYS, &extended) == SOS_OK);
    CHECK(sos_target_has_feature(extended, "VkPhysicalDeviceShaderFloat16Int8Features", "shaderFloat16") == 0);
    sos_target_free(extended);
    CHECK(sos_target_extended(target, SOS_GRADE_MOSTLY, &extended) == SOS_OK);
    CHECK(sos_target_has_feature(target, "VkPhysicalDeviceVulkan12Features", "shaderFloat16") == 0);
    CHECK(sos_target_has_feature(extended, "VkPhysicalDeviceVulkan12Features", "shaderFloat16") == 1);
    CHECK(sos_target_has_extension(extended, "VK_KHR_shader_float16_int8") == 1);
    CHECK(sos_target_has_feature(extended, "VkPhysicalDeviceFeatures", "shaderFloat64") == 0);
    sos_target_free(extended);
    sos_target_free(target);
}

static void queries(void)
{
    static const char *const float16_int8 = "VkPhysicalDeviceShaderFloat16Int8Features";
    sos_target *target = NULL;
    sos_target_info info;

    CHECK(sos_target_from_name(NULL, "lavapipe", &target) == SOS_OK);
    memset(&info, 0, sizeof info);
    CHECK(sos_target_get_info(target, NULL) == SOS_ERROR_NULL);
    CHECK(sos_target_get_info(target, &info) == SOS_ERROR_STRUCT_SIZE);
    info.struct_size = (uint32_t)sizeof info;
    info.subgroup_size = 77;
    CHECK(sos_target_get_info(NULL, &info) == SOS_ERROR_NULL);
    CHECK(info.subgroup_size == 0 && info.name == NULL && info.struct_size == sizeof info);
    CHECK(sos_target_get_info(target, &info) == SOS_OK);
    CHECK(info.struct_size == sizeof info && info.subgroup_size == 8);
    CHECK(info.api_version >> 22 == 1 && info.spirv_version == 0x00010600u);
    CHECK(strstr(info.name, "llvmpipe") != NULL);

    CHECK(sos_target_has_capability(target, 1) == 1); /* Shader */
    CHECK(sos_target_has_capability(target, 9) == 1); /* Float16 */
    CHECK(sos_target_has_capability(target, 6) == 0); /* Kernel */
    CHECK(sos_target_has_capability(target, 0xFFFFFFFFu) == 0);
    CHECK(sos_target_has_capability(NULL, 1) == 0);
    CHECK(sos_target_has_extension(target, "SPV_KHR_16bit_storage") == 1);
    CHECK(sos_target_has_extension(target, "VK_KHR_shader_float16_int8") == 1);
    CHECK(sos_target_has_extension(target, "VK_AMD_shader_ballot") == 0);
    CHECK(sos_target_has_extension(target, "no such extension") == 0);
    CHECK(sos_target_has_extension(target, NULL) == 0);
    CHECK(sos_target_has_extension(NULL, "SPV_KHR_16bit_storage") == 0);
    CHECK(sos_target_has_feature(target, float16_int8, "shaderFloat16") == 1);
    CHECK(sos_target_has_feature(target, "VkPhysicalDeviceVulkan12Features", "shaderFloat16") == 1);
    CHECK(sos_target_has_feature(target, float16_int8, "no such feature") == 0);
    CHECK(sos_target_has_feature(target, NULL, "shaderFloat16") == 0);
    CHECK(sos_target_has_feature(target, float16_int8, NULL) == 0);
    CHECK(sos_target_has_feature(NULL, float16_int8, "shaderFloat16") == 0);
    sos_target_free(target);

    CHECK(sos_target_from_name(NULL, "swiftshader", &target) == SOS_OK);
    CHECK(sos_target_has_capability(target, 1) == 1 && sos_target_has_capability(target, 9) == 0);
    CHECK(sos_target_has_feature(target, float16_int8, "shaderFloat16") == 0);
    sos_target_free(target);
}

static void target_checks(const char *json, size_t length)
{
    targets(json, length);
    vulkan_targets();
    texts();
    lesser_targets();
    extended_targets();
    queries();
}
