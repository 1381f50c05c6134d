// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QTemporaryFile>

#include <unistd.h>

#include <cstdio>
#include <functional>

/// The output to file descriptor 1 while f runs: a driver's printf writes there.
inline QByteArray printedText(const std::function<void()>& f) {
    QTemporaryFile file;
    if (!file.open())
        qFatal("cannot make a temporary file");
    std::fflush(stdout);
    const int standard = dup(1);
    dup2(file.handle(), 1);
    f();
    std::fflush(stdout);
    dup2(standard, 1);
    close(standard);
    file.seek(0);
    return file.readAll();
}
