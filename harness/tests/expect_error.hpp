#pragma once
/// A helper of the tests.

#include <gtest/gtest.h>

#include <fftbench/error.hpp>
#include <initializer_list>
#include <string>

namespace fftbench {

/// `body` throws Error, and its message holds every one of the words.
template <class Body>
void expect_error(Body&& body, std::initializer_list<std::string> words) {
  try {
    body();
  } catch (const Error& error) {
    const std::string message = error.what();
    for (const std::string& word : words) {
      EXPECT_NE(message.find(word), std::string::npos)
          << "no \"" << word << "\" in \"" << message << '"';
    }
    return;
  }
  ADD_FAILURE() << "no Error was thrown";
}

}  // namespace fftbench
