// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/image_controls.h"

#include "ui/elements/buffer_facts.h"
#include "ui/inspector/color_bar.h"
#include "ui/theme/flow_layout.h"
#include "ui/theme/input_state.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace warpbench::ui {

namespace {

// Pixels of a field: in a narrow panel, and for six digits with sign and exponent.
constexpr int kFewestPixels = 48;
constexpr int kMostPixels = 96;

/// An end of the range in its field; empty: automatic.
struct TypedEnd {
    std::optional<double> value;
    bool valid = true;
};

TypedEnd typedEnd(const QString& text, bool logarithmic) {
    if (text.trimmed().isEmpty())
        return {};
    bool ok = false;
    const double value = text.trimmed().toDouble(&ok);
    return {value, ok && std::isfinite(value) && (!logarithmic || value > 0)};
}

QString endText(const std::optional<double>& end) {
    return end ? QString::number(*end, 'g', QLocale::FloatingPointShortest) : QString();
}

} // namespace

ImageControls::ImageControls(QWidget* parent)
    : QWidget(parent) {
    m_channel = new QComboBox;
    m_channel->setObjectName(QStringLiteral("imageChannel"));
    m_channel->setAccessibleName(tr("Channel"));
    m_channel->setToolTip(tr("All channels as colours, or one as numbers"));
    m_map = new QComboBox;
    m_map->setObjectName(QStringLiteral("imageMap"));
    m_map->setAccessibleName(tr("Colour map"));
    m_map->setToolTip(tr("Colour map. Of Diverging, the middle is at 0."));
    m_map->addItem(tr("Viridis"), int(arrays::ColorMap::viridis));
    m_map->addItem(tr("Grey"), int(arrays::ColorMap::gray));
    m_map->addItem(tr("Diverging"), int(arrays::ColorMap::diverging));
    for (QComboBox* list : {m_channel, m_map}) {
        list->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        list->setMinimumContentsLength(6);
    }
    m_logarithmic = new QToolButton;
    m_logarithmic->setObjectName(QStringLiteral("imageLogarithmic"));
    m_logarithmic->setText(tr("log"));
    m_logarithmic->setCheckable(true);
    m_logarithmic->setAccessibleName(tr("Logarithmic colours"));
    m_range = buildRange();

    auto* row = new FlowLayout(this);
    row->setContentsMargins(8, 0, 8, 6);
    row->setSpacing(4);
    for (QWidget* widget :
         std::initializer_list<QWidget*>{m_channel, m_map, m_logarithmic, m_range})
        row->addWidget(widget);

    connect(m_channel, &QComboBox::activated, this, [this] {
        m_style.channel = m_channel->currentData().toInt();
        change();
    });
    connect(m_map, &QComboBox::activated, this, [this] {
        m_style.map = arrays::ColorMap(m_map->currentData().toInt());
        change();
        takeEnds(); // a logarithmic range has no place for 0
    });
    connect(m_logarithmic, &QToolButton::clicked, this, [this](bool on) {
        m_style.logarithmic = on;
        change();
        takeEnds();
    });
}

QWidget* ImageControls::buildRange() {
    m_bar = new ColorBar;
    for (QLineEdit** end : {&m_low, &m_high}) {
        const bool low = end == &m_low;
        *end = new QLineEdit;
        (*end)->setObjectName(low ? QStringLiteral("imageLow") : QStringLiteral("imageHigh"));
        (*end)->setAccessibleName(low ? tr("Number of the lowest colour")
                                      : tr("Number of the highest colour"));
        (*end)->setMinimumWidth(kFewestPixels);
        (*end)->setMaximumWidth(kMostPixels);
        connect(*end, &QLineEdit::editingFinished, this, &ImageControls::takeEnds);
    }
    auto* range = new QWidget;
    auto* row = new QHBoxLayout(range);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    row->addWidget(m_low);
    row->addWidget(m_bar, 1);
    row->addWidget(m_high);
    return range;
}

void ImageControls::setImageStyle(const ImageStyle& style) {
    m_style = style;
    m_channel->setCurrentIndex(std::max(0, m_channel->findData(style.channel)));
    m_map->setCurrentIndex(m_map->findData(int(style.map)));
    m_low->setText(endText(style.low));
    m_high->setText(endText(style.high));
    showLogarithmic();
    takeEnds();
}

void ImageControls::setImage(const QStringList& channels, const std::optional<ColorScale>& scale) {
    showChannels(channels);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_map, m_logarithmic, m_range})
        widget->setVisible(scale.has_value());
    m_bar->setScale(scale);
    if (!scale)
        return;
    m_low->setPlaceholderText(numberText(scale->low()));
    m_high->setPlaceholderText(numberText(scale->high()));
}

void ImageControls::showChannels(const QStringList& channels) {
    m_channel->clear();
    m_channel->addItem(tr("Colours"), ImageStyle::kAllChannels);
    for (int i = 0; i < channels.size(); ++i)
        m_channel->addItem(channels[i], i);
    m_channel->setCurrentIndex(std::max(0, m_channel->findData(m_style.channel)));
    m_channel->setVisible(!channels.isEmpty());
}

void ImageControls::showLogarithmic() {
    const bool diverging = m_style.map == arrays::ColorMap::diverging;
    m_logarithmic->setChecked(m_style.logarithmic);
    m_logarithmic->setEnabled(!diverging);
    m_logarithmic->setToolTip(
        diverging ? tr("The diverging map is linear")
                  : tr("Logarithmic colours; 0 and negative numbers get the lowest one"));
}

/// Takes the typed range if it is valid. Invalid input stays in its field.
void ImageControls::takeEnds() {
    const bool logarithmic = ColorScale::isLogarithmic(m_style);
    const TypedEnd low = typedEnd(m_low->text(), logarithmic);
    const TypedEnd high = typedEnd(m_high->text(), logarithmic);
    const bool rises = !low.value || !high.value || *low.value < *high.value;
    const auto mark = [&](QLineEdit* field, const TypedEnd& end, const QString& meaning) {
        markInvalid(*field, !end.valid || !rises);
        field->setToolTip(!end.valid ? logarithmic ? tr("A number above 0") : tr("A number")
                          : !rises ? tr("The range must rise from left to right")
                                     : meaning);
    };
    mark(m_low, low, tr("The number of the lowest colour. Empty: the smallest one."));
    mark(m_high, high, tr("The number of the highest colour. Empty: the largest one."));
    if (!low.valid || !high.valid || !rises ||
        (low.value == m_style.low && high.value == m_style.high))
        return;
    m_style.low = low.value;
    m_style.high = high.value;
    change();
}

void ImageControls::change() {
    showLogarithmic();
    emit imageStyleChanged(m_style);
}

} // namespace warpbench::ui
