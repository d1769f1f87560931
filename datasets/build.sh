#!/usr/bin/env bash
# Compiles every PTX file of ptx.list from its CUDA source, brings the line numbers in the suites up
# to date and records the sums that check-ptx.sh compares where there is no nvcc.
#   datasets/build.sh            rebuild in place
#   datasets/build.sh --to DIR   compile into DIR only (what check-ptx.sh does)
set -euo pipefail
cd "$(dirname "$0")"
target=.
if [ "${1:-}" = --to ]; then
    target=$2
elif [ $# -gt 0 ]; then
    echo "usage: build.sh [--to DIR]" >&2
    exit 2
fi
command -v nvcc >/dev/null || { echo "build.sh: needs nvcc on the PATH" >&2; exit 2; }

# nvcc writes absolute names of sources and toolkit headers into .file; the base name is enough and
# is the same on every machine.
compile() { # ptx source flags...
    local ptx=$1 source=$2
    shift 2
    mkdir -p "$target/$(dirname "$ptx")"
    (cd "$(dirname "$source")" && nvcc -ptx "$@" "$(basename "$source")" -o -) |
        sed -E 's#^([[:space:]]*\.file[[:space:]]+[0-9]+[[:space:]]+)"([^"]*/)?([^"/]+)"#\1"\3"#' \
            >"$target/$ptx.new"
    mv "$target/$ptx.new" "$target/$ptx"
}

# As many at a time as there are processors; the first that fails ends the script.
at_work=0
while read -r ptx source flags; do
    case $ptx in '' | '#'*) continue ;; esac
    if [ "$at_work" -ge "$(nproc)" ]; then
        wait -n
        at_work=$((at_work - 1))
    fi
    # shellcheck disable=SC2086 # flags are words
    compile "$ptx" "$source" $flags &
    at_work=$((at_work + 1))
done <ptx.list
for ((; at_work > 0; at_work--)); do
    wait -n
done

if [ "$target" = . ]; then
    ./lines.sh --write
    nvcc --version | sed -n 's/^Build //p' >nvcc.version
    sha256sum ptx.list */*.cu */*.cuh */*.ptx >ptx.sha256
fi
