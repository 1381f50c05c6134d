// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/array_file.h"
#include "core/arrays/zip.h"
#include "core/base/error.h"

#include <algorithm>

namespace warpbench::arrays {

namespace {

constexpr const char* kMemberRemedy = "name one of them as \"member\": {members}";

[[noreturn]] void fail(const ZipError& problem) {
    throw Error(ErrorKind::project, {"WB1275",
                                     "not a usable .npz file: {problem}",
                                     "write it again with numpy.savez",
                                     {{"problem", problem.said()}}});
}

std::vector<ZipMember> membersOf(std::span<const std::byte> archive) {
    try {
        return zipMembers(archive);
    } catch (const ZipError& problem) {
        fail(problem);
    }
}

std::string memberName(const ZipMember& member) {
    constexpr std::string_view kEnding = ".npy";
    return member.name.ends_with(kEnding)
               ? member.name.substr(0, member.name.size() - kEnding.size())
               : member.name;
}

} // namespace

std::vector<std::string> npzMembers(std::span<const std::byte> archive) {
    std::vector<std::string> names;
    for (const ZipMember& member : membersOf(archive)) {
        names.push_back(memberName(member));
    }
    return names;
}

std::vector<std::byte> extractNpzMember(std::span<const std::byte> archive,
                                        const std::string& member, std::size_t limit) {
    const std::vector<ZipMember> members = membersOf(archive);
    const auto named = [&](const ZipMember& one) {
        return one.name == member || memberName(one) == member;
    };
    auto found = std::find_if(members.begin(), members.end(), named);
    if (member.empty() && members.size() == 1) {
        found = members.begin();
    }
    if (found == members.end()) {
        std::string list;
        for (const ZipMember& one : members) {
            list += (list.empty() ? "" : ", ") + memberName(one);
        }
        if (member.empty()) {
            throw Error(ErrorKind::project, {"WB1276",
                                             "the .npz file contains several arrays",
                                             kMemberRemedy,
                                             {{"members", list}}});
        }
        throw Error(ErrorKind::project, {"WB1277",
                                         "the .npz file does not contain the array '{member}'",
                                         kMemberRemedy,
                                         {{"member", member}, {"members", list}}});
    }
    try {
        return extractZipMember(archive, *found, limit);
    } catch (const ZipError& problem) {
        fail(problem);
    }
}

} // namespace warpbench::arrays
