// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/fields/argument_editor.h"

class QCheckBox;
class QLabel;
class QLineEdit;

namespace warpbench::ui {

/// Why a texture with these settings cannot be created; empty: it can. The rules are those of
/// cuTexObjectCreate (CUDA Driver API, texture object management): linear filtering returns floats,
/// wrapping needs normalised coordinates, an object has 1, 2 or 4 channels.
QString textureProblem(const project::TextureArg& texture, const project::Project& project);

/// A texture object over a buffer.
class TextureEditor : public ArgumentEditor {
    Q_OBJECT

  public:
    explicit TextureEditor(const QString& name, QWidget* parent = nullptr);

    void display(const project::Argument& argument, const project::Project& project,
                 const Evaluation& evaluation) override;

  private:
    void build();
    void connectFields();
    void edit(const std::function<void(project::TextureArg&)>& change, const QString& field = {});

    QString m_name;
    QComboBox* m_buffer;
    QComboBox* m_channels;
    QComboBox* m_filter;
    QComboBox* m_address;
    QComboBox* m_addressY;
    QComboBox* m_addressZ;
    QLineEdit* m_border;
    QComboBox* m_read;
    QCheckBox* m_normalized;
    QCheckBox* m_srgb;
    QComboBox* m_memory;
    QLineEdit* m_levels;
    QComboBox* m_levelFilter;
    QLabel* m_problem;
};

/// A surface object over a buffer.
class SurfaceEditor : public ArgumentEditor {
    Q_OBJECT

  public:
    explicit SurfaceEditor(const QString& name, QWidget* parent = nullptr);

    void display(const project::Argument& argument, const project::Project& project,
                 const Evaluation& evaluation) override;

  private:
    void edit(const std::function<void(project::SurfaceArg&)>& change);

    QComboBox* m_buffer;
    QComboBox* m_channels;
    QComboBox* m_access;
};

} // namespace warpbench::ui
