package io.heddle.sync;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Barriers, clocks and shadow against the slow checkers on thousands of random programs. */
class RandomProgramIT {
    private static final int PROGRAMS = Integer.getInteger("heddle.programs", 4_000);

    @Test
    void smallProgramsHaveTheFaultsAndRacesThatAllTheirTracesShow() {
        Comparison comparison = new Comparison(1_500, 3);
        for (int seed = 0; seed < PROGRAMS; seed++) {
            Random random = new Random(2L * seed);
            int warps = 1 + random.nextInt(3);
            comparison.compare(RandomProgram.next(random, warps, 3 + random.nextInt(7)), seed);
        }
        System.out.println("Small random programs: " + comparison.counts());
        comparison.requireAtLeast(3_000, "all traces explored");
        comparison.requireAtLeast(100, "generations differ");
        comparison.requireAtLeast(2_000, "programs: well-synchronised, no race");
        comparison.requireAtLeast(250, "programs: well-synchronised, races");
        comparison.requireAtLeast(400, "some trace ends in: DEADLOCK");
        comparison.requireAtLeast(100, "some trace ends in: MISMATCH");
        comparison.requireAtLeast(50, "some trace ends in: LEFT_OVER");
        comparison.requireAtLeast(50, "some trace ends in: INVALID");
        comparison.requireAtLeast(20, "some trace ends in: TOO_MANY");
        comparison.requireAtLeast(20, "some trace ends in: DIVERGENCE");
        comparison.requireAtLeast(5, "some trace ends in: STUCK_APART");
        comparison.requireAtLeast(300, "programs: mixed");
        comparison.requireAtLeast(
                30, "programs: well-synchronised, a count of a warp that is not full");
    }

    @Test
    void programsHaveTheFaultsAndRacesThatFigure4Shows() {
        Comparison comparison = new Comparison(0, 3);
        for (int seed = 0; seed < PROGRAMS; seed++) {
            Random random = new Random(2L * seed + 1);
            int warps = 2 + random.nextInt(4);
            comparison.compare(RandomProgram.next(random, warps, 10 + random.nextInt(40)), seed);
        }
        System.out.println("Random programs: " + comparison.counts());
        comparison.requireAtLeast(1_000, "programs: ill-synchronised");
        comparison.requireAtLeast(1_000, "programs: well-synchronised, no race");
        comparison.requireAtLeast(500, "programs: well-synchronised, races");
        comparison.requireAtLeast(500, "races between lanes of one thread");
        comparison.requireAtLeast(1_000, "races: READ-WRITE");
        comparison.requireAtLeast(400, "races: WRITE-WRITE");
        comparison.requireAtLeast(200, "races: ADD-READ");
        comparison.requireAtLeast(200, "races: ADD-WRITE");
        comparison.requireAtLeast(400, "runs with unsafe recycling as the only fault");
        comparison.requireAtLeast(1_500, "runs that end in: DEADLOCK");
        comparison.requireAtLeast(1_200, "runs that end in: MISMATCH");
        comparison.requireAtLeast(100, "runs that end in: LEFT_OVER");
        comparison.requireAtLeast(300, "runs that end in: TOO_MANY");
        comparison.requireAtLeast(100, "runs that end in: DIVERGENCE");
        comparison.requireAtLeast(40, "runs that end in: STUCK_APART");
        comparison.requireAtLeast(500, "programs: mixed");
    }
}
