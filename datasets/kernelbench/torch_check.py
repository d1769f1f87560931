#!/usr/bin/env python3
"""Compares the golden values, the formulas of specs/ and Heddle's prelude with PyTorch's operators, in float64.

    python3 torch_check.py

Each problem is computed by the operator that KernelBench calls, with the settings that it gives, on the inputs of the
golden files. formulas.py evaluates the formula on these, too, and, where it assumes nothing, on random ones. The same
for each line of prelude.golden. A line has two differences: PyTorch's, and that of the formula from the golden values.
Exit code 1: something differs or has no comparison. 2: this Python has no PyTorch.
"""
import ast
import functools
import math
import re
import sys

try:
    import numpy as np
    import torch
    import torch.nn.functional as F
except ImportError as missing:
    print(f"torch_check.py needs PyTorch and NumPy for this Python: {missing}", file=sys.stderr)
    sys.exit(2)

import formulas
from formulas import TOLERANCE, difference, f32

PRELUDE_GOLDEN = formulas.HERE.parents[1] / "decider/src/test/resources/io/heddle/spec/prelude.golden"
EPS = f32(1e-5)  # a decimal of a formula is the nearest f32, and PyTorch takes any number

# PyTorch takes SELU's constants as doubles, formulas and f32 kernels as the nearest f32, 3e-8 from them.
TOLERANCES = {"027_selu": 1e-7, "selu": 1e-7}


def attention(q, k, v, scale=None):
    if scale is not None:
        q = q * (scale * math.sqrt(q.shape[-1]))
    if hasattr(F, "scaled_dot_product_attention"):
        return F.scaled_dot_product_attention(q, k, v)
    return F._scaled_dot_product_attention(q, k, v)[0]  # its name before PyTorch 2.0


def exclusive_cumsum(x):
    return torch.cat((torch.zeros_like(x[:, :1]), torch.cumsum(x[:, :-1], dim=1)), dim=1)


