#!/usr/bin/env python3
"""Writes the probes whose signs nvcc 11 and 12 copy with masks: respell.py, after generate.sh.

nvcc 13 writes copysign.f32; the older ones took the sign with a mask and put it in with or, with or without a mask for
the magnitude, which is positive in all of these functions. NAME.signs and NAME.masks are NAME.sm_80 in these spellings.
Their erff has other constants beyond 1.0029 than that of nvcc 13: NAME.older.signs and NAME.older.masks have these.
"""
import pathlib
import re

here = pathlib.Path(__file__).parent


def respelled(text, masked):
    count = 0

    def words(match):
        nonlocal count
        d, sign, magnitude = match.groups()
        a, b, c, e = (f"%s{count + k}" for k in range(4))
        count += 4
        mask = f"\tand.b32 \t{c}, {c}, 2147483647;\n" if masked else ""
        return (
            f"mov.b32 \t{a}, {sign};\n\tand.b32 \t{b}, {a}, -2147483648;\n\tmov.b32 \t{c}, {magnitude};\n{mask}"
            f"\tor.b32 \t{e}, {c}, {b};\n\tmov.b32 \t{d}, {e};"
        )

    text = re.sub(r"copysign\.f32 \t(%f\d+), (%f\d+), (%f\d+);", words, text)
    text = text.replace("\t.reg .f32", f"\t.reg .b32 \t%s<{count}>;\n\t.reg .f32", 1)
    return text.replace(".version 9.0", ".version 7.0" if masked else ".version 8.0"), count


# The polynomial of erff beyond 1.0029, the first coefficient first: of CUDA 13, and of CUDA 11 and 12.
OLDER = {
    "erff": {
        "0f38EB4C3A": "0f3789CA3C",
        "0fBAAE005B": "0fB9F560B9",
        "0f3C09919F": "0f3BAC840B",
        "0fBD24D99A": "0fBD0C8162",
        "0f3E235519": "0f3E1CF906",
        "0f3F69B4F9": "0f3F6A937E",
        "0f3F210A14": "0f3F20D842",
    }
}

for probe in sorted(here.glob("*.sm_80.ptx")):
    if ".debug." in probe.name or ".fast." in probe.name:
        continue
    for name, masked in (("signs", False), ("masks", True)):
        text, count = respelled(probe.read_text(), masked)
        if count:
            (here / probe.name.replace(".sm_80.", f".{name}.")).write_text(text)
        older = OLDER.get(probe.name.removesuffix(".sm_80.ptx"), {})
        for new, old in older.items():
            text = text.replace(new, old)
        if older:
            (here / probe.name.replace(".sm_80.", f".older.{name}.")).write_text(text)
