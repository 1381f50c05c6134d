// SPDX-License-Identifier: GPL-3.0-or-later
// Every kind of fault, exactly, and its correct twin without a report: the kernels of the .cu files
// next to this one, compiled by NVRTC with line information for both code generators, with all
// checks enabled. The expectations are in the sources (golden.h).
#include "core/cuda/simulated_extras.h"
#include "tests/compile/nvrtc_available.h"
#include "tests/main.h"
#include "tests/simgpu/engine/machine_fixture.h"
#include "tests/simgpu/faults/golden.h"
#include "tests/source_path.h"

#include <QDir>
#include <QFile>
#include <QtTest/QTest>

#include <algorithm>
#include <memory>
#include <numeric>

namespace tst_golden_faults {

using namespace warpbench;
using namespace warpbench::simgpu::engine;

namespace {

constexpr int kN = 256; ///< elements of `out` and `in`

QString kindName(FaultKind kind) {
    const std::string_view name = cuda::nameOf(static_cast<wbsimFaultKind>(kind));
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

QString dim(const Dim3& d) {
    return QStringLiteral("%1,%2,%3").arg(d[0]).arg(d[1]).arg(d[2]);
}

QString describeAll(const LaunchOutcome& outcome) {
    QString text;
    for (const Fault& fault : outcome.faults)
        text += QStringLiteral("\n    %1 line %2 (other %3) block %4 thread %5: %6")
                    .arg(kindName(fault.kind))
                    .arg(fault.line)
                    .arg(fault.otherLine)
                    .arg(dim(fault.block), dim(fault.thread), QString::fromStdString(fault.text));
    for (const Fault& finding : outcome.findings)
        text += QStringLiteral("\n    finding: %1 line %2 (branch %3): %4")
                    .arg(kindName(finding.kind))
                    .arg(finding.line)
                    .arg(finding.otherLine)
                    .arg(QString::fromStdString(finding.text));
    return text.isEmpty() ? QStringLiteral("\n    no fault") : text;
}

/// Whether an outcome has just the findings that are expected.
bool hasTheFindings(const LaunchOutcome& outcome, const golden::Kernel& kernel) {
    if (kernel.finding.isEmpty())
        return outcome.findings.empty();
    if (outcome.findings.empty())
        return false;
    const Fault& first = outcome.findings.front();
    const QString text = QString::fromStdString(first.text);
    return kindName(first.kind) == kernel.finding && first.line == kernel.findingLine &&
           (kernel.branchLine == 0 || first.otherLine == kernel.branchLine) &&
           std::all_of(kernel.findingTexts.begin(), kernel.findingTexts.end(),
                       [&](const QString& part) { return text.contains(part); });
}

} // namespace

class TestGoldenFaults : public QObject {
    Q_OBJECT

  private:
    struct Source {
        QString text;
        std::map<std::string, std::unique_ptr<Machine>> machines; ///< by architecture
        std::map<std::string, std::string> errors;
    };
    std::map<QString, Source> m_sources;

    Machine* machineFor(const QString& file, const std::string& arch, QString& error);
    LaunchOutcome run(Machine& machine, const golden::Kernel& kernel);