PROBLEMS = {
    1: lambda A, B: torch.matmul(A, B),
    2: lambda A, B: torch.matmul(A, B),
    3: lambda A, W: torch.bmm(A, W),
    4: lambda A, B: torch.matmul(A, B),
    5: lambda A, s: A * s,
    6: lambda A, B: torch.matmul(A, B),
    7: lambda A, B: torch.matmul(A, B),
    8: lambda A, B: torch.matmul(A, B),
    9: lambda A, B: torch.matmul(A, B),
    10: lambda A, B: torch.matmul(A, B),
    11: lambda A, W: torch.einsum("bijl,lk->bijk", A, W),
    12: lambda A, B: A.unsqueeze(1) * B,
    13: lambda A, B: torch.matmul(A, B),
    14: lambda A, B: torch.triu(torch.matmul(A, B)),
    15: lambda A, B: torch.tril(torch.matmul(A, B)),
    16: lambda A, B: torch.matmul(A.T, B),
    17: lambda A, B: torch.matmul(A, B.T),
    18: lambda A, B: torch.matmul(A.T, B.T),
    19: lambda x: torch.relu(x),
    20: lambda x: F.leaky_relu(x, negative_slope=f32(0.01)),
    21: lambda x: torch.sigmoid(x),
    22: lambda x: torch.tanh(x),
    23: lambda x: torch.softmax(x, dim=1),
    24: lambda x: torch.log_softmax(x, dim=1),
    25: lambda x: x * torch.sigmoid(x),
    26: lambda x: F.gelu(x),
    27: lambda x: torch.selu(x),
    28: lambda x: F.hardsigmoid(x),
    29: lambda x: F.softplus(x),
    30: lambda x: x / (1 + torch.abs(x)),
    31: lambda x: F.elu(x, alpha=1.0),
    32: lambda x: F.hardtanh(x, min_val=-1.0, max_val=1.0),
    33: lambda x, g, b: F.batch_norm(x, None, None, g, b, training=True, eps=EPS),
    34: lambda x: F.instance_norm(x, eps=EPS),
    35: lambda x, g, b: F.group_norm(x, 2, g, b, eps=EPS),  # KernelBench has 8 groups, the formula 2
    36: lambda x: x / torch.sqrt(torch.mean(x**2, dim=1, keepdim=True) + EPS),
    37: lambda x: x / torch.norm(x, p="fro"),
    38: lambda x: x / torch.mean(torch.abs(x), dim=1, keepdim=True),
    39: lambda x: x / torch.norm(x, p=2, dim=1, keepdim=True),
    40: lambda x, g, b: F.layer_norm(x, x.shape[1:], g, b, eps=EPS),
    41: lambda x: F.max_pool1d(x, 8, stride=1, padding=4, dilation=3),
    42: lambda x: F.max_pool2d(x, 4, stride=1, padding=1),
    43: lambda x: F.max_pool3d(x, 3, stride=2, padding=1, dilation=3),
    44: lambda x: F.avg_pool1d(x, 8, stride=1, padding=4),
    45: lambda x: F.avg_pool2d(x, 11),
    46: lambda x: F.avg_pool3d(x, 3, stride=2, padding=1),
    47: lambda x: torch.sum(x, dim=1, keepdim=True),
    48: lambda x: torch.mean(x, dim=1),
    49: lambda x: torch.max(x, dim=1)[0],
    50: lambda x, w, b: F.conv2d(x, w, b, stride=4, padding=2),
    51: lambda x: torch.argmax(x, dim=1),
    52: lambda x: torch.argmin(x, dim=1),
    53: lambda x: torch.min(x, dim=1)[0],
    54: lambda x, w: F.conv3d(x, w),
    55: lambda x, w: F.conv2d(x, w),
    56: lambda x, w: F.conv2d(x, w),
    57: lambda x, w: F.conv_transpose2d(x, w),
    58: lambda x, w: F.conv_transpose3d(x, w),
    59: lambda x, w: F.conv3d(x, w),
    60: lambda x, w: F.conv3d(x, w),
    61: lambda x, w: F.conv_transpose3d(x, w),
    62: lambda x, w: F.conv2d(x, w),
    63: lambda x, w: F.conv2d(x, w),
    64: lambda x, w: F.conv_transpose1d(x, w),
    65: lambda x, w: F.conv_transpose2d(x, w),
    66: lambda x, w: F.conv3d(x, w),
    67: lambda x, w: F.conv1d(x, w),
    68: lambda x, w: F.conv_transpose3d(x, w),
    69: lambda x, w: F.conv_transpose2d(x, w),
    70: lambda x, w: F.conv_transpose3d(x, w),
    71: lambda x, w: F.conv_transpose2d(x, w),
    72: lambda x, w: F.conv_transpose3d(x, w, stride=2, padding=(1, 2, 3), output_padding=1, groups=4),
    73: lambda x, w: F.conv_transpose3d(x, w, stride=2, padding=1),  # its groups never reach the operator
    74: lambda x, w: F.conv_transpose1d(x, w, dilation=3),
    75: lambda x, w: F.conv_transpose2d(x, w, stride=(2, 3), padding=(1, 2), dilation=(2, 1), groups=4),
    76: lambda x, w: F.conv1d(x, w, stride=3, dilation=4),
    77: lambda x, w: F.conv_transpose3d(x, w, stride=2, padding=1, dilation=2),
    78: lambda x, w: F.conv_transpose2d(x, w, padding=(1, 3)),
    79: lambda x, w: F.conv_transpose1d(x, w, stride=2, padding=1, dilation=2),
    80: lambda x, w: F.conv2d(x, w, padding=(2, 4), dilation=(2, 3)),
    81: lambda x, w: F.conv_transpose2d(x, w, stride=5, padding=1, dilation=2),
    82: lambda x, w: F.conv2d(x, w, groups=x.shape[1]),
    83: lambda x, w: F.conv2d(x, w, groups=x.shape[1]),
    84: lambda x, w: F.conv2d(x, w, groups=x.shape[1]),
    85: lambda x, w: F.conv2d(x, w, groups=x.shape[1]),
    86: lambda x, d, p: F.conv2d(F.conv2d(x, d, padding=1, groups=x.shape[1]), p),
    87: lambda x, w: F.conv2d(x, w),
    88: lambda x: 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + f32(0.044715) * torch.pow(x, 3)))),
    89: lambda x: torch.cumsum(x, dim=1),
    90: lambda x: torch.cumprod(x, dim=1),
    91: lambda x: torch.cumsum(x.flip(1), dim=1).flip(1),
    92: exclusive_cumsum,
    93: lambda x, m: torch.cumsum(x * m.bool(), dim=1),
    94: lambda p, t: torch.mean((p - t) ** 2),
    95: lambda p, t: F.cross_entropy(p, t.long()),
    96: lambda p, t: F.smooth_l1_loss(p, t),
    97: lambda Q, K, V: attention(Q, K, V),
    98: lambda p, t: F.kl_div(torch.log(p), t, reduction="batchmean"),
    99: lambda a, p, q: torch.nn.TripletMarginLoss(margin=1.0, eps=f32(1e-6))(a, p, q),
    100: lambda p, t: torch.mean(torch.clamp(1 - p * t, min=0)),
}


