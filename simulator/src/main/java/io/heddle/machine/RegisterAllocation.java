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
 * The registers of a program: those that its functions declare, and those that decoding adds for
 * constants, for special registers and for what instructions share without naming it. Each is known
 * by its lane base.
 */
final class RegisterAllocation {
    private final Views views;
    private final List<Short> widths = new ArrayList<>();
    private final Map<String, Integer> byConstant = new HashMap<>();
    private final List<Program.Constant> constants = new ArrayList<>();
    private final Map<String, Integer> bySpecial = new HashMap<>();
    private final List<Program.Special> specials = new ArrayList<>();
    private final Map<String, Integer> byHiddenName = new HashMap<>();

    RegisterAllocation(Views views) {
        this.views = views;
    }

    /** Registers so far. */
    int count() {
        return widths.size();
    }

    /** The width in bits of a register, by number. */
    int width(int number) {
        return widths.get(number);
    }

    /** A register of its own; its lane base. */
    int add(int width) {
        widths.add((short) width);
        return (widths.size() - 1) * Warp.LANES;
    }

    /** The register that holds {@code bits} in every lane. */
    int constant(long bits, int width) {
        String key = width + ":" + bits;
        Integer known = byConstant.get(key);
        return known != null ? known : constant(key, width, Tag.CONCRETE, bits & Value.mask(width));
    }

    /** The register that holds the float of a pattern, as a term, in every lane. */
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

    /** The register for a special register, or null if there is none yet that may be shared. */
    Integer known(String name, SpecialRegister special) {
        return special.isVolatile() ? null : bySpecial.get(name);
    }

    /** A register for a special register. */
    int special(String name, SpecialRegister special) {
        int register = add(special.width());
        bySpecial.put(name, register);
        specials.add(new Program.Special(name, register / Warp.LANES));
        return register;
    }

    /**
     * A register of a function that its text does not name.
     *
     * @param added takes it if it is new
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
