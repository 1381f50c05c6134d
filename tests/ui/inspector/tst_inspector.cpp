// SPDX-License-Identifier: GPL-3.0-or-later
// The buffer inspector with real events and buffers generated on demand by a reader: element i has
// the value i, so that its position determines what is on the screen.
#include "core/arrays/array_file.h"
#include "tests/main.h"
#include "tests/ui/inspector/inspector_test.h"
#include "ui/elements/buffer_facts.h"
#include "ui/inspector/image_view.h"
#include "ui/theme/save_dialog.h"
#include "ui/words/describe.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QMouseEvent>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QThreadPool>
#include <QTimer>
#include <QWheelEvent>

#include <numeric>

namespace tst_inspector {

using namespace warpbench;
using namespace warpbench::ui;

class TstInspector : public InspectorTest {
    Q_OBJECT

  private slots:
    void initTestCase() { prepareTests(); }
    void init() { openInspector(); }
    void cleanup() { m_inspector.reset(); }

    void anEmptyRunSaysSo() {
        QVERIFY(visibleText().contains(QStringLiteral("Press Run")));
        m_inspector->setReport(reportOf({}));
        QVERIFY(visibleText().contains(QStringLiteral("does not define buffers")));
    }

    /// The text for a run without buffers matches the run.
    void aRunThatFailedSaysWhyThereIsNothing_data() {
        QTest::addColumn<session::RunStatus>("status");
        QTest::addColumn<QString>("said");
        using session::RunStatus;
        QTest::newRow("compile") << RunStatus::compile_error << "did not compile";
        QTest::newRow("fault") << RunStatus::fault << "caused a fault";
        QTest::newRow("cancelled") << RunStatus::cancelled << "was stopped";
        QTest::newRow("device") << RunStatus::device_error << "failed before its results";
    }

    void aRunThatFailedSaysWhyThereIsNothing() {
        QFETCH(session::RunStatus, status);
        QFETCH(QString, said);
        session::RunReport report;
        report.status = status;
        m_inspector->setReport(report);
        QVERIFY2(visibleText().contains(said), qPrintable(visibleText()));
    }

    void contentsAtAFaultAreLabelledSo() {
        session::RunReport report = reportOf({bufferOf("a", {8})});
        report.status = session::RunStatus::fault;
        report.buffersAtFault = true;
        m_inspector->setReport(report);
        settle();
        QVERIFY(visibleText().contains(QStringLiteral("As the fault left it")));
    }

    /// Inputs are the least telling.
    void theBufferThatWasWrittenIsShownFirst() {
        session::RunReport report = reportOf(
            {bufferOf("in", {8}), bufferOf("sum", {8}), bufferOf("out", {8}),
             bufferOf("picture", {4, 4}, arrays::DType::vector(arrays::Scalar::uint8, 4))});
        report.transfers = {{"in", true, 32, 0}, {"sum", true, 32, 0}, {"sum", false, 32, 0}};
        m_inspector->setReport(report);
        QCOMPARE(m_inspector->currentBuffer(), QStringLiteral("sum"));
        m_inspector->clear();
        report.transfers.push_back({"out", false, 32, 0});
        m_inspector->setReport(report);
        QCOMPARE(m_inspector->currentBuffer(), QStringLiteral("out"));
        m_inspector->clear();
        report.transfers.push_back({"picture", false, 32, 0});
        m_inspector->setReport(report);
        QCOMPARE(m_inspector->currentBuffer(), QStringLiteral("picture"));
    }

