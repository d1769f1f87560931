package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.algebra.Recovery;
import io.heddle.condition.Counterexample;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.decide.Decision;
import io.heddle.decide.Lemmas;
import io.heddle.decide.ProofAssumption;
import io.heddle.refute.Domain;
import io.heddle.replay.Excuse;
import io.heddle.replay.ReplayVerdict;
import io.heddle.replay.RunOutcome;
import io.heddle.replay.SoloReplay;
import io.heddle.suite.Limits;
import io.heddle.table.SampleReports;
import io.heddle.table.ShardRow;
import io.heddle.term.ElementType;
import io.heddle.term.FloatFormat;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermSlicer;
import io.heddle.term.TermStore;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.SparkConf;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.SerializerInstance;
import org.junit.jupiter.api.Test;
import scala.reflect.ClassTag;

class HeddleRegistratorTest {
    private static final Recovery.Literal LITERAL =
            new Recovery.Literal(FloatFormat.F32, 0x3DCCCCCD);

    private final SerializerInstance kryo =
            new KryoSerializer(
                            new SparkConf(false)
                                    .set(
                                            "spark.kryo.registrator",
                                            HeddleRegistrator.class.getName())
                                    .set("spark.kryo.registrationRequired", "true"))
                    .newInstance();

    private <T> T copy(T value) {
        ClassTag<T> tag = ClassTag.apply(value.getClass());
        return kryo.deserialize(kryo.serialize(value, tag), tag);
    }

    static ShardCutter.Cut cut(int pair) {
        TermStore store = new TermStore();
        int x = store.declare(new Symbol("x", ElementType.F32, List.of(8)));
        int sum = store.add(store.element(x, 3), store.element(x, 5));
        int twice = store.mul(store.integer(2), store.element(x, 7));
        TermSlicer slicer = new TermSlicer(store);
        slicer.add(sum);
        slicer.add(twice);
        List<VerificationCondition> conditions =
                List.of(
                        new VerificationCondition("x", 4, sum, twice),
                        new VerificationCondition("y", 1L << 40, twice, sum));
        Budget budget =
                Budget.of(
                        DecideOptions.defaults().with(new Recovery(List.of(LITERAL), true)),
                        Limits.DEFAULT);
        return new ShardCutter.Cut(
                List.of(Question.of(pair, store, conditions, slicer, budget)),
                List.of(new Shard(0, 0, 1, 3), new Shard(1, 1, 2, 2)));
    }

    @Test
    void aQuestionArrivesWithItsTermsAndConditions() {
        ShardCutter.Cut cut = cut(3);
        Question sent = cut.questions().get(0);
        ShardDecider.Work work = new ShardDecider.Work(sent, cut.shards(), 7);
        ShardDecider.Work arrived = copy(new ArrayList<>(List.of(work))).get(0);
        assertEquals(cut.shards(), arrived.shards());
        assertEquals(3, arrived.question().pair());
        assertEquals(sent.budget(), arrived.question().budget());
        assertEquals(sent.conditions(), arrived.question().conditions());
        assertArrayEquals(sent.slice().code(), arrived.question().slice().code());
    }

    private <T> long size(T value) {
        return kryo.serialize(value, ClassTag.<T>apply(value.getClass())).remaining();
    }

    /** Of an executor that takes every shard: no other gets more. */
    @Test
    void whatIsSentToAnExecutorIsAtMostTwiceTheTerms() {
        for (ShardCutter.Cut cut :
                List.of(Products.cut(0, 2_000, 8, 600), Products.cut(1, 300, 30, 600))) {
            Question question = cut.questions().get(0);
            assertTrue(cut.shards().size() > 20);
            long terms = size(question.slice());
            Lemmas lemmas =
                    question.prepare(Question.Prepared.NOTHING, Integer.MAX_VALUE, 0).lemmas();
            long sent = size(question) + size(lemmas);
            for (Shard shard : cut.shards()) {
                sent += size(new ArrayList<>(List.of(shard)));
            }
            assertTrue(sent >= terms && sent <= 2 * terms, sent + " bytes for " + terms);
            assertTrue(terms < 16L * question.slice().nodes(), terms + " bytes");
        }
    }

