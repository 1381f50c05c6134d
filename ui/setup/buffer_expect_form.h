// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/fields/word_completer.h"
#include "ui/setup/buffer_section.h"

#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace warpbench::ui {

class ExpressionField;

/// The expected contents of a buffer after the run.
class BufferExpectForm : public BufferSection {
    Q_OBJECT

  public:
    explicit BufferExpectForm(ProjectDocument& document, QWidget* parent = nullptr);

  protected:
    void refresh(const project::Buffer& buffer) override;

  private:
    enum class Check { none, expression, reference, file, buffer };

    static Check checkOf(const project::Buffer& buffer);
    void makeFields();
    void layOut();
    void chooseCheck(Check check);
    void setText(const QString& text);
    void takeTolerance(QLineEdit* field, double project::Expect::*member);
    QString problemOf(const project::Buffer& buffer) const;
    std::vector<WordCompleter::Word> wordsFor(Check check) const;

    QComboBox* m_check;
    QLabel* m_name;
    ExpressionField* m_text;
    QToolButton* m_functions;
    WordCompleter* m_completer;
    QToolButton* m_browse;
    QLabel* m_rtolName;
    QLabel* m_atolName;
    QLineEdit* m_rtol;
    QLineEdit* m_atol;
    QCheckBox* m_exact;
};

} // namespace warpbench::ui
