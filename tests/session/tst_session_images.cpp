// SPDX-License-Identifier: GPL-3.0-or-later
// Project files with texture and surface arguments on the simulated device and on a real one.
#include "core/base/error.h"
#include "core/project/project_file.h"
#include "tests/main.h"
#include "tests/session/real_gpu.h"
#include "tests/session/session_bench.h"

namespace tst_session_images {

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
extern "C" __global__ void reds(cudaTextureObject_t bytes, float* out) {
    out[threadIdx.x] = tex1D<float4>(bytes, threadIdx.x + 0.5f).x;
}
extern "C" __global__ void around(cudaTextureObject_t image, float* out) {
    const int x = threadIdx.x, y = threadIdx.y;
    out[8 * y + x] = tex2D<float>(image, (x + 0.5f) / 8 + 1, (y + 0.5f) / 4 + 1);
}
extern "C" __global__ void fetch(cudaTextureObject_t image, float* out) {
    const int i = blockDim.x * threadIdx.y + threadIdx.x;
    out[i] = tex1Dfetch<float>(image, i);
}
extern "C" __global__ void texels(cudaTextureObject_t image, float* out) {
    const int x = threadIdx.x, y = threadIdx.y;
    out[blockDim.x * y + x] = tex2D<float>(image, x + 0.5f, y + 0.5f);
}
extern "C" __global__ void lods(cudaTextureObject_t image, float* out) {
    out[threadIdx.x] = tex2DLod<float>(image, 0.5f, 0.5f, 0.5f * threadIdx.x);
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

/// A buffer "image" of a given shape, and a kernel that writes values of its texture to "out".
std::string textured(const std::string& kernel, const std::string& shape, const std::string& memory,
                     const std::string& settings, const std::string& expected,
                     const std::string& block = "[8, 4]") {
    return document(R"({"name": "image", "dtype": "float32", "shape": )" + shape + memory +
                        R"(, "init": {"kind": "expression", "expression": "3 * i + 1"}},
                       {"name": "out", "dtype": "float32", "shape": )" +
                        shape + R"(, "init": {"kind": "zeros"}, "expect": {"expression": ")" +
                        expected + R"("}})",
                    R"({"kernel": ")" + kernel + R"(", "grid": [1], "block": )" + block +
                        R"(, "args": [{"texture": {"buffer": "image")" + settings +
                        R"(}}, {"buffer": "out", "access": "out"}]})");
}

