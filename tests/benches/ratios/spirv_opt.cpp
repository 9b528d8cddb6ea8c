// Runs jobs of SPIRV-Tools' optimizer over and over in one process and prints the best time of a round.
//
//   spirv_opt FILE
//
// FILE holds 32-bit words in the machine's order: the job (0 strip and trim, 1 specialize), then for each module the number of
// constants to set, for each its SpecId and two words of value, the number of words of the module, and those.
//
// Output: seconds of the best round, the number of words that the outputs have together, and the numbers of the modules, from
// 0 on, that it refuses or ends on: they are not part of it. What the library's user does beside the job (making an optimizer
// and its passes, which can run only once) is not timed; validation is off.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <unordered_map>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include <spirv-tools/optimizer.hpp>

using Values = std::unordered_map<uint32_t, std::vector<uint32_t>>;

struct Case {
  Values values;
  std::vector<uint32_t> words;
};

static std::unique_ptr<spvtools::Optimizer> optimizer(bool specialize, const Values& values) {
  std::unique_ptr<spvtools::Optimizer> made(new spvtools::Optimizer(SPV_ENV_VULKAN_1_3));
  if (specialize) {
    made->RegisterPass(spvtools::CreateSetSpecConstantDefaultValuePass(values))
        .RegisterPass(spvtools::CreateFreezeSpecConstantValuePass())
        .RegisterPass(spvtools::CreateFoldSpecConstantOpAndCompositePass())
        .RegisterPass(spvtools::CreateDeadBranchElimPass())
        .RegisterPass(spvtools::CreateAggressiveDCEPass());
  } else {
    made->RegisterPass(spvtools::CreateStripDebugInfoPass())
        .RegisterPass(spvtools::CreateStripNonSemanticInfoPass());
#ifdef HAS_TRIMMING
    made->RegisterPass(spvtools::CreateTrimCapabilitiesPass());
#endif
  }
  return made;
}

// Whether the job is done for a module; in a process of its own, because the library dies of some.
static bool takes(bool specialize, const Case& one, const spvtools::OptimizerOptions& options) {
  const pid_t child = fork();
  if (child == 0) {
    std::vector<uint32_t> out;
    _exit(optimizer(specialize, one.values)->Run(one.words.data(), one.words.size(), &out, options) ? 0 : 1);
  }
  int status = 1;
  return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::ifstream file(argv[1], std::ios::binary);
  std::vector<char> bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::vector<uint32_t> input(bytes.size() / 4);
  std::copy_n(bytes.data(), input.size() * 4, reinterpret_cast<char*>(input.data()));
  if (input.empty()) return 2;

  std::vector<Case> cases;
  const bool specialize = input[0] == 1;
  for (size_t at = 1; at < input.size();) {
    Case one;
    const size_t constants = input[at++];
    for (size_t i = 0; i < constants; i++, at += 3) one.values[input[at]] = {input[at + 1]};
    const size_t count = input[at++];
    one.words.assign(input.begin() + at, input.begin() + at + count);
    at += count;
    cases.push_back(std::move(one));
  }

  spvtools::OptimizerOptions options;
  options.set_run_validator(false);
  double best = 1e300;
  size_t words = 0;
  const auto begin = std::chrono::steady_clock::now();
  const auto seconds = [](std::chrono::steady_clock::duration time) {
    return std::chrono::duration<double>(time).count();
  };
  std::vector<size_t> refused;
  for (size_t i = cases.size(); i-- > 0;) {
    if (takes(specialize, cases[i], options)) continue;
    refused.push_back(i);
    cases.erase(cases.begin() + i);
  }
  for (int round = 0; round < 3 || seconds(std::chrono::steady_clock::now() - begin) < 0.6; round++) {
    words = 0;
    std::vector<std::unique_ptr<spvtools::Optimizer>> optimizers;
    for (const Case& one : cases) optimizers.push_back(optimizer(specialize, one.values));
    const auto start = std::chrono::steady_clock::now();
    for (size_t i = 0; i < cases.size(); i++) {
      const Case& one = cases[i];
      std::vector<uint32_t> out;
      if (!optimizers[i]->Run(one.words.data(), one.words.size(), &out, options)) {
        std::fprintf(stderr, "a module was refused the second time\n");
        return 1;
      }
      words += out.empty() ? one.words.size() : out.size();
    }
    best = std::min(best, seconds(std::chrono::steady_clock::now() - start));
  }
  std::printf("%.9f %zu", best, words);
  for (const size_t i : refused) std::printf(" %zu", i);
  std::printf("\n");
}
