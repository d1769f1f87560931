package io.heddle.evaluate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Products of powers of factors, by number: 0 is the empty product. A factor is any number from 0
 * on; equal products have equal numbers. A product of more than {@link #MOST} factors has none
 * (−1).
 */
final class FactorLists {
    static final int EMPTY = 0;
    static final int NONE = -1;
    private static final int MOST = 8;

    private final List<int[]> lists = new ArrayList<>(); // factor, exponent, factor, exponent, …
    private final Map<List<Integer>, Integer> numbers = new HashMap<>();
    private final Map<Long, Integer> products = new HashMap<>();

    FactorLists() {
        number(new int[0]);
    }

    /** The factors, each followed by its exponent, factors ascending. */
    int[] get(int list) {
        return lists.get(list);
    }

    int times(int list, int factor, int exponent) {
        return list == NONE ? NONE : times(list, number(new int[] {factor, exponent}));
    }

    int times(int x, int y) {
        if (x == EMPTY || y == NONE) {
            return y;
        }
        if (y == EMPTY || x == NONE) {
            return x;
        }
        long key = (long) Math.min(x, y) << 32 | Math.max(x, y);
        return products.computeIfAbsent(key, k -> merged(lists.get(x), lists.get(y)));
    }

    private int merged(int[] x, int[] y) {
        int[] product = new int[x.length + y.length];
        int n = 0;
        int i = 0;
        int j = 0;
        while (i < x.length || j < y.length) {
            int factor = Math.min(i < x.length ? x[i] : Integer.MAX_VALUE, at(y, j));
            int exponent = 0;
            if (i < x.length && x[i] == factor) {
                exponent += x[i + 1];
                i += 2;
            }
            if (at(y, j) == factor) {
                exponent += y[j + 1];
                j += 2;
            }
            if (exponent != 0) {
                product[n++] = factor;
                product[n++] = exponent;
            }
        }
        return n > 2 * MOST ? NONE : number(Arrays.copyOf(product, n));
    }

    private static int at(int[] list, int i) {
        return i < list.length ? list[i] : Integer.MAX_VALUE;
    }

    private int number(int[] list) {
        List<Integer> key = Arrays.stream(list).boxed().toList();
        Integer known = numbers.get(key);
        if (known != null) {
            return known;
        }
        lists.add(list);
        numbers.put(key, lists.size() - 1);
        return lists.size() - 1;
    }
}
