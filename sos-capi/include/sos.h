/** @file
 * sos.h - Ship One Shader: a load-time SPIR-V to SPIR-V filter.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * A studio ships one module that uses whatever its fastest path needs. On the player's machine this library sets the
 * specialization constants that describe the device, removes or replaces what the device does not support, and returns a
 * module that the device accepts and that computes the same, or says why there is none.
 *
 *     sos_target *target = NULL;
 *     sos_result *result = NULL;
 *     sos_status status = sos_target_from_name(NULL, "swiftshader", &target);
 *     if (status == SOS_OK)
 *         status = sos_filter(target, words, word_count, NULL, &result);
 *     if (status != SOS_OK)
 *         fail(sos_status_text(status));
 *     if (sos_result_outcome(result) == SOS_UNSUPPORTED)
 *         log(sos_result_text(result));
 *     else
 *         create_shader_module(sos_result_words(result), sos_result_word_count(result));
 *     sos_result_free(result);
 *     sos_target_free(target);
 *
 * This is the simple way. An engine makes its target from the VkDeviceCreateInfo of its device
 * (sos_target_from_device_create_info). If it loads many modules, it scans each once, keeps a scratch for each thread, and filters
 * without allocating: see "Scanning once, filtering often" below. What it has to heed when it creates pipelines is said at
 * sos_filter.
 *
 * This header is valid C99 and C++, and needs only the two standard headers below, not vulkan.h.
 *
 * Rules for every function:
 * - A function that can fail returns a sos_status. Its last argument receives the new object, or NULL if it fails.
 * - A NULL where an object or a string is required is SOS_ERROR_NULL, not a crash. Functions that free accept NULL.
 * - Arguments need to be valid only during the call: what an object needs of them is copied. The exceptions are the words of
 *   sos_filter, if they come back unchanged, and the functions and the `user` of a context.
 * - What a function returns a pointer to belongs to an object, as stated there, and is freed with it. Do not free it yourself.
 * - Words are 32-bit, in this machine's byte order; a module in the other order is recognized and converted. Sizes of modules and
 *   offsets in them are in words, never in bytes. Strings are UTF-8 and NUL-terminated, except where a length is given.
 * - Modules are not trusted: whatever the words are, the call returns a status, in bounded time and memory.
 * - No file is read, and no global state is visible to callers. Messages go to the log of a context. Nothing is printed, except
 *   a defect of this library (SOS_ERROR_INTERNAL) that no log could receive.
 * - Memory comes from malloc or from a context. The process is terminated only when malloc has no memory either.
 * - A call that fails writes nothing but that NULL, or the zeros of an output struct. The exception is
 *   SOS_ERROR_BUFFER_TOO_SMALL, which comes with the size that suffices.
 * - A sos_context, a sos_target, a sos_module, a sos_result and a sos_inspection are immutable: any number of threads may use one at
 *   once. A sos_scratch is for one thread at a time, not always the same. Free an object once, when nothing uses it any more.
 *   Objects may be freed in any order and on any thread.
 * - A thread that filters needs no more than 128 KiB of stack.
 * - A library may have been built without JSON, live Vulkan, reports or lowering. It still exports all functions; those that
 *   need a missing part return SOS_ERROR_UNAVAILABLE. Without lowering, sos_filter sets constants and removes what is not needed, and what
 *   the target lacks is a reason for SOS_UNSUPPORTED.
 * - A struct with a struct_size can grow in later versions: set that field to the sizeof, and the rest to zero or to values. The other
 *   structs never change; their `reserved` must be 0.
 */
#ifndef SOS_H
#define SOS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** SOS_API marks every function. Define SOS_SHARED when you link the DLL on Windows; elsewhere nothing is needed. */
#ifndef SOS_API
#if defined(_WIN32) && defined(SOS_SHARED)
#define SOS_API __declspec(dllimport)
#else
#define SOS_API
#endif
#endif

/* ---- Version -------------------------------------------------------------------------------------------------- */

#define SOS_VERSION_MAJOR 0 /**< of this header */
#define SOS_VERSION_MINOR 1 /**< of this header */
#define SOS_VERSION_PATCH 0 /**< of this header */

/** A version as one number, such that a later version is a larger number. */
#define SOS_MAKE_VERSION(major, minor, patch) \
    ((((uint32_t)(major)) << 22) | (((uint32_t)(minor)) << 12) | ((uint32_t)(patch)))

/** The version of this header. */
#define SOS_VERSION SOS_MAKE_VERSION(SOS_VERSION_MAJOR, SOS_VERSION_MINOR, SOS_VERSION_PATCH)

/** The version of the loaded library. Before 1.0 a program should require the header's major and minor version. */
SOS_API uint32_t sos_version(void);

/* ---- Statuses ------------------------------------------------------------------------------------------------- */

/** The result of a call. Numbers are stable and never reused. Later versions may add more. */
typedef uint32_t sos_status;

#define SOS_OK 0u /**< success */

