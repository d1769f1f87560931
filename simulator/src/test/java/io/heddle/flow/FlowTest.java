package io.heddle.flow;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxParser;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Blocks, dominators, liveness, polls and dead code of small functions. */
final class FlowTest {
    private static Function function(String... lines) {
        String text =
                ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\n"
                        + ".reg .b32 r<8>;\n.reg .b64 d<2>;\n.reg .pred p<4>;\n"
                        + String.join("\n", lines)
                        + "\n}\n";
        return PtxParser.parse("k.ptx", text).function("k");
    }

    private static int register(Function f, String name) {
        for (int i = 0; i < f.registers().size(); i++) {
            if (f.registers().get(i).name().equals(name)) {
                return i;
            }
        }
        throw new AssertionError(name);
    }

    // ---------------------------------------------------------------- blocks

    private static final String[] DIAMOND = {
        "mov.u32 r0, %tid.x;", // 0: block 0
        "setp.eq.u32 p0, r0, 0;", // 1
        "@p0 bra A;", // 2
        "add.u32 r1, r0, 1;", // 3: block 1
        "bra B;", // 4
        "A: add.u32 r1, r0, 2;", // 5: block 2
        "B: st.global.u32 [d0], r1;", // 6: block 3
        "ret;" // 7
    };

    @Test
    void blocksEndAtBranchesAndBeginAtTheirTargets() {
        ControlFlowGraph flow = new ControlFlowGraph(function(DIAMOND));
        assertEquals(5, flow.blocks());
        assertArrayEquals(new int[] {1, 2}, flow.successors(0));
        assertArrayEquals(new int[] {3}, flow.successors(1));
        assertArrayEquals(new int[] {3}, flow.successors(2));
        assertArrayEquals(new int[] {}, flow.successors(3));
        assertEquals(2, flow.predecessors(3).length);
        assertEquals(5, flow.start(2));
        assertEquals(6, flow.end(2));
        assertEquals(1, flow.blockOf(4));
        assertFalse(flow.isReachable(4), "what follows ret");
        assertEquals(2, flow.target(flow.branch(0).orElseThrow()));
        assertTrue(flow.branch(1).isEmpty(), "an unconditional one");
    }

    @Test
    void aHammockIsABranchWhoseWaysMeetWithoutSideEffects() {
        ControlFlowGraph flow = new ControlFlowGraph(function(DIAMOND));
        assertEquals(Optional.of(new ControlFlowGraph.Hammock(3, true)), flow.hammock(0));
        String[] stores = DIAMOND.clone();
        stores[3] = "st.global.u32 [d0], r0;";
        assertTrue(new ControlFlowGraph(function(stores)).hammock(0).isEmpty());
    }

    // ---------------------------------------------------------------- dominators

    @Test
    void aBlockIsBeforeThoseThatNoWayReachesWithoutIt() {
        Dominators d = new ControlFlowGraph(function(DIAMOND)).dominators();
        assertTrue(d.isBefore(0, 3));
        assertFalse(d.isBefore(1, 3), "the other arm leads there, too");
        assertFalse(d.isBefore(0, 0), "itself");
        assertFalse(d.isBefore(0, 4), "unreachable");
    }

    @Test
    void dominatorsOfACycleAreThoseOfItsEntry() {
        // 0 -> 1 -> 2 -> 1, 2 -> 3, 4 unreachable
        Dominators d = Dominators.of(0, new int[][] {{1}, {2}, {1, 3}, {}, {3}});
        assertEquals(-1, d.immediate(0));
        assertEquals(0, d.immediate(1));
        assertEquals(1, d.immediate(2));
        assertEquals(2, d.immediate(3));
        assertEquals(-1, d.immediate(4));
    }

    @Test
    void armsMeetAtTheImmediatePostDominator() {
        // 0 -> 1 or 2 -> 3 -> 4, the epilogue
        assertArrayEquals(
                new int[] {3, 3, 3, 4, -1},
                PostDominators.of(new int[][] {{1, 2}, {3}, {3}, {4}, {}}));
    }

    @Test
    void anArmThatTrapsDoesNotMoveTheMeetingPlace() {
        // 0 -> 1 (trap) or 2 -> 3, the epilogue; 1 joins as if the trap led there
        assertArrayEquals(
                new int[] {2, 3, 3, -1}, PostDominators.of(new int[][] {{1, 2}, {}, {3}, {}}));
    }

