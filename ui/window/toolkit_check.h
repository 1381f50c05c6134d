// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"

#include <QObject>

#include <functional>
#include <optional>

class QWidget;

namespace warpbench::ui {

class Banner;

/// Searches for NVIDIA's compiler on another thread. If it is missing, shows a banner with a button
/// to install it: everything except compiling works without it.
class ToolkitCheck : public QObject {
    Q_OBJECT

  public:
    using Probe = std::function<compile::CompilerInfo()>;

    /// \param probe  the search function; replaced by tests
    ToolkitCheck(Banner& banner, QWidget* window, Probe probe = compile::compilerInfo);

    void check();
    /// The last result; empty during the first search.
    const std::optional<compile::CompilerInfo>& found() const { return m_found; }
    /// Offers to install it and searches again.
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
