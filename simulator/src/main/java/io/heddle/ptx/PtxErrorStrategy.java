package io.heddle.ptx;

import io.heddle.ptx.grammar.PtxGrammarParser;
import org.antlr.v4.runtime.DefaultErrorStrategy;
import org.antlr.v4.runtime.InputMismatchException;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.TokenStream;
import org.antlr.v4.runtime.misc.IntervalSet;

/**
 * Reports a syntax error in an author's words and goes on with the next statement, so that all
 * errors of a file are found.
 */
final class PtxErrorStrategy extends DefaultErrorStrategy {
    private final Problems problems;

    /** Optional parts passed over at this token: they too were expected there. */
    private int syncIndex = -1;

    private final int[] syncStates = new int[64];
    private final ParserRuleContext[] syncContexts = new ParserRuleContext[64];
    private int syncs;

    PtxErrorStrategy(Problems problems) {
        this.problems = problems;
    }

    @Override
    public Token recoverInline(Parser parser) {
        throw new InputMismatchException(parser);
    }

    /** Called before each optional part; the loops of items and statements resume here. */
    @Override
    public void sync(Parser parser) {
        int index = parser.getInputStream().index();
        if (index != syncIndex) {
            syncIndex = index;
            syncs = 0;
        }
        if (syncs < syncStates.length) {
            syncStates[syncs] = parser.getState();
            syncContexts[syncs++] = parser.getContext();
        }
        int rule = parser.getContext().getRuleIndex();
        if (rule == PtxGrammarParser.RULE_module || rule == PtxGrammarParser.RULE_block) {
            resume(parser);
        }
    }

    private void resume(Parser parser) {
        TokenStream tokens = parser.getInputStream();
        IntervalSet next =
                parser.getATN().nextTokens(parser.getATN().states.get(parser.getState()));
        if (next.contains(Token.EPSILON) || next.contains(tokens.LA(1))) {
            return;
        }
        if (!inErrorRecoveryMode(parser)) {
            beginErrorCondition(parser);
            report(parser, tokens.LT(1), parser.getContext());
        }
        while (tokens.LA(1) != Token.EOF && !next.contains(tokens.LA(1))) {
            skipStatement(parser);
            if (tokens.LA(1) == PtxGrammarParser.SEMICOLON) {
                parser.consume();
            } else if (!next.contains(tokens.LA(1)) && tokens.LA(1) != Token.EOF) {
                parser.consume();
            }
        }
    }

    @Override
    public void reportError(Parser parser, RecognitionException e) {
        if (inErrorRecoveryMode(parser)) {
            return;
        }
        beginErrorCondition(parser);
        report(parser, e.getOffendingToken(), parser.getContext());
    }

    private void report(Parser parser, Token found, ParserRuleContext context) {
        IntervalSet expected = new IntervalSet();
        expected.addAll(parser.getATN().getExpectedTokens(parser.getState(), context));
        if (syncIndex == found.getTokenIndex()) {
            for (int i = 0; i < syncs; i++) {
                expected.addAll(parser.getATN().getExpectedTokens(syncStates[i], syncContexts[i]));
            }
        }
        problems.add(
                found,
                ExpectedWords.message(found, expected, context)
                        + endOfLine(parser.getInputStream(), found, expected));
    }

    /** A semicolon that lacks was due before the line in which that is noticed. */
    private static String endOfLine(TokenStream tokens, Token found, IntervalSet expected) {
        Token before = found.getTokenIndex() > 0 ? tokens.get(found.getTokenIndex() - 1) : null;
        boolean due =
                before != null
                        && before.getLine() < found.getLine()
                        && expected.contains(PtxGrammarParser.SEMICOLON)
                        && !expected.contains(PtxGrammarParser.REG);
        return due ? " at the end of line " + before.getLine() : "";
    }

    /** Skips to the end of the statement: its semicolon, its block's brace, or the next line. */
    @Override
    public void recover(Parser parser, RecognitionException e) {
        TokenStream tokens = parser.getInputStream();
        if (lastErrorIndex == tokens.index()
                && lastErrorStates != null
                && lastErrorStates.contains(parser.getState())) {
            parser.consume();
        }
        lastErrorIndex = tokens.index();
        if (lastErrorStates == null) {
            lastErrorStates = new IntervalSet();
        }
        lastErrorStates.add(parser.getState());
        skipStatement(parser);
    }

    private static void skipStatement(Parser parser) {
        TokenStream tokens = parser.getInputStream();
        int open = openBraces(tokens, parser.getContext());
        while (!ends(tokens, open)) {
            switch (tokens.LA(1)) {
                case PtxGrammarParser.LBRACE -> open++;
                case PtxGrammarParser.RBRACE -> open--;
                default -> {}
            }
            parser.consume();
        }
    }

    /** The braces of operands or initialisers that the broken statement has opened so far. */
    private static int openBraces(TokenStream tokens, ParserRuleContext inner) {
        ParserRuleContext context = inner;
        while (!isStatement(context.getRuleIndex())) {
            if (context.getRuleIndex() == PtxGrammarParser.RULE_block
                    || context.getParent() == null) {
                return 0;
            }
            context = context.getParent();
        }
        int open = 0;
        for (int i = context.getStart().getTokenIndex(); i < tokens.index(); i++) {
            int type = tokens.get(i).getType();
            open += type == PtxGrammarParser.LBRACE ? 1 : 0;
            open -= type == PtxGrammarParser.RBRACE ? 1 : 0;
        }
        return Math.max(0, open);
    }

    private static boolean isStatement(int rule) {
        return rule == PtxGrammarParser.RULE_statement || rule == PtxGrammarParser.RULE_item;
    }

    /**
     * True before the end of a statement and before what begins one on a new line.
     *
     * @param open braces of operands that are open
     */
    private static boolean ends(TokenStream tokens, int open) {
        Token t = tokens.LT(1);
        return switch (t.getType()) {
            case Token.EOF, PtxGrammarParser.SEMICOLON -> true;
            case PtxGrammarParser.RBRACE -> open == 0;
            default -> {
                Token before = tokens.LT(-1);
                boolean newLine = before == null || before.getLine() < t.getLine();
                yield newLine && startsStatement(t.getType(), tokens.LA(2));
            }
        };
    }

    private static boolean startsStatement(int type, int next) {
        return switch (type) {
            case PtxGrammarParser.DOTTED,
                    PtxGrammarParser.AT,
                    PtxGrammarParser.REG,
                    PtxGrammarParser.SHARED,
                    PtxGrammarParser.GLOBAL,
                    PtxGrammarParser.CONST,
                    PtxGrammarParser.VISIBLE,
                    PtxGrammarParser.EXTERN,
                    PtxGrammarParser.WEAK,
                    PtxGrammarParser.ENTRY,
                    PtxGrammarParser.FUNC,
                    PtxGrammarParser.LOC,
                    PtxGrammarParser.VERSION,
                    PtxGrammarParser.TARGET,
                    PtxGrammarParser.ADDRESS_SIZE ->
                    true;
            case PtxGrammarParser.ID ->
                    next == PtxGrammarParser.COLON || next == PtxGrammarParser.SEMICOLON;
            default -> false;
        };
    }
}
