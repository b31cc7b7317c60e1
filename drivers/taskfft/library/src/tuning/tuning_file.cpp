#include "tuning/tuning_file.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <system_error>

#include "layout/line_transform.hpp"
#include "support/file.hpp"
#include "taskfft/arguments.hpp"
#include "taskfft/error.hpp"
#include "taskfft/lanes.hpp"
#include "taskfft/names.hpp"
#include "taskfft/taskfft.hpp"

namespace taskfft {
namespace {

constexpr std::string_view kFormat = "taskfft tuning 1";
constexpr std::string_view kArrow = " -> ";

/// Values by name, choices by key.
using Words = std::map<std::string, std::string>;

template <class Values, class Text>
std::string joined(const Values& values, char separator, Text text_of_one) {
  std::string text;
  for (const auto value : values) {
    if (!text.empty()) text += separator;
    text += text_of_one(value);
  }
  return text;
}

/// 256x256x256
template <class Numbers>
std::string sizes(const Numbers& numbers) {
  return joined(numbers, 'x', [](Index number) { return std::to_string(number); });
}

int number_in(const std::string& text) {
  std::size_t read = 0;
  int number = 0;
  try {
    number = std::stoi(text, &read);
  } catch (const std::exception&) {
    read = 0;
  }
  if (read == 0 || read < text.size()) throw ArgumentError("'" + text + "' is not a number");
  return number;
}

Grid grid_in(const std::string& text) {
  Grid grid{};
  std::istringstream stream(text);
  std::string size;
  std::size_t axis = 0;
  while (std::getline(stream, size, 'x')) {
    if (axis == grid.size()) throw ArgumentError("'" + text + "' is not a grid");
    grid[axis++] = number_in(size);
  }
  return grid;
}

std::string text_of(const Options& chosen) {
  std::ostringstream text;
  text << "grid=" << sizes(chosen.grid) << " exchange=" << name(chosen.exchange)
       << " message_groups=" << chosen.message_groups << " chunks=" << chosen.chunks
       << " threads=" << chosen.threads << " kernel=" << name(chosen.kernel)
       << " stores=" << name(chosen.stores);
  return text.str();
}

/// The inverse of text_of. Throws ArgumentError where a word is missing or makes no sense.
Options read_choice(const std::string& text, const Options& options) {
  Words words;
  std::istringstream stream(text);
  for (std::string word; stream >> word;) {
    const std::size_t at = word.find('=');
    if (at == std::string::npos) throw ArgumentError("'" + word + "' has no value");
    words[word.substr(0, at)] = word.substr(at + 1);
  }
  const auto value = [&words](const char* name) {
    const auto found = words.find(name);
    if (found == words.end()) throw ArgumentError(std::string(name) + " is missing");
    return found->second;
  };
  Options chosen = options;
  chosen.grid = grid_in(value("grid"));
  if (options.grid != Grid{0, 0, 0} && options.grid != chosen.grid) {
    throw ArgumentError("its grid is not the one asked for");
  }
  chosen.exchange = named<Exchange>(value("exchange"));
  chosen.message_groups = number_in(value("message_groups"));
  chosen.chunks = number_in(value("chunks"));
  chosen.threads = number_in(value("threads"));
  if (chosen.threads < 1 || chosen.threads > options.threads) {
    throw ArgumentError("it has " + value("threads") + " threads");
  }
  chosen.kernel = named<LineKernel>(value("kernel"));
  chosen.stores = named<Stores>(value("stores"));
  return chosen;
}

/// Choices by key. Throws an Error if the file can't be read or is not a tuning file.
Words read(const std::string& path) {
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
  const File lock(open((path_ + ".lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666));
  if (lock.number() < 0 || flock(lock.number(), LOCK_EX) != 0) fail(std::strerror(errno));
  Words choices = read(path_);
  choices[key] = text_of(chosen);
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
  const auto kernels = lane_kernels<double>();
  std::ostringstream key;
  key << "taskfft=" << version << " extents=" << sizes(problem.extents)
      << " kinds=" << joined(axis_kinds(problem), '-', name<Transform>)
      << " fields=" << problem.fields << " precision=" << name(problem.precision)
      << " placement=" << name(problem.placement) << " grid=" << sizes(options.grid)
      << " exchange=" << name(options.exchange) << " message_groups=" << options.message_groups
      << " sends_in_flight=" << options.sends_in_flight << " chunks=" << options.chunks
      << " order=" << name(options.order) << " work_memory=" << name(options.work_memory)
      << " packing=" << name(options.packing) << " planner=" << name(options.effort)
      << " kernel=" << name(options.kernel) << " stores=" << name(options.stores)
      << " threads=" << options.threads << " scheduler=" << name(options.scheduler)
      << " stealing=" << options.stealing << " executor=" << name(options.executor)
      << " message_limit=" << options.message_limit << " ranks=" << ranks
      << " ranks_per_node=" << ranks_per_node
      << " vectors=" << (kernels.empty() ? "none" : kernels.front().name)
      << " processor=" << processor();
  return key.str();
}

}  // namespace taskfft
