// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/export_model.h"
#include "core/steps/kernel_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>

namespace warpbench::exporting {

namespace {

using arrays::Scalar;

/// A scalar's type in CUDA C++. Scalars without a type are compared by bits.
std::string_view typeName(Scalar scalar) {
    switch (scalar) {
    case Scalar::float16:
        return "__half";
    case Scalar::bfloat16:
        return "__nv_bfloat16";
    case Scalar::complex64:
        return "float";
    case Scalar::complex128:
        return "double";
    default:
        const char* name = project::typeName(scalar);
        return name ? name : "unsigned char";
    }
}

/// The element type of a buffer; an unknown struct is a number of bytes.
std::string elementType(const arrays::DType& dtype) {
    if (dtype.kind() == arrays::DType::Kind::vector)
        return dtype.name();
    return std::string(dtype.kind() == arrays::DType::Kind::scalar &&
                               !arrays::isComplex(dtype.scalar())
                           ? typeName(dtype.scalar())
                           : "unsigned char");
}

template <class T>
T valueIn(const std::vector<std::uint8_t>& bytes) {
    T value{};
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
}

/// A number that reads back as the same one.
std::string floatText(double value, const char* suffix) {
    if (!std::isfinite(value))
        return {};
    std::string text = fmt::format("{}", value);
    if (text.find_first_of(".e") == std::string::npos)
        text += ".0";
    return text + suffix;
}

/// The value of a parameter of an everyday type; empty: only its bytes are known.
std::string valueText(const ExportModel::Argument& argument) {
    std::string type = argument.type;
    if (type.starts_with("const "))
        type.erase(0, 6);
    const auto is = [&](const char* name, std::size_t size) {
        return type == name && argument.bytes.size() == size;
    };
    if (is("int", 4))
        return std::to_string(valueIn<std::int32_t>(argument.bytes));
    if (is("unsigned int", 4) || is("unsigned", 4))
        return std::to_string(valueIn<std::uint32_t>(argument.bytes)) + "u";
    if ((is("long", 8) || is("long long", 8)) &&
        valueIn<std::int64_t>(argument.bytes) != std::numeric_limits<std::int64_t>::min())
        return std::to_string(valueIn<std::int64_t>(argument.bytes)) + "ll";
    if (is("unsigned long", 8) || is("unsigned long long", 8))
        return std::to_string(valueIn<std::uint64_t>(argument.bytes)) + "ull";
    if (is("float", 4))
        return floatText(valueIn<float>(argument.bytes), "f");
    if (is("double", 8))
        return floatText(valueIn<double>(argument.bytes), "");
    return {};
}

std::string byteList(const std::vector<std::uint8_t>& bytes) {
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        text += fmt::format("{}{}", i == 0 ? "" : i % 24 == 0 ? ",\n            " : ", ", bytes[i]);
    return text;
}

std::string dim3Text(const std::array<std::uint32_t, 3>& extent) {
    return fmt::format("dim3({}, {}, {})", extent[0], extent[1], extent[2]);
}

constexpr const char* kHelpers = R"(
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace exported {

inline void check(cudaError_t error, const char* what) {
    if (error == cudaSuccess)
        return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    std::exit(2);
}
#define CHECK(call) exported::check(call, #call)

template <class T>
std::vector<T> readFile(const char* name, std::size_t count) {
    std::vector<T> values(count);
    std::FILE* file = std::fopen(name, "rb");
    if (!file || std::fread(values.data(), sizeof(T), count, file) != count) {
        std::fprintf(stderr, "%s cannot be read; run the program in its own folder\n", name);
        std::exit(2);
    }
    std::fclose(file);
    return values;
}

template <class T>
double number(T value) {
    return double(value);
}
inline double number(__half value) {
    return __half2float(value);
}
inline double number(__nv_bfloat16 value) {
    return __bfloat162float(value);
}

/// Compares what a buffer holds on the device with a file: |got - want| <= atol + rtol * |want|.
template <class T>
int compare(const char* name, const void* device, std::size_t count, const char* file, double rtol,
            double atol, bool exact, bool equalNan) {
    const std::vector<T> want = readFile<T>(file, count);
    std::vector<T> got(count);
    CHECK(cudaMemcpy(got.data(), device, count * sizeof(T), cudaMemcpyDefault));
    std::size_t wrong = 0, first = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (std::memcmp(&got[i], &want[i], sizeof(T)) == 0)
            continue;
        const double g = number(got[i]), w = number(want[i]);
        const bool bothNan = std::isnan(g) && std::isnan(w);
        const bool close = g == w || std::fabs(g - w) <= atol + rtol * std::fabs(w);
        if (!exact && (close || (bothNan && equalNan)))
            continue;
        if (wrong++ == 0)
            first = i;
    }
    if (wrong == 0)
        std::printf("%s: as expected\n", name);
    else
        std::printf("%s: %zu of %zu values are wrong, the first at %zu: %.9g instead of %.9g\n",
                    name, wrong, count, first, number(got[first]), number(want[first]));
    return wrong == 0 ? 0 : 1;
}

} // namespace exported
)";

