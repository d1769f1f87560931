#!/usr/bin/env python3
"""What the convolutions, transposed convolutions and poolings of KernelBench give on fixed inputs.

Computed by loops over what every operator is defined as in the problem's words (padding is written into a larger array,
a transposed convolution scatters), not from the formulas of specs/, and written to golden_conv.json:
{formula: {shapes: {name: [...]}, inputs: {name: [...]}, output: [...]}}, arrays flat in C order. Needs NumPy.

    python3 golden_conv.py           writes golden_conv.json
    python3 golden_conv.py --check   fails if it would write something else
"""
import json
import os
import sys
from itertools import product

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))


def data(shape):
    return np.array([((i * 37 + 11) % 19 - 9) / 8 for i in range(int(np.prod(shape)))]).reshape(shape)


def weights(shape):
    return np.array([((i * 29 + 5) % 17 - 8) / 8 for i in range(int(np.prod(shape)))]).reshape(shape)


def each_axis(value, axes):
    return value if isinstance(value, tuple) else (value,) * axes


def padded(x, pad, value):
    """x between so many values before and after every axis but the first two"""
    axes = x.ndim - 2
    pad = each_axis(pad, axes)
    larger = np.full(x.shape[:2] + tuple(x.shape[2 + a] + 2 * pad[a] for a in range(axes)), value)
    larger[(slice(None), slice(None)) + tuple(slice(pad[a], pad[a] + x.shape[2 + a]) for a in range(axes))] = x
    return larger


