package io.heddle.check;

import static io.heddle.check.Sequences.HEAD;
import static io.heddle.check.Sequences.entry;
import static io.heddle.check.Sequences.launch;
import static io.heddle.check.Sequences.tensor;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.launch.TensorSpec;
import io.heddle.launch.TensorSpec.Role;
import io.heddle.report.PairReport;
import io.heddle.report.Verdict;
import io.heddle.suite.Side;
import io.heddle.term.ElementType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What launches of one file leave in its global variables. */
class SequenceVariablesTest {
    private static final TensorSpec X = tensor("x", ElementType.F32, Role.IN, 1);
    private static final TensorSpec T = tensor("t", ElementType.F32, Role.TEMP, 0);
    private static final TensorSpec Y = tensor("y", ElementType.F32, Role.OUT, 0);
    private static final TensorSpec A = tensor("a", ElementType.S32, Role.IN, 9);
    private static final TensorSpec Z = tensor("y", ElementType.S32, Role.OUT, 0);

    private static final String VARIABLES = HEAD + ".visible .global .align 4 .f32 g[2];\n";

    /** g[0] += 2x. */
    private static final String ADD =
            entry(
                    "add",
                    "\tld.global.f32 %f1, [%d1];\n"
                            + "\tld.global.f32 %f2, [g];\n"
                            + "\tfma.rn.f32 %f2, %f1, 0f40000000, %f2;\n"
                            + "\tst.global.f32 [g], %f2;\n");

    private static String get(String from) {
        return entry("get", "\tld.global.f32 %f1, [" + from + "];\n\tst.global.f32 [%d2], %f1;\n");
    }

    private static PairReport check(Side all, String text, String formula) {
        return Sequences.check(all, Map.of("k.ptx", text, "f.py", formula));
    }

    private static Side addTwiceAndGet() {
        return Side.sequence(
                List.of(
                        launch("k.ptx", "add", X, T),
                        launch("./k.ptx", "add", X, T),
                        launch("k.ptx", "get", X, Y)));
    }

    private static PairReport addTwiceAndGet(String text) {
        return Sequences.check(
                addTwiceAndGet(),
                Map.of("k.ptx", text, "./k.ptx", text, "f.py", "x: f32[1]\ny = 4 * x\n"));
    }

    @Test
    void aLaunchFindsWhatThoseBeforeHaveLeft() {
        PairReport report = addTwiceAndGet(VARIABLES + ADD + get("g"));
        assertEquals(Verdict.EQUIVALENT, report.verdict(), report.message());
        assertTrue(report.replay().toString().contains("agree"), report.replay().toString());
        assertTrue(
                report.assumptions().stream().anyMatch(a -> a.contains("keeps between launches")),
                () -> "that the host keeps it is not listed: " + report.assumptions());
    }

    @Test
    void whatNoLaunchHasStoredHoldsWhatTheFileSays() {
        PairReport other = addTwiceAndGet(VARIABLES + ADD + get("g+4"));
        assertEquals(Verdict.NOT_EQUIVALENT, other.verdict(), other.message());
        String initialised = VARIABLES.replace("g[2]", "g[2] = {0f3F800000, 0f40400000}");
        PairReport begun = addTwiceAndGet(initialised + ADD + get("g"));
        assertEquals(Verdict.NOT_EQUIVALENT, begun.verdict(), begun.message());
    }

    @Test
    void bytesThatNoLaunchHasStoredAreKept() {
        String half =
                entry("half", "\t.reg .b16 %h;\n\tmov.b16 %h, 7;\n\tst.global.u16 [n], %h;\n");
        String read = entry("read", "\tld.global.u32 %r1, [n];\n\tst.global.u32 [%d2], %r1;\n");
        String text = HEAD + ".global .align 4 .u32 n = 65538;\n" + half + read;
        Side both =
                Side.sequence(
                        List.of(launch("k.ptx", "half", A, Z), launch("k.ptx", "read", A, Z)));
        PairReport report = check(both, text, "a: i32[1]\ny = 65543 + 0 * a\n");
        assertEquals(Verdict.EQUIVALENT, report.verdict(), report.message());
    }

