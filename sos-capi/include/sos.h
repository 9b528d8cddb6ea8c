/** @file
 * sos.h - Ship One Shader: a load-time SPIR-V to SPIR-V filter.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * A studio ships one module that uses whatever its best path wants. On the player's machine this library sets the
 * specialization constants that describe the device, takes away what the device cannot take, and hands back a module
 * that the device accepts and that computes the same; or it says why there is none.
 *
 *     sos_target *target = NULL;
 *     sos_result *result = NULL;
 *     sos_status status = sos_target_from_name(NULL, "swiftshader", &target);
 *     if (status == SOS_OK)
 *         status = sos_filter(target, words, word_count, NULL, &result);
 *     if (status != SOS_OK)
 *         fail(sos_status_text(status));
 *     if (sos_result_outcome(result) == SOS_UNSUPPORTED)
 *         log(sos_result_report(result));
 *     else
 *         create_shader_module(sos_result_words(result), sos_result_word_count(result));
 *     sos_result_free(result);
 *     sos_target_free(target);
 *
 * That is the simple way. An engine that loads many modules scans each once, keeps a scratch for each thread, and filters
 * without allocating: see "Scanning once, filtering often" below.
 *
 * This header is C99 and C++, and needs neither vulkan.h nor anything else but the two standard headers below.
 *
 * Rules that hold for every function:
 * - What can fail returns a sos_status. Its last argument then receives the new object, and NULL if it fails.
 * - A NULL where an object or a text is needed is SOS_ERROR_NULL, not a crash. The functions that free take NULL.
 * - Words are 32-bit, in this machine's byte order; a module in the other order is recognized and turned round.
 *   Counts are in words, never in bytes. Texts are UTF-8 and end with a NUL, except where a length is given.
 * - Modules are not trusted: whatever the words are, the answer is a status, and time and memory stay bounded.
 * - No file is read, no global state is kept that a caller could see. What is to be told goes to the log of a context; nothing is
 *   printed but a defect of this library (SOS_ERROR_INTERNAL) of which no log can be told.
 * - Memory is malloc's, or a context's. Only when malloc has none either is the process ended.
 * - Where something fails, nothing is written but that NULL, or the zeros of an output struct.
 * - A sos_context, a sos_target and a sos_module never change once made: any number of threads may use one at once. A sos_result
 *   may be read by any number of threads at once. A sos_scratch is for one thread at a time. Free an object once, when
 *   nothing uses it any more; objects do not need each other to live on, except where it is said.
 * - A library may have been built without JSON, without live Vulkan or without reports. Its functions are all there, and
 *   those that could do nothing are SOS_ERROR_UNAVAILABLE.
 * - A struct begins with its own size in bytes, so that it can grow: set struct_size and zero the rest.
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

/** A version as one number. Versions compare as their numbers do. */
#define SOS_MAKE_VERSION(major, minor, patch) \
    ((((uint32_t)(major)) << 22) | (((uint32_t)(minor)) << 12) | ((uint32_t)(patch)))

/** The version of this header. */
#define SOS_VERSION SOS_MAKE_VERSION(SOS_VERSION_MAJOR, SOS_VERSION_MINOR, SOS_VERSION_PATCH)

/** The version of the library that runs. Before 1.0 a program should insist on the header's major and minor version. */
SOS_API uint32_t sos_version(void);

/* ---- Statuses ------------------------------------------------------------------------------------------------- */

/** How a call went. Numbers are stable and never reused. A later version may have more of them. */
typedef uint32_t sos_status;

#define SOS_OK 0u /**< it went well */

