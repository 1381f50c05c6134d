// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/step_table.h"

#include "ui/models/step_models.h"
#include "ui/theme/lane_mask.h"
#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTableView>

namespace warpbench::ui {

namespace {

constexpr int kStepRowHeight = 22;
constexpr int kWidestValue = 96; // pixels, an address; the tool tip has a long one whole

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
    view->verticalHeader()->setDefaultSectionSize(kStepRowHeight);
    view->verticalHeader()->setMinimumSectionSize(kStepRowHeight);
    view->verticalHeader()->setHighlightSections(false);
    view->horizontalHeader()->setHighlightSections(false);
    view->setTextElideMode(Qt::ElideMiddle);
    view->horizontalHeader()->setMinimumSectionSize(40);
    view->horizontalHeader()->setMaximumSectionSize(kWidestValue);
    view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    return view;
}

} // namespace warpbench::ui
