#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs the build into a folder with a space in its name, moves the tree, and uses it as a user and
# as a developer would.
#   tst_install.sh BUILD SOURCE CMAKE
set -euo pipefail
build=$1 source=$2 cmake=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck source=use_core.sh
. "$source/tests/package/use_core.sh"

"$cmake" --install "$build" --prefix "$work/first place" >"$work/install.log" || { cat "$work/install.log"; fail install; }
mv "$work/first place" "$work/second place"
prefix="$work/second place"
cli="$prefix/bin/warpbench-cli"

# The programs find each other and their data by where they lie, not in the build.
export HOME=$work/home XDG_RUNTIME_DIR=$work/home
unset WARPBENCH_WORKER WARPBENCH_SIMGPU_LIBRARY
mkdir -p "$HOME"
"$cli" --version | grep -q "^warpbench-cli [0-9]" || fail version
"$cli" devices --json >"$work/devices.json"
grep -q '"simulated": true' "$work/devices.json" || fail "the simulated driver is not found"
"$cli" doctor --json >"$work/doctor.json" || true
for what in "$prefix/share/warpbench/examples" "$prefix/libexec/warpbench/warpbench-worker"; do
    grep -qF "$what" "$work/doctor.json" || fail "doctor does not name $what: $(cat "$work/doctor.json")"
done
[ -e "$prefix/lib/warpbench/libcuda/libcuda.so.1" ] || fail libcuda
[ "$(uname -m)" != x86_64 ] || [ -e "$prefix/lib/warpbench/recorder/libcuda.so.1" ] || fail recorder
[ -e "$prefix/share/warpbench/docs/manual/index.md" ] || fail manual
while read -r name; do
    [ -e "$source/docs/$name" ] || fail "packaging/developer-documents.txt names $name, which does not exist"
    [ ! -e "$prefix/share/warpbench/docs/$name" ] || fail "docs/$name is for developers and was installed"
    [ ! -e "$prefix/share/doc/warpbench/html/${name/%.md/.html}" ] || fail "the page of docs/$name was installed"
done <"$source/packaging/developer-documents.txt"

# What is made from the parser's description is taken by those it is for.
bash -n "$prefix/share/bash-completion/completions/warpbench-cli" || fail "bash completion"
words=$(bash -c '. "$1"; COMP_WORDS=(warpbench-cli run --che); COMP_CWORD=2; _warpbench_cli; echo "${COMPREPLY[*]}"' \
    - "$prefix/share/bash-completion/completions/warpbench-cli")
[ "$words" = "--check --checks" ] || fail "bash completes --che to '$words'"
words=$(bash -c '. "$1"; COMP_WORDS=(warpbench-cli run --check ""); COMP_CWORD=3; _warpbench_cli; echo "${COMPREPLY[*]}"' \
    - "$prefix/share/bash-completion/completions/warpbench-cli")
[ "$words" = "faults guards off" ] || fail "bash completes --check to '$words'"
! command -v zsh >/dev/null || zsh -n "$prefix/share/zsh/site-functions/_warpbench-cli" || fail "zsh completion"
! command -v fish >/dev/null || fish -n "$prefix/share/fish/vendor_completions.d/warpbench-cli.fish" || fail "fish completion"
if command -v man >/dev/null; then
    troubles=$(man --warnings -l "$prefix/share/man/man1/warpbench-cli.1.gz" 2>&1 >/dev/null || true)
    [ -z "$troubles" ] || fail "man: $troubles"
fi
! command -v appstreamcli >/dev/null || [ ! -e "$prefix/bin/warpbench" ] ||
    appstreamcli validate --no-net "$prefix"/share/metainfo/*.xml || fail AppStream

# The window where nobody could see it.
if [ -e "$prefix/bin/warpbench" ]; then
    code=0
    env -u DISPLAY -u WAYLAND_DISPLAY -u QT_QPA_PLATFORM timeout 60 "$prefix/bin/warpbench" >"$work/out" 2>&1 || code=$?
    [ $code -eq 4 ] && grep -q "no display" "$work/out" || fail "without a display: $code, $(cat "$work/out")"
fi

# A program over the library, built against the installed tree: with CMake and with pkg-config.
"$cmake" -S "$source/tests/package/use_core" -B "$work/use" -DCMAKE_PREFIX_PATH="$prefix" \
    -DCMAKE_BUILD_TYPE=Debug ${CUDA_HEADERS_DIR:+-DCUDA_HEADERS_DIR="$CUDA_HEADERS_DIR"} >"$work/use.log" 2>&1 &&
    "$cmake" --build "$work/use" >>"$work/use.log" 2>&1 || { cat "$work/use.log"; fail "find_package(Warpbench)"; }
simulated_driver="$prefix/lib/warpbench/libwarpbench-simgpu.so"
use_core "$work/use/use_core" "$simulated_driver"
if command -v pkg-config >/dev/null; then
    file=$(find "$prefix" -name warpbench-core.pc)
    [ -n "$file" ] || fail "no pkg-config file"
    # A space in a path is escaped there, as for a shell.
    flags=$(PKG_CONFIG_PATH=$(dirname "$file") pkg-config --cflags --libs --print-errors warpbench-core) || fail pkg-config
    [ "$(PKG_CONFIG_PATH=$(dirname "$file") pkg-config --variable=simulated_driver warpbench-core | sed 's/\\ / /g')" \
        -ef "$simulated_driver" ] || fail "pkg-config names another simulated driver"
    mkdir "$work/plain"
    printf '%s\n' "\"${CXX:-c++}\" -O0 \"$source/tests/package/use_core/main.cpp\" -o \"$work/plain/use_core\"" \
        "${CUDA_HEADERS_DIR:+-I\"$CUDA_HEADERS_DIR\"} $flags" | tr '\n' ' ' >"$work/plain/build.sh"
    sh "$work/plain/build.sh" >"$work/plain/log" 2>&1 || { cat "$work/plain/log"; fail "pkg-config: $(cat "$work/plain/build.sh")"; }
    use_core "$work/plain/use_core" "$simulated_driver"
fi
end_test
