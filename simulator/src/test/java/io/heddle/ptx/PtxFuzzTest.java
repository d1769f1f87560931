package io.heddle.ptx;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/** Whatever the text, the parser ends soon, with a module or with a {@link PtxSyntaxException}. */
class PtxFuzzTest {
    /** Far more than any of these texts needs; it only catches an endless loop. */
    private static final Duration BOUND = Duration.ofSeconds(60);

    private static final String[] TOKENS = {
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        ";",
        ",",
        ":",
        "@",
        "!",
        "|",
        "-",
        "+",
        "<",
        ">",
        "?",
        "=",
        "_",
        ".reg",
        ".b32",
        ".entry",
        ".func",
        ".global",
        ".param",
        ".loc",
        ".file",
        ".section",
        ".pragma",
        ".version",
        ".branchtargets",
        ".callprototype",
        ".align",
        ".v4",
        ".x::y",
        "%r1",
        "x",
        "x.y",
        "0",
        "0xFF",
        "1.5",
        "0f3F800000",
        "\"s\"",
        "\"",
        "/*",
        "//",
        "\n",
        "\0",
        "\uD800"
    };

    private final List<String> files;

    PtxFuzzTest() {
        files = new ArrayList<>();
        try {
            for (var p : RealFilesTest.files()) {
                files.add(Files.readString(p));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void ends(String text) {
        assertTimeoutPreemptively(
                BOUND,
                () -> {
                    try {
                        assertNotNull(PtxParser.parse("fuzz.ptx", text));
                    } catch (PtxSyntaxException e) {
                        assertFalse(e.problems().isEmpty());
                    }
                });
    }

    @Property(tries = 300, seed = "1")
    void anyBytesEnd(@ForAll byte[] bytes) {
        ends(new String(bytes, ISO_8859_1));
        ends(new String(bytes, UTF_8));
    }

    @Provide
    Arbitrary<String> soup() {
        return Arbitraries.of(TOKENS).list().ofMaxSize(200).map(l -> String.join(" ", l));
    }

    @Property(tries = 300, seed = "2")
    void anyTokensEnd(@ForAll("soup") String soup) {
        ends(soup);
        ends(".version 9.0 .target sm_80 .entry k() { " + soup);
    }

    @Property(tries = 60, seed = "3", shrinking = ShrinkingMode.OFF)
    void truncatedFilesEnd(@ForAll Random random) {
        String text = part(random);
        ends(text.substring(0, random.nextInt(text.length())));
    }

    @Property(tries = 60, seed = "3", shrinking = ShrinkingMode.OFF)
    void mutatedFilesEnd(@ForAll Random random) {
        List<String> words = new ArrayList<>(Arrays.asList(part(random).split("(?<=\\W)")));
        for (int i = random.nextInt(6); i >= 0; i--) {
            int at = random.nextInt(words.size());
            switch (random.nextInt(4)) {
                case 0 -> words.remove(at);
                case 1 -> words.add(at, TOKENS[random.nextInt(TOKENS.length)]);
                case 2 -> words.set(at, words.get(random.nextInt(words.size())));
                default -> words.subList(at, Math.min(words.size(), at + 50)).clear();
            }
        }
        ends(String.join("", words));
    }

    /** The head of a real file, short enough for many tries. */
    private String part(Random random) {
        String file = files.get(random.nextInt(files.size()));
        return file.substring(0, Math.min(file.length(), 20_000));
    }
}
