// SPDX-License-Identifier: GPL-3.0-or-later
// Errors: a sentence, what stands in its places, and its code.
#include "core/base/error.h"
#include "tests/main.h"

#include <QTest>

#include <string>

namespace tst_error_text {

using namespace warpbench;

namespace {

ErrorText columns(const std::string& buffer, int count) {
    return {"WB9998",
            "'{buffer}' has {count} columns",
            "give '{buffer}' another shape",
            {{"buffer", buffer}, {"count", count}}};
}

} // namespace

class TestErrorText : public QObject {
    Q_OBJECT
  private slots:
    void placesAreFilledIn() {
        const ErrorText said = columns("a", -3);
        QCOMPARE(said.code(), std::string("WB9998"));
        QCOMPARE(said.text(), std::string("'a' has -3 columns"));
        QCOMPARE(said.remedy(), std::string("give 'a' another shape"));
        QCOMPARE(said.whole(), std::string("'a' has -3 columns; give 'a' another shape"));
    }

    /// A value is never taken for a sentence.
    void valuesAreNotFilledIn() {
        QCOMPARE(columns("{count}", 1).text(), std::string("'{count}' has 1 columns"));
        QCOMPARE(columns("}{", 1).text(), std::string("'}{' has 1 columns"));
    }

    void otherBracesStay_data() {
        QTest::addColumn<QByteArray>("sentence");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("JSON") << QByteArray("write {\"buffer\": {name}}")
                              << QByteArray("write {\"buffer\": a}");
        QTest::newRow("an unknown name") << QByteArray("{other} {name}") << QByteArray("{other} a");
        QTest::newRow("not closed") << QByteArray("{name} {") << QByteArray("a {");
        QTest::newRow("empty") << QByteArray("{}{name}") << QByteArray("{}a");
        QTest::newRow("nested") << QByteArray("{{name}}") << QByteArray("{a}");
        QTest::newRow("nothing") << QByteArray() << QByteArray();
    }
    void otherBracesStay() {
        QFETCH(QByteArray, sentence);
        QFETCH(QByteArray, text);
        QCOMPARE(phrase(sentence.constData(), {{"name", "a"}}).text(), text.toStdString());
    }

    /// What stands around an error does not hide its code and its remedy.
    void innerErrorsKeepCodeAndRemedy() {
        const Error inner(ErrorKind::project, columns("a", 2), {"a.json", 3, 4});
        const Error outer(
            inner.kind(),
            phrase("launch {index}: {problem}", {{"index", 1}, {"problem", inner.said()}}),
            inner.place());
        QCOMPARE(outer.code(), std::string("WB9998"));
        QCOMPARE(std::string(outer.what()),
                 std::string("launch 1: 'a' has 2 columns; give 'a' another shape"));
        QCOMPARE(outer.line(), std::string("a.json:3:4: error: launch 1: 'a' has 2 columns; give "
                                           "'a' another shape"));
        QCOMPARE(inner.said().advised(phrase("wait")).remedy(), std::string("wait"));
        QCOMPARE(inner.said().advised({}).remedy(), std::string());
    }

    void wordsOfOthersHaveNoCode() {
        const Error error(ErrorKind::device, "out of memory, says {the driver}");
        QCOMPARE(error.code(), std::string());
        QCOMPARE(error.text(), std::string("out of memory, says {the driver}"));
        QVERIFY(error.remedy().empty());
    }
};

WARPBENCH_TEST(TestErrorText)
} // namespace tst_error_text

#include "tst_error_text.moc"
