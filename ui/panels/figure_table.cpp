// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/figure_table.h"

#include "ui/theme/key_names.h"
#include "ui/theme/text_scale.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QCoreApplication>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStyledItemDelegate>
#include <QTableView>

#include <algorithm>

namespace warpbench::ui {

namespace {

// Pixels at 100 % text size.
constexpr int kWidestColumn = 170; // a kernel's name may be long
constexpr int kNarrowestColumn = 72;
constexpr int kNarrowestNames = 110; // names of rows at the left
constexpr int kRowHeight = 26;
constexpr int kHeaderRoom = 6; // pixels at each side of a name, as in the style sheet

struct FigureTable {
    Q_DECLARE_TR_FUNCTIONS(FigureTable)
};

/// Highlights values that are too high, and not only by colour.
class FigureDelegate : public QStyledItemDelegate {
  public:
    FigureDelegate(int concernRole, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_concernRole(concernRole) {}

  protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        if (index.data(m_concernRole).toBool()) {
            option->palette.setColor(QPalette::Text, themeColors().warning);
            option->font.setBold(true);
        }
    }

  private:
    int m_concernRole;
};

/// Shows each column's kernel, elided in the middle. Qt's own eliding ignores the bold font and the
/// padding of the style sheet.
class KernelHeader : public QHeaderView {
  public:
    using QHeaderView::QHeaderView;

  protected:
    void initStyleOptionForIndex(QStyleOptionHeader* option, int column) const override {
        QHeaderView::initStyleOptionForIndex(option, column);
        QFont bold = font();
        bold.setBold(true);
        option->text = QFontMetrics(bold).elidedText(
            model()->headerData(column, orientation(), Qt::DisplayRole).toString(), Qt::ElideMiddle,
            sectionSize(column) - 2 * kHeaderRoom);
    }
};

/// Limits columns to the visible width, because a number that is cut off looks like a different
/// one.
class FigureView : public QTableView {
  protected:
    void resizeEvent(QResizeEvent* event) override {
        QTableView::resizeEvent(event);
        QHeaderView* const kernels = horizontalHeader();
        const int widest =
            std::clamp(viewport()->width(), scaled(kNarrowestColumn), scaled(kWidestColumn));
        if (kernels->maximumSectionSize() == widest)
            return;
        kernels->setMaximumSectionSize(widest);
        kernels->setSectionResizeMode(QHeaderView::ResizeToContents); // measures again
    }
    /// The row names shrink in favour of the first column.
    void updateGeometries() override {
        const int bar = verticalScrollBar()->isVisible() ? verticalScrollBar()->width() : 0;
        const int figures =
            std::clamp(sizeHintForColumn(0), scaled(kNarrowestColumn), scaled(kWidestColumn));
        verticalHeader()->setMaximumWidth(
            std::max(scaled(kNarrowestNames), contentsRect().width() - bar - figures));
        QTableView::updateGeometries();
    }
};

QString textOf(const QAbstractItemModel& model) {
    QString text;
    for (int column = 0; column < model.columnCount(); ++column)
        text += QLatin1Char('\t') +
                model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    text += QLatin1Char('\n');
    for (int row = 0; row < model.rowCount(); ++row) {
        text += model.headerData(row, Qt::Vertical, Qt::DisplayRole).toString();
        for (int column = 0; column < model.columnCount(); ++column)
            text += QLatin1Char('\t') + model.index(row, column).data().toString();
        text += QLatin1Char('\n');
    }
    return text;
}

} // namespace

QTableView* makeFigureTable(QAbstractItemModel& model, int concernRole, const QString& objectName,
                            const QString& accessibleName) {
    auto* view = new FigureView;
    view->setObjectName(objectName);
    view->setAccessibleName(accessibleName);
    view->setModel(&model);
    view->setItemDelegate(new FigureDelegate(concernRole, view));
    view->setShowGrid(false);
    view->setAlternatingRowColors(true);
    view->setTabKeyNavigation(false);
    QHeaderView* const names = view->verticalHeader();
    scaleRows(*names, kRowHeight);
    names->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    names->setHighlightSections(false);
    names->setTextElideMode(Qt::ElideRight);
    auto* kernels = new KernelHeader(Qt::Horizontal);
    view->setHorizontalHeader(kernels);
    kernels->setHighlightSections(false);
    kernels->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    withTextScale(*kernels, [kernels] {
        kernels->setMinimumSectionSize(scaled(kNarrowestColumn));
        kernels->setMaximumSectionSize(scaled(kWidestColumn));
    });
    kernels->setSectionResizeMode(QHeaderView::ResizeToContents);
    auto* copy = new QAction(FigureTable::tr("&Copy the Table"), view);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    QObject::connect(copy, &QAction::triggered, view,
                     [view] { QApplication::clipboard()->setText(textOf(*view->model())); });
    view->addAction(copy);
    view->setContextMenuPolicy(Qt::ActionsContextMenu);
    return view;
}

QComboBox* makeColumnChooser(QTableView& table) {
    auto* chooser = new QComboBox;
    chooser->setObjectName(QStringLiteral("columnChooser"));
    chooser->setAccessibleName(FigureTable::tr("First kernel to show"));
    chooser->setToolTip(
        FigureTable::tr("Select the first kernel to show: not all fit side by side"));
    chooser->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // names may be long
    chooser->hide();
    const QAbstractItemModel* model = table.model();
    QScrollBar* const bar = table.horizontalScrollBar();
    const auto fill = [chooser, model] {
        const QSignalBlocker quiet(chooser);
        const int before = chooser->currentIndex();
        chooser->clear();
        const int count = model->columnCount();
        for (int column = 0; column < count; ++column)
            chooser->addItem(
                FigureTable::tr("%1 of %2: %3")
                    .arg(column + 1)
                    .arg(count)
                    .arg(model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()));
        chooser->setCurrentIndex(std::clamp(before, 0, std::max(0, count - 1)));
    };
    QObject::connect(model, &QAbstractItemModel::modelReset, chooser, fill);
    QObject::connect(bar, &QScrollBar::rangeChanged, chooser,
                     [chooser](int, int most) { chooser->setVisible(most > 0); });
    // The last columns may all be visible: the selected one stays selected while it is visible.
    QObject::connect(bar, &QScrollBar::valueChanged, chooser, [chooser, &table, bar](int first) {
        const int chosen = chooser->currentIndex();
        const QHeaderView& kernels = *table.horizontalHeader();
        const bool seen = chosen >= first &&
                          kernels.sectionViewportPosition(chosen) + kernels.sectionSize(chosen) <=
                              table.viewport()->width();
        if (!seen || (chosen != first && first < bar->maximum())) {
            const QSignalBlocker quiet(chooser);
            chooser->setCurrentIndex(first);
        }
    });
    QObject::connect(chooser, &QComboBox::currentIndexChanged, bar, &QScrollBar::setValue);
    fill();
    return chooser;
}

QLabel* makeStaleBadge(const QString& why) {
    auto* badge = new QLabel(FigureTable::tr("Out of date"));
    badge->setProperty("role", "stale");
    setTextWithKeys(*badge, "toolTip", why);
    badge->hide();
    return badge;
}

} // namespace warpbench::ui
