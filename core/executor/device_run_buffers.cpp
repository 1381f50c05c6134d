// SPDX-License-Identifier: GPL-3.0-or-later
// For a run on one device: creating, filling, guarding, saving, restoring and fetching its buffers.
#include "core/cuda/profiler.h"
#include "core/cuda/simulated_extras.h"
#include "core/device/device_faults.h"
#include "core/device/guard_zones.h"
#include "core/executor/device_run_phases.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <span>
#include <utility>

namespace warpbench::session {

namespace {

/// The alignment of cuMemAlloc (CUDA C++ Programming Guide, "Device memory accesses"): a device's
/// own rows are aligned like an allocation, so that kernels can rely on it on every device.
constexpr std::uint64_t kDeviceAlignment = 256;

/// The size of a copied piece: whole lines for a pitched buffer.
std::uint64_t pieceOf(const DeviceBuffer& buffer, std::uint64_t bytes) {
    const std::uint64_t line = buffer.lineBytes;
    return buffer.pitch == 0 ? bytes : std::max(line, bytes / line * line);
}

} // namespace

/// Before all other buffers, which could take the addresses.
void DeviceRunPhases::makeFixedMemory() {
    std::vector<cuda::AddressSpan> spans;
    for (const DeviceBuffer& buffer : m_request.buffers)
        if (buffer.address != 0 && buffer.bytes > 0)
            spans.push_back({buffer.address, buffer.bytes});
    m_fixed = cuda::FixedMemory::map(m_device.context(), spans);
}

void DeviceRunPhases::makeBuffer(const DeviceBuffer& request) {
    const cuda::ProfilerRange range("Making", request.name);
    Buffer& buffer = m_buffers.emplace_back();
    buffer.request = &request;
    if (request.address != 0 && request.bytes > 0)
        buffer.allocation = buffer.pointer = CUdeviceptr(request.address);
    else
        placeBuffer(buffer);
    fillFirst(buffer);
    if ((m_request.repeats > 0 || countsOnHardware()) && m_request.restore && request.written)
        keepCopy(buffer);
}

/// Gives a buffer its memory.
void DeviceRunPhases::placeBuffer(Buffer& buffer) {
    const DeviceBuffer& request = *buffer.request;
    const std::uint64_t guard = m_request.guards && request.residentKey.empty() ? kGuardBytes : 0;
    // No elements are at the end of an allocation: whatever is read there is out of bounds.
    if (buffer.total() == 0 && guard == 0 && m_device.extras())
        buffer.emptyAfter = kDeviceAlignment;
    const std::uint64_t lead =
        buffer.emptyAfter > 0
            ? buffer.emptyAfter
            : guard + (kDeviceAlignment - request.before % kDeviceAlignment) % kDeviceAlignment;
    if (request.residentKey.empty()) {
        buffer.memory = m_device.allocate(lead + buffer.total() + guard, request.memory);
        buffer.allocation = buffer.memory.pointer();
    } else {
        auto& resident = m_device.resident();
        auto found = resident.find(request.residentSlot());
        buffer.fresh = found == resident.end() || found->second.key != request.residentKey;
        if (buffer.fresh) {
            // It gets its key once its contents match the key, because the upload may be stopped.
            resident.erase(request.residentSlot());
            found = resident
                        .emplace(request.residentSlot(),
                                 ResidentBuffer{{},
                                                lead + request.before,
                                                request.bytes,
                                                m_device.allocate(lead + buffer.total()),
                                                request.kept})
                        .first;
        }
        buffer.allocation = found->second.memory.pointer();
    }
    buffer.pointer = buffer.allocation + lead + request.before;
    if (guard > 0)
        fillGuardZones(m_device.context(), buffer.base(), buffer.total());
    const bool known = !request.residentKey.empty() || buffer.memory.onDevice();
    if (const cuda::SimulatedExtras* extras = m_device.extras(); extras && known)
        extras->nameAllocation(m_device.ordinal(), buffer.allocation, request.name);
}

/// Its contents before the first launch.
void DeviceRunPhases::fillFirst(Buffer& buffer) {
    const DeviceBuffer& request = *buffer.request;
    if (buffer.fresh)
        fillUndefined(buffer);
    if (buffer.fresh && request.upload) {
        if (request.filler)
            generate(buffer);
        else
            request.fill.empty() ? upload(buffer)
                                 : fill(cuda::Stream::defaultOf(m_device.context()), buffer);
    }
    if (buffer.fresh && !request.residentKey.empty())
        residentOf(buffer).key = request.residentKey;
}

/// All that a run gets it keeps to its end.
MemoryUse DeviceRunPhases::memoryUse() {
    MemoryUse use = m_device.memoryUse();
    for (const cuda::FixedMemory& fixed : m_fixed)
        use.bytes += fixed.size();
    for (const Buffer& buffer : m_buffers) {
        use.bytes += buffer.memory.bytes();
        for (const std::optional<Saved>* saved : {&buffer.before, &buffer.after})
            use.bytes += *saved ? (*saved)->device.bytes() : 0;
        for (const Saved& copy : buffer.rotated)
            use.bytes += copy.device.bytes();
    }
    return use;
}

void DeviceRunPhases::upload(Buffer& buffer) {
    const DeviceBuffer& request = *buffer.request;
    HostCopies& copies = m_device.hostCopies();
    const HostCopies::Side source = copies.at(request.initial);
    const cuda::Stream stream = cuda::Stream::defaultOf(m_device.context());
    const std::uint64_t bytes = request.pitch > 0 ? request.bytes : buffer.total();
    const double ms =
        copyInPieces("Uploading", bytes, pieceOf(request, source.pieceBytes()),
                     [&](std::uint64_t offset, std::uint64_t piece) {
                         if (request.pitch == 0)
                             return copies.upload(buffer.base() + offset, source, offset, piece);
                         copyLines(buffer, source.data, true, stream, offset, piece);
                         stream.synchronize();
                     });
    m_result.transfers.push_back({request.name, true, bytes, ms});
}

/// For a pitched buffer, whose lines are contiguous on the host.
void DeviceRunPhases::copyLines(const Buffer& buffer, std::byte* host, bool toDevice,
                                const cuda::Stream& stream, std::uint64_t offset,
                                std::uint64_t bytes) {
    const std::size_t line = std::size_t(buffer.request->lineBytes);
    const std::size_t pitch = std::size_t(buffer.request->pitch);
    const CUdeviceptr device = buffer.pointer + offset / line * pitch;
    if (toDevice)
        cuda::copyRowsToDeviceAsync(stream, device, pitch, host + offset, line, line, bytes / line);
    else
        cuda::copyRowsToHostAsync(stream, host + offset, line, device, pitch, line, bytes / line);
}

/// Fills memory that is not uploaded. Reused memory may contain correct results of an earlier run,
/// with which a kernel that does nothing would pass.
void DeviceRunPhases::fillUndefined(const Buffer& buffer) {
    const DeviceBuffer& request = *buffer.request;
    const bool hasPadding = request.pitch > request.lineBytes;
    if (buffer.total() == 0 || (request.upload && !hasPadding))
        return;
    cuda::fill8Async(cuda::Stream::defaultOf(m_device.context()), buffer.base(),
                     m_request.undefined, buffer.total());
    const cuda::SimulatedExtras* extras = m_device.extras();
    const bool isHosts = request.memory == project::MemoryKind::managed ||
                         request.memory == project::MemoryKind::mapped;
    if (!extras || request.upload || isHosts)
        return;
    // Filling counts as writing, but the check for uninitialized reads needs the kernels' writes.
    m_device.context().synchronize();
    extras->markUninitialized(m_device.ordinal(), buffer.base(), buffer.total());
}

void DeviceRunPhases::checkGuards(std::size_t launch) {
    for (const Buffer& buffer : m_buffers) {
        if (!buffer.request->residentKey.empty() || buffer.request->address != 0)
            continue; // without guards
        const auto damage = findGuardDamage(m_device.context(), buffer.base(), buffer.total());
        if (!damage)
            continue;
        m_result.faults.push_back(guardFault(*damage, m_request.launches[launch].kernel,
                                             buffer.request->name, buffer.total()));
        throw Error(ErrorKind::device, saidFault(m_result.faults.back().text));
    }
}

/// Uniform contents need not come from the host.
void DeviceRunPhases::fill(const cuda::Stream& stream, const Buffer& buffer) {
    const std::vector<std::uint8_t>& value = buffer.request->fill;
    const std::uint64_t count = buffer.total() / value.size();
    if (count == 0)
        return;
    if (value.size() == 1)
        return cuda::fill8Async(stream, buffer.base(), value[0], count);
    if (value.size() == 2) {
        unsigned short both = 0;
        std::memcpy(&both, value.data(), sizeof both);
        return cuda::fill16Async(stream, buffer.base(), both, count);
    }
    unsigned all = 0;
    std::memcpy(&all, value.data(), sizeof all);
    cuda::fill32Async(stream, buffer.base(), all, count);
}

/// Random numbers, by a kernel that makes the host's.
void DeviceRunPhases::generate(const Buffer& buffer) {
    const DeviceFillers& fillers = m_request.fillers.value();
    const DeviceLaunch& filler = fillers.launches.at(*buffer.request->filler);
    if (!m_fillers)
        m_fillers = loaded(fillers.code);
    cuda::LaunchConfig config;
    config.grid = dim3(filler.grid);
    config.block = dim3(filler.block);
    std::vector<launch::ArgumentValue> values;
    for (const DeviceArgument& argument : filler.arguments)
        values.push_back(valueOf(argument));
    const launch::ReadyLaunch ready{m_fillers->kernel(filler.lowered), config,
                                    packed(filler, values),
                                    cuda::Stream::defaultOf(m_device.context())};
    launch::launchOnce(std::span(&ready, 1));
    m_device.context().synchronize();
}

double
DeviceRunPhases::copyInPieces(const std::string& phase, std::uint64_t bytes,
                              std::uint64_t pieceBytes,
                              const std::function<void(std::uint64_t, std::uint64_t)>& copy) {
    const auto start = std::chrono::steady_clock::now();
    for (std::uint64_t done = 0; done < bytes;) {
        const std::uint64_t piece = std::min(pieceBytes, bytes - done);
        copy(done, piece);
        done += piece;
        m_bytesCopied += piece;
        if (done < bytes) {
            throwIfStopped();
            progress(phase,
                     double(m_bytesCopied) / double(std::max<std::uint64_t>(1, m_bytesToCopy)));
        }
    }
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
        .count();
}

/// Keeps a copy of the contents that timing passes start from, unless they can be created again.
void DeviceRunPhases::keepCopy(Buffer& buffer) {
    const bool known = !buffer.request->residentKey.empty() && !buffer.request->kept;
    if (!buffer.request->upload && !known)
        return; // undefined before, so there is nothing to restore
    // A simulated device's memory is the host's: a copy there would be a second one.
    if (isMadeAnew(*buffer.request) && m_device.extras())
        return;
    buffer.before = save(buffer, isMadeAnew(*buffer.request));
}

/// Whether a buffer's initial contents remain available throughout the run.
bool DeviceRunPhases::isMadeAnew(const DeviceBuffer& request) {
    const bool thisRuns = request.residentKey.empty() || request.kept;
    return thisRuns && request.upload && (request.initial || !request.fill.empty());
}

/// Copies a buffer's contents: on the device, or to the host if the device lacks the memory, as for
/// most resident buffers that fill it. \param spare  the copy is optional: returns nothing if the
/// device lacks the memory
std::optional<DeviceRunPhases::Saved> DeviceRunPhases::save(const Buffer& buffer, bool spare) {
    const std::uint64_t bytes = buffer.total();
    Saved saved;
    try {
        saved.device = m_device.allocate(bytes);
    } catch (const cuda::CudaError& error) {
        if (error.result() != CUDA_ERROR_OUT_OF_MEMORY)
            throw;
        if (spare)
            return std::nullopt;
        saved.host = m_device.hostBlock(bytes);
        HostCopies& copies = m_device.hostCopies();
        const HostCopies::Side target = copies.pageable(saved.host->data(), bytes);
        copyInPieces("Saving " + buffer.request->name, bytes, target.pieceBytes(),
                     [&](std::uint64_t offset, std::uint64_t piece) {
                         copies.download(target, offset, buffer.base() + offset, piece);
                     });
        return saved;
    }
    cuda::copyOnDeviceAsync(cuda::Stream::defaultOf(m_device.context()), saved.device.pointer(),
                            buffer.base(), bytes);
    return saved;
}

void DeviceRunPhases::putBack(const cuda::Stream& stream, const Buffer& buffer,
                              const Saved& saved) {
    if (saved.host)
        cuda::copyToDeviceAsync(stream, buffer.base(), saved.host->data(), buffer.total());
    else
        cuda::copyOnDeviceAsync(stream, buffer.base(), saved.device.pointer(), buffer.total());
}

ResidentBuffer& DeviceRunPhases::residentOf(const Buffer& buffer) {
    return m_device.resident().at(buffer.request->residentSlot());
}

/// A resident buffer that is written is only known to be correct after the run has succeeded: until
/// then, no later run can find it.
void DeviceRunPhases::doubtResident() {
    for (const Buffer& buffer : m_buffers) {
        if (buffer.staysWritten())
            residentOf(buffer).key.clear();
    }
}

void DeviceRunPhases::noteDoubts() {
    for (const Buffer& buffer : m_buffers) {
        const auto found = m_device.resident().find(buffer.request->residentSlot());
        if (buffer.staysWritten() && !buffer.request->kept && found != m_device.resident().end() &&
            found->second.key.empty())
            m_result.notes.push_back(
                fmt::format("the next run recreates resident buffer \"{}\": this one ended "
                            "before its contents were certain",
                            buffer.request->name));
    }
}

void DeviceRunPhases::trustResident() {
    for (const Buffer& buffer : m_buffers) {
        if (buffer.staysWritten())
            residentOf(buffer).key = buffer.request->residentKey;
    }
}

void DeviceRunPhases::download() {
    m_bytesToCopy = m_bytesCopied = 0;
    for (const Buffer& buffer : m_buffers)
        m_bytesToCopy += buffer.request->result ? buffer.request->bytes : 0;
    progress("Downloading", 0);
    for (const Buffer& buffer : m_buffers) {
        const DeviceBuffer& request = *buffer.request;
        if (!request.result)
            continue;
        throwIfStopped();
        const cuda::ProfilerRange range("Downloading", request.name);
        HostCopies& copies = m_device.hostCopies();
        const HostCopies::Side target = copies.at(request.result);
        const double ms = copyInPieces(
            "Downloading", request.bytes, pieceOf(request, target.pieceBytes()),
            [&](std::uint64_t offset, std::uint64_t bytes) {
                if (request.pitch == 0)
                    return copies.download(target, offset, buffer.pointer + offset, bytes);
                const cuda::Stream stream = cuda::Stream::defaultOf(m_device.context());
                copyLines(buffer, target.data, false, stream, offset, bytes);
                stream.synchronize();
            });
        m_result.transfers.push_back({request.name, false, request.bytes, ms});
    }
}

/// The contents of the buffers at a kernel's fault. A real device does not allow reading them.
void DeviceRunPhases::downloadAtFault() {
    if (m_result.checked || !m_device.extras() || m_buffers.size() != m_request.buffers.size())
        return;
    try {
        download();
        for (const Buffer& buffer : m_buffers)
            if (buffer.request->kept) // to be inspected as it is, like downloaded ones
                residentOf(buffer).key = buffer.request->residentKey;
        m_result.downloadedAtFault = true;
    } catch (const Error&) {
        m_result.downloadedAtFault = false; // the fault has been reported, which matters most
    }
}

} // namespace warpbench::session
