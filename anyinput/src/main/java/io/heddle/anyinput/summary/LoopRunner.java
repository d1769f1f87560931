package io.heddle.anyinput.summary;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.bits.Level;
import io.heddle.anyinput.bits.Substitution;
import io.heddle.anyinput.summary.Flow.Outcome;
import io.heddle.anyinput.summary.Summariser.Region;
import io.heddle.finding.Location;
import io.heddle.flow.ControlFlowGraph;
import io.heddle.flow.Loops.Loop;
import io.heddle.ptx.Operand;
import io.heddle.ptx.RegisterUse;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Executes loops: round by round where constants say after each round whether there is another one,
 * else once for the k-th iteration. A loop has fewer than 2<sup>32</sup> iterations.
 */
final class LoopRunner {
    private static final int MOST_ROUNDS = 40;
    private static final int MOST_POINTS = 400; // that rounds make
    private static final int COUNTER = 64;

    /** How the names of the functions begin that give registers that have no closed form. */
    private static final String OPAQUE = "register ";

    private static final BigInteger LAST = BigInteger.ONE.shiftLeft(32).subtract(BigInteger.TWO);

    private final BitTerms terms;
    private final ControlFlowGraph flow;
    private final PointGraph graph;
    private final Operands operands;
    private final Body body;
    private final Map<String, Axiom> axioms = new HashMap<>();
    private final Map<String, Axiom> goesOn = new HashMap<>();
    private int number;

    /** Executes a region. */
    interface Body {
        Outcome run(Region region, Flow in, Context context);
    }

    LoopRunner(
            BitTerms terms, ControlFlowGraph flow, PointGraph graph, Operands operands, Body body) {
        this.terms = terms;
        this.flow = flow;
        this.graph = graph;
        this.operands = operands;
        this.body = body;
    }

    /** What is known of the functions that loops have made. */
    Map<String, Axiom> axioms() {
        return axioms;
    }

    /**
     * What holds in each iteration before one that is reached, by the name of the function that
     * says whether it is; the last parameter is the iteration.
     */
    Map<String, Axiom> goesOn() {
        return goesOn;
    }

    /** Executes a loop to which threads come. */
    Outcome run(Loop loop, Flow in, Context context) {
        PointGraph.Mark mark = graph.mark();
        Outcome rounds = roundByRound(loop, in, context);
        if (rounds != null) {
            return rounds;
        }
        graph.undo(mark);
        return inClosedForm(loop, in, context);
    }

    private static Region bodyOf(Loop loop) {
        return new Region(loop.header(), loop.header(), loop.blocks(), loop.inner());
    }

    private Outcome roundByRound(Loop loop, Flow in, Context context) {
        Flow at = in;
        int before = graph.mark().points();
        for (int round = 0; round < MOST_ROUNDS; round++) {
            Outcome o = body.run(bodyOf(loop), at, context);
            if (o.back().isEmpty()) {
                return o;
            }
            if (!o.exits().isEmpty() || graph.mark().points() - before > MOST_POINTS) {
                return null;
            }
            at = joined(o.back());
        }
        return null;
    }

    private Flow joined(List<Flow> flows) {
        Flow merged = Flow.merge(flows, terms);
        return new Flow(merged.condition(), merged.registers(), List.of(graph.join(flows)));
    }

    // ---------------------------------------------------------------- closed forms

    /** What the next value of each register is, found by a trial of one iteration. */
    private final class Trial {
        private final Loop loop;
        private final Flow in;
        private final Context context;
        private final String name;
        private final Map<Integer, Level> levels = new HashMap<>();
        private final Map<Integer, BitTerm> now = new HashMap<>();
        private final Map<Integer, BitTerm> first = new HashMap<>();
        private final Map<Integer, BitTerm> next = new HashMap<>();
        private final Map<Integer, BitTerm> opaque = new TreeMap<>(); // if k > 0
        private final Set<String> ofTrial = new HashSet<>();
        private boolean uniform = true;
        private BitTerm counter;

