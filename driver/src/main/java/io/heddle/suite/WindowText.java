package io.heddle.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a window as the command line spells it: the tensor and one half-open range a dimension, as
 * suites write them, {@code y=[[0,64],[8,16]]}.
 */
public final class WindowText {
    private static final Pattern RANGE = Pattern.compile("\\[(\\d{1,10}),(\\d{1,10})]");

    private WindowText() {}

    /**
     * The part of a tensor that {@code text} names.
     *
     * @param option the option that it belongs to, for messages
     * @throws InputException naming the column in {@code text} and what was expected
     */
    public static Comparison parse(String option, String text) {
        int equals = text.indexOf('=');
        String name = equals < 0 ? text : text.substring(0, equals);
        if (equals < 0 || !name.matches(Tensors.NAME)) {
            throw error(option, text, 0, "expected NAME=[[LOW,HIGH],…]");
        }
        int at = equals + 1;
        int end = text.length() - 1;
        if (end <= at || text.charAt(at) != '[' || text.charAt(end) != ']') {
            throw error(option, text, at, "expected [[LOW,HIGH],…], a range for each dimension");
        }
        List<Comparison.Range> window = new ArrayList<>();
        Matcher range = RANGE.matcher(text);
        do {
            at++;
            if (!range.region(at, end).lookingAt()) {
                throw error(option, text, at, "expected [LOW,HIGH]");
            }
            window.add(
                    new Comparison.Range(
                            Long.parseLong(range.group(1)), Long.parseLong(range.group(2))));
            at = range.end();
        } while (at < end && text.charAt(at) == ',');
        if (at != end) {
            throw error(option, text, at, "expected ',' or ']'");
        }
        return new Comparison(name, window, Comparison.Elements.ALL);
    }

    private static InputException error(String option, String text, int at, String message) {
        return new InputException(option + " " + text + ": column " + (at + 1) + ": " + message);
    }
}