    @Test
    void variablesOfOneNameInTwoFilesAreTwo() {
        Side both =
                Side.sequence(
                        List.of(launch("one.ptx", "add", X, T), launch("two.ptx", "get", X, Y)));
        String text = VARIABLES + ADD + get("g");
        Map<String, String> files = Map.of("one.ptx", text, "two.ptx", text);
        PairReport zero = Sequences.check(both, with(files, "x: f32[1]\ny = 0 * x\n"));
        assertEquals(Verdict.EQUIVALENT, zero.verdict(), zero.message());
        PairReport shared = Sequences.check(both, with(files, "x: f32[1]\ny = 2 * x\n"));
        assertEquals(Verdict.NOT_EQUIVALENT, shared.verdict(), shared.message());
    }

    private static Map<String, String> with(Map<String, String> files, String formula) {
        Map<String, String> all = new java.util.HashMap<>(files);
        all.put("f.py", formula);
        return all;
    }

    @Test
    void anExternalVariableMayBeThatOfAnotherFile() {
        String external = VARIABLES.replace(".visible", ".extern");
        for (String one : List.of(VARIABLES, external)) {
            Side both =
                    Side.sequence(
                            List.of(
                                    launch("one.ptx", "add", X, T),
                                    launch("two.ptx", "get", X, Y)));
            Map<String, String> files =
                    Map.of(
                            "one.ptx",
                            one + ADD,
                            "two.ptx",
                            (one.equals(external) ? VARIABLES : external) + get("g"));
            PairReport report = Sequences.check(both, with(files, "x: f32[1]\ny = 2 * x\n"));
            assertEquals(Verdict.UNSUPPORTED, report.verdict(), report.message());
            assertTrue(report.message().contains("declared .extern"), report.message());
        }
    }

    /** Launches have their objects at addresses of their own, so that one left says nothing. */
    @Test
    void anAddressIsNotLeftForTheNextLaunch() {
        String put = entry("put", "\tst.global.u64 [a], %d1;\n");
        String follow =
                entry(
                        "follow",
                        "\tld.global.u64 %d1, [a];\n\tld.global.f32 %f1, [%d1];\n"
                                + "\tst.global.f32 [%d2], %f1;\n");
        Side both =
                Side.sequence(
                        List.of(launch("k.ptx", "put", X, Y), launch("k.ptx", "follow", X, Y)));
        PairReport report =
                check(
                        both,
                        HEAD + ".global .align 8 .u64 a;\n" + put + follow,
                        "x: f32[1]\ny = x\n");
        assertEquals(Verdict.UNSUPPORTED, report.verdict(), report.message());
        assertTrue(report.message().contains("addresses"), report.message());
    }

    @Test
    void whatTheScheduleDecidesIsNotReadByTheNextLaunch() {
        String add = "\tatom.global.add.u32 %r1, [n], 1;\n";
        String store =
                "\tmov.u32 %r0, %ctaid.x;\n\tmul.wide.u32 %d0, %r0, 4;\n\tmov.u64 %d1, n;\n"
                        + "\tadd.u64 %d0, %d0, %d1;\n\tst.global.u32 [%d0+4], %r1;\n";
        String head = HEAD + ".global .align 4 .u32 n[4];\n";
        Side both =
                Side.sequence(
                        List.of(
                                launch("k.ptx", "tickets", 3, 1, A, Z),
                                launch("k.ptx", "read", A, Z)));
        String readTicket =
                entry("read", "\tld.global.u32 %r1, [n+8];\n\tst.global.u32 [%d2], %r1;\n");
        PairReport report =
                check(
                        both,
                        head + entry("tickets", add + store) + readTicket,
                        "a: i32[1]\ny = a\n");
        assertEquals(Verdict.UNSUPPORTED, report.verdict(), report.message());
        assertTrue(report.message().contains("depends on the schedule"), report.message());
        String readCount =
                entry("read", "\tld.global.u32 %r1, [n];\n\tst.global.u32 [%d2], %r1;\n");
        PairReport counted =
                check(
                        both,
                        head + entry("tickets", add + store) + readCount,
                        "a: i32[1]\ny = 3 + 0 * a\n");
        assertEquals(Verdict.EQUIVALENT, counted.verdict(), counted.message());
    }

