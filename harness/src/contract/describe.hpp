#pragma once
/// The catalogue contract: what a program says of its drivers (one JSON object per line).

#include <fftbench/driver.hpp>
#include <nlohmann/json.hpp>

namespace fftbench {

nlohmann::json to_json(const Description& description);

}  // namespace fftbench
