// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of a form that belong to values: typing is kept, Undo is shown, and a text that was
// refused stays with its object.
#include "tests/main.h"
#include "tests/ui/ui_test.h"
#include "ui/fields/bound_form.h"
#include "ui/fields/form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QSpinBox>
#include <QTest>

namespace tst_bound_form {

using namespace warpbench;
using namespace warpbench::ui;

namespace {

enum class Colour { red, green };

struct Thing {
    std::string name;
    int count = 0;
    std::vector<std::string> words;
    std::optional<project::Expression> size;
    bool on = false;
    Colour colour = Colour::red;
    bool operator==(const Thing&) const = default;
};

} // namespace

class TstBoundForm : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { prepareUiTest(m_home); }

    void init() {
        m_thing = {};
        m_keys.clear();
        m_form = std::make_unique<BoundForm<Thing>>(
            [this](const QString& undo, const auto& change, const QString& key) {
                m_keys << undo + QLatin1Char('/') + key;
                change(m_thing);
                show();
            });
        m_page = std::make_unique<QWidget>();
        auto* layout = makeForm();
        m_page->setLayout(layout);
        const Value<Thing> count{
            [](const Thing& t) { return QVariant(QString::number(t.count)); },
            [](Thing& t, const QVariant& value) { t.count = value.toString().toInt(); }};
        const auto refuse = [](const QString& text) {
            bool ok = false;
            text.toInt(&ok);
            return ok ? QString() : QStringLiteral("not a number");
        };
        m_form->add({.label = QStringLiteral("Words"),
                     .name = "words",
                     .undo = QStringLiteral("words"),
                     .input = lineInput(),
                     .value = at(&Thing::words)},
                    *layout);
        m_form->add({.label = QStringLiteral("Count"),
                     .name = "count",
                     .tip = QStringLiteral("How many"),
                     .undo = QStringLiteral("count"),
                     .input = lineInput(),
                     .value = count,
                     .refuse = refuse},
                    *layout);
        m_form->add({.label = QStringLiteral("Size"),
                     .name = "size",
                     .undo = QStringLiteral("size"),
                     .input = expressionInput(),
                     .value = at(&Thing::size),
                     .evaluate = integerFrom(1),
                     .visible = [](const Thing& t) { return t.on; }},
                    *layout);
        m_form->add({.name = "on",
                     .undo = QStringLiteral("on"),
                     .input = checkInput(QStringLiteral("On")),
                     .value = at(&Thing::on)},
                    *layout);
        m_form->add(
            {.label = QStringLiteral("Colour"),
             .name = "colour",
             .undo = QStringLiteral("colour"),
             .input = choiceInput({{QStringLiteral("red"), int(Colour::red)},
                                   {QStringLiteral("green"), int(Colour::green)}}),
             .value = at(&Thing::colour),
             .problem = [](const Thing& t,
                           const Evaluation&) { return t.on ? QString() : QStringLiteral("off"); }},
            *layout);
        show();
        m_page->show();
        m_page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    }

    void typingIsKept() {
        auto* words = field<QLineEdit>("words");
        type(words, QStringLiteral("one \"two three\"  "));
        QCOMPARE(m_thing.words, (std::vector<std::string>{"one", "two three"}));
        QCOMPARE(words->text(), QStringLiteral("one \"two three\"  "));
        m_thing.on = true; // an edit elsewhere
        show();
        QCOMPARE(words->text(), QStringLiteral("one \"two three\"  "));
    }

    void undoIsShownWhereTheCaretIs() {
        auto* words = field<QLineEdit>("words");
        type(words, QStringLiteral("one "));
        m_thing.words = {"before"};
        show();
        QVERIFY(words->hasFocus());
        QCOMPARE(words->text(), QStringLiteral("before"));
    }

    void typingMergesAndChoicesDoNot() {
        type(field<QLineEdit>("words"), QStringLiteral("ab"));
        field<QCheckBox>("on")->click();
        auto* colour = field<QComboBox>("colour");
        colour->setFocus();
        QTest::keyClick(colour, Qt::Key_Down);
        QCOMPARE(m_thing.colour, Colour::green);
        QCOMPARE(m_keys, (QStringList{"words/words", "words/words", "on/", "colour/"}));
    }

    void aRefusedTextStaysWithItsObject() {
        auto* count = field<QLineEdit>("count");
        type(count, QStringLiteral("7"));
        type(count, QStringLiteral("x"));
        QCOMPARE(m_thing.count, 7);
        QVERIFY(count->property("invalid").toBool());
        QCOMPARE(count->toolTip(), QStringLiteral("not a number"));
        m_thing.on = true; // an edit elsewhere
        show();
        QCOMPARE(count->text(), QStringLiteral("x"));
        QVERIFY(count->property("invalid").toBool());
        // The next object has the same value.
        m_form->forgetTyping();
        show();
        QCOMPARE(count->text(), QStringLiteral("7"));
        QVERIFY(!count->property("invalid").toBool());
        QCOMPARE(count->toolTip(), QStringLiteral("How many"));
    }

    void undoReplacesARefusedText() {
        auto* count = field<QLineEdit>("count");
        type(count, QStringLiteral("7"));
        type(count, QStringLiteral("x"));
        m_thing.count = 0; // what "x" would be read as
        show();
        QCOMPARE(count->text(), QStringLiteral("0"));
        QVERIFY(!count->property("invalid").toBool());
    }

    /// The value did not change, so nothing shows the field again.
    void theErrorGoesWhenTheOldValueIsTyped() {
        auto* count = field<QLineEdit>("count");
        type(count, QStringLiteral("x"));
        QVERIFY(count->property("invalid").toBool());
        type(count, QStringLiteral("0"));
        QVERIFY(!count->property("invalid").toBool());
    }

    void fieldsFollowTheirRules() {
        auto* size = field<QWidget>("size");
        auto* colour = field<QComboBox>("colour");
        const auto* layout = static_cast<QFormLayout*>(m_page->layout());
        QVERIFY(!size->isVisible() && !layout->labelForField(size)->isVisible());
        QVERIFY(colour->property("invalid").toBool());
        field<QCheckBox>("on")->click();
        QVERIFY(size->isVisible() && layout->labelForField(size)->isVisible());
        QVERIFY(!colour->property("invalid").toBool());
        auto* line = size->findChild<QLineEdit*>();
        type(line, QStringLiteral("0"));
        QCOMPARE(m_thing.size->text, std::string("0"));
        QVERIFY(line->property("invalid").toBool());
        type(line, QString());
        QVERIFY(!m_thing.size && !line->property("invalid").toBool());
    }

  private:
    void show() { m_form->show(m_thing, Evaluation({})); }
    template <class Widget>
    Widget* field(const char* name) const {
        return m_page->findChild<Widget*>(QLatin1String(name));
    }
    static void type(QLineEdit* field, const QString& text) {
        field->setFocus();
        field->selectAll();
        text.isEmpty() ? QTest::keyClick(field, Qt::Key_Backspace) : QTest::keyClicks(field, text);
    }

    QTemporaryDir m_home;
    Thing m_thing;
    QStringList m_keys;
    std::unique_ptr<BoundForm<Thing>> m_form;
    std::unique_ptr<QWidget> m_page;
};

WARPBENCH_WIDGET_TEST(TstBoundForm)
} // namespace tst_bound_form

#include "tst_bound_form.moc"
