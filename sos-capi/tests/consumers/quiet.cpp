// sos.hpp without exceptions and run-time type information: quiet PROFILE.json MODULE.spv, as wrapper.cpp.
#include <sos.hpp>

#if SOS_EXCEPTIONS
#error "compile this with -fno-exceptions"
#endif

#include "need.h"

#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>

int main(int argc, char **argv)
{
    static std::uint32_t words[1 << 16];
    NEED(argc == 3);
    const std::size_t word_count = read_words(argv[2], words, 1 << 16);

    sos::Target target;
    NEED(sos_target_from_name(nullptr, "no such device", target.put()) == SOS_ERROR_UNKNOWN_NAME);
    NEED(target.get() == nullptr && !target.has_capability(1));
    NEED(sos_target_from_name(nullptr, "swiftshader", target.put()) == SOS_OK && target.has_capability(1));
    // What was there is freed: the sanitizers would tell.
    NEED(sos_target_from_name(nullptr, "swiftshader", target.put()) == SOS_OK);
    sos::Target moved = std::move(target);
    NEED(moved.has_capability(1) && !target.has_capability(1));
    target = std::move(moved);

    sos::Context context;
    const sos_context_info info = sos::sized<sos_context_info>();
    NEED(sos_context_create(&info, context.put()) == SOS_OK);
    sos::Module module;
    NEED(sos_module_scan(context.get(), words, word_count, nullptr, module.put()) == SOS_OK);
    sos::Scratch scratch(nullptr);
    NEED(sos_scratch_create(nullptr, scratch.put()) == SOS_OK);

    sos::Result result;
    NEED(sos_filter_module(target.get(), module.get(), nullptr, scratch.get(), result.put()) == SOS_OK);
    NEED(result.outcome() == SOS_REWRITTEN && result.refusal_count() == 0);
    std::vector<std::uint32_t> out;
    sos_output output;
    NEED(sos::filter_into(target, module, scratch, out, output) == SOS_OK && out.size() == result.word_count());
    NEED(std::memcmp(out.data(), result.words(), out.size() * sizeof(std::uint32_t)) == 0);
    NEED(sos::filter_into(target, sos::Module(), scratch, out, output) == SOS_ERROR_NULL);

    sos_result *given = result.release();
    NEED(result.outcome() == SOS_NO_OUTCOME && sos_result_outcome(given) == SOS_REWRITTEN);
    sos_result_free(given);
    std::puts("quietly as well");
    return 0;
}
