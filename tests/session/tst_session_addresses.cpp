// SPDX-License-Identifier: GPL-3.0-or-later
// Buffers at fixed addresses, so that pointers in memory are valid, and variables whose values are
// in files.
#include "core/platform/files.h"
#include "core/platform/folders.h"
#include "core/project/project_file.h"
#include "tests/main.h"
#include "tests/session/session_bench.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace tst_session_addresses {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

namespace {

constexpr const char* kSource = R"cuda(
struct Node { long long value; Node* next; };
__device__ int table[3] = {1, 2, 3};
extern "C" __global__ void walk(Node* head, long long* sum) {
    long long s = 0;
    for (Node* node = head; node; node = node->next) {
        s += node->value;
        node->value = -node->value;
    }
    *sum = s + 100 * table[threadIdx.x + 2];
}
)cuda";

/// Far from addresses that processes normally use.
constexpr std::uint64_t kNodes = 0x3d50'0000'0100;
constexpr std::uint64_t kFar = 0x3d50'4000'0000;

template <class T, std::size_t N>
std::string_view bytesOf(const std::array<T, N>& values) {
    return {reinterpret_cast<const char*>(values.data()), sizeof values};
}

} // namespace

class SessionAddressesTest : public SessionFixture {
    Q_OBJECT

    /// Two nodes in one buffer and one elsewhere, which no argument names.
    static RunRequest listRequest(const platform::TemporaryFolder& folder) {
        const std::array<std::uint64_t, 4> near{1, kNodes + 16, 20, kFar};
        const std::array<std::uint64_t, 2> far{300, 0};
        const std::array<std::int32_t, 3> table{7, 8, 9};
        platform::replaceFile(folder.path() / "near.bin", bytesOf(near));
        platform::replaceFile(folder.path() / "far.bin", bytesOf(far));
        platform::replaceFile(folder.path() / "table.bin", bytesOf(table));
        RunRequest request;
        request.device = "sim";
        request.repeats = 2;
        request.source = kSource;
        project::Project& project = request.project;
        project.file = folder.path() / "p.warpbench";
        const auto add = [&](const char* name, const char* elements, std::uint64_t address) {
            project::Buffer& added = project.buffers.emplace_back();
            added.name = name;
            added.dtype = arrays::Scalar::int64;
            added.shape = {{elements, {}}};
            if (address == 0)
                return;
            added.address = project::Expression{std::to_string(address), {}};
            added.init.kind = project::Init::Kind::file;
            added.init.path = std::string(name) + ".bin";
        };
        add("sum", "1", 0);
        add("far", "2", kFar);
        add("near", "4", kNodes);
        project.buffers[0].expect.emplace().expression = project::Expression{"321 + 900", {}};
        project.buffers[1].expect.emplace().expression = project::Expression{"-far", {}};
        project.constants["table"] = {arrays::Scalar::int32, {}, "table.bin", true, {}};
        project::Launch& launch = project.launches.emplace_back();
        launch.kernel = "walk";
        launch.grid = launch.block = {{"1", {}}};
        launch.args.emplace_back().value = bufferArg("near", project::Access::inout);
        launch.args.emplace_back().value = bufferArg("sum", project::Access::out);
        return request;
    }

  private slots:
    void init() { qputenv("WARPBENCH_SIMGPU", "h200"); }

    void pointersInMemoryStayRight_data() {
        QTest::addColumn<WorkerHome>("home");
        QTest::newRow("here") << WorkerHome::this_process;
        QTest::newRow("in a child") << WorkerHome::child_process;
    }
    void pointersInMemoryStayRight() {
        QFETCH(WorkerHome, home);
        const platform::TemporaryFolder folder;
        Bench bench(home);
        for (int run = 0; run < 2; ++run) { // the addresses are free again
            const RunReport report = bench.run(listRequest(folder));
            QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
            QVERIFY(report.buffers.at(0).expect->passed);
            QVERIFY(report.buffers.at(1).expect->passed);
            QCOMPARE(bench.read(report.buffers.at(2).ref, 2, 1).as<std::int64_t>()[0], -20);
            QCOMPARE(report.variables.at(0).values.as<std::int32_t>()[2], 9);
        }
    }

    /// Where the program itself has something.
    void addressesThatAreTakenAreRefused() {
        const platform::TemporaryFolder folder;
        RunRequest request = listRequest(folder);
        const auto here = reinterpret_cast<std::uintptr_t>(&request) / 16 * 16;
        request.project.buffers[1].address = project::Expression{std::to_string(here), {}};
        Bench bench(WorkerHome::this_process);
        const RunReport report = bench.run(request);
        QCOMPARE(int(report.status), int(RunStatus::device_error));
        QVERIFY2(report.message.whole().find("are not free on this device") != std::string::npos,
                 report.message.whole().c_str());
    }

    void aMissingFileIsSaid() {
        const platform::TemporaryFolder folder;
        RunRequest request = listRequest(folder);
        request.project.constants.at("table").file = "missing.bin";
        Bench bench(WorkerHome::this_process);
        try {
            const RunReport report = bench.run(request);
            QVERIFY2(report.message.whole().find("missing.bin") != std::string::npos,
                     report.message.whole().c_str());
        } catch (const Error& error) {
            QVERIFY2(std::string(error.what()).find("missing.bin") != std::string::npos,
                     error.what());
        }
    }
};

WARPBENCH_TEST(SessionAddressesTest)
} // namespace tst_session_addresses

#include "tst_session_addresses.moc"
