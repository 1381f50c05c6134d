// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/rank_compiles.h"

#include "core/platform/system.h"

#include <exception>

namespace warpbench::ranks {

using session::wire::Message;

namespace {

Message keyMessage(const compile::CacheKey& key) {
    return {key.high, key.low};
}

compile::CacheKey keyFrom(const Message& message) {
    return {message.at(0).get<std::uint64_t>(), message.at(1).get<std::uint64_t>()};
}

} // namespace

Message compileMessage(std::uint64_t id, const compile::CompileElsewhere& asked) {
    return {{"call", "compile"},
            {"id", id},
            {"compiler", keyMessage(asked.compiler)},
            {"key", keyMessage(asked.key)},
            {"body", session::wire::from(asked.request)}};
}

RankCompiles::RankCompiles(Ranks& ranks)
    : m_ranks(ranks)
    , m_compiler(session::makeHelperCompiler(session::kMostHelpers)) {}

void RankCompiles::start(const Message& head) {
    std::erase_if(m_jobs, [](const auto& entry) { return entry.second->over.load(); });
    auto job = std::make_unique<Job>();
    Job& added = *job;
    try {
        added.thread = std::jthread([this, &added, head](const std::stop_token& stop) {
            platform::nameThread("rank-compile");
            work(added, head, stop);
        });
    } catch (const std::exception& problem) { // no more threads: rank 0 would wait forever
        m_ranks.send(0, {{"call", "compiled"},
                         {"id", head.at("id")},
                         {"why", problem.what()},
                         {"always", false}});
        return;
    }
    m_jobs[head.at("id").get<std::uint64_t>()] = std::move(job);
}

void RankCompiles::cancel(const Message& head) {
    if (const auto job = m_jobs.find(head.at("id").get<std::uint64_t>()); job != m_jobs.end())
        job->second->thread.request_stop();
}

void RankCompiles::work(Job& job, const Message& head, const std::stop_token& stop) {
    Message answer = {{"call", "compiled"}, {"id", head.at("id")}};
    const auto refuse = [&](const std::string& why, bool always) {
        answer["why"] = why;
        answer["always"] = always;
    };
    try {
        const compile::CompileElsewhere asked{session::wire::toCompileRequest(head.at("body")),
                                              keyFrom(head.at("compiler")),
                                              keyFrom(head.at("key"))};
        if (const auto refusal = compile::refusalOf(asked))
            refuse(refusal->why, refusal->always);
        else
            answer["result"] = session::wire::from(m_compiler->compile(asked.request, stop));
    } catch (const Error& error) {
        // No compiler, or no helper program: the next request would fail the same way.
        refuse(error.what(), error.kind() == ErrorKind::environment);
    } catch (const std::exception& problem) {
        refuse(problem.what(), false);
    }
    m_ranks.send(0, answer);
    job.over = true;
}

} // namespace warpbench::ranks