    @Test
    void aStepInAnEndlessLoopHasNoMeetingPlace() {
        // 0 -> 1 or 2; 1 -> 1; 2 -> 3
        assertArrayEquals(
                new int[] {2, -1, 3, -1}, PostDominators.of(new int[][] {{1, 2}, {1}, {3}, {}}));
    }

    // ---------------------------------------------------------------- liveness

    @Test
    void aRegisterIsLiveUntilItsLastNeededUse() {
        Function f = function(DIAMOND);
        Liveness live = new Liveness(new ControlFlowGraph(f));
        int r0 = register(f, "r0");
        int r1 = register(f, "r1");
        assertTrue(live.isLive(1, r0));
        assertFalse(live.isLive(3, r0));
        assertTrue(live.isLive(3, r1));
        assertFalse(live.isLive(2, r1), "set before it is read");
        assertTrue(live.at(6).get(r1));
        assertFalse(live.at(7).get(r1));
    }

    @Test
    void whatOnlyADeadInstructionReadsIsDead() {
        Function f = function("add.u32 r1, r0, 1;", "add.u32 r2, r1, 1;", "ret;");
        Liveness live = new Liveness(new ControlFlowGraph(f));
        assertFalse(live.isLive(0, register(f, "r0")));
        BitSet read = Liveness.read(f);
        assertTrue(read.get(register(f, "r0")));
        assertFalse(read.get(register(f, "r2")));
    }

    @Test
    void aGuardedWriteDoesNotEndAValue() {
        Function f = function("@p0 mov.u32 r1, 0;", "st.global.u32 [d0], r1;", "ret;");
        Liveness live = new Liveness(new ControlFlowGraph(f));
        assertTrue(live.isLive(0, register(f, "r1")));
        assertTrue(live.isLive(0, register(f, "p0")));
    }

    // ---------------------------------------------------------------- polls

    private static boolean isPoll(String... afterWait) {
        String[] lines = new String[afterWait.length + 1];
        lines[0] = "WAIT: mbarrier.try_wait.parity.shared.b64 p0, [r0], r1;";
        System.arraycopy(afterWait, 0, lines, 1, afterWait.length);
        Function f = function(lines);
        Instruction wait = f.body().get(0);
        return new PollLoops(f).contains(wait);
    }

    @Test
    void aLoopThatOnlyAsksAgainIsAPoll() {
        assertTrue(isPoll("@p0 bra DONE;", "bra WAIT;", "DONE: ret;"));
        assertTrue(isPoll("@!p0 bra WAIT;", "ret;"));
        assertTrue(
                isPoll(
                        "selp.b32 r2, 1, 0, p0;",
                        "setp.eq.s32 p1, r2, 0;",
                        "@p1 bra WAIT;",
                        "ret;"));
        assertTrue(isPoll("@p0 bra DONE;", "nanosleep.u32 20;", "bra WAIT;", "DONE: ret;"));
    }

    @Test
    void aLoopThatCountsOrStoresIsNone() {
        assertFalse(
                isPoll(
                        "@p0 bra DONE;",
                        "add.u32 r3, r3, 1;",
                        "bra WAIT;",
                        "DONE: st.global.u32 [d0], r3;",
                        "ret;"));
        assertFalse(isPoll("@p0 bra DONE;", "st.global.u32 [d0], r3;", "bra WAIT;", "DONE: ret;"));
        assertFalse(
                isPoll("@p0 bra DONE;", "add.u32 r1, r1, 1;", "bra WAIT;", "DONE: ret;"),
                "asks for another phase");
        assertFalse(isPoll("@p0 bra DONE;", "ret;", "DONE: ret;"), "gives up");
        assertFalse(isPoll("@p0 bra WAIT;", "ret;"), "goes on when the answer is no");
    }

    @Test
    void aCounterThatNobodyReadsDoesNotCount() {
        assertTrue(isPoll("@p0 bra DONE;", "add.u32 r3, r3, 1;", "bra WAIT;", "DONE: ret;"));
    }

    // ---------------------------------------------------------------- loops that a load ends

    /** True if the first load of the function ends a loop. */
    private static boolean endsLoop(String... lines) {
        Function f = function(lines);
        Instruction load =
                f.body().stream().filter(i -> i.opcode().equals("ld")).findFirst().orElseThrow();
        return new SpinLoops(f).isEndedBy(load);
    }

