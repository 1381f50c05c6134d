// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/memory/device_memory.h"
#include "core/simgpu/host/limits.h"
#include "tests/main.h"

#include <QtTest/QTest>

#include <algorithm>
#include <cstring>
#include <random>
#include <set>
#include <vector>

namespace tst_device_memory {

using namespace warpbench::simgpu::engine;

namespace {
constexpr std::uint64_t kMiB = 1u << 20;

char* hostPointer(std::uint64_t address) {
    return reinterpret_cast<char*>(static_cast<std::uintptr_t>(address));
}
} // namespace

class TestDeviceMemory : public QObject {
    Q_OBJECT

  private slots:
    void addressesAreUsableAndAligned();
    void largeAllocationsBeginPages();
    void capacityIsKept();
    void theHostsMemoryIsNotPromised();
    void findKnowsExactBounds();
    void neighboursAreApart();
    void useAfterFreeIsNamed();
    void hostMemoryIsReachable();
    void peersAreReachableWhileTheyAreAdded();
    void initializedFollowsMarks();
    void writtenBytesAreKeptByTheByte();
    void trackedMemoryChangesWithItsAllocation();
    void randomUseNeverOverlaps();
};

void TestDeviceMemory::addressesAreUsableAndAligned() {
    DeviceMemory memory(64 * kMiB);
    const auto a = memory.allocate(1000);
    const auto b = memory.allocate(5 * kMiB, 65536);
    QVERIFY(a != 0 && b != 0);
    QCOMPARE(a % 256, 0u);
    QCOMPARE(b % 65536, 0u);
    std::memset(hostPointer(a), 1, 1000);
    std::memset(hostPointer(b), 2, 5 * kMiB);
    QCOMPARE(hostPointer(a)[999], char(1));
    QVERIFY(memory.free(a));
    QVERIFY(!memory.free(a));
    QVERIFY(!memory.free(b + 1));
}

void TestDeviceMemory::largeAllocationsBeginPages() {
    DeviceMemory memory(64 * kMiB);
    QVERIFY(memory.allocate(100) != 0);
    for (const std::uint64_t size : {2 * kMiB, 3 * kMiB + 100, 20 * kMiB}) {
        const auto large = memory.allocate(size);
        QVERIFY(large != 0);
        QCOMPARE(large % (2 * kMiB), 0u);
        QVERIFY(memory.allocate(100) != 0);
    }
}

void TestDeviceMemory::capacityIsKept() {
    DeviceMemory memory(4 * kMiB);
    const auto a = memory.allocate(3 * kMiB);
    QVERIFY(a != 0);
    QCOMPARE(memory.used(), 3 * kMiB);
    QCOMPARE(memory.allocate(2 * kMiB), 0u);
    QVERIFY(memory.allocate(kMiB) != 0);
    QCOMPARE(memory.used(), memory.capacity());
    QVERIFY(memory.free(a));
    // All of it again, whatever the red zones took.
    QVERIFY(memory.allocate(3 * kMiB) != 0);
    QCOMPARE(memory.allocate(0), 0u);
}

/// Or the host would end the process once the memory is used.
void TestDeviceMemory::theHostsMemoryIsNotPromised() {
    const std::uint64_t available = warpbench::simgpu::host::availableMemory();
    QVERIFY(available > 0);
    DeviceMemory memory(2 * available);
    QCOMPARE(memory.allocate(available + available / 2), std::uint64_t(0));
    QVERIFY(!memory.charge(available + available / 2));
    QCOMPARE(memory.used(), std::uint64_t(0));
    QVERIFY(memory.allocate(available / 16) != 0);
}

void TestDeviceMemory::findKnowsExactBounds() {
    DeviceMemory memory(4 * kMiB);
    const auto a = memory.allocate(100);
    memory.setName(a, "numbers");
    QVERIFY(memory.find(a, 100));
    QVERIFY(memory.find(a + 99, 1));
    QVERIFY(!memory.find(a + 100, 1));
    QVERIFY(!memory.find(a + 97, 4));
    QVERIFY(!memory.find(a - 1, 1));
    QVERIFY(!memory.find(a, ~std::uint64_t{0}));
    QCOMPARE(memory.find(a)->name, std::string("numbers"));
    QCOMPARE(memory.nearest(a + 104)->base, a);
    QCOMPARE(memory.nearest(a - 4)->base, a);
}

void TestDeviceMemory::neighboursAreApart() {
    DeviceMemory memory(4 * kMiB);
    std::set<std::uint64_t> bases;
    for (int i = 0; i < 100; ++i)
        bases.insert(memory.allocate(256));
    std::uint64_t previous = 0;
    for (const auto base : bases) {
        QVERIFY(base != 0);
        if (previous)
            QVERIFY(base - (previous + 256) >= 256);
        previous = base;
    }
}

void TestDeviceMemory::useAfterFreeIsNamed() {
    DeviceMemory memory(4 * kMiB);
    const auto a = memory.allocate(4096);
    memory.setName(a, "old");
    memory.free(a);
    QVERIFY(!memory.find(a));
    const auto near = memory.nearest(a + 8);
    QVERIFY(near && near->freed);
    QCOMPARE(near->name, std::string("old"));
    // Freed space is not reused immediately, so that a stale pointer can be detected.
    QVERIFY(memory.allocate(4096) != a);
}

void TestDeviceMemory::hostMemoryIsReachable() {
    DeviceMemory memory(4 * kMiB);
    std::vector<char> data(1000);
    const auto address = reinterpret_cast<std::uintptr_t>(data.data());
    QVERIFY(!memory.find(address));
    QVERIFY(memory.registerHost(data.data(), data.size()));
    QVERIFY(!memory.registerHost(data.data() + 10, 10));
    QVERIFY(memory.find(address, 1000));
    QVERIFY(!memory.find(address, 1001));
    QVERIFY(memory.unregisterHost(data.data()));
    QVERIFY(!memory.unregisterHost(data.data()));
    QVERIFY(!memory.find(address));
}

void TestDeviceMemory::peersAreReachableWhileTheyAreAdded() {
    DeviceMemory memory(4 * kMiB);
    const auto peer = std::make_shared<DeviceMemory>(4 * kMiB);
    const auto a = peer->allocate(64);
    QVERIFY(!memory.find(a));
    memory.addPeer(peer);
    QVERIFY(memory.find(a, 64));
    memory.removePeer(peer.get());
    QVERIFY(!memory.find(a));
}

void TestDeviceMemory::initializedFollowsMarks() {
    DeviceMemory memory(4 * kMiB);
    const auto a = memory.allocate(100);
    QVERIFY(memory.isInitialized(a, 100));
    memory.markInitialized(a, 100);
    QVERIFY(memory.isInitialized(a, 100));
    memory.markUninitialized(a + 10, 50);
    memory.markInitialized(a + 17, 3);
    QVERIFY(!memory.isInitialized(a, 100));
    QVERIFY(!memory.isInitialized(a + 8, 4));
    QVERIFY(memory.isInitialized(a + 16, 0));
    for (unsigned i = 0; i < 100; ++i) {
        const bool expected = i < 10 || i >= 60 || (i >= 17 && i < 20);
        QCOMPARE(memory.isInitialized(a + i, 1), expected);
    }
}

void TestDeviceMemory::writtenBytesAreKeptByTheByte() {
    constexpr std::uint64_t kSize = 300; // words of bits, and a part of one
    WrittenBytes written(kSize, false);
    std::vector<bool> expected(kSize, false);
    std::mt19937 random(11);
    for (int step = 0; step < 2000; ++step) {
        const std::uint64_t first = random() % kSize;
        const std::uint64_t count = random() % (std::min<std::uint64_t>(kSize - first, 140) + 1);
        const auto begin = expected.begin() + static_cast<std::ptrdiff_t>(first);
        const auto end = begin + static_cast<std::ptrdiff_t>(count);
        if (random() % 2) {
            const bool on = random() % 2;
            written.mark(first, count, on);
            std::fill(begin, end, on);
        }
        QCOMPARE(written.isAny(first, count), std::find(begin, end, true) != end);
        QCOMPARE(written.isAll(first, count), std::find(begin, end, false) == end);
    }
    written.assign(kSize, true);
    QVERIFY(written.isAll(0, kSize));
}

void TestDeviceMemory::trackedMemoryChangesWithItsAllocation() {
    DeviceMemory memory(4 * kMiB);
    const auto a = memory.allocate(100);
    QVERIFY(!memory.trackedAt(a, 100).written);
    const auto before = DeviceMemory::trackedVersion();
    memory.markUninitialized(a, 100);
    QVERIFY(DeviceMemory::trackedVersion() != before);
    const DeviceMemory::Tracked tracked = memory.trackedAt(a + 20, 4);
    QVERIFY(tracked.base == a && tracked.size == 100 && !tracked.isPeers);
    QVERIFY(!tracked.written->isAny(0, 100));
    memory.markInitialized(a + 20, 4);
    QVERIFY(tracked.written->isAll(20, 4));
    const auto during = DeviceMemory::trackedVersion();
    QVERIFY(memory.free(a));
    QVERIFY(DeviceMemory::trackedVersion() != during);
    QCOMPARE(memory.trackedAt(a, 4).size, std::uint64_t(0));
}

void TestDeviceMemory::randomUseNeverOverlaps() {
    DeviceMemory memory(2 * kMiB);
    std::mt19937 random(7);
    std::map<std::uint64_t, std::uint64_t> live;
    std::uint64_t used = 0;
    for (int i = 0; i < 20000; ++i) {
        if (random() % 2 || live.empty()) {
            const std::uint64_t size = 1 + random() % 100000;
            const auto base = memory.allocate(size, std::uint64_t{1} << (random() % 14));
            if (size > memory.capacity() - used) {
                QCOMPARE(base, 0u);
                continue;
            }
            QVERIFY(base != 0);
            const auto next = live.lower_bound(base);
            QVERIFY(next == live.end() || next->first >= base + size + 256);
            QVERIFY(next == live.begin() ||
                    std::prev(next)->first + std::prev(next)->second + 256 <= base);
            hostPointer(base)[0] = 1;
            hostPointer(base)[size - 1] = 1;
            live[base] = size;
            used += size;
        } else {
            auto it = live.begin();
            std::advance(it, static_cast<std::ptrdiff_t>(random() % live.size()));
            QVERIFY(memory.free(it->first));
            used -= it->second;
            live.erase(it);
        }
        QCOMPARE(memory.used(), used);
    }
}

WARPBENCH_TEST(TestDeviceMemory)
} // namespace tst_device_memory

#include "tst_device_memory.moc"
