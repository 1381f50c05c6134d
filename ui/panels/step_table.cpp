// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/step_table.h"

#include "ui/step/step_models.h"
#include "ui/theme/lane_mask.h"
#include "ui/theme/text_scale.h"
#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTableView>

namespace warpbench::ui {

namespace {

// Pixels at 100 % text size.
constexpr int kStepRowHeight = 22;
constexpr int kWidestValue = 190; // a double; the tool tip shows longer values

class StepDelegate : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyledItemDelegate::paint(painter, option, index);
        if (const QVariant mask = index.data(MaskRole); mask.isValid())
            paintLanes(*painter, option.rect.adjusted(6, 6, -6, -6), mask.toUInt());
    }

  protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        if (index.data(SharedRole).toBool()) // the row's title shows it
            option->text = QStringLiteral("·");
        if (index.data(InactiveRole).toBool()) {
            option->palette.setColor(QPalette::Text, themeColors().muted);
            option->font.setItalic(true);
        }
        if (index.data(ChangedRole).toBool()) {
            option->palette.setColor(QPalette::Text, themeColors().accent);
            option->font.setBold(true);
        }
        if (index.data(WrongRole).toBool())
            option->palette.setColor(QPalette::Text, themeColors().error);
    }
};

/// Row titles, with the value that all lanes share.
class StepRowTitles : public QHeaderView {
  public:
    explicit StepRowTitles(QWidget* parent)
        : QHeaderView(Qt::Vertical, parent) {
        setSectionsClickable(true);
        setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    }

  protected:
    void initStyleOptionForIndex(QStyleOptionHeader* option, int row) const override {
        QHeaderView::initStyleOptionForIndex(option, row);
        option->text += sharedText(row);
    }
    QSize sectionSizeFromContents(int row) const override {
        QSize size = QHeaderView::sectionSizeFromContents(row);
        size.rwidth() += fontMetrics().horizontalAdvance(sharedText(row));
        return size;
    }

  private:
    QString sharedText(int row) const {
        const QString value = model()->headerData(row, Qt::Vertical, SharedRole).toString();
        return value.isEmpty() ? QString() : QStringLiteral(" = ") + value;
    }
};

} // namespace

QTableView* makeStepTable(QAbstractItemModel& model, const char* name, const QString& title) {
    auto* view = new QTableView;
    view->setObjectName(QLatin1String(name));
    view->setAccessibleName(title);
    view->setModel(&model);
    view->setItemDelegate(new StepDelegate(view));
    view->setShowGrid(false);
    view->setAlternatingRowColors(true);
    view->setTabKeyNavigation(false);
    view->setWordWrap(false);
    view->setFrameShape(QFrame::NoFrame);
    view->setVerticalHeader(new StepRowTitles(view));
    withTextScale(*view, [view] {
        view->verticalHeader()->setMinimumSectionSize(scaled(kStepRowHeight));
        view->verticalHeader()->setDefaultSectionSize(scaled(kStepRowHeight));
        view->horizontalHeader()->setMaximumSectionSize(scaled(kWidestValue));
    });
    view->verticalHeader()->setHighlightSections(false);
    view->horizontalHeader()->setHighlightSections(false);
    view->setTextElideMode(Qt::ElideRight);
    view->horizontalHeader()->setMinimumSectionSize(28);
    view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    return view;
}

} // namespace warpbench::ui
