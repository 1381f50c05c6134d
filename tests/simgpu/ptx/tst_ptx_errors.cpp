// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/module.h"
#include "tests/main.h"
#include "tests/simgpu/ptx/ptx_text.h"

#include <QTest>

#include <random>

namespace tst_ptx_errors {

using namespace warpbench::simgpu::ptx;
using namespace warpbench::simgpu::ptx::testing;

/// Invalid PTX: the place and text of the message; and no text may crash the parser.
class TestPtxErrors : public QObject {
    Q_OBJECT

  private slots:
    void messages_data();
    void messages();
    void deepScopes();
    void deepExpressions_data();
    void deepExpressions();
    void smallTextsMakeSmallModules_data();
    void smallTextsMakeSmallModules();
    void truncated();
    void mutated();
};

void TestPtxErrors::messages_data() {
    QTest::addColumn<QString>("text"); // ¦ marks the place of the error.
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const char* text, const char* message) {
        QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(message);
    };
    row("empty", "¦", "expected .version");
    row("no version", "¦.target sm_90", "expected .version");
    row("no target", ".version 9.0\n¦.address_size 64", "expected .target");
    row("directive", "HEAD ¦.glbal .u32 x;", "expected a directive of a module, found '.glbal'");
    row("type", "HEAD .global ¦.u33 x;", "expected a type");
    row("no type", "HEAD .global ¦x;", "expected the type of a variable");
    row("no semicolon", "HEAD .global .u32 x¦", "expected ';'");
    row("no size", "HEAD .shared .b8 ¦x[];", "'x' has no size");
    row("no threads", "HEAD .entry k() .maxntid 32, ¦0 {}", "a size cannot be 0");
    row("address size", "HEAD .address_size 64 .address_size ¦64", "twice");
    row("alignment", "HEAD .global .align ¦3 .u32 x;", "power of two");
    row("many values", "HEAD .global .u32 x[2] = {1,2,¦3};", "more values than elements");
    row("unknown symbol", "HEAD .global .u64 x = ¦y;", "'y' is not a previously declared variable");
    row("too large", "HEAD .global .u32 ¦x[4000000000][4000000000];", "larger than any memory");
    row("defined twice", "HEAD .global .u32 x; .global .u32 ¦x;", "'x' is defined twice");
    row("function twice", "HEAD .func f() {} .func ¦f() {}", "'f' is defined twice");
    row("other parameters", "HEAD .func f(); .func ¦f(.param .b32 x) {}", "other parameters");
    row("function and variable", "HEAD .global .u32 f; .func ¦f() {}",
        "already declared as a variable");
    row("register", "HEAD .entry k() { mov.u32 ¦%r1, 2; }", "'%r1' is not declared");
    row("register twice", "HEAD .entry k() { .reg .u32 a, ¦a; }", "declared twice");
    row("label", "HEAD .entry k() { bra ¦L; }", "'L' is not declared");
    row("label twice", "HEAD .entry k() { L: ¦L: ret; }", "the label 'L' is declared twice");
    row("dotted label", "HEAD .entry k() { a.b¦: ret; }", "expected an operand, found ':'");
    row("inner label", "HEAD .entry k() { { L: ret; } bra ¦L; }", "'L' is not declared");
    row("call", "HEAD .entry k() { call ¦f; }", "'f' is not declared");
    row("call of a variable", "HEAD .global .u32 x; .entry k() { call ¦x; }",
        "expected a function or register");
    row("guard", "HEAD .entry k() { @¦p ret; }", "'p' is not declared");
    row("operand", "HEAD .entry k() { .reg .u32 a; mov.u32 a, ¦; }",
        "expected an operand, found ';'");
    row("missing comma", "HEAD .entry k() { .reg .u32 a; mov.u32 a ¦a; }", "expected ';'");
    row("address", "HEAD .entry k() { .reg .u32 a; ld.global.u32 a, [a ¦a]; }", "expected ']'");
    row("vector", "HEAD .entry k() { .reg .u32 a; mov.b64 {a, a¦; }", "expected '}'");
    row("selector", "HEAD .entry k() { .reg .u32 a; mov.u32 a, %tid¦.q; }", "expected .x, .y");
    row("number", "HEAD .entry k() { .reg .u32 a; mov.u32 a, ¦12z; }", "a number is followed by");
    row("octal", "HEAD .entry k() { .reg .u32 a; mov.u32 a, ¦08; }", "octal");
    row("hexadecimal", "HEAD .entry k() { .reg .u32 a; mov.u32 a, ¦0x; }", "hexadecimal digits");
    row("float", "HEAD .entry k() { .reg .f32 a; mov.f32 a, ¦0f123; }", "exactly 8");
    row("overflow", "HEAD .entry k() { .reg .b64 a; mov.b64 a, ¦18446744073709551616; }",
        "does not fit in 64 bits");
    row("division", "HEAD .entry k() { .reg .b64 a; mov.b64 a, 1 ¦/ 0; }", "division by zero");
    row("remainder", "HEAD .global .u32 x = 1 ¦% 0;", "division by zero");
    row("open body", "HEAD .entry k() ¦{ ret;", "this '{' has no matching '}'");
    row("open scope", "HEAD .entry k() { ¦{ ret; ", "this '{' has no matching '}'");
    row("open section", "HEAD .section .debug_str ¦{ .b8 1", "this '{' has no matching '}'");
    row("string", "HEAD .file 1 ¦\"abc\n", "does not end on its line");
    row("comment", "HEAD /* abc¦", "comment does not end");
    row("line", "HEAD .file 1 \"a\" .entry k() { .loc 1 ¦x 2 ret; }", "the number of a line");
    row("head", "HEAD .entry k() ¦.nonsense { ret; }", "expected a directive of a function");
    row("parameter", "HEAD .entry k(¦.global .u32 x) { ret; }", "expected .param or .reg");
    row("large parameters",
        "HEAD .entry k(.param .b8 a[32764]) {} .entry l(.param .b64 b, "
        ".param .b8 ¦c[32757]) {}",
        "more than 32764 bytes");
    row("list of calls for a branch",
        "HEAD .func f() { ret; } .entry k() { .reg .b32 %r; t: .calltargets f; brx.idx %r, ¦t; "
        "ret; }",
        "expected a label or a .branchtargets list, but 't' is none");
    row("list of labels for a call",
        "HEAD .entry k() { .reg .b64 %r; A: t: .branchtargets A; call (), %r, (), ¦t; ret; }",
        "expected a .callprototype or .calltargets list, but 't' is none");
    row("list", "HEAD .entry k() { t: .branchtargets ¦M; ret; }", "'M' is not declared");
    row("alias", "HEAD .func f() {} .alias ¦g, f;", "'g' is not a previously declared function");
    row("character", "HEAD .entry k() { ¦\x01 }", "control character");
    row("second line", "HEAD\n\n  .global .u32\n\t¦5;", "expected the name of a variable");
    row("after a comment", "HEAD /* a\nb */ ¦junk", "expected a directive");
}

