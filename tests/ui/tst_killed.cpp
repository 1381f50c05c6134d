// SPDX-License-Identifier: GPL-3.0-or-later
// Kills a program at random moments while it types, saves and keeps copies: the project always
// opens again, and lost typing is never older than the copy's maximum age.
#include "tests/ui/ui_test.h"
#include "ui/documents/recovery.h"
#include "ui/words/text.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QProcessEnvironment>
#include <QRandomGenerator>
#include <QTimer>

#include <cstdio>

using namespace warpbench;
using namespace warpbench::ui;

namespace {

constexpr int kKills = 100;
constexpr int kAgeMs = 5;      // of the copies here, so that many are written in a short life
constexpr int kSaveEvery = 20; // steps of typing, which is longer than that on any machine
constexpr int kPatienceMs = 60'000;
constexpr int kFiller = 20'000; // letters, so that writing takes some time

/// The text after a number of steps: it can be determined whole from cut.
QString textOf(int step) {
    return QStringLiteral("// step %1\n%2\n// end of step %1\n")
        .arg(step)
        .arg(QString(kFiller, QLatin1Char('/')));
}

/// \returns -1 if it is not the complete text of any step
int stepOf(const QString& text) {
    const int step = text.section(QLatin1Char('\n'), 0, 0).mid(8).toInt();
    return text == textOf(step) ? step : -1;
}

/// The program that is killed: types a step whenever it has time, saves now and then, and says
/// after each step which it was and when.
int typeUntilKilled(const QString& project, const QString& copies) {
    ProjectDocument document;
    Recovery recovery(document, copies);
    recovery.setGreatestAge(kAgeMs);
    document.open(project);
    const int first = stepOf(document.source()) + 1;
    int step = first - 1;
    QElapsedTimer clock;
    clock.start();
    QTimer typing;
    QObject::connect(&typing, &QTimer::timeout, &document, [&] {
        document.setSource(textOf(++step));
        document.edit(QStringLiteral("step"), [&](auto& p) { p.timing.repeats = step; });
        std::printf("%d %lld\n", step, static_cast<long long>(clock.elapsed()));
        std::fflush(stdout);
        // The first one measures the disk's speed as a pause in typing: copies depend on it as
        // well.
        if (step == first || step % kSaveEvery == 0) {
            document.save();
        }
    });
    typing.start(1);
    return QCoreApplication::exec();
}

struct Typed {
    int step = 0;
    qint64 at = 0; ///< ms in the program's own time
};

/// The lines that came out whole.
QList<Typed> typedSteps(const QByteArray& output) {
    QList<Typed> steps;
    for (const QByteArray& line : output.left(output.lastIndexOf('\n') + 1).split('\n')) {
        const QList<QByteArray> parts = line.split(' ');
        if (parts.size() == 2) {
            steps << Typed{parts[0].toInt(), parts[1].toLongLong()};
        }
    }
    return steps;
}

} // namespace

class TstKilled : public QObject {
    Q_OBJECT

  private slots:
    void nothingButTheLastMomentIsLost() {
        QTemporaryDir folder;
        QTemporaryDir copies;
        const QString project = copyExample(QStringLiteral("vector_multiply"), folder.path());
        {
            ProjectDocument first;
            first.open(project);
            first.setSource(textOf(1));
            first.save();
        }
        QRandomGenerator random(20'26);
        int withCopies = 0;
        for (int kill = 0; kill < kKills; ++kill) {
            const QByteArray output = typeAndKill(project, copies.path(), random);
            const QList<Typed> steps = typedSteps(output);
            QVERIFY2(!steps.isEmpty(), output.constData());
            // The project opens, and its source is one of the saved versions, complete.
            ProjectDocument document;
            document.open(project);
            int newest = stepOf(document.source());
            QVERIFY2(newest > 0, qPrintable(document.source().left(80)));
            const Recovery recovery(document, copies.path());
            for (const auto& entry : recovery.leftBehind()) {
                const int kept = stepOf(entry.source);
                QVERIFY2(kept > 0, "a copy is cut");
                newest = std::max(newest, kept);
                ProjectDocument restored;
                restored.restore(entry.path, entry.projectText, entry.source, entry.files);
                QCOMPARE(restored.path(), project);
                Recovery::discard(entry);
                ++withCopies;
            }
            QVERIFY2(lostMs(steps, newest) <= kAgeMs + 3 * longestGap(steps),
                     qPrintable(QStringLiteral("kept step %1, typed until %2, %3 ms lost")
                                    .arg(newest)
                                    .arg(steps.last().step)
                                    .arg(lostMs(steps, newest))));
        }
        QVERIFY2(withCopies > kKills / 4, "hardly ever was there anything to restore");
    }

  private:
    static QByteArray typeAndKill(const QString& project, const QString& copies,
                                  QRandomGenerator& random) {
        QProcess program;
        program.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        // It cannot remove its home any more, so that is removed with the copies.
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("TMPDIR"), copies);
        program.setProcessEnvironment(environment);
        program.start(QCoreApplication::applicationFilePath(),
                      {QStringLiteral("--type"), project, copies});
        QByteArray output;
        // Not after a time but after so much work, wherever in the next step that falls.
        const int steps = random.bounded(1, 40);
        while (output.count('\n') < steps && program.waitForReadyRead(kPatienceMs)) {
            output += program.readAllStandardOutput();
        }
        // Somewhere in the next one: reading some letters of its output one by one takes a moment.
        for (int letters = random.bounded(0, 20); letters > 0; --letters) {
            if (program.bytesAvailable() > 0 || program.waitForReadyRead(1)) {
                output += program.read(1);
            }
        }
        program.kill();
        program.waitForFinished(kPatienceMs);
        return output + program.readAllStandardOutput();
    }
    /// The duration of typing that the copy does not contain.
    static qint64 lostMs(const QList<Typed>& steps, int kept) {
        for (const Typed& typed : steps) {
            if (typed.step > kept) {
                return steps.last().at - typed.at;
            }
        }
        return 0;
    }
    /// A busy machine lets the program wait: nothing is typed then, and nothing written.
    static qint64 longestGap(const QList<Typed>& steps) {
        qint64 longest = 10;
        for (qsizetype i = 1; i < steps.size(); ++i) {
            longest = std::max(longest, steps[i].at - steps[i - 1].at);
        }
        return longest;
    }
};

int main(int argc, char** argv) {
    QCoreApplication app(argc, argv);
    QTemporaryDir home;
    prepareUiTest(home);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == QLatin1String("--type")) {
        return typeUntilKilled(arguments.value(2), arguments.value(3));
    }
    TstKilled test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_killed.moc"
