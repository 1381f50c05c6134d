// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of buffers in the inspector: a new value is what the next run starts with, and an undo
// takes it back.
#include "core/arrays/array_file.h"
#include "core/arrays/element.h"
#include "core/base/error.h"
#include "tests/main.h"
#include "tests/ui/window_fixture.h"
#include "ui/documents/program_copy.h"
#include "ui/elements/element_formula.h"
#include "ui/elements/import_image.h"
#include "ui/elements/value_edit.h"
#include "ui/inspector/buffer_inspector.h"
#include "ui/inspector/element_table.h"
#include "ui/run/run_history.h"
#include "ui/words/text.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QImage>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTemporaryDir>
#include <QToolButton>

#include <cmath>

namespace tst_buffer_edits {

using namespace warpbench;
using namespace warpbench::ui;

class TstBufferEdits : public WindowFixture {
    Q_OBJECT

  private:
    using Init = project::Init;

    /// A window after a run, with a buffer's table.
    struct RunWindow {
        explicit RunWindow(const QString& buffer) {
            run(window);
            window->showPanel(QStringLiteral("buffers"));
            inspector = &window->panel<BufferInspector>();
            table = inspector->findChild<ElementTable*>();
            show(buffer);
        }
        void show(const QString& buffer) {
            QVERIFY(inspector->showBuffer(buffer));
            QTRY_VERIFY(table->source().rows > 0 && cell(0) != QStringLiteral("…"));
            table->setFocus();
        }
        QString cell(std::int64_t element) const {
            const std::int64_t columns = table->source().columns;
            return table->source().cell(element / columns, element % columns).text;
        }
        bool isMarked(std::int64_t element) const {
            const std::int64_t columns = table->source().columns;
            return table->source().cell(element / columns, element % columns).changed;
        }
        void select(std::int64_t element, bool extend = false) {
            const std::int64_t columns = table->source().columns;
            table->setCurrent(element / columns, element % columns, extend);
        }
        QLineEdit* field() { return inspector->findChild<QLineEdit*>("inspectorValue"); }
        QString said() { return inspector->findChild<QLabel*>("inspectorCell")->text(); }
        QString verdict() {
            const auto* label = inspector->findChild<QLabel*>("inspectorCheck");
            return label->isVisible() ? label->text() : QString();
        }
        void type(const QString& value) {
            QVERIFY2(field() && field()->isVisible(), qPrintable(said()));
            QTest::keyClicks(field(), value); // the old value is selected
            QTest::keyClick(field(), Qt::Key_Return);
        }
        void set(std::int64_t element, const QString& value) {
            select(element);
            QTest::keyClick(table, Qt::Key_F2);
            type(value);
            QTRY_VERIFY(isMarked(element));
        }
        const project::Buffer& buffer(const char* name) {
            for (const project::Buffer& one : window->document().project().buffers) {
                if (one.name == name)
                    return one;
            }
            qFatal("no such buffer");
        }

        OpenWindow window;
        BufferInspector* inspector = nullptr;
        ElementTable* table = nullptr;
    };

    QTemporaryDir m_files;

    static std::vector<double> valuesOf(const QString& text, const arrays::DType& dtype,
                                        std::int64_t element) {
        const ElementFormula formula(text, dtype, {4, 3}, {{"n", std::int64_t(5)}});
        arrays::HostArray value(dtype, {1});
        formula.evaluate(element, value.bytes());
        std::vector<double> lanes(std::size_t(dtype.lanes()));
        arrays::readDoubles(dtype.scalar(), value.bytes().data(), lanes);
        return lanes;
    }

