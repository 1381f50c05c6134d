// SPDX-License-Identifier: GPL-3.0-or-later
// Rank 0's handling of another rank's answers, which the test provides.
#include "core/platform/dynamic_library.h"
#include "core/platform/folders.h"
#include "core/ranks/rank_worker.h"
#include "tests/ranks/mailbox_mpi.h"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <future>
#include <stdexcept>

using namespace warpbench;
using session::wire::Message;

namespace {

/// The test's end of the line to rank 0.
class OtherEnd {
  public:
    OtherEnd()
        : m_library(platform::DynamicLibrary::tryOpen(
              platform::executableFolder() / "libwarpbench-mpi.so", nullptr,
              platform::DynamicLibrary::Lifetime::for_good)) {
        auto* box = m_library->function<MailboxOfThisProcess>("mailboxOfThisProcess");
        m_box = box();
        const std::lock_guard lock(m_box->mutex);
        m_box->sent.clear();
        m_box->coming.clear();
    }

    void answer(const Message& message) {
        const std::string head = session::wire::encode(message);
        const std::uint64_t prefix[2] = {head.size(), head.size()};
        const std::lock_guard lock(m_box->mutex);
        m_box->coming.push_back(std::string(reinterpret_cast<const char*>(prefix), sizeof prefix) +
                                head);
    }
    /// The contents of a buffer, `bytes` in total, sent in separate pieces.
    void announce(std::uint64_t id, std::size_t buffer, std::uint64_t bytes) {
        answer({{"call", "contents"}, {"id", id}, {"buffer", buffer}, {"behind", bytes}});
    }
    void piece(std::string bytes) {
        const std::lock_guard lock(m_box->mutex);
        m_box->coming.push_back(std::move(bytes));
    }
    /// Whether rank 0 has received all that there was.
    bool received() {
        const std::lock_guard lock(m_box->mutex);
        return m_box->coming.empty();
    }
    /// Waits until rank 0 asks for a run.
    std::uint64_t idOfRun() {
        const Message asked = heard();
        if (asked.at("call") != "run")
            throw std::runtime_error("rank 0 asks for something else");
        return asked.at("id").get<std::uint64_t>();
    }
    /// Waits for the next message of rank 0.
    Message heard() {
        std::unique_lock lock(m_box->mutex);
        if (!m_box->changed.wait_for(lock, std::chrono::seconds(60),
                                     [this] { return !m_box->sent.empty(); }))
            throw std::runtime_error("rank 0 sends nothing");
        const std::string frame = std::move(m_box->sent.front());
        m_box->sent.pop_front();
        std::uint64_t prefix[2] = {};
        std::memcpy(prefix, frame.data(), sizeof prefix);
        return session::wire::decode(frame.substr(sizeof prefix, prefix[1]));
    }

  private:
    std::optional<platform::DynamicLibrary> m_library;
    Mailbox* m_box = nullptr;
};

Message failure(std::uint64_t id, const char* text) {
    return {{"call", "result"},
            {"id", id},
            {"error", session::wire::from(Error(ErrorKind::device, text))}};
}

} // namespace

class TestOtherRanks : public QObject {
    Q_OBJECT
  private slots:
    void init() { m_other.emplace(); }

    /// A rank that was given up may answer yet, while the next run waits for its own answer.
    void anAnswerToAnEarlierRunIsLeftAlone() {
        ranks::Ranks ranks;
        ranks::OtherRanks others(ranks, "sim");
        auto run = start(others);
        const auto id = m_other->idOfRun();
        m_other->answer(failure(id + 7, "of an earlier run"));
        session::DeviceRunResult own;
        own.standardOutput = "of this run";
        m_other->answer({{"call", "result"}, {"id", id}, {"result", session::wire::from(own)}});
        QCOMPARE(run.get().standardOutput, std::string("of this run"));
    }

    /// No clock counts that far.
    void aLimitOfAnyLengthIsWaitedFor() {
        for (const double seconds : {1e10, 1e300}) {
            init(); // the last words of the ranks before are still there
            ranks::Ranks ranks;
            ranks::OtherRanks others(ranks, "sim");
            session::DeviceRunRequest request;
            request.timeoutSeconds = seconds;
            auto run = start(others, {}, request);
            const auto id = m_other->idOfRun();
            session::DeviceRunResult own;
            own.standardOutput = "in time";
            m_other->answer({{"call", "result"}, {"id", id}, {"result", session::wire::from(own)}});
            QCOMPARE(run.get().standardOutput, std::string("in time"));
        }
    }

