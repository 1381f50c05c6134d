// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/check/forms.h"

#include "core/simgpu/ptx/check/form_tables.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

namespace warpbench::simgpu::ptx {

namespace {

/// The definitions of @name; may contain others.
constexpr std::pair<std::string_view, std::string_view> kLists[] = {
    {"@int8", "u8|s8|u16|s16|u32|s32|u64|s64"},
    {"@integral", "rni|rzi|rmi|rpi"},
    {"@int", "u16|u32|u64|s16|s32|s64"},
    {"@carry", "u32|s32|u64|s64"},
    {"@rnd", "rn|rz|rm|rp"},
    {"@bool", "and|or|xor"},
    {"@compare", "eq|ne|lt|le|gt|ge"},
    {"@floatCompare", "@compare|equ|neu|ltu|leu|gtu|geu|num|nan"},
    {"@memory", "b8|b16|b32|b64|b128|u8|u16|u32|u64|s8|s16|s32|s64|f32|f64"},
    {"@space", "@storeSpace|const|param::entry"},
    {"@storeSpace", "global|shared|shared::cta|shared::cluster|local|param|param::func"},
    {"@window", "global|shared|shared::cta|shared::cluster|local|const"},
    {"@scope", "cta|cluster|gpu|sys"},
    {"@loadCache", "ca|cg|cs|lu|cv"},
    {"@storeCache", "wb|cg|cs|wt"},
    {"@remote", "relaxed cluster shared::cluster? mbarrier::complete_tx::bytes"},
    {"@release", "mmio? release gpu|sys global?"},
    {"@evictL2", "L2::evict_last|L2::evict_normal|L2::evict_first"},
    {"@evict", "L1::evict_normal|L1::evict_unchanged|L1::evict_first|L1::evict_last|"
               "L1::no_allocate"},
    {"@ahead", "L2::64B|L2::128B|L2::256B"},
    {"@atomic", "relaxed|acquire|release|acq_rel? @where"},
    {"@reduction", "relaxed|release? @where"},
    {"@atomicGlobal", "relaxed|acquire|release|acq_rel? @scope? global? L2::cache_hint+"},
    {"@reductionGlobal", "relaxed|release? @scope? global? L2::cache_hint+"},
    {"@shared", "shared|shared::cta|shared::cluster"},
    {"@texture", "1d|2d|3d|a1d|a2d|cube|acube|2dms|a2dms"},
    {"@surface", "1d|2d|3d|a1d|a2d"},
    {"@outside", "trap|clamp|zero"},
    {"@near", "shared::cluster shared::cta mbarrier::complete_tx::bytes"},
    {"@far", "global shared::cta bulk_group"},
    {"@rank", "1d|2d|3d|4d|5d"},
    {"@pair", "cta_group::1|cta_group::2?"},
    {"@map", "tile global|shared::cta? b1024"},
    {"@word", "u32|s32"},
    {"@evictAny", "L2::evict_last|L2::evict_normal|L2::evict_first|L2::evict_unchanged"},
    {"@wmmaHalf", "m16n16k16|m8n32k16|m32n8k16"},
    {"@matrix", "global|shared|shared::cta?"},
    {"@sparse", "sp|sp::ordered_metadata"},
    {"@fp8", "e4m3|e5m2"},
    {"@small", "e4m3|e5m2|e3m2|e2m3|e2m1"},
    {"@bytes", "u32(0..1048560,16n)"},
    {"@where", "@scope? global|shared|shared::cta|shared::cluster? L2::cache_hint+"},
};

/// Modifiers that are newer than their instructions, by their first letters.
constexpr std::pair<std::string_view, Since> kSince[] = {
    {"shared::cta", {78, 0}},
    {"shared::cluster", {78, 90}},
    {"cluster", {78, 90}},
    {"param::", {83, 0}},
    {"L1::", {74, 70}},
    {"L2::cache_hint", {74, 80}},
    {"L2::evict", {74, 80}},
    {"L2::64B", {74, 75}},
    {"L2::128B", {74, 75}},
    {"L2::256B", {74, 80}},
    {"sp::ordered_metadata", {85, 80}},
    {"cta_group", {86, 100}},
};

/// The text with every @name replaced. The longest name counts: @int8 before @int.
std::string expanded(std::string_view text) {
    std::string result(text);
    for (std::size_t at = result.find('@'); at != std::string::npos; at = result.find('@', at)) {
        const std::pair<std::string_view, std::string_view>* best = nullptr;
        for (const auto& list : kLists) {
            if (result.compare(at, list.first.size(), list.first) == 0 &&
                (!best || list.first.size() > best->first.size()))
                best = &list;
        }
        if (!best) { // '@' alone: a label
            ++at;
            continue;
        }
        result.replace(at, best->first.size(), best->second);
    }
    return result;
}

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(separator), text.size());
        if (end > 0)
            parts.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

struct Group {
    std::vector<std::string> names;
    bool isOptional = false;
    bool bringsOperand = false;
    bool isLeading = false;
    bool has(std::string_view name) const {
        return std::find(names.begin(), names.end(), name) != names.end();
    }
};

struct Form {
    std::vector<Group> groups;
    bool hasOthers = false; ///< any other modifiers
    bool anyTypes = false;
    std::vector<std::vector<Type>> types;
    std::vector<std::vector<std::string>> operands; ///< one list or several
    Since since;
    bool isGone = false;
    bool isSpecific = false;
};

/// "m64n8..32k16" as "m64n8k16", "m64n16k16", …
std::vector<std::string> shapesOf(const std::string& text) {
    const std::size_t dots = text.find("..");
    if (dots == std::string::npos)
        return {text};
    const std::size_t from = text.find('n') + 1, k = text.find('k'), plus = text.find('+');
    const int last = std::stoi(text.substr(dots + 2));
    const int step = plus < k ? std::stoi(text.substr(plus + 1)) : 8;
    std::vector<std::string> shapes;
    for (int n = std::stoi(text.substr(from)); n <= last; n += step)
        shapes.push_back(text.substr(0, from) + std::to_string(n) + text.substr(k));
    return shapes;
}

Form compiled(const FormText& text) {
    Form form;
    for (std::string& part : split(expanded(text.modifiers), ' ')) {
        if (part == "*") {
            form.hasOthers = true;
            continue;
        }
        Group group;
        group.isLeading = part.front() == '<';
        if (group.isLeading)
            part.erase(0, 1);
        group.bringsOperand = part.back() == '+';
        group.isOptional = group.bringsOperand || part.back() == '?';
        if (group.isOptional)
            part.pop_back();
        for (const std::string& name : split(part, '|')) {
            const std::vector<std::string> shapes = shapesOf(name);
            group.names.insert(group.names.end(), shapes.begin(), shapes.end());
        }
        form.groups.push_back(std::move(group));
    }
    form.anyTypes = text.types == "*";
    for (const std::string& part : split(expanded(text.types), ' ')) {
        std::vector<Type>& types = form.types.emplace_back();
        for (const std::string& name : split(part, '|'))
            types.push_back(typeNamed(name));
    }
    form.operands.emplace_back();
    for (std::string& token : split(expanded(text.operands), ' ')) {
        if (token == "/")
            form.operands.emplace_back();
        else
            form.operands.back().push_back(std::move(token));
    }
    form.since = {text.sinceVersion, text.sinceTarget & ~kSpecificTarget};
    form.isGone = text.isGone;
    form.isSpecific = (text.sinceTarget & kSpecificTarget) != 0;
    return form;
}

/// All forms, by opcode.
class FormTable {
  public:
    FormTable() {
        for (const auto& list : {arithmeticForms(), asyncForms(), controlForms(), imageForms(),
                                 matrixForms(), memoryForms(), sparseForms(), wgmmaForms()}) {
            for (const FormText& text : list) {
                const Form form = compiled(text);
                for (const Group& group : form.groups)
                    m_modifiers.insert(group.names.begin(), group.names.end());
                for (const std::string& opcode : split(text.opcodes, ' '))
                    m_forms[opcode].push_back(form);
            }
        }
    }

