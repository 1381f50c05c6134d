// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/setup/names_panel.h"

#include "ui/fields/form.h"
#include "ui/fields/name_table.h"
#include "ui/setup/names_model.h"
#include "ui/theme/input_state.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr int kLeastColumn = 48;  // pixels
constexpr int kLeastName = 70;    // enough to distinguish short names
constexpr int kFigureColumn = 88; // seven digits

class NamesDelegate : public NameDelegate {
  public:
    explicit NamesDelegate(QObject* parent)
        : NameDelegate(parent, {.column = NamesModel::KindColumn,
                                .texts = {NamesModel::tr("parameter"), NamesModel::tr("define")},
                                .atOnce = true}) {}

  protected:
    bool isMuted(const QModelIndex& index) const override {
        return index.column() >= NamesModel::EvaluatedColumn;
    }
    bool isCode(const QModelIndex& index) const override {
        return index.column() != NamesModel::KindColumn;
    }
};

} // namespace

NamesPanel::NamesPanel(ProjectDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_model(new NamesModel(document, this))
    , m_view(new NameTable(*m_model, QStringLiteral("namesTable"), tr("Parameters and defines"))) {
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
    m_view->setItemDelegate(new NamesDelegate(m_view));
    m_view->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed); // see fitColumns
    m_view->viewport()->installEventFilter(this);
    layout->addWidget(m_view);
    auto* hint = makeHint(tr("None yet. A parameter is a number that sizes and grids can use, such "
                             "as n; a define reaches the source as well."));
    hint->setObjectName(QStringLiteral("namesHint"));
    layout->addWidget(hint);
    m_view->setHint(hint);
    layout->addWidget(makeRefusalLine(*m_model, document));
    connect(removeButton, &QToolButton::clicked, this,
            [this] { m_model->remove(m_view->currentIndex().row()); });
    connect(m_model, &QAbstractItemModel::dataChanged, this, &NamesPanel::fitColumns);
    connect(m_model, &QAbstractItemModel::modelReset, this, &NamesPanel::fitColumns);
}

void NamesPanel::add(bool define) {
    m_view->editAt(m_model->add(define), NamesModel::NameColumn);
}

void NamesPanel::select(const QString& name) {
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_model->index(row, NamesModel::NameColumn).data().toString() == name) {
            m_view->setFocus();
            m_view->editAt(row, NamesModel::ValueColumn);
        }
    }
}

/// A number that is cut off looks like another one, so names are shortened first, then texts longer
/// than a number. The evaluated value is shown if it differs from the text.
void NamesPanel::fitColumns() {
    bool differs = false;
    for (int row = 0; row < m_model->rowCount(); ++row)
        differs |= m_model->index(row, NamesModel::EvaluatedColumn).data().toString() !=
                   m_model->index(row, NamesModel::ValueColumn).data().toString();
    m_view->setColumnHidden(NamesModel::EvaluatedColumn, !differs);
    const QAbstractItemView& view = *m_view; // the hint is public here
    const auto wanted = [&](int column) {
        return std::max(view.sizeHintForColumn(column),
                        m_view->horizontalHeader()->sectionSizeHint(column));
    };
    const int kind = wanted(NamesModel::KindColumn);
    int name = wanted(NamesModel::NameColumn);
    int evaluated = differs ? wanted(NamesModel::EvaluatedColumn) : 0;
    const int room = m_view->viewport()->width();
    const int figure = std::clamp(wanted(NamesModel::ValueColumn), kLeastColumn, kFigureColumn);
    int missing = figure - (room - kind - name - evaluated);
    for (auto [column, least] : {std::pair(&name, kLeastName), std::pair(&evaluated, kFigureColumn),
                                 std::pair(&name, kLeastColumn)}) {
        const int given = std::clamp(*column - least, 0, std::max(0, missing));
        *column -= given;
        missing -= given;
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
