// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/name_table.h"

#include "ui/fields/name_table_model.h"
#include "ui/theme/fonts.h"
#include "ui/theme/text_scale.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>

#include <algorithm>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr int kNameRowHeight = 26;   // pixels at 100 % text size
constexpr int kNarrowestField = 180; // pixels; enough for a list of eight numbers

} // namespace

NameTable::NameTable(NameTableModel& rows, const QString& name, const QString& title) {
    setObjectName(name);
    setAccessibleName(title);
    setModel(&rows);
    setShowGrid(false);
    setAlternatingRowColors(true);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setTabKeyNavigation(false);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    verticalHeader()->hide();
    scaleRows(*verticalHeader(), kNameRowHeight);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    connect(&rows, &QAbstractItemModel::modelAboutToBeReset, this,
            [this] { m_rowBefore = currentIndex().row(); });
    connect(&rows, &QAbstractItemModel::modelReset, this, [this] {
        fit();
        giveWay();
        if (const int row = std::min(m_rowBefore, model()->rowCount() - 1); row >= 0)
            setCurrentIndex(model()->index(row, 0));
    });
    withTextScale(*this, [this] { fit(); });
}

void NameTable::setHint(QLabel* hint) {
    m_hint = hint;
    fit();
}

void NameTable::editAt(int row, int column) {
    const QModelIndex index = model()->index(row, column);
    setCurrentIndex(index);
    edit(index);
}

void NameTable::stretch(int column, int widestOther, int narrowest) {
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
    horizontalHeader()->setMaximumSectionSize(widestOther);
    m_stretched = column;
    m_narrowest = narrowest;
    m_widestName = widestOther;
    giveWay();
}

void NameTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    giveWay();
}

/// The first column is as wide as its names, unless the stretched one needs the space.
void NameTable::giveWay() {
    if (m_narrowest == 0)
        return;
    QHeaderView& header = *horizontalHeader();
    const auto wanted = [&](int column) {
        return std::max(sizeHintForColumn(column), header.sectionSizeHint(column));
    };
    int left = viewport()->width() - m_narrowest;
    for (int column = 1; column < model()->columnCount(); ++column)
        if (column != m_stretched)
            left -= wanted(column);
    header.setSectionResizeMode(0, QHeaderView::Fixed);
    header.resizeSection(
        0, std::min({wanted(0), m_widestName, std::max(left, header.sectionSizeHint(0))}));
}

void NameTable::fit() {
    const int rows = model()->rowCount();
    setFixedHeight(horizontalHeader()->sizeHint().height() +
                   std::max(1, rows) * verticalHeader()->defaultSectionSize() + 4);
    if (!m_hint)
        return;
    setVisible(rows > 0);
    m_hint->setVisible(rows == 0);
}

QLabel* makeRefusalLine(NameTableModel& model, const ProjectDocument& document) {
    auto* line = new QLabel;
    line->setProperty("role", "error");
    line->setWordWrap(true);
    line->hide();
    QObject::connect(&model, &NameTableModel::refused, line, [line](const QString& why) {
        line->setText(why);
        line->show();
    });
    QObject::connect(&document, &ProjectDocument::changed, line, &QLabel::hide);
    return line;
}

NameDelegate::NameDelegate(QObject* parent, Choices choices)
    : QStyledItemDelegate(parent)
    , m_choices(std::move(choices)) {}

QWidget* NameDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                                    const QModelIndex& index) const {
    if (index.column() != m_choices.column)
        return QStyledItemDelegate::createEditor(parent, option, index);
    auto* box = new QComboBox(parent);
    box->setEditable(m_choices.orTyped);
    box->addItems(m_choices.texts);
    if (m_choices.atOnce) {
        auto* self = const_cast<NameDelegate*>(this);
        connect(box, &QComboBox::activated, self, [self, box] {
            emit self->commitData(box);
            emit self->closeEditor(box);
        });
    }
    return box;
}

void NameDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
    if (auto* box = qobject_cast<QComboBox*>(editor))
        box->setCurrentText(index.data(Qt::EditRole).toString());
    else
        QStyledItemDelegate::setEditorData(editor, index);
}

void NameDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                        const QModelIndex& index) const {
    QStyledItemDelegate::updateEditorGeometry(editor, option, index);
    if (!qobject_cast<QLineEdit*>(editor) || editor->width() >= kNarrowestField)
        return;
    const int page = editor->parentWidget()->width();
    const int width = std::min(kNarrowestField, page);
    editor->setGeometry(std::clamp(editor->x(), 0, page - width), editor->y(), width,
                        editor->height());
}

void NameDelegate::setModelData(QWidget* editor, QAbstractItemModel* model,
                                const QModelIndex& index) const {
    if (const auto* box = qobject_cast<QComboBox*>(editor))
        model->setData(index, box->currentText(), Qt::EditRole);
    else
        QStyledItemDelegate::setModelData(editor, model, index);
}

void NameDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    if (!index.data(NameTableModel::ErrorRole).toString().isEmpty())
        option->palette.setColor(QPalette::Text, themeColors().error);
    else if (isMuted(index))
        option->palette.setColor(QPalette::Text, themeColors().muted);
    if (isCode(index))
        option->font = codeFont();
}

} // namespace warpbench::ui
