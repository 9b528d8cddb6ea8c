// re-spirv as functions of C, called from the same process. A shader's words must outlive it.

#include "re-spirv.h"

extern "C" {

void *peer_new() { return new respv::Shader(); }

void peer_free(void *shader) { delete static_cast<respv::Shader *>(shader); }

int peer_parse(void *shader, const uint32_t *words, size_t count) {
    return static_cast<respv::Shader *>(shader)->parse(words, count * 4, false);
}

// Constants are read once: what an application keeps with a pipeline. `values` are two words each; `sizes` says how many count.
void *peer_constants(const uint32_t *ids, const uint32_t *values, const uint32_t *sizes, uint32_t count) {
    auto *list = new std::vector<respv::SpecConstant>();
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *first = values + 2 * i;
        list->emplace_back(ids[i], std::vector<uint32_t>(first, first + sizes[i]));
    }
    return list;
}

void peer_free_constants(void *constants) { delete static_cast<std::vector<respv::SpecConstant> *>(constants); }

// Returns the size of the output in words, 0 if it fails; `output` is set to the words, which the next call overwrites.
size_t peer_run(const void *shader, const void *constants, const uint32_t **output) {
    static std::vector<uint8_t> data;
    const auto &list = *static_cast<const std::vector<respv::SpecConstant> *>(constants);
    if (!respv::Optimizer::run(*static_cast<const respv::Shader *>(shader), list.data(), uint32_t(list.size()), data)) {
        return 0;
    }
    *output = reinterpret_cast<const uint32_t *>(data.data());
    return data.size() / 4;
}

}