/** 1 to 255: something is wrong with the module, or with what was asked of it. */
#define SOS_ERROR_NOT_SPIRV 1u             /**< shorter than a header, or not SPIR-V's magic number */
#define SOS_ERROR_NOT_WORDS 2u             /**< not a whole number of words */
#define SOS_ERROR_UNKNOWN_VERSION 3u       /**< a SPIR-V version that this library does not know */
#define SOS_ERROR_BOUND_TOO_LARGE 4u       /**< the id bound is zero or above sos_options.max_bound */
#define SOS_ERROR_MODULE_TOO_LARGE 5u      /**< more words than sos_options.max_words */
#define SOS_ERROR_BAD_WORD_COUNT 6u        /**< an instruction of no words, or one that reaches past the end */
#define SOS_ERROR_TRUNCATED_INSTRUCTION 7u /**< an instruction with fewer words than its opcode requires */
#define SOS_ERROR_BAD_ID 8u                /**< an id that is zero or not below the bound */
#define SOS_ERROR_DUPLICATE_ID 9u          /**< two instructions define one id */
#define SOS_ERROR_BAD_LAYOUT 10u           /**< an instruction where the layout of a module has no place for it */
#define SOS_ERROR_BAD_STRING 11u           /**< a literal string without an end, or that is not UTF-8 */
#define SOS_ERROR_BAD_STRUCTURE 12u        /**< definitions refer to each other as in no valid module */
#define SOS_ERROR_BAD_CONSTANT_VALUE 13u   /**< a value does not fit its specialization constant's type */
#define SOS_ERROR_OUTPUT_TOO_LARGE 14u     /**< the output would have more words than sos_options.max_words */
#define SOS_ERROR_CONFLICTING_CONSTANT 15u /**< one specialization constant is given two values or two sources */

/** From 256: something is wrong with the call. */
#define SOS_ERROR_NULL 256u         /**< NULL where an object, a text, or elements of a count above zero are needed */
#define SOS_ERROR_ARGUMENT 257u     /**< a size that no memory has, a pointer that is not aligned for what it leads to, a text
                                       that is not UTF-8, an unknown bit, flag or value */
#define SOS_ERROR_STRUCT_SIZE 258u  /**< struct_size is too small, or a field that this library does not know is set */
#define SOS_ERROR_UNKNOWN_NAME 259u /**< no built-in target, device fact, feature or extension has this name */
#define SOS_ERROR_PROFILE 260u      /**< the text is no Vulkan Profiles file, or the profile asked for is not in it */
#define SOS_ERROR_INTERNAL 261u     /**< a defect in this library; please report. A context's log was told; without one,
                                       standard error was */
#define SOS_ERROR_BUFFER_TOO_SMALL 262u /**< the buffer has too little room; the output struct says how much is needed */
#define SOS_ERROR_VULKAN 263u /**< a call of Vulkan failed, or the device is of no version of Vulkan 1 */
#define SOS_ERROR_OUT_OF_MEMORY 264u /**< the context's allocator had no memory to give */
#define SOS_ERROR_UNAVAILABLE 265u   /**< this build of the library was made without what the function needs */

/** What a status means: one clause, lower case, without a full stop, never NULL, never to be freed. */
SOS_API const char *sos_status_text(sos_status status);

/* ---- Contexts: your allocator, your log ------------------------------------------------------------------------ */

/** Where memory comes from, and who is told what happens. Every function that makes an object out of nothing takes one first;
 * NULL is malloc's memory and no log. An object remembers its context: sos_filter works in the target's, sos_filter_module
 * and sos_filter_into work in the scratch's. */
typedef struct sos_context sos_context;

/** Gives `size` bytes, never 0, at an address that `alignment`, a power of two, divides; NULL if there are none. */
typedef void *(*sos_allocate_function)(void *user, size_t size, size_t alignment);

/** Takes back what the allocate function gave, with the same size and alignment; `memory` is never NULL. */
typedef void (*sos_release_function)(void *user, void *memory, size_t size, size_t alignment);

/** Is told something. `level` is one SOS_LOG_...; `code` is the status that the call will end with, SOS_OK if it is no
 * error; `word_offset` is the place in the module, in words from its beginning, or SOS_NO_OFFSET; `text` is one line of at most
 * 1023 bytes, good until the function returns. */
typedef void (*sos_log_function)(void *user, uint32_t level, sos_status code, uint32_t word_offset, const char *text);

#define SOS_LOG_ERROR 1u   /**< why a call fails: once for each call that does, once it knows its context */
#define SOS_LOG_WARNING 2u /**< why the target cannot run a module: once for each reason, with what was tried */
#define SOS_LOG_INFO 3u    /**< how a run ended */

#define SOS_NO_OFFSET 0xFFFFFFFFu /**< what is told is not about one place in a module */

/** What a context is made of. The functions are called on whatever thread calls this library, by several at once if several
 * do, and must return: no exception, no longjmp. They may call this library, but for objects that the running call uses. */
typedef struct sos_context_info {
    uint32_t struct_size; /**< sizeof(sos_context_info) */
    uint32_t log_level;   /**< the highest level to be told; 0: all */
    void *user;           /**< handed to the functions */
    sos_allocate_function allocate; /**< both NULL: malloc's memory */
    sos_release_function release;   /**< where what it gave goes back to */
    sos_log_function log; /**< NULL: nothing is told */
} sos_context_info;

