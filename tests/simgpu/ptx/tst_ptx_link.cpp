// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/link/link.h"
#include "tests/main.h"
#include "tests/simgpu/ptx/ptx_text.h"

#include <QTest>

namespace tst_ptx_link {

using namespace warpbench::simgpu::ptx;
using namespace warpbench::simgpu::ptx::testing;

namespace {

LinkResult linked(const std::vector<std::string>& texts) {
    std::vector<Module> modules;
    for (const std::string& text : texts) {
        ParseResult result = parse(text);
        if (result.error)
            qFatal("%s", result.error->text.c_str());
        modules.push_back(*std::move(result.module));
    }
    return link(std::move(modules));
}

/// The function that the n-th instruction of a kernel calls.
const Function& callee(const Module& module, const char* kernelName, std::size_t index = 0) {
    const Instruction& call = module.function(kernelName)->code.at(index);
    const Symbol& symbol = module.symbols.at(static_cast<std::size_t>(call.operands.at(0).symbol));
    return module.functions.at(static_cast<std::size_t>(symbol.index));
}

/// The variable that the n-th instruction of a kernel has as its operand 1.
const Variable& loaded(const Module& module, const char* kernelName, std::size_t index = 0) {
    const Instruction& load = module.function(kernelName)->code.at(index);
    const Symbol& symbol = module.symbols.at(static_cast<std::size_t>(load.operands.at(1).symbol));
    return module.variables.at(static_cast<std::size_t>(symbol.index));
}

constexpr auto kLoadX = ".entry %1() { .reg .u32 r; ld.global.u32 r, [x]; ret; }";

std::string loadX(const char* kernelName) {
    return QString::fromLatin1(kLoadX).arg(QLatin1String(kernelName)).toStdString();
}

} // namespace

class TestPtxLink : public QObject {
    Q_OBJECT

