// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/graph/conditional.h"

#include "core/simgpu/driver/graph/graph.h"
#include "core/simgpu/driver/runtime.h"

#include <atomic>

namespace warpbench::simgpu::driver {

namespace {

std::atomic_ref<unsigned int> wordAt(std::uint64_t address) {
    return std::atomic_ref<unsigned int>(
        *reinterpret_cast<unsigned int*>(static_cast<std::uintptr_t>(address)));
}

/// Submits a body and waits for it, on a thread of the scheduler, which has
/// others for the body.
void runBody(const Graph& body, Context& context) {
    TaskPtr last;
    {
        const std::lock_guard lock(Graph::mutex());
        last = body.submit({});
    }
    last->wait();
    context.requireUsable(); // the body's own fault is the context's already
}

} // namespace

Condition::Condition(std::shared_ptr<Context> context, unsigned int defaultValue, bool assigns)
    : m_context(std::move(context))
    , m_default(defaultValue)
    , m_assigns(assigns)
    , m_address(m_context->device().memory()->allocate(sizeof(unsigned int))) {
    require(m_address != 0, CUDA_ERROR_OUT_OF_MEMORY);
    m_context->device().memory()->setName(m_address, "the condition of a graph");
    wordAt(m_address).store(assigns ? defaultValue : 0);
}

Condition::~Condition() {
    m_context->device().memory()->free(m_address);
}

unsigned int Condition::value() const noexcept {
    return wordAt(m_address).load();
}

void Condition::assignDefault() const noexcept {
    if (m_assigns)
        wordAt(m_address).store(m_default);
}

void performConditional(const Conditional& node, Context& context) {
    const auto& bodies = node.bodies;
    const unsigned int value = node.condition->value();
    switch (node.type) {
    case CU_GRAPH_COND_TYPE_IF:
        if (value != 0)
            runBody(*bodies[0], context);
        else if (bodies.size() > 1)
            runBody(*bodies[1], context);
        return;
    case CU_GRAPH_COND_TYPE_WHILE: {
        Observer& observer = context.device().observer();
        const auto cancelled = observer.beginRun();
        try {
            while (node.condition->value() != 0 && !*cancelled)
                runBody(*bodies[0], context);
        } catch (const DriverError&) {
            observer.endRun(cancelled);
            throw;
        }
        const bool stopped = *cancelled;
        observer.endRun(cancelled);
        require(!stopped, CUDA_ERROR_LAUNCH_FAILED);
        return;
    }
    default: // SWITCH
        if (value < bodies.size())
            runBody(*bodies[value], context);
    }
}

} // namespace warpbench::simgpu::driver
