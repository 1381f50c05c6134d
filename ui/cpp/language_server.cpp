// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cpp/language_server.h"

#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/platform/files.h"
#include "ui/words/text.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QStandardPaths>
#include <QUrl>

#include <algorithm>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr int kMostStarts = 3;      ///< crashes on this text; give up
constexpr int kPatienceMs = 30'000; ///< the first parse of large headers is slow
constexpr qsizetype kMostBytes = qsizetype(64) << 20;
constexpr int kNewestVersion = 25; ///< of clang, looked for as clangd-25 and so on
constexpr int kOldestVersion = 11;

/// Declares CUDA's keywords for clang. CUDA headers are not parsed: the table of names covers them,
/// and clang takes long for them and reports many errors.
const char* const kPrelude = R"(#pragma once
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__
#define __grid_constant__
#define __launch_bounds__(...)
#define __forceinline__ inline
#define __noinline__
#define __align__(n) __attribute__((aligned(n)))
using size_t = decltype(sizeof(0));
#define WARPBENCH_VECTORS(type, name) \
    struct name##1 { type x; }; \
    struct name##2 { type x, y; }; \
    struct name##3 { type x, y, z; }; \
    struct name##4 { type x, y, z, w; }; \
    __device__ name##1 make_##name##1(type x); \
    __device__ name##2 make_##name##2(type x, type y); \
    __device__ name##3 make_##name##3(type x, type y, type z); \
    __device__ name##4 make_##name##4(type x, type y, type z, type w);
WARPBENCH_VECTORS(signed char, char)
WARPBENCH_VECTORS(unsigned char, uchar)
WARPBENCH_VECTORS(short, short)
WARPBENCH_VECTORS(unsigned short, ushort)
WARPBENCH_VECTORS(int, int)
WARPBENCH_VECTORS(unsigned, uint)
WARPBENCH_VECTORS(long, long)
WARPBENCH_VECTORS(unsigned long, ulong)
WARPBENCH_VECTORS(long long, longlong)
WARPBENCH_VECTORS(unsigned long long, ulonglong)
WARPBENCH_VECTORS(float, float)
WARPBENCH_VECTORS(double, double)
#undef WARPBENCH_VECTORS
struct dim3 { unsigned x, y, z; };
__device__ extern const uint3 threadIdx, blockIdx;
__device__ extern const dim3 blockDim, gridDim;
__device__ extern const int warpSize;
)";

/// \returns empty if it cannot be written
QString preludeFile() {
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::CacheLocation);
    QString path = QDir(folder).filePath(QStringLiteral("clangd_prelude.h"));
    QFile there(path);
    if (there.open(QIODevice::ReadOnly) && there.readAll() == kPrelude) {
        return path;
    }
    try {
        platform::replaceFile(pathFromUtf8(ss(path)), kPrelude, ErrorKind::environment,
                              platform::Flush::no);
        return path;
    } catch (const Error&) {
        return {};
    }
}

QString uriOf(const QString& path) {
    return QString::fromLatin1(QUrl::fromLocalFile(path).toEncoded());
}

QJsonObject placeOf(const QString& path, LanguageServer::Position at) {
    return {{"textDocument", QJsonObject{{"uri", uriOf(path)}}},
            {"position", QJsonObject{{"line", at.line}, {"character", at.unit}}}};
}

constexpr int kWord = 1; ///< kinds of completions in the protocol
constexpr int kKeyword = 14;
constexpr int kSnippet = 15;

QJsonArray itemsIn(const QJsonValue& result) {
    return result.isArray() ? result.toArray() : result.toObject()["items"].toArray();
}

/// Whether all completions are plain words of the text.
bool isOfWords(const QJsonValue& result) {
    const QJsonArray items = itemsIn(result);
    return !items.isEmpty() && std::all_of(items.begin(), items.end(), [](const QJsonValue& item) {
        return item["kind"].toInt() == kWord;
    });
}

