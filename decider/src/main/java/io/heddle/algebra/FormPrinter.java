package io.heddle.algebra;

import io.heddle.term.NamedConstant;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;

/** Prints forms in the user's names, as far as a limit of characters allows. */
public final class FormPrinter {
    private final Ring ring;
    private final TermStore store;
    private final int limit;
    private final StringBuilder out = new StringBuilder();

    private FormPrinter(Ring ring, TermStore store, int limit) {
        this.ring = ring;
        this.store = store;
        this.limit = limit;
    }

    /** The text of {@code p}, whose inputs are terms of {@code store}. */
    public static String print(Ring ring, TermStore store, Polynomial p, int limit) {
        FormPrinter printer = new FormPrinter(ring, store, limit);
        printer.sum(p);
        return printer.out.toString();
    }

    private void sum(Polynomial p) {
        if (p.isZero()) {
            out.append('0');
        }
        for (int i = 0; i < p.size(); i++) {
            if (out.length() > limit) {
                out.append(i == 0 ? "" : " + ").append('…');
                if (p.size() - i > 1) {
                    out.append(" (").append(p.size() - i).append(" more)");
                }
                return;
            }
            Rational c = p.coefficient(i);
            out.append(i == 0 ? (c.signum() < 0 ? "-" : "") : c.signum() < 0 ? " - " : " + ");
            product(c.abs(), p.key(i));
        }
    }

    private void product(Rational c, long key) {
        int[] powers = ring.unpack(key);
        if (!c.isOne() || powers.length == 0) {
            out.append(c).append(powers.length == 0 ? "" : "*");
        }
        for (int i = 0; i < powers.length; i += 2) {
            out.append(i == 0 ? "" : "*");
            atom(powers[i]);
            if (powers[i + 1] != 1) {
                out.append('^').append(powers[i + 1]);
            }
        }
    }

    private void atom(int atomId) {
        Atom atom = ring.atom(atomId);
        switch (atom.kind()) {
            case INPUT -> out.append(store.show(ring.inputTerm(atomId), 40));
            case OPAQUE -> out.append(store.show(atom.id(), 40));
            case CONSTANT -> out.append(NamedConstant.values()[atom.id()]);
            case EXPONENTIAL -> call("2^", atom, "");
            case SUM -> call("", atom, "");
            case ROOT -> call("sqrt", atom, "");
            case LOGARITHM -> call("log2", atom, "");
            case MAXIMUM -> call("max", atom, "");
            case INDICATOR -> call("if", atom, " > 0");
            case FLOOR -> call("floor", atom, "");
            case FUNCTION ->
                    call(
                            atom.id() < 0 ? "rint" : store.functions().get(atom.id()).name(),
                            atom,
                            "");
        }
    }

    private void call(String name, Atom atom, String suffix) {
        out.append(name).append('(');
        for (int i = 0; i < atom.parts().size(); i++) {
            out.append(i == 0 ? "" : ", ");
            sum(atom.parts().get(i));
        }
        out.append(suffix).append(')');
    }
}
