// SPDX-License-Identifier: GPL-3.0-or-later
// The functions and variables used by a kernel in a PTX text.
#include "core/programs/ptx_symbols.h"
#include "tests/main.h"

#include <QTest>

namespace tst_ptx_symbols {

using namespace warpbench::programs;

namespace {

constexpr const char* kPtx = R"(
.version 9.0
.target sm_90
.address_size 64
	.file	1 "/home/a;{b}/k.cu"
.extern .func (.param .b32 func_retval0) vprintf (.param .b64 a, .param .b64 b)
;
.visible .const .align 4 .b8 filter[20];
.visible .global .align 4 .u32 counter = 7;
.global .align 8 .u64 table[2] = {generic(target), 0};
.visible .global .align 4 .b8 target[8];
.visible .global .attribute(.managed) .align 4 .u32 unused;
.func  (.param .b32 func_retval0) _Z5twicei(
	.param .b32 _Z5twicei_param_0
)
{ // calls nobody } {
	ld.const.f32 %f1, [filter+4];
	ret;
}
.visible .entry plain(
	.param .u64 plain_param_0
)
.maxntid 256, 1, 1
{
	.reg .b32 %r<3>;
	mov.f32 %f2, 0f3F800000;
	{ call.uni (retval0), _Z5twicei, (param0); }
	st.global.u32 [table], %r1;
	ret;
}
.visible .entry images(.param .u64 images_param_0)
{
	tex.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [%rd1, {%f5,%f6}];
	ret;
}
	.section	.debug_str
	{
.b8 99
	}
)";

} // namespace

class TestPtxSymbols : public QObject {
    Q_OBJECT

  private slots:
    void whatAKernelUses() {
        const auto symbols = ptxSymbols({kPtx});
        QCOMPARE(symbols.size(), std::size_t(8));
        QVERIFY(symbols.at("plain").isFunction && !symbols.at("filter").isFunction);
        QVERIFY(symbols.at("counter").isInitialized && !symbols.at("filter").isInitialized);
        // By a call, and by a variable that has another one's address.
        QCOMPARE(usedSymbols(symbols, "plain"),
                 (std::set<std::string>{"plain", "_Z5twicei", "filter", "table", "target"}));
        QVERIFY(usedSymbols(symbols, "nothing").empty());
    }

    void imagesAreNoticed() {
        const auto symbols = ptxSymbols({kPtx});
        QVERIFY(usesImages(symbols, usedSymbols(symbols, "images")));
        QVERIFY(!usesImages(symbols, usedSymbols(symbols, "plain")));
    }

    /// A function of one text that another one calls.
    void severalTextsAreOne() {
        const auto symbols = ptxSymbols(
            {".address_size 64\n.extern .func far();\n.entry k() { call far, (); ret; }",
             ".address_size 64\n.global .u32 v;\n.func far() { ld.u32 %r1, [v]; ret; }"});
        QCOMPARE(usedSymbols(symbols, "k"), (std::set<std::string>{"k", "far", "v"}));
    }

    void anyTextIsTaken() {
        for (const char* text : {"", "}", "{{{", "\"", "\"\\", ".entry", ".func (", "// "})
            QVERIFY(usedSymbols(ptxSymbols({text}), "k").empty());
    }
};

WARPBENCH_TEST(TestPtxSymbols)
} // namespace tst_ptx_symbols

#include "tst_ptx_symbols.moc"
