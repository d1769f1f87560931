#!/usr/bin/env bash
# A line that a suite expects a finding at carries `//@ PAIR` in its CUDA source. Compares each
# `expectSourceLine` of the suites with the mark of its pair; --write corrects the suites instead.
# Needs no nvcc.
set -euo pipefail
cd "$(dirname "$0")"
mode=${1:-check}
status=0
for suite in */*.conf; do
    folder=$(dirname "$suite")
    sources=("$folder"/*.cu)
    for header in "$folder"/*.cuh; do
        [ ! -e "$header" ] || sources+=("$header")
    done
    fixed=$(awk -v folder="$folder" '
        FNR == 1 { reading++ }
        FILENAME != ARGV[ARGC - 1] {
            if (match($0, /\/\/@ .*/)) {
                count = split(substr($0, RSTART + 4), pair, " ")
                for (i = 1; i <= count; i++) {
                    if (pair[i] in line) {
                        print folder ": " pair[i] " is marked twice" >"/dev/stderr"; bad = 1
                    }
                    line[pair[i]] = FNR
                }
            }
            next
        }
        match($0, /name = "[^"]*"/) { name = substr($0, RSTART + 8, RLENGTH - 9) }
        match($0, /expectSourceLine = [0-9]+/) {
            if (!(name in line)) {
                print FILENAME ":" FNR ": no source line carries //@ " name >"/dev/stderr"; bad = 1
            } else {
                sub(/expectSourceLine = [0-9]+/, "expectSourceLine = " line[name])
            }
        }
        { print }
        END { exit bad }' "${sources[@]}" "$suite") || exit 1
    [ "$fixed" != "$(cat "$suite")" ] || continue
    if [ "$mode" = --write ]; then
        printf '%s\n' "$fixed" >"$suite"
    else
        echo "$suite: expectSourceLine disagrees with the //@ marks; run datasets/lines.sh --write:" >&2
        diff "$suite" <(printf '%s\n' "$fixed") >&2 || true
        status=1
    fi
done
exit $status
