// Filters a module for a device: filter DEVICE IN.spv OUT.spv
//
// The same as filter.c in C++11 by sos.hpp, with owners instead of frees, and options. DEVICE is a built-in device, such as swiftshader, or a
// Vulkan Profiles file that is called *.json. On Linux, with an archive or what CMake installed, where PKG_CONFIG_PATH names its
// lib/pkgconfig:
//
//     c++ -std=c++11 filter.cpp $(pkg-config --cflags --libs sos-static) -o filter
//
// Out of a checkout:
//
//     cargo build --release -p sos-capi
//     c++ -std=c++11 -Isos-capi/include sos-capi/examples/filter.cpp target/release/libsos.a -lpthread -ldl -lm -o filter
#include <sos.hpp>

#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

std::string read(const char *path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw std::runtime_error(std::string("cannot read ") + path);
    return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

// A built-in device, or the one that a file describes.
sos::Target find_target(const std::string &device)
{
    const std::string end = ".json";
    if (device.size() < end.size() || device.compare(device.size() - end.size(), end.size(), end) != 0)
        return sos::Target::from_name(device.c_str());
    return sos::Target::from_json(read(device.c_str()));
}

} // namespace

int main(int argc, char **argv)
try {
    if (argc != 4)
        throw std::runtime_error("usage: filter DEVICE IN.spv OUT.spv");
    const sos::Target target = find_target(argv[1]);

    const std::string bytes = read(argv[2]);
    std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
    if (!words.empty())
        std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint32_t));

    sos_options options = sos::sized<sos_options>();
    options.strip = SOS_STRIP_DEBUG;

    const sos::Result result = sos::filter(target, words.data(), words.size(), &options);
    if (result.outcome() == SOS_UNSUPPORTED) {
        std::cout << result.report() << '\n';
        return 1;
    }
    std::ofstream out(argv[3], std::ios::binary);
    out.write(reinterpret_cast<const char *>(result.words()),
              static_cast<std::streamsize>(result.word_count() * sizeof(std::uint32_t)));
    out.close();
    if (!out)
        throw std::runtime_error(std::string("cannot write ") + argv[3]);
    return 0;
} catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 2;
}
