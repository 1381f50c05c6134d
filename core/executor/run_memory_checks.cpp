// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels that write where they must not: outside of buffers, or to those that they may only read.
#include "core/device/guard_zones.h"
#include "core/executor/run_memory.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpbench::session {

namespace {

/// Bytes compared at once.
constexpr std::uint64_t kComparedBytes = std::uint64_t(8) << 20;

/// A buffer's size on the host: for a pitched one, the lines without padding.
std::uint64_t hostBytes(const DeviceBuffer& request) {
    return request.pitch > 0 ? request.bytes : request.before + request.bytes + request.after;
}

std::uint64_t comparedAtOnce(const DeviceBuffer& request) {
    const std::uint64_t line = request.pitch > 0 ? request.lineBytes : 1;
    return std::max(line, kComparedBytes / line * line);
}

Fault faultOfWritten(const std::string& kernel, const std::string& buffer, std::uint64_t offset) {
    Fault fault;
    fault.kind = "input_written";
    fault.kernel = kernel;
    fault.buffer = buffer;
    fault.offset = std::int64_t(offset);
    fault.text = fmt::format("kernel \"{}\" writes to buffer \"{}\", whose access is \"in\"",
                             kernel, buffer);
    return fault;
}

} // namespace

std::optional<Fault> RunMemory::faultAtGuards(const DeviceLaunch& launch) const {
    for (const Buffer& buffer : m_buffers) {
        if (!m_request.guards || !buffer.request->residentKey.empty() ||
            buffer.request->address != 0)
            continue; // without guards
        const auto damage = findGuardDamage(m_device.context(), buffer.base(), buffer.total());
        if (damage)
            return guardFault(*damage, launch.kernel, buffer.request->name, buffer.total());
    }
    return std::nullopt;
}

/// Only on request: it costs a copy of buffers that other launches write.
bool RunMemory::checksInputs() const {
    return m_request.guards || (m_request.checkFaults && m_device.extras());
}

bool RunMemory::Buffer::isInput() const {
    return request->upload && !request->written && fresh && total() > 0 &&
           (request->initial || !request->fill.empty());
}

void RunMemory::keepInputs(const DeviceLaunch& launch) {
    if (!checksInputs())
        return;
    for (const std::size_t index : launch.readOnly) {
        Buffer& buffer = m_buffers.at(index);
        if (buffer.request->written && buffer.total() > 0)
            buffer.asRead = save(buffer, true);
    }
}

std::optional<Fault> RunMemory::faultAtInput(const DeviceLaunch& launch) {
    if (!checksInputs())
        return std::nullopt;
    for (const std::size_t index : launch.readOnly) {
        Buffer& buffer = m_buffers.at(index);
        const auto change = buffer.asRead || buffer.isInput() ? firstChange(buffer) : std::nullopt;
        buffer.asRead.reset();
        if (change)
            return faultOfWritten(launch.kernel, buffer.request->name, *change);
    }
    return std::nullopt;
}

/// A simulated device's memory is directly accessible, so that comparing once costs little.
std::vector<std::string> RunMemory::findChangedInputs() {
    std::vector<std::string> names;
    if (checksInputs() || !m_device.extras())
        return names;
    for (Buffer& buffer : m_buffers) {
        buffer.changed = buffer.isInput() && firstChange(buffer).has_value();
        if (buffer.changed)
            names.push_back(buffer.request->name);
    }
    return names;
}

/// The first byte that is not as it was, of the buffer's own rows; empty: all is.
std::optional<std::uint64_t> RunMemory::firstChange(const Buffer& buffer) {
    const DeviceBuffer& request = *buffer.request;
    const std::uint64_t all = hostBytes(request);
    const std::uint64_t most = std::min(all, comparedAtOnce(request));
    std::vector<std::byte> now(most);
    std::vector<std::byte> before(most);
    for (std::uint64_t offset = 0; offset < all; offset += most) {
        m_control.throwIfStopped();
        const std::uint64_t bytes = std::min(most, all - offset);
        fetch(buffer, buffer.base(), offset, {now.data(), bytes});
        const std::byte* was = before.data();
        if (buffer.asRead)
            fetch(buffer, buffer.asRead->device.pointer(), offset, {before.data(), bytes});
        else if (request.initial)
            was = m_device.hostCopies().at(request.initial).data + offset;
        else
            for (std::uint64_t i = 0; i < bytes; ++i)
                before[i] = std::byte(request.fill[(offset + i) % request.fill.size()]);
        const auto end = now.begin() + std::ptrdiff_t(bytes);
        const auto change = std::mismatch(now.begin(), end, was).first;
        if (change != end) {
            const std::uint64_t at = offset + std::uint64_t(change - now.begin());
            return at - std::min(at, request.before);
        }
    }
    return std::nullopt;
}

/// Bytes of a buffer in host layout. \param base  its memory, or that of a copy
void RunMemory::fetch(const Buffer& buffer, CUdeviceptr base, std::uint64_t offset,
                      std::span<std::byte> to) {
    const DeviceBuffer& request = *buffer.request;
    if (request.pitch == 0) {
        HostCopies& copies = m_device.hostCopies();
        return copies.download(copies.pageable(to.data(), to.size()), 0, base + offset, to.size());
    }
    const auto line = std::size_t(request.lineBytes);
    const auto pitch = std::size_t(request.pitch);
    cuda::copyRowsToHostAsync(stream(), to.data(), line, base + offset / line * pitch, pitch, line,
                              to.size() / line);
    stream().synchronize();
}

} // namespace warpbench::session
