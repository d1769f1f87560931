package io.heddle.mangling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads one mangled name from left to right: Itanium C++ ABI, section 5.1 Mangling, whose
 * productions the methods are named after. Spells types as GNU's {@code c++filt} does.
 */
final class MangledName {
    private static final int MAX_DEPTH = 100;

    private final String text;
    private int at;
    private int depth;
    private final List<Type> substitutions = new ArrayList<>(); // section 5.1.10, S_ first
    private List<Argument> parameters; // what T_, T0_ … stand for; null while the name is read
    private int packed = -1; // the element of packs that the expansion is at, -1 outside one
    private int packLength = -1; // of the packs that the expansion named

    MangledName(String text) {
        this.text = text;
    }

    /**
     * A template argument.
     *
     * @param types its one type or value; the elements of a pack
     */
    private record Argument(List<Type> types, boolean isPack) {}

    /**
     * The name of a function.
     *
     * @param arguments those of the template that it is an instance of; null if it is of none
     */
    private record Name(String name, String instance, List<Argument> arguments) {}

    /** The encoding that begins at an index; empty if not even its name can be read. */
    Optional<EntryName> read(int start) {
        at = start;
        Name name;
        try {
            name = functionName();
        } catch (UnreadableException e) {
            return withoutArguments(start);
        }
        try {
            parameters = name.arguments() == null ? List.of() : name.arguments();
            if (name.arguments() != null) {
                type(); // the result: section 5.1.6, it is there for instances of templates
            }
            String signature = name.instance() + parameterTypes(text.length());
            return Optional.of(new EntryName(name.name(), name.instance(), signature));
        } catch (UnreadableException e) {
            return Optional.of(new EntryName(name.name(), name.instance(), name.instance()));
        }
    }

    /**
     * The name without template arguments, where those cannot be read. They are the function's: an
     * entry is no member of a class, and no namespace has any.
     */
    private Optional<EntryName> withoutArguments(int start) {
        at = start;
        try {
            boolean nested = take('N');
            StringBuilder name = new StringBuilder();
            do {
                name.append(name.length() == 0 ? "" : "::").append(sourceName());
            } while (nested && peek() != 'I');
            if (peek() != 'I') {
                return Optional.empty();
            }
            String all = name.toString();
            return Optional.of(new EntryName(all, all, all));
        } catch (UnreadableException e) {
            return Optional.empty();
        }
    }

    // ---------------------------------------------------------------- section 5.1.2: names

    private Name functionName() throws UnreadableException {
        if (take('N')) {
            return nestedName();
        }
        String name = unscopedName();
        if (peek() != 'I') {
            return new Name(name, name, null);
        }
        substitutions.add(Type.of(name));
        List<Argument> arguments = templateArguments();
        return new Name(name, name + spelled(arguments), arguments);
    }

    private String unscopedName() throws UnreadableException {
        if (take("St")) {
            return "std::" + sourceName();
        }
        return sourceName();
    }

    /** The rest of N … E; every prefix of it can be referred to, the whole only as a type. */
    private Name nestedName() throws UnreadableException {
        String prefix = null; // with template arguments
        String name = null; // without those of its last part
        List<Argument> arguments = null;
        while (!take('E')) {
            boolean refers = false;
            if (peek() == 'I' && prefix != null && arguments == null) {
                arguments = templateArguments();
                prefix += spelled(arguments);
            } else if (prefix == null && take("St")) {
                prefix = "std";
                name = prefix;
                refers = true; // std is no candidate for substitution
            } else if (prefix == null && peek() == 'S') {
                prefix = substitution().spelled();
                name = prefix;
                refers = true;
            } else if (prefix == null && peek() == 'T') {
                prefix = templateParameter().spelled();
                name = prefix;
            } else {
                String part = sourceName();
                prefix = prefix == null ? part : prefix + "::" + part;
                name = prefix;
                arguments = null;
            }
            if (peek() != 'E' && !refers) {
                substitutions.add(Type.of(prefix));
            }
        }
        if (prefix == null) {
            throw new UnreadableException();
        }
        return new Name(name, prefix, arguments);
    }

    /** Section 5.1.2, source-name, with {@code L} before it that clang writes for static ones. */
    private String sourceName() throws UnreadableException {
        take('L');
        String name = identifier();
        if (name.matches("_GLOBAL_[_.$]N.*")) {
            name = "(anonymous namespace)"; // GNU's convention, that of nvcc and clang, too
        }
        StringBuilder tagged = new StringBuilder(name);
        while (take('B')) {
            tagged.append("[abi:").append(identifier()).append(']');
        }
        return tagged.toString();
    }

