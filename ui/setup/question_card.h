// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/guess/question.h"

#include <QFrame>

class QLabel;
class QPushButton;
class QToolButton;

namespace warpbench::ui {

class ProjectDocument;

/// What a program's host code does not say, asked one after the other above the launch: each is
/// shown where its answer belongs, or taken as it was assumed. Hidden where nothing is left to ask.
class QuestionCard : public QFrame {
    Q_OBJECT

  public:
    explicit QuestionCard(ProjectDocument& document, QWidget* parent = nullptr);

  signals:
    /// The field is wanted that answers the question.
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
