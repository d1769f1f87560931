package io.heddle.simulate;

import io.heddle.cost.CostCollector;
import io.heddle.cost.CostListener;
import io.heddle.cost.KernelCost;
import io.heddle.finding.Assumption;
import io.heddle.finding.Assumptions;
import io.heddle.finding.Finding;
import io.heddle.finding.LaunchException;
import io.heddle.finding.Location;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.machine.Counters;
import io.heddle.machine.Cta;
import io.heddle.machine.DynamicBarrier;
import io.heddle.machine.ForkException;
import io.heddle.machine.Machine;
import io.heddle.machine.Program;
import io.heddle.machine.ProgramDecoder;
import io.heddle.machine.ScheduleDependence;
import io.heddle.machine.SimulationOptions;
import io.heddle.machine.StopException;
import io.heddle.memory.AddressSpace;
import io.heddle.memory.GlobalMemory;
import io.heddle.memory.LeftVariables;
import io.heddle.memory.MemoryObject;
import io.heddle.memory.PlacedVariable;
import io.heddle.memory.Placement;
import io.heddle.memory.SharedLayout;
import io.heddle.memory.VariableLayout;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.sync.shadow.ShadowInvariants;
import io.heddle.term.LimitExceededException;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import io.heddle.value.RoundedNumbers;
import io.heddle.value.Views;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Executes a launch on symbolic inputs. */
public final class Simulator {
    private static final int MAX_CASES = 16;

    private final Launch launch;
    private final TermStore store;
    private final SimulationOptions options;
    private final Placement placement;
    private final Function entry;
    private final List<Dim3> ctas;
    private final AddressAudit audit;
    private Consumer<Program> watch = program -> {};
    private final int last;
    private final InSequence sequence;
    private boolean ticketsTaken = true; // in all cases
    private final List<Finding> findings = new ArrayList<>();
    private final Assumptions assumptions = new Assumptions();
    private final Map<Integer, Finding> undefinedReads = new LinkedHashMap<>();
    private final List<SimulationResult.Case> cases = new ArrayList<>();
    private final List<DynamicBarrier> barriers = new ArrayList<>();
    private final Set<Symbol> inputVariables = new LinkedHashSet<>();
    private RoundedNumbers rounded = RoundedNumbers.NONE;
    private Statistics statistics;
    private KernelCost cost; // of all cases so far; null if not counted

    private Simulator(
            Launch launch,
            TermStore store,
            SimulationOptions options,
            Placement placement,
            AddressAudit audit,
            int last,
            InSequence sequence) {
        this.launch = launch;
        this.sequence = sequence;
        this.last = last;
        this.audit = audit;
        this.store = store;
        this.options =
                options.oneOrder() && isOrderedByAtomics(launch) ? options.inAnyOrder() : options;
        this.placement = placement;
        this.entry = launch.module().function(launch.entry());
        if (entry == null || !entry.entry() || !entry.defined()) {
            throw new LaunchException(
                    "no entry " + launch.entry() + " in " + launch.module().file());
        }
        LaunchLimits.check(launch, entry);
        this.ctas = ctas();
    }

    /**
     * Executes {@code launch} and makes its terms in {@code store}. If the program may use an
     * address as a number, it is executed again with its objects at other addresses; if the outcome
     * then differs, the result is UNSUPPORTED. If its CTAs may find out which of them is the last,
     * it is executed with each as the last one ({@link LastCta}).
     *
     * @throws LaunchException if the arguments do not fit the entry, or the launch exceeds a limit
     */
    public static SimulationResult run(Launch launch, TermStore store, SimulationOptions options) {
        return run(launch, store, options, InSequence.ALONE);
    }

