// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace warpbench {

/// What an error tells a person: English sentences with named places, `buffer '{buffer}' has
/// {count} columns`, and what stands in the places. The window translates the sentences, so it
/// never has to find them in a finished text. tools/error_texts.py lists all of them.
class ErrorText {
  public:
    struct Named;

    /// Nothing.
    ErrorText() = default;
    /// Words of others, for example a driver's, which have no code and are not translated.
    ErrorText(std::string words);
    ErrorText(const char* words);
    /// \param code    "WB1203": stable, and of no other error (docs/extending.md)
    /// \param text    what is wrong, without a full stop
    /// \param remedy  what the user can do, without a full stop; may be empty
    ErrorText(const char* code, const char* text, std::string_view remedy = {},
              std::vector<Named> values = {});

    /// The code, or the one of the first value that has one; empty without.
    std::string code() const;
    /// What is wrong, in English.
    std::string text() const;
    /// What the user can do, in English. Without one of its own, that of the first value that has
    /// one.
    std::string remedy() const;

    /// Both: `text; remedy`.
    std::string whole() const;

    /// The same with another remedy.
    ErrorText advised(ErrorText remedy) const;

    /// The sentence with places, as it is translated.
    const std::string& sentence() const noexcept { return m_sentence; }
    const std::vector<Named>& values() const noexcept { return m_values; }
    /// The remedy as a sentence; null without one of its own.
    const ErrorText* advice() const noexcept { return m_advice.get(); }
    bool empty() const noexcept { return m_sentence.empty(); }

    /// Everything again, for what another process says.
    static ErrorText of(std::string code, std::string sentence, std::vector<Named> values,
                        std::shared_ptr<const ErrorText> advice);
    const std::string& ownCode() const noexcept { return m_code; }

    bool operator==(const ErrorText& other) const;

  private:
    friend ErrorText phrase(const char* sentence, std::vector<Named> values);

    std::string m_code;
    std::string m_sentence;
    std::vector<Named> m_values;
    std::shared_ptr<const ErrorText> m_advice;
};

/// What stands in the place `{name}` of a sentence.
struct ErrorText::Named {
    Named(std::string place, ErrorText said)
        : name(place)
        , value(std::move(said)) {}
    Named(std::string place, std::string text)
        : name(place)
        , value(std::move(text)) {}
    Named(std::string place, const char* text)
        : name(place)
        , value(text) {}
    Named(std::string place, std::string_view text)
        : name(place)
        , value(std::string(text)) {}
    template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0> // moc knows no concepts
    Named(std::string place, T number)
        : name(place)
        , value(std::to_string(number)) {}

    std::string name;
    ErrorText value;
};

/// A part of an error's text that has no code of its own: `launch {index}`.
ErrorText phrase(const char* sentence, std::vector<ErrorText::Named> values = {});

/// A sentence in which each `{name}` of `values` is replaced; other braces stay.
/// \param said  what to write for a value
std::string filledIn(const std::string& sentence, const std::vector<ErrorText::Named>& values,
                     std::string (*said)(const ErrorText&));

} // namespace warpbench
