#pragma once
/// What the kernels of a case were built for, held against what the processor has.

#include <fftbench/driver.hpp>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "contract/record.hpp"
#include "support/collective.hpp"

namespace fftbench {

/// FFTW, of the version that it tells: "fftw-3.3.10-sse2-avx" lists after its number what it was
/// built for.
LineKernel fftw_kernel(const std::string& version);

/// "narrow_kernel" where it lacks the newest of `processor`, oldest first; nothing where that is
/// not known.
std::optional<Warning> narrow_kernel(const LineKernel& kernel,
                                     const std::vector<std::string>& processor);

/// Makes a transform that is not timed. Rank 0's record, in which the library has told of its
/// kernels, then tells of FFTW, if any rank calls it, and warns of kernels that are narrow.
/// Collective.
void watch_kernels(const std::function<void()>& forward, Precision precision, Agreement& ranks,
                   Record& record);

}  // namespace fftbench
