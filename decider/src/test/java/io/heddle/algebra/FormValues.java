package io.heddle.algebra;

import io.heddle.term.NamedConstant;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;

/** The values of forms by the definition of each kind of atom. */
final class FormValues {
    private final Ring ring;
    private final TermStore store;
    private final Rational[] x;

    FormValues(Ring ring, TermStore store, Rational[] x) {
        this.ring = ring;
        this.store = store;
        this.x = x;
    }

    /** The exact value; forms of rational operations only. */
    Rational value(Polynomial p) {
        Rational sum = Rational.ZERO;
        for (int i = 0; i < p.size(); i++) {
            Rational product = p.coefficient(i);
            int[] powers = ring.unpack(p.key(i));
            for (int j = 0; j < powers.length; j += 2) {
                product = product.multiply(value(powers[j]).pow(powers[j + 1]));
            }
            sum = sum.add(product);
        }
        return sum;
    }

    private Rational value(int id) {
        Atom atom = ring.atom(id);
        return switch (atom.kind()) {
            case INPUT -> x[(int) store.elementIndex(ring.inputTerm(id))];
            case SUM -> value(atom.part());
            case MAXIMUM ->
                    atom.parts().stream().map(this::value).max(Rational::compareTo).orElseThrow();
            case INDICATOR -> value(atom.part()).signum() > 0 ? Rational.ONE : Rational.ZERO;
            case FLOOR -> Op.FLOOR.round(value(atom.part()));
            case CONSTANT, OPAQUE, EXPONENTIAL, ROOT, LOGARITHM, FUNCTION ->
                    throw new AssertionError(atom);
        };
    }

    double approximation(Polynomial p) {
        double sum = 0;
        for (int i = 0; i < p.size(); i++) {
            double product = p.coefficient(i).doubleValue();
            int[] powers = ring.unpack(p.key(i));
            for (int j = 0; j < powers.length; j += 2) {
                product *= Math.pow(approximation(powers[j]), powers[j + 1]);
            }
            sum += product;
        }
        return sum;
    }

    private double approximation(int id) {
        Atom atom = ring.atom(id);
        return switch (atom.kind()) {
            case INPUT -> x[(int) store.elementIndex(ring.inputTerm(id))].doubleValue();
            case CONSTANT -> NamedConstant.values()[atom.id()].approximation();
            case SUM -> approximation(atom.part());
            case EXPONENTIAL -> Math.pow(2, approximation(atom.part()));
            case ROOT -> Math.sqrt(approximation(atom.part()));
            case LOGARITHM -> Math.log(approximation(atom.part())) / Math.log(2);
            case MAXIMUM ->
                    atom.parts().stream().mapToDouble(this::approximation).max().orElseThrow();
            case INDICATOR -> approximation(atom.part()) > 0 ? 1 : 0;
            case FLOOR -> Math.floor(approximation(atom.part()));
            case OPAQUE, FUNCTION -> throw new AssertionError(atom);
        };
    }
}
