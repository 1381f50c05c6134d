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

/// The buffer that an allocation belongs to, by the allocation's address; empty: none.
using BufferNames = std::function<std::string(std::uint64_t allocation)>;

/// A fault of the simulated GPU in the report's words; empty for one that is not the kernel's doing
/// (a cancelled launch).
std::optional<Fault> faultFrom(const cuda::SimulatedFault& fault, const BufferNames& names);

/// Where a thread was when its launch was cancelled; empty for a fault, or where it is not known.
std::optional<Fault> placeOfStop(const cuda::SimulatedFault& fault);

/// A fault at a buffer of no elements, which is at the end of an allocation of so many bytes.
void tellOfEmptyBuffer(Fault& fault, std::uint64_t allocated);

/// A fault at a buffer whose lines of `lineBytes` lie `pitch` bytes apart: its offset becomes that
/// of lines without gaps, by which elements are counted; in a gap there is none.
void tellOfLines(Fault& fault, std::uint64_t lineBytes, std::uint64_t pitch, std::uint64_t lines);

/// Tells the elements of the buffer that a fault is at, where it is one of these.
/// \param buffers  with a name, a dtype and a count of elements each
template <class Buffers, class Count>
void tellElements(Fault& fault, const Buffers& buffers, const Count& elementsOf) {
    for (const auto& buffer : buffers) {
        if (buffer.name != fault.buffer || buffer.dtype.size() == 0)
            continue;
        fault.elementBytes = buffer.dtype.size();
        fault.elements = elementsOf(buffer);
    }
}

/// The fault behind a real driver's error: its kind, without a place.
Fault faultFrom(const cuda::CudaError& error, const std::string& kernel);

/// Puts races behind all other faults, each group in its own order: an access outside of its buffer
/// often races with the owner of what it hit, and the report's `fault` is the first.
void putRacesLast(std::vector<Fault>& faults);

/// Whether the source has a `return` between a finding's branch and the operation that threads go
/// round. Compilers let both ways of such a branch end with the same code, so that the machine
/// cannot tell a thread that returned early, which is fine, from one that went round. \param source
/// of the finding's file
bool mayHaveReturned(const Fault& finding, std::string_view source);

/// A traced access of the simulated GPU in the report's words.
TracedAccess accessFrom(const cuda::SimulatedAccess& access);

/// The counters of a launch from the simulated GPU.
Counters countersFrom(const cuda::SimulatedMetrics& metrics);

} // namespace warpbench::session