    /// An image has priority over a buffer with a passed check, but not over one with a failed
    /// check.
    void aPictureIsShownBeforeWhatPassed() {
        session::RunReport report = reportOf(
            {bufferOf("x", {8}), bufferOf("steps", {4, 4}), bufferOf("index", {8}),
             bufferOf("picture", {4, 4}, arrays::DType::vector(arrays::Scalar::uint8, 4))});
        report.transfers = {{"x", true, 32, 0},
                            {"x", false, 32, 0},
                            {"steps", false, 64, 0},
                            {"index", false, 32, 0},
                            {"picture", false, 64, 0}};
        for (const std::size_t checked : {0, 1, 2})
            report.buffers[checked].expect.emplace().passed = true;
        m_inspector->setReport(report);
        QCOMPARE(m_inspector->currentBuffer(), QStringLiteral("picture"));
        QCOMPARE(m_inspector->findChild<QComboBox*>(QStringLiteral("inspectorView"))->currentText(),
                 QStringLiteral("Image"));
        m_inspector->clear();
        report.buffers[2] = failedBuffer("index", {8});
        m_inspector->setReport(report);
        QCOMPARE(m_inspector->currentBuffer(), QStringLiteral("index"));
        // Of several that passed the first, be it one that was read as well.
        m_inspector->clear();
        report.buffers[2] = bufferOf("index", {8});
        report.buffers[2].expect.emplace().passed = true;
        report.buffers.pop_back();
        m_inspector->setReport(report);
        QCOMPARE(m_inspector->currentBuffer(), QStringLiteral("x"));
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
        const arrays::DType int32(arrays::Scalar::int32);
        const auto array = arrays::readArrayFile(path.toStdString(), {}, int32, {4, 3});
        QCOMPARE(array.as<std::int32_t>()[11], 11);
        if (written.endsWith(QStringLiteral(".npy"))) { // the file contains it
            const auto own = arrays::readArrayFile(path.toStdString());
            QCOMPARE(own.shape(), (std::vector<std::int64_t>{4, 3}));
            QVERIFY(own.dtype() == int32);
        } else if (written.endsWith(QStringLiteral(".csv"))) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY(file.readAll().startsWith("0,1,2\n3,4,5\n"));
        }
    }

    /// A run may finish while the dialog is open: exports what was on the screen.
    void whatWasShownIsExported() {
        setSaveFolder(m_home.path());
        m_inspector->setReport(reportOf({bufferOf("grid", {4, 3}), bufferOf("other", {5})}));
        settle();
        QTimer::singleShot(0, m_inspector.get(), [&] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            m_inspector->setReport(reportOf({bufferOf("another", {2})}));
            auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
            name->setFocus();
            name->selectAll();
            QTest::keyClicks(name, QStringLiteral("late.npy"));
            QTest::keyClick(name, Qt::Key_Return);
        });
        QTest::mouseClick(m_inspector->findChild<QWidget*>(QStringLiteral("inspectorExport")),
                          Qt::LeftButton);
        QTRY_VERIFY(visibleText().contains(QStringLiteral("Saved late.npy")));
        const QString path = m_home.filePath(QStringLiteral("late.npy"));
        const auto array = arrays::readArrayFile(path.toStdString());
        QCOMPARE(array.shape(), (std::vector<std::int64_t>{4, 3}));
        QCOMPARE(array.as<std::int32_t>()[11], 11);
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

    /// In a narrow panel the figures take a second line rather than being cut.
    void figuresOfABufferAreWhole() {
        session::BufferReport buffer = bufferOf("sum", {4}, arrays::DType(arrays::Scalar::float64));
        buffer.min = -4.61305123;
        buffer.max = 5.53171123;
        buffer.mean = -6.70237123e-05;
        m_inspector->setReport(reportOf({buffer}));
        settle();
        const auto* figures =
            m_inspector->findChild<QLabel*>(QStringLiteral("inspectorStatistics"));
        for (const int width : {320, 260}) {
            m_inspector->resize(width, 500);
            QTRY_VERIFY(figures->height() >= figures->heightForWidth(figures->width()));
        }
        QVERIFY(2 * figures->heightForWidth(figures->width()) >
                3 * figures->fontMetrics().height());
        QVERIFY(figures->text().contains(QStringLiteral("mean\u00a0-6.70237e-05")));
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
        QCOMPARE(m_table->source().rows, std::int64_t(0)); // rather than those of another slice
        slice->clear();
        QCOMPARE(m_table->source().rows, std::int64_t(20));
    }

