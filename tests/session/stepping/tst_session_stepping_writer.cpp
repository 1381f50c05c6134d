// SPDX-License-Identifier: GPL-3.0-or-later
// Which thread wrote an element last: the launch stops just before that write.
#include "tests/main.h"
#include "tests/session/stepping/stepping_bench.h"

namespace tst_session_stepping_writer {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

namespace {

// Lines count. Blocks run one after the other, and warps until they wait or end.
const char* const kSource = R"(extern "C" __global__ void k(int* data, float4* quads) {
    int t = threadIdx.x;
    int i = blockIdx.x * 64 + t;
    data[i] = i;
    data[i * 7 % 192] = t;
    if (t == 5)
        data[9] = blockIdx.x;
    if (i == 70)
        atomicAdd(&data[200], 3);
    if (t < 4 && blockIdx.x == 1)
        quads[t] = make_float4(1, 2, 3, 4);
    if (i == 100)
        ((unsigned char*)data)[4 * 210 + 2] = 1;
    atomicCAS(&data[220], 0, 1);
}
)";

StepRequest requestOf(const char* source = kSource) {
    StepRequest request;
    project::Project& project = request.run.project;
    project.name = "Writers";
    request.run.source = source;
    project.buffers = {buffer("data", "256", project::Init::Kind::zeros),
                       buffer("quads", "4", project::Init::Kind::zeros)};
    project.buffers[0].dtype = *arrays::DType::parse("int32");
    project.buffers[1].dtype = *arrays::DType::parse("float4");
    project::Launch launch;
    launch.kernel = "k";
    launch.grid = {{"3", {}}};
    launch.block = {{"64", {}}};
    launch.args = {{bufferArg("data", project::Access::inout), {}},
                   {bufferArg("quads", project::Access::inout), {}}};
    project.launches = {launch};
    request.run.device = "sim";
    return request;
}

StepCommand writerOf(const std::string& buffer, std::uint64_t element, std::uint64_t bytes) {
    StepCommand command;
    command.move = StepMove::writer;
    command.buffer = buffer;
    command.firstByte = element * bytes;
    command.bytes = bytes;
    return command;
}

} // namespace

class TestSessionSteppingWriter : public SessionFixture {
    Q_OBJECT

  private slots:
    void stopsBeforeTheLastWrite_data() {
        QTest::addColumn<std::string>("buffer");
        QTest::addColumn<int>("element");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("block");
        QTest::addColumn<int>("thread");
        const std::string data = "data";
        QTest::newRow("warp writes a row") << data << 191 << 4 << 2 << 63;
        QTest::newRow("scattered") << data << 3 << 5 << 2 << 37;
        QTest::newRow("the last of several blocks") << data << 9 << 7 << 2 << 5;
        QTest::newRow("atomic") << data << 200 << 9 << 1 << 6;
        QTest::newRow("vector") << std::string("quads") << 2 << 11 << 1 << 2;
        QTest::newRow("one byte of it") << data << 210 << 13 << 1 << 36;
        QTest::newRow("the only swap that succeeds") << data << 220 << 14 << 0 << 0;
    }
    void stopsBeforeTheLastWrite() {
        QFETCH(std::string, buffer);
        QFETCH(int, element);
        QFETCH(int, line);
        QFETCH(int, block);
        QFETCH(int, thread);
        Stepping s(WorkerHome::this_process);
        StepRequest request = requestOf();
        request.first = writerOf(buffer, std::uint64_t(element), buffer == "data" ? 4 : 16);
        StepState state = s.start(request);
        QVERIFY(!state.ended);
        QCOMPARE(state.line, line);
        QCOMPARE(int(state.block), block);
        QCOMPARE(int(state.warp), thread / 32);
        QVERIFY(state.activeMask >> thread % 32 & 1);
        QVERIFY(state.writer.has_value());
        QCOMPARE(int((*state.writer)[0]), thread);
        // Then back to the previous line of that thread, and on as usual.
        state = s.step(StepMove::back);
        QVERIFY(state.line < line);
        QCOMPARE(int(state.block), block);
        QVERIFY(!state.writer);
        state = s.step(StepMove::go);
        QVERIFY(state.ended);
    }

    void nobodyWroteIt() {
        Stepping s(WorkerHome::child_process);
        StepRequest request = requestOf();
        request.first = writerOf("data", 250, 4);
        StepState state = s.start(request);
        QVERIFY(state.ended);
        QVERIFY(!state.writer);
        // The launch can be looked at again.
        state = s.step(StepMove::back);
        QVERIFY(!state.ended);
        state = s.step(writerOf("data", 200, 4));
        QCOMPARE(state.line, 9);
        QVERIFY(state.writer.has_value());
    }

    /// What comes after is not looked at: the launch ends there.
    void beforeAFault() {
        Stepping s(WorkerHome::this_process);
        StepRequest request = requestOf(R"(extern "C" __global__ void k(int* data, float4* quads) {
    data[threadIdx.x] = 1;
    if (blockIdx.x == 1)
        data[1 << 28] = 2;
}
)");
        request.first = writerOf("data", 40, 4);
        const StepState state = s.start(request);
        QCOMPARE(state.line, 2);
        QCOMPARE(int(state.warp), 1);
        QVERIFY(state.writer.has_value());
    }

    void onlyWritesFromHereOnCount() {
        Stepping s(WorkerHome::this_process);
        s.start(requestOf());
        StepState state = s.step(goTo(7, "blockIdx.x == 2"));
        QCOMPARE(state.line, 7);
        state = s.step(writerOf("data", 200, 4));
        QVERIFY(state.ended);
        QVERIFY(!state.writer);
        state = s.step(StepMove::back);
        QCOMPARE(state.line, 7);
        state = s.step(writerOf("data", 9, 4));
        QCOMPARE(state.line, 7);
        QVERIFY(state.writer.has_value());
    }

    /// Others may still write, so nothing is said yet.
    void pausedBeforeTheEnd() {
        using namespace std::chrono_literals;
        Stepping s(WorkerHome::this_process);
        s.start(requestOf(R"(extern "C" __global__ void k(int* data, float4* quads) {
    for (int i = 0; quads[0].x == 0; ++i)
        data[0] = i;
}
)"));
        auto promise = std::make_shared<std::promise<StepState>>();
        auto future = promise->get_future();
        s.session.step(writerOf("data", 0, 4), Stepping::handlersFor(promise));
        while (future.wait_for(1ms) != std::future_status::ready)
            s.session.pauseStepping();
        const StepState state = future.get();
        QCOMPARE(state.reason, std::string("requested"));
        QVERIFY(!state.writer);
        s.session.stopStepping();
    }

    void partsThatAreNotThere() {
        Stepping s(WorkerHome::this_process);
        s.start(requestOf());
        QVERIFY_EXCEPTION_THROWN(s.step(writerOf("data", 256, 4)), Error);
        QVERIFY_EXCEPTION_THROWN(s.step(writerOf("nothing", 0, 4)), Error);
    }
};

WARPBENCH_TEST(TestSessionSteppingWriter)
} // namespace tst_session_stepping_writer

#include "tst_session_stepping_writer.moc"
