// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"

#include <QMap>
#include <QWidget>

#include <string>

class QGridLayout;

namespace warpbench::ui {

/// A slider for each parameter that is a number and not set by frames.
class ParameterSliders : public QWidget {
    Q_OBJECT

  public:
    explicit ParameterSliders(QWidget* parent = nullptr);

    /// \param values  what replaces the values of the project
    void show(const project::Project& project, const QMap<std::string, double>& values);
    bool isEmpty() const { return m_isEmpty; }

  signals:
    void moved(const std::string& parameter, double value);

  private:
    void addRow(const std::string& parameter, const std::string& expression,
                const QMap<std::string, double>& values);

    QGridLayout* m_layout;
    bool m_isEmpty = true;
};

} // namespace warpbench::ui
