// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QLibrary>

#include <memory>
#include <utility>
#include <vector>

/// A driver library as Warpbench loads it: immediately, with local symbols, and never unloaded.
/// Null if it cannot be loaded; `why` receives the reason.
inline QLibrary* loadedLibrary(const QString& file, QString* why = nullptr) {
    static auto* const loaded = new std::vector<std::unique_ptr<QLibrary>>; // never destroyed
    auto library = std::make_unique<QLibrary>(file);
    library->setLoadHints(QLibrary::ResolveAllSymbolsHint);
    if (!library->load()) {
        if (why)
            *why = library->errorString();
        return nullptr;
    }
    loaded->push_back(std::move(library));
    return loaded->back().get();
}

inline void* symbolOf(QLibrary* library, const char* name) {
    return reinterpret_cast<void*>(library->resolve(name));
}

/// The simulated driver built with the tests.
inline QLibrary* loadedSimulator() {
#ifdef _WIN32
    const char* const name = "/libwarpbench-simgpu.dll";
#else
    const char* const name = "/libwarpbench-simgpu.so";
#endif
    QString why;
    QLibrary* const library = loadedLibrary(QCoreApplication::applicationDirPath() + name, &why);
    if (!library)
        qFatal("cannot load the simulated driver: %s", qPrintable(why));
    return library;
}