/** 1 to 255: the module is malformed, or does not fit the options. */
#define SOS_ERROR_NOT_SPIRV 1u             /**< shorter than a header, or without SPIR-V's magic number */
#define SOS_ERROR_NOT_WORDS 2u             /**< not a whole number of words: not returned where modules are given as words */
#define SOS_ERROR_UNKNOWN_VERSION 3u       /**< a SPIR-V version that this library does not know */
#define SOS_ERROR_BOUND_TOO_LARGE 4u       /**< the id bound is zero or above sos_options.max_bound */
#define SOS_ERROR_MODULE_TOO_LARGE 5u      /**< more words than sos_options.max_words */
#define SOS_ERROR_BAD_WORD_COUNT 6u        /**< an instruction of zero words, or one that extends past the end */
#define SOS_ERROR_TRUNCATED_INSTRUCTION 7u /**< an instruction with fewer words than its opcode requires */
#define SOS_ERROR_BAD_ID 8u                /**< an id that is zero or not below the bound */
#define SOS_ERROR_DUPLICATE_ID 9u          /**< two instructions define one id */
#define SOS_ERROR_BAD_LAYOUT 10u           /**< an instruction that the logical layout does not allow there */
#define SOS_ERROR_BAD_STRING 11u           /**< a string that is not terminated, or the name of an extension, import or entry point that is not UTF-8 */
#define SOS_ERROR_BAD_STRUCTURE 12u        /**< definitions refer to each other in a way that no valid module does */
#define SOS_ERROR_BAD_CONSTANT_VALUE 13u   /**< a value does not fit its specialization constant's type */
#define SOS_ERROR_OUTPUT_TOO_LARGE 14u     /**< the output would exceed sos_options.max_words or max_bound */
#define SOS_ERROR_CONFLICTING_CONSTANT 15u /**< one specialization constant is given two values or two sources */
#define SOS_ERROR_NO_SUCH_ENTRY_POINT 16u  /**< no entry point of this name and execution model, or none named */
#define SOS_ERROR_MISSING_MEMORY_MODEL 17u /**< no OpMemoryModel; like the next three, probably of a module that was cut off */
#define SOS_ERROR_MISSING_ENTRY_POINT 18u  /**< no entry point, and not a library (capability Linkage) or graph (GraphARM) */
#define SOS_ERROR_MISSING_FUNCTION 19u     /**< an entry point or a call names a function that the module does not define */
#define SOS_ERROR_UNFINISHED_FUNCTION 20u  /**< the module ends inside a function */

/** 256 and above: the call is wrong, or failed for other reasons than the module. */
#define SOS_ERROR_NULL 256u         /**< NULL where an object, a string, or an array of nonzero count is required */
#define SOS_ERROR_ARGUMENT 257u     /**< an impossible size, a misaligned pointer, a string that is not UTF-8, an
                                       unknown bit, flag or value */
#define SOS_ERROR_STRUCT_SIZE 258u  /**< struct_size is not that of any version, or a field unknown to this library is set */
#define SOS_ERROR_UNKNOWN_NAME 259u /**< no built-in target, device fact, feature or extension has this name */
#define SOS_ERROR_PROFILE 260u      /**< not a Vulkan Profiles file, or it does not contain the requested profile */
#define SOS_ERROR_INTERNAL 261u     /**< a defect in this library; please report it. Details went to the context's log,
                                       or without one to standard error */
#define SOS_ERROR_BUFFER_TOO_SMALL 262u /**< the buffer is too small; the output struct says how much is needed */
#define SOS_ERROR_VULKAN 263u /**< a Vulkan call failed, or the device does not support Vulkan 1.x */
#define SOS_ERROR_OUT_OF_MEMORY 264u /**< the context's allocator returned NULL */
#define SOS_ERROR_UNAVAILABLE 265u   /**< this build of the library lacks what the function needs */

/** Describes a status: one clause in lower case without a full stop. Never NULL; not to be freed. */
SOS_API const char *sos_status_text(sos_status status);

/* ---- Contexts: your allocator, your log ------------------------------------------------------------------------ */

/** An allocator and a log. A function that creates an object takes a context as its first argument, and NULL means malloc and no log;
 * or it uses the context in which an argument was created: sos_filter, sos_target_without and sos_target_extended the target's, sos_filter_module and
 * sos_filter_into the scratch's. */
typedef struct sos_context sos_context;

/** Allocates `size` bytes, never 0, aligned to `alignment`, a power of two. Returns NULL if there is no memory; memory that is not so
 * aligned counts as none and is released at once. */
typedef void *(*sos_allocate_function)(void *user, size_t size, size_t alignment);

/** Frees what the allocate function returned, with the same size and alignment; `memory` is never NULL. */
typedef void (*sos_release_function)(void *user, void *memory, size_t size, size_t alignment);

/** Receives a message. `level` is one SOS_LOG_...; `code` is the status that the call will return, SOS_OK if the message is not
 * an error; `word_offset` is the place in the module, in words from its start, or SOS_NO_OFFSET; `text` is one line without a line
 * break, in UTF-8, cut to 1023 bytes, and valid until the function returns. */
typedef void (*sos_log_function)(void *user, uint32_t level, sos_status code, uint32_t word_offset, const char *text);

#define SOS_LOG_ERROR 1u   /**< why a call fails, naming the argument, field or name that is wrong: once per failing call whose
                              context is known, except for SOS_ERROR_BUFFER_TOO_SMALL */
#define SOS_LOG_WARNING 2u /**< why the target cannot run a module, once per reason: what is missing, what would provide it, the
                              function, the source line if the module states it, the first use of a declaration, what was tried
                              and what the caller can do, by the names in this file, the target, the entry points that reach it.
                              Where a report is made, then what would help, each of which was tried: lines that begin with "help: ".
                              Also each part of a device that its description leaves out */
#define SOS_LOG_INFO 3u    /**< how a run ended; which names sos_target_without removed nothing for */

#define SOS_NO_OFFSET 0xFFFFFFFFu /**< the message is not about one place in a module */

/** How to create a context; copied. The functions are called on the threads that call this library, concurrently if several
 * do, and must return: no exception, no longjmp. They may call this library, but not with objects that the running call uses. */
