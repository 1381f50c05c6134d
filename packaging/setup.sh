# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by run.sh and test.sh: installs what is missing, finds or fetches the CUDA headers, and
# configures and builds a preset. Does nothing that is already done.

# shellcheck source=progress.sh
. "$root/packaging/progress.sh"

# Paths below the clone are cached as relative ones, so that a second clone builds from the cache.
export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=true

build_packages=(g++ cmake ninja-build pkg-config python3 python3-pip
    qt6-base-dev libqt6opengl6-dev libxkbcommon-dev qt6-charts-dev qt6-svg-dev libqscintilla2-qt6-dev
    libfmt-dev nlohmann-json3-dev libcli11-dev libuv1-dev libeigen3-dev libfftw3-dev libxxhash-dev
    zlib1g-dev libzstd-dev fonts-dejavu-core)
optional_packages=(ccache mold fonts-inter fonts-jetbrains-mono qt6-l10n-tools qt6-translations-l10n)
bench_packages=(libbenchmark-dev)
release_packages=(dpkg-dev file xz-utils qt6-wayland qt6-xdgdesktopportal-platformtheme qt6-l10n-tools
    qt6-translations-l10n fonts-inter)

say() { printf '\033[1m==>\033[0m %s\n' "$*" >&2; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }

# The packages of the list that are not installed, one a line.
missing_packages() {
    local package
    for package in "$@"; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] ||
            echo "$package"
    done
}

# install_packages WORD PACKAGE…   installs what is missing, or says how
install_packages() {
    local missing as_root=()
    mapfile -t missing < <(missing_packages "$@")
    [ ${#missing[@]} -gt 0 ] || return 0
    if [ "$(id -u)" -ne 0 ]; then
        if sudo -n true 2>/dev/null || { [ -t 0 ] && command -v sudo >/dev/null; }; then
            as_root=(sudo)
        else
            die "these packages are missing; install them, then run this again:
    sudo apt-get install ${missing[*]}"
        fi
    fi
    say "Installing ${missing[*]}"
    "${as_root[@]}" apt-get update -qq
    apt_with_progress "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -q --no-install-recommends "${missing[@]}"
}

setup_packages() {
    if ! command -v dpkg-query >/dev/null; then
        say "Not Debian or Ubuntu: the build needs what packaging/setup.sh lists under your system's names"
        return 0
    fi
    install_packages "${build_packages[@]}" "$@"
    # Nice to have: they make the build quicker and the window prettier, but may not exist.
    local package available=()
    for package in $(missing_packages "${optional_packages[@]}"); do
        apt-cache show "$package" >/dev/null 2>&1 && available+=("$package")
    done
    if [ ${#available[@]} -gt 0 ] && [ "$(id -u)" -eq 0 ]; then
        install_packages "${available[@]}" || true
    fi
}

have_cuda_headers() {
    local folder
    for folder in "${CUDA_HOME:-}" "${CUDA_PATH:-}" /usr/local/cuda /opt/cuda /usr \
        "${XDG_DATA_HOME:-$HOME/.local/share}/warpbench/cuda" \
        "$HOME"/.local/lib/python3*/site-packages/nvidia/cu13; do
        [ -n "$folder" ] && [ -e "$folder/include/cuda.h" ] && [ -e "$folder/include/nvrtc.h" ] &&
            return 0
    done
    return 1
}

setup_cuda() {
    have_cuda_headers && return 0
    say "No CUDA Toolkit found: fetching NVIDIA's compiler (no GPU or driver is needed for it)"
    "$root/packaging/get-cuda.sh" ||
        die "could not fetch it; install the CUDA Toolkit and set CUDA_HOME to its folder"
}

# configure PRESET OPTION…
configure() {
    local preset=$1 log=$root/build-$1.log
    shift
    say "Configuring build/$preset"
    cmake -S "$root" --preset "$preset" "$@" >"$log" 2>&1 || {
        cat "$log" >&2
        rm -f "$log"
        die "configuring failed"
    }
    rm -f "$log"
}

is_for_this_machine() {
    grep -qx 'WARPBENCH_FOR_THIS_MACHINE:BOOL=ON' "$root/build/$1/CMakeCache.txt" 2>/dev/null
}

# build [--for-this-machine] PRESET [TARGET…]
#   --for-this-machine  a tree that is not there yet has the interpreter for this processor alone
#                       (docs/decisions/first-build.md); without it, it gets what is missing
build() {
    local preset jobs options=()
    if [ "$1" = --for-this-machine ]; then
        options=(-DWARPBENCH_FOR_THIS_MACHINE=ON)
        shift
    elif is_for_this_machine "$1"; then
        configure "$1" -DWARPBENCH_FOR_THIS_MACHINE=OFF
    fi
    preset=$1
    shift
    jobs=$(nproc)
    [ "$jobs" -le 8 ] || jobs=8 # the interpreter's files take 1 GB each
    [ -e "$root/build/$preset/build.ninja" ] || configure "$preset" "${options[@]}"
    say "Building build/$preset"
    build_with_progress "$root/build/$preset" "$jobs" "$@"
}
