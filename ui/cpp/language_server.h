// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QJsonObject>
#include <QJsonValue>
#include <QObject>
#include <QProcess>
#include <QStringList>
#include <QTimer>

#include <array>
#include <functional>
#include <vector>

namespace warpbench::ui {

/// Runs clangd for what only a compiler front end knows: members of templates, the type behind
/// `auto`, names that macros create. Starts on the first question, never blocks, and ends with this
/// object. Restarts a few times after a crash; without clangd, questions stay unanswered. Ignores
/// clangd's diagnostics, because it reports much valid CUDA as errors.
class LanguageServer : public QObject {
    Q_OBJECT

  public:
    /// A completion with its details: "energy", "energy() const", "float".
    struct Proposal {
        QString name;
        QString row;
        QString type;
    };
    /// Lines from 0 and UTF-16 units, as in the protocol.
    struct Position {
        int line = 0;
        int unit = 0;
    };
    struct Definition {
        QString path; ///< empty: none
        Position at;
    };
    using Proposals = std::function<void(const std::vector<Proposal>&)>;
    using Tip = std::function<void(const QString&)>;
    using Found = std::function<void(const Definition&)>;

    static Position positionOf(const QString& text, qsizetype units);

    /// \param program  empty: programPath()
    explicit LanguageServer(const QString& program = {}, QObject* parent = nullptr);
    ~LanguageServer() override;

    /// The path of clangd; empty: not installed.
    static QString programPath();

    bool isEnabled() const { return m_enabled && !m_program.isEmpty(); }
    void setEnabled(bool enabled);
    /// How long an answer may take, in ms, before the server counts as hung and is stopped.
    void setPatience(int ms) { m_patience.setInterval(ms); }
    bool isRunning() const { return m_process.state() == QProcess::Running; }
    qint64 processId() const { return m_process.processId(); }

    /// Compiler flags for all files that matter to a front end: -I, -D, -std. Omits the
    /// architecture, as an older clangd rejects newer ones.
    void setFlags(const QStringList& flags);
    /// Current texts by path; they need not exist on disk. clangd reads all other files from
    /// disk.
    void setTexts(const QHash<QString, QString>& texts);
    /// Drops all pending questions, because the texts now belong to another project.
    void forgetQuestions();

    /// Each calls `done` once, later, or never: if the server ends, or if another question of the
    /// same kind follows.
    void complete(const QString& path, Position at, Proposals done);
    void hover(const QString& path, Position at, Tip done);
    void define(const QString& path, Position at, Found done);

  private:
    using Answer = std::function<void(const QJsonValue&)>;
    struct OpenText {
        QString text;
        int version = 0; ///< 0: not yet sent to the server
        bool sent = false;
    };
    /// Kinds of questions; only the last one of each kind is answered.
    enum class Kind { completion, tip, definition };
    static constexpr std::size_t kKinds = 3;
    void completeOnce(const QString& path, Position at, Proposals done, int tries);
    bool start();
    void stop();
    void question(Kind kind, const QString& path, Position at, Answer answer);
    void readMessages();
    void takeMessage(const QJsonObject& message);
    void sendOpenTexts();
    void ask(const QString& method, const QJsonObject& params, const Answer& answer);
    void tell(const QString& method, const QJsonObject& params);
    void write(QJsonObject message);
    void forgetRun();
    QStringList allFlags() const;

    QString m_program;
    QProcess m_process;
    QByteArray m_input;
    bool m_enabled = true;
    bool m_ready = false;    ///< it has answered `initialize`
    bool m_stopping = false; ///< it was asked to exit, but still runs
    int m_starts = 0;
    int m_lastId = 0;
    std::array<int, kKinds> m_last{}; ///< ids of the questions still wanted
    QTimer m_patience;
    QHash<int, Answer> m_answers;
    std::function<void()> m_waiting; ///< called when the server is ready
    QHash<QString, OpenText> m_texts;
    QStringList m_flags;
};

} // namespace warpbench::ui
