// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/step_watches.h"

#include "ui/fields/form.h"
#include "ui/panels/step_table.h"
#include "ui/run/selection.h"
#include "ui/step/step_controller.h"
#include "ui/theme/icons.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QStackedLayout>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>

namespace warpbench::ui {

namespace {

constexpr int kIconSize = 14;
constexpr int kLeastHeight = 40;     // pixels
constexpr int kLeastExpression = 90; // pixels
constexpr int kWidestExpression = 260;

/// A clickable cross.
class RemoveDelegate : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyledItemDelegate::paint(painter, option, index);
        QRect place(0, 0, kIconSize, kIconSize);
        place.moveCenter(option.rect.center());
        icon(QStringLiteral("close"), IconTint::muted).paint(painter, place);
    }
};

} // namespace

StepWatches::StepWatches(StepController& stepper, Selection& selection)
    : m_stepper(stepper)
    , m_selection(selection) {
    setObjectName(QStringLiteral("stepWatches"));
    makeField();
    makeTable();
    auto* empty =
        makeEmpty(tr("Nothing is watched yet. Type an expression above, such as data[i + 1] or "
                     "threadIdx.x * 4, and press Enter. At every pause you see its value in the "
                     "chosen lane here, and its values in all lanes under Variables."));
    empty->setObjectName(QStringLiteral("stepWatchesEmpty"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, kSmallGap, 0, 0);
    layout->setSpacing(kSmallGap);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(kSmallGap, 0, kSmallGap, 0);
    row->addWidget(m_field);
    layout->addLayout(row);
    m_stack = addStack(*layout, empty, m_view);
    for (QWidget* page : {static_cast<QWidget*>(empty), static_cast<QWidget*>(m_view)})
        page->setMinimumHeight(kLeastHeight); // the field must not increase the panel's height
    setFocusProxy(m_field);
    connect(&m_model, &StepWatchModel::edited, this, &StepWatches::edit, Qt::QueuedConnection);
    show();
}

void StepWatches::makeField() {
    m_field = new QLineEdit;
    m_field->setObjectName(QStringLiteral("stepWatch"));
    m_field->setPlaceholderText(tr("Watch another expression, such as data[i + 1]"));
    m_field->setAccessibleName(tr("An expression to watch"));
    m_field->setToolTip(tr("Variables, members, one index, threadIdx.x, lane: Enter adds the "
                           "expression"));
    m_field->setClearButtonEnabled(true);
    connect(m_field, &QLineEdit::editingFinished, this, &StepWatches::add);
}

void StepWatches::makeTable() {
    m_view = makeStepTable(m_model, "stepWatchList", tr("Watched expressions"));
    m_view->verticalHeader()->hide();
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    m_view->setItemDelegateForColumn(StepWatchModel::RemoveColumn, new RemoveDelegate(m_view));
    m_view->setTextElideMode(Qt::ElideRight);
    QHeaderView* titles = m_view->horizontalHeader();
    titles->setMaximumSectionSize(10000);
    titles->setMinimumSectionSize(24);
    titles->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    titles->setSectionResizeMode(StepWatchModel::LaneColumn, QHeaderView::ResizeToContents);
    titles->setSectionResizeMode(StepWatchModel::WarpColumn, QHeaderView::Stretch);
    titles->setSectionResizeMode(StepWatchModel::RemoveColumn, QHeaderView::Fixed);
    m_view->setColumnWidth(StepWatchModel::RemoveColumn, 28);
    connect(m_view, &QTableView::clicked, this, [this](const QModelIndex& index) {
        if (index.column() == StepWatchModel::RemoveColumn)
            remove(index.row());
    });
    const auto addAction = [this](const char* name, const QString& text, const QKeySequence& key,
                                  auto does) {
        auto* action = new QAction(text, m_view);
        action->setObjectName(QLatin1String(name));
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetShortcut);
        connect(action, &QAction::triggered, this, does);
        m_view->addAction(action);
    };
    addAction("stepWatchEdit", tr("&Edit"), Qt::Key_F2, [this] {
        const QModelIndex current = m_view->currentIndex();
        if (current.isValid())
            m_view->edit(current.siblingAtColumn(StepWatchModel::ExpressionColumn));
    });
    addAction("stepWatchRemove", tr("&Remove"), Qt::Key_Delete,
              [this] { remove(m_view->currentIndex().row()); });
    addAction("stepWatchClear", tr("Remove &All"), {}, [this] { m_stepper.setWatched({}); });
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
}

void StepWatches::add() {
    const QString text = m_field->text().trimmed();
    if (!m_field->isModified() || text.isEmpty())
        return;
    m_field->clear();
    m_stepper.setWatched(m_stepper.watched() + QStringList(text));
}

void StepWatches::edit(int row, const QString& text) {
    QStringList expressions = m_stepper.watched();
    if (row < 0 || row >= expressions.size())
        return;
    expressions[row] = text;
    m_stepper.setWatched(expressions);
}

void StepWatches::remove(int row) {
    QStringList expressions = m_stepper.watched();
    if (row < 0 || row >= expressions.size())
        return;
    expressions.removeAt(row);
    m_stepper.setWatched(expressions);
    if (!expressions.isEmpty()) // so that the same key can remove the next one
        m_view->setCurrentIndex(m_model.index(std::min(row, int(expressions.size()) - 1), 0));
}

void StepWatches::show() {
    const auto before = m_model.rowCount();
    const int row = m_view->currentIndex().row();
    m_model.set(m_stepper.watched(), m_stepper.state(), m_selection.lane().lane);
    if (m_model.rowCount() != before) {
        m_stack->setCurrentIndex(m_model.rowCount() > 0 ? 1 : 0);
        const QAbstractItemView* sizes = m_view; // the hint is public here
        m_view->setColumnWidth(
            StepWatchModel::ExpressionColumn,
            std::clamp(sizes->sizeHintForColumn(StepWatchModel::ExpressionColumn) + kGap,
                       kLeastExpression, kWidestExpression));
    }
    if (!m_view->currentIndex().isValid() && m_model.rowCount() > 0)
        m_view->setCurrentIndex(m_model.index(std::clamp(row, 0, m_model.rowCount() - 1), 0));
}

} // namespace warpbench::ui
