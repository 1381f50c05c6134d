// SPDX-License-Identifier: GPL-3.0-or-later
// Of a run on one device: buffers that a launch may only read, and kernels that write there anyway.
#include "core/device/device_faults.h"
#include "core/executor/device_run_phases.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

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

/// Only on request: it costs a copy of buffers that other launches write.
bool DeviceRunPhases::checksInputs() const {
    return m_request.guards || (m_request.checkFaults && m_device.extras());
}

/// Whether the buffer's initial contents are known for the whole run.
bool DeviceRunPhases::isInput(const Buffer& buffer) {
    const DeviceBuffer& request = *buffer.request;
    return request.upload && !request.written && buffer.fresh && buffer.total() > 0 &&
           (request.initial || !request.fill.empty());
}

/// Before a launch: copies buffers that it must only read and that other launches write.
void DeviceRunPhases::keepInputs(std::size_t launch) {
    if (!checksInputs())
        return;
    for (const std::size_t index : m_request.launches[launch].readOnly) {
        Buffer& buffer = m_buffers.at(index);
        if (buffer.request->written && buffer.total() > 0)
            buffer.asRead = save(buffer, true);
    }
}

/// After the launch. \throws Error (device) if it wrote to them
void DeviceRunPhases::checkInputs(std::size_t launch) {
    if (!checksInputs())
        return;
    for (const std::size_t index : m_request.launches[launch].readOnly) {
        Buffer& buffer = m_buffers.at(index);
        const auto change = buffer.asRead || isInput(buffer) ? firstChange(buffer) : std::nullopt;
        buffer.asRead.reset();
        if (!change)
            continue;
        m_result.faults.push_back(
            faultOfWritten(m_request.launches[launch].kernel, buffer.request->name, *change));
        throw Error(ErrorKind::device, saidFault(m_result.faults.back().text));
    }
}

/// Without checks, a simulated device compares once, because its memory is directly accessible.
void DeviceRunPhases::noteChangedInputs() {
    if (checksInputs() || !m_device.extras())
        return;
    for (Buffer& buffer : m_buffers) {
        buffer.changed = isInput(buffer) && firstChange(buffer).has_value();
        if (buffer.changed)
            m_inputNotes.push_back(
                fmt::format("a kernel writes to buffer \"{}\", whose access is \"in\"; give it the "
                            "access \"inout\", or do not write to it",
                            buffer.request->name));
    }
}

/// The first byte that is not as it was, of the buffer's own rows; empty: all is.
std::optional<std::uint64_t> DeviceRunPhases::firstChange(const Buffer& buffer) {
    const DeviceBuffer& request = *buffer.request;
    const std::uint64_t all = hostBytes(request);
    const std::uint64_t most = std::min(all, comparedAtOnce(request));
    std::vector<std::byte> now(most);
    std::vector<std::byte> before(most);
    for (std::uint64_t offset = 0; offset < all; offset += most) {
        throwIfStopped();
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
void DeviceRunPhases::fetch(const Buffer& buffer, CUdeviceptr base, std::uint64_t offset,
                            std::span<std::byte> to) {
    const DeviceBuffer& request = *buffer.request;
    if (request.pitch == 0) {
        HostCopies& copies = m_device.hostCopies();
        return copies.download(copies.pageable(to.data(), to.size()), 0, base + offset, to.size());
    }
    const auto line = std::size_t(request.lineBytes);
    const auto pitch = std::size_t(request.pitch);
    const cuda::Stream stream = cuda::Stream::defaultOf(m_device.context());
    cuda::copyRowsToHostAsync(stream, to.data(), line, base + offset / line * pitch, pitch, line,
                              to.size() / line);
    stream.synchronize();
}

} // namespace warpbench::session
