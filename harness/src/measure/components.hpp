#pragma once
/// The components of a velocity, kept aside in a layout of the library's.

#include <fftbench/layout.hpp>
#include <fftbench/navier_stokes.hpp>

#include "support/cpus.hpp"
#include "support/first_touch.hpp"
#include "support/guarded_memory.hpp"
#include "support/thread_pool.hpp"

namespace fftbench {

/// Each array of the library's holds as many components as a problem has fields, and so does each
/// of those here: every component has the layout of a field.
template <class Element>
class Components {
 public:
  Components(const Layout& layout, int fields, const ThreadPool& threads)
      : fields_(fields), field_stride_(layout.field_stride), array_(layout.span(fields)) {
    const Index arrays = NavierStokes::components / fields;
    const std::size_t bytes = static_cast<std::size_t>(arrays * array_) * sizeof(Element);
    memory_ = GuardedMemory(bytes);
    touch_first(memory_.data(), bytes, threads.threads(), cpus_for_threads());
  }

  /// Where the component begins.
  Element* operator[](int component) const {
    return static_cast<Element*>(memory_.data()) + component / fields_ * array_ +
           component % fields_ * field_stride_;
  }

 private:
  int fields_;
  Index field_stride_, array_;  ///< elements from one to the next
  GuardedMemory memory_;
};

}  // namespace fftbench
