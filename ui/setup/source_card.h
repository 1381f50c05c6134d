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

/// Says that a number of the source, of which the set-up has a parameter, has been changed in the
/// editor: host code is not run, so that nothing would come of it. Hidden where that is not so.
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
