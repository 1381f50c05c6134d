// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/follow/question.h"

#include <QFrame>

class QLabel;
class QPushButton;
class QToolButton;

namespace warpbench::ui {

class ProjectDocument;

/// Asks what a program's host code left open, one question at a time, above the launch. The user
/// can go to the field for the answer or accept the assumption. Hidden without questions.
class QuestionCard : public QFrame {
    Q_OBJECT

  public:
    explicit QuestionCard(ProjectDocument& document, QWidget* parent = nullptr);

  signals:
    /// The user wants to go to the field that answers the question.
    void placeWanted(const warpbench::guess::Question& question);

  private:
    void refresh();
    void takeAnswers();
    void step(int by);

    ProjectDocument& m_document;
    int m_current = 0;
    QLabel* m_title;
    QLabel* m_text;
    QPushButton* m_show;
    QPushButton* m_done;
    QToolButton* m_back;
    QToolButton* m_on;
};

} // namespace warpbench::ui
