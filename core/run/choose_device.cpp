// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/choose_device.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

namespace warpbench::session {

namespace {

std::string trimmed(const std::string& text) {
    const auto isSpace = [](unsigned char c) { return std::isspace(c) != 0; };
    const auto first = std::find_if_not(text.begin(), text.end(), isSpace);
    const auto last = std::find_if_not(text.rbegin(), text.rend(), isSpace).base();
    return first < last ? std::string(first, last) : std::string();
}

std::string lowered(std::string text) {
    for (char& c : text)
        c = char(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

std::optional<int> asNumber(const std::string& text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 0)
        return std::nullopt;
    return value;
}

/// "usable devices: 0 NVIDIA H200 (0000:18:00.0), 1 Simulated H200 (sim:h200)".
ErrorText usableOnes(const std::vector<DeviceInfo>& devices) {
    std::string list;
    for (const DeviceInfo& device : devices) {
        if (device.usable() && !device.spare)
            list += fmt::format("{}{} {} ({})", list.empty() ? "" : ", ", device.index, device.name,
                                device.selector);
    }
    return list.empty() ? phrase("no device is usable; see warpbench-cli devices")
                        : phrase("usable devices: {devices}", {{"devices", list}});
}

[[noreturn]] void refuse(const ErrorText& said, const std::vector<DeviceInfo>& devices) {
    throw Error(ErrorKind::usage, said.advised(usableOnes(devices)));
}

std::size_t usableOrRefuse(const std::vector<DeviceInfo>& devices, std::size_t at,
                           const ErrorText& origin) {
    if (!devices[at].usable())
        refuse(
            {"WB1886",
             "{origin} names {device}, which cannot be used: {problem}",
             {},
             {{"origin", origin}, {"device", devices[at].name}, {"problem", devices[at].problem}}},
            devices);
    return at;
}

/// The usable device that `fits`, or an unusable one if only such a device fits.
template <class Predicate>
std::optional<std::size_t> find(const std::vector<DeviceInfo>& devices, Predicate fits) {
    std::optional<std::size_t> unusable;
    for (std::size_t i = 0; i < devices.size(); ++i) {
        if (devices[i].spare || !fits(devices[i]))
            continue;
        if (devices[i].usable())
            return i;
        if (!unusable)
            unusable = i;
    }
    return unusable;
}

/// A PCI bus id with or without its domain, in either case: "0000:18:00.0", "18:00.0".
bool isBusId(const DeviceInfo& device, const std::string& wanted) {
    const std::string selector = lowered(device.selector);
    return !device.simulated && wanted.find(':') != std::string::npos &&
           (selector == wanted || selector.ends_with(":" + wanted));
}

std::optional<std::size_t> findSelected(const std::vector<DeviceInfo>& devices,
                                        const std::string& selector) {
    if (const auto index = asNumber(selector))
        return find(devices, [&](const DeviceInfo& d) { return d.index == *index; });
    const std::string wanted = lowered(selector);
    if (wanted == "sim")
        return find(devices, [](const DeviceInfo& d) { return d.simulated; });
    if (wanted.starts_with("sim:")) {
        // "sim:rtx4090" may also be written "sim:RTX 4090" or "sim:rtx-4090".
        std::string model = wanted;
        std::erase_if(model, [](char c) { return c == ' ' || c == '-' || c == '_'; });
        return find(devices, [&](const DeviceInfo& d) {
            return d.simulated && lowered(d.selector) == model;
        });
    }
    if (const auto byBus = find(devices, [&](const DeviceInfo& d) { return isBusId(d, wanted); }))
        return byBus;
    return find(devices, [&](const DeviceInfo& d) {
        return lowered(d.name).find(wanted) != std::string::npos;
    });
}

/// CUDA_DEVICE and the home file count real devices by CUDA's ordinals.
std::size_t chooseByOrdinal(const std::vector<DeviceInfo>& devices, const std::string& value,
                            const ErrorText& origin) {
    const auto ordinal = asNumber(value);
    if (!ordinal)
        refuse({"WB1887",
                "{origin} is \"{value}\", which is not the number of a GPU",
                {},
                {{"origin", origin}, {"value", value}}},
               devices);
    const auto found =
        find(devices, [&](const DeviceInfo& d) { return !d.simulated && d.ordinal == *ordinal; });
    if (!found)
        refuse({"WB1888",
                "{origin} is {number}, but no GPU has that number",
                {},
                {{"origin", origin}, {"number", *ordinal}}},
               devices);
    return usableOrRefuse(devices, *found, origin);
}

} // namespace

std::size_t chooseDevice(const std::vector<DeviceInfo>& devices, const std::string& selector,
                         const std::string& environment, const std::string& homeFile) {
    if (const std::string wanted = trimmed(selector); !wanted.empty()) {
        const auto found = findSelected(devices, wanted);
        if (!found)
            refuse({"WB1889", "no device fits \"{device}\"", {}, {{"device", wanted}}}, devices);
        return usableOrRefuse(devices, *found, "\"" + wanted + "\"");
    }
    if (const std::string wanted = trimmed(environment); !wanted.empty()) {
        if (lowered(wanted) != "sim" && !lowered(wanted).starts_with("sim:"))
            return chooseByOrdinal(devices, wanted, "CUDA_DEVICE");
        const auto found = findSelected(devices, wanted);
        if (!found)
            refuse({"WB1890",
                    "CUDA_DEVICE is \"{device}\", but that device does not exist",
                    {},
                    {{"device", wanted}}},
                   devices);
        return usableOrRefuse(devices, *found, "CUDA_DEVICE");
    }
    if (const std::string wanted = trimmed(homeFile); !wanted.empty())
        return chooseByOrdinal(devices, wanted, phrase("the file .cuda-device in the home folder"));

    // Real devices are listed first.
    const auto first = std::find_if(devices.begin(), devices.end(),
                                    [](const DeviceInfo& d) { return d.usable(); });
    if (first == devices.end())
        refuse({"WB1891", "no usable device was found"}, devices);
    return std::size_t(first - devices.begin());
}

} // namespace warpbench::session
