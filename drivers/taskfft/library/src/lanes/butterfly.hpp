#pragma once
/// Transforms of a few points within registers, exponent sign -1.

#include <utility>

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

template <class Real>
inline constexpr Real kHalfRoot = static_cast<Real>(0.707106781186547524400844362104849039L);

/// Times exp(-pi i / 4).
template <class Real, class C>
TASKFFT_INLINE C eighth_turn(C a) {
  return scaled(add(a, times_minus_i(a)), kHalfRoot<Real>);
}

/// Times exp(-3 pi i / 4).
template <class Real, class C>
TASKFFT_INLINE C three_eighths_turn(C a) {
  return scaled(subtract(a, times_minus_i(a)), -kHalfRoot<Real>);
}

template <class Real, class C>
TASKFFT_INLINE void butterfly_8(C* x) {
  C e0 = x[0], e1 = x[2], e2 = x[4], e3 = x[6];
  C o0 = x[1], o1 = x[3], o2 = x[5], o3 = x[7];
  butterfly_4(e0, e1, e2, e3);
  butterfly_4(o0, o1, o2, o3);
  o1 = eighth_turn<Real>(o1);
  o2 = times_minus_i(o2);
  o3 = three_eighths_turn<Real>(o3);
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
    case 16:
      return {0.923879532511286756128183189396788286L, 0.382683432365089771728459984030398866L};
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
      even = add(even, scaled(sum[k - 1], cosine));
      odd = add(odd, scaled(difference[k - 1], sine));
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

/// Four transforms of every fourth point, roots of unity, and four transforms across.
template <class Real, class C>
TASKFFT_INLINE void butterfly_16(C* x) {
  C y[4][4];
#pragma GCC unroll 4
  for (int n = 0; n < 4; ++n) {
    C a = x[n], b = x[n + 4], c = x[n + 8], d = x[n + 12];
    butterfly_4(a, b, c, d);
    y[0][n] = a;
    y[1][n] = b;
    y[2][n] = c;
    y[3][n] = d;
  }
  const auto turn = [&]<int k, int n>() TASKFFT_INLINE_LAMBDA {
    constexpr Unit root = power(unit_root(16), k * n);
    y[k][n] = multiply(y[k][n], static_cast<Real>(root.cosine), static_cast<Real>(-root.sine));
  };
  turn.template operator()<1, 1>();
  y[1][2] = eighth_turn<Real>(y[1][2]);
  turn.template operator()<1, 3>();
  y[2][1] = eighth_turn<Real>(y[2][1]);
  y[2][2] = times_minus_i(y[2][2]);
  y[2][3] = three_eighths_turn<Real>(y[2][3]);
  turn.template operator()<3, 1>();
  y[3][2] = three_eighths_turn<Real>(y[3][2]);
  turn.template operator()<3, 3>();
#pragma GCC unroll 4
  for (int k = 0; k < 4; ++k) {
    butterfly_4(y[k][0], y[k][1], y[k][2], y[k][3]);
#pragma GCC unroll 4
    for (int n = 0; n < 4; ++n) x[k + 4 * n] = y[k][n];
  }
}

template <class Real, int radix, class C>
TASKFFT_INLINE void butterfly(C* x);

/// Two factors without a common one take no roots between them, with points and results in an
/// order that the residues tell (Good, "The interaction algorithm and practical Fourier analysis",
/// J. R. Stat. Soc. B 20, 1958).
template <class Real, int first, int second, class C>
TASKFFT_INLINE void butterfly_coprime(C* x) {
  constexpr int points = first * second;
  C y[second][first];
#pragma GCC unroll 16
  for (int i = 0; i < points; ++i) {
    y[i / first][i % first] = x[(second * (i % first) + first * (i / first)) % points];
  }
#pragma GCC unroll 16
  for (int n = 0; n < second; ++n) butterfly<Real, first>(y[n]);
#pragma GCC unroll 16
  for (int k = 0; k < first; ++k) {
    C across[second];
#pragma GCC unroll 16
    for (int n = 0; n < second; ++n) across[n] = y[n][k];
    butterfly<Real, second>(across);
#pragma GCC unroll 16
    for (int n = 0; n < second; ++n) y[n][k] = across[n];
  }
#pragma GCC unroll 16
  for (int i = 0; i < points; ++i) x[i] = y[i % second][i % first];
}

template <class Real, int radix, class C>
TASKFFT_INLINE void butterfly(C* x) {
  if constexpr (radix == 2) {
    butterfly_2(x[0], x[1]);
  } else if constexpr (radix == 4) {
    butterfly_4(x[0], x[1], x[2], x[3]);
  } else if constexpr (radix == 8) {
    butterfly_8<Real>(x);
  } else if constexpr (radix == 16) {
    butterfly_16<Real>(x);
  } else if constexpr (radix == 12) {
    butterfly_coprime<Real, 4, 3>(x);
  } else if constexpr (radix % 2 == 0) {
    butterfly_coprime<Real, 2, radix / 2>(x);
  } else if constexpr (radix == 15) {
    butterfly_coprime<Real, 3, 5>(x);
  } else {
    butterfly_odd<Real, radix>(x);
  }
}

}  // namespace taskfft::TASKFFT_LANES
