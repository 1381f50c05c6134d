// SPDX-License-Identifier: GPL-3.0-or-later
// Buffers as records by a layout of the project, and the axes of buffers with many dimensions.
// Element i of a buffer of int32 has the value i.
#include "tests/main.h"
#include "tests/ui/inspector/inspector_test.h"
#include "ui/documents/project_document.h"
#include "ui/elements/buffer_layouts.h"
#include "ui/elements/element_text.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QPlainTextEdit>
#include <QSlider>
#include <QToolButton>

namespace tst_inspector_records {

using namespace warpbench;
using namespace warpbench::ui;

class TstInspectorRecords : public InspectorTest {
    Q_OBJECT

  private:
    void chooseLayout(const QString& text) {
        auto* list = find<QComboBox>("recordLayout");
        const int index = list->findText(text);
        QVERIFY2(index >= 0, qPrintable(text));
        list->setCurrentIndex(index);
        emit list->activated(index); // as a click does
    }
    QString cell(std::int64_t row, std::int64_t column) const {
        return m_table->source().cell(row, column).text;
    }
    QStringList columns() const {
        QStringList names;
        for (std::int64_t column = 0; column < m_table->source().columns; ++column)
            names << m_table->source().columnLabel(column);
        return names;
    }
    QString slice() const { return find<QLineEdit>("inspectorSlice")->text(); }

    std::unique_ptr<ProjectDocument> m_document;
    std::unique_ptr<BufferLayouts> m_layouts;

  private slots:
    void initTestCase() { prepareTests(); }
    void init() {
        openInspector();
        m_document = std::make_unique<ProjectDocument>();
        m_document->create({}, QStringLiteral("struct Quad { int a, b; short c[2]; int d; };\n"));
        m_layouts = std::make_unique<BufferLayouts>(*m_document);
        m_inspector->setLayouts(*m_layouts);
    }
    void cleanup() {
        m_inspector.reset();
        m_layouts.reset();
        m_document.reset();
    }

    void aNewLayoutIsKeptInTheProject() {
        m_inspector->setReport(reportOf({bufferOf("a", {100})}));
        settle();
        choose(QStringLiteral("Records"));
        QCOMPARE(columns(), QStringList{QStringLiteral("value")});
        QTest::mouseClick(find<QToolButton>("recordNew"), Qt::LeftButton);
        auto* text = find<QPlainTextEdit>("recordText");
        QVERIFY(text->hasFocus());
        QTest::keyClicks(text, QStringLiteral("short lo, hi; hex uint32 next; char name[8];"));
        QCOMPARE(columns(), QStringList({"lo", "hi", "next", "name"}));
        QCOMPARE(m_table->source().rows, std::int64_t(25));
        QTRY_COMPARE(cell(16, 0), QStringLiteral("64"));
        QCOMPARE(cell(16, 1), QStringLiteral("0"));
        QCOMPARE(cell(16, 2), QStringLiteral("0x00000041"));
        QCOMPARE(cell(16, 3), QStringLiteral("\"B\"")); // of element 66
        const auto& kept = m_document->project().layouts;
        QCOMPARE(kept.size(), std::size_t(1));
        QCOMPARE(kept.begin()->second.buffers, std::vector<std::string>{"a"});
        QVERIFY(kept.begin()->second.text.starts_with("short lo"));
        // Typing is one step of the history, and the new layout another.
        m_document->undoStack()->undo();
        QCOMPARE(text->toPlainText(), QStringLiteral("int32 value;\n"));
        QCOMPARE(columns(), QStringList{QStringLiteral("value")});
        m_document->undoStack()->undo();
        QVERIFY(m_document->project().layouts.empty());
        QVERIFY(!text->isVisible());
    }

    /// The table stays as it was until the text is right again.
    void errorsAreBelowTheText() {
        m_inspector->setReport(reportOf({bufferOf("a", {100})}));
        settle();
        choose(QStringLiteral("Records"));
        m_layouts->add(QStringLiteral("a"), QStringLiteral("int x;\nint y;"));
        QTest::mouseClick(find<QToolButton>("recordEdit"), Qt::LeftButton);
        QCOMPARE(columns(), QStringList({"x", "y"}));
        auto* text = find<QPlainTextEdit>("recordText");
        text->setPlainText(QStringLiteral("int x;\nintt y;"));
        auto* problem = find<QLabel>("recordProblem");
        QVERIFY(problem->isVisible());
        QVERIFY2(problem->text().startsWith(QStringLiteral("Line 2: ")),
                 qPrintable(problem->text()));
        QCOMPARE(columns(), QStringList({"x", "y"}));
        text->setPlainText(QStringLiteral("int x;"));
        QVERIFY(!problem->isVisible());
        QCOMPARE(columns(), QStringList{QStringLiteral("x")});
    }

