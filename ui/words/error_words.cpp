// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/error_words.h"

#include "ui/words/known_sentence.h"
#include "ui/words/system_words.h"
#include "ui/words/text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <optional>
#include <span>

namespace warpbench::ui {

namespace {

struct ErrorWords {
    Q_DECLARE_TR_FUNCTIONS(ErrorWords)
};

/// Those of core: expression/, project/ (evaluate.cpp, names.cpp, plan_arguments.cpp,
/// project_files.cpp), launch/validation.cpp, session/ (run_input.cpp, argument_layout.cpp,
/// run_performer.cpp, in_process_worker.cpp). Of two that fit a text the first is taken.
constexpr const char* kErrorTexts[] = {
    QT_TRANSLATE_NOOP("ErrorWords",
                      "kernel \"%1\" cannot be launched with %2 threads per block: it was compiled "
                      "for at most %3 (it uses %4 registers per thread)"),
    QT_TRANSLATE_NOOP(
        "ErrorWords",
        "argument %1 of kernel \"%2\" has %3 bytes, but the parameter %4 has %5 bytes"),
    QT_TRANSLATE_NOOP("ErrorWords", "\"%1\" is not in scope here"),
    QT_TRANSLATE_NOOP("ErrorWords", "'%1' is not known here"),
    QT_TRANSLATE_NOOP("ErrorWords", "'%1' is a buffer, but a number is expected here"),
    QT_TRANSLATE_NOOP("ErrorWords", "\"%1\" must be an integer, but it is %2"),
    QT_TRANSLATE_NOOP("ErrorWords", "expected an integer, but got %1"),
    QT_TRANSLATE_NOOP("ErrorWords", "\"%1\" is %2, but %3 holds %4 to %5"),
    QT_TRANSLATE_NOOP("ErrorWords", "division by zero"),
    QT_TRANSLATE_NOOP("ErrorWords", "the expression is empty"),
    QT_TRANSLATE_NOOP("ErrorWords", "the expression ends too early"),
    QT_TRANSLATE_NOOP("ErrorWords", "'%1' is unexpected here"),
    QT_TRANSLATE_NOOP("ErrorWords", "expected '%1'"),
    QT_TRANSLATE_NOOP("ErrorWords", "unknown function '%1'"),
    QT_TRANSLATE_NOOP("ErrorWords", "a number is followed by '%1'"),
    QT_TRANSLATE_NOOP("ErrorWords", "this number cannot be read"),
    QT_TRANSLATE_NOOP("ErrorWords", "the result does not fit a 64-bit integer"),
    QT_TRANSLATE_NOOP("ErrorWords", "'%1' is not a buffer, parameter or number"),
    QT_TRANSLATE_NOOP("ErrorWords", "'%1' has a different shape from the result"),
    QT_TRANSLATE_NOOP("ErrorWords", "'%1' has %2 elements, but the result has %3"),
    QT_TRANSLATE_NOOP("ErrorWords", "'%1' is not a type"),
    QT_TRANSLATE_NOOP("ErrorWords", "'%1' is not a number"),
    QT_TRANSLATE_NOOP("ErrorWords", "the key '%1' is missing"),
    QT_TRANSLATE_NOOP("ErrorWords", "not valid JSON: %1"),
    QT_TRANSLATE_NOOP("ErrorWords", "the file does not exist"),
    QT_TRANSLATE_NOOP("ErrorWords", "unknown buffer '%1'"),
    QT_TRANSLATE_NOOP("ErrorWords", "a dimension of '%1' is %2"),
    QT_TRANSLATE_NOOP("ErrorWords", "the offset into '%1' is %2"),
    QT_TRANSLATE_NOOP("ErrorWords", "grid %1 is %2, which is not a multiple of the cluster's %3"),
    QT_TRANSLATE_NOOP("ErrorWords", "grid %1 is %2"),
    QT_TRANSLATE_NOOP("ErrorWords", "block %1 is %2"),
    QT_TRANSLATE_NOOP("ErrorWords", "'%1' depends on itself: %2"),
    QT_TRANSLATE_NOOP("ErrorWords", "kernel \"%1\" was not found in the source; it has %2"),
    QT_TRANSLATE_NOOP("ErrorWords", "kernel \"%1\" was not found in the source"),
    QT_TRANSLATE_NOOP("ErrorWords", "the size of buffer '%1' in bytes does not fit 64 bits"),
    QT_TRANSLATE_NOOP("ErrorWords", "'%1' is outside the project's folder"),
    QT_TRANSLATE_NOOP("ErrorWords", "%1: the file does not exist"),
    QT_TRANSLATE_NOOP("ErrorWords",
                      "the buffers need %1, but %2 has %3; the largest is \"%4\" with %5"),
    QT_TRANSLATE_NOOP("ErrorWords",
                      "kernel \"%1\" cannot be launched with a %2 of %3: it has no %4"),
    QT_TRANSLATE_NOOP("ErrorWords", "kernel \"%1\" cannot be launched with %2 threads per block: "
                                    "it was compiled for at most %3"),
    QT_TRANSLATE_NOOP(
        "ErrorWords",
        "kernel \"%1\" cannot be launched with %2 threads per block (%3): %4 allows %5"),
    QT_TRANSLATE_NOOP("ErrorWords",
                      "kernel \"%1\" cannot be launched with %2 bytes of shared memory per block "
                      "(%3 static, %4 dynamic): without opting in the limit is %5"),
    QT_TRANSLATE_NOOP("ErrorWords", "kernel \"%1\" cannot be launched with %2 bytes of shared "
                                    "memory per block (%3 static, %4 dynamic): %5 allows %6"),
    QT_TRANSLATE_NOOP("ErrorWords", "kernel \"%1\" cannot be launched with %2 = %3: %4 allows %5"),
    QT_TRANSLATE_NOOP("ErrorWords",
                      "kernel \"%1\" has %2 parameter (%3), but the launch gives %4 arguments"),
    QT_TRANSLATE_NOOP("ErrorWords",
                      "kernel \"%1\" has %2 parameters (%3), but the launch gives %4 arguments"),
    QT_TRANSLATE_NOOP("ErrorWords",
                      "kernel \"%1\" has %2 parameters (%3), but the launch gives %4 argument"),
    QT_TRANSLATE_NOOP("ErrorWords",
                      "argument %1 of kernel \"%2\" has %3, but the parameter %4 has %5"),
    QT_TRANSLATE_NOOP("ErrorWords", "argument %1 of kernel \"%2\" is %3, but the parameter is %4"),
    QT_TRANSLATE_NOOP("ErrorWords", "the run was stopped after its limit of %1 s"),
    QT_TRANSLATE_NOOP("ErrorWords",
                      "the run was cancelled in line %1 of %2, warp %3 of block (%4, %5, %6)"),
    QT_TRANSLATE_NOOP("ErrorWords", "the run was cancelled"),
    QT_TRANSLATE_NOOP("ErrorWords", "the launch of %1 before this one failed: %2"),
    QT_TRANSLATE_NOOP("ErrorWords", "unknown name '%1'"),
    QT_TRANSLATE_NOOP("ErrorWords", "the launch has ended"),
    QT_TRANSLATE_NOOP("ErrorWords", "%1 is a library call and cannot be stepped through"),
    QT_TRANSLATE_NOOP("ErrorWords", "the buffer '%1' has the same name as another %2 (line %3)"),
    QT_TRANSLATE_NOOP("ErrorWords", "the buffer '%1' has the same name as another %2"),
    QT_TRANSLATE_NOOP("ErrorWords", "%1 has no member \"%2\""),
    QT_TRANSLATE_NOOP("ErrorWords", "'%1' is not a known library function"),
    QT_TRANSLATE_NOOP("ErrorWords", "\"%1\" is not a library call"),
    QT_TRANSLATE_NOOP("ErrorWords", "'%1' is not a buffer"),
    QT_TRANSLATE_NOOP("ErrorWords", "'%1' is of %2, but %3 works on %4"),
    QT_TRANSLATE_NOOP("ErrorWords", "'%1' is of %2, but %3 needs %4"),
    QT_TRANSLATE_NOOP("ErrorWords", "'%1' has shape %2, but %3 needs %4 dimension of 1 to %5"),
    QT_TRANSLATE_NOOP("ErrorWords", "'%1' has shape %2, but %3 needs %4 dimensions of 1 to %5"),
    QT_TRANSLATE_NOOP("ErrorWords", "'%1' has shape %2, but %3 needs %4"),
    QT_TRANSLATE_NOOP("ErrorWords", "'%1' has %2 columns, but '%3' has %4 rows"),
    QT_TRANSLATE_NOOP("ErrorWords", "gemm both reads and writes '%1'"),
    QT_TRANSLATE_NOOP("ErrorWords", "the result's shape is %1, but '%2' has %3"),
    QT_TRANSLATE_NOOP("ErrorWords", "the result is complex, but '%1' is %2"),
    QT_TRANSLATE_NOOP("ErrorWords",
                      "a linear filter cannot mix the elements of %1, which are integers"),
    QT_TRANSLATE_NOOP("ErrorWords", "CUDA does not support texels with three channels"),
    QT_TRANSLATE_NOOP(
        "ErrorWords",
        "kernel \"%1\" cannot be launched with %2 blocks per cluster (%3): the limit is %4"),
    QT_TRANSLATE_NOOP("ErrorWords", "kernel \"%1\" cannot be launched cooperatively with %2 "
                                    "blocks: only %3 fit on %4 at once (%5 on each of %6 SMs)"),
    QT_TRANSLATE_NOOP("ErrorWords", "kernel \"%1\" cannot be launched with clusters of %2 in a "
                                    "grid of %3: %4 is not a multiple of %5"),
    QT_TRANSLATE_NOOP("ErrorWords", "'%1' is an absolute path"),
    QT_TRANSLATE_NOOP("ErrorWords", "a file name is missing"),
    QT_TRANSLATE_NOOP("ErrorWords", "a list of %1"),
    QT_TRANSLATE_NOOP("ErrorWords", "the number %1 is out of range"),
    QT_TRANSLATE_NOOP("ErrorWords", "this is not an argument"),
    QT_TRANSLATE_NOOP("ErrorWords", "unknown key '%1'"),
    QT_TRANSLATE_NOOP("ErrorWords", "the kernel did not compile"),
    QT_TRANSLATE_NOOP("ErrorWords", "%1 exists and would be replaced"),
};

/// What a project's JSON has in place of something else: "found a list".
constexpr const char* kStandsHere[] = {
    QT_TRANSLATE_NOOP("ErrorWords", "found "),
};
constexpr const char* kJsonKinds[] = {
    QT_TRANSLATE_NOOP("ErrorWords", "a list"),
    QT_TRANSLATE_NOOP("ErrorWords", "a string"),
    QT_TRANSLATE_NOOP("ErrorWords", "an object"),
    QT_TRANSLATE_NOOP("ErrorWords", "the number %1"),
};

/// Where it is, before the text of an error and a colon.
constexpr const char* kErrorPlaces[] = {
    QT_TRANSLATE_NOOP("ErrorWords", "in \"%1\" at character %2"),
    QT_TRANSLATE_NOOP("ErrorWords", "buffer '%1'"),
    QT_TRANSLATE_NOOP("ErrorWords", "the source file '%1'"),
    QT_TRANSLATE_NOOP("ErrorWords", "cannot write %1"),
    QT_TRANSLATE_NOOP("ErrorWords", "cannot read %1"),
};

constexpr const char* kErrorRemedies[] = {
    QT_TRANSLATE_NOOP("ErrorWords", "use one of %1 as its key"),
    QT_TRANSLATE_NOOP("ErrorWords", "add it to \"parameters\", or check its spelling"),
    QT_TRANSLATE_NOOP("ErrorWords", "add it to \"buffers\""),
    QT_TRANSLATE_NOOP("ErrorWords", "did you mean '%1'?; a template needs its arguments, as %2"),
    QT_TRANSLATE_NOOP("ErrorWords", "did you mean '%1'?"),
    QT_TRANSLATE_NOOP("ErrorWords", "use one of %1; a template needs its arguments, as %2"),
    QT_TRANSLATE_NOOP("ErrorWords", "use one of %1"),
    QT_TRANSLATE_NOOP("ErrorWords", "use %1; a template needs its arguments, as %2"),
    QT_TRANSLATE_NOOP("ErrorWords",
                      "write one, marked __global__; a template needs its arguments, as %1"),
    QT_TRANSLATE_NOOP("ErrorWords", "round it with floor, ceil or round, or divide with //"),
    QT_TRANSLATE_NOOP("ErrorWords", "round it with floor, ceil or round"),
    QT_TRANSLATE_NOOP("ErrorWords", "use a parameter or a define"),
    QT_TRANSLATE_NOOP("ErrorWords", "check the divisor"),
    QT_TRANSLATE_NOOP("ErrorWords", "check its spelling, or add it to the project"),
    QT_TRANSLATE_NOOP("ErrorWords", "check its spelling"),
    QT_TRANSLATE_NOOP("ErrorWords", "use buffers of the same shape, or of one element"),
    QT_TRANSLATE_NOOP("ErrorWords", "use a type such as float32, int32 or float4"),
    QT_TRANSLATE_NOOP("ErrorWords", "correct the file"),
    QT_TRANSLATE_NOOP("ErrorWords", "add it"),
    QT_TRANSLATE_NOOP("ErrorWords", "fix the file's syntax at this place"),
    QT_TRANSLATE_NOOP(
        "ErrorWords",
        "run \"warpbench-cli doctor --install-compiler\", or install the CUDA Toolkit"),
    QT_TRANSLATE_NOOP("ErrorWords", "use smaller buffers, free memory that other programs hold on "
                                    "the device, or choose a device with more memory"),
    QT_TRANSLATE_NOOP("ErrorWords", "check with nvidia-smi that a GPU is there and visible "
                                    "(CUDA_VISIBLE_DEVICES), or use the simulated device"),
    QT_TRANSLATE_NOOP("ErrorWords", "another program uses the device exclusively, or the device is "
                                    "being reset; end that program or choose another device"),
    QT_TRANSLATE_NOOP("ErrorWords", "the device may be lost: check nvidia-smi and the system log "
                                    "for NVRM messages, or choose another device"),
    QT_TRANSLATE_NOOP("ErrorWords",
                      "the block needs more registers or shared memory than an SM has; use a "
                      "smaller block, or limit registers with __launch_bounds__"),
    QT_TRANSLATE_NOOP(
        "ErrorWords",
        "all blocks of a cooperative launch must fit on the device at once; use a smaller grid"),
    QT_TRANSLATE_NOOP(
        "ErrorWords",
        "the kernel ran past its time limit; look for an endless loop or raise timing.timeout_s"),
    QT_TRANSLATE_NOOP("ErrorWords", "the kernel ran too long for a device that also drives a "
                                    "display; shorten it or use another device"),
    QT_TRANSLATE_NOOP("ErrorWords",
                      "run the project on the simulated device with --check faults to see kernel, "
                      "line and thread; CUDA cannot be used again in this process"),
    QT_TRANSLATE_NOOP("ErrorWords",
                      "compile for this device's architecture: set compile.arch to auto"),
    QT_TRANSLATE_NOOP("ErrorWords", "the simulated device does not offer this; use a real one"),
    QT_TRANSLATE_NOOP("ErrorWords", "this device or driver does not offer it"),
    QT_TRANSLATE_NOOP("ErrorWords", "write a number or an expression"),
    QT_TRANSLATE_NOOP("ErrorWords", "write a number, a name or a bracket"),
    QT_TRANSLATE_NOOP("ErrorWords", "is an operator or a bracket missing before it?"),
    QT_TRANSLATE_NOOP("ErrorWords", "is an operator missing between them?"),
    QT_TRANSLATE_NOOP("ErrorWords", "close the bracket"),
    QT_TRANSLATE_NOOP("ErrorWords", "separate the arguments, or close the bracket"),
    QT_TRANSLATE_NOOP("ErrorWords", "the manual's page on the project file lists them"),
    QT_TRANSLATE_NOOP("ErrorWords", "write it as 1.5 or 1e-3"),
    QT_TRANSLATE_NOOP("ErrorWords", "write it as 42 or 0x2A"),
    QT_TRANSLATE_NOOP("ErrorWords",
                      "compute with floats (write 1.0 for 1) or with smaller numbers"),
    QT_TRANSLATE_NOOP("ErrorWords", "it must be at least %1"),
    QT_TRANSLATE_NOOP("ErrorWords", "it must be at most %1"),
    QT_TRANSLATE_NOOP("ErrorWords", "write one of them without the others"),
    QT_TRANSLATE_NOOP("ErrorWords", "check its name and folder"),
    QT_TRANSLATE_NOOP("ErrorWords", "check the name and the permissions"),
    QT_TRANSLATE_NOOP("ErrorWords", "check the folder, its permissions and the free space"),
    QT_TRANSLATE_NOOP("ErrorWords",
                      "where you trust the project, allow files outside its folder "
                      "(--allow-outside; in the window: File, Allow Files Outside the Folder)"),
    QT_TRANSLATE_NOOP("ErrorWords", "make its shape smaller"),
    QT_TRANSLATE_NOOP("ErrorWords", "make the buffers smaller"),
    QT_TRANSLATE_NOOP("ErrorWords", "make the grid a whole number of clusters"),
    QT_TRANSLATE_NOOP("ErrorWords", "use a wider type or another value"),
    QT_TRANSLATE_NOOP("ErrorWords", "use a smaller block and more of them"),
    QT_TRANSLATE_NOOP("ErrorWords",
                      "use a smaller block, or change __launch_bounds__ or the register limit"),
    QT_TRANSLATE_NOOP("ErrorWords", "use a smaller %1, or spread it over the other axes"),
    QT_TRANSLATE_NOOP("ErrorWords", "let each thread do more than one element"),
    QT_TRANSLATE_NOOP("ErrorWords", "make %1 at least 1; ceil_div rounds up"),
    QT_TRANSLATE_NOOP("ErrorWords", "use smaller tiles"),
    QT_TRANSLATE_NOOP("ErrorWords", "set max_dynamic_shared of the launch, up to %1"),
    QT_TRANSLATE_NOOP("ErrorWords",
                      "give one argument for each parameter, in the order of the declaration"),
    QT_TRANSLATE_NOOP("ErrorWords", "use the type that the kernel declares"),
    QT_TRANSLATE_NOOP("ErrorWords", "write {\"scalar\": \"%1\", …}"),
    QT_TRANSLATE_NOOP("ErrorWords",
                      "allow more with timeout_s or --timeout, or look for an endless loop"),
    QT_TRANSLATE_NOOP(
        "ErrorWords",
        "copy the file into the project's folder and name it relative to the project"),
    QT_TRANSLATE_NOOP("ErrorWords", "name a variable that is in scope at this line, threadIdx.x, "
                                    "blockIdx.x, blockDim.x, gridDim.x, lane or warp"),
    QT_TRANSLATE_NOOP("ErrorWords", "choose a launch of a kernel"),
    QT_TRANSLATE_NOOP("ErrorWords",
                      "parameters, defines and buffers share one namespace; rename one of them"),
    QT_TRANSLATE_NOOP("ErrorWords", "it has %1"),
    QT_TRANSLATE_NOOP("ErrorWords", "write BUFFER = FUNCTION(…), as \"c = gemm(a, b)\""),
    QT_TRANSLATE_NOOP("ErrorWords", "give the buffer one of these types"),
    QT_TRANSLATE_NOOP("ErrorWords", "make it %1"),
    QT_TRANSLATE_NOOP("ErrorWords", "change its shape"),
    QT_TRANSLATE_NOOP("ErrorWords", "change one of the shapes"),
    QT_TRANSLATE_NOOP("ErrorWords", "the first matrix has as many columns as the second has rows"),
    QT_TRANSLATE_NOOP("ErrorWords", "write to another buffer"),
    QT_TRANSLATE_NOOP("ErrorWords", "make them fit, for example with reshape()"),
    QT_TRANSLATE_NOOP("ErrorWords", "take real(), imag() or abs() of it"),
    QT_TRANSLATE_NOOP("ErrorWords", "set \"read\" to \"normalized_float\" (8- and 16-bit "
                                    "integers), or \"filter\" to \"point\""),
    QT_TRANSLATE_NOOP("ErrorWords", "use 1, 2 or 4"),
    QT_TRANSLATE_NOOP("ErrorWords", "use smaller clusters"),
    QT_TRANSLATE_NOOP("ErrorWords", "use a smaller grid and let each block do more"),
    QT_TRANSLATE_NOOP("ErrorWords", "round grid.%1 up to a multiple of %2"),
    QT_TRANSLATE_NOOP(
        "ErrorWords",
        "run it on a real GPU, or make the inner launches ones of the project's \"launches\""),
    QT_TRANSLATE_NOOP("ErrorWords", "write a string in double quotes"),
    QT_TRANSLATE_NOOP("ErrorWords", "write true or false"),
    QT_TRANSLATE_NOOP("ErrorWords", "write an integer from %1 to %2"),
    QT_TRANSLATE_NOOP("ErrorWords", "write a number, or an expression in double quotes"),
    QT_TRANSLATE_NOOP("ErrorWords", "write a number"),
    QT_TRANSLATE_NOOP("ErrorWords", "write a list in square brackets"),
    QT_TRANSLATE_NOOP("ErrorWords", "write an object in curly brackets"),
    QT_TRANSLATE_NOOP("ErrorWords", "write %1 values"),
    QT_TRANSLATE_NOOP("ErrorWords", "it is kept but has no effect"),
};

/// Of a single word: other remedies begin like this one.
constexpr const char* kUseOne[] = {
    QT_TRANSLATE_NOOP("ErrorWords", "use %1"),
};

const QString kAnyWords = QStringLiteral("(.*)");
const QString kOneWord = QStringLiteral("([^ ]+)");

QString inErrorWords(const char* text) {
    return ErrorWords::tr(text);
}

std::optional<QString> knownError(std::span<const char* const> sentences, const QString& said) {
    return knownSentence(sentences, kAnyWords, &inErrorWords, said);
}

/// The translated location of an error; empty: not a location. For an expression in the project:
/// `in "n +"`, or only `"matmul(a, a)"`.
QString errorPlace(const QString& said) {
    static const QRegularExpression expression(QStringLiteral("^in \"(.*)\"$"));
    static const QRegularExpression alone(QStringLiteral("^\"[^\"]*\"$"));
    // A JSON path in the project, or the path of a file.
    if (said.startsWith(QLatin1Char('/')) || alone.match(said).hasMatch())
        return said;
    if (const auto match = expression.match(said); match.hasMatch())
        return ErrorWords::tr("in \"%1\"").arg(match.captured(1));
    return knownError(kErrorPlaces, said).value_or(QString());
}

std::optional<QString> knownText(const QString& said) {
    static const QString seam = QStringLiteral(": ");
    for (qsizetype at = said.indexOf(seam); at >= 0; at = said.indexOf(seam, at + 1)) {
        if (const QString place = errorPlace(said.left(at)); !place.isEmpty())
            if (const auto inner = knownText(said.mid(at + seam.size())))
                return place + seam + *inner;
    }
    if (auto words = knownError(kErrorTexts, said))
        return words;
    if (const QString here = QLatin1String(kStandsHere[0]); said.startsWith(here)) {
        const QString what = said.mid(here.size());
        return inErrorWords(kStandsHere[0]) + knownError(kJsonKinds, what).value_or(what);
    }
    return systemReason(said);
}

std::optional<QString> knownRemedy(const QString& said) {
    if (auto words = knownError(kErrorRemedies, said))
        return words;
    static const QString either = QStringLiteral("; or, ");
    if (const qsizetype at = said.indexOf(either); at >= 0) {
        const auto one = knownRemedy(said.left(at));
        const auto other = knownRemedy(said.mid(at + either.size()));
        if (one && other)
            return ErrorWords::tr("%1; or, %2").arg(*one, *other);
    }
    return knownSentence(kUseOne, kOneWord, &inErrorWords, said);
}

} // namespace

QString remedyInWords(const std::string& remedy) {
    const QString said = qs(remedy);
    return knownRemedy(said).value_or(said);
}

QString errorText(const Error& error) {
    const QString said = qs(error.text());
    return knownText(said).value_or(said);
}

QString errorRemedy(const Error& error) {
    return remedyInWords(error.remedy());
}

QString errorInWords(const std::string& what) {
    const QString said = qs(what);
    static const QString seam = QStringLiteral("; ");
    // Either part may contain a semicolon; a driver's text is not known.
    for (const bool wanted : {true, false}) {
        for (qsizetype at = said.indexOf(seam); at >= 0; at = said.indexOf(seam, at + 1)) {
            const auto text = knownText(said.left(at));
            const auto remedy = knownRemedy(said.mid(at + seam.size()));
            if (wanted ? text.has_value() : remedy.has_value())
                return text.value_or(said.left(at)) + seam +
                       remedy.value_or(said.mid(at + seam.size()));
        }
    }
    return knownText(said).value_or(said);
}

QString errorLine(const Error& error) {
    return qs(
        formatLine(error.place(), ss(ErrorWords::tr("error")), ss(errorInWords(error.what()))));
}

} // namespace warpbench::ui
