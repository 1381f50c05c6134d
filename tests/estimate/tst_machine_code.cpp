// SPDX-License-Identifier: GPL-3.0-or-later
// Decodes machine code of kernels compiled by the available compiler.
#include "core/compile/compile.h"
#include "core/compile/disassemble.h"
#include "core/estimate/machine_code.h"
#include "tests/compile/nvrtc_available.h"
#include "tests/main.h"

#include <QTest>

#include <algorithm>
#include <regex>
#include <sstream>

namespace tst_machine_code {

using namespace warpbench;
using namespace warpbench::estimate;

namespace {

const char* const kSource = R"(extern "C" __global__ void k(float* p, const float* q, int n) {
    __shared__ float s[256];
    float sum = 0;
#pragma unroll 1
    for (int i = 0; i < n; ++i)
        sum = sum * q[i] + 1.0f;
    s[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x < 32)
        p[threadIdx.x] = s[255 - threadIdx.x];
})";

std::shared_ptr<const std::vector<std::byte>> cubinFor(const std::string& arch) {
    compile::CompileRequest request;
    request.source = kSource;
    request.fileName = "code.cu";
    request.arch = arch;
    return compile::compile(request).cubin;
}

std::ptrdiff_t countOf(const MachineCode& code, std::string_view name) {
    return std::count_if(code.instructions.begin(), code.instructions.end(),
                         [&](const MachineInstruction& i) { return i.opcode->name == name; });
}

const auto isOwn = [](const std::string& file) { return file.ends_with("code.cu"); };

} // namespace

class TestMachineCode : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { NEED_NVRTC(); }
    void instructionsAreDecoded_data();
    void instructionsAreDecoded();
    void namesAreThoseOfTheDisassembler_data() { instructionsAreDecoded_data(); }
    void namesAreThoseOfTheDisassembler();
    void brokenCodeIsRead();
};

void TestMachineCode::instructionsAreDecoded_data() {
    QTest::addColumn<QString>("arch");
    for (const int arch : compile::compilerInfo().architectures)
        if (arch <= 121)
            QTest::newRow(qPrintable(QString::number(arch))) << QStringLiteral("sm_%1").arg(arch);
}

void TestMachineCode::instructionsAreDecoded() {
    QFETCH(const QString, arch);
    const auto cubin = cubinFor(arch.toStdString());
    QVERIFY(cubin);
    const MachineCode code = machineCode(*cubin, "k", isOwn);
    QVERIFY(!code.empty());
    QCOMPARE(countOf(code, "BAR"), 1);
    QCOMPARE(countOf(code, "STS"), 1);
    QCOMPARE(countOf(code, "LDS"), 1);
    QCOMPARE(countOf(code, "STG"), 1);
    QVERIFY(countOf(code, "FFMA") >= 1);
    QVERIFY(countOf(code, "EXIT") >= 1);
    // The loop branches back to the block with its load.
    const auto blocks = basicBlocks(code.instructions);
    const bool loops = std::any_of(blocks.begin(), blocks.end(), [&](const BasicBlock& block) {
        return std::any_of(block.next.begin(), block.next.end(), [&](int next) {
            if (blocks[std::size_t(next)].begin > block.begin)
                return false;
            for (int i = blocks[std::size_t(next)].begin; i < block.end; ++i)
                if (code.instructions[std::size_t(i)].opcode->name == "LDG")
                    return true;
            return false;
        });
    });
    QVERIFY(loops);
    for (const MachineInstruction& instruction : code.instructions) {
        if (instruction.opcode->name == "LDG") {
            QCOMPARE(instruction.bytes, 4);
            QVERIFY(instruction.writeBarrier >= 0);
            QCOMPARE(instruction.sourceLine, 6);
            QVERIFY(instruction.ptxLine > 0);
        }
        if (instruction.opcode->name == "BAR")
            QCOMPARE(instruction.sourceLine, 8);
    }
}

void TestMachineCode::namesAreThoseOfTheDisassembler() {
    QFETCH(const QString, arch);
    if (compile::findDisassembler().empty())
        QSKIP("no nvdisasm on this machine");
    const auto cubin = cubinFor(arch.toStdString());
    const MachineCode code = machineCode(*cubin, "k", isOwn);
    std::istringstream text(compile::disassemble(*cubin));
    const std::regex row(R"(/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+\s+)?([A-Z][A-Z0-9_]*))");
    std::size_t at = 0;
    for (std::string line; std::getline(text, line);) {
        std::smatch found;
        if (!std::regex_search(line, found, row))
            continue;
        QVERIFY(at < code.instructions.size());
        const std::string name(code.instructions[at].opcode->name);
        const std::string plain = name.substr(0, name.find('.'));
        // REDG is RED to global memory; HFMA2 of a constant is written as a move by some versions.
        QVERIFY2(found[1].str().starts_with(plain.substr(0, 3)) || plain.empty(),
                 qPrintable(QString::fromStdString(found[1].str() + " is decoded as " + name)));
        ++at;
    }
    QCOMPARE(at, code.instructions.size());
}

void TestMachineCode::brokenCodeIsRead() {
    std::vector<std::byte> bytes(16 * 64 + 5);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = std::byte(i * 37 + i / 7);
    for (const int computeCapability : {75, 90, 120}) {
        const auto code = decode(bytes, computeCapability);
        QCOMPARE(code.size(), std::size_t(64));
        for (const MachineInstruction& instruction : code)
            QVERIFY(instruction.target < 64);
        QVERIFY(!basicBlocks(code).empty());
    }
    QVERIFY(machineCode(bytes, "k", isOwn).empty());
}

WARPBENCH_TEST(TestMachineCode)
} // namespace tst_machine_code

#include "tst_machine_code.moc"
