// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"
#include "ui/words/error_words.h"

#include <QString>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace warpbench::ui {

/// Functions that scan whole buffers, such as those of a Session. They call handlers at once or
/// later, on the calling thread.
struct WholeBufferReader {
    template <class Request, class Result>
    using Ask = std::function<session::Ticket(Request, session::Handlers<Result>)>;

    Ask<session::SummaryRequest, arrays::Summary> summarize;
    Ask<session::FindRequest, std::optional<std::uint64_t>> find;
    Ask<session::EnvelopeRequest, arrays::Envelope> envelope;
    std::function<void(session::Ticket)> cancel;
};

/// A pending scan of a whole buffer. A new scan or stop() cancels it, after which none of its
/// handlers are called.
class WholeBufferQuestion {
  public:
    template <class Result>
    struct Answers {
        std::function<void(const Result&)> done;
        std::function<void(const QString&)> failed{}; ///< the reason, in the window's language
        std::function<void(double)> progress{};       ///< 0 to 1
    };

    WholeBufferQuestion() = default;
    ~WholeBufferQuestion() { stop(); }
    WholeBufferQuestion(const WholeBufferQuestion&) = delete;
    WholeBufferQuestion& operator=(const WholeBufferQuestion&) = delete;

    bool waits() const { return m_asked != nullptr; }
    void stop() {
        if (std::exchange(m_asked, nullptr) && m_cancel && m_ticket != 0)
            m_cancel(m_ticket);
        m_ticket = 0;
    }
    template <class Request, class Result>
    void ask(const WholeBufferReader& reader, const WholeBufferReader::Ask<Request, Result>& whom,
             Request request, Answers<Result> answers) {
        stop();
        if (!whom)
            return;
        m_cancel = reader.cancel;
        m_asked = std::make_shared<char>();
        // Scans cancelled meanwhile find their token gone.
        const auto isCurrent = [this, asked = std::weak_ptr<char>(m_asked)] {
            const auto token = asked.lock();
            return token && token == m_asked;
        };
        session::Handlers<Result> handlers;
        handlers.done = [this, isCurrent, done = std::move(answers.done)](const Result& result) {
            if (!isCurrent())
                return;
            m_asked.reset();
            done(result);
        };
        handlers.failed = [this, isCurrent,
                           failed = std::move(answers.failed)](const Error& error) {
            if (!isCurrent())
                return;
            m_asked.reset();
            if (failed)
                failed(errorInWords(error));
        };
        handlers.progress =
            [isCurrent, progress = std::move(answers.progress)](const session::Progress& step) {
                if (progress && isCurrent())
                    progress(step.fraction);
            };
        m_ticket = whom(std::move(request), std::move(handlers));
    }

  private:
    std::function<void(session::Ticket)> m_cancel;
    session::Ticket m_ticket = 0;
    std::shared_ptr<char> m_asked; ///< null: no pending scan
};

} // namespace warpbench::ui
