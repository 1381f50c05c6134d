#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Tries the packages in clean systems made by debootstrap, with no build tools and no Qt: installs the
# .deb, runs every example without a display, takes a screenshot, removes it and looks for what is left, in
# Debian 12 and, where its archive can be reached, in Ubuntu 24.04; then starts the portable bundle in a
# system that never had a package of ours.
#   packaging/check.sh [FOLDER]     with what packaging/release.sh made (default dist); as root
# The compiler is taken from Warpbench's data folder of the user who runs this, else fetched once (250 MB).
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=setup.sh
. "$root/packaging/setup.sh"
dist=$(cd "${1:-$root/dist}" && pwd)
[ "$(id -u)" -eq 0 ] || die "chroot and debootstrap want root: sudo packaging/check.sh"
install_packages debootstrap

cache=${XDG_CACHE_HOME:-$HOME/.cache}/warpbench
compiler=${XDG_DATA_HOME:-$HOME/.local/share}/warpbench/cuda
if [ ! -d "$compiler" ]; then
    compiler=$cache/linux-data/warpbench/cuda
    [ -d "$compiler" ] || XDG_DATA_HOME=$cache/linux-data "$root/packaging/get-cuda.sh" >&2
fi
work=$(mktemp -d)
leave() {
    for mounted in "$work"/*/proc "$work"/*/dev "$work"/*/opt/full; do
        mountpoint -q "$mounted" && umount -l "$mounted"
    done
    rm -rf --one-file-system "$work"
}
trap leave EXIT

# make_base SUITE MIRROR SCRIPT OPTION…: a system with nothing in it, by debootstrap, once; false where it
# cannot be had.
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
    mkdir -p "$system/root/.local/share/warpbench"
    cp -rH "$compiler" "$system/root/.local/share/warpbench/"
}
inside() { # NAME COMMAND…
    local system=$work/$1
    shift
    chroot "$system" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}
files_of() { (cd "$work/$1" && find . -xdev \( -path ./proc -o -path ./dev -o -path ./tmp -o -path ./root \
    -o -path ./var/cache -o -path ./var/lib/apt -o -path ./var/log -o -path ./var/lib/dpkg \) -prune -o -print | sort); }

# run_examples NAME CLI EXAMPLES: each lesson ends as it says it does; one shows a launch error.
run_examples() {
    local name=$1 cli=$2 folder=$3 count=0 example code wanted
    for example in "$work/$name$folder"/*/*.warpbench; do
        example=${example#"$work/$name"}
        wanted=0
        [[ $example == *launch_error* ]] && wanted=4
        code=0
        inside "$name" "$cli" run --device sim "$example" >"$work/out" 2>&1 || code=$?
        [ "$code" -eq "$wanted" ] || { cat "$work/out" >&2; die "$example ended with $code, not $wanted"; }
        count=$((count + 1))
    done
    [ "$count" -gt 5 ] || die "only $count examples in $folder"
    say "$name: $count examples ran"
}
take_picture() { # NAME PROGRAM PROJECT
    inside "$1" "$2" --screenshot /tmp/shot.png --size 1280x800 --run "$3" >"$work/out" 2>&1 ||
        { cat "$work/out" >&2; die "$1: no screenshot"; }
    [ "$(stat -c %s "$work/$1/tmp/shot.png")" -gt 20000 ] || die "$1: the screenshot is empty"
    cp "$work/$1/tmp/shot.png" "$dist/check-$1.png"
    say "$1: a screenshot, $dist/check-$1.png"
}

# try_deb NAME SUITE: in a system with nothing in it.
try_deb() {
    local name=$1 depends
    clean_system "$name" "$2"
    cp "$deb" "$work/$name/tmp/warpbench.deb"
    inside "$name" apt-get update -qq
    # What it depends on comes first and stays, so that what is left in the end is ours.
    depends=$(dpkg-deb -f "$deb" Depends | sed 's/([^)]*)//g; s/,//g')
    # shellcheck disable=SC2086
    inside "$name" apt-get install -y -qq --no-install-recommends $depends >"$work/apt.log" 2>&1 ||
        { tail -20 "$work/apt.log" >&2; die "$name: what it depends on cannot be installed"; }
    files_of "$name" >"$work/before"
    inside "$name" dpkg -i /tmp/warpbench.deb >"$work/apt.log" 2>&1 || { cat "$work/apt.log" >&2; die "$name: dpkg -i"; }
    inside "$name" warpbench-cli doctor || die "$name: doctor finds something missing"
    run_examples "$name" warpbench-cli /usr/share/warpbench/examples
    take_picture "$name" warpbench /usr/share/warpbench/examples/reduction/reduction.warpbench
    inside "$name" dpkg --purge warpbench >"$work/apt.log" 2>&1 || { cat "$work/apt.log" >&2; die "$name: dpkg --purge"; }
    files_of "$name" >"$work/after"
    diff "$work/before" "$work/after" >"$work/left" || { cat "$work/left" >&2; die "$name: the package leaves this behind"; }
    say "$name: the .deb installs, runs, and leaves nothing behind"
}

make_base bookworm "${WARPBENCH_DEBIAN_MIRROR:-http://deb.debian.org/debian}" bookworm || die "debootstrap failed"
deb=$(find "$dist" -maxdepth 1 -name 'warpbench_*_amd64.deb')
[ -n "$deb" ] || die "there is no .deb in $dist; packaging/release.sh makes it"
[ "$(stat -c %s "$deb")" -le $((15 * 1024 * 1024)) ] || die "$deb is larger than 15 MB"
try_deb deb bookworm
# Debian knows Ubuntu's suites all by one script, and has its keys in a package that is not everywhere.
keys=()
[ -e /usr/share/keyrings/ubuntu-archive-keyring.gpg ] || keys=(--no-check-gpg)
if make_base noble "${WARPBENCH_UBUNTU_MIRROR:-http://archive.ubuntu.com/ubuntu}" gutsy \
    --components=main,universe "${keys[@]}"; then
    try_deb deb-ubuntu noble
else
    say "Ubuntu 24.04 cannot be had here: the .deb is not tried there"
fi

portable=$(find "$dist" -maxdepth 1 -name 'warpbench-*-portable.tar.xz')
if [ -n "$portable" ]; then
    [ "$(stat -c %s "$portable")" -le $((40 * 1024 * 1024)) ] || die "$portable is larger than 40 MB"
    clean_system portable
    tar -C "$work/portable/opt" -xJf "$portable" 2>/dev/null || xz -dc "$portable" | tar -C "$work/portable/opt" -x
    folder=/opt/$(ls "$work/portable/opt")
    run_examples portable "$folder/warpbench-cli" "$folder/share/warpbench/examples"
    take_picture portable "$folder/warpbench" "$folder/share/warpbench/examples/reduction/reduction.warpbench"
    say "The portable bundle runs where nothing is installed"
fi

# The one file unpacks itself once, as it finds itself in the home folder, with blanks in its path.
alone=$(find "$dist" -maxdepth 1 -name 'warpbench-*-portable.run')
if [ -n "$alone" ]; then
    clean_system alone
    mkdir -p "$work/alone/opt/a class"
    cp "$alone" "$work/alone/opt/a class/warpbench.run"
    [ -x "$work/alone/usr/bin/xz" ] || cp "$(command -v xz)" "$work/alone/usr/bin/"
    start="/opt/a class/warpbench.run"
    inside alone "$start" --cli --version >"$work/out" || die "the self-extracting file does not start"
    unpacked=$(cd "$work/alone" && ls -d root/.cache/warpbench/bundles/*)
    inside alone "$start" --cli run --device sim "/$unpacked/share/warpbench/examples/saxpy/saxpy.warpbench" \
        >"$work/out" 2>&1 || { cat "$work/out" >&2; die "the self-extracting file runs no example"; }
    take_picture alone "$start" "/$unpacked/share/warpbench/examples/reduction/reduction.warpbench"
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
    say "The self-extracting file unpacks itself once and runs, or says that there is no room"
fi
say "All packages are well"
