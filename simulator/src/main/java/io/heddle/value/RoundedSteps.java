package io.heddle.value;

import io.heddle.finding.Assumptions;
import io.heddle.finding.UnsupportedPtxException;
import io.heddle.ptx.Instruction;
import io.heddle.term.FloatFormat;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Where a rounding may decide something: floats that were rounded are compared, or become integers.
 * Over the reals the outcome is that of the exact number. Which of these steps the verdict on a
 * pair has to name is known only where both sides are.
 *
 * <p>A comparison that is a constant over the reals, such as that of a number with itself as an
 * f16, leaves nothing in the terms: it is listed at once.
 */
public final class RoundedSteps {
    /** The place of a step that reads a word. */
    public static final String READ = "is computed as a float and read as a word";

    private static final int FUSED = 64; // above what tells formats apart

    private final TermStore store;
    private final RoundedIntegers integers;
    private final RoundedConstants constants;
    private final DecidingSteps steps;
    private final Rerounded rerounded;
    private final RoundedTerms terms;
    private final FlushedResults flushed;
    private final TwiceMade twiceMade;
    private final FarScaling scaling;
    private final OpenOrders orders;
    private final RoundedDomains domains;
    private final MachineNumbers machine;
    private final DecidingOperands deciding;
    private boolean dividesIntegers;
    private final Set<Integer> inexact = new HashSet<>(); // constants made of rounded ones

    RoundedSteps(
            TermStore store, Bounds bounds, RoundedIntegers integers, Assumptions assumptions) {
        this.store = store;
        this.integers = integers;
        steps = new DecidingSteps(assumptions);
        machine = bounds.numbers();
        constants = machine.constants();
        rerounded = machine.rerounded();
        terms = new RoundedTerms(store, bounds, rerounded);
        twiceMade = new TwiceMade(store);
        flushed = new FlushedResults(store, assumptions);
        scaling = new FarScaling(store, bounds);
        orders = new OpenOrders(store);
        domains = new RoundedDomains(store, terms, steps);
        deciding = machine.deciding();
    }

    /** Takes note of the instructions of the programs that are executed, one after the other. */
    public void read(List<List<Instruction>> programs) {
        twiceMade.read(programs);
        dividesIntegers =
                programs.stream().flatMap(List::stream).anyMatch(Arithmetic::dividesIntegers);
    }

    /** True if all results of an instruction are to be noted. */
    public boolean isWatched(Instruction instruction) {
        return twiceMade.isWatched(instruction);
    }

    /** What is rounded, the steps in the order of execution. */
    public RoundedNumbers numbers() {
        List<RoundedStep> known =
                steps.list().stream()
                        .filter(s -> !s.place().equals(READ) || rerounded.isKnownBelow(s.a()))
                        .toList();
        return new RoundedNumbers(known, rerounded.kinds());
    }

    /** Notes that {@code instruction} makes the number {@code t} a narrower float. */
    public void noteNarrowed(int t, FloatFormat format, Instruction instruction) {
        if (store.isClosed(t)) {
            machine.noteConstant(t, NarrowFormat.of(format), instruction, t);
        }
        boolean held =
                store.op(t) == Op.ELEMENT
                        && store.symbolOf(t).type().isFloat()
                        && store.symbolOf(t).type().format().precision() <= format.precision();
        if (!held && !terms.isHeld(t, format) && !terms.isSmallInteger(t, format)) {
            rerounded(
                    t,
                    Rerounded.narrowed(format) | Rerounded.directed(instruction),
                    rerounded.event(instruction));
            noteShared(t, instruction);
        }
    }

    /**
     * Notes that {@code instruction} makes {@code t} of operands, unused ones 0, and rounds it in a
     * direction. What is one of the operands, as a product with 1, is a float before.
     */
    public void noteDirected(int t, Instruction instruction, int... operands) {
        int made = Arithmetic.unclamped(store, t, instruction);
        if (Arrays.stream(operands).noneMatch(operand -> operand == made)) {
            noteRerounded(made, instruction);
        }
    }

    /** True if {@code t} is rounded otherwise than its term usually is. */
    public boolean isRerounded(int t) {
        return rerounded.contains(t);
    }

    /** Notes that {@code instruction} rounds {@code t} otherwise than its term usually is. */
    public void noteRerounded(int t, Instruction instruction) {
        boolean tf32 = instruction.has("tf32"); // by cvt, or where a matrix is multiplied
        if (!store.isClosed(t)) {
            rerounded(t, Rerounded.directed(instruction), rerounded.event(instruction));
            if (tf32) {
                noteShared(t, instruction);
                twiceMade.noteKept(t); // in a register like that of the whole number
            }
        } else if (tf32) {
            machine.noteConstant(t, NarrowFormat.TF32, instruction, t);
        }
    }

