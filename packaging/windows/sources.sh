# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by deps.sh and qt.sh: gets sources of the distribution's packages, with a list of sources
# and of packages of our own below $work, so that nothing of the machine's is changed.

host=x86_64-w64-mingw32

# apt_of NAME "SOURCES LINE" COMMAND…   apt-get with that one line for all its sources
apt_of() {
    local lists=$work/apt-$1 line=$2
    shift 2
    local options=(-qq -o Dir::Etc::SourceList="$lists/sources.list" -o Dir::Etc::SourceParts=-
        -o Dir::State::Lists="$lists/lists" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache=
        -o APT::Sandbox::User=root)
    if [ ! -e "$lists/done" ]; then
        mkdir -p "$lists/lists/partial"
        echo "$line" >"$lists/sources.list"
        apt-get "${options[@]}" update
        touch "$lists/done"
    fi
    apt-get "${options[@]}" "$@"
}

# own_sources COMMAND…   apt-get with the sources of the distribution that this machine has
own_sources() {
    local codename mirror
    codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
    mirror=${WARPBENCH_DEBIAN_MIRROR:-$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | grep -v '^#' |
        grep -oE 'https?://[^ ]+/(debian|ubuntu)/?( |$)' | head -1 | tr -d " " || true)}
    case $mirror in
    *ubuntu*) apt_of own "deb-src $mirror $codename main universe" "$@" ;;
    ?*) apt_of own "deb-src $mirror $codename main" "$@" ;;
    *) echo "error: no mirror in /etc/apt; name one by WARPBENCH_DEBIAN_MIRROR" >&2 && return 1 ;;
    esac
}

# fetch_source PACKAGE   unpacks its source, with the distribution's patches, into the current folder
fetch_source() {
    own_sources source "$1" >"$work/$1.log" 2>&1 || { cat "$work/$1.log" >&2; return 1; }
}

# fetch_original PACKAGE   unpacks its source as its authors released it. Where the distribution's
# mirror lacks the archive, that of Ubuntu 24.04, which has the same release of Qt, will do: what it
# holds is checked against the distribution's own description. WARPBENCH_UBUNTU_MIRROR names one;
# without it, the one that debootstrap knows.
fetch_original() {
    local archive sum mirror
    own_sources source --download-only "$1" >"$work/$1.log" 2>&1 || true
    read -r sum archive < <(awk '/^Checksums-Sha256:/ {on = 1; next} /^[^ ]/ {on = 0}
        on && $3 ~ /\.orig\.tar/ {print $1, $3; exit}' "$1"_*.dsc)
    [ -n "$archive" ] || { cat "$work/$1.log" >&2; return 1; }
    if [ ! -e "$archive" ]; then
        mirror=${WARPBENCH_UBUNTU_MIRROR:-$(sed -n 's/^[[:space:]]*default_mirror \([^ ]*archive[^ ]*\)$/\1/p' \
            /usr/share/debootstrap/scripts/gutsy | head -1)}
        apt_of noble "deb-src [trusted=yes] $mirror noble main universe" \
            source --download-only "$1" >>"$work/$1.log" 2>&1 || true
    fi
    sha256sum --quiet -c <<<"$sum  $archive" || { cat "$work/$1.log" >&2; return 1; }
    tar -xf "$archive"
}
