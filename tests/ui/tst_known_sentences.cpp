// SPDX-License-Identifier: GPL-3.0-or-later
// The window looks up translations of core's sentences by core's own words. A sentence reworded in
// core would silently appear in English.
#include "tests/main.h"
#include "tests/source_path.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

namespace tst_known_sentences {

namespace {

/// A source with its literals of several lines in one piece each.
QString sourceOf(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    static const QRegularExpression seam(QStringLiteral("\"\\s*\""));
    return QString::fromUtf8(file.readAll()).replace(seam, QString());
}

QString unescaped(QString literal) {
    return literal.replace(QStringLiteral("\\\""), QStringLiteral("\""))
        .replace(QStringLiteral("{{"), QStringLiteral("{")) // escaped for fmt
        .replace(QStringLiteral("}}"), QStringLiteral("}"));
}

QString sourcesUnder(const QStringList& folders) {
    QString all;
    for (const QString& folder : folders) {
        QDirIterator files(QString::fromStdString(warpbench::test::sourcePath("")) + folder,
                           {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext())
            all += unescaped(sourceOf(files.next())) + QLatin1Char('\n');
    }
    return all;
}

/// The literals of a sentence in core's code: the text between placeholders, and before and after
/// the separators of a message and its remedies.
QStringList piecesOf(const QString& sentence) {
    static const QRegularExpression cut(QStringLiteral("%[1-9]|; |, or, |\\): "));
    static const QRegularExpression ends(QStringLiteral("^[\\s\"(),:]+|[\\s\"(),:]+$"));
    QStringList pieces;
    for (QString piece : sentence.split(cut))
        pieces.append(piece.remove(ends));
    return pieces;
}

} // namespace

class TestKnownSentences : public QObject {
    Q_OBJECT

  private slots:
    void areCoresOwnWords_data() {
        QTest::addColumn<QString>("file");
        for (const char* file : {"fault_words", "note_words", "progress_words", "question_words"})
            QTest::newRow(file) << QString::fromStdString(
                                       warpbench::test::sourcePath("ui/words/%1.cpp"))
                                       .arg(QLatin1String(file));
    }

    void areCoresOwnWords() {
        QFETCH(QString, file);
        static const QString core = sourcesUnder({QStringLiteral("core"), QStringLiteral("app")});
        QVERIFY(core.size() > 1'000'000);
        static const QRegularExpression marked(QStringLiteral(
            "QT_TRANSLATE_NOOP\\(\\s*\"\\w+\",\\s*\"((?:[^\"\\\\]|\\\\.)*)\"\\s*\\)"));
        int sentences = 0;
        for (auto found = marked.globalMatch(sourceOf(file)); found.hasNext(); ++sentences) {
            const QString sentence = unescaped(found.next().captured(1));
            int longest = 0;
            for (const QString& piece : piecesOf(sentence)) {
                // Shorter ones may be assembled where they are used.
                if (piece.size() >= 28)
                    QVERIFY2(
                        core.contains(piece),
                        qPrintable(
                            QStringLiteral("core does not say “%1” of “%2”").arg(piece, sentence)));
                if (core.contains(piece))
                    longest = std::max(longest, int(piece.size()));
            }
            QVERIFY2(longest >= 3, qPrintable(sentence));
        }
        QVERIFY(sentences > 5);
    }
};

WARPBENCH_TEST(TestKnownSentences)
} // namespace tst_known_sentences

#include "tst_known_sentences.moc"
