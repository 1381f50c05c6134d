// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/error.h"
#include "core/cuda/simulated_extras.h"
#include "core/report/run_report.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::session {

/// The name of the buffer at an allocation's address; empty: none.
using BufferNames = std::function<std::string(std::uint64_t allocation)>;

/// A fault of the simulated GPU in the report's form; empty for one that the kernel did not cause
/// (a cancelled launch).
std::optional<Fault> faultFrom(const cuda::SimulatedFault& fault, const BufferNames& names);

/// Where a thread was when its launch was cancelled; empty for a fault, or if unknown.
std::optional<Fault> placeOfStop(const cuda::SimulatedFault& fault);

/// Adjusts a fault at an empty buffer, which is at the end of an allocation of `allocated` bytes.
void tellOfEmptyBuffer(Fault& fault, std::uint64_t allocated);

/// Adjusts a fault at a buffer with lines of `lineBytes` bytes, `pitch` bytes apart: its offset no
/// longer counts padding, so that it gives the element; in the padding there is none.
void tellOfLines(Fault& fault, std::uint64_t lineBytes, std::uint64_t pitch, std::uint64_t lines);

/// Adds the elements of the buffer at a fault, if it is one of these.
/// \param buffers  each with a name, a dtype and a number of elements
template <class Buffers, class Count>
void tellElements(Fault& fault, const Buffers& buffers, const Count& elementsOf) {
    for (const auto& buffer : buffers) {
        if (buffer.name != fault.buffer || buffer.dtype.size() == 0)
            continue;
        fault.elementBytes = buffer.dtype.size();
        fault.elements = elementsOf(buffer);
    }
}

/// The error that ends a run because of a fault.
/// \param fault  its text
ErrorText saidFault(const std::string& fault);

/// The fault for a real driver's error: its kind, without a place.
Fault faultFrom(const cuda::CudaError& error, const std::string& kernel);

/// Moves races behind all other faults, in unchanged order: an out-of-bounds access often races
/// with the owner of the memory it hit, and the report's `fault` is the first one.
void putRacesLast(std::vector<Fault>& faults);

/// Whether the source contains a `return` between a finding's branch and the bypassed operation.
/// Compilers may merge the ends of both paths, so machine code cannot tell a thread that returned
/// early, which is allowed, from one that bypassed the operation. \param source  of the finding's
/// file
bool mayHaveReturned(const Fault& finding, std::string_view source);

/// A traced access of the simulated GPU in the report's form.
TracedAccess accessFrom(const cuda::SimulatedAccess& access);

/// The counters of a launch on the simulated GPU.
Counters countersFrom(const cuda::SimulatedMetrics& metrics);

} // namespace warpbench::session
