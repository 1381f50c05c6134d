// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/buffer_scan.h"
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

/// Shared by the tests of the buffer inspector: buffers generated on demand by a reader. Element i
/// has the value i, so that its position determines what is on the screen.
namespace warpbench::ui {

constexpr std::int64_t kHuge = 100'000'000;
constexpr const char* kExpected = "expected"; // the BufferRef of a buffer's expected values

constexpr const char* kStepped = "stepped"; // one of a launch that is stepped through

/// Answers reads from a formula and keeps count of them.
class MadeUpData {
  public:
    ElementPages::Reader reader() {
        return [this](session::ReadRequest request, session::Handlers<arrays::HostArray> handlers) {
            ++m_reads;
            m_elements += request.count;
            const arrays::HostArray array = made(request.ref, request.first, request.count);
            if (m_holding) {
                m_held.push_back([handlers, array] { handlers.done(array); });
                return;
            }
            // As the session does: the answer comes with a later turn of the event loop.
            QMetaObject::invokeMethod(
                qApp, [handlers, array] { handlers.done(array); }, Qt::QueuedConnection);
        };
    }
    /// Looks through whole buffers as a session does, over the same elements.
    WholeBufferReader whole() {
        WholeBufferReader reader;
        reader.summarize = [this](session::SummaryRequest request,
                                  const session::Handlers<arrays::Summary>& handlers) {
            return answer(handlers, [=, this] {
                return session::summaryOf(scanned(request.ref), request.mostBins, request.bins,
                                          [](const auto&) {});
            });
        };
        reader.find = [this](session::FindRequest request,
                             const session::Handlers<std::optional<std::uint64_t>>& handlers) {
            return answer(handlers, [=, this] {
                return session::findElement(scanned(request.ref), request.condition, request.from,
                                            request.forward, [](const auto&) {});
            });
        };
        reader.envelope = [this](session::EnvelopeRequest request,
                                 const session::Handlers<arrays::Envelope>& handlers) {
            m_envelopes.push_back(request);
            return answer(handlers, [=, this] {
                return session::envelopeOf(scanned(request.ref), request.row, request.columns,
                                           [](const auto&) {});
            });
        };
        reader.cancel = [this](session::Ticket) { ++m_cancelled; };
        return reader;
    }
    int cancelled() const { return m_cancelled; }
    const std::vector<session::EnvelopeRequest>& envelopes() const { return m_envelopes; }
    /// Holds answers from now on until they are released.
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
    static arrays::HostArray made(const session::BufferRef& ref, std::uint64_t first,
                                  std::uint64_t count) {
        arrays::HostArray array(arrays::DType(arrays::Scalar::int32), {std::int64_t(count)});
        std::iota(array.as<std::int32_t>().begin(), array.as<std::int32_t>().end(),
                  std::int32_t(first));
        if (ref.buffer == kStepped) { // every third element contains the generation
            for (std::uint64_t i = 0; i < count; ++i)
                if ((first + i) % 3 == 0)
                    array.as<std::int32_t>()[i] = std::int32_t(ref.generation);
        }
        if (ref.buffer == kExpected) { // is 100 more in every third element
            for (std::uint64_t i = 0; i < count; ++i)
                array.as<std::int32_t>()[i] += (first + i) % 3 == 0 ? 100 : 0;
        }
        return array;
    }
    static session::ScannedBuffer scanned(const session::BufferRef& ref) {
        return {
            arrays::DType(arrays::Scalar::int32), ref.elements, 4096,
            [ref](std::uint64_t first, std::uint64_t count) { return made(ref, first, count); }};
    }
    /// Answers like a read: later, or when released.
    template <class Result, class Work>
    session::Ticket answer(const session::Handlers<Result>& handlers, Work work) {
        const auto finish = [handlers, work] { handlers.done(work()); };
        if (m_holding)
            m_held.push_back(finish);
        else
            QMetaObject::invokeMethod(qApp, finish, Qt::QueuedConnection);
        return ++m_ticket;
    }

    session::Ticket m_ticket = 0;
    int m_cancelled = 0;
    std::vector<session::EnvelopeRequest> m_envelopes;
    int m_reads = 0;
    std::uint64_t m_elements = 0;
    bool m_holding = false;
    std::vector<std::function<void()>> m_held;
};

inline session::BufferReport bufferOf(const std::string& name, std::vector<std::int64_t> shape,
                                      arrays::DType dtype = arrays::DType(arrays::Scalar::int32)) {
    session::BufferReport buffer;
    buffer.name = name;
    buffer.dtype = dtype;
    buffer.shape = std::move(shape);
    buffer.ref.buffer = name;
    buffer.ref.generation = 1;
    buffer.ref.elements = std::uint64_t(arrays::elementCount(buffer.shape));
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
    template <class Widget>
    Widget* find(const char* name) const {
        return m_inspector->findChild<Widget*>(QLatin1String(name));
    }
    /// By its name, from whichever view.
    void choose(const QString& view) {
        auto* list = find<QComboBox>("inspectorView");
        QTest::keyClick(list, Qt::Key_Home);
        chooseView(list, view);
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
