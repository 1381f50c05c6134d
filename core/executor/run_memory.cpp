// SPDX-License-Identifier: GPL-3.0-or-later
// Making a run's memory, and where it is. run_memory_contents.cpp copies it.
#include "core/executor/run_memory.h"

#include "core/cuda/profiler.h"
#include "core/device/device_faults.h"
#include "core/device/guard_zones.h"
#include "core/executor/run_code.h"
#include "core/launch/timing.h"
#include "core/report/stop_texts.h"

#include <algorithm>
#include <cstring>

namespace warpbench::session {

namespace {

/// The alignment of cuMemAlloc (CUDA C++ Programming Guide, "Device memory accesses"): a device's
/// own rows are aligned like an allocation, so that kernels can rely on it on every device.
constexpr std::uint64_t kDeviceAlignment = 256;

} // namespace

RunMemory::RunMemory(OpenDevice& device, const DeviceRunRequest& request, RunControl& control)
    : m_device(device)
    , m_request(request)
    , m_control(control) {}

void RunMemory::make(const cuda::Module& code, bool again) {
    setVariables(code);
    m_buffers.reserve(m_request.buffers.size());
    std::uint64_t bytes = 0;
    for (const DeviceBuffer& buffer : m_request.buffers)
        if (buffer.upload && buffer.fill.empty() && !buffer.filler)
            bytes += buffer.before + buffer.bytes + buffer.after;
    beginCopies("Uploading", bytes);
    makeFixedMemory();
    for (const DeviceBuffer& buffer : m_request.buffers) {
        m_control.throwIfStopped();
        Buffer& made = makeBuffer(buffer);
        if (again && m_request.restore && buffer.written)
            keepCopy(made);
    }
}

/// Before all other buffers, which could take the addresses.
void RunMemory::makeFixedMemory() {
    std::vector<cuda::AddressSpan> spans;
    for (const DeviceBuffer& buffer : m_request.buffers)
        if (buffer.address != 0 && buffer.bytes > 0)
            spans.push_back({buffer.address, buffer.bytes});
    m_fixed = cuda::FixedMemory::map(m_device.context(), spans);
}

RunMemory::Buffer& RunMemory::makeBuffer(const DeviceBuffer& request) {
    const cuda::ProfilerRange range("Making", request.name);
    Buffer& buffer = m_buffers.emplace_back();
    buffer.request = &request;
    if (request.address != 0 && request.bytes > 0)
        buffer.allocation = buffer.pointer = CUdeviceptr(request.address);
    else
        placeBuffer(buffer);
    fillFirst(buffer);
    return buffer;
}

/// Gives a buffer its memory.
void RunMemory::placeBuffer(Buffer& buffer) {
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
void RunMemory::fillFirst(Buffer& buffer) {
    const DeviceBuffer& request = *buffer.request;
    if (!buffer.fresh)
        return;
    fillUndefined(buffer);
    if (request.upload) {
        if (request.filler)
            generate(buffer);
        else
            request.fill.empty() ? upload(buffer) : fill(stream(), buffer);
    }
    if (!request.residentKey.empty())
        residentOf(buffer).key = request.residentKey;
}

/// Fills memory that is not uploaded. Reused memory may contain correct results of an earlier run,
/// with which a kernel that does nothing would pass.
void RunMemory::fillUndefined(const Buffer& buffer) {
    const DeviceBuffer& request = *buffer.request;
    const bool hasPadding = request.pitch > request.lineBytes;
    if (buffer.total() == 0 || (request.upload && !hasPadding))
        return;
    cuda::fill8Async(stream(), buffer.base(), m_request.undefined, buffer.total());
    const cuda::SimulatedExtras* extras = m_device.extras();
    const bool isHosts = request.memory == project::MemoryKind::managed ||
                         request.memory == project::MemoryKind::mapped;
    if (!extras || request.upload || isHosts)
        return;
    // Filling counts as writing, but the check for uninitialized reads needs the kernels' writes.
    m_device.context().synchronize();
    extras->markUninitialized(m_device.ordinal(), buffer.base(), buffer.total());
}

/// Uniform contents need not come from the host.
void RunMemory::fill(const cuda::Stream& stream, const Buffer& buffer) const {
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
void RunMemory::generate(const Buffer& buffer) {
    const DeviceFillers& fillers = m_request.fillers.value();
    const DeviceLaunch& filler = fillers.launches.at(*buffer.request->filler);
    if (!m_fillers)
        m_fillers = loadPart(m_device.context(), fillers.code);
    cuda::LaunchConfig config;
    config.grid = dim3(filler.grid);
    config.block = dim3(filler.block);
    const launch::PackedArguments arguments = argumentsOf(filler);
    const launch::ReadyLaunch ready{m_fillers->kernel(filler.lowered), config, &arguments,
                                    stream()};
    launch::launchOnce(std::span(&ready, 1));
    m_device.context().synchronize();
}

// ---- where it is ----

CUdeviceptr RunMemory::addressOf(const DeviceArgument::Address& address, std::size_t turn) const {
    const Buffer& buffer = m_buffers.at(address.buffer);
    const CUdeviceptr pointer =
        turn == 0 || buffer.rotated.empty()
            ? buffer.pointer
            : buffer.rotated.at(turn - 1).device.pointer() + buffer.request->before;
    return pointer + address.byteOffset;
}

ImageMemory RunMemory::imageMemoryOf(std::size_t index) const {
    const Buffer& buffer = m_buffers.at(index);
    return {buffer.pointer, std::size_t(buffer.request->pitch)};
}

launch::PackedArguments RunMemory::argumentsOf(const DeviceLaunch& launch,
                                               std::span<const DeviceImage> images,
                                               std::size_t turn) const {
    std::vector<launch::ArgumentValue> values;
    std::vector<launch::ParameterSpec> parameters;
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
        const DeviceArgument& argument = launch.arguments[i];
        launch::ArgumentValue& value = values.emplace_back();
        value.description = argument.description;
        const auto bytes = std::as_bytes(std::span(argument.bytes));
        value.bytes.assign(bytes.begin(), bytes.end());
        const auto put = [&](std::size_t at, std::uint64_t number) {
            std::memcpy(value.bytes.data() + at, &number, sizeof number);
        };
        for (const DeviceArgument::Address& address : argument.addresses)
            put(address.at, addressOf(address, turn));
        if (argument.image) {
            put(0, images.front().handle());
            images = images.subspan(1);
        }
        parameters.push_back({i < launch.parameterBytes.size() ? launch.parameterBytes[i] : 0, {}});
    }
    return {launch.kernel, values, parameters};
}

std::vector<PeerGroup::Rows> RunMemory::rows() const {
    std::vector<PeerGroup::Rows> rows;
    for (const Buffer& buffer : m_buffers)
        rows.push_back({buffer.pointer,
                        buffer.request->bytes,
                        buffer.request->before,
                        buffer.request->after,
                        {},
                        {}});
    return rows;
}

std::vector<TracedBuffer> RunMemory::tracedBuffers() const {
    std::vector<TracedBuffer> all;
    for (const Buffer& buffer : m_buffers)
        all.push_back({buffer.request->name, buffer.base(), buffer.total(), 0});
    return all;
}

std::vector<MemoryRegion> RunMemory::regions(const cuda::Module& code) const {
    std::vector<MemoryRegion> all;
    for (const Buffer& buffer : m_buffers)
        all.push_back({buffer.base(), buffer.total()});
    const wbsimApi& api = m_device.extras()->api();
    std::uint64_t address = 0, bytes = 0;
    for (std::uint32_t i = 0; api.getGlobal(code.handle(), i, &address, &bytes) == CUDA_SUCCESS;
         ++i)
        all.push_back({address, bytes});
    return all;
}

MemoryRegion RunMemory::placeOf(const std::string& name, std::uint64_t firstByte,
                                std::uint64_t bytes) const {
    const auto buffer = std::find_if(m_buffers.begin(), m_buffers.end(),
                                     [&](const Buffer& one) { return one.request->name == name; });
    if (buffer == m_buffers.end() || firstByte + bytes > buffer->request->bytes)
        throw Error(ErrorKind::internal, readBeyondEnd(phrase("a buffer")));
    const DeviceBuffer& request = *buffer->request;
    if (request.pitch == 0)
        return {buffer->base() + firstByte, bytes};
    const std::uint64_t in = firstByte % request.lineBytes;
    return {buffer->base() + firstByte / request.lineBytes * request.pitch + in,
            std::min<std::uint64_t>(request.lineBytes - in, bytes)};
}

std::optional<Fault> RunMemory::faultOf(const cuda::SimulatedFault& found) const {
    const auto buffer = std::find_if(m_buffers.begin(), m_buffers.end(), [&](const Buffer& one) {
        return one.allocation == found.allocation;
    });
    const DeviceBuffer* const request = buffer != m_buffers.end() ? buffer->request : nullptr;
    auto fault = faultFrom(found, [&](auto) { return request ? request->name : std::string(); });
    if (!fault || !request)
        return fault;
    if (buffer->emptyAfter > 0)
        tellOfEmptyBuffer(*fault, buffer->emptyAfter);
    if (request->pitch > 0)
        tellOfLines(*fault, request->lineBytes, request->pitch, request->lines());
    return fault;
}

/// All that a run gets it keeps to its end.
MemoryUse RunMemory::use() const {
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

} // namespace warpbench::session
