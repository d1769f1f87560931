package io.heddle.decide;

import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.term.ElementType;
import io.heddle.term.NamedConstant;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.List;

/** Short spellings for building the DAGs of kernels in tests. */
final class Terms {
    final TermStore store = new TermStore();

    int[] vector(String name, int n) {
        int symbol = store.declare(new Symbol(name, ElementType.F32, List.of(n)));
        int[] elements = new int[n];
        for (int i = 0; i < n; i++) {
            elements[i] = store.element(symbol, i);
        }
        return elements;
    }

    int[][] matrix(String name, int rows, int columns) {
        int symbol = store.declare(new Symbol(name, ElementType.F32, List.of(rows, columns)));
        int[][] elements = new int[rows][columns];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                elements[i][j] = store.element(symbol, (long) i * columns + j);
            }
        }
        return elements;
    }

    int scalar(String name) {
        return store.element(store.declare(new Symbol(name, ElementType.F32, List.of())), 0);
    }

    int number(long n, long d) {
        return store.rational(Rational.of(n, d));
    }

    int float32(float x) {
        return store.literal(io.heddle.term.FloatFormat.F32, Float.floatToIntBits(x) & 0xffffffffL);
    }

    /** e^t. */
    int exp(int t) {
        return store.exp2(store.mul(t, store.constant(NamedConstant.LOG2_E)));
    }

    /** ln t. */
    int ln(int t) {
        return store.div(store.log2(t), store.constant(NamedConstant.LOG2_E));
    }

    /** The sum in ascending order. */
    int sum(int... terms) {
        int total = terms[0];
        for (int i = 1; i < terms.length; i++) {
            total = store.add(total, terms[i]);
        }
        return total;
    }

    /** The sum as a balanced tree. */
    int tree(int[] terms, int from, int to) {
        if (to - from == 1) {
            return terms[from];
        }
        int middle = (from + to) >>> 1;
        return store.add(tree(terms, from, middle), tree(terms, middle, to));
    }

    int max(int... terms) {
        int best = terms[0];
        for (int i = 1; i < terms.length; i++) {
            best = store.max(best, terms[i]);
        }
        return best;
    }

    Decision decide(int reference, int candidate) {
        return decide(reference, candidate, DecideOptions.defaults());
    }

    Decision decide(int reference, int candidate, DecideOptions options) {
        return new Decider(store, options)
                .decide(List.of(new VerificationCondition("y", 0, reference, candidate)))
                .get(0);
    }

    boolean proves(int reference, int candidate) {
        return decide(reference, candidate) instanceof Decision.Proved;
    }
}
