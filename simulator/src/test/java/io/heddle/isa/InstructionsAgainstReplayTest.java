package io.heddle.isa;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import io.heddle.simulate.OutputTensor;
import io.heddle.simulate.SimulationResult;
import io.heddle.simulate.Simulator;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each instruction on concrete operands gives what the independent interpreter gives.
 *
 * <p>In a case, A, B, C stand for operands of 16, 32 or 64 bits (A16 …), S for a shift amount, M
 * for a small field position, P for a predicate, D for the destination; AF … DF are floats that
 * hold small integers, AH … DH halves.
 */
final class InstructionsAgainstReplayTest {
    private static final int THREADS = 64;

    private static Stream<String> integers() {
        List<String> cases = new ArrayList<>();
        for (String t : new String[] {"u16", "s16", "u32", "s32", "u64", "s64"}) {
            String w = t.substring(1);
            String d = "D" + w + ", A" + w + ", B" + w;
            for (String op : new String[] {"add", "sub", "mul.lo", "mul.hi", "min", "max"}) {
                cases.add(op + "." + t + " " + d + ";");
            }
            cases.add("mad.lo." + t + " " + d + ", C" + w + ";");
            cases.add("mad.hi." + t + " " + d + ", C" + w + ";");
            cases.add("sad." + t + " " + d + ", C" + w + ";");
            cases.add("or.b" + w + " B" + w + ", B" + w + ", 1; div." + t + " " + d + ";");
            cases.add("or.b" + w + " B" + w + ", B" + w + ", 1; rem." + t + " " + d + ";");
            cases.add("shr." + t + " D" + w + ", A" + w + ", S;");
            cases.add("shl.b" + w + " D" + w + ", A" + w + ", S;");
            for (String c : new String[] {"eq", "ne", "lt", "le", "gt", "ge"}) {
                cases.add(
                        "setp."
                                + c
                                + "."
                                + t
                                + " P, A"
                                + w
                                + ", B"
                                + w
                                + "; selp.b32 D32, 1, 2, P;");
            }
            cases.add("setp.lt.and." + t + " P, A" + w + ", B" + w + ", Q; selp.b32 D32, 1, 2, P;");
            cases.add("selp.b" + w + " D" + w + ", A" + w + ", B" + w + ", Q;");
            for (String u : new String[] {"u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"}) {
                String to = u.endsWith("8") ? "32" : u.substring(1);
                cases.add("cvt." + u + "." + t + " D" + to + ", A" + w + ";");
                cases.add("cvt.sat." + u + "." + t + " D" + to + ", A" + w + ";");
            }
        }
        for (String t : new String[] {"s16", "s32", "s64"}) {
            String w = t.substring(1);
            cases.add("neg." + t + " D" + w + ", A" + w + ";");
            cases.add("abs." + t + " D" + w + ", A" + w + ";");
        }
        for (String w : new String[] {"16", "32", "64"}) {
            for (String op : new String[] {"and", "or", "xor"}) {
                cases.add(op + ".b" + w + " D" + w + ", A" + w + ", B" + w + ";");
            }
            cases.add("not.b" + w + " D" + w + ", A" + w + ";");
            cases.add("cnot.b" + w + " D" + w + ", A" + w + ";");
        }
        for (String w : new String[] {"32", "64"}) {
            cases.add("popc.b" + w + " D32, A" + w + ";");
            cases.add("clz.b" + w + " D32, A" + w + ";");
            cases.add("brev.b" + w + " D" + w + ", A" + w + ";");
            cases.add("bfi.b" + w + " D" + w + ", A" + w + ", B" + w + ", M, S;");
            for (String s : new String[] {"u", "s"}) {
                cases.add("bfe." + s + w + " D" + w + ", A" + w + ", M, S;");
                cases.add("bfind." + s + w + " D32, A" + w + ";");
                cases.add("bfind.shiftamt." + s + w + " D32, A" + w + ";");
            }
        }
        for (String s : new String[] {"u", "s"}) {
            cases.add("mul.wide." + s + "16 D32, A16, B16;");
            cases.add("mul.wide." + s + "32 D64, A32, B32;");
            cases.add("mad.wide." + s + "16 D32, A16, B16, C32;");
            cases.add("mad.wide." + s + "32 D64, A32, B32, C64;");
            cases.add("mul24.lo." + s + "32 D32, A32, B32;");
            cases.add("mul24.hi." + s + "32 D32, A32, B32;");
            cases.add("mad24.lo." + s + "32 D32, A32, B32, C32;");
            cases.add("szext.wrap." + s + "32 D32, A32, B32;");
            cases.add("szext.clamp." + s + "32 D32, A32, S;");
            for (String r : new String[] {"u", "s"}) {
                cases.add("dp4a." + s + "32." + r + "32 D32, A32, B32, C32;");
                cases.add("dp2a.lo." + s + "32." + r + "32 D32, A32, B32, C32;");
                cases.add("dp2a.hi." + s + "32." + r + "32 D32, A32, B32, C32;");
            }
        }
        for (int table :
                new int[] {0xEA, 0xF8, 0x6A, 0x78, 0x80, 0xFE, 0x96, 0xCA, 0x17, 0x00, 0xFF}) {
            cases.add("lop3.b32 D32, A32, B32, C32, " + table + ";");
        }
        for (String mode : new String[] {"", ".f4e", ".b4e", ".rc8", ".ecl", ".ecr", ".rc16"}) {
            cases.add("prmt.b32" + mode + " D32, A32, B32, C32;");
        }
        for (String mode : new String[] {"l.clamp", "l.wrap", "r.clamp", "r.wrap"}) {
            cases.add("shf." + mode + ".b32 D32, A32, B32, S;");
        }
        cases.add("bmsk.clamp.b32 D32, M, S;");
        cases.add("bmsk.wrap.b32 D32, A32, B32;");
        cases.add("add.cc.u32 D32, A32, B32; addc.u32 D32, A32, C32;");
        cases.add("sub.cc.u32 D32, A32, B32; subc.u32 D32, A32, C32;");
        cases.add("mad.lo.cc.u32 D32, A32, B32, C32; madc.hi.u32 D32, A32, B32, C32;");
        cases.add("add.cc.u64 D64, A64, B64; addc.u64 D64, A64, C64;");
        cases.add("slct.b32.s32 D32, A32, B32, C32;");
        cases.add("set.lt.u32.s32 D32, A32, B32;");
        cases.add("mov.b64 {D32, E32}, A64; xor.b32 D32, D32, E32;");
        cases.add("mov.b64 D64, {A32, B32};");
        cases.add("mov.b32 D32, {A16, B16};");
        cases.add("shfl.sync.bfly.b32 D32, A32, 5, 31, -1;");
        cases.add("shfl.sync.idx.b32 D32|P, A32, S, 6175, -1;");
        cases.add("shfl.sync.up.b32 D32|P, A32, 3, 0, -1; @!P mov.b32 D32, 7;");
        cases.add("shfl.sync.down.b32 D32|P, A32, 9, 31, -1; @!P mov.b32 D32, 7;");
        cases.add("vote.sync.ballot.b32 D32, Q, -1;");
        cases.add("vote.sync.any.pred P, Q, -1; selp.b32 D32, 1, 2, P;");
        cases.add("vote.sync.all.pred P, Q, -1; selp.b32 D32, 1, 2, P;");
        cases.add("vote.sync.uni.pred P, Q, -1; selp.b32 D32, 1, 2, P;");
        cases.add("match.any.sync.b32 D32, M, -1;");
        cases.add("match.all.sync.b32 D32|P, M, -1;");
        for (String t : new String[] {"s2", "u2", "s4", "u4", "s8", "u8"}) {
            cases.add("shr.s32 A32, A32, 24; cvt.pack.sat." + t + ".s32.b32 D32, A32, B32, C32;");
        }
        cases.add("shr.s32 A32, A32, 15; cvt.pack.sat.s16.s32 D32, A32, B32;");
        cases.add("shr.s32 A32, A32, 15; cvt.pack.sat.u16.s32 D32, A32, B32;");
        for (String op :
                new String[] {
                    "add.u32", "min.s32", "max.s32", "min.u32", "and.b32", "or.b32", "xor.b32"
                }) {
            cases.add("redux.sync." + op + " D32, A32, -1;");
        }
        return cases.stream();
    }

