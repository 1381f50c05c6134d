// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/executor/device_run_phases.h"

#include "core/cuda/event.h"
#include "core/cuda/profiler.h"
#include "core/cuda/simulated_extras.h"
#include "core/device/device_faults.h"
#include "core/processes/output_capture.h"
#include "core/report/stop_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace warpbench::session {

namespace {

/// The part of a launch in a trace: enough for an overview, and small enough to send at once.
constexpr std::uint32_t kTracedBlocks = 3;
constexpr std::uint32_t kTracedExecutions = 16;
constexpr std::uint32_t kTracedAccesses = 8192;
/// Maximum size of a variable in a report.
constexpr std::uint64_t kMostVariableBytes = std::uint64_t(1) << 20;

} // namespace

DeviceRunPhases::DeviceRunPhases(OpenDevice& device, const DeviceRunRequest& request,
                                 RunControl& control, PeerGroup* group)
    : m_device(device)
    , m_request(request)
    , m_control(control)
    , m_group(group) {}

DeviceRunResult DeviceRunPhases::perform() {
    platform::OutputCapture output(kOutputLimit);
    try {
        setExtras(true);
        prepare();
        meetOthers();
        doubtResident();
        checkPass();
        m_result.standardOutput = output.take();
        download();
        readVariables();
        m_result.checked = true;
        time();
        trustResident();
    } catch (const Error& error) {
        if (m_result.standardOutput.empty())
            m_result.standardOutput = output.take();
        explain(error);
    }
    m_result.memory = memoryUse();
    leaveOthers();
    tidyUp();
    if (m_result.status == RunStatus::fault)
        downloadAtFault();
    noteDoubts();
    return std::move(m_result);
}

// ---- for stepping ----

void DeviceRunPhases::prepareUntil(std::size_t launch) {
    setExtras(true);
    prepare();
    m_device.context().synchronize();
    for (std::size_t i = 0; i < launch; ++i) {
        m_current = int(i);
        launchChecked(i);
    }
    m_current = -1;
    if (const cuda::SimulatedExtras* extras = m_device.extras())
        extras->setTimeLimit(m_device.ordinal(), 0);
}

void DeviceRunPhases::launchOnly(std::size_t launch) {
    for (const DeviceImage* image : m_imagesOfLaunch[launch])
        image->refresh(m_launches[launch].stream);
    launch::launchOnce(std::span(&m_launches[launch], 1));
}

void DeviceRunPhases::copyImagesBack(std::size_t launch) {
    for (const DeviceImage* image : m_imagesOfLaunch[launch])
        image->copyBack(m_launches[launch].stream);
    m_device.context().synchronize();
}

std::vector<std::pair<CUdeviceptr, std::uint64_t>> DeviceRunPhases::memory() const {
    std::vector<std::pair<CUdeviceptr, std::uint64_t>> all;
    for (const Buffer& buffer : m_buffers)
        all.emplace_back(buffer.base(), buffer.total());
    return all;
}

// ---- prepare ----

void DeviceRunPhases::prepare() {
    progress("Loading");
    const cuda::ContextScope scope(m_device.context());
    const cuda::ProfilerRange range("Preparing");
    setLimits();
    loadModule();
    setConstants();
    m_buffers.reserve(m_request.buffers.size());
    for (const DeviceBuffer& buffer : m_request.buffers)
        if (buffer.upload && buffer.fill.empty() && !buffer.filler)
            m_bytesToCopy += buffer.before + buffer.bytes + buffer.after;
    progress("Uploading", 0);
    makeFixedMemory();
    for (const DeviceBuffer& buffer : m_request.buffers) {
        throwIfStopped();
        makeBuffer(buffer);
    }
    for (const DeviceLaunch& launch : m_request.launches) {
        m_current = int(m_launches.size());
        makeLaunch(launch);
    }
    m_current = -1;
    if (m_request.graph)
        refuseGraph();
}

