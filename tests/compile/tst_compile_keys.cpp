// SPDX-License-Identifier: GPL-3.0-or-later
// Cache keys of compiles: the request, and all files that it depends on.
#include "core/cache/cache_log.h"
#include "core/cache/compile_cache.h"
#include "core/cache/dependencies.h"
#include "core/cache/file_options.h"
#include "core/toolkit/toolkit_headers.h"
#include "tests/compile/cache_bench.h"
#include "tests/compile/nvrtc_available.h"
#include "tests/main.h"

#include <functional>
#include <iterator>
#include <set>

namespace tst_compile_keys {

using namespace warpbench::compile;
using namespace warpbench::compile::testing;
namespace fs = std::filesystem;

class TestCompileKeys : public CacheFixture {
    Q_OBJECT
  private slots:
    void keyDependsOnEveryPart();
    void partsDoNotRunTogether();
    void followsIncludes();
    void toolkitHeadersCount();
    void headersOfLibrariesCount_data();
    void headersOfLibrariesCount();
    void toolkitHeadersAreRemembered();
    void missingFilesCount();
    void computedIncludesAreUnknown();
    void headersThatAreNotRead();
    void headersOfOtherMachines();
    void optionsThatNameFiles_data();
    void optionsThatNameFiles();
    void ptxFilesAreCovered();
    void missesSayWhy();
    void theLogIsNotEndless();
};

void TestCompileKeys::keyDependsOnEveryPart() {
    const CompilerIdentity compiler{"13.0", {"/cuda/include"}, "13000"};
    const Dependencies none;
    std::set<CacheKey> keys = {cacheKey(sampleRequest(), none, compiler)};
    QCOMPARE(cacheKey(sampleRequest(), none, compiler), *keys.begin());

    const std::vector<std::function<void(CompileRequest&)>> changes = {
        [](CompileRequest& r) { r.source += ' '; },
        [](CompileRequest& r) { r.fileName = "/project/l.cu"; },
        [](CompileRequest& r) { r.arch = "sm_80"; },
        [](CompileRequest& r) { r.std = "c++20"; },
        [](CompileRequest& r) { r.options = {"-use_fast_math"}; },
        [](CompileRequest& r) {
            r.defines = {{"A", std::nullopt}};
        },
        [](CompileRequest& r) {
            r.defines = {{"A", ""}};
        },
        [](CompileRequest& r) {
            r.defines = {{"A", "1"}};
        },
        [](CompileRequest& r) { r.includeDirs = {"/project/include"}; },
        [](CompileRequest& r) { r.nameExpressions = {"k<1>"}; },
        [](CompileRequest& r) { r.lineInfo = false; },
        [](CompileRequest& r) { r.debug = true; },
    };
    for (const auto& change : changes) {
        CompileRequest request = sampleRequest();
        change(request);
        QVERIFY(keys.insert(cacheKey(request, none, compiler)).second);
    }
    Dependencies header;
    header.files = {{"/project/a.h", "1"}};
    QVERIFY(keys.insert(cacheKey(sampleRequest(), header, compiler)).second);
    header.files[0].content = "2";
    QVERIFY(keys.insert(cacheKey(sampleRequest(), header, compiler)).second);
    Dependencies missing;
    missing.missing = {"\"a.h"};
    QVERIFY(keys.insert(cacheKey(sampleRequest(), missing, compiler)).second);
    QVERIFY(
        keys.insert(cacheKey(sampleRequest(), none, {"12.9", {"/cuda/include"}, "13000"})).second);
    QVERIFY(
        keys.insert(cacheKey(sampleRequest(), none, {"13.0", {"/cuda/include"}, "13010"})).second);
}

void TestCompileKeys::partsDoNotRunTogether() {
    const CompilerIdentity compiler{"13.0", {}, ""};
    CompileRequest left = sampleRequest();
    left.options = {"ab", "c"};
    CompileRequest right = sampleRequest();
    right.options = {"a", "bc"};
    QVERIFY(cacheKey(left, {}, compiler) != cacheKey(right, {}, compiler));
    left.options = {"x"};
    right.options = {};
    right.nameExpressions = {"x"};
    QVERIFY(cacheKey(left, {}, compiler) != cacheKey(right, {}, compiler));
    QCOMPARE(keyOf(1).hex(), std::string("0000000000000001fffffffffffffffe"));
}

void TestCompileKeys::followsIncludes() {
    write(folder() / "src/near.h", "#include \"sub/nested.h\"\n");
    write(folder() / "src/sub/nested.h", "#include \"near_too.h\"\n#pragma once\n");
    write(folder() / "src/sub/near_too.h", "#include \"nested.h\" // a circle\n");
    write(folder() / "inc/angle.h", "");
    write(folder() / "opt/by_option.h", "");
    write(folder() / "pre.h", "");
    write(folder() / "toolkit/cuda_fp16.h", "#include \"not_the_users.h\"");
    CompileRequest request;
    request.fileName = (folder() / "src/k.cu").string();
    request.includeDirs = {folder() / "inc"};
    request.options = {"-I" + (folder() / "opt").string(), "--pre-include",
                       (folder() / "pre.h").string()};
    request.source = R"cu(// #include "commented.h"
/* #include "commented.h"
*/ #include "near.h"
  #  include <angle.h>
#include <by_option.h>
#include <cuda_fp16.h>
const char* text = R"x(
#include "in_a_string.h"
)x";
#if __has_include("sub/nested.h")
#endif
)cu";
    const Dependencies found = findDependencies(request, {folder() / "toolkit"});
    QVERIFY(found.known);
    std::set<fs::path> files;
    for (const Dependencies::File& file : found.files)
        files.insert(fs::relative(file.path, folder()));
    const std::set<fs::path> expected = {"src/near.h",  "src/sub/nested.h", "src/sub/near_too.h",
                                         "inc/angle.h", "opt/by_option.h",  "pre.h"};
    QVERIFY(files == expected);
    QVERIFY(found.missing.empty());
    QCOMPARE(found.toolkit.size(), std::size_t(1));
    QVERIFY(found.toolkit[0].path == folder() / "toolkit/cuda_fp16.h");
}

