// SPDX-License-Identifier: GPL-3.0-or-later
// Offers, restores or deletes work from crashed sessions.
#include "core/base/error.h"
#include "ui/dialogs/delete_work_dialog.h"
#include "ui/dialogs/message.h"
#include "ui/dialogs/settings.h"
#include "ui/window/file_handler.h"

#include <QLocale>

#include <algorithm>

namespace warpbench::ui {

namespace {

constexpr int kMsInSecond = 1000;

} // namespace

void FileHandler::takeSettings() {
    if (m_recovery) {
        m_recovery->setGreatestAge(settings::autosaveSeconds() * kMsInSecond);
    }
}

void FileHandler::startRecovery() {
    m_recovery = std::make_unique<Recovery>(m_document);
    takeSettings();
    connect(m_recovery.get(), &Recovery::failed, this, [this](const QString& why) {
        say(Banner::Kind::warning,
            tr("Warpbench cannot keep copies of unsaved work: %1. Save often until this is fixed.")
                .arg(why));
    });
    m_leftBehind = m_recovery->leftBehind();
    offerRecovered();
}

void FileHandler::offerRecovered() {
    if (m_leftBehind.empty()) {
        return;
    }
    const Recovery::Entry entry = m_leftBehind.front();
    const auto answered = [this, entry] {
        std::erase_if(m_leftBehind, [&](const auto& other) { return other.file == entry.file; });
    };
    const auto restore = [this, entry, answered] {
        if (mayLeave()) {
            answered();
            restoreWork(entry);
        }
        offerRecovered();
    };
    // Only the delete button deletes; otherwise the next start asks again.
    const auto later = [this, answered] {
        answered();
        offerRecovered();
    };
    const auto discard = [this, entry, answered] {
        if (deleteWork(entry)) {
            answered();
        }
        offerRecovered();
    };
    say(Banner::Kind::info,
        tr("Unsaved work on “%1” was kept when Warpbench ended unexpectedly (%2).")
            .arg(entry.name, QLocale().toString(entry.time.toLocalTime(), QLocale::ShortFormat)),
        {{tr("Res&tore"), restore}, {tr("&Later"), later}, {tr("&Delete"), discard}}, later);
}

bool FileHandler::deleteWork(const Recovery::Entry& entry) {
    DeleteWorkDialog dialog(entry, m_window);
    if (dialog.exec() != QDialog::Accepted) {
        return false;
    }
    Recovery::discard(entry);
    return true;
}

std::vector<UnsavedWork> FileHandler::unsavedWork() const {
    std::vector<UnsavedWork> work;
    for (const Recovery::Entry& entry : m_leftBehind) {
        work.push_back({entry.file, entry.name,
                        QLocale().toString(entry.time.toLocalTime(), QLocale::ShortFormat)});
    }
    return work;
}

void FileHandler::restoreUnsaved(const QString& file) {
    const auto found = std::find_if(m_leftBehind.begin(), m_leftBehind.end(),
                                    [&](const auto& one) { return one.file == file; });
    if (found == m_leftBehind.end()) {
        return;
    }
    const Recovery::Entry entry = *found;
    if (!mayLeave()) {
        return;
    }
    std::erase_if(m_leftBehind, [&](const auto& one) { return one.file == file; });
    withdraw(); // its message may offer the same
    restoreWork(entry);
    offerRecovered();
}

void FileHandler::restoreWork(const Recovery::Entry& entry) {
    try {
        Recovery::restore(entry, m_document);
        takeTrust();
        if (m_recovery->writeNow()) {
            Recovery::discard(entry); // this session's copy contains it now
        }
        markOpen();
        emit opened();
    } catch (const Error& error) {
        showError(m_window, tr("The unsaved work could not be restored."), error);
    }
}

} // namespace warpbench::ui
