# The prelude: the operators of the tensor layer, as functions of the formula language itself. A name means
# what PyTorch's operator of that name means, with the defaults given here. A decimal is the nearest f32.

# ---------------------------------------------------------------- activations

def relu(x): return max(x, 0)

def leaky_relu(x, slope=0.01): return max(x, 0) + slope * min(x, 0)

def sigmoid(x): return 1 / (1 + exp(-x))

def silu(x): return x / (1 + exp(-x))

def swish(x): return silu(x)

def softplus(x): return log(1 + exp(x))

def softsign(x): return x / (1 + abs(x))

def elu(x, alpha=1): return max(x, 0) + alpha * (exp(min(x, 0)) - 1)

def selu(x): return 1.0507009873554805 * (max(x, 0) + 1.6732632423543772 * (exp(min(x, 0)) - 1))

def hardtanh(x, low=-1, high=1): return max(low, min(high, x))

def hardsigmoid(x): return max(0, min(6, x + 3)) / 6

def hardswish(x): return x * hardsigmoid(x)

def mish(x): return x * tanh(log(1 + exp(x)))

def gelu(x): return x / 2 * (1 + erf(x / sqrt(2)))

def gelu_tanh(x): return x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x ** 3)))

def swiglu(a, b): return silu(a) * b

def geglu(a, b): return gelu(a) * b

# ---------------------------------------------------------------- reductions

def mean(x, axis=None, keepdims=False): return sum(x, axis, keepdims) / count(x, axis)

# Divided by the number of elements, as norms have it (PyTorch: correction=0).
def var(x, axis=None, keepdims=False):
    d = x - mean(x, axis, True)
    return sum(d * d, axis, keepdims) / count(x, axis)

def norm(x, axis=None, keepdims=False): return sqrt(sum(x * x, axis, keepdims))

def logsumexp(x, axis=-1, keepdims=False): return log(sum(exp(x), axis, keepdims))

def softmax(x, axis=-1):
    e = exp(x)
    return e / sum(e, axis, True)

def log_softmax(x, axis=-1): return x - logsumexp(x, axis, True)

# ---------------------------------------------------------------- norms

def normalize(x, axis, eps): return (x - mean(x, axis, True)) / sqrt(var(x, axis, True) + eps)

def layer_norm(x, axis=-1, eps=1e-5): return normalize(x, axis, eps)

def instance_norm(x, eps=1e-5): return normalize(x, axes(2, x.ndim), eps)

# With a mean and a variance given, it normalizes by these, as PyTorch does in inference.
def batch_norm(x, eps=1e-5, mean=None, var=None):
    return normalize(x, (0,) + axes(2, x.ndim), eps) if mean is None else (x - channels(mean, x)) / sqrt(channels(var, x) + eps)

def channels(b, x): return b.reshape((1, -1) + ntuple(1, x.ndim - 2))

def group_norm(x, groups, eps=1e-5):
    g = x.reshape(x.shape[0], groups + same(x.shape[1] % groups, 0, "the channels are no multiple of the groups"), -1)
    return normalize(g, -1, eps).reshape(x.shape)

def rms_norm(x, axis=-1, eps=1e-5): return x / sqrt(mean(x * x, axis, True) + eps)

# ---------------------------------------------------------------- scans

def cumsum(x, axis=-1):
    B, N, A = around(x, axis)
    t = x.reshape(B, N, A)
    y[b:B, i:N, a:A] = sum[j:i + 1](t[b, j, a])
    return y.reshape(x.shape)

def cumprod(x, axis=-1):
    B, N, A = around(x, axis)
    t = x.reshape(B, N, A)
    y[b:B, i:N, a:A] = prod[j:i + 1](t[b, j, a])
    return y.reshape(x.shape)

def flip(x, axis=-1):
    B, N, A = around(x, axis)
    t = x.reshape(B, N, A)
    y[b:B, i:N, a:A] = t[b, N - 1 - i, a]
    return y.reshape(x.shape)

# ---------------------------------------------------------------- joining and picking

# The shape of x with another extent along an axis.
def extents(x, axis, n, d=0): return axes(0, 0) if d == x.ndim else (n if d == axis else x.shape[d],) + extents(x, axis, n, d + 1)

