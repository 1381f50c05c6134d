// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/programs/captured_project.h"

#include "core/arrays/array_file.h"
#include "core/base/bytes_text.h"
#include "core/base/error.h"
#include "core/guess/device_variables.h"
#include "core/platform/files.h"
#include "core/programs/captured_memory.h"
#include "core/programs/captured_types.h"
#include "core/programs/captured_values.h"
#include "core/programs/ptx_symbols.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

namespace warpbench::programs {

namespace fs = std::filesystem;
using arrays::DType;
using arrays::Scalar;
using project::Expression;

namespace {

/// Longer lists of numbers go into a separate file.
constexpr std::size_t kMostListed = 64;
constexpr std::uint64_t kUsualStack = 1024;
constexpr std::uint64_t kUsualHeap = 8u << 20;
/// Static and dynamic shared memory available to every launch, bytes.
constexpr std::uint64_t kPlainShared = 48 << 10;

std::vector<Expression> sizesOf(const CapturedLaunch::Extent& extent) {
    std::size_t count = 3;
    while (count > 1 && extent[count - 1] == 1)
        --count;
    std::vector<Expression> sizes;
    for (std::size_t i = 0; i < count; ++i)
        sizes.push_back({std::to_string(extent[i]), {}});
    return sizes;
}

class ProjectMaker {
  public:
    ProjectMaker(const CapturedLaunch& launch, const compile::KernelInfo& kernel,
                 const std::string& source, PointerSearch search, const fs::path& folder)
        : m_launch(launch)
        , m_kernel(kernel)
        , m_memory(launch, search, folder)
        , m_folder(folder)
        , m_symbols(ptxSymbols(launch.ptx))
        , m_used(usedSymbols(m_symbols, launch.lowered)) {
        for (const guess::DeviceVariable& variable : guess::deviceVariables(source))
            if (variable.dtype)
                m_declared.emplace(variable.name, *variable.dtype);
    }

    CapturedProject make() {
        requireReplayable();
        m_result.project.name = m_kernel.name;
        setLaunch();
        addArguments();
        addVariables();
        m_memory.addBuffers(m_result, m_launch.state == CapturedLaunch::State::done);
        noteState();
        return std::move(m_result);
    }

  private:
    void requireReplayable() const {
        if (m_launch.state == CapturedLaunch::State::tooLarge)
            throw Error(ErrorKind::usage,
                        {"WB2106",
                         "the launch of {kernel} reaches more memory than the limit",
                         "raise --limit, or run the program on a smaller problem",
                         {{"kernel", m_launch.kernel}}});
        if (usesImages(m_symbols, m_used))
            throw Error(ErrorKind::usage,
                        {"WB2107",
                         "{kernel} uses textures or surfaces, which are not captured",
                         "capture another kernel, or set up its textures in a project by hand",
                         {{"kernel", m_launch.kernel}}});
        if (m_kernel.parameters.size() != m_launch.layout.size())
            throw Error(ErrorKind::internal,
                        {"WB2108",
                         "{kernel} has {found} parameters in its source and {expected} in its code",
                         {},
                         {{"kernel", m_launch.kernel},
                          {"found", m_kernel.parameters.size()},
                          {"expected", m_launch.layout.size()}}});
    }

    void setLaunch() {
        project::Launch& launch = m_result.project.launches.emplace_back();
        launch.kernel = m_kernel.name;
        launch.grid = sizesOf(m_launch.grid);
        launch.block = sizesOf(m_launch.block);
        launch.shared = {std::to_string(m_launch.shared), {}};
        launch.cooperative = m_launch.cooperative;
        if (m_launch.cluster != CapturedLaunch::Extent{1, 1, 1})
            launch.cluster = sizesOf(m_launch.cluster);
        if (m_launch.shared + m_launch.staticShared > kPlainShared)
            launch.maxDynamicShared = Expression{std::to_string(m_launch.shared), {}};
        project::Limits& limits = m_result.project.limits;
        if (m_launch.stackBytes != kUsualStack)
            limits.stackBytes = Expression{std::to_string(m_launch.stackBytes), {}};
        if (m_launch.heapBytes != kUsualHeap)
            limits.heapBytes = Expression{std::to_string(m_launch.heapBytes), {}};
    }

    std::span<const std::byte> parameterAt(std::size_t index) const {
        const CapturedLaunch::Slot& slot = m_launch.layout[index];
        return std::as_bytes(std::span(m_launch.parameters)).subspan(slot.offset, slot.size);
    }

    /// All pointers first: the type of a buffer must fit all pointers into it.
    void addArguments() {
        for (std::size_t i = 0; i < m_launch.layout.size(); ++i)
            noteUses(m_kernel.parameters[i], parameterAt(i), nameOf(i));
        m_memory.chooseTypes();
        for (std::size_t i = 0; i < m_launch.layout.size(); ++i)
            m_result.project.launches.front().args.push_back(
                argumentOf(m_kernel.parameters[i], parameterAt(i)));
    }

    std::string nameOf(std::size_t index) const {
        const std::string& name = m_kernel.parameters[index].name;
        return name.empty() ? fmt::format("param_{}", index) : name;
    }

    static std::uint64_t addressIn(std::span<const std::byte> bytes) {
        std::uint64_t address = 0;
        if (bytes.size() == sizeof address)
            std::memcpy(&address, bytes.data(), sizeof address);
        return address;
    }

