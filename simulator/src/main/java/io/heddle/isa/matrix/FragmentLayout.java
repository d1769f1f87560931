package io.heddle.isa.matrix;

import java.util.ArrayList;
import java.util.List;

/**
 * Says which element of a matrix each lane of a warp holds at each index of its fragment.
 *
 * <p>In all layouts of the PTX ISA (9.7.14) a bit of the element's index in the fragment, or of the
 * lane's number, contributes one bit to the row, the column or the number of the matrix, whatever
 * the other bits are. So a layout is written as the list of these contributions, lowest bits first:
 * in {@code c0 r3 | c1 c2 r0 r1 r2}, bit 0 of the index is bit 0 of the column, bit 1 of the index
 * is bit 3 of the row, bit 0 of the lane is bit 1 of the column, and so on. {@code q0} is bit 0 of
 * the number of the matrix, where one instruction multiplies several. {@code -} contributes
 * nothing: elements that differ only in that bit are copies.
 */
final class FragmentLayout {
    private static final int FIELD = 10; // bits of a packed row, column or matrix number
    private static final int MASK = (1 << FIELD) - 1;

    private final List<Integer> elementBits;
    private final List<Integer> laneBits;

    private FragmentLayout(List<Integer> elementBits, List<Integer> laneBits) {
        this.elementBits = elementBits;
        this.laneBits = laneBits;
    }

    /**
     * Parses a layout, written as {@code bits of the element's index | bits of the lane}, lowest
     * bits first.
     */
    static FragmentLayout of(String text) {
        String[] parts = text.split("\\|", -1);
        FragmentLayout layout = new FragmentLayout(bits(parts[0]), bits(parts[1]));
        if (layout.laneBits.size() != 5) {
            throw new IllegalArgumentException("a lane has five bits: " + text);
        }
        return layout;
    }

    private static List<Integer> bits(String text) {
        List<Integer> bits = new ArrayList<>();
        for (String word : text.strip().split(" +")) {
            if (!word.isEmpty()) {
                bits.add(contribution(word));
            }
        }
        return List.copyOf(bits);
    }

    private static int contribution(String word) {
        int bit = word.length() > 1 ? Integer.parseInt(word.substring(1)) : 0;
        return switch (word.charAt(0)) {
            case 'r' -> 1 << bit;
            case 'c' -> 1 << bit + FIELD;
            case 'q' -> 1 << bit + 2 * FIELD;
            case '-' -> 0;
            default -> throw new IllegalArgumentException(word);
        };
    }

    /** The number of elements that a lane holds. */
    int elements() {
        return 1 << elementBits.size();
    }

    /** The number of matrices. */
    int matrices() {
        int all = 0;
        for (int b : laneBits) {
            all |= b >>> 2 * FIELD;
        }
        return all + 1;
    }

    private int place(int lane, int element) {
        int place = 0;
        for (int k = 0; k < laneBits.size(); k++) {
            place |= (lane >>> k & 1) != 0 ? laneBits.get(k) : 0;
        }
        for (int k = 0; k < elementBits.size(); k++) {
            place |= (element >>> k & 1) != 0 ? elementBits.get(k) : 0;
        }
        return place;
    }

    int row(int lane, int element) {
        return place(lane, element) & MASK;
    }

    int column(int lane, int element) {
        return place(lane, element) >>> FIELD & MASK;
    }

    /** The number of the matrix that a lane's element belongs to; 0 if there is only one. */
    int matrix(int lane, int element) {
        return place(lane, element) >>> 2 * FIELD;
    }
}