def cat(a, b, axis=0):
    B, N, A = around(a, axis)
    C, M, D = around(b, axis)
    s = a.reshape(B, N, A).pad(0)
    t = b.reshape(same(C, B, "elements before the axis"), M, same(D, A, "elements behind the axis")).pad(0)
    y[i:B, j:N + M, k:A] = s[i, j, k] if j < N else t[i, j - N, k]
    return y.reshape(extents(a, axis % a.ndim, N + M))

def embedding(ids, table):
    n = ids.reshape(-1)
    V, D = table.shape
    y[i:len(n), d:D] = table[n[i], d]
    return y.reshape(ids.shape + (D,))

# ---------------------------------------------------------------- triangles

def triu(x, diagonal=0):
    M, N = x.shape[-2], x.shape[-1]
    t = x.reshape(-1, M, N)
    y[b:t.shape[0], i:M, j:N] = t[b, i, j] if j - i >= diagonal else 0
    return y.reshape(x.shape)

def tril(x, diagonal=0):
    M, N = x.shape[-2], x.shape[-1]
    t = x.reshape(-1, M, N)
    y[b:t.shape[0], i:M, j:N] = t[b, i, j] if j - i <= diagonal else 0
    return y.reshape(x.shape)

# ---------------------------------------------------------------- convolutions

# A bias b has one element a channel; None is no bias. Strides, pads and dilations are one integer or a tuple.

def with_bias(y, b): return y if b is None else y + channels(b, y)

