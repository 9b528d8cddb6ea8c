#include "filter.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <sstream>
#include <stdexcept>

namespace {

std::string variable(const char *name)
{
    const char *value = std::getenv(name);
    return value == nullptr ? "" : value;
}

std::vector<std::string> list(const char *name)
{
    std::vector<std::string> made;
    std::istringstream items(variable(name));
    for (std::string item; std::getline(items, item, ',');)
        if (!item.empty())
            made.push_back(item);
    return made;
}

std::string hexadecimal(const Key &key)
{
    static const char digits[] = "0123456789abcdef";
    std::string made;
    for (const std::uint8_t byte : key) {
        made += digits[byte >> 4];
        made += digits[byte & 15];
    }
    return made;
}

Key bytes(const sos_key &key)
{
    Key made;
    std::copy(std::begin(key.bytes), std::end(key.bytes), made.begin());
    return made;
}

// A built-in device, or the text of a Vulkan Profiles file.
sos::Target named(const std::string &name, const sos::Context &context)
{
    std::ifstream file(name, std::ios::binary);
    if (!file)
        return sos::Target::from_name(name.c_str(), context);
    const std::string json((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    return sos::Target::from_json(json, nullptr, context);
}

sos_context_info logging_to(std::vector<std::string> &reasons)
{
    sos_context_info info = sos::sized<sos_context_info>();
    info.log_level = SOS_LOG_WARNING;
    info.user = &reasons;
    info.log = [](void *user, std::uint32_t, sos_status, std::uint32_t, const char *text) {
        static_cast<std::vector<std::string> *>(user)->push_back(text);
    };
    return info;
}

} // namespace

Settings Settings::from_environment()
{
    return {list("SOS_LAYER_WITHOUT"), list("SOS_LAYER_DEVICES"), variable("SOS_LAYER_LOG"), variable("SOS_LAYER_DUMP")};
}

Filter::Filter(const Settings &settings, const sos_vulkan &vulkan, const void *device_create_info)
    : folder_(settings.folder), context_(logging_to(reasons_)), scratch_(context_)
{
    if (!settings.log.empty()) {
        file_.open(settings.log, std::ios::app);
        if (!file_)
            throw std::runtime_error("SOS_LAYER_LOG: cannot write " + settings.log);
    }
    try {
        enabled_ = sos::Target::from_device_create_info(vulkan, device_create_info, context_);
        std::vector<const char *> names;
        for (const std::string &name : settings.without)
            names.push_back(name.c_str());
        enabled_ = enabled_.without(names);
        for (const std::string &name : settings.devices)
            reported_.emplace_back(name, named(name, context_));
    } catch (const sos::Error &error) {
        throw std::runtime_error(why(error));
    }
}

void Filter::say(const std::string &line)
{
    std::ostream &stream = file_.is_open() ? file_ : std::cerr;
    stream << "sos: " + line + "\n" << std::flush;
}

void Filter::dump(const std::string &name, const std::vector<std::uint32_t> &words)
{
    if (folder_.empty())
        return;
    const std::string path = folder_ + "/" + name + ".spv";
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char *>(words.data()), static_cast<std::streamsize>(words.size() * sizeof(std::uint32_t)));
    file.close();
    if (!file)
        say("cannot write " + path);
}

std::unique_ptr<Written> Filter::scan(const std::uint32_t *words, std::size_t word_count)
{
    const std::lock_guard<std::mutex> guard(lock_);
    std::unique_ptr<Written> made(new Written);
    made->words.assign(words, words + word_count);
    reasons_.clear();
    try {
        made->module = sos::Module(words, word_count, nullptr, context_);
        made->key = bytes(made->module.key());
        dump(hexadecimal(made->key), made->words);
    } catch (const sos::Error &error) {
        say("a module that cannot be filtered: " + why(error));
    }
    return made;
}

// What the log was told of an error, or else the error itself.
std::string Filter::why(const sos::Error &error) const
{
    return reasons_.empty() ? error.what() : reasons_.back();
}

// Filters one stage for one device and says how that ended.
Filtered Filter::run(const sos::Target &target, const sos::Module &selected, const Stage &stage, const sos_options &options,
                     const std::string &device)
{
    std::string line = hexadecimal(stage.written->key) + " " + stage.entry.name + device + ": ";
    Filtered made;
    sos_outcome outcome = SOS_NO_OUTCOME;
    reasons_.clear();
    try {
        const sos_output output = sos::filter_into(target, selected, scratch_, made.words, &options);
        outcome = output.outcome;
        made.words.resize(output.word_count);
        made.required_subgroup_size = output.required_subgroup_size;
    } catch (const sos::Error &error) {
        reasons_ = {why(error)};
    }
    made.as_written = outcome != SOS_UNCHANGED && outcome != SOS_REWRITTEN;
    if (made.as_written) {
        line += outcome == SOS_UNSUPPORTED ? "unsupported" : "failed";
        for (const std::string &reason : reasons_)
            line += "\n    " + reason;
    } else if (outcome == SOS_UNCHANGED) {
        line += "unchanged";
    } else {
        const std::size_t before = stage.written->words.size();
        line += "rewritten, " + std::to_string(before) + " to " + std::to_string(made.words.size()) + " words";
    }
    say(line);
    return made;
}

const Filtered &Filter::filter(const Stage &stage)
{
    static const Filtered written;
    const std::lock_guard<std::mutex> guard(lock_);
    if (stage.written->module.get() == nullptr)
        return written;
    reasons_.clear();
    try {
        sos_options options = sos::sized<sos_options>();
        options.specialization = &stage.specialization;
        const sos::Module selected = stage.written->module.select(&stage.entry, 1, context_);
        const Key key = bytes(sos::filter_key(enabled_, selected, &options));
        const auto found = filtered_.find(key);
        if (found != filtered_.end())
            return found->second;

        for (const auto &device : reported_)
            run(device.second, selected, stage, options, " on " + device.first);
        const Filtered &made = filtered_.emplace(key, run(enabled_, selected, stage, options, "")).first->second;
        if (!made.as_written)
            dump(hexadecimal(stage.written->key) + "-" + hexadecimal(key), made.words);
        return made;
    } catch (const sos::Error &error) {
        say(hexadecimal(stage.written->key) + " " + stage.entry.name + ": " + why(error));
        return written;
    }
}
