#!/usr/bin/env python3
"""Values that the formulas of specs/ must have, computed from the definitions and not from the formulas.

    ./golden.py            writes golden.json: {spec: {"shapes", "inputs", "output"}}, all tensors by rows

Inputs are x[i] = ((i * 37 + 11) % 19 - 9) / 8; further ones of a formula begin at other i. Where a formula needs
positive inputs, a mask, or a matrix of a special form, that is made of them. The numbers are doubles: a decimal of a
formula is the nearest f32, as f() has it.
"""
import json
import math
import struct

import numpy as np

GOLDEN = {}


def f(decimal):
    """The f32 nearest to a decimal."""
    return struct.unpack("f", struct.pack("f", decimal))[0]


def data(which, *shape):
    n = math.prod(shape)
    i = np.arange(n) + 5 * which
    return (((i * 37 + 11) % 19 - 9) / 8.0).reshape(shape)


def golden(spec, output, **inputs):
    """A scalar has the shape []."""
    tensors = {name: np.asarray(value, dtype=float) for name, value in inputs.items()}
    output = np.asarray(output)
    integer = np.issubdtype(output.dtype, np.integer)
    GOLDEN[spec] = {
        "shapes": {name: list(value.shape) for name, value in tensors.items()} | {"output": list(output.shape)},
        "inputs": {name: [float(v) for v in value.ravel()] for name, value in tensors.items()},
        "output": [int(v) if integer else float(v) for v in output.ravel()],
    }


def each(function, x):
    """The function of every element by itself."""
    return np.array([function(float(v)) for v in x.ravel()]).reshape(x.shape)


def product(a, b):
    """Rows times columns, in three loops."""
    c = np.zeros((a.shape[0], b.shape[1]))
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            c[i, j] = math.fsum(a[i, k] * b[k, j] for k in range(a.shape[1]))
    return c


def products():
    def plain(spec, m, k, n):
        a, b = data(0, m, k), data(1, k, n)
        golden(spec, product(a, b), A=a, B=b)

    plain("001_square_matmul", 4, 4, 4)
    plain("002_matmul", 3, 5, 4)
    plain("004_matvec", 3, 7, 1)
    plain("006_matmul_large_k", 2, 17, 3)
    plain("007_matmul_small_k", 4, 2, 5)
    plain("008_matmul_irregular", 3, 5, 7)
    plain("009_tall_skinny_matmul", 6, 2, 5)
    a, w = data(0, 2, 3, 4), data(1, 2, 4, 2)
    golden("003_batched_matmul", [product(a[b], w[b]) for b in range(2)], A=a, W=w)
    a = data(0, 3, 4)
    golden("005_matrix_scalar", a * 2.5, A=a, s=2.5)
    a, b = data(0, 2, 3, 4), data(1, 4, 2)
    golden("010_tensor3_matmul", [product(a[n], b) for n in range(2)], A=a, B=b)
    a, w = data(0, 2, 2, 3, 4), data(1, 4, 2)
    golden("011_tensor4_matmul", [[product(a[b, i], w) for i in range(2)] for b in range(2)], A=a, W=w)
    a, b = data(0, 3), data(1, 3, 4)
    golden("012_diagonal_matmul", product(np.diag(a), b), A=a, B=b)
    a, b = data(0, 4, 4), data(1, 4, 4)
    a, b = a + a.T, b + b.T
    golden("013_symmetric_matmul", product(a, b), A=a, B=b)
    for spec, part in ("014_upper_matmul", np.triu), ("015_lower_matmul", np.tril):
        a, b = part(data(0, 4, 4)), part(data(1, 4, 4))
        golden(spec, product(a, b), A=a, B=b)
    a, b = data(0, 5, 3), data(1, 5, 4)
    golden("016_matmul_transposed_a", product(a.T, b), A=a, B=b)
    a, b = data(0, 3, 5), data(1, 4, 5)
    golden("017_matmul_transposed_b", product(a, b.T), A=a, B=b)
    a, b = data(0, 5, 3), data(1, 4, 5)
    golden("018_matmul_transposed_both", product(a.T, b.T), A=a, B=b)


