// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/platform/child_process.h"
#include "core/platform/files.h"
#include "core/platform/folders.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// A folder with a project in it, and the real warpbench-cli run there as a user would.
class CliFixture {
  public:
    using Environment = std::map<std::string, std::optional<std::string>>;

    CliFixture() { write(project()); }

    /// d = 2 * a over n elements. Put together from values: moc does not get along with such a
    /// text.
    static nlohmann::json project() {
        using nlohmann::json;
        const json floats = {{"name", "a"},
                             {"dtype", "float32"},
                             {"shape", json::array({"n"})},
                             {"init", {{"kind", "arange"}}}};
        json result = floats;
        result["name"] = "d";
        result["init"]["kind"] = "zeros";
        result["expect"]["expression"] = "2 * a";
        json launch = {{"kernel", "k"}};
        launch["grid"] = json::array({1});
        launch["block"] = json::array({"n"});
        launch["args"] = json::array(
            {json{{"buffer", "d"}, {"access", "out"}}, json{{"buffer", "a"}, {"access", "in"}}});
        json document = {{"format", "warpbench-project"}, {"version", 1}, {"name", "Multiply"}};
        document["source"]["text"] = "extern \"C\" __global__ void k(float* d, const float* a) {\n"
                                     "  int i = threadIdx.x;\n  d[i] = 2 * a[i];\n}";
        document["parameters"]["n"] = 64;
        document["buffers"] = json::array({floats, result});
        document["launches"] = json::array({launch});
        return document;
    }

    const std::filesystem::path& folder() const { return m_folder.path(); }
    std::filesystem::path file(const std::string& name) const { return folder() / name; }
    std::string text(const std::string& name) const {
        return warpbench::platform::readFile(file(name));
    }
    nlohmann::json json(const std::string& name) const { return nlohmann::json::parse(text(name)); }

    void write(const nlohmann::json& document) const { write("p.warpbench", document.dump(2)); }
    void write(const std::string& name, const std::string& contents) const {
        warpbench::platform::replaceFile(file(name), contents);
    }

    static std::filesystem::path program() {
        return warpbench::platform::executableFolder() / "warpbench-cli";
    }
    /// The simulated device, and a cache that no other test shares.
    Environment environment(Environment given = {}) const {
        given.try_emplace("CUDA_DEVICE", "sim");
        given.try_emplace("XDG_CACHE_HOME", file("cache").string());
        return given;
    }
    warpbench::platform::ProgramResult run(std::vector<std::string> arguments,
                                           Environment given = {}) const {
        warpbench::platform::ProgramOptions options;
        options.arguments = std::move(arguments);
        options.folder = folder();
        options.environment = environment(std::move(given));
        options.limit = std::chrono::seconds(120);
        return warpbench::platform::runProgram(program(), options);
    }

  private:
    warpbench::platform::TemporaryFolder m_folder;
};
