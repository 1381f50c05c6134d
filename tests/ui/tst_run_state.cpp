// SPDX-License-Identifier: GPL-3.0-or-later
// The state that panels subscribe to: runs, code, history, selection; no widgets or devices.
#include "tests/main.h"
#include "ui/run/run_changes.h"
#include "ui/run/run_history.h"
#include "ui/workbench/workbench.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QSignalSpy>
#include <QTest>

#include <functional>

namespace tst_run_state {

using namespace warpbench;
using namespace warpbench::ui;

namespace {

session::RunReport reportOf(const std::string& buffer) {
    session::RunReport report;
    report.status = session::RunStatus::ok;
    session::BufferReport contents;
    contents.name = buffer;
    contents.ref.generation = 1;
    contents.ref.keep = std::make_shared<int>(0);
    report.buffers.push_back(contents);
    compile::CompileResult code;
    code.succeeded = true;
    code.ptx = "// of " + buffer;
    report.code = std::make_shared<const compile::CompileResult>(code);
    return report;
}

} // namespace

class TstRunState : public QObject {
    Q_OBJECT

  private slots:
    void aReportBelongsToTheSourceThatWasSentOff() {
        Workbench bench(session::WorkerHome::this_process);
        bench.document.create({}, QStringLiteral("one"));
        bench.results.begin();
        const Revision sent = bench.document.revision();
        bench.document.setSource(QStringLiteral("two")); // typed while it runs
        QVERIFY(bench.document.revision() > sent);
        QVERIFY(!bench.results.ofRequested());
        QSignalSpy run(&bench.results, &Results::runChanged);
        QSignalSpy stale(&bench.results, &Results::codeStaleChanged);
        emit bench.controller.runFinished(reportOf("a"));
        QCOMPARE(run.count(), 1);
        QCOMPARE(bench.results.run().revision, sent);
        QCOMPARE(bench.results.run().source, QStringLiteral("one"));
        QCOMPARE(bench.results.code().revision, sent);
        QVERIFY(bench.results.codeStale());
        QCOMPARE(stale.count(), 1);
        // The same text is the same source, however it came back.
        bench.document.setSource(QStringLiteral("one"));
        QVERIFY(!bench.results.codeStale());
        QVERIFY(bench.results.ofRequested());
        QCOMPARE(stale.count(), 2);
    }

    /// Lines, names, launches, buffers and what else there is, each in its own word.
    void aRunSaysWhatChanged_data() {
        using project::Project;
        using Change = std::function<void(Project&, QString&)>;
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, Change change, const char* said) {
            QTest::newRow(name) << std::move(change) << QString::fromUtf8(said);
        };
        row(
            "nothing", [](Project&, QString&) {}, "");
        row(
            "a line", [](Project&, QString& text) { text.replace("two", "2"); }, "1 line(s)");
        row(
            "a parameter", [](Project& p, QString&) { p.parameters["n"].text = "8"; }, "n 4 → 8");
        row(
            "a new define", [](Project& p, QString&) { p.compile.defines["BLOCK"] = "64"; },
            "BLOCK – → 64");
        row(
            "an option", [](Project& p, QString&) { p.compile.options = {"-use_fast_math"}; },
            "options");
        row(
            "a launch", [](Project& p, QString&) { p.launches[1].kernel = "c"; }, "launch 2");
        row(
            "one launch more", [](Project& p, QString&) { p.launches.emplace_back(); }, "launches");
        row(
            "a buffer", [](Project& p, QString&) { p.buffers[0].dtype = arrays::Scalar::int8; },
            "buffer x");
        row(
            "how it is timed", [](Project& p, QString&) { p.timing.repeats = 7; }, "set-up");
        row(
            "its notes", [](Project& p, QString&) { p.notes = "Dear diary"; }, "");
        row(
            "two things",
            [](Project& p, QString& text) {
                text += "\nfour";
                p.parameters["n"].text = "5";
            },
            "1 line(s), n 4 → 5");
    }
    void aRunSaysWhatChanged() {
        using Change = std::function<void(project::Project&, QString&)>;
        QFETCH(Change, change);
        QFETCH(QString, said);
        project::Project project;
        project.parameters["n"].text = "4";
        project.buffers.resize(1);
        project.buffers[0].name = "x";
        project.launches.resize(2);
        RunState before;
        before.report = std::make_shared<session::RunReport>();
        before.source = QStringLiteral("one\ntwo\nthree");
        before.project = std::make_shared<project::Project>(project);
        RunState after = before;
        change(project, after.source);
        after.project = std::make_shared<project::Project>(project);
        QCOMPARE(changesBetween(before, after), said);
    }

    void theChosenLaunchIsOneOfTheProject() {
        Workbench bench(session::WorkerHome::this_process);
        project::Project two;
        two.launches.resize(2);
        bench.document.create(two, QStringLiteral("one"));
        bench.selection.setLaunch(1);
        QSignalSpy chosen(&bench.selection, &Selection::launchChanged);
        bench.document.edit(QStringLiteral("add"), [](auto& p) { p.launches.emplace_back(); });
        bench.selection.setLaunch(2);
        bench.document.undoStack()->undo();
        QCOMPARE(bench.selection.launch(), 1);
        bench.document.edit(QStringLiteral("remove"), [](auto& p) { p.launches.pop_back(); });
        QCOMPARE(bench.selection.launch(), 0);
        QCOMPARE(chosen.last().at(0).toInt(), 0);
        bench.document.create(two, QStringLiteral("another"));
        bench.selection.setLaunch(1);
        bench.document.create({}, QStringLiteral("none"));
        QCOMPARE(bench.selection.launch(), 0);
    }

