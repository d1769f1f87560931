#!/usr/bin/env bash
# Fails where a committed PTX file is not what its CUDA source gives. With the compiler that made
# them (nvcc.version) everything is compiled again and compared, but for names that depend on the
# folder; without it the
# recorded SHA-256 of every source, PTX file and flag list must hold, so that an edited source or
# PTX never passes.
set -euo pipefail
cd "$(dirname "$0")"
status=0

# What a file says apart from names that nvcc derives from the folder it runs in (they stand in code
# as _INTERNAL_hash_ and in debug strings as bytes).
code() { # file
    sed -E '/^[[:space:]]*\.b8 /d; s/_(INTERNAL|GLOBAL__N_)_[0-9a-f]{8}_/_\1_/g' "$1"
}

recorded=$(sed -E 's/^[0-9a-f]+ [ *]//' ptx.sha256 | LC_ALL=C sort)
present=$(ls ptx.list */*.cu */*.cuh */*.ptx | LC_ALL=C sort)
if [ "$recorded" != "$present" ]; then
    echo "check-ptx: files and ptx.sha256 disagree:" >&2
    diff <(echo "$recorded") <(echo "$present") >&2 || true
    status=1
fi
listed=$(awk '!/^#/ && NF { print $1 }' ptx.list | LC_ALL=C sort)
if [ "$listed" != "$(ls */*.ptx | LC_ALL=C sort)" ]; then
    echo "check-ptx: PTX files and ptx.list disagree:" >&2
    diff <(echo "$listed") <(ls */*.ptx | LC_ALL=C sort) >&2 || true
    status=1
fi
sha256sum --quiet -c ptx.sha256 || status=1
./lines.sh || status=1

# Sources that a script writes are what it writes.
if command -v python3 >/dev/null; then
    written=$(mktemp -d)
    cp barriers/chemistry.py "$written"
    python3 "$written/chemistry.py"
    for source in "$written"/*.cu; do
        cmp -s "$source" "barriers/$(basename "$source")" || {
            echo "check-ptx: barriers/$(basename "$source") is not what chemistry.py writes" >&2
            status=1
        }
    done
    rm -r "$written"
fi

if command -v nvcc >/dev/null && [ "$(nvcc --version | sed -n 's/^Build //p')" = "$(cat nvcc.version)" ]; then
    fresh=$(mktemp -d)
    trap 'rm -rf "$fresh"' EXIT
    ./build.sh --to "$fresh"
    for ptx in $listed; do
        cmp -s <(code "$ptx") <(code "$fresh/$ptx") || { echo "check-ptx: $ptx is not what its source compiles to" >&2; status=1; }
    done
    how="compiled again"
else
    how="sums only: $(cat nvcc.version) is not here"
fi
[ $status = 0 ] && echo "check-ptx: $(echo "$listed" | wc -l) PTX files agree with their sources ($how)"
exit $status
