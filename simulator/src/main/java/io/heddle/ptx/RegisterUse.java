package io.heddle.ptx;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The registers that an instruction sets and reads, as its row of the table says. Of an instruction
 * that is not in the table, and of calls, all registers may be set, but for those of addresses, and
 * all may be read.
 *
 * @param set registers that it sets, or may set if it is not known
 * @param read registers that it reads, its guard among them
 * @param known true if it is in the table, so that without a guard it sets all of {@code set}
 */
public record RegisterUse(List<Operand.Register> set, List<Operand.Register> read, boolean known) {
    /** Copies the lists. */
    public RegisterUse {
        set = List.copyOf(set);
        read = List.copyOf(read);
    }

    /** What an instruction uses. */
    public static RegisterUse of(Instruction i) {
        Optional<Form> form = Opcode.form(i);
        boolean known = form.isPresent() && !i.opcode().equals("call");
        List<Operand.Register> set = new ArrayList<>();
        List<Operand.Register> read = new ArrayList<>();
        for (int k = 0; k < i.operands().size(); k++) {
            Operand o = i.operands().get(k);
            boolean sets = known && form.get().sets(k);
            boolean address = o instanceof Operand.Address || o instanceof Operand.AddressTuple;
            if (sets || !known && !address) {
                o.addRegisters(set);
            }
            if (!sets) {
                o.addRegisters(read);
            }
        }
        if (i.guard() != null) {
            read.add(i.guard());
        }
        return new RegisterUse(set, read, known);
    }
}
