#include "run/kernels.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <fftbench/profile.hpp>
#include <sstream>

#include "support/over_ranks.hpp"

namespace fftbench {

LineKernel fftw_kernel(const std::string& version) {
  LineKernel kernel{"FFTW", {}, version};
  std::istringstream words(version);
  std::string word;
  std::getline(words, word, '-');  // fftw
  std::getline(words, word, '-');  // the number
  while (std::getline(words, word, '-')) kernel.instruction_sets.push_back(word);
  return kernel;
}

std::optional<Warning> narrow_kernel(const LineKernel& kernel,
                                     const std::vector<std::string>& processor) {
  const std::vector<std::string>& has = kernel.instruction_sets;
  if (processor.empty() || std::count(has.begin(), has.end(), processor.back()) > 0) {
    return std::nullopt;
  }
  const std::string those = has.empty() ? "no vectors" : fmt::format("{}", fmt::join(has, ", "));
  return Warning{"narrow_kernel",
                 fmt::format("the processor has {}, but {} is built for {} ({})", processor.back(),
                             kernel.name, those, kernel.told_by)};
}

void watch_kernels(const std::function<void()>& forward, Precision precision, Agreement& ranks,
                   Record& record) {
  bool fftw = false;
  ranks.collectively("forward", [&] { fftw = profile::executes_fftw(forward); });
  fftw = on_any_rank(fftw, ranks.comm());
  if (!ranks.root()) return;
  const auto version = profile::fftw_version(precision);
  std::vector<LineKernel>& kernels = record.effective->kernels;
  if (fftw && version) kernels.push_back(fftw_kernel(*version));
  for (const LineKernel& kernel : kernels) {
    const auto warning = narrow_kernel(kernel, record.environment["instruction_sets"]);
    if (warning) record.warnings.push_back(*warning);
  }
}

}  // namespace fftbench
