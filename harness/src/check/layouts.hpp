#pragma once
/// Where a transform begins and ends, told from the layouts of all ranks: only cases alike in this
/// do equal work.

#include <mpi.h>

#include <fftbench/layout.hpp>
#include <fftbench/problem.hpp>
#include <optional>
#include <vector>

namespace fftbench {

/// One array over all ranks.
struct ArrayLayout {
  std::optional<Extents> order;  ///< the axes from slowest to fastest; none where ranks differ
  Extents pieces;                ///< into how many parts the ranks divide each axis
  bool interleaved = false;      ///< the fields' elements of one index lie side by side
};

struct Layouts {
  ArrayLayout input, output;
  bool same = false;  ///< the spectrum is ordered and distributed like the input
  std::optional<bool> input_survives = {};  ///< forward leaves the input as it was; none in place
};

/// One array, from every rank's part of it. At least one part must hold an element.
ArrayLayout array_layout(const std::vector<Layout>& parts);

/// From every rank's parts of the two arrays. An axis that r2c halves is alike where it is whole.
Layouts layouts(const std::vector<Layout>& input, const std::vector<Layout>& output,
                const Problem& problem);

/// Every rank's layout, in order, on every rank. Collective.
std::vector<Layout> gather_layouts(const Layout& mine, MPI_Comm comm);

}  // namespace fftbench
