// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of the window about faults and counters.
#include "tests/main.h"
#include "ui/results/counters_model.h"
#include "ui/results/fault_story.h"
#include "ui/results/ptxas_help.h"
#include "ui/results/resource_model.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QTest>

namespace tst_fault_story {

using namespace warpbench;
using namespace warpbench::ui;

namespace {

session::RunReport reportWith(const session::Fault& fault) {
    session::RunReport report;
    report.status = session::RunStatus::fault;
    report.faults.push_back(fault);
    return report;
}

session::Fault outOfBounds(std::int64_t offset) {
    session::Fault fault;
    fault.kind = "out_of_bounds";
    fault.kernel = "add";
    fault.line = 7;
    fault.block = {1, 0, 0};
    fault.thread = {144, 0, 0};
    fault.buffer = "dest";
    fault.text = "store out of bounds";
    fault.offset = offset;
    fault.count = 3;
    fault.elementBytes = 4;
    fault.elements = 400;
    return fault;
}

} // namespace

class TstFaultStory : public QObject {
    Q_OBJECT

  private slots:
    void itSaysWhichElementAndHowFarOutside_data() {
        QTest::addColumn<qint64>("offset");
        QTest::addColumn<QString>("part");
        QTest::newRow("just behind") << qint64(1600)
                                     << " went past the end of buffer dest, to element 400: the "
                                        "last one is 399 (1 too far).";
        QTest::newRow("far behind") << qint64(4000)
                                    << " went past the end of buffer dest, to element 1000: the "
                                       "last one is 399 (601 too far).";
        QTest::newRow("within") << qint64(40) << ", element 10 of dest: access out of bounds";
        QTest::newRow("before") << qint64(-4)
                                << " went before the start of buffer dest, to element -1.";
        QTest::newRow("a little before")
            << qint64(-1) << " went before the start of buffer dest, to element -1.";
    }
    void itSaysWhichElementAndHowFarOutside() {
        QFETCH(qint64, offset);
        QFETCH(QString, part);
        const session::Fault fault = outOfBounds(offset);
        const QString story = faultStory(fault);
        // First in words; the device's own, which have an address, come last.
        QCOMPARE(faultHeadline(fault),
                 QStringLiteral("Thread (144, 0, 0) of block (1, 0, 0)") + part);
        QVERIFY2(story.startsWith(faultHeadline(fault) + QLatin1Char('\n')), qPrintable(story));
        QVERIFY2(story.endsWith(QStringLiteral("\nThe device says: store out of bounds.")),
                 qPrintable(story));
        QVERIFY2(story.contains(QStringLiteral("It happened 3 times")), qPrintable(story));
        QVERIFY2(story.contains(faultRemedy(fault)), qPrintable(story));
        // Before the first element it does not help to compare with the size.
        QCOMPARE(story.contains(QStringLiteral("Compare the index with the size")), offset >= 0);
        QCOMPARE(story.contains(QStringLiteral("not below 0")), offset < 0);
    }

    /// An address far from all buffers: the nearest one was not meant.
    void aBufferThatWasNotMeantIsNotNamed_data() {
        QTest::addColumn<qint64>("offset");
        QTest::newRow("far before") << -(qint64(1) << 50);
        QTest::newRow("far behind") << (qint64(1) << 50);
    }
    void aBufferThatWasNotMeantIsNotNamed() {
        QFETCH(qint64, offset);
        session::Fault fault = outOfBounds(offset);
        fault.kind = "misaligned";
        const QString said = faultHeadline(fault);
        QVERIFY2(!said.contains(QStringLiteral("dest")), qPrintable(said));
        QVERIFY2(said.contains(QStringLiteral("misaligned")), qPrintable(said));
    }

