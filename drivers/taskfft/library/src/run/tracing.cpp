#include "run/tracing.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>

#include "taskfft/error.hpp"

namespace taskfft {
namespace {

/// One variable names the files of all plans of a process: trace.json, trace-2.json, ...
std::string numbered(const std::string& file) {
  static std::atomic<int> traces{0};
  const int number = ++traces;
  if (number == 1) return file;
  const std::filesystem::path path(file);
  const std::string name =
      path.stem().string() + "-" + std::to_string(number) + path.extension().string();
  return (path.parent_path() / name).string();
}

}  // namespace

std::unique_ptr<Tracing> Tracing::create(const std::string& file, int workers, Communicator comm) {
  const char* named = std::getenv("TASKFFT_TRACE");
  const bool by_variable = named != nullptr && *named != '\0';
  const std::string wanted = by_variable ? numbered(named) : file;
  const bool first_wants = comm.rank() == 0 && !wanted.empty();
  if (maximum(comm, Index{first_wants ? 1 : 0}) == 0) return nullptr;
  return std::make_unique<Tracing>(wanted, workers, std::move(comm));
}

Tracing::Tracing(std::string file, int workers, Communicator comm)
    : file_(std::move(file)),
      comm_(std::move(comm)),
      offset_(clock_offset(comm_)),
      recorder_(workers),
      exceptions_(std::uncaught_exceptions()) {}

Tracing::~Tracing() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (finalized != 0 || std::uncaught_exceptions() > exceptions_) return;
  try {
    write_trace(file_, recorder_, offset_, comm_);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "taskfft: no trace was written: %s\n", error.what());
  }
}

}  // namespace taskfft
