// SPDX-License-Identifier: GPL-3.0-or-later
// Images that carry PTX: fat binaries, compressed or not, and cubins built with -G; and damaged
// ones. data/images/make.sh created the stored ones, and recreates them if a toolkit is installed.
#include "core/toolkit/toolkit.h"
#include "driver_kernels.h"
#include "tests/main.h"
#include "tests/source_path.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace tst_simgpu_image {

namespace {

const QString kFolder =
    QString::fromStdString(warpbench::test::sourcePath("tests/simgpu/driver/data/images"));

QByteArray contentsOf(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(path));
    return file.readAll();
}

QByteArray kept(const char* name) {
    return contentsOf(kFolder + '/' + name);
}

/// The same bytes on the heap, so that a sanitizer knows where they end.
std::unique_ptr<char[]> copyOf(const QByteArray& bytes) {
    auto copy = std::make_unique<char[]>(size_t(bytes.size()));
    std::copy(bytes.begin(), bytes.end(), copy.get());
    return copy;
}

/// The result of a load, with its log.
struct Answer {
    CUresult result = CUDA_SUCCESS;
    std::string log;
};

/// Gives the image to a link, which knows how large it is, and links it.
Answer link(const QByteArray& image, CUjitInputType type) {
    Answer answer;
    char log[1024] = "";
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void* values[] = {log, reinterpret_cast<void*>(sizeof log)};
    CUlinkState state = nullptr;
    if (DRV(cuLinkCreate)(2, options, values, &state) != CUDA_SUCCESS)
        qFatal("cannot make a link");
    const auto bytes = copyOf(image);
    answer.result = DRV(cuLinkAddData)(state, type, bytes.get(), size_t(image.size()), "part", 0,
                                       nullptr, nullptr);
    void* linked = nullptr;
    size_t size = 0;
    if (answer.result == CUDA_SUCCESS)
        answer.result = DRV(cuLinkComplete)(state, &linked, &size);
    DRV(cuLinkDestroy)(state);
    answer.log = log;
    return answer;
}

CUjitInputType typeOf(const QString& name) {
    return name.endsWith(QLatin1String("cubin")) ? CU_JIT_INPUT_CUBIN : CU_JIT_INPUT_FATBINARY;
}

Answer loadInMemory(const void* image) {
    char log[1024] = "";
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void* values[] = {log, reinterpret_cast<void*>(sizeof log)};
    CUmodule module = nullptr;
    Answer answer;
    answer.result = DRV(cuModuleLoadDataEx)(&module, image, 2, options, values);
    answer.log = log;
    if (module)
        DRV(cuModuleUnload)(module);
    return answer;
}

/// A number of an image, at its offset.
template <typename Number>
QByteArray with(QByteArray image, qsizetype offset, Number number) {
    std::memcpy(image.data() + offset, &number, sizeof number);
    return image;
}

/// Whether `increment` of the image increments.
bool increments(CUfunction increment) {
    CUdeviceptr word = 0;
    unsigned int value = 41;
    void* params[] = {&word};
    const bool ran = increment && DRV(cuMemAlloc)(&word, 4) == CUDA_SUCCESS &&
                     DRV(cuMemsetD32)(word, value, 1) == CUDA_SUCCESS &&
                     launch(increment, 1, 1, params) == CUDA_SUCCESS &&
                     DRV(cuMemcpyDtoH)(&value, word, 4) == CUDA_SUCCESS;
    DRV(cuMemFree)(word);
    return ran && value == 42;
}

/// The code that every damaged image must be refused with, if it is refused.
bool isRefusal(CUresult result) {
    return result == CUDA_ERROR_INVALID_IMAGE || result == CUDA_ERROR_NO_BINARY_FOR_GPU ||
           result == CUDA_ERROR_INVALID_PTX || result == CUDA_ERROR_UNSUPPORTED_PTX_VERSION ||
           result == CUDA_ERROR_INVALID_SOURCE || result == CUDA_ERROR_NOT_SUPPORTED;
}

} // namespace

class TestImage : public QObject {
    Q_OBJECT
  private slots:
    void objects_data();
    void objects();
    void damagedObjects();
    void initTestCase();
    void cleanupTestCase() { m_context.reset(); }
    void loads_data();
    void loads();
    void madeByTheToolkit();
    void wrapper();
    void wrapperInAFile();
    void machineCode();
    void cubinOfAnotherGpu();
    void tooLarge();
    void truncated_data() { loads_data(); }
    void truncated();
    void damaged_data() { loads_data(); }
    void damaged();
    void beginningsInMemory();