    void labelsOfASliceThatGoesBackAreRight() {
        m_inspector->setReport(reportOf({bufferOf("line", {1024})}));
        settle();
        auto* slice = m_inspector->findChild<QLineEdit*>(QStringLiteral("inspectorSlice"));
        QTest::keyClicks(slice, QStringLiteral("::-1"));
        const auto& source = m_table->source();
        QCOMPARE(source.rowLabel(0), QStringLiteral("1023"));
        QCOMPARE(source.labelCharacters, 4);
        QCOMPARE(source.columnLabel(1), QStringLiteral("−1"));
        QTRY_COMPARE(source.cell(0, 1).text, QStringLiteral("1022"));
        slice->clear();
        QTest::keyClicks(slice, QStringLiteral("::3"));
        QCOMPARE(m_table->source().columnLabel(2), QStringLiteral("+6"));
    }

    /// A one-dimensional slice cannot become two-dimensional: it needs another shape.
    void whatHasOneDimensionSaysHowToBecomeAPicture() {
        m_inspector->setReport(reportOf({bufferOf("row", {4})}));
        settle();
        auto* view = m_inspector->findChild<QComboBox*>(QStringLiteral("inspectorView"));
        const auto* image = m_inspector->findChild<ImageView*>();
        chooseView(view, QStringLiteral("Image"));
        QVERIFY2(image->message().contains(QStringLiteral("Give it a shape")),
                 qPrintable(image->message()));
        m_inspector->setReport(reportOf({bufferOf("cube", {2, 3, 4})}));
        settle();
        chooseView(view, QStringLiteral("Image"));
        QTRY_COMPARE(image->image().size(), QSize(4, 3)); // the first plane
        m_inspector->findChild<QLineEdit*>(QStringLiteral("inspectorSlice"))->clear();
        QVERIFY2(image->message().contains(QStringLiteral("Choose a slice")),
                 qPrintable(image->message()));
    }

    /// Before, the slice of the former shape was drawn over the new array.
    void aSliceThatNoLongerFitsDrawsNothing() {
        m_inspector->setReport(reportOf({bufferOf("cube", {4, 60, 50})}));
        settle();
        auto* slice = m_inspector->findChild<QLineEdit*>(QStringLiteral("inspectorSlice"));
        auto* view = m_inspector->findChild<QComboBox*>(QStringLiteral("inspectorView"));
        auto* image = m_inspector->findChild<ImageView*>();
        QTest::keyClicks(slice, QStringLiteral("3, :, :"));
        chooseView(view, QStringLiteral("Image"));
        QTRY_COMPARE(image->image().size(), QSize(50, 60));
        m_inspector->setReport(reportOf({bufferOf("cube", {2, 60, 50})}));
        QVERIFY(image->image().isNull());
        QVERIFY(slice->property("invalid").toBool());
        for (int i = 0; i < 20; ++i) // nor does a pending request bring it back
            QCoreApplication::processEvents();
        QVERIFY(image->image().isNull());
        QTest::mouseMove(image, image->rect().center());
        QCOMPARE(m_cell->text(), QString());
    }

    /// A picture that arrives after another slice was asked for is of no use any more.
    void aPictureThatComesLateIsNotShown() {
        m_inspector->setReport(reportOf({bufferOf("map", {60, 50})}));
        settle();
        auto* slice = m_inspector->findChild<QLineEdit*>(QStringLiteral("inspectorSlice"));
        auto* view = m_inspector->findChild<QComboBox*>(QStringLiteral("inspectorView"));
        auto* image = m_inspector->findChild<ImageView*>();
        m_data.hold();
        chooseView(view, QStringLiteral("Image"));
        QTest::keyClicks(slice, QStringLiteral("3, 4")); // no picture
        m_data.letGo();
        QVERIFY(QThreadPool::globalInstance()->waitForDone());
        QCoreApplication::processEvents();
        QVERIFY(image->image().isNull());
        const QPointF middle(image->width() / 2.0, image->height() / 2.0);
        QMouseEvent move(QEvent::MouseMove, middle, image->mapToGlobal(middle), Qt::NoButton,
                         Qt::NoButton, {});
        QApplication::sendEvent(image, &move);
    }

