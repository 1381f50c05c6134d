// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/per_thread.h"
#include "core/simgpu/host/per_thread.h"
#include "tests/main.h"

#include <QTest>

#include <atomic>
#include <thread>
#include <vector>

namespace tst_per_thread {

namespace {

using namespace warpbench;

/// Tells at its end whether its memory is still its own.
struct Counted {
    static inline std::atomic<int> made = 0, whole = 0, broken = 0;
    std::vector<int> values = std::vector<int>(1000, 7);
    Counted* self = this;

    Counted() { ++made; }
    ~Counted() {
        const bool intact = self == this && values.size() == 1000 && values.back() == 7;
        ++(intact ? whole : broken);
    }
};

/// The same for the simulated GPU, which has an object per thread.
struct CountedToo : Counted {};

template <class Kept>
void twentyThreads() {
    Counted::made = Counted::whole = Counted::broken = 0;
    for (int i = 0; i < 20; ++i) {
        std::thread([i] {
            Kept::get().values.assign(1000, 7);
            // Allocations made meanwhile would reuse memory that was freed too early.
            const std::vector<std::vector<int>> others(50, std::vector<int>(10, i));
            QCOMPARE(&Kept::get(), &Kept::get());
        }).join();
    }
    QCOMPARE(Counted::made.load(), 20);
    QCOMPARE(Counted::whole.load(), 20);
    QCOMPARE(Counted::broken.load(), 0);
}

} // namespace

class TestPerThread final : public QObject {
    Q_OBJECT

  private slots:
    void eachThreadsObjectIsDestroyedWholeWithTheThread() {
        twentyThreads<platform::PerThread<Counted>>();
    }
    void ofTheSimulatedGpuToo() { twentyThreads<simgpu::host::PerThread<CountedToo>>(); }
    void threadsHaveDifferentObjects() {
        Counted* const mine = &platform::PerThread<Counted>::get();
        Counted* others = mine;
        std::thread([&] { others = &platform::PerThread<Counted>::get(); }).join();
        QVERIFY(others != mine);
        QCOMPARE(&platform::PerThread<Counted>::get(), mine);
    }
};

WARPBENCH_TEST(TestPerThread)
} // namespace tst_per_thread

#include "tst_per_thread.moc"
