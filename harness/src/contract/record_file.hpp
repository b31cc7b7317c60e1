#pragma once
/// The file of records: JSON lines, each written as a whole and never lost.

#include <string>

#include "contract/record.hpp"

namespace fftbench {

/// Appends records to a file.
class RecordFile {
 public:
  /// Opens or creates the file; throws Error naming it where that is not possible.
  explicit RecordFile(const std::string& path);
  ~RecordFile();
  RecordFile(const RecordFile&) = delete;
  RecordFile& operator=(const RecordFile&) = delete;

  /// Writes one whole line and waits until it is on disk. A line that a killed writer left
  /// unfinished is ended first. Throws Error where the line can't be written.
  void append(const Record& record);

 private:
  [[noreturn]] void fail() const;
  bool ends_within_line() const;

  std::string path_;
  int file_ = -1;
};

}  // namespace fftbench
