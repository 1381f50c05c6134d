// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cuda/event.h"

#include "core/cuda/context_state.h"

namespace warpbench::cuda {

Event::Event(std::shared_ptr<ObjectBox> box) noexcept
    : m_box(std::move(box)) {}

Event Event::create(const Context& context, Timing timing) {
    const ContextScope scope(context);
    const ContextPtr& state = context.state();
    CUevent handle = nullptr;
    const unsigned flags = timing == Timing::on ? CU_EVENT_DEFAULT : CU_EVENT_DISABLE_TIMING;
    state->check(state->api().eventCreate(&handle, flags), "cuEventCreate");
    const Grave::Free free = [](const DriverApi& api, std::uint64_t event) {
        return api.eventDestroy(pointerOf<CUevent>(event));
    };
    return Event(std::make_shared<ObjectBox>(state, handleOf(handle), free, "cuEventDestroy"));
}

CUevent Event::handle() const noexcept {
    return m_box->as<CUevent>();
}

const ContextPtr& Event::contextState() const noexcept {
    return m_box->context();
}

void Event::record(const Stream& stream) const {
    const ContextScope scope(m_box->context());
    m_box->context()->check(m_box->api().eventRecord(handle(), stream.handle()), "cuEventRecord");
}

bool Event::isDone() const {
    const ContextScope scope(m_box->context());
    const CUresult code = m_box->api().eventQuery(handle());
    if (code == CUDA_ERROR_NOT_READY)
        return false;
    m_box->context()->check(code, "cuEventQuery");
    return true;
}

void Event::synchronize() const {
    const ContextScope scope(m_box->context());
    m_box->context()->check(m_box->api().eventSynchronize(handle()), "cuEventSynchronize");
}

double Event::millisecondsUntil(const Event& later) const {
    const ContextScope scope(m_box->context());
    float milliseconds = 0;
    m_box->context()->check(m_box->api().eventElapsedTime(&milliseconds, handle(), later.handle()),
                            "cuEventElapsedTime");
    return double(milliseconds);
}

} // namespace warpbench::cuda
