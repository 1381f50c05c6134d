// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_fixture.h"
#include "tests/main.h"
#include "tests/source_path.h"

#include <QTest>

#include <fstream>
#include <sstream>

namespace tst_install_compiler {

using nlohmann::json;

namespace {

/// Wheels by their file's name: what each file in it holds.
using Wheels = std::map<std::string, std::map<std::string, std::string>>;

/// Writes wheels, which are zip archives, by Python.
void writeArchives(const CliFixture& fixture, const Wheels& wheels) {
    std::filesystem::create_directories(fixture.file("wheels"));
    fixture.write("wheels.json", json(wheels).dump());
    warpbench::platform::ProgramOptions options;
    options.folder = fixture.folder();
    options.arguments = {"-c", "import json, zipfile\n"
                               "for file, contents in json.load(open('wheels.json')).items():\n"
                               "    with zipfile.ZipFile('wheels/' + file, 'w') as z:\n"
                               "        for name, text in contents.items():\n"
                               "            z.writestr(name, text, int(len(text) > 9) * 8)\n"};
    const auto result = warpbench::platform::runProgram("python3", options);
    if (!result.status.ok())
        throw std::runtime_error(result.errors);
}

/// The requirements of packaging/cuda-wheels.txt: name and version.
std::vector<std::pair<std::string, std::string>> requirements() {
    std::ifstream file(warpbench::test::sourcePath("packaging/cuda-wheels.txt"));
    std::vector<std::pair<std::string, std::string>> found;
    for (std::string line; std::getline(file, line);) {
        const std::size_t equals = line.find("==");
        if (!line.starts_with('#') && equals != std::string::npos)
            found.emplace_back(line.substr(0, equals), line.substr(equals + 2));
    }
    return found;
}

constexpr const char* kPrograms[] = {"bin/ptxas", "bin/nvcc", "nvvm/bin/cicc"};

/// Tiny stand-ins for NVIDIA's packages, in the layout of CUDA 13's: each brings a part of
/// nvidia/cu13 and its metadata.
void writeWheels(const CliFixture& fixture, const std::string& mark) {
    Wheels wheels;
    for (const auto& [name, version] : requirements()) {
        std::string plain = name;
        std::replace(plain.begin(), plain.end(), '-', '_');
        const std::string info = plain + "-" + version + ".dist-info/";
        std::map<std::string, std::string> contents{
            {info + "METADATA", "Metadata-Version: 2.1\nName: " + name + "\nVersion: " + version +
                                    "\nLicense: A licence of a test\n\nText\n"},
            {info + "WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"},
            {info + "RECORD", ""},
            {info + "licenses/License.txt", "The terms of " + name},
            {"nvidia/cu13/share/" + plain, mark}};
        if (name == "nvidia-cuda-runtime")
            contents["nvidia/cu13/include/cuda_fp16.h"] = "// " + mark;
        if (name == "nvidia-cuda-nvcc")
            for (const char* program : kPrograms)
                contents[std::string("nvidia/cu13/") + program] = "#!/bin/sh\necho " + mark + "\n";
        // A stick for a class holds those for its laptops with another system too.
        wheels[plain + "-" + version + "-py3-none-macosx_11_0_arm64.whl"] = {
            {"nvidia/cu13/share/" + plain, "for another system"}};
        wheels[plain + "-" + version + "-py3-none-any.whl"] = std::move(contents);
    }
    writeArchives(fixture, wheels);
}

} // namespace

/// `doctor --install-compiler --from DIR` with wheels that hold next to nothing.
class InstallCompilerTest : public QObject {
    Q_OBJECT

    static warpbench::platform::ProgramResult install(const CliFixture& fixture,
                                                      const std::string& from) {
        return fixture.run({"doctor", "--install-compiler", "--from", from},
                           {{"XDG_DATA_HOME", fixture.file("data").string()},
                            {"WARPBENCH_CUDA_HOME", "/nonexistent"}});
    }

  private slots:
    void initTestCase() {
        warpbench::platform::ProgramOptions options;
        options.arguments = {"--version"};
        try {
            warpbench::platform::runProgram("python3", options);
        } catch (const warpbench::Error& error) {
            QSKIP(error.what()); // under Wine; packaging/windows/check.sh installs real ones there
        }
    }
    void unpacksAndReplaces() {
        CliFixture fixture;
        const std::filesystem::path target = fixture.file("data/warpbench/cuda");
        for (const std::string mark : {"first", "second"}) {
            std::filesystem::remove_all(fixture.file("wheels"));
            writeWheels(fixture, mark);
            const auto result = install(fixture, "wheels");
            QVERIFY2(result.errors.find("Licence of the packages: A licence of a test") !=
                         std::string::npos,
                     result.errors.c_str());
            QVERIFY2(result.errors.find(target.string()) != std::string::npos,
                     result.errors.c_str());
            for (const auto& [name, version] : requirements()) {
                std::string plain = name;
                std::replace(plain.begin(), plain.end(), '-', '_');
                QCOMPARE(fixture.text("data/warpbench/cuda/share/" + plain), mark);
                QCOMPARE(fixture.text("data/warpbench/cuda/licenses/" + plain + "/License.txt"),
                         "The terms of " + name);
            }
            // Unpacking keeps no permissions.
            for (const char* program : kPrograms) {
                const auto permissions = std::filesystem::status(target / program).permissions();
                QVERIFY2((permissions & std::filesystem::perms::owner_exec) !=
                             std::filesystem::perms::none,
                         program);
            }
        }
        // Nothing is left beside it.
        QCOMPARE(std::distance(std::filesystem::directory_iterator(target.parent_path()), {}),
                 std::ptrdiff_t(1));
    }

