#!/usr/bin/env bash
# Makes the probes of the named functions: generate.sh expf logf powf:2 (2: of two arguments).
set -eu
cd "$(dirname "$0")"
for f in "$@"; do
    two=()
    [ "${f#*:}" = 2 ] && two=(-DTWO)
    f=${f%:2}
    for arch in sm_80 sm_100a; do
        nvcc -ptx -arch=$arch -DFUNCTION="$f" "${two[@]}" probe.cu -o "$f.$arch.ptx"
        sed -i '/^\/\//d; /^[[:space:]]*$/d' "$f.$arch.ptx"
    done
done
