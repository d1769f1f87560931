#!/usr/bin/env bash
# Makes all probes, or those named: generate.sh [NAME ..]. Needs nvcc 13.
set -eu
cd "$(dirname "$0")"
probe() { # NAME EXPRESSION [OPTION]
    [ -z "$only" ] || [[ " $only " == *" $1 "* ]] || return 0
    printf '#define CALL %s\n#define %s\n' "$2" "${3:-ONE}" | cat - probe.cu >"$work/probe.cu"
    for arch in sm_80 sm_100a; do
        nvcc -ptx -arch=$arch "$work/probe.cu" -o "$1.$arch.ptx"
        sed -i '/^\/\//d; /\/\/ \.globl/d; /^[[:space:]]*$/d' "$1.$arch.ptx"
    done
}
only="$*"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
for f in expf exp10f expm1f logf log2f log10f log1pf tanhf sinhf coshf erff erfcf normcdff \
    sinf cosf tanf atanf asinf cbrtf; do
    probe "$f" "$f(x)"
done
probe frsqrt_rn "__frsqrt_rn(x)"
probe sincosf 0 "SINCOS sincosf"
probe sincos 0 "SINCOS sincos
#define REAL double"
probe powf "powf(x, y)" TWO
probe pow "pow(x, y)" "REAL double
#define TWO"
probe pow_even "powf(x, 10.0f)"
probe pow_odd "powf(x, 5.0f)"
probe pow_fraction "powf(x, 1.7f)"
probe pow_minus_even "powf(x, -10.0f)"
probe pow_minus_odd "powf(x, -5.0f)"
probe pow_minus_fraction "powf(x, -1.7f)"
probe hypotf "hypotf(x, y)" TWO
probe fmodf "fmodf(x, y)" TWO
probe remainderf "remainderf(x, y)" TWO
for f in exp exp2 exp10 log log2 log10; do # of doubles, of halves and of pairs of them
    probe "$f" "$f(x)" "REAL double"
    probe "h$f" "h$f(x)" "REAL half"
    probe "h2$f" "h2$f(x)" "REAL half2"
done
for f in expm1 log1p tanh sinh erf erfc atan tan; do
    probe "$f" "$f(x)" "REAL double"
done
for f in sin cos; do
    probe "$f" "$f(x)" "REAL double"
    probe "h$f" "h$f(x)" "REAL half"
    probe "h2$f" "h2$f(x)" "REAL half2"
done
for base in 2 10 10000 500000 1000000; do
    probe "pow_of_$base" "powf($base.0f, x)"
done

# Conversions of floats of 8 bits, for which later targets have instructions.
small() { # NAME EXPRESSION TYPE RESULT
    [ -z "$only" ] || [[ " $only " == *" $1 "* ]] || return 0
    printf '#define CALL %s\n#define REAL %s\n#define RESULT %s\n' "$2" "$3" "$4" |
        cat - probe.cu >"$work/probe.cu"
    nvcc -ptx -arch=sm_80 "$work/probe.cu" -o "$1.sm_80.ptx"
    sed -i '/^\/\//d; /\/\/ \.globl/d; /^[[:space:]]*$/d' "$1.sm_80.ptx"
}
for format in e4m3 e5m2; do
    small "encode_$format" "__nv_cvt_float_to_fp8(x, __NV_SATFINITE, __NV_${format^^})" float \
        __nv_fp8_storage_t
    small "decode_$format" "__nv_cvt_fp8_to_halfraw(x, __NV_${format^^})" __nv_fp8_storage_t \
        __half_raw
done

# The functions whose code is another one with -use_fast_math, since subnormal results are 0.
fast() { # NAME EXPRESSION [OPTION]
    [ -z "$only" ] || [[ " $only " == *" $1 "* ]] || return 0
    printf '#define CALL %s\n#define TWO\n%s\n' "$2" "${3:+#define $3}" | cat - probe.cu >"$work/probe.cu"
    for arch in sm_80 sm_100a; do
        nvcc -ptx -use_fast_math -arch=$arch "$work/probe.cu" -o "$1.fast.$arch.ptx"
        sed -i '/^\/\//d; /\/\/ \.globl/d; /^[[:space:]]*$/d' "$1.fast.$arch.ptx"
    done
}
fast remainderf "remainderf(x, y)"
fast pow "pow(x, y)" "REAL double"

# The functions that nvcc -G calls, where they are spelled otherwise than what it inlines.
debug() { # NAME EXPRESSION
    printf '#define CALL %s\n#define TWO\n' "$2" | cat - probe.cu >"$work/probe.cu"
    for arch in sm_80 sm_100a; do
        nvcc -ptx -G -arch=$arch "$work/probe.cu" -o "$work/debug.ptx"
        awk -v name=" $1(" '
            /^\.(version|target|address_size)/ || /__cudart_i2opi_f\[/ { sub(/, debug/, ""); print }
            /^\.func/ { text = ""; inside = index($0, name) > 0 }
            inside && !/^[[:space:]]*(\.loc[[:space:]]|\/\/|\$L__tmp|\$L__func_|$)/ { text = text $0 "\n" }
            inside && /^;/ { inside = 0 }
            inside && /^}/ { printf "%s", text; inside = 0 }
        ' "$work/debug.ptx" >"$1.debug.$arch.ptx"
    done
}
if [ -z "$only" ]; then
    debug sinf "sinf(x)"
    debug cosf "cosf(x)"
    debug tanf "tanf(x)"
    debug powf "powf(x, y)"
    ./respell.py
fi