    private static Stream<String> floats() {
        List<String> cases = new ArrayList<>();
        for (String op :
                new String[] {"add", "sub", "mul", "min", "max", "add.rz", "mul.rm", "min.NaN"}) {
            cases.add(op + ".f32 DF, AF, BF;");
        }
        cases.add("fma.rn.f32 DF, AF, BF, CF;");
        cases.add("neg.f32 DF, AF;");
        cases.add("abs.ftz.f32 DF, AF;");
        cases.add("add.sat.f32 DF, AF, BF;");
        cases.add("cvt.sat.f32.f32 DF, AF;");
        cases.add("cvt.rn.f32.s32 DF, M;");
        cases.add("mul.f32 DF, AF, 0f3E800000; cvt.rni.f32.f32 DF, DF;");
        cases.add("mul.f32 DF, AF, 0f3E800000; cvt.rzi.f32.f32 DF, DF;");
        cases.add("mul.f32 DF, AF, 0f3E800000; cvt.rmi.f32.f32 DF, DF;");
        cases.add("mul.f32 DF, AF, 0f3E800000; cvt.rpi.f32.f32 DF, DF;");
        cases.add(
                "mul.f32 DF, AF, 0f3E800000; add.f32 DF, DF, 0f4B400000; add.f32 DF, DF,"
                        + " 0fCB400000;");
        cases.add(
                "mul.f32 DF, AF, 0f3E800000; fma.rm.f32 DF, DF, 0f3F800000, 0f4B400000; add.f32 DF,"
                        + " DF, 0fCB400000;");
        cases.add("mul.f32 DF, AF, 0f3E800000; cvt.rzi.s32.f32 D32, DF; cvt.rn.f32.s32 DF, D32;");
        cases.add("ex2.approx.f32 DF, AF; mul.f32 DF, DF, 0f47800000; min.f32 DF, DF, 0f4B000000;");
        cases.add("selp.f32 DF, AF, BF, Q;");
        for (String c :
                new String[] {
                    "eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu",
                    "num", "nan"
                }) {
            cases.add("setp." + c + ".f32 P, AF, BF; selp.f32 DF, 0f3F800000, 0f00000000, P;");
        }
        cases.add("set.gt.f32.f32 DF, AF, BF;");
        cases.add("slct.f32.f32 DF, AF, BF, CF;");
        for (String op : new String[] {"add", "sub", "mul", "min", "max"}) {
            cases.add(op + ".f16 DH, AH, BH; cvt.f32.f16 DF, DH;");
        }
        cases.add("fma.rn.f16 DH, AH, BH, CH; cvt.f32.f16 DF, DH;");
        cases.add("fma.rn.relu.f16 DH, AH, BH, CH; cvt.f32.f16 DF, DH;");
        cases.add(
                "mov.b32 D32, {AH, BH}; mov.b32 E32, {BH, CH}; add.f16x2 D32, D32, E32; mov.b32"
                        + " {AH, DH}, D32; sub.f16 DH, DH, AH; cvt.f32.f16 DF, DH;");
        cases.add("cvt.rn.f16x2.f32 D32, AF, BF; mov.b32 {AH, DH}, D32; cvt.f32.f16 DF, DH;");
        cases.add("cvt.rn.bf16x2.f32 D32, AF, BF; and.b32 D32, D32, 0xffff0000; mov.b32 DF, D32;");
        cases.add("mov.b32 D32, AF; and.b32 D32, D32, 0x7fffffff; mov.b32 DF, D32;");
        cases.add("mov.b32 D32, AF; xor.b32 D32, D32, 0x80000000; mov.b32 DF, D32;");
        cases.add("shfl.sync.bfly.b32 DF, AF, 1, 31, -1;");
        for (String to : new String[] {"s8", "u8", "s16", "u16", "sat.s8"}) {
            cases.add(
                    "mul.f32 DF, AF, 0f45000000; cvt.rni."
                            + to
                            + ".f32 D32, DF; cvt.rn.f32.s32 DF, D32;");
        }
        for (String to : new String[] {"e4m3", "e5m2"}) {
            String back = "cvt.rn.f16x2." + to + "x2 D32, DH; mov.b32 {AH, DH}, D32;";
            String down = "cvt.rn.satfinite." + to + "x2.f32 DH, AF, BF;";
            cases.add("mul.f32 AF, AF, 0f42000000; " + down + back + " cvt.f32.f16 DF, DH;");
            cases.add("mul.f32 AF, AF, 0f3CC00000; " + down + back + " cvt.f32.f16 DF, DH;");
            cases.add(
                    "mov.b32 D32, {AH, BH}; cvt.rn.satfinite.relu."
                            + to
                            + "x2.f16x2 DH, D32;"
                            + back
                            + " cvt.f32.f16 DF, DH;");
        }
        return cases.stream();
    }

