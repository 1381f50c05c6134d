// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace warpbench::simgpu::engine {

class FormTable;

/// Bulk copies with tensor maps, to several blocks, or with a reduction.
void addBulkForms(FormTable& table);

} // namespace warpbench::simgpu::engine
