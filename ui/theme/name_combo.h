// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace warpbench::ui {

/// A list of names that may be long and differ only at the end. Elides text in the
/// middle by default, shows all of it in the tool tip, and opens a list as wide as the
/// names.
class NameCombo : public QComboBox {
    Q_OBJECT

  public:
    /// \param elide  where to shorten text that does not fit
    explicit NameCombo(QWidget* parent = nullptr, Qt::TextElideMode elide = Qt::ElideMiddle);

    void showPopup() override;

  protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

  private:
    Qt::TextElideMode m_elide;
};

} // namespace warpbench::ui
