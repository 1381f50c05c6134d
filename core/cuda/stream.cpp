// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cuda/stream.h"

#include "core/cuda/context_state.h"
#include "core/cuda/event.h"

namespace warpbench::cuda {

namespace {

using HostWork = std::function<void()>;

/// Exceptions cannot pass through the driver, so they end the program.
void CUDA_CB callOnce(void* data) noexcept {
    const std::unique_ptr<HostWork> work(static_cast<HostWork*>(data));
    (*work)();
}

void CUDA_CB callAgain(void* data) noexcept {
    (*static_cast<HostWork*>(data))();
}

} // namespace

Stream::Stream(std::shared_ptr<StreamBox> box) noexcept
    : m_box(std::move(box)) {}

Stream Stream::create(const Context& context, int priority) {
    const ContextScope scope(context);
    const ContextPtr& state = context.state();
    CUstream handle = nullptr;
    state->check(state->api().streamCreateWithPriority(&handle, CU_STREAM_NON_BLOCKING, priority),
                 "cuStreamCreateWithPriority");
    const Grave::Free free = [](const DriverApi& api, std::uint64_t stream) {
        return api.streamDestroy(pointerOf<CUstream>(stream));
    };
    return Stream(std::make_shared<StreamBox>(state, handleOf(handle), free, "cuStreamDestroy"));
}

Stream Stream::defaultOf(const Context& context) {
    return Stream(std::make_shared<StreamBox>(context.state(), 0, nullptr, ""));
}

CUstream Stream::handle() const noexcept {
    return m_box->as<CUstream>();
}

Context Stream::context() const noexcept {
    return Context(m_box->context());
}

const ContextPtr& Stream::contextState() const noexcept {
    return m_box->context();
}

bool Stream::operator==(const Stream& other) const noexcept {
    return m_box->context() == other.m_box->context() && m_box->handle() == other.m_box->handle();
}

void Stream::synchronize() const {
    const ContextScope scope(m_box->context());
    m_box->context()->check(m_box->api().streamSynchronize(handle()), "cuStreamSynchronize");
}

bool Stream::isDone() const {
    const ContextScope scope(m_box->context());
    const CUresult code = m_box->api().streamQuery(handle());
    if (code == CUDA_ERROR_NOT_READY)
        return false;
    m_box->context()->check(code, "cuStreamQuery");
    return true;
}

void Stream::wait(const Event& event) const {
    const ContextScope scope(m_box->context());
    m_box->context()->check(m_box->api().streamWaitEvent(handle(), event.handle(), 0),
                            "cuStreamWaitEvent");
}

void Stream::callOnHost(std::function<void()> work) const {
    const ContextPtr& state = m_box->context();
    const ContextScope scope(state);
    if (auto* needs = state->owner().capturedNeeds()) {
        const auto kept = std::make_shared<HostWork>(std::move(work)); // as long as the graph
        needs->push_back(kept);
        return state->check(m_box->api().launchHostFunc(handle(), &callAgain, kept.get()),
                            "cuLaunchHostFunc");
    }
    auto kept = std::make_unique<HostWork>(std::move(work));
    state->check(m_box->api().launchHostFunc(handle(), &callOnce, kept.get()), "cuLaunchHostFunc");
    kept.release(); // now owned by callOnce
}

int Stream::priority() const {
    const ContextScope scope(m_box->context());
    int value = 0;
    m_box->context()->check(m_box->api().streamGetPriority(handle(), &value),
                            "cuStreamGetPriority");
    return value;
}

} // namespace warpbench::cuda
