package io.heddle.isa.matrix;

import io.heddle.finding.Assumption;
import io.heddle.finding.UnsupportedPtxException;
import io.heddle.machine.Decoder;
import io.heddle.machine.Step;
import io.heddle.machine.Warp;
import io.heddle.ptx.Instruction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code wmma.load}, {@code wmma.mma} and {@code wmma.store} (PTX ISA 9.7.14.4).
 *
 * <p>PTX leaves open which thread holds which element of a fragment. Heddle takes the layout of
 * hardware since sm_75, and every verdict lists this as an assumption: code that treats all
 * elements of a fragment alike does not depend on it, but Heddle does not prove that the code does
 * so. A fragment with more places than its matrix has elements holds copies, which must be equal
 * when the matrix is used.
 */
public final class Wmma {
    /**
     * The layouts. A line has the operand, the shape, the element type, and the layout as in {@link
     * FragmentLayout}.
     */
    private static final String LAYOUTS =
            """
            a m16n16k16 f16   c0 r3 c3 - | c1 c2 r0 r1 r2
            b m16n16k16 f16   r0 r3 c3 - | r1 r2 c0 c1 c2
            a m8n32k16  f16   c0 c3 - - | c1 c2 r0 r1 r2
            b m8n32k16  f16   r0 r3 c3 c4 | r1 r2 c0 c1 c2
            a m32n8k16  f16   c0 r3 c3 r4 | c1 c2 r0 r1 r2
            b m32n8k16  f16   r0 r3 - - | r1 r2 c0 c1 c2
            a m16n16k16 bf16  c0 r3 c3 | c1 c2 r0 r1 r2
            b m16n16k16 bf16  r0 r3 c3 | r1 r2 c0 c1 c2
            a m8n32k16  bf16  c0 c3 | c1 c2 r0 r1 r2
            b m8n32k16  bf16  r0 r3 c3 c4 | r1 r2 c0 c1 c2
            a m32n8k16  bf16  c0 r3 c3 r4 | c1 c2 r0 r1 r2
            b m32n8k16  bf16  r0 r3 | r1 r2 c0 c1 c2
            a m16n16k8  tf32  r3 c2 | c0 c1 r0 r1 r2
            b m16n16k8  tf32  r2 c3 | r0 r1 c0 c1 c2
            a m8n8k4    f64   | c0 c1 r0 r1 r2
            b m8n8k4    f64   | r0 r1 c0 c1 c2
            a m16n16k16 s8    c0 c1 r3 | c2 c3 r0 r1 r2
            b m16n16k16 s8    r0 r1 c3 | r2 r3 c0 c1 c2
            a m8n32k16  s8    c0 c1 | c2 c3 r0 r1 r2
            b m8n32k16  s8    r0 r1 c3 c4 | r2 r3 c0 c1 c2
            a m32n8k16  s8    c0 c1 r3 r4 | c2 c3 r0 r1 r2
            b m32n8k16  s8    r0 r1 | r2 r3 c0 c1 c2
            a m8n8k32   s4    c0 c1 c2 | c3 c4 r0 r1 r2
            b m8n8k32   s4    r0 r1 r2 | r3 r4 c0 c1 c2
            a m8n8k128  b1    c0 c1 c2 c3 c4 | c5 c6 r0 r1 r2
            b m8n8k128  b1    r0 r1 r2 r3 r4 | r5 r6 c0 c1 c2
            c m16n16    any   c0 r3 c3 | c1 c2 r0 r1 r2
            c m8n32     any   c0 c3 c4 | c1 c2 r0 r1 r2
            c m32n8     any   c0 r3 r4 | c1 c2 r0 r1 r2
            c m8n8      any   c0 | c1 c2 r0 r1 r2
            """;

    private static final Map<String, FragmentLayout> TABLE = MatrixForm.parse(LAYOUTS);

    private Wmma() {}

    /** Decodes a {@code wmma.load}, {@code wmma.mma} or {@code wmma.store}. */
    public static Step decode(Decoder d, Instruction i) {
        return i.has("mma") ? MatrixMultiply.step(d, i, form(i), 1) : WmmaTransfer.decode(d, i);
    }

    private static MatrixForm form(Instruction i) {
        MatrixForm.Shape shape = MatrixForm.Shape.of(i);
        List<MatrixType> types = new ArrayList<>(MatrixForm.types(i));
        if (types.size() == 2) { // f16 products name only the types of D and C
            types.addAll(1, List.of(MatrixType.F16, MatrixType.F16));
        }
        FragmentLayout a = layout("a", shape, types.get(1));
        FragmentLayout b = layout("b", shape, types.get(2));
        FragmentLayout c = layout("c", shape, types.get(3));
        MatrixForm.requireSameWidth(types);
        return new MatrixForm(shape.m(), shape.n(), shape.k(), types, a, b, c, c);
    }

    /**
     * The layout of operand {@code a}, {@code b}, {@code c} or {@code d}.
     *
     * @throws UnsupportedPtxException if there is none for this shape and type
     */
    static FragmentLayout layout(String operand, MatrixForm.Shape shape, MatrixType type) {
        if (operand.equals("a") || operand.equals("b")) {
            MatrixType signed =
                    switch (type) {
                        case U8 -> MatrixType.S8;
                        case U4 -> MatrixType.S4;
                        default -> type;
                    };
            String key = operand + " " + shape.text() + " " + signed.spelling();
            return MatrixForm.known(TABLE.get(key), shape, type);
        }
        String key = "c m" + shape.m() + "n" + shape.n() + " any";
        return MatrixForm.known(TABLE.get(key), shape, type);
    }

    /** Lists the assumption that fragments have this layout. */
    static void assumeLayout(Warp w, Step step) {
        w.machine()
                .assume(
                        Assumption.Kind.OTHER,
                        "wmma fragments are laid out as hardware since sm_75 does it; PTX leaves it"
                                + " open",
                        step);
    }
}
