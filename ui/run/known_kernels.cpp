// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/known_kernels.h"

#include "core/sources/source_scan.h"
#include "ui/documents/project_document.h"
#include "ui/run/run_state.h"
#include "ui/words/text.h"

namespace warpbench::ui {

namespace {

constexpr int kScanDelayMs = 200;

} // namespace

KnownKernels::KnownKernels(const ProjectDocument& document, const Results& results, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_results(results) {
    m_timer.setSingleShot(true);
    m_timer.setInterval(kScanDelayMs);
    connect(&m_timer, &QTimer::timeout, this, &KnownKernels::scan);
    connect(&document, &ProjectDocument::sourceEdited, &m_timer, qOverload<>(&QTimer::start));
    connect(&document, &ProjectDocument::sourceReplaced, this, &KnownKernels::scan);
    connect(&results, &Results::codeChanged, this, &KnownKernels::takeCode);
}

void KnownKernels::scan() {
    m_timer.stop();
    const std::string source = ss(m_document.source());
    m_kernels = compile::scanKernels(source);
    m_templates.clear();
    m_withLoops.clear();
    for (const auto& scanned : compile::scanSource(source)) {
        if (scanned.isTemplate) {
            m_templates << qs(scanned.info.name);
        }
        if (scanned.hasLoop || !scanned.isDefinition) {
            m_withLoops << qs(scanned.info.name);
        }
    }
    emit scanned();
    emit changed();
}

void KnownKernels::takeCode() {
    const CodeState& state = m_results.code();
    if (state.code && !state.code->kernels.empty() && state.source == m_document.source()) {
        m_kernels = state.code->kernels;
        emit changed();
    }
}

} // namespace warpbench::ui
