#include "naive_plan.hpp"

#include <numbers>

namespace fftbench {
namespace {

/// This rank's share of the shape, cut along one axis.
Box slab(const Extents& shape, std::size_t axis, int rank, int ranks) {
  Box box{Extents::filled(shape.size(), 0), shape};
  box.lo[axis] = shape[axis] * rank / ranks;
  box.hi[axis] = shape[axis] * (rank + 1) / ranks;
  return box;
}

/// One unused element after each row, a few at the end.
Layout padded(const Box& box, bool last_axis_fastest) {
  const std::size_t dims = box.lo.size();
  Layout layout{box, Extents::filled(dims, 1), 0};
  Index stride = 1;
  for (std::size_t position = 0; position < dims; ++position) {
    const std::size_t axis = last_axis_fastest ? dims - 1 - position : position;
    layout.stride[axis] = stride;
    stride *= box.extent(axis) + (position == 0 ? 1 : 0);
  }
  layout.size = stride + 3;
  return layout;
}

/// Calls visit with a pointer to the array's true element type.
template <class Visit>
void typed(Precision precision, bool complex, void* data, Visit&& visit) {
  if (precision == Precision::double_) {
    if (complex) return visit(static_cast<std::complex<double>*>(data));
    return visit(static_cast<double*>(data));
  }
  if (complex) return visit(static_cast<std::complex<float>*>(data));
  return visit(static_cast<float*>(data));
}

template <class Real>
void assign(std::complex<Real>& element, const std::complex<double>& value) {
  element = {static_cast<Real>(value.real()), static_cast<Real>(value.imag())};
}
template <class Real>
void assign(Real& element, const std::complex<double>& value) {
  element = static_cast<Real>(value.real());
}

Layout of_whole(const Extents& shape) {
  return Layout::row_major({Extents::filled(shape.size(), 0), shape});
}

std::size_t place(const Layout& layout, const Extents& index) {
  return static_cast<std::size_t>(layout.offset(index));
}

/// Where the conjugate of each element stands.
Extents mirrored(const Extents& index, const Extents& shape) {
  Extents mirror = index;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    mirror[axis] = (shape[axis] - index[axis]) % shape[axis];
  }
  return mirror;
}

void dft_along(Whole& array, const Extents& shape, std::size_t axis, int sign) {
  using Extended = std::complex<long double>;
  Layout rows = of_whole(shape);
  const Index n = shape[axis], stride = rows.stride[axis];
  std::vector<Extended> root, row(static_cast<std::size_t>(n));
  for (Index k = 0; k < n; ++k) {
    root.push_back(std::polar(1.0L, 2 * sign * std::numbers::pi_v<long double> *
                                        static_cast<long double>(k) / static_cast<long double>(n)));
  }
  rows.box.hi[axis] = 1;
  for_each_element(rows, [&](const Extents&, Index start) {
    const auto element = [&](Index j) -> std::complex<double>& {
      return array[static_cast<std::size_t>(start + j * stride)];
    };
    for (Index j = 0; j < n; ++j) row[static_cast<std::size_t>(j)] = element(j);
    for (Index k = 0; k < n; ++k) {
      Extended sum = 0;
      for (Index j = 0; j < n; ++j) {
        sum += row[static_cast<std::size_t>(j)] * root[static_cast<std::size_t>(k * j % n)];
      }
      element(k) = {static_cast<double>(sum.real()), static_cast<double>(sum.imag())};
    }
  });
}

}  // namespace

void naive_dft(Whole& array, const Extents& shape, int sign) {
  for (std::size_t axis = 0; axis < shape.size(); ++axis) dft_along(array, shape, axis, sign);
}

NaivePlan::NaivePlan(const Request& request, MPI_Comm comm) : request_(request), comm_(comm) {
  MPI_Comm_rank(comm, &rank_);
  MPI_Comm_size(comm, &ranks_);
  const Extents spectrum = problem().spectrum_shape();
  input_ = padded(slab(problem().shape, 0, rank_, ranks_), true);
  output_ = padded(slab(spectrum, spectrum.size() - 1, rank_, ranks_), false);
}

void NaivePlan::forward() {
  const bool complex = problem().transform == Transform::c2c;
  const Whole field = gathered(input_, problem().shape, complex, buffers_.input);
  scatter(transformed(field), output_, problem().spectrum_shape(), true, buffers_.output);
}

void NaivePlan::backward() {
  const bool complex = problem().transform == Transform::c2c;
  const Whole spectrum = gathered(output_, problem().spectrum_shape(), true, buffers_.output);
  scatter(restored(spectrum), input_, problem().shape, complex, buffers_.input);
}

double NaivePlan::round_trip_scale() const {
  return static_cast<double>(problem().shape.volume());
}

Effective NaivePlan::effective() const {
  return {{ranks_, 1}, 1, request_.settings.all()};
}

Whole NaivePlan::transformed(Whole field) {
  naive_dft(field, problem().shape, -1);
  const Layout full = of_whole(problem().shape);
  Whole spectrum;
  for_each_element(of_whole(problem().spectrum_shape()), [&](const Extents& index, Index) {
    spectrum.push_back(field[place(full, index)]);
  });
  return spectrum;
}

Whole NaivePlan::restored(Whole spectrum) {
  const Layout half = of_whole(problem().spectrum_shape());
  Whole full;
  for_each_element(of_whole(problem().shape), [&](const Extents& index, Index) {
    const bool held = half.box.contains(index);
    const Extents at = held ? index : mirrored(index, problem().shape);
    const std::complex<double> value = spectrum[place(half, at)];
    full.push_back(held ? value : std::conj(value));
  });
  naive_dft(full, problem().shape, +1);
  return full;
}

void NaivePlan::add_to_output(Index offset, std::complex<double> value) {
  typed(problem().precision, true, buffers_.output, [&](auto* element) {
    assign(element[offset], std::complex<double>(element[offset]) + value);
  });
}

Whole NaivePlan::gathered(const Layout& layout, const Extents& shape, bool complex,
                          const void* data) const {
  const Layout whole = of_whole(shape);
  Whole array(static_cast<std::size_t>(whole.size));
  typed(problem().precision, complex, const_cast<void*>(data), [&](const auto* element) {
    for_each_element(layout, [&](const Extents& index, Index offset) {
      array[place(whole, index)] = std::complex<double>(element[offset]);
    });
  });
  MPI_Allreduce(MPI_IN_PLACE, array.data(), static_cast<int>(array.size()), MPI_CXX_DOUBLE_COMPLEX,
                MPI_SUM, comm_);
  return array;
}

void NaivePlan::scatter(const Whole& array, const Layout& layout, const Extents& shape,
                        bool complex, void* data) const {
  const Layout whole = of_whole(shape);
  typed(problem().precision, complex, data, [&](auto* element) {
    for_each_element(layout, [&](const Extents& index, Index offset) {
      assign(element[offset], array[place(whole, index)]);
    });
  });
}

Description naive_description(const std::string& name) {
  return {.name = name,
          .library = "naive DFT",
          .version = "1",
          .dims = {1, 2, 3},
          .transforms = {Transform::c2c, Transform::r2c},
          .precisions = {Precision::double_, Precision::single_},
          .placements = {Placement::out_of_place, Placement::in_place},
          .decompositions = {"slab"}};
}

}  // namespace fftbench