/** Makes a context; it is in its own memory itself.
 *
 * Where the allocate function gives NULL, the running call ends with SOS_ERROR_OUT_OF_MEMORY, and has then given back all that
 * it had taken; a scratch is left empty, as it was made. What the call still needed to come to its end it had from malloc,
 * and has freed: if malloc has no memory either, the process is ended.
 *
 * SOS_ERROR_ARGUMENT if only one of the two functions for memory is there, or the level is none; SOS_ERROR_UNAVAILABLE if this
 * build of the library cannot serve an allocator. */
SOS_API sos_status sos_context_create(const sos_context_info *info, sos_context **context);

/** Frees a context. NULL is allowed. It may go before what was made in it: its functions are called until the last such object
 * is freed, and until then `user` must be good. A result that shares a module's words counts as made in both contexts. */
SOS_API void sos_context_free(sos_context *context);

/* ---- Targets -------------------------------------------------------------------------------------------------- */

/** What a device offers. Make one per device at start-up and keep it: reading a profile takes longer than filtering. The
 * context is for the new target and may be NULL. */
typedef struct sos_target sos_target;

/** From the text of a Vulkan Profiles file, as `vulkaninfo -j` and `sos device capture` write it. `length` is in bytes;
 * the text needs no NUL. `profile` names one profile of a file that holds several, and may be NULL where there is one.
 * SOS_ERROR_PROFILE if the text is not such a file; a log is told what is wrong with it. */
SOS_API sos_status sos_target_from_json(const sos_context *context, const char *json, size_t length, const char *profile,
                                        sos_target **target);

/** A built-in target, such as "swiftshader"; `sos device list` shows the names. SOS_ERROR_UNKNOWN_NAME if there is none. */
SOS_API sos_status sos_target_from_name(const sos_context *context, const char *name, sos_target **target);

/** Some function: C may cast any other to it and back. */
typedef void (*sos_function)(void);

/** A physical device of yours, and the way to ask it. Nothing of it is kept. */
typedef struct sos_vulkan {
    uint32_t struct_size;      /**< sizeof(sos_vulkan) */
    uint32_t instance_version; /**< VkApplicationInfo::apiVersion that the instance was made with; 0 is Vulkan 1.0 */
    void *instance;            /**< VkInstance */
    void *physical_device;     /**< VkPhysicalDevice, one of that instance */
    sos_function get_instance_proc_addr; /**< vkGetInstanceProcAddr, cast: that of the instance's loader */
} sos_vulkan;

/** What was enabled on a device: pass the VkDeviceCreateInfo of your vkCreateDevice, with its chain. This is the target to
 * filter for, since Vulkan forbids a module to declare what is supported and was not enabled. Features count as enabled
 * only if the chain says so, extensions only if they are listed.
 * SOS_ERROR_VULKAN if a call of Vulkan fails; SOS_ERROR_ARGUMENT if the create info is none or its chain has no end. */
SOS_API sos_status sos_target_from_device_create_info(const sos_context *context, const sos_vulkan *vulkan,
                                                      const void *create_info, sos_target **target);

/** All that a physical device supports: for tools, and for engines that enable everything. Errors as above. */
SOS_API sos_status sos_target_from_physical_device(const sos_context *context, const sos_vulkan *vulkan,
                                                   sos_target **target);

/** The same device without what has these names in Vulkan, for faults of drivers that you know of. A name is
 * - a feature, as "VkPhysicalDeviceFeatures::shaderInt64", or its member alone: every feature that is called so;
 * - a device extension, as "VK_EXT_shader_atomic_float": the features that only it brings to the device go with it. One that
 *   the device's version of Vulkan has made core leaves them;
 * - an operation on subgroups, as "VK_SUBGROUP_FEATURE_CLUSTERED_BIT".
 * Only what is named goes: a capability that another extension brings as well stays, and so does a feature that implies the one
 * named. What the device does not have may be named. SOS_ERROR_UNKNOWN_NAME if a name is nothing of these, or does not matter to
 * shaders: the log is told which, and of a name of SPIR-V what brings it. The new target is in the context of the old one. */
SOS_API sos_status sos_target_without(const sos_target *target, const char *const *names, size_t name_count,
                                      sos_target **lesser);

