// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/launch/operation.h"
#include "core/simgpu/engine/engine.h"

#include <functional>
#include <memory>
#include <vector>

/// Launches from kernels.
namespace warpbench::simgpu::driver {

class Context;
class Module;

/// Answers what the kernels of a module ask of their device.
class ModuleServices : public engine::DeviceServices {
  public:
    /// \param module  null if it was unloaded while the launch waited: its kernels cannot launch
    ModuleServices(std::shared_ptr<Module> module, Context& context)
        : m_module(std::move(module))
        , m_context(context) {}

    std::uint32_t errorOf(const engine::ChildWork::Launch& launch) const override;
    int residentBlocks(std::uint32_t kernel, int threads, std::uint64_t shared) const override;
    std::optional<int> attribute(int which) const override;
    int ordinal() const override;
    int count() const override;

    KernelLaunch launchOf(engine::ChildWork::Launch launch) const;

  private:
    const std::shared_ptr<Module> m_module;
    Context& m_context;
};

/// Does what a grid and all its descendants have asked for, in the order of one stream: after each
/// grid its own children.
/// \param runGrid  executes a grid and returns its children
void performChildren(
    std::vector<engine::ChildWork> children, const ModuleServices& services, Context& context,
    const std::function<std::vector<engine::ChildWork>(const KernelLaunch&)>& runGrid);

} // namespace warpbench::simgpu::driver
