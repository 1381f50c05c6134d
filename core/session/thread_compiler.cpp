// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/session/compiler.h"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

namespace warpbench::session {

namespace {

/// What a compile thread leaves behind; shared, because its caller may be gone by then.
struct Outcome {
    std::mutex mutex;
    std::condition_variable_any changed;
    std::optional<compile::CompileResult> result;
    std::exception_ptr error;
};

class ThreadCompiler final : public Compiler {
  public:
    compile::CompileResult compile(const compile::CompileRequest& request,
                                   std::stop_token stop) override {
        auto outcome = std::make_shared<Outcome>();
        std::thread([outcome, request] {
            std::optional<compile::CompileResult> result;
            std::exception_ptr error;
            try {
                result = compile::compile(request);
            } catch (...) {
                error = std::current_exception();
            }
            const std::lock_guard lock(outcome->mutex);
            outcome->result = std::move(result);
            outcome->error = error;
            outcome->changed.notify_all();
        }).detach();

        std::unique_lock lock(outcome->mutex);
        const bool ended =
            outcome->changed.wait(lock, stop, [&] { return outcome->result || outcome->error; });
        if (!ended)
            throw Error(ErrorKind::cancelled, "compiling was cancelled");
        if (outcome->error)
            std::rethrow_exception(outcome->error);
        return std::move(*outcome->result);
    }
};

} // namespace

std::unique_ptr<Compiler> makeThreadCompiler() {
    return std::make_unique<ThreadCompiler>();
}

} // namespace warpbench::session
