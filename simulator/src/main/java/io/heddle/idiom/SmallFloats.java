package io.heddle.idiom;

import io.heddle.idiom.ValueNode.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Conversions from and to floats of 8 bits as {@code cuda_fp8.hpp} writes them for targets without
 * the instructions. What it encodes is the magnitude in seven bits and the sign in the eighth; the
 * compiler puts them together with other bytes in any order, so that each is a node of its own and
 * both at their places in a word are a node {@code encoded}, the byte.
 */
final class SmallFloats {
    /** The formats, as {@code cvt} calls pairs of them; nodes carry their numbers. */
    static final List<String> FORMATS = List.of("e4m3x2", "e5m2x2");

    static final String ENCODED = "encoded";
    static final String DECODED = "decoded";

    /** The low half of a word. */
    static final String HALF = "cvt.u16.u32";

    private static final String MAGNITUDE = "magnitude";
    private static final String SIGN = "sign";
    private static final int SIGN_BIT = 7;
    private static final int WORD = 32;

    private SmallFloats() {}

    /**
     * Recognises the two parts of what a template makes of {@code x}.
     *
     * @param before nodes with lower numbers stay what they are
     */
    static void recognise(NodeGraph g, String format, int before, ValueNode byteOf, ValueNode x) {
        for (ValueNode o : byteOf.is("or.b32") ? byteOf.operands : List.<ValueNode>of()) {
            boolean shifted = o.is("shl.b32") && o.at(1) == g.integer(SIGN_BIT);
            ValueNode part = shifted ? o.at(0) : o;
            if (part.id >= before && shifted && !part.is(SIGN)) {
                g.recognise(part, g.make(SIGN, 0, Kind.INTEGER, x));
            } else if (part.id >= before && part.is("ite")) {
                int number = FORMATS.indexOf(format);
                g.recognise(part, g.make(MAGNITUDE, number, Kind.INTEGER, x));
            }
        }
    }

    /** {@code or.b32}, if a byte becomes complete by it, or all of its operands are bytes. */
    static Optional<ValueNode> or(NodeGraph g, ValueNode a, ValueNode b) {
        TreeMap<Integer, List<ValueNode>> fields = new TreeMap<>();
        collect(a, 0, fields);
        collect(b, 0, fields);
        boolean any = false;
        for (int at : List.copyOf(fields.keySet())) {
            for (ValueNode m : List.copyOf(fields.get(at))) {
                List<ValueNode> signs = fields.getOrDefault(at + SIGN_BIT, List.of());
                Optional<ValueNode> sign =
                        signs.stream().filter(s -> m.is(MAGNITUDE) && isSign(s, m)).findFirst();
                if (sign.isPresent()) {
                    any = true;
                    signs.remove(sign.get());
                    fields.get(at).remove(m);
                    fields.get(at).add(g.make(ENCODED, m.payload, Kind.INTEGER, m.at(0)));
                    g.match(m);
                }
            }
        }
        ValueNode word = any ? join(g, fields) : null;
        if (!any && fields.values().stream().flatMap(List::stream).allMatch(n -> n.is(ENCODED))) {
            g.match(a);
            word = join(g, fields);
        }
        return Optional.ofNullable(word);
    }

    /**
     * The four bytes of a word from the lowest on, null for 0; empty unless all are encoded floats
     * of one format, or 0.
     */
    static Optional<List<ValueNode>> bytes(ValueNode word) {
        TreeMap<Integer, List<ValueNode>> fields = new TreeMap<>();
        collect(word, 0, fields);
        ValueNode first = fields.firstEntry().getValue().get(0);
        boolean plain =
                fields.entrySet().stream()
                        .allMatch(
                                e ->
                                        e.getKey() % 8 == 0
                                                && e.getValue().size() == 1
                                                && e.getValue().get(0).is(ENCODED)
                                                && e.getValue().get(0).payload == first.payload);
        List<ValueNode> bytes = new ArrayList<>();
        for (int at = 0; at < WORD; at += 8) {
            bytes.add(fields.containsKey(at) ? fields.get(at).get(0) : null);
        }
        return plain ? Optional.of(bytes) : Optional.empty();
    }

