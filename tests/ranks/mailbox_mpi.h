// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>

/// What rank 0 of two sends and gets, where a test is the other one: each text a frame.
struct Mailbox {
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<std::string> sent;
    std::deque<std::string> coming;
};

extern "C" {
using MailboxOfThisProcess = Mailbox*();
}
