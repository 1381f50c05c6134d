// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/copy_dialog.h"

#include "core/base/error.h"
#include "ui/documents/background.h"
#include "ui/words/text.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QProgressDialog>
#include <QTimer>

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <optional>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr std::int64_t kQuickly = std::int64_t(4) << 20; // bytes that are copied without noticeable
                                                         // delay
constexpr int kParts = 1000;                             // of the bar
constexpr int kShowMs = 50;                              // between progress updates

struct CopyDialog {
    Q_DECLARE_TR_FUNCTIONS(CopyDialog)
};

/// Shared by both threads.
struct Copying {
    std::atomic<std::int64_t> done{0}, total{1};
    std::atomic<bool> cancelled{false};
};

} // namespace

void copyWithProgress(QWidget* parent, const Companions& companions, const QString& from,
                      const QString& to) {
    if (bytesOf(companions, from) <= kQuickly) {
        copyCompanions(companions, from, to);
        return;
    }
    const auto copying = std::make_shared<Copying>();
    QProgressDialog dialog(CopyDialog::tr("Copying the project's files …"),
                           CopyDialog::tr("Cancel"), 0, kParts, parent);
    dialog.setObjectName(QStringLiteral("copyDialog"));
    dialog.setWindowTitle(CopyDialog::tr("Copying Files"));
    dialog.setWindowModality(Qt::WindowModal); // the project must not be edited during a save
    dialog.setAutoClose(false);
    dialog.setAutoReset(false);
    dialog.setMinimumDuration(0);
    dialog.setValue(0);
    QObject::connect(&dialog, &QProgressDialog::canceled, &dialog,
                     [copying] { copying->cancelled = true; });
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &dialog, [&dialog, copying] {
        const double part =
            double(copying->done) / double(std::max<std::int64_t>(1, copying->total));
        if (!copying->cancelled) {
            dialog.setValue(int(part * kParts));
        }
    });
    look.start(kShowMs);
    QEventLoop loop;
    std::optional<std::exception_ptr> ended;
    inBackground(
        &loop,
        [copying, companions, from, to]() -> std::exception_ptr {
            try {
                copyCompanions(companions, from, to, [&](std::int64_t done, std::int64_t total) {
                    copying->done = done;
                    copying->total = total;
                    return !copying->cancelled;
                });
            } catch (...) {
                return std::current_exception();
            }
            return nullptr;
        },
        [&](std::exception_ptr failure) {
            ended = std::move(failure);
            loop.quit();
        });
    loop.exec();
    if (!ended) { // the program is exiting
        copying->cancelled = true;
        throw Error(ErrorKind::cancelled, {"WB3300", "Warpbench was closed"});
    }
    if (*ended) {
        std::rethrow_exception(*ended);
    }
}

} // namespace warpbench::ui