    /// A folder without one of the wheels leaves the installation unchanged.
    void keepsWhatIsThereWhereSomethingFails() {
        CliFixture fixture;
        writeWheels(fixture, "good");
        install(fixture, "wheels");
        const std::string before = fixture.text("data/warpbench/cuda/include/cuda_fp16.h");
        for (const auto& entry : std::filesystem::directory_iterator(fixture.file("wheels"))) {
            if (entry.path().filename().string().starts_with("nvidia_nvjitlink"))
                std::filesystem::remove(entry.path());
        }
        const auto lacking = install(fixture, "wheels");
        QCOMPARE(lacking.status.code, 4);
        QVERIFY2(lacking.errors.find("fetching the packages failed") != std::string::npos &&
                     lacking.errors.find("nvidia-nvjitlink") != std::string::npos &&
                     lacking.errors.find("--from DIR") != std::string::npos,
                 lacking.errors.c_str());
        QCOMPARE(fixture.text("data/warpbench/cuda/include/cuda_fp16.h"), before);
    }

    void brokenWheel() {
        CliFixture fixture;
        writeWheels(fixture, "good");
        for (const auto& entry : std::filesystem::directory_iterator(fixture.file("wheels"))) {
            if (entry.path().filename().string().starts_with("nvidia_curand"))
                fixture.write("wheels/" + entry.path().filename().string(), "no archive");
        }
        const auto result = install(fixture, "wheels");
        QCOMPARE(result.status.code, 4);
        QVERIFY2(result.errors.find("unpacking nvidia_curand") != std::string::npos &&
                     result.errors.find(" failed: it ") != std::string::npos,
                 result.errors.c_str());
        QVERIFY(!std::filesystem::exists(fixture.file("data/warpbench/cuda")));
    }

    /// A name in an archive leads nowhere but below the folder that it is unpacked into.
    void archiveThatWritesElsewhere() {
        CliFixture fixture;
        for (const std::string name : {"../elsewhere", "/tmp/warpbench-elsewhere", "C:elsewhere"}) {
            std::filesystem::remove_all(fixture.file("wheels"));
            writeWheels(fixture, "good");
            const auto [package, version] = requirements().front();
            std::string plain = package;
            std::replace(plain.begin(), plain.end(), '-', '_');
            writeArchives(fixture,
                          {{plain + "-" + version + "-py3-none-any.whl", {{name, "bad"}}}});
            const auto result = install(fixture, "wheels");
            QCOMPARE(result.status.code, 4);
            QVERIFY2(result.errors.find("would be written elsewhere: " + name) != std::string::npos,
                     result.errors.c_str());
            QVERIFY(!std::filesystem::exists(fixture.file("data/warpbench/cuda")));
        }
    }

    /// On a full disk, in the place or in the folder for temporary files, what was installed stays
    /// as it was, and nothing is left beside it. The disk is a small one in memory.
    void fullDisk_data() {
        QTest::addColumn<QString>("variable");
        QTest::newRow("where it goes") << "XDG_DATA_HOME";
        QTest::newRow("for temporary files") << "TMPDIR";
    }
    void fullDisk() {
        QFETCH(const QString, variable);
        CliFixture fixture;
        writeWheels(fixture, std::string(30'000, 'x')); // 300 kB in ten packages
        warpbench::platform::ProgramOptions options;
        options.folder = fixture.folder();
        options.environment = fixture.environment({{"WARPBENCH_CUDA_HOME", "/nonexistent"},
                                                   {"XDG_DATA_HOME", fixture.file("data").string()},
                                                   {"TMPDIR", fixture.file("temporary").string()}});
        options.arguments = {
            "-rm",
            "sh",
            "-c",
            "mkdir -p data/warpbench/cuda temporary\n"
            "mount -t tmpfs -o size=100k none $1 && touch made || exit 1\n"
            "mkdir -p data/warpbench/cuda && echo good >data/warpbench/cuda/before\n"
            "\"$0\" doctor --install-compiler --from wheels\n"
            "code=$?\n"
            "find data temporary -mindepth 1 | sort >left\n"
            "exit $code",
            CliFixture::program().string(),
            variable == "TMPDIR" ? "temporary" : "data"};
        warpbench::platform::ProgramResult result;
        try {
            result = warpbench::platform::runProgram("unshare", options);
        } catch (const warpbench::Error&) {
        }
        if (!std::filesystem::exists(fixture.file("made")))
            QSKIP("no small disk can be made here");
        QVERIFY2(result.status.code == 4, result.errors.c_str());
        QVERIFY2(result.errors.find("No space left on device") != std::string::npos &&
                     result.errors.find("free space") != std::string::npos,
                 result.errors.c_str());
        QCOMPARE(fixture.text("left"), "data/warpbench\ndata/warpbench/cuda\n"
                                       "data/warpbench/cuda/before\n");
    }

    /// Reports that the folder cannot be created, and leaves nothing half done.
    void noRightToTheFolder() {
        CliFixture fixture;
        writeWheels(fixture, "good");
        fixture.write("data", "a file where the folder should be: not even root makes one there");
        const auto result = install(fixture, "wheels");
        QCOMPARE(result.status.code, 4);
        QVERIFY2(result.errors.find("cannot put the compiler into") != std::string::npos &&
                     result.errors.find("check the folder") != std::string::npos,
                 result.errors.c_str());
    }

    void noFolder() {
        CliFixture fixture;
        const auto result = install(fixture, "none");
        QCOMPARE(result.status.code, 2);
        QVERIFY2(result.errors.find("none is not a folder; name the folder with the wheels") !=
                     std::string::npos,
                 result.errors.c_str());
    }
};

WARPBENCH_TEST(InstallCompilerTest)
} // namespace tst_install_compiler

#include "tst_install_compiler.moc"