    @Test
    void whatDependsOnTheLastCtaIsNotLeftForTheNextLaunch() {
        String store = "\tst.global.u32 [n+4], %r0;\n\tst.global.u32 [n], 0;\n\tret;\nnot_last:\n";
        String head = HEAD + ".global .align 4 .u32 n[2];\n";
        String read = entry("read", "\tld.global.u32 %r1, [n+4];\n\tst.global.u32 [%d2], %r1;\n");
        Side both =
                Side.sequence(
                        List.of(
                                launch("k.ptx", "last", 2, 1, A, Z),
                                launch("k.ptx", "read", A, Z)));
        for (String what : List.of("%ctaid.x", "5")) {
            String last =
                    entry(
                            "last",
                            "\t.reg .pred %s;\n\tmembar.gl;\n"
                                    + "\tatom.global.add.u32 %r1, [n], 1;\n\tmembar.gl;\n"
                                    + "\tsetp.ne.u32 %s, %r1, 1;\n\t@%s bra not_last;\n"
                                    + "\tmov.u32 %r0, "
                                    + what
                                    + ";\n"
                                    + store);
            PairReport report = check(both, head + last + read, "a: i32[1]\ny = 5 + 0 * a\n");
            if (what.equals("5")) {
                assertEquals(Verdict.EQUIVALENT, report.verdict(), report.message());
            } else {
                assertEquals(Verdict.UNSUPPORTED, report.verdict(), report.message());
                assertTrue(report.message().contains("left in global n"), report.message());
            }
        }
    }

    /**
     * CTAs take tickets t from 0 to 2 in the first launch and from 3 to 5 in the second. In the
     * first one (t² + t) &amp; 16 is 0; in the second one not for 4, and 5 is told apart.
     */
    @Test
    void ticketsOfTwoLaunchesAreNotOneNumber() {
        String tickets =
                entry(
                        "tickets",
                        "\t.reg .b32 %q<6>;\n\t.reg .pred %s<4>;\n\tmembar.gl;\n"
                                + "\tatom.global.add.u32 %q1, [n], 1;\n\tmembar.gl;\n"
                                + "\tmad.lo.s32 %q2, %q1, %q1, %q1;\n"
                                + "\tand.b32 %q2, %q2, 16;\n\tsetp.eq.s32 %s0, %q2, 0;\n"
                                + "\tsetp.eq.s32 %s1, %q1, 5;\n\tmov.b32 %q3, 1;\n"
                                + "\t@%s0 bra END;\n\t@%s1 bra END;\n"
                                + "\tmov.b32 %q3, 2;\nEND:\n"
                                + "\tmov.u32 %q4, %ctaid.x;\n\tmul.wide.u32 %d0, %q4, 4;\n"
                                + "\tadd.u64 %d2, %d2, %d0;\n\tst.global.u32 [%d2], %q3;\n");
        TensorSpec three =
                new TensorSpec(
                        "y",
                        ElementType.S32,
                        List.of(3),
                        List.of(1L),
                        Role.OUT,
                        new TensorSpec.Init.Undefined(),
                        null,
                        null);
        Side once = launch("k.ptx", "tickets", 3, 1, A, three);
        String text = HEAD + ".global .align 4 .u32 n;\n" + tickets;
        String ones = "a: i32[1]\ny[i:3] = 1 + 0 * a[0]\n";
        PairReport first = check(once, text, ones);
        assertEquals(Verdict.EQUIVALENT, first.verdict(), first.message());
        PairReport second = check(Side.sequence(List.of(once, once)), text, ones);
        assertEquals(Verdict.UNSUPPORTED, second.verdict(), second.message());
        String number = Long.toString(1L << Integer.SIZE);
        assertTrue(second.message().contains("ticket(3, 0, " + number + ")"), second.message());
    }
}
