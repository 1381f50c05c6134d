// SPDX-License-Identifier: GPL-3.0-or-later
// A GPU's own counters in the table of the Counters panel.
#include "tests/main.h"
#include "ui/panels/figure_table.h"
#include "ui/results/hardware_model.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>
#include <QVBoxLayout>

#include <memory>

namespace tst_hardware_model {

using namespace warpbench;
using namespace warpbench::ui;
using cuda::HardwareFigure;

class TestHardwareModel : public QObject {
    Q_OBJECT

  private slots:
    void rowsAndConcerns() {
        HardwareModel model;
        const QAbstractItemModelTester tester(&model);
        model.setReport(nullptr);
        QVERIFY(model.empty());

        session::RunReport report;
        for (const char* kernel : {"naive", "padded"}) {
            session::LaunchReport& launch = report.launches.emplace_back();
            launch.kernel = kernel;
            launch.hardware.emplace().passes = 16;
        }
        cuda::HardwareFigures& naive = *report.launches[0].hardware;
        cuda::HardwareFigures& padded = *report.launches[1].hardware;
        naive[HardwareFigure::sectors_per_store] = 32;
        padded[HardwareFigure::sectors_per_store] = 4;
        naive[HardwareFigure::achieved_occupancy] = 0.104;
        naive[HardwareFigure::local_bytes_loaded] = 0; // for neither: no row
        naive[HardwareFigure::stall_long_scoreboard] = 3;
        naive[HardwareFigure::stall_barrier] = 1;
        padded[HardwareFigure::stall_barrier] = 0;
        model.setReport(&report);

        QCOMPARE(model.columnCount(), 2);
        QCOMPARE(model.passes(), 16);
        QCOMPARE(model.headerData(0, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QStringLiteral("naive"));
        QStringList names;
        for (int row = 0; row < model.rowCount(); ++row)
            names << model.headerData(row, Qt::Vertical, Qt::DisplayRole).toString();
        QCOMPARE(names, (QStringList{"Sectors per store", "Achieved occupancy", "Waits: barrier",
                                     "Waits: global memory"}));
        const auto text = [&](int row, int column) {
            return model.index(row, column).data().toString();
        };
        const auto concern = [&](int row, int column) {
            return model.index(row, column).data(HardwareModel::ConcernRole).toBool();
        };
        QCOMPARE(text(0, 0), QStringLiteral("32.0"));
        QVERIFY(concern(0, 0) && !concern(0, 1));
        QCOMPARE(text(1, 0), QStringLiteral("10.4 %"));
        QCOMPARE(text(1, 1), QStringLiteral("–")); // not counted
        QCOMPARE(text(2, 0), QStringLiteral("25.0 %"));
        QCOMPARE(text(3, 0), QStringLiteral("75.0 %"));
        QVERIFY(concern(3, 0) && !concern(2, 0));
        QCOMPARE(model.index(3, 0).data(HardwareModel::SectionRole).toString(),
                 QStringLiteral("Why warps waited"));
    }

    /// A figure that is cut reads as another one: 25 of 255.
    void aNarrowTableCutsNoFigure() {
        QStandardItemModel model(1, 2);
        model.setHorizontalHeaderLabels({QStringLiteral("a_kernel_with_a_long_name"),
                                         QStringLiteral("another_one_of_that_kind")});
        model.setVerticalHeaderLabels({QStringLiteral("Registers per thread")});
        model.setItem(0, 0, new QStandardItem(QStringLiteral("20 / 255")));
        const std::unique_ptr<QTableView> view(
            makeFigureTable(model, Qt::UserRole, QStringLiteral("table"), QStringLiteral("table")));
        view->resize(600, 200);
        view->show();
        QVERIFY(QTest::qWaitForWindowExposed(view.get()));
        const int wide = view->columnWidth(0);
        view->resize(view->verticalHeader()->width() + 120, 200);
        QTRY_VERIFY(view->viewport()->width() < wide);
        QTRY_VERIFY(view->columnWidth(0) <= view->viewport()->width());
        QVERIFY(view->columnWidth(0) >= view->fontMetrics().horizontalAdvance("20 / 255"));
        // Where there is less room still, the words at the left give way.
        const int figure = view->fontMetrics().horizontalAdvance("20 / 255");
        const int words = view->verticalHeader()->width();
        view->resize(words + figure, 200);
        QTRY_VERIFY(view->verticalHeader()->width() < words);
        QTRY_VERIFY(view->viewport()->width() >= view->columnWidth(0));
        QVERIFY(view->columnWidth(0) > figure);
        view->resize(600, 200);
        QTRY_COMPARE(view->columnWidth(0), wide);
        QCOMPARE(view->verticalHeader()->width(), words);
    }

    /// A kernel that is out of sight is named where one can see it.
    void kernelsThatHaveNoRoomAreChosen() {
        QStandardItemModel model(2, 3);
        model.setHorizontalHeaderLabels({"naive", "shared", "padded"});
        for (int column = 0; column < 3; ++column)
            model.setItem(0, column, new QStandardItem(QStringLiteral("147456 (4.5x)")));
        QWidget window;
        auto* layout = new QVBoxLayout(&window);
        QTableView* view = makeFigureTable(model, Qt::UserRole, {}, QStringLiteral("figures"));
        QComboBox* chooser = makeColumnChooser(*view);
        layout->addWidget(chooser);
        layout->addWidget(view);
        window.resize(900, 300);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QVERIFY(chooser->isHidden());
        window.resize(260, 300);
        QTRY_VERIFY(chooser->isVisible());
        QCOMPARE(chooser->currentText(), QStringLiteral("1 of 3: naive"));
        for (const int column : {2, 1, 0}) {
            chooser->setCurrentIndex(column);
            QVERIFY(view->visualRect(model.index(0, column)).left() >= 0);
            QVERIFY(view->visualRect(model.index(0, column)).right() <= view->viewport()->width());
            QCOMPARE(chooser->currentIndex(), column);
        }
        view->horizontalScrollBar()->setValue(1);
        QCOMPARE(chooser->currentIndex(), 1);
        window.resize(900, 300);
        QTRY_VERIFY(chooser->isHidden());
    }
};

WARPBENCH_WIDGET_TEST(TestHardwareModel)
} // namespace tst_hardware_model

#include "tst_hardware_model.moc"
