# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by setup.sh: says how far a long step is and about how long it will still take. On a terminal
# that is one line that changes; elsewhere a line for every tenth.

progress_tenth=-1 progress_width=0

# duration SECONDS   3:07
duration() { printf '%d:%02d' $(($1 / 60)) $(($1 % 60)); }

# show_progress PER_MILLE SECONDS_LEFT TEXT    SECONDS_LEFT: empty where nobody knows
show_progress() {
    local text
    text="$(($1 / 10)) %, $(duration "$SECONDS") gone${2:+, about $(duration "$2") left}: $3"
    if [ -t 2 ]; then
        local room=$((${COLUMNS:-$(tput cols 2>/dev/null || echo 80)} - 1))
        text=${text:0:room}
        printf '\r%-*s' "$progress_width" "$text" >&2
        progress_width=${#text}
    elif [ $(($1 / 100)) -ne "$progress_tenth" ]; then
        progress_tenth=$(($1 / 100))
        printf '    %s\n' "$text" >&2
    fi
}

# end_progress   so that what comes next begins a line
end_progress() {
    [ "$progress_width" -eq 0 ] || printf '\r%*s\r' "$progress_width" '' >&2
    progress_tenth=-1 progress_width=0
}

# step_cost LINE   sets `cost` to what a step of the build takes of one core, in tenths of a second: as
# measured with GCC 12 on an AMD EPYC. Only how they compare matters, once a few have been done.
step_cost() {
    case $1 in
    *simgpu-handlers-baseline*) cost=36 ;;
    *simgpu-handlers-*) cost=72 ;;
    *cmake_pch*) cost=70 ;;
    *'/Unity/'*) cost=125 ;;
    *'CXX object ui/'* | *'CXX object app/'*) cost=25 ;;
    *'CXX object core/simgpu/'*) cost=17 ;;
    *'CXX object'*) cost=30 ;;
    *) cost=3 ;;
    esac
}

# build_with_progress FOLDER JOBS [TARGET…]   what Ninja builds, weighed and counted
build_with_progress() {
    local folder=$1 jobs=$2 line step total=0 done=0 started=$SECONDS elapsed left cost
    shift 2
    ninja -C "$folder" build.ninja >/dev/null || true # so that what it will do is known
    while IFS= read -r line; do
        step_cost "$line"
        total=$((total + cost))
    done < <(ninja -C "$folder" -n "$@" | grep '^\[')
    [ "$total" -gt 0 ] || return 0
    # Ninja writes a line when a step has ended, and whatever the step had to say.
    NINJA_STATUS='[%f] ' ninja -C "$folder" -j "$jobs" "$@" 2>&1 | {
        while IFS= read -r line; do
            case $line in
            '['[0-9]*'] '*)
                step_cost "$line"
                done=$((done + cost))
                elapsed=$((SECONDS - started))
                # Before a minute's worth is done the table is the better guess.
                if [ "$done" -lt 600 ] || [ "$elapsed" -eq 0 ]; then
                    left=$(((total - done) / 10 / jobs))
                else
                    left=$((elapsed * (total - done) / done))
                fi
                [ "$left" -ge 0 ] || left=0
                [ "$done" -le "$total" ] || done=$total
                step=${line#*'] '}
                step=${step##*/}
                show_progress $((1000 * done / total)) "$left" "${step%.o}"
                ;;
            'ninja: Entering directory'* | 'ninja: no work to do.') ;;
            *)
                end_progress
                printf '%s\n' "$line" >&2
                ;;
            esac
        done
        end_progress
    }
}

# show_by_time PER_MILLE STARTED TEXT   guesses what is left from what is done, once that says something
show_by_time() {
    local elapsed=$((SECONDS - $2)) left=
    [ "$1" -lt 100 ] || [ "$elapsed" -lt 3 ] || left=$((elapsed * (1000 - $1) / $1))
    show_progress "$1" "$left" "$3"
}

# apt_with_progress COMMAND…   runs apt-get and reads its reports, which stand among its own lines since
# sudo hands on no other file
apt_with_progress() {
    local line kind rest percent text log status=0 started=$SECONDS
    log=$(mktemp)
    { "$@" -o APT::Status-Fd=1 2>&1 || echo "failed:$?:"; } | {
        while IFS= read -r line; do
            # dlstatus:1:42.0000:Retrieving file 1 of 9 / pmstatus:libfoo:42.0000:Unpacking libfoo
            IFS=: read -r kind rest percent text <<<"$line"
            case $kind in
            dlstatus) show_by_time $((${percent%%.*} * 4)) "$started" "$text" ;;
            pmstatus) show_by_time $((400 + ${percent%%.*} * 6)) "$started" "$text" ;;
            failed) status=$rest ;;
            *) printf '%s\n' "$line" >>"$log" ;;
            esac
        done
        end_progress
        exit "$status"
    } || { cat "$log" >&2; rm -f "$log"; return 1; }
    rm -f "$log"
}
