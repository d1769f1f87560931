package io.heddle.replay.step;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The modifiers of each opcode that this interpreter obeys, or may leave aside because they change
 * no value. An instruction with any other is not replayed.
 */
final class ModelledModifiers {
    private static final String SPACES =
            " const global local param param::entry param::func shared shared::cta shared::cluster";
    private static final String ORDERS =
            " weak volatile relaxed acquire release acq_rel cta cluster gpu sys";
    private static final String CACHES =
            " ca cg cs lu cv wb wt nc L1::evict_normal L1::evict_unchanged L1::evict_first"
                    + " L1::evict_last L1::no_allocate L2::evict_normal L2::evict_last"
                    + " L2::evict_first L2::cache_hint L2::64B L2::128B L2::256B";
    private static final String VECTORS = " v2 v4 v8";
    private static final String ROUNDINGS = " rn rz rm rp";
    private static final String RELATIONS =
            " eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan and or xor ftz";
    private static final String TRANSFERS =
            " sync aligned m8n8 m16n8 m8n16 x1 x2 x4 trans b6x16_p32 b4x16_p64 b8x16";

    private static final Map<String, Set<String>> KNOWN = rows();

    private ModelledModifiers() {}

    private static Map<String, Set<String>> rows() {
        Map<String, Set<String>> rows = new HashMap<>();
        row(
                rows,
                "mov selp cnot not and or xor shl shr popc clz brev fns bfe bfi sad rem dp4a",
                "");
        row(rows, "exit trap brkpt activemask copysign", "");
        row(rows, "bra ret call", " uni");
        row(rows, "brx", " idx uni");
        row(rows, "ld ldu st", SPACES + ORDERS + CACHES + VECTORS);
        row(
                rows,
                "atom red",
                SPACES
                        + ORDERS
                        + VECTORS
                        + " and or xor exch cas add inc dec min max noftz L2::cache_hint");
        row(rows, "cvta", SPACES + " to");
        row(rows, "isspacep mapa getctarank", SPACES);
        row(rows, "bar barrier", " sync arrive red aligned cta popc and or warp");
        row(rows, "shfl", " sync up down bfly idx");
        row(rows, "vote", " sync all any uni ballot");
        row(rows, "match", " sync all any");
        row(rows, "redux", " sync add min max and or xor abs NaN");
        row(rows, "elect", " sync");
        row(
                rows,
                "cp",
                SPACES + CACHES + " async commit_group wait_all wait_group mbarrier arrive noinc");
        row(
                rows,
                "mbarrier",
                SPACES + ORDERS + " init inval expect_tx arrive test_wait try_wait parity");
        row(rows, "ldmatrix stmatrix movmatrix", SPACES + TRANSFERS);
        row(rows, "setp set", RELATIONS);
        row(rows, "slct", " ftz");
        row(rows, "testp", " finite infinite number notanumber normal subnormal");
        row(rows, "lop3", " and or");
        row(rows, "add sub", ROUNDINGS + " sat ftz cc");
        row(rows, "addc subc", " cc");
        row(rows, "mul", ROUNDINGS + " lo hi wide sat ftz");
        row(rows, "mad", ROUNDINGS + " lo hi wide sat ftz cc");
        row(rows, "madc", " lo hi cc");
        row(rows, "mul24 mad24", " lo hi sat");
        row(rows, "dp2a", " lo hi");
        row(rows, "fma", ROUNDINGS + " ftz sat relu");
        row(rows, "div", ROUNDINGS + " approx full ftz");
        row(rows, "rcp sqrt rsqrt", ROUNDINGS + " approx ftz");
        row(rows, "sin cos lg2 ex2 tanh", " approx ftz");
        row(rows, "abs neg", " ftz");
        row(rows, "min max", " relu ftz NaN xorsign abs");
        row(rows, "shf", " l r clamp wrap");
        row(rows, "bfind", " shiftamt");
        row(rows, "szext bmsk", " clamp wrap");
        row(rows, "prmt", " f4e b4e rc8 ecl ecr rc16");
        row(
                rows,
                "cvt",
                ROUNDINGS
                        + " rna rni rzi rmi rpi ftz sat relu satfinite pack tf32 e4m3x2 e5m2x2"
                        + " e2m1x2 e2m3x2 e3m2x2 f16x2 bf16x2 s2 u2 s4 u4");
        return Map.copyOf(rows);
    }

    private static void row(Map<String, Set<String>> rows, String opcodes, String modifiers) {
        Set<String> set = new HashSet<>(List.of(modifiers.strip().split(" ", -1)));
        for (String opcode : opcodes.split(" ", -1)) {
            rows.put(opcode, Set.copyOf(set));
        }
    }

    /**
     * Refuses an instruction with a modifier that is not modelled. Of an opcode without a row, the
     * class that decodes it looks at the modifiers, or they change nothing.
     */
    static void check(Instruction i) {
        Set<String> known = KNOWN.get(i.opcode());
        if (known == null) {
            return;
        }
        for (String m : i.modifiers()) {
            if (!known.contains(m) && PtxType.parse(m) == null) {
                throw Forms.notModelled(m);
            }
        }
    }
}
