// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels that measure a GPU, on the simulated one, and what they measure on a real one.
#include "core/base/error.h"
#include "core/calibrate/calibrate.h"
#include "core/calibrate/measurement.h"
#include "core/compile/compile.h"
#include "core/cuda/driver.h"
#include "tests/main.h"

#include <QTest>

#include <cmath>
#include <optional>
#include <set>

namespace tst_gpu_calibrate {

using namespace warpbench;

class TestGpuCalibrate : public QObject {
    Q_OBJECT

    static compile::CompileResult compiledFor(int computeCapability) {
        compile::CompileRequest request;
        request.source = calibrate::kernelsSource();
        request.fileName = "calibrate.cu";
        request.arch = "sm_" + std::to_string(computeCapability);
        request.lineInfo = false;
        return compile::compile(request);
    }

    static cuda::Module moduleFor(const cuda::Context& context) {
        const cuda::Device& device = context.device();
        return cuda::Module::fromPtx(context,
                                     compiledFor(device.ccMajor() * 10 + device.ccMinor()).ptx);
    }

  private slots:
    void initTestCase() {
        if (!compile::compilerInfo().available)
            QSKIP("no NVRTC was found, and these tests compile kernels");
    }

    void kernelsCompileForEveryGpu() {
        const std::vector<int> known = compile::compilerInfo().architectures;
        for (const estimate::GpuModel& model : estimate::gpuModels()) {
            if (std::find(known.begin(), known.end(), model.computeCapability) == known.end())
                continue; // CUDA 13 has no cc 7.0
            const compile::CompileResult result = compiledFor(model.computeCapability);
            QVERIFY2(result.succeeded, result.log.c_str());
        }
    }

    /// A walk comes back to its start after all lines, and not before.
    void walksVisitEveryLine() {
        const cuda::Context context =
            cuda::Context::create(cuda::Driver::openSimulated().device(0));
        const cuda::Module kernels = moduleFor(context);
        const std::atomic<bool> cancel{false};
        const calibrate::Measurement on(context, kernels, cancel);
        constexpr unsigned kLines = 64;
        const cuda::DeviceMemory array = on.allocate(kLines * 128);
        on.ns({"wb_chain", 1, kLines, 0, {calibrate::pointerTo(array), calibrate::number(kLines)}},
              1);
        std::set<std::uint64_t> seen;
        for (unsigned steps = 1; steps <= kLines; ++steps) {
            const auto out = on.results(
                {"wb_chase_l2", 1, 1, 0, {calibrate::pointerTo(array), calibrate::number(0)}},
                steps, 2);
            QVERIFY(seen.insert(out[1]).second);
            QCOMPARE(out[1] == array.pointer(), steps == kLines);
        }
    }

    void modelsAreNamedAfterTheirGpu() {
        QCOMPARE(calibrate::modelName("NVIDIA H100 80GB HBM3"), std::string("H100"));
        QCOMPARE(calibrate::modelName("NVIDIA GeForce RTX 4070"), std::string("RTX 4070"));
        QCOMPARE(calibrate::nearestModel("NVIDIA GeForce RTX 4070", 8, 9).computeCapability, 89);
        QCOMPARE(calibrate::nearestModel("NVIDIA H100 80GB HBM3", 9, 0).name, std::string("H100"));
    }

    void aCancelledMeasurementEnds() {
        const cuda::Context context =
            cuda::Context::create(cuda::Driver::openSimulated().device(0));
        const cuda::Module kernels = moduleFor(context);
        const std::atomic<bool> cancel{true};
        try {
            calibrate::measureModel(context, kernels, estimate::gpuModels().front(), cancel,
                                    [](const std::string&, double) {});
            QFAIL("it was not cancelled");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::cancelled);
        }
    }

    /// Of a GPU whose figures this program has, each is measured as within a half to twice as much.
    void aRealGpuIsMeasuredAsItsModelSays() {
        std::optional<cuda::Context> context;
        try {
            context = cuda::Context::create(cuda::Driver::openSystem().device(0));
        } catch (const Error& error) {
            QSKIP(error.what());
        }
        const cuda::Device& device = context->device();
        qInfo("on an %s", device.name().c_str());
        const estimate::GpuModel like =
            calibrate::nearestModel(device.name(), device.ccMajor(), device.ccMinor());
        const std::atomic<bool> cancel{false};
        const estimate::GpuModel model = calibrate::measureModel(
            *context, moduleFor(*context), like, cancel, [](const std::string&, double) {});
        QVERIFY(model.measured);
        QCOMPARE(estimate::readModel(estimate::modelText(model), "model.json"), model);
        if (!like.measured || like.name != calibrate::modelName(device.name()))
            QSKIP("the figures of this GPU are not known");
        std::vector<double> expected;
        estimate::forEachFigure(like, [&](const estimate::Figure&, const auto& value) {
            expected.push_back(double(value));
        });
        std::size_t index = 0;
        estimate::forEachFigure(model, [&](const estimate::Figure& figure, const auto& value) {
            const double ratio = double(value) / expected[index++];
            QVERIFY2(ratio > 0.5 && ratio < 2, figure.key);
        });
    }
};

WARPBENCH_TEST(TestGpuCalibrate)
} // namespace tst_gpu_calibrate

#include "tst_gpu_calibrate.moc"
