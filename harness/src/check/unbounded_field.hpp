#pragma once
/// Sources in all of space whose potential is known at every point.
///
/// Of a charge at a point it is Green's function itself, whatever the number of points, and shows
/// every wave number of it. Where there is room for it, a Gaussian lies among them whose potential
/// is known by calculus: it shows that Green's function is that of Poisson's equation.

#include <array>
#include <optional>

#include "check/field.hpp"

namespace fftbench {

struct Sources {
  struct Gaussian {
    std::array<double, 3> centre;
    double width;    ///< standard deviation
    Complex charge;  ///< in all of space
  };
  std::vector<Superposition::Term> charges;
  std::optional<Gaussian> gaussian;
};

/// The least extent of the sources, along any axis, that has room for a Gaussian: a 17th of it
/// wide, it is a part in 10^15 at the faces, and so are its waves that are shorter than two points.
inline constexpr Index room_for_gaussian = 48;

/// Real where the input is.
Sources known_sources(const Problem& problem, std::uint64_t seed);

/// The sources one row at a time, as ProductRows does; zero in the second halves.
class SourceRows {
 public:
  SourceRows(const Problem& problem, std::uint64_t seed, const Box& box)
      : sources_(known_sources(problem, seed)), problem_(problem), box_(box) {}
  void fill(const Extents& start, std::size_t axis, std::span<Complex> row) const;

 private:
  Sources sources_;
  Problem problem_;
  Box box_;
};

/// Their potential, in all of space.
class PotentialRows {
 public:
  PotentialRows(const Problem& problem, std::uint64_t seed, const Box& box)
      : sources_(known_sources(problem, seed)), box_(box) {}
  void fill(const Extents& start, std::size_t axis, std::span<Complex> row) const;

 private:
  Sources sources_;
  Box box_;
};

/// Green's function around the first point of a periodic array of this shape: distances are those
/// to the nearest image.
class GreenRows {
 public:
  GreenRows(const Extents& shape, const Box& box) : shape_(shape), box_(box) {}
  void fill(const Extents& start, std::size_t axis, std::span<Complex> row) const;

 private:
  Extents shape_;
  Box box_;
};

}  // namespace fftbench
