// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/object_reader.h"
#include "core/project/project.h"
#include "core/project/project_file.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

/// Internal to reading a project file: project_reader.cpp, and argument_reader.cpp for the
/// arguments of launches.
namespace warpbench::project {

/// Reads one document and holds what it collects on the way.
class Reader {
  public:
    Reader(const PlacedJson& document, UnknownKeys unknown)
        : m_document(document)
        , m_unknownKeys(unknown)
        , m_refuses(unknown == UnknownKeys::refuse) {}

    ReadResult read(const std::filesystem::path& file);
    std::map<std::string, Expect> readChecks();
    std::vector<Task> readTests();

  private:
    JsonValue root() const { return {&m_document, &m_document.root, ""}; }
    void finish(const ObjectReader& object) {
        m_refuses ? object.requireKnown() : object.finish(m_unknown, m_warnings);
    }

    void checkFormat(ObjectReader& object, const std::string& format, Project* project);
    Source source(const JsonValue& value);
    SourceFile linkedFile(const JsonValue& value);
    CompileSettings compile(const JsonValue& value);
    arrays::DType dtype(ObjectReader& object);
    arrays::DType scalarOrVector(const JsonValue& value);
    Init init(const JsonValue& value);
    Expect expect(const JsonValue& value);
    Buffer buffer(const JsonValue& value);
    BufferArg bufferArg(ObjectReader& object);
    StructArg structArg(const JsonValue& value, int depth = 0);
    MemberValue memberValue(const JsonValue& value, int depth);
    BytesArg bytesArg(const JsonValue& value);
    TextureArg textureArg(const JsonValue& value);
    SurfaceArg surfaceArg(const JsonValue& value);
    Argument argument(const JsonValue& value);
    MetricExpressions metrics(const JsonValue& value);
    std::optional<Step> step(ObjectReader& object);
    Launch launch(const JsonValue& value);
    void kernelLaunch(ObjectReader& object, Launch& launch);
    Constant constant(const JsonValue& value);
    Limits limits(const JsonValue& value);
    Timing timing(const JsonValue& value);
    Sweep sweep(const JsonValue& value);
    MemoryLayout layout(const JsonValue& value);
    std::vector<Task> tasks(const JsonValue& value);
    Task task(const JsonValue& value);
    Task test(const JsonValue& value);
    void taskCheck(ObjectReader& object, Task& task);

    std::map<std::string, Expect> commonChecks(ObjectReader& object);

    const PlacedJson& m_document;
    UnknownKeys m_unknownKeys;
    bool m_refuses; ///< unknown keys of the current object
    std::map<std::string, std::string> m_unknown;
    std::vector<Error> m_warnings;
};

} // namespace warpbench::project
