// SPDX-License-Identifier: GPL-3.0-or-later
// Names shared by PTX texts from different sources.
#include "core/compile/linking.h"
#include "tests/main.h"

#include <QTest>

namespace tst_linking {

using namespace warpbench::compile;

using Names = std::vector<std::string>;

class TestLinking : public QObject {
    Q_OBJECT

  private slots:
    void symbolsOfTheCompiler() {
        const PtxSymbols symbols = readPtxSymbols(R"(
.version 8.8
.target sm_90
.address_size 64

	// .globl	multiply
.extern .func  (.param .b32 func_retval0) _Z6scaledf
(
	.param .b32 _Z6scaledf_param_0
)
;
.extern .global .align 4 .b8 offsets[8];
.extern .const .align 8 .b8 table[64];
.extern .shared .align 16 .b8 tile[];
.visible .global .align 4 .f32 factor = 0f3F800000;
.visible .const .align 4 .b8 weights[16];
.global .align 4 .u32 _ZL7counter;
.weak .func  (.param .b32 func_retval0) _Z5twiceIfET_S0_(
	.param .b32 _Z5twiceIfET_S0__param_0
)
{
	ret;
}
.visible .entry multiply(
	.param .u64 .ptr .align 1 multiply_param_0
)
{
	ret;
}
)");
        QCOMPARE(symbols.defined, (Names{"factor", "multiply", "weights"}));
        QCOMPARE(symbols.weak, Names{"_Z5twiceIfET_S0_"});
        QCOMPARE(symbols.wanted, (Names{"_Z6scaledf", "offsets", "table"}));
    }

    void launchesOfKernelsAreSeen() {
        QVERIFY(launchesKernels(".extern .func (.param .b32 r) __cudaCDP2LaunchDeviceV2(…);"));
        QVERIFY(launchesKernels(".extern .func (.param .b32 r) cudaLaunchDeviceV2(…);"));
        QVERIFY(!launchesKernels(".extern .func (.param .b32 r) vprintf(…);"));
    }

    // As a person may write it.
    void symbolsOfOthers() {
        const PtxSymbols symbols =
            readPtxSymbols("  .extern .func helper;\n"
                           "\t.visible .func helper ( ) { ret; }\n"
                           ".extern .func(.param .u32 r)other(.param .u32 a);\n"
                           ".visible .global .attribute(.managed) .u32 m;\n"
                           ".visible .func helper;\n");
        QCOMPARE(symbols.defined, (Names{"helper", "m"}));
        QCOMPARE(symbols.wanted, Names{"other"});
    }

    void textsThatEndEarly_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", ".extern", ".extern ", ".extern .func", ".extern .func (",
                                 ".visible .global .align", ".visible .global .align 4 .b8",
                                 ".extern .func (.param .b32 r"})
            QTest::addRow("%s", text) << QString(text);
    }
    void textsThatEndEarly() {
        QFETCH(QString, text);
        const PtxSymbols symbols = readPtxSymbols(text.toStdString());
        QVERIFY(symbols.defined.empty() && symbols.weak.empty() && symbols.wanted.empty());
    }
};

WARPBENCH_TEST(TestLinking)
} // namespace tst_linking

#include "tst_linking.moc"
