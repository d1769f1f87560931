package io.heddle.ptx;

import io.heddle.ptx.ConstantFolder.Constant;
import io.heddle.ptx.Operand.Address;
import io.heddle.ptx.Operand.Immediate;
import io.heddle.ptx.Operand.Immediate.Kind;
import io.heddle.ptx.Operand.Register;
import io.heddle.ptx.Operand.Symbol;
import io.heddle.ptx.Problems.Listed;
import io.heddle.ptx.grammar.PtxGrammarParser.ElementContext;
import io.heddle.ptx.grammar.PtxGrammarParser.ElementsContext;
import io.heddle.ptx.grammar.PtxGrammarParser.OperandContext;
import io.heddle.ptx.grammar.PtxGrammarParser.PrefixContext;
import io.heddle.ptx.grammar.PtxGrammarParser.TailContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.antlr.v4.runtime.Token;

/**
 * Turns an operand's parse tree into an {@link Operand} (PTX ISA 6), constant expressions
 * evaluated.
 */
final class OperandReader {
    /** Finds what a name stands for. */
    interface Names {
        /** The operand. */
        Operand resolve(Token name);

        /** Element size of a variable in bytes; 1 where unknown. */
        int elementBytes(String symbol);
    }

    private static final Map<String, Integer> PRECEDENCE =
            Map.ofEntries(
                    Map.entry("||", 1),
                    Map.entry("&&", 2),
                    Map.entry("|", 3),
                    Map.entry("^", 4),
                    Map.entry("&", 5),
                    Map.entry("==", 6),
                    Map.entry("!=", 6),
                    Map.entry("<", 7),
                    Map.entry("<=", 7),
                    Map.entry(">", 7),
                    Map.entry(">=", 7),
                    Map.entry("<<", 8),
                    Map.entry(">>", 8),
                    Map.entry("+", 9),
                    Map.entry("-", 9),
                    Map.entry("*", 10),
                    Map.entry("/", 10),
                    Map.entry("%", 10));

    private final Problems problems;
    private final Names names;

    /** An operand in the making; an {@link Address} stands for a sum of a register and a number. */
    private record Value(Operand operand, boolean unsigned) {
        Optional<Constant> constant() {
            return operand instanceof Immediate i
                    ? Optional.of(new Constant(i, unsigned))
                    : Optional.empty();
        }

        static Value of(Constant c) {
            return new Value(c.value(), c.unsigned());
        }
    }

    OperandReader(Problems problems, Names names) {
        this.problems = problems;
        this.names = names;
    }

    /**
     * The operand.
     *
     * @throws Listed if it has a problem
     */
    Operand read(OperandContext context) throws Listed {
        Value value = value(context);
        boolean access = context.address != null || context.index != null;
        if (!access && value.operand instanceof Address a) {
            return sum(a, context);
        }
        return value.operand;
    }

    private Operand sum(Address a, OperandContext context) throws Listed {
        if (a.base() instanceof Register r) {
            return new Operand.Sum(r, a.offset());
        }
        if (a.base() instanceof Operand.Label l) {
            throw problems.listed(context.getStart(), "'" + l.name() + "' is not declared");
        }
        throw problems.listed(context.getStart(), "a sum is an operand only inside [ ]");
    }

    /**
     * An operand of a {@code call}, whose parentheses hold lists.
     *
     * @throws Listed if it has a problem
     */
    Operand readCallOperand(OperandContext context) throws Listed {
        boolean list = context.tuple != null && context.tail() == null && context.cast == null;
        if (list && !(context.getChild(0) instanceof PrefixContext)) {
            return new Operand.Tuple(readAll(context.elements()));
        }
        return read(context);
    }

    /**
     * The value of an integer constant expression.
     *
     * @throws Listed if it is none
     */
    long readInteger(OperandContext context) throws Listed {
        if (read(context) instanceof Immediate i && i.kind() == Kind.INTEGER) {
            return i.bits();
        }
        throw problems.listed(context.getStart(), "expected an integer constant");
    }

