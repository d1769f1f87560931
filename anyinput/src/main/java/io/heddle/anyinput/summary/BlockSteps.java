package io.heddle.anyinput.summary;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.bits.Level;
import io.heddle.anyinput.summary.Flow.Outcome;
import io.heddle.finding.Location;
import io.heddle.ptx.Effect;
import io.heddle.ptx.Form;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Opcode;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.ptx.RegisterUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Executes the instructions of a basic block. */
final class BlockSteps {
    private final boolean inGroups;
    private final BitTerms terms;
    private final Operands operands;
    private final PointGraph graph;
    private final IntegerSemantics integers;
    private final MemorySteps memory;
    private final CopySteps copies;
    private int unknowns;
    private boolean partial;

    /**
     * @param inGroups true if some barrier counts threads: then warps that come to different
     *     barriers may meet there, and a result of one is that of the warps that met
     */
    BlockSteps(
            BitTerms terms,
            Operands operands,
            PointGraph graph,
            Set<String> readOnly,
            boolean inGroups) {
        this.terms = terms;
        this.inGroups = inGroups;
        this.operands = operands;
        this.graph = graph;
        integers = new IntegerSemantics(terms);
        memory = new MemorySteps(this, terms, operands, readOnly);
        copies = new CopySteps(this, memory, terms);
    }

    /** The names of the objects that some instruction has written. */
    Set<String> written() {
        return memory.written();
    }

    /** Where the threads of a block are. */
    final class State {
        private final Registers registers;
        private final Context context;
        private BitTerm condition;
        private Point at;

        private State(Flow in, Context context) {
            registers = in.registers().copy();
            this.context = context;
            condition = in.condition();
            at = in.from().get(0);
        }

        BitTerm condition() {
            return condition;
        }

        Context context() {
            return context;
        }

        /** The condition under which a thread executes an instruction at these iterations. */
        BitTerm reaching(Instruction i) {
            return terms.conjunction(List.of(context.condition(), condition, guard(i)));
        }

        BitTerm guard(Instruction i) {
            if (i.guard() == null) {
                return terms.condition(true);
            }
            BitTerm p = register(i.guard());
            return i.guardNegated() ? terms.not(p) : p;
        }

        BitTerm register(Operand.Register r) {
            BitTerm value = registers.get(r.index());
            return value != null
                    ? value
                    : unknown("undefined " + r.name(), operands.width(r), Level.THREAD);
        }

        /** A value of which nothing is known but for whom it is one. */
        BitTerm unknown(String what, int width, Level level) {
            return terms.apply(what + " #" + unknowns++, width, level, context.counters());
        }

        /** Sets a register where the instruction's guard holds. */
        void set(Instruction i, Operand.Register r, BitTerm value) {
            int width = operands.width(r);
            BitTerm fitted = value;
            if (value.width() != width) {
                boolean signed = isSigned(i);
                fitted =
                        value.width() > width
                                ? terms.low(value, width)
                                : signed ? terms.sext(value, width) : terms.zext(value, width);
            }
            BitTerm old = registers.get(r.index());
            BitTerm guard = guard(i);
            registers.set(
                    r.index(),
                    guard.is(1)
                            ? fitted
                            : terms.ite(guard, fitted, old == null ? register(r) : old));
        }

        /** Threads begin a basic block. */
        void visit(List<Instruction> block) {
            visit(block, null, List.of(), false);
        }

        /** Threads come to a branch. */
        void branch(Instruction i) {
            if (i.guard() != null) {
                visit(List.of(i), guard(i), List.of(), false);
            }
        }

        /** Threads come to an access; {@code unknown} if it may lead to no known object. */
        void request(Instruction i, List<Access> accesses, boolean unknown) {
            visit(List.of(i), null, accesses, unknown);
        }

        private void visit(
                List<Instruction> of, BitTerm guard, List<Access> accesses, boolean unknown) {
            graph.visit(new Visit(of, comes(), guard, accesses, unknown, context.loops()));
        }

        /** The condition under which a thread comes here at these iterations. */
        private BitTerm comes() {
            return terms.and(context.condition(), condition);
        }

        void pass(Access access, Barrier barrier) {
            at = graph.after(at, access, barrier, comes());
        }

        /** Threads whose guard of an instruction holds do something with their copies. */
        void pass(Instruction i, CopyStep step) {
            at = graph.after(at, step, guard(i));
        }

