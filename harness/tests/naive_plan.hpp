#pragma once
/// An honest distributed transform without any FFT library: each rank gathers the whole array and
/// transforms it by the definition. Only for tiny arrays; right by its simplicity.

#include <complex>
#include <fftbench/driver.hpp>

#include "naive_transform.hpp"

namespace fftbench {

/// Slabs of axis 0 become slabs of the last axis, stored in the opposite order; rows are padded on
/// both sides. Several fields lie one behind the other in the input, and side by side in the
/// output.
class NaivePlan : public Plan {
 public:
  NaivePlan(const Request& request, MPI_Comm comm);

  Layout input() const override { return input_; }
  Layout output() const override { return output_; }
  void commit(const Buffers& buffers) override { buffers_ = buffers; }
  void forward() override;
  void backward() override;
  double round_trip_scale() const override;
  Effective effective() const override;

 protected:
  /// The whole spectrum of a whole field, and back; of the field number `field()`.
  virtual Whole transformed(Whole field);
  virtual Whole restored(Whole spectrum);

  int field() const { return field_; }
  /// Where a field's spectrum stands among those of the others.
  virtual int place_of_spectrum(int field) const { return field; }

  /// Adds to an element of this rank's spectrum.
  void add_to_output(Index offset, std::complex<double> value);

  /// This rank's arrays.
  const Buffers& buffers() const { return buffers_; }

  const Problem& problem() const { return request_.problem; }
  const Request& request() const { return request_; }
  int rank() const { return rank_; }
  bool last_rank() const { return rank_ == ranks_ - 1; }
  int ranks() const { return ranks_; }

 private:
  Whole gathered(const Layout& layout, int field, const Extents& shape, bool complex,
                 const void* data) const;
  void scatter(const Whole& whole, const Layout& layout, int field, const Extents& shape,
               bool complex, void* data) const;

  Request request_;
  MPI_Comm comm_;
  int rank_ = 0, ranks_ = 1;
  int field_ = 0;  ///< that is being transformed
  Layout input_, output_;
  Buffers buffers_;
};

/// What a driver of such plans says of itself.
Description naive_description(const std::string& name);

}  // namespace fftbench
