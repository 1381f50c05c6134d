// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workers/host_wire.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>
#include <variant>

namespace warpbench::session::wire {

namespace {

// Serialises a plan's buffers by hand, key by key, because a plan has no file format.
// Includes places, so that errors are reported with their line.

Message from(const Place& place) {
    return {place.file, place.line, place.column};
}
Place toPlace(const Message& message) {
    return {message.at(0), message.at(1), message.at(2)};
}

/// Paths are UTF-8 in messages.
std::filesystem::path toPath(const Message& message) {
    const auto text = message.get<std::string>();
    return std::filesystem::path(std::u8string(text.begin(), text.end()));
}
std::string textOf(const std::filesystem::path& path) {
    const std::u8string text = path.u8string();
    return {text.begin(), text.end()};
}

Message from(const project::Number& number) {
    return {number.index(), std::visit([](auto value) { return Message(value); }, number)};
}
template <std::size_t Index = 0>
project::Number toNumber(const Message& message, std::size_t index) {
    if constexpr (Index < std::variant_size_v<project::Number>) {
        if (index == Index)
            return project::Number(
                std::in_place_index<Index>,
                message.get<std::variant_alternative_t<Index, project::Number>>());
        return toNumber<Index + 1>(message, index);
    } else {
        throw Error(ErrorKind::internal, badMessage(phrase("has a number of no kind")));
    }
}
project::Number toNumber(const Message& message) {
    return toNumber(message.at(1), message.at(0).get<std::size_t>());
}

Message from(const project::Expression& expression) {
    return {{"text", expression.text}, {"place", from(expression.place)}};
}
project::Expression toExpression(const Message& message) {
    return {message.at("text"), toPlace(message.at("place"))};
}

Message from(const arrays::DType& type) {
    if (type.kind() != arrays::DType::Kind::structure)
        return {{"scalar", int(type.scalar())}, {"lanes", type.lanes()}};
    Message fields = Message::array();
    for (const arrays::Field& field : type.fields())
        fields.push_back(
            {{"name", field.name}, {"type", from(*field.type)}, {"count", field.count}});
    return {{"name", type.name()}, {"fields", std::move(fields)}};
}
arrays::DType toDType(const Message& message) {
    if (!message.contains("fields")) {
        const auto scalar = arrays::Scalar(message.at("scalar").get<int>());
        const int lanes = message.at("lanes");
        return lanes == 1 ? arrays::DType(scalar) : arrays::DType::vector(scalar, lanes);
    }
    std::vector<arrays::Field> fields;
    for (const Message& field : message.at("fields"))
        fields.push_back({field.at("name"),
                          std::make_shared<const arrays::DType>(toDType(field.at("type"))), 0,
                          field.at("count").get<std::size_t>()});
    return arrays::DType::structure(message.at("name"), std::move(fields));
}

Message from(const project::PlannedInit& init) {
    return {{"kind", int(init.kind)},    {"value", from(init.value)},
            {"start", from(init.start)}, {"step", from(init.step)},
            {"low", from(init.low)},     {"high", from(init.high)},
            {"mean", init.mean},         {"stddev", init.stddev},
            {"seed", init.seed},         {"expression", from(init.expression)},
            {"path", textOf(init.path)}, {"member", init.member}};
}

project::PlannedInit toInit(const Message& message) {
    project::PlannedInit init;
    init.kind = project::Init::Kind(message.at("kind").get<int>());
    init.value = toNumber(message.at("value"));
    init.start = toNumber(message.at("start"));
    init.step = toNumber(message.at("step"));
    init.low = toNumber(message.at("low"));
    init.high = toNumber(message.at("high"));
    init.mean = message.at("mean");
    init.stddev = message.at("stddev");
    init.seed = message.at("seed");
    init.expression = toExpression(message.at("expression"));
    init.path = toPath(message.at("path"));
    init.member = message.at("member");
    return init;
}

Message from(const project::PlannedExpect& expect) {
    return {{"kind", int(expect.kind)},     {"expression", from(expect.expression)},
            {"path", textOf(expect.path)},  {"member", expect.member},
            {"other", expect.other},        {"rtol", expect.rtol},
            {"atol", expect.atol},          {"exact", expect.exact},
            {"equal_nan", expect.equalNan}, {"needs_after", expect.needsAfter}};
}
project::PlannedExpect toExpect(const Message& message) {
    project::PlannedExpect expect;
    expect.kind = project::PlannedExpect::Kind(message.at("kind").get<int>());
    expect.expression = toExpression(message.at("expression"));
    expect.path = toPath(message.at("path"));
    expect.member = message.at("member");
    expect.other = message.at("other");
    expect.rtol = message.at("rtol");
    expect.atol = message.at("atol");
    expect.exact = message.at("exact");
    expect.equalNan = message.at("equal_nan");
    expect.needsAfter = message.at("needs_after").get<std::vector<std::size_t>>();
    return expect;
}

Message from(const project::PlannedBuffer& buffer) {
    return {{"name", buffer.name},
            {"dtype", from(buffer.dtype)},
            {"shape", buffer.shape},
            {"elements", buffer.elements},
            {"bytes", buffer.bytes},
            {"init", from(buffer.init)},
            {"expect", buffer.expect ? from(*buffer.expect) : Message()},
            {"resident", buffer.resident},
            {"place", from(buffer.place)}};
}
project::PlannedBuffer toBuffer(const Message& message) {
    project::PlannedBuffer buffer;
    buffer.name = message.at("name");
    buffer.dtype = toDType(message.at("dtype"));
    buffer.shape = message.at("shape").get<std::vector<std::int64_t>>();
    buffer.elements = message.at("elements");
    buffer.bytes = message.at("bytes");
    buffer.init = toInit(message.at("init"));
    if (!message.at("expect").is_null())
        buffer.expect = toExpect(message.at("expect"));
    buffer.resident = message.at("resident");
    buffer.place = toPlace(message.at("place"));
    return buffer;
}

/// The part of a plan that host work needs.
Message from(const project::LaunchPlan& plan) {
    Message buffers = Message::array();
    for (const project::PlannedBuffer& buffer : plan.buffers)
        buffers.push_back(from(buffer));
    Message names = Message::object();
    for (const auto& [name, value] : plan.names)
        names[name] = from(value);
    return {{"buffers", std::move(buffers)},
            {"names", std::move(names)},
            {"folder", textOf(plan.folder)}};
}
project::LaunchPlan toPlan(const Message& message) {
    project::LaunchPlan plan;
    for (const Message& buffer : message.at("buffers"))
        plan.buffers.push_back(toBuffer(buffer));
    for (const auto& [name, value] : message.at("names").items())
        plan.names[name] = toNumber(value);
    plan.folder = toPath(message.at("folder"));
    return plan;
}

Message from(const std::vector<HostPlace>& places) {
    Message list = Message::array();
    for (const HostPlace& place : places)
        list.push_back({place.block, place.offset});
    return list;
}
std::vector<HostPlace> toPlaces(const Message& message, std::size_t buffers) {
    std::vector<HostPlace> places;
    for (const Message& place : message)
        places.push_back({place.at(0), place.at(1)});
    if (places.size() != buffers)
        throw Error(ErrorKind::internal, badMessage(phrase("lacks places of buffers")));
    return places;
}

/// Omits sets larger than this many bytes: of buffers with two billion elements.
constexpr std::size_t kMostBytesOfSet = std::size_t(128) << 20;

Message from(const project::ElementSet& set) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(set.words().data());
    return {
        {"elements", set.elements()},
        {"words", Message::binary({bytes, bytes + set.words().size() * sizeof(std::uint64_t)})}};
}
std::shared_ptr<const project::ElementSet> toElementSet(const Message& message) {
    if (message.is_null())
        return nullptr;
    const auto& bytes = message.at("words").get_binary();
    std::vector<std::uint64_t> words(bytes.size() / sizeof(std::uint64_t));
    if (!words.empty())
        std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint64_t));
    return std::make_shared<const project::ElementSet>(message.at("elements").get<std::int64_t>(),
                                                       std::move(words));
}

