// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/buffers_panel.h"

#include "ui/models/buffers_model.h"
#include "ui/models/project_text.h"
#include "ui/panels/buffer_form.h"
#include "ui/panels/form.h"
#include "ui/theme/fonts.h"
#include "ui/theme/input_state.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScopedValueRollback>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace warpbench::ui {

namespace {

constexpr int kWidestBufferColumn = 160; // pixels; the form beneath has a long name whole

/// Types are chosen from a list; wrong shapes are painted in the error colour.
class BufferDelegate : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override {
        if (index.column() != BuffersModel::DTypeColumn) {
            return QStyledItemDelegate::createEditor(parent, option, index);
        }
        auto* box = new QComboBox(parent);
        box->setEditable(true);
        box->addItems(dtypeNames());
        return box;
    }
    void setEditorData(QWidget* editor, const QModelIndex& index) const override {
        if (auto* box = qobject_cast<QComboBox*>(editor)) {
            box->setCurrentText(index.data(Qt::EditRole).toString());
        } else {
            QStyledItemDelegate::setEditorData(editor, index);
        }
    }
    void setModelData(QWidget* editor, QAbstractItemModel* model,
                      const QModelIndex& index) const override {
        if (auto* box = qobject_cast<QComboBox*>(editor)) {
            model->setData(index, box->currentText(), Qt::EditRole);
        } else {
            QStyledItemDelegate::setModelData(editor, model, index);
        }
    }

  protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        if (!index.data(BuffersModel::ErrorRole).toString().isEmpty()) {
            option->palette.setColor(QPalette::Text, themeColors().error);
        }
        if (index.column() == BuffersModel::NameColumn ||
            index.column() == BuffersModel::ShapeColumn) {
            option->font = codeFont();
        }
    }
};

} // namespace

BuffersPanel::BuffersPanel(ProjectDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_model(new BuffersModel(document, this))
    , m_view(new QTableView)
    , m_form(new BufferForm(document))
    , m_problem(new QLabel)
    , m_shape(makeHint(QString()))
    , m_empty(makeHint(tr("No buffers yet. A buffer is a named array that kernels read and write. "
                          "Add one with +."))) {
    leaveUndoToHistory(*this);
    setObjectName(QStringLiteral("buffersPanel"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    layout->setSpacing(kGap);
    layout->addLayout(buildTitle());
    buildTable();
    layout->addWidget(m_view);
    layout->addWidget(m_empty);
    m_problem->setProperty("role", "error");
    m_problem->setWordWrap(true);
    m_problem->hide();
    layout->addWidget(m_problem);
    layout->addWidget(m_shape);
    layout->addWidget(m_form);
    layout->addStretch();
    connect(m_model, &BuffersModel::refused, this, [this](const QString& why) {
        m_problem->setText(why);
        m_problem->show();
    });
    connect(&document, &ProjectDocument::changed, m_problem, &QLabel::hide);
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this,
            [this] { m_rowBefore = std::max(0, m_view->currentIndex().row()); });
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        fitHeight();
        select(std::min(m_rowBefore, m_model->rowCount() - 1)); // another name, the same buffer
    });
    connect(m_model, &QAbstractItemModel::dataChanged, this, &BuffersPanel::showSelection);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& now) {
                showSelection();
                if (now.isValid() && !m_selecting)
                    emit chosen(now.siblingAtColumn(BuffersModel::NameColumn).data().toString());
            });
    fitHeight();
    select(0);
}

/// The heading, and what can be done with buffers.
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
    m_view->setObjectName(QStringLiteral("buffersTable"));
    m_view->setAccessibleName(tr("Buffers of the project"));
    m_view->setModel(m_model);
    m_view->setItemDelegate(new BufferDelegate(m_view));
    m_view->setShowGrid(false);
    m_view->setAlternatingRowColors(true);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setTabKeyNavigation(false);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setDefaultSectionSize(26);
    m_view->horizontalHeader()->setHighlightSections(false);
    m_view->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    // Shapes are the longest, and two expressions in a row are no rarity.
    m_view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_view->horizontalHeader()->setSectionResizeMode(BuffersModel::ShapeColumn,
                                                     QHeaderView::Stretch);
    m_view->horizontalHeader()->setMaximumSectionSize(kWidestBufferColumn);
    // What does not fit into a narrow dock stands in the form beneath.
    m_view->setColumnHidden(BuffersModel::InitColumn, true);
    m_view->setColumnHidden(BuffersModel::ExpectColumn, true);
    m_view->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
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
    m_empty->setVisible(m_model->rowCount() == 0);
    m_view->setVisible(m_model->rowCount() > 0);
}

void BuffersPanel::fitHeight() {
    const int rows = std::max(1, m_model->rowCount());
    m_view->setFixedHeight(m_view->horizontalHeader()->sizeHint().height() + rows * 26 + 4);
}

} // namespace warpbench::ui
