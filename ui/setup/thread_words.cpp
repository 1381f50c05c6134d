// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/setup/thread_words.h"

#include "ui/documents/evaluation.h"
#include "ui/documents/guess.h"
#include "ui/words/describe.h"
#include "ui/words/text.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace warpbench::ui {

namespace {

/// Counters, sums and small histograms are shared by many threads.
constexpr std::int64_t kFewElements = 256;

struct Extent {
    const project::Buffer* buffer = nullptr;
    std::int64_t elements = 0; ///< of the kernel's type
};

std::int64_t productOf(const std::vector<std::int64_t>& extent) {
    double product = 1;
    for (const std::int64_t one : extent)
        product *= double(one);
    return product < 9e15 ? std::int64_t(product) : 0; // 0: too many to compare
}

/// How many elements of the parameter's type fit in the buffer; 0: unknown.
std::int64_t elementsOf(const project::Buffer& buffer, const Evaluation& evaluation,
                        const compile::Parameter* parameter) {
    const auto shape = evaluation.integers(buffer.shape, 0);
    if (!shape)
        return 0;
    const std::int64_t count = productOf(*shape);
    if (!parameter || parameter->pointee.empty())
        return count;
    const auto type = dtypeOfType(parameter->pointee);
    if (!type)
        return 0; // only the compiler knows the size of a struct
    return count * std::int64_t(buffer.dtype.size()) / std::int64_t(type->size());
}

} // namespace

QString threadsAgainstElements(const project::Project& project, const project::Launch& launch,
                               const Evaluation& evaluation, const compile::KernelInfo* kernel,
                               bool loops) {
    const auto grid = evaluation.integers(launch.grid, 1);
    const auto block = evaluation.integers(launch.block, 1);
    if (!grid || !block)
        return {};
    const std::int64_t each = productOf(*block);
    const std::int64_t threads = each * std::min<std::int64_t>(productOf(*grid), 1'000'000'000);
    Extent largest;
    Extent written;
    for (std::size_t i = 0; i < launch.args.size(); ++i) {
        const auto* argument = std::get_if<project::BufferArg>(&launch.args[i].value);
        if (!argument) {
            if (!std::holds_alternative<project::ScalarArg>(launch.args[i].value))
                return {}; // an image or a struct has other elements
            continue;
        }
        const auto found =
            std::find_if(project.buffers.begin(), project.buffers.end(),
                         [&](const auto& buffer) { return buffer.name == argument->buffer; });
        if (found == project.buffers.end())
            continue;
        const bool known = kernel && i < kernel->parameters.size();
        const Extent extent{
            &*found, elementsOf(*found, evaluation, known ? &kernel->parameters[i] : nullptr)};
        if (extent.elements == 0)
            return {};
        if (extent.elements > largest.elements)
            largest = extent;
        // What stays on the device is often changed in a few places only.
        const bool isWritten =
            argument->access == project::Access::out || argument->access == project::Access::inout;
        if (isWritten && extent.elements > written.elements)
            written = extent;
    }
    const auto blocksFor = [each](const Extent& extent) {
        return describeCount(std::uint64_t((extent.elements + each - 1) / each));
    };
    if (largest.buffer && largest.elements >= kFewElements && threads >= 2 * largest.elements &&
        threads >= largest.elements + each)
        return tr("More threads than the %1 elements of %2, its largest buffer: for one element "
                  "each, %3 of these blocks are enough.")
            .arg(describeCount(std::uint64_t(largest.elements)), qs(largest.buffer->name),
                 blocksFor(largest));
    if (written.buffer && !loops && threads * 2 <= written.elements)
        return tr("Fewer threads than the %1 elements of %2, and the kernel does not loop: if each "
                  "thread writes one element, the others stay unchanged. %3 of these blocks cover "
                  "all.")
            .arg(describeCount(std::uint64_t(written.elements)), qs(written.buffer->name),
                 blocksFor(written));
    return {};
}

} // namespace warpbench::ui
