// What the interface for C says where there is no memory. The program's own operator new has none.
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>
#include <string>

#include "taskfft/taskfft.h"

namespace {

bool none_left = false;

}  // namespace

// NOLINTBEGIN: replacements of the program's own, which the compiler, where it sees into one of
// them alone, takes for a mismatch
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  void* const memory = none_left ? nullptr : std::malloc(bytes == 0 ? 1 : bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
// NOLINTEND

namespace {

TEST(OutOfMemory, is_a_code_and_words_in_c_and_no_exception) {
  none_left = true;
  int code = TASKFFT_OK;
  bool thrown = false;
  try {
    code = taskfft_commit(nullptr, nullptr, nullptr);
  } catch (...) {
    thrown = true;
  }
  none_left = false;
  EXPECT_FALSE(thrown);
  EXPECT_EQ(code, TASKFFT_RESOURCE);
  EXPECT_NE(std::string(taskfft_message()).find("not enough memory"), std::string::npos);
  EXPECT_EQ(taskfft_commit(nullptr, nullptr, nullptr), TASKFFT_ARGUMENT);
  EXPECT_STREQ(taskfft_message(), "plan is NULL");
}

}  // namespace
