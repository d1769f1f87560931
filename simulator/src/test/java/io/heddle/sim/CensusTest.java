package io.heddle.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.isa.InstructionSet;
import io.heddle.ptx.PtxModule;
import io.heddle.ptx.PtxParser;
import io.heddle.term.TermStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The README's table of which instruction forms of public PTX are modelled is what the decoder
 * does. {@code -Dheddle.rewrite=true} writes the table.
 */
final class CensusTest {
    private static final Path README = Path.of("README.md");
    private static final String BEGIN = "<!-- census -->\n";
    private static final String END = "<!-- end of census -->\n";

    /**
     * A form of the census.
     *
     * @param group of the census
     * @param uses instructions of this form in all units
     * @param statement an example
     */
    private record Form(String group, long uses, String statement) {
        String mnemonic() {
            return statement.split(" ", -1)[0];
        }
    }

    private static List<Form> forms() throws IOException {
        try (InputStream in = CensusTest.class.getResourceAsStream("/census/forms.txt")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            List<Form> forms = new ArrayList<>();
            for (String line : text.lines().filter(l -> !l.startsWith("#")).toList()) {
                String[] f = line.split("\t", -1);
                forms.add(new Form(f[0], Long.parseLong(f[1]), f[3]));
            }
            return forms;
        }
    }

    private static boolean isModelled(Form form) {
        String text =
                ".version 9.0\n.target sm_90a\n.address_size 64\n.func f() { ret; }\n"
                        + ".visible .entry k(.param .align 16 .b8 a[64]) {\n"
                        + ".reg .pred %p<8>; .reg .b16 %h<16>; .reg .b32 %r<64>; .reg .f32"
                        + " %f<256>; .reg .b64 %d<16>; .reg .f64 %g<32>; .param .b64 b;\n"
                        + form.statement()
                        + ";\nL: ret;\n}\n";
        PtxModule module = PtxParser.parse("k.ptx", text);
        Views views = new Views(new TermStore(), false);
        Program program =
                new Decoder(
                                module,
                                module.function("k"),
                                views,
                                InstructionSet.decoders(),
                                Map.of(),
                                Map.of("a", 0x1000L))
                        .decode();
        for (Step step : program.code) {
            if (step instanceof UnsupportedStep) {
                return false;
            }
        }
        return true;
    }

    /** What the README says between its markers. */
    private static String table() throws IOException {
        Map<String, List<Form>> groups = new LinkedHashMap<>();
        for (Form form : forms()) {
            groups.computeIfAbsent(form.group(), g -> new ArrayList<>()).add(form);
        }
        StringBuilder text = new StringBuilder();
        text.append("| group | forms | modelled | instructions of those | UNSUPPORTED |\n");
        text.append("| --- | --- | --- | --- | --- |\n");
        List<Form> all = new ArrayList<>();
        groups.forEach(
                (group, forms) -> {
                    all.addAll(forms);
                    text.append(row(group, forms, true));
                });
        return text.append(row("all", all, false)).toString();
    }

    private static String row(String group, List<Form> forms, boolean named) {
        List<String> missing = new ArrayList<>();
        long modelled = 0;
        long uses = 0;
        for (Form form : forms) {
            uses += form.uses();
            if (isModelled(form)) {
                modelled += form.uses();
            } else {
                missing.add("`" + form.mnemonic() + "`");
            }
        }
        return String.format(
                Locale.ROOT,
                "| %s | %d | %d | %.2f %% | %s |\n",
                group,
                forms.size(),
                forms.size() - missing.size(),
                100.0 * modelled / uses,
                named ? String.join(", ", missing) : missing.size() + " forms");
    }

    @Test
    void theReadmeSaysWhichFormsOfPublicPtxAreModelled() throws IOException {
        String readme = Files.readString(README);
        int from = readme.indexOf(BEGIN);
        int to = readme.indexOf(END);
        assertTrue(from >= 0 && to > from, "simulator/README.md has the markers of the table");
        String table = table();
        if (Boolean.getBoolean("heddle.rewrite")) {
            Files.writeString(
                    README,
                    readme.substring(0, from + BEGIN.length()) + table + readme.substring(to));
        } else {
            assertEquals(
                    table,
                    readme.substring(from + BEGIN.length(), to),
                    "mvn -Pquick -pl simulator -am test -Dtest=CensusTest -Dheddle.rewrite=true");
        }
    }

    @Test
    void aFormThatNobodyModelsIsCountedAsUnsupported() {
        assertTrue(!isModelled(new Form("", 1, "frobnicate.f32 %f0, %f1")));
        assertTrue(!isModelled(new Form("", 1, "mma.sync.aligned.m9n9k9.row.col.f32 %f0, %f1")));
    }
}
