// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QList>
#include <QObject>
#include <QString>

namespace warpbench::ui {

struct LogEntry {
    /// What kernels print is no message, and stands beside them as `output`.
    enum class Level { output, notice, success, warning, error };
    Level level = Level::notice;
    QDateTime time;
    QString text; ///< one line or several, without a line feed at the end
};

/// Which entries are wanted.
struct LogFilter {
    enum class Show { everything, output, messages, problems };
    Show show = Show::everything;
    QString text; ///< that the entry contains, upper and lower case alike; empty: any

    bool matches(const LogEntry& entry) const;
};

/// What kernels print, and what Warpbench has to tell, in the order of time. Keeps the latest
/// `kMostEntries`.
class Log : public QObject {
    Q_OBJECT

  public:
    static constexpr int kMostEntries = 5000;

    using QObject::QObject;

    /// Nothing is added for a text of line feeds only.
    void append(LogEntry::Level level, const QString& text);
    void clear();
    const QList<LogEntry>& entries() const { return m_entries; }
    /// Lines as a file holds them: time, level, text; what kernels printed as it was.
    QString asText(const LogFilter& filter) const;

  signals:
    void appended(const warpbench::ui::LogEntry& entry);
    void cleared();

  private:
    QList<LogEntry> m_entries;
};

QString levelName(LogEntry::Level level); ///< "error"; "" for what kernels print

} // namespace warpbench::ui
