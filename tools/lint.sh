#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks formatting, shell scripts and, with clang-tidy, C++ sources.
#   tools/lint.sh                formatting and scripts of the whole tree, clang-tidy of changed sources
#   tools/lint.sh --since REV    changed: since REV. Without it since the branch left origin/main or,
#                                on main itself, in the last day
#   tools/lint.sh --all          clang-tidy of every source
# A source takes clang-tidy some seconds, so that of many changed ones only the latest are checked.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
# shellcheck source=../packaging/setup.sh
. packaging/setup.sh

most_tidied=16
since='' all=false
while [ $# -gt 0 ]; do
    case $1 in
    --since) since=$2; shift ;;
    --all) all=true ;;
    *) die "unknown option $1; see the head of tools/lint.sh" ;;
    esac
    shift
done

install_packages clang-format-14 clang-tidy-14 shellcheck

say "clang-format"
git ls-files '*.cpp' '*.h' | xargs clang-format-14 --dry-run --Werror

say "shellcheck"
mapfile -t scripts < <(git ls-files | xargs grep -lE '^#!.*(ba)?sh$|^# shellcheck shell=' --)
shellcheck -S warning "${scripts[@]}"

say "generated pages"
python3 tools/benchmarks_page.py --check
python3 tools/programs_page.py --check
python3 tools/error_texts.py --check

say "arrows between folders"
python3 tools/check_arrows.py

# changed_files   the latest first
changed_files() {
    local base=$since
    [ -n "$base" ] || base=$(git merge-base HEAD origin/main 2>/dev/null || true)
    if [ -z "$base" ] || [ "$base" = "$(git rev-parse HEAD)" ]; then
        base=$(git rev-list -1 --before='1 day ago' HEAD)
    fi
    {
        git diff --name-only HEAD
        [ -z "$base" ] || git log --format= --name-only "$base..HEAD"
    } | awk '!seen[$0]++'
}
tidied='^(app|core|ui)/.*\.cpp$' for_windows='_windows\.cpp$'
if $all; then
    mapfile -t sources < <(git ls-files | grep -E "$tidied" | grep -vE "$for_windows")
else
    mapfile -t sources < <(changed_files | grep -E "$tidied" | grep -vE "$for_windows" | while read -r file; do
        [ ! -e "$file" ] || echo "$file"
    done)
    if [ ${#sources[@]} -gt $most_tidied ]; then
        say "clang-tidy checks the latest $most_tidied of ${#sources[@]} changed sources; --all checks every source"
        sources=("${sources[@]:0:most_tidied}")
    fi
fi
if [ ${#sources[@]} -gt 0 ]; then
    configure tidy # always: what compiles which file may have changed
    say "clang-tidy of ${#sources[@]} sources"
    printf '%s\n' "${sources[@]}" | xargs -P "$(nproc)" -n 1 clang-tidy-14 -p build/tidy --quiet
fi
