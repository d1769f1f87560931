package io.heddle.ptx;

import io.heddle.ptx.grammar.PtxGrammarParser;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.IntervalSet;

/** Builds syntax error messages: what was found, and what is expected in a PTX author's terms. */
final class ExpectedWords {
    private ExpectedWords() {}

    static String message(Token found, IntervalSet expected, ParserRuleContext context) {
        String what = found(found);
        if (found.getType() == PtxGrammarParser.OPEN_COMMENT
                || found.getType() == PtxGrammarParser.OPEN_STRING) {
            return what;
        }
        return what + "; expected " + expected(expected, context);
    }

    private static String found(Token token) {
        return switch (token.getType()) {
            case Token.EOF -> "the file ends here";
            case PtxGrammarParser.OPEN_COMMENT -> "this comment is not closed";
            case PtxGrammarParser.OPEN_STRING -> "this string is not closed";
            case PtxGrammarParser.UNKNOWN -> "unexpected character " + character(token.getText());
            default -> "found '" + shortened(token.getText()) + "'";
        };
    }

    private static String character(String text) {
        int c = text.codePointAt(0);
        return c > ' ' && c < 127 ? "'" + text + "'" : String.format("U+%04X", c);
    }

    private static String shortened(String text) {
        return text.length() <= 40 ? text : text.substring(0, 37) + "...";
    }

    private static String expected(IntervalSet expected, ParserRuleContext context) {
        boolean module =
                context.getRuleIndex() == PtxGrammarParser.RULE_module
                        || context.getRuleIndex() == PtxGrammarParser.RULE_item;
        if (module && expected.contains(PtxGrammarParser.VERSION)) {
            return "a directive such as .visible .entry, .func or .global";
        }
        if (expected.contains(PtxGrammarParser.REG) && expected.contains(PtxGrammarParser.AT)) {
            return "an instruction, a declaration, a label or '}'";
        }
        Set<String> words = new LinkedHashSet<>();
        if (expected.contains(PtxGrammarParser.LBRACKET)
                && expected.contains(PtxGrammarParser.NUMBER)
                && expected.contains(PtxGrammarParser.ID)) {
            words.add("an operand");
        }
        boolean operand = !words.isEmpty();
        boolean afterOperand = expected.contains(PtxGrammarParser.SHIFT_LEFT);
        for (int type : expected.toList()) {
            String word = afterOperand && continues(type) ? "" : word(type, operand);
            if (!word.isEmpty()) {
                words.add(word);
            }
        }
        return join(new ArrayList<>(words));
    }

    /** True for tokens that only continue a complete operand; messages leave them out. */
    private static boolean continues(int type) {
        return switch (type) {
            case PtxGrammarParser.LBRACKET,
                    PtxGrammarParser.LPAREN,
                    PtxGrammarParser.GREATER,
                    PtxGrammarParser.ASSIGN,
                    PtxGrammarParser.DIRECTIVE ->
                    true;
            default -> false;
        };
    }

    /** A word for a type of token; empty where another word says it already. */
    private static String word(int type, boolean operand) {
        return switch (type) {
            case Token.EOF -> "the end of the file";
            case PtxGrammarParser.ID, PtxGrammarParser.DOTTED -> operand ? "" : "a name";
            case PtxGrammarParser.NUMBER, PtxGrammarParser.FLOAT -> operand ? "" : "a number";
            case PtxGrammarParser.STRING -> "a string";
            case PtxGrammarParser.TYPE -> "a type such as .b32";
            case PtxGrammarParser.REG,
                    PtxGrammarParser.PARAM,
                    PtxGrammarParser.GLOBAL,
                    PtxGrammarParser.SHARED ->
                    "a state space such as .param";
            case PtxGrammarParser.SEMICOLON -> "';'";
            case PtxGrammarParser.COMMA -> "','";
            case PtxGrammarParser.COLON -> "':'";
            case PtxGrammarParser.RBRACE -> "'}'";
            case PtxGrammarParser.RBRACKET -> "']'";
            case PtxGrammarParser.RPAREN -> "')'";
            case PtxGrammarParser.GREATER -> "'>'";
            case PtxGrammarParser.LBRACE, PtxGrammarParser.LBRACKET, PtxGrammarParser.LPAREN ->
                    operand ? "" : "'" + bracket(type) + "'";
            default -> "";
        };
    }

    private static String bracket(int type) {
        return switch (type) {
            case PtxGrammarParser.LBRACE -> "{";
            case PtxGrammarParser.LBRACKET -> "[";
            default -> "(";
        };
    }

    private static String join(List<String> words) {
        if (words.isEmpty()) {
            return "something else";
        }
        if (words.size() == 1) {
            return words.get(0);
        }
        return String.join(", ", words.subList(0, words.size() - 1))
                + " or "
                + words.get(words.size() - 1);
    }
}