# ---------------------------------------------------------------- the prelude


def axes(x, axis):
    return tuple(range(x.ndim)) if axis is None else axis


def over(x, axis, function):
    """The function of x with the axes last; PyTorch's norms take no others."""
    axis = axis if isinstance(axis, tuple) else (axis,)
    last = tuple(range(-len(axis), 0))
    return function(x.movedim(axis, last)).movedim(last, axis)


def windows(operator):
    """An operator of one to three dimensions, by PyTorch's names of its settings."""

    def call(x, *args, pad=0, dil=1, output_pad=0, **settings):
        settings |= {"padding": pad} | ({"dilation": dil} if dil != 1 else {})
        settings |= {"output_padding": output_pad} if output_pad else {}
        return getattr(F, operator.format(x.ndim - 2))(x, *args, **settings)

    return call


# By the names and with the parameters of prelude.py.
OPERATORS = {
    "relu": torch.relu,
    "leaky_relu": lambda x, slope=f32(0.01): F.leaky_relu(x, slope),
    "sigmoid": torch.sigmoid,
    "silu": F.silu,
    "swish": lambda x: x * torch.sigmoid(x),
    "softplus": F.softplus,
    "softsign": F.softsign,
    "elu": F.elu,
    "selu": F.selu,
    "hardtanh": lambda x, low=-1, high=1: F.hardtanh(x, low, high),
    "hardsigmoid": F.hardsigmoid,
    "hardswish": F.hardswish,
    "mish": F.mish,
    "gelu": F.gelu,
    "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"),
    "swiglu": lambda a, b: F.silu(a) * b,
    "geglu": lambda a, b: F.gelu(a) * b,
    "mean": lambda x, axis=None, keepdims=False: torch.mean(x, axes(x, axis), keepdims),
    "var": lambda x, axis=None, keepdims=False: torch.var(x, axes(x, axis), unbiased=False, keepdim=keepdims),
    "norm": lambda x, axis=None, keepdims=False: torch.linalg.vector_norm(x, dim=axis, keepdim=keepdims),
    "logsumexp": lambda x, axis=-1, keepdims=False: torch.logsumexp(x, axis, keepdims),
    "softmax": lambda x, axis=-1: torch.softmax(x, axis),
    "log_softmax": lambda x, axis=-1: torch.log_softmax(x, axis),
    "normalize": lambda x, axis, eps: over(x, axis, lambda x: F.layer_norm(x, x.shape[-1:], eps=eps)),
    "layer_norm": lambda x, axis=-1, eps=EPS: F.layer_norm(x, x.shape[(axis if axis == -1 else axis[0]) :], eps=eps),
    "instance_norm": lambda x, eps=EPS: F.instance_norm(x, eps=eps),
    "batch_norm": lambda x, eps=EPS: F.batch_norm(x, None, None, training=True, eps=eps),
    "group_norm": lambda x, groups, eps=EPS: F.group_norm(x, groups, eps=eps),
    "rms_norm": lambda x, axis=-1, eps=EPS: x * torch.rsqrt(x.pow(2).mean(axis, keepdim=True) + eps),
    "cumsum": lambda x, axis=-1: torch.cumsum(x, axis),
    "cumprod": lambda x, axis=-1: torch.cumprod(x, axis),
    "flip": lambda x, axis=-1: torch.flip(x, (axis,)),
    "triu": torch.triu,
    "tril": torch.tril,
    **dict.fromkeys(("conv", "conv1d", "conv2d", "conv3d"), windows("conv{}d")),
    **dict.fromkeys(("convT", "convT1d", "convT2d", "convT3d"), windows("conv_transpose{}d")),
    "max_pool": windows("max_pool{}d"),
    "avg_pool": windows("avg_pool{}d"),
    "attention": attention,
    "mse_loss": F.mse_loss,
    "l1_loss": F.l1_loss,
    "huber": lambda d: F.huber_loss(d, torch.zeros_like(d), reduction="none"),
    "huber_loss": F.huber_loss,
    "hinge_loss": lambda p, t: torch.mean(torch.clamp(1 - p * t, min=0)),
    "kl_div": lambda p, t: F.kl_div(torch.log(p), t, reduction="batchmean"),
    "cross_entropy": lambda p, t: F.cross_entropy(p, t.long()),
    "triplet_loss": lambda a, p, n, margin=1.0, eps=f32(1e-6): F.triplet_margin_loss(a, p, n, margin=margin, eps=eps),
}


