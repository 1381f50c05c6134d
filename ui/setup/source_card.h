// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/documents/source_numbers.h"

#include <QFrame>

#include <map>
#include <optional>
#include <string>

class QLabel;
class QPushButton;

namespace warpbench::ui {

struct Workbench;

/// Shown when the user edits a number in the source that is a parameter of the set-up: host code
/// does not run, so the edit alone would have no effect. Hidden otherwise.
class SourceCard : public QFrame {
    Q_OBJECT

  public:
    explicit SourceCard(Workbench& bench, QWidget* parent = nullptr);

  private:
    void begin();
    void refresh();
    void take();
    void keep();

    Workbench& m_bench;
    std::map<std::string, double> m_before;
    std::map<std::string, double> m_now;
    std::optional<ChangedNumber> m_changed;
    QLabel* m_text;
    QPushButton* m_take;
    QPushButton* m_keep;
};

} // namespace warpbench::ui