/** What a target says of itself. A number that the target does not state is 0. */
typedef struct sos_target_info {
    uint32_t struct_size;       /**< in: sizeof(sos_target_info); everything else is written */
    uint32_t api_version;       /**< the Vulkan version that can be used, as VK_MAKE_API_VERSION packs it */
    uint32_t spirv_version;     /**< the highest SPIR-V version taken, as in a module's second word: 0x00010300 for 1.3 */
    uint32_t subgroup_size;     /**< invocations */
    uint32_t min_subgroup_size; /**< invocations: where subgroup size control is there */
    uint32_t max_subgroup_size; /**< invocations: likewise */
    uint32_t vendor_id;         /**< VkPhysicalDeviceProperties::vendorID */
    uint32_t device_id;         /**< VkPhysicalDeviceProperties::deviceID */
    uint32_t driver_id;         /**< VkDriverId */
    uint32_t reserved;          /**< 0 */
    const char *name;           /**< for people; good until the target is freed */
} sos_target_info;

/** Fills in what a target says of itself. */
SOS_API sos_status sos_target_get_info(const sos_target *target, sos_target_info *info);

/** Whether modules may declare the SPIR-V capability with this value: 1 or 0. 0 for a NULL target. */
SOS_API uint32_t sos_target_has_capability(const sos_target *target, uint32_t capability);

/** Whether the target has an extension, by its name: 1 or 0. "SPV_..." is one that modules may declare, "VK_..." a device
 * extension of Vulkan that matters to shaders; one that was promoted to core counts only where it is there by its name.
 * 0 for NULL and for names that this library does not know. */
SOS_API uint32_t sos_target_has_extension(const sos_target *target, const char *name);

/** Whether the target has a Vulkan feature, by the struct and the member that report it: 1 or 0. The struct may be an alias,
 * or the one that gathers a version's features. 0 for NULL and for names that this library does not know. */
SOS_API uint32_t sos_target_has_feature(const sos_target *target, const char *structure, const char *member);

/** The target as the text of a Vulkan Profiles file, with a NUL: for reports of bugs, and to filter for this device elsewhere, since
 * sos_target_from_json reads it back. The first call for a target takes longer than the others; the text is good until the
 * target is freed. */
SOS_API sos_status sos_target_get_json(const sos_target *target, const char **json);

/** Frees a target. NULL is allowed. */
SOS_API void sos_target_free(sos_target *target);

/* ---- Options -------------------------------------------------------------------------------------------------- */

/** A value for one of the application's own specialization constants. */
typedef struct sos_constant {
    uint32_t spec_id;  /**< as in OpDecorate SpecId, and as VkSpecializationMapEntry::constantID */
    uint32_t reserved; /**< 0 */
    uint64_t value;    /**< the value's bits, zero-extended; 0 or 1 for a Boolean */
} sos_constant;

/** Where a value lies: VkSpecializationMapEntry, to which a pointer may be cast. */
typedef struct sos_map_entry {
    uint32_t constant_id; /**< as in OpDecorate SpecId */
    uint32_t offset; /**< in bytes from the data's beginning */
    size_t size;     /**< in bytes: 1, 2, 4 or 8; 4 for a Boolean, which is a VkBool32 */
} sos_map_entry;

/** Values as Vulkan takes them: the fields of VkSpecializationInfo. */
typedef struct sos_specialization {
    uint32_t struct_size; /**< sizeof(sos_specialization) */
    uint32_t map_entry_count; /**< of `map_entries` */
    const sos_map_entry *map_entries; /**< map_entry_count of them */
    size_t data_size;                 /**< in bytes */
    const void *data; /**< what the entries lead into */
} sos_specialization;

/** A specialization constant that is to hold a fact of the device. */
typedef struct sos_source {
    uint32_t spec_id;  /**< as in OpDecorate SpecId */
    uint32_t reserved; /**< 0 */
    const char *name;  /**< the name of the fact */
} sos_source;

/** Bits for sos_options.flags. */
#define SOS_KEEP_SPEC 1u      /**< constants that are set stay specialization constants, only their defaults change */
#define SOS_SPEC_BASE 2u      /**< sos_options.spec_base counts; without this bit the reserved SpecIds start at 1024 */
#define SOS_NO_SPEC_BASE 4u   /**< no SpecId is reserved */
#define SOS_NO_SPEC_NAMES 8u  /**< OpName does not tell which constants hold facts of the device */
#define SOS_NO_REPORT 16u     /**< make no report, which takes longer than many a module; sos_result_report gives "" */

