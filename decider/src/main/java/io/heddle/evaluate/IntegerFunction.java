package io.heddle.evaluate;

import io.heddle.term.Rational;
import java.math.BigInteger;
import java.util.Optional;

/**
 * The meaning of an integer function named {@code operation.type}, such as {@code shr.s32}: the PTX
 * instruction of that name on values of the type (PTX ISA, "Integer Arithmetic Instructions" and
 * "Logic and Shift Instructions").
 */
final class IntegerFunction implements ExactFunction {
    private enum Operation {
        AND,
        OR,
        XOR,
        NOT,
        SHL,
        SHR,
        DIV,
        REM,
        MIN,
        MAX,
        ADD,
        SUB,
        MUL,
        NEG,
        ABS,
        POPC,
        CLZ
    }

    private final Operation operation;
    private final boolean signed;
    private final int width;

    private IntegerFunction(Operation operation, boolean signed, int width) {
        this.operation = operation;
        this.signed = signed;
        this.width = width;
    }

    /** The function named {@code name}, or empty where its meaning is not known. */
    static Optional<IntegerFunction> named(String name) {
        int dot = name.indexOf('.');
        if (dot < 0 || name.length() < dot + 3) {
            return Optional.empty();
        }
        char kind = name.charAt(dot + 1);
        String width = name.substring(dot + 2);
        if (kind != 's' && kind != 'u' && kind != 'b' || !width.matches("8|16|32|64")) {
            return Optional.empty();
        }
        for (Operation operation : Operation.values()) {
            if (operation.name().equalsIgnoreCase(name.substring(0, dot))) {
                return Optional.of(
                        new IntegerFunction(operation, kind == 's', Integer.parseInt(width)));
            }
        }
        return Optional.empty();
    }

    /**
     * The value at {@code arguments}, or null where an argument is no integer or the result is not
     * defined (division by zero).
     */
    @Override
    public Rational apply(Rational... arguments) {
        for (Rational r : arguments) {
            if (!r.isInteger()) {
                return null;
            }
        }
        BigInteger x = wrap(arguments[0].numerator(), signed);
        BigInteger y = arguments.length > 1 ? wrap(arguments[1].numerator(), signed) : null;
        BigInteger result = value(x, y);
        return result == null ? null : Rational.of(wrap(result, signed));
    }

    private BigInteger value(BigInteger x, BigInteger y) {
        return switch (operation) {
            case AND -> x.and(y);
            case OR -> x.or(y);
            case XOR -> x.xor(y);
            case NOT -> x.not();
            case SHL -> x.shiftLeft(shift(y));
            case SHR -> x.shiftRight(shift(y));
            case DIV -> y.signum() == 0 ? null : x.divide(y);
            case REM -> y.signum() == 0 ? null : x.remainder(y);
            case MIN -> x.min(y);
            case MAX -> x.max(y);
            case ADD -> x.add(y);
            case SUB -> x.subtract(y);
            case MUL -> x.multiply(y);
            case NEG -> x.negate();
            case ABS -> x.abs();
            case POPC -> BigInteger.valueOf(wrap(x, false).bitCount());
            case CLZ -> BigInteger.valueOf(width - wrap(x, false).bitLength());
        };
    }

    /** Shift amounts are unsigned 32-bit and clamped to the width. */
    private int shift(BigInteger y) {
        return wrap(y, false).min(BigInteger.valueOf(width)).intValue();
    }

    private BigInteger wrap(BigInteger x, boolean asSigned) {
        BigInteger modulus = BigInteger.ONE.shiftLeft(width);
        BigInteger r = x.mod(modulus);
        return asSigned && r.testBit(width - 1) ? r.subtract(modulus) : r;
    }
}