    const std::vector<Form>* formsOf(std::string_view opcode) const {
        const auto found = m_forms.find(std::string(opcode));
        return found == m_forms.end() ? nullptr : &found->second;
    }
    std::vector<std::string> opcodes() const {
        std::vector<std::string> opcodes;
        for (const auto& [opcode, forms] : m_forms)
            opcodes.push_back(opcode);
        return opcodes;
    }
    bool isModifier(std::string_view name) const {
        return m_modifiers.count(std::string(name)) != 0;
    }

  private:
    std::unordered_map<std::string, std::vector<Form>> m_forms;
    std::set<std::string> m_modifiers; ///< of all forms
};

const FormTable& table() {
    static const FormTable kTable;
    return kTable;
}

/// A mnemonic, taken apart.
struct Given {
    std::string_view opcode;
    Modifiers all; ///< with the types
    std::vector<std::string_view> modifiers;
    std::vector<Type> types;
};

/// How far a form matches: the further, the more likely it was intended.
struct Fit {
    enum class Step : std::uint8_t { types, modifiers, all };
    Step step = Step::types;
    std::size_t matched = 0; ///< modifiers
    std::string mistake;
    std::vector<bool> groupUsed;
};

std::string dotted(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t n = 0; n < names.size(); ++n)
        text += (n == 0 ? "." : n + 1 == names.size() ? " or ." : ", .") + names[n];
    return text;
}