# ---------------------------------------------------------------- comparison


def with_torch(function, inputs):
    """The function of arrays by name."""
    tensors = {name: torch.from_numpy(np.asarray(array, dtype=float)) for name, array in inputs.items()}
    return function(**tensors).numpy()


def random_inputs(name, inputs):
    """Of the same shapes; what windows or taps move over is one longer in each direction."""
    random, others = np.random.default_rng(int(name[:3])), {}
    for tensor, array in inputs.items():
        longer = tensor == "x" and 41 <= int(name[:3]) <= 87
        shape = [n + 1 if longer and axis > 1 else n for axis, n in enumerate(array.shape)]
        others[tensor] = random.normal(scale=2, size=shape)
    return others


def agree(name, torch_apart, formula_apart, tolerance=TOLERANCE):
    """Prints one line; the tolerance is PyTorch's, a formula must always have its golden values."""
    good = torch_apart <= tolerance and formula_apart <= TOLERANCE
    verdict = ("ok" if good else "DIFFERS") + (f", within {tolerance:.0e}" if good and tolerance > TOLERANCE else "")
    print(f"{name:40} {torch_apart:8.1e} {formula_apart:8.1e}  {verdict}")
    return good


def check_problem(name, inputs, expected):
    if int(name[:3]) not in PROBLEMS:
        print(f"{name:40} HAS NO COMPARISON")
        return False
    by_torch = functools.partial(with_torch, PROBLEMS[int(name[:3])])
    by_formula = functools.partial(formulas.evaluate, formulas.spec(name))
    apart = difference(by_torch(inputs), expected)
    if "assume(" not in formulas.spec(name):
        other = random_inputs(name, inputs)
        apart = max(apart, difference(by_formula(other), by_torch(other)))
    return agree(name, apart, difference(by_formula(inputs), expected), TOLERANCES.get(name, TOLERANCE))


def check_operator(text, inputs, expected):
    """A line of prelude.golden; its formula ends in y = operator(…), which PyTorch evaluates, too."""
    call = ast.parse(text).body[-1].value
    by_torch = with_torch(lambda **tensors: formulas.number(call, OPERATORS | tensors), inputs)
    by_formula = formulas.evaluate(text, inputs)
    tolerance = TOLERANCES.get(call.func.id, TOLERANCE)
    ending = text[text.index("y = ") + 4 :]
    return agree(ending, difference(by_torch, by_formula), difference(by_formula.ravel(), expected), tolerance)


def prelude_lines():
    """Tensors with their elements, a formula, and the elements of its output without its shape, between bars."""
    for line in PRELUDE_GOLDEN.read_text().splitlines():
        tensors, text, output = line.split(" | ")
        inputs = {
            name: np.array(flat.split(), dtype=float).reshape([int(n) for n in shape.split(",")])
            for name, shape, flat in re.findall(r"(\w+)\[([\d,]*)\]=\{([^}]*)\}", tensors)
        }
        yield text, inputs, np.array(output.split(), dtype=float)


def main():
    cases = sorted(formulas.golden(), key=lambda case: case[0])
    problems = [check_problem(*case) for case in cases]
    compared = {int(name[:3]) for name, _, _ in cases}
    missing = sorted(set(range(1, 101)) - compared)
    for number in missing:
        print(f"{number:03} HAS NO GOLDEN VALUES")
    operators = [check_operator(*line) for line in prelude_lines()]
    print(
        f"PyTorch {torch.__version__}: {len(compared)} problems in {len(problems)} golden cases, "
        f"{problems.count(False)} wrong, {len(missing)} missing; "
        f"{len(operators)} cases of the prelude, {operators.count(False)} wrong"
    )
    sys.exit(bool(missing) or not all(problems + operators))


if __name__ == "__main__":
    main()
