// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cpp/cuda_words.h"

#include "ui/cpp/cuda_names.h"

#include <algorithm>
#include <initializer_list>

namespace warpbench::ui::cuda_words {

namespace {

QByteArray namesOf(std::initializer_list<cuda_names::Kind> kinds) {
    QByteArray words;
    for (const cuda_names::Name& name : cuda_names::all()) {
        if (std::find(kinds.begin(), kinds.end(), name.kind) != kinds.end()) {
            words += ' ';
            words += name.name;
        }
    }
    return words;
}

} // namespace

const QByteArray& keywords() {
    static const QByteArray words =
        "alignas alignof char8_t char16_t char32_t concept consteval constexpr constinit co_await "
        "co_return co_yield decltype final noexcept nullptr override requires static_assert "
        "thread_local" +
        namesOf({cuda_names::Kind::qualifier_});
    return words;
}

const QByteArray& builtins() {
    using cuda_names::Kind;
    static const QByteArray words =
        namesOf({Kind::function_, Kind::variable_, Kind::macro_, Kind::namespace_});
    return words;
}

const QByteArray& types() {
    static const QByteArray words = namesOf({cuda_names::Kind::type_});
    return words;
}

} // namespace warpbench::ui::cuda_words