    private static String kernel(String instruction, boolean real) {
        String body =
                instruction
                        .replaceAll("\\bP\\b", "%pp")
                        .replaceAll("\\bQ\\b", "%pq")
                        .replaceAll("\\bS\\b", "%rs")
                        .replaceAll("\\bM\\b", "%rm")
                        .replaceAll("\\b([ABCDE])(16|32|64|F|H)\\b", "%$1$2");
        StringBuilder text = new StringBuilder();
        text.append(".version 9.0\n.target sm_100\n.address_size 64\n");
        text.append(
                ".visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 d)"
                        + " {\n");
        text.append(
                ".reg .pred %pp, %pq; .reg .b32 %thr, %rs, %rm, %ri; .reg .b64 %p0, %p1, %pd,"
                        + " %off;\n");
        for (char r : new char[] {'A', 'B', 'C', 'D', 'E'}) {
            text.append(".reg .b16 %" + r + "16; .reg .b32 %" + r + "32; .reg .b64 %" + r + "64;");
            text.append(" .reg .f32 %" + r + "F; .reg .b16 %" + r + "H;\n");
        }
        text.append("mov.u32 %thr, %tid.x; mul.wide.u32 %off, %thr, 8;\n");
        for (char r : new char[] {'A', 'B', 'C'}) {
            char name = Character.toLowerCase(r);
            text.append("ld.param.u64 %p0, [" + name + "]; add.s64 %p1, %p0, %off;");
            text.append(" ld.global.u64 %" + r + "64, [%p1];\n");
            text.append(
                    "cvt.u32.u64 %"
                            + r
                            + "32, %"
                            + r
                            + "64; cvt.u16.u64 %"
                            + r
                            + "16, %"
                            + r
                            + "64;\n");
            text.append("and.b32 %ri, %" + r + "32, 63; sub.s32 %ri, %ri, 32;");
            text.append(
                    " cvt.rn.f32.s32 %" + r + "F, %ri; cvt.rn.f16.f32 %" + r + "H, %" + r + "F;\n");
        }
        text.append("and.b32 %rs, %C32, 31; shr.u32 %rm, %C32, 5; and.b32 %rm, %rm, 15;\n");
        text.append("and.b32 %ri, %C32, 64; setp.ne.u32 %pq, %ri, 0;\n");
        text.append(
                "mov.u16 %D16, 0; mov.u32 %D32, 0; mov.u64 %D64, 0; mov.f32 %DF, 0f00000000;\n");
        text.append(body).append('\n');
        text.append("ld.param.u64 %p0, [d]; add.s64 %pd, %p0, %off;\n");
        if (real) {
            text.append("cvt.f64.f32 %D64, %DF; st.global.f64 [%pd], %D64;\n");
        } else {
            text.append(
                    "cvt.u64.u32 %A64, %D32; cvt.u64.u16 %B64, %D16; shl.b64 %B64, %B64, 32;\n");
            text.append(
                    "xor.b64 %A64, %A64, %B64; xor.b64 %D64, %D64, %A64; st.global.u64 [%pd],"
                            + " %D64;\n");
        }
        return text.append("ret;\n}\n").toString();
    }