    /** The same for a launch that may be one of several. */
    static SimulationResult run(
            Launch launch, TermStore store, SimulationOptions options, InSequence sequence) {
        Simulator first =
                new Simulator(launch, store, options, Placement.UPWARD, null, -1, sequence);
        AddressUse.Suspect suspect = AddressUse.find(launch);
        AddressAudit audit = null;
        if (suspect != null && suspect.testsForNullOnly()) {
            audit = new AddressAudit(suspect.uses());
            first = new Simulator(launch, store, options, Placement.UPWARD, audit, -1, sequence);
        }
        SimulationResult result = first.run();
        if (suspect == null && isUnsupported(result) && !options.oneOrder()) {
            return new LastCta(
                            launch,
                            first.ctas.size(),
                            l -> withLast(launch, store, options, l, sequence))
                    .result()
                    .orElse(result);
        }
        return suspect == null || !result.complete()
                ? result
                : new PlacementIndependence(
                                launch,
                                suspect,
                                store,
                                result,
                                first.assumptions.alignments(),
                                audit,
                                (p, a) ->
                                        new Simulator(launch, store, options, p, a, -1, sequence)
                                                .run())
                        .checked();
    }

    /**
     * True if an instruction may order what threads do by what others read of it (PTX ISA 8.8,
     * release and acquire patterns: each has a fence, a release or an acquire).
     */
    private static boolean isOrderedByAtomics(Launch launch) {
        return launch.module().functions().stream()
                .filter(f -> !f.entry() || f.name().equals(launch.entry()))
                .flatMap(f -> f.body().stream())
                .anyMatch(
                        i ->
                                i.opcode().equals("membar")
                                        || i.opcode().equals("fence")
                                        || i.has("acquire")
                                        || i.has("release")
                                        || i.has("acq_rel"));
    }

    private static boolean isUnsupported(SimulationResult result) {
        return !result.complete()
                || result.findings().stream().anyMatch(f -> f.kind() == Finding.Kind.UNSUPPORTED);
    }

    /**
     * True if CTAs of a launch of the whole grid may find out by a counter which of them is the
     * last, so that none of them can be executed without the others.
     */
    public static boolean mayTakeTickets(Launch launch) {
        return LastCta.atomic(launch) != null;
    }

    private static LastCta.Run withLast(
            Launch launch,
            TermStore store,
            SimulationOptions options,
            int last,
            InSequence sequence) {
        Simulator s = new Simulator(launch, store, options, Placement.UPWARD, null, last, sequence);
        return new LastCta.Run(s.run(), s.ticketsTaken);
    }

    /** Executes {@code launch} once, with somebody who looks at the steps of its program. */
    static SimulationResult watch(
            Launch launch, TermStore store, SimulationOptions options, Consumer<Program> somebody) {
        Simulator again =
                new Simulator(launch, store, options, Placement.UPWARD, null, -1, InSequence.ALONE);
        again.watch = somebody;
        return again.run();
    }

    private List<Dim3> ctas() {
        if (launch.ctas() != null) {
            return List.of(launch.ctas());
        }
        List<Dim3> all = new ArrayList<>();
        for (int z = 0; z < launch.grid().z(); z++) {
            for (int y = 0; y < launch.grid().y(); y++) {
                for (int x = 0; x < launch.grid().x(); x++) {
                    all.add(new Dim3(x, y, z));
                }
            }
        }
        return all;
    }

    private SimulationResult run() {
        ArrayDeque<Map<Integer, Boolean>> pending = new ArrayDeque<>();
        pending.add(sequence.decided());
        boolean complete = true;
        int runs = 0;
        while (!pending.isEmpty()) {
            Map<Integer, Boolean> decided = pending.poll();
            try {
                complete &= runCase(decided);
            } catch (ForkException fork) {
                runs++;
                if (runs >= MAX_CASES) {
                    findings.add(
                            new Finding(
                                    Finding.Kind.UNSUPPORTED,
                                    "more than "
                                            + MAX_CASES
                                            + " cases of branches on scalar arguments",
                                    new Location(entry.position(), null),
                                    List.of()));
                    complete = false;
                    break;
                }
                Map<Integer, Boolean> yes = new LinkedHashMap<>(decided);
                yes.put(fork.condition(), true);
                Map<Integer, Boolean> no = new LinkedHashMap<>(decided);
                no.put(fork.condition(), false);
                pending.addFirst(no);
                pending.addFirst(yes);
            } catch (LimitExceededException limit) {
                findings.add(limited(limit));
                complete = false;
                break;
            }
        }
        return new SimulationResult(
                findings,
                complete,
                cases,
                assumptions.list(),
                (statistics == null ? nothingExecuted() : statistics).with(complete ? cost : null),
                ctas.size(),
                undefinedReads,
                barriers,
                rounded,
                List.copyOf(inputVariables));
    }

