#pragma once
/// What the questions and answers of fftbench.h hold, as JSON.

#include <fftbench/driver.hpp>
#include <nlohmann/json.hpp>

namespace fftbench {

/// The keys of a case that a driver needs: problem, settings, threads, grid.
nlohmann::json to_json(const Request& request);

/// Each throws where a key is missing or is of another kind.
Description description_of(const nlohmann::json& answer);
Layout layout_of(const nlohmann::json& answer);
/// What the program leaves out is as requested.
Effective effective_of(const nlohmann::json& answer, const Request& request);

}  // namespace fftbench