typedef struct sos_context_info {
    uint32_t struct_size; /**< sizeof(sos_context_info) */
    uint32_t log_level;   /**< only messages of this level and lower ones are logged; 0: all */
    void *user;           /**< passed to the functions */
    sos_allocate_function allocate; /**< NULL, if release is too: malloc */
    sos_release_function release;   /**< the counterpart of allocate */
    sos_log_function log; /**< NULL: no messages */
} sos_context_info;

/** Creates a context, allocated by its own allocator.
 *
 * Where the allocate function returns NULL, the running call returns SOS_ERROR_OUT_OF_MEMORY and has then freed everything
 * that it allocated; a scratch is empty again. To finish, the call uses malloc, and frees that memory too: if malloc has no
 * memory either, the process is terminated.
 *
 * SOS_ERROR_ARGUMENT if only one of the two memory functions is set, or the level is invalid; SOS_ERROR_UNAVAILABLE if this
 * build of the library does not support an allocator. */
SOS_API sos_status sos_context_create(const sos_context_info *info, sos_context **context);

/** Frees a context. NULL is allowed. It may be freed before the objects created with it: its functions are called until the last
 * of these is freed, and until then `user` must stay valid. A result that shares a module's words belongs to both contexts. */
SOS_API void sos_context_free(sos_context *context);

/* ---- Targets -------------------------------------------------------------------------------------------------- */

/** What a device offers. Create one per device at start-up and keep it: reading a profile takes longer than filtering. The
 * context is for the new target and may be NULL. */
typedef struct sos_target sos_target;

/** Creates a target from the text of a Vulkan Profiles file, as `vulkaninfo -j` and `sos device capture` write it, of a file in the
 * older schema of the device simulation layer, or of a report for vulkan.gpuinfo.org. `length` is in bytes; the text needs no NUL.
 * `profile` selects one profile of a file with several, and may be NULL where there is one. What a file about a device is found to leave
 * out counts as absent, and the log gets a warning for each such part.
 * SOS_ERROR_PROFILE if the text is not such a file, or it is not clear which profile is meant; the log gets the details. */
SOS_API sos_status sos_target_from_json(const sos_context *context, const char *json, size_t length, const char *profile,
                                        sos_target **target);

/** Creates a built-in target, such as "swiftshader"; `sos device list` shows the names. Aliases are names too; groups, which are
 * several devices, are not. SOS_ERROR_UNKNOWN_NAME if none has it. */
SOS_API sos_status sos_target_from_name(const sos_context *context, const char *name, sos_target **target);

/** Any function pointer: C allows casting any other to this and back. */
typedef void (*sos_function)(void);

/** A physical device of the application, and how to query it. Nothing of it is kept. */
typedef struct sos_vulkan {
    uint32_t struct_size;      /**< sizeof(sos_vulkan) */
    uint32_t instance_version; /**< VkApplicationInfo::apiVersion that the instance was created with; 0 is Vulkan 1.0 */
    void *instance;            /**< VkInstance */
    void *physical_device;     /**< VkPhysicalDevice, one of that instance */
    sos_function get_instance_proc_addr; /**< vkGetInstanceProcAddr of the instance's loader, cast */
} sos_vulkan;

/** Creates a target from what is enabled on a device: pass the VkDeviceCreateInfo of your vkCreateDevice, with its pNext chain, before
 * or after you create the device.
 * This is the target to filter for, since Vulkan forbids a module to declare what is supported but not enabled. Features count
 * as enabled only if the chain enables them, extensions only if they are listed.
 * SOS_ERROR_VULKAN if a Vulkan call fails; SOS_ERROR_ARGUMENT if this is not a VkDeviceCreateInfo or its chain has no end. */
SOS_API sos_status sos_target_from_device_create_info(const sos_context *context, const sos_vulkan *vulkan,
                                                      const void *create_info, sos_target **target);

/** Creates a target from all that a physical device supports: for tools, and for engines that enable everything. Errors
 * as above. */
SOS_API sos_status sos_target_from_physical_device(const sos_context *context, const sos_vulkan *vulkan,
                                                   sos_target **target);

/** Creates a target for the same device without what these Vulkan names denote, to work around driver bugs. A name is
 * - a feature, such as "VkPhysicalDeviceFeatures::shaderInt64", or its member alone: every feature with that member name. The
 *   SPIR-V capabilities that it provides go with it, even if an extension or the version of Vulkan provides them too;
 * - a device extension, such as "VK_EXT_shader_atomic_float": features that the device has only through it are removed too. If
 *   the device's version of Vulkan made it core, they stay;
 * - a subgroup operation, such as "VK_SUBGROUP_FEATURE_CLUSTERED_BIT";
 * - a property, such as "VkPhysicalDeviceFloatControlsProperties::shaderDenormFlushToZeroFloat32", or its member alone: a flag or
 *   mask becomes zero, and of a limit what Vulkan requires of every device is left. With a bit in parentheses, as
 *   "VkPhysicalDeviceSubgroupProperties::supportedStages (VK_SHADER_STAGE_VERTEX_BIT)", only that bit goes; the bit alone stands
 *   for every mask that has it;
 * - a version, such as "Vulkan 1.3" or "VK_VERSION_1_3", with the later ones.
 * Nothing else is removed: a feature that implies the named one stays. Naming what the device does not have is allowed; the log
 * says so at SOS_LOG_INFO.
 * SOS_ERROR_UNKNOWN_NAME if a name is none of these, or does not matter to shaders: the log gets the name, and for a SPIR-V name
 * what provides it. The new target uses the old one's context. */
SOS_API sos_status sos_target_without(const sos_target *target, const char *const *names, size_t name_count,
                                      sos_target **lesser);

