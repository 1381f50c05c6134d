// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/form.h"

#include "ui/theme/icons.h"

#include <QFormLayout>
#include <QLabel>
#include <QScrollArea>
#include <QStyle>
#include <QToolButton>

namespace warpbench::ui {

QFormLayout* makeForm() {
    auto* form = new QFormLayout;
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(kGap);
    form->setVerticalSpacing(kGap);
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignTop);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    return form;
}

QLabel* makeSection(const QString& text) {
    auto* label = new QLabel(text);
    label->setProperty("role", "section");
    return label;
}

QLabel* makeHint(const QString& text) {
    auto* label = new QLabel(text);
    label->setProperty("role", "muted");
    label->setWordWrap(true);
    return label;
}

QLabel* makeEmpty(const QString& text) {
    auto* label = new QLabel(text);
    label->setProperty("role", "empty");
    label->setWordWrap(true);
    label->setAlignment(Qt::AlignCenter);
    return label;
}

QLabel* makeProblem() {
    auto* label = new QLabel;
    label->setProperty("role", "error");
    label->setWordWrap(true);
    label->hide();
    return label;
}

QToolButton* makeIconButton(const QString& iconName, const QString& name) {
    auto* button = new QToolButton;
    button->setIcon(icon(iconName));
    button->setIconSize({16, 16});
    button->setToolTip(name);
    button->setAccessibleName(name);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

QScrollArea* makeScrolling(QWidget* page) {
    auto* area = new QScrollArea;
    page->setProperty("role", "page");
    page->setAttribute(Qt::WA_StyledBackground);
    area->setWidget(page);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFrameShape(QFrame::NoFrame);
    return area;
}

void setInvalid(QWidget* input, const QString& why) {
    const bool invalid = !why.isEmpty();
    input->setToolTip(why);
    if (input->property("invalid").toBool() == invalid) {
        return;
    }
    input->setProperty("invalid", invalid);
    input->style()->unpolish(input);
    input->style()->polish(input);
}

} // namespace warpbench::ui
