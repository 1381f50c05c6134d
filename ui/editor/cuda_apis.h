// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <Qsci/qsciabstractapis.h>

namespace warpbench::ui {

class Completer;

/// Call tips of CUDA's names and the file's, looked up at once: QScintilla's own QsciAPIs prepares
/// itself in a thread that outlives its lexer's virtuals and crashes at the end of the program.
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
