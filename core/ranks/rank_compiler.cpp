// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/platform/system.h"
#include "core/ranks/rank_compiles.h"
#include "core/ranks/rank_worker.h"
#include "core/report/stop_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

namespace warpbench::ranks {

namespace {

class RankCompiler final : public session::Compiler {
  public:
    explicit RankCompiler(OtherRanks& others)
        : m_others(others) {}

    std::size_t atOnce() override {
        const std::lock_guard lock(m_mutex);
        learnRoom();
        return std::accumulate(m_room.begin(), m_room.end(), std::size_t(0));
    }

    compile::CompileResult compile(const compile::CompileRequest& request,
                                   std::stop_token stop) override {
        if (const auto asked = forElsewhere(request)) {
            const Place place(*this, true, stop);
            if (place.rank() == 0)
                return m_own->compile(request, std::move(stop));
            if (auto result = compileOn(place.rank(), request, *asked, stop))
                return std::move(*result);
        }
        const Place place(*this, false, stop);
        return m_own->compile(request, std::move(stop));
    }

  private:
    /// One of a rank's simultaneous compiles, reserved while this object lives.
    class Place {
      public:
        /// \param anywhere  otherwise at rank 0. Waits for one. \throws Error (cancelled)
        Place(RankCompiler& owner, bool anywhere, const std::stop_token& stop)
            : m_owner(owner) {
            std::unique_lock lock(owner.m_mutex);
            const auto found = [&] { return (m_rank = owner.freeRank(anywhere)) >= 0; };
            if (!owner.m_changed.wait(lock, stop, found))
                throw Error(ErrorKind::cancelled, session::compilingCancelled());
            ++owner.m_busy[std::size_t(m_rank)];
        }
        ~Place() {
            {
                const std::lock_guard lock(m_owner.m_mutex);
                --m_owner.m_busy[std::size_t(m_rank)];
            }
            m_owner.m_changed.notify_all();
        }
        Place(const Place&) = delete;
        Place& operator=(const Place&) = delete;

        int rank() const { return m_rank; }

      private:
        RankCompiler& m_owner;
        int m_rank = -1;
    };

    std::optional<compile::CompileElsewhere> forElsewhere(const compile::CompileRequest& request) {
        {
            const std::lock_guard lock(m_mutex);
            learnRoom();
            if (std::all_of(m_room.begin() + 1, m_room.end(), [](auto room) { return room == 0; }))
                return std::nullopt;
        }
        return compile::forElsewhere(request);
    }

    /// Empty if that rank did not do it.
    std::optional<compile::CompileResult> compileOn(int rank,
                                                    const compile::CompileRequest& request,
                                                    const compile::CompileElsewhere& asked,
                                                    const std::stop_token& stop) {
        OtherRanks::Compiled came = m_others.compile(rank, asked, stop);
        if (came.result) {
            compile::keepFromElsewhere(request, asked, *came.result);
            came.result->compiledBy = m_others.nameOf(rank).text();
            return std::move(came.result);
        }
        m_others.note(rank, came.why);
        if (came.always) {
            const std::lock_guard lock(m_mutex);
            m_room[std::size_t(rank)] = 0;
        }
        return std::nullopt;
    }

    /// The caller holds the mutex.
    void learnRoom() {
        if (!m_room.empty())
            return;
        m_room = m_others.helpers();
        m_busy.resize(m_room.size());
    }

    /// The rank with the smallest fraction in use; -1: all are busy. The caller holds the mutex.
    int freeRank(bool anywhere) const {
        int best = -1;
        for (std::size_t rank = 0; rank < (anywhere ? m_room.size() : 1); ++rank) {
            if (m_busy[rank] >= m_room[rank])
                continue;
            if (best < 0 ||
                m_busy[rank] * m_room[std::size_t(best)] < m_busy[std::size_t(best)] * m_room[rank])
                best = int(rank);
        }
        return best;
    }

    OtherRanks& m_others;
    std::unique_ptr<session::Compiler> m_own = session::makeHelperCompiler(session::kMostHelpers);
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::vector<std::size_t> m_room; ///< simultaneous compiles, by rank; 0: it compiles nothing
    std::vector<std::size_t> m_busy; ///< of these
};

} // namespace

OtherRanks::Compiled OtherRanks::compile(int rank, const compile::CompileElsewhere& asked,
                                         std::stop_token stop) {
    std::unique_lock lock(m_mutex);
    const std::uint64_t id = m_nextId++;
    Compiling& compiling = m_compiles[id];
    compiling.rank = rank;
    lock.unlock();
    m_ranks.send(rank, compileMessage(id, asked));
    lock.lock();
    const bool over = m_changed.wait(lock, stop, [&] { return compiling.over; });
    Compiled came = std::move(compiling.came);
    m_compiles.erase(id);
    lock.unlock();
    if (!over) {
        m_ranks.send(rank, {{"call", "cancel compile"}, {"id", id}});
        throw Error(ErrorKind::cancelled, session::compilingCancelled());
    }
    return came;
}

void OtherRanks::takeCompiled(const session::wire::Message& head) {
    const std::lock_guard lock(m_mutex);
    const auto found = m_compiles.find(head.at("id").get<std::uint64_t>());
    if (found == m_compiles.end())
        return; // nobody waits any more
    Compiled& came = found->second.came;
    if (head.contains("result")) {
        came.result = session::wire::toCompileResult(head.at("result"));
    } else {
        head.at("why").get_to(came.why);
        head.at("always").get_to(came.always);
    }
    found->second.over = true;
    m_changed.notify_all();
}

std::vector<std::size_t> OtherRanks::helpers() {
    const std::lock_guard lock(m_mutex);
    std::vector<std::size_t> helpers;
    for (int rank = 0; rank < m_ranks.count(); ++rank) {
        const auto hostOf = [&](int of) { return of == 0 ? m_ranks.host() : m_hosts[of]; };
        std::size_t sharers = 0;
        for (int other = 0; other < m_ranks.count(); ++other)
            sharers += hostOf(other) == hostOf(rank) ? 1 : 0;
        const std::size_t processors =
            rank == 0 ? platform::processorCount() : m_hellos[rank].processors;
        helpers.push_back(std::clamp<std::size_t>(processors / sharers, 1, session::kMostHelpers));
    }
    return helpers;
}

void OtherRanks::note(int rank, const std::string& what) {
    const std::lock_guard lock(m_mutex);
    m_notes.try_emplace(rank, what);
}

std::vector<std::string> OtherRanks::notes() {
    std::map<int, std::string> notes;
    {
        const std::lock_guard lock(m_mutex);
        notes = m_notes;
    }
    std::vector<std::string> lines;
    for (const auto& [rank, what] : notes)
        lines.push_back(fmt::format("{} left compiles to rank 0: {}", nameOf(rank).text(), what));
    return lines;
}

std::unique_ptr<session::Compiler> makeRankCompiler(OtherRanks& others) {
    return std::make_unique<RankCompiler>(others);
}

} // namespace warpbench::ranks
