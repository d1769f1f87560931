package io.heddle.anyinput.solver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class SolverPoolTest {
    private static final String NAMED = "solver.SolverServer";

    @Test
    void anIdleSolverIsTakenAgainAndRemembersNothing() {
        try (SolverPool pool = new SolverPool(5_000, null)) {
            SolverProcess first = pool.take();
            assertNotSame(first, pool.take(), "one user at a time");
            assertEquals("unsat", ask(first, "(declare-const x Int)(assert (< x x))"));
            long before = servers();
            pool.giveBack(first);
            SolverProcess again = pool.take();
            assertSame(first, again);
            assertEquals("sat", ask(again, "(declare-const x Bool)(assert x)"), "x is new");
            assertEquals(before, servers(), "no process was started for it");
            pool.giveBack(again);
        }
    }

    @Test
    void closingEndsTheProcessesOfIdleSolvers() {
        SolverPool pool = new SolverPool(5_000, null);
        SolverProcess solver = pool.take();
        assertEquals("sat", ask(solver, "(declare-const x Bool)"));
        List<ProcessHandle> started =
                ProcessHandle.current().children().filter(SolverPoolTest::isServer).toList();
        pool.giveBack(solver);
        pool.close();
        for (ProcessHandle p : started) {
            p.onExit().join();
        }
        assertTrue(started.stream().noneMatch(ProcessHandle::isAlive));
        assertTrue(!started.isEmpty());
        assertNotSame(solver, pool.take());
    }

    private static String ask(SolverProcess solver, String script) {
        return solver.answer(script + "(check-sat)", "", Long.MAX_VALUE, SolverProcess.MOST_STEPS)
                .strip();
    }

    private static long servers() {
        return ProcessHandle.current().children().filter(SolverPoolTest::isServer).count();
    }

    private static boolean isServer(ProcessHandle p) {
        return p.isAlive() && p.info().commandLine().orElse("").contains(NAMED);
    }
}
