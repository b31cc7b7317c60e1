#include "weighted_sum.hpp"

#include "names.hpp"
#include "strided.hpp"

namespace fftbench::gpu {
namespace {

// The same for every array and device, so that sums are taken in the same order.
constexpr unsigned blocks = 2048;
constexpr unsigned threads = 256;  // a power of two

/// A partial sum per block: each thread's own part, then pairs of threads.
template <class Element>
__global__ void sum_kernel(Strided array, Element* data, double factor, Pair<double>* partial) {
  __shared__ Pair<double> sums[threads];
  const std::int64_t thread = static_cast<std::int64_t>(blockIdx.x) * threads + threadIdx.x;
  const std::int64_t all = static_cast<std::int64_t>(blocks) * threads;
  sums[threadIdx.x] = sum_of_thread(array, data, thread, all, factor);
  for (unsigned half = threads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) {
      sums[threadIdx.x].re += sums[threadIdx.x + half].re;
      sums[threadIdx.x].im += sums[threadIdx.x + half].im;
    }
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = sums[0];
}

template <class Element>
void launch(const Strided& array, void* data, double factor, Pair<double>* partial) {
  static_cast<void>(GPU(GetLastError)());  // what a library left behind is not this kernel's
  sum_kernel<<<blocks, threads>>>(array, static_cast<Element*>(data), factor, partial);
  expect(GPU(GetLastError)(), "start the kernel of the check");
}

void launch(const DeviceArray& array, const Strided& strided, double factor,
            Pair<double>* partial) {
  if (array.precision == Precision::double_) {
    if (array.complex) return launch<Pair<double>>(strided, array.data, factor, partial);
    return launch<double>(strided, array.data, factor, partial);
  }
  if (array.complex) return launch<Pair<float>>(strided, array.data, factor, partial);
  return launch<float>(strided, array.data, factor, partial);
}

}  // namespace

Scratch::~Scratch() {
  static_cast<void>(GPU(Free)(data_));
}

void* Scratch::room(std::size_t bytes) {
  if (bytes <= bytes_) return data_;
  expect(GPU(Free)(data_), "free memory of the check");
  data_ = nullptr;
  bytes_ = 0;
  expect(GPU(Malloc)(&data_, bytes), "memory for the check");
  bytes_ = bytes;
  return data_;
}

std::complex<double> weighted_sum(const DeviceArray& array, const AxisFactors& weights,
                                  double factor, Scratch& scratch) {
  const Prepared prepared(array.layout, weights);
  std::vector<Pair<double>> partial(blocks);
  const std::size_t partial_bytes = partial.size() * sizeof(Pair<double>);
  auto* const on_device =
      static_cast<Pair<double>*>(scratch.room(partial_bytes + prepared.weight_bytes()));
  Pair<double>* const weights_there = on_device + blocks;
  expect(GPU(Memcpy)(weights_there, prepared.weights.data(), prepared.weight_bytes(),
                     GPU(MemcpyHostToDevice)),
         "copy weights to the device");
  launch(array, prepared.with_weights_at(weights_there), factor, on_device);
  expect(GPU(Memcpy)(partial.data(), on_device, partial_bytes, GPU(MemcpyDeviceToHost)),
         "run the kernel of the check");
  long double real = 0, imaginary = 0;
  for (const Pair<double>& sum : partial) {
    real += sum.re;
    imaginary += sum.im;
  }
  return {static_cast<double>(real), static_cast<double>(imaginary)};
}

}  // namespace fftbench::gpu
