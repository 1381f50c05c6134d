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
constexpr const char* kAxes[] = {"x", "y", "z"};

/// Drops empty extents at the end: a missing one is 1.
void setExtent(std::vector<project::Expression>& extent, std::size_t axis, const QVariant& value) {
    if (extent.size() <= axis) {
        extent.resize(axis + 1, project::Expression{"1", {}});
    }
    fromField(extent[axis], value);
    while (!extent.empty() && extent.back().text.empty()) {
        extent.pop_back();
    }
}

} // namespace

ExtentEditor::ExtentEditor(QWidget* parent)
    : QWidget(parent)
    , m_layout(new QGridLayout(this))
    , m_problem(makeProblem()) {
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(kSmallGap);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        // As a child, because without parent it would open as a window.
        auto* label = new QLabel(QLatin1String(kAxes[axis]), this);
        label->setProperty("role", "muted");
        label->setContentsMargins(0, 5, 0, 0);
        auto* field = new ExpressionField;
        field->setNarrow(); // values and errors are shown together below
        field->lineEdit()->setMinimumWidth(kLeastWidth);
        m_letters[axis] = label;
        m_fields[axis] = field;
        connect(field, &ExpressionField::evaluated, this, [this] {
            showProblem();
            arrange();
        });
    }
    place(Rows::one);
}

std::vector<Field<project::Launch>>
ExtentEditor::fields(const QString& name, const QString& objectName, const QString& undo,
                     std::vector<project::Expression> project::Launch::*extent, bool needed) {
    using project::Launch;
    std::vector<Field<Launch>> rows;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const QString letter = QLatin1String(kAxes[axis]);
        rows.push_back({.name = objectName + letter,
                        .says = name + QLatin1Char(' ') + letter,
                        .placeholder = QStringLiteral("1"),
                        .undo = undo,
                        .input = expressionInput(m_fields[axis]),
                        .value = {[=](const Launch& launch) {
                                      const auto& values = launch.*extent;
                                      return axis < values.size() ? toField(values[axis])
                                                                  : QString();
                                  },
                                  [=](Launch& launch, const QVariant& value) {
                                      setExtent(launch.*extent, axis, value);
                                  }},
                        .evaluate = integerFrom(1),
                        .problem = [=](const Launch& launch, const Evaluation& evaluation) {
                            const auto& values = launch.*extent;
                            const bool missing = axis < values.size() ? values[axis].text.empty()
                                                                      : needed && axis == 0;
                            return missing ? evaluation.integer({}, 1).error : QString();
                        }});
    }
    return rows;
}

void ExtentEditor::showProblem() {
    QStringList problems;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (const QString error = m_fields[axis]->error(); !error.isEmpty()) {
            problems << QStringLiteral("%1: %2").arg(QLatin1String(kAxes[axis]), error);
        }
    }
    ui::showProblem(*m_problem, problems.join(QLatin1Char('\n')));
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
