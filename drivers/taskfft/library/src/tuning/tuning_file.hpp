#pragma once

#include <optional>
#include <string>

#include "taskfft/types.hpp"

namespace taskfft {

/// What tuning chose before, kept in a file for people to read too: a line that names its format,
/// then a line for each choice,
///
///     taskfft tuning 1
///     taskfft=0.1.0 extents=256x256x256 kinds=c2c-c2c-r2c ... -> grid=2x1 exchange=shared ...
///
/// found by all that stands before the arrow.
class TuningFile {
 public:
  explicit TuningFile(std::string path) : path_(std::move(path)) {}

  /// The options with what the file has for this key filled in; nothing where it has nothing.
  /// Throws Error, which names the file, where it can't be read or its line makes no sense.
  std::optional<Options> find(const std::string& key, const Options& options) const;

  /// Adds what was chosen, in place of what stood there for the key. The file is replaced as a
  /// whole, by one process after the other, so that readers always see a whole one and no other
  /// key is lost. Lines that are none are left out. Throws Error where that is not possible, or
  /// where the file is not ours to replace.
  void keep(const std::string& key, const Options& chosen) const;

 private:
  std::string path_;
};

/// All that decides on a choice: the problem, the options as asked, `ranks` and `ranks_per_node`,
/// this processor, and the version of this library.
std::string tuning_key(const Problem& problem, const Options& options, int ranks,
                       int ranks_per_node);

}  // namespace taskfft
