package io.heddle.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.machine.SimulationOptions;
import io.heddle.ptx.PtxParser;
import io.heddle.replay.Replay;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.simulate.SimulationResult;
import io.heddle.simulate.Simulator;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What programs do to the bits of unknown integers: the terms, evaluated, are what the independent
 * interpreter computes; and different ways to one number give one term.
 */
final class SymbolicBitsTest {
    private static final int SAMPLES = 40;

    /** x is a word of any type; what is left in f0 is stored. */
    private static Launch launch(String body, ElementType type, TensorSpec.Init init) {
        String text =
                ".version 9.0\n.target sm_80\n.address_size 64\n"
                        + ".visible .entry k(.param .u64 x, .param .u64 y) {\n"
                        + ".reg .b32 r<10>; .reg .b64 d<2>; .reg .f32 f<4>; .reg .b16 h<4>;\n"
                        + "ld.param.u64 d0, [x]; ld.global.u32 r0, [d0];\n"
                        + body
                        + "\nld.param.u64 d1, [y]; st.global.f32 [d1], f0; ret;\n}\n";
        return new Launch(
                PtxParser.parse("k.ptx", text),
                "k",
                new Dim3(1, 1, 1),
                new Dim3(1, 1, 1),
                0,
                null,
                List.of(
                        tensor("x", type, 32 / type.bits(), TensorSpec.Role.IN, init),
                        tensor(
                                "y",
                                ElementType.F32,
                                1,
                                TensorSpec.Role.OUT,
                                new TensorSpec.Init.Undefined())));
    }

    private static Argument.Tensor tensor(
            String name, ElementType type, int size, TensorSpec.Role role, TensorSpec.Init init) {
        List<Integer> shape = List.of(size);
        List<Long> strides = TensorSpec.rowMajor(shape);
        return new Argument.Tensor(
                new TensorSpec(name, type, shape, strides, role, init, null, null));
    }

    private static int term(TermStore store, String body, ElementType type) {
        Launch launch = launch(body, type, new TensorSpec.Init.Symbolic());
        SimulationResult r = Simulator.run(launch, store, SimulationOptions.defaults());
        assertEquals(List.of(), r.findings(), body);
        assertTrue(r.complete(), body);
        return r.cases().get(0).tensors().get("y").term(0);
    }

    /** The term with numbers for the elements of x. */
    private static int at(TermStore s, int t, long[] x) {
        int[] k = IntStream.of(s.operands(t)).map(o -> at(s, o, x)).toArray();
        return switch (s.op(t)) {
            case RATIONAL, LITERAL -> s.rational(s.rationalValue(t));
            case ELEMENT -> s.integer(x[s.b(t)]);
            case ADD -> s.add(k[0], k[1]);
            case SUB -> s.sub(k[0], k[1]);
            case MUL -> s.mul(k[0], k[1]);
            case FMA -> s.fma(k[0], k[1], k[2]);
            case NEG -> s.neg(k[0]);
            case FLOOR -> s.floor(k[0]);
            case LT -> s.lt(k[0], k[1]);
            case ITE -> s.ite(k[0], k[1], k[2]);
            default -> throw new AssertionError("not expected: " + s.show(t, 200));
        };
    }

