// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <Qsci/qsciabstractapis.h>

namespace warpbench::ui {

/// Completions and call tips of CUDA, looked up at once: QScintilla's own QsciAPIs prepares itself
/// in a thread that outlives its lexer's virtuals and crashes at the end of the program.
class CudaApis : public QsciAbstractAPIs {
    Q_OBJECT

  public:
    explicit CudaApis(QsciLexer* lexer);

    /// Names found in the document, such as its kernels, with their signatures.
    void setDocumentSignatures(const QStringList& signatures);

    void updateAutoCompletionList(const QStringList& context, QStringList& list) override;
    void autoCompletionSelected(const QString& selection) override;
    QStringList callTips(const QStringList& context, int commas, QsciScintilla::CallTipsStyle style,
                         QList<int>& shifts) override;

  private:
    QStringList m_documentSignatures;
};

} // namespace warpbench::ui
