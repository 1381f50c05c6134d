// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/texture_editor.h"

#include "ui/documents/project_text.h"
#include "ui/fields/form.h"
#include "ui/words/text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>

#include <algorithm>
#include <array>
#include <optional>

namespace warpbench::ui {

namespace {

QComboBox* makeChoice(const QString& accessibleName) {
    auto* combo = new QComboBox;
    combo->setAccessibleName(accessibleName);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo->setMinimumContentsLength(6);
    return combo;
}

QComboBox* makeChannels(const QString& name) {
    QComboBox* combo = makeChoice(ArgumentEditor::tr("Channels of %1").arg(name));
    for (const int channels : {1, 2, 4}) {
        combo->addItem(ArgumentEditor::tr("%n channel(s)", nullptr, channels), channels);
    }
    combo->setToolTip(ArgumentEditor::tr("Consecutive values that make one texel"));
    return combo;
}

/// Selects an item by its data. Adds a value that is not in the list, so that the project keeps
/// it.
void choose(QComboBox& combo, const QVariant& data) {
    const QSignalBlocker block(&combo);
    int index = combo.findData(data);
    if (index < 0) {
        combo.addItem(data.toString(), data);
        index = combo.count() - 1;
    }
    combo.setCurrentIndex(index);
}

} // namespace

namespace {

/// Numbers separated by commas; empty if any of them is invalid.
std::optional<std::array<float, 4>> borderOf(const QString& text) {
    std::array<float, 4> border{};
    if (text.trimmed().isEmpty()) {
        return border;
    }
    const QStringList parts = text.split(QLatin1Char(','));
    bool good = std::size_t(parts.size()) <= border.size();
    for (int i = 0; good && i < parts.size(); ++i) {
        border[std::size_t(i)] = parts[i].trimmed().toFloat(&good);
    }
    return good ? std::optional(border) : std::nullopt;
}

QString borderText(const std::array<float, 4>& border) {
    if (border == std::array<float, 4>{}) {
        return {};
    }
    QStringList parts;
    for (const float channel : border) {
        parts << QString::number(double(channel));
    }
    return parts.join(QStringLiteral(", "));
}

bool usesBorder(const project::TextureArg& texture) {
    return texture.address == "border" || texture.addressY == "border" ||
           texture.addressZ == "border";
}

/// The texture's number of dimensions from its buffer's shape; 0: unknown.
std::size_t dimensionsOf(const project::TextureArg& texture, const project::Project& project) {
    const auto buffer = std::find_if(project.buffers.begin(), project.buffers.end(),
                                     [&](const auto& b) { return b.name == texture.buffer; });
    if (buffer == project.buffers.end()) {
        return 0;
    }
    const bool channelsInShape = texture.channels > 1 && buffer->dtype.lanes() == 1;
    return buffer->shape.size() - (channelsInShape && !buffer->shape.empty() ? 1 : 0);
}

bool needsNormalized(const std::string& mode) {
    return mode == "wrap" || mode == "mirror";
}

} // namespace

QString textureProblem(const project::TextureArg& texture, const project::Project& project) {
    if (!texture.levels.empty() && !texture.normalized) {
        return TextureEditor::tr("Mip levels need normalised coordinates");
    }
    if (!texture.levels.empty() && texture.memory != "array") {
        return TextureEditor::tr("Mip levels need an array");
    }
    if (texture.srgb && texture.read != "normalized_float") {
        return TextureEditor::tr("sRGB needs bytes that are read as floats");
    }
    if (texture.channels != 1 && texture.channels != 2 && texture.channels != 4) {
        return TextureEditor::tr("A texture has 1, 2 or 4 channels");
    }
    if ((needsNormalized(texture.address) || needsNormalized(texture.addressY) ||
         needsNormalized(texture.addressZ)) &&
        !texture.normalized) {
        return TextureEditor::tr("Wrapping and mirroring need normalised coordinates");
    }
    const auto buffer = std::find_if(project.buffers.begin(), project.buffers.end(),
                                     [&](const auto& b) { return b.name == texture.buffer; });
    if (buffer == project.buffers.end() || buffer->dtype.kind() == arrays::DType::Kind::structure) {
        return {};
    }
    const arrays::Scalar scalar = buffer->dtype.scalar();
    const bool integer = arrays::isInteger(scalar);
    if (texture.read == "normalized_float" && (!integer || arrays::sizeOf(scalar) > 2)) {
        return TextureEditor::tr("Only integers of 8 or 16 bits can be read as normalised floats");
    }
    if (texture.filter == "linear" && integer && texture.read == "element") {
        return TextureEditor::tr("Linear filtering of integers needs them read as normalised "
                                 "floats");
    }
    return {};
}

TextureEditor::TextureEditor(const QString& name, QWidget* parent)
    : ArgumentEditor(parent)
    , m_name(name)
    , m_buffer(makeChoice(tr("Buffer for %1").arg(name)))
    , m_channels(makeChannels(name))
    , m_filter(makeChoice(tr("Filter of %1").arg(name)))
    , m_address(makeChoice(tr("Addressing of %1").arg(name)))
    , m_addressY(makeChoice(tr("Addressing of %1 along y").arg(name)))
    , m_addressZ(makeChoice(tr("Addressing of %1 along z").arg(name)))
    , m_border(new QLineEdit)
    , m_read(makeChoice(tr("Values of %1").arg(name)))
    , m_normalized(new QCheckBox(tr("coordinates from 0 to 1")))
    , m_srgb(new QCheckBox(tr("sRGB")))
    , m_memory(makeChoice(tr("Memory of %1").arg(name)))
    , m_levels(new QLineEdit)
    , m_levelFilter(makeChoice(tr("Filter between the mip levels of %1").arg(name)))
    , m_problem(makeProblem()) {
    build();
    connectFields();
}

void TextureEditor::build() {
    m_filter->addItem(tr("nearest"), QStringLiteral("point"));
    m_filter->addItem(tr("linear"), QStringLiteral("linear"));
    m_filter->setToolTip(tr("How values between two texels are read"));
    m_addressY->addItem(tr("y as x"), QString());
    m_addressZ->addItem(tr("z as x"), QString());
    for (const char* mode : {"clamp", "border", "wrap", "mirror"}) {
        m_address->addItem(QLatin1String(mode), QLatin1String(mode));
        m_addressY->addItem(QStringLiteral("y: ") + QLatin1String(mode), QLatin1String(mode));
        m_addressZ->addItem(QStringLiteral("z: ") + QLatin1String(mode), QLatin1String(mode));
    }
    for (QComboBox* axis : {m_address, m_addressY, m_addressZ}) {
        axis->setToolTip(tr("How values outside the texture are read"));
    }
    m_border->setAccessibleName(tr("Border of %1").arg(m_name));
    m_border->setPlaceholderText(tr("border: 0, 0, 0, 0"));
    m_border->setToolTip(tr("Value outside the texture: one number per channel"));
    m_read->addItem(tr("values as stored"), QStringLiteral("element"));
    m_read->addItem(tr("integers as floats from 0 to 1"), QStringLiteral("normalized_float"));
    m_normalized->setAccessibleName(tr("Normalised coordinates of %1").arg(m_name));
    m_normalized->setToolTip(tr("Normalised: over the whole texture, instead of counting texels"));
    m_srgb->setAccessibleName(tr("sRGB values of %1").arg(m_name));
    m_srgb->setToolTip(tr("Reads bytes as sRGB and converts them to linear values"));
    m_memory->addItem(tr("in an array"), QStringLiteral("array"));
    m_memory->addItem(tr("in linear memory"), QStringLiteral("linear"));
    m_memory->addItem(tr("in rows of memory"), QStringLiteral("pitched"));
    m_memory->setToolTip(tr("A copy in the layout of textures, or the buffer's own memory: linear "
                            "for tex1Dfetch, rows for tex2D"));
    m_levels->setAccessibleName(tr("Mip levels of %1").arg(m_name));
    m_levels->setPlaceholderText(tr("mip levels: none"));
    m_levels->setToolTip(tr("Buffers of the levels after the first, each half as large as the "
                            "level before it: half, quarter"));
    m_levelFilter->addItem(tr("nearest level"), QStringLiteral("point"));
    m_levelFilter->addItem(tr("between levels"), QStringLiteral("linear"));
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(kSmallGap);
    grid->setVerticalSpacing(kSmallGap);
    grid->addWidget(m_buffer, 0, 0);
    grid->addWidget(m_channels, 0, 1);
    grid->addWidget(m_filter, 1, 0);
    grid->addWidget(m_address, 1, 1);
    grid->addWidget(m_addressY, 2, 0);
    grid->addWidget(m_addressZ, 2, 1);
    grid->addWidget(m_border, 3, 0, 1, 2);
    grid->addWidget(m_read, 4, 0);
    grid->addWidget(m_normalized, 5, 0, 1, 2);
    grid->addWidget(m_srgb, 4, 1);
    grid->addWidget(m_memory, 6, 0, 1, 2);
    grid->addWidget(m_levels, 7, 0);
    grid->addWidget(m_levelFilter, 7, 1);
    grid->addWidget(m_problem, 8, 0, 1, 2);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
}

void TextureEditor::connectFields() {
    using Texture = project::TextureArg;
    const auto text = [this](QComboBox* combo, std::string Texture::*member) {
        connect(combo, &QComboBox::activated, this, [this, combo, member] {
            edit([member, value = ss(combo->currentData().toString())](Texture& t) {
                t.*member = value;
            });
        });
    };
    text(m_buffer, &Texture::buffer);
    text(m_filter, &Texture::filter);
    text(m_address, &Texture::address);
    text(m_addressY, &Texture::addressY);
    text(m_addressZ, &Texture::addressZ);
    text(m_read, &Texture::read);
    text(m_memory, &Texture::memory);
    text(m_levelFilter, &Texture::levelFilter);
    connect(m_channels, &QComboBox::activated, this, [this] {
        edit([channels = m_channels->currentData().toInt()](Texture& t) { t.channels = channels; });
    });
    connect(m_normalized, &QCheckBox::clicked, this,
            [this](bool on) { edit([on](Texture& t) { t.normalized = on; }); });
    connect(m_srgb, &QCheckBox::clicked, this,
            [this](bool on) { edit([on](Texture& t) { t.srgb = on; }); });
    connect(m_border, &QLineEdit::textEdited, this, [this](const QString& typed) {
        const auto border = borderOf(typed);
        setInvalid(m_border, border ? QString() : tr("One to four numbers, one for each channel"));
        if (border) {
            edit([border](Texture& t) { t.border = *border; }, QStringLiteral("border"));
        }
    });
    connect(m_levels, &QLineEdit::textEdited, this, [this](const QString& typed) {
        std::vector<std::string> levels;
        for (const QString& level : typed.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
            levels.push_back(ss(level.trimmed()));
        }
        std::erase(levels, std::string());
        edit([levels](Texture& t) { t.levels = levels; }, QStringLiteral("levels"));
    });
}

void TextureEditor::edit(const std::function<void(project::TextureArg&)>& change,
                         const QString& field) {
    emit changed(
        [change](project::Argument& argument) {
            if (auto* texture = std::get_if<project::TextureArg>(&argument.value)) {
                change(*texture);
            }
        },
        field);
}

void TextureEditor::display(const project::Argument& argument, const project::Project& project,
                            const Evaluation&) {
    const auto* texture = std::get_if<project::TextureArg>(&argument.value);
    if (!texture) {
        return;
    }
    showBuffers(*m_buffer, project, qs(texture->buffer), false);
    choose(*m_channels, texture->channels);
    choose(*m_filter, qs(texture->filter));
    choose(*m_address, qs(texture->address));
    choose(*m_read, qs(texture->read));
    choose(*m_addressY, qs(texture->addressY));
    choose(*m_addressZ, qs(texture->addressZ));
    choose(*m_memory, qs(texture->memory));
    choose(*m_levelFilter, qs(texture->levelFilter));
    m_normalized->setChecked(texture->normalized);
    m_srgb->setChecked(texture->srgb);
    const auto dimensions = dimensionsOf(*texture, project);
    m_addressY->setVisible(dimensions > 1 || !texture->addressY.empty());
    m_addressZ->setVisible(dimensions > 2 || !texture->addressZ.empty());
    m_border->setVisible(usesBorder(*texture));
    if (borderOf(m_border->text()).value_or(std::array<float, 4>{-1}) != texture->border) {
        m_border->setText(borderText(texture->border));
        setInvalid(m_border, QString());
    }
    m_srgb->setVisible(texture->srgb || texture->read == "normalized_float");
    m_levels->setVisible(texture->memory == "array" || !texture->levels.empty());
    m_levelFilter->setVisible(!texture->levels.empty());
    QStringList levels;
    for (const std::string& level : texture->levels) {
        levels << qs(level);
    }
    if (!m_levels->hasFocus()) {
        m_levels->setText(levels.join(QStringLiteral(", ")));
    }
    const QString problem = textureProblem(*texture, project);
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

SurfaceEditor::SurfaceEditor(const QString& name, QWidget* parent)
    : ArgumentEditor(parent)
    , m_buffer(makeChoice(tr("Buffer for %1").arg(name)))
    , m_channels(makeChannels(name))
    , m_access(makeChoice(tr("Access of %1").arg(name))) {
    for (const auto access : accesses()) {
        m_access->addItem(accessName(access), int(access));
    }
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(kSmallGap);
    grid->addWidget(m_buffer, 0, 0, 1, 2);
    grid->addWidget(m_channels, 1, 0);
    grid->addWidget(m_access, 1, 1);
    using Surface = project::SurfaceArg;
    connect(m_buffer, &QComboBox::activated, this, [this] {
        edit([buffer = ss(m_buffer->currentData().toString())](Surface& s) { s.buffer = buffer; });
    });
    connect(m_channels, &QComboBox::activated, this, [this] {
        edit([channels = m_channels->currentData().toInt()](Surface& s) { s.channels = channels; });
    });
    connect(m_access, &QComboBox::activated, this, [this] {
        edit([access = project::Access(m_access->currentData().toInt())](Surface& s) {
            s.access = access;
        });
    });
}

void SurfaceEditor::edit(const std::function<void(project::SurfaceArg&)>& change) {
    emit changed([change](project::Argument& argument) {
        if (auto* surface = std::get_if<project::SurfaceArg>(&argument.value)) {
            change(*surface);
        }
    });
}

void SurfaceEditor::display(const project::Argument& argument, const project::Project& project,
                            const Evaluation&) {
    const auto* surface = std::get_if<project::SurfaceArg>(&argument.value);
    if (!surface) {
        return;
    }
    showBuffers(*m_buffer, project, qs(surface->buffer), false);
    choose(*m_channels, surface->channels);
    choose(*m_access, int(surface->access));
}

} // namespace warpbench::ui
