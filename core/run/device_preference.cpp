// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/device_preference.h"

#include "core/base/error.h"
#include "core/platform/files.h"
#include "core/platform/folders.h"
#include "core/run/choose_device.h"

#include <algorithm>
#include <cctype>

namespace warpbench::session {

namespace {

/// Contents of .cuda-device, otherwise of .cuda_device; empty if neither exists.
std::string homeFile() {
    for (const char* name : {".cuda-device", ".cuda_device"}) {
        const std::filesystem::path file = platform::homeFolder() / name;
        std::error_code ignored;
        if (std::filesystem::is_regular_file(file, ignored))
            return platform::readFile(file, ErrorKind::usage);
    }
    return {};
}

bool blank(const std::string& text) {
    return std::all_of(text.begin(), text.end(),
                       [](unsigned char c) { return std::isspace(c) != 0; });
}

} // namespace

std::size_t choosePreferredDevice(const std::vector<DeviceInfo>& devices,
                                  const std::string& selector) {
    return chooseDevice(devices, selector,
                        platform::environmentVariable("CUDA_DEVICE").value_or(""), homeFile());
}

bool choiceIsFree(const std::string& selector) {
    return blank(selector) && !platform::environmentVariable("CUDA_DEVICE") && blank(homeFile());
}

} // namespace warpbench::session