    /** A list's operands; those with problems are left out. */
    List<Operand> readAll(ElementsContext context) {
        List<Operand> all = new ArrayList<>();
        if (context != null) {
            for (ElementContext e : context.element()) {
                if (e.operand().size() > 1) {
                    problems.add(e.ASSIGN().getSymbol(), "found '='; expected ',' or '}'");
                }
                try {
                    all.add(read(e.operand(0)));
                } catch (Listed left) {
                    // its problem is listed
                }
            }
        }
        return all;
    }

    private Value value(OperandContext context) throws Listed {
        TailContext tail = context.tail();
        if (tail == null && context.cast == null) {
            return prefixed(context);
        }
        return expression(context);
    }

    // ---- expressions: precedence climbing over the chain of infix operators

    private Value expression(OperandContext first) throws Listed {
        Deque<Value> values = new ArrayDeque<>();
        Deque<Token> operators = new ArrayDeque<>();
        OperandContext at = first;
        List<String> casts = new ArrayList<>();
        while (true) {
            while (at.cast != null) {
                casts.add(at.TYPE().getText());
                at = at.cast;
            }
            values.push(cast(prefixed(at), casts, at.getStart()));
            TailContext tail = at.tail();
            if (tail == null) {
                return reduce(values, operators, 0);
            }
            if (tail.infix() == null) {
                return choose(reduce(values, operators, 0), tail);
            }
            Token operator = tail.infix().getStart();
            reduceInPlace(values, operators, PRECEDENCE.get(operator.getText()));
            operators.push(operator);
            at = tail.right;
        }
    }

    private Value cast(Value v, List<String> casts, Token at) throws Listed {
        Value result = v;
        for (int i = casts.size() - 1; i >= 0; i--) {
            result = unary(casts.get(i), result, at);
        }
        casts.clear();
        return result;
    }

    private Value choose(Value condition, TailContext tail) throws Listed {
        Optional<Constant> c = condition.constant().filter(Constant::isInteger);
        if (c.isEmpty()) {
            throw problems.listed(tail.getStart(), "expected a constant condition before '?'");
        }
        return value(c.get().bits() != 0 ? tail.yes : tail.no);
    }

    private Value reduce(Deque<Value> values, Deque<Token> operators, int precedence)
            throws Listed {
        reduceInPlace(values, operators, precedence);
        return values.pop();
    }

    private void reduceInPlace(Deque<Value> values, Deque<Token> operators, int precedence)
            throws Listed {
        while (!operators.isEmpty() && PRECEDENCE.get(operators.peek().getText()) >= precedence) {
            Value right = values.pop();
            Value left = values.pop();
            values.push(binary(operators.pop(), left, right));
        }
    }

    private Value binary(Token operator, Value left, Value right) throws Listed {
        String op = operator.getText();
        return joined(op, left, right)
                .orElseThrow(
                        () -> problems.listed(operator, "'" + op + "' cannot join these operands"));
    }

    private static Optional<Value> joined(String op, Value left, Value right) {
        Optional<Constant> a = left.constant();
        Optional<Constant> b = right.constant();
        if (a.isPresent() && b.isPresent()) {
            return ConstantFolder.binary(op, a.get(), b.get()).map(Value::of);
        }
        if (op.equals("|") && a.isEmpty() && b.isEmpty()) {
            return Optional.of(new Value(new Operand.Pair(left.operand, right.operand), false));
        }
        boolean plus = op.equals("+");
        if (b.isPresent() && b.get().isInteger() && (plus || op.equals("-"))) {
            return shifted(left.operand, plus ? b.get().bits() : -b.get().bits());
        }
        return a.isPresent() && a.get().isInteger() && plus
                ? shifted(right.operand, a.get().bits())
                : Optional.empty();
    }

