// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/gpu_model.h"

#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/platform/files.h"
#include "core/platform/folders.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <type_traits>

namespace warpbench::estimate {

namespace {

constexpr const char* kModelFormat = "warpbench-gpu";
constexpr int kModelVersion = 1;

[[noreturn]] void refuse(const std::filesystem::path& origin, const std::string& problem) {
    throw Error(ErrorKind::environment,
                {"WB2242",
                 "{file} does not describe a GPU: {problem}",
                 "write it again with warpbench-cli calibrate, or remove it",
                 {{"file", utf8(origin)}, {"problem", problem}}});
}

template <class Value>
bool isPlausible(double number) {
    if (std::is_integral_v<Value>)
        return number >= 0 && number < 1e15 && number == std::floor(number);
    return std::isfinite(number) && number > 0;
}

const std::vector<GpuModel>& ownModels() {
    static const std::vector<GpuModel> models = [] {
        std::vector<GpuModel> out;
        std::error_code none;
        for (const auto& entry : std::filesystem::directory_iterator(modelFolder(), none))
            if (entry.path().extension() == ".json")
                out.push_back(readModel(platform::readFile(entry.path()), entry.path()));
        return out;
    }();
    return models;
}

/// The longest name that the device's name contains counts.
const GpuModel* longestName(const std::vector<GpuModel>& models, std::string_view device) {
    const GpuModel* best = nullptr;
    for (const GpuModel& model : models)
        if (device.find(model.name) != std::string_view::npos &&
            (!best || model.name.size() > best->name.size()))
            best = &model;
    return best;
}

} // namespace

const std::vector<GpuModel>& gpuModels() {
    static const std::vector<GpuModel> models = [] {
        constexpr std::array kFiles = {
#include "gpu_models.inc"
        };
        std::vector<GpuModel> out;
        out.reserve(kFiles.size());
        for (const std::string_view text : kFiles)
            out.push_back(readModel(text, "gpu_models.inc"));
        return out;
    }();
    return models;
}

std::filesystem::path modelFolder() {
    return platform::dataFolder() / "gpus";
}

const GpuModel* findModel(std::string_view device) {
    const GpuModel* own = longestName(ownModels(), device);
    return own ? own : longestName(gpuModels(), device);
}

GpuModel readModel(std::string_view json, const std::filesystem::path& origin) {
    const nlohmann::json file = nlohmann::json::parse(json, nullptr, false);
    if (!file.is_object() || file.value("format", "") != kModelFormat)
        refuse(origin, "it has no \"format\": \"warpbench-gpu\"");
    if (file.value("version", 0) != kModelVersion)
        refuse(origin, "its version is unknown");
    GpuModel model;
    const auto text = [&](const char* key) -> std::string {
        const auto found = file.find(key);
        return found != file.end() && found->is_string() ? found->get<std::string>() : "";
    };
    model.name = text("name");
    if (model.name.empty())
        refuse(origin, "it has no \"name\"");
    model.about = text("about");
    const auto measured = file.find("measured");
    model.measured = measured != file.end() && measured->is_boolean() && measured->get<bool>();
    const auto figures = file.find("figures");
    if (figures == file.end() || !figures->is_object())
        refuse(origin, "it has no \"figures\"");
    forEachFigure(model, [&](const Figure& figure, auto& member) {
        const auto found = figures->find(figure.key);
        if (found == figures->end())
            return;
        using Value = std::remove_reference_t<decltype(member)>;
        const auto value = found->is_object() ? found->find("value") : found->end();
        if (!found->is_object() || value == found->end() || !value->is_number() ||
            !isPlausible<Value>(value->template get<double>()))
            refuse(origin, std::string("the value of \"") + figure.key + "\" is not such a number");
        member = value->template get<Value>();
        const auto source = found->find("source");
        if (source != found->end() && source->is_string())
            model.sources[figure.key] = source->template get<std::string>();
    });
    if (model.multiprocessors <= 0 || model.clockGHz <= 0 || model.dramGBs <= 0)
        refuse(origin, "its multiprocessors, clock and memory bandwidth must be above zero");
    return model;
}

std::string modelText(const GpuModel& model) {
    const auto quoted = [](std::string_view text) { return nlohmann::json(text).dump(); };
    std::string text = fmt::format("{{\n  \"format\": {},\n  \"version\": {},\n  \"name\": {},\n"
                                   "  \"about\": {},\n  \"measured\": {},\n  \"figures\": {{",
                                   quoted(kModelFormat), kModelVersion, quoted(model.name),
                                   quoted(model.about), model.measured);
    const char* separator = "\n";
    forEachFigure(model, [&](const Figure& figure, const auto& value) {
        const auto source = model.sources.find(figure.key);
        if (source == model.sources.end())
            return;
        text += fmt::format("{}    {}: {{\"value\": {}, \"unit\": {}, \"source\": {}}}", separator,
                            quoted(figure.key), value, quoted(figure.unit), quoted(source->second));
        separator = ",\n";
    });
    return text + "\n  }\n}\n";
}

} // namespace warpbench::estimate