    /** Of an executor that takes every shard: others get less than the terms of the pair. */
    @Test
    void slicesAreTogetherAtMostTwiceTheTerms() {
        ShardCutter.Cut whole = Products.cut(0, 2_000, 8, 600);
        ShardCutter.Cut cut = Products.sliced(0, 2_000, 8, 600);
        assertTrue(cut.isSliced());
        assertEquals(whole.shards(), cut.shards());
        long terms = size(whole.questions().get(0).slice());
        long sent = 0;
        for (Shard shard : cut.shards()) {
            ShardDecider.Work work = new ShardDecider.Work(cut.question(shard), List.of(shard), 0);
            long task = size(new ArrayList<>(List.of(work)));
            assertTrue(task < 2 * terms / cut.shards().size(), task + " bytes for " + shard);
            sent += task;
        }
        assertTrue(sent >= terms && sent <= 2 * terms, sent + " bytes for " + terms);
    }

    @Test
    void aQuestionOfAShardArrives() {
        ShardCutter.Cut cut = Products.sliced(4, 200, 8, 600);
        Shard last = cut.shards().get(cut.shards().size() - 1);
        Question sent = cut.question(last);
        Question arrived = copy(sent);
        assertEquals(last.from(), arrived.first());
        assertEquals(last.size(), arrived.conditions(last).size());
        assertEquals(sent.conditions(last), arrived.conditions(last));
        assertEquals(sent.recoveries(), arrived.recoveries());
    }

    @Test
    void everyDecisionArrives() {
        Counterexample counterexample =
                new Counterexample(
                        "y",
                        List.of(1L, 2L, 3L),
                        "1",
                        "NaN",
                        Map.of("x[0]", Rational.of(BigInteger.TEN.pow(30), BigInteger.TWO)),
                        "candidate lacks x[0]");
        ShardResult result =
                new ShardResult(
                        7,
                        2,
                        List.of(
                                new Decision.Proved(
                                        Decision.Method.PIT,
                                        List.of(
                                                new ProofAssumption.InDomain(
                                                        Domain.Kind.POSITIVE, "x > 0"),
                                                new ProofAssumption.Recovered(
                                                        FloatFormat.F16, "a stands for b"))),
                                new Decision.Refuted(counterexample),
                                new Decision.Undecided("a limit")),
                        null,
                        1234,
                        "1@host");
        assertEquals(result, copy(result));
    }

    @Test
    void aWholeAnswerArrives() {
        ShardRow row =
                new ShardRow("s", "p", "y", 0, 0, 3, 4, 4, 0, 0, null, 99, 512, 70, "driver");
        SuiteTask.Answer answer = new SuiteTask.Answer(4, SampleReports.race(), List.of(row));
        assertEquals(answer, copy(answer));
    }

    @Test
    void everyResultOfConcreteRunsArrives() {
        Map<String, Rational> inputs = Map.of("x[0]", Rational.of(1));
        for (RunOutcome verdict :
                List.of(
                        new ReplayVerdict.Agree(8, 4, "", Set.of(), false),
                        new ReplayVerdict.Agree(8, 4, "note", Set.of(Excuse.OVERFLOW), true),
                        new ReplayVerdict.Unconfirmed("why"),
                        new ReplayVerdict.Stopped("a trap", inputs),
                        new ReplayVerdict.Disagree("y", List.of(1L), 1, 2, 0, true, inputs),
                        new ReplayVerdict.Skipped("why", false),
                        new ReplayVerdict.Skipped("a trap", true),
                        new SoloReplay.Result.Clean(3, "note", true),
                        new SoloReplay.Result.Defect("what"),
                        new SoloReplay.Result.Unmet("why"),
                        new SoloReplay.Result.Skipped("why"),
                        new SoloReplay.Result.Rounded("what"))) {
            assertEquals(verdict, copy(verdict));
        }
    }

    @Test
    void whatIsNotListedDoesNotTravel() {
        assertThrows(RuntimeException.class, () -> copy(new StringBuilder("unlisted")));
    }
}
