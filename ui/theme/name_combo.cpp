// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/name_combo.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QScreen>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <QToolTip>

#include <algorithm>

namespace warpbench::ui {

namespace {

constexpr int kAroundNames = 40; // padding, frame and scroll bar of the open list

} // namespace

NameCombo::NameCombo(QWidget* parent, Qt::TextElideMode elide)
    : QComboBox(parent)
    , m_elide(elide) {
    setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(6);
    view()->setTextElideMode(elide);
}

void NameCombo::showPopup() {
    const int widest = view()->sizeHintForColumn(0) + kAroundNames;
    const int room = screen()->availableGeometry().width() - 16;
    view()->setMinimumWidth(std::min(std::max(width(), widest), room));
    QComboBox::showPopup();
}

void NameCombo::paintEvent(QPaintEvent*) {
    QStylePainter painter(this);
    painter.setPen(palette().color(QPalette::Text));
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const QRect field =
        style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    option.currentText = fontMetrics().elidedText(option.currentText, m_elide, field.width() - 4);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

bool NameCombo::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const QString name = currentText();
        const bool cut = fontMetrics().horizontalAdvance(name) > width() - 36;
        if (cut && !toolTip().startsWith(name)) {
            QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(),
                               toolTip().isEmpty() ? name : name + QLatin1Char('\n') + toolTip(),
                               this);
            return true;
        }
    }
    return QComboBox::event(event);
}

} // namespace warpbench::ui
