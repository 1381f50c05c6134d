// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/expression_field.h"

#include "ui/fields/form.h"
#include "ui/theme/fonts.h"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionFrame>

namespace warpbench::ui {

namespace {

/// Shows dots at the end of text that does not fit, because a cut expression looks like a different
/// one.
class CutLineEdit : public QLineEdit {
  protected:
    void paintEvent(QPaintEvent* event) override {
        QLineEdit::paintEvent(event);
        QStyleOptionFrame option;
        initStyleOption(&option);
        QRect room = style()->subElementRect(QStyle::SE_LineEditContents, &option, this);
        if (hasFocus() || fontMetrics().horizontalAdvance(text()) + kOwnMargins <= room.width())
            return;
        const QString dots = QStringLiteral("…");
        room.setLeft(room.right() - fontMetrics().horizontalAdvance(dots));
        QPainter painter(this);
        painter.fillRect(room, option.palette.base());
        painter.setPen(option.palette.color(QPalette::Text));
        painter.drawText(room, int(Qt::AlignVCenter) | int(Qt::AlignRight), dots);
    }

  private:
    static constexpr int kOwnMargins = 4; // pixels that QLineEdit adds at both sides of its text
};

} // namespace

ExpressionField::ExpressionField(QWidget* parent)
    : QWidget(parent)
    , m_edit(new CutLineEdit)
    , m_value(new QLabel)
    , m_error(new QLabel) {
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setHorizontalSpacing(0); // a layout reserves spacing even for hidden widgets
    layout->setVerticalSpacing(2);
    useCodeFont(*m_edit);
    m_edit->setMinimumWidth(48);
    m_value->setProperty("role", "value");
    m_value->setContentsMargins(kSmallGap, 0, 0, 0);
    m_value->hide();
    m_error->setProperty("role", "error");
    m_error->setWordWrap(true);
    m_error->hide();
    layout->addWidget(m_edit, 0, 0);
    layout->addWidget(m_value, 0, 1);
    layout->addWidget(m_error, 1, 0, 1, 2);
    layout->setColumnStretch(0, 1);
    setFocusProxy(m_edit);
    connect(m_edit, &QLineEdit::textEdited, this, &ExpressionField::edited);
}

QString ExpressionField::text() const {
    return m_edit->text();
}

void ExpressionField::setText(const QString& text) {
    m_edit->setText(text);
    m_edit->setCursorPosition(0);
}

void ExpressionField::setEvaluated(const Evaluated& evaluated) {
    const bool telling =
        evaluated.ok() && !evaluated.value.isEmpty() && evaluated.value != m_edit->text().trimmed();
    m_value->setText(telling ? QStringLiteral("= ") + evaluated.value : QString());
    m_value->setVisible(telling && !m_narrow);
    m_error->setText(evaluated.error);
    m_error->setVisible(!evaluated.ok() && !m_narrow);
    setInvalid(m_edit, evaluated.error);
    if (evaluated.ok() && (telling || !m_edit->text().isEmpty())) {
        // If the field cuts off its text, the tool tip shows all of it before the field's purpose.
        QString tip = m_edit->text().trimmed();
        if (telling)
            tip += QLatin1Char(' ') + m_value->text();
        if (!toolTip().isEmpty()) {
            tip += QLatin1Char('\n') + toolTip();
        }
        m_edit->setToolTip(tip);
    }
    m_edit->setAccessibleDescription(evaluated.ok() ? m_value->text() : evaluated.error);
    emit this->evaluated();
}

QString ExpressionField::error() const {
    return m_error->text();
}

} // namespace warpbench::ui
