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

/// clangd, for what only a compiler's front end knows of a text: members of templates, what `auto`
/// is, names that macros make. Started when it is asked first, never waited for, ended with this
/// object. Where it crashes it is started again, a few times; where it is not there nothing is
/// answered. What it says of mistakes is not listened to: it takes much of CUDA for wrong.
class LanguageServer : public QObject {
    Q_OBJECT

  public:
    /// A name that fits, with what is told beside it: "energy", "energy() const", "float".
    struct Proposal {
        QString name;
        QString row;
        QString type;
    };
    /// In lines from 0 and UTF-16 units, as the protocol has them.
    struct Position {
        int line = 0;
        int unit = 0;
    };
    struct Definition {
        QString path; ///< empty: there is none
        Position at;
    };
    using Proposals = std::function<void(const std::vector<Proposal>&)>;
    using Tip = std::function<void(const QString&)>;
    using Found = std::function<void(const Definition&)>;

    static Position positionOf(const QString& text, qsizetype units);

    /// \param program  empty: programPath()
    explicit LanguageServer(const QString& program = {}, QObject* parent = nullptr);
    ~LanguageServer() override;

    /// Where clangd is installed; empty: nowhere.
    static QString programPath();

    bool isEnabled() const { return m_enabled && !m_program.isEmpty(); }
    void setEnabled(bool enabled);
    /// How long an answer may take before the server counts as hanging and is ended, in ms.
    void setPatience(int ms) { m_patience.setInterval(ms); }
    bool isRunning() const { return m_process.state() == QProcess::Running; }
    qint64 processId() const { return m_process.processId(); }

    /// How all files are compiled, as far as a front end cares: -I, -D, -std. Which architecture is
    /// not told, as an older clangd knows no newer ones.
    void setFlags(const QStringList& flags);
    /// Texts as they are now, by path; they need not be on disk. Of all other files counts what
    /// is there.
    void setTexts(const QHash<QString, QString>& texts);
    /// Nothing that was asked is answered: another project's texts are there now.
    void forgetQuestions();

    /// Each answers once, later, or not at all: where the server ends, or another question of the
    /// kind was asked meanwhile.
    void complete(const QString& path, Position at, Proposals done);
    void hover(const QString& path, Position at, Tip done);
    void define(const QString& path, Position at, Found done);

  private:
    using Answer = std::function<void(const QJsonValue&)>;
    struct OpenText {
        QString text;
        int version = 0; ///< 0: the server has not got it yet
        bool sent = false;
    };
    /// Questions of which only the last is answered.
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
    bool m_ready = false;    ///< it has answered the first message
    bool m_stopping = false; ///< it was told to end, and has not yet
    int m_starts = 0;
    int m_lastId = 0;
    std::array<int, kKinds> m_last{}; ///< ids of the questions that are to be answered
    QTimer m_patience;
    QHash<int, Answer> m_answers;
    std::function<void()> m_waiting; ///< for it to be ready
    QHash<QString, OpenText> m_texts;
    QStringList m_flags;
};

} // namespace warpbench::ui
