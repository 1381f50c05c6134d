// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/peaks_file.h"

#include "core/base/version.h"
#include "core/cuda/device.h"
#include "core/cuda/driver.h"
#include "core/platform/files.h"
#include "core/platform/folders.h"
#include "core/report/json_values.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>

namespace warpbench::session {

using launch::DevicePeaks;
using nlohmann::json;

namespace {

constexpr const char* kFormat = "warpbench-device-peaks";
constexpr int kVersion1 = 1;
constexpr std::uint64_t kMostBytes = 64 << 10; // it has some hundred

std::filesystem::path fileOf(const std::filesystem::path& folder, const PeaksKey& key) {
    std::string name = key.uuid;
    std::replace_if(
        name.begin(), name.end(),
        [](unsigned char c) { return !std::isalnum(c) && c != '-' && c != '_'; }, '_');
    return folder / (name + ".json");
}

/// Empty if it is not a valid rate.
std::optional<double> rate(const json& value) {
    if (!value.is_number() || !(value.get<double>() > 0))
        return std::nullopt;
    return value.get<double>();
}

} // namespace

PeaksKey PeaksKey::of(const cuda::Device& device) {
    const int version = device.driver().version();
    return {device.uuid(), fmt::format("CUDA {}.{}", version / 1000, version % 1000 / 10)};
}

std::filesystem::path peaksFolder() {
    return platform::cacheFolder() / "device-peaks";
}

std::optional<DevicePeaks> keptPeaks(const std::filesystem::path& folder, const PeaksKey& key) {
    try {
        const json file = json::parse(
            platform::readFile(fileOf(folder, key), ErrorKind::environment, kMostBytes));
        if (file.at("format") != kFormat || file.at("version") != kVersion1 ||
            file.at("warpbench") != kVersion || file.at("uuid") != key.uuid ||
            file.at("driver") != key.driver)
            return std::nullopt;
        const json& flops = file.at("flops_per_second");
        DevicePeaks peaks{rate(file.at("bytes_per_second")), rate(flops.at("half")),
                          rate(flops.at("single")), rate(flops.at("double")),
                          file.at("measured").get<std::string>()};
        if (!peaks.bytesPerSecond || !peaks.flopsSingle || !peaks.flopsDouble)
            return std::nullopt;
        return peaks;
    } catch (const Error&) {
    } catch (const json::exception&) {
    }
    return std::nullopt;
}

void keepPeaks(const std::filesystem::path& folder, const PeaksKey& key, const DevicePeaks& peaks) {
    const json file = {{"format", kFormat},
                       {"version", kVersion1},
                       {"warpbench", kVersion},
                       {"uuid", key.uuid},
                       {"driver", key.driver},
                       {"measured", peaks.measured},
                       {"bytes_per_second", orNull(peaks.bytesPerSecond)},
                       {"flops_per_second",
                        {{"half", orNull(peaks.flopsHalf)},
                         {"single", orNull(peaks.flopsSingle)},
                         {"double", orNull(peaks.flopsDouble)}}}};
    platform::replaceFile(fileOf(folder, key), file.dump(2) + "\n", ErrorKind::environment,
                          platform::Flush::no);
}

} // namespace warpbench::session