Message from(const ExpectReport& report) {
    Message first;
    if (report.firstMismatch)
        first = {{"index", report.firstMismatch->index},
                 {"got", report.firstMismatch->got},
                 {"want", report.firstMismatch->want}};
    const bool isSent =
        report.wrong && report.wrong->words().size() * sizeof(std::uint64_t) <= kMostBytesOfSet;
    return {{"passed", report.passed},
            {"mismatches", report.mismatches},
            {"max_abs_error", report.maxAbsError},
            {"max_rel_error", report.maxRelError},
            {"first", std::move(first)},
            {"wrong", isSent ? from(*report.wrong) : Message()}};
}
ExpectReport toExpectReport(const Message& message) {
    ExpectReport report;
    report.passed = message.at("passed");
    report.mismatches = message.at("mismatches");
    report.maxAbsError = message.at("max_abs_error");
    report.maxRelError = message.at("max_rel_error");
    if (const Message& first = message.at("first"); !first.is_null())
        report.firstMismatch = ExpectReport::Mismatch{
            first.at("index").get<std::vector<std::int64_t>>(), first.at("got"), first.at("want")};
    report.wrong = toElementSet(message.at("wrong"));
    return report;
}

template <class T>
Message from(const std::optional<T>& value) {
    return value ? Message(*value) : Message();
}
template <class T>
std::optional<T> toOptional(const Message& message) {
    return message.is_null() ? std::nullopt : std::optional<T>(message.get<T>());
}

} // namespace

