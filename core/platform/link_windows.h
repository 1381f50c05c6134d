// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/platform/message_framing.h"
#include "core/platform/win32.h"

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

namespace warpbench::platform {

/// The environment variable that tells a child the numbers of its two handles: "READ WRITE".
inline constexpr const char* kLinkVariable = "WARPBENCH_LINK";

inline std::string linkText(HANDLE read, HANDLE write) {
    return std::to_string(reinterpret_cast<std::uintptr_t>(read)) + ' ' +
           std::to_string(reinterpret_cast<std::uintptr_t>(write));
}

/// Frames from parent to child begin with what they are. Those of the child are all messages.
inline const std::string kMessage = "m";
inline const std::string kBlock = "b";

/// A block of memory, by a handle that is the child's.
struct BlockRecord {
    std::uint64_t id = 0;
    std::uint64_t bytes = 0;
    std::uint64_t handle = 0;
};

inline std::string blockFrame(const BlockRecord& record) {
    std::string frame = kBlock;
    frame.append(reinterpret_cast<const char*>(&record), sizeof record);
    return frame;
}

/// The record of a frame; empty where the frame is none of a block.
inline std::optional<BlockRecord> blockOf(const std::string& frame) {
    BlockRecord record;
    if (!frame.starts_with(kBlock) || frame.size() != kBlock.size() + sizeof record)
        return std::nullopt;
    std::memcpy(&record, frame.data() + kBlock.size(), sizeof record);
    return record;
}

} // namespace warpbench::platform
