// SPDX-License-Identifier: GPL-3.0-or-later
// Devices that share the rows of a large buffer keep them until they are viewed.
#include "core/base/path_text.h"
#include "core/platform/folders.h"
#include "core/project/project_file.h"
#include "core/run/kept_results.h"
#include "tests/main.h"
#include "tests/session/counted_run.h"
#include "tests/session/worker_processes.h"

#include <cmath>
#include <csignal>

namespace tst_session_kept_devices {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

namespace {

// Rows that are neither a multiple of the devices' alignment nor divisible by 2, 3 or 4.
constexpr std::int64_t kRows = 34385;
constexpr std::int64_t kColumns = 61;
constexpr std::int64_t kElements = kRows * kColumns;
constexpr std::uint64_t kBytes = kElements * 8;
static_assert(kBytes > kKeptBytes && kRows % 2 * kRows % 3 * kRows % 4 != 0);

/// fill: dest[i] = i + 0.5 + 1000 for each pass before; up: other[i] is what dest has a row above,
/// -1 in the first row; add: over[i] += 0.5.
const std::string kSource = R"(
__device__ int times;
#define AT const long long r = blockIdx.x * 64LL + threadIdx.x; \
    if (r >= rows) return; \
    for (long long i = r * columns; i < (r + 1) * columns; ++i)
extern "C" __global__ void fill(double* dest, int rows, int columns, int first_row) {
    AT dest[i] = double(first_row) * columns + i + 0.5 + 1000.0 * times;
}
extern "C" __global__ void up(double* other, const double* dest, int rows, int columns,
                              int first_row) {
    AT other[i] = first_row + r > 0 ? dest[i - columns] : -1.0;
}
extern "C" __global__ void add(double* over, int rows, int columns) { AT over[i] += 0.5; }
extern "C" __global__ void count() { ++times; }
extern "C" __global__ void spoil(double* dest, int device) {
    if (times > 0 && device == 1 && threadIdx.x == 0) dest[1LL << 40] = 0;
})";

/// \param more  further launches, each with a comma before it
RunRequest filling(int devices, const std::string& device = "sim", const std::string& more = {}) {
    static const std::string text = R"json({"format": "warpbench-project", "version": 1,
 "name": "kept by several", "source": {"text": "replaced"},
 "parameters": {"n": <ROWS>, "columns": <COLUMNS>},
 "timing": {"warmup": 0, "repeats": 1},
 "buffers": [
  {"name": "dest", "dtype": "float64", "shape": ["n", "columns"], "split": "rows", "halo": 1},
  {"name": "other", "dtype": "float64", "shape": ["n", "columns"], "split": "rows"},
  {"name": "over", "dtype": "float64", "shape": ["n", "columns"], "split": "rows",
   "init": {"kind": "arange"}}],
 "launches": [
  {"kernel": "fill", "grid": ["ceil_div(rows, 64)"], "block": [64],
   "args": [{"buffer": "dest", "access": "out"}, {"scalar": "int32", "value": "rows"},
            {"scalar": "int32", "value": "columns"}, {"scalar": "int32", "value": "first_row"}]},
  {"kernel": "up", "grid": ["ceil_div(rows, 64)"], "block": [64],
   "args": [{"buffer": "other", "access": "out"}, {"buffer": "dest", "access": "in"},
            {"scalar": "int32", "value": "rows"}, {"scalar": "int32", "value": "columns"},
            {"scalar": "int32", "value": "first_row"}]},
  {"kernel": "add", "grid": ["ceil_div(rows, 64)"], "block": [64],
   "args": [{"buffer": "over", "access": "inout"}, {"scalar": "int32", "value": "rows"},
            {"scalar": "int32", "value": "columns"}]}<MORE>,
  {"kernel": "count", "grid": [1], "block": [1]}]})json";
    std::string json = text;
    const auto put = [&](const std::string& mark, const std::string& value) {
        json.replace(json.find(mark), mark.size(), value);
    };
    put("<ROWS>", std::to_string(kRows));
    put("<COLUMNS>", std::to_string(kColumns));
    put("<MORE>", more);
    RunRequest request;
    request.project = project::parseProject(json, "kept.warpbench").project;
    request.source = kSource;
    request.device = device;
    request.devices = devices;
    request.repeats = 1;
    return request;
}

/// In the second pass the second device writes where it may not.
RunRequest spoiling(const std::string& device) {
    return filling(2, device, R"(, {"kernel": "spoil", "grid": [1], "block": [32],
        "args": [{"buffer": "dest", "access": "inout"}, {"scalar": "int32", "value": "device"}]})");
}

