// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/project_reader.h"
#include "core/project/words.h"

namespace warpbench::project {

namespace {

/// Properties that a generated kernel defines itself, so that a step cannot set them.
constexpr const char* kNotForSteps[] = {
    "kernel",      "grid",         "shared",  "args",
    "cooperative", "programmatic", "cluster", "max_dynamic_shared"};

} // namespace

/// Empty if the launch names a kernel.
std::optional<Step> Reader::step(ObjectReader& object) {
    std::optional<Step> step;
    for (const auto& [kind, word] : kStepWords) {
        const std::string key(word);
        if (!object.has(key)) {
            continue;
        }
        if (step) {
            object.need(key).fail(
                {"WB1305", "a launch can only do one thing", "make a separate launch for each"});
        }
        step.emplace().kind = kind;
        step->text = {object.need(key).string(), object.need(key).place()};
    }
    if (!step) {
        return step;
    }
    for (const char* key : kNotForSteps) {
        if (object.has(key)) {
            object.need(key).fail({"WB1306", "a generated kernel has its own",
                                   "remove it, or launch a kernel of the source"});
        }
    }
    if (step->kind == Step::Kind::fill) {
        step->value = object.need("value").expression();
    }
    if (step->kind == Step::Kind::random || step->kind == Step::Kind::library) {
        if (const auto seed = object.find("seed")) {
            step->seed = seed->expression();
        }
    }
    if (step->kind == Step::Kind::reduce || step->kind == Step::Kind::scan) {
        if (const auto with = object.find("with")) {
            step->with = {with->string(), with->place()};
        }
        if (const auto neutral = object.find("neutral")) {
            step->neutral = neutral->expression();
        }
    }
    if (step->kind == Step::Kind::library && object.has("block")) {
        object.need("block").fail({"WB1307", "a library chooses its own blocks", "remove it"});
    }
    if (step->kind == Step::Kind::sort) {
        if (object.has("block")) {
            object.need("block").fail({"WB1308", "a sort chooses its own blocks", "remove it"});
        }
        if (const auto descending = object.find("descending")) {
            step->descending = descending->boolean();
        }
    }
    if (step->kind == Step::Kind::scan) {
        if (const auto exclusive = object.find("exclusive")) {
            step->exclusive = exclusive->boolean();
        }
    }
    return step;
}

Launch Reader::launch(const JsonValue& value) {
    ObjectReader object(value);
    Launch launch;
    launch.place = value.place();
    launch.step = step(object);
    if (launch.step) {
        if (const auto block = object.find("block")) {
            launch.block = block->expressions(1, 1);
        }
    } else {
        kernelLaunch(object, launch);
    }
    if (const auto stream = object.find("stream")) {
        launch.stream = stream->string();
    }
    if (const auto priority = object.find("priority")) {
        launch.priority = priority->expression();
    }
    if (const auto repeat = object.find("repeat")) {
        launch.repeat = repeat->expression();
    }
    if (const auto found = object.find("metrics")) {
        launch.metrics = metrics(*found);
    }
    finish(object);
    return launch;
}

/// The part of a launch for a kernel of the source.
void Reader::kernelLaunch(ObjectReader& object, Launch& launch) {
    launch.kernel = object.need("kernel").string();
    launch.grid = object.need("grid").expressions(1, 3);
    launch.block = object.need("block").expressions(1, 3);
    if (const auto shared = object.find("shared")) {
        launch.shared = shared->expression();
    }
    if (const auto args = object.find("args")) {
        for (const JsonValue& item : args->array()) {
            launch.args.push_back(argument(item));
        }
    }
    if (const auto cooperative = object.find("cooperative")) {
        launch.cooperative = cooperative->boolean();
    }
    if (const auto programmatic = object.find("programmatic")) {
        launch.programmatic = programmatic->boolean();
    }
    if (const auto cluster = object.find("cluster")) {
        launch.cluster = cluster->expressions(0, 3);
    }
    if (const auto limit = object.find("max_dynamic_shared")) {
        launch.maxDynamicShared = limit->expression();
    }
}

} // namespace warpbench::project
