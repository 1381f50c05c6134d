// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/elements/export_buffer.h"

#include "core/arrays/array_file.h"
#include "core/base/error.h"
#include "ui/words/error_words.h"
#include "ui/words/text.h"
#include "ui/words/tr.h"

namespace warpbench::ui {

QString exportFilters(bool image) {
    QString filters =
        tr("NumPy array (*.npy);;Comma-separated values (*.csv);;Raw bytes (*.bin *.raw)");
    if (image)
        filters.prepend(tr("Image (*.png);;"));
    return filters;
}

QString writeBuffer(const arrays::HostArray& flat, const session::BufferReport& buffer,
                    const QString& path) {
    try {
        arrays::writeArrayFile(
            pathOf(path),
            arrays::HostArray(buffer.dtype, buffer.shape, flat.block(),
                              std::size_t(flat.bytes().data() - flat.block()->data())));
    } catch (const Error& error) {
        return errorInWords(error);
    }
    return {};
}

} // namespace warpbench::ui
