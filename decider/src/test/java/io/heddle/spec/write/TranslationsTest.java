package io.heddle.spec.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.heddle.spec.Formula;
import io.heddle.spec.index.FormulaException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The formulas of the operators' dataset in other languages, as its files have them. */
class TranslationsTest {
    private static final Path FOLDER = Path.of("..", "datasets", "operators");

    private static final Path GOLDEN =
            Path.of("src/test/resources/io/heddle/spec/write/translations.golden");

    /** What the file of a language has to be. */
    private static String translated(String about, Function<Formula, String> to)
            throws IOException {
        StringBuilder text = new StringBuilder(about);
        for (String part : Files.readString(FOLDER.resolve("lifts.txt")).split("\n> ", -1)) {
            String[] lines = part.strip().split("\n", 3);
            if (lines.length == 3 && lines[1].startsWith("LIFTED")) {
                String formula = to.apply(Formula.parse("lifted.py", lines[2] + "\n"));
                text.append("\n> ").append(lines[0]).append('\n').append(formula);
            }
        }
        return text.toString();
    }

    private static void compare(String file, String text) throws IOException {
        if (Boolean.getBoolean("heddle.rewrite")) {
            Files.writeString(FOLDER.resolve(file), text);
        }
        assertEquals(Files.readString(FOLDER.resolve(file)), text);
    }

    @Test
    void eachIsTheFunctionOfPyTorchThatTheListHas() throws IOException {
        String about =
                "# What heddle lift --format torch --quiet prints for each command of lifts.txt."
                        + " torch_check.py runs it all.\n";
        compare("torch.txt", translated(about, TorchText::of));
    }

    @Test
    void otherFormulasToo() throws IOException {
        StringBuilder text = new StringBuilder();
        for (String part : Files.readString(GOLDEN).split("\n> ", -1)) {
            String[] lines = part.split("\n", 2);
            if (part.startsWith("#")) {
                text.append(part);
                continue;
            }
            String formula = lines[1].substring(0, lines[1].indexOf("---\n"));
            Formula parsed = Formula.parse("f.py", formula);
            text.append("\n> ").append(lines[0]).append('\n').append(formula);
            text.append("---\n").append(TorchText.of(parsed));
            text.append("---\n").append(LatexText.of(parsed));
        }
        if (Boolean.getBoolean("heddle.rewrite")) {
            Files.writeString(GOLDEN, text);
        }
        assertEquals(Files.readString(GOLDEN), text.toString());
    }

    private static String refusal(String formula) {
        Formula parsed = Formula.parse("f.py", formula);
        return assertThrows(FormulaException.class, () -> TorchText.of(parsed)).getMessage();
    }

    @Test
    void whatPyTorchHasNoWordsForIsNamed() {
        assertEquals(
                "f.py:2:5: this call is not written as PyTorch",
                refusal("x: f32[N]\nz = x.pad(0)\ny[i:N] = z[i + 1]\n"));
        assertEquals(
                "f.py:2:1: a function of the formula's own is not written as PyTorch",
                refusal("x: f32[N]\ndef f(u): return u\ny = f(x)\n"));
        assertEquals(
                "f.py:2:5: layer_norm over other dimensions than the last ones is not written as"
                        + " PyTorch",
                refusal("x: f32[N, D]\ny = layer_norm(x, axis=0)\n"));
        assertEquals(
                "f.py:2:10: argmax over several indices is not written as PyTorch",
                refusal("x: f32[N]\ny[i:N] = argmax[j:N, k:N](x[j] * x[k])\n"));
    }

    @Test
    void eachIsTheLatexThatTheListHas() throws IOException {
        String about = "% What heddle lift --format latex --quiet prints for each command.\n";
        compare("latex.txt", translated(about, LatexText::of));
    }
}
