// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/task_words.h"

#include "ui/results/fault_story.h"
#include "ui/words/describe.h"
#include "ui/words/error_words.h"
#include "ui/words/text.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStringList>

#include <algorithm>
#include <climits>
#include <variant>

namespace warpbench::ui {

namespace {

/// Translation context for this file.
struct TaskWords {
    Q_DECLARE_TR_FUNCTIONS(TaskWords)
};

/// "line 4", with the file if it is not the project's source.
QString lineInWords(const session::RunRequest& request, const std::string& file, int line) {
    const QString name = QFileInfo(qs(file)).fileName();
    const auto* source = std::get_if<project::SourceFile>(&request.project.source);
    const bool own = name.isEmpty() || !source || name == QFileInfo(qs(source->path)).fileName();
    return own ? TaskWords::tr("line %1").arg(line)
               : TaskWords::tr("line %1 of %2").arg(line).arg(name);
}

QString mismatchInWords(const session::BufferReport& buffer) {
    const session::ExpectReport& expect = *buffer.expect;
    const QString text = TaskWords::tr("%1 is not as expected: %n element(s) are wrong", nullptr,
                                       int(std::min<std::int64_t>(expect.mismatches, INT_MAX)))
                             .arg(qs(buffer.name));
    if (!expect.firstMismatch)
        return text;
    QStringList index;
    for (const std::int64_t at : expect.firstMismatch->index)
        index << QString::number(at);
    return TaskWords::tr("%1, the first is [%2]: %3 in place of %4")
        .arg(text, index.join(QStringLiteral(", ")), qs(expect.firstMismatch->got),
             qs(expect.firstMismatch->want));
}

QString requirementInWords(const session::TaskVerdict& verdict) {
    const QString asked = qs(verdict.requirement);
    if (verdict.uncounted)
        return TaskWords::tr(
                   "%1 needs counters, but this device does not count. Use a simulated one.")
            .arg(asked);
    if (verdict.untimed)
        return TaskWords::tr("%1 needs an estimated time, which is not known here. Use a simulated "
                             "device, and look at the time in Results.")
            .arg(asked);
    QStringList values;
    for (const auto& [name, value] : verdict.values)
        values << QStringLiteral("%1 = %2").arg(qs(name), qs(value));
    return values.isEmpty()
               ? TaskWords::tr("Not met: %1").arg(asked)
               : TaskWords::tr("Not met: %1 (%2)").arg(asked, values.join(QStringLiteral(", ")));
}

struct WhatWentWrong {
    QString place; ///< empty: no line
    QString text;
};

/// Why a run was not successful.
WhatWentWrong problemInWords(const session::RunRequest& request, const session::RunReport& report) {
    if (report.compile && report.status == session::RunStatus::compile_error)
        for (const compile::Diagnostic& diagnostic : report.compile->diagnostics)
            if (diagnostic.severity == compile::Severity::error)
                return {diagnostic.place.line > 0
                            ? lineInWords(request, diagnostic.place.file, diagnostic.place.line)
                            : QString(),
                        qs(diagnostic.text)};
    if (!report.faults.empty()) {
        const session::Fault& fault = report.faults.front();
        return {fault.line ? lineInWords(request, fault.file, *fault.line) : QString(),
                faultHeadline(fault)};
    }
    for (const session::BufferReport& buffer : report.buffers)
        if (buffer.expect && !buffer.expect->passed)
            return {{}, mismatchInWords(buffer)};
    return {{},
            report.message.empty() ? describeStatus(report.status) : errorInWords(report.message)};
}

} // namespace

QString taskReason(const session::TaskVerdict& verdict, const session::RunRequest& request,
                   const session::RunReport& report) {
    if (verdict.passed)
        return {};
    if (!verdict.requirement.empty())
        return requirementInWords(verdict);
    const WhatWentWrong problem = problemInWords(request, report);
    QStringList where;
    if (report.status != session::RunStatus::compile_error && !request.set.empty()) {
        QStringList set; // may differ from the set-up
        for (const auto& [name, value] : request.set)
            set << QStringLiteral("%1 = %2").arg(qs(name), qs(value));
        where << TaskWords::tr("with %1").arg(set.join(QStringLiteral(", ")));
    }
    if (!problem.place.isEmpty())
        where << problem.place;
    QString text = where.isEmpty() ? problem.text
                                   : QStringLiteral("%1: %2").arg(where.join(QStringLiteral(", ")),
                                                                  problem.text);
    if (!where.isEmpty())
        text[0] = text[0].toUpper();
    return text;
}

} // namespace warpbench::ui
