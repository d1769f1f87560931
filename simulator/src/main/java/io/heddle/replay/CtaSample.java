package io.heddle.replay;

import io.heddle.launch.Dim3;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * CTAs that stand for a grid: all of a small one; else those at its corners and edges and some
 * inside.
 *
 * @param members in the order of the grid
 * @param isWhole true if these are all CTAs
 */
record CtaSample(List<Member> members, boolean isWhole) {
    private static final int SMALL = 64;
    private static final int INSIDE = -1;

    /** Of longer extents not all indices are taken. */
    private static final int SHORT = 3;

    /**
     * A CTA that is run.
     *
     * @param place its index in each dimension, or {@value #INSIDE} for any between the first and
     *     the last: CTAs that are alike have the same
     * @param weight how many CTAs of the grid it stands for
     */
    record Member(Dim3 index, List<Integer> place, double weight) {}

    /** Copies the list. */
    CtaSample {
        members = List.copyOf(members);
    }

    /** The CTAs that stand for a grid. */
    static CtaSample of(Dim3 grid) {
        if (grid.size() <= SMALL) {
            return all(grid);
        }
        List<Integer> extents = List.of(grid.x(), grid.y(), grid.z());
        long isLong = extents.stream().filter(e -> e > SHORT).count();
        int inside = isLong == 1 ? 3 : 1;
        TreeSet<Dim3> ctas =
                new TreeSet<>(
                        Comparator.comparing(Dim3::z)
                                .thenComparing(Dim3::y)
                                .thenComparing(Dim3::x));
        product(extents.stream().map(e -> places(e, inside)).toList(), ctas);
        for (int turn = 0; turn < 2 && isLong > 1; turn++) { // twice more inside, off the diagonal
            List<List<Integer>> places = new ArrayList<>();
            for (int d = 0; d < extents.size(); d++) {
                int e = extents.get(d);
                boolean isSecond = (d + turn) % 2 == 0;
                places.add(e > SHORT ? List.of(isSecond ? 1 : e - 2) : places(e, 1));
            }
            product(places, ctas);
        }
        Map<List<Integer>, Integer> alike = new LinkedHashMap<>();
        ctas.forEach(c -> alike.merge(place(c, extents), 1, Integer::sum));
        List<Member> members = new ArrayList<>();
        for (Dim3 c : ctas) {
            List<Integer> place = place(c, extents);
            double all = 1;
            for (int d = 0; d < place.size(); d++) {
                all *= place.get(d) == INSIDE ? extents.get(d) - 2 : 1;
            }
            members.add(new Member(c, place, all / alike.get(place)));
        }
        return new CtaSample(members, false);
    }

    /** All CTAs of a grid. */
    static CtaSample all(Dim3 grid) {
        List<Member> members = new ArrayList<>();
        for (int z = 0; z < grid.z(); z++) {
            for (int y = 0; y < grid.y(); y++) {
                for (int x = 0; x < grid.x(); x++) {
                    members.add(new Member(new Dim3(x, y, z), List.of(x, y, z), 1));
                }
            }
        }
        return new CtaSample(members, true);
    }

    /** True if there are few. */
    boolean isSmall() {
        return members.size() <= SMALL;
    }

    /** Their indices. */
    List<Dim3> ctas() {
        return members.stream().map(Member::index).toList();
    }

    private static void product(List<List<Integer>> places, Set<Dim3> ctas) {
        for (int z : places.get(2)) {
            for (int y : places.get(1)) {
                for (int x : places.get(0)) {
                    ctas.add(new Dim3(x, y, z));
                }
            }
        }
    }

    private static List<Integer> place(Dim3 cta, List<Integer> extents) {
        return List.of(
                place(cta.x(), extents.get(0)),
                place(cta.y(), extents.get(1)),
                place(cta.z(), extents.get(2)));
    }

    private static int place(int index, int extent) {
        return extent > SHORT && index > 0 && index < extent - 1 ? INSIDE : index;
    }

    /**
     * The first, the last, and some between.
     *
     * @param inside how many: the middle one, or also the second and the last but one
     */
    private static List<Integer> places(int extent, int inside) {
        if (extent <= SHORT) {
            return List.of(0, 1, 2).subList(0, extent);
        }
        return inside == 1
                ? List.of(0, extent / 2, extent - 1)
                : List.of(0, 1, 1 + (extent - 3) / 2, extent - 2, extent - 1);
    }
}
