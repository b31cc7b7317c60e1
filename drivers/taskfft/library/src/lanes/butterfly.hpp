#pragma once
/// Transforms of a few points within registers, exponent sign -1.

#include "lanes/vector.hpp"

namespace taskfft::TASKFFT_LANES {

template <class C>
TASKFFT_INLINE void butterfly_2(C& a, C& b) {
  const C difference = subtract(a, b);
  a = add(a, b);
  b = difference;
}

template <class C>
TASKFFT_INLINE void butterfly_4(C& a, C& b, C& c, C& d) {
  const C s = add(a, c), t = subtract(a, c);
  const C u = add(b, d), v = times_minus_i(subtract(b, d));
  a = add(s, u);
  b = add(t, v);
  c = subtract(s, u);
  d = subtract(t, v);
}

template <class Real, class C>
TASKFFT_INLINE void butterfly_8(C* x) {
  constexpr Real half_root = static_cast<Real>(0.707106781186547524400844362104849039L);
  C e0 = x[0], e1 = x[2], e2 = x[4], e3 = x[6];
  C o0 = x[1], o1 = x[3], o2 = x[5], o3 = x[7];
  butterfly_4(e0, e1, e2, e3);
  butterfly_4(o0, o1, o2, o3);
  o1 = {(o1.re + o1.im) * half_root, (o1.im - o1.re) * half_root};
  o2 = times_minus_i(o2);
  o3 = {(o3.im - o3.re) * half_root, (o3.re + o3.im) * -half_root};
  x[0] = add(e0, o0);
  x[1] = add(e1, o1);
  x[2] = add(e2, o2);
  x[3] = add(e3, o3);
  x[4] = subtract(e0, o0);
  x[5] = subtract(e1, o1);
  x[6] = subtract(e2, o2);
  x[7] = subtract(e3, o3);
}

/// cos and sin of 2 pi k / n as constants: `unit` holds those of 2 pi / n.
struct Unit {
  long double cosine, sine;
};
constexpr Unit unit_root(int points) {
  switch (points) {
    case 3:
      return {-0.5L, 0.866025403784438646763723170752936183L};
    case 5:
      return {0.309016994374947424102293417182819059L, 0.951056516295153572116439333379382143L};
    case 7:
      return {0.623489801858733530525004884004239811L, 0.781831482468029808708444526674057751L};
    case 11:
      return {0.841253532831181168861811648919367717L, 0.540640817455597582107635954318691696L};
    default:
      return {0.885456025653209895825268937393234872L, 0.464723172043768546200206735411500570L};
  }
}
constexpr Unit power(Unit root, int exponent) {
  Unit result{1, 0};
  for (int k = 0; k < exponent; ++k) {
    result = {result.cosine * root.cosine - result.sine * root.sine,
              result.cosine * root.sine + result.sine * root.cosine};
  }
  return result;
}

/// An odd number of points: with sums and differences of the points k and n - k the real and
/// imaginary parts of the roots act apart.
template <class Real, int points, class C>
TASKFFT_INLINE void butterfly_odd(C* x) {
  constexpr int half = points / 2;
  C sum[half], difference[half];
  C total = x[0];
#pragma GCC unroll 8
  for (int k = 0; k < half; ++k) {
    sum[k] = add(x[k + 1], x[points - 1 - k]);
    difference[k] = subtract(x[k + 1], x[points - 1 - k]);
    total = add(total, sum[k]);
  }
  const C first = x[0];
  x[0] = total;
  const auto output = [&]<int j>(std::integral_constant<int, j>) TASKFFT_INLINE_LAMBDA {
    C even = first, odd{};
    const auto term = [&]<int k>(std::integral_constant<int, k>) TASKFFT_INLINE_LAMBDA {
      constexpr Unit root = power(unit_root(points), j * k % points);
      constexpr Real cosine = static_cast<Real>(root.cosine), sine = static_cast<Real>(root.sine);
      even = {even.re + sum[k - 1].re * cosine, even.im + sum[k - 1].im * cosine};
      odd = {odd.re + difference[k - 1].re * sine, odd.im + difference[k - 1].im * sine};
    };
    [&]<int... k>(std::integer_sequence<int, k...>) TASKFFT_INLINE_LAMBDA {
      (term(std::integral_constant<int, k + 1>{}), ...);
    }
    (std::make_integer_sequence<int, half>{});
    x[j] = add(even, times_minus_i(odd));
    x[points - j] = subtract(even, times_minus_i(odd));
  };
  [&]<int... j>(std::integer_sequence<int, j...>) TASKFFT_INLINE_LAMBDA {
    (output(std::integral_constant<int, j + 1>{}), ...);
  }
  (std::make_integer_sequence<int, half>{});
}

template <class Real, int radix, class C>
TASKFFT_INLINE void butterfly(C* x) {
  if constexpr (radix == 2) {
    butterfly_2(x[0], x[1]);
  } else if constexpr (radix == 4) {
    butterfly_4(x[0], x[1], x[2], x[3]);
  } else if constexpr (radix == 8) {
    butterfly_8<Real>(x);
  } else {
    butterfly_odd<Real, radix>(x);
  }
}

}  // namespace taskfft::TASKFFT_LANES
