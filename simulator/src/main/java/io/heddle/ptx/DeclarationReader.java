package io.heddle.ptx;

import io.heddle.ptx.Problems.Listed;
import io.heddle.ptx.grammar.PtxGrammarLexer;
import io.heddle.ptx.grammar.PtxGrammarParser.DeclaratorContext;
import io.heddle.ptx.grammar.PtxGrammarParser.OperandContext;
import io.heddle.ptx.grammar.PtxGrammarParser.SpecifierContext;
import io.heddle.ptx.grammar.PtxGrammarParser.VariableContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.antlr.v4.runtime.Token;

/** Reads declarations of variables, parameters and registers (PTX ISA 5.4). */
final class DeclarationReader {
    private final Problems problems;
    private final OperandReader operands;
    private final InitialiserReader initialisers;

    /**
     * What precedes the names of a declaration.
     *
     * @param type of an element
     * @param alignment in bytes
     */
    record Specification(StateSpace space, PtxType type, int vector, int alignment) {}

    DeclarationReader(Problems problems, OperandReader operands) {
        this.problems = problems;
        this.operands = operands;
        this.initialisers = new InitialiserReader(problems, operands);
    }

    /**
     * Space, type and alignment of a declaration.
     *
     * @throws Listed if it has no type
     */
    Specification specification(VariableContext context) throws Listed {
        StateSpace space = space(context.space().getStart());
        PtxType type = null;
        int vector = 1;
        int alignment = 0;
        boolean pointer = false;
        for (SpecifierContext s : context.specifier()) {
            Token first = s.getStart();
            switch (first.getType()) {
                case PtxGrammarLexer.TYPE -> {
                    if (type != null) {
                        problems.add(first, "a second type; expected a name");
                    }
                    type = type(first.getText());
                }
                case PtxGrammarLexer.VECTOR -> vector = Integer.parseInt(first.getText(), 2, 3, 10);
                case PtxGrammarLexer.PTR -> pointer = true;
                case PtxGrammarLexer.ALIGN -> {
                    int a = alignment(s.NUMBER().getSymbol());
                    alignment = pointer ? alignment : a;
                }
                default -> check(s, pointer);
            }
        }
        if (type == null) {
            Token name = context.declarator().getStart();
            throw problems.listed(
                    name, "no type before '" + name.getText() + "'; expected one such as .b32");
        }
        int natural = Math.max(1, type.bytes() * vector);
        return new Specification(space, type, vector, alignment == 0 ? natural : alignment);
    }

    /**
     * One variable.
     *
     * @throws Listed if its extents or its initialiser have a problem
     */
    Variable variable(Specification spec, DeclaratorContext context, boolean external)
            throws Listed {
        Token name = context.getStart();
        if (context.LESS() != null && spec.space() != StateSpace.REG) {
            throw problems.listed(name, "only registers are declared by number, as in %r<10>");
        }
        List<Integer> dimensions = dimensions(context);
        Variable plain =
                new Variable(
                        spec.space(),
                        name.getText(),
                        spec.type(),
                        spec.vector(),
                        dimensions,
                        spec.alignment(),
                        null,
                        List.of(),
                        external,
                        problems.position(name));
        return context.initialiser == null
                ? plain
                : initialisers.initialise(plain, context.initialiser);
    }

    private List<Integer> dimensions(DeclaratorContext context) throws Listed {
        List<Integer> dimensions = new ArrayList<>();
        boolean inDimension = false;
        for (int i = 1; i < context.getChildCount(); i++) {
            String text = context.getChild(i).getText();
            if (text.equals("[")) {
                inDimension = true;
                dimensions.add(-1);
            } else if (inDimension && context.getChild(i) instanceof OperandContext size) {
                long n = operands.readInteger(size);
                if (n < 0 || n > Integer.MAX_VALUE) {
                    throw problems.listed(size.getStart(), "an array of " + n + " elements");
                }
                dimensions.set(dimensions.size() - 1, (int) n);
            } else if (text.equals("=")) {
                break;
            }
        }
        if (dimensions.lastIndexOf(-1) > 0) {
            throw problems.listed(
                    context.getStart(), "only the first extent of an array may be left out");
        }
        return dimensions;
    }

    private int alignment(Token number) {
        long bytes = Literals.parse(number.getText()).map(Operand.Immediate::bits).orElse(0L);
        if (Long.bitCount(bytes) != 1 || bytes < 1 || bytes > 1 << 20) {
            problems.add(number, "an alignment is a power of two, not '" + number.getText() + "'");
            return 1;
        }
        return (int) bytes;
    }

    /** After {@code .ptr} a state space says where a pointer points; nothing depends on it. */
    private void check(SpecifierContext s, boolean pointer) {
        boolean known = s.attribute() != null || pointer;
        if (!known) {
            problems.add(
                    s.getStart(),
                    "'" + s.getStart().getText() + "' in a declaration; expected a type");
        }
    }

    static StateSpace space(Token token) {
        return StateSpace.valueOf(token.getText().substring(1).toUpperCase(Locale.ROOT));
    }

    /** Textures, samplers and surfaces are opaque 64-bit handles. */
    static PtxType type(String spelled) {
        PtxType type = PtxType.parse(spelled.substring(1));
        return type == null ? PtxType.B64 : type;
    }
}