/** Bits for sos_options.allow: losses that are permitted. */
#define SOS_ALLOW_UNDEF 1u /**< an instruction that runs and that the device lacks may become OpUndef */
#define SOS_ALLOW_SUBGROUP_OF_ONE 2u /**< a module may run with subgroups of one invocation where the device's own do not do */
#define SOS_ALLOW_F16_RELAXED 4u /**< 16-bit floats that the device lacks may be computed as 32-bit ones without rounding to 16 bits */
#define SOS_ALLOW_FLOAT_CONTROLS 8u /**< modes for rounding, denormals, infinities and NaN that the device lacks may be dropped */
#define SOS_ALLOW_F64_TO_F32 16u /**< 64-bit floats that the device lacks may be computed as 32-bit ones */

/** Bits for sos_options.assume: promises of the application, for what neither the device nor the module can tell. Each is used
 * only where the device lacks what would do without it; the report says where. While it is true of all uses of the module,
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

/** Values for sos_options.strip: what goes although a device would take it. */
#define SOS_STRIP_NOTHING 0u
#define SOS_STRIP_DEBUG 1u /**< source text, lines, debug information */
#define SOS_STRIP_NAMES 2u /**< OpName and OpMemberName */
#define SOS_STRIP_ALL 3u   /**< both, and everything else without a meaning */

/** What the application says of a storage image or a storage texel buffer that the module gives no format. It is used where the device
 * reads or writes only what has one, and must then be the format of every view that is bound there. */
typedef struct sos_image_format {
    uint32_t set;      /**< the descriptor set */
    uint32_t binding;  /**< the binding in it */
    uint32_t format;   /**< SPIR-V's ImageFormat: SpvImageFormatRgba8 is 4 */
    uint32_t reserved; /**< 0 */
} sos_image_format;

/** What is asked of one run. Zero in every field but the first is the default, and is what NULL means. */
typedef struct sos_options {
    uint32_t struct_size; /**< sizeof(sos_options): a later version of this struct may be longer */
    uint32_t flags;       /**< SOS_KEEP_SPEC and so on */
    uint32_t allow;       /**< SOS_ALLOW_... */
    uint32_t strip;       /**< one SOS_STRIP_... */
    uint32_t spec_base;   /**< with SOS_SPEC_BASE: the first reserved SpecId */
    uint32_t max_bound;   /**< the largest id bound accepted; 0 is 4194303, SPIR-V's universal limit */
    uint32_t max_words;   /**< the largest module read or written, in words; 0 is 67108864 (256 MiB) */
    uint32_t constant_count; /**< of `constants` */
    uint32_t source_count;   /**< of `sources` */
    uint32_t assume;               /**< SOS_ASSUME_... */
    const sos_constant *constants; /**< constant_count of them; ids that the module does not have are ignored */
    const sos_source *sources;     /**< source_count of them; they go before reserved ids and before names */
    const sos_specialization *specialization; /**< more values, beside `constants`; may be NULL */
    const sos_image_format *image_formats;    /**< image_format_count of them; of two for one binding the first counts */
    uint32_t image_format_count;              /**< of `image_formats` */
    uint32_t reserved;                        /**< 0 */
} sos_options;

/* ---- Filtering ------------------------------------------------------------------------------------------------ */

/** What came out of one run. */
typedef struct sos_result sos_result;

/** How a run ended. */
typedef uint32_t sos_outcome;

#define SOS_NO_OUTCOME 0u  /**< there is no result: the pointer was NULL */
#define SOS_UNCHANGED 1u   /**< the target takes the module as it is */
#define SOS_REWRITTEN 2u   /**< here is the module for the target */
#define SOS_UNSUPPORTED 3u /**< the target cannot run the module; the report says why. This is no error of the call. */

/** Filters a module for a target. `options` may be NULL.
 * A status of 1 to 255 says what is wrong with the module; then there is no result.
 *
 * Two things a rewritten module asks of the program that runs it, beside what sos_result_get_needs tells:
 * - Where the target cannot reach 8- or 16-bit data in buffers, the module reaches whole words. The buffers, and the ranges of
 *   their descriptors, must then end with one: round VkBufferCreateInfo::size and VkDescriptorBufferInfo::range up to four
 *   bytes. A word that is cut off is out of bounds, with the elements in it.
 * - Where the target lacks operations on subgroups, these may be made of workgroups. Their size is then what the shader reads
 *   as SubgroupSize and no longer the device's: count by made_subgroup_size of sos_needs or sos_output. */
