#!/usr/bin/env python3
"""What kernels of this folder cost at all sizes: formulas worked out by hand, which the model (model.py) counts
at several sizes each. `datasets/cost/formulas.py > datasets/cost/formulas.txt` writes what CostFormulaTest expects.
"""
import sys
from fractions import Fraction

terminal = sys.stdout
import model  # writes costs.txt, to which it leads the output

sys.stdout = terminal
from model import load, store

FORMULAS = []


def value(formula, sizes):
    """The value of a formula: ^ is a power, / exact but where ceil or floor rounds it."""
    text = formula.replace('^', '**')
    names = {n: Fraction(v) for n, v in sizes.items()}
    return eval(text, {'ceil': lambda x: -(-x // 1), 'floor': lambda x: x // 1}, names)


def formulas(command, kernel, block, grid, launches, **expected):
    """Compares formulas with the model at some sizes; grid says the blocks at sizes."""
    for sizes in launches:
        globals().update(sizes)
        model.__dict__.update(sizes)
        totals, _ = model.count(kernel, block, grid(**sizes))
        for name in ['shared_requests', 'wavefronts', 'conflicts', 'requests', 'sectors']:
            counted, said = totals[name], value(expected.get(name, '0'), sizes)
            assert counted == said, (command, sizes, name, counted, said)
    FORMULAS.append((command, expected))


SQUARE = '--arg out:out:f32[N,N] --arg in:in:f32[N,N] --arg N'
TILES = f"--shape N=64 --assume 'N % 32 == 0' --block 32,32 --grid N/32,N/32 {SQUARE}"
SIZES = [dict(N=32), dict(N=96), dict(N=160)]


def tiles(entry, kernel, **expected):
    formulas(f'transposes.ptx --entry {entry} {TILES}', kernel, (32, 32), lambda N: (N // 32, N // 32), SIZES, **expected)


IN_ORDER = dict(requests='N^2/16', sectors='N^2/4')
tiles('copy', model.copy, **IN_ORDER)
tiles('naive', model.naive, requests='N^2/16', sectors='9*N^2/8')
tiles('naive_reads', model.naive_reads, requests='N^2/16', sectors='9*N^2/8')
tiles('tile32', model.tile32, shared_requests='N^2/16', wavefronts='33*N^2/32', conflicts='31*N^2/32', **IN_ORDER)
tiles('padded', model.padded, shared_requests='N^2/16', wavefronts='N^2/16', **IN_ORDER)
tiles('padded_by_two', model.padded_by_two, shared_requests='N^2/16', wavefronts='3*N^2/32', conflicts='N^2/32', **IN_ORDER)
tiles('swizzled', model.swizzled, shared_requests='N^2/16', wavefronts='N^2/16', **IN_ORDER)


def blocks(entry, kernel, arguments, threads, **expected):
    """Kernels of any number of blocks, G."""
    command = f'--shape G=2 --block {threads} --grid G {arguments}'
    sizes = [dict(G=1), dict(G=3), dict(G=7)]
    formulas(f'{entry} {command}', kernel, (threads, 1), lambda G: (G, 1), sizes, **expected)


INPUTS = '--arg in:in:f32[256*G] --arg out:out:f32[G]'
blocks('reductions.ptx --entry reduce1', model.reduce1, INPUTS, 256, shared_requests='150*G', wavefronts='150*G', requests='9*G', sectors='33*G')
blocks('reductions.ptx --entry reduce2', model.reduce2, INPUTS, 256, shared_requests='45*G', wavefronts='150*G', conflicts='105*G', requests='9*G', sectors='33*G')
blocks('reductions.ptx --entry reduce3', model.reduce3, INPUTS, 256, shared_requests='45*G', wavefronts='45*G', requests='9*G', sectors='33*G')
INPUTS = '--arg in:in:f32[512*G] --arg out:out:f32[G]'
blocks('reductions.ptx --entry reduce6', model.reduce6, INPUTS, 256, shared_requests='21*G', wavefronts='21*G', requests='17*G', sectors='65*G')


def guarded(t):
    i = t.bx * 256 + t.t
    if i < N:
        yield load('in', 'in', 4 * i)
        yield store('out', 'out', 4 * i)


formulas("accesses.ptx --entry some_of_a_warp --shape N=300 --block 256 --grid (N+255)/256 --arg out:out:f32[N] --arg in:in:f32[N] --arg N",
         guarded, (256, 1), lambda N: (-(-N // 256), 1), [dict(N=n) for n in (1, 31, 32, 33, 255, 257, 1000)],
         requests='2*ceil(N/32)', sectors='2*ceil(N/8)')


def modulo_seven(t):
    i = t.bx * 64 + t.t
    if i < N:
        yield load('in', 'in', 4 * (i % 7))
        yield store('out', 'out', 4 * i)


def part(divisor, more):
    def kernel(t):
        i = t.bx * 64 + t.t
        if i < (N + more) // divisor:
            yield load('in', 'in', 4 * i)
            yield store('out', 'out', 4 * i)

    return kernel


def indices(entry, kernel, **expected):
    formulas(f'indices.ptx --entry {entry} --shape N=100 --block 64 --grid (N+63)/64 --arg out:out:f32[N] --arg in:in:f32[N] --arg N',
             kernel, (64, 1), lambda N: (-(-N // 64), 1), [dict(N=n) for n in (7, 8, 31, 64, 65, 192, 193, 1000, 1009)], **expected)


indices('modulo_seven', modulo_seven, requests='2*ceil(N/32)', sectors='ceil(N/8) + ceil(N/32)')
indices('a_third', part(3, 2), requests='2*ceil(N/96)', sectors='2*ceil(N/24)')
indices('a_half', part(2, 0), requests='2*ceil((N - 1)/64)', sectors='2*ceil((N - 1)/16)')


def rows(t):
    col, row = t.bx * 32 + t.tx, t.by * 8 + t.ty
    for k in range(N):
        yield load('a', 'a', 4 * (row * N + k), round=k)
        yield load('b', 'b', 4 * (k * N + col), round=k)
    yield store('c', 'c', 4 * (row * N + col))


MATRICES = '--arg in:a:f32[N,N] --arg in:b:f32[N,N] --arg out:c:f32[N,N] --arg N'
formulas(f"products.ptx --entry by_rows --shape N=64 --assume 'N % 32 == 0' --block 32,8 --grid N/32,N/8 {MATRICES}",
         rows, (32, 8), lambda N: (N // 32, N // 8), [dict(N=32), dict(N=64), dict(N=96)],
         requests='N^3/16 + N^2/32', sectors='5*N^3/32 + N^2/8')

print('# Written by formulas.py. After ">": arguments of heddle inspect; then the formulas that are expected of the')
print('# memory counters, those that are not listed being 0.')
for command, expected in FORMULAS:
    print(f'\n> datasets/cost/{command}')
    for name in sorted(expected):
        print(name, '=', expected[name])
