// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QList>
#include <QObject>
#include <QString>

namespace warpbench::ui {

struct LogEntry {
    /// What kernels print is not a message, and is beside them as `output`; each compile is told
    /// as `compile`, whether the cache had it and why not.
    enum class Level { output, compile, notice, success, warning, error };
    Level level = Level::notice;
    QDateTime time;
    QString text; ///< one line, without its line feed
};

/// Which entries are wanted.
struct LogFilter {
    enum class Show { everything, output, messages, problems, compiles };
    Show show = Show::everything;
    QString text; ///< that the entry contains, upper and lower case alike; empty: any

    bool matches(const LogEntry& entry) const;
};

/// What kernels print, and what Warpbench has to tell, line by line in the order of time. Keeps the
/// latest lines, `kMostLines` or `kMostCharacters` of them.
class Log : public QObject {
    Q_OBJECT

  public:
    static constexpr qsizetype kMostLines = 100'000;
    static constexpr qsizetype kMostCharacters = 8'000'000;

    using QObject::QObject;

    /// \param text  one line or several; nothing is added for line feeds only
    void append(LogEntry::Level level, const QString& text);
    void clear();
    const QList<LogEntry>& entries() const { return m_entries; }
    /// Lines as a file holds them: time, level, text; what kernels printed as it was.
    QString asText(const LogFilter& filter) const;

  signals:
    /// The last `lines` entries are new; all of them, where more came than are kept.
    void appended(qsizetype lines);
    void cleared();

  private:
    QList<LogEntry> m_entries;
    qsizetype m_characters = 0;
};

QString levelName(LogEntry::Level level); ///< "error"; "" for what kernels print

} // namespace warpbench::ui
