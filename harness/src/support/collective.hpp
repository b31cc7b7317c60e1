#pragma once
/// Errors on some ranks become errors on all ranks, so that all leave together.

#include <mpi.h>

#include <atomic>
#include <fftbench/error.hpp>
#include <functional>
#include <optional>
#include <string>

namespace fftbench {

/// An error that all ranks throw alike, at the same place.
class AgreedError : public Error {
 public:
  using Error::Error;
};

/// Called on a failed rank whose peers never reach the agreement: says why and ends the program.
using Abandon = std::function<void(const std::string& reason)>;

/// A communicator of the harness's own, on which ranks agree whether a step succeeded: its messages
/// can't be mistaken for those of the library under test.
class Agreement {
 public:
  /// Collective over `comm`, which is duplicated. `grace_seconds`: how long a failed rank waits for
  /// the others, which may be stuck inside the library waiting for it.
  Agreement(MPI_Comm comm, double grace_seconds, Abandon abandon);
  ~Agreement();
  Agreement(const Agreement&) = delete;
  Agreement& operator=(const Agreement&) = delete;

  /// Runs `step` on every rank. Where it throws on any, throws AgreedError("rank 3: <step>:
  /// <what>") of the lowest failing rank on all of them.
  template <class Step>
  void collectively(const char* name, Step&& step) {
    step_ = name;
    std::optional<std::string> failure;
    try {
      step();
    } catch (const std::exception& error) {
      failure = error.what();
    } catch (...) {
      failure = "an exception of unknown type";
    }
    settle(name, failure);
  }

  /// For an error between two steps: the others may wait for this rank in any call, and can't be
  /// told. Abandons the program for it; returns the reason where there are no others.
  std::string leave(const std::string& what) const;

  MPI_Comm comm() const { return comm_; }
  int rank() const { return rank_; }
  int size() const { return size_; }
  bool root() const { return rank_ == 0; }
  /// The step at hand or the last one; may be asked from another thread.
  const char* step() const { return step_; }

 private:
  void settle(const char* name, const std::optional<std::string>& failure);
  void wait_for_others(MPI_Request& request, const std::string& reason) const;

  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0;
  int size_ = 1;
  double grace_seconds_;
  Abandon abandon_;
  std::atomic<const char*> step_ = "start";
};

}  // namespace fftbench