    void everythingIsInPlaceBeforeAnybodyHears() {
        Workbench bench(session::WorkerHome::this_process);
        bench.document.create({}, QStringLiteral("one"));
        bench.results.begin();
        int heard = 0;
        connect(&bench.results, &Results::codeChanged, this, [&] {
            ++heard;
            QVERIFY(bench.results.report());
            QCOMPARE(bench.results.history().rowCount(), 1);
        });
        emit bench.controller.runFinished(reportOf("a"));
        QCOMPARE(heard, 1);
        bench.results.disconnect(this);
        bench.results.clear();
        QVERIFY(!bench.results.report());
        QVERIFY(!bench.results.code().code);
        QCOMPARE(bench.results.history().rowCount(), 0);
    }

    void aCompileThatFailedLeavesTheCode() {
        Workbench bench(session::WorkerHome::this_process);
        bench.document.create({}, QStringLiteral("one"));
        bench.results.begin();
        compile::CompileResult good;
        good.succeeded = true;
        good.kernels.push_back({});
        emit bench.controller.compiled(good);
        QCOMPARE(bench.usage.kernels().size(), std::size_t(1));
        compile::CompileResult bad;
        emit bench.controller.compiled(bad);
        QVERIFY(bench.results.code().code);
        QVERIFY(bench.results.code().code->succeeded);
    }

    void theHistoryIsBoundedAndKeepsNoContents() {
        Workbench bench(session::WorkerHome::this_process);
        RunHistory& history = bench.results.history();
        const QAbstractItemModelTester tester(&history);
        std::weak_ptr<const void> first;
        for (int i = 0; i < RunHistory::kMostRuns + 3; ++i) {
            const auto report = reportOf("b" + std::to_string(i));
            if (i == 0)
                first = report.buffers[0].ref.keep;
            emit bench.controller.runFinished(report);
        }
        QVERIFY(first.expired());
        QCOMPARE(history.rowCount(), RunHistory::kMostRuns);
        const auto text = [&](int row, RunHistory::Column column) {
            return history.index(row, column).data().toString();
        };
        QCOMPARE(text(0, RunHistory::NumberColumn), QString::number(RunHistory::kMostRuns + 3));
        QCOMPARE(text(RunHistory::kMostRuns - 1, RunHistory::NumberColumn), QStringLiteral("4"));
        QVERIFY(history.run(0).report->buffers[0].ref.keep);
        QVERIFY(!history.run(1).report->buffers[0].ref.keep);
        QVERIFY(history.run(1).report->code); // small
        session::RunReport large = reportOf("large");
        compile::CompileResult code;
        code.succeeded = true;
        code.ptx.assign(1'000'000, ' ');
        large.code = std::make_shared<const compile::CompileResult>(code);
        emit bench.controller.runFinished(large);
        QVERIFY(history.run(0).report->code);
        emit bench.controller.runFinished(reportOf("next"));
        QVERIFY(!history.run(1).report->code);
        QCOMPARE(history.run(1).report->buffers[0].name, std::string("large"));
    }

    void aSelectionSaysOnlyWhatIsNew() {
        Selection selection;
        QSignalSpy launch(&selection, &Selection::launchChanged);
        QSignalSpy place(&selection, &Selection::placeChanged);
        QSignalSpy buffer(&selection, &Selection::bufferChanged);
        QSignalSpy lane(&selection, &Selection::laneChanged);
        selection.setLaunch(0); // where it is
        selection.setLaunch(2);
        selection.setLaunch(2);
        selection.setPlace({{}, 3, 1});
        selection.setPlace({{}, 3, 1});
        selection.setPlace({{}, 3, 2}); // the same line of another text
        selection.setBuffer(QStringLiteral("a"));
        selection.setBuffer(QStringLiteral("a"));
        selection.setLane({0, 1, 31});
        selection.setLane({0, 1, 31});
        QCOMPARE(launch.count(), 1);
        QCOMPARE(place.count(), 2);
        QCOMPARE(buffer.count(), 1);
        QCOMPARE(lane.count(), 1);
    }

    void anotherDeviceIsNoChangeOfTheProject() {
        Workbench bench(session::WorkerHome::this_process);
        QSignalSpy changed(&bench.document, &ProjectDocument::changed);
        QSignalSpy another(&bench.devices, &DevicesModel::currentChanged);
        session::DeviceInfo one;
        one.name = "one";
        session::DeviceInfo two;
        two.name = "two";
        bench.devices.setDevices({one, two});
        QVERIFY(!bench.devices.current());
        bench.devices.setCurrent(1);
        bench.devices.setCurrent(1);
        QCOMPARE(bench.devices.current()->name, std::string("two"));
        QCOMPARE(another.count(), 1);
        bench.devices.setDevices({one}); // a list without it
        QCOMPARE(bench.devices.current()->name, std::string("two"));
        QCOMPARE(changed.count(), 0);
    }
};

WARPBENCH_WIDGET_TEST(TstRunState)
} // namespace tst_run_state

#include "tst_run_state.moc"
