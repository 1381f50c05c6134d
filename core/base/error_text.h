// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace warpbench {

/// The text of an error: an English sentence with named placeholders (`buffer '{buffer}' has
/// {count} columns`), the values for them, and what the user can do. The window translates the
/// sentence before it fills in the values. tools/error_texts.py lists all sentences.
class ErrorText {
  public:
    struct Named;

    /// Nothing.
    ErrorText() = default;
    /// Text from elsewhere, for example from a driver. It has no code and is not translated.
    ErrorText(std::string words);
    ErrorText(const char* words);
    /// \param code    "WB1203"; stable and unique (docs/extending.md)
    /// \param text    what is wrong, without a full stop
    /// \param remedy  what the user can do, without a full stop; may be empty
    ErrorText(const char* code, const char* text, std::string_view remedy = {});
    ErrorText(const char* code, const char* text, std::string_view remedy,
              std::vector<Named> values);

    /// The code; without one, the first code among the values. Empty if there is none.
    std::string code() const;
    /// What is wrong, in English.
    std::string text() const;
    /// What the user can do, in English; without a remedy, the first one among the values.
    std::string remedy() const;

    /// Both: `text; remedy`.
    std::string whole() const;

    /// The same with another remedy.
    ErrorText advised(ErrorText remedy) const;

    /// The sentence with its placeholders.
    const std::string& sentence() const noexcept { return m_sentence; }
    const std::vector<Named>& values() const noexcept { return m_values; }
    /// The remedy with its placeholders; null if this text has none of its own.
    const ErrorText* advice() const noexcept { return m_advice.get(); }
    bool empty() const noexcept { return m_sentence.empty(); }

    /// Rebuilds a text that another process sent.
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

/// The value of a placeholder `{name}`.
struct ErrorText::Named {
    Named(std::string place, ErrorText said)
        : name(std::move(place))
        , value(std::move(said)) {}
    Named(std::string place, std::string text)
        : name(std::move(place))
        , value(std::move(text)) {}
    Named(std::string place, const char* text)
        : name(std::move(place))
        , value(text) {}
    Named(std::string place, std::string_view text)
        : name(std::move(place))
        , value(std::string(text)) {}
    template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0> // moc knows no concepts
    Named(std::string place, T number)
        : name(std::move(place))
        , value(std::to_string(number)) {}

    std::string name;
    ErrorText value;
};

/// Part of an error's text, without a code of its own: `launch {index}`.
ErrorText phrase(const char* sentence);
ErrorText phrase(const char* sentence, std::vector<ErrorText::Named> values);

/// Replaces each `{name}` of `values` in a sentence; other braces stay.
/// \param said  converts a value to text
std::string filledIn(const std::string& sentence, const std::vector<ErrorText::Named>& values,
                     std::string (*said)(const ErrorText&));

} // namespace warpbench
