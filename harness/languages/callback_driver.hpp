#pragma once
/// The driver of a program in another language: asks it by its two functions.

#include <fftbench/driver.hpp>
#include <nlohmann/json.hpp>
#include <string>

#include "languages/fftbench.h"

namespace fftbench {

/// The two functions of the program, and what it said last.
struct Program {
  fftbench_ask ask = nullptr;
  fftbench_transform transform = nullptr;
  std::string answer, failure;

  /// Throws Error with the program's own words where it has no answer.
  nlohmann::json answer_to(const char* question, const nlohmann::json& details);
  void make(int plan, bool forward);

  /// There is one, since MPI and the records are the process's.
  static Program& instance();
};

class CallbackDriver final : public Driver {
 public:
  CallbackDriver();
  Description description() const override { return description_; }
  Support supports(const Request& request, int ranks) const override;
  std::unique_ptr<Plan> plan(const Request& request, MPI_Comm comm) override;

 private:
  Description description_;
  int plans_ = 0;  ///< made so far
};

}  // namespace fftbench
