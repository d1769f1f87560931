package io.heddle.ptx;

import io.heddle.ptx.Operand.Immediate;
import io.heddle.ptx.Operand.Immediate.Kind;
import io.heddle.ptx.Operand.Symbol;
import io.heddle.ptx.Problems.Listed;
import io.heddle.ptx.Variable.InitialAddress;
import io.heddle.ptx.grammar.PtxGrammarParser.ElementContext;
import io.heddle.ptx.grammar.PtxGrammarParser.OperandContext;
import io.heddle.ptx.grammar.PtxGrammarParser.PrefixContext;
import io.heddle.ptx.grammar.PtxGrammarParser.TailContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.antlr.v4.runtime.Token;

/** Reads initialisers into bytes, little-endian, and addresses (PTX ISA 5.4.4). */
final class InitialiserReader {
    /** The greatest number of initialised bytes that are accepted. */
    private static final long LIMIT = 1L << 28;

    private final Problems problems;
    private final OperandReader operands;

    InitialiserReader(Problems problems, OperandReader operands) {
        this.problems = problems;
        this.operands = operands;
    }

    /**
     * The variable with its initial value.
     *
     * @throws Listed if that has a problem
     */
    Variable initialise(Variable plain, OperandContext context) throws Listed {
        List<Integer> extents = new ArrayList<>(plain.dimensions());
        if (plain.isUnsized()) {
            extents.set(0, count(context, extents));
        }
        List<Integer> shape = new ArrayList<>(extents);
        if (plain.vector() > 1) {
            shape.add(plain.vector());
        }
        Image image = new Image(plain.type(), shape);
        if (image.size > LIMIT) {
            throw problems.listed(context.getStart(), "more than " + LIMIT + " initialised bytes");
        }
        int before = problems.count();
        image.fill(context, 0, 0);
        List<InitialAddress> addresses = image.mergedAddresses();
        if (problems.count() > before) {
            throw new Listed("an initialiser has a problem");
        }
        return new Variable(
                plain.space(),
                plain.name(),
                plain.type(),
                plain.vector(),
                extents,
                plain.alignment(),
                new Bytes(Arrays.copyOf(image.bytes, image.used)),
                addresses,
                plain.external(),
                plain.position());
    }

    /** The first extent that {@code x[] = {…}} leaves open. */
    private static int count(OperandContext context, List<Integer> extents) {
        if (context.vector == null || context.elements() == null) {
            return context.vector == null ? 1 : 0;
        }
        List<ElementContext> elements = context.elements().element();
        if (elements.get(0).operand(0).vector != null) {
            return elements.size();
        }
        int inner = 1;
        for (int d : extents.subList(1, extents.size())) {
            inner *= Math.max(1, d);
        }
        return (elements.size() + inner - 1) / inner;
    }

    /** A byte of an address that a mask such as {@code 0xFF00(symbol)} selects. */
    private record MaskedByte(Token at, int offset, int index, InitialAddress address) {
        /** True if it is a byte of that address. */
        boolean isOf(InitialAddress other) {
            return address.symbol().equals(other.symbol())
                    && address.addend() == other.addend()
                    && address.generic() == other.generic();
        }
    }

    /** The bytes of one variable while they are filled in. */
    private final class Image {
        private final PtxType type;
        private final List<Integer> shape;
        private final long size;
        private byte[] bytes = new byte[64];
        private int used;
        private final List<InitialAddress> addresses = new ArrayList<>();
        private final List<MaskedByte> masked = new ArrayList<>();

        Image(PtxType type, List<Integer> shape) {
            this.type = type;
            this.shape = shape;
            this.size = extent(0);
        }

        /** Bytes of one sub-array below {@code level} dimensions. */
        private long extent(int level) {
            long n = type.bytes();
            for (int d : shape.subList(Math.min(level, shape.size()), shape.size())) {
                n = Math.min(LIMIT + 1, n * d);
            }
            return n;
        }

        void fill(OperandContext context, int level, long offset) {
            if (context.vector == null) {
                scalar(context, offset);
                return;
            }
            if (level >= shape.size() && !shape.isEmpty()) {
                problems.add(
                        context.getStart(), "more nested braces than the array has dimensions");
                return;
            }
            if (context.elements() == null) {
                return;
            }
            long next = offset;
            for (ElementContext e : context.elements().element()) {
                if (e.operand().size() > 1) {
                    continue;
                }
                OperandContext inner = e.operand(0);
                fill(inner, level + 1, next);
                next += inner.vector != null ? extent(level + 1) : type.bytes();
            }
        }

        private void scalar(OperandContext context, long offset) {
            if (offset + type.bytes() > size) {
                problems.add(context.getStart(), "more values than the variable holds");
                return;
            }
            if (context.number != null && context.masked != null) {
                mask(context, (int) offset);
                return;
            }
            try {
                if (context.word != null && context.LPAREN() != null) {
                    add(generic(context, offset), context.word);
                    return;
                }
                Operand value = operands.read(context);
                if (value instanceof Immediate i) {
                    put((int) offset, encode(i));
                } else {
                    add(symbol(value, offset, false, context), context.getStart());
                }
            } catch (Listed left) {
                // its problem is listed
            }
        }

