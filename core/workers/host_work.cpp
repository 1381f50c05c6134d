// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workers/host_work.h"

#include "core/arrays/statistics.h"
#include "core/base/cancellation.h"
#include "core/plan/check.h"
#include "core/plan/init.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>

namespace warpbench::session {

namespace {

std::string digestOf(const arrays::HostArray& array) {
    const XXH128_hash_t hash = XXH3_128bits(array.bytes().data(), array.sizeBytes());
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

ExpectReport expectReportOf(const project::CheckResult& check) {
    ExpectReport expect;
    expect.passed = check.passed;
    expect.mismatches = check.mismatches;
    expect.maxAbsError = check.maxAbsError;
    expect.maxRelError = check.maxRelError;
    if (check.firstMismatch)
        expect.firstMismatch = ExpectReport::Mismatch{
            check.firstMismatch->index, check.firstMismatch->got, check.firstMismatch->want};
    expect.wrong = check.wrong;
    return expect;
}

/// The arrays of a request at their places, which must outlive it.
class Places {
  public:
    Places(const HostCheck& request, const HostMemory& memory)
        : m_request(request)
        , m_memory(memory) {}

    arrays::HostArray initial(std::size_t buffer) const {
        return at(buffer, m_request.initial.at(buffer));
    }
    arrays::HostArray after(std::size_t buffer) const {
        return m_request.results.at(buffer) ? at(buffer, m_request.results[buffer])
                                            : initial(buffer);
    }
    project::ArraySource initialSource() const {
        return [this](std::size_t buffer) { return initial(buffer); };
    }
    project::ArraySource afterSource() const {
        return [this](std::size_t buffer) { return after(buffer); };
    }

  private:
    arrays::HostArray at(std::size_t buffer, const HostPlace& place) const {
        const project::PlannedBuffer& planned = m_request.plan.buffers.at(buffer);
        return arrays::HostArray(planned.dtype, planned.shape,
                                 m_memory(place, std::size_t(planned.bytes)));
    }

    const HostCheck& m_request;
    const HostMemory& m_memory;
};

} // namespace

std::vector<std::string> fillBuffers(const HostFill& request, const HostMemory& memory,
                                     const std::stop_token& stop, const ProgressHandler& progress) {
    const project::CancellationScope cancellation(stop);
    const std::vector<project::PlannedBuffer>& buffers = request.plan.buffers;
    std::vector<bool> wanted(buffers.size());
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        wanted[i] = bool(request.places.at(i));
        all += wanted[i] ? buffers[i].bytes : 0;
    }
    std::uint64_t filled = 0;
    const auto arrays = project::initialiseBuffers(
        request.plan, wanted, [&](std::size_t buffer) -> std::shared_ptr<arrays::HostBlock> {
            project::throwIfCancelled(stop);
            const auto bytes = std::size_t(buffers[buffer].bytes);
            if (!wanted[buffer]) // another buffer's initialiser refers to it
                return arrays::HostBlock::onHeap(bytes);
            progress({"Filling buffers", double(filled) / double(std::max<std::uint64_t>(1, all))});
            filled += bytes;
            return memory(request.places[buffer], bytes);
        });
    std::vector<std::string> digests(buffers.size());
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        if (wanted[i] && buffers[i].resident)
            digests[i] = digestOf(arrays[i]);
    }
    return digests;
}

void HostVerdict::setStatistics(const arrays::Statistics& values) {
    min = values.min;
    max = values.max;
    mean = values.mean;
    nan = values.nan;
    inf = values.inf;
    exactMin = values.exactMin;
    exactMax = values.exactMax;
}

std::vector<HostVerdict> checkBuffers(const HostCheck& request, const HostMemory& memory,
                                      const std::stop_token& stop,
                                      const ProgressHandler& progress) {
    const project::CancellationScope cancellation(stop);
    const std::vector<project::PlannedBuffer>& buffers = request.plan.buffers;
    const Places places(request, memory);
    std::vector<HostVerdict> verdicts(buffers.size());
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        project::throwIfCancelled(stop);
        progress({"Checking results", double(i) / double(buffers.size())});
        HostVerdict& verdict = verdicts[i];
        const bool kept = i < request.kept.size() && request.kept[i];
        const bool onDevice =
            !request.results.at(i) && (kept || buffers[i].resident || !request.initial.at(i));
        if (!onDevice)
            verdict.setStatistics(arrays::statisticsOf(places.after(i)));
        if (buffers[i].expect)
            verdict.expect = expectReportOf(project::checkBuffer(
                request.plan, i, *buffers[i].expect, places.initialSource(), places.afterSource()));
    }
    return verdicts;
}

void writeExpected(const HostExpected& request, const HostMemory& memory,
                   const std::stop_token& stop) {
    const project::CancellationScope cancellation(stop);
    const Places places(request.check, memory);
    const std::vector<project::PlannedBuffer>& buffers = request.check.plan.buffers;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        if (!request.want.at(i) || !buffers[i].expect || buffers[i].bytes == 0)
            continue;
        arrays::HostArray want(buffers[i].dtype, buffers[i].shape,
                               memory(request.want[i], std::size_t(buffers[i].bytes)));
        project::writeExpected(request.check.plan, i, *buffers[i].expect, places.initialSource(),
                               places.afterSource(), want);
    }
}

} // namespace warpbench::session