double expected(const std::string& buffer, std::int64_t i) {
    if (buffer == "other")
        return i < kColumns ? -1 : double(i - kColumns) + 0.5;
    return double(i) + 0.5;
}

void compareAll(const arrays::HostArray& array, const std::string& name, std::int64_t first) {
    const auto values = array.as<double>();
    for (std::size_t k = 0; k < values.size(); ++k)
        if (values[k] != expected(name, first + std::int64_t(k)))
            QFAIL(qPrintable(QString("%1[%2] is %3")
                                 .arg(QString::fromStdString(name))
                                 .arg(first + std::int64_t(k))
                                 .arg(values[k])));
}

} // namespace

class SessionKeptDevicesTest : public SessionFixture {
    Q_OBJECT

    /// The devices of "0" pass for real ones: memory of a pool, page-locked and staged copies.
    static void cases() {
        QTest::addColumn<WorkerHome>("home");
        QTest::addColumn<QString>("device");
        QTest::addColumn<int>("devices");
        // Each of a kind meets each of the others once: all of them take the thread sanitizer long.
        for (const int devices : {2, 3, 4}) {
            QTest::addRow("%d simulated", devices)
                << (devices == 3 ? WorkerHome::child_process : WorkerHome::this_process) << "sim"
                << devices;
            QTest::addRow("%d real", devices)
                << (devices == 3 ? WorkerHome::this_process : WorkerHome::child_process) << "0"
                << devices;
        }
    }

  private slots:
    void init() {
        const std::filesystem::path driver = platform::executableFolder() / WARPBENCH_TEST_STAND_IN;
        qputenv("WARPBENCH_CUDA_DRIVER", QByteArray::fromStdString(utf8(driver)));
        qputenv("WARPBENCH_SIMGPU", "h200,h200,h200,h200,a100");
    }

    /// The simulated GPU that says how long a real one would take runs before it.
    void anEstimateBesideLeavesWhatIsKept() {
        Bench bench(WorkerHome::child_process);
        RunRequest request = filling(1, "0");
        request.estimateBeside = true;
        const RunReport report = bench.run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QVERIFY(!report.device->simulated);
        QVERIFY2(report.launches.front().estimate,
                 report.notes.empty() ? "" : report.notes.front().c_str());
        QVERIFY(report.launches.front().estimate->timed());
        QCOMPARE(bench.read(find(report, "dest")->ref, kElements - 1, 1).as<double>()[0],
                 expected("dest", kElements - 1));
    }

    void eachDeviceKeepsItsRows_data() { cases(); }
    void eachDeviceKeepsItsRows() {
        QFETCH(WorkerHome, home);
        QFETCH(QString, device);
        QFETCH(int, devices);
        Bench bench(home);
        const RunReport report = bench.run(filling(devices, device.toStdString()));
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QCOMPARE(report.devices.size(), std::size_t(devices));
        QCOMPARE(report.device->simulated, device == "sim");
        for (const char* name : {"dest", "other", "over"}) {
            const BufferReport& buffer = *find(report, name);
            // Of all rows, each once.
            QCOMPARE(buffer.min.value_or(0), expected(name, 0));
            QCOMPARE(buffer.max.value_or(0), expected(name, kElements - 1));
            QCOMPARE(buffer.nan.value_or(-1), std::int64_t(0));
            std::uint64_t told = 0;
            int transfers = 0;
            for (const Transfer& transfer : report.transfers)
                if (transfer.buffer == name && !transfer.toDevice) {
                    told += transfer.bytes;
                    ++transfers;
                }
            QCOMPARE(told, kBytes);
            QCOMPARE(transfers, devices);
            // A range over every border, the ends, and all of it.
            for (const DeviceShare& share : report.devices) {
                const std::int64_t border = share.firstRow * kColumns;
                const std::int64_t first = std::max<std::int64_t>(0, border - 3);
                compareAll(bench.read(buffer.ref, std::uint64_t(first), 6), name, first);
            }
            compareAll(bench.read(buffer.ref, kElements - 1, 1), name, kElements - 1);
            compareAll(bench.read(buffer.ref, 0, kElements), name, 0);
        }
        QVERIFY(std::abs(find(report, "over")->mean.value_or(0) - double(kElements) / 2) < 1e-3);
    }

    void theHostHasNoRoomForThem() {
        RunRequest request = filling(2);
        request.project.buffers.pop_back();
        request.project.launches.erase(request.project.launches.begin() + 2);
        Counted counted;
        const RunReport report = counted.run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        const HostBlockPool::Statistics figures = counted.blocks->statistics();
        // Two buffers of 16 MiB, and a piece for each of the devices.
        QVERIFY2(figures.peakBytes <= 17 << 20, qPrintable(QString::number(figures.peakBytes)));
        QVERIFY2(figures.activeBytes < 16384, qPrintable(QString::number(figures.activeBytes)));
    }