    private Finding limited(LimitExceededException limit) {
        return new Finding(
                Finding.Kind.UNDECIDED,
                limit.getMessage(),
                new Location(entry.position(), null),
                List.of());
    }

    private boolean runCase(Map<Integer, Boolean> decided) {
        options.checkClock(() -> "before the execution");
        int termsBefore = store.size();
        AddressSpace space = new AddressSpace(placement);
        Assumptions ofCase = sequence.assumptions();
        GlobalMemory global =
                new GlobalMemory(launch, store, space, placement, ofCase, sequence.left(), entry);
        SharedLayout shared =
                new SharedLayout(launch.module(), entry, launch.dynamicShared(), placement);
        Map<String, PlacedVariable> variables = new LinkedHashMap<>(global.variables());
        variables.putAll(shared.variables(""));
        Views views = sequence.views(store, options, ofCase);
        Program program =
                new ProgramDecoder(
                                launch.module(),
                                entry,
                                views,
                                InstructionSet.decoders(),
                                variables,
                                shared,
                                global.parameters(),
                                global.functions(),
                                VariableLayout.local(placement))
                        .decode();
        List<List<Instruction>> programs = new ArrayList<>();
        programs.add(program.instructions());
        programs.addAll(sequence.programs());
        programs.forEach(p -> p.forEach(views.overflows()::read));
        views.roundedSteps().read(programs);
        Machine machine =
                new Machine(
                        launch,
                        program,
                        store,
                        views,
                        ofCase,
                        options,
                        decided,
                        space,
                        ctas.size(),
                        last);
        machine.distinguish(sequence.number());
        if (audit != null) {
            audit.watch(program, space, shared, entry);
        }
        options.checkClock(() -> "before the first instruction");
        CostListener costs =
                options.countCosts()
                        ? new CostListener(program.code.length, launch.module().architecture())
                        : null;
        machine.listen(costs);
        watch.accept(program);
        if (machine.paths().isImpossible(store.trueTerm())) {
            return true; // no input leads to this case
        }
        global.fill(machine.clocks(), entry);
        boolean complete = execute(machine, global, shared);
        ticketsTaken &= machine.tickets().areTickets(complete);
        complete &= checkGathers(machine, global);
        machine.trapped().check(machine, new Location(entry.position(), null));
        LeftVariables left = global.left(machine.schedule().refusal(views));
        for (String name : left.changed()) {
            machine.assume(
                    Assumption.Kind.LEFT_VARIABLE,
                    "what the launch leaves in " + name + " does not matter",
                    null);
        }
        assumeMasks(machine);
        inputVariables.addAll(global.inputs());
        collect(machine, shared, termsBefore);
        if (complete && costs != null) {
            KernelCost one = CostCollector.collect(program, costs);
            cost = cost == null ? one : cost.or(one);
        }
        if (complete) {
            Map<String, OutputTensor> tensors = new LinkedHashMap<>();
            OutputReader outputs = new OutputReader(machine, options);
            for (MemoryObject o : global.tensors().values()) {
                tensors.put(o.tensor().name(), outputs.read(o));
            }
            assumeMasks(machine);
            assumptions.addAll(ofCase); // reading the outputs may have added some
            cases.add(
                    new SimulationResult.Case(
                            condition(store, decided),
                            tensors,
                            decided,
                            sequence.keeps() ? left : LeftVariables.NONE,
                            left.names()));
            checkSchedule(tensors, machine.schedule());
        }
        rounded = rounded.and(views.roundedSteps().numbers());
        return complete;
    }

