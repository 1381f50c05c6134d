// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expression/expression.h"
#include "tests/main.h"
#include "ui/documents/evaluation.h"
#include "ui/documents/function_help.h"
#include "ui/results/diagnostics_model.h"
#include "ui/results/resource_model.h"
#include "ui/run/block_sweep.h"
#include "ui/run/devices_model.h"
#include "ui/run/launch_usage.h"
#include "ui/setup/buffers_model.h"
#include "ui/setup/names_model.h"
#include "ui/words/describe.h"
#include "ui/words/host_code_note.h"
#include "ui/words/launch_title.h"
#include "ui/words/memory_words.h"
#include "ui/words/progress_words.h"
#include "ui/words/text.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

namespace tst_ui_models {

using namespace warpbench;
using namespace warpbench::ui;

class TstUiModels : public QObject {
    Q_OBJECT

  private slots:
    void hostCodeThatWasSetAsideIsTold() {
        using Kind = compile::SetAside::Kind;
        const HostCodeNote note = noteOnHostCode({{Kind::include, "a.cu", 1, 1, "iostream"},
                                                  {Kind::function, "a.cu", 3, 5, "main"},
                                                  {Kind::function, "a.cu", 7, 7, "usage"}});
        QVERIFY2(note.text.contains(QLatin1String("main(), usage()")), qPrintable(note.text));
        QVERIFY2(note.text.contains(QLatin1String("1 header")), qPrintable(note.text));
        QCOMPARE(note.file, QStringLiteral("a.cu"));
        QCOMPARE(note.line, 3);
        QVERIFY(noteOnHostCode({}).text.isEmpty());
    }

    void aPhaseIsToldInWords() {
        for (const char* phase :
             {"Compiling", "Compiling with nvcc", "Timing 3 of 50", "Timing as a graph 3 of 50",
              "Measuring the device's peaks: half", "Something new", "Timing 3 of 50 50"})
            QCOMPARE(progressInWords(phase), QString::fromLatin1(phase));
    }

    void aCallOfALibraryIsTitledWithWhoDidIt() {
        session::LaunchReport launch;
        launch.kernel = "k";
        QCOMPARE(launchTitle(launch), QStringLiteral("k"));
        launch.step = "library: s = sum(x)";
        for (const char* by : {"the host", "the host (Eigen)", "cuBLAS 13.0.2"}) {
            launch.computedBy = by;
            QCOMPARE(launchTitle(launch), QString::fromStdString(titleOf(launch)));
        }
    }

    /// A line for each device that something is held of, with the pool's figures.
    void memoryIsToldInWords() {
        constexpr std::uint64_t kMiB = 1 << 20;
        session::DeviceInfo gpu;
        gpu.name = "GPU";
        session::DeviceInfo simulated;
        simulated.name = "Simulated";
        simulated.simulated = true;
        const std::vector<session::DeviceInfo> devices = {gpu, simulated};
        QCOMPARE(memoryInShort({}), QStringLiteral("Device memory: none"));
        QCOMPARE(memoryInWords({}, devices, &gpu), QStringLiteral("No device memory is held."));
        QVERIFY(
            memoryInWords({}, devices, &simulated).contains(QLatin1String("does not use a pool")));

        session::DeviceMemory first;
        first.use = {90 * kMiB, session::PoolUse{100 * kMiB, 120 * kMiB, 0.25}};
        first.managedBytes = 8 * kMiB;
        session::DeviceMemory second{false, 1};
        second.use.pool = {0, 64 * kMiB, 0.5};
        second.lockedBytes = 32 * kMiB;
        const session::DeviceMemory idle{false, 2};
        const session::DeviceMemory sim{true, 0, {3 * kMiB, {}}};
        QCOMPARE(memoryInShort({first, second, idle}), QStringLiteral("Device memory: 192 MiB"));
        const QStringList lines =
            memoryInWords({first, second, idle, sim}, devices, &gpu).split(u'\n');
        QCOMPARE(lines.size(), 5);
        QCOMPARE(lines[0], QStringLiteral("GPU (device 0): 120 MiB held from the driver, 90 MiB of "
                                          "it in buffers (waste 10.0 %, fragmentation 0.25); 8 MiB "
                                          "in managed buffers"));
        QCOMPARE(lines[1], QStringLiteral("Device 1: 64 MiB held from the driver for the next run, "
                                          "nothing in buffers (fragmentation 0.50); 32 MiB of host "
                                          "memory page-locked"));
        QCOMPARE(lines[2], QStringLiteral("Simulated (device 0): 3 MiB in buffers"));
        QVERIFY(lines[3].contains(QLatin1String("half a minute")));
    }

