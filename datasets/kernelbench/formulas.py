#!/usr/bin/env python3
"""Evaluates formulas with NumPy, by brute force and in doubles: an evaluator that shares nothing with Heddle's.

A formula is Python in its syntax (FORMULAS.md). Its syntax tree becomes that of an ordinary Python program: a reduction
becomes a generator, a definition by elements a function of its indices, a decimal the nearest f32. The operators of
the tensor layer come from Heddle's prelude.py in the same way. Needs NumPy.

    ./formulas.py          checks every formula of specs/ against golden.json and golden_conv.json
"""
import ast
import functools
import itertools
import json
import math
import operator
import pathlib
import struct
import sys

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
PRELUDE = HERE.parents[1] / "decider/src/main/resources/io/heddle/spec/prelude.py"
TOLERANCE = 1e-9

np.seterr(divide="raise", invalid="raise", over="raise")  # a denominator of 0 is an error, as in Python's numbers


def f32(decimal):
    """The f32 nearest to a decimal."""
    return struct.unpack("f", struct.pack("f", decimal))[0]


# ---------------------------------------------------------------- values: Python's numbers, tuples, and tensors


class Tensor:
    """Real data never steer a formula, so tensors neither compare nor are true or false."""

    __array_ufunc__ = None
    __hash__ = None

    def __init__(self, array, padding=None):
        self.array, self.padding = array, padding
        self.shape, self.ndim = array.shape, array.ndim

    T = property(lambda self: Tensor(np.swapaxes(self.array, -1, -2)))

    def reshape(self, *shape):
        return Tensor(self.array.reshape(*shape))

    def pad(self, value):
        return Tensor(self.array, value)

    def __len__(self):
        return self.shape[0]

    def __getitem__(self, key):
        key = key if isinstance(key, tuple) else (key,)
        axes = [k for k in key if k is not None]
        if len(axes) > self.ndim or not all(k == slice(None) or isinstance(k, int) for k in axes):
            raise IndexError(f"{key} is no index of a tensor of shape {self.shape}")
        if any(isinstance(k, int) and not 0 <= k < n for k, n in zip(axes, self.shape)):
            if self.padding is None:
                raise IndexError(f"{key} is out of the range of {self.shape}")
            return self.padding
        return value(self.array[key])

    def __bool__(self, *_):
        raise TypeError("a condition compares integers, not tensors")

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __bool__


def array(x):
    return x.array if isinstance(x, Tensor) else x


def value(x):
    """What has no dimension is a number of Python's."""
    x = np.asarray(x)
    return Tensor(x) if x.ndim else x.item()


def power(x, n):
    return np.asarray(x, dtype=float) ** n if n < 0 else x**n


for name in "add sub mul truediv floordiv mod pow matmul".split():
    op = power if name == "pow" else getattr(operator, name)
    setattr(Tensor, f"__{name}__", lambda a, b, op=op: value(op(a.array, array(b))))
    setattr(Tensor, f"__r{name}__", lambda a, b, op=op: value(op(array(b), a.array)))
for name in "neg", "pos", "abs":
    setattr(Tensor, f"__{name}__", lambda a, op=getattr(operator, name): value(op(a.array)))


# ---------------------------------------------------------------- the functions of the language


def elementwise(function):
    each = np.vectorize(function, otypes=[float])
    return lambda x: value(each(x.array)) if isinstance(x, Tensor) else function(x)


def reduction(function):
    return lambda x, axis=None, keepdims=False: value(function(x.array, axis=axis, keepdims=keepdims))


def extremum(reduce, pair):
    """max(x, axis=1) reduces, max(a, b, …) takes the greatest of each element."""
    return lambda *x, **how: (
        reduction(reduce)(*x, **how) if len(x) == 1 else value(functools.reduce(pair, map(array, x)))
    )


def around(x, axis):
    axis %= x.ndim
    return math.prod(x.shape[:axis]), x.shape[axis], math.prod(x.shape[axis + 1 :])


def same(a, b, what):
    if a != b:
        raise ValueError(f"{what}: {a} and {b}")
    return a


