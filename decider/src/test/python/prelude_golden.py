#!/usr/bin/env python3
"""Golden values of the prelude's operators, for io.heddle.spec.PreludeTest.

Each operator is computed from its mathematical definition by plain loops over the output's elements; nothing
here is a translation of prelude.py. Run again, from the repository's root:

    python3 decider/src/test/python/prelude_golden.py > decider/src/test/resources/io/heddle/spec/prelude.golden

A line holds the tensors with their elements, the formula, and the elements of y, between bars.
"""
import itertools
import math

import numpy as np

random = np.random.default_rng(7)
f32 = lambda x: float(np.float32(x))  # what a decimal means in a formula
EPS = f32(1e-5)


def data(*shape, low=-2.0, high=2.0):
    """Numbers that f32 has, with few digits."""
    return np.round(random.uniform(low, high, shape) * 64) / 64


def words(a):
    return " ".join(repr(float(v)) for v in np.asarray(a, dtype=float).reshape(-1))


def emit(formula, expected, **tensors):
    given = " ".join(f"{n}[{','.join(map(str, a.shape))}]={{{words(a)}}}" for n, a in tensors.items())
    names = "; ".join(
        f"{n}: {'i32' if a.dtype.kind == 'i' else 'f32'}[{', '.join(map(str, a.shape))}]"
        for n, a in tensors.items())
    print(f"{given} | {names}; y = {formula} | {words(expected)}")


def each(f, x):
    y = np.empty(x.shape)
    for i in np.ndindex(*x.shape):
        y[i] = f(float(x[i]))
    return y


# ---------------------------------------------------------------- activations

def sigma(v):
    return 1 / (1 + math.exp(-v))


def phi(v):
    return (1 + math.erf(v / math.sqrt(2))) / 2


def elu(v, alpha=1.0):
    return v if v > 0 else alpha * (math.exp(v) - 1)


def clip(v, low, high):
    return low if v < low else high if v > high else v


def gelu_tanh(v):
    return 0.5 * v * (1 + math.tanh(math.sqrt(2 / math.pi) * (v + f32(0.044715) * v * v * v)))


ACTIVATIONS = {
    "relu(x)": lambda v: v if v > 0 else 0.0,
    "leaky_relu(x)": lambda v: v if v > 0 else f32(0.01) * v,
    "leaky_relu(x, 0.25)": lambda v: v if v > 0 else 0.25 * v,
    "leaky_relu(x, slope=1.5)": lambda v: v if v > 0 else 1.5 * v,
    "sigmoid(x)": sigma,
    "silu(x)": lambda v: v * sigma(v),
    "swish(x)": lambda v: v * sigma(v),
    "softplus(x)": lambda v: math.log(1 + math.exp(v)),
    "softsign(x)": lambda v: v / (1 + abs(v)),
    "elu(x)": elu,
    "elu(x, alpha=0.5)": lambda v: elu(v, 0.5),
    "selu(x)": lambda v: f32(1.0507009873554805) * elu(v, f32(1.6732632423543772)),
    "hardtanh(x)": lambda v: clip(v, -1, 1),
    "hardtanh(x, -0.5, high=1.5)": lambda v: clip(v, -0.5, 1.5),
    "hardsigmoid(x)": lambda v: clip((v + 3) / 6, 0, 1),
    "hardswish(x)": lambda v: v * clip((v + 3) / 6, 0, 1),
    "mish(x)": lambda v: v * math.tanh(math.log(1 + math.exp(v))),
    "gelu(x)": lambda v: v * phi(v),
    "gelu_tanh(x)": gelu_tanh,
}
for formula, f in ACTIVATIONS.items():
    x = np.append(data(4, low=-5, high=5), [0.0, -3.0, 3.5, -4.0]).reshape(2, 4)
    emit(formula, each(f, x), x=x)
a, b = data(3), data(3)
emit("swiglu(a, b)", [v * sigma(v) * w for v, w in zip(a, b)], a=a, b=b)
emit("geglu(a, b)", [v * phi(v) * w for v, w in zip(a, b)], a=a, b=b)


# ---------------------------------------------------------------- along axes

