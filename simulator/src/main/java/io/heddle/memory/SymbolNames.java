package io.heddle.memory;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The user's names of variables: nvcc mangles a variable of a function as {@code
 * _ZZ<function>E<length><name>} (Itanium C++ ABI).
 */
final class SymbolNames {
    private static final Pattern LOCAL = Pattern.compile("_ZZ.*E(\\d+)(.*)");

    private SymbolNames() {}

    /** {@code tile} for {@code _ZZ4gemmE4tile}; other names unchanged. */
    static String display(String symbol) {
        Matcher m = LOCAL.matcher(symbol);
        if (!m.matches()) {
            return symbol;
        }
        int length = Integer.parseInt(m.group(1));
        return length <= m.group(2).length() ? m.group(2).substring(0, length) : symbol;
    }
}
