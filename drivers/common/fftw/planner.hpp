#pragma once
/// How FFTW plans: with which effort, and whether with the wisdom of earlier launches.

#include <fmt/core.h>
#include <mpi.h>

#include <cstdlib>
#include <fftbench/driver.hpp>
#include <fftbench/error.hpp>
#include <memory>
#include <string>
#include <vector>

#include "api.hpp"
#include "effort.hpp"
#include "wisdom_file.hpp"

namespace fftbench::fftw {

inline Option planner_option() {
  Option option{"planner", "how long FFTW searches for a plan", {}};
  for (const Effort& effort : efforts) option.values.emplace_back(std::string(effort.word));
  return option;
}

inline Option wisdom_option() {
  return {"wisdom",
          "none plans anew each time; auto keeps what FFTW learns in files, for later launches",
          {"none", "auto"}};
}

/// How the ranks of one plan pass wisdom on: what the first has read to all, what all have learnt
/// to the first.
struct WisdomSharing {
  void (*broadcast)(MPI_Comm) = [](MPI_Comm) {};
  void (*gather)(MPI_Comm) = [](MPI_Comm) {};
};

/// Makes the plans of one case, anew or from kept wisdom, and remembers which.
template <class Real>
class Planner {
  using F = Api<Real>;

 public:
  /// `family` names the plans that may share wisdom, and so the file of it.
  Planner(const Request& request, const std::string& family, MPI_Comm comm,
          WisdomSharing sharing = {})
      : effort_(request.settings.text("planner")), comm_(comm), sharing_(sharing) {
    // A file for each effort, because wisdom of more effort would be taken for less.
    if (request.settings.text("wisdom") == "auto") {
      name_ = fmt::format("{}-{}-{}", family, F::version(), effort_);
    }
  }

  /// make(flags) plans both directions and returns whether FFTW found plans. Throws Error where it
  /// finds none. Collective over the plan's ranks.
  template <class Make>
  void plan(Make&& make) {
    const unsigned flags = effort_flag(effort_) | FFTW_DESTROY_INPUT;
    if (!name_.empty()) {
      on_first_rank([this] { recall(); });
      sharing_.broadcast(comm_);
      found_ = make(flags | FFTW_WISDOM_ONLY);
    }
    if (found_) return;
    if (!make(flags)) throw Error("FFTW found no plan for this transform");
    if (name_.empty()) return;
    sharing_.gather(comm_);
    on_first_rank([this] { keep(); });
  }

  /// What came of the option `wisdom`: "none" (not asked for), "found" or "new".
  std::string wisdom() const {
    if (name_.empty()) return "none";
    return found_ ? "found" : "new";
  }

  /// Why wisdom could not be read or kept; on the first rank only.
  const std::vector<Warning>& warnings() const { return warnings_; }

 private:
  /// A plan needs no wisdom: where its file is broken, a warning says so and planning goes on.
  template <class Step>
  void on_first_rank(Step&& step) {
    int rank = 0;
    MPI_Comm_rank(comm_, &rank);
    if (rank > 0) return;
    try {
      step();
    } catch (const Error& error) {
      warnings_.push_back({"wisdom", error.what()});
    }
  }

  void recall() {
    const std::filesystem::path file = wisdom_file(name_);
    const std::string wisdom = read_wisdom(file);
    file_ = file;  // only now: a file that can't be read is not written over
    if (wisdom.empty() || F::import_wisdom(wisdom.c_str()) == 1) return;
    throw Error(fmt::format("{} holds no wisdom of this FFTW: plans are made anew and replace it",
                            file_.string()));
  }

  void keep() {
    if (file_.empty()) return;
    const std::unique_ptr<char, decltype(&std::free)> wisdom(F::export_wisdom(), &std::free);
    if (wisdom) write_wisdom(file_, wisdom.get());
  }

  std::string effort_;
  std::string name_;            ///< of the file; empty where wisdom is not asked for
  std::filesystem::path file_;  ///< on the first rank, where wisdom is kept
  MPI_Comm comm_;
  WisdomSharing sharing_;
  bool found_ = false;
  std::vector<Warning> warnings_;
};

}  // namespace fftbench::fftw
