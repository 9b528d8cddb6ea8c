// What the layer does with shaders: layer.cpp asks it for the words to give to the driver.
#ifndef SOS_LAYER_FILTER_HPP
#define SOS_LAYER_FILTER_HPP

#include <sos.hpp>

#include <array>
#include <cstdint>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

// What the environment asks for.
struct Settings {
    std::vector<std::string> without; // SOS_LAYER_WITHOUT: Vulkan's names of what to hide, with commas between
    std::vector<std::string> devices; // SOS_LAYER_DEVICES: devices to report for, likewise
    std::string log;                  // SOS_LAYER_LOG: a file to append to; empty: standard error
    std::string folder;               // SOS_LAYER_DUMP: where modules are written; empty: nowhere

    static Settings from_environment();
};

using Key = std::array<std::uint8_t, 16>;

// A module as the program wrote it.
struct Written {
    std::vector<std::uint32_t> words;
    sos::Module module; // empty if it is malformed
    Key key{};          // zero likewise
};

// One stage of a pipeline.
struct Stage {
    const Written *written = nullptr;
    sos_entry_point entry{};
    sos_specialization specialization{};
};

// What the driver gets in its place.
struct Filtered {
    bool as_written = true; // the module cannot be filtered
    std::vector<std::uint32_t> words;
    std::uint32_t required_subgroup_size = 0;
};

// Filters for one device, and says what became of each stage the first time it is seen. Any number of threads may use one.
class Filter {
public:
    // Throws sos::Error and std::runtime_error.
    Filter(const Settings &settings, const sos_vulkan &vulkan, const void *device_create_info);

    // Never throws because of the words: malformed ones are reported, and used as they are.
    std::unique_ptr<Written> scan(const std::uint32_t *words, std::size_t word_count);

    // What it returns stays valid as long as the filter.
    const Filtered &filter(const Stage &stage);

private:
    Filtered run(const sos::Target &target, const sos::Module &selected, const Stage &stage, const sos_options &options,
                 const std::string &device);
    std::string why(const sos::Error &error) const;
    void say(const std::string &line);
    void dump(const std::string &name, const std::vector<std::uint32_t> &words);

    std::mutex lock_;
    std::ofstream file_;
    std::string folder_;
    std::vector<std::string> reasons_; // what the log was told since it was last cleared
    sos::Context context_;
    sos::Scratch scratch_;
    sos::Target enabled_;
    std::vector<std::pair<std::string, sos::Target>> reported_;
    std::map<Key, Filtered> filtered_;
};

#endif
