// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace warpbench::session {

/// Names the contents of a buffer after a certain run. The data stay with the session until
/// nothing refers to them; Session::read fetches what is looked at. Copyable, comparable.
struct BufferRef {
    std::string buffer;
    std::uint64_t generation = 0; ///< of the run; 0: there is nothing
    std::uint64_t elements = 0;   ///< range available: [0, elements)
    /// Keeps the data alive while the report lives. Opaque.
    std::shared_ptr<const void> keep;
};

} // namespace warpbench::session
