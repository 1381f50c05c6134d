// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <Qsci/qsciabstractapis.h>

namespace warpbench::ui {

class Completer;

/// Call tips for CUDA names and the file's own functions, looked up directly. QsciAPIs prepares its
/// data in a thread that outlives the lexer's virtual functions and crashes at exit.
class CudaApis : public QsciAbstractAPIs {
    Q_OBJECT

  public:
    CudaApis(QsciLexer* lexer, Completer& completer);

    void updateAutoCompletionList(const QStringList& context, QStringList& list) override;
    void autoCompletionSelected(const QString& selection) override;
    QStringList callTips(const QStringList& context, int commas, QsciScintilla::CallTipsStyle style,
                         QList<int>& shifts) override;

  private:
    Completer& m_completer;
};

} // namespace warpbench::ui
