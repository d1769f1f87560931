#!/usr/bin/env bash
# Compiles the kernels of foreign-any-input.tsv from checkouts of their repositories and asks `inspect --any-input` of each.
#   datasets/foreign-any-input.sh GPUVERIFY GGML OUT [TEXT]
# GPUVERIFY and GGML are the checkouts' folders, OUT gets the PTX, what heddle says of each entry, and results.tsv;
# only lines of the list that have TEXT are run. A PTX file that is there is not compiled again. HEDDLE_LIMIT: seconds an entry (30).
# HEDDLE_LIST: another list of the same form, such as foreign-any-input-hosts.tsv beside this script.
set -euo pipefail
[ $# -ge 3 ] || { sed -n '2,6p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
gpuverify=$1 ggml=$2 out=$3 only=${4:-}
limit=${HEDDLE_LIMIT:-30}
list=${HEDDLE_LIST:-$here/foreign-any-input.tsv}
mkdir -p "$out/ptx" "$out/said"

compile() { # set file flags…
    local set=$1 file=$2
    shift 2
    if [ "$set" = gpuverify ]; then
        nvcc -ptx -arch=sm_80 -lineinfo -w "$@" -include "$here/include/gpuverify.h" "$gpuverify/testsuite/CUDA/$file"
    else
        (cd "$ggml/src/ggml-cuda" && timeout 200 nvcc -ptx -arch=sm_80 -lineinfo -w -std=c++17 -extended-lambda -use_fast_math "$@" \
            -I "$here/include" -I .. -I ../../include "$file")
    fi
}

while IFS=$'\t' read -r set file entry block grid arguments assumed nvcc options expected; do
    case $set in '' | '#'*) continue ;; esac
    line="$set $file $entry $expected"
    [[ $line == *"$only"* ]] || continue
    name=$set.${file//\//.}
    name=${name%.cu}
    ptx=$out/ptx/$name.ptx
    words=()
    for word in $nvcc; do [ "$word" = - ] || words+=("$word"); done
    if [ ! -e "$ptx" ]; then
        compile "$set" "$file" ${words[@]+"${words[@]}"} -o "$(cd "$out" && pwd)/ptx/$name.ptx" >"$out/said/$name.nvcc" 2>&1 || : >"$ptx"
    fi
    # the names of what a file has for itself hold hashes, which the list leaves out
    pattern=${entry//\*/[0-9a-f_]*}
    found=$(grep -oE "\.entry $pattern\(" "$ptx" | head -n 1 | sed 's/^\.entry //; s/($//') || true
    if [ -z "$found" ]; then
        printf '%s\t%s\t%s\tnot compiled\t\t%s\t%s\n' "$set" "$file" "$entry" "$expected" \
            "$(grep -s -m 1 -oE '(fatal )?error.*' "$out/said/$name.nvcc" || true)" | tee -a "$out/results.tsv"
        continue
    fi
    command=(inspect --any-input "$ptx" --entry "$found" --block "$block" --limit-time "${limit}s" --quiet)
    [ "$grid" = - ] || command+=(--grid "$grid")
    [ "$assumed" = - ] || command+=(--assume "$assumed")
    for word in $options; do [ "$word" = - ] || command+=("$word"); done
    for word in $arguments; do [ "$word" = - ] || command+=(--arg "$word"); done
    said=$out/said/$name.$found
    said=${said:0:200}.txt
    start=$EPOCHREALTIME
    timeout $((limit + 30)) "$here/../bin/heddle" "${command[@]}" >"$said" 2>&1 </dev/null || true
    seconds=$(awk "BEGIN { printf \"%.1f\", $EPOCHREALTIME - $start }")
    verdict=$(head -n 1 "$said" | awk '{ print $1 }')
    printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$set" "$file" "$found" "${verdict:-none}" "$seconds" "$expected" \
        "$(sed -n 2p "$said" | sed 's/^ *//')" | tee -a "$out/results.tsv"
done <"$list"
