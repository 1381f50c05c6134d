// SPDX-License-Identifier: GPL-3.0-or-later
// The lock of a pool: its owner, who needs no atomic exchange, and concurrent other threads, with
// and without a process-wide fence.
#include "core/memory/owner_lock.h"
#include "tests/main.h"

#include <QTest>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace tst_owner_lock {

using namespace warpbench;
using namespace warpbench::memory;

namespace {

/// Of no atomics: only a lock makes it right.
struct Guarded {
    std::uint64_t first = 0;
    std::uint64_t second = 0; ///< equal to `first` outside add()
    bool torn = false;

    void add() {
        torn |= first != second;
        ++first;
        std::atomic_signal_fence(std::memory_order_seq_cst); // one after the other, for real
        ++second;
    }
};

} // namespace

class TestOwnerLock : public QObject {
    Q_OBJECT

  private slots:
    void nobodyIsInsideWithAnother_data() {
        QTest::addColumn<bool>("fences");
        QTest::addColumn<int>("others");
        for (const bool fences : {false, true}) {
            for (const int others : {1, 3})
                QTest::addRow("%s, %d others", fences ? "fences" : "exchanges", others)
                    << fences << others;
        }
    }
    void nobodyIsInsideWithAnother() {
        QFETCH(bool, fences);
        QFETCH(int, others);
        if (fences && !platform::canFenceAllThreads())
            QSKIP("this system has no fence for all threads");
        constexpr std::uint64_t kTimes = 20'000;
        const std::shared_ptr<cuda::OwnerThread> owner = cuda::OwnerThread::ofThisThread();
        OwnerLock lock(*owner, fences);
        Guarded guarded;
        std::atomic<int> atWork = others;
        std::vector<std::thread> threads;
        for (int t = 0; t < others; ++t)
            threads.emplace_back([&] {
                for (std::uint64_t i = 0; i < kTimes; ++i) {
                    const std::lock_guard inside(lock);
                    guarded.add();
                }
                --atWork;
            });
        std::uint64_t mine = 0;
        for (; atWork > 0; ++mine) {
            const std::lock_guard inside(lock);
            guarded.add();
        }
        for (std::thread& thread : threads)
            thread.join();
        QVERIFY(!guarded.torn);
        QCOMPARE(guarded.first, mine + std::uint64_t(others) * kTimes);
        QCOMPARE(guarded.second, guarded.first);
    }

    // The owner has ended: there is no owner, and all threads are others.
    void anOwnerMayHaveEnded() {
        std::shared_ptr<cuda::OwnerThread> owner;
        std::thread([&] { owner = cuda::OwnerThread::ofThisThread(); }).join();
        OwnerLock lock(*owner);
        Guarded guarded;
        {
            const std::lock_guard inside(lock);
            guarded.add();
        }
        std::thread([&] {
            const std::lock_guard inside(lock);
            guarded.add();
        }).join();
        QCOMPARE(guarded.first, std::uint64_t(2));
    }
};

WARPBENCH_TEST(TestOwnerLock)
} // namespace tst_owner_lock

#include "tst_owner_lock.moc"
