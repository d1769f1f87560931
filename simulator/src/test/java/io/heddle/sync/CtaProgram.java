package io.heddle.sync;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The thread programs of one CTA. A <em>thread</em> is here a set of lanes of one warp that execute
 * the same barriers together; it counts as many times as it has lanes.
 *
 * @param aligned whether its barriers are the aligned ones: then each thread is a whole warp
 */
record CtaProgram(boolean aligned, List<ThreadProgram> threads) {
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

    /** Whole warps; {@code sync 0 64; write 8 4; read 0 4 4} is a program of one. */
    static CtaProgram ofWarps(String... programs) {
        List<ThreadProgram> threads = new ArrayList<>();
        for (int w = 0; w < programs.length; w++) {
            threads.add(new ThreadProgram(w, -1, parse(w, programs[w])));
        }
        return new CtaProgram(false, threads);
    }

    /** Half warps, lower half first. */
    static CtaProgram ofHalfWarps(String... programs) {
        List<ThreadProgram> threads = new ArrayList<>();
        for (int h = 0; h < programs.length; h++) {
            int lanes = h % 2 == 0 ? 0xffff : 0xffff0000;
            threads.add(new ThreadProgram(h / 2, lanes, parse(h / 2, programs[h])));
        }
        return new CtaProgram(false, threads);
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
        return switch (words[0]) {
            case "read" -> access(Command.Sort.READ, words);
            case "write" -> access(Command.Sort.WRITE, words);
            case "add" -> access(Command.Sort.ADD, words);
            case "sync" -> register(Command.Verb.SYNC, words);
            case "arrive" -> register(Command.Verb.ARRIVE, words);
            case "red" -> register(Command.Verb.RED, words);
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

    private static Command register(Command.Verb verb, String[] words) {
        int count = words.length < 3 ? Command.LIVE : Integer.parseInt(words[2]);
        return new Command.Register(verb, Command.Place.named(Integer.parseInt(words[1])), count);
    }

    /** All barriers that occur, each once. */
    List<Command.Place> places() {
        return threads.stream()
                .flatMap(t -> t.commands().stream())
                .filter(Command.Register.class::isInstance)
                .map(c -> ((Command.Register) c).place())
                .distinct()
                .toList();
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
        return new CtaProgram(aligned, changed);
    }

    /**
     * Each thread of several lanes in two parts that register one by one, as lanes do at barriers
     * that are not aligned. Memory is accessed by the first part only.
     */
    CtaProgram split() {
        List<ThreadProgram> parts = new ArrayList<>();
        for (ThreadProgram t : threads) {
            int first = Integer.lowestOneBit(t.lanes());
            for (int bit = first; Integer.bitCount(first) * 2 < t.weight(); ) {
                bit = Integer.lowestOneBit(t.lanes() & ~first);
                first |= bit;
            }
            parts.add(new ThreadProgram(t.warp(), first, t.commands()));
            parts.add(
                    new ThreadProgram(
                            t.warp(),
                            t.lanes() & ~first,
                            t.commands().stream()
                                    .filter(Command.Register.class::isInstance)
                                    .toList()));
        }
        return new CtaProgram(aligned, parts);
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
                .collect(Collectors.joining("\n", aligned ? "aligned\n" : "\n", "\n"));
    }
}
