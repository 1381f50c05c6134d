// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/window_test.h"
#include "ui/theme/theme.h"

#include <QObject>
#include <QTemporaryDir>
#include <QTest>

namespace warpbench::ui {

/// What tests that compile and run in the window run in: a home of their own, the light theme;
/// skipped where there is no compiler.
class WindowFixture : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        prepareUiTest(m_home);
        Theme::instance().apply(false);
        if (compilerIsMissing())
            QSKIP("no NVRTC was found, and these tests compile kernels");
    }

  private:
    QTemporaryDir m_home;
};

} // namespace warpbench::ui