def lines(x, axes):
    """The index of each line along the axes with all its elements' indices."""
    rest = [d for d in range(x.ndim) if d not in axes]
    for outer in np.ndindex(*[x.shape[d] for d in rest]):
        whole = []
        for inner in np.ndindex(*[x.shape[d] for d in axes]):
            index = [0] * x.ndim
            for d, i in zip(rest, outer):
                index[d] = i
            for d, i in zip(axes, inner):
                index[d] = i
            whole.append(tuple(index))
        yield whole


def reduced(f, x, axes):
    return [f([float(x[i]) for i in line]) for line in lines(x, axes)]


def mapped(f, x, axes):
    y = np.empty(x.shape)
    for line in lines(x, axes):
        for i, v in zip(line, f([float(x[j]) for j in line])):
            y[i] = v
    return y


def mean(v):
    return math.fsum(v) / len(v)


def variance(v):
    return math.fsum((e - mean(v)) ** 2 for e in v) / len(v)


REDUCTIONS = {
    "mean": mean,
    "var": variance,
    "norm": lambda v: math.sqrt(math.fsum(e * e for e in v)),
    "logsumexp": lambda v: math.log(math.fsum(math.exp(e) for e in v)),
}
x = data(2, 3, 2)
for name, f in REDUCTIONS.items():
    if name != "logsumexp":
        emit(f"{name}(x)", reduced(f, x, [0, 1, 2]), x=x)
    emit(f"{name}(x, 1)", reduced(f, x, [1]), x=x)
    emit(f"{name}(x, axis=-1, keepdims=True)", reduced(f, x, [2]), x=x)
    emit(f"{name}(x, axis=(0, 2))", reduced(f, x, [0, 2]), x=x)
emit("logsumexp(x)", reduced(REDUCTIONS["logsumexp"], x, [2]), x=x)


def softmax(v):
    return [math.exp(e) / math.fsum(math.exp(o) for o in v) for e in v]


def normalized(v, eps=EPS):
    return [(e - mean(v)) / math.sqrt(variance(v) + eps) for e in v]


def rms(v, eps=EPS):
    return [e / math.sqrt(mean([o * o for o in v]) + eps) for e in v]


def sums(v):
    return [math.fsum(v[: i + 1]) for i in range(len(v))]


def products(v):
    return [math.prod(v[: i + 1]) for i in range(len(v))]


MAPS = [
    ("softmax(x)", softmax, [2]),
    ("softmax(x, axis=1)", softmax, [1]),
    ("log_softmax(x)", lambda v: [math.log(e) for e in softmax(v)], [2]),
    ("log_softmax(x, 0)", lambda v: [math.log(e) for e in softmax(v)], [0]),
    ("layer_norm(x)", normalized, [2]),
    ("layer_norm(x, axis=(1, 2), eps=0.5)", lambda v: normalized(v, 0.5), [1, 2]),
    ("normalize(x, 0, 1)", lambda v: normalized(v, 1), [0]),
    ("instance_norm(x)", normalized, [2]),
    ("batch_norm(x)", normalized, [0, 2]),
    ("rms_norm(x)", rms, [2]),
    ("rms_norm(x, 1, 0.25)", lambda v: rms(v, 0.25), [1]),
    ("cumsum(x)", sums, [2]),
    ("cumsum(x, 0)", sums, [0]),
    ("cumsum(x, axis=1)", sums, [1]),
    ("cumprod(x)", products, [2]),
    ("cumprod(x, 1)", products, [1]),
    ("flip(x)", lambda v: v[::-1], [2]),
    ("flip(x, 0)", lambda v: v[::-1], [0]),
]
x = data(2, 3, 4)
for formula, f, axes in MAPS:
    emit(formula, mapped(f, x, axes), x=x)
x = data(2, 4, 2, 1)
y = np.empty(x.shape)
for n in range(2):
    for g in range(2):
        group = [(n, c, i, 0) for c in (2 * g, 2 * g + 1) for i in range(2)]
        for i, v in zip(group, normalized([float(x[j]) for j in group])):
            y[i] = v
