package io.heddle.machine;

import io.heddle.ptx.SpecialRegister;
import io.heddle.term.FloatFormat;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import io.heddle.value.Views;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Allocates the registers of a program: those that its functions declare, and those for constants,
 * for special registers and for state that instructions share, such as the carry flag. A register
 * is named by its lane base.
 */
final class RegisterAllocation {
    private final Views views;
    private final List<Short> widths = new ArrayList<>();
    private final Map<String, Integer> byConstant = new HashMap<>();
    private final List<Program.Constant> constants = new ArrayList<>();
    private final Map<String, Integer> bySpecial = new HashMap<>();
    private final List<Program.Special> specials = new ArrayList<>();
    private final List<Program.Special> volatileReads = new ArrayList<>();
    private final Map<String, Integer> byHiddenName = new HashMap<>();

    RegisterAllocation(Views views) {
        this.views = views;
    }

    /** The number of registers so far. */
    int count() {
        return widths.size();
    }

    /** The width in bits of the register with this number. */
    int width(int number) {
        return widths.get(number);
    }

    /** Adds a register and returns its lane base. */
    int add(int width) {
        widths.add((short) width);
        return (widths.size() - 1) * Warp.LANES;
    }

    /** The lane base of the register that holds {@code bits} in every lane. */
    int constant(long bits, int width) {
        String key = width + ":" + bits;
        Integer known = byConstant.get(key);
        return known != null ? known : constant(key, width, Tag.CONCRETE, bits & Value.mask(width));
    }

    /**
     * The lane base of the register that holds, in every lane, the term of the float with this
     * pattern.
     */
    int literal(FloatFormat format, long pattern) {
        String key = format + ":" + pattern;
        Integer known = byConstant.get(key);
        return known != null
                ? known
                : constant(key, format.bits(), Tag.of(format), views.literal(format, pattern));
    }

    private int constant(String key, int width, byte tag, long payload) {
        int register = add(width);
        constants.add(new Program.Constant(register / Warp.LANES, tag, payload));
        byConstant.put(key, register);
        return register;
    }

    /**
     * The lane base of the register that already holds a special register; null if there is none,
     * or if its value changes between reads.
     */
    Integer known(String name, SpecialRegister special) {
        return special.isVolatile() ? null : bySpecial.get(name);
    }

    /** Adds a register that holds a special register and returns its lane base. */
    int special(String name, SpecialRegister special) {
        int register = add(special.width());
        Program.Special read = new Program.Special(name, register / Warp.LANES);
        if (special.isVolatile()) {
            volatileReads.add(read);
        } else {
            bySpecial.put(name, register);
            specials.add(read);
        }
        return register;
    }

    /** The registers for volatile special registers that were added since this was last asked. */
    List<Program.Special> takeVolatileReads() {
        List<Program.Special> taken = List.copyOf(volatileReads);
        volatileReads.clear();
        return taken;
    }

    /**
     * The lane base of a hidden register of a function, which the program text does not name.
     *
     * @param added receives the lane base if the register is new
     */
    int hidden(String function, String name, int width, List<Integer> added) {
        return byHiddenName.computeIfAbsent(
                function + ":" + name,
                k -> {
                    int register = add(width);
                    added.add(register);
                    return register;
                });
    }

    short[] widths() {
        short[] all = new short[widths.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = widths.get(i);
        }
        return all;
    }

    List<Program.Constant> constants() {
        return constants;
    }

    List<Program.Special> specials() {
        return specials;
    }
}
