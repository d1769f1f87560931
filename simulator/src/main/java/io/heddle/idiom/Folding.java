package io.heddle.idiom;

import io.heddle.idiom.ValueNode.Kind;
import java.util.Optional;

/**
 * Integer operations on constants, and addresses: a node {@code address} is its symbol, or its
 * symbol and what is added to it, and as payload a constant number of bytes; the payload of a
 * symbol is 0 if its address is that in its own state space, 1 if it is generic, and 2 if {@code
 * cvta.to.local} made it of a generic one, which is an address only of a local variable.
 */
final class Folding {
    private static final long WORD = 0xFFFFFFFFL;
    private static final String SYMBOL = "symbol:"; // no operation is named like this

    private static final long OWN = 0;
    private static final long GENERIC = 1;
    private static final long LOCAL = 2;

    private Folding() {}

    /** The symbol's own address plus {@code offset}; {@code generic} after {@code cvta}. */
    static ValueNode address(NodeGraph g, String symbol, boolean generic, long offset) {
        return address(g, symbol, generic ? GENERIC : OWN, offset);
    }

    private static ValueNode address(NodeGraph g, String symbol, long space, long offset) {
        return g.make("address", offset, Kind.ANY, g.make(SYMBOL + symbol, space, Kind.ANY));
    }

    /** The name of the symbol that an address belongs to. */
    static String symbol(ValueNode address) {
        return address.at(0).op.substring(SYMBOL.length());
    }

    static boolean isGeneric(ValueNode address) {
        return address.at(0).payload == GENERIC;
    }

    /** True if the address is one of local memory only. */
    static boolean isOnlyLocal(ValueNode address) {
        return address.at(0).payload == LOCAL;
    }

    /** The result of the operation if it is a constant or an address. */
    static Optional<ValueNode> fold(NodeGraph g, String name, ValueNode[] v) {
        if (v[0].is("address") || v.length > 1 && v[1].is("address")) {
            return onAddress(g, name, v);
        }
        for (ValueNode n : v) {
            if (!n.is("integer")) {
                return Optional.empty();
            }
        }
        long a = v[0].payload;
        return switch (v.length) {
            case 1 -> unary(name, a).map(g::integer);
            case 2 -> binary(name, a, v[1].payload).map(g::integer);
            case 3 -> ternary(name, a, v[1].payload, v[2].payload).map(g::integer);
            default -> Optional.empty();
        };
    }

    private static Optional<Long> unary(String name, long a) {
        return switch (name) {
            case "cvt.s64.s32", "cvt.u64.s32" -> Optional.of((long) (int) a);
            case "cvt.u64.u32", "cvt.s64.u32" -> Optional.of(a & WORD);
            case "cvt.u32.u64", "cvt.s32.s64", "cvt.u32.s64", "cvt.s32.u64" ->
                    Optional.of((long) (int) a);
            case "neg.s32" -> Optional.of((long) (int) -a);
            case "not.b32" -> Optional.of((long) (int) ~a);
            default -> Optional.empty();
        };
    }

    private static Optional<Long> binary(String name, long a, long b) {
        return switch (name) {
            case "add.s32" -> Optional.of((long) (int) (a + b));
            case "mul.lo.s32", "mul.lo.u32" -> Optional.of((long) (int) (a * b));
            case "and.b32", "and.b64" -> Optional.of(a & b);
            case "or.b32", "or.b64" -> Optional.of(a | b);
            case "xor.b32", "xor.b64" -> Optional.of(a ^ b);
            case "add.s64", "add.u64" -> Optional.of(a + b);
            case "sub.s64", "sub.u64" -> Optional.of(a - b);
            case "mul.lo.s64", "mul.lo.u64" -> Optional.of(a * b);
            case "mul.wide.s32" -> Optional.of((long) (int) a * (int) b);
            case "mul.wide.u32" -> Optional.of((a & WORD) * (b & WORD));
            case "shl.b32" -> Optional.of((b & WORD) > 31 ? 0L : (long) ((int) a << (int) b));
            case "shl.b64" -> Optional.of((b & WORD) > 63 ? 0L : a << (int) b);
            case "shr.u64" -> Optional.of((b & WORD) > 63 ? 0L : a >>> (int) b);
            case "shr.s32" -> Optional.of((long) ((int) a >> (int) Math.min(b & WORD, 31)));
            case "shr.u32" -> Optional.of((b & WORD) > 31 ? 0L : (long) ((int) a >>> (int) b));
            default -> Optional.empty();
        };
    }

    private static Optional<Long> ternary(String name, long a, long b, long c) {
        return switch (name) {
            case "mad.wide.u32" -> Optional.of((a & WORD) * (b & WORD) + c);
            case "mad.wide.s32" -> Optional.of((long) (int) a * (int) b + c);
            case "mad.lo.s32", "mad.lo.u32" -> Optional.of((long) (int) (a * b + c));
            default -> Optional.empty();
        };
    }

    private static Optional<ValueNode> onAddress(NodeGraph g, String name, ValueNode[] v) {
        return switch (name) {
            case "add.s64", "add.u64" ->
                    v[0].is("address") ? plus(g, v[0], v[1], false) : plus(g, v[1], v[0], false);
            case "sub.s64", "sub.u64" ->
                    v[0].is("address") ? plus(g, v[0], v[1], true) : Optional.empty();
            case "cvta.local.u64", "cvta.global.u64", "cvta.const.u64" ->
                    v[0].is("address") && v[0].at(0).payload == OWN && v[0].operands.size() == 1
                            ? Optional.of(address(g, symbol(v[0]), true, v[0].payload))
                            : Optional.empty();
            case "cvta.to.local.u64" ->
                    v[0].is("address") && isGeneric(v[0]) && v[0].operands.size() == 1
                            ? Optional.of(address(g, symbol(v[0]), LOCAL, v[0].payload))
                            : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static Optional<ValueNode> plus(
            NodeGraph g, ValueNode address, ValueNode n, boolean minus) {
        if (n.is("integer")) {
            long offset = address.payload + (minus ? -n.payload : n.payload);
            ValueNode[] operands = address.operands.toArray(new ValueNode[0]);
            return Optional.of(g.make("address", offset, Kind.ANY, operands));
        }
        if (n.is("address") || address.operands.size() > 1) {
            return Optional.empty();
        }
        ValueNode added = minus ? g.make("neg.s64", 0, Kind.ANY, n) : n;
        return Optional.of(g.make("address", address.payload, Kind.ANY, address.at(0), added));
    }

    /** The truth of a comparison of constants of 32 or 64 bits. */
    static Optional<Boolean> compare(
            String relation, boolean signed, boolean wide, ValueNode a, ValueNode b) {
        if (!a.is("integer") || !b.is("integer")) {
            return Optional.empty();
        }
        long x = wide ? a.payload : signed ? (int) a.payload : a.payload & WORD;
        long y = wide ? b.payload : signed ? (int) b.payload : b.payload & WORD;
        int c = signed ? Long.compare(x, y) : Long.compareUnsigned(x, y);
        return switch (relation) {
            case "lt", "lo" -> Optional.of(c < 0);
            case "le", "ls" -> Optional.of(c <= 0);
            case "gt", "hi" -> Optional.of(c > 0);
            case "ge", "hs" -> Optional.of(c >= 0);
            case "eq" -> Optional.of(c == 0);
            case "ne" -> Optional.of(c != 0);
            default -> Optional.empty();
        };
    }
}
