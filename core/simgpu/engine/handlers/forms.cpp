// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/handlers/forms.h"

#include "core/simgpu/engine/handlers/families.h"

#include <cstdlib>

namespace warpbench::simgpu::engine {

void FormTable::add(const char* keys, const char* shape, Handler run) {
    std::string_view rest = keys;
    while (!rest.empty()) {
        const auto space = rest.find(' ');
        m_forms[std::string(rest.substr(0, space))] = Form{run, shape};
        rest = space == std::string_view::npos ? std::string_view{} : rest.substr(space + 1);
    }
}

void FormTable::addJoined(std::initializer_list<const char*> parts, const char* shape,
                          Handler run) {
    std::string key;
    for (const char* part : parts)
        key += part;
    m_forms[key] = Form{run, shape};
}

const Form* FormTable::find(std::string_view key) const {
    const auto it = m_forms.find(key);
    return it == m_forms.end() ? nullptr : &it->second;
}

std::vector<std::string> FormTable::keys() const {
    std::vector<std::string> keys;
    for (const auto& [key, form] : m_forms)
        keys.push_back(key);
    return keys;
}

namespace {

template <class AddFamilies>
FormTable tableWith(AddFamilies addFamilies) {
    FormTable table;
    addFamilies(table);
    addAsyncForms(table);
    addLaunchControlForms(table);
    addMatrixForms(table);
    addStackForms(table);
    addTensorMapForms(table);
    addVideoForms(table);
    addSurfaceForms(table);
    addTextureForms(table);
    return table;
}

} // namespace

const FormTable* formsOf(std::string_view isa) {
    if (isa == "baseline") {
        static const FormTable table = tableWith(isa_baseline::addAll);
        return &table;
    }
#if defined(WARPBENCH_SIMGPU_X86)
    if (isa == "avx2" && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
        __builtin_cpu_supports("bmi2")) {
        static const FormTable table = tableWith(isa_avx2::addAll);
        return &table;
    }
    if (isa == "avx512" && __builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
        static const FormTable table = tableWith(isa_avx512::addAll);
        return &table;
    }
#endif
    return nullptr;
}

const FormTable& forms() {
    static const FormTable* const chosen = []() -> const FormTable* {
        if (const char* wanted = std::getenv("WARPBENCH_SIMGPU_ISA")) {
            if (const FormTable* table = formsOf(wanted))
                return table;
        }
        for (const char* isa : {"avx512", "avx2"}) {
            if (const FormTable* table = formsOf(isa))
                return table;
        }
        return formsOf("baseline");
    }();
    return *chosen;
}

} // namespace warpbench::simgpu::engine
