// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/export_model.h"
#include "core/export/python_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpbench::exporting {

namespace {

std::string optionList(const ExportModel& model) {
    std::string text = pythonText("-std=" + model.standard);
    for (const std::string& option : model.options)
        text += ", " + pythonText(option);
    for (const auto& [name, value] : model.defines)
        text += ", " + pythonText(value.empty() ? "-D" + name : "-D" + name + "=" + value);
    return text;
}

constexpr const char* kCommon = R"(

def read(name):
    return np.fromfile(HERE / name, np.uint8)


def check(name, got, want, dtype, rtol, atol, exact, equal_nan):
    got, want = got.view(dtype), read(want).view(dtype)
    if exact or not np.issubdtype(dtype, np.inexact):
        wrong = got != want
        if equal_nan and np.issubdtype(dtype, np.inexact):
            wrong &= ~(np.isnan(got) & np.isnan(want))
    else:
        wrong = ~np.isclose(got, want, rtol=rtol, atol=atol, equal_nan=equal_nan)
    count = int(np.count_nonzero(wrong))
    print(f"{name}: as expected" if count == 0 else f"{name}: {count} of {got.size} values are wrong")
    return count == 0

)";

/// An argument as a numpy scalar.
std::string argumentText(const ExportModel& model, const ExportModel::Argument& argument,
                         PythonLibrary library) {
    const auto address = [&](const ExportModel::Argument::Address& one) {
        const std::string& name = model.buffers[one.buffer].name;
        return library == PythonLibrary::cupy ? fmt::format("{}.data.ptr + {}", name, one.offset)
                                              : fmt::format("int({}) + {}", name, one.offset);
    };
    if (argument.isPointer())
        return fmt::format("np.uint64({})", address(argument.addresses.front()));
    // A void scalar goes into the parameter block as it is, whatever its size.
    std::string text = bytesText(argument.bytes);
    for (const auto& one : argument.addresses)
        text = fmt::format("put({}, {}, {})", text, one.at, address(one));
    return fmt::format("np.frombuffer({}, np.dtype((np.void, {})))[0]", text,
                       argument.bytes.size());
}

std::string extentText(const std::array<std::uint32_t, 3>& extent) {
    return fmt::format("({}, {}, {})", extent[0], extent[1], extent[2]);
}

std::string headText(const ExportModel& model, PythonLibrary library) {
    const bool isCupy = library == PythonLibrary::cupy;
    std::string text =
        fmt::format("# {}: a script made by Warpbench for {}.\n",
                    model.title.empty() ? model.name : model.title, isCupy ? "CuPy" : "PyCUDA");
    for (const std::string& note : model.notes)
        text += "# " + note + "\n";
    text += "import pathlib\nimport struct\nimport sys\n\n";
    text += isCupy ? "import cupy\nimport numpy as np\n"
                   : "import numpy as np\nimport pycuda.autoinit  # makes a context\n"
                     "import pycuda.driver as cuda\nfrom pycuda.compiler import SourceModule\n";
    text += "\nHERE = pathlib.Path(__file__).resolve().parent\n";
    text += kCommon;
    return text + "\ndef put(bytes_, at, address):\n"
                  "    return bytes_[:at] + struct.pack(\"<Q\", address) + bytes_[at + 8:]\n\n\n";
}

std::string moduleText(const ExportModel& model, PythonLibrary library) {
    const std::string source =
        fmt::format("(HERE / {}).read_text()", pythonText(model.name + "_kernels.cu"));
    if (library == PythonLibrary::pycuda)
        return fmt::format("module = SourceModule({}, no_extern_c=True, options=[{}], "
                           "include_dirs=[str(HERE)])\n",
                           source, optionList(model));
    std::string names;
    for (const ExportModel::Launch& launch : model.launches) {
        const std::string name = pythonText(launch.kernel);
        if (launch.lowered != launch.kernel && names.find(name) == std::string::npos)
            names += (names.empty() ? "" : ", ") + name;
    }
    return fmt::format("module = cupy.RawModule(code={}, options=({},\n"
                       "    \"-I\" + str(HERE)){})\n",
                       source, optionList(model),
                       names.empty() ? "" : ", name_expressions=[" + names + "]");
}