SOS_API sos_status sos_filter(const sos_target *target, const uint32_t *words, size_t word_count,
                              const sos_options *options, sos_result **result);

/** How the run ended; SOS_NO_OUTCOME for NULL. */
SOS_API sos_outcome sos_result_outcome(const sos_result *result);

/** The module to hand to Vulkan: sos_result_word_count words, good until the result is freed. When the outcome is
 * SOS_UNCHANGED they may be the very words given to sos_filter: keep those as long as you use these. NULL when the
 * outcome is SOS_UNSUPPORTED. */
SOS_API const uint32_t *sos_result_words(const sos_result *result);

/** The size of the module in words; 0 when the outcome is SOS_UNSUPPORTED. VkShaderModuleCreateInfo::codeSize is in bytes. */
SOS_API size_t sos_result_word_count(const sos_result *result);

/** What was done and why, as JSON; its field "schema" is the version of its shape, and docs/json.md of the project describes the
 * others. Good until the result is freed. Never NULL; "" for a NULL result and with SOS_NO_REPORT. */
SOS_API const char *sos_result_report(const sos_result *result);

/** What a module needs of Vulkan, to check against what was enabled or to enable it. */
typedef struct sos_needs {
    uint32_t struct_size;            /**< in: sizeof(sos_needs); everything else is written */
    uint32_t required_subgroup_size; /**< to ask for by VkPipelineShaderStageRequiredSubgroupSizeCreateInfo; 0: do not */
    uint32_t api_version;            /**< the lowest Vulkan version that takes the module, packed */
    uint32_t feature_count;          /**< of `features` */
    uint32_t extension_count;        /**< of `extensions` */
    uint32_t made_subgroup_size;     /**< invocations in each subgroup that the module makes itself; 0: they are the device's */
    const char *const *features;   /**< feature_count texts, such as
                                      "VkPhysicalDeviceShaderFloat16Int8Features::shaderFloat16";
                                      any one of several that are joined by " | " will do */
    const char *const *extensions; /**< extension_count device extensions, likewise; what these
                                      ask for by themselves (vk.xml, "depends") is not named */
} sos_needs;

/** What the module needs, for all entry points together; each text once, sorted, good until the result is freed. With
 * SOS_NO_REPORT, and when the outcome is SOS_UNSUPPORTED, all but the two sizes of subgroups is 0. */
SOS_API sos_status sos_result_get_needs(const sos_result *result, sos_needs *needs);

/** The module's specialization constants that a pipeline can still set, with the values that they have in it: each id once.
 * Set others as you like; those that stand for the device, and those you gave, have the right values already. The arrays are
 * good until the result is freed. With SOS_NO_REPORT there are none. */
SOS_API sos_status sos_result_get_specialization(const sos_result *result, sos_specialization *specialization);

/** Frees a result. NULL is allowed. */
SOS_API void sos_result_free(sos_result *result);

/* ---- Scanning once, filtering often --------------------------------------------------------------------------- */

/** A module that was scanned: its words and what was found in them. It depends on no target and on no constant. */
typedef struct sos_module sos_module;

/** Scans a module. The words are copied: the caller may free them at once. Of `options`, which may be NULL, only max_bound
 * and max_words count. A status of 1 to 255 says what is wrong with the module. */
SOS_API sos_status sos_module_scan(const sos_context *context, const uint32_t *words, size_t word_count,
                                   const sos_options *options, sos_module **module);

/** Where a module is wrong: for a message, once sos_module_scan or sos_filter has refused it. */
typedef struct sos_defect {
    uint32_t struct_size; /**< in: sizeof(sos_defect); everything else is written */
    sos_status status;    /**< what sos_module_scan gives for these words; SOS_OK: it has nothing against them */
    uint32_t word_offset; /**< where, in words from the module's beginning */
    uint32_t opcode;      /**< of the instruction there; 0 outside instructions */
} sos_defect;

/** Scans once more, with the options of the first time, and tells what and where. */
SOS_API sos_status sos_module_diagnose(const sos_context *context, const uint32_t *words, size_t word_count,
                                       const sos_options *options, sos_defect *defect);