    private static final String LOAD = "AGAIN: ld.volatile.global.u32 r1, [d0+4];";

    @Test
    void aLoadEndsALoopWhoseExitItDecides() {
        assertTrue(endsLoop(LOAD, "setp.eq.u32 p0, r1, 0;", "@p0 bra AGAIN;", "ret;"));
        assertTrue(
                endsLoop(
                        LOAD,
                        "setp.eq.u32 p0, r1, 0;",
                        "@!p0 bra DONE;",
                        "nanosleep.u32 20;",
                        "bra AGAIN;",
                        "DONE: ret;"));
        assertTrue(endsLoop(LOAD, "setp.ne.u32 p0, r1, 0;", "@p0 ret;", "bra AGAIN;"));
        assertTrue(
                endsLoop(
                        LOAD,
                        "setp.eq.u32 p0, r1, 0;",
                        "mov.u32 r2, 0;",
                        "@p0 mov.u32 r2, 1;",
                        "setp.ne.u32 p1, r2, 0;",
                        "@p1 bra AGAIN;",
                        "ret;"));
    }

    @Test
    void aLoadWhoseValueIsOverwrittenBeforeTheExitEndsNoLoop() {
        String[] lines = {
            LOAD,
            "setp.eq.u32 p0, r1, 0;",
            "@p0 add.u32 r2, r2, 1;",
            "add.u32 r3, r3, 1;",
            "setp.lt.u32 p0, r3, 4;",
            "@p0 bra AGAIN;",
            "st.global.u32 [d1], r2;",
            "ret;"
        };
        assertFalse(endsLoop(lines));
        lines[4] = "setp.lt.and.u32 p0, r3, 4, p0;";
        assertTrue(endsLoop(lines), "gives up after four rounds");
    }

    @Test
    void aLoadBeforeTheLoopEndsNone() {
        assertFalse(
                endsLoop(
                        "ld.volatile.global.u32 r1, [d0];",
                        "AGAIN: add.u32 r2, r2, 1;",
                        "setp.lt.u32 p0, r2, r1;",
                        "@p0 bra AGAIN;",
                        "ret;"));
    }

    @Test
    void aLoadOfAnotherAddressInEachRoundEndsNone() {
        String test = "setp.eq.u32 p0, r1, 0;";
        assertFalse(
                endsLoop(LOAD, "add.u64 d0, d0, 4;", test, "@p0 bra AGAIN;", "ret;"), "the next");
        assertFalse(
                endsLoop(
                        "AGAIN: mul.wide.u32 d0, r2, 4;",
                        "ld.volatile.global.u32 r1, [d0];",
                        "add.u32 r2, r2, 1;",
                        test,
                        "@p0 bra AGAIN;",
                        "ret;"),
                "computed of a counter");
        assertTrue(
                endsLoop(
                        "AGAIN: mul.wide.u32 d0, r2, 4;",
                        "ld.volatile.global.u32 r1, [d0];",
                        test,
                        "@p0 bra AGAIN;",
                        "ret;"),
                "computed of what does not change");
    }

    @Test
    void aLoopAroundALoopDoesNotCountForTheInnerOne() {
        assertTrue(
                endsLoop(
                        "OUTER: mul.wide.u32 d0, r2, 4;",
                        LOAD,
                        "setp.eq.u32 p0, r1, 0;",
                        "@p0 bra AGAIN;",
                        "add.u32 r2, r2, 1;",
                        "setp.lt.u32 p1, r2, 4;",
                        "@p1 bra OUTER;",
                        "ret;"));
    }

    // ---------------------------------------------------------------- dead code

    private static List<String> withoutDead(String... lines) {
        return DeadCode.remove(function(lines), List.of()).body().stream()
                .map(Instruction::opcode)
                .toList();
    }

    @Test
    void whatNobodyNeedsGoes() {
        assertEquals(
                List.of("st", "ret"),
                withoutDead(
                        "add.u32 r1, r0, 1;",
                        "add.u32 r2, r1, 1;",
                        "st.global.u32 [d0], r0;",
                        "ret;"));
        assertEquals(List.of("ret"), withoutDead("bra A;", "add.u32 r1, r0, 1;", "A: ret;"));
        assertEquals(
                List.of("ld", "ret"),
                withoutDead("ld.global.u32 r1, [d0];", "ret;"),
                "a load may be out of bounds");
    }
}
