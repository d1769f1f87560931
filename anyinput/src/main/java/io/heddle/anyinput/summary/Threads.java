package io.heddle.anyinput.summary;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.bits.Level;
import io.heddle.launch.Dim3;
import io.heddle.ptx.SpecialRegister;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The indices of a thread and its block (PTX ISA 10). A grid has any number of blocks in the
 * dimensions whose {@code %ctaid} or {@code %nctaid} the kernel reads, and one in the others.
 */
public final class Threads {
    private static final String AXES = "xyz";
    private static final int WARP = 32;

    /** CUDA's limit of {@code gridDim.y} and {@code gridDim.z}. */
    private static final long MOST_ROWS = 65_535;

    /** Threads of a grid in dimension x, so that a global index is an {@code int}. */
    private static final long MOST_THREADS = (1L << 31) - 1;

    private final BitTerms terms;
    private final List<BitTerm> thread = new ArrayList<>();
    private final List<BitTerm> block = new ArrayList<>();
    private final List<BitTerm> grid = new ArrayList<>();
    private final int[] extents;

    /**
     * The variables of a launch.
     *
     * @param blockDim the threads of a block
     * @param gridDim the blocks of the grid; an extent of 0 stands for any number
     */
    public Threads(BitTerms terms, Dim3 blockDim, Dim3 gridDim) {
        this.terms = terms;
        extents = new int[] {blockDim.x(), blockDim.y(), blockDim.z()};
        int[] blocks = {gridDim.x(), gridDim.y(), gridDim.z()};
        for (int k = 0; k < extents.length; k++) {
            char axis = AXES.charAt(k);
            thread.add(variable("threadIdx." + axis, Level.THREAD, 0, extents[k] - 1L));
            long most = k == 0 ? Math.min(MOST_THREADS / extents[k], Integer.MAX_VALUE) : MOST_ROWS;
            block.add(
                    variable(
                            "blockIdx." + axis,
                            Level.BLOCK,
                            0,
                            (blocks[k] == 0 ? most : blocks[k]) - 1));
            grid.add(
                    blocks[k] == 0
                            ? variable("gridDim." + axis, Level.GRID, 1, most)
                            : terms.constant(32, blocks[k]));
        }
    }

    private BitTerm variable(String name, Level level, long low, long high) {
        return terms.variable(name, 32, level, BigInteger.valueOf(low), BigInteger.valueOf(high));
    }

    /** The thread's coordinates in its block, x first. */
    public List<BitTerm> thread() {
        return List.copyOf(thread);
    }

    /** The block's coordinates. */
    public List<BitTerm> block() {
        return List.copyOf(block);
    }

    /** The extents of the grid. */
    public List<BitTerm> grid() {
        return List.copyOf(grid);
    }

    /** What the coordinates of a thread are, by its number in the block. */
    public Map<BitTerm, BitTerm> at(int number) {
        int[] at = {
            number % extents[0], number / extents[0] % extents[1], number / extents[0] / extents[1]
        };
        Map<BitTerm, BitTerm> by = new HashMap<>();
        for (int k = 0; k < at.length; k++) {
            by.put(thread.get(k), terms.constant(Integer.SIZE, at[k]));
        }
        return by;
    }

    /** The threads of a block. */
    public long ofBlock() {
        return (long) extents[0] * extents[1] * extents[2];
    }

    /**
     * That a block is one of the grid.
     *
     * @param copy as which thread sees it
     */
    public List<BitTerm> inGrid(UnaryOperator<BitTerm> copy) {
        List<BitTerm> conditions = new ArrayList<>();
        for (int k = 0; k < block.size(); k++) {
            conditions.add(terms.ult(copy.apply(block.get(k)), copy.apply(grid.get(k))));
        }
        return conditions;
    }

    /** That two threads are one. */
    public BitTerm areSame(UnaryOperator<BitTerm> one, UnaryOperator<BitTerm> two) {
        BitTerm same = terms.condition(true);
        for (int k = 0; k < block.size(); k++) {
            BitTerm inBlock = terms.eq(one.apply(thread.get(k)), two.apply(thread.get(k)));
            BitTerm blocks = terms.eq(one.apply(block.get(k)), two.apply(block.get(k)));
            same = terms.conjunction(List.of(same, inBlock, blocks));
        }
        return same;
    }

    /** The number of a thread in its block: x first. */
    public BitTerm linear() {
        BitTerm y = terms.mul(thread.get(1), terms.constant(32, extents[0]));
        BitTerm z = terms.mul(thread.get(2), terms.constant(32, (long) extents[0] * extents[1]));
        return terms.add(thread.get(0), terms.add(y, z));
    }

    /** The warp that a thread is of. */
    public BitTerm warp() {
        return terms.lshr(linear(), terms.constant(32, 5));
    }

    /** The value of a special register; null if it is not a function of these indices. */
    BitTerm value(String name) {
        SpecialRegister register = SpecialRegister.of(name).orElseThrow();
        int axis = name.indexOf('.') < 0 ? 0 : "xyzw".indexOf(name.charAt(name.length() - 1));
        boolean none = axis >= AXES.length();
        return switch (register) {
            case TID -> none ? terms.constant(32, 0) : thread.get(axis);
            case NTID -> terms.constant(32, none ? 1 : extents[axis]);
            case CTAID -> none ? terms.constant(32, 0) : block.get(axis);
            case NCTAID -> none ? terms.constant(32, 1) : grid.get(axis);
            case LANEID -> terms.and(linear(), terms.constant(32, WARP - 1));
            case LANEMASK_EQ -> terms.shl(terms.constant(32, 1), value("%laneid"));
            case LANEMASK_LT -> terms.sub(value("%lanemask_eq"), terms.constant(32, 1));
            default -> null;
        };
    }
}
