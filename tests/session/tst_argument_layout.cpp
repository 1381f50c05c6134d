// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/evaluate.h"
#include "core/project/project_file.h"
#include "core/run/run_input.h"
#include "core/run/struct_layout.h"
#include "tests/main.h"

#include <QTest>

#include <cstring>

namespace tst_argument_layout {

using namespace warpbench;

namespace {

compile::Parameter member(const char* name, const char* type, std::size_t offset,
                          std::size_t size) {
    compile::Parameter parameter;
    parameter.name = name;
    parameter.type = type;
    parameter.offset = offset;
    parameter.size = size;
    return parameter;
}

/// struct S { int n; unsigned long long big; float x; };
compile::KernelInfo kernelOfStruct() {
    compile::KernelInfo kernel;
    kernel.name = "k";
    compile::Parameter structure = member("s", "S", 0, 24);
    structure.members = {member("n", "int", 0, 4), member("big", "unsigned long long", 8, 8),
                         member("x", "float", 16, 4)};
    kernel.parameters = {structure};
    return kernel;
}

compile::Parameter arrayOf(const char* name, const char* type, std::size_t offset,
                           std::size_t count, compile::Parameter element) {
    compile::Parameter array = member(name, type, offset, count * element.size);
    array.count = count;
    array.element = {std::move(element)};
    return array;
}

compile::Parameter float3At(const char* name, std::size_t offset) {
    compile::Parameter made = member(name, "float3", offset, 12);
    made.members = {member("x", "float", 0, 4), member("y", "float", 4, 4),
                    member("z", "float", 8, 4)};
    return made;
}

/// struct Lens { float zoom; float3 at; };
compile::Parameter lensAt(const char* name, std::size_t offset) {
    compile::Parameter lens = member(name, "Lens", offset, 16);
    lens.members = {member("zoom", "float", 0, 4), float3At("at", 4)};
    return lens;
}

/// struct Scene { int n; Lens lens; float m[2][3]; Lens eyes[2]; float *rows[2]; Mode mode; };
compile::KernelInfo kernelOfScene() {
    compile::KernelInfo kernel;
    kernel.name = "k";
    compile::Parameter scene = member("s", "Scene", 0, 104);
    compile::Parameter row = member("", "float *", 0, 8);
    row.pointer = true;
    scene.members = {member("n", "int", 0, 4),
                     lensAt("lens", 4),
                     arrayOf("m", "float [2][3]", 20, 2,
                             arrayOf("", "float [3]", 0, 3, member("", "float", 0, 4))),
                     arrayOf("eyes", "Lens [2]", 44, 2, lensAt("", 0)),
                     arrayOf("rows", "float *[2]", 80, 2, row),
                     member("mode", "Mode", 96, 1)};
    kernel.parameters = {scene};
    return kernel;
}

/// A launch's only argument, by its JSON.
session::DeviceArgument laidOutJson(const std::string& fields, const compile::KernelInfo& kernel) {
    const std::string text = R"({"format": "warpbench-project", "version": 1, "name": "p",
        "source": {"text": ""}, "buffers": [{"name": "a", "dtype": "float32", "shape": [8]}],
        "launches": [{"kernel": "k", "grid": [1], "block": [1], "args": [{"struct": )" +
                             fields + "}]}]}";
    const project::Project project = project::parseProject(text, "p.warpbench").project;
    const project::LaunchPlan plan = project::makePlan(project);
    return session::layOutArguments(plan, plan.launches[0], kernel).at(0);
}

std::vector<std::uint8_t> laidOut(const char* name, const char* value) {
    return laidOutJson(std::string("{\"") + name + "\": \"" + value + "\"}", kernelOfStruct())
        .bytes;
}

} // namespace

class TestArgumentLayout : public QObject {
    Q_OBJECT

  private slots:
    /// A member gets exactly the given number or none.
    void membersAreExact() {
        const auto bytes = laidOut("big", "18446744073709551615");
        std::uint64_t big = 0;
        std::memcpy(&big, bytes.data() + 8, sizeof big);
        QCOMPARE(big, UINT64_MAX);
        std::int32_t n = 0;
        std::memcpy(&n, laidOut("n", "-2147483648").data(), sizeof n);
        QCOMPARE(n, INT32_MIN);
        std::memcpy(&n, laidOut("n", "8 / 2").data(), sizeof n);
        QCOMPARE(n, 4);
    }

    void membersThatDoNotFit_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::newRow("too large") << "n"
                                   << "5000000000";
        QTest::newRow("too small") << "n"
                                   << "-2147483649";
        QTest::newRow("a large fraction") << "n"
                                          << "1e300";
        QTest::newRow("a fraction") << "n"
                                    << "1.5";
        QTest::newRow("below 0") << "big"
                                 << "-1";
        QTest::newRow("not finite") << "n"
                                    << "nan";
        QTest::newRow("a float's end") << "x"
                                       << "1e300";
    }
    void membersThatDoNotFit() {
        QFETCH(QString, name);
        QFETCH(QString, value);
        QVERIFY_EXCEPTION_THROWN(laidOut(name.toStdString().c_str(), value.toStdString().c_str()),
                                 Error);
    }

    /// Function objects: `struct Plus {}`, `cuda::std::plus<>`.
    void structsWithoutMembersAreOneByte() {
        for (const char* type : {"Plus", "ns::Plus", "Plus<float>", "cuda::std::plus<void>"}) {
            compile::Parameter parameter;
            parameter.name = "op";
            parameter.type = type;
            parameter.size = 1;
            QCOMPARE(session::layOutStruct({}, parameter, {}).bytes, std::vector<std::uint8_t>{0});
        }
        compile::Parameter character;
        character.name = "c";
        character.type = "char";
        character.size = 1;
        QVERIFY_EXCEPTION_THROWN(session::layOutStruct({}, character, {}), Error);
    }

    void membersMayHaveMembersAndElements() {
        const session::DeviceArgument made = laidOutJson(
            R"({"n": 7, "lens": {"zoom": "1 / 2", "at": [1, 2, 3]}, "m": [[1, 2, 3], [4]],
                "eyes": [{"zoom": 8}, {"at": {"y": 9}}],
                "rows": [0, {"buffer": "a", "offset": 2}], "mode": 3})",
            kernelOfScene());
        QCOMPARE(made.bytes.size(), std::size_t(104));
        const auto floatAt = [&](std::size_t offset) {
            float value = 0;
            std::memcpy(&value, made.bytes.data() + offset, sizeof value);
            return value;
        };
        QCOMPARE(int(made.bytes[0]), 7);
        const std::vector<float> wanted{0.5, 1, 2, 3, 1, 2, 3, 4, 0, 0, 8, 0, 0, 0, 0, 0, 9, 0};
        for (std::size_t i = 0; i < wanted.size(); ++i)
            QCOMPARE(floatAt(4 + 4 * i), wanted[i]);
        QCOMPARE(made.addresses.size(), std::size_t(1));
        QCOMPARE(made.addresses[0].at, std::size_t(88));
        QCOMPARE(made.addresses[0].byteOffset, std::uint64_t(8));
        QCOMPARE(int(made.bytes[96]), 3);
    }