  private slots:
    void initTestCase() { NEED_NVRTC(); }
    void kernels_data();
    void kernels();
    void racesAlone_data();
    void racesAlone();
    void freedByAnotherWorker();
};

Machine* TestGoldenFaults::machineFor(const QString& file, const std::string& arch,
                                      QString& error) {
    Source& source = m_sources[file];
    auto& machine = source.machines[arch];
    if (!machine && !source.errors.count(arch)) {
        compile::CompileRequest request;
        request.source = source.text.toStdString();
        request.fileName = file.toStdString();
        request.arch = "compute_" + arch;
        const compile::CompileResult result = compile::compile(request);
        auto loaded = std::make_unique<Machine>();
        loaded->model.ccMajor = std::stoi(arch) / 10;
        loaded->model.ccMinor = std::stoi(arch) % 10;
        if (!result.succeeded)
            source.errors[arch] = result.log;
        else if (!loaded->loadText(result.ptx))
            source.errors[arch] = loaded->error;
        else
            machine = std::move(loaded);
    }
    error = QString::fromStdString(source.errors[arch]);
    return machine.get();
}

void TestGoldenFaults::kernels_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("arch");
    QTest::addColumn<int>("index");
    const QDir folder(QString::fromStdString(test::sourcePath("tests/simgpu/faults")));
    for (const QString& file : folder.entryList({QStringLiteral("*.cu")})) {
        QFile input(folder.filePath(file));
        QVERIFY(input.open(QIODevice::ReadOnly));
        m_sources[file].text = QString::fromUtf8(input.readAll());
        const auto kernels = golden::kernelsOf(m_sources[file].text);
        QVERIFY2(!kernels.isEmpty(), qPrintable(file));
        // NVRTC has two code generators: one up to sm_90, another one for sm_120.
        for (const char* arch : {"90", "120"}) {
            for (int k = 0; k < kernels.size(); ++k)
                QTest::newRow(qPrintable(file + " " + kernels[k].name + " sm_" + arch))
                    << file << QString::fromLatin1(arch) << k;
        }
    }
}

LaunchOutcome TestGoldenFaults::run(Machine& machine, const golden::Kernel& kernel) {
    std::vector<int> numbers(kN);
    std::iota(numbers.begin(), numbers.end(), 1);
    auto out = std::make_unique<DeviceArray<int>>(*machine.memory, std::vector<int>(kN));
    auto in = std::make_unique<DeviceArray<int>>(*machine.memory, numbers);
    machine.memory->setName(out->address(), "out");
    machine.memory->setName(in->address(), "in");
    machine.memory->markUninitialized(out->address(), kN * sizeof(int));
    LaunchRequest request =
        machine.request(kernel.name.toStdString(), {kernel.blocks, 1, 1}, {kernel.threads, 1, 1},
                        Parameters().add(out->address()).add(in->address()).add(kN), kernel.shared);
    request.cluster = {kernel.cluster, 1, 1};
    request.cooperative = kernel.cooperative;
    request.timeLimitSeconds = kernel.limit;
    if (kernel.freeIn)
        in.reset();
    return execute(request);
}

void TestGoldenFaults::kernels() {
    QFETCH(QString, file);
    QFETCH(QString, arch);
    QFETCH(int, index);
    const golden::Kernel kernel = golden::kernelsOf(m_sources[file].text)[index];
    QString error;
    Machine* machine = machineFor(file, arch.toStdString(), error);
    QVERIFY2(machine, qPrintable(error));
    machine->checks = {true, true, true, 0, true};
    const LaunchOutcome outcome = run(*machine, kernel);
    const QByteArray all = describeAll(outcome).toUtf8();

    QVERIFY2(hasTheFindings(outcome, kernel), all);
    if (kernel.kind.isEmpty()) {
        QVERIFY2(outcome.ok(), all);
        return;
    }
    QVERIFY2(!outcome.ok(), "a fault was missed");
    const Fault& fault = outcome.faults.front();
    QVERIFY2(kindName(fault.kind) == kernel.kind, all);
    QCOMPARE(QString::fromStdString(fault.kernel), kernel.name);
    if (kernel.line) {
        const QString where = QDir::fromNativeSeparators(QString::fromStdString(fault.file));
        QVERIFY2(where.endsWith("/" + file), all);
        QVERIFY2(fault.line == kernel.line, all);
    }
    QVERIFY2(fault.otherLine == kernel.otherLine, all);
    const QMap<QString, QString> fields{
        {QStringLiteral("block"), dim(fault.block)},
        {QStringLiteral("thread"), dim(fault.thread)},
        {QStringLiteral("size"), QString::number(fault.size)},
        {QStringLiteral("address"), QString::number(fault.address)}};
    for (auto it = kernel.fields.begin(); it != kernel.fields.end(); ++it) {
        QVERIFY2(fields.contains(it.key()), qPrintable(it.key()));
        QVERIFY2(fields[it.key()] == it.value(), all);
    }
    const QString text = QString::fromStdString(fault.text);
    for (const QString& part : kernel.texts)
        QVERIFY2(text.contains(part), qPrintable(part + "\n    is not in" + all));
    QString chain;
    for (const unsigned line : kernel.calledAt)
        chain +=
            QStringLiteral(", called at %1:%2").arg(QString::fromStdString(fault.file)).arg(line);
    QVERIFY2(text.contains(chain), qPrintable(chain + "\n    is not in" + all));
    for (const Fault& other : outcome.faults) {
        const bool same = other.line == fault.line || kernel.otherLinesToo;
        QVERIFY2((kindName(other.kind) == kernel.kind && same) ||
                     kernel.alsoKinds.contains(kindName(other.kind)),
                 all);
    }
}

void TestGoldenFaults::racesAlone_data() {
    kernels_data();
}

/// Without the check of uninitialised reads whole warps are looked at by lines of memory: the same
/// races must come out.
void TestGoldenFaults::racesAlone() {
    QFETCH(QString, file);
    QFETCH(QString, arch);
    QFETCH(int, index);
    const golden::Kernel kernel = golden::kernelsOf(m_sources[file].text)[index];
    QString error;
    Machine* machine = machineFor(file, arch.toStdString(), error);
    QVERIFY2(machine, qPrintable(error));
    const auto races = [&] {
        QString text;
        const LaunchOutcome outcome = run(*machine, kernel);
        for (const Fault& fault : outcome.faults) {
            if (fault.kind == FaultKind::sharedRace || fault.kind == FaultKind::globalRace)
                text += QStringLiteral("\n    %1 line %2 (other %3), %4 times: %5 by thread %6")
                            .arg(kindName(fault.kind))
                            .arg(fault.line)
                            .arg(fault.otherLine)
                            .arg(fault.count)
                            .arg(dim(fault.thread), QString::fromStdString(fault.text));
        }
        return text;
    };
    machine->checks = {true, true, true, 0, true};
    const QString withAll = races();
    machine->checks = {false, true, true};
    QCOMPARE(races(), withAll);
}

/// Without checks, blocks run concurrently if there are enough cores: memory freed by one must not
/// be accessible to the other.
void TestGoldenFaults::freedByAnotherWorker() {
    const QString file = QStringLiteral("accesses.cu");
    QFile input(QString::fromStdString(test::sourcePath("tests/simgpu/faults/")) + file);
    QVERIFY(input.open(QIODevice::ReadOnly));
    m_sources[file].text = QString::fromUtf8(input.readAll());
    QString error;
    Machine* machine = machineFor(file, "90", error);
    QVERIFY2(machine, qPrintable(error));
    machine->checks = {};
    const auto kernels = golden::kernelsOf(m_sources[file].text);
    const auto kernel = std::find_if(kernels.begin(), kernels.end(), [](const auto& k) {
        return k.name == QLatin1String("freed_by_another_block");
    });
    QVERIFY(kernel != kernels.end());
    for (int round = 0; round < 20; ++round) {
        const LaunchOutcome outcome = run(*machine, *kernel);
        QVERIFY2(outcome.faults.size() == 1, describeAll(outcome).toUtf8());
        QCOMPARE(kindName(outcome.faults.front().kind), kernel->kind);
        QCOMPARE(outcome.faults.front().line, kernel->line);
    }
}

WARPBENCH_TEST(TestGoldenFaults)
} // namespace tst_golden_faults

#include "tst_golden_faults.moc"