std::vector<LanguageServer::Proposal> proposalsIn(const QJsonValue& result) {
    std::vector<LanguageServer::Proposal> proposals;
    for (const QJsonValue item : itemsIn(result)) {
        const int kind = item["kind"].toInt();
        const QString name = item["filterText"].toString(item["label"].toString()).trimmed();
        const bool plain = !name.isEmpty() && std::all_of(name.begin(), name.end(), [](QChar c) {
            return c.isLetterOrNumber() || c == u'_';
        });
        if (kind != kKeyword && kind != kSnippet && kind != kWord &&
            plain) { // no operators, no destructors
            const QString label = item["label"].toString().trimmed();
            proposals.push_back(
                {name, label.startsWith(name) ? label : name, item["detail"].toString()});
        }
    }
    return proposals;
}

} // namespace

LanguageServer::Position LanguageServer::positionOf(const QString& text, qsizetype units) {
    Position at;
    qsizetype start = 0;
    for (qsizetype i = 0; i < std::min(units, text.size()); ++i) {
        const bool pair = text[i] == u'\r' && i + 1 < text.size() && text[i + 1] == u'\n';
        if ((text[i] == u'\n' || text[i] == u'\r') && !pair) {
            ++at.line;
            start = i + 1;
        }
    }
    at.unit = int(units - start);
    return at;
}

LanguageServer::LanguageServer(const QString& program, QObject* parent)
    : QObject(parent)
    , m_program(program.isEmpty() ? programPath() : program) {
    m_process.setStandardErrorFile(QProcess::nullDevice());
    m_patience.setSingleShot(true);
    m_patience.setInterval(kPatienceMs);
    connect(&m_patience, &QTimer::timeout, this, &LanguageServer::stop);
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &LanguageServer::readMessages);
    connect(&m_process, &QProcess::finished, this, &LanguageServer::forgetRun);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            forgetRun();
        }
    });
}

LanguageServer::~LanguageServer() {
    m_process.disconnect(this);
    if (m_process.state() != QProcess::NotRunning) {
        constexpr int kLongestMs = 1000;
        m_process.kill();
        m_process.waitForFinished(kLongestMs);
    }
}

QString LanguageServer::programPath() {
    QString found = QStandardPaths::findExecutable(QStringLiteral("clangd"));
    for (int version = kNewestVersion; found.isEmpty() && version >= kOldestVersion; --version) {
        found = QStandardPaths::findExecutable(QStringLiteral("clangd-%1").arg(version));
    }
    return found;
}

void LanguageServer::setEnabled(bool enabled) {
    m_enabled = enabled;
    m_starts = 0;
    if (!enabled) {
        stop();
    }
}

void LanguageServer::stop() {
    m_ready = false;
    if (m_process.state() != QProcess::NotRunning) {
        m_stopping = true;
        m_process.kill();
    }
}

QStringList LanguageServer::allFlags() const {
    QStringList flags{QStringLiteral("-xcuda"),
                      QStringLiteral("--cuda-gpu-arch=sm_70"),
                      QStringLiteral("--cuda-device-only"),
                      QStringLiteral("-nocudainc"),
                      QStringLiteral("-nocudalib"),
                      QStringLiteral("-ferror-limit=0")};
    if (const QString prelude = preludeFile(); !prelude.isEmpty()) {
        flags << QStringLiteral("-include") << prelude;
    }
    return flags + m_flags;
}

void LanguageServer::setFlags(const QStringList& flags) {
    if (flags == m_flags) {
        return;
    }
    m_flags = flags;
    // They are sent with the first message.
    m_starts = 0;
    stop();
}

