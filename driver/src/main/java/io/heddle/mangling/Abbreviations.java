package io.heddle.mangling;

import java.util.Map;

/** What letters stand for in mangled names. */
final class Abbreviations {
    /** Section 5.1.5.2, builtin types of one letter. */
    static final Map<Character, String> BUILTIN =
            Map.ofEntries(
                    Map.entry('v', "void"),
                    Map.entry('w', "wchar_t"),
                    Map.entry('b', "bool"),
                    Map.entry('c', "char"),
                    Map.entry('a', "signed char"),
                    Map.entry('h', "unsigned char"),
                    Map.entry('s', "short"),
                    Map.entry('t', "unsigned short"),
                    Map.entry('i', "int"),
                    Map.entry('j', "unsigned int"),
                    Map.entry('l', "long"),
                    Map.entry('m', "unsigned long"),
                    Map.entry('x', "long long"),
                    Map.entry('y', "unsigned long long"),
                    Map.entry('n', "__int128"),
                    Map.entry('o', "unsigned __int128"),
                    Map.entry('f', "float"),
                    Map.entry('d', "double"),
                    Map.entry('e', "long double"),
                    Map.entry('g', "__float128"),
                    Map.entry('z', "..."));

    /** Section 5.1.5.2, builtin types that begin with D. */
    static final Map<Character, String> BUILTIN_D =
            Map.of(
                    'h', "half",
                    'i', "char32_t",
                    's', "char16_t",
                    'u', "char8_t",
                    'a', "auto",
                    'n', "decltype(nullptr)");

    /** Section 5.1.10, abbreviations of names of the standard library. */
    static final Map<Character, String> STANDARD =
            Map.of(
                    'a', "std::allocator",
                    'b', "std::basic_string",
                    's', "std::string",
                    'i', "std::istream",
                    'o', "std::ostream",
                    'd', "std::iostream");

    /** What C++ writes after an integer literal of a type; other types are written as casts. */
    static final Map<String, String> SUFFIXES =
            Map.of(
                    "int", "",
                    "unsigned int", "u",
                    "long", "l",
                    "unsigned long", "ul",
                    "long long", "ll",
                    "unsigned long long", "ull");

    private Abbreviations() {}
}
