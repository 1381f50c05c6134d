// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/executor/device_executor.h"

#include "core/executor/perform_run.h"
#include "core/executor/stepper.h"

#include <utility>

namespace warpbench::session {

namespace {

ErrorText notStepped() {
    return {"WB1860", "the launch is no longer being stepped through", "start stepping again"};
}

} // namespace

DeviceExecutor::DeviceExecutor(DeviceAddress address, BlockSource blocks,
                               const WorkerHabits& habits, const project::ContextSettings& settings)
    : m_device(address, std::move(blocks), habits, settings) {}

DeviceExecutor::~DeviceExecutor() = default;

StepState DeviceExecutor::step(const StepCall& call) {
    if (call.open) {
        m_stepper.reset(); // before the next one is made
        m_stepper = std::make_unique<Stepper>(m_device, *call.open);
    }
    if (!m_stepper)
        throw Error(ErrorKind::device, notStepped().advised(phrase("start stepping again")));
    return m_stepper->perform(call.command);
}

void DeviceExecutor::endStepping() {
    m_stepper.reset();
}

void DeviceExecutor::read(const ResidentRead& request) {
    if (!request.stepped)
        return m_device.read(request);
    if (!m_stepper)
        throw Error(ErrorKind::device, notStepped());
    m_device.hostCopies().begin();
    m_stepper->read(request.name, request.firstByte,
                    {m_device.hostCopies().at(request.target).data, std::size_t(request.bytes)});
}

DeviceRunResult DeviceExecutor::run(const DeviceRunRequest& request, RunControl& control,
                                    PeerGroup* group) {
    m_device.hostCopies().begin();
    std::erase_if(m_device.resident(), [](const auto& buffer) { return buffer.second.kept; });
    return performRun(m_device, request, control, group);
}

} // namespace warpbench::session
