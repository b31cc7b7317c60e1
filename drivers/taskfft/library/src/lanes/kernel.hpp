#pragma once
/// The whole transform of one tile: first pass from the lines' memory or from scratch, last pass
/// likewise, the others in between. Included by one source file per instruction set.

#include <type_traits>

#include "lanes/half_spectrum.hpp"
#include "lanes/real_rows.hpp"
#include "lanes/rows.hpp"
#include "lanes/stockham.hpp"
#include "lanes/tile_memory.hpp"

namespace taskfft::TASKFFT_LANES {

template <class Real>
using Complex = typename Lanes<Real>::Complex;

/// Scratch memory as numbers.
template <class Real>
Real* numbers(Complex<Real>* scratch) {
  return reinterpret_cast<Real*>(scratch);
}

/// Calls act(stream as a constant).
template <class Act>
TASKFFT_INLINE void with_stream(bool stream, Act act) {
  if (stream) {
    act(std::true_type{});
  } else {
    act(std::false_type{});
  }
}

/// Passes from one scratch array to the other, beginning in `a`; returns where the last one ended.
template <class Real>
inline Complex<Real>* run_steps(const LaneProgram<Real>& program, int first, int end,
                                Complex<Real>* a, Complex<Real>* b) {
  long s = 1;
  for (int k = 0; k < end; ++k) {
    const LaneStep<Real>& step = program.step[k];
    if (k >= first) {
      with_radix(step.radix, [&](auto radix) TASKFFT_INLINE_LAMBDA {
        if (step.left == 1) {
          stockham_last<Real, radix()>(s, Scratch<Real>{a}, Scratch<Real>{b});
        } else {
          stockham<Real, radix()>(step.left, s, step.twiddles, Scratch<Real>{a}, Scratch<Real>{b});
        }
      });
      Complex<Real>* const next = a;
      a = b;
      b = next;
    }
    s *= step.radix;
  }
  return a;
}

/// The transform of the points in `a`, as a cyclic convolution that the passes know, from
/// j k = (j^2 + k^2 - (k - j)^2) / 2 (Bluestein, "A linear filtering approach to the computation of
/// discrete Fourier transform", IEEE Trans. Audio Electroacoust. 18, 1970). Returns where it ended.
template <class Real>
inline Complex<Real>* convolve_chirp(const LaneProgram<Real>& program, Complex<Real>* a,
                                     Complex<Real>* b) {
  const Real *chirp = program.chirp, *response = program.response;
  for (Index j = 0; j < program.points; ++j) {
    a[j] = multiply(a[j], chirp[2 * j], chirp[2 * j + 1]);
  }
  const typename Lanes<Real>::Vector zero{};
  for (Index j = program.points; j < program.padded; ++j) a[j] = {zero, zero};
  Complex<Real>* const x = run_steps(program, 0, program.steps, a, b);
  // With real and imaginary parts exchanged, the same passes are the inverse transform.
  for (Index j = 0; j < program.padded; ++j) {
    x[j] = swapped(multiply(x[j], response[2 * j], response[2 * j + 1]));
  }
  Complex<Real>* const y = run_steps(program, 0, program.steps, x, x == a ? b : a);
  for (Index k = 0; k < program.points; ++k) {
    y[k] = multiply(swapped(y[k]), chirp[2 * k], chirp[2 * k + 1]);
  }
  return y;
}

/// The transform of the points in `a`; returns where it ended.
template <class Real>
inline Complex<Real>* transform_points(const LaneProgram<Real>& program, Complex<Real>* a,
                                       Complex<Real>* b) {
  if (program.chirp != nullptr) return convolve_chirp(program, a, b);
  return run_steps(program, 0, program.steps, a, b);
}

/// Complex lines to scratch as a whole.
template <class Real, bool inverse>
inline void gather(const LaneProgram<Real>& program, const LaneSide<Real>& in, int rows,
                   Complex<Real>* a, Real** table) {
  if (!in.adjacent || rows < Lanes<Real>::width) return load(in, rows, inverse, a);
  tabulate(in, table, zeros<Real>());
  const AdjacentSource<Real, inverse> lines{table};
  for (Index i = 0; i < program.points; ++i) a[i] = lines.get(i);
}

/// Complex lines to and from scratch as a whole.
template <class Real, bool inverse>
inline void gathered_lines(const LaneProgram<Real>& program, const LaneSide<Real>& in,
                           const LaneSide<Real>& out, int rows, Complex<Real>* a, Complex<Real>* b,
                           Real** table) {
  gather<Real, inverse>(program, in, rows, a, table);
  const Complex<Real>* result = transform_points(program, a, b);
  if (out.adjacent && rows == Lanes<Real>::width) {
    tabulate(out, table, static_cast<Real*>(nullptr));
    with_sink<Real, inverse>(out, table, [&](auto lines) TASKFFT_INLINE_LAMBDA {
      for (Index i = 0; i < program.points; ++i) lines.put(i, result[i]);
    });
  } else {
    store(out, rows, inverse, result);
  }
}

/// Lines side by side that one pass transforms, from their memory to where they are needed, which
/// may be the same: all points of a line are read before the first is written.
template <class Real, bool inverse>
inline void one_pass(const LaneProgram<Real>& program, const LaneSide<Real>& in,
                     const LaneSide<Real>& out, Real** table) {
  Real* from[kRadices[0]];
  tabulate(in, from, zeros<Real>());
  tabulate(out, table, static_cast<Real*>(nullptr));
  with_radix(program.step[0].radix, [&](auto radix) TASKFFT_INLINE_LAMBDA {
    with_sink<Real, inverse>(out, table, [&](auto lines) TASKFFT_INLINE_LAMBDA {
      stockham_last<Real, radix()>(1, AdjacentSource<Real, inverse>{from}, lines);
    });
  });
}

/// Whether lanes along each of so many lines take less time than a tile across them that they do
/// not fill.
template <class Real>
constexpr bool are_few(int rows) {
  return rows == 1 || 8 * rows <= Lanes<Real>::width;
}

template <class Real, bool inverse>
inline void complex_lines(const LaneProgram<Real>& program, const LaneSide<Real>& in,
                          const LaneSide<Real>& out, int rows, Complex<Real>* a, Complex<Real>* b,
                          Real** table) {
  if (program.chirp != nullptr || program.steps == 0) {
    return gathered_lines<Real, inverse>(program, in, out, rows, a, b, table);
  }
  constexpr int width = Lanes<Real>::width;
  if (program.rows.contiguous && in_rows(in) && in_rows(out)) {
    return with_stream(out.stream, [&](auto stream) TASKFFT_INLINE_LAMBDA {
      complex_rows<Real, inverse, stream()>(program, in.pieces[0], out.pieces[0], rows,
                                            numbers<Real>(a), numbers<Real>(b));
    });
  }
  if (program.rows.few_lines && are_few<Real>(rows)) {
    return few_lines<Real, inverse>(program, in, out, rows, numbers<Real>(a), numbers<Real>(b));
  }
  const LaneStep<Real>& first = program.step[0];
  const LaneStep<Real>& last = program.step[program.steps - 1];
  const bool from_lines = in.adjacent && rows == width && program.steps > 1;
  const bool to_lines = out.adjacent && rows == width;
  if (in.adjacent && to_lines && program.steps == 1) {
    return one_pass<Real, inverse>(program, in, out, table);
  }
  if (from_lines) {
    tabulate(in, table, zeros<Real>());
    with_radix(first.radix, [&](auto radix) TASKFFT_INLINE_LAMBDA {
      stockham<Real, radix()>(first.left, 1, first.twiddles, AdjacentSource<Real, inverse>{table},
                              Scratch<Real>{a});
    });
  } else {
    gather<Real, inverse>(program, in, rows, a, table);
  }
  const int end = to_lines ? program.steps - 1 : program.steps;
  const Complex<Real>* result = run_steps(program, from_lines ? 1 : 0, end, a, b);
  if (to_lines) {
    tabulate(out, table, static_cast<Real*>(nullptr));
    with_radix(last.radix, [&](auto radix) TASKFFT_INLINE_LAMBDA {
      with_sink<Real, inverse>(out, table, [&](auto lines) TASKFFT_INLINE_LAMBDA {
        stockham_last<Real, radix()>(program.points / radix(),
                                     Scratch<Real>{const_cast<Complex<Real>*>(result)}, lines);
      });
    });
  } else {
    store(out, rows, inverse, result);
  }
}

/// Splits the transform Z of the pairs into the half spectrum of the reals.
template <class Real>
inline void split_halves(const LaneProgram<Real>& program, const Complex<Real>* z,
                         Complex<Real>* x) {
  const Index h = program.points;
  const typename Lanes<Real>::Vector zero{};
  x[0] = {z[0].re + z[0].im, zero};
  x[h] = {z[0].re - z[0].im, zero};
  for (Index k = 1; 2 * k <= h; ++k) {
    const auto [even, odd] =
        split_pair(z[k], z[h - k], program.halves[2 * k], program.halves[2 * k + 1]);
    x[k] = add(even, odd);
    x[h - k] = {even.re - odd.re, odd.im - even.im};
  }
}

/// The opposite, times 2, real and imaginary parts exchanged for the inverse transform. The
/// imaginary parts of X[0] and X[h] count as zero.
template <class Real>
inline void join_halves(const LaneProgram<Real>& program, const Complex<Real>* x,
                        Complex<Real>* z) {
  const Index h = program.points;
  z[0] = {x[0].re - x[h].re, x[0].re + x[h].re};
  for (Index k = 1; 2 * k <= h; ++k) {
    const auto [even, odd] =
        join_pair(x[k], x[h - k], program.halves[2 * k], program.halves[2 * k + 1]);
    z[k] = {even.im + odd.re, even.re - odd.im};
    z[h - k] = {odd.re - even.im, even.re + odd.im};
  }
}

template <class Real>
inline void real_lines(const LaneProgram<Real>& program, const LaneSide<Real>& in,
                       const LaneSide<Real>& out, int rows, Complex<Real>* a, Complex<Real>* b) {
  const bool forward = program.transform == LaneTransform::r2c;
  if (program.rows.contiguous && in_rows(in) && in_rows(out)) {
    return with_stream(out.stream, [&](auto stream) TASKFFT_INLINE_LAMBDA {
      if (forward) {
        real_to_spectrum_rows<Real, stream()>(program, in.pieces[0], out.pieces[0], rows,
                                              numbers<Real>(a), numbers<Real>(b));
      } else {
        spectrum_to_real_rows<Real, stream()>(program, in.pieces[0], out.pieces[0], rows,
                                              numbers<Real>(a), numbers<Real>(b));
      }
    });
  }
  load(in, rows, false, a);
  if (forward) {
    Complex<Real>* const z = transform_points(program, a, b);
    Complex<Real>* const x = z == a ? b : a;
    split_halves(program, z, x);
    store(out, rows, false, x);
  } else {
    join_halves(program, a, b);
    store(out, rows, true, transform_points(program, b, a));
  }
}

template <class Real>
void run(const LaneProgram<Real>& program, const LaneSide<Real>& in, const LaneSide<Real>& out,
         int rows, Real* scratch, Real** table) {
  auto* const a = reinterpret_cast<Complex<Real>*>(scratch);
  Complex<Real>* const b = a + program.padded + 1;
  if (program.transform != LaneTransform::c2c) {
    real_lines(program, in, out, rows, a, b);
  } else if (program.inverse) {
    complex_lines<Real, true>(program, in, out, rows, a, b, table);
  } else {
    complex_lines<Real, false>(program, in, out, rows, a, b, table);
  }
}

}  // namespace taskfft::TASKFFT_LANES