    /// Near nothing that was allocated: not the index is wrong but the pointer.
    void ofAWildPointerTheOriginIsAskedFor() {
        for (const char* kind : {"out_of_bounds", "misaligned"}) {
            session::Fault fault = outOfBounds(0);
            fault.kind = kind;
            QVERIFY(!faultRemedy(fault).contains(QStringLiteral("where the pointer comes from")));
            fault.buffer.clear();
            fault.offset.reset();
            fault.address = 0x3f8000003f800000;
            QVERIFY(faultRemedy(fault).contains(QStringLiteral("where the pointer comes from")));
            fault.address.reset(); // as reported by a real GPU
            QVERIFY(!faultRemedy(fault).contains(QStringLiteral("where the pointer comes from")));
        }
    }

    void aBufferWithoutElementsHasNoLastOne() {
        session::Fault fault = outOfBounds(0);
        fault.elements = 0;
        QVERIFY2(faultHeadline(fault).endsWith(
                     QStringLiteral(" went to element 0 of buffer dest, which is empty.")),
                 qPrintable(faultHeadline(fault)));
    }

    void whatIsReadBeforeItIsWrittenIsSaidPlainly() {
        session::Fault fault = outOfBounds(40);
        fault.kind = "uninitialized";
        QCOMPARE(
            faultHeadline(fault),
            QStringLiteral("Thread (144, 0, 0) of block (1, 0, 0) read element 10 of buffer dest, "
                           "which nothing had written."));
    }

    /// From kind and numbers, so that it can be translated.
    void accessesAndRacesAreSaidFromTheirFigures() {
        session::Fault fault;
        fault.kind = "misaligned";
        fault.text = "what core says";
        fault.block = fault.thread = {0, 0, 0};
        fault.access = session::FaultAccess::write;
        fault.bytes = 8;
        fault.address = 0x1004;
        const QString who = QStringLiteral("Thread (0, 0, 0) of block (0, 0, 0): ");
        QCOMPARE(faultHeadline(fault),
                 who + QStringLiteral("misaligned access: write of 8 byte(s)"));
        QVERIFY(faultStory(fault).endsWith(QStringLiteral("The device says: what core says.")));
        fault.kind = "out_of_bounds";
        fault.space = session::AccessSpace::shared;
        fault.variable = "tile";
        fault.variableBytes = 1024;
        const auto placed = [&](std::int64_t offset, const char* place) {
            fault.variableOffset = offset;
            QCOMPARE(faultHeadline(fault),
                     who +
                         QStringLiteral("access out of bounds: write of 8 byte(s) of shared "
                                        "memory, ") +
                         QLatin1String(place));
        };
        placed(1024, "just past the end of tile (1024 byte(s))");
        placed(1032, "8 byte(s) past the end of tile (1024 byte(s))");
        placed(-4, "4 byte(s) before the start of tile (1024 byte(s))");
        QVERIFY2(faultRemedy(fault).contains(QStringLiteral("not below 0")),
                 qPrintable(faultRemedy(fault)));
        fault.kind = "shared_race";
        fault.otherLine = 12;
        fault.otherAccess = session::FaultAccess::read;
        fault.unordered = session::FaultOrder::noBarrier;
        fault.variableOffset = 4;
        QCOMPARE(faultHeadline(fault),
                 who + QStringLiteral("race in shared memory: a write over what line 12 reads, "
                                      "with no barrier between them, at offset 4 of tile (1024 "
                                      "byte(s))"));
        QVERIFY(faultStory(fault).endsWith(QStringLiteral("\nThe address was 0x1004.")));
    }

