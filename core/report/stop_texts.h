// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/cancellation.h"
#include "core/base/error_text.h"

#include <fmt/format.h>

#include <utility>

/// Sentences that several folders say when work ends early: each has one code.
namespace warpbench::session {

inline ErrorText runCancelled() {
    return project::runCancelled();
}

/// \param seconds  its time limit
inline ErrorText runOverLimit(double seconds) {
    return {"WB1902",
            "the run was stopped after its limit of {limit} s",
            "allow more with timeout_s or --timeout",
            {{"limit", fmt::format("{}", seconds)}}};
}

/// The same for a kernel that was running at that time.
inline ErrorText kernelOverLimit(double seconds) {
    return runOverLimit(seconds).advised(
        phrase("allow more with timeout_s or --timeout, or look for an endless loop"));
}

inline ErrorText compilingCancelled() {
    return {"WB1903", "compiling was cancelled"};
}

inline ErrorText readingCancelled() {
    return {"WB1904", "reading a buffer was cancelled"};
}

inline ErrorText steppingStopped() {
    return {"WB1905", "stepping was stopped"};
}

inline ErrorText listingCancelled() {
    return {"WB1906", "listing devices was cancelled"};
}

/// A request for more than there is.
/// \param memory  "a resident buffer"
inline ErrorText readBeyondEnd(ErrorText memory) {
    return {"WB1907", "a read beyond the end of {memory}", {}, {{"memory", std::move(memory)}}};
}

} // namespace warpbench::session