    private void noteShared(int t, Instruction instruction) {
        twiceMade.noteNarrowed(t, instruction);
        if (twiceMade.isMadeAgain(t, instruction, false)) {
            twiceMade.add(t);
        }
    }

    /** Notes that {@code instruction} makes the integer {@code t} a float. */
    public void noteOfInteger(int t, FloatFormat format, Instruction instruction) {
        boolean again = twiceMade.isMadeAgain(t, instruction, false);
        if (!terms.isSmallInteger(t, format)) {
            machine.noteCut(t);
            if (instruction.has("rz") || instruction.has("rm") || instruction.has("rp")) {
                rerounded(t, Rerounded.directed(instruction), rerounded.event(instruction));
            }
        }
        if (again && machine.cut().get(t)) {
            twiceMade.add(t);
        }
    }

    /** Notes that {@code t} is used in {@code format}: as what it was narrowed to, if it was. */
    private void noteUsed(int t, FloatFormat format) {
        if (!rerounded.forEachNarrowed(t, format, twiceMade::noteKept)) {
            twiceMade.add(t);
        }
    }

    private void rerounded(int t, int how, String event) {
        if (machine.noteRerounded(t, how, event)) {
            terms.noteRounded(t);
        }
    }

    /** Notes that an instruction with {@code .ftz} converts {@code t}. */
    public void noteFlushed(int t) {
        if (flushed.note(t, t)) {
            rerounded.noteFlushed(t);
        }
    }

    /** Notes that the bits of {@code t}, a float of {@code format}, are read. */
    void noteRead(int t, FloatFormat format) {
        integers.assumeRead(t, format);
        noteSame(t);
        noteSubnormal(t, store.zero(), format);
        if (store.isRational(t) && constants.error(t) > 0) {
            throw new UnsupportedPtxException(
                    "the rounding of a constant may decide the word that it is read as");
        }
        if (!rerounded.isEmpty() && !store.isClosed(t)) {
            steps.addRead(t);
        }
    }

    /** Notes that the bits of {@code t} decide something, with those of the same term. */
    void noteSame(int t) {
        flushed.assumeRead(t);
        if (twiceMade.isBelow(t)) {
            steps.assumeReadUndecided();
        }
    }

    /** Notes that the f32 or f16 {@code t} is computed with further as a wider float. */
    public void noteWidened(int t, FloatFormat format) {
        noteUsed(t, format);
        if (!store.isClosed(t) && !rerounded.contains(t) && terms.isRounded(t, format)) {
            rerounded(t, Rerounded.widened(format), "widened from " + format);
        }
    }

    /** Notes that {@code instruction} rounds the float {@code t} to an integer, or to 8 bits. */
    public void noteConverted(int t, FloatFormat format, Instruction instruction) {
        noteConverted(t, format, false, instruction);
    }

    /**
     * As above.
     *
     * @param fused true if t is a product that was not rounded before
     */
    void noteConverted(int t, FloatFormat format, boolean fused, Instruction instruction) {
        noteUsed(t, format);
        if (FloatConversions.isDirected(instruction)) {
            noteSubnormal(t, store.zero(), format);
        }
        if (twiceMade.isBelow(t)) {
            steps.assumeKept("converts", instruction);
        }
        if (instruction.has("rmi") || instruction.has("rpi")) {
            flushed.assumeConverted(t, instruction.has("ftz"));
        }
        boolean eightBits = FloatConversions.isToEightBits(instruction);
        if (store.isClosed(t)) {
            if (isInexact(t, format)
                    && (eightBits || constants.mayReachAnother(t, format, instruction))) {
                throw new UnsupportedPtxException(
                        "the rounding of a constant may decide the number that it becomes");
            }
        } else if (store.isInteger(t) && !eightBits) {
            if (rerounded.isBelow(t)) { // nothing is left of the conversion in the terms
                steps.assumeKept("converts", instruction);
            }
            if (terms.isRounded(t, format) || deciding.isAnyBelow(t, machine.cut())) {
                machine.noteDeciding(t);
            }
        } else if (FloatConversions.isDirected(instruction) || eightBits
                ? terms.isRounded(t, format)
                : terms.isRoundedMuch(t, format)) {
            machine.noteDeciding(t);
            boolean whole = fused && terms.rounds(t, format);
            if (dividesIntegers
                    && terms.isQuotientOfIntegers(t)) { // whose integer quotient is this term
                steps.assumeKept("converts", instruction);
            }
            steps.add(
                    t,
                    0,
                    whole ? FUSED + format.ordinal() : DecidingSteps.how(format),
                    "converts",
                    instruction);
        }
    }