void TestPtxErrors::messages() {
    QFETCH(QString, text);
    QFETCH(QString, message);
    text.replace(QStringLiteral("HEAD"), QStringLiteral(".version 9.0\n.target sm_90\n"));
    const qsizetype place = text.indexOf(QChar(0xa6));
    QVERIFY(place >= 0);
    text.remove(place, 1);
    const auto line = static_cast<std::uint32_t>(text.left(place).count(QLatin1Char('\n'))) + 1;
    const auto column = static_cast<std::uint32_t>(
        place - (text.left(place).lastIndexOf(QLatin1Char('\n')) + 1) + 1);
    const ParseResult result = parse(text.toStdString());
    QVERIFY(!result.module);
    QVERIFY(result.error);
    const QString found = QString::fromStdString(result.error->text);
    QVERIFY2(found.contains(message), qPrintable(found));
    QCOMPARE(result.error->position.line, line);
    QCOMPARE(result.error->position.column, column);
}

void TestPtxErrors::deepScopes() {
    const std::string fits = kernel(std::string(500, '{') + "ret;" + std::string(500, '}'));
    QVERIFY(parse(fits).module);
    const ParseResult result = parse(kernel(std::string(10000, '{') + std::string(10000, '}')));
    QVERIFY(result.error);
    QVERIFY(result.error->text.find("nested more than 512 levels") != std::string::npos);
}