    /** Its length in decimal, then the identifier. */
    private String identifier() throws UnreadableException {
        int length = number();
        if (length == 0 || length > text.length() - at) {
            throw new UnreadableException();
        }
        at += length;
        return text.substring(at - length, at);
    }

    // ---------------------------------------------------------------- section 5.1.5: types

    private Type type() throws UnreadableException {
        if (++depth > MAX_DEPTH) {
            throw new UnreadableException();
        }
        Type type = builtin();
        if (type == null) {
            type = compound();
        }
        depth--;
        return type;
    }

    /** A builtin type, which no substitution refers to; null if none begins here. */
    private Type builtin() throws UnreadableException {
        String letter = Abbreviations.BUILTIN.get(peek());
        if (letter != null) {
            at++;
            return Type.of(letter);
        }
        if (take("DF16_")) {
            return Type.of("_Float16");
        }
        if (take("DF16b")) {
            return Type.of("std::bfloat16_t");
        }
        if (peek() == 'D' && Abbreviations.BUILTIN_D.containsKey(peek(1))) {
            at += 2;
            return Type.of(Abbreviations.BUILTIN_D.get(text.charAt(at - 1)));
        }
        return null;
    }

    private Type compound() throws UnreadableException {
        if (peek() == 'S' && peek(1) != 't') {
            Type type = substitution();
            return peek() == 'I' ? known(instance(type)) : type;
        }
        return known(
                switch (peek()) {
                    case 'r', 'V', 'K' -> qualified();
                    case 'P' -> pointer("*");
                    case 'R' -> reference("&");
                    case 'O' -> reference("&&");
                    case 'F' -> function();
                    case 'A' -> array();
                    case 'N' -> {
                        at++;
                        yield Type.of(nestedName().instance());
                    }
                    case 'T' -> {
                        Type type = templateParameter();
                        yield peek() == 'I' ? instance(known(type)) : type;
                    }
                    case 'u' -> {
                        at++;
                        yield Type.of(sourceName());
                    }
                    default -> {
                        Type type = Type.of(unscopedName());
                        yield peek() == 'I' ? instance(known(type)) : type;
                    }
                });
    }

    private Type known(Type type) {
        substitutions.add(type);
        return type;
    }

    private Type instance(Type template) throws UnreadableException {
        return Type.of(template.spelled() + spelled(templateArguments()));
    }

    private Type pointer(String operator) throws UnreadableException {
        at++;
        return type().declared(operator);
    }

    private Type reference(String operator) throws UnreadableException {
        at++;
        return type().referred(operator);
    }

    /** Section 5.1.5.1: all qualifiers of a type are one candidate; the last is the innermost. */
    private Type qualified() throws UnreadableException {
        String qualifiers = "";
        while ("rVK".indexOf(peek()) >= 0) {
            qualifiers =
                    switch (text.charAt(at++)) {
                                case 'r' -> " __restrict";
                                case 'V' -> " volatile";
                                default -> " const";
                            }
                            + qualifiers;
        }
        return type().qualified(qualifiers);
    }

    private Type function() throws UnreadableException {
        expect('F');
        take('Y'); // extern "C"
        String result = type().spelled();
        return new Type(result + " ", parameterTypes(-1), true).checked();
    }

    private Type array() throws UnreadableException {
        expect('A');
        String extent =
                peek() == 'T'
                        ? templateParameter().spelled()
                        : peek() == '_' ? "" : String.valueOf(number());
        expect('_');
        Type element = type();
        String inner = element.declarable() ? element.right().strip() : element.right();
        return new Type(element.left(), " [" + extent + "]" + inner, true).checked();
    }

    /**
     * The types of parameters in parentheses.
     *
     * @param end where they end; -1 if an E, which is taken, ends them
     */
    private String parameterTypes(int end) throws UnreadableException {
        List<String> types = new ArrayList<>();
        while (end < 0 ? !take('E') : at < end) {
            if (take("Dp")) {
                expansion().forEach(t -> types.add(t.spelled()));
            } else {
                types.add(type().spelled());
            }
        }
        if (types.isEmpty()) {
            throw new UnreadableException(); // the name of a variable
        }
        if (types.equals(List.of("void"))) {
            types.clear();
        }
        return "(" + String.join(", ", types) + ")";
    }

    /** Section 5.1.5.3, Dp: the pattern with each element of the packs that it names. */
    private List<Type> expansion() throws UnreadableException {
        if (packed >= 0) {
            throw new UnreadableException();
        }
        int start = at;
        int known = substitutions.size();
        List<Type> after = null;
        List<Type> types = new ArrayList<>();
        packLength = -1;
        for (int k = 0; k == 0 || k < packLength; k++) {
            at = start;
            packed = k;
            substitutions.subList(known, substitutions.size()).clear();
            types.add(type());
            after = after == null ? List.copyOf(substitutions) : after;
        }
        packed = -1;
        substitutions.clear();
        substitutions.addAll(after);
        if (packLength < 0) {
            throw new UnreadableException(); // names no pack
        }
        return packLength == 0 ? List.of() : types;
    }

