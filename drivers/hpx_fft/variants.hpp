#pragma once
/// HPX-FFT's variants for shared memory, and their arrays.

#include <hpxfft/shared/loop.hpp>
#include <hpxfft/shared/naive.hpp>
#include <hpxfft/shared/opt.hpp>
#include <hpxfft/shared/sync.hpp>

namespace fftbench::hpx_fft {

using Array = hpxfft::shared::vector_2d;
using Loop = hpxfft::shared::loop;
using Sync = hpxfft::shared::sync;
using Opt = hpxfft::shared::opt;
using Naive = hpxfft::shared::naive;

/// HPX-FFT's answer is its own array, moved out; it takes another one only when it plans anew, and
/// never frees the array that it transposes to. So both are reached for.
struct Arrays {
  Array &values, &transposed;
};
Arrays arrays_of(Loop&);
Arrays arrays_of(Sync&);
Arrays arrays_of(Opt&);
Arrays arrays_of(Naive&);

/// An explicit instantiation may name private members.
template <class Variant, Array Variant::*values, Array Variant::*transposed>
struct Reach {
  friend Arrays arrays_of(Variant& variant) { return {variant.*values, variant.*transposed}; }
};
template struct Reach<Loop, &Loop::values_vec_, &Loop::trans_values_vec_>;
template struct Reach<Sync, &Sync::values_vec_, &Sync::trans_values_vec_>;
template struct Reach<Opt, &Opt::values_vec_, &Opt::trans_values_vec_>;
template struct Reach<Naive, &Naive::values_vec_, &Naive::trans_values_vec_>;

/// Makes one transform of the array that a variant has.
template <class Variant>
void transform(Variant& variant) {
  if constexpr (std::is_same_v<Variant, Loop>) {
    variant.fft_2d_r2c_par();
  } else {
    variant.fft_2d_r2c();
  }
}

}  // namespace fftbench::hpx_fft
