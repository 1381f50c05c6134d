// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/documents/text_document.h"

#include <QPlainTextEdit>

#include <vector>

namespace warpbench::ui {

/// Lines that differ between files on disk (−) and the open documents (+).
class DifferenceView : public QPlainTextEdit {
    Q_OBJECT

  public:
    explicit DifferenceView(const std::vector<TextDocument::DiskChange>& changes,
                            QWidget* parent = nullptr);
};

} // namespace warpbench::ui
