// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/context.h"
#include "core/cuda/device.h"
#include "core/cuda/kernel.h"
#include "core/cuda/module.h"
#include "core/occupancy/occupancy.h"

#include <QStringList>
#include <QTest>

#include <fmt/format.h>

#include <string>

/// core/occupancy beside cuOccupancyMaxActiveBlocksPerMultiprocessor: the same rows for a real GPU
/// and for a simulated one.
namespace warpbench::test {

/// A kernel with that many live registers: volatile accesses keep their order.
inline std::string holdingRegisters(int count) {
    std::string text = fmt::format(".visible .entry hold{0}(.param .u64 p)\n{{\n"
                                   "    .reg .b32 %r<{0}>;\n    .reg .b64 %rd<3>;\n"
                                   "    ld.param.u64 %rd1, [p];\n"
                                   "    cvta.to.global.u64 %rd2, %rd1;\n",
                                   count);
    for (int i = 0; i < count; ++i)
        text += fmt::format("    ld.volatile.global.u32 %r{}, [%rd2+{}];\n", i, 4 * i);
    for (int i = 0; i < count; ++i)
        text += fmt::format("    st.volatile.global.u32 [%rd2+{}], %r{};\n", 4 * i, i);
    return text + "    ret;\n}\n";
}

/// A kernel with that many bytes of static shared memory.
inline std::string holdingShared(int bytes) {
    return fmt::format(".visible .entry tile{0}()\n{{\n"
                       "    .reg .b32 %r<2>;\n    .shared .align 4 .b8 tile[{0}];\n"
                       "    mov.u32 %r1, 1;\n    st.volatile.shared.u32 [tile], %r1;\n"
                       "    ret;\n}}\n",
                       bytes);
}

inline std::string occupancyKernels() {
    return ".version 7.0\n.target sm_70\n.address_size 64\n"
           ".visible .entry nothing()\n{\n    ret;\n}\n"
           ".visible .entry bounded()\n.maxntid 96, 1, 1\n{\n    ret;\n}\n" +
           holdingRegisters(20) + holdingRegisters(40) + holdingRegisters(90) +
           holdingRegisters(180) + holdingShared(4) + holdingShared(5000) + holdingShared(20000) +
           holdingShared(49152);
}

inline void addOccupancyRows() {
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<int>("threads");
    for (const char* kernel : {"nothing", "bounded", "hold20", "hold40", "hold90", "hold180",
                               "tile4", "tile5000", "tile20000", "tile49152"}) {
        for (const int threads :
             {1, 31, 32, 33, 64, 96, 128, 160, 192, 256, 384, 512, 640, 768, 1000, 1024})
            QTest::addRow("%s with %d threads", kernel, threads)
                << QString::fromLatin1(kernel) << threads;
    }
}

/// Where core and the driver differ, over amounts of dynamic shared memory; empty where they agree
/// or the block is larger than the kernel may have.
inline QStringList occupancyDifferences(const cuda::Context& context, const cuda::Module& module,
                                        const QString& name, int threads) {
    const cuda::Device& device = context.device();
    const occupancy::DeviceLimits limits = occupancy::limitsFor(device.ccMajor(), device.ccMinor());
    const cuda::Kernel kernel = module.kernel(name.toStdString());
    occupancy::KernelUsage usage;
    usage.threads = threads;
    usage.registers = kernel.attribute(CU_FUNC_ATTRIBUTE_NUM_REGS);
    usage.staticShared = kernel.attribute(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
    usage.maxThreads = kernel.attribute(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    if (threads > usage.maxThreads)
        return {};
    const std::int64_t room = limits.sharedPerBlockOptin - usage.staticShared;
    kernel.setAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, int(room));
    usage.maxDynamicShared = room;
    QStringList differences;
    for (const std::int64_t dynamic :
         {0,     1,     1000,  1024,  4096,   8191,   8192,   10000,  16384,  24576, 32768,
          40000, 49152, 65536, 98304, 101376, 116736, 160000, 166912, 200000, 232448}) {
        if (dynamic > room)
            break;
        usage.dynamicShared = dynamic;
        const int ours = occupancy::compute(limits, usage).activeBlocks;
        const int theirs = kernel.driverActiveBlocksPerSm(threads, std::size_t(dynamic));
        if (ours != theirs)
            differences << QStringLiteral(
                               "%1 registers, %2 + %3 bytes shared: %4, the driver says %5")
                               .arg(usage.registers)
                               .arg(usage.staticShared)
                               .arg(dynamic)
                               .arg(ours)
                               .arg(theirs);
    }
    return differences;
}

} // namespace warpbench::test
