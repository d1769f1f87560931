package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.ptx.SourcePosition;
import io.heddle.replay.Excuse;
import io.heddle.replay.RunOutcome;
import io.heddle.replay.machine.StepAssumption;
import io.heddle.report.JsonReport;
import io.heddle.report.PairReport;
import io.heddle.suite.Pair;
import io.heddle.suite.SuiteReader;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Concrete runs in a process that has the PTX and the request, and nothing else of the pair. */
class ReplayRequestTest {
    private static final Path SUITE = Path.of("../datasets/quickstart/suite.conf");

    private final List<ReplayRequest> requests = new ArrayList<>();

    private static <T> T sent(T value, Class<T> type) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
            out.flush();
            return type.cast(
                    new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))
                            .readObject());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private Optional<Replayer.Result> elsewhere(ReplayRequest request) {
        requests.add(request);
        ReplayRequest arrived = sent(request, ReplayRequest.class);
        Map<String, String> texts =
                Map.of(
                        arrived.pair().reference().ptx(),
                        new KernelFiles().read(arrived.pair().reference().ptx()));
        RunOutcome verdict = sent(arrived.run(KernelFiles.of(texts)), RunOutcome.class);
        return Optional.of(new Replayer.Result(verdict, 0));
    }

    private static Pair pair(String name) {
        return SuiteReader.read(SUITE).pairs().stream()
                .filter(p -> p.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String line(PairReport report) {
        return JsonReport.line(report).replaceAll("\"millis\":\\{[^}]*}", "");
    }

    /** Concludes a pair with runs here and with runs elsewhere. */
    private void sameReport(String name) {
        Simulated simulated = new PairChecker(new KernelFiles()).simulate(pair(name));
        Decided decided = DecidedHere.of(simulated);
        assertEquals(
                line(PairChecker.conclude(simulated, decided)),
                line(PairChecker.conclude(simulated, decided, 0, this::elsewhere)));
    }

    @Test
    void anAgreementIsTheSameElsewhere() {
        sameReport("naive-vs-online");
        assertEquals(1, requests.size());
        assertInstanceOf(ReplayRequest.Agreement.class, requests.get(0).what());
    }

    @Test
    void allThatAClaimAssumesArrives() {
        BitSet elements = new BitSet();
        elements.set(3);
        StepAssumption assumed =
                new StepAssumption(StepAssumption.Kind.ROUNDING, new SourcePosition("k.ptx", 1, 2));
        ReplayRequest request =
                new ReplayRequest(
                        pair("naive-vs-online"),
                        ReplayRequest.Integers.TINY,
                        1,
                        2,
                        List.of(new Symbol("const k", ElementType.F32, List.of(4))),
                        new ReplayRequest.Agreement(
                                Map.of("y", elements),
                                true,
                                0.5,
                                true,
                                true,
                                true,
                                EnumSet.of(Excuse.ROOT),
                                Set.of(assumed),
                                7));
        assertEquals(request, sent(request, ReplayRequest.class));
    }

    @Test
    void lessTimeChangesNothingElse() {
        Set<Excuse> excuses = EnumSet.of(Excuse.ROOT);
        for (boolean flag : new boolean[] {true, false}) {
            for (ReplayRequest.What what :
                    List.of(
                            new ReplayRequest.At("y", 3, Map.of("x[0]", Rational.HALF), 7),
                            new ReplayRequest.Agreement(
                                    Map.of("y", new BitSet()),
                                    flag,
                                    0.5,
                                    !flag,
                                    flag,
                                    !flag,
                                    excuses,
                                    Set.of(),
                                    7),
                            new ReplayRequest.Alone(excuses, flag, Set.of(), !flag, 7))) {
                assertEquals(what, what.within(8));
                assertNotEquals(what, what.within(6));
                assertEquals(what.toString().replace("nanos=7", "nanos=6"), "" + what.within(6));
            }
        }
    }

    @Test
    void timeInQueuesIsNotOfThePair() {
        Simulated simulated = new PairChecker(new KernelFiles()).simulate(pair("naive-vs-online"));
        long waited = 3_600_000_000_000L;
        PairReport report =
                PairChecker.conclude(
                        simulated,
                        DecidedHere.of(simulated),
                        -waited, // as if it had begun an hour earlier
                        request ->
                                Optional.of(
                                        new Replayer.Result(
                                                request.run(new KernelFiles()), waited)));
        assertTrue(report.millis().total() >= 0, () -> report.millis().toString());
        assertTrue(report.millis().total() < 3_000_000, () -> report.millis().toString());
    }

    @Test
    void aPointIsTheSameElsewhere() {
        sameReport("dropped-rescale");
        assertEquals(1, requests.size());
        assertInstanceOf(ReplayRequest.At.class, requests.get(0).what());
    }
}
