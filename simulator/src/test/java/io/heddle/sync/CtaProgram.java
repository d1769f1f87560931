package io.heddle.sync;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The thread programs of one CTA. A <em>thread</em> is here a set of lanes of one warp that execute
 * the same barriers together; it counts as many times as it has lanes.
 */
record CtaProgram(List<ThreadProgram> threads) {
    /** Copies the list. */
    CtaProgram {
        threads = List.copyOf(threads);
    }

    /**
     * Straight-line code; after the last command the thread exits.
     *
     * @param lanes bit set
     */
    record ThreadProgram(int warp, int lanes, List<Command> commands) {
        /** Copies the list. */
        ThreadProgram {
            commands = List.copyOf(commands);
        }

        /** The number of threads that it stands for. */
        int weight() {
            return Integer.bitCount(lanes);
        }

        /** Its first lane's index in the CTA. */
        int first() {
            return warp * Command.WARP + Integer.numberOfTrailingZeros(lanes);
        }

        /** True if both are the same lanes. */
        boolean isSameAs(ThreadProgram other) {
            return warp == other.warp && lanes == other.lanes;
        }

        ThreadProgram with(List<Command> others) {
            return new ThreadProgram(warp, lanes, others);
        }
    }

    /** Whole warps; {@code sync 0 64; arrive@7 1 64; write 8 4; read 0 4 4} is a program of one. */
    static CtaProgram ofWarps(String... programs) {
        List<ThreadProgram> threads = new ArrayList<>();
        for (int w = 0; w < programs.length; w++) {
            threads.add(new ThreadProgram(w, -1, parse(w, programs[w])));
        }
        return new CtaProgram(threads);
    }

    /** Half warps, lower half first. */
    static CtaProgram ofHalfWarps(String... programs) {
        List<ThreadProgram> threads = new ArrayList<>();
        for (int h = 0; h < programs.length; h++) {
            int lanes = h % 2 == 0 ? 0xffff : 0xffff0000;
            threads.add(new ThreadProgram(h / 2, lanes, parse(h / 2, programs[h])));
        }
        return new CtaProgram(threads);
    }

    private static List<Command> parse(int warp, String program) {
        List<Command> commands = new ArrayList<>();
        for (String text : program.split(";", -1)) {
            if (!text.isBlank()) {
                commands.add(command(warp, text.strip().split(" +")));
            }
        }
        return commands;
    }

    private static Command command(int warp, String[] words) {
        int at = words[0].indexOf('@');
        int label =
                at < 0 ? Command.Register.UNALIGNED : Integer.parseInt(words[0].substring(at + 1));
        return switch (at < 0 ? words[0] : words[0].substring(0, at)) {
            case "read" -> access(Command.Sort.READ, words);
            case "write" -> access(Command.Sort.WRITE, words);
            case "add" -> access(Command.Sort.ADD, words);
            case "sync" -> register(Command.Verb.SYNC, words, label);
            case "arrive" -> register(Command.Verb.ARRIVE, words, label);
            case "red" -> register(Command.Verb.RED, words, label);
            case "warp" ->
                    new Command.Register(
                            Command.Verb.SYNC,
                            Command.Place.ofWarp(warp, Integer.parseUnsignedInt(words[1], 16)),
                            Command.LIVE);
            default -> throw new IllegalArgumentException(Arrays.toString(words));
        };
    }

    private static Command access(Command.Sort sort, String[] words) {
        return new Command.Access(
                sort,
                Integer.parseInt(words[1]),
                Integer.parseInt(words[2]),
                words.length < 4 ? Command.Access.FIRST : Integer.parseInt(words[3]));
    }

    private static Command register(Command.Verb verb, String[] words, int label) {
        int count = words.length < 3 ? Command.LIVE : Integer.parseInt(words[2]);
        Command.Place place = Command.Place.named(Integer.parseInt(words[1]));
        return new Command.Register(verb, place, count, label);
    }

    /** The same with aligned barriers, each at an instruction of its own. */
    CtaProgram toAligned() {
        CtaProgram result = this;
        int label = 0;
        for (int t = 0; t < threads.size(); t++) {
            List<Command> commands = new ArrayList<>();
            for (Command c : threads.get(t).commands()) {
                boolean named = c instanceof Command.Register r && r.place().isNamed();
                commands.add(
                        named
                                ? new Command.Register(
                                        ((Command.Register) c).verb(),
                                        ((Command.Register) c).place(),
                                        ((Command.Register) c).count(),
                                        label++)
                                : c);
            }
            result = result.with(t, commands);
        }
        return result;
    }

