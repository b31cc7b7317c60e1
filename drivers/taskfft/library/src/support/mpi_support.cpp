#include "support/mpi_support.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <utility>

#include "support/failure.hpp"
#include "taskfft/error.hpp"

namespace taskfft {

void check_mpi(int code, const char* doing) {
  if (code == MPI_SUCCESS) return;
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(code, text.data(), &length);
  throw MpiError(std::string("MPI failed while ") + doing + ": " +
                 std::string(text.data(), static_cast<std::size_t>(length)));
}

bool mpi_runs() {
  int started = 0, ended = 0;
  MPI_Initialized(&started);
  MPI_Finalized(&ended);
  return started != 0 && ended == 0;
}

Communicator::Communicator(MPI_Comm comm) : comm_(comm) {
  check_mpi(MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN), "setting the error handler");
}

Communicator Communicator::duplicate(MPI_Comm comm) {
  if (!mpi_runs()) {
    throw ArgumentError(
        "MPI does not run: make plans after MPI_Init or MPI_Init_thread, and before MPI_Finalize");
  }
  if (comm == MPI_COMM_NULL) throw ArgumentError("the communicator is MPI_COMM_NULL");
  int between_groups = 0;
  check_mpi(MPI_Comm_test_inter(comm, &between_groups), "asking for the kind of communicator");
  if (between_groups != 0) {
    throw ArgumentError(
        "the communicator is an intercommunicator: merge it with "
        "MPI_Intercomm_merge, or pass one of a single group");
  }
  MPI_Comm copy = MPI_COMM_NULL;
  check_mpi(MPI_Comm_dup(comm, &copy), "duplicating the communicator");
  return Communicator(copy);
}

Communicator Communicator::split(const Communicator& comm, int color, int key) {
  MPI_Comm part = MPI_COMM_NULL;
  check_mpi(MPI_Comm_split(comm.get(), color, key, &part), "splitting the communicator");
  return Communicator(part);
}

Communicator Communicator::of_node(const Communicator& comm) {
  MPI_Comm part = MPI_COMM_NULL;
  check_mpi(
      MPI_Comm_split_type(comm.get(), MPI_COMM_TYPE_SHARED, comm.rank(), MPI_INFO_NULL, &part),
      "finding the ranks of this node");
  return Communicator(part);
}

Communicator::~Communicator() {
  if (comm_ != MPI_COMM_NULL && !kept_ && mpi_runs()) MPI_Comm_free(&comm_);
}

Communicator& Communicator::operator=(Communicator&& other) noexcept {
  std::swap(comm_, other.comm_);
  std::swap(kept_, other.kept_);
  return *this;
}

int Communicator::rank() const {
  int rank = 0;
  check_mpi(MPI_Comm_rank(comm_, &rank), "asking for the rank");
  return rank;
}

int Communicator::size() const {
  int size = 0;
  check_mpi(MPI_Comm_size(comm_, &size), "asking for the number of ranks");
  return size;
}

std::vector<int> ranks_in(const Communicator& of, const Communicator& in) {
  MPI_Group from = MPI_GROUP_NULL, to = MPI_GROUP_NULL;
  check_mpi(MPI_Comm_group(of.get(), &from), "asking for a group");
  check_mpi(MPI_Comm_group(in.get(), &to), "asking for a group");
  std::vector<int> ranks(static_cast<std::size_t>(of.size())), found(ranks.size());
  std::iota(ranks.begin(), ranks.end(), 0);
  const int code = MPI_Group_translate_ranks(from, of.size(), ranks.data(), to, found.data());
  MPI_Group_free(&from);
  MPI_Group_free(&to);
  check_mpi(code, "comparing groups");
  for (int& rank : found) {
    if (rank == MPI_UNDEFINED) rank = -1;
  }
  return found;
}

bool same_everywhere(const Communicator& comm, std::uint64_t number) {
  std::array<std::uint64_t, 2> both{number, ~number};  // max(~x) is ~min(x)
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, both.data(), 2, MPI_UINT64_T, MPI_MAX, comm.get()),
            "comparing the arguments");
  return both[0] == number && both[1] == ~number && both[0] == ~both[1];
}

std::int64_t maximum(const Communicator& comm, std::int64_t number) {
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &number, 1, MPI_INT64_T, MPI_MAX, comm.get()),
            "finding the largest number");
  return number;
}

double maximum(const Communicator& comm, double number) {
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &number, 1, MPI_DOUBLE, MPI_MAX, comm.get()),
            "comparing times");
  return number;
}

void throw_on_all_ranks(const Communicator& comm, std::exception_ptr mine) {
  const int nobody = comm.size();
  int first = mine ? comm.rank() : nobody;
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, comm.get()),
            "agreeing on success");
  if (first == nobody) return;
  Failure failure = mine ? Failure::of(mine) : Failure{};
  check_mpi(MPI_Bcast(&failure, sizeof(failure), MPI_BYTE, first, comm.get()),
            "telling what failed");
  if (mine) std::rethrow_exception(mine);
  failure.raise(first);
}

void abort_job(const Communicator& comm, const char* words) {
  std::fprintf(stderr,
               "taskfft: rank %d failed: %s. Other ranks wait for it in a collective call of MPI, "
               "which nothing can end: the job is aborted.\n",
               comm.rank(), words);
  std::fflush(stderr);
  MPI_Abort(comm.get(), 1);
  std::abort();
}

void send_text(const Communicator& comm, int to, const std::string& text, std::size_t piece) {
  const std::uint64_t size = text.size();
  check_mpi(MPI_Send(&size, 1, MPI_UINT64_T, to, 0, comm.get()), "sending a text");
  for (std::size_t at = 0; at < text.size(); at += piece) {
    const int count = static_cast<int>(std::min(piece, text.size() - at));
    check_mpi(MPI_Send(text.data() + at, count, MPI_CHAR, to, 0, comm.get()), "sending a text");
  }
}

std::string receive_text(const Communicator& comm, int from, std::size_t piece) {
  std::uint64_t size = 0;
  check_mpi(MPI_Recv(&size, 1, MPI_UINT64_T, from, 0, comm.get(), MPI_STATUS_IGNORE),
            "receiving a text");
  std::string text(size, '\0');
  for (std::size_t at = 0; at < text.size(); at += piece) {
    const int count = static_cast<int>(std::min(piece, text.size() - at));
    check_mpi(MPI_Recv(text.data() + at, count, MPI_CHAR, from, 0, comm.get(), MPI_STATUS_IGNORE),
              "receiving a text");
  }
  return text;
}

MPI_Datatype datatype(Element element, std::size_t real_bytes) {
  const bool complex = element == Element::complex;
  if (real_bytes == sizeof(double)) return complex ? MPI_C_DOUBLE_COMPLEX : MPI_DOUBLE;
  return complex ? MPI_C_FLOAT_COMPLEX : MPI_FLOAT;
}

}  // namespace taskfft
