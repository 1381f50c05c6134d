// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/log.h"

#include <algorithm>

namespace warpbench::ui {

bool LogFilter::matches(const LogEntry& entry) const {
    using Level = LogEntry::Level;
    const bool wanted =
        show == Show::everything || (show == Show::output && entry.level == Level::output) ||
        (show == Show::messages && entry.level != Level::output && entry.level != Level::compile) ||
        (show == Show::compiles && entry.level == Level::compile) ||
        (show == Show::problems && (entry.level == Level::warning || entry.level == Level::error));
    return wanted && (text.isEmpty() || entry.text.contains(text, Qt::CaseInsensitive));
}

void Log::append(LogEntry::Level level, const QString& text) {
    QString lines = text;
    while (lines.endsWith(QLatin1Char('\n'))) {
        lines.chop(1);
    }
    if (lines.isEmpty()) {
        return;
    }
    const QDateTime now = QDateTime::currentDateTime();
    const auto added = lines.split(QLatin1Char('\n'));
    for (const QString& line : added) {
        m_characters += line.size();
        m_entries.append({level, now, line});
    }
    qsizetype gone = 0;
    while (gone + 1 < m_entries.size() &&
           (m_entries.size() - gone > kMostLines || m_characters > kMostCharacters)) {
        m_characters -= m_entries[gone++].text.size();
    }
    m_entries.remove(0, gone);
    emit appended(std::min(qsizetype(added.size()), m_entries.size()));
}

void Log::clear() {
    m_entries.clear();
    m_characters = 0;
    emit cleared();
}

QString Log::asText(const LogFilter& filter) const {
    QString all;
    for (const LogEntry& entry : m_entries) {
        if (!filter.matches(entry)) {
            continue;
        }
        if (entry.level != LogEntry::Level::output) {
            all += entry.time.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz")) +
                   QLatin1Char(' ') + levelName(entry.level) + QStringLiteral(": ");
        }
        all += entry.text + QLatin1Char('\n');
    }
    return all;
}

QString levelName(LogEntry::Level level) {
    switch (level) {
    case LogEntry::Level::output:
        break;
    case LogEntry::Level::compile:
        return Log::tr("compile");
    case LogEntry::Level::notice:
        return Log::tr("note");
    case LogEntry::Level::success:
        return Log::tr("done");
    case LogEntry::Level::warning:
        return Log::tr("warning");
    case LogEntry::Level::error:
        return Log::tr("error");
    }
    return {};
}

} // namespace warpbench::ui