bool LanguageServer::start() {
    if (m_process.state() != QProcess::NotRunning) {
        return !m_stopping;
    }
    if (!isEnabled() || m_starts >= kMostStarts) {
        return false;
    }
    ++m_starts;
    // Ignores configuration files in the project's folder: a project may come from anyone.
    m_process.start(m_program,
                    {QStringLiteral("--enable-config=0"), QStringLiteral("--background-index=0"),
                     QStringLiteral("--clang-tidy=0"), QStringLiteral("--header-insertion=never"),
                     QStringLiteral("--pch-storage=memory"), QStringLiteral("--limit-results=200"),
                     QStringLiteral("--log=error"), QStringLiteral("-j=2"),
                     QStringLiteral("--compile-commands-dir=") +
                         QStandardPaths::writableLocation(QStandardPaths::CacheLocation)});
    const QJsonObject completion{{"completionItem", QJsonObject{{"snippetSupport", false}}}};
    const QJsonObject hover{{"contentFormat", QJsonArray{"plaintext"}}};
    const QJsonObject capabilities{
        {"textDocument", QJsonObject{{"completion", completion}, {"hover", hover}}}};
    ask(QStringLiteral("initialize"),
        {{"processId", QJsonValue::Null},
         {"rootUri", QJsonValue::Null},
         {"capabilities", capabilities},
         {"initializationOptions",
          QJsonObject{{"fallbackFlags", QJsonArray::fromStringList(allFlags())}}}},
        [this](const QJsonValue&) {
            m_ready = true;
            tell(QStringLiteral("initialized"), {});
            if (const auto next = std::exchange(m_waiting, {})) {
                next();
            }
        });
    return true;
}

void LanguageServer::forgetRun() {
    m_ready = false;
    m_stopping = false;
    m_patience.stop();
    m_input.clear();
    m_answers.clear();
    m_waiting = {};
    for (OpenText& text : m_texts) {
        text.version = 0;
        text.sent = false;
    }
}

void LanguageServer::forgetQuestions() {
    m_last.fill(0); // no answer has this number
    m_waiting = {};
}

void LanguageServer::setTexts(const QHash<QString, QString>& texts) {
    for (auto it = m_texts.begin(); it != m_texts.end();) {
        if (texts.contains(it.key())) {
            ++it;
            continue;
        }
        if (it->version > 0 && m_ready) {
            tell(QStringLiteral("textDocument/didClose"),
                 {{"textDocument", QJsonObject{{"uri", uriOf(it.key())}}}});
        }
        it = m_texts.erase(it);
    }
    for (auto it = texts.begin(); it != texts.end(); ++it) {
        OpenText& open = m_texts[it.key()];
        if (open.text != it.value()) {
            open.text = it.value();
            open.sent = false;
        }
    }
}

void LanguageServer::sendOpenTexts() {
    for (auto it = m_texts.begin(); it != m_texts.end(); ++it) {
        OpenText& open = it.value();
        if (open.sent) {
            continue;
        }
        QJsonObject document{{"uri", uriOf(it.key())}, {"version", ++open.version}};
        if (open.version == 1) {
            document["languageId"] = QStringLiteral("cuda");
            document["text"] = open.text;
            tell(QStringLiteral("textDocument/didOpen"), {{"textDocument", document}});
        } else {
            tell(QStringLiteral("textDocument/didChange"),
                 {{"textDocument", document},
                  {"contentChanges", QJsonArray{QJsonObject{{"text", open.text}}}}});
        }
        open.sent = true;
    }
}

void LanguageServer::question(Kind kind, const QString& path, Position at, Answer answer) {
    static constexpr std::array<const char*, kKinds> kMethods{
        "textDocument/completion", "textDocument/hover", "textDocument/definition"};
    auto next = [this, kind, params = placeOf(path, at), answer = std::move(answer)] {
        sendOpenTexts();
        int& last = m_last[std::size_t(kind)];
        last = m_lastId + 1;
        ask(QLatin1String(kMethods[std::size_t(kind)]), params,
            [&last, answer, id = last](const QJsonValue& result) {
                if (id == last) {
                    answer(result);
                }
            });
    };
    if (!start()) {
        return;
    }
    if (m_ready) {
        next();
    } else {
        m_waiting = std::move(next); // only the last pending question is kept
    }
}