    private static boolean isSign(ValueNode s, ValueNode magnitude) {
        return s.is(SIGN) && s.at(0) == magnitude.at(0);
    }

    /** The operands of a tree of {@code or.b32}, by how far they are shifted to the left. */
    private static void collect(ValueNode n, int shift, Map<Integer, List<ValueNode>> fields) {
        boolean shifted = n.is("shl.b32") && n.at(1).is("integer");
        if (n.is("or.b32")) {
            n.operands.forEach(o -> collect(o, shift, fields));
        } else if (shifted && n.at(1).payload >= 0 && shift + n.at(1).payload < WORD) {
            collect(n.at(0), shift + (int) n.at(1).payload, fields);
        } else {
            fields.computeIfAbsent(shift, k -> new ArrayList<>()).add(n);
        }
    }

    private static ValueNode join(NodeGraph g, Map<Integer, List<ValueNode>> fields) {
        ValueNode result = null;
        for (Map.Entry<Integer, List<ValueNode>> e : fields.entrySet()) {
            for (ValueNode n : e.getValue()) {
                ValueNode shifted =
                        e.getKey() == 0
                                ? n
                                : g.make("shl.b32", 0, Kind.INTEGER, n, g.integer(e.getKey()));
                result =
                        result == null
                                ? shifted
                                : g.commutative("or.b32", Kind.INTEGER, result, shifted);
            }
        }
        return result;
    }

    /**
     * {@code and.b32} with a mask that keeps all bits of a byte or of its magnitude, or the sign
     * where it stands in the byte.
     */
    static Optional<ValueNode> and(NodeGraph g, ValueNode a, ValueNode b) {
        ValueNode mask = a.is("integer") ? a : b;
        ValueNode n = mask == a ? b : a;
        if (mask == g.integer(1 << SIGN_BIT) && isTopByte(g, n)) {
            ValueNode top = g.make("shr.u64", 0, Kind.ANY, n.at(0).at(0), g.integer(63));
            ValueNode sign = g.make("cvt.u32.u64", 0, Kind.INTEGER, top);
            return Optional.of(g.make("shl.b32", 0, Kind.INTEGER, sign, g.integer(SIGN_BIT)))
                    .filter(shifted -> sign.is(SIGN));
        }
        int bits = n.is(MAGNITUDE) ? 0x7F : n.is(ENCODED) ? 0xFF : -1;
        return bits >= 0 && mask.is("integer") && (mask.payload & bits) == bits
                ? Optional.of(n)
                : Optional.empty();
    }

    private static boolean isTopByte(NodeGraph g, ValueNode n) {
        return n.is("cvt.u32.u64") && n.at(0).is("shr.u64") && n.at(0).at(1) == g.integer(56);
    }

    /**
     * The word whose low half a node is, if it may hold encoded floats: of 16 bits in an operation
     * that only depends on low bits. An integer is its own word.
     */
    static Optional<ValueNode> word(NodeGraph g, ValueNode n) {
        if (n.is("integer")) {
            return Optional.of(g.integer(n.payload & 0xFFFF));
        }
        return n.is(HALF) && isPart(g, n.at(0)) ? Optional.of(n.at(0)) : Optional.empty();
    }

    private static boolean isPart(NodeGraph g, ValueNode n) {
        boolean word = n.is("or.b32") || n.is("shl.b32");
        return n.is(MAGNITUDE)
                || n.is(SIGN)
                || n.is(ENCODED)
                || isTopByte(g, n)
                || word && n.operands.stream().anyMatch(o -> isPart(g, o));
    }

    /** True for a byte, and for a word of bytes and other bits. */
    static boolean isEncoded(ValueNode n) {
        boolean word = n.is("or.b32") || n.is("shl.b32");
        return n.is(ENCODED)
                || n.is(HALF) && isEncoded(n.at(0))
                || word && n.operands.stream().anyMatch(SmallFloats::isEncoded);
    }
}