    /**
     * Notes that {@code instruction} makes {@code t} of operands, unused ones 0: over the reals
     * they may cancel to a constant, while on the machine their rounding errors are left; and with
     * {@code .ftz} a subnormal result is not what it is there.
     */
    public void noteMade(int t, FloatFormat format, Instruction instruction, int... operands) {
        if (instruction.has("ftz") && flushed.note(t, operands)) {
            rerounded.noteFlushed(t);
        }
        flushed.noteHidden(t, operands);
        if (!store.isClosed(t)) {
            if (scaling.isMadeBy(instruction, format, operands)) {
                rerounded(t, Rerounded.SCALED, "scaled");
            }
            if (Arithmetic.isApproximate(instruction)) {
                rerounded(t, Rerounded.APPROXIMATE, rerounded.event(instruction));
            }
            noteArithmetic(t, format, instruction);
            noteHidden(t, format, instruction, operands);
            domains.noteMade(t, format, instruction, operands);
            return;
        }
        boolean constant = true;
        for (int operand : operands) {
            constant &= operand == 0 || store.isClosed(operand);
            if (operand != 0 && store.isClosed(operand) && isInexact(operand, format)) {
                inexact.add(t);
            }
        }
        if (constant) {
            machine.noteConstant(t, NarrowFormat.of(format), instruction, operands);
            if (inexact.contains(t) && constants.error(t) == 0) {
                machine.noteOpen(t);
            }
            if (isInexact(t, format)) {
                String event = rerounded.event(instruction) + constants.error(t);
                if (rerounded.noteConstant(t, event) || terms.isHeld(t, format)) { // or a literal
                    twiceMade.add(t);
                }
            }
        }
        if (rerounded.isEmpty()) {
            return;
        }
        for (int operand : operands) {
            if (operand != 0 && !store.isClosed(operand) && rerounded.isBelow(operand)) {
                steps.add(0, 0, DecidingSteps.how(format), "leaves of its operands", instruction);
                return;
            }
        }
    }

    /**
     * Notes that a library function, which the compiler has inlined, makes {@code t} of operands.
     */
    public void noteLifted(int t, FloatFormat format, Instruction instruction, int x, int y) {
        if (!store.isClosed(t) && t != x && t != y) {
            noteArithmetic(t, format, instruction);
            domains.noteMade(t, format, instruction, x, y);
        }
    }

    /** Notes that a product of matrices has these elements. */
    public void noteProducts(int[] elements, FloatFormat format, Instruction instruction) {
        for (int t : elements) {
            if (!store.isClosed(t)) {
                noteArithmetic(t, format, instruction);
            }
        }
    }

    /**
     * Notes that an atomic of {@code thread} adds a float to one in memory.
     *
     * @param sum of {@code before} and {@code added}
     */
    public void noteAtomicSum(
            Object memory,
            long offset,
            int thread,
            int before,
            int added,
            int sum,
            FloatFormat format,
            Instruction instruction) {
        OpenOrders.Cell cell = new OpenOrders.Cell(memory, offset);
        boolean open = orders.add(cell, thread, before, added);
        if (open && !store.isClosed(sum) && terms.rounds(sum, format)) {
            rerounded(sum, Rerounded.OPEN, "open");
            rerounded.noteFormat(sum, format);
            noteTwice(sum, format, instruction);
            if (orders.isSummedAgain(sum, cell)) {
                twiceMade.add(sum);
            }
        }
    }

    private void noteArithmetic(int t, FloatFormat format, Instruction instruction) {
        rerounded.noteMade(t, instruction);
        if (format != FloatFormat.F32 && Arithmetic.makes(instruction, store, t)) {
            rerounded.noteFormat(t, format);
        }
        if (store.isInteger(t) && !terms.isSmallInteger(t, format)) {
            rerounded.noteInteger(t);
        }
        if (twiceMade.isFusable(instruction)) {
            rerounded.noteFusable(t);
        }
        noteTwice(t, format, instruction);
    }

    private void noteTwice(int t, FloatFormat format, Instruction instruction) {
        int made = Arithmetic.unclamped(store, t, instruction);
        FloatFormat narrow = format.precision() < 24 ? format : FloatFormat.F32;
        if (twiceMade.isMadeAgain(made, instruction, terms.isScaling(made))
                && (twiceMade.flushesApart() || terms.rounds(made, narrow))) {
            twiceMade.add(made);
        }
    }

    /** True if the machine may have two numbers for one that {@code t} is made of. */
    public boolean isMadeTwice(int t) {
        return twiceMade.isBelow(t);
    }

