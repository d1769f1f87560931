package io.heddle.ptx;

import io.heddle.ptx.ConstantFolder.Constant;
import io.heddle.ptx.Operand.Address;
import io.heddle.ptx.Operand.Immediate;
import io.heddle.ptx.Operand.Immediate.Kind;
import io.heddle.ptx.Operand.Register;
import io.heddle.ptx.Operand.Symbol;
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
import org.antlr.v4.runtime.Token;

/**
 * Turns an operand's parse tree into an {@link Operand} (PTX ISA 6), constant expressions
 * evaluated.
 */
final class OperandReader {
    /** Finds what a name stands for. */
    interface Names {
        /** The operand, or null after reporting a problem. */
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
        Constant constant() {
            return operand instanceof Immediate i ? new Constant(i, unsigned) : null;
        }

        static Value of(Constant c) {
            return new Value(c.value(), c.unsigned());
        }
    }

    OperandReader(Problems problems, Names names) {
        this.problems = problems;
        this.names = names;
    }

    /** The operand, or null after reporting a problem. */
    Operand read(OperandContext context) {
        Value value = value(context);
        if (value == null) {
            return null;
        }
        boolean access = context.address != null || context.index != null;
        if (!access && value.operand instanceof Address a) {
            return sum(a, context);
        }
        return value.operand;
    }

    private Operand sum(Address a, OperandContext context) {
        if (a.base() instanceof Register r) {
            return new Operand.Sum(r, a.offset());
        }
        if (a.base() instanceof Operand.Label l) {
            problems.add(context.getStart(), "'" + l.name() + "' is not declared");
        } else {
            problems.add(context.getStart(), "a sum is an operand only inside [ ]");
        }
        return null;
    }

    /** An operand of a {@code call}, whose parentheses hold lists. */
    Operand readCallOperand(OperandContext context) {
        boolean list = context.tuple != null && context.tail() == null && context.cast == null;
        if (list && !(context.getChild(0) instanceof PrefixContext)) {
            return new Operand.Tuple(readAll(context.elements()));
        }
        return read(context);
    }

    /** The value of an integer constant expression, or null after reporting a problem. */
    Long readInteger(OperandContext context) {
        Operand o = read(context);
        if (o instanceof Immediate i && i.kind() == Kind.INTEGER) {
            return i.bits();
        }
        if (o != null) {
            problems.add(context.getStart(), "expected an integer constant");
        }
        return null;
    }

    /** A list's operands; those with problems are left out. */
    List<Operand> readAll(ElementsContext context) {
        List<Operand> all = new ArrayList<>();
        if (context != null) {
            for (ElementContext e : context.element()) {
                if (e.operand().size() > 1) {
                    problems.add(e.ASSIGN().getSymbol(), "found '='; expected ',' or '}'");
                }
                Operand o = read(e.operand(0));
                if (o != null) {
                    all.add(o);
                }
            }
        }
        return all;
    }

    private Value value(OperandContext context) {
        TailContext tail = context.tail();
        if (tail == null && context.cast == null) {
            return prefixed(context);
        }
        return expression(context);
    }

    // ---- expressions: precedence climbing over the chain of infix operators

    private Value expression(OperandContext first) {
        Deque<Value> values = new ArrayDeque<>();
        Deque<Token> operators = new ArrayDeque<>();
        OperandContext at = first;
        List<String> casts = new ArrayList<>();
        while (true) {
            while (at.cast != null) {
                casts.add(at.TYPE().getText());
                at = at.cast;
            }
            Value v = cast(prefixed(at), casts, at.getStart());
            if (v == null) {
                return null;
            }
            values.push(v);
            TailContext tail = at.tail();
            if (tail == null) {
                return reduce(values, operators, 0);
            }
            if (tail.infix() == null) {
                return choose(reduce(values, operators, 0), tail);
            }
            Token operator = tail.infix().getStart();
            if (reduceInPlace(values, operators, PRECEDENCE.get(operator.getText())) == null) {
                return null;
            }
            operators.push(operator);
            at = tail.right;
        }
    }

    private Value cast(Value v, List<String> casts, Token at) {
        Value result = v;
        for (int i = casts.size() - 1; i >= 0 && result != null; i--) {
            result = unary(casts.get(i), result, at);
        }
        casts.clear();
        return result;
    }

    private Value choose(Value condition, TailContext tail) {
        if (condition == null) {
            return null;
        }
        Constant c = condition.constant();
        if (c == null || !c.isInteger()) {
            problems.add(tail.getStart(), "expected a constant condition before '?'");
            return null;
        }
        return value(c.bits() != 0 ? tail.yes : tail.no);
    }

    private Value reduce(Deque<Value> values, Deque<Token> operators, int precedence) {
        return reduceInPlace(values, operators, precedence) == null ? null : values.pop();
    }

