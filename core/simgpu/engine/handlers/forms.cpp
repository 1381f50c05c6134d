// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/handlers/forms.h"

#include "core/simgpu/engine/handlers/families.h"
#include "core/simgpu/engine/handlers/instruction_set.h"

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
    addClusterCancelForms(table);
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
    if (!processorHas(isa))
        return nullptr;
    if (isa == "baseline") {
        static const FormTable table = tableWith(isa_baseline::addAll);
        return &table;
    }
#if defined(WARPBENCH_SIMGPU_AVX2)
    if (isa == "avx2") {
        static const FormTable table = tableWith(isa_avx2::addAll);
        return &table;
    }
#endif
#if defined(WARPBENCH_SIMGPU_AVX512)
    if (isa == "avx512") {
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
        for (const std::string_view isa : kInstructionSets) {
            if (const FormTable* table = formsOf(isa))
                return table;
        }
        return nullptr; // never: every processor and every build has the baseline
    }();
    return *chosen;
}

} // namespace warpbench::simgpu::engine