    /**
     * The difference of {@code t} with itself: 0, but a term of its own where the machine may have
     * two numbers for t, so that what it decides is seen to rest on that they are one.
     */
    public int difference(int t) {
        if (!twiceMade.isBelow(t)) {
            return store.sub(t, t);
        }
        int difference = store.keptDifference(t);
        flushed.noteDifference(difference, t);
        return difference;
    }

    /** Notes that {@code instruction} asks for the sign of {@code t}. */
    public void noteSign(int t, FloatFormat format, Instruction instruction) {
        if (twiceMade.isBelow(t)) {
            steps.assumeUndecided("compares", instruction);
        }
        noteOrder(t, store.zero(), format, instruction);
    }

    /** Notes that {@code t}, of which nothing tells so, is made of what was rounded otherwise. */
    private void noteHidden(int t, FloatFormat format, Instruction instruction, int... operands) {
        for (int operand : operands) {
            if (operand == 0 || operand == t || terms.isOperand(operand, t)) {
                continue;
            }
            if (terms.isLossHidden(t, operand, format)) {
                rerounded(t, Rerounded.LOST, "lost");
            }
            if (rerounded.isConstant(operand)) { // (x / 3) * 3
                String event = instruction.opcode() + " by " + rerounded.history(operand);
                rerounded(t, Rerounded.directed(instruction), event);
                machine.noteOpen(t);
            }
        }
        if (rerounded.isEmpty()) {
            return;
        }
        boolean known = rerounded.contains(t);
        for (int operand : operands) {
            int ways = operand == 0 ? 0 : rerounded.ways(operand);
            boolean hidden = ways != 0 && t != operand && !terms.isOperand(operand, t);
            if (hidden && !known) {
                String event = instruction.opcode() + " of " + rerounded.history(operand);
                rerounded(t, ways, event);
                machine.noteOpen(t);
            }
            if (hidden && (ways & Rerounded.UP_OR_DOWN) != 0) { // -(x - y), as y - x is rounded
                twiceMade.add(t);
            }
            if ((ways & Rerounded.narrowed(format)) != 0) {
                twiceMade.noteKept(operand);
            }
        }
    }

    /**
     * Notes that {@code instruction} compares two floats.
     *
     * @param constant true if the outcome does not depend on any input
     */
    public void noteCompared(
            int a, int b, FloatFormat format, boolean constant, Instruction instruction) {
        if (store.isClosed(a) && store.isClosed(b)) {
            boolean rounded = isInexact(a, format) || isInexact(b, format);
            if (rounded && constants.mayCross(a, b, format)) {
                throw new UnsupportedPtxException(
                        "the rounding of constants may decide how they compare");
            }
            return;
        }
        if (!instruction.has("ftz")) {
            flushed.assumeCompared(a, b);
        }
        noteUsed(a, format);
        noteUsed(b, format);
        if (twiceMade.isBelow(a) || twiceMade.isBelow(b)) {
            steps.assumeUndecided("compares", instruction);
        }
        if (constant) {
            if (rerounded.isBelow(a) || rerounded.isBelow(b)) {
                steps.assumeUndecided("compares", instruction);
            }
        } else {
            noteOrder(a, b, format, instruction);
        }
    }

    /** Notes that {@code instruction} asks for a condition, such as that a number is NaN. */
    public void noteCondition(int condition, FloatFormat format, Instruction instruction) {
        domains.noteCondition(condition, format, this, instruction);
    }

    /** Notes that {@code instruction} compares floats, not both constants. */
    void noteOrder(int a, int b, FloatFormat format, Instruction instruction) {
        if (!steps.isListed(a, b, format)
                && !terms.isSign(a, b, format)
                && (terms.isEitherRounded(a, b, format)
                        || inexact.contains(a)
                        || inexact.contains(b))) {
            steps.add(a, b, DecidingSteps.how(format), "compares", instruction);
            machine.noteDeciding(a);
            machine.noteDeciding(b);
            if (terms.isRoundedInteger(a, format) || terms.isRoundedInteger(b, format)) {
                // integer arithmetic, too, may make this term, and keeps the number
                steps.assumeUndecided("compares", instruction);
            }
            noteSubnormal(a, b, format);
        }
    }

    /** Notes what a rounding to a subnormal number may make of what decides by these. */
    private void noteSubnormal(int a, int b, FloatFormat format) {
        terms.forEachSubnormal(a, b, format, rerounded::noteSubnormal);
    }

    /** True if the machine has another number for the closed term {@code t}. */
    private boolean isInexact(int t, FloatFormat format) {
        return inexact.contains(t) || constants.error(t) > 0 || terms.isRounded(t, format);
    }
}
