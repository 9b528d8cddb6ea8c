// sos.hpp - sos.h for C++11 and later: owning objects and, where there are any, exceptions.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
//
//     const sos::Target target = sos::Target::from_name("swiftshader");
//     const sos::Result result = sos::filter(target, words.data(), words.size());
//     if (result.outcome() == SOS_UNSUPPORTED)
//         log(result.text());
//     else
//         create_shader_module(result.words(), result.word_count());
//
// sos.h is the manual, and all of it applies here. This header only adds ownership: objects can be moved but not copied,
// and a moved-from object is empty, which every function treats like NULL. It allocates only where it fills a std::vector or a
// std::string.
//
// With -fno-exceptions, whatever would throw a sos::Error is not declared. The functions of sos.h take its place, since they return
// their status, and put() makes an object own what they create:
//
//     sos::Target target;
//     sos_status status = sos_target_from_name(nullptr, "swiftshader", target.put());
//
// Nothing here needs run-time type information.
#ifndef SOS_HPP
#define SOS_HPP

#include "sos.h"

#include <cstddef>
#include <cstdint>
#include <vector>

// Whether exceptions are thrown: 1 or 0. Found out, unless you define it.
#ifndef SOS_EXCEPTIONS
#if defined(__cpp_exceptions) || defined(__EXCEPTIONS) || defined(_CPPUNWIND)
#define SOS_EXCEPTIONS 1
#else
#define SOS_EXCEPTIONS 0
#endif
#endif

#if SOS_EXCEPTIONS
#include <stdexcept>
#include <string>
#endif

namespace sos {

#if SOS_EXCEPTIONS

// A status other than SOS_OK. The text has the name that the status is about, if the call has one, and the place in a malformed module.
class Error : public std::runtime_error {
public:
    explicit Error(sos_status status, const char *name = nullptr)
        : std::runtime_error(sos_status_text(status) + (name ? std::string(": ") + name : std::string())), status_(status)
    {
    }

    // Why the target cannot run a module, and what would help: see Result::supported. The call itself succeeded, so the status is SOS_OK.
    explicit Error(const std::string &text) : std::runtime_error(text), status_(SOS_OK) {}

    sos_status status() const noexcept { return status_; }

private:
    sos_status status_;
};

inline void check(sos_status status, const char *name = nullptr)
{
    if (status != SOS_OK)
        throw Error(status, name);
}
#endif

// A struct of sos.h with struct_size set and zero in every other field: sos::sized<sos_options>().
template <typename Struct> Struct sized() noexcept
{
    Struct made = Struct();
    made.struct_size = static_cast<std::uint32_t>(sizeof made);
    return made;
}

#if SOS_EXCEPTIONS
// The status of a call that scans these words.
inline void check_scan(sos_status status, const std::uint32_t *words, std::size_t word_count, const sos_options *options)
{
    sos_defect defect = sized<sos_defect>();
    if (status != SOS_OK && sos_module_diagnose(nullptr, words, word_count, options, &defect) == SOS_OK && defect.status == status)
        throw Error(status, ("at word " + std::to_string(defect.word_offset)).c_str());
    check(status);
}
#endif

// Owns an object.
template <typename Object, void (*free)(Object *)> class Owner {
public:
    Owner() noexcept = default;
    explicit Owner(Object *object) noexcept : object_(object) {}
    Owner(Owner &&other) noexcept : object_(other.release()) {}
    Owner &operator=(Owner &&other) noexcept
    {
        Object *taken = other.release();
        free(object_);
        object_ = taken;
        return *this;
    }
    ~Owner() { free(object_); }

    const Object *get() const noexcept { return object_; }
    Object *get() noexcept { return object_; }

    // For the last argument of a function of sos.h that creates such an object. What this owned before is freed at once.
    Object **put() noexcept
    {
        free(release());
        return &object_;
    }

    // Gives up the object, which the caller frees.
    Object *release() noexcept
    {
        Object *given = object_;
        object_ = nullptr;
        return given;
    }

private:
    Object *object_ = nullptr;
};

// An allocator and a log. An empty one means malloc and no log.
class Context : public Owner<sos_context, sos_context_free> {
public:
    Context() noexcept = default;

#if SOS_EXCEPTIONS
    explicit Context(const sos_context_info &info) : Owner(create(info)) {}

private:
    static sos_context *create(const sos_context_info &info)
    {
        sos_context *made = nullptr;
        check(sos_context_create(&info, &made));
        return made;
    }
#endif
};

// What a device offers. Any number of threads may use one at once.
class Target : public Owner<sos_target, sos_target_free> {
public:
    using Owner::Owner;

#if SOS_EXCEPTIONS
    static Target from_name(const char *name, const Context &context = Context())
    {
        sos_target *made = nullptr;
        check(sos_target_from_name(context.get(), name, &made), name);
        return Target(made);
    }

    static Target from_json(const std::string &json, const char *profile = nullptr, const Context &context = Context())
    {
        sos_target *made = nullptr;
        check(sos_target_from_json(context.get(), json.data(), json.size(), profile, &made));
        return Target(made);
    }

