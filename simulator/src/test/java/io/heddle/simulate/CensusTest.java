package io.heddle.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.finding.Assumptions;
import io.heddle.machine.ProgramDecoder;
import io.heddle.machine.UnsupportedStep;
import io.heddle.memory.FunctionAddresses;
import io.heddle.memory.Placement;
import io.heddle.memory.SharedLayout;
import io.heddle.memory.VariableLayout;
import io.heddle.ptx.Function;
import io.heddle.ptx.PtxModule;
import io.heddle.ptx.PtxParser;
import io.heddle.term.TermStore;
import io.heddle.value.Views;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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

    /** Whether each form is modelled; all are entries of one module. */
    private static List<Boolean> areModelled(List<Form> forms) {
        StringBuilder text = new StringBuilder();
        text.append(".version 9.0\n.target sm_90a\n.address_size 64\n.func f() { ret; }\n");
        for (int k = 0; k < forms.size(); k++) {
            text.append(".visible .entry k" + k + "(.param .align 16 .b8 a[64]) {\n");
            text.append(".reg .pred %p<8>; .reg .b16 %h<16>; .reg .b32 %r<64>; .reg .f32");
            text.append(" %f<256>; .reg .b64 %d<16>; .reg .f64 %g<32>; .param .b64 b;\n");
            text.append(forms.get(k).statement()).append(";\nL: ret;\n}\n");
        }
        PtxModule module = PtxParser.parse("k.ptx", text.toString());
        List<Boolean> modelled = new ArrayList<>();
        for (int k = 0; k < forms.size(); k++) {
            Function entry = module.function("k" + k);
            ProgramDecoder decoder =
                    new ProgramDecoder(
                            module,
                            entry,
                            new Views(new TermStore(), false, new Assumptions()),
                            InstructionSet.decoders(),
                            Map.of(),
                            new SharedLayout(module, entry, 0, Placement.UPWARD),
                            Map.of("a", 0x1000L),
                            new FunctionAddresses(module, Placement.UPWARD),
                            VariableLayout.local(Placement.UPWARD));
            modelled.add(
                    Arrays.stream(decoder.decode().code)
                            .noneMatch(step -> step instanceof UnsupportedStep));
        }
        return modelled;
    }

    /** What the README says between its markers. */
    private static String table() throws IOException {
        List<Form> all = forms();
        List<Boolean> modelled = areModelled(all);
        Map<String, Row> rows = new LinkedHashMap<>();
        Row total = new Row();
        for (int k = 0; k < all.size(); k++) {
            rows.computeIfAbsent(all.get(k).group(), g -> new Row())
                    .add(all.get(k), modelled.get(k));
            total.add(all.get(k), modelled.get(k));
        }
        StringBuilder text = new StringBuilder();
        text.append("| group | forms | modelled | instructions of those | UNSUPPORTED |\n");
        text.append("| --- | --- | --- | --- | --- |\n");
        rows.forEach((group, row) -> text.append(row.text(group, String.join(", ", row.missing))));
        return text.append(total.text("all", total.missing.size() + " forms")).toString();
    }

    /** The sums of a group. */
    private static final class Row {
        private final List<String> missing = new ArrayList<>();
        private int forms;
        private long uses;
        private long modelledUses;

        void add(Form form, boolean modelled) {
            forms++;
            uses += form.uses();
            if (modelled) {
                modelledUses += form.uses();
            } else {
                missing.add("`" + form.mnemonic() + "`");
            }
        }

        String text(String group, String last) {
            return String.format(
                    Locale.ROOT,
                    "| %s | %d | %d | %.2f %% | %s |\n",
                    group,
                    forms,
                    forms - missing.size(),
                    100.0 * modelledUses / uses,
                    last);
        }
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
        List<Form> forms =
                List.of(
                        new Form("", 1, "frobnicate.f32 %f0, %f1"),
                        new Form("", 1, "add.f32 %f0, %f1, %f2"),
                        new Form("", 1, "mma.sync.aligned.m9n9k9.row.col.f32 %f0, %f1"));
        assertEquals(List.of(false, true, false), areModelled(forms));
    }
}