    @ParameterizedTest
    @MethodSource("integers")
    void integerInstructionsAgree(String instruction) {
        agree(instruction, ElementType.U64);
    }

    @ParameterizedTest
    @MethodSource("floats")
    void floatInstructionsAgreeOnSmallIntegers(String instruction) {
        agree(instruction, ElementType.F64);
    }

    private static void agree(String instruction, ElementType result) {
        Launch launch = launch(instruction, result);
        TermStore store = new TermStore();
        SimulationResult simulated = Simulator.run(launch, store, SimulationOptions.defaults());
        ReplayResult replayed = Replay.run(launch, Map.of(), Map.of(), ReplayOptions.defaults());
        ReplayResult.Finished finished =
                assertInstanceOf(ReplayResult.Finished.class, replayed, replayed::toString);
        assertEquals(List.of(), simulated.findings(), instruction);
        assertTrue(simulated.complete(), instruction);
        OutputTensor d = simulated.cases().get(0).tensors().get("d");
        for (int i = 0; i < THREADS; i++) {
            String where = instruction + " in thread " + i;
            assertTrue(store.isRational(d.term(i)), () -> where + ": not a constant");
            Rational value = store.rationalValue(d.term(i));
            if (result.isFloat()) {
                assertEquals(
                        finished.tensors().get("d").value(i) + 0.0, value.doubleValue(), where);
            } else {
                assertEquals(
                        Long.toHexString(finished.tensors().get("d").bits(i)),
                        Long.toHexString(value.numerator().longValue()),
                        where);
            }
        }
    }

