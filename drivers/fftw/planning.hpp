#pragma once
/// How FFTW plans: its effort, and whether it may use what it learnt in earlier launches.

#include <fmt/core.h>
#include <mpi.h>

#include <cstdlib>
#include <fftbench/driver.hpp>
#include <fftbench/error.hpp>
#include <memory>
#include <string>
#include <vector>

#include "fftw.hpp"
#include "wisdom_file.hpp"

inline fftbench::Option planner_option() {
  return {"planner", "how long FFTW searches for a plan", {"measure", "estimate", "patient"}};
}

inline fftbench::Option wisdom_option() {
  return {"wisdom",
          "none plans anew each time; auto keeps what FFTW learns in files, for later launches",
          {"none", "auto"}};
}

inline unsigned planner_flag(const std::string& effort) {
  if (effort == "estimate") return FFTW_ESTIMATE;
  return effort == "patient" ? FFTW_PATIENT : FFTW_MEASURE;
}

/// What the ranks of one plan do so that all know what the first has read, and it what all learnt.
struct WisdomSharing {
  void (*broadcast)(MPI_Comm) = [](MPI_Comm) {};
  void (*gather)(MPI_Comm) = [](MPI_Comm) {};
};

/// Makes one case's plans, from nothing or from kept wisdom, and knows which of them it was.
template <class Real>
class Planning {
  using F = Fftw<Real>;

 public:
  /// `family`: plans that may share wisdom, which is the name of their file.
  Planning(const fftbench::Request& request, const std::string& family, MPI_Comm comm,
           WisdomSharing sharing = {})
      : effort_(request.settings.text("planner")), comm_(comm), sharing_(sharing) {
    // A file for each effort, because wisdom of more effort would be taken for less.
    if (request.settings.text("wisdom") == "auto") {
      name_ = fmt::format("{}-{}-{}", family, F::version(), effort_);
    }
  }

  /// make(flags) plans both directions and returns whether FFTW could. Throws Error where not.
  /// Collective over the plan's ranks.
  template <class Make>
  void plan(Make&& make) {
    F::forget_wisdom();  // or an earlier case would pay for this one's planning
    const unsigned flags = planner_flag(effort_) | FFTW_DESTROY_INPUT;
    if (!name_.empty()) {
      on_first_rank([this] { recall(); });
      sharing_.broadcast(comm_);
      found_ = make(flags | FFTW_WISDOM_ONLY);
    }
    if (found_) return;
    if (!make(flags)) throw fftbench::Error("FFTW found no plan for this transform");
    if (name_.empty()) return;
    sharing_.gather(comm_);
    on_first_rank([this] { keep(); });
  }

  /// What came of the option `wisdom`: "none" was asked for, it was "found", or it is "new".
  std::string wisdom() const {
    if (name_.empty()) return "none";
    return found_ ? "found" : "new";
  }

  /// Why wisdom could not be read or kept, on the first rank.
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  /// Wisdom is an aid: where its file is out of order, this is told and planning goes on.
  template <class Step>
  void on_first_rank(Step&& step) {
    int rank = 0;
    MPI_Comm_rank(comm_, &rank);
    if (rank > 0) return;
    try {
      step();
    } catch (const fftbench::Error& error) {
      warnings_.emplace_back(error.what());
    }
  }

  void recall() {
    const std::filesystem::path file = wisdom_file(name_);
    const std::string wisdom = read_wisdom(file);
    file_ = file;  // what could not be read is not written over
    if (wisdom.empty() || F::import_wisdom(wisdom.c_str()) == 1) return;
    throw fftbench::Error(fmt::format(
        "{} holds no wisdom of this FFTW: plans are made anew and replace it", file_.string()));
  }

  void keep() {
    if (file_.empty()) return;
    const std::unique_ptr<char, decltype(&std::free)> wisdom(F::export_wisdom(), &std::free);
    if (wisdom) write_wisdom(file_, wisdom.get());
  }

  std::string effort_;
  std::string name_;            ///< of the file; none where wisdom is not asked for
  std::filesystem::path file_;  ///< on the first rank, where there is a place for it
  MPI_Comm comm_;
  WisdomSharing sharing_;
  bool found_ = false;
  std::vector<std::string> warnings_;
};
