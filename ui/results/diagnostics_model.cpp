// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/diagnostics_model.h"

#include "ui/results/fault_story.h"
#include "ui/results/ptxas_help.h"
#include "ui/words/describe.h"
#include "ui/words/error_words.h"
#include "ui/words/note_words.h"
#include "ui/words/text.h"

#include <QFileInfo>

#include <algorithm>
#include <iterator>

namespace warpbench::ui {

QString nameOf(ProblemOrigin origin) {
    switch (origin) {
    case ProblemOrigin::nvrtc:
        return QStringLiteral("nvrtc");
    case ProblemOrigin::nvcc:
        return QStringLiteral("nvcc");
    case ProblemOrigin::ptxas:
        return QStringLiteral("ptxas");
    case ProblemOrigin::fault:
        return DiagnosticsModel::tr("fault");
    case ProblemOrigin::check:
        return DiagnosticsModel::tr("check");
    case ProblemOrigin::run:
        return DiagnosticsModel::tr("run");
    case ProblemOrigin::project:
        break;
    }
    return DiagnosticsModel::tr("project");
}

namespace {

/// The remedy for a message; empty if unknown or part of the message.
QString remedyOf(const Problem& problem) {
    if (problem.origin == ProblemOrigin::ptxas)
        return ptxasRemedy(problem.text);
    // The compiler names the next token, which is often on the line after the error.
    if (problem.text == QLatin1String("expected a \";\""))
        return DiagnosticsModel::tr(
            "It is missing before this place, usually at the end of the line above.");
    return {};
}

void append(std::vector<Problem>& problems, const compile::Diagnostic& diagnostic) {
    problems.push_back({diagnostic.severity,
                        adviceInWords(diagnostic.text),
                        qs(diagnostic.place.file),
                        diagnostic.place.line,
                        diagnostic.place.column,
                        qs(diagnostic.code),
                        diagnostic.source == "ptxas" ? ProblemOrigin::ptxas : ProblemOrigin::nvrtc,
                        {}});
    Problem& problem = problems.back();
    if (const QString remedy = remedyOf(problem); !remedy.isEmpty())
        problem.text += QLatin1Char('\n') + remedy;
    for (const auto& note : diagnostic.notes) {
        append(problems, note);
    }
}

QString severityName(compile::Severity severity) {
    switch (severity) {
    case compile::Severity::error:
        return DiagnosticsModel::tr("error");
    case compile::Severity::warning:
        return DiagnosticsModel::tr("warning");
    case compile::Severity::remark:
        return DiagnosticsModel::tr("remark");
    case compile::Severity::note:
        break;
    }
    return DiagnosticsModel::tr("note");
}

} // namespace

std::vector<Problem> problemsOf(const std::vector<compile::Diagnostic>& diagnostics) {
    std::vector<Problem> problems;
    for (const auto& diagnostic : diagnostics) {
        append(problems, diagnostic);
    }
    return problems;
}

Problem problemOf(const session::Fault& fault) {
    return {compile::Severity::error,
            faultStory(fault),
            qs(fault.file),
            fault.line.value_or(0),
            0,
            qs(fault.kind),
            ProblemOrigin::fault,
            {}};
}

std::vector<Problem> problemsOf(const session::RunReport& report) {
    using session::RunStatus;
    auto problems =
        report.compile ? problemsOf(report.compile->diagnostics) : std::vector<Problem>{};
    const auto add = [&problems](std::vector<Problem> more) {
        std::move(more.begin(), more.end(), std::back_inserter(problems));
    };
    if (report.code) {
        add(spillProblems(*report.code));
    }
    add(problemsOfFaults(report));
    for (const auto& buffer : report.buffers) {
        if (!buffer.expect || buffer.expect->passed) {
            continue;
        }
        Problem problem;
        problem.text = DiagnosticsModel::tr("%1 is not as expected: %2 of %3 elements are wrong")
                           .arg(qs(buffer.name),
                                describeCount(std::uint64_t(buffer.expect->wrong
                                                                ? buffer.expect->wrong->count()
                                                                : buffer.expect->mismatches)),
                                describeCount(buffer.ref.elements));
        problem.origin = ProblemOrigin::check;
        problem.buffer = qs(buffer.name);
        problems.push_back(problem);
    }
    const bool failed = report.status == RunStatus::device_error ||
                        report.status == RunStatus::timeout || report.status == RunStatus::fault;
    if (failed && report.faults.empty() && !report.message.empty()) {
        Problem problem;
        problem.text = errorInWords(report.message);
        problem.origin = ProblemOrigin::run;
        problems.push_back(problem);
    }
    return problems;
}

Problem problemOf(const Error& error) {
    QString text = errorText(error);
    if (!error.remedy().empty()) {
        text += QStringLiteral("\n") + errorRemedy(error);
    }
    return {compile::Severity::error, text, qs(error.place().file), error.place().line,
            error.place().column,     {},   ProblemOrigin::project, {}};
}

void DiagnosticsModel::setProblems(std::vector<Problem> problems) {
    beginResetModel();
    m_problems = std::move(problems);
    endResetModel();
}

int DiagnosticsModel::errorCount() const {
    return int(std::count_if(m_problems.begin(), m_problems.end(), [](const Problem& p) {
        return p.severity == compile::Severity::error;
    }));
}

int DiagnosticsModel::warningCount() const {
    return int(std::count_if(m_problems.begin(), m_problems.end(), [](const Problem& p) {
        return p.severity == compile::Severity::warning;
    }));
}

int DiagnosticsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_problems.size());
}

int DiagnosticsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant DiagnosticsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const Problem& problem = m_problems[std::size_t(index.row())];
    const QString place =
        problem.line > 0
            ? QStringLiteral("%1:%2").arg(QFileInfo(problem.file).fileName()).arg(problem.line)
            : QFileInfo(problem.file).fileName();
    if (role == Qt::DisplayRole || role == Qt::EditRole) {
        switch (index.column()) {
        case TextColumn:
            return QString(problem.text).replace(QLatin1Char('\n'), QStringLiteral("  ·  "));
        case PlaceColumn:
            return place;
        case OriginColumn:
            return problem.code.isEmpty() || problem.origin == ProblemOrigin::fault
                       ? nameOf(problem.origin)
                       : QStringLiteral("%1 %2").arg(nameOf(problem.origin), problem.code);
        }
    }
    if (role == Qt::ToolTipRole) {
        return problem.text;
    }
    if (role == Qt::AccessibleTextRole) {
        return QStringLiteral("%1: %2, %3")
            .arg(severityName(problem.severity), problem.text, place);
    }
    return {};
}

QVariant DiagnosticsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal) {
        return {};
    }
    switch (section) {
    case TextColumn:
        return tr("Problem");
    case PlaceColumn:
        return tr("Place");
    case OriginColumn:
        return tr("From");
    }
    return {};
}

} // namespace warpbench::ui
