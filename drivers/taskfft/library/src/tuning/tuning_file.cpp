#include "tuning/tuning_file.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <locale>
#include <map>
#include <sstream>
#include <system_error>

#include "layout/line_transform.hpp"
#include "options/text.hpp"
#include "support/file.hpp"
#include "taskfft/error.hpp"
#include "taskfft/lanes.hpp"
#include "taskfft/taskfft.hpp"

namespace taskfft {
namespace {

constexpr std::string_view kFormat = "taskfft tuning 1";
constexpr std::string_view kArrow = " -> ";

/// Values by name, choices by key.
using Words = std::map<std::string, std::string>;

/// Throws an Error for what is there and no regular file: a device or a pipe may never end, and
/// would be replaced, /dev/null too.
void check_regular(const std::string& path) {
  std::error_code ignored;
  const std::filesystem::file_status found = std::filesystem::status(path, ignored);
  if (!std::filesystem::exists(found) || std::filesystem::is_regular_file(found)) return;
  throw Error(path + " is not used: it is no regular file; name another one, or none");
}

/// Choices by key. Throws an Error if the file can't be read or is not a tuning file.
Words read(const std::string& path) {
  check_regular(path);
  std::ifstream stream(path);
  if (!stream && errno == ENOENT) return {};
  if (!stream) {
    throw Error("what tuning chose before can't be read from " + path + " (" +
                std::strerror(errno) + ")");
  }
  std::string line;
  if (!std::getline(stream, line)) return {};
  if (line != kFormat) {
    throw Error(path + " is not used: it does not begin with the line '" + std::string(kFormat) +
                "'; name another file, or remove it");
  }
  Words choices;
  while (std::getline(stream, line)) {
    const std::size_t at = line.find(kArrow);
    if (at != std::string::npos) choices[line.substr(0, at)] = line.substr(at + kArrow.size());
  }
  return choices;
}

/// The processor's name, in one word.
std::string processor() {
  std::ifstream stream("/proc/cpuinfo");
  for (std::string line; std::getline(stream, line);) {
    const std::size_t at = line.find(": ");
    if (!line.starts_with("model name") || at == std::string::npos) continue;
    std::string model = line.substr(at + 2);
    for (char& letter : model) {
      if (letter == ' ') letter = '_';
    }
    return model;
  }
  return "unknown";
}

}  // namespace

std::string text_of_choice(const Options& chosen) {
  std::string text;
  for_each_option([&](const auto& option) {
    if (option.role != OptionRole::tuned) return;
    text.append(text.empty() ? "" : " ").append(option.name);
    text.append("=").append(text_of(chosen.*option.member));
  });
  return text;
}

Options read_choice(const std::string& text, const Options& options) {
  Words words;
  std::istringstream stream(text);
  for (std::string word; stream >> word;) {
    const std::size_t at = word.find('=');
    if (at == std::string::npos) throw ArgumentError("'" + word + "' has no value");
    words[word.substr(0, at)] = word.substr(at + 1);
  }
  Options chosen = options;
  for_each_option([&](const auto& option) {
    if (option.role != OptionRole::tuned) return;
    const auto found = words.find(std::string(option.name));
    if (found == words.end()) throw ArgumentError(std::string(option.name) + " is missing");
    read(found->second, chosen.*option.member);
  });
  if (options.grid != Grid{0, 0, 0} && options.grid != chosen.grid) {
    throw ArgumentError("its grid is not the one asked for");
  }
  if (chosen.threads < 1 || chosen.threads > options.threads) {
    throw ArgumentError("it has " + std::to_string(chosen.threads) + " threads");
  }
  return chosen;
}

std::optional<Options> TuningFile::find(const std::string& key, const Options& options) const {
  const Words choices = read(path_);
  const auto found = choices.find(key);
  if (found == choices.end()) return std::nullopt;
  try {
    return read_choice(found->second, options);
  } catch (const ArgumentError& error) {
    throw Error(path_ + " has a choice for this plan that makes no sense (" + error.what() +
                "): a new choice is made");
  }
}

void TuningFile::keep(const std::string& key, const Options& chosen) const {
  const auto fail = [this](const std::string& reason) {
    throw Error("what tuning chose can't be kept in " + path_ + " (" + reason +
                "): name a file that can be written");
  };
  check_regular(path_);
  const File lock(open((path_ + ".lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666));
  if (lock.number() < 0 || flock(lock.number(), LOCK_EX) != 0) fail(std::strerror(errno));
  Words choices = read(path_);
  choices[key] = text_of_choice(chosen);
  const std::string fresh = path_ + ".new";
  std::ofstream stream(fresh);
  stream << kFormat << '\n';
  for (const auto& [known, choice] : choices) stream << known << kArrow << choice << '\n';
  stream.close();
  std::error_code error;
  if (stream) std::filesystem::rename(fresh, path_, error);
  if (!stream) error.assign(errno, std::generic_category());
  if (!error) return;
  std::error_code ignored;
  std::filesystem::remove(fresh, ignored);
  fail(error.message());
}

std::string tuning_key(const Problem& problem, const Options& options, int ranks,
                       int ranks_per_node) {
  std::string kinds;
  for (const Transform kind : axis_kinds(problem)) {
    kinds.append(kinds.empty() ? "" : "-").append(name(kind));
  }
  std::ostringstream key;
  key.imbue(std::locale::classic());  // the same in every application
  key << "taskfft=" << version << " extents=" << sizes(problem.extents) << " kinds=" << kinds
      << " fields=" << problem.fields << " precision=" << name(problem.precision)
      << " placement=" << name(problem.placement);
  if (!problem.kept.empty()) key << " kept=" << sizes(problem.kept);
  for_each_option([&](const auto& option) {
    if (option.role == OptionRole::choosing || option.role == OptionRole::file) return;
    key << ' ' << option.name << '=' << text_of(options.*option.member);
  });
  const auto kernels = lane_kernels<double>();
  key << " ranks=" << ranks << " ranks_per_node=" << ranks_per_node
      << " vectors=" << (kernels.empty() ? "none" : kernels.front().name)
      << " fftw=" << text_of(built_with_fftw()) << " processor=" << processor();
  return key.str();
}

}  // namespace taskfft
