// SPDX-License-Identifier: GPL-3.0-or-later
// `warpbench-cli which-gpu`: a project's time on every GPU that can be simulated.
#include "cli_fixture.h"
#include "core/compile/compile.h"
#include "tests/main.h"

#include <QTest>

#include <map>

namespace tst_which_gpu {

using nlohmann::json;

class TestWhichGpu : public QObject {
    Q_OBJECT

    /// Moves 32 MiB in and out: what counts is the memory.
    static json copyProject() {
        json project = json::parse(
            R"({"format": "warpbench-project", "version": 1, "name": "Copy", "source": {},
                "buffers": [{"name": "to", "dtype": "float4", "shape": [524288]},
                            {"name": "from", "dtype": "float4", "shape": [524288]}],
                "launches": [{"kernel": "copy", "grid": [2048], "block": [256],
                              "args": [{"buffer": "to"}, {"buffer": "from"}]}]})");
        project["source"]["text"] = "__global__ void copy(float4* to, const float4* from) {\n"
                                    "    const int i = blockIdx.x * 256 + threadIdx.x;\n"
                                    "    to[i] = from[i];\n}\n";
        return project;
    }

    static inline const CliFixture::Environment kAll{
        {"WARPBENCH_SIMGPU", "h200,b200,h100,a100,l4,t4,rtx4090"}};

  private slots:
    void initTestCase() {
        if (!warpbench::compile::compilerInfo().available)
            QSKIP("no NVRTC was found, and these tests compile kernels");
    }

    void everyGpuHasATimeAndTheFastestIsFirst() {
        CliFixture fixture;
        fixture.write(copyProject());
        const auto result = fixture.run({"which-gpu", "p.warpbench", "--json"}, kAll);
        QVERIFY2(result.status.code == 0, result.errors.c_str());
        const json document = CliFixture::document(result);
        QCOMPARE(document["format"], json("warpbench-which-gpu"));
        std::map<std::string, double> ms;
        double last = 0;
        for (const json& gpu : document["gpus"]) {
            QVERIFY2(gpu["reason"].is_null(), gpu.dump().c_str());
            const double one = gpu["ms"].get<double>();
            QVERIFY(one >= last);
            QVERIFY(gpu["low"].get<double>() <= one && one <= gpu["high"].get<double>());
            QVERIFY(!gpu["bound_by"].empty());
            last = one;
            ms[gpu["selector"].get<std::string>()] = one;
        }
        QVERIFY(ms.size() > 5);
        // By their memories' bandwidth: 4.8 TB/s, 2 TB/s, 320 GB/s.
        QVERIFY(ms.at("sim:h200") < ms.at("sim:a100"));
        QVERIFY(ms.at("sim:a100") < ms.at("sim:t4"));
        const auto text = fixture.run({"which-gpu", "p.warpbench"}, kAll);
        QVERIFY(text.output.find("estimated, not measured") != std::string::npos);
    }

    void whatCannotBeEstimatedSaysWhy() {
        CliFixture fixture;
        json project = copyProject();
        project["launches"][0]["grid"] = json::array({4096}); // reaches past the end
        fixture.write(project);
        const auto result = fixture.run({"which-gpu", "p.warpbench", "--json"}, kAll);
        QCOMPARE(result.status.code, 4);
        const json document = CliFixture::document(result);
        for (const json& gpu : document["gpus"]) {
            QVERIFY(gpu["ms"].is_null());
            QVERIFY(!gpu["reason"].get<std::string>().empty());
        }
    }
};

WARPBENCH_TEST(TestWhichGpu)
} // namespace tst_which_gpu

#include "tst_which_gpu.moc"
