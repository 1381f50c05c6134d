// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

#include <utility>

namespace warpbench::ui {

/// Runs `work` on another thread, then passes the result to `done` on the window's thread, unless
/// `context` no longer exists. `work` must not access anything that can change meanwhile.
template <class Work, class Done>
void inBackground(QObject* context, Work work, Done done) {
    QThreadPool::globalInstance()->start(
        [guard = QPointer<QObject>(context), work = std::move(work), done = std::move(done)] {
            auto result = work();
            QMetaObject::invokeMethod(
                QCoreApplication::instance(),
                [guard, done, result = std::move(result)]() mutable {
                    if (guard) {
                        done(std::move(result));
                    }
                },
                Qt::QueuedConnection);
        });
}

} // namespace warpbench::ui
