// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"
#include "core/report/buffer_ref.h"
#include "core/report/device_run.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace warpbench::session {

/// The target of a BufferRef: an array on the host, or a buffer on a device: a
/// resident one, a large one that no check of the run needed on the host, or one of a launch that
/// is being stepped through. Devices that shared a run each have their rows of a large buffer.
struct BufferContents {
    arrays::DType dtype;
    arrays::HostArray array; ///< unless resident

    struct Resident {
        DeviceAddress device;
        std::string name;
        std::string key;
        bool kept = false;       ///< until the device's next run
        bool stepped = false;    ///< of the launch being stepped through, as it is at its pause
        std::uint64_t bytes = 0; ///< on this device
    };
    std::vector<Resident> resident; ///< one after the other; empty: use `array`
};

inline BufferRef makeRef(std::string buffer, std::uint64_t generation, std::uint64_t elements,
                         BufferContents contents) {
    return {std::move(buffer), generation, elements,
            std::make_shared<const BufferContents>(std::move(contents))};
}

/// Null for an empty reference.
inline const BufferContents* contentsOf(const BufferRef& ref) {
    return static_cast<const BufferContents*>(ref.keep.get());
}

} // namespace warpbench::session
