// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace warpbench::session {

/// Names the contents of a buffer after a certain run. The data stays with the session until
/// nothing refers to it; Session::read fetches visible parts. Copyable, comparable.
struct BufferRef {
    std::string buffer;
    std::uint64_t generation = 0; ///< of the run; 0: empty
    std::uint64_t elements = 0;   ///< range available: [0, elements)
    /// Keeps the data alive while the report lives. Opaque.
    std::shared_ptr<const void> keep;
};

} // namespace warpbench::session
