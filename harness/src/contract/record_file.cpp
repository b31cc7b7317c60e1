#include "contract/record_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fftbench/error.hpp>

namespace fftbench {

RecordFile::RecordFile(const std::string& path)
    : path_(path), file_(::open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666)) {
  if (file_ < 0) fail();
}

RecordFile::~RecordFile() {
  ::close(file_);
}

void RecordFile::append(const Record& record) {
  // A library's version or message may hold any bytes; the record must be written all the same.
  std::string line = to_json(record).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  line += '\n';
  if (ends_within_line()) line.insert(line.begin(), '\n');
  for (std::size_t written = 0; written < line.size();) {
    const ssize_t count = ::write(file_, line.data() + written, line.size() - written);
    if (count < 0 && errno != EINTR) fail();
    if (count > 0) written += static_cast<std::size_t>(count);
  }
  if (::fsync(file_) != 0 && errno != EINVAL && errno != EROFS) fail();
}

void RecordFile::fail() const {
  throw Error(fmt::format("cannot write {}: {}", path_, std::strerror(errno)));
}

bool RecordFile::ends_within_line() const {
  const off_t size = ::lseek(file_, 0, SEEK_END);
  char last = '\n';
  return size > 0 && ::pread(file_, &last, 1, size - 1) == 1 && last != '\n';
}

}  // namespace fftbench
