#include "crew.hpp"

#include <string>
#include <system_error>

#include "cores.hpp"
#include "taskfft/error.hpp"

namespace taskfft {
namespace {

/// Returns the new count.
int wait_beyond(const Bell& bell, int heard) {
  Patience patience;
  while (bell.count() == heard) {
    if (patience.over()) {
      bell.wait(heard);
    } else {
      patience.pass();
    }
  }
  return heard + 1;
}

}  // namespace

Crew::Crew(int workers, const std::vector<int>& cores) {
  try {
    for (int worker = 1; worker < workers; ++worker) {
      threads_.emplace_back([this, worker] { serve(worker); });
      if (!cores.empty()) bind_to_core(threads_.back(), cores[static_cast<std::size_t>(worker)]);
    }
  } catch (const std::system_error& error) {
    dismiss();
    throw ResourceError("the system starts no more than " + std::to_string(size()) + " of " +
                        std::to_string(workers) + " threads (" + error.what() +
                        "): ask for fewer threads per rank");
  }
}

Crew::~Crew() {
  dismiss();
}

void Crew::dismiss() {
  job_ = nullptr;
  begin_.ring();
}

void Crew::run(const std::function<void(int)>& job) {
  job_ = &job;
  busy_ = size() - 1;
  const int heard = end_.count();
  begin_.ring();
  job(0);
  if (size() > 1) wait_beyond(end_, heard);
}

void Crew::serve(int worker) {
  for (int heard = 0;;) {
    heard = wait_beyond(begin_, heard);
    if (job_ == nullptr) return;
    (*job_)(worker);
    if (--busy_ == 0) end_.ring();
  }
}

}  // namespace taskfft
