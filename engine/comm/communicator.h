// Collectives between ranks behind one small interface. One rank for now: `local` with more, `mpi` and `nccl` implement the same.
#pragma once

#include "base/result.h"

#include <cstddef>
#include <memory>
#include <span>

namespace lockstep::comm {

/// All calls are collective: every rank of the group makes them, in the same order, with spans of equal length.
class Communicator {
public:
    virtual ~Communicator() = default;

    virtual int rank() const = 0;
    virtual int ranks() const = 0;
    /// Every rank gets the sums over ranks, added in the order of ranks.
    virtual Status allReduceSum(std::span<float> values) = 0;
    virtual Status allReduceMax(std::span<float> values) = 0;
    /// Every rank gets `root`'s bytes.
    virtual Status broadcast(std::span<std::byte> bytes, int root) = 0;
    virtual Status barrier() = 0;
};

/// The group of one: every collective is the identity.
std::unique_ptr<Communicator> singleRank();

} // namespace lockstep::comm
