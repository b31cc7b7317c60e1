#include "naive_plan.hpp"

#include <utility>
#include <vector>

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

std::size_t place(const Layout& layout, const Extents& index) {
  return static_cast<std::size_t>(layout.offset(index));
}

}  // namespace

NaivePlan::NaivePlan(const Request& request, MPI_Comm comm) : request_(request), comm_(comm) {
  MPI_Comm_rank(comm, &rank_);
  MPI_Comm_size(comm, &ranks_);
  const Extents spectrum = problem().spectrum_shape();
  const int fields = problem().fields;
  input_ = padded(slab(problem().shape, 0, rank_, ranks_), true).repeated(fields);
  output_ = padded(slab(spectrum, spectrum.size() - 1, rank_, ranks_), false).interleaved(fields);
}

void NaivePlan::forward() {
  std::vector<Whole> spectra;  // of all fields, before any is written: in place they share memory
  for (field_ = 0; field_ < problem().fields; ++field_) {
    spectra.push_back(transformed(
        gathered(input_, field_, problem().shape, problem().complex_input(), buffers_.input)));
  }
  for (int field = 0; field < problem().fields; ++field) {
    scatter(spectra[static_cast<std::size_t>(field)], output_, place_of_spectrum(field),
            problem().spectrum_shape(), problem().complex_output(), buffers_.output);
  }
}

void NaivePlan::backward() {
  std::vector<Whole> fields;
  for (field_ = 0; field_ < problem().fields; ++field_) {
    fields.push_back(
        restored(gathered(output_, place_of_spectrum(field_), problem().spectrum_shape(),
                          problem().complex_output(), buffers_.output)));
  }
  for (int field = 0; field < problem().fields; ++field) {
    scatter(fields[static_cast<std::size_t>(field)], input_, field, problem().shape,
            problem().complex_input(), buffers_.input);
  }
}

double NaivePlan::round_trip_scale() const {
  return static_cast<double>(problem().logical_shape().volume());
}

Effective NaivePlan::effective() const {
  return {{ranks_, 1}, 1, request_.settings.all()};
}

Whole NaivePlan::transformed(Whole field) {
  return naive_transform(problem(), std::move(field));
}

Whole NaivePlan::restored(Whole spectrum) {
  return naive_inverse(problem(), std::move(spectrum));
}

void NaivePlan::add_to_output(Index offset, std::complex<double> value) {
  typed(problem().precision, problem().complex_output(), buffers_.output, [&](auto* element) {
    assign(element[offset], std::complex<double>(element[offset]) + value);
  });
}

Whole NaivePlan::gathered(const Layout& layout, int field, const Extents& shape, bool complex,
                          const void* data) const {
  const Layout whole = of_whole(shape);
  Whole array(static_cast<std::size_t>(whole.size));
  typed(problem().precision, complex, const_cast<void*>(data), [&](const auto* element) {
    element += field * layout.field_stride;
    for_each_element(layout, [&](const Extents& index, Index offset) {
      array[place(whole, index)] = std::complex<double>(element[offset]);
    });
  });
  MPI_Allreduce(MPI_IN_PLACE, array.data(), static_cast<int>(2 * array.size()), MPI_DOUBLE, MPI_SUM,
                comm_);
  return array;
}

void NaivePlan::scatter(const Whole& array, const Layout& layout, int field, const Extents& shape,
                        bool complex, void* data) const {
  const Layout whole = of_whole(shape);
  typed(problem().precision, complex, data, [&](auto* element) {
    element += field * layout.field_stride;
    for_each_element(layout, [&](const Extents& index, Index offset) {
      assign(element[offset], array[place(whole, index)]);
    });
  });
}

Description naive_description(const std::string& name) {
  using enum Transform;
  return {.name = name,
          .library = "naive DFT",
          .version = "1",
          .dims = {1, 2, 3},
          .transforms = {c2c, r2c, dct1, dct2, dct3, dct4, dst1, dst2, dst3, dst4},
          .precisions = {Precision::double_, Precision::single_},
          .placements = {Placement::out_of_place, Placement::in_place},
          .decompositions = {"slab"},
          .batches = true,
          .mixes = {c2c, r2c, dct1, dct2, dct3, dct4, dst1, dst2, dst3, dst4}};
}

}  // namespace fftbench
