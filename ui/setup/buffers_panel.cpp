// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/setup/buffers_panel.h"

#include "ui/documents/project_text.h"
#include "ui/fields/form.h"
#include "ui/fields/name_table.h"
#include "ui/setup/buffer_form.h"
#include "ui/setup/buffers_model.h"
#include "ui/theme/input_state.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QScopedValueRollback>
#include <QToolButton>
#include <QVBoxLayout>

namespace warpbench::ui {

namespace {

constexpr int kWidestBufferColumn = 160; // pixels; the form below shows long names in full

class BufferDelegate : public NameDelegate {
  public:
    explicit BufferDelegate(QObject* parent)
        : NameDelegate(
              parent,
              {.column = BuffersModel::DTypeColumn, .texts = dtypeNames(), .orTyped = true}) {}

  protected:
    bool isCode(const QModelIndex& index) const override {
        return index.column() == BuffersModel::NameColumn ||
               index.column() == BuffersModel::ShapeColumn;
    }
};

} // namespace

BuffersPanel::BuffersPanel(ProjectDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_model(new BuffersModel(document, this))
    , m_view(new NameTable(*m_model, QStringLiteral("buffersTable"), tr("Buffers of the project")))
    , m_form(new BufferForm(document))
    , m_shape(makeHint(QString())) {
    leaveUndoToHistory(*this);
    setObjectName(QStringLiteral("buffersPanel"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    layout->setSpacing(kGap);
    layout->addLayout(buildTitle());
    buildTable();
    layout->addWidget(m_view);
    auto* hint = makeHint(tr("No buffers yet. A buffer is a named array that kernels read and "
                             "write. Add one with +."));
    layout->addWidget(hint);
    m_view->setHint(hint);
    layout->addWidget(makeRefusalLine(*m_model, document));
    layout->addWidget(m_shape);
    layout->addWidget(m_form);
    layout->addStretch();
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
        m_rowBefore = std::max(0, m_view->currentIndex().row());
        m_selecting = true; // the table restores its row by itself
    });
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        select(std::min(m_rowBefore, m_model->rowCount() - 1)); // a renamed buffer
        m_selecting = false;
    });
    connect(m_model, &QAbstractItemModel::dataChanged, this, &BuffersPanel::showSelection);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& now) {
                showSelection();
                if (now.isValid() && !m_selecting)
                    emit chosen(now.siblingAtColumn(BuffersModel::NameColumn).data().toString());
            });
    select(0);
}

/// The heading with its buttons.
QLayout* BuffersPanel::buildTitle() {
    auto* title = new QHBoxLayout;
    title->setSpacing(2);
    title->addWidget(makeSection(tr("Buffers")));
    title->addStretch();
    auto* add = makeIconButton(QStringLiteral("add"), tr("Add a buffer"));
    add->setObjectName(QStringLiteral("addBuffer"));
    auto* duplicate = makeIconButton(QStringLiteral("duplicate"), tr("Duplicate this buffer"));
    auto* remove = makeIconButton(QStringLiteral("clear"), tr("Remove this buffer"));
    auto* up = makeIconButton(QStringLiteral("up"), tr("Move it up"));
    auto* down = makeIconButton(QStringLiteral("down"), tr("Move it down"));
    for (auto* button : {add, duplicate, remove, up, down}) {
        title->addWidget(button);
    }
    connect(add, &QToolButton::clicked, this, [this] { select(m_model->add()); });
    connect(duplicate, &QToolButton::clicked, this,
            [this] { select(m_model->duplicate(m_view->currentIndex().row())); });
    connect(remove, &QToolButton::clicked, this,
            [this] { m_model->remove(m_view->currentIndex().row()); });
    connect(up, &QToolButton::clicked, this,
            [this] { select(m_model->move(m_view->currentIndex().row(), -1)); });
    connect(down, &QToolButton::clicked, this,
            [this] { select(m_model->move(m_view->currentIndex().row(), 1)); });
    return title;
}

void BuffersPanel::buildTable() {
    m_view->setItemDelegate(new BufferDelegate(m_view));
    // Shapes are the longest texts, and often consist of two expressions.
    m_view->stretch(BuffersModel::ShapeColumn, kWidestBufferColumn);
    // The form below shows everything that does not fit in a narrow dock.
    m_view->setColumnHidden(BuffersModel::InitColumn, true);
    m_view->setColumnHidden(BuffersModel::ExpectColumn, true);
}

void BuffersPanel::select(int row) {
    const QScopedValueRollback selecting(m_selecting, true);
    if (row >= 0 && row < m_model->rowCount()) {
        m_view->setCurrentIndex(m_model->index(row, 0));
    }
    showSelection();
}

void BuffersPanel::select(const QString& name) {
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_model->index(row, BuffersModel::NameColumn).data().toString() == name) {
            select(row);
            m_view->setFocus();
        }
    }
}

void BuffersPanel::selectBuffer(const QString& name) {
    const QWidget* focus = QApplication::focusWidget();
    if (focus && isAncestorOf(focus))
        return;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_model->index(row, BuffersModel::NameColumn).data().toString() != name)
            continue;
        if (row != m_view->currentIndex().row())
            select(row);
        return;
    }
}

void BuffersPanel::showSelection() {
    const QModelIndex index = m_view->currentIndex();
    m_form->setBuffer(index.isValid() ? index.row() : -1);
    m_shape->setText(index.isValid() ? index.data(Qt::ToolTipRole).toString() : QString());
    m_shape->setVisible(index.isValid());
}

} // namespace warpbench::ui