  private:
    void loadEveryWay(const QString& path);
    std::unique_ptr<TestContext> m_context;
};

void TestImage::initTestCase() {
    qputenv("WARPBENCH_SIMGPU", "h200");
    CHECK_OK(DRV(cuInit)(0));
    m_context = std::make_unique<TestContext>();
}

void TestImage::loadEveryWay(const QString& path) {
    const QByteArray name = QFile::encodeName(path);
    const QByteArray image = contentsOf(path);
    CUmodule module = nullptr;
    CHECK_OK(DRV(cuModuleLoad)(&module, name.constData()));
    QVERIFY(increments(function(module, "increment")));
    CHECK_OK(DRV(cuModuleUnload)(module));
    const auto bytes = copyOf(image);
    CHECK_OK(DRV(cuModuleLoadData)(&module, bytes.get()));
    QVERIFY(increments(function(module, "increment")));
    CHECK_OK(DRV(cuModuleUnload)(module));
    CHECK_OK(DRV(cuModuleLoadFatBinary)(&module, bytes.get()));
    CHECK_OK(DRV(cuModuleUnload)(module));

    CUlibrary library = nullptr;
    CUkernel kernel = nullptr;
    CHECK_OK(DRV(cuLibraryLoadFromFile)(&library, name.constData(), nullptr, nullptr, 0, nullptr,
                                        nullptr, 0));
    CHECK_OK(DRV(cuLibraryGetKernel)(&kernel, library, "increment"));
    QVERIFY(increments(reinterpret_cast<CUfunction>(kernel)));
    CHECK_OK(DRV(cuLibraryUnload)(library));
    CHECK_OK(
        DRV(cuLibraryLoadData)(&library, bytes.get(), nullptr, nullptr, 0, nullptr, nullptr, 0));
    CHECK_OK(DRV(cuLibraryUnload)(library));

    CUlinkState state = nullptr;
    void* linked = nullptr;
    size_t size = 0;
    CHECK_OK(DRV(cuLinkCreate)(0, nullptr, nullptr, &state));
    CHECK_OK(DRV(cuLinkAddFile)(state, typeOf(path), name.constData(), 0, nullptr, nullptr));
    CHECK_OK(DRV(cuLinkComplete)(state, &linked, &size));
    CHECK_OK(DRV(cuModuleLoadData)(&module, linked));
    CHECK_OK(DRV(cuLinkDestroy)(state));
    QVERIFY(increments(function(module, "increment")));
    CHECK_OK(DRV(cuModuleUnload)(module));
    CHECK_OK(link(image, typeOf(path)).result);
}

void TestImage::loads_data() {
    QTest::addColumn<QString>("path");
    for (const char* name :
         {"debug.cubin", "linked_debug.cubin", "debug.fatbin", "size.fatbin", "speed.fatbin"})
        QTest::newRow(name) << kFolder + '/' + name;
}

void TestImage::loads() {
    QFETCH(QString, path);
    loadEveryWay(path);
}

void TestImage::madeByTheToolkit() {
    const auto fatbinary = warpbench::compile::toolkitProgram(
        "fatbinary", warpbench::compile::ToolkitSearch::ofThisMachine());
    if (fatbinary.empty())
        QSKIP("no CUDA Toolkit with ptxas, nvlink and fatbinary was found");
    const QTemporaryDir folder;
    QProcess make;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PATH", QString::fromStdString(fatbinary.parent_path().string()) + ':' +
                                   environment.value("PATH"));
    make.setProcessEnvironment(environment);
    make.start("bash", {kFolder + "/make.sh", folder.path()});
    if (!make.waitForStarted())
        QSKIP("there is no bash to make them with");
    QVERIFY(make.waitForFinished());
    if (make.exitCode() == 127)
        QSKIP("this CUDA Toolkit lacks ptxas, nvlink or fatbinary");
    QVERIFY2(make.exitCode() == 0, make.readAllStandardError().constData());
    const QStringList images = QDir(folder.path()).entryList(QDir::Files);
    QCOMPARE(images.size(), 8);
    for (const QString& name : images) {
        if (name != QLatin1String("machine_code.cubin"))
            loadEveryWay(folder.filePath(name));
        if (QTest::currentTestFailed())
            QFAIL(qPrintable(name));
    }
}