def windows(extents, window, stride, dilation):
    """how many windows fit along every axis, and the elements of each"""
    count = tuple((e - d * (k - 1) - 1) // s + 1 for e, k, s, d in zip(extents, window, stride, dilation))
    for at in product(*map(range, count)):
        yield count, at, [
            (u, tuple(t * s + i * d for t, s, i, d in zip(at, stride, u, dilation)))
            for u in product(*map(range, window))
        ]


def convolution(x, w, b=None, stride=1, pad=0, dilation=1, groups=1):
    axes = x.ndim - 2
    larger = padded(x, pad, 0.0)
    channels, filters = x.shape[1] // groups, w.shape[0] // groups
    y = None
    for count, at, elements in windows(
        larger.shape[2:], w.shape[2:], each_axis(stride, axes), each_axis(dilation, axes)
    ):
        if y is None:
            y = np.zeros((x.shape[0], w.shape[0]) + count)
        for n, g, o in product(range(x.shape[0]), range(groups), range(filters)):
            total = 0.0 if b is None else b[g * filters + o]
            for c in range(channels):
                for u, i in elements:
                    total += larger[(n, g * channels + c) + i] * w[(g * filters + o, c) + u]
            y[(n, g * filters + o) + at] = total
    return y


def transposed(x, w, stride=1, pad=0, dilation=1, groups=1, more=0):
    """every input adds its multiple of the taps to a larger array, of which so much as pad is cut off on every side"""
    axes = x.ndim - 2
    stride, pad, dilation = each_axis(stride, axes), each_axis(pad, axes), each_axis(dilation, axes)
    channels, filters = x.shape[1] // groups, w.shape[1]
    extents = tuple(
        (x.shape[2 + a] - 1) * stride[a] + dilation[a] * (w.shape[2 + a] - 1) + 1 + more for a in range(axes)
    )
    all_of_it = np.zeros((x.shape[0], filters * groups) + extents)
    for n, g, c, o in product(range(x.shape[0]), range(groups), range(channels), range(filters)):
        for i in product(*map(range, x.shape[2:])):
            for u in product(*map(range, w.shape[2:])):
                to = tuple(a * s + k * d for a, s, k, d in zip(i, stride, u, dilation))
                all_of_it[(n, g * filters + o) + to] += x[(n, g * channels + c) + i] * w[(g * channels + c, o) + u]
    return all_of_it[(slice(None), slice(None)) + tuple(slice(p, e - p) for p, e in zip(pad, extents))]


def pooled(x, average, window, stride, pad=0, dilation=1):
    axes = x.ndim - 2
    larger = padded(x, pad, 0.0 if average else -np.inf)
    y = None
    for count, at, elements in windows(
        larger.shape[2:], (window,) * axes, (stride,) * axes, (dilation,) * axes
    ):
        if y is None:
            y = np.zeros(x.shape[:2] + count)
        for n, c in product(range(x.shape[0]), range(x.shape[1])):
            values = [larger[(n, c) + i] for _, i in elements]
            total = 0.0
            for value in values:
                total += value
            y[(n, c) + at] = total / len(values) if average else max(values)
    return y


def conv(x, w, **settings):
    return {"x": data(x), "w": weights(w)}, lambda x, w: convolution(x, w, **settings)


def turned(x, w, **settings):
    return {"x": data(x), "w": weights(w)}, lambda x, w: transposed(x, w, **settings)


def greatest(x, *settings):
    """all elements are negative, so that padding with 0 would win"""
    return {"x": data(x) - 2}, lambda x: pooled(x, False, *settings)


def average(x, *settings):
    return {"x": data(x)}, lambda x: pooled(x, True, *settings)


PROBLEMS = {
    "041_max_pool1d": greatest((2, 3, 17), 8, 1, 4, 3),
    "042_max_pool2d": greatest((1, 2, 3, 4), 4, 1, 1),
    "043_max_pool3d": greatest((1, 2, 6, 7, 8), 3, 2, 1, 3),
    "044_avg_pool1d": average((2, 3, 5), 8, 1, 4),
    "045_avg_pool2d": average((1, 2, 13, 24), 11, 11),
    "046_avg_pool3d": average((1, 2, 5, 4, 3), 3, 2, 1),
    "050_conv2d_bias": (
        {"x": data((1, 2, 11, 15)), "w": weights((3, 2, 11, 11)), "b": weights((3,))},
        lambda x, w, b: convolution(x, w, b, stride=4, pad=2),
    ),
    "054_conv3d": conv((1, 2, 4, 3, 5), (3, 2, 3, 3, 3)),
    "055_conv2d_wide": conv((2, 2, 4, 5), (3, 2, 3, 3)),
    "056_conv2d_rectangular": conv((1, 2, 6, 9), (3, 2, 5, 7)),
    "057_convT2d_square": turned((2, 3, 2, 3), (3, 2, 3, 3)),
    "058_convT3d_rectangular": turned((1, 2, 1, 2, 3), (2, 2, 3, 5, 7)),
    "059_conv3d_flat_taps": conv((1, 2, 4, 5, 2), (3, 2, 3, 3, 1)),
    "060_conv3d_rectangular_taps": conv((1, 2, 4, 6, 8), (2, 2, 3, 5, 7)),
    "061_convT3d_cube": turned((2, 3, 1, 2, 2), (3, 2, 3, 3, 3)),
    "062_conv2d_long_taps": conv((1, 2, 6, 11), (3, 2, 5, 9)),
    "063_conv2d_square": conv((1, 3, 5, 5), (2, 3, 3, 3)),
    "064_convT1d": turned((2, 3, 4), (3, 2, 3)),
    "065_convT2d_rectangular_taps": turned((1, 2, 3, 3), (2, 3, 3, 7)),
    "066_conv3d_both_rectangular": conv((1, 2, 3, 6, 9), (2, 2, 3, 5, 7)),
    "067_conv1d": conv((2, 3, 6), (2, 3, 3)),
    "068_convT3d_long_taps": turned((1, 2, 1, 2, 2), (2, 3, 3, 5, 5)),
    "069_convT2d_rectangular": turned((1, 2, 2, 3), (2, 3, 3, 5)),
    "070_convT3d_narrowing": turned((1, 3, 2, 1, 2), (3, 1, 3, 3, 3)),
    "071_convT2d_wide": turned((1, 2, 2, 4), (2, 3, 3, 3)),
    "072_convT3d_groups": turned((1, 8, 1, 2, 2), (8, 2, 3, 5, 7), stride=2, pad=(1, 2, 3), groups=4, more=1),
    "073_convT3d_stride": turned((1, 3, 2, 2, 2), (3, 2, 3, 3, 3), stride=2, pad=1),
    "074_convT1d_dilated": turned((2, 3, 4), (3, 2, 5), dilation=3),
    "075_convT2d_everything": turned(
        (1, 8, 3, 2), (8, 2, 3, 5), stride=(2, 3), pad=(1, 2), dilation=(2, 1), groups=4
    ),
    "076_conv1d_strided": conv((1, 2, 17), (3, 2, 3), stride=3, dilation=4),
    "077_convT3d_dilated": turned((1, 2, 2, 1, 2), (2, 3, 3, 3, 3), stride=2, pad=1, dilation=2),
    "078_convT2d_padded": turned((1, 2, 3, 4), (2, 3, 3, 7), pad=(1, 3)),
    "079_convT1d_strided": turned((2, 3, 4), (3, 2, 3), stride=2, pad=1, dilation=2),
    "080_conv2d_padded_dilated": conv((1, 2, 5, 18), (2, 2, 5, 9), pad=(2, 4), dilation=(2, 3)),
    "081_convT2d_stride5": turned((1, 2, 2, 3), (2, 3, 3, 3), stride=5, pad=1, dilation=2),
    "082_depthwise": conv((2, 3, 4, 5), (3, 1, 3, 3), groups=3),
    "083_depthwise_column": conv((2, 3, 5, 2), (3, 1, 3, 1), groups=3),
    "084_depthwise_wide": conv((1, 3, 4, 6), (3, 1, 3, 3), groups=3),
    "085_depthwise_rectangular": conv((1, 3, 4, 9), (3, 1, 3, 7), groups=3),
    "086_depthwise_separable": (
        {"x": data((1, 2, 3, 4)), "d": weights((2, 1, 3, 3)), "p": weights((3, 2, 1, 1))},
        lambda x, d, p: convolution(convolution(x, d, pad=1, groups=2), p),
    ),
    "087_pointwise": conv((2, 3, 2, 3), (2, 3, 1, 1)),
}


def main():
    lines = []
    for name, (inputs, operator) in PROBLEMS.items():
        y = operator(**inputs)
        entry = {
            "shapes": {n: list(a.shape) for n, a in inputs.items()} | {"y": list(y.shape)},
            "inputs": {n: a.ravel().tolist() for n, a in inputs.items()},
            "output": y.ravel().tolist(),
        }
        lines.append(f"{json.dumps(name + '.py')}: {json.dumps(entry, separators=(',', ':'))}")
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    path = os.path.join(HERE, "golden_conv.json")
    if "--check" in sys.argv[1:]:
        with open(path) as file:
            if file.read() != text:
                sys.exit("golden_conv.json is not what golden_conv.py writes")
    else:
        with open(path, "w") as file:
            file.write(text)


if __name__ == "__main__":
    main()