        private void mask(OperandContext context, int offset) {
            long mask = Literals.parse(context.number.getText()).map(Immediate::bits).orElse(0L);
            int index = Long.numberOfTrailingZeros(mask) / 8;
            if (index > 7 || mask != 0xFFL << 8 * index) {
                problems.add(context.number, "a mask selects one byte, as 0xFF00 does");
                return;
            }
            try {
                InitialAddress a = address(context.masked, offset);
                masked.add(new MaskedByte(context.number, offset, index, a));
                put(offset, 0);
            } catch (Listed left) {
                // its problem is listed
            }
        }

        /**
         * Adds an address that no mask selects a byte of. "Variables that hold addresses of
         * variables or functions should be of type .u8 or .u32 or .u64. Type .u8 is allowed only if
         * the mask() operator is used" (PTX ISA 5.4.4).
         */
        private void add(InitialAddress address, Token at) {
            if (type.bytes() != Integer.BYTES && type.bytes() != Long.BYTES) {
                problems.add(
                        at,
                        "an address in an element of "
                                + type.bytes()
                                + " bytes; it takes 4 or 8, or a mask such as 0xFF00(…)");
                return;
            }
            addresses.add(address);
            put((int) address.offset(), 0);
        }

        /** {@code symbol}, {@code generic(symbol)}, and either with an addend. */
        private InitialAddress address(OperandContext context, long offset) throws Listed {
            return context.word != null && context.LPAREN() != null
                    ? generic(context, offset)
                    : symbol(operands.read(context), offset, false, context);
        }

        private InitialAddress generic(OperandContext context, long offset) throws Listed {
            boolean one = context.arguments != null && context.arguments.element().size() == 1;
            if (!context.word.getText().equals("generic")) {
                throw problems.listed(context.word, "expected generic(variable)");
            }
            if (!one || context.getChild(0) instanceof PrefixContext) {
                throw problems.listed(context.word, "generic( ) takes one variable");
            }
            Operand inner = operands.read(context.arguments.element(0).operand(0));
            InitialAddress a = symbol(inner, offset, true, context);
            return new InitialAddress(offset, a.symbol(), a.addend() + addend(context), true);
        }

        /** The number that is added to a generic address. */
        private long addend(OperandContext context) throws Listed {
            TailContext tail = context.tail();
            if (tail == null) {
                return 0;
            }
            String operator = tail.infix() == null ? "?" : tail.infix().getText();
            boolean minus = operator.equals("-");
            if (!minus && !operator.equals("+") || tail.right.tail() != null) {
                throw problems.listed(
                        tail.getStart(),
                        "only a number is added to generic( ), or subtracted from it");
            }
            long n = operands.readInteger(tail.right);
            return minus ? -n : n;
        }

        private InitialAddress symbol(
                Operand o, long offset, boolean generic, OperandContext context) throws Listed {
            if (o instanceof Symbol s) {
                return new InitialAddress(offset, s.name(), s.offset(), generic);
            }
            if (o instanceof Operand.Label l) {
                return new InitialAddress(offset, l.name(), 0, generic);
            }
            throw problems.listed(context.getStart(), "expected a variable or function");
        }

        private void put(int offset, long bits) {
            int end = offset + type.bytes();
            if (end > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(end, 2 * bytes.length));
            }
            for (int i = 0; i < type.bytes(); i++) {
                bytes[offset + i] = i < 8 ? (byte) (bits >> 8 * i) : 0;
            }
            used = Math.max(used, end);
        }

        private long encode(Immediate i) {
            return switch (type) {
                case F32 ->
                        i.kind() == Kind.F32 ? i.bits() : Float.floatToRawIntBits((float) real(i));
                case F64 -> i.kind() == Kind.F64 ? i.bits() : Double.doubleToRawLongBits(real(i));
                case B32 ->
                        i.kind() == Kind.F64 ? Float.floatToRawIntBits((float) real(i)) : i.bits();
                default -> i.bits();
            };
        }

        private double real(Immediate i) {
            return new ConstantFolder.Constant(i, false).asReal();
        }

        /** Addresses in order; the eight bytes of a masked one become one whole address. */
        List<InitialAddress> mergedAddresses() {
            for (int i = 0; i < masked.size(); i += 8) {
                MaskedByte first = masked.get(i);
                for (int k = 0; k < 8; k++) {
                    MaskedByte m = i + k < masked.size() ? masked.get(i + k) : null;
                    if (m == null
                            || m.index != k
                            || m.offset != first.offset + k
                            || !m.isOf(first.address)) {
                        problems.add(
                                first.at,
                                "expected the eight bytes of an address, 0xFF(…) to"
                                        + " 0xFF00000000000000(…), side by side");
                        return addresses;
                    }
                }
                addresses.add(first.address);
            }
            return addresses;
        }
    }
}
