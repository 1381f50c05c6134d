// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QList>
#include <QObject>
#include <QString>

namespace warpbench::ui {

struct LogEntry {
    /// `output` is printed by kernels; all others are messages. Each compile has a `compile`
    /// message that tells whether it came from the cache, and if not, why.
    enum class Level { output, compile, notice, success, warning, error };
    Level level = Level::notice;
    QDateTime time;
    QString text; ///< one line, without its line feed
};

/// Selects log entries.
struct LogFilter {
    enum class Show { everything, output, messages, problems, compiles };
    Show show = Show::everything;
    QString text; ///< must occur in the entry, case-insensitive; empty: any

    bool matches(const LogEntry& entry) const;
};

/// Output of kernels and messages of Warpbench, line by line in order of time. Keeps only the last
/// lines: `kMostLines` or `kMostCharacters`.
class Log : public QObject {
    Q_OBJECT

  public:
    static constexpr qsizetype kMostLines = 100'000;
    static constexpr qsizetype kMostCharacters = 8'000'000;

    using QObject::QObject;

    /// \param text  one or more lines; ignored if it contains only line feeds
    void append(LogEntry::Level level, const QString& text);
    void clear();
    const QList<LogEntry>& entries() const { return m_entries; }
    /// Lines for a file: time, level, text; kernel output unchanged.
    QString asText(const LogFilter& filter) const;

  signals:
    /// The last `lines` entries are new; all of them if more were added than the log keeps.
    void appended(qsizetype lines);
    void cleared();

  private:
    QList<LogEntry> m_entries;
    qsizetype m_characters = 0;
};

QString levelName(LogEntry::Level level); ///< "error"; "" for kernel output

} // namespace warpbench::ui
