// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/source_scan.h"
#include "tests/ui/ui_test.h"
#include "ui/documents/project_document.h"
#include "ui/fields/argument_row.h"
#include "ui/setup/launch_panel.h"

#include <QComboBox>
#include <QLineEdit>
#include <QTest>

#include <memory>

/// Shared by the tests of the launch panel.
namespace warpbench::ui {

/// Its first kernel has an argument of each kind.
inline constexpr const char* kSource = R"(
struct Camera { float zoom; int steps; float* out; };
extern "C" __global__ void draw(float* out, const float* in, int n, Camera camera,
                                cudaTextureObject_t photo, cudaSurfaceObject_t canvas) {}
extern "C" __global__ void clear(float* out, int n) {}
)";

/// A launch panel on the screen over a project whose one launch is of kSource's first kernel.
class LaunchPanelTest : public QObject {
  protected:
    void prepareTests() {
        prepareUiTest(m_home);
        QVERIFY2(fontsAvailable(), "no font is installed: install fonts-dejavu-core");
    }
    void openPanel() {
        m_document = std::make_unique<ProjectDocument>();
        m_document->create({}, QString::fromLatin1(kSource));
        m_panel = std::make_unique<LaunchPanel>(*m_document);
        m_panel->resize(340, 900);
        m_panel->setKernels(compile::scanKernels(kSource));
        m_panel->show();
        m_panel->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
        QTest::mouseClick(m_panel->findChild<QWidget*>(QStringLiteral("addLaunch")),
                          Qt::LeftButton);
        QCOMPARE(m_document->project().launches.size(), std::size_t(1));
        QTRY_VERIFY(row(5) && row(5)->isVisible());
    }
    void closePanel() {
        m_panel.reset();
        m_document.reset();
    }

    const project::Launch& launch() const { return m_document->project().launches[0]; }
    void undo() { m_document->undoStack()->undo(); }
    ArgumentRow* row(int i) const {
        return m_panel->findChild<ArgumentRow*>(QStringLiteral("argument%1").arg(i));
    }
    QLineEdit* fieldOf(const QString& objectName) const {
        return m_panel->findChild<QWidget*>(objectName)->findChild<QLineEdit*>();
    }
    void type(const QString& objectName, const QString& text) {
        QLineEdit* field = fieldOf(objectName);
        field->setFocus();
        field->selectAll();
        text.isEmpty() ? QTest::keyClick(field, Qt::Key_Backspace) : QTest::keyClicks(field, text);
    }

    QTemporaryDir m_home;
    std::unique_ptr<ProjectDocument> m_document;
    std::unique_ptr<LaunchPanel> m_panel;
};

} // namespace warpbench::ui
