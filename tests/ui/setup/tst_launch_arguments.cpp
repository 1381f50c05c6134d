// SPDX-License-Identifier: GPL-3.0-or-later
// Editing all kinds of launch arguments with the keyboard: input is never lost, and arguments that
// cannot be passed say why.
#include "core/sources/source_scan.h"
#include "tests/main.h"
#include "tests/ui/setup/launch_panel_test.h"
#include "ui/documents/project_text.h"
#include "ui/fields/bytes_editor.h"
#include "ui/fields/texture_editor.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <QToolButton>

namespace tst_launch_arguments {

using namespace warpbench;
using namespace warpbench::ui;

namespace {

/// Information in a compile of kSource that a scan cannot find.
std::vector<compile::KernelInfo> compiledKernels() {
    auto kernels = compile::scanKernels(kSource);
    for (auto& kernel : kernels) {
        kernel.lowered = kernel.name;
    }
    compile::Parameter& camera = kernels[0].parameters[3];
    camera.size = 16;
    compile::Parameter zoom;
    zoom.name = "zoom";
    zoom.type = "float";
    zoom.size = 4;
    compile::Parameter steps = zoom;
    steps.name = "steps";
    steps.type = "int";
    compile::Parameter out;
    out.name = "out";
    out.type = "float *";
    out.pointer = true;
    camera.members = {zoom, steps, out};
    return kernels;
}

} // namespace

class TstLaunchArguments : public LaunchPanelTest {
    Q_OBJECT

  private slots:
    void initTestCase() { prepareTests(); }
    void init() { openPanel(); }
    void cleanup() { closePanel(); }

    void aBufferIsChosenByTheKeyboard() {
        auto* combo = named<QComboBox>(0, QStringLiteral("Buffer for out"));
        choose(combo, QStringLiteral("in"));
        QCOMPARE(buffer(0).buffer, std::string("in"));
        choose(combo, QStringLiteral("null pointer"));
        QVERIFY(std::holds_alternative<project::NullArg>(launch().args[0].value));
        undo();
        QCOMPARE(buffer(0).buffer, std::string("in"));
        undo();
        QCOMPARE(buffer(0).buffer, std::string("out"));
        QCOMPARE(combo->currentText(), QStringLiteral("out"));
        choose(named<QComboBox>(0, QStringLiteral("Access of out")), QStringLiteral("resident"));
        QCOMPARE(buffer(0).access, project::Access::resident);
    }

    void aBufferIsMadeFromItsRow() {
        auto* add = row(1)->findChild<QToolButton*>(QStringLiteral("newBuffer"));
        add->setFocus();
        QTest::keyClick(add, Qt::Key_Space);
        QCOMPARE(m_document->project().buffers.size(), std::size_t(3));
        const project::Buffer& made = m_document->project().buffers[2];
        QCOMPARE(made.name, std::string("in2")); // "in" is taken
        QCOMPARE(QString::fromStdString(made.dtype.name()), QStringLiteral("float32"));
        QVERIFY(made.shape == m_document->project().buffers[0].shape);
        QCOMPARE(made.init.kind, project::Init::Kind::normal); // the kernel only reads it
        QCOMPARE(buffer(1).buffer, std::string("in2"));
        QCOMPARE(named<QComboBox>(1, QStringLiteral("Buffer for in"))->currentText(),
                 QStringLiteral("in2"));
        undo(); // one step
        QCOMPARE(m_document->project().buffers.size(), std::size_t(2));
        QCOMPARE(buffer(1).buffer, std::string("in"));
    }

    void aPointerMayPointIntoItsBuffer() {
        auto* button =
            named<QToolButton>(0, QStringLiteral("Point into the buffer of out, not to its start"));
        button->setFocus();
        QTest::keyClick(button, Qt::Key_Space);
        auto* field = named<QLineEdit>(0, QStringLiteral("Offset of out in elements"));
        QVERIFY(field->hasFocus());
        QTest::keyClicks(field, QStringLiteral("n / 2"));
        QCOMPARE(buffer(0).offset->text, std::string("n / 2"));
        QTest::keyClicks(field, QStringLiteral(" +"));
        QVERIFY(field->property("invalid").toBool());
        QCOMPARE(field->text(), QStringLiteral("n / 2 +"));
        QTest::keyClick(button, Qt::Key_Space); // off again
        QVERIFY(!buffer(0).offset);
        undo();
        QVERIFY(buffer(0).offset);
        QVERIFY(field->isVisible());
    }

