#pragma once
/// Where FFTW's wisdom is kept from one launch to the next.

#include <filesystem>
#include <string>

namespace fftbench::fftw {

/// The file of that name in the folder $FFTBENCH_WISDOM, by default in the user's cache. Throws
/// Error where neither is known.
std::filesystem::path wisdom_file(const std::string& name);

/// The text of the file; empty where there is no file. Throws Error where it can't be read.
std::string read_wisdom(const std::filesystem::path& file);

/// Replaces the file as a whole. Throws Error where that is not possible; what was there stays.
void write_wisdom(const std::filesystem::path& file, const std::string& wisdom);

}  // namespace fftbench::fftw
