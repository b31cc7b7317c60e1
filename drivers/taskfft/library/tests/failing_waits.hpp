#pragma once
/// An error of MPI at will.

namespace taskfft::testing_support {

/// Whether calls of MPI_Waitsome, which test_handles.cpp stands in front of, fail on this rank.
inline bool waits_fail = false;

}  // namespace taskfft::testing_support
