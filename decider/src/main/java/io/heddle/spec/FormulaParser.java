package io.heddle.spec;

import io.heddle.spec.grammar.FormulaGrammarLexer;
import io.heddle.spec.grammar.FormulaGrammarParser;
import io.heddle.spec.index.FormulaException;
import io.heddle.spec.index.Place;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.Token;

/** Reads the text of a formula. */
final class FormulaParser {
    private static final int DEEPEST = 64; // brackets in one another
    private static final Set<Integer> CLOSING =
            Set.of(
                    FormulaGrammarParser.RPAREN,
                    FormulaGrammarParser.RBRACKET,
                    FormulaGrammarParser.RBRACE);

    private FormulaParser() {}

    /**
     * The statements of a file.
     *
     * @throws FormulaException at the first error, which says what was expected
     */
    static List<Statement> parse(String file, String text) {
        return parse(file, 1, text);
    }

    /**
     * The statements of a part of a file that begins at a line of it.
     *
     * @throws FormulaException at the first error, which says what was expected
     */
    static List<Statement> parse(String file, int line, String text) {
        return new SyntaxBuilder(file).statements(parser(file, line, text).file());
    }

    /**
     * The expression that a text is.
     *
     * @throws FormulaException at the first error, which says what was expected
     */
    static Expression expression(String file, String text) {
        return new SyntaxBuilder(file).expression(parser(file, 1, text).single().expression());
    }

    private static FormulaGrammarParser parser(String file, int line, String text) {
        FormulaGrammarLexer lexer =
                new FormulaGrammarLexer(
                        CharStreams.fromString(
                                text.startsWith("\uFEFF") ? text.substring(1) : text));
        lexer.setLine(line);
        lexer.removeErrorListeners();
        CommonTokenStream tokens = new CommonTokenStream(lexer);
        tokens.fill();
        checkBrackets(file, tokens.getTokens());
        FormulaGrammarParser parser = new FormulaGrammarParser(tokens);
        parser.removeErrorListeners();
        parser.addErrorListener(new FirstError(file));
        return parser;
    }

    /** Complains about brackets that do not match, or nest so deep that a parse would. */
    private static void checkBrackets(String file, List<Token> tokens) {
        Deque<Token> open = new ArrayDeque<>();
        for (Token t : tokens) {
            int type = t.getType();
            if (closing(type) != 0) {
                open.push(t);
                if (open.size() > DEEPEST) {
                    throw new FormulaException(
                            place(file, t), "brackets nest more than " + DEEPEST + " deep");
                }
            } else if (CLOSING.contains(type)) {
                if (open.isEmpty()) {
                    throw new FormulaException(
                            place(file, t), "'" + t.getText() + "' closes no bracket");
                }
                Token opened = open.pop();
                if (closing(opened.getType()) != type) {
                    throw new FormulaException(
                            place(file, opened),
                            "'" + opened.getText() + "' is closed by '" + t.getText() + "'");
                }
            }
        }
        if (!open.isEmpty()) {
            throw new FormulaException(
                    place(file, open.peek()), "'" + open.peek().getText() + "' is never closed");
        }
    }

    /** What closes a bracket; 0 of what is no opening bracket. */
    private static int closing(int type) {
        return switch (type) {
            case FormulaGrammarParser.LPAREN -> FormulaGrammarParser.RPAREN;
            case FormulaGrammarParser.LBRACKET -> FormulaGrammarParser.RBRACKET;
            case FormulaGrammarParser.LBRACE -> FormulaGrammarParser.RBRACE;
            default -> 0;
        };
    }

    private static Place place(String file, Token t) {
        return new Place(file, t.getLine(), t.getCharPositionInLine() + 1);
    }

    /** Throws the first error. */
    private static final class FirstError extends BaseErrorListener {
        private static final int MOST_EXPECTED = 6;
        private static final String END = "the end of the statement";
        private final String file;

        FirstError(String file) {
            this.file = file;
        }

        @Override
        public void syntaxError(
                Recognizer<?, ?> recognizer,
                Object symbol,
                int line,
                int column,
                String message,
                RecognitionException e) {
            Token found = (Token) symbol;
            throw new FormulaException(
                    place(file, found),
                    found.getText().matches("['\"]")
                            ? "text without the quote at its end"
                            : "expected "
                                    + expected((Parser) recognizer, found)
                                    + ", found "
                                    + shown(found));
        }

        private static String expected(Parser parser, Token found) {
            TreeSet<String> words = new TreeSet<>();
            for (int type : parser.getExpectedTokens().toList()) {
                words.add(word(parser, type));
            }
            if (words.contains(END) && found.getType() == Token.EOF) {
                return "the function's return"; // all other statements may end here
            } else if (words.contains(END)) {
                return words.size() > MOST_EXPECTED ? "an operator or " + END : END;
            }
            return words.size() > MOST_EXPECTED ? "an expression" : String.join(" or ", words);
        }

        private static String word(Parser parser, int type) {
            return switch (type) {
                case Token.EOF, FormulaGrammarParser.NEWLINE, FormulaGrammarParser.SEMICOLON -> END;
                case FormulaGrammarParser.NAME -> "a name";
                case FormulaGrammarParser.NUMBER -> "a number";
                case FormulaGrammarParser.STRING -> "text in quotes";
                default -> parser.getVocabulary().getDisplayName(type);
            };
        }

        private static String shown(Token found) {
            return switch (found.getType()) {
                case Token.EOF -> "the end of the file";
                case FormulaGrammarParser.NEWLINE -> "the line's end";
                default ->
                        found.getText().chars().anyMatch(Character::isISOControl)
                                ? String.format(
                                        "the character U+%04X", (int) found.getText().charAt(0))
                                : "'" + found.getText() + "'";
            };
        }
    }
}
