// SPDX-License-Identifier: GPL-3.0-or-later
// For a guessed set-up: the arguments of each kernel.
#include "core/follow/signature.h"
#include "core/guess/set_up_builder.h"

#include <cmath>

namespace warpbench::guess {

PointerUse SetUpBuilder::useOf(const LaunchCall& call, std::size_t index) const {
    const std::string plain = withoutTemplateArguments(call.kernel);
    const std::size_t scope = plain.rfind("::");
    const auto found = m_uses.find(scope == std::string::npos ? plain : plain.substr(scope + 2));
    return found != m_uses.end() && index < found->second.size() ? found->second[index]
                                                                 : PointerUse{true, true, true};
}

project::Access SetUpBuilder::accessOf(const LaunchCall& call, const compile::Parameter& parameter,
                                       std::size_t index) const {
    const PointerUse use = useOf(call, index);
    if (parameter.pointeeConst || (use.read && !use.written))
        return project::Access::in;
    const bool given = index >= call.given.size() || call.given[index];
    return use.written && !given ? project::Access::out : project::Access::inout;
}

std::optional<project::MemberValue> SetUpBuilder::member(const LaunchCall& call, const Value& value,
                                                         const std::string& path,
                                                         std::string& missing) {
    if (value.kind == Value::Kind::pointer) {
        std::optional<project::Expression> offset;
        if (!value.offset.empty())
            offset = project::Expression{value.offset, {}};
        return project::BufferArg{bufferOf(std::size_t(value.memory), call, {}, {}),
                                  project::Access::inout, offset};
    }
    if (value.isArray()) {
        project::MemberList list;
        bool zeros = true;
        for (std::size_t i = 0; i < value.members.size(); ++i) {
            auto element =
                member(call, value.members[i], path + "[" + std::to_string(i) + "]", missing);
            zeros = zeros && !element;
            const bool inner = value.members[i].kind == Value::Kind::structure;
            list.push_back(element  ? std::move(*element)
                           : !inner ? project::MemberValue(project::Expression{"0", {}})
                           : value.members[i].isArray()
                               ? project::MemberValue(project::MemberList{})
                               : project::MemberValue(project::StructArg{}));
        }
        return zeros ? std::nullopt : std::optional<project::MemberValue>(std::move(list));
    }
    if (value.kind == Value::Kind::structure) {
        project::StructArg made = members(call, value, path, missing);
        return made.fields.empty() ? std::nullopt
                                   : std::optional<project::MemberValue>(std::move(made));
    }
    if (!value.isNumber())
        missing += (missing.empty() ? "" : ", ") + path;
    const bool zero = value.number == 0 && value.text.empty();
    return value.isNumber() && !zero
               ? std::optional<project::MemberValue>(project::Expression{value.spelled(), {}})
               : std::nullopt;
}

project::StructArg SetUpBuilder::members(const LaunchCall& call, const Value& value,
                                         const std::string& path, std::string& missing) {
    project::StructArg made;
    for (std::size_t i = 0; i < value.members.size(); ++i) {
        const std::string& name = value.names[i];
        if (auto held =
                member(call, value.members[i], path.empty() ? name : path + "." + name, missing))
            made.fields[name] = std::move(*held);
    }
    return made;
}

project::StructArg SetUpBuilder::structArgument(const LaunchCall& call,
                                                const compile::Parameter& parameter,
                                                const Value& value) {
    std::string missing;
    project::StructArg made = members(call, value, "", missing);
    if (!missing.empty())
        ask(call, Subject::argument, Kind::members, {missing, parameter.name});
    return made;
}

project::Argument SetUpBuilder::argument(const LaunchCall& call,
                                         const compile::Parameter& parameter, std::size_t index) {
    const Value value = index < call.arguments.size() ? call.arguments[index] : Value{};
    const std::string written =
        index < call.written.size() ? call.written[index] : std::string("nothing");
    project::Argument made;
    if (parameter.pointer) {
        if (value.isNumber() && value.number == 0) {
            made.value = project::NullArg{};
            return made;
        }
        const project::Access access = accessOf(call, parameter, index);
        if (value.kind == Value::Kind::pointer)
            askForContents(call, index, std::size_t(value.memory), access);
        const std::string buffer = value.kind == Value::Kind::pointer
                                       ? bufferOf(std::size_t(value.memory), call, index, parameter)
                                       : strangeBuffer(call, index, parameter, written);
        std::optional<project::Expression> offset;
        if (!value.offset.empty())
            offset = project::Expression{value.offset, {}};
        made.value = project::BufferArg{buffer, access, offset};
        return made;
    }
    if (written.starts_with('[')) {
        ask(call, Subject::argument, Kind::lambda, {parameter.name});
    }
    if (value.kind == Value::Kind::structure) {
        made.value = structArgument(call, parameter, value);
        return made;
    }
    if (objectKindOf(parameter.type) != ObjectKind::none) {
        made = guessArgument(m_project, parameter);
        const std::string buffer = strangeBuffer(call, index, parameter, written);
        std::visit(
            [&](auto& object) {
                if constexpr (requires { object.buffer; })
                    object.buffer = buffer;
            },
            made.value);
        return made;
    }
    const auto type = dtypeOfType(parameter.type);
    if (!type || type->kind() != arrays::DType::Kind::scalar || !value.isNumber()) {
        if (!type && value.isNumber()) { // an enum, say
            made.value = project::ScalarArg{arrays::DType(arrays::Scalar::int32),
                                            {project::Expression{value.spelled(), {}}}};
            return made;
        }
        made = guessArgument(m_project, parameter);
        if (const auto* scalar = std::get_if<project::ScalarArg>(&made.value);
            scalar && !scalar->value.empty())
            ask(call, Subject::argument, Kind::value,
                {parameter.name, written, scalar->value.front().text});
        else
            ask(call, Subject::argument, Kind::struct_value, {parameter.name, written});
        return made;
    }
    Value number = value;
    if (type->scalar() == arrays::Scalar::boolean)
        number = Value::of(value.number != 0, true);
    else if (!isFloating(type->scalar()) && !value.isInteger && value.text.empty())
        number = Value::of(std::trunc(value.number), true);
    made.value = project::ScalarArg{*type, {project::Expression{number.spelled(), {}}}};
    return made;
}

} // namespace warpbench::guess
