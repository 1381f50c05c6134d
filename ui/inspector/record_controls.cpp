// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/record_controls.h"

#include "core/base/error.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/input_state.h"
#include "ui/theme/name_combo.h"
#include "ui/words/error_words.h"
#include "ui/words/text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

namespace warpbench::ui {

namespace {

constexpr int kLinesOfText = 8;
constexpr int kSpacesOfTab = 4;
constexpr int kKindRole = Qt::UserRole + 1;

} // namespace

RecordControls::RecordControls(QWidget* parent)
    : QWidget(parent) {
    m_list = new NameCombo;
    m_list->setObjectName(QStringLiteral("recordLayout"));
    m_list->setAccessibleName(tr("Layout"));
    m_list->setMinimumContentsLength(6);
    m_edit = new QToolButton;
    m_edit->setObjectName(QStringLiteral("recordEdit"));
    m_edit->setText(tr("Edit"));
    m_edit->setCheckable(true);
    m_edit->setToolTip(tr("Show and change the layout, which is written as in C"));
    m_new = new QToolButton;
    m_new->setObjectName(QStringLiteral("recordNew"));
    m_new->setText(tr("New"));
    m_new->setToolTip(tr("Describe the memory of this buffer as you would declare a struct in C"));
    m_editor = buildEditor();
    m_editor->hide();
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    row->addWidget(m_list, 1);
    row->addWidget(m_edit);
    row->addWidget(m_new);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 0, 8, 6);
    column->setSpacing(6);
    column->addLayout(row);
    column->addWidget(m_editor);
    connect(m_list, &QComboBox::activated, this, &RecordControls::choose);
    connect(m_new, &QToolButton::clicked, this, &RecordControls::create);
    connect(m_edit, &QToolButton::toggled, this, &RecordControls::showText);
}

QWidget* RecordControls::buildEditor() {
    m_name = new QLineEdit;
    m_name->setObjectName(QStringLiteral("recordName"));
    m_name->setAccessibleName(tr("Name of the layout"));
    m_remove = new QToolButton;
    m_remove->setObjectName(QStringLiteral("recordRemove"));
    m_remove->setText(tr("Remove"));
    m_remove->setToolTip(tr("Remove this layout from the project"));
    m_text = new QPlainTextEdit;
    m_text->setObjectName(QStringLiteral("recordText"));
    m_text->setAccessibleName(tr("Layout in C"));
    m_text->setPlaceholderText(tr("float3 position;\nhex uint32 flags;\nfloat weights[4];"));
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setTabChangesFocus(true);
    m_text->setProperty("role", "field"); // has a border
    useCodeFont(*m_text);
    m_text->setFixedHeight(kLinesOfText * m_text->fontMetrics().lineSpacing() +
                           2 * m_text->frameWidth() +
                           int(2 * m_text->document()->documentMargin()));
    m_text->setTabStopDistance(kSpacesOfTab * m_text->fontMetrics().horizontalAdvance(u' '));
    m_problem = new QLabel;
    m_problem->setObjectName(QStringLiteral("recordProblem"));
    m_problem->setProperty("role", "error");
    m_problem->setWordWrap(true);
    m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* editor = new QWidget;
    auto* naming = new QHBoxLayout;
    naming->setSpacing(4);
    naming->addWidget(m_name, 1);
    naming->addWidget(m_remove);
    auto* column = new QVBoxLayout(editor);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addLayout(naming);
    column->addWidget(m_text);
    column->addWidget(m_problem);
    connect(m_name, &QLineEdit::editingFinished, this, &RecordControls::takeName);
    connect(m_name, &QLineEdit::textEdited, this, [this] { markInvalid(*m_name, false); });
    connect(m_remove, &QToolButton::clicked, this, [this] { m_layouts->remove(chosen()); });
    connect(m_text, &QPlainTextEdit::textChanged, this,
            [this] { m_layouts->setText(chosen(), m_text->toPlainText()); });
    return editor;
}

void RecordControls::setLayouts(BufferLayouts& layouts) {
    m_layouts = &layouts;
    connect(&layouts, &BufferLayouts::changed, this, [this] {
        fill();
        emit layoutChanged();
    });
    fill();
}

void RecordControls::setBuffer(const QString& buffer, const arrays::DType& type) {
    m_buffer = buffer;
    m_type = type;
    fill();
}

QString RecordControls::chosen() const {
    return m_layouts ? m_layouts->layoutOf(m_buffer) : QString();
}

void RecordControls::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    fill();
}

bool RecordControls::describes(const QString& buffer) const {
    return m_layouts && !m_layouts->layoutOf(buffer).isEmpty();
}

BufferLayouts::Parsed RecordControls::layout() const {
    if (!chosen().isEmpty())
        return m_layouts->parsed(chosen());
    try {
        return std::make_shared<const layouts::Layout>(layouts::layoutOf(m_type));
    } catch (const Error& error) {
        return errorInWords(error);
    }
}

/// The buffer's type, the project's layouts, and the structs of the source.
void RecordControls::fill() {
    if (!isVisible())
        return; // the structs of a long source take a while
    const QSignalBlocker block(m_list);
    m_list->clear();
    const auto add = [this](const QString& text, const QString& name, Kind kind) {
        m_list->addItem(text, name);
        m_list->setItemData(m_list->count() - 1, int(kind), kKindRole);
    };
    add(tr("%1 (the buffer's type)").arg(qs(m_type.name())), {}, Kind::own);
    m_new->setEnabled(m_layouts != nullptr);
    if (m_layouts) {
        for (const QString& name : m_layouts->names())
            add(name, name, Kind::layout);
        const QStringList structs = m_layouts->sourceNames();
        if (!structs.isEmpty())
            m_list->insertSeparator(m_list->count());
        for (const QString& name : structs)
            add(tr("struct %1").arg(name), name, Kind::source);
        m_list->setCurrentIndex(std::max(0, m_list->findData(chosen())));
    }
    showText();
}

void RecordControls::showText() {
    const QString name = chosen();
    m_edit->setEnabled(!name.isEmpty());
    m_editor->setVisible(m_edit->isChecked() && !name.isEmpty());
    if (name.isEmpty())
        return;
    if (!m_name->hasFocus())
        m_name->setText(name);
    if (const QString text = m_layouts->text(name); text != m_text->toPlainText()) {
        const QSignalBlocker block(m_text);
        m_text->setPlainText(text);
    }
    const BufferLayouts::Parsed parsed = m_layouts->parsed(name);
    const auto* problem = std::get_if<QString>(&parsed);
    m_problem->setText(problem ? *problem : QString());
    m_problem->setVisible(problem != nullptr);
    markInvalid(*m_text, problem != nullptr);
}

void RecordControls::choose() {
    const QString name = m_list->currentData().toString();
    if (Kind(m_list->currentData(kKindRole).toInt()) == Kind::source)
        m_layouts->chooseFromSource(m_buffer, name);
    else if (m_layouts)
        m_layouts->choose(m_buffer, name);
}

void RecordControls::create() {
    m_layouts->add(m_buffer, qs(layouts::textOf(m_type)));
    m_edit->setChecked(true);
    m_text->setFocus();
    m_text->selectAll();
}

void RecordControls::takeName() {
    const QString name = chosen();
    if (name.isEmpty() || m_name->text() == name)
        return;
    if (!m_layouts->rename(name, m_name->text().trimmed()))
        markInvalid(*m_name, true);
}

} // namespace warpbench::ui
