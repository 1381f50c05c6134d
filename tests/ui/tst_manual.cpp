// SPDX-License-Identifier: GPL-3.0-or-later
// The manual is correct: its links work, its commands run, and every panel has a
// page.
#include "tests/main.h"
#include "tests/source_path.h"
#include "ui/docks/panel_table.h"
#include "ui/theme/heading_anchors.h"

#include <QCoreApplication>
#include <QDirIterator>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace tst_manual {

using namespace warpbench;
using namespace warpbench::ui;

namespace {

const QString kRoot = QString::fromStdString(test::sourcePath(""));
constexpr int kPatience = 240'000; // ms, for the commands of a page

QString textOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// A document without its code, in which nothing is a link or a heading.
QString proseOf(const QString& path) {
    static const QRegularExpression fences(QStringLiteral("^```.*?^```$"),
                                           QRegularExpression::MultilineOption |
                                               QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression spans(QStringLiteral("`[^`\n]*`"));
    QString text = textOf(path);
    text.remove(fences);
    return text.remove(spans);
}

QStringList anchorsOf(const QString& path) {
    static const QRegularExpression headings(QStringLiteral("^#+ (.+)$"),
                                             QRegularExpression::MultilineOption);
    static const QRegularExpression fences(QStringLiteral("^```.*?^```$"),
                                           QRegularExpression::MultilineOption |
                                               QRegularExpression::DotMatchesEverythingOption);
    QStringList anchors;
    QString text = textOf(path);
    text.remove(fences);
    for (auto it = headings.globalMatch(text); it.hasNext();)
        anchors << anchorOf(it.next().captured(1).remove(QLatin1Char('`')));
    return anchors;
}

/// Whether packages leave a page out (packaging/developer-documents.txt).
bool isForDevelopers(const QString& page) {
    static const QStringList names =
        textOf(kRoot + QStringLiteral("/packaging/developer-documents.txt"))
            .split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    const QString path =
        QDir(kRoot + QStringLiteral("/docs")).relativeFilePath(QDir::cleanPath(page));
    return std::any_of(names.begin(), names.end(), [&](const QString& name) {
        return path == name || path.startsWith(name + QLatin1Char('/'));
    });
}

/// The commands of a page: lines after "$ ", with continuation lines after "> ".
QString commandsOf(const QString& path) {
    static const QRegularExpression blocks(QStringLiteral("^```console\n(.*?)^```$"),
                                           QRegularExpression::MultilineOption |
                                               QRegularExpression::DotMatchesEverythingOption);
    QString commands;
    for (auto it = blocks.globalMatch(textOf(path)); it.hasNext();)
        for (const QString& line : it.next().captured(1).split(QLatin1Char('\n')))
            if (line.startsWith(QLatin1String("$ ")) || line.startsWith(QLatin1String("> ")))
                commands += line.mid(2) + QLatin1Char('\n');
    return commands;
}

/// Whether `warpbench-cli exec` can build and run programs here.
bool canRunPrograms() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return false; // the program, which is not built for it, would load an instrumented runtime
#else
    return QFile::exists(QCoreApplication::applicationDirPath() +
                         QStringLiteral("/libcuda/libcudart.so.13")) &&
           !QStandardPaths::findExecutable(QStringLiteral("nvcc")).isEmpty();
#endif
}

QStringList manualPages() {
    QStringList pages;
    QDirIterator files(kRoot + QStringLiteral("/docs/manual"), {QStringLiteral("*.md")},
                       QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext())
        pages << QDir::cleanPath(files.next());
    pages.sort();
    return pages;
}

} // namespace

class TstManual : public QObject {
    Q_OBJECT

  private slots:
    void linksLeadSomewhere_data() {
        QTest::addColumn<QString>("page");
        QTest::newRow("README.md") << kRoot + QStringLiteral("/README.md");
        QDirIterator pages(kRoot + QStringLiteral("/docs"), {QStringLiteral("*.md")}, QDir::Files,
                           QDirIterator::Subdirectories);
        while (pages.hasNext()) {
            const QString page = pages.next();
            QTest::newRow(qPrintable(QDir(kRoot).relativeFilePath(page))) << page;
        }
    }
    void linksLeadSomewhere() {
        QFETCH(QString, page);
        if (!QFile::exists(page))
            QSKIP("not in the bundle");
        static const QRegularExpression links(QStringLiteral("\\]\\(([^)\\s]+)\\)"));
        for (auto it = links.globalMatch(proseOf(page)); it.hasNext();) {
            const QString link = it.next().captured(1);
            if (link.contains(QLatin1String("://")))
                continue;
            const QString file = link.section(QLatin1Char('#'), 0, 0);
            const QString part = link.section(QLatin1Char('#'), 1);
            const QString target =
                file.isEmpty() ? page : QFileInfo(page).dir().absoluteFilePath(file);
            QVERIFY2(QFileInfo::exists(target), qPrintable(link));
            QVERIFY2(
                isForDevelopers(page) || !isForDevelopers(target) || page.endsWith("README.md"),
                qPrintable(link + QStringLiteral(" is not in the packages that have this page")));
            if (!part.isEmpty())
                QVERIFY2(anchorsOf(target).contains(part),
                         qPrintable(link + QStringLiteral(": ") + anchorsOf(target).join(' ')));
        }
    }

