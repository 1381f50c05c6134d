// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/platform/folders.h"
#include "core/session/session.h"
#include "tests/session/tested_device.h"

#include <QTest>

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

Q_DECLARE_METATYPE(warpbench::session::WorkerHome)

/// What the session's tests have in common: a session that is waited for, and a small project.
namespace warpbench::session::testing {

using namespace std::chrono_literals;

/// A sanitized program on a busy machine is slow, and nothing here waits for nothing.
inline constexpr auto kPatience = 240s;

/// A session whose requests are waited for, and that remembers its notices.
class Bench {
  public:
    explicit Bench(WorkerHome home);

    template <class Result>
    struct Call {
        Ticket ticket = 0;
        std::future<Result> result;
        Result get() {
            if (result.wait_for(kPatience) != std::future_status::ready)
                throw std::runtime_error("no answer within the test's patience");
            return result.get();
        }
    };

    template <class Result>
    static Handlers<Result> handlersFor(const std::shared_ptr<std::promise<Result>>& promise) {
        Handlers<Result> handlers;
        handlers.done = [promise](const Result& result) { promise->set_value(result); };
        handlers.failed = [promise](const Error& error) {
            promise->set_exception(std::make_exception_ptr(error));
        };
        return handlers;
    }

    Call<RunReport> start(RunRequest request, std::function<void(const Progress&)> progress = {});
    /// The call once its kernel runs: the check pass has begun.
    Call<RunReport> startAndWait(RunRequest request);
    RunReport run(RunRequest request);
    arrays::HostArray read(const BufferRef& ref, std::uint64_t first, std::uint64_t count);

    /// The result of a request about a whole buffer.
    template <class Request, class Result>
    Result ask(Ticket (Session::*method)(Request, Handlers<Result>), Request request) {
        auto promise = std::make_shared<std::promise<Result>>();
        Call<Result> call;
        call.result = promise->get_future();
        (session.*method)(std::move(request), handlersFor(promise));
        return call.get();
    }

    std::vector<DeviceInfo> devices();
    std::size_t notices() const;

  private:
    mutable std::mutex m_mutex;
    std::vector<std::string> m_notices;

  public:
    Session session; ///< last member, because it sends notices until destroyed
};

project::BufferArg bufferArg(const char* name, project::Access access);
project::Buffer buffer(const char* name, const char* elements, project::Init::Kind kind);

/// dest = a * b over n elements, by the given source.
RunRequest multiply(const std::string& source);

inline const std::string kGood = R"(extern "C" __global__ void multiply(float* d, const float* a,
                                                                 const float* b) {
    int i = threadIdx.x;
    d[i] = a[i] * b[i];
})";

const BufferReport* find(const RunReport& report, const std::string& name);

/// A cache of the test's own, two simulated devices, and the two homes of a worker. Without the
/// real GPU that it is to run on (tested_device.h) nothing runs.
class SessionFixture : public QObject {
    Q_OBJECT

  public:
    static void homes();

  protected:
    /// A session in this process for all functions that need no new one: each has helper processes
    /// of its own, whose start takes longer than most runs.
    Bench& sharedBench();

  private slots:
    void initTestCase();

  private:
    std::unique_ptr<platform::TemporaryFolder> m_cache;
    std::unique_ptr<Bench> m_shared; ///< null: not needed so far
};

} // namespace warpbench::session::testing
