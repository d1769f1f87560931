package io.heddle.ptx;

import io.heddle.ptx.grammar.PtxGrammarLexer;
import io.heddle.ptx.grammar.PtxGrammarParser;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.Token;

/** Reads PTX text into a {@link PtxModule}. */
public final class PtxParser {
    private PtxParser() {}

    /**
     * Parses a whole module.
     *
     * @param file name used in positions
     * @param text content of the file
     * @throws PtxSyntaxException with all errors of the file
     */
    public static PtxModule parse(String file, String text) {
        Problems problems = new Problems(file);
        String content = withoutPadding(text);
        if (content.isBlank()) {
            problems.add(1, 1, "the file is empty; expected .version, .target and kernels");
            throw problems.exception();
        }
        try {
            return read(content, problems);
        } catch (Problems.TooMany e) {
            throw problems.exception();
        }
    }

    private static PtxModule read(String content, Problems problems) {
        PtxGrammarLexer lexer = new PtxGrammarLexer(CharStreams.fromString(content));
        lexer.removeErrorListeners();
        CommonTokenStream tokens = new CommonTokenStream(lexer);
        tokens.fill();
        PtxGrammarParser parser = new PtxGrammarParser(tokens);
        parser.removeErrorListeners();
        parser.setErrorHandler(new PtxErrorStrategy(problems));
        ModuleBuilder builder = new ModuleBuilder(problems, sourceFiles(tokens.getTokens()));
        parser.addParseListener(builder);
        parser.module();
        PtxModule module = builder.finish(lines(content));
        problems.throwIfAny();
        return module;
    }

    /** A byte order mark in front and the NULs behind that some tools leave are no part of it. */
    private static String withoutPadding(String text) {
        int from = text.startsWith("\uFEFF") ? 1 : 0;
        int to = text.length();
        while (to > from && text.charAt(to - 1) == 0) {
            to--;
        }
        return text.substring(from, to);
    }

    private static int lines(String text) {
        long breaks = text.chars().filter(c -> c == '\n').count();
        return (int) breaks + (text.endsWith("\n") ? 0 : 1);
    }

    /**
     * The names of {@code .file} by index, read ahead since compilers put them at the end of the
     * file (PTX ISA 11.5).
     */
    private static Map<Long, String> sourceFiles(List<Token> tokens) {
        Map<Long, String> files = new HashMap<>();
        for (int i = 0; i + 2 < tokens.size(); i++) {
            Token index = tokens.get(i + 1);
            Token name = tokens.get(i + 2);
            if (tokens.get(i).getType() == PtxGrammarLexer.FILE
                    && index.getType() == PtxGrammarLexer.NUMBER
                    && name.getType() == PtxGrammarLexer.STRING) {
                Literals.parse(index.getText())
                        .ifPresent(n -> files.put(n.bits(), Literals.unquote(name.getText())));
            }
        }
        return files;
    }
}
