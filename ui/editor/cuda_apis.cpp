// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/cuda_apis.h"

#include "ui/editor/cuda_words.h"

namespace warpbench::ui {

CudaApis::CudaApis(QsciLexer* lexer)
    : QsciAbstractAPIs(lexer) {}

void CudaApis::setDocumentSignatures(const QStringList& signatures) {
    m_documentSignatures = signatures;
}

void CudaApis::updateAutoCompletionList(const QStringList& context, QStringList& list) {
    const QString start = context.isEmpty() ? QString() : context.last();
    if (start.isEmpty()) {
        return;
    }
    for (const QString& word : cuda_words::completions()) {
        if (word.startsWith(start, Qt::CaseInsensitive) && word != start && !list.contains(word)) {
            list << word;
        }
    }
}

void CudaApis::autoCompletionSelected(const QString&) {}

QStringList CudaApis::callTips(const QStringList& context, int commas, QsciScintilla::CallTipsStyle,
                               QList<int>&) {
    // The context is the words before the open bracket and an empty one for what follows it.
    QString name;
    for (auto it = context.rbegin(); it != context.rend() && name.isEmpty(); ++it) {
        name = *it;
    }
    QStringList tips;
    for (const QStringList& signatures : {m_documentSignatures, cuda_words::signatures()}) {
        for (const QString& signature : signatures) {
            const bool same = signature.startsWith(name) && signature.size() > name.size() &&
                              (signature[name.size()] == QLatin1Char('(') ||
                               signature[name.size()] == QLatin1Char('<'));
            if (!name.isEmpty() && same && signature.count(QLatin1Char(',')) >= commas) {
                tips << signature;
            }
        }
    }
    return tips;
}

} // namespace warpbench::ui
