# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by check.sh and tests.sh: a Wine and a display of their own below the folder $work.

display_pid= awake_pid= unborn_pid=
leave_wine() {
    [ -z "$unborn_pid" ] || kill "$unborn_pid" 2>/dev/null || true
    [ -z "$awake_pid" ] || kill "$awake_pid" 2>/dev/null || true
    wineserver -k 2>/dev/null || true
    [ -z "$display_pid" ] || kill "$display_pid" 2>/dev/null || true
    ! mountpoint -q "$work/full" || umount -l "$work/full"
    rm -rf --one-file-system "$work"
}

# A fresh Wine that has NVIDIA's compiler where `doctor --install-compiler` puts it: the wheels for
# Windows (260 MB), fetched once.
#   --with-what-is-there   fetches nothing: without the compiler where nobody has fetched it
#   --without-compiler     fetched, but not put there; $wheels is the folder of its wheels
# Ends the script with 3 where there is no Wine that starts.
fresh_wine() {
    (install_packages wine64 wine) || exit 3
    local compiler=${XDG_CACHE_HOME:-$HOME/.cache}/warpbench/windows-cuda data
    if [ ! -d "$compiler" ]; then
        if [ "${1:-}" = --with-what-is-there ]; then
            say "NVIDIA's compiler for Windows is not here: tests that compile kernels are skipped"
        else
            "$root/packaging/get-cuda.sh" --windows "$compiler" --wheels >&2
        fi
    fi
    if [ "${1:-}" = --without-compiler ]; then
        wheels=$compiler/wheels
        [ -d "$wheels" ] || "$root/packaging/get-cuda.sh" --windows "$compiler" --wheels >&2
        compiler=$work/none
    fi
    export WINEPREFIX=$work/wine WINEDEBUG=-all
    export LC_ALL=C.UTF-8 # else Wine knows no letters beyond ASCII in the names of files
    # Not Linux's compiler, cache or choice of a device.
    unset CUDA_HOME CUDA_PATH CUDA_DEVICE DISPLAY
    say "Setting up a fresh Wine"
    wineboot --init >"$work/wine.log" 2>&1 || { cat "$work/wine.log" >&2; say "Wine does not start"; exit 3; }
    wine reg add 'HKCU\Software\Wine' /v Version /d win10 /f >/dev/null 2>&1
    # A program that crashes ends, with no debugger that waits for somebody.
    wine reg add 'HKLM\Software\Microsoft\Windows NT\CurrentVersion\AeDebug' /v Auto /d 0 /f >/dev/null 2>&1
    # Tests write to a debugger otherwise; Wine hands on no variable of the caller whose name begins with QT_.
    wine reg add 'HKCU\Environment' /v QT_FORCE_STDERR_LOGGING /d 1 /f >/dev/null 2>&1
    data=$WINEPREFIX/drive_c/users/$(id -un)/AppData/Local/warpbench
    mkdir -p "$data"
    [ ! -d "$compiler" ] || ln -s "$compiler" "$data/cuda"
}

# Wine's services end when no program of Windows runs, and the next program starts them again: they then
# keep its output open long after its end, and who reads that waits for them. A program that does nothing
# but wait for a line keeps them there.
keep_wine_awake() {
    mkfifo "$work/awake"
    exec {awake}<>"$work/awake"
    wine cmd /c exit >/dev/null 2>&1 # they are there when this returns
    wine cmd <&"$awake" >/dev/null 2>&1 &
    awake_pid=$!
}

# Whose parent is killed while Wine makes it, waits for ever for a word of Wine's server, in no job yet, and keeps
# its output open. What lives has put its own name in the place of Wine's. This ends what has not in a minute.
end_the_unborn() {
    while sleep 10; do
        for process in /proc/[0-9]*; do
            { read -rd '' name <"$process/cmdline"; } 2>/dev/null || continue
            [[ $name == */wine64 ]] || continue
            begun=$(stat -c %Y "$process" 2>/dev/null) || continue
            [ $(($(date +%s) - begun)) -lt 60 ] || kill -KILL "${process#/proc/}" 2>/dev/null || true
        done
    done >/dev/null 2>&1 &
    unborn_pid=$!
}

# A display for the window, as wide as any test's window, with a window manager: without one no window ever gets the keyboard.
start_display() {
    install_packages xvfb openbox fonts-dejavu-core imagemagick
    mkfifo "$work/display"
    Xvfb -displayfd 9 -screen 0 3840x2160x24 -nolisten tcp 9>"$work/display" 2>/dev/null &
    display_pid=$!
    read -r DISPLAY <"$work/display" || die "Xvfb does not start"
    export DISPLAY=:$DISPLAY
    openbox 2>/dev/null &
    # A Wine that began without a display has none until it begins again.
    wineserver -k 2>/dev/null || true
    wineserver -w
}
