#!/usr/bin/env python3
"""Runs what `heddle lift --format torch` prints for the operators, and compares it with the formulas, in float64.

    python3 torch_check.py

torch.txt has the PyTorch of each command of lifts.txt. Inputs are random, of the shapes that the command's sizes give;
formulas.py of ../kernelbench evaluates the formula by brute force, with nothing of Heddle's. Exit code 1: something
differs. 2: this Python has no PyTorch.
"""
import pathlib
import re
import sys

try:
    import numpy as np
    import torch
except ImportError as missing:
    print(f"torch_check.py needs PyTorch and NumPy for this Python: {missing}", file=sys.stderr)
    sys.exit(2)

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kernelbench"))
import formulas

TOLERANCE = 1e-6  # a decimal is the nearest f32 in a formula, and the nearest double in Python

torch.set_default_dtype(torch.float64)


def sections(file):
    """What stands under each command, by command."""
    parts = re.split(r"^> (.*)\n", (HERE / file).read_text(), flags=re.M)[1:]
    return {command: text.strip("\n") for command, text in zip(parts[::2], parts[1::2])}


def inputs(command, declared, shape):
    """Random tensors of the inputs that a formula declares, and its sizes."""
    sizes = dict(s.split("=") for s in shape.split(","))
    sizes = {name: int(number) for name, number in sizes.items()}
    random, given = np.random.default_rng(1), {}
    for name, kind, shape in re.findall(r"^(\w+): (\w+)(?:\[(.*)\])?$", declared, flags=re.M):
        if kind == "dim":
            given[name] = sizes[name]
            continue
        shape = [eval(extent, {}, sizes) for extent in shape.split(",")] if shape else []
        if kind.startswith(("f", "bf")):
            given[name] = random.uniform(0.1, 1.9, shape)  # of no shape: a number
        else:
            within = re.search(rf"in:{name}:\S+ in \[0,(\w+)\)", command)
            most = eval(within[1], {}, sizes) if within else {"i8": 128, "u32": 2**32}[kind]
            given[name] = random.integers(0, most, shape)
    return given


GOLDEN = HERE.parents[1] / "decider/src/test/resources/io/heddle/spec/write/translations.golden"


def others():
    """The formulas of Heddle's own test: each with random inputs, and its program."""
    random = np.random.default_rng(2)
    for shapes, formula, program in re.findall(r"^> ([^\n]*)\n(.*?)---\n(.*?)---\n", GOLDEN.read_text(), flags=re.M | re.S):
        given = {}
        for name, shape in re.findall(r"(\w+)\[(.*?)\]", shapes):
            shape = [int(n) for n in shape.split(",") if n]
            is_integer = re.search(rf"^{name}: i", formula, flags=re.M)
            given[name] = random.integers(0, 5, shape) if is_integer else random.uniform(0.1, 1.9, shape)
        yield formula, given, program


def ran(program, given):
    """What a program returns; its parameters are in the order of the inputs that it reads."""
    scope = {}
    exec(program, scope)
    code = scope["lifted"].__code__
    names = code.co_varnames[: code.co_argcount]
    torches = {n: torch.tensor(v) if np.ndim(v) else v for n, v in given.items()}
    return np.asarray(scope["lifted"](*(torches[n if n in given else n.removesuffix("_")] for n in names)), dtype=float)


def difference(command, formula, program, shape):
    """The greatest of all elements, at the sizes that a command gives."""
    given = inputs(command, formula, shape)
    dims = {n for n, v in given.items() if isinstance(v, int)}
    for dim in dims:
        formula = formula.replace(f"{dim}: dim", f"{dim}: dim = {given[dim]}")
    expected = formulas.evaluate(formula, {n: v for n, v in given.items() if n not in dims})
    return formulas.difference(ran(program, given), expected)


def main():
    wrong, lifted = 0, sections("lifts.txt")
    programs = sections("torch.txt")
    for command, text in lifted.items():
        if not text.startswith("LIFTED"):
            continue
        shapes = re.findall(r"--shape (\S+)", command)
        formula, program = text.split("\n", 1)[1], programs[command]
        apart = max(difference(command, formula, program, shape) for shape in shapes)
        wrong += not apart <= TOLERANCE
        name = " ".join(command.split()[:3])
        print(f"{name:45} {apart:8.1e}{'' if apart <= TOLERANCE else '  DIFFERS'}")
    for formula, given, program in others():
        apart = formulas.difference(ran(program, given), formulas.evaluate(formula, given))
        wrong += not apart <= TOLERANCE
        print(f"{formula.splitlines()[-1][:70]:70} {apart:8.1e}{'' if apart <= TOLERANCE else '  DIFFERS'}")
    print(f"programs: {len(programs)}; those that differ from their formulas: {wrong}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