    void structsOfTheSourceAreOffered() {
        m_inspector->setReport(reportOf({bufferOf("a", {100}), bufferOf("b", {6})}));
        settle();
        choose(QStringLiteral("Records"));
        chooseLayout(QStringLiteral("struct Quad"));
        QCOMPARE(columns(), QStringList({"a", "b", "c[0]", "c[1]", "d"}));
        QTRY_COMPARE(cell(2, 4), QStringLiteral("11"));
        QVERIFY(m_document->project().layouts.contains("Quad"));
        // The other buffer still has its own type, and a layout of its own choice.
        QVERIFY(m_inspector->showBuffer(QStringLiteral("b")));
        choose(QStringLiteral("Records"));
        QCOMPARE(columns(), QStringList{QStringLiteral("value")});
        chooseLayout(QStringLiteral("Quad"));
        QCOMPARE(m_table->source().rows, std::int64_t(1)); // 24 bytes
        QVERIFY(m_inspector->showBuffer(QStringLiteral("a")));
        QCOMPARE(find<QComboBox>("inspectorView")->currentText(), QStringLiteral("Records"));
        QCOMPARE(columns().size(), 5);
        chooseLayout(QStringLiteral("int32 (the buffer's type)"));
        QCOMPARE(columns(), QStringList{QStringLiteral("value")});
        QCOMPARE(m_document->project().layouts.at("Quad").buffers, std::vector<std::string>{"b"});
    }

    void layoutsAreRenamedAndRemoved() {
        m_inspector->setReport(reportOf({bufferOf("a", {100})}));
        settle();
        choose(QStringLiteral("Records"));
        m_layouts->add(QStringLiteral("a"), QStringLiteral("int x;"));
        QTest::mouseClick(find<QToolButton>("recordEdit"), Qt::LeftButton);
        auto* name = find<QLineEdit>("recordName");
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, QStringLiteral("Point"));
        QTest::keyClick(name, Qt::Key_Return);
        QVERIFY(m_document->project().layouts.contains("Point"));
        QCOMPARE(m_document->project().layouts.size(), std::size_t(1));
        QCOMPARE(columns(), QStringList{QStringLiteral("x")});
        QTest::mouseClick(find<QToolButton>("recordRemove"), Qt::LeftButton);
        QVERIFY(m_document->project().layouts.empty());
        QCOMPARE(columns(), QStringList{QStringLiteral("value")});
    }

    /// Between the cells of all views, the place in memory stays.
    void theSelectedElementIsFollowed() {
        m_inspector->setReport(reportOf({bufferOf("a", {100})}));
        settle();
        m_layouts->add(QStringLiteral("a"), QStringLiteral("skip 8; int x; short y, z; int w[2];"));
        goTo(QStringLiteral("15"));
        choose(QStringLiteral("Records"));
        QCOMPARE(m_table->currentRow(), std::int64_t(3)); // byte 60 is byte 52 of the records
        QCOMPARE(m_table->source().columnLabel(m_table->currentColumn()), QStringLiteral("y"));
        QTRY_VERIFY(m_cell->text().contains(QStringLiteral("byte 60: 15")));
        goTo(QStringLiteral("5"));
        QCOMPARE(m_table->currentRow(), std::int64_t(5));
        choose(QStringLiteral("Table"));
        QCOMPARE(currentElement(), std::int64_t(23));
    }

    void selectedMembersAreCopied() {
        m_inspector->setReport(reportOf({bufferOf("a", {100})}));
        settle();
        m_layouts->add(QStringLiteral("a"), QStringLiteral("int x; hex int y; int z;"));
        choose(QStringLiteral("Records"));
        m_table->setFocus();
        m_table->setCurrent(1, 0);
        QTest::keyClick(m_table, Qt::Key_Right, Qt::ShiftModifier);
        QTest::keyClick(m_table, Qt::Key_Down, Qt::ShiftModifier);
        QTest::keyClick(m_table, Qt::Key_C, Qt::ControlModifier);
        QTRY_COMPARE(QApplication::clipboard()->text(),
                     QStringLiteral("3\t0x00000004\n6\t0x00000007"));
    }

    /// A slider fixes an axis, and its button shows it whole again.
    void axesOfManyDimensions() {
        m_inspector->setReport(reportOf({bufferOf("a", {4, 5, 6})}));
        settle();
        auto* first = find<QSlider>("axisIndex0");
        QVERIFY(first && first->isVisible());
        QCOMPARE(m_table->source().rows, std::int64_t(20));
        first->setFocus();
        QTest::keyClick(first, Qt::Key_Right);
        QCOMPARE(slice(), QStringLiteral("1, :, :"));
        QCOMPARE(m_table->source().rows, std::int64_t(5));
        QTRY_COMPARE(cell(2, 3), QStringLiteral("45"));
        auto* swap = find<QToolButton>("axesTranspose");
        QTest::mouseClick(swap, Qt::LeftButton);
        QCOMPARE(slice(), QStringLiteral("1, :, :.T"));
        QCOMPARE(m_table->source().rows, std::int64_t(6));
        QTRY_COMPARE(cell(3, 2), QStringLiteral("45"));
        QCOMPARE(m_table->source().rowLabel(3), QStringLiteral("3"));
        QTest::keyClick(first, Qt::Key_Right); // keeps rows and columns swapped
        QCOMPARE(slice(), QStringLiteral("2, :, :.T"));
        QTest::mouseClick(find<QToolButton>("axisWhole2"), Qt::LeftButton);
        QCOMPARE(slice(), QStringLiteral("2, :, 0"));
        QTest::mouseClick(find<QToolButton>("axisWhole0"), Qt::LeftButton);
        QCOMPARE(slice(), QStringLiteral(":, :, 0"));
        QTRY_COMPARE(cell(3, 4), QStringLiteral("114"));
        m_inspector->setReport(reportOf({bufferOf("b", {4, 5})}));
        QVERIFY(!first->isVisible());
    }

