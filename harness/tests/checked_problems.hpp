#pragma once
/// Small problems of every dimension, kind and precision, and of mixed kinds, which the checks are
/// tried with.

#include <fftbench/problem.hpp>
#include <vector>

namespace fftbench {

inline std::vector<Problem> problems() {
  using enum Transform;
  std::vector<Problem> all;
  for (const Extents& shape : {Extents{12}, Extents{6, 5}, Extents{4, 6, 8}, Extents{5, 3, 7}}) {
    for (const Transform transform : {c2c, r2c, dct1, dct2, dct3, dct4, dst1, dst2, dst3, dst4}) {
      for (const Precision precision : {Precision::double_, Precision::single_}) {
        all.push_back({shape, transform, precision, Placement::out_of_place, Memory::host});
      }
    }
  }
  for (const std::vector<Transform>& kinds : {std::vector{dct2, dst2, r2c},
                                              {dst1, c2c, r2c},
                                              {c2c, dct3, r2c},
                                              {c2c, dst4, c2c},
                                              {dct1, dst3, dct4}}) {
    all.push_back({.shape = {5, 4, 6}, .kinds = kinds});
  }
  return all;
}

}  // namespace fftbench
