// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <array>

class QGridLayout;
class QLabel;

namespace warpbench::ui {

class ExpressionField;
struct Evaluated;

/// Shows the errors of x, y and z below three fields in a row, each of which is too narrow for a
/// sentence. Hidden without errors.
void showProblem(QLabel& label, const std::array<const ExpressionField*, 3>& fields);

/// The three expressions of a grid or a block: in one row if they fit, else x above y and z, else
/// each in its own row, so that none is cut off.
class ExtentEditor : public QWidget {
    Q_OBJECT

  public:
    /// \param name  "Grid": the fields are "Grid x" to assistive technology and gridx to findChild
    ExtentEditor(const QString& name, const QString& objectName, QWidget* parent = nullptr);

    void setPlaceholder(int axis, const QString& text);
    void display(int axis, const QString& text, const Evaluated& evaluated);
    enum class Rows { one, two, three };
    Rows rows() const { return m_rows; }

    QSize minimumSizeHint() const override;

  signals:
    void edited(int axis, const QString& text);

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void arrange();
    void place(Rows rows);
    int neededWidth(int axis) const;

    QGridLayout* m_layout;
    std::array<QLabel*, 3> m_letters{};
    std::array<ExpressionField*, 3> m_fields{};
    QLabel* m_problem;
    Rows m_rows = Rows::one;
};

} // namespace warpbench::ui
