// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/parameter_sliders.h"

#include "ui/fields/form.h"
#include "ui/live/slider_range.h"
#include "ui/run/live_run.h"
#include "ui/words/text.h"

#include <QGridLayout>
#include <QLabel>
#include <QSlider>

#include <cmath>

namespace warpbench::ui {

namespace {

QString textOf(double value) {
    constexpr double kExact = 1e15; // a double has all digits of smaller whole numbers
    const bool isWhole = value == std::floor(value) && std::abs(value) < kExact;
    return isWhole ? QString::number(qint64(value)) : QString::number(value, 'g', 6);
}

} // namespace

ParameterSliders::ParameterSliders(QWidget* parent)
    : QWidget(parent)
    , m_layout(new QGridLayout(this)) {
    setObjectName(QStringLiteral("parameterSliders"));
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setHorizontalSpacing(kGap);
    m_layout->setVerticalSpacing(kSmallGap);
    m_layout->setColumnStretch(1, 1);
}

void ParameterSliders::show(const project::Project& project,
                            const QMap<std::string, double>& values) {
    while (QLayoutItem* item = m_layout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_isEmpty = true;
    for (const auto& [name, expression] : project.parameters) {
        if (LiveRun::isInput(name) || !SliderRange::of(expression.text))
            continue;
        addRow(name, expression.text, values);
        m_isEmpty = false;
    }
}

void ParameterSliders::addRow(const std::string& parameter, const std::string& expression,
                              const QMap<std::string, double>& values) {
    const SliderRange range = *SliderRange::of(expression);
    const double value = values.value(parameter, range.base());
    auto* slider = new QSlider(Qt::Horizontal);
    slider->setRange(0, SliderRange::kSteps);
    slider->setValue(range.stepOf(value));
    slider->setAccessibleName(qs(parameter));
    slider->setObjectName(QStringLiteral("slider_") + qs(parameter));
    auto* name = new QLabel(qs(parameter));
    name->setTextFormat(Qt::PlainText);
    auto* figure = new QLabel(textOf(value));
    figure->setMinimumWidth(figure->fontMetrics().horizontalAdvance(QStringLiteral("-0.000000")));
    const int row = m_layout->rowCount();
    m_layout->addWidget(name, row, 0);
    m_layout->addWidget(slider, row, 1);
    m_layout->addWidget(figure, row, 2);
    connect(slider, &QSlider::valueChanged, this, [this, parameter, range, figure](int step) {
        const double chosen = range.valueAt(step);
        figure->setText(textOf(chosen));
        emit moved(parameter, chosen);
    });
}

} // namespace warpbench::ui
