// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/platform/win32.h"
#include "core/processes/message_framing.h"

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

namespace warpbench::platform {

/// The environment variable with the numbers of a child's two handles: "READ WRITE".
inline constexpr const char* kLinkVariable = "WARPBENCH_LINK";

inline std::string linkText(HANDLE read, HANDLE write) {
    return std::to_string(reinterpret_cast<std::uintptr_t>(read)) + ' ' +
           std::to_string(reinterpret_cast<std::uintptr_t>(write));
}

/// The types that frames from parent to child begin with. Those of the child are all messages.
inline const std::string kMessage = "m";
inline const std::string kBlock = "b";

/// A memory block, by a handle that belongs to the child.
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

/// The record of a frame; empty if the frame is not that of a block.
inline std::optional<BlockRecord> blockOf(const std::string& frame) {
    BlockRecord record;
    if (!frame.starts_with(kBlock) || frame.size() != kBlock.size() + sizeof record)
        return std::nullopt;
    std::memcpy(&record, frame.data() + kBlock.size(), sizeof record);
    return record;
}

} // namespace warpbench::platform
