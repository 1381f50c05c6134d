// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/documents/side_by_side.h"

#include <QHash>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr int kMostDifferences = 1500; // per part; time and memory grow with its square

using Ids = std::span<const int>;
/// Pairs of equal lines, ascending in both texts.
using Matches = std::vector<std::pair<int, int>>;

/// Myers' greedy algorithm: the furthest point on each diagonal with d differences, d = 0, 1, …
/// \returns nothing if there are more than `kMostDifferences`
Matches shortestEdit(Ids a, Ids b, int offsetA, int offsetB) {
    const int n = int(a.size());
    const int m = int(b.size());
    const int most = std::min(n + m, kMostDifferences);
    std::vector<std::vector<int>> steps; // the furthest x on diagonals -d … d before step d
    std::vector<int> furthest(std::size_t(2 * most + 3), 0);
    const int zero = most + 1;
    const auto at = [&](int diagonal) -> int& { return furthest[std::size_t(zero + diagonal)]; };
    for (int d = 0; d <= most; ++d) {
        steps.emplace_back(furthest.begin() + zero - d - 1, furthest.begin() + zero + d + 2);
        for (int k = -d; k <= d; k += 2) {
            int x = k == -d || (k != d && at(k - 1) < at(k + 1)) ? at(k + 1) : at(k - 1) + 1;
            while (x < n && x - k < m && a[std::size_t(x)] == b[std::size_t(x - k)])
                ++x;
            at(k) = x;
            if (x < n || x - k < m)
                continue;
            Matches matches;
            int px = n;
            int py = m;
            for (int back = d; back >= 0; --back) {
                const auto before = [&](int diagonal) {
                    return steps[std::size_t(back)][std::size_t(diagonal + back + 1)];
                };
                const int diagonal = px - py;
                const bool down = diagonal == -back ||
                                  (diagonal != back && before(diagonal - 1) < before(diagonal + 1));
                const int from = down ? diagonal + 1 : diagonal - 1;
                const int startX = back == 0 ? 0 : before(from);
                const int startY = back == 0 ? 0 : startX - from;
                const int runX = back == 0 ? 0 : down ? startX : startX + 1;
                while (px > runX && py > runX - diagonal) {
                    --px;
                    --py;
                    matches.emplace_back(offsetA + px, offsetB + py);
                }
                px = startX;
                py = startY;
            }
            std::reverse(matches.begin(), matches.end());
            return matches;
        }
    }
    return {};
}

/// The longest increasing subsequence of pairs sorted by their first line.
Matches longestAscending(const Matches& pairs) {
    std::vector<int> tails; // the last pair of the best subsequence of each length
    std::vector<int> previous(pairs.size(), -1);
    for (int i = 0; i < int(pairs.size()); ++i) {
        const auto place = std::lower_bound(
            tails.begin(), tails.end(), pairs[std::size_t(i)].second,
            [&](int tail, int value) { return pairs[std::size_t(tail)].second < value; });
        if (place != tails.begin())
            previous[std::size_t(i)] = *(place - 1);
        if (place == tails.end())
            tails.push_back(i);
        else
            *place = i;
    }
    Matches run;
    for (int i = tails.empty() ? -1 : tails.back(); i >= 0; i = previous[std::size_t(i)])
        run.push_back(pairs[std::size_t(i)]);
    std::reverse(run.begin(), run.end());
    return run;
}

/// Lines that occur exactly once in each text.
Matches anchors(Ids a, Ids b, int ids) {
    struct Seen {
        int before = -1, after = -1;
        int timesBefore = 0, timesAfter = 0;
    };
    std::vector<Seen> seen(std::size_t(ids), Seen{});
    for (int i = 0; i < int(a.size()); ++i) {
        Seen& one = seen[std::size_t(a[std::size_t(i)])];
        one.before = i;
        ++one.timesBefore;
    }
    for (int i = 0; i < int(b.size()); ++i) {
        Seen& one = seen[std::size_t(b[std::size_t(i)])];
        one.after = i;
        ++one.timesAfter;
    }
    Matches unique;
    for (const Seen& one : seen) {
        if (one.timesBefore == 1 && one.timesAfter == 1)
            unique.emplace_back(one.before, one.after);
    }
    std::sort(unique.begin(), unique.end());
    return longestAscending(unique);
}

