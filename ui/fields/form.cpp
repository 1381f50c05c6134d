// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/form.h"

#include "ui/theme/icons.h"
#include "ui/theme/input_state.h"
#include "ui/theme/text_scale.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QLabel>
#include <QLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

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

QWidget* makeEmptyPage(QLabel* text, QPushButton* button) {
    auto* page = new QWidget;
    page->setProperty("role", "emptyPage");
    page->setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QVBoxLayout(page);
    layout->addStretch(1);
    layout->addWidget(text);
    layout->addWidget(button, 0, Qt::AlignHCenter);
    layout->addStretch(1);
    return page;
}

QLabel* makeProblem() {
    auto* label = new QLabel;
    label->setProperty("role", "error");
    label->setWordWrap(true);
    label->hide();
    return label;
}

void showProblem(QLabel& label, const QString& why) {
    label.setText(why);
    label.setVisible(!why.isEmpty());
}

QToolButton* makeIconButton(const QString& iconName, const QString& name) {
    auto* button = new QToolButton;
    button->setIcon(icon(iconName));
    scaleIcon(*button, 16);
    button->setToolTip(name);
    button->setAccessibleName(name);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

namespace {

/// At least as wide as its page, so that a narrow dock does not cut anything off. Scrolls a page
/// that is wider than a dock should be.
class PageArea : public QScrollArea {
  public:
    QSize minimumSizeHint() const override {
        constexpr int kWidest = 340; // pixels
        const int bar = verticalScrollBar()->sizeHint().width();
        const int page = widget() ? widget()->minimumSizeHint().width() + bar : 0;
        return {std::min(page, kWidest), QScrollArea::minimumSizeHint().height()};
    }

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched == widget() && event->type() == QEvent::LayoutRequest)
            updateGeometry();
        return QScrollArea::eventFilter(watched, event);
    }
};

} // namespace

QScrollArea* makeScrolling(QWidget* page, const QString& name) {
    auto* area = new PageArea;
    area->setAccessibleName(name);
    page->setProperty("role", "page");
    page->setAttribute(Qt::WA_StyledBackground);
    area->setWidget(page);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    return area;
}

void bringIntoView(QWidget& place) {
    for (QWidget* around = place.parentWidget(); around; around = around->parentWidget()) {
        if (auto* area = qobject_cast<QScrollArea*>(around)) {
            area->ensureWidgetVisible(&place);
        }
    }
}

QStackedLayout* addStack(QVBoxLayout& layout, QWidget* empty, QWidget* content) {
    auto* holder = new QWidget;
    auto* stack = new QStackedLayout(holder);
    stack->addWidget(empty);
    stack->addWidget(content);
    layout.addWidget(holder, 1);
    return stack;
}

void followInTabOrder(QWidget* before, const QLayout& made) {
    const auto next = [&before](QWidget* widget) {
        const QWidget* parent = widget->parentWidget();
        const bool part =
            qobject_cast<const QComboBox*>(parent) || qobject_cast<const QAbstractSpinBox*>(parent);
        const bool elsewhere = widget->window() != before->window(); // the list of a combo box
        if (part || elsewhere || !(widget->focusPolicy() & Qt::TabFocus))
            return;
        QWidget::setTabOrder(before, widget);
        before = widget;
    };
    for (int i = 0; i < made.count(); ++i) {
        if (QWidget* widget = made.itemAt(i)->widget()) {
            next(widget);
            for (QWidget* child : widget->findChildren<QWidget*>())
                next(child);
        }
    }
}

void setInvalid(QWidget* input, const QString& why) {
    input->setToolTip(why);
    markInvalid(*input, !why.isEmpty());
}

} // namespace warpbench::ui