    /// An image of a volume is its first plane.
    void imagesOfAVolume() {
        m_inspector->setReport(reportOf({bufferOf("a", {3, 20, 30})}));
        settle();
        choose(QStringLiteral("Image"));
        QCOMPARE(slice(), QStringLiteral("0"));
        auto* first = find<QSlider>("axisIndex0");
        QTest::keyClick(first, Qt::Key_End);
        QCOMPARE(slice(), QStringLiteral("2, :, :"));
    }

    void arraysAsCode() {
        m_inspector->setReport(reportOf({bufferOf("a", {2, 3})}));
        settle();
        m_table->setFocus();
        QTest::keyClick(m_table, Qt::Key_A, Qt::ControlModifier);
        m_table->setCurrent(0, 0);
        m_table->setCurrent(1, 2, true);
        QMenu* menu = nullptr;
        for (auto* button : m_inspector->findChildren<QToolButton*>()) {
            if (button->accessibleName() == QStringLiteral("Copy"))
                menu = button->menu();
        }
        QVERIFY(menu && menu->actions().size() == 3);
        menu->actions()[1]->trigger();
        QTRY_COMPARE(QApplication::clipboard()->text(),
                     QStringLiteral("np.array([[0, 1, 2],\n    [3, 4, 5]], dtype=np.int32)"));
        menu->actions()[2]->trigger();
        QTRY_COMPARE(QApplication::clipboard()->text(),
                     QStringLiteral("const int32_t a[2][3] = {{0, 1, 2},\n    {3, 4, 5}};"));
    }

    void literalsOfEachType_data() {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("numpy");
        QTest::addColumn<QString>("c");
        const auto row = [](const char* type, const auto& value, const char* numpy, const char* c) {
            QTest::newRow(type) << type
                                << QByteArray(reinterpret_cast<const char*>(&value), sizeof value)
                                << numpy << c;
        };
        row("float32", 1.0F, "[1.0], dtype=np.float32", "float a[1] = {1.0f}");
        row("float64", -0.1, "[-0.1], dtype=np.float64", "double a[1] = {-0.1}");
        row("float64", std::numeric_limits<double>::infinity(), "[np.inf], dtype=np.float64",
            "double a[1] = {INFINITY}");
        row("bool", true, "[True], dtype=np.bool_", "bool a[1] = {true}");
        row("int64", std::numeric_limits<std::int64_t>::min(),
            "[-9223372036854775808], dtype=np.int64",
            "int64_t a[1] = {-9223372036854775807ll - 1}");
        row("uint32", 4294967295U, "[4294967295], dtype=np.uint32",
            "uint32_t a[1] = {4294967295u}");
        const float pair[2] = {1.5F, -2.0F};
        row("float2", pair, "[[1.5, -2.0]], dtype=np.float32", "float2 a[1] = {{1.5f, -2.0f}}");
        row("complex64", pair, "[complex(1.5, -2.0)], dtype=np.complex64",
            "float2 a[1] = {{1.5f, -2.0f}}");
        const std::uint16_t half = 0x3C00;
        row("float16", half, "[1.0], dtype=np.float16", "float a[1] = {1.0f}");
        row("bfloat16", std::uint16_t(0x3F80), "[1.0], dtype=np.float32", "float a[1] = {1.0f}");
    }
    void literalsOfEachType() {
        QFETCH(QString, type);
        QFETCH(QByteArray, bytes);
        QFETCH(QString, numpy);
        QFETCH(QString, c);
        arrays::HostArray array(*arrays::DType::parse(type.toStdString()), {1});
        std::memcpy(array.bytes().data(), bytes.constData(), array.sizeBytes());
        QCOMPARE(codeText(array, {{0}}, 0, {CodeKind::numpy, {}, true}),
                 QStringLiteral("np.array(%1)").arg(numpy));
        QCOMPARE(codeText(array, {{0}}, 0, {CodeKind::c, QStringLiteral("a"), true}),
                 QStringLiteral("const %1;").arg(c));
    }
};

WARPBENCH_WIDGET_TEST(TstInspectorRecords)

} // namespace tst_inspector_records

#include "tst_inspector_records.moc"
