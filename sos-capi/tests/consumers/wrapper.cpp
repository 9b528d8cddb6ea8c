// Every function of sos.hpp: wrapper PROFILE.json MODULE.spv, a module that the profile's device takes only when rewritten.
#include <sos.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <utility>

namespace {

int failures = 0;

void check(bool good, const char *what, int line)
{
    if (!good) {
        failures += 1;
        std::cerr << "wrapper.cpp:" << line << ": " << what << '\n';
    }
}

#define CHECK(condition) check(condition, #condition, __LINE__)

// The status that is thrown, or SOS_OK.
template <typename Call> sos_status thrown(Call call)
{
    try {
        call();
        return SOS_OK;
    } catch (const sos::Error &error) {
        CHECK(std::string(error.what()).find(sos_status_text(error.status())) == 0);
        return error.status();
    }
}

std::string read(const char *path)
{
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

bool same(const sos_key &a, const sos_key &b)
{
    return std::equal(a.bytes, a.bytes + 16, b.bytes);
}

void targets(const sos::Target &target)
{
    CHECK(thrown([] { sos::Target::from_name("no such device"); }) == SOS_ERROR_UNKNOWN_NAME);
    CHECK(thrown([] { sos::Target::from_json("{"); }) == SOS_ERROR_PROFILE);
    CHECK(thrown([] { sos::Target::from_physical_device(sos::sized<sos_vulkan>()); }) == SOS_ERROR_NULL);
    CHECK(thrown([] { sos::Target::from_device_create_info(sos::sized<sos_vulkan>(), nullptr); }) == SOS_ERROR_NULL);

    try {
        sos::Target::from_name("Pixel 7");
    } catch (const sos::Error &error) {
        CHECK(std::string(error.what()) == std::string(sos_status_text(SOS_ERROR_UNKNOWN_NAME)) + ": Pixel 7");
    }

    sos::Target built_in = sos::Target::from_name("swiftshader");
    CHECK(built_in.info().subgroup_size == 4 && target.info().subgroup_size == 4);
    CHECK(same(built_in.key(), target.key()));
    CHECK(same(sos::Target::from_json(built_in.json()).key(), target.key()));
    CHECK(thrown([] { sos::Target().json(); }) == SOS_ERROR_NULL);
    CHECK(built_in.has_capability(1) && !built_in.has_capability(9));
    CHECK(!built_in.without({"shaderClipDistance"}).has_capability(32) && built_in.has_capability(32));
    CHECK(thrown([&] { built_in.without({"no such feature"}); }) == SOS_ERROR_UNKNOWN_NAME);
    CHECK(built_in.has_extension("SPV_KHR_storage_buffer_storage_class") && !built_in.has_extension("SPV_KHR_nothing"));
    CHECK(!built_in.has_feature("VkPhysicalDeviceShaderFloat16Int8Features", "shaderFloat16"));

    sos::Target moved = std::move(built_in);
    CHECK(moved.has_capability(1));
    built_in = sos::Target();
    CHECK(!built_in.has_capability(1) && thrown([&] { built_in.info(); }) == SOS_ERROR_NULL);
}

// What the context gave and has not got back.
std::size_t blocks = 0;

extern "C" {

void *allocate(void *, std::size_t size, std::size_t)
{
    blocks += 1;
    return std::malloc(size);
}

void release(void *, void *memory, std::size_t, std::size_t)
{
    blocks -= 1;
    std::free(memory);
}

} // extern "C"

void contexts(const std::vector<std::uint32_t> &words)
{
    sos_context_info info = sos::sized<sos_context_info>();
    info.allocate = allocate;
    CHECK(thrown([&] { sos::Context unpaired(info); }) == SOS_ERROR_ARGUMENT);
    info.release = release;
    {
        sos::Context context(info);
        const sos::Target target = sos::Target::from_name("swiftshader", context);
        const sos::Module module(words.data(), words.size(), nullptr, context);
        sos::Scratch scratch(context);
        // It may go first.
        context = sos::Context();
        CHECK(sos::filter(target, module, scratch).outcome() == SOS_REWRITTEN);
        CHECK(blocks > 4);
    }
    CHECK(blocks == 0);
}

void modules(const sos::Target &target, const std::vector<std::uint32_t> &words)
{
    CHECK(thrown([] { sos::Module(nullptr, 5); }) == SOS_ERROR_NULL);
    CHECK(thrown([&] { sos::Module(words.data(), 4); }) == SOS_ERROR_NOT_SPIRV);
    CHECK(sos::diagnose(words.data(), 4).status == SOS_ERROR_NOT_SPIRV);
    CHECK(sos::diagnose(words.data(), words.size()).status == SOS_OK);
    CHECK(thrown([] { sos::diagnose(nullptr, 5); }) == SOS_ERROR_NULL);
    CHECK(sos::inspect(words.data(), words.size()).find("\"entry_points\":[{\"name\":\"main\"") != std::string::npos);
    CHECK(thrown([&] { sos::inspect(words.data(), 4); }) == SOS_ERROR_NOT_SPIRV);
    CHECK(thrown([] { sos::Module().key(); }) == SOS_ERROR_NULL);
    CHECK(thrown([] { sos::Module().specialization(); }) == SOS_ERROR_NULL);
    // A capability that no version knows, declared first.
    std::vector<std::uint32_t> refused = words;
    refused.insert(refused.begin() + 5, {2u << 16 | 17u, 60000u});
    try {
        sos::filter(target, refused.data(), refused.size()).supported();
        CHECK(!"supported");
    } catch (const sos::Error &error) {
        CHECK(error.status() == SOS_OK);
        CHECK(std::string(error.what()).find(" cannot run it; it needs capability 60000") != std::string::npos);
    }
    refused[5] = 0;
    try {
        sos::filter(target, refused.data(), refused.size());
        CHECK(!"filtered");
    } catch (const sos::Error &error) {
        CHECK(error.what() == std::string(sos_status_text(error.status())) + ": at word 5");
    }
    const sos::Module module(words.data(), words.size());
    sos::Scratch scratch;
    const sos::Result simple = sos::filter(target, words.data(), words.size());
    const sos::Result result = sos::filter(target, module, scratch);
    CHECK(simple.outcome() == SOS_REWRITTEN && result.outcome() == SOS_REWRITTEN);
    const std::vector<std::uint32_t> expected(simple.words(), simple.words() + simple.word_count());
    CHECK(std::equal(expected.begin(), expected.end(), result.words()) && result.word_count() == expected.size());
    CHECK(std::strcmp(simple.report(), result.report()) == 0);
    CHECK(result.needs().required_subgroup_size == 0 && result.needs().api_version >> 22 == 1);
    CHECK(result.specialization().map_entry_count == 0 && module.specialization().map_entry_count == 0);
    CHECK(sos::Result().outcome() == SOS_NO_OUTCOME);
    CHECK(thrown([] { sos::Result().needs(); }) == SOS_ERROR_NULL);
    CHECK(thrown([] { sos::Result().specialization(); }) == SOS_ERROR_NULL);

    // From nothing, from too little, from enough, and from more than enough, which stays behind the words.
    for (const std::size_t room : {std::size_t(0), std::size_t(1), expected.size(), expected.size() + 3}) {
        std::vector<std::uint32_t> out(room, 7);
        const sos_output output = sos::filter_into(target, module, scratch, out);
        CHECK(output.outcome == SOS_REWRITTEN && output.word_count == expected.size());
        CHECK(out.size() == std::max(room, expected.size()));
        CHECK(std::equal(expected.begin(), expected.end(), out.begin()));
        CHECK(room <= expected.size() || out.back() == 7);
    }
    // With the status returned instead.
    std::vector<std::uint32_t> grown;
    sos_output told;
    CHECK(sos::filter_into(target, module, scratch, grown, told) == SOS_OK && told.word_count == expected.size());
    CHECK(grown == expected && told.words == grown.data());
    CHECK(sos::filter_into(target, sos::Module(), scratch, grown, told) == SOS_ERROR_NULL && told.word_count == 0);
    // Prepared once. The module has no constants: each specialization is the module for the target.
    const sos::Specializer specializer(target, module, scratch);
    for (const std::size_t room : {std::size_t(0), std::size_t(1), std::size_t(4096)}) {
        std::vector<std::uint32_t> special(room, 7);
        const sos_output output = sos::specialize_into(specializer, nullptr, scratch, special);
        CHECK(output.outcome == SOS_REWRITTEN && output.word_count > 5 && output.word_count <= expected.size());
        CHECK(special.size() == std::max(room, output.word_count) && special[0] == expected[0]);
    }
    sos_specialization none = sos::sized<sos_specialization>();
    none.map_entry_count = 1;
    CHECK(thrown([&] { sos::specialize_into(specializer, &none, scratch, grown); }) == SOS_ERROR_NULL);
    CHECK(thrown([&] { sos::specialize_into(sos::Specializer(), nullptr, scratch, grown); }) == SOS_ERROR_NULL);
    CHECK(thrown([&] { sos::Specializer(target, sos::Module(), scratch); }) == SOS_ERROR_NULL);
    CHECK(simple.refusal_count() == 0);
    CHECK(thrown([&] { simple.refusal(0); }) == SOS_ERROR_ARGUMENT);

    std::vector<std::uint32_t> out(3, 7);
    CHECK(thrown([&] { sos::filter_into(target, sos::Module(), scratch, out); }) == SOS_ERROR_NULL);
    CHECK(out == std::vector<std::uint32_t>(3, 7));

    sos_options options = sos::sized<sos_options>();
    CHECK(same(sos::filter_key(target, module), sos::filter_key(target, module, &options)));
    options.strip = SOS_STRIP_ALL;
    CHECK(!same(sos::filter_key(target, module), sos::filter_key(target, module, &options)));
    CHECK(!same(module.key(), target.key()));
    options.strip = 99;
    CHECK(thrown([&] { sos::filter_key(target, module, &options); }) == SOS_ERROR_ARGUMENT);
    CHECK(thrown([&] { sos::filter(target, module, scratch, &options); }) == SOS_ERROR_ARGUMENT);
    CHECK(thrown([&] { sos::filter(target, words.data(), words.size(), &options); }) == SOS_ERROR_ARGUMENT);
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    const sos::Target target = sos::Target::from_json(read(argv[1]));
    const std::string bytes = read(argv[2]);
    std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
    std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint32_t));
    targets(target);
    contexts(words);
    modules(target, words);
    if (failures == 0)
        std::cout << "the wrapper holds\n";
    return failures == 0 ? 0 : 1;
}
