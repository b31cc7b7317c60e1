#include "wisdom_file.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fftbench/error.hpp>
#include <fstream>
#include <sstream>
#include <system_error>

namespace fftbench::fftw {

namespace {

std::filesystem::path folder() {
  const auto variable = [](const char* name) -> std::filesystem::path {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
  };
  if (const auto chosen = variable("FFTBENCH_WISDOM"); !chosen.empty()) return chosen;
  if (const auto cache = variable("XDG_CACHE_HOME"); !cache.empty()) return cache / "fftbench";
  if (const auto home = variable("HOME"); !home.empty()) return home / ".cache" / "fftbench";
  throw Error("no folder to keep FFTW's wisdom in: set FFTBENCH_WISDOM to one");
}

}  // namespace

std::filesystem::path wisdom_file(const std::string& name) {
  return folder() / (name + ".wisdom");
}

std::string read_wisdom(const std::filesystem::path& file) {
  std::ifstream stream(file);
  if (!stream && errno == ENOENT) return "";
  std::ostringstream text;
  if (stream) text << stream.rdbuf();
  if (!stream || stream.bad()) {
    throw Error(fmt::format(
        "FFTW's wisdom in {} can't be read ({}): plans are made anew and not kept; mend "
        "it, or set FFTBENCH_WISDOM to another folder",
        file.string(), std::strerror(errno)));
  }
  return text.str();
}

void write_wisdom(const std::filesystem::path& file, const std::string& wisdom) {
  // Another program may read or write it at the same time: each sees a whole file.
  const std::filesystem::path fresh = fmt::format("{}.{}", file.string(), getpid());
  std::error_code error;
  std::filesystem::create_directories(file.parent_path(), error);
  if (!error) {
    std::ofstream stream(fresh);
    if (!(stream << wisdom << std::flush)) error.assign(errno, std::generic_category());
  }
  if (!error) std::filesystem::rename(fresh, file, error);
  if (!error) return;
  std::error_code ignored;
  std::filesystem::remove(fresh, ignored);
  throw Error(fmt::format(
      "FFTW's wisdom can't be kept in {} ({}): set FFTBENCH_WISDOM to a folder that can be written",
      file.string(), error.message()));
}

}  // namespace fftbench::fftw
