// SPDX-License-Identifier: GPL-3.0-or-later
// The manual is correct: its links work, its commands run, and every panel has a
// section.
#include "tests/simgpu/source_path.h"
#include "ui/docks/panel_table.h"
#include "ui/theme/heading_anchors.h"

#include <QCoreApplication>
#include <QDirIterator>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

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

    void everyPanelHasItsPart() {
        for (const PanelRow& row : panelTable()) {
            const QString page = manualPageOf(row);
            const QString file =
                kRoot + QStringLiteral("/docs/manual/") + page.section(QLatin1Char('#'), 0, 0);
            QVERIFY2(anchorsOf(file).contains(page.section(QLatin1Char('#'), 1)), qPrintable(page));
        }
    }

    /// Each part has a picture that the build makes.
    void everyPanelHasItsPicture() {
        const QString made = textOf(kRoot + QStringLiteral("/cmake/WarpbenchManual.cmake"));
        if (made.isEmpty())
            QSKIP("not in the bundle");
        static const QRegularExpression pictures(
            QStringLiteral("!\\[[^\\]]+\\]\\(\\.\\./images/([^)]+)\\)"));
        for (const PanelRow& row : panelTable()) {
            const QString page = manualPageOf(row);
            const QString text = textOf(kRoot + QStringLiteral("/docs/manual/") +
                                        page.section(QLatin1Char('#'), 0, 0));
            const qsizetype from = text.indexOf(QStringLiteral("\n### %1\n").arg(titleOf(row)));
            QVERIFY2(from >= 0, qPrintable(page));
            const qsizetype to = text.indexOf(QStringLiteral("\n##"), from + 4);
            const auto found = pictures.match(text.mid(from, to - from));
            QVERIFY2(found.hasMatch(), qPrintable(page));
            const QString file = found.captured(1);
            QVERIFY2(made.contains(QStringLiteral("\"%1|").arg(file)), qPrintable(file));
            const QImage picture(kRoot + QStringLiteral("/docs/images/") + file);
            QVERIFY2(picture.width() >= 250 && picture.height() >= 100, qPrintable(file));
        }
    }

    void commandsRun_data() {
        QTest::addColumn<QString>("page");
        for (const char* page : {"start", "class", "tuning", "scripts"})
            QTest::newRow(page) << QStringLiteral("%1/docs/manual/%2.md").arg(kRoot, page);
    }
    void commandsRun() {
#ifdef Q_OS_WIN
        QSKIP("the manual's commands are those of a Unix shell");
#endif
        QFETCH(QString, page);
        const QString commands = commandsOf(page);
        QVERIFY2(commands.contains(QLatin1String("warpbench-cli run")), qPrintable(page));
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

QTEST_GUILESS_MAIN(TstManual)
#include "tst_manual.moc"
