package io.heddle.anyinput.summary;

import io.heddle.anyinput.bits.BitOp;
import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.summary.MemoryObject.Space;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import java.util.List;

/**
 * Executes {@code cp.async} and what its groups are made and waited for with (PTX ISA, cp.async).
 */
final class CopySteps {
    private final BlockSteps steps;
    private final MemorySteps memory;
    private final BitTerms terms;

    CopySteps(BlockSteps steps, MemorySteps memory, BitTerms terms) {
        this.steps = steps;
        this.memory = memory;
        this.terms = terms;
    }

    void execute(BlockSteps.State s, Instruction i) {
        boolean known = i.opcode().equals("cp") && i.has("async") && !i.has("mbarrier");
        if (known && isCopy(i)) {
            copy(s, i);
        } else if (known && i.has("commit_group")) {
            s.pass(i, new CopyStep(true, CopyStep.ANY));
        } else if (known && i.has("wait_all")) {
            s.pass(i, new CopyStep(true, 0)); // as a commit and a wait for all groups
        } else if (known && i.has("wait_group") && number(i, 0) >= 0) {
            s.pass(i, new CopyStep(false, number(i, 0)));
        } else {
            steps.notFollowed(s, i);
        }
    }

    /** True for a copy of as many bytes as it may have. */
    private static boolean isCopy(Instruction i) {
        boolean any = i.has("ca");
        if (!any && !i.has("cg")) {
            return false;
        }
        long bytes = number(i, 2);
        return bytes == 16 || any && (bytes == 4 || bytes == 8);
    }

    private static long number(Instruction i, int operand) {
        return ((Operand.Immediate) i.operands().get(operand)).bits();
    }

    private void copy(BlockSteps.State s, Instruction i) {
        List<Operand> operands = i.operands();
        int bytes = (int) number(i, 2);
        Operand.Address source = (Operand.Address) operands.get(1);
        boolean sized = operands.size() - (i.has("L2::cache_hint") ? 1 : 0) > 3;
        BitTerm size = sized ? steps.value(s, operands.get(3), 32) : terms.constant(32, bytes);
        if (size.width() == 1) { // ignore-src
            read(s, i, source, bytes, terms.not(size));
        } else {
            reads(s, i, source, bytes, size, terms.condition(true));
        }
        MemorySteps.What write =
                new MemorySteps.What(Access.Kind.WRITE, null, true, bytes, terms.condition(true));
        memory.access(s, i, (Operand.Address) operands.get(0), Space.SHARED, write);
    }

    /** Reads src-size bytes: one access for each number that it may be. */
    private void reads(
            BlockSteps.State s,
            Instruction i,
            Operand.Address source,
            int bytes,
            BitTerm size,
            BitTerm condition) {
        if (size.op() == BitOp.ITE) {
            BitTerm first = size.operand(0);
            reads(s, i, source, bytes, size.operand(1), terms.and(condition, first));
            reads(s, i, source, bytes, size.operand(2), terms.and(condition, terms.not(first)));
            return;
        }
        BitTerm most = terms.constant(size.width(), bytes);
        BitTerm beyond = terms.and(condition, terms.ult(most, size));
        if (!beyond.is(0)) {
            steps.gap(
                    i,
                    "--any-input does not know that src-size is at most cp-size here",
                    terms.and(s.reaching(i), beyond));
        }
        int step = 1 << Math.min(size.zeros(), Integer.numberOfTrailingZeros(bytes));
        for (int n = step; n <= bytes; n += step) {
            BitTerm equal = terms.eq(size, terms.constant(size.width(), n));
            read(s, i, source, n, terms.and(condition, equal));
        }
    }

    private void read(
            BlockSteps.State s,
            Instruction i,
            Operand.Address source,
            int bytes,
            BitTerm condition) {
        if (!condition.is(0)) {
            memory.access(
                    s,
                    i,
                    source,
                    Space.GLOBAL,
                    new MemorySteps.What(Access.Kind.READ, null, true, bytes, condition));
        }
    }
}
