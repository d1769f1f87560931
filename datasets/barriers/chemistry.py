#!/usr/bin/env python3
"""Writes chemistry.cu and broken_chemistry.cu: static dataflow over warps and named barriers, as the
Singe compiler makes it for chemistry kernels (WEFT, sections 2.3 and 5.3).

Every warp computes its own part of one random dataflow graph in straight-line code. A value that
another warp needs goes through one of a few slots in shared memory: the producer stores and arrives
at a named barrier, the consumers wait there and load. Slots and barrier ids are scarce and used
again as soon as the order of events allows it, which vector clocks tell here; where nothing is free,
all warps meet at barrier 0.

    ./chemistry.py      writes both files into its own folder, always the same
"""
import pathlib

SLOTS = 20
IDS = range(1, 16)
LANES = 32


class Random:
    """A linear congruential generator: the same numbers under every version of Python."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n

    def chance(self, percent):
        return self.below(100) < percent

    def choice(self, items):
        return items[self.below(len(items))]


class Clocks:
    """What each warp knows of the others: known[w][u] events of u happened before w's present."""

    def __init__(self, warps):
        self.known = [[0] * warps for _ in range(warps)]

    def event(self, warp):
        self.known[warp][warp] += 1
        return (warp, self.known[warp][warp])

    def knows(self, warp, event):
        return self.known[warp][event[0]] >= event[1]

    def meet(self, arrivers, waiters):
        for warp in arrivers + waiters:
            self.event(warp)
        joined = [max(column) for column in zip(*(self.known[w] for w in arrivers + waiters))]
        for warp in waiters:
            self.known[warp] = list(joined)
        return [self.event(warp) for warp in waiters]