    static Target from_physical_device(const sos_vulkan &vulkan, const Context &context = Context())
    {
        sos_target *made = nullptr;
        check(sos_target_from_physical_device(context.get(), &vulkan, &made));
        return Target(made);
    }

    static Target from_device_create_info(const sos_vulkan &vulkan, const void *create_info,
                                          const Context &context = Context())
    {
        sos_target *made = nullptr;
        check(sos_target_from_device_create_info(context.get(), &vulkan, create_info, &made));
        return Target(made);
    }

    // The same device without these features, extensions and subgroup operations.
    Target without(const std::vector<const char *> &names) const
    {
        sos_target *made = nullptr;
        check(sos_target_without(get(), names.data(), names.size(), &made));
        return Target(made);
    }

    // What the device offers together with the library, up to one SOS_GRADE_....
    Target extended(uint32_t grade = SOS_GRADE_MOSTLY) const
    {
        sos_target *made = nullptr;
        check(sos_target_extended(get(), grade, &made));
        return Target(made);
    }

    sos_target_info info() const
    {
        sos_target_info told = sized<sos_target_info>();
        check(sos_target_get_info(get(), &told));
        return told;
    }

    // The text of a Vulkan Profiles file, which from_json reads back.
    std::string json() const
    {
        const char *told = nullptr;
        check(sos_target_get_json(get(), &told));
        return told;
    }

    sos_key key() const
    {
        sos_key told;
        check(sos_target_get_key(get(), &told));
        return told;
    }
#endif

    bool has_capability(std::uint32_t capability) const noexcept
    {
        return sos_target_has_capability(get(), capability) != 0;
    }

    bool has_extension(const char *name) const noexcept { return sos_target_has_extension(get(), name) != 0; }

    bool has_feature(const char *structure, const char *member) const noexcept
    {
        return sos_target_has_feature(get(), structure, member) != 0;
    }
};

// A scanned module. Any number of threads may use one at once.
class Module : public Owner<sos_module, sos_module_free> {
public:
    Module() noexcept = default;

#if SOS_EXCEPTIONS
    Module(const std::uint32_t *words, std::size_t word_count, const sos_options *options = nullptr,
           const Context &context = Context())
        : Owner(scan(words, word_count, options, context))
    {
    }

    // The same module with some of its entry points only.
    Module select(const sos_entry_point *entry_points, std::size_t entry_point_count, const Context &context = Context()) const
    {
        sos_module *made = nullptr;
        check(sos_module_select(context.get(), get(), entry_points, entry_point_count, &made));
        return Module(made);
    }

    sos_key key() const
    {
        sos_key told;
        check(sos_module_get_key(get(), &told));
        return told;
    }

    // Its specialization constants, with their sizes and defaults.
    sos_specialization specialization() const
    {
        sos_specialization told = sized<sos_specialization>();
        check(sos_module_get_specialization(get(), &told));
        return told;
    }

private:
    explicit Module(sos_module *made) noexcept : Owner(made) {}

    static sos_module *scan(const std::uint32_t *words, std::size_t word_count, const sos_options *options,
                            const Context &context)
    {
        sos_module *made = nullptr;
        check_scan(sos_module_scan(context.get(), words, word_count, options, &made), words, word_count, options);
        return made;
    }
#endif
};

#if SOS_EXCEPTIONS
// Where a module is malformed.
inline sos_defect diagnose(const std::uint32_t *words, std::size_t word_count, const sos_options *options = nullptr,
                           const Context &context = Context())
{
    sos_defect told = sized<sos_defect>();
    check(sos_module_diagnose(context.get(), words, word_count, options, &told));
    return told;
}
#endif

// Working memory: one for each thread.
class Scratch : public Owner<sos_scratch, sos_scratch_free> {
public:
    using Owner::Owner;

#if SOS_EXCEPTIONS
    explicit Scratch(const Context &context = Context()) : Owner(create(context)) {}

private:
    static sos_scratch *create(const Context &context)
    {
        sos_scratch *made = nullptr;
        check(sos_scratch_create(context.get(), &made));
        return made;
    }
#else
    // It would be an empty one here and none there: say `sos::Scratch scratch(nullptr)`, and put() one into it.
    Scratch() = delete;
#endif
};

#if SOS_EXCEPTIONS
// A module that is prepared for a target, to be specialized often. Any number of threads may use one at once.
class Specializer : public Owner<sos_specializer, sos_specializer_free> {
public:
    Specializer() noexcept = default;

    Specializer(const Target &target, const Module &module, Scratch &scratch, const sos_options *options = nullptr)
        : Owner(create(target, module, scratch, options))
    {
    }

private:
    static sos_specializer *create(const Target &target, const Module &module, Scratch &scratch, const sos_options *options)
    {
        sos_specializer *made = nullptr;
        check(sos_specializer_create(target.get(), module.get(), options, scratch.get(), &made));
        return made;
    }
};
#else
using Specializer = Owner<sos_specializer, sos_specializer_free>;
#endif

// The result of a run.
class Result : public Owner<sos_result, sos_result_free> {
public:
    using Owner::Owner;