/// Before the module is loaded: a driver lays out a kernel's stack, the heap and the room for
/// printf when it first sees that they are needed.
void DeviceRunPhases::setLimits() {
    const project::ContextSettings& wanted = m_request.context;
    if (wanted == project::ContextSettings{})
        return;
    const cuda::Context& context = m_device.context();
    try {
        m_device.applyLimits();
        if (wanted.stackBytes)
            m_stackLimit.emplace(context, CU_LIMIT_STACK_SIZE, std::size_t(*wanted.stackBytes));
    } catch (const cuda::CudaError& error) {
        if (error.sticky())
            throw;
        throw Error(ErrorKind::device,
                    phrase("the device rejected the project's limits: {problem}",
                           {{"problem", error.said()}})
                        .advised(phrase("give less in \"limits\", or leave them out")));
    }
    m_result.context = ContextUse{wanted.primary, context.limit(CU_LIMIT_STACK_SIZE),
                                  context.limit(CU_LIMIT_MALLOC_HEAP_SIZE),
                                  context.limit(CU_LIMIT_PRINTF_FIFO_SIZE)};
}

void DeviceRunPhases::loadModule() {
    const cuda::Context& context = m_device.context();
    // A module is loaded again for every run, so that its variables start with their first values.
    try {
        if (!m_request.parts.empty() || !m_request.libraries.empty())
            m_module = linkedModule();
        else if (m_request.cubin.empty())
            m_module = cuda::Module::fromPtx(context, m_request.ptx);
        else
            m_module = cuda::Module::fromImage(context, std::as_bytes(std::span(m_request.cubin)));
    } catch (const cuda::CudaError& error) {
        explainGivenCode(error);
        throw;
    }
}

/// Code of Warpbench's own.
cuda::Module DeviceRunPhases::loaded(const DeviceCodePart& code) const {
    const cuda::Context& context = m_device.context();
    return code.cubin.empty()
               ? cuda::Module::fromPtx(context, code.ptx)
               : cuda::Module::fromImage(context, std::as_bytes(std::span(code.cubin)));
}

/// The parts of one module, by the driver's linker. Machine code only where all parts have some,
/// so that all of it is for one device.
cuda::Module DeviceRunPhases::linkedModule() const {
    std::vector<DeviceCodePart> all{{m_request.codeFile.empty() ? "the source" : m_request.codeFile,
                                     m_request.ptx, m_request.cubin}};
    all.insert(all.end(), m_request.parts.begin(), m_request.parts.end());
    const bool machineCode = std::all_of(
        all.begin(), all.end(), [](const DeviceCodePart& part) { return !part.cubin.empty(); });
    std::vector<cuda::LinkInput> inputs;
    inputs.reserve(all.size());
    for (const DeviceCodePart& part : all)
        inputs.push_back(
            {part.fileName, part.ptx,
             machineCode ? std::as_bytes(std::span(part.cubin)) : std::span<const std::byte>()});
    return cuda::Module::linked(m_device.context(), inputs, m_request.libraries);
}

/// The driver's advice is for code compiled here; for a given file, other advice is needed.
void DeviceRunPhases::explainGivenCode(const cuda::CudaError& error) const {
    if (m_request.codeFile.empty() || error.sticky())
        return;
    ErrorText remedy;
    if (error.result() == CUDA_ERROR_NO_BINARY_FOR_GPU)
        remedy = phrase(
            "the file holds only machine code that this device cannot run; give PTX instead, "
            "made with `nvcc -ptx`");
    else if (error.result() == CUDA_ERROR_UNSUPPORTED_PTX_VERSION)
        remedy = phrase(
            "the PTX was made by a newer compiler than this driver knows; update the driver, "
            "or make the PTX with an older compiler");
    else if (error.result() == CUDA_ERROR_INVALID_PTX || error.result() == CUDA_ERROR_INVALID_IMAGE)
        remedy = phrase("look at the file where the message points");
    if (!remedy.empty())
        throw Error(ErrorKind::device, phrase("{file}: {problem}", {{"file", m_request.codeFile},
                                                                    {"problem", error.said()}})
                                           .advised(remedy));
}

cuda::GlobalSymbol DeviceRunPhases::symbolOf(const DeviceConstant& constant) {
    try {
        return m_module->global(constant.symbol);
    } catch (const cuda::CudaError& error) {
        if (error.result() != CUDA_ERROR_NOT_FOUND)
            throw;
        throw Error(ErrorKind::project,
                    {"WB1869",
                     "variable \"{variable}\" is not in the compiled source",
                     "declare it __constant__ or __device__ and use it in a kernel; outside "
                     "extern \"C\" a C++ name is needed",
                     {{"variable", constant.symbol}}},
                    constant.place);
    }
}

