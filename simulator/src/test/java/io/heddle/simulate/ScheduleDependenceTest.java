package io.heddle.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.machine.SimulationOptions;
import io.heddle.term.ElementType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Values that another schedule would make other ones: where they may go, and where not. */
final class ScheduleDependenceTest {
    @Test
    void atomicsWhoseResultIsUnusedAccumulate() {
        Kernel k =
                Kernel.of(
                                "ld.param.u64 d0, [x]; ld.param.u64 d1, [s]; mov.u32 r0, %tid.x;",
                                "mul.wide.u32 d2, r0, 4; add.s64 d2, d0, d2; ld.global.f32 f0,"
                                        + " [d2];",
                                "atom.global.add.f32 f1, [d1], f0; ret;")
                        .in("x", ElementType.F32, 3)
                        .zero("s", ElementType.F32, 1)
                        .threads(3);
        assertEquals("(x[2] + (x[0] + x[1]))", k.shows("s", 0));
    }

    @Test
    void anAtomicsResultMustNotReachAnOutput() {
        Kernel k =
                Kernel.of(
                                "ld.param.u64 d1, [s]; atom.global.add.u32 r0, [d1], 1;",
                                "ld.param.u64 d2, [t]; st.global.u32 [d2], r0; ret;")
                        .zero("s", ElementType.U32, 1)
                        .out("t", ElementType.U32, 1)
                        .threads(2);
        assertEquals(List.of("RACE@8", "UNSUPPORTED@5"), k.findings());
    }

    @Test
    void anAddressFromAnAtomicsResultIsUnsupportedAsSuch() {
        Kernel k =
                Kernel.of(
                                "ld.param.u64 d1, [s]; atom.global.add.u32 r0, [d1], 1;",
                                "mul.wide.u32 d2, r0, 4; add.u64 d2, d1, d2; st.global.u32 [d2+4],"
                                        + " r1; ret;")
                        .zero("s", ElementType.U32, 9)
                        .threads(2);
        assertEquals(List.of("UNSUPPORTED@8"), k.findings());
        assertTrue(k.run().findings().get(0).message().contains("depends on the schedule"));
    }

    @Test
    void aBranchOnAnAtomicsResultIsUnsupported() {
        Kernel k =
                Kernel.of(
                                "ld.param.u64 d1, [s]; atom.global.add.u32 r0, [d1], 1;",
                                "setp.eq.u32 p0, r0, 3;",
                                "@p0 bra L; st.global.u32 [d1], r0;",
                                "L: ret;")
                        .zero("s", ElementType.U32, 1)
                        .threads(2);
        assertEquals(List.of("UNSUPPORTED@9"), k.findings());
    }

    @Test
    void inOneOrderAnAtomicReturnsWhatTheOneBeforeHasLeft() {
        Kernel k =
                inOneOrder(
                        "atom.global.add.u32 r0, [d1], 1;",
                        "atom.global.inc.u32 r1, [d1+4], 1;",
                        "atom.global.dec.u32 r2, [d1+8], 2;",
                        "atom.global.exch.b32 r3, [d1+12], 5;",
                        "atom.global.or.b32 r4, [d1+16], 6;",
                        "mul.wide.u32 d3, r5, 4; add.u64 d2, d2, d3; mul.lo.u32 r0, r0, 10;",
                        "add.u32 r0, r0, r1; mul.lo.u32 r0, r0, 10; add.u32 r0, r0, r2;",
                        "mul.lo.u32 r0, r0, 10; add.u32 r0, r0, r3; mul.lo.u32 r0, r0, 10;",
                        "add.u32 r0, r0, r4; st.global.u32 [d2], r0; ret;");
        assertEquals(List.of(), k.findings());
        assertEquals("0", k.shows("t", 0));
        assertEquals("11256", k.shows("t", 1));
        assertEquals("20156", k.shows("t", 2));
    }

    @Test
    void inOneOrderABranchOnAnAtomicsResultShowsARace() {
        String[] halved = {
            "atom.global.add.u32 r0, [d1], 1; shr.u32 r0, r0, 1; setp.gt.u32 p0, r0, 3;",
            "@p0 bra L; mul.wide.u32 d3, r0, 4; add.u64 d2, d2, d3;",
            "st.global.u32 [d2], r5; L: ret;"
        };
        assertEquals(List.of("RACE@10"), inOneOrder(halved).findings());
        halved[0] = halved[0].replace("shr.u32 r0, r0, 1;", "");
        assertEquals(List.of(), inOneOrder(halved).findings());
    }

    @Test
    void noOrderIsChosenWhereAFenceMayOrderWhatItDoesNot() {
        for (String fence : List.of("membar.gl;", "fence.acq_rel.gpu;", "membar.cta;")) {
            Kernel k =
                    inOneOrder(
                            "st.global.u32 [d2], r5; " + fence,
                            "atom.global.add.u32 r0, [d1], 1; setp.eq.u32 p0, r0, 2;",
                            "@p0 bra L; ret; L: ld.global.u32 r1, [d2]; ret;");
            assertTrue(k.findings().contains("UNSUPPORTED@10"), k.findings() + " " + fence);
        }
    }

    private static Kernel inOneOrder(String... statements) {
        List<String> all = new ArrayList<>(List.of(statements));
        all.add(0, "ld.param.u64 d1, [s]; ld.param.u64 d2, [t]; mov.u32 r5, %tid.x;");
        return Kernel.of(all.toArray(String[]::new))
                .zero("s", ElementType.U32, 5)
                .out("t", ElementType.U32, 3)
                .threads(3)
                .options(SimulationOptions.defaults().inOneOrder());
    }

    @Test
    void whatTheOnlyAtomicOfAWordReadsIsKnown() {
        Kernel k =
                Kernel.of(
                                "ld.param.u64 d1, [s]; atom.global.add.u32 r0, [d1], 1;",
                                "setp.eq.u32 p0, r0, 0; ld.param.u64 d2, [t];",
                                "@p0 bra L; trap;",
                                "L: st.global.u32 [d2], r0; ret;")
                        .zero("s", ElementType.U32, 1)
                        .out("t", ElementType.U32, 1);
        assertEquals(List.of(), k.findings());
    }

    @Test
    void activemaskOfADivergentWarpIsUnsupported() {
        Kernel k =
                Kernel.of(
                                "mov.u32 r0, %tid.x; setp.lt.u32 p0, r0, 3; @p0 bra L; ",
                                "activemask.b32 r1;", "L: ret;")
                        .threads(32);
        assertEquals(List.of("UNSUPPORTED@8"), k.findings());
    }
}
