// SPDX-License-Identifier: GPL-3.0-or-later
// `run --against`: compares a run with an earlier one.
#include "cli_fixture.h"
#include "core/compile/compile.h"
#include "tests/main.h"

#include <QTest>

namespace tst_against {

using nlohmann::json;

class TestAgainst : public QObject {
    Q_OBJECT

    /// \param rounds  of work in the loop
    static void write(const CliFixture& fixture, int rounds) {
        json project = CliFixture::project();
        project["source"]["text"] = "extern \"C\" __global__ void k(float* d, const float* a) {\n"
                                    "  int i = threadIdx.x;\n  float s = 0;\n"
                                    "  for (int r = 0; r < ROUNDS; ++r) s += sinf(a[i] + r);\n"
                                    "  d[i] = s < -1e9f ? s : 2 * a[i];\n}";
        project["compile"]["defines"]["ROUNDS"] = std::to_string(rounds);
        fixture.write(project);
    }

  private slots:
    void initTestCase() {
        if (!warpbench::compile::compilerInfo().available)
            QSKIP("no NVRTC was found, and these tests compile kernels");
    }

    void whatIsSlowerFails() {
        const CliFixture fixture;
        const std::vector<std::string> run{"run",      "p.warpbench", "--device",
                                           "sim:h200", "--estimate",  "--json"};
        write(fixture, 200);
        const auto first = fixture.run(run);
        QVERIFY2(first.status.code == 0, first.errors.c_str());
        fixture.write("before.json", first.output);
        std::vector<std::string> against{"run",       "p.warpbench", "--device",
                                         "sim:h200",  "--against",   "before.json",
                                         "--repeats", "0",           "--json"};
        const auto same = fixture.run(against);
        QVERIFY2(same.status.code == 0, same.errors.c_str());
        const json unchanged = CliFixture::document(same)["against"];
        QCOMPARE(unchanged["worse"], json(false));
        QCOMPARE(unchanged["launches"][0]["estimated"], json(true));
        QCOMPARE(unchanged["launches"][0]["before_ms"], unchanged["launches"][0]["now_ms"]);

        write(fixture, 400); // about twice as long
        const auto slower = fixture.run(against);
        QCOMPARE(slower.status.code, 1);
        QCOMPARE(CliFixture::document(slower)["against"]["launches"][0]["worse"], json(true));
        against.insert(against.end(), {"--tolerance", "300"});
        QCOMPARE(fixture.run(against).status.code, 0);
        write(fixture, 100);
        QCOMPARE(fixture.run(against).status.code, 0);
    }

    void whatCannotBeComparedIsRefused() {
        const CliFixture fixture;
        write(fixture, 10);
        const auto made =
            fixture.run({"run", "p.warpbench", "--device", "sim:h100", "--estimate", "--json"},
                        {{"WARPBENCH_SIMGPU", std::nullopt}});
        QVERIFY2(made.status.code == 0, made.errors.c_str());
        fixture.write("h100.json", made.output);
        // The device is compared before anything runs, and so before anything compiles.
        json broken = CliFixture::project();
        broken["source"]["text"] = "extern \"C\" __global__ void k(";
        fixture.write(broken);
        const auto early =
            fixture.run({"run", "p.warpbench", "--device", "sim:h200", "--against", "h100.json"});
        QCOMPARE(early.status.code, 2);
        QVERIFY2(early.errors.find("the earlier run was on Simulated H100") != std::string::npos,
                 early.errors.c_str());
        write(fixture, 10);
        fixture.write("other.json", "{\"format\": \"diary\"}");
        for (const char* file : {"h100.json", "other.json", "missing.json"}) {
            const auto refused = fixture.run({"run", "p.warpbench", "--device", "sim:h200",
                                              "--repeats", "0", "--against", file});
            QVERIFY2(refused.status.code == 2, file);
            QVERIFY(!refused.errors.empty());
        }
        // Without something to compare with there is nothing to tolerate.
        QCOMPARE(fixture.run({"run", "p.warpbench", "--tolerance", "10"}).status.code, 2);
    }
};

WARPBENCH_TEST(TestAgainst)
} // namespace tst_against

#include "tst_against.moc"
