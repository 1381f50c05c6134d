// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/follow/signature.h"

#include <algorithm>
#include <map>
#include <set>

namespace warpbench::guess {

using arrays::DType;
using arrays::Scalar;

namespace {

/// "unsigned  int const" and "const unsigned int" alike become "unsigned int".
std::string normalised(const std::string& type) {
    std::string out;
    std::string word;
    const auto flush = [&] {
        if (!word.empty() && word != "const" && word != "volatile" && word != "__restrict__" &&
            word != "struct") {
            out += (out.empty() ? "" : " ") + word;
        }
        word.clear();
    };
    for (const char c : type) {
        if (c == ' ' || c == '\t') {
            flush();
        } else {
            word += c;
        }
    }
    flush();
    return out;
}

bool looksLikeSize(const std::string& name) {
    static const std::set<std::string> names{
        "n", "N", "size", "count", "length", "len",  "num", "width", "w",  "height",  "h",
        "m", "M", "k",    "K",     "rows",   "cols", "nx",  "ny",    "nz", "elements"};
    return names.count(name) > 0;
}

bool isSizeParameter(const compile::Parameter& p) {
    const auto type = p.pointer ? std::nullopt : dtypeOfType(p.type);
    return type && type->kind() == DType::Kind::scalar && isInteger(type->scalar()) &&
           looksLikeSize(p.name);
}

bool nameTaken(const project::Project& project, const std::string& name) {
    return project.parameters.count(name) || project.compile.defines.count(name) ||
           std::any_of(project.buffers.begin(), project.buffers.end(),
                       [&](const auto& b) { return b.name == name; });
}

const project::Buffer* findBuffer(const project::Project& project, const std::string& name) {
    const auto found = std::find_if(project.buffers.begin(), project.buffers.end(),
                                    [&](const auto& b) { return b.name == name; });
    return found == project.buffers.end() ? nullptr : &*found;
}

project::Init guessInit(const compile::Parameter& parameter, const DType& dtype,
                        std::uint64_t seed) {
    project::Init init;
    if (!parameter.pointeeConst || dtype.kind() == DType::Kind::structure) {
        return init;
    }
    init.seed = seed;
    if (isInteger(dtype.scalar())) {
        init.kind = project::Init::Kind::randint;
        init.low = project::Expression{"0", {}};
        init.high = project::Expression{dtype.scalar() == Scalar::boolean ? "2" : "100", {}};
    } else {
        init.kind = project::Init::Kind::normal;
    }
    return init;
}

project::Buffer bufferFor(const compile::Parameter& parameter, const std::string& name,
                          std::vector<project::Expression> shape, std::uint64_t seed) {
    project::Buffer buffer;
    buffer.name = name;
    buffer.dtype = dtypeOfType(parameter.pointee).value_or(DType(Scalar::float32));
    buffer.shape = std::move(shape);
    buffer.init = guessInit(parameter, buffer.dtype, seed);
    return buffer;
}

/// The project's name for the number of elements: the kernel's own size parameter, otherwise n.
std::string sizeName(project::Project& project, const compile::KernelInfo& kernel) {
    std::string name = "n";
    for (const auto& p : kernel.parameters) {
        if (isSizeParameter(p)) {
            name = p.name;
            break;
        }
    }
    if (findBuffer(project, name)) {
        name += "_elements";
    }
    if (!nameTaken(project, name)) {
        project.parameters[name] = project::Expression{"1024", {}};
    }
    return name;
}

} // namespace

std::optional<DType> dtypeOfType(const std::string& type) {
    static const std::map<std::string, Scalar> scalars{
        {"bool", Scalar::boolean},
        {"char", Scalar::int8},
        {"signed char", Scalar::int8},
        {"int8_t", Scalar::int8},
        {"short", Scalar::int16},
        {"int16_t", Scalar::int16},
        {"int", Scalar::int32},
        {"int32_t", Scalar::int32},
        {"long", Scalar::int64},
        {"long int", Scalar::int64},
        {"long long", Scalar::int64},
        {"long long int", Scalar::int64},
        {"int64_t", Scalar::int64},
        {"ptrdiff_t", Scalar::int64},
        {"clock_t", Scalar::int64},
        {"unsigned char", Scalar::uint8},
        {"uint8_t", Scalar::uint8},
        {"unsigned short", Scalar::uint16},
        {"uint16_t", Scalar::uint16},
        {"ushort", Scalar::uint16},
        {"unsigned", Scalar::uint32},
        {"unsigned int", Scalar::uint32},
        {"uint32_t", Scalar::uint32},
        {"uint", Scalar::uint32},
        {"unsigned long", Scalar::uint64},
        {"ulong", Scalar::uint64},
        {"uintptr_t", Scalar::uint64},
        {"ssize_t", Scalar::int64},
        {"intptr_t", Scalar::int64},
        {"unsigned long long", Scalar::uint64},
        {"unsigned long long int", Scalar::uint64},
        {"uint64_t", Scalar::uint64},
        {"size_t", Scalar::uint64},
        {"std::size_t", Scalar::uint64},
        {"float", Scalar::float32},
        {"double", Scalar::float64},
        {"half", Scalar::float16},
        {"__half", Scalar::float16},
        {"__nv_bfloat16", Scalar::bfloat16},
        {"nv_bfloat16", Scalar::bfloat16},
        {"__nv_fp8_e4m3", Scalar::float8_e4m3},
        {"__nv_fp8_e5m2", Scalar::float8_e5m2},
    };
    const std::string name = normalised(type);
    if (const auto found = scalars.find(name); found != scalars.end()) {
        return DType(found->second);
    }
    return DType::parse(name);
}

ObjectKind objectKindOf(const std::string& type) {
    const std::string name = normalised(type);
    return name == "cudaTextureObject_t" || name == "CUtexObject"    ? ObjectKind::texture
           : name == "cudaSurfaceObject_t" || name == "CUsurfObject" ? ObjectKind::surface
                                                                     : ObjectKind::none;
}

project::Argument guessArgument(const project::Project& project,
                                const compile::Parameter& parameter) {
    project::Argument argument;
    if (parameter.pointer) {
        const project::Buffer* buffer = findBuffer(project, parameter.name);
        if (!buffer && !project.buffers.empty()) {
            buffer = &project.buffers.front();
        }
        if (!buffer) {
            argument.value = project::NullArg{};
            return argument;
        }
        argument.value = project::BufferArg{
            buffer->name, parameter.pointeeConst ? project::Access::in : project::Access::inout,
            std::nullopt};
        return argument;
    }
    const std::string first =
        project.buffers.empty() ? std::string() : project.buffers.front().name;
    const auto type = dtypeOfType(parameter.type);
    if (const ObjectKind object = objectKindOf(parameter.type); object != ObjectKind::none) {
        if (object == ObjectKind::texture) {
            argument.value = project::TextureArg{first, 1, "point", "clamp", false, "element"};
        } else {
            argument.value = project::SurfaceArg{first, 1, project::Access::inout};
        }
        return argument;
    }
    if (!type) {
        argument.value = project::StructArg{};
        return argument;
    }
    const bool known =
        project.parameters.count(parameter.name) || project.compile.defines.count(parameter.name);
    const std::string value = known                        ? parameter.name
                              : isFloating(type->scalar()) ? std::string("1.0")
                                                           : std::string("1");
    argument.value = project::ScalarArg{
        *type, std::vector<project::Expression>(std::size_t(type->lanes()), {value, {}})};
    return argument;
}

bool argumentFits(const project::Argument& argument, const compile::Parameter& parameter) {
    const bool pointerLike = std::holds_alternative<project::BufferArg>(argument.value) ||
                             std::holds_alternative<project::NullArg>(argument.value);
    if (parameter.pointer) {
        return pointerLike;
    }
    if (pointerLike) {
        return false;
    }
    if (const auto* scalar = std::get_if<project::ScalarArg>(&argument.value)) {
        const auto type = dtypeOfType(parameter.type);
        return type && type->size() == scalar->type.size();
    }
    const ObjectKind object = objectKindOf(parameter.type);
    if (object == ObjectKind::texture) {
        return std::holds_alternative<project::TextureArg>(argument.value);
    }
    if (object == ObjectKind::surface) {
        return std::holds_alternative<project::SurfaceArg>(argument.value);
    }
    return true; // struct, bytes, textures: the compiler's sizes are checked at launch
}

void fitArguments(project::Project& project, project::Launch& launch,
                  const compile::KernelInfo& kernel) {
    std::vector<project::Argument> fitted;
    for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
        const auto& parameter = kernel.parameters[i];
        if (i < launch.args.size() && argumentFits(launch.args[i], parameter)) {
            fitted.push_back(launch.args[i]);
        } else {
            fitted.push_back(guessArgument(project, parameter));
        }
    }
    launch.args = std::move(fitted);
}

