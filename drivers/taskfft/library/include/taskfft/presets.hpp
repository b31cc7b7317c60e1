#pragma once
/// Options that stand for other codes' ways.

#include <string_view>
#include <vector>

#include "taskfft/options.hpp"

namespace taskfft {

/// How the codes of three papers do a transform, as options of this library, so that the papers'
/// comparisons can be repeated within one program. The table in TUNING.md says what each preset
/// keeps of the original and what it leaves out. In order: static: SimpleMPIFFT, the baseline of
/// the DaggerFFT paper; hpx_naive, hpx_opt, hpx_sync, hpx_loop: A. Strack et al., "Experiences
/// Porting Shared and Distributed Applications to Asynchronous Tasks: A Multidimensional FFT
/// Case-study" (2024); dagger_paper, dagger_code: DaggerFFT as its paper describes it, and as its
/// code runs; flups_a2a, flups_nb, flups_isr: FLUPS's three exchanges, section III of its paper.
std::vector<std::string_view> preset_names();

/// Everything but grid, order, effort and threads is the preset's. Throws ArgumentError, which
/// lists the names, for another one.
Options preset(std::string_view name);

}  // namespace taskfft
