// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error_text.h"

#include <utility>

namespace warpbench {

namespace {

std::string inEnglish(const ErrorText& said) {
    return said.text();
}

} // namespace

ErrorText::ErrorText(std::string words)
    : m_sentence(std::move(words)) {}

ErrorText::ErrorText(const char* words)
    : m_sentence(words) {}

ErrorText::ErrorText(const char* code, const char* text, std::string_view remedy)
    : ErrorText(code, text, remedy, {}) {}

ErrorText::ErrorText(const char* code, const char* text, std::string_view remedy,
                     std::vector<Named> values)
    : m_code(code)
    , m_sentence(text)
    , m_values(std::move(values)) {
    if (!remedy.empty())
        m_advice =
            std::make_shared<const ErrorText>(of({}, std::string(remedy), m_values, nullptr));
}

ErrorText ErrorText::of(std::string code, std::string sentence, std::vector<Named> values,
                        std::shared_ptr<const ErrorText> advice) {
    ErrorText said(std::move(sentence));
    said.m_code = std::move(code);
    said.m_values = std::move(values);
    said.m_advice = std::move(advice);
    return said;
}

ErrorText phrase(const char* sentence) {
    return phrase(sentence, {});
}

ErrorText phrase(const char* sentence, std::vector<ErrorText::Named> values) {
    ErrorText said(sentence);
    said.m_values = std::move(values);
    return said;
}

std::string ErrorText::code() const {
    if (!m_code.empty())
        return m_code;
    for (const Named& named : m_values) {
        if (std::string code = named.value.code(); !code.empty())
            return code;
    }
    return {};
}

std::string ErrorText::text() const {
    return filledIn(m_sentence, m_values, &inEnglish);
}

std::string ErrorText::remedy() const {
    if (m_advice)
        return m_advice->text();
    for (const Named& named : m_values) {
        if (std::string remedy = named.value.remedy(); !remedy.empty())
            return remedy;
    }
    return {};
}

std::string ErrorText::whole() const {
    const std::string advice = remedy();
    return advice.empty() ? text() : text() + "; " + advice;
}

ErrorText ErrorText::advised(ErrorText remedy) const {
    ErrorText said = *this;
    said.m_advice = remedy.empty() ? nullptr : std::make_shared<const ErrorText>(std::move(remedy));
    return said;
}

bool ErrorText::operator==(const ErrorText& other) const {
    return code() == other.code() && text() == other.text() && remedy() == other.remedy();
}

std::string filledIn(const std::string& sentence, const std::vector<ErrorText::Named>& values,
                     std::string (*said)(const ErrorText&)) {
    std::string text;
    std::size_t at = 0;
    while (at < sentence.size()) {
        const std::size_t open = sentence.find('{', at);
        const std::size_t close = open == std::string::npos ? open : sentence.find('}', open + 1);
        if (close == std::string::npos)
            break;
        text += sentence.substr(at, open - at);
        const std::string_view name = std::string_view(sentence).substr(open + 1, close - open - 1);
        const ErrorText::Named* found = nullptr;
        for (const ErrorText::Named& named : values) {
            if (named.name == name)
                found = &named;
        }
        if (found)
            text += said(found->value);
        else
            text += '{';
        at = found ? close + 1 : open + 1;
    }
    return text + sentence.substr(at);
}

} // namespace warpbench