def activations():
    scale, alpha = f(1.0507009873554805), f(1.6732632423543772)
    for spec, function in {
        "019_relu": lambda v: v if v > 0 else 0.0,
        "020_leaky_relu": lambda v: v if v > 0 else f(0.01) * v,
        "021_sigmoid": lambda v: 1 / (1 + math.exp(-v)),
        "022_tanh": math.tanh,
        "025_swish": lambda v: v / (1 + math.exp(-v)),
        "026_gelu": lambda v: v / 2 * (1 + math.erf(v / math.sqrt(2))),
        "027_selu": lambda v: scale * (v if v > 0 else alpha * math.expm1(v)),
        "028_hard_sigmoid": lambda v: 0.0 if v <= -3 else 1.0 if v >= 3 else v / 6 + 0.5,
        "029_softplus": lambda v: math.log1p(math.exp(v)),
        "030_softsign": lambda v: v / (1 + abs(v)),
        "031_elu": lambda v: v if v > 0 else math.expm1(v),
        "032_hard_tanh": lambda v: -1.0 if v < -1 else 1.0 if v > 1 else v,
        "088_gelu_tanh": lambda v: 0.5 * v * (1 + math.tanh(math.sqrt(2 / math.pi) * (v + f(0.044715) * v**3))),
    }.items():
        # four times as wide, so that every bound is passed
        x = data(0, 4, 5) * 4
        golden(spec, each(function, x), x=x)


def softmax(row):
    e = [math.exp(v - max(row)) for v in row]
    return [v / math.fsum(e) for v in e]


def softmaxes():
    x = data(0, 3, 7)
    golden("023_softmax", [softmax(row) for row in x], x=x)
    golden("024_log_softmax", [[math.log(v) for v in softmax(row)] for row in x], x=x)
    q, k, v = data(0, 1, 2, 3, 4), data(1, 1, 2, 5, 4), data(2, 1, 2, 5, 4)
    o = np.zeros((1, 2, 3, 4))
    for h in range(2):
        for s in range(3):
            weight = softmax([math.fsum(q[0, h, s] * k[0, h, t]) / math.sqrt(4) for t in range(5)])
            for e in range(4):
                o[0, h, s, e] = math.fsum(weight[t] * v[0, h, t, e] for t in range(5))
    golden("097_attention", o, Q=q, K=k, V=v)


def normalized(values, eps):
    """Of a list of numbers: mean 0, variance 1."""
    mean = math.fsum(values) / len(values)
    var = math.fsum((v - mean) ** 2 for v in values) / len(values)
    return [(v - mean) / math.sqrt(var + eps) for v in values]


def norms():
    eps = f(1e-5)
    x = data(0, 2, 4, 2, 3)
    g, b = data(1, 4), data(2, 4)
    y = np.zeros_like(x)
    for c in range(4):
        y[:, c] = np.reshape(normalized(x[:, c].ravel(), eps), (2, 2, 3)) * g[c] + b[c]
    golden("033_batch_norm", y, x=x, g=g, b=b)
    y = np.array([[np.reshape(normalized(x[n, c].ravel(), eps), (2, 3)) for c in range(4)] for n in range(2)])
    golden("034_instance_norm", y, x=x)
    y = np.zeros_like(x)
    for n in range(2):
        for group in range(2):
            part = slice(2 * group, 2 * group + 2)
            y[n, part] = np.reshape(normalized(x[n, part].ravel(), eps), (2, 2, 3))
        for c in range(4):
            y[n, c] = y[n, c] * g[c] + b[c]
    golden("035_group_norm", y, x=x, g=g, b=b)
    y = np.zeros_like(x)
    for n in range(2):
        for h in range(2):
            for w in range(3):
                squares = math.fsum(v * v for v in x[n, :, h, w])
                y[n, :, h, w] = x[n, :, h, w] / math.sqrt(squares / 4 + eps)
    golden("036_rms_norm", y, x=x)
    golden("037_frobenius_norm", x / math.sqrt(math.fsum(v * v for v in x.ravel())), x=x)
    g, b = data(1, 4, 2, 3), data(2, 4, 2, 3)
    y = [np.reshape(normalized(x[n].ravel(), eps), (4, 2, 3)) * g + b for n in range(2)]
    golden("040_layer_norm", y, x=x, g=g, b=b)
    x = data(0, 3, 5)
    golden("038_l1_norm", [row / (math.fsum(abs(v) for v in row) / 5) for row in x], x=x)
    golden("039_l2_norm", [row / math.sqrt(math.fsum(v * v for v in row)) for row in x], x=x)


