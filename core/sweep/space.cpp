// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/space.h"

#include "core/base/path_text.h"
#include "core/expression/expression.h"

#include <utility>

namespace warpbench::sweep {

using project::Formula;

namespace {

constexpr const char* kFewerValues = "give fewer values, but at least one";

} // namespace

ErrorText noSweep(ErrorText remedy) {
    return ErrorText{"WB2062", "the project does not define a sweep"}.advised(std::move(remedy));
}

Space::Space(const project::Project& project)
    : m_project(project) {
    if (!project.sweep || project.sweep->parameters.empty()) {
        throw Error(ErrorKind::project, noSweep(phrase("add \"sweep\" with \"parameters\" to it")),
                    Place{utf8(project.file)});
    }
    for (const auto& [name, values] : project.sweep->parameters) {
        Dimension dimension{name, {}};
        for (const project::Expression& value : values) {
            dimension.values.push_back(value.text);
        }
        if (dimension.values.empty() || m_size > kMaxPoints / dimension.values.size()) {
            throw Error(ErrorKind::project,
                        dimension.values.empty()
                            ? ErrorText{"WB2063",
                                        "'{name}' needs at least one value to try",
                                        kFewerValues,
                                        {{"name", name}}}
                            : ErrorText{"WB2064", "the sweep has more than 10 million combinations",
                                        kFewerValues});
        }
        m_size *= dimension.values.size();
        m_dimensions.push_back(std::move(dimension));
    }
    project::withOverrides(project, overrides(point(0))); // reports names that do not exist
    for (const project::Expression& restriction : project.sweep->restrictions) {
        m_restrictions.push_back(Formula::parse(restriction));
    }
    // Every combination is checked in a copy of the project without the parts that have no value.
    m_project.source = {};
    m_project.notes.clear();
    m_project.places.clear();
    m_project.launches.clear();
    m_project.constants.clear();
    m_project.buffers.clear();
    m_project.unknown.clear();
}

Point Space::point(std::uint64_t index) const {
    Point point(m_dimensions.size());
    for (std::size_t d = m_dimensions.size(); d-- > 0;) {
        point[d] = std::size_t(index % m_dimensions[d].values.size());
        index /= m_dimensions[d].values.size();
    }
    return point;
}

std::uint64_t Space::index(const Point& point) const {
    std::uint64_t index = 0;
    for (std::size_t d = 0; d < m_dimensions.size(); ++d) {
        index = index * m_dimensions[d].values.size() + point[d];
    }
    return index;
}

project::Overrides Space::overrides(const Point& point) const {
    project::Overrides set;
    for (std::size_t d = 0; d < m_dimensions.size(); ++d) {
        set[m_dimensions[d].name] = m_dimensions[d].values[point[d]];
    }
    return set;
}

std::string Space::ruledOut(const Point& point) const {
    if (m_restrictions.empty()) {
        return {};
    }
    try {
        const project::NumberTable names = project::evaluateNames(m_project, overrides(point));
        for (std::size_t i = 0; i < m_restrictions.size(); ++i) {
            const project::Number value = project::evaluate(
                m_restrictions[i], [&](const std::string& name) -> std::optional<project::Number> {
                    const auto found = names.find(name);
                    return found == names.end() ? std::nullopt : std::optional(found->second);
                });
            if (project::toDouble(value) == 0) {
                return "restriction: " + m_project.sweep->restrictions[i].text;
            }
        }
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

} // namespace warpbench::sweep
