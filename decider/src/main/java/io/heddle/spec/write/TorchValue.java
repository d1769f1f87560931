package io.heddle.spec.write;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * An expression of Python.
 *
 * @param level how tightly it binds
 * @param isTensor a tensor of PyTorch, else a number of Python
 * @param isInteger an integer, or a tensor of them
 * @param rank of a whole tensor; of an element in a grid 0
 * @param over the indices that its elements depend on
 */
record TorchValue(
        String text,
        int level,
        boolean isTensor,
        boolean isInteger,
        int rank,
        Set<TorchGrid.Axis> over) {
    static final int CHOICE = 0;
    static final int NOT = 1;
    static final int COMPARISON = 2;
    static final int AND = 3;
    static final int SUM = 4;
    static final int PRODUCT = 5;
    static final int SIGN = 6;
    static final int POWER = 7;
    static final int ATOM = 8;

    /** Copies the names. */
    TorchValue {
        over = Set.copyOf(over);
    }

    static TorchValue number(String text, int level, boolean isInteger) {
        return new TorchValue(text, level, false, isInteger, 0, Set.of());
    }

    static TorchValue tensor(String text, int level, boolean isInteger, int rank) {
        return new TorchValue(text, level, true, isInteger, rank, Set.of());
    }

    /** Another text that depends on the same indices and is a tensor where this is one. */
    TorchValue as(String other, int itsLevel) {
        return new TorchValue(other, itsLevel, isTensor, isInteger, rank, over);
    }

    TorchValue ofReals() {
        return ofIntegers(false);
    }

    TorchValue ofIntegers(boolean areIntegers) {
        return new TorchValue(text, level, isTensor, areIntegers, rank, over);
    }

    /** The same as elements of a grid. */
    TorchValue element() {
        return new TorchValue(text, level, isTensor, isInteger, 0, over);
    }

    TorchValue over(Collection<TorchGrid.Axis> indices) {
        return new TorchValue(text, level, isTensor, isInteger, rank, new LinkedHashSet<>(indices));
    }

    /** A text of both, of integers where both are. */
    TorchValue with(TorchValue other, String itsText, int itsLevel) {
        Set<TorchGrid.Axis> all = new LinkedHashSet<>(over);
        all.addAll(other.over);
        return new TorchValue(
                itsText,
                itsLevel,
                isTensor || other.isTensor,
                isInteger && other.isInteger,
                Math.max(rank, other.rank),
                all);
    }

    /** The text, in brackets where it binds less tightly. */
    String at(int least) {
        return level < least ? "(" + text + ")" : text;
    }
}