        Trial(Loop loop, Flow in, Context context) {
            this.loop = loop;
            this.in = in;
            this.context = context;
            name = "loop " + number++;
            Map<Integer, Operand.Register> set = new TreeMap<>();
            loop.blocks().stream()
                    .forEach(
                            b -> {
                                for (int k = flow.start(b); k < flow.end(b); k++) {
                                    RegisterUse.of(flow.body().get(k))
                                            .set()
                                            .forEach(r -> set.put(r.index(), r));
                                }
                            });
            set.forEach(
                    (r, register) -> {
                        BitTerm before = in.registers().get(r);
                        first.put(r, before != null ? before : undefined(register));
                    });
            first.forEach((r, t) -> levels.put(r, t.level().isUniform() ? Level.BLOCK : t.level()));
            while (!isStable()) {
                // a level was finer than supposed
            }
        }

        /** What a register holds that nothing has set before the loop: anything. */
        private BitTerm undefined(Operand.Register r) {
            String of = "undefined " + r.name() + " before " + name;
            return terms.apply(of, operands.width(r), Level.THREAD, context.counters());
        }

        private boolean isStable() {
            counter =
                    terms.counter(
                            "iteration of " + name + (uniform ? "" : " of the thread"),
                            COUNTER,
                            uniform ? Level.BLOCK : Level.THREAD,
                            LAST);
            Registers registers = in.registers().copy();
            first.forEach(
                    (r, t) -> {
                        Level level = levels.get(r);
                        String of = "register " + r + " of " + name + " " + level;
                        now.put(r, terms.variable(of, t.width(), level));
                        registers.set(r, now.get(r));
                    });
            PointGraph.Mark mark = graph.mark();
            Set<String> before = Set.copyOf(axioms.keySet());
            Flow start = new Flow(terms.condition(true), registers, List.of(graph.join()));
            BitTerm always = terms.condition(true);
            LoopRun run = new LoopRun(-1, counter, counter, uniform, always, List.of(), null);
            Outcome o = body.run(bodyOf(loop), start, context.inside(terms.condition(true), run));
            graph.undo(mark);
            ofTrial.addAll(axioms.keySet());
            ofTrial.removeAll(before);
            boolean stays = isUniform(o);
            boolean stable = uniform == stays || !uniform;
            uniform &= stays;
            if (o.back().isEmpty()) {
                return stable;
            }
            Flow back = Flow.merge(o.back(), terms);
            for (int r : first.keySet()) {
                next.put(r, back.registers().get(r));
                Level level = next.get(r).level();
                if (levels.get(r).isUniform() && !level.isUniform()) {
                    levels.put(r, Level.THREAD);
                    stable = false;
                }
            }
            return stable;
        }

        /** True if all threads of a block go on, or none does; who does not leaves the loop. */
        private boolean isUniform(Outcome o) {
            BitTerm goesOn = terms.condition(false);
            for (Flow f : o.back()) {
                goesOn = terms.or(goesOn, f.condition());
            }
            return goesOn.level().isUniform();
        }

        /** The registers at the beginning of iteration k. */
        Registers registers() {
            Map<Integer, BitTerm> forms =
                    next.isEmpty()
                            ? first
                            : new ClosedForms(terms, counter, now, first, next, ofTrial).forms();
            Registers registers = in.registers().copy();
            BitTerm isFirst = terms.eq(counter, terms.constant(COUNTER, 0));
            first.forEach(
                    (r, t) -> {
                        BitTerm form = forms.get(r);
                        if (form == null) {
                            BitTerm any =
                                    terms.apply(opaque(r), t.width(), levels.get(r), counters());
                            opaque.put(r, any);
                            form = terms.ite(isFirst, t, any);
                        }
                        registers.set(r, form);
                    });
            return registers;
        }

        private String opaque(int register) {
            return OPAQUE + register + " in " + name;
        }

        private List<BitTerm> counters() {
            List<BitTerm> all = new ArrayList<>(context.counters());
            all.add(counter);
            return all;
        }
    }