    void namesAreEditedThroughTheHistory() {
        ProjectDocument document;
        NamesModel model(document);
        QAbstractItemModelTester tester(&model);
        document.edit(QStringLiteral("set"), [](auto& p) {
            p.parameters["n"].text = "100";
            p.parameters["m"].text = "n + BLOCK";
            p.compile.defines["BLOCK"] = "32";
        });
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.index(0, NamesModel::EvaluatedColumn).data().toString(),
                 QStringLiteral("132"));
        const QModelIndex n = model.index(1, NamesModel::ValueColumn);
        QVERIFY(model.setData(n, QStringLiteral("200"), Qt::EditRole));
        QCOMPARE(model.index(0, NamesModel::EvaluatedColumn).data().toString(),
                 QStringLiteral("232"));
        document.undoStack()->undo();
        QCOMPARE(n.data().toString(), QStringLiteral("100"));
        QVERIFY(model.setData(n, QStringLiteral("nonsense +"), Qt::EditRole));
        QVERIFY(!n.data(NamesModel::ErrorRole).toString().isEmpty());
    }

    /// The project's own values where its sweep has some, else whole warps.
    void blockSizesAreOffered() {
        project::Project p;
        p.parameters["n"].text = "1000";
        p.compile.defines["BLOCK"] = "128";
        auto& launch = p.launches.emplace_back();
        launch.grid = {project::Expression{"ceil_div(n, BLOCK)", {}}};
        launch.block = {project::Expression{"BLOCK", {}}};
        const BlockSizes sizes = blockSizesOf(p, 0);
        QCOMPARE(sizes.name, std::string("BLOCK"));
        QCOMPARE(sizes.values.front(), std::string("32"));
        QCOMPARE(sizes.values.back(), std::string("1024"));
        QVERIFY(sizes.why.isEmpty());
        p.launches[0].block.push_back({"BLOCK", {}}); // a square
        QCOMPARE(blockSizesOf(p, 0).values, (std::vector<std::string>{"8", "16", "24", "32"}));
        p.launches[0].block = {project::Expression{"BLOCK / 4", {}}};
        QCOMPARE(blockSizesOf(p, 0).values.front(), std::string("128"));
        p.sweep.emplace();
        p.sweep->parameters["BLOCK"] = {{"64", {}}, {"400", {}}, {"8192", {}}};
        QCOMPARE(blockSizesOf(p, 0).values, (std::vector<std::string>{"64", "400"}));
        p.launches[0].block = {project::Expression{"256", {}}};
        QVERIFY(blockSizesOf(p, 0).name.empty());
        QVERIFY(!blockSizesOf(p, 0).why.isEmpty());
        QVERIFY(blockSizesOf(p, 3).name.empty());
    }

    /// Known before any run; Apply writes where the launch takes its size from.
    void aLaunchsUsageIsKnownAfterACompile() {
        ProjectDocument document;
        document.edit(QStringLiteral("set"), [](project::Project& p) {
            p.parameters["n"].text = "1000";
            p.compile.defines["BLOCK"] = "128";
            p.compile.defines["T"] = "float";
            auto& launch = p.launches.emplace_back();
            launch.kernel = "scale<${T}>";
            launch.grid = {project::Expression{"ceil_div(n, BLOCK)", {}}};
            launch.block = {project::Expression{"BLOCK", {}}};
            launch.shared.text = "4 * BLOCK";
        });
        compile::KernelInfo kernel;
        kernel.name = "scale<float>";
        QVERIFY(!usageOf(document.project(), 0, {kernel})); // unknown without ptxas
        kernel.registers = 40;
        kernel.sharedBytes = 1024;
        const auto found = usageOf(document.project(), 0, {kernel});
        QVERIFY(found);
        QCOMPARE(found->blocks, std::int64_t(8));
        QCOMPARE(found->usage.threads, 128);
        QCOMPARE(found->usage.registers, 40);
        QCOMPARE(found->usage.staticShared, std::int64_t(1024));
        QCOMPARE(found->usage.dynamicShared, std::int64_t(512));
        QVERIFY(!usageOf(document.project(), 1, {kernel}));
        project::Project changed = document.project();
        QVERIFY(setBlockSize(changed, 0, 256));
        QCOMPARE(*changed.compile.defines["BLOCK"], std::string("256"));
        QCOMPARE(changed.launches[0].block[0].text, std::string("BLOCK"));
        changed.launches[0].block = {project::Expression{"16", {}}, project::Expression{"16", {}}};
        QVERIFY(!setBlockSize(changed, 0, 128)); // no square
        QVERIFY(setBlockSize(changed, 0, 64));
        QCOMPARE(changed.launches[0].block[1].text, std::string("8"));
        changed.launches[0].block[0].text = "32";
        QVERIFY(!setBlockSize(changed, 0, 64)); // of which side?
        setCluster(changed, 0, 4);
        QCOMPARE(changed.launches[0].cluster.size(), std::size_t(1));
        setCluster(changed, 0, 1);
        QVERIFY(changed.launches[0].cluster.empty());
        changed.launches[0].block = {project::Expression{"64", {}}, project::Expression{"1", {}}};
        QVERIFY(setBlockSize(changed, 0, 96));
        QCOMPARE(changed.launches[0].block[0].text, std::string("96"));
        changed.compile.options = {"--use_fast_math", "--maxrregcount=64"};
        setMaxRegisters(changed, 32);
        QCOMPARE(changed.compile.options,
                 (std::vector<std::string>{"--use_fast_math", "-maxrregcount=32"}));
    }

