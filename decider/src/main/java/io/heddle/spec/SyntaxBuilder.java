package io.heddle.spec;

import io.heddle.spec.grammar.FormulaGrammarParser;
import io.heddle.spec.grammar.FormulaGrammarParser.ArgumentContext;
import io.heddle.spec.grammar.FormulaGrammarParser.AssumptionContext;
import io.heddle.spec.grammar.FormulaGrammarParser.AtomContext;
import io.heddle.spec.grammar.FormulaGrammarParser.AttributeContext;
import io.heddle.spec.grammar.FormulaGrammarParser.BinderContext;
import io.heddle.spec.grammar.FormulaGrammarParser.BodyContext;
import io.heddle.spec.grammar.FormulaGrammarParser.CallContext;
import io.heddle.spec.grammar.FormulaGrammarParser.ComparisonContext;
import io.heddle.spec.grammar.FormulaGrammarParser.ConjunctionContext;
import io.heddle.spec.grammar.FormulaGrammarParser.DeclarationContext;
import io.heddle.spec.grammar.FormulaGrammarParser.DefiningContext;
import io.heddle.spec.grammar.FormulaGrammarParser.DefinitionContext;
import io.heddle.spec.grammar.FormulaGrammarParser.DisjunctionContext;
import io.heddle.spec.grammar.FormulaGrammarParser.ExponentContext;
import io.heddle.spec.grammar.FormulaGrammarParser.ExpressionContext;
import io.heddle.spec.grammar.FormulaGrammarParser.FileContext;
import io.heddle.spec.grammar.FormulaGrammarParser.FunctionContext;
import io.heddle.spec.grammar.FormulaGrammarParser.IndexContext;
import io.heddle.spec.grammar.FormulaGrammarParser.InversionContext;
import io.heddle.spec.grammar.FormulaGrammarParser.ItemContext;
import io.heddle.spec.grammar.FormulaGrammarParser.NamingContext;
import io.heddle.spec.grammar.FormulaGrammarParser.PostfixContext;
import io.heddle.spec.grammar.FormulaGrammarParser.PowerContext;
import io.heddle.spec.grammar.FormulaGrammarParser.ProductContext;
import io.heddle.spec.grammar.FormulaGrammarParser.SizesContext;
import io.heddle.spec.grammar.FormulaGrammarParser.StatementContext;
import io.heddle.spec.grammar.FormulaGrammarParser.SumContext;
import io.heddle.spec.grammar.FormulaGrammarParser.TrailerContext;
import io.heddle.spec.grammar.FormulaGrammarParser.UnaryContext;
import io.heddle.spec.grammar.FormulaGrammarParser.UnpackingContext;
import io.heddle.spec.index.FormulaException;
import io.heddle.spec.index.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.Interval;

/** Makes statements and expressions of a parse tree. */
final class SyntaxBuilder {
    private final String file;

    SyntaxBuilder(String file) {
        this.file = file;
    }

    private Place place(Token token) {
        return new Place(file, token.getLine(), token.getCharPositionInLine() + 1);
    }

    private Place place(ParserRuleContext context) {
        return place(context.getStart());
    }

    // ---------------------------------------------------------------- statements

    List<Statement> statements(FileContext context) {
        return context.statement().stream().map(this::statement).collect(Collectors.toList());
    }

    private Statement statement(StatementContext context) {
        if (context instanceof DeclarationContext d) {
            return d.shape() != null && d.expression() != null ? output(d) : declaration(d);
        } else if (context instanceof AssumptionContext a) {
            List<Expression> parts = expressions(a.expression());
            return new Statement.Assumption(
                    place(a), parts.get(0), parts.subList(1, parts.size()), source(a));
        } else if (context instanceof FunctionContext f) {
            return function(f);
        } else if (context instanceof SizesContext z) {
            return sizes(z);
        }
        return definition(((DefiningContext) context).definition());
    }

    private Statement declaration(DeclarationContext d) {
        String value = d.expression() == null ? null : d.expression().getText();
        if (value != null && !value.matches("-?[0-9.][0-9_.]*([eE][+-]?[0-9]+)?")) {
            throw new FormulaException(
                    place(d.expression()), "expected a number; an output has its extents, too");
        }
        List<Expression> extents = d.shape() == null ? null : expressions(d.shape().expression());
        return new Statement.Declaration(
                place(d), d.NAME(0).getText(), d.type.getText(), extents, value);
    }

