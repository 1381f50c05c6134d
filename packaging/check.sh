#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Tries the packages in clean systems made by debootstrap, with no build tools and no Qt: installs the
# .deb, runs every example without a display, takes a screenshot, waits for the window's first frame on X
# and on Wayland, removes it and looks for what is left, in Debian 12 and, where its archive can be reached, in
# Ubuntu 24.04; builds a program with libwarpbench-dev; then does the same with the portable bundle and the
# self-extracting file in systems that never had a package of ours.
#   packaging/check.sh [--only PART] [FOLDER]     with what packaging/release.sh made (default dist); as root
#     --only PART     of deb, library, ubuntu, portable and alone
# Ends with 3 where no clean system can be made, for want of the network above all.
# The compiler is taken from Warpbench's data folder of the user who runs this, else fetched once (311 MB).
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=setup.sh
. "$root/packaging/setup.sh"
only=
if [ "${1:-}" = --only ]; then
    only=$2
    shift 2
fi
dist=$(cd "${1:-$root/dist}" && pwd)
[ "$(id -u)" -eq 0 ] || die "chroot and debootstrap want root: sudo packaging/check.sh"
(install_packages debootstrap xvfb weston) || exit 3

cache=${XDG_CACHE_HOME:-$HOME/.cache}/warpbench
compiler=${XDG_DATA_HOME:-$HOME/.local/share}/warpbench/cuda
if [ ! -d "$compiler" ]; then
    compiler=$cache/linux-data/warpbench/cuda
    [ -d "$compiler" ] || XDG_DATA_HOME=$cache/linux-data "$root/packaging/get-cuda.sh" >&2 || exit 3