void LanguageServer::complete(const QString& path, Position at, Proposals done) {
    constexpr int kTries = 40;
    completeOnce(path, at, std::move(done), kTries);
}

/// Until it has read the headers, the server answers with words of the text, which we know already.
/// Then this asks again.
void LanguageServer::completeOnce(const QString& path, Position at, Proposals done, int tries) {
    constexpr int kPauseMs = 150;
    question(Kind::completion, path, at,
             [this, path, at, tries, done = std::move(done)](const QJsonValue& result) {
                 if (tries == 0 || !isOfWords(result)) {
                     done(proposalsIn(result));
                     return;
                 }
                 QTimer::singleShot(
                     kPauseMs, this,
                     [this, path, at, tries, done, id = m_last[std::size_t(Kind::completion)]] {
                         if (m_ready && m_last[std::size_t(Kind::completion)] == id) {
                             completeOnce(path, at, done, tries - 1);
                         }
                     });
             });
}

void LanguageServer::hover(const QString& path, Position at, Tip done) {
    question(Kind::tip, path, at, [done = std::move(done)](const QJsonValue& result) {
        done(result["contents"].toObject()["value"].toString());
    });
}

void LanguageServer::define(const QString& path, Position at, Found done) {
    question(Kind::definition, path, at, [done = std::move(done)](const QJsonValue& result) {
        const QJsonValue first = result.isArray() ? result.toArray().at(0) : result;
        const QJsonValue start = first["range"]["start"];
        done({QUrl(first["uri"].toString()).toLocalFile(),
              {start["line"].toInt(), start["character"].toInt()}});
    });
}

void LanguageServer::ask(const QString& method, const QJsonObject& params, const Answer& answer) {
    const int id = ++m_lastId;
    m_answers.insert(id, answer);
    if (!m_patience.isActive()) {
        m_patience.start();
    }
    write({{"id", id}, {"method", method}, {"params", params}});
}

void LanguageServer::tell(const QString& method, const QJsonObject& params) {
    write({{"method", method}, {"params", params}});
}

void LanguageServer::write(QJsonObject message) {
    message["jsonrpc"] = QStringLiteral("2.0");
    const QByteArray body = QJsonDocument(message).toJson(QJsonDocument::Compact);
    m_process.write("Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body);
}

void LanguageServer::readMessages() {
    m_input += m_process.readAllStandardOutput();
    for (;;) {
        const qsizetype end = m_input.indexOf("\r\n\r\n");
        if (end < 0) {
            break;
        }
        qsizetype size = -1;
        for (const QByteArray& line : m_input.left(end).split('\n')) {
            if (line.toLower().startsWith("content-length:")) {
                bool ok = false;
                const qlonglong given = line.mid(line.indexOf(':') + 1).trimmed().toLongLong(&ok);
                size = ok ? qsizetype(given) : -1;
            }
        }
        if (size < 0 || size > kMostBytes) {
            stop(); // not the protocol
            return;
        }
        if (m_input.size() < end + 4 + size) {
            break;
        }
        const QByteArray body = m_input.mid(end + 4, size);
        m_input.remove(0, end + 4 + size);
        takeMessage(QJsonDocument::fromJson(body).object());
    }
    if (m_input.size() > kMostBytes) {
        stop();
    }
}

/// Handles answers only: notifications are diagnostics, and no requests were promised.
void LanguageServer::takeMessage(const QJsonObject& message) {
    if (!message.contains(QLatin1String("method")) && message["id"].isDouble()) {
        if (const Answer answer = m_answers.take(message["id"].toInt())) {
            m_answers.isEmpty() ? m_patience.stop() : m_patience.start();
            answer(message["result"]);
        }
    }
}

} // namespace warpbench::ui