  private slots:
    void formulasHaveIndicesNumbersAndLanes() {
        const arrays::DType real(arrays::Scalar::float32);
        QCOMPARE(valuesOf(QStringLiteral("10 * i + j + n"), real, 7), std::vector<double>{26});
        QVERIFY(std::isnan(valuesOf(QStringLiteral("nan"), real, 0)[0]));
        QCOMPARE(valuesOf(QStringLiteral("true"), arrays::DType(arrays::Scalar::boolean), 0),
                 std::vector<double>{1});
        const auto pair = arrays::DType::vector(arrays::Scalar::int32, 2);
        QCOMPARE(valuesOf(QStringLiteral("i, -j"), pair, 7), (std::vector<double>{2, -1}));
        QCOMPARE(valuesOf(QStringLiteral("j"), pair, 7), (std::vector<double>{1, 1}));
        for (const char* wrong : {"", "1 +", "1, 2, 3", "a", "sum(a)"})
            QVERIFY_THROWS_EXCEPTION(Error, valuesOf(QLatin1String(wrong), pair, 0));
    }

    void aTypedValueIsThatOfTheNextRun() {
        RunWindow at(QStringLiteral("a"));
        const Init before = at.buffer("a").init;
        const QString old = at.cell(5);
        at.set(5, QStringLiteral("2**10"));
        QCOMPARE(at.cell(5), QStringLiteral("1024"));
        QVERIFY(!at.isMarked(4));
        QVERIFY2(at.verdict().startsWith(QStringLiteral("Edited")), qPrintable(at.verdict()));
        QCOMPARE(at.buffer("a").init.kind, Init::Kind::file);
        at.set(6, QStringLiteral("-3")); // is added to the first
        QVERIFY(at.isMarked(5));

        at.table->setFocus();
        QTest::keyClick(at.table, Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(at.isMarked(5) && !at.isMarked(6));
        QTest::keyClick(at.table, Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(at.cell(5), old);
        QVERIFY(at.buffer("a").init == before);
        QVERIFY(!at.verdict().startsWith(QStringLiteral("Edited")));
        QTest::keyClick(at.table, Qt::Key_Y, Qt::ControlModifier);
        QTRY_VERIFY(at.isMarked(5));

        run(at.window);
        at.show(QStringLiteral("a"));
        QTRY_COMPARE(at.cell(5), QStringLiteral("1024"));
        QVERIFY(!at.isMarked(5)); // it is what the run started with
    }

    void editedDataIsSavedBesideTheProject() {
        RunWindow at(QStringLiteral("a"));
        at.set(5, QStringLiteral("7"));
        QVERIFY(qs(at.buffer("a").init.path).startsWith(programsFolder()));
        at.window->document().save();
        const QString file = qs(at.buffer("a").init.path);
        QVERIFY2(QDir::isRelativePath(file), qPrintable(file));
        const auto saved = arrays::readArrayFile(pathOf(QDir(at.window.folder()).filePath(file)));
        QCOMPARE(saved.as<float>()[5], 7.0F);
        QTRY_VERIFY(at.isMarked(5)); // by the other file
        at.set(6, QStringLiteral("8"));
        QCOMPARE(at.cell(5), QStringLiteral("7"));
    }

    /// The copies next to the project hold what the run started with.
    void savingEditedDataKeepsTheResultsUpToDate() {
        RunWindow at(QStringLiteral("a"));
        at.set(5, QStringLiteral("7"));
        run(at.window);
        at.show(QStringLiteral("a"));
        QVERIFY(!at.window->workbench().results.stale());
        at.window->document().save();
        QVERIFY(QDir::isRelativePath(qs(at.buffer("a").init.path)));
        QVERIFY(!at.window->workbench().results.stale());
        QTest::qWait(50); // an edit would be read on another thread
        QVERIFY2(!at.verdict().startsWith(QStringLiteral("Edited")), qPrintable(at.verdict()));
        QVERIFY(!at.isMarked(5));
        run(at.window);
        QVERIFY(at.window->workbench().results.history().run(1).project->buffers ==
                at.window->document().project().buffers);
    }

    void undoAndRedoKeepWhatWasSaved() {
        RunWindow at(QStringLiteral("a"));
        at.set(5, QStringLiteral("7"));
        ProjectDocument& document = at.window->document();
        document.save();
        const std::string saved = at.buffer("a").init.path;
        document.undoStack()->undo();
        QVERIFY(document.isDirty());
        document.undoStack()->redo();
        QVERIFY(!document.isDirty());
        QCOMPARE(at.buffer("a").init.path, saved);
        document.save();
        QCOMPARE(at.buffer("a").init.path, saved); // not copied once more
    }

    void anOpenFieldIsSavedAndRun() {
        RunWindow at(QStringLiteral("a"));
        const auto typeOnly = [&](const QString& value) {
            at.select(5);
            QTest::keyClick(at.table, Qt::Key_F2);
            QTest::keyClicks(at.field(), value);
        };
        typeOnly(QStringLiteral("7"));
        at.window->actionSet().save->trigger();
        QVERIFY(!at.window->document().isDirty());
        QCOMPARE(at.buffer("a").init.kind, Init::Kind::file);
        QTRY_VERIFY(at.isMarked(5));
        typeOnly(QStringLiteral("8"));
        run(at.window);
        at.show(QStringLiteral("a"));
        QTRY_COMPARE(at.cell(5), QStringLiteral("8"));
        QVERIFY(!at.isMarked(5));
    }

    void anEditEndsAfterAnotherBufferWasChosen() {
        RunWindow at(QStringLiteral("a"));
        at.select(5);
        QTest::keyClick(at.table, Qt::Key_F2);
        at.type(QStringLiteral("7"));
        QVERIFY(at.inspector->showBuffer(QStringLiteral("b")));
        at.window->document().finishEdits();
        QCOMPARE(at.buffer("a").init.kind, Init::Kind::file);
        QCOMPARE(at.buffer("b").init.kind, Init::Kind::normal);
    }

    /// It would be lost, or reach the next project.
    void closingWaitsForAnEdit() {
        RunWindow at(QStringLiteral("a"));
        at.select(5);
        QTest::keyClick(at.table, Qt::Key_F2);
        at.type(QStringLiteral("7"));
        bool isAsked = false;
        whenAsked([&](QDialog&) { isAsked = true; });
        at.window->actionSet().closeProject->trigger();
        QVERIFY(isAsked);
        QVERIFY(at.window->document().isDirty());
        QCOMPARE(at.buffer("a").init.kind, Init::Kind::file);
    }

    void editedValuesAreCopiedAndExported() {
        RunWindow at(QStringLiteral("a"));
        at.set(5, QStringLiteral("7"));
        QTest::keyClick(at.table, Qt::Key_C, Qt::ControlModifier);
        QTRY_COMPARE(QApplication::clipboard()->text(), QStringLiteral("7"));
        const QString path = QDir(at.window.folder()).filePath(QStringLiteral("edited.npy"));
        whenAsked([&](QDialog& dialog) {
            qobject_cast<QFileDialog*>(&dialog)->selectFile(path);
            dialog.accept();
        });
        QTest::mouseClick(at.inspector->findChild<QWidget*>("inspectorExport"), Qt::LeftButton);
        QTRY_VERIFY(QFileInfo::exists(path));
        QCOMPARE(arrays::readArrayFile(pathOf(path)).as<float>()[5], 7.0F);
    }

    void anInvalidValueStaysWithItsReason() {
        RunWindow at(QStringLiteral("a"));
        const Init before = at.buffer("a").init;
        QTest::mouseDClick(
            at.table->viewport(), Qt::LeftButton, {},
            at.table->cellRect(2 / at.table->source().columns, 2 % at.table->source().columns)
                .center());
        at.type(QStringLiteral("1 +"));
        QVERIFY(at.field()->isVisible());
        QVERIFY(at.field()->property("invalid").toBool());
        QVERIFY(!at.field()->toolTip().isEmpty());
        QTest::keyClick(at.field(), Qt::Key_Escape);
        QVERIFY(!at.field()->isVisible());
        QVERIFY(at.table->hasFocus());
        QVERIFY(at.buffer("a").init == before);
    }

    void aResultCannotBeEditedAndSaysWhy() {
        RunWindow at(QStringLiteral("dest"));
        QTest::keyClick(at.table, Qt::Key_F2);
        QVERIFY(!at.field() || !at.field()->isVisible());
        QVERIFY2(at.said().contains(QStringLiteral("launches write dest")), qPrintable(at.said()));
    }

    void valuesAreImported() {
        RunWindow at(QStringLiteral("a"));
        arrays::HostArray values(arrays::DType(arrays::Scalar::float32), {400}); // the lesson's n
        for (std::size_t i = 0; i < values.as<float>().size(); ++i)
            values.as<float>()[i] = 1000.0F + float(i);
        const QString path = QDir(at.window.folder()).filePath(QStringLiteral("given.npy"));
        arrays::writeArrayFile(pathOf(path), values);
        const auto import = [&](const QString& file) {
            whenAsked([file](QDialog& dialog) {
                qobject_cast<QFileDialog*>(&dialog)->selectFile(file);
                dialog.accept();
            });
            for (QAction* action : at.table->actions()) {
                if (action->text().contains(QStringLiteral("Import")))
                    action->trigger();
            }
        };
        import(path);
        QTRY_VERIFY(at.isMarked(3));
        QCOMPARE(at.cell(3), QStringLiteral("1003"));
        QCOMPARE(at.buffer("a").init.kind, Init::Kind::file);
        // A file that does not fit changes nothing.
        arrays::writeArrayFile(pathOf(path),
                               arrays::HostArray(arrays::DType(arrays::Scalar::float32), {2}));
        import(path);
        QTRY_VERIFY2(at.said().contains(QStringLiteral("given.npy")) ||
                         at.said().contains(QStringLiteral("shape")),
                     qPrintable(at.said()));
        QCOMPARE(at.cell(3), QStringLiteral("1003"));
    }

    void aMemberIsEdited() {
        RunWindow at(QStringLiteral("a"));
        auto* view = at.inspector->findChild<QComboBox*>("inspectorView");
        view->setCurrentIndex(view->findText(QStringLiteral("Records")));
        QTest::mouseClick(at.inspector->findChild<QToolButton*>("recordNew"), Qt::LeftButton);
        at.inspector->findChild<QPlainTextEdit*>("recordText")
            ->setPlainText(QStringLiteral("float x; char name[4];"));
        QTRY_COMPARE(at.table->source().columns, 2);
        QTRY_VERIFY(at.cell(20) != QStringLiteral("…"));
        const QString name = at.cell(21);
        at.table->setFocus();
        at.set(20, QStringLiteral("7 / 2")); // record 10
        QCOMPARE(at.cell(20), QStringLiteral("3.5"));
        QCOMPARE(at.cell(21), name);
        at.set(21, QStringLiteral("abc"));
        QCOMPARE(at.cell(21), QStringLiteral("\"abc\""));
        at.table->setFocus();
        at.select(23);
        QTest::keyClick(at.table, Qt::Key_F2);
        at.type(QStringLiteral("too long"));
        QVERIFY2(at.said().contains(QStringLiteral("8 bytes")), qPrintable(at.said()));
        QTest::keyClick(at.field(), Qt::Key_Escape);

        view->setCurrentIndex(view->findText(QStringLiteral("Table")));
        QTRY_COMPARE(at.cell(20), QStringLiteral("3.5"));
        run(at.window);
        at.show(QStringLiteral("a"));
        QTRY_COMPARE(at.cell(20), QStringLiteral("3.5"));
    }

    void selectedMembersAreFilled() {
        const layouts::Layout layout = layouts::parseLayout("int a; half b;");
        QCOMPARE(layout.size, std::size_t(8));
        const ValueEdit edit = ValueEdit::ofMembers(QStringLiteral("10 * i"), layout, 3,
                                                    {{1, 0, 8}, {1, 1, 12}, {2, 0, 16}}, {});
        arrays::HostArray memory(arrays::DType(arrays::Scalar::int32), {6});
        edit.apply(memory.bytes());
        const std::span<std::int32_t> values = memory.as<std::int32_t>();
        QCOMPARE(values[2], 10);
        QCOMPARE(arrays::readDouble(arrays::Scalar::float16, memory.bytes().data() + 12), 10.0);
        QCOMPARE(values[4], 20);
        QCOMPARE(values[0] + values[1] + values[5], 0);
    }

    void imagesAreContents() {
        using arrays::Scalar;
        const QString path = QDir(m_files.path()).filePath(QStringLiteral("image.png"));
        QImage image(3, 2, QImage::Format_RGBA8888);
        image.fill(QColor(255, 128, 0, 51));
        image.setPixelColor(2, 1, Qt::white);
        QVERIFY(image.save(path));
        const auto read = [&](const arrays::DType& dtype, const std::vector<std::int64_t>& shape) {
            return std::get<arrays::HostArray>(readImage(path, dtype, shape));
        };
        const auto colours = read(arrays::DType::vector(Scalar::uint8, 4), {2, 3});
        const auto bytes = colours.bytes();
        QCOMPARE(QByteArray(reinterpret_cast<const char*>(bytes.data()), 4),
                 QByteArray("\xff\x80\x00\x33", 4));
        QCOMPARE(std::to_integer<int>(bytes[5 * 4 + 2]), 255); // the last pixel's blue
        const auto floats = read(arrays::DType(Scalar::float32), {2, 3, 3});
        QCOMPARE(arrays::readDouble(Scalar::float32, floats.bytes().data()), 1.0);
        QVERIFY(std::abs(arrays::readDouble(Scalar::float32, floats.bytes().data() + 4) -
                         128.0 / 255) < 1e-4);
        QCOMPARE(arrays::readDouble(Scalar::float32, floats.bytes().data() + 17 * 4), 1.0);
        const auto grey = read(arrays::DType(Scalar::int32), {2, 3});
        QCOMPARE(arrays::readInt64(Scalar::int32, grey.bytes().data() + 5 * 4), 255);
        QVERIFY(!holdsImage(arrays::DType(Scalar::complex64), {2, 3}));
        QVERIFY(!holdsImage(arrays::DType(Scalar::float32), {6}));
        QVERIFY(!holdsImage(arrays::DType::vector(Scalar::uint8, 2), {2, 3}));
        const auto small = readImage(path, arrays::DType(Scalar::uint8), {3, 2});
        QVERIFY2(std::get<QString>(small).contains(QStringLiteral("3 × 2")),
                 qPrintable(std::get<QString>(small)));
        const auto none = readImage(QStringLiteral("no.png"), arrays::DType(Scalar::uint8), {2, 3});
        QVERIFY(std::holds_alternative<QString>(none));
    }

    void aSelectionIsFilled() {
        RunWindow at(QStringLiteral("a"));
        at.select(4); // the first of a row, whatever the panel's width
        at.select(5, true);
        whenAsked([](QDialog& dialog) {
            qobject_cast<QInputDialog*>(&dialog)->setTextValue(QStringLiteral("i / 2"));
            dialog.accept();
        });
        for (QAction* action : at.table->actions()) {
            if (action->text().contains(QStringLiteral("Fill")))
                action->trigger();
        }
        QTRY_VERIFY(at.isMarked(5));
        QCOMPARE(at.cell(4), QStringLiteral("2"));
        QCOMPARE(at.cell(5), QStringLiteral("2.5"));
        QVERIFY(!at.isMarked(6));
    }

    /// With the tolerance that the buffer had.
    void aResultBecomesTheExpectedValue() {
        RunWindow at(QStringLiteral("dest"));
        const double tolerance = at.buffer("dest").expect ? at.buffer("dest").expect->rtol : 1e-5;
        for (QAction* action : at.table->actions()) {
            if (action->text().contains(QStringLiteral("Expected")))
                action->trigger();
        }
        QTRY_VERIFY(at.buffer("dest").expect && !at.buffer("dest").expect->file.empty());
        QVERIFY(!at.buffer("dest").expect->expression);
        QCOMPARE(at.buffer("dest").expect->rtol, tolerance);
        run(at.window);
        QVERIFY2(at.verdict().contains(QStringLiteral("as expected")), qPrintable(at.verdict()));
        at.show(QStringLiteral("a"));
        at.set(0, QStringLiteral("1e6"));
        run(at.window);
        at.show(QStringLiteral("dest"));
        QVERIFY2(at.verdict().contains(QStringLiteral("wrong")), qPrintable(at.verdict()));
    }
};

WARPBENCH_WIDGET_TEST(TstBufferEdits)
} // namespace tst_buffer_edits

#include "tst_buffer_edits.moc"
