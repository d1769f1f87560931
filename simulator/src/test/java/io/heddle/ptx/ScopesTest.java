package io.heddle.ptx;

import static io.heddle.ptx.Ptx.kernel;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.heddle.ptx.Operand.Label;
import io.heddle.ptx.Operand.Register;
import io.heddle.ptx.Operand.Symbol;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScopesTest {
    private static Register first(Function f, int instruction) {
        return (Register) f.body().get(instruction).operands().get(0);
    }

    @Test
    void anInnerScopeShadowsRegistersOfTheOuter() {
        Function f =
                kernel(
                        "mov.u32 %r1, 0; { .reg .b32 %r1; mov.u32 %r1, 1; } mov.u32 %r1, 2;"
                                + " { .reg .b64 %r1; mov.u64 %r1, 3; }");
        assertEquals(first(f, 0), first(f, 2));
        assertNotEquals(first(f, 0).index(), first(f, 1).index());
        assertNotEquals(first(f, 1).index(), first(f, 3).index());
        assertEquals(PtxType.B64, f.registers().get(first(f, 3).index()).type());
        assertEquals("%r1$1", first(f, 1).name());
    }

    @Test
    void siblingScopesReuseNamesWithoutPercent() {
        Function f =
                kernel(
                        "{ .reg .pred p; setp.ne.b32 p, %r1, 0; @p st.global.u32 [%rd1], %r2; }\n"
                            + "{ .reg .pred p; setp.ne.b32 p, %r1, 0; @!p bra.uni L; } L: ret;");
        assertEquals(f.body().get(1).guard(), first(f, 0));
        assertEquals(f.body().get(3).guard(), first(f, 2));
        assertNotEquals(first(f, 0), first(f, 2));
    }

    @Test
    void labelsAreLocalToTheirScope() {
        Function f =
                kernel(
                        "{ LAB: add.u32 %r1, %r1, 1; bra LAB; bra DONE; DONE: }\n"
                                + "{ LAB: add.u32 %r2, %r2, 1; bra LAB; bra DONE; DONE: }\n"
                                + "bra END; END:");
        List<Integer> targets =
                f.body().stream()
                        .flatMap(i -> i.operands().stream())
                        .filter(Label.class::isInstance)
                        .map(o -> ((Label) o).target())
                        .toList();
        assertEquals(List.of(0, 3, 3, 6, 7), targets);
    }

    @Test
    void manyScopesOfOneNameGetManyNames() {
        Function f = kernel("{ .reg .b32 t; L: mov.b32 t, 1; }\n".repeat(5000));
        int outer = kernel("ret;").registers().size();
        assertEquals(outer + 5000, f.registers().size());
        assertEquals(
                outer + 5000,
                f.registers().stream().map(Function.RegisterDeclaration::name).distinct().count());
    }

    @Test
    void labelsOfTheOuterScopeAreSeenInside() {
        Function f = kernel("TOP: { { bra TOP; bra $END; } } $END: ret;");
        assertEquals(new Label("TOP", 0), f.body().get(0).operands().get(0));
        assertEquals(new Label("$END", 2), f.body().get(1).operands().get(0));
    }

    @Test
    void variablesOfSiblingScopesAreTold() {
        Function f =
                kernel(
                        "{ .param .b64 p0; st.param.b64 [p0+0], %rd1; }\n"
                                + "{ .param .b32 p0; st.param.b32 [p0], %r1; }");
        assertEquals(List.of("p0", "p0$1"), f.variables().stream().map(Variable::name).toList());
        assertEquals(
                new Operand.Address(new Symbol("p0$1", 0), 0), f.body().get(1).operands().get(0));
    }

    @Test
    void aVariableNeverTakesTheNameOfOneOfTheModule() {
        Function f =
                Ptx.module(
                                ".shared .b32 s;\n"
                                        + Ptx.wrap(
                                                "{ .shared .b64 s; mov.u32 %r1, s; }"
                                                        + " mov.u32 %r2, s;"))
                        .function("k");
        assertEquals(new Symbol("s$1", 0), f.body().get(0).operands().get(1));
        assertEquals(new Symbol("s", 0), f.body().get(1).operands().get(1));
    }

    @Test
    void vectorRegistersAreTheirComponents() {
        Function f =
                kernel(
                        ".reg .v4 .f32 v; mov.f32 %f1, v.z; ld.global.v4.f32 v, [%rd1];"
                                + " mov.f32 v.r, v.a;");
        assertEquals("v.z", ((Register) f.body().get(0).operands().get(1)).name());
        assertEquals(4, ((Operand.Vector) f.body().get(1).operands().get(0)).elements().size());
        assertEquals("v.x", first(f, 2).name());
        assertEquals("v.w", ((Register) f.body().get(2).operands().get(1)).name());
    }

    @Test
    void severalStatementsShareALine() {
        assertEquals(3, kernel("{.reg.b32 t;mov.b32 t,%r1;mov.b32 %r2,t;};ret;").body().size());
    }

    @Test
    void branchTargetsAreIndicesAndTheirListIsALabel() {
        Function f = kernel("ts: .branchtargets A, B, A; brx.idx.uni %r1, ts; A: ret; B:\n exit;");
        assertEquals(Map.of("ts", List.of(1, 2, 1)), f.branchTargets());
        assertEquals(new Label("ts", Label.LIST), f.body().get(0).operands().get(1));
    }

    @Test
    void branchTargetsMayStandInInnerScopes() {
        Function f = kernel("{ ts:\n .branchtargets A, B; brx.idx %r1, ts; A: ret; } B: exit;");
        assertEquals(Map.of("ts", List.of(1, 2)), f.branchTargets());
    }

    @Test
    void indirectCallsNameAPrototypeOrAListOfFunctions() {
        Function f =
                Ptx.module(
                                ".func g(.param .b32 a);\n"
                                        + Ptx.wrap(
                                                "pr: .callprototype (.param .b32 _) _ (.param"
                                                        + " .align 8 .b8 _[16]) .noreturn;\n"
                                                        + "fs: .calltargets g, g;\n"
                                                        + "call (%r1), %rd1, (%r2), pr;"
                                                        + "call (%r1), %rd1, (%r2), fs;"))
                        .function("k");
        assertEquals(List.of(16), f.prototypes().get("pr").parameters().get(0).dimensions());
        assertEquals(List.of("g", "g"), f.callTargets().get("fs"));
        assertEquals(new Label("pr", Label.LIST), f.body().get(0).operands().get(3));
        assertEquals(new Label("fs", Label.LIST), f.body().get(1).operands().get(3));
    }
}
