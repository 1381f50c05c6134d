// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/run_input.h"

#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/base/suggest.h"
#include "core/base/trust.h"
#include "core/cache/file_options.h"
#include "core/cache/nvcc_options.h"
#include "core/compile/device_code.h"
#include "core/compile/linking.h"
#include "core/compiled/diagnostics.h"
#include "core/formats/ptx_entries.h"
#include "core/plan/buffer_accesses.h"
#include "core/platform/files.h"
#include "core/project/project_file.h"
#include "core/project/project_files.h"
#include "core/project/struct_values.h"
#include "core/run/constant_fills.h"
#include "core/toolkit/toolkit.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace warpbench::session {

namespace {

bool isPlainName(const std::string& name) {
    return std::all_of(name.begin(), name.end(),
                       [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

std::string fileNameOf(const project::Project& project) {
    if (!project.foreignSource.empty())
        return utf8(project.foreignSource);
    if (const auto* file = std::get_if<project::SourceFile>(&project.source))
        return utf8((project.folder() / pathFromUtf8(file->path)).lexically_normal());
    return project.file.empty() ? "kernel.cu" : utf8(project.file.filename()) + ".cu";
}

Place placeOf(const project::Project& project, const std::string& pointer) {
    const auto found = project.places.find(pointer);
    return found == project.places.end() ? Place{utf8(project.file)} : found->second;
}

/// A project may come from anyone, and the compiler reads and writes files named by its options.
void refuseFileOptions(const project::Project& project, const std::vector<std::string>& options) {
    const std::vector<std::string> taken = compile::optionsForNvrtc(options);
    const auto first = compile::firstFileOption(taken);
    if (!first)
        return;
    const auto given = std::find(options.begin(), options.end(), taken[*first]);
    const std::string index =
        given == options.end() ? "" : "/" + std::to_string(given - options.begin());
    throw Error(ErrorKind::project,
                {"WB1916",
                 "the compiler option \"{option}\" may name a file, which a project's "
                 "options may not",
                 "use \"include_dirs\" for headers; or, {advice}",
                 {{"option", taken[*first]}, {"advice", phrase(kHowToAllowOutside)}}},
                placeOf(project, "/compile/options" + index));
}

/// Settings cannot change a source that is already compiled: any that are given are
/// an error.
void refuseSettings(const project::Project& project, const project::CompileSettings& settings,
                    const std::string& file) {
    const auto refuse = [&](const char* key, const ErrorText& remedy) {
        const auto found = project.places.find(std::string("/compile/") + key);
        throw Error(ErrorKind::project,
                    ErrorText("WB1917",
                              "\"{setting}\" cannot change {file}, which is already compiled", {},
                              {{"setting", key}, {"file", utf8(pathFromUtf8(file).filename())}})
                        .advised(remedy),
                    found == project.places.end() ? Place{file} : found->second);
    };
    if (!settings.options.empty())
        refuse("options", phrase("leave them out, or give the CUDA source"));
    if (!settings.defines.empty())
        refuse("defines", phrase("make them \"parameters\", which grids and shapes may use"));
    if (!settings.includeDirs.empty() || !project.userIncludeDirs.empty())
        refuse("include_dirs", phrase("leave them out, or give the CUDA source"));
    if (settings.std != project::CompileSettings().std)
        refuse("std", phrase("leave it out, or give the CUDA source"));
    // For a fat binary it chooses.
    if (settings.arch != project::CompileSettings().arch &&
        compile::sourceKindOf(file) != compile::SourceKind::fatbin)
        refuse("arch", phrase("leave it out: the code determines the architecture"));
    if (settings.lto)
        refuse("lto", phrase("leave it out, or give the CUDA source"));
}

/// Everything that a resident buffer's first contents depend on, and its project, since two
/// projects may well have a buffer with the same name, type, shape and start. \param digest  of the
/// contents themselves: an initialiser may refer to files and other buffers
std::string residentKey(const project::Project& project, const project::PlannedBuffer& buffer,
                        const std::string& digest) {
    return fmt::format("{} {} {} {}", buffer.dtype.name(), fmt::join(buffer.shape, "x"), digest,
                       project.file.empty() ? project.name : utf8(project.file));
}

/// Whether a cubin of an architecture runs on a device: the same major version and no newer minor
/// one (CUDA C++ Programming Guide, binary compatibility).
bool cubinFits(const std::string& arch, const DeviceInfo& device) {
    int number = 0;
    for (const char c : arch) {
        if (std::isdigit(static_cast<unsigned char>(c)))
            number = number * 10 + (c - '0');
    }
    return arch.starts_with("sm_") && number / 10 == device.ccMajor &&
           number % 10 <= device.ccMinor;
}

/// \throws Error (device) if the given code is for another GPU
void requireFits(const project::Project& project, const compile::CompileResult& compiled,
                 const DeviceInfo& device) {
    if (!compiled.given)
        return;
    // A simulated device runs the PTX of a fat binary.
    const bool machineCode = compiled.cubin && !(device.simulated && !compiled.ptx.empty());
    const auto head = machineCode ? std::nullopt : compile::readPtxHead(compiled.ptx);
    const std::string target = head ? head->target : compiled.arch;
    if (machineCode ? device.simulated || cubinFits(target, device)
                    : compile::ptxTargetFits(target, device.ccMajor, device.ccMinor))
        return;
    const bool isText = !compile::isBinary(compile::sourceKindOf(fileNameOf(project)));
    throw Error(
        ErrorKind::device,
        {"WB1893",
         "the {code} is for {architecture}, and {device} has compute capability {capability}",
         "choose another device, or rebuild it: nvcc {option} --gpu-architecture={wanted}",
         {{"code", machineCode ? phrase("machine code") : ErrorText("PTX")},
          {"architecture", target},
          {"device", device.name},
          {"capability", fmt::format("{}.{}", device.ccMajor, device.ccMinor)},
          {"option", machineCode ? "-cubin" : "-ptx"},
          {"wanted", fmt::format("{}_{}{}", machineCode ? "sm" : "compute", device.ccMajor,
                                 device.ccMinor)}}},
        Place{fileNameOf(project), head && isText ? head->targetLine : 0, 0});
}

/// The line that launches a kernel from a kernel: the call is in a header of the runtime, and was
/// inlined into the nearest line of the source above it.
Place launchFromKernel(const project::Project& project, const std::string& ptx) {
    const std::string source = fileNameOf(project);
    const auto call = ptx.begin() + std::ptrdiff_t(ptx.rfind("LaunchDevice"));
    std::vector<compile::Diagnostic> places;
    for (int line = 1 + int(std::count(ptx.begin(), call, '\n')); line > 0; --line)
        places.emplace_back().place = {compile::kPtxFile, line, 0};
    compile::translatePtxPlaces(places, ptx, source);
    for (const compile::Diagnostic& above : places)
        if (above.place.file == source && above.place.line > 0)
            return above.place;
    return {source, 0, 0};
}

/// Links kernels that launch kernels with the device part of the runtime.
/// \throws Error (environment) if the library is not found
std::vector<std::string> librariesFor(const project::Project& project,
                                      const compile::CompileResult& compiled,
                                      const DeviceInfo& device) {
    const std::string* launching = compile::launchesKernels(compiled.ptx) ? &compiled.ptx : nullptr;
    for (const compile::CodePart& part : compiled.parts)
        if (!launching && compile::launchesKernels(part.ptx))
            launching = &part.ptx;
    if (!launching || device.simulated) // which has these functions itself
        return {};
    const std::filesystem::path library =
        compile::deviceRuntimeLibrary(compile::ToolkitSearch::ofThisMachine());
    if (library.empty())
        throw Error(ErrorKind::environment,
                    {"WB1918",
                     "a kernel launches kernels, and NVIDIA's libcudadevrt for that was not found",
                     "get it with warpbench-cli doctor --install-compiler, or install the CUDA "
                     "Toolkit"},
                    launchFromKernel(project, *launching));
    return {utf8(library)};
}

std::vector<std::uint8_t> bytesOf(const std::vector<std::byte>& from) {
    const auto* data = reinterpret_cast<const std::uint8_t*>(from.data());
    return {data, data + from.size()};
}

std::vector<std::uint8_t> bytesOf(const project::PlannedConstant& constant) {
    if (constant.path.empty())
        return bytesOf(constant.bytes);
    try {
        const std::string text = platform::readFile(constant.path);
        return {text.begin(), text.end()};
    } catch (const Error& error) {
        throw Error(ErrorKind::project,
                    phrase("the values of \"{variable}\": {problem}",
                           {{"variable", constant.symbol}, {"problem", error.said()}})
                        .advised(phrase("check the file's name and folder")),
                    constant.place);
    }
}

/// A launch's reads and writes of buffers that contain rows of other devices.
void noteHalos(const project::LaunchPlan& plan, const project::PlannedLaunch& planned,
               DeviceLaunch& launch) {
    const auto note = [&](const project::PlannedBufferArg& arg) {
        const project::PlannedBuffer& buffer = plan.buffers[arg.buffer];
        if (buffer.haloBefore + buffer.haloAfter == 0)
            return;
        if (arg.access != project::Access::out)
            launch.reads.push_back(arg.buffer);
        if (arg.access != project::Access::in)
            launch.writes.push_back(arg.buffer);
    };
    for (const project::PlannedArgument& argument : planned.args) {
        if (const auto* address = std::get_if<project::PlannedBufferArg>(&argument.value))
            note(*address);
        if (const auto* structure = std::get_if<project::PlannedStruct>(&argument.value))
            project::forEachAddress(*structure, note);
    }
}

/// Buffers passed to a launch only for reading, each once.
std::vector<std::size_t> readOnlyBuffers(const project::LaunchPlan& plan,
                                         const project::PlannedLaunch& planned) {
    std::vector<bool> read(plan.buffers.size());
    std::vector<bool> written(plan.buffers.size());
    project::forEachAccess(planned, [&](std::size_t buffer, project::Access access) {
        (access == project::Access::in ? read : written)[buffer] = true;
    });
    std::vector<std::size_t> only;
    for (std::size_t i = 0; i < read.size(); ++i)
        if (read[i] && !written[i])
            only.push_back(i);
    return only;
}

/// Code to link with the source. Code that is already compiled is linked in the same way if it is
/// PTX; machine code is not relocatable by default when nvcc builds it.
void addLinked(const project::Project& project, compile::CompileRequest& request) {
    const auto refuse = [&](std::size_t index, const ErrorText& said) {
        throw Error(ErrorKind::project, said,
                    placeOf(project, fmt::format("/link/{}/file", index)));
    };
    if (!project.link.empty() && compile::isBinary(compile::sourceKindOf(request.fileName)))
        refuse(0, {"WB1919", "machine code is not linked with other sources",
                   "give its CUDA source, or PTX, as \"source\""});
    for (std::size_t i = 0; i < project.link.size(); ++i) {
        const std::string file = utf8(project::linkedFile(project, i));
        if (compile::isBinary(compile::sourceKindOf(file)))
            refuse(i, {"WB1920",
                       "\"{file}\" is machine code, which is not linked",
                       "give its CUDA source, or PTX",
                       {{"file", file}}});
        if (file == request.fileName)
            refuse(i, {"WB1921",
                       "\"{file}\" is the source itself",
                       "name only further sources",
                       {{"file", file}}});
        request.linked.push_back({file, project::linkedText(project, i)});
    }
}

/// PTX, and machine code if the device runs it.
void addCode(const project::Project& project, const compile::CompileResult& compiled,
             const DeviceInfo& device, DeviceRunRequest& request) {
    request.ptx = compiled.ptx;
    if (compiled.given)
        request.codeFile = fileNameOf(project);
    // A simulated device runs PTX, which the given machine code may contain.
    const bool wanted = device.simulated ? compiled.given && compiled.ptx.empty()
                                         : compiled.given || cubinFits(compiled.arch, device);
    if (compiled.cubin && wanted)
        request.cubin = bytesOf(*compiled.cubin);
    for (const compile::CodePart& part : compiled.parts) {
        DeviceCodePart& own = request.parts.emplace_back();
        own.fileName = part.fileName;
        own.ptx = part.ptx;
        if (part.cubin && wanted)
            own.cubin = bytesOf(*part.cubin);
    }
}

/// Except for the source and destination of its contents.
DeviceBuffer deviceBufferOf(const project::PlannedBuffer& planned) {
    DeviceBuffer buffer;
    buffer.name = planned.name;
    buffer.bytes = planned.bytes;
    buffer.memory = planned.memory;
    buffer.pitch = planned.pitch;
    buffer.address = planned.address;
    buffer.lineBytes = planned.pitch > 0 ? planned.lineBytes() : 0;
    buffer.before = std::uint64_t(planned.haloBefore) * planned.rowBytes();
    buffer.after = std::uint64_t(planned.haloAfter) * planned.rowBytes();
    buffer.upload = planned.upload && planned.used;
    buffer.written = planned.written;
    if (buffer.upload)
        buffer.fill = fillOf(planned);
    return buffer;
}

DeviceLaunch deviceLaunchOf(const project::LaunchPlan& plan, const project::PlannedLaunch& planned,
                            const compile::CompileResult& compiled) {
    DeviceLaunch launch;
    launch.shape() = planned.shape();
    launch.library = planned.library;
    if (planned.library) {
        launch.arguments = layOutBuffers(plan, planned);
        return launch;
    }
    const compile::KernelInfo& kernel = kernelOf(compiled, planned);
    launch.lowered = kernel.lowered;
    launch.arguments = layOutArguments(plan, planned, kernel);
    for (const compile::Parameter& parameter : kernel.parameters)
        launch.parameterBytes.push_back(parameter.size);
    noteHalos(plan, planned, launch);
    launch.readOnly = readOnlyBuffers(plan, planned);
    return launch;
}

/// "; it has "a", "b" and 7 more": the kernels of a source that lacks the requested one.
ErrorText listed(const std::vector<std::string>& kernels) {
    constexpr std::size_t kMost = 8;
    if (kernels.empty())
        return {};
    std::vector<std::string> shown;
    for (std::size_t i = 0; i < std::min(kMost, kernels.size()); ++i)
        shown.push_back('"' + kernels[i] + '"');
    const std::string names = fmt::format("{}", fmt::join(shown, ", "));
    if (kernels.size() > kMost)
        return phrase("; it has {kernels} and {count} more",
                      {{"kernels", names}, {"count", kernels.size() - kMost}});
    return phrase("; it has {kernels}", {{"kernels", names}});
}

} // namespace

std::string sourceFileName(const project::Project& project) {
    return fileNameOf(project);
}

std::string wholeSource(const project::Project& project, std::string source,
                        const std::string& generated) {
    const std::string file = fileNameOf(project);
    if (!generated.empty() && compile::sourceKindOf(file) != compile::SourceKind::cuda)
        throw Error(
            ErrorKind::project,
            {"WB1922",
             "a step is compiled together with the source, but this source is already compiled",
             "use a separate project for the step, or give the CUDA source"},
            Place{file});
    if (generated.empty() || project.foreignSource.empty())
        return std::move(source) + generated;
    // Foreign macros cannot change kernels that come before them, and the foreign results may be
    // compared with those of these kernels.
    std::string name = file;
    std::replace(name.begin(), name.end(), '\\', '/'); // which would quote the next character
    return fmt::format("{}\n#line 1 \"{}\"\n{}", generated, name, source);
}

compile::CompileRequest compileRequestFor(const project::Project& project,
                                          const project::CompileSettings& settings,
                                          std::string source,
                                          const std::vector<std::string>& kernels,
                                          const DeviceInfo* device) {
    compile::CompileRequest request;
    request.source = std::move(source);
    request.fileName = fileNameOf(project);
    if (compile::sourceKindOf(request.fileName) != compile::SourceKind::cuda)
        refuseSettings(project, settings, request.fileName);
    request.arch = settings.arch;
    if (request.arch == "auto") {
        const int capability = device ? 10 * device->ccMajor + device->ccMinor : 90;
        request.arch = compile::specificArchitecture(settings.options, capability);
        if (request.arch.empty())
            request.arch = fmt::format("sm_{}", capability);
    }
    addLinked(project, request);
    request.std = settings.std;
    request.lto = settings.lto;
    request.options = settings.options;
    request.defines = settings.defines;
    request.unsaved = project.unsaved;
    request.confined = !project.mayLeaveFolder;
    request.mustConfine = project.mustConfine;
    if (request.confined)
        refuseFileOptions(project, settings.options);
    std::filesystem::path own =
        project.foreignSource.empty() ? project.folder() : project.sourceFolder;
    if (own.empty() && project.foreignSource.empty() && !project.file.empty())
        own = "."; // "p.warpbench" of the current folder
    if (!own.empty() && request.confined)
        request.readable.push_back(std::filesystem::absolute(own));
    for (std::size_t i = 0; i < settings.includeDirs.size(); ++i)
        request.includeDirs.push_back(std::filesystem::absolute(
            project::projectPath(project, settings.includeDirs[i],
                                 placeOf(project, "/compile/include_dirs/" + std::to_string(i)))));
    if (!project.foreignSource.empty())
        request.readable.insert(request.readable.end(), request.includeDirs.begin(),
                                request.includeDirs.end());
    for (const std::filesystem::path& folder : project.userIncludeDirs) {
        request.includeDirs.push_back(std::filesystem::absolute(folder));
        request.readable.push_back(request.includeDirs.back());
    }
    for (const std::string& kernel : kernels) {
        const bool known = std::find(request.nameExpressions.begin(), request.nameExpressions.end(),
                                     kernel) != request.nameExpressions.end();
        if (!isPlainName(kernel) && !known)
            request.nameExpressions.push_back(kernel);
    }
    // Structs are laid out from the compiler's types, which only a second compile has.
    for (const project::Launch& launch : project.launches)
        for (const project::Argument& argument : launch.args)
            request.describeParameters |=
                std::holds_alternative<project::StructArg>(argument.value);
    return request;
}

compile::CompileRequest compileRequestFor(const project::Project& project,
                                          const project::LaunchPlan& plan, std::string source,
                                          const DeviceInfo& device) {
    std::vector<std::string> kernels;
    for (const project::PlannedLaunch& launch : plan.launches)
        if (!launch.library)
            kernels.push_back(launch.kernel);
    return compileRequestFor(project, plan.compile,
                             wholeSource(project, std::move(source), plan.generated), kernels,
                             &device);
}

const compile::KernelInfo& kernelOf(const compile::CompileResult& compiled,
                                    const project::PlannedLaunch& launch) {
    if (const compile::KernelInfo* kernel = compiled.kernel(launch.kernel))
        return *kernel;
    std::vector<std::string> names;
    for (const compile::KernelInfo& kernel : compiled.kernels)
        names.push_back(kernel.name);
    ErrorText remedy = names.empty() ? phrase("write one, marked __global__")
                                     : project::suggestion(launch.kernel, names);
    if (isPlainName(launch.kernel))
        remedy = phrase("{advice}; a template needs its arguments, as {kernel}<float>",
                        {{"advice", remedy}, {"kernel", launch.kernel}});
    throw Error(ErrorKind::project,
                ErrorText("WB1923", "kernel \"{kernel}\" was not found in the source{others}", {},
                          {{"kernel", launch.kernel}, {"others", listed(names)}})
                    .advised(remedy),
                launch.place);
}

DeviceRunRequest deviceRequestFor(const project::Project& project, const project::LaunchPlan& plan,
                                  const compile::CompileResult& compiled, const DeviceInfo& device,
                                  const HostBlockPool& pool,
                                  const std::vector<arrays::HostArray>& initial,
                                  const std::vector<arrays::HostArray>& results,
                                  const std::vector<std::string>& digests) {
    DeviceRunRequest request;
    request.device = {device.simulated, device.ordinal};
    requireFits(project, compiled, device);
    request.libraries = librariesFor(project, compiled, device);
    addCode(project, compiled, device, request);
    for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
        const project::PlannedBuffer& planned = plan.buffers[i];
        DeviceBuffer& buffer = request.buffers.emplace_back(deviceBufferOf(planned));
        if (buffer.upload && buffer.fill.empty() && initial[i].block())
            buffer.initial = pool.placeOf(initial[i]);
        if (results[i].block())
            buffer.result = pool.placeOf(results[i]);
        if (planned.resident)
            buffer.residentKey = residentKey(project, planned, digests.at(i));
    }
    for (const project::PlannedLaunch& planned : plan.launches)
        request.launches.push_back(deviceLaunchOf(plan, planned, compiled));
    request.rounds = plan.rounds;
    request.context = plan.context;
    for (const project::PlannedConstant& constant : plan.constants)
        request.constants.push_back({constant.symbol, bytesOf(constant), constant.dtype.size(),
                                     constant.read, constant.place});
    request.warmup = plan.timing.warmup;
    request.repeats = plan.timing.repeats;
    request.medianError = plan.timing.medianError;
    request.maxRepeats = plan.timing.maxRepeats;
    request.restore = plan.timing.restore;
    request.flushL2 = plan.timing.flushL2;
    request.graph = plan.timing.graph;
    request.rotate = plan.timing.rotate;
    request.timeoutSeconds = plan.timing.timeoutSeconds;
    return request;
}

occupancy::KernelUsage usageOf(const project::LaunchShape& launch,
                               const compile::KernelInfo& kernel) {
    occupancy::KernelUsage usage;
    usage.threads = occupancy::threadsOf(launch.block);
    usage.registers = kernel.registers.value_or(usage.registers);
    usage.staticShared = kernel.sharedBytes.value_or(usage.staticShared);
    usage.dynamicShared = std::int64_t(launch.sharedBytes);
    if (launch.maxDynamicShared)
        usage.maxDynamicShared = std::int64_t(*launch.maxDynamicShared);
    usage.barriers = kernel.barriers.value_or(usage.barriers);
    usage.maxThreads = kernel.maxThreads.value_or(usage.maxThreads);
    usage.clusterBlocks = occupancy::blocksOf(launch.cluster);
    return usage;
}

} // namespace warpbench::session