class Dataflow:
    """One graph, its distribution over warps, and the mistake that is made on the way."""

    def __init__(self, warps, size, outputs, seed, mistake=None, pair=None, where=0.5):
        self.warps, self.size, self.outputs = warps, size, outputs
        self.random = Random(seed)
        self.mistake, self.pair, self.where = mistake, pair, where
        self.clocks = Clocks(warps)
        self.code = [[] for _ in range(warps)]  # the statements of each warp
        self.plain = []
        self.held = [set() for _ in range(warps)]
        self.owner = []
        self.unused = []
        self.ends = {}  # barrier id -> ends of its last generation, one event for each waiter
        self.uses = [[] for _ in range(SLOTS)]  # accesses of each slot since its last store, inclusive
        self.transfers = self.meetings = 0
        self.build()

    def due(self, mistake):
        """True once, past the stated part of the graph."""
        if self.mistake != mistake or len(self.owner) < self.where * self.size:
            return False
        self.mistake = None
        return True

    def mark(self):
        return f" //@ {self.pair}"

    def build(self):
        coefficients = self.mistake == "same-coefficients"
        for warp in range(self.warps):
            if coefficients or warp == 0:
                mark = self.mark() if coefficients and warp == 0 else ""
                self.code[warp].append(f"table[lane] = rates[lane];{mark}")
        self.meet_all()
        for warp in range(self.warps):
            for _ in range(2):
                index = len(self.owner)
                line = f"float v{index} = x[{index} * 32 + lane];"
                self.define(warp, line, line)
        while len(self.owner) < self.size:
            self.statement()
        if self.mistake not in (None, "same-coefficients"):
            raise ValueError(f"no place for {self.mistake}")
        while len(self.unused) > self.outputs:
            self.statement(self.unused[0], self.unused[1])
        for number in range(self.outputs):
            value = self.unused[number]
            line = f"y[{number} * 32 + lane] = v{value};"
            self.code[self.owner[value]].append(line)
            self.plain.append(line)

    def define(self, warp, line, plain):
        self.held[warp].add(len(self.owner))
        self.unused.append(len(self.owner))
        self.owner.append(warp)
        self.code[warp].append(line)
        self.plain.append(plain)

    def operand(self, warp):
        if len(self.unused) > 30 and self.random.chance(75):
            here = [v for v in self.unused if v in self.held[warp]]
            return here[0] if here and self.random.chance(80) else self.unused[0]
        recent = range(max(0, len(self.owner) - 40), len(self.owner))
        here = [v for v in recent if v in self.held[warp]]
        return self.random.choice(here if here and self.random.chance(80) else list(recent))

    def statement(self, a=None, b=None):
        warp = self.random.below(self.warps)
        a = self.operand(warp) if a is None else a
        b = self.operand(warp) if b is None else b
        for value in (a, b):
            if value not in self.held[warp]:
                self.transfer(value, warp)
            if value in self.unused:
                self.unused.remove(value)
        index, kind, rate = len(self.owner), self.random.below(100), self.random.below(LANES)
        if kind < 55:
            expression = f"fmaf(0.5f, v{a}, 0.375f * v{b})"
        elif kind < 80:
            expression = f"fmaf(table[{rate}], v{a}, 0.25f * v{b})"
        elif kind < 90:
            expression = f"fmaxf(v{a}, v{b})"
        elif kind < 97:
            expression = f"0.5f * v{a} * v{b}"
        else:
            expression = f"v{a} / (1.0f + v{b} * v{b})"
        line = f"float v{index} = {expression};"
        self.define(warp, line, line.replace("table[", "rates["))

    def transfer(self, value, consumer):
        producer = self.owner[value]
        consumers = [consumer] + [
            w
            for w in range(self.warps)
            if w not in (consumer, producer) and value not in self.held[w] and self.random.chance(10)
        ]
        slot, slot_mark = self.free_slot(producer)
        barrier, early = self.free_barrier([producer] + consumers)
        self.transfers += 1
        count = 32 * (1 + len(consumers))
        arrived = waited = count
        arrive_mark = wait_mark = ""
        if self.due("counts-disagree"):
            arrived, arrive_mark = count + 32, self.mark()
        elif self.due("count-too-large"):
            arrived = waited = count + 32
            wait_mark = self.mark()
        code = self.code[producer]
        code.append(f"hand[{slot}][lane] = v{value};{slot_mark}")
        stored = self.clocks.event(producer)
        if self.due("not-delivered"):
            wait_mark = self.mark()
        else:
            mark = self.mark() if producer in early else arrive_mark
            code.append(f"named::arrive({barrier}, {arrived});{mark}")
        self.ends[barrier] = self.clocks.meet([producer], consumers)
        self.uses[slot] = [stored]
        for warp in consumers:
            if early == [warp]:
                wait_mark = self.mark()
            self.code[warp].append(f"named::sync({barrier}, {waited});{wait_mark}")
            wait_mark = ""
            self.code[warp].append(f"float v{value} = hand[{slot}][lane];")
            self.uses[slot].append(self.clocks.event(warp))
            self.held[warp].add(value)
        if self.mistake == "cycle":
            self.make_cycle(producer, consumer)

    def make_cycle(self, producer, consumer):
        """The consumer's own next delivery to the producer is expected before this one is made."""
        if len(self.owner) < self.where * self.size:
            return
        self.mistake = None
        arrive = self.code[producer].pop()
        store = self.code[producer].pop()
        barrier, _ = self.free_barrier([producer, consumer])
        self.code[producer].append(f"named::sync({barrier}, 64);{self.mark()}")
        self.code[producer] += [store, arrive]
        self.code[consumer].append(f"named::arrive({barrier}, 64);")
        self.ends[barrier] = self.clocks.meet([consumer], [producer])

    def free_slot(self, producer):
        def free(slot):
            return all(self.clocks.knows(producer, use) for use in self.uses[slot])

        if self.mistake == "slot-too-early":
            taken = [s for s in range(SLOTS) if not free(s) and self.clocks.knows(producer, self.uses[s][0])]
            if taken and self.due("slot-too-early"):
                return self.random.choice(taken), self.mark()
        if not any(free(slot) for slot in range(SLOTS)):
            self.meet_all()
        return self.random.choice([s for s in range(SLOTS) if free(s)]), ""

    def free_barrier(self, participants):
        """An id, and by mistake one of those who do not know that its last generation is complete."""

        def early(barrier):
            ends = self.ends.get(barrier, [])
            return [w for w in participants if ends and not any(self.clocks.knows(w, e) for e in ends)]

        if self.mistake == "barrier-too-early":
            taken = [b for b in IDS if early(b)]
            if taken and self.due("barrier-too-early"):
                barrier = self.random.choice(taken)
                return barrier, early(barrier)[:1]
        if all(early(barrier) for barrier in IDS):
            self.meet_all()
        return self.random.choice([b for b in IDS if not early(b)]), []

    def meet_all(self):
        for code in self.code:
            code.append(f"named::sync(0, {32 * self.warps});")
        self.clocks.meet([], list(range(self.warps)))
        self.meetings += 1

    def statements(self):
        return sum(len(code) for code in self.code)

    def kernel(self, name):
        lines = [
            f'extern "C" __global__ void {name}(const float *x, const float *rates, float *y) {{',
            f"    __shared__ float hand[{SLOTS}][32], table[32];",
            "    int lane = threadIdx.x % 32;",
            "    switch (threadIdx.x / 32) {",
        ]
        for warp, code in enumerate(self.code):
            lines.append(f"    case {warp}: {{")
            lines += [f"        {line}" for line in code]
            lines += ["        break;", "    }"]
        return lines + ["    }", "}", ""]

    def plain_kernel(self, name):
        lines = [
            f'extern "C" __global__ void {name}(const float *x, const float *rates, float *y) {{',
            "    int lane = threadIdx.x;",
        ]
        return lines + [f"    {line}" for line in self.plain] + ["}", ""]


