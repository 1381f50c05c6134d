// SPDX-License-Identifier: GPL-3.0-or-later
// Only one thread at a time uses QSettings: the window's thread only reads when all writes are
// done. Values are passed to the writer as bytes, so that threads share no Qt objects.
#include "ui/dialogs/settings_store.h"

#include "ui/dialogs/settings.h"

#include <QCoreApplication>
#include <QDataStream>
#include <QHash>
#include <QSettings>

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace warpbench::ui::settings::store {

namespace {

/// A new value on its way to disk.
struct SettingChange {
    std::string key;
    Merge how = nullptr; ///< null: replaces the stored value
    std::string with;    ///< serialised by QDataStream
};

std::string bytesOf(const QVariant& value) {
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << value;
    return bytes.toStdString();
}

QVariant valueOf(const std::string& bytes) {
    QVariant value;
    QDataStream stream(QByteArray::fromStdString(bytes));
    stream >> value;
    return value;
}

void write(const std::deque<SettingChange>& changes) {
    QSettings file;
    file.setValue(kVersionKey, kVersion);
    for (const SettingChange& change : changes) {
        const QString key = QString::fromStdString(change.key);
        const QVariant with = valueOf(change.with);
        file.setValue(key, change.how ? change.how(file.value(key), with) : with);
    }
}

class SettingsWriter {
  public:
    SettingsWriter()
        : m_thread([this] { work(); }) {}
    /// Writes the remaining changes.
    ~SettingsWriter() {
        {
            const std::lock_guard lock(m_mutex);
            m_end = true;
        }
        m_changed.notify_all();
        m_thread.join();
    }

    void add(SettingChange change) {
        {
            const std::lock_guard lock(m_mutex);
            m_waiting.push_back(std::move(change));
        }
        m_changed.notify_all();
    }

    void flush() {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_waiting.empty() && !m_writing; });
    }

  private:
    void work() {
        std::unique_lock lock(m_mutex);
        for (;;) {
            m_changed.wait(lock, [this] { return m_end || !m_waiting.empty(); });
            if (m_waiting.empty())
                return;
            const std::deque<SettingChange> changes = std::exchange(m_waiting, {});
            m_writing = true;
            lock.unlock();
            write(changes);
            lock.lock();
            m_writing = false;
            m_changed.notify_all();
        }
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<SettingChange> m_waiting;
    bool m_writing = false;
    bool m_end = false;
    std::thread m_thread; ///< last member, because it uses the others
};

/// State of the window's thread.
struct SettingsState {
    std::optional<QHash<QString, QVariant>> known; ///< empty: not read yet
    std::unique_ptr<SettingsWriter> writer;
    bool over = false; ///< the application and its thread have ended
};

SettingsState& state() {
    static SettingsState one;
    return one;
}

void endWriter() {
    state().writer.reset();
    state().over = true;
}

QHash<QString, QVariant>& known() {
    auto& values = state().known;
    if (!values) {
        flush();
        values.emplace();
        const QSettings file;
        for (const QString& key : file.allKeys())
            values->insert(key, file.value(key));
    }
    return *values;
}

void keep(SettingChange change) {
    SettingsState& now = state();
    if (now.over || !QCoreApplication::instance())
        return write({std::move(change)});
    if (!now.writer) {
        now.writer = std::make_unique<SettingsWriter>();
        qAddPostRoutine(endWriter);
    }
    now.writer->add(std::move(change));
}

} // namespace

QVariant value(const char* key, const QVariant& otherwise) {
    return known().value(QLatin1String(key), otherwise);
}

QStringList namesIn(const QString& group) {
    const QString head = group + u'/';
    QStringList names;
    for (auto one = known().cbegin(); one != known().cend(); ++one) {
        if (one.key().startsWith(head))
            names << one.key().mid(head.size());
    }
    return names;
}

void set(const QString& key, const QVariant& value) {
    QVariant& now = known()[key];
    if (now == value && now.userType() == value.userType())
        return;
    now = value;
    keep({key.toStdString(), nullptr, bytesOf(value)});
}

void merge(const char* key, Merge how, const QVariant& with) {
    QVariant& now = known()[QLatin1String(key)];
    now = how(now, with);
    keep({key, how, bytesOf(with)});
}

void flush() {
    if (const auto& writer = state().writer)
        writer->flush();
}

void forget() {
    flush();
    state().known.reset();
}

} // namespace warpbench::ui::settings::store
