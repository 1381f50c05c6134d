// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"

#include <QObject>

#include <functional>
#include <optional>

class QWidget;

namespace warpbench::ui {

class Banner;

/// Looks for NVIDIA's compiler, away from the window's thread, and says in a banner with a button
/// where there is none: everything but compiling works without it.
class ToolkitCheck : public QObject {
    Q_OBJECT

  public:
    using Probe = std::function<compile::CompilerInfo()>;

    /// \param probe  how it is looked for; for tests
    ToolkitCheck(Banner& banner, QWidget* window, Probe probe = compile::compilerInfo);

    void check();
    /// What was found last; empty while it is looked for the first time.
    const std::optional<compile::CompilerInfo>& found() const { return m_found; }
    /// Offers to fetch it; looks again afterwards.
    void getCompiler();

  signals:
    void checked(bool available);

  private:
    void show(const compile::CompilerInfo& info);

    Banner& m_banner;
    QWidget* m_window;
    Probe m_probe;
    std::optional<compile::CompilerInfo> m_found;
};

} // namespace warpbench::ui
