package io.heddle.cli;

import io.heddle.check.KernelFiles;
import io.heddle.mangling.EntryName;
import io.heddle.ptx.Function;
import io.heddle.suite.InputException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names that the CUDA source beside a PTX file gives an entry's parameters, which PTX does not
 * keep. A source is one that {@code .loc} names or {@code NAME.cu} for {@code NAME.ptx}, in the
 * folder of the PTX file. Only names are taken from it, so that a source that has changed since
 * misleads nobody about types.
 */
final class SourceNames {
    private static final Pattern NAME =
            Pattern.compile("([A-Za-z_]\\w*)\\s*(?:\\[[^\\]]*\\]\\s*)*$");
    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|//[^\\n]*", Pattern.DOTALL);

    private SourceNames() {}

    /** One name for each parameter of the entry, in order; empty if no source tells. */
    static List<String> of(String ptx, Function entry, KernelFiles files) {
        for (String source : sources(ptx, entry)) {
            List<String> names = named(source, entry, files);
            if (!names.isEmpty()) {
                return names;
            }
        }
        return List.of();
    }

    private static Set<String> sources(String ptx, Function entry) {
        String folder = ptx.substring(0, ptx.lastIndexOf('/') + 1);
        Set<String> sources = new LinkedHashSet<>();
        entry.body().stream()
                .filter(i -> i.source() != null)
                .map(i -> i.source().file())
                .limit(1)
                .forEach(f -> sources.add(folder + f.substring(f.lastIndexOf('/') + 1)));
        if (ptx.endsWith(".ptx")) {
            sources.add(ptx.substring(0, ptx.length() - ".ptx".length()) + ".cu");
        }
        sources.removeIf(f -> !f.matches("(?s).*\\.(cu|cuh|cpp|h|hpp)"));
        return sources;
    }

    private static List<String> named(String source, Function entry, KernelFiles files) {
        String text;
        try {
            text = COMMENT.matcher(files.read(source)).replaceAll(" ");
        } catch (InputException e) {
            return List.of(); // PTX often lies where its source does not
        }
        String name = plain(entry.name());
        Matcher m =
                Pattern.compile("__global__[^;{}]*?\\b" + Pattern.quote(name) + "\\s*\\(")
                        .matcher(text);
        while (m.find()) {
            List<String> names = names(text, m.end());
            boolean each = new LinkedHashSet<>(names).size() == names.size();
            if (each && names.size() == entry.parameters().size()) {
                return names;
            }
        }
        return List.of();
    }

    /** {@code scale} of {@code _ZN3ops5scaleIfEEvPT_}, else the name itself. */
    private static String plain(String name) {
        String full = EntryName.of(name).map(EntryName::name).orElse(name);
        return full.substring(full.lastIndexOf(':') + 1);
    }

    /** The names of the parameters in the list that begins at an index; empty if it is no list. */
    private static List<String> names(String text, int start) {
        List<String> names = new ArrayList<>();
        int depth = 0;
        int from = start;
        for (int i = start; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean ends = depth == 0 && (c == ',' || c == ')');
            if (ends) {
                Matcher m = NAME.matcher(text.substring(from, i).strip());
                if (!m.find()) {
                    return List.of();
                }
                names.add(m.group(1));
                from = i + 1;
            }
            if (ends && c == ')') {
                return names;
            }
            depth += "(<[{".indexOf(c) >= 0 ? 1 : ")>]}".indexOf(c) >= 0 ? -1 : 0;
        }
        return List.of();
    }
}