    private static Launch launch(String instruction, ElementType result) {
        Random random = new Random(instruction.hashCode());
        List<Argument> arguments = new ArrayList<>();
        for (String name : new String[] {"a", "b", "c"}) {
            List<Rational> values = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                long bits = special(random, i);
                values.add(Rational.of(new java.math.BigInteger(Long.toUnsignedString(bits))));
            }
            arguments.add(
                    new Argument.Tensor(
                            tensor(
                                    name,
                                    ElementType.U64,
                                    TensorSpec.Role.IN,
                                    new TensorSpec.Init.Values(values))));
        }
        arguments.add(
                new Argument.Tensor(
                        tensor("d", result, TensorSpec.Role.OUT, new TensorSpec.Init.Undefined())));
        return new Launch(
                PtxParser.parse("k.ptx", kernel(instruction, result.isFloat())),
                "k",
                new Dim3(1, 1, 1),
                new Dim3(THREADS, 1, 1),
                0,
                null,
                arguments);
    }

    private static long special(Random random, int i) {
        long[] corners = {
            0, 1, -1, 0x7fffffffL, 0x80000000L, 0xffffL, 0x8000L, 0x7fffL, Long.MIN_VALUE + 3
        };
        return i % 4 == 0 ? corners[random.nextInt(corners.length)] : random.nextLong();
    }

    private static TensorSpec tensor(
            String name, ElementType type, TensorSpec.Role role, TensorSpec.Init init) {
        List<Integer> shape = List.of(THREADS);
        return new TensorSpec(
                name, type, shape, TensorSpec.rowMajor(shape), role, init, null, null);
    }
}
