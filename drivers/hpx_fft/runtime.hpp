#pragma once
/// HPX on one rank: its threads, and a call made by one of them.

#include <fftbench/affinity.hpp>
#include <hpx/execution.hpp>
#include <hpx/future.hpp>
#include <hpx/init.hpp>
#include <hpx/modules/runtime_local.hpp>
#include <string>
#include <utility>

namespace fftbench::hpx_fft {

/// HPX's threads, as long as it lives; there can be one at a time. Each is bound to a CPU of the
/// rank, if there are enough.
class Runtime {
 public:
  explicit Runtime(int threads) {
    const bool enough = process_cpus().size() >= static_cast<std::size_t>(threads);
    hpx::local::init_params parameters;
    parameters.cfg = {"hpx.os_threads!=" + std::to_string(threads), "hpx.handle_signals!=0",
                      enough ? "hpx.use_process_mask!=1" : "hpx.bind!=none"};
    hpx::local::start(nullptr, 0, nullptr, parameters);
  }
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;
  ~Runtime() {
    run([] { hpx::local::finalize(); });
    hpx::local::stop();
  }

  /// Waits until a task of HPX's has made the call.
  template <class Call>
  void run(Call&& call) const {
    hpx::run_as_hpx_thread(std::forward<Call>(call));
  }

  /// As run(), for a call that was not written for HPX's small stacks.
  template <class Call>
  void run_on_large_stack(const Call& call) const {
    using namespace hpx::threads;
    const hpx::execution::parallel_executor large(thread_priority::default_,
                                                  thread_stacksize::large);
    run([&] { hpx::async(large, call).get(); });
  }

  int threads() const { return static_cast<int>(hpx::get_num_worker_threads()); }

 private:
  AllCpus all_cpus_;  ///< HPX looks at those of the thread that starts it
};

}  // namespace fftbench::hpx_fft