    /// A run that is not as expected never leaves the list of problems empty.
    void everyFailedRunIsAProblem() {
        using session::RunStatus;
        session::RunReport report;
        QVERIFY(problemsOf(report).empty());
        report.message = "a block of 2048 threads";
        for (const RunStatus status : {RunStatus::device_error, RunStatus::timeout}) {
            report.status = status;
            QCOMPARE(problemsOf(report).size(), std::size_t(1));
            QCOMPARE(problemsOf(report)[0].origin, ProblemOrigin::run);
        }
        report.status = RunStatus::expect_failed;
        session::BufferReport buffer;
        buffer.name = "dest";
        buffer.ref.elements = 400;
        buffer.expect.emplace().mismatches = 12;
        report.buffers = {buffer};
        QCOMPARE(problemsOf(report).size(), std::size_t(1));
        QCOMPARE(problemsOf(report)[0].buffer, QStringLiteral("dest"));
        QVERIFY(problemsOf(report)[0].text.contains(QStringLiteral("12 of 400")));
    }

    /// Editing a name continues in its row, wherever sorting moves it.
    void aRenamedNameKeepsItsRow() {
        ProjectDocument document;
        NamesModel model(document);
        QAbstractItemModelTester tester(&model);
        document.edit(QStringLiteral("set"), [](auto& p) {
            for (const char* name : {"a", "b", "c"})
                p.parameters[name].text = "1";
        });
        const QPersistentModelIndex value(model.index(0, NamesModel::ValueColumn));
        QVERIFY(model.setData(model.index(0, NamesModel::NameColumn), QStringLiteral("z"),
                              Qt::EditRole));
        QVERIFY(value.isValid());
        QCOMPARE(value.row(), 2);
        // It becomes a define with the same text, and back.
        QVERIFY(model.setData(value.sibling(value.row(), NamesModel::KindColumn),
                              NamesModel::tr("define"), Qt::EditRole));
        QCOMPARE(document.project().compile.defines.at("z").value_or(""), std::string("1"));
        QVERIFY(!document.project().parameters.count("z"));
        QVERIFY(model.setData(model.index(2, NamesModel::KindColumn), NamesModel::tr("parameter"),
                              Qt::EditRole));
        QCOMPARE(document.project().parameters.at("z").text, std::string("1"));
    }

    /// Suggestions for a wrong name are names that exist.
    void onlyTheUsersNamesAreProposed() {
        ProjectDocument document;
        document.edit(QStringLiteral("set"), [](auto& p) {
            p.parameters["n"].text = "100";
            p.compile.defines["BLOCK"] = "32";
        });
        const Evaluated wrong = Evaluation(document.project()).scalar("width + 1");
        QVERIFY2(wrong.error.contains(QStringLiteral("BLOCK, n")), qPrintable(wrong.error));
        QVERIFY2(!wrong.error.contains(QStringLiteral("warpbench")), qPrintable(wrong.error));
    }

    /// The list contains exactly the functions of the language.
    void everyFunctionIsExplained() {
        QStringList known;
        for (const auto* list : {&project::arrayFunctions(), &project::functions()}) {
            for (const auto& function : *list)
                known << QString::fromLatin1(function.name.data(), qsizetype(function.name.size()));
        }
        QStringList explained;
        for (const FunctionHelp& help : functionHelp(true)) {
            QVERIFY(!help.meaning.isEmpty() && !help.arguments.isEmpty());
            explained << help.name;
        }
        QCOMPARE(explained, known);
        QCOMPARE(functionHelp(false).size(), project::functions().size());
    }