    /// The device's text is English and is omitted if our text contains everything.
    void theDeviceIsNotQuotedWhereItSaysNoMore_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("last");
        const auto row = [](const char* kind, const char* text, const char* last) {
            QTest::addRow("%s: %s", kind, text) << kind << text << last;
        };
        row("trap", "trap instruction", "Check what led to it.");
        row("timeout", "the launch took longer than its time limit",
            "Set-up, Project, Time limit.");
        row("stack_overflow", "calls are nested deeper than the stack allows",
            "Calls are nested deeper than the stack allows.");
        row("invalid_sync_mask", "the mask does not name the thread that passes it",
            "The mask does not name the thread that passes it.");
        row("barrier_divergence",
            "the block's threads wait for each other forever: at barriers of lines 5, 7",
            "The block's threads wait for each other forever: at barriers of lines 5, 7.");
        row("invalid_pc", "something new", "The device says: something new.");
    }
    void theDeviceIsNotQuotedWhereItSaysNoMore() {
        QFETCH(QString, kind);
        QFETCH(QString, text);
        QFETCH(QString, last);
        session::Fault fault;
        fault.kind = kind.toStdString();
        fault.text = text.toStdString();
        fault.block = fault.thread = {0, 0, 0};
        const QString story = faultStory(fault);
        QVERIFY2(story.endsWith(last), qPrintable(story));
        QVERIFY2(!faultRemedy(fault).isEmpty(), "it says what to do");
    }