void DeviceRunPhases::checkReadable(const DeviceConstant& constant, std::size_t bytes) {
    if (bytes > kMostVariableBytes)
        throw Error(
            ErrorKind::project,
            {"WB1870",
             "variable \"{variable}\" has {size} bytes, but at most {limit} are read",
             "let a kernel copy the part that you need into a buffer",
             {{"variable", constant.symbol}, {"size", bytes}, {"limit", kMostVariableBytes}}},
            constant.place);
    if (bytes % constant.elementBytes != 0)
        throw Error(
            ErrorKind::project,
            {"WB1871",
             "variable \"{variable}\" has {size} bytes, which is not a multiple of the "
             "element size of {element}",
             "give the type that the source declares",
             {{"variable", constant.symbol}, {"size", bytes}, {"element", constant.elementBytes}}},
            constant.place);
}

/// The variables' values at the end of the check pass: read with the buffers, before timing changes
/// them.
void DeviceRunPhases::readVariables() {
    for (const DeviceConstant& constant : m_request.constants) {
        if (!constant.read)
            continue;
        const cuda::GlobalSymbol symbol = symbolOf(constant);
        std::vector<std::uint8_t>& bytes = m_result.variables.emplace_back(symbol.size);
        cuda::copyToHost(m_device.context(), bytes.data(), symbol.pointer, bytes.size());
    }
}

void DeviceRunPhases::setConstants() {
    for (const DeviceConstant& constant : m_request.constants) {
        const cuda::GlobalSymbol symbol = symbolOf(constant);
        if (constant.read)
            checkReadable(constant, symbol.size);
        if (constant.bytes.empty())
            continue;
        if (constant.bytes.size() > symbol.size)
            throw Error(
                ErrorKind::project,
                {"WB1872",
                 "the values for \"{variable}\" have {size} bytes, but the variable has {limit}",
                 "give as many values of its type as the source declares",
                 {{"variable", constant.symbol},
                  {"size", constant.bytes.size()},
                  {"limit", symbol.size}}},
                constant.place);
        cuda::copyToDevice(m_device.context(), symbol.pointer, constant.bytes.data(),
                           constant.bytes.size());
    }
}

// ---- with other devices ----

/// Waits until every device of a shared run has its buffers.
void DeviceRunPhases::meetOthers() {
    const auto isShared = [](const DeviceBuffer& buffer) { return buffer.before + buffer.after; };
    if (!m_group || std::none_of(m_request.buffers.begin(), m_request.buffers.end(), isShared))
        return;
    std::vector<PeerGroup::Rows> rows;
    for (const Buffer& buffer : m_buffers)
        rows.push_back({buffer.pointer,
                        buffer.request->bytes,
                        buffer.request->before,
                        buffer.request->after,
                        {},
                        {}});
    m_device.context().synchronize();
    m_exchange.emplace(m_device.context(), *m_group, m_request.sharing, std::move(rows));
    // Before they copy, which begins with a meeting.
    for (const cuda::Device& reader : m_exchange->readers())
        m_device.allow(reader);
}

void DeviceRunPhases::leaveOthers() {
    if (m_exchange)
        m_result.exchange = m_exchange->told();
    if (!m_group)
        return;
    if (m_result.status != RunStatus::ok)
        m_group->abort();
    m_group->leave();
}

// ---- check pass ----

void DeviceRunPhases::checkPass() {
    const cuda::ProfilerRange range("Check pass");
    m_device.context().synchronize();
    if (m_exchange)
        m_exchange->beginPass();
    const std::size_t all = m_launches.size() * m_request.rounds;
    for (std::size_t done = 0; done < all; ++done) {
        const std::size_t i = done % m_launches.size();
        throwIfStopped();
        progress("Check pass", double(done) / double(all));
        if (m_exchange)
            m_exchange->beforeLaunch(m_request.launches[i]);
        m_current = int(i);
        launchChecked(i);
        if (m_exchange)
            m_exchange->afterLaunch(m_request.launches[i]);
    }
    m_current = -1;
    noteChangedInputs();
}