    void aTakenNameIsRefused() {
        ProjectDocument document;
        NamesModel model(document);
        QSignalSpy refused(&model, &NamesModel::refused);
        const int row = model.add(false);
        model.add(true);
        QCOMPARE(model.rowCount(), 2);
        QVERIFY(!model.setData(model.index(row, NamesModel::NameColumn), QStringLiteral("NAME"),
                               Qt::EditRole));
        QVERIFY(!model.setData(model.index(row, NamesModel::NameColumn), QStringLiteral("2x"),
                               Qt::EditRole));
        QCOMPARE(refused.count(), 2);
        QVERIFY(model.setData(model.index(row, NamesModel::NameColumn), QStringLiteral("fresh"),
                              Qt::EditRole));
        QVERIFY(document.project().parameters.count("fresh"));
        model.remove(0);
        QCOMPARE(model.rowCount(), 1);
    }

    /// The members of a struct argument that point to it too.
    void aRenamedBufferIsFollowedIntoStructs() {
        ProjectDocument document;
        BuffersModel model(document);
        document.edit(QStringLiteral("set"), [](project::Project& p) {
            p.buffers.emplace_back().name = "data";
            project::StructArg members;
            members.fields["pointer"] = project::BufferArg{"data", {}, {}};
            members.fields["count"] = project::Expression{"data", {}};
            p.launches.emplace_back().args.emplace_back().value = members;
        });
        QVERIFY(model.setData(model.index(0, BuffersModel::NameColumn), QStringLiteral("points"),
                              Qt::EditRole));
        const auto& members =
            std::get<project::StructArg>(document.project().launches[0].args[0].value);
        QCOMPARE(std::get<project::BufferArg>(members.fields.at("pointer")).buffer,
                 std::string("points"));
    }

