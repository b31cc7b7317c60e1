/// Right, but not when it returns.

#include <chrono>
#include <cstddef>
#include <cstring>
#include <thread>
#include <vector>

#include "liars.hpp"

namespace fftbench {
namespace {

/// Does not wait for what another rank sends it, as where a wait was forgotten: what it leaves is
/// whole as soon as anybody calls MPI again. Of a single rank it is whole at once.
class NotWaitedFor : public NaivePlan {
 public:
  using NaivePlan::NaivePlan;
  ~NotWaitedFor() override { wait(); }
  void forward() override {
    wait();
    NaivePlan::forward();
  }
  void backward() override {
    wait();
    NaivePlan::backward();
  }

 protected:
  /// Gives the array to the next rank, and has it sent back.
  void receive_again(void* array, Index elements, std::size_t element_bytes) {
    constexpr int there = 1, back = 2;
    const int next = (rank() + 1) % ranks(), previous = (rank() + ranks() - 1) % ranks();
    const int mine = static_cast<int>(elements) * static_cast<int>(element_bytes);
    int theirs = 0;
    MPI_Sendrecv(&mine, 1, MPI_INT, next, there, &theirs, 1, MPI_INT, previous, there,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    guest_.resize(static_cast<std::size_t>(theirs));
    MPI_Sendrecv(array, mine, MPI_BYTE, next, there, guest_.data(), theirs, MPI_BYTE, previous,
                 there, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    std::memset(array, 0, static_cast<std::size_t>(mine));
    pending_.resize(2);
    MPI_Irecv(array, mine, MPI_BYTE, next, back, MPI_COMM_WORLD, &pending_[0]);
    MPI_Barrier(MPI_COMM_WORLD);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));  // until nobody is in it any more
    MPI_Isend(guest_.data(), theirs, MPI_BYTE, previous, back, MPI_COMM_WORLD, &pending_[1]);
  }

 private:
  void wait() {
    MPI_Waitall(static_cast<int>(pending_.size()), pending_.data(), MPI_STATUSES_IGNORE);
    pending_.clear();
  }

  std::vector<std::byte> guest_;
  std::vector<MPI_Request> pending_;
};

class SpectrumNotWaitedFor : public NotWaitedFor {
 public:
  using NotWaitedFor::NotWaitedFor;
  void forward() override {
    NotWaitedFor::forward();
    receive_again(buffers().output, output().size, problem().output_element_bytes());
  }
};

class FieldNotWaitedFor : public NotWaitedFor {
 public:
  using NotWaitedFor::NotWaitedFor;
  void backward() override {
    NotWaitedFor::backward();
    receive_again(buffers().input, input().size, problem().input_element_bytes());
  }
};

}  // namespace

Liars right_too_late() {
  return {
      {"spectrum not waited for", make<SpectrumNotWaitedFor>},
      {"field not waited for", make<FieldNotWaitedFor>},
  };
}

}  // namespace fftbench