FUNCTIONS = {
    **{name: elementwise(getattr(math, name)) for name in "exp log sqrt tanh erf sin cos".split()},
    "floor": elementwise(lambda v: float(math.floor(v))),
    "abs": operator.abs,
    "sum": reduction(np.sum),
    "prod": reduction(np.prod),
    "max": extremum(np.max, np.maximum),
    "min": extremum(np.min, np.minimum),
    "argmax": reduction(np.argmax),
    "argmin": reduction(np.argmin),
    "einsum": lambda letters, *x: value(np.einsum(letters, *map(array, x))),
    "len": len,
    "count": lambda x, axis: x.array.size // np.sum(x.array, axis=axis).size,
    "axes": lambda a, b: tuple(range(a, b)),
    "ntuple": lambda s, n: s if isinstance(s, tuple) else (s,) * n,
    "around": around,
    "same": same,
    "pi": math.pi,
    "inf": math.inf,
}

# What a reduction over indices does with its elements; for argmax and argmin these are pairs of index and element.
# Of equal elements Python takes the first, too.
OVER_INDICES = {
    "sum": sum,
    "prod": math.prod,
    "max": lambda elements: max(elements, default=-math.inf),
    "min": lambda elements: min(elements, default=math.inf),
    "argmax": lambda pairs: max(pairs, key=operator.itemgetter(1))[0],
    "argmin": lambda pairs: min(pairs, key=operator.itemgetter(1))[0],
}


def by_elements(extents, element):
    return Tensor(np.array([element(*index) for index in np.ndindex(*extents)]).reshape(extents))


# Names that no formula can say, for what its program calls.
INTERNAL = {"by elements": by_elements, "indices below": range} | {f"{n}[]": f for n, f in OVER_INDICES.items()}


# ---------------------------------------------------------------- from a formula's syntax to Python's

SYNTAX = """Module Expr Assign AnnAssign FunctionDef arguments arg Return Name Load Store Constant Tuple Set Subscript
    Slice Attribute Call keyword BinOp Add Sub Mult Div FloorDiv Mod Pow MatMult UnaryOp USub UAdd Not BoolOp And Or
    IfExp Compare Eq NotEq Lt LtE Gt GtE In Is IsNot""".split()
ATTRIBUTES = "T shape ndim reshape pad".split()


def variable(text, context=ast.Load):
    return ast.Name(text, context())


def parts(brackets):
    return brackets.elts if isinstance(brackets, ast.Tuple) else [brackets]


class ToPython(ast.NodeTransformer):
    def visit(self, node):
        known = type(node).__name__ in SYNTAX and getattr(node, "attr", "T") in ATTRIBUTES
        if not known:
            raise SyntaxError(f"line {getattr(node, 'lineno', '?')}: {type(node).__name__} is not in the language")
        return super().visit(node)

    def visit_Constant(self, node):
        return ast.Constant(f32(node.value)) if isinstance(node.value, float) else node

    def visit_Call(self, node):
        """sum[j:N, j < i](e) becomes sum[](e for j in indices below(N) if j < i)."""
        self.generic_visit(node)
        if not isinstance(node.func, ast.Subscript):
            return node
        reduce, loops = node.func.value.id, []
        for part in parts(node.func.slice):
            if isinstance(part, ast.Slice):
                extent = ast.Call(variable("indices below"), [part.upper], [])
                loops.append(ast.comprehension(variable(part.lower.id, ast.Store), extent, [], 0))
            else:
                loops[-1].ifs.append(part)
        (element,) = node.args
        if reduce.startswith("arg"):
            element = ast.Tuple([variable(loops[0].target.id), element], ast.Load())
        return ast.Call(variable(f"{reduce}[]"), [ast.GeneratorExp(element, loops)], [])

    def visit_Assign(self, node):
        """y[i:M, j:N] = e becomes y = by elements((M, N), lambda i, j: e)."""
        self.generic_visit(node)
        (target,) = node.targets
        if isinstance(target, ast.Subscript):
            binders = parts(target.slice)
            arguments = ast.arguments([], [ast.arg(b.lower.id) for b in binders], None, [], [], None, [])
            extents = ast.Tuple([b.upper for b in binders], ast.Load())
            node.targets = [variable(target.value.id, ast.Store)]
            node.value = ast.Call(variable("by elements"), [extents, ast.Lambda(arguments, node.value)], [])
        return node


def run(statement, scope):
    program = ast.Module([ToPython().visit(statement)], [])
    exec(compile(ast.fix_missing_locations(program), "formula", "exec"), scope)


def number(expression, scope):
    program = ast.Expression(ToPython().visit(expression))
    return eval(compile(ast.fix_missing_locations(program), "formula", "eval"), scope)


@functools.lru_cache(None)
def prelude():
    scope = {"__builtins__": {}} | FUNCTIONS | INTERNAL
    for function in ast.parse(PRELUDE.read_text()).body:
        run(function, scope)
    return scope


