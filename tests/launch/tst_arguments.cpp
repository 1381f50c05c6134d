// SPDX-License-Identifier: GPL-3.0-or-later
// Argument layout for the driver, and errors for arguments that do not fit.
#include "core/base/error.h"
#include "core/launch/arguments.h"
#include "tests/main.h"

#include <QTest>

#include <cstring>

namespace tst_arguments {

using namespace warpbench;
using namespace warpbench::launch;

namespace {

std::string failure(const std::vector<ArgumentValue>& values,
                    const std::vector<ParameterSpec>& parameters) {
    try {
        const PackedArguments packed("scale", values, parameters);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::project)
            return "wrong kind";
        return error.what();
    }
    return "no exception";
}

} // namespace

class TestArguments : public QObject {
    Q_OBJECT

  private slots:
    void valuesAreThereAndAligned() {
        struct Pair {
            double a;
            std::int32_t b;
        };
        const std::vector<ArgumentValue> values{
            ArgumentValue::pointer(0x123456789abcdef0, "buffer a"),
            ArgumentValue::of(std::int8_t(-3), "int8 c"),
            ArgumentValue::of(Pair{2.5, 7}, "struct p"),
            ArgumentValue::of(1.5f, "float32 f"),
        };
        const PackedArguments packed(
            "k", values, std::vector<ParameterSpec>{{8, ""}, {1, ""}, {16, ""}, {4, ""}});
        QCOMPARE(packed.count(), std::size_t(4));
        for (std::size_t i = 0; i < 4; ++i) {
            QCOMPARE(reinterpret_cast<std::uintptr_t>(packed.pointers()[i]) % 16,
                     std::uintptr_t(0));
            QCOMPARE(packed.bytes(i).size(), values[i].bytes.size());
            QCOMPARE(
                std::memcmp(packed.pointers()[i], values[i].bytes.data(), values[i].bytes.size()),
                0);
        }
        QCOMPARE(*static_cast<const float*>(packed.pointers()[3]), 1.5f);
        QCOMPARE(static_cast<const Pair*>(packed.pointers()[2])->b, 7);
    }

    void noArguments() {
        const PackedArguments packed("k", {}, {});
        QCOMPARE(packed.count(), std::size_t(0));
        const PackedArguments none;
        QCOMPARE(none.count(), std::size_t(0));
    }

    void pointersSurviveMoving() {
        PackedArguments a("k", std::vector<ArgumentValue>{ArgumentValue::of(5, "n")},
                          std::vector<ParameterSpec>{{4, ""}});
        void* const before = a.pointers()[0];
        const PackedArguments b = std::move(a);
        QCOMPARE(b.pointers()[0], before);
        QCOMPARE(*static_cast<const int*>(b.pointers()[0]), 5);
    }

    void replacing() {
        PackedArguments packed("k", std::vector<ArgumentValue>{ArgumentValue::of(5, "n")},
                               std::vector<ParameterSpec>{{4, ""}});
        const int value = 9;
        packed.replace(0, std::as_bytes(std::span(&value, 1)));
        QCOMPARE(*static_cast<const int*>(packed.pointers()[0]), 9);
        const double wrong = 1;
        QVERIFY_EXCEPTION_THROWN(packed.replace(0, std::as_bytes(std::span(&wrong, 1))), Error);
        QVERIFY_EXCEPTION_THROWN(packed.replace(1, std::as_bytes(std::span(&value, 1))),
                                 std::out_of_range);
    }

    void unknownSizesAreNotChecked() {
        QCOMPARE(failure({ArgumentValue::of(5.0, "float64 x")}, {{0, "x"}}),
                 std::string("no exception"));
    }

    void wrongSize() {
        QCOMPARE(failure({ArgumentValue::pointer(1, "buffer a"), ArgumentValue::of(5, "int32 n")},
                         {{8, "float* a"}, {8, "long long n"}}),
                 std::string("argument 2 (int32 n) of kernel \"scale\" has 4 bytes, but "
                             "\"long long n\" takes 8; give it the parameter's type"));
    }

    void tooFew() {
        QCOMPARE(failure({ArgumentValue::pointer(1, "buffer a")}, {{8, "float* a"}, {4, "int n"}}),
                 std::string("kernel \"scale\" takes 2 arguments, the launch gives 1: argument 2 "
                             "(int n) is missing; list one argument for each parameter, in "
                             "order"));
    }

    void tooMany() {
        const std::string text =
            failure({ArgumentValue::pointer(1, "buffer a"), ArgumentValue::of(5, "int32 n")},
                    {{8, "float* a"}});
        QVERIFY2(text.find("argument 2 (int32 n) is too many") != std::string::npos, text.c_str());
    }
};

WARPBENCH_TEST(TestArguments)
} // namespace tst_arguments

#include "tst_arguments.moc"
