package io.heddle.ptx;

import io.heddle.ptx.Variable.InitialAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes initialisers as PTX (PTX ISA 5.4.4). */
final class Initialisers {
    private Initialisers() {}

    /** The text after {@code =}. */
    static String print(Variable v) {
        Map<Long, InitialAddress> addresses = new HashMap<>();
        v.addresses().forEach(a -> addresses.put(a.offset(), a));
        List<String> elements = new ArrayList<>();
        int width = v.type().bytes();
        for (long at = 0; at < v.initialiser().length(); at += width) {
            InitialAddress a = addresses.get(at);
            if (a == null) {
                elements.add(element(v, (int) at));
            } else if (width > 1) {
                elements.add(address(a));
            } else {
                for (int k = 0; k < 8; k++) {
                    elements.add(String.format("0x%X(%s)", 0xFFL << 8 * k, address(a)));
                }
                at += 7;
            }
        }
        boolean scalar = v.dimensions().isEmpty() && v.vector() == 1;
        String all = String.join(", ", elements);
        return scalar ? all : "{" + all + "}";
    }

    private static String address(InitialAddress a) {
        String symbol = a.generic() ? "generic(" + a.symbol() + ")" : a.symbol();
        return a.addend() == 0 ? symbol : symbol + "+" + a.addend();
    }

    private static String element(Variable v, int at) {
        long bits = 0;
        for (int i = Math.min(8, v.type().bytes()) - 1; i >= 0; i--) {
            bits = bits << 8 | v.initialiser().get(at + i) & 0xFF;
        }
        return switch (v.type()) {
            case F32 -> String.format("0f%08X", (int) bits);
            case F64 -> String.format("0d%016X", bits);
            default -> Long.toUnsignedString(bits);
        };
    }
}
