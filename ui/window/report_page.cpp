// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/report_page.h"

#include "core/base/version.h"
#include "ui/charts/occupancy_words.h"
#include "ui/elements/element_text.h"
#include "ui/results/counters_model.h"
#include "ui/results/diagnostics_model.h"
#include "ui/results/findings.h"
#include "ui/results/hardware_model.h"
#include "ui/words/describe.h"
#include "ui/words/error_words.h"
#include "ui/words/host_code_note.h"
#include "ui/words/launch_title.h"
#include "ui/words/lesson_text.h"
#include "ui/words/note_words.h"
#include "ui/words/outcome.h"
#include "ui/words/text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QTextDocument>

#include <algorithm>

namespace warpbench::ui {

namespace {

struct ReportPage {
    Q_DECLARE_TR_FUNCTIONS(warpbench::ui::ReportPage)
};

/// Readable on a light or dark screen and on paper.
constexpr const char* kStyle = R"css(
:root { color-scheme: light dark; --text: #1c2230; --muted: #5a6376; --line: #d9dde6;
  --soft: #f4f6fa; --good: #1a7f4b; --bad: #b3261e; --note: #fff4d6; }
@media (prefers-color-scheme: dark) { :root { --text: #e4e8f1; --muted: #a2abbd; --line: #3a4252;
  --soft: #222936; --good: #5fd39a; --bad: #ff8a80; --note: #40361c; } body { background: #171c26; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--text); max-width: 62em; margin: 2em auto;
  padding: 0 1.5em; }
h1 { font-size: 1.7em; margin-bottom: 0.1em; }
h2 { font-size: 1.15em; margin: 1.8em 0 0.5em; }
.muted { color: var(--muted); } .good { color: var(--good); } .bad { color: var(--bad); }
.outcome { font-size: 1.15em; font-weight: 600; margin: 0.6em 0 0.2em; }
.simulated { background: var(--note); border-radius: 6px; padding: 0.6em 0.9em; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: 0.25em 0.7em; border-bottom: 1px solid var(--line);
  white-space: nowrap; }
th { color: var(--muted); font-weight: 600; }
th:first-child, td:first-child { text-align: left; white-space: normal; min-width: 9em; }
pre { background: var(--soft); border-radius: 6px; padding: 0.8em 1em; overflow-x: auto;
  font: 13px/1.45 ui-monospace, monospace; }
summary { margin: 1.8em 0 0.5em; font-size: 1.15em; font-weight: 600; cursor: pointer; }
details h1 { font-size: 1.25em; } details h2 { font-size: 1.1em; }
figure { margin: 1em 0; } figcaption { color: var(--muted); } svg { max-width: 100%; height: auto; }
@media print { body { max-width: none; margin: 0; } details { display: block; }
  .table { overflow: visible; } table { font-size: 0.7em; } pre { white-space: pre-wrap; }
  th, td { padding: 0.25em 0.35em; } th, td:last-child { white-space: normal; } tr, figure { break-inside: avoid; } }
)css";

QString escaped(const QString& text) {
    return text.toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br/>"));
}

QString element(const char* name, const QString& text, const char* style = nullptr) {
    const QString tag = QLatin1String(name);
    const QString attribute =
        style ? QStringLiteral(" class=\"%1\"").arg(QLatin1String(style)) : QString();
    return QStringLiteral("<%1%2>%3</%1>\n").arg(tag, attribute, escaped(text));
}

QString listOf(const QStringList& items) {
    QString html = QStringLiteral("<ul>\n");
    for (const QString& item : items)
        html += element("li", item);
    return html + QStringLiteral("</ul>\n");
}

/// Omits columns that are empty in all rows.
struct Table {
    QStringList titles;
    QList<QStringList> rows;

    QString html() const {
        QList<qsizetype> columns;
        for (qsizetype i = 0; i < titles.size(); ++i) {
            if (std::any_of(rows.begin(), rows.end(),
                            [i](const QStringList& row) { return !row.value(i).isEmpty(); }))
                columns << i;
        }
        QString text = QStringLiteral("<div class=\"table\"><table>\n<tr>");
        for (const qsizetype i : columns)
            text += QStringLiteral("<th>%1</th>").arg(escaped(titles[i]));
        text += QStringLiteral("</tr>\n");
        for (const QStringList& row : rows) {
            text += QStringLiteral("<tr>");
            for (const qsizetype i : columns)
                text += QStringLiteral("<td>%1</td>").arg(escaped(row.value(i)));
            text += QStringLiteral("</tr>\n");
        }
        return text + QStringLiteral("</table></div>\n");
    }
};

QString number(const std::optional<double>& value) {
    return value ? QString::number(*value, 'g', 6) : QString();
}

template <class Count>
QString count(const std::optional<Count>& value) {
    return value ? describeCount(std::uint64_t(*value)) : QString();
}

QString head(const RunState& run) {
    const session::RunReport& report = *run.report;
    const bool well = report.status == session::RunStatus::ok;
    QString html = element("h1", lessonText(qs(report.project)));
    html += element("p", describeOutcome(report), well ? "outcome good" : "outcome bad");
    QStringList about;
    if (report.device)
        about << ReportPage::tr("%1, compute capability %2")
                     .arg(qs(report.device->name), qs(report.device->computeCapability()));
    if (run.time.isValid())
        about << QLocale().toString(run.time.toLocalTime(), QLocale::LongFormat);
    about << ReportPage::tr("Warpbench %1").arg(QLatin1String(kVersion));
    html += element("p", about.join(QStringLiteral(" · ")), "muted");
    if (report.device && report.device->simulated)
        html += element(
            "p",
            ReportPage::tr("This ran on a simulated GPU: a program that executes the kernel's code "
                           "on the processor of a computer. Results and counts are those of a GPU. "
                           "Times are left out, because they would say nothing about a GPU."),
            "simulated");
    return html;
}

/// Errors and inefficiencies.
QString findings(const session::RunReport& report) {
    QStringList wrong;
    for (const Problem& problem : problemsOf(report))
        wrong << (problem.line > 0
                      ? ReportPage::tr("Line %1: %2").arg(problem.line).arg(problem.text)
                      : problem.text);
    if (wrong.isEmpty() && !report.message.empty())
        wrong << errorInWords(report.message);
    QStringList notes;
    for (const Finding& finding : findingsOf(report))
        notes << finding.text;
    for (const std::string& note : report.notes)
        notes << noteInWords(note);
    if (report.compile) {
        if (const QString host = noteOnHostCode(report.compile->setAside).text; !host.isEmpty())
            notes << host;
    }
    QString html;
    if (!wrong.isEmpty())
        html += element("h2", ReportPage::tr("Problems")) + listOf(wrong);
    if (!notes.isEmpty())
        html += element("h2", ReportPage::tr("Worth a look")) + listOf(notes);
    return html;
}

/// Resource usage of a launch's kernel from ptxas; null: unknown.
const compile::KernelInfo* kernelOf(const session::RunReport& report,
                                    const session::LaunchReport& launch) {
    if (!report.compile)
        return nullptr;
    const auto& kernels = report.compile->kernels;
    const auto found = std::find_if(kernels.begin(), kernels.end(), [&](const auto& kernel) {
        return kernel.isCalled(launch.kernel);
    });
    return found == kernels.end() ? nullptr : &*found;
}

QString launches(const session::RunReport& report) {
    if (report.launches.empty())
        return {};
    const bool simulated = report.device && report.device->simulated;
    Table table{{ReportPage::tr("Launch"), ReportPage::tr("Grid"), ReportPage::tr("Block"),
                 ReportPage::tr("Time (median)"), ReportPage::tr("Least"), ReportPage::tr("95 %"),
                 ReportPage::tr("Samples"), ReportPage::tr("Bytes"), ReportPage::tr("Operations"),
                 ReportPage::tr("Registers"), ReportPage::tr("Shared memory"),
                 ReportPage::tr("Occupancy"), ReportPage::tr("Limited by")},
                {}};
    for (const session::LaunchReport& launch : report.launches) {
        const auto* time = !simulated && launch.time ? &*launch.time : nullptr;
        const auto* kernel = kernelOf(report, launch);
        const auto rate = [&](const std::optional<double>& value, const QString& unit) {
            return value && !simulated ? describeRate(*value, unit) : QString();
        };
        const bool call = !launch.computedBy.empty();
        table.rows << QStringList{
            launchTitle(launch),
            call ? QString() : describeExtent(launch.grid),
            call ? QString() : describeExtent(launch.block),
            time ? describeMilliseconds(time->median) : QString(),
            time ? describeMilliseconds(time->min) : QString(),
            time ? describeMilliseconds(time->p95) : QString(),
            time ? describeCount(std::uint64_t(time->samples)) : QString(),
            rate(launch.bytesPerSecond, ReportPage::tr("B/s")),
            rate(launch.flopsPerSecond, ReportPage::tr("FLOP/s")),
            kernel ? count(kernel->registers) : QString(),
            launch.allShared() > 0 ? describeBytes(launch.allShared()) : QString(),
            launch.occupancy ? percentText(launch.occupancy->fraction) : QString(),
            launch.occupancy ? limitersInWords(launch.occupancy->limiters) : QString()};
    }
    return element("h2", ReportPage::tr("Launches")) + table.html();
}

/// A model's values in sections, as in its table.
template <class Model>
QString figures(const session::RunReport& report, const QString& title) {
    Model model;
    model.setReport(&report);
    if (model.rowCount() == 0)
        return {};
    Table table{{QString()}, {}};
    for (int column = 0; column < model.columnCount(); ++column)
        table.titles << model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    for (int row = 0; row < model.rowCount(); ++row) {
        const QString of = model.index(row, 0).data(Model::SectionRole).toString();
        QStringList cells{QStringLiteral("%1: %2").arg(
            of, model.headerData(row, Qt::Vertical, Qt::DisplayRole).toString())};
        for (int column = 0; column < model.columnCount(); ++column)
            cells << model.index(row, column).data().toString();
        table.rows << cells;
    }
    return element("h2", title) + table.html();
}

QString checkText(const session::BufferReport& buffer) {
    if (!buffer.expect)
        return ReportPage::tr("not checked");
    if (buffer.expect->passed)
        return ReportPage::tr("✓ as expected");
    return ReportPage::tr("✗ %1 wrong")
        .arg(describeCount(std::uint64_t(buffer.expect->mismatches)));
}

QString buffers(const session::RunReport& report) {
    if (report.buffers.empty())
        return {};
    Table table{{ReportPage::tr("Buffer"), ReportPage::tr("Type"), ReportPage::tr("Shape"),
                 ReportPage::tr("Check"), ReportPage::tr("Greatest error"), ReportPage::tr("Least"),
                 ReportPage::tr("Greatest"), ReportPage::tr("Mean"), ReportPage::tr("NaN"),
                 ReportPage::tr("Inf")},
                {}};
    const auto some = [](const std::optional<std::int64_t>& value) {
        return value && *value > 0 ? count(value) : QString();
    };
    for (const session::BufferReport& buffer : report.buffers)
        table.rows << QStringList{
            qs(buffer.name),
            qs(buffer.dtype.name()),
            shapeText(buffer.shape),
            checkText(buffer),
            buffer.expect ? QString::number(buffer.expect->maxAbsError, 'g', 3) : QString(),
            buffer.exactMin.empty() ? number(buffer.min) : qs(buffer.exactMin),
            buffer.exactMax.empty() ? number(buffer.max) : qs(buffer.exactMax),
            number(buffer.mean),
            some(buffer.nan),
            some(buffer.inf)};
    QString html = element("h2", ReportPage::tr("Buffers after the run")) + table.html();
    if (report.buffersAtFault)
        html +=
            element("p", ReportPage::tr("As the fault left them: nothing was checked."), "muted");
    return html;
}

QString drawings(const QList<ReportPicture>& pictures) {
    QString html;
    for (const ReportPicture& picture : pictures) {
        // Anything before the <svg> element belongs only in a separate file.
        const qsizetype start = std::max<qsizetype>(0, picture.svg.indexOf("<svg"));
        html += QStringLiteral("<figure>\n") + QString::fromUtf8(picture.svg.mid(start)) +
                element("figcaption", picture.title) + QStringLiteral("</figure>\n");
    }
    return html;
}

/// Long content that can be folded.
QString foldable(const QString& title, const QString& html) {
    return QStringLiteral("<details open=\"open\">\n<summary>%1</summary>\n%2</details>\n")
        .arg(escaped(title), html);
}

/// Unchanged except for control characters, which are invalid in HTML.
QString preformatted(QString text) {
    text.removeIf([](QChar c) { return c.unicode() < 0x20 && c != u'\n' && c != u'\t'; });
    return QStringLiteral("<pre>%1</pre>\n").arg(text.toHtmlEscaped());
}

QString markdown(const QString& text) {
    QTextDocument document;
    document.setMarkdown(text);
    QString html = document.toHtml();
    const qsizetype from = html.indexOf(QLatin1Char('>'), html.indexOf(QLatin1String("<body"))) + 1;
    return html.mid(from, html.lastIndexOf(QLatin1String("</body>")) - from);
}

} // namespace

QString reportPage(const RunState& run, const QString& notes,
                   const QList<ReportPicture>& pictures) {
    const session::RunReport& report = *run.report;
    QString html = QStringLiteral("<!DOCTYPE html>\n<html lang=\"%1\">\n<head>\n"
                                  "<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" "
                                  "content=\"width=device-width\"/>\n<title>%2</title>\n"
                                  "<style>%3</style>\n</head>\n<body>\n")
                       .arg(ReportPage::tr("en", "the code of the language that this is in"),
                            lessonText(qs(report.project)).toHtmlEscaped(), QLatin1String(kStyle));
    html += head(run) + findings(report) + launches(report) + drawings(pictures) + buffers(report) +
            figures<CountersModel>(report, ReportPage::tr("Counted by the simulated GPU")) +
            figures<HardwareModel>(report, ReportPage::tr("Counted by the GPU"));
    if (!report.standardOutput.empty())
        html += element("h2", ReportPage::tr("What the kernel printed")) +
                preformatted(qs(report.standardOutput));
    if (!notes.isEmpty())
        html += foldable(ReportPage::tr("Notes of the project"), markdown(lessonText(notes)));
    if (!run.source.isEmpty())
        html += foldable(ReportPage::tr("Source"), preformatted(run.source));
    return html + QStringLiteral("</body>\n</html>\n");
}

} // namespace warpbench::ui
