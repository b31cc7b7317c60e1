#pragma once
/// What leaves a rank by messages.

#include <cstddef>

namespace taskfft::testing_support {

/// By MPI_Isend, which test_handles.cpp stands in front of, since this was last set to 0.
inline std::size_t bytes_sent = 0;

}  // namespace taskfft::testing_support
