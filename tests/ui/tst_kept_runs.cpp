// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of a project are listed again after a restart.
#include "tests/main.h"
#include "tests/ui/ui_test.h"
#include "ui/panels/runs_panel.h"
#include "ui/run/run_history.h"
#include "ui/workbench/workbench.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QDir>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>

namespace tst_kept_runs {

using namespace warpbench;
using namespace warpbench::ui;

namespace {

session::RunReport reportOf(session::RunStatus status, double ms) {
    session::RunReport report;
    report.status = status;
    report.compile.emplace();
    report.device.emplace();
    report.device->name = "NVIDIA H200";
    session::LaunchReport launch;
    launch.kernel = "k";
    launch.time = launch::summarize({ms}, "gpu-events");
    report.launches.push_back(launch);
    return report;
}

/// A window's state without the window: the list is emptied when a project is opened.
struct Opened : Workbench {
    Opened(const QString& kept, const QString& project)
        : Workbench(session::WorkerHome::this_process) {
        keptRuns.keepIn(kept);
        open(project);
    }
    void open(const QString& project) {
        document.open(project);
        results.clear();
    }
    void finishRun(session::RunStatus status = session::RunStatus::ok, double ms = 1) {
        results.begin();
        emit controller.runFinished(reportOf(status, ms));
    }
    RunHistory& history() { return results.history(); }
    QString text(int row, RunHistory::Column column) {
        return history().index(row, column).data().toString();
    }
};

QString onlyFileIn(const QTemporaryDir& folder) {
    const QStringList files = QDir(folder.path()).entryList(QDir::Files);
    return files.size() == 1 ? folder.filePath(files.front()) : QString();
}

} // namespace

class TstKeptRuns : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { prepareUiTest(m_home); }
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_kept = std::make_unique<QTemporaryDir>();
        m_project = copyExample(QStringLiteral("vector_multiply"), m_folder->path());
    }

    void theySurviveARestart() {
        QString source;
        {
            Opened bench(m_kept->path(), m_project);
            source = bench.document.source();
            bench.finishRun(session::RunStatus::ok, 2);
            bench.document.setSource(source + QStringLiteral("// changed\n"));
            bench.document.edit(QStringLiteral("Blocks"), [](project::Project& project) {
                project.launches[0].block = {{"64", {}}};
            });
            bench.finishRun(session::RunStatus::expect_failed, 3);
        }
        Opened bench(m_kept->path(), m_project);
        const QAbstractItemModelTester tester(&bench.history());
        QTRY_COMPARE(bench.history().rowCount(), 2);
        QCOMPARE(bench.text(0, RunHistory::NumberColumn), QStringLiteral("2"));
        QCOMPARE(bench.text(1, RunHistory::NumberColumn), QStringLiteral("1"));
        QCOMPARE(bench.text(0, RunHistory::FigureColumn), QStringLiteral("3.00 ms"));
        QCOMPARE(bench.text(0, RunHistory::DeviceColumn), QStringLiteral("NVIDIA H200"));
        QVERIFY(bench.text(0, RunHistory::OutcomeColumn) !=
                bench.text(1, RunHistory::OutcomeColumn));
        QVERIFY(bench.text(0, RunHistory::ChangesColumn).contains(QStringLiteral("1 line")));
        QVERIFY(bench.text(1, RunHistory::ChangesColumn).isEmpty());
        QCOMPARE(bench.history().run(1).source, source);
        QCOMPARE(bench.history().run(0).project->launches[0].block[0].text, std::string("64"));
        // The numbers go on, and so do the changes.
        bench.finishRun();
        QCOMPARE(bench.text(0, RunHistory::NumberColumn), QStringLiteral("3"));
        QVERIFY(bench.text(0, RunHistory::ChangesColumn).contains(QStringLiteral("1 line")));
    }

    void goingBackToOneOfThem() {
        {
            Opened bench(m_kept->path(), m_project);
            bench.document.edit(QStringLiteral("Blocks"), [](project::Project& project) {
                project.launches[0].block = {{"96", {}}};
            });
            bench.finishRun();
        }
        Opened bench(m_kept->path(), m_project);
        const auto file = bench.document.project().file;
        QTRY_COMPARE(bench.history().rowCount(), 1);
        RunsPanel panel(bench);
        panel.findChild<QPushButton*>(QStringLiteral("goBackToRun"))->click();
        QCOMPARE(bench.document.project().launches[0].block[0].text, std::string("96"));
        QCOMPARE(bench.document.project().file, file); // not in the run's file
        bench.document.undoStack()->undo();
        QVERIFY(bench.document.project().launches[0].block[0].text != "96");
    }

    /// A run ends before the earlier ones have been read.
    void runsOfBothTimes() {
        { Opened(m_kept->path(), m_project).finishRun(session::RunStatus::ok, 5); }
        Opened bench(m_kept->path(), m_project);
        bench.finishRun(session::RunStatus::ok, 6);
        QTRY_COMPARE(bench.history().rowCount(), 2);
        QCOMPARE(bench.text(0, RunHistory::FigureColumn), QStringLiteral("6.00 ms"));
        QCOMPARE(bench.text(0, RunHistory::NumberColumn), QStringLiteral("2"));
        QCOMPARE(bench.text(1, RunHistory::FigureColumn), QStringLiteral("5.00 ms"));
    }

    void eachProjectHasItsOwn() {
        QTemporaryDir elsewhere;
        const QString other = copyExample(QStringLiteral("saxpy"), elsewhere.path());
        Opened bench(m_kept->path(), m_project);
        bench.finishRun();
        bench.open(other);
        bench.finishRun(session::RunStatus::ok, 8);
        QCOMPARE(bench.history().rowCount(), 1);
        bench.open(m_project);
        QTRY_COMPARE(bench.history().rowCount(), 1);
        QCOMPARE(bench.text(0, RunHistory::FigureColumn), QStringLiteral("1.00 ms"));
        bench.document.create({}, QStringLiteral("new"));
        bench.results.clear();
        bench.finishRun();
        QCOMPARE(bench.history().rowCount(), 1); // kept nowhere
        QCOMPARE(QDir(m_kept->path()).entryList(QDir::Files).size(), 2);
    }

    void savedUnderAnotherName() {
        const QString other = m_folder->filePath(QStringLiteral("other.warpbench"));
        {
            Opened bench(m_kept->path(), m_project);
            bench.finishRun();
            bench.document.saveAs(other);
            bench.finishRun();
        }
        for (const auto& [path, runs] : {std::pair(m_project, 1), std::pair(other, 2)}) {
            Opened bench(m_kept->path(), path);
            QTRY_COMPARE(bench.history().rowCount(), runs);
        }
    }

    void whatIsDamagedIsLeftOut_data() {
        QTest::addColumn<int>("at"); // from the end, if negative
        QTest::addColumn<int>("left");
        QTest::newRow("cut off at the end") << -3 << 2;
        QTest::newRow("wrong bytes in the first") << 20 << 2;
    }
    void whatIsDamagedIsLeftOut() {
        QFETCH(int, at);
        QFETCH(int, left);
        {
            Opened bench(m_kept->path(), m_project);
            for (int i = 0; i < 3; ++i)
                bench.finishRun();
        }
        QFile file(onlyFileIn(*m_kept));
        QVERIFY(file.open(QIODevice::ReadWrite));
        if (at < 0) {
            file.resize(file.size() + at);
        } else {
            file.seek(at);
            file.write("????????");
        }
        file.close();
        {
            Opened bench(m_kept->path(), m_project);
            QTRY_COMPARE(bench.history().rowCount(), left);
            bench.finishRun();
        }
        Opened bench(m_kept->path(), m_project);
        QTRY_COMPARE(bench.history().rowCount(), left + 1);
    }

    void theFileDoesNotGrowForever() {
        qint64 full = 0;
        {
            Opened bench(m_kept->path(), m_project);
            for (int i = 0; i < 2 * RunHistory::kMostRuns + 5; ++i)
                bench.finishRun();
        }
        full = QFileInfo(onlyFileIn(*m_kept)).size();
        Opened bench(m_kept->path(), m_project);
        QTRY_COMPARE(bench.history().rowCount(), RunHistory::kMostRuns);
        QVERIFY(QFileInfo(onlyFileIn(*m_kept)).size() < full * 6 / 10);
    }

    void forgetThem() {
        {
            Opened bench(m_kept->path(), m_project);
            bench.finishRun();
            RunsPanel panel(bench);
            auto* list = panel.findChild<QTreeView*>(QStringLiteral("runHistory"));
            QCOMPARE(list->actions().size(), 1);
            list->actions().front()->trigger();
            QCOMPARE(bench.history().rowCount(), 0);
        }
        QVERIFY(onlyFileIn(*m_kept).isEmpty());
    }

    void aFolderThatCannotBeWritten() {
        QFile blocker(m_kept->filePath(QStringLiteral("file")));
        QVERIFY(blocker.open(QIODevice::WriteOnly));
        Opened bench(m_kept->filePath(QStringLiteral("file/folder")), m_project);
        QSignalSpy failed(&bench.keptRuns, &KeptRuns::failed);
        bench.finishRun();
        bench.finishRun();
        QTRY_COMPARE(failed.size(), 1); // said once
        QCOMPARE(bench.history().rowCount(), 2);
    }

  private:
    QTemporaryDir m_home;
    std::unique_ptr<QTemporaryDir> m_folder, m_kept;
    QString m_project;
};

WARPBENCH_WIDGET_TEST(TstKeptRuns)
} // namespace tst_kept_runs

#include "tst_kept_runs.moc"
