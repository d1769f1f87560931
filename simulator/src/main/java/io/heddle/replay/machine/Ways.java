package io.heddle.replay.machine;

import io.heddle.ptx.Instruction;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Which ways the instructions of a launch have gone in its runs. */
public final class Ways {
    private final List<Site> sites = new ArrayList<>();

    /** What one instruction has decided. */
    public static final class Site {
        private final Instruction instruction;
        private final Way.Kind kind;
        private final boolean[] gone;

        private Site(Instruction instruction, Way.Kind kind, int outcomes) {
            this.instruction = instruction;
            this.kind = kind;
            this.gone = new boolean[outcomes];
        }

        /** Notes an outcome. */
        public void note(int outcome) {
            gone[outcome] = true;
        }

        /** Notes 1 for true, 0 for false. */
        public void note(boolean outcome) {
            gone[outcome ? 1 : 0] = true;
        }
    }

    /**
     * The record of an instruction.
     *
     * @param outcomes how many there may be
     */
    public Site site(Instruction instruction, Way.Kind kind, int outcomes) {
        Site site = new Site(instruction, kind, outcomes);
        sites.add(site);
        return site;
    }

    /** All ways that were gone, in the order of the code. */
    public Set<Way> gone() {
        Set<Way> ways = new LinkedHashSet<>();
        for (Site s : sites) {
            for (int k = 0; k < s.gone.length; k++) {
                if (s.gone[k]) {
                    Instruction i = s.instruction;
                    ways.add(new Way(i.position(), i.source(), i.mnemonic(), s.kind, k));
                }
            }
        }
        return ways;
    }
}
