// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/turns.h"

#include <QAbstractEventDispatcher>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <algorithm>
#include <utility>
#include <vector>

namespace warpbench::ui {

namespace {

/// A turn that takes longer than this starts no more work, for a limited number of turns.
constexpr qint64 kLongTurnNs = 1'000'000;
constexpr int kMostPutOff = 8;

/// Uses a timer, because events posted during event handling belong to the same turn.
class Turns : public QObject {
  public:
    explicit Turns(QObject* parent)
        : QObject(parent) {
        // Single-shot, because a repeating timer may fire several times in a turn in which other
        // timers are late.
        m_timer.setSingleShot(true);
        connect(&m_timer, &QTimer::timeout, this, &Turns::next);
        if (const auto* events = QAbstractEventDispatcher::instance())
            connect(events, &QAbstractEventDispatcher::awake, this, [this] { m_turn.start(); });
    }

    void add(QObject& owner, std::function<void()> work) {
        const auto waiting = std::find_if(m_waiting.begin(), m_waiting.end(),
                                          [&](const auto& w) { return w.first == &owner; });
        if (waiting != m_waiting.end())
            waiting->second = std::move(work);
        else
            m_waiting.emplace_back(&owner, std::move(work));
        if (!m_timer.isActive())
            m_timer.start(0);
    }

    bool anyWaits() const {
        return std::any_of(m_waiting.begin(), m_waiting.end(),
                           [](const auto& w) { return !w.first.isNull(); });
    }

  private:
    void next() {
        // In the same turn, posted events are handled before timers.
        if (m_turn.isValid() && m_turn.nsecsElapsed() > kLongTurnNs && m_putOff++ < kMostPutOff)
            return m_timer.start(0);
        m_putOff = 0;
        std::erase_if(m_waiting, [](const auto& w) { return w.first.isNull(); });
        std::function<void()> work;
        if (!m_waiting.empty()) {
            work = std::move(m_waiting.front().second);
            m_waiting.erase(m_waiting.begin());
        }
        if (!m_waiting.empty())
            m_timer.start(0);
        if (work)
            work(); // last, because it may add more work
    }

    std::vector<std::pair<QPointer<QObject>, std::function<void()>>> m_waiting;
    QTimer m_timer;
    QElapsedTimer m_turn; ///< time since the turn began
    int m_putOff = 0;     ///< number of turns postponed
};

/// Null while the program exits.
Turns* turns() {
    static const QPointer<Turns> all = new Turns(QCoreApplication::instance());
    return all;
}

} // namespace

void inTurn(QObject& owner, std::function<void()> work) {
    if (turns())
        turns()->add(owner, std::move(work));
}

bool workWaits() {
    return turns() && turns()->anyWaits();
}

void paintInTurn(QWidget& widget) {
    if (!widget.updatesEnabled())
        return; // already pending
    widget.setUpdatesEnabled(false);
    auto* turn = new QObject(&widget); // separate owner, so that other work does not replace this
    inTurn(*turn, [&widget, turn] {
        widget.setUpdatesEnabled(true);
        // A panel that floats by now is still disabled, because the call above omits windows.
        for (auto* child : widget.findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
            if (child->isWindow() && !child->testAttribute(Qt::WA_ForceUpdatesDisabled)) {
                child->setUpdatesEnabled(true);
            }
        }
        // Areas dirty before the window was mapped wait for the expose event, and Qt does not
        // request an update. If that event has already arrived (Windows), the window would stay
        // black.
        QCoreApplication::postEvent(&widget, new QEvent(QEvent::UpdateRequest),
                                    Qt::LowEventPriority);
        turn->deleteLater();
    });
}

} // namespace warpbench::ui
