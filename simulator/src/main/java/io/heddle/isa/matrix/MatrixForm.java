package io.heddle.isa.matrix;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.isa.NotModelled;
import io.heddle.ptx.Instruction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The shape, types and fragment layouts of one form of {@code mma}: D (m × n) = A (m × k) · B (k ×
 * n) + C (m × n).
 *
 * @param m rows of A, C and D
 * @param n columns of B, C and D
 * @param k columns of A, rows of B
 * @param types element types of D, A, B and C, in this order
 * @param a layout of A
 * @param b layout of B
 * @param c layout of C
 * @param d layout of D
 */
record MatrixForm(
        int m,
        int n,
        int k,
        List<MatrixType> types,
        FragmentLayout a,
        FragmentLayout b,
        FragmentLayout c,
        FragmentLayout d) {
    /**
     * The layouts of PTX ISA 9.7.14.5.1 to 9.7.14.5.13 ("Matrix Fragments for mma"). A line has the
     * operand, the shape, the bits of an element (with the storage order where the layout depends
     * on it), and the layout. The layouts of C and D do not depend on k.
     *
     * <p>A sparse form (9.7.14.6.2) stores half the columns of A; this half has the layout of A in
     * the dense form with half the k. In the lines of the metadata {@code e}, a row consists of the
     * bits of that row's indices in ascending order, and q is the sparsity selector by which a
     * lane's bits are used.
     */
    private static final String LAYOUTS =
            """
            a m8n8k4    16.row  c0 c1 | r0 r1 q0 q1 r2
            a m8n8k4    16.col  r0 r1 | c0 c1 q0 q1 r2
            b m8n8k4    16.row  c0 c1 | r0 r1 q0 q1 c2
            b m8n8k4    16.col  r0 r1 | c0 c1 q0 q1 c2
            c m8n8k4    16      c0 c1 c2 | r0 r1 q0 q1 r2
            c m8n8k4    32      c0 r1 c2 | r0 c1 q0 q1 r2
            a m16n8k8   16      c0 r3 | c1 c2 r0 r1 r2
            b m16n8k8   16      r0 | r1 r2 c0 c1 c2
            a m16n8k16  16      c0 r3 c3 | c1 c2 r0 r1 r2
            b m16n8k16  16      r0 r3 | r1 r2 c0 c1 c2
            a m16n8k4   32      r3 | c0 c1 r0 r1 r2
            b m16n8k4   32      | r0 r1 c0 c1 c2
            a m16n8k8   32      r3 c2 | c0 c1 r0 r1 r2
            b m16n8k8   32      r2 | r0 r1 c0 c1 c2
            a m8n8k4    64      | c0 c1 r0 r1 r2
            b m8n8k4    64      | r0 r1 c0 c1 c2
            a m16n8k4   64      r3 | c0 c1 r0 r1 r2
            b m16n8k4   64      | r0 r1 c0 c1 c2
            a m16n8k8   64      r3 c2 | c0 c1 r0 r1 r2
            b m16n8k8   64      r2 | r0 r1 c0 c1 c2
            a m16n8k16  64      r3 c2 c3 | c0 c1 r0 r1 r2
            b m16n8k16  64      r2 r3 | r0 r1 c0 c1 c2
            a m8n8k16   8       c0 c1 | c2 c3 r0 r1 r2
            b m8n8k16   8       r0 r1 | r2 r3 c0 c1 c2
            a m16n8k16  8       c0 c1 r3 | c2 c3 r0 r1 r2
            b m16n8k16  8       r0 r1 | r2 r3 c0 c1 c2
            a m16n8k32  8       c0 c1 r3 c4 | c2 c3 r0 r1 r2
            b m16n8k32  8       r0 r1 r4 | r2 r3 c0 c1 c2
            a m8n8k32   4       c0 c1 c2 | c3 c4 r0 r1 r2
            b m8n8k32   4       r0 r1 r2 | r3 r4 c0 c1 c2
            a m16n8k32  4       c0 c1 c2 r3 | c3 c4 r0 r1 r2
            b m16n8k32  4       r0 r1 r2 | r3 r4 c0 c1 c2
            a m16n8k64  4       c0 c1 c2 r3 c5 | c3 c4 r0 r1 r2
            b m16n8k64  4       r0 r1 r2 r5 | r3 r4 c0 c1 c2
            a m8n8k128  1       c0 c1 c2 c3 c4 | c5 c6 r0 r1 r2
            b m8n8k128  1       r0 r1 r2 r3 r4 | r5 r6 c0 c1 c2
            a m16n8k128 1       c0 c1 c2 c3 c4 r3 | c5 c6 r0 r1 r2
            b m16n8k128 1       r0 r1 r2 r3 r4 | r5 r6 c0 c1 c2
            a m16n8k256 1       c0 c1 c2 c3 c4 r3 c7 | c5 c6 r0 r1 r2
            b m16n8k256 1       r0 r1 r2 r3 r4 r7 | r5 r6 c0 c1 c2
            b m16n8k32  16      r0 r3 r4 | r1 r2 c0 c1 c2
            b m16n8k16  32      r2 r3 | r0 r1 c0 c1 c2
            b m16n8k64  8       r0 r1 r4 r5 | r2 r3 c0 c1 c2
            b m16n8k128 4       r0 r1 r2 r5 r6 | r3 r4 c0 c1 c2
            e m16n8k16  16      c0 c1 c2 c3 r3 | q0 q1 r0 r1 r2
            e m16n8k32  16      c0 c1 c2 c3 r3 | c4 q0 r0 r1 r2
            e m16n8k8   32      c0 c1 c2 c3 r3 | q0 q1 r0 r1 r2
            e m16n8k16  32      c0 c1 c2 c3 r3 | c4 q0 r0 r1 r2
            e m16n8k64  8       c0 c1 c2 c3 c4 | r3 c5 r0 r1 r2
            e m16n8k128 4       c0 c1 c2 c3 c4 | r3 c5 r0 r1 r2
            c m8n8      any     c0 | c1 c2 r0 r1 r2
            c m16n8     any     c0 r3 | c1 c2 r0 r1 r2
            """;

    private static final Map<String, FragmentLayout> TABLE = parse(LAYOUTS);

    MatrixForm {
        types = List.copyOf(types);
    }

    /** Parses a table; the first three words of a line are the key of its layout. */
    static Map<String, FragmentLayout> parse(String table) {
        Map<String, FragmentLayout> layouts = new TreeMap<>();
        for (String line : table.lines().toList()) {
            String[] words = line.strip().split(" +", 4);
            String key = words[0] + " " + words[1] + " " + words[2];
            layouts.put(key, FragmentLayout.of(words[3]));
        }
        return layouts;
    }

    /**
     * The form of a dense {@code mma}.
     *
     * @throws UnsupportedPtxException if no layout is known for its shape and types
     */
    static MatrixForm of(Instruction i) {
        Shape shape = Shape.of(i);
        List<MatrixType> types = types(i);
        int bits = types.get(1).bits();
        List<String> orders =
                i.modifiers().stream().filter(m -> m.equals("row") || m.equals("col")).toList();
        boolean quads = shape.text().equals("m8n8k4") && bits == 16;
        if (!quads && !orders.equals(List.of("row", "col"))) {
            throw NotModelled.modifiers(orders.get(0), orders.get(1));
        }
        requireSameWidth(types);
        String width = quads ? bits + "." : Integer.toString(bits);
        String a = "a " + shape.text() + " " + order(width, orders.get(0));
        String b = "b " + shape.text() + " " + order(width, orders.get(1));
        return new MatrixForm(
                shape.m(),
                shape.n(),
                shape.k(),
                types,
                known(TABLE.get(a), shape, types.get(1)),
                known(TABLE.get(b), shape, types.get(2)),
                accumulator(shape, types.get(3), quads),
                accumulator(shape, types.get(0), quads));
    }

    /**
     * The form of {@code mma.sp}; its A has the layout of the stored half of the columns.
     *
     * @throws UnsupportedPtxException if no layout is known for its shape and types, or for its
     *     metadata
     */
    static MatrixForm sparse(Instruction i) {
        Shape shape = Shape.of(i);
        List<MatrixType> types = types(i);
        metadata(i);
        requireSameWidth(types);
        int bits = types.get(1).bits();
        String half = "m" + shape.m() + "n" + shape.n() + "k" + shape.k() / 2;
        FragmentLayout a = known(TABLE.get("a " + half + " " + bits), shape, types.get(1));
        FragmentLayout b = known(TABLE.get("b " + shape.text() + " " + bits), shape, types.get(2));
        FragmentLayout c = accumulator(shape, types.get(3), false);
        return new MatrixForm(shape.m(), shape.n(), shape.k(), types, a, b, c, c);
    }

    /**
     * The layout of the metadata of {@code mma.sp}.
     *
     * @throws UnsupportedPtxException if it is not known for the shape and type
     */
    static FragmentLayout metadata(Instruction i) {
        Shape shape = Shape.of(i);
        MatrixType type = types(i).get(1);
        return known(TABLE.get("e " + shape.text() + " " + type.bits()), shape, type);
    }

    /**
     * Returns {@code layout}.
     *
     * @throws UnsupportedPtxException if it is null: there is none for this shape and type
     */
    static FragmentLayout known(FragmentLayout layout, Shape shape, MatrixType type) {
        if (layout == null) {
            throw NotModelled.together(shape.text(), type.spelling());
        }
        return layout;
    }

    /**
     * Checks that the elements of A and B have the same width.
     *
     * @throws UnsupportedPtxException if they do not
     */
    static void requireSameWidth(List<MatrixType> types) {
        if (types.get(1).bits() != types.get(2).bits()) {
            throw NotModelled.together(types.get(1).spelling(), types.get(2).spelling());
        }
    }

    private static String order(String width, String order) {
        return width.endsWith(".") ? width + order : width;
    }

    private static FragmentLayout accumulator(Shape shape, MatrixType type, boolean quads) {
        String key =
                quads ? "c m8n8k4 " + type.bits() : "c m" + shape.m() + "n" + shape.n() + " any";
        return known(TABLE.get(key), shape, type);
    }

    /**
     * The number of matrix products that one instruction computes: four for m8n8k4 of f16, one for
     * each quad pair of lanes; else one.
     */
    int matrices() {
        return d.matrices();
    }

    /** The element types among the modifiers, in the order of the text. */
    static List<MatrixType> types(Instruction i) {
        List<MatrixType> types = new ArrayList<>();
        for (String m : i.modifiers()) {
            MatrixType t = MatrixType.parse(m);
            if (t != null) {
                types.add(t);
            }
        }
        return types;
    }

    /**
     * The dimensions of a matrix instruction.
     *
     * @param text as written: {@code m16n8k16}
     */
    record Shape(String text, int m, int n, int k) {
        /** The shape among the modifiers. */
        static Shape of(Instruction i) {
            for (String m : i.modifiers()) {
                if (m.matches("m\\d+n\\d+k\\d+")) {
                    String[] d = m.substring(1).split("[nk]", -1);
                    return new Shape(
                            m,
                            Integer.parseInt(d[0]),
                            Integer.parseInt(d[1]),
                            Integer.parseInt(d[2]));
                }
            }
            throw NotModelled.form(i);
        }
    }
}