    /// Through a pointer that is wrong itself there is the address alone to say.
    void ofAWrongPointerTheAddressIsSaid_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<int>("space");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("last");
        using session::AccessSpace;
        QTest::newRow("wild") << "out_of_bounds" << int(AccessSpace::global)
                              << "access out of bounds: read of 4 bytes, address 0xc"
                              << "The address was 0xc.";
        QTest::newRow("null") << "null_pointer" << int(AccessSpace::global)
                              << "read through a null pointer: read of 4 bytes, address 0xc"
                              << "The address was 0xc.";
        QTest::newRow("local") << "out_of_bounds" << int(AccessSpace::local)
                               << "access out of bounds: read of 4 bytes in local memory, address "
                                  "0xc; the thread has 8 bytes of local memory"
                               << "The address was 0xc. The thread has 8 bytes of local memory.";
        QTest::newRow("more") << "null_pointer" << int(AccessSpace::global)
                              << "read through a null pointer: read of 4 bytes, address 0xc (f)"
                              << "The device says: read through a null pointer: read of 4 bytes, "
                                 "address 0xc (f).";
    }
    void ofAWrongPointerTheAddressIsSaid() {
        QFETCH(QString, kind);
        QFETCH(int, space);
        QFETCH(QString, text);
        QFETCH(QString, last);
        session::Fault fault;
        fault.kind = kind.toStdString();
        fault.space = session::AccessSpace(space);
        fault.text = text.toStdString();
        fault.access = session::FaultAccess::read;
        fault.bytes = 4;
        fault.address = 0xc;
        const QString story = faultStory(fault);
        QVERIFY2(story.endsWith(QLatin1Char('\n') + last), qPrintable(story));
    }

    void anAssertionIsToldByItsCondition() {
        session::Fault fault;
        fault.kind = "assert";
        fault.text = "assertion 'a[i] < 'x'' failed in void k(const char *) (/home/me/k.cu:5)";
        QCOMPARE(faultHeadline(fault), QStringLiteral("the assertion a[i] < 'x' failed"));
        QVERIFY(!faultStory(fault).contains(QStringLiteral("/home")));
        QVERIFY(faultRemedy(fault).contains(QStringLiteral("Step to this line")));
    }

    /// Not its index is wrong, but when it is used.
    void ofFreedMemoryTheSizeIsNotToBlame() {
        session::Fault fault;
        fault.kind = "out_of_bounds";
        fault.access = session::FaultAccess::read;
        fault.bytes = 4;
        fault.address = 0x1000;
        fault.offset = 0;
        fault.variable = "malloc in a kernel";
        fault.variableBytes = 16;
        fault.text = "access out of bounds: read of 4 bytes, at offset 0 of 'malloc in a kernel' "
                     "(16 bytes), which has been freed, address 0x1000";
        QCOMPARE(faultHeadline(fault),
                 QStringLiteral("access to memory that has been freed: read of 4 byte(s), at "
                                "offset 0 of malloc in a kernel (16 byte(s))"));
        const QString story = faultStory(fault);
        QVERIFY2(story.contains(QStringLiteral("before it is freed")), qPrintable(story));
        QVERIFY2(!story.contains(QStringLiteral("Compare the index")), qPrintable(story));
        QVERIFY2(story.endsWith(QStringLiteral("The address was 0x1000.")), qPrintable(story));
    }

    /// An access of a launch is of no help where no buffer is meant.
    void adviceIsOfTheMemoryThatWasMeant_data() {
        using session::AccessSpace;
        QTest::addColumn<QString>("kind");
        QTest::addColumn<int>("space");
        QTest::addColumn<QString>("helps");
        const auto row = [](const char* kind, AccessSpace space, const char* helps) {
            QTest::addRow("%s %d", kind, int(space)) << kind << int(space) << helps;
        };
        row("uninitialized", AccessSpace::global, "give the buffer the access in or inout");
        row("uninitialized", AccessSpace::shared, "put __syncthreads() between the two");
        row("uninitialized", AccessSpace::local, "Give the element a value before it is read");
        row("out_of_bounds", AccessSpace::global, "a grid often has more threads");
        row("out_of_bounds", AccessSpace::shared, "the size of the array in shared memory");
        row("out_of_bounds", AccessSpace::local, "the size of the thread's own array");
        row("misaligned", AccessSpace::shared, "a multiple of the type's size");
    }
    void adviceIsOfTheMemoryThatWasMeant() {
        QFETCH(QString, kind);
        QFETCH(int, space);
        QFETCH(QString, helps);
        session::Fault fault;
        fault.kind = kind.toStdString();
        fault.space = session::AccessSpace(space);
        const QString remedy = faultRemedy(fault);
        QVERIFY2(remedy.contains(helps), qPrintable(remedy));
        QCOMPARE(remedy.contains(QStringLiteral("buffer")),
                 helps.contains(QStringLiteral("buffer")));
        QVERIFY(faultStory(fault).contains(remedy));
    }

    /// An unrolled loop has a fault for each of its passes: the list has one entry.
    void faultsOfOneKindAndLineAreOneProblem() {
        session::RunReport report = reportWith(outOfBounds(1600));
        for (const std::int64_t offset : {1604, 1608, 1612})
            report.faults.push_back(outOfBounds(offset));
        session::Fault other = outOfBounds(1600);
        other.line = 9;
        report.faults.push_back(other);
        other.kind = "uninitialized";
        report.faults.push_back(other);
        other.line.reset(); // these have nothing in common
        report.faults.push_back(other);
        report.faults.push_back(other);
        const auto problems = problemsOfFaults(report);
        QCOMPARE(problems.size(), std::size_t(5));
        QVERIFY2(problems[0].text.contains(QStringLiteral("3 more like it")),
                 qPrintable(problems[0].text));
        QVERIFY(problems[0].text.startsWith(faultHeadline(report.faults[0])));
        for (std::size_t i = 1; i < problems.size(); ++i)
            QVERIFY(!problems[i].text.contains(QStringLiteral("more like it")));
        // Of another buffer it is another fault.
        report = reportWith(outOfBounds(1600));
        report.faults.push_back(outOfBounds(1600));
        report.faults.back().buffer = "a";
        QCOMPARE(problemsOfFaults(report).size(), std::size_t(2));
    }

    void bothSidesOfARaceAreProblems() {
        session::Fault race;
        race.kind = "shared_race";
        race.line = 9;
        race.otherLine = 12;
        race.otherThread = {3, 0, 0};
        const auto problems = problemsOfFaults(reportWith(race));
        QCOMPARE(problems.size(), std::size_t(2));
        QVERIFY(problemsOf(reportWith(race)) == problems); // the list contains the same information
        QCOMPARE(problems[0].line, 9);
        QVERIFY(problems[0].text.contains(
            QStringLiteral("Thread (3, 0, 0) is the other side, in line 12.")));
        QCOMPARE(problems[1].line, 12);
        QVERIFY(problems[1].severity == compile::Severity::note);
        race.otherLine = 9; // two threads in one line
        QCOMPARE(problemsOfFaults(reportWith(race)).size(), std::size_t(1));
    }

    void whatTheDriverCannotTellIsLeftOut() {
        session::Fault fault;
        fault.kind = "device_error";
        fault.text = "an illegal memory access was encountered";
        QCOMPARE(faultStory(fault), QString::fromStdString(fault.text));
    }

    void warningsOfPtxasSayWhatHelps() {
        compile::Diagnostic spills;
        spills.severity = compile::Severity::warning;
        spills.source = "ptxas";
        spills.text =
            "Registers are spilled to local memory in function 'k', 8 bytes spill stores, "
            "8 bytes spill loads";
        QVERIFY(problemsOf({spills})[0].text.contains(QStringLiteral("-maxrregcount")));
        spills.source = "nvrtc"; // has its own words
        QVERIFY(!problemsOf({spills})[0].text.contains(QStringLiteral("-maxrregcount")));
        QVERIFY(ptxasRemedy(QStringLiteral("Function properties for k")).isEmpty());
    }

    /// Spills are reported where users can change the code, not in generated kernels.
    void spillsAreToldInWhatOneCanChange_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<bool>("told");
        QTest::newRow("the source") << "mine.cu" << true;
        QTest::newRow("a step's kernel") << "elementwise_04df2c22.cu" << false;
    }
    void spillsAreToldInWhatOneCanChange() {
        QFETCH(QString, file);
        if (!compile::compilerInfo().available)
            QSKIP("there is no NVRTC here");
        QString source = QStringLiteral("#line 1 \"%1\"\nextern \"C\" __global__ void "
                                        "__launch_bounds__(256, 8) k(float* p) {\n")
                             .arg(file);
        for (int i = 0; i < 120; ++i)
            source += QStringLiteral("float v%1 = p[%1 * threadIdx.x];\n").arg(i);
        source += QStringLiteral("__syncthreads();\n");
        for (int i = 0; i < 120; ++i)
            source += QStringLiteral("p[%1 + threadIdx.x] = v%1 * v%2;\n").arg(i).arg(i * 7 % 120);
        compile::CompileRequest request;
        request.source = source.toStdString() + "}\n";
        request.fileName = "mine.cu";
        request.arch = "sm_90";
        const compile::CompileResult result = compile::compile(request);
        QVERIFY2(result.succeeded, result.log.c_str());
        QTEST(!spillProblems(result).empty(), "told");
    }

    /// The compiler names the line after it.
    void aMissingSemicolonIsLookedForAbove() {
        compile::Diagnostic missing;
        missing.source = "nvrtc";
        missing.text = "expected a \";\"";
        const QString text = problemsOf({missing})[0].text;
        QVERIFY2(text.startsWith(QStringLiteral("expected a \";\"\n")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("the end of the line above")), qPrintable(text));
        missing.text = "identifier \"y\" is undefined";
        QCOMPARE(problemsOf({missing})[0].text, QString::fromStdString(missing.text));
    }

    void aCompileSaysWhatItChanged() {
        ResourceModel model;
        const QAbstractItemModelTester tester(&model);
        compile::KernelInfo kernel;
        kernel.name = "k";
        kernel.registers = 32;
        kernel.spillStoreBytes = 0;
        model.setKernels({kernel});
        const auto changed = [&](ResourceModel::Row row) {
            return model.index(row, 0).data(ResourceModel::ChangeRole).toString();
        };
        QVERIFY(changed(ResourceModel::RegistersRow).isEmpty());
        kernel.registers = 40;
        kernel.spillStoreBytes = 2048;
        model.setKernels({kernel});
        QCOMPARE(changed(ResourceModel::RegistersRow), QStringLiteral("+8"));
        QCOMPARE(changed(ResourceModel::SpillStoresRow), QStringLiteral("+2 KiB"));
        QVERIFY(changed(ResourceModel::BarriersRow).isEmpty()); // not known
        model.setKernels({kernel});                             // compiled again, the same
        QCOMPARE(changed(ResourceModel::RegistersRow), QStringLiteral("+8"));
        kernel.registers = 30;
        model.setKernels({kernel});
        QCOMPARE(changed(ResourceModel::RegistersRow), QStringLiteral("−10"));
        model.setKernels({}); // another project
        model.setKernels({kernel});
        QVERIFY(changed(ResourceModel::RegistersRow).isEmpty());
    }

    void linesThatSpillAreTold() {
        const auto info = compile::compilerInfo();
        if (!info.available)
            QSKIP(info.problem.c_str());
        compile::CompileRequest request;
        request.fileName = "k.cu";
        request.arch = "sm_90";
        request.options = {"-maxrregcount=16"};
        request.source = "extern \"C\" __global__ void k(float* p) {\n"
                         "    float v[40];\n"
                         "    #pragma unroll\n"
                         "    for (int i = 0; i < 40; ++i) v[i] = p[threadIdx.x + 32 * i];\n"
                         "    __syncthreads();\n"
                         "    #pragma unroll\n"
                         "    for (int i = 0; i < 40; ++i) p[threadIdx.x + 32 * i] = v[39 - i];\n"
                         "}\n";
        const compile::CompileResult code = compile::compile(request);
        QVERIFY2(code.succeeded, code.log.c_str());
        QVERIFY(code.kernels.at(0).spillStoreBytes.value_or(0) > 0);
        const auto problems = spillProblems(code);
        QVERIFY(!problems.empty());
        QVERIFY(problems[0].line >= 4 && problems[0].line <= 7);
        QVERIFY(problems[0].severity == compile::Severity::note);
        QVERIFY2(problems[0].text.contains(QStringLiteral(" of k spill")),
                 qPrintable(problems[0].text));
    }

    void countersAreReadableAndLeaveOutWhatIsZero() {
        CountersModel model;
        const QAbstractItemModelTester tester(&model);
        session::RunReport report;
        session::LaunchReport& naive = report.launches.emplace_back();
        naive.kernel = "naive";
        naive.counters = session::Counters{};
        naive.counters->warpInstructions = 1000;
        naive.counters->threadInstructions = 16'000;
        naive.counters->globalSectors = 900;
        naive.counters->idealGlobalSectors = 200;
        session::LaunchReport& tiled = report.launches.emplace_back(naive);
        tiled.kernel = "tiled";
        tiled.counters->globalSectors = 200;
        report.launches.emplace_back(); // was not counted
        model.setReport(&report);
        QCOMPARE(model.columnCount(), 2);
        QCOMPARE(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QStringLiteral("tiled"));
        QStringList names;
        for (int row = 0; row < model.rowCount(); ++row)
            names << model.headerData(row, Qt::Vertical, Qt::DisplayRole).toString();
        QCOMPARE(names,
                 (QStringList{QStringLiteral("Warp instructions"), QStringLiteral("Active lanes"),
                              QStringLiteral("Sectors moved")}));
        QCOMPARE(model.index(1, 0).data().toString(), QStringLiteral("16.0 / 32"));
        QCOMPARE(model.index(2, 0).data().toString(), QStringLiteral("900 (4.5×)"));
        QVERIFY(model.index(2, 0).data(CountersModel::ConcernRole).toBool());
        QVERIFY(!model.index(2, 1).data(CountersModel::ConcernRole).toBool());
        model.setReport(nullptr);
        QVERIFY(model.empty());
        QCOMPARE(model.rowCount(), 0);
    }
};

WARPBENCH_WIDGET_TEST(TstFaultStory)
} // namespace tst_fault_story

#include "tst_fault_story.moc"