/** How far the library makes up for what a device lacks. */
#define SOS_GRADE_ALWAYS 1u     /**< every valid module is lowered exactly */
#define SOS_GRADE_MOSTLY 2u     /**< the same, but for named exceptions that are refused: docs/extended.md */
#define SOS_GRADE_ON_REQUEST 3u /**< it depends on the module whether it can be lowered, or the result is slow */

/** Creates a target for what the device offers together with this library, up to a grade: features, the extensions that define them, and
 * subgroup operations. For deciding what to switch on, with sos_target_has_feature and sos_target_has_extension; filter for what is
 * enabled on the device itself. SOS_ERROR_ARGUMENT if there is no such grade. The new target uses the old one's context. */
SOS_API sos_status sos_target_extended(const sos_target *target, uint32_t grade, sos_target **extended);

/** Properties of a target. A number that the target does not state is 0. */
typedef struct sos_target_info {
    uint32_t struct_size;       /**< in: sizeof(sos_target_info); everything else is written */
    uint32_t api_version;       /**< the Vulkan version that can be used, as VK_MAKE_API_VERSION packs it */
    uint32_t spirv_version;     /**< the highest SPIR-V version accepted, as in a module's second word: 0x00010300 for 1.3 */
    uint32_t subgroup_size;     /**< invocations */
    uint32_t min_subgroup_size; /**< invocations, where the target has subgroup size control */
    uint32_t max_subgroup_size; /**< invocations: likewise */
    uint32_t vendor_id;         /**< VkPhysicalDeviceProperties::vendorID */
    uint32_t device_id;         /**< VkPhysicalDeviceProperties::deviceID */
    uint32_t driver_id;         /**< VkDriverId */
    uint32_t reserved;          /**< 0 */
    const char *name;           /**< for people; valid until the target is freed */
} sos_target_info;

/** Gets the properties of a target. */
SOS_API sos_status sos_target_get_info(const sos_target *target, sos_target_info *info);

/** Whether modules may declare the SPIR-V capability with this value: 1 or 0. 0 for a NULL target. */
SOS_API uint32_t sos_target_has_capability(const sos_target *target, uint32_t capability);

/** Whether the target has an extension, by name: 1 or 0. "SPV_..." is one that modules may declare, "VK_..." a device
 * extension that matters to shaders; one that was promoted to core counts only where the device lists it by name.
 * 0 for NULL and for names that this library does not know. */
SOS_API uint32_t sos_target_has_extension(const sos_target *target, const char *name);

/** Whether the target has a Vulkan feature, by structure and member name: 1 or 0. The structure may be an alias,
 * or one like VkPhysicalDeviceVulkan12Features. 0 for NULL and for names that this library does not know. */
SOS_API uint32_t sos_target_has_feature(const sos_target *target, const char *structure, const char *member);

/** Gets the target as the NUL-terminated text of a Vulkan Profiles file: for bug reports, and to filter for this device
 * elsewhere, since sos_target_from_json reads it back. The first call for a target takes longer than later ones; the text is
 * valid until the target is freed. */
SOS_API sos_status sos_target_get_json(const sos_target *target, const char **json);

/** Frees a target. NULL is allowed. */
SOS_API void sos_target_free(sos_target *target);

/* ---- Options -------------------------------------------------------------------------------------------------- */

/** A value for one of the application's own specialization constants. */
typedef struct sos_constant {
    uint32_t spec_id;  /**< as in OpDecorate SpecId, and as VkSpecializationMapEntry::constantID */
    uint32_t reserved; /**< 0 */
    uint64_t value;    /**< the value's bits in the module's type, zero-extended; 0 or 1 for a Boolean */
} sos_constant;

/** Where a value is stored: has the layout of VkSpecializationMapEntry, so that pointers may be cast. */
typedef struct sos_map_entry {
    uint32_t constant_id; /**< as in OpDecorate SpecId */
    uint32_t offset; /**< in bytes from the start of the data */
    size_t size;     /**< in bytes: 1, 2, 4 or 8; 4 for a Boolean, which is a VkBool32 */
} sos_map_entry;

/** Values in Vulkan's layout: the fields of VkSpecializationInfo. */
typedef struct sos_specialization {
    uint32_t struct_size; /**< sizeof(sos_specialization) */
    uint32_t map_entry_count; /**< of `map_entries` */
    const sos_map_entry *map_entries; /**< map_entry_count of them */
    size_t data_size;                 /**< in bytes */
    const void *data; /**< the data that the entries refer to */
} sos_specialization;

/** A specialization constant that is to hold a fact about the device, although neither its SpecId nor its name says so. */
typedef struct sos_source {
    uint32_t spec_id;  /**< as in OpDecorate SpecId */
    uint32_t reserved; /**< 0 */
    const char *name;  /**< the name of the fact, such as "SOS_SUBGROUP_SIZE": shaderlib/sos.glsl of the project lists them */
} sos_source;

/** Bits for sos_options.flags. */
#define SOS_KEEP_SPEC 1u      /**< specialization constants that get a value stay such, with it as their default; without this bit they
                                 become ordinary constants, and code that they disable is removed */
#define SOS_SPEC_BASE 2u      /**< sos_options.spec_base is used; without this bit the reserved SpecIds start at 1024 */
#define SOS_NO_SPEC_BASE 4u   /**< no SpecId is reserved: constants that hold device facts are recognized by OpName and `sources` */
#define SOS_NO_SPEC_NAMES 8u  /**< constants that hold device facts are not recognized by OpName */
#define SOS_NO_REPORT 16u     /**< no report is made, since that can take longer than filtering; sos_result_report and _text return "" */
#define SOS_FREEZE_SPEC 32u   /**< specialization constants that get no value become ordinary constants, too, with their defaults: as in
                                 a pipeline that gives them none. Excludes SOS_KEEP_SPEC */