    private static void agrees(String body, ElementType type) {
        TermStore store = new TermStore();
        int t = term(store, body, type);
        Random random = new Random(body.hashCode());
        for (int n = 0; n < SAMPLES; n++) {
            long[] x = new long[32 / type.bits()];
            List<Rational> values = new ArrayList<>();
            for (int i = 0; i < x.length; i++) {
                long bits = random.nextInt() & Value.mask(type.bits());
                x[i] = type.isSigned() ? Views.signExtend(bits, type.bits()) : bits;
                values.add(Rational.of(x[i]));
            }
            Launch launch = launch(body, type, new TensorSpec.Init.Values(values));
            ReplayResult.Finished f =
                    assertInstanceOf(
                            ReplayResult.Finished.class,
                            Replay.run(launch, Map.of(), Map.of(), ReplayOptions.defaults()));
            int result = at(store, t, x);
            assertTrue(store.isRational(result), body);
            assertEquals(
                    (double) Float.intBitsToFloat((int) f.tensors().get("y").bits(0)),
                    store.rationalValue(result).doubleValue(),
                    body + " of " + values);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "and.b32 r1, r0, 15; cvt.rn.f32.u32 f0, r1;",
                "bfe.u32 r1, r0, 28, 4; cvt.rn.f32.u32 f0, r1;",
                "bfe.s32 r1, r0, 8, 4; cvt.rn.f32.s32 f0, r1;",
                "shl.b32 r1, r0, 12; shr.s32 r1, r1, 28; cvt.rn.f32.s32 f0, r1;",
                "shr.s32 r1, r0, 28; cvt.rn.f32.s32 f0, r1;",
                "shr.u32 r1, r0, 24; cvt.rn.f32.s32 f0, r1;",
                "cvt.u16.u32 h0, r0; shr.s16 h0, h0, 8; cvt.rn.f32.s16 f0, h0;",
                "xor.b32 r1, r0, 0x80808080; shr.u32 r1, r1, 24; cvt.rn.f32.u32 f0, r1;",
                "xor.b32 r1, r0, 0x80808080; bfe.u32 r1, r1, 8, 8; cvt.rn.f32.u32 f0, r1;",
                "xor.b32 r1, r0, 0x88888888; and.b32 r1, r1, 15; cvt.rn.f32.u32 f0, r1;",
                "xor.b32 r1, r0, 0x3c000f01; shr.u32 r1, r1, 20; cvt.rn.f32.u32 f0, r1;",
                "not.b32 r1, r0; shr.u32 r1, r1, 20; cvt.rn.f32.u32 f0, r1;",
                "lop3.b32 r1, r0, 0x000f000f, 0x64006400, 0xea; cvt.u16.u32 h0, r1;"
                        + " cvt.f32.f16 f0, h0;",
                "lop3.b32 r1, r0, 0x00f000f0, 0x64006400, 0xea; shr.u32 r1, r1, 16;"
                        + " cvt.u16.u32 h0, r1; cvt.f32.f16 f0, h0;",
                "and.b32 r1, r0, 127; or.b32 r1, r1, 0x4300; shl.b32 r1, r1, 16; mov.b32 f0, r1;",
                "prmt.b32 r1, r0, 0x4b000000, 0x7652; mov.b32 f0, r1;",
                "xor.b32 r1, r0, 0x80808080; prmt.b32 r1, r1, 0x4b000000, 0x7651;"
                        + " mov.b32 f0, r1; add.f32 f0, f0, 0fCB000080;",
                "and.b32 r1, r0, 0x3ff; or.b32 r1, r1, 0x8000; cvt.u16.u32 h0, r1;"
                        + " cvt.f32.f16 f0, h0;",
            })
    void termsAgreeWithTheReplay(String body) {
        for (ElementType type :
                List.of(
                        ElementType.U32,
                        ElementType.S32,
                        ElementType.U16,
                        ElementType.S16,
                        ElementType.U8,
                        ElementType.S8)) {
            agrees(body, type);
        }
    }

    @Test
    void fieldsOfEveryWidthAreExact() {
        TermStore store = new TermStore();
        BitFields fields = new BitFields(store, new Bounds(store));
        int total = 6;
        for (int pattern = 0; pattern < 1 << total; pattern++) {
            for (int low = 0; low < total; low++) {
                for (int width = 1; low + width <= total; width++) {
                    long field = pattern >> low & (1 << width) - 1;
                    long negative = Views.signExtend(field, width);
                    int u = store.integer(pattern);
                    int s = store.integer(Views.signExtend(pattern, total));
                    assertEquals(
                            store.integer(field), fields.of(u, total, false, low, width, false));
                    assertEquals(
                            store.integer(field), fields.of(s, total, true, low, width, false));
                    assertEquals(
                            store.integer(negative), fields.of(u, total, false, low, width, true));
                    assertEquals(
                            store.integer(negative), fields.of(s, total, true, low, width, true));
                }
            }
        }
    }

    @Test
    void anUnknownExponentIsNoNumberOfTheFraction() {
        TermStore store = new TermStore();
        int t = term(store, "or.b32 r1, r0, 0x40000000; mov.b32 f0, r1;", ElementType.U32);
        assertTrue(store.show(t, 200).contains("f32.of.bits"), store.show(t, 200));
    }

    @Test
    void infinityAndNanHaveNoFraction() {
        TermStore store = new TermStore();
        String body = "and.b32 r1, r0, 255; or.b32 r1, r1, 0x7f800000; mov.b32 f0, r1;";
        assertTrue(store.show(term(store, body, ElementType.U32), 200).contains("f32.of.bits"));
    }

    @Test
    void anExponentWithOneNanHasNoFraction() {
        // e4m3: 0x78 to 0x7e are 256 to 448, 0x7f is NaN
        TermStore store = new TermStore();
        String body =
                "and.b32 r1, r0, 7; or.b32 r1, r1, 0x78; cvt.u16.u32 h0, r1;"
                        + " cvt.rn.f16x2.e4m3x2 r2, h0; mov.b32 {h1, h2}, r2; cvt.f32.f16 f0, h1;";
        assertTrue(store.show(term(store, body, ElementType.U32), 200).contains("e4m3.of.bits"));
    }

    @Test
    void aSignedNibbleIsTheSameHoweverItIsTakenOut() {
        TermStore store = new TermStore();
        String shifts = "shl.b32 r1, r0, 20; shr.s32 r1, r1, 28; cvt.rn.f32.s32 f0, r1;";
        String field = "bfe.s32 r1, r0, 8, 4; cvt.rn.f32.s32 f0, r1;";
        String unsigned = "bfe.u32 r1, r0, 8, 4; cvt.rn.f32.s32 f0, r1;";
        int t = term(store, shifts, ElementType.U32);
        assertEquals(t, term(store, field, ElementType.U32));
        assertFalse(store.show(t, 400).contains("ite"), store.show(t, 400));
        assertFalse(t == term(store, unsigned, ElementType.U32));
    }
}
