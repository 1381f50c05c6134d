// SPDX-License-Identifier: GPL-3.0-or-later
#include "driver_library.h"
#include "tests/main.h"

#include <memory>
#include <string>

namespace tst_simgpu_vectors {

/// One block writes vectors with equal elements while another block reads them. On a GPU a lane's
/// vector moves as a whole; code such as CUB's look-back, whose tiles are pairs of a status and a
/// value, relies on that.
class TestVectors : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void wholeOrNothing_data();
    void wholeOrNothing();
};

namespace {

struct Vector {
    const char* type; ///< of an element, without the dot
    int elements;
    int bytes; ///< of an element
};

constexpr int kRounds = 100'000;

/// "{%PREFIX0, %PREFIX1}"
std::string list(const char* prefix, int count, bool different) {
    std::string text = "{";
    for (int i = 0; i < count; ++i)
        text += (i ? ", %" : "%") + std::string(prefix) + (different ? std::to_string(i) : "");
    return text + "}";
}

std::string storeOf(const Vector& vector) {
    const std::string type = vector.type;
    if (type == "b128")
        return "mov.b128 %q, {%x, %x};\n st.relaxed.gpu.global.b128 [%at], %q;\n";
    return "st.relaxed.gpu.global.v" + std::to_string(vector.elements) + "." + type + " [%at], " +
           list("x", vector.elements, false) + ";\n";
}

std::string loadOf(const Vector& vector) {
    const std::string type = vector.type;
    if (type == "b128")
        return "ld.relaxed.gpu.global.b128 %q, [%at];\n mov.b128 {%v0, %v1}, %q;\n";
    return "ld.relaxed.gpu.global.v" + std::to_string(vector.elements) + "." + type + " " +
           list("v", vector.elements, true) + ", [%at];\n";
}

/// exchange(memory, word that says that all is written, count of torn vectors, stride, lanes)
std::string kernelOf(const Vector& vector) {
    const bool wide = vector.bytes >= 8;
    const std::string row = wide ? "b64" : "b32", type = vector.type;
    std::string text =
        ".version 8.8\n.target sm_90\n.address_size 64\n"
        ".visible .entry exchange(.param .u64 m, .param .u64 d, .param .u64 t,\n"
        "    .param .u32 s, .param .u32 n) {\n"
        ".reg .u64 %at, %done, %torn, %wide;\n"
        ".reg .u32 %lane, %block, %stride, %lanes, %i, %end;\n"
        ".reg .pred %p, %q0;\n.reg .b128 %q;\n"
        ".reg ." +
        row +
        " %x, %v<4>;\n"
        "ld.param.u64 %at, [m];\nld.param.u64 %done, [d];\nld.param.u64 %torn, [t];\n"
        "ld.param.u32 %stride, [s];\nld.param.u32 %lanes, [n];\n"
        "mov.u32 %lane, %tid.x;\nmov.u32 %block, %ctaid.x;\n"
        "setp.ge.u32 %p, %lane, %lanes;\n@%p bra out;\n"
        "mul.wide.u32 %wide, %lane, %stride;\nadd.u64 %at, %at, %wide;\n"
        "mov.u32 %i, 0;\n"
        "setp.ne.u32 %p, %block, 0;\n@%p bra read;\n"
        "write:\nadd.u32 %i, %i, 1;\n";
    text += wide ? "cvt.u64.u32 %x, %i;\n" : "mov.u32 %x, %i;\n";
    text += storeOf(vector);
    text += "setp.lt.u32 %p, %i, " + std::to_string(kRounds) +
            ";\n@%p bra write;\n"
            "st.release.gpu.global.u32 [%done], 1;\nbra out;\n"
            "read:\n";
    text += loadOf(vector);
    for (int i = 1; i < vector.elements; ++i) {
        text += "setp.ne." + row + " %q0, %v0, %v" + std::to_string(i) +
                ";\n"
                "@%q0 red.global.add.u32 [%torn], 1;\n";
    }
    text += "ld.acquire.gpu.global.u32 %end, [%done];\n"
            "setp.eq.u32 %p, %end, 0;\n@%p bra read;\nout:\nret;\n}\n";
    return text;
}

} // namespace

void TestVectors::initTestCase() {
    CHECK_OK(DRV(cuInit)(0));
}

void TestVectors::wholeOrNothing_data() {
    QTest::addColumn<QString>("type");
    QTest::addColumn<int>("elements");
    QTest::addColumn<int>("bytes");
    QTest::addColumn<int>("stride");
    QTest::addColumn<int>("lanes");
    for (const Vector& vector :
         {Vector{"u8", 2, 1}, Vector{"u8", 4, 1}, Vector{"u16", 2, 2}, Vector{"u16", 4, 2},
          Vector{"u32", 2, 4}, Vector{"u32", 4, 4}, Vector{"u64", 2, 8}, Vector{"b128", 2, 8}}) {
        const int size = vector.elements * vector.bytes;
        const auto row = [&](const char* pattern, int stride, int lanes) {
            QTest::addRow("%s, %d elements, %s", vector.type, vector.elements, pattern)
                << vector.type << vector.elements << vector.bytes << stride << lanes;
        };
        row("side by side", size, 32);
        row("all the same", 0, 32);
        row("scattered", 3 * size, 32);
        row("some of the lanes", size, 21);
    }
}

void TestVectors::wholeOrNothing() {
    QFETCH(QString, type);
    QFETCH(int, elements);
    QFETCH(int, bytes);
    QFETCH(int, stride);
    QFETCH(int, lanes);
    const TestContext context;
    const QByteArray name = type.toLatin1();
    CUmodule module = nullptr;
    CUfunction exchange = nullptr;
    CHECK_OK(DRV(cuModuleLoadData)(&module, kernelOf({name.constData(), elements, bytes}).c_str()));
    CHECK_OK(DRV(cuModuleGetFunction)(&exchange, module, "exchange"));
    CUdeviceptr memory = 0, words = 0;
    CHECK_OK(DRV(cuMemAlloc)(&memory, 32 * 3 * 16));
    CHECK_OK(DRV(cuMemAlloc)(&words, 8));
    CHECK_OK(DRV(cuMemsetD8)(memory, 0, 32 * 3 * 16));
    CHECK_OK(DRV(cuMemsetD8)(words, 0, 8));
    CUdeviceptr done = words, torn = words + 4;
    void* arguments[] = {&memory, &done, &torn, &stride, &lanes};
    CHECK_OK(DRV(cuLaunchKernel)(exchange, 2, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr));
    unsigned int count = ~0u;
    CHECK_OK(DRV(cuMemcpyDtoH)(&count, torn, 4));
    QCOMPARE(count, 0u);
}

WARPBENCH_TEST(TestVectors)
} // namespace tst_simgpu_vectors

#include "tst_simgpu_vectors.moc"
