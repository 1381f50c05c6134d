// SPDX-License-Identifier: GPL-3.0-or-later
// The buffer inspector through real events, over buffers that a reader makes up as it is asked:
// element i holds i, so that what is on the screen can be told from its place.
#include "core/arrays/array_file.h"
#include "tests/ui/ui_test.h"
#include "ui/inspector/buffer_inspector.h"
#include "ui/inspector/element_table.h"
#include "ui/inspector/image_view.h"
#include "ui/theme/save_dialog.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

#include <numeric>

using namespace warpbench;
using namespace warpbench::ui;

namespace {

constexpr std::int64_t kHuge = 100'000'000;

/// Answers reads from a formula and keeps count of them.
class MadeUpData {
  public:
    ElementPages::Reader reader() {
        return [this](session::ReadRequest request, session::Handlers<memory::HostArray> handlers) {
            ++m_reads;
            m_elements += request.count;
            memory::HostArray array(memory::DType(memory::Scalar::int32),
                                    {std::int64_t(request.count)});
            std::iota(array.as<std::int32_t>().begin(), array.as<std::int32_t>().end(),
                      std::int32_t(request.first));
            // As the session does: the answer comes with a later turn of the event loop.
            QMetaObject::invokeMethod(
                qApp, [handlers, array] { handlers.done(array); }, Qt::QueuedConnection);
        };
    }
    int reads() const { return m_reads; }
    std::uint64_t elements() const { return m_elements; }
    void forget() { m_reads = 0, m_elements = 0; }

  private:
    int m_reads = 0;
    std::uint64_t m_elements = 0;
};

session::BufferReport bufferOf(const std::string& name, std::vector<std::int64_t> shape,
                               memory::DType dtype = memory::DType(memory::Scalar::int32)) {
    session::BufferReport buffer;
    buffer.name = name;
    buffer.dtype = dtype;
    buffer.shape = std::move(shape);
    buffer.ref.buffer = name;
    buffer.ref.generation = 1;
    buffer.ref.elements = std::uint64_t(memory::elementCount(buffer.shape));
    return buffer;
}

session::RunReport reportOf(std::vector<session::BufferReport> buffers) {
    session::RunReport report;
    report.buffers = std::move(buffers);
    return report;
}

} // namespace

