package io.heddle.ptx;

import java.util.List;

/** An operand of an instruction (PTX ISA 6). */
public sealed interface Operand {
    /** Adds all registers of this operand to a list. */
    default void addRegisters(List<Register> all) {
        // an operand without registers
    }

    /**
     * A register.
     *
     * @param index into {@link Function#registers()}
     * @param name of its declaration: as written, made unique where scopes reuse a name
     */
    record Register(int index, String name) implements Operand {
        @Override
        public void addRegisters(List<Register> all) {
            all.add(this);
        }
    }

    /** A predicate register used negated: {@code !p}. */
    record NegatedPredicate(Register register) implements Operand {
        @Override
        public void addRegisters(List<Register> all) {
            all.add(register);
        }
    }

    /**
     * A part of a register, as the video instructions take it.
     *
     * @param selector {@code b0} to {@code b3}, {@code h0}, {@code h1} or two or four of them
     */
    record Component(Register register, String selector) implements Operand {
        @Override
        public void addRegisters(List<Register> all) {
            all.add(register);
        }
    }

    /** A special register such as {@code %tid.x} or {@code %laneid}. */
    record SpecialRegister(String name) implements Operand {}

    /**
     * An immediate.
     *
     * @param bits two's complement value, or the bit pattern of a floating-point literal
     * @param kind how it was written
     */
    record Immediate(long bits, Kind kind) implements Operand {
        /** How an immediate was written. */
        public enum Kind {
            /**
             * Decimal, hexadecimal, octal or binary integer, or a constant expression of integers.
             */
            INTEGER,
            /** {@code 0f} and eight hexadecimal digits. */
            F32,
            /**
             * {@code 0d} and sixteen hexadecimal digits, or a decimal literal with a point or
             * exponent.
             */
            F64
        }
    }

    /**
     * The address of a variable, parameter or function, plus a constant.
     *
     * @param name of the variable or function; inner-scope variables under their unique name
     * @param offset bytes
     */
    record Symbol(String name, long offset) implements Operand {}

    /**
     * A memory operand {@code [base+offset]}.
     *
     * @param base a Register, Symbol or Immediate
     * @param offset bytes
     */
    record Address(Operand base, long offset) implements Operand {
        @Override
        public void addRegisters(List<Register> all) {
            base.addRegisters(all);
        }
    }

    /** A memory operand of several parts, such as {@code [tensorMap, {x, y}]}. */
    record AddressTuple(List<Operand> parts) implements Operand {
        /** Copies the list. */
        public AddressTuple {
            parts = List.copyOf(parts);
        }

        @Override
        public void addRegisters(List<Register> all) {
            parts.forEach(p -> p.addRegisters(all));
        }
    }

    /**
     * A register plus a constant used as a value: {@code add.u32 a, b+4, 1}. No compiler writes it.
     */
    record Sum(Register register, long addend) implements Operand {
        @Override
        public void addRegisters(List<Register> all) {
            all.add(register);
        }
    }

    /** A vector {@code {a, b, …}}. */
    record Vector(List<Operand> elements) implements Operand {
        /** Copies the list. */
        public Vector {
            elements = List.copyOf(elements);
        }

        @Override
        public void addRegisters(List<Register> all) {
            elements.forEach(e -> e.addRegisters(all));
        }
    }

    /** A parenthesised list of a {@code call}. */
    record Tuple(List<Operand> elements) implements Operand {
        /** Copies the list. */
        public Tuple {
            elements = List.copyOf(elements);
        }

        @Override
        public void addRegisters(List<Register> all) {
            elements.forEach(e -> e.addRegisters(all));
        }
    }

    /** A destination pair {@code d|p}. */
    record Pair(Operand first, Operand second) implements Operand {
        @Override
        public void addRegisters(List<Register> all) {
            first.addRegisters(all);
            second.addRegisters(all);
        }
    }

    /**
     * A label of the same function.
     *
     * @param name as written, made unique where scopes reuse a name
     * @param target index into {@link Function#body()}, possibly one past its end; {@link #LIST}
     *     where the name is a key of {@link Function#branchTargets()}, {@link
     *     Function#callTargets()} or {@link Function#prototypes()}
     */
    record Label(String name, int target) implements Operand {
        /** The target of a name of a list or prototype. */
        public static final int LIST = -1;
    }

    /** The sink {@code _}. */
    record Sink() implements Operand {}
}
