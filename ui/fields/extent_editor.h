// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/fields/bound_form.h"

#include <QWidget>

#include <array>

class QGridLayout;
class QLabel;

namespace warpbench::ui {

class ExpressionField;

/// The three expressions of a grid, a block or a cluster: in one row if they fit, else x above y
/// and z, else each in its own row, so that none is cut off. Errors are below, because a field is
/// too narrow for a sentence.
class ExtentEditor : public QWidget {
    Q_OBJECT

  public:
    explicit ExtentEditor(QWidget* parent = nullptr);

    /// The rows of the fields, for the launch's form.
    /// \param name  "Grid": the fields are "Grid x" to assistive technology
    /// \param objectName  "grid": they are gridx, gridy and gridz to findChild
    /// \param needed  the first value must not be missing
    std::vector<Field<project::Launch>>
    fields(const QString& name, const QString& objectName, const QString& undo,
           std::vector<project::Expression> project::Launch::*extent, bool needed);
    enum class Rows { one, two, three };
    Rows rows() const { return m_rows; }

    QSize minimumSizeHint() const override;

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void arrange();
    void place(Rows rows);
    void showProblem();
    int neededWidth(int axis) const;

    QGridLayout* m_layout;
    std::array<QLabel*, 3> m_letters{};
    std::array<ExpressionField*, 3> m_fields{};
    QLabel* m_problem;
    Rows m_rows = Rows::one;
};

} // namespace warpbench::ui
