// SPDX-License-Identifier: GPL-3.0-or-later
// Requests wait for each other only when necessary.
#include "core/session/lane.h"
#include "core/workers/device_worker.h"
#include "core/workers/host_blocks.h"
#include "tests/main.h"
#include "tests/session/session_bench.h"

#include <future>
#include <memory>

namespace tst_lanes {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

namespace {

/// A worker whose device list blocks until released; nothing else is requested.
class SlowLister final : public DeviceWorker {
  public:
    explicit SlowLister(std::promise<void>& begun, std::shared_future<void> released)
        : m_begun(begun)
        , m_released(std::move(released)) {}

    std::vector<DeviceInfo> listDevices(std::stop_token) override {
        m_begun.set_value();
        m_released.wait();
        return {};
    }
    DeviceRunResult run(const DeviceRunRequest&, std::stop_token, const ProgressHandler&) override {
        return {};
    }
    void read(const ResidentRead&, std::stop_token) override {}
    StepState step(const StepCall&, std::stop_token) override { return {}; }
    void pauseStepping() override {}
    void endStepping() override {}
    void resetResident() override {}
    void forgetBlock(std::uint64_t) override {}

  private:
    std::promise<void>& m_begun;
    std::shared_future<void> m_released;
};

/// An object owned by a caller's handler, which uses the lane in its destructor.
class SpeaksWhenItGoes {
  public:
    SpeaksWhenItGoes(Lane& lane, int& gone)
        : m_lane(lane)
        , m_gone(gone) {}
    ~SpeaksWhenItGoes() {
        m_lane.cancel(4711);
        ++m_gone;
    }
    SpeaksWhenItGoes(const SpeaksWhenItGoes&) = delete;
    SpeaksWhenItGoes& operator=(const SpeaksWhenItGoes&) = delete;

  private:
    Lane& m_lane;
    int& m_gone;
};

} // namespace

class LanesTest : public QObject {
    Q_OBJECT

  private slots:
    /// A driver may take its time over its list; a run that waits for it can be cancelled.
    void aRunThatWaitsForTheDevicesCanBeCancelled() {
        std::promise<void> begun;
        std::promise<void> released;
        const std::shared_future<void> release = released.get_future().share();
        Session::Options options{WorkerHome::this_process, {}, {}};
        options.makeWorker = [&](const DeviceInfo*, const std::shared_ptr<HostBlockPool>&) {
            return std::make_unique<SlowLister>(begun, release);
        };
        Session session(options);
        std::promise<void> listed;
        Handlers<std::vector<DeviceInfo>> list;
        list.done = [&](const std::vector<DeviceInfo>&) { listed.set_value(); };
        session.listDevices(list);
        QCOMPARE(int(begun.get_future().wait_for(kPatience)), int(std::future_status::ready));

        auto ended = std::make_shared<std::promise<RunStatus>>();
        const Ticket run =
            session.run(multiply(kGood),
                        Handlers<RunReport>{
                            [ended](const RunReport& report) { ended->set_value(report.status); },
                            [ended](const Error& error) {
                                ended->set_value(error.kind() == ErrorKind::cancelled
                                                     ? RunStatus::cancelled
                                                     : RunStatus::device_error);
                            },
                            {}});
        session.cancel(run);
        auto answer = ended->get_future();
        QCOMPARE(int(answer.wait_for(kPatience)), int(std::future_status::ready));
        QCOMPARE(answer.get(), RunStatus::cancelled);
        released.set_value();
        QCOMPARE(int(listed.get_future().wait_for(kPatience)), int(std::future_status::ready));
    }

    /// Jobs that are replaced, cancelled or dropped go when the lane is free to be spoken to.
    void jobsMaySpeakToTheLaneWhenTheyGo() {
        int gone = 0;
        {
            std::promise<void> begun; // used by the lane's job until the lane is destroyed
            std::promise<void> go;
            Lane lane("test", Lane::Waiting::newest_only);
            Lane::Job first;
            first.ticket = 1;
            first.work = [&](const std::stop_token&) {
                begun.set_value();
                go.get_future().wait();
            };
            lane.post(std::move(first));
            QCOMPARE(int(begun.get_future().wait_for(kPatience)), int(std::future_status::ready));
            const auto post = [&](Ticket ticket) {
                Lane::Job job;
                job.ticket = ticket;
                job.work = [held = std::make_shared<SpeaksWhenItGoes>(lane, gone)](
                               const std::stop_token&) {};
                lane.post(std::move(job));
            };
            post(2);
            QCOMPARE(gone, 0);
            post(3);
            QCOMPARE(gone, 1); // the newer one took its place
            lane.cancel(3);
            QCOMPARE(gone, 2);
            post(4);
            lane.close();
            QCOMPARE(gone, 3);
            go.set_value();
        }
        QCOMPARE(gone, 3);
    }

    /// After removing a handler, its owner may be destroyed: removal waits for a running call.
    void aHandlerThatIsTakenBackIsNotCalledAnyMore() {
        const auto pool = HostBlockPool::create(0); // keeps nothing
        std::promise<void> entered;
        std::promise<void> leave;
        auto left = leave.get_future().share();
        pool->setOnForget([&](std::uint64_t) {
            entered.set_value();
            left.wait();
        });
        std::shared_ptr<arrays::HostBlock> block = pool->allocate(100);
        auto dropping = std::async(std::launch::async, [&] { block.reset(); });
        QCOMPARE(int(entered.get_future().wait_for(kPatience)), int(std::future_status::ready));
        auto taking = std::async(std::launch::async, [&] { pool->setOnForget(nullptr); });
        QCOMPARE(int(taking.wait_for(50ms)), int(std::future_status::timeout));
        leave.set_value();
        QCOMPARE(int(taking.wait_for(kPatience)), int(std::future_status::ready));
        dropping.wait();
        pool->allocate(100).reset(); // would set a promise twice
    }
};

WARPBENCH_TEST(LanesTest)
} // namespace tst_lanes

#include "tst_lanes.moc"
