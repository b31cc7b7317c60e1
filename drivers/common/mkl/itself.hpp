#pragma once
/// What MKL tells of itself.

#include <fmt/format.h>
#include <mkl_service.h>

#include <array>
#include <fftbench/driver.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fftbench {

inline MKLVersion mkl_itself() {
  MKLVersion version{};
  mkl_get_version(&version);
  return version;
}

inline std::string mkl_version() {
  const MKLVersion version = mkl_itself();
  return fmt::format("{}.{}.{}", version.MajorVersion, version.MinorVersion, version.UpdateVersion);
}

/// By the processor for which MKL has chosen its code, as "Intel(R) Advanced Vector Extensions 512
/// (Intel(R) AVX-512) enabled processors"; nothing where it names no vectors.
inline std::vector<LineKernel> mkl_kernels() {
  constexpr std::array<std::pair<std::string_view, const char*>, 4> words{
      {{"AVX-512", "avx512"}, {"AVX2", "avx2"}, {"AVX)", "avx"}, {"SSE", "sse2"}}};
  const std::string processor = mkl_itself().Processor;
  for (const auto& [word, instruction_set] : words) {
    if (processor.find(word) == std::string::npos) continue;
    return {{"MKL", {instruction_set}, "mkl_get_version: " + processor}};
  }
  return {};
}

}  // namespace fftbench
