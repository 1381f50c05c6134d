// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/result_line.h"

#include "ui/fields/form.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icon_label.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>

namespace warpbench::ui {

namespace {

/// Allows line breaks after underscores, because kernels have long names.
QString breakable(QString text) {
    return text.replace(QLatin1Char('_'), QStringLiteral("_\u200b"));
}

} // namespace

ResultLine::ResultLine(const QString& iconName, IconTint tint, const QString& text,
                       const QString& value, QWidget* parent)
    : QFrame(parent) {
    setProperty("role", "resultLine");
    setFocusPolicy(Qt::ClickFocus); // for copying
    setAccessibleName(value.isEmpty() ? text : QStringLiteral("%1, %2").arg(text, value));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 1, 0, 1);
    row->setSpacing(kGap);
    auto* sign = new IconLabel(iconName, tint);
    auto* left = new QLabel(breakable(text));
    left->setMinimumWidth(1); // a long name wraps instead of widening the panel
    left->setWordWrap(true);
    left->setFont(withoutLigatures(left->font()));
    auto* right = new QLabel(value);
    right->setAlignment(Qt::AlignRight | Qt::AlignTop);
    row->addWidget(sign, 0, Qt::AlignTop);
    row->addWidget(left, 1);
    row->addWidget(right);
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
