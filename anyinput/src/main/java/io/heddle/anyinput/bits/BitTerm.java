package io.heddle.anyinput.bits;

import java.math.BigInteger;
import java.util.List;

/** A term; {@link BitTerms} makes it. A term of one bit is a condition. */
public final class BitTerm implements Comparable<BitTerm> {
    private static final int LONGEST = 10_000; // characters of its text

    private final int number;
    private final BitOp op;
    private final int width;
    private final List<BitTerm> operands;
    private final String name;
    private final BigInteger low;
    private final BigInteger high;
    private final Level own;
    private final Level level;
    private final boolean counter;
    private final int zeros;

    BitTerm(int number, Parts parts, BigInteger low, BigInteger high) {
        this.number = number;
        op = parts.op;
        width = parts.width;
        operands = parts.operands;
        name = parts.name;
        own = parts.own;
        counter = parts.counter;
        this.low = low;
        this.high = high;
        Level finest = own;
        for (BitTerm t : operands) {
            finest = finest.and(t.level);
        }
        level = finest;
        zeros = zeros(op);
    }

    /** What a term is made of, by which equal ones are found. */
    record Parts(
            BitOp op,
            int width,
            List<BitTerm> operands,
            String name,
            BigInteger value,
            Level own,
            boolean counter) {
        Parts {
            operands = List.copyOf(operands);
        }

        Parts(BitOp op, int width, List<BitTerm> operands) {
            this(op, width, operands, "", BigInteger.ZERO, Level.GRID, false);
        }
    }

    /** Its place in the order in which terms are made; operands come before their users. */
    public int number() {
        return number;
    }

    /** Its operation. */
    public BitOp op() {
        return op;
    }

    /** Its bits. */
    public int width() {
        return width;
    }

    /** Its operands. */
    public List<BitTerm> operands() {
        return operands;
    }

    /** Operand {@code k}. */
    public BitTerm operand(int k) {
        return operands.get(k);
    }

    /** The name of a variable or a function. */
    public String name() {
        return name;
    }

    /** The least number that its bits may be, without a sign; its value if it is a constant. */
    public BigInteger low() {
        return low;
    }

    /** The greatest number that its bits may be, without a sign. */
    public BigInteger high() {
        return high;
    }

    /** The level of the variable or function itself, whatever its operands are. */
    public Level own() {
        return own;
    }

    /** For whom it has one value. */
    public Level level() {
        return level;
    }

    /** True for a variable that counts the iterations of a loop. */
    public boolean isCounter() {
        return counter;
    }

    /** True for a constant. */
    public boolean isConstant() {
        return op == BitOp.CONSTANT;
    }

    /** True for the constant {@code value}. */
    public boolean is(long value) {
        return isConstant() && low.equals(BigInteger.valueOf(value));
    }

    /** The number of low bits that are known to be zero, at most its width. */
    public int zeros() {
        return zeros;
    }

    /** Kept with the term: a walk over shared operands would come to some of them very often. */
    private int zeros(BitOp of) {
        return switch (of) {
            case CONSTANT -> low.signum() == 0 ? width : low.getLowestSetBit();
            case ADD, BITOR, BITXOR -> operands.stream().mapToInt(t -> t.zeros).min().orElse(0);
            case ITE -> Math.min(operand(1).zeros, operand(2).zeros);
            case MUL -> Math.min(width, operand(0).zeros + operand(1).zeros);
            case BITAND -> Math.max(operand(0).zeros, operand(1).zeros);
            case SHL ->
                    operand(1).isConstant()
                            ? Math.min(width, operand(0).zeros + operand(1).low.intValue())
                            : operand(0).zeros;
            case ZEXT, SEXT, LOW -> Math.min(width, operand(0).zeros);
            default -> 0;
        };
    }

    @Override
    public int compareTo(BitTerm other) {
        return Integer.compare(number, other.number);
    }

    /** Its operations in prefix order, cut where they become too many. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        write(text);
        return text.toString();
    }

    private void write(StringBuilder text) {
        if (text.length() > LONGEST) {
            return;
        }
        switch (op) {
            case CONSTANT -> text.append(low);
            case VARIABLE -> text.append(name);
            case APPLY -> write(text.append(name).append('['), ", ").append(']');
            default -> write(text.append('(').append(op).append(' '), " ").append(')');
        }
    }

    private StringBuilder write(StringBuilder text, String between) {
        for (int k = 0; k < operands.size(); k++) {
            operands.get(k).write(k == 0 ? text : text.append(between));
        }
        return text;
    }
}
