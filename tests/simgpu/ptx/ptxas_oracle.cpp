// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simgpu/ptx/ptxas_oracle.h"

#include "core/toolkit/toolkit.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>

#include <algorithm>

namespace warpbench::simgpu::ptx::testing {

namespace {

/// sm_90 accepts modules for all older targets; a target with a letter accepts only its own.
QString architectureOf(const std::string& head) {
    static const QRegularExpression specific("\\.target (sm_\\d+a)\\b");
    const auto match = specific.match(QString::fromStdString(head));
    return match.hasMatch() ? match.captured(1) : "sm_90";
}

} // namespace

PtxasOracle::PtxasOracle()
    : m_program(QString::fromStdString(
          compile::toolkitProgram("ptxas", compile::ToolkitSearch::ofThisMachine()).string())) {}

const char* PtxasOracle::missing() const {
#ifdef _WIN32
    return "what ptxas says is the same on Linux, where it starts in no time";
#else
    return m_program.isEmpty() ? "ptxas is not installed: it comes with the CUDA Toolkit" : "";
#endif
}

std::vector<bool> PtxasOracle::accepts(const std::vector<std::string>& lines,
                                       const std::string& before, const std::string& after) {
    std::vector<bool> accepted(lines.size(), true);
    const auto first = std::count(before.begin(), before.end(), '\n') + 1;
    const QString path = m_folder.filePath("lines.ptx");
    // Some errors are only reported if there are no others: repeat until none is left.
    for (;;) {
        std::string text = before;
        std::vector<std::size_t> alive;
        for (std::size_t n = 0; n < lines.size(); ++n) {
            if (accepted[n]) {
                alive.push_back(n);
                text += lines[n] + '\n';
            }
        }
        QFile file(path);
        if (alive.empty() || !file.open(QIODevice::WriteOnly))
            return accepted;
        file.write((text + after).c_str());
        file.close();
        QProcess ptxas;
        ptxas.start(m_program, {"-arch=" + architectureOf(before), "-O0", "-o",
                                m_folder.filePath("lines.cubin"), path});
        if (!ptxas.waitForFinished(60000))
            qFatal("ptxas does not end");
        if (ptxas.exitCode() == 0)
            return accepted;
        static const QRegularExpression place("lines\\.ptx, line (\\d+); (?:error|fatal)");
        bool found = false;
        auto match = place.globalMatch(QString::fromUtf8(ptxas.readAllStandardError()));
        while (match.hasNext()) {
            const auto line = match.next().captured(1).toLongLong() - first;
            if (line >= 0 && line < static_cast<qsizetype>(alive.size())) {
                accepted[alive[static_cast<std::size_t>(line)]] = false;
                found = true;
            }
        }
        if (found)
            continue;
        // An error without a place.
        std::vector<std::string> rest;
        for (const std::size_t n : alive)
            rest.push_back(lines[n]);
        const std::vector<bool> answers = halves(rest, before, after);
        for (std::size_t n = 0; n < alive.size(); ++n)
            accepted[alive[n]] = answers[n];
        return accepted;
    }
}

std::vector<bool> PtxasOracle::halves(const std::vector<std::string>& lines,
                                      const std::string& before, const std::string& after) {
    if (lines.size() < 2)
        return std::vector<bool>(lines.size(), false);
    const auto middle = lines.begin() + static_cast<std::ptrdiff_t>(lines.size() / 2);
    std::vector<bool> answers = accepts({lines.begin(), middle}, before, after);
    const std::vector<bool> others = accepts({middle, lines.end()}, before, after);
    answers.insert(answers.end(), others.begin(), others.end());
    return answers;
}

} // namespace warpbench::simgpu::ptx::testing
