// SPDX-License-Identifier: GPL-3.0-or-later
// The registers of a kernel: limits by JIT options and PTX directives. The limits are those of
// driver 580.159 on an H200 for the same kernel; the number without a limit is an estimate
// here.
#include "driver_kernels.h"
#include "tests/main.h"

#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace tst_simgpu_registers {

namespace {

constexpr int kAlive = 100;

/// A kernel `k` in which kAlive numbers are live at once.
std::string manyRegisters(const std::string& directives) {
    std::string text = ".version 8.0\n.target sm_70\n.address_size 64\n"
                       ".visible .entry k(.param .u64 p)\n" +
                       directives + "\n{\n.reg .b64 %rd<2>;\n.reg .f32 %f<" +
                       std::to_string(kAlive) + ">;\nld.param.u64 %rd1, [p];\n";
    const auto access = [&](int number) { return "[%rd1+" + std::to_string(4 * number) + "]"; };
    for (int i = 0; i < kAlive; ++i)
        text += "ld.global.f32 %f" + std::to_string(i) + ", " + access(i) + ";\n";
    text += "bar.sync 0;\n";
    for (int i = 0; i < kAlive; ++i)
        text += "st.global.f32 " + access(i) + ", %f" + std::to_string(kAlive - 1 - i) + ";\n";
    return text + "ret;\n}\n";
}

struct Options {
    std::vector<CUjit_option> names;
    std::vector<void*> values;
    void add(CUjit_option name, unsigned int value) {
        names.push_back(name);
        values.push_back(reinterpret_cast<void*>(std::uintptr_t{value}));
    }
    unsigned int count() const { return static_cast<unsigned int>(names.size()); }
};

int attributeOf(CUfunction f, CUfunction_attribute attribute) {
    int value = 0;
    return DRV(cuFuncGetAttribute)(&value, attribute, f) == CUDA_SUCCESS ? value : -1;
}

int registersOf(CUmodule module) {
    return attributeOf(function(module, "k"), CU_FUNC_ATTRIBUTE_NUM_REGS);
}

CUmodule load(const std::string& text, Options options) {
    CUmodule module = nullptr;
    DRV(cuModuleLoadDataEx)
    (&module, text.c_str(), options.count(), options.names.data(), options.values.data());
    return module;
}

} // namespace

class TestRegisters : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void cleanupTestCase() { m_context.reset(); }
    void limits_data();
    void limits();
    void noneAllowed();
    void links();
    void libraries();
    void blocksThatFit();

  private:
    std::unique_ptr<TestContext> m_context;
};

void TestRegisters::initTestCase() {
    qputenv("WARPBENCH_SIMGPU", "h200,h200");
    CHECK_OK(DRV(cuInit)(0));
    m_context = std::make_unique<TestContext>();
}

void TestRegisters::limits_data() {
    QTest::addColumn<QByteArray>("directives");
    QTest::addColumn<uint>("registers");
    QTest::addColumn<uint>("threads");
    QTest::addColumn<int>("expected"); // 0: as many as without limits
    const auto row = [](const char* directives, uint registers, uint threads, int expected) {
        QTest::addRow("%s, %u registers, %u threads", directives, registers, threads)
            << QByteArray(directives) << registers << threads << expected;
    };
    row("", 1, 0, 24);
    row("", 23, 0, 24);
    row("", 24, 0, 24);
    row("", 25, 0, 25);
    row("", 33, 0, 33);
    row("", 64, 0, 64);
    row("", 255, 0, 0);
    row("", 1000, 0, 0);
    row("", 0xffffffff, 0, 0);
    row("", 0, 1024, 64);
    row("", 0, 512, 0);
    row("", 40, 1024, 40);
    row(".maxnreg 32", 0, 0, 32);
    row(".maxnreg 20", 0, 0, 24);
    row(".maxntid 1024", 0, 0, 64);
    row(".reqntid 32, 32", 0, 0, 64);
    row(".maxntid 1024\n.minnctapersm 2", 0, 0, 32);
    row(".maxntid 64\n.minnctapersm 16", 0, 0, 64);
    row(".maxntid 99999, 99999, 99999", 0, 0, 64);
    // The directives win.
    row(".maxnreg 32", 24, 0, 32);
    row(".maxnreg 24", 32, 0, 24);
    row(".maxntid 1024", 24, 0, 64);
    row(".maxntid 1024", 128, 0, 64);
    row(".maxntid 64", 32, 1024, 0);
}