def conv1d(x, w, b=None, stride=1, pad=0, dil=1, groups=1):
    N, C, L = x.shape
    O, CG, R = w.shape
    S, P, D = ntuple(stride, 1)[0], ntuple(pad, 1)[0], ntuple(dil, 1)[0]
    z = x.pad(0)
    y[n:N, o:O + same(O % groups, 0, "the filters are no multiple of the groups"), t:(L + 2 * P - D * (R - 1) - 1) // S + 1] = sum[c:same(CG, C // groups, "channels of the weights and of a group") + same(C % groups, 0, "the channels are no multiple of the groups"), r:R](z[n, o // (O // groups) * CG + c, t * S + r * D - P] * w[o, c, r])
    return with_bias(y, b)

def conv2d(x, w, b=None, stride=1, pad=0, dil=1, groups=1):
    N, C, H, W = x.shape
    O, CG, R, Q = w.shape
    S, T = ntuple(stride, 2)
    P, U = ntuple(pad, 2)
    D, E = ntuple(dil, 2)
    z = x.pad(0)
    y[n:N, o:O + same(O % groups, 0, "the filters are no multiple of the groups"), h:(H + 2 * P - D * (R - 1) - 1) // S + 1, v:(W + 2 * U - E * (Q - 1) - 1) // T + 1] = sum[c:same(CG, C // groups, "channels of the weights and of a group") + same(C % groups, 0, "the channels are no multiple of the groups"), r:R, q:Q](z[n, o // (O // groups) * CG + c, h * S + r * D - P, v * T + q * E - U] * w[o, c, r, q])
    return with_bias(y, b)

def conv3d(x, w, b=None, stride=1, pad=0, dil=1, groups=1):
    N, C, F, H, W = x.shape
    O, CG, K, R, Q = w.shape
    Z, S, T = ntuple(stride, 3)
    V, P, U = ntuple(pad, 3)
    G, D, E = ntuple(dil, 3)
    z = x.pad(0)
    y[n:N, o:O + same(O % groups, 0, "the filters are no multiple of the groups"), f:(F + 2 * V - G * (K - 1) - 1) // Z + 1, h:(H + 2 * P - D * (R - 1) - 1) // S + 1, v:(W + 2 * U - E * (Q - 1) - 1) // T + 1] = sum[c:same(CG, C // groups, "channels of the weights and of a group") + same(C % groups, 0, "the channels are no multiple of the groups"), k:K, r:R, q:Q](z[n, o // (O // groups) * CG + c, f * Z + k * G - V, h * S + r * D - P, v * T + q * E - U] * w[o, c, k, r, q])
    return with_bias(y, b)

def conv(x, w, b=None, stride=1, pad=0, dil=1, groups=1):
    return conv1d(x, w, b, stride, pad, dil, groups) if x.ndim == 3 else conv2d(x, w, b, stride, pad, dil, groups) if x.ndim == 4 else conv3d(x, w, b, stride, pad, dil, groups)

# Transposed: output t gathers the inputs i and taps u with i*stride + u*dil - pad == t. Weights are [C, O // groups, …].

def convT1d(x, w, b=None, stride=1, pad=0, dil=1, groups=1, output_pad=0):
    N, C, L = x.shape
    CW, OG, R = w.shape
    S, P, D, X = ntuple(stride, 1)[0], ntuple(pad, 1)[0], ntuple(dil, 1)[0], ntuple(output_pad, 1)[0]
    y[n:N, o:OG * groups, t:(L - 1) * S - 2 * P + D * (R - 1) + X + 1] = sum[c:same(CW, C, "channels of the weights and of the input") // groups + same(C % groups, 0, "the channels are no multiple of the groups"), i:L, u:R, i * S + u * D - P == t](x[n, o // OG * (C // groups) + c, i] * w[o // OG * (C // groups) + c, o % OG, u])
    return with_bias(y, b)

def convT2d(x, w, b=None, stride=1, pad=0, dil=1, groups=1, output_pad=0):
    N, C, H, W = x.shape
    CW, OG, R, Q = w.shape
    S, T = ntuple(stride, 2)
    P, U = ntuple(pad, 2)
    D, E = ntuple(dil, 2)
    X, Y = ntuple(output_pad, 2)
    y[n:N, o:OG * groups, h:(H - 1) * S - 2 * P + D * (R - 1) + X + 1, v:(W - 1) * T - 2 * U + E * (Q - 1) + Y + 1] = sum[c:same(CW, C, "channels of the weights and of the input") // groups + same(C % groups, 0, "the channels are no multiple of the groups"), i:H, r:R, i * S + r * D - P == h, j:W, q:Q, j * T + q * E - U == v](x[n, o // OG * (C // groups) + c, i, j] * w[o // OG * (C // groups) + c, o % OG, r, q])
    return with_bias(y, b)

def convT3d(x, w, b=None, stride=1, pad=0, dil=1, groups=1, output_pad=0):
    N, C, F, H, W = x.shape
    CW, OG, K, R, Q = w.shape
    Z, S, T = ntuple(stride, 3)
    V, P, U = ntuple(pad, 3)
    G, D, E = ntuple(dil, 3)
    A, X, Y = ntuple(output_pad, 3)
    y[n:N, o:OG * groups, f:(F - 1) * Z - 2 * V + G * (K - 1) + A + 1, h:(H - 1) * S - 2 * P + D * (R - 1) + X + 1, v:(W - 1) * T - 2 * U + E * (Q - 1) + Y + 1] = sum[c:same(CW, C, "channels of the weights and of the input") // groups + same(C % groups, 0, "the channels are no multiple of the groups"), l:F, k:K, l * Z + k * G - V == f, i:H, r:R, i * S + r * D - P == h, j:W, q:Q, j * T + q * E - U == v](x[n, o // OG * (C // groups) + c, l, i, j] * w[o // OG * (C // groups) + c, o % OG, k, r, q])
    return with_bias(y, b)

def convT(x, w, b=None, stride=1, pad=0, dil=1, groups=1, output_pad=0):
    return convT1d(x, w, b, stride, pad, dil, groups, output_pad) if x.ndim == 3 else convT2d(x, w, b, stride, pad, dil, groups, output_pad) if x.ndim == 4 else convT3d(x, w, b, stride, pad, dil, groups, output_pad)

# ---------------------------------------------------------------- pooling

# The stride is the size of the window unless it is given. An average counts padding as 0.

def max_pool1d(x, size, stride, pad, dil):
    N, C, L = x.shape
    K, S, P, D = ntuple(size, 1)[0], ntuple(stride, 1)[0], ntuple(pad, 1)[0], ntuple(dil, 1)[0]
    z = x.pad(-inf)
    y[n:N, c:C, t:(L + 2 * P - D * (K - 1) - 1) // S + 1] = max[u:K](z[n, c, t * S + u * D - P])
    return y

def max_pool2d(x, size, stride, pad, dil):
    N, C, H, W = x.shape
    K, L = ntuple(size, 2)
    S, T = ntuple(stride, 2)
    P, U = ntuple(pad, 2)
    D, E = ntuple(dil, 2)
    z = x.pad(-inf)
    y[n:N, c:C, h:(H + 2 * P - D * (K - 1) - 1) // S + 1, v:(W + 2 * U - E * (L - 1) - 1) // T + 1] = max[r:K, q:L](z[n, c, h * S + r * D - P, v * T + q * E - U])
    return y

def max_pool3d(x, size, stride, pad, dil):
    N, C, F, H, W = x.shape
    J, K, L = ntuple(size, 3)
    Z, S, T = ntuple(stride, 3)
    V, P, U = ntuple(pad, 3)
    G, D, E = ntuple(dil, 3)
    z = x.pad(-inf)
    y[n:N, c:C, f:(F + 2 * V - G * (J - 1) - 1) // Z + 1, h:(H + 2 * P - D * (K - 1) - 1) // S + 1, v:(W + 2 * U - E * (L - 1) - 1) // T + 1] = max[k:J, r:K, q:L](z[n, c, f * Z + k * G - V, h * S + r * D - P, v * T + q * E - U])
    return y

def max_pool(x, size, stride=None, pad=0, dil=1):
    s = size if stride is None else stride
    return max_pool1d(x, size, s, pad, dil) if x.ndim == 3 else max_pool2d(x, size, s, pad, dil) if x.ndim == 4 else max_pool3d(x, size, s, pad, dil)

def avg_pool1d(x, size, stride, pad):
    N, C, L = x.shape
    K, S, P = ntuple(size, 1)[0], ntuple(stride, 1)[0], ntuple(pad, 1)[0]
    z = x.pad(0)
    y[n:N, c:C, t:(L + 2 * P - K) // S + 1] = sum[u:K](z[n, c, t * S + u - P]) / K
    return y

def avg_pool2d(x, size, stride, pad):
    N, C, H, W = x.shape
    K, L = ntuple(size, 2)
    S, T = ntuple(stride, 2)
    P, U = ntuple(pad, 2)
    z = x.pad(0)
    y[n:N, c:C, h:(H + 2 * P - K) // S + 1, v:(W + 2 * U - L) // T + 1] = sum[r:K, q:L](z[n, c, h * S + r - P, v * T + q - U]) / (K * L)
    return y

def avg_pool3d(x, size, stride, pad):
    N, C, F, H, W = x.shape
    J, K, L = ntuple(size, 3)
    Z, S, T = ntuple(stride, 3)
    V, P, U = ntuple(pad, 3)
    z = x.pad(0)
    y[n:N, c:C, f:(F + 2 * V - J) // Z + 1, h:(H + 2 * P - K) // S + 1, v:(W + 2 * U - L) // T + 1] = sum[k:J, r:K, q:L](z[n, c, f * Z + k - V, h * S + r - P, v * T + q - U]) / (J * K * L)
    return y

def avg_pool(x, size, stride=None, pad=0):
    s = size if stride is None else stride
    return avg_pool1d(x, size, s, pad) if x.ndim == 3 else avg_pool2d(x, size, s, pad) if x.ndim == 4 else avg_pool3d(x, size, s, pad)

# ---------------------------------------------------------------- attention

# Heads are the third dimension from behind; with gqa, neighbouring heads of q share one of k and v.

def repeated(k, q):
    B, H, A = around(k, -3)
    G = q.shape[-3] // H
    t = k.reshape(B, H, A)
    y[b:B, h:G * H, a:A] = t[b, h // G, a]
    return y.reshape(extents(k, k.ndim - 3, G * H))

def attention(q, k, v, scale=None, causal=False, gqa=False):
    s = q @ (repeated(k, q) if gqa else k).T
    e = exp(s / sqrt(q.shape[-1]) if scale is None else s * scale)
    w = tril(e) if causal else e
    return w / sum(w, -1, True) @ (repeated(v, q) if gqa else v)

# ---------------------------------------------------------------- losses

def mse_loss(p, t): return mean((p - t) ** 2)

def l1_loss(p, t): return mean(abs(p - t))

def huber(d):
    m = min(abs(d), 1)
    return m * abs(d) - m * m / 2

def huber_loss(p, t): return mean(huber(p - t))

def hinge_loss(p, t): return mean(max(0, 1 - p * t))

def kl_div(p, t): return sum(t * (log(t) - log(p))) / t.shape[0]

def cross_entropy(p, t):
    N, C = p.shape
    return sum[n:N](log(sum[c:C](exp(p[n, c]))) - p[n, t[n]]) / N

def triplet_loss(a, p, n, margin=1.0, eps=1e-6):
    return mean(max(0, norm(a - p + eps, -1) - norm(a - n + eps, -1) + margin))