/** Frees a module. NULL is allowed. Results made of it stay good. */
SOS_API void sos_module_free(sos_module *module);

/** What a thread filters in. It keeps its memory from run to run: once it has seen the largest module, sos_filter_into
 * allocates nothing. It keeps nothing else: results do not depend on what a scratch was used for before. */
typedef struct sos_scratch sos_scratch;

/** Makes an empty scratch. */
SOS_API sos_status sos_scratch_create(const sos_context *context, sos_scratch **scratch);

/** Frees a scratch. NULL is allowed. Results made in it stay good. */
SOS_API void sos_scratch_free(sos_scratch *scratch);

/** As sos_filter, of a scanned module and in a scratch. Give the report's price only where you read it: SOS_NO_REPORT. When
 * the outcome is SOS_UNCHANGED the result shares the module's copy of the words, without needing the module to live on. */
SOS_API sos_status sos_filter_module(const sos_target *target, const sos_module *module, const sos_options *options,
                                     sos_scratch *scratch, sos_result **result);

/** What came out of a run into the caller's memory. */
typedef struct sos_output {
    uint32_t struct_size; /**< in: sizeof(sos_output) */
    sos_outcome outcome;  /**< out */
    uint32_t *words;      /**< in: where the module goes, whatever the outcome; may be NULL when capacity is 0 */
    size_t capacity;      /**< in: how many words there is room for; 0 asks for the size alone */
    size_t word_count;    /**< out: the module's size in words; 0 when the outcome is SOS_UNSUPPORTED */
    uint32_t required_subgroup_size; /**< out: to ask for by VkPipelineShaderStageRequiredSubgroupSizeCreateInfo; 0: do not */
    uint32_t made_subgroup_size;     /**< out: as in sos_needs */
} sos_output;

/** As sos_filter_module, into memory of the caller's, and without a report: for that, ask sos_filter_module about a module
 * that turns out SOS_UNSUPPORTED. With capacity 0 it writes no words and is SOS_OK; where capacity is above 0 and too small
 * it writes no words and is SOS_ERROR_BUFFER_TOO_SMALL. In both cases it has filled in the rest of `output`, and has worked
 * as hard as for the words: a buffer that is large enough from the start saves half of the time. */
SOS_API sos_status sos_filter_into(const sos_target *target, const sos_module *module, const sos_options *options,
                                   sos_scratch *scratch, sos_output *output);

/* ---- Keys for caches ------------------------------------------------------------------------------------------ */

/** 128 bits that stand for some content: the same on every machine and in every process, different for different content. */
typedef struct sos_key {
    uint8_t bytes[16]; /**< compare all of them */
} sos_key;

/** What decides the words that sos_filter_module gives: module, target, options and the library's version. Look a pipeline or
 * a filtered module up by it before filtering. SOS_NO_REPORT changes no words, and no key. Builds of one version from sources that
 * differ have the same keys: who changes the sources adds a number to them. */
SOS_API sos_status sos_filter_get_key(const sos_target *target, const sos_module *module, const sos_options *options,
                                      sos_key *key);

/** What a target offers, with its name. The first call for a target takes longer than the others. */
SOS_API sos_status sos_target_get_key(const sos_target *target, sos_key *key);

/** A module's words. */
SOS_API sos_status sos_module_get_key(const sos_module *module, sos_key *key);

/* ---- Inspecting ----------------------------------------------------------------------------------------------- */

/** What a module needs of a device, whatever the device. */
typedef struct sos_inspection sos_inspection;

/** Tells what each entry point needs (capabilities, features, extensions, properties, the version of Vulkan) and which
 * specialization constants there are: what `sos inspect --json` prints. What would become of the module on a device stands in
 * the report of sos_filter. Of `options`, which may be NULL, only max_bound and max_words count. A status of 1 to 255 says what
 * is wrong with the module. */
SOS_API sos_status sos_inspect(const sos_context *context, const uint32_t *words, size_t word_count,
                               const sos_options *options, sos_inspection **inspection);

/** What was found, as JSON; its field "schema" is the version of its shape, and docs/json.md of the project describes the others.
 * Good until the inspection is freed. Never NULL; "" for NULL. */
SOS_API const char *sos_inspection_json(const sos_inspection *inspection);

/** Frees an inspection. NULL is allowed. */
SOS_API void sos_inspection_free(sos_inspection *inspection);

#ifdef __cplusplus
}
#endif

#endif
