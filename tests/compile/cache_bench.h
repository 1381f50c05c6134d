// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/content_hash.h"
#include "core/compile/compile.h"

#include <QTemporaryDir>
#include <QTest>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

/// Shared by the tests of the compile cache: files, a request, and a separate cache.
namespace warpbench::compile::testing {

inline std::string readAll(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(stream), {});
}

inline void write(const std::filesystem::path& path, const std::string& text) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

inline CacheKey keyOf(std::uint64_t number) {
    return {number, ~number};
}

inline CompileRequest sampleRequest() {
    CompileRequest request;
    request.source = "__global__ void k() {}";
    request.fileName = "/project/k.cu";
    request.arch = "sm_90";
    return request;
}

/// A cache of the test's own, and a folder for each of its functions.
class CacheFixture : public QObject {
    Q_OBJECT

  protected:
    std::filesystem::path folder() const {
        return std::filesystem::path(m_folder->path().toStdString());
    }
    QString cacheHome() const { return m_cacheHome.path(); }

  private slots:
    void initTestCase() {
        // Before the cache of this user is first used.
        qputenv("XDG_CACHE_HOME", m_cacheHome.path().toUtf8());
        qunsetenv("WARPBENCH_NO_CACHE");
    }
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }

  private:
    QTemporaryDir m_cacheHome;
    std::unique_ptr<QTemporaryDir> m_folder;
};

} // namespace warpbench::compile::testing
