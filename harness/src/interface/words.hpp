#pragma once
/// Suggestions for misspelt words in messages.

#include <string>
#include <vector>

namespace fftbench {

/// "did you mean 'planner'?" where a known word is near, otherwise "known: a, b".
std::string did_you_mean(const std::string& word, const std::vector<std::string>& known);

}  // namespace fftbench