/// One launch, waited for, so that a fault is known to be this one's.
void DeviceRunPhases::launchChecked(std::size_t index) {
    const cuda::SimulatedExtras* extras = m_device.extras();
    const cuda::Stream& stream = m_launches[index].stream;
    for (const DeviceImage* image : m_imagesOfLaunch[index])
        image->refresh(stream);
    if (extras) {
        extras->clearMetrics(m_device.ordinal());
        if (m_request.profileWork)
            extras->setProfiling(m_device.ordinal(), profilingOf(index));
        extras->setTimeLimit(m_device.ordinal(), m_control.secondsLeft().value_or(0));
    }
    keepInputs(index);
    launchInCheckPass(index);
    if (!m_imagesOfLaunch[index].empty()) {
        for (const DeviceImage* image : m_imagesOfLaunch[index])
            image->copyBack(stream);
        m_device.context().synchronize();
    }
    if (m_request.guards)
        checkGuards(index);
    if (extras)
        takeFindings(index, *extras);
    checkInputs(index);
}

/// The simulated GPU's findings for a launch. \throws Error (device) for a fault
void DeviceRunPhases::takeFindings(std::size_t index, const cuda::SimulatedExtras& extras) {
    if (m_request.metrics) {
        const auto metrics = extras.metrics(m_device.ordinal());
        if (!metrics.empty())
            m_result.launches[index].counters = countersFrom(metrics.front());
    }
    if (m_request.profileWork)
        takeProfile(index, extras);
    if (m_request.trace)
        m_result.launches[index].trace = traceOfLaunch(extras);
    keepFindings(extras);
    // Some faults (a race, an uninitialised read) do not end a launch.
    for (const cuda::SimulatedFault& fault : extras.faults(m_device.ordinal())) {
        if (fault.kind != WBSIM_FAULT_CANCELLED)
            throw Error(ErrorKind::device, saidFault(fault.text));
    }
}

/// The device adds them up from launch to launch.
void DeviceRunPhases::keepFindings(const cuda::SimulatedExtras& extras) {
    m_result.findings.clear();
    for (const cuda::SimulatedFault& found : extras.findings(m_device.ordinal())) {
        if (auto finding = faultOf(found))
            m_result.findings.push_back(std::move(*finding));
    }
}

/// If a graph is compared with it, the first launch after loading is measured.
void DeviceRunPhases::launchInCheckPass(std::size_t index) {
    const cuda::Context& context = m_device.context();
    const auto once = std::span(&m_launches[index], 1);
    if (!m_request.graph) {
        launch::launchOnce(once);
        return context.synchronize();
    }
    const cuda::Event start = cuda::Event::create(context);
    const cuda::Event stop = cuda::Event::create(context);
    start.record(m_launches[index].stream);
    launch::launchOnce(once);
    stop.record(m_launches[index].stream);
    context.synchronize();
    m_coldMs += start.millisecondsUntil(stop);
}

std::shared_ptr<AccessTrace> DeviceRunPhases::traceOfLaunch(const cuda::SimulatedExtras& extras) {
    auto trace = std::make_shared<AccessTrace>();
    for (const cuda::SimulatedAccess& access : extras.accesses(m_device.ordinal())) {
        if (access.launch == 0) // the others repeat it
            trace->accesses.push_back(accessFrom(access));
    }
    for (const Buffer& buffer : m_buffers)
        trace->buffers.push_back({buffer.request->name, buffer.base(), buffer.total(), 0});
    return trace;
}

// ---- errors and clean-up ----

void DeviceRunPhases::setExtras(bool on) {
    const cuda::SimulatedExtras* extras = m_device.extras();
    if (!extras)
        return;
    const int device = m_device.ordinal();
    if (!on) {
        m_result.notes = extras->notes(device);
        m_result.notes.insert(m_result.notes.end(), m_inputNotes.begin(), m_inputNotes.end());
    }
    extras->clearFaults(device);
    extras->setChecks(device, on && m_request.checkFaults ? WBSIM_CHECK_ALL : WBSIM_CHECK_BASIC);
    extras->setMetrics(device, on && m_request.metrics);
    if (m_request.profileWork)
        extras->setProfiling(device, {});
    if (m_request.trace)
        extras->setTracing(device, on ? kTracedBlocks : 0, kTracedExecutions, kTracedAccesses);
    extras->setTimeLimit(device, 0);
}

bool DeviceRunPhases::deviceAnswers() const {
    try {
        m_device.context().synchronize();
        return true;
    } catch (const Error&) {
        return false;
    }
}

