// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace warpbench::platform {

/// The child's descriptors of its two sockets.
inline constexpr int kControlDescriptor = 3; ///< messages both ways
inline constexpr int kBlockDescriptor = 4;   ///< memory descriptors from the parent

/// Sent with a descriptor over the block socket.
struct BlockRecord {
    std::uint64_t id = 0;
    std::uint64_t bytes = 0;
};

enum class Sent { yes, later, never };
/// Sends a descriptor over a Unix socket (SCM_RIGHTS). `later` if a non-blocking socket is full,
/// `never` if the other end is gone.
Sent sendDescriptor(int socket, int descriptor, const BlockRecord& record);
/// Waits for one. Negative if the other end is gone. The descriptor is close-on-exec.
int receiveDescriptor(int socket, BlockRecord& record);

} // namespace warpbench::platform
