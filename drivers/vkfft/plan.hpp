#pragma once
/// VkFFT's plans for requests that it supports, and what its header tells of itself.

#include <fftbench/driver.hpp>
#include <memory>

namespace fftbench::vkfft_driver {

/// The program's name and the memory that its arrays lie in.
const char* program();
Memory memory();

/// 10304 is version 1.3.4.
int version();
/// Sines came to VkFFT after cosines.
bool has_sines();

std::unique_ptr<Plan> make_plan(const Request& request);

}  // namespace fftbench::vkfft_driver