    /// Every page can be reached from the contents.
    void everyPageIsLinked() {
        static const QRegularExpression links(QStringLiteral("\\]\\(([^)#\\s]+\\.md)"));
        const QString manual =
            QDir::cleanPath(kRoot + QStringLiteral("/docs/manual")) + QLatin1Char('/');
        QStringList reached{manual + QStringLiteral("index.md")};
        for (qsizetype at = 0; at < reached.size(); ++at)
            for (auto it = links.globalMatch(proseOf(reached[at])); it.hasNext();) {
                const QString page = QDir::cleanPath(
                    QFileInfo(reached[at]).dir().absoluteFilePath(it.next().captured(1)));
                if (page.startsWith(manual) && !reached.contains(page))
                    reached << page;
            }
        for (const QString& page : manualPages())
            QVERIFY2(reached.contains(page), qPrintable(page));
    }

    void everyPanelHasItsPage() {
        for (const PanelRow& row : panelTable()) {
            const QString page = manualPageOf(row);
            const QString title = QStringLiteral("# %1\n").arg(QLatin1String(row.title));
            QVERIFY2(textOf(kRoot + QStringLiteral("/docs/manual/") + page).startsWith(title),
                     qPrintable(page));
        }
    }

    /// Each page has a picture that the build makes.
    void everyPanelHasItsPicture() {
        const QString made = textOf(kRoot + QStringLiteral("/cmake/WarpbenchManual.cmake"));
        if (made.isEmpty())
            QSKIP("not in the bundle");
        static const QRegularExpression pictures(
            QStringLiteral("!\\[[^\\]]+\\]\\(\\.\\./\\.\\./images/([^)]+)\\)"));
        for (const PanelRow& row : panelTable()) {
            const QString page = manualPageOf(row);
            const auto found =
                pictures.match(textOf(kRoot + QStringLiteral("/docs/manual/") + page));
            QVERIFY2(found.hasMatch(), qPrintable(page));
            const QString file = found.captured(1);
            QVERIFY2(made.contains(QStringLiteral("\"%1|").arg(file)), qPrintable(file));
            const QImage picture(kRoot + QStringLiteral("/docs/images/") + file);
            QVERIFY2(picture.width() >= 250 && picture.height() >= 100, qPrintable(file));
        }
    }

    void commandsRun_data() {
        QTest::addColumn<QString>("page");
        const QDir manual(kRoot + QStringLiteral("/docs/manual"));
        for (const QString& page : manualPages())
            if (!commandsOf(page).isEmpty())
                QTest::newRow(qPrintable(manual.relativeFilePath(page))) << page;
    }
    void commandsRun() {
#ifdef Q_OS_WIN
        QSKIP("the manual's commands are those of a Unix shell");
#endif
        QFETCH(QString, page);
        const QString commands = commandsOf(page);
        QVERIFY2(commands.contains(QLatin1String("warpbench-cli ")), qPrintable(page));
        if (commands.contains(QLatin1String("warpbench-cli exec")) && !canRunPrograms())
            QSKIP("no nvcc or no CUDA runtime of ours, and they build whole programs");
        QTemporaryDir folder;
        QProcess shell;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("PATH"), QCoreApplication::applicationDirPath() +
                                                       QLatin1Char(':') +
                                                       environment.value(QStringLiteral("PATH")));
        environment.insert(QStringLiteral("CUDA_DEVICE"), QStringLiteral("sim"));
        shell.setProcessEnvironment(environment);
        shell.setWorkingDirectory(folder.path());
        shell.setProcessChannelMode(QProcess::MergedChannels);
        shell.start(QStringLiteral("bash"),
                    {QStringLiteral("-ex"), QStringLiteral("-c"), commands});
        QVERIFY2(shell.waitForFinished(kPatience), qPrintable(shell.readAll()));
        const QByteArray output = shell.readAll();
        QVERIFY2(shell.exitStatus() == QProcess::NormalExit && shell.exitCode() == 0,
                 output.right(3000).constData());
    }
};

WARPBENCH_TEST(TstManual)
} // namespace tst_manual

#include "tst_manual.moc"