std::string addBuffer(project::Project& project, const compile::KernelInfo& kernel,
                      const compile::Parameter& parameter) {
    const std::string wanted = parameter.name.empty() ? "buffer" : parameter.name;
    std::string name = wanted;
    for (int i = 2; nameTaken(project, name); ++i) {
        name = wanted + std::to_string(i);
    }
    std::vector<project::Expression> shape =
        project.buffers.empty() ? std::vector<project::Expression>{{sizeName(project, kernel), {}}}
                                : project.buffers.front().shape;
    const auto seed = std::uint64_t(project.buffers.size() + 1);
    project.buffers.push_back(bufferFor(parameter, name, std::move(shape), seed));
    return name;
}

void addLaunch(project::Project& project, const compile::KernelInfo& kernel) {
    const std::string size = sizeName(project, kernel);
    for (const auto& parameter : kernel.parameters) {
        if (!parameter.pointer || parameter.name.empty() || nameTaken(project, parameter.name)) {
            if (!parameter.pointer && isSizeParameter(parameter) &&
                !nameTaken(project, parameter.name)) {
                project.parameters[parameter.name] = project::Expression{size, {}};
            }
            continue;
        }
        const auto seed = std::uint64_t(project.buffers.size() + 1);
        project.buffers.push_back(
            bufferFor(parameter, parameter.name, {project::Expression{size, {}}}, seed));
    }
    // A buffer may be called "block": then the block size gets another name.
    const std::string block = findBuffer(project, "block") ? "threads_per_block" : "block";
    if (!nameTaken(project, block)) {
        project.parameters[block] = project::Expression{"256", {}};
    }
    project::Launch launch;
    launch.kernel = kernel.name;
    launch.grid = {project::Expression{"ceil_div(" + size + ", " + block + ")", {}}};
    launch.block = {project::Expression{block, {}}};
    fitArguments(project, launch, kernel);
    // Another kernel's buffer of the same name may hold another type.
    for (std::size_t i = 0; i < std::min(launch.args.size(), kernel.parameters.size()); ++i) {
        auto* argument = std::get_if<project::BufferArg>(&launch.args[i].value);
        const auto type = dtypeOfType(kernel.parameters[i].pointee);
        const project::Buffer* buffer = argument ? findBuffer(project, argument->buffer) : nullptr;
        if (buffer && type && !(buffer->dtype == *type))
            argument->buffer = addBuffer(project, kernel, kernel.parameters[i]);
    }
    project.launches.push_back(std::move(launch));
}

} // namespace warpbench::guess
