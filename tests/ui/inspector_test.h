// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/drawn_test.h"
#include "ui/inspector/buffer_inspector.h"
#include "ui/inspector/element_table.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTest>

#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

/// What the tests of the buffer inspector have in common: buffers that a reader makes up as it is
/// asked. Element i holds i, so that what is on the screen can be told from its place.
namespace warpbench::ui {

constexpr std::int64_t kHuge = 100'000'000;
constexpr const char* kExpected = "expected"; // the BufferRef of what a buffer should hold

constexpr const char* kStepped = "stepped"; // one of a launch that is stepped through

/// Answers reads from a formula and keeps count of them.
class MadeUpData {
  public:
    ElementPages::Reader reader() {
        return [this](session::ReadRequest request, session::Handlers<memory::HostArray> handlers) {
            ++m_reads;
            m_elements += request.count;
            memory::HostArray array(memory::DType(memory::Scalar::int32),
                                    {std::int64_t(request.count)});
            std::iota(array.as<std::int32_t>().begin(), array.as<std::int32_t>().end(),
                      std::int32_t(request.first));
            if (request.ref.buffer == kStepped) { // every third element tells the generation
                for (std::uint64_t i = 0; i < request.count; ++i)
                    if ((request.first + i) % 3 == 0)
                        array.as<std::int32_t>()[i] = std::int32_t(request.ref.generation);
            }
            if (request.ref.buffer == kExpected) { // is 100 more in every third element
                for (std::uint64_t i = 0; i < request.count; ++i)
                    array.as<std::int32_t>()[i] += (request.first + i) % 3 == 0 ? 100 : 0;
            }
            if (m_holding) {
                m_held.push_back([handlers, array] { handlers.done(array); });
                return;
            }
            // As the session does: the answer comes with a later turn of the event loop.
            QMetaObject::invokeMethod(
                qApp, [handlers, array] { handlers.done(array); }, Qt::QueuedConnection);
        };
    }
    /// From now on answers wait until they are let go.
    void hold() { m_holding = true; }
    void letGo() {
        m_holding = false;
        for (const auto& answer : std::exchange(m_held, {}))
            answer();
    }
    int reads() const { return m_reads; }
    std::uint64_t elements() const { return m_elements; }
    void forget() { m_reads = 0, m_elements = 0; }

  private:
    int m_reads = 0;
    std::uint64_t m_elements = 0;
    bool m_holding = false;
    std::vector<std::function<void()>> m_held;
};

inline session::BufferReport bufferOf(const std::string& name, std::vector<std::int64_t> shape,
                                      memory::DType dtype = memory::DType(memory::Scalar::int32)) {
    session::BufferReport buffer;
    buffer.name = name;
    buffer.dtype = dtype;
    buffer.shape = std::move(shape);
    buffer.ref.buffer = name;
    buffer.ref.generation = 1;
    buffer.ref.elements = std::uint64_t(memory::elementCount(buffer.shape));
    return buffer;
}

/// A buffer whose check found every third element wrong.
inline session::BufferReport failedBuffer(const std::string& name,
                                          std::vector<std::int64_t> shape) {
    session::BufferReport buffer = bufferOf(name, std::move(shape));
    const auto elements = std::int64_t(buffer.ref.elements);
    project::ElementSet wrong(elements);
    for (std::int64_t i = 0; i < elements; i += 3)
        wrong.insert(i);
    wrong.index();
    session::ExpectReport& expect = buffer.expect.emplace();
    expect.mismatches = wrong.count();
    expect.wrong = std::make_shared<const project::ElementSet>(std::move(wrong));
    expect.want = buffer.ref;
    expect.want.buffer = kExpected;
    expect.firstMismatch = {std::vector<std::int64_t>(buffer.shape.size()), "0", "100"};
    return buffer;
}

inline session::RunReport reportOf(std::vector<session::BufferReport> buffers) {
    session::RunReport report;
    report.buffers = std::move(buffers);
    return report;
}

/// An inspector on the screen over such data.
class InspectorTest : public QObject {
  protected:
    void prepareTests() { prepareDrawnTest(m_home); }
    void openInspector() {
        m_inspector = std::make_unique<BufferInspector>();
        m_data = {};
        m_inspector->setReader(m_data.reader());
        m_inspector->resize(700, 500);
        m_inspector->show();
        m_inspector->activateWindow(); // shortcuts are of the active window
        QVERIFY(QTest::qWaitForWindowActive(m_inspector.get()));
        m_table = m_inspector->findChild<ElementTable*>();
        m_cell = m_inspector->findChild<QLabel*>(QStringLiteral("inspectorCell"));
        QVERIFY(m_table && m_cell);
    }
    void settle() {
        QTRY_VERIFY(m_table->source().rows > 0);
        m_table->viewport()->repaint();
        QTRY_VERIFY(m_data.elements() == 0 ||
                    m_table->source().cell(0, 0).text != QStringLiteral("…"));
    }
    void goTo(const QString& text) {
        auto* field = m_inspector->findChild<QLineEdit*>(QStringLiteral("inspectorGoto"));
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(!field->property("invalid").toBool());
    }
    void chooseView(QComboBox* view, const QString& name) {
        view->setFocus();
        for (int i = 0; i < view->count() && view->currentText() != name; ++i)
            QTest::keyClick(view, Qt::Key_Down);
        QCOMPARE(view->currentText(), name);
    }
    std::int64_t currentElement() const {
        return m_table->currentRow() * m_table->source().columns + m_table->currentColumn();
    }
    QString visibleText() const {
        QStringList texts;
        for (const QLabel* label : m_inspector->findChildren<QLabel*>()) {
            if (label->isVisible())
                texts << label->text();
        }
        return texts.join(u'\n');
    }

    QTemporaryDir m_home;
    MadeUpData m_data;
    std::unique_ptr<BufferInspector> m_inspector;
    ElementTable* m_table = nullptr;
    QLabel* m_cell = nullptr;
};

} // namespace warpbench::ui