/// Everything included by a toolkit header is part of the key, at any depth, by its content.
void TestCompileKeys::toolkitHeadersCount() {
    const std::vector<fs::path> toolkit{folder() / "cuda", folder() / "cuda/cccl"};
    write(folder() / "cuda/cccl/cub/block.cuh", "#include <cub/deep/detail.cuh>\n");
    write(folder() / "cuda/cccl/cub/deep/detail.cuh",
          "#include \"near.cuh\"\n#include <cub/block.cuh>\n#include <string.h>\n");
    write(folder() / "cuda/cccl/cub/deep/near.cuh", "int a;\n");
    write(folder() / "cuda/cccl/cub/other.cuh", "int other;\n");
    CompileRequest request = sampleRequest();
    request.source = "#include <cub/block.cuh>\n";
    const CompilerIdentity compiler{"13.0", toolkit, "13000"};
    const auto key = [&] {
        return cacheKey(request, findDependencies(request, toolkit), compiler);
    };
    const CacheKey before = key();
    QVERIFY(key() == before);
    write(folder() / "cuda/cccl/cub/other.cuh", "int changed;\n"); // not included anywhere
    QVERIFY(key() == before);
    write(folder() / "cuda/cccl/cub/deep/near.cuh", "int ab;\n");
    const CacheKey changed = key();
    QVERIFY(changed != before);
    // Rewritten with its first contents: a new time, the same content.
    write(folder() / "cuda/cccl/cub/deep/near.cuh", "int a;\n");
    QVERIFY(key() == before);
    const auto parts = [&] {
        return keyParts(request, findDependencies(request, toolkit), compiler);
    };
    const KeyParts was = parts();
    write(folder() / "cuda/cccl/cub/deep/near.cuh", "int ab;\n");
    QCOMPARE(explainMiss(was, parts()), std::string("header \"block.cuh\" changed"));
}

