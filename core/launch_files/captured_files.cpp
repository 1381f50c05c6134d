// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch_files/captured_files.h"

#include "core/launch_files/json_text.h"
#include "core/launch_files/source_names.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

namespace warpbench::launch_files {

namespace {

bool writeBytes(const std::string& file, const void* data, std::size_t bytes) {
    std::FILE* const out = std::fopen(file.c_str(), "wbe");
    if (!out)
        return false;
    const bool isWritten = std::fwrite(data, 1, bytes, out) == bytes;
    return std::fclose(out) == 0 && isWritten;
}

} // namespace

CapturedFiles::CapturedFiles(LaunchDescription description, LaunchMemory& memory,
                             CaptureChoice& choice, std::string folder)
    : m_description(std::move(description))
    , m_memory(memory)
    , m_choice(choice)
    , m_folder(std::move(folder)) {
    std::error_code error; // finish() reports what could not be written
    std::filesystem::create_directory(m_folder, error);
    findParts();
    if (!m_choice.take(m_bytes)) {
        m_isTooLarge = true;
    } else {
        writeModule();
        writeMemory("before");
    }
    writeDescription("running"); // what is left where the program is killed
}

void CapturedFiles::finish(const std::string& state, bool hasMemory) {
    if (m_isTooLarge)
        return;
    if (hasMemory)
        writeMemory("after");
    writeDescription(m_isWritten ? state : "unwritten");
}

void CapturedFiles::findParts() {
    look(m_description.parameters.data(), m_description.parameters.size());
    for (const ModuleVariable& variable : m_description.variables) {
        m_bytes += variable.size;
        look(m_memory.contents(variable.base, variable.size), variable.size);
    }
    while (!m_open.empty() && m_bytes <= m_choice.limit()) {
        const MemoryPart part = m_open.back();
        m_open.pop_back();
        const std::byte* const contents = m_memory.contents(part.base, part.size);
        if (contents)
            m_parts.push_back(part);
        else
            m_bytes -= part.size; // it ended with its context
        look(contents, part.size);
    }
    std::sort(m_parts.begin(), m_parts.end(),
              [](const MemoryPart& a, const MemoryPart& b) { return a.base < b.base; });
}

/// Adds what the words of some memory point to.
void CapturedFiles::look(const std::byte* memory, std::uint64_t bytes) {
    for (std::uint64_t at = 0; memory && at + sizeof(std::uint64_t) <= bytes;
         at += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, memory + at, sizeof word);
        if (word >= 0x10000 && word < (std::uint64_t(1) << 48))
            reach(word);
    }
}

void CapturedFiles::reach(std::uint64_t address) {
    const std::optional<MemoryPart> part = m_memory.partAt(address);
    if (!part || !m_reached.insert(part->base).second)
        return;
    m_bytes += part->size;
    m_open.push_back(*part);
}

void CapturedFiles::write(const std::string& name, std::uint64_t address, std::uint64_t bytes) {
    const std::byte* const contents = m_memory.contents(address, bytes);
    m_isWritten = m_isWritten && contents && writeBytes(m_folder + "/" + name, contents, bytes);
}

void CapturedFiles::writeMemory(const std::string& when) {
    for (std::size_t i = 0; i < m_parts.size(); ++i)
        write(std::to_string(i) + "." + when, m_parts[i].base, m_parts[i].size);
    const auto& variables = m_description.variables;
    for (std::size_t i = 0; i < variables.size(); ++i)
        write("variable_" + std::to_string(i) + "." + when, variables[i].base, variables[i].size);
}

void CapturedFiles::writeModule() {
    for (std::size_t i = 0; i < m_description.texts.size(); ++i) {
        const std::string& text = m_description.texts[i];
        m_isWritten = m_isWritten && writeBytes(m_folder + "/module_" + std::to_string(i) + ".ptx",
                                                text.data(), text.size());
    }
}

std::string CapturedFiles::parametersText() const {
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string hex;
    for (const std::byte value : m_description.parameters) {
        hex += kDigits[std::to_integer<unsigned>(value) >> 4];
        hex += kDigits[std::to_integer<unsigned>(value) & 15];
    }
    std::string layout;
    for (const auto& [offset, size] : m_description.layout)
        layout += (layout.empty() ? "[" : ",[") + std::to_string(offset) + "," +
                  std::to_string(size) + "]";
    return "\"parameters\":\"" + hex + "\",\n\"layout\":[" + layout + "]";
}

std::string CapturedFiles::memoryText() const {
    std::string text = "\"memory\":[";
    for (std::size_t i = 0; i < m_parts.size(); ++i)
        text += std::string(i ? ",\n" : "\n") + "{\"base\":" + std::to_string(m_parts[i].base) +
                ",\"size\":" + std::to_string(m_parts[i].size) +
                ",\"kind\":" + jsonText(m_parts[i].kind) + "}";
    text += "],\n\"variables\":[";
    const auto& variables = m_description.variables;
    for (std::size_t i = 0; i < variables.size(); ++i)
        text += std::string(i ? ",\n" : "\n") + "{\"name\":" + jsonText(variables[i].name) +
                ",\"base\":" + std::to_string(variables[i].base) +
                ",\"size\":" + std::to_string(variables[i].size) +
                ",\"constant\":" + (variables[i].constant ? "true" : "false") + "}";
    return text + "]";
}

void CapturedFiles::writeDescription(const std::string& state) const {
    const ListedLaunch& launch = m_description.launch;
    const std::string gpu =
        m_description.device.empty()
            ? ",\n\"model\":" + jsonText(m_description.model)
            : ",\n\"device\":" + jsonText(m_description.device) +
                  ",\n\"compute_capability\":" + std::to_string(m_description.computeCapability);
    const std::string text =
        "{\"kernel\":" + jsonText(launch.kernel) +
        ",\n\"name\":" + jsonText(functionName(launch.kernel)) +
        ",\n\"state\":" + jsonText(m_isTooLarge ? "too large" : state) +
        ",\n\"bytes\":" + std::to_string(m_bytes) + gpu + ",\n\"grid\":" + jsonText(launch.grid) +
        ",\n\"block\":" + jsonText(launch.block) + ",\n\"cluster\":" + jsonText(launch.cluster) +
        ",\n\"shared\":" + std::to_string(launch.dynamicShared) +
        ",\n\"max_dynamic_shared\":" + std::to_string(m_description.maxDynamicShared) +
        ",\n\"static_shared\":" + std::to_string(m_description.staticShared) +
        ",\n\"cooperative\":" + (launch.cooperative ? "true" : "false") +
        ",\n\"stack_bytes\":" + std::to_string(m_description.stackBytes) +
        ",\n\"heap_bytes\":" + std::to_string(m_description.heapBytes) +
        ",\n\"modules\":" + std::to_string(m_description.texts.size()) + ",\n" + parametersText() +
        ",\n" + memoryText() + "}\n";
    writeBytes(m_folder + "/launch.json", text.data(), text.size());
}

} // namespace warpbench::launch_files
