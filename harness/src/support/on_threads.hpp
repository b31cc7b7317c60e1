#pragma once
/// Work of the harness's own in as many parts as a rank has threads.

#include <functional>
#include <vector>

namespace fftbench {

/// Calls work(0) to work(threads - 1), each on a thread of its own that is bound to one of `cpus`,
/// in turn; on the calling thread where there is one part only. Returns when all are done. `work`
/// must not throw where there are several.
void on_threads(int threads, const std::vector<int>& cpus, const std::function<void(int)>& work);

}  // namespace fftbench