void TestCompileKeys::headersOfLibrariesCount_data() {
    QTest::addColumn<QString>("header");
    QTest::addColumn<QString>("leadsTo");
    QTest::newRow("CUB") << "cub/block/block_reduce.cuh"
                         << "cub/block/specializations/block_reduce_raking.cuh";
    QTest::newRow("cuRAND") << "curand_kernel.h"
                            << "curand_philox4x32_x.h";
}
/// Those of the toolkit that is installed: another content of one deep within is another key.
void TestCompileKeys::headersOfLibrariesCount() {
    NEED_NVRTC();
    QFETCH(QString, header);
    QFETCH(QString, leadsTo);
    const std::vector<fs::path> installed = knownCompiler().identity.includeDirs;
    const auto holds = [&](const fs::path& one) { return fs::exists(one / leadsTo.toStdString()); };
    const auto found = std::find_if(installed.begin(), installed.end(), holds);
    if (found == installed.end())
        QSKIP("the installed toolkit has no such header");
    CompileRequest request = sampleRequest();
    request.source = "#include <" + header.toStdString() + ">\n";
    // Its folder as it would be with another version of that header.
    const auto toolkitWith = [&](const std::string& more) {
        const fs::path own = folder() / "own";
        fs::remove_all(own);
        const fs::path part = fs::path(header.toStdString()).has_parent_path() ? "cub" : "";
        for (const auto& entry : fs::recursive_directory_iterator(
                 *found / part, fs::directory_options::follow_directory_symlink)) {
            const fs::path name = fs::relative(entry.path(), *found);
            if (entry.is_regular_file() && (!part.empty() || name.string().starts_with("curand")))
                write(own / name, readAll(entry.path()) +
                                      (name == fs::path(leadsTo.toStdString()) ? more : ""));
        }
        std::vector<fs::path> folders{own};
        folders.insert(folders.end(), installed.begin(), installed.end());
        return folders;
    };
    const auto keyWith = [&](const std::string& more) {
        const std::vector<fs::path> folders = toolkitWith(more);
        const Dependencies dependencies = findDependencies(request, folders);
        if (!dependencies.known || dependencies.toolkit.size() != 1)
            throw std::runtime_error("the header is not followed");
        return cacheKey(request, dependencies, {"13.0", {}, "13000"});
    };
    const CacheKey before = keyWith("");
    QVERIFY(keyWith("// another version\n") != before);
    QVERIFY(keyWith("") == before);
}

/// Another process reads no contents unless the stored data is damaged or old.
void TestCompileKeys::toolkitHeadersAreRemembered() {
    const std::vector<fs::path> toolkit{folder() / "cuda"};
    const fs::path header = folder() / "cuda/a.h";
    write(header, "#include <b.h>\n");
    write(folder() / "cuda/b.h", "int b;\n");
    const fs::path memo = folder() / "memo";
    const CacheKey digest = ToolkitHeaders(memo).digestOf(header, toolkit);
    std::vector<fs::path> kept;
    for (const auto& entry : fs::directory_iterator(memo))
        kept.push_back(entry.path());
    QCOMPARE(kept.size(), std::size_t(1));
    std::string text = readAll(kept[0]);
    QVERIFY(ToolkitHeaders(memo).digestOf(header, toolkit) == digest);
    // Stored data is trusted while files look unchanged.
    const std::string number = std::to_string(digest.low);
    QVERIFY(text.find(number) != std::string::npos);
    std::string other = text;
    other.replace(other.find(number), number.size(), "7");
    write(kept[0], other);
    QCOMPARE(ToolkitHeaders(memo).digestOf(header, toolkit).low, std::uint64_t(7));
    for (const std::string& damaged :
         {text.substr(0, text.size() / 2), std::string("nonsense"), std::string()}) {
        write(kept[0], damaged);
        QVERIFY(ToolkitHeaders(memo).digestOf(header, toolkit) == digest);
        QCOMPARE(readAll(kept[0]).size(), text.size()); // and is whole again
    }
    write(folder() / "cuda/b.h", "int bb;\n");
    QVERIFY(ToolkitHeaders(memo).digestOf(header, toolkit) != digest);
}