    private Statement output(DeclarationContext d) {
        Statement.Declaration declared =
                new Statement.Declaration(
                        place(d),
                        d.NAME(0).getText(),
                        d.type.getText(),
                        expressions(d.shape().expression()),
                        null);
        return new Statement.Definition(
                place(d), List.of(declared.name()), null, expression(d.expression()), declared);
    }

    private Statement sizes(SizesContext z) {
        String kind = z.NAME().getText();
        if (!kind.equals("proved") && !kind.equals("shipped")) {
            throw new FormulaException(
                    place(z),
                    "a statement that calls "
                            + kind
                            + " has no effect; there are assume(…), proved(…) and shipped(…)");
        }
        List<Statement.Size> dims = new ArrayList<>();
        for (ArgumentContext a : z.argument()) {
            if (a.NAME() == null) {
                throw new FormulaException(place(a), "expected a dim and its value, such as N=4");
            }
            dims.add(new Statement.Size(place(a), a.NAME().getText(), expression(a.expression())));
        }
        return new Statement.Sizes(place(z), kind.equals("shipped"), dims);
    }

    /** The statement as written. */
    private static String source(ParserRuleContext context) {
        Interval from =
                Interval.of(context.getStart().getStartIndex(), context.getStop().getStopIndex());
        return context.getStart().getInputStream().getText(from).replaceAll("\\s+", " ");
    }

    private Statement function(FunctionContext f) {
        List<Statement.Parameter> parameters =
                f.parameter().stream()
                        .map(
                                p ->
                                        new Statement.Parameter(
                                                place(p),
                                                p.NAME().getText(),
                                                p.expression() == null
                                                        ? null
                                                        : expression(p.expression())))
                        .toList();
        BodyContext body = f.body();
        int column = f.getStart().getCharPositionInLine();
        for (ParserRuleContext part : body.definition()) {
            checkIsIndented(part.getStart(), column);
        }
        checkIsIndented(body.getToken(FormulaGrammarParser.RETURN, 0).getSymbol(), column);
        return new Statement.Function(
                place(f),
                f.NAME().getText(),
                parameters,
                body.definition().stream().map(this::definition).toList(),
                expression(body.expression()));
    }

    private void checkIsIndented(Token first, int column) {
        if (first.getCharPositionInLine() <= column) {
            throw new FormulaException(place(first), "the body of a function is indented");
        }
    }

    private Statement.Definition definition(DefinitionContext context) {
        if (context instanceof UnpackingContext u) {
            return new Statement.Definition(
                    place(u),
                    u.NAME().stream().map(Object::toString).toList(),
                    null,
                    u.expression().size() == 1
                            ? expression(u.expression(0))
                            : new Expression.Tuple(
                                    place(u.expression(0)), expressions(u.expression())),
                    null);
        }
        NamingContext n = (NamingContext) context;
        return new Statement.Definition(
                place(n),
                List.of(n.NAME().getText()),
                n.binder().isEmpty() ? null : n.binder().stream().map(this::binder).toList(),
                expression(n.expression()),
                null);
    }

    private Statement.Binder binder(BinderContext b) {
        return new Statement.Binder(place(b), b.NAME().getText(), expression(b.expression()));
    }

    // ---------------------------------------------------------------- expressions

    private List<Expression> expressions(List<ExpressionContext> contexts) {
        return contexts.stream().map(this::expression).toList();
    }

    Expression expression(ExpressionContext e) {
        List<Expression> parts = e.disjunction().stream().map(this::disjunction).toList();
        Expression all = parts.get(parts.size() - 1);
        for (int i = parts.size() - 3; i >= 0; i -= 2) {
            Expression first = parts.get(i);
            all = new Expression.Conditional(first.place(), parts.get(i + 1), first, all);
        }
        return all;
    }

    private Expression disjunction(DisjunctionContext d) {
        return joined(place(d), false, d.conjunction().stream().map(this::conjunction).toList());
    }

    private Expression conjunction(ConjunctionContext c) {
        return joined(place(c), true, c.inversion().stream().map(this::inversion).toList());
    }

    private static Expression joined(Place place, boolean isAnd, List<Expression> parts) {
        Expression all = parts.get(0);
        for (Expression next : parts.subList(1, parts.size())) {
            all = new Expression.Joined(place, isAnd, all, next);
        }
        return all;
    }

