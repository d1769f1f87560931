package io.heddle.mutation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.mutation.Mutant.Kind;
import io.heddle.ptx.Function;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxModule;
import io.heddle.ptx.PtxParser;
import io.heddle.ptx.PtxPrinter;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class MutatorTest {
    private static final String KERNEL =
            """
            .version 9.0
            .target sm_80
            .address_size 64
            .visible .entry other() { ret; }
            .visible .entry k(.param .u64 x)
            {
                .reg .pred %p<2>; .reg .f32 %f<4>; .reg .b32 %r<4>; .reg .b64 %rd<2>;
                .shared .align 4 .b8 tile[64];
                ld.param.u64 %rd0, [x];
                ld.global.f32 %f0, [%rd0];
                max.f32 %f1, %f0, 0f00000000;
                sub.f32 %f2, %f1, %f0;
                mov.u32 %r0, tile;
                st.shared.f32 [%r0], %f2;
                bar.sync 0;
                setp.lt.s32 %p0, %r0, 5;
                @%p0 bra DONE;
                st.global.f32 [%rd0], %f2;
            DONE:
                ret;
            }
            """;
    private static final PtxModule MODULE = PtxParser.parse("k.ptx", KERNEL);
    private static final List<Mutant> MUTANTS = Mutator.mutants(MODULE, "k");

    private static boolean has(Kind kind, String change) {
        return MUTANTS.stream().anyMatch(m -> m.kind() == kind && m.change().contains(change));
    }

    @Test
    void everyKindOfChangeIsMadeWhereItApplies() {
        Set<Kind> kinds = MUTANTS.stream().map(Mutant::kind).collect(Collectors.toSet());
        assertEquals(EnumSet.allOf(Kind.class), kinds);
        assertTrue(has(Kind.OPCODE, "sub.f32 %f2, %f1, %f0 -> add.f32 %f2, %f1, %f0"));
        assertTrue(has(Kind.SWAP_OPERANDS, "-> sub.f32 %f2, %f0, %f1"));
        assertTrue(has(Kind.DROP_CLIP, "-> mov.f32 %f1, %f0"));
        assertTrue(has(Kind.OFF_BY_ONE, "-> setp.lt.s32 %p0, %r0, 6"));
        assertTrue(has(Kind.OFF_BY_ONE, "-> ld.global.f32 %f0, [%rd0+4]"));
        assertTrue(has(Kind.TYPE, "-> setp.lt.u32"));
        assertTrue(has(Kind.NEGATE_CONDITION, "-> @!%p0 bra DONE"));
    }

    @Test
    void everyMutantIsPtxThatParsesAndDiffersFromTheOriginal() {
        String original = PtxPrinter.print(MODULE.function("k"));
        for (Mutant m : MUTANTS) {
            PtxModule again = PtxParser.parse("m.ptx", PtxPrinter.print(m.module()));
            assertEquals(List.of("k"), again.entries().stream().map(Function::name).toList());
            assertFalse(original.equals(PtxPrinter.print(again.function("k"))), m.toString());
        }
    }

    @Test
    void branchesFollowWhenAnInstructionIsRemoved() {
        Mutant m =
                MUTANTS.stream()
                        .filter(x -> x.kind() == Kind.DROP_BARRIER)
                        .findFirst()
                        .orElseThrow();
        Function f = m.module().function("k");
        Operand.Label label =
                f.body().stream()
                        .filter(i -> i.opcode().equals("bra"))
                        .map(i -> (Operand.Label) i.operands().get(0))
                        .findFirst()
                        .orElseThrow();
        assertEquals("ret", f.body().get(label.target()).opcode());
    }

    @Test
    void barriersAreNotMovedAcrossBranches() {
        long moved = MUTANTS.stream().filter(m -> m.kind() == Kind.MOVE_BARRIER).count();
        assertEquals(2, moved);
        PtxModule tight =
                PtxParser.parse(
                        "t.ptx",
                        ".version 9.0\n.target sm_80\n.address_size 64\n.entry t()\n"
                                + "{\nL: bar.sync 0; bra L;\n}\n");
        assertTrue(
                Mutator.mutants(tight, "t").stream().noneMatch(m -> m.kind() == Kind.MOVE_BARRIER));
    }
}