    void buffersKeepTheirLaunches() {
        ProjectDocument document;
        BuffersModel model(document);
        QAbstractItemModelTester tester(&model);
        model.add();
        model.add();
        document.edit(QStringLiteral("launch"), [](project::Project& p) {
            project::Launch launch;
            launch.args.push_back(
                {project::BufferArg{p.buffers[0].name, project::Access::in, {}}, {}});
            p.launches.push_back(launch);
            p.layouts["Pair"] = {"float x, y;", {p.buffers[0].name, "other"}};
        });
        QVERIFY(model.setData(model.index(0, BuffersModel::NameColumn), QStringLiteral("x"),
                              Qt::EditRole));
        QCOMPARE(document.project().layouts.at("Pair").buffers,
                 (std::vector<std::string>{"x", "other"}));
        const auto& argument = document.project().launches[0].args[0];
        QCOMPARE(std::get<project::BufferArg>(argument.value).buffer, std::string("x"));
        QVERIFY(model.setData(model.index(0, BuffersModel::DTypeColumn), QStringLiteral("float4"),
                              Qt::EditRole));
        QVERIFY(!model.setData(model.index(0, BuffersModel::DTypeColumn), QStringLiteral("float9"),
                               Qt::EditRole));
        QVERIFY(model.setData(model.index(0, BuffersModel::ShapeColumn), QStringLiteral("2, 3"),
                              Qt::EditRole));
        QVERIFY(model.index(0, 0).data(Qt::ToolTipRole).toString().contains(QStringLiteral("96")));
        QCOMPARE(model.duplicate(0), 1);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.move(0, 1), 1);
        QCOMPARE(model.index(1, 0).data().toString(), QStringLiteral("x"));
        model.remove(1);
        QCOMPARE(model.rowCount(), 2);
    }

    void anUnknownNameInAShapeIsShown() {
        ProjectDocument document;
        BuffersModel model(document);
        model.add();
        model.setData(model.index(0, BuffersModel::ShapeColumn), QStringLiteral("nowhere"),
                      Qt::EditRole);
        QVERIFY(model.index(0, BuffersModel::ShapeColumn)
                    .data(BuffersModel::ErrorRole)
                    .toString()
                    .contains(QStringLiteral("nowhere")));
    }

    void problemsKeepNotesAndCount() {
        DiagnosticsModel model;
        QAbstractItemModelTester tester(&model);
        compile::Diagnostic error;
        error.text = "identifier \"x\" is undefined";
        error.place = {"k.cu", 3, 7};
        error.code = "20";
        compile::Diagnostic note;
        note.severity = compile::Severity::note;
        note.text = "declared here";
        error.notes.push_back(note);
        model.setProblems(problemsOf({error}));
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.errorCount(), 1);
        QCOMPARE(model.warningCount(), 0);
        QCOMPARE(model.index(0, DiagnosticsModel::PlaceColumn).data().toString(),
                 QStringLiteral("k.cu:3"));
        session::Fault fault;
        fault.kind = "out_of_bounds";
        fault.line = 9;
        fault.text = "Reads past the end";
        fault.buffer = "a";
        fault.block = std::array<std::uint32_t, 3>{1, 0, 0};
        const Problem problem = problemOf(fault);
        QCOMPARE(problem.line, 9);
        QVERIFY(problem.text.contains(QStringLiteral("block (1, 0, 0)")));
        QVERIFY(problem.text.contains(QStringLiteral("buffer a")));
    }

    void spillsAreConcerns() {
        ResourceModel model;
        QAbstractItemModelTester tester(&model);
        compile::KernelInfo kernel;
        kernel.name = "k";
        kernel.registers = 32;
        kernel.spillStoreBytes = 16;
        kernel.spillLoadBytes = 0;
        model.setKernels({kernel});
        model.setLimits(occupancy::DeviceLimits{});
        QCOMPARE(model.index(ResourceModel::RegistersRow, 0).data().toString(),
                 QStringLiteral("32 / 255"));
        QVERIFY(model.index(ResourceModel::SpillStoresRow, 0)
                    .data(ResourceModel::ConcernRole)
                    .toBool());
        QVERIFY(!model.index(ResourceModel::SpillLoadsRow, 0)
                     .data(ResourceModel::ConcernRole)
                     .toBool());
    }

    void unusableDevicesCannotBeChosen() {
        DevicesModel model;
        QAbstractItemModelTester tester(&model);
        session::DeviceInfo broken;
        broken.name = "Broken";
        broken.selector = "0000:01:00.0";
        broken.problem = "no driver; install one";
        session::DeviceInfo sim;
        sim.name = "Simulated";
        sim.selector = "sim:h200";
        sim.simulated = true;
        model.setDevices({broken, sim});
        QVERIFY(!(model.flags(model.index(0)) & Qt::ItemIsEnabled));
        QVERIFY(model.index(0).data(Qt::ToolTipRole).toString().contains("install one"));
        QVERIFY(model.flags(model.index(1)) & Qt::ItemIsEnabled);
        QCOMPARE(model.rowOf(QStringLiteral("sim:h200")), 1);
    }

    void fieldsAreWorkedOutOneByOne() {
        project::Project p;
        p.parameters["n"].text = "10";
        p.compile.defines["TEXT"] = "not a number";
        const Evaluation evaluation(p);
        QCOMPARE(evaluation.integer("ceil_div(n, 4)", 1).value, QStringLiteral("3"));
        QVERIFY(!evaluation.integer("n / 4", 1).ok());
        QVERIFY(!evaluation.integer("0", 1).ok());
        QVERIFY(!evaluation.scalar("nobody").ok());
        QVERIFY(!evaluation.scalar("").ok());
    }

    void unitsAreReadable_data() {
        QTest::addColumn<QString>("got");
        QTest::addColumn<QString>("want");
        QTest::newRow("bytes") << describeBytes(0) << QStringLiteral("0 B");
        QTest::newRow("KiB") << describeBytes(49152) << QStringLiteral("48 KiB");
        QTest::newRow("part") << describeBytes(1536) << QStringLiteral("1.50 KiB");
        QTest::newRow("us") << describeMilliseconds(0.0124) << QStringLiteral("12.4 µs");
        QTest::newRow("ms") << describeMilliseconds(1.25) << QStringLiteral("1.25 ms");
        QTest::newRow("s") << describeMilliseconds(2100) << QStringLiteral("2.10 s");
        QTest::newRow("rate") << describeRate(4.02e12, QStringLiteral("B/s"))
                              << QStringLiteral("4.02 TB/s");
        QTest::newRow("extent") << describeExtent({256, 1, 1}) << QStringLiteral("256");
        QTest::newRow("extent z") << describeExtent({2, 1, 4}) << QStringLiteral("2 × 1 × 4");
    }
    void unitsAreReadable() {
        QFETCH(QString, got);
        QFETCH(QString, want);
        QCOMPARE(got, want);
    }

    void figuresAreInThrees() {
        QCOMPARE(describeFigure(9999, 0), QStringLiteral("9999"));
        QCOMPARE(describeFigure(10000, 0), QStringLiteral("10\u00A0000"));
        QCOMPARE(describeFigure(-1234567.5, 1), QStringLiteral("-1\u00A0234\u00A0567.5"));
        QCOMPARE(describeFigure(-100000, 0), QStringLiteral("-100\u00A0000"));
        QCOMPARE(describeFigure(0.25, 2), QStringLiteral("0.25"));
    }
};

WARPBENCH_TEST(TstUiModels)
} // namespace tst_ui_models

#include "tst_ui_models.moc"
