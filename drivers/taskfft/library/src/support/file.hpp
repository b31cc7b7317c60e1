#pragma once
/// An owner of an open file.

#include <unistd.h>

namespace taskfft {

/// An open file by its number, closed with this; negative where it could not be opened.
class File {
 public:
  explicit File(int number) : number_(number) {}
  ~File() {
    if (number_ >= 0) close(number_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

}  // namespace taskfft