/** Bits for sos_options.allow: permitted losses. */
#define SOS_ALLOW_UNDEF 1u /**< a live instruction that the device lacks may become OpUndef */
#define SOS_ALLOW_SUBGROUP_OF_ONE 2u /**< a module may run with subgroups of one invocation where the device's own do not suffice */
#define SOS_ALLOW_F16_RELAXED 4u /**< 16-bit floats that the device lacks may be computed as 32-bit ones without rounding to 16 bits */
#define SOS_ALLOW_FLOAT_CONTROLS 8u /**< modes for rounding, denormals, infinities and NaN that the device lacks may be dropped */
#define SOS_ALLOW_F64_TO_F32 16u /**< 64-bit floats that the device lacks may be computed as 32-bit ones */
#define SOS_ALLOW_LIMITS 32u /**< numbers that exceed a limit of the device, such as the size of a workgroup or of its memory, may
                                stay as they are: for drivers that take more than they state. What SOS adds keeps to the limits. The
                                report names each limit that is exceeded */

/** Bits for sos_options.assume: promises of the application about what neither the device nor the module can show. Each is used
 * only where the device lacks the native way; the report says where. As long as it holds for all uses of the module,
 * the result is the native one. */
#define SOS_ASSUME_BASE_VERTEX_ZERO 1u      /**< every draw has the firstVertex 0, or if it is indexed the vertexOffset 0 */
#define SOS_ASSUME_BASE_INSTANCE_ZERO 2u    /**< every draw has the firstInstance 0 */
#define SOS_ASSUME_DRAW_INDEX_ZERO 4u       /**< no command draws more than once */
#define SOS_ASSUME_SINGLE_VIEW 8u           /**< every render pass has the viewMask 0 or 1 */
#define SOS_ASSUME_SINGLE_SAMPLE 16u        /**< every pipeline has one rasterization sample, in the middle of the pixel */
#define SOS_ASSUME_LAYER_ZERO 32u           /**< every layer that a shader writes, or draws into, is 0 */
#define SOS_ASSUME_VIEWPORT_ZERO 64u        /**< every viewport index that a shader writes, or draws with, is 0 */
#define SOS_ASSUME_CULLING_OPTIONAL 128u    /**< primitives that cull distances would discard may be drawn */
#define SOS_ASSUME_SHADING_RATE_OPTIONAL 256u /**< shading rates that a shader writes may be ignored */
#define SOS_ASSUME_CLIP_DISTANCES_POSITIVE 512u /**< every clip distance that a shader writes is at least 0 */

/** Values for sos_options.strip: what is removed although the device would accept it. */
#define SOS_STRIP_NOTHING 0u
#define SOS_STRIP_DEBUG 1u /**< source text, lines, debug information */
#define SOS_STRIP_NAMES 2u /**< OpName and OpMemberName */
#define SOS_STRIP_ALL 3u   /**< both, and everything else without effect on the result */

/** The format of a storage image or storage texel buffer that the module declares without one. It is used where the device
 * requires a format for reads or writes, and must then be the format of every view that is bound there. */
typedef struct sos_image_format {
    uint32_t set;      /**< the descriptor set */
    uint32_t binding;  /**< the binding in it */
    uint32_t format;   /**< SPIR-V's ImageFormat: SpvImageFormatRgba8 is 4 */
    uint32_t reserved; /**< 0 */
} sos_image_format;

/** Options of a run. Zero in every field but the first is the default, and is what NULL means. */
typedef struct sos_options {
    uint32_t struct_size; /**< sizeof(sos_options): a later version of this struct may be longer */
    uint32_t flags;       /**< SOS_KEEP_SPEC and so on */
    uint32_t allow;       /**< SOS_ALLOW_... */
    uint32_t strip;       /**< one of SOS_STRIP_... */
    uint32_t spec_base;   /**< with SOS_SPEC_BASE: the first reserved SpecId; without it, must be 0 */
    uint32_t max_bound;   /**< the largest id bound accepted; 0 is 4194303, SPIR-V's universal limit */
    uint32_t max_words;   /**< the largest module read or written, in words; 0 is 67108864 (256 MiB) */
    uint32_t constant_count; /**< of `constants` */
    uint32_t source_count;   /**< of `sources` */
    uint32_t assume;               /**< SOS_ASSUME_... */
    const sos_constant *constants; /**< constant_count of them; SpecIds that the module does not have are ignored */
    const sos_source *sources;     /**< source_count of them; they take precedence over reserved SpecIds and names */
    const sos_specialization *specialization; /**< more values besides `constants`; may be NULL */
    const sos_image_format *image_formats;    /**< image_format_count of them; the first for a binding counts */
    uint32_t image_format_count;              /**< of `image_formats` */
    uint32_t subgroup_size; /**< invocations in the subgroups that modules see, a power of two up to 128: emulated in compute shaders
                                 where the device has none of that size; 0: the device's */
} sos_options;

/* ---- Filtering ------------------------------------------------------------------------------------------------ */

/** The result of a run. */
typedef struct sos_result sos_result;

/** How a run ended. */
typedef uint32_t sos_outcome;

#define SOS_NO_OUTCOME 0u  /**< no result: the pointer was NULL */
#define SOS_UNCHANGED 1u   /**< the target accepts the module as it is */
#define SOS_REWRITTEN 2u   /**< the result holds a module for the target */
#define SOS_UNSUPPORTED 3u /**< the target cannot run the module; the report says why. Not an error of the call. */

