// Filters a module for a device read from a Vulkan Profiles file: filter DEVICE.json IN.spv OUT.spv
//
// The same as filter.c in C++11, with owners instead of frees, options, and a target from a file. On Linux, out of a
// checkout:
//
//     cargo build --release -p sos-capi
//     c++ -std=c++11 -Isos-capi/include sos-capi/examples/filter.cpp target/release/libsos.a -lpthread -ldl -lm -o filter
#include <sos.h>

#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

struct Free {
    void operator()(sos_target *target) const { sos_target_free(target); }
    void operator()(sos_result *result) const { sos_result_free(result); }
};

using Target = std::unique_ptr<sos_target, Free>;
using Result = std::unique_ptr<sos_result, Free>;

void check(sos_status status)
{
    if (status != SOS_OK)
        throw std::runtime_error(sos_status_text(status));
}

Target target_from(const std::string &json)
{
    sos_target *target = nullptr;
    check(sos_target_from_json(json.data(), json.size(), nullptr, &target));
    return Target(target);
}

Result filter(const Target &target, const std::vector<std::uint32_t> &words, const sos_options &options)
{
    sos_result *result = nullptr;
    check(sos_filter(target.get(), words.data(), words.size(), &options, &result));
    return Result(result);
}

std::string read(const char *path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw std::runtime_error(std::string("cannot read ") + path);
    return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

} // namespace

int main(int argc, char **argv)
try {
    if (argc != 4)
        throw std::runtime_error("usage: filter DEVICE.json IN.spv OUT.spv");
    const Target target = target_from(read(argv[1]));

    const std::string bytes = read(argv[2]);
    std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
    if (!words.empty())
        std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint32_t));

    sos_options options = sos_options();
    options.struct_size = sizeof options;
    options.strip = SOS_STRIP_DEBUG;

    const Result result = filter(target, words, options);
    if (sos_result_outcome(result.get()) == SOS_UNSUPPORTED) {
        std::cout << sos_result_report(result.get()) << '\n';
        return 1;
    }
    std::ofstream out(argv[3], std::ios::binary);
    out.write(reinterpret_cast<const char *>(sos_result_words(result.get())),
              static_cast<std::streamsize>(sos_result_word_count(result.get()) * sizeof(std::uint32_t)));
    out.close();
    if (!out)
        throw std::runtime_error(std::string("cannot write ") + argv[3]);
    return 0;
} catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 2;
}
