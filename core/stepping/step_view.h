// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/expression/number.h"
#include "core/simgpu/include/wbsim.h"
#include "core/stepping/step_values.h"
#include "core/stepping/stepping.h"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::session {

/// A warp of a paused launch, viewed through wbsim.h. Valid until the launch moves.
class StepView {
  public:
    /// Something that has a value in each lane: a variable, or a part of one.
    struct Item {
        std::string path;
        std::string type;
        wbsimEncoding encoding = WBSIM_ENCODING_UNKNOWN;
        wbsimSpace space = WBSIM_SPACE_NONE;
        std::uint64_t address = 0; ///< of the first lane that has one
        std::array<std::uint64_t, kStepLanes> addresses{};
        std::uint32_t bytes = 0;
        std::uint32_t children = 0;
        std::uint32_t mask = 0; ///< lanes that have a value
        bool parameter = false;
        std::array<std::uint64_t, kStepLanes> values{}; ///< bits, of at most 8 bytes
    };

    /// \param sharedTypes  types of elements of shared memory, by variable
    StepView(const wbsimApi& api, int device, const wbsimPause& pause, std::uint64_t block,
             std::uint32_t warp, const std::map<std::string, std::string>& sharedTypes,
             std::uint64_t dynamicShared);

    std::vector<StepWarp> warps() const; ///< of the block
    std::vector<StepFrame> frames() const;
    /// Where a lane is; empty if it has ended.
    std::vector<StepFrame> framesOf(std::uint32_t lane) const;
    std::vector<StepVariable> variables() const;
    std::vector<StepShared> shared() const;
    /// \param instruction  the next one; marks the registers that it names
    std::vector<StepRegister> registers(std::string_view instruction) const;
    std::vector<std::uint64_t> blocks() const;
    std::array<std::uint32_t, 3> blockIndex() const;

    /// The value of threadIdx_x etc. in a lane; empty for other names.
    std::optional<std::int64_t> builtin(const std::string& name, std::uint32_t lane) const;
    /// A variable by its path, from the innermost frame that has it. Lanes at other places have the
    /// values visible there.
    std::optional<Item> item(const std::string& path) const;
    /// Element `index` (by lane) of an array, or of a pointer's target.
    std::optional<Item>
    element(const Item& of, const std::array<std::optional<std::int64_t>, kStepLanes>& index) const;
    static std::string text(const Item& item, std::uint32_t lane);
    /// The same for all lanes, also for structs and arrays: "{1, {2, 3}}".
    StepValues texts(const Item& item, std::uint32_t lanes) const;
    static std::optional<project::Number> number(const Item& item, std::uint32_t lane);

  private:
    /// Number of frames in which a variable's parts are looked up.
    static constexpr std::uint32_t kDeepestFrame = 16;
    /// The text of a part without a value here, or that was never written.
    static constexpr std::string_view kNoValue = "–";

    wbsimPlace place(std::uint32_t group, std::uint32_t frame = 0) const;
    std::vector<StepFrame> framesAt(std::uint32_t group) const;
    std::vector<Item> itemsOf(const wbsimPlace& place, const std::string& path) const;
    std::optional<Item> itemAt(const wbsimPlace& place, const std::string& path) const;
    std::optional<Item> itemOfFrames(const std::string& path) const;
    std::optional<Item> firstElement(const std::string& path) const;
    std::optional<Item>
    elementAt(const Item& of,
              const std::array<std::optional<std::int64_t>, kStepLanes>& index) const;
    void expandThis(std::vector<Item>& into, const wbsimPlace& place) const;
    void expand(std::vector<Item>& into, const wbsimPlace& place, const Item& item,
                int depth) const;
    /// A struct or an array with its contents.
    struct Part {
        Item item;
        std::vector<Part> parts;
    };
    Part partOf(const Item& item, int depth) const;
    static std::string textOf(const Part& part,
                              const std::function<std::string(const Item&)>& leafText);
    void takeSharedType(Item& item) const;
    bool isWritten(wbsimSpace space, std::uint32_t lane, std::uint64_t address,
                   std::uint32_t bytes) const;
    std::vector<bool> writtenIn(std::uint64_t address, std::size_t bytes) const;
    StepType sharedType(const std::string& name) const;
    StepShared sharedOf(const Item& item) const;

    const wbsimApi* m_api;
    int m_device;
    wbsimPause m_pause;
    std::uint64_t m_block;
    std::uint32_t m_warp;
    const std::map<std::string, std::string>* m_sharedTypes;
    std::uint64_t m_dynamicShared; ///< bytes
};

} // namespace warpbench::session
