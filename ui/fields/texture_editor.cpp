// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/texture_editor.h"

#include "ui/documents/project_text.h"
#include "ui/fields/form.h"
#include "ui/words/text.h"

#include <QComboBox>
#include <QGridLayout>

#include <algorithm>
#include <array>
#include <optional>

namespace warpbench::ui {

using project::SurfaceArg;
using project::TextureArg;

namespace {

constexpr int kShortest = 6; // characters of a choice

Input channelsInput() {
    std::vector<Choice> choices;
    for (const int channels : {1, 2, 4}) {
        choices.push_back({ArgumentEditor::tr("%n channel(s)", nullptr, channels), channels});
    }
    return choiceInput(choices, kShortest);
}

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

Value<TextureArg> border() {
    return {[](const TextureArg& t) { return borderText(t.border); },
            [](TextureArg& t, const QVariant& value) {
                t.border = borderOf(value.toString()).value_or(t.border);
            }};
}

Value<TextureArg> levels() {
    return {[](const TextureArg& t) {
                QStringList names;
                for (const std::string& level : t.levels)
                    names << qs(level);
                return names.join(QStringLiteral(", "));
            },
            [](TextureArg& t, const QVariant& value) {
                t.levels.clear();
                for (const QString& level : value.toString().split(QLatin1Char(','))) {
                    if (!level.trimmed().isEmpty())
                        t.levels.push_back(ss(level.trimmed()));
                }
            }};
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
    : BoundArgument(parent) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(kSmallGap);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    const auto add = [&](int row, int column, int columns, Field<TextureArg> field) {
        grid->addWidget(m_form.add(std::move(field)), row, column, 1, columns);
    };
    /// \param same  the choice for the mode of x; empty: this is x
    const auto axis = [&](const QString& prefix, const QString& same, const QString& says,
                          auto member, std::size_t dimension) {
        std::vector<Choice> modes;
        if (!same.isEmpty())
            modes.push_back({same, QString()});
        for (const char* mode : {"clamp", "border", "wrap", "mirror"}) {
            modes.push_back({prefix + QLatin1String(mode), QLatin1String(mode)});
        }
        return Field<TextureArg>{.says = says,
                                 .tip = tr("How values outside the texture are read"),
                                 .input = choiceInput(modes, kShortest),
                                 .value = at(member),
                                 .visible = [=, this](const TextureArg& t) {
                                     return dimensionsOf(t, project()) > dimension ||
                                            !(t.*member).empty();
                                 }};
    };
    auto* problem = makeProblem();
    const Input buffer = choiceInput(std::vector<Choice>{}, kShortest);
    add(0, 0, 1,
        {.says = tr("Buffer for %1").arg(name),
         .input = buffer,
         .value = at(&TextureArg::buffer),
         .prepare = [=, this](const TextureArg& t) {
             showBuffers(*static_cast<QComboBox*>(buffer.widget), project(), qs(t.buffer), false);
             showProblem(*problem, textureProblem(t, project()));
         }});
    add(0, 1, 1,
        {.says = ArgumentEditor::tr("Channels of %1").arg(name),
         .tip = ArgumentEditor::tr("Consecutive values that make one texel"),
         .input = channelsInput(),
         .value = at(&TextureArg::channels)});
    add(1, 0, 1,
        {.says = tr("Filter of %1").arg(name),
         .tip = tr("How values between two texels are read"),
         .input = choiceInput(
             {{tr("nearest"), QStringLiteral("point")}, {tr("linear"), QStringLiteral("linear")}},
             kShortest),
         .value = at(&TextureArg::filter)});
    add(1, 1, 1, axis({}, {}, tr("Addressing of %1").arg(name), &TextureArg::address, 0));
    add(2, 0, 1,
        axis(QStringLiteral("y: "), tr("y as x"), tr("Addressing of %1 along y").arg(name),
             &TextureArg::addressY, 1));
    add(2, 1, 1,
        axis(QStringLiteral("z: "), tr("z as x"), tr("Addressing of %1 along z").arg(name),
             &TextureArg::addressZ, 2));
    add(3, 0, 2,
        {.key = "border",
         .says = tr("Border of %1").arg(name),
         .tip = tr("Value outside the texture: one number per channel"),
         .placeholder = tr("border: 0, 0, 0, 0"),
         .input = lineInput(),
         .value = border(),
         .refuse =
             [](const QString& text) {
                 return borderOf(text) ? QString()
                                       : tr("One to four numbers, one for each channel");
             },
         .visible = usesBorder});
    add(4, 0, 1,
        {.says = tr("Values of %1").arg(name),
         .input = choiceInput(
             {{tr("values as stored"), QStringLiteral("element")},
              {tr("integers as floats from 0 to 1"), QStringLiteral("normalized_float")}},
             kShortest),
         .value = at(&TextureArg::read)});
    add(5, 0, 2,
        {.says = tr("Normalised coordinates of %1").arg(name),
         .tip = tr("Normalised: over the whole texture, instead of counting texels"),
         .input = checkInput(tr("coordinates from 0 to 1")),
         .value = at(&TextureArg::normalized)});
    add(4, 1, 1,
        {.says = tr("sRGB values of %1").arg(name),
         .tip = tr("Reads bytes as sRGB and converts them to linear values"),
         .input = checkInput(tr("sRGB")),
         .value = at(&TextureArg::srgb),
         .visible = [](const TextureArg& t) { return t.srgb || t.read == "normalized_float"; }});
    add(6, 0, 2,
        {.says = tr("Memory of %1").arg(name),
         .tip = tr("A copy in the layout of textures, or the buffer's own memory: linear "
                   "for tex1Dfetch, rows for tex2D"),
         .input = choiceInput({{tr("in an array"), QStringLiteral("array")},
                               {tr("in linear memory"), QStringLiteral("linear")},
                               {tr("in rows of memory"), QStringLiteral("pitched")}},
                              kShortest),
         .value = at(&TextureArg::memory)});
    add(7, 0, 1,
        {.key = "levels",
         .says = tr("Mip levels of %1").arg(name),
         .tip = tr("Buffers of the levels after the first, each half as large as the "
                   "level before it: half, quarter"),
         .placeholder = tr("mip levels: none"),
         .input = lineInput(),
         .value = levels(),
         .visible = [](const TextureArg& t) { return t.memory == "array" || !t.levels.empty(); }});
    add(7, 1, 1,
        {.says = tr("Filter between the mip levels of %1").arg(name),
         .input = choiceInput({{tr("nearest level"), QStringLiteral("point")},
                               {tr("between levels"), QStringLiteral("linear")}},
                              kShortest),
         .value = at(&TextureArg::levelFilter),
         .visible = [](const TextureArg& t) { return !t.levels.empty(); }});
    grid->addWidget(problem, 8, 0, 1, 2);
}

SurfaceEditor::SurfaceEditor(const QString& name, QWidget* parent)
    : BoundArgument(parent) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(kSmallGap);
    const Input buffer = choiceInput(std::vector<Choice>{}, kShortest);
    std::vector<Choice> ways;
    for (const auto access : accesses()) {
        ways.push_back({accessName(access), int(access)});
    }
    grid->addWidget(m_form.add({.says = tr("Buffer for %1").arg(name),
                                .input = buffer,
                                .value = at(&SurfaceArg::buffer),
                                .prepare =
                                    [=, this](const SurfaceArg& s) {
                                        showBuffers(*static_cast<QComboBox*>(buffer.widget),
                                                    project(), qs(s.buffer), false);
                                    }}),
                    0, 0, 1, 2);
    grid->addWidget(m_form.add({.says = ArgumentEditor::tr("Channels of %1").arg(name),
                                .tip = ArgumentEditor::tr("Consecutive values that make one texel"),
                                .input = channelsInput(),
                                .value = at(&SurfaceArg::channels)}),
                    1, 0);
    grid->addWidget(m_form.add({.says = tr("Access of %1").arg(name),
                                .input = choiceInput(ways, kShortest),
                                .value = at(&SurfaceArg::access)}),
                    1, 1);
}

} // namespace warpbench::ui
