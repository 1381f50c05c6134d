// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"
#include "tests/source_path.h"

#include <QDir>
#include <QFile>
#include <QString>

#include <string>
#include <string_view>
#include <vector>

/// Helpers for PTX texts and their parts, shared by the tests of the PTX front end.
namespace warpbench::simgpu::ptx::testing {

inline constexpr std::string_view kHead = ".version 9.0\n.target sm_90\n.address_size 64\n";

/// A module around declarations.
inline std::string module(std::string_view declarations) {
    return std::string(kHead) + std::string(declarations);
}

/// A module with one kernel, `k`, that has registers %r, %rd, %f, %fd, %rs and %p and the
/// parameters `a` (.u64) and `n` (.u32).
inline std::string kernel(std::string_view body, std::string_view before = {}) {
    return module(std::string(before) +
                  "\n.visible .entry k(.param .u64 a, .param .u32 n)\n{\n"
                  ".reg .b32 %r<20>; .reg .b64 %rd<20>; .reg .f32 %f<20>;\n"
                  ".reg .f64 %fd<20>; .reg .b16 %rs<20>; .reg .pred %p<8>;\n" +
                  std::string(body) + "\n}\n");
}

struct File {
    QString name;
    std::string text;
};

/// PTX that NVRTC 13.0 generated for a part of tests/simgpu/corpus: `03_matmul.90.ptx` is for
/// compute_90 with -lineinfo, `….90g.ptx` with -G.
inline std::vector<File> dataFiles() {
    const QDir folder(QString::fromStdString(test::sourcePath("tests/simgpu/ptx/data")));
    std::vector<File> files;
    for (const QString& name : folder.entryList({QStringLiteral("*.ptx")}, QDir::Files)) {
        QFile file(folder.filePath(name));
        if (file.open(QIODevice::ReadOnly))
            files.push_back({name, file.readAll().toStdString()});
    }
    return files;
}

inline const Variable* local(const Function& function, std::string_view name) {
    for (const Variable& variable : function.variables) {
        if (variable.name == name)
            return &variable;
    }
    return nullptr;
}

} // namespace warpbench::simgpu::ptx::testing
