package io.heddle.replay.machine;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.SourcePosition;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What instructions decided in a run, and whether what is assumed of them held: by thread, in the
 * order of execution. Some millions are kept, those that come first.
 */
public final class Observations {
    private static final int MOST = 1 << 22;

    private final Map<Key, Site> sites = new LinkedHashMap<>();
    private int count;

    /** An instruction of which one thing is assumed. */
    private record Key(StepAssumption.Kind kind, SourcePosition at) {}

    /** What the threads did at one instruction. */
    public final class Site {
        private final StepAssumption.Kind kind;
        private final Instruction instruction;
        private boolean named;
        private Map<Long, Decisions> byThread = new HashMap<>();
        private long lastThread = -1; // that noted something, whose record is the next
        private Decisions last;

        private Site(StepAssumption assumption, Instruction instruction) {
            this.kind = assumption.kind();
            this.instruction = instruction;
        }

        /**
         * Notes that a thread has executed the instruction.
         *
         * @param decision equal for equal outcomes
         * @param holds true if the assumption holds, as far as this run alone can tell
         */
        public void note(Lane lane, long decision, boolean holds) {
            if (count < MOST) {
                count++;
                long thread = (long) lane.cta.number() << Integer.SIZE | lane.thread;
                if (thread != lastThread) {
                    last = byThread.computeIfAbsent(thread, t -> new Decisions());
                    lastThread = thread;
                }
                last.add(decision, holds);
            }
        }

        /** The instruction and where it is, for a user. */
        public String name() {
            SourcePosition at = instruction.position();
            return instruction.mnemonic() + " at " + at.file() + ":" + at.line();
        }

        /** True if it makes an integer, or a float that is one, of a float. */
        public boolean isConversion() {
            return instruction.opcode().equals("cvt");
        }

        /** True if the claim names it, false if it may be one of those that the claim speaks of. */
        public boolean isNamed() {
            return named;
        }

        /** What is assumed of it. */
        public StepAssumption.Kind kind() {
            return kind;
        }
    }

    /** The outcomes at one instruction in one thread, in their order. */
    public static final class Decisions {
        private long[] outcomes = new long[1];
        private int size;
        private final BitSet broken = new BitSet();

        private void add(long outcome, boolean holds) {
            if (size == outcomes.length) {
                outcomes = Arrays.copyOf(outcomes, 2 * size);
            }
            if (!holds) {
                broken.set(size);
            }
            outcomes[size++] = outcome;
        }

        /** How often the thread executed the instruction. */
        public int size() {
            return size;
        }

        /** True if the assumption held the {@code k}-th time. */
        public boolean holds(int k) {
            return !broken.get(k);
        }

        /** True if the {@code k}-th outcome is the same in another run. */
        public boolean isAlike(int k, Decisions other) {
            return other != null && k < other.size && outcomes[k] == other.outcomes[k];
        }
    }

    /** The record of one instruction, of which a run notes what it does. */
    public Site site(StepAssumption assumption, Instruction instruction) {
        Site site =
                sites.computeIfAbsent(
                        new Key(assumption.kind(), instruction.position()),
                        k -> new Site(assumption, instruction));
        site.named |= assumption.at() != null;
        return site;
    }

    /** What was noted since this was last asked, by instruction and thread. */
    public Map<Site, Map<Long, Decisions>> take() {
        Map<Site, Map<Long, Decisions>> taken = new LinkedHashMap<>();
        for (Site site : sites.values()) {
            taken.put(site, site.byThread);
            site.byThread = new HashMap<>();
            site.lastThread = -1;
        }
        count = 0;
        return taken;
    }
}
