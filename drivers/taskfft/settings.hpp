#pragma once
/// taskfft's options as campaigns name them. `auto` leaves a choice to the preset if there is one,
/// else to the library.

#include <fftbench/driver.hpp>

#include <taskfft/taskfft.hpp>

namespace taskfft_settings {

std::vector<fftbench::Option> options();

/// What a request asks for. Throws taskfft::ArgumentError where a setting contradicts the preset.
taskfft::Options options_of(const fftbench::Request& request);

/// Settings as they were asked for, but with what a plan does in place of what it decides.
std::map<std::string, fftbench::Setting> effective(const fftbench::Settings& asked,
                                                   const taskfft::Options& options);

}  // namespace taskfft_settings
