// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/fields/argument_editor.h"

namespace warpbench::ui {

/// Why a texture with these settings cannot be created; empty: it can. The rules are those of
/// cuTexObjectCreate (CUDA Driver API, texture object management): linear filtering returns floats,
/// wrapping needs normalised coordinates, an object has 1, 2 or 4 channels.
QString textureProblem(const project::TextureArg& texture, const project::Project& project);

/// A texture object over a buffer.
class TextureEditor : public BoundArgument<project::TextureArg> {
    Q_OBJECT

  public:
    explicit TextureEditor(const QString& name, QWidget* parent = nullptr);
};

/// A surface object over a buffer.
class SurfaceEditor : public BoundArgument<project::SurfaceArg> {
    Q_OBJECT

  public:
    explicit SurfaceEditor(const QString& name, QWidget* parent = nullptr);
};

} // namespace warpbench::ui
