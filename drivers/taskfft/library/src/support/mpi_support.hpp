#pragma once
/// MPI's errors as exceptions, communicators with an owner, and agreement between ranks.

#include <mpi.h>

#include <exception>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "support/element.hpp"
#include "taskfft/error.hpp"

namespace taskfft {

/// Throws MpiError, with MPI's own words, unless the code is MPI_SUCCESS.
void check_mpi(int code, const char* doing);

/// Whether MPI has been started and not yet ended: before and after, it ends programs that call it.
bool mpi_runs();

/// Owns a communicator. Its errors come back as codes instead of ending the program.
class Communicator {
 public:
  Communicator() = default;
  /// Throws ArgumentError for MPI_COMM_NULL, for intercommunicators, and where MPI does not run: at
  /// each of these MPI might end the program.
  static Communicator duplicate(MPI_Comm comm);
  static Communicator split(const Communicator& comm, int color, int key);
  /// The ranks that can share memory with this one.
  static Communicator of_node(const Communicator& comm);
  ~Communicator();
  Communicator(Communicator&& other) noexcept
      : comm_(std::exchange(other.comm_, MPI_COMM_NULL)), kept_(other.kept_) {}
  Communicator& operator=(Communicator&& other) noexcept;
  MPI_Comm get() const { return comm_; }
  /// Never frees it: where messages may have been left in it, MPI must not give its place to
  /// another one, which would receive them.
  void keep() { kept_ = true; }
  int rank() const;
  int size() const;

 private:
  explicit Communicator(MPI_Comm comm);
  MPI_Comm comm_ = MPI_COMM_NULL;
  bool kept_ = false;
};

/// For every rank of `of`, its rank in `in`; -1 for those that are not there. Takes memory for `of`
/// alone.
std::vector<int> ranks_in(const Communicator& of, const Communicator& in);

/// True if this number is the same on all ranks. Collective.
bool same_everywhere(const Communicator& comm, std::uint64_t number);

/// The largest over all ranks. Collective.
std::int64_t maximum(const Communicator& comm, std::int64_t number);
double maximum(const Communicator& comm, double number);

/// Collective. If any rank brings an exception, all ranks throw: those ranks their own, the others
/// an Error of the first one's kind with its words.
void throw_on_all_ranks(const Communicator& comm, std::exception_ptr mine);

/// Does a step, and returns what it throws. std::bad_alloc becomes a ResourceError: not enough
/// memory for what is `allocated`.
template <class Step>
std::exception_ptr failure_of(const std::string& allocated, Step step) {
  try {
    step();
  } catch (const std::bad_alloc&) {
    return std::make_exception_ptr(ResourceError("not enough memory for " + allocated));
  } catch (...) {
    return std::current_exception();
  }
  return nullptr;
}

/// Collective. Does a step that may throw on some ranks only, with throw_on_all_ranks() after it.
template <class Step>
void on_all_ranks(const Communicator& comm, const std::string& allocated, Step step) {
  throw_on_all_ranks(comm, failure_of(allocated, step));
}

/// Ends all processes of the job, as this rank has failed and others wait for it in a call that
/// nothing can end.
[[noreturn]] void abort_job(const Communicator& comm, const char* words);

/// Sends a text of any length, and receives it: in pieces, as MPI counts by int.
inline constexpr std::size_t kTextPiece = std::size_t{1} << 30U;
void send_text(const Communicator& comm, int to, const std::string& text,
               std::size_t piece = kTextPiece);
std::string receive_text(const Communicator& comm, int from, std::size_t piece = kTextPiece);

/// MPI's name for an element. `real_bytes`: of one real number.
MPI_Datatype datatype(Element element, std::size_t real_bytes);

}  // namespace taskfft