  private slots:
    void externBindsToDefinition_data();
    void externBindsToDefinition();
    void weakAndCommon();
    void privateNamesStayApart();
    void unresolved();
    void runtimeFunctionsStayOpen();
    void duplicates();
    void mismatches_data();
    void mismatches();
    void sharedArraysStayExtern();
    void locationsAndFiles();
    void relocationsAndTables();
    void aliases();
    void functionScopeVariables();
    void heads();
    void corpus();
    void nothing();
};

void TestPtxLink::externBindsToDefinition_data() {
    QTest::addColumn<bool>("definitionFirst");
    QTest::newRow("declaration first") << false;
    QTest::newRow("definition first") << true;
}

void TestPtxLink::externBindsToDefinition() {
    QFETCH(bool, definitionFirst);
    std::vector<std::string> texts = {
        module(".extern .func (.param .b32 r) f(.param .b32 x);\n.extern .global .u32 x;\n"
               ".entry k() { .param .b32 p; call (p), f, (p); ret; }\n" +
               loadX("l")),
        module(".global .u32 other; .visible .global .u32 x = 7;\n"
               ".visible .func (.param .b32 r) f(.param .b32 x) { .reg .u32 a;\n"
               "ld.global.u32 a, [other]; ret; }")};
    if (definitionFirst)
        std::swap(texts[0], texts[1]);
    const LinkResult result = linked(texts);
    QVERIFY2(result.module, result.error ? result.error->text.c_str() : "");
    const Function& f = callee(*result.module, "k");
    QCOMPARE(f.name, std::string("f"));
    QVERIFY(!f.isDeclaration);
    QCOMPARE(f.code.size(), std::size_t{2});
    QCOMPARE(loaded(*result.module, "f").name, std::string("other"));
    QCOMPARE(loaded(*result.module, "l").initial.at(0), std::byte{7});
    QVERIFY(!loaded(*result.module, "l").isExtern);
    QCOMPARE(result.module->variables.size(), std::size_t{2});
    QCOMPARE(result.module->functions.size(), std::size_t{3});
}

void TestPtxLink::weakAndCommon() {
    const auto valueOfX = [](const std::vector<std::string>& texts) {
        std::vector<std::string> all = {module(".extern .global .u32 x;" + loadX("k"))};
        for (const std::string& text : texts)
            all.push_back(module(text));
        const LinkResult result = linked(all);
        if (!result.module)
            return -1;
        const Variable& x = loaded(*result.module, "k");
        return x.initial.empty() ? 0 : static_cast<int>(x.initial[0]);
    };
    QCOMPARE(valueOfX({".weak .global .u32 x = 1;", ".weak .global .u32 x = 2;"}), 1);
    QCOMPARE(valueOfX({".weak .global .u32 x = 1;", ".visible .global .u32 x = 3;"}), 3);
    QCOMPARE(valueOfX({".common .global .u32 x;", ".weak .global .u32 x = 1;"}), 1);
    const LinkResult common = linked(
        {module(".common .global .u32 x[2];"), module(".common .global .u32 x[8];" + loadX("k"))});
    QVERIFY(common.module);
    QCOMPARE(loaded(*common.module, "k").size, std::uint64_t{32});
    const LinkResult weak =
        linked({module(".weak .func f() { ret; }\n.entry k() { call f; ret; }"),
                module(".weak .func f() { trap; ret; }\n.entry l() { call f; ret; }")});
    QVERIFY(weak.module);
    QCOMPARE(&callee(*weak.module, "k"), &callee(*weak.module, "l"));
    QCOMPARE(callee(*weak.module, "l").code.size(), std::size_t{1});
}

void TestPtxLink::privateNamesStayApart() {
    const LinkResult result = linked({module(".global .u32 x = 1;" + loadX("a")),
                                      module(".global .u32 x = 2;" + loadX("b")),
                                      module(".visible .global .u32 x = 3;" + loadX("c"))});
    QVERIFY(result.module);
    QCOMPARE(loaded(*result.module, "a").initial.at(0), std::byte{1});
    QCOMPARE(loaded(*result.module, "b").initial.at(0), std::byte{2});
    QCOMPARE(result.module->variable("x")->initial.at(0), std::byte{3}); // The public one.
    QVERIFY(loaded(*result.module, "a").name != loaded(*result.module, "b").name);
}

void TestPtxLink::unresolved() {
    const LinkResult function = linked({module(".extern .func f(); .entry k() { call f; ret; }")});
    QVERIFY(function.error);
    QCOMPARE(function.error->kind, LinkError::Kind::unresolved);
    QCOMPARE(function.error->symbol, std::string("f"));
    const LinkResult variable = linked({module(".extern .global .u32 x;" + loadX("k"))});
    QCOMPARE(variable.error->symbol, std::string("x"));
    const LinkResult unused = linked({module(".extern .func f(); .entry k() { ret; }")});
    QVERIFY(unused.module);
}

void TestPtxLink::runtimeFunctionsStayOpen() {
    QVERIFY(linked({module(".extern .func vprintf(); .entry k() { call vprintf; ret; }")}).module);
    QVERIFY(isRuntimeFunction("__assertfail"));
    QVERIFY(!isRuntimeFunction("printf"));
}

void TestPtxLink::duplicates() {
    const LinkResult result =
        linked({module(".entry k() { ret; }"), module(".entry k() { ret; }")});
    QVERIFY(result.error);
    QCOMPARE(result.error->kind, LinkError::Kind::duplicate);
    QCOMPARE(result.error->symbol, std::string("k"));
}

void TestPtxLink::mismatches_data() {
    QTest::addColumn<QString>("left");
    QTest::addColumn<QString>("right");
    QTest::newRow("kind") << ".extern .func f();"
                          << ".visible .global .u32 f;";
    QTest::newRow("parameters") << ".extern .func f(.param .b32 x);"
                                << ".visible .func f(.param .b64 x) { ret; }";
    QTest::newRow("results") << ".extern .func (.param .b32 r) f();"
                             << ".visible .func (.param .b64 r) f() { ret; }";
    QTest::newRow("result that is not given") << ".extern .func (.param .b32 r) f();"
                                              << ".visible .func f() { ret; }";
    QTest::newRow("result that is not taken") << ".extern .func f();"
                                              << ".visible .func (.param .b32 r) f() { ret; }";
    QTest::newRow("space") << ".extern .global .u32 f;"
                           << ".visible .const .u32 f;";
    QTest::newRow("size") << ".extern .global .u32 f;"
                          << ".visible .global .u64 f;";
}

void TestPtxLink::mismatches() {
    QFETCH(QString, left);
    QFETCH(QString, right);
    const LinkResult result = linked({module(left.toStdString()), module(right.toStdString())});
    QVERIFY(result.error);
    QCOMPARE(result.error->kind, LinkError::Kind::mismatch);
    QCOMPARE(result.error->symbol, std::string("f"));
}

void TestPtxLink::sharedArraysStayExtern() {
    const std::string text = ".extern .shared .align 16 .b8 s[];\n.entry %1() { .reg .u32 r;\n"
                             "ld.shared.u32 r, [s]; ret; }";
    const auto use = [&](const char* name) {
        return module(QString::fromStdString(text).arg(QLatin1String(name)).toStdString());
    };
    const LinkResult result = linked({use("a"), use("b")});
    QVERIFY2(result.module, result.error ? result.error->text.c_str() : "");
    QCOMPARE(result.module->variables.size(), std::size_t{1});
    QCOMPARE(&loaded(*result.module, "a"), &loaded(*result.module, "b"));
}

void TestPtxLink::locationsAndFiles() {
    const auto text = [](const char* name, const char* file) {
        return module(QStringLiteral(".file 1 \"common.h\"\n.file 2 \"%2\"\n"
                                     ".entry %1() { .loc 2 5 1\nret; .loc 1 7 1\nret; }")
                          .arg(QLatin1String(name), QLatin1String(file))
                          .toStdString());
    };
    const LinkResult result = linked({text("a", "a.cu"), text("b", "b.cu")});
    QVERIFY(result.module);
    const auto fileOf = [&](const char* name, std::size_t index) {
        const Instruction& instruction = result.module->function(name)->code.at(index);
        const auto location = static_cast<std::size_t>(instruction.location);
        return *result.module->fileName(result.module->locations.at(location).file);
    };
    QCOMPARE(fileOf("a", 0), std::string("a.cu"));
    QCOMPARE(fileOf("b", 0), std::string("b.cu"));
    QCOMPARE(fileOf("a", 1), std::string("common.h"));
    QCOMPARE(fileOf("b", 1), std::string("common.h"));
    QCOMPARE(result.module->files.size(), std::size_t{3});
}

void TestPtxLink::relocationsAndTables() {
    const LinkResult result =
        linked({module(".visible .func f() { ret; }\n.visible .global .u64 pad;"),
                module(".extern .func f(); .extern .global .u64 pad;\n"
                       ".visible .global .u64 table[2] = {f, generic(pad)+8};\n"
                       ".entry k() { .reg .b64 r; t: .calltargets f; call r, t; ret; }")});
    QVERIFY2(result.module, result.error ? result.error->text.c_str() : "");
    const Module& m = *result.module;
    const auto nameOfSymbol = [&](std::int32_t index) {
        const Symbol& symbol = m.symbols.at(static_cast<std::size_t>(index));
        const auto at = static_cast<std::size_t>(symbol.index);
        return symbol.kind == Symbol::Kind::function ? m.functions[at].name : m.variables[at].name;
    };
    const Variable& table = *m.variable("table");
    QCOMPARE(nameOfSymbol(table.relocations.at(0).symbol), std::string("f"));
    QCOMPARE(nameOfSymbol(table.relocations.at(1).symbol), std::string("pad"));
    QCOMPARE(nameOfSymbol(m.function("k")->targetLists.at(0).targets.at(0)), std::string("f"));
}

void TestPtxLink::aliases() {
    const LinkResult result =
        linked({module(".extern .func g(); .entry k() { call g; ret; }"),
                module(".visible .func f() { trap; }\n.visible .func g();\n.alias g, f;")});
    QVERIFY2(result.module, result.error ? result.error->text.c_str() : "");
    QCOMPARE(callee(*result.module, "k").name, std::string("f"));
    QCOMPARE(result.module->aliases.size(), std::size_t{1});
}

void TestPtxLink::functionScopeVariables() {
    const std::string weak = ".weak .func f() { .global .u32 x = %1; .reg .u32 r;\n"
                             "ld.global.u32 r, [x]; ret; }";
    const auto text = [&](const char* value) {
        return module(QString::fromStdString(weak).arg(QLatin1String(value)).toStdString());
    };
    const LinkResult result = linked({text("1"), text("2")});
    QVERIFY(result.module);
    QCOMPARE(result.module->variables.size(), std::size_t{1});
    QCOMPARE(result.module->variables[0].ownerFunction, 0);
    QCOMPARE(loaded(*result.module, "f").initial.at(0), std::byte{1});
}

void TestPtxLink::heads() {
    const LinkResult result = linked({".version 7.8\n.target sm_75\n.address_size 64\n",
                                      ".version 9.0\n.target sm_90, debug\n.address_size 64\n"});
    QVERIFY(result.module);
    QCOMPARE(result.module->versionMajor, 9);
    QCOMPARE(result.module->target, std::string("sm_90"));
    QVERIFY(result.module->targetDebug);
    QVERIFY(linked({".version 9.0\n.target sm_90\n.address_size 32\n", module("")}).error);
}

/// Each module of the corpus links alone and with itself under other names of its kernels.
void TestPtxLink::corpus() {
    for (const File& file : dataFiles()) {
        const LinkResult result = linked({file.text});
        QVERIFY2(result.module, result.error ? result.error->text.c_str() : "");
        const Module original = *parse(file.text).module;
        QCOMPARE(result.module->functions, original.functions);
        QCOMPARE(result.module->variables, original.variables);
        QCOMPARE(result.module->symbols, original.symbols);
        QCOMPARE(result.module->locations, original.locations);
        const LinkResult twice = linked({file.text, file.text});
        QVERIFY(twice.error);
        QCOMPARE(twice.error->kind, LinkError::Kind::duplicate);
    }
}

void TestPtxLink::nothing() {
    QVERIFY(link({}).error);
}

WARPBENCH_TEST(TestPtxLink)
} // namespace tst_ptx_link

#include "tst_ptx_link.moc"