void TestRegisters::limits() {
    QFETCH(QByteArray, directives);
    QFETCH(uint, registers);
    QFETCH(uint, threads);
    QFETCH(int, expected);
    const int wanted = registersOf(load(manyRegisters(""), {}));
    QVERIFY2(wanted >= kAlive && wanted < 128, qPrintable(QString::number(wanted)));
    Options options;
    if (registers)
        options.add(CU_JIT_MAX_REGISTERS, registers);
    if (threads)
        options.add(CU_JIT_THREADS_PER_BLOCK, threads);
    QCOMPARE(registersOf(load(manyRegisters(directives.toStdString()), options)),
             expected ? expected : wanted);
    // A kernel that needs fewer gets fewer.
    QVERIFY(
        registersOf(load(".version 8.0\n.target sm_70\n.address_size 64\n.visible .entry k()\n" +
                             directives.toStdString() + "\n{\nret;\n}\n",
                         options)) < 24);
}

void TestRegisters::noneAllowed() {
    Options options;
    options.add(CU_JIT_MAX_REGISTERS, 0);
    CUmodule module = nullptr;
    CHECK_RESULT(DRV(cuModuleLoadDataEx)(&module, manyRegisters("").c_str(), 1,
                                         options.names.data(), options.values.data()),
                 CUDA_ERROR_INVALID_VALUE);
    CUlinkState link = nullptr;
    CHECK_RESULT(DRV(cuLinkCreate)(1, options.names.data(), options.values.data(), &link),
                 CUDA_ERROR_INVALID_VALUE);
}

/// The result of a link is already compiled: options of its load do not change it.
void TestRegisters::links() {
    Options options, others;
    options.add(CU_JIT_MAX_REGISTERS, 32);
    others.add(CU_JIT_MAX_REGISTERS, 48);
    CUlinkState link = nullptr;
    CHECK_OK(DRV(cuLinkCreate)(1, options.names.data(), options.values.data(), &link));
    std::string text = manyRegisters("");
    CHECK_OK(DRV(cuLinkAddData)(link, CU_JIT_INPUT_PTX, text.data(), text.size() + 1, "k", 0,
                                nullptr, nullptr));
    void* image = nullptr;
    size_t size = 0;
    CHECK_OK(DRV(cuLinkComplete)(link, &image, &size));
    CUmodule module = nullptr;
    CHECK_OK(DRV(cuModuleLoadData)(&module, image));
    QCOMPARE(registersOf(module), 32);
    CHECK_OK(DRV(cuModuleLoadDataEx)(&module, image, 1, others.names.data(), others.values.data()));
    QCOMPARE(registersOf(module), 32);
    CHECK_OK(DRV(cuLinkDestroy)(link));
}

/// In each context that uses it.
void TestRegisters::libraries() {
    Options options;
    options.add(CU_JIT_MAX_REGISTERS, 32);
    CUlibrary library = nullptr;
    CHECK_OK(DRV(cuLibraryLoadData)(&library, manyRegisters("").c_str(), options.names.data(),
                                    options.values.data(), 1, nullptr, nullptr, 0));
    for (const int device : {0, 1}) {
        const TestContext context(device);
        CUmodule module = nullptr;
        CHECK_OK(DRV(cuLibraryGetModule)(&module, library));
        QCOMPARE(registersOf(module), 32);
    }
    CHECK_OK(DRV(cuLibraryUnload)(library));
}

/// Fewer registers, larger blocks.
void TestRegisters::blocksThatFit() {
    const auto largest = [](const Options& options) {
        return attributeOf(function(load(manyRegisters(""), options), "k"),
                           CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    };
    QVERIFY(largest({}) < 1024);
    Options options;
    options.add(CU_JIT_MAX_REGISTERS, 64);
    QCOMPARE(largest(options), 1024);
}

WARPBENCH_TEST(TestRegisters)
} // namespace tst_simgpu_registers

#include "tst_simgpu_registers.moc"