    /// The thread that makes all MPI calls continues, and the waiting run learns about it.
    void whatIsNoMessageEndsTheRunAlone() {
        ranks::Ranks ranks;
        ranks::OtherRanks others(ranks, "sim");
        const std::uint64_t prefix[2] = {4, 4};
        const std::string head(reinterpret_cast<const char*>(prefix), sizeof prefix);
        for (const char* nonsense : {"\xff\xff\xff\xff", "\x81\x81\x81\x81", "abcd"}) {
            auto broken = start(others);
            m_other->idOfRun();
            m_other->piece(head + nonsense);
            QVERIFY_THROWS_EXCEPTION(Error, broken.get());
        }
        auto next = start(others);
        session::DeviceRunResult own;
        own.standardOutput = "of this run";
        m_other->answer(
            {{"call", "result"}, {"id", m_other->idOfRun()}, {"result", session::wire::from(own)}});
        QCOMPARE(next.get().standardOutput, std::string("of this run"));
    }

    /// An invalid message does not identify its run.
    void whatARankDoesNotUnderstandEndsTheRun() {
        ranks::Ranks ranks;
        ranks::OtherRanks others(ranks, "sim");
        auto run = start(others);
        m_other->idOfRun();
        m_other->answer(failure(0, "what is that"));
        try {
            run.get();
            QFAIL("an error was an answer");
        } catch (const Error& error) {
            QCOMPARE(error.text(), std::string("rank 1: what is that"));
        }
    }

    /// A rank may be sending yet when its run is given up: what it sends must not end up in what
    /// the next run has in that memory.
    void whatComesForARunThatWasGivenUpHasItsMemoryStill() {
        constexpr std::size_t kBytes = 4096;
        ranks::Ranks ranks;
        ranks::OtherRanks others(ranks, "sim", std::chrono::milliseconds(0));
        const auto pool = session::HostBlockPool::create();
        const auto room = [&] {
            return arrays::HostArray(arrays::Scalar::uint8, {kBytes}, pool->allocate(kBytes));
        };
        session::DeviceRunRequest request;
        std::stop_source stop;
        std::optional<arrays::HostArray> result = room();
        request.buffers.emplace_back().bytes = kBytes;
        request.buffers[0].result = pool->placeOf(*result);
        auto run = std::async(std::launch::async,
                              [&] { return others.run(1, request, *pool, stop.get_token()); });
        m_other->announce(m_other->idOfRun(), 0, kBytes);
        m_other->piece(std::string(kBytes / 2, 'x'));
        QTRY_VERIFY_WITH_TIMEOUT(m_other->received(), 60'000);
        stop.request_stop();
        QVERIFY_EXCEPTION_THROWN(run.get(), Error);

        result.reset();
        arrays::HostArray next = room();
        std::memset(next.bytes().data(), 0, kBytes);
        m_other->piece(std::string(kBytes / 2, 'x'));
        QTRY_VERIFY_WITH_TIMEOUT(m_other->received(), 60'000);
        QCOMPARE(std::count(next.as<char>().begin(), next.as<char>().end(), 'x'), 0);
        // All ranks are here, but the memory no longer exists.
        next = {};
        QTRY_COMPARE_WITH_TIMEOUT(pool->statistics().activeBytes, std::size_t(0), 60'000);
    }

    /// However much it is.
    void whatNobodyWaitsForIsDroppedAsItComes() {
        ranks::Ranks ranks;
        ranks::OtherRanks others(ranks, "sim", std::chrono::milliseconds(0));
        std::stop_source stop;
        auto run = start(others, stop.get_token());
        const auto id = m_other->idOfRun();
        m_other->announce(id + 7, 0, std::uint64_t(1) << 60);
        m_other->piece("of an earlier run");
        QTRY_VERIFY_WITH_TIMEOUT(m_other->received(), 60'000);
        stop.request_stop();
        QVERIFY_EXCEPTION_THROWN(run.get(), Error);
    }

    void aBufferOfAnotherSizeEndsTheRun() {
        ranks::Ranks ranks;
        ranks::OtherRanks others(ranks, "sim");
        auto run = start(others);
        m_other->announce(m_other->idOfRun(), 0, 3);
        m_other->piece("abc");
        try {
            run.get();
            QFAIL("what was not asked for was a result");
        } catch (const Error& error) {
            QVERIFY2(error.text().find("is invalid") != std::string::npos, error.what());
        }
    }

    /// A rank whose time is over need not go on.
    void aRankThatIsLateIsToldToStop() {
        ranks::Ranks ranks;
        ranks::OtherRanks others(ranks, "sim", std::chrono::milliseconds(0));
        session::DeviceRunRequest request;
        request.timeoutSeconds = 1e-3;
        QVERIFY_EXCEPTION_THROWN(others.run(1, request, *session::HostBlockPool::create(), {}),
                                 Error);
        m_other->idOfRun();
        QCOMPARE(m_other->heard().at("call").get<std::string>(), std::string("cancel"));
    }

  private:
    static std::future<session::DeviceRunResult> start(ranks::OtherRanks& others,
                                                       std::stop_token stop = {},
                                                       session::DeviceRunRequest request = {}) {
        return std::async(std::launch::async, [&others, stop, request = std::move(request)] {
            return others.run(1, request, *session::HostBlockPool::create(), stop);
        });
    }

    std::optional<OtherEnd> m_other;
};

QTEST_GUILESS_MAIN(TestOtherRanks)
#include "tst_other_ranks.moc"