    private static void assumeMasks(Machine machine) {
        if (machine.views().greatestMask() != null) {
            machine.assume(
                    Assumption.Kind.FINITE_MASK,
                    "finite masks: constants such as "
                            + machine.views().greatestMask().doubleValue()
                            + " stand for -inf",
                    null);
        }
    }

    private boolean execute(Machine machine, GlobalMemory global, SharedLayout shared) {
        try {
            for (int c = 0; c < ctas.size(); c++) {
                if (c != last) {
                    new Cta(machine, c, ctas, shared).run(shared);
                }
            }
            if (last >= 0) {
                new Cta(machine, last, ctas, shared).run(shared);
            }
        } catch (StopException stop) {
            return false;
        } catch (LimitExceededException limit) {
            machine.report(limited(limit), "");
            return false;
        }
        for (MemoryObject o : global.tensors().values()) {
            assert ShadowInvariants.violation(o.shadow()).isEmpty()
                    : o.name() + ": " + ShadowInvariants.violation(o.shadow());
        }
        return true;
    }

    /** What a load reads where data decide are initial elements, which no store may change. */
    private static boolean checkGathers(Machine machine, GlobalMemory global) {
        boolean complete = true;
        for (MemoryObject o : global.tensors().values()) {
            if (o.gather() != null && o.isWritten()) {
                machine.report(
                        new Finding(
                                Finding.Kind.UNSUPPORTED,
                                o.gather().opcode()
                                        + ": data decide where "
                                        + o.name()
                                        + " is read, and the launch writes to "
                                        + o.name(),
                                Location.of(o.gather()),
                                List.of()),
                        "");
                complete = false;
            }
        }
        return complete;
    }

    private void collect(Machine machine, SharedLayout shared, int termsBefore) {
        for (Finding f : machine.findings()) {
            if (!findings.contains(f)) {
                findings.add(f);
            }
        }
        assumptions.addAll(machine.assumptions());
        undefinedReads.putAll(machine.undefined().reads());
        barriers.addAll(machine.barriers());
        if (statistics == null) {
            Counters n = machine.counters();
            statistics =
                    new Statistics(
                            launch.block().size() * ctas.size(),
                            lines(),
                            n.instructions,
                            n.blockSyncs,
                            n.warpSyncs,
                            shared.bytes(),
                            store.size() - termsBefore,
                            n.loads,
                            n.stores,
                            n.generations,
                            n.shared.words(),
                            n.shared.accesses() + n.blockSyncs,
                            n.shared.pairs());
        }
    }

    private Statistics nothingExecuted() {
        return new Statistics(0, lines(), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    private int lines() {
        List<Instruction> body = entry.body();
        return body.isEmpty()
                ? 0
                : body.get(body.size() - 1).position().line() - entry.position().line() + 2;
    }

    /** The conjunction of decided conditions. */
    static int condition(TermStore store, Map<Integer, Boolean> decided) {
        int condition = store.trueTerm();
        for (Map.Entry<Integer, Boolean> e : decided.entrySet()) {
            int c = e.getValue() ? e.getKey() : store.not(e.getKey());
            condition = store.and(condition, c);
        }
        return condition;
    }

    /** Adds a finding if an output depends on the schedule. */
    private void checkSchedule(Map<String, OutputTensor> tensors, ScheduleDependence schedule) {
        TermWalk walk = new TermWalk();
        for (OutputTensor t : tensors.values()) {
            for (int i = t.nextWritten(0); i >= 0; i = t.nextWritten(i + 1)) {
                if (i % OutputReader.CLOCK_INTERVAL == 0) {
                    options.checkClock(() -> "after the execution");
                }
                int culprit = t.term(i) != 0 ? schedule.source(t.term(i), walk) : 0;
                if (culprit != 0) {
                    findings.add(
                            new Finding(
                                    Finding.Kind.UNSUPPORTED,
                                    t.spec().symbol().element(i)
                                            + " depends on the schedule: "
                                            + store.show(culprit, 80),
                                    new Location(entry.position(), null),
                                    List.of()));
                    return;
                }
            }
        }
    }
}