std::optional<Fault> DeviceRunPhases::faultOf(const cuda::SimulatedFault& found) const {
    const auto buffer = std::find_if(m_buffers.begin(), m_buffers.end(), [&](const Buffer& one) {
        return one.allocation == found.allocation;
    });
    const bool known = buffer != m_buffers.end();
    auto fault =
        faultFrom(found, [&](auto) { return known ? buffer->request->name : std::string(); });
    if (fault && known && buffer->emptyAfter > 0)
        tellOfEmptyBuffer(*fault, buffer->emptyAfter);
    if (const DeviceBuffer* request = known ? buffer->request : nullptr;
        fault && request && request->pitch > 0)
        tellOfLines(*fault, request->lineBytes, request->pitch, request->lines());
    return fault;
}

void DeviceRunPhases::explain(const Error& error) {
    const bool wrongRequest =
        error.kind() == ErrorKind::project || error.kind() == ErrorKind::usage;
    if (wrongRequest) {
        tidyUp();
        throw error;
    }
    m_result.status =
        error.kind() == ErrorKind::cancelled ? RunStatus::cancelled : RunStatus::device_error;
    m_result.message = error.said();
    m_result.failedLaunch = m_current;
    const auto* cudaError = dynamic_cast<const cuda::CudaError*>(&error);
    if (const cuda::SimulatedExtras* extras = m_device.extras()) {
        keepFindings(*extras);
        for (const cuda::SimulatedFault& found : extras->faults(m_device.ordinal())) {
            if (auto fault = faultOf(found))
                m_result.faults.push_back(std::move(*fault));
            if (auto place = placeOfStop(found))
                m_stopped = std::move(place);
        }
        putRacesLast(m_result.faults);
    } else if (cudaError && cudaError->sticky()) {
        m_result.workerLost = true;
        if (m_current >= 0)
            m_result.faults.push_back(
                faultFrom(*cudaError, m_request.launches[std::size_t(m_current)].kernel));
    } else if (cudaError && cuda::CudaError::mayBeOfAGoneDevice(cudaError->result())) {
        m_result.workerLost = !deviceAnswers(); // a new process sees the current devices
    }
    if (m_current >= 0) {
        for (Fault& fault : m_result.faults)
            fault.launch = m_current;
    }
    if (!m_result.faults.empty()) {
        const Fault& first = m_result.faults.front();
        m_result.status = first.kind == "timeout" ? RunStatus::timeout : RunStatus::fault;
        m_result.message = saidFault(first.text);
    }
    if (m_control.reason() == RunControl::End::timeout)
        m_result.status = RunStatus::timeout;
    else if (m_control.reason() == RunControl::End::cancelled)
        m_result.status = RunStatus::cancelled;
    if (m_result.status == RunStatus::timeout)
        m_result.message = kernelOverLimit(m_request.limitSeconds);
    if (m_result.status == RunStatus::cancelled)
        m_result.message = wordsOfStop();
}

/// Includes the kernel's current place, if known.
ErrorText DeviceRunPhases::wordsOfStop() const {
    if (!m_stopped || m_current < 0)
        return runCancelled();
    const Fault& at = *m_stopped;
    const auto& size = m_request.launches[std::size_t(m_current)].block;
    const auto& [x, y, z] = *at.thread;
    const auto& [blockX, blockY, blockZ] = *at.block;
    return phrase("{problem} in line {line} of {kernel}, warp {warp} of block ({block})",
                  {{"problem", runCancelled()},
                   {"line", *at.line},
                   {"kernel", at.kernel},
                   {"warp", (x + size[0] * (y + size[1] * z)) / 32},
                   {"block", fmt::format("{}, {}, {}", blockX, blockY, blockZ)}});
}

/// Makes the device ready for the next run. Resources of this run are freed with this object.
void DeviceRunPhases::tidyUp() {
    try {
        const cuda::ContextScope scope(m_device.context());
        m_calls.clear(); // libraries want the context that they were made in
    } catch (const Error&) {
        m_calls.clear(); // it is broken, which has been reported
    }
    try {
        if (const cuda::SimulatedExtras* extras = m_device.extras()) {
            extras->resetError(m_device.ordinal());
            setExtras(false);
        }
    } catch (const Error& error) {
        if (m_result.message.empty())
            m_result.message = error.said();
    }
}

void DeviceRunPhases::throwIfStopped() const {
    if (m_control.stopped())
        throw Error(ErrorKind::cancelled, runCancelled());
}

void DeviceRunPhases::progress(const std::string& phase, double fraction) {
    m_control.report({phase, fraction});
}

} // namespace warpbench::session
