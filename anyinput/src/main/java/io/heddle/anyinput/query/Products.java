package io.heddle.anyinput.query;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Products of variables, which linear arithmetic does not know. Each monomial is a variable of its
 * own; what makes it a product is written as lemmas, most of which a proof about addresses needs:
 * with N ≥ 0, x ≥ y + d gives N · x ≥ N · y + d · N for d = 1 and d = 2, and x = y gives N · x = N
 * · y. So r · N + c, with 0 ≤ c &lt; N, tells rows apart, and (r + 1) · N + c is inside where r + 1
 * is.
 */
final class Products {
    private static final int MOST_PAIRS = 200;
    private static final int MOST_SIZES = 4; // of a product that is written in all ways

    /** What is written of products. */
    enum Kind {
        /** Lemmas that tell rows apart (d = 1). */
        ROWS,
        /** Those about a row and the second one from it, too (d = 2). */
        SECOND_ROWS,
        /** The first, and that monomials are products, so that arithmetic is no longer linear. */
        EXACT
    }

    private final Script script;
    private final Kind kind;
    private final Map<List<String>, String> names = new HashMap<>();
    private final List<Product> products = new ArrayList<>();
    private final Set<Product> known = new HashSet<>();
    private final Set<Product> ofSizes = new HashSet<>(); // are not compared with each other
    private final Set<Product> made = new HashSet<>(); // those that some term has
    private final Set<Polynomial> natural = new HashSet<>(); // those that are at least 0
    private final Set<Polynomial> factors = new LinkedHashSet<>(); // N that are one monomial
    private final Set<Polynomial> written = new HashSet<>();
    private final Set<Product> sums = new LinkedHashSet<>();

    /**
     * N · x.
     *
     * @param n N, whose coefficients have no common factor
     * @param x x
     */
    private record Product(Polynomial n, Polynomial x) {}

    /** Products in a script. */
    Products(Script script, Kind kind) {
        this.script = script;
        this.kind = kind;
    }

    /** True if there is a product. */
    boolean isAny() {
        return !names.isEmpty();
    }

    /** The name of a monomial. */
    String name(List<String> monomial) {
        String name = names.get(monomial);
        if (name == null) {
            name = script.fresh("m");
            names.put(monomial, name);
            script.line("(declare-const " + name + " Int)");
            if (kind == Kind.EXACT) {
                String product = String.join(" ", monomial);
                script.line("(assert (= " + name + " (* " + product + ")))");
            }
        }
        return name;
    }

    /**
     * A product of two polynomials.
     *
     * @param leastA the least value of a
     * @param leastB the least value of b
     */
    Polynomial times(Polynomial a, BigInteger leastA, Polynomial b, BigInteger leastB) {
        if (!a.isConstant() && !b.isConstant()) {
            made.add(add(a, leastA, b));
            made.add(add(b, leastB, a));
        }
        return a.times(b);
    }

    /**
     * The products of some of a few positive sizes, each written as one of two in all ways:
     * products of indices are compared with them.
     */
    void ofSizes(List<String> sizes) {
        int all = sizes.size() > MOST_SIZES ? 0 : 1 << sizes.size();
        for (int some = 1; some < all; some++) {
            for (int others = some + 1; others < all; others++) {
                if ((some & others) == 0) {
                    Polynomial a = product(sizes, some);
                    Polynomial b = product(sizes, others);
                    ofSizes.add(add(a, BigInteger.ONE, b));
                    ofSizes.add(add(b, BigInteger.ONE, a));
                }
            }
        }
    }

    private static Polynomial product(List<String> names, int which) {
        List<String> some =
                IntStream.range(0, names.size())
                        .filter(k -> (which >> k & 1) == 1)
                        .mapToObj(names::get)
                        .toList();
        return Polynomial.of(some, BigInteger.ONE);
    }

    private Product add(Polynomial n, BigInteger least, Polynomial x) {
        Product p = new Product(n.primitive(), x);
        if (known.add(p)) {
            products.add(p);
        }
        if (least.signum() >= 0) {
            natural.add(p.n);
        }
        if (p.n.parts().size() == 1) {
            factors.add(p.n);
        }
        return p;
    }

    /**
     * Notes a polynomial that is written. What a factor N is multiplied with in it may be a sum, as
     * in i · N + 4 · k · N, which is compared with the others, too: an index that two loops step by
     * N, one after the other, is N times the sum of their rounds.
     */
    void note(Polynomial p) {
        if (factors.isEmpty() || p.isConstant() || !written.add(p)) {
            return;
        }
        for (Polynomial n : factors) {
            Polynomial of = p.factorOf(n.parts().keySet().iterator().next());
            if (of.parts().keySet().stream().filter(m -> !m.isEmpty()).count() > 1) {
                sums.add(new Product(n, of.primitive()));
            }
        }
    }

    /** Writes the lemmas about all products so far. */
    void lemmas() {
        sums.stream().filter(known::add).forEach(products::add);
        int pairs = 0;
        for (int k = 0; k < products.size(); k++) {
            Product p = products.get(k);
            if (made.contains(p)) { // against N · 0 and N · 1
                compare(p, new Product(p.n, Polynomial.of(BigInteger.ZERO)));
                compare(p, new Product(p.n, Polynomial.ONE));
            }
            for (int m = 0; m < k; m++) {
                Product q = products.get(m);
                boolean sizes = ofSizes.contains(p) && ofSizes.contains(q);
                if (q.n.equals(p.n) && !sizes && pairs++ < MOST_PAIRS) {
                    compare(p, q);
                }
            }
        }
    }

    private void compare(Product p, Product q) {
        String x = text(p.x);
        String y = text(q.x);
        String nx = text(p.n.times(p.x));
        String ny = text(q.n.times(q.x));
        script.line("(assert (=> (= " + x + " " + y + ") (= " + nx + " " + ny + ")))");
        order(p.n, x, y, nx, ny);
        order(p.n, y, x, ny, nx);
    }

    private void order(Polynomial n, String x, String y, String nx, String ny) {
        order(n, "(> " + x + " " + y + ")", nx, "(+ " + ny + " " + text(n) + ")");
        if (kind == Kind.SECOND_ROWS) {
            String second = "(>= " + x + " (+ " + y + " 2))";
            order(n, second, nx, "(+ " + ny + " (* 2 " + text(n) + "))");
        }
    }

    /**
     * With x ≥ y + d, N ≥ 0 gives N · x ≥ N · y + d · N, and N ≤ 0 gives N · x ≤ N · y + d · N.
     *
     * @param greater that x ≥ y + d
     * @param more N · y + d · N
     */
    private void order(Polynomial n, String greater, String nx, String more) {
        boolean isNatural = natural.contains(n);
        String when = isNatural ? greater : "(and (>= " + text(n) + " 0) " + greater + ")";
        script.line("(assert (=> " + when + " (>= " + nx + " " + more + ")))");
        if (!isNatural) {
            String down = "(and (<= " + text(n) + " 0) " + greater + ")";
            script.line("(assert (=> " + down + " (<= " + nx + " " + more + ")))");
        }
    }

    private String text(Polynomial p) {
        return p.text(this::name);
    }
}
