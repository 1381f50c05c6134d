// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace warpbench::ui {

/// A list of names that may be long and differ at their ends only: what does not fit is left out
/// in the middle unless told otherwise, the tool tip has all of it, and the open list is as wide as
/// its names.
class NameCombo : public QComboBox {
    Q_OBJECT

  public:
    /// \param elide  where what does not fit is left out
    explicit NameCombo(QWidget* parent = nullptr, Qt::TextElideMode elide = Qt::ElideMiddle);

    void showPopup() override;

  protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

  private:
    Qt::TextElideMode m_elide;
};

} // namespace warpbench::ui
