// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/texture_editor.h"

#include "ui/models/project_text.h"
#include "ui/models/text.h"
#include "ui/panels/form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>

#include <algorithm>

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
        combo->addItem(channels == 1 ? ArgumentEditor::tr("1 channel")
                                     : ArgumentEditor::tr("%1 channels").arg(channels),
                       channels);
    }
    combo->setToolTip(ArgumentEditor::tr("Consecutive values that make one texel"));
    return combo;
}

/// Selects an item by its data; a value that is none of the choices is added, so that a project
/// keeps what it has.
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

QString textureProblem(const project::TextureArg& texture, const project::Project& project) {
    if (texture.channels != 1 && texture.channels != 2 && texture.channels != 4) {
        return TextureEditor::tr("A texture has 1, 2 or 4 channels");
    }
    if ((texture.address == "wrap" || texture.address == "mirror") && !texture.normalized) {
        return TextureEditor::tr("Wrapping and mirroring need normalised coordinates");
    }
    const auto buffer = std::find_if(project.buffers.begin(), project.buffers.end(),
                                     [&](const auto& b) { return b.name == texture.buffer; });
    if (buffer == project.buffers.end() || buffer->dtype.kind() == memory::DType::Kind::structure) {
        return {};
    }
    const memory::Scalar scalar = buffer->dtype.scalar();
    const bool integer = memory::isInteger(scalar);
    if (texture.read == "normalized_float" && (!integer || memory::sizeOf(scalar) > 2)) {
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
    , m_buffer(makeChoice(tr("Buffer for %1").arg(name)))
    , m_channels(makeChannels(name))
    , m_filter(makeChoice(tr("Filter of %1").arg(name)))
    , m_address(makeChoice(tr("Addressing of %1").arg(name)))
    , m_read(makeChoice(tr("Values of %1").arg(name)))
    , m_normalized(new QCheckBox(tr("coordinates from 0 to 1")))
    , m_problem(makeProblem()) {
    m_filter->addItem(tr("nearest"), QStringLiteral("point"));
    m_filter->addItem(tr("linear"), QStringLiteral("linear"));
    m_filter->setToolTip(tr("What is returned between two texels"));
    for (const char* mode : {"clamp", "border", "wrap", "mirror"}) {
        m_address->addItem(QLatin1String(mode), QLatin1String(mode));
    }
    m_address->setToolTip(tr("What is returned outside of the texture"));
    m_read->addItem(tr("values as stored"), QStringLiteral("element"));
    m_read->addItem(tr("integers as floats from 0 to 1"), QStringLiteral("normalized_float"));
    m_normalized->setAccessibleName(tr("Normalised coordinates of %1").arg(name));
    m_normalized->setToolTip(tr("Normalised: over the whole texture, instead of counting texels"));
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(kSmallGap);
    grid->setVerticalSpacing(kSmallGap);
    grid->addWidget(m_buffer, 0, 0);
    grid->addWidget(m_channels, 0, 1);
    grid->addWidget(m_filter, 1, 0);
    grid->addWidget(m_address, 1, 1);
    grid->addWidget(m_read, 2, 0, 1, 2);
    grid->addWidget(m_normalized, 3, 0, 1, 2);
    grid->addWidget(m_problem, 4, 0, 1, 2);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    using Texture = project::TextureArg;
    connect(m_buffer, &QComboBox::activated, this, [this] {
        edit([buffer = ss(m_buffer->currentData().toString())](Texture& t) { t.buffer = buffer; });
    });
    connect(m_channels, &QComboBox::activated, this, [this] {
        edit([channels = m_channels->currentData().toInt()](Texture& t) { t.channels = channels; });
    });
    connect(m_filter, &QComboBox::activated, this, [this] {
        edit([filter = ss(m_filter->currentData().toString())](Texture& t) { t.filter = filter; });
    });
    connect(m_address, &QComboBox::activated, this, [this] {
        edit([mode = ss(m_address->currentData().toString())](Texture& t) { t.address = mode; });
    });
    connect(m_read, &QComboBox::activated, this, [this] {
        edit([read = ss(m_read->currentData().toString())](Texture& t) { t.read = read; });
    });
    connect(m_normalized, &QCheckBox::clicked, this,
            [this](bool on) { edit([on](Texture& t) { t.normalized = on; }); });
}

void TextureEditor::edit(const std::function<void(project::TextureArg&)>& change) {
    emit changed([change](project::Argument& argument) {
        if (auto* texture = std::get_if<project::TextureArg>(&argument.value)) {
            change(*texture);
        }
    });
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
    m_normalized->setChecked(texture->normalized);
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