/** Filters a module for a target. `options` may be NULL. The result needs neither the target nor the options any more.
 * A status of 1 to 255 says what is wrong with the module; then there is no result.
 *
 * Besides what sos_result_get_needs lists, a rewritten module requires of the program that runs it:
 * - Specialization constants that it still has may be wider than they were. Where the target has no 8- or 16-bit type, an open
 *   constant of that width takes four bytes: a 32-bit float in place of a 16-bit one, an integer that is sign- or zero-extended.
 *   With SOS_ALLOW_F64_TO_F32, a 32-bit float replaces a 64-bit one. Vulkan requires the size that the module declares, so build
 *   the VkSpecializationInfo from sos_result_get_specialization or sos_module_get_specialization.
 * - All stages of a pipeline must be filtered for one target and with the same options, but for the values of constants: the types
 *   of what they pass to each other may change.
 * - Where the target cannot access 8- or 16-bit data in buffers, the module accesses whole words. The buffers, and the ranges of
 *   their descriptors, must then end on a word boundary: round VkBufferCreateInfo::size and VkDescriptorBufferInfo::range up to
 *   four bytes. Elements in a word that is cut off are out of bounds.
 * - Where the target lacks subgroup operations, subgroups may be emulated in workgroup memory. Their size is then what the shader
 *   reads as SubgroupSize, and differs from the device's: use made_subgroup_size of sos_needs or sos_output. */
SOS_API sos_status sos_filter(const sos_target *target, const uint32_t *words, size_t word_count,
                              const sos_options *options, sos_result **result);

/** The outcome of the run; SOS_NO_OUTCOME for NULL. */
SOS_API sos_outcome sos_result_outcome(const sos_result *result);

/** The module to pass to Vulkan: sos_result_word_count words, valid until the result is freed. When the outcome is
 * SOS_UNCHANGED they may be the very words that were passed to sos_filter: keep those as long as you use these. NULL when the
 * outcome is SOS_UNSUPPORTED. */
SOS_API const uint32_t *sos_result_words(const sos_result *result);

/** The size of the module in words; 0 when the outcome is SOS_UNSUPPORTED. VkShaderModuleCreateInfo::codeSize is in bytes. */
SOS_API size_t sos_result_word_count(const sos_result *result);

/** What was done and why, as JSON. Its field "schema" is the format version; docs/json.md of the project describes all
 * fields. Valid until the result is freed. Never NULL; "" for a NULL result and with SOS_NO_REPORT. */
SOS_API const char *sos_result_report(const sos_result *result);

/** The same in a few lines for people, the last without its end: what was done, or why the target cannot run the module and what would
 * help, each of which was tried. Valid until the result is freed. Never NULL; "" for a NULL result and with SOS_NO_REPORT. The wording is no contract. */
SOS_API const char *sos_result_text(const sos_result *result);

/** What a module needs of Vulkan, to enable it or to compare it with what is enabled. */
typedef struct sos_needs {
    uint32_t struct_size;            /**< in: sizeof(sos_needs); everything else is written */
    uint32_t required_subgroup_size; /**< for VkPipelineShaderStageRequiredSubgroupSizeCreateInfo; 0: do not set one */
    uint32_t api_version;            /**< the lowest Vulkan version that accepts the module, as VK_MAKE_API_VERSION packs it */
    uint32_t feature_count;          /**< of `features` */
    uint32_t extension_count;        /**< of `extensions` */
    uint32_t made_subgroup_size;     /**< invocations in each emulated subgroup; 0: subgroups are the device's */
    const char *const *features;   /**< feature_count strings, such as
                                      "VkPhysicalDeviceShaderFloat16Int8Features::shaderFloat16";
                                      " | " separates alternatives; docs/json.md, "Vulkan's
                                      names", lists their forms */
    const char *const *extensions; /**< extension_count device extensions, likewise, without the
                                      extensions that these depend on (vk.xml, "depends") */
    const uint32_t *capabilities;  /**< capability_count capabilities that its code and declarations use, by SPIR-V's numbers */
    uint32_t capability_count;     /**< of `capabilities` */
    uint32_t reserved;             /**< 0 */
} sos_needs;

/** Gets what the module needs, for all entry points together. Strings and numbers are unique, sorted, and valid until the result is freed. With
 * SOS_NO_REPORT, and when the outcome is SOS_UNSUPPORTED, everything but the two subgroup sizes is 0. */
SOS_API sos_status sos_result_get_needs(const sos_result *result, sos_needs *needs);

/** What kind of thing a module needs and a target lacks. Later versions may add more. */
typedef uint32_t sos_need_kind;

#define SOS_NEED_UNKNOWN 0u    /**< a capability, extension or instruction that this version of the library does not know */
#define SOS_NEED_CAPABILITY 1u /**< one of the capabilities in sos_refusal.capabilities */
#define SOS_NEED_VERSION 2u    /**< a version of SPIR-V, or an extension of it */
#define SOS_NEED_CONDITION 3u  /**< a feature or property that Vulkan demands without a capability */
#define SOS_NEED_LIMIT 4u      /**< a number within a limit: sos_refusal.limit */

/** One thing that the module needs and the target lacks. What it points to is valid until the result is freed. */
typedef struct sos_refusal {
    uint32_t struct_size;         /**< in: sizeof(sos_refusal); everything else is written */
    sos_need_kind kind;           /**< one SOS_NEED_... */
    uint32_t word_offset;         /**< the instruction that needs it, in words from the start of the module: its opcode is
                                     words[word_offset] & 0xFFFF */
    uint32_t function;            /**< the id of the function that contains it; 0 outside functions */
    uint32_t blocking;            /**< 1: nothing replaces it here. 0: the library replaces such things, but those that block kept
                                     it from trying */
    uint32_t capability_count;    /**< of `capabilities` */
    uint32_t provider_count;      /**< of `providers` */
    uint32_t reserved;            /**< 0 */
    const uint32_t *capabilities; /**< any one of these is needed, by SPIR-V's numbers; NULL for other kinds */
    const char *const *providers; /**< any one of these would provide it there, by Vulkan's names, in the forms of sos_needs */
    const char *limit;            /**< Vulkan's name of the limit that is exceeded; NULL for other kinds */
    int64_t limit_value;          /**< the module's number */
    int64_t limit_allowed;        /**< the number closest to it that would fit */
    const char *text;             /**< the need, as a clause for people; never NULL */
} sos_refusal;

