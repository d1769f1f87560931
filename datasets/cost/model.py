#!/usr/bin/env python3
"""What the kernels of this folder cost, from their CUDA source and by definition: a model that
shares nothing with Heddle's listener. `datasets/cost/model.py` writes costs.txt, which
CostDatasetTest expects, and the contents of tensors.

A kernel is a function of one thread that yields its accesses; those of one place and round by the
threads of a warp are one request.
"""
import os
import sys
from collections import defaultdict

os.chdir(os.path.dirname(os.path.abspath(__file__)))


class Thread:
    def __init__(self, number, block, cta, grid):
        self.t = number
        self.tx, self.ty = number % block[0], number // block[0]
        self.bx, self.by = cta
        self.grid = grid


def load(place, memory, at, width=4, round=0):
    return place, round, memory, 'load', at, width


def store(place, memory, at, width=4, round=0):
    return place, round, memory, 'store', at, width


def passes(kind, lanes, width):
    """Wavefronts of shared memory, and the fewest that these lanes need with accesses of this width."""
    if kind == 'rows':
        parts = [[l for l in lanes if l // 8 == m] for m in range(4)]
    elif width <= 4:
        parts = [list(lanes)]
    elif width == 8:
        parts = [[l for l in lanes if l < 16], [l for l in lanes if l >= 16]]
        if kind == 'load' and agree(lanes, lanes):
            parts = [list(lanes)]
    else:
        parts = []
        for half in (0, 16):
            mine = [l for l in lanes if half <= l < half + 16]
            quarters = [[l for l in mine if l < half + 8], [l for l in mine if l >= half + 8]]
            parts += [mine] if kind == 'load' and agree(mine, lanes) else quarters
    parts = [p for p in parts if p]
    size = 32 if kind != 'rows' and width <= 4 else 16 if width == 8 else 8
    fewest = len({lane // size for lane in lanes})
    total = 0
    for part in parts:
        banks = defaultdict(list)
        for lane in part:
            first, last = lanes[lane] // 4, (lanes[lane] + width - 1) // 4
            for word in range(first, last + 1):
                banks[word % 32].append(word)
        total += max(len(w) if kind == 'atomic' else len(set(w)) for w in banks.values())
    return total, fewest


def agree(some, lanes):
    """All active lanes n and n xor 1, or all n and n xor 2, have one address."""
    return any(all(lanes[l] == lanes[l ^ bit] for l in some if l ^ bit in some) for bit in (1, 2))


def count(kernel, block, grid):
    totals = defaultdict(int)
    worst = defaultdict(int)
    threads = block[0] * block[1]
    for by in range(grid[1]):
        for bx in range(grid[0]):
            for warp in range(0, threads, 32):
                requests = defaultdict(dict)
                for lane in range(min(32, threads - warp)):
                    for access in kernel(Thread(warp + lane, block, (bx, by), grid)):
                        place, round, memory, kind, at, width = access
                        requests[place, round, memory, kind, width][lane] = at
                for (place, _, memory, kind, width), lanes in requests.items():
                    if memory == 'shared':
                        n, parts = passes(kind, lanes, width)
                        totals['shared_requests'] += 1
                        totals['wavefronts'] += n
                        totals['conflicts'] += max(0, n - parts)
                        worst[place] += max(0, n - parts)
                    else:
                        bytes = {b for at in lanes.values() for b in range(at, at + width)}
                        sectors = len({b // 32 for b in bytes})
                        ideal = -(-len(bytes) // 32)
                        totals['requests'] += 1
                        totals['sectors'] += sectors
                        totals['ideal_sectors'] += ideal
                        totals['lines'] += len({b // 128 for b in bytes})
                        totals['useful_bytes'] += len(bytes)
                        worst[place] += sectors - ideal
    return totals, worst


KERNELS = []


def contents(name, values):
    """Writes the elements of a tensor to a file; what an argument says of them."""
    with open(name + '.txt', 'w') as file:
        for k in range(0, len(values), 16):
            print(*values[k : k + 16], file=file)
    return f'[{len(values)}]=@datasets/cost/{name}.txt'


def kernel(file, arguments, block, grid=(1, 1), worst=None, shared=0, **more):
    def register(function):
        KERNELS.append((file, function, arguments, block, grid, worst, shared, more))
        return function

    return register


def write():
    print('# Written by model.py. After ">": arguments of heddle inspect; then the counters that are')
    print('# expected, those of memory that are not listed being 0, and the mark of the line with the most')
    print('# conflicts and sectors beyond the fewest.')
    for file, function, arguments, block, grid, worst, shared, more in KERNELS:
        dims = ','.join(map(str, block if block[1] > 1 else block[:1]))
        text = f'datasets/cost/{file}.ptx --entry {function.__name__} --block {dims} --cta all'
        if grid != (1, 1):
            text += ' --grid ' + ','.join(map(str, grid if grid[1] > 1 else grid[:1]))
        if shared:
            text += f' --shared {shared}'
        for argument in arguments:
            text += f" --arg '{argument}'" if ' ' in argument else f' --arg {argument}'
        totals, excess = count(function, block, grid)
        print(f'\n> {text}')
        for name in sorted(totals | more):
            if (totals | more)[name]:
                print(name, (totals | more)[name])
        if worst:
            assert excess[worst] == max(excess.values()), (function.__name__, dict(excess))
            print('worst', worst)


# ---------------------------------------------------------------- transposes

N = 64
SQUARE = [f'out:out:f32[{N},{N}]', f'in:in:f32[{N},{N}]', str(N)]
TILES = dict(file='transposes', arguments=SQUARE, block=(32, 32), grid=(2, 2))


def xy(t, tile=32, swap=False):
    bx, by = (t.by, t.bx) if swap else (t.bx, t.by)
    return bx * tile + t.tx, by * tile + t.ty


@kernel(**TILES)
def copy(t):
    x, y = xy(t)
    yield load('in', 'in', 4 * (y * N + x))
    yield store('out', 'out', 4 * (y * N + x))


@kernel(worst='naive', **TILES)
def naive(t):
    x, y = xy(t)
    yield load('naive', 'in', 4 * (y * N + x))
    yield store('naive', 'out', 4 * (x * N + y))


@kernel(worst='naive_reads', **TILES)
def naive_reads(t):
    x, y = xy(t)
    yield load('naive_reads', 'in', 4 * (x * N + y))
    yield store('naive_reads', 'out', 4 * (y * N + x))


def tiled(t, pitch, width=4, tile=32, mark='tiled'):
    x, y = xy(t, tile)
    yield load('in', 'in', width * (y * N + x), width)
    yield store('in', 'shared', width * (t.ty * pitch + t.tx), width)
    x, y = xy(t, tile, swap=True)
    yield load(mark, 'shared', width * (t.tx * pitch + t.ty), width)
    yield store(mark, 'out', width * (y * N + x), width)


@kernel(worst='tiled', **TILES)
def tile32(t):
    return tiled(t, 32)


@kernel(**TILES)
def padded(t):
    return tiled(t, 33)


@kernel(worst='tiled', **TILES)
def padded_by_two(t):
    return tiled(t, 34)


@kernel(**TILES)
def swizzled(t):
    x, y = xy(t)
    yield load('in', 'in', 4 * (y * N + x))
    yield store('in', 'shared', 4 * (t.ty * 32 + (t.tx ^ t.ty)))
    x, y = xy(t, swap=True)
    yield load('out', 'shared', 4 * (t.tx * 32 + (t.tx ^ t.ty)))
    yield store('out', 'out', 4 * (y * N + x))


@kernel('transposes', [a.replace('f32', 'f64') for a in SQUARE], (16, 16), (4, 4), worst='doubles')
def doubles(t):
    return tiled(t, 16, width=8, tile=16, mark='doubles')


@kernel('transposes', [a.replace('f32', 's16') for a in SQUARE], (32, 32), (2, 2), worst='shorts')
def shorts(t):
    return tiled(t, 32, width=2, mark='shorts')


# ---------------------------------------------------------------- reductions


def halving(t, first, to):
    step = first
    while step > to:
        if t.t < step:
            yield load('a', 'shared', 4 * t.t, round=step)
            yield load('b', 'shared', 4 * (t.t + step), round=step)
            yield store('c', 'shared', 4 * t.t, round=step)
        step //= 2


def ends(t):
    if t.t == 0:
        yield load('first', 'shared', 0)
        yield store('out', 'out', 4 * t.bx)


@kernel('reductions', ['in:in:f32[512]', 'out:out:f32[2]'], (256, 1), (2, 1))
def reduce1(t):
    yield load('in', 'in', 4 * (t.bx * 256 + t.t))
    yield store('in', 'shared', 4 * t.t)
    step = 1
    while step < 256:
        if t.t % (2 * step) == 0:
            yield load('a', 'shared', 4 * (t.t + step), round=step)
            yield load('b', 'shared', 4 * t.t, round=step)
            yield store('c', 'shared', 4 * t.t, round=step)
        step *= 2
    yield from ends(t)


@kernel('reductions', ['in:in:f32[512]', 'out:out:f32[2]'], (256, 1), (2, 1), worst='reduce2')
def reduce2(t):
    yield load('in', 'in', 4 * (t.bx * 256 + t.t))
    yield store('in', 'shared', 4 * t.t)
    step = 1
    while step < 256:
        i = 2 * step * t.t
        if i < 256:
            yield load('reduce2', 'shared', 4 * (i + step), round=(step, 0))
            yield load('reduce2', 'shared', 4 * i, round=(step, 1))
            yield store('reduce2', 'shared', 4 * i, round=step)
        step *= 2
    yield from ends(t)


@kernel('reductions', ['in:in:f32[512]', 'out:out:f32[2]'], (256, 1), (2, 1))
def reduce3(t):
    yield load('in', 'in', 4 * (t.bx * 256 + t.t))
    yield store('in', 'shared', 4 * t.t)
    yield from halving(t, 128, 0)
    yield from ends(t)


def two_loads(t):
    yield load('in', 'in', 4 * (t.bx * 512 + t.t))
    yield load('more', 'in', 4 * (t.bx * 512 + t.t + 256))
    yield store('in', 'shared', 4 * t.t)


@kernel('reductions', ['in:in:f32[1024]', 'out:out:f32[2]'], (256, 1), (2, 1))
def reduce4(t):
    yield from two_loads(t)
    yield from halving(t, 128, 0)
    yield from ends(t)


@kernel('reductions', ['in:in:f32[1024]', 'out:out:f32[2]'], (256, 1), (2, 1))
def reduce5(t):
    yield from two_loads(t)
    yield from halving(t, 128, 32)
    if t.t < 32:
        yield load('v', 'shared', 4 * t.t)
        for step in (32, 16, 8, 4, 2, 1):
            yield load('tail', 'shared', 4 * (t.t + step), round=step)
            yield store('tail', 'shared', 4 * t.t, round=step)
    yield from ends(t)


@kernel('reductions', ['in:in:f32[1024]', 'out:out:f32[2]'], (256, 1), (2, 1))
def reduce6(t):
    yield from two_loads(t)
    for step in (128, 64):
        if t.t < step:
            yield load('a', 'shared', 4 * (t.t + step), round=step)
            yield store('a', 'shared', 4 * t.t, round=step)
    if t.t < 32:
        yield load('last', 'shared', 4 * (t.t + 32))
    if t.t == 0:
        yield store('out', 'out', 4 * t.bx)


@kernel('reductions', ['in:in:f32[2000]', 'out:out:f32[2]', '2000'], (256, 1), (2, 1))
def reduce7(t):
    for i in range(t.bx * 256 + t.t, 2000, 512):
        yield load('in', 'in', 4 * i, round=i // 512)
    if t.t % 32 == 0:
        yield store('s', 'shared', 4 * (t.t // 32))
    if t.t < 8:
        yield load('last', 'shared', 4 * t.t)
    if t.t == 0:
        yield store('out', 'out', 4 * t.bx)


# ---------------------------------------------------------------- products


def abc(n):
    return [f'in:a:f32[{n},{n}]', f'in:b:f32[{n},{n}]', f'out:c:f32[{n},{n}]', str(n)]


@kernel('products', abc(32), (32, 8), (1, 4))
def by_rows(t):
    col, row = t.tx, t.by * 8 + t.ty
    for k in range(32):
        yield load('a', 'a', 4 * (row * 32 + k), round=k)
        yield load('b', 'b', 4 * (k * 32 + col), round=k)
    yield store('c', 'c', 4 * (row * 32 + col))


@kernel('products', abc(32), (32, 8), (1, 4), worst='by_columns')
def by_columns(t):
    row, col = t.tx, t.by * 8 + t.ty
    for k in range(32):
        yield load('by_columns', 'a', 4 * (row * 32 + k), round=k)
        yield load('by_columns', 'b', 4 * (k * 32 + col), round=k)
    yield store('c', 'c', 4 * (row * 32 + col))


@kernel('products', abc(32), (16, 16), (2, 2))
def tiled_product(t):
    row, col = t.by * 16 + t.ty, t.bx * 16 + t.tx
    for k in range(0, 32, 16):
        yield load('a', 'a', 4 * (row * 32 + k + t.tx), round=k)
        yield store('a', 'shared', 4 * (t.ty * 16 + t.tx), round=k)
        yield load('b', 'b', 4 * ((k + t.ty) * 32 + col), round=k)
        yield store('b', 'shared', 1024 + 4 * (t.ty * 16 + t.tx), round=k)
        for i in range(16):
            yield load('as', 'shared', 4 * (t.ty * 16 + i), round=(k, i))
            yield load('bs', 'shared', 1024 + 4 * (i * 16 + t.tx), round=(k, i))
    yield store('c', 'c', 4 * (row * 32 + col))


@kernel('products', abc(32), (32, 32), worst='transposed_tile')
def transposed_tile(t):
    yield load('a', 'a', 4 * (t.ty * 32 + t.tx))
    yield store('a', 'shared', 4 * (t.ty * 32 + t.tx))
    yield load('b', 'b', 4 * (t.ty * 32 + t.tx))
    yield store('b', 'shared', 4096 + 4 * (t.tx * 32 + t.ty))
    for i in range(32):
        yield load('transposed_tile', 'shared', 4 * (t.ty * 32 + i), round=(i, 'a'))
        yield load('transposed_tile', 'shared', 4096 + 4 * (t.tx * 32 + i), round=(i, 'b'))
    yield store('c', 'c', 4 * (t.ty * 32 + t.tx))


@kernel('products', abc(64), (16, 8), (1, 8))
def vectorised(t):
    col, row = 4 * t.tx, t.by * 8 + t.ty
    for k in range(64):
        yield load('a', 'a', 4 * (row * 64 + k), round=k)
        yield load('b', 'b', 4 * (k * 64 + col), 16, round=k)
    yield store('c', 'c', 4 * (row * 64 + col), 16)


# ---------------------------------------------------------------- accesses


def strided(name, type, width, stride, offset, worst=None, columns=''):
    def one(t):
        i = t.bx * 128 + t.t
        yield load('strided', 'in', width * (i * stride + offset), width)
        yield store('strided', 'out', width * i, width)

    one.__name__ = name
    size = 256 * stride + offset
    shapes = [f'out:out:{type}[256{columns}]', f'in:in:{type}[{size}{columns}]']
    kernel('accesses', shapes + [str(stride), str(offset)], (128, 1), (2, 1), worst=worst)(one)


strided('bytes', 's8', 1, 1, 0)
strided('bytes', 's8', 1, 3, 1, 'strided')
strided('halves', 's16', 2, 1, 0)
strided('halves', 's16', 2, 2, 0, 'strided')
strided('words', 'f32', 4, 1, 0)
strided('words', 'f32', 4, 1, 1, 'strided')
strided('words', 'f32', 4, 2, 0, 'strided')
strided('words', 'f32', 4, 9, 5, 'strided')
strided('pairs', 'f32', 8, 1, 0, columns=',2')
strided('pairs', 'f32', 8, 3, 0, 'strided', columns=',2')
strided('quads', 'f32', 16, 1, 0, columns=',4')
strided('quads', 'f32', 16, 2, 1, 'strided', columns=',4')


@kernel('accesses', ['out:out:f32[512]', 'in:in:f32[512]', '512'], (256, 1), (2, 1))
def backward(t):
    i = t.bx * 256 + t.t
    yield load('in', 'in', 4 * (511 - i))
    yield store('out', 'out', 4 * i)


@kernel('accesses', ['out:out:f32[512]', 'in:in:f32[2]'], (256, 1), (2, 1))
def broadcast(t):
    yield load('in', 'in', 4 * t.bx)
    yield store('out', 'out', 4 * (t.bx * 256 + t.t))


INDEX = [(7 * i * i + 3 * i + 1) % 300 for i in range(256)]


@kernel(
    'accesses',
    ['out:out:f32[256]', 'in:in:f32[300]', 'in:index:s32' + contents('index', INDEX)],
    (256, 1),
    worst='gather',
)
def gather(t):
    yield load('gather', 'index', 4 * t.t)
    yield load('gather', 'in', 4 * INDEX[t.t])
    yield store('gather', 'out', 4 * t.t)


@kernel('accesses', ['out:out:f32[512]', 'in:p:f32[512,3]'], (256, 1), (2, 1), worst='array_of_structures')
def array_of_structures(t):
    i = t.bx * 256 + t.t
    for field in range(3):
        yield load('array_of_structures', 'p', 12 * i + 4 * field, round=field)
    yield store('array_of_structures', 'out', 4 * i)


@kernel(
    'accesses',
    ['out:out:f32[512]', 'in:x:f32[512]', 'in:y:f32[512]', 'in:z:f32[512]'],
    (256, 1),
    (2, 1),
)
def structure_of_arrays(t):
    i = t.bx * 256 + t.t
    for field in 'xyz':
        yield load('in', field, 4 * i)
    yield store('out', 'out', 4 * i)


@kernel('accesses', ['out:out:f32[512]', 'in:p:f32[512,4]'], (256, 1), (2, 1))
def aligned_structures(t):
    i = t.bx * 256 + t.t
    yield load('in', 'p', 16 * i, 16)
    yield store('out', 'out', 4 * i)


@kernel('accesses', ['out:out:f32[300]', 'in:in:f32[300]', '300'], (256, 1), (2, 1))
def some_of_a_warp(t):
    i = t.bx * 256 + t.t
    if i < 300:
        yield load('in', 'in', 4 * i)
        yield store('out', 'out', 4 * i)


LENGTHS = [(5 * r) % 7 for r in range(100)]
START = [sum(LENGTHS[:r]) for r in range(101)]
COLUMNS = [(11 * k + k * k) % 90 for k in range(START[-1])]


@kernel(
    'accesses',
    [
        'out:y:f32[100]',
        'in:start:s32' + contents('start', START),
        'in:column:s32' + contents('column', COLUMNS),
        f'in:value:f32[{len(COLUMNS)}]',
        'in:x:f32[90]',
        '100',
    ],
    (128, 1),
    worst='sparse_rows',
)
def sparse_rows(t):
    if t.t < 100:
        yield load('start', 'start', 4 * t.t)
        yield load('start', 'start', 4 * (t.t + 1), round=1)
        for k in range(START[t.t], START[t.t + 1]):
            yield load('sparse_rows', 'value', 4 * k, round=k - START[t.t])
            yield load('sparse_rows', 'column', 4 * k, round=k - START[t.t])
            yield load('sparse_rows', 'x', 4 * COLUMNS[k], round=k - START[t.t])
        yield store('y', 'y', 4 * t.t)


# ---------------------------------------------------------------- shared memory


@kernel('shared', ['out:out:f32[64,2]'], (64, 1))
def pairs_in_order(t):
    yield store('s', 'shared', 8 * t.t, 8)
    yield load('s', 'shared', 8 * (t.t ^ 32), 8)
    yield store('out', 'out', 8 * t.t, 8)


@kernel('shared', ['out:out:f32[64,4]'], (64, 1))
def quads_in_order(t):
    yield store('s', 'shared', 16 * t.t, 16)
    yield load('s', 'shared', 16 * (t.t ^ 32), 16)
    yield store('out', 'out', 16 * t.t, 16)


@kernel('shared', ['out:out:f32[64,2]', 'in:in:f32[64,2]'], (64, 1))
def pairs_shared(t):
    yield load('in', 'in', 8 * t.t, 8)
    yield store('s', 'shared', 8 * t.t, 8)
    yield load('s', 'shared', 8 * (t.t // 2), 8)
    yield store('out', 'out', 8 * t.t, 8)


@kernel('shared', ['out:out:f32[64,4]', 'in:in:f32[64,4]'], (64, 1))
def quads_shared(t):
    yield load('in', 'in', 16 * t.t, 16)
    yield store('s', 'shared', 16 * t.t, 16)
    yield load('s', 'shared', 16 * (t.t // 4 * 2 + t.t % 2), 16)
    yield store('out', 'out', 16 * t.t, 16)


@kernel('shared', ['out:out:f32[32,4]', 'in:in:f32[32,4]'], (32, 1), worst='quads_apart')
def quads_apart(t):
    yield load('quads_apart', 'in', 16 * t.t, 16)
    yield store('quads_apart', 'shared', 128 * t.t, 16)
    yield load('s', 'shared', 128 * (t.t ^ 1), 16)
    yield store('out', 'out', 16 * t.t, 16)


@kernel('shared', ['out:out:f32[32]', 'in:in:f32[32]'], (32, 1))
def one_word(t):
    yield load('in', 'in', 4 * t.t)
    yield store('s', 'shared', 4 * t.t)
    yield load('s', 'shared', 28)
    yield store('out', 'out', 4 * t.t)


def strided_words(stride, worst):
    def one(t):
        yield load('strided_words', 'in', 4 * t.t)
        yield store('strided_words', 'shared', 4 * t.t * stride)
        yield load('s', 'shared', 4 * (31 - t.t) * stride)
        yield store('out', 'out', 4 * t.t)

    one.__name__ = 'strided_words'
    arguments = ['out:out:f32[32]', 'in:in:f32[32]', str(stride)]
    kernel('shared', arguments, (32, 1), worst=worst, shared=4 * 32 * stride)(one)


for s in (1, 2, 3, 4, 6, 8, 12, 16, 31, 32, 33):
    strided_words(s, 'strided_words' if s % 2 == 0 else None)


@kernel('shared', ['out:out:s8[128]', 'in:in:s8[128]'], (128, 1))
def bytes_of_words(t):
    yield load('in', 'in', t.t, 1)
    yield store('s', 'shared', t.t, 1)
    yield load('s', 'shared', 127 - t.t, 1)
    yield store('out', 'out', t.t, 1)


KEYS = [(i * i * 5 + i // 3) % 200 for i in range(128)]


@kernel(
    'shared',
    ['inout:out:s32[32]=zero', 'in:in:s32' + contents('keys', KEYS)],
    (128, 1),
    worst='histogram',
)
def histogram(t):
    if t.t < 32:
        yield store('zero', 'shared', 4 * t.t)
    yield load('histogram', 'in', 4 * t.t)
    yield 'histogram', 0, 'shared', 'atomic', 4 * (KEYS[t.t] & 31), 4
    if t.t < 32:
        yield load('bins', 'shared', 4 * t.t)
        yield 'bins', 0, 'out', 'atomic', 4 * t.t, 4


@kernel('shared', ['out:out:f32[256]', 'in:in:f32[258]', '256'], (128, 1), (2, 1), worst='stencil')
def stencil(t):
    i = t.bx * 128 + t.t
    yield load('stencil', 'in', 4 * (i + 1))
    yield store('stencil', 'shared', 4 * (t.t + 1))
    if t.t == 0:
        yield load('left', 'in', 4 * i)
        yield store('left', 'shared', 0)
    if t.t == 127:
        yield load('right', 'in', 4 * (i + 2))
        yield store('right', 'shared', 4 * 129)
    for k in range(3):
        yield load('s', 'shared', 4 * (t.t + k), round=k)
    yield store('out', 'out', 4 * i)


@kernel('shared', ['out:out:f32[256]', 'in:in:f32[258]'], (128, 1), (2, 1), worst='stencil_in_global')
def stencil_in_global(t):
    i = t.bx * 128 + t.t
    for k in range(3):
        yield load('stencil_in_global', 'in', 4 * (i + k), round=k)
    yield store('stencil_in_global', 'out', 4 * i)


def matrices(name, pitch, swizzle, worst):
    def one(t):
        def place(c):
            return 16 * (t.t * pitch + (c ^ (t.t // 2 & 3) if swizzle else c))

        for c in range(4):
            yield load('matrices', 'in', 16 * (t.t * 4 + c), 16, round=c)
            yield store('matrices', 'shared', place(c), 16, round=c)
        yield 'matrices', 0, 'shared', 'rows', place(1), 16
        for c in range(4):
            yield store('out', 'out', 4 * (t.t + 32 * c), round=c)

    one.__name__ = name
    kernel('shared', ['out:out:u32[128]', 'in:in:u32[128,4]'], (32, 1), worst=worst)(one)


matrices('matrices_plain', 4, False, 'matrices')
matrices('matrices_swizzled', 4, True, None)
matrices('matrices_padded', 5, False, 'matrices')


# ---------------------------------------------------------------- control


def both(t):
    yield load('a', 'in', 4 * t.t)
    yield load('b', 'in', 4 * (t.t + 1))
    yield store('out', 'out', 4 * t.t)


@kernel('control', ['out:out:f32[128]', 'in:in:f32[129]'], (128, 1))
def uniform(t):
    return both(t)


# In each of the four warps the threads with even numbers part from the others.
@kernel('control', ['out:out:f32[128]', 'in:in:f32[130]'], (128, 1), divergent_branches=4)
def divergent(t):
    if t.t % 2 == 0:
        for k in range(3):
            yield load('in', 'in', 4 * (t.t + k), round=k)
    yield store('out', 'out', 4 * t.t)


# Of each warp all threads but the last leave the loop while another one stays: 31 of its branches.
@kernel('control', ['out:out:f32[64]', 'in:in:f32[64]'], (64, 1), divergent_branches=62)
def triangle(t):
    for k in range(t.t + 1):
        yield load('in', 'in', 4 * k, round=k)
    yield store('out', 'out', 4 * t.t)


def quotient(a, b):
    return abs(a) // b * (1 if a >= 0 else -1)


@kernel('control', ['out:out:s32[16,64]', '64'], (32, 4), (2, 4))
def mandelbrot(t):
    yield store('out', 'out', 4 * ((t.by * 4 + t.ty) * 64 + t.bx * 32 + t.tx))


ORDER = [5, 0, 7, 3, 3, 1, 6, 2]


# Words of local memory that threads of a warp access at one index are neighbours: 4 sectors. Each of
# the two warps stores the array in two pieces of four words and loads eight words.
@kernel(
    'control',
    ['out:out:f32[64]', 'in:in:f32[512]', 'in:order:s32' + contents('order', ORDER)],
    (64, 1),
    local_requests=20,
    local_sectors=128,
)
def local_array(t):
    for k in range(8):
        yield load('in', 'in', 4 * (k * 64 + t.t), round=k)
    for k in range(8):
        yield load('order', 'order', 4 * k, round=k)
    yield store('out', 'out', 4 * t.t)


# At a wait two groups of 32 threads with 16 bytes each are in flight.
@kernel('control', ['out:out:f32[64,4]', 'in:in:f32[320,4]', '5'], (64, 1), bytes_in_flight=1024)
def pipeline(t):
    for k in range(5):
        yield load('copy', 'in', 16 * (k * 64 + t.t), 16, round=k)
        yield 'copy', k, 'shared', 'store', 16 * (k % 3 * 64 + t.t), 16
        yield load('s', 'shared', 16 * (k % 3 * 64 + (t.t ^ 1)), 16, round=k)
    yield store('out', 'out', 16 * t.t, 16)


with open('costs.txt', 'w') as sys.stdout:
    write()
