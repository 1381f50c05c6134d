// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QPointer>
#include <QString>

#include <functional>
#include <vector>

class QLabel;
class QMainWindow;
class QPushButton;

namespace warpbench::ui {

class TourShade;

/// A tour of the window in a few steps: a card beside the part that it explains, with
/// everything else dimmed. You can use the window meanwhile. Skip and Esc end the
/// tour.
class Tour : public QFrame {
    Q_OBJECT

  public:
    struct Step {
        QPointer<QWidget> target; ///< the part to explain; steps without one are skipped
        QString title;
        QString text;
        std::function<void()> show; ///< brings the target to the front; empty: always visible
    };

    Tour(QMainWindow& window, std::vector<Step> steps);
    ~Tour() override;

    int step() const { return m_step; }
    int steps() const { return int(m_steps.size()); }
    /// The rectangle of the target in the window.
    QRect targetRect() const;

  signals:
    void finished(); ///< completed or skipped; deletes itself

  protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    QLayout* makeButtons();
    void go(int step);
    void place();
    void tell();
    void finish();

    std::vector<Step> m_steps;
    int m_step = -1;
    QPointer<TourShade> m_shade; ///< child of the window, so a closing window deletes it first
    QLabel* m_title;
    QLabel* m_text;
    QLabel* m_count;
    QPushButton* m_back;
    QPushButton* m_next;
};

} // namespace warpbench::ui
