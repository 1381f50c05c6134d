// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/project_document.h"
#include "ui/panels/word_completer.h"

#include <QWidget>

#include <functional>
#include <vector>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QToolButton;

namespace warpbench::ui {

class ExpressionField;

/// What a buffer is filled with and what it must hold in the end.
class BufferForm : public QWidget {
    Q_OBJECT

  public:
    explicit BufferForm(ProjectDocument& document, QWidget* parent = nullptr);

    void setBuffer(int row); ///< -1: none

  private:
    enum class Check { none, expression, reference, file, buffer };

    QWidget* buildInit();
    QWidget* buildExpect();
    QWidget* buildSharing();
    std::vector<WordCompleter::Word> wordsFor(Check check) const;
    void refresh();
    void refreshInit(const project::Init& init);
    void refreshExpect(const project::Buffer& buffer);
    void refreshSharing(const project::Buffer& buffer);
    void edit(const QString& field, const std::function<void(project::Buffer&)>& change);
    void setInitPart(int part, const QString& text);
    void chooseCheck(Check check);
    void setCheckText(const QString& text);
    QString checkProblem(const project::Buffer& buffer) const;
    QToolButton* makeBrowse(const std::function<void(const QString&)>& take);
    static Check checkOf(const project::Buffer& buffer);

    ProjectDocument& m_document;
    int m_row = -1;
    QComboBox* m_kind;
    QLabel* m_partNames[3];
    ExpressionField* m_parts[3];
    QToolButton* m_browseInit;
    QComboBox* m_check;
    QLabel* m_checkName;
    ExpressionField* m_checkText;
    QToolButton* m_functions;
    WordCompleter* m_completer;
    QToolButton* m_browseCheck;
    QLabel* m_rtolName;
    QLabel* m_atolName;
    QLineEdit* m_rtol;
    QLineEdit* m_atol;
    QCheckBox* m_exact;
    QComboBox* m_sharing; ///< what each device of a run that several share has of it
    QLabel* m_haloName;
    ExpressionField* m_halo;
};

} // namespace warpbench::ui