        /** Threads whose guard of an instruction holds go to a block; of no instruction, all. */
        void leave(Outcome out, int block, Instruction i) {
            BitTerm guard = i == null ? terms.condition(true) : guard(i);
            leaveIf(out, block, guard);
        }

        void leaveIf(Outcome out, int block, BitTerm taken) {
            out.exit(block, new Flow(terms.and(condition, taken), registers.copy(), List.of(at)));
            condition = terms.and(condition, terms.not(taken));
        }

        void stop() {
            condition = terms.condition(false);
        }
    }

    State begin(Flow in, Context context) {
        return new State(in, context);
    }

    /** True if a value that is narrower than its register is one with a sign. */
    private static boolean isSigned(Instruction i) {
        PtxType t = IntegerSemantics.destination(i);
        return t != null && t.isSigned();
    }

    /** Executes an instruction that does not end the block. */
    void execute(State s, Instruction i) {
        if (s.condition.is(0)) {
            return;
        }
        Optional<Form> form = Opcode.form(i);
        Effect effect = form.map(Form::effect).orElse(Effect.CONTROL);
        switch (effect) {
            case PURE -> compute(s, i, form.get());
            case LOAD, STORE, ATOMIC -> {
                if (i.has("sync")) {
                    converge(s, i);
                }
                memory.execute(s, i);
            }
            case SYNC -> synchronise(s, i);
            case ASYNC -> copies.execute(s, i);
            case WARP -> {
                converge(s, i);
                lose(s, i);
            }
            case CARRY, HINT -> lose(s, i);
            default -> notFollowed(s, i);
        }
    }

    /** Leaves out an instruction; all registers that it sets may hold anything. */
    void notFollowed(State s, Instruction i) {
        gap(s, i, "--any-input does not follow " + i.mnemonic());
        lose(s, i);
    }

    /** Leaves out what an instruction does where it is executed. */
    private void gap(State s, Instruction i, String message) {
        gap(i, message, s.reaching(i));
    }

    void gap(Instruction i, String message, BitTerm condition) {
        graph.gap(new Gap(message, Location.of(i), condition));
    }

    /** All registers that it sets may hold anything. */
    private void lose(State s, Instruction i) {
        for (Operand.Register r : RegisterUse.of(i).set()) {
            s.set(i, r, s.unknown(i.mnemonic(), operands.width(r), Level.THREAD));
        }
    }

    private void compute(State s, Instruction i, Form form) {
        List<BitTerm> read = new ArrayList<>();
        List<Operand> set = new ArrayList<>(); // sinks, too: the second one stays the second one
        boolean plain = true;
        for (int k = 0; k < i.operands().size(); k++) {
            Operand o = i.operands().get(k);
            if (form.sets(k)) {
                plain &= !(o instanceof Operand.Vector);
                set.addAll(parts(o));
            } else if (o instanceof Operand.Vector v) {
                plain = false;
                v.elements().forEach(e -> read.add(value(s, e, 0)));
            } else {
                read.add(value(s, o, 0));
            }
        }
        for (int k = 0; k < set.size(); k++) {
            if (set.get(k) instanceof Operand.Register r) {
                s.set(i, r, computed(i, plain ? k : -1, k, read, operands.width(r)));
            }
        }
    }

    /** The operands that an operand with several parts consists of, in their order. */
    static List<Operand> parts(Operand o) {
        if (o instanceof Operand.Vector v) {
            return v.elements();
        }
        return o instanceof Operand.Pair p ? List.of(p.first(), p.second()) : List.of(o);
    }

    /**
     * A result.
     *
     * @param plain 0 for the first destination, 1 for the second one of a pair; −1 for one that is
     *     not looked into
     * @param number of the result
     */
    private BitTerm computed(Instruction i, int plain, int number, List<BitTerm> read, int width) {
        BitTerm known =
                switch (plain) {
                    case 0 -> integers.value(i, read);
                    case 1 -> integers.second(i, read);
                    default -> null;
                };
        return known != null
                ? known
                : terms.apply(i.mnemonic() + " result " + number, width, Level.GRID, read);
    }

