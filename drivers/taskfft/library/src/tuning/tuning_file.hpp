#pragma once
/// Choices of tuning as text, and the file that keeps them.

#include <optional>
#include <string>

#include "taskfft/options.hpp"
#include "taskfft/problem.hpp"

namespace taskfft {

/// The options that tuning chooses, as words: grid=2x1x0 kernel=lanes ...
std::string text_of_choice(const Options& chosen);

/// The opposite: the options with these words in place. Throws ArgumentError where a word is
/// missing or makes no sense.
Options read_choice(const std::string& text, const Options& options);

/// A text file of choices: a line that names its format, then a line for each choice,
///
///     taskfft tuning 1
///     taskfft=0.3.0 extents=256x256x256 kinds=c2c-c2c-r2c ... -> grid=2x1x0 kernel=lanes ...
///
/// What stands before the arrow is the key of the choice.
class TuningFile {
 public:
  explicit TuningFile(std::string path) : path_(std::move(path)) {}

  /// The options with the choice of this key filled in, if the file has one. Throws an Error that
  /// names the file if it can't be read or the choice makes no sense.
  std::optional<Options> find(const std::string& key, const Options& options) const;

  /// Adds a choice, or replaces the one of the same key. Processes write one after the other, and
  /// each replaces the whole file: a reader always sees a complete file, and no other key is lost.
  /// Lines without an arrow are dropped. Throws an Error if the file can't be written or is not a
  /// tuning file; what is no regular file is never replaced.
  void keep(const std::string& key, const Options& chosen) const;

 private:
  std::string path_;
};

/// Everything that a choice depends on: the problem, the options as asked for, `ranks` and
/// `ranks_per_node`, this processor, and the version of this library.
std::string tuning_key(const Problem& problem, const Options& options, int ranks,
                       int ranks_per_node);

}  // namespace taskfft
