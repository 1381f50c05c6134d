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

/// A walk through the window in a few steps: a card beside the part that a step is about, and the
/// rest in the shade. The window can be used meanwhile as before. Skip and Esc end the walk at
/// once.
class Tour : public QFrame {
    Q_OBJECT

  public:
    struct Step {
        QPointer<QWidget> target; ///< what is spoken of; a step without one is left out
        QString title;
        QString text;
        std::function<void()> show; ///< brings the target to the front; empty: it is always there
    };

    Tour(QMainWindow& window, std::vector<Step> steps);
    ~Tour() override;

    int step() const { return m_step; }
    int steps() const { return int(m_steps.size()); }
    /// Of what is spoken of, in the window.
    QRect targetRect() const;

  signals:
    void finished(); ///< it was seen to its end or skipped; it deletes itself

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
    QPointer<TourShade> m_shade; ///< the window's too: a window that is closed takes it along first
    QLabel* m_title;
    QLabel* m_text;
    QLabel* m_count;
    QPushButton* m_back;
    QPushButton* m_next;
};

} // namespace warpbench::ui
