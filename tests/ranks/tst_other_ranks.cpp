// SPDX-License-Identifier: GPL-3.0-or-later
// What rank 0 makes of another rank's answers, which a test gives.
#include "core/platform/dynamic_library.h"
#include "core/platform/folders.h"
#include "core/ranks/rank_worker.h"
#include "tests/ranks/mailbox_mpi.h"

#include <QTest>

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
    /// Waits until rank 0 asks for a run.
    std::uint64_t idOfRun() {
        const Message asked = heard();
        if (asked.at("call") != "run")
            throw std::runtime_error("rank 0 asks for something else");
        return asked.at("id").get<std::uint64_t>();
    }

  private:
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

    /// It does not know of which run it is what makes no sense.
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

  private:
    static std::future<session::DeviceRunResult> start(ranks::OtherRanks& others) {
        return std::async(std::launch::async, [&others] {
            return others.run(1, {}, [](std::uint64_t) { return nullptr; }, {});
        });
    }

    std::optional<OtherEnd> m_other;
};

QTEST_GUILESS_MAIN(TestOtherRanks)
#include "tst_other_ranks.moc"