    /** True if all named barriers are aligned ones and each thread is all there is of a warp. */
    boolean isAligned() {
        return registers().noneMatch(r -> r.place().isNamed() && !r.isAligned()) && hasWholeWarps();
    }

    /** True if aligned barriers occur beside others, or in threads that are not whole warps. */
    boolean isMixed() {
        return registers().anyMatch(Command.Register::isAligned) && !isAligned();
    }

    /** True if each thread is all there is of a warp. */
    boolean hasWholeWarps() {
        return threads.stream().mapToInt(ThreadProgram::warp).distinct().count() == threads.size();
    }

    /** All registrations. */
    Stream<Command.Register> registers() {
        return threads.stream()
                .flatMap(t -> t.commands().stream())
                .filter(Command.Register.class::isInstance)
                .map(Command.Register.class::cast);
    }

    /** True if threads of a last warp that is not full come to a barrier with a count. */
    boolean hasPartialWarpAtCount() {
        ThreadProgram last = threads.get(threads.size() - 1);
        return weight() % Command.WARP != 0
                && last.commands().stream()
                        .anyMatch(
                                c -> c instanceof Command.Register r && r.count() != Command.LIVE);
    }

    /** All barriers that occur, each once. */
    List<Command.Place> places() {
        return registers().map(Command.Register::place).distinct().toList();
    }

    /** All its threads, lanes counted. */
    int weight() {
        return threads.stream().mapToInt(ThreadProgram::weight).sum();
    }

    /** All pairs of accesses in conflict, between lanes of one thread or of two. */
    Set<Race> conflicts() {
        List<Trace.Step> accesses = new ArrayList<>();
        for (int t = 0; t < threads.size(); t++) {
            for (int i = 0; i < threads.get(t).commands().size(); i++) {
                if (threads.get(t).commands().get(i) instanceof Command.Access) {
                    accesses.add(new Trace.Step(t, i));
                }
            }
        }
        Set<Race> conflicts = new TreeSet<>();
        for (int a = 0; a < accesses.size(); a++) {
            for (Trace.Step other : accesses.subList(a, accesses.size())) {
                if (conflict(accesses.get(a), other)) {
                    conflicts.add(Race.of(accesses.get(a), other));
                }
            }
        }
        return conflicts;
    }

    private boolean conflict(Trace.Step a, Trace.Step b) {
        ThreadProgram one = threads.get(a.thread());
        ThreadProgram other = threads.get(b.thread());
        Command.Access access = (Command.Access) one.commands().get(a.command());
        return access.conflicts(one, (Command.Access) other.commands().get(b.command()), other);
    }

    /** With another program for one thread. */
    CtaProgram with(int thread, List<Command> commands) {
        List<ThreadProgram> changed = new ArrayList<>(threads);
        changed.set(thread, threads.get(thread).with(commands));
        return new CtaProgram(changed);
    }

    /**
     * Each thread of several lanes in two parts that register one by one, as lanes do at barriers
     * that are not aligned; without accesses, which do not affect synchronisation.
     */
    CtaProgram split() {
        List<ThreadProgram> parts = new ArrayList<>();
        for (ThreadProgram t : threads) {
            int half = 0;
            while (Integer.bitCount(half) * 2 < t.weight()) {
                half |= Integer.lowestOneBit(t.lanes() & ~half);
            }
            List<Command> commands =
                    t.commands().stream().filter(Command.Register.class::isInstance).toList();
            parts.add(new ThreadProgram(t.warp(), half, commands));
            parts.add(new ThreadProgram(t.warp(), t.lanes() & ~half, commands));
        }
        return new CtaProgram(parts);
    }

    @Override
    public String toString() {
        return threads.stream()
                .map(
                        t ->
                                "warp "
                                        + t.warp()
                                        + " lanes "
                                        + Integer.toHexString(t.lanes())
                                        + ": "
                                        + t.commands().stream()
                                                .map(Object::toString)
                                                .collect(Collectors.joining("; ")))
                .collect(Collectors.joining("\n", "\n", "\n"));
    }
}