std::string bufferText(const ExportModel& model, PythonLibrary library) {
    const bool isCupy = library == PythonLibrary::cupy;
    std::string text;
    for (const ExportModel::Buffer& buffer : model.buffers) {
        const std::string first = buffer.initial.empty()
                                      ? fmt::format("np.zeros({}, np.uint8)", buffer.bytes)
                                      : fmt::format("read({})", pythonText(buffer.initial));
        text += isCupy ? fmt::format("{} = cupy.asarray({})", buffer.name, first)
                       : fmt::format("{} = cuda.to_device({})", buffer.name, first);
        text += fmt::format("  # {} x {}\n", buffer.elements, buffer.dtype.name());
    }
    for (const ExportModel::Constant& constant : model.constants)
        text +=
            isCupy
                ? fmt::format(
                      "symbol = module.get_global({0})\n"
                      "symbol.copy_from_host(np.frombuffer({1}, np.uint8).ctypes.data, {2})\n",
                      pythonText(constant.symbol), bytesText(constant.bytes), constant.bytes.size())
                : fmt::format("cuda.memcpy_htod(module.get_global({})[0], {})\n",
                              pythonText(constant.symbol), bytesText(constant.bytes));
    return text;
}

std::string launchText(const ExportModel& model, const ExportModel::Launch& launch,
                       PythonLibrary library) {
    const bool isCupy = library == PythonLibrary::cupy;
    std::string arguments;
    for (const ExportModel::Argument& argument : launch.arguments)
        arguments += (arguments.empty() ? "" : ", ") + argumentText(model, argument, library);
    std::string indent = model.rounds > 1 ? "    " : "";
    std::string text = indent + fmt::format("kernel = module.get_function({})\n",
                                            pythonText(isCupy ? launch.kernel : launch.lowered));
    if (launch.shared > 48 * 1024)
        text += indent +
                (isCupy ? fmt::format("kernel.max_dynamic_shared_size_bytes = {}\n", launch.shared)
                        : fmt::format("kernel.set_attribute(cuda.function_attribute."
                                      "MAX_DYNAMIC_SHARED_SIZE_BYTES, {})\n",
                                      launch.shared));
    if (launch.repeat > 1) {
        text += indent + fmt::format("for _ in range({}):\n", launch.repeat);
        indent += "    ";
    }
    if (isCupy)
        text += indent + fmt::format("kernel({}, {}, ({}{}), shared_mem={})\n",
                                     extentText(launch.grid), extentText(launch.block), arguments,
                                     launch.arguments.size() == 1 ? "," : "", launch.shared);
    else
        text += indent + fmt::format("kernel({}{}grid={}, block={}, shared={})\n", arguments,
                                     arguments.empty() ? "" : ", ", extentText(launch.grid),
                                     extentText(launch.block), launch.shared);
    return text;
}

std::string checkText(const ExportModel& model, PythonLibrary library) {
    std::string text = library == PythonLibrary::cupy ? "cupy.cuda.Device().synchronize()\n"
                                                      : "cuda.Context.synchronize()\n";
    text += "good = True\n";
    for (const ExportModel::Buffer& buffer : model.buffers) {
        if (buffer.expected.empty())
            continue;
        const std::string got =
            library == PythonLibrary::cupy
                ? fmt::format("{}.get()", buffer.name)
                : fmt::format("cuda.from_device({}, {}, np.uint8)", buffer.name, buffer.bytes);
        text += fmt::format("good &= check({}, {}, {}, np.{}, {}, {}, {}, {})\n",
                            pythonText(buffer.name), got, pythonText(buffer.expected),
                            numpyType(buffer.dtype), buffer.rtol, buffer.atol,
                            buffer.exact ? "True" : "False", buffer.equalNan ? "True" : "False");
    }
    return text + "sys.exit(0 if good else 1)\n";
}

} // namespace

std::vector<ExportedFile> pythonScript(const ExportModel& model, PythonLibrary library) {
    std::string text =
        headText(model, library) + moduleText(model, library) + bufferText(model, library);
    if (model.rounds > 1)
        text += fmt::format("for _ in range({}):\n", model.rounds);
    for (const ExportModel::Launch& launch : model.launches)
        text += launchText(model, launch, library);
    text += checkText(model, library);
    return {{model.name + ".py", std::move(text)}, {model.name + "_kernels.cu", model.source}};
}

} // namespace warpbench::exporting