    /** The value of an operand; an immediate or address has {@code width} bits, 0 for 64. */
    BitTerm value(State s, Operand o, int width) {
        int w = width == 0 ? 64 : width;
        if (o instanceof Operand.Register r) {
            return s.register(r);
        }
        if (o instanceof Operand.NegatedPredicate p) {
            return terms.not(s.register(p.register()));
        }
        if (o instanceof Operand.Immediate m) {
            return terms.constant(w, m.bits());
        }
        if (o instanceof Operand.Sum sum) {
            BitTerm r = s.register(sum.register());
            return terms.add(r, terms.constant(r.width(), sum.addend()));
        }
        BitTerm known = null;
        if (o instanceof Operand.SpecialRegister special) {
            known = operands.special(special);
        } else if (o instanceof Operand.Symbol symbol) {
            known = operands.address(symbol, w);
        }
        return known != null ? known : s.unknown("operand " + o, w, Level.THREAD);
    }

    // ---------------------------------------------------------------- barriers

    private void synchronise(State s, Instruction i) {
        if (i.has("cluster")) {
            gap(s, i, "--any-input does not follow " + i.mnemonic());
            return;
        }
        boolean ofWarp = i.has("warp");
        if (ofWarp && !isWhole(s, i)) {
            partial = true; // orders nothing that is relied on
            return;
        }
        if (ofWarp) {
            meet(s, i, Barrier.Kind.WARP, null, 0);
            return;
        }
        boolean ofBlock = meetByNumber(s, i);
        if (i.has("red")) {
            Level level = ofBlock && !inGroups ? Level.BLOCK : Level.THREAD;
            for (Operand.Register r : RegisterUse.of(i).set()) {
                s.set(i, r, s.unknown(i.mnemonic(), operands.width(r), level));
            }
        }
    }

    /** True for a barrier that says how many threads it waits for. */
    static boolean countsThreads(Instruction i) {
        boolean isBarrier = i.opcode().equals("bar") || i.opcode().equals("barrier");
        return isBarrier && !i.has("warp") && i.operands().size() > (i.has("red") ? 3 : 1);
    }

    /** A barrier for all threads of the block, which is true then, or for as many as it says. */
    private boolean meetByNumber(State s, Instruction i) {
        int first = i.has("red") ? 1 : 0;
        boolean counted = countsThreads(i);
        BitTerm number = value(s, i.operands().get(first), 32);
        BitTerm count = counted ? value(s, i.operands().get(first + 1), 32) : null;
        boolean known =
                counted ? count.isConstant() && count.low().bitLength() < 16 : number.isConstant();
        if (!known) {
            gap(
                    s,
                    i,
                    "--any-input does not follow barriers for some of the threads: "
                            + i.mnemonic());
            meet(s, i, Barrier.Kind.BLOCK, number, 0);
        } else if (counted) {
            Barrier.Kind kind = i.has("arrive") ? Barrier.Kind.ARRIVE : Barrier.Kind.GROUP;
            meet(s, i, kind, number, count.low().intValue());
        } else {
            meet(s, i, Barrier.Kind.BLOCK, number, 0);
        }
        return !counted;
    }

    /** Lanes that a warp operation names wait for each other. */
    private void converge(State s, Instruction i) {
        if (!i.has("sync")) {
            return;
        }
        if (i.has("aligned") || isWhole(s, i)) {
            meet(s, i, Barrier.Kind.LANES, null, 0);
        } else {
            partial = true;
        }
    }

    /** A place where threads wait; those whose guard does not hold go past it. */
    private void meet(State s, Instruction i, Barrier.Kind kind, BitTerm number, int threads) {
        boolean uniform =
                terms.and(s.condition, s.guard(i)).level().isUniform()
                        && s.context.condition().level().isUniform();
        Point before = s.at;
        s.pass(
                null,
                new Barrier(
                        kind,
                        number,
                        threads,
                        s.reaching(i),
                        uniform,
                        s.context.loops(),
                        Location.of(i)));
        if (!s.guard(i).is(1)) {
            s.at = graph.past(before, s.at, terms.not(s.guard(i)));
        }
    }

    /** True if some warp operation may name some lanes only. */
    boolean namesSomeLanes() {
        return partial;
    }

    /** True for a mask of all lanes, which is the last operand. */
    private boolean isWhole(State s, Instruction i) {
        Operand mask = i.operands().get(i.operands().size() - 1);
        return value(s, mask, 32).is(0xffffffffL);
    }
}