bool typesFit(const Form& form, const std::vector<Type>& types) {
    if (form.anyTypes)
        return true;
    if (form.types.size() != types.size())
        return false;
    for (std::size_t n = 0; n < types.size(); ++n) {
        const std::vector<Type>& allowed = form.types[n];
        if (std::find(allowed.begin(), allowed.end(), types[n]) == allowed.end())
            return false;
    }
    return true;
}

bool isSpace(std::string_view name) {
    return name == "global" || name == "const" || name == "local" || name.starts_with("shared") ||
           name.starts_with("param");
}

Fit fitOf(const Form& form, const Given& given) {
    Fit fit;
    fit.groupUsed.assign(form.groups.size(), false);
    std::string_view foreign;
    std::size_t lastSpace = 0;
    bool spacesInOrder = true; // of a copy: to, from
    for (const std::string_view name : given.modifiers) {
        std::size_t group = 0;
        while (group < form.groups.size() &&
               (fit.groupUsed[group] || !form.groups[group].has(name)))
            ++group;
        if (group < form.groups.size()) {
            fit.groupUsed[group] = true;
            ++fit.matched;
            if (isSpace(name)) {
                spacesInOrder &= group >= lastSpace;
                lastSpace = group;
            }
        } else if (foreign.empty() && !form.hasOthers) {
            foreign = name;
        }
    }
    if (!typesFit(form, given.types)) {
        fit.mistake = given.types.empty() ? "its type is missing" : "it does not support this type";
        return fit;
    }
    fit.step = Fit::Step::modifiers;
    if (!foreign.empty()) {
        fit.mistake = "'." + std::string(foreign) + "' does not go with the rest";
        return fit;
    }
    if (!spacesInOrder) {
        fit.mistake = "its state spaces are in the wrong order";
        return fit;
    }
    for (std::size_t group = 0; group < form.groups.size(); ++group) {
        if (!fit.groupUsed[group] && !form.groups[group].isOptional) {
            fit.mistake = dotted(form.groups[group].names) + " is missing";
            return fit;
        }
    }
    for (std::size_t group = 0; group < form.groups.size() && form.groups[group].isLeading;
         ++group) {
        if (!form.groups[group].has(given.all.at(group))) {
            fit.mistake = dotted(form.groups[group].names) + " must come right after '" +
                          std::string(group == 0 ? given.opcode : given.all.at(group - 1)) + "'";
            return fit;
        }
    }
    fit.step = Fit::Step::all;
    return fit;
}

/// "Vectors must not exceed 128 bits" (PTX ISA 9.0, section 5.4.2), from sm_100
/// on 256 bits in loads and stores of global memory. \return why a vector is
/// invalid
std::string limitVectors(const Given& given, ResolvedForm& form) {
    constexpr std::size_t kUsual = 16, kMost = 32; // bytes
    for (const OperandRule& rule : form.operands) {
        const std::size_t bytes =
            std::size_t{rule.elements} * static_cast<std::size_t>(sizeOf(rule.type));
        if (!rule.byModifier || bytes <= kUsual)
            continue;
        const bool isAccess = given.opcode == "ld" || given.opcode == "st";
        if (!isAccess || bytes > kMost || rule.elements < 4 || sizeOf(rule.type) < 4)
            return "a vector has at most 128 bits";
        form.since.raiseTo({88, 100});
    }
    return {};
}