std::string levels(const std::string& settings, const std::string& expected) {
    const auto level = [](const char* name, const char* shape, int value) {
        return std::string(R"({"name": ")") + name + R"(", "dtype": "float32", "shape": )" + shape +
               R"(, "init": {"kind": "constant", "value": )" + std::to_string(value) + "}},";
    };
    return document(level("image", "[4, 8]", 1) + level("half", "[2, 4]", 2) +
                        level("quarter", "[1, 2]", 3) +
                        R"({"name": "out", "dtype": "float32", "shape": [5],
                        "init": {"kind": "zeros"}, "expect": {"expression": ")" +
                        expected + R"("}})",
                    R"({"kernel": "lods", "grid": [1], "block": [5],
                        "args": [{"texture": {"buffer": "image", "levels": ["half", "quarter"])" +
                        settings + R"(}}, {"buffer": "out", "access": "out"}]})");
}

std::string reds(bool srgb) {
    return document(R"({"name": "bytes", "dtype": "uint8", "shape": [8, 4],
                        "init": {"kind": "constant", "value": 188}},
                       {"name": "out", "dtype": "float32", "shape": [8], "init": {"kind": "zeros"},
                        "expect": {"atol": 2e-3, "expression": ")" +
                        std::string(srgb ? "0.5029" : "188 / 255") + R"("}})",
                    R"({"kernel": "reds", "grid": [1], "block": [8],
                        "args": [{"texture": {"buffer": "bytes", "channels": 4,
                                  "read": "normalized_float", "srgb": )" +
                        std::string(srgb ? "true" : "false") +
                        R"(}}, {"buffer": "out", "access": "out"}]})");
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

// moc loses its place in the strings above.
} // namespace tst_session_images
namespace tst_session_images {

class SessionImagesTest : public SessionFixture {
    Q_OBJECT

    static RunReport run(const std::string& json, WorkerHome home = WorkerHome::this_process,
                         const char* device = "sim", bool graph = false) {
        RunRequest request;
        request.device = device;
        if (graph) {
            request.graph = true;
            request.repeats = 2;
        }
        request.project = project::parseProject(json, "images.warpbench").project;
        request.source = kSource;
        return Bench(home).run(std::move(request));
    }

  private slots:
    void good_data() {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QByteArray>("device");
        const auto row = [](const char* name, const std::string& json) {
            for (const char* device : {"sim", "0"})
                QTest::addRow("%s, %s", name, device[0] == '0' ? "real" : "simulated")
                    << QString::fromStdString(json) << QByteArray(device);
        };
        row("texture, wrap", smooth("wrap", "image + 0.5 if j < 7 else image - 3.5"));
        row("texture, clamp", smooth("clamp", "image + 0.5 if j < 7 else image"));
        row("texture, border", smooth("border", "image + 0.5 if j < 7 else image / 2"));
        row("surface", count(0, "numbers + 1"));
        row("sRGB", reds(true));
        row("not sRGB", reds(false));
        const std::string over = R"(, "normalized": true, "border": [7], "address": )";
        row("both axes wrap", textured("around", "[4, 8]", "", over + R"("wrap")", "image"));
        row("y has a border",
            textured("around", "[4, 8]", "", over + R"(["wrap", "border"])", "7"));
        row("x has a border",
            textured("around", "[4, 8]", "", over + R"(["border", "wrap"])", "7"));
        row("linear memory", textured("fetch", "[32]", "", R"(, "memory": "linear")", "image"));
        row("rows that fit", textured("texels", "[4, 8]", "", R"(, "memory": "pitched")", "image"));
        row("rows that do not fit",
            textured("texels", "[4, 7]", "", R"(, "memory": "pitched")", "image", "[7, 4]"));
        row("rows of a pitched buffer", textured("texels", "[4, 7]", R"(, "memory": "pitched")",
                                                 R"(, "memory": "pitched")", "image", "[7, 4]"));
        row("an array of a pitched buffer",
            textured("texels", "[4, 7]", R"(, "memory": "pitched")", "", "image", "[7, 4]"));
        row("mip levels", levels(R"(, "normalized": true)", "1 + (i + 1) // 2"));
        row("between mip levels",
            levels(R"(, "normalized": true, "level_filter": "linear")", "1 + i / 2"));
        row("normalized bytes", channels(R"("read": "normalized_float")"));
    }
    void good() {
        QFETCH(QString, json);
        QFETCH(QByteArray, device);
        if (device == "0" && !hasRealGpu())
            QSKIP("no real GPU");
        for (const WorkerHome home : {WorkerHome::this_process, WorkerHome::child_process}) {
            const RunReport report = run(json.toStdString(), home, device.constData());
            QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
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

    /// Their copies are recorded with the kernels.
    void inAGraph_data() { good_data(); }
    void inAGraph() {
        QFETCH(QString, json);
        QFETCH(QByteArray, device);
        if (device == "0" && !hasRealGpu())
            QSKIP("no real GPU");
        const RunReport report =
            run(json.toStdString(), WorkerHome::this_process, device.constData(), true);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QVERIFY(report.graph && report.graph->nodes >= report.launches.size());
        QCOMPARE(report.graph->replay.samples, 2);
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
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QCOMPARE(report.launches.at(0).time.value().samples, 3);
    }

    void whatTexturesCannotBe_data() {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, const std::string& json, const char* text) {
            QTest::newRow(name) << QString::fromStdString(json) << text;
        };
        row("levels without normalized", levels("", "0"), "normalized");
        std::string wrong = levels(R"(, "normalized": true)", "0");
        wrong.replace(wrong.find(R"(["half", "quarter"])"), 19, R"(["quarter", "half"])");
        row("levels in another order", wrong, "does not fit as a mip level");
        row("linear memory with rows",
            textured("fetch", "[4, 8]", "", R"(, "memory": "linear")", "0"), "1 dimension");
        row("sRGB of floats", textured("texels", "[4, 8]", "", R"(, "srgb": true)", "0"), "sRGB");
    }
    void whatTexturesCannotBe() {
        QFETCH(QString, json);
        QFETCH(QString, text);
        try {
            run(json.toStdString());
            QFAIL("it was taken");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::project);
            QVERIFY2(error.text().find(text.toStdString()) != std::string::npos,
                     error.text().c_str());
        }
    }

    void filterOfIntegersIsAProjectError() {
        const std::string json = channels(R"("filter": "linear")");
        QVERIFY_THROWS_EXCEPTION(Error, run(json));
    }
};

WARPBENCH_TEST(SessionImagesTest)
} // namespace tst_session_images

#include "tst_session_images.moc"