class TstInspector : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        prepareUiTest(m_home);
        QVERIFY2(fontsAvailable(), "no font is installed: install fonts-dejavu-core");
        Theme::instance().apply(false);
    }

    void init() {
        m_inspector = std::make_unique<BufferInspector>();
        m_data = {};
        m_inspector->setReader(m_data.reader());
        m_inspector->resize(700, 500);
        m_inspector->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_inspector.get()));
        m_table = m_inspector->findChild<ElementTable*>();
        m_cell = m_inspector->findChild<QLabel*>(QStringLiteral("inspectorCell"));
        QVERIFY(m_table && m_cell);
    }

    void cleanup() { m_inspector.reset(); }

    void anEmptyRunSaysSo() {
        QVERIFY(visibleText().contains(QStringLiteral("Press Run")));
        m_inspector->setReport(reportOf({}));
        QVERIFY(visibleText().contains(QStringLiteral("before any buffer was filled")));
    }

    /// Whatever leads to another place, only what comes into view is read: a page or two.
    void aHundredMillionElementsScrollWithoutAStall() {
        m_inspector->setReport(reportOf({bufferOf("big", {kHuge})}));
        m_inspector->repaint();
        settle();
        QVERIFY(m_data.elements() <= 3 * ElementPages::kPageElements);
        m_table->setFocus();
        const auto step = [&](const auto& act) {
            m_data.forget();
            act();
            m_table->viewport()->repaint();
            QCoreApplication::processEvents(); // answers, and the repaint that they ask for
            QVERIFY2(m_data.reads() <= 3, qPrintable(QString::number(m_data.reads())));
            QVERIFY2(m_data.elements() <= 3 * ElementPages::kPageElements,
                     qPrintable(QString::number(m_data.elements())));
        };
        step([&] { QTest::keyClick(m_table, Qt::Key_End, Qt::ControlModifier); });
        QCOMPARE(currentElement(), kHuge - 1);
        step([&] { QTest::keyClick(m_table, Qt::Key_Home, Qt::ControlModifier); });
        QCOMPARE(currentElement(), std::int64_t(0));
        for (int i = 0; i < 40; ++i)
            step([&] { QTest::keyClick(m_table, Qt::Key_PageDown); });
        QVERIFY(currentElement() > 40);
        QScrollBar* bar = m_table->verticalScrollBar();
        for (int i = 1; i <= 100; ++i)
            step([&] { bar->setSliderPosition(int(std::int64_t(bar->maximum()) * i / 100)); });
        for (int i = 0; i < 20; ++i)
            step([&] { goTo(QString::number(std::int64_t(i) * 4'999'999)); });
        QCOMPARE(currentElement(), std::int64_t(19) * 4'999'999);
    }

    void aPageIsFetchedOnce() {
        m_inspector->setReport(reportOf({bufferOf("big", {kHuge})}));
        settle();
        m_data.forget();
        for (int i = 0; i < 5; ++i) {
            m_table->viewport()->repaint();
            QCoreApplication::processEvents();
        }
        QCOMPARE(m_data.reads(), 0);
        goTo(QStringLiteral("50000000"));
        settle();
        QTRY_COMPARE(m_cell->text(), QStringLiteral("50000000"));
        QVERIFY(m_data.reads() >= 1 && m_data.reads() <= 3);
    }

    void whatIsExportedCanBeReadAgain_data() {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("written");
        const QString numpy = QStringLiteral("NumPy array (*.npy)");
        QTest::newRow("npy") << numpy << "a.npy"
                             << "a.npy";
        QTest::newRow("no ending") << numpy << "b"
                                   << "b.npy";
        QTest::newRow("csv") << numpy << "c.csv"
                             << "c.csv";
        QTest::newRow("the filter's ending")
            << QStringLiteral("Comma-separated values (*.csv)") << "d"
            << "d.csv";
        QTest::newRow("raw") << numpy << "e.raw"
                             << "e.raw";
    }
    void whatIsExportedCanBeReadAgain() {
        QFETCH(QString, filter);
        QFETCH(QString, typed);
        QFETCH(QString, written);
        setSaveFolder(m_home.path());
        m_inspector->setReport(reportOf({bufferOf("grid", {4, 3}), bufferOf("other", {5})}));
        settle();
        QTimer::singleShot(0, m_inspector.get(), [&] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            QCOMPARE(dialog->selectedFiles().value(0), m_home.filePath(QStringLiteral("grid.npy")));
            auto* filters =
                dialog->findChild<QComboBox*>(QStringLiteral("fileTypeCombo")); // Qt's own name
            QVERIFY(filters);
            filters->setFocus();
            for (int i = 0; i < 5 && filters->currentText() != filter; ++i)
                QTest::keyClick(filters, Qt::Key_Down);
            auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
            name->setFocus();
            name->selectAll();
            QTest::keyClicks(name, typed);
            QTest::keyClick(name, Qt::Key_Return);
        });
        QTest::mouseClick(m_inspector->findChild<QWidget*>(QStringLiteral("inspectorExport")),
                          Qt::LeftButton);
        // Looking at another buffer meanwhile changes nothing.
        QVERIFY(m_inspector->showBuffer(QStringLiteral("other")));
        const QString path = m_home.filePath(written);
        QTRY_VERIFY(visibleText().contains(QStringLiteral("Saved ") + written));
        const memory::DType int32(memory::Scalar::int32);
        const auto array = memory::readArrayFile(path.toStdString(), {}, int32, {4, 3});
        QCOMPARE(array.as<std::int32_t>()[11], 11);
        if (written.endsWith(QStringLiteral(".npy"))) { // which says so itself
            const auto own = memory::readArrayFile(path.toStdString());
            QCOMPARE(own.shape(), (std::vector<std::int64_t>{4, 3}));
            QVERIFY(own.dtype() == int32);
        } else if (written.endsWith(QStringLiteral(".csv"))) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY(file.readAll().startsWith("0,1,2\n3,4,5\n"));
        }
    }

    void draggingSelectsAndCopies() {
        m_inspector->setReport(reportOf({bufferOf("small", {4, 3})}));
        settle();
        m_table->setFocus();
        QTest::keyClick(m_table, Qt::Key_Home, Qt::ControlModifier);
        QTest::keyClick(m_table, Qt::Key_Down, Qt::ShiftModifier);
        QTest::keyClick(m_table, Qt::Key_Right, Qt::ShiftModifier);
        QTest::keyClick(m_table, Qt::Key_C, Qt::ControlModifier);
        QTRY_COMPARE(QApplication::clipboard()->text(), QStringLiteral("0\t1\n3\t4"));
        // The mouse does the same.
        const QPoint first = m_table->cellRect(1, 1).center();
        const QPoint last = m_table->cellRect(3, 2).center();
        QTest::mousePress(m_table->viewport(), Qt::LeftButton, {}, first);
        QTest::mouseMove(m_table->viewport(), last);
        QMouseEvent move(QEvent::MouseMove, last, m_table->viewport()->mapToGlobal(last),
                         Qt::LeftButton, Qt::LeftButton, {});
        QApplication::sendEvent(m_table->viewport(), &move);
        QTest::mouseRelease(m_table->viewport(), Qt::LeftButton, {}, last);
        QTest::keyClick(m_table, Qt::Key_C, Qt::ControlModifier);
        QTRY_COMPARE(QApplication::clipboard()->text(), QStringLiteral("4\t5\n7\t8\n10\t11"));
    }

    void whatIsNotInViewIsCopiedToo() {
        m_inspector->setReport(reportOf({bufferOf("big", {kHuge})}));
        settle();
        m_table->setFocus();
        goTo(QStringLiteral("1000000"));
        const std::int64_t wide = m_table->source().columns;
        for (int i = 0; i < 200; ++i)
            QTest::keyClick(m_table, Qt::Key_PageDown, Qt::ShiftModifier);
        const auto selection = m_table->selection();
        QVERIFY(selection.cells() > 200 * wide);
        QTest::keyClick(m_table, Qt::Key_C, Qt::ControlModifier);
        QTRY_VERIFY(m_cell->text().startsWith(QStringLiteral("Copied")));
        const QStringList lines = QApplication::clipboard()->text().split(u'\n');
        QCOMPARE(lines.size(), qsizetype(selection.lastRow - selection.firstRow + 1));
        QCOMPARE(lines.first().split(u'\t').first(), QStringLiteral("1000000"));
        QVERIFY(!lines.last().contains(u'…'));
        QTest::keyClick(m_table, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(m_table, Qt::Key_C, Qt::ControlModifier);
        QVERIFY(m_cell->text().startsWith(QStringLiteral("Too many cells")));
    }

    void rowsAreAsWideAsThePanel() {
        m_inspector->setReport(reportOf({bufferOf("big", {kHuge})}));
        settle();
        goTo(QStringLiteral("12345"));
        const std::int64_t wide = m_table->source().columns;
        QVERIFY(wide > 1);
        m_inspector->resize(300, 500);
        QTRY_VERIFY(m_table->source().columns < wide);
        QCOMPARE(currentElement(), std::int64_t(12345));
        QCOMPARE(m_table->horizontalScrollBar()->maximum(), 0);
    }

    void aSliceIsShownAndAWrongOneSaysWhy() {
        m_inspector->setReport(reportOf({bufferOf("cube", {4, 5, 6})}));
        settle();
        auto* slice = m_inspector->findChild<QLineEdit*>(QStringLiteral("inspectorSlice"));
        QTest::keyClicks(slice, QStringLiteral("2, :, ::2"));
        QCOMPARE(m_table->source().rows, std::int64_t(5));
        QCOMPARE(m_table->source().columns, std::int64_t(3));
        QTRY_COMPARE(m_table->source().cell(1, 1).text, QStringLiteral("68")); // (2, 1, 2)
        QTest::keyClicks(slice, QStringLiteral(", 1"));
        QVERIFY(slice->property("invalid").toBool());
        QVERIFY(slice->toolTip().contains(QStringLiteral("dimension")));
        QCOMPARE(slice->text(), QStringLiteral("2, :, ::2, 1"));
        QCOMPARE(m_table->source().rows, std::int64_t(5)); // the last that was right
    }

    void theCheckLeadsToTheMismatch() {
        session::BufferReport buffer = bufferOf("c", {1000, 1000});
        buffer.expect = session::ExpectReport{false, 12, 1.5, 0.1, {}};
        buffer.expect->firstMismatch = session::ExpectReport::Mismatch{{700, 3}, "1", "2"};
        m_inspector->setReport(reportOf({bufferOf("a", {8}), buffer}));
        settle();
        QCOMPARE(m_inspector->currentBuffer(), QStringLiteral("c")); // the one to look at
        auto* check = m_inspector->findChild<QLabel*>(QStringLiteral("inspectorCheck"));
        QVERIFY(check->text().contains(QStringLiteral("got 1, expected 2")));
        auto* jump = m_inspector->findChild<QWidget*>(QStringLiteral("inspectorJump"));
        QTest::mouseClick(jump, Qt::LeftButton);
        QCOMPARE(m_table->currentRow(), std::int64_t(700));
        QCOMPARE(m_table->currentColumn(), std::int64_t(3));
        QVERIFY(m_table->source().cell(700, 3).wrong);
        QTRY_COMPARE(m_cell->text(), QStringLiteral("700003"));
    }

    void aFailedReadShowsDashes() {
        m_inspector->setReader([](session::ReadRequest, session::Handlers<memory::HostArray> h) {
            QMetaObject::invokeMethod(
                qApp, [h] { h.failed(Error(ErrorKind::device, "the worker is gone", "")); },
                Qt::QueuedConnection);
        });
        m_inspector->setReport(reportOf({bufferOf("a", {8})}));
        settle();
        QTRY_COMPARE(m_table->source().cell(0, 0).text, QStringLiteral("---"));
    }

    void numbersAreDrawn() {
        m_inspector->setReport(reportOf({bufferOf("map", {30, 40})}));
        auto* view = m_inspector->findChild<QComboBox*>(QStringLiteral("inspectorView"));
        auto* image = m_inspector->findChild<ImageView*>();
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Down);
        QTRY_COMPARE(image->image().size(), QSize(40, 30));
        // Values rise from the first pixel to the last, and lightness with them.
        QVERIFY(qGray(image->image().pixel(0, 0)) < qGray(image->image().pixel(20, 15)));
        QVERIFY(qGray(image->image().pixel(20, 15)) < qGray(image->image().pixel(39, 29)));
        // Just right of and below the middle, which lies on a corner of four pixels.
        const QPointF middle(image->width() / 2.0 + 2, image->height() / 2.0 + 2);
        QMouseEvent move(QEvent::MouseMove, middle, image->mapToGlobal(middle), Qt::NoButton,
                         Qt::NoButton, {});
        QApplication::sendEvent(image, &move);
        QTRY_VERIFY(m_cell->text().startsWith(QStringLiteral("row 15, column 20: 620")));
    }

    void aLargePictureIsThinnedOut() {
        const Slice slice = Slice::whole({100, 10'000});
        memory::HostArray array(memory::DType(memory::Scalar::int32), {100, 10'000});
        std::iota(array.as<std::int32_t>().begin(), array.as<std::int32_t>().end(), 0);
        const SlicePicture picture = drawSlice(array, slice);
        QCOMPARE(picture.every, 3);
        QCOMPARE(picture.image.size(), QSize(3334, 34));
        QVERIFY(!drawable(array.dtype(), Slice::whole({10'000, 10'000})));
    }

    void coloursInAnyOrderAreDrawn() {
        memory::HostArray array(memory::DType(memory::Scalar::uint8), {2, 2, 3});
        const std::uint8_t bytes[] = {255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 8, 7};
        std::memcpy(array.bytes().data(), bytes, sizeof bytes);
        const auto whole = drawSlice(array, Slice::whole({2, 2, 3}));
        QCOMPARE(whole.image.pixel(0, 0), qRgb(255, 0, 0));
        QCOMPARE(whole.image.pixel(1, 1), qRgb(9, 8, 7));
        const auto turned =
            drawSlice(array, std::get<Slice>(Slice::parse("::-1, :, ::-1", {2, 2, 3})));
        QCOMPARE(turned.image.pixel(1, 0), qRgb(7, 8, 9));
        QCOMPARE(turned.image.pixel(0, 1), qRgb(0, 0, 255));
    }

    void screenReadersHearTheCell() {
        m_inspector->setReport(reportOf({bufferOf("small", {4, 3})}));
        settle();
        goTo(QStringLiteral("2, 1"));
        QAccessibleInterface* told = QAccessible::queryAccessibleInterface(m_table);
        QVERIFY(told);
        QCOMPARE(told->text(QAccessible::Value), QStringLiteral("Row 2, column 1: 7"));
        QVERIFY(!told->text(QAccessible::Name).isEmpty());
    }

  private:
    void settle() {
        QTRY_VERIFY(m_table->source().rows > 0);
        m_table->viewport()->repaint();
        QTRY_VERIFY(m_data.elements() == 0 ||
                    m_table->source().cell(0, 0).text != QStringLiteral("…"));
    }
    void goTo(const QString& text) {
        auto* field = m_inspector->findChild<QLineEdit*>(QStringLiteral("inspectorGoto"));
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(!field->property("invalid").toBool());
    }
    std::int64_t currentElement() const {
        return m_table->currentRow() * m_table->source().columns + m_table->currentColumn();
    }
    QString visibleText() const {
        QStringList texts;
        for (const QLabel* label : m_inspector->findChildren<QLabel*>()) {
            if (label->isVisible())
                texts << label->text();
        }
        return texts.join(u'\n');
    }

    QTemporaryDir m_home;
    MadeUpData m_data;
    std::unique_ptr<BufferInspector> m_inspector;
    ElementTable* m_table = nullptr;
    QLabel* m_cell = nullptr;
};

QTEST_MAIN(TstInspector)
#include "tst_inspector.moc"
