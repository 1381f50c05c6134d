// SPDX-License-Identifier: GPL-3.0-or-later
// Contents of a run's memory: to and from the host, copies of them, and those that stay.
#include "core/cuda/profiler.h"
#include "core/executor/run_memory.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace warpbench::session {

namespace {

/// The size of a copied piece: whole lines for a pitched buffer.
std::uint64_t pieceOf(const DeviceBuffer& buffer, std::uint64_t bytes) {
    const std::uint64_t line = buffer.lineBytes;
    return buffer.pitch == 0 ? bytes : std::max(line, bytes / line * line);
}

} // namespace

// ---- to and from the host ----

void RunMemory::beginCopies(const std::string& phase, std::uint64_t bytes) {
    m_bytesToCopy = bytes;
    m_bytesCopied = 0;
    m_control.report({phase, 0});
}

/// Between pieces it checks for a stop and reports progress.
/// \param copy  of (offset, bytes) \returns milliseconds
double RunMemory::copyInPieces(const std::string& phase, std::uint64_t bytes,
                               std::uint64_t pieceBytes,
                               const std::function<void(std::uint64_t, std::uint64_t)>& copy) {
    const auto start = std::chrono::steady_clock::now();
    for (std::uint64_t done = 0; done < bytes;) {
        const std::uint64_t piece = std::min(pieceBytes, bytes - done);
        copy(done, piece);
        done += piece;
        m_bytesCopied += piece;
        if (done < bytes) {
            m_control.throwIfStopped();
            m_control.report(
                {phase, double(m_bytesCopied) / double(std::max<std::uint64_t>(1, m_bytesToCopy))});
        }
    }
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
        .count();
}

/// For a pitched buffer, whose lines are contiguous on the host.
void RunMemory::copyLines(const Buffer& buffer, std::byte* host, bool toDevice,
                          const cuda::Stream& stream, std::uint64_t offset,
                          std::uint64_t bytes) const {
    const auto line = std::size_t(buffer.request->lineBytes);
    const auto pitch = std::size_t(buffer.request->pitch);
    const CUdeviceptr device = buffer.pointer + offset / line * pitch;
    if (toDevice)
        cuda::copyRowsToDeviceAsync(stream, device, pitch, host + offset, line, line, bytes / line);
    else
        cuda::copyRowsToHostAsync(stream, host + offset, line, device, pitch, line, bytes / line);
}

void RunMemory::upload(const Buffer& buffer) {
    const DeviceBuffer& request = *buffer.request;
    HostCopies& copies = m_device.hostCopies();
    const HostCopies::Side source = copies.at(request.initial);
    const std::uint64_t bytes = request.pitch > 0 ? request.bytes : buffer.total();
    const double ms =
        copyInPieces("Uploading", bytes, pieceOf(request, source.pieceBytes()),
                     [&](std::uint64_t offset, std::uint64_t piece) {
                         if (request.pitch == 0)
                             return copies.upload(buffer.base() + offset, source, offset, piece);
                         copyLines(buffer, source.data, true, stream(), offset, piece);
                         stream().synchronize();
                     });
    m_transfers.push_back({request.name, true, bytes, ms});
}

void RunMemory::download() {
    std::uint64_t all = 0;
    for (const Buffer& buffer : m_buffers)
        all += buffer.request->result ? buffer.request->bytes : 0;
    beginCopies("Downloading", all);
    for (const Buffer& buffer : m_buffers) {
        const DeviceBuffer& request = *buffer.request;
        if (!request.result)
            continue;
        m_control.throwIfStopped();
        const cuda::ProfilerRange range("Downloading", request.name);
        HostCopies& copies = m_device.hostCopies();
        const HostCopies::Side target = copies.at(request.result);
        const double ms = copyInPieces(
            "Downloading", request.bytes, pieceOf(request, target.pieceBytes()),
            [&](std::uint64_t offset, std::uint64_t bytes) {
                if (request.pitch == 0)
                    return copies.download(target, offset, buffer.pointer + offset, bytes);
                copyLines(buffer, target.data, false, stream(), offset, bytes);
                stream().synchronize();
            });
        m_transfers.push_back({request.name, false, request.bytes, ms});
    }
}

// ---- copies, and back from them ----

/// Copies a buffer's contents: on the device, or to the host if the device lacks the memory, as for
/// most resident buffers that fill it. \param spare  the copy is optional: returns nothing if the
/// device lacks the memory
std::optional<RunMemory::Saved> RunMemory::save(const Buffer& buffer, bool spare) {
    const std::uint64_t bytes = buffer.total();
    Saved saved;
    try {
        saved.device = m_device.allocate(bytes);
    } catch (const cuda::CudaError& error) {
        if (error.result() != CUDA_ERROR_OUT_OF_MEMORY)
            throw;
        if (spare)
            return std::nullopt;
        saved.host = OpenDevice::hostBlock(bytes);
        HostCopies& copies = m_device.hostCopies();
        const HostCopies::Side target = copies.pageable(saved.host->data(), bytes);
        copyInPieces("Saving " + buffer.request->name, bytes, target.pieceBytes(),
                     [&](std::uint64_t offset, std::uint64_t piece) {
                         copies.download(target, offset, buffer.base() + offset, piece);
                     });
        return saved;
    }
    cuda::copyOnDeviceAsync(stream(), saved.device.pointer(), buffer.base(), bytes);
    return saved;
}

