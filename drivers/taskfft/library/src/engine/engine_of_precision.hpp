#pragma once
/// An engine's transforms in one of the precisions: how lines are transformed is chosen by the
/// first commit, passes are bound to the arrays, and trips run.

#include <memory>

#include "engine/engine.hpp"

namespace taskfft {

/// Of the setup's precision. Rank by rank.
std::unique_ptr<Engine> engine_of_precision(const Setup& setup,
                                            std::shared_ptr<Communicators> communicators,
                                            std::shared_ptr<WorkArea> work_area,
                                            std::unique_ptr<Executor> executor);

}  // namespace taskfft
