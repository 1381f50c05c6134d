// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/platform/files.h"
#include "core/platform/folders.h"
#include "core/processes/child_process.h"
#include "tests/json_text.h"

#include <QTest>

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

    /// Where the programs keep what they compile.
    enum class Cache {
        shared, ///< the tests' own (XDG_CACHE_HOME of the test run): nothing compiles twice in a
                ///< run
        own     ///< an empty one in the fixture's folder, for tests of the cache
    };

    explicit CliFixture(Cache cache = Cache::shared)
        : m_cache(cache) {
        write(project());
    }

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
    /// The simulated device whatever else the machine has, and a cache that is not the user's.
    Environment environment(Environment given = {}) const {
        given.try_emplace("CUDA_DEVICE", "sim");
        given.try_emplace("WARPBENCH_SIMGPU", "h200");
        if (m_cache == Cache::own || !qEnvironmentVariableIsSet("XDG_CACHE_HOME"))
            given.try_emplace("XDG_CACHE_HOME", file("cache").string());
        return given;
    }
    /// If the program did not exit normally, the exit code is -1 and `errors` says why.
    warpbench::platform::ProgramResult run(std::vector<std::string> arguments,
                                           Environment given = {}) const {
        return runIn(folder(), std::move(arguments), std::move(given));
    }
    /// The same in another folder.
    warpbench::platform::ProgramResult runIn(const std::filesystem::path& where,
                                             std::vector<std::string> arguments,
                                             Environment given = {}) const {
        warpbench::platform::ProgramOptions options;
        options.arguments = std::move(arguments);
        options.folder = where;
        options.environment = environment(std::move(given));
        options.limit = std::chrono::seconds(120);
        warpbench::platform::ProgramResult result;
        try {
            result = warpbench::platform::runProgram(program(), options);
        } catch (const warpbench::Error& error) {
            result.status.code = -1;
            result.errors = error.what();
        }
        if (result.status.signal != 0) {
            result.status.code = -1;
            result.errors += "ended by " + result.status.text() +
                             (result.timedOut ? ": its 120 s were over" : "");
        }
        return result;
    }

    /// The output of a verb with --json. If it is not JSON, the test fails with the program's
    /// messages, and the result is null; see DOCUMENT.
    static nlohmann::json document(const warpbench::platform::ProgramResult& result) {
        nlohmann::json parsed = nlohmann::json::parse(result.output, nullptr, false);
        if (!parsed.is_discarded())
            return parsed;
        const std::string text = "no JSON document but \"" + result.output + "\" (exit code " +
                                 std::to_string(result.status.code) + ", \"" + result.errors +
                                 "\")";
        QTest::qFail(text.c_str(), __FILE__, __LINE__);
        return nullptr;
    }

    /// The indices, as --device takes them, of the simulated devices of WARPBENCH_SIMGPU. Real ones
    /// come before them where the machine has any.
    std::vector<std::string> simulatedDevices(const Environment& given) const {
        std::vector<std::string> indices;
        nlohmann::json listed = document(run({"devices", "--json"}, given));
        for (const nlohmann::json& device : listed["devices"]) {
            if (device["simulated"] == true)
                indices.push_back(device["index"].dump());
        }
        return indices;
    }

  private:
    Cache m_cache;
    warpbench::platform::TemporaryFolder m_folder;
};

/// Like QVERIFY: ends the test function if the result is not JSON.
#define DOCUMENT(name, result)                                                                     \
    const nlohmann::json name = CliFixture::document(result);                                      \
    if (name.is_null())                                                                            \
    return
