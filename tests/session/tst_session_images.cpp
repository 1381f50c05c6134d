// SPDX-License-Identifier: GPL-3.0-or-later
// Project files with texture and surface arguments, run on the simulated device.
#include "core/base/error.h"
#include "core/project/project_file.h"
#include "tests/session/session_bench.h"

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

namespace {

const std::string kSource = R"cuda(
extern "C" __global__ void smooth(cudaTextureObject_t image, float* out) {
    const int x = threadIdx.x, y = threadIdx.y;
    // Half a texel to the right: a linear filter gives the mean of two.
    out[8 * y + x] = tex2D<float>(image, (x + 1.0f) / 8, (y + 0.5f) / 4);
}
extern "C" __global__ void count(cudaSurfaceObject_t numbers, int beyond) {
    const int x = threadIdx.x, y = threadIdx.y;
    const int value = surf2Dread<int>(numbers, 4 * x, y);
    surf2Dwrite(value + 1, numbers, 4 * (x + beyond), y);
}
extern "C" __global__ void once(cudaSurfaceObject_t numbers) {
    const int x = threadIdx.x, y = threadIdx.y;
    const int value = surf2Dread<int>(numbers, 4 * x, y);
    if (value != 8 * y + x)
        __trap();
    surf2Dwrite(value + 1, numbers, 4 * x, y);
}
extern "C" __global__ void channels(cudaTextureObject_t bytes, float4* out) {
    out[threadIdx.x] = tex1D<float4>(bytes, threadIdx.x + 0.5f);
}
)cuda";

std::string document(const std::string& buffers, const std::string& launch) {
    return R"({"format": "warpbench-project", "version": 1, "name": "images",
               "source": {"text": "replaced"}, "timing": {"repeats": 0},
               "buffers": [)" +
           buffers + R"(], "launches": [)" + launch + "]}";
}

const std::string kImage = R"({"name": "image", "dtype": "float32", "shape": [4, 8],
                               "init": {"kind": "arange"}},
                              {"name": "out", "dtype": "float32", "shape": [4, 8],
                               "init": {"kind": "zeros"}, "expect": {"expression": )";

std::string smooth(const std::string& address, const std::string& expected) {
    return document(kImage + "\"" + expected + "\"}}",
                    R"({"kernel": "smooth", "grid": [1], "block": [8, 4],
                        "args": [{"texture": {"buffer": "image", "filter": "linear",
                                  "normalized": true, "address": ")" +
                        address + R"("}}, {"buffer": "out", "access": "out"}]})");
}

std::string count(int beyond, const std::string& expected) {
    return document(R"({"name": "numbers", "dtype": "int32", "shape": [4, 8],
                        "init": {"kind": "arange"}, "expect": {"expression": ")" +
                        expected + "\"}}",
                    R"({"kernel": "count", "grid": [1], "block": [8, 4],
                        "args": [{"surface": {"buffer": "numbers"}},
                                 {"scalar": "int32", "value": )" +
                        std::to_string(beyond) + "}]}");
}

std::string channels(const std::string& settings) {
    return document(R"({"name": "bytes", "dtype": "uint8", "shape": [8, 4],
                        "init": {"kind": "constant", "value": 51}},
                       {"name": "out", "dtype": "float4", "shape": [8],
                        "init": {"kind": "zeros"}, "expect": {"expression": "0.2"}})",
                    R"({"kernel": "channels", "grid": [1], "block": [8],
                        "args": [{"texture": {"buffer": "bytes", "channels": 4, )" +
                        settings + R"(}}, {"buffer": "out", "access": "out"}]})");
}

} // namespace

class SessionImagesTest : public SessionFixture {
    Q_OBJECT

    static RunReport run(const std::string& json, WorkerHome home = WorkerHome::this_process) {
        RunRequest request;
        request.device = "sim";
        request.project = project::parseProject(json, "images.warpbench").project;
        request.source = kSource;
        return Bench(home).run(std::move(request));
    }

  private slots:
    void good_data() {
        QTest::addColumn<QString>("json");
        const auto row = [](const char* name, const std::string& json) {
            QTest::newRow(name) << QString::fromStdString(json);
        };
        row("texture, wrap", smooth("wrap", "image + 0.5 if j < 7 else image - 3.5"));
        row("texture, clamp", smooth("clamp", "image + 0.5 if j < 7 else image"));
        row("texture, border", smooth("border", "image + 0.5 if j < 7 else image / 2"));
        row("surface", count(0, "numbers + 1"));
        row("normalized bytes", channels(R"("read": "normalized_float")"));
    }
    void good() {
        QFETCH(QString, json);
        for (const WorkerHome home : {WorkerHome::this_process, WorkerHome::child_process}) {
            const RunReport report = run(json.toStdString(), home);
            QVERIFY2(report.status == RunStatus::ok, report.message.c_str());
            bool checked = false;
            for (const BufferReport& buffer : report.buffers) {
                if (buffer.expect) {
                    QVERIFY(buffer.expect->passed);
                    checked = true;
                }
            }
            QVERIFY(checked);
        }
    }

    /// A write beyond the surface is a fault with its line, like any other.
    void outsideASurface() {
        const RunReport report = run(count(1, "numbers"));
        QCOMPARE(report.status, RunStatus::fault);
        QVERIFY(!report.faults.empty());
        QCOMPARE(report.faults[0].kind, std::string("out_of_bounds"));
        QCOMPARE(report.faults[0].line.value_or(0), 10);
        QVERIFY2(report.faults[0].text.find("x = 32 bytes") != std::string::npos,
                 report.faults[0].text.c_str());
    }

    /// Each timing pass begins with the image that the buffer's first contents make.
    void imagesAreMadeAnewForEachPass() {
        std::string json = count(0, "8 * i + j + 1");
        const std::string arguments = R"([{"surface": {"buffer": "numbers"}},
                                 {"scalar": "int32", "value": 0}])";
        json.replace(json.find(arguments), arguments.size(),
                     R"([{"surface": {"buffer": "numbers"}}])");
        json.replace(json.find("\"count\""), 7, "\"once\"");
        RunRequest request;
        request.device = "sim";
        request.project = project::parseProject(json, "images.warpbench").project;
        request.source = kSource;
        request.repeats = 3;
        const RunReport report = Bench(WorkerHome::this_process).run(std::move(request));
        QVERIFY2(report.status == RunStatus::ok, report.message.c_str());
        QCOMPARE(report.launches.at(0).time.value().samples, 3);
    }

    void filterOfIntegersIsAProjectError() {
        const std::string json = channels(R"("filter": "linear")");
        QVERIFY_THROWS_EXCEPTION(Error, run(json));
    }
};

QTEST_GUILESS_MAIN(SessionImagesTest)
#include "tst_session_images.moc"
