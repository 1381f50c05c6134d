// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cuda/device.h"

#include "core/cuda/driver.h"

#include <fmt/format.h>

#include <array>

namespace warpbench::cuda {

namespace {

void check(const Device& device, CUresult code, const char* call, const ErrorText& object = {}) {
    if (code != CUDA_SUCCESS) [[unlikely]]
        throw CudaError(device.driver(), code, call, object,
                        phrase("device {number}", {{"number", device.ordinal()}}));
}

} // namespace

bool Device::simulated() const noexcept {
    return m_driver->simulated();
}

std::string Device::name() const {
    std::array<char, 256> text{};
    check(*this, m_driver->api().deviceGetName(text.data(), int(text.size()), m_handle),
          "cuDeviceGetName");
    return text.data();
}

int Device::attribute(CUdevice_attribute attribute) const {
    int value = 0;
    const CUresult code = m_driver->api().deviceGetAttribute(&value, attribute, m_handle);
    if (code != CUDA_SUCCESS) [[unlikely]]
        check(*this, code, "cuDeviceGetAttribute",
              phrase("attribute {number}", {{"number", int(attribute)}}));
    return value;
}

int Device::attributeOrZero(CUdevice_attribute attribute) const noexcept {
    int value = 0;
    const CUresult code = m_driver->api().deviceGetAttribute(&value, attribute, m_handle);
    return code == CUDA_SUCCESS ? value : 0;
}

int Device::ccMajor() const {
    return attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
}

int Device::ccMinor() const {
    return attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
}

std::uint64_t Device::totalMemoryBytes() const {
    std::size_t bytes = 0;
    check(*this, m_driver->api().deviceTotalMem(&bytes, m_handle), "cuDeviceTotalMem");
    return bytes;
}

std::string Device::pciBusId() const {
    std::array<char, 64> text{};
    check(*this, m_driver->api().deviceGetPciBusId(text.data(), int(text.size()), m_handle),
          "cuDeviceGetPCIBusId");
    return text.data();
}

std::string Device::uuid() const {
    CUuuid uuid{};
    check(*this, m_driver->api().deviceGetUuid(&uuid, m_handle), "cuDeviceGetUuid");
    std::string text = "GPU-";
    for (int i = 0; i < 16; ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            text += '-';
        text += fmt::format("{:02x}", static_cast<unsigned char>(uuid.bytes[i]));
    }
    return text;
}

bool Device::canAccessPeer(const Device& peer) const {
    if (m_driver != peer.m_driver)
        return false;
    int can = 0;
    check(*this, m_driver->api().deviceCanAccessPeer(&can, m_handle, peer.m_handle),
          "cuDeviceCanAccessPeer");
    return can != 0;
}

} // namespace warpbench::cuda
