// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/extent_editor.h"

#include "ui/fields/expression_field.h"
#include "ui/fields/form.h"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>

#include <algorithm>

namespace warpbench::ui {

namespace {

// Space that a line edit needs around its text: padding and border of the style sheet, its own
// margins, and the caret.
constexpr int kAroundText = 22;
constexpr int kLeastWidth = 34;

} // namespace

void showProblem(QLabel& label, const std::array<const ExpressionField*, 3>& fields) {
    static const char* const axes[] = {"x", "y", "z"};
    QStringList problems;
    for (std::size_t axis = 0; axis < fields.size(); ++axis) {
        if (const QString error = fields[axis]->error(); !error.isEmpty()) {
            problems << QStringLiteral("%1: %2").arg(QLatin1String(axes[axis]), error);
        }
    }
    label.setText(problems.join(QLatin1Char('\n')));
    label.setVisible(!problems.isEmpty());
}

ExtentEditor::ExtentEditor(const QString& name, const QString& objectName, QWidget* parent)
    : QWidget(parent)
    , m_layout(new QGridLayout(this))
    , m_problem(makeProblem()) {
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(kSmallGap);
    static const char* const axes[] = {"x", "y", "z"};
    for (int axis = 0; axis < 3; ++axis) {
        const QString letter = QLatin1String(axes[axis]);
        auto* label = new QLabel(letter, this); // as a child, because without parent it would open
                                                // as a window
        label->setProperty("role", "muted");
        label->setContentsMargins(0, 5, 0, 0);
        auto* field = new ExpressionField(name + QLatin1Char(' ') + letter);
        field->setObjectName(objectName + letter);
        field->setPlaceholder(QStringLiteral("1"));
        field->setValueShown(false); // all values are shown together below
        field->setErrorShown(false); // errors as well: a field is too narrow for a sentence
        field->lineEdit()->setMinimumWidth(kLeastWidth);
        m_letters[std::size_t(axis)] = label;
        m_fields[std::size_t(axis)] = field;
        connect(field, &ExpressionField::edited, this,
                [this, axis](const QString& text) { emit edited(axis, text); });
    }
    place(Rows::one);
}

void ExtentEditor::setPlaceholder(int axis, const QString& text) {
    m_fields[std::size_t(axis)]->setPlaceholder(text);
}

void ExtentEditor::display(int axis, const QString& text, const Evaluated& evaluated) {
    ExpressionField* field = m_fields[std::size_t(axis)];
    field->setText(text);
    field->setEvaluated(evaluated);
    showProblem(*m_problem, {m_fields[0], m_fields[1], m_fields[2]});
    arrange();
}

int ExtentEditor::neededWidth(int axis) const {
    const QLineEdit* edit = m_fields[std::size_t(axis)]->lineEdit();
    return std::max(kLeastWidth, edit->fontMetrics().horizontalAdvance(edit->text()) + kAroundText);
}

void ExtentEditor::arrange() {
    const int letter = m_letters[0]->sizeHint().width() + kSmallGap;
    const int half = (width() - 2 * letter - kSmallGap) / 2;
    const bool fitOne = neededWidth(0) + neededWidth(1) + neededWidth(2) + 2 * kSmallGap <= width();
    const bool fitTwo = neededWidth(1) <= half && neededWidth(2) <= half;
    const Rows rows = fitOne ? Rows::one : fitTwo ? Rows::two : Rows::three;
    // A field being edited keeps its position as long as possible.
    const bool typing = isAncestorOf(focusWidget()) && focusWidget()->hasFocus();
    if (rows != m_rows && !(typing && rows < m_rows)) {
        place(rows);
    }
    if (m_rows == Rows::one) {
        // Divides the width by need, so that each field fits if all fit.
        for (int axis = 0; axis < 3; ++axis) {
            m_layout->setColumnStretch(axis, neededWidth(axis));
        }
    }
}

void ExtentEditor::place(Rows rows) {
    m_rows = rows;
    m_layout->removeWidget(m_problem);
    m_layout->addWidget(m_problem, 3, 0, 1, rows == Rows::one ? 3 : 4);
    for (int axis = 0; axis < 3; ++axis) {
        QLabel* letter = m_letters[std::size_t(axis)];
        ExpressionField* field = m_fields[std::size_t(axis)];
        m_layout->removeWidget(letter);
        m_layout->removeWidget(field);
        letter->setVisible(rows != Rows::one);
        if (rows == Rows::one) {
            m_layout->addWidget(field, 0, axis, Qt::AlignTop);
            continue;
        }
        const bool shared = rows == Rows::two && axis > 0;
        const int row = shared ? 1 : axis;
        const int column = shared && axis == 2 ? 2 : 0;
        m_layout->addWidget(letter, row, column, Qt::AlignTop);
        m_layout->addWidget(field, row, column + 1, 1, shared ? 1 : 3, Qt::AlignTop);
    }
    for (int column = 0; column < 4; ++column) {
        m_layout->setColumnStretch(column, rows == Rows::one ? (column < 3 ? 1 : 0) : column % 2);
    }
}

QSize ExtentEditor::minimumSizeHint() const {
    return {3 * kLeastWidth + 2 * kSmallGap, QWidget::minimumSizeHint().height()};
}

void ExtentEditor::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

} // namespace warpbench::ui