    private Outcome inClosedForm(Loop loop, Flow in, Context context) {
        Trial trial = new Trial(loop, in, context);
        BitTerm counter = trial.counter;
        Level level = trial.uniform ? Level.BLOCK : Level.THREAD;
        BitTerm last =
                terms.apply(
                        LoopRun.LAST + trial.name,
                        COUNTER,
                        level,
                        context.counters(),
                        BigInteger.ZERO,
                        LAST);
        BitTerm reached = terms.apply(LoopRun.REACHING + trial.name, 1, level, trial.counters());
        BitTerm entered = terms.and(context.condition(), in.condition());
        LoopRun run =
                new LoopRun(
                        number++,
                        counter,
                        last,
                        trial.uniform,
                        entered,
                        context.loops(),
                        Location.of(flow.body().get(flow.start(loop.header()))));
        Point header = graph.join();
        in.from().forEach(p -> p.add(new Point.Edge(header, run, null, in.condition())));
        Context inside = context.inside(terms.and(entered, reached), run);
        Flow start = new Flow(terms.condition(true), trial.registers(), List.of(header));
        Outcome o = body.run(bodyOf(loop), start, inside);
        BitTerm goesOn = terms.condition(false);
        for (Flow f : o.back()) {
            goesOn = terms.or(goesOn, f.condition());
            f.from().forEach(p -> p.add(new Point.Edge(header, null, run, f.condition())));
        }
        boolean hasBarriers = graph.hasBarrierFrom(header);
        knowReached(trial, reached, goesOn, hasBarriers ? last : terms.constant(COUNTER, LAST));
        this.goesOn.put(reached.name(), new Axiom(trial.counters(), goesOn));
        if (!o.back().isEmpty()) {
            knowResults(trial, Flow.merge(o.back(), terms).registers());
        }
        return exits(o, in, context, trial, run, reached);
    }

    /**
     * A register without a closed form holds in iteration k what the iteration before left in it.
     * That is said where it depends on what an atomic has returned, of which more is known, and not
     * on a register without a closed form, so that the saying ends.
     */
    private void knowResults(Trial trial, Registers left) {
        BitTerm counter = trial.counter;
        BitTerm before = terms.sub(counter, terms.constant(COUNTER, 1));
        BitTerm isFirst = terms.eq(counter, terms.constant(COUNTER, 0));
        trial.opaque.forEach(
                (r, any) -> {
                    BitTerm value = left.get(r);
                    Set<BitTerm> leaves = value == null ? Set.of() : ClosedForms.leaves(value);
                    if (leaves.stream().anyMatch(Addition::isResult)
                            && leaves.stream().noneMatch(t -> t.name().startsWith(OPAQUE))) {
                        BitTerm past = terms.substitute(value, Map.of(counter, before));
                        BitTerm holds = terms.or(isFirst, terms.eq(any, past));
                        axioms.put(any.name(), new Axiom(trial.counters(), holds));
                    }
                });
    }

    /** Iteration k is reached if k = 0 or the loop went on after iteration k − 1. */
    private void knowReached(Trial trial, BitTerm reached, BitTerm goesOn, BitTerm last) {
        BitTerm counter = trial.counter;
        BitTerm before = terms.sub(counter, terms.constant(COUNTER, 1));
        BitTerm went = terms.substitute(goesOn, Map.of(counter, before));
        BitTerm facts = new LoopFacts(terms, counter).of(goesOn);
        BitTerm isFirst = terms.eq(counter, terms.constant(COUNTER, 0));
        BitTerm later = terms.conjunction(List.of(went, facts));
        BitTerm within = terms.not(terms.ult(last, counter));
        BitTerm holds = terms.or(terms.not(reached), terms.and(within, terms.or(isFirst, later)));
        axioms.put(reached.name(), new Axiom(trial.counters(), holds));
    }

    /** The ways out, at the last iteration. */
    private Outcome exits(
            Outcome o, Flow in, Context context, Trial trial, LoopRun run, BitTerm reached) {
        Substitution atLast = new Substitution(terms, Map.of(trial.counter, run.last()));
        Outcome result = new Outcome();
        BitTerm taken = terms.condition(false);
        BitTerm none = terms.condition(true); // of the exits before
        int left = o.exits().size();
        for (Map.Entry<Integer, List<Flow>> e : o.exits().entrySet()) {
            Flow exit = joined(e.getValue());
            BitTerm leaves = atLast.of(exit.condition());
            taken = terms.or(taken, leaves);
            left--;
            BitTerm chosen = left == 0 ? none : terms.and(none, leaves);
            none = terms.and(none, terms.not(leaves));
            Registers registers = new Registers(exit.registers().count());
            for (int r = 0; r < registers.count(); r++) {
                BitTerm value = exit.registers().get(r);
                registers.set(r, value == null ? null : atLast.of(value));
            }
            result.exit(
                    e.getKey(),
                    new Flow(terms.and(in.condition(), chosen), registers, exit.from()));
        }
        BitTerm holds = terms.and(atLast.of(reached), taken);
        axioms.put(
                run.last().name(),
                new Axiom(context.counters(), terms.or(terms.not(run.entered()), holds)));
        return result;
    }
}