def reductions():
    x = data(0, 2, 5, 3)
    columns = [[list(x[b, :, e]) for e in range(3)] for b in range(2)]
    total = np.array([[math.fsum(c) for c in row] for row in columns])
    golden("047_sum", total.reshape(2, 1, 3), x=x)
    golden("048_mean", total / 5, x=x)
    golden("049_max", [[max(c) for c in row] for row in columns], x=x)
    golden("053_min", [[min(c) for c in row] for row in columns], x=x)
    # whole numbers, among which there are equal ones
    x = np.floor(x)
    columns = [[list(x[b, :, e]) for e in range(3)] for b in range(2)]
    golden("051_argmax", [[c.index(max(c)) for c in row] for row in columns], x=x)
    golden("052_argmin", [[c.index(min(c)) for c in row] for row in columns], x=x)


def scans():
    x = data(0, 3, 6)
    kept = (data(1, 3, 6) > 0).astype(float)
    columns = range(6)
    golden("089_cumsum", [[math.fsum(row[: d + 1]) for d in columns] for row in x], x=x)
    golden("090_cumprod", [[math.prod(row[: d + 1]) for d in columns] for row in x], x=x)
    golden("091_reverse_cumsum", [[math.fsum(row[d:]) for d in columns] for row in x], x=x)
    golden("092_exclusive_cumsum", [[math.fsum(row[:d]) for d in columns] for row in x], x=x)
    y = [[math.fsum(x[n, k] for k in range(d + 1) if kept[n, k]) for d in columns] for n in range(3)]
    golden("093_masked_cumsum", y, x=x, m=kept)


def losses():
    p, t = data(0, 3, 4), data(1, 3, 4)
    pairs = list(zip(p.ravel(), t.ravel()))
    golden("094_mse_loss", math.fsum((u - v) ** 2 for u, v in pairs) / 12, p=p, t=t)
    distances = [abs(u - v) for u, v in pairs]
    rows = [math.log(math.fsum(math.exp(v) for v in row)) - row[label] for row, label in zip(p, (2, 0, 3))]
    golden("095_cross_entropy", math.fsum(rows) / 3, p=p, t=np.array([2, 0, 3]))
    golden("096_huber_loss", math.fsum(d * d / 2 if d < 1 else d - 0.5 for d in distances) / 12, p=p, t=t)
    p, t = p + 2, t + 2  # positive
    pairs = list(zip(p.ravel(), t.ravel()))
    golden("098_kl_div_loss", math.fsum(v * math.log(v / u) for u, v in pairs) / 3, p=p, t=t)
    a, p, q = data(0, 3, 4), data(1, 3, 4), data(2, 3, 4)
    eps = f(1e-6)
    loss = 0.0
    for n in range(3):
        near = math.sqrt(math.fsum((a[n, d] - p[n, d] + eps) ** 2 for d in range(4)))
        far = math.sqrt(math.fsum((a[n, d] - q[n, d] + eps) ** 2 for d in range(4)))
        loss += max(0.0, near - far + 1)
    golden("099_triplet_loss", loss / 3, a=a, p=p, q=q)
    p, t = data(0, 3, 4), np.array([1.0, -1.0, -1.0, 1.0])
    losses_of = [max(0.0, 1 - p[n, d] * t[d]) for n in range(3) for d in range(4)]
    golden("100_hinge_loss", math.fsum(losses_of) / 12, p=p, t=t)


if __name__ == "__main__":
    for part in products, activations, softmaxes, norms, reductions, scans, losses:
        part()
    with open("golden.json", "w", encoding="utf-8") as file:
        lines = (f"  {json.dumps(spec)}: {json.dumps(GOLDEN[spec])}" for spec in sorted(GOLDEN))
        file.write("{\n" + ",\n".join(lines) + "\n}\n")