void TestCompileKeys::missingFilesCount() {
    CompileRequest request;
    request.fileName = (folder() / "k.cu").string();
    request.source = "#ifndef __CUDACC_RTC__\n#include <stdio.h>\n#endif\n#include \"later.h\"\n";
    const Dependencies before = findDependencies(request, {});
    const std::vector<std::string> missing = {"<stdio.h", "\"later.h"};
    QCOMPARE(before.missing, missing);
    QVERIFY(before.known);
    write(folder() / "later.h", "");
    const Dependencies after = findDependencies(request, {});
    const CompilerIdentity compiler{"13.0", {}, ""};
    QVERIFY(cacheKey(request, before, compiler) != cacheKey(request, after, compiler));
}

void TestCompileKeys::computedIncludesAreUnknown() {
    CompileRequest request;
    request.source = "#define FILE \"a.h\"\n#include FILE\n";
    QVERIFY(!findDependencies(request, {}).known);
    request.source = "#include\n";
    QVERIFY(!findDependencies(request, {}).known);
}

/// Files that are too large, endless or elsewhere are not read, and the compile says why.
void TestCompileKeys::headersThatAreNotRead() {
    const fs::path project = folder() / "project";
    write(project / "huge.h", "");
    fs::resize_file(project / "huge.h", std::uintmax_t(1) << 27); // takes no room on the disk
    write(folder() / "secret.h", "#error the solution");
    std::error_code noLinks;
    fs::create_symlink(folder() / "secret.h", project / "link.h", noLinks);
    CompileRequest request;
    request.fileName = (project / "k.cu").string();
    request.arch = "sm_90";
    const auto refusal = [&](const std::string& name) {
        request.source = "\n#include \"" + name + "\"\n__global__ void k() {}\n";
        const Dependencies found = findDependencies(request, {});
        if (found.files.size() != 1 || !found.files[0].content.empty())
            return std::string("it was read, or not found");
        return found.files[0].refused;
    };
    QVERIFY(refusal("huge.h").find("64 MiB") != std::string::npos);
    request.confined = true;
    request.readable = {project};
    QVERIFY(refusal("huge.h").find("64 MiB") != std::string::npos);
    QVERIFY(refusal("../secret.h").find("outside the project's folder") != std::string::npos);
    QVERIFY(refusal((folder() / "secret.h").string()).find("outside") != std::string::npos);
    if (!noLinks)
        QVERIFY(refusal("link.h").find("outside the project's folder") != std::string::npos);
    for (const bool confined : {true, false}) {
        request.confined = confined;
        QVERIFY(refusal("huge.h").find("64 MiB") != std::string::npos);
        NEED_NVRTC_FILE();
        const CompileResult result = compile(request);
        QVERIFY(!result.succeeded);
        QCOMPARE(result.diagnostics.size(), std::size_t(1));
        QCOMPARE(result.diagnostics[0].place.line, 2);
        QVERIFY(result.diagnostics[0].text.find("huge.h\" has more than") != std::string::npos);
    }
}

void TestCompileKeys::theLogIsNotEndless() {
    const fs::path root = folder() / "endless";
    const CacheLog log(root, 20);
    const int all = 400;
    for (int i = 0; i < all; ++i)
        log.note("/project/" + std::to_string(i) + ".cu", {{"source", std::to_string(i)}});
    const auto files = std::distance(fs::directory_iterator(root), fs::directory_iterator());
    QVERIFY2(files <= 120, qPrintable(QString::number(files)));
    QVERIFY(log.last("/project/" + std::to_string(all - 1) + ".cu").has_value());
}

