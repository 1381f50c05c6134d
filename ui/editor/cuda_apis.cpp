// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/cuda_apis.h"

#include "ui/cpp/cuda_names.h"
#include "ui/editor/completer.h"

namespace warpbench::ui {

CudaApis::CudaApis(QsciLexer* lexer, Completer& completer)
    : QsciAbstractAPIs(lexer)
    , m_completer(completer) {}

/// The completer handles the editor's lists.
void CudaApis::updateAutoCompletionList(const QStringList&, QStringList&) {}

void CudaApis::autoCompletionSelected(const QString&) {}

QStringList CudaApis::callTips(const QStringList& context, int commas, QsciScintilla::CallTipsStyle,
                               QList<int>&) {
    // The context is the words before the parenthesis, followed by an empty one.
    QString name;
    for (auto it = context.rbegin(); it != context.rend() && name.isEmpty(); ++it) {
        name = *it;
    }
    if (name.isEmpty()) {
        return {};
    }
    QStringList signatures;
    for (const Symbol& symbol : m_completer.outline().symbols()) {
        if (symbol.name == name && !signatures.contains(symbol.signature)) {
            signatures << symbol.signature;
        }
    }
    if (signatures.isEmpty()) {
        if (const cuda_names::Name* builtin = cuda_names::find(name)) {
            signatures = cuda_names::signaturesOf(*builtin);
        }
    }
    QStringList tips;
    for (const QString& signature : signatures) {
        const QString call = signature.section(QStringLiteral("  ["), 0, 0);
        if (call.contains(QLatin1Char('(')) && call.count(QLatin1Char(',')) >= commas) {
            tips << call;
        }
    }
    return tips;
}

} // namespace warpbench::ui