    private static Optional<Value> shifted(Operand base, long offset) {
        if (base instanceof Symbol s) {
            return Optional.of(new Value(new Symbol(s.name(), s.offset() + offset), false));
        }
        if (base instanceof Address a) {
            return Optional.of(new Value(new Address(a.base(), a.offset() + offset), false));
        }
        boolean sum =
                base instanceof Register
                        || base instanceof Operand.SpecialRegister
                        || base instanceof Operand.Label;
        return sum ? Optional.of(new Value(new Address(base, offset), false)) : Optional.empty();
    }

    // ---- a single term

    private Value prefixed(OperandContext context) throws Listed {
        Value v = primary(context);
        if (context.getChild(0) instanceof PrefixContext) {
            List<PrefixContext> prefixes = context.prefix();
            for (int i = prefixes.size() - 1; i >= 0; i--) {
                Token operator = prefixes.get(i).getStart();
                v = unary(operator.getText(), v, operator);
            }
        }
        return v;
    }

    private Value unary(String operator, Value v, Token at) throws Listed {
        if (v.operand instanceof Register r && operator.equals("!")) {
            return new Value(new Operand.NegatedPredicate(r), false);
        }
        String fault = "'" + operator + "' does not apply to this operand";
        return v.constant()
                .flatMap(c -> ConstantFolder.unary(operator, c))
                .map(Value::of)
                .orElseThrow(() -> problems.listed(at, fault));
    }

    private Value primary(OperandContext c) throws Listed {
        if (c.word != null) {
            return word(c);
        }
        if (c.number != null) {
            return number(c);
        }
        if (c.sink != null) {
            return new Value(new Operand.Sink(), false);
        }
        if (c.vector != null) {
            return new Value(new Operand.Vector(readAll(c.elements())), false);
        }
        if (c.address != null) {
            return address(c.elements());
        }
        return tuple(c);
    }

    private Value word(OperandContext c) throws Listed {
        String name = c.word.getText();
        if (c.LPAREN() != null) {
            throw problems.listed(c.word, "'" + name + "(' is not an operand of an instruction");
        }
        Operand o = names.resolve(c.word);
        if (c.index == null) {
            return new Value(o, false);
        }
        long index = readInteger(c.index);
        if (o instanceof Symbol s) {
            return new Value(new Address(s, index * names.elementBytes(s.name())), false);
        }
        throw problems.listed(c.word, "'" + name + "' is not an array");
    }

    private Value number(OperandContext c) throws Listed {
        if (c.masked != null) {
            throw problems.listed(
                    c.number, "a mask on an address is not an operand of an instruction");
        }
        String text = c.number.getText();
        Immediate i =
                Literals.parse(text)
                        .orElseThrow(() -> problems.listed(c.number, Literals.complaint(text)));
        boolean unsigned = i.bits() < 0 || text.endsWith("U");
        return new Value(i, unsigned && i.kind() == Kind.INTEGER);
    }

    private Value address(ElementsContext elements) throws Listed {
        List<ElementContext> parts = elements.element();
        if (parts.size() == 1) {
            return single(value(parts.get(0).operand(0)).operand, elements.getStart());
        }
        List<Operand> operands = new ArrayList<>();
        for (ElementContext e : parts) {
            operands.add(value(e.operand(0)).operand);
        }
        return new Value(new Operand.AddressTuple(operands), false);
    }

    private Value single(Operand inner, Token at) throws Listed {
        if (inner instanceof Address a) {
            return new Value(a, false);
        }
        if (inner instanceof Symbol s) {
            return new Value(new Address(new Symbol(s.name(), 0), s.offset()), false);
        }
        if (inner instanceof Register
                || inner instanceof Immediate
                || inner instanceof Operand.SpecialRegister
                || inner instanceof Operand.Label) {
            return new Value(new Address(inner, 0), false);
        }
        throw problems.listed(at, "expected a register, a variable or a number as address");
    }

    /** Parentheses outside a call group a constant expression. */
    private Value tuple(OperandContext c) throws Listed {
        List<ElementContext> elements = c.elements() == null ? List.of() : c.elements().element();
        if (elements.size() != 1) {
            throw problems.listed(c.tuple, "a list in ( ) belongs to a call; expected an operand");
        }
        return value(elements.get(0).operand(0));
    }
}