/// The system is not asked about them: on Windows that would log in to the other machine.
void TestCompileKeys::headersOfOtherMachines() {
    CompileRequest request;
    request.fileName = (folder() / "k.cu").string();
    request.confined = true;
    request.readable = {folder()};
    for (const char* include :
         {R"("\\server\share\x.h")", R"(<\\server\share\x.h>)", R"("\??\UNC\server\share\x.h")"}) {
        request.source = "__global__ void k() {}\n#include " + std::string(include) + "\n";
        const Dependencies found = findDependencies(request, {});
        QCOMPARE(found.files.size(), std::size_t(1));
        QVERIFY(found.files[0].refused.find("another machine") != std::string::npos);
        QCOMPARE(found.files[0].line, 2);
    }
}

void TestCompileKeys::optionsThatNameFiles_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("first"); ///< -1: none does
    const auto row = [](const QStringList& options, int first) {
        QTest::addRow("%s", qPrintable(options.join(" | "))) << options << first;
    };
    row({}, -1);
    row({"-lineinfo", "-use_fast_math", "--fmad=false", "-rdc=true", "-G", "-w"}, -1);
    row({"-arch", "sm_90", "-std=c++20", "--maxrregcount", "32", "-opt-info=inline"}, -1);
    row({"-DX=\"a/b\"", "-D", "Y=../z", "-UZ", "--define-macro=A=b -o c", "-DPATH=/x"}, -1);
    row({"--ptxas-options=-v,-O3", "-Xptxas", "-v", "-Xptxas -dlcm=ca", "-Xptxas=--opt-level=2"},
        -1);
    row({"-diag-suppress=177,550", "-Werror=cross-execution-space-call", "--Wreorder"}, -1);
    row({"--expt-relaxed-constexpr", "-O3", "-Xcompiler -fPIC", "--new-switch", "--level=3"}, -1);
    row({"-v", "-I.."}, 1);
    row({"-I", "x"}, 0);
    row({"-include=/etc/passwd"}, 0);
    row({"--time=t"}, 0);
    row({"-G", "--create-pch=x"}, 1);
    row({"-fdevice-time-trace=x"}, 0);
    row({"-o", "x"}, 0);
    row({"--output-file=x"}, 0);
    row({"-Xptxas=-o,x"}, 0);
    row({"-Xptxas=-v,--output-file=x"}, 0);
    row({"-Xptxas -o=x"}, 0);
    row({"-Xptxas\t-v,-o=x"}, 0);
    row({"-Xptxas", "-o=x"}, 1);
    row({"-Xptxas=\"-v -o x\""}, 0);
    row({"-Xptxas='-o=x'"}, 0);
    row({"-Xptxas=--options-file=x"}, 0);
    row({"-Xptxas=@x"}, 0);
    row({"-G -o=x"}, 0);
    row({"-arch=sm_90\n--time=t"}, 0);
    row({"--dump-ptx"}, 0);
    row({"--new-option=x"}, 0);
    row({"--new-option", "x"}, 1);
    row({"-arch=sm_90/x"}, 0);
    row({"@x"}, 0);
    row({"x"}, 0);
}

void TestCompileKeys::optionsThatNameFiles() {
    QFETCH(QStringList, options);
    QFETCH(int, first);
    std::vector<std::string> all;
    for (const QString& option : options)
        all.push_back(option.toStdString());
    const auto found = firstFileOption(all);
    QCOMPARE(found ? int(*found) : -1, first);
}