    void aNumberKeepsWhatIsTyped() {
        auto* field = named<QLineEdit>(2, QStringLiteral("Value of n"));
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("nobody + 1"));
        QVERIFY(field->property("invalid").toBool());
        QVERIFY(visibleText(2).contains(QStringLiteral("nobody")));
        QCOMPARE(field->text(), QStringLiteral("nobody + 1"));
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("2 * n"));
        QVERIFY(!field->property("invalid").toBool());
        QVERIFY(visibleText(2).contains(QStringLiteral("= 2048")));
        undo(); // typing in one field is one step
        QCOMPARE(field->text(), QStringLiteral("n"));
    }

    void membersOfAStructAreAddedByName() {
        auto* add = row(3)->findChild<QToolButton*>(QStringLiteral("addMember"));
        QVERIFY(add->isVisible());
        QTest::mouseClick(add, Qt::LeftButton);
        QCOMPARE(structure().fields.size(), std::size_t(1));
        auto* name = named<QLineEdit>(3, QStringLiteral("Name of a member of camera"));
        QTRY_VERIFY(name->isVisible());
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, QStringLiteral("2x"));
        QTest::keyClick(name, Qt::Key_Return);
        QVERIFY(name->property("invalid").toBool());
        QCOMPARE(name->text(), QStringLiteral("2x"));
        name->selectAll();
        QTest::keyClicks(name, QStringLiteral("zoom"));
        QTest::keyClick(name, Qt::Key_Return);
        QVERIFY(structure().fields.count("zoom"));
        auto* value = named<QLineEdit>(3, QStringLiteral("Value of member zoom"));
        value->setFocus();
        value->selectAll();
        QTest::keyClicks(value, QStringLiteral("1.5"));
        QCOMPARE(std::get<project::Expression>(structure().fields.at("zoom")).text,
                 std::string("1.5"));
    }

    void aCompileTellsTheMembers() {
        m_document->edit(QStringLiteral("set"), [](project::Project& p) {
            auto& fields = std::get<project::StructArg>(p.launches[0].args[3].value).fields;
            fields["wrong"] = project::Expression{"1", {}};
        });
        m_panel->setKernels(compiledKernels());
        QTRY_VERIFY(visibleText(3).contains(QStringLiteral("Unknown member wrong")));
        auto* steps = named<QLineEdit>(3, QStringLiteral("Value of member steps"));
        QVERIFY(steps && steps->text().isEmpty());
        steps->setFocus();
        QTest::keyClicks(steps, QStringLiteral("100"));
        QCOMPARE(std::get<project::Expression>(structure().fields.at("steps")).text,
                 std::string("100"));
        choose(named<QComboBox>(3, QStringLiteral("Buffer for member out")), QStringLiteral("in"));
        QCOMPARE(std::get<project::BufferArg>(structure().fields.at("out")).buffer,
                 std::string("in"));
        // The next scan of the source, which knows no members, does not take them away.
        m_panel->setKernels(compile::scanKernels(std::string(kSource) + "\n// typed\n"));
        QVERIFY(named<QLineEdit>(3, QStringLiteral("Value of member steps")));
        steps = named<QLineEdit>(3, QStringLiteral("Value of member steps"));
        steps->clear();
        steps->setFocus();
        QTest::keyClicks(steps, QStringLiteral("1"));
        QTest::keyClick(steps, Qt::Key_Backspace);
        QVERIFY(!structure().fields.count("steps"));
    }

    /// Nested members have separate rows, arrays of numbers one row with a list.
    void membersMayHaveMembersAndElements() {
        auto kernels = compiledKernels();
        compile::Parameter number;
        number.type = "short";
        number.size = 2;
        compile::Parameter tag;
        tag.name = "tag";
        tag.type = "short [3]";
        tag.size = 6;
        tag.count = 3;
        tag.element = {number};
        compile::Parameter lens;
        lens.name = "lens";
        lens.type = "Lens";
        lens.size = 6;
        lens.members = {tag};
        compile::Parameter eyes;
        eyes.name = "eyes";
        eyes.type = "Lens [2]";
        eyes.size = 12;
        eyes.count = 2;
        eyes.element = {lens};
        kernels[0].parameters[3].members = {tag, lens, eyes};
        m_panel->setKernels(kernels);
        for (const char* path : {"tag", "lens.tag", "eyes[0].tag", "eyes[1].tag"}) {
            auto* field =
                named<QLineEdit>(3, QStringLiteral("Value of member %1").arg(QLatin1String(path)));
            QVERIFY2(field && !field->property("invalid").toBool(), path); // empty: zeros
            QVERIFY(field->placeholderText().startsWith(QStringLiteral("zeros")));
            field->setFocus();
            QTest::keyClicks(field, QStringLiteral("1, 2,"));
            QCOMPARE(field->text(), QStringLiteral("1, 2,")); // not reformatted during typing
            QTest::keyClicks(field, QStringLiteral(" 3, 4"));
            QVERIFY(field->property("invalid").toBool()); // three have room
            QTest::keyClick(field, Qt::Key_Backspace);
            QTest::keyClick(field, Qt::Key_Backspace);
            QVERIFY(!field->property("invalid").toBool());
        }
        const project::MemberValue list =
            project::MemberList{project::Expression{"1", {}}, project::Expression{"2", {}},
                                project::Expression{"3", {}}};
        QVERIFY(structure().fields.at("tag") == list);
        const project::MemberValue inner = project::StructArg{{{"tag", list}}};
        QVERIFY(structure().fields.at("lens") == inner);
        QVERIFY(structure().fields.at("eyes") == (project::MemberList{inner, inner}));
        auto* field = named<QLineEdit>(3, QStringLiteral("Value of member eyes[0].tag"));
        field->selectAll();
        QTest::keyClick(field, Qt::Key_Backspace);
        QVERIFY(structure().fields.at("eyes") ==
                (project::MemberList{project::StructArg{}, inner}));
    }

    void aListIsTextAndBack_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"n", "1, 2", "[1]", "[]", "[1, 0], [0, 1]", "[[1, 2]]",
                                 "min(1, 2), [3]", "[1, [2, [3, n + 1]]], 4"})
            QTest::newRow(text) << QString::fromLatin1(text);
    }
    void aListIsTextAndBack() {
        QFETCH(QString, text);
        QCOMPARE(memberToText(textToMember(text)), text);
    }

    void aStructMayBeGivenAsBytes() {
        auto* kind = row(3)->findChild<QComboBox*>(QStringLiteral("argumentKind"));
        choose(kind, QStringLiteral("bytes"));
        QCOMPARE(kindOf(launch().args[3]), ArgumentKind::bytes);
        auto* field = named<QLineEdit>(3, QStringLiteral("Bytes of camera"));
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("00 ff 3"));
        QVERIFY(field->property("invalid").toBool());
        QCOMPARE(field->text(), QStringLiteral("00 ff 3")); // kept
        QTest::keyClicks(field, QStringLiteral("c"));
        QVERIFY(!field->property("invalid").toBool());
        QCOMPARE(std::get<project::BytesArg>(launch().args[3].value).bytes,
                 (std::vector<std::uint8_t>{0, 255, 0x3c}));
        QCOMPARE(field->text(), QStringLiteral("00 ff 3c"));
        QTest::keyClicks(field, QStringLiteral(" xy"));
        QTRY_VERIFY(visibleText(3).contains(QStringLiteral("hexadecimal")));
        m_document->edit(QStringLiteral("other"), [](auto& p) { p.timing.repeats = 9; });
        QCOMPARE(field->text(), QStringLiteral("00 ff 3c xy")); // not even by another edit
        undo();
        undo();
        QVERIFY(std::get<project::BytesArg>(launch().args[3].value).bytes.size() < 3);
        undo();
        QCOMPARE(kindOf(launch().args[3]), ArgumentKind::structure);
    }

    void aTextureIsSetUp() {
        choose(named<QComboBox>(4, QStringLiteral("Buffer for photo")), QStringLiteral("in"));
        choose(named<QComboBox>(4, QStringLiteral("Channels of photo")),
               QStringLiteral("4 channel(s)"));
        choose(named<QComboBox>(4, QStringLiteral("Filter of photo")), QStringLiteral("linear"));
        choose(named<QComboBox>(4, QStringLiteral("Addressing of photo")), QStringLiteral("wrap"));
        const auto texture = [&] { return std::get<project::TextureArg>(launch().args[4].value); };
        QCOMPARE(texture().buffer, std::string("in"));
        QCOMPARE(texture().channels, 4);
        QCOMPARE(texture().filter, std::string("linear"));
        QCOMPARE(texture().address, std::string("wrap"));
        // Invalid arguments say why, and are kept.
        QVERIFY(visibleText(4).contains(QStringLiteral("normalised coordinates")));
        auto* normalized = row(4)->findChild<QCheckBox*>();
        normalized->setFocus();
        QTest::keyClick(normalized, Qt::Key_Space);
        QVERIFY(texture().normalized);
        QVERIFY(!visibleText(4).contains(QStringLiteral("need")));
        undo();
        QVERIFY(!normalized->isChecked());
    }

    /// Undo is shown in the field that is being typed in.
    void levelsFollowUndo() {
        auto* levels = named<QLineEdit>(4, QStringLiteral("Mip levels of photo"));
        levels->setFocus();
        QTest::keyClicks(levels, QStringLiteral("in, "));
        const auto texture = [&] { return std::get<project::TextureArg>(launch().args[4].value); };
        QCOMPARE(texture().levels, std::vector<std::string>{"in"});
        QCOMPARE(levels->text(), QStringLiteral("in, "));
        undo();
        QVERIFY(levels->hasFocus());
        QCOMPARE(levels->text(), QString());
    }

    /// A text that is refused belongs to the launch for which it was typed.
    void aWrongBorderIsNotTheNextLaunchs() {
        m_document->edit({}, [](project::Project& p) {
            std::get<project::TextureArg>(p.launches[0].args[4].value).address = "border";
            p.launches.push_back(p.launches[0]);
        });
        auto* border = named<QLineEdit>(4, QStringLiteral("Border of photo"));
        border->setFocus();
        QTest::keyClicks(border, QStringLiteral("1, x"));
        QVERIFY(border->property("invalid").toBool());
        m_document->edit({}, [](project::Project& p) { p.timing.repeats = 7; });
        QCOMPARE(border->text(), QStringLiteral("1, x"));
        m_panel->setCurrentLaunch(1);
        border = named<QLineEdit>(4, QStringLiteral("Border of photo"));
        QCOMPARE(border->text(), QString());
        QVERIFY(!border->property("invalid").toBool());
    }

    void texturesFollowTheDriversRules_data() {
        QTest::addColumn<QString>("dtype");
        QTest::addColumn<QString>("filter");
        QTest::addColumn<QString>("read");
        QTest::addColumn<bool>("good");
        QTest::newRow("floats as stored") << "float32"
                                          << "linear"
                                          << "element" << true;
        QTest::newRow("integers as stored") << "int32"
                                            << "point"
                                            << "element" << true;
        QTest::newRow("integers filtered") << "uint8"
                                           << "linear"
                                           << "element" << false;
        QTest::newRow("bytes as floats") << "uint8"
                                         << "linear"
                                         << "normalized_float" << true;
        QTest::newRow("ints as floats") << "int32"
                                        << "point"
                                        << "normalized_float" << false;
        QTest::newRow("floats as floats") << "float32"
                                          << "point"
                                          << "normalized_float" << false;
    }

    void texturesFollowTheDriversRules() {
        QFETCH(QString, dtype);
        QFETCH(QString, filter);
        QFETCH(QString, read);
        QFETCH(bool, good);
        project::Project p;
        project::Buffer buffer;
        buffer.name = "b";
        buffer.dtype = *arrays::DType::parse(dtype.toStdString());
        p.buffers.push_back(buffer);
        const project::TextureArg texture{"b",     1,     filter.toStdString(),
                                          "clamp", false, read.toStdString()};
        QCOMPARE(textureProblem(texture, p).isEmpty(), good);
    }

    void aSurfaceIsSetUp() {
        choose(named<QComboBox>(5, QStringLiteral("Buffer for canvas")), QStringLiteral("in"));
        choose(named<QComboBox>(5, QStringLiteral("Access of canvas")), QStringLiteral("out"));
        const auto& surface = std::get<project::SurfaceArg>(launch().args[5].value);
        QCOMPARE(surface.buffer, std::string("in"));
        QCOMPARE(surface.access, project::Access::out);
    }

  private:
    const project::BufferArg& buffer(std::size_t i) const {
        return std::get<project::BufferArg>(launch().args[i].value);
    }
    const project::StructArg& structure() const {
        return std::get<project::StructArg>(launch().args[3].value);
    }
    template <class Widget>
    Widget* named(int i, const QString& name) const {
        for (Widget* widget : row(i)->findChildren<Widget*>()) {
            if (widget->accessibleName() == name && !widget->isHidden()) {
                return widget;
            }
        }
        return nullptr;
    }
    /// As a user with no mouse: arrow keys until the text is there.
    static void choose(QComboBox* combo, const QString& text) {
        QVERIFY(combo);
        combo->setFocus();
        QTest::keyClick(combo, Qt::Key_Home);
        for (int i = 0; i < 20 && combo->currentText() != text; ++i) {
            QTest::keyClick(combo, Qt::Key_Down);
        }
        QCOMPARE(combo->currentText(), text);
    }
    QString visibleText(int i) const {
        QStringList texts;
        for (const QLabel* label : row(i)->findChildren<QLabel*>()) {
            if (label->isVisible()) {
                texts << label->text();
            }
        }
        return texts.join(QLatin1Char('\n'));
    }
};

WARPBENCH_WIDGET_TEST(TstLaunchArguments)
} // namespace tst_launch_arguments

#include "tst_launch_arguments.moc"