/// nvcc's host code has a fat binary behind a struct (fatbinary_section.h).
struct FatbinWrapper {
    unsigned int magic = 0x466243b1;
    unsigned int version = 1;
    const void* data = nullptr;
    const void* fileName = nullptr;
};

void TestImage::wrapper() {
    const QByteArray image = kept("size.fatbin");
    FatbinWrapper wrapper;
    wrapper.data = image.constData();
    CHECK_OK(loadInMemory(&wrapper).result);
    wrapper.data = nullptr;
    CHECK_RESULT(loadInMemory(&wrapper).result, CUDA_ERROR_INVALID_IMAGE);
    wrapper.data = &wrapper;
    CHECK_RESULT(loadInMemory(&wrapper).result, CUDA_ERROR_INVALID_IMAGE);
    wrapper.data = kAdd;
    CHECK_RESULT(loadInMemory(&wrapper).result, CUDA_ERROR_INVALID_IMAGE);
}

/// An address stored in a file is not a valid pointer.
void TestImage::wrapperInAFile() {
    FatbinWrapper wrapper;
    wrapper.data = reinterpret_cast<const void*>(std::uintptr_t{0x1000});
    const QByteArray bytes(reinterpret_cast<const char*>(&wrapper), sizeof wrapper);
    const QTemporaryDir folder;
    QFile file(folder.filePath("wrapper"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    file.close();
    const QByteArray name = QFile::encodeName(file.fileName());
    CUmodule module = nullptr;
    CHECK_RESULT(DRV(cuModuleLoad)(&module, name.constData()), CUDA_ERROR_INVALID_IMAGE);
    CUlibrary library = nullptr;
    CHECK_RESULT(DRV(cuLibraryLoadFromFile)(&library, name.constData(), nullptr, nullptr, 0,
                                            nullptr, nullptr, 0),
                 CUDA_ERROR_INVALID_IMAGE);
    const Answer answer = link(bytes, CU_JIT_INPUT_FATBINARY);
    CHECK_RESULT(answer.result, CUDA_ERROR_INVALID_IMAGE);
    QVERIFY2(answer.log.find("part: ") == 0, answer.log.c_str());
}

void TestImage::objects_data() {
    QTest::addColumn<int>("type");
    QTest::newRow("relocatable.obj") << int(CU_JIT_INPUT_OBJECT);
    QTest::newRow("whole.obj") << int(CU_JIT_INPUT_OBJECT);
    QTest::newRow("objects.archive") << int(CU_JIT_INPUT_LIBRARY);
}

// The output of nvcc -dc, nvcc -c and ar: the PTX in it is linked.
void TestImage::objects() {
    QFETCH(int, type);
    const QByteArray bytes = kept(QTest::currentDataTag());
    CUlinkState state = nullptr;
    CHECK_OK(DRV(cuLinkCreate)(0, nullptr, nullptr, &state));
    CHECK_OK(DRV(cuLinkAddData)(state, CUjitInputType(type), copyOf(bytes).get(),
                                size_t(bytes.size()), "part", 0, nullptr, nullptr));
    void* linked = nullptr;
    size_t size = 0;
    CHECK_OK(DRV(cuLinkComplete)(state, &linked, &size));
    CUmodule module = nullptr;
    CHECK_OK(DRV(cuModuleLoadData)(&module, linked));
    QVERIFY(increments(function(module, "increment")));
    CHECK_OK(DRV(cuModuleUnload)(module));
    CHECK_OK(DRV(cuLinkDestroy)(state));
}

// Cut off anywhere, and with every byte of the headers changed: refused or linked, never a crash.
void TestImage::damagedObjects() {
    for (const auto& [name, type] : {std::pair("relocatable.obj", CU_JIT_INPUT_OBJECT),
                                     std::pair("objects.archive", CU_JIT_INPUT_LIBRARY)}) {
        const QByteArray bytes = kept(name);
        const auto isAnswered = [](CUresult result) {
            return result == CUDA_SUCCESS || isRefusal(result); // the missing part may be padding
        };
        for (qsizetype size = 1; size < bytes.size(); size += 97) {
            const CUresult result = link(bytes.left(size), type).result;
            QVERIFY2(isAnswered(result), errorName(result).c_str());
        }
        for (qsizetype at = 0; at < bytes.size(); at += at < 64 ? 3 : 41) {
            const CUresult result = link(with(bytes, at, char(bytes[at] ^ 0x55)), type).result;
            QVERIFY2(isAnswered(result), errorName(result).c_str());
        }
    }
}

void TestImage::machineCode() {
    const QByteArray image = kept("machine_code.cubin");
    const Answer loaded = loadInMemory(copyOf(image).get());
    CHECK_RESULT(loaded.result, CUDA_ERROR_NO_BINARY_FOR_GPU);
    QVERIFY2(loaded.log.find("-G") != std::string::npos, loaded.log.c_str());
    CHECK_RESULT(link(image, CU_JIT_INPUT_CUBIN).result, CUDA_ERROR_NO_BINARY_FOR_GPU);
}

void TestImage::cubinOfAnotherGpu() {
    const QByteArray image = kept("debug.cubin");
    constexpr qsizetype kArch = 49; // the second byte of e_flags
    QCOMPARE(image[kArch], char(90));
    for (const int arch : {89, 91, 120}) {
        const Answer answer = link(with(image, kArch, char(arch)), CU_JIT_INPUT_CUBIN);
        CHECK_RESULT(answer.result, CUDA_ERROR_NO_BINARY_FOR_GPU);
        const std::string name = "sm_" + std::to_string(arch);
        QVERIFY2(answer.log.find(name) != std::string::npos, answer.log.c_str());
    }
}

/// A packed text that claims to be huge is not believed.
void TestImage::tooLarge() {
    for (const char* name : {"size.fatbin", "speed.fatbin"}) {
        QByteArray image = kept(name);
        // The entry of the PTX is the second one; its 64-bit size is 56 bytes in.
        constexpr qsizetype kFirst = 16;
        std::uint32_t header = 0;
        std::uint64_t bytes = 0, unpacked = 0;
        std::memcpy(&header, image.constData() + kFirst + 4, 4);
        std::memcpy(&bytes, image.constData() + kFirst + 8, 8);
        const qsizetype at = kFirst + qsizetype(header + bytes) + 56;
        std::memcpy(&unpacked, image.constData() + at, 8);
        // fatbinary leaves comments and indentation out.
        const auto written = std::uint64_t(QFileInfo(kFolder + "/increment.ptx").size());
        QVERIFY(unpacked > written / 2 && unpacked < written);
        for (const std::uint64_t claim : {unpacked - 1, unpacked + 1, std::uint64_t{300} << 20,
                                          std::uint64_t{1} << 50, ~std::uint64_t{0}}) {
            const Answer answer = link(with(image, at, claim), CU_JIT_INPUT_FATBINARY);
            CHECK_RESULT(answer.result, CUDA_ERROR_INVALID_IMAGE);
            QVERIFY(!answer.log.empty());
        }
    }
}

void TestImage::truncated() {
    QFETCH(QString, path);
    const QByteArray image = contentsOf(path);
    const qsizetype step = std::max<qsizetype>(1, image.size() / 300);
    // The very end may be padding.
    for (qsizetype size = 5; size < image.size() - 8; size += step) {
        const Answer answer = link(image.left(size), typeOf(path));
        QVERIFY2(isRefusal(answer.result), errorName(answer.result).c_str());
        QVERIFY(!answer.log.empty());
    }
}

void TestImage::damaged() {
    QFETCH(QString, path);
    const QByteArray image = contentsOf(path);
    for (qsizetype at = 4; at < image.size(); ++at) {
        for (const int change : {0x01, 0x80, 0xff}) {
            const Answer answer = link(with(image, at, char(image[at] ^ change)), typeOf(path));
            QVERIFY2(answer.result == CUDA_SUCCESS || isRefusal(answer.result),
                     errorName(answer.result).c_str());
        }
    }
}

/// The size of an image in memory is unknown: the loader must read no further than the size
/// declared by the part read so far.
void TestImage::beginningsInMemory() {
    const QByteArray cubin = kept("debug.cubin");
    for (qsizetype size = 0; size < 9; ++size) {
        const auto text = copyOf(cubin.left(size) + '\0');
        const Answer answer = loadInMemory(text.get());
        QVERIFY2(isRefusal(answer.result), errorName(answer.result).c_str());
    }
}

WARPBENCH_TEST(TestImage)
} // namespace tst_simgpu_image

#include "tst_simgpu_image.moc"
