package io.heddle.ptx;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code instructions.txt}; the comment at its top explains the rows. */
final class InstructionTable {
    private static final Pattern COLUMNS = Pattern.compile(" {2,}");

    /** {@code .word}, {@code .<class>}, {@code .(a|b)}, with or without braces, or loose ones. */
    private static final Pattern SLOT =
            Pattern.compile("(\\{?)([.~*])(?:<(\\w+)>|\\(([^)]*)\\)|([\\w:]+))(}?)");

    private static final Map<String, Opcode> OPCODES = read();

    private InstructionTable() {}

    static Opcode opcode(String name) {
        Opcode known = OPCODES.get(name);
        return known == null ? new Opcode(name, List.of()) : known;
    }

    static List<Opcode> opcodes() {
        return List.copyOf(OPCODES.values());
    }

    private static Map<String, Opcode> read() {
        try (InputStream in = InstructionTable.class.getResourceAsStream("instructions.txt")) {
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Map<String, Opcode> parse(String text) {
        Map<String, List<String>> classes = new LinkedHashMap<>();
        classes.put("any", List.of(Form.ANY));
        Map<String, List<Form>> forms = new LinkedHashMap<>();
        for (String line : text.lines().map(String::strip).toList()) {
            if (line.startsWith("class ")) {
                List<String> words = List.of(line.split(" +", -1));
                classes.put(words.get(1), words.subList(2, words.size()));
            } else if (!line.isEmpty() && !line.startsWith("#")) {
                Form f = row(line, classes);
                forms.computeIfAbsent(f.opcode(), k -> new ArrayList<>()).add(f);
            }
        }
        Map<String, Opcode> result = new LinkedHashMap<>();
        forms.forEach((name, rows) -> result.put(name, new Opcode(name, rows)));
        return result;
    }

    private static Form row(String line, Map<String, List<String>> classes) {
        String[] column = COLUMNS.split(line, -1);
        if (column.length != 3) {
            throw new IllegalStateException("not three columns: " + line);
        }
        Matcher start = Pattern.compile("\\w+").matcher(column[0]);
        if (!start.lookingAt()) {
            throw new IllegalStateException("no opcode: " + line);
        }
        List<Form.Slot> slots = new ArrayList<>();
        List<Form.Loose> loose = new ArrayList<>();
        Matcher m = SLOT.matcher(column[0]);
        int at = start.end();
        while (at < column[0].length()) {
            if (!m.find(at) || m.start() != at || m.group(1).isEmpty() != m.group(6).isEmpty()) {
                throw new IllegalStateException("not a modifier at " + at + ": " + line);
            }
            List<String> words = words(m, classes, line);
            if (m.group(2).equals(".")) {
                slots.add(new Form.Slot(new LinkedHashSet<>(words), !m.group(1).isEmpty()));
            } else {
                loose.add(new Form.Loose(new LinkedHashSet<>(words), m.group(2).equals("~")));
            }
            at = m.end();
        }
        Effect effect = Effect.valueOf(column[2].toUpperCase(java.util.Locale.ROOT));
        return new Form(start.group(), slots, loose, roles(column[1]), effect);
    }

    private static List<String> words(Matcher m, Map<String, List<String>> classes, String line) {
        if (m.group(3) != null) {
            List<String> words = classes.get(m.group(3));
            if (words == null) {
                throw new IllegalStateException("no class " + m.group(3) + ": " + line);
            }
            return words;
        }
        return m.group(4) != null ? List.of(m.group(4).split("\\|", -1)) : List.of(m.group(5));
    }

    private static List<Form.Role> roles(String column) {
        List<Form.Role> roles = new ArrayList<>();
        if (!column.equals("-") && !column.equals("call")) {
            for (String word : column.split(" ", -1)) {
                boolean pair = word.contains("/") || word.contains("|");
                roles.add(new Form.Role(kind(word.charAt(0)), word.endsWith("?"), pair));
            }
        }
        return roles;
    }

    private static Form.Kind kind(char letter) {
        return switch (letter) {
            case 'w' -> Form.Kind.WRITTEN;
            case 'r', 'p', 's' -> Form.Kind.READ;
            case 'm' -> Form.Kind.MEMORY;
            case 'i' -> Form.Kind.IMMEDIATE;
            case 'l' -> Form.Kind.LABEL;
            default -> throw new IllegalStateException("no operand: " + letter);
        };
    }
}