void RunMemory::putBack(const cuda::Stream& stream, const Buffer& buffer,
                        const Saved& saved) const {
    if (saved.host)
        cuda::copyToDeviceAsync(stream, buffer.base(), saved.host->data(), buffer.total());
    else
        cuda::copyOnDeviceAsync(stream, buffer.base(), saved.device.pointer(), buffer.total());
}

bool RunMemory::Buffer::isMadeAnew() const {
    const bool thisRuns = request->residentKey.empty() || request->kept;
    return thisRuns && request->upload && (request->initial || !request->fill.empty());
}

/// Keeps a copy of the contents that later passes start from, unless they can be created again.
void RunMemory::keepCopy(Buffer& buffer) {
    const bool known = !buffer.request->residentKey.empty() && !buffer.request->kept;
    if (!buffer.request->upload && !known)
        return; // undefined before, so there is nothing to restore
    // A simulated device's memory is the host's: a copy there would be a second one.
    if (buffer.isMadeAnew() && m_device.extras())
        return;
    buffer.before = save(buffer, buffer.isMadeAnew());
}

void RunMemory::restore(const cuda::Stream& stream) {
    if (!m_request.restore)
        return;
    for (const Buffer& buffer : m_buffers) {
        const DeviceBuffer& request = *buffer.request;
        if (buffer.before)
            putBack(stream, buffer, *buffer.before);
        else if (!(request.written || buffer.changed) || !buffer.isMadeAnew())
            continue;
        else if (!request.fill.empty())
            fill(stream, buffer);
        else if (request.pitch > 0)
            copyLines(buffer, m_device.hostCopies().locked(request.initial), true, stream, 0,
                      request.bytes);
        else
            cuda::copyToDeviceAsync(stream, buffer.base(),
                                    m_device.hostCopies().locked(request.initial), buffer.total());
    }
}

/// Buffers that launches only read, and only through pointers.
bool RunMemory::mayRotate(std::size_t index) const {
    const Buffer& buffer = m_buffers[index];
    const auto isImageOfIt = [&](const DeviceArgument& argument) {
        return argument.image && (argument.image->buffer == index ||
                                  std::count(argument.image->levels.begin(),
                                             argument.image->levels.end(), index) > 0);
    };
    return buffer.request->memory == project::MemoryKind::device && !buffer.request->written &&
           !buffer.changed && buffer.request->upload && buffer.request->residentKey.empty() &&
           buffer.total() > 0 && buffer.request->address == 0 &&
           std::none_of(m_request.launches.begin(), m_request.launches.end(),
                        [&](const DeviceLaunch& launch) {
                            return std::any_of(launch.arguments.begin(), launch.arguments.end(),
                                               isImageOfIt);
                        });
}

std::uint64_t RunMemory::rotateInputs(int count) {
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < m_buffers.size(); ++i) {
        Buffer& buffer = m_buffers[i];
        if (!mayRotate(i))
            continue;
        bytes += buffer.total() * std::uint64_t(count);
        while (buffer.rotated.size() + 1 < std::size_t(count)) {
            m_control.throwIfStopped();
            Saved& copy = buffer.rotated.emplace_back();
            copy.device = m_device.allocate(buffer.total());
            cuda::copyOnDeviceAsync(stream(), copy.device.pointer(), buffer.base(), buffer.total());
        }
    }
    if (bytes > 0)
        m_device.context().synchronize();
    return bytes;
}

// ---- resident buffers ----

void RunMemory::keepResults() {
    for (Buffer& buffer : m_buffers)
        if (buffer.staysWritten())
            buffer.after = save(buffer);
    // The copies are on the default stream, which named streams do not wait for.
    m_device.context().synchronize();
}

void RunMemory::putResultsBack() const {
    for (const Buffer& buffer : m_buffers)
        if (buffer.after)
            putBack(stream(), buffer, *buffer.after);
    m_device.context().synchronize();
}

ResidentBuffer& RunMemory::residentOf(const Buffer& buffer) const {
    return m_device.resident().at(buffer.request->residentSlot());
}

void RunMemory::doubtResident() {
    for (const Buffer& buffer : m_buffers)
        if (buffer.staysWritten())
            residentOf(buffer).key.clear();
}

void RunMemory::trustResident() {
    for (const Buffer& buffer : m_buffers)
        if (buffer.staysWritten())
            residentOf(buffer).key = buffer.request->residentKey;
}

void RunMemory::trustKept() {
    for (const Buffer& buffer : m_buffers)
        if (buffer.request->kept)
            residentOf(buffer).key = buffer.request->residentKey;
}

std::vector<std::string> RunMemory::doubted() const {
    std::vector<std::string> names;
    for (const Buffer& buffer : m_buffers) {
        const auto found = m_device.resident().find(buffer.request->residentSlot());
        if (buffer.staysWritten() && !buffer.request->kept && found != m_device.resident().end() &&
            found->second.key.empty())
            names.push_back(buffer.request->name);
    }
    return names;
}

} // namespace warpbench::session