# ---------------------------------------------------------------- declarations, assumptions, a whole formula


def bind(declarations, dims, inputs, scope):
    """Gives dims that stand alone their extents; then every input has the shape that is declared."""
    shapes = {
        d.target.id: parts(d.annotation.slice) if isinstance(d.annotation, ast.Subscript) else [] for d in declarations
    }
    if shapes.keys() != inputs.keys():
        raise ValueError(f"the formula's inputs are {', '.join(shapes)}, those given {', '.join(inputs)}")
    for tensor, extents in shapes.items():
        if len(extents) == inputs[tensor].ndim:
            for extent, given in zip(extents, inputs[tensor].shape):
                if isinstance(extent, ast.Name) and dims.setdefault(extent.id, given) != given:
                    raise ValueError(f"{extent.id} is {dims[extent.id]} and {given}")
    scope.update(dims)
    for declaration in declarations:
        tensor = declaration.target.id
        shape = tuple(number(extent, scope) for extent in shapes[tensor])
        given = inputs[tensor]
        if given.ndim == len(shape) and given.shape != shape:
            raise ValueError(f"{tensor} has the shape {given.shape}, not {shape}")
        real = ast.unparse(declaration.annotation).startswith(("f", "bf"))
        scope[tensor] = value(given.reshape(shape).astype(float if real else int))


def check_assumption(call, scope):
    """For all values of the names that nothing defines: a condition, where the others hold."""
    extents = {}
    for node in ast.walk(call):
        if isinstance(node, ast.Subscript):
            for axis, index in enumerate(parts(node.slice)):
                if isinstance(index, ast.Name) and index.id not in scope:
                    extents[index.id] = scope[node.value.id].shape[axis]
    claim, *where = call.args
    for indices in itertools.product(*map(range, extents.values())):
        here = scope | dict(zip(extents, indices))
        if all(number(w, here) for w in where) and not number(claim, here):
            raise ValueError(f"the inputs do not meet {ast.unparse(call)}")


def evaluate(text, inputs):
    """The last definition of a formula, an array, for inputs that are arrays by name."""
    body, scope, dims, declared = ast.parse(text).body, dict(prelude()), {}, []
    for s in body:
        if isinstance(s, ast.AnnAssign) and ast.unparse(s.annotation) == "dim":
            if s.value:
                dims[s.target.id] = number(s.value, scope | dims)
        elif isinstance(s, ast.AnnAssign) and not s.value:
            declared.append(s)
    bind(declared, dims, inputs, scope)
    for s in body:
        if isinstance(s, ast.Expr):
            if s.value.func.id == "assume":
                check_assumption(s.value, scope)
        elif isinstance(s, (ast.FunctionDef, ast.Assign)):
            run(s, scope)
        elif s.value and s.target.id not in dims:  # a definition that states its type
            s = ast.Assign([s.target], s.value)
            run(s, scope)
        if isinstance(s, ast.Assign):
            (output,) = s.targets
    return np.asarray(array(scope[output.id]))


# ---------------------------------------------------------------- golden values


def golden():
    """All cases of the golden files: formula, inputs by name, output."""
    for file in "golden.json", "golden_conv.json":
        for spec, case in json.loads((HERE / file).read_text()).items():
            shapes = case["shapes"]
            inputs = {name: np.array(flat).reshape(shapes[name]) for name, flat in case["inputs"].items()}
            (output,) = shapes.keys() - inputs.keys()
            yield spec.removesuffix(".py"), inputs, np.array(case["output"]).reshape(shapes[output])


def difference(found, expected):
    """The greatest of all elements, relative where they are above 1; of other shapes infinite."""
    if np.shape(found) != np.shape(expected):
        return math.inf
    apart = np.abs(found - expected) / np.maximum(1, np.abs(expected))
    return float(np.max(np.where(np.isnan(apart), math.inf, apart)))


def spec(name):
    return (HERE / "specs" / f"{name}.py").read_text()


def main():
    wrong, missing = 0, {file.stem for file in (HERE / "specs").glob("*.py")}
    for formula, inputs, expected in golden():
        missing.discard(formula)
        apart = difference(evaluate(spec(formula), inputs), expected)
        wrong += apart > TOLERANCE
        print(f"{formula:32} {apart:8.1e}{'' if apart <= TOLERANCE else '  DIFFERS'}")
    print(f"formulas that differ from their golden values: {wrong}; without golden values: {len(missing)}")
    sys.exit(bool(wrong or missing))


if __name__ == "__main__":
    main()