emit("group_norm(x, 2)", y, x=x)
emit("instance_norm(x)", mapped(normalized, x, [2, 3]), x=x)
x = data(2, 3, 4)
for k in (0, 1, -1):
    up, low = np.zeros(x.shape), np.zeros(x.shape)
    for b, i, j in np.ndindex(*x.shape):
        up[b, i, j] = x[b, i, j] if i + k <= j else 0
        low[b, i, j] = x[b, i, j] if i + k >= j else 0
    emit(f"triu(x, {k})", up, x=x)
    emit(f"tril(x, diagonal={k})", low, x=x)


# ---------------------------------------------------------------- windows

def tuples(v, n):
    return tuple(v) if isinstance(v, tuple) else (v,) * n


def padded(x, pad, value):
    """x within a border of pad elements on each side of its last dimensions."""
    y = np.full(x.shape[:2] + tuple(n + 2 * p for n, p in zip(x.shape[2:], pad)), value)
    y[(slice(None), slice(None)) + tuple(slice(p, p + n) for n, p in zip(x.shape[2:], pad))] = x
    return y


def windows(x, size, stride, dil):
    return [(n - d * (k - 1) - 1) // s + 1 for n, k, s, d in zip(x.shape[2:], size, stride, dil)]


def conv(x, w, b, stride, pad, dil, groups):
    n = x.ndim - 2
    stride, pad, dil = tuples(stride, n), tuples(pad, n), tuples(dil, n)
    z = padded(x, pad, 0.0)
    y = np.zeros((x.shape[0], w.shape[0], *windows(z, w.shape[2:], stride, dil)))
    inputs, outputs = x.shape[1] // groups, w.shape[0] // groups
    for image in range(x.shape[0]):
        for g in range(groups):
            for o in range(g * outputs, (g + 1) * outputs):
                for at in np.ndindex(*y.shape[2:]):
                    total = 0.0 if b is None else float(b[o])
                    for c in range(inputs):
                        for tap in np.ndindex(*w.shape[2:]):
                            place = tuple(p * s + t * d for p, s, t, d in zip(at, stride, tap, dil))
                            total += z[(image, g * inputs + c) + place] * w[(o, c) + tap]
                    y[(image, o) + at] = total
    return y


def transposed(x, w, b, stride, pad, dil, groups, extra):
    """Each input adds its multiple of the kernel to the output; then the border is cut off."""
    n = x.ndim - 2
    stride, pad, dil, extra = tuples(stride, n), tuples(pad, n), tuples(dil, n), tuples(extra, n)
    full = [(l - 1) * s + d * (k - 1) + 1 + e
            for l, s, d, k, e in zip(x.shape[2:], stride, dil, w.shape[2:], extra)]
    inputs, outputs = x.shape[1] // groups, w.shape[1]
    y = np.zeros((x.shape[0], outputs * groups, *full))
    for image, c, o in itertools.product(range(x.shape[0]), range(x.shape[1]), range(outputs)):
        for at in np.ndindex(*x.shape[2:]):
            for tap in np.ndindex(*w.shape[2:]):
                place = tuple(p * s + t * d for p, s, t, d in zip(at, stride, tap, dil))
                y[(image, c // inputs * outputs + o) + place] += x[(image, c) + at] * w[(c, o) + tap]
    y = y[(slice(None), slice(None)) + tuple(slice(p, m - p) for p, m in zip(pad, full))]
    if b is not None:
        for o in range(y.shape[1]):
            y[:, o] += b[o]
    return y


def pool(f, value, x, size, stride, pad, dil):
    n = x.ndim - 2
    size = tuples(size, n)
    stride, pad, dil = tuples(size if stride is None else stride, n), tuples(pad, n), tuples(dil, n)
    z = padded(x, pad, value)
    y = np.zeros((*x.shape[:2], *windows(z, size, stride, dil)))
    for i in np.ndindex(*y.shape):
        taps = itertools.product(*[range(k) for k in size])
        y[i] = f([float(z[i[:2] + tuple(p * s + t * d for p, s, t, d in zip(i[2:], stride, tap, dil))])
                  for tap in taps])
    return y


def call(name, operands, **options):
    shown = "".join(f", {k}={v}" for k, v in options.items())
    return f"{name}({operands}{shown})"


CONVOLUTIONS = [
    # input, kernel, bias, options
    ((1, 1, 5), (1, 1, 3), False, {}),
    ((2, 4, 6), (6, 2, 3), True, dict(stride=2, pad=1, dil=2, groups=2)),
    ((1, 3, 5), (3, 1, 2), True, dict(groups=3)),
    ((2, 2, 4, 3), (2, 2, 2, 2), True, {}),
    ((1, 4, 5, 6), (2, 2, 3, 2), True, dict(stride=(2, 1), pad=(1, 2), dil=(1, 2), groups=2)),
    ((1, 1, 4, 4), (1, 1, 3, 3), False, dict(stride=3, pad=2)),
    ((1, 2, 3, 3, 4), (2, 2, 2, 2, 2), True, {}),
    ((1, 2, 3, 4, 5), (2, 1, 2, 1, 3), False,
     dict(stride=(1, 2, 1), pad=(1, 0, 1), dil=(2, 1, 1), groups=2)),
]
for xs, ws, bias, options in CONVOLUTIONS:
    x, w = data(*xs), data(*ws)
    o = dict(stride=1, pad=0, dil=1, groups=1) | options
    tensors = dict(x=x, w=w) | (dict(b=data(ws[0])) if bias else {})
    y = conv(x, w, tensors.get("b"), o["stride"], o["pad"], o["dil"], o["groups"])
    operands = "x, w, b" if bias else "x, w"
    emit(call("conv", operands, **options), y, **tensors)
    emit(call(f"conv{len(xs) - 2}d", operands, **options), y, **tensors)

TRANSPOSED = [
    ((1, 1, 3), (1, 1, 3), False, {}),
    ((2, 4, 3), (4, 3, 2), True, dict(stride=2, pad=1, dil=2, groups=2, output_pad=1)),
    ((1, 2, 3, 2), (2, 1, 2, 3), True, {}),
    ((1, 2, 2, 3), (2, 2, 3, 2), False, dict(stride=(2, 3), pad=(1, 0), output_pad=(1, 2), groups=2)),
    ((1, 1, 2, 2, 2), (1, 2, 2, 1, 2), True, dict(stride=(1, 2, 1), dil=(2, 1, 1))),
    ((1, 2, 2, 2, 3), (2, 1, 2, 2, 2), False, dict(pad=1, stride=2, groups=2)),
]
for xs, ws, bias, options in TRANSPOSED:
    x, w = data(*xs), data(*ws)
    o = dict(stride=1, pad=0, dil=1, groups=1, output_pad=0) | options
    tensors = dict(x=x, w=w) | (dict(b=data(ws[1] * o["groups"])) if bias else {})
    y = transposed(x, w, tensors.get("b"), *o.values())
    operands = "x, w, b" if bias else "x, w"
    emit(call("convT", operands, **options), y, **tensors)
    emit(call(f"convT{len(xs) - 2}d", operands, **options), y, **tensors)

POOLS = [
    ((1, 2, 7), dict(size=2)),
    ((2, 1, 6), dict(size=3, stride=2, pad=1)),
    ((1, 1, 4, 6), dict(size=2)),
    ((1, 2, 5, 4), dict(size=(3, 2), stride=(2, 1), pad=(1, 1))),
    ((1, 1, 3, 4, 4), dict(size=2, stride=1)),
    ((1, 1, 4, 3, 4), dict(size=(2, 1, 2), stride=(2, 1, 1), pad=(1, 0, 1))),
]
for xs, o in POOLS:
    x = data(*xs)
    shown = dict(o)
    size = shown.pop("size")
    stride, pad = o.get("stride"), o.get("pad", 0)
    emit(call("max_pool", f"x, {size}", **shown), pool(max, -math.inf, x, size, stride, pad, 1), x=x)
    emit(call("avg_pool", f"x, {size}", **shown), pool(mean, 0.0, x, size, stride, pad, 1), x=x)
x = data(1, 2, 7)
emit("max_pool(x, 3, 1, dil=2)", pool(max, -math.inf, x, 3, 1, 0, 2), x=x)
x = data(1, 1, 5, 6)
emit("max_pool(x, 2, stride=1, pad=1, dil=(2, 3))", pool(max, -math.inf, x, 2, 1, 1, (2, 3)), x=x)


# ---------------------------------------------------------------- attention and losses

def attention(q, k, v, scale):
    y = np.zeros((q.shape[0], v.shape[1]))
    for i in range(q.shape[0]):
        weights = softmax([scale * math.fsum(q[i, e] * k[j, e] for e in range(q.shape[1]))
                           for j in range(k.shape[0])])
        for e in range(v.shape[1]):
            y[i, e] = math.fsum(weights[j] * v[j, e] for j in range(k.shape[0]))
    return y


q, k, v = data(2, 3), data(4, 3), data(4, 2)
emit("attention(q, k, v)", attention(q, k, v, 1 / math.sqrt(3)), q=q, k=k, v=v)
emit("attention(q, k, v, scale=0.5)", attention(q, k, v, 0.5), q=q, k=k, v=v)
q, k, v = data(2, 2, 2), data(2, 3, 2), data(2, 3, 1)
batches = [attention(q[i], k[i], v[i], 1 / math.sqrt(2)) for i in range(2)]
emit("attention(q, k, v)", batches, q=q, k=k, v=v)

p, t = data(3, 2), data(3, 2)
pairs = [(float(p[i]), float(t[i])) for i in np.ndindex(3, 2)]
emit("mse_loss(p, t)", mean([(a - b) ** 2 for a, b in pairs]), p=p, t=t)
emit("l1_loss(p, t)", mean([abs(a - b) for a, b in pairs]), p=p, t=t)
emit("huber_loss(p, t)",
     mean([0.5 * (a - b) ** 2 if abs(a - b) < 1 else abs(a - b) - 0.5 for a, b in pairs]), p=p, t=t)
emit("huber(p)", each(lambda d: 0.5 * d * d if abs(d) < 1 else abs(d) - 0.5, p), p=p)
sign = np.where(data(3, 2) > 0, 1.0, -1.0)
emit("hinge_loss(p, t)", mean([clip(1 - p[i] * sign[i], 0, math.inf) for i in np.ndindex(3, 2)]),
     p=p, t=sign)
p, t = data(3, 2, low=0.1, high=1), data(3, 2, low=0.1, high=1)
emit("kl_div(p, t)", math.fsum(float(t[i]) * math.log(t[i] / p[i]) for i in np.ndindex(3, 2)) / 3,
     p=p, t=t)
p, t = data(3, 4), np.array([2, 0, 3])
emit("cross_entropy(p, t)", mean([-math.log(softmax(list(p[n]))[t[n]]) for n in range(3)]), p=p, t=t)
a, b, c = data(3, 2), data(3, 2), data(3, 2)


def distance(u, v):
    return math.sqrt(math.fsum((float(e) - float(o) + f32(1e-6)) ** 2 for e, o in zip(u, v)))


def triplet(margin):
    return mean([max(0.0, distance(u, v) - distance(u, w) + margin) for u, v, w in zip(a, b, c)])


emit("triplet_loss(a, b, c)", triplet(1.0), a=a, b=b, c=c)
emit("triplet_loss(a, b, c, margin=0.25)", triplet(0.25), a=a, b=b, c=c)


# ---------------------------------------------------------------- defaults, and each setting on each axis

x = data(2, 3, 4)
emit("triu(x)", np.triu(x), x=x)
emit("tril(x)", np.tril(x), x=x)

for name, xs, ws, options in [
    ("conv3d", (1, 2, 5, 4, 4), (2, 1, 2, 3, 2), dict(stride=(2, 3, 1), pad=(1, 2, 1), dil=(1, 2, 3), groups=2)),
    ("convT2d", (1, 2, 3, 2), (2, 1, 3, 2), dict(stride=(1, 3), pad=(1, 2), dil=(1, 3), groups=2)),
    ("convT3d", (1, 2, 2, 2, 2), (2, 1, 2, 1, 2), {}),
    ("convT3d", (1, 4, 2, 2, 3), (4, 1, 2, 3, 2),
     dict(stride=(3, 2, 2), pad=(1, 2, 1), dil=(1, 2, 3), groups=2, output_pad=(2, 1, 1))),
]:
    x, w = data(*xs), data(*ws)
    settings = dict(stride=1, pad=0, dil=1, groups=1) | (dict(output_pad=0) if "T" in name else {}) | options
    y = (transposed if "T" in name else conv)(x, w, None, *settings.values())
    emit(call(name, "x, w", **options), y, x=x, w=w)

# Negative, so that padding with 0 would win.
for xs, size, options in [
    ((1, 1, 5), 3, dict(stride=2, pad=1, dil=2)),
    ((1, 1, 5, 6), (3, 2), dict(stride=(2, 1), pad=(1, 1), dil=(2, 3))),
    ((1, 2, 5, 4, 6), (2, 2, 3), dict(stride=(2, 1, 3), pad=(1, 1, 1), dil=(3, 1, 2))),
]:
    x = data(*xs, low=-4, high=-2)
    emit(call("max_pool", f"x, {size}", **options), pool(max, -math.inf, x, size, *options.values()), x=x)
x = data(1, 1, 4, 5, 3)
options = dict(stride=(1, 2, 2), pad=(1, 2, 1))
emit(call("avg_pool", "x, (3, 4, 2)", **options), pool(mean, 0.0, x, (3, 4, 2), *options.values(), 1), x=x)

q, k, v = data(2, 3, 4), data(2, 2, 4), data(2, 2, 3)
emit("attention(q, k, v)", [attention(q[i], k[i], v[i], 1 / math.sqrt(4)) for i in range(2)], q=q, k=k, v=v)
a, b, c = data(2, 3, 2), data(2, 3, 2), data(2, 3, 2)
emit("triplet_loss(a, b, c)",
     mean([max(0.0, distance(a[i], b[i]) - distance(a[i], c[i]) + 1) for i in np.ndindex(2, 3)]), a=a, b=b, c=c)


# ---------------------------------------------------------------- joining and picking, and what networks add
a, b = data(3), data(2)
emit("cat(a, b)", [a[i] if i < 3 else b[i - 3] for i in range(5)], a=a, b=b)
a, b = data(2, 1, 3), data(2, 2, 3)
y = [a[i, j, k] if j < 1 else b[i, j - 1, k] for i, j, k in np.ndindex(2, 3, 3)]
emit("cat(a, b, 1)", y, a=a, b=b)
emit("cat(a, b, axis=-2)", y, a=a, b=b)
n, t = np.array([[2, 0], [3, 3]]), data(4, 3)
emit("embedding(n, t)", [t[n[i, j], d] for i, j, d in np.ndindex(2, 2, 3)], n=n, t=t)
x, m, v = data(2, 3, 2), data(3), data(3, low=0.5, high=2)
for more, eps in (("", EPS), (", eps=0.5", 0.5)):
    y = [(x[i, c, j] - m[c]) / math.sqrt(v[c] + eps) for i, c, j in np.ndindex(*x.shape)]
    emit("batch_norm(x, mean=m, var=v" + more + ")", y, x=x, m=m, v=v)


def causal(q, k, v, scale):
    return np.concatenate([attention(q[i:i + 1], k[:i + 1], v[:i + 1], scale) for i in range(len(q))])


q, k, v = data(4, 3, 2), data(2, 3, 2), data(2, 3, 1)
half = 1 / math.sqrt(2)
emit("attention(q, k, v, gqa=True)", [attention(q[h], k[h // 2], v[h // 2], half) for h in range(4)], q=q, k=k, v=v)
emit("attention(q, k, v, scale=0.5, causal=True, gqa=True)",
     [causal(q[h], k[h // 2], v[h // 2], 0.5) for h in range(4)], q=q, k=k, v=v)
emit("attention(k, k, v, causal=True)", [causal(k[h], k[h], v[h], half) for h in range(2)], k=k, v=v)