    private Expression inversion(InversionContext i) {
        Expression all = comparison(i.comparison());
        for (int n = i.getChildCount() - 2; n >= 0; n--) {
            all = new Expression.Not(place(i), all);
        }
        return all;
    }

    private Expression comparison(ComparisonContext c) {
        Expression first = sum(c.sum(0));
        if (!c.expression().isEmpty()) {
            return new Expression.OneOf(place(c), first, expressions(c.expression()));
        }
        if (c.comparator().isEmpty()) {
            return first;
        }
        return new Expression.Compared(
                place(c),
                c.sum().stream().map(this::sum).toList(),
                c.comparator().stream().map(r -> r.getText()).toList());
    }

    private Expression sum(SumContext s) {
        return binary(s, s.product().stream().map(this::product).toList());
    }

    private Expression product(ProductContext p) {
        return binary(p, p.unary().stream().map(this::unary).toList());
    }

    /** Operands of operators that join from the left; the operators stand between them. */
    private Expression binary(ParserRuleContext context, List<Expression> operands) {
        Expression all = operands.get(0);
        for (int i = 1; i < operands.size(); i++) {
            String operator = context.getChild(2 * i - 1).getText();
            all = new Expression.Binary(place(context), operator, all, operands.get(i));
        }
        return all;
    }

    private Expression unary(UnaryContext u) {
        return negative(power(u.power()), u);
    }

    private Expression power(PowerContext p) {
        List<ExponentContext> exponents = p.exponent();
        Expression all = null;
        for (int i = exponents.size() - 1; i >= 0; i--) {
            Expression base = postfix(exponents.get(i).postfix());
            Expression power = all == null ? base : power(base, all);
            all = negative(power, exponents.get(i));
        }
        Expression base = postfix(p.postfix());
        return all == null ? base : power(base, all);
    }

    private static Expression power(Expression base, Expression exponent) {
        return new Expression.Binary(base.place(), "**", base, exponent);
    }

    /** The expression behind the minus signs with which {@code context} begins. */
    private Expression negative(Expression e, ParserRuleContext context) {
        Expression all = e;
        for (int n = context.getChildCount() - 2; n >= 0; n--) {
            all = new Expression.Negative(place(context), all);
        }
        return all;
    }

    private Expression postfix(PostfixContext p) {
        Expression all = atom(p.atom());
        for (TrailerContext t : p.trailer()) {
            if (t instanceof IndexContext i) {
                all =
                        new Expression.Indexed(
                                place(p), all, i.item().stream().map(this::item).toList());
            } else if (t instanceof CallContext c) {
                all =
                        new Expression.Call(
                                place(p), all, c.argument().stream().map(this::argument).toList());
            } else {
                String name = ((AttributeContext) t).NAME().getText();
                all = new Expression.Attribute(place(t), all, name);
            }
        }
        return all;
    }

    private Expression.Item item(ItemContext i) {
        List<Expression> parts = new ArrayList<>(expressions(i.expression()));
        return new Expression.Item(
                place(i),
                parts.isEmpty() ? null : parts.get(0),
                parts.size() < 2 ? null : parts.get(1));
    }

    private Expression.Argument argument(ArgumentContext a) {
        return new Expression.Argument(
                a.NAME() == null ? null : a.NAME().getText(), expression(a.expression()));
    }

    private Expression atom(AtomContext a) {
        if (a.NUMBER() != null) {
            return new Expression.Numeral(place(a), a.NUMBER().getText().replace("_", ""));
        } else if (a.STRING() != null) {
            String quoted = a.STRING().getText();
            return new Expression.Text(place(a), quoted.substring(1, quoted.length() - 1));
        } else if (a.NAME() != null) {
            return new Expression.Name(place(a), a.NAME().getText());
        } else if (a.LPAREN() == null) {
            String word = a.getText();
            return word.equals("None")
                    ? new Expression.None(place(a))
                    : new Expression.Truth(place(a), word.equals("True"));
        }
        List<Expression> items = expressions(a.expression());
        boolean isTuple =
                items.size() != 1 || a.getChild(a.getChildCount() - 2).getText().equals(",");
        return isTuple ? new Expression.Tuple(place(a), items) : items.get(0);
    }
}