Message from(const HostFill& request) {
    return {{"plan", from(request.plan)}, {"places", from(request.places)}};
}
HostFill toHostFill(const Message& message) {
    return guarded([&] {
        HostFill request;
        request.plan = toPlan(message.at("plan"));
        request.places = toPlaces(message.at("places"), request.plan.buffers.size());
        return request;
    });
}

Message from(const HostCheck& request) {
    return {{"plan", from(request.plan)},
            {"initial", from(request.initial)},
            {"results", from(request.results)},
            {"kept", request.kept}};
}
HostCheck toHostCheck(const Message& message) {
    return guarded([&] {
        HostCheck request;
        request.plan = toPlan(message.at("plan"));
        request.initial = toPlaces(message.at("initial"), request.plan.buffers.size());
        request.results = toPlaces(message.at("results"), request.plan.buffers.size());
        request.kept = message.at("kept").get<std::vector<bool>>();
        return request;
    });
}

Message from(const HostExpected& request) {
    return {{"check", from(request.check)}, {"want", from(request.want)}};
}
HostExpected toHostExpected(const Message& message) {
    return guarded([&] {
        HostExpected request;
        request.check = toHostCheck(message.at("check"));
        request.want = toPlaces(message.at("want"), request.check.plan.buffers.size());
        return request;
    });
}

Message from(const std::vector<HostVerdict>& verdicts) {
    Message list = Message::array();
    for (const HostVerdict& verdict : verdicts)
        list.push_back({{"min", from(verdict.min)},
                        {"max", from(verdict.max)},
                        {"mean", from(verdict.mean)},
                        {"nan", from(verdict.nan)},
                        {"inf", from(verdict.inf)},
                        {"exact_min", verdict.exactMin},
                        {"exact_max", verdict.exactMax},
                        {"expect", verdict.expect ? from(*verdict.expect) : Message()}});
    return list;
}
std::vector<HostVerdict> toHostVerdicts(const Message& message) {
    return guarded([&] {
        std::vector<HostVerdict> verdicts;
        for (const Message& each : message) {
            HostVerdict& verdict = verdicts.emplace_back();
            verdict.min = toOptional<double>(each.at("min"));
            verdict.max = toOptional<double>(each.at("max"));
            verdict.mean = toOptional<double>(each.at("mean"));
            verdict.nan = toOptional<std::int64_t>(each.at("nan"));
            verdict.inf = toOptional<std::int64_t>(each.at("inf"));
            verdict.exactMin = each.at("exact_min").get<std::string>();
            verdict.exactMax = each.at("exact_max").get<std::string>();
            if (!each.at("expect").is_null())
                verdict.expect = toExpectReport(each.at("expect"));
        }
        return verdicts;
    });
}

} // namespace warpbench::session::wire
