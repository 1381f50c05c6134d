// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"
#include "core/session/buffer_ref.h"
#include "core/session/device_run.h"

#include <optional>
#include <string>
#include <utility>

namespace warpbench::session {

/// What a BufferRef refers to: an array on the host, or a buffer that is on a device: a
/// resident one, a large one that no check of the run needed on the host, or one of a launch that
/// is stepped through.
struct BufferContents {
    memory::DType dtype;
    memory::HostArray array; ///< unless resident

    struct Resident {
        DeviceAddress device;
        std::string name;
        std::string key;
        bool kept = false;    ///< until the device's next run
        bool stepped = false; ///< of the launch that is stepped through, as it is at its pause
    };
    std::optional<Resident> resident;
};

inline BufferRef makeRef(std::string buffer, std::uint64_t generation, std::uint64_t elements,
                         BufferContents contents) {
    return {std::move(buffer), generation, elements,
            std::make_shared<const BufferContents>(std::move(contents))};
}

/// Null for a reference to nothing.
inline const BufferContents* contentsOf(const BufferRef& ref) {
    return static_cast<const BufferContents*>(ref.keep.get());
}

} // namespace warpbench::session