    /// Data for a check is copied from all devices to the host, in addition to what stays there.
    void whatIsCheckedComesToTheHost() {
        RunRequest request = filling(3);
        request.project.buffers[1].expect.emplace().expression = {
            "where(i > 0, after(dest) - columns, -1)", {}};
        Counted counted;
        const RunReport report = counted.run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QVERIFY(find(report, "other")->expect->passed);
        QVERIFY(counted.blocks->statistics().activeBytes >= 2 * kBytes); // dest and other
    }

    /// Whichever of its devices runs next, or another one.
    void itIsThereUntilTheNextRun_data() {
        QTest::addColumn<WorkerHome>("home");
        QTest::addColumn<int>("next");
        for (const int next : {1, 2, 3, -1})
            QTest::addRow("then %d", next) << (next % 2 == 0 || next < 0 ? WorkerHome::child_process
                                                                         : WorkerHome::this_process)
                                           << next;
    }
    void itIsThereUntilTheNextRun() {
        QFETCH(WorkerHome, home);
        QFETCH(int, next);
        Bench bench(home);
        const RunReport first = bench.run(filling(3));
        QVERIFY2(first.status == RunStatus::ok, first.message.whole().c_str());
        const BufferRef ref = find(first, "other")->ref;
        compareAll(bench.read(ref, kElements - 2, 2), "other", kElements - 2);
        RunRequest request = next > 1 ? filling(next) : multiply(kGood);
        request.devices = std::abs(next);
        if (next < 0) { // another model
            for (const DeviceInfo& device : bench.devices())
                if (device.selector == "sim:a100")
                    request.device = std::to_string(device.index);
            QVERIFY(request.device != "sim");
        }
        const RunReport second = bench.run(request);
        QVERIFY2(second.status == RunStatus::ok, second.message.whole().c_str());
        // The first rows, and the last ones, of which another device had some.
        for (const std::int64_t at : {std::int64_t(0), kElements - 1}) {
            QString problem;
            try {
                (void)bench.read(ref, std::uint64_t(at), 1);
            } catch (const Error& error) {
                problem = QString::fromStdString(error.what());
            }
            QVERIFY2(problem.contains("\"other\" is no longer on the device"), qPrintable(problem));
        }
        if (next > 1)
            compareAll(bench.read(find(second, "other")->ref, 0, kElements), "other", 0);
    }

    void aWorkerThatIsReplacedTakesThemAlong() {
        Bench bench(WorkerHome::child_process);
        const RunReport report = bench.run(filling(2));
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        const auto workers = workerProcesses();
        QCOMPARE(workers.size(), std::size_t(1));
        QCOMPARE(::kill(pid_t(workers[0]), SIGKILL), 0);
        QTRY_VERIFY(workerProcesses().empty());
        const BufferRef ref = find(report, "dest")->ref;
        // A read that comes before its end is noticed hears of that first.
        QTRY_VERIFY2(problemOf(bench, ref).contains("no longer on the device"),
                     qPrintable(problemOf(bench, ref)));
        const RunReport again = bench.run(filling(2));
        compareAll(bench.read(find(again, "dest")->ref, 0, kElements), "dest", 0);
    }

    /// A device that is lost while it times takes its rows along; the run says so, and reading
    /// waits for nothing.
    void aDeviceThatIsLostTakesThemAlong_data() { homes(); }
    void aDeviceThatIsLostTakesThemAlong() {
        QFETCH(WorkerHome, home);
        Bench bench(home);
        const RunReport report = bench.run(spoiling("0"));
        QVERIFY2(report.status == RunStatus::fault || report.status == RunStatus::device_error,
                 report.message.whole().c_str());
        // A child is replaced at once, before the results of the others are known.
        if (home == WorkerHome::this_process)
            QCOMPARE(report.buffers.size(), std::size_t(3));
        for (const BufferReport& buffer : report.buffers) {
            const auto lost = "The contents of \"" + buffer.name + "\" are lost: ";
            QVERIFY2(std::any_of(report.notes.begin(), report.notes.end(),
                                 [&](const std::string& note) { return note.starts_with(lost); }),
                     buffer.name.c_str());
            QVERIFY(!buffer.min);
            bool threw = false;
            try {
                (void)bench.read(buffer.ref, kElements - 1, 1);
            } catch (const Error& error) {
                threw = error.kind() == ErrorKind::device;
            }
            QVERIFY(threw);
        }
    }
};

WARPBENCH_TEST(SessionKeptDevicesTest)
} // namespace tst_session_kept_devices

#include "tst_session_kept_devices.moc"
