// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QString>
#include <QWidget>

#include <vector>

class QLabel;
class QMainWindow;
class QPushButton;

namespace warpbench::ui {

/// A walk through the window in a few steps, each of which points at a part of it. The window stays
/// what it is beneath; Skip and Esc end the walk at once.
class Tour : public QWidget {
    Q_OBJECT

  public:
    struct Step {
        QPointer<QWidget> target; ///< what is spoken of; one that is hidden is left out
        QString title;
        QString text;
    };

    Tour(QMainWindow& window, std::vector<Step> steps);

    int step() const { return m_step; }

  signals:
    void finished(); ///< it was seen to its end or skipped; it deletes itself

  protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void go(int step);
    void place();
    void finish();
    QRect targetRect() const;

    std::vector<Step> m_steps;
    int m_step = -1;
    QWidget* m_card;
    QLabel* m_title;
    QLabel* m_text;
    QLabel* m_count;
    QPushButton* m_back;
    QPushButton* m_next;
};

} // namespace warpbench::ui
