// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace warpbench::ui {

/// A list of names that may be long and differ at their ends only: what does not fit is left out
/// in the middle, the tool tip has all of it, and the open list is as wide as its names.
class NameCombo : public QComboBox {
    Q_OBJECT

  public:
    explicit NameCombo(QWidget* parent = nullptr);

    void showPopup() override;

  protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
};

} // namespace warpbench::ui
