// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/documents/project_document.h"

#include <QWidget>

namespace warpbench::ui {

class NamesModel;
class NameTable;

/// Parameters and defines of the project.
class NamesPanel : public QWidget {
    Q_OBJECT

  public:
    explicit NamesPanel(ProjectDocument& document, QWidget* parent = nullptr);

    NamesModel& model() { return *m_model; }
    /// Opens the value of that parameter or define for editing, if it exists.
    void select(const QString& name);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void add(bool define);
    void fitColumns();

    NamesModel* m_model;
    NameTable* m_view;
};

} // namespace warpbench::ui