ResolvedForm resolved(const Form& form, const std::vector<std::string>& operands, const Fit& fit,
                      const Given& given) {
    ResolvedForm result;
    std::vector<bool> brings; // by group with '+'
    for (std::size_t group = 0; group < form.groups.size(); ++group) {
        if (form.groups[group].bringsOperand)
            brings.push_back(fit.groupUsed[group]);
    }
    std::size_t next = 0;
    for (std::string_view token : operands) {
        if (token == "...") {
            result.anyOperands = true;
            break;
        }
        if (token.front() == '+') {
            if (!brings[next++])
                continue;
            token.remove_prefix(1);
        }
        result.operands.push_back(operandRule(token, given.types, given.modifiers));
    }
    for (const OperandRule& rule : result.operands)
        result.needed += !rule.isOptional;
    result.since = form.since;
    for (const std::string_view name : given.modifiers) {
        for (const auto& [prefix, since] : kSince) {
            if (name.starts_with(prefix))
                result.since.raiseTo(since);
        }
    }
    result.isGone = form.isGone;
    result.isSpecific = form.isSpecific;
    return result;
}

/// ".f16.f32", …
std::vector<std::string> choicesOfTypes(const Form& form) {
    std::vector<std::string> choices{""};
    for (const std::vector<Type>& types : form.types) {
        std::vector<std::string> longer;
        for (const std::string& choice : choices) {
            for (const Type type : types)
                longer.push_back(choice + '.' + std::string(nameOf(type)));
        }
        choices = std::move(longer);
    }
    return choices;
}

/// ".rn.ftz", …: those that must be there in every combination, and one more at a time.
std::vector<std::string> choicesOfModifiers(const Form& form) {
    std::vector<std::string> choices{""}, withOneMore;
    for (const Group& group : form.groups) {
        const auto add = [&](const std::vector<std::string>& shorter,
                             std::vector<std::string>& longer) {
            for (const std::string& choice : shorter) {
                for (const std::string& name : group.names)
                    longer.push_back(choice + '.' + name);
            }
        };
        std::vector<std::string> next;
        if (group.isOptional) {
            add(choices, withOneMore);
            continue;
        }
        add(withOneMore, next);
        withOneMore = std::exchange(next, {});
        add(choices, next);
        choices = std::move(next);
    }
    choices.insert(choices.end(), withOneMore.begin(), withOneMore.end());
    return choices;
}

} // namespace

std::vector<std::string> mnemonicsOf(std::string_view opcode) {
    std::vector<std::string> mnemonics;
    const std::vector<Form>* forms = table().formsOf(opcode);
    for (const Form& form : forms ? *forms : std::vector<Form>()) {
        const std::vector<std::string> types = choicesOfTypes(form);
        for (const std::string& modifiers : choicesOfModifiers(form)) {
            for (const std::string& type : types)
                mnemonics.push_back(std::string(opcode) + modifiers + type);
        }
    }
    return mnemonics;
}

std::vector<std::string> opcodesWithForms() {
    return table().opcodes();
}

ResolvedMnemonic resolveMnemonic(std::string_view opcode, const Modifiers& modifiers) {
    ResolvedMnemonic result;
    const std::vector<Form>* forms = table().formsOf(opcode);
    if (!forms) {
        result.mistake = "unknown instruction";
        return result;
    }
    Given given{opcode, modifiers, {}, {}};
    std::string_view unknown;
    for (const std::string_view name : modifiers) {
        const Type type = typeNamed(name);
        if (type != Type::none)
            given.types.push_back(type);
        else
            given.modifiers.push_back(name);
        if (type == Type::none && !table().isModifier(name))
            unknown = name;
    }
    Fit best;
    for (const Form& form : *forms) {
        Fit fit = fitOf(form, given);
        for (const std::vector<std::string>& operands : form.operands) {
            if (fit.step != Fit::Step::all)
                break;
            ResolvedForm found = resolved(form, operands, fit, given);
            fit.mistake = limitVectors(given, found);
            if (fit.mistake.empty())
                result.forms.push_back(std::move(found));
        }
        if (best.mistake.empty() ||
            std::pair(fit.step, fit.matched) > std::pair(best.step, best.matched))
            best = std::move(fit);
    }
    if (result.forms.empty())
        result.mistake =
            unknown.empty() ? best.mistake : "unknown modifier '." + std::string(unknown) + "'";
    return result;
}

} // namespace warpbench::simgpu::ptx
