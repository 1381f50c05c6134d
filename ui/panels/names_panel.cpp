// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/names_panel.h"

#include "ui/models/names_model.h"
#include "ui/panels/form.h"
#include "ui/theme/fonts.h"
#include "ui/theme/input_state.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace warpbench::ui {

namespace {

constexpr int kLeastColumn = 48; // pixels

/// Paints wrong values in the error colour.
class NameDelegate : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override {
        if (index.column() != NamesModel::KindColumn) {
            return QStyledItemDelegate::createEditor(parent, option, index);
        }
        auto* kinds = new QComboBox(parent);
        kinds->addItems({NamesModel::tr("parameter"), NamesModel::tr("define")});
        auto* self = const_cast<NameDelegate*>(this);
        connect(kinds, &QComboBox::activated, self, [self, kinds] {
            emit self->commitData(kinds);
            emit self->closeEditor(kinds);
        });
        return kinds;
    }
    void setEditorData(QWidget* editor, const QModelIndex& index) const override {
        if (auto* kinds = qobject_cast<QComboBox*>(editor)) {
            kinds->setCurrentText(index.data().toString());
            return;
        }
        QStyledItemDelegate::setEditorData(editor, index);
    }
    void setModelData(QWidget* editor, QAbstractItemModel* model,
                      const QModelIndex& index) const override {
        if (const auto* kinds = qobject_cast<QComboBox*>(editor)) {
            model->setData(index, kinds->currentText());
            return;
        }
        QStyledItemDelegate::setModelData(editor, model, index);
    }

  protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        const bool wrong = !index.data(NamesModel::ErrorRole).toString().isEmpty();
        if (wrong) {
            option->palette.setColor(QPalette::Text, themeColors().error);
        } else if (index.column() >= NamesModel::EvaluatedColumn) {
            option->palette.setColor(QPalette::Text, themeColors().muted);
        }
        if (index.column() != NamesModel::KindColumn) {
            option->font = codeFont();
        }
    }
};

} // namespace

NamesPanel::NamesPanel(ProjectDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_model(new NamesModel(document, this))
    , m_view(new QTableView)
    , m_problem(new QLabel)
    , m_empty(makeHint(tr("None yet. A parameter is a number that sizes and grids can use, such "
                          "as n; a define reaches the source as well."))) {
    leaveUndoToHistory(*this);
    setObjectName(QStringLiteral("namesPanel"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, kMargin, kMargin, 0);
    layout->setSpacing(kSmallGap);
    auto* title = new QHBoxLayout;
    title->addWidget(makeSection(tr("Parameters and defines")));
    title->addStretch();
    auto* addButton = makeIconButton(QStringLiteral("add"), tr("Add a parameter or define"));
    addButton->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(addButton);
    menu->addAction(tr("&Parameter: a number for expressions"), this, [this] { add(false); });
    menu->addAction(tr("&Define: also reaches the compiler as -D"), this, [this] { add(true); });
    addButton->setMenu(menu);
    addButton->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
    auto* removeButton = makeIconButton(QStringLiteral("remove"), tr("Remove the selected name"));
    title->addWidget(addButton);
    title->addWidget(removeButton);
    layout->addLayout(title);
    m_view->setObjectName(QStringLiteral("namesTable"));
    m_view->setAccessibleName(tr("Parameters and defines"));
    m_view->setModel(m_model);
    m_view->setItemDelegate(new NameDelegate(m_view));
    m_view->setShowGrid(false);
    m_view->setAlternatingRowColors(true);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setTabKeyNavigation(false);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setDefaultSectionSize(26);
    auto* header = m_view->horizontalHeader();
    header->setHighlightSections(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setSectionResizeMode(QHeaderView::Fixed); // see fitColumns
    m_view->viewport()->installEventFilter(this);
    m_view->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    layout->addWidget(m_view);
    layout->addWidget(m_empty);
    m_empty->setObjectName(QStringLiteral("namesHint"));
    m_problem->setProperty("role", "error");
    m_problem->setWordWrap(true);
    m_problem->hide();
    layout->addWidget(m_problem);
    connect(removeButton, &QToolButton::clicked, this,
            [this] { m_model->remove(m_view->currentIndex().row()); });
    connect(m_model, &NamesModel::refused, this, [this](const QString& why) {
        m_problem->setText(why);
        m_problem->show();
    });
    connect(&document, &ProjectDocument::changed, m_problem, &QLabel::hide);
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this,
            [this] { m_rowBefore = m_view->currentIndex().row(); });
    connect(m_model, &QAbstractItemModel::dataChanged, this, &NamesPanel::fitColumns);
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        fitHeight();
        fitColumns();
        if (const int row = std::min(m_rowBefore, m_model->rowCount() - 1); row >= 0) {
            m_view->setCurrentIndex(m_model->index(row, NamesModel::NameColumn));
        }
    });
    fitHeight();
}

void NamesPanel::add(bool define) {
    const int row = m_model->add(define);
    const QModelIndex index = m_model->index(row, NamesModel::NameColumn);
    m_view->setCurrentIndex(index);
    m_view->edit(index);
}

void NamesPanel::select(const QString& name) {
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_model->index(row, NamesModel::NameColumn).data().toString() == name) {
            const QModelIndex index = m_model->index(row, NamesModel::ValueColumn);
            m_view->setCurrentIndex(index);
            m_view->setFocus();
            m_view->edit(index);
        }
    }
}

void NamesPanel::fitHeight() {
    // The panel scrolls as a whole; the table in it does not.
    const int rows = std::max(1, m_model->rowCount());
    m_view->setFixedHeight(m_view->horizontalHeader()->sizeHint().height() + rows * 26 + 4);
    m_view->setVisible(m_model->rowCount() > 0);
    m_empty->setVisible(m_model->rowCount() == 0);
}

/// Names are whole as long as there is room for a short value; values have what is left. What they
/// come to is shown where it is not what stands there.
void NamesPanel::fitColumns() {
    bool differs = false;
    for (int row = 0; row < m_model->rowCount(); ++row)
        differs |= m_model->index(row, NamesModel::EvaluatedColumn).data().toString() !=
                   m_model->index(row, NamesModel::ValueColumn).data().toString();
    m_view->setColumnHidden(NamesModel::EvaluatedColumn, !differs);
    const QAbstractItemView& view = *m_view; // where the hint is public
    const auto wanted = [&](int column) {
        return std::max(view.sizeHintForColumn(column),
                        m_view->horizontalHeader()->sectionSizeHint(column));
    };
    const int kind = wanted(NamesModel::KindColumn);
    int name = wanted(NamesModel::NameColumn);
    int evaluated = differs ? wanted(NamesModel::EvaluatedColumn) : 0;
    const int room = m_view->viewport()->width();
    const int missing = kLeastColumn - (room - kind - name - evaluated);
    if (missing > 0) {
        const int given = std::clamp(missing, 0, std::max(0, evaluated - kLeastColumn));
        evaluated -= given;
        name = std::max(kLeastColumn, name - (missing - given));
    }
    m_view->setColumnWidth(NamesModel::NameColumn, name);
    m_view->setColumnWidth(NamesModel::EvaluatedColumn, evaluated);
    m_view->setColumnWidth(NamesModel::KindColumn, kind);
    m_view->setColumnWidth(NamesModel::ValueColumn,
                           std::max(kLeastColumn, room - kind - name - evaluated));
}

bool NamesPanel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && watched == m_view->viewport())
        fitColumns();
    return QWidget::eventFilter(watched, event);
}

} // namespace warpbench::ui