/** The number of places with a need that the target does not meet, each with one: at most 256, and those that block come first. 0 with SOS_NO_REPORT, and unless
 * the outcome is SOS_UNSUPPORTED. What was tried, and where the source says it, is in the report. 0 for NULL. */
SOS_API uint32_t sos_result_refusal_count(const sos_result *result);

/** Gets one of them. SOS_ERROR_ARGUMENT if there are not so many. */
SOS_API sos_status sos_result_get_refusal(const sos_result *result, uint32_t index, sos_refusal *refusal);

/** Gets the specialization constants that the result's module still has: each SpecId once, with the size that
 * VkSpecializationMapEntry must give and the current value. Constants that hold device facts, and those that you set, have the right
 * values already; set the others as you like. The arrays are valid until the result is freed. None when the outcome is
 * SOS_UNSUPPORTED. */
SOS_API sos_status sos_result_get_specialization(const sos_result *result, sos_specialization *specialization);

/** Frees a result. NULL is allowed. */
SOS_API void sos_result_free(sos_result *result);

/* ---- Scanning once, filtering often --------------------------------------------------------------------------- */

/** A scanned module: its words and what was found in them. Independent of targets and constants. */
typedef struct sos_module sos_module;

/** Scans a module. The words are copied: the caller may free them at once. Of `options`, which may be NULL, only max_bound
 * and max_words matter. A status of 1 to 255 says what is wrong with the module. */
SOS_API sos_status sos_module_scan(const sos_context *context, const uint32_t *words, size_t word_count,
                                   const sos_options *options, sos_module **module);

/** Gets the specialization constants of a module, as sos_result_get_specialization does: each SpecId once, with its size and
 * default. For the output of sos_filter_into, or one that comes out of a cache, scan it and pass it here. The arrays are valid until
 * the module is freed. The first call for a module takes longer than later ones. */
SOS_API sos_status sos_module_get_specialization(const sos_module *module, sos_specialization *specialization);

/** Where a module is malformed: for a message, after sos_module_scan or sos_filter has rejected it. */
typedef struct sos_defect {
    uint32_t struct_size; /**< in: sizeof(sos_defect); everything else is written */
    sos_status status;    /**< what sos_module_scan returns for these words; SOS_OK: it accepts them */
    uint32_t word_offset; /**< where, in words from the start of the module */
    uint32_t opcode;      /**< of the instruction there; 0 outside instructions */
} sos_defect;

/** Scans again, with the same options, and says what is wrong and where. The call succeeds with SOS_OK where it finds something
 * wrong: that is in `defect`. */
SOS_API sos_status sos_module_diagnose(const sos_context *context, const uint32_t *words, size_t word_count,
                                       const sos_options *options, sos_defect *defect);

/** Matches every execution model. */
#define SOS_ANY_EXECUTION_MODEL 0xFFFFFFFFu

/** Describes entry points of a module, for sos_module_select. */
typedef struct sos_entry_point {
    const char *name;         /**< as in OpEntryPoint and in VkPipelineShaderStageCreateInfo::pName */
    uint32_t execution_model; /**< SPIR-V's ExecutionModel, or SOS_ANY_EXECUTION_MODEL */
} sos_entry_point;

/** Copies a module with some of its entry points only. Whatever only the other entry points need is removed from its results, so
 * that a device which lacks that can run the selected ones. The outcome is never SOS_UNCHANGED, unless all entry points are selected.
 * Word offsets in reports and in the log are those of the original module, which may be freed. The status is
 * SOS_ERROR_NO_SUCH_ENTRY_POINT if one of `entry_points` describes none, or if entry_point_count is 0. */
SOS_API sos_status sos_module_select(const sos_context *context, const sos_module *module, const sos_entry_point *entry_points,
                                     size_t entry_point_count, sos_module **selection);

/** Frees a module. NULL is allowed. Its results stay valid. */
SOS_API void sos_module_free(sos_module *module);

/** A thread's working memory. It is kept from run to run, and never shrinks: once it has handled the largest module, sos_filter_into
 * allocates nothing. Nothing else is kept: results do not depend on what a scratch was used for before. */
typedef struct sos_scratch sos_scratch;

/** Creates an empty scratch. */
SOS_API sos_status sos_scratch_create(const sos_context *context, sos_scratch **scratch);

/** Frees a scratch. NULL is allowed. Its results stay valid. */
SOS_API void sos_scratch_free(sos_scratch *scratch);

/** Like sos_filter, for a scanned module and with a scratch. Set SOS_NO_REPORT where you do not read the report. When
 * the outcome is SOS_UNCHANGED the result shares the module's copy of the words. It stays valid without the module and the
 * scratch. */
SOS_API sos_status sos_filter_module(const sos_target *target, const sos_module *module, const sos_options *options,
                                     sos_scratch *scratch, sos_result **result);