std::string headText(const ExportModel& model) {
    std::string text = fmt::format("// {}: a program made by Warpbench.\n//\n//   nvcc -std={}",
                                   model.title.empty() ? model.name : model.title, model.standard);
    for (const std::string& option : model.options)
        text += " " + option;
    text += fmt::format(" -o {0} {0}.cu && ./{0}\n//\n// It reads its data from {0}_data and exits "
                        "with 0 where all results are as expected.\n",
                        model.name);
    for (const std::string& note : model.notes)
        text += "// " + note + "\n";
    for (const auto& [name, value] : model.defines)
        text += fmt::format("\n#ifndef {0}\n#define {0} {1}\n#endif\n", name, value);
    return text;
}

std::string sourceText(const ExportModel& model) {
    std::string source = "\n" + model.source + (model.source.ends_with('\n') ? "" : "\n");
    if (!model.hasMain)
        return source;
    return "\n// The program's own main is not run.\n#define main programs_own_main" + source +
           "#undef main\n";
}

std::string bufferText(const ExportModel& model) {
    std::string text;
    for (const ExportModel::Buffer& buffer : model.buffers) {
        text += fmt::format("    {5}* {0} = nullptr; // {1} x {2}\n"
                            "    CHECK({3}(&{0}, {4}));\n",
                            buffer.name, buffer.elements, buffer.dtype.name(),
                            buffer.managed ? "cudaMallocManaged" : "cudaMalloc",
                            std::max<std::uint64_t>(buffer.bytes, 1), elementType(buffer.dtype));
        if (buffer.bytes == 0)
            continue;
        if (buffer.initial.empty())
            text += fmt::format("    CHECK(cudaMemset({}, 0, {}));\n", buffer.name, buffer.bytes);
        else
            text +=
                fmt::format("    CHECK(cudaMemcpy({0}, exported::readFile<unsigned char>(\"{1}\", "
                            "{2}).data(), {2}, cudaMemcpyDefault));\n",
                            buffer.name, buffer.initial, buffer.bytes);
    }
    for (const ExportModel::Constant& constant : model.constants)
        text += fmt::format("    {{\n        const unsigned char bytes[] = {{{}}};\n"
                            "        CHECK(cudaMemcpyToSymbol({}, bytes, sizeof bytes));\n    }}\n",
                            byteList(constant.bytes), constant.symbol);
    return text;
}

std::string argumentText(const ExportModel& model, const ExportModel::Argument& argument,
                         std::size_t index) {
    const auto address = [&](const ExportModel::Argument::Address& one) {
        const std::string& name = model.buffers[one.buffer].name;
        return one.offset == 0 ? name : fmt::format("(unsigned char*){} + {}", name, one.offset);
    };
    if (argument.isPointer())
        return fmt::format("        void* p{} = {};\n", index, address(argument.addresses.front()));
    if (const std::string value = valueText(argument); !value.empty())
        return fmt::format("        {} p{} = {};\n", argument.type, index, value);
    std::string text = fmt::format("        alignas(16) unsigned char p{}[] = {{{}}};\n", index,
                                   byteList(argument.bytes));
    for (const auto& one : argument.addresses)
        text += fmt::format("        {{\n            void* address = {};\n"
                            "            std::memcpy(p{} + {}, &address, sizeof address);\n"
                            "        }}\n",
                            address(one), index, one.at);
    return text;
}

