// SPDX-License-Identifier: GPL-3.0-or-later
// The corpus kernels 01 to 11 as NVRTC 13.0 compiled them for three targets, on the engine alone:
// no compiler and no driver is needed, and all checks are on in some runs.
#include "core/simgpu/engine/profile/profile.h"
#include "tests/main.h"
#include "tests/simgpu/corpus/corpus_run.h"
#include "tests/simgpu/engine/machine_fixture.h"
#include "tests/source_path.h"

#include <QtTest/QTest>

namespace tst_corpus {

using namespace warpbench;
using namespace warpbench::simgpu::engine;

namespace {

/// Properties of every launch's profile. \throws test::WrongResult
void verify(const LaunchProfile& profile, const Metrics& metrics, std::uint64_t warps) {
    const auto require = [](bool holds, const char* what, std::uint32_t line = 0) {
        if (!holds)
            throw test::WrongResult(std::string(what) + " of PTX line " + std::to_string(line));
    };
    std::uint64_t executions = 0, sectors = 0;
    auto counted = metrics.ptxLines.begin();
    for (const ProfileLine& line : profile.lines) {
        executions += line.executions;
        sectors += line.sectorsRead + line.sectorsWritten + line.atomicSectors;
        if (line.executions) {
            require(counted != metrics.ptxLines.end() && counted->line == line.line &&
                        counted->warpInstructions == line.executions &&
                        counted->threadInstructions == line.threads,
                    "executions", line.line);
            ++counted;
        }
        require(line.taken <= line.executions, "taken branches", line.line);
        require(line.accesses == 0 || line.accesses == line.executions, "accesses", line.line);
        require(line.passes >= line.accesses, "passes", line.line);
        require(line.sampledHits <= line.sampledSectors, "hits", line.line);
        require(line.sampledWaits <= line.sampledHits, "waits", line.line);
        require(line.sampledSectors <= line.sectorsRead, "sampled sectors", line.line);
        require(line.partialSectors <= line.sectorsWritten, "partial sectors", line.line);
        require(line.lines <= line.sectorsRead + line.sectorsWritten + line.atomicSectors &&
                    (line.sectorsRead + line.sectorsWritten + line.atomicSectors) <= 4 * line.lines,
                "lines", line.line);
    }
    require(counted == metrics.ptxLines.end(), "lines of the metrics");
    require(executions == metrics.warpInstructions, "executions in all");
    require(profile.warps == warps, "warps");
    require(profile.mostWork * warps >= executions && profile.mostWork <= executions, "work");
    require(profile.blockWork >= profile.mostWork && profile.blockWork <= executions,
            "work of blocks");
    require(profile.mostBlockWork >= profile.mostWork && profile.mostBlockWork <= executions,
            "most work of a block");
    require(sectors > 0 && profile.distinctLines > 0, "sectors");
}

/// A module loaded into the engine.
class EngineBackend final : public test::CorpusBackend {
  public:
    EngineBackend(Machine& machine, bool profiles)
        : m_machine(machine)
        , m_profiles(profiles) {}
    std::uint64_t allocate(std::size_t bytes) override { return m_machine.memory->allocate(bytes); }
    void free(std::uint64_t address) override { m_machine.memory->free(address); }
    void write(std::uint64_t address, const void* data, std::size_t bytes) override {
        std::memcpy(pointerTo(address), data, bytes);
    }
    void read(std::uint64_t address, void* data, std::size_t bytes) override {
        std::memcpy(data, pointerTo(address), bytes);
    }
    void launch(const std::string& kernel, const cuda::LaunchConfig& config,
                const std::vector<test::KernelArgument>& arguments) override {
        LaunchRequest request = m_machine.request(
            kernel, {config.grid.x, config.grid.y, config.grid.z},
            {config.block.x, config.block.y, config.block.z}, {}, config.sharedBytes);
        const KernelInfo& info = kernelsOf(*m_machine.program).at(request.kernel);
        request.parameters.resize(info.parameterBytes);
        for (std::size_t i = 0; i < arguments.size(); ++i)
            std::memcpy(request.parameters.data() + info.parameterOffsets.at(i), arguments[i].data,
                        arguments[i].size);
        request.metrics = m_profiles;
        request.profiling = {m_profiles, 4, 16, 64 << 10};
        const LaunchOutcome outcome = execute(request);
        if (!outcome.ok())
            throw test::WrongResult(describe(outcome));
        if (m_profiles)
            verify(*outcome.profile, *outcome.metrics,
                   std::uint64_t{config.grid.x} * config.grid.y * config.grid.z *
                       ((config.block.x * config.block.y * config.block.z + 31) / 32));
        if (!outcome.findings.empty())
            throw test::WrongResult(outcome.findings.front().text);
    }
    std::uint64_t symbol(const std::string& name) override {
        for (const VariableInfo& variable : variablesOf(*m_machine.program)) {
            if (variable.name == name)
                return variable.address;
        }
        throw test::WrongResult("no variable " + name);
    }
    test::TensorMapBytes tensorMap(const test::TensorShape&) override {
        throw test::WrongResult("the engine alone makes no tensor maps");
    }
    std::string printedBy(const std::function<void()>& f) override {
        f();
        return {};
    }

  private:
    static void* pointerTo(std::uint64_t address) {
        return reinterpret_cast<void*>(static_cast<std::uintptr_t>(address));
    }
    Machine& m_machine;
    const bool m_profiles;
};

} // namespace

class TestCorpus : public QObject {
    Q_OBJECT

  private:
    std::vector<test::CorpusCase> m_cases = test::basicCases();

  private slots:
    void kernels_data();
    void kernels();
};

void TestCorpus::kernels_data() {
    QTest::addColumn<int>("index");
    QTest::addColumn<int>("target");
    QTest::addColumn<bool>("checked");
    QTest::addColumn<bool>("profiled");
    for (std::size_t i = 0; i < m_cases.size(); ++i) {
        for (const int target : {75, 90, 120})
            QTest::addRow("%s %d", m_cases[i].name, target) << int(i) << target << false << false;
        // All of them are correct: no check may find anything.
        for (const int target : {90, 120})
            QTest::addRow("%s %d checked", m_cases[i].name, target)
                << int(i) << target << true << false;
        for (const int target : {75, 120})
            QTest::addRow("%s %d profiled", m_cases[i].name, target)
                << int(i) << target << false << true;
    }
}

void TestCorpus::kernels() {
    QFETCH(int, index);
    QFETCH(int, target);
    QFETCH(bool, checked);
    QFETCH(bool, profiled);
    const test::CorpusCase& c = m_cases[static_cast<std::size_t>(index)];
    Machine m;
    m.checks = {checked, checked, checked, 0, checked};
    const std::string path = test::sourcePath("tests/simgpu/engine/data/") + c.file + "." +
                             std::to_string(target) + ".ptx";
    QVERIFY2(m.loadFile(path), m.error.c_str());
    EngineBackend backend(m, profiled);
    test::CorpusRun corpus(backend, {target, false, false});
    try {
        c.check(corpus);
    } catch (const std::exception& e) {
        QFAIL(e.what());
    }
}

WARPBENCH_TEST(TestCorpus)
} // namespace tst_corpus

#include "tst_corpus.moc"
