package io.heddle.gate;

import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.TensorSpec;
import io.heddle.launch.TensorSpec.Init;
import io.heddle.launch.TensorSpec.Role;
import io.heddle.spec.Constants.Constant;
import io.heddle.spec.index.FormulaException;
import io.heddle.suite.ArgumentWords;
import io.heddle.suite.Candidate;
import io.heddle.suite.Candidate.Launched;
import io.heddle.suite.Candidate.Word;
import io.heddle.suite.InputException;
import io.heddle.suite.Side;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import io.heddle.term.ShortText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The launches of a candidate for a problem of some size. */
final class SizedCandidate {
    private static final Pattern TEMP = Pattern.compile("([^\\[\\]]+)\\[(.+)]");

    private final SizedProblem problem;
    private final Candidate candidate;
    private final UnaryOperator<String> compiled;
    private final Map<String, Argument> arguments;

    /**
     * @param compiled the PTX file that stands for a file
     * @throws InputException if the candidate does not fit the problem
     */
    SizedCandidate(SizedProblem problem, Candidate candidate, UnaryOperator<String> compiled) {
        this.problem = problem;
        this.candidate = candidate;
        this.compiled = compiled;
        this.arguments = problem.arguments();
        Map<String, Argument> temps = new LinkedHashMap<>();
        candidate.temps().forEach((name, word) -> temps.put(name, temp(name, word)));
        arguments.putAll(temps);
        candidate.zero().forEach(this::setToZero);
        for (String output : problem.outputs()) {
            if (candidate.launches().stream().noneMatch(l -> isGiven(output, l))) {
                throw new InputException(
                        candidate.file()
                                + ": no launch has the argument "
                                + output
                                + ", which the problem defines");
            }
        }
    }

    private void setToZero(Word word) {
        boolean isWritable =
                arguments.get(word.text()) instanceof Argument.Tensor t
                        && t.tensor().role() != Role.IN;
        if (!isWritable) {
            throw word.error("zero: " + shown(word) + " is no output and no temp");
        }
        TensorSpec tensor = ((Argument.Tensor) arguments.get(word.text())).tensor();
        arguments.put(word.text(), new Argument.Tensor(tensor.holding(new Init.Zero())));
    }

    private static boolean isGiven(String name, Launched launch) {
        return launch.arguments().stream().anyMatch(a -> name.equals(a.text()));
    }

    private Argument temp(String name, Word word) {
        if (arguments.containsKey(name)) {
            throw word.error(ShortText.of(name) + " is a tensor of the problem");
        }
        Matcher m = TEMP.matcher(word.text() == null ? "" : word.text());
        if (!m.matches()) {
            throw word.error(
                    "temp."
                            + ShortText.of(name)
                            + ": expected a type and extents, such as f32[N, 4]");
        }
        ElementType type = ArgumentWords.type(m.group(1));
        if (type == null) {
            throw word.error(
                    "temp."
                            + ShortText.of(name)
                            + ": unknown type '"
                            + ShortText.of(m.group(1).strip())
                            + "'");
        }
        List<Integer> shape = new ArrayList<>();
        for (String extent : m.group(2).split(",", -1)) {
            shape.add(integer(new Word(extent, word.place()), "an extent", 0));
        }
        try {
            return problem.tensor(name, type, shape, Role.TEMP);
        } catch (InputException e) {
            throw word.error("temp." + e.getMessage());
        }
    }

    /** The formula as the other side of a pair, for the tensors of these launches. */
    Side formula() {
        return problem.side(problem.arguments().keySet().stream().map(arguments::get).toList());
    }

    /** The side of a pair. */
    Side side() {
        return Side.sequence(candidate.launches().stream().map(this::launch).toList());
    }

    private Side launch(Launched l) {
        return new Side(
                compiled.apply(l.ptx()),
                l.entry(),
                dim3(l.grid(), "grid"),
                dim3(l.block(), "block"),
                l.shared() == null ? 0 : integer(l.shared(), "shared", 0),
                null,
                l.arguments().stream().map(this::argument).toList(),
                Side.Options.STRICT);
    }

    private Dim3 dim3(List<Word> extents, String what) {
        int[] d = {1, 1, 1};
        for (int k = 0; k < extents.size(); k++) {
            d[k] = integer(extents.get(k), what, 1);
        }
        return new Dim3(d[0], d[1], d[2]);
    }

    private int integer(Word word, String what, int least) {
        Constant n = word.text() == null ? null : constant(word);
        if (n == null || n.integer() == null) {
            throw word.error(what + ": expected an integer, found " + shown(word));
        }
        if (n.integer() < least || n.integer() > Integer.MAX_VALUE) {
            throw word.error(
                    what + ": " + shown(word) + " is " + n.integer() + " at " + problem.sizes());
        }
        return Math.toIntExact(n.integer());
    }

    private static String shown(Word word) {
        return word.text() == null ? "null" : "'" + ShortText.of(word.text().strip()) + "'";
    }

    private Argument argument(Word word) {
        if (word.text() == null) {
            return new Argument.Null();
        }
        Argument known = arguments.get(word.text());
        Argument literal = known == null ? ArgumentWords.number(word.text()) : known;
        if (literal != null) {
            return literal;
        }
        Constant n = constant(word);
        return n.integer() != null
                ? new Argument.Scalar(Rational.of(n.integer()), false)
                : new Argument.Scalar(Rational.ofExact(n.real()), true);
    }

    private Constant constant(Word word) {
        try {
            return problem.bound().constants().of(word.place(), word.text());
        } catch (FormulaException e) {
            throw word.error(shown(word) + ": column " + e.place().column() + ": " + e.complaint());
        }
    }
}