    private Value reduceInPlace(Deque<Value> values, Deque<Token> operators, int precedence) {
        while (!operators.isEmpty() && PRECEDENCE.get(operators.peek().getText()) >= precedence) {
            Value right = values.pop();
            Value left = values.pop();
            Value joined = binary(operators.pop(), left, right);
            if (joined == null) {
                return null;
            }
            values.push(joined);
        }
        return values.peek();
    }

    private Value binary(Token operator, Value left, Value right) {
        Constant a = left.constant();
        Constant b = right.constant();
        String op = operator.getText();
        Value result = null;
        if (a != null && b != null) {
            Constant folded = ConstantFolder.binary(op, a, b);
            result = folded == null ? null : Value.of(folded);
        } else if (op.equals("|") && a == null && b == null) {
            result = new Value(new Operand.Pair(left.operand, right.operand), false);
        } else if (b != null && b.isInteger() && (op.equals("+") || op.equals("-"))) {
            result = shifted(left.operand, op.equals("+") ? b.bits() : -b.bits());
        } else if (a != null && a.isInteger() && op.equals("+")) {
            result = shifted(right.operand, a.bits());
        }
        if (result == null) {
            problems.add(operator, "'" + op + "' cannot join these operands");
        }
        return result;
    }

    private static Value shifted(Operand base, long offset) {
        if (base instanceof Symbol s) {
            return new Value(new Symbol(s.name(), s.offset() + offset), false);
        }
        if (base instanceof Address a) {
            return new Value(new Address(a.base(), a.offset() + offset), false);
        }
        boolean sum =
                base instanceof Register
                        || base instanceof Operand.SpecialRegister
                        || base instanceof Operand.Label;
        return sum ? new Value(new Address(base, offset), false) : null;
    }

    // ---- a single term

    private Value prefixed(OperandContext context) {
        Value v = primary(context);
        if (context.getChild(0) instanceof PrefixContext) {
            List<PrefixContext> prefixes = context.prefix();
            for (int i = prefixes.size() - 1; i >= 0 && v != null; i--) {
                Token operator = prefixes.get(i).getStart();
                v = unary(operator.getText(), v, operator);
            }
        }
        return v;
    }

    private Value unary(String operator, Value v, Token at) {
        if (v.operand instanceof Register r && operator.equals("!")) {
            return new Value(new Operand.NegatedPredicate(r), false);
        }
        Constant c = v.constant();
        Constant result = c == null ? null : ConstantFolder.unary(operator, c);
        if (result == null) {
            problems.add(at, "'" + operator + "' does not apply to this operand");
            return null;
        }
        return Value.of(result);
    }

    private Value primary(OperandContext c) {
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

    private Value word(OperandContext c) {
        if (c.LPAREN() != null) {
            problems.add(c.word, "'" + c.word.getText() + "(' is not an operand of an instruction");
            return null;
        }
        Operand o = names.resolve(c.word);
        if (o == null || c.index == null) {
            return o == null ? null : new Value(o, false);
        }
        Long index = readInteger(c.index);
        if (index == null) {
            return null;
        }
        if (o instanceof Symbol s) {
            return new Value(new Address(s, index * names.elementBytes(s.name())), false);
        }
        problems.add(c.word, "'" + c.word.getText() + "' is not an array");
        return null;
    }

    private Value number(OperandContext c) {
        if (c.masked != null) {
            problems.add(c.number, "a mask on an address is not an operand of an instruction");
            return null;
        }
        String text = c.number.getText();
        Immediate i = Literals.parse(text);
        if (i == null) {
            problems.add(c.number, Literals.complaint(text));
            return null;
        }
        boolean unsigned = i.bits() < 0 || text.endsWith("U");
        return new Value(i, unsigned && i.kind() == Kind.INTEGER);
    }

    private Value address(ElementsContext elements) {
        List<ElementContext> parts = elements.element();
        if (parts.size() == 1) {
            Value v = value(parts.get(0).operand(0));
            return v == null ? null : single(v.operand, elements.getStart());
        }
        List<Operand> operands = new ArrayList<>();
        for (ElementContext e : parts) {
            Value v = value(e.operand(0));
            if (v == null) {
                return null;
            }
            operands.add(v.operand);
        }
        return new Value(new Operand.AddressTuple(operands), false);
    }

    private Value single(Operand inner, Token at) {
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
        problems.add(at, "expected a register, a variable or a number as address");
        return null;
    }

    /** Parentheses outside a call group a constant expression. */
    private Value tuple(OperandContext c) {
        List<ElementContext> elements = c.elements() == null ? List.of() : c.elements().element();
        if (elements.size() != 1) {
            problems.add(c.tuple, "a list in ( ) belongs to a call; expected an operand");
            return null;
        }
        return value(elements.get(0).operand(0));
    }
}
