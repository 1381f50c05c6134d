// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/result_line.h"

#include "ui/fields/form.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icon_label.h"

#include <QApplication>
#include <QClipboard>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QRegularExpression>

#include <algorithm>

namespace warpbench::ui {

namespace {

/// Allows line breaks after underscores, because kernels have long names.
QString breakable(QString text) {
    return text.replace(QLatin1Char('_'), QStringLiteral("_\u200b"));
}

/// The width of the longest part that cannot be broken.
int widestPart(const QLabel& label) {
    static const QRegularExpression breaks(QStringLiteral("[\\s\u200b]"));
    int widest = 0;
    for (const QString& part : label.text().split(breaks))
        widest = std::max(widest, label.fontMetrics().horizontalAdvance(part));
    return widest;
}

} // namespace

ResultLine::ResultLine(const QString& iconName, IconTint tint, const QString& text,
                       const QString& value, QWidget* parent)
    : QFrame(parent)
    , m_cells(new QGridLayout(this))
    , m_text(new QLabel(breakable(text)))
    , m_value(new QLabel(value)) {
    setProperty("role", "resultLine");
    setFocusPolicy(Qt::ClickFocus); // for copying
    setAccessibleName(value.isEmpty() ? text : QStringLiteral("%1, %2").arg(text, value));
    m_cells->setContentsMargins(0, 1, 0, 1);
    m_cells->setHorizontalSpacing(kGap);
    m_cells->setVerticalSpacing(0);
    m_cells->setColumnStretch(1, 1);
    auto* sign = new IconLabel(iconName, tint);
    m_text->setMinimumWidth(1); // a long name wraps instead of widening the panel
    m_text->setWordWrap(true);
    m_text->setFont(withoutLigatures(m_text->font()));
    m_value->setAlignment(Qt::AlignRight | Qt::AlignTop);
    m_cells->addWidget(sign, 0, 0, Qt::AlignTop);
    m_cells->addWidget(m_text, 0, 1);
    m_cells->addWidget(m_value, 0, 2);
}

void ResultLine::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    const bool isBeside = m_cells->itemAtPosition(0, 2) != nullptr;
    const int sign = m_cells->itemAtPosition(0, 0)->sizeHint().width();
    const bool fits =
        sign + widestPart(*m_text) + m_value->sizeHint().width() + 2 * kGap <= width();
    if (fits != isBeside) {
        m_cells->removeWidget(m_value);
        fits ? m_cells->addWidget(m_value, 0, 2) : m_cells->addWidget(m_value, 1, 1);
    }
}

void ResultLine::setLeadsSomewhere(const QString& where) {
    m_leads = true;
    setFocusPolicy(Qt::StrongFocus);
    setToolTip(where);
    setAccessibleDescription(where);
    setCursor(Qt::PointingHandCursor);
}

void ResultLine::keyPressEvent(QKeyEvent* event) {
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (m_leads && (enter || event->key() == Qt::Key_Space)) {
        emit activated();
        return;
    }
    if (event->matches(QKeySequence::Copy)) {
        QApplication::clipboard()->setText(accessibleName());
        return;
    }
    QFrame::keyPressEvent(event);
}

void ResultLine::mouseReleaseEvent(QMouseEvent* event) {
    const bool here = rect().contains(event->position().toPoint());
    if (m_leads && here && event->button() == Qt::LeftButton) {
        emit activated();
    }
}

} // namespace warpbench::ui