    sos_outcome outcome() const noexcept { return sos_result_outcome(get()); }
    const std::uint32_t *words() const noexcept { return sos_result_words(get()); }
    std::size_t word_count() const noexcept { return sos_result_word_count(get()); }
    const char *report() const noexcept { return sos_result_report(get()); }
    const char *text() const noexcept { return sos_result_text(get()); }

    std::uint32_t refusal_count() const noexcept { return sos_result_refusal_count(get()); }

#if SOS_EXCEPTIONS
    sos_needs needs() const
    {
        sos_needs told = sized<sos_needs>();
        check(sos_result_get_needs(get(), &told));
        return told;
    }

    // What the target lacks.
    sos_refusal refusal(std::uint32_t index) const
    {
        sos_refusal told = sized<sos_refusal>();
        check(sos_result_get_refusal(get(), index, &told));
        return told;
    }

    sos_specialization specialization() const
    {
        sos_specialization told = sized<sos_specialization>();
        check(sos_result_get_specialization(get(), &told));
        return told;
    }

    // Throws the text where the target cannot run the module, for programs that have no other way.
    const Result &supported() const
    {
        if (outcome() == SOS_UNSUPPORTED)
            throw Error(std::string(text()));
        return *this;
    }
#endif
};

// Runs a function that writes to the caller's memory, into a vector that grows if necessary and never shrinks.
template <typename Run>
sos_status write_into(Run run, const Scratch &scratch, std::vector<std::uint32_t> &words, sos_output &output)
{
    output = sized<sos_output>();
    output.words = words.data();
    output.capacity = words.size();
    const sos_status status = run(&output);
    const bool fits = output.word_count <= words.size();
    if (fits || (status != SOS_OK && status != SOS_ERROR_BUFFER_TOO_SMALL))
        return status;
    words.resize(output.word_count);
    output.words = words.data();
    output.capacity = words.size();
    return sos_scratch_get_words(scratch.get(), words.data(), words.size());
}

// Filters a scanned module, with a scratch, into a vector that grows if necessary and never shrinks: the output is its first
// output.word_count elements. The module is filtered once in any case. If it fails, the vector keeps its contents, though it may have
// grown. Without exceptions, a program in which it cannot grow ends.
inline sos_status filter_into(const Target &target, const Module &module, Scratch &scratch,
                              std::vector<std::uint32_t> &words, sos_output &output,
                              const sos_options *options = nullptr)
{
    const auto run = [&](sos_output *into) {
        return sos_filter_into(target.get(), module.get(), options, scratch.get(), into);
    };
    return write_into(run, scratch, words, output);
}

// Specializes a prepared module, likewise.
inline sos_status specialize_into(const Specializer &specializer, const sos_specialization *specialization, Scratch &scratch,
                                  std::vector<std::uint32_t> &words, sos_output &output)
{
    const auto run = [&](sos_output *into) {
        return sos_specialize_into(specializer.get(), specialization, scratch.get(), into);
    };
    return write_into(run, scratch, words, output);
}

#if SOS_EXCEPTIONS

// The simple way. When the module is unchanged, the result refers to the words passed in.
inline Result filter(const Target &target, const std::uint32_t *words, std::size_t word_count,
                     const sos_options *options = nullptr)
{
    sos_result *made = nullptr;
    check_scan(sos_filter(target.get(), words, word_count, options, &made), words, word_count, options);
    return Result(made);
}

// Filters a scanned module, with a scratch.
inline Result filter(const Target &target, const Module &module, Scratch &scratch, const sos_options *options = nullptr)
{
    sos_result *made = nullptr;
    check(sos_filter_module(target.get(), module.get(), options, scratch.get(), &made));
    return Result(made);
}

// The same, with the output as returned, and failures thrown.
inline sos_output filter_into(const Target &target, const Module &module, Scratch &scratch,
                              std::vector<std::uint32_t> &words, const sos_options *options = nullptr)
{
    sos_output output;
    check(filter_into(target, module, scratch, words, output, options));
    return output;
}

inline sos_output specialize_into(const Specializer &specializer, const sos_specialization *specialization, Scratch &scratch,
                                  std::vector<std::uint32_t> &words)
{
    sos_output output;
    check(specialize_into(specializer, specialization, scratch, words, output));
    return output;
}

// What a module needs of any device, as JSON.
inline std::string inspect(const std::uint32_t *words, std::size_t word_count, const sos_options *options = nullptr,
                           const Context &context = Context())
{
    sos_inspection *made = nullptr;
    check_scan(sos_inspect(context.get(), words, word_count, options, &made), words, word_count, options);
    const Owner<sos_inspection, sos_inspection_free> owner(made);
    return sos_inspection_json(owner.get());
}

// The key of everything that determines the output.
inline sos_key filter_key(const Target &target, const Module &module, const sos_options *options = nullptr)
{
    sos_key told;
    check(sos_filter_get_key(target.get(), module.get(), options, &told));
    return told;
}
#endif

} // namespace sos

#endif
