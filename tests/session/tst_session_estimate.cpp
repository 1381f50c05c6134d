// SPDX-License-Identifier: GPL-3.0-or-later
// Estimated times of launches, from the profile of the simulated GPU to the report.
#include "core/project/project_file.h"
#include "tests/main.h"
#include "tests/session/session_bench.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace tst_session_estimate {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

namespace {

const char* const kSource = R"cuda(
extern "C" __global__ void copy(float* out, const float* in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i];
}
extern "C" __global__ void strided(float* out, const float* in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[(i * 32) % n];
}
)cuda";

/// Each launch leaves more work for the next one.
const char* const kGrowingSource = R"cuda(
extern "C" __global__ void grow(float* out, int* steps) {
    const int count = *steps;
    for (int i = 0; i < count; ++i)
        out[threadIdx.x] += sinf(out[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0)
        *steps = count + 1000;
}
)cuda";

const char* const kGrowing =
    R"json({"format": "warpbench-project", "version": 1, "name": "growing",
 "source": {"text": "replaced"},
 "buffers": [{"name": "out", "dtype": "float32", "shape": [32], "init": {"kind": "ones"}},
             {"name": "steps", "dtype": "int32", "shape": [1], "init": {"kind": "zeros"}}],
 "launches": [
  {"kernel": "grow", "grid": [1], "block": [32], "args": [{"buffer": "out"}, {"buffer": "steps"}]},
  {"kernel": "grow", "grid": [1], "block": [32], "args": [{"buffer": "out"}, {"buffer": "steps"}]}
 ]})json";

RunRequest two(const std::string& arch = "auto") {
    const std::string launch =
        R"json("grid": ["n / 256"], "block": [256],
   "args": [{"buffer": "out", "access": "out"}, {"buffer": "in", "access": "in"},
            {"scalar": "int32", "value": "n"}]})json";
    RunRequest request;
    request.device = "sim:h200";
    request.source = kSource;
    request.estimate = true;
    request.repeats = 0;
    request.project =
        project::parseProject(R"json({"format": "warpbench-project", "version": 1, "name": "times",
 "source": {"text": "replaced"}, "parameters": {"n": 4194304}, "compile": {"arch": ")json" +
                                  arch + R"json("},
 "buffers": [
  {"name": "in", "dtype": "float32", "shape": ["n"], "init": {"kind": "arange"}},
  {"name": "out", "dtype": "float32", "shape": ["n"]}],
 "launches": [{"kernel": "copy", )json" +
                                  launch + R"json(, {"kernel": "strided", )json" + launch + "]}",
                              "times.warpbench")
            .project;
    return request;
}

/// Two launches of a kernel whose work grows with each launch.
/// \param access  of the buffer that holds how much it is
RunRequest growing(project::Access access) {
    RunRequest request = two();
    request.source = kGrowingSource;
    request.project = project::parseProject(kGrowing, "growing.warpbench").project;
    for (project::Launch& launch : request.project.launches)
        std::get<project::BufferArg>(launch.args.at(1).value).access = access;
    return request;
}

} // namespace

class TestSessionEstimate : public SessionFixture {
    Q_OBJECT

  private slots:
    void init() { qputenv("WARPBENCH_SIMGPU", "h200"); }

    void launchesHaveTimes_data() { homes(); }
    void launchesHaveTimes() {
        QFETCH(WorkerHome, home);
        const RunReport report = Bench(home).run(two());
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QCOMPARE(report.launches.size(), std::size_t(2));
        for (const LaunchReport& launch : report.launches) {
            QVERIFY(launch.estimate);
            QVERIFY2(launch.estimate->timed(), launch.estimate->untimed.whole().c_str());
            QVERIFY(launch.estimate->low < launch.estimate->ms);
            QVERIFY(launch.estimate->ms < launch.estimate->high);
            QVERIFY(!launch.estimate->boundBy.empty());
            QCOMPARE(launch.estimate->model, std::string("H200"));
        }
        // Of a line that each lane reads, 31 of 32 words are for nothing.
        QVERIFY(report.launches[1].estimate->ms > report.launches[0].estimate->ms);
        const auto json = toJson(report).at("launches").at(0).at("estimate");
        QVERIFY(json.at("ms").get<double>() > 0);
        QCOMPARE(json.at("from").get<std::string>(), std::string("sass"));
        bool hasLine = false;
        for (const auto& line : json.at("lines"))
            hasLine = hasLine || line.at("line") == 5; // out[i] = in[i]
        QVERIFY(hasLine);
    }