    // ------------------------------------------- sections 5.1.5.4 and 5.1.6: template arguments

    /** Each argument, or the elements of a pack, after I and up to E. */
    private List<Argument> templateArguments() throws UnreadableException {
        if (++depth > MAX_DEPTH) {
            throw new UnreadableException();
        }
        expect('I');
        List<Argument> arguments = new ArrayList<>();
        while (!take('E')) {
            if (take('J')) {
                List<Type> pack = new ArrayList<>();
                while (!take('E')) {
                    pack.add(templateArgument());
                }
                arguments.add(new Argument(pack, true));
            } else {
                arguments.add(new Argument(List.of(templateArgument()), false));
            }
        }
        depth--;
        return arguments;
    }

    private Type templateArgument() throws UnreadableException {
        if (take('L')) {
            return literal();
        }
        if (take('X')) {
            Type parameter = templateParameter(); // other expressions are not read
            expect('E');
            return parameter;
        }
        return type();
    }

    /** Section 5.1.7.2, literals of integers, booleans and enumerations. */
    private Type literal() throws UnreadableException {
        String type = type().spelled();
        int end = text.indexOf('E', at);
        if (end < 0 || !text.substring(at, end).matches("n?[0-9]+")) {
            throw new UnreadableException();
        }
        String value = text.substring(at, end).replace('n', '-');
        at = end + 1;
        if (type.equals("bool") && (value.equals("0") || value.equals("1"))) {
            return Type.of(value.equals("1") ? "true" : "false");
        }
        return Abbreviations.SUFFIXES.containsKey(type)
                ? Type.of(value + Abbreviations.SUFFIXES.get(type))
                : Type.of("(" + type + ")" + value);
    }

    private static String spelled(List<Argument> arguments) throws UnreadableException {
        List<String> all = new ArrayList<>();
        arguments.forEach(a -> a.types().forEach(t -> all.add(t.spelled())));
        String list = String.join(", ", all);
        return Type.of("<" + list + (list.endsWith(">") ? " >" : ">")).spelled();
    }

    /**
     * What T_, T0_ … stands for, T_ being the first and the numbers decimal; of a pack, the element
     * that the expansion is at.
     */
    private Type templateParameter() throws UnreadableException {
        expect('T');
        int index = peek() == '_' ? 0 : number() + 1;
        expect('_');
        if (parameters == null || index >= parameters.size()) {
            throw new UnreadableException();
        }
        Argument argument = parameters.get(index);
        if (!argument.isPack()) {
            return argument.types().get(0);
        }
        int length = argument.types().size();
        if (packed < 0 || packLength >= 0 && packLength != length) {
            throw new UnreadableException();
        }
        packLength = length;
        return length == 0 ? Type.of("") : argument.types().get(packed);
    }

    // ---------------------------------------------------------------- section 5.1.10

    /** What S_, S0_ … refers to, S_ being the first and the numbers base 36; or Sa, Ss …. */
    private Type substitution() throws UnreadableException {
        expect('S');
        String standard = Abbreviations.STANDARD.get(peek());
        if (standard != null) {
            at++;
            return Type.of(standard);
        }
        int index = 0;
        if (peek() != '_') {
            do {
                char c = peek();
                int digit = c >= 'a' ? -1 : Character.digit(c, 36);
                if (digit < 0 || index > text.length()) {
                    throw new UnreadableException();
                }
                index = index * 36 + digit;
                at++;
            } while (peek() != '_');
            index++;
        }
        expect('_');
        if (index >= substitutions.size()) {
            throw new UnreadableException();
        }
        return substitutions.get(index);
    }

    // ---------------------------------------------------------------- characters

    /** The next character; 0 at the end. */
    private char peek() {
        return peek(0);
    }

    private char peek(int ahead) {
        return at + ahead < text.length() ? text.charAt(at + ahead) : 0;
    }

    private boolean take(char c) {
        return take(String.valueOf(c));
    }

    private boolean take(String expected) {
        boolean is = text.startsWith(expected, at);
        at += is ? expected.length() : 0;
        return is;
    }

    private void expect(char c) throws UnreadableException {
        if (!take(c)) {
            throw new UnreadableException();
        }
    }

    /** A decimal number without sign. */
    private int number() throws UnreadableException {
        int start = at;
        while (peek() >= '0' && peek() <= '9') {
            at++;
        }
        if (at == start || at - start > 9) {
            throw new UnreadableException();
        }
        return Integer.parseInt(text.substring(start, at));
    }
}
