#include "run/exit_code.hpp"

namespace fftbench::exit_code {

int of(Status status) {
  switch (status) {
    case Status::ok:
    case Status::baseline:
    case Status::bound:
      return ok;
    case Status::unsupported:
      return unsupported;
    case Status::wrong:
      return wrong;
    case Status::failed:
    case Status::timeout:
      return failed;
  }
  return failed;
}

}  // namespace fftbench::exit_code