def write(name, head, lines):
    text = [f"// {line}" for line in head] + ["// Made by chemistry.py; do not edit.", ""]
    text += ['#include "named_barrier.cuh"', "", "#pragma nv_diag_suppress 177 // received and not used", ""]
    text += lines
    pathlib.Path(__file__).with_name(name).write_text("\n".join(text).rstrip() + "\n")


def main():
    graph = Dataflow(warps=8, size=3000, outputs=16, seed=2015)
    write(
        "chemistry.cu",
        [
            f"Dataflow over eight warps: {graph.statements()} statements, {graph.transfers} transfers over 15",
            f"barriers and {SLOTS} slots, {graph.meetings} meetings of all warps; and the same graph in one warp.",
        ],
        graph.kernel("dataflow") + graph.plain_kernel("dataflow_plain"),
    )
    mistakes = [
        ("cycle", "a warp waits for what the other does only afterwards"),
        ("not-delivered", "one arrival is missing"),
        ("count-too-large", "both sides of a transfer count a warp too many"),
        ("counts-disagree", "the sides of a transfer count differently"),
        ("barrier-too-early", "a barrier is used again before all who take part know that it is complete"),
        ("slot-too-early", "a slot is stored to before the producer knows that it was read"),
        ("same-coefficients", "every warp stores the table of rates"),
    ]
    lines = []
    for mistake, words in mistakes:
        where = {"cycle": 0.7, "count-too-large": 0.6}.get(mistake, 0.5)
        broken = Dataflow(4, 70, 8, 1504, mistake, f"dataflow-{mistake}", where)
        lines += [f"// {words[0].upper()}{words[1:]}."]
        lines += broken.kernel("dataflow_" + mistake.replace("-", "_"))
    lines += Dataflow(4, 70, 8, 1504).kernel("dataflow_small")
    lines += Dataflow(4, 70, 8, 1504).plain_kernel("dataflow_small_plain")
    write("broken_chemistry.cu", ["Small dataflow graphs over four warps, each with one mistake."], lines)


if __name__ == "__main__":
    main()