    /// Cells on many different pages are all fetched exactly once, however many are visible.
    void aStridedViewSettles() {
        m_inspector->resize(1600, 1000);
        m_inspector->setReport(reportOf({bufferOf("big", {kHuge})}));
        settle();
        auto* slice = m_inspector->findChild<QLineEdit*>(QStringLiteral("inspectorSlice"));
        slice->setText(QStringLiteral("::4096"));
        const auto allThere = [&] {
            m_table->viewport()->repaint();
            QCoreApplication::processEvents();
            for (int row = 0; row < 40; ++row) {
                for (int column = 0; column < m_table->source().columns; ++column) {
                    if (m_table->source().cell(row, column).text == QStringLiteral("…"))
                        return false;
                }
            }
            return true;
        };
        QVERIFY(m_table->source().columns * 40 > 256);
        QTRY_VERIFY(allThere());
        m_data.forget();
        QVERIFY(allThere());
        QVERIFY(allThere());
        QCOMPARE(m_data.reads(), 0);
    }

    void whatIsTypedElsewhereDoesNotStayRed() {
        m_inspector->setReport(reportOf({bufferOf("a", {8})}));
        settle();
        auto* field = m_inspector->findChild<QLineEdit*>(QStringLiteral("inspectorGoto"));
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("99999999"));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(field->property("invalid").toBool());
        field->clear();
        QVERIFY(!field->property("invalid").toBool());
        QTest::keyClicks(field, QStringLiteral("99"));
        m_inspector->clear();
        QCOMPARE(field->text(), QString());
        QCOMPARE(m_cell->text(), QString());
    }

    void integersAreWrittenInFull() {
        session::BufferReport buffer = bufferOf("sum", {4});
        buffer.min = -552869;
        buffer.max = 1'234'567'890;
        buffer.mean = 616841000.5;
        QCOMPARE(statisticsText(buffer),
                 QStringLiteral("min -552869   max 1234567890   mean 616841000.5"));
        buffer.max = 18446744073709551616.0; // the nearest double
        buffer.exactMax = "18446744073709551615";
        QVERIFY(statisticsText(buffer).contains(QStringLiteral("max 18446744073709551615 ")));
        buffer.exactMax.clear();
        buffer.dtype = arrays::DType(arrays::Scalar::float32);
        buffer.max = 0.333333343;
        QVERIFY(statisticsText(buffer).contains(QStringLiteral("max 0.333333 ")));
    }

    void aFailedReadShowsDashes() {
        m_inspector->setReader([](session::ReadRequest, session::Handlers<arrays::HostArray> h) {
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
        chooseView(view, QStringLiteral("Image"));
        QTRY_COMPARE(image->image().size(), QSize(40, 30));
        // Values rise from the first pixel to the last, and lightness with them.
        QVERIFY(qGray(image->image().pixel(0, 0)) < qGray(image->image().pixel(20, 15)));
        QVERIFY(qGray(image->image().pixel(20, 15)) < qGray(image->image().pixel(39, 29)));
        // Just right of and below the centre, which is a corner of four pixels.
        const QPointF middle(image->width() / 2.0 + 2, image->height() / 2.0 + 2);
        QMouseEvent move(QEvent::MouseMove, middle, image->mapToGlobal(middle), Qt::NoButton,
                         Qt::NoButton, {});
        QApplication::sendEvent(image, &move);
        QTRY_VERIFY(m_cell->text().startsWith(QStringLiteral("row 15, column 20: 620")));
    }

    /// One plane of a volume reads that plane.
    void aSliceReadsWhatItHas_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("elements");
        QTest::newRow("a plane") << "1, :, :" << qint64(30 * 40);
        QTest::newRow("a part of it") << "1, 10:12, :" << qint64(2 * 40);
        QTest::newRow("backwards") << "2, ::-1, ::-1" << qint64(30 * 40);
        QTest::newRow("across planes") << ":, 3, :" << qint64(2 * 30 * 40 + 40);
    }
    void aSliceReadsWhatItHas() {
        QFETCH(QString, text);
        QFETCH(qint64, elements);
        m_inspector->setReport(reportOf({bufferOf("volume", {3, 30, 40})}));
        settle();
        auto* slice = m_inspector->findChild<QLineEdit*>(QStringLiteral("inspectorSlice"));
        chooseView(m_inspector->findChild<QComboBox*>(QStringLiteral("inspectorView")),
                   QStringLiteral("Image"));
        m_data.forget();
        slice->setText(text);
        auto* image = m_inspector->findChild<ImageView*>();
        QTRY_VERIFY(!image->image().isNull());
        QCOMPARE(qint64(m_data.elements()), elements);
        const Slice shown = std::get<Slice>(Slice::parse(text, {3, 30, 40}));
        arrays::HostArray whole(arrays::DType(arrays::Scalar::int32), {3, 30, 40});
        std::iota(whole.as<std::int32_t>().begin(), whole.as<std::int32_t>().end(), 0);
        QCOMPARE(image->image(), drawSlice(whole, shown).image);
    }

    /// A picture is moved by dragging and jumps away at a click; a sideways wheel does nothing.
    void draggingAPictureIsNoClick() {
        ImageView view;
        QImage picture(40, 30, QImage::Format_RGB32);
        picture.fill(Qt::white);
        picture.setPixelColor(12, 12, Qt::black);
        view.setImage(picture);
        view.resize(400, 300);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QSignalSpy clicked(&view, &ImageView::pixelClicked);
        const QPoint middle = view.rect().center();
        QTest::mousePress(&view, Qt::LeftButton, {}, middle);
        QVERIFY(clicked.isEmpty());
        const QPointF to = middle + QPoint(60, 0);
        QMouseEvent move(QEvent::MouseMove, to, view.mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                         {});
        QApplication::sendEvent(&view, &move);
        QTest::mouseRelease(&view, Qt::LeftButton, {}, to.toPoint());
        QVERIFY(clicked.isEmpty());
        QTest::mouseClick(&view, Qt::LeftButton, {}, middle);
        QCOMPARE(clicked.count(), 1);
        const QImage before = view.grab().toImage();
        const auto wheel = [&](const QPoint& angle) {
            QWheelEvent event(middle, view.mapToGlobal(QPointF(middle)), {}, angle, Qt::NoButton,
                              {}, Qt::NoScrollPhase, false);
            QApplication::sendEvent(&view, &event);
        };
        wheel({120, 0});
        QCOMPARE(view.grab().toImage(), before);
        wheel({0, 120});
        QVERIFY(view.grab().toImage() != before);
    }

    void aLargePictureIsThinnedOut() {
        const Slice slice = Slice::whole({100, 10'000});
        arrays::HostArray array(arrays::DType(arrays::Scalar::int32), {100, 10'000});
        std::iota(array.as<std::int32_t>().begin(), array.as<std::int32_t>().end(), 0);
        const SlicePicture picture = drawSlice(array, slice);
        QCOMPARE(picture.every, 3);
        QCOMPARE(picture.image.size(), QSize(3334, 34));
        QVERIFY(!drawable(array.dtype(), Slice::whole({10'000, 10'000})));
    }

    void coloursInAnyOrderAreDrawn() {
        arrays::HostArray array(arrays::DType(arrays::Scalar::uint8), {2, 2, 3});
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
};

WARPBENCH_WIDGET_TEST(TstInspector)
} // namespace tst_inspector

#include "tst_inspector.moc"