void TestCompileKeys::ptxFilesAreCovered() {
    CompileRequest request;
    const std::string project = fs::absolute("/project").generic_string(); // on some drive
    request.fileName = project + "/k.cu";
    Dependencies dependencies;
    dependencies.files = {{project + "/a.h", ""}};
    const std::vector<fs::path> toolkit = {"/cuda/include"};
    const std::string good = "x\n\t.file\t1 \"" + project + "/k.cu\"\n\t.file\t2 \"" + project +
                             "/sub/../a.h\"\n\t.file\t3 \"/cuda/include/cuda_fp16.hpp\"\n";
    QVERIFY(coversPtxFiles(dependencies, request, toolkit, good));
    QVERIFY(coversPtxFiles(dependencies, request, toolkit, ""));
    QVERIFY(
        !coversPtxFiles(dependencies, request, toolkit, good + "\t.file\t4 \"/elsewhere/b.h\"\n"));
    QVERIFY(!coversPtxFiles(dependencies, request, toolkit, "\n\t.file\t4 \"/cuda/includes/b.h\""));
    // A part of the source with a generated name is not a file; the name of an existing file is
    // ambiguous.
    const std::string part = good + "\t.file\t4 \"" + project + "/sum_1.cu\"\n";
    QVERIFY(!coversPtxFiles(dependencies, request, toolkit, part));
    request.source = "__global__ void k() {}\n#line 1 \"sum_1.cu\"\n__global__ void sum() {}\n";
    QVERIFY(coversPtxFiles(dependencies, request, toolkit, part));
    request.fileName = (folder() / "k.cu").string();
    dependencies.files.clear();
    const std::string own = "\n\t.file\t1 \"" + (folder() / "sum_1.cu").string() + "\"\n";
    QVERIFY(coversPtxFiles(dependencies, request, toolkit, own));
    write(folder() / "sum_1.cu", "");
    QVERIFY(!coversPtxFiles(dependencies, request, toolkit, own));
}

/// A part that differs is named; a header by its name, and what came or went too.
void TestCompileKeys::missesSayWhy() {
    QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    write(root / "tile.h", "#define TILE 16\n");
    CompileRequest request = sampleRequest();
    request.source = "#include \"tile.h\"\n__global__ void k() {}";
    request.fileName = (root / "k.cu").string();
    const CompilerIdentity compiler{"13.0", {}, "13000"};
    const auto partsOf = [&](const CompileRequest& one) {
        return keyParts(one, findDependencies(one, {}), compiler);
    };
    const CacheLog log(root / "log");
    QVERIFY(!log.last(request.fileName));
    QCOMPARE(explainMiss(log.last(request.fileName), partsOf(request)),
             std::string("it was not cached before"));
    log.note(request.fileName, partsOf(request));
    QVERIFY(log.last(request.fileName) == partsOf(request));
    QCOMPARE(explainMiss(log.last(request.fileName), partsOf(request)),
             std::string("its cached result is gone"));

    const auto why = [&](const CompileRequest& one) {
        return explainMiss(log.last(one.fileName), partsOf(one));
    };
    CompileRequest other = request;
    other.source += "\n";
    QCOMPARE(why(other), std::string("the source changed"));
    other.arch = "sm_75";
    QCOMPARE(why(other), std::string("the architecture and the source changed"));
    other = request;
    other.defines["BLOCK"] = "1";
    QCOMPARE(why(other), std::string("the define BLOCK changed"));
    other = request;
    other.fileName = (root / "sub" / ".." / "k.cu").string();
    QCOMPARE(explainMiss(log.last(request.fileName), partsOf(other)),
             std::string("the path that names the source changed"));
    write(root / "tile.h", "#define TILE 32\n");
    QCOMPARE(why(request), std::string("header \"tile.h\" changed"));
    fs::remove(root / "tile.h");
    QVERIFY(why(request).find("header \"tile.h\"") != std::string::npos);
}

WARPBENCH_TEST(TestCompileKeys)
} // namespace tst_compile_keys

#include "tst_compile_keys.moc"