    void theSameRunHasTheSameTimes() {
        const RunReport first = Bench(WorkerHome::this_process).run(two());
        const RunReport second = Bench(WorkerHome::this_process).run(two());
        QCOMPARE(first.launches[0].estimate, second.launches[0].estimate);
        QCOMPARE(first.launches[1].estimate, second.launches[1].estimate);
    }

    /// Code for a virtual architecture is assembled for the device, as its driver would.
    void codeForAVirtualArchitectureIsAssembled() {
        const RunReport real = Bench(WorkerHome::this_process).run(two());
        const RunReport virtualOne = Bench(WorkerHome::this_process).run(two("compute_90"));
        QVERIFY2(virtualOne.status == RunStatus::ok, virtualOne.message.whole().c_str());
        for (std::size_t i = 0; i < 2; ++i) {
            const auto& estimate = virtualOne.launches.at(i).estimate;
            QVERIFY(estimate);
            QVERIFY2(estimate->timed(), estimate->untimed.whole().c_str());
            QVERIFY(std::abs(estimate->ms / real.launches.at(i).estimate->ms - 1) < 0.05);
            QCOMPARE(estimate->lines.back().line, real.launches.at(i).estimate->lines.back().line);
        }
    }

    /// A project's PTX, too. Its lines are those of the PTX.
    void ptxIsAssembled() {
        RunRequest request = two();
        request.source = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry copy(.param .u64 out, .param .u64 in, .param .u32 n)
{
 .reg .b64 %rd<6>; .reg .b32 %r<6>; .reg .pred %p;
 ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [in]; ld.param.u32 %r5, [n];
 mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;
 mad.lo.u32 %r4, %r1, %r2, %r3;
 setp.ge.u32 %p, %r4, %r5;
 @%p ret;
 mul.wide.u32 %rd3, %r4, 4;
 add.u64 %rd4, %rd2, %rd3; add.u64 %rd5, %rd1, %rd3;
 ld.global.u32 %r1, [%rd4];
 st.global.u32 [%rd5], %r1;
 ret;
}
)";
        request.project.source = project::SourceFile{"copy.ptx"};
        request.project.launches.resize(1);
        const RunReport report = Bench(WorkerHome::this_process).run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        const auto& estimate = report.launches.at(0).estimate;
        QVERIFY(estimate);
        QVERIFY2(estimate->timed(), estimate->untimed.whole().c_str());
        const auto copied = [](const estimate::LineShare& line) {
            return line.line == 14 || line.line == 15;
        };
        QVERIFY(std::any_of(estimate->lines.begin(), estimate->lines.end(), copied));
    }

    /// The pass that records the profile starts from what the run found, also in a buffer that
    /// stays on the device and with no timing.
    void residentBuffersAreRestoredForTheProfile() {
        const auto estimatesWith = [](project::Access access) {
            const RunReport report = Bench(WorkerHome::this_process).run(growing(access));
            if (report.status != RunStatus::ok)
                throw std::runtime_error(report.message.whole());
            return std::pair(report.launches.at(0).estimate->ms,
                             report.launches.at(1).estimate->ms);
        };
        const auto expected = estimatesWith(project::Access::inout);
        QVERIFY(expected.second > 10 * expected.first);
        QCOMPARE(estimatesWith(project::Access::resident), expected);
    }

    void nobodyPaysWhoDoesNotAsk() {
        RunRequest request = two();
        request.estimate = false;
        const RunReport report = Bench(WorkerHome::this_process).run(request);
        QVERIFY(!report.launches[0].estimate);
        QVERIFY(toJson(report).at("launches").at(0).at("estimate").is_null());
    }
};

WARPBENCH_TEST(TestSessionEstimate)
} // namespace tst_session_estimate

#include "tst_session_estimate.moc"
