#pragma once
/// What Linux tells of the machine in small files.

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

namespace fftbench {

/// First line of a file; none where there is no such file.
inline std::optional<std::string> line_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  return std::getline(file, line) ? std::optional(line) : std::nullopt;
}

}  // namespace fftbench
