package io.heddle.anyinput.query;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.bits.Level;
import io.heddle.anyinput.solver.SolverPool;
import io.heddle.anyinput.solver.SolverProcess;
import io.heddle.anyinput.summary.Access;
import io.heddle.anyinput.summary.MemoryObject;
import io.heddle.anyinput.summary.Parameters;
import io.heddle.anyinput.summary.Point;
import io.heddle.anyinput.summary.Summariser;
import io.heddle.anyinput.summary.Summary;
import io.heddle.anyinput.summary.Threads;
import io.heddle.launch.Dim3;
import io.heddle.ptx.PtxModule;
import io.heddle.ptx.PtxParser;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountersTest {
    private static final SolverPool SOLVERS = new SolverPool(15_000, null);
    private static final int THREADS = 64;

    @AfterAll
    static void close() {
        SOLVERS.close();
    }

    /** What is known of a counter. */
    private enum Known {
        NOTHING,
        DIFFERENT,
        /** Different, and less than a number that the grid or n gives. */
        BOUNDED
    }

    @ParameterizedTest
    @CsvSource({
        "'atom.global.add.u32 %r1, [%d1], 1;', BOUNDED",
        "'atom.global.add.u32 %r1, [%d1], 2;', BOUNDED",
        "'atom.global.add.u32 %r1, [%d1], -1;', DIFFERENT",
        "'atom.global.add.u32 %r1, [%d1], 8;', NOTHING", // 2^29 numbers, up to 2^31 threads
        "'atom.global.add.u64 %d2, [%d1], 8;', BOUNDED",
        "'atom.global.inc.u32 %r1, [%d1], 0xffffffff;', BOUNDED",
        "'atom.global.inc.u32 %r1, [%d1], 0xfffffffe;', NOTHING",
        "'atom.global.dec.u32 %r1, [%d1], 0xffffffff;', NOTHING",
        "'atom.global.cta.add.u32 %r1, [%d1], 1;', NOTHING",
        "'atom.global.add.u32 %r1, [%d1], %r2;', NOTHING",
        "'atom.global.add.u32 %r1, [%d1], 0;', NOTHING",
        "'atom.global.add.f32 %f1, [%d1], 0f3F800000;', NOTHING",
        "'red.global.add.u32 [%d1], 1; atom.global.add.u32 %r1, [%d1], 1;', BOUNDED",
        "'red.global.add.u32 [%d1], 2; atom.global.add.u32 %r1, [%d1], 1;', NOTHING",
        "'st.global.u32 [%d1+4], 0; atom.global.add.u32 %r1, [%d1], 1;', NOTHING",
        "'atom.global.add.u64 %d2, [%d1+8], 1; atom.global.add.u32 %r1, [%d1], 1;', NOTHING",
        "'add.s64 %d3, %d1, 1; atom.global.add.u32 %r1, [%d3], 1;', NOTHING",
    })
    void resultsAreDifferentOnlyIfAllThatIsDoneIsToAddOneConstantSeldom(String body, Known known) {
        assertEquals(known, known(body, true));
        assertEquals(known == Known.BOUNDED ? Known.DIFFERENT : known, known(body, false));
    }

    @Test
    void aLoopMayAddTooOften() {
        String loop =
                "mov.u32 %r3, 0; L: atom.global.add.u32 %r1, [%d1], 1; add.u32 %r3, %r3, 1;"
                        + " setp.lt.u32 %p1, CONDITION; @%p1 bra L;";
        assertEquals(Known.NOTHING, known(loop.replace("CONDITION", "%r3, %r2"), true));
        String untilGreat = loop.replace("CONDITION", "%r1, 0x80000000");
        assertEquals(Known.DIFFERENT, known(untilGreat, true));
        assertEquals(Known.NOTHING, known(untilGreat.replace("0x80000000", "0x80000001"), true));
        assertEquals(Known.NOTHING, known(untilGreat.replace("[%d1], 1", "[%d1], 2"), true));
        assertEquals(Known.DIFFERENT, known(untilGreat.replace("[%d1], 1", "[%d1], 3"), true));
    }

    private static Known known(String body, boolean zero) {
        String ptx =
                ".version 8.0\n.target sm_80\n.address_size 64\n"
                        + ".visible .entry k(.param .u64 c, .param .u32 n) {\n"
                        + ".reg .pred %p<4>; .reg .b32 %r<9>; .reg .b64 %d<9>; .reg .f32 %f<4>;\n"
                        + "ld.param.u64 %d1, [c]; cvta.to.global.u64 %d1, %d1;\n"
                        + "ld.param.u32 %r2, [n]; mov.u32 %r8, %ctaid.x;\n"
                        + body
                        + "\nret; }\n";
        PtxModule module = PtxParser.parse("k.ptx", ptx);
        BitTerms terms = new BitTerms();
        Threads threads = new Threads(terms, new Dim3(THREADS, 1, 1), new Dim3(0, 1, 1));
        Parameters parameters = new Parameters();
        BitTerm base = terms.variable("address of c", Long.SIZE, Level.GRID);
        MemoryObject counter =
                new MemoryObject(
                        "c", MemoryObject.Space.GLOBAL, base, terms.constant(Long.SIZE, 64), zero);
        parameters.put("c", 0, base);
        parameters.add(counter);
        parameters.put("n", 0, terms.variable("n", Integer.SIZE, Level.GRID));
        Summary summary =
                Summariser.of(module, module.function("k"), threads, parameters, 0, terms);
        assertEquals(List.of(), summary.gaps());
        SolverProcess solver = SOLVERS.take();
        Asker asker = new Asker(solver, System.nanoTime() + 60_000_000_000L);
        Counters counters =
                new Counters(
                        summary,
                        threads,
                        List.of(),
                        asker,
                        (t, own) -> new ThreadCopy(terms, summary.axioms(), t, own));
        SOLVERS.giveBack(solver);
        boolean different =
                summary.points().stream()
                        .map(Point::access)
                        .filter(a -> a != null && a.addition() != null)
                        .filter(a -> a.addition().result() != null)
                        .allMatch(a -> isKnown(counters, a));
        boolean any = counters.isAny() && different;
        if (!any) {
            assertEquals(null, counters.bound(counter));
            return Known.NOTHING;
        }
        return counters.bound(counter) == null ? Known.DIFFERENT : Known.BOUNDED;
    }

    private static boolean isKnown(Counters counters, Access a) {
        return a.equals(counters.access(a.addition().result().name()));
    }
}