/// Adds a differing part with its lines paired in order.
void addPart(int before, int beforeEnd, int after, int afterEnd, std::vector<SideRow>& rows) {
    while (before < beforeEnd && after < afterEnd)
        rows.push_back({SideRow::Kind::changed, before++, after++});
    while (before < beforeEnd)
        rows.push_back({SideRow::Kind::removed, before++, -1});
    while (after < afterEnd)
        rows.push_back({SideRow::Kind::added, -1, after++});
}

} // namespace

std::vector<SideRow> sideBySide(const QStringList& before, const QStringList& after) {
    QHash<QString, int> ids;
    const auto idsOf = [&ids](const QStringList& lines) {
        std::vector<int> result;
        result.reserve(std::size_t(lines.size()));
        for (const QString& line : lines) {
            const auto known = ids.constFind(line);
            if (known != ids.constEnd()) {
                result.push_back(*known);
                continue;
            }
            const int id = int(ids.size());
            ids.insert(line, id);
            result.push_back(id);
        }
        return result;
    };
    const std::vector<int> a = idsOf(before);
    const std::vector<int> b = idsOf(after);
    Matches held = anchors(a, b, int(ids.size()));
    held.emplace_back(int(a.size()), int(b.size()));
    Matches matches;
    int fromA = 0;
    int fromB = 0;
    for (const auto& [atA, atB] : held) {
        const Matches between = shortestEdit(
            Ids(a).subspan(std::size_t(fromA), std::size_t(atA - fromA)),
            Ids(b).subspan(std::size_t(fromB), std::size_t(atB - fromB)), fromA, fromB);
        matches.insert(matches.end(), between.begin(), between.end());
        matches.emplace_back(atA, atB);
        fromA = atA + 1;
        fromB = atB + 1;
    }
    std::vector<SideRow> rows;
    int nextA = 0;
    int nextB = 0;
    for (const auto& [atA, atB] : matches) {
        addPart(nextA, atA, nextB, atB, rows);
        if (atA < int(a.size()))
            rows.push_back({SideRow::Kind::same, atA, atB});
        nextA = atA + 1;
        nextB = atB + 1;
    }
    return rows;
}

DifferingPart differingPart(QStringView before, QStringView after) {
    const qsizetype shorter = std::min(before.size(), after.size());
    qsizetype begin = 0;
    while (begin < shorter && before[begin] == after[begin])
        ++begin;
    qsizetype end = 0; // number of equal characters at the end
    while (end < shorter - begin &&
           before[before.size() - 1 - end] == after[after.size() - 1 - end])
        ++end;
    return {int(begin), int(before.size() - end), int(after.size() - end)};
}

QString listingKey(QStringView line, bool withoutNumbers) {
    static constexpr std::array<QStringView, 7> kNumbered{u"R",      u"UR",   u"P",    u"UP",
                                                          u"$L__BB", u"L_x_", u"L__BB"};
    QString key;
    key.reserve(line.size());
    const auto isWord = [](QChar c) {
        return c.isLetterOrNumber() || c == u'_' || c == u'$' || c == u'%';
    };
    for (qsizetype i = 0; i < line.size();) {
        if (line.mid(i).startsWith(u"/*")) {
            const qsizetype end = line.indexOf(u"*/", i + 2);
            i = end < 0 ? line.size() : end + 2;
            continue;
        }
        if (line[i].isSpace()) {
            if (!key.isEmpty() && !key.endsWith(u' '))
                key += u' ';
            ++i;
            continue;
        }
        if (!isWord(line[i])) {
            key += line[i++];
            continue;
        }
        const qsizetype begin = i;
        while (i < line.size() && isWord(line[i]))
            ++i;
        const QStringView word = line.mid(begin, i - begin);
        qsizetype stem = word.size();
        while (stem > 0 && (word[stem - 1].isDigit() || word[stem - 1] == u'_'))
            --stem;
        while (stem < word.size() && word[stem] == u'_')
            ++stem; // "$L__BB0_2" and "L_x_3" keep their underscores
        const QStringView name = word.left(stem);
        const bool numbered = stem < word.size() && (word.startsWith(u'%') ||
                                                     std::find(kNumbered.begin(), kNumbered.end(),
                                                               name) != kNumbered.end());
        if (withoutNumbers && numbered)
            key += name;
        else
            key += word;
    }
    return key.trimmed();
}

} // namespace warpbench::ui
