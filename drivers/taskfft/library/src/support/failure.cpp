#include "support/failure.hpp"

#include <string>

#include "taskfft/error.hpp"

namespace taskfft {
namespace {

enum class ErrorKind { other, argument, mpi, resource };

}  // namespace

Failure Failure::of(const std::exception_ptr& thrown) {
  Failure failure;
  const auto take = [&failure](ErrorKind kind, const std::exception& error) {
    failure.kind = static_cast<int>(kind);
    const std::string words = error.what();
    words.copy(failure.words.data(), failure.words.size() - 1);
  };
  try {
    std::rethrow_exception(thrown);
  } catch (const ArgumentError& error) {
    take(ErrorKind::argument, error);
  } catch (const MpiError& error) {
    take(ErrorKind::mpi, error);
  } catch (const ResourceError& error) {
    take(ErrorKind::resource, error);
  } catch (const std::exception& error) {
    take(ErrorKind::other, error);
  } catch (...) {
  }
  return failure;
}

void Failure::raise(int rank) const {
  const std::string all = "rank " + std::to_string(rank) + ": " + words.data();
  switch (static_cast<ErrorKind>(kind)) {
    case ErrorKind::argument:
      throw ArgumentError(all);
    case ErrorKind::mpi:
      throw MpiError(all);
    case ErrorKind::resource:
      throw ResourceError(all);
    case ErrorKind::other:
      break;
  }
  throw Error(all);
}

}  // namespace taskfft