std::string launchText(const ExportModel& model, const ExportModel::Launch& launch) {
    constexpr std::uint64_t kUsualShared = 48 * 1024;
    std::string text = fmt::format("    {{ // {}\n", launch.kernel);
    std::string list;
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
        text += argumentText(model, launch.arguments[i], i);
        // An array is its own address.
        const bool isArray =
            !launch.arguments[i].isPointer() && valueText(launch.arguments[i]).empty();
        list += fmt::format("{}{}p{}", i == 0 ? "" : ", ", isArray ? "" : "&", i);
    }
    text += fmt::format("        void* arguments[] = {{{}}};\n"
                        "        const void* kernel = (const void*){};\n",
                        list.empty() ? "nullptr" : list, launch.kernel);
    if (launch.shared > kUsualShared)
        text += fmt::format("        CHECK(cudaFuncSetAttribute(kernel, "
                            "cudaFuncAttributeMaxDynamicSharedMemorySize, {}));\n",
                            launch.shared);
    std::string indent(8, ' ');
    if (launch.repeat > 1) {
        text += fmt::format("        for (int time = 0; time < {}; ++time)\n", launch.repeat);
        indent += "    ";
    }
    if (launch.cluster[0] > 0) {
        text += indent + "{\n";
        text += indent + fmt::format("    cudaLaunchConfig_t config{{{}, {}, {}}};\n",
                                     dim3Text(launch.grid), dim3Text(launch.block), launch.shared);
        text += indent + "    cudaLaunchAttribute cluster{};\n" + indent +
                "    cluster.id = cudaLaunchAttributeClusterDimension;\n";
        for (int axis = 0; axis < 3; ++axis)
            text += indent + fmt::format("    cluster.val.clusterDim.{} = {};\n", "xyz"[axis],
                                         launch.cluster[std::size_t(axis)]);
        text += indent + "    config.attrs = &cluster;\n" + indent + "    config.numAttrs = 1;\n" +
                indent + "    CHECK(cudaLaunchKernelExC(&config, kernel, arguments));\n" + indent +
                "}\n";
    } else {
        text += indent +
                fmt::format("CHECK({}(kernel, {}, {}, arguments, {}, nullptr));\n",
                            launch.cooperative ? "cudaLaunchCooperativeKernel" : "cudaLaunchKernel",
                            dim3Text(launch.grid), dim3Text(launch.block), launch.shared);
    }
    return text + "    }\n";
}

std::string checkText(const ExportModel& model) {
    std::string text = "    int wrong = 0;\n";
    bool any = false;
    for (const ExportModel::Buffer& buffer : model.buffers) {
        if (buffer.expected.empty())
            continue;
        any = true;
        const bool isStruct = buffer.dtype.kind() == arrays::DType::Kind::structure;
        const std::string_view type = isStruct ? "unsigned char" : typeName(buffer.dtype.scalar());
        const std::size_t size = isStruct ? 1
                                 : arrays::isComplex(buffer.dtype.scalar())
                                     ? arrays::sizeOf(buffer.dtype.scalar()) / 2
                                     : arrays::sizeOf(buffer.dtype.scalar());
        text +=
            fmt::format("    wrong += exported::compare<{}>(\"{}\", {}, {}, \"{}\", {}, {}, {}, "
                        "{});\n",
                        type, buffer.name, buffer.name, buffer.bytes / size, buffer.expected,
                        buffer.rtol, buffer.atol, buffer.exact, buffer.equalNan);
    }
    if (!any)
        text += "    std::printf(\"done; nothing was expected of the results\\n\");\n";
    for (const ExportModel::Buffer& buffer : model.buffers)
        text += fmt::format("    CHECK(cudaFree({}));\n", buffer.name);
    return text + "    return wrong == 0 ? 0 : 1;\n";
}

} // namespace

ExportedFile cudaProgram(const ExportModel& model) {
    std::string text =
        headText(model) + kHelpers + sourceText(model) + "\nint main() {\n" + bufferText(model);
    if (model.rounds > 1)
        text += fmt::format("    for (int round = 0; round < {}; ++round) {{\n", model.rounds);
    for (const ExportModel::Launch& launch : model.launches)
        text += launchText(model, launch);
    if (model.rounds > 1)
        text += "    }\n";
    text += "    CHECK(cudaDeviceSynchronize());\n" + checkText(model) + "}\n";
    return {model.name + ".cu", std::move(text)};
}

} // namespace warpbench::exporting