void TestPtxErrors::deepExpressions_data() {
    QTest::addColumn<QString>("part");
    for (const char* part : {"(", "-", "~", "!", "1?", "1?1:", "(.u64)", "{", "["})
        QTest::newRow(part) << QString::fromLatin1(part);
}

void TestPtxErrors::deepExpressions() {
    QFETCH(QString, part);
    const std::string deep = part.repeated(200000).toStdString();
    QVERIFY(parse(kernel("mov.u32 %r1, " + deep + "1;")).error);
    QVERIFY(parse(module(".global .u32 x = " + deep + "1;")).error);
    QVERIFY(parse(module(".global .u32 x[2] = {" + deep + "1};")).error);
}

void TestPtxErrors::smallTextsMakeSmallModules_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("registers") << QStringLiteral(".entry k() { .reg .b32 %r<4000000000>; }");
    QTest::newRow("many registers")
        << QStringLiteral(".entry k() { %1 }")
               .arg(QStringLiteral("{ .reg .b32 %r<60000>; }").repeated(100));
    QTest::newRow("values") << QStringLiteral(".global .u8 x[3][1000000000000] = {{1}, {1}, {1}};");
    QTest::newRow("many values")
        << QStringLiteral(".global .u8 x%1[2][4000000] = {{1}, {1}};").repeated(100);
}

void TestPtxErrors::smallTextsMakeSmallModules() {
    QFETCH(QString, text);
    QVERIFY(parse(module(text.toStdString())).error);
}

void TestPtxErrors::truncated() {
    for (const File& file : dataFiles()) {
        const std::size_t step = std::max<std::size_t>(1, file.text.size() / 40);
        for (std::size_t length = 0; length < file.text.size(); length += step) {
            const ParseResult result = parse(std::string_view(file.text).substr(0, length));
            QVERIFY(result.module.has_value() != result.error.has_value());
        }
    }
}

/// Real PTX with parts swapped, repeated, removed and changed, for about a second; the seed is
/// fixed, so that a failure can be found again.
/// The same mutants in every run; the fuzz target `ptx` tries others.
void TestPtxErrors::mutated() {
    constexpr int kMutants = 1000;
    std::mt19937_64 random(20251121);
    const auto below = [&](std::size_t limit) {
        return static_cast<std::size_t>(random() % limit);
    };
    std::vector<std::string> texts;
    for (const File& file : dataFiles()) {
        if (file.text.size() < 30000)
            texts.push_back(file.text);
    }
    QVERIFY(!texts.empty());
    static constexpr std::string_view kPieces[] = {
        "{",    "}",           "[",       "]",        "(",   ")",    ";",        ":",   ",",  "@",
        "!",    "|",           "-",       "+",        "<",   ">",    "=",        "\"",  "0f", "0x",
        ".reg", ".param",      ".global", ".b8",      "%r1", "call", "bra",      "_",   "/*", "\n",
        "\0",   "99999999999", ".loc",    ".section", ".v4", "?",    "generic(", "1.e",
    };
    int accepted = 0;
    for (int round = 0; round < kMutants; ++round) {
        std::string text = texts[below(texts.size())];
        for (std::size_t change = below(4) + 1; change > 0; --change) {
            const std::size_t at = below(text.size());
            switch (below(4)) {
            case 0:
                text.erase(at, below(20));
                break;
            case 1:
                text.insert(at, kPieces[below(std::size(kPieces))]);
                break;
            case 2:
                text[at] = static_cast<char>(below(256));
                break;
            default:
                text.insert(at, text.substr(below(text.size()), below(200)));
                break;
            }
        }
        const ParseResult result = parse(text);
        const std::string which = "mutant " + std::to_string(round);
        QVERIFY2(result.module.has_value() != result.error.has_value(), which.c_str());
        if (result.error)
            QVERIFY2(result.error->position.line > 0 && !result.error->text.empty(), which.c_str());
        accepted += result.module.has_value();
    }
    QVERIFY(accepted > 0);
}

WARPBENCH_TEST(TestPtxErrors)
} // namespace tst_ptx_errors

#include "tst_ptx_errors.moc"