    /// Compiled code does not distinguish pointers from 64-bit numbers.
    bool isPointer(const compile::Parameter& parameter, std::span<const std::byte> bytes) const {
        return parameter.pointer ||
               (bytes.size() == 8 && !dtypeOfValue(parameter) && parameter.members.empty() &&
                m_launch.memoryAt(addressIn(bytes)));
    }

    void noteUses(const compile::Parameter& parameter, std::span<const std::byte> bytes,
                  const std::string& name) {
        if (isPointer(parameter, bytes)) {
            m_memory.noteUse(addressIn(bytes), parameter, name);
            return;
        }
        const auto note = [&](std::uint64_t address, const compile::Parameter& member) {
            m_memory.noteUse(address, member, name + "_" + member.name);
            return std::optional<project::BufferArg>(project::BufferArg{});
        };
        structOf(parameter, bytes, note);
    }

    project::Argument argumentOf(const compile::Parameter& parameter,
                                 std::span<const std::byte> bytes) {
        const auto pointer = [&](std::uint64_t address, const compile::Parameter& type) {
            return m_memory.argumentFor(address, type);
        };
        if (isPointer(parameter, bytes)) {
            const std::uint64_t address = addressIn(bytes);
            if (address == 0)
                return {project::NullArg{}, {}};
            if (auto argument = pointer(address, parameter))
                return {std::move(*argument), {}};
            noteLostPointer(parameter, address);
            return rawArgument(bytes);
        }
        const auto dtype = dtypeOfValue(parameter);
        if (dtype && dtype->size() == bytes.size())
            if (auto numbers = numbersOf(*dtype, bytes))
                return {project::ScalarArg{*dtype, std::move(*numbers)}, {}};
        if (auto structure = structOf(parameter, bytes, pointer))
            return {std::move(*structure), {}};
        return rawArgument(bytes);
    }

    /// Bytes as they are: the targets of addresses among them keep their place.
    project::Argument rawArgument(std::span<const std::byte> bytes) {
        m_memory.fixTargetsOf(bytes);
        project::BytesArg raw;
        for (const std::byte value : bytes)
            raw.bytes.push_back(std::to_integer<std::uint8_t>(value));
        return {std::move(raw), {}};
    }

    void noteLostPointer(const compile::Parameter& parameter, std::uint64_t address) {
        const auto holds = [&](const CapturedVariable& v) { return v.memory.holds(address); };
        const auto variable =
            std::find_if(m_launch.variables.begin(), m_launch.variables.end(), holds);
        m_result.notes.push_back(
            variable == m_launch.variables.end()
                ? fmt::format("The argument {} points to memory that does not belong to the GPU.",
                              parameter.name)
                : fmt::format("The argument {} points to the variable {}, which has another "
                              "address in a replay.",
                              parameter.name, variable->name));
    }

    void addVariables() {
        for (const CapturedVariable& variable : m_launch.variables)
            if (m_used.contains(variable.name))
                addVariable(variable);
    }

    void addVariable(const CapturedVariable& variable) {
        const std::string before = platform::readFile(variable.memory.before);
        const auto bytes = std::as_bytes(std::span(before));
        const auto declared = m_declared.find(variable.name);
        const bool isKnown =
            declared != m_declared.end() && bytes.size() % declared->second.size() == 0;
        if (!isKnown || mayHoldPointers(declared->second))
            m_memory.fixTargetsOf(bytes);
        const bool isChanged = m_launch.state == CapturedLaunch::State::done &&
                               platform::readFile(variable.memory.after) != before;
        const bool isZero = before.find_first_not_of('\0') == std::string::npos;
        if (isZero && !isChanged && !m_symbols.at(variable.name).isInitialized)
            return; // that is its initial value
        project::Constant constant;
        constant.dtype = isKnown ? declared->second
                                 : DType(bytes.size() % 4 == 0 ? Scalar::uint32 : Scalar::uint8);
        constant.read = isChanged;
        const auto numbers = bytes.size() / constant.dtype.size() <= kMostListed
                                 ? numbersOf(constant.dtype, bytes)
                                 : std::nullopt;
        if (numbers) {
            constant.value = *numbers;
        } else {
            constant.file = fmt::format("data/variable_{}.bin", m_result.project.constants.size());
            platform::replaceFile(m_folder / constant.file, before);
        }
        if (isChanged)
            m_result.notes.push_back(
                fmt::format("The launch changes the variable {}. The report shows its value "
                            "afterwards, but does not check it.",
                            variable.name));
        m_result.project.constants.emplace(variable.name, std::move(constant));
    }

    void noteState() {
        if (m_launch.state == CapturedLaunch::State::failed)
            m_result.notes.push_back(
                "The launch ended with a fault, so its results are not checked.");
        else if (m_launch.state == CapturedLaunch::State::running)
            m_result.notes.push_back(
                "The program ended before the launch did, so its results are not checked.");
    }

    const CapturedLaunch& m_launch;
    const compile::KernelInfo& m_kernel;
    MemoryMaker m_memory;
    const fs::path m_folder;
    const std::map<std::string, PtxSymbol> m_symbols;
    const std::set<std::string> m_used; ///< symbols, by the kernel
    std::map<std::string, DType> m_declared;
    CapturedProject m_result;
};

} // namespace

CapturedProject makeCapturedProject(const CapturedLaunch& launch, const compile::KernelInfo& kernel,
                                    const std::string& source, PointerSearch search,
                                    const fs::path& folder) {
    fs::create_directories(folder / "data");
    return ProjectMaker(launch, kernel, source, search, folder).make();
}

} // namespace warpbench::programs
