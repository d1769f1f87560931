package io.heddle.suite;

import io.heddle.mangling.EntryName;
import io.heddle.ptx.Function;
import io.heddle.ptx.PtxModule;
import io.heddle.term.ShortText;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the entry of a file that a user names: by its name in PTX; else by its name in C++, with or
 * without namespaces, template arguments and parameter types; else by a part of either that only
 * one entry has. The first of these that any entry fits decides.
 */
public final class EntryNames {
    private static final int LISTED = 20;
    private static final Pattern BLANKS = Pattern.compile("\\s+(?!\\w)|(?<!\\w)\\s+");
    private static final Pattern CAST = Pattern.compile("\\([\\w:\\s]+\\)(?=-?\\d)");
    private static final Pattern LITERAL = Pattern.compile("(?<=[<,]-?)(\\d+)[uUlL]*(?=[,>])");
    private static final Pattern TRUTH = Pattern.compile("(?<=[<,])(true|false)(?=[,>])");

    /** In the order in which they are tried, each of a name that is typed and an entry's. */
    private static final List<BiPredicate<String, Entry>> SPELLINGS =
            List.of(
                    (typed, e) -> endsWith(e.name(), typed),
                    (typed, e) -> endsWith(e.instance(), typed),
                    (typed, e) -> endsWith(e.signature(), typed),
                    // the last template arguments may be defaults, which the source leaves out
                    (typed, e) ->
                            typed.endsWith(">")
                                    && e.instance()
                                            .contains(typed.substring(0, typed.length() - 1) + ","),
                    (typed, e) -> e.signature().contains(typed) || e.mangled().contains(typed));

    private EntryNames() {}

    /** The names of an entry without the blanks and casts that do not matter. */
    private record Entry(
            Function function, String mangled, String name, String instance, String signature) {
        static Entry of(Function function) {
            String mangled = function.name();
            EntryName name = EntryName.of(mangled).orElse(new EntryName(mangled, mangled, mangled));
            return new Entry(
                    function,
                    mangled,
                    essential(name.name()),
                    essential(name.instance()),
                    essential(name.signature()));
        }
    }

    /**
     * The entry of {@code module} that is meant.
     *
     * @param name as the user types it, or null for the only one
     * @throws InputException listing the candidates, if none or several fit
     */
    public static Function find(PtxModule module, String name) {
        List<Function> entries = module.entries();
        if (entries.isEmpty()) {
            throw new InputException(module.file() + ": defines no .entry");
        }
        List<Function> found = fitting(module, name);
        if (found.size() == 1) {
            return found.get(0);
        }
        if (name == null) {
            throw new InputException(module.file() + ": name one of its entries: " + list(found));
        }
        throw new InputException(
                module.file()
                        + (found.isEmpty()
                                ? ": no entry " + ShortText.of(name) + "; has " + list(entries)
                                : ": entry " + name + " may be any of " + list(found)));
    }

    /**
     * The entries of {@code module} that a name fits, in the file's order; all if it is null. One
     * is the entry that is meant.
     */
    public static List<Function> fitting(PtxModule module, String name) {
        List<Function> entries = module.entries();
        if (name == null) {
            return entries;
        }
        List<Function> same = entries.stream().filter(f -> f.name().equals(name)).toList();
        if (!same.isEmpty() || name.isBlank()) {
            return same;
        }
        List<Entry> known = entries.stream().map(Entry::of).toList();
        String typed = essential(name);
        for (BiPredicate<String, Entry> spelling : SPELLINGS) {
            List<Function> found =
                    known.stream()
                            .filter(e -> spelling.test(typed, e))
                            .map(Entry::function)
                            .toList();
            if (!found.isEmpty()) {
                return found;
            }
        }
        return List.of();
    }

    /**
     * The shortest name that means an entry of {@code module}: its name in C++ without namespaces,
     * with them, with its template arguments or its parameter types; else its name in PTX.
     */
    public static String shortest(PtxModule module, Function entry) {
        Entry names = Entry.of(entry);
        int space = names.name().lastIndexOf("::");
        String last = space < 0 ? names.name() : names.name().substring(space + 2);
        return Stream.of(last, names.name(), names.instance(), names.signature())
                .filter(name -> fitting(module, name).equals(List.of(entry)))
                .findFirst()
                .orElse(entry.name());
    }

    /** True if {@code name} is {@code typed}, or that in a namespace. */
    private static boolean endsWith(String name, String typed) {
        int start = name.length() - typed.length();
        return name.endsWith(typed)
                && (start == 0 || start > 2 && name.startsWith("::", start - 2))
                && !inArguments(name, start);
    }

    /** True if an index lies in template arguments or in the parameters. */
    private static boolean inArguments(String name, int index) {
        int angle = name.indexOf('<');
        // a round bracket that opens at 0 or after :: is (anonymous namespace)
        Matcher round = Pattern.compile("(?<!^|::)\\(").matcher(name);
        return angle >= 0 && angle < index || round.find() && round.start() < index;
    }

    /**
     * Without blanks but between words, casts of literals and their suffixes; truth values are 1
     * and 0. {@code gemm<(int)128, true>} becomes {@code gemm<128,1>}.
     */
    private static String essential(String name) {
        String bare = CAST.matcher(name.strip().replaceFirst("^void\\s+", "")).replaceAll("");
        bare = BLANKS.matcher(bare).replaceAll("");
        bare = LITERAL.matcher(bare).replaceAll("$1");
        return TRUTH.matcher(bare).replaceAll(m -> m.group().equals("true") ? "1" : "0");
    }

    /** The candidates in C++, each with its name in PTX if that is another one. */
    private static String list(List<Function> entries) {
        return entries.stream()
                        .limit(LISTED)
                        .map(f -> shown(f.name()))
                        .collect(Collectors.joining(", "))
                + (entries.size() > LISTED ? " and " + (entries.size() - LISTED) + " more" : "");
    }

    private static String shown(String mangled) {
        Optional<EntryName> name = EntryName.of(mangled);
        return name.map(n -> n.signature() + " [" + mangled + "]").orElse(mangled);
    }
}