    void aNumberFillsAnArrayOrVector() {
        const auto made = laidOutJson(R"({"m": 2, "lens": {"at": 5}})", kernelOfScene());
        const std::vector<float> wanted{0, 5, 5, 5, 2, 2, 2, 2, 2, 2, 0};
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            float value = 0;
            std::memcpy(&value, made.bytes.data() + 4 + 4 * i, sizeof value);
            QCOMPARE(value, wanted[i]);
        }
    }

    void valuesOfAnotherShape_data() {
        QTest::addColumn<QString>("fields");
        QTest::addColumn<QString>("text");
        QTest::newRow("number for a struct") << R"({"lens": 1})"
                                             << "\"lens\" of Scene s";
        QTest::newRow("list for a number") << R"({"n": [1]})"
                                           << "which a list cannot fill";
        QTest::newRow("struct for a number") << R"({"n": {"x": 1}})"
                                             << "not a struct";
        QTest::newRow("list too long") << R"({"lens": {"at": [1, 2, 3, 4]}})"
                                       << "room for 3";
        QTest::newRow("row too long") << R"({"m": [[], [1, 2, 3, 4]]})"
                                      << "\"m[1]\"";
        QTest::newRow("no such member") << R"({"eyes": [{"zom": 1}]})"
                                        << "\"eyes[0]\" of Scene s has no member \"zom\"";
        QTest::newRow("fraction inside") << R"({"mode": 1.5})"
                                         << "\"mode\"";
        QTest::newRow("enum too large") << R"({"mode": 256})"
                                        << "0 to 255";
        QTest::newRow("number for a pointer") << R"({"rows": [5]})"
                                              << "\"rows[0]\"";
        QTest::newRow("address of no pointer") << R"({"lens": {"zoom": {"buffer": "a"}}})"
                                               << "\"lens.zoom\"";
        QTest::newRow("address beyond") << R"({"rows": [{"buffer": "a", "offset": 9}]})"
                                        << "offset";
    }
    void valuesOfAnotherShape() {
        QFETCH(QString, fields);
        QFETCH(QString, text);
        try {
            laidOutJson(fields.toStdString(), kernelOfScene());
            QFAIL("it was taken");
        } catch (const Error& error) {
            QVERIFY2(error.text().find(text.toStdString()) != std::string::npos,
                     error.text().c_str());
            QVERIFY(!error.remedy().empty());
        }
    }
};

WARPBENCH_TEST(TestArgumentLayout)
} // namespace tst_argument_layout

#include "tst_argument_layout.moc"