fi
work=$(mktemp -d)
displays=()
leave() {
    local mounted
    [ ${#displays[@]} -eq 0 ] || kill "${displays[@]}" 2>/dev/null || true
    for mounted in "$work"/*/proc "$work"/*/dev "$work"/*/opt/full "$work"/*/run/displays "$work"/*/tmp/.X11-unix; do
        ! mountpoint -q "$mounted" || umount -l "$mounted"
    done
    rm -rf --one-file-system "$work"
}
trap leave EXIT

# Displays for the clean systems, X and Wayland.
start_displays() {
    mkdir -m 700 "$work/displays"
    mkfifo "$work/number"
    Xvfb -displayfd 9 -screen 0 1600x1000x24 -nolisten tcp 9>"$work/number" 2>/dev/null &
    displays+=($!)
    read -r x_display <"$work/number" || die "Xvfb does not start"
    XDG_RUNTIME_DIR=$work/displays weston --backend=headless-backend.so --width=1600 --height=1000 \
        --socket=wayland --idle-time=0 >"$work/weston.log" 2>&1 &
    displays+=($!)
    for _ in $(seq 100); do
        [ ! -S "$work/displays/wayland" ] || return 0
        sleep 0.1
    done
    cat "$work/weston.log" >&2
    die "weston does not start"
}

# make_base SUITE MIRROR SCRIPT OPTION…: a system with nothing in it, by debootstrap, once; false where it
# cannot be had. Without a mirror, the one that debootstrap knows.
make_base() {
    local suite=$1 base=$cache/$1.tar
    shift
    [ ! -e "$base" ] || return 0
    say "Making a clean system of the suite $suite, once"
    mkdir -p "$cache"
    debootstrap --variant=minbase "${@:3}" "$suite" "$work/base" "$1" "/usr/share/debootstrap/scripts/$2" \
        >"$work/debootstrap.log" 2>&1 ||
        { tail -5 "$work/debootstrap.log" >&2; rm -rf --one-file-system "$work/base"; return 1; }
    tar -C "$work/base" -cf "$base.new" .
    mv "$base.new" "$base"
    rm -rf --one-file-system "$work/base"
}

# clean_system NAME [SUITE]: a fresh one in $work/NAME, with the compiler in the home of root.
clean_system() {
    local system=$work/$1
    mkdir "$system"
    tar -C "$system" -xf "$cache/${2:-bookworm}.tar"
    cp /etc/resolv.conf "$system/etc/"
    mount -t proc proc "$system/proc"
    mount --rbind /dev "$system/dev"
    mkdir -p "$system/tmp/.X11-unix" "$system/run/displays"
    mount --bind /tmp/.X11-unix "$system/tmp/.X11-unix"
    mount --bind "$work/displays" "$system/run/displays"
    mkdir -p "$system/root/.local/share/warpbench"
    cp -rH "$compiler" "$system/root/.local/share/warpbench/"
}
inside() { # NAME [VARIABLE=VALUE…] COMMAND…
    local system=$work/$1
    shift
    chroot "$system" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}
files_of() { (cd "$work/$1" && find . -xdev \( -path ./proc -o -path ./dev -o -path ./tmp -o -path ./root \
    -o -path ./var/cache -o -path ./var/lib/apt -o -path ./var/log -o -path ./var/lib/dpkg \) -prune -o -print | sort); }
# All but what a bundle keeps by design: cache, settings, data, and what it makes at each start.
files_beside() { (cd "$work/$1" && find . -xdev \( -path ./proc -o -path ./dev -o -path ./root/.cache/warpbench \
    -o -path './root/.config/Warpbench*' -o -path './root/.local/share/[Ww]arpbench' -o -path ./run/displays/warpbench \
    -o -path ./tmp/shot.png \) -prune -o -print | grep -vxE '\./root/\.(cache|config|local|local/share)' | sort); }
# nothing_left NAME WHO: between the lists `before` and `after`.
nothing_left() {
    diff "$work/before" "$work/after" >"$work/left" || { cat "$work/left" >&2; die "$1: $2 leaves this behind"; }
}

# run_examples NAME EXAMPLES CLI…: each lesson ends as it says it does; one shows a launch error.
run_examples() {
    local name=$1 folder=$2 count=0 example code wanted
    shift 2
    inside "$name" "$@" doctor >"$work/out" 2>&1 || { cat "$work/out" >&2; die "$name: doctor finds something missing"; }
    for example in "$work/$name$folder"/*/*.warpbench; do
        example=${example#"$work/$name"}
        wanted=0
        [[ $example == *launch_error* ]] && wanted=4
        code=0
        inside "$name" "$@" run --device sim "$example" >"$work/out" 2>&1 || code=$?
        [ "$code" -eq "$wanted" ] || { cat "$work/out" >&2; die "$name: $example ended with $code, not $wanted"; }
        count=$((count + 1))
    done
    [ "$count" -gt 5 ] || die "$name: only $count examples in $folder"
    say "$name: doctor is content, $count examples ran"
}
take_picture() { # NAME PROJECT PROGRAM…
    local name=$1 project=$2
    shift 2
    inside "$name" "$@" --screenshot /tmp/shot.png --size 1280x800 --run "$project" >"$work/out" 2>&1 ||
        { cat "$work/out" >&2; die "$name: no screenshot"; }
    [ "$(stat -c %s "$work/$name/tmp/shot.png")" -gt 20000 ] || die "$name: the screenshot is empty"
    cp "$work/$name/tmp/shot.png" "$dist/check-$name.png"
    say "$name: a screenshot, $dist/check-$name.png"
}
# first_frame NAME X|Wayland PROGRAM…: starts the window five times, as a session of that kind would. The
# limit on the median is one that a slow and busy machine keeps: 0.6 s are wanted on a quiet one.
first_frame() {
    local name=$1 kind=$2 session=(DISPLAY=":$x_display") times=() started median
    shift 2
    [ "$kind" = X ] || session=(XDG_SESSION_TYPE=wayland XDG_RUNTIME_DIR=/run/displays WAYLAND_DISPLAY=wayland)
    for _ in 1 2 3 4 5; do
        started=$(date +%s%N)
        inside "$name" "${session[@]}" timeout 60 "$@" --exit-after-first-frame >"$work/out" 2>&1 &&
            grep -q "first frame" "$work/out" || { cat "$work/out" >&2; die "$name: no first frame on $kind"; }
        times+=($((($(date +%s%N) - started) / 1000000)))
    done
    median=$(printf '%s\n' "${times[@]}" | sort -n | sed -n 3p)
    say "$name: first frame on $kind after $median ms (of five: ${times[*]})"
    [ "$median" -le 6000 ] || die "$name: that is too long"
}

# wanted PART: whether it is to be tried
wanted() { [ -z "$only" ] || [ "$only" = "$1" ]; }

# prepare NAME SUITE PACKAGE…: a system with nothing in it but what these packages of the distribution
# bring; the .deb that is tried comes later, so that what is left in the end is ours.
prepare() {
    local name=$1 suite=$2
    shift 2
    clean_system "$name" "$suite"
    inside "$name" apt-get update -qq || exit 3
    inside "$name" apt-get install -s --no-install-recommends "$@" >"$work/apt.log" 2>&1 ||
        { tail -20 "$work/apt.log" >&2; die "$name: the distribution has not what it depends on"; }
    inside "$name" apt-get install -y -qq --no-install-recommends "$@" >"$work/apt.log" 2>&1 ||
        { tail -20 "$work/apt.log" >&2; exit 3; }
    files_of "$name" >"$work/before"
}
depends_of() { dpkg-deb -f "$1" Depends | sed 's/([^)]*)//g; s/,//g'; }
install_debs() { # NAME FILE…
    local name=$1
    shift
    cp "$@" "$work/$name/tmp/"
    inside "$name" dpkg -i "${@/#*\//\/tmp\/}" >"$work/apt.log" 2>&1 || { cat "$work/apt.log" >&2; die "$name: dpkg -i"; }
}
purge() { # NAME PACKAGE…
    local name=$1
    shift
    inside "$name" dpkg --purge "$@" >"$work/apt.log" 2>&1 || { cat "$work/apt.log" >&2; die "$name: dpkg --purge"; }
    files_of "$name" >"$work/after"
    nothing_left "$name" "the package"
}

# try_deb NAME SUITE: in a system with nothing in it.
try_deb() {
    local name=$1 depends
    read -ra depends < <(depends_of "$deb")
    prepare "$name" "$2" "${depends[@]}" qt6-wayland
    install_debs "$name" "$deb"
    run_examples "$name" /usr/share/warpbench/examples warpbench-cli
    take_picture "$name" /usr/share/warpbench/examples/reduction/reduction.warpbench warpbench
    first_frame "$name" X warpbench
    first_frame "$name" Wayland warpbench
    purge "$name" warpbench
    say "$name: the .deb installs, runs, and leaves nothing behind"
}

# try_library: a program of somebody else's over libwarpbench-dev, by CMake and by pkg-config.
try_library() {
    local depends
    read -ra depends < <(echo "$(depends_of "$deb")" "$(depends_of "$library")" | sed 's/\<warpbench\>//')
    prepare library bookworm "${depends[@]}" g++ cmake make pkg-config
    install_debs library "$deb" "$library"
    cp -r "$root/tests/package/use_core" "$work/library/tmp/"
    cat >"$work/library/tmp/use.sh" <<'E'
set -e
cmake -S /tmp/use_core -B /tmp/by-cmake
cmake --build /tmp/by-cmake
g++ /tmp/use_core/main.cpp -o /tmp/by-pkg-config -I"$HOME/.local/share/warpbench/cuda/include" \
    $(pkg-config --cflags --libs warpbench-core)
export WARPBENCH_SIMGPU_LIBRARY=$(pkg-config --variable=simulated_driver warpbench-core)
/tmp/by-cmake/use_core sim
/tmp/by-pkg-config sim
E
    inside library sh /tmp/use.sh >"$work/out" 2>&1 || { tail -30 "$work/out" >&2; die "a program over the library"; }
    [ "$(grep -c ": right, by " "$work/out")" -eq 2 ] || { tail "$work/out" >&2; die "the program says something else"; }
    purge library libwarpbench-dev warpbench
    say "A program over libwarpbench-dev builds by CMake and by pkg-config, and runs"
}

start_displays
make_base bookworm "${WARPBENCH_DEBIAN_MIRROR:-}" bookworm || exit 3
deb=$(find "$dist" -maxdepth 1 -name 'warpbench_*_amd64.deb')
[ -n "$deb" ] || die "there is no .deb in $dist; packaging/release.sh makes it"
[ "$(stat -c %s "$deb")" -le $((15 * 1024 * 1024)) ] || die "$deb is larger than 15 MB"
! wanted deb || try_deb deb bookworm
library=$(find "$dist" -maxdepth 1 -name 'libwarpbench-dev_*.deb')
[ -z "$library" ] || ! wanted library || try_library
# Debian knows Ubuntu's suites all by one script, and has its keys in a package that is not everywhere.
keys=()
[ -e /usr/share/keyrings/ubuntu-archive-keyring.gpg ] || keys=(--no-check-gpg)
if ! wanted ubuntu; then
    :
elif make_base noble "${WARPBENCH_UBUNTU_MIRROR:-}" gutsy \
    --components=main,universe "${keys[@]}"; then
    try_deb deb-ubuntu noble
else
    say "Ubuntu 24.04 cannot be had here: the .deb is not tried there"
fi

portable=$(find "$dist" -maxdepth 1 -name 'warpbench-*-portable.tar.xz')
if [ -n "$portable" ] && wanted portable; then
    [ "$(stat -c %s "$portable")" -le $((40 * 1024 * 1024)) ] || die "$portable is larger than 40 MB"
    clean_system portable
    tar -C "$work/portable/opt" -xJf "$portable" 2>/dev/null || xz -dc "$portable" | tar -C "$work/portable/opt" -x
    folder=/opt/$(ls "$work/portable/opt")
    files_beside portable >"$work/before"
    run_examples portable "$folder/share/warpbench/examples" "$folder/warpbench-cli"
    inside portable "$folder/warpbench-cli" exec /usr/bin/env >"$work/out"
    ! grep -q "$folder/lib" "$work/out" || die "programs that the bundle starts see its libraries"
    take_picture portable "$folder/share/warpbench/examples/reduction/reduction.warpbench" "$folder/warpbench"
    first_frame portable X "$folder/warpbench"
    first_frame portable Wayland "$folder/warpbench"
    files_beside portable >"$work/after"
    nothing_left portable "the bundle"
    say "The portable bundle runs where nothing is installed"
fi

# The one file unpacks itself once, as it finds itself in the home folder, with blanks in its path.
alone=$(find "$dist" -maxdepth 1 -name 'warpbench-*-portable.run')
if [ -n "$alone" ] && wanted alone; then
    clean_system alone
    mkdir -p "$work/alone/opt/a class"
    cp "$alone" "$work/alone/opt/a class/warpbench.run"
    [ -x "$work/alone/usr/bin/xz" ] || cp "$(command -v xz)" "$work/alone/usr/bin/"
    start="/opt/a class/warpbench.run"
    files_beside alone >"$work/before"
    inside alone "$start" --cli --version >"$work/out" || die "the self-extracting file does not start"
    unpacked=$(cd "$work/alone" && ls -d root/.cache/warpbench/bundles/*)
    run_examples alone "/$unpacked/share/warpbench/examples" "$start" --cli
    take_picture alone "/$unpacked/share/warpbench/examples/reduction/reduction.warpbench" "$start"
    first_frame alone X "$start"
    files_beside alone >"$work/after"
    nothing_left alone "the self-extracting file"
    [ "$(ls -d "$work"/alone/root/.cache/warpbench/bundles/* | wc -l)" -eq 1 ] || die "it unpacks itself more than once"
    # Where there is no room, nothing is left but the folders on the way, and a sentence says so.
    mkdir "$work/alone/opt/full"
    mount -t tmpfs -o size=20m tmpfs "$work/alone/opt/full"
    for where in "--unpack /opt/full/there" "--cli --version"; do
        code=0
        # shellcheck disable=SC2086
        inside alone XDG_CACHE_HOME=/opt/full "$start" $where >"$work/out" 2>&1 || code=$?
        [ "$code" -eq 4 ] && grep -q "room for" "$work/out" || { cat "$work/out" >&2; die "$where on a full disk: $code"; }
        [ -z "$(find "$work/alone/opt/full" -type f)" ] || die "$where on a full disk leaves files"
    done
    umount "$work/alone/opt/full"
    # Somebody who may write nowhere.
    code=0
    chroot --userspec=65534:65534 "$work/alone" /usr/bin/env -i PATH=/usr/bin:/bin HOME=/nonexistent "$start" \
        --cli --version >"$work/out" 2>&1 || code=$?
    [ "$code" -eq 4 ] && grep -q "do you have the right to" "$work/out" ||
        { cat "$work/out" >&2; die "without rights: $code"; }
    [ ! -e "$work/alone/nonexistent" ] || die "without rights it leaves a folder"
    say "The self-extracting file unpacks itself once and runs, or says that there is no room or no right"
fi
say "${only:-All packages}: well"