/** The result of a run into the caller's memory. */
typedef struct sos_output {
    uint32_t struct_size; /**< in: sizeof(sos_output) */
    sos_outcome outcome;  /**< out */
    uint32_t *words;      /**< in: where to write the module, also when it is unchanged; may be NULL when capacity is 0 */
    size_t capacity;      /**< in: the room there, in words; 0 only queries the size */
    size_t word_count;    /**< out: the module's size in words; 0 when the outcome is SOS_UNSUPPORTED */
    uint32_t required_subgroup_size; /**< out: as in sos_needs */
    uint32_t made_subgroup_size;     /**< out: as in sos_needs */
} sos_output;

/** Like sos_filter_module, into the caller's memory and without a report: for the report of a module that is SOS_UNSUPPORTED,
 * call sos_filter_module. If a pipeline is to set specialization constants, sos_module_get_specialization gives their sizes, which
 * may have changed. With capacity 0 it writes no words and returns SOS_OK; if capacity is above 0 and too small, it writes no words
 * and returns SOS_ERROR_BUFFER_TOO_SMALL. In both cases it fills in the rest of `output`, and sos_scratch_get_words has the words. */
SOS_API sos_status sos_filter_into(const sos_target *target, const sos_module *module, const sos_options *options,
                                   sos_scratch *scratch, sos_output *output);

/** Copies the words that the last run of the scratch had no room for: after a sos_filter_into that returned SOS_ERROR_BUFFER_TOO_SMALL or
 * had capacity 0, with room for its word_count, without filtering again. Until the scratch's next run they can be copied any number of
 * times, also when the module has been freed. SOS_ERROR_ARGUMENT if there are none; SOS_ERROR_BUFFER_TOO_SMALL if capacity, in words,
 * still does not suffice: nothing is written then. */
SOS_API sos_status sos_scratch_get_words(const sos_scratch *scratch, uint32_t *words, size_t capacity);

/* ---- Preparing once, specializing often ----------------------------------------------------------------------- */

/** A module that is prepared for a target: lowered, trimmed and stripped, with what the values of its specialization constants can
 * change found once. It needs neither the module, nor the target, nor the options any more. Threads may use one at once, each with a
 * scratch of its own. */
typedef struct sos_specializer sos_specializer;

/** Prepares a module, which takes about as long as sos_filter_module and a scan. `options` hold for all specializations: values in them are
 * set for all, and so are device facts. SOS_NO_REPORT is implied. It keeps three to five bytes for each byte of the module; the context's log
 * says how many.
 *
 * Where the target cannot run the module as long as its constants are open, where SOS_KEEP_SPEC is set, and in a few rare modules,
 * sos_specialize_into runs the filter each time; the log says so. */
SOS_API sos_status sos_specializer_create(const sos_target *target, const sos_module *module, const sos_options *options,
                                          sos_scratch *scratch, sos_specializer **specializer);

/** Gets the module with these values, in Vulkan's layout: those of a pipeline. `specialization` may be NULL. Values for constants that the
 * module does not have are ignored; one that contradicts a value of the options, or a device fact, is SOS_ERROR_CONFLICTING_CONSTANT.
 * Constants that get no value stay open, unless the options have SOS_FREEZE_SPEC. `output` is filled in as by sos_filter_into. What the
 * module does is the same as after sos_filter_into; it may lack more that it does not use, and declare capabilities that only code
 * needed which is gone. When the outcome is SOS_UNSUPPORTED, sos_filter_module with the same values says why. */
SOS_API sos_status sos_specialize_into(const sos_specializer *specializer, const sos_specialization *specialization,
                                       sos_scratch *scratch, sos_output *output);

/** Frees a specializer. NULL is allowed. */
SOS_API void sos_specializer_free(sos_specializer *specializer);

/* ---- Keys for caches ------------------------------------------------------------------------------------------ */

/** A 128-bit hash of some content: the same on every machine and in every process, different for different content. */
typedef struct sos_key {
    uint8_t bytes[16]; /**< compare all of them */
} sos_key;

/** Gets the key of everything that determines the words which sos_filter_module returns: module, target, options and the
 * library's version. Use it to look up a pipeline or a filtered module before filtering. SOS_NO_REPORT changes neither words nor
 * key. Builds of one version from modified sources have the same keys: if you modify the sources, add something to the key. */
SOS_API sos_status sos_filter_get_key(const sos_target *target, const sos_module *module, const sos_options *options,
                                      sos_key *key);

/** Gets the key of what a target offers, with its name. The first call for a target takes longer than later ones. */
SOS_API sos_status sos_target_get_key(const sos_target *target, sos_key *key);

/** Gets the key of a module's words. A selection's key differs from that of other modules. */
SOS_API sos_status sos_module_get_key(const sos_module *module, sos_key *key);

/* ---- Inspecting ----------------------------------------------------------------------------------------------- */

/** What a module needs of any device. */
typedef struct sos_inspection sos_inspection;

/** Finds out what each entry point needs (capabilities, features, extensions, properties, the version of Vulkan) and which
 * specialization constants there are: what `sos inspect --json` prints. For what would become of the module on a device, see
 * the report of sos_filter. Of `options`, which may be NULL, only max_bound and max_words matter. A status of 1 to 255 says
 * what is wrong with the module. */
SOS_API sos_status sos_inspect(const sos_context *context, const uint32_t *words, size_t word_count,
                               const sos_options *options, sos_inspection **inspection);

/** The findings, as JSON. Its field "schema" is the format version; docs/json.md of the project describes all fields.
 * Valid until the inspection is freed. Never NULL; "" for NULL. */
SOS_API const char *sos_inspection_json(const sos_inspection *inspection);

/** Frees an inspection. NULL is allowed. */
SOS_API void sos_inspection_free(sos_inspection *inspection);

#ifdef __cplusplus
}
#endif

#endif
